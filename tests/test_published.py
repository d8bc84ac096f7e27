"""The published examples: the numbers that handcalc computes from each file are those that its source prints.

A value is rounded to the decimals of the source and compared digit by digit. Where a source is wrong or counts
otherwise, the test says how, works the source's own numbers with plain NumPy, and finds the same difference.
"""

from __future__ import annotations

import re
import shlex
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import handcalc
from handcalc import cli, model, transformer
from handcalc.rounding import rounded, scientific
from handcalc.tape import Floats

FOLDER = Path(__file__).parent.parent / "examples" / "published"
FILES = sorted(FOLDER.glob("*.toml"))

# What each source prints: value, decimals, numbers; "/" ends a row. "·" is a cell that the source leaves out.
PRINTED = {
    "karim-2019": (
        ("x", 0, "1 0 1 0 / 0 2 0 2 / 1 1 1 1"),
        ("block1.q", 0, "1 0 2 / 2 2 2 / 2 1 3"),
        ("block1.k", 0, "0 1 1 / 4 4 0 / 2 3 1"),
        ("block1.v", 0, "1 2 3 / 2 8 0 / 2 6 3"),
        ("block1.head1.scores", 0, "2 4 4 / 4 16 12 / 4 12 10"),
        (
            "block1.head1.weights",
            4,
            "6.3379e-02 4.6831e-01 4.6831e-01 / 6.0337e-06 9.8201e-01 1.7986e-02 / 2.9539e-04 8.8054e-01 1.1917e-01",
        ),
    ),
    "cristina-2022": (
        ("block1.head1.dots", 0, "8 2 10 2 / 4 0 4 0 / 12 2 14 2 / 10 4 14 3"),
        (
            "block1.head1.weights",
            8,
            "2.36089863e-01 7.38987555e-03 7.49130386e-01 7.38987555e-03 /"
            "4.54826323e-01 4.51736775e-02 4.54826323e-01 4.51736775e-02 /"
            "2.39275049e-01 7.43870015e-04 7.59237211e-01 7.43870015e-04 /"
            "8.99501754e-02 2.81554063e-03 9.05653685e-01 1.58059922e-03",
        ),
        (
            "block1.attention",
            8,
            "0.98522025 1.74174051 0.75652026 / 0.90965265 1.40965265 0.5 /"
            "0.99851226 1.75849334 0.75998108 / 0.99560386 1.90407309 0.90846923",
        ),
    ),
    "raschka-2024-causal": (
        (
            "block1.head1.dots",  # the book prints them masked, before the division
            4,
            "0.2899 · · · · · / 0.4656 0.1723 · · · · / 0.4594 0.1703 0.1731 · · · / 0.2642 0.1024 0.1036 0.0186 · · /"
            "0.2183 0.0874 0.0882 0.0177 0.0786 · / 0.3408 0.1270 0.1290 0.0198 0.1290 0.0078",
        ),
        (
            "block1.head1.weights",
            4,
            "1 0 0 0 0 0 / 0.5517 0.4483 0 0 0 0 / 0.3800 0.3097 0.3103 0 0 0 / 0.2758 0.2460 0.2462 0.2319 0 0 /"
            "0.2175 0.1983 0.1984 0.1888 0.1971 0 / 0.1935 0.1663 0.1666 0.1542 0.1666 0.1529",
        ),
    ),
    "raschka-2024-heads": (
        (
            "block1.attention",
            4,
            "0.3190 0.4858 0 / 0.2943 0.3897 0 / 0.2856 0.3593 0 / 0.2693 0.3873 0 / 0.2639 0.3928 0 / 0.2575 0.4028 0",
        ),
    ),
    "raschka-2024-layernorm": (
        ("x", 4, "0.2260 0.3470 0 0.2216 0 0 / 0.2133 0.2394 0 0.5198 0.3297 0"),
        ("block1.norm1.mean", 4, "0.1324 0.2170"),
        (
            "block1.norm1",
            4,
            "0.6159 1.4126 -0.8719 0.5872 -0.8719 -0.8719 / -0.0189 0.1121 -1.0876 1.5173 0.5647 -1.0876",
        ),
    ),
    "prince-2023": (
        (
            "block1.attention",  # printed by the book the other way round: a column for each input
            3,
            "-21.207 -1.995 5.479 -7.413 -11.261 3.548 4.888 1.248 / -5.373 7.906 1.115 -7.416 -9.937 10.036 -5.814 18.894 /"
            "-20.933 -10.516 9.244 0.363 -4.848 -2.244 2.407 -6.409 / -9.179 3.452 0.453 -5.573 -8.915 1.604 3.228 3.224 /"
            "-11.319 9.863 5.656 -6.736 -13.378 12.113 -4.232 19.717 / -17.812 -7.240 7.089 -0.848 -5.761 -2.557 3.710 -5.629",
        ),
    ),
    "sanseviero-2024": (
        ("block1.head1.k", 8, "4 8 4 / 6.84 9.99 6.84"),
        ("block1.head1.v", 8, "6 6 4 / 7.99 8.84 6.84"),
        ("block1.head1.out", 8, "7.54348784 8.20276657 6.20276657 / 7.65266185 8.35857269 6.35857269"),
        ("block1.head2.out", 8, "8.45589591 3.85610456 7.72085664 / 8.63740591 3.91937741 7.84804146"),
        (
            "block1.heads",
            8,
            "7.54348784 8.20276657 6.20276657 8.45589591 3.85610456 7.72085664 /"
            "7.65266185 8.35857269 6.35857269 8.63740591 3.91937741 7.84804146",
        ),
        (
            "block1.attention",
            8,
            "11.46394285 -13.18016471 -11.59340253 -17.04387829 / 11.62608573 -13.47454936 -11.87126395 -17.4926367",
        ),
        ("block1.norm1.mean", 8, "-4.58837567 -3.59559107"),
        ("block1.norm1.std", 8, "9.92061529 10.50653019"),
        ("block1.norm1", 3, "1.719 -0.564 -0.404 -0.752 / · · · ·"),  # by hand it has 1.718
    ),
    "wang-2025": (
        ("block1.mlp.hidden", 0, "1 2 / 0 2 / 1 3"),
        ("block1.mlp.active", 0, "1 2 / 0 2 / 1 3"),
        ("block1.mlp", 0, "6 1 / 5 1 / 8 2"),
    ),
    "priyadarshi-2025": (
        ("block1.q", 1, "0.1 0 / 0 0.1"),
        ("block1.k", 1, "0.1 0 / 0 0.1"),
        ("block1.v", 1, "0.1 0 / 0 0.1"),
        ("block1.head1.scores", 5, "· · / 0 0.00707"),
        ("block1.head1.weights", 3, "· · / 0.498 0.502"),
        ("block1.attention", 4, "· · / 0.0498 0.0502"),
        ("block1.sum1", 4, "· · / 0.0498 1.0502"),
    ),
    "djimrastephane-2026": (
        ("block1.q", 0, "1 0 / 1 1"),
        ("block1.k", 0, "1 1 / 0 1"),
        ("block1.v", 0, "1 0 / 0 1"),
        ("block1.head1.dots", 0, "1 0 / 2 1"),
        ("block1.head1.scores", 5, "0.70711 0 / 1.41421 0.70711"),
        ("block1.head1.weights", 4, "1 0 / 0.6698 0.3302"),
        ("block1.attention", 4, "1 0 / 0.6698 0.3302"),
        ("logits", 4, "· · · · · · / 0 0.6698 0.3302 0.3395 -0.6698 -0.3302"),
        ("probabilities", 4, "· · · · · · / 0.1433 0.2799 0.1993 0.2012 0.0733 0.1030"),
        ("loss", 4, "1.6035"),
    ),
}


def file(name: str) -> str:
    return str(FOLDER / f"{name}.toml")


@cache
def walked(name: str) -> dict[str, Floats]:
    """Every value of the walk through a published example."""
    return handcalc.walk(model=file(name), language="en").values


def values(name: str, **changed: Any) -> dict[str, Floats]:
    """The same with other rules or weights than the file's own."""
    published = model.load(file(name))
    ids = published.ids(published.text)
    target = None if published.target is None else published.token(published.target)
    run = transformer.forward(published.changed(**changed), ids, target=target)
    return {entry: run.tape[entry].data for entry in run.tape.entries}


def weights(name: str) -> dict[str, Floats]:
    return dict(model.load(file(name)).weights)


def wrong_cells(found: Floats, decimals: int, printed: str) -> list[tuple[str, str]]:
    """The cells whose numbers, rounded as the source rounds them, are others: (computed, printed)."""
    cells = [row.split() for row in printed.split("/")]
    table = np.atleast_2d(found)
    assert [len(row) for row in cells] == [table.shape[1]] * table.shape[0], "the source has another shape"
    wrong = []
    for number, cell in zip(table.ravel().tolist(), [cell for row in cells for cell in row], strict=True):
        if cell != "·":
            computed = scientific(number, decimals) if "e" in cell else str(rounded(number, decimals))
            if float(computed) != float(cell):
                wrong.append((computed, cell))
    return wrong


def agree(found: Floats, decimals: int, printed: str) -> bool:
    return not wrong_cells(found, decimals, printed)


def softmax(scores: Floats) -> Floats:
    power = np.exp(scores - scores.max(axis=1, keepdims=True))
    return power / power.sum(axis=1, keepdims=True)


class Torch:
    """PyTorch's generator on a processor, by NumPy's Mersenne Twister: rand, randn and nn.Linear of small sizes."""

    def __init__(self, seed: int) -> None:
        self.twister = np.random.RandomState(seed)

    def words(self, count: int) -> list[int]:
        return self.twister.randint(0, 2**32, size=count, dtype=np.uint32).tolist()

    def rand(self, *shape: int) -> Floats:
        return np.array([word % 2**24 / 2**24 for word in self.words(int(np.prod(shape)))]).reshape(shape)

    def randn(self, *shape: int) -> Floats:
        """Box and Muller's pairs; each of the two uniform numbers takes two words."""
        drawn: list[float] = []
        while len(drawn) < np.prod(shape):
            words = self.words(4)
            turn, far = [(words[i] << 32 | words[i + 1]) % 2**53 / 2**53 for i in (0, 2)]
            radius = np.sqrt(-2 * np.log1p(-far))
            drawn += [radius * np.cos(2 * np.pi * turn), radius * np.sin(2 * np.pi * turn)]
        return np.array(drawn[: int(np.prod(shape))]).reshape(shape)

    def linear(self, rows: int, columns: int) -> Floats:
        """The weight of nn.Linear(rows, columns), transposed."""
        return self.within(rows, columns, rows).T

    def bias(self, rows: int, columns: int) -> Floats:
        return self.within(rows, columns)

    def within(self, rows: int, *shape: int) -> Floats:
        """Uniform between ±1/√rows, in float32 as PyTorch draws."""
        bound = np.float32(1 / np.sqrt(rows))
        return (self.rand(*shape).astype(np.float32) * (2 * bound) - bound).astype(float)


def same(found: Floats, drawn: Floats) -> bool:
    """Whether numbers with eight decimals are those drawn."""
    return found.shape == drawn.shape and bool(np.abs(found - drawn).max() < 5.1e-9)


@pytest.mark.parametrize("name", PRINTED)
def test_the_numbers_are_those_of_the_source(name):
    for value, decimals, printed in PRINTED[name]:
        assert wrong_cells(walked(name)[value], decimals, printed) == [], value


def test_every_file_is_tested_and_listed():
    assert [path.stem for path in FILES] == sorted(PRINTED)
    listed = re.findall(r"^\| \[`(\S+)\.toml`\]\(\1\.toml\) \|", (FOLDER / "README.md").read_text("utf-8"), re.M)
    assert sorted(listed) == sorted(PRINTED)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_cites_its_source(path):
    text = path.read_text(encoding="utf-8")
    author, year = re.fullmatch(r"([a-z]+)-(\d{4})(?:-\w+)?", path.stem).groups()
    lines = text.splitlines()
    assert author in lines[0].casefold() and year in lines[0], "the first line names author and year"
    assert re.match(r"# https://\S+", lines[1]), "the second says where it is"
    assert year in tomllib.loads(text)["about"]
    readme = next(line for line in (FOLDER / "README.md").read_text("utf-8").splitlines() if f"`{path.name}`" in line)
    assert re.search(r"https://[^\s)]+", lines[1])[0] in readme


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_commands_in_a_file_print_its_page(path, capsys, monkeypatch):
    monkeypatch.chdir(FOLDER.parent.parent)
    commands = re.findall(r"^# handcalc (.*)$", path.read_text(encoding="utf-8"), re.M)
    assert commands
    for command in commands:
        assert f"examples/published/{path.name}" in command
        titles = {}
        for language in ("en", "pt", "pl"):
            assert cli.main([*shlex.split(command), "--lang", language]) == 0
            page = capsys.readouterr().out
            titles[language] = re.findall(r"^\w+ (\d+) · .+", page, re.M)
            assert len(page) > 500
        assert titles["en"] == titles["pt"] == titles["pl"] != []


# Raimi Karim: weights rounded on the way


def test_karim_mixes_the_values_with_weights_of_one_decimal():
    found = walked("karim-2019")
    weights_printed, printed = "0.0 0.5 0.5 / 0.0 1.0 0.0 / 0.0 0.9 0.1", "2.0 7.0 1.5 / 2.0 8.0 0.0 / 2.0 7.8 0.3"
    assert wrong_cells(found["block1.head1.weights"], 1, weights_printed) == [("0.1", "0.0")]
    mixed = np.array([[0, 0.5, 0.5], [0, 1, 0], [0, 0.9, 0.1]]) @ found["block1.v"]
    assert agree(mixed, 4, printed)
    assert agree(found["block1.attention"], 3, "1.937 6.683 1.595 / 2.000 7.964 0.054 / 2.000 7.760 0.358")
    assert len(wrong_cells(found["block1.attention"], 1, printed)) == 5


def test_karim_rounds_as_a_pencil_does():
    page = handcalc.walk(model=file("karim-2019"), pencil=True, digits=1, language="en")
    assert agree(page.values["block1.head1.weights"], 1, "0.0 0.5 0.5 / 0.0 1.0 0.0 / 0.0 0.9 0.1")
    assert agree(page.values["block1.attention"], 1, "2.0 7.0 1.5 / 2.0 8.0 0.0 / 2.0 7.8 0.3")


# Stefania Cristina: weights by NumPy's seed


def test_cristina_draws_the_weights_of_the_file():
    draw = np.random.RandomState(42)
    own = weights("cristina-2022")
    for letter in "QKV":
        assert np.array_equal(own[f"block1.W_{letter}"], draw.randint(3, size=(3, 3)))


# Simon Prince: inputs as columns


def test_prince_draws_the_numbers_of_the_file():
    inputs, draw = np.random.RandomState(3).normal(size=(8, 6)), np.random.RandomState(0)
    heads = []
    for _ in range(2):
        omegas = [draw.normal(size=(4, 8)) for _ in range(3)]
        heads.append([*omegas, *[draw.normal(size=(4, 1)) for _ in range(3)]])
    own = weights("prince-2023")
    assert same(walked("prince-2023")["x"], inputs.T)
    for i, letter in enumerate("QKV"):
        assert same(own[f"block1.W_{letter}"], np.hstack([head[i].T for head in heads]))
        assert same(own[f"block1.b_{letter}"], np.vstack([head[i + 3] for head in heads]).ravel())
    assert same(own["block1.W_O"], draw.normal(size=(8, 8)).T)


# Sebastian Raschka: weights by PyTorch's seed, the mask before the division, n − 1


def test_raschka_draws_the_weights_of_the_causal_file():
    draw, own = Torch(789), weights("raschka-2024-causal")
    for letter in "QKV":
        assert same(own[f"block1.W_{letter}"], draw.linear(3, 2))


def test_raschka_without_the_mask():
    found = values("raschka-2024-causal", causal=False)
    weights_printed = (
        "0.1921 0.1646 0.1652 0.1550 0.1721 0.1510 / 0.2041 0.1659 0.1662 0.1496 0.1665 0.1477 /"
        "0.2036 0.1659 0.1662 0.1498 0.1664 0.1480 / 0.1869 0.1667 0.1668 0.1571 0.1661 0.1564 /"
        "0.1830 0.1669 0.1670 0.1588 0.1658 0.1585 / 0.1935 0.1663 0.1666 0.1542 0.1666 0.1529"
    )
    out = "-0.0739 0.0713 / -0.0748 0.0703 / -0.0749 0.0702 / -0.0760 0.0685 / -0.0763 0.0679 / -0.0754 0.0693"
    assert wrong_cells(found["block1.head1.weights"], 4, weights_printed) == []
    assert wrong_cells(found["block1.attention"], 4, out) == []


def test_raschka_draws_the_weights_of_the_heads():
    draw, own = Torch(123), weights("raschka-2024-heads")
    for letter in "QKV":
        assert same(own[f"block1.W_{letter}"], draw.linear(3, 2))
    padded = np.hstack([draw.linear(2, 2), np.zeros((2, 1))])
    assert same(own["block1.W_O"], padded)
    assert same(own["block1.b_O"], np.append(draw.bias(2, 2), 0))


def test_raschka_divides_the_first_variance_by_n_minus_1():
    draw = Torch(123)
    batch = draw.randn(2, 5)
    rows = np.maximum(0, batch @ draw.linear(5, 6) + draw.bias(5, 6))
    found, name = walked("raschka-2024-layernorm"), "raschka-2024-layernorm"
    assert same(found["x"], rows)
    spread = found["block1.norm1.std"].ravel()
    assert agree(spread**2 * 6 / 5, 4, "0.0231 0.0398")
    assert not agree(spread**2, 4, "0.0231 0.0398")
    plain = values(name, weights={key: w for key, w in weights(name).items() if not key.endswith("gain")})
    by_n_minus_1 = (rows - rows.mean(1, keepdims=True)) / rows.std(1, ddof=1, keepdims=True)
    assert np.allclose(plain["block1.norm1"], by_n_minus_1 * np.sqrt(6 / 5), rtol=0, atol=1e-6)
    assert np.allclose(found["block1.norm1"], by_n_minus_1, rtol=0, atol=1e-6)


# Omar Sanseviero: 1/30, a code with the column for i, ε beside σ


def test_sanseviero_scales_by_the_root_of_3_first():
    own = weights("sanseviero-2024")
    found = values("sanseviero-2024", score_scale="1/sqrt(d_k)", weights=own | {"block1.W_Q": 10 * own["block1.W_Q"]})
    assert agree(found["block1.head1.q"], 8, "8 3 3 / 9.99 3.99 4")
    assert agree(found["block1.head1.dots"], 8, "68 105.21 / 87.88 135.5517")
    assert agree(found["block1.head1.scores"], 8, "39.2598183 60.74302182 / 50.73754166 78.26081048")
    assert agree(found["block1.head1.weights"], 8, "4.67695573e-10 1 / 1.11377182e-12 1")
    assert agree(found["block1.head2.weights"], 8, "1.10613872e-14 1 / 4.95934510e-20 1")
    assert agree(found["block1.head1.out"], 8, "7.99 8.84 6.84 / 7.99 8.84 6.84")
    assert agree(found["block1.head2.out"], 8, "8.84 3.99 7.99 / 8.84 3.99 7.99")


def test_sanseviero_writes_other_matrices_in_his_formulas():
    x, own = walked("sanseviero-2024")["x"], weights("sanseviero-2024")
    W_Q = 10 * own["block1.W_Q"][:, :3]
    W_Q[3] = [1, 1, 0]
    assert not agree(x @ W_Q, 8, "8 3 3 / 9.99 3.99 4")
    W_K = own["block1.W_K"].copy()
    W_K[2, 3:] = [1, 0, 1]
    found = values("sanseviero-2024", weights=own | {"block1.W_K": W_K})
    assert not agree(
        found["block1.head2.out"], 8, "8.45589591 3.85610456 7.72085664 / 8.63740591 3.91937741 7.84804146"
    )


def test_sanseviero_takes_the_column_for_i():
    column = np.arange(4)
    wave = 1 / 10000 ** (2 * column / 4)
    own = np.where(column % 2, np.cos(wave), np.sin(wave))
    assert agree(own, 2, "0.84 1.00 0.00 1.00")  # printed as 0.84 0.99 0 1: the cosine of 0.01 was cut, not rounded
    position = handcalc.posenc(d=4, length=2, at=0, distances=[1]).values["position"][:2]
    assert agree(position, 2, "0 1 0 1 / 0.84 0.54 0.01 1.00")
    embedded = np.array([[1, 2, 3, 4], [2, 3, 4, 5]])
    assert np.allclose(walked("sanseviero-2024")["x"] - embedded, [[0, 1, 0, 1], [0.84, 0.99, 0, 1]])


def test_sanseviero_adds_epsilon_to_sigma():
    found = walked("sanseviero-2024")
    printed = "1.71887693 -0.56365339 -0.40370747 -0.75151608 / 1.71909039 -0.56050453 -0.40695381 -0.75163205"
    spread = found["block1.norm1.std"].reshape(2, 1)
    assert wrong_cells(found["block1.norm1"] * spread / (spread + 1e-6), 8, printed) == []
    assert len(wrong_cells(found["block1.norm1"], 8, printed)) == 8


# Rohit Priyadarshi: n − 1 against its own formula, one row twice


def worksheet() -> dict[str, Floats]:
    """The worksheet as it was computed: plain NumPy, the attention of B for both words, the divisor n − 1."""

    def norm(rows: Floats) -> Floats:
        return (rows - rows.mean(1, keepdims=True)) / rows.std(1, ddof=1, keepdims=True)

    x, W, W_U = np.eye(2), np.array([[0.2, 0.1], [0.1, 0.2]]), 0.1 * np.tile(np.eye(2), 2)
    attention = softmax(0.1 * x @ (0.1 * x).T / np.sqrt(2)) @ (0.1 * x)
    attention[0] = attention[1]
    norm1 = norm(attention + x)
    hidden = norm1 @ W
    active = np.maximum(0, hidden)
    sum2 = active @ W + norm1
    norm2 = norm(sum2)
    logits = norm2 @ W_U
    lines = {"sum1": attention + x, "norm1": norm1, "mlp.hidden": hidden, "mlp.active": active, "mlp": active @ W}
    lines |= {"sum2": sum2, "norm2": norm2}
    return {f"block1.{name}": rows for name, rows in lines.items()} | {
        "logits": logits, "probabilities": softmax(logits), "attention": attention,
    }  # fmt: skip


BY_N_MINUS_1 = (
    ("block1.norm1", 3, "0.707 -0.707 / -0.707 0.707"),
    ("block1.mlp.hidden", 4, "0.0707 -0.0707 / -0.0707 0.0707"),
    ("block1.mlp.active", 4, "0.0707 0 / 0 0.0707"),
    ("block1.mlp", 5, "0.01414 0.00707 / 0.00707 0.01414"),
    ("block1.sum2", 3, "0.721 -0.700 / -0.700 0.721"),  # printed as 0.72114 and -0.69993, with ±0.707 for ±1/√2
    ("block1.norm2", 3, "0.707 -0.707 / -0.707 0.707"),
    ("logits", 4, "0.0707 -0.0707 0.0707 -0.0707 / -0.0707 0.0707 -0.0707 0.0707"),
    ("probabilities", 3, "· · · · / 0.232 0.268 0.232 0.268"),
)


def test_priyadarshi_divides_by_n_minus_1_against_the_own_formula():
    """A gain of √(1/2) gives the source's numbers; without it they are those of its formula, n = 2."""
    name, source = "priyadarshi-2025", worksheet()
    half = np.full(2, np.sqrt(0.5))
    by_gain = values(name, weights=weights(name) | {"block1.norm1.gain": half, "block1.norm2.gain": half})
    for value, decimals, printed in BY_N_MINUS_1:
        assert agree(source[value], decimals, printed), value
        assert agree(by_gain[value], decimals, printed), value
        assert not agree(walked(name)[value], decimals, printed), value
    for value in ("block1.norm1", "block1.mlp.hidden", "block1.mlp", "block1.sum2", "block1.norm2", "logits"):
        assert np.allclose(walked(name)[value], np.sqrt(2) * source[value], rtol=0, atol=1e-12), value
    assert agree(walked(name)["probabilities"], 3, "· · · · / 0.225 0.275 0.225 0.275")


def test_priyadarshi_gives_both_words_the_attention_of_b():
    found = walked("priyadarshi-2025")["block1.attention"]
    assert agree(worksheet()["attention"], 4, "0.0498 0.0502 / 0.0498 0.0502")
    assert agree(found, 4, "0.0502 0.0498 / 0.0498 0.0502")


# djimrastephane: one step of the output matrix alone


def test_djimrastephane_trains_the_output_matrix():
    name = "djimrastephane-2026"
    page = handcalc.train_step(model=file(name), weights="all", language="en")
    assert agree(page.values["d.logits"], 4, "0 0 0 0 0 0 / 0.1433 0.2799 0.1993 -0.7988 0.0733 0.1030")
    assert agree(
        page.values["d.W_U"],
        4,
        "0.0960 0.1875 0.1335 -0.5350 0.0491 0.0690 / 0.0473 0.0924 0.0658 -0.2638 0.0242 0.0340",
    )
    new = page.values["W_U.new"]
    assert agree(
        new, 4, "-0.1919 0.6251 -0.2670 2.0700 -1.0982 -0.1379 / -0.0946 -0.1849 0.8683 -0.4724 -0.0484 -1.0680"
    )
    after = values(name, weights=weights(name) | {"W_U": new})
    assert agree(after["logits"], 4, "· · · · · · / -0.1598 0.3576 0.1079 1.2304 -0.7515 -0.4451")
    assert agree(after["probabilities"], 4, "· · · · · · / 0.1075 0.1803 0.1405 0.4315 0.0595 0.0808")
    assert agree(after["loss"], 4, "0.8404")
    assert page.after["probabilities"][1, 3] > after["probabilities"][1, 3]  # where all weights move
