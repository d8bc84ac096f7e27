"""The figure of a page: the same bytes each time, labels in the page's language, and what is said where there is none."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

import handcalc
from handcalc import cli, plot
from handcalc.doc import Heatmap
from handcalc.errors import HandcalcError
from handcalc.formats.pictures import marks, reduced
from handcalc.result import Result

SIGNATURES = {"svg": b"<?xml", "pdf": b"%PDF-", "png": b"\x89PNG\r\n\x1a\n"}


@pytest.fixture
def library():
    return pytest.importorskip("matplotlib")


def texts(svg: bytes) -> list[str]:
    """What is written in a figure: the comments that stand beside the shapes of letters."""
    return re.findall(r"<!-- (.*?) -->", svg.decode("utf-8"))


SCRIPT = "import sys, handcalc; handcalc.posenc(d=32, length=20, language='pl').plot(sys.argv[1])"


@pytest.mark.parametrize("kind", plot.ENDINGS)
def test_two_processes_draw_the_same_bytes(kind, library, tmp_path):
    for name, seed in (("one", "1"), ("two", "2")):
        path = tmp_path / f"{name}.{kind}"
        env = {"PYTHONHASHSEED": seed, "MPLCONFIGDIR": str(tmp_path / name), "SOURCE_DATE_EPOCH": seed}
        done = subprocess.run([sys.executable, "-c", SCRIPT, path], capture_output=True, env=env)
        assert (done.returncode, done.stderr) == (0, b"")
    one, two = [(tmp_path / f"{name}.{kind}").read_bytes() for name in ("one", "two")]
    assert one == two
    assert one.startswith(SIGNATURES[kind])


@pytest.mark.parametrize(
    ("language", "words", "mark"),
    [
        ("en", ["The map", "position", "dimension", "The dot product by distance", "distance", "dot product"], "."),
        ("pt", ["O mapa", "posição", "dimensão", "distância", "produto escalar"], ","),
        ("pl", ["Mapa", "pozycja", "wymiar", "odległość", "iloczyn skalarny"], ","),
    ],
)
def test_a_figure_speaks_the_language_of_its_page(language, words, mark, library):
    said = texts(handcalc.posenc(d=8, length=6, language=language).figure("svg"))
    assert set(words) <= set(said)
    assert f"−0{mark}5" in said and f"1{mark}0" in said
    assert not [text for text in said if re.search(r"\d[.,]\d", text) and mark not in text]


def test_a_figure_has_no_date_and_no_fonts_of_the_system(library):
    svg = handcalc.posenc(d=4, length=3, language="en").figure("svg")
    assert b"<dc:date>" not in svg and b"font-family" not in svg and b"<text" not in svg
    assert b"CreationDate" not in handcalc.posenc(d=4, length=3, language="en").figure("pdf")


def test_settings_of_the_user_change_nothing(library):
    page = handcalc.posenc(d=4, length=3, language="en")
    plain = page.figure("svg")
    with library.rc_context({"axes.facecolor": "black", "font.size": 30, "svg.fonttype": "none", "figure.dpi": 40}):
        assert page.figure("svg") == plain
        assert library.rcParams["font.size"] == 30


@pytest.mark.parametrize("size", [{"d": 2, "length": 1}, {"d": 2, "length": 2}, {"d": 6, "length": 1, "at": 0}])
def test_the_smallest_codes_have_a_figure(size, library):
    said = texts(handcalc.posenc(**size, language="pt").figure("svg"))
    assert said.count("0") >= 1 and "1" in said and str(size["d"]) in said


def test_a_large_map_is_averaged_and_says_so(library):
    page = handcalc.posenc(d=3000, length=10, language="en")
    assert "averaged: one cell stands for 1 × 3 numbers" in texts(page.figure("svg"))
    assert not [text for text in texts(handcalc.posenc(d=512, language="en").figure("svg")) if "averaged" in text]


def test_the_picture_holds_every_number_of_the_map(library):
    """The map in a PDF is an image of one pixel a number, coloured by it."""
    page = handcalc.posenc(d=6, length=5, language="en")
    pdf = page.figure("pdf")
    found = re.search(rb"/Height 5 [^>]*?/Width 6\b|/Width 6 [^>]*?/Height 5\b", re.sub(rb"\s+", b" ", pdf))
    assert found is not None


def test_named_rows_and_hostile_names_are_drawn_as_they_are(library):
    picture = Heatmap([[0.0, 0.5], [1.0, 0.25]], 0.0, 1.0, ("$x$", "a\nb"), ("\\frac{", "x" * 60))
    document = handcalc.posenc(d=2, language="en").document
    step = document.steps[0].changed(blocks=(picture,))
    said = texts(Result(document.changed(steps=(step,))).figure("svg"))
    assert "$x$" in said and "\\frac{" in said and "x" * 19 + "…" in said and "a\\nb" in said


def test_the_heads_of_a_walk_have_a_figure(library):
    said = texts(handcalc.walk(language="pt").figure("svg"))
    assert said.count("␣gato") == 4  # a row and a column of each head


# What is refused


@pytest.mark.parametrize("name", ["map", "map.txt", "map.", "svg", ".svg", "map.svg.gz", "-"])
def test_another_ending_is_refused_before_anything_is_computed(name, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(handcalc, "posenc", None)
    assert cli.main(["posenc", "--plot", name, "--lang", "en"]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"The name {name} tells no kind of figure; its ending can be .svg, .pdf, .png.\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("lang", "said"), [("en", "A figure needs"), ("pt", "Uma figura precisa"), ("pl", "Rysunek")])
def test_without_the_library_there_is_a_sentence(lang, said, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(plot, "find_spec", lambda name: None)
    assert cli.main(["posenc", "--plot", str(tmp_path / "map.svg"), "--lang", lang]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith(said) and "pip install matplotlib" in err
    assert list(tmp_path.iterdir()) == []


def test_a_library_that_cannot_be_loaded_is_missing_too(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(HandcalcError, match="needs the package matplotlib"):
        handcalc.posenc(d=2, language="en").figure("svg")


def test_a_place_that_cannot_be_written_is_refused(tmp_path, capsys, library):
    assert cli.main(["posenc", "--plot", str(tmp_path / "no" / "map.svg"), "--lang", "en"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and "there is no directory" in err


def test_a_page_without_pictures_has_no_figure(library):
    with pytest.raises(HandcalcError, match="no picture"):
        handcalc.posenc(d=4, language="en").step(1).figure("svg")
    with pytest.raises(HandcalcError, match="kind is “jpg”; possible: svg, pdf, png"):
        handcalc.posenc(d=4, language="en").figure("jpg")


def test_too_many_pictures_are_refused(library):
    document = handcalc.posenc(d=2, length=2, language="en").document
    crowded = document.changed(steps=document.steps * 13)
    with pytest.raises(HandcalcError, match="has 26 pictures; at most 24"):
        Result(crowded).figure("svg")


def test_the_command_draws_and_prints(tmp_path, capsys, library):
    path = tmp_path / "mapa.SVG"
    assert cli.main(["posenc", "--d", "8", "--plot", str(path), "--lang", "pl", "--step", "1"]) == 0
    out, err = capsys.readouterr()
    assert err == "" and out.startswith("Krok 1 · ") and "Krok 2" not in out
    assert "Mapa" in texts(path.read_bytes())  # of the whole page
    assert [file.name for file in tmp_path.iterdir()] == ["mapa.SVG"]
    assert path.read_bytes() == handcalc.posenc(d=8, language="pl").figure("svg")


def test_matplotlib_is_loaded_for_a_figure_alone():
    code = "import sys; from handcalc import cli; cli.main(['posenc', '--d', '4', '--plot', 'x.txt'])\n"
    code += "cli.main(['posenc', '--d', '4']); print('matplotlib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, encoding="utf-8")
    assert done.stdout.endswith("False\n")


# What all pictures share


@pytest.mark.parametrize(
    ("low", "high", "most", "numbers"),
    [
        (0, 63, 7, [0, 10, 20, 30, 40, 50, 60]),
        (0, 63, 3, [0, 50]),
        (124.8, 256, 7, [140, 160, 180, 200, 220, 240]),
        (-1, 1, 5, [-1, -0.5, 0, 0.5, 1]),
        (0.1, 0.3, 3, [0.1, 0.2, 0.3]),
        (-0.007, 0.003, 6, [-0.006, -0.004, -0.002, 0, 0.002]),
        (1, 512, 8, [100, 200, 300, 400, 500]),
        (0, 1e12, 5, [0, 5e11, 1e12]),
        (3, 3, 5, [3]),
    ],
)
def test_marks_are_round_numbers(low, high, most, numbers):
    found = marks(low, high, most)
    assert len(found.numbers) <= most
    assert found.numbers == numbers
    assert all(round(x, found.decimals) == x for x in found.numbers)


def test_marks_end_where_numbers_end():
    assert marks(-1e308, 1e308, 5).numbers == [-1e308, 1e308]
    assert marks(0.0, 5e-324, 5).numbers == [0.0, 5e-324]


def test_columns_that_take_turns_are_averaged_for_themselves():
    rows = [[float(c % 2) + 10 * (c // 6) for c in range(24)] for _ in range(2)]
    small = reduced(Heatmap(rows, 0, 50, "a", "b", turns=2), 2, 8)
    assert small.data == [[0, 1, 10, 11, 20, 21, 30, 31]] * 2 and (small.tall, small.broad) == (1, 3)
    mixed = reduced(Heatmap(rows, 0, 50, "a", "b"), 2, 8)
    assert mixed.data == [[1 / 3, 2 / 3, 31 / 3, 32 / 3, 61 / 3, 62 / 3, 91 / 3, 92 / 3]] * 2
    whole = reduced(Heatmap(rows, 0, 50, "a", "b", turns=2), 2, 24)
    assert whole.data == rows


def test_the_map_keeps_its_stripes_however_narrow():
    """On the right of the map sines are near 0 and cosines near 1; a mean of both would be neither."""
    page = handcalc.posenc(language="en").step(2)
    for width in (60, 100):
        lines = [line for line in str(page.to("text", width=width)).splitlines() if re.search(r"# # # #", line)]
        assert len(lines) == 64
