"""The pencil: every printed digit follows from the printed digits before it, by decimal arithmetic of our own."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest

from by_decimal import evaluate, on_paper
from handcalc import expr
from handcalc.expr import Named, Num, Ref, Symbol
from handcalc.ops import Divide, LayerNorm, Product, Softmax
from handcalc.tape import Line, Tape
from models import PARALLEL, POST, SENTENCE, Case, array, axes, case, random_model

CASES = (
    case("gato, 2 heads"),
    case("gato, no mask"),
    case("gato, 4 heads, T 0.5"),
    case("gato, relu, repeated tokens"),
    case("gato, T 0"),
    case("random, two blocks, post-LN, no mask, T 0.5"),
    case("random, no attention"),  # erf, sinusoidal
    case("random, large scores"),
    case("random, x + x"),
    Case("random, small", random_model(60, 0.02, block=PARALLEL, positions="sinusoidal"), SENTENCE, 1.0, 5),
    Case("random, huge", random_model(61, 3e4, block=POST, causal=False), SENTENCE, 0.05, 5),
    Case("random, eps 0", random_model(62, block=("norm(x) + mlp(x)",), norm_eps=0.0), SENTENCE, 3.0, 5),
)


def number(ref: Ref) -> Decimal:
    return Decimal(repr(ref.value))


def false_cells(line: Line, digits: int) -> list[str]:
    """The cells of a line that do not follow from what is written before them."""
    out, wrong = line.out, []

    def written(node: Named) -> Decimal:
        return Decimal(repr(out.parts[node.part].number(node.at)))

    seen: dict[tuple[str, expr.At], Decimal] = {}
    for at in out.cells():
        work = line.op.work(at, *line.inputs)
        if Decimal(repr(out.number(at))) != on_paper(evaluate(work, number, written), digits):
            wrong.append(f"{Ref(out, at).name} = {out.number(at)}, not {evaluate(work, number, written)}")
        for node in expr.walk(work):
            if isinstance(node, Named) and (node.part, node.at) not in seen:
                exact = evaluate(node.of, number, written)
                seen[node.part, node.at] = on_paper(exact, digits, node.part in line.op.divisors)
    for part in out.parts.values():
        for at in part.cells():
            if Decimal(repr(part.number(at))) != seen.get((part.part, at)):
                wrong.append(f"{Ref(part, at).name} = {part.number(at)}, not {seen.get((part.part, at))}")
    return wrong


@pytest.mark.parametrize("digits", [0, 2, 3, 5])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_cell_follows_from_what_is_written_before_it(case: Case, digits: int) -> None:
    tape = case.run(pencil=digits, digits=digits).tape
    for line in tape.lines:
        assert not false_cells(line, digits), type(line.op).__name__


@pytest.mark.parametrize("digits", [0, 2, 3, 5])
def test_weights_are_rounded_to_the_digits_shown(digits: int) -> None:
    model = random_model(63)
    tape = Case("", model, SENTENCE, 1.0, 3).run(pencil=digits, digits=digits).tape
    for name, weights in model.weights.items():
        expected = [on_paper(Decimal(repr(x)), digits) for x in weights.ravel().tolist()]
        assert [Decimal(repr(x)) for x in tape[name].data.ravel().tolist()] == expected


def test_the_rules_constants_stay_exact() -> None:
    tape = Tape(pencil=1)
    a = array(tape, "a", [[1.0, 3.0]])
    third = tape.do(Divide(3, True, "d_k"), a, name="scores", symbol=Symbol("s"), axes=axes(1, 2))
    assert third.data.tolist() == [[0.6, 1.7]]  # 1 / 1.732..., 3 / 1.732...; by 1.7 the second would be 1.8
    u = tape.do(LayerNorm(1e-5), a, name="u", symbol=Symbol("u"), axes=axes(1, 2))
    constants = {node.value for node in expr.walk(u.parts["std"].work((0,))) if isinstance(node, Num)}
    assert 1e-5 in constants


def test_without_a_pencil_some_last_digits_differ() -> None:
    by_hand, exact = [case("gato, 2 heads").run(pencil=pencil).tape for pencil in (3, None)]
    assert list(by_hand.vars) == list(exact.vars)
    differences = np.concatenate(
        [np.ravel(np.abs(by_hand[n].data - exact[n].data)) for n in exact.vars if not n.endswith(".masked")]
    )
    assert 0.0005 < differences.max() < 0.05


def test_a_divisor_that_would_show_as_zero_is_used_with_three_significant_digits() -> None:
    tape = Tape(pencil=3)
    x = array(tape, "x", [[1.0, 1.001, 0.999], [5.0, 5.0, 5.0]])
    u = tape.do(LayerNorm(1e-8), x, name="u", symbol=Symbol("u"), axes=axes(2, 3))
    # sqrt((0 + 1e-6 + 1e-6) / 3 + 1e-8) = 0.000822...; the second row's is sqrt(1e-8) = 0.0001
    assert u.parts["std"].data.tolist() == [0.001, 0.0001]
    tape = Tape(pencil=2)
    x = array(tape, "x", [[1.0, 1.01, 1.0], [0.0, 0.0, 0.0]])
    u = tape.do(LayerNorm(1e-5), x, name="u", symbol=Symbol("u"), axes=axes(2, 3))
    # sqrt((2·0 + 0.01²) / 3 + 1e-5) = 0.00658... shows as 0.01; sqrt(1e-5) = 0.003162... would show as 0.00
    assert u.parts["std"].data.tolist() == [0.01, 0.00316]
    assert not any(false_cells(line, 2) for line in tape.lines)


def test_numbers_of_ten_million_keep_the_mantissa_that_is_shown() -> None:
    tape = Tape(pencil=3)
    a, b = array(tape, "a", [[12345.678, -9999.9999]]), array(tape, "b", [[3210.9876], [1000.0]])
    product = tape.do(Product(), a, b, name="c", symbol=Symbol("c"), axes=axes(1, 1))
    # 12345.678·3210.988 - 10000·1000 = 29641823.9...
    assert product.data.tolist() == [[2.964e7]]
    assert not false_cells(tape.lines[0], 3)


@pytest.mark.parametrize("digits", [0, 2, 3, 5])
@pytest.mark.parametrize(
    "scores", [[-4.0, -5.0, -np.inf], [-2.9, -9.0, 0.0], [900.0, 899.0, 0.0], [-900.0, -899.0, -1e4]]
)
def test_a_softmax_by_pencil_has_a_sum_to_divide_by(scores: list[float], digits: int) -> None:
    tape = Tape(pencil=digits)
    s = array(tape, "s", [scores, [0.1, 0.2, 0.3]])
    a = tape.do(Softmax(digits), s, name="a", symbol=Symbol("a"), axes=axes(2, 3))
    assert (a.parts["sum"].data >= 1).all() or "max" not in a.parts
    assert abs(a.data.sum(axis=1) - 1).max() <= 1.5 * 10.0**-digits
    assert not false_cells(tape.lines[0], digits)


@pytest.mark.parametrize(
    ("digits", "largest", "plain"), [(3, -2.9, True), (1, -2.9, True), (0, 0.4, True), (0, -1.0, False)]
)
def test_exponentials_that_would_all_print_as_zero_are_shown_less_the_maximum(
    digits: int, largest: float, plain: bool
) -> None:
    tape = Tape(pencil=digits)
    s = array(tape, "s", [[largest, -9.0]])
    a = tape.do(Softmax(digits), s, name="a", symbol=Symbol("a"), axes=axes(1, 2))
    assert ("max" not in a.parts) == plain
    assert a.data.tolist() == [[1, 0]]
