"""An independent forward pass in plain NumPy, written from the papers and not from the engine.

Attention and positions: Vaswani et al., arXiv:1706.03762, sections 3.2 and 3.5. LayerNorm: arXiv:1607.06450,
section 3. GELU: arXiv:1606.08415, section 2. Pre-LN and post-LN: arXiv:2002.04745, section 3.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from handcalc.model import Model


def forward(
    model: Model,
    ids: Sequence[int],
    temperature: float = 1.0,
    target: int | None = None,
    nudges: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Every named intermediate, weights included. nudges: what is added to the array of that name when it is made."""
    return _Pass(model, ids, temperature, target, nudges or {}).values


class _Pass:
    def __init__(
        self, model: Model, ids: Sequence[int], temperature: float, target: int | None, nudges: Mapping[str, Any]
    ) -> None:
        self.model = model
        self.nudges = nudges
        self.values: dict[str, Any] = {}
        n = len(ids)
        rows = model.weights["x"] if model.labelled else self.weight("E")
        x = self.note("x" if model.positions == "none" else "embedded", rows[list(ids)])
        if model.positions != "none":
            code = self.weight("P")[:n] if model.positions == "table" else sinusoidal(n, model.d)
            x = self.note("x", x + self.note("position", code))
        for b in range(1, model.blocks + 1):
            self.prefix, self.counts = f"block{b}.", {"norm": 0, "sum": 0}
            for line in model.block:
                x = self.piece(ast.parse(line, mode="eval").body, x)
        if model.final == "norm(x)":
            x = self.layer_norm("norm", x)
        if "W_U" not in model.weights and not model.tied:
            return
        # E with what was added to it, where the gradient is asked for by its difference quotient
        W_U = self.values["E"].T if model.tied else self.weight("W_U")
        z = self.note("logits", x @ W_U + self.bias("b_U"))
        if temperature == 0:
            best = np.isclose(z, z.max(axis=1, keepdims=True), rtol=0, atol=0)
            self.note("probabilities", best / best.sum(axis=1, keepdims=True))
            return
        if temperature != 1:
            z = self.note("scaled", z / temperature)
        p = self.softmax("probabilities", z)
        if target is not None:
            self.note("loss", -math.log(p[n - 1, target]))

    def note(self, name: str, array: Any) -> Any:
        self.values[name] = array + self.nudges.get(name, 0.0)
        return self.values[name]

    def weight(self, name: str) -> Any:
        return self.note(name, self.model.weights[name])

    def bias(self, name: str) -> Any:
        return self.weight(name) if name in self.model.weights else 0.0

    def piece(self, node: ast.expr, x: Any) -> Any:
        """One formula of the block; a chain of + is one sum."""
        if isinstance(node, ast.Name):
            return x
        if isinstance(node, ast.Call):
            assert isinstance(node.func, ast.Name)
            return getattr(self, node.func.id)(self.piece(node.args[0], x))
        terms = []
        while isinstance(node, ast.BinOp):
            terms.append(node.right)
            node = node.left
        values = [self.piece(term, x) for term in (node, *reversed(terms))]
        self.counts["sum"] += 1
        return self.note(f"{self.prefix}sum{self.counts['sum']}", np.sum(values, axis=0))

    def norm(self, x: Any) -> Any:
        self.counts["norm"] += 1
        return self.layer_norm(f"{self.prefix}norm{self.counts['norm']}", x)

    def layer_norm(self, name: str, x: Any) -> Any:
        mean = x.mean(axis=1)
        std = np.sqrt(x.var(axis=1) + self.model.norm_eps)
        self.values |= {f"{name}.mean": mean, f"{name}.std": std}
        normalized = ((x.T - mean) / std).T
        weights = self.model.weights
        if f"{name}.gain" not in weights and f"{name}.bias" not in weights:
            return self.note(name, normalized)
        self.values[f"{name}.normalized"] = normalized
        gain = self.weight(f"{name}.gain") if f"{name}.gain" in weights else 1.0
        return self.note(name, normalized * gain + self.bias(f"{name}.bias"))

    def softmax(self, name: str, s: Any) -> Any:
        largest = s.max(axis=1)
        plain = bool(np.all((np.exp(largest) >= 0.05) & (np.exp(largest) <= 1e6)))
        exp = np.exp(s if plain else (s.T - largest).T)
        self.values |= {f"{name}.exp": exp, f"{name}.sum": exp.sum(axis=1)}
        if not plain:
            self.values[f"{name}.max"] = largest
        return self.note(name, (exp.T / exp.sum(axis=1)).T)

    def attention(self, x: Any) -> Any:
        model, prefix, n = self.model, self.prefix, len(x)
        q, k, v = [
            self.note(prefix + c.lower(), x @ self.weight(f"{prefix}W_{c}") + self.bias(f"{prefix}b_{c}"))
            for c in "QKV"
        ]
        d_k, d_v = q.shape[1] // model.heads, v.shape[1] // model.heads
        by = {"none": 1, "1/sqrt(d_k)": d_k**0.5, "1/d_k": d_k, "1/sqrt(d)": model.d**0.5}[model.score_scale]
        outs = []
        for h in range(model.heads):
            head = f"{prefix}head{h + 1}."
            q_h, k_h, v_h = [
                self.note(head + c, array[:, h * size : (h + 1) * size])
                for c, array, size in (("q", q, d_k), ("k", k, d_k), ("v", v, d_v))
            ]
            dots = self.note(head + "dots", q_h @ k_h.T)
            scores = self.note(head + "scores", dots / by)
            if model.causal:
                hidden = np.arange(n)[None, :] > np.arange(n)[:, None]
                scores = self.note(head + "masked", np.where(hidden, -np.inf, scores))
            outs.append(self.note(head + "out", self.softmax(head + "weights", scores) @ v_h))
        heads = self.note(prefix + "heads", np.hstack(outs))
        name = prefix + "W_O"
        if name not in model.weights:
            return self.note(prefix + "attention", heads)
        return self.note(prefix + "attention", heads @ self.weight(name) + self.bias(f"{prefix}b_O"))

    def mlp(self, x: Any) -> Any:
        name = self.prefix + "mlp"
        h = self.note(f"{name}.hidden", x @ self.weight(self.prefix + "W_1") + self.bias(self.prefix + "b_1"))
        g = self.note(f"{name}.active", ACTIVATIONS[self.model.activation](h))
        return self.note(name, g @ self.weight(self.prefix + "W_2") + self.bias(self.prefix + "b_2"))


def sinusoidal(n: int, d: int) -> Any:
    """PE(pos, 2i) = sin(pos / 10000^(2i/d)), PE(pos, 2i+1) = cos of the same."""
    return np.array(
        [[(math.cos if c % 2 else math.sin)(t / 10000 ** (c // 2 * 2 / d)) for c in range(d)] for t in range(n)]
    )


ACTIVATIONS = {
    "relu": lambda h: np.where(h > 0, h, 0.0),
    "gelu-tanh": lambda h: 0.5 * h * (1 + np.tanh(math.sqrt(2 / math.pi) * (h + 0.044715 * h**3))),
    "gelu-erf": lambda h: h * np.vectorize(lambda v: 0.5 * math.erfc(-v / math.sqrt(2)))(h),
}
