"""The format `markdown`: pipe tables and mathematics between dollars, for pandoc, GitHub and Jupyter alike.

Knows pages, how they are spelled and how they fit on paper. What the three read differently is left out: no token
stands inside mathematics (a word is called by its id there), none that holds | between backquotes.
"""

from __future__ import annotations

import re
import unicodedata

from handcalc.doc import (
    INLINE,
    Bar,
    Block,
    Cell,
    Document,
    Formula,
    Gap,
    Inline,
    Number,
    Paragraph,
    Prose,
    Table,
    Token,
    Value,
    Vector,
)
from handcalc.formats.characters import Charset
from handcalc.formats.equations import Equations, groups, whole
from handcalc.formats.grid import Grid, Part, gap_said, hidden_columns, in_lines, shown
from handcalc.formats.layout import drawn
from handcalc.notation import BREAK, TEX, TEX_LINE, Speller

ENDINGS = ("md", "markdown")

ROOM = 72  # characters of a line of mathematics and of a table, as in the format latex
MOST_LINES = 30  # of text, of mathematics that a page does not break
CHARSET = Charset("utf-8")  # for control characters
# Signs of pictures that LaTeX, which pandoc may come to next, does not know.
DRAWN = str.maketrans(
    {"─": "-", "│": "|", "•": "*", "−": "-", "⋯": ".", "⋮": ":", "▼": "v", "▸": ">", **dict.fromkeys("┌┐└┘├┤┬┴┼", "+")}
)
# pandoc makes dashes, curly quotes and an ellipsis of what stands here last.
MARKUP = re.compile(r"([\\`*_{}\[\]<>|~$#^@&'\"]|-(?=-)|(?<=-)-|\.(?=\.\.))")
# What would begin a list, a heading or a title block at the start of a paragraph.
BEGINS = re.compile(r"^(\(?(?:[0-9]+|[A-Za-z]|[ivxlcdmIVXLCDM]+))([.)])(?=\s|$)|^([-+=%:])")


def write(document: Document, *, standalone: bool = False, heading: int = 2, **others: object) -> str:
    """The page as Markdown.

    standalone: with a title above, as a file of its own. heading: the level of the steps' titles, 1 to 6.
    """
    page = _Page(document, heading)
    title = f"{'#' * max(1, heading - 1)} {page.prose(document.title)}\n\n" if standalone else ""
    return title + page.body() if standalone else page.body() + "\n"  # so that what is appended next stands alone


def escaped(text: str) -> str:
    """Text that reads as it stands."""
    return MARKUP.sub(r"\\\1", CHARSET(text)).replace("−", "$-$")


def code(text: str, table: bool) -> str:
    """A token between backquotes, so that it reads as it stands; in a table not if it holds a |."""
    clean = CHARSET(unicodedata.normalize("NFC", text)) or " "
    if "|" in clean and table:
        return escaped(clean)
    longest = max(map(len, re.findall("`+", clean)), default=0)
    fence = "`" * (longest + 1)
    # One space at both ends is taken for padding and taken off, unless there is nothing else.
    pad = " " if clean.strip() and (clean[0] in " `" or clean[-1] in " `") else ""
    return f"{fence}{pad}{clean}{pad}{fence}"


class _Page:
    """One page being written."""

    def __init__(self, document: Document, heading: int) -> None:
        self.document = document
        self.heading = heading
        self.text = Speller.of(document)
        self.line = Speller.of(document, TEX_LINE, _by_id)
        self.tall = Speller.of(document, TEX, _by_id)
        self.equations = Equations(document, TEX, TEX_LINE, _by_id)

    def body(self) -> str:
        parts = [self.block(block) for block in self.document.notes]
        for step in self.document.steps:
            title = f"{escaped(self.document.step_word)} {step.number} · {self.prose(step.title)}"
            parts += [] if self.document.bare else [f"{'#' * self.heading} {title}\n"]
            parts += [self.block(block) for block in step.blocks]
        return "\n".join(parts)

    def block(self, block: Block) -> str:
        if isinstance(block, Paragraph):
            return self.paragraph(block.text)
        if isinstance(block, Formula):
            return self.formula(block)
        caption = self.paragraph(block.caption) + "\n" if block.caption and not self.document.bare else ""
        if isinstance(block, Table):
            return caption + self.table(block)
        return caption + "```text\n" + drawn(self.document, block, None).translate(DRAWN) + "```\n"

    # Prose

    def paragraph(self, text: Prose) -> str:
        return BEGINS.sub(lambda m: f"{m[1]}\\{m[2]}" if m[1] else f"\\{m[3]}", self.prose(text)) + "\n"

    def prose(self, text: Prose) -> str:
        return whole("".join([self.inline(part) for part in text]), r"\times")

    def inline(self, part: Inline, table: bool = False) -> str:
        """What stands in a sentence or in a cell."""
        if isinstance(part, str):
            return escaped(part)
        if isinstance(part, Token):
            return code(part.text, table)
        spelled = self.line.inline(part).replace(BREAK, "")
        return spelled if spelled.isdecimal() else f"${spelled}$"

    # Formulas

    def formula(self, block: Formula) -> str:
        written = []
        for group in groups(self.equations.lines(block, ROOM), MOST_LINES):
            rows = []
            for left, relation, right in group:
                sign = {"←": r"\leftarrow"}.get(relation, relation)
                rows.append(f"{left} &{sign} {right}" if relation else f"&\\quad {{}}{right}")
            written.append("$$\n\\begin{aligned}\n" + " \\\\\n".join(rows) + "\n\\end{aligned}\n$$\n")
        return "\n".join(written)

    # Tables

    def table(self, table: Table) -> str:
        grid = Grid(table, self.text, ROOM, gutter=3)
        written = []
        for part in grid.parts():
            if part.said:
                written.append(f"*{escaped(part.said)}*\n")
            written.append(self.part(grid, part))
        return "\n".join(written)

    def part(self, grid: Grid, part: Part) -> str:
        """Some columns as a pipe table; bars are left out, since no sign for them is read by all."""
        table = grid.table
        columns = [i for i in part.columns if grid.kinds[i] != "bar"]
        head = [self.cell(table.header[i]) for i in columns]
        right = [grid.kinds[i] == "number" for i in columns]
        # pandoc gives each column of a table with long lines its part of the width by its dashes.
        dashes = ["-" * max(3, round(grid.width(i)) if i not in part.entries else 24) for i in columns]
        lines = [head, [rule[:-1] + ":" if r else rule for rule, r in zip(dashes, right, strict=True)]]
        for at, row in enumerate(table.rows):
            if isinstance(row, Gap):
                said = f"*({escaped(gap_said(row, self.document.locale))})*"
                lines.append([said, *[""] * (len(columns) - 1)])
                continue
            cells = [self.cell(row[i], part.entries.get(i, 99), (at, i) in table.strong) for i in columns]
            if at in table.marked and cells[0]:
                cells[0] = f"**{cells[0]}**"
            lines.append(cells)
        if table.total is not None:
            lines.append([self.cell(table.total[i]) for i in columns])
        text = "".join(["| " + " | ".join(cells) + " |\n" for cells in lines])
        hidden = hidden_columns(table, part.columns)
        return text + (f"\n*({escaped(gap_said(hidden, self.document.locale))})*\n" if hidden else "")

    def cell(self, cell: Cell, entries: int = 99, strong: bool = False) -> str:
        if cell is None or isinstance(cell, Bar):
            return ""
        if isinstance(cell, Gap):
            return r"$\cdots$"
        if isinstance(cell, Vector):
            return self.vector(cell, entries)
        if isinstance(cell, Number | Value):
            spelled = self.tall.inline(cell)
            if spelled.isdecimal():
                return spelled
            return rf"$\mathbf{{{spelled}}}$" if strong else f"${spelled}$"
        if isinstance(cell, INLINE):
            said = self.inline(cell, table=True)
            return f"**{said}**" if strong and isinstance(cell, Token) else said
        return "".join([self.inline(part, table=True) for part in cell])

    def vector(self, vector: Vector, on_a_line: int) -> str:
        """A vector; a long one in several pieces of mathematics, between which a cell may break."""
        refs = shown(vector, self.document.full)
        numbers = [r"\dots" if ref is None else self.tall.of_cell(ref) for ref in refs]
        separator = self.tall.separator
        lines = [separator.join(line) for line in in_lines(numbers, on_a_line)]
        lines = [line + separator[0] for line in lines[:-1]] + lines[-1:]
        lines[0] = "[" + lines[0]
        lines[-1] += "]"
        return " ".join([f"${line}$" for line in lines])


def _by_id(label: str, i: int) -> str:
    """A word inside mathematics: its id."""
    return rf"\mathrm{{id}}\,{i}"
