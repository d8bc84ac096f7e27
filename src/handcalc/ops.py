"""Every operation of a Transformer: its value, its written work and its derivative, one under the other.

Knows arrays and written arithmetic, nothing of models or pages. Shapes: n tokens, d channels, V words,
m hidden channels; a gradient has the shape of what it belongs to. `Add` and `Copy` live with the tape.
"""

from __future__ import annotations

import math
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

import numpy as np

from handcalc import rounding
from handcalc.expr import LETTERS, At, Expr, Num, Ref, Symbol, add, call, div, mul, named, power, sub
from handcalc.tape import Add, Copy, Floats, Op, Var

__all__ = [
    "GELU",
    "Add",
    "ArgMax",
    "BiasBackward",
    "Columns",
    "Concat",
    "Copy",
    "CrossEntropy",
    "CrossEntropyBackward",
    "Cumulative",
    "Difference",
    "Distance",
    "Divide",
    "GELUBackward",
    "GainBackward",
    "LayerNorm",
    "LayerNormBackward",
    "Lookup",
    "LookupBackward",
    "Mask",
    "Percent",
    "Place",
    "Product",
    "Products",
    "ReLU",
    "ReLUBackward",
    "Share",
    "Shift",
    "Sinusoid",
    "Softmax",
    "SoftmaxBackward",
    "Unmasked",
    "Update",
    "VisibleMean",
    "VisibleMeanBackward",
    "Waves",
]

Dtype: TypeAlias = np.dtype[Any]
Gradients: TypeAlias = tuple[tuple[Any, ...] | None, ...]

CUBIC = 0.044715  # of the tanh form of GELU: Hendrycks and Gimpel, arXiv:1606.08415, section 2
BASE = 10000  # of the sinusoidal code: Vaswani et al., arXiv:1706.03762, section 3.5
TURN = 128  # positions whose sines and cosines are taken one by one; those of others follow from them
# A softmax shows e^s as it is while every row's largest e^s lies between these.
LOG_PLAIN_FROM, LOG_PLAIN_TO = math.log(0.05), math.log(1e6)
FLAT = 1e-12  # a row whose numbers differ by less than this part of the largest has standard deviation 0


def beside(symbol: Symbol, letter: str) -> Symbol:
    """The symbol of a sub-result of the array written `symbol`: u has μ, u′ has μ′, f has μ_f."""
    return Symbol(letter, "" if symbol.base in "uan" else symbol.base, symbol.primes, symbol.above)


class Lookup(Op):
    """Rows of a table: row t of the result is table[ids[t]]. Table V x d -> n x d."""

    ids: tuple[int, ...]
    choosing = True

    def forward(self, *arrays: Floats) -> Floats:
        rows: Floats = arrays[0].take(self._rows, 0)
        return rows

    @cached_property
    def _rows(self) -> np.ndarray[Any, np.dtype[np.intp]]:
        return np.array(self.ids, np.intp)

    def work(self, at: At, *inputs: Var) -> Expr:
        return Ref(inputs[0], (self.ids[at[0]], at[1]))

    def backward(self, d: Var, y: Var, *inputs: Var) -> Gradients:
        return ((LookupBackward(self.ids, len(inputs[0].data)), d),)


class LookupBackward(Op):
    """The gradient of a table: row r is the sum of the gradients of the places that read it, else 0. n x d -> V x d."""

    ids: tuple[int, ...]
    rows: int

    def forward(self, *arrays: Floats) -> Floats:
        (d,) = arrays
        table = np.zeros((self.rows, d.shape[1]), d.dtype)
        np.add.at(table, self._places, d)
        return table

    @cached_property
    def _places(self) -> np.ndarray[Any, np.dtype[np.intp]]:
        return np.array(self.ids, np.intp)

    def work(self, at: At, *inputs: Var) -> Expr:
        return add(*[Ref(inputs[0], (t, at[1])) for t, i in enumerate(self.ids) if i == at[0]])


class Sinusoid(Op):
    """The sinusoidal position code: sin(t·w) in channels 1, 3, ..., cos(t·w) in 2, 4, ...; n x d, no input.

    w = 1 / 10000^(2i/d) for the pair of channels i = 0, 1, ...; t counts from 0. An odd d ends on a sine.
    dtype: of the numbers; that of the weights, since there is no input to take it from.
    Source: Vaswani et al., "Attention Is All You Need", arXiv:1706.03762, section 3.5.
    """

    positions: int
    d: int
    dtype: str = "float64"

    def forward(self, *arrays: Floats) -> Floats:
        w = BASE ** -(np.arange(0, self.d, 2) / self.d)
        code = np.empty((self.positions, 2 * len(w)), self.dtype)
        angles = np.arange(min(self.positions, TURN))[:, None] * w
        sin, cos = np.sin(angles), np.cos(angles)
        code[:TURN, 0::2], code[:TURN, 1::2] = sin, cos
        if self.positions > TURN:
            # A pair, read as sin + i·cos, is i·e^(-i·t·w): later rows are the first ones, turned by where they start.
            pairs, first = code.view(np.result_type(code, np.complex64)), sin + 1j * cos
            for t in range(TURN, self.positions, TURN):
                np.multiply(first[: self.positions - t], np.exp(-1j * (t * w)), out=pairs[t : t + TURN])
        return code[:, : self.d]

    def work(self, at: At, *inputs: Var) -> Expr:
        t, c = at
        angle: Expr = Num(t)
        if c >= 2:
            angle = div(angle, call("pow", Num(BASE), div(Num(c - c % 2), Num(self.d, "d"))))
        return call("cos" if c % 2 else "sin", angle)

    def backward(self, d: Var, y: Var, *inputs: Var) -> Gradients:
        return ()


class Waves(Op):
    """The dot product of two rows of the sinusoidal code, by their distance k alone: Σ cos(k·w), w as in Sinusoid.

    No input -> one number a distance. d is even. sin·sin + cos·cos of each pair of channels is the cosine of the
    difference, so the positions themselves cancel; at k = 0 the sum is d / 2, its largest value.
    """

    distances: tuple[int, ...]
    d: int

    def forward(self, *arrays: Floats) -> Floats:
        w = BASE ** -(np.arange(0, self.d, 2) / self.d)
        total: Floats = np.cos(np.array(self.distances, dtype=float)[:, None] * w).sum(axis=1)
        return total

    def work(self, at: At, *inputs: Var) -> Expr:
        k = Num(self.distances[at[0]])
        waves = [
            call("cos", div(k, call("pow", Num(BASE), div(Num(c), Num(self.d, "d")))) if c else k)
            for c in range(0, self.d, 2)
        ]
        return add(*waves)

    def backward(self, d: Var, y: Var, *inputs: Var) -> Gradients:
        return ()


# On arrays that fit on a page a call costs more than its arithmetic, and on large ones a temporary array does: so
# the operations below write into arrays that they have just made themselves, and pick the call that starts fastest.


@lru_cache(maxsize=64)
def _ones(count: int, dtype: Dtype) -> Floats:
    ones = np.ones(count, dtype)
    ones.setflags(write=False)
    return ones


def _sums(x: Floats) -> Floats:
    """The sum of every row; as a product it starts four times as fast."""
    sums: Floats = x.dot(_ones(x.shape[-1], x.dtype))
    return sums


def _mean(x: Floats) -> Floats:
    """The mean of every row."""
    mean = _sums(x)
    mean /= float(x.shape[-1])
    return mean


class LayerNorm(Op):
    """Each row minus its mean, divided by its standard deviation: u = (x - mean) / std; n x d -> n x d.

    std = sqrt(variance + eps) with the population variance (divisor d). Parts `mean` and `std`: n. A row whose
    standard deviation is 0 gives 0. gain, bias: whether these follow x among the inputs, d numbers each; then the
    above is the part `normalized`, n x d, and the result is normalized·gain + bias.
    Source: Ba, Kiros, Hinton, arXiv:1607.06450, section 3.
    """

    eps: float
    gain: bool = False
    bias: bool = False
    parts = {"mean": 1, "std": 1, "normalized": 0}
    divisors = frozenset({"std"})

    def forward(self, *arrays: Floats) -> tuple[Floats, dict[str, Floats]]:
        normalized, parts = self._normalized(arrays[0])
        if not (self.gain or self.bias):
            return normalized, parts
        parts["normalized"] = normalized
        u = normalized * arrays[1] if self.gain else normalized.copy()
        if self.bias:
            u += arrays[-1]
        return u, parts

    def _normalized(self, x: Floats) -> tuple[Floats, dict[str, Floats]]:
        mean = _mean(x)
        u = x - mean[:, None]
        std = np.vecdot(u, u)  # its square, so far without divisor and eps
        std /= float(x.shape[-1])
        std += self.eps
        np.sqrt(std, std)
        parts = {"mean": mean, "std": std}
        if self.eps == 0:
            flat = self._flat(x)
            std[flat] = 0
            with np.errstate(divide="ignore", invalid="ignore"):  # deviations whose squares are too small for a float
                return np.divide(u, std[:, None], np.zeros_like(x), where=~flat[:, None]), parts
        u /= std[:, None]
        return u, parts

    def _flat(self, x: Floats) -> Floats:
        """Which rows are constant: with eps = 0 their standard deviation is 0, whatever the float noise says."""
        spread: Floats = np.ptp(x, axis=-1) <= FLAT * np.max(np.abs(x), axis=-1)
        return spread

    def work(self, at: At, *inputs: Var) -> Expr:
        normalized = self._work_normalized(at, inputs[0])
        if not (self.gain or self.bias):
            return normalized
        u: Expr = named("normalized", at, normalized)
        if self.gain:
            u = mul(u, Ref(inputs[1], at[1:]))
        return add(u, Ref(inputs[-1], at[1:])) if self.bias else u

    def _work_normalized(self, at: At, x: Var) -> Expr:
        t, _ = at
        row = [Ref(x, (t, c)) for c in range(x.data.shape[1])]
        d = Num(len(row), "d")
        mean = named("mean", (t,), div(add(*row), d))
        if self.eps == 0 and self._flat(x.data[t : t + 1])[0]:
            # The mean stays in the work, so that its own line can be shown.
            return call("zero", sub(Ref(x, at), mean), named("std", (t,), Num(0)))
        variance: Expr = div(add(*[power(sub(x_c, mean), 2) for x_c in row]), d)
        if self.eps:
            variance = add(variance, Num(self.eps, "ε"))
        return div(sub(Ref(x, at), mean), named("std", (t,), call("sqrt", variance)))

    def backward(self, d: Var, y: Var, *inputs: Var) -> Gradients:
        normalized, std = y.parts.get("normalized", y), y.parts["std"]
        gain = inputs[1:2] if self.gain else ()
        lines: list[tuple[Any, ...]] = [(LayerNormBackward(self.gain), d, normalized, std, *gain)]
        if self.gain:
            lines.append((GainBackward(), d, normalized))
        if self.bias:
            lines.append((BiasBackward(), d))
        return tuple(lines)

    def part_symbol(self, part: str, out: Var, inputs: tuple[Var, ...]) -> Symbol:
        return beside(out.symbol, {"mean": "μ", "std": "σ", "normalized": "n"}[part])


class LayerNormBackward(Op):
    """The gradient of LayerNorm's input: (g - mean(g) - u·mean(g·u)) / std, g being the gradient of the normalized u.

    n x d. Inputs: the gradient of the result, u, std and, where `gain`, the gain: then g is that gradient times the
    gain. Parts `mean` (of g) and `product` (the mean of g·u): n. Where std is 0, the gradient is 0.
    """

    gain: bool = False
    parts = {"mean": 1, "product": 1}

    def forward(self, *arrays: Floats) -> tuple[Floats, dict[str, Floats]]:
        g, u, std = arrays[:3]
        if self.gain:
            g = g * arrays[3]
        mean = _mean(g)
        product = np.vecdot(g, u)
        product /= float(g.shape[-1])
        top = u * product[:, None]
        np.subtract(g, top, top)
        top -= mean[:, None]
        parts = {"mean": mean, "product": product}
        if np.count_nonzero(std) == len(std):
            top /= std[:, None]
            return top, parts
        return np.divide(top, std[:, None], np.zeros_like(g), where=std[:, None] != 0), parts

    def work(self, at: At, *inputs: Var) -> Expr:
        d_y, u, std = inputs[:3]
        t, _ = at
        channels = range(d_y.data.shape[1])
        d = Num(len(channels), "d")
        g = [(Ref(d_y, (t, c)), *([Ref(inputs[3], (c,))] if self.gain else [])) for c in channels]
        mean = named("mean", (t,), div(add(*[mul(*g_c) if self.gain else g_c[0] for g_c in g]), d))
        products = [mul(*g[c], Ref(u, (t, c))) for c in channels]
        product = named("product", (t,), div(add(*products), d))
        own = mul(*g[at[1]]) if self.gain else g[at[1]][0]
        top = sub(own, mean, mul(Ref(u, at), product))
        if std.number((t,)) == 0:
            return call("zero", top)
        return div(top, Ref(std, (t,)))

    def part_symbol(self, part: str, out: Var, inputs: tuple[Var, ...]) -> Symbol:
        return beside(inputs[1].symbol, {"mean": "κ", "product": "ρ"}[part])


class GainBackward(Op):
    """The gradient of a gain: for each channel the sum over the rows of gradient times normalized row. n x d -> d."""

    def forward(self, *arrays: Floats) -> Floats:
        d, u = arrays
        gradient: Floats = np.vecdot(d.T, u.T)
        return gradient

    def work(self, at: At, *inputs: Var) -> Expr:
        d, u = inputs
        return add(*[mul(Ref(d, (t, *at)), Ref(u, (t, *at))) for t in range(len(d.data))])


class BiasBackward(Op):
    """The gradient of a bias: for each channel the sum of the gradient over the rows. n x d -> d."""

    def forward(self, *arrays: Floats) -> Floats:
        gradient: Floats = np.add.reduce(arrays[0], 0)
        return gradient

    def work(self, at: At, *inputs: Var) -> Expr:
        (d,) = inputs
        return add(*[Ref(d, (t, *at)) for t in range(len(d.data))])


class Product(Op):
    """The matrix product of A (transposed if `left`) and B (transposed if `right`): n x m times m x k -> n x k.

    A third input is a bias of k numbers, added to every row.
    """

    left: bool = False
    right: bool = False

    def forward(self, *arrays: Floats) -> Floats:
        a, b = arrays[:2]
        # dot: half the fixed cost of @, which is what counts on arrays that fit on a page.
        product: Floats = (a.T if self.left else a).dot(b.T if self.right else b)
        if len(arrays) == 3:
            product += arrays[2]
        return product

    def work(self, at: At, *inputs: Var) -> Expr:
        a, b = inputs[:2]
        i, k = at
        bias = [Ref(inputs[2], (k,))] if len(inputs) == 3 else []
        return add(
            *[
                mul(Ref(a, (c, i) if self.left else (i, c)), Ref(b, (k, c) if self.right else (c, k)))
                for c in range(a.data.shape[0 if self.left else 1])
            ],
            *bias,
        )

    def backward(self, d: Var, y: Var, *inputs: Var) -> Gradients:
        a, b = inputs[:2]
        to_a = (Product(self.right, True), b, d) if self.left else (Product(False, not self.right), d, b)
        to_b = (Product(True, self.left), d, a) if self.right else (Product(not self.left, False), a, d)
        return to_a, to_b, *([(BiasBackward(), d)] if len(inputs) == 3 else [])


class Columns(Op):
    """Columns start + 1 to stop: what one head reads. n x d -> n x (stop - start)."""

    start: int
    stop: int
    choosing = True

    def forward(self, *arrays: Floats) -> Floats:
        return arrays[0][:, self.start : self.stop]

    def work(self, at: At, *inputs: Var) -> Expr:
        return Ref(inputs[0], (at[0], at[1] + self.start))

    def backward(self, d: Var, y: Var, *inputs: Var) -> Gradients:
        return ((Place(self.start, inputs[0].data.shape[1]), d),)


class Place(Op):
    """The gradient of a choice of columns: n x k put back at column start + 1 of n x width, 0 everywhere else."""

    start: int
    width: int

    def forward(self, *arrays: Floats) -> Floats:
        (d,) = arrays
        whole = np.zeros((d.shape[0], self.width), d.dtype)
        whole[:, self.start : self.start + d.shape[1]] = d
        return whole

    def work(self, at: At, *inputs: Var) -> Expr:
        c = at[1] - self.start
        return Ref(inputs[0], (at[0], c)) if 0 <= c < inputs[0].data.shape[1] else Num(0)


class Concat(Op):
    """Arrays side by side: the heads joined. h times n x d_v -> n x (h·d_v)."""

    choosing = True

    def forward(self, *arrays: Floats) -> Floats:
        return np.concatenate(arrays, axis=1)

    def work(self, at: At, *inputs: Var) -> Expr:
        t, c = at
        for x in inputs:
            if c < x.data.shape[1]:
                return Ref(x, (t, c))
            c -= x.data.shape[1]
        raise IndexError(at)

    def backward(self, d: Var, y: Var, *inputs: Var) -> Gradients:
        gradients, start = [], 0
        for x in inputs:
            stop = start + x.data.shape[1]
            gradients.append((Columns(start, stop), d))
            start = stop
        return tuple(gradients)


class Divide(Op):
    """Every number divided by a constant, or by its square root: scores by sqrt(d_k), logits by T. Keeps the shape."""

    by: float
    root: bool
    letter: str

    def forward(self, *arrays: Floats) -> Floats:
        return arrays[0] / (math.sqrt(self.by) if self.root else self.by)

    def work(self, at: At, *inputs: Var) -> Expr:
        by = Num(self.by, self.letter)
        return div(Ref(inputs[0], at), call("sqrt", by) if self.root else by)

    def backward(self, d: Var, y: Var, *inputs: Var) -> Gradients:
        return ((self, d),)


class Mask(Op):
    """The causal mask: row i keeps columns 1 to i, the others become -inf. n x n -> n x n."""

    def forward(self, *arrays: Floats) -> Floats:
        masked = arrays[0].copy()
        np.putmask(masked, _later(len(masked)), -math.inf)
        return masked

    def work(self, at: At, *inputs: Var) -> Expr:
        return Ref(inputs[0], at) if at[1] <= at[0] else Num(-math.inf)

    def backward(self, d: Var, y: Var, *inputs: Var) -> Gradients:
        return ((Unmasked(), d),)


@lru_cache(maxsize=4)
def _later(n: int) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Which columns come after their row: what the causal mask hides."""
    places = np.arange(n)
    later = places > places[:, None]
    later.setflags(write=False)
    return later


class Unmasked(Op):
    """The gradient of the causal mask: what was kept passes, what was masked gets 0. n x n -> n x n."""

    def forward(self, *arrays: Floats) -> Floats:
        passed = arrays[0].copy()
        np.putmask(passed, _later(len(passed)), 0.0)
        return passed

    def work(self, at: At, *inputs: Var) -> Expr:
        return Ref(inputs[0], at) if at[1] <= at[0] else Num(0)


class Softmax(Op):
    """Each row to weights that sum to 1: e^s / sum(e^s); a row of -inf gives 0. n x m -> n x m.

    Parts: `exp` n x m, `sum` n, and `max` n where used. The exponentials are e^s while the largest of every
    row lies between 0.05 and 10^6 (and, by pencil, does not print as 0), else e^(s - max) in the whole line.
    pencil: the decimals kept, as the tape's.
    """

    pencil: int | None = None
    parts = {"max": 1, "exp": 0, "sum": 1}
    divisors = frozenset({"sum"})

    def _plain(self, largest: Floats) -> bool:
        """Whether the exponentials are shown as they are, by the largest score of each row."""
        seen = largest.tolist()
        low, high = min(seen), max(seen)
        if low == -math.inf:
            seen = [s for s in seen if s != -math.inf]
            if not seen:
                return True
            low = min(seen)
        if not LOG_PLAIN_FROM <= low <= high <= LOG_PLAIN_TO:
            return False
        return self.pencil is None or rounding.pencilled(math.exp(low), self.pencil) != 0

    def forward(self, *arrays: Floats) -> tuple[Floats, dict[str, Floats]]:
        (s,) = arrays
        largest = np.maximum.reduce(s, 1)
        plain = self._plain(largest)
        if plain:
            exp = np.exp(s)
        else:
            exp = s - np.where(largest == -math.inf, 0, largest)[:, None]
            np.exp(exp, exp)
        total = _sums(exp)
        parts = {"exp": exp, "sum": total} if plain else {"max": largest, "exp": exp, "sum": total}
        if np.count_nonzero(total) == len(total):
            return exp / total[:, None], parts
        return np.divide(exp, total[:, None], np.zeros_like(s), where=total[:, None] != 0), parts

    def work(self, at: At, *inputs: Var) -> Expr:
        (s,) = inputs
        exps, total = self._row(s, at[0])
        return div(exps[at[1]], total) if exps else Num(0)

    def _row(self, s: Var, t: int) -> tuple[list[Expr], Expr]:
        """The exponentials of a row and their sum, made once for all cells of the row; none where all is masked."""
        rows = s.known.setdefault((self, "rows"), {})
        assert isinstance(rows, dict)
        if t not in rows:
            row = [Ref(s, (t, c)) for c in range(s.data.shape[1])]
            exps: list[Expr] = []
            if any(x.value != -math.inf for x in row):
                largest = None if self._plain_of(s) else named("max", (t,), call("max", *row))
                powers = [x if largest is None else sub(x, largest) for x in row]
                exps = [named("exp", x.at, call("exp", power)) for x, power in zip(row, powers, strict=True)]
            rows[t] = exps, named("sum", (t,), add(*exps))
        found: tuple[list[Expr], Expr] = rows[t]
        return found

    def _plain_of(self, s: Var) -> bool:
        """`_plain` of a whole line, asked once for all its cells."""
        if self not in s.known:
            s.known[self] = self._plain(np.maximum.reduce(s.data, axis=-1))
        return bool(s.known[self])

    def backward(self, d: Var, y: Var, *inputs: Var) -> Gradients:
        return ((SoftmaxBackward(), d, y),)

    def part_symbol(self, part: str, out: Var, inputs: tuple[Var, ...]) -> Symbol:
        (s,) = inputs
        form = {"exp": "exp", "sum": "sum-exp", "max": "max"}[part]
        if part != "max" and not self._plain_of(s):
            form += "-max"
        return s.symbol._replace(form=form, over=LETTERS[s.axes[-1].kind])


class SoftmaxBackward(Op):
    """The gradient of softmax's input: a·(da - sum(a·da)), row by row. Part `sum`: n."""

    parts = {"sum": 1}

    def forward(self, *arrays: Floats) -> tuple[Floats, dict[str, Floats]]:
        da, a = arrays
        total = np.vecdot(a, da)
        ds = da - total[:, None]
        ds *= a
        return ds, {"sum": total}

    def work(self, at: At, *inputs: Var) -> Expr:
        da, a = inputs
        t, _ = at
        terms = [mul(Ref(a, (t, c)), Ref(da, (t, c))) for c in range(a.data.shape[1])]
        return mul(Ref(a, at), sub(Ref(da, at), named("sum", (t,), add(*terms))))

    def part_symbol(self, part: str, out: Var, inputs: tuple[Var, ...]) -> Symbol:
        return beside(inputs[1].symbol, "τ")


class ArgMax(Op):
    """The limit of softmax(z / T) as T goes to 0: 1 on the largest of the row, shared by ties. n x m -> n x m."""

    def forward(self, *arrays: Floats) -> Floats:
        (z,) = arrays
        top = z == np.maximum.reduce(z, axis=-1)[:, None]
        share: Floats = top / np.add.reduce(top, axis=-1, dtype=z.dtype)[:, None]
        return share.astype(z.dtype)

    def work(self, at: At, *inputs: Var) -> Expr:
        (z,) = inputs
        row = [Ref(z, (at[0], c)) for c in range(z.data.shape[1])]
        return call("argmax", row[at[1]], *row)


class GELU(Op):
    """GELU of every number: h·Φ(h). form "tanh": 0.5·h·(1 + tanh(√(2/π)·(h + 0.044715·h³))); "erf": exact.

    Keeps the shape. Source: Hendrycks and Gimpel, "Gaussian Error Linear Units", arXiv:1606.08415, section 2.
    """

    form: str

    def forward(self, *arrays: Floats) -> Floats:
        (h,) = arrays
        active = _tanh_of(h, h * h) if self.form == "tanh" else _erf(h / math.sqrt(2))
        active += 1.0
        active *= h
        active *= 0.5
        return active

    def work(self, at: At, *inputs: Var) -> Expr:
        h = Ref(inputs[0], at)
        return mul(Num(0.5), h, add(Num(1), self._bent(h)))

    def _bent(self, h: Expr) -> Expr:
        """The tanh or erf of the formula."""
        if self.form == "tanh":
            return call("tanh", mul(ROOT_2_PI, add(h, mul(Num(CUBIC), power(h, 3)))))
        return call("erf", div(h, call("sqrt", Num(2))))

    def backward(self, d: Var, y: Var, *inputs: Var) -> Gradients:
        return ((GELUBackward(self.form), d, inputs[0]),)


class GELUBackward(Op):
    """The gradient of GELU's input: dg times GELU'(h).

    tanh form: GELU' = 0.5·(1 + t) + 0.5·h·(1 - t²)·√(2/π)·(1 + 3·0.044715·h²), t the tanh of the formula.
    erf form: GELU' = 0.5·(1 + erf(h/√2)) + h·e^(-h²/2) / √(2π).
    """

    form: str

    def forward(self, *arrays: Floats) -> Floats:
        d, h = arrays
        if self.form == "erf":
            slope = 0.5 * (1 + _erf(h / math.sqrt(2))) + h * np.exp(-h * h / 2) / math.sqrt(2 * math.pi)
            gradient: Floats = d * slope
            return gradient
        # As above with 1 - t² = (1 + t)·(1 - t): dg · 0.5·(1 + t) · (1 + h·(1 - t)·√(2/π)·(1 + 3·0.044715·h²)).
        square = h * h
        t = _tanh_of(h, square)
        square *= 3 * CUBIC * ROOT
        square += ROOT
        square *= h
        square *= 1.0 - t
        square += 1.0
        t += 1.0
        t *= square
        t *= d
        t *= 0.5
        return t

    def work(self, at: At, *inputs: Var) -> Expr:
        d, h = Ref(inputs[0], at), Ref(inputs[1], at)
        t = GELU(self.form)._bent(h)
        first = mul(Num(0.5), add(Num(1), t))
        if self.form == "tanh":
            slope = mul(ROOT_2_PI, add(Num(1), mul(Num(3), Num(CUBIC), power(h, 2))))
            return mul(d, add(first, mul(Num(0.5), h, sub(Num(1), power(t, 2)), slope)))
        bell = call("exp", call("neg", div(power(h, 2), Num(2))))
        return mul(d, add(first, div(mul(h, bell), call("sqrt", mul(Num(2), PI)))))


ROOT = math.sqrt(2 / math.pi)
PI = Num(math.pi, "π")
ROOT_2_PI = call("sqrt", div(Num(2), PI))


def _tanh_of(h: Floats, square: Floats) -> Floats:
    """The tanh in the formula of GELU, from h and its square."""
    t = square * (CUBIC * ROOT)
    t += ROOT
    t *= h
    bent: Floats = np.tanh(t, t)
    return bent


def _erf(x: Floats) -> Floats:
    # NumPy has no erf; math.erf cell by cell is exact, and slow only for models no page would show.
    return np.array([math.erf(v) for v in x.ravel().tolist()], dtype=x.dtype).reshape(x.shape)


class ReLU(Op):
    """The number where it is positive, else 0. Keeps the shape."""

    def forward(self, *arrays: Floats) -> Floats:
        return np.maximum(arrays[0], 0)

    def work(self, at: At, *inputs: Var) -> Expr:
        return call("max", Num(0), Ref(inputs[0], at))

    def backward(self, d: Var, y: Var, *inputs: Var) -> Gradients:
        return ((ReLUBackward(), d, inputs[0]),)


class ReLUBackward(Op):
    """The gradient passes where the input was positive, else 0 (0 at the kink too). Both and the result n x m."""

    def forward(self, *arrays: Floats) -> Floats:
        d, h = arrays
        return d * (h > 0)

    def work(self, at: At, *inputs: Var) -> Expr:
        return mul(Ref(inputs[0], at), call("positive", Ref(inputs[1], at)))


class CrossEntropy(Op):
    """The loss -ln p(target) of one row; from scores n x V and their softmax n x V to one number.

    The value is log-sum-exp of the row minus the target's score, so it never overflows. digits: where p would
    print as 0 with so many decimals, the written work is the log-sum-exp form too.
    """

    row: int
    target: int
    digits: int

    def forward(self, *arrays: Floats) -> Floats:
        s = arrays[0][self.row]
        largest = np.maximum.reduce(s)
        exp = s - largest
        np.exp(exp, exp)
        return np.asarray(largest + np.log(_sums(exp)) - s[self.target])

    def work(self, at: At, *inputs: Var) -> Expr:
        scores, p = inputs
        of_target = Ref(p, (self.row, self.target))
        if rounding.pencilled(of_target.value, self.digits) != 0:
            return call("neg", call("ln", of_target))
        row = [Ref(scores, (self.row, w)) for w in range(scores.data.shape[1])]
        largest = max(row, key=lambda cell: cell.value)
        total = add(*[call("exp", sub(cell, largest)) for cell in row])
        return sub(add(largest, call("ln", total)), Ref(scores, (self.row, self.target)))

    def backward(self, d: Var, y: Var, *inputs: Var) -> Gradients:
        return (CrossEntropyBackward(self.row, self.target), inputs[1]), None


class CrossEntropyBackward(Op):
    """The gradient of the loss by the scores: p - t in the row of the loss, t being 1 at the target, else 0; else 0."""

    row: int
    target: int

    def forward(self, *arrays: Floats) -> Floats:
        (p,) = arrays
        d = np.zeros(p.shape, p.dtype)
        d[self.row] = p[self.row]
        d[self.row, self.target] -= 1
        return d

    def work(self, at: At, *inputs: Var) -> Expr:
        if at[0] != self.row:
            return Num(0)
        return sub(Ref(inputs[0], at), Num(1 if at[1] == self.target else 0, "t"))


class Update(Op):
    """Weights after a step of gradient descent: W - eta·dW, all of one shape."""

    eta: float

    def forward(self, *arrays: Floats) -> Floats:
        w, d = arrays
        return w - self.eta * d

    def work(self, at: At, *inputs: Var) -> Expr:
        w, d = inputs
        return sub(Ref(w, at), mul(Num(self.eta, "η"), Ref(d, at)))


# What the numbers of several runs are compared by


class Difference(Op):
    """How far the numbers of two arrays of one shape are apart: |a - b|. No gradient: at 0 there is none."""

    sizes = True

    def forward(self, *arrays: Floats) -> Floats:
        a, b = arrays
        apart: Floats = np.abs(a - b)
        return apart

    def work(self, at: At, *inputs: Var) -> Expr:
        a, b = inputs
        return call("abs", sub(Ref(a, at), Ref(b, at)))


class Distance(Op):
    """How far rows of one array lie from rows of another, √Σ(a - b)² for each pair: n x d and m x d -> pairs.

    pairs: the row of the first and the row of the second. Nothing is trained by it, so it gives no gradient.
    """

    pairs: tuple[tuple[int, int], ...]
    sizes = True

    def forward(self, *arrays: Floats) -> Floats:
        a, b = arrays
        apart = a[[i for i, _ in self.pairs]] - b[[j for _, j in self.pairs]]
        far: Floats = np.sqrt(np.vecdot(apart, apart))
        return far

    def work(self, at: At, *inputs: Var) -> Expr:
        a, b = inputs
        i, j = self.pairs[at[0]]
        return call("sqrt", add(*[power(sub(Ref(a, (i, c)), Ref(b, (j, c))), 2) for c in range(a.data.shape[1])]))


class Shift(Op):
    """A constant added to every number. Keeps the shape."""

    by: float

    def forward(self, *arrays: Floats) -> Floats:
        return arrays[0] + self.by

    def work(self, at: At, *inputs: Var) -> Expr:
        return add(Ref(inputs[0], at), Num(self.by))

    def backward(self, d: Var, y: Var, *inputs: Var) -> Gradients:
        return ((Copy(), d),)


class VisibleMean(Op):
    """Row t is the plain mean of the rows that token t sees: of 1 to t under the causal mask, else of all. n x d."""

    causal: bool

    def forward(self, *arrays: Floats) -> Floats:
        (v,) = arrays
        if not self.causal:
            return np.repeat(v.mean(axis=0)[None], len(v), axis=0)
        mean: Floats = v.cumsum(axis=0) / np.arange(1, len(v) + 1, dtype=v.dtype)[:, None]
        return mean

    def work(self, at: At, *inputs: Var) -> Expr:
        (v,) = inputs
        t, c = at
        seen = range(t + 1 if self.causal else len(v.data))
        return div(add(*[Ref(v, (j, c)) for j in seen]), Num(len(seen)))

    def backward(self, d: Var, y: Var, *inputs: Var) -> Gradients:
        return ((VisibleMeanBackward(self.causal), d),)


class VisibleMeanBackward(Op):
    """The gradient of the rows that were averaged: of each row that saw row j, its gradient by its count. n x d."""

    causal: bool

    def forward(self, *arrays: Floats) -> Floats:
        (d,) = arrays
        if not self.causal:
            return np.repeat(d.mean(axis=0)[None], len(d), axis=0)
        shares = d / np.arange(1, len(d) + 1, dtype=d.dtype)[:, None]
        sums: Floats = shares[::-1].cumsum(axis=0)[::-1]
        return sums

    def work(self, at: At, *inputs: Var) -> Expr:
        (d,) = inputs
        j, c = at
        n = len(d.data)
        if not self.causal:
            return div(add(*[Ref(d, (t, c)) for t in range(n)]), Num(n))
        return add(*[div(Ref(d, (t, c)), Num(t + 1)) for t in range(j, n)])

    def backward(self, d: Var, y: Var, *inputs: Var) -> Gradients:
        return ((VisibleMean(self.causal), d),)


# How the next token is drawn


class Share(Op):
    """Some numbers of one row divided by their sum, so that they sum to 1; 0 for the others. n x V -> 1 x V.

    kept: the columns of these numbers, in the order in which they are added up. Part `sum`: 1. Where it is 0, all
    are 0. A choice of columns has no derivative, so this has none. Source: top-k sampling (Fan, Lewis, Dauphin,
    arXiv:1805.04833, section 5.2) and nucleus sampling (Holtzman et al., arXiv:1904.09751, section 3.1).
    """

    row: int
    kept: tuple[int, ...]
    parts = {"sum": 1}
    divisors = frozenset({"sum"})

    def forward(self, *arrays: Floats) -> tuple[Floats, dict[str, Floats]]:
        kept = list(self.kept)
        chosen = arrays[0][self.row, kept]
        total = chosen.sum()
        shares = np.zeros((1, arrays[0].shape[1]), arrays[0].dtype)
        if total:
            shares[0, kept] = chosen / total
        return shares, {"sum": np.full(1, total)}

    @cached_property
    def _kept(self) -> frozenset[int]:
        return frozenset(self.kept)

    def work(self, at: At, *inputs: Var) -> Expr:
        (p,) = inputs
        if at[1] not in self._kept:
            return Num(0)
        own = Ref(p, (self.row, at[1]))
        total = add(*[Ref(p, (self.row, w)) for w in self.kept])
        if not any(p.number((self.row, w)) for w in self.kept):
            return call("zero", own, named("sum", (0,), total))
        return div(own, named("sum", (0,), total))

    def part_symbol(self, part: str, out: Var, inputs: tuple[Var, ...]) -> Symbol:
        return out.symbol._replace(base="S")


class Cumulative(Op):
    """The running sums of one row, column by column in `order`; 0 for the columns that are not in it. n x V -> 1 x V.

    The cell of a column is the sum of its number and of those before it in the order. The order has no derivative.
    """

    row: int
    order: tuple[int, ...]

    def forward(self, *arrays: Floats) -> Floats:
        order = list(self.order)
        sums = np.zeros((1, arrays[0].shape[1]), arrays[0].dtype)
        sums[0, order] = np.cumsum(arrays[0][self.row, order])
        return sums

    @cached_property
    def _places(self) -> dict[int, int]:
        return {column: place for place, column in enumerate(self.order)}

    def work(self, at: At, *inputs: Var) -> Expr:
        place = self._places.get(at[1], -1)
        return add(*[Ref(inputs[0], (self.row, w)) for w in self.order[: place + 1]])


# How many weights there are


class Products(Op):
    """A sum of products, number by number, of arrays of one shape: 3·a·b + 2·b. Keeps the shape.

    terms: of each product the factors, which are places among the inputs, and constants.
    """

    terms: tuple[tuple[int | Num, ...], ...]

    def forward(self, *arrays: Floats) -> Floats:
        products = [
            math.prod([factor.value if isinstance(factor, Num) else arrays[factor] for factor in term])
            for term in self.terms
        ]
        return np.asarray(sum(products))

    def work(self, at: At, *inputs: Var) -> Expr:
        terms = [
            [factor if isinstance(factor, Num) else Ref(inputs[factor], at) for factor in term] for term in self.terms
        ]
        return add(*[factors[0] if len(factors) == 1 else mul(*factors) for factors in terms])


class Percent(Op):
    """How many hundredths of one array another of its shape is, number by number: 100·a / b."""

    def forward(self, *arrays: Floats) -> Floats:
        a, b = arrays
        return np.asarray(100 * a / b)

    def work(self, at: At, *inputs: Var) -> Expr:
        a, b = inputs
        return div(mul(Num(100), Ref(a, at)), Ref(b, at))
