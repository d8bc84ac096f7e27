"""How written arithmetic is spelled in a spreadsheet: tables of data, and one reader of the tree. Knows expressions.

What is written runs in Excel, LibreOffice and gnumeric alike: no LAMBDA, and no formula that fills more than its cell.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from handcalc.expr import Apply, Expr, Num, Ref, refs, value

WRITTEN = 24  # up to so many terms a sum is written out, so that its work is seen
LONGEST = 8192  # characters of a formula in Excel
ROWS, COLUMNS = 1_048_576, 16_384  # of a sheet in Excel

# How tightly a spelled expression holds together. An operand that holds less than its place needs gets brackets.
SUM, ADDEND, FACTOR, POWER, ATOM = 10, 15, 20, 30, 40


class Infix(NamedTuple):
    """`a joiner b joiner c`; what the first and the other operands need, and how tightly the whole holds."""

    joiner: str
    first: int
    others: int
    own: int


class Call(NamedTuple):
    """A template with one place an operand and what each needs. own: how tightly the whole holds."""

    template: str
    needs: int = 0
    own: int = ATOM


INFIX = {
    "add": Infix("+", SUM, ADDEND, SUM),
    "sub": Infix("-", SUM, ADDEND, SUM),
    "mul": Infix("*", FACTOR, FACTOR, FACTOR),
    "div": Infix("/", FACTOR, POWER, FACTOR),
    # 2^3^2 is 64 in one program and 512 in another, so the exponent is an atom too.
    "pow": Infix("^", ATOM, ATOM, POWER),
}
CALLS = {
    "neg": Call("-{0}", ATOM, SUM),  # a sign holds tighter than a power here: -2^2 is 4
    "abs": Call("ABS({0})"),
    "sqrt": Call("SQRT({0})"),
    "exp": Call("EXP({0})"),
    "ln": Call("LN({0})"),
    "sin": Call("SIN({0})"),
    "cos": Call("COS({0})"),
    "tanh": Call("TANH({0})"),
    "erf": Call("ERF({0})"),
    "positive": Call("IF({0}>0,1,0)", ADDEND),
    "zero": Call("0"),
}


ALONE = ("max", "argmax", "zero")  # operations that take no ranges in place of their operands


class Place(NamedTuple):
    """A cell of a workbook, counted from 0."""

    sheet: int
    row: int
    column: int


class Written(NamedTuple):
    """A formula without its sign of equality. array: whether it has to be entered as an array formula of one cell."""

    text: str
    array: bool


class Stride(NamedTuple):
    """How far one cell stands from another."""

    rows: int
    columns: int


STAYS, DOWN, ACROSS = Stride(0, 0), Stride(1, 0), Stride(0, 1)

# How one term of a sum leads to the next: a stride for a cell, a difference for a constant, and for an operation the
# steps of its operands.
Step: TypeAlias = "Stride | float | list[Step] | None"


class Reader:
    """Reads trees as formulas of one workbook.

    names: of the sheets. place: where a cell stands, or None where it has no cell and is quoted as a number.
    constants: the cells of those that can be changed, such as T. whole: whether every cell has a place, those of
    an array side by side.
    """

    def __init__(
        self,
        names: Sequence[str],
        place: Callable[[Ref], Place | None],
        constants: Mapping[Num, Place],
        whole: bool,
    ) -> None:
        self.names = names
        self.place = place
        self.constants = constants
        self.whole = whole
        self._sheet = 0
        self._array = False

    def read(self, expr: Expr, sheet: int) -> Written:
        """`expr` as a formula for a cell of `sheet`."""
        self._sheet, self._array = sheet, False
        text, _ = self._spell(expr)
        return Written(text, self._array)

    def quoted(self, place: Place, sheet: int) -> str:
        """The cell at `place` as a formula of `sheet` quotes it."""
        return self._prefix(place.sheet, sheet) + address(place.row, place.column)

    def area(self, first: Place, last: Place) -> str:
        """The cells from `first` to `last` as the whole workbook knows them, as in ='4 LayerNorm'!$B$5:$E$9."""
        ends = [f"${letters(place.column)}${place.row + 1}" for place in (first, last)]
        return f"='{self.names[first.sheet]}'!{':'.join(ends)}"

    def _prefix(self, other: int, sheet: int) -> str:
        return "" if other == sheet else f"'{self.names[other]}'!"

    def _spell(self, expr: Expr) -> tuple[str, int]:
        """The spelled expression and how tightly it holds together."""
        if isinstance(expr, Ref):
            place = self.place(expr)
            return number(expr.value) if place is None else (self.quoted(place, self._sheet), ATOM)
        if isinstance(expr, Num):
            if expr in self.constants:
                return self.quoted(self.constants[expr], self._sheet), ATOM
            return ("PI()", ATOM) if expr.letter == "π" else number(expr.value)
        if not isinstance(expr, Apply):
            raise TypeError(f"{expr!r} has no single value")
        if expr.op in ("add", "max") and len(expr.args) > WRITTEN:
            return self._long(expr)
        if expr.op == "max":
            return f"MAX({','.join([self._spell(arg)[0] for arg in expr.args if not self._nothing(arg)])})", ATOM
        if expr.op == "argmax":
            return self._argmax(expr), ATOM
        if expr.op == "exp":
            return self._exp(expr), ATOM
        if expr.op in INFIX:
            rule = INFIX[expr.op]
            parts = [self._bracketed(arg, rule.others if i else rule.first) for i, arg in enumerate(expr.args)]
            return rule.joiner.join(parts), rule.own
        call = CALLS[expr.op]
        if call.template == "0":
            return "0", ATOM
        return call.template.format(*[self._bracketed(arg, call.needs) for arg in expr.args]), call.own

    def _bracketed(self, expr: Expr, need: int) -> str:
        text, own = self._spell(expr)
        return f"({text})" if own < need else text

    def _nothing(self, expr: Expr) -> bool:
        """Whether this is a masked score that has no cell: the number is -inf, which no formula can hold."""
        return isinstance(expr, Ref) and expr.value == -math.inf and self.place(expr) is None

    def _exp(self, expr: Apply) -> str:
        """e to the power of an operand; of a masked score, whose cell holds a text, 0."""
        masked = next((ref for ref in refs(expr.args[0]) if ref.value == -math.inf), None)
        power = CALLS["exp"].template.format(self._spell(expr.args[0])[0])
        if masked is None:
            return power
        return "0" if self._nothing(masked) else f"IF(ISNUMBER({self._spell(masked)[0]}),{power},0)"

    def _argmax(self, expr: Apply) -> str:
        """1 for the largest of a row, shared by ties; else 0. The first operand is the cell, the others its row."""
        row = expr.args[1:]
        cell, whole = self._spell(expr.args[0])[0], self._run(row)
        if whole is not None:
            return f"IF({cell}=MAX({whole}),1/COUNTIF({whole},MAX({whole})),0)"
        numbers = [value(one) for one in row]
        largest = self._spell(Apply("max", row))[0]
        return f"IF({cell}={largest},1/{numbers.count(max(numbers))},0)"  # the ties are those of now

    def _run(self, cells: Sequence[Expr]) -> str | None:
        """Cells that stand side by side, as one range; else None."""
        strides = {self._stride(a, b) for a, b in itertools.pairwise(cells)}
        stride = strides.pop() if strides else ACROSS
        if strides or stride not in (DOWN, ACROSS) or stride is None or not isinstance(cells[0], Ref):
            return None
        return None if self.place(cells[0]) is None else self._range(cells[0], stride, len(cells))

    # Long sums

    def _long(self, expr: Apply) -> tuple[str, int]:
        """A long sum, or the maximum of a long row, with runs of like terms as ranges.

        Terms of which nothing has a cell come together in one number.
        """
        flags = [self._live(term) for term in expr.args]
        live = list(itertools.compress(expr.args, flags))
        rest = [value(term) for term, flag in zip(expr.args, flags, strict=True) if not flag]
        runs = self._runs(live)
        if expr.op == "max":
            parts = [self._spell_run(terms, step) for terms, step in runs]
            parts += [number(max(rest))[0]] if max(rest, default=-math.inf) > -math.inf else []
            return f"MAX({','.join(parts)})", ATOM
        parts = [
            self._total(terms, step) if len(terms) > 1 else self._bracketed(terms[0], ADDEND) for terms, step in runs
        ]
        if rest:
            parts.append(_held(number(math.fsum(rest)), ADDEND))
        return "+".join(parts), SUM if len(parts) > 1 else ATOM

    def _live(self, term: Expr) -> bool:
        """Whether anything in the term has a cell, or nothing needs one."""
        if self.whole:
            return True
        found = [self.place(ref) is not None for ref in refs(term)]
        return any(found) or not found

    def _runs(self, terms: Sequence[Expr]) -> list[tuple[Sequence[Expr], Step]]:
        """The terms in runs of three or more that lead on by the same step; each of the others alone."""
        if self.whole and len(terms) > 2:
            common = self._common(terms)
            if common is not None:
                return [(terms, common)]
        steps = [self._step(a, b) for a, b in itertools.pairwise(terms)]
        runs: list[tuple[Sequence[Expr], Step]] = []
        i = 0
        while i < len(terms):
            j = i
            while j < len(steps) and steps[j] is not None and steps[j] == steps[i]:
                j += 1
            if j - i >= 2:
                runs.append((terms[i : j + 1], steps[i]))
                i = j + 1
            else:
                runs.append((terms[i : i + 1], None))
                i += 1
        return runs

    def _common(self, terms: Sequence[Any]) -> Step:
        """The step by which each of the terms leads to the next, where that is seen from their indices; else None."""
        first = terms[0]
        if isinstance(first, Ref):
            if any([type(term) is not Ref or term.array is not first.array for term in terms]):
                return None
            for axis, start in enumerate(first.at):
                if [term.at[axis] for term in terms] not in ([start] * len(terms), [*range(start, start + len(terms))]):
                    return None
            return self._stride(first, terms[1])
        if isinstance(first, Num):
            return 0.0 if all([term == first for term in terms]) else None
        if first.op in ALONE or any([type(term) is not Apply or term.op != first.op for term in terms]):
            return None
        if {len(term.args) for term in terms} != {len(first.args)}:
            return None
        steps = [self._common([term.args[i] for term in terms]) for i in range(len(first.args))]
        return None if None in steps else steps

    def _step(self, a: Expr, b: Expr) -> Step:
        """How `a` leads to `b`, or None where it does not by steps that a range can follow."""
        if type(a) is not type(b):
            return None
        if isinstance(a, Ref):
            return self._stride(a, b)
        if isinstance(a, Num) and isinstance(b, Num):
            return float(b.value - a.value) if a.letter == b.letter else None
        if isinstance(a, Apply) and isinstance(b, Apply):
            if a.op != b.op or len(a.args) != len(b.args) or a.op in ALONE:
                return None
            inner = [self._step(x, y) for x, y in zip(a.args, b.args, strict=True)]
            return None if None in inner else inner
        return None

    def _stride(self, a: Expr, b: Expr) -> Stride | None:
        """From one cell to another that stands below it or right of it, or is the same; else None."""
        here = self.place(a) if isinstance(a, Ref) else None
        there = self.place(b) if isinstance(b, Ref) else None
        if here is None or there is None or here.sheet != there.sheet:
            return None
        stride = Stride(there.row - here.row, there.column - here.column)
        return stride if stride in (STAYS, DOWN, ACROSS) else None

    def _total(self, terms: Sequence[Expr], step: Step) -> str:
        """The sum of a run of like terms."""
        first = terms[0]
        if isinstance(first, Ref):
            return f"SUM({self._spell_run(terms, step)})"
        ways = _ways(step)
        if (
            isinstance(first, Apply)
            and first.op == "mul"
            and isinstance(step, list)
            and step in ([DOWN] * 2, [ACROSS] * 2)
        ):
            factors = [
                self._along(arg, inner, len(terms), False)[0] for arg, inner in zip(first.args, step, strict=True)
            ]
            return f"SUMPRODUCT({','.join(factors)})"
        text = self._spell_run(terms, step)
        if len(ways) == 1 and not _calls(first) and "ROW(" not in text:
            return f"SUMPRODUCT({text})"
        self._array = True
        return f"SUM({text})"

    def _spell_run(self, terms: Sequence[Expr], step: Step) -> str:
        if len(terms) == 1:
            return self._spell(terms[0])[0]
        return self._along(terms[0], step, len(terms), len(_ways(step)) > 1)[0]

    def _along(self, expr: Expr, step: Step, count: int, turn: bool) -> tuple[str, int]:
        """`expr` with its cells as ranges of `count` along `step`. turn: lay what runs down across."""
        if isinstance(expr, Ref):
            if step == STAYS:
                return self._spell(expr)
            assert isinstance(step, Stride)
            text = self._range(expr, step, count)
            return f"TRANSPOSE({text})" if turn and step == DOWN else text, ATOM
        if isinstance(expr, Num):
            if step == 0:
                return self._spell(expr)
            rows = f"({expr.value:.15g}+{step:.15g}*(ROW($1:${count})-1))"
            return f"TRANSPOSE{rows}" if turn else rows, ATOM
        assert isinstance(expr, Apply) and isinstance(step, list)
        parts = [self._along(arg, inner, count, turn) for arg, inner in zip(expr.args, step, strict=True)]
        if expr.op in INFIX:
            rule = INFIX[expr.op]
            texts = [_held(part, rule.others if i else rule.first) for i, part in enumerate(parts)]
            return rule.joiner.join(texts), rule.own
        call = CALLS[expr.op]
        return call.template.format(*[_held(part, call.needs) for part in parts]), call.own

    def _range(self, first: Ref, stride: Stride, count: int) -> str:
        """The range of `count` cells from `first` on."""
        place = self.place(first)
        assert place is not None
        last = address(place.row + stride.rows * (count - 1), place.column + stride.columns * (count - 1))
        return f"{self.quoted(place, self._sheet)}:{last}"


def _held(spelled: tuple[str, int], need: int) -> str:
    text, own = spelled
    return f"({text})" if own < need else text


def _ways(step: Step) -> set[Stride]:
    """In which directions the ranges of a run go."""
    if isinstance(step, Stride):
        return {step} - {STAYS}
    if isinstance(step, list):
        return set().union(*map(_ways, step))
    return {DOWN} if step else set()


def _calls(expr: Expr) -> bool:
    """Whether a function stands in it, which takes a range as one only in an array formula."""
    return isinstance(expr, Apply) and (expr.op not in INFIX or any(_calls(arg) for arg in expr.args))


def number(x: float) -> tuple[str, int]:
    """A number as a formula writes it, with all its digits, and how tightly it holds."""
    text = repr(float(x)).upper().removesuffix(".0")
    return text, SUM if text.startswith("-") else ATOM


@cache
def letters(column: int) -> str:
    """The letters of a column, counted from 0: A, B, ... Z, AA."""
    text = ""
    column += 1
    while column:
        column, place = divmod(column - 1, 26)
        text = chr(ord("A") + place) + text
    return text


def address(row: int, column: int) -> str:
    """A cell as formulas name it: B5."""
    return f"{letters(column)}{row + 1}"
