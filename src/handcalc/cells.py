"""Reading the name of a number as a person types it: "logits[␣no, ␣telhado]". Errors only."""

from __future__ import annotations

from handcalc.errors import HandcalcError


def parse(cell: str) -> tuple[str, list[tuple[str, bool]] | None]:
    """A name and its indices, each with whether it was quoted; None where there are no brackets.

    Errors: HandcalcError for brackets or quotes that do not close.
    """
    name, bracket, rest = cell.partition("[")
    if not bracket:
        return name.strip(), None
    indices: list[tuple[str, bool]] = []
    text, quoted, quote = "", False, ""
    rest = rest.rstrip()
    if not rest.endswith("]"):
        raise HandcalcError("“{cell}” has no closing bracket; expected: name[index, index].", cell=cell)
    for character in rest[:-1]:
        if quote:
            if character == quote:
                quote = ""
            else:
                text += character
        elif character in "'\"" and not text.strip():
            quote, quoted, text = character, True, ""
        elif character == ",":
            indices.append((text if quoted else _bare(text), quoted))
            text, quoted = "", False
        elif not (quoted and character == " "):
            text += character
    if quote:
        raise HandcalcError("“{cell}” has an open quote; expected: name[index, index].", cell=cell)
    indices.append((text if quoted else _bare(text), quoted))
    return name.strip(), indices


def _bare(text: str) -> str:
    """An unquoted index: space around it is not part of it."""
    return text.strip() or text
