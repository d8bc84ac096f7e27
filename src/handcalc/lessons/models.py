"""The built-in models: a line for each.

Sees the engine and documents; the words are English keys, the looks are the format's.
"""

from __future__ import annotations

from collections.abc import Sequence

from handcalc.doc import Cell, Document, Math, Table, Value
from handcalc.lessons.options import Options
from handcalc.lessons.page import Page
from handcalc.lessons.params import SIZES, letter
from handcalc.model import Model
from handcalc.outline import count

SHOWN = ("V", "d", "heads", "blocks")


def models(found: Sequence[Model], options: Options) -> Document:
    """What models there are: name, what each is, its sizes, how many weights it has."""
    page = Page("models", options)
    page.step(page.word("The built-in models"))
    rows: list[tuple[Cell, ...]] = []
    for model in found:
        shapes = model.shapes()
        sizes = (len(model.vocabulary), model.d, model.heads, model.blocks)
        weights = sum(count(shapes[name]) for name in model.read())
        counts: list[Cell] = [Value(number, "count") for number in (*sizes, weights)]
        rows.append((model.name, page.word(model.about), *counts))
    letters: list[Cell] = [Math(letter(SIZES[size])) for size in SHOWN]
    header = (page.word("name"), page.word("what it is"), *letters, page.word("weights"))
    page.add(Table(header, tuple(rows), labels=2))
    page.tell(
        "`V` counts the tokens in the vocabulary, `d` the numbers in a token's row, `h` the heads, `B` the blocks."
    )
    page.tell("handcalc models NAME prints the file of a model, as a start for your own.")
    return page.document(None, {})
