"""One number's work: symbols = numbers = value, for any cell of any line, forward or back.

Sees the engine and documents; the words are English keys, the looks are the format's.
"""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Sequence

from handcalc.cells import parse
from handcalc.doc import Document, Math, Paragraph, Table, worked
from handcalc.errors import HandcalcError
from handcalc.expr import Axis, Ref, Symbol, Whole, unfold
from handcalc.lang import key
from handcalc.lessons.options import Options
from handcalc.lessons.page import CUT, Page, Question, capital, introduce, is_vector, place, row, tell_flat
from handcalc.lessons.training import stepped, update_of, way_back
from handcalc.model import Model
from handcalc.ops import LayerNorm, LayerNormBackward
from handcalc.tape import Op, Var
from handcalc.transformer import Run

MOST_CELLS = 500  # of one page: a person who wants more asks again

OPERATIONS = {
    "Lookup": key("Row `t` is the row of the table that was read for position `t`."),
    "LookupBackward": key(
        "Each row of the table adds up the gradients of the places that read it; a row that was not read gets 0."
    ),
    "Sinusoid": key("The sinusoidal code: `sin(t·ω)` in the odd dimensions, `cos(t·ω)` in the even ones, `t` from 0."),
    "Waves": key("The dot product of two rows of the sinusoidal code, by their distance alone."),
    "Add": key("A sum, number by number."),
    "Copy": key("The same numbers, passed on unchanged."),
    "LayerNorm": key("LayerNorm: minus the mean of the row, divided by its standard deviation."),
    "LayerNormBackward": key(
        "Back through LayerNorm: `(g − κ − u·ρ) / σ`, with `g` the gradient of `u`, `κ` the mean of `g` and `ρ` the "
        "mean of `g·u`."
    ),
    "Product": key("A matrix product: a row of the first matrix times a column of the second."),
    "GainBackward": key("The gradient of a gain: over the rows, the sum of gradient times normalized number."),
    "BiasBackward": key("The gradient of a bias: over the rows, the sum of the gradient."),
    "Columns": key("Some of the columns: the part of one head."),
    "Place": key("The gradients of one head, back in the columns that it had read; 0 in the others."),
    "Concat": key("The heads side by side."),
    "Divide": key("A division by a constant."),
    "Mask": key("The causal mask: later tokens get `−∞`, the others keep their score."),
    "Unmasked": key("Back through the mask: 0 where it hid a score, unchanged elsewhere."),
    "Softmax": key("Softmax: `e` to the power of each number, divided by the sum of these over the row."),
    "SoftmaxBackward": key("Back through softmax: `a·(∂L/∂a − τ)`, `τ` the sum of `a·∂L/∂a` over the row."),
    "ArgMax": key("The limit of softmax at `T = 0`: 1 for the largest, shared by ties."),
    "GELU": key("GELU of each number."),
    "GELUBackward": key("Back through GELU: the gradient times the slope at that number."),
    "ReLU": key("ReLU: the number where it is positive, else 0."),
    "ReLUBackward": key("Back through ReLU: the gradient where the number was positive, else 0."),
    "CrossEntropy": key("The loss: minus the logarithm of the target's probability."),
    "CrossEntropyBackward": key(
        "The derivative of the loss with respect to a number that goes into the last softmax: `p − t`, `t` being 1 "
        "at the target; 0 in the other rows."
    ),
    "Difference": key("How far the numbers of two arrays are apart."),
    "Distance": key("How far two rows lie apart: the root of the sum of the squares of their differences."),
    "Shift": key("A constant added to each number."),
    "VisibleMean": key("The mean of the rows that the token sees, each counted alike."),
    "VisibleMeanBackward": key("Back through such a mean: each row that saw this one hands on its share."),
    "Products": key("A sum of products, such as the number of weights in tables: rows times columns."),
    "Percent": key("How many hundredths of another number it is."),
    "Update": key("One step of gradient descent: the weight minus `η` times its derivative."),
    "Share": key("The probabilities that were kept, divided by their sum; 0 for the others."),
    "Cumulative": key("The probabilities added up, the most likely token first."),
}
PARTS = {
    "mean": key("the mean of the row"),
    "std": key("the standard deviation of the row"),
    "normalized": key("the normalized number, before gain and bias"),
    "exp": key("the exponential"),
    "sum": key("the sum over the row"),
    "max": key("the largest number of the row"),
    "product": key("the mean of the gradient times the normalized row"),
}


def show(model: Model, text: str | None, options: Options, *, cell: str | None, depth: int = 0) -> Document:
    """The written work of one cell, `depth` levels into its operands; without a cell the list of names.

    cell: a name of a line and in brackets which number, "logits[␣no, ␣telhado]"; a name alone shows the whole line.
    Errors: HandcalcError for a name or an index that does not exist, with the closest ones.
    """
    asked = Question(model, text, options)
    page = Page("show", options)
    run = asked.run(page.digits)
    if "loss" in run.tape:
        way_back(run)
        stepped(run, "E", asked.eta)
    if options.pencil:
        introduce(page, asked)
    if cell is None:
        names(page, run)
    else:
        name, indices = parse(cell)
        var = looked_up(asked, run, name)
        if indices is None and var.axes:
            whole(page, var)
        elif indices is not None and len(indices) == 1 and len(var.axes) == 2:
            one_row(page, var, index(var.axes[0], *indices[0], run))
        else:
            one(page, var, at(var, indices or [], run), depth)
    return page.document(
        model,
        {**asked.settings(), "cell": cell, "depth": depth},
        tokens=tuple(run.tokens),
        ids=run.ids,
        values=run.tape.vars,
    )


def looked_up(asked: Question, run: Run, name: str) -> Var:
    """The line or table called `name`.

    Errors: HandcalcError for what this run lacks for want of an output or of a loss, and as `named`.
    """
    try:
        return named(run, name)
    except HandcalcError:
        whole = name.removeprefix("d.").partition(".")[0]
        if whole.lower() in ("w_u", "logits", "scaled", "probabilities", "z", "z'", "p"):
            asked.need_output()
        if name.lower() in ("loss", "l", "e.new") or (name.startswith("d.") and stands(run, name.removeprefix("d."))):
            asked.need_loss()
        raise


def stands(run: Run, name: str) -> bool:
    """Whether the way forward has a number called `name`, so that the way back would have its gradient."""
    try:
        named(run, name.partition(".via.")[0])
    except HandcalcError:
        return False
    return True


def names(page: Page, run: Run) -> None:
    """Every name with its symbol and shape."""
    page.step(page.word("The names of all numbers"))
    page.tell(
        "To show one, give its name and, in brackets, its indices; a token may stand for its position. For example:"
    )
    page.add(Paragraph(("handcalc show 'x[1, 1]'",)))
    rows = [(var.name, Math(Whole(var)), shape(var)) for var in run.tape.vars.values()]
    page.add(Table((page.word("name"), page.word("symbol"), page.word("shape")), tuple(rows), labels=3))


def whole(page: Page, var: Var) -> None:
    """All numbers of one line."""
    page.step(var.name)
    describe(page, var)
    if var.axes:
        tell_flat(page, var, range(len(var.data)))
    if len(var.axes) == 2:
        page.add(page.matrix(var, (Math(Whole(var)), ":")))
    else:
        worked_out(page, [Ref(var, index) for index in var.cells()])


def one_row(page: Page, var: Var, t: int) -> None:
    """One row of a line, as a vector and number by number."""
    page.step(f"{var.name}[{var.axes[0].called(t)}]")
    describe(page, var)
    page.equations(is_vector(var, t))
    tell_flat(page, var, [t])
    if var.line is not None:
        worked_out(page, row(var, t))


def worked_out(page: Page, cells: Sequence[Ref]) -> None:
    """The work of cells; of more than there is room for the first ones, unless the page is full."""
    shown = cells if page.full else cells[:MOST_CELLS]
    if shown:
        page.work(*shown)
    if len(cells) > len(shown):
        page.tell(page.language.template(CUT))


def one(page: Page, var: Var, index: tuple[int, ...], depth: int) -> None:
    """The work of one cell, its sub-results before it, and the cells it was made from."""
    cell = Ref(var, index)
    page.step(cell.name)
    describe(page, var)
    if cell.work() is None:
        page.equations(worked(cell))
        page.tell("This number is given: nothing was calculated to get it.")
        return
    if var.name.endswith(".new"):
        page.equations(update_of(var, index))
    tell_flat(page, var, index[:1])
    work = cell.work()
    while isinstance(work, Ref) and work.array.symbol == var.symbol and isinstance(work.array, Var):
        describe(page, work.array)  # the same number under the same letter: its work is that of what it passes on
        work = work.work()
    most = math.inf if page.full else MOST_CELLS
    count = level = 0
    for level, cells in enumerate(unfold(cell, depth, most), 1):
        count += len(cells)
        if level > 1:
            page.step(page.word("What it was computed from, level {level}", level=level - 1))
        elif var.name.endswith(".new"):
            continue
        page.work(*cells)
    if count >= most:
        page.tell(page.language.template(CUT))
    elif level <= depth:
        page.tell("With that, everything is worked out from given numbers.")


def describe(page: Page, var: Var) -> None:
    """What kind of line this is."""
    if var.line is None:
        page.tell("A table of given numbers: {shape}.", shape=shape(var))
        return
    op: Op = var.line.op
    if var.part:
        page.tell(
            "{part}, a sub-result of {line}.",
            part=(capital(page.language.template(PARTS[var.part])),),
            line=var.line.out.name,
        )
    page.tell(page.language.template(OPERATIONS[type(op).__name__]))
    if isinstance(op, LayerNorm) and len(var.line.inputs) > 1:
        page.tell(
            "Then the learned gain multiplies each column, and the learned bias is added, as far as there are any."
        )
    if isinstance(op, LayerNormBackward) and op.gain:
        page.tell("Here each gradient is multiplied by the gain of its column first.")


def shape(var: Var) -> str:
    """The lengths of its axes, as in 5 × 4; 1 for a single number."""
    return " × ".join(str(len(axis.labels)) for axis in var.axes) or "1"


# Reading what a person typed


def named(run: Run, name: str) -> Var:
    """The line or table that a person calls `name`; block1. may be left out where there is one block.

    Errors: HandcalcError with the closest names.
    """
    tape = run.tape
    prefix = "d." if name.startswith("d.") else ""
    in_blocks = [f"{prefix}block{b}.{name.removeprefix('d.')}" for b in range(1, run.model.blocks + 1)]
    by_symbol = [var.name for var in tape.vars.values() if name and typed(var.symbol) == name]
    for candidates in ([name], in_blocks, by_symbol):
        found = [candidate for candidate in candidates if candidate in tape]
        if len(found) == 1:
            return tape[found[0]]
        if found:
            raise HandcalcError("“{name}” may be several numbers: {found}.", name=name, found=", ".join(found))
    short = [known.replace("block1.", "") for known in tape.vars] if run.model.blocks == 1 else []
    small = {known.lower(): known for known in (*short, *tape.vars)}
    near = [small[known] for known in difflib.get_close_matches(name.lower(), small, n=3)]
    if near:
        raise HandcalcError("There is no number named “{name}”; close to it: {near}.", name=name, near=", ".join(near))
    raise HandcalcError("There is no number named “{name}”; show alone lists all names.", name=name)


def typed(symbol: Symbol) -> str:
    """A symbol as a keyboard writes it: u', W_Q, mu_f, d.u. Upper indices and sub-results have none."""
    if symbol.form or symbol.via is not None or symbol.above:
        return ""
    text = symbol.base + ("_" + symbol.sub if symbol.sub else "") + "'" * symbol.primes
    return "d." + text if symbol.partial else text


def at(var: Var, indices: list[tuple[str, bool]], run: Run) -> tuple[int, ...]:
    """The cell that these indices name.

    Errors: HandcalcError for too few or too many, and for one that is not on its axis.
    """
    if len(indices) != len(var.axes):
        example = ", ".join(str(axis.called(0)) for axis in var.axes)
        raise HandcalcError(
            "{name} takes another number of indices: {wanted}, not {found}, as in {example}.",
            name=var.name,
            wanted=len(var.axes),
            found=len(indices),
            example=f"{var.name}[{example}]" if example else var.name,
        )
    return tuple(index(axis, text, quoted, run) for axis, (text, quoted) in zip(var.axes, indices, strict=True))


def index(axis: Axis, text: str, quoted: bool, run: Run) -> int:
    """One index: a number as the axis counts (words by id from 0), or a token."""
    numbers = range(len(axis.labels)) if axis.kind == "word" else [int(axis.called(i)) for i in range(len(axis.labels))]
    if not quoted and re.fullmatch(r"[+-]?[0-9]{1,9}", text):
        if int(text) in numbers:
            return numbers.index(int(text))
    elif axis.kind == "word":
        return run.model.token(text)
    elif axis.kind == "token":
        return place(text, axis.labels)
    raise HandcalcError(
        "“{index}” is not on this axis; expected a number from {first} to {last}.",
        index=text,
        first=numbers[0],
        last=numbers[-1],
    )
