"""The outline of a model: its sizes and rules, and which weights of which shapes they call for.

Knows formulas and errors; no numbers and no files.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple, TypeAlias

from handcalc import formula
from handcalc.errors import HandcalcError
from handcalc.record import Record

ACTIVATIONS = ("gelu-tanh", "gelu-erf", "relu")
POSITIONS = ("table", "sinusoidal", "none")
FINALS = ("norm(x)", "x")
# What the scores are divided by: a letter of the sizes, or its root.
SCALES = ("1/sqrt(d_k)", "1/d_k", "1/sqrt(d)", "none")
NORMS = 8  # of a block; a file may give weights for as many, whatever its own formula uses


class Side(NamedTuple):
    """One side of a weight array: its length, the name of that length, and what it counts (the kind of an Axis)."""

    size: int
    words: str
    kind: str


Shape: TypeAlias = tuple[Side, ...]


class Outline(Record):
    """Sizes and rules of a Transformer.

    vocabulary: its words; where `labelled`, the labels of its input rows. key_width, value_width: the columns of
    query and key, and of the values, of all heads together; 0 for d. tied: the output matrix is E. biases,
    learned_norm: whether the linear maps have biases, and LayerNorms a gain and a bias; None for those that there are.
    """

    vocabulary: tuple[str, ...]
    d: int
    heads: int = 1
    max_length: int = 512
    mlp_width: int = 0
    blocks: int = 1
    block: tuple[str, ...] = ("x + attention(norm(x))", "x + mlp(norm(x))")
    final: str = "norm(x)"
    activation: str = "gelu-tanh"
    positions: str = "none"
    score_scale: str = "1/sqrt(d_k)"
    key_width: int = 0
    value_width: int = 0
    labelled: bool = False
    tied: bool = False
    biases: bool | None = None
    learned_norm: bool | None = None

    def gives(self, name: str) -> bool:
        """Whether there are weights of this name."""
        raise NotImplementedError

    @cached_property
    def formulas(self) -> tuple[formula.Term, ...]:
        """The lines of the block, parsed. Errors: HandcalcError for one that is no formula."""
        return formula.parse(self.block)

    @property
    def pieces(self) -> list[formula.Piece]:
        """The pieces of the block in the order of computation."""
        return [piece for line in self.formulas for piece in formula.pieces(line)]

    def has(self, kind: str) -> bool:
        """Whether the block has a piece of this kind: "attention", "mlp" or "norm"."""
        return any(piece.kind == kind for piece in self.pieces)

    @property
    def keys(self) -> int:
        """Columns of query and key, all heads together."""
        return self.key_width or self.d

    @property
    def values(self) -> int:
        """Columns of the values, all heads together."""
        return self.value_width or self.d

    @property
    def d_k(self) -> int:
        """Channels of query and key per head."""
        return self.keys // self.heads

    @property
    def d_v(self) -> int:
        """Channels of the values per head."""
        return self.values // self.heads

    @property
    def has_output(self) -> bool:
        """Whether the model ends in scores for the words of its vocabulary."""
        return self.tied or self.gives("W_U")

    def check(self) -> None:
        """Refuse sizes and rules that do not fit together. Errors: HandcalcError."""
        self.check_heads(self.heads)
        for key, allowed in (("positions", POSITIONS), ("activation", ACTIVATIONS)):
            if getattr(self, key) not in allowed:
                raise HandcalcError(
                    "{key} is {found}; possible: {allowed}.",
                    key=key,
                    found=getattr(self, key),
                    allowed=", ".join(allowed),
                )
        if self.tied and self.out.size != self.d:
            raise HandcalcError(
                "The last rows have {found} numbers; an output tied to E needs d = {d}.", found=self.out.size, d=self.d
            )

    def check_heads(self, heads: int) -> None:
        """Refuse heads that cannot share the columns equally."""
        widths = {self.keys, self.values}
        if heads >= 1 and not any(width % heads for width in widths):
            return
        divisors = ", ".join(str(h) for h in range(1, min(widths) + 1) if not any(width % h for width in widths))
        if widths == {self.d}:
            raise HandcalcError(
                "{heads} heads do not divide d = {d}; possible numbers of heads: {divisors}.",
                heads=heads,
                d=self.d,
                divisors=divisors,
            )
        raise HandcalcError(
            "{heads} heads cannot share the {keys} columns of W_Q and W_K and the {values} columns of W_V equally; "
            "possible numbers of heads: {divisors}.",
            heads=heads,
            keys=self.keys,
            values=self.values,
            divisors=divisors,
        )

    # Widths

    @property
    def channels(self) -> Side:
        """The side of a state of the model."""
        return Side(self.d, "d", "channel")

    @cached_property
    def reads(self) -> dict[str, Side]:
        """How many numbers a row has that a piece reads, by "mlp", "norm1", "norm2" ...; and "out" of the last block.

        Other than d only where the heads are wider or narrower and there is no W_O.
        Errors: HandcalcError for a sum of rows of different lengths, and for a block that cannot follow another.
        """
        found: dict[str, Side] = {}
        for b in range(1, self.blocks + 1):
            x = self.channels
            norms = 0
            for line in self.formulas:
                for piece in formula.pieces(line):
                    width = self._width(piece.inner, x, b)
                    norms += piece.kind == "norm"
                    found[f"block{b}.norm{norms}" if piece.kind == "norm" else f"block{b}.{piece.kind}"] = width
                x = self._width(line, x, b)
            found["out"] = x
            if b < self.blocks and x.size != self.d:
                raise HandcalcError(
                    "Block {block} ends with {found} numbers a row and the next one needs d = {d}; W_O brings the "
                    "columns of the heads back to d.",
                    block=b,
                    found=x.size,
                    d=self.d,
                )
        return found

    @property
    def out(self) -> Side:
        """The side of the last state."""
        return self.reads.get("out", self.channels)

    def _width(self, term: formula.Term, x: Side, block: int) -> Side:
        """The side of a term's rows, `x` being that of x."""
        if isinstance(term, formula.X):
            return x
        if isinstance(term, formula.Sum):
            widths = [self._width(part, x, block) for part in term.terms]
            if len({width.size for width in widths}) > 1:
                raise HandcalcError(
                    "The block adds rows of different lengths ({lengths}); W_O brings the columns of the heads back "
                    "to d = {d}.",
                    lengths=", ".join(str(width.size) for width in widths),
                    d=self.d,
                )
            return widths[0]
        if term.kind == "norm":
            return self._width(term.inner, x, block)
        if term.kind == "attention" and not self.gives(f"block{block}.W_O"):
            return self._of_heads(self.values, "d_v")
        return self.channels

    def _of_heads(self, size: int, letter: str) -> Side:
        return Side(size, "d" if size == self.d else f"heads·{letter}", "channel")

    # Weights

    def shapes(self) -> dict[str, Shape]:
        """The weights that models of these sizes may have, by name, whatever the formula of the block."""
        d, words = self.channels, Side(len(self.vocabulary), "rows" if self.labelled else "V", "word")
        keys, values = self._of_heads(self.keys, "d_k"), self._of_heads(self.values, "d_v")
        hidden = Side(self.mlp_width, "mlp_width", "hidden")
        shapes: dict[str, Shape] = {"x" if self.labelled else "E": (words, d)}
        shapes["P"] = (Side(self.max_length, "max_length", "position"), d)
        for b in range(1, self.blocks + 1):
            block = f"block{b}"
            own: dict[str, Shape] = {"W_Q": (d, keys), "W_K": (d, keys), "W_V": (d, values), "W_O": (values, d)}
            own |= {"b_Q": (keys,), "b_K": (keys,), "b_V": (values,), "b_O": (d,)}
            if self.mlp_width:
                own |= {"W_1": (self.reads.get(f"{block}.mlp", d), hidden), "b_1": (hidden,)}
                own |= {"W_2": (hidden, d), "b_2": (d,)}
            for k in range(1, max(NORMS, sum(piece.kind == "norm" for piece in self.pieces)) + 1):
                width = self.reads.get(f"{block}.norm{k}", d)
                own |= {f"norm{k}.gain": (width,), f"norm{k}.bias": (width,)}
            shapes |= {f"{block}.{name}": shape for name, shape in own.items()}
        shapes |= {"norm.gain": (self.out,), "norm.bias": (self.out,)}
        if not self.labelled:
            shapes |= {"W_U": (self.out, words), "b_U": (words,)}
        return shapes

    def needed(self) -> list[str]:
        """The names of the weights that the rules cannot do without."""
        names = ["x" if self.labelled else "E"]
        if self.positions == "table":
            names.append("P")
        for b in range(1, self.blocks + 1):
            own: list[str] = []
            if self.has("attention"):
                own += ["W_Q", "W_K", "W_V"]
                if self.biases:
                    own += ["b_Q", "b_K", "b_V", *(["b_O"] if self.gives(f"block{b}.W_O") else [])]
            if self.has("mlp"):
                own += ["W_1", "W_2", *(["b_1", "b_2"] if self.biases else [])]
            if self.learned_norm:
                norms = sum(piece.kind == "norm" for piece in self.pieces)
                own += [f"norm{k}.{part}" for k in range(1, norms + 1) for part in ("gain", "bias")]
            names += [f"block{b}.{name}" for name in own]
        if self.learned_norm and self.final == "norm(x)":
            names += ["norm.gain", "norm.bias"]
        return names

    def read(self) -> list[str]:
        """The names of the weights that there are and that the rules read, in order: what a training would move.

        Labelled rows are the input of a model and none of its weights.
        """
        names = [] if self.labelled else ["E"]
        if self.positions == "table":
            names.append("P")
        own: list[str] = []
        if self.has("attention"):
            own += ["W_Q", "W_K", "W_V", "W_O", "b_Q", "b_K", "b_V", "b_O"]
        if self.has("mlp"):
            own += ["W_1", "W_2", "b_1", "b_2"]
        norms = sum(piece.kind == "norm" for piece in self.pieces)
        own += [f"norm{k}.{part}" for k in range(1, norms + 1) for part in ("gain", "bias")]
        for b in range(1, self.blocks + 1):
            # The bias b_O belongs to W_O.
            unread = [] if self.gives(f"block{b}.W_O") else ["b_O"]
            names += [f"block{b}.{name}" for name in own if name not in unread]
        if self.final == "norm(x)":
            names += ["norm.gain", "norm.bias"]
        if self.has_output:
            names += ["b_U"] if self.tied else ["W_U", "b_U"]
        return [name for name in names if self.gives(name)]


def is_bias(name: str) -> bool:
    """Whether weights of this name are the bias of a linear map: b_Q ... b_U."""
    return name.rpartition(".")[2].startswith("b_")


def is_of_norm(name: str) -> bool:
    """Whether weights of this name are a LayerNorm's gain or bias."""
    return name.endswith((".gain", ".bias"))


def sizes(shape: Shape) -> tuple[int, ...]:
    """The lengths of the sides."""
    return tuple([side.size for side in shape])


def count(shape: Shape) -> int:
    """How many numbers an array of this shape has."""
    return math.prod(sizes(shape))


def in_words(shape: Shape) -> str:
    """The shape by the names of its lengths: d × V."""
    return " × ".join(side.words for side in shape)


def in_numbers(shape: Sequence[int]) -> str:
    """A shape as a sentence names it: 4 × 12."""
    return " × ".join(map(str, shape))
