"""The format `text`: plain characters, for pipes, files and lecture notes. Knows the layout alone."""

from __future__ import annotations

from handcalc.doc import Document
from handcalc.formats.layout import lay_out

ENDINGS = ("txt",)


def write(document: Document, *, width: int | None = None, encoding: str | None = None, **others: object) -> str:
    """The page as plain text that `encoding` has all characters of.

    width: no line is longer, tables are split; None leaves tables whole and prose at a readable width.
    """
    lines = lay_out(document, width, encoding)
    return "".join(["".join([text for text, _ in line]) + "\n" for line in lines])
