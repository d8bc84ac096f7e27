"""The block from its pieces: drawn for any model, put together by the reader, and two sentences computed through it.

Sees the engine and documents; the words are English keys, the looks are the format's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from handcalc.doc import Cell, Diagram, Document, Math, Paragraph, Prose, Stage, Table, Value
from handcalc.expr import Whole
from handcalc.lang import key
from handcalc.lessons import pieces
from handcalc.lessons.compare import POSITIONS, Both, Comparison, both_of, unnamed
from handcalc.lessons.options import Options
from handcalc.lessons.page import Page, Question, capital, introduce
from handcalc.model import Model
from handcalc.tape import Var
from handcalc.transformer import Piece, Run

KINDS: dict[tuple[str, ...], str] = {
    pieces.FORMULAS[pieces.POST]: key(
        "This block is post-LN, as in the original Transformer: each sum is followed by a LayerNorm."
    ),
    pieces.FORMULAS[pieces.PRE]: key(
        "This block is pre-LN, as in GPT-2: what goes into attention and into the MLP is normalized, and the sums are "
        "left as they are."
    ),
}


def block(
    model: Model, text: str | None, options: Options, *, answer: Sequence[str], other: str | None = None
) -> Document:
    """Whether the pieces of the answer make a block, and what that computes for two sentences.

    answer: pieces as `pieces.read` gives them. A right one runs in the place of the model's own block; with a wrong one
    the document has not `passed`. other: the second sentence; without it the tokens of the first in reverse order.
    Errors: HandcalcError for a text or an option that the model has no answer to.
    """
    page = Page("block", options)
    verdict = pieces.judged(answer)
    if not verdict.passed:
        asked = Question(model, text, options)
        refuse(page, verdict)
        return page.document(model, _settings(asked, answer), passed=False)
    asked = Question(model.changed(block=pieces.FORMULAS[verdict.right]), text, options)
    both = both_of(asked.model, text, other, options, page.digits)
    introduce(page, asked)
    page.step(page.word("Your block"))
    page.tell("All six pieces are in their places.")
    draw(page, asked)
    compute(page, both)
    return page.document(
        asked.model,
        {**_settings(asked, answer), "other": both.model.text_of(both.b.ids) if other is None else other},
        tokens=tuple(both.a.tokens),
        ids=both.a.ids,
        values=both.tape.vars,
    )


def _settings(asked: Question, answer: Sequence[str] | None) -> dict[str, Any]:
    """What was asked, by option name."""
    settings = asked.settings()
    used = ("text", "heads", "mask", "positions", "block", "seed", "pencil")
    return {**{name: settings[name] for name in used}, "answer": None if answer is None else list(answer)}


def pictured(model: Model, text: str | None, options: Options, *, hint: bool) -> Document:
    """The model's own block, drawn piece by piece. hint: say how to put one together.

    Errors: as for `block`.
    """
    page = Page("block", options)
    asked = Question(model, text, options)
    if hint:
        page.notes.append(
            Paragraph(
                page.say(
                    "To put the block together yourself, type {command} on a terminal, or give the pieces in their "
                    "order: {example}.",
                    command="handcalc block",
                    example='handcalc block --answer "..."',
                )
            )
        )
    page.step(page.word("The block"))
    draw(page, asked)
    tokens = tuple([model.vocabulary[i] for i in asked.ids])
    return page.document(model, _settings(asked, None), tokens=tokens, ids=asked.ids)


# The drawing


def draw(page: Page, asked: Question) -> None:
    """The block of a model: what kind it is, its formula, its pieces drawn and in a table."""
    model = asked.model
    run = asked.run(page.digits)
    kind = KINDS.get(model.block)
    of_blocks = [piece for piece in run.pieces if piece.block]
    page.tell_all(
        page.say(kind) if kind else (),
        page.count(
            len(model.block),
            "The formula: {lines}.",
            "The formula, line by line: {lines}; on each line but the first, `x` is the result of the line before.",
            lines=page.listed_prose([page.quoted(line) for line in model.block]),
        ),
        () if of_blocks else page.say("It has no pieces: what goes in comes out."),
        *(several(page, model.blocks) if model.blocks > 1 else ()),
    )
    if of_blocks:
        page.tell_all(*rules(page, model))
    page.add(Diagram(stages(page, run), tabled=bool(run.pieces)))
    if run.pieces:
        page.add(table(page, run))


def rules(page: Page, model: Model) -> list[Prose]:
    """What the drawing does not show: the heads of the attention, its mask, and the positions."""
    said = []
    if model.has("attention"):
        said.append(
            page.count(
                model.heads,
                "The attention has {n} head and a causal mask.",
                "The attention has {n} heads and a causal mask.",
            )
            if model.causal
            else page.count(
                model.heads, "The attention has {n} head and no mask.", "The attention has {n} heads and no mask."
            )
        )
    return [*said, page.say(POSITIONS[model.positions])]


def several(page: Page, blocks: int) -> Sequence[Prose]:
    """That there are more blocks than the one that is drawn."""
    count = page.count(blocks, "The model has {n} such block.", "The model has {n} such blocks, one after another.")
    return [count, page.say("In the second, the names begin with {second}.", second="block2")]


def name_of(page: Page, kind: str) -> str:
    """What a page calls a piece, by its kind in a run or in an answer."""
    name = page.word(pieces.NAMES["add" if kind == "sum" else kind])
    return name[0].upper() + name[1:]


def called(page: Page, piece: Piece) -> str:
    """The name of a computed piece; the final norm belongs to no block."""
    return name_of(page, piece.kind) if piece.block else capital(page.word("last LayerNorm"))


def stages(page: Page, run: Run) -> tuple[Stage, ...]:
    """The pieces of the first block, the other blocks as one box, and the final norm, each with its array and shape."""
    x = run.var("x")
    found = [Stage((page.word("Input"),), 0, note=_note(x))]
    giving = {x.name: 0}

    def add(stage: Stage, reads: Sequence[str], gives: Var) -> None:
        found.append(stage.changed(reads=tuple([giving[name] for name in reads]), note=_note(gives)))
        giving[gives.name] = len(found) - 1

    for piece in run.pieces:
        if piece.block < 2:
            stage = Stage((called(page, piece),), 0, kind="sum" if piece.kind == "sum" else "box")
            add(stage, [var.name for var in piece.source], piece.out)
        elif piece.out.name == result(run).name:
            last = run.model.blocks
            name = page.say("Block {number}", number=2) if last == 2 else page.say("Blocks 2 to {last}", last=last)
            found.append(Stage(name, 0, (len(found) - 1,), note=_note(piece.out)))
            giving[piece.out.name] = len(found) - 1
    return tuple(found)


def _note(var: Var) -> Prose:
    return (f"{var.name}: {' × '.join(map(str, var.data.shape))}",)


def table(page: Page, run: Run) -> Table:
    """What each piece of the first block reads and gives; of the final norm, too."""
    shown = [piece for piece in run.pieces if piece.block < 2]
    rows: list[tuple[Cell, ...]] = []
    for number, piece in enumerate(shown, 1):
        reads = tuple([part for var in piece.source for part in (", ", Math(Whole(var)))][1:])
        size = " × ".join(map(str, piece.out.data.shape))
        name = called(page, piece)
        rows.append((Value(number, "integer"), name, reads, Math(Whole(piece.out)), piece.out.name, size))
    header = (
        page.word("no."),
        page.word("piece"),
        page.word("reads"),
        page.word("gives"),
        page.word("name"),
        page.word("shape"),
    )
    return Table(header, tuple(rows), labels=len(header))


def sketch(page: Page, placed: Sequence[str]) -> Diagram:
    """The pieces put together so far, and an open place for the next one."""
    found = [Stage((page.word("Input"),), 0)]
    for i, piece in enumerate(placed):
        # A sum reads, besides the piece before it, what the line of the formula began with: three pieces are a line.
        reads = (i - i % 3, i) if piece == "add" else (i,)
        found.append(Stage((name_of(page, piece),), 0, reads, "sum" if piece == "add" else "box"))
    if pieces.possible(placed):
        found.append(Stage(("?",), 0, (len(placed),)))
    return Diagram(tuple(found))


# The answer


def refuse(page: Page, verdict: pieces.Verdict) -> None:
    """The first wrong piece of an answer, why it is wrong, and what would be right."""
    page.step(page.word("Your block"))
    place = len(verdict.right) + 1
    if verdict.wrong is None:
        said = page.say("The block is not complete: after piece {count} something is missing.", count=place - 1)
        why: Prose = ()
    else:
        name = page.quoted(name_of(page, verdict.wrong))
        said = page.say("Piece {place}, {name}, does not belong there.", place=place, name=name)
        why = page.say(verdict.why or "")
    page.tell_all(said, why, fitting(page, verdict))
    if verdict.right:
        page.add(sketch(page, verdict.right).changed(caption=page.say("What is right so far:")))


def fitting(page: Page, verdict: pieces.Verdict) -> Prose:
    """What would be right in the place of the first wrong piece."""
    names = [page.word(pieces.NAMES[piece]) for piece in verdict.possible]
    if not names:
        return ()
    if not verdict.right:
        return page.say("A block begins with attention (post-LN) or with LayerNorm (pre-LN).")
    return page.say("What fits there: {name}.", name=names[0])


def compute(page: Page, both: Both) -> None:
    """What the block makes of two sentences, and how far apart the rows of each word are at its end."""
    stage = next(stage for stage in reversed(both.stages) if stage.name in both.outputs)
    writer = Comparison(page, both, stage, 0)
    page.step(page.word("Both sentences through the block"))
    model = both.model
    a, b = [
        page.quoted(model.text_of(run.ids) if model.cut == "words" else " ".join(run.tokens))
        for run in (both.a, both.b)
    ]
    page.tell_all(page.say("Sentence A is {a}, sentence B is {b}.", a=a, b=b), *writer.matched())
    page.tell_all(*writer.rules(), page.say("The output of the block is {letter}.", letter=Whole(unnamed(stage.a))))
    writer.compared(stage)
    page.tell_all(*writer.verdict(), *writer.beginning())


def result(run: Run) -> Var:
    """What the last block gives."""
    return next((piece.out for piece in reversed(run.pieces) if piece.block), run.var("x"))
