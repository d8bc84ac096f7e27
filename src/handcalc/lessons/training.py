"""One step of gradient descent, shared by the walk and the lesson that is about it.

Sees the engine and documents; the words are English keys.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from handcalc import rounding
from handcalc.doc import Equation, Gap, Math, Number, Prose, Side, Table, Token, Value
from handcalc.expr import Ref, Whole
from handcalc.lang import key
from handcalc.lessons.page import CUT, Page, Question, vector
from handcalc.ops import Update
from handcalc.tape import Floats, Var
from handcalc.transformer import Run, refuse_infinite

SHIFTED = key(
    "The exponentials are taken after the largest is subtracted, because `e` to the full power would be too large "
    "or too small for a table; that changes no probability."
)


def way_back(run: Run) -> None:
    """Write the gradients of the loss. Errors: HandcalcError for one that grew beyond all bounds."""
    run.tape.backward(run.tape["loss"])
    refuse_infinite(run.tape, [name for name in run.tape.numbers if name.startswith("d.")])


def stepped(run: Run, name: str, eta: float) -> Var:
    """The weights `name` after one step of gradient descent, as a line of the tape.

    Errors: HandcalcError for weights that grew beyond all bounds.
    """
    W, tape = run.tape[name], run.tape
    with np.errstate(over="ignore", invalid="ignore"):
        new = tape.do(Update(eta), W, tape[f"d.{name}"], name=f"{name}.new", symbol=W.symbol, axes=W.axes)
    refuse_infinite(tape, [new.name])
    return new


def update_of(new: Var, at: tuple[int, ...]) -> Equation:
    """`E[o, 1] ← E[o, 1] − η·∂L/∂E[o, 1] = numbers = value`."""
    cell = Ref(new, at)
    work = cell.work()
    assert work is not None
    return Equation(cell, (Side("symbols", work), Side("numbers", work), Side("value", cell)), "←")


def tell_update(page: Page, new: Var, i: int) -> None:
    """The update of row i number by number; of a long row the first and the last ones, unless the page is full."""
    shown = page.shown(new.data.shape[1], "column")
    page.equations(*(update_of(new, (i, c)) for c in shown if not isinstance(c, Gap)))
    if len(shown) < new.data.shape[1]:
        page.tell(page.language.template(CUT))


def retrained(asked: Question, run: Run, new: Mapping[str, Floats], digits: int) -> Run:
    """The forward pass again with the weights in `new` instead of the old ones."""
    return asked.run(digits, model=run.model.changed(weights={**run.model.weights, **new}))


def gradient_rows(page: Page, run: Run, dE: Var, followed: Sequence[int]) -> Table:
    """∂L/∂E for the rows of the sentence, each row of E once, those of the followed tokens in any case."""
    ids = list(dict.fromkeys(run.ids))
    caption = page.say(
        "The gradient of `L` with respect to each row of `E` that the text uses (the command backward works it out):"
    )
    return page.table(
        (page.word("token"), page.word("id"), Math(Whole(dE))),
        len(ids),
        lambda k: (Token(run.model.vocabulary[ids[k]]), Value(ids[k], "integer"), vector(dE, ids[k])),
        caption,
        keep=[ids.index(run.ids[t]) for t in followed],
    )


def tell_temperature(page: Page, run: Run) -> None:
    """Say it where the loss depends on a temperature."""
    if "scaled" in run.tape:
        page.tell(
            "The logits are divided by `T` = {T} before the softmax (`z′ = z / T`), so this loss depends on `T`; "
            "training normally uses `T = 1`.",
            T=run.temperature,
        )


def change(page: Page, run: Run, after: Run) -> Prose:
    """What the step did to p of the target and to the loss."""
    assert run.target is not None
    at = (run.last, run.target)
    p, p_new = Ref(run.tape["probabilities"], at), Ref(after.tape["probabilities"], at)
    loss, loss_new = Ref(run.tape["loss"], ()), Ref(after.tape["loss"], ())
    if (p.value, loss.value) == (p_new.value, loss_new.value):
        return page.say(
            "This one step leaves {p_target} = {p} and the loss {loss} as they were.",
            p_target=Math(p),
            p=Number(p),
            loss=Number(loss),
        )
    alike_p, alike_loss = [
        rounding.shown(old.value, page.digits) == rounding.shown(new.value, page.digits)
        for old, new in ((p, p_new), (loss, loss_new))
    ]
    if alike_p and not alike_loss:
        return page.say(
            "After this one step the loss goes from {loss} to {loss_new}; in these digits {p_target} stays {p_new}.",
            p_target=Math(p),
            p_new=Number(p_new),
            loss=Number(loss),
            loss_new=Number(loss_new),
        )
    if alike_loss:
        return page.say(
            "After this one step {p_target} is {p_new} and the loss {loss_new}; the loss has changed by {change}.",
            p_target=Math(p),
            p_new=Number(p_new),
            loss_new=Number(loss_new),
            change=Value(loss_new.value - loss.value, "scientific"),
        )
    return page.say(
        "After this one step {p_target} goes from {p} to {p_new} and the loss from {loss} to {loss_new}.",
        p_target=Math(p),
        p=Number(p),
        p_new=Number(p_new),
        loss=Number(loss),
        loss_new=Number(loss_new),
    )
