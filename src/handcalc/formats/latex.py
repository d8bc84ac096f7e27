"""The format `latex`: booktabs tables and amsmath, to paste into a document or, standalone, to compile as it is.

Knows pages, how they are spelled and how they fit on paper. A fragment needs the packages amsmath, booktabs and, for
pictures, xcolor, and the T1 font encoding.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise

from handcalc import rounding
from handcalc.doc import (
    Bar,
    Block,
    Cell,
    Curve,
    Diagram,
    Document,
    Formula,
    Gap,
    Heatmap,
    Inline,
    Math,
    Number,
    Paragraph,
    Phrase,
    Prose,
    Step,
    Table,
    Token,
    Value,
    Vector,
)
from handcalc.formats.characters import Charset, width
from handcalc.formats.diagrams import follows, ways
from handcalc.formats.equations import Equations, whole
from handcalc.formats.grid import WORDS, Grid, Part, gap_said, hidden_columns, in_lines, pieces, shown
from handcalc.formats.pictures import Scale, finite, marks, mixed, reduced
from handcalc.notation import BREAK, TEX, TEX_LINE, Speller

ENDINGS = ("tex",)

ROOM = 66  # digits on a line of the standard classes: 345 pt at 5 pt each, less a little
GUTTERS = (2.4, 1.6)  # digits between two columns: the usual \\tabcolsep of 6 pt, and a tight one of 4 pt
MOST_TOGETHER = 8  # lines of an equation that one page holds without asking
MOST_LINES = 28  # of one tabular, which does not break across pages
PICTURE = 300.0  # points: the longest side of a picture
CELL = 12.0  # points: the side of a heatmap's cell, where it has so much room
MOST_CELLS = 64  # of a heatmap along one side
MOST_MARKS = 7  # at an axis
SHADES = 32  # colours of a heatmap, so that neighbours of one colour are drawn as one
POINT = 5.3  # points: a character of the typewriter face

HEADS = ("section", "subsection", "subsubsection", "paragraph", "subparagraph")
BABEL = {"en": "english", "pt": "portuguese", "pl": "polish"}
PREAMBLE = r"""\documentclass[a4paper]{{article}}
\usepackage[T1]{{fontenc}}
\usepackage{{lmodern}}
\usepackage{{amsmath}}
\usepackage{{booktabs}}
\usepackage{{xcolor}}
\usepackage{{babel}}
\babelprovide[import,main]{{{language}}}
\setcounter{{MaxMatrixCols}}{{64}}
\allowdisplaybreaks
\setlength{{\emergencystretch}}{{2em}}
\setlength{{\parindent}}{{0pt}}
\setlength{{\parskip}}{{0.6\baselineskip}}
\begin{{document}}
"""
NEEDS = "% Needs \\usepackage{amsmath, booktabs, xcolor} and \\usepackage[T1]{fontenc}.\n"

# What TeX would take for a command, or set as something else.
COMMANDS = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"\textquotedbl{}", "'": r"\textquotesingle{}", "`": r"\textasciigrave{}",
    "␣": r"\textvisiblespace{}", "\u00a0": "~", "—": "---", "–": "--", "…": r"\dots{}",
    # Two of these in a row are one sign in most fonts: --, ,,, ?`, !`.
    "-": "-{}", ",": ",{}", "?": "?{}", "!": "!{}",
}  # fmt: skip
SIGNS = {
    "−": "-", "·": r"\cdot", "×": r"\times", "÷": r"\div", "±": r"\pm", "√": r"\surd", "∞": r"\infty", "∂": r"\partial",
    "Σ": r"\Sigma", "∑": r"\sum", "≈": r"\approx", "≤": r"\le", "≥": r"\ge", "≠": r"\ne", "∈": r"\in", "′": "{}'",
    "→": r"\rightarrow", "←": r"\leftarrow", "⇒": r"\Rightarrow", "⋯": r"\cdots", "⋮": r"\vdots",
    **{letter: command for letter, command in TEX.letters.items() if len(letter) == 1},
}  # fmt: skip
# Of Latin-1 and Latin Extended-A, which T1 has nearly all of, those that it lacks.
LACKING = frozenset("\u00adĦħĲĳĸĿŀŉŦŧſ")
QUOTES = frozenset("‘’‚“”„‹›€")


def write(document: Document, *, standalone: bool = False, heading: int = 2, **others: object) -> str:
    """The page as LaTeX.

    standalone: with a preamble, to be compiled as it is. heading: the level of the steps' titles, 1 for a section.
    """
    body = _Page(document, heading).body()
    if not standalone:
        return NEEDS + body + "\n"  # what is appended next begins a paragraph of its own
    title = f"\\{HEADS[0]}*{{{_Page(document, 1).prose(document.title)}}}\n\n"
    return PREAMBLE.format(language=BABEL[document.language]) + title + body + "\\end{document}\n"


def escaped(text: str) -> str:
    """Text that TeX sets as it stands; what its fonts lack by its number, in small type."""
    return "".join([_character(c) for c in unicodedata.normalize("NFC", text)])


def visible(text: str) -> str:
    """The same as it looks on paper."""
    return "".join([f"U+{ord(c):04X}" if _is_lacking(c) else c for c in unicodedata.normalize("NFC", text)])


def _character(c: str) -> str:
    if c in COMMANDS:
        return COMMANDS[c]
    if c in SIGNS:
        return f"${SIGNS[c]}$"
    return f"{{\\scriptsize{{}}U+{ord(c):04X}}}" if _is_lacking(c) else c


def _is_lacking(c: str) -> bool:
    """Whether the fonts of pdflatex have no such character."""
    known = c in COMMANDS or c in SIGNS or c in QUOTES or " " <= c <= "~"
    return not (known or ("\u00a1" <= c <= "\u017f" and c not in LACKING))


def plain(text: str) -> str:
    """The same in a sentence, without the braces that are not needed."""
    # One alone means nothing; two are kept apart.
    return re.sub(r"(?<!\{\})([-,?!])\{\}(?![-,?!`])", r"\1", escaped(text))


CHARSET = Charset("utf-8")  # for control characters


def token(text: str) -> str:
    """A token in the typewriter face, with its spaces."""
    return r"\texttt{" + escaped(CHARSET(text)).replace(" ", r"\ ") + "}"


class _Page:
    """One page being written."""

    def __init__(self, document: Document, heading: int) -> None:
        self.document = document
        self.heading = heading

        def word(label: str, i: int) -> str:
            return r"\text{" + token(label) + "}"

        self.text = Speller.of(document)
        self.line = Speller.of(document, TEX_LINE, word)
        self.tall = Speller.of(document, TEX, word)
        self.equations = Equations(document, TEX, TEX_LINE, word, visible)

    def body(self) -> str:
        parts = [self.block(block) for block in self.document.notes]
        for step in self.document.steps:
            parts += [] if self.document.bare else [self.title(step)]
            parts += [self.block(block) for block in step.blocks]
        # A blank line before a displayed formula would be an empty paragraph.
        return re.sub(r"\n\n(?=(\{\\allowdisplaybreaks\n)?\\begin\{align\*\})", "\n", "\n".join(parts))

    def title(self, step: Step) -> str:
        said = f"{plain(self.document.step_word)} {step.number} $\\cdot$ {self.prose(step.title)}"
        if self.heading > len(HEADS):
            return f"\\textbf{{{said}}}\n"
        return f"\\{HEADS[self.heading - 1]}*{{{said}}}\n"

    def block(self, block: Block) -> str:
        if isinstance(block, Paragraph):
            return self.prose(block.text) + "\n"
        if isinstance(block, Formula):
            return self.formula(block)
        # What a caption speaks of must not begin the next page.
        caption = (
            self.prose(block.caption) + "\n\\par\\nopagebreak\\smallskip\n"
            if block.caption and not self.document.bare
            else ""
        )
        if isinstance(block, Table):
            return caption + self.table(block)
        if isinstance(block, Diagram):
            return caption + self.diagram(block)
        return caption + (self.heatmap(block) if isinstance(block, Heatmap) else self.curve(block))

    # Prose

    def prose(self, text: Prose) -> str:
        return whole("".join([self.inline(part) for part in text]), r"\times")

    def inline(self, part: Inline) -> str:
        """What stands in a sentence."""
        if isinstance(part, str):
            # A word that no line holds may break after some characters.
            words = CHARSET(part).split(" ")
            said = " ".join([r"\allowbreak{}".join(map(plain, pieces(word, visible))) for word in words])
            for letter in self.document.locale.tied:
                said = said.replace(f" {letter} ", f" {letter}~")
            return said
        if isinstance(part, Token):
            # A long one may break after some characters.
            said = r"\allowbreak{}".join(map(token, pieces_of(part.text)))
            before, after = self.document.locale.quotes
            return said if part.text.startswith("␣") else plain(before) + said + plain(after)
        # TeX breaks a line before a sign by itself, behind the separator of a vector only between two formulas.
        spelled = self.line.inline(part).replace(BREAK + r"\ ", "$ $").replace(BREAK, "")
        return spelled if spelled.isdecimal() else f"${spelled}$"

    # Formulas

    def formula(self, block: Formula) -> str:
        rows = []
        for lines in self.equations.lines(block, ROOM):
            for left, relation, right in lines:
                sign = {"←": r"\leftarrow"}.get(relation, relation)
                rows.append(f"{left} &{sign} {right}" if relation else f"&\\quad {{}}{right}")
        work = "\\begin{align*}\n" + " \\\\\n".join(rows) + "\n\\end{align*}\n"
        # Without leave, a page would not end inside of it, and what is taller than a page would be lost.
        return "{\\allowdisplaybreaks\n" + work + "}\n" if len(rows) > MOST_TOGETHER else work

    # Tables

    def table(self, table: Table) -> str:
        grid = Grid(table, self.text, ROOM, GUTTERS[0], visible)
        parts = grid.parts()
        if len(parts) > 1 or any(lines > 1 for lines in grid.heights(parts[0])):
            grid = Grid(table, self.text, ROOM, GUTTERS[1], visible)
            parts = grid.parts()
        written = []
        for part in parts:
            if part.said:
                written.append(f"\\emph{{{plain(part.said)}}}\\par\\nopagebreak\\smallskip")
            written.append(self.part(grid, part))
        return "\n".join(written)

    def part(self, grid: Grid, part: Part) -> str:
        """Some columns as tabulars that fit on a page, each under the header."""
        table = grid.table
        align = "".join(
            ["r" if grid.kinds[i] == "number" else "c" if grid.kinds[i] == "gap" else "l" for i in part.columns]
        )
        head = self.row([self.cell(table.header[i]) for i in part.columns])
        signed = {i for i in part.columns if grid.signed(i)}
        rows: list[tuple[str, int]] = []
        for at, row in enumerate(table.rows):
            if isinstance(row, Gap):
                said = plain(gap_said(row, self.document.locale))
                rows.append((f"\\multicolumn{{{len(part.columns)}}}{{l}}{{$\\vdots$ \\emph{{{said}}}}}\\\\", 1))
                continue
            cells = [
                self.cell(row[i], part.entries.get(i, 99), i in signed, (at, i) in table.strong) for i in part.columns
            ]
            mark = r"\llap{$\triangleright$\ }" if at in table.marked else ""
            rows.append((self.row(cells, mark), max([1, *(cell.count(r"\\") + 1 for cell in cells)])))
        broken = any(height > 1 for _, height in rows)
        groups: list[list[str]] = [[]]
        used = 0
        for text, height in rows:
            if used + height > MOST_LINES and groups[-1]:
                groups.append([])
                used = 0
            elif groups[-1] and broken:
                groups[-1].append(r"\addlinespace")
            groups[-1].append(text)
            used += height
        if table.total is not None:
            total = [self.cell(table.total[i], part.entries.get(i, 99), i in signed) for i in part.columns]
            groups[-1] += [r"\midrule", self.row(total)]
        heads = [head, r"\midrule"] if any(table.header[i] for i in part.columns) else []
        hidden = hidden_columns(table, part.columns)
        if hidden is not None:
            said = f"$\\cdots$ \\emph{{{plain(gap_said(hidden, self.document.locale))}}}"
            groups[-1].append(f"\\multicolumn{{{len(part.columns)}}}{{l}}{{{said}}}\\\\")
        tight = "\\setlength{\\tabcolsep}{4pt}\n" if grid.gutter == GUTTERS[1] else ""
        tabulars = []
        for group in groups:
            lines = [f"\\begin{{tabular}}{{@{{}}{align}@{{}}}}", r"\toprule", *heads, *group, r"\bottomrule"]
            tabular = "\n".join(lines) + "\n\\end{tabular}\n"
            tabulars.append(_centered(tight + tabular))
        return "\n".join(tabulars)

    def row(self, cells: Iterable[str], mark: str = "") -> str:
        # An opening bracket at the start of a row would be read as an option of the \\ before it.
        return "{}" + mark + " & ".join(cells) + r" \\"

    def cell(self, cell: Cell, entries: int = 99, signed: bool = False, strong: bool = False) -> str:
        """A cell; a vector or a long word on several lines. signed: whether its column has negative numbers."""
        if cell is None:
            return ""
        if isinstance(cell, Gap):
            return r"$\cdots$"
        if isinstance(cell, Bar):
            length = 60 * min(1.0, max(0.0, cell.share))
            return rf"\rule{{{length:.1f}pt}}{{1ex}}" if length >= 0.1 else ""
        if isinstance(cell, Vector):
            return self.vector(cell, entries, signed)
        if isinstance(cell, Number | Value):
            return self.number(self.tall.inline(cell), strong)
        if isinstance(cell, Token):
            said = stacked([token(piece) for piece in pieces_of(cell.text)])
            return rf"\textbf{{{said}}}" if strong else said
        if isinstance(cell, str):
            return stacked([plain(CHARSET(piece)) for piece in pieces(cell, visible)])
        if isinstance(cell, Math | Phrase):
            return self.inline(cell)
        return stacked(self.lines_of(cell))

    def lines_of(self, prose: Prose) -> list[str]:
        """Prose as the lines of a cell, broken at its own spaces alone. Its tokens need no quotation marks here."""
        words = [("", 0)]  # each as it is written, and its width
        for part in prose:
            texts: Sequence[Inline] = CHARSET(part).split(" ") if isinstance(part, str) else [part]
            for i, text in enumerate(texts):
                written = plain(text) if isinstance(text, str) else self.cell(text)
                before, used = words.pop() if i == 0 else ("", 0)
                words.append((before + written, used + width(self.text.inline(text))))
        lines, room = [words[0][0]], WORDS - words[0][1]
        for written, size in words[1:]:
            if size + 1 <= room:
                lines[-1] += " " + written
                room -= size + 1
            else:
                lines.append(written)
                room = WORDS - size
        return lines

    def number(self, spelled: str, strong: bool) -> str:
        if spelled.isdecimal() and not strong:
            return spelled
        return rf"$\mathbf{{{spelled}}}$" if strong else f"${spelled}$"

    def vector(self, vector: Vector, on_a_line: int, signed: bool) -> str:
        """A vector with its numbers under those of other rows: room for a sign before each that has none."""
        refs = shown(vector, self.document.full)
        numbers = []
        for ref in refs:
            number = r"\dots" if ref is None else self.tall.of_cell(ref)
            # A minus in braces is a sign and no operation, whatever stands before it.
            sign = "{-}" if number[0] == "-" else r"\phantom{-}" if signed and number[0] != "\\" else ""
            numbers.append(sign + number.removeprefix("-"))
        separator = self.tall.separator
        lines = [separator.join(line) for line in in_lines(numbers, on_a_line)]
        lines = [line + separator[0] for line in lines[:-1]] + lines[-1:]
        lines = ["[" + lines[0], *[r"\phantom{[}" + line for line in lines[1:]]]
        lines[-1] += "]"
        return _stack(lines)

    # Pictures

    def heatmap(self, picture: Heatmap) -> str:
        """Coloured squares with the names of rows and columns, or the first and last of them; a scale below."""
        height = len(picture.data)
        breadth = len(picture.data[0]) if height else 0
        if not height or not breadth:
            return ""
        scale = Scale(picture)
        data, tall, broad = reduced(picture, MOST_CELLS, MOST_CELLS)
        rows = self.names(picture.rows, picture.first[0], height, len(data))
        columns = self.names(picture.columns, picture.first[1], breadth, len(data[0]))
        named = not isinstance(picture.columns, str) and broad == 1
        longest = max([width(name) for name in picture.columns], default=1) if named else 1
        wide = max(CELL, longest * POINT + 6) if named and (longest * POINT + 6) * breadth <= PICTURE else CELL
        wide = min(wide, PICTURE / len(data[0]))
        high = min(CELL, PICTURE / len(data))
        every = wide >= longest * POINT if named else False
        total = high * len(data)
        lines = []
        for i, row in enumerate(data):
            y = total - (i + 1) * high
            if rows[i]:
                lines.append(rf"\put(-4,{y + high / 2:.2f}){{\makebox(0,0)[r]{{\small {rows[i]}}}}}")
            j = 0
            for share, same in groupby(row, lambda x: round(scale(float(x)) * SHADES) / SHADES):
                count = len(list(same))
                lines.append(rf"\put({j * wide:.2f},{y:.2f}){{{_square(share, scale.signed, count * wide, high)}}}")
                j += count
        for j, name in enumerate(columns):
            if name and (every or j in (0, len(columns) - 1)):
                middle = j * wide + wide / 2
                lines.append(rf"\put({middle:.2f},{total + 7:.2f}){{\makebox(0,0){{\small {name}}}}}")
        axis = plain(CHARSET(picture.columns)) if isinstance(picture.columns, str) else ""
        if axis:
            lines.append(rf"\put({len(data[0]) * wide / 2:.2f},{total + 7:.2f}){{\makebox(0,0){{\small {axis}}}}}")
        head = 14
        if isinstance(picture.rows, str):
            head = 27
            named_rows = plain(CHARSET(picture.rows))
            lines.append(rf"\put(0,{total + 20:.2f}){{\makebox(0,0)[l]{{\small {named_rows}}}}}")
        lines.append(rf"\put(0,-13){{\makebox(0,0)[l]{{\small {self.scale(scale)}}}}}")
        drawn = _picture(len(data[0]) * wide, total + head, lines, below=20) + "\n"
        if tall > 1 or broad > 1:
            words = self.document.locale.words["averaged"].format(rows=tall, columns=broad)
            drawn += f"\\par\\nopagebreak\n\\emph{{{plain(words)}}}\n"
        return _centered(drawn)

    def names(self, labels: tuple[str, ...] | str, first: int, count: int, shown_count: int) -> list[str]:
        """What stands beside each row or above each column: all names, or the first and the last number."""
        if not isinstance(labels, str) and shown_count == count:
            longest = max(map(width, labels), default=0)
            if longest <= WORDS_BESIDE:
                return [token(label) for label in labels]
        ends = [str(first), str(first + count - 1)]
        return [ends[0], *[""] * (shown_count - 2), ends[1]] if shown_count > 1 else [ends[0]]

    def scale(self, scale: Scale) -> str:
        """What the colours stand for."""
        low, high = scale.ends
        places = rounding.decimals((low, high), self.document.digits)
        steps = [i / 5 - 1 if scale.signed else i / 10 for i in range(11)]
        ramp = "".join([_square(step, scale.signed, 8, 8) for step in steps])
        return rf"${self.tall.number(low, places)}$ {ramp} ${self.tall.number(high, places)}$"

    def curve(self, picture: Curve) -> str:
        """A curve as straight lines from point to point, numbers at its axes."""
        points = finite(picture)
        if not points:
            return ""
        across, up = PICTURE, PICTURE / 2
        low, high = min(y for _, y in points), max(y for _, y in points)
        low, high = (low - 1, high + 1) if low == high else (low, high)
        start, end = points[0][0], points[-1][0]

        def place(x: float, y: float) -> tuple[float, float]:
            return across * (x - start) / ((end - start) or 1), up * (y - low) / (high - low)

        lines = [rf"\put(0,0){{\line(1,0){{{across:.0f}}}}}", rf"\put(0,0){{\line(0,1){{{up:.0f}}}}}"]
        if low < 0 < high:
            lines.append(rf"\put(0,{place(start, 0)[1]:.2f}){{\textcolor[gray]{{0.7}}{{\line(1,0){{{across:.0f}}}}}}}")
        spots = [place(x, y) for x, y in thinned(points, 300)]
        for (x, y), (x2, y2) in pairwise(spots):
            middle = f"({(x + x2) / 2:.2f},{(y + y2) / 2:.2f})"
            lines.append(rf"\qbezier({x:.2f},{y:.2f}){middle}({x2:.2f},{y2:.2f})")
        if len(spots) == 1:
            lines.append(rf"\put({spots[0][0]:.2f},{spots[0][1]:.2f}){{\circle*{{2}}}}")
        levels, ticks = marks(low, high, MOST_MARKS), marks(start, end, MOST_MARKS)
        for number in levels.numbers:
            text, y = self.tall.number(number, levels.decimals), place(start, number)[1]
            lines.append(rf"\put(-3,{y:.2f}){{\line(1,0){{3}}}}")
            lines.append(rf"\put(-5,{y:.2f}){{\makebox(0,0)[r]{{\small ${text}$}}}}")
        for number in ticks.numbers:
            text, x = self.tall.number(number, ticks.decimals), place(number, low)[0]
            lines.append(rf"\put({x:.2f},-3){{\line(0,1){{3}}}}")
            lines.append(rf"\put({x:.2f},-9){{\makebox(0,0){{\small ${text}$}}}}")
        lines.append(rf"\put({across / 2:.0f},-22){{\makebox(0,0){{\small {plain(CHARSET(picture.x_name))}}}}}")
        lines.append(rf"\put(0,{up + 9:.0f}){{\makebox(0,0)[l]{{\small {plain(CHARSET(picture.y_name))}}}}}")
        return _centered(_picture(across, up + 16, lines, below=30) + "\n")

    def diagram(self, picture: Diagram) -> str:
        """Boxes from top to bottom with their notes on the right, and ways around them on the left."""
        stages = picture.stages
        if not stages:
            return ""
        names = [self.prose(stage.name) for stage in stages]
        notes = [self.prose(stage.note) for stage in stages]
        half = max(width(self.text.prose(stage.name)) for stage in stages if stage.kind != "sum") * POINT / 2 + 8
        lanes = ways(stages)
        count = max([way.level for way in lanes], default=0)
        lane = min(LANE, MOST_LANES / max(1, count))
        left = lane * count
        middle = left + half
        tops: list[float] = []  # how far below the first box each stage begins
        depth = 0.0
        for stage in stages:
            tops.append(depth)
            depth += (2 * CIRCLE if stage.kind == "sum" else BOX) + DROP
        ends = [*[top - DROP for top in tops[1:]], depth - DROP]
        lines = []
        for i, stage in enumerate(stages):
            y = -(tops[i] + ends[i]) / 2
            if stage.kind == "sum":
                lines.append(_put(middle, y, rf"\circle{{{2 * CIRCLE:.0f}}}"))
                lines.append(_put(middle, y, r"\makebox(0,0){$+$}"))
            else:
                box = rf"\framebox({2 * half:.2f},{BOX:.0f}){{\small {names[i]}}}"
                lines.append(_put(middle - half, -ends[i], box))
            if notes[i]:
                lines.append(_put(middle + half + 8, y, rf"\makebox(0,0)[l]{{\small {notes[i]}}}"))
            if follows(stages, i):
                lines.append(_put(middle, -ends[i - 1], rf"\vector(0,-1){{{DROP:.2f}}}"))
        for way in lanes:
            x = left - lane * way.level
            starts = [-ends[a] - DROP / 3 for a in way.sources]
            stops = [-(tops[b] + ends[b]) / 2 for b in way.targets]
            lines.append(_put(x, starts[0], rf"\line(0,-1){{{starts[0] - stops[-1]:.2f}}}"))
            lines += [_put(x, y, rf"\line(1,0){{{middle - x:.2f}}}") for y in starts]
            for a in way.sources:
                if not follows(stages, a + 1):
                    lines.append(_put(middle, -ends[a], rf"\line(0,-1){{{DROP / 3:.2f}}}"))
            for b, y in zip(way.targets, stops, strict=True):
                edge = middle - (CIRCLE if stages[b].kind == "sum" else half)
                lines.append(_put(x, y, rf"\vector(1,0){{{edge - x:.2f}}}"))
        beside = max(width(self.text.prose(stage.note)) for stage in stages) * POINT
        return _centered(_picture(middle + half + 8 + beside, 0, lines, below=depth - DROP) + "\n")


# The parts of a diagram, in points: height of a box, radius of a sum, from one stage to the next, from way to way.
BOX, CIRCLE, DROP, LANE = 18.0, 6.0, 14.0, 16.0
MOST_LANES = 120.0  # points that all ways take together


def _put(x: float, y: float, what: str) -> str:
    return rf"\put({x:.2f},{y:.2f}){{{what}}}"


WORDS_BESIDE = 20  # characters of a name beside a row of a heatmap


def pieces_of(text: str) -> list[str]:
    """A token in pieces that fit into a column."""
    return pieces(CHARSET(unicodedata.normalize("NFC", text)), visible)


def stacked(lines: list[str]) -> str:
    """Lines of one cell under one another."""
    return lines[0] if len(lines) == 1 else _stack([f"\\text{{{line}}}" for line in lines])


def _stack(lines: list[str]) -> str:
    """Mathematics on one line, or on several. (A tabular within a cell is more than pandoc can read.)"""
    if len(lines) == 1:
        return f"${lines[0]}$"
    return r"$\begin{array}[t]{@{}l@{}}" + r"\\ ".join(lines) + r"\end{array}$"


def thinned(points: list[tuple[float, float]], most: int) -> list[tuple[float, float]]:
    """Some of the points, evenly, the last one among them."""
    step = max(1, math.ceil(len(points) / most))
    return [*points[:-1:step], points[-1]]


def _centered(content: str) -> str:
    """What stands in the middle of the line. (The environment center would let a page end before it.)"""
    return "{\\centering\n" + content + "\\par}\\medskip\n"


def _square(share: float, signed: bool, wide: float, high: float) -> str:
    red, green, blue = mixed(share, signed)
    return rf"\textcolor[RGB]{{{red},{green},{blue}}}{{\rule{{{wide:.2f}pt}}{{{high:.2f}pt}}}}"


def _picture(across: float, up: float, lines: Iterable[str], below: float = 0) -> str:
    size = f"({across:.0f},{up + below:.0f})(0,{-below:.0f})"
    return "{\\setlength{\\unitlength}{1pt}%\n\\begin{picture}" + size + "\n" + "\n".join(lines) + "\n\\end{picture}}"
