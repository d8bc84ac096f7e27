"""Where the weights are: piece by piece shape and count, for one model or several side by side.

Sees the engine and documents; the words are English keys, the looks are the format's.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from handcalc import rounding
from handcalc.doc import Cell, Document, Inline, Math, Number, Paragraph, Prose, Table, Value
from handcalc.expr import Apply, Bare, Expr, Num, Ref, Running, Symbol, add, mul
from handcalc.lang import key
from handcalc.lessons.options import Options
from handcalc.lessons.page import Page
from handcalc.model import Model
from handcalc.ops import Percent, Products
from handcalc.outline import Shape, is_bias, is_of_norm
from handcalc.tape import Tape, Var

DIGITS = 1  # of the shares
THOUSAND, MILLION = 1000, 1_000_000

# The pieces in the order of the table, each with its own letter: N_E is the count of E.
PIECES = {
    "E": "E", "P": "P", "W_QKV": "QKV", "W_O": "O", "MLP": "MLP", "W_U": "U", "biases": "b", "norms": "LN",
}  # fmt: skip
BESIDE = ("biases", "norms")  # what is left out of the usual counts

# The sizes that shapes are made of, in the order of the table.
SIZES = {
    "V": Symbol("V"),
    "d": Symbol("d"),
    "heads": Symbol("h"),
    "d_k": Symbol("d", "k"),
    "d_v": Symbol("d", "v"),
    "mlp_width": Symbol("d", "MLP"),
    "max_length": Symbol("n", "pos"),
    "blocks": Symbol("B"),
}
CALLED = {
    "V": key("tokens in the vocabulary"),
    "d": key("numbers in a token's row"),
    "heads": key("heads"),
    "d_k": key("columns of query and key in a head"),
    "d_v": key("columns of the values in a head"),
    "mlp_width": key("width of the MLP"),
    "max_length": key("positions"),
    "blocks": key("blocks"),
}
# What each length of an Outline's shapes is the product of.
LENGTHS = {
    "V": ("V",), "d": ("d",), "heads·d_k": ("heads", "d_k"), "heads·d_v": ("heads", "d_v"),
    "mlp_width": ("mlp_width",), "max_length": ("max_length",),
}  # fmt: skip


def params(models: Mapping[str, Model], options: Options) -> Document:
    """The weights of the models, by what these are called on the page: where they are, and how their count comes about.

    The document's values are counts: NAME.E, NAME.W_QKV ... NAME.total for a model NAME, the sizes they are made of,
    and the shares of the total in per cent, NAME.E.share ...
    """
    page = Page("params", options, DIGITS)
    tape = Tape()
    ledgers = [Ledger(tape, name, model) for name, model in models.items()]
    sizes(page, ledgers)
    places(page, ledgers)
    parted = next((ledger for ledger in ledgers if "matrices" in ledger.counts), None)
    for ledger in ledgers:
        page.step(page.say("The counts of {model}", model=ledger.name))
        if ledger is ledgers[0]:
            page.tell("`N` with a part's name counts that part's weights; `N` alone counts them all.")
        if ledger is parted:
            page.tell("`N_W` leaves biases and LayerNorms out.")
        page.work(*(Ref(count, ()) for count in ledger.counts.values()))
    return page.document(
        ledgers[0].model if len(ledgers) == 1 else None,
        {"models": list(models)},
        values=tape.vars,
    )


def piece_of(name: str) -> str:
    """Which piece the weights called `name` belong to."""
    own = name.rpartition(".")[2]
    if is_of_norm(name):
        return "norms"
    if is_bias(name):
        return "biases"
    return {"W_Q": "W_QKV", "W_K": "W_QKV", "W_V": "W_QKV", "W_1": "MLP", "W_2": "MLP"}.get(own, own)


class Arrays(NamedTuple):
    """Some arrays of one shape: how many, and for each side the sizes whose product its length is.

    in_blocks: whether these are there once more for each block.
    """

    in_blocks: bool
    times: int
    sides: tuple[tuple[str, ...], ...]


class Ledger:
    """The weights of one model, counted on a tape.

    counts: of each piece that there is, then the totals, by their names. sizes: those that the counts are made of.
    arrays: what each piece consists of. uneven: the pieces in which blocks differ. shares: of the counts, by name.
    """

    def __init__(self, tape: Tape, name: str, model: Model) -> None:
        self.tape = tape
        self.name = name
        self.model = model
        self.sizes: dict[str, Var] = {}
        self.counts: dict[str, Var] = {}
        self.arrays: dict[str, tuple[Arrays, ...]] = {}
        self.uneven: list[str] = []
        found: dict[str, list[str]] = {}
        for weights in model.read():
            found.setdefault(piece_of(weights), []).append(weights)
        shapes = model.shapes()
        for piece in PIECES:
            if piece in found:
                self._count(piece, {weights: shapes[weights] for weights in found[piece]})
        self._add_up()
        self.shares = self._shares()

    @property
    def total(self) -> Var:
        return self.counts["total"]

    def length(self, size: str) -> int | None:
        """How large a size is that the model has; None for one that it does not have."""
        model = self.model
        there = {
            "V": not model.labelled,
            "heads": model.has("attention"),
            "d_k": model.has("attention"),
            "d_v": model.has("attention"),
            "mlp_width": model.has("mlp"),
            "max_length": model.positions == "table",
        }
        if not there.get(size, True):
            return None
        return len(model.vocabulary) if size == "V" else int(getattr(model, size))

    def _size(self, size: str) -> Var:
        """A size on the tape."""
        if size not in self.sizes:
            length = np.array(self.length(size), dtype=np.int64)
            self.sizes[size] = self.tape.given(f"{self.name}.{size}", SIZES[size], length, ())
        return self.sizes[size]

    def _count(self, piece: str, shapes: Mapping[str, Shape]) -> None:
        """Count the arrays of a piece."""
        inside = [Counter[Any]() for _ in range(self.model.blocks)]
        rest = Counter[Any]()
        for name, shape in shapes.items():
            block = re.match(r"block(\d+)\.", name)
            sides = tuple([LENGTHS[side.words] for side in shape])
            (rest if block is None else inside[int(block[1]) - 1])[sides] += 1
        even = all(block == inside[0] for block in inside)
        if not even:
            self.uneven.append(piece)
            inside = [sum(inside, Counter())]
        arrays = [Arrays(even, times, sides) for sides, times in inside[0].items()]
        arrays += [Arrays(False, times, sides) for sides, times in rest.items()]
        inputs: list[Var] = []
        terms = tuple([self._term(some, inputs) for some in arrays])
        self.counts[piece] = self._do(piece, Symbol("N", PIECES[piece]), Products(terms), inputs)
        self.arrays[piece] = tuple(arrays)

    def _term(self, arrays: Arrays, inputs: list[Var]) -> tuple[int | Num, ...]:
        """The numbers of such arrays as a product; the sizes in it are added to the inputs where they are missing."""
        repeated = arrays.in_blocks and self.model.blocks > 1
        term: list[int | Num] = []
        for size in [*["blocks"] * repeated, *itertools.chain(*arrays.sides)]:
            var = self._size(size)
            if var not in inputs:
                inputs.append(var)
            term.append(inputs.index(var))
        if arrays.times > 1:
            term.insert(int(repeated), Num(arrays.times))
        return tuple(term)

    def _do(self, name: str, symbol: Symbol, op: Products | Percent, inputs: Sequence[Var]) -> Var:
        return self.tape.do(op, *inputs, name=f"{self.name}.{name}", symbol=symbol, axes=())

    def _sum(self, name: str, symbol: Symbol, parts: Sequence[Var]) -> None:
        terms = tuple((i,) for i in range(len(parts)))
        self.counts[name] = self._do(name, symbol, Products(terms), parts)

    def _add_up(self) -> None:
        """The totals."""
        beside = [count for piece, count in self.counts.items() if piece in BESIDE]
        parts = [count for piece, count in self.counts.items() if piece not in BESIDE]
        if beside:
            self._sum("matrices", Symbol("N", "W"), parts)
            parts = [self.counts["matrices"], *beside]
        self._sum("total", Symbol("N"), parts)

    def _shares(self) -> dict[str, Var]:
        """How many per cent of all weights each count is."""
        if self.total.number(()) == 0:
            return {}
        return {
            name: self._do(f"{name}.share", count.symbol._replace(base="s"), Percent(), [count, self.total])
            for name, count in self.counts.items()
            if name != "matrices"
        }


def in_letters(arrays: Sequence[Arrays], blocks: bool) -> Expr:
    """The shapes of arrays: B·3·(d × d) + d. blocks: whether the number of blocks is said."""
    inside = [_in_letters(some) for some in arrays if some.in_blocks]
    terms = [_in_letters(some) for some in arrays if not some.in_blocks]
    if inside and blocks:
        once = add(*inside)
        factors = once.args if isinstance(once, Apply) and once.op == "mul" else (_grouped(once),)
        terms.insert(0, mul(letter(SIZES["blocks"]), *factors))
    else:
        terms = [*inside, *terms]
    return add(*terms)


def _in_letters(arrays: Arrays) -> Expr:
    """Arrays of one shape in one block, or outside of all: 3·(d × d)."""
    lengths: list[Expr] = []
    for side in arrays.sides:
        letters = [letter(SIZES[size]) for size in side]
        lengths.append(mul(*letters) if len(letters) > 1 else letters[0])
    one = lengths[0] if len(lengths) == 1 else Apply("cross", tuple(lengths))
    return one if arrays.times == 1 else mul(Num(arrays.times), _grouped(one))


def _grouped(expr: Expr) -> Expr:
    """In brackets, but for a letter or a product of letters."""
    return Apply("group", (expr,)) if isinstance(expr, Apply) and expr.op != "mul" else expr


def letter(symbol: Symbol) -> Expr:
    """A symbol by itself."""
    return Running(Bare(symbol), ())


# The steps


def sizes(page: Page, ledgers: Sequence[Ledger]) -> None:
    """What the shapes are made of."""
    page.step(page.word("The sizes"))
    page.tell("Weights stand in tables, and a table has a shape: rows × columns. The shapes are made of these sizes:")
    rows = [
        (Math(letter(symbol)), page.word(CALLED[size]), *[_length(ledger, size) for ledger in ledgers])
        for size, symbol in SIZES.items()
        if size == "d" or any(size in ledger.sizes for ledger in ledgers)
    ]
    header = (page.word("letter"), page.word("what it counts"), *[ledger.name for ledger in ledgers])
    page.add(Table(header, tuple(rows), labels=2))


def _length(ledger: Ledger, size: str) -> Cell:
    if size in ledger.sizes:
        return Number(Ref(ledger.sizes[size], ()))
    length = ledger.length(size)
    return None if length is None else Value(length, "count")


def places(page: Page, ledgers: Sequence[Ledger]) -> None:
    """The table of all pieces."""
    page.step(page.word("Where the weights are"))
    several = any("blocks" in ledger.sizes for ledger in ledgers)
    page.tell_all(
        page.say("A table has as many weights as its rows times its columns."),
        page.say("Whatever is in each of the `B` blocks counts `B` times.") if several else (),
    )
    models = [_Columns(page, ledger) for ledger in ledgers]

    def row(called: Cell, shape: Cell, name: str) -> tuple[Cell, ...]:
        return (called, shape, *[cell for model in models for cell in model.cells(name)])

    rows = {
        piece: row(called(page, piece), shape(page, piece, ledgers, several), piece)
        for piece in PIECES
        if any(piece in ledger.counts or model.instead(piece) for model, ledger in zip(models, ledgers, strict=True))
    }
    beside = [rows.pop(piece) for piece in BESIDE if piece in rows]
    if beside:
        beside.insert(0, row(page.word("total without biases and LayerNorms"), None, "matrices"))
    header = (page.word("part of the model"), page.word("shape"), *[name for model in models for name in model.header])
    total = row(page.word("total"), None, "total")
    page.add(Table(header, (*rows.values(), *beside), total=total))
    remarks(page, ledgers)
    shares(page, ledgers)


class _Columns:
    """The columns of one model: its counts, and where they are large the same in words."""

    def __init__(self, page: Page, ledger: Ledger) -> None:
        self.page = page
        self.ledger = ledger
        self.large = bool(in_words(page, ledger.total))
        self.header = [ledger.name, *[page.word("about")] * self.large]

    def instead(self, piece: str) -> str:
        """What stands in the place of the count of a piece that has no weights of its own."""
        model = self.ledger.model
        if piece == "W_U" and model.tied:
            return self.page.word("tied to E")
        if piece == "P" and model.positions == "sinusoidal":
            return self.page.word("sinusoidal")
        if piece == "E" and model.labelled:
            return self.page.word("given rows")
        return ""

    def cells(self, name: str) -> list[Cell]:
        """The cells of a piece or a total."""
        ledger = self.ledger
        # Without biases and LayerNorms the two totals are one.
        known = "total" if name == "matrices" and name not in ledger.counts else name
        if known not in ledger.counts:
            return [self.instead(name) or None, *[None] * (len(self.header) - 1)]
        count = ledger.counts[known]
        cells: list[Cell] = [Number(Ref(count, ()))]
        if self.large:
            cells.append(in_words(self.page, count) or None)
        return cells


def shares(page: Page, ledgers: Sequence[Ledger]) -> None:
    """How the weights are shared out among the pieces."""
    found = [ledger for ledger in ledgers if ledger.shares]

    def row(name: str) -> list[Cell]:
        return [Number(Ref(ledger.shares[name], ())) if name in ledger.shares else None for ledger in found]

    rows = [(called(page, piece), *row(piece)) for piece in PIECES if any(piece in ledger.shares for ledger in found)]
    if rows:
        header = (page.word("part of the model"), *[ledger.name for ledger in found])
        caption = page.say("The same in per cent of the total, rounded:")
        page.add(Table(header, tuple(rows), caption, total=(page.word("total"), *row("total"))))


def in_words(page: Page, count: Var) -> Prose:
    """A large count as one says it: 786 thousand, 38.6 million; nothing for a small one."""
    number = count.number(())
    if number < THOUSAND:
        return ()
    if rounding.rounded(number / THOUSAND, 0) < THOUSAND:
        return page.say("{n} thousand", n=_roughly(number / THOUSAND))
    millions = _roughly(number / MILLION)
    return page.count(int(millions.value), "{x} million", "{x} million", x=millions)


def _roughly(number: float) -> Value:
    """To one decimal, from 100 on to none."""
    return Value(float(rounding.rounded(number, int(number < 100))), "exact")


def called(page: Page, piece: str) -> Prose:
    """A piece by its name and its letters."""
    if piece == "E":
        return page.say("embedding table `E`")
    if piece == "P":
        return page.say("position table `P`")
    if piece == "W_U":
        return page.say("output `W_U`")
    if piece == "biases":
        return page.say("biases `b`")
    if piece == "norms":
        return page.say("LayerNorm: gain `γ`, bias `β`")
    letters = {"W_QKV": "QKV", "W_O": "O", "MLP": "12"}[piece]
    weights: list[Inline] = ["MLP: "] if piece == "MLP" else []
    for below in letters:
        weights += [", "] * (below != letters[0]) + [Math(letter(Symbol("W", below)))]
    return tuple(weights)


def shape(page: Page, piece: str, ledgers: Sequence[Ledger], blocks: bool) -> Cell:
    """The shape of a piece in letters: one for all models, or those that there are."""
    distinct = dict.fromkeys([ledger.arrays[piece] for ledger in ledgers if piece in ledger.arrays])
    pieces: list[Inline] = []
    for arrays in distinct:
        pieces += [page.word(" or ")] * bool(pieces) + [Math(in_letters(arrays, blocks))]
    return tuple(pieces) or None


def remarks(page: Page, ledgers: Sequence[Ledger]) -> None:
    """What the table cannot say."""
    tied = [ledger.name for ledger in ledgers if ledger.model.tied]
    formula = [ledger.name for ledger in ledgers if ledger.model.positions == "sinusoidal"]
    labelled = [ledger.name for ledger in ledgers if ledger.model.labelled]
    attentive = [ledger.model for ledger in ledgers if ledger.model.has("attention")]
    said = []
    if tied:
        said.append(
            page.count(
                len(tied),
                "In the model {models} the output is tied to `E`: the same table, transposed, gives the logits, and "
                "its weights count once.",
                "In the models {models} the output is tied to `E`: the same table, transposed, gives the logits, and "
                "its weights count once.",
                models=page.listed(tied),
            )
        )
    if formula:
        said.append(page.say("Sinusoidal positions come from a formula and have no weights."))
    if labelled:
        said.append(page.say("The given rows are the input of the model, not weights."))
    if attentive and all(model.keys == model.values == model.d for model in attentive):
        said.append(
            page.say(
                "The number of heads does not change any count: the heads share the `d` columns of {Q}, {K} and {V}.",
                **{below: Math(letter(Symbol("W", below))) for below in "QKV"},
            )
        )
    for ledger in ledgers:
        if ledger.uneven:
            said.append(
                page.say(
                    "The blocks of {model} are not alike in {pieces}: the shape there is that of all blocks together.",
                    model=ledger.name,
                    pieces=page.listed_prose([called(page, piece) for piece in ledger.uneven]),
                )
            )
    for sentence in said:
        page.add(Paragraph(sentence))
