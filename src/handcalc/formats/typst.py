"""The format `typst`: markup to paste into a document or, standalone, to compile as it is.

Knows pages, how they are spelled and how they fit on paper.
"""

from __future__ import annotations

import re
import unicodedata

from handcalc.doc import (
    INLINE,
    Bar,
    Block,
    Cell,
    Diagram,
    Document,
    Formula,
    Gap,
    Heatmap,
    Inline,
    Number,
    Paragraph,
    Prose,
    Step,
    Table,
    Token,
    Value,
    Vector,
)
from handcalc.formats.characters import Charset
from handcalc.formats.equations import Equations, groups, whole
from handcalc.formats.grid import Grid, Part, gap_said, hidden_columns, in_lines, pieces, shown
from handcalc.formats.svg import curve, diagram, heatmap
from handcalc.notation import BREAK, TYPST, TYPST_LINE, Speller

ENDINGS = ("typ",)

ROOM, TABLE_ROOM = 74, 80  # characters of a line: 453 pt of an A4 page at 11 pt
MOST_LINES = 30  # of text, of an equation, which does not break across pages
MOST_TOGETHER = 15  # rows of a table that stands on one page
CHARSET = Charset("utf-8")  # for control characters
HEAD = """#set document(title: {title})
#set page(paper: "a4", margin: 2.5cm, numbering: "1")
#set text(font: "New Computer Modern", lang: "{language}")
#set par(justify: true)

"""
# What is markup wherever it stands, and what is so only before certain signs or at the start of a line.
BREAKABLE = "#sym.zws;"  # where a long word may break
MARKUP = re.compile(r"[\\`*_{}\[\]<>~$#@'\"]|/(?=[/*])|-(?=[-?0-9])|(?<=-)-|\.(?=\.)|^[=+/-](?=[ =])", re.M)


def write(document: Document, *, standalone: bool = False, heading: int = 2, **others: object) -> str:
    """The page as Typst.

    standalone: with page, fonts and a title, as a file that compiles. heading: the level of the steps' titles.
    """
    page = _Page(document, heading)
    if not standalone:
        return page.body() + "\n"  # so that what is appended next stands alone
    title = page.prose(document.title)
    head = HEAD.format(title=f"[{title}]", language=document.language)
    return f"{head}= {title}\n\n{page.body()}"


def escaped(text: str) -> str:
    """Text that reads as it stands."""
    marked = MARKUP.sub(lambda found: "\\" + found[0], CHARSET(text))
    return marked.replace(r"\-\-", r"#text(ligatures: false)[\-\-]")  # which some fonts would make one dash


def string(text: str) -> str:
    """A string of Typst's own."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def token(text: str) -> str:
    """A token in the typewriter face, every character as it stands."""
    return f"#raw({string(CHARSET(unicodedata.normalize('NFC', text)))})"


class _Page:
    """One page being written."""

    def __init__(self, document: Document, heading: int) -> None:
        self.document = document
        self.heading = heading

        def word(label: str, i: int) -> str:
            return token(label)

        self.text = Speller.of(document)
        self.line = Speller.of(document, TYPST_LINE, word)
        self.tall = Speller.of(document, TYPST, word)
        self.equations = Equations(document, TYPST, TYPST_LINE, word)

    def body(self) -> str:
        parts = [self.block(block) for block in self.document.notes]
        for step in self.document.steps:
            parts += [] if self.document.bare else [self.title(step)]
            parts += [self.block(block) for block in step.blocks]
        return "\n".join(parts)

    def title(self, step: Step) -> str:
        said = f"{escaped(self.document.step_word)} {step.number} · {self.prose(step.title)}"
        return f"{'=' * self.heading} {said}\n"

    def block(self, block: Block) -> str:
        if isinstance(block, Paragraph):
            return self.paragraph(block.text)
        if isinstance(block, Formula):
            return self.formula(block)
        caption = ""
        if block.caption and not self.document.bare:
            # A caption stays with what it speaks of.
            caption = f"#block(sticky: true)[{self.prose(block.caption)}]\n"
        if isinstance(block, Table):
            return caption + self.table(block)
        words = self.document.locale.words
        if isinstance(block, Diagram):
            drawn = diagram(block, self.text, words)
        else:
            drawn = heatmap(block, self.text, words) if isinstance(block, Heatmap) else curve(block, self.text, words)
        if not drawn:
            return caption
        return f'{caption}#align(center, image(bytes({string(drawn)}), format: "svg"))\n'

    # Prose

    def paragraph(self, text: Prose) -> str:
        # "1." and "a." at the start of a line: only numbers begin a list in Typst.
        return re.sub(r"^([0-9]+)\.", r"\1\\.", self.prose(text)) + "\n"

    def prose(self, text: Prose) -> str:
        return whole("".join([self.inline(part) for part in text]), "×")

    def inline(self, part: Inline) -> str:
        """What stands in a sentence."""
        if isinstance(part, str):
            # A word that no line holds may break after some characters.
            said = " ".join([BREAKABLE.join(map(escaped, pieces(word))) for word in part.split(" ")])
            for letter in self.document.locale.tied:
                said = said.replace(f" {letter} ", f" {letter}~")
            return said
        if isinstance(part, Token):
            before, after = self.document.locale.quotes
            said = BREAKABLE.join(map(token, pieces(CHARSET(part.text))))
            return said if part.text.startswith("␣") else before + said + after
        spelled = self.line.inline(part).replace(BREAK, "")
        return spelled if spelled.isdecimal() else f"${spelled}$"

    # Formulas

    def formula(self, block: Formula) -> str:
        written = []
        for group in groups(self.equations.lines(block, ROOM), MOST_LINES):
            rows = [f"{left} &{sign} {right}" if sign else f'&quad "" {right}' for left, sign, right in group]
            written.append("$ " + " \\\n  ".join(rows) + " $\n")
        return "\n".join(written)

    # Tables

    def table(self, table: Table) -> str:
        grid = Grid(table, self.text, TABLE_ROOM)
        written = []
        for part in grid.parts():
            if part.said:
                written.append(f"#block(sticky: true)[_{escaped(part.said)}_]\n")
            written.append(self.part(grid, part))
        return "\n".join(written)

    def part(self, grid: Grid, part: Part) -> str:
        """Some columns as a table, which repeats its header on the next page."""
        table = grid.table
        align = ["right" if grid.kinds[i] == "number" else "left" for i in part.columns]
        signed = {i for i in part.columns if grid.signed(i)}
        header = [self.cell(table.header[i]) for i in part.columns]
        lines = ["table.hline(),"]
        if any(header):
            lines += [f"table.header({', '.join(f'[{cell}]' for cell in header)}),", "table.hline(stroke: 0.5pt),"]
        for at, row in enumerate(table.rows):
            if isinstance(row, Gap):
                said = escaped(gap_said(row, self.document.locale))
                lines.append(f"table.cell(colspan: {len(part.columns)}, align: left)[$dots.v$ _{said}_],")
                continue
            cells = [
                self.cell(row[i], part.entries.get(i, 99), i in signed, (at, i) in table.strong) for i in part.columns
            ]
            fill = "table.cell(fill: luma(230))" if at in table.marked else ""
            lines.append(" ".join([f"{fill}[{cell}]," for cell in cells]))
        if table.total is not None:
            total = [self.cell(table.total[i], part.entries.get(i, 99), i in signed) for i in part.columns]
            lines += ["table.hline(stroke: 0.5pt),", " ".join([f"[{cell}]," for cell in total])]
        lines.append("table.hline(),")
        hidden = hidden_columns(table, part.columns)
        if hidden is not None:
            said = escaped(gap_said(hidden, self.document.locale))
            lines.append(f"table.cell(colspan: {len(part.columns)}, align: left)[$dots.c$ _{said}_],")
        head = f"columns: {len(part.columns)}, align: ({', '.join(align)},), stroke: none,"
        whole_table = "table(\n  " + "\n  ".join([head, *lines]) + "\n)"
        if len(table.rows) > MOST_TOGETHER:
            return f"#align(center, {whole_table})\n"
        return f"#align(center, block(breakable: false, {whole_table}))\n"

    def cell(self, cell: Cell, entries: int = 99, signed: bool = False, strong: bool = False) -> str:
        """A cell; a vector or a long word on several lines. signed: whether its column has negative numbers."""
        if cell is None:
            return ""
        if isinstance(cell, Gap):
            return "$dots.c$"
        if isinstance(cell, Bar):
            return f"#rect(width: {60 * min(1.0, max(0.0, cell.share)):.1f}pt, height: 0.6em, fill: black)"
        if isinstance(cell, Vector):
            return self.vector(cell, entries, signed)
        if isinstance(cell, Number | Value):
            spelled = self.tall.inline(cell)
            if spelled.isdecimal():
                return spelled
            return f"$bold({spelled})$" if strong else f"${spelled}$"
        if isinstance(cell, Token):
            said = r" \ ".join(map(token, pieces(CHARSET(unicodedata.normalize("NFC", cell.text)))))
            return f"*{said}*" if strong else said
        if isinstance(cell, str):
            return r" \ ".join(map(escaped, pieces(CHARSET(cell))))
        if isinstance(cell, INLINE):
            return self.inline(cell)
        return "".join([escaped(part) if isinstance(part, str) else self.cell(part) for part in cell])

    def vector(self, vector: Vector, on_a_line: int, signed: bool) -> str:
        """A vector with its numbers under those of other rows: room for a sign before each that has none."""
        numbers = []
        for ref in shown(vector, self.document.full):
            number = "dots" if ref is None else self.tall.of_cell(ref)
            numbers.append("#hide[$−$]" + number if signed and ref is not None and number[0] != "−" else number)
        separator = self.tall.separator
        lines = [separator.join(line) for line in in_lines(numbers, on_a_line)]
        lines = [line + separator for line in lines[:-1]] + lines[-1:]
        lines = ["[" + lines[0], *["#hide[$\\[$]" + line for line in lines[1:]]]
        lines[-1] += "]"
        return r" \ ".join([f"${line}$" for line in lines])
