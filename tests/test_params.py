"""Where the weights are: the page's figures to the unit, and for any model the numbers that its run reads."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import handcalc
import models
import outputs
import spreadsheets
from handcalc import HandcalcError, cli, lang
from handcalc.doc import Document, Number, Paragraph, Table, Value
from handcalc.lessons.options import Options
from handcalc.lessons.params import params
from handcalc.model import Model, load

# The page "Onde estão os pesos" (seeds/000): the toy model's figures as they stand there, GPT-2's to the unit.
PIECES = ("E", "P", "W_QKV", "W_O", "MLP", "W_U")
TOY = (48, 32, 48, 16, 64, 48)
GPT_2 = (38_597_376, 786_432, 21_233_664, 7_077_888, 56_623_104)

TWO_BLOCKS = "examples/two-blocks.toml"
LEARNED = "examples/learned-norm.toml"


def page(*names: str, language: str = "en") -> handcalc.result.Result:
    return handcalc.params(*names, language=language)


def counts(result: handcalc.result.Result, name: str) -> dict[str, int]:
    """What a page counts of a model."""
    values = result.values
    found = {key.removeprefix(f"{name}."): array for key, array in values.items() if key.startswith(f"{name}.")}
    return {key: int(array) for key, array in found.items() if not key.endswith(".share")}


def table(document: Document, step: int, number: int = 0) -> Table:
    """A table of a step."""
    return [block for block in document.steps[step - 1].blocks if isinstance(block, Table)][number]


def text_of(document: Document) -> str:
    from handcalc import formats

    return str(formats.load("text").write(document))


# The figures of the pages


def test_the_toy_model_and_gpt_2_have_the_figures_of_the_page() -> None:
    result = page()
    toy, gpt = counts(result, "gato"), counts(result, "gpt2-small")
    assert tuple(toy[piece] for piece in PIECES) == TOY
    assert toy["total"] == 256 and "matrices" not in toy
    assert tuple(gpt[piece] for piece in PIECES[:-1]) == GPT_2
    assert "W_U" not in gpt
    assert (gpt["matrices"], gpt["biases"], gpt["norms"]) == (124_318_464, 82_944, 38_400)
    assert gpt["total"] == 124_439_808


def test_the_polish_lab_has_576_weights() -> None:
    assert counts(page("klocki"), "klocki")["total"] == 576


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("pt", "38,6 milhões; 786 mil; 21,2 milhões; 7,1 milhões; 56,6 milhões; ; 124 milhões"),
        ("pl", "38,6 mln; 786 tys.; 21,2 mln; 7,1 mln; 56,6 mln; ; 124 mln"),
        ("en", "38.6 million; 786 thousand; 21.2 million; 7.1 million; 56.6 million; ; 124 million"),
    ],
)
def test_large_counts_are_said_as_the_page_says_them(language: str, said: str) -> None:
    rows = page(language=language).step(2).to("csv")
    fields = [line.split(";" if language != "en" else ",") for line in str(rows).splitlines()]
    column = [row[-1] if len(row) > 4 else "" for row in fields]
    start = next(i for i, row in enumerate(fields) if row[-1].startswith("38"))
    assert "; ".join(column[start : start + 7]) == said


@pytest.mark.parametrize(
    ("language", "exact", "short"),
    [("pt", "38.597.376", "1.024·768"), ("pl", "38\u00a0597\u00a0376", "1024·768"), ("en", "38,597,376", "1,024·768")],
)
def test_counts_have_the_digit_groups_of_their_language(language: str, exact: str, short: str) -> None:
    said = page(language=language).step("2,4")
    text = str(said)
    assert text.count(exact) == 3  # in the table, in its own work, in that of the total
    assert f" = {short} = " in text
    for format in ("markdown", "latex"):
        written = {",": "{,}", ".": ".", "\u00a0": r"\,"}[exact[2]]
        assert exact.replace(exact[2], written) in str(said.to(format))


@pytest.mark.parametrize(
    ("count", "pt", "pl"),
    [
        (999, "", ""),
        (1000, "1 mil", "1 tys."),
        (1249, "1,2 mil", "1,2 tys."),
        (99_960, "100 mil", "100 tys."),
        (786_432, "786 mil", "786 tys."),
        (999_499, "999 mil", "999 tys."),
        (999_500, "1 milhão", "1 mln"),
        (1_240_000, "1,2 milhão", "1,2 mln"),
        (1_960_000, "2 milhões", "2 mln"),
        (124_500_000, "125 milhões", "125 mln"),
    ],
)
def test_how_a_count_is_said(count: int, pt: str, pl: str) -> None:
    """A model whose only table is E, of so many numbers."""
    model = Model(
        name="m", vocabulary=("a",), d=count, weights={"E": np.broadcast_to(0.0, (1, count))}, block=("x",), final="x"
    )
    for language, said in (("pt", pt), ("pl", pl)):
        document = params({"m": model}, Options(language=language))
        line = next(line for line in text_of(document).splitlines() if line.strip().startswith(("total ", "razem ")))
        exact = (
            str(count)
            if language == "pl" and count < 10_000
            else f"{count:,}".replace(",", ".\u00a0"[language == "pl"])
        )
        assert line.split(maxsplit=1)[1].strip().split(exact)[1].strip() == said


# Any model


def weights_read(case: models.Case) -> dict[str, int]:
    """The weights that a run of the case puts on its tape, with how many numbers each has."""
    tape = case.forward().tape
    given = {entry.name for entry in tape.entries.values() if entry.op is None}
    return {name: tape[name].data.size for name in given & set(case.model.weights) - {"x"}}


@pytest.mark.parametrize("case", models.cases(), ids=lambda case: case.name)
def test_the_weights_counted_are_those_that_a_run_reads(case: models.Case) -> None:
    read = weights_read(case)
    assert set(case.model.read()) == set(read)
    document = params({"m": case.model}, Options())
    values = {name: int(var.data) for name, var in document.values.items() if not name.endswith(".share")}
    assert values["m.total"] == sum(read.values())
    beside = {
        "biases": sum(size for name, size in read.items() if ".b_" in f".{name}"),
        "norms": sum(size for name, size in read.items() if name.endswith((".gain", ".bias"))),
    }
    assert {name: values.get(f"m.{name}", 0) for name in beside} == beside
    if any(beside.values()):
        assert values["m.matrices"] == values["m.total"] - sum(beside.values())
    for var in document.values.values():
        work = var.work(())
        assert work is None or handcalc.expr.value(work) == pytest.approx(float(var.data), rel=1e-15)


def test_blocks_that_differ_are_counted_one_by_one() -> None:
    """Block 2 of the example has no W_O; everything else stands in both."""
    result = page("gato", TWO_BLOCKS)
    found = counts(result, "two-blocks")
    assert (found["W_QKV"], found["W_O"], found["MLP"]) == (2 * 3 * 16, 16, 2 * (24 + 24))
    assert found["total"] == 24 + 96 + 16 + 96 + 24
    text = str(result)
    assert "N_QKV = B·3·d·d = 2·3·4·4 = 96" in text
    assert "N_O   = d·d = 4·4 = 16" in text
    assert "The blocks of two-blocks are not alike in W_O" in text
    assert re.search(r"W_O +B·\(d × d\) or d × d ", text)


def test_heads_of_their_own_size_have_letters_of_their_own() -> None:
    text = str(page(LEARNED))
    assert "N_QKV = 2·d·h·d_k + d·h·d_v = 2·4·2·3 + 4·2·1 = 56" in text
    assert "N_O   = h·d_v·d = 2·1·4 = 8" in text
    assert "N_b   = 2·h·d_k + h·d_v + 2·d + d_MLP = 2·2·3 + 2·1 + 2·4 + 3 = 25" in text
    assert "N_LN  = 4·d + 2·d = 4·4 + 2·4 = 24" in text
    assert "The number of heads" not in text
    assert "The number of heads" in str(page("gato"))


def test_models_with_different_pieces_stand_side_by_side(tmp_path: Path) -> None:
    rows = tmp_path / "rows.toml"
    rows.write_text(
        "[tokens.rows]\nx1 = [0.5, 1.0]\nx2 = [1.5, 2.0]\n[sizes]\nd = 2\n[rules]\nblock = ['attention(x)']\nfinal = 'x'\n"
        "[weights]\nW_Q = 'identity'\nW_K = 'identity'\nW_V = 'identity'\n",
        encoding="utf-8",
    )
    nothing = tmp_path / "nothing.toml"
    nothing.write_text(
        "[tokens.rows]\nx1 = [0.5, 1.0]\n[sizes]\nd = 2\n[rules]\nblock = ['x']\nfinal = 'x'\n", encoding="utf-8"
    )
    result = page("gato", "auto", str(rows), str(nothing), "gpt2-small")
    lines = str(result.step(2)).split("The same")[0].splitlines()
    assert [re.split(r" {2,}", line.strip()) for line in lines if line.startswith("  ") and "─" not in line] == [
        ["part of the model", "shape", "gato", "auto", "rows", "nothing", "gpt2-small", "about"],
        ["embedding table E", "V × d", "48", "12", "given rows", "given rows", "38,597,376", "38.6 million"],
        ["position table P", "n_pos × d", "32", "sinusoidal", "786,432", "786 thousand"],
        ["W_Q, W_K, W_V", "B·3·(d × d)", "48", "48", "12", "21,233,664", "21.2 million"],
        ["W_O", "B·(d × d)", "16", "7,077,888", "7.1 million"],
        ["MLP: W_1, W_2", "B·(d × d_MLP + d_MLP × d)", "64", "56,623,104", "56.6 million"],
        ["output W_U", "d × V", "48", "tied to E"],
        ["total without biases and LayerNorms", "256", "60", "12", "0", "124,318,464", "124 million"],
        ["biases b", "B·(5·d + d_MLP)", "82,944", "82.9 thousand"],
        ["LayerNorm: gain γ, bias β", "B·4·d + 2·d", "38,400", "38.4 thousand"],
        ["total", "256", "60", "12", "0", "124,439,808", "124 million"],
    ]
    assert counts(result, "nothing") == {"total": 0}
    assert "The given rows are the input of the model" in str(result)


def test_shares_sum_to_a_hundred() -> None:
    for name, found in (("gato", 256), ("gpt2-small", 124_439_808)):
        values = page().values
        shares = {k: float(v) for k, v in values.items() if k.startswith(f"{name}.") and k.endswith(".share")}
        assert shares.pop(f"{name}.total.share") == 100
        assert sum(shares.values()) == pytest.approx(100)
        assert shares[f"{name}.E.share"] == pytest.approx(100 * int(values[f"{name}.E"]) / found)
    assert round(float(page().values["gpt2-small.MLP.share"]), 1) == 45.5


def test_a_table_wider_than_the_window_is_split() -> None:
    names = ("gato", "klocki", "auto", TWO_BLOCKS, LEARNED, "gpt2-small")
    text = str(page(*names).step(2).to("terminal", width=60, encoding="utf-8"))
    lines = re.sub(r"\x1b\[[0-9;]*m", "", text).splitlines()
    assert max(map(len, lines)) <= 60
    assert sum(line.startswith("  columns ") for line in lines) >= 2
    assert "124,439,808" in text


# What it is given


def test_the_same_name_twice_says_nothing_new(tmp_path: Path) -> None:
    assert page("gato", "gato").values.keys() == page("gato").values.keys()
    (tmp_path / "a").mkdir()
    path = str(tmp_path / "a" / "gato.toml")
    Path(path).write_text(handcalc.model_file("gato"), encoding="utf-8")
    result = page("gato", path)
    assert result.values["gato.total"] == result.values[f"{path}.total"] == 256
    assert result.document.steps[-1].name == f"The counts of {path}"


def test_a_workbook_has_a_name_for_every_array_whatever_a_file_is_called(tmp_path: Path) -> None:
    pytest.importorskip("xlsxwriter")
    names = []
    for odd in ("x y", "x_y", "3d", "it's|[a] {b}", "=cmd()"):
        path = tmp_path / f"{odd}.toml"
        path.write_text(handcalc.model_file("auto"), encoding="utf-8")
        names.append(str(path))
    book = spreadsheets.Book(bytes(page(*names).to("xlsx")))
    assert {name for name in book.areas if name.endswith(".W_QKV")} == {
        "x_y.W_QKV", "_3d.W_QKV", "it_s__a___b_.W_QKV", "_cmd__.W_QKV",
    }  # fmt: skip
    assert "x_y.W_QKV_2" in book.areas


def test_no_model_is_called_so_that_its_arrays_are_those_of_another(tmp_path: Path) -> None:
    for name in ("gato", "gato.E", "gato.E.share", "gato.total"):
        (tmp_path / f"{name}.toml").write_text(handcalc.model_file("gato"), encoding="utf-8")
    paths = sorted(map(str, tmp_path.iterdir()))
    values = page(*paths).values
    assert len(values) == 4 * len(page("gato").values)
    assert values["gato.E.share.E.share"] == 18.75


@pytest.mark.parametrize(
    ("arguments", "environment", "language"),
    [
        ([], {}, "pt"),
        (["klocki", "gato"], {}, "pl"),
        (["gpt2-small", "klocki"], {}, "en"),
        (["--format", "json", "klocki"], {}, "pl"),
        (["--heading", "3", "--format", "html", "--standalone", "klocki"], {}, "pl"),
        (["--", "klocki"], {}, "pl"),
        (["klocki"], {"HANDCALC_LANG": "pt"}, "pt"),
        (["klocki"], {"LANG": "pt_BR.UTF-8"}, "pt"),
        (["klocki", "--lang", "en"], {"HANDCALC_LANG": "pt"}, "en"),
    ],
)
def test_the_language_is_the_first_models_and_that_of_complaints(
    arguments: list[str], environment: dict[str, str], language: str,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    before = [] if "--" in arguments else ["--output", "-"]
    assert cli.main(["params", *before, *arguments]) == 0
    speaks = lang.language(language)
    assert speaks.template("Where the weights are") in capsys.readouterr().out
    assert cli.main(["params", "--only=all", *arguments]) == 2
    error = HandcalcError(
        "{option} is {found}; possible: {allowed}.", option="--only", found="all", allowed="tables, formulas"
    )
    said = speaks.error(error)
    quoted = f"{speaks.quotes[0]}all{speaks.quotes[1]}"
    assert capsys.readouterr().err.strip() == said.replace("all;", f"{quoted};", 1)


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (["nope"], "There is no model nope: neither a file nor one of the built-in models"),
        (["gato", "nope"], "There is no model nope"),
        (["gato", "."], ". is a directory"),
        (["gato", ""], 'There is no model ""'),
        (["README.md"], "README.md is not a TOML file"),
    ],
)
def test_a_model_that_is_none_gets_a_sentence(
    names: list[str], says: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(__file__).parent.parent)
    assert cli.main(["params", *names, "--lang", "en"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith(says) and err.count("\n") == 1
    with pytest.raises(HandcalcError, match=re.escape(says)):
        handcalc.params(*names, language="en")


@pytest.mark.parametrize("option", ["--digits", "--full", "--seed", "--model", "--heads"])
def test_an_option_that_would_change_nothing_is_not_offered(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["params", option, "3", "--lang", "en"]) == 2
    assert capsys.readouterr().err.startswith(f"There is no option {option}")
    with pytest.raises(TypeError, match="unexpected keyword"):
        handcalc.params("gato", **{option.strip("-"): 3})


# Formats


def test_json_has_plain_integers() -> None:
    data = json.loads(str(page().to("json")))
    assert data["model"] is None and data["settings"]["models"] == ["gato", "gpt2-small"]
    assert data["values"]["gpt2-small.total"] == {"axes": [], "data": 124439808}
    assert type(data["values"]["gpt2-small.total"]["data"]) is int
    rows = data["steps"][1]["blocks"][1]["rows"]
    assert rows[0][3] == {"ref": "gpt2-small.E", "value": 38597376} and type(rows[0][3]["value"]) is int
    assert '"value": 38597376}' in str(page().to("json"))
    assert json.loads(str(page("klocki").to("json")))["model"] == "klocki"


def test_numbers_of_the_page_are_the_cells_of_arrays() -> None:
    """But for those said in words, every number of the counts is that of a named array and so shows its work."""
    result = page()
    for number in (0, 1):
        for row in [*table(result.document, 2, number).rows, table(result.document, 2, number).total]:
            assert not any(isinstance(cell, Value) for cell in row)
            assert sum(isinstance(cell, Number) for cell in row) >= 1
    html = str(result.to("html"))
    assert 'popovertarget="params2-gato.E' in html


def test_a_spreadsheet_counts_anew(tmp_path: Path) -> None:
    """GPT-2 with rows of 1024 numbers and 24 blocks, by the workbook: 24 · 12 · d² + (V + n_pos)·d."""
    pytest.importorskip("xlsxwriter")
    outputs.tool("ssconvert")
    book = spreadsheets.Book(bytes(page().to("xlsx")))
    changed = {
        book.area("gpt2_small.d")[0]: 1024.0,
        book.area("gpt2_small.mlp_width")[0]: 4096.0,
        book.area("gpt2_small.blocks")[0]: 24.0,
    }
    computed = spreadsheets.by_gnumeric({"book": book.spoiled(changed)}, tmp_path)["book"]
    d = 1024
    matrices = 24 * 12 * d * d + (50257 + 1024) * d
    total = matrices + 24 * 9 * d + 24 * 4 * d + 2 * d
    assert computed.number(book.area("gpt2_small.matrices")[0]) == matrices
    assert computed.number(book.area("gpt2_small.total")[0]) == total
    assert computed.number(book.area("gpt2_small.E.share")[0]) == pytest.approx(100 * 50257 * d / total)
    assert computed.number(book.area("gato.total")[0]) == 256


def peak(*arguments: str) -> int:
    """The most memory that a command takes, in megabytes."""
    # Not ru_maxrss, which begins with what the process that starts this one takes.
    script = (
        "import re, sys; from handcalc import cli; cli.main(sys.argv[1:]);"
        "print(int(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1]) // 1024, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script, *arguments], capture_output=True, text=True, encoding="utf-8")
    return int(done.stderr)


@pytest.mark.skipif(sys.platform != "linux", reason="/proc tells it")
def test_nothing_is_drawn_to_be_counted() -> None:
    assert peak("params", "gpt2-small") < 120  # its weights alone would take 995
    assert peak("models") < 120


# The built-in models


def test_models_are_listed_with_a_line_each_in_every_language() -> None:
    for language in outputs.LANGUAGES:
        speaks = lang.language(language)
        rows = table(handcalc.models(language=language).document, 1).rows
        assert [row[0] for row in rows] == ["auto", "gato", "gpt2-small", "klocki"]
        for row in rows:
            assert row[1] == speaks.template(load(row[0], drawn=False).about)
            assert language == "en" or row[1] != load(row[0], drawn=False).about
        sizes = [[int(cell.value) for cell in row[2:]] for row in rows]
        assert sizes == [
            [3, 4, 1, 1, 60],
            [12, 4, 2, 1, 256],
            [50257, 768, 12, 12, 124_439_808],
            [8, 8, 2, 1, 576],
        ]


def test_the_file_of_a_model_is_printed_as_it_is(tmp_path: Path) -> None:
    for name in ("auto", "gato", "gpt2-small", "klocki"):
        path = Path(cli.__file__).parent / "models" / f"{name}.toml"
        for encoding in ("utf-8", "ascii", "cp1250"):
            environment = {**os.environ, "PYTHONIOENCODING": encoding}
            done = subprocess.run(
                [sys.executable, "-m", "handcalc", "models", name], capture_output=True, env=environment
            )
            assert (done.returncode, done.stderr) == (0, b"")
            assert done.stdout == path.read_bytes()
        assert handcalc.model_file(name) == path.read_bytes().decode("utf-8")
        copy = tmp_path / f"{name}.txt"
        assert cli.main(["models", name, "--output", str(copy), "--lang", "pl"]) == 0
        assert copy.read_bytes() == path.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["gatto"], "There is no built-in model “gatto”; the closest one is gato."),
        (["GPT2-small"], "There is no built-in model “GPT2-small”; the closest one is gpt2-small."),
        (["xyzw"], "There is no built-in model “xyzw”; possible: auto, gato, gpt2-small, klocki."),
        (["../gato"], "There is no built-in model “../gato”; the closest one is gato."),
        (["gato", "--format", "latex"], "The option --format has no place here"),
        (["gato", "--step", "1"], "The option --step has no place here"),
        (["gato", "--only", "tables"], "The option --only has no place here"),
        (["gato", "--standalone"], "The option --standalone has no place here"),
        (["gato", "--heading", "3"], "The option --heading has no place here"),
        (["gato", "--output", "/nowhere/gato.toml"], "/nowhere/gato.toml cannot be written"),
        (["gato", "klocki"], "models has no place for “klocki”"),
    ],
)
def test_what_is_refused(arguments: Sequence[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["models", *arguments, "--lang", "en"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith(says) and err.count("\n") == 1


def test_a_file_needs_no_numpy() -> None:
    code = "import sys; from handcalc import cli; cli.main(['models', 'gato']); print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, encoding="utf-8")
    assert done.stdout.endswith("\nFalse\n")


def test_each_model_has_a_step_of_its_own_and_each_letter_is_explained_once() -> None:
    steps = page("gato", "klocki", LEARNED, "gpt2-small").document.steps
    assert [step.name for step in steps[2:]] == [
        "The counts of gato", "The counts of klocki", "The counts of learned-norm", "The counts of gpt2-small",
    ]  # fmt: skip
    assert [len(step.blocks) for step in steps[2:]] == [2, 1, 2, 1]
    assert all(block.text for step in steps for block in step.blocks if isinstance(block, Paragraph))
