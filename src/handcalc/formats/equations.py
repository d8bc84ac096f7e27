"""Written work on paper: one equation as lines that fit. No format itself.

A side that is short is spelled with real fractions; a long one is spelled in line and broken before + and −, or
between the numbers of a vector, as in the format `text`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from handcalc.doc import Document, Equation, Formula, Side
from handcalc.formats.grid import measured
from handcalc.notation import BREAK, TEXT_BREAKABLE, Notation, Speller

TALL = 0.92  # brackets that grow and fractions take a little more room
INDENT = 2  # digits that a continued line is set in


class Line(NamedTuple):
    """One line of an equation: what stands before its relation, the relation, what follows.

    A further line of the same equation has no left side, one that continues a side no relation either.
    """

    left: str
    relation: str
    right: str


class Equations:
    """Spells equations of one page in a notation: `tall` for short sides, `line` for long ones."""

    def __init__(
        self,
        document: Document,
        tall: Notation,
        line: Notation,
        word: Callable[[str, int], str],
        visible: Callable[[str], str] = lambda label: label,
    ) -> None:
        """word: as for a Speller; visible: how what it gives looks, by the label."""
        self.tall = Speller.of(document, tall, word)
        self.line = Speller.of(document, line, word)
        self.text = Speller.of(document, TEXT_BREAKABLE, lambda label, i: visible(label))

    def lines(self, formula: Formula, room: float) -> list[list[Line]]:
        """For each equation its lines, none of them wider than `room` digits where it can be broken."""
        kept = [self.text.kept(row) for row in formula.rows]
        lefts = [_width(left) for left, _ in kept]
        column = max([left for left in lefts if left <= room / 3], default=0.0)
        return [
            self._equation(row, sides, room - max(column, min(left, room / 2)) - 3)
            for row, left, (_, sides) in zip(formula.rows, lefts, kept, strict=True)
        ]

    def _equation(self, row: Equation, kept: list[tuple[Side, str]], room: float) -> list[Line]:
        """The lines of one equation. kept: its sides with their spelling in text."""
        left = "" if row.left is None else self.tall.symbols(row.left)
        sides = [self._side(side, plain, room) for side, plain in kept]
        widths = [_width(plain) for _, plain in kept]
        if row.left is None and sides:
            left, *rest = sides[0]
            sides, widths = ([rest, *sides[1:]], widths) if rest else (sides[1:], widths[1:])
        lines: list[Line] = []
        used = room + 1
        for i, (side, size) in enumerate(zip(sides, widths, strict=True)):
            relation = row.relation if i == 0 else "="
            first, *more = side
            if i > 0 and not more and used + 3 + size <= room:
                lines[-1] = lines[-1]._replace(right=f"{lines[-1].right} {relation} {first}")
                used += 3 + size
                continue
            lines.append(Line(left if i == 0 else "", relation, first))
            lines += [Line("", "", part) for part in more]
            used = room + 1 if more else size
        return lines or [Line(left, "", "")]

    def _side(self, side: Side, plain: str, room: float) -> list[str]:
        """A side as lines: one, with real fractions, where that is short enough."""
        if _width(plain) <= TALL * room:
            return [self.tall.side(side)]
        return _broken(self.line.side(side).split(BREAK), plain.split(BREAK), room)


def whole(sentence: str, times: str) -> str:
    """A sentence in which formulas that a sign joins to the next formula or a whole number are one: $d = 4$.

    Formulas stand between $. times: the sign × as the sentence writes it, and within a formula.
    """
    joined = sentence.replace("$ = $", " = ")

    def number(found: re.Match[str]) -> str:
        return f" = {found[1]}" + (f" {times} {found[2]}" if found[2] else "") + "$"

    return re.sub(r"\$ = ([0-9]+)(?: (?:×|\$\\times\$) ([0-9]+))?(?=[ ,.;:)]|$)", number, joined)


def groups(equations: list[list[Line]], most: float) -> list[list[Line]]:
    """The lines of equations in groups no taller than `most` lines of text, as parts that may stand on two pages.

    An equation is taken apart only where it is taller than a group.
    """
    found: list[list[Line]] = []
    used = most
    for lines in equations:
        height = sum(map(_height, lines))
        for k, line in enumerate(lines):
            if not found or used + (height if k == 0 and height <= most else _height(line)) > most:
                found.append([])
                used = 0
            found[-1].append(line)
            used += _height(line)
    return found


def _height(line: Line) -> float:
    """How many lines of text are as tall; the space between two included."""
    tall = any(sign in part for part in (line.left, line.right) for sign in ("frac", "sum", "∑"))
    return 2.9 if tall else 1.3


def _width(text: str) -> float:
    """How wide a side is; mathematics sets some space of its own behind a separator."""
    plain = text.replace(BREAK, "")
    return measured(plain) + 0.5 * (plain.count("; ") + plain.count(", "))


def _broken(parts: list[str], plains: list[str], room: float) -> list[str]:
    """The parts of a side joined to lines of at most `room` characters."""
    lines: list[str] = []
    used = 0.0
    for part, plain in zip(parts, plains, strict=True):
        size = _width(plain)
        limit = room if len(lines) < 2 else room - INDENT
        if lines and used + size <= limit:
            lines[-1] += part
            used += size
        else:
            lines.append(part)
            used = size
    return lines
