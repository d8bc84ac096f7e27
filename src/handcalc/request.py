"""What was asked for, read and checked in one place for the command line and for Python alike.

Knows errors, languages and the options of a lesson. Models and lessons are imported when a run begins, so that
a wrong value is refused before NumPy is loaded.
"""

from __future__ import annotations

import contextlib
import difflib
import math
import os
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar

from handcalc import __version__, lang
from handcalc.errors import HandcalcError, Listed, Quoted
from handcalc.lang import key

if TYPE_CHECKING:
    from handcalc.doc import Document
    from handcalc.lessons.exercise import Exercise
    from handcalc.lessons.options import Options
    from handcalc.model import Model
    from handcalc.result import Result

T = TypeVar("T")

MODEL = "gato"  # the example that runs when none is named
MODELS = {"compare": "klocki", "block": "klocki"}  # the same for lessons that have an example of their own
WEIGHTS = ("E", "all")  # what a training step changes
# Of what has no model to tell its language: the example of posenc comes from a Polish page.
LANGUAGE_OF = {"posenc": "pl", "models": "en"}
COMPARED = ("gato", "gpt2-small")  # whose weights are counted when no model is named
MOST_HEADING = 6  # levels of a title, as in HTML and Markdown
MOST_DIGITS = 15  # a float64 has no more decimal digits to show
MOST_HEADS = 1024
MOST_SEED = 2**32 - 1
MOST_STEPS = 100_000
BLOCK_STEPS = (1, 2)  # of the page about a block that was put together
MOST_TOKENS = 100_000  # of generate
MOST_TOP = 1_000_000  # as many as a vocabulary may have
MOST_VALUES = 12  # side by side, of all options together: with two columns each they still make one table
COMPARING = ("walk",)  # lessons that set several values side by side
MOST_STARTS = 1000
MOST_DEPTH = 100
CLAIMS = 4  # that verify checks
MOST_D, MOST_LENGTH, MOST_CELLS, MOST_DISTANCES = 65_536, 20_000, 50_000_000, 100  # of posenc


class LanguageOptions(TypedDict, total=False):
    """What every command can be asked.

    language: "en", "pt" or "pl" (pt-BR, pl_PL.UTF-8 ... are understood); otherwise HANDCALC_LANG, the locale or the
    example decides.
    """

    language: str | None


class PageOptions(LanguageOptions, total=False):
    """What every command that computes can be asked. A number may also be a text, with a decimal comma or point.

    digits: decimals shown, 0 to 15. full: print long tables, vectors and sums whole.
    """

    digits: int | str | None
    full: bool


class BlockOptions(PageOptions, total=False):
    """What every command that runs a model's blocks can be asked; None leaves it to the model.

    model: a built-in model's name, or the path of a TOML file. heads: must divide d. mask: whether a token sees the
    earlier ones only. positions: "table", "sinusoidal" or "none". block: its formula, line by line. seed: of what is
    drawn at random. set: weights to change for this run, {"E[gato, 1]": 0.7} or "E[gato, 1]=0.7", or several of the
    latter. pencil: compute as a person does, rounding every printed number. `walk` takes several numbers of heads, as
    a sequence or in one text, and compares them at its end; see `values` for what stands between them.
    """

    model: str | os.PathLike[str] | None
    heads: int | str | Sequence[int | str] | None
    mask: bool | None
    positions: str | None
    block: str | Sequence[str] | None
    seed: int | str | None
    set: str | Sequence[str] | Mapping[str, float | str] | None
    pencil: bool


class RunOptions(BlockOptions, total=False):
    """The same where the next token matters.

    temperature: the logits are divided by it, 0 or more; for `walk` also several, as of heads.
    """

    temperature: float | str | Sequence[float | str] | None


class RowOptions(RunOptions, total=False):
    """What can be asked as well of a command that follows a text; None leaves it to the model.

    row: the followed row, a position from 1, a token or "all".
    """

    row: int | str | None


class ModelOptions(RowOptions, total=False):
    """What can be asked as well of a command that works on a text and its loss; None leaves it to the model.

    target: the token the loss is for. eta: the size of a training step, 0 or more.
    """

    target: str | None
    eta: float | str | None


# Of lessons that do not take all of ModelOptions.
TAKES: dict[str, type] = {"generate": RunOptions, "compare": BlockOptions, "block": BlockOptions, "verify": RowOptions}


def number(option: str, given: float | str) -> float:
    """A finite number that is not negative, written with a decimal comma or point."""
    text = _plain(given)
    if re.fullmatch(_NUMBER, text):
        found = float(text.replace(",", "."))
        if 0 <= found < math.inf:
            return abs(found)  # -0 is 0
    raise HandcalcError("{option} is {found}, expected a finite number, 0 or more.", option=option, found=_shown(given))


def whole(option: str, given: int | str, least: int, most: int) -> int:
    """A whole number from `least` to `most`."""
    text = _plain(given)
    if re.fullmatch(_WHOLE, text) and least <= int(text) <= most:
        return int(text)
    raise HandcalcError(
        "{option} is {found}, expected a whole number from {least} to {most}.",
        option=option,
        found=_shown(given),
        least=least,
        most=most,
    )


def _weight(cell: str, given: float | str) -> float:
    """A finite number for the weight `cell`, written with a decimal comma or point."""
    text = _plain(given)
    if re.fullmatch(_NUMBER, text) and math.isfinite(found := float(text.replace(",", "."))):
        return found
    raise HandcalcError("{cell} cannot be {found}; expected: a finite number.", cell=cell, found=_shown(given))


def changes(given: object) -> list[tuple[str, float]]:
    """The weights to change, each with its number. given: see BlockOptions.set."""
    if given is None:
        return []
    if isinstance(given, Mapping):
        return [(str(cell), _weight(str(cell), number)) for cell, number in given.items()]
    entries = [given] if isinstance(given, str) else given
    if not isinstance(entries, Sequence) or not all(isinstance(entry, str) for entry in entries):
        raise HandcalcError("{option} is {found}, expected a text.", option="set", found=_shown(given))
    found = []
    for entry in entries:
        parts = re.fullmatch(r"(.*\])\s*=(.*)", entry, re.DOTALL)
        if parts is None:
            raise HandcalcError(
                "{option} is {found}, expected a weight and its number, as in {example}.",
                option="set",
                found=_shown(entry),
                example="'E[gato, 1]=0.7'",
            )
        found.append((parts[1], _weight(parts[1], parts[2])))
    return found


def share(option: str, given: float | str) -> float:
    """A number above 0 and at most 1, written with a decimal comma or point."""
    with contextlib.suppress(HandcalcError):
        found = number(option, given)
        if 0 < found <= 1:
            return found
    raise HandcalcError(
        "{option} is {found}, expected a number above 0 and at most 1.", option=option, found=_shown(given)
    )


def values(option: str, given: object, single: str) -> list[Any]:
    """One value, or several side by side: a sequence, or a text with something between them.

    Between values stands a semicolon, white space, or a comma with a space after it; a comma inside of a value is a
    decimal comma, and a text of the form `single` is one value. Commas alone separate whole numbers (1,2,4), and
    numbers that have a decimal point (0.5,1,2).
    Errors: HandcalcError for numbers with commas alone that may be meant as decimal commas as well, such as 0,5,1,2.
    """
    if hasattr(given, "tolist"):  # an array, or one of its numbers
        given = given.tolist()
    if isinstance(given, Sequence) and not isinstance(given, str | bytes):
        return list(given)
    text = str(given).strip()
    parts = re.split(r"\s*;\s*|\s+,\s*|,\s+|\s+", text)
    if len(parts) > 1:
        return parts
    if "," not in text or re.fullmatch(single, _plain(text)):
        return [given]
    if single == _NUMBER and re.search(_UNCLEAR, text):
        raise HandcalcError(
            "{option} is {found}, which can be read in several ways; between values put semicolons, as in {example}.",
            option=option,
            found=_shown(given),
            example="0,5; 1; 2",
        )
    return text.split(",")


def several(
    option: str, given: object, single: str, read: Callable[[Any], T], expected: str, **places: object
) -> tuple[T, ...]:
    """The values that were given side by side, each as `read` reads it; see `values`. None for no value at all.

    expected: the end of the sentence about a list in which one is wrong.
    """
    if given is None:
        return ()
    parts = values(option, given, single)
    if len(parts) == 1:
        return (read(parts[0]),)
    if not 0 < len(parts) <= MOST_VALUES:
        raise HandcalcError(
            "{option} was read as {count} values; from 1 to {most} can stand side by side.",
            option=option,
            count=len(parts),
            most=MOST_VALUES,
        )
    said = {"option": option, "values": "; ".join(map(str, parts))}
    found: list[T] = []
    for part in parts:
        try:
            found.append(read(part))
        except HandcalcError:
            raise HandcalcError(expected, **said, wrong=Quoted(part), **places) from None
        if found[-1] in found[:-1]:
            raise HandcalcError(
                "{option} was read as the values {values}; {twice} stands there twice.", **said, twice=part
            )
    return tuple(found)


def temperatures(given: object) -> tuple[float, ...]:
    """One temperature or several; none where none was given."""
    return several(
        "temperature",
        given,
        _NUMBER,
        lambda part: number("temperature", part),
        key("{option} was read as the values {values}; {wrong} is no finite number, 0 or more."),
    )


def head_counts(given: object) -> tuple[int, ...]:
    """One number of heads or several; none where none was given."""
    return several(
        "heads",
        given,
        _WHOLE,
        lambda part: whole("heads", part, 1, MOST_HEADS),
        key("{option} was read as the values {values}; {wrong} is no whole number from {least} to {most}."),
        least=1,
        most=MOST_HEADS,
    )


def check_several(lesson: str, asked: Mapping[str, Sequence[float]]) -> None:
    """Refuse several values where the lesson does not compare them, or too many of two options together."""
    for option, found in asked.items():
        if len(found) > 1 and lesson not in COMPARING:
            raise HandcalcError(
                "{option} was read as the values {values}; {command} takes one value, {comparing} compares several.",
                option=option,
                values=Listed(found),
                command=lesson.replace("_", "-"),
                comparing=COMPARING[0],
            )
    count = math.prod([max(1, len(found)) for found in asked.values()])
    if count > MOST_VALUES:
        raise HandcalcError(
            "The values make {count} pairs; at most {most} can stand side by side.",
            count=count,
            most=MOST_VALUES,
        )


def usual(own: T, given: Sequence[T]) -> T | None:
    """Of several values the one that the steps are about: the model's own if it is among them, else the first."""
    return own if own in given else next(iter(given), None)


def a_text(option: str, given: object) -> None:
    """Refuse what is no text; None is no complaint."""
    if given is not None and not isinstance(given, str):
        raise HandcalcError("{option} is {found}, expected a text.", option=option, found=_shown(given))


def choice(option: str, given: str, allowed: Collection[str]) -> str:
    """One of the allowed words."""
    if given in allowed:
        return given
    raise HandcalcError(
        "{option} is {found}; possible: {allowed}.", option=option, found=_shown(given), allowed=", ".join(allowed)
    )


def language(given: str | None) -> str | None:
    """The language asked for: `given`, else HANDCALC_LANG, else the user's locale; None leaves it to the example.

    A locale counts only if handcalc has its language and it is not English, which says nothing about the reader.
    """
    for option, name in (("language", given), ("HANDCALC_LANG", os.environ.get("HANDCALC_LANG") or None)):
        if name is not None:
            a_text(option, name)
            code = lang.known(name)
            if code is None:
                raise HandcalcError(
                    "{option} is {found}; handcalc speaks {known}.",
                    option=option,
                    found=_shown(name),
                    known=", ".join(lang.LANGUAGES),
                )
            return code
    locale = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    code = lang.known(locale)
    return None if code == "en" else code


def ranges(given: int | str) -> list[tuple[int, int]]:
    """Steps as a person names them, "6" or "4-6,9", as (first, last) pairs."""
    pairs = []
    for part in re.split(r"[,;]", str(given)):
        ends = re.fullmatch(r"\s*(\d{1,9})\s*(?:[-–]\s*(\d{1,9})\s*)?", part, re.ASCII)
        if ends is None:
            raise HandcalcError(
                "{option} is {found}, expected numbers of steps such as 6 or 4-6,9.", option="step", found=_shown(given)
            )
        first, last = int(ends[1]), int(ends[2] or ends[1])
        if first > last:
            raise HandcalcError(
                "{option} has {first}-{last}, which runs backwards; {last}-{first} would be right.",
                option="step",
                first=first,
                last=last,
            )
        pairs.append((first, last))
    return pairs


def steps(given: int | str, document: Document) -> frozenset[int]:
    """The numbers of the steps that `given` names. Errors: HandcalcError for a step the document does not have."""
    return check_steps(given, document.command, [step.number for step in document.steps])


def check_steps(given: int | str, command: str, numbers: Sequence[int]) -> frozenset[int]:
    """Those of the `numbers` that `given` names. Errors: HandcalcError for a step that the command does not have."""
    chosen: set[int] = set()
    for first, last in ranges(given):
        for end in (first, last):
            if end not in numbers:
                raise HandcalcError(
                    "There is no step {step}; {command} has the steps {existing}.",
                    step=end,
                    command=command,
                    existing=", ".join(map(str, numbers)),
                )
        chosen.update(step for step in numbers if first <= step <= last)
    return frozenset(chosen)


def claims(given: int | str | Sequence[int | str] | None) -> tuple[int, ...]:
    """The claims that a person names, 3 or "1,3", each once and in order; all of them for None."""
    if given is None:
        return tuple(range(1, CLAIMS + 1))
    parts = re.split(r"[,;\s]+", str(given).strip()) if isinstance(given, int | str) else list(given)
    return tuple(sorted({whole("claim", part, 1, CLAIMS) for part in parts or [""]}))


def lesson(name: str, text: str | None, asked: Mapping[str, Any], **own: Any) -> Result:
    """Run the lesson `name` on the model and with the options in `asked` (see ModelOptions).

    text: None for the model's own. own: what this lesson alone takes, already checked.
    """
    from handcalc.result import Result

    def live() -> Document:
        return _taught(name, text, asked, live=True, **{**own, "progress": None} if "progress" in own else own)

    return Result(_taught(name, text, asked, live=False, **own), live)


def _taught(name: str, text: str | None, asked: Mapping[str, Any], *, live: bool, **own: Any) -> Document:
    """The document of the lesson; live: for a format whose numbers can be changed."""
    model, options = _prepared(name, text, asked, live=live)
    document: Document = _teacher(name)(model, text, options, **own)
    return document


def block(
    text: str | None, other: str | None, answer: str | Sequence[str] | None, show: bool, asked: Mapping[str, Any]
) -> Result:
    """Run the lesson on the block: draw it, or judge an answer and compute what it makes."""
    a_text("other", other)
    if answer is None:
        if other is not None:
            raise HandcalcError(
                "A second sentence is computed only where a block is put together: give {answer}, or leave it out.",
                answer="--answer",
            )
        model, options = _prepared("block", text, asked, drawn=bool(asked.get("set")))
        from handcalc.lessons.block import pictured
        from handcalc.result import Result

        return Result(pictured(model, text, options, hint=not show))
    from handcalc.lessons import pieces

    parts = answer if isinstance(answer, Sequence) and not isinstance(answer, str) else (answer,)
    for part in parts:
        a_text("answer", part)
    given = pieces.read(", ".join(parts))
    if show or asked.get("block") is not None:
        raise HandcalcError(
            "{option} and {answer} both say which block it is; give one of them.",
            option="show" if show else "block",
            answer="--answer",
        )
    return lesson("block", text, asked, answer=given, other=other)


def exercise(text: str | None, other: str | None, asked: Mapping[str, Any]) -> Exercise:
    """The block to be put together by the reader, on the model and with the options in `asked`."""
    model, options = _prepared("block", text, asked)
    from handcalc.lessons.exercise import Exercise

    return Exercise(model, text, options, other)


def _prepared(
    name: str, text: str | None, asked: Mapping[str, Any], *, live: bool = False, drawn: bool = True
) -> tuple[Model, Options]:
    """The model that the lesson `name` runs, and its options, both checked. drawn: see model.load."""
    _refuse_unknown(name, asked, TAKES.get(name, ModelOptions))
    a_text("text", text)
    for option in ("target", "positions"):
        a_text(option, asked.get(option))
    options = _options(asked)
    numbers = changes(asked.get("set"))
    block, positions = asked.get("block"), asked.get("positions")
    degrees, heads = temperatures(asked.get("temperature")), head_counts(asked.get("heads"))
    check_several(name, {"temperature": degrees, "heads": heads})
    if isinstance(block, str):
        block = (block,)
    if block is not None and not (isinstance(block, Sequence) and all(isinstance(line, str) for line in block)):
        raise HandcalcError("{option} is {found}, expected a text.", option="block", found=_shown(block))

    from handcalc import model, outline
    from handcalc.lessons.options import Options

    if positions is not None:
        positions = choice("positions", positions, outline.POSITIONS)
    given = asked.get("model")
    if not isinstance(given, os.PathLike):
        a_text("model", given)
    loaded = model.load(usual_model(name) if given is None else os.fspath(given), options["seed"], drawn)
    changed = loaded.changed(
        heads=usual(loaded.heads, heads),
        causal=asked.get("mask"),
        positions=positions,
        block=tuple(block) if block else None,
    )
    for cell, new in numbers:
        changed = changed.with_number(cell, new)
    options["language"] = _language_for(options["language"], loaded)
    options["temperature"] = usual(loaded.temperature, degrees)
    if len(degrees) > 1 or len(heads) > 1:
        options |= {"temperatures": degrees, "head_counts": heads}
    return changed, Options(**options, live=live)


def _language_for(asked: str | None, model: Model) -> str:
    """The language of a page about this model. Errors: HandcalcError for one of the model's that nobody knows."""
    own = lang.known(model.language)
    if own is None:
        raise HandcalcError(
            "{file}: {key} is {found}, expected one of {allowed}.",
            file=f"{model.name}.toml",
            key="defaults.language",
            found=_shown(model.language),
            allowed=", ".join(lang.LANGUAGES),
        )
    return asked or own


def params(models: Sequence[str | os.PathLike[str]], asked: Mapping[str, Any]) -> Document:
    """Run the lesson that counts weights on models, by their names or the paths of their files."""
    _refuse_unknown("params", asked, LanguageOptions)
    for one in models:
        if not isinstance(one, os.PathLike):
            a_text("model", one)
    options = _options(asked)

    from handcalc import model
    from handcalc.lessons.options import Options

    given = dict.fromkeys([os.fspath(name) for name in models or COMPARED])  # the same one twice would say nothing new
    loaded = {name: model.load(name, drawn=False) for name in given}
    spoken = [_language_for(options["language"], found) for found in loaded.values()]
    options["language"] = spoken[0]
    names = [found.name for found in loaded.values()]
    called = {found.name if names.count(found.name) == 1 else path: found for path, found in loaded.items()}
    document: Document = _teacher("params")(called, Options(**options))
    return document


def models(asked: Mapping[str, Any]) -> Document:
    """Run the lesson that lists the built-in models."""
    _refuse_unknown("models", asked, LanguageOptions)
    options = _options(asked)
    options["language"] = options["language"] or LANGUAGE_OF["models"]

    from handcalc import model
    from handcalc.lessons.options import Options

    found = [model.load(name, drawn=False) for name in model_files()]
    document: Document = _teacher("models")(found, Options(**options))
    return document


def model_files() -> dict[str, str]:
    """The built-in models and the paths of their files."""
    folder = os.path.join(os.path.dirname(__file__), "models")
    return {name[:-5]: os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.endswith(".toml")}


def model_file(name: str) -> bytes:
    """The file of the built-in model `name`, in UTF-8, as it is. Errors: HandcalcError for a name that is none."""
    a_text("model", name)
    files = model_files()
    if name not in files:
        near = difflib.get_close_matches(name, files, n=1)
        if near:
            raise HandcalcError(
                "There is no built-in model {model}; the closest one is {near}.", model=_shown(name), near=near[0]
            )
        raise HandcalcError(
            "There is no built-in model {model}; possible: {known}.", model=_shown(name), known=", ".join(files)
        )
    with open(files[name], "rb") as file:
        return file.read()


def usual_model(lesson: str) -> str:
    """The built-in model that a lesson runs when none is named."""
    return MODELS.get(lesson, MODEL)


def posenc(asked: Mapping[str, Any], *, d: Any, length: Any, at: Any, distances: Any) -> Document:
    """Run the lesson on the sinusoidal code, which has no model."""
    _refuse_unknown("posenc", asked, PageOptions)
    options = _options(asked)
    options["language"] = options["language"] or LANGUAGE_OF["posenc"]
    if isinstance(distances, int | str):
        distances = re.split(r"[,;\s]+", str(distances).strip())
    parts = list(distances)
    if len(parts) > MOST_DISTANCES:
        raise HandcalcError("{count} distances were given; at most {most} fit.", count=len(parts), most=MOST_DISTANCES)
    far = tuple(whole("distances", part, 0, MOST_LENGTH) for part in parts)
    width = whole("d", d, 1, MOST_D)
    rows = whole("length", length, 1, MOST_LENGTH)
    place = whole("at", at, 0, MOST_LENGTH)
    needed = max(rows, place + max(far, default=0))  # the last row that is compared need not be on the map
    if needed * width > MOST_CELLS:
        raise HandcalcError(
            "{rows} positions of {d} numbers each are {cells} numbers; handcalc computes at most {most}.",
            rows=needed,
            d=width,
            cells=needed * width,
            most=MOST_CELLS,
        )

    from handcalc.lessons.options import Options

    document: Document = _teacher("posenc")(Options(**options), d=width, length=rows, at=place, distances=far)
    return document


def _options(asked: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of Options, checked; the language may still be None."""
    row = asked.get("row")
    options: dict[str, Any] = {
        "version": __version__,
        "language": language(asked.get("language")),
        "target": asked.get("target"),
        "row": None if row is None else str(row),
        "pencil": bool(asked.get("pencil")),
        "full": bool(asked.get("full")),
    }
    eta = asked.get("eta")
    options["eta"] = None if eta is None else number("eta", eta)
    for name, most in (("digits", MOST_DIGITS), ("seed", MOST_SEED)):
        given = asked.get(name)
        options[name] = None if given is None else whole(name, given, 0, most)
    return options


def _teacher(name: str) -> Callable[..., Any]:
    teacher: Callable[..., Any] = getattr(import_module(f"handcalc.lessons.{name}"), name)
    return teacher


def _refuse_unknown(name: str, asked: Mapping[str, Any], known: type) -> None:
    """What Python itself does with a keyword that a function does not have."""
    for keyword in asked:
        if keyword not in known.__annotations__:
            raise TypeError(f"{name}() got an unexpected keyword argument {keyword!r}")


_NUMBER = r"[+-]?([0-9]+([.,][0-9]*)?|[.,][0-9]+)([eE][+-]?[0-9]+)?"
# Commas alone between digits, digits that look like those after a comma, and points that look like those of thousands.
_UNCLEAR = r"^[0-9]+(,[0-9]+){2,}$|,0[0-9]|^[1-9][0-9]{0,2}(\.[0-9]{3})+,"
_WHOLE = r"[+-]?[0-9]{1,20}"  # int() refuses a text of more than 4300 digits


def _plain(given: object) -> str:
    """A number as text, with the minus of a keyboard: the pages print another one, and pages are copied from."""
    return str(given).strip().replace("−", "-")


def _shown(given: object) -> str:
    """What was given, as a sentence quotes it."""
    text = str(given)
    text = text if len(text) <= 60 else text[:57] + "..."
    return text if re.fullmatch(_NUMBER, _plain(text)) else Quoted(text)
