"""The sinusoidal position code: its table, its map, and its dot products by distance.

Sees the engine and documents; the words are English keys, the looks are the format's. Positions count from 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from handcalc.doc import Curve, Document, Heatmap, Number, Phrase, Table, Value
from handcalc.errors import HandcalcError
from handcalc.expr import Axis, Ref, Symbol
from handcalc.lessons.options import Options
from handcalc.lessons.page import Page, of_shown
from handcalc.ops import Lookup, Product, Sinusoid, Waves
from handcalc.tape import Tape, Var
from handcalc.transformer import numbered

ANOTHER = 37  # the second position, for the dot products that do not depend on it


def posenc(
    options: Options, *, d: int = 512, length: int = 64, at: int = 10, distances: Sequence[int] = (1, 5, 40)
) -> Document:
    """The code of `length` positions in `d` dimensions, and the dot products of position `at` with others.

    distances: how far away the others are; 0 is added. The document's `distances` maps each to its dot product.
    Errors: HandcalcError for an odd d: sine and cosine come in pairs.
    """
    if d % 2:
        raise HandcalcError("d = {d} is odd; sine and cosine come in pairs, so d must be even.", d=d)
    page = Page("posenc", options)
    every = tuple(sorted({0, *distances}))
    tape = Tape()
    rows = max(length, max(at, at + ANOTHER) + every[-1] + 1)
    channels = numbered("channel", d)
    axes = (Axis("position", tuple(map(str, range(rows)))), channels)
    code = tape.do(Sinusoid(rows, d), name="position", symbol=Symbol("P"), axes=axes)
    dots = [products(tape, code, t, every, f"{name}") for t, name in ((at, "dots"), (at + ANOTHER, "dots.other"))]
    far = Axis("position", tuple(map(str, every)))
    closed = tape.do(Waves(every, d), name="waves", symbol=Symbol("S"), axes=(far,))
    lesson = _Lesson(page, code, dots, closed, every, d, length, at)
    lesson.write()
    return page.document(
        None,
        {"d": d, "length": length, "at": at, "distances": list(distances)},
        values=tape.vars,
        distances={k: dots[0].number((0, i)) for i, k in enumerate(every)},
    )


def products(tape: Tape, code: Var, t: int, distances: Sequence[int], name: str) -> Var:
    """The dot products of the row of position `t` with those that stand the distances behind it: 1 x distances."""
    channels = code.axes[1]
    here, there = f"{name}.here", f"{name}.there"
    far = Axis("position", tuple(str(t + k) for k in distances))
    row = tape.do(Lookup((t,)), code, name=here, symbol=Symbol("P"), axes=(Axis("position", (str(t),)), channels))
    others = tape.do(
        Lookup(tuple(t + k for k in distances)), code, name=there, symbol=Symbol("P"), axes=(far, channels)
    )
    return tape.do(
        Product(right=True), row, others, name=name, symbol=Symbol("(P·P)"), axes=(row.axes[0], others.axes[0])
    )


class _Lesson:
    """One page about the code being written."""

    def __init__(
        self,
        page: Page,
        code: Var,
        dots: list[Var],
        closed: Var,
        distances: Sequence[int],
        d: int,
        length: int,
        at: int,
    ) -> None:
        self.page = page
        self.code = code
        self.dots = dots
        self.closed = closed
        self.distances = distances
        self.d = d
        self.length = length
        self.at = at

    def write(self) -> None:
        self.table()
        self.map()
        self.by_distance()

    def table(self) -> None:
        page, code, d = self.page, self.code, self.d
        page.step(page.word("The code"))
        if d == 2:
            page.tell("Position `t` gets a row of 2 numbers, `t` counted from 0: `sin(t)` and `cos(t)`.")
        else:
            page.tell(
                "Position `t` gets a row of `d` = {d} numbers, `t` counted from 0: the dimensions `2i + 1` and "
                "`2i + 2` hold `sin(t·ω)` and `cos(t·ω)` with `ω = 1/10000^(2i/d)`, for the pairs `i` from 0 to "
                "{last}. The first pair turns fastest, each following one more slowly.",
                d=d,
                last=d // 2 - 1,
            )
        columns = list(range(min(4, d)))
        page.work(*(Ref(code, (self.at, c)) for c in columns))
        page.add(self.numbers())

    def numbers(self) -> Table:
        """The code's own table: position by dimension."""
        page, code = self.page, self.code
        columns = page.shown(self.d, "column", [3, self.d - 4])  # no pair of sine and cosine is taken apart
        return page.table(
            (page.word("position"), *of_shown(columns, lambda c: Value(c + 1, "integer"))),
            max(self.length, self.at + 1),
            lambda t: (Value(t, "integer"), *of_shown(columns, lambda c: Number(Ref(code, (t, c))))),
            marked=[self.at],
        )

    def map(self) -> None:
        page = self.page
        page.step(page.word("The map"))
        if self.d == 2:
            page.tell("Each row is a position, each column a dimension.")
        else:
            page.tell(
                "Each row is a position, each column a dimension; the waves grow longer from left to right. Sine and "
                "cosine take turns, which makes the stripes."
            )
        data = self.code.data[: self.length]
        axes = page.word("position"), page.word("dimension")
        page.add(Heatmap(data, -1.0, 1.0, *axes, first=(0, 1), array=self.code, turns=2))

    def by_distance(self) -> None:
        page, at, d = self.page, self.at, self.d
        here, other = self.dots
        page.step(page.word("Dot products by distance"))
        page.tell(
            "The dot product of the codes of two positions says how alike they are. For position {at} and the one at "
            "distance {k}:",
            at=at,
            k=self.distances[-1],
        )
        last = len(self.distances) - 1
        page.work(Ref(here, (0, last)))
        page.tell(
            "Each pair of dimensions gives `sin·sin + cos·cos`, which is the cosine of the difference of the two "
            "angles. So the product is a sum of cosines, and the position itself cancels:"
        )
        page.work(Ref(self.closed, (last,)))
        rows = tuple(
            (
                Value(k, "integer"),
                Number(Ref(here, (0, i))),
                Number(Ref(other, (0, i))),
                Number(Ref(self.closed, (i,))),
            )
            for i, k in enumerate(self.distances)
        )
        header = (
            page.say("distance `k`"),
            page.say("from position {t}", t=at),
            page.say("from position {t}", t=at + ANOTHER),
            Phrase("Σ cos(k·ω)"),
        )
        page.add(Table(header, rows))
        gap = float(np.max(np.abs(here.data - other.data)))
        page.tell(
            "From position {other}, taken for comparison, the products are the same: they differ by less than {bound}, "
            "which is the rounding of the computer.",
            other=at + ANOTHER,
            bound=Value(10.0 ** max(-12, math.floor(math.log10(gap or 1e-12)) + 1), "exact"),
        )
        page.tell(
            "At distance 0 every cosine is 1 and the sum reaches its maximum, `d/2` = {half}.",
            half=d // 2,
        )
        far = np.arange(min(self.length, len(self.code.data)))
        products = self.code.data[: len(far)] @ self.code.data[0]
        page.add(
            Curve(
                tuple(map(float, far)),
                tuple(map(float, products)),
                page.word("distance"),
                page.word("dot product"),
                page.say("The dot product by distance:"),
            )
        )
