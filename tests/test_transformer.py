"""The forward pass: against an independent one, against the page, in both float widths, and at its limits."""

from __future__ import annotations

import json
import math
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import reference
from by_decimal import school
from handcalc import transformer
from handcalc.errors import HandcalcError
from handcalc.expr import Symbol
from handcalc.model import Model, load
from handcalc.ops import CrossEntropy, Update
from models import POST, SENTENCE, Case, case, cases, random_model

PAGE = json.loads((Path(__file__).parent / "data" / "gato_page.json").read_text("utf-8"))
EVERY_CASE = pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)


@EVERY_CASE
def test_every_named_array_equals_the_independent_forward_pass(case: Case) -> None:
    tape = case.forward().tape
    expected = reference.forward(case.model, case.ids, case.temperature, case.target)
    assert set(tape.vars) == set(expected)
    for name, numbers in expected.items():
        np.testing.assert_allclose(tape[name].data, numbers, rtol=1e-9, atol=1e-12, err_msg=name)


@EVERY_CASE
def test_every_array_has_the_sides_its_axes_say(case: Case) -> None:
    for var in case.run().tape.vars.values():
        assert var.data.shape == tuple(len(axis.labels) for axis in var.axes), var.name


def test_the_names_of_a_pre_ln_block_stand_in_the_order_of_computation() -> None:
    names = [line.out.name for line in case("gato, 2 heads").forward().tape.lines]
    head = ["q", "k", "v", "dots", "scores", "masked", "weights", "out"]
    assert names == [
        *("embedded", "position", "x", "block1.norm1", "block1.q", "block1.k", "block1.v"),
        *(f"block1.head1.{part}" for part in head),
        *(f"block1.head2.{part}" for part in head),
        *("block1.heads", "block1.attention", "block1.sum1", "block1.norm2", "block1.mlp.hidden"),
        *("block1.mlp.active", "block1.mlp", "block1.sum2", "norm", "logits", "probabilities", "loss"),
    ]


def test_the_pieces_of_a_post_ln_block_stand_in_the_order_of_computation() -> None:
    run = case("gato, post-LN").forward()
    assert [(piece.kind, piece.block, piece.number, piece.out.name) for piece in run.pieces] == [
        ("attention", 1, 1, "block1.attention"),
        ("sum", 1, 1, "block1.sum1"),
        ("norm", 1, 1, "block1.norm1"),
        ("mlp", 1, 1, "block1.mlp"),
        ("sum", 1, 2, "block1.sum2"),
        ("norm", 1, 2, "block1.norm2"),
        ("norm", 0, 0, "norm"),
    ]
    assert [var.name for var in run.pieces[1].source] == ["x", "block1.attention"]
    assert run.pieces[3].names == ["block1.mlp.hidden", "block1.mlp.active", "block1.mlp"]
    written = [name for piece in run.pieces for name in piece.names]
    assert [line.out.name for line in run.tape.lines if line.out.name not in written] == [
        *("embedded", "position", "x", "logits", "probabilities", "loss")
    ]


# Plans


def described(run: transformer.Run) -> list[Any]:
    """All that a tape says, numbers as bytes, and the pieces of the run."""
    tape = run.tape
    return [
        (var.name, var.symbol, var.axes, var.given, var.part, var.data.tobytes()) for var in tape.vars.values()
    ] + [
        (line.op, line.out.name, [var.name for var in line.inputs], line.back and line.back.out.name)
        for line in tape.lines
    ] + [piece._replace(source=tuple(v.name for v in piece.source), out=piece.out.name) for piece in run.pieces]  # fmt: skip


@pytest.mark.parametrize("pencil", [None, 3])
@EVERY_CASE
def test_a_run_that_follows_a_plan_writes_what_the_first_one_wrote(case: Case, pencil: int | None) -> None:
    transformer._script.cache_clear()
    first = described(case.run(pencil))
    again = described(case.run(pencil))
    assert transformer._script.cache_info().hits == 1
    assert first == again


@EVERY_CASE
def test_a_plan_holds_for_other_weights(case: Case) -> None:
    # Among them such as change which softmax takes the maximum off.
    scaled = {name: weights * (4 if "W_" in name else 0.5) for name, weights in case.model.weights.items()}
    other = Case(case.name, case.model.changed(weights=scaled), case.ids, case.temperature, case.target)
    case.run()
    followed = described(other.run())
    transformer._script.cache_clear()
    assert described(other.run()) == followed


def test_a_plan_is_kept_for_everything_that_decides_the_lines() -> None:
    model = random_model(50)
    runs = [
        Case("", model, SENTENCE, 1.0, 3),
        Case("", model, SENTENCE[:4], 1.0, 3),
        Case("", model, SENTENCE, 0.5, 3),
        Case("", model, SENTENCE, 1.0, 4),
        Case("", model, SENTENCE, 1.0, None),
        Case("", model.changed(causal=False), SENTENCE, 1.0, 3),
        Case("", model.changed(heads=1), SENTENCE, 1.0, 3),
        Case("", random_model(50, without=("block1.W_O",)), SENTENCE, 1.0, 3),
        Case("", random_model(50, dtype="float32"), SENTENCE, 1.0, 3),
    ]
    transformer._script.cache_clear()
    alone = []
    for run in runs:
        alone.append(described(run.run()))
        transformer._script.cache_clear()
    assert [described(run.run()) for run in (*runs, *runs)] == alone * 2
    assert transformer._script.cache_info().currsize == len(runs)


def test_a_division_by_a_temperature_of_1_is_written_where_it_is_asked_for() -> None:
    model = random_model(50)
    for _ in range(2):  # the second time both follow a plan
        plain = transformer.forward(model, SENTENCE, target=3)
        scaled = transformer.forward(model, SENTENCE, target=3, scaled=True)
        assert "scaled" not in plain.tape
        assert (scaled.tape["scaled"].data == plain.tape["logits"].data).all()
        assert (scaled.tape["probabilities"].data == plain.tape["probabilities"].data).all()


def test_a_run_that_is_broken_off_leaves_no_plan_behind() -> None:
    model = random_model(51)
    huge = model.changed(weights={**model.weights, "E": model.weights["E"] * 1e308})
    transformer._script.cache_clear()
    expected = described(Case("", model, SENTENCE, 1.0, 3).run())
    transformer._script.cache_clear()
    for _ in range(2):
        with pytest.raises(HandcalcError, match="beyond all bounds"):
            transformer.forward(huge, SENTENCE, target=3)
        assert described(Case("", model, SENTENCE, 1.0, 3).run()) == expected


def test_the_way_back_is_found_anew_on_a_tape_with_lines_of_its_own() -> None:
    case_ = Case("", random_model(52), SENTENCE, 1.0, 3)
    case_.run()
    tape = case_.forward().tape
    logits = tape["logits"]
    tape.do(CrossEntropy(1, 2, 3), logits, tape["probabilities"], name="other", symbol=Symbol("L"), axes=())
    tape.backward(tape["other"])
    assert tape["d.logits"].data[1, 2] < 0
    assert not tape["d.logits"].data[4].any()


# The page


def _cells(numbers: Any) -> list[str]:
    return [cell for row in numbers for cell in _cells(row)] if isinstance(numbers, list) else [numbers]


def _gato(text: str = PAGE["text"]) -> transformer.Run:
    model = load("gato")
    run = transformer.forward(model, model.ids(text), target=model.token(PAGE["target"]))
    run.tape.backward(run.tape["loss"])
    E, d = run.tape["E"], run.tape["d.E"]
    run.tape.do(Update(float(PAGE["eta"])), E, d, name="E.new", symbol=E.symbol, axes=E.axes)
    return run


@pytest.mark.parametrize("name", PAGE["values"])
def test_the_page_prints_these_numbers(name: str) -> None:
    array, _, row = name.removesuffix("]").partition("[")
    run = _gato()
    numbers = run.tape[array].data
    if row:
        numbers = numbers[int(row) - 1 if row.isdecimal() else run.model.vocabulary.index(row)]
    printed = _cells(PAGE["values"][name])
    assert [school(x, 3) for x in np.ravel(numbers).tolist()] == [Decimal(cell) for cell in printed]


def test_the_page_cuts_the_text_into_these_ids() -> None:
    assert list(load("gato").ids(PAGE["text"])) == PAGE["ids"]


def test_a_step_of_every_weight_gives_the_pages_loss_and_probability() -> None:
    run = _gato()
    model, tape = run.model, run.tape
    target = model.token(PAGE["target"])
    assert school(float(tape["probabilities"].data[-1, target]), 3) == Decimal(PAGE["p_target"])
    # The page updates E alone.
    stepped = {**model.weights, "E": tape["E.new"].data}
    after = transformer.forward(model.changed(weights=stepped), run.ids, target=target).tape
    assert school(float(after["loss"].data), 3) == Decimal(PAGE["after_step"]["loss"])
    assert school(float(after["probabilities"].data[-1, target]), 3) == Decimal(PAGE["after_step"]["p_target"])


def test_the_model_file_holds_the_weights_of_the_page() -> None:
    model, page = load("gato"), PAGE["weights"]
    assert list(model.vocabulary) == page["vocabulary"]
    assert model.weights["E"].tolist() == page["E"]
    assert model.weights["P"].tolist() == page["P"]
    u = np.array([[10.0, 20.0, 30.0, 40.0]])
    for name in ("W_Q", "W_K", "W_V"):
        assert (u @ model.weights[f"block1.{name}"]).tolist() == [[10.0 * c for c in page[f"{name} chooses"]]]
    assert (u @ model.weights["block1.W_O"]).tolist() == u.tolist()
    assert (u @ model.weights["block1.W_1"]).tolist() == [[10, 20, 30, 40, -10, -20, -30, -40]]
    assert (np.arange(1.0, 9.0) @ model.weights["block1.W_2"]).tolist() == [6, 8, 10, 12]
    for token, column in page["W_U"].items():
        assert model.weights["W_U"][:, model.vocabulary.index(token)].tolist() == column
    assert (model.d, model.heads, model.max_length, model.mlp_width, model.norm_eps) == (4, 2, 8, 8, 1e-5)


def test_the_model_file_has_as_many_weights_as_the_page_counts() -> None:
    sizes = {name.removeprefix("block1."): array.size for name, array in load("gato").weights.items()}
    for names, count in PAGE["parameters"].items():
        chosen = sizes.values() if names == "total" else [sizes[name] for name in names.split(",")]
        assert sum(chosen) == count


# Temperature


@pytest.mark.parametrize("temperature", [0.05, 0.5, 1.0, 3.0, 100.0])
def test_temperature_keeps_the_order_of_the_tokens(temperature: float) -> None:
    model = load("gato")
    tape = transformer.forward(model, model.ids(model.text), temperature=temperature).tape
    logits, p = tape["logits"].data[-1], tape["probabilities"].data[-1]
    assert np.argsort(logits).tolist() == np.argsort(p).tolist()
    ratio = math.log(p[6] / p[7]) * temperature  # odds of two tokens: e^((z1 - z2) / T)
    assert ratio == pytest.approx(logits[6] - logits[7], rel=1e-9)


def test_at_temperature_0_the_largest_logit_takes_all_and_ties_share() -> None:
    model = random_model(21)
    W_U = model.weights["W_U"].copy()
    W_U[:, 5] = W_U[:, 1]
    model = model.changed(weights={**model.weights, "W_U": W_U})
    tape = transformer.forward(model, SENTENCE, temperature=0, target=3).tape
    largest = tape["logits"].data.argmax(axis=1).tolist()
    assert {1, 3} <= set(largest)  # rows with a tie and rows without
    for best, row in zip(largest, tape["probabilities"].data.tolist(), strict=True):
        assert row == [(0.5 if t in (1, 5) else 0.0) if best == 1 else float(t == best) for t in range(7)]
    assert "scaled" not in tape and "loss" not in tape and "probabilities.exp" not in tape


# Limits


def test_float32_weights_stay_float32_forward_and_back() -> None:
    for settings in (
        {"positions": "sinusoidal", "activation": "gelu-erf"},
        {"positions": "sinusoidal", "d": 5, "heads": 1, "norm_eps": 0.0},
        {"positions": "table", "activation": "relu", "block": POST, "blocks": 2},
        {"positions": "none", "causal": False, "spread": 3.0},
    ):
        spread = settings.pop("spread", 0.7)
        model = random_model(30, spread, "float32", **settings)
        for temperature in (1.0, 0.5, 0.0):
            tape = Case("float32", model, SENTENCE, temperature, 3).run().tape
            others = {name: var.data.dtype for name, var in tape.vars.items() if var.data.dtype != np.float32}
            assert not others
            assert ("E.new" in tape) is (temperature != 0)


def test_float32_agrees_with_float64() -> None:
    narrow, wide = random_model(31, dtype="float32"), random_model(31)
    a, b = [transformer.forward(model, SENTENCE, target=3).tape["loss"].data for model in (narrow, wide)]
    assert float(a) == pytest.approx(float(b), abs=1e-5)


@pytest.mark.parametrize("pencil", [None, 3])
def test_400_blocks_need_no_recursion(pencil: int | None) -> None:
    rng = np.random.default_rng(40)
    blocks, d, width, words = 400, 2, 3, 4
    assert sys.getrecursionlimit() <= 1000
    weights = {"E": rng.normal(0, 1, (words, d)), "W_U": rng.normal(0, 1, (d, words))}
    for b in range(1, blocks + 1):
        weights[f"block{b}.W_1"] = rng.normal(0, 0.1, (d, width))
        weights[f"block{b}.W_2"] = rng.normal(0, 0.1, (width, d))
    model = Model(
        name="deep",
        vocabulary=("a", "b", "c", "e"),
        weights=weights,
        d=d,
        mlp_width=width,
        blocks=blocks,
        block=("x + mlp(x)",),
        positions="none",
    )
    tape = transformer.forward(model, (1, 2, 0), target=3, pencil=pencil).tape
    tape.backward(tape["loss"])
    assert tape["d.E"].data.shape == (words, d)
    assert sum(name.startswith("d.block") and name.endswith(".W_1") for name in tape.vars) == blocks


@pytest.mark.parametrize("pencil", [None, 3])
@pytest.mark.parametrize("weight", ["E", "P", "block1.W_Q", "block1.W_V", "block1.W_2", "W_U"])
def test_numbers_beyond_all_bounds_are_refused_with_a_sentence(weight: str, pencil: int | None) -> None:
    model = random_model(41, block=("x + attention(x) + mlp(x)",), activation="relu")
    huge = model.changed(weights={**model.weights, weight: model.weights[weight].clip(-1, 1) * 1.7e308})
    with pytest.raises(HandcalcError, match=r"grow beyond all bounds at \S+: a weight or η is too large"):
        transformer.forward(huge, SENTENCE, target=3, pencil=pencil)


@pytest.mark.parametrize("activation", ["relu", "gelu-tanh", "gelu-erf"])
def test_no_infinity_goes_unseen(activation: str) -> None:
    rng = np.random.default_rng(44)
    outcomes = set()
    for _ in range(60):
        blocks = [("x + attention(norm(x))", "x + mlp(x)"), POST, ("mlp(attention(x))",)]
        model = random_model(
            int(rng.integers(99)),
            activation=activation,
            block=blocks[rng.integers(3)],
            final=rng.choice(["x", "norm(x)"]),
        )
        name = rng.choice(sorted(model.weights))
        huge = model.weights[name] * 10.0 ** rng.integers(70, 307)
        try:
            tape = transformer.forward(model.changed(weights={**model.weights, name: huge}), SENTENCE, target=3).tape
        except HandcalcError:
            outcomes.add("refused")
        else:
            outcomes.add("computed")
            hidden = [n for n, v in tape.vars.items() if not np.isfinite(v.data).all() and not n.endswith(".masked")]
            assert not hidden, name
    assert outcomes == {"refused", "computed"}


@pytest.mark.parametrize("pencil", [None, 3])
def test_large_weights_that_can_still_be_computed_are(pencil: int | None) -> None:
    model = random_model(42, spread=1e6)
    tape = Case("large", model, SENTENCE, 1.0, 3).run(pencil).tape
    assert all(np.isfinite(var.data).all() for name, var in tape.vars.items() if not name.endswith(".masked"))


def test_equal_keys_give_the_mean_of_the_visible_values() -> None:
    model = random_model(43)
    model = model.changed(weights={**model.weights, "block1.W_K": np.zeros((6, 6))})
    tape = transformer.forward(model, SENTENCE).tape
    v = tape["block1.head2.v"].data
    for row in range(5):
        np.testing.assert_allclose(tape["block1.head2.out"].data[row], v[: row + 1].mean(axis=0), atol=1e-14)
