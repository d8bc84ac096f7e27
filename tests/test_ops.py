"""The operations where they could go wrong: extreme scores, rows without variance, masked rows, ties, kinks."""

from __future__ import annotations

import math

import numpy as np
import pytest

from handcalc import expr
from handcalc.expr import Apply, Num, Ref, Symbol
from handcalc.ops import (
    GELU,
    Add,
    ArgMax,
    Columns,
    Concat,
    CrossEntropy,
    Cumulative,
    Difference,
    Distance,
    Divide,
    LayerNorm,
    LayerNormBackward,
    Lookup,
    Mask,
    Product,
    ReLU,
    Share,
    Shift,
    Sinusoid,
    Softmax,
    SoftmaxBackward,
    Unmasked,
    Update,
    VisibleMean,
)
from handcalc.tape import Op, Tape, Var
from models import array, axes
from reference import ACTIVATIONS, sinusoidal
from test_tape import disagreements

INF = math.inf


# The sub-results of a row that is masked whole, which these tests put first, stand in no cell's work.
UNWORKED = ("out.max[1] = -inf", "out.exp[1, 0] = 0.0", "out.exp[1, 1] = 0.0", "out.sum[1] = 0.0")


def do(op: Op, *arrays: object) -> Var:
    """The result of one line, whose written work has been checked cell by cell."""
    tape = Tape()
    inputs = [array(tape, f"in{i}", numbers) for i, numbers in enumerate(arrays)]
    numbers = op.forward(*[var.data for var in inputs])
    shape = (numbers[0] if isinstance(numbers, tuple) else numbers).shape
    out = tape.do(op, *inputs, name="out", symbol=Symbol("a"), axes=axes(*shape))
    assert not [cell for cell in disagreements(tape.lines[0]) if not cell.startswith(UNWORKED)]
    assert not any(np.isnan(var.data).any() for var in tape.vars.values())
    return out


def softmax(*rows: list[float]) -> Var:
    return do(Softmax(), list(rows))


# Softmax


def test_adding_ten_to_all_logits_changes_nothing() -> None:
    z = np.array([[0.3, -1.2, 2.0], [0.0, 0.5, -0.5]])
    np.testing.assert_allclose(do(Softmax(), z + 10).data, do(Softmax(), z).data, rtol=1e-14)
    np.testing.assert_allclose(do(Softmax(), z + 1e4).data, do(Softmax(), z).data, rtol=1e-10)


def test_weights_of_equal_scores_are_equal_and_all_weights_sum_to_one() -> None:
    assert softmax([0.7, 0.7, 0.7, 0.7]).data.tolist() == [[0.25] * 4]
    rows = softmax([3.0, -2.0, 0.1], [-700.0, 700.0, 0.0]).data
    np.testing.assert_allclose(rows.sum(axis=1), 1, rtol=1e-15)


@pytest.mark.parametrize(
    ("rows", "forms"),
    [
        ([[2.0, 1.0], [0.0, -3.0]], "plain"),
        ([[1000.0, 999.0]], "max"),
        ([[-9.0, -8.0]], "max"),
        ([[-2.99, -8.0]], "plain"),  # e^-2.99 = 0.0503
        ([[-3.0, -8.0]], "max"),  # e^-3 = 0.0498
        ([[13.8, -8.0]], "plain"),  # e^13.8 = 984,609
        ([[13.82, -8.0]], "max"),  # e^13.82 = 1,004,500
        ([[1.0, 2.0], [-9.0, -8.0]], "max"),  # one row decides for the line
        ([[1.0, -INF], [0.5, 2.0]], "plain"),
        ([[-INF, -INF], [0.5, 2.0]], "plain"),
        ([[-INF, -INF], [-9.0, 2.0]], "plain"),
        ([[-INF, -INF], [-9.0, -8.0]], "max"),
    ],
)
def test_the_exponentials_are_less_the_maximum_only_where_they_must_be(rows: list[list[float]], forms: str) -> None:
    a = softmax(*rows)
    assert list(a.parts) == (["exp", "sum"] if forms == "plain" else ["max", "exp", "sum"])
    suffix = "" if forms == "plain" else "-max"
    assert a.parts["exp"].symbol.form == f"exp{suffix}"
    assert a.parts["sum"].symbol.form == f"sum-exp{suffix}"
    s = np.array(rows)
    largest = np.where(np.isneginf(s.max(axis=1)), 0, s.max(axis=1)) if forms == "max" else np.zeros(len(s))
    np.testing.assert_allclose(a.parts["exp"].data, np.exp(s - largest[:, None]), rtol=1e-14)


def test_logits_of_a_thousand_and_scores_of_minus_nine() -> None:
    one = 1 / (1 + math.e)
    np.testing.assert_allclose(softmax([1000.0, 999.0]).data, [[1 - one, one]], rtol=1e-12)
    np.testing.assert_allclose(softmax([-9.0, -8.0]).data, [[one, 1 - one]], rtol=1e-12)
    assert softmax([-8e307, 8e307]).data.tolist() == [[0, 1]]


def test_a_row_that_is_masked_whole_gives_no_weight_and_no_gradient() -> None:
    for live in ([0.5, 2.0], [500.0, 2.0]):
        a = softmax([-INF, -INF], live)
        assert a.data[0].tolist() == [0, 0]
        assert a.work((0, 1)) == Num(0)
        assert a.parts["sum"].data[0] == 0
        d = do(SoftmaxBackward(), [[1.0, 2.0], [3.0, 4.0]], a.data)
        assert d.data[0].tolist() == [0, 0]
        assert d.data[1].any()


def test_a_single_score_has_weight_one() -> None:
    assert [softmax([s]).data.tolist() for s in (0.0, 5000.0, -5000.0)] == [[[1.0]]] * 3


def test_at_temperature_0_the_largest_takes_all_and_ties_share() -> None:
    assert do(ArgMax(), [[1.0, 3.0, 2.0], [5.0, 5.0, 5.0], [0.0, -1.0, 0.0]]).data.tolist() == [
        [0, 1, 0],
        [1 / 3, 1 / 3, 1 / 3],
        [0.5, 0, 0.5],
    ]


def test_a_small_temperature_comes_close_to_temperature_0() -> None:
    z = [[2.491, 1.463, 0.999]]
    p = do(Softmax(), do(Divide(0.05, False, "T"), z).data).data
    assert np.all(np.abs(p - do(ArgMax(), z).data) < 1e-8)


# LayerNorm


def test_layer_norm_gives_mean_0_and_variance_1() -> None:
    u = do(LayerNorm(0.0), [[1.0, 2.0, 4.0], [-5.0, 0.5, 0.25]])
    np.testing.assert_allclose(u.data.mean(axis=1), 0, atol=1e-15)
    np.testing.assert_allclose(u.data.std(axis=1), 1, rtol=1e-14)  # the population's: divisor 3
    assert u.parts["std"].data[0] == pytest.approx(math.sqrt(14 / 9))
    eps = do(LayerNorm(0.5), [[1.0, 2.0, 4.0]])
    assert eps.parts["std"].data[0] == pytest.approx(math.sqrt(14 / 9 + 0.5))


@pytest.mark.parametrize("constant", [0.0, 0.1, -0.3, 1e5 + 0.1, 1e-9])
@pytest.mark.parametrize("eps", [0.0, 1e-5])
def test_a_row_without_variance_gives_zeros(constant: float, eps: float) -> None:
    u = do(LayerNorm(eps), [[constant] * 3, [1.0, 2.0, 4.0]])
    np.testing.assert_allclose(u.data[0], 0, atol=1e-8 if eps else 0)
    assert u.parts["std"].data[0] == pytest.approx(math.sqrt(eps))
    assert u.parts["mean"].data[0] == pytest.approx(constant)
    assert u.data[1].any()
    work = u.parts["std"].work((0,))
    assert work is not None
    assert expr.value(work) == pytest.approx(math.sqrt(eps))
    d = do(LayerNormBackward(), [[0.5, -0.1, 0.3], [0.5, -0.1, 0.3]], u.data, u.parts["std"].data)
    assert eps or d.data[0].tolist() == [0, 0, 0]
    assert np.isfinite(d.data).all()


def test_a_row_that_varies_in_its_last_digits_is_not_flat() -> None:
    u = do(LayerNorm(0.0), [[1.0, 1.0 + 1e-9, 1.0 - 1e-9]])
    np.testing.assert_allclose(u.data, [[0, math.sqrt(1.5), -math.sqrt(1.5)]], atol=1e-6)


# Activations


@pytest.mark.parametrize("form", ["tanh", "erf"])
def test_gelu(form: str) -> None:
    h = [[-40.0, -3.0, -1e-9, 0.0, 1e-9, 0.5, 3.0, 40.0]]
    g = do(GELU(form), h)
    np.testing.assert_allclose(g.data, ACTIVATIONS[f"gelu-{form}"](np.array(h)), rtol=1e-12, atol=1e-14)
    assert g.data[0, 3] == 0
    assert g.data[0, -1] == 40
    assert abs(g.data[0, 0]) <= 1e-14


def test_the_two_forms_of_gelu_differ() -> None:
    tanh, erf = [float(do(GELU(form), [[2.0]]).data[0, 0]) for form in ("tanh", "erf")]
    assert erf == pytest.approx(2 * 0.9772498680518208, rel=1e-15)  # Φ(2), from tables
    assert tanh == pytest.approx(1.954597694, abs=1e-9)


def test_relu_and_its_gradient_at_the_kink() -> None:
    tape = Tape()
    h = array(tape, "h", [[-1.0, 0.0, 2.0]])
    out = tape.do(ReLU(), h, name="out", symbol=Symbol("g"), axes=axes(1, 3))
    assert out.data.tolist() == [[0, 0, 2]]
    ((op, d, source),) = ReLU().backward(array(tape, "d", [[0.5, 0.5, 0.5]]), out, h)
    assert tape.do(op, d, source, name="d.h", symbol=Symbol("h"), axes=axes(1, 3)).data.tolist() == [[0, 0, 0.5]]


# Loss


def loss(scores: list[list[float]], row: int, target: int, digits: int = 3) -> tuple[Var, Var]:
    tape = Tape()
    s = array(tape, "s", scores)
    p = tape.do(Softmax(), s, name="p", symbol=Symbol("p"), axes=s.axes)
    out = tape.do(CrossEntropy(row, target, digits), s, p, name="loss", symbol=Symbol("L"), axes=())
    assert not disagreements(tape.lines[1])
    tape.backward(out)
    assert not any(disagreements(line) for line in tape.lines)
    return out, tape["d.s"]


def test_the_loss_of_equal_scores_is_the_logarithm_of_their_number() -> None:
    out, d = loss([[9.0, 9.0], [1.5] * 2], 1, 0)
    assert float(out.data) == pytest.approx(math.log(2))
    assert d.data.tolist() == [[0, 0], [-0.5, 0.5]]


def test_the_loss_of_a_hopeless_target_is_finite_and_worked_from_the_scores() -> None:
    out, d = loss([[1000.0, 0.0, -5.0]], 0, 2)
    assert float(out.data) == 1005
    assert d.data.tolist() == [[1, 0, -1]]
    assert {ref.array.name for ref in expr.refs(out.work(()))} == {"s"}


@pytest.mark.parametrize(("digits", "quoted"), [(3, "s"), (4, "p"), (5, "p")])
def test_the_loss_is_worked_from_the_probability_where_that_prints(digits: int, quoted: str) -> None:
    out, _ = loss([[0.0, -8.0]], 0, 1, digits)  # p = 0.000335
    assert {ref.array.name for ref in expr.refs(out.work(()))} == {quoted}


def test_the_loss_of_a_sure_target_is_not_negative() -> None:
    out, _ = loss([[1000.0, 0.0]], 0, 0)
    assert float(out.data) == 0


# Moving numbers about


def test_the_mask_hides_what_comes_later() -> None:
    numbers = np.arange(9.0).reshape(3, 3)
    assert do(Mask(), numbers).data.tolist() == [[0, -INF, -INF], [3, 4, -INF], [6, 7, 8]]


def test_lookup_columns_and_concat() -> None:
    table = np.arange(12.0).reshape(3, 4)
    assert do(Lookup((2, 0, 2)), table).data.tolist() == [[8, 9, 10, 11], [0, 1, 2, 3], [8, 9, 10, 11]]
    assert do(Columns(1, 3), table).data.tolist() == [[1, 2], [5, 6], [9, 10]]
    assert do(Concat(), table[:, :1], table[:, 2:]).data.tolist() == [[0, 2, 3], [4, 6, 7], [8, 10, 11]]


def test_the_mean_of_what_a_token_sees() -> None:
    rows = [[1.0, 5.0], [2.0, 7.0], [6.0, 0.0]]
    assert do(VisibleMean(True), rows).data.tolist() == [[1, 5], [1.5, 6], [3, 4]]
    assert do(VisibleMean(False), rows).data.tolist() == [[3, 4]] * 3


def test_a_difference_and_a_shift() -> None:
    assert do(Difference(), [[1.0, 5.0]], [[0.5, 7.0]]).data.tolist() == [[0.5, 2]]
    assert do(Shift(10.0), [[-1.0, 5.5]]).data.tolist() == [[9, 15.5]]


def test_a_sum_has_the_precision_of_its_most_precise_term() -> None:
    narrow, wide = np.ones((1, 2), "float32"), np.full((1, 2), 1e-12)
    assert Add().forward(narrow, narrow, wide).tolist() == [[2 + 1e-12] * 2]
    assert Add().forward(narrow, narrow, narrow).dtype == np.float32


def test_a_chosen_array_keeps_its_own_numbers() -> None:
    table = np.arange(12.0).reshape(3, 4)
    rows = do(Lookup((1,)), table)
    table[1] = 0
    assert rows.data.tolist() == [[4, 5, 6, 7]]


@pytest.mark.parametrize("d", [1, 2, 5, 6])
def test_the_position_code(d: int) -> None:
    np.testing.assert_allclose(do(Sinusoid(9, d)).data, sinusoidal(9, d), atol=1e-15)


@pytest.mark.parametrize("d", [5, 6])
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_the_position_code_of_late_positions(d: int, dtype: str) -> None:
    code = Sinusoid(300, d, dtype).forward()
    assert code.dtype == dtype and code.shape == (300, d)
    np.testing.assert_allclose(code, sinusoidal(300, d), atol=1e-13 if dtype == "float64" else 1e-6)


def test_the_position_code_of_a_row_has_the_length_of_half_its_channels() -> None:
    code = do(Sinusoid(41, 64)).data
    products = code @ code.T
    np.testing.assert_allclose(np.diag(products), 32)
    np.testing.assert_allclose(products[3, 8], products[30, 35])  # by distance alone


def test_a_step_goes_against_the_gradient() -> None:
    assert do(Update(0.1), [[0.5, -1.0]], [[2.0, -3.0]]).data.tolist() == [[0.3, -0.7]]
    tape = Tape()
    w, d = array(tape, "w", [[0.5]]), array(tape, "d", [[2.0]])
    work = Update(0.1).work((0, 0), w, d)
    assert work == Apply("sub", (Ref(w, (0, 0)), Apply("mul", (Num(0.1, "η"), Ref(d, (0, 0))))))


# The next token


def test_what_is_kept_sums_to_one_again() -> None:
    p = [[0.7, 0.1, 0.1, 0.1], [0.2, 0.5, 0.05, 0.25]]
    q = do(Share(1, (1, 3)), p)
    np.testing.assert_allclose(q.data, [[0, 2 / 3, 0, 1 / 3]], rtol=1e-15)
    assert q.parts["sum"].data.tolist() == [0.75]
    assert q.work((0, 2)) == Num(0)
    assert do(Share(0, (2,)), p).data.tolist() == [[0, 0, 1, 0]]


def test_probabilities_that_are_all_zero_have_no_shares() -> None:
    q = do(Share(0, (2, 0)), [[0.0, 0.0, 0.0]])
    assert q.data.tolist() == [[0, 0, 0]]
    assert q.parts["sum"].data.tolist() == [0]


def test_running_sums_follow_the_order() -> None:
    c = do(Cumulative(0, (2, 0, 3)), [[0.25, 0.125, 0.5, 0.125]])
    assert c.data.tolist() == [[0.75, 0, 0.5, 0.875]]


# What an operation is


def test_operations_are_values() -> None:
    assert Product() == Product(False, right=False) != Product(right=True)
    assert Product(left=True) == Product(True)
    assert Divide(2, True, "d_k") == Divide(letter="d_k", root=True, by=2)
    assert len({Product(), Product(False), Divide(2, True, "T"), Divide(letter="T", by=2, root=True)}) == 2
    assert Mask() != Unmasked()
    assert repr(Product(right=True)) == "Product(False, True)"
    with pytest.raises(AttributeError, match="frozen"):
        Product().left = True  # type: ignore[misc]


@pytest.mark.parametrize(
    ("given", "named"),
    [((1,), {}), ((), {}), ((1, 2, 3), {}), ((1, 2), {"start": 1}), ((1,), {"end": 2}), ((1, 2), {"x": 1})],
)
def test_an_operation_takes_its_settings_and_no_others(given: tuple[int, ...], named: dict[str, int]) -> None:
    with pytest.raises(TypeError, match="Columns takes"):
        Columns(*given, **named)


# Written work


def test_the_named_sub_results_are_these_and_no_others() -> None:
    parts = {op: sorted(op.parts) for op in (LayerNorm, Softmax, LayerNormBackward, SoftmaxBackward, Share)}
    assert parts == {
        LayerNorm: ["mean", "normalized", "std"],  # the last where a gain or a bias follows
        Softmax: ["exp", "max", "sum"],
        LayerNormBackward: ["mean", "product"],
        SoftmaxBackward: ["sum"],
        Share: ["sum"],
    }


def test_the_deviation_is_worked_from_the_mean_as_a_sub_result() -> None:
    u = do(LayerNorm(1e-5), [[1.0, 2.0, 4.0]])
    assert u.work((0, 1)) == Apply(
        "div", (Apply("sub", (Ref(u.line.inputs[0], (0, 1)), Ref(u.parts["mean"], (0,)))), Ref(u.parts["std"], (0,)))
    )
    quoted = [ref.array.name for ref in expr.refs(u.parts["std"].work((0,)))]
    assert quoted == ["in0", "out.mean"] * 3


# Distances


def test_a_distance_is_the_length_of_the_difference_of_two_rows() -> None:
    out = do(Distance(((1, 0), (0, 2))), [[0.0, 0.0], [3.0, 1.0]], [[0.0, 5.0], [9.0, 9.0], [0.0, -2.0]])
    assert out.data.tolist() == [5.0, 2.0]
