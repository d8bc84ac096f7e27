"""A model: its vocabulary, sizes, rules and weights, read from one TOML file, checked, drawn at random.

Knows NumPy and errors; nothing of tapes, lessons or pages.
"""

from __future__ import annotations

import contextlib
import difflib
import math
import os
import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, Self, TypeVar

import numpy as np

from handcalc.cells import parse
from handcalc.errors import HandcalcError, Names, Quoted
from handcalc.outline import (
    ACTIVATIONS,
    FINALS,
    SCALES,
    Outline,
    Shape,
    Side,
    count,
    in_numbers,
    in_words,
    is_bias,
    is_of_norm,
    sizes,
)
from handcalc.record import Record
from handcalc.tape import Floats

BUILT_IN = Path(__file__).parent / "models"
SPACE = "␣"
LARGEST_FILE = 100_000_000  # bytes
MOST_SCORES = 20_000_000  # of all heads and blocks: 160 MB an array
MOST_KEYS = 24  # that a sentence lists
MOST_DOTS = 10_000  # in one dotted key: far more than any has; the parser's time grows with their square
MOST_WEIGHTS = 500_000_000  # numbers: twice GPT-2 medium, 4 GB
LARGEST = {
    "d": 65_536, "heads": 1024, "d_k": 65_536, "d_v": 65_536, "max_length": 100_000, "mlp_width": 262_144,
    "blocks": 1000, "vocabulary": 1_000_000,
}  # fmt: skip

CUTS = ("greedy", "words")
NOTHING: Mapping[str, Floats] = MappingProxyType({})


class Change(Record):
    """One weight that was changed for a run: its cell as it is called, the number it has and the one it had."""

    cell: str
    new: float
    old: float


class Model(Outline):
    """One Transformer, complete with the defaults of its example.

    weights are keyed by the names of the tape ("E", "block1.W_Q"), each an array of the shape that `shapes()[key]`
    gives. Where the model has labelled input rows and no words, "x" are these rows.
    norm_eps: added to the variance. about: what the model is, in a line. seed: what random weights were drawn with.
    random: the names of these, each with the standard deviation of its numbers and its seed. changes: the weights that
    were changed for a run.
    """

    name: str = ""
    weights: Mapping[str, Floats] = NOTHING
    cut: str = "greedy"
    norm_eps: float = 1e-5
    causal: bool = True
    about: str = ""
    language: str = "en"
    text: str = ""
    target: str | None = None
    temperature: float = 1.0
    eta: float = 0.1
    seed: int = 0
    random: tuple[tuple[str, float, int], ...] = ()
    changes: tuple[Change, ...] = ()
    required: ClassVar[tuple[str, ...]] = (*Outline.required, "name", "weights")

    def __repr__(self) -> str:
        return f"Model({self.name!r})"

    def gives(self, name: str) -> bool:
        return name in self.weights

    @property
    def dtype(self) -> np.dtype[Any]:
        """Of the numbers: that of the weights."""
        return next(iter(self.weights.values())).dtype

    def changed(self, **values: Any) -> Self:
        """The same model with other heads, causal, positions, block ...; None leaves a value as it is."""
        return super().changed(**{name: value for name, value in values.items() if value is not None})

    def with_number(self, cell: str, number: float) -> Self:
        """The same model with another number in one cell of its weights, such as "E[␣gato, 1]" or "W_Q[2, 3]".

        Errors: HandcalcError for a name that is no weights' and for an index that is not on its side.
        """
        called, indices = parse(cell)
        name = self._weight_called(called)
        if name not in self.read() and not (self.labelled and name == "x"):
            raise HandcalcError("This run does not use {name}, so changing it would have no effect.", name=name)
        shape = self.shapes()[name]
        if indices is None or len(indices) != len(shape):
            example = ", ".join(self._called(self.vocabulary[0]) if side.kind == "word" else "1" for side in shape)
            raise HandcalcError(
                "“{cell}” names no single weight; expected: {example}.", cell=cell, example=f"{name}[{example}]"
            )
        at = tuple(self._index(side, text, quoted) for side, (text, quoted) in zip(shape, indices, strict=True))
        W = self.weights[name].copy()
        W.setflags(write=True)
        places = [
            self._called(self.vocabulary[i]) if side.kind == "word" else str(i + 1)
            for side, i in zip(shape, at, strict=True)
        ]
        change = Change(f"{name}[{', '.join(places)}]", number, float(W[at]))
        W[at] = number
        return self.changed(weights={**self.weights, name: W}, changes=(*self.changes, change))

    def _called(self, token: str) -> str:
        """A token as an index, in quotes where it would be read as something else."""
        plain = not re.fullmatch(r"[+-]?[0-9]+", token) and not set(token) & set(",[]'\"=")
        return token if plain else f"'{token}'" if "'" not in token else f'"{token}"'

    def _weight_called(self, called: str) -> str:
        """The full name of the weights that a person calls so; block1. may be left out where there is one block."""
        fits = [called] if called in self.weights else []
        fits = fits or [name for b in range(1, self.blocks + 1) if (name := f"block{b}.{called}") in self.weights]
        if len(fits) > 1:
            raise HandcalcError("“{name}” may be several numbers: {found}.", name=called, found=", ".join(fits))
        if not fits:
            names = [name.removeprefix("block1.") if self.blocks == 1 else name for name in self.weights]
            near = difflib.get_close_matches(called, names, n=3)
            if near:
                raise HandcalcError(
                    "The model {model} has no weights “{name}”; close to it: {near}.",
                    model=self.name,
                    name=called,
                    near=", ".join(near),
                )
            raise HandcalcError(
                "The model {model} has no weights “{name}”; it has {known}.",
                model=self.name,
                name=called,
                known=", ".join([*names[:24], *(["..."] if len(names) > 24 else [])]),
            )
        return fits[0]

    def _index(self, side: Side, text: str, quoted: bool) -> int:
        """One index of a weight: a token or its id from 0 among words, elsewhere, and for labelled rows, from 1."""
        first = 0 if side.kind == "word" and not self.labelled else 1
        if not quoted and re.fullmatch(r"[+-]?[0-9]{1,9}", text):
            if first <= int(text) < side.size + first:
                return int(text) - first
        elif side.kind == "word":
            return self.token(text)
        raise HandcalcError(
            "“{index}” is not on this axis; expected a number from {first} to {last}.",
            index=text,
            first=first,
            last=side.size + first - 1,
        )

    def redrawn(self, seed: int) -> Self:
        """The same model with every random weight drawn anew, as if its file had been read with this seed.

        Numbers that were changed for a run stay.
        """
        weights = dict(self.weights)
        for name, std, drawn_with in self.random:
            old = self.weights[name]
            weights[name] = draw(name, seed, std, old.shape)
            if self.changes:
                kept = old != draw(name, drawn_with, std, old.shape)
                weights[name][kept] = old[kept]
        random = tuple([(name, std, seed) for name, std, _ in self.random])
        return self.changed(weights=weights, seed=seed, random=random)

    def check(self) -> None:
        """Refuse sizes, rules and weights that do not fit together. Errors: HandcalcError."""
        super().check()
        shapes = self.shapes()
        if self.has("mlp") and not self.mlp_width:
            raise HandcalcError(
                "The model {model} has no MLP: it gives no {key} for one.", model=self.name, key="sizes.mlp_width"
            )
        for name in self.needed():
            if name not in self.weights:
                raise HandcalcError(
                    "The model {model} has no weights {name} (shape {shape}), which its rules need.",
                    model=self.name,
                    name=name,
                    shape=in_numbers(sizes(shapes[name])),
                )

    def ids(self, text: str) -> tuple[int, ...]:
        """The text cut into tokens of the vocabulary, as ids.

        Errors: HandcalcError for a text that is empty, too long, or holds what the vocabulary has no token for.
        """
        text = unicodedata.normalize("NFC", text)
        ids = self._words(text) if self.cut == "words" else self._greedy(text)
        if not ids:
            raise HandcalcError("The text is empty; it needs at least one token of the vocabulary.")
        if len(ids) > self.max_length:
            raise HandcalcError(
                "The text has {count} tokens; the model {model} has room for {most}.",
                count=len(ids),
                model=self.name,
                most=self.max_length,
            )
        scores = len(ids) ** 2 * self.heads * self.blocks if self.has("attention") else 0
        if scores > MOST_SCORES:
            raise HandcalcError(
                "The text has {count} tokens, too many for this model: attention alone would compute {scores} scores; "
                "handcalc computes at most {most}.",
                count=len(ids),
                scores=scores,
                most=MOST_SCORES,
            )
        return tuple(ids)

    def text_of(self, ids: Sequence[int]) -> str:
        """The text that these tokens make, as a person would write it."""
        tokens = [self.vocabulary[i] for i in ids]
        return " ".join(tokens) if self.cut == "words" else "".join(tokens).replace(SPACE, " ").strip()

    def _words(self, text: str) -> list[int]:
        ids = {token: i for i, token in enumerate(self.vocabulary)}
        found = text.split()
        for word in found:
            if word not in ids:
                raise self._unknown(word)
        return [ids[word] for word in found]

    def _greedy(self, text: str) -> list[int]:
        ids = {token: i for i, token in enumerate(self.vocabulary)}
        longest = max(map(len, self.vocabulary))
        rest = re.sub(r"\s+", SPACE, text.rstrip())
        found, place = [], 0
        while place < len(rest):
            for stop in range(min(len(rest), place + longest), place, -1):
                if rest[place:stop] in ids:
                    found.append(ids[rest[place:stop]])
                    place = stop
                    break
            else:
                raise self._unknown(rest[place:].partition(SPACE)[0] or SPACE + rest[place + 1 :].partition(SPACE)[0])
        return found

    def _unknown(self, piece: str) -> HandcalcError:
        if SPACE + piece in self.vocabulary:
            return HandcalcError(
                "The model {model} has no token for “{piece}”, only for “{token}”: a space must stand before it.",
                model=self.name,
                piece=piece,
                token=SPACE + piece,
            )
        near = difflib.get_close_matches(piece, self.vocabulary, n=3, cutoff=0.5)
        if near:
            return HandcalcError(
                "The model {model} has no token for “{piece}”; close to it: {near}.",
                model=self.name,
                piece=piece,
                near=quoted(near),
            )
        known = quoted(self.vocabulary, 24)
        return HandcalcError(
            "The model {model} has no token for “{piece}”; its tokens: {known}.",
            model=self.name,
            piece=piece,
            known=known,
        )

    def token(self, name: str) -> int:
        """The id of the token that a person calls `name`: ␣ may be typed as a space, as _ or not at all.

        Errors: HandcalcError for a name that fits no token or several; the candidates are listed.
        """
        return find(name, self.vocabulary, self._unknown)


def quoted(names: Sequence[str], most: int | None = None) -> Names:
    """Tokens as a sentence lists them; of more than `most` the first ones."""
    shown: list[object] = [Quoted(name) for name in names[:most]]
    return Names([*shown, "..."] if most is not None and len(names) > most else shown)


def find(name: str, labels: Sequence[str], unknown: Callable[[str], HandcalcError]) -> int:
    """The index of the one label that `name` stands for; see `Model.token`."""
    name = unicodedata.normalize("NFC", name)
    fits = [i for i, label in enumerate(labels) if label == name]
    if not fits:
        spelled = {SPACE + name[1:] if name[:1] in (" ", "_") else name, SPACE + name}
        fits = [i for i, label in enumerate(labels) if label in spelled]
    if not fits:
        raise unknown(name)
    if len(fits) > 1:
        raise HandcalcError("“{name}” fits several tokens: {fits}.", name=name, fits=quoted([labels[i] for i in fits]))
    return fits[0]


class _Sketch(Outline):
    """What a file says of a model before its weights are read; names: those of the weights in it,
    None while nobody knows."""

    names: frozenset[str] | None = None

    def gives(self, name: str) -> bool:
        return self.names is None or name in self.names

    def check(self) -> None:
        """Nothing yet: the file's reader judges it, key by key."""


def draw(name: str, seed: int, std: float, shape: Sequence[int]) -> Floats:
    """The random weights of that name: numbers from N(0, std²)."""
    import zlib

    # The name goes into the seed, so that two matrices of one file never share their numbers.
    return np.random.default_rng([seed, zlib.crc32(name.encode())]).normal(0.0, std, shape)


def built_in() -> list[str]:
    """The names of the models that come with handcalc."""
    return sorted(path.stem for path in BUILT_IN.glob("*.toml"))


def load(name: str, seed: int | None = None, drawn: bool = True) -> Model:
    """The built-in model `name`, or the model in the TOML file of that path.

    seed: draw every random weight with this seed instead of the file's own. drawn: False leaves random weights at 0,
    in arrays of the right shapes that take no room, for who wants to know the shapes alone.
    Errors: HandcalcError that names the file, the key, what was found and what was expected.
    """
    import tomllib

    path = Path(name)
    if re.fullmatch(r"[\w-]+", name) and os.path.isfile(BUILT_IN / f"{name}.toml"):
        path = BUILT_IN / f"{name}.toml"
    try:
        if not name:
            raise FileNotFoundError
        with open(path, "rb") as file:
            if os.fstat(file.fileno()).st_size > LARGEST_FILE:
                raise HandcalcError("{file} is larger than {most} MB.", file=path.name, most=LARGEST_FILE // 10**6)
            raw = file.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        raise HandcalcError(
            "There is no model {name}: neither a file nor one of the built-in models ({known}).",
            name=name or '""',
            known=", ".join(built_in()),
        ) from None
    except IsADirectoryError:
        raise HandcalcError("{file} is a directory; expected a TOML file.", file=name) from None
    except PermissionError:
        raise HandcalcError("{file} cannot be read: permission denied.", file=name) from None
    except OSError as error:
        raise HandcalcError("{file} cannot be read: {reason}.", file=name, reason=error.strerror or error) from None
    except ValueError:
        raise HandcalcError("{file} is not a possible file name.", file=repr(name)) from None
    if raw.count(b".") > MOST_DOTS and re.search(
        rb"(?m)^[ \t]*\[*[ \t]*[\w\"'-]+(?:[ \t]*\.[ \t]*[\w\"'-]+){%d}" % MOST_DOTS, raw
    ):
        raise HandcalcError("{file} is not a TOML file.", file=path.name)
    try:
        table = tomllib.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise HandcalcError("{file} is not UTF-8 text.", file=path.name) from None
    except (ValueError, RecursionError) as error:  # a number of more than 4300 digits is a plain ValueError
        at = re.search(r"at line (\d+), column (\d+)", str(error))
        if at is not None:
            raise HandcalcError(
                "{file} is not a TOML file: it cannot be read at line {line}, column {column}.",
                file=path.name,
                line=at[1],
                column=at[2],
            ) from None
        if "end of document" in str(error):
            raise HandcalcError(
                "{file} is not a TOML file: it ends where something is still open, such as a bracket or a quote.",
                file=path.name,
            ) from None
        raise HandcalcError("{file} is not a TOML file.", file=path.name) from None
    reader = _Reader(path, table, seed, drawn)
    with reader.files:
        return reader.model()


RULES = (
    "block", "final", "norm_eps", "activation", "causal", "score_scale", "positions", "tied", "biases", "learned_norm",
)  # fmt: skip
T = TypeVar("T")


class _Reader:
    """One model file being read; every complaint names the file and the key."""

    def __init__(self, path: Path, table: dict[str, Any], seed: int | None, drawn: bool = True) -> None:
        self.path = path
        self.table = table
        self.seed = seed
        self.drawn = drawn
        self.files = contextlib.ExitStack()  # what is open while the model is read
        self.archives: dict[str, Any] = {}
        self.randoms: list[tuple[str, float, int]] = []  # names, standard deviations, seeds

    def wrong(self, key: str, found: object, expected: str) -> HandcalcError:
        return HandcalcError(
            "{file}: {key} is {found}, expected {expected}.",
            file=self.path.name,
            key=key,
            found=_short(found),
            expected=HandcalcError(expected),
        )

    def because(self, key: str, reason: HandcalcError) -> HandcalcError:
        """A complaint of the model's own about what stands in the file under `key`."""
        return HandcalcError("{file}: {key}: {reason}", file=self.path.name, key=key, reason=reason)

    def only(self, where: str, table: Mapping[str, Any], known: Sequence[str]) -> None:
        """Refuse a key that nobody would read."""
        for key in table:
            if key not in known:
                alike = [name for name in known if name.casefold() == key.casefold()]
                near = alike or difflib.get_close_matches(key, known, n=1)
                if near:
                    raise HandcalcError(
                        "{file}: {key} is not a key that handcalc knows; the closest one is {near}.",
                        file=self.path.name,
                        key=where + key,
                        near=where + near[0],
                    )
                raise HandcalcError(
                    "{file}: {key} is not a key that handcalc knows; possible: {known}.",
                    file=self.path.name,
                    key=where + key,
                    known=", ".join([*known[:MOST_KEYS], *(["..."] if len(known) > MOST_KEYS else [])]),
                )

    def only_arrays(self, archive: str, arrays: Sequence[str], known: Sequence[str]) -> None:
        """Refuse an array of an archive that nobody would read."""
        for array in arrays:
            if array not in known:
                near = difflib.get_close_matches(array, known, n=1)
                raise HandcalcError(
                    "{file}: the array {name} of {archive} is not a weight that handcalc knows; close to it: {known}.",
                    file=self.path.name,
                    name=array,
                    archive=archive,
                    known=", ".join(near or [*known[:MOST_KEYS], "..."]),
                )

    def section(self, name: str, known: Sequence[str]) -> dict[str, Any]:
        section = self.table.get(name, {})
        if not isinstance(section, dict):
            raise self.wrong(name, section, "a table")
        self.only(f"{name}.", section, known)
        return section

    def whole(self, section: Mapping[str, Any], key: str, default: int | None) -> int:
        """A whole number from 1 to what is sane."""
        name = key.rpartition(".")[2]
        number = section.get(name, default)
        if number is None:
            raise HandcalcError("{file}: {key} is missing.", file=self.path.name, key=key)
        most = LARGEST[name]
        if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= most:
            raise HandcalcError(
                "{file}: {key} is {found}, expected a whole number from 1 to {most}.",
                file=self.path.name,
                key=key,
                found=_short(number),
                most=most,
            )
        return number

    def number(self, section: Mapping[str, Any], key: str, default: float) -> float:
        """A finite number that is not negative."""
        number = section.get(key.rpartition(".")[2], default)
        if not isinstance(number, int | float) or isinstance(number, bool) or not _finite(number) or number < 0:
            raise self.wrong(key, number, "a finite number, 0 or more")
        return float(number)

    def one_of(self, section: Mapping[str, Any], key: str, allowed: Sequence[str]) -> str:
        found = section.get(key.rpartition(".")[2], allowed[0])
        if found not in allowed:
            raise HandcalcError(
                "{file}: {key} is {found}, expected one of {allowed}.",
                file=self.path.name,
                key=key,
                found=_short(found),
                allowed=", ".join(allowed),
            )
        return str(found)

    def text(self, section: Mapping[str, Any], key: str, default: str) -> str:
        found = section.get(key.rpartition(".")[2], default)
        if not isinstance(found, str):
            raise self.wrong(key, found, "a text")
        return found

    def flag(self, section: Mapping[str, Any], key: str, default: bool | None) -> bool:
        found = section.get(key.rpartition(".")[2], default)
        if not isinstance(found, bool):
            raise self.wrong(key, found, "true or false")
        return found

    def model(self) -> Model:
        self.only("", self.table, ("about", "tokens", "sizes", "rules", "weights", "defaults"))
        tokens = self.section("tokens", ("cut", "vocabulary", "rows"))
        rules = self.section("rules", RULES)
        defaults = self.section("defaults", ("language", "text", "target", "heads", "temperature", "eta", "seed"))
        sketch = self.sketch(tokens, rules)
        seed = defaults.get("seed", 0)
        if not isinstance(seed, int) or isinstance(seed, bool) or seed < 0:
            raise self.wrong("defaults.seed", seed, "a whole number, 0 or more")
        target = defaults.get("target")
        usual_heads = self.whole(defaults, "defaults.heads", sketch.heads)
        for key, number in (("sizes.heads", sketch.heads), ("defaults.heads", usual_heads)):
            self.fits(key, sketch.check_heads, number)
        found = self.found(sketch)
        sketch = sketch.changed(names=frozenset(found))
        self.fits("rules.block", lambda: sketch.reads)
        weights = self.weights(sketch, found, seed)
        first = next((token for token in sketch.vocabulary if token.strip(SPACE)), sketch.vocabulary[0])
        text = " ".join(sketch.vocabulary) if sketch.labelled else first.replace(SPACE, " ")
        outline = {name: getattr(sketch, name) for name in Outline.fields} | {"heads": usual_heads}
        settings: Model = self.fits(
            "rules",
            lambda: Model(
                **outline,
                name=self.path.stem,
                weights=weights,
                cut=self.cut(tokens, sketch),
                norm_eps=self.number(rules, "rules.norm_eps", 1e-5),
                causal=self.flag(rules, "rules.causal", True),
                about=self.text(self.table, "about", ""),
                language=self.text(defaults, "defaults.language", "en"),
                text=self.text(defaults, "defaults.text", text),
                target=None if target is None else self.text(defaults, "defaults.target", ""),
                temperature=self.number(defaults, "defaults.temperature", 1.0),
                eta=self.number(defaults, "defaults.eta", 0.1),
                seed=seed if self.seed is None else self.seed,
                random=tuple(self.randoms),
            ),
        )
        self.fits("defaults.text", settings.ids, settings.text)
        if settings.target is not None:
            self.fits("defaults.target", settings.token, settings.target)
        return settings

    def fits(self, key: str, judge: Callable[..., T], *given: Any) -> T:
        """What `judge(*given)` says; where it refuses, the complaint names the file and the key."""
        try:
            return judge(*given)
        except HandcalcError as error:
            if str(error.places.get("file", "")) == self.path.name:
                raise  # it names them already
            raise self.because(key, error) from None

    def sketch(self, tokens: Mapping[str, Any], rules: Mapping[str, Any]) -> _Sketch:
        """Sizes and rules, without the weights."""
        sizes = self.section("sizes", ("d", "heads", "d_k", "d_v", "max_length", "mlp_width", "blocks"))
        labelled = "rows" in tokens
        vocabulary = self.labels(tokens) if labelled else self.vocabulary(tokens)
        d = self.whole(sizes, "sizes.d", None)
        block = rules.get("block", list(Model.block))
        if not isinstance(block, list) or not all(isinstance(line, str) for line in block):
            raise self.wrong("rules.block", block, "a list of formulas, one text a line")
        positions = self.one_of(rules, "rules.positions", ("none", "table", "sinusoidal"))
        heads = self.whole(sizes, "sizes.heads", 1)
        tied = self.flag(rules, "rules.tied", False)
        if tied and labelled:
            raise HandcalcError(
                "{file}: rules.tied needs a vocabulary; this model has labelled rows instead.", file=self.path.name
            )
        room = max(512, len(vocabulary)) if labelled else 512
        sketch = _Sketch(
            vocabulary=vocabulary,
            d=d,
            heads=heads,
            max_length=self.whole(sizes, "sizes.max_length", None if positions == "table" else room),
            blocks=self.whole(sizes, "sizes.blocks", 1),
            block=tuple(block),
            final=self.one_of(rules, "rules.final", FINALS),
            activation=self.one_of(rules, "rules.activation", ACTIVATIONS),
            positions=positions,
            score_scale=self.one_of(rules, "rules.score_scale", SCALES),
            key_width=heads * self.whole(sizes, "sizes.d_k", None) if "d_k" in sizes else 0,
            value_width=heads * self.whole(sizes, "sizes.d_v", None) if "d_v" in sizes else 0,
            labelled=labelled,
            tied=tied,
            biases=self.flag(rules, "rules.biases", None) if "biases" in rules else None,
            learned_norm=self.flag(rules, "rules.learned_norm", None) if "learned_norm" in rules else None,
        )
        self.fits("rules.block", lambda: sketch.formulas)
        if sketch.has("mlp") or "mlp_width" in sizes:
            return sketch.changed(mlp_width=self.whole(sizes, "sizes.mlp_width", None))
        return sketch

    def cut(self, tokens: Mapping[str, Any], sketch: Outline) -> str:
        """How text is cut; where words have no letters of their own there is one way."""
        by_words = sketch.labelled or isinstance(tokens.get("vocabulary"), int)
        return self.one_of(tokens, "tokens.cut", ("words",) if by_words else CUTS)

    def vocabulary(self, tokens: Mapping[str, Any]) -> tuple[str, ...]:
        found = tokens.get("vocabulary")
        if found is None:
            raise HandcalcError("{file}: {key} is missing.", file=self.path.name, key="tokens.vocabulary")
        if isinstance(found, int) and not isinstance(found, bool):
            return tuple(map(str, range(self.whole(tokens, "tokens.vocabulary", None))))
        if not isinstance(found, list) or not all(isinstance(token, str) for token in found):
            raise self.wrong("tokens.vocabulary", found, "a list of texts, or how many there are")
        if not found:
            raise self.wrong("tokens.vocabulary", found, "at least one token")
        return self.named(found, "tokens.vocabulary[{}]")

    def labels(self, tokens: Mapping[str, Any]) -> tuple[str, ...]:
        """The labels of the input rows."""
        rows = tokens["rows"]
        if "vocabulary" in tokens:
            raise HandcalcError(
                "{file}: tokens has a vocabulary and rows; a model has one or the other.", file=self.path.name
            )
        if not isinstance(rows, dict) or not rows:
            raise self.wrong("tokens.rows", rows, "a table of labelled rows such as x1 = [0.5, 1.0]")
        return self.named(list(rows), "tokens.rows.{}")

    def named(self, found: Sequence[str], key: str) -> tuple[str, ...]:
        """Tokens or labels, each of which must be one and stand once."""
        names = [unicodedata.normalize("NFC", token) for token in found]
        seen: set[str] = set()
        for i, token in enumerate(names):
            if not token or re.search(r"\s", token):
                place = key.format(token if key.endswith(".{}") else i)
                raise self.wrong(place, token, "a token without white space; write ␣ for a space")
            if token in seen:
                raise HandcalcError("{file}: the token “{token}” stands twice.", file=self.path.name, token=token)
            seen.add(token)
        return tuple(names)

    # Weights

    def found(self, sketch: _Sketch) -> dict[str, Any]:
        """What the file says of each weight array that the rules admit, by the full name of the array."""
        weights = self.table.get("weights", {})
        if not isinstance(weights, dict):
            raise self.wrong("weights", weights, "a table")
        given = dict(_flat(weights))
        whole_file = given.pop("file", None)
        shapes = sketch.shapes()
        self.bounded(shapes, sketch.needed())
        own = [name.removeprefix("block1.") for name in shapes if name.startswith("block1.")]
        several = [f"blocks.{name}" for name in own] if sketch.blocks > 1 else []
        if sketch.blocks > 1:
            for key in given:
                if key in own:
                    raise HandcalcError(
                        "{file}: with {blocks} blocks, {key} belongs in weights.block1, weights.block2 ..., or in "
                        "weights.blocks, which speaks of all of them.",
                        file=self.path.name,
                        blocks=sketch.blocks,
                        key=f"weights.{key}",
                    )
        # Labelled rows stand with their labels. Norms that only another formula would have are named last.
        extra = len([piece for piece in sketch.pieces if piece.kind == "norm"])
        known = sorted([name for name in shapes if name != "x"], key=lambda name: _norm_number(name) > extra)
        own.sort(key=lambda name: _norm_number(name) > extra)
        self.only("weights.", given, [*(own if sketch.blocks == 1 else several), *known])
        found: dict[str, Any] = {}
        if whole_file is not None:
            inside = self.archive("weights.file", whole_file)
            for name in known:
                for key in (name, name.removeprefix("block1.") if sketch.blocks == 1 else name):
                    if key in inside:
                        found[name] = {"file": whole_file, "name": key}
            named = {entry.get("name") for entry in given.values() if isinstance(entry, dict)}
            self.only_arrays(whole_file, [name for name in inside.files if name not in named], [*own, *known])
        for key, entry in given.items():
            name = key.removeprefix("blocks.")
            if name != key:
                found |= {f"block{b}.{name}": entry for b in range(1, sketch.blocks + 1)}
        for key, entry in given.items():
            if not key.startswith("blocks."):
                if key in own and f"block1.{key}" in given:
                    raise HandcalcError(
                        "{file}: {key} stands twice, once as {other}.",
                        file=self.path.name,
                        key=f"weights.{key}",
                        other=f"weights.block1.{key}",
                    )
                found[f"block1.{key}" if key in own else key] = entry
        if sketch.tied and "W_U" in found:
            raise HandcalcError(
                "{file}: rules.tied is true, so E is the output matrix too and weights.W_U has no place.",
                file=self.path.name,
            )
        left_out = [name for name in found if self.excluded(sketch, name)]
        return {name: entry for name, entry in found.items() if name not in left_out}

    def bounded(self, shapes: Mapping[str, Shape], names: Collection[str]) -> None:
        """Refuse more weights than anybody wants before one is made."""
        if sum(count(shapes[name]) for name in names) > MOST_WEIGHTS:
            most = MOST_WEIGHTS
            raise HandcalcError("{file}: sizes ask for more than {most} weights.", file=self.path.name, most=most)

    def excluded(self, sketch: Outline, name: str) -> bool:
        """Whether the rules say that there are no weights of this kind."""
        return (sketch.biases is False and is_bias(name)) or (sketch.learned_norm is False and is_of_norm(name))

    def weights(self, sketch: _Sketch, found: Mapping[str, Any], seed: int) -> dict[str, Floats]:
        """The arrays. Weights that the file's own rules do not use stand there too: an option may call for them."""
        shapes = sketch.shapes()
        self.bounded(shapes, {*found, *sketch.needed()})
        weights: dict[str, Floats] = {}
        if sketch.labelled:
            for label, row in zip(sketch.vocabulary, self.table["tokens"]["rows"].values(), strict=True):
                if not isinstance(row, list):
                    raise self.wrong(f"tokens.rows.{label}", row, "a list of numbers")
                self.numbers(f"tokens.rows.{label}", row, shapes["x"][1:])
            weights["x"] = np.array(list(self.table["tokens"]["rows"].values()), dtype=float)
        for name in sketch.needed():
            if name not in found and name not in weights:
                raise HandcalcError(
                    "{file}: weights.{name} is missing; expected {words} = {shape}.",
                    file=self.path.name,
                    name=name if sketch.blocks > 1 else name.removeprefix("block1."),
                    words=in_words(shapes[name]),
                    shape=in_numbers(sizes(shapes[name])),
                )
        for name in shapes:  # in their order, whatever that of the file
            if name in found:
                called = name if sketch.blocks > 1 else name.removeprefix("block1.")
                weights[name] = self.weight(f"weights.{called}", name, found[name], shapes[name], seed)
        return weights

    def weight(self, key: str, name: str, spec: Any, shape: Shape, seed: int) -> Floats:
        lengths = sizes(shape)
        if spec == "identity":
            if len(lengths) != 2 or lengths[0] != lengths[1]:
                raise HandcalcError(
                    "{file}: {key} cannot be the identity: its shape is {words} = {shape}.",
                    file=self.path.name,
                    key=key,
                    words=in_words(shape),
                    shape=in_numbers(lengths),
                )
            return np.eye(lengths[0])
        if spec in ("zeros", "ones"):
            return np.full(lengths, float(spec == "ones"))
        if isinstance(spec, dict):
            if set(spec) <= {"normal", "seed"} and "normal" in spec:
                return self.random(key, name, spec, lengths, seed)
            if set(spec) <= {"file", "name"} and "file" in spec:
                return self.stored(key, name, spec, shape)
            if set(spec) == {"columns"} and len(lengths) == 2:
                return self.units(key, spec, "columns", lengths[::-1]).T
            if set(spec) == {"rows"} and len(lengths) == 2:
                return self.units(key, spec, "rows", lengths)
        return self.numbers(key, spec, shape)

    def numbers(self, key: str, spec: Any, shape: Shape) -> Floats:
        """Numbers as they stand in the file: a list of them, or rows of them."""
        rows = spec if len(shape) == 2 else [spec]
        if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
            raise self.wrong(
                key,
                spec,
                'rows of numbers, "identity", "zeros", "ones", or a table with columns, with rows, with normal and '
                "seed, or with file"
                if len(shape) == 2
                else 'a list of numbers, "zeros", "ones", or a table with normal and seed, or with file',
            )
        for i, row in enumerate(rows, 1):
            for c, number in enumerate(row, 1):
                if not isinstance(number, int | float) or isinstance(number, bool) or not _finite(number):
                    place = f"{key}[{i}, {c}]" if len(shape) == 2 else f"{key}[{c}]"
                    raise self.wrong(place, number, "a finite number")
        lengths = {len(row) for row in rows}
        if len(shape) == 1:
            if lengths != {shape[0].size}:
                raise self.shape(key, str(*lengths), shape)
        elif len(rows) != shape[0].size or lengths != {shape[1].size}:
            if len(lengths) > 1:
                raise HandcalcError(
                    "{file}: the rows of {key} differ in length ({lengths}); expected {words} = {shape}.",
                    file=self.path.name,
                    key=key,
                    lengths=", ".join(map(str, sorted(lengths))),
                    words=in_words(shape),
                    shape=in_numbers(sizes(shape)),
                )
            raise self.shape(key, f"{len(rows)} × {max(lengths, default=0)}", shape)
        return np.array(spec, dtype=float)

    def shape(self, key: str, found: str, shape: Shape) -> HandcalcError:
        return HandcalcError(
            "{file}: {key} has shape {found}, expected {words} = {shape}.",
            file=self.path.name,
            key=key,
            found=found,
            words=in_words(shape),
            shape=in_numbers(sizes(shape)),
        )

    def random(self, key: str, name: str, spec: Mapping[str, Any], shape: Sequence[int], seed: int) -> Floats:
        std = self.number(spec, f"{key}.normal", 0.0)
        own = spec.get("seed", seed) if self.seed is None else self.seed
        if not isinstance(own, int) or isinstance(own, bool) or own < 0:
            raise self.wrong(f"{key}.seed", own, "a whole number, 0 or more")
        self.randoms.append((name, std, own))
        return draw(name, own, std, shape) if self.drawn else np.broadcast_to(np.float64(0), shape)

    def archive(self, key: str, given: Any) -> Any:
        """The .npz file that stands beside the TOML file under this name, open."""
        if not isinstance(given, str) or not given:
            raise self.wrong(key, given, "the name of a .npz file")
        if given not in self.archives:
            self.archives[given] = self.opened(key, given)
        return self.archives[given]

    def opened(self, key: str, given: str) -> Any:
        """An .npz file, open until the model is read: an array is unpacked when it is asked for, not before."""
        import zipfile  # takes longer to load than a small model

        path = self.path.parent / given
        try:
            file = self.files.enter_context(path.open("rb"))
            archive = np.load(file, allow_pickle=False)
            if not hasattr(archive, "files"):  # a single array, .npy
                raise ValueError
            return self.files.enter_context(archive)
        except FileNotFoundError:
            raise HandcalcError(
                "{file}: {key}: there is no file {path}.", file=self.path.name, key=key, path=path
            ) from None
        except IsADirectoryError:
            reason = HandcalcError("{file} is a directory; expected the name of a file.", file=given)
            raise self.because(key, reason) from None
        except PermissionError:
            reason = HandcalcError("{file} cannot be read: permission denied.", file=given)
            raise self.because(key, reason) from None
        except (OSError, ValueError, EOFError, zipfile.BadZipFile):
            raise self.wrong(key, given, "the name of a .npz file, as numpy.savez writes it") from None

    def stored(self, key: str, name: str, spec: Mapping[str, Any], shape: Shape) -> Floats:
        """An array of a .npz file."""
        archive = self.archive(key, spec["file"])
        short = name.removeprefix("block1.")
        called = spec.get("name", name if name in archive or short not in archive else short)
        if not isinstance(called, str) or called not in archive:
            raise HandcalcError(
                "{file}: {key}: {archive} has no array {name}; it has {known}.",
                file=self.path.name,
                key=key,
                archive=spec["file"],
                name=_short(called),
                known=", ".join(archive.files[:24]) or "none",
            )
        try:
            held, dtype = _header(archive, called)
            if dtype.kind in "fiu" and held == sizes(shape):  # what will be refused is not unpacked
                with np.errstate(over="ignore"):  # what is too large for a float64 becomes infinite, and is refused
                    array: Floats = np.asarray(archive[called], dtype=float)
        except MemoryError:
            raise
        except Exception:
            # What a broken or hostile archive makes NumPy, zipfile and zlib raise is open-ended.
            raise HandcalcError(
                "{file}: {key}: the array {name} of {archive} cannot be read.",
                file=self.path.name,
                key=key,
                name=called,
                archive=spec["file"],
            ) from None
        if dtype.kind not in "fiu":
            raise HandcalcError(
                "{file}: {key}: the array {name} of {archive} holds {kind}, expected plain numbers.",
                file=self.path.name,
                key=key,
                name=called,
                archive=spec["file"],
                kind=dtype,
            )
        if held != sizes(shape):
            raise self.shape(key, in_numbers(held) or "1", shape)
        if not np.isfinite(array).all():
            place = tuple(map(int, np.argwhere(~np.isfinite(array))[0]))
            at = ", ".join(str(i + 1) for i in place)
            raise self.wrong(f"{key}[{at}]", float(array[place]), "a finite number")
        return array

    def units(self, key: str, spec: Mapping[str, Any], by: str, across: Sequence[int]) -> Floats:
        """One row for each number: the unit vector of that number, negative for a negative number."""
        numbers = spec[by]
        if not isinstance(numbers, list):
            raise self.wrong(key, numbers, "a list of whole numbers")
        if len(numbers) != across[0]:
            raise HandcalcError(
                "{file}: {key} lists {found} numbers, expected {most}.",
                file=self.path.name,
                key=key,
                found=len(numbers),
                most=across[0],
            )
        units = np.zeros(across)
        for row, number in zip(units, numbers, strict=True):
            if not isinstance(number, int) or isinstance(number, bool) or not 1 <= abs(number) <= across[1]:
                raise HandcalcError(
                    "{file}: {key} names {found}, expected whole numbers from 1 to {most}, or their negatives.",
                    file=self.path.name,
                    key=key,
                    found=_short(number),
                    most=across[1],
                )
            row[abs(number) - 1] = math.copysign(1, number)
        return units


def _flat(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """The entries of [weights] by their dotted names: tables of blocks and of norms are opened."""
    for key, entry in table.items():
        if isinstance(entry, dict) and re.fullmatch(r"block[0-9]{1,9}|blocks|norm[0-9]{0,9}", key):
            yield from _flat(entry, f"{above}{key}.")
        else:
            yield above + key, entry


def _header(archive: Any, name: str) -> tuple[tuple[int, ...], np.dtype[Any]]:
    """Shape and kind of numbers of an array in a .npz file, which is not unpacked for it."""
    member = name if name in archive.zip.namelist() else f"{name}.npy"
    with archive.zip.open(member) as file:
        version = np.lib.format.read_magic(file)
        read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        shape, _, dtype = read(file)
    return shape, dtype


def _norm_number(name: str) -> int:
    """Which norm of its block the weights of this name belong to; 0 for none."""
    found = re.search(r"\bnorm([0-9]+)\.", name)
    return int(found[1]) if found else 0


def _finite(number: float) -> bool:
    try:
        return math.isfinite(float(number))
    except OverflowError:
        return False


def _short(found: object) -> str:
    """A value from a file, as it may be quoted in a sentence."""
    try:
        text = found if isinstance(found, str) else str(found).lower() if isinstance(found, bool) else repr(found)
    except (ValueError, RecursionError):  # a number of thousands of digits, or tables thousands deep
        return "..."
    text = text if len(text) <= 60 else text[:57] + "..."
    return Quoted(text) if isinstance(found, str) else text
