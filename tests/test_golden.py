"""One document for each format and language, as a person has read it. `pytest tests/test_golden.py --rewrite` writes
them anew: read the difference, and look at what their programs make of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from handcalc import formats
from outputs import LANGUAGES, page

FOLDER = Path(__file__).parent / "golden"
OTHERWISE = ("json", "terminal", "xlsx")  # read by tests of their own
GOLDEN = [(format, language) for format in formats.names() if format not in OTHERWISE for language in LANGUAGES]


@pytest.mark.parametrize(("format", "language"), GOLDEN)
def test_a_document_is_as_it_was_read(format, language, request):
    """Steps 4 and 6 of the walk: sentences, mathematics in them, formulas, tables, a picture."""
    written = str(page("walk", language).step("4,6").to(format))
    path = FOLDER / f"walk-{language}.{formats.load(format).ENDINGS[0]}"
    if request.config.getoption("--rewrite"):
        path.write_text(written, encoding="utf-8", newline="")
    assert written == path.read_bytes().decode("utf-8")


def test_there_is_no_document_that_nothing_writes():
    wanted = {f"walk-{language}.{formats.load(format).ENDINGS[0]}" for format, language in GOLDEN}
    assert {path.name for path in FOLDER.iterdir()} == wanted
