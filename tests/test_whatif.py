"""Several values side by side: how a list is read, which run the page walks, and what the last step compares."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path

import numpy as np
import pytest

import handcalc
import outputs
import spreadsheets
from handcalc import cli, formats, request
from handcalc.doc import Number, Table
from handcalc.errors import HandcalcError
from handcalc.lessons.options import Options
from handcalc.lessons.walk import walk
from handcalc.model import load
from handcalc.result import Result
from handcalc.tape import Var
from models import random_model

TEXT = "o gato subiu no"


# How a list is read


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("0,5", [0.5]),
        ("0.5", [0.5]),
        (" 2 ", [2.0]),
        ("1,2", [1.2]),
        ("0.5,1,2", [0.5, 1, 2]),
        ("0,5;1;2", [0.5, 1, 2]),
        ("0,5; 1; 2", [0.5, 1, 2]),
        ("0,5 1 2", [0.5, 1, 2]),
        ("0,5, 1, 2", [0.5, 1, 2]),
        ("0,5\t1\n2", [0.5, 1, 2]),
        ("1;2", [1, 2]),
        ("1, 2", [1, 2]),
        ("1 ,2", [1, 2]),
        ("1.0,2.0", [1, 2]),
        ("0.125,1", [0.125, 1]),
        ("1e-5; 2e3", [1e-5, 2000]),
        ("2;0", [2, 0]),
        ([0.5, 1], [0.5, 1]),
        ((1, "0,5"), [1, 0.5]),
        (np.array([1.0, 2.0]), [1, 2]),
        (np.float64(2), [2]),
        (range(1, 4), [1, 2, 3]),
        (0, [0]),
    ],
)
def test_temperatures(given, read):
    assert request.temperatures(given) == tuple(read)


@pytest.mark.parametrize(
    ("given", "read"),
    [("1,2,4", [1, 2, 4]), ("1,2", [1, 2]), ("1;2", [1, 2]), ("4 2", [4, 2]), ("4, 2", [4, 2]), ("2", [2]), (2, [2])],
)
def test_numbers_of_heads(given, read):
    assert request.head_counts(given) == tuple(read)


@pytest.mark.parametrize("given", ["1,2,4", "0,5,1,2", "0,05,1", "1,000,5", "1,000.5", "1.000,5", "0,1,2"])
def test_commas_that_can_be_read_in_several_ways_are_refused(given):
    with pytest.raises(HandcalcError, match="several ways; between values put semicolons") as error:
        request.temperatures(given)
    assert str(error.value).startswith(f"temperature is “{given}”")


@pytest.mark.parametrize(
    ("read", "given", "sentence"),
    [
        (request.temperatures, "−1;2", "temperature was read as the values −1; 2; “−1” is no finite number"),
        (request.temperatures, "1;;2", "the values 1; ; 2; “” is no finite number, 0 or more."),
        (request.temperatures, "0,5;0,5,1", "“0,5,1” is no finite number"),
        (request.temperatures, "a,b", "the values a; b; “a” is no"),
        (request.temperatures, "1;1.0", "the values 1; 1.0; 1.0 stands there twice."),
        (request.temperatures, [], "read as 0 values; from 1 to 12"),
        (request.temperatures, list(range(13)), "read as 13 values; from 1 to 12"),
        (request.temperatures, [1, math.nan], "“nan” is no finite number"),
        (request.head_counts, "1,x", "heads was read as the values 1; x; “x” is no whole number from 1 to 1024."),
        (request.head_counts, "2,0", "“0” is no whole number"),
        (request.head_counts, "1.5", "heads is 1.5, expected a whole number"),
    ],
)
def test_a_wrong_list_says_what_was_read(read, given, sentence):
    with pytest.raises(HandcalcError) as error:
        read(given)
    assert sentence in str(error.value)


@pytest.mark.parametrize("command", ["backward", "train-step", "show"])
@pytest.mark.parametrize("asked", [["--temp", "0.5,1"], ["--heads", "1,2"]])
def test_other_commands_take_one_value(command, asked, capsys):
    assert cli.main([command, *asked, "--lang", "en"]) == 2
    out, err = capsys.readouterr()
    values = asked[1].replace(",", "; ")
    assert out == ""
    assert err == f"{asked[0]} was read as the values {values}; {command} takes one value, walk compares several.\n"


def test_too_many_pairs_are_refused():
    with pytest.raises(HandcalcError, match="make 15 pairs; at most 12"):
        handcalc.walk(temperature=[1, 2, 3, 4, 5], heads=[1, 2, 4])


def test_a_number_of_heads_that_does_not_divide_is_refused():
    with pytest.raises(HandcalcError, match="3 heads do not divide d = 4; possible numbers of heads: 1, 2, 4"):
        handcalc.walk(heads=[2, 3])


def test_too_many_scores_of_all_heads_together_are_refused():
    model = random_model(1, d=64, heads=16, max_length=800, positions="sinusoidal")
    with pytest.raises(HandcalcError, match="attention alone would compute 40960000 scores"):
        walk(model, "a" * 640, Options(head_counts=(64, 32, 4), temperature=1.0))


# The cases


def the_tables(page) -> list[Table]:
    """The tables that compare: those whose header has an `=`."""
    return [
        block
        for block in page.document.steps[-1].blocks
        if isinstance(block, Table) and page.document.settings.get("what_if") and block.header[-1] is not None
    ][-len(the_heads(page)) :]


def the_heads(page) -> list[int]:
    what = page.document.settings["what_if"]
    return what["heads"] if len(what) == 2 else [0]


def numbers(table: Table) -> list[list[float]]:
    return [[cell.ref.value for cell in row if isinstance(cell, Number)] for row in table.rows]


def alone(t: int = -1, **options) -> tuple[np.ndarray, np.ndarray]:
    """z and p of one row of a walk with these values alone."""
    values = handcalc.walk(TEXT, **options).values
    return values["logits"][t], values["probabilities"][t]


def test_each_column_is_the_run_with_that_temperature_alone():
    page = handcalc.walk(TEXT, temperature="0,5; 1; 2", language="en")
    z, p = alone()
    order = np.argsort(-p)
    (table,) = the_tables(page)
    shown = np.array(numbers(table))
    for column, T in zip(shown.T, (0.5, 1, 2), strict=True):
        by_hand = np.exp(z / T) / np.exp(z / T).sum()
        assert np.allclose(column, by_hand[order], rtol=0, atol=1e-15)
        assert np.array_equal(column, alone(temperature=T)[1][order])
    assert shown[0].round(3).tolist() == [0.761, 0.395, 0.208]
    assert table.strong == {(0, 1), (0, 2), (0, 3)}
    assert page.document.settings["temperature"] == 1.0  # the page's own T, and among those given
    assert page.document.settings["what_if"] == {"temperature": [0.5, 1.0, 2.0]}


def test_each_pair_of_columns_is_the_run_with_those_heads_alone():
    page = handcalc.walk(TEXT, heads="4,1,2", language="en")
    order = np.argsort(-alone()[1])
    (table,) = the_tables(page)
    shown = np.array(numbers(table)).T
    for i, h in enumerate((4, 1, 2)):
        z, p = alone(heads=h)
        assert np.array_equal(shown[2 * i], z[order])
        assert np.array_equal(shown[2 * i + 1], p[order])
    assert page.document.settings["heads"] == 2
    gato = [row[0].text for row in table.rows].index("␣gato")
    assert table.strong == {(gato, 2), (gato, 4), (0, 6)}  # p of four heads, of one, of two
    assert "The most likely token changes: ␣gato with p = 0.306 at h = 4" in page.to("text", width=1000)


def test_both_at_once_make_a_table_for_each_number_of_heads():
    page = handcalc.walk(TEXT, heads="1 2", temperature="2 0,5", language="pt")
    order = np.argsort(-alone(temperature=2)[1])
    tables = the_tables(page)
    assert [len(table.header) for table in tables] == [4, 4]
    for h, table in zip((1, 2), tables, strict=True):
        shown = np.array(numbers(table)).T
        assert np.array_equal(shown[0], alone(heads=h)[0][order])
        for column, T in zip(shown[1:], (2, 0.5), strict=True):
            assert np.array_equal(column, alone(heads=h, temperature=T)[1][order])
    assert page.document.settings["temperature"] == 2.0  # 1, the model's own, is not among them
    text = page.to("text", width=1000)
    assert "z, h = 1   p, T = 2   p, T = 0,5" in text
    assert "com h = 2, ␣telhado tem p = 0,761 para T = 0,5; p = 0,208 para T = 2. Quanto menor T" in text


@pytest.mark.parametrize(
    ("asked", "walked"),
    [({"heads": [1, 2, 4]}, (2, 1.0)), ({"heads": [4, 1]}, (4, 1.0)), ({"temperature": [3, 0.5]}, (2, 3.0))],
)
def test_the_steps_are_those_of_the_models_own_value_or_of_the_first(asked, walked):
    page = handcalc.walk(TEXT, language="en", **asked)
    heads, T = walked
    same = handcalc.walk(TEXT, language="en", heads=heads, temperature=T)
    assert page.document.steps[:-1] == same.document.steps[:-1] or str(page.step("1-8")) == str(same.step("1-8"))
    for name, array in same.values.items():
        assert np.array_equal(page.values[name], array)
    said = [line for line in page.to("text", width=1000).splitlines() if "The end of the last step compares" in line]
    assert said[0].endswith(f"for {'h' if 'heads' in asked else 'T'} = {heads if 'heads' in asked else int(T)}.")


def test_every_row_has_its_table():
    page = handcalc.walk(TEXT, temperature=[1, 2], row="all", language="en")
    tables = [b for b in page.document.steps[-1].blocks if isinstance(b, Table) and len(b.header) == 3]
    assert len(tables) == 5
    for t, table in enumerate(tables):
        for column, T in zip(np.array(numbers(table)).T, (1, 2), strict=True):
            assert sorted(column) == sorted(alone(t, temperature=T)[1])


def test_at_temperature_zero_the_ties_share_and_are_emphasized():
    model = load("gato")
    model = model.changed(weights={**model.weights, "W_U": np.zeros_like(model.weights["W_U"])})
    page = walk(model, TEXT, Options(temperatures=(0.0, 1.0), temperature=1.0))
    table = page.steps[-1].blocks[-2]
    assert {c for _, c in table.strong} == {1, 2} and len(table.strong) == 24
    said = page.steps[-1].blocks[-1].text
    assert said[0] == "All logits of this row are equal, so "
    page = handcalc.walk(TEXT, temperature="0; 1", language="en")
    assert [row[0] for row in numbers(the_tables(page)[0])] == [1.0, *[0.0] * 11]
    assert "p = 1.000 at T = 0; p = 0.395 at T = 1." in page.to("text", width=1000)


def test_what_changes_nothing_is_said():
    text = handcalc.walk(TEXT, heads=[1, 2], block="x + mlp(norm(x))", language="en").to("text", width=1000)
    assert "The block has no attention, so h changes nothing." in text
    text = handcalc.walk("o", heads=[1, 2], language="pt").to("text", width=1000)
    assert "Um token que só vê a si mesmo tem peso 1 em qualquer cabeça" in text
    text = handcalc.walk(TEXT, heads=[1, 2], row=1, language="pl").to("text", width=1000)
    assert "Token, który widzi tylko siebie, ma w każdej głowie wagę uwagi 1" in text


def test_a_winner_that_stays_is_named_once():
    text = handcalc.walk("o gato", heads=[1, 2, 4], language="en").to("text", width=1000)
    (said,) = re.findall(r"The most likely token stays (.*)\.$", text, re.M)
    values = [alone_of("o gato", h) for h in (1, 2, 4)]
    assert said == f"{values[0][0]}: " + "; ".join(
        f"p = {p:.3f} at h = {h}" for (_, p), h in zip(values, (1, 2, 4), strict=True)
    )


def alone_of(text: str, heads: int) -> tuple[str, float]:
    """The most likely token after `text` and its p."""
    p = handcalc.walk(text, heads=heads).values["probabilities"][-1]
    return load("gato").vocabulary[int(p.argmax())], float(p.max())


def test_the_pencil_compares_rounded_numbers():
    page = handcalc.walk(TEXT, temperature=[1, 0.5], heads=[2, 1], pencil=True, language="en")
    for table, h in zip(the_tables(page), (2, 1), strict=True):
        for column, T in zip(np.array(numbers(table)).T[1:], (1, 0.5), strict=True):
            assert sorted(column) == sorted(alone(heads=h, temperature=T, pencil=True)[1])
            assert np.array_equal(column, column.round(3))


def test_without_output_there_is_nothing_to_compare(tmp_path):
    source = (Path(handcalc.__file__).parent / "models" / "gato.toml").read_text(encoding="utf-8")
    path = tmp_path / "ends.toml"
    path.write_text(re.sub(r"W_U = \[.*?\n\]\n", "", source, flags=re.S).replace('target = "␣telhado"', ""), "utf-8")
    for asked in ({"heads": [1, 2]}, {"temperature": [1, 2]}):
        with pytest.raises(HandcalcError, match="has no output"):
            handcalc.walk(model=path, **asked)


def test_numbers_without_bounds_are_refused_by_name():
    with pytest.raises(HandcalcError, match=r"beyond all bounds at T1e_320\.scaled"):
        handcalc.walk(TEXT, temperature=[1, 1e-320])


@pytest.mark.parametrize("asked", [{"text": ""}, {"digits": 16}])
def test_what_is_wrong_elsewhere_is_still_said(asked):
    with pytest.raises(HandcalcError):
        handcalc.walk(temperature=[1, 2], **asked)


# Names, and the work of every number


def everything() -> Result:
    return handcalc.walk(TEXT, temperature=[0.5, 1, 2], heads=[1, 2], language="pt")


def test_names_are_fit_for_files_of_all_kinds():
    page = everything()
    own = set(handcalc.walk(TEXT).values)
    new = set(page.values) - own
    assert {"T0.5.probabilities", "heads1.logits", "heads1.T2.probabilities", "heads1.block1.head1.weights"} <= new
    assert {name.partition(".")[0] for name in new} == {"T0", "T2", "heads1"}
    assert all(re.fullmatch(r"[A-Za-z][\w.]*", name) for name in new)  # as a spreadsheet names its cells
    data = json.loads(str(page.to("json")))
    assert set(data["values"]) == set(page.values)
    refs = re.findall(r'"ref": "([^"\[]+)\[', str(page.to("json")))
    assert (
        {"T0.5.probabilities", "heads1.T2.probabilities"} <= set(refs) <= {*page.values, "random"}
    )  # a row drawn for show


def test_every_number_of_the_columns_shows_its_work():
    page = everything()
    tape = {name: var for name, var in page.document.values.items() if isinstance(var, Var)}
    for table in the_tables(page):
        for row in table.rows:
            for cell in row:
                if isinstance(cell, Number):
                    assert cell.ref.array is tape[cell.ref.array.name] and cell.ref.work() is not None
    html = str(page.to("html"))
    # The work of a number of another run has that run above its letters, with the decimal comma of the page.
    assert re.search(r"<mi[^>]*>T</mi><mo>=</mo><mn>0,5</mn>", html)
    assert re.search(r"<mi[^>]*>h</mi><mo>=</mo><mn>1</mn><mo>;</mo><mi[^>]*>T</mi><mo>=</mo><mn>0,5</mn>", html)


def test_nothing_is_computed_that_does_not_change():
    page = handcalc.walk(TEXT, temperature=[0.5, 1, 2])
    new = set(page.values) - set(handcalc.walk(TEXT).values)
    parts = ("scaled", "probabilities", "probabilities.exp", "probabilities.sum")
    assert new == {f"{T}.{part}" for T in ("T0.5", "T2") for part in parts}


@pytest.mark.parametrize("name", formats.names())
def test_every_format_writes_the_columns(name):
    if name == "xlsx":
        pytest.importorskip("xlsxwriter")
    whole = everything()
    for page in (whole, whole.step(9).only("tables"), handcalc.walk(TEXT, temperature=[0, 1], digits=1)):
        assert len(page.to(name)) > 300
    text = handcalc.walk(TEXT, temperature=[0.5, 1, 2], digits=7, language="en").step(9).to(name)
    if isinstance(text, str) and name not in ("json", "html"):
        assert f"{alone(temperature=0.5)[1].max():.7f}" in text.replace("{,}", ".").replace('","', ".")


def test_in_a_workbook_each_temperature_has_a_cell_of_its_own():
    pytest.importorskip("xlsxwriter")
    book = spreadsheets.Book(
        bytes(handcalc.walk(TEXT, temperature=[0.5, 1, 2], heads=[1, 2], language="en").to("xlsx"))
    )
    first = next(iter(book.files))
    cells = [book.right_of(first, f"T = {T}") for T in ("0.5", "1", "2")]
    assert [book.values[cell] for cell in cells] == [0.5, 1.0, 2.0]
    for name, cell in zip(("T0.5.scaled", "scaled", "heads1.T2.scaled"), cells, strict=True):
        column = cell[1]
        for at in book.area(name):
            assert re.search(rf"/'?{first}'?!{column}$", book.formulas[at])


@pytest.mark.parametrize("program", spreadsheets.PROGRAMS)
def test_another_temperature_in_a_workbook_changes_its_own_columns_alone(program, tmp_path):
    pytest.importorskip("xlsxwriter")
    command, compute = spreadsheets.PROGRAMS[program]
    outputs.tool(command)
    asked = {"temperature": [0.5, 1, 2], "heads": [1, 2], "language": "en"}
    page = handcalc.walk(TEXT, **asked)
    book = spreadsheets.Book(bytes(page.to("xlsx")))
    changed = book.spoiled({book.right_of(next(iter(book.files)), "T = 0.5"): 0.25})
    found = compute({"changed": changed}, tmp_path)["changed"]
    for name, heads, T in (
        ("T0.5.probabilities", 2, 0.25), ("heads1.T0.5.probabilities", 1, 0.25), ("probabilities", 2, 1),
        ("heads1.probabilities", 1, 1), ("T2.probabilities", 2, 2), ("heads1.T2.probabilities", 1, 2),
    ):  # fmt: skip
        expected = handcalc.walk(TEXT, temperature=T, heads=heads).values["probabilities"].ravel()
        assert np.allclose([found.number(at) for at in book.area(name)], expected, rtol=0, atol=1e-12), name


def test_a_page_that_compares_nothing_is_as_it_was():
    page = handcalc.walk(TEXT, temperature=1, heads=[2], language="en")
    assert str(page) == str(handcalc.walk(TEXT, language="en"))
    assert "what_if" not in page.document.settings


def test_the_command_line_compares(capsys):
    assert cli.main(["walk", TEXT, "--temp", "0,5; 1; 2", "--heads", "1,2,4", "--step", "9", "--lang", "pl"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.count("p, T = 0,5") == 3
    assert "Zmienia się najbardziej prawdopodobny token; przy T = 1: ␣gato" in " ".join(out.split())


def test_equal_probabilities_are_not_taken_for_equal_logits() -> None:
    page = handcalc.walk(temperature="1000;2000", pencil=True, language="en")
    assert "All logits of this row are equal" not in str(page)
