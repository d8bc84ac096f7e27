"""The rounding rule, against decimal arithmetic written here."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from decimal import ROUND_DOWN, Decimal

import pytest

from by_decimal import WIDE, on_paper, school
from handcalc import rounding


@pytest.mark.parametrize(
    ("x", "digits", "printed"),
    [
        (0.0625, 3, "0.063"),
        (-0.0625, 3, "-0.063"),
        (0.9984999999999999, 3, "0.999"),  # the tie 0.9985, missed by an ulp
        (1.0005, 3, "1.001"),
        (2.5, 0, "3"),
        (-2.5, 0, "-3"),
        (-0.0004, 3, "0.000"),
        (-0.0, 3, "0.000"),
        (-0.4, 0, "0"),
        (-0.0005, 3, "-0.001"),
        (0.928, 3, "0.928"),
        (9999999.9994, 3, "9999999.999"),
        (9999999.9996, 3, "1.000e+7"),
        (-9999999.9996, 3, "-1.000e+7"),
        (9999999.5, 0, "1e+7"),
        (1e7, 3, "1.000e+7"),
        (12345678.9, 3, "1.235e+7"),
        (999999999999.9, 2, "1.00e+12"),
        (1e12, 3, "1.000e+12"),
        (1e300, 1, "1.0e+300"),
        (math.inf, 3, "inf"),
        (-math.inf, 0, "-inf"),
        (0.1, 15, "0.100000000000000"),
        (1e-300, 3, "0.000"),
        (5e-324, 15, "0.000000000000000"),
    ],
)
def test_shown(x: float, digits: int, printed: str) -> None:
    assert rounding.shown(x, digits) == printed


def numbers(count: int) -> Iterator[float]:
    """Numbers of every size below 10^7, ties and near ties among them."""
    rng = random.Random(7)
    for _ in range(count):
        x = rng.choice([-1, 1]) * rng.random() * 10 ** rng.randint(-8, 6)
        yield x
        tie = rng.randrange(-9999, 10000) + 0.5  # a tie at some digit, and its neighbours
        x = tie / 10 ** rng.randint(0, 6)
        yield x
        yield math.nextafter(x, 10)
        yield math.nextafter(x, -10)


@pytest.mark.parametrize("digits", range(16))
def test_rounding_equals_the_schools(digits: int) -> None:
    for x in numbers(300):
        assert rounding.rounded(x, digits) == school(x, digits), x
        assert Decimal(rounding.shown(x, digits)) == on_paper(Decimal(repr(x)), digits)


def test_no_zero_carries_a_minus_sign_and_every_digit_is_printed() -> None:
    for digits in range(16):
        for x in (*numbers(50), -(10.0 ** -(digits + 1)), -0.0):
            text = rounding.shown(x, digits)
            assert not (text.startswith("-") and set(text) <= set("-0."))
            assert len(text.partition(".")[2]) == digits


def test_at_fifteen_digits_no_digit_is_false() -> None:
    for x in numbers(300):
        exact = Decimal(repr(x))
        error = abs(Decimal(rounding.shown(x, 15)) - exact)
        if abs(x) >= 1e-4:  # twelve digits to show, or more
            assert error <= Decimal("0.5e-15")
            assert error == 0 or exact.as_tuple().exponent < -15
        else:  # the cut to 12 digits may make a tie of what was just below one
            assert error <= Decimal("0.55e-15")


@pytest.mark.parametrize(
    ("x", "digits", "printed"),
    [
        (1e-5, 3, "1.000e-5"),
        (0.00099996, 3, "1.000e-3"),
        (0.00012345, 2, "1.23e-4"),
        (-0.00012355, 3, "-1.236e-4"),
        (9.9996, 3, "1.000e+1"),
        (1.0, 0, "1e+0"),
        (0.0, 3, "0"),
        (-0.0, 3, "0"),
        (math.inf, 2, "inf"),
        (1.2345678901234567, 15, "1.234567890123457e+0"),
        (5e-324, 1, "4.9e-324"),
    ],
)
def test_scientific(x: float, digits: int, printed: str) -> None:
    assert rounding.scientific(x, digits) == printed


def test_scientific_form_has_one_digit_before_the_point_and_reads_back() -> None:
    for x in numbers(300):
        if x:
            text = rounding.scientific(x, 4)
            mantissa = abs(Decimal(text.partition("e")[0]))
            assert 1 <= mantissa < 10
            assert abs(Decimal(text) - Decimal(repr(x))) <= abs(Decimal(repr(x))) * Decimal("0.00005001")


def test_the_pencil_keeps_what_is_shown() -> None:
    assert rounding.pencilled(0.0625, 3) == 0.063
    assert rounding.pencilled(12345678.9, 3) == 12350000.0
    assert rounding.pencilled(-math.inf, 3) == -math.inf
    assert math.copysign(1, rounding.pencilled(-0.0001, 3)) == 1
    # On paper these are ties: what is left of terms that cancel carries the noise of the large ones.
    assert rounding.pencilled(math.fsum([1.34585, -0.09459, 0.55627, -1.80755]) / 4, 5) == -0.00001
    assert rounding.pencilled(8.03 - 8.0295, 3) == 0.001
    for x in numbers(100):
        assert Decimal(repr(rounding.pencilled(x, 5))) == Decimal(rounding.shown(x, 5))


def test_a_divisor_that_would_show_as_zero_keeps_three_significant_digits() -> None:
    assert rounding.pencilled(0.00012345, 3, divisor=True) == 0.000123
    assert rounding.pencilled(0.0012345, 3, divisor=True) == 0.001
    assert rounding.pencilled(0.0, 3, divisor=True) == 0
    assert rounding.pencilled(0.31622, 0, divisor=True) == 0.316


@pytest.mark.parametrize(
    ("x", "printed"),
    [
        (4, "4"),
        (0.1, "0.1"),
        (0.044715, "0.044715"),
        (1e-5, "0.00001"),
        (1e-12, "1e-12"),
        (10000, "10000"),
        (1e6, "1000000"),
        (1e7, "1e+7"),
        (1.5e20, "1.5e+20"),
        (0, "0"),
        (-0.0, "0"),
        (-0.5, "-0.5"),
        (100.0, "100"),
    ],
)
def test_exact(x: float, printed: str) -> None:
    assert rounding.exact(x) == printed


def test_an_exact_constant_reads_back_as_itself() -> None:
    for x in numbers(300):
        assert float(rounding.exact(x)) == x


@pytest.mark.parametrize(
    ("given", "most", "fewest"),
    [
        ([0.5, 1.0], 3, 1),
        ([0.0], 3, 1),
        ([1.0, 200.0], 3, 1),
        ([0.25, -0.5], 3, 2),
        ([0.1 + 0.2], 3, 1),  # 0.30000000000000004
        ([0.0625], 3, 3),
        ([1 / 3], 5, 5),
        ([0.5], 0, 0),
        ([1e20], 3, 3),
        ([-math.inf, 0.25], 3, 2),
        ([], 3, 1),
        ([0.123456], 15, 6),
        ([0.1234567890123], 15, 13),
        ([1234.567890123], 15, 9),
    ],
)
def test_a_given_array_prints_with_the_fewest_decimals_that_show_it(given: list[float], most: int, fewest: int) -> None:
    assert rounding.decimals(given, most) == fewest


def test_the_fewest_decimals_lose_nothing_and_one_less_loses_something() -> None:
    rng = random.Random(8)
    for _ in range(200):
        places = rng.randint(1, 9)
        given = [rng.randint(-999, 999) / 10**places for _ in range(5)]
        need = rounding.decimals(given, 12)
        assert all(Decimal(rounding.shown(x, need)) == Decimal(repr(x)) for x in given)
        if need > 1:
            assert any(Decimal(rounding.shown(x, need - 1)) != Decimal(repr(x)) for x in given)


def test_the_reference_rounds_as_decimals_own_half_up() -> None:
    # by_decimal.school is itself checked, on numbers of few digits where no cut comes into play.
    for n in range(-3000, 3000):
        x = Decimal(n).scaleb(-4)
        down = abs(x).quantize(Decimal("0.001"), ROUND_DOWN, WIDE)
        up = down + Decimal("0.001") if abs(n) % 10 >= 5 else down
        assert school(x, 3) == (-up if n < 0 else up)
