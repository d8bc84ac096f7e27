"""Models and sentences for the tests: the built-in one under other rules, and random ones whose sizes all differ."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pytest

from handcalc import transformer
from handcalc.errors import HandcalcError
from handcalc.expr import Axis, Symbol
from handcalc.model import Model, load
from handcalc.ops import Update
from handcalc.tape import Tape, Var
from handcalc.transformer import Run

PRE = ("x + attention(norm(x))", "x + mlp(norm(x))")
POST = ("norm(x + attention(x))", "norm(x + mlp(x))")
PARALLEL = ("x + attention(norm(x)) + mlp(norm(x))",)
TOKENS = ("a", "␣b", "␣ba", "c", "␣cd", "d", "<eot>")  # V = 7
SENTENCE = (4, 0, 6, 2, 0)  # n = 5, a token twice


def wide_model(seed: int, spread: float = 0.7, **settings: Any) -> Model:
    """V 60 words, d 30, heads 3, mlp_width 45: every table of weights is too wide or too long for a page."""
    d, width = 30, 45
    shapes = {"E": (60, d), "W_U": (d, 60), "block1.W_1": (d, width), "block1.W_2": (width, d)}
    shapes |= {f"block1.W_{letter}": (d, d) for letter in "QKVO"}
    rng = np.random.default_rng(seed)
    weights = {name: rng.normal(0, spread, shape) for name, shape in shapes.items()}
    sizes: dict[str, Any] = {"d": d, "heads": 3, "max_length": 100, "mlp_width": width, "positions": "sinusoidal"}
    words = tuple(f"w{i:02}" for i in range(60))
    return Model(name="wide", vocabulary=words, cut="words", weights=weights, **(sizes | settings))


def random_model(seed: int, spread: float = 0.7, dtype: str = "float64", **settings: Any) -> Model:
    """V 7, d 6, heads 3 of d_k 2, max_length 8, mlp_width 9: no two sizes are the same, nor is n = 5.

    without: names of weights to leave out. extra: "biases" and "norms" for those; b_U comes with the first.
    """
    sizes: dict[str, Any] = {"d": 6, "heads": 3, "max_length": 8, "mlp_width": 9, "blocks": 1, "positions": "table"}
    settings = sizes | settings
    d, width = settings["d"], settings["mlp_width"]
    keys, values = settings.get("key_width", d), settings.get("value_width", d)
    extra, out = settings.pop("extra", ()), settings.pop("out", d)
    shapes: dict[str, tuple[int, ...]]
    shapes = {"E": (len(TOKENS), d), "P": (settings["max_length"], d), "W_U": (out, len(TOKENS))}
    if settings.get("labelled"):
        shapes = {"x": (len(TOKENS), d)}
    for b in range(1, settings["blocks"] + 1):
        shapes |= {f"block{b}.W_Q": (d, keys), f"block{b}.W_K": (d, keys), f"block{b}.W_V": (d, values)}
        shapes |= {f"block{b}.W_O": (values, d), f"block{b}.W_1": (d, width), f"block{b}.W_2": (width, d)}
        if "biases" in extra:
            sizes = {"Q": keys, "K": keys, "V": values, "O": d, "1": width, "2": d}
            shapes |= {f"block{b}.b_{letter}": (size,) for letter, size in sizes.items()}
        if "norms" in extra:
            shapes |= {f"block{b}.norm{k}.{part}": (d,) for k in (1, 2) for part in ("gain", "bias")}
    if "biases" in extra:
        shapes["b_U"] = (len(TOKENS),)
    if "norms" in extra:
        shapes |= {"norm.gain": (d,), "norm.bias": (d,)}
    rng = np.random.default_rng(seed)
    weights = {name: rng.normal(0, spread, shape).astype(dtype) for name, shape in shapes.items()}
    for name in settings.pop("without", ()):
        del weights[name]
    return Model(name="random", vocabulary=TOKENS, weights=weights, **settings)


@dataclass(frozen=True)
class Case:
    """A model and what it is run on. target None: no loss."""

    name: str
    model: Model
    ids: tuple[int, ...]
    temperature: float = 1.0
    target: int | None = None

    def forward(self, pencil: int | None = None, digits: int = 3) -> Run:
        return transformer.forward(
            self.model, self.ids, temperature=self.temperature, target=self.target, pencil=pencil, digits=digits
        )

    def run(self, pencil: int | None = None, digits: int = 3) -> Run:
        """The whole calculation: forward, back, and a step of every weight that has a gradient."""
        run = self.forward(pencil, digits)
        tape = run.tape
        if "loss" in tape:
            tape.backward(tape["loss"])
            for name in self.model.weights:
                if f"d.{name}" in tape:
                    w = tape[name]
                    tape.do(Update(0.1), w, tape[f"d.{name}"], name=f"{name}.new", symbol=w.symbol, axes=w.axes)
        return run


@cache
def cases() -> tuple[Case, ...]:
    """Every rule a model can have, at least once."""
    gato = load("gato")
    target = gato.token("telhado")

    def of_gato(name: str, temperature: float = 1.0, text: str = gato.text, **settings: Any) -> Case:
        return Case(f"gato, {name}", gato.changed(**settings), gato.ids(text), temperature, target)

    def of_random(name: str, seed: int, temperature: float = 1.0, n: int = 5, **settings: Any) -> Case:
        spread, target = settings.pop("spread", 0.7), settings.pop("target", 3)
        return Case(f"random, {name}", random_model(seed, spread, **settings), SENTENCE[:n], temperature, target)

    return (
        of_gato("2 heads"),
        of_gato("1 head", heads=1),
        of_gato("4 heads, T 0.5", heads=4, temperature=0.5),
        of_gato("no mask", causal=False, text="o gato subiu no telhado"),
        of_gato("post-LN", block=POST, text="o cão subiu no chão."),
        of_gato("relu, repeated tokens", activation="relu", text="o gato no gato no"),
        of_gato("T 0", temperature=0, text="o gato"),
        of_random("pre-LN", 1),
        of_random("parallel", 2, temperature=2.0, block=PARALLEL),
        of_random("two blocks, post-LN, no mask, T 0.5", 3, temperature=0.5, blocks=2, block=POST, causal=False),
        of_random("no MLP", 4, block=PRE[:1], positions="none"),
        of_random("no attention", 5, block=PRE[1:], positions="sinusoidal", activation="gelu-erf"),
        of_random("attention alone", 6, block=("attention(x)",), final="x", score_scale="none"),
        of_random("relu", 7, activation="relu", without=("block1.W_O",), norm_eps=0.0),
        of_random("sinusoidal, odd d", 8, positions="sinusoidal", d=5, heads=1),
        of_random("x + x", 9, block=("x + x", "norm(x) + mlp(norm(norm(x))) + x + x")),
        of_random("nothing but x", 10, block=("x",), final="x", positions="none"),
        of_random("large scores", 11, spread=2.5),
        of_random("one token", 12, n=1),
        of_random("without output", 13, without=("W_U",)),
        of_random("biases, learned norms", 14, extra=("biases", "norms")),
        of_random("learned norms, post-LN, two blocks", 15, extra=("norms",), blocks=2, block=POST),
        of_random(
            "gain alone, bias alone", 16, extra=("norms",), without=("block1.norm1.bias", "norm.gain"), norm_eps=0.0
        ),
        of_random("own d_k and d_v", 17, key_width=12, value_width=15, score_scale="1/d_k"),
        of_random("tied, b_U", 18, tied=True, extra=("biases",), without=("W_U",), score_scale="1/sqrt(d)"),
        of_random("tied, no positions", 19, tied=True, without=("W_U",), positions="none", temperature=0.5),
        of_random(
            "narrow heads without W_O",
            20,
            value_width=3,
            without=("block1.W_O",),
            block=("attention(norm(x))",),
            final="x",
            out=3,
        ),
        of_random("labelled rows", 21, labelled=True, positions="none", target=None),
        of_random("labelled rows, positions", 22, labelled=True, positions="sinusoidal", target=None, blocks=2),
    )


def case(name: str) -> Case:
    return next(case for case in cases() if case.name == name)


def axes(*lengths: int, kinds: tuple[str, ...] = ("token", "word")) -> tuple[Axis, ...]:
    return tuple(Axis(kind, tuple(map(str, range(length)))) for kind, length in zip(kinds, lengths, strict=False))


def array(tape: Tape, name: str, numbers: Any) -> Var:
    """A given array of the tape."""
    data = np.array(numbers)
    return tape.given(name, Symbol(name), data.astype(float) if data.dtype.kind == "i" else data, axes(*data.shape))


Write = Callable[..., str]  # text, name -> the path of a file that holds it


def complaint(path: str, most: int = 400) -> str:
    """The one sentence that a wrong model file gets, of at most so many characters."""
    with pytest.raises(HandcalcError) as caught:
        load(path)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert len(sentence) < most
    return sentence
