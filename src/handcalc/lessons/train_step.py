"""The training step: the loss, its gradient by E, the update written out, and what it changed.

Sees the engine and documents; the words are English keys, the looks are the format's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from handcalc.doc import Cell, Document, Equation, Number, Paragraph, Phrase, Side, Stage, Token, Value
from handcalc.errors import HandcalcError
from handcalc.expr import Num, Ref, Running, Whole, mul, sub
from handcalc.lessons.options import Options
from handcalc.lessons.page import (
    PENCIL_DIGITS_BACK,
    Page,
    Question,
    gradient_of,
    introduce,
    label,
    peak,
    zero_rows,
)
from handcalc.lessons.training import (
    SHIFTED,
    change,
    gradient_rows,
    retrained,
    stepped,
    tell_temperature,
    tell_update,
    update_of,
    way_back,
)
from handcalc.model import Model
from handcalc.tape import Var
from handcalc.transformer import Run


def train_step(
    model: Model,
    text: str | None,
    options: Options,
    *,
    weights: str = "E",
    steps: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Document:
    """One step of gradient descent, or `steps` of them, with E or all weights moving.

    weights: "E" or "all". progress: called with the number of steps done. The document's `values` are those of the
    first step, `after` those of the run after the last one.
    Errors: HandcalcError where there is no loss, or for numbers that grow beyond all bounds.
    """
    asked = Question(model, text, options)
    asked.need_loss()
    page = Page("train-step", options, PENCIL_DIGITS_BACK if options.pencil else 3)
    run = asked.run(page.digits)
    way_back(run)
    names = moving(run, weights)
    new, after = trained(asked, run, names, page.digits, 1)
    if progress is not None:
        progress(1)
    runs = _Runs(asked, run, after, names, page.digits)
    for done in range(2, steps + 1):
        runs.step()
        if progress is not None:
            progress(done)
    introduce(page, asked)
    _Lesson(page, asked, run, after, new).write()
    if steps > 1:
        repeated(page, asked, runs)
    return page.document(
        model,
        {**asked.settings(), "weights": weights, "steps": steps},
        tokens=tuple(run.tokens),
        ids=run.ids,
        values=run.tape.vars,
        after=runs.last.tape.vars,
        path=lambda: in_order(page),
    )


def in_order(page: Page) -> Sequence[Stage]:
    """The way that the steps go: one after another."""
    from handcalc.lessons import path

    return path.in_order(page.titles)


def moving(run: Run, weights: str) -> list[str]:
    """The names of the weights that a step moves."""
    if weights == "E":
        return ["E"]
    return [name for name, var in run.tape.vars.items() if var.line is None and f"d.{name}" in run.tape]


class _Runs:
    """The runs after each step: all losses and probabilities, the last run whole."""

    def __init__(self, asked: Question, first: Run, after: Run, names: list[str], digits: int) -> None:
        self.asked = asked
        self.names = names
        self.digits = digits
        self.last = after
        self.outcomes = [outcome(first), outcome(after)]

    def step(self) -> None:
        run = self.last
        run.tape.backward(run.tape["loss"])
        _, self.last = trained(self.asked, run, self.names, self.digits, len(self.outcomes))
        self.outcomes.append(outcome(self.last))


def trained(asked: Question, run: Run, names: list[str], digits: int, step: int) -> tuple[dict[str, Var], Run]:
    """The weights `names` after training step number `step`, and the run with them.

    Errors: HandcalcError where numbers grew beyond all bounds.
    """
    try:
        new = {name: stepped(run, name, asked.eta) for name in names}
        return new, retrained(asked, run, {name: var.data for name, var in new.items()}, digits)
    except HandcalcError as error:
        raise HandcalcError(
            "Training went out of bounds at step {step}; a smaller learning rate η would help. {reason}",
            step=step,
            reason=error,
        ) from None


def outcome(run: Run) -> tuple[float, float]:
    """The loss and the probability of the target."""
    assert run.target is not None
    return run.tape["loss"].number(()), run.tape["probabilities"].number((run.last, run.target))


class _Lesson:
    """One training step being written."""

    def __init__(self, page: Page, asked: Question, run: Run, after: Run, new: Mapping[str, Var]) -> None:
        self.page = page
        self.asked = asked
        self.run = run
        self.after = after
        self.new = new
        assert run.target is not None
        self.target = Token(run.model.vocabulary[run.target])

    def write(self) -> None:
        self.loss()
        self.gradient()
        self.update()
        self.outcome()

    def loss(self) -> None:
        page, run = self.page, self.run
        page.step(page.word("The loss"))
        page.tell(
            "After {text} the next token should be {target}. The loss `L` is small when the model gives it a high "
            "probability:",
            text=page.quoted(self.asked.text.strip()),
            target=self.target,
        )
        p = run.tape["probabilities"]
        at = (run.last, run.target or 0)
        tell_temperature(page, run)
        if "max" in p.parts:
            page.tell(page.language.template(SHIFTED))
        page.work(Ref(p, at), Ref(run.tape["loss"], ()))

    def gradient(self) -> None:
        page, run = self.page, self.run
        dE = run.tape["d.E"]
        page.step(page.say("The gradient of `L` with respect to `E`"))
        page.tell(
            "The derivative of `L` with respect to a number of `E` says how fast `L` grows when that number grows."
        )
        page.add(gradient_rows(page, run, dE, self.asked.followed))
        page.add(zero_rows(page, run))

    def update(self) -> None:
        page, run, eta = self.page, self.run, self.asked.eta
        E, new = run.tape["E"], self.new["E"]
        page.step(page.word("The update"))
        page.tell(
            "Each number moves against its derivative, by the learning rate `η` = {eta} times the derivative:", eta=eta
        )
        cell, by = Running(E, ("i", "c")), Running(gradient_of(E), ("i", "c"))
        page.equations(Equation(cell, (Side("symbols", sub(cell, mul(Num(eta, "η"), by))),), "←"))
        for i in dict.fromkeys(run.ids[t] for t in self.asked.followed):
            page.tell("The row of {token} (id {id}), number by number:", token=Token(run.model.vocabulary[i]), id=i)
            tell_update(page, new, i)
        for k, (name, var) in enumerate(self.new.items()):
            W = run.tape[name]
            if k == 1:
                page.tell(
                    "The other weights get their derivatives in the same way. Of each table one number is written out, "
                    "the one whose derivative is largest in absolute value."
                )
            if name != "E":
                worked = peak(run.tape[f"d.{name}"]).at
                page.equations(update_of(var, worked))
            caption = page.say("{W} after the step:", W=Whole(W))
            if name == "E":
                page.add(page.matrix(var, caption, marked=sorted(set(run.ids))))
            else:
                page.add(page.matrix(var, caption, keep=[worked]))

    def outcome(self) -> None:
        page, run, after = self.page, self.run, self.after
        page.step(page.word("After the step"))
        if len(self.new) > 1:
            page.tell("The forward pass again, with all the new weights:")
        else:
            page.tell("The forward pass again, with the new `E` and all other weights as they were:")
        at = (run.last, run.target or 0)
        page.work(Ref(after.tape["probabilities"], at), Ref(after.tape["loss"], ()))
        page.add(Paragraph(change(page, run, after)))
        p, p_new = run.tape["probabilities"], after.tape["probabilities"]
        words = p.axes[1]
        order = sorted(range(len(words.labels)), key=lambda w: (-p.data[run.last, w], w))

        def cells(i: int) -> tuple[Cell, ...]:
            return (label(words, order[i]), *(Number(Ref(var, (run.last, order[i]))) for var in (p, p_new)))

        header = (page.word("token"), page.say("`p` before"), page.say("`p` after"))
        likely = int(p_new.data[run.last].argmax())
        page.add(page.table(header, len(order), cells, marked=[order.index(at[1])], keep=[order.index(likely)]))


def repeated(page: Page, asked: Question, runs: _Runs) -> None:
    """The table of many steps."""
    target = Token(asked.model.vocabulary[asked.target or 0])
    page.step(page.word("The step repeated"))
    steps = len(runs.outcomes) - 1
    page.add(
        Paragraph(
            page.count(
                steps,
                "{n} such step:",
                "{n} such steps, the gradient computed anew before each:",
            )
        )
    )
    page.add(
        page.table(
            (page.word("step"), Phrase("L"), (Phrase("p"), "(", target, ")")),
            len(runs.outcomes),
            lambda i: (Value(i, "integer"), *map(Value, runs.outcomes[i])),
        )
    )
    first, last = runs.outcomes[0][0], runs.outcomes[-1][0]
    if last < first:
        page.tell("The loss went from {first} down to {last}.", first=Value(first), last=Value(last))
    elif last > first:
        page.tell(
            "The loss went up, from {first} to {last}: these steps are too long. A smaller `η` makes shorter ones.",
            first=Value(first),
            last=Value(last),
        )
