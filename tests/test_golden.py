"""One document for each format and language, as a person has read it. `pytest tests/test_golden.py --rewrite` writes
them anew: read the difference, and look at what their programs make of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from handcalc import formats
from outputs import LANGUAGES, assert_alike, page

FOLDER = Path(__file__).parent / "golden"
OTHERWISE = ("xlsx",)  # its document is examples/walk.xlsx, read by tests of its own
GOLDEN = [(format, language) for format in formats.names() if format not in OTHERWISE for language in LANGUAGES]


def name_of(format: str, language: str) -> str:
    return f"walk-{language}.{(*formats.load(format).ENDINGS, format)[0]}"


@pytest.mark.parametrize(("format", "language"), GOLDEN)
def test_a_document_is_as_it_was_read(format, language, request):
    """Steps 4 and 6 of the walk: sentences, mathematics in them, formulas, tables, a picture."""
    settings = {"width": 100, "encoding": "utf-8", "color": "truecolor"} if format == "terminal" else {}
    written = str(page("walk", language).step("4,6").to(format, **settings))
    path = FOLDER / name_of(format, language)
    if request.config.getoption("--rewrite"):
        path.write_text(written, encoding="utf-8", newline="")
    read = path.read_bytes().decode("utf-8")
    if format == "json":  # all digits
        assert_alike(written, read)
    else:
        assert written == read


def test_there_is_no_document_that_nothing_writes():
    wanted = {name_of(format, language) for format, language in GOLDEN}
    assert {path.name for path in FOLDER.iterdir()} == wanted
