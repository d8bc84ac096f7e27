"""The format `html`: one page that needs nothing from outside and no script. Knows pages, spelling and pictures.

What opens does so by itself: a step is a <details>, the work of a number a popover, and a link into a closed step
opens it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from itertools import zip_longest
from typing import NamedTuple
from unicodedata import combining

from handcalc.doc import (
    INLINE,
    Bar,
    Block,
    Cell,
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
    Phrase,
    Picture,
    Prose,
    Step,
    Table,
    Token,
    Vector,
    worked,
)
from handcalc.expr import Array, At, Ref, refs
from handcalc.formats import svg
from handcalc.formats.characters import Charset
from handcalc.formats.grid import Grid, Part, gap_said, hidden_columns, in_lines, shown
from handcalc.notation import BREAK, MATHML, MATHML_LINE, TEXT, Speller

ENDINGS = ("html", "htm")
HEADINGS = True

MOST_POPOVERS = 5_000  # of one page; a browser is still quick with so many
MOST_OPERANDS = 24  # that one popover names
WIDEST_TALL = 38  # signs of a left side and one that is set with fractions; a longer one is set in line, and can break
WIDEST_PIECE = 24  # signs of mathematics that are kept on one line
RAISED = "⁽"  # where an upper index begins, in text
SHORT_TEXT = 16  # signs of a side of a popover that are set as mathematics whatever they are
ROOM = 112  # signs of a row of a table: what paper has room for
OPERATORS = (" = ", " × ", " + ", " − ", " · ", " / ", " ← ", "Σ ")  # tied to what they join, in a sentence


def write(document: Document, *, standalone: bool = False, heading: int = 2, **others: object) -> str:
    """The page as HTML: a whole one, or a <style> and a <div> to paste into another.

    heading: the level of the steps' titles.
    """
    page = _Page(document, heading)
    body = page.body(standalone)
    style = files(__package__).joinpath("html.css").read_text(encoding="utf-8")
    whole = f'<div class="handcalc" lang="{document.language}">\n{body}</div>\n'
    if not standalone:
        return f"<style>\n{style}</style>\n{whole}"
    return (
        f'<!DOCTYPE html>\n<html lang="{document.language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{page.title()}</title>\n<style>\n{_WINDOW}{style}</style>\n</head>\n"
        f'<body class="handcalc">\n<main>\n{body}</main>\n</body>\n</html>\n'
    )


# What a whole page has beside the style of its parts.
_WINDOW = """\
body { margin: 0; }
main { max-width: 72rem; margin: 0 auto; padding: 1.2rem clamp(0.8rem, 3vw, 2rem) 3rem; }
@media print { main { padding: 0; max-width: none; } }
"""


class _Entry(NamedTuple):
    """A cell that the page has a place for: its id there, and whether its work opens from it."""

    id: str
    ref: Ref
    opens: bool


class _Cells:
    """The cells of the page's tables, and what their work names: which of them open, and under which id.

    An id begins with the command and the step in which the cell stands first, so that two fragments with different
    steps can be pasted into one page.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self.entries: dict[tuple[int, At], _Entry] = {}
        self.openings = 0
        self.all_open = True  # whether there was room for every cell that has work
        self.linked: set[str] = set()  # ids of cells without work that a link leads to
        self._arrays: list[Array] = []  # kept, so that no other can come to have the id of one
        self._worked: dict[int, bool] = {}
        self._names: dict[str, int] = {}
        self._keys: dict[int, str] = {}
        for step in document.steps:
            prefix = prefix_of(document, step)
            for block in step.blocks:
                if isinstance(block, Table):
                    for ref in _in_table(block, document.full):
                        self.add(ref, prefix)
        for entry in list(self.entries.values()):
            if entry.opens:
                self.add_parts(entry.ref, entry.id.partition("-")[0])

    def add(self, ref: Ref, prefix: str) -> None:
        """Give a cell its place, if it has none; of too many with work the first ones."""
        key = (id(ref.array), ref.at)
        if key in self.entries:
            return
        opens = self.has_work(ref)
        if opens and self.openings >= MOST_POPOVERS:
            self.all_open = False
            return
        self.openings += opens
        at = "".join([f"-{i + 1}" for i in ref.at])
        self.entries[key] = _Entry(f"{prefix}-{self.named(ref.array)}{at}", ref, opens)

    def has_work(self, ref: Ref) -> bool:
        """Whether a cell was calculated: all cells of its array were, or none."""
        found = self._worked.get(id(ref.array))
        if found is None:
            found = self._worked[id(ref.array)] = ref.work() is not None
            self._arrays.append(ref.array)
        return found

    def add_parts(self, ref: Ref, prefix: str) -> None:
        """Give the sub-results that the work of a cell names a place of their own."""
        work = ref.work()
        assert work is not None
        for part in refs(work):
            if part.array.part and self.openings < MOST_POPOVERS and (id(part.array), part.at) not in self.entries:
                self.add(part, prefix)
                self.add_parts(part, prefix)

    def named(self, array: Array) -> str:
        """The array's name as part of an id; another one of the same name (from another run) is told apart."""
        key = self._keys.get(id(array))
        if key is None:
            name = re.sub(r"[^\w.]", "_", array.name)
            count = self._names[name] = self._names.get(name, 0) + 1
            key = self._keys[id(array)] = name if count == 1 else f"{name}.{count}"
        return key

    def get(self, ref: Ref) -> _Entry | None:
        return self.entries.get((id(ref.array), ref.at))


def prefix_of(document: Document, step: Step) -> str:
    """What the ids of a step begin with."""
    return f"{document.command.replace('-', '')}{step.number}"


def _in_table(table: Table, full: bool) -> Iterator[Ref]:
    """The cells whose numbers stand in a table."""
    rows = [row for row in table.rows if not isinstance(row, Gap)]
    for row in rows if table.total is None else [*rows, table.total]:
        for cell in row:
            if isinstance(cell, Number):
                yield cell.ref
            elif isinstance(cell, Vector):
                yield from (ref for ref in shown(cell, full) if ref is not None)


class _Page:
    """One page being written."""

    def __init__(self, document: Document, heading: int) -> None:
        self.document = document
        self.locale = document.locale
        self.words = document.locale.words
        self.heading = f"h{heading}"
        self.charset = Charset()
        self.text = Speller.of(document)
        self.tall = Speller.of(document, MATHML, self.word)
        self.line = Speller.of(document, MATHML_LINE, self.word)
        # The work of a number is shown in passing: long sums are cut even where the page is full.
        self.short_tall = Speller(MATHML, document.locale, document.digits, False, self.word)
        self.short_line = Speller(MATHML_LINE, document.locale, document.digits, False, self.word)
        self.short_text = Speller(TEXT, document.locale, document.digits)
        self.cells = _Cells(document)
        self.tables = 0

    def escaped(self, text: str) -> str:
        """Text as HTML; control characters and halves of characters as \\x1b, an accent alone on a ring of dots."""
        shown = _unfit(self.charset(text))
        return escape("◌" + shown if shown and combining(shown[0]) else shown, quote=True)

    def word(self, label: str, i: int) -> str:
        """A token inside mathematics."""
        return f"<mtext>{self.escaped(label)}</mtext>"

    # The whole

    def title(self) -> str:
        return self.escaped(self.text.prose(self.document.title))

    def body(self, standalone: bool) -> str:
        document = self.document
        self.stages = document.path() if len(document.steps) > 1 and not document.bare else ()
        picture = bool(self.stages)
        popovers = [self.popover(entry) for entry in self.cells.entries.values() if entry.opens]
        parts = [f"<h1>{self.title()}</h1>\n"] if standalone else []
        hints = []
        if picture:
            parts.append(self.path())
            hints.append(self.words["parts open"])
        if popovers:
            hints.append(self.words["numbers open"])
        if not self.cells.all_open:
            hints.append(self.words["some open"].format(count=self.cells.openings))
        if hints and not document.bare:
            parts.append(f'<p class="hint">{self.escaped(" ".join(hints))}</p>\n')
        parts += [self.block(block) for block in document.notes]
        for step, following in zip_longest(document.steps, document.steps[1:]):
            parts.append(self.step(step, following, closed=picture))
        return "".join([*parts, *popovers])

    def path(self) -> str:
        """The way that the steps go as a picture whose parts are links; those whose step is not here are none."""
        links = {
            step.number: (
                prefix_of(self.document, step),
                self.charset(f"{self.document.step_word} {step.number}: {step.name}"),
            )
            for step in self.document.steps
        }
        label = self.escaped(self.words["path"])
        return f'<nav class="path" aria-label="{label}">\n{svg.path(self.stages, links, self.text)}</nav>\n'

    def step(self, step: Step, following: Step | None, closed: bool) -> str:
        """A step that opens. The id stands inside, because a link opens what its target stands in.

        Below a picture whose parts are links the steps begin closed: it is the table of contents, and one step is as
        long as a screen. Elsewhere, and on paper, they are open.
        """
        blocks = "".join([self.block(block) for block in step.blocks])
        if self.document.bare:
            return f'<div class="step" id="{prefix_of(self.document, step)}">\n{blocks}</div>\n'
        after = ""
        if closed and following is not None:
            name = self.step_name(following)
            after = f'<p class="next"><a href="#{prefix_of(self.document, following)}">{name}</a></p>\n'
        return (
            f"<details{'' if closed else ' open'}>\n<summary><{self.heading}>{self.step_name(step)}</{self.heading}>"
            f'</summary>\n<div class="step" id="{prefix_of(self.document, step)}">\n{blocks}{after}</div>\n</details>\n'
        )

    def step_name(self, step: Step) -> str:
        return f"{self.escaped(self.document.step_word)} {step.number} · {self.prose(step.title)}"

    def block(self, block: Block) -> str:
        if isinstance(block, Paragraph):
            return f"<p>{self.prose(block.text)}</p>\n"
        if isinstance(block, Formula):
            return self.formula(block.rows)
        if isinstance(block, Table):
            return _Table(self, block).written()
        caption = f"<figcaption>{self.caption(block)}</figcaption>\n" if self.caption(block) else ""
        if isinstance(block, Diagram):
            label = self.escaped(self.words["diagram"])
            drawn = svg.path(block.stages, {}, self.text)
            picture = f'<div class="path" role="img" aria-label="{label}">\n{drawn}</div>\n' if block.stages else ""
        elif isinstance(block, Heatmap):
            picture = svg.heatmap(block, self.text, self.words)
        else:
            picture = svg.curve(block, self.text, self.words)
        return f"<figure>\n{caption}{picture}</figure>\n" if picture else ""

    def caption(self, block: Table | Picture) -> str:
        return "" if self.document.bare else self.prose(block.caption)

    # Prose

    def prose(self, text: Prose) -> str:
        """A sentence. What must not be torn apart, a sign and what it belongs to, is held on one line."""
        words: list[list[tuple[str, int]]] = [[]]
        for part in text:
            if isinstance(part, str):
                first, *others = self.tied(part).split(" ")
                words[-1].append((self.escaped(first), len(first)))
                words += [[(self.escaped(word), len(word))] for word in others]
            else:
                pieces = self.spoken(part)
                words[-1].append(pieces[0])
                words += [[piece] for piece in pieces[1:]]
        return " ".join([_held(word) for word in words])

    def tied(self, text: str) -> str:
        """Text with spaces at which a line must not break."""
        shown = text
        for operator in OPERATORS:
            shown = shown.replace(operator, operator.replace(" ", "\u00a0"))
        return re.sub(rf"\b([{self.locale.tied}]) ", "\\1\u00a0", shown) if self.locale.tied else shown

    def spoken(self, part: Inline) -> list[tuple[str, int]]:
        """A piece of a sentence that is no text, in pieces between which a line may break: HTML, and how many signs."""
        if isinstance(part, Token):
            return [(self.token(part, quoted=True), len(part.text))]
        if isinstance(part, Math | Phrase):
            spelled = self.line.inline(part)
            if _length(spelled) <= WIDEST_PIECE:
                spelled = spelled.replace(BREAK, "")
            if max(map(_length, spelled.split(BREAK))) > WIDEST_PIECE:
                text = self.text.inline(part)
                return [(self.short_math(spelled, text), len(text))]
            return [(_in_pieces(piece), _length(piece)) for piece in spelled.split(BREAK)]
        shown = self.text.inline(part)
        words = shown.split(" ") if isinstance(part, Vector) and len(shown) > WIDEST_PIECE else [shown]
        return [(self.escaped(word).replace(" ", "\u00a0"), len(word)) for word in words]

    def token(self, token: Token, quoted: bool = False) -> str:
        """A token, isolated from the direction of its neighbours; in a sentence in quotation marks, if need be."""
        before, after = self.locale.quotes if quoted and not token.text.startswith("␣") else ("", "")
        return f'{before}<bdi class="token">{self.escaped(token.text)}</bdi>{after}'

    # Formulas

    def formula(self, rows: Sequence[Equation]) -> str:
        """Equations under one another."""
        written = []
        for row in rows:
            left, in_line = self.line.equation(row)
            _, tall = self.tall.equation(row)
            named, plain = self.text.equation(row)
            shown = []
            for i, (pieces, with_fractions, text) in enumerate(zip(in_line, tall, plain, strict=True)):
                sign = _relation(row, i)
                if _is_tall(with_fractions) and len(named) + len(text) <= WIDEST_TALL:
                    shown.append(f'<math displaystyle="true">{sign}{with_fractions}</math>')
                elif max(map(_length, pieces.split(BREAK))) <= WIDEST_PIECE:
                    shown.append(_in_pieces(sign + pieces))
                else:
                    shown.append(self.as_text(sign, text))
            written.append(self.equation(row, self.short_math(left, named), shown))
        return f'<div class="work">\n{"".join(written)}</div>\n'

    def short_math(self, spelled: str, text: str) -> str:
        """Mathematics of which no piece is too long for a narrow window; else the same as text, which can be broken."""
        if max(map(_length, spelled.split(BREAK))) <= WIDEST_PIECE:
            return _in_pieces(spelled)
        return f'<span class="formula">{self.escaped(text)}</span>'

    def as_text(self, sign: str, text: str) -> str:
        """A side as text, which breaks at its spaces."""
        return f'<math>{sign}</math><span class="formula">{self.escaped(text)}</span>'

    def equation(self, equation: Equation, left: str, sides: Sequence[str]) -> str:
        """The sides of an equation, written; the right ones go on the next line one by one where they do not fit."""
        shown = " ".join([f'<span class="side">{side}</span>' for side in sides])
        if equation.left is None:
            return f'<div class="alone">{shown}</div>\n'
        return f'<div class="row"><div class="left">{left}</div><div>{shown}</div></div>\n'

    # Tables

    def number(self, ref: Ref, shown: str) -> str:
        """The number of a cell, which opens its work if it has one."""
        entry = self.cells.get(ref)
        if entry is not None and entry.opens:
            return f'<button popovertarget="{entry.id}">{shown}</button>'
        if entry is not None and entry.id in self.cells.linked:
            self.cells.linked.remove(entry.id)  # a number may stand in several tables, its id only once
            return f'<span id="{entry.id}">{shown}</span>'
        return shown

    # The work of a number

    def popover(self, entry: _Entry) -> str:
        """The written work of a cell, and what it names."""
        cell = _source(entry.ref)
        work = cell.work()
        operands: list[Ref | None] = [] if work is None else [*dict.fromkeys(refs(work))]
        if len(operands) > MOST_OPERANDS:
            operands = [*operands[: MOST_OPERANDS // 4], None, *operands[-MOST_OPERANDS // 4 :]]
        equation = worked(cell)
        if any(ref is not None and ref.array.symbol == cell.array.symbol and ref.at == cell.at for ref in operands):
            equation = equation.changed(relation="←")
        named, plain = self.short_text.equation(equation)
        _, tall = self.short_tall.equation(equation)
        shown = []
        for i, (text, with_fractions) in enumerate(zip(plain, tall, strict=True)):
            sign = _relation(equation, i)
            if len(text) <= SHORT_TEXT or (_is_tall(with_fractions) and len(named) + len(text) <= WIDEST_TALL):
                shown.append(f'<math displaystyle="true">{sign}{with_fractions}</math>')
            elif RAISED in text:  # which a browser would tear from its letter
                shown.append(_in_pieces(sign + self.short_line.equation(equation)[1][i]))
            else:  # takes a third of the room: most of a page's signs stand in such sums
                shown.append(self.as_text(sign, text))
        listed = "".join([f"<li>{'…' if ref is None else self.operand(ref)}" for ref in operands])
        listed = f"<ul>{listed}</ul>" if listed else ""
        left = self.short_math(self.line.symbols(cell), named)
        return (
            f'<div popover id="{entry.id}"><div class="work">{self.equation(equation, left, shown)}</div>{listed}'
            f'<button class="close" popovertarget="{entry.id}" popovertargetaction="hide" '
            f'aria-label="{self.escaped(self.words["close"])}">×</button></div>\n'
        )

    def operand(self, ref: Ref) -> str:
        """An operand by name and number, with the way to its own work or to its place."""
        number = self.escaped(self.text.outcome(ref))
        if ref.array.symbol.form:  # a power or a sum; a plain symbol needs no more than text
            shown = f"{_in_pieces(self.line.symbols(ref))} = {number}"
        else:
            shown = f"{self.escaped(self.text.symbols(ref))} = {number}"
        entry = self.cells.get(ref)
        if entry is not None and entry.opens:
            return f'<button popovertarget="{entry.id}">{shown}</button>'
        if entry is not None:
            self.cells.linked.add(entry.id)
            shown = f'<a href="#{entry.id}">{shown}</a>'
        return shown if self.cells.has_work(ref) else f"{shown} ({self.escaped(self.words['given'])})"


def _unfit(text: str) -> str:
    """Text in which what HTML forbids, code points that are no characters, is written out."""
    return re.sub("[\ufdd0-\ufdef\ufffe\uffff]", lambda found: ascii(found[0])[1:-1], text)


def _length(spelled: str) -> int:
    """How many signs of spelled mathematics a reader sees."""
    return len(re.sub(r"<[^>]*>|" + BREAK, "", spelled))


def _in_pieces(spelled: str) -> str:
    """Spelled mathematics as one <math> for each piece between two places where a line may break.

    A piece that begins with the sign of a sum or a quotient is told that it is one, and no sign of what follows.
    """
    pieces = [re.sub("^<mo>(?=[+−/])", '<mo form="infix">', piece) for piece in spelled.split(BREAK)]
    return "<wbr>".join([f"<math>{piece}</math>" for piece in pieces])


def _is_tall(spelled: str) -> bool:
    """Whether spelled mathematics is higher than a line."""
    return any([sign in spelled for sign in MATHML.tall_signs])


def _relation(equation: Equation, side: int) -> str:
    """What stands before a side."""
    if side == 0 and equation.left is None:
        return ""
    return f'<mo form="infix">{equation.relation if side == 0 else "="}</mo>'


def _held(word: list[tuple[str, int]]) -> str:
    """What stands between two spaces of a sentence; on one line, unless it is too long for that."""
    text = "".join([part for part, _ in word])
    short = sum(length for _, length in word) <= 2 * WIDEST_PIECE
    torn = (len(word) > 1 and "<" in text) or text.startswith("--")  # a line may end behind a hyphen
    return f'<span class="whole">{text}</span>' if torn and short else text


def _source(cell: Ref) -> Ref:
    """The cell itself, or the one it only passes on under the same letter: a score that the mask kept."""
    work = cell.work()
    while isinstance(work, Ref) and work.array.symbol == cell.array.symbol:
        cell, work = work, work.work()
    return cell


class _Table:
    """A table being written: in blocks of columns, where it is wider than paper."""

    def __init__(self, page: _Page, table: Table) -> None:
        self.page = page
        self.table = table
        self.grid = Grid(table, page.text, ROOM)
        self.signed = {i for i in range(len(table.header)) if self.grid.signed(i)}

    def written(self) -> str:
        page = self.page
        blocks = []
        for i, part in enumerate(self.grid.parts()):
            caption = page.caption(self.table) if i == 0 else ""
            if part.said:
                caption += f'{"<br>" if caption else ""}<span class="gap">{page.escaped(part.said)}</span>'
            page.tables += 1
            label = page.escaped(page.words["table"].format(number=page.tables))
            blocks.append(
                f'<div class="table"><div class="scroll" tabindex="0" role="region" aria-label="{label}">\n'
                f"{self.block(part, caption)}</div></div>\n"
            )
        return "".join(blocks)

    def block(self, part: Part, caption: str) -> str:
        """Some columns as a table of their own."""
        table, page, columns = self.table, self.page, part.columns
        head = ""
        if any(table.header[i] is not None for i in columns):
            head = f"<thead>\n<tr>{''.join([self.header(i) for i in columns])}</tr>\n</thead>\n"
        body = []
        for at, row in enumerate(table.rows):
            if isinstance(row, Gap):
                body.append(self.said(f"⋮ {gap_said(row, page.locale)}", len(columns)))
            else:
                strong = {i for place, i in table.strong if place == at}
                body.append(self.row(row, part, at in table.marked, strong))
        foot = "" if table.total is None else self.row(table.total, part, False, set())
        hidden = hidden_columns(table, columns)
        if hidden is not None:
            foot += self.said(f"⋯ {gap_said(hidden, page.locale)}", len(columns))
        title = f'<caption><span class="text">{caption}</span></caption>\n' if caption else ""
        foot = f"<tfoot>\n{foot}</tfoot>\n" if foot else ""
        return f"<table>\n{title}{head}<tbody>\n{''.join(body)}</tbody>\n{foot}</table>\n"

    def said(self, text: str, columns: int) -> str:
        """A row that says what is left out."""
        return f'<tr><td class="gap" colspan="{columns}">{self.page.escaped(text)}</td></tr>\n'

    def header(self, i: int) -> str:
        cell = self.table.header[i]
        look = {"number": ' class="number"', "gap": ' class="gap"'}.get(self.grid.kinds[i], "")
        tag = "td" if cell is None else 'th scope="col"'
        return f"<{tag}{look}>{self.cell(cell)}</{tag[:2]}>"

    def row(self, row: Sequence[Cell], part: Part, followed: bool, strong: set[int]) -> str:
        cells = []
        for i in part.columns:
            cell, kind = row[i], self.grid.kinds[i]
            looks = ([kind] if kind in ("number", "vector", "gap") else []) + (["strong"] if i in strong else [])
            look = f' class="{" ".join(looks)}"' if looks else ""
            tag = 'th scope="row"' if i == part.columns[0] and cell is not None else "td"
            text = self.vector(cell, part.entries[i], i in self.signed) if isinstance(cell, Vector) else self.cell(cell)
            if followed and i == part.columns[0]:
                text += f'<span class="unseen"> ({self.page.escaped(self.page.words["followed"])})</span>'
            cells.append(f"<{tag}{look}>{text}</{tag[:2]}>")
        mark = ' class="followed"' if followed else ""
        return f"<tr{mark}>{''.join(cells)}</tr>\n"

    def vector(self, vector: Vector, on_a_line: int, signed: bool) -> str:
        """The numbers of a vector, so many on a line; beside negative ones the others leave room for the sign."""
        page = self.page
        numbers = []
        for ref in shown(vector, page.document.full):
            text = "…" if ref is None else page.text.of_cell(ref)
            number = text if ref is None else page.number(ref, text)
            numbers.append(f'<span class="plus">{number}</span>' if signed and ref and text[0] != "−" else number)
        lines = [page.locale.separator.join(line) for line in in_lines(numbers, on_a_line)]
        return f"[{(page.locale.separator.rstrip() + '<br>&nbsp;').join(lines)}]"

    def cell(self, cell: Cell) -> str:
        page = self.page
        if cell is None:
            return ""
        if isinstance(cell, Number):
            return page.number(cell.ref, page.text.of_cell(cell.ref))
        if isinstance(cell, Bar):
            share = 100 * min(1.0, max(0.0, cell.share))
            return f'<span class="bar"><span style="width: {share:.1f}%"></span></span>'
        if isinstance(cell, Gap):
            return "⋯"
        if isinstance(cell, Token):
            return page.token(cell)
        if isinstance(cell, Math | Phrase):
            label = page.escaped(page.text.inline(cell))
            return f'<math aria-label="{label}">{page.line.inline(cell).replace(BREAK, "")}</math>'
        if isinstance(cell, INLINE):
            return page.prose((cell,))
        return "".join([self.cell(part) for part in cell])
