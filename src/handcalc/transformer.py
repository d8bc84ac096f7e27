"""The forward pass. Read from top to bottom it is the order of the printed steps.

Knows models, tapes and operations; no language and no page.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from handcalc import formula
from handcalc.errors import HandcalcError
from handcalc.expr import Axis, Num, Symbol
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
    beside,
)
from handcalc.tape import Entry, Floats, Op, Plan, Tape, Var


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

    called: the name of the run where its tape holds several; it stands before the names of all its lines. above: the
    upper index of all its symbols.
    """

    model: Model
    tape: Tape
    ids: tuple[int, ...]
    temperature: float
    target: int | None
    written: list[_Written]
    found: list[Piece]
    called: str = ""
    above: tuple[int | str | Num, ...] = ()

    def name(self, name: str) -> str:
        """What the array `name` of this run is called on its tape: A.x where the run is called A."""
        return f"{self.called}.{name}" if self.called else name

    def var(self, name: str) -> Var:
        """The array `name` of this run, a weight among them."""
        return self.tape[self.weight_name(name)]

    def given(self, name: str, symbol: Symbol, axes: tuple[Axis, ...]) -> Var:
        """Put weights on the tape, or find there what another run has put: the same numbers stand on it once."""
        data = self.model.weights[name]
        if name not in self.tape:
            return self.tape.given(name, symbol, data, axes)
        if self.tape.holds(name, data):
            return self.tape[name]
        return self.tape.given(self.name(name), symbol._replace(above=(*self.above, *symbol.above)), data, axes)

    def weight_name(self, name: str) -> str:
        """What the weights `name` of this run are called on its tape, on which other runs may have weights too."""
        own = self.name(name)
        return own if own in self.tape else name

    def do(self, op: Op, *inputs: Var, name: str, symbol: Symbol, axes: tuple[Axis, ...]) -> Var:
        """Compute a line of this run, under its name and with its upper index."""
        if self.called:
            name, symbol = self.name(name), symbol._replace(above=(*self.above, *symbol.above))
        return self.tape.do(op, *inputs, name=name, symbol=symbol, axes=axes)

    @property
    def tokens(self) -> list[str]:
        return [self.model.vocabulary[i] for i in self.ids]

    def number_of(self, kind: str, block: int) -> int:
        """How many pieces of a kind a block has; all blocks are alike."""
        return sum(written.kind == kind and written.block == min(block, 1) for written in self.written)

    @property
    def last(self) -> int:
        """The row that predicts the next token, counted from 0."""
        return len(self.ids) - 1

    @property
    def pieces(self) -> list[Piece]:
        """The pieces with their arrays; found once, since a page asks for them again and again."""
        if len(self.found) != len(self.written):
            tape = self.tape
            self.found[:] = [
                Piece(kind, block, number, tuple([tape[name] for name in source]), tape[names[-1]], names)
                for kind, block, number, source, names in self.written
            ]
        return self.found


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
    above: tuple[int | str | Num, ...] | None = None,
) -> Run:
    """Run `model` on the tokens `ids`, from the lookup to the loss of `target` in the last row.

    temperature: the logits are divided by it; at 0 the largest takes all. pencil: compute as a person does,
    with so many decimals. digits: the decimals the page shows (a probability that would print as 0 has its
    loss worked from the logits). scaled: write the division by the temperature down even where it is 1.
    onto, called: write the lines on this tape, which has others, and put this name before theirs. above: the upper
    index of their symbols, the name of the run if it is not given.
    Without a target, at temperature 0 or without W_U there is no loss.
    Errors: HandcalcError for a number that grew beyond all bounds.
    """
    ids = tuple(ids)
    if onto is not None:
        run = Run(model, onto, ids, temperature, target, [], [], called, (called,) if above is None else above)
        start = len(onto.entries)
        _write(run, digits, scaled)
        _check(onto, _suspects(list(onto.entries.values())[start:]))
        return run
    # All that decides which lines there are, and nothing that decides their numbers.
    settings = [value for value in model.contents() if value is not model.weights]
    script = _script(*settings, *model.weights, model.dtype, ids, temperature, target, pencil, digits, scaled)
    plan = script.plan
    run = Run(model, Tape(pencil, plan), ids, temperature, target, script.written or [], [])
    if plan.forward:
        run.tape.write(plan.forward, _numbers(run))
    else:
        _write(run, digits, scaled)
        script.written, script.suspects = run.written, _suspects(run.tape.entries.values())
        plan.forward = tuple(run.tape.entries.values())
    _check(run.tape, script.suspects)
    return run


def _numbers(run: Run) -> Mapping[str, Floats]:
    """What is given to the run, by the names on its tape: the weights, and of labelled rows those that were named."""
    if not run.model.labelled:
        return run.model.weights
    return {**run.model.weights, _first(run.model): run.model.weights["x"].take(run.ids, 0)}


def _first(model: Model) -> str:
    """The name of the line that the run begins with: x, or what is to become x when positions are added."""
    return "x" if model.positions == "none" else "embedded"


def _write(run: Run, digits: int, scaled: bool) -> None:
    """The lines of the forward pass, in order."""
    model, ids = run.model, run.ids
    n, d = len(ids), model.d
    tokens = Axis("token", tuple(model.vocabulary[i] for i in ids))
    channels = numbered("channel", d)
    axes = (tokens, channels)

    x = _begin(run, axes)
    positions = model.positions
    if positions != "none":
        if positions == "table":
            places = numbered("position", model.max_length)
            P = run.given("P", Symbol("P"), (places, channels))
            rows = tuple(range(n))
            position = run.do(Lookup(rows), P, name="position", symbol=Symbol("P[pos]"), axes=axes)
        else:
            code = Sinusoid(n, d, model.dtype.name)
            position = run.do(code, name="position", symbol=Symbol("P"), axes=axes)
        x = run.do(Add(), x, position, name="x", symbol=Symbol("x"), axes=axes)

    for b in range(1, model.blocks + 1):
        x = _Block(run, b, tokens).compute(x)

    state = x
    if model.final == "norm(x)":
        state = _norm(run, "norm", Symbol("f"), x)
        run.written.append(_Written("norm", 0, 0, (x.name,), [state.name]))
    if model.has_output:
        _predict(run, state, digits, scaled)


def _begin(run: Run, axes: tuple[Axis, Axis]) -> Var:
    """The first line: the rows of E that were read, or the labelled rows themselves."""
    model, name = run.model, _first(run.model)
    symbol = Symbol("x" if name == "x" else "r" if model.labelled else "E[ids]")
    if model.labelled:
        symbol = symbol._replace(above=run.above)
        return run.tape.given(run.name(name), symbol, _numbers(run)[name], axes)
    E = run.given("E", Symbol("E"), (Axis("word", model.vocabulary), axes[1]))
    return run.do(Lookup(run.ids), E, name=name, symbol=symbol, axes=axes)


def _norm(run: Run, name: str, symbol: Symbol, x: Var) -> Var:
    """LayerNorm, with the gain and the bias that the model has for it."""
    given = {}
    for part, letter in (("gain", "γ"), ("bias", "β")):
        if f"{name}.{part}" in run.model.weights:
            given[part] = run.given(f"{name}.{part}", beside(symbol, letter), x.axes[1:])
    op = LayerNorm(run.model.norm_eps, "gain" in given, "bias" in given)
    return run.do(op, x, *given.values(), name=name, symbol=symbol, axes=x.axes)


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


def _predict(run: Run, state: Var, digits: int, scaled: bool) -> None:
    """Logits, temperature, probabilities and the loss."""
    words = Axis("word", run.model.vocabulary)
    axes = (state.axes[0], words)
    if run.model.tied:
        by, W_U = Product(right=True), run.tape[run.weight_name("E")]
    else:
        by, W_U = Product(), run.given("W_U", Symbol("W", "U"), (state.axes[1], words))
    b_U = [run.given("b_U", Symbol("b", "U"), (words,))] if "b_U" in run.model.weights else []
    logits = run.do(by, state, W_U, *b_U, name="logits", symbol=Symbol("z"), axes=axes)
    z, p = _softened(run, logits, scaled)
    if run.temperature and run.target is not None:
        loss = CrossEntropy(run.last, run.target, digits)
        run.do(loss, z, p, name="loss", symbol=Symbol("L"), axes=())


def _softened(run: Run, logits: Var, scaled: bool) -> tuple[Var, Var]:
    """What goes into the softmax, and the probabilities."""
    if run.temperature == 0:
        p = run.do(ArgMax(), logits, name="probabilities", symbol=Symbol("p"), axes=logits.axes)
        return logits, p
    z = logits
    if run.temperature != 1 or scaled:
        by = Divide(run.temperature, False, "T")
        z = run.do(by, logits, name="scaled", symbol=Symbol("z", primes=1), axes=logits.axes)
    return z, run.do(Softmax(run.tape.pencil), z, name="probabilities", symbol=Symbol("p"), axes=logits.axes)


@np.errstate(over="ignore", invalid="ignore")  # as in `forward`
def at_temperature(run: Run, temperature: float, called: str, above: tuple[int | str | Num, ...], scaled: bool) -> Var:
    """The probabilities of `run` at another temperature, from its logits on: nothing before them is computed again.

    The lines stand on the tape of the run under the name `called`, their symbols with the upper index `above`; scaled:
    as in `forward`. Errors: HandcalcError for a number that grew beyond all bounds.
    """
    start = len(run.tape.entries)
    logits = run.var("logits")
    _, p = _softened(run._replace(temperature=temperature, called=called, above=above), logits, scaled)
    _check(run.tape, _suspects(list(run.tape.entries.values())[start:]))
    return p


class _Block:
    """One block: its formula's pieces computed in order, each under its name."""

    def __init__(self, run: Run, number: int, tokens: Axis) -> None:
        self.run = run
        self.number = number
        self.name = f"block{number}"
        self.above = (number,) if run.model.blocks > 1 else ()
        self.tokens = tokens
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

    def linear(self, letter: str, x: Var, columns: Axis, name: str, symbol: Symbol) -> Var:
        """x·W, plus b where the model has one: the weights W_letter and b_letter."""
        run = self.run
        W = run.given(f"{self.name}.W_{letter}", self.symbol("W", letter), (x.axes[1], columns))
        inputs = [x, W]
        if f"{self.name}.b_{letter}" in run.model.weights:
            inputs.append(run.given(f"{self.name}.b_{letter}", self.symbol("b", letter), (columns,)))
        return run.do(Product(), *inputs, name=name, symbol=symbol, axes=(self.tokens, columns))

    def written(self, kind: str, number: int, source: tuple[Var, ...], out: Var, start: int) -> Var:
        entries = list(self.run.tape.entries.values())[start:]
        names = [entry.name for entry in entries if entry.op is not None]
        self.run.written.append(_Written(kind, self.number, number, tuple([var.name for var in source]), names))
        return out

    def sum(self, terms: list[Var]) -> Var:
        self.sums += 1
        symbol = self.symbol("h") if self.sums == 1 else self.symbol("y", primes=self.sums - 2)
        start = len(self.run.tape.entries)
        out = self.run.do(Add(), *terms, name=f"{self.name}.sum{self.sums}", symbol=symbol, axes=terms[0].axes)
        return self.written("sum", self.sums, tuple(terms), out, start)

    def norm(self, x: Var) -> Var:
        self.norms += 1
        symbol = self.symbol("u", primes=self.norms - 1)
        start = len(self.run.tape.entries)
        out = _norm(self.run, f"{self.name}.norm{self.norms}", symbol, x)
        return self.written("norm", self.norms, (x,), out, start)

    def attention(self, x: Var) -> Var:
        run, model = self.run, self.run.model
        start = len(run.tape.entries)
        d_k, d_v = model.d_k, model.d_v
        widths = {"Q": (model.keys, d_k), "K": (model.keys, d_k), "V": (model.values, d_v)}
        parts = {}
        for letter, (width, _) in widths.items():
            name = letter.lower()
            columns = numbered("channel", width)
            parts[name] = self.linear(letter, x, columns, f"{self.name}.{name}", self.symbol(name))
        square = (self.tokens, self.tokens)
        dot, mask, softmax, mix = Product(right=True), Mask(), Softmax(run.tape.pencil), Product()
        scale = scaling(model)
        outs = []
        for h in range(1, model.heads + 1):
            head = f"{self.name}.head{h}"
            above = (*self.above, h) if model.heads > 1 else self.above
            own = []
            for letter, (_, width) in widths.items():
                name = letter.lower()
                axes = (self.tokens, numbered("channel", width))
                choose = Columns((h - 1) * width, h * width)
                symbol = Symbol(name, above=above)
                own.append(run.do(choose, parts[name], name=f"{head}.{name}", symbol=symbol, axes=axes))
            q, k, v = own
            dots = run.do(dot, q, k, name=f"{head}.dots", symbol=Symbol("(q·k)", above=above), axes=square)
            seen = run.do(scale, dots, name=f"{head}.scores", symbol=Symbol("s", above=above), axes=square)
            if model.causal:
                seen = run.do(mask, seen, name=f"{head}.masked", symbol=Symbol("s", above=above), axes=square)
            a = run.do(softmax, seen, name=f"{head}.weights", symbol=Symbol("a", above=above), axes=square)
            outs.append(run.do(mix, a, v, name=f"{head}.out", symbol=Symbol("o", above=above), axes=v.axes))
        joined_axes = (self.tokens, numbered("channel", model.values))
        joined = run.do(Concat(), *outs, name=f"{self.name}.heads", symbol=self.symbol("o"), axes=joined_axes)
        name, symbol = f"{self.name}.attention", self.symbol("A")
        if f"{self.name}.W_O" in model.weights:
            out = self.linear("O", joined, numbered("channel", model.d), name, symbol)
        else:
            out = run.do(Copy(), joined, name=name, symbol=symbol, axes=joined.axes)
        return self.written("attention", 1, (x,), out, start)

    def mlp(self, x: Var) -> Var:
        run, model = self.run, self.run.model
        start = len(run.tape.entries)
        width = numbered("hidden", model.mlp_width)
        name = f"{self.name}.mlp"
        hidden = self.linear("1", x, width, f"{name}.hidden", self.symbol("b"))
        bend = ReLU() if model.activation == "relu" else GELU(model.activation.removeprefix("gelu-"))
        active = run.do(bend, hidden, name=f"{name}.active", symbol=self.symbol("g"), axes=hidden.axes)
        out = self.linear("2", active, numbered("channel", model.d), name, self.symbol("m"))
        return self.written("mlp", 1, (x,), out, start)


def scaling(model: Model) -> Op:
    """What turns the dot products of queries and keys into scores."""
    return {
        "none": Copy(),
        "1/sqrt(d_k)": Divide(model.d_k, True, "d_k"),
        "1/d_k": Divide(model.d_k, False, "d_k"),
        "1/sqrt(d)": Divide(model.d, True, "d"),
    }[model.score_scale]
