"""The format `tsv`: the fields of `csv` with tabs between them."""

from __future__ import annotations

from handcalc.doc import Document
from handcalc.formats.csv import rows

ENDINGS = ("tsv", "tab")


def write(document: Document, **others: object) -> str:
    """The page as fields with tabs between them, as they are pasted into a spreadsheet. No field holds a tab."""
    return rows(document, "\t")
