"""Written arithmetic: one tree read as a value, as its operands, as a pattern."""

from __future__ import annotations

import math

import numpy as np
import pytest

from handcalc import expr
from handcalc.expr import Apply, Named, Num, Ref, Running, Symbol, Whole
from handcalc.ops import Product, Softmax
from handcalc.tape import Tape, Var
from models import array, axes, case


def cells(*numbers: float, kind: str = "word") -> list[Ref]:
    """The cells of one row of a given array."""
    var = Var("a", Symbol("a"), np.array([numbers]), axes(1, len(numbers), kinds=("token", kind)), given=True)
    return [Ref(var, (0, i)) for i in range(len(numbers))]


@pytest.mark.parametrize(
    ("op", "args", "result"),
    [
        ("add", (1.5, 2.0, -3.0), 0.5),
        ("add", (1e16, 1.0, -1e16), 1.0),  # summed exactly
        ("add", (1e308, 1e308, -1e308), math.inf),
        ("add", (-math.inf, 1.0), -math.inf),
        ("add", (math.inf, -math.inf), math.nan),
        ("sub", (5.0, 2.0), 3.0),
        ("sub", (5.0, 2.0, 1.5), 1.5),
        ("sub", (-math.inf, 3.0), -math.inf),
        ("mul", (2.0, -3.0, 0.5), -3.0),
        ("div", (1.0, 8.0), 0.125),
        ("neg", (2.5,), -2.5),
        ("abs", (-2.5,), 2.5),
        ("abs", (2.5,), 2.5),
        ("pow", (-2.0, 3), -8.0),
        ("pow", (10000, 0.5), 100.0),
        ("pow", (1e200, 2), math.inf),
        ("pow", (-1e200, 3), -math.inf),
        ("sqrt", (6.25,), 2.5),
        ("exp", (0.0,), 1.0),
        ("exp", (-math.inf,), 0.0),
        ("ln", (1.0,), 0.0),
        ("sin", (math.pi / 6,), 0.5),
        ("cos", (math.pi / 3,), 0.5),
        ("tanh", (math.log(3),), 0.8),
        ("erf", (0.0,), 0.0),
        ("max", (1.0, 3.0, 2.0), 3.0),
        ("max", (1.0,), 1.0),
        ("zero", (3.0, 0.0), 0.0),
        ("positive", (0.5,), 1.0),
        ("positive", (0.0,), 0.0),
        ("positive", (-0.5,), 0.0),
        ("argmax", (3.0, 1.0, 3.0), 1.0),
        ("argmax", (3.0, 3.0, 1.0, 3.0), 0.5),
        ("argmax", (1.0, 1.0, 3.0), 0.0),
    ],
)
def test_every_operation(op: str, args: tuple[float, ...], result: float) -> None:
    found = expr.value(Apply(op, tuple(map(Num, args))))
    assert found == pytest.approx(result, rel=1e-15, nan_ok=True)


def test_every_operation_was_tried() -> None:
    (marker,) = test_every_operation.pytestmark
    assert {op for op, _, _ in marker.args[1]} == set(expr.OPERATIONS)


def test_the_builders_keep_a_sum_of_one_or_none_short() -> None:
    a, b = cells(1.0, 2.0)
    assert expr.add() == Num(0)
    assert expr.add(a) is a
    assert expr.add(a, b) == Apply("add", (a, b))
    assert expr.power(a, 2) == Apply("pow", (a, Num(2)))


def test_a_cell_knows_its_number_and_its_name() -> None:
    tape = case("gato, 2 heads").forward().tape
    cell = Ref(tape["logits"], (4, 6))
    assert cell.value == tape["logits"].data[4, 6]
    assert cell.name == "logits[5, ␣telhado]"
    assert Ref(tape["block1.head1.weights"], (4, 2)).name == "block1.head1.weights[5, 3]"
    assert Ref(tape["norm.std"], (0,)).name == "norm.std[1]"
    assert Ref(tape["loss"], ()).name == "loss"


def test_a_whole_array_has_no_single_value() -> None:
    a, _ = cells(1.0, 2.0)
    for node in (Whole(a.array), Running(a.array, (0, "w"))):
        with pytest.raises(TypeError, match="no single value"):
            expr.value(Apply("neg", (node,)))


def test_the_size_of_work_is_its_largest_number() -> None:
    a, b = cells(300.0, -400.0)
    work = expr.div(expr.add(expr.power(a, 2), expr.power(b, 2)), Num(1e9))
    assert expr.size(work) == 1e9
    assert expr.size(expr.power(b, 2)) == 160000
    assert expr.size(expr.mul(Num(0.5), Num(0.5))) == 1
    assert expr.size(expr.add(Num(-math.inf), Num(7.0))) == 7


def test_walking_goes_through_sub_results_from_left_to_right() -> None:
    a, b = cells(1.0, 2.0)
    work = expr.div(expr.sub(a, expr.named("mean", (0,), expr.div(expr.add(a, b), Num(2)))), b)
    assert [type(node).__name__ for node in expr.walk(work)] == [
        *("Apply", "Apply", "Ref", "Named", "Apply", "Apply", "Ref", "Ref", "Num", "Ref")
    ]
    assert [ref.at for ref in expr.refs(work)] == [(0, 0), (0, 0), (0, 1), (0, 1)]
    assert expr.value(work) == (1 - 1.5) / 2


def test_a_sub_result_may_be_given_from_outside() -> None:
    a, b = cells(1.0, 2.0)
    work = expr.mul(b, expr.named("mean", (0,), a))
    assert expr.evaluate(work, lambda node: 10.0 * node.at[0] + 7) == 14


def test_binding_turns_sub_results_into_cells() -> None:
    a, b = cells(1.0, 2.0)
    mean = Var("mean", Symbol("μ"), np.array([9.0]), axes(1))
    bound = expr.bind(expr.sub(b, Named("mean", (0,), a)), {"mean": mean}.__getitem__)
    assert bound == Apply("sub", (b, Ref(mean, (0,))))
    assert expr.value(bound) == -7


def test_unfolding_goes_from_the_cell_to_what_it_was_computed_from() -> None:
    tape = Tape()
    a, b = array(tape, "a", [[1.0, 2.0]]), array(tape, "b", [[3.0], [4.0]])
    c = tape.do(Product(), a, b, name="c", symbol=Symbol("c"), axes=axes(1, 1))
    p = tape.do(Softmax(), c, name="p", symbol=Symbol("p"), axes=axes(1, 1))
    cell = Ref(p, (0, 0))
    assert [[ref.name for ref in level] for level in expr.unfold(cell, 0)] == [["p.exp[1, 0]", "p.sum[1]", "p[1, 0]"]]
    names = [[ref.name for ref in level] for level in expr.unfold(cell, 9)]
    assert names == [["p.exp[1, 0]", "p.sum[1]", "p[1, 0]"], ["c[1, 0]"]]
    assert list(expr.unfold(Ref(a, (0, 0)), 3)) == []  # given: nothing to unfold


def test_the_terms_of_a_long_sum_have_a_pattern() -> None:
    row = cells(1.0, 2.0, 3.0)
    assert expr.pattern(tuple(row)) == ("w", Running(row[0].array, (0, "w")))
    squares = tuple(expr.power(x, 2) for x in row)
    assert expr.pattern(squares) == ("w", Apply("pow", (Running(row[0].array, (0, "w")), Num(2))))
    products = tuple(expr.mul(x, row[1]) for x in row)
    assert expr.pattern(products) == (
        "w",
        Apply("mul", (Running(row[0].array, (0, "w")), Running(row[0].array, (0, 1)))),
    )


@pytest.mark.parametrize("kind", sorted(expr.LETTERS))
def test_every_kind_of_axis_has_a_letter_of_its_own(kind: str) -> None:
    found = expr.pattern(tuple(cells(1.0, 2.0, kind=kind)))
    assert found is not None
    assert found[0] == expr.LETTERS[kind]
    assert len(set(expr.LETTERS.values())) == len(expr.LETTERS)


def test_terms_that_do_not_run_over_a_whole_axis_have_no_pattern() -> None:
    a, b, c = cells(1.0, 2.0, 3.0)
    other = cells(4.0, 5.0, 6.0)[2]
    for terms in (
        (a, b),  # a part of the axis
        (a, c, b),  # out of order
        (a, b, other),  # another array
        (a, b, Num(3)),
        (expr.power(a, 2), expr.power(b, 3), expr.power(c, 2)),
        (expr.mul(a, b), expr.mul(b, b), expr.add(c, b)),
        (Num(1), Num(1), Num(1)),  # nothing runs
        (Named("exp", (0,), a), Named("exp", (1,), b), Named("exp", (2,), c)),
    ):
        assert expr.pattern(terms) is None
