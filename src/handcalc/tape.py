"""The tape: a list of lines `name = op(names)`, forward and back, each with its numbers and its written work.

Knows arrays and operations, no model, no language, no page. Gradients are lines on the same tape. In
pencil mode the tape computes as a person does: every cell from its written work with rounded operands.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, ClassVar, TypeAlias

import numpy as np

from handcalc import rounding
from handcalc.expr import At, Axis, Expr, Named, Ref, Symbol, add, bind, evaluate, walk
from handcalc.record import Record

Floats: TypeAlias = np.ndarray[Any, np.dtype[Any]]


class Var:
    """A named array that knows what its axes are and how each of its cells was calculated.

    name: as in `show`, e.g. "block1.head1.scores". data: one number a cell, axis by axis as in `axes`.
    given: no calculation of its own (a weight, an input row), or made of given numbers by choosing and adding.
    parts: its named sub-results. line: the line that computed it, None for a weight or an input.
    part: which sub-result of its line it is, "" for the result; the operation knows the symbol of a part.
    """

    def __init__(
        self,
        name: str,
        symbol: Symbol | None,
        data: Floats,
        axes: tuple[Axis, ...],
        given: bool = False,
        part: str = "",
    ) -> None:
        self.name = name
        if symbol is not None:
            self.symbol = symbol
        self.data = data
        self.axes = axes
        self.given = given
        self.part = part
        self.parts: dict[str, Var] = {}
        self.line: Line | None = None

    def __repr__(self) -> str:
        return f"Var({self.name!r}, {' x '.join(map(str, self.data.shape)) or 'scalar'})"

    @cached_property
    def symbol(self) -> Symbol:
        """How it is written; that of a part is made when somebody asks for it."""
        if self.line is None:
            raise AttributeError(f"{self.name} has no symbol")
        return self.line.op.part_symbol(self.part, self.line.out, self.line.inputs)

    @property
    def divisor(self) -> bool:
        """Whether other numbers are divided by it, so that it must not print as 0."""
        return self.line is not None and self.part in self.line.op.divisors

    def number(self, at: At) -> float:
        """The number in cell `at` (counted from 0), as a Python float."""
        number: float = self.data.item(*at)
        return number

    def work(self, at: At) -> Expr | None:
        """The written calculation of cell `at`; None for a weight or an input. Sub-results are cells of their own."""
        return None if self.line is None else self.line.work(self, at)

    def decimals(self, most: int) -> int:
        """How many decimals its cells print with: a given array as few as show all its numbers, others `most`."""
        return rounding.decimals(self.data.ravel().tolist(), most) if self.given else most

    def cells(self) -> Iterator[At]:
        """The index of every cell, row by row."""
        return np.ndindex(self.data.shape)


class Op(Record):
    """One kind of calculation, frozen; the fields that a subclass annotates are its settings.

    parts: the named sub-results, each with the number of axes it drops. choosing: the result only chooses or
    adds numbers, so it is given where all inputs are. divisors: the parts that others are divided by.
    """

    parts: ClassVar[dict[str, int]] = {}
    choosing: ClassVar[bool] = False
    divisors: ClassVar[frozenset[str]] = frozenset()

    def forward(self, *arrays: Floats) -> Floats | tuple[Floats, dict[str, Floats]]:
        """The whole result, and the named sub-results where there are any."""
        raise NotImplementedError

    def work(self, at: At, *inputs: Var) -> Expr:
        """The written calculation of one cell of the result."""
        raise NotImplementedError

    def backward(self, d: Var, y: Var, *inputs: Var) -> tuple[tuple[Any, ...] | None, ...]:
        """For each input the line `(op, *inputs)` that computes its gradient from `d`, that of the result `y`."""
        raise NotImplementedError

    def part_symbol(self, part: str, out: Var, inputs: tuple[Var, ...]) -> Symbol:
        """How the sub-result `part` is written."""
        raise NotImplementedError


class Line:
    """`out = op(*inputs)`. back: for a gradient line, the forward line it leads back through."""

    __slots__ = ("back", "inputs", "op", "out")

    def __init__(self, op: Op, inputs: tuple[Var, ...], out: Var) -> None:
        self.op = op
        self.inputs = inputs
        self.out = out
        self.back: Line | None = None

    def work(self, var: Var, at: At) -> Expr | None:
        """The written calculation of cell `at` of the result, or of one of its sub-results."""
        if not var.part:
            return bind(self.op.work(at, *self.inputs), self.out.parts.__getitem__)
        # A sub-result stands in the work of the cells of its row; the first that mentions it will do.
        rows = self.out.data.shape[len(at) :]
        for rest in np.ndindex(rows):
            found = _find(self.op.work((*at, *rest), *self.inputs), var.part, at)
            if found is not None:
                return bind(found.of, self.out.parts.__getitem__)
        return None


def _find(expr: Expr, part: str, at: At) -> Named | None:
    for node in walk(expr):
        if isinstance(node, Named) and node.part == part and node.at == at:
            return node
    return None


class Add(Op):
    """The sum of arrays of one shape; the tape's own where gradients meet."""

    choosing = True

    def forward(self, *arrays: Floats) -> Floats:
        total = arrays[0]
        for array in arrays[1:]:
            total = total + array
        return total

    def work(self, at: At, *inputs: Var) -> Expr:
        return add(*[Ref(x, at) for x in inputs])

    def backward(self, d: Var, y: Var, *inputs: Var) -> tuple[tuple[Any, ...] | None, ...]:
        return tuple((Copy(), d) for _ in inputs)


class Copy(Op):
    """The same numbers: the gradient of each term of a sum."""

    choosing = True

    def forward(self, *arrays: Floats) -> Floats:
        return arrays[0]

    def work(self, at: At, *inputs: Var) -> Expr:
        return Ref(inputs[0], at)

    def backward(self, d: Var, y: Var, *inputs: Var) -> tuple[tuple[Any, ...] | None, ...]:
        return ((Copy(), d),)


class Tape:
    """The record of a calculation: named arrays in `vars`, the lines that computed them in `lines`.

    pencil: the decimals a person keeps; None to carry all digits.
    """

    def __init__(self, pencil: int | None = None) -> None:
        self.pencil = pencil
        self.vars: dict[str, Var] = {}
        self.lines: list[Line] = []

    def __getitem__(self, name: str) -> Var:
        return self.vars[name]

    def __contains__(self, name: str) -> bool:
        return name in self.vars

    def _record(self, var: Var) -> Var:
        if var.name in self.vars:
            raise ValueError(f"the name {var.name} is already on the tape")
        self.vars[var.name] = var
        return var

    def given(self, name: str, symbol: Symbol, data: Floats, axes: tuple[Axis, ...]) -> Var:
        """Put a weight or an input row on the tape; in pencil mode rounded to the digits shown."""
        if self.pencil is not None:
            data = _rounded(data, self.pencil)
        return self._record(Var(name, symbol, data, axes, given=True))

    def do(self, op: Op, *inputs: Var, name: str, symbol: Symbol, axes: tuple[Axis, ...]) -> Var:
        """Compute `op(*inputs)`, write the line down and return its result.

        Errors: ValueError for a name that is already on the tape.
        """
        result = op.forward(*[var.data for var in inputs])
        data, parts = result if isinstance(result, tuple) else (result, None)
        out = Var(name, symbol, data, axes, op.choosing and all([var.given for var in inputs]))
        line = out.line = Line(op, inputs, self._record(out))
        self.lines.append(line)
        if parts:
            for part, numbers in parts.items():
                kept = len(axes) - op.parts[part]
                var = out.parts[part] = Var(f"{name}.{part}", None, numbers, axes[:kept], part=part)
                var.line = line
                self._record(var)
        if self.pencil is not None:
            _by_hand(line, self.pencil)
        return out

    @np.errstate(over="ignore", invalid="ignore")  # infinities and NaN stay to be seen; no warnings on the way
    def backward(self, loss: Var) -> None:
        """Write the gradient of the scalar `loss` by every array it depends on as lines of this tape.

        The gradient of NAME is named d.NAME. Where NAME is used several times, the parts are
        d.NAME.via.USER and d.NAME is their sum. Source: reverse-mode differentiation (Griewank and Walther,
        Evaluating Derivatives, 2008, chapter 3). `loss.line.op` must give its gradient without a `d` of its own.
        """
        lines = list(self.lines)
        first_use: dict[str, Line] = {}  # of the arrays that no line computes: where their gradient is complete
        for line in lines:
            for var in line.inputs:
                if var.line is None:
                    first_use.setdefault(var.name, line)
        pending: dict[str, list[tuple[Line, tuple[Any, ...]]]] = {}

        def write(var: Var, user: Line, step: tuple[Any, ...], suffix: str = "") -> Var:
            """Write the line of the gradient of `var` that comes through `user`."""
            symbol = var.symbol.gradient(user.out.symbol if suffix else None)
            d = self.do(*step, name=f"d.{var.name}{suffix}", symbol=symbol, axes=var.axes)
            self.lines[-1].back = user
            return d

        def settle(var: Var) -> Var | None:
            """Write the gradient of `var`, all of whose uses are behind us."""
            uses = pending.pop(var.name, None)
            if not uses:
                return None
            if len(uses) == 1:
                return write(var, *uses[0])
            users = [user.out.name for user, _ in uses]
            parts = []
            for k, (user, step) in enumerate(uses):
                again = f".{users[:k].count(users[k]) + 1}" if users.count(users[k]) > 1 else ""
                parts.append(write(var, user, step, f".via.{users[k]}{again}"))
            return self.do(Add(), *parts, name=f"d.{var.name}", symbol=var.symbol.gradient(), axes=var.axes)

        for line in reversed(lines):
            d = loss if line.out is loss else settle(line.out)
            if d is not None:
                for var, step in zip(line.inputs, line.op.backward(d, line.out, *line.inputs), strict=True):
                    if step is not None:
                        pending.setdefault(var.name, []).insert(0, (line, step))
            for var in line.inputs:
                if var.line is None and first_use[var.name] is line:
                    settle(var)


def _rounded(data: Floats, digits: int) -> Floats:
    numbers = [rounding.pencilled(x, digits) for x in data.ravel().tolist()]
    return np.array(numbers, dtype=data.dtype).reshape(data.shape)


def _by_hand(line: Line, digits: int) -> None:
    """Compute the line again, cell by cell from the written work, rounding each sub-result and each result."""
    out, op = line.out, line.op
    memo: dict[tuple[str, At], float] = {}

    def sub_result(node: Named) -> float:
        key = (node.part, node.at)
        if key not in memo:
            memo[key] = rounding.pencilled(evaluate(node.of, sub_result), digits, node.part in op.divisors)
        return memo[key]

    data = np.empty_like(out.data)
    for at in out.cells():
        data[at] = rounding.pencilled(evaluate(op.work(at, *line.inputs), sub_result), digits)
    out.data = data
    for part, var in out.parts.items():
        var.data = _rounded(var.data, digits)
        for (of, at), number in memo.items():
            if of == part:
                var.data[at] = number
