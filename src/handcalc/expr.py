"""Written arithmetic: the calculation of one number as a tree that can be read in several ways.

The same tree is read as symbols (u = (x - mean) / std), as numbers ((1.5 - 0.0) / 0.866), as a value, and
by other readers (a notation, a spreadsheet). Standard library only: an array is whatever has the
attributes of `Array`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol, TypeAlias

At: TypeAlias = tuple[int, ...]


class Axis(NamedTuple):
    """What the numbers along one side of an array stand for.

    kind: "token", "word", "channel", "hidden" or "position". labels: one text for each index. A word is called
    by its label, a position by the number that is its label, everything else by its number from 1.
    """

    kind: str
    labels: tuple[str, ...]

    def called(self, i: int) -> int | str:
        """What a reader writes for index `i`: the word itself, or its number."""
        if self.kind == "word":
            return self.labels[i]
        return int(self.labels[i]) if self.kind == "position" else i + 1


class Symbol(NamedTuple):
    """The letter of an array, in parts; how it looks is the notation's business.

    base: one letter, or a short name such as "(q·k)". sub: the name behind it (Q in W_Q). primes: how many.
    above: upper indices (where there are several runs, the run by its name or by a constant of its own, T = 0.5; block,
    head). partial: the derivative of the loss by this array.
    form: "" the array itself; "exp" e to the power of its cell; "exp-max" the same after the row's maximum
    was taken off; "sum-exp" and "sum-exp-max" the sum of these over the row; "max" the row's maximum.
    over: the running letter of the last three. via: of a gradient that is one of several that meet, the
    array it comes through.
    """

    base: str
    sub: str = ""
    primes: int = 0
    above: tuple[int | str | Num, ...] = ()
    partial: bool = False
    form: str = ""
    over: str = ""
    via: Symbol | None = None

    def gradient(self, via: Symbol | None = None) -> Symbol:
        """The symbol of the derivative of the loss by this array, or of its part through the array `via`."""
        return Symbol(self.base, self.sub, self.primes, self.above, True, self.form, self.over, via)


class Array(Protocol):
    """A named array whose cells an expression may quote."""

    name: str
    axes: tuple[Axis, ...]
    given: bool
    part: str

    @property
    def symbol(self) -> Symbol:
        """How it is written."""

    @property
    def divisor(self) -> bool:
        """Whether other numbers are divided by it, so that it must not print as 0."""

    @property
    def sizes(self) -> bool:
        """Whether its numbers are differences and the like, whose size is the point, however small."""

    @property
    def whole(self) -> bool:
        """Whether its numbers are counts: whole, and printed with all their digits, however large."""

    def number(self, at: At) -> float:
        """The number of one cell."""

    def work(self, at: At) -> Expr | None:
        """How that number was calculated; None for a given one."""

    def decimals(self, most: int) -> int:
        """How many decimals the cells print with when computed numbers print with `most`."""


class Bare:
    """An array of which only the symbol matters."""

    given = divisor = sizes = whole = False
    part = ""
    axes: tuple[Axis, ...] = ()

    def __init__(self, symbol: Symbol) -> None:
        self.name = symbol.base
        self.symbol = symbol

    def number(self, at: At) -> float:
        raise TypeError(f"{self.name} has no numbers")

    def work(self, at: At) -> Expr | None:
        return None

    def decimals(self, most: int) -> int:
        return most


class Num(NamedTuple):
    """A constant of the rule, exact: the 4 of a mean, 0.044715, eps, T. `letter` is its symbol, if it has one."""

    value: float
    letter: str = ""


class Ref(NamedTuple):
    """A cell of a named array."""

    array: Array
    at: At

    @property
    def value(self) -> float:
        return self.array.number(self.at)

    @property
    def name(self) -> str:
        """The cell's name as `show` understands it: "logits[5, ␣telhado]"."""
        called = ", ".join(str(axis.called(i)) for axis, i in zip(self.array.axes, self.at, strict=True))
        return f"{self.array.name}[{called}]" if called else self.array.name

    def work(self) -> Expr | None:
        return self.array.work(self.at)


class Whole(NamedTuple):
    """A whole array, or one row of it, quoted by its symbol in a rule; it has no single value."""

    array: Array
    at: At = ()

    def cells(self) -> list[Ref]:
        """The cells of the row, where it is one: of an array of one axis, or with all axes but the last given."""
        return [Ref(self.array, (*self.at, c)) for c in range(len(self.array.axes[-1].labels))]


class Running(NamedTuple):
    """The cells of an array along a running index: the pattern of the terms of a long sum."""

    array: Array
    at: tuple[int | str, ...]


class Apply(NamedTuple):
    """An operation applied to operands. `op` is a key of OPERATIONS, or of the notation alone for whole arrays."""

    op: str
    args: tuple[Expr, ...]


class Named(NamedTuple):
    """A sub-result that deserves a line of its own: cell `at` of the part named `part` of the line being worked."""

    part: str
    at: At
    of: Expr


Expr: TypeAlias = Num | Ref | Whole | Running | Apply | Named


def _sum(*terms: float) -> float:
    try:
        return math.fsum(terms)
    except (OverflowError, ValueError):  # too large for a float, or infinities of both signs
        return sum(terms)


def _power(a: float, n: float) -> float:
    try:
        return float(a**n)
    except OverflowError:
        return math.copysign(math.inf, a) if n % 2 else math.inf


OPERATIONS: dict[str, Callable[..., float]] = {
    "add": _sum,
    "sub": lambda a, *less: a - less[0] if len(less) == 1 else _sum(a, *[-x for x in less]),
    "mul": lambda *factors: math.prod(factors),
    "div": lambda a, b: a / b,
    "neg": lambda a: -a,
    "abs": abs,
    "pow": _power,
    "sqrt": math.sqrt,
    "exp": math.exp,
    "ln": math.log,
    "sin": math.sin,
    "cos": math.cos,
    "tanh": math.tanh,
    "erf": math.erf,
    "max": lambda *numbers: max(numbers),
    "zero": lambda *args: 0.0,  # what would be 0 / 0, and is 0 by definition
    "positive": lambda a: 1.0 if a > 0 else 0.0,
    "argmax": lambda a, *row: 1.0 / row.count(a) if a == max(row) else 0.0,  # a cell and its row; ties share
}


def add(*terms: Expr) -> Expr:
    """The sum of `terms`; nothing is 0, a single term is itself."""
    if not terms:
        return Num(0)
    return terms[0] if len(terms) == 1 else Apply("add", terms)


def sub(a: Expr, *less: Expr) -> Apply:
    """`a` less each of `less`."""
    return Apply("sub", (a, *less))


def mul(*factors: Expr) -> Apply:
    """The product of `factors`."""
    return Apply("mul", factors)


def div(a: Expr, b: Expr) -> Apply:
    """`a` divided by `b`."""
    return Apply("div", (a, b))


def power(a: Expr, n: int) -> Apply:
    """`a` to the whole power `n`."""
    return Apply("pow", (a, Num(n)))


def call(op: str, *args: Expr) -> Apply:
    """A function such as sqrt, exp, tanh of `args`."""
    return Apply(op, args)


def named(part: str, at: At, of: Expr) -> Named:
    """Mark `of` as the named sub-result `part` at index `at` of the line whose work this is."""
    return Named(part, at, of)


def value(expr: Expr) -> float:
    """The number `expr` comes to, from its operands' numbers; named sub-results are worked out anew."""
    return evaluate(expr, lambda node: value(node.of))


def evaluate(expr: Expr, sub_result: Callable[[Named], float]) -> float:
    """The number `expr` comes to when `sub_result` says what each named sub-result is."""
    if isinstance(expr, Ref):
        return expr.array.number(expr.at)
    if isinstance(expr, Num):
        return expr.value
    if isinstance(expr, Named):
        return sub_result(expr)
    if not isinstance(expr, Apply):
        raise TypeError(f"{expr!r} has no single value")
    return OPERATIONS[expr.op](*[evaluate(arg, sub_result) for arg in expr.args])


def size(expr: Expr) -> float:
    """The largest absolute finite number in the work of `expr`, at least 1: the scale of its rounding error."""
    largest = 1.0
    for node in walk(expr):
        number = abs(value(node))
        if largest < number < math.inf:
            largest = number
    return largest


def walk(expr: Expr) -> Iterator[Expr]:
    """Every node of `expr`, each before its operands, from left to right."""
    stack = [expr]
    while stack:
        node = stack.pop()
        yield node
        if isinstance(node, Apply):
            stack.extend(reversed(node.args))
        elif isinstance(node, Named):
            stack.append(node.of)


def refs(expr: Expr) -> Iterator[Ref]:
    """The cells that `expr` quotes, from left to right."""
    return (node for node in walk(expr) if isinstance(node, Ref))


def unfold(cell: Ref, depth: int, most: float = math.inf) -> Iterator[list[Ref]]:
    """What `cell` was calculated from, `depth` levels down: a list of cells for each level, the cell's own first.

    A cell stands in one level only, right after the sub-results that its work names. Given cells without work are
    left out, and so are levels with nothing in them. After about `most` cells the rest is left out.
    """
    told: set[tuple[str, At]] = set()
    level = [cell]
    for _ in range(depth + 1):
        shown: list[Ref] = []
        operands: list[Ref] = []

        def tell(ref: Ref, shown: list[Ref] = shown, operands: list[Ref] = operands) -> None:
            """Add a cell to this level, its sub-results before it, and what its work quotes to the next."""
            work = ref.work()
            if isinstance(work, Ref) and work.array.symbol == ref.array.symbol:
                tell(work, shown, operands)  # the same number under the same letter: a score that the mask kept
                return
            if work is None or (ref.array.name, ref.at) in told:
                return
            told.add((ref.array.name, ref.at))
            quoted = list(refs(work))
            for part in sorted([ref for ref in quoted if ref.array.part], key=lambda ref: ref.at):
                tell(part, shown, operands)
            operands.extend(ref for ref in quoted if not ref.array.part)
            shown.append(ref)

        for ref in level:
            if len(told) >= most:
                break
            tell(ref)
        if not shown:
            return
        yield shown
        level = operands


def bind(expr: Expr, part: Callable[[str], Array]) -> Expr:
    """`expr` with every named sub-result replaced by the cell of the array `part` knows it as."""
    if isinstance(expr, Named):
        return Ref(part(expr.part), expr.at)
    if isinstance(expr, Apply):
        return Apply(expr.op, tuple(bind(arg, part) for arg in expr.args))
    return expr


def pattern(terms: tuple[Expr, ...]) -> tuple[str, Expr] | None:
    """The running letter and the common form of the terms of a sum, or None where they have none.

    Terms have a common form when they differ only in the cells they quote, and there in indices that run
    together over a whole axis. The letter is j for a token, c for a channel, k for a hidden channel, w for a word.
    """
    letters: set[str] = set()

    def merge(nodes: list[Expr]) -> Expr | None:
        first = nodes[0]
        if any(type(node) is not type(first) for node in nodes):
            return None
        if isinstance(first, Num):
            return first if all(node == first for node in nodes) else None
        if isinstance(first, Ref):
            cells = [node for node in nodes if isinstance(node, Ref)]
            if any(cell.array is not first.array for cell in cells):
                return None
            at: list[int | str] = []
            for place, axis in enumerate(first.array.axes):
                indices = [cell.at[place] for cell in cells]
                if len(set(indices)) == 1:
                    at.append(indices[0])
                elif indices == list(range(len(axis.labels))):
                    letters.add(LETTERS[axis.kind])
                    at.append(LETTERS[axis.kind])
                else:
                    return None
            return Running(first.array, tuple(at))
        if isinstance(first, Apply):
            operations = [node for node in nodes if isinstance(node, Apply)]
            if any((node.op, len(node.args)) != (first.op, len(first.args)) for node in operations):
                return None
            args = []
            for i in range(len(first.args)):
                form = merge([node.args[i] for node in operations])
                if form is None:
                    return None
                args.append(form)
            return Apply(first.op, tuple(args))
        return None

    form = merge(list(terms))
    return None if form is None or len(letters) != 1 else (letters.pop(), form)


LETTERS = {"token": "j", "position": "t", "channel": "c", "hidden": "k", "word": "w"}
