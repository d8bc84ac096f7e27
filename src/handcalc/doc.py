"""A page before it has a format: numbered steps made of a few closed kinds of block. Standard library only.

A lesson makes a Document, a format writes it down. Numbers stay floats here, mathematics stays a tree,
tokens stay arbitrary text: rounding, separators and escapes are the format's business.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from handcalc.expr import Array, Expr, Ref
from handcalc.record import Record

# What is longer shows its first and last ENDS, and what the page follows, unless the page is full: the rows of a table,
# the columns of a table (also the numbers of a vector and the terms of a sum).
MOST_ROWS, MOST_COLUMNS, ENDS = 40, 24, 3
LONGEST_TITLE = 60  # characters of the text that a page's title quotes


class Locale(Record):
    """What a format must know of the language: marks of numbers and its own few words.

    decimal: the mark in 0,5. separator: between the numbers of a vector, with its space. quotes: before and after a
    text. tied: one-letter words that do not end a line. words, with named places: "columns" ("columns {first} to
    {last} of {count}"), "column" (the same for one), "averaged" ("averaged: one cell stands for {rows} × {columns}
    numbers"). left_out: by unit ("row", "column") what says that `count` of them are left out, in the plural form that
    `plural(count)` picks: "({count} rows left out)". grouping: what stands between groups of three digits of a count,
    and how many digits it has at least for that.
    """

    language: str
    decimal: str
    separator: str
    quotes: tuple[str, str]
    tied: str
    words: Mapping[str, str]
    left_out: Mapping[str, tuple[str, ...]]
    plural: Callable[[int], int]
    grouping: tuple[str, int] = (",", 4)


# What stands in a line of prose or in a cell of a table.


class Token(NamedTuple):
    """A token, as it is in the vocabulary: arbitrary text."""

    text: str


class Number(NamedTuple):
    """The number of a cell of a named array; it prints with that array's decimals."""

    ref: Ref


class Value(NamedTuple):
    """A number that is no cell.

    style: "fixed" with the page's decimals, "integer", "count" (an integer that may be large: its digits in groups of
    three), "exact" (a constant: all its digits and no more) or
    "scientific" (three significant digits; for a size that is the point).
    """

    value: float
    style: str = "fixed"


class Vector(NamedTuple):
    """Some cells as one vector: [0,5; −1,0]. Of more than 24 the first and last three print, unless full."""

    refs: tuple[Ref, ...]


class Math(NamedTuple):
    """Arithmetic read as symbols, in a line of prose or in a header."""

    expr: Expr


class Phrase(NamedTuple):
    """Arithmetic that belongs to a sentence, in the spelling of text: √d_k. `phrase.read` makes an Expr of it."""

    text: str


class Bar(Record):
    """A bar whose length is `share` (0 to 1) of the longest."""

    share: float


class Gap(Record):
    """Rows or columns that are left out: how many. `unit` is "row" or "column"."""

    size: int
    unit: str


INLINE = (str, Token, Number, Value, Vector, Math, Phrase)  # a prose is a plain tuple of these, none of them itself
Inline: TypeAlias = str | Token | Number | Value | Vector | Math | Phrase
Prose: TypeAlias = tuple[Inline, ...]
Cell: TypeAlias = Inline | Prose | Bar | Gap | None


# The kinds of block.


class Paragraph(Record):
    """A line of thought: whole sentences, with numbers, tokens and mathematics in their places."""

    text: Prose
    kind: str = "paragraph"


class Side(Record):
    """One side of an equation. reading: "symbols" or "numbers" of `expr`, or "value", what it comes to.

    For "value", `expr` is the cell whose number it is, or a row quoted whole, which prints as a vector.
    """

    reading: str
    expr: Expr


class Equation(Record):
    """left = side = side ...; `relation` stands before the first side ("=", or "←" where a number is replaced).

    A side that would read exactly as what stands before it is not repeated.
    """

    left: Expr | None
    sides: tuple[Side, ...]
    relation: str = "="


class Formula(Record):
    """Written work: equations under one another, aligned at their first relation."""

    rows: tuple[Equation, ...]
    kind: str = "formula"


class Table(Record):
    """A table. Every row, and the header, has as many cells as there are columns.

    rows: a row may be a Gap. marked: the index in `rows` of the followed rows. strong: (row, column) of cells to
    emphasize. total: a last row under a rule. caption: the sentence above. The first `labels` columns are labels
    (left-aligned text), the others numbers or vectors.
    """

    header: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...] | Gap, ...]
    caption: Prose = ()
    marked: frozenset[int] = frozenset()
    strong: frozenset[tuple[int, int]] = frozenset()
    total: tuple[Cell, ...] | None = None
    labels: int = 1
    kind: str = "table"


class Heatmap(Record):
    """A picture of a matrix. data: rows of numbers (anything indexable, such as an array). low, high: the ends of
    the scale; with low < 0 < high the scale is symmetric in colour. rows, columns: what each is called, or the
    name of the axis alone where the labels are numbers; `first` is then the number of the first row and column.
    array: the one whose numbers, from its first cell on, are shown; None where they are no named array's. turns: how
    many kinds of column take turns (2 where sines and cosines do); where columns are averaged, each kind on its own."""

    data: Any
    low: float
    high: float
    rows: tuple[str, ...] | str
    columns: tuple[str, ...] | str
    caption: Prose = ()
    first: tuple[int, int] = (1, 1)
    kind: str = "picture"
    array: Array | None = None
    turns: int = 1


class Curve(Record):
    """A picture of y against x."""

    x: tuple[float, ...]
    y: tuple[float, ...]
    x_name: str
    y_name: str
    caption: Prose = ()
    kind: str = "picture"


class Lane(Record):
    """One of the things that run side by side in a stage, such as a head; picture: what it looks like."""

    name: Prose
    picture: Heatmap | None = None


class Stage(Record):
    """A part of the path that a page goes, for formats that draw it.

    name: in words. step: the number of the step that works it out. reads: the places in the path of the stages whose
    results it reads; one that is not the stage before is reached by a way around those between. kind: "box", "sum" (of
    what it reads) or "bars". note: what it gives. lanes: what runs side by side in it. bars: what they stand for, and
    the numbers, the longest bar first.
    """

    name: Prose
    step: int
    reads: tuple[int, ...] = ()
    kind: str = "box"
    note: Prose = ()
    lanes: tuple[Lane, ...] = ()
    bars: tuple[tuple[Token, Number], ...] = ()


class Diagram(Record):
    """A picture of how something is put together: its stages from top to bottom, and the way from one to the other.

    stages: as in a path, of no step (0) and in the order of computation; one that reads a result twice names it twice.
    tabled: whether a table of the same step says all this too, so that a format that draws nothing leaves it out.
    """

    stages: tuple[Stage, ...]
    caption: Prose = ()
    tabled: bool = False
    kind: str = "picture"


Picture: TypeAlias = Heatmap | Curve | Diagram
Block: TypeAlias = Paragraph | Formula | Table | Picture


class Step(Record):
    """One numbered step of the page."""

    number: int
    title: Prose
    blocks: tuple[Block, ...]

    @property
    def name(self) -> str:
        """The title as plain text. It holds texts, phrases and whole numbers."""
        parts = [
            str(int(part.value)) if isinstance(part, Value) else getattr(part, "text", part) for part in self.title
        ]
        return "".join(map(str, parts))


class Continuation(Record):
    """What a model has added to a text: the new tokens and their ids, and the whole text with them.

    stopped: why there are no more: "eot" (the last new token ends a text), "positions" (no position is left) or
    "tokens" (there are as many as were asked for).
    """

    tokens: tuple[str, ...]
    ids: tuple[int, ...]
    text: str
    stopped: str


class Document(Record):
    """What a lesson hands to a format.

    settings: what the run was asked for, by option name; "digits" and "full" among them. values: named arrays
    (sub-results included), `after` the same for the run after a training step. distances: the dot products of
    posenc by distance. ids, tokens: of the sentence. continuation: of a page that goes on with it. step_word:
    "Step" in the page's language. notes: sentences before the first step. passed: whether every check that the page
    makes came out true. bare: of a page whose tables or formulas alone were asked for: formats that are pasted
    leave titles and captions out as well. path(): the way that the steps go, for a picture of the whole; found when
    a format asks for it.
    """

    command: str
    version: str
    model: str | None
    language: str
    locale: Locale
    settings: Mapping[str, Any]
    steps: tuple[Step, ...]
    step_word: str = "Step"
    notes: tuple[Block, ...] = ()
    tokens: tuple[str, ...] | None = None
    ids: tuple[int, ...] | None = None
    values: Mapping[str, Array] | None = None
    after: Mapping[str, Array] | None = None
    distances: Mapping[int, float] | None = None
    continuation: Continuation | None = None
    passed: bool = True
    bare: bool = False
    path: Callable[[], Sequence[Stage]] = tuple

    @property
    def title(self) -> Prose:
        """What a page of its own is called: the command, and the text it works on."""
        called = "handcalc " + self.command.replace("_", "-")
        texts = [(self.settings.get(name) or "").strip() for name in ("text", "a", "b")]
        before, after = self.locale.quotes
        short = [text if len(text) <= LONGEST_TITLE else text[: LONGEST_TITLE - 1] + "…" for text in texts if text]
        return (" · ".join([called, *[before + text + after for text in short]]),)

    @property
    def digits(self) -> int:
        """Decimals of computed numbers."""
        return int(self.settings["digits"])

    @property
    def full(self) -> bool:
        """Whether long tables, vectors and sums print whole."""
        return bool(self.settings["full"])


def selected(document: Document, numbers: Container[int] | None = None, only: str | None = None) -> Document:
    """The document with the steps of these numbers alone, and of these with the blocks that `only` names alone.

    only: "tables" (pictures go with them) or "formulas". A step that has nothing left is dropped.
    """
    kinds = {None: None, "tables": ("table", "picture"), "formulas": ("formula",)}[only]
    steps = []
    for step in document.steps:
        if numbers is None or step.number in numbers:
            blocks = step.blocks if kinds is None else tuple(block for block in step.blocks if block.kind in kinds)
            if blocks:
                steps.append(step.changed(blocks=blocks))
    # What changed the numbers must be known of any part of the page: the pencil, and weights set for this run.
    told = numbers is None or document.settings.get("pencil") or document.settings.get("set")
    notes = document.notes if kinds is None and told else ()
    return document.changed(steps=tuple(steps), notes=notes, bare=document.bare or kinds is not None)


def worked(cell: Ref) -> Equation:
    """The whole work of a cell: its symbol = symbols = the same with numbers = value."""
    work = cell.work()
    sides = () if work is None else (Side("symbols", work), Side("numbers", work))
    return Equation(cell, (*sides, Side("value", cell)))
