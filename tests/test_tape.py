"""The tape: every cell's written work equals the array, and every gradient the difference quotient."""

from __future__ import annotations

import gc
import math
import weakref
from collections.abc import Iterator

import numpy as np
import pytest

import reference
from handcalc import expr, ops
from handcalc.expr import Named, Ref, Symbol
from handcalc.ops import GELU, Add, CrossEntropy, Product, Softmax
from handcalc.tape import Line, Op, Tape, Var
from models import Case, array, axes, case, cases, random_model

EVERY_CASE = pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
STEP = 1e-5


def operations(kind: type[Op] = Op) -> Iterator[type[Op]]:
    """Every operation that exists."""
    for found in kind.__subclasses__():
        if found.__module__.startswith("handcalc."):
            yield found
        yield from operations(found)


def agree(work: expr.Expr, number: float) -> bool:
    """Whether `work` comes to `number`, to 1e-12 of the largest number in it."""
    found = expr.value(work)
    if math.isinf(number) or math.isinf(found):
        return found == number
    return abs(found - number) <= 1e-12 or abs(found - number) <= 1e-12 * expr.size(work)


def disagreements(line: Line) -> list[str]:
    """The cells of a line, sub-results included, whose written work is not what the array says."""
    out, wrong = line.out, []
    for at in out.cells():
        number = float(out.data[at])
        bound = out.work(at)
        if not agree(line.op.work(at, *line.inputs), number) or bound is None or not agree(bound, number):
            wrong.append(f"{Ref(out, at).name} = {number}")
    for part in out.parts.values():
        for at in part.cells():
            work = part.work(at)
            if work is None or not agree(work, float(part.data[at])):
                wrong.append(f"{Ref(part, at).name} = {part.data[at]}")
    return wrong


@EVERY_CASE
def test_the_written_work_of_every_cell_equals_the_array(case: Case) -> None:
    for line in case.run().tape.lines:
        assert not disagreements(line), type(line.op).__name__


def waves() -> Tape:
    """The one operation that no model runs: the dot products of the sinusoidal code by distance."""
    tape = Tape()
    tape.do(ops.Waves((0, 1, 5, 40), 6), name="waves", symbol=Symbol("w"), axes=axes(4))
    return tape


def drawing() -> Tape:
    """How the next token is drawn: two of four candidates are kept, their probabilities divided and added up."""
    tape = Tape()
    p = array(tape, "p", [[0.1, 0.2, 0.3, 0.4], [0.25, 0.125, 0.5, 0.125]])
    q = tape.do(ops.Share(1, (2, 0)), p, name="q", symbol=Symbol("q"), axes=axes(1, 4))
    tape.do(ops.Cumulative(0, (2, 0)), q, name="c", symbol=Symbol("c"), axes=axes(1, 4))
    return tape


def comparison(causal: bool) -> Tape:
    """What the numbers of several runs are compared by, and the way back from a loss through all that has one."""
    tape = Tape()
    v, w = (array(tape, name, np.random.default_rng(i).normal(0, 1, (4, 3))) for i, name in enumerate("vw"))
    tape.do(ops.Difference(), v, w, name="difference", symbol=Symbol("d"), axes=v.axes)
    tape.do(ops.Distance(((0, 3), (2, 0))), v, w, name="far", symbol=Symbol("δ"), axes=axes(2))
    mean = tape.do(ops.VisibleMean(causal), v, name="mean", symbol=Symbol("a"), axes=v.axes)
    z = tape.do(ops.Shift(10.0), mean, name="shifted", symbol=Symbol("z"), axes=v.axes)
    p = tape.do(Softmax(), z, name="p", symbol=Symbol("p"), axes=v.axes)
    tape.backward(tape.do(CrossEntropy(2, 1, 3), z, p, name="loss", symbol=Symbol("L"), axes=()))
    return tape


def distances() -> Tape:
    """How far rows of two arrays of different heights are apart, one row of the second twice."""
    tape = Tape()
    a, b = (array(tape, name, np.random.default_rng(n).normal(0, 1, (n, 3))) for name, n in (("a", 4), ("b", 5)))
    tape.do(ops.Distance(((0, 4), (3, 1), (2, 4))), a, b, name="distances", symbol=Symbol("D"), axes=axes(3))
    return tape


def counts() -> Tape:
    """A sum of products of whole numbers, and its share of another number."""
    tape = Tape()
    d, width, all_ = (
        tape.given(name, Symbol(name), np.array(n), ()) for name, n in (("d", 5), ("width", 7), ("all", 400))
    )
    op = ops.Products(((0, expr.Num(3), 0), (0, 1), (1,), (expr.Num(2),)))
    count = tape.do(op, d, width, name="count", symbol=Symbol("n"), axes=())
    assert count.data == 3 * 25 + 35 + 7 + 2 and count.data.dtype.kind == "i"
    tape.do(ops.Percent(), count, all_, name="share", symbol=Symbol("s"), axes=())
    return tape


def beside() -> tuple[Tape, ...]:
    """The operations that no model runs."""
    return waves(), comparison(True), comparison(False), drawing(), distances(), counts()


def test_the_operations_that_no_model_runs_have_their_written_work() -> None:
    for tape in beside():
        assert not any(disagreements(line) for line in tape.lines)


@pytest.mark.parametrize("causal", [True, False])
def test_the_gradient_of_a_mean_of_visible_rows_equals_the_central_differences(causal: bool) -> None:
    tape = comparison(causal)
    sees = np.tril(np.ones((4, 4))) if causal else np.ones((4, 4))
    even = sees / sees.sum(axis=1, keepdims=True)

    def loss(v: np.ndarray) -> float:
        z = (even @ v)[2]
        return float(np.log(np.exp(z).sum()) - z[1])

    for at in np.ndindex(4, 3):
        nudge = np.zeros((4, 3))
        nudge[at] = STEP
        slope = (loss(tape["v"].data + nudge) - loss(tape["v"].data - nudge)) / (2 * STEP)
        assert tape["d.v"].data[at] == pytest.approx(slope, abs=1e-9)


def test_every_operation_stands_on_one_of_these_tapes() -> None:
    used = {type(line.op) for tape in (*beside(), *(case.run().tape for case in cases())) for line in tape.lines}
    assert used == set(operations())


def test_the_work_of_a_cell_quotes_sub_results_as_cells_of_their_own() -> None:
    for line in case("random, pre-LN").run().tape.lines:
        quoted = set()
        for at in line.out.cells():
            work = line.out.work(at)
            assert work is not None
            assert not any(isinstance(node, Named) for node in expr.walk(work))
            quoted |= {ref.array.name for ref in expr.refs(work)}
        known = {var.name for var in (*line.inputs, *line.out.parts.values())}
        assert quoted <= known
        assert {part.name for part in line.out.parts.values()} - quoted <= {f"{line.out.name}.max"}
        assert set(line.out.parts) <= set(line.op.parts)


# Gradients


def numeric(case: Case, name: str, numbers: np.ndarray) -> np.ndarray:
    """The central differences of the independent loss by the array `name`."""
    gradient = np.zeros(numbers.shape)
    for at in np.ndindex(numbers.shape):
        nudge = np.zeros(numbers.shape)
        losses = []
        for sign in (1, -1):
            nudge[at] = sign * STEP
            losses.append(reference.forward(case.model, case.ids, case.temperature, case.target, {name: nudge})["loss"])
        gradient[at] = (losses[0] - losses[1]) / (2 * STEP)
    return gradient


# "gato, relu" has hidden numbers of exactly 0, where ReLU has no derivative; "random, relu" has none.
WITH_LOSS = [case for case in cases() if case.temperature and case.model.has_output and "gato, relu" not in case.name]


@pytest.mark.parametrize("case", WITH_LOSS, ids=lambda case: case.name)
def test_every_gradient_equals_the_central_differences(case: Case) -> None:
    tape = case.forward().tape
    forward = [name for name, var in tape.vars.items() if not var.part and name not in ("probabilities", "loss")]
    for name in forward:
        if name.endswith("mlp.hidden") and case.model.activation == "relu":
            assert np.abs(tape[name].data).min() > 100 * STEP  # no kink nearby
    tape.backward(tape["loss"])
    for name in forward:
        d = tape[f"d.{name}"].data
        expected = numeric(case, name, tape[name].data)
        assert np.all(np.abs(d - expected) <= 1e-6 * np.maximum(1, np.abs(expected))), name


@EVERY_CASE
def test_the_parts_of_a_gradient_are_named_by_their_users_and_add_up_to_it(case: Case) -> None:
    forward = case.forward().tape
    tape = case.run().tape
    uses: dict[str, list[str]] = {}
    for line in forward.lines:
        for var in line.inputs:
            if line.out.name != "loss" or var.name != "probabilities":
                uses.setdefault(var.name, []).append(line.out.name)
    for name, users in uses.items():
        parts = [part for part in via(tape, name) if part.count(".via.") == 1]
        if "loss" not in tape or len(users) == 1 or name in ("logits", "scaled"):
            assert not parts
            continue
        numbers = [f".{users[: i + 1].count(user)}" if users.count(user) > 1 else "" for i, user in enumerate(users)]
        assert parts == [f"d.{name}.via.{user}{number}" for user, number in zip(users, numbers, strict=True)]
        np.testing.assert_allclose(tape[f"d.{name}"].data, sum(tape[part].data for part in parts), atol=1e-15)


def via(tape: Tape, name: str) -> list[str]:
    """The parts of the gradient of `name`."""
    return [other for other, var in tape.vars.items() if other.startswith(f"d.{name}.via.") and not var.part]


def test_a_gradient_line_knows_the_line_it_leads_back_through() -> None:
    tape = case("gato, 2 heads").run().tape
    back = {line.out.name: line.back.out.name for line in tape.lines if line.back is not None}
    assert back["d.logits"] == "loss"
    assert back["d.norm"] == back["d.W_U"] == "logits"
    assert back["d.block1.norm1.via.block1.q"] == "block1.q"
    assert back["d.E"] == "embedded"
    assert "d.block1.norm1" not in back  # a sum of parts leads back through no single line
    assert all(line.back is None for line in tape.lines if not line.out.name.startswith("d."))


def test_an_array_used_twice_in_one_sum_has_two_parts_with_names_of_their_own() -> None:
    tape = case("random, x + x").run().tape
    assert via(tape, "x") == ["d.x.via.block1.sum1.1", "d.x.via.block1.sum1.2"]
    np.testing.assert_allclose(tape["d.x"].data, 2 * tape["d.block1.sum1"].data)
    assert via(tape, "block1.sum1") == [
        *("d.block1.sum1.via.block1.norm1", "d.block1.sum1.via.block1.norm2"),
        *("d.block1.sum1.via.block1.sum2.1", "d.block1.sum1.via.block1.sum2.2"),
    ]


def test_a_token_that_stands_twice_gets_both_gradients() -> None:
    tape = case("gato, relu, repeated tokens").run().tape  # o gato no gato no
    d, embedded = tape["d.E"].data, tape["d.embedded"].data
    np.testing.assert_array_equal(d[2], embedded[1] + embedded[3])
    np.testing.assert_array_equal(d[1], embedded[2] + embedded[4])
    assert not d[3:].any()


def test_an_array_that_the_loss_does_not_depend_on_has_no_gradient() -> None:
    tape = Tape()
    a, b, logits = [array(tape, name, [[1.0, 2.0], [0.5, -1.0]]) for name in ("a", "b", "logits")]
    tape.do(Product(), a, b, name="unused", symbol=Symbol("u"), axes=axes(2, 2))
    p = tape.do(Softmax(), logits, name="p", symbol=Symbol("p"), axes=axes(2, 2))
    tape.backward(tape.do(CrossEntropy(1, 0, 3), logits, p, name="loss", symbol=Symbol("L"), axes=()))
    assert [name for name in tape.vars if name.startswith("d.")] == ["d.logits"]


def test_a_product_of_an_array_with_itself_has_both_parts() -> None:
    tape = Tape()
    a = array(tape, "a", [[0.3, -0.2], [0.5, 0.7]])
    product = tape.do(Product(), a, a, name="square", symbol=Symbol("b"), axes=axes(2, 2))
    p = tape.do(Softmax(), product, name="p", symbol=Symbol("p"), axes=axes(2, 2))
    tape.backward(tape.do(CrossEntropy(1, 0, 3), product, p, name="loss", symbol=Symbol("L"), axes=()))

    def loss(m: np.ndarray) -> float:
        row = (m @ m)[1]
        return float(np.log(np.exp(row).sum()) - row[0])

    for at in np.ndindex(2, 2):
        nudge = np.zeros((2, 2))
        nudge[at] = STEP
        expected = (loss(a.data + nudge) - loss(a.data - nudge)) / (2 * STEP)
        assert tape["d.a"].data[at] == pytest.approx(expected, abs=1e-8)
    for line in tape.lines:
        assert not disagreements(line)


# The record


def test_a_name_is_used_once() -> None:
    tape = Tape()
    a = array(tape, "a", [[1.0]])
    with pytest.raises(ValueError, match="the name a is already on the tape"):
        array(tape, "a", [[2.0]])
    with pytest.raises(ValueError, match="the name a is already on the tape"):
        tape.do(Add(), a, name="a", symbol=Symbol("a"), axes=axes(1, 1))
    array(tape, "p.sum", [[1.0]])
    with pytest.raises(ValueError, match=r"the name p\.sum is already on the tape"):
        tape.do(Softmax(), a, name="p", symbol=Symbol("p"), axes=axes(1, 1))
    assert len(tape.lines) == 0
    assert list(tape.vars) == ["a", "p.sum"]


def test_a_line_reads_arrays_of_its_own_tape() -> None:
    tape, other = Tape(), Tape()
    a = array(tape, "a", [[1.0]])
    for foreign in (array(other, "a", [[2.0]]), array(other, "b", [[2.0]])):
        with pytest.raises(ValueError, match=f"the array {foreign.name} is not on this tape"):
            tape.do(Add(), a, foreign, name="c", symbol=Symbol("c"), axes=axes(1, 1))
    assert list(tape.vars) == ["a"]


@EVERY_CASE
def test_no_operation_writes_into_what_it_reads(case: Case) -> None:
    for line in case.run().tape.lines:
        inputs = [var.data.copy() for var in line.inputs]
        for numbers in inputs:
            numbers.setflags(write=False)
        result = line.op.forward(*inputs)
        np.testing.assert_array_equal(result[0] if isinstance(result, tuple) else result, line.out.data)


def test_a_tape_that_nobody_needs_is_gone_at_once() -> None:
    gc.collect()
    gc.disable()
    try:
        for _ in range(2):  # the second follows the plan of the first
            run = case("gato, 2 heads").run()
            tape, cell = weakref.ref(run.tape), Ref(run.tape["d.E"], (0, 0))
            del run
            assert tape() is not None  # a cell may still ask how it was calculated
            assert cell.work() is not None
            del cell
            assert tape() is None
    finally:
        gc.enable()


def test_an_array_is_the_same_however_it_is_reached() -> None:
    tape = case("gato, 2 heads").run().tape
    x, norm = tape["x"], tape["norm"]
    assert tape["x"] is x is tape["block1.norm1"].line.inputs[0]
    assert norm.parts["std"] is tape["norm.std"] is tape["d.block1.sum2"].line.inputs[2]
    assert norm.line.out is norm
    assert [line.out.name for line in tape.lines] == [
        name for name, var in tape.vars.items() if var.line and not var.part
    ]
    for name in ("nothing", "x.mean", "norm.max", "x."):
        assert name not in tape
        with pytest.raises(KeyError):
            tape[name]


def test_what_is_chosen_and_added_from_given_numbers_is_given() -> None:
    tape = case("gato, 2 heads").run().tape
    given = {name for name, var in tape.vars.items() if var.given}
    assert given - set(tape_weights(tape)) == {"embedded", "position", "x"}
    assert tape["x"].decimals(3) == tape["E"].decimals(3) == 1
    assert tape["block1.q"].decimals(3) == 3
    assert not case("random, no attention").forward().tape["position"].given  # sinusoidal: computed


def tape_weights(tape: Tape) -> list[str]:
    return [name for name, var in tape.vars.items() if var.line is None]


def test_a_cell_is_found_by_its_index_in_an_array_of_any_shape() -> None:
    data = np.arange(30.0).reshape(5, 6)
    var = Var("a", Symbol("a"), data, axes(5, 6))
    assert [var.number(at) for at in var.cells()] == list(range(30))
    assert Var("t", Symbol("t"), data.T, axes(6, 5)).number((5, 1)) == data[1, 5]  # a view
    assert Var("L", Symbol("L"), np.asarray(0.25), ()).number(()) == 0.25
    assert isinstance(Var("f", Symbol("f"), data.astype("float32"), axes(5, 6)).number((0, 1)), float)


def test_a_divisor_is_a_part_others_are_divided_by() -> None:
    tape = case("gato, 2 heads").run().tape
    divisors = {name for name, var in tape.vars.items() if var.divisor}
    assert {"norm.std", "block1.head1.weights.sum", "probabilities.sum"} <= divisors
    assert all(name.endswith((".std", ".sum")) for name in divisors)
    assert not tape["d.block1.head1.masked.sum"].divisor  # the sum of a·da


def test_the_same_run_written_twice_gives_the_same_tape() -> None:
    first, second = [Case("", random_model(50), (1, 5, 2), 0.7, 2).run().tape for _ in range(2)]
    assert list(first.vars) == list(second.vars)
    assert all(np.array_equal(first[name].data, second[name].data) for name in first.vars)


def test_gelu_of_a_single_cell_is_one_chain_of_keys() -> None:
    tape = Tape()
    h = array(tape, "h", [[0.7, -1.3]])
    for form in ("tanh", "erf"):
        out = tape.do(GELU(form), h, name=form, symbol=Symbol("g"), axes=axes(1, 2))
        assert not out.parts
        assert {ref.at for ref in expr.refs(out.work((0, 1)))} == {(0, 1)}
