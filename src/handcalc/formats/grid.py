"""Tables on paper: which columns stand beside one another, where vectors and words are broken. No format itself.

Widths are counted in digits: how many of these are as wide as a text.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from handcalc.doc import ENDS, INLINE, MOST_COLUMNS, Bar, Cell, Gap, Locale, Math, Number, Table, Token, Value, Vector
from handcalc.expr import Ref
from handcalc.formats.characters import width
from handcalc.notation import Speller

# What is narrower or wider than a digit in the usual faces; + and − with the space that mathematics sets around them.
WIDTHS = {
    **dict.fromkeys(",.;:'|il!", 0.56), **dict.fromkeys("()tfrj[]", 0.75), **dict.fromkeys("−+=<>~%←", 1.56),
    **dict.fromkeys("mwMW@", 1.6), **dict.fromkeys("ABCDEGHKLNOPQRTUVXYZ", 1.4), **dict.fromkeys("∂μσκρτη", 1.3),
    **dict.fromkeys("₀₁₂₃₄₅₆₇₈₉⁰¹²³⁴⁵⁶⁷⁸⁹⁽⁾ⱼₖₜᵢ_", 0.7), " ": 0.55, "·": 1.45, "×": 2.4, "√": 1.7, "Σ": 2.6, "…": 2.7,
}  # fmt: skip
FIXED = 1.06  # a character of the typewriter face
BAR = 12  # of the longest bar
WORDS = 28  # a word in a cell, or a header, is broken where it is longer


class Part(NamedTuple):
    """Some columns of a table, by their index, as they stand beside one another.

    entries: for a column of vectors how many of a vector's numbers stand on one line. said: which columns these are,
    "" where they are all.
    """

    columns: tuple[int, ...]
    entries: dict[int, int]
    said: str


class Grid:
    """A table about to be set: the kinds of its columns, their widths, and how they fit into `room` characters."""

    def __init__(
        self,
        table: Table,
        speller: Speller,
        room: int,
        gutter: float = 2,
        visible: Callable[[str], str] = lambda text: text,
    ) -> None:
        """speller: of text. gutter: between two columns. visible: a token as the format shows it."""
        self.visible = visible
        self.table = table
        self.speller = speller
        self.room = room
        self.gutter = gutter
        self.rows = [row for row in table.rows if not isinstance(row, Gap)]
        self.all_rows = self.rows if table.total is None else [*self.rows, table.total]
        self._widths: dict[int, float] = {}  # of a column; of vectors that of their widest number
        self._spelled: dict[int, list[list[str]]] = {}
        self.kinds = [self._kind(i) for i in range(len(table.header))]

    def cells(self, i: int) -> list[Cell]:
        """Column i, the total included, without its header."""
        return [row[i] for row in self.all_rows]

    def _kind(self, i: int) -> str:
        """What a column holds: "number", "vector", "text", "bar" or "gap"."""
        filled = [cell for cell in self.cells(i) if cell is not None]
        if isinstance(self.table.header[i], Gap) or any(isinstance(cell, Gap) for cell in filled):
            return "gap"
        if any(isinstance(cell, Vector) for cell in filled):
            return "vector"
        if any(isinstance(cell, Bar) for cell in filled):
            return "bar"
        numbers = [isinstance(cell, Number | Value) for cell in filled]
        return "number" if any(numbers) and (all(numbers) or i >= self.table.labels) else "text"

    def parts(self) -> list[Part]:
        """The table as blocks of columns, each with its labels, that fit into the room."""
        labels = list(range(self.table.labels))
        others = list(range(self.table.labels, len(self.table.header)))
        whole = self._fitted([*labels, *others])
        if whole is not None:
            return [whole]
        count = sum(self._stands_for(i) for i in others if self.kinds[i] != "bar")
        others = [i for i in others if self.kinds[i] != "bar"]
        if not others:
            return [self._squeezed(labels)]
        parts: list[Part] = []
        first = 1
        for taken in self._shared_out(labels, others):
            part = self._fitted([*labels, *taken]) or self._squeezed([*labels, *taken])
            last = first + sum(self._stands_for(i) for i in taken) - 1
            parts.append(part._replace(said=self.columns_said(first, last, count) if len(taken) < len(others) else ""))
            first = last + 1
        return parts

    def _shared_out(self, labels: list[int], others: list[int]) -> list[list[int]]:
        """The other columns in as few groups as can stand beside the labels, of nearly the same size if that fits."""
        groups: list[list[int]] = []
        for i in others:
            if groups and self._fitted([*labels, *groups[-1], i]) is not None:
                groups[-1].append(i)
            else:
                groups.append([i])
        most = math.ceil(len(others) / len(groups))
        even = [others[start : start + most] for start in range(0, len(others), most)]
        return even if all(self._fitted([*labels, *group]) is not None for group in even) else groups

    def _stands_for(self, i: int) -> int:
        header = self.table.header[i]
        return header.size if isinstance(header, Gap) else 1

    def columns_said(self, first: int, last: int, count: int) -> str:
        """Which columns of how many these are, in words."""
        words = self.speller.locale.words
        return words["column" if first == last else "columns"].format(first=first, last=last, count=count)

    def _fitted(self, columns: list[int]) -> Part | None:
        """These columns side by side, vectors on as few lines as can be; None where they do not fit."""
        vectors = [i for i in columns if self.kinds[i] == "vector"]
        fixed = sum(self.width(i) for i in columns if i not in vectors) + self.gutter * (len(columns) - 1)
        longest = max(map(self._longest, vectors), default=1)
        for lines in range(1, longest + 1):
            on_a_line = {i: math.ceil(self._longest(i) / lines) for i in vectors}
            if fixed + sum(self._vector_width(i, on_a_line[i]) for i in vectors) <= self.room:
                return Part(tuple(columns), on_a_line, "")
        return None

    def _squeezed(self, columns: list[int]) -> Part:
        """These columns although they do not fit: one number of a vector a line."""
        return Part(tuple(columns), {i: 1 for i in columns if self.kinds[i] == "vector"}, "")

    def heights(self, part: Part) -> list[int]:
        """How many lines the vectors of each column of vectors take."""
        return [math.ceil(self._longest(i) / on_a_line) for i, on_a_line in part.entries.items()]

    def signed(self, i: int) -> bool:
        """Whether a vector of column i holds a negative number."""
        return any([entry[0] == "−" for vector in self._entries(i) for entry in vector])

    def _entries(self, i: int) -> list[list[str]]:
        """The numbers of each vector of column i, spelled."""
        if i not in self._spelled:
            vectors = [cell for cell in self.cells(i) if isinstance(cell, Vector)]
            self._spelled[i] = [entries(cell, self.speller) for cell in vectors]
        return self._spelled[i]

    def _longest(self, i: int) -> int:
        return max(map(len, self._entries(i)))

    def width(self, i: int) -> float:
        """The width of a column that holds no vectors: its header and its cells, words broken."""
        if i not in self._widths:
            cells = (self.table.header[i], *self.cells(i))
            self._widths[i] = BAR if self.kinds[i] == "bar" else max(1, *map(self._broken_length, cells))
        return self._widths[i]

    def _vector_width(self, i: int, on_a_line: int) -> float:
        """The width of a column of vectors with so many numbers on a line."""
        if i not in self._widths:
            self._widths[i] = max([measured(entry) for vector in self._entries(i) for entry in vector])
        head = min(WORDS, self._length(self.table.header[i]))
        # Behind a separator there is a whole space, and room for a sign before every number.
        return max(head, (self._widths[i] + 1.6) * on_a_line + 1.5)

    def _broken_length(self, cell: Cell) -> float:
        """How wide a cell is whose words are broken: at its spaces, and where they are longer still."""
        if isinstance(cell, tuple) and not isinstance(cell, INLINE):
            whole = [self._length(part) for part in cell if not isinstance(part, str)]
            return max(min(WORDS, self._length(cell)), *whole, 0)
        length = self._length(cell)
        return min(WORDS, length) if isinstance(cell, str | Token) else length

    def _length(self, cell: Cell) -> float:
        if cell is None or isinstance(cell, Bar | Gap):
            return 1
        if isinstance(cell, Math):
            # Indices above stand over those below.
            spelled = self.speller.inline(cell)
            return measured(spelled) - 0.7 * min(spelled.count("⁽"), 1) * 2
        if isinstance(cell, INLINE):
            return (
                width(self.visible(cell.text)) * FIXED
                if isinstance(cell, Token)
                else measured(self.speller.inline(cell))
            )
        return sum(self._length(part) for part in cell)


@lru_cache(10_000)
def measured(text: str) -> float:
    """How many digits are as wide as `text`."""
    return sum([WIDTHS.get(c, 1.05 if c < "ÿ" else width(c) * 1.05) for c in text])


def shown(vector: Vector, full: bool) -> list[Ref | None]:
    """The cells of a vector that print; None for those left out in the middle of a long one."""
    if len(vector.refs) <= MOST_COLUMNS or full:
        return list(vector.refs)
    return [*vector.refs[:ENDS], None, *vector.refs[-ENDS:]]


def entries(vector: Vector, speller: Speller) -> list[str]:
    """The numbers of a vector that print, spelled."""
    return [speller.notation.dots if ref is None else speller.of_cell(ref) for ref in shown(vector, speller.full)]


def in_lines(parts: list[str], on_a_line: int) -> Iterator[list[str]]:
    """`parts` with so many on a line."""
    for start in range(0, len(parts), on_a_line):
        yield parts[start : start + on_a_line]


def pieces(text: str, visible: Callable[[str], str] = lambda text: text, limit: int = WORDS) -> list[str]:
    """A long word in pieces of at most `limit` characters as they are seen; broken at spaces where it has any."""

    def seen(part: str) -> int:
        return width(visible(part))

    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        if line and seen(line) + 1 + seen(word) <= limit:
            line += " " + word
            continue
        if line:
            lines.append(line)
        line = word
        while seen(line) > limit:
            cut = max(1, next((k for k in range(len(line)) if seen(line[: k + 1]) > limit), len(line)))
            lines.append(line[:cut])
            line = line[cut:]
    return [*lines, line]


def gap_said(gap: Gap, locale: Locale) -> str:
    """How many rows or columns are left out, in words."""
    return locale.left_out[gap.unit][locale.plural(gap.size)].format(count=gap.size)


def hidden_columns(table: Table, columns: tuple[int, ...]) -> Gap | None:
    """How many columns are left out among these."""
    size = sum(cell.size for cell in (table.header[i] for i in columns) if isinstance(cell, Gap))
    return Gap(size, "column") if size else None
