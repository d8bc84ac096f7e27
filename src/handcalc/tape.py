"""The tape: a list of lines `name = op(names)`, forward and back, each with its numbers and its written work.

Knows arrays and operations, no model, no language, no page. Gradients are lines on the same tape. In
pencil mode the tape computes as a person does: every cell from its written work with rounded operands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, TypeAlias
from weakref import ref

import numpy as np

from handcalc import rounding
from handcalc.expr import At, Axis, Expr, Named, Ref, Symbol, add, bind, evaluate, walk
from handcalc.record import Record

Floats: TypeAlias = np.ndarray[Any, np.dtype[Any]]
Result: TypeAlias = Floats | tuple[Floats, dict[str, Floats]]


class Var:
    """A named array that knows what its axes are and how each of its cells was calculated.

    name: as in `show`, e.g. "block1.head1.scores". data: one number a cell, axis by axis as in `axes`.
    given: no calculation of its own (a weight, an input row), or made of given numbers by choosing and adding.
    part: which sub-result of its line it is, "" for the result; the operation knows the symbol of a part.
    line: the line that computed it, None for a weight or an input.
    """

    def __init__(
        self,
        name: str,
        symbol: Symbol | None,
        data: Floats,
        axes: tuple[Axis, ...],
        given: bool = False,
        part: str = "",
        line: Line | None = None,
    ) -> None:
        self.name = name
        if symbol is not None:
            self.symbol = symbol
        self.data = data
        self.axes = axes
        self.given = given
        self.part = part
        self.line = line

    def __repr__(self) -> str:
        return f"Var({self.name!r}, {' x '.join(map(str, self.data.shape)) or 'scalar'})"

    @cached_property
    def symbol(self) -> Symbol:
        """How it is written; that of a part is made when somebody asks for it."""
        if self.line is None:
            raise AttributeError(f"{self.name} has no symbol")
        return self.line.op.part_symbol(self.part, self.line.out, self.line.inputs)

    @cached_property
    def known(self) -> dict[object, object]:
        """What an operation that reads it has found out about all its numbers, so that each cell need not again."""
        return {}

    @cached_property
    def parts(self) -> dict[str, Var]:
        """Its named sub-results."""
        return {} if self.line is None or self.part else self.line.parts

    @property
    def divisor(self) -> bool:
        """Whether other numbers are divided by it, so that it must not print as 0."""
        return self.line is not None and self.part in self.line.op.divisors

    @property
    def sizes(self) -> bool:
        """Whether its numbers are differences and the like, whose size is the point, however small."""
        return self.line is not None and not self.part and self.line.op.sizes

    @property
    def whole(self) -> bool:
        """Whether its numbers are counts: whole, and printed with all their digits, however large."""
        return self.data.dtype.kind == "i"

    def number(self, at: At) -> float:
        """The number in cell `at` (counted from 0), as a Python float."""
        number: float = self.data.item(*at)
        return number

    def work(self, at: At) -> Expr | None:
        """The written calculation of cell `at`; None for a weight or an input. Sub-results are cells of their own."""
        return None if self.line is None else self.line.work(self, at)

    def decimals(self, most: int) -> int:
        """How many decimals its cells print with: a given array as few as show all its numbers, others `most`."""
        if self.whole:
            return 0
        return rounding.decimals(self.data.ravel().tolist(), most) if self.given else most

    def cells(self) -> Iterator[At]:
        """The index of every cell, row by row."""
        return np.ndindex(self.data.shape)


class Op(Record):
    """One kind of calculation, frozen; the fields that a subclass annotates are its settings.

    parts: the named sub-results, each with the number of axes it drops. choosing: the result only chooses or
    adds numbers, so it is given where all inputs are. divisors: the parts that others are divided by. sizes: the
    size of the result is the point, so that a number that would print as 0 prints in scientific form.
    """

    parts: ClassVar[dict[str, int]] = {}
    choosing: ClassVar[bool] = False
    divisors: ClassVar[frozenset[str]] = frozenset()
    sizes: ClassVar[bool] = False

    def forward(self, *arrays: Floats) -> Result:
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


class Entry(NamedTuple):
    """What a tape writes down of an array beside its numbers. Tapes of one structure can share it.

    op, inputs: the operation and the names of what it reads; None and nothing for a weight or an input. back: of a
    gradient, the name of the result of the line it leads back through, or "".
    """

    name: str
    symbol: Symbol
    axes: tuple[Axis, ...]
    given: bool
    op: Op | None = None
    inputs: tuple[str, ...] = ()
    back: str = ""


class Line:
    """`out = op(*inputs)`: an entry of a tape, read with the arrays of that tape."""

    __slots__ = ("_entry", "_inputs", "_tape", "op")

    def __init__(self, tape: Tape, op: Op, entry: Entry) -> None:
        self.op = op
        self._tape = tape
        self._entry = entry
        self._inputs: tuple[Var, ...] | None = None

    @property
    def inputs(self) -> tuple[Var, ...]:
        if self._inputs is None:
            self._inputs = tuple([self._tape[name] for name in self._entry.inputs])
        return self._inputs

    @property
    def out(self) -> Var:
        return self._tape[self._entry.name]

    @property
    def back(self) -> Line | None:
        """For a gradient line, the forward line it leads back through."""
        return self._tape[self._entry.back].line if self._entry.back else None

    @property
    def parts(self) -> dict[str, Var]:
        """The named sub-results of the result."""
        names = {part: f"{self._entry.name}.{part}" for part in self.op.parts}
        return {part: self._tape[name] for part, name in names.items() if name in self._tape}

    def work(self, var: Var, at: At) -> Expr | None:
        """The written calculation of cell `at` of the result, or of one of its sub-results."""
        if not var.part:
            work = self.op.work(at, *self.inputs)
            return bind(work, self.out.parts.__getitem__) if self.op.parts else work
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
        if len(arrays) == 1:
            return arrays[0]
        total: Floats = arrays[0] + arrays[1]
        for array in arrays[2:]:
            total = np.add(total, array, total if total.dtype == array.dtype else None)
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


NOTHING: Mapping[str, Floats] = MappingProxyType({})


class Plan:
    """What tapes of one structure share, so that it is found once: their entries.

    forward: those of the forward pass, in order. back: those of the gradients, by the name of the loss. Which lines
    follow from which depends on operations and shapes, never on the numbers.
    """

    def __init__(self) -> None:
        self.forward: tuple[Entry, ...] = ()
        self.back: dict[str, tuple[Entry, ...]] = {}


class Tape:
    """The record of a calculation: every array in `numbers`, what is written beside them in `entries`, both by name.

    `vars` and `lines` are views of the two, made where somebody asks. They know the tape and the tape knows them only
    as long as somebody else does: so a tape that nobody needs is gone at once, with its arrays. pencil: the decimals
    a person keeps; None to carry all digits. plan: of a tape that is one of many of its structure.
    """

    def __init__(self, pencil: int | None = None, plan: Plan | None = None) -> None:
        self.pencil = pencil
        self.plan = plan
        self.numbers: dict[str, Floats] = {}  # sub-results too
        self.entries: dict[str, Entry] = {}
        self._vars: dict[str, ref[Var]] = {}

    def __getitem__(self, name: str) -> Var:
        known = self._vars.get(name)
        var = None if known is None else known()
        if var is not None:
            return var
        entry = self.entries.get(name)
        return self._part(name) if entry is None else self._view(entry)

    def _view(self, entry: Entry) -> Var:
        """The array that `entry` stands for."""
        name, symbol, axes, given, op, _, _ = entry
        line = None if op is None else Line(self, op, entry)
        var = Var(name, symbol, self.numbers[name], axes, given, "", line)
        self._vars[name] = ref(var)
        return var

    def _part(self, name: str) -> Var:
        """The sub-result of this name; it has as many axes of its line's result as it keeps."""
        data = self.numbers[name]
        whole, _, part = name.rpartition(".")
        axes = self.entries[whole].axes[: data.ndim]
        var = Var(name, None, data, axes, part=part, line=self[whole].line)
        self._vars[name] = ref(var)
        return var

    def __contains__(self, name: str) -> bool:
        return name in self.numbers

    @property
    def vars(self) -> dict[str, Var]:
        """Every array by its name, sub-results after their whole."""
        return {name: self[name] for name in self.numbers}

    @property
    def lines(self) -> list[Line]:
        """The lines in the order they were computed."""
        arrays = [self[name] for name in self.entries]  # together, so that none is made twice
        return [var.line for var in arrays if var.line is not None]

    def given(self, name: str, symbol: Symbol, data: Floats, axes: tuple[Axis, ...]) -> Var:
        """Put a weight or an input row on the tape; in pencil mode rounded to the digits shown."""
        if name in self.numbers:
            raise ValueError(f"the name {name} is already on the tape")
        entry = Entry(name, symbol, axes, True)
        self.write((entry,), {name: data})
        return self._view(entry)

    def holds(self, name: str, data: Floats) -> bool:
        """Whether the weights `name` are on the tape with just these numbers."""
        own = data if self.pencil is None else _rounded(data, self.pencil)
        return np.array_equal(self.numbers[name], own)

    def do(self, op: Op, *inputs: Var, name: str, symbol: Symbol, axes: tuple[Axis, ...], back: str = "") -> Var:
        """Compute `op(*inputs)`, write the line down and return its result.

        back: of a gradient, the name of the result of the line it leads back through.
        Errors: ValueError for a name that is already on the tape, and for an input that is not.
        """
        for new in (name, *[f"{name}.{part}" for part in op.parts]):
            if new in self.numbers:
                raise ValueError(f"the name {new} is already on the tape")
        for var in inputs:
            if self.numbers.get(var.name) is not var.data:
                raise ValueError(f"the array {var.name} is not on this tape")
        given = op.choosing and all([var.given for var in inputs])
        entry = Entry(name, symbol, axes, given, op, tuple([var.name for var in inputs]), back)
        self.write((entry,), NOTHING)
        return self._view(entry)

    def write(self, entries: Iterable[Entry], given: Mapping[str, Floats]) -> None:
        """Compute `entries` in order and write them down; the numbers of weights and inputs are `given`, by name."""
        numbers = self.numbers
        for entry in entries:
            name, _, _, _, op, inputs, _ = entry
            if op is None:
                data = given[name]
                numbers[name] = data if self.pencil is None else _rounded(data, self.pencil)
            else:
                result = op.forward(*[numbers[read] for read in inputs])
                if self.pencil is not None:
                    result = _by_hand(op, [self[read] for read in inputs], result, self.pencil)
                if isinstance(result, tuple):
                    numbers[name], parts = result
                    for part in parts:
                        numbers[f"{name}.{part}"] = parts[part]
                else:
                    numbers[name] = result
            self.entries[name] = entry

    @np.errstate(over="ignore", invalid="ignore")  # infinities and NaN stay to be seen; no warnings on the way
    def backward(self, loss: Var) -> None:
        """Write the gradient of the scalar `loss` by every array it depends on as lines of this tape.

        The gradient of NAME is named d.NAME. Where NAME is used several times, the parts are
        d.NAME.via.USER and d.NAME is their sum. Source: reverse-mode differentiation (Griewank and Walther,
        Evaluating Derivatives, 2008, chapter 3). `loss.line.op` must give its gradient without a `d` of its own.
        """
        plan = self.plan if self.plan is not None and len(self.plan.forward) == len(self.entries) else None
        if plan is not None and loss.name in plan.back:
            self.write(plan.back[loss.name], NOTHING)
            return
        start = len(self.entries)
        self._backward(loss)
        if plan is not None:
            plan.back[loss.name] = tuple(self.entries.values())[start:]

    def _backward(self, loss: Var) -> None:
        """`backward` where nobody has found its lines before."""
        lines = [(line, line.out, line.inputs) for line in self.lines]
        first_use: dict[str, Line] = {}  # of the arrays that no line computes: where their gradient is complete
        for line, _, inputs in lines:
            for var in inputs:
                if var.line is None:
                    first_use.setdefault(var.name, line)
        pending: dict[str, list[tuple[Var, tuple[Any, ...]]]] = {}

        def write(var: Var, user: Var, step: tuple[Any, ...], suffix: str = "") -> Var:
            """Write the line of the gradient of `var` that comes through the line of `user`."""
            symbol = var.symbol.gradient(user.symbol if suffix else None)
            return self.do(*step, name=f"d.{var.name}{suffix}", symbol=symbol, axes=var.axes, back=user.name)

        def settle(var: Var) -> Var | None:
            """Write the gradient of `var`, all of whose uses are behind us."""
            uses = pending.pop(var.name, None)
            if not uses:
                return None
            if len(uses) == 1:
                return write(var, *uses[0])
            users = [user.name for user, _ in uses]
            parts = []
            for k, (user, step) in enumerate(uses):
                again = f".{users[:k].count(users[k]) + 1}" if users.count(users[k]) > 1 else ""
                parts.append(write(var, user, step, f".via.{users[k]}{again}"))
            return self.do(Add(), *parts, name=f"d.{var.name}", symbol=var.symbol.gradient(), axes=var.axes)

        for line, out, inputs in reversed(lines):
            d = loss if out is loss else settle(out)
            if d is not None:
                for var, step in zip(inputs, line.op.backward(d, out, *inputs), strict=True):
                    if step is not None:
                        pending.setdefault(var.name, []).insert(0, (out, step))
            for var in inputs:
                if var.line is None and first_use[var.name] is line:
                    settle(var)


def _rounded(data: Floats, digits: int) -> Floats:
    numbers = [rounding.pencilled(x, digits) for x in data.ravel().tolist()]
    return np.array(numbers, dtype=data.dtype).reshape(data.shape)


def _by_hand(op: Op, inputs: list[Var], result: Result, digits: int) -> Result:
    """The result of `op` again, cell by cell from the written work, rounding each sub-result and each result."""
    array, parts = result if isinstance(result, tuple) else (result, {})
    memo: dict[tuple[str, At], float] = {}

    def sub_result(node: Named) -> float:
        key = (node.part, node.at)
        if key not in memo:
            memo[key] = rounding.pencilled(evaluate(node.of, sub_result), digits, node.part in op.divisors)
        return memo[key]

    data = np.empty_like(array)
    for at in np.ndindex(array.shape):
        data[at] = rounding.pencilled(evaluate(op.work(at, *inputs), sub_result), digits)
    rounded = {part: _rounded(numbers, digits) for part, numbers in parts.items()}
    for (part, at), number in memo.items():
        rounded[part][at] = number
    return data, rounded
