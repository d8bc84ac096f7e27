"""Languages: English sentences are the keys, `pt.py` and `pl.py` give the translations. Standard library only.

A sentence with named places becomes a tuple of its pieces, so that numbers, tokens and mathematics reach the
format as what they are. Mathematics that belongs to the sentence itself stands between backquotes: `√d_k`. A
language file holds data: NAME, DECIMAL, GROUPING, SEPARATOR, QUOTES, TIED, plural(n), SENTENCES, COUNTS.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from handcalc.errors import HandcalcError, Listed, Names, Quoted

LANGUAGES = ("en", "pt", "pl")


class Marked(NamedTuple):
    """Mathematics in a sentence, as text: what stood between backquotes."""

    text: str


def key(sentence: str) -> str:
    """Mark `sentence` as one that will be said later, so that the test for missing translations sees it."""
    return sentence


def known(name: str) -> str | None:
    """The language that a person or a system calls `name` (pt-BR, pl_PL.UTF-8, PT), or None."""
    code = re.split(r"[-_.@]", name.strip().lower(), maxsplit=1)[0]
    return code if code in LANGUAGES else None


class Language:
    """One language: says sentences in it. An untranslated sentence is said in English."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.decimal = "."
        self.grouping = (",", 4)
        self.separator = ", "
        self.quotes = ("“", "”")
        self.tied = ""
        self.plural: Callable[[int], int] = _english
        self._sentences: Mapping[str, str] = {}
        self._counts: Mapping[str, tuple[str, ...]] = {}
        if code != "en":
            data = import_module(f"handcalc.lang.{code}")
            self.decimal, self.separator, self.plural = data.DECIMAL, data.SEPARATOR, data.plural
            self.quotes, self.tied, self.grouping = data.QUOTES, data.TIED, data.GROUPING
            self._sentences, self._counts = data.SENTENCES, data.COUNTS

    def template(self, sentence: str) -> str:
        """The translated sentence with its places still open."""
        return self._sentences.get(sentence, sentence)

    def say(self, sentence: str, **places: Any) -> tuple[Any, ...]:
        """The translated sentence as its pieces: text, and what fills each `{place}` (a tuple is spliced in)."""
        return _filled(self.template(sentence), places)

    def text(self, sentence: str, **places: Any) -> str:
        """The translated sentence as one text; the places are texts, whole numbers or errors."""
        template = self.template(sentence).replace("`", "")
        spoken = {name: self._plain(place) for name, place in places.items()}
        for name, place in places.items():
            if isinstance(place, HandcalcError) and f": {{{name}}}" in template:
                spoken[name] = _continued(spoken[name])
        return template.format(**spoken)

    def _plain(self, place: Any) -> Any:
        if isinstance(place, HandcalcError):
            return self.error(place)
        if isinstance(place, Names):
            return ", ".join(str(self._plain(name)) for name in place)
        if isinstance(place, Listed):
            return format(place).replace(".", self.decimal)
        return self.quotes[0] + str(place) + self.quotes[1] if isinstance(place, Quoted) else place

    def error(self, error: HandcalcError) -> str:
        """What an error says, in this language."""
        return self.text(error.sentence, **error.places)

    def forms(self, singular: str, plural: str) -> tuple[str, ...]:
        """The translated plural forms of a phrase, in the order of `plural(n)`."""
        return self._counts.get(singular, (singular, plural) if self.code == "en" else (singular, *[plural] * 2))

    def count(self, n: int, singular: str, plural: str, **places: Any) -> tuple[Any, ...]:
        """ "{n} weight" or "{n} weights", whichever `n` asks for, as pieces."""
        return _filled(self.forms(singular, plural)[self.plural(n)], {"n": str(n), **places})

    def listed(self, parts: list[Any]) -> tuple[Any, ...]:
        """Parts as a list in prose: a, b and c."""
        if len(parts) < 2:
            return tuple(parts)
        pieces: list[Any] = []
        for part in parts[:-1]:
            pieces += [part, ", "]
        return (*pieces[:-1], self.template(key(" and ")), parts[-1])


@cache
def language(code: str) -> Language:
    """The language of that code, loaded once."""
    return Language(code)


def _continued(sentence: str) -> str:
    """A sentence that goes on after a colon: without the capital of its first word, unless that is a name."""
    return sentence[:1].lower() + sentence[1:] if re.match(r"\w[^\W\d_A-Z]|\w ", sentence) else sentence


def _english(n: int) -> int:
    return int(n != 1)


def _filled(template: str, places: Mapping[str, Any]) -> tuple[Any, ...]:
    pieces: list[Any] = []
    for i, piece in enumerate(re.split(r"(\{\w+\}|`[^`]+`)", template)):
        if i % 2 == 0:
            pieces += [piece] if piece else []
        elif piece[0] == "`":
            pieces.append(Marked(piece[1:-1]))
        else:
            place = places[piece[1:-1]]
            pieces += place if type(place) is tuple else [place]
    return tuple(pieces)
