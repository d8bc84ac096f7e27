"""A model: its vocabulary, sizes, rules and weights, read from one TOML file, checked, drawn at random.

Knows NumPy and errors; nothing of tapes, lessons or pages.
"""

from __future__ import annotations

import difflib
import math
import os
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Self

import numpy as np

from handcalc import formula
from handcalc.errors import HandcalcError, Names, Quoted
from handcalc.record import Record
from handcalc.tape import Floats

BUILT_IN = Path(__file__).parent / "models"
SPACE = "␣"
LARGEST_FILE = 100_000_000  # bytes
MOST_SCORES = 20_000_000  # of all heads and blocks: 160 MB an array
MOST_DOTS = 10_000  # in one dotted key: far more than any has; the parser's time grows with their square
MOST_WEIGHTS = 500_000_000  # numbers: twice GPT-2 medium, 4 GB
LARGEST = {"d": 65_536, "heads": 1024, "max_length": 100_000, "mlp_width": 262_144, "blocks": 1000}

ACTIVATIONS = ("gelu-tanh", "gelu-erf", "relu")
POSITIONS = ("table", "sinusoidal", "none")
CUTS = ("greedy", "words")
SCALES = ("1/sqrt(d_k)", "none")


class Model(Record):
    """One Transformer, complete with the defaults of its example.

    weights are keyed by the names of the tape ("E", "block1.W_Q"), each an array of shape `shapes()[key]`.
    block: the lines of its formula. norm_eps: added to the variance. seed: what random weights were drawn with.
    """

    name: str
    vocabulary: tuple[str, ...]
    weights: Mapping[str, Floats]
    d: int
    heads: int = 1
    max_length: int = 512
    mlp_width: int = 0
    blocks: int = 1
    cut: str = "greedy"
    block: tuple[str, ...] = ("x + attention(norm(x))", "x + mlp(norm(x))")
    final: str = "norm(x)"
    norm_eps: float = 1e-5
    activation: str = "gelu-tanh"
    causal: bool = True
    score_scale: str = "1/sqrt(d_k)"
    positions: str = "none"
    language: str = "en"
    text: str = ""
    target: str | None = None
    temperature: float = 1.0
    eta: float = 0.1
    seed: int = 0

    @cached_property
    def formulas(self) -> tuple[formula.Term, ...]:
        """The lines of the block, parsed. Errors: HandcalcError for one that is no formula."""
        return formula.parse(self.block)

    def __repr__(self) -> str:
        return f"Model({self.name!r})"

    @property
    def d_k(self) -> int:
        """Channels of query and key per head."""
        return self.d // self.heads

    @property
    def has_output(self) -> bool:
        """Whether the model ends in scores for the words of its vocabulary."""
        return "W_U" in self.weights

    def has(self, kind: str) -> bool:
        """Whether the block has a piece of this kind: "attention", "mlp" or "norm"."""
        return any(piece.kind == kind for line in self.formulas for piece in formula.pieces(line))

    def changed(self, **values: Any) -> Self:
        """The same model with other heads, causal, positions, block ...; None leaves a value as it is."""
        return super().changed(**{name: value for name, value in values.items() if value is not None})

    def shapes(self) -> dict[str, tuple[tuple[int, ...], str]]:
        """The weights this model's rules call for: name -> (shape, the shape in words)."""
        return _shapes(
            len(self.vocabulary), self.d, self.max_length, self.mlp_width, self.blocks, self.positions == "table",
            self.has("attention"), self.has("mlp"),
        )  # fmt: skip

    def check(self) -> None:
        """Refuse sizes and rules that do not fit together. Errors: HandcalcError."""
        check_heads(self.heads, self.d)
        for key, allowed in (("positions", POSITIONS), ("activation", ACTIVATIONS)):
            if getattr(self, key) not in allowed:
                raise HandcalcError(
                    "{key} is {found}; possible: {allowed}.",
                    key=key,
                    found=getattr(self, key),
                    allowed=", ".join(allowed),
                )
        for name, (shape, _) in self.shapes().items():
            if name not in self.weights and name.rpartition(".")[2] not in OPTIONAL:
                raise HandcalcError(
                    "The model {model} has no weights {name} (shape {shape}), which its rules need.",
                    model=self.name,
                    name=name,
                    shape=_size(shape),
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


def check_heads(heads: int, d: int) -> None:
    """Refuse heads that cannot share the channels equally."""
    if heads < 1 or d % heads:
        raise HandcalcError(
            "{heads} heads do not divide d = {d}; possible numbers of heads: {divisors}.",
            heads=heads,
            d=d,
            divisors=", ".join(str(h) for h in range(1, d + 1) if d % h == 0),
        )


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


def _shapes(
    words: int, d: int, positions: int, width: int, blocks: int, table: bool, attention: bool, mlp: bool
) -> dict[str, tuple[tuple[int, ...], str]]:
    shapes: dict[str, tuple[tuple[int, ...], str]] = {"E": ((words, d), "V × d")}
    if table:
        shapes["P"] = ((positions, d), "max_length × d")
    for b in range(1, blocks + 1):
        if attention:
            shapes |= {f"block{b}.{w}": ((d, d), "d × d") for w in ("W_Q", "W_K", "W_V", "W_O")}
        if mlp:
            shapes[f"block{b}.W_1"] = ((d, width), "d × mlp_width")
            shapes[f"block{b}.W_2"] = ((width, d), "mlp_width × d")
    return shapes | {"W_U": ((d, words), "d × V")}


OPTIONAL = ("W_O", "W_U")


def _size(shape: Sequence[int]) -> str:
    return " × ".join(map(str, shape))


def built_in() -> list[str]:
    """The names of the models that come with handcalc."""
    return sorted(path.stem for path in BUILT_IN.glob("*.toml"))


def load(name: str, seed: int | None = None) -> Model:
    """The built-in model `name`, or the model in the TOML file of that path.

    seed: draw every random weight with this seed instead of the file's own.
    Errors: HandcalcError that names the file, the key, what was found and what was expected.
    """
    import tomllib

    path = Path(name)
    if re.fullmatch(r"\w+", name) and os.path.isfile(BUILT_IN / f"{name}.toml"):
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
        raise HandcalcError("{file} is not a TOML file.", file=path.name) from None
    return _Reader(path, table, seed).model()


class _Reader:
    """One model file being read; every complaint names the file and the key."""

    def __init__(self, path: Path, table: dict[str, Any], seed: int | None) -> None:
        self.path = path
        self.table = table
        self.seed = seed

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
                    known=", ".join(known),
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

    def flag(self, section: Mapping[str, Any], key: str, default: bool) -> bool:
        found = section.get(key.rpartition(".")[2], default)
        if not isinstance(found, bool):
            raise self.wrong(key, found, "true or false")
        return found

    def model(self) -> Model:
        self.only("", self.table, ("about", "tokens", "sizes", "rules", "weights", "defaults"))
        tokens = self.section("tokens", ("cut", "vocabulary"))
        sizes = self.section("sizes", ("d", "heads", "max_length", "mlp_width", "blocks"))
        rules = self.section(
            "rules", ("block", "final", "norm_eps", "activation", "causal", "score_scale", "positions")
        )
        defaults = self.section("defaults", ("language", "text", "target", "heads", "temperature", "eta", "seed"))
        vocabulary = self.vocabulary(tokens)
        d = self.whole(sizes, "sizes.d", None)
        block = rules.get("block", list(Model.block))
        if not isinstance(block, list) or not all(isinstance(line, str) for line in block):
            raise self.wrong("rules.block", block, "a list of formulas, one text a line")
        try:
            formulas = formula.parse(block)
        except HandcalcError as error:
            raise self.because("rules.block", error) from None
        kinds = {piece.kind for line in formulas for piece in formula.pieces(line)}
        positions = self.one_of(rules, "rules.positions", ("none", "table", "sinusoidal"))
        blocks = self.whole(sizes, "sizes.blocks", 1)
        width = self.whole(sizes, "sizes.mlp_width", None) if "mlp" in kinds or "mlp_width" in sizes else 0
        max_length = self.whole(sizes, "sizes.max_length", None if positions == "table" else 512)
        heads = self.whole(sizes, "sizes.heads", 1)
        seed = defaults.get("seed", 0)
        if not isinstance(seed, int) or isinstance(seed, bool) or seed < 0:
            raise self.wrong("defaults.seed", seed, "a whole number, 0 or more")
        target = defaults.get("target")
        usual_heads = self.whole(defaults, "defaults.heads", heads)
        for key, number in (("sizes.heads", heads), ("defaults.heads", usual_heads)):
            try:
                check_heads(number, d)
            except HandcalcError as error:
                raise self.because(key, error) from None
        settings = Model(
            name=self.path.stem,
            vocabulary=vocabulary,
            weights=self.weights(vocabulary, d, max_length, width, blocks, positions, kinds, seed),
            d=d,
            heads=usual_heads,
            max_length=max_length,
            mlp_width=width,
            blocks=blocks,
            cut=self.one_of(tokens, "tokens.cut", CUTS),
            block=tuple(block),
            final=self.one_of(rules, "rules.final", ("norm(x)", "x")),
            norm_eps=self.number(rules, "rules.norm_eps", 1e-5),
            activation=self.one_of(rules, "rules.activation", ACTIVATIONS),
            causal=self.flag(rules, "rules.causal", True),
            score_scale=self.one_of(rules, "rules.score_scale", SCALES),
            positions=positions,
            language=self.text(defaults, "defaults.language", "en"),
            text=self.text(defaults, "defaults.text", vocabulary[0].replace(SPACE, " ")),
            target=None if target is None else self.text(defaults, "defaults.target", ""),
            temperature=self.number(defaults, "defaults.temperature", 1.0),
            eta=self.number(defaults, "defaults.eta", 0.1),
            seed=seed if self.seed is None else self.seed,
        )
        if settings.target is not None:
            try:
                settings.token(settings.target)
            except HandcalcError as error:
                raise self.because("defaults.target", error) from None
        return settings

    def vocabulary(self, tokens: Mapping[str, Any]) -> tuple[str, ...]:
        found = tokens.get("vocabulary")
        if found is None:
            raise HandcalcError("{file}: {key} is missing.", file=self.path.name, key="tokens.vocabulary")
        if not isinstance(found, list) or not all(isinstance(token, str) for token in found):
            raise self.wrong("tokens.vocabulary", found, "a list of texts")
        vocabulary = [unicodedata.normalize("NFC", token) for token in found]
        if not vocabulary:
            raise self.wrong("tokens.vocabulary", found, "at least one token")
        seen: set[str] = set()
        for i, token in enumerate(vocabulary):
            if not token or re.search(r"\s", token):
                raise self.wrong(f"tokens.vocabulary[{i}]", token, "a token without white space; write ␣ for a space")
            if token in seen:
                raise HandcalcError("{file}: the token “{token}” stands twice.", file=self.path.name, token=token)
            seen.add(token)
        return tuple(vocabulary)

    def weights(
        self, vocabulary: Sequence[str], d: int, max_length: int, width: int, blocks: int, positions: str,
        kinds: set[str], seed: int,
    ) -> dict[str, Floats]:  # fmt: skip
        weights = self.table.get("weights", {})
        if not isinstance(weights, dict):
            raise self.wrong("weights", weights, "a table")
        # Weights that the file's own rules do not use may stand there all the same: an option may call for them.
        shapes = _shapes(len(vocabulary), d, max_length, width, blocks, True, True, width > 0)
        needed = _shapes(
            len(vocabulary), d, max_length, width, blocks, positions == "table", "attention" in kinds, "mlp" in kinds
        )
        if sum(math.prod(shape) for shape, _ in shapes.values()) > MOST_WEIGHTS:
            most = MOST_WEIGHTS
            raise HandcalcError("{file}: sizes ask for more than {most} weights.", file=self.path.name, most=most)
        found: dict[str, Any] = {}
        per_block = [name for name in shapes if name.startswith("block1.")]
        for key, entry in weights.items():
            if key.startswith("block") and isinstance(entry, dict):
                self.only(f"weights.{key}.", entry, [name.partition(".")[2] for name in per_block])
                found |= {f"{key}.{name}": spec for name, spec in entry.items()}
            elif f"block1.{key}" in shapes:
                if blocks > 1:
                    raise HandcalcError(
                        "{file}: with {blocks} blocks, {key} belongs in weights.block1, weights.block2 ...",
                        file=self.path.name,
                        blocks=blocks,
                        key=f"weights.{key}",
                    )
                found[f"block1.{key}"] = entry
            else:
                found[key] = entry
        self.only("weights.", found, [*shapes, *(name.partition(".")[2] for name in per_block if blocks == 1)])
        for name, (shape, words) in needed.items():
            if name not in found and name.rpartition(".")[2] not in OPTIONAL:
                raise HandcalcError(
                    "{file}: weights.{name} is missing; expected {words} = {shape}.",
                    file=self.path.name,
                    name=name if blocks > 1 else name.removeprefix("block1."),
                    words=words,
                    shape=_size(shape),
                )
        return {
            name: self.weight(name if blocks > 1 else name.removeprefix("block1."), name, spec, *shapes[name], seed)
            for name, spec in found.items()
        }

    def weight(self, called: str, name: str, spec: Any, shape: tuple[int, ...], words: str, seed: int) -> Floats:
        key = f"weights.{called}"
        if spec == "identity":
            if shape[0] != shape[1]:
                raise HandcalcError(
                    "{file}: {key} cannot be the identity: its shape is {words} = {shape}.",
                    file=self.path.name,
                    key=key,
                    words=words,
                    shape=_size(shape),
                )
            return np.eye(shape[0])
        if isinstance(spec, dict):
            if set(spec) <= {"normal", "seed"} and "normal" in spec:
                return self.random(key, name, spec, shape, seed)
            if set(spec) == {"columns"}:
                return self.units(key, spec, "columns", shape[::-1]).T
            if set(spec) == {"rows"}:
                return self.units(key, spec, "rows", shape)
        if not isinstance(spec, list) or not all(isinstance(row, list) for row in spec):
            raise self.wrong(
                key, spec, 'rows of numbers, "identity", or a table with columns, with rows, or with normal and seed'
            )
        for i, row in enumerate(spec, 1):
            for c, number in enumerate(row, 1):
                if not isinstance(number, int | float) or isinstance(number, bool) or not _finite(number):
                    raise self.wrong(f"{key}[{i}, {c}]", number, "a finite number")
        lengths = {len(row) for row in spec}
        if len(spec) != shape[0] or lengths != {shape[1]}:
            columns = str(*lengths) if len(lengths) == 1 else "/".join(map(str, sorted(lengths)))
            raise self.shape(key, f"{len(spec)} × {columns or 0}", words, shape)
        return np.array(spec, dtype=float)

    def shape(self, key: str, found: str, words: str, shape: Sequence[int]) -> HandcalcError:
        return HandcalcError(
            "{file}: {key} has shape {found}, expected {words} = {shape}.",
            file=self.path.name,
            key=key,
            found=found,
            words=words,
            shape=_size(shape),
        )

    def random(self, key: str, name: str, spec: Mapping[str, Any], shape: Sequence[int], seed: int) -> Floats:
        import zlib

        std = self.number(spec, f"{key}.normal", 0.0)
        own = spec.get("seed", seed) if self.seed is None else self.seed
        if not isinstance(own, int) or isinstance(own, bool) or own < 0:
            raise self.wrong(f"{key}.seed", own, "a whole number, 0 or more")
        # The name goes into the seed, so that two matrices of one file never share their numbers.
        return np.random.default_rng([own, zlib.crc32(name.encode())]).normal(0.0, std, shape)

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


def _finite(number: float) -> bool:
    try:
        return math.isfinite(float(number))
    except OverflowError:
        return False


def _short(found: object) -> str:
    """A value from a file, as it may be quoted in a sentence."""
    try:
        text = found if isinstance(found, str) else repr(found)
    except (ValueError, RecursionError):  # a number of thousands of digits, or tables thousands deep
        return "..."
    text = text if len(text) <= 60 else text[:57] + "..."
    return Quoted(text) if isinstance(found, str) else text
