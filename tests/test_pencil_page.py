"""The pencil as a reader meets it: every printed work line, and every number of the JSON, recomputed by decimals.

Nothing of the engine is used: the page is read as text, the JSON as data.
"""

from __future__ import annotations

import json
import re
from decimal import Decimal, localcontext

import pytest

import handcalc
from by_decimal import FIFTY, FUNCTIONS, on_paper

SUPERSCRIPT = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:[.,]\d+)?(?:·10(?P<power>[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?)"
    r"|(?P<name>tanh|erf|sin|cos|max|ln|e\^|√|π)|(?P<raised>[²³])|(?P<sign>[()+−·/;∞]|\^))"
)


class Unreadable(Exception):
    """Not numbers alone."""


class Reader:
    """A small calculator for what the page prints: reads one side of an equation and computes it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[re.Match[str]] = []
        place = 0
        while place < len(text.rstrip()):
            match = TOKEN.match(text, place)
            if match is None:
                raise Unreadable(text[place:])
            self.tokens.append(match)
            place = match.end()
        self.place = 0

    def next(self, group: str) -> str | None:
        return self.tokens[self.place][group] if self.place < len(self.tokens) else None

    def take(self, sign: str) -> bool:
        if self.next("sign") == sign:
            self.place += 1
            return True
        return False

    def value(self) -> Decimal:
        with localcontext(FIFTY):
            result = self.sum()
        if self.place != len(self.tokens):
            raise Unreadable(self.text)
        return result

    def sum(self) -> Decimal:
        total = self.product()
        while (sign := self.next("sign")) in ("+", "−"):
            self.place += 1
            term = self.product()
            total = total + term if sign == "+" else total - term
        return total

    def product(self) -> Decimal:
        if self.take("−"):
            return -self.product()
        result = self.raised()
        while (sign := self.next("sign")) in ("·", "/"):
            self.place += 1
            factor = self.raised()
            result = result * factor if sign == "·" else result / factor
        return result

    def raised(self) -> Decimal:
        base = self.atom()
        while (power := self.next("raised")) is not None:
            self.place += 1
            base = base ** int(power.translate(SUPERSCRIPT))
        if self.take("^"):
            base = base ** self.atom()
        return base

    def atom(self) -> Decimal:
        if self.take("("):
            inner = self.sum()
            assert self.take(")"), self.text
            return inner
        if self.take("∞"):
            return Decimal("Infinity")
        if (number := self.next("number")) is not None:
            power = self.next("power")
            self.place += 1
            number = number.partition("·")[0].replace(",", ".")
            return Decimal(number).scaleb(int(power.translate(SUPERSCRIPT)) if power else 0)
        name = self.next("name")
        self.place += 1
        if name == "π":
            return Decimal("3.14159265358979323846264338327950288419716939937511")
        if name == "√":
            return self.atom().sqrt()
        if name == "e^":
            return self.raised().exp()
        if name == "max":
            assert self.take("(")
            numbers = [self.sum()]
            while self.take(";"):
                numbers.append(self.sum())
            assert self.take(")")
            return max(numbers)
        if name is None:
            raise Unreadable(self.text)
        return FUNCTIONS[name](self.atom())


def equations(page: str) -> list[list[str]]:
    """The equations of a page of formulas, continuation lines joined, each as its sides."""
    joined: list[str] = []
    for line in page.splitlines():
        if re.match(r"  \S", line):
            joined.append(line.strip())
        elif line.startswith("   ") and joined:
            joined[-1] += " " + line.strip()
    return [re.split(r" (?:=|←) ", line) for line in joined]


def number_of(text: str) -> Decimal | None:
    """A printed result, or None for a vector or a symbol."""
    try:
        return Reader(text).value()
    except Unreadable:
        return None


CASES = [
    ("pt", 3, {"text": "o cão no muro"}),
    ("en", 3, {"heads": 1, "mask": False}),
    ("pl", 5, {"heads": 4, "temperature": 0.5}),
    ("pt", 2, {"positions": "sinusoidal", "temperature": 0.05}),
    ("pl", 1, {"block": ["norm(x + attention(x))", "norm(x + mlp(x))"], "text": "o cão no sofá"}),
    ("en", 0, {}),
]


@pytest.mark.parametrize(("lang", "digits", "options"), CASES)
def test_every_work_line_of_the_page_gives_its_printed_result(lang, digits, options):
    page = handcalc.walk(language=lang, digits=digits, pencil=True, row="all", full=True, **options)
    text = page.only("formulas").to("text")
    checked, vectors, identities = 0, 0, 0
    for left, *sides in equations(text):
        result = number_of(sides[-1])
        if result is None:
            assert sides[-1].startswith("[") or "η" in sides[-1], (left, sides)
            vectors += 1
            continue
        if len(sides) == 1:
            identities += 1
            continue
        try:
            computed = Reader(sides[-2].replace(", ", "; ") if lang == "en" else sides[-2]).value()
        except Unreadable:
            # Symbols alone stand before the result: another number repeated, under its own name.
            assert re.search(r"[^\W\d_]", sides[-2]), (left, sides)
            assert len(sides) == 2, (left, sides)
            identities += 1
            continue
        divisor = "·10" in sides[-1]
        assert on_paper(computed, digits, divisor) == result, (left, sides)
        checked += 1
    assert checked > 100
    assert identities < checked / 5


def rows(values: dict, name: str) -> list:
    def number(x):
        return Decimal("-Infinity") if x == "-inf" else Decimal(repr(float(x)))

    def all_of(data):
        return [all_of(x) for x in data] if isinstance(data, list) else number(data)

    return all_of(values[name]["data"])


def dot(a, b):
    return sum((x * y for x, y in zip(a, b, strict=True)), Decimal(0))


def column(matrix, c):
    return [row[c] for row in matrix]


@pytest.mark.parametrize(("digits", "heads"), [(3, 2), (5, 1), (2, 4)])
def test_every_number_of_the_json_follows_from_the_others(digits, heads):
    page = handcalc.walk(digits=digits, heads=heads, pencil=True, language="en")
    values = json.loads(page.to("json"))["values"]
    seen = set()
    d = Decimal(4)
    d_k = 4 // heads

    def check(name, formula, divisor=False):
        """Every cell of `name` is `formula(index)` rounded."""
        with localcontext(FIFTY):
            data = rows(values, name)
            if not isinstance(data, list):
                assert on_paper(formula(), digits) == data, name
            elif not isinstance(data[0], list):
                for t, x in enumerate(data):
                    assert on_paper(formula(t), digits, divisor) == x, (name, t)
            else:
                for t, row in enumerate(data):
                    for c, x in enumerate(row):
                        assert on_paper(formula(t, c), digits) == x, (name, t, c)
        seen.add(name)

    def product(name, a, b):
        a, b = rows(values, a), rows(values, b)
        check(name, lambda t, c: dot(a[t], column(b, c)))

    def norm(name, x):
        x, u = rows(values, x), name
        mean, std = rows(values, f"{u}.mean"), rows(values, f"{u}.std")
        check(f"{u}.mean", lambda t: sum(x[t]) / d)
        check(f"{u}.std", lambda t: (sum((y - mean[t]) ** 2 for y in x[t]) / d + Decimal("0.00001")).sqrt(), True)
        check(u, lambda t, c: (x[t][c] - mean[t]) / std[t])

    def softmax(name, s):
        s = rows(values, s)
        exp, total = rows(values, f"{name}.exp"), rows(values, f"{name}.sum")
        assert f"{name}.max" not in values
        check(f"{name}.exp", lambda t, c: Decimal(0) if s[t][c].is_infinite() else s[t][c].exp())
        check(f"{name}.sum", lambda t: sum(exp[t]), True)
        check(name, lambda t, c: exp[t][c] / total[t])

    ids = [0, 2, 4, 5, 1]
    E, P = rows(values, "E"), rows(values, "P")
    check("embedded", lambda t, c: E[ids[t]][c])
    check("position", lambda t, c: P[t][c])
    check("x", lambda t, c: E[ids[t]][c] + P[t][c])
    norm("block1.norm1", "x")
    for letter in "qkv":
        product(f"block1.{letter}", "block1.norm1", f"block1.W_{letter.upper()}")
    outs = []
    for h in range(1, heads + 1):
        head = f"block1.head{h}"
        for letter in "qkv":
            whole = rows(values, f"block1.{letter}")
            check(f"{head}.{letter}", lambda t, c, whole=whole, h=h: whole[t][(h - 1) * d_k + c])
        q, k = rows(values, f"{head}.q"), rows(values, f"{head}.k")
        check(f"{head}.dots", lambda t, j, q=q, k=k: dot(q[t], k[j]))
        dots = rows(values, f"{head}.dots")
        check(f"{head}.scores", lambda t, j, dots=dots: dots[t][j] / Decimal(d_k).sqrt())
        s = rows(values, f"{head}.scores")
        check(f"{head}.masked", lambda t, j, s=s: s[t][j] if j <= t else Decimal("-Infinity"))
        softmax(f"{head}.weights", f"{head}.masked")
        product(f"{head}.out", f"{head}.weights", f"{head}.v")
        outs.append(rows(values, f"{head}.out"))
    check("block1.heads", lambda t, c: outs[c // d_k][t][c % d_k])
    product("block1.attention", "block1.heads", "block1.W_O")
    x, A = rows(values, "x"), rows(values, "block1.attention")
    check("block1.sum1", lambda t, c: x[t][c] + A[t][c])
    norm("block1.norm2", "block1.sum1")
    product("block1.mlp.hidden", "block1.norm2", "block1.W_1")
    b = rows(values, "block1.mlp.hidden")
    root = (2 / Decimal("3.14159265358979323846264338327950288419716939937511")).sqrt(FIFTY)
    bent = FUNCTIONS["tanh"]
    check(
        "block1.mlp.active",
        lambda t, c: b[t][c] / 2 * (1 + bent(root * (b[t][c] + Decimal("0.044715") * b[t][c] ** 3))),
    )
    product("block1.mlp", "block1.mlp.active", "block1.W_2")
    h, m = rows(values, "block1.sum1"), rows(values, "block1.mlp")
    check("block1.sum2", lambda t, c: h[t][c] + m[t][c])
    norm("norm", "block1.sum2")
    product("logits", "norm", "W_U")
    softmax("probabilities", "logits")
    p = rows(values, "probabilities")
    check("loss", lambda: -p[-1][6].ln())
    weights = {"E", "P", "W_U", *(f"block1.W_{w}" for w in ("Q", "K", "V", "O", "1", "2"))}
    forward = {name for name in values if not name.startswith("d.") and not name.endswith(".new")}
    assert forward == seen | weights
