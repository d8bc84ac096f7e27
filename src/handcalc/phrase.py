"""Mathematics inside a sentence: reads the spelling of text (√d_k, e^(s − max), ∂L/∂h|y) as an expression.

Knows expressions alone. What it reads are the phrases of our own sentences; it refuses what these do not use.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache

from handcalc.expr import Apply, Bare, Expr, Num, Running, Symbol, add, call, div, mul, sub

FUNCTIONS = ("sin", "cos", "tanh", "erf", "ln")
_TOKEN = r"\s*(∂L/∂|E\[ids\]|[0-9]+(?:[.,][0-9]+)?|[^\W\d_]+(?:_[^\W\d_]+)?′*|\S)"


@lru_cache(maxsize=256)
def read(text: str) -> Expr:
    """The expression that `text` spells. Errors: ValueError for what is no phrase."""
    reader = _Reader(text)
    expr = reader.relation()
    if reader.tokens:
        raise ValueError(f"{text!r} is no phrase: {reader.tokens[0]!r} is left over")
    # A bracket that precedence does not ask for is meant: something follows it in the sentence.
    return Apply("group", (expr,)) if text[0] == "(" and _closes(text) else expr


def _closes(text: str) -> bool:
    """Whether the bracket that opens `text` is closed by its last character."""
    depth = 0
    for i, character in enumerate(text):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth == 0:
            return i == len(text) - 1
    return False


class _Reader:
    """One phrase being read, from left to right; each method takes what it reads off `tokens`."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[str] = re.findall(_TOKEN, text)

    def took(self, *wanted: str) -> str:
        """The next token, taken if it is one of these; else nothing."""
        return self.tokens.pop(0) if self.tokens and self.tokens[0] in wanted else ""

    def relation(self) -> Expr:
        left = self.sum()
        return Apply("equals", (left, self.sum())) if self.took("=") else left

    def sum(self) -> Expr:
        expr = call("neg", self.product()) if self.took("−") else self.product()
        while sign := self.took("+", "−"):
            part = self.product()
            if sign == "+":
                expr = add(expr, part)
            elif isinstance(expr, Apply) and expr.op == "sub":
                expr = sub(*expr.args, part)
            else:
                expr = sub(expr, part)
        return expr

    def product(self) -> Expr:
        expr = self.power()
        while sign := self.took("·", "×", "/"):
            part = self.power()
            if sign == "·" and isinstance(expr, Apply) and expr.op == "mul":
                expr = mul(*expr.args, part)
            else:
                expr = div(expr, part) if sign == "/" else Apply("mul" if sign == "·" else "cross", (expr, part))
        return expr

    def power(self) -> Expr:
        base = self.tokens[0] if self.tokens else ""
        expr = self.atom()
        if self.took("^"):
            exponent = self.atom()
            return call("exp", exponent) if base == "e" else Apply("pow", (expr, exponent))
        if isinstance(expr, Num) and self.tokens and self.tokens[0][0].isalpha():
            return Apply("beside", (expr, self.atom()))
        return expr

    def atom(self) -> Expr:
        if not self.tokens:
            raise ValueError(f"{self.text!r} is no phrase: it ends too soon")
        token = self.tokens.pop(0)
        if token in FUNCTIONS and self.tokens and self.tokens[0] == "(":
            return call(token, self.atom())
        if token == "(":
            inner = self.sum()
            if not self.took(")"):
                raise ValueError(f"{self.text!r} is no phrase: a bracket is open")
            return inner
        if token == "√":
            return call("sqrt", self.atom())
        if token == "Σ":
            return Apply("total", (self.product(),))
        if token == "∂L/∂":
            partial = _symbol(self.tokens.pop(0))._replace(partial=True)
            return _bare(partial._replace(via=_symbol(self.tokens.pop(0))) if self.took("|") else partial)
        if token == "∞":
            return Num(math.inf)
        if token[0].isdecimal():
            return Num(float(token.replace(",", ".")))
        if not token[0].isalpha():
            raise ValueError(f"{self.text!r} is no phrase: what is {token!r}?")
        return _bare(_symbol(token))


def _symbol(name: str) -> Symbol:
    base, _, below = name.rstrip("′").partition("_")
    return Symbol(base, below, len(name) - len(name.rstrip("′")))


def _bare(symbol: Symbol) -> Running:
    return Running(Bare(symbol), ())
