"""The format `xlsx`: a workbook with live formulas. Knows pages, how they are spelled, and spreadsheets.

One sheet a step, before them one with the inputs. Every array has a home: a block of cells of which each is the
formula of its own written work. Wherever else a number is shown, its cell refers to that one.
"""

from __future__ import annotations

import io
import itertools
import math
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from handcalc import rounding
from handcalc.doc import (
    ENDS,
    INLINE,
    MOST_COLUMNS,
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
    Table,
    Value,
    Vector,
)
from handcalc.errors import HandcalcError
from handcalc.expr import Apply, Array, At, Num, Ref, Whole, walk
from handcalc.formats.sheet import COLUMNS, LONGEST, ROWS, Place, Reader
from handcalc.notation import Speller

ENDINGS = ("xlsx",)
LIVE = True

MOST_LIVE = 150_000  # cells; of a larger model only what the page shows has a cell, unless the document is full
MOST_IN_MEMORY = 1_000_000  # numbers; a larger workbook is written row by row, by way of a file
TEXT_WIDTH = 110  # characters of a line of prose
READINGS_WIDTH = 60, 80  # characters of the two readings of an equation
LABELS_WIDTH = 14, 30  # the narrowest and the widest first column
NARROW = 2.3  # a column of a picture
LINE = 15  # points
TALLEST = 409  # points, of a row in Excel
LONGEST_TEXT = 32_767  # characters of a cell in Excel
LONGEST_NAME = 31  # of a sheet, in units of UTF-16
LETTERS = {"T": "temperature", "η": "learning rate", "ε": "in the root"}
INPUT, FOLLOWED, HEAD, INK = "#FFF2CC", "#DDEBF7", "#F2F2F2", "#1F3864"


def write(document: Document, **others: object) -> bytes:
    """The page as a workbook: the file's bytes. The cached values are the run's own.

    Errors: HandcalcError where XlsxWriter is missing, and for a page larger than a sheet can be.
    """
    try:
        import xlsxwriter  # type: ignore[import-untyped]  # it has no types
    except ImportError:
        raise HandcalcError(
            "The format xlsx needs the package XlsxWriter; {command} installs it.",
            command="pip install XlsxWriter",
        ) from None
    pages = _Book(document)
    file = io.BytesIO()
    memory = "in_memory" if pages.count <= MOST_IN_MEMORY else "constant_memory"
    options = {memory: True, "strings_to_numbers": False, "strings_to_formulas": False, "strings_to_urls": False}
    book = xlsxwriter.Workbook(file, options)
    pages.write(book)
    book.close()
    return file.getvalue()


Key: TypeAlias = "tuple[bool, str]"  # an array: whether it is of the run after the training step, and its name


class Look(NamedTuple):
    """How a cell looks. shape: the number format."""

    shape: str = "General"
    bold: bool = False
    fill: str = ""
    align: str = ""
    rule: str = ""  # "below" or "above"
    size: int = 0
    quiet: bool = False
    wrap: bool = False


class Home(NamedTuple):
    """Where an array stands: its first cell, and how far apart the cells along each axis are."""

    first: Place
    strides: tuple[tuple[int, int], ...]

    def place(self, at: At) -> Place:
        sheet, row, column = self.first
        for i, (down, across) in zip(at, self.strides, strict=True):
            row, column = row + i * down, column + i * across
        return Place(sheet, row, column)


class Sum(NamedTuple):
    """The total of a row of an array."""

    cells: tuple[Ref, ...]
    value: float


class Same(NamedTuple):
    """The number of another cell of the sheet."""

    place: Place
    value: float


Content: TypeAlias = "str | Value | Ref | Sum | Same"


class Item(NamedTuple):
    """One cell of a sheet, or some that are joined into one."""

    row: int
    column: int
    content: Content
    look: Look
    span: int = 1


class _Sheet:
    """A sheet being filled from top to bottom."""

    def __init__(self, number: int, title: str, narrow: bool, width: float) -> None:
        self.number = number
        self.row = 0
        self.items: list[Item] = []
        self.grids: list[Key] = []  # the arrays that stand here as a whole
        self.heights: dict[int, int] = {}
        self.labels: int = LABELS_WIDTH[0]
        self.last = 1  # the last column that is used
        self.width = NARROW if narrow else width
        self.scales: list[tuple[int, int, int, int, Heatmap]] = []
        self.bars: list[tuple[int, int, int]] = []
        self.curves: list[tuple[int, int, Curve]] = []
        self.beside: dict[int, int] = {}  # the first free column beside the table whose numbers begin in this row
        self.title = title
        self.page = 0  # how many rows the blocks of the page take, and their last column
        self.printed = 0

    @property
    def wide(self) -> bool:
        """Whether the arrays below the page are wider than any table that it prints."""
        return self.last > max(self.printed, MOST_COLUMNS)

    def put(self, row: int, column: int, content: Content, look: Look, span: int = 1) -> None:
        self.items.append(Item(row, column, content, look, span))
        self.last = max(self.last, column + span - 1)

    def columns(self, characters: float) -> int:
        """How many columns behind the first hold a text of so many characters."""
        return max(1, math.ceil(characters / self.width))

    def prose(self, text: str, look: Look) -> None:
        """A paragraph over the columns of a line of prose."""
        span = 1 + self.columns(TEXT_WIDTH - self.labels)
        self.items.append(Item(self.row, 0, text, look._replace(wrap=True), span))
        self.heights[self.row] = _height(text, TEXT_WIDTH)
        self.row += 1


def _height(text: str, width: float) -> int:
    """The height in points of a text that is wrapped at so many characters."""
    return min(TALLEST, LINE * max(1, math.ceil(len(text) / width)))


class _Book:
    """One workbook: first every cell is given its place, then they are written."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.speller = Speller.of(document)
        self.runs: dict[bool, Mapping[str, Array]] = {False: document.values or {}, True: document.after or {}}
        self.pencil = document.digits if document.settings.get("pencil") else None
        self.constants: set[Num] = set()  # those that can be changed; of several runs each may have a T of its own
        self.inputs: list[Key] = []
        self.plain: set[Key] = set()
        self.homes: dict[Key, Home] = {}
        self.cells: dict[tuple[Key, At], Place] = {}  # of a model too large for homes: what the page shows
        self.begun: dict[Key, int] = {}  # the first sheet that shows or works out a cell of the array
        self.places: dict[Num, Place] = {}  # of these constants
        self.looks: dict[Look, Any] = {}
        self._keys: dict[int, tuple[Array, Key | None]] = {}
        self._survey()
        self.sheets: list[_Sheet] = []
        self._lay_out()
        names: list[str] = []
        for sheet in self.sheets:
            names.append(sheet_name(sheet.title, names))
        self.reader = Reader(names, self.place, self.places, self.live)

    # What there is

    def _survey(self) -> None:
        """Find the inputs and what else can be changed, and whether every array can have a home."""
        count = 0
        for after, arrays in self.runs.items():
            for name, array in arrays.items():
                key = self.key(array)
                if key != (after, name):
                    continue
                count += cells_of(array)
                work = array.work((0,) * len(array.axes))
                if work is None:
                    (self.plain.add if after else self.inputs.append)(key)
                    continue
                for node in walk(work):
                    if isinstance(node, Num) and node.letter in LETTERS:
                        self.constants.add(node)
        self.count = count
        self.live = self.document.full or count <= MOST_LIVE

    def key(self, array: Array) -> Key | None:
        """The array as one of the document's; None for one that the document does not name. Found once a view."""
        found = self._keys.get(id(array))
        if found is None:
            # The view is kept, so that no other can come to have its id.
            found = self._keys[id(array)] = (array, self._found(array))
        return found[1]

    def _found(self, array: Array) -> Key | None:
        for after, arrays in self.runs.items():
            found = arrays.get(array.name)
            if found is not None and _same(found, array):
                return self._linked(array) if after else (after, array.name)
        return None

    def _linked(self, array: Array) -> Key:
        """An array of the run after the training step. A weight of it is that of the first run, or its update."""
        if array.given and array.work((0,) * len(array.axes)) is None and self.document.settings.get("steps", 1) == 1:
            new = f"{array.name}.new"
            return (False, new if new in self.runs[False] else array.name)
        return (True, array.name)

    def array(self, key: Key) -> Array:
        after, name = key
        return self.runs[after][name]

    def place(self, ref: Ref) -> Place | None:
        """The cell that holds this number, if one does."""
        key = self.key(ref.array)
        if key is None:
            return None
        home = self.homes.get(key)
        return home.place(ref.at) if home is not None else self.cells.get((key, ref.at))

    def phrase(self, name: str) -> str:
        return self.document.locale.words.get(name, "")

    # Where it stands

    def _lay_out(self) -> None:
        """Give every cell its place."""
        document = self.document
        sentences = self._sentences()
        if self.constants or self.inputs or sentences or document.notes:
            self._first(sentences)
        for step in document.steps:
            narrow = all(isinstance(block, Paragraph | Heatmap) for block in step.blocks)
            narrow = narrow and any(isinstance(block, Heatmap) for block in step.blocks)
            sheet = self._sheet(f"{step.number} {step.name}", narrow)
            self._title(sheet, f"{document.step_word} {step.number} · {self.speller.prose(step.title)}")
            for block in step.blocks:
                if not (isinstance(block, Diagram) and block.tabled):
                    self._block(sheet, block)
                    sheet.row += 1
            sheet.page, sheet.printed = sheet.row, sheet.last
        if self.live:
            self._below()
        for sheet in self.sheets:
            if sheet.row > ROWS or sheet.last >= COLUMNS:
                raise HandcalcError(
                    "This page does not fit into a workbook: a sheet has at most {rows} rows and {columns} columns.",
                    rows=ROWS,
                    columns=COLUMNS,
                )

    def _sheet(self, title: str, narrow: bool = False) -> _Sheet:
        digits = self.document.digits
        sheet = _Sheet(len(self.sheets), title, narrow, max(10, digits + 7))
        self.sheets.append(sheet)
        return sheet

    def _title(self, sheet: _Sheet, title: str) -> None:
        sheet.items.append(Item(0, 0, title, Look(bold=True, size=14)))
        sheet.heights[0] = 24
        sheet.row = 2

    def _sentences(self) -> list[str]:
        """What must be said of this workbook."""
        names = []
        if self.live and (self.constants or self.inputs):
            names.append("live")
        if self.document.settings.get("temperature") == 0:
            names.append("fixed temperature")
        if self.document.continuation is not None:
            names.append("fixed choices")
        if self.document.settings.get("starts"):
            names.append("fixed starts")
        if self.plain:
            names.append("several steps")
        sentences = [self.phrase(name) for name in names]
        if not self.live:
            sentences.append(self.phrase("elided").format(count=self.count))
        return sentences

    def _first(self, sentences: Sequence[str]) -> None:
        """The sheet with all that can be changed."""
        sheet = self._sheet(self.phrase("inputs"))
        document = self.document
        self._title(sheet, " · ".join(filter(None, (self.phrase("inputs"), document.command, document.model))))
        for sentence in sentences:
            sheet.prose(sentence, Look())
            sheet.row += 1
        for note in document.notes:
            self._block(sheet, note)
            sheet.row += 1
        for letter, word in LETTERS.items():
            constants = sorted([constant for constant in self.constants if constant.letter == letter])
            for constant in constants:
                self.places[constant] = Place(sheet.number, sheet.row, 1)
                value = Value(constant.value, "exact")
                name = (
                    letter
                    if len(constants) == 1
                    else self.speller.symbols(Apply("equals", (constant, Num(constant.value))))
                )
                sheet.put(sheet.row, 0, name, Look(bold=True))
                sheet.put(sheet.row, 1, value, Look(_exact(value.value), fill=INPUT if self.live else ""))
                sheet.items.append(Item(sheet.row, 2, "  " + self.phrase(word), Look(quiet=True)))
                sheet.row += 1
        sheet.row += 1
        if self.live:
            for key in self.inputs:
                self._complete(sheet, key)

    def _below(self) -> None:
        """Give a home to every array that no table shows whole: on the sheet that first shows or works out a cell."""
        below: dict[int, list[Key]] = {}
        names = [(after, name) for after, arrays in self.runs.items() for name in arrays]
        order = {key: i for i, key in enumerate(names)}
        for after, arrays in self.runs.items():
            number = len(self.sheets) - 1
            for name in reversed(list(arrays)):
                key: Key = (after, name)
                if self.key(arrays[name]) != key:
                    continue
                home = self.homes.get(key)
                # An input stands on the first sheet; that says nothing about where the arrays before it belong.
                shown = None if home is None or key in self.inputs else home.first.sheet
                number = self.begun.get(key, number) if shown is None else shown
                if home is None:
                    below.setdefault(number, []).append(key)
        for number in sorted(below):
            sheet = self.sheets[number]
            keys = [key for key in sorted(below[number], key=order.__getitem__) if not self._beside(sheet, key)]
            if keys:
                self._heading(sheet, self.phrase("all numbers"))
            for key in keys:
                if key not in self.homes and not self._beside(sheet, key):
                    self._complete(sheet, key)

    def _beside(self, sheet: _Sheet, key: Key) -> bool:
        """Put a sub-result that is one number a row beside the rows it belongs to, if those stand on this sheet."""
        array = self.array(key)
        whole = self.homes.get((key[0], array.name.rpartition(".")[0]))
        if not array.part or len(array.axes) != 1 or whole is None or whole.first.sheet != sheet.number:
            return False
        top = whole.first.row
        if whole.strides[0] != (1, 0) or top not in sheet.beside:
            return False
        column = sheet.beside[top]
        sheet.beside[top] += 1
        sheet.put(top - 1, column, self._symbol(array), _header("right", quiet=True))
        self._settle(sheet, key, Home(Place(sheet.number, top, column), ((1, 0),)))
        return True

    def _settle(self, sheet: _Sheet, key: Key, home: Home) -> None:
        """Give an array a home of its own, where all its cells will be written."""
        array = self.array(key)
        self.homes[key] = home
        sheet.grids.append(key)
        last = home.place(tuple([len(axis.labels) - 1 for axis in array.axes]))
        sheet.last = max(sheet.last, last.column)

    def _heading(self, sheet: _Sheet, text: str) -> None:
        sheet.items.append(Item(sheet.row, 0, text, Look(bold=True, size=12)))
        sheet.row += 2

    def _complete(self, sheet: _Sheet, key: Key) -> None:
        """A whole array with its labels, as a block of its own."""
        array = self.array(key)
        symbol, name = self._symbol(array), f"{'after.' * key[0]}{array.name}"
        sheet.items.append(Item(sheet.row, 0, name if name == symbol else f"{symbol}   {name}", Look(bold=True)))
        if not array.axes:
            sheet.row += 1
            sheet.put(sheet.row, 0, symbol, Look(quiet=True))
            self._settle(sheet, key, Home(Place(sheet.number, sheet.row, 1), ()))
            sheet.row += 2
            return
        sheet.row += 2
        across = array.axes[1] if len(array.axes) > 1 else None
        for c, header in enumerate(across.labels if across else (symbol,)):
            sheet.put(sheet.row - 1, 1 + c, header, _header("right"))
        repeated = len(set(array.axes[0].labels)) < len(array.axes[0].labels)
        for i, text in enumerate(array.axes[0].labels):
            label = f"{i + 1} {text}" if repeated else text
            sheet.put(sheet.row + i, 0, label, Look(align="left"))
            sheet.labels = max(sheet.labels, len(label) + 2)
        strides = ((1, 0), (0, 1))[: len(array.axes)]
        self._settle(sheet, key, Home(Place(sheet.number, sheet.row, 1), strides))
        sheet.beside[sheet.row] = 2 + (len(across.labels) if across else 1)
        sheet.row += len(array.axes[0].labels) + 1

    # Blocks of the page

    def _block(self, sheet: _Sheet, block: Block) -> None:
        if isinstance(block, Paragraph):
            sheet.prose(self.speller.prose(block.text), Look())
        elif isinstance(block, Formula):
            self._formula(sheet, block)
        else:
            if block.caption:
                sheet.prose(self.speller.prose(block.caption), Look())
            if isinstance(block, Table):
                self._table(sheet, block)
            elif isinstance(block, Heatmap):
                self._heatmap(sheet, block)
            elif isinstance(block, Diagram):
                self._diagram(sheet, block)
            else:
                self._curve(sheet, block)

    def _formula(self, sheet: _Sheet, formula: Formula) -> None:
        """A row an equation: the left side, symbols, numbers, and what it comes to as live numbers."""
        spelled = [self._readings(row) for row in formula.rows]
        spans = []
        for k, most in enumerate(READINGS_WIDTH):
            longest = max([len(texts[k]) for _, texts, _ in spelled if len(texts) > k], default=0)
            spans.append(sheet.columns(min(longest + 2, most)) if longest else 0)
        for equation, (left, texts, shown) in zip(formula.rows, spelled, strict=True):
            sign, row, column = equation.relation, sheet.row, 1
            sheet.put(row, 0, left, Look(align="left", wrap=True, bold=True))
            sheet.labels = max(sheet.labels, min(len(left) + 2, LABELS_WIDTH[1]))
            height = _height(left, LABELS_WIDTH[1])
            for text, span in zip(texts, spans, strict=False):
                sheet.put(row, column, f"{sign} {text}" if left else text, Look(align="left", wrap=True), span)
                height = max(height, _height(text, span * sheet.width))
                sign, column = "=", column + span
            if len(shown) == 1:
                column = 1 + sum(spans)  # the numbers of a block stand under one another
            if shown:
                sheet.put(row, column, sign if left or texts else "", Look(align="right"))
            for i, cell in enumerate(shown, column + 1):
                self._number(sheet, row, i, cell, Look(bold=len(shown) == 1, align="right"))
            sheet.heights[row] = height
            sheet.row += 1

    def _readings(self, equation: Equation) -> tuple[str, list[str], list[Ref | str]]:
        """The left side, the texts between it and the value, and the cells of the value."""
        left, texts = self.speller.equation(equation)
        last = equation.sides[-1] if equation.sides else None
        if last is None or last.reading != "value":
            return left, texts, []
        if isinstance(last.expr, Whole):
            return left, texts[:-1], self._entries(last.expr.cells())
        return left, texts[:-1], [last.expr] if isinstance(last.expr, Ref) else []

    def _entries(self, cells: Sequence[Ref]) -> list[Ref | str]:
        """The numbers of a vector; of a long one the ends, unless the page is full."""
        if len(cells) <= MOST_COLUMNS or self.document.full:
            return list(cells)
        return [*cells[:ENDS], "…", *cells[-ENDS:]]

    def _number(self, sheet: _Sheet, row: int, column: int, cell: Ref | str, look: Look) -> None:
        """A cell of an array, or the sign that some are left out."""
        if isinstance(cell, str):
            sheet.put(row, column, cell, look._replace(align="center"))
            return
        shape = self._shape(cell.array)
        if (
            cell.array.divisor
            and cell.value != 0
            and float(rounding.shown(cell.value, self._decimals(cell.array))) == 0
        ):
            shape = SMALL
        sheet.put(row, column, cell, look._replace(shape=shape))
        key = self.key(cell.array)
        if key is not None:
            self.begun.setdefault(key, sheet.number)
            if not self.live:
                self.cells.setdefault((key, cell.at), Place(sheet.number, row, column))

    def _table(self, sheet: _Sheet, table: Table) -> None:
        """A table as a grid: a vector takes a column for each of its numbers."""
        rows = [*table.rows, *([] if table.total is None else [table.total])]
        spans = self._spans(table, rows)
        columns = [sum(spans[:c]) for c in range(len(spans))]
        self._header(sheet, table, columns, spans)
        top = sheet.row
        shown: dict[Key, dict[At, Place]] = {}
        for r, row in enumerate(rows, top):
            last = r - top == len(table.rows)
            look = Look(fill=FOLLOWED if r - top in table.marked else "", rule="above" if last else "")
            if isinstance(row, Gap):
                sheet.put(r, 0, self._gap(row), Look(quiet=True, align="left"))
                continue
            for c, cell in enumerate(row):
                bold = (r - top, c) in table.strong or (c == 0 and r - top in table.marked)
                looks = look._replace(bold=bold, align="left" if c < table.labels else "right")
                entries = self._entries(_refs_of(cell))
                for i, entry in enumerate(entries, columns[c]):
                    self._number(sheet, r, i, entry, looks)
                    key = None if isinstance(entry, str) else self.key(entry.array)
                    if key is not None and isinstance(entry, Ref):
                        shown.setdefault(key, {}).setdefault(entry.at, Place(sheet.number, r, i))
                for i in range(max(1, len(entries)), spans[c]):
                    sheet.put(r, columns[c] + i, "", looks)
                if last and isinstance(cell, Value):
                    sheet.put(r, columns[c], self._total(table, c, cell), looks._replace(shape=self._shape_of(cell)))
                elif not entries:
                    self._words_cell(sheet, r, columns[c], cell, looks)
        self._bars(sheet, table, columns)
        if self.live:
            sheet.beside[top] = sum(spans) + 1
            self._settle_in(shown)
        sheet.row = top + len(rows)

    def _spans(self, table: Table, rows: Sequence[tuple[Cell, ...] | Gap]) -> list[int]:
        """How many columns each column of a table takes."""
        vectors = [[row[c] for row in rows if not isinstance(row, Gap)] for c in range(len(table.header))]
        return [max([1, *[len(self._entries(_refs_of(cell))) for cell in cells]]) for cells in vectors]

    def _header(self, sheet: _Sheet, table: Table, columns: Sequence[int], spans: Sequence[int]) -> None:
        """The row of names above a table."""
        height = LINE
        for c, cell in enumerate(table.header):
            align = "left" if c < table.labels else "center" if spans[c] > 1 else "right"
            words = self._words(cell)
            sheet.put(sheet.row, columns[c], words, _header(align), spans[c])
            if c == 0:
                sheet.labels = max(sheet.labels, min(len(words) + 2, LABELS_WIDTH[1]))
            else:
                height = max(height, _height(words, (sheet.width - 1) * spans[c]))
        sheet.heights[sheet.row] = height
        sheet.row += 1

    def _settle_in(self, shown: Mapping[Key, Mapping[At, Place]]) -> None:
        """Make a table the home of the arrays that it shows whole."""
        for key, places in shown.items():
            home = None if key in self.homes or key in self.plain else _regular(self.array(key), places)
            if home is not None:
                self.homes[key] = home

    def _words_cell(self, sheet: _Sheet, row: int, column: int, cell: Cell, look: Look) -> None:
        """A cell of a table that shows no number of an array."""
        if isinstance(cell, Value) and math.isfinite(cell.value):
            sheet.put(row, column, cell, look._replace(shape=self._shape_of(cell)))
        elif not isinstance(cell, Bar):
            words = self._words(cell)
            sheet.put(row, column, words, look)
            if column == 0:
                sheet.labels = max(sheet.labels, min(len(words) + 2, LABELS_WIDTH[1]))

    def _total(self, table: Table, c: int, cell: Value) -> Content:
        """A total that is the sum of a row of an array follows that row."""
        above = next((row[c] for row in table.rows if not isinstance(row, Gap)), None)
        if self.live and isinstance(above, Number) and len(above.ref.at) == 2:
            cells = tuple(Whole(above.ref.array, above.ref.at[:1]).cells())
            if math.isclose(math.fsum([ref.value for ref in cells]), cell.value, abs_tol=1e-12):
                return Sum(cells, cell.value)
        return cell

    def _bars(self, sheet: _Sheet, table: Table, columns: Sequence[int]) -> None:
        """Bars follow the numbers on their left."""
        for c in range(1, len(table.header)):
            rows = []
            for r, row in enumerate(table.rows, sheet.row):
                number = None if isinstance(row, Gap) else row[c - 1]
                if isinstance(row, tuple) and isinstance(row[c], Bar) and isinstance(number, Number):
                    place = Place(sheet.number, r, columns[c - 1])
                    sheet.put(r, columns[c], Same(place, number.ref.value), Look(HIDDEN))
                    rows.append(r)
            if rows:
                sheet.bars.append((rows[0], rows[-1], columns[c]))

    def _heatmap(self, sheet: _Sheet, picture: Heatmap) -> None:
        """A picture as cells that are coloured by their numbers."""
        data = picture.data
        count, width = len(data), len(data[0]) if len(data) else 0
        top = sheet.row + 1
        for c, name in enumerate(_names(picture.columns, width, picture.first[1])):
            sheet.put(
                sheet.row, 1 + c, name if sheet.width > NARROW or c % 8 == 0 else "", Look(align="center", quiet=True)
            )
        key = None if picture.array is None else self.key(picture.array)
        for r, name in enumerate(_names(picture.rows, count, picture.first[0])):
            sheet.put(top + r, 0, name, Look(align="left"))
            sheet.labels = max(sheet.labels, min(len(name) + 2, LABELS_WIDTH[1]))
            for c in range(width):
                cell: Content = Value(float(data[r][c]))
                if key is not None and picture.array is not None and self.live:
                    cell = Ref(picture.array, (r, c))
                sheet.put(top + r, 1 + c, cell, Look(HIDDEN))
        if width:
            sheet.scales.append((top, 1, top + count - 1, width, picture))
        sheet.row = top + count

    def _curve(self, sheet: _Sheet, curve: Curve) -> None:
        """A chart on its numbers."""
        sheet.put(sheet.row, 0, curve.x_name, _header("left"))
        sheet.put(sheet.row, 1, curve.y_name, _header("right"))
        sheet.labels = max(sheet.labels, len(curve.x_name) + 2)
        for i, (x, y) in enumerate(zip(curve.x, curve.y, strict=True), 1):
            sheet.put(sheet.row + i, 0, Value(x, "exact"), Look(_exact(x), align="left"))
            sheet.put(sheet.row + i, 1, Value(y), Look(self._shape_of(Value(y))))
        sheet.curves.append((sheet.row, len(curve.x), curve))
        sheet.row += max(len(curve.x) + 1, 21)

    def _diagram(self, sheet: _Sheet, picture: Diagram) -> None:
        """The stages: number, name, what it gives, and the numbers of those that it reads."""
        for i, stage in enumerate(picture.stages, 1):
            said = [self.speller.prose(stage.name), self.speller.prose(stage.note)]
            cells: list[Content] = [Value(i, "integer"), *said, *[Value(a + 1, "integer") for a in stage.reads]]
            for c, cell in enumerate(cells):
                sheet.put(sheet.row, c, cell, Look("0" if isinstance(cell, Value) else "General", align="left"))
            sheet.row += 1

    # Words and numbers

    def _words(self, cell: Cell) -> str:
        """What a cell of a table says where it is no number."""
        if cell is None or isinstance(cell, Bar):
            return ""
        if isinstance(cell, Gap):
            return "…" if cell.unit == "column" else self._gap(cell)
        if isinstance(cell, INLINE):
            return self.speller.inline(cell)
        return self.speller.prose(cell)

    def _gap(self, gap: Gap) -> str:
        forms = self.document.locale.left_out[gap.unit]
        return forms[self.document.locale.plural(gap.size)].format(count=gap.size)

    def _symbol(self, array: Array) -> str:
        return self.speller.symbols(Whole(array))

    def _decimals(self, array: Array) -> int:
        return self.speller.decimals(array)

    def _shape(self, array: Array) -> str:
        return COUNT if array.whole else shape(self._decimals(array), SMALL if array.sizes else "")

    def _shape_of(self, value: Value) -> str:
        """The number format of a number that is no cell of an array."""
        if value.style == "integer":
            return "0"
        if value.style == "count":
            return COUNT
        if value.style == "exact":
            return _exact(value.value)
        return SMALL if value.style == "scientific" else shape(self.document.digits)

    # The file

    def write(self, book: Any) -> None:
        self.book = book
        pages = [book.add_worksheet(name) for name in self.reader.names]
        for sheet, page in zip(self.sheets, pages, strict=True):
            self._write_sheet(sheet, page)
        names: set[str] = set()
        for key, home in self.homes.items():
            axes = self.array(key).axes
            first, last = home.place((0,) * len(axes)), home.place(tuple([len(axis.labels) - 1 for axis in axes]))
            name = defined_name("after." * key[0] + key[1], names)
            names.add(name.casefold())
            book.define_name(name, self.reader.area(first, last))

    def _format(self, look: Look) -> Any:
        """The book's own format of a look."""
        if look not in self.looks:
            settings: dict[str, Any] = {"num_format": look.shape, "valign": "vcenter"}
            if look.bold:
                settings["bold"] = True
            if look.fill:
                settings["bg_color"] = look.fill
            if look.align:
                settings["align"] = look.align
            if look.rule:
                settings["bottom" if look.rule == "below" else "top"] = 1
            if look.size:
                settings |= {"font_size": look.size, "font_color": INK}
            if look.quiet:
                settings["font_color"] = "#595959"
            if look.wrap:
                settings["text_wrap"] = True
            self.looks[look] = self.book.add_format(settings)
        return self.looks[look]

    def _write_sheet(self, sheet: _Sheet, page: Any) -> None:
        page.hide_gridlines(2)
        page.set_landscape()
        page.set_paper(9)  # A4
        page.fit_to_pages(1, 0)
        if sheet.wide and sheet.page:
            # Fitted to its width, a page with arrays as wide as that below it could not be read.
            page.print_area(0, 0, sheet.page - 1, max(sheet.printed, sheet.columns(TEXT_WIDTH)))
        page.set_margins(0.4, 0.4, 0.5, 0.5)
        page.set_column(0, 0, min(sheet.labels, LABELS_WIDTH[1]))
        page.set_column(1, max(sheet.last, sheet.columns(TEXT_WIDTH)), sheet.width)
        for row, height in sheet.heights.items():
            if height > LINE:
                page.set_row(row, height)
        for item in self._by_row(sheet):
            self._write_item(sheet, page, item)
        for top, left, bottom, right, picture in sheet.scales:
            page.conditional_format(top, left, bottom, right, _scale(picture))
        for first, last, column in sheet.bars:
            page.conditional_format(first, column, last, column, BAR)
        for top, count, curve in sheet.curves:
            page.insert_chart(top, 3, self._chart(page.get_name(), top, count, curve))

    def _by_row(self, sheet: _Sheet) -> Iterator[Item]:
        """Every cell of a sheet, row by row: a file that is too large to be held in memory is written in that order."""
        items: dict[int, list[Item]] = {}
        for item in sheet.items:
            items.setdefault(item.row, []).append(item)
        grids: dict[int, list[tuple[Key, int]]] = {}
        for key in sheet.grids:
            for i in range(_height_of(self.array(key))):
                grids.setdefault(self.homes[key].first.row + i, []).append((key, i))
        for row in sorted({*items, *grids}):
            yield from items.get(row, ())
            for key, i in grids.get(row, ()):
                array = self.array(key)
                look = Look(self._shape(array))
                for at in _row(array, i):
                    yield Item(row, self.homes[key].place(at).column, Ref(array, at), look)

    def _write_item(self, sheet: _Sheet, page: Any, item: Item) -> None:
        row, column, content, look, span = item
        form = self._format(look)
        if isinstance(content, str):
            text = _printable(content)
            if span > 1:
                page.merge_range(row, column, row, column + span - 1, "", form)
            if text:
                page.write_string(row, column, text, form)
            else:
                page.write_blank(row, column, None, form)
        elif isinstance(content, Value):
            page.write_number(row, column, content.value, form)
        elif isinstance(content, Sum):
            self._write_formula(page, item, self.reader.read(Apply("add", content.cells), sheet.number), content.value)
        elif isinstance(content, Same):
            page.write_formula(row, column, "=" + self.reader.quoted(content.place, sheet.number), form, content.value)
        else:
            self._write_cell(sheet, page, item, content)

    def _write_cell(self, sheet: _Sheet, page: Any, item: Item, ref: Ref) -> None:
        """A cell of an array: at home its work, elsewhere a reference to its home."""
        row, column, _, look, _ = item
        value, home = ref.value, self.place(ref)
        here = Place(sheet.number, row, column)
        if not math.isfinite(value):
            look = look._replace(align="right")
        elif abs(value) >= float(rounding.LARGE) and look.shape not in (HIDDEN, COUNT):
            look = look._replace(shape=_scientific(self._decimals(ref.array)))
        key = self.key(ref.array)
        if key is not None and home == here and key in self.inputs and self.live:
            look = look._replace(fill=INPUT)
        item = item._replace(look=look)
        if home is not None and home != here:
            page.write_formula(
                row, column, "=" + self.reader.quoted(home, sheet.number), self._format(look), _cached(value)
            )
            return
        work = None if home is None or key is None else self.array(key).work(ref.at)
        if work is None:
            page.write_number(row, column, value, self._format(look))
        elif isinstance(work, Num) and work.value == -math.inf:
            page.write_string(row, column, _cached(value), self._format(look))
        else:
            text, array = self.reader.read(work, sheet.number)
            if self.pencil is not None and not isinstance(work, Num | Ref):
                text = self._rounded(text, ref)
            if len(text) >= LONGEST:
                page.write_number(row, column, value, self._format(look))
            else:
                self._write_formula(page, item, (text, array), _cached(value))

    def _rounded(self, text: str, ref: Ref) -> str:
        """The formula of a number as a person rounds it: what is printed is what is used."""
        assert self.pencil is not None
        digits, value = self.pencil, ref.value
        if value and abs(value) >= float(rounding.LARGE):
            digits -= math.floor(math.log10(abs(value)))
        elif value and ref.array.divisor and abs(value) < 0.5 * 10.0**-digits:
            digits = 2 - math.floor(math.log10(abs(value)))
        if digits < rounding.NOISE - 1:
            text = f"ROUND({text},{rounding.NOISE})"
        return f"ROUND({text},{digits})"

    def _write_formula(self, page: Any, item: Item, formula: tuple[str, bool], value: float | str) -> None:
        row, column, _, look, _ = item
        text, array = formula
        if array:
            page.write_array_formula(row, column, row, column, f"{{={text}}}", self._format(look), value)
        else:
            page.write_formula(row, column, f"={text}", self._format(look), value)

    def _chart(self, name: str, top: int, count: int, curve: Curve) -> Any:
        chart = self.book.add_chart({"type": "scatter", "subtype": "straight"})
        values = {"categories": [name, top + 1, 0, top + count, 0], "values": [name, top + 1, 1, top + count, 1]}
        chart.add_series({**values, "line": {"color": INK, "width": 1.5}})
        chart.set_legend({"none": True})
        chart.set_x_axis(
            {"name": _printable(curve.x_name), "min": min(curve.x, default=0), "max": max(curve.x, default=1)}
        )
        chart.set_y_axis(
            {"name": _printable(curve.y_name), "major_gridlines": {"visible": True, "line": {"color": "#D9D9D9"}}}
        )
        chart.set_size({"width": 720, "height": 380})
        return chart


HIDDEN = ";;;"
BAR = {
    "type": "data_bar", "bar_only": True, "bar_solid": True, "bar_color": "#9DC3E6", "min_type": "num", "min_value": 0,
}  # fmt: skip
SMALL = "0.00E+0"
COUNT = "#,##0"  # the marks are the reader's own


def shape(decimals: int, small: str = "") -> str:
    """The number format with so many decimals; what rounds to 0 has no minus sign. The mark is the reader's own.

    small: the number format of what rounds to 0, where its size is the point.
    """
    if decimals == 0:
        plain, half = "0", "0.5"
    else:
        plain, half = "0." + "0" * decimals, "0." + "0" * decimals + "5"
    return f"[>={half}]{plain};[<=-{half}]-{plain};{small or plain}"


def _scientific(decimals: int) -> str:
    """The number format in scientific form, with so many decimals in the mantissa."""
    return f"0.{'0' * decimals}E+0" if decimals else "0E+0"


def _exact(value: float) -> str:
    """The number format of a constant: all its digits and no more."""
    text = rounding.exact(value)
    if "e" in text:
        return _scientific(len(text.partition("e")[0].partition(".")[2]))
    decimals = len(text.partition(".")[2])
    return f"0.{'0' * decimals}" if decimals else "0"


def _cached(value: float) -> float | str:
    """A value as a cell holds it: a masked score is a text."""
    return value if math.isfinite(value) else str(value).replace("-", "−").replace("inf", "∞")


def _header(align: str, quiet: bool = False) -> Look:
    return Look(bold=True, rule="below", fill=HEAD, align=align, wrap=True, quiet=quiet)


def _printable(text: str) -> str:
    """A text as a cell can hold it."""
    text = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"


def sheet_name(title: str, taken: Iterable[str]) -> str:
    """A name that a sheet may have: short, unique, without the signs that formulas use for sheets."""
    # gnumeric cannot read the doubled apostrophe that formulas would need, so there is none at all.
    short = title.partition(": ")[0]  # what follows a colon only explains
    clean = re.sub(r"[\x00-\x1f\x7f/\\:*?]", " ", short.translate(str.maketrans("[]'", "()’")))
    clean = _printable(clean).replace("\\", " ")
    used = {name.casefold() for name in taken}
    for number in range(1, len(used) + 2):
        ending = "" if number == 1 else f" ({number})"
        name = (_short(clean, LONGEST_NAME - len(ending)) or "1") + ending
        if name.casefold() not in used:
            return name
    raise AssertionError


def defined_name(name: str, taken: Container[str]) -> str:
    """The name of an array as a workbook may have it: letters, digits, _ and points, no digit first; none of `taken`,
    which are in small letters."""
    clean = re.sub(r"[^\w.]", "_", name)
    clean = clean if re.match(r"[^\W\d]", clean) else f"_{clean}"
    choices = itertools.chain([clean], (f"{clean}_{number}" for number in itertools.count(2)))
    return next(choice for choice in choices if choice.casefold() not in taken)


def _short(text: str, most: int) -> str:
    """The beginning of a text in at most so many units of UTF-16, ending on a whole word if there are several."""
    cut = text
    while len(cut.encode("utf-16-le")) // 2 > most:
        cut = cut[:-1]
    if cut != text and " " in cut.strip()[2:]:
        cut = cut.rpartition(" ")[0]
        words = cut.split()
        while len(words) > 2 and len(words[-1]) <= 3 and words[-1].islower():
            words.pop()  # a short word in small letters leads to what is cut off
        cut = " ".join(words).rstrip(",;·")
    return cut.strip()


def _same(found: Array, array: Array) -> bool:
    """Whether two views are of one array: they share their numbers."""
    return found is array or getattr(found, "data", found) is getattr(array, "data", array)


def cells_of(array: Array) -> int:
    """How many numbers an array holds."""
    return math.prod([len(axis.labels) for axis in array.axes])


def _height_of(array: Array) -> int:
    """How many rows of a sheet an array takes."""
    return len(array.axes[0].labels) if array.axes else 1


def _row(array: Array, i: int) -> list[At]:
    """The indices of one row of an array, across a sheet."""
    if len(array.axes) < 2:
        return [(i,) * len(array.axes)]
    return [(i, c) for c in range(len(array.axes[1].labels))]


def _refs_of(cell: Cell) -> tuple[Ref, ...]:
    """The cells of arrays whose numbers a cell of a table shows."""
    if isinstance(cell, Number):
        return (cell.ref,)
    return cell.refs if isinstance(cell, Vector) else ()


def _regular(array: Array, places: Mapping[At, Place]) -> Home | None:
    """The home that an array has in a table which shows all its numbers in their order; else None."""
    if len(places) != cells_of(array):
        return None
    first = places.get((0,) * len(array.axes))
    if first is None:
        return None
    strides = []
    for axis, labels in enumerate(array.axes):
        at = tuple(int(i == axis) for i in range(len(array.axes)))
        second = places.get(at)
        if len(labels.labels) == 1 or second is None:
            strides.append((1, 0) if axis == 0 else (0, 1))
        else:
            strides.append((second.row - first.row, second.column - first.column))
    home = Home(first, tuple(strides))
    ways = [stride for stride in strides if stride not in ((1, 0), (0, 1))]
    if ways or len(set(strides)) < len(strides):
        return None
    return home if all(home.place(at) == place for at, place in places.items()) else None


def _names(names: tuple[str, ...] | str, count: int, first: int) -> list[str]:
    return [str(first + i) for i in range(count)] if isinstance(names, str) else list(names)


def _scale(picture: Heatmap) -> dict[str, Any]:
    """The colours of a picture's cells."""
    if picture.low < 0 < picture.high:
        most = max(-picture.low, picture.high)
        return {
            "type": "3_color_scale", "min_type": "num", "mid_type": "num", "max_type": "num",
            "min_value": -most, "mid_value": 0, "max_value": most,
            "min_color": "#2F5597", "mid_color": "#FFFFFF", "max_color": "#C0504D",
        }  # fmt: skip
    return {
        "type": "2_color_scale", "min_type": "num", "max_type": "num", "min_value": picture.low,
        "max_value": picture.high, "min_color": "#FFFFFF", "max_color": "#2F5597",
    }  # fmt: skip
