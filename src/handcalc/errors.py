"""The one error handcalc raises on bad input. Standard library only."""

from __future__ import annotations


class Quoted(str):
    """What somebody typed, in a place of a sentence: it prints in the quotation marks of the sentence's language."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return "“" + str(self) + "”"


class Names(tuple[object, ...]):
    """Several things in one place of a sentence: they print with commas between."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return ", ".join(format(name, spec) for name in self)


class Listed(tuple[float, ...]):
    """Several numbers in one place of a sentence: they print with semicolons between, a decimal comma inside."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return "; ".join(f"{number:.15g}" for number in self)


class HandcalcError(Exception):
    """What was wrong, what was found and what would be right, in one or two sentences.

    `sentence` is the English text with named places (`"unknown token {token}"`); it is also the key under
    which a language file translates it. `places` fill it; a place may be a HandcalcError itself (a cause).
    """

    def __init__(self, sentence: str, **places: object) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.places = places

    def __str__(self) -> str:
        return self.sentence.format(**self.places)
