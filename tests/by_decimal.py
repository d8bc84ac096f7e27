"""Independent decimal arithmetic, 50 digits: school rounding, and the value of written work.

Shares nothing with the engine's own rounding or evaluation but the trees it reads.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import MAX_EMAX, MIN_EMIN, ROUND_DOWN, ROUND_HALF_EVEN, Context, Decimal, localcontext

from handcalc.expr import Apply, Expr, Named, Num, Ref

FIFTY = Context(prec=50, Emax=MAX_EMAX, Emin=MIN_EMIN)
WIDE = Context(prec=1000, Emax=MAX_EMAX, Emin=MIN_EMIN)


def school(x: Decimal | float, digits: int) -> Decimal:
    """Half away from zero at `digits` decimals, after a cut to 12 significant digits where the page shows fewer."""
    if not isinstance(x, Decimal):
        x = Decimal(repr(float(x)))
    if not x:
        return Decimal(0).scaleb(-digits)
    with localcontext(WIDE):
        significant = x.adjusted() + 1 + digits  # how many the page shows
        if significant < 12:
            x = x.quantize(Decimal(1).scaleb(x.adjusted() - 11), ROUND_HALF_EVEN)
        # Written without decimal's own half-up: move the digits to the left of the point, add a half, cut.
        moved = (abs(x).scaleb(digits) + Decimal("0.5")).quantize(Decimal(1), ROUND_DOWN)
        result = moved.scaleb(-digits)
        return -result if x < 0 and moved else result


def on_paper(x: Decimal, digits: int, divisor: bool = False) -> Decimal:
    """What a person writes down for `x`: with `digits` decimals, in scientific form from 10^7 on."""
    if not x.is_finite():
        return x
    number = school(x, digits) if abs(x) < 10**12 else x
    if abs(number) >= 10**7:
        return scientific(x, digits)
    return scientific(x, 2) if divisor and not number and x else number


def scientific(x: Decimal, digits: int) -> Decimal:
    exponent = x.adjusted()
    return school(x.scaleb(-exponent, FIFTY), digits).scaleb(exponent)


def evaluate(expr: Expr, number: Callable[[Ref], Decimal], sub_result: Callable[[Named], Decimal]) -> Decimal:
    """The value of `expr` to 50 digits, from the numbers of the cells it quotes."""
    with localcontext(FIFTY):
        return +_evaluate(expr, number, sub_result)


def _evaluate(expr: Expr, number: Callable[[Ref], Decimal], sub_result: Callable[[Named], Decimal]) -> Decimal:
    if isinstance(expr, Num):
        return Decimal(repr(float(expr.value)))
    if isinstance(expr, Ref):
        return number(expr)
    if isinstance(expr, Named):
        return sub_result(expr)
    assert isinstance(expr, Apply)
    args = [_evaluate(arg, number, sub_result) for arg in expr.args]
    return FUNCTIONS[expr.op](*args)


def _product(*factors: Decimal) -> Decimal:
    result = Decimal(1)
    for factor in factors:
        result *= factor
    return result


def _series(x: Decimal, term: Decimal, step: Callable[[Decimal, int], Decimal]) -> Decimal:
    """The sum of a power series: `term`, then each term from the last by `step(term, its number)`."""
    with localcontext() as context:
        context.prec = 100  # the terms of an alternating series are far larger than its sum
        total, k = term, 0
        while term and term.adjusted() > -60:
            k += 1
            term = step(term, k)
            total += term
    return +total


def _sin(x: Decimal) -> Decimal:
    return _series(x, x, lambda term, k: -term * x * x / (2 * k * (2 * k + 1)))


def _cos(x: Decimal) -> Decimal:
    return _series(x, Decimal(1), lambda term, k: -term * x * x / ((2 * k - 1) * 2 * k))


def _tanh(x: Decimal) -> Decimal:
    if abs(x) > 60:
        return Decimal(1).copy_sign(x)
    e = (2 * x).exp()
    return (e - 1) / (e + 1)


def _erf(x: Decimal) -> Decimal:
    if abs(x) > 8:  # 1 - erf(8) is below 1e-28
        return Decimal(1).copy_sign(x)
    pi = Decimal("3.14159265358979323846264338327950288419716939937510582")
    return 2 * x * _series(x, Decimal(1), lambda term, k: -term * x * x * (2 * k - 1) / (k * (2 * k + 1))) / pi.sqrt()


FUNCTIONS: dict[str, Callable[..., Decimal]] = {
    "add": lambda *terms: sum(terms, Decimal(0)),
    "sub": lambda a, *less: a - sum(less, Decimal(0)),
    "mul": _product,
    "div": lambda a, b: a / b,
    "neg": lambda a: -a,
    "pow": lambda a, n: _product(*[a] * int(n)) if n == int(n) else a**n,
    "sqrt": lambda a: a.sqrt(),
    "exp": lambda a: a.exp(),
    "ln": lambda a: a.ln(),
    "sin": _sin,
    "cos": _cos,
    "tanh": _tanh,
    "erf": _erf,
    "max": lambda *args: max(args),
    "zero": lambda *args: Decimal(0),
    "positive": lambda a: Decimal(1 if a > 0 else 0),
    "argmax": lambda a, *row: Decimal(1) / row.count(a) if a == max(row) else Decimal(0),
}
