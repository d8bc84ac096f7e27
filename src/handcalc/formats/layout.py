"""Layout of `text` and `terminal`: a page as lines of (text, style), nothing cut and nothing out of line.

Knows pages, how they are spelled and what characters look like; neither colours nor terminals.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

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
    Inline,
    Math,
    Number,
    Paragraph,
    Picture,
    Prose,
    Stage,
    Table,
    Token,
    Value,
    Vector,
)
from handcalc.formats.characters import Charset, width
from handcalc.formats.diagrams import Way, follows, ways
from handcalc.formats.pictures import Scale, finite, marks, reduced
from handcalc.notation import Speller

PIPED = 100  # columns of prose, formulas and pictures where no window limits them; tables stay whole
NARROWEST = 20  # a window below this is treated as one of this
MARGIN = 2  # left of formulas, tables and pictures; a followed row has its mark there
WIDE_GUTTER, NARROW_GUTTER = 3, 2  # between the columns of a table: where it fits, and where it is tight
LONGEST_NUMBER = 24
SHORTEST_BAR = 4
TIGHT = 8  # columns that a narrow table leaves to words
BAR = 12  # cells of the longest bar
PICTURE_LINES = 64  # lines of the tallest heatmap
PLOT_WIDTH, PLOT_HEIGHT = 60, 15
LANE = 3  # columns from one way around the boxes of a diagram to the next
LONGEST_NAME = 24  # characters of a line in a box
MOST_LEVELS = 5  # marks at the upright axis of a plot

RAMP = " .:-=+*#%@"  # 0 to the largest
SIGNED_RAMP = "@Oo. -+*#"  # round for minus, straight for plus, the more ink the larger
OPERATORS = (
    " = ",
    " × ",
    " + ",
    " − ",
    " - ",
    " · ",
    " / ",
    " ← ",
    "Σ ",
)  # tied to what they join, in a sentence
HARD = "\0"  # stands for a space at which a line must not break


class Shade(NamedTuple):
    """How a cell of a heatmap is coloured, from -1 (or 0) to 1. bottom: its lower half; None for nothing there."""

    top: float
    bottom: float | None
    signed: bool


# "", "title", "rule", "followed", "strong", "followed strong", "quiet" or "curve"; the format gives them their looks.
Style: TypeAlias = str | Shade
Segment: TypeAlias = tuple[str, Style]
Line: TypeAlias = list[Segment]


def lay_out(document: Document, columns: int | None, encoding: str | None, shades: bool = False) -> list[Line]:
    """The page as lines. columns: of the window; None where nothing limits a line but its reader's eye.

    encoding: what the lines must be able to be written in. shades: draw heatmaps with `Shade` segments instead
    of letters.
    """
    return _Page(document, columns, encoding, shades).lines()


def drawn(document: Document, picture: Picture, encoding: str | None) -> str:
    """A picture alone, without its caption, as lines of characters that `encoding` has."""
    lines = _Page(document, None, encoding, False).picture(picture)
    return "".join(["".join([text for text, _ in line])[MARGIN:] + "\n" for line in lines])


class _Page:
    """One page being laid out."""

    def __init__(self, document: Document, columns: int | None, encoding: str | None, shades: bool) -> None:
        self.document = document
        self.locale = document.locale
        self.speller = Speller.of(document)
        self.charset = Charset(encoding)
        self.window = None if columns is None else max(columns, NARROWEST)
        self.limit = self.window or PIPED
        self.shades = shades

    def lines(self) -> list[Line]:
        groups: list[list[Line]] = [self.block(block) for block in self.document.notes]
        for step in self.document.steps:
            # Without a middle dot its stand-in would read as a product.
            dot = " · " if self.charset.has("·") else " - "
            title = f"{self.document.step_word} {step.number}{dot}{self.speller.prose(step.title)}"
            wrapped = self.wrap(self.charset(title), self.limit)
            rule = self.charset("═") * max(map(width, wrapped))
            head: list[Line] = [[(line, "title")] for line in wrapped]
            head.append([(rule, "rule")])
            blocks = [self.block(block) for block in step.blocks]
            # What begins with a sentence or a formula stands directly under the title.
            first = step.blocks[0] if blocks else None
            joined = isinstance(first, Paragraph | Formula) or bool(first and first.caption)
            groups += [head + blocks[0], *blocks[1:]] if joined else [head, *blocks]
        return _spaced(groups)

    def block(self, block: Block) -> list[Line]:
        if isinstance(block, Paragraph):
            return self.paragraph(block.text)
        if isinstance(block, Formula):
            return self.formula(block)
        caption = self.paragraph(block.caption) if block.caption else []
        body = _Grid(self, block).lines() if isinstance(block, Table) else self.picture(block)
        return _spaced([caption, body])

    def picture(self, picture: Picture) -> list[Line]:
        if isinstance(picture, Diagram):
            return _diagram(self, picture)
        return _Map(self, picture).lines() if isinstance(picture, Heatmap) else _plot(self, picture)

    # Prose

    def paragraph(self, text: Prose) -> list[Line]:
        return [[(line, "")] for line in self.wrap("".join([self.spoken(part) for part in text]), self.limit)]

    def spoken(self, part: Inline) -> str:
        """A piece of a sentence. A token that could be read as a word of it stands in quotation marks."""
        if isinstance(part, Token) and not part.text.startswith("␣"):
            before, after = self.locale.quotes
            return self.charset(before) + self.held(part) + self.charset(after)
        return self.held(part)

    def prose(self, text: Prose) -> str:
        """A sentence that may break at its spaces; what must hold together has HARD for a space."""
        return "".join([self.held(part) for part in text])

    def held(self, part: Inline) -> str:
        shown = self.charset(self.speller.inline(part))
        if isinstance(part, str):
            for operator in OPERATORS:
                shown = shown.replace(operator, operator.replace(" ", HARD))
            return re.sub(rf"\b([{self.locale.tied}]) ", rf"\1{HARD}", shown) if self.locale.tied else shown
        if isinstance(part, Vector) and width(shown) > self.limit // 2:
            return shown.replace(" ", HARD).replace(self.separator, self.separator[:-1] + " ")
        if isinstance(part, Math) and width(shown) > self.limit // 2:
            return re.sub(_OPERATOR, " ", shown.replace(" ", HARD))
        return shown.replace(" ", HARD)

    @property
    def separator(self) -> str:
        """The separator of a vector's numbers with HARD for its space."""
        return self.locale.separator.replace(" ", HARD)

    def wrap(self, text: str, limit: int) -> list[str]:
        """Lines of at most `limit` columns, broken at spaces; a word that is longer still is broken where it must."""
        lines: list[str] = []
        line, used = "", 0
        for word in text.split(" "):
            size = width(word)
            if line and used + 1 + size <= limit:
                line, used = f"{line} {word}", used + 1 + size
                continue
            if line:
                lines.append(line)
            if size > limit:
                # What should hold together gives way before a word does, and a word before a number.
                loose = word.replace(HARD, " ")
                *whole, word = _chopped(word, limit) if loose == word else self.wrap(loose, limit)
                lines += whole
                size = width(word)
            line, used = word, size
        return [line.replace(HARD, " ") for line in [*lines, line]]

    def remark(self, text: str) -> list[Line]:
        """A few words to a table or a picture."""
        return [[(" " * MARGIN + line, "quiet")] for line in self.wrap(text, self.limit - MARGIN)]

    # Formulas

    def formula(self, block: Formula) -> list[Line]:
        rows = [self.equation(row) for row in block.rows]
        room = self.limit - MARGIN
        # Enough must be left for the longest of numbers, and, behind "= [", for what cannot be broken in these.
        whole = max([width(piece) for row in rows for side in row[2] for piece in re.split(_APART, side)], default=0)
        most = min(room // 2, max(room - LONGEST_NUMBER, room // 3), room - 4 - whole)
        lefts = [width(left) for left, _, _ in rows if left and width(left) <= most]
        column = max(lefts, default=0)
        lines = []
        for left, relation, sides in rows:
            lines += self.written(left, relation, sides, column, room)
        return [[(" " * MARGIN + line, "")] for line in lines]

    def equation(self, equation: Equation) -> tuple[str, str, list[str]]:
        """Left side, relation, the other sides. What has no left side stands there with its first."""
        left, sides = self.speller.equation(equation)
        shown = [self.charset(side) for side in sides]
        if equation.left is None:
            return (shown[0] if shown else ""), "=", shown[1:]
        return self.charset(left), self.charset(equation.relation), shown

    def written(self, left: str, relation: str, sides: Sequence[str], column: int, room: int) -> list[str]:
        """One equation as lines: broken before = where it can be, else before + and −, aligned at the first =."""
        if width(left) <= column:
            line = left + " " * (column - width(left) + 1)
            indent = column + 1
        else:
            # Too long a left side does not push the others away: it has its own line if it must.
            indent = 4 if room - width(left) < max(LONGEST_NUMBER, room // 2) else width(left) + 1
            *lines, line = _broken(left, room)
            line += " "
            if sides and width(line) + width(relation) + 1 + width(sides[0]) > room:
                return [*lines, line.rstrip(), *self.written("", relation, sides, indent - 1, room)]
            if lines:
                return [*lines, *self.written(line.rstrip(), relation, sides, column, room)]
        finished: list[str] = []
        for i, side in enumerate(sides):
            piece = f"{relation if i == 0 else '='} {side}"
            if i > 0 and width(line) + 1 + width(piece) <= room:
                line += " " + piece
                continue
            if i > 0:
                finished.append(line)
                line = " " * indent
            hang = indent
            if side.startswith("[") and width(piece) > room - indent:
                # A vector goes on under its first number.
                hang += width(piece) - width(side) + 1
                first, *others = self.wrap(side[1:], room - hang)
                first = piece[: len(piece) - len(side) + 1] + first
            else:
                first, *others = _broken(piece, room - indent)
            line += first
            for other in others:
                finished.append(line)
                line = " " * hang + other
        return [*finished, line.rstrip()]


# Patterns stay texts, compiled by `re` when they are first used.
_OPERATOR = f"{HARD}(?=[=+−/←-]{HARD})"
_SUM = r" (?=[=+−-] )"
_QUOTIENT = r" (?=/ )"
_FACTOR = r"(?<![/=+−-]) (?=\S)|(?=[·*](?!10[\^⁻⁰¹²³⁴⁵⁶⁷⁸⁹]))"

_APART = rf"[ {HARD}]|[·*](?!10[\^⁻⁰¹²³⁴⁵⁶⁷⁸⁹])"


def _broken(text: str, room: int) -> list[str]:
    """Written work as lines of at most `room` columns, broken before + and −, outside of brackets if possible.

    Where there is no such place the line breaks before a product or a quotient, and if it must anywhere but in
    a number.
    """
    lines = []
    near = 2 * room + 2  # characters: further than a line can reach, even with accents that take no column
    while len(text) > near or width(text) > room:
        head = text[:near]
        depths = _depths(head)
        for places in (_SUM, _QUOTIENT, _FACTOR):
            starts = [match.start() for match in re.finditer(places, head)]
            fits = [start for start in starts if start > 0 and width(head[:start]) <= room]
            if fits:
                break
        if not fits:
            first, *rest = _chopped(text, room)
            lines.append(first)
            text = "".join(rest)
            if not rest:
                return lines
            continue
        # A line should not end long before it is full only because a bracket is open there.
        late = [place for place in fits if place >= room // 3] or fits
        place = max(late, key=lambda i: (-depths[i], i))
        lines.append(text[:place])
        text = text[place:].lstrip(" ")
    return [*lines, text]


def _depths(text: str) -> list[int]:
    """For each character the number of brackets open before it."""
    depths, depth = [], 0
    for character in text:
        if character in ")]":
            depth -= 1
        depths.append(depth)
        if character in "([":
            depth += 1
    return depths


_PIECES = r"(?s:[_^]?[−-]?\d+(?:[.,]\d+)*(?:[·*]10[\^⁻⁰¹²³⁴⁵⁶⁷⁸⁹-]*\d*)?|.)"


def _chopped(text: str, limit: int) -> list[str]:
    """Text without a place to break, in pieces of at most `limit` columns; a number stays whole, however long."""
    pieces, piece, used = [], "", 0
    for part in re.findall(_PIECES, text):
        size = width(part)
        if piece and used + size > limit:
            pieces.append(piece)
            piece, used = "", 0
        piece, used = piece + part, used + size
    return [*pieces, piece]


def _spaced(groups: Iterable[list[Line]]) -> list[Line]:
    """Groups of lines with an empty line between."""
    lines: list[Line] = []
    for group in groups:
        if group:
            lines += [[], *group] if lines else group
    return lines


def _padded(text: str, size: int, right: bool = False) -> str:
    space = " " * (size - width(text))
    return space + text if right else text + space


# Tables


class _Column:
    """A column as it will print: the header, and for each row its text, all of them aligned with each other.

    right: numbers stand at the right edge. kind: "number", "vector", "text", "bar" or "gap", which says where a cell
    may break. size: how wide it is. place: its index in the whole table. count: how many columns it stands for.
    """

    def __init__(self, header: str, cells: list[str], kind: str, right: bool, place: int, count: int = 1) -> None:
        self.place = place
        self.count = count
        self.header = header
        self.cells = cells
        self.kind = kind
        self.right = right
        self.size = max([width(header), *map(width, cells)])


def _joined(columns: list[_Column]) -> _Column:
    """Several columns of labels as one, which may break between them."""
    header = " ".join(filter(None, [column.header.strip() for column in columns]))
    rows = zip(*[column.cells for column in columns], strict=True)
    cells = [" ".join(filter(None, [cell.strip() for cell in row])) for row in rows]
    return _Column(header, cells, "text", False, columns[0].place)


_NUMERIC = (Number, Value)


class _Grid:
    """A table being laid out."""

    def __init__(self, page: _Page, table: Table) -> None:
        self.page = page
        self.table = table
        self.rows = [row for row in table.rows if not isinstance(row, Gap)]
        self.all_rows = self.rows if table.total is None else [*self.rows, table.total]
        self.columns = [self.column(i) for i in range(len(table.header))]

    # What stands in the cells

    def column(self, i: int) -> _Column:
        header = self.table.header[i]
        cells = [row[i] for row in self.all_rows]
        if isinstance(header, Gap) or any(isinstance(cell, Gap) for cell in cells):
            dots = self.page.charset("⋯")
            return _Column(dots, [dots] * len(cells), "gap", True, i, header.size if isinstance(header, Gap) else 1)
        filled = [cell for cell in cells if cell is not None]
        numbers = [cell for cell in filled if isinstance(cell, _NUMERIC)]
        head = self.text(header)
        if numbers and (len(numbers) == len(filled) or i >= self.table.labels):
            return _Column(head, self.aligned(cells), "number", True, i)
        if any(isinstance(cell, Vector) for cell in filled):
            return _Column(head, self.vectors(cells), "vector", False, i)
        kind = "bar" if any(isinstance(cell, Bar) for cell in filled) else "text"
        return _Column(head, [self.text(cell) for cell in cells], kind, False, i)

    def text(self, cell: Cell) -> str:
        """A cell as text, with HARD for spaces at which it does not break."""
        if isinstance(cell, Number):
            return self.page.charset(self.page.speller.of_cell(cell.ref)).replace(" ", HARD)
        if cell is None:
            return ""
        if isinstance(cell, Bar):
            return self.page.charset("█") * round(BAR * min(1.0, max(0.0, cell.share)))
        if isinstance(cell, Gap):
            return self.page.charset("⋯")
        return self.page.held(cell) if isinstance(cell, INLINE) else self.page.prose(cell)

    def aligned(self, cells: Sequence[Cell]) -> list[str]:
        """Numbers under one another at their decimal mark; what is no number at the right edge."""
        texts = [self.text(cell) for cell in cells]
        return _at_the_mark(texts, [isinstance(cell, _NUMERIC) for cell in cells], self.page.locale.decimal)

    def vectors(self, cells: Sequence[Cell]) -> list[str]:
        """Vectors aligned entry by entry, at the right: nothing may stand between a number and its separator."""
        entries = [self.entries(cell) if isinstance(cell, Vector) else [] for cell in cells]
        for place in range(max(map(len, entries))):
            having = [row for row in entries if place < len(row)]
            there = [row[place] for row in having]
            widest = max(map(width, there))
            for row, entry in zip(having, there, strict=True):
                row[place] = _padded(entry, widest, right=True)
        return [
            self.page.charset(self.page.speller.vector(row)).replace(" ", HARD) if row else self.text(cell)
            for cell, row in zip(cells, entries, strict=True)
        ]

    def entries(self, cell: Vector) -> list[str]:
        return [self.page.charset(self.page.speller.of_cell(ref)) for ref in cell.refs]

    # Where they stand

    def lines(self) -> list[Line]:
        window = self.page.window
        room = math.inf if window is None else window - MARGIN
        for gutter in (WIDE_GUTTER, NARROW_GUTTER):
            if _across(self.columns, gutter) <= room:
                return self.part(self.columns, gutter)
        assert window is not None  # without a window there is room for everything
        self.shorten_bars(_across(self.columns, NARROW_GUTTER) - window + MARGIN)
        if self.squeezed(self.columns, window - MARGIN, self.least):
            return self.part(self.columns, NARROW_GUTTER)
        groups: list[list[Line]] = []
        first = 1
        labels, others = self.columns[: self.table.labels], self.columns[self.table.labels :]
        others = [column for column in others if column.kind != "bar"]
        if not self.beside(labels, others, window):
            labels = [_joined(labels)]  # too many to stand side by side
            self.beside(labels, others, window)
        while others:
            rest = window - MARGIN - _across(labels, NARROW_GUTTER) - NARROW_GUTTER
            taken = [others[0]]
            for column in others[1:]:
                if _across([*taken, column], NARROW_GUTTER) > rest:
                    break
                taken.append(column)
            taken[0].size = min(taken[0].size, max(rest, self.barely(taken[0])))
            others = others[len(taken) :]
            last = first + sum(column.count for column in taken) - 1
            said = self.which(first, last) if others or groups else []
            groups.append(said + self.part([*labels, *taken], NARROW_GUTTER))
            first = last + 1
        return _spaced(groups) if groups else self.part(labels, NARROW_GUTTER)

    def beside(self, labels: list[_Column], others: list[_Column], window: int) -> bool:
        """Leave room beside the labels for the numbers of each other column; False where that cannot be done."""
        room = window - MARGIN - NARROW_GUTTER - max([self.barely(column) for column in others], default=0)
        return self.squeezed(labels, room, self.least) or self.squeezed(labels, room, self.barely)

    def shorten_bars(self, excess: int) -> None:
        """Draw bars so much shorter, if something of them is left. In a table that is split they have no place."""
        for column in self.columns:
            if column.kind == "bar" and column.size - excess >= SHORTEST_BAR:
                column.size -= excess
                column.cells = [cell[: round(len(cell) / BAR * column.size)] for cell in column.cells]
                return

    def squeezed(self, columns: list[_Column], room: int, bound: Callable[[_Column], int]) -> bool:
        """Break words and headers into lines, in no column below its bound, until all columns fit into `room`.

        False, and nothing changed, where they cannot.
        """
        wanted = [column.size for column in columns]
        least = [min(column.size, bound(column)) for column in columns]
        for _ in range(_across(columns, NARROW_GUTTER) - room):
            i = max(range(len(columns)), key=lambda k: wanted[k] - least[k])
            if wanted[i] <= least[i]:
                return False
            wanted[i] -= 1
        for column, size in zip(columns, wanted, strict=True):
            column.size = size
        return True

    def least(self, column: _Column) -> int:
        """The width below which a word, or a vector, would be broken."""
        words = [width(word) for word in column.header.split(" ")]
        if column.kind != "text":
            return max([*words, *map(width, column.cells)])
        return max([TIGHT, *words, *(width(word) for cell in column.cells for word in cell.split(" "))])

    def barely(self, column: _Column) -> int:
        """The width below which a number would be broken."""
        if column.kind == "text":
            return TIGHT
        if column.kind == "vector":
            return 1 + max(width(word) for cell in column.cells for word in self.loose(cell)[1:].split(" "))
        return max(map(width, column.cells), default=1)

    def loose(self, vector: str) -> str:
        """A vector with spaces where it may break: after its separators."""
        separator = self.page.locale.separator
        return vector.replace(separator.replace(" ", HARD), separator)

    def which(self, first: int, last: int) -> list[Line]:
        """The line that says which columns follow."""
        columns = self.columns[self.table.labels :]
        count = sum(column.count for column in columns if column.kind != "bar")
        words = self.page.locale.words
        if first == last and "column" in words:
            said = words["column"].format(first=first, count=count)
        else:
            said = words["columns"].format(first=first, last=last, count=count)
        return self.page.remark(self.page.charset(said))

    def said(self, text: str, across: int) -> list[Line]:
        """A remark in words that is part of the table, as wide as it."""
        limit = across if self.page.window is None else self.page.window - MARGIN
        return [[(" " * MARGIN, ""), (_padded(line, across), "quiet")] for line in self.page.wrap(text, limit)]

    def left_out(self, sign: str, gap: Gap) -> str:
        forms = self.page.locale.left_out[gap.unit]
        return self.page.charset(f"{sign} {forms[self.page.locale.plural(gap.size)].format(count=gap.size)}")

    # What is printed

    def part(self, columns: list[_Column], gutter: int) -> list[Line]:
        """Some columns as lines: header, rule, rows, the total under its rule; all of one width."""
        table, charset = self.table, self.page.charset
        gaps = [self.left_out("⋮", row) if isinstance(row, Gap) else "" for row in table.rows]
        headers = [table.header[column.place] for column in columns]
        hidden = sum([cell.size for cell in headers if isinstance(cell, Gap)])
        missing = self.left_out("⋯", Gap(hidden, "column")) if hidden else ""
        across = _across(columns, gutter)
        if self.page.window is None:
            across = max([across, width(missing), *map(width, gaps)])
        rule: Line = [(" " * MARGIN, ""), (charset("─") * across, "rule")]
        lines = self.row(columns, None, gutter, across, "", set()) if any(column.header for column in columns) else []
        lines += [rule] if lines else []
        number = 0
        for i, (row, gap) in enumerate(zip(table.rows, gaps, strict=True)):
            if isinstance(row, Gap):
                lines += self.said(gap, across)
                continue
            strong = {column for at, column in table.strong if at == i}
            lines += self.row(columns, number, gutter, across, "followed" if i in table.marked else "", strong)
            number += 1
        if table.total is not None:
            lines += [rule, *self.row(columns, number, gutter, across, "", set())]
        return lines + self.said(missing, across) if missing else lines

    def row(
        self, columns: list[_Column], number: int | None, gutter: int, across: int, style: str, strong: set[int]
    ) -> list[Line]:
        """One row (None: the header) as lines, more than one where a cell had to be broken."""
        cells = [self.fitted(c.header if number is None else c.cells[number], c, number is None) for c in columns]
        height = max(map(len, cells))
        fill = " " * (across - _across(columns, gutter))
        lines: list[Line] = []
        for k in range(height):
            mark = _padded(self.page.charset("▸"), MARGIN) if style and k == 0 else " " * MARGIN
            line: Line = [(mark, style)]
            for column, cell in zip(columns, cells, strict=True):
                # What stands above a rule ends at it, everything else begins at the top.
                at = k - (height - len(cell)) if number is None else k
                text = cell[at] if 0 <= at < len(cell) else ""
                look = f"{style} strong".strip() if strong and column.place in strong else style
                line.append((_padded(text, column.size, column.right), look))
                line.append((" " * gutter, style))
            line[-1] = (fill, style)
            lines.append(line)
        return lines

    def fitted(self, cell: str, column: _Column, header: bool) -> list[str]:
        """A cell as lines that fit its column."""
        if width(cell) <= column.size:
            return [cell.replace(HARD, " ")]
        if column.kind == "vector" and not header:
            first, *others = self.page.wrap(self.loose(cell)[1:], column.size - 1)
            return [cell[0] + first, *[" " + other for other in others]]
        return self.page.wrap(cell, column.size)


def _across(columns: Sequence[_Column], gutter: int) -> int:
    """The width of these columns with the gutters between them."""
    return sum(column.size for column in columns) + gutter * max(0, len(columns) - 1)


def _at_the_mark(texts: list[str], numeric: list[bool], decimal: str) -> list[str]:
    """Texts of equal width. Numbers have their decimal marks under one another, all else stands to the right."""
    split = [text.partition(decimal) if text[-1:].isdecimal() or decimal in text else None for text in texts]
    numbers = [parts for parts, is_number in zip(split, numeric, strict=True) if parts is not None and is_number]
    before = max([width(parts[0]) for parts in numbers], default=0)
    after = max([width(parts[1] + parts[2]) for parts in numbers], default=0)
    size = max([before + after, *map(width, texts)])
    aligned = []
    for text, parts, is_number in zip(texts, split, numeric, strict=True):
        if parts is not None and is_number:
            text += " " * (after - width(parts[1] + parts[2]))
        aligned.append(_padded(text, size, right=True))
    return aligned


# Pictures


class _Map:
    """A heatmap being laid out."""

    def __init__(self, page: _Page, picture: Heatmap) -> None:
        self.page = page
        self.picture = picture
        self.share = Scale(picture)
        self.signed = self.share.signed
        self.height = len(picture.data)
        self.breadth = len(picture.data[0]) if self.height else 0

    def lines(self) -> list[Line]:
        if not self.height or not self.breadth:
            return []
        return self.named() or self.reduced()

    def letter(self, share: float) -> str:
        ramp = SIGNED_RAMP if self.signed else RAMP
        place = (share + 1) / 2 if self.signed else share
        return ramp[math.floor(place * (len(ramp) - 1) + 0.5)]

    def cell(self, x: float, size: int) -> Segment:
        share = round(self.share(x), 2)
        return (" " * size, Shade(share, share, self.signed)) if self.page.shades else (self.letter(share) * size, "")

    def named(self) -> list[Line]:
        """Every row and every column under its own name, or nothing where they are too many."""
        if isinstance(self.picture.rows, str) or isinstance(self.picture.columns, str) or self.height > PICTURE_LINES:
            return []
        rows = [self.page.charset(label) for label in self.picture.rows]
        columns = [self.page.charset(label) for label in self.picture.columns]
        left, size = max(map(width, rows)), max([4, *map(width, columns)]) + 1
        if MARGIN + left + 2 + size * self.breadth > self.page.limit:
            return []
        head = "".join(_padded(label, size) for label in columns).rstrip()
        lines: list[Line] = [[(" " * (MARGIN + left + 2) + head, "")]]
        for label, row in zip(rows, self.picture.data, strict=True):
            start: Segment = (" " * MARGIN + _padded(label, left) + "  ", "")
            lines.append(_trimmed([start, *[self.cell(float(x), size) for x in row]]))
        return [*lines, *self.scale()]

    def reduced(self) -> list[Line]:
        """The axes by their first and last number, averaged until they fit; rows by their names where they all fit."""
        rows, columns = self.ends(0), self.ends(1)
        labels = self.row_labels()
        halves = self.page.shades and not labels and self.page.charset.has("▀")
        left = max(map(width, labels or (rows[0], rows[2])))
        room = max(1, self.page.limit - MARGIN - left - 1)
        data, tall, broad = reduced(self.picture, PICTURE_LINES * (2 if halves else 1), room)
        # Letters are twice as high as wide; half blocks are square.
        size = 1 if halves else min(2, max(1, room // len(data[0])))
        step = 2 if halves else 1
        count = math.ceil(len(data) / step)
        labels = labels or [rows[0], *[""] * (count - 2), rows[2]]
        lines: list[Line] = [[(" " * MARGIN + rows[1], "quiet")]] if rows[1] else []
        for label, i in zip(labels, range(0, len(data), step), strict=False):
            start: Segment = (" " * MARGIN + _padded(label, left, right=not rows[3]) + " ", "")
            if halves:
                below = data[i + 1] if i + 1 < len(data) else [None] * len(data[i])
                cells = [self.half(x, y) for x, y in zip(data[i], below, strict=True)]
            else:
                cells = [self.cell(x, size) for x in data[i]]
            lines.append(_trimmed([start, *cells]))
        first_column, columns_name, last_column, _ = columns
        foot = _ruler(first_column, columns_name, last_column, len(data[0]) * size, room)
        lines.append([(" " * (MARGIN + left + 1) + foot, "quiet")])
        lines += self.scale()
        if tall > 1 or broad > 1:
            words = self.page.locale.words["averaged"].format(rows=tall, columns=broad)
            lines += self.page.remark(self.page.charset(words))
        return lines

    def half(self, x: float, y: float | None) -> Segment:
        return "▀", Shade(round(self.share(x), 2), None if y is None else round(self.share(y), 2), self.signed)

    def ends(self, side: int) -> tuple[str, str, str, bool]:
        """What the first of an axis is called, the axis, the last; whether these are names. Long names give way."""
        labels = (self.picture.rows, self.picture.columns)[side]
        first, count = self.picture.first[side], (self.height, self.breadth)[side]
        name = ""
        if isinstance(labels, str):
            name = self.page.charset(labels)
        else:
            ends = [self.page.charset(labels[0]), self.page.charset(labels[-1])]
            if max(map(width, ends)) <= self.page.limit // 4:
                return ends[0], "", ends[1], True
        return str(first), name, str(first + count - 1), False

    def row_labels(self) -> list[str]:
        """The name of each row, if rows have names and there is room for all."""
        if isinstance(self.picture.rows, str) or self.height > PICTURE_LINES:
            return []
        labels = [self.page.charset(label) for label in self.picture.rows]
        return labels if max(map(width, labels)) <= self.page.limit // 4 else []

    def scale(self) -> list[Line]:
        """What the letters or colours stand for."""
        low, high = self.share.ends
        places = rounding.decimals((low, high), self.page.document.digits)
        first, last = [self.page.charset(self.page.speller.number(x, places)) for x in (low, high)]
        ramp: Line = [(f"[{SIGNED_RAMP if self.signed else RAMP}]", "")]
        if self.page.shades:
            steps = [i / 5 - 1 if self.signed else i / 10 for i in range(11)]
            ramp = [(" ", Shade(step, step, self.signed)) for step in steps]
        line: Line = [(" " * MARGIN + first + " ", "quiet"), *ramp, (" " + last, "quiet")]
        if sum(width(text) for text, _ in line) <= self.page.limit:
            return [line]
        return [line[:1], [(" " * MARGIN, ""), *ramp], [(" " * MARGIN + last, "quiet")]]


def _trimmed(line: Line) -> Line:
    """The line with neighbours of the same style made one, and no blanks at its end."""
    joined: Line = []
    for text, style in line:
        if joined and joined[-1][1] == style:
            joined[-1] = (joined[-1][0] + text, style)
        else:
            joined.append((text, style))
    if joined[-1][1] == "":
        joined[-1] = (joined[-1][0].rstrip(), "")
    return joined


def _ruler(first: str, name: str, last: str, across: int, room: int) -> str:
    """First and last number at the ends of an axis, its name between them where there is room."""
    if width(first) + width(last) + 1 > across:
        short = " ".join(filter(None, (first, name, last)))
        return short if width(short) <= room else f"{first} {last}"
    inner = across - width(first) - width(last)
    between = name if width(name) + 2 <= inner else ""
    return first + _padded(" " * ((inner - width(between)) // 2) + between, inner) + last


def _plot(page: _Page, picture: Curve) -> list[Line]:
    """A curve drawn with characters, numbers at its axes."""
    points = finite(picture)
    if not points:
        return []
    low, high = min(y for _, y in points), max(y for _, y in points)
    if low == high:
        low, high = low - 1, high + 1
    start, end = min(x for x, _ in points), max(x for x, _ in points)
    levels = marks(low, high, MOST_LEVELS)
    spelled = [page.charset(page.speller.number(y, levels.decimals)) for y in levels.numbers]
    left = max(map(width, spelled))
    across = max(5, min(PLOT_WIDTH, page.limit - MARGIN - left - 2))
    heights = _heights(points, start, end, across)
    grid = [[" "] * across for _ in range(PLOT_HEIGHT)]

    def line_of(y: float) -> int:
        return math.floor((high - y) / (high - low) * (PLOT_HEIGHT - 1) + 0.5)

    if low < 0 < high:
        grid[line_of(0)] = [page.charset("─")] * across
    dot = page.charset("•")
    for column, y in heights:
        grid[line_of(y)][column] = dot
    labels = {line_of(y): text for y, text in zip(levels.numbers, spelled, strict=True)}
    lines: list[Line] = [[(" " * MARGIN + page.charset(picture.y_name), "quiet")]]
    for i, row in enumerate(grid):
        label = " " * MARGIN + _padded(labels.get(i, ""), left, right=True) + " "
        drawn = "".join(row).rstrip()
        lines.append([(label, "quiet"), (page.charset("┤" if i in labels else "│"), "rule"), (drawn, "curve")])
    ticks = marks(start, end, max(2, across // 8))
    ruler = ""
    for x in ticks.numbers:
        text = page.charset(page.speller.number(x, ticks.decimals))
        middle = _column(x, start, end, across) + left
        at = min(middle - (width(text) - 1) // 2, page.limit - MARGIN - 2 - width(text))
        if at > width(ruler) or not ruler:
            ruler = _padded(ruler, max(0, at)) + text
    name = page.charset(picture.x_name)
    centred = " " * max(0, (across - width(name)) // 2) + name
    return [*lines, [(" " * (MARGIN + 2) + ruler, "quiet")], [(" " * (MARGIN + left + 2) + centred, "quiet")]]


def _column(x: float, start: float, end: float, across: int) -> int:
    """In which of so many columns a point stands."""
    return round((x - start) / (end - start) * (across - 1)) if end > start else 0


def _heights(points: list[tuple[float, float]], start: float, end: float, across: int) -> Iterator[tuple[int, float]]:
    """Where the curve passes: for each column of the plot the points in it, or what lies between two of them."""

    before: tuple[int, float] | None = None
    for x, y in points:
        here = (_column(x, start, end, across), y)
        if before is not None:
            for column in range(before[0] + 1, here[0]):
                share = (column - before[0]) / (here[0] - before[0])
                yield column, before[1] + share * (y - before[1])
        yield here
        before = here


# Diagrams


def _diagram(page: _Page, picture: Diagram) -> list[Line]:
    """Boxes under one another with their notes beside them, ways around them on their left.

    Where the window is narrow the names in the boxes are broken, then the notes left out; where not even that is
    enough each stage is a line that says which ones it reads.
    """
    stages, room = picture.stages, page.limit - MARGIN
    names = [page.prose(stage.name) for stage in stages]
    notes = [page.charset(page.speller.prose(stage.note)) for stage in stages]
    boxed = [name for stage, name in zip(stages, names, strict=True) if stage.kind != "sum"]
    longest_word = max([width(word) for name in boxed for word in name.split(" ")], default=1)
    noted = max(map(width, notes), default=0)
    for beside in (WIDE_GUTTER + noted if noted else 0, 0):
        for limit in (LONGEST_NAME, longest_word):
            sketch = _Sketch(stages, [page.wrap(name, max(limit, longest_word)) for name in names])
            if sketch.across + beside <= room:
                return sketch.lines(page.charset, notes if beside else [""] * len(notes))
    lines: list[Line] = []
    for i, name in enumerate(names, 1):
        read = ", ".join([str(a + 1) for a in stages[i - 1].reads])
        said = f"{i} {name}" + (page.charset(" ← ") + read if read else "")
        lines += [[(" " * MARGIN + line, "")] for line in page.wrap(said, room)]
    return lines


class _Sketch:
    """A diagram on a grid of characters, with boxes as wide as their longest name.

    names: of each stage, as lines.
    """

    def __init__(self, stages: Sequence[Stage], names: Sequence[list[str]]) -> None:
        self.stages = stages
        self.names = names
        self.ways = ways(stages)
        boxed = [lines for stage, lines in zip(stages, names, strict=True) if stage.kind != "sum"]
        inner = max([width(line) for lines in boxed for line in lines], default=1)
        self.inner = inner + 3 - inner % 2  # with a space on either side, and odd, so that there is a middle
        self.left = LANE * max([way.level for way in self.ways], default=0)  # the left edge of the boxes
        self.middle = self.left + 1 + self.inner // 2
        self.across = self.left + self.inner + 2
        # The rows of each stage: its first and last one, where its name stands, and where ways begin below it.
        self.top: list[int] = []
        self.bottom: list[int] = []
        self.entry: list[int] = []
        self.branch: dict[int, int] = {}
        self.height = 0
        for i in range(len(stages)):
            self.place(i)
        self.grid = [[" "] * self.across for _ in range(self.height)]

    def place(self, i: int) -> None:
        """Find the rows of stage `i`."""
        is_sum = self.stages[i].kind == "sum"
        self.top.append(self.height)
        self.entry.append(self.height if is_sum else self.height + 1)
        self.height += 1 if is_sum else len(self.names[i]) + 2
        self.bottom.append(self.height - 1)
        if any(i in way.sources for way in self.ways):
            self.branch[i] = self.height
            self.height += 1
        elif is_sum and self.stages[i + 1 : i + 2] and self.stages[i + 1].kind == "sum":
            self.height += 1  # two sums stand apart

    def lines(self, charset: Charset, notes: Sequence[str]) -> list[Line]:
        for i in range(len(self.stages)):
            self.stage(i)
        for way in sorted(self.ways, key=lambda way: way.level):
            self.horizontals(way)
        for way in sorted(self.ways, key=lambda way: -way.level):
            self.vertical(way)
        beside = dict(zip(self.entry, notes, strict=True))
        lines = []
        for y, row in enumerate(self.grid):
            drawn = charset("".join(row))
            note = beside.get(y, "")
            space = " " * (self.across - width(drawn) + WIDE_GUTTER)
            line: Line = [(" " * MARGIN + drawn, ""), (space + note, "quiet")] if note else [(" " * MARGIN + drawn, "")]
            lines.append(_trimmed(line))
        return lines

    def stage(self, i: int) -> None:
        """A box or a sum, and the straight line down to the stage below."""
        goes_on = follows(self.stages, i + 1)
        if self.stages[i].kind == "sum":
            self.grid[self.top[i]][self.middle - 1 : self.middle + 2] = "(+)"
        else:
            edges = ((self.top[i], "┌", "┐"), (self.bottom[i], "└", "┘"))
            for y, left, right in edges:
                self.grid[y][self.left :] = [left, *"─" * self.inner, right]
            for y, line in enumerate(self.names[i], self.entry[i]):
                start = (self.inner - width(line)) // 2
                # A sign that is two columns wide leaves the column behind it empty.
                text = _padded(" " * start + line, self.inner)
                self.grid[y][self.left :] = ["│", text, *[""] * (self.inner - 1), "│"]
            if follows(self.stages, i):
                self.grid[self.top[i]][self.middle] = "▼"
            if goes_on or i in self.branch:
                self.grid[self.bottom[i]][self.middle] = "┬"
        if goes_on:
            for y in range(self.bottom[i] + 1, self.top[i + 1]):
                self.grid[y][self.middle] = "│"

    def column(self, level: int) -> int:
        return self.left - LANE * level

    def horizontals(self, way: Way) -> None:
        """Where a way leaves its sources and comes to its targets."""
        start = self.column(way.level) + 1
        for a in way.sources:
            self.grid[self.branch[a]][start : self.middle] = "─" * (self.middle - start)
            self.grid[self.branch[a]][self.middle] = "┤" if follows(self.stages, a + 1) else "┘"
        for b in way.targets:
            end = self.middle - 1 if self.stages[b].kind == "sum" else self.left
            self.grid[self.entry[b]][start:end] = [*"─" * (end - start - 1), "▸"]

    def vertical(self, way: Way) -> None:
        """The way itself; it passes over what it has nothing to do with."""
        x = self.column(way.level)
        first, last = self.branch[way.first], self.entry[way.last]
        entries = {self.entry[b] for b in way.targets}
        meets = entries | {self.branch[a] for a in way.sources}
        for y in range(first, last + 1):
            sign = "┌" if y == first else "└" if y == last else "├" if y in meets else "│"
            met = y in entries and self.grid[y][x] == "─"  # by a way from further out that goes there as well
            self.grid[y][x] = {"└": "┴", "├": "┼"}[sign] if met else sign
