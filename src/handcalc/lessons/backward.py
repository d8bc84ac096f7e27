"""The way back: the numbered steps from the loss to every weight, written out like the way forward.

Sees the engine and documents; the words are English keys, the looks are the format's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from handcalc.doc import Document, Equation, Math, Number, Prose, Side, Stage, Table, worked
from handcalc.expr import Apply, Expr, Ref, Whole, add, mul
from handcalc.lang import key
from handcalc.lessons.options import Options
from handcalc.lessons.page import (
    DIGITS,
    PENCIL_DIGITS_BACK,
    Page,
    Question,
    introduce,
    largest,
    peak,
    tell_flat,
    zero_rows,
)
from handcalc.lessons.training import tell_temperature, way_back
from handcalc.model import Model
from handcalc.ops import (
    Add,
    BiasBackward,
    Columns,
    Copy,
    CrossEntropyBackward,
    Divide,
    GainBackward,
    GELUBackward,
    LayerNormBackward,
    LookupBackward,
    Place,
    Product,
    ReLUBackward,
    SoftmaxBackward,
    Unmasked,
)
from handcalc.tape import Line, Op, Var
from handcalc.transformer import Run

RULES: dict[type[Op], str] = {
    CrossEntropyBackward: key(
        "The derivative of the loss with respect to a number that goes into the last softmax is `p − t`, where `t` "
        "is 1 at the target and 0 elsewhere. Here only the last row has a target, so only it counts for the loss; in "
        "the other rows the derivative is 0."
    ),
    Divide: key("What was divided by a constant on the way forward has its gradient divided by the same constant."),
    Product: key(
        "Back through a product: the gradient of each factor is the gradient of the result times the other factor, "
        "transposed where the shapes ask for it."
    ),
    LayerNormBackward: key(
        "LayerNorm subtracts the mean and divides by `σ`. On the way back two terms are subtracted from the "
        "gradient: `κ`, its mean, and the normalized row times `ρ`, the mean of the gradient times the "
        "normalized row; the result is divided by the same `σ`."
    ),
    GainBackward: key(
        "A gain multiplied its column in every row, so its gradient is a sum over the rows: the gradient of the result "
        "times the normalized number."
    ),
    BiasBackward: key(
        "A bias was added to its column in every row, so its gradient is the sum of the gradients of that column."
    ),
    GELUBackward: key("Each number's gradient is multiplied by the slope of GELU at that number."),
    ReLUBackward: key("ReLU lets the gradient of a positive number pass and turns the others into 0."),
    SoftmaxBackward: key(
        "In a softmax every score moves every weight of its row. All of that comes together in one sum per row, `τ = "
        "Σ a·∂L/∂a`, and the gradient of a score is `a·(∂L/∂a − τ)`."
    ),
    Unmasked: key(
        "A score that the mask hid had no influence: its gradient is 0. The gradients of the others pass unchanged."
    ),
    Columns: key("Side by side on the way forward, apart again on the way back: each head gets its own columns."),
    Place: key("The gradients of the heads go back to the columns that the heads had read."),
    Copy: key("A sum passes its gradient to each of its terms unchanged:"),
    Add: key("Here gradients meet. What is used several times gets a gradient from each use, and these are added."),
    LookupBackward: key(
        "Each row of the table gets the gradients of the places where it was read, added up; a row that was not read "
        "gets 0."
    ),
}

JOINED = key("Each head contributes to its own columns and 0 to the others; the sum is the whole gradient:")
PASSED_ON = key("What was passed on unchanged on the way forward has the same gradient:")


def backward(model: Model, text: str | None, options: Options) -> Document:
    """The gradient of the loss by every number on the way and by every weight, as numbered steps.

    Errors: HandcalcError where there is no loss (no target, no output, T = 0), or for a text or an option that the
    model has no answer to.
    """
    asked = Question(model, text, options)
    asked.need_loss()
    page = Page("backward", options, PENCIL_DIGITS_BACK if options.pencil else DIGITS)
    run = asked.run(page.digits)
    first = len(run.tape.lines)
    way_back(run)
    introduce(page, asked)
    writer = _Back(page, asked, run, run.tape.lines[first:])
    writer.write()
    return page.document(
        model,
        asked.settings(),
        tokens=tuple(run.tokens),
        ids=run.ids,
        values=run.tape.vars,
        path=writer.path,
    )


class _Back:
    """One way back being written."""

    def __init__(self, page: Page, asked: Question, run: Run, lines: list[Line]) -> None:
        self.page = page
        self.asked = asked
        self.run = run
        self.tape = run.tape
        self.lines = lines
        self.told: set[type[Op]] = set()
        self.sections: list[tuple[Prose, list[Line]]] = []

    def write(self) -> None:
        sections = self._sections()
        self.sections = [(title, lines) for _, title, lines in sections]
        for number, (kind, title, lines) in enumerate(sections):
            self.page.step(title)
            self.told.clear()
            if number == 0:
                self.start()
            if kind == "embedding":
                self.embedding(lines)
            else:
                self.explain(lines)
        self.summary()

    def path(self) -> Sequence[Stage]:
        """The way that the steps go."""
        from handcalc.lessons import path

        return path.of_backward(self.page, self.run, self.sections)

    def _sections(self) -> list[tuple[str, Prose, list[Line]]]:
        """The gradient lines by the piece they lead back through, the last piece first."""
        page, run = self.page, self.run
        order: list[tuple[str, Prose, set[str]]] = [
            ("loss", page.say("The loss and the logits"), {"loss", "scaled", "probabilities"}),
            (
                "output",
                page.say("Back through `W_U`" if "W_U" in self.tape else "Back through `E`, the output matrix"),
                {"logits"},
            ),
        ]
        for piece in reversed(run.pieces):
            if piece.kind != "attention":
                order.append((piece.kind, self._named(piece.kind, piece.block, piece.number), set(piece.names)))
                continue
            block = f"block{piece.block}"
            outer = {piece.out.name, f"{block}.heads"}
            inner = {name for name in piece.names if name.rpartition(".")[2] in HEAD_LINES}
            first = "W_O" if f"{block}.W_O" in self.tape else "joined"
            for kind, names in ((first, outer), ("heads", inner), ("qkv", set(piece.names) - outer - inner)):
                if kind == "heads" and run.model.heads == 1:
                    kind = "head"
                order.append((kind, self._named(kind, piece.block, 1), names))
        embedding = page.say("Back to `P` and `E`" if "P" in self.tape else "Back to `E`")
        order.append(("embedding", embedding, {"x", "embedded", "position", "E"}))
        place = {name: i for i, (_, _, names) in enumerate(order) for name in names}
        sections: list[tuple[str, Prose, list[Line]]] = [(kind, title, []) for kind, title, _ in order]
        for line in self.lines:
            # A meeting belongs to the piece whose result is met at; every other line to the piece it goes through.
            through = line.back.out.name if line.back else line.out.name.removeprefix("d.")
            sections[place[through]][2].append(line)
        for _, _, group in sections:
            group.sort(key=_head)  # the way back meets the last head first; a reader wants the first
        return [section for section in sections if section[2]]

    def _named(self, kind: str, block: int, number: int) -> Prose:
        page = self.page
        if kind in ("norm", "sum") and block and self.run.number_of(kind, block) == 1:
            number = 0
        if (kind, number) in TITLES:
            title = page.say(TITLES[kind, number] if block else FINAL)
        else:
            title = page.say(LATER_TITLES[kind], number=number)
        if self.run.model.blocks > 1 and block:
            return page.say("Block {number} · {title}", number=block, title=title)
        return title

    def start(self) -> None:
        page = self.page
        page.tell(
            "`∂L/∂w` says how fast the loss `L` grows when the number `w` grows. The steps of the walk come in "
            "reverse order; each turns the gradient of its result into the gradients of its inputs. Where an array "
            "was used more than once, a bar names the use: `∂L/∂h|y` is the part of `∂L/∂h` that comes back through "
            "`y`."
        )
        page.tell(
            "The symbols are those of the walk, which prints their values. Of each table the entry that is largest in "
            "absolute value is worked out."
            if self.asked.options.row is None
            else "The symbols are those of the walk, which prints their values. Of each table of tokens the entry that "
            "is largest in absolute value in each followed row is worked out, of each table of weights the largest of "
            "all."
        )
        if self.asked.options.digits is None and not self.asked.options.pencil:
            page.tell("Gradients are often small numbers; --digits 5 prints more of each.")
        tell_temperature(page, self.run)
        page.work(Ref(self.tape["loss"], ()))

    def explain(self, lines: list[Line]) -> None:
        """The lines of one step: rule, one cell written out, table."""
        one_head = self.run.model.heads == 1
        passed = set()
        for line in lines:
            op = type(line.op)
            if one_head and op in (Columns, Place):
                continue  # one head reads all columns: nothing was taken apart
            if op is Copy:
                reads = (line.out.symbol, line.inputs[0].symbol)
                if reads in passed:
                    continue  # the x + x of a block: the second line would read as the first
                passed.add(reads)
            self.rule(line)
            if op in SAID:
                continue
            self.page.equations(*self.worked_cells(line))
            if op is not Copy:  # its table would be that of the result again
                tell_flat(self.page, line.out, range(len(line.out.data)))
                self.page.add(self.table(line.out))

    def rule(self, line: Line) -> None:
        """What the line does, said once a step, and as an equation of whole arrays where there is one."""
        page, op = self.page, type(line.op)
        if op not in self.told:
            self.told.add(op)
            passed_on = op is Copy and line.back is not None and isinstance(line.back.op, Copy)
            joined = op is Add and all(
                part.line is not None and isinstance(part.line.op, Place) for part in line.inputs
            )
            page.tell(page.language.template(PASSED_ON if passed_on else JOINED if joined else RULES[op]))
            if isinstance(line.op, LayerNormBackward) and line.op.gain:
                page.tell("Here each gradient is multiplied by the gain of its column first.")
        whole = whole_rule(line)
        if whole is not None:
            page.equations(Equation(Whole(line.out), (Side("symbols", whole),)))

    def worked_cells(self, line: Line) -> Iterable[Equation]:
        """The sub-results of one cell and the cell: the largest of the followed row, or of all for weights."""
        for cell in self.cells(line.out):
            for part in line.out.parts.values():
                yield worked(Ref(part, cell.at[: len(part.axes)]))
            yield worked(cell)

    def cells(self, var: Var) -> list[Ref]:
        """The cells worth writing out: the largest of the array, or of each row that was asked for."""
        if var.axes[0].kind == "token" and self.asked.options.row is not None:
            return [largest(var, t) for t in self.asked.followed]
        return [peak(var)]

    def table(self, var: Var) -> Table:
        marked = self.asked.followed if var.axes[0].kind == "token" else ()
        return self.page.matrix(var, (Math(Whole(var)), ":"), marked=marked, keep=[cell.at for cell in self.cells(var)])

    def embedding(self, lines: list[Line]) -> None:
        """The last step: where the gradients reach the tables."""
        self.explain(lines)
        self.page.add(zero_rows(self.page, self.run))

    def summary(self) -> None:
        """Every weight with the size of its gradient."""
        page, model = self.page, self.run.model
        weights = [var for var in self.tape.vars.values() if var.line is None and f"d.{var.name}" in self.tape]
        page.step(page.word("All weights"))
        page.tell(
            "Each weight has its derivative now. Of each table, the derivative that is largest in absolute value:"
        )
        rows = []
        for W in weights:
            d = self.tape[f"d.{W.name}"]
            cell = peak(d)
            rows.append((Math(Whole(W)), " × ".join(map(str, W.data.shape)), Math(cell), Number(cell)))
        page.add(
            Table(
                (page.word("weights"), page.word("shape"), page.word("cell"), page.word("derivative")),
                tuple(rows),
                labels=3,
            )
        )
        unused = [name for name in model.weights if name not in self.tape]
        if unused:
            page.tell(
                "This run does not use these weights of the model, so their derivatives are 0: {names}.",
                names=page.listed(unused),
            )


SAID = (Place, Unmasked)  # their rule says it all; the numbers are those of another table
HEAD_LINES = frozenset({"dots", "scores", "masked", "weights", "out"})
FINAL = key("Back through the last LayerNorm")
TITLES = {
    ("norm", 0): key("Back through LayerNorm"),
    ("norm", 1): key("Back through the first LayerNorm"),
    ("norm", 2): key("Back through the second LayerNorm"),
    ("norm", 3): key("Back through the third LayerNorm"),
    ("sum", 0): key("Back through the sum"),
    ("sum", 1): key("Back through the first sum"),
    ("sum", 2): key("Back through the second sum"),
    ("sum", 3): key("Back through the third sum"),
    ("mlp", 1): key("Back through the MLP"),
    ("W_O", 1): key("Back through `W_O`"),
    ("joined", 1): key("Back to the heads"),
    ("heads", 1): key("Back through the attention of each head"),
    ("head", 1): key("Back through the attention"),
    ("qkv", 1): key("Back through query, key and value"),
}
LATER_TITLES = {"norm": key("Back through LayerNorm {number}"), "sum": key("Back through sum {number}")}


def _head(line: Line) -> int:
    """The number of the head whose gradient the line is, 0 for none."""
    head = re.search(r"^d\.(?:block\d+\.)?head(\d+)\.", line.out.name)
    return int(head[1]) if head else 0


def whole_rule(line: Line) -> Expr | None:
    """The right side of the line as an equation of whole arrays, where its operation has one."""
    if isinstance(line.op, Product):
        a, b = [Whole(var) for var in line.inputs]
        left: Expr = Apply("transpose", (a,)) if line.op.left else a
        right: Expr = Apply("transpose", (b,)) if line.op.right else b
        return mul(left, right)
    if isinstance(line.op, Add | Copy):
        return add(*[Whole(var) for var in line.inputs])
    return None
