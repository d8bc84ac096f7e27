"""The one rounding rule: half away from zero, as at school. Standard library only.

A float is first cut to 12 significant digits, so that a tie which binary arithmetic missed by an ulp
(0.9984999999999999 for 0.9985) is rounded as the tie it is. Where the page shows 12 digits or more,
there is nothing left to cut and the float's own shortest decimal is rounded.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal

SIGNIFICANT = 12
NOISE = 11  # decimals; binary arithmetic is exact to more than that with the numbers of a page
LARGE = Decimal(10_000_000)  # from here on numbers print in scientific form


def _cut(x: float, digits: int) -> Decimal:
    """`x` to 12 significant digits, or to all its own where `digits` decimals would show 12 or more."""
    number = Decimal(f"{x:.{SIGNIFICANT - 1}e}")
    return number if number.adjusted() + digits < SIGNIFICANT - 1 else Decimal(repr(x))


def rounded(x: float, digits: int) -> Decimal:
    """`x` to `digits` decimals; a zero never carries a minus sign. `x` is finite and below 1e13 in size."""
    number = _cut(x, digits).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    return number if number else abs(number)


def shown(x: float, digits: int) -> str:
    """`x` as ASCII text with `digits` decimals: "-0.063"; from 10^7 on "1.250e+7"; "inf", "-inf" as they are."""
    scaled = abs(x) * 10**digits
    if scaled < 1e5 and not 0.499999 < scaled % 1 < 0.500001:
        # Far from a tie, where the cut to 12 digits decides nothing, the float's own decimals are right.
        text = f"{x:.{digits}f}"
        return text[1:] if scaled < 0.5 and text[0] == "-" else text
    if not math.isfinite(x):
        return str(x)
    if -1e12 < x < 1e12:
        number = rounded(x, digits)
        if -LARGE < number < LARGE:
            return f"{number:f}"
    return scientific(x, digits)


def scientific(x: float, digits: int) -> str:
    """`x` as ASCII text in scientific form with `digits` decimals in the mantissa: "1.000e-5". Zero is "0"."""
    if x == 0 or not math.isfinite(x):
        return "0" if x == 0 else str(x)
    number = Decimal(repr(x))
    if digits + 1 < SIGNIFICANT:
        number = Decimal(f"{x:.{SIGNIFICANT - 1}e}")
    exponent = number.adjusted()
    mantissa = number.scaleb(-exponent).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    if abs(mantissa) >= 10:
        exponent += 1
        mantissa = (mantissa / 10).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    return f"{mantissa:f}e{exponent:+d}"


def pencilled(x: float, digits: int, divisor: bool = False) -> float:
    """The float nearest to what `shown` prints. A divisor that would print as 0 keeps three significant digits.

    Where terms that have few decimals cancel, the noise of binary arithmetic is large beside the little that is left,
    and a cut to 12 significant digits would keep it: so it is cut off by its place first.
    """
    number = float(shown(round(x, NOISE) if digits < NOISE - 1 else x, digits))
    if divisor and number == 0 and x != 0:
        return float(scientific(x, 2))
    return number


def exact(x: float) -> str:
    """A constant of a rule with all its digits and no more: "4", "0.1", "0.00001", "1e-12"."""
    number = Decimal(repr(float(x) or 0.0)).normalize()
    if -7 <= number.adjusted() < 7:
        return f"{number:f}"
    mantissa, exponent = f"{number:e}".split("e")
    return f"{mantissa}e{int(exponent):+d}"


def decimals(numbers: Iterable[float], most: int) -> int:
    """The fewest decimals, at least one and at most `most`, that show all of `numbers` exactly."""
    need = min(1, most)
    for x in numbers:
        if not math.isfinite(x):
            continue
        if need == most or abs(x) >= float(LARGE):  # in scientific form the decimals are those of the mantissa
            return most
        if x != round(x, need):  # a float that its short decimal makes again needs no more
            exponent = _cut(x, most).normalize().as_tuple().exponent
            need = max(need, min(most, -int(exponent)))
    return need
