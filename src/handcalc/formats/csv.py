"""The format `csv`: tables for a spreadsheet, one number a cell. Knows pages and how they are spelled.

Portuguese and Polish spreadsheets open a file with ; between fields and a decimal comma on a double click, English
ones a file with , and a point. The mark at the beginning tells Excel that it is UTF-8.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from handcalc import rounding
from handcalc.doc import (
    INLINE,
    Bar,
    Block,
    Cell,
    Curve,
    Diagram,
    Document,
    Equation,
    Formula,
    Gap,
    Heatmap,
    Number,
    Paragraph,
    Prose,
    Table,
    Value,
    Vector,
)
from handcalc.expr import Expr, Ref, Whole
from handcalc.formats.characters import Charset
from handcalc.formats.grid import Grid, gap_said, shown
from handcalc.notation import Speller

ENDINGS = ("csv",)
MARK = "\ufeff"
CHARSET = Charset("utf-8")  # for control characters, line ends among them


def write(document: Document, **others: object) -> str:
    """The page as fields: titles and sentences too, each in a line of its own, with an empty line between blocks."""
    return MARK + rows(document, ";" if document.locale.decimal == "," else ",")


def rows(document: Document, delimiter: str) -> str:
    """The fields of the page, with this between them."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\r\n")
    page = _Page(document)
    for i, fields in enumerate(page.blocks()):
        if i:
            writer.writerow([])
        writer.writerows(fields)
    return text.getvalue()


class _Page:
    """One page being written."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.speller = Speller.of(document)

    def blocks(self) -> Iterable[list[list[str]]]:
        """The lines of each block; the title of a step is one."""
        for block in self.document.notes:
            yield self.block(block)
        for step in self.document.steps:
            if not self.document.bare:
                yield [[self.said(f"{self.document.step_word} {step.number} · {self.speller.prose(step.title)}")]]
            tables = [block for block in step.blocks if isinstance(block, Table)]
            for block in step.blocks:
                if not repeats(block, tables):
                    yield self.block(block)

    def block(self, block: Block) -> list[list[str]]:
        if isinstance(block, Paragraph):
            return [[self.prose(block.text)]]
        if isinstance(block, Formula):
            return [self.equation(row) for row in block.rows]
        lines = [[self.prose(block.caption)]] if block.caption and not self.document.bare else []
        if isinstance(block, Table):
            return lines + self.table(block)
        if isinstance(block, Diagram):
            return lines + self.diagram(block)
        return lines + (self.heatmap(block) if isinstance(block, Heatmap) else self.curve(block))

    # Fields

    def said(self, text: str) -> str:
        """A text that a spreadsheet takes for a text. One that it would take for a formula begins with a quote."""
        clean = CHARSET(text)
        return "'" + clean if clean[:1] in ("=", "+", "-", "@") else clean

    def prose(self, text: Prose) -> str:
        return self.said(self.speller.prose(text))

    def rounded(self, value: float, decimals: int) -> str:
        return rounding.shown(value, decimals).replace(".", self.document.locale.decimal).replace("inf", "∞")

    def field(self, cell: Cell) -> str:
        """A cell that is no vector."""
        if cell is None or isinstance(cell, Bar):
            return ""
        if isinstance(cell, Gap):
            return "..."
        if isinstance(cell, Number) and self.speller.is_small(cell.ref):
            return self.field(Value(cell.ref.value, "scientific"))
        if isinstance(cell, Number) and cell.ref.array.whole:
            return str(int(cell.ref.value))
        if isinstance(cell, Number):
            return self.rounded(cell.ref.value, self.speller.decimals(cell.ref.array))
        if isinstance(cell, Value):
            if cell.style in ("integer", "count"):
                return str(int(cell.value))
            if cell.style == "fixed":
                return self.rounded(cell.value, self.document.digits)
            exact = rounding.scientific(cell.value, 2) if cell.style == "scientific" else rounding.exact(cell.value)
            return exact.replace(".", self.document.locale.decimal)
        return self.said(self.speller.inline(cell)) if isinstance(cell, INLINE) else self.prose(cell)

    # Blocks

    def equation(self, row: Equation) -> list[str]:
        """Left side, symbols, numbers, outcome, of which any may be empty; a row quoted whole is spread."""
        left, sides = self.speller.equation(row)
        arrow = "" if row.relation == "=" else f" {row.relation}"
        before, value = [self.said(side) for side in sides], [""]
        outcome = row.sides[-1].expr
        if row.sides[-1].reading == "value" and before:
            before.pop()
            if isinstance(outcome, Whole):
                value = self.spread(Vector(tuple(outcome.cells())))
            else:
                value = [self.outcome(outcome)]
        return [self.said(left + arrow), *before, *[""] * (2 - len(before)), *value]

    def outcome(self, cell: Expr) -> str:
        """The number that a formula comes to; a divisor that would print as 0 in scientific form."""
        assert isinstance(cell, Ref)
        if cell.array.divisor and self.speller.sized(cell) != self.speller.of_cell(cell):
            return self.field(Value(cell.value, "scientific"))
        return self.field(Number(cell))

    def spread(self, cell: Cell, size: int = 1) -> list[str]:
        """A cell as fields; a vector as one for each number, `size` in all."""
        if not isinstance(cell, Vector):
            return [self.field(cell), *[""] * (size - 1)]
        refs = shown(cell, self.document.full)
        fields = ["..." if ref is None else self.field(Number(ref)) for ref in refs]
        return [*fields, *[""] * (size - len(fields))]

    def table(self, table: Table) -> list[list[str]]:
        grid = Grid(table, self.speller, 0)
        columns = [i for i in range(len(table.header)) if grid.kinds[i] != "bar"]
        sizes = {i: self.size(grid.cells(i)) for i in columns}
        head = [name for i in columns for name in self.names(table.header[i], sizes[i])]
        lines = [head] if any(head) else []
        for row in table.rows:
            if isinstance(row, Gap):
                lines.append([self.said(f"({gap_said(row, self.document.locale)})")])
            else:
                lines.append([field for i in columns for field in self.spread(row[i], sizes[i])])
        if table.total is not None:
            lines.append([field for i in columns for field in self.spread(table.total[i], sizes[i])])
        return lines

    def size(self, cells: list[Cell]) -> int:
        """How many fields the widest cell of a column takes."""
        return max([len(shown(cell, self.document.full)) for cell in cells if isinstance(cell, Vector)], default=1)

    def names(self, header: Cell, size: int) -> list[str]:
        """What stands above a column; above the numbers of vectors each with its number."""
        name = self.field(header)
        return [name] if size == 1 else [f"{name} [{k}]" for k in range(1, size + 1)]

    def heatmap(self, picture: Heatmap) -> list[list[str]]:
        """All numbers of a picture, with the names of its rows and columns."""
        height, breadth = len(picture.data), len(picture.data[0]) if len(picture.data) else 0
        down = self.called(picture.rows, picture.first[0], height)
        across = self.called(picture.columns, picture.first[1], breadth)
        data = [[self.rounded(float(x), self.document.digits) for x in row] for row in picture.data]
        corner = self.said(picture.rows) if isinstance(picture.rows, str) else ""
        return [[corner, *across], *[[name, *fields] for name, fields in zip(down, data, strict=True)]]

    def called(self, labels: tuple[str, ...] | str, first: int, count: int) -> list[str]:
        if isinstance(labels, str):
            return [str(k) for k in range(first, first + count)]
        return [self.said(label) for label in labels]

    def curve(self, picture: Curve) -> list[list[str]]:
        lines = [[self.said(picture.x_name), self.said(picture.y_name)]]
        for x, y in zip(picture.x, picture.y, strict=True):
            across = str(int(x)) if x == int(x) else self.rounded(x, self.document.digits)
            lines.append([across, self.rounded(y, self.document.digits)])
        return lines

    def diagram(self, picture: Diagram) -> list[list[str]]:
        """The stages: number, name, what it gives, and the numbers of those that it reads."""
        return [
            [str(i), self.prose(stage.name), self.prose(stage.note), *[str(a + 1) for a in stage.reads]]
            for i, stage in enumerate(picture.stages, 1)
        ]


def repeats(block: Block, tables: Iterable[Table]) -> bool:
    """Whether a block is a picture of what these tables say."""
    if isinstance(block, Diagram):
        return block.tabled
    return isinstance(block, Heatmap) and any(stands_in(block, table) for table in tables)


def stands_in(picture: Heatmap, table: Table) -> bool:
    """Whether a table has all numbers of a picture, so that the picture would only repeat them."""
    rows = [row for row in table.rows if not isinstance(row, Gap)]
    shown = [cell for row in rows for cell in row if isinstance(cell, Number) and cell.ref.array is picture.array]
    return len(shown) == len(picture.data) * len(picture.data[0])
