"""The block as the papers write it: `x + attention(norm(x))`, one formula a line, parsed and never evaluated.

Grammar: line := term {+ term}; term := x | attention(line) | mlp(line) | norm(line). `x` is the block's
input on the first line and the previous line's result afterwards. Standard library and errors only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from handcalc.errors import HandcalcError
from handcalc.record import Record

PIECES = ("attention", "mlp", "norm")
DEEPEST = 20  # norms inside norms: far more than any block has, far less than a parser minds


class Piece(Record):
    """`kind(inner)`, kind being "attention", "mlp" or "norm"."""

    kind: str
    inner: Term


class Sum(Record):
    """Two terms or more, added in one step."""

    terms: tuple[Term, ...]


class X(Record):
    """The block's input on its first line, the previous line's result afterwards."""


Term: TypeAlias = X | Piece | Sum


def parse(lines: Sequence[str]) -> tuple[Term, ...]:
    """The lines of a block as trees. Errors: HandcalcError that quotes the line and says what was expected."""
    if not lines:
        raise HandcalcError("The block has no formula; x + attention(norm(x)) would be one.")
    block = tuple(_Parser(line).parse() for line in lines)
    for kind in ("attention", "mlp"):
        count = sum(piece.kind == kind for line in block for piece in pieces(line))
        if count > 1:
            raise HandcalcError("A block has at most one {piece}; this one has {count}.", piece=kind, count=count)
    return block


def pieces(term: Term) -> Iterator[Piece]:
    """The pieces of a formula in the order of computation: what is inside comes first."""
    if isinstance(term, Sum):
        for part in term.terms:
            yield from pieces(part)
    elif isinstance(term, Piece):
        yield from pieces(term.inner)
        yield term


def without(term: Term, kind: str) -> Term | None:
    """The formula with the pieces of this kind taken out of their sums; None where nothing is left of it.

    A piece around nothing is nothing too: norm(attention(x)) goes with its attention.
    """
    if isinstance(term, Sum):
        left = [part for part in (without(part, kind) for part in term.terms) if part is not None]
        return Sum(tuple(left)) if len(left) > 1 else left[0] if left else None
    if isinstance(term, Piece):
        inner = None if term.kind == kind else without(term.inner, kind)
        return None if inner is None else Piece(term.kind, inner)
    return term


def norms_left(term: Term, kind: str) -> list[bool]:
    """For each norm of a formula, in the order of computation, whether it is still there in `without(term, kind)`."""
    if isinstance(term, Sum):
        return [stays for part in term.terms for stays in norms_left(part, kind)]
    if isinstance(term, X):
        return []
    inner = norms_left(term.inner, kind)
    stays = without(term, kind) is not None
    return [stays and norm for norm in inner] + [stays] * (term.kind == "norm")


def written(term: Term) -> str:
    """The formula as it is written; `parse` reads it."""
    if isinstance(term, Sum):
        return " + ".join([written(part) for part in term.terms])
    return f"{term.kind}({written(term.inner)})" if isinstance(term, Piece) else "x"


class _Parser:
    def __init__(self, line: str) -> None:
        self.line = line
        self.tokens = re.findall(r"\w+|\S", line)
        self.place = 0
        self.depth = 0

    def parse(self) -> Term:
        if not self.tokens:
            raise HandcalcError("A line of the block's formula is empty; x + attention(norm(x)) would be one.")
        term = self.sum()
        if self.place < len(self.tokens):
            raise self.unexpected("+")
        return term

    def sum(self) -> Term:
        terms = [self.term()]
        while self.next() == "+":
            self.place += 1
            terms.append(self.term())
        return terms[0] if len(terms) == 1 else Sum(tuple(terms))

    def term(self) -> Term:
        word = self.next()
        if word == "x":
            self.place += 1
            return X()
        if word not in PIECES:
            raise self.unexpected("x, attention(...), mlp(...), norm(...)")
        self.place += 1
        self.depth += 1
        if self.depth > DEEPEST:
            raise HandcalcError("The block's formula nests more than {most} pieces.", most=DEEPEST)
        self.take("(")
        inner = self.sum()
        self.take(")")
        self.depth -= 1
        return Piece(word, inner)

    def next(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self, expected: str) -> None:
        if self.next() != expected:
            raise self.unexpected(expected)
        self.place += 1

    def unexpected(self, expected: str) -> HandcalcError:
        found = self.next()
        if not found:
            return HandcalcError(
                "The block's formula “{line}” ends too early; expected: {expected}.", line=self.line, expected=expected
            )
        return HandcalcError(
            "The block's formula “{line}” cannot be read at “{found}”; expected: {expected}.",
            line=self.line,
            found=found,
            expected=expected,
        )
