"""The workbook: two other programs compute it anew, from wrong numbers and from changed ones, and agree with the engine."""

from __future__ import annotations

import itertools
import math
import re
import subprocess
import sys
import warnings
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import handcalc
import outputs
import pages
import spreadsheets
from handcalc.doc import Curve, Document, Heatmap, Number, Paragraph, Table, Token, Value
from handcalc.errors import HandcalcError
from handcalc.expr import Apply, Num, Ref, Symbol, add, call, div, mul, power, sub
from handcalc.formats import sheet, xlsx
from handcalc.lessons.backward import backward
from handcalc.lessons.compare import compare
from handcalc.lessons.generate import generate
from handcalc.lessons.options import Options
from handcalc.lessons.posenc import posenc
from handcalc.lessons.show import show
from handcalc.lessons.train_step import train_step
from handcalc.lessons.verify import verify
from handcalc.lessons.walk import walk
from handcalc.model import Model, load
from handcalc.tape import Tape, Var
from models import PARALLEL, POST, axes, random_model
from spreadsheets import Book, differences

TOLERANCE = 1e-12
ODD = ("=cmd()", "<script>", '"', "😀", "ã", "a\u0303", "'[x]:*?/\\")


def told(
    lesson: Callable[..., Document], model: Model, text: str, own: Mapping[str, Any] = {}, **options: Any
) -> Document:
    return lesson(model, text, Options(live=True, **options), **own)


def odd_model() -> Model:
    return random_model(6, 0.5, cut="words").changed(vocabulary=ODD)


@cache
def documents() -> dict[str, Document]:
    """Every command, every language, every kind of model."""
    gato, text = load("gato"), "o gato subiu no"
    two = random_model(3, blocks=2, block=POST, causal=False, activation="gelu-erf")
    wide = random_model(
        21, 0.4, d=26, heads=2, mlp_width=27, positions="none"
    )  # sums of more terms than are written out
    every = {"weights": "all"}
    cuts = {"tokens": 2, "top_k": None, "top_p": None}
    learned = random_model(17, extra=("biases", "norms"), key_width=12, value_width=15, score_scale="1/d_k")
    return {
        "walk": told(walk, gato, text, language="pt"),
        "walk, one head, relu": told(walk, gato.changed(heads=1, activation="relu"), text, language="en", digits=5),
        "walk, T 0": told(walk, gato, "o gato", temperature=0.0, language="pl"),
        "walk, every row, no mask": told(walk, gato.changed(causal=False), text, row="all", temperature=0.5),
        "walk, two blocks": told(walk, two, "a bad", target="c", language="pl"),
        "walk, parallel": told(walk, random_model(2, 2.5, block=PARALLEL), "a cd", target="c", temperature=2.0),
        "walk, without output": told(walk, random_model(13, without=("W_U",)), "a cd ba"),
        "walk, eps 0": told(
            walk, random_model(7, norm_eps=0.0, d=5, heads=1, positions="sinusoidal"), "a cd", target="c"
        ),
        "walk, labelled rows": told(walk, random_model(21, labelled=True, positions="none"), "a cd", language="pt"),
        "walk, heads without W_O": told(
            walk,
            random_model(20, value_width=3, without=("block1.W_O",), block=("attention(norm(x))",), final="x", out=3),
            "a cd",
        ),
        "walk, tied": told(walk, random_model(18, tied=True, extra=("biases",), without=("W_U",)), "a ba", target="c"),
        "walk, one token": told(walk, random_model(12), "c", target="a"),
        "walk, side by side": told(
            walk, gato, text, language="pl", temperature=1.0, temperatures=(0.5, 1.0, 2.0), head_counts=(1, 2)
        ),
        "walk, odd tokens": told(walk, odd_model(), " ".join(ODD[:5]), target="=cmd()"),
        "walk, pencil": told(walk, gato, text, pencil=True),
        "walk, wide": told(walk, wide, "a cd ba", target="c"),
        "backward": told(backward, gato, text, language="en"),
        "backward, pencil, two blocks": told(backward, two, "a bad", target="c", pencil=True),
        "backward, learned norms": told(backward, learned, "a ba", target="c"),
        "train-step, learned norms": told(train_step, learned, "a ba", every, target="c", language="pl"),
        "train-step": told(train_step, gato, text, language="pl"),
        "train-step, all": told(train_step, two, "a bad", every, target="c", temperature=1.5),
        "train-step, pencil": told(train_step, gato.changed(heads=1), text, every, pencil=True),
        "train-step, three": told(train_step, gato, text, {"steps": 3, "weights": "all"}),
        "show": told(show, gato, text, {"cell": "loss", "depth": 3}),
        "compare": told(compare, load("klocki"), "auto uderzyło drzewo", {"starts": 2}, language="pl"),
        "compare, no positions": told(
            compare, load("klocki").changed(positions="none"), "pies gryzie psa", {"other": "psa gryzie pies auto"}
        ),
        "compare, pencil": told(compare, load("auto"), "auto drzewo", pencil=True, digits=4),
        "posenc": posenc(Options(language="pl"), d=52, length=12, at=1, distances=(1, 2)),
        "generate": told(generate, gato, text, {**cuts, "top_k": 5, "top_p": 0.7}, language="pt", temperature=0.7),
        "generate, two blocks": told(generate, two, "a bad", cuts, seed=3),
        "generate, pencil": told(generate, gato, "o gato", {**cuts, "top_k": 3}, pencil=True, language="pl"),
        "generate, T 0": told(generate, gato, text, cuts, temperature=0.0),
        "verify": told(verify, gato, text, {}, language="pl"),
        "verify, two blocks": told(verify, two, "a bad", {}, row="all", temperature=0.25),
        "one step": handcalc.walk().step(6).document,
        "tables": handcalc.backward().only("tables").document,
    }


@cache
def books() -> dict[str, Book]:
    """The documents as workbooks; of "elided" only what the page shows has a cell."""
    found = {name: Book(xlsx.write(document)) for name, document in documents().items()}
    most = xlsx.MOST_LIVE
    try:
        xlsx.MOST_LIVE = 1000
        found["elided"] = Book(xlsx.write(documents()["walk, wide"]))
    finally:
        xlsx.MOST_LIVE = most
    return found


def changed(
    name: str, at: tuple[int, int], number: float, lesson: Callable[..., Document], **own: Any
) -> tuple[bytes, Document]:
    """A workbook with another weight, temperature and learning rate in it, and the document that it must follow."""
    model = load("gato")
    book = Book(xlsx.write(told(lesson, model, model.text, own, language="en")))
    first = next(iter(book.files))
    table = model.weights[name].copy()
    changes = {book.area(name)[at[0] * table.shape[1] + at[1]]: number, book.right_of(first, "T"): 0.625}
    if "η" in book.values.values():
        changes[book.right_of(first, "η")] = 0.25
    table[at] = number
    other = model.changed(weights={**model.weights, name: table})
    return book.spoiled(changes), told(lesson, other, model.text, own, temperature=0.625, eta=0.25)


@cache
def changes() -> dict[str, tuple[bytes, Document]]:
    return {
        "changed walk": changed("E", (1, 2), -0.375, walk),
        "changed position": changed("P", (0, 0), 0.25, walk),
        "changed backward": changed("W_U", (3, 6), 0.75, backward),
        "changed train-step": changed("E", (4, 0), 0.3, train_step),
        "changed train-step, all": changed("block1.W_1", (2, 5), -0.6, train_step, weights="all"),
    }


@pytest.fixture(scope="module", params=list(spreadsheets.PROGRAMS))
def recalculated(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Book]:
    """Every workbook as another program computes it, from wrong numbers in all cells that have a formula."""
    program = request.param
    command, compute = spreadsheets.PROGRAMS[program]
    outputs.tool(command)
    spoiled = {name: book.spoiled() for name, book in books().items()}
    spoiled |= {name: content for name, (content, _) in changes().items()}
    return compute(spoiled, tmp_path_factory.mktemp(program))


def numbers(book: Book, name: str) -> list[float | str]:
    return [book.values.get(at, "") for at in book.area(name)]


def disagreements(document: Document, book: Book, places: Book) -> list[str]:
    """The numbers of the document's arrays that a workbook has wrong. places: where the arrays stand."""
    wrong = []
    compared = 0
    for prefix, arrays in (("", document.values or {}), ("after.", document.after or {})):
        for name, array in arrays.items():
            if prefix + name not in places.areas:
                continue
            found = [book.values.get(at, "") for at in places.area(prefix + name)]
            expected = array.data.ravel().tolist()  # type: ignore[attr-defined]
            assert len(found) == len(expected), name
            for a, b in zip(expected, found, strict=True):
                compared += 1
                if a == -math.inf:
                    wrong += [] if b == "−∞" else [f"{name}: {b} is not masked"]
                elif not isinstance(b, float) or not math.isclose(a, b, rel_tol=TOLERANCE, abs_tol=TOLERANCE):
                    wrong.append(f"{name}: {a!r}, found {b!r}")
    assert compared > 20
    return wrong


def test_every_formula_agrees_with_the_engine(recalculated: dict[str, Book]) -> None:
    for name, book in books().items():
        assert len(book.formulas) > 10, name
        assert differences(book, recalculated[name], TOLERANCE)[:3] == [], name


def test_every_array_agrees_with_the_engine(recalculated: dict[str, Book]) -> None:
    for name, document in documents().items():
        assert disagreements(document, recalculated[name], books()[name])[:3] == [], name


def test_a_changed_workbook_agrees_with_a_run_of_the_changed_model(recalculated: dict[str, Book]) -> None:
    for name, (content, document) in changes().items():
        places = Book(content)
        assert disagreements(document, recalculated[name], places)[:3] == [], name
    walked = recalculated["changed walk"]
    before = numbers(books()["walk"], "probabilities")
    assert numbers(walked, "probabilities")[-12:] != before[-12:]


# What the file holds


def test_every_array_has_a_home_whose_cells_are_formulas() -> None:
    for name, document in documents().items():
        book = books()[name]
        several = document.settings.get("steps", 1) > 1
        for prefix, arrays in (("", document.values or {}), ("after.", document.after or {})):
            for array_name, array in arrays.items():
                assert isinstance(array, Var)
                if prefix and array.line is None and not several:
                    # It is the weight of the first run, or its update.
                    assert prefix + array_name not in book.areas
                    continue
                cells = book.area(prefix + array_name)
                assert len(cells) == array.data.size
                for cell, x in zip(cells, array.data.ravel().tolist(), strict=True):
                    assert (cell in book.formulas) == (array.line is not None and x != -math.inf), (
                        name,
                        array_name,
                        cell,
                    )
                    # XlsxWriter writes 16 digits.
                    assert book.values[cell] == (pytest.approx(x, rel=1e-15) if x != -math.inf else "−∞")


def test_formulas_keep_to_what_every_program_takes() -> None:
    known = {
        "ABS", "COS", "COUNTIF", "ERF", "EXP", "IF", "ISNUMBER", "LN", "MAX", "PI", "ROUND", "ROW", "SIN", "SQRT", "SUM",
        "SUMPRODUCT", "TANH", "TRANSPOSE",
    }  # fmt: skip
    for name, book in books().items():
        for formula in book.formulas.values():
            assert len(formula) < 8192, name
            outside = re.sub(r"'[^']*'!", "", formula)
            assert set(re.findall(r"([A-Z.]+)\(", outside)) <= known, formula
            depth = itertools.accumulate((c == "(") - (c == ")") for c in outside)
            assert max(depth) < 64 and '"' not in outside


def test_the_last_sheet_follows_the_inputs_of_the_first() -> None:
    book = books()["walk"]
    first, *_, last = book.files
    assert first == "Entradas" and last.startswith("9 ")
    assert book.values[book.right_of(first, "T")] == 1.0 and book.values[book.right_of(first, "η")] == 0.1
    seen, front = set(), {at for at in book.formulas if at[0] == last}
    while front:
        at = front.pop()
        if at in seen:
            continue
        seen.add(at)
        for quoted, cell, end in re.findall(
            r"(?:'([^']*)'!)?\$?([A-Z]+\d+)(?::([A-Z]+\d+))?", book.formulas.get(at, "")
        ):
            assert not end  # this model is small enough for every sum to be written out
            front.add((quoted or at[0], cell))
    assert {*book.area("E"), *book.area("W_U"), book.right_of(first, "T")} & seen


def test_sums_are_written_out_while_they_are_short() -> None:
    book = books()["walk"]
    q = book.formulas[book.area("block1.q")[0]]
    assert re.fullmatch(r"'4 LayerNorm'![A-Z]+\d+\*Entradas![A-Z]+\d+(\+.*){3}", q.replace("'Entradas'", "Entradas")), q
    u = book.formulas[book.area("block1.norm1")[0]]
    assert re.fullmatch(r"\('3 [^']*'!J\d+-G\d+\)/H\d+", u), u
    wide = books()["walk, wide"]
    assert wide.formulas[wide.area("block1.q")[0]].startswith("SUM(")


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("2 The table E: where its numbers come from", "2 The table E"),
        ("8 First sum, LayerNorm, MLP and second sum", "8 First sum, LayerNorm, MLP"),
        ("2 The gradient of L with respect to E", "2 The gradient of L with"),
        ("3 Back through the last LayerNorm", "3 Back through the last"),
        ("9 O próximo token", "9 O próximo token"),
    ],
)
def test_names_of_sheets_end_with_a_word(title: str, name: str) -> None:
    assert xlsx.sheet_name(title, []) == name


def test_names_of_sheets() -> None:
    taken: list[str] = []
    for title in (
        "1 a/b\\c:d*e?f[g]'",
        "1 A b c d e f(g)’",
        "x" * 40,
        "x" * 40,
        "😀" * 20,
        "\x00\udc80",
        "'quoted'",
        "",
        "?",
    ):
        name = xlsx.sheet_name(title, taken)
        assert 0 < len(name.encode("utf-16-le")) // 2 <= 31
        assert not re.search(r"[\[\]:*?/\\']", name) and name.casefold() not in {other.casefold() for other in taken}
        taken.append(name)


def test_tokens_stay_text() -> None:
    book = books()["walk, odd tokens"]
    assert set(ODD) <= set(book.values.values())
    assert not [formula for formula in book.formulas.values() if "cmd" in formula]


def test_a_text_that_no_cell_can_hold() -> None:
    long = "x" * 40_000
    book = Book(xlsx.write(pages.page(Paragraph((long,)), Paragraph(("\udc80\x01https://example.org",)))))
    texts = [value for value in book.values.values() if isinstance(value, str)]
    assert any(len(text) == 32_767 and text.endswith("…") for text in texts)
    assert any(text.endswith("https://example.org") for text in texts)


def test_a_picture_is_made_of_the_cells_of_its_array() -> None:
    book = books()["posenc"]
    (name,) = [sheet for sheet in book.files if sheet.startswith("2 ")]
    cells = [formula for (sheet, _), formula in book.formulas.items() if sheet == name]
    assert len(cells) == 12 * 52 and all(re.fullmatch(r"'1 [^']*'![A-Z]+\d+", formula) for formula in cells)
    plain = Book(
        xlsx.write(pages.page(Heatmap([[0.25, -1.0]], -1.0, 1.0, "linha", ("a", "b")), Curve((0.0,), (2.0,), "x", "y")))
    )
    assert {0.25, -1.0, 2.0} <= set(plain.values.values()) and not plain.formulas


def test_a_large_model_has_a_cell_for_what_the_page_shows() -> None:
    small, elided = books()["walk, wide"], books()["elided"]
    assert len(elided.formulas) < len(small.formulas) / 3 and not elided.areas
    assert any("--full" in value for value in elided.values.values() if isinstance(value, str))
    assert not any(
        "--full" in value for (sheet, _), value in small.values.items() if sheet == "Inputs" and isinstance(value, str)
    )


def test_a_workbook_too_large_for_memory_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xlsx, "MOST_IN_MEMORY", 0)
    for name in ("walk, odd tokens", "train-step", "posenc"):
        book = Book(xlsx.write(documents()[name]))
        assert book.formulas == books()[name].formulas and book.values == books()[name].values


def test_after_several_steps_the_weights_are_plain_numbers() -> None:
    book = books()["train-step, three"]
    assert not set(book.area("after.E")) & set(book.formulas)
    assert any(str(value).startswith("The formulas follow the first training step") for value in book.values.values())


def test_a_page_larger_than_a_sheet() -> None:
    table = Table(("",) * 17_000, (("",) * 17_000,))
    with pytest.raises(HandcalcError, match="does not fit into a workbook"):
        xlsx.write(pages.page(table))


def test_without_the_package_it_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['xlsxwriter'] = None\n"
        "import handcalc\n"
        "try: handcalc.walk().to('xlsx')\n"
        "except handcalc.HandcalcError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "The format xlsx needs the package XlsxWriter; pip install XlsxWriter installs it.\n"


# The number formats


@pytest.mark.parametrize("program", list(spreadsheets.PROGRAMS))
def test_numbers_print_as_on_the_page(program: str, tmp_path: Path) -> None:
    outputs.tool(spreadsheets.PROGRAMS[program][0])
    array = pages.grid([[-0.0001, 0.0001, -0.0006, 0.0006, 1.5, -2.25, -0.0, 123.4567, 12_500_000.0]])
    cells = tuple(Number(Ref(array, (0, c))) for c in range(9))
    values = (Value(1e-5, "exact"), Value(-0.00001234, "scientific"), Value(7, "integer"), Value(-0.0004))
    table = Table(("",) * 14, ((Token("t"), *cells, *values),))
    path = tmp_path / "page.xlsx"
    path.write_bytes(xlsx.write(pages.page(table, locale=pages.locale(".", ", "))))
    shown = spreadsheets.as_shown(program, path)
    assert shown.splitlines()[-1].replace("−", "-").split(";")[1:14] == [
        "0.000", "0.000", "-0.001", "0.001", "1.500", "-2.250", "0.000", "123.457", "1.250E+7", "0.00001", "-1.23E-5", "7",
        "0.000",
    ]  # fmt: skip


# The reader of the trees


def reader(tape: Tape, whole: bool = True) -> sheet.Reader:
    """Arrays of a tape one under another on the sheet `a b`, each from column B on."""
    tops: dict[str, int] = {}
    for name in tape.numbers:
        tops[name] = sum(len(tape.numbers[other]) for other in tops)

    def place(ref: Ref) -> sheet.Place | None:
        return sheet.Place(0, tops[ref.array.name] + ref.at[0], 1 + ref.at[1]) if ref.array.name in tops else None

    return sheet.Reader(["a b", "c"], place, {Num(2.0, "T"): sheet.Place(1, 0, 1)}, whole)


def grid(rows: int, columns: int, name: str, tape: Tape) -> Var:
    return tape.given(
        name, Symbol(name), np.arange(1.0, rows * columns + 1).reshape(rows, columns), axes(rows, columns)
    )


def test_signs_hold_tighter_than_powers_and_powers_are_bracketed() -> None:
    tape = Tape()
    a = grid(1, 3, "a", tape)
    x, y, z = (Ref(a, (0, c)) for c in range(3))
    spelled = {
        call("neg", power(x, 2)): "-(B1^2)",
        power(Num(-2), 2): "(-2)^2",
        power(call("neg", x), 2): "(-B1)^2",
        call("pow", x, call("pow", y, Num(2))): "B1^(C1^2)",
        call("pow", call("pow", x, y), Num(2)): "(B1^C1)^2",
        div(x, mul(y, z)): "B1/(C1*D1)",
        sub(x, sub(y, z)): "B1-(C1-D1)",
        mul(add(x, y), Num(-0.5)): "(B1+C1)*(-0.5)",
        call("exp", call("neg", div(power(x, 2), Num(2)))): "EXP(-(B1^2/2))",
        div(x, Num(2.0, "T")): "B1/'c'!B1",
        div(Num(2), Num(math.pi, "π")): "2/PI()",
        mul(Num(1e-12), x): "1E-12*B1",
    }
    for expr, text in spelled.items():
        assert reader(tape).read(expr, 0) == (text, False)
    assert reader(tape).read(x, 1).text == "'a b'!B1"


def test_long_sums_become_ranges() -> None:
    tape = Tape()
    a, b, c = grid(1, 30, "a", tape), grid(1, 30, "b", tape), grid(30, 1, "c", tape)
    row, other, column = ([Ref(v, at) for at in v.cells()] for v in (a, b, c))
    read = reader(tape).read
    assert read(add(*row), 0) == ("SUM(B1:AE1)", False)
    assert read(call("max", *row), 0) == ("MAX(B1:AE1)", False)
    assert read(add(*map(mul, row, other)), 0) == ("SUMPRODUCT(B1:AE1,B2:AE2)", False)
    assert read(add(*map(mul, row, column)), 0) == ("SUM(B1:AE1*TRANSPOSE(B3:B32))", True)
    assert read(add(*[power(sub(x, row[0]), 2) for x in row]), 0) == ("SUMPRODUCT((B1:AE1-B1)^2)", False)
    assert read(add(*[call("exp", sub(x, row[0])) for x in row]), 0) == ("SUM(EXP(B1:AE1-B1))", True)
    assert read(add(*row[:24]), 0).text.count("+") == 23
    assert read(add(*row[:10], *row[12:]), 0).text == "SUM(B1:K1)+SUM(N1:AE1)"
    waves = [call("cos", div(Num(40), Num(k))) for k in range(2, 62, 2)]
    assert read(add(*waves), 0) == ("SUM(COS(40/(2+2*(ROW($1:$30)-1))))", True)


def test_what_has_no_cell_comes_together_in_one_number() -> None:
    tape, elsewhere = Tape(), Tape()
    a, b = grid(1, 30, "a", tape), grid(1, 30, "b", elsewhere)
    terms = [*[Ref(a, (0, c)) for c in range(2)], *[Ref(b, (0, c)) for c in range(30)]]
    assert reader(tape, False).read(add(*terms), 0).text == "B1+C1+465"
    assert reader(tape, False).read(call("max", *terms), 0).text == "MAX(B1,C1,30)"
    assert reader(tape, False).read(mul(Ref(b, (0, 1)), Ref(a, (0, 0))), 0).text == "2*B1"


def test_the_largest_of_a_row() -> None:
    tape = Tape()
    a = grid(2, 3, "a", tape)
    row = [Ref(a, (0, c)) for c in range(3)]
    text = "IF(C1=MAX(B1:D1),1/COUNTIF(B1:D1,MAX(B1:D1)),0)"
    assert reader(tape).read(Apply("argmax", (row[1], *row)), 0).text == text
    b = grid(1, 300, "b", Tape())  # without cells
    cells = [*row, *[Ref(b, at) for at in b.cells()], Ref(b, (0, 299))]
    text = reader(tape, False).read(Apply("argmax", (row[1], *cells)), 0).text
    assert text == "IF(C1=MAX(B1:D1,300),1/2,0)"


# Where the temperature can be changed


def test_only_a_format_that_can_be_changed_divides_by_a_temperature_of_1() -> None:
    result = handcalc.walk(language="en")
    assert "scaled" not in result.values and "T = 1" not in str(result)
    whole = Book(result.to("xlsx"))  # type: ignore[arg-type]
    assert "scaled" in whole.areas and any("T = 1 divides" in str(value) for value in whole.values.values())
    part = Book(result.step(9).only("tables").to("xlsx"))  # type: ignore[arg-type]
    assert list(part.files) == ["Inputs", "9 The next token"] and "scaled" in part.areas


def test_training_is_counted_once() -> None:
    done: list[int] = []
    handcalc.train_step(steps=3, progress=done.append).to("xlsx")
    assert done == [1, 2, 3]


def test_nothing_warns() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        handcalc.walk().to("xlsx")
