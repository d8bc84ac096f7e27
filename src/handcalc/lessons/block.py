"""The block from its pieces: drawn for any model, put together by the reader, and two sentences computed through it.

Sees the engine and documents; the words are English keys, the looks are the format's.
"""

from __future__ import annotations

from collections.abc import Sequence

from handcalc.doc import Cell, Diagram, Document, Math, Number, Paragraph, Prose, Stage, Table, Value
from handcalc.expr import Axis, Ref, Symbol, Whole
from handcalc.lang import key
from handcalc.lessons import pieces
from handcalc.lessons.options import Options
from handcalc.lessons.page import Page, Question, introduce, label
from handcalc.model import Model
from handcalc.ops import Distance
from handcalc.tape import Tape, Var
from handcalc.transformer import Run, forward

ZERO = 1e-12  # a difference below this is the rounding of the computer

KINDS: dict[tuple[str, ...], str] = {
    pieces.FORMULAS[pieces.POST]: key(
        "This block is post-LN, as in the first Transformer: each sum is normalized after it was made."
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
        return page.document(model, {**asked.settings(), "answer": list(answer)}, passed=False)
    asked = Question(model.changed(block=pieces.FORMULAS[verdict.right]), text, options)
    pair = Pair(page, asked, other)
    introduce(page, asked)
    page.step(page.word("Your block"))
    page.tell("All six pieces are in their places.")
    draw(page, asked)
    pair.write()
    return page.document(
        asked.model,
        {**asked.settings(), "answer": list(answer)},
        tokens=tuple(pair.a.tokens),
        ids=pair.a.ids,
        values=pair.a.tape.vars,
    )


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
    return page.document(model, asked.settings(), tokens=tokens, ids=asked.ids)


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
            "Its formula: {lines}.",
            "Its formula, line by line: {lines}; on each line but the first, `x` is the result of the line before.",
            lines=page.listed_prose([page.quoted(line) for line in model.block]),
        ),
        () if of_blocks else page.say("It has no pieces: what goes in comes out."),
        *(several(page, model.blocks) if model.blocks > 1 else ()),
    )
    page.add(Diagram(stages(page, run), tabled=bool(run.pieces)))
    if run.pieces:
        page.add(table(page, run))


def several(page: Page, blocks: int) -> Sequence[Prose]:
    """That there are more blocks than the one that is drawn."""
    count = page.count(blocks, "The model has {n} such block.", "The model has {n} such blocks, one after another.")
    return [count, page.say("In the second the names begin with {second}, and so on.", second="block2")]


def name_of(page: Page, kind: str) -> str:
    """What a page calls a piece, by its kind in a run or in an answer."""
    name = page.word(pieces.NAMES["add" if kind == "sum" else kind])
    return name[0].upper() + name[1:]


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
            stage = Stage((name_of(page, piece.kind),), 0, kind="sum" if piece.kind == "sum" else "box")
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
        name = name_of(page, piece.kind)
        rows.append((Value(number, "integer"), name, reads, Math(Whole(piece.out)), piece.out.name, size))
    header = ("", page.word("piece"), page.word("reads"), page.word("gives"), page.word("name"), page.word("shape"))
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


class Pair:
    """Two sentences run through one block, on one tape."""

    def __init__(self, page: Page, asked: Question, other: str | None) -> None:
        self.page = page
        model = asked.model
        ids = (asked.ids, asked.ids[::-1] if other is None else model.ids(other))
        tape = Tape(page.digits if asked.options.pencil else None)
        self.a, self.b = [
            forward(model, of_one, temperature=asked.temperature, digits=page.digits, onto=tape, called=name)
            for of_one, name in zip(ids, "AB", strict=True)
        ]
        self.shared = shared(self.a.tokens, self.b.tokens)
        self.reversed = other is None

    def write(self) -> None:
        """What the block makes of both, and how far apart their rows are."""
        page, a, b = self.page, self.a, self.b
        page.step(page.word("Both sentences through the block"))
        page.tell_all(
            page.say("Sentence `A` is {a}, sentence `B` is {b}.", a=self.quoted(a), b=self.quoted(b)),
            page.say("`B` has the tokens of `A` in reverse order.") if self.reversed else (),
            page.say("The arrays of each carry its letter, as {example}.", example="A.x"),
        )
        ends = [result(run) for run in (a, b)]
        rows = self.distances(*ends)
        for run, end, side in ((a, ends[0], 0), (b, ends[1], 1)):
            marked = [] if rows is None else [self.shared[self.followed()][side]]
            caption = page.say("What the block gives for `A`:" if run is a else "What the block gives for `B`:")
            page.add(page.matrix(end, caption, marked=marked))
        if rows is None:
            page.tell("The two sentences have no word in common, so no rows can be compared.")
            return
        page.tell("How far apart the rows of a word are is the length of their difference:")
        page.work(Ref(rows, (self.followed(),)))
        page.add(self.table(rows))
        page.tell_all(self.finding(float(rows.data.max())))

    def quoted(self, run: Run) -> Prose:
        model = run.model
        return self.page.quoted(model.text_of(run.ids) if model.cut == "words" else " ".join(run.tokens))

    def followed(self) -> int:
        """The shared word that the page works out: the first that stands in one place in both, else the first."""
        return next((i for i, (t, s) in enumerate(self.shared) if t == s), 0)

    def distances(self, end_a: Var, end_b: Var) -> Var | None:
        """How far apart the two rows of each shared word are; None where there is none."""
        if not self.shared:
            return None
        words = Axis("token", tuple([self.a.tokens[t] for t, _ in self.shared]))
        op = Distance(self.shared)
        return self.a.tape.do(op, end_a, end_b, name="distance", symbol=Symbol("D"), axes=(words,))

    def table(self, rows: Var) -> Table:
        page = self.page

        def cells(i: int) -> tuple[Cell, ...]:
            t, s = self.shared[i]
            return (label(rows.axes[0], i), Value(t + 1, "integer"), Value(s + 1, "integer"), Number(Ref(rows, (i,))))

        header = (page.axis_name(rows.axes[0]), page.say("row in `A`"), page.say("row in `B`"), Math(Whole(rows)))
        return page.table(header, len(self.shared), cells, marked=[self.followed()])

    def finding(self, largest: float) -> Prose:
        """What the distances say."""
        page, model = self.page, self.a.model
        if self.a.ids == self.b.ids:
            return page.say("The two sentences are the same, so all distances are 0.")
        same_words = sorted(self.a.ids) == sorted(self.b.ids)
        if largest < ZERO:
            if same_words and model.positions == "none" and not model.causal:
                return page.say(
                    "All distances are 0 but for the rounding of the computer: without positions and without a mask "
                    "the block sees a set of words, not their order."
                )
            return page.say("All distances are 0 but for the rounding of the computer.")
        if not same_words:
            return page.say(
                "Not all distances are 0: the sentences are not made of the same words, so a word that both have does "
                "not have the same neighbours. To see that, the block needs no positions."
            )
        if model.positions == "none":
            return page.say(
                "Not all distances are 0, although no positions are added: the mask lets a word see only itself and "
                "what stands before it, and in the other sentence that is something else."
            )
        return page.say(
            "Not all distances are 0: the words are the same, but what is added for their positions is not. So the "
            "block tells the two orders apart."
        )


def result(run: Run) -> Var:
    """What the last block gives."""
    return next((piece.out for piece in reversed(run.pieces) if piece.block), run.var("x"))


def shared(a: Sequence[str], b: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """The rows of the words that both sentences have: of a word that stands several times its first, its second ..."""
    places: dict[str, list[int]] = {}
    for s, word in enumerate(b):
        places.setdefault(word, []).append(s)
    return tuple([(t, places[word].pop(0)) for t, word in enumerate(a) if places.get(word)])
