"""What all lessons share: a page being written, its run, its rows, its tables.

Sees the engine, documents and languages; knows no format.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import numpy as np

from handcalc.doc import (
    ENDS,
    MOST_COLUMNS,
    MOST_ROWS,
    Block,
    Cell,
    Document,
    Equation,
    Formula,
    Gap,
    Inline,
    Locale,
    Math,
    Number,
    Paragraph,
    Phrase,
    Prose,
    Side,
    Step,
    Table,
    Token,
    Value,
    Vector,
    worked,
)
from handcalc.errors import HandcalcError
from handcalc.expr import Apply, Axis, Bare, Expr, Ref, Whole
from handcalc.lang import Language, Marked, key, language
from handcalc.lessons.options import Options
from handcalc.model import Change, Model, find, quoted
from handcalc.ops import LayerNorm, LayerNormBackward
from handcalc.tape import Var
from handcalc.transformer import Run, forward

DIGITS, PENCIL_DIGITS_BACK = 3, 5
CUT = key("More numbers are left out here; --full prints them all.")
MANY_DIGITS = 8  # up to here a pocket calculator shows the difference that rounding makes


T = TypeVar("T")


class Page:
    """A document being written, step by step, in one language."""

    def __init__(self, command: str, options: Options, digits: int = DIGITS) -> None:
        self.command = command
        self.options = options
        self.language: Language = language(options.language)
        self.digits = options.digits if options.digits is not None else digits
        self.full = options.full
        self.notes: list[Block] = []
        self._steps: list[tuple[Prose, list[Block]]] = []

    # Words

    def say(self, sentence: str, **places: Any) -> Prose:
        """A sentence in the page's language, as prose."""
        return tuple(_inline(piece) for piece in self.language.say(sentence, **places))

    def count(self, n: int, singular: str, plural: str, **places: Any) -> Prose:
        """A sentence in the plural form that `n` asks for."""
        return tuple(_inline(piece) for piece in self.language.count(n, singular, plural, **places))

    def word(self, text: str, **places: Any) -> str:
        """A header in the page's language, as plain text."""
        return self.language.text(text, **places)

    def listed(self, parts: Sequence[Any]) -> Prose:
        return tuple(_inline(piece) for piece in self.language.listed(list(parts)))

    def listed_prose(self, parts: Sequence[Inline | Prose]) -> Prose:
        """Pieces of prose as a list: a, b and c."""
        pieces: list[Any] = []
        for piece in self.language.listed(list(parts)):
            pieces += piece if type(piece) is tuple else [piece]
        return tuple(pieces)

    def quoted(self, text: str) -> Prose:
        """A text in the language's quotation marks."""
        before, after = self.language.quotes
        return (before, text, after)

    # Steps and blocks

    def step(self, title: str | Prose) -> None:
        """Begin the next numbered step; `title` is already in the page's language."""
        self._steps.append(((title,) if isinstance(title, str) else title, []))

    @property
    def titles(self) -> list[Prose]:
        """The titles of the steps so far."""
        return [title for title, _ in self._steps]

    def add(self, *blocks: Block) -> None:
        self._steps[-1][1].extend(blocks)

    def tell(self, sentence: str, **places: Any) -> None:
        """Add a paragraph of one or more sentences."""
        self.add(Paragraph(self.say(sentence, **places)))

    def tell_all(self, *sentences: Prose) -> None:
        """Add one paragraph made of several sentences."""
        text: list[Any] = []
        for sentence in sentences:
            if sentence:
                text += [" ", *sentence] if text else sentence
        self.add(Paragraph(tuple(text)))

    def work(self, *cells: Ref) -> None:
        """Add the written work of cells, aligned under one another."""
        self.add(Formula(tuple(worked(cell) for cell in cells)))

    def equations(self, *rows: Equation) -> None:
        """Add equations, aligned under one another; without any nothing is added."""
        if rows:
            self.add(Formula(rows))

    def document(self, model: Model | None, settings: dict[str, Any], **rest: Any) -> Document:
        """The finished page."""
        speaks = self.language
        words = {
            "columns": speaks.template(key("columns {first} to {last} of {count}")),
            "column": speaks.template(key("column {first} of {count}")),
            "averaged": speaks.template(key("averaged: one cell stands for {rows} × {columns} numbers")),
            "heatmap": speaks.template(key("Heatmap; the scale goes from {low} to {high}")),
            "curve": speaks.template(key("Curve: {y} by {x}")),
            "diagram": speaks.template(key("The pieces from top to bottom, and what each of them reads")),
            "path": speaks.template(key("The way through the page")),
            "parts open": speaks.template(key("Each part of the picture opens its step.")),
            "numbers open": speaks.template(key("A number with dots below it opens its work.")),
            "some open": speaks.template(key("There are too many for all: the first {count} do.")),
            "table": speaks.template(key("table {number}")),
            "followed": speaks.template(key("marked row")),
            "given": speaks.template(key("given")),
            "close": speaks.template(key("Close")),
            **{name: speaks.template(sentence) for name, sentence in WORKBOOK.items()},
        }
        left_out = {
            "row": speaks.forms("{count} row left out", "{count} rows left out"),
            "column": speaks.forms("{count} column left out", "{count} columns left out"),
        }
        changes = () if model is None else model.changes
        if model is not None:
            settings = {**settings, "set": {change.cell: change.new for change in changes}}
        return Document(
            command=self.command,
            version=self.options.version,
            model=None if model is None else model.name,
            language=speaks.code,
            locale=Locale(
                language=speaks.code,
                decimal=speaks.decimal,
                separator=speaks.separator,
                quotes=speaks.quotes,
                tied=speaks.tied,
                grouping=speaks.grouping,
                words=words,
                left_out=left_out,
                plural=speaks.plural,
            ),
            settings={**settings, "digits": self.digits, "full": self.full},
            steps=tuple(Step(i, title, tuple(blocks)) for i, (title, blocks) in enumerate(self._steps, 1)),
            step_word=speaks.template(key("Step")),
            notes=(*self._told(changes), *self.notes),
            **rest,
        )

    def _told(self, changes: Sequence[Change]) -> list[Block]:
        """Which weights were changed for this run."""
        if not changes:
            return []
        last = {change.cell: change.new for change in changes}
        first = {change.cell: change.old for change in reversed(changes)}
        text: list[Any] = []
        for cell in last:
            said = self.say(
                "For this run {cell} is {new} instead of {old}.",
                cell=cell,
                new=Value(last[cell], "exact"),
                old=self.shortest(first[cell]),
            )
            text += [" ", *said] if text else said
        return [Paragraph(tuple(text))]

    def shortest(self, number: float) -> Value:
        """A weight with the decimals it needs, at most those of the page."""
        return Value(number, "exact" if round(number, self.digits) == number else "fixed")

    # Tables

    def matrix(
        self,
        var: Var,
        caption: Prose = (),
        *,
        marked: Sequence[int] = (),
        keep: Iterable[tuple[int, ...]] = (),
        strong: Iterable[tuple[int, int]] = (),
        ids: bool = False,
    ) -> Table:
        """A whole array of two axes as a table.

        marked: the rows to mark; keep, strong: the cells not to leave out and those to emphasize, by their place in
        the array; ids: whether a column with the number of each row, from 0, stands beside its label.
        """
        if len(var.axes) == 1:
            return self._one_row(var, caption, [at[-1] for at in keep])
        down, across = var.axes
        kept = [(t, c) for t, c in keep]
        columns = self.shown(len(across.labels), "column", [c for _, c in kept])
        names = of_shown(columns, lambda c: self.column_name(var, across, c))
        before: tuple[Cell, ...] = (self.word("id"),) if ids else ()
        place = {c: 1 + len(before) + at for at, c in enumerate(columns) if not isinstance(c, Gap)}

        def cells(t: int) -> tuple[Cell, ...]:
            number = (Value(t, "integer"),) if ids else ()
            return (label(down, t), *number, *of_shown(columns, lambda c: Number(Ref(var, (t, c)))))

        return self.table(
            (self.axis_name(down), *before, *names),
            len(down.labels),
            cells,
            caption,
            marked=marked,
            keep=[t for t, _ in kept],
            strong=[(t, place[c]) for t, c in strong if c in place],
        )

    def _one_row(self, var: Var, caption: Prose, keep: Sequence[int]) -> Table:
        """An array of one axis, such as a bias, as a table of one row."""
        (axis,) = var.axes
        columns = self.shown(len(axis.labels), "column", keep)
        names = of_shown(columns, lambda c: label(axis, c))
        return Table(
            (self.axis_name(axis) if axis.kind == "word" else self.word("column"), *names),
            ((Math(Whole(var)), *of_shown(columns, lambda c: Number(Ref(var, (c,))))),),
            caption,
        )

    def axis_name(self, axis: Axis) -> str:
        """What stands above the labels of an axis."""
        return self.word(AXES[axis.kind])

    def column_name(self, var: Var, axis: Axis, c: int) -> Cell:
        """What stands above column `c`: a token, a cell's symbol such as u₁, or the plain number."""
        if axis.kind in ("word", "token"):
            return label(axis, c)
        if var.symbol.sub or var.symbol.partial or var.axes[0].kind == "word":
            return Value(c + 1, "integer")
        return Math(Whole(Column(var), (c,)))

    def by_token(
        self,
        header: Sequence[Cell],
        tokens: Axis,
        cells: Callable[[int], tuple[Cell, ...]],
        caption: Prose = (),
        **rest: Any,
    ) -> Table:
        """A table with one row a token: its label and then `cells(t)`. rest: as for `table`."""
        return self.table(
            (self.axis_name(tokens), *header),
            len(tokens.labels),
            lambda t: (label(tokens, t), *cells(t)),
            caption,
            **rest,
        )

    def table(
        self,
        header: Sequence[Cell],
        count: int,
        cells: Callable[[int], tuple[Cell, ...]],
        caption: Prose = (),
        *,
        marked: Sequence[int] = (),
        keep: Sequence[int] = (),
        strong: Iterable[tuple[int, int]] = (),
        total: tuple[Cell, ...] | None = None,
    ) -> Table:
        """A table of `count` rows, row i with `cells(i)`; of too many the ends, the marked ones and those to keep.

        strong: (i, column of the table) of the cells to emphasize. Rows are marked among others, not if all are.
        """
        shown = self.shown(count, "row", [*marked[:MOST_ROWS], *keep])
        place = {i: at for at, i in enumerate(shown) if not isinstance(i, Gap)}
        some = marked if len(marked) < count or count == 1 else ()
        return Table(
            tuple(header),
            tuple(of_shown(shown, cells)),
            caption,
            frozenset(place[i] for i in some if i in place),
            frozenset((place[i], c) for i, c in strong if i in place),
            total,
        )

    def shown(self, count: int, unit: str, keep: Sequence[int] = (), each: int = 1) -> list[int | Gap]:
        """Which of `count` rows or columns the page shows: all, or the ends and those to keep, and how many it leaves
        out in between. unit: "row" or "column". each: how many of these an entry takes."""
        most = MOST_ROWS if unit == "row" else MOST_COLUMNS
        if count * each <= most or self.full:
            return list(range(count))
        entries: list[int | Gap] = []
        before = -1
        for i in sorted({*range(ENDS), *range(count - ENDS, count), *keep}):
            if i - before == 2:
                entries.append(i - 1)  # a single one left out would take the place of itself
            elif i - before > 2:
                entries.append(Gap(each * (i - before - 1), unit))
            entries.append(i)
            before = i
        return entries


# What a workbook says beside the page.
WORKBOOK = {
    "inputs": key("Inputs"),
    "live": key(
        "The cells filled in yellow on this sheet are inputs: change one, and every number that depends on it "
        "is computed anew. The sentences and the work written out keep the numbers of this run."
    ),
    "temperature": key("temperature"),
    "learning rate": key("learning rate"),
    "in the root": key("added to the variance inside the root"),
    "all numbers": key("The other numbers of this step; those computed are formulas"),
    "fixed temperature": key("T = 0 is fixed in this file: the largest logit takes all the probability."),
    "fixed choices": key(
        "Which tokens are candidates, and which one comes next, is fixed in this file: a change moves the numbers "
        "alone."
    ),
    "fixed starts": key("The differences of the starts come from other weights; in this file they are fixed."),
    "several steps": key(
        "The formulas follow the first training step. What is called after... belongs to the run after the "
        "last step, whose weights are plain numbers here, as is what the page shows of the steps between."
    ),
    "elided": key(
        "This model has {count} numbers. Here only those that the page shows have a cell of their own; formulas quote "
        "the others as plain numbers, which do not follow a change. With --full every number is live."
    ),
}
AXES = {
    "token": key("token"),
    "word": key("token"),
    "position": key("position"),
    "channel": key("row"),
    "hidden": key("row"),
}


class Column:
    """An array seen column by column, so that its symbol can carry a column's number alone: u₁."""

    def __init__(self, var: Var) -> None:
        self.name, self.symbol, self.given, self.divisor, self.part = var.name, var.symbol, var.given, False, var.part
        self.sizes, self.whole, self.axes = var.sizes, var.whole, var.axes[-1:]
        self.number, self.work, self.decimals = var.number, var.work, var.decimals


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[0].upper() + text[1:]


def gradient_of(var: Var) -> Bare:
    """The gradient of `var` as a bare symbol, for rules."""
    return Bare(var.symbol.gradient())


def _inline(piece: Any) -> Any:
    if isinstance(piece, bool | int):
        return Value(piece, "integer")
    if isinstance(piece, float):
        return Value(piece, "exact")
    if isinstance(piece, Marked):
        return Phrase(piece.text)
    if isinstance(piece, Apply | Whole):
        return Math(piece)
    return piece


def of_shown(shown: Sequence[int | Gap], make: Callable[[int], T]) -> list[T | Gap]:
    """`make(i)` for what is shown; what is left out stays a gap."""
    return [i if isinstance(i, Gap) else make(i) for i in shown]


def label(axis: Axis, i: int) -> Cell:
    """How row `i` of an axis is labelled: a token (with its number where it stands several times) or a number."""
    if axis.kind == "token":
        repeated = len(set(axis.labels)) < len(axis.labels)
        return (f"{i + 1} ", Token(axis.labels[i])) if repeated else Token(axis.labels[i])
    if axis.kind == "word":
        return Token(axis.labels[i])
    return Value(int(axis.called(i)), "integer")


def named_token(page: Page, tokens: Sequence[str], t: int) -> Token | Prose:
    """Token `t` as prose names it: with its row where it stands several times."""
    token = Token(tokens[t])
    return token if tokens.count(token.text) == 1 else page.say("{token} (row {row})", token=token, row=t + 1)


def row(var: Var, t: int) -> tuple[Ref, ...]:
    """The cells of one row."""
    return tuple(Ref(var, (t, c)) for c in range(var.data.shape[1]))


def vector(var: Var, t: int) -> Vector:
    """One row as a vector."""
    return Vector(row(var, t))


def largest(var: Var, t: int) -> Ref:
    """The cell of row `t` whose finite number is largest in size: the one worth writing out."""
    return max(row(var, t), key=lambda cell: abs(cell.value) if abs(cell.value) != float("inf") else -1.0)


def peak(var: Var) -> Ref:
    """The cell of a whole table whose number is largest in size."""
    at = np.unravel_index(int(np.argmax(np.abs(var.data))), var.data.shape)
    return Ref(var, tuple(map(int, at)))


def is_vector(var: Var, t: int | None, symbols: Expr | None = None) -> Equation:
    """`u₅ = symbols = [..; ..]`; t: None for an array that is one row."""
    whole = Whole(var) if t is None else Whole(var, (t,))
    sides = () if symbols is None else (Side("symbols", symbols),)
    return Equation(whole, (*sides, Side("value", whole)))


class Question:
    """What a lesson that runs a model was asked, with the model's defaults filled in and everything checked."""

    def __init__(self, model: Model, text: str | None, options: Options) -> None:
        self.model = model
        self.options = options
        self.text = model.text if text is None else text
        self.ids = model.ids(self.text)
        self.temperature = model.temperature if options.temperature is None else options.temperature
        self.eta = model.eta if options.eta is None else options.eta
        self.seed = model.seed if options.seed is None else options.seed
        name = model.target if options.target is None else options.target
        if options.target is not None or options.temperature is not None:
            self.need_output()
        self.target = None if name is None or not model.has_output else model.token(name)
        self.followed = self._followed()

    def need_output(self) -> None:
        """Refuse what needs logits where the model has none."""
        if not self.model.has_output:
            raise HandcalcError(
                "The model {model} has no output (no W_U), so it has no logits and no loss.", model=self.model.name
            )

    def need_loss(self) -> None:
        """Refuse what needs a gradient where there is no loss."""
        self.need_output()
        if self.temperature == 0:
            raise HandcalcError("At T = 0 the loss has no derivative; give a temperature above 0.")
        if self.target is None:
            raise HandcalcError(
                "The model {model} names no target; give one, with --target on the command line.", model=self.model.name
            )

    def _followed(self) -> list[int]:
        """The rows that the page follows, counted from 0."""
        n, asked = len(self.ids), self.options.row
        if asked is None:
            return [n - 1]
        if asked == "all":
            return list(range(n))
        return [place(asked, [self.model.vocabulary[i] for i in self.ids])]

    def run(self, digits: int, **changes: Any) -> Run:
        """The forward pass that was asked for."""
        return forward(
            changes.get("model", self.model),
            self.ids,
            temperature=self.temperature,
            target=self.target if self.temperature else None,
            pencil=digits if self.options.pencil else None,
            digits=digits,
            scaled=self.options.live,
        )

    def settings(self) -> dict[str, Any]:
        """What was asked, by option name, as the run used it."""
        model = self.model
        return {
            "text": self.text,
            "heads": model.heads,
            "temperature": self.temperature,
            "mask": model.causal,
            "positions": model.positions,
            "block": list(model.block),
            "row": [t + 1 for t in self.followed],
            "target": None if self.target is None else model.vocabulary[self.target],
            "eta": self.eta,
            "seed": self.seed,
            "pencil": self.options.pencil,
        }


def place(asked: str, tokens: Sequence[str]) -> int:
    """The row (from 0) that a person names by position or by token.

    Errors: HandcalcError for a position the sentence does not have, a token it does not have or has twice.
    """
    n = len(tokens)
    if re.fullmatch(r"\s*[+-]?[0-9]+\s*", asked):
        number = int(asked) if len(asked) < 10 else n + 1
        if not 1 <= number <= n:
            raise HandcalcError("There is no row {row}; the last row is {count}.", row=asked, count=n)
        return number - 1
    distinct = list(dict.fromkeys(tokens))

    def unknown(name: str) -> HandcalcError:
        return HandcalcError(
            "The sentence has no token “{token}”; its tokens: {tokens}.", token=name, tokens=quoted(distinct, 24)
        )

    token = distinct[find(asked, distinct, unknown)]
    places = [t for t, other in enumerate(tokens) if other == token]
    if len(places) > 1:
        raise HandcalcError(
            "“{token}” stands in rows {rows}; give the row's number.",
            token=token,
            rows=", ".join(str(t + 1) for t in places),
        )
    return places[0]


def introduce(page: Page, asked: Question) -> None:
    """How the page's numbers are to be read."""
    if asked.options.pencil:
        text = page.count(
            page.digits,
            "Pencil mode: every result is rounded to {n} decimal before it is used again, so each digit can be "
            "worked again from printed ones. Rows of weights may therefore sum to a little more or less than 1.",
            "Pencil mode: every result is rounded to {n} decimals before it is used again, so each digit can be "
            "worked again from printed ones. Rows of weights may therefore sum to a little more or less than 1.",
        )
    elif page.digits <= MANY_DIGITS:
        text = page.count(
            page.digits,
            "Numbers are printed with {n} decimal but carried with all their digits. If you redo a calculation "
            "from the printed numbers, about one result in five will differ in its last digit, and an exponential "
            "by more; --pencil rounds at every step instead.",
            "Numbers are printed with {n} decimals but carried with all their digits. If you redo a calculation "
            "from the printed numbers, about one result in five will differ in its last digit, and an exponential "
            "by more; --pencil rounds at every step instead.",
        )
    else:
        return
    page.notes.append(Paragraph(text))


def tell_flat(page: Page, var: Var, rows: Iterable[int]) -> None:
    """Say which of these rows LayerNorm, or the way back through it, made 0 because they have no spread at all."""
    if var.line is None or var.part not in ("", "std") or not isinstance(var.line.op, LayerNorm | LayerNormBackward):
        return
    line = var.line
    op, out = line.op, line.out
    var = out.parts.get("normalized", out)
    std = out.parts["std"] if isinstance(op, LayerNorm) else line.inputs[2]
    flat = [t for t in rows if std.number((t,)) == 0]
    if not flat:
        return
    places = {"rows": page.listed([str(t + 1) for t in flat]), "u": Whole(var)}
    if isinstance(op, LayerNorm):
        said = page.count(
            len(flat),
            "All numbers of row {rows} are equal: its standard deviation is 0, and so is its row of {u} by definition.",
            "The numbers of each of the rows {rows} are equal: their standard deviation is 0, and so are their rows of "
            "{u} by definition.",
            **places,
        )
    else:
        normed = line.inputs[1].line
        assert normed is not None
        said = page.count(
            len(flat),
            "The standard deviation of row {rows} of {x} is 0, so row {rows} of {u} is 0 by definition.",
            "The standard deviation of the rows {rows} of {x} is 0, so these rows of {u} are 0 by definition.",
            x=Whole(normed.inputs[0]),
            **places,
        )
    page.add(Paragraph(said))


def zero_rows(page: Page, run: Run) -> Paragraph:
    """How many rows of ∂L/∂E are exactly 0, and why."""
    if run.model.tied:
        return Paragraph(
            page.say("The other rows of `E` have a gradient too: as the output matrix, `E` takes part in every logit.")
        )
    unread = len(run.model.vocabulary) - len(set(run.ids))
    if unread == 0:
        return Paragraph(page.say("The text uses every row of `E`, so none is exactly 0 for lack of a token."))
    return Paragraph(
        page.count(
            unread,
            "The other row has a derivative of exactly 0: its token is not in the text, so nothing in the loss "
            "depends on it.",
            "The other {n} rows have a derivative of exactly 0: their tokens are not in the text, so nothing in "
            "the loss depends on them.",
        )
    )
