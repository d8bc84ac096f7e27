"""The forward pass. Read from top to bottom it is the order of the printed steps.

Knows models, tapes and operations; no language and no page.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from handcalc import formula
from handcalc.errors import HandcalcError
from handcalc.expr import Axis, Symbol
from handcalc.model import Model
from handcalc.ops import (
    GELU,
    Add,
    ArgMax,
    Columns,
    Concat,
    Copy,
    CrossEntropy,
    Divide,
    LayerNorm,
    Lookup,
    Mask,
    Product,
    ReLU,
    Sinusoid,
    Softmax,
)
from handcalc.tape import Entry, Op, Plan, Tape, Var


class Piece(NamedTuple):
    """One piece of a block, or the final norm, as it was computed.

    kind: "norm", "attention", "sum" or "mlp". block: its number from 1, 0 for the final norm. number: which
    norm or sum of its block. source: what it read. names: the lines it wrote, in order. out: its result.
    """

    kind: str
    block: int
    number: int
    source: tuple[Var, ...]
    out: Var
    names: list[str]


class _Written(NamedTuple):
    """A piece by names alone; its result is the last of its lines."""

    kind: str
    block: int
    number: int
    source: tuple[str, ...]
    names: list[str]


class Run(NamedTuple):
    """One forward pass: the tape, what was run, and the pieces in the order of computation.

    called: the name of the run where its tape holds several; it stands before the names of all its lines.
    """

    model: Model
    tape: Tape
    ids: tuple[int, ...]
    temperature: float
    target: int | None
    written: list[_Written]
    called: str = ""

    def name(self, name: str) -> str:
        """What the array `name` of this run is called on its tape: A.x where the run is called A."""
        return f"{self.called}.{name}" if self.called else name

    def var(self, name: str) -> Var:
        """The array `name` of this run, a weight among them."""
        own = self.name(name)
        return self.tape[own if own in self.tape else name]

    @property
    def above(self) -> tuple[int | str, ...]:
        """The upper index of all symbols of this run."""
        return (self.called,) if self.called else ()

    def given(self, name: str, symbol: Symbol, axes: tuple[Axis, ...]) -> Var:
        """Put weights on the tape, or find there what another run has put: the same numbers stand on it once."""
        data = self.model.weights[name]
        if name not in self.tape:
            return self.tape.given(name, symbol, data, axes)
        if self.tape.holds(name, data):
            return self.tape[name]
        return self.tape.given(self.name(name), symbol._replace(above=(*self.above, *symbol.above)), data, axes)

    def do(self, op: Op, *inputs: Var, name: str, symbol: Symbol, axes: tuple[Axis, ...]) -> Var:
        """Compute a line of this run, under its name and with its upper index."""
        if self.called:
            name, symbol = self.name(name), symbol._replace(above=(*self.above, *symbol.above))
        return self.tape.do(op, *inputs, name=name, symbol=symbol, axes=axes)

    @property
    def tokens(self) -> list[str]:
        return [self.model.vocabulary[i] for i in self.ids]

    def number_of(self, kind: str, block: int) -> int:
        """How many pieces of a kind a block has."""
        return sum(piece.kind == kind and piece.block == block for piece in self.pieces)

    @property
    def last(self) -> int:
        """The row that predicts the next token, counted from 0."""
        return len(self.ids) - 1

    @property
    def pieces(self) -> list[Piece]:
        tape = self.tape
        return [
            Piece(kind, block, number, tuple([tape[name] for name in source]), tape[names[-1]], names)
            for kind, block, number, source, names in self.written
        ]


class _Script:
    """What every forward pass of one structure writes: its plan, its pieces, and which arrays `_check` looks at."""

    def __init__(self) -> None:
        self.plan = Plan()
        self.written: list[_Written] = []
        self.suspects: list[str] = []


@lru_cache(maxsize=16)
def _script(*structure: object) -> _Script:
    """The script that runs of this structure share; the first of them fills it in."""
    return _Script()


# A number too large to hold is refused in the end, with its name; NumPy's own warnings would come before.
@np.errstate(over="ignore", invalid="ignore")
def forward(
    model: Model,
    ids: Sequence[int],
    *,
    temperature: float = 1.0,
    target: int | None = None,
    pencil: int | None = None,
    digits: int = 3,
    scaled: bool = False,
    onto: Tape | None = None,
    called: str = "",
) -> Run:
    """Run `model` on the tokens `ids`, from the lookup to the loss of `target` in the last row.

    temperature: the logits are divided by it; at 0 the largest takes all. pencil: compute as a person does,
    with so many decimals. digits: the decimals the page shows (a probability that would print as 0 has its
    loss worked from the logits). scaled: write the division by the temperature down even where it is 1.
    onto, called: write the lines on this tape, which has others, and put this name before theirs.
    Without a target, at temperature 0 or without W_U there is no loss.
    Errors: HandcalcError for a number that grew beyond all bounds.
    """
    ids = tuple(ids)
    if onto is not None:
        run = Run(model, onto, ids, temperature, target, [], called)
        start = len(onto.entries)
        _write(run, digits, scaled)
        _check(onto, _suspects(list(onto.entries.values())[start:]))
        return run
    # All that decides which lines there are, and nothing that decides their numbers.
    settings = [value for value in model.contents() if value is not model.weights]
    dtype = model.weights["E"].dtype
    script = _script(*settings, *model.weights, dtype, ids, temperature, target, pencil, digits, scaled)
    plan = script.plan
    run = Run(model, Tape(pencil, plan), ids, temperature, target, script.written or [])
    if plan.forward:
        run.tape.write(plan.forward, model.weights)
    else:
        _write(run, digits, scaled)
        script.written, script.suspects = run.written, _suspects(run.tape.entries.values())
        plan.forward = tuple(run.tape.entries.values())
    _check(run.tape, script.suspects)
    return run


def _write(run: Run, digits: int, scaled: bool) -> None:
    """The lines of the forward pass, in order."""
    model, ids = run.model, run.ids
    n, d = len(ids), model.d
    tokens = Axis("token", tuple(model.vocabulary[i] for i in ids))
    words = Axis("word", model.vocabulary)
    channels = numbered("channel", d)

    E = run.given("E", Symbol("E"), (words, channels))
    positions = model.positions
    if positions == "none":
        x = run.do(Lookup(ids), E, name="x", symbol=Symbol("x"), axes=(tokens, channels))
    else:
        embedded = run.do(Lookup(ids), E, name="embedded", symbol=Symbol("E[ids]"), axes=(tokens, channels))
        if positions == "table":
            places = numbered("position", model.max_length)
            P = run.given("P", Symbol("P"), (places, channels))
            rows = tuple(range(n))
            position = run.do(Lookup(rows), P, name="position", symbol=Symbol("P[pos]"), axes=(tokens, channels))
        else:
            code = Sinusoid(n, d, E.data.dtype.name)
            position = run.do(code, name="position", symbol=Symbol("P"), axes=(tokens, channels))
        x = run.do(Add(), embedded, position, name="x", symbol=Symbol("x"), axes=(tokens, channels))

    for b in range(1, model.blocks + 1):
        x = _Block(run, b, tokens, channels).compute(x)

    state = x
    if model.final == "norm(x)":
        axes = (tokens, channels)
        state = run.do(LayerNorm(model.norm_eps), x, name="norm", symbol=Symbol("f"), axes=axes)
        run.written.append(_Written("norm", 0, 0, (x.name,), [state.name]))
    if model.has_output:
        _predict(run, state, (tokens, words), channels, digits, scaled)


def _suspects(entries: Iterable[Entry]) -> list[str]:
    """The arrays of a run that show an infinity or NaN wherever it arose.

    Either lives on in every line that reads it, up to the last, but for three that can hide it: LayerNorm (its
    standard deviation shows it), the mask (the scores before it) and ReLU (the hidden numbers before it).
    """
    suspects = []
    lines = [entry for entry in entries if entry.op is not None]
    for entry in lines:
        if isinstance(entry.op, LayerNorm):
            suspects.append(f"{entry.name}.std")
        elif isinstance(entry.op, Divide):
            suspects.append(entry.name)
        elif isinstance(entry.op, ReLU):
            suspects += entry.inputs
    return suspects + [entry.name for entry in lines[-3:]]


def _check(tape: Tape, suspects: list[str]) -> None:
    """Refuse a pass in which a number grew to an infinity or to NaN."""
    # One product tells whether to look closer: infinities and NaN survive it.
    if not all([math.isfinite(np.vdot(array, array)) for array in map(tape.numbers.__getitem__, suspects)]):
        refuse_infinite(tape, tape.numbers)


def refuse_infinite(tape: Tape, names: Iterable[str]) -> None:
    """Refuse arrays in which a number grew to an infinity or to NaN. Errors: HandcalcError that names the first."""
    for name in names:
        if not np.isfinite(tape.numbers[name]).all() and not name.endswith(".masked"):  # those are infinite on purpose
            raise HandcalcError(
                "The numbers grow beyond all bounds at {name}: a weight or η is too large, or T too small.", name=name
            )


@cache
def numbered(kind: str, count: int) -> Axis:
    """An axis whose labels are its numbers, from 1."""
    return Axis(kind, tuple(map(str, range(1, count + 1))))


def _predict(run: Run, state: Var, axes: tuple[Axis, Axis], channels: Axis, digits: int, scaled: bool) -> None:
    """Logits, temperature, probabilities and the loss."""
    W_U = run.given("W_U", Symbol("W", "U"), (channels, axes[1]))
    logits = run.do(Product(), state, W_U, name="logits", symbol=Symbol("z"), axes=axes)
    if run.temperature == 0:
        run.do(ArgMax(), logits, name="probabilities", symbol=Symbol("p"), axes=axes)
        return
    z = logits
    if run.temperature != 1 or scaled:
        by = Divide(run.temperature, False, "T")
        z = run.do(by, logits, name="scaled", symbol=Symbol("z", primes=1), axes=axes)
    p = run.do(Softmax(run.tape.pencil), z, name="probabilities", symbol=Symbol("p"), axes=axes)
    if run.target is not None:
        loss = CrossEntropy(run.last, run.target, digits)
        run.do(loss, z, p, name="loss", symbol=Symbol("L"), axes=())


class _Block:
    """One block: its formula's pieces computed in order, each under its name."""

    def __init__(self, run: Run, number: int, tokens: Axis, channels: Axis) -> None:
        self.run = run
        self.number = number
        self.name = f"block{number}"
        self.above = (number,) if run.model.blocks > 1 else ()
        self.axes = (tokens, channels)
        self.norms = 0
        self.sums = 0

    def compute(self, x: Var) -> Var:
        for line in self.run.model.formulas:
            x = self.term(line, x)
        return x

    def term(self, term: formula.Term, x: Var) -> Var:
        """The value of one term of the formula; what is inside is computed first."""
        if isinstance(term, formula.X):
            return x
        if isinstance(term, formula.Sum):
            return self.sum([self.term(part, x) for part in term.terms])
        inner = self.term(term.inner, x)
        return {"norm": self.norm, "attention": self.attention, "mlp": self.mlp}[term.kind](inner)

    def symbol(self, base: str, sub: str = "", primes: int = 0) -> Symbol:
        return Symbol(base, sub, primes, self.above)

    def weight(self, name: str, rows: Axis, columns: Axis) -> Var | None:
        name = f"{self.name}.{name}"
        if name not in self.run.model.weights:
            return None
        base, _, sub = name.rpartition(".")[2].partition("_")
        return self.run.given(name, self.symbol(base, sub), (rows, columns))

    def written(self, kind: str, number: int, source: tuple[Var, ...], out: Var, start: int) -> Var:
        entries = list(self.run.tape.entries.values())[start:]
        names = [entry.name for entry in entries if entry.op is not None]
        self.run.written.append(_Written(kind, self.number, number, tuple([var.name for var in source]), names))
        return out

    def sum(self, terms: list[Var]) -> Var:
        self.sums += 1
        symbol = self.symbol("h") if self.sums == 1 else self.symbol("y", primes=self.sums - 2)
        start = len(self.run.tape.entries)
        out = self.run.do(Add(), *terms, name=f"{self.name}.sum{self.sums}", symbol=symbol, axes=self.axes)
        return self.written("sum", self.sums, tuple(terms), out, start)

    def norm(self, x: Var) -> Var:
        self.norms += 1
        symbol = self.symbol("u", primes=self.norms - 1)
        start = len(self.run.tape.entries)
        op = LayerNorm(self.run.model.norm_eps)
        out = self.run.do(op, x, name=f"{self.name}.norm{self.norms}", symbol=symbol, axes=self.axes)
        return self.written("norm", self.norms, (x,), out, start)

    def attention(self, x: Var) -> Var:
        tape, model = self.run.tape, self.run.model
        start = len(tape.entries)
        tokens, channels = self.axes
        d_k = model.d_k
        parts = {}
        for letter in "QKV":
            W = self.weight(f"W_{letter}", channels, channels)
            assert W is not None  # Model.check saw to it
            name = letter.lower()
            parts[name] = self.run.do(
                Product(), x, W, name=f"{self.name}.{name}", symbol=self.symbol(name), axes=self.axes
            )
        axes, square = (tokens, numbered("channel", d_k)), (tokens, tokens)
        scale = Divide(d_k, True, "d_k") if model.score_scale != "none" else Copy()
        dot, mask, softmax, mix = Product(right=True), Mask(), Softmax(tape.pencil), Product()
        outs = []
        for h in range(1, model.heads + 1):
            head = f"{self.name}.head{h}"
            above = (*self.above, h) if model.heads > 1 else self.above
            choose = Columns((h - 1) * d_k, h * d_k)
            q, k, v = [
                self.run.do(choose, parts[name], name=f"{head}.{name}", symbol=Symbol(name, above=above), axes=axes)
                for name in "qkv"
            ]
            dots = self.run.do(dot, q, k, name=f"{head}.dots", symbol=Symbol("(q·k)", above=above), axes=square)
            seen = self.run.do(scale, dots, name=f"{head}.scores", symbol=Symbol("s", above=above), axes=square)
            if model.causal:
                seen = self.run.do(mask, seen, name=f"{head}.masked", symbol=Symbol("s", above=above), axes=square)
            a = self.run.do(softmax, seen, name=f"{head}.weights", symbol=Symbol("a", above=above), axes=square)
            outs.append(self.run.do(mix, a, v, name=f"{head}.out", symbol=Symbol("o", above=above), axes=axes))
        joined_axes = (tokens, channels)
        name = f"{self.name}.heads"
        out = self.run.do(Concat(), *outs, name=name, symbol=self.symbol("o"), axes=joined_axes)
        W_O = self.weight("W_O", channels, channels)
        attended = self.symbol("A")
        if W_O is None:
            out = self.run.do(Copy(), out, name=f"{self.name}.attention", symbol=attended, axes=self.axes)
        else:
            out = self.run.do(Product(), out, W_O, name=f"{self.name}.attention", symbol=attended, axes=self.axes)
        return self.written("attention", 1, (x,), out, start)

    def mlp(self, x: Var) -> Var:
        tape, model = self.run.tape, self.run.model
        start = len(tape.entries)
        tokens, channels = self.axes
        width = numbered("hidden", model.mlp_width)
        W_1, W_2 = self.weight("W_1", channels, width), self.weight("W_2", width, channels)
        assert W_1 is not None and W_2 is not None  # Model.check saw to it
        name = f"{self.name}.mlp"
        axes = (tokens, width)
        hidden = self.run.do(Product(), x, W_1, name=f"{name}.hidden", symbol=self.symbol("b"), axes=axes)
        bend = ReLU() if model.activation == "relu" else GELU(model.activation.removeprefix("gelu-"))
        active = self.run.do(bend, hidden, name=f"{name}.active", symbol=self.symbol("g"), axes=axes)
        out = self.run.do(Product(), active, W_2, name=name, symbol=self.symbol("m"), axes=self.axes)
        return self.written("mlp", 1, (x,), out, start)
