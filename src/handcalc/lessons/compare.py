"""Two sentences through one model's blocks, side by side: at which piece a word begins to differ, and how far.

Sees the engine and documents; the words are English keys, the looks are the format's.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from handcalc.doc import Cell, Document, Gap, Math, Number, Paragraph, Prose, Table, Token, Value
from handcalc.errors import HandcalcError, Names, Quoted
from handcalc.expr import Apply, Axis, Bare, Expr, Ref, Symbol, Whole, add, call, mul, power, sub
from handcalc.lang import key
from handcalc.lessons.options import Options
from handcalc.lessons.page import Page, Question, introduce, label, of_shown
from handcalc.model import Model
from handcalc.ops import Distance
from handcalc.tape import Tape, Var
from handcalc.transformer import Piece, Run, forward, refuse_infinite

A, B = "A", "B"  # what the two runs are called
DELTA = Symbol("δ")
ROUNDING = 4096  # steps of the last digit that a difference may come to by rounding alone
MOST_WORDS = 12  # of a list in a sentence
STARTS = 5  # that are tried where nothing is asked for, as on the teaching page
LONGEST = 200  # tokens of a sentence up to which other starts are tried unasked
MOST_DRAWN = 1_000_000  # random weights; of a larger model other starts are tried only on request


def compare(
    model: Model,
    text: str | None,
    options: Options,
    *,
    other: str | None = None,
    starts: int | None = None,
    stage: str | None = None,
) -> Document:
    """The sentences `text` (A) and `other` (B; None for the tokens of A in reverse order), stage by stage.

    starts: how many times the random weights are drawn anew, with the seeds 1, 2, ...; None for five where the model
    has any and not too many. stage: the one at which the starts are compared; None for the last attention.
    Errors: HandcalcError for a text the model cannot read, starts of a model without random weights, and a stage that
    this block does not have.
    """
    page = Page("compare", options)
    both = both_of(model, text, other, options, page.digits)
    first = both.first
    if starts is None:
        drawn = sum(model.weights[name].size for name, _, _ in model.random)
        long = max(len(first.ids), len(both.b.ids)) > LONGEST
        starts = STARTS if 0 < drawn <= MOST_DRAWN and not long else 0
    elif starts and not model.random:
        raise HandcalcError(
            "The model {model} has no random weights, so every start would be the same; leave {option} out.",
            model=model.name,
            option="starts",
        )
    writer = Comparison(page, both, _stage_of(both, stage), starts)
    writer.write()
    settings = first.settings()
    return page.document(
        model,
        {
            "a": first.text,
            "b": model.text_of(both.b.ids) if other is None else other,
            **{name: settings[name] for name in ("heads", "mask", "positions", "block", "seed", "pencil")},
            "starts": starts,
            "stage": writer.stage.name,
        },
        values={**both.tape.vars, **writer.drawn},
    )


def _read(model: Model, text: str | None, options: Options, name: str) -> Question:
    """One of the sentences. Errors: HandcalcError that says which one the model cannot read."""
    try:
        return Question(model, text, options)
    except HandcalcError as error:
        raise HandcalcError("Sentence {name}: {reason}", name=name, reason=error) from None


def both_of(model: Model, text: str | None, other: str | None, options: Options, digits: int) -> Both:
    """The two sentences run through the model; `other` is None for the tokens of the first in reverse order.

    Errors: HandcalcError for a text the model cannot read.
    """
    first = _read(model, text, options, A)
    ids = first.ids[::-1] if other is None else _read(model, other, options, B).ids
    return Both(model, first, ids, pairs_of(first.ids, ids), digits)


class Pair(NamedTuple):
    """Two rows that are compared, from 0; shared: whether they are of the same word."""

    a: int
    b: int
    shared: bool


def pairs_of(a: Sequence[int], b: Sequence[int]) -> list[Pair]:
    """Which row of A is compared with which of B, in the order of A; a and b are the ids.

    The first place of a word in A goes with its first in B, the second with the second ...; of what is left, rows at
    the same position go together.
    """
    places: dict[int, list[int]] = {}
    for t, word in enumerate(b):
        places.setdefault(word, []).append(t)
    partner = {t: places[word].pop(0) for t, word in enumerate(a) if places.get(word)}
    taken = set(partner.values())
    left = {t: t for t in range(min(len(a), len(b))) if t not in partner and t not in taken}
    return [Pair(t, other, t in partner) for t, other in sorted((partner | left).items())]


class Stage(NamedTuple):
    """What the rows have come to after a piece of a block.

    name: as in the model ("x", "block1.attention"). pieces: of sentence A, in the order of computation, none for x;
    the last gives the rows. a, b: the rows of both sentences; far: how far they are apart, one number a pair.
    """

    name: str
    pieces: tuple[Piece, ...]
    a: Var
    b: Var
    far: Var

    @property
    def kind(self) -> str:
        return self.pieces[-1].kind if self.pieces else "x"


class Both:
    """The two sentences on one tape, with the differences of every stage.

    first: what was asked of sentence A. ids: of sentence B. prefix: before the names of the differences, where there
    are several tapes.
    """

    def __init__(
        self, model: Model, first: Question, ids: Sequence[int], pairs: Sequence[Pair], digits: int, prefix: str = ""
    ) -> None:
        self.tape = Tape(digits if first.options.pencil else None)
        self.model = model
        self.first = first
        self.pairs = pairs
        runs = [
            forward(model, tokens, temperature=first.temperature, digits=digits, onto=self.tape, called=name)
            for name, tokens in ((A, first.ids), (B, ids))
        ]
        self.a, self.b = runs
        self.tokens = [run.var("x").axes[0] for run in runs]
        labels = tuple(
            self.a.tokens[p.a] if p.shared else f"{self.a.tokens[p.a]} / {self.b.tokens[p.b]}" for p in pairs
        )
        self.axis = Axis("token", labels)
        stages = [("x", ()), *[(piece.out.name.removeprefix(f"{A}."), joined) for piece, joined in _stages(self.a)]]
        self.stages = [
            Stage(name, joined, self.a.var(name), self.b.var(name), self._far(name, prefix)) for name, joined in stages
        ]
        refuse_infinite(self.tape, [stage.far.name for stage in self.stages])

    @np.errstate(over="ignore")
    def _far(self, name: str, prefix: str) -> Var:
        """The differences of a stage as a line of the tape."""
        op = Distance(tuple((pair.a, pair.b) for pair in self.pairs))
        rows = self.a.var(name), self.b.var(name)
        return self.tape.do(op, *rows, name=f"{prefix}difference.{name}", symbol=DELTA, axes=(self.axis,))

    @cached_property
    def bound(self) -> float:
        """The power of ten up to which a difference is rounding; computed by pencil, nothing is."""
        if self.tape.pencil is not None:
            return 0.0
        rows = [var.data for stage in self.stages for var in (stage.a, stage.b)]
        largest = max(1.0, *[float(np.abs(data).max()) for data in rows])
        return 10.0 ** math.ceil(math.log10(ROUNDING * float(np.finfo(rows[0].dtype).eps) * largest))

    @cached_property
    def seen(self) -> list[int]:
        """The pairs, by their number from 0, that a sentence speaks of: those of one word, if there are any."""
        shared = [i for i, pair in enumerate(self.pairs) if pair.shared]
        return shared or list(range(len(self.pairs)))

    @property
    def same(self) -> bool:
        """Whether B is A."""
        return self.a.ids == self.b.ids

    @property
    def reordered(self) -> bool:
        """Whether B has the words of A, as often, in another order."""
        return not self.same and Counter(self.a.ids) == Counter(self.b.ids)

    @property
    def outputs(self) -> set[str]:
        """The names of the stages that the blocks end with."""
        last = {stage.pieces[-1].block: stage.name for stage in self.stages if stage.pieces}
        return {name for block, name in last.items() if block}

    @property
    def reverses(self) -> bool:
        """Whether the rows of B are, in the end, those of A in reverse."""
        last = self.stages[-1]
        if self.same or self.a.ids != self.b.ids[::-1]:
            return False
        apart = last.a.data - last.b.data[::-1]
        return bool(np.sqrt(np.vecdot(apart, apart)).max() <= self.bound)

    def parted(self, far: Var) -> tuple[list[int], list[int]]:
        """The pairs that a sentence speaks of: those that are the same but for rounding, and the others."""
        equal = [i for i in self.seen if far.number((i,)) <= self.bound]
        return equal, [i for i in self.seen if far.number((i,)) > self.bound]


def _stages(run: Run) -> list[tuple[Piece, tuple[Piece, ...]]]:
    """The pieces after which the rows are compared, each with what belongs to it.

    A sum that only the norm right behind it reads is one stage with that norm, as in norm(x + attention(x)).
    """
    pieces = run.pieces
    found: list[tuple[Piece, tuple[Piece, ...]]] = []
    for piece in pieces:
        before = found[-1][0] if found else None
        if before is not None and _is_inside(before, piece, pieces):
            found[-1] = (piece, (before, piece))
        else:
            found.append((piece, (piece,)))
    return found


def _is_inside(total: Piece, norm: Piece, pieces: Sequence[Piece]) -> bool:
    """Whether `total` is a sum and `norm` a norm around it, so that nothing else reads the sum."""
    if (total.kind, norm.kind, total.block) != ("sum", "norm", norm.block):
        return False
    return [piece.out for piece in pieces if any(var is total.out for var in piece.source)] == [norm.out]


def _stage_of(both: Both, asked: str | None) -> Stage:
    """The stage called `asked`; where there is one block, its name may be left out.

    Errors: HandcalcError that lists those there are.
    """
    if asked is None:
        attention = [stage for stage in both.stages if stage.kind == "attention"]
        return (attention or both.stages)[-1]
    left_out = "block1." if both.model.blocks == 1 else ""
    names = [stage.name.removeprefix(left_out) for stage in both.stages]
    for stage, name in zip(both.stages, names, strict=True):
        if asked in (stage.name, name):
            return stage
    raise HandcalcError(
        "{option} is {found}; possible: {allowed}.", option="stage", found=Quoted(asked), allowed=Names(names)
    )


class Comparison:
    """One comparison being written. stage: the one at which the starts are compared."""

    def __init__(self, page: Page, both: Both, stage: Stage, starts: int) -> None:
        self.page = page
        self.both = both
        self.model = both.model
        self.stage = stage
        self.starts = starts
        self.drawn: dict[str, Var] = {}  # the differences at that stage, of each start
        self.followed = self._followed()

    def _followed(self) -> int:
        """The pair that is worked out at every stage: a word both have, best one that stands at the same position.

        Of several the one that comes out most different, of equals the first.
        """
        both = self.both
        there = [i for i in both.seen if both.pairs[i].a == both.pairs[i].b] or both.seen
        last = both.stages[-1].far
        numbers = [last.number((i,)) if last.number((i,)) > both.bound else 0.0 for i in there]
        return there[numbers.index(max(numbers))]

    def write(self) -> None:
        introduce(self.page, self.both.first)
        self.sentences()
        for stage in self.both.stages:
            self.one_stage(stage)
        self.at_a_glance()
        if self.starts:
            self.all_starts()

    # Words

    def named(self, i: int) -> Prose:
        """Pair i as prose and tables name it: the word, with its rows where it stands several times; or both words."""
        both, pair = self.both, self.both.pairs[i]
        a, b = both.a.tokens[pair.a], both.b.tokens[pair.b]
        if not pair.shared:
            return (Token(a), " / ", Token(b))
        if both.a.tokens.count(a) == both.b.tokens.count(b) == 1:
            return (Token(a),)
        return self.page.say("{token} ({a} in A, {b} in B)", token=Token(a), a=pair.a + 1, b=pair.b + 1)

    def listed(self, pairs: Iterable[int]) -> Prose:
        """Pairs as a list; of a long one only how many."""
        numbers = list(pairs)
        if len(numbers) > MOST_WORDS:
            return self.page.count(len(numbers), "{n} word", "{n} words")
        return self.page.listed_prose([self.named(i) for i in numbers])

    def words(self, tokens: Sequence[str]) -> Prose:
        """Words as a list, each once; of a long one only how many."""
        distinct = list(dict.fromkeys(tokens))
        if len(distinct) > MOST_WORDS:
            return self.page.count(len(distinct), "{n} word", "{n} words")
        return self.page.listed_prose([Token(word) for word in distinct])

    def title(self, stage: Stage) -> Prose:
        """What a stage is called, with its block where there are several."""
        page, run = self.page, self.both.a
        if not stage.pieces:
            return page.say("The input `x`")
        piece = stage.pieces[-1]
        kinds = "+".join(part.kind for part in stage.pieces)
        if piece.block == 0:
            return (page.word("After the last LayerNorm"),)
        counted = stage.pieces[0]
        number = counted.number if run.number_of(counted.kind, piece.block) > 1 else 0
        text = page.word(TITLES.get((kinds, number)) or NUMBERED[kinds], number=number)
        if self.model.blocks > 1:
            text = page.word("Block {number} · {title}", number=piece.block, title=text)
        return (text,)

    # The steps

    def sentences(self) -> None:
        """What is compared with what."""
        page, both, model = self.page, self.both, self.model
        a, b = both.a.tokens, both.b.tokens
        page.step(page.word("The two sentences"))
        page.tell(
            "Both sentences go through the same weights, sentence A as one run and sentence B as another. The "
            "superscript of a letter names the sentence: {a} are the rows of sentence A, {b} those of sentence B.",
            a=Whole(both.stages[0].a),
            b=Whole(both.stages[0].b),
        )
        if model.blocks > 1:
            page.tell("A number in the superscript is that of the block.")
        if model.cut != "words":
            page.tell("Here a word is one of the model's tokens.")
        page.add(
            page.table(
                (page.word("row"), A, B),
                max(len(a), len(b)),
                lambda t: (
                    Value(t + 1, "integer"),
                    Token(a[t]) if t < len(a) else None,
                    Token(b[t]) if t < len(b) else None,
                ),
            ).changed(labels=3)
        )
        page.tell_all(*self.matched())
        x, y = (Bare(Symbol(letter)) for letter in "ab")
        page.tell_all(
            page.say(
                "The difference of two rows {a} and {b} is one number, the length of what is left when one is "
                "subtracted from the other: {rule}.",
                a=Whole(x),
                b=Whole(y),
                rule=Apply(
                    "equals",
                    (Whole(Bare(DELTA)), call("sqrt", Apply("total", (power(sub(Whole(x), Whole(y)), 2),)))),
                ),
            ),
            page.say("It is 0 exactly where the two rows are the same."),
        )
        page.tell_all(*self.rules())

    def matched(self) -> list[Prose]:
        """Which words both have, which not, and what is compared with what."""
        page, both = self.page, self.both
        a, b = both.a.tokens, both.b.tokens
        if both.same:
            return [page.say("A and B are the same sentence.")]
        if both.reordered:
            backwards = both.a.ids == both.b.ids[::-1]
            said = [
                page.say("B has the words of A in reverse order.")
                if backwards
                else page.say("B has the words of A in another order."),
                page.say("Each word is compared with itself, wherever it stands."),
            ]
        else:
            in_both = [word for word in a if word in b]
            said = [
                page.say("Both sentences have: {words}.", words=self.words(in_both))
                if in_both
                else page.say("The sentences have no word in common.")
            ]
            for name, here, there in ((A, a, b), (B, b, a)):
                more = Counter(here) - Counter(there)
                alone, oftener = [w for w in more if w not in there], [w for w in more if w in there]
                said += [page.say("Only in {name}: {words}.", name=name, words=self.words(alone))] if alone else []
                said += (
                    [page.say("More often in {name}: {words}.", name=name, words=self.words(oftener))]
                    if oftener
                    else []
                )
            if any(not pair.shared for pair in both.pairs):
                said.append(page.say("Rows of different words are compared where they have the same number."))
            if len(both.pairs) < max(len(a), len(b)):
                said.append(page.say("A row without a partner is not compared."))
        if any(a.count(a[pair.a]) > 1 or b.count(b[pair.b]) > 1 for pair in both.pairs if pair.shared):
            said.append(
                page.say(
                    "Where a word stands several times, its first place in A goes with its first in B, its second with "
                    "its second, and so on."
                )
            )
        return said

    def rules(self) -> list[Prose]:
        """What decides whether the order of the words can matter, and where the weights come from."""
        page, model = self.page, self.model
        said = [page.say(POSITIONS[model.positions])]
        if model.has("attention"):
            said.append(
                page.say("The mask is on: a word sees only itself and the words before it.")
                if model.causal
                else page.say("There is no mask: every word sees all words of its sentence.")
            )
        else:
            said.append(page.say("The block has no attention: no word sees another."))
        if model.random:
            seeds = {seed for _, _, seed in model.random}
            said.append(
                page.say("The random weights were drawn with the seed {seed}.", seed=seeds.pop())
                if len(seeds) == 1
                else page.say("The random weights were drawn with the seeds that the model's file gives.")
            )
        return said

    def one_stage(self, stage: Stage) -> None:
        page, both = self.page, self.both
        title = self.title(stage)
        ends = stage.name in both.outputs
        page.step(page.say("{title}: the output of the block", title=title) if ends else title)
        self.about(stage)
        self.compared(stage)

    def compared(self, stage: Stage) -> None:
        """The rows of both sentences at a stage, how far they are apart, and one of these differences written out."""
        page, both = self.page, self.both
        page.add(self.rows(stage))
        alone = self.partnerless(stage)
        if alone is not None:
            page.add(alone)
        pair = both.pairs[self.followed]
        page.tell(
            "The difference of {word}, row {a} of A and row {b} of B, written out:"
            if pair.shared
            else "The difference of {word}, both in row {a}, written out:",
            word=self.named(self.followed) if not pair.shared else (Token(both.a.tokens[pair.a]),),
            a=pair.a + 1,
            b=pair.b + 1,
        )
        page.work(Ref(stage.far, (self.followed,)))
        told = self.told(stage)
        if told:
            page.add(Paragraph(told))

    def about(self, stage: Stage) -> None:
        """What the piece does, and whether words meet in it."""
        page = self.page
        if not stage.pieces:
            page.tell(page.language.template(INPUT[self.model.positions]))
            return
        if stage.kind == "attention":
            page.tell(
                "Only in the attention do words meet: each takes the mean of the values of the words it sees, weighted "
                "by its attention weights. The result has the letter {letter}, so {a} is that of sentence A and {b} "
                "that of sentence B.",
                letter=Whole(unnamed(stage.a)),
                a=Whole(stage.a),
                b=Whole(stage.b),
            )
            return
        page.tell("{rule}, each row on its own: no word sees another here.", rule=_rule(self.both.a, stage))

    def rows(self, stage: Stage) -> Table:
        """The compared rows under one another, and how far they are apart."""
        page, both = self.page, self.both
        columns = page.shown(len(stage.a.axes[1].labels), "column")
        shown = page.shown(len(both.pairs), "row", [self.followed], each=2)
        lines: list[tuple[Cell, ...] | Gap] = []
        marked = set()
        for i in shown:
            if isinstance(i, Gap):
                lines.append(i)
                continue
            pair = both.pairs[i]
            if i == self.followed:
                marked |= {len(lines), len(lines) + 1}
            for name, var, t in ((A, stage.a, pair.a), (B, stage.b, pair.b)):
                lines.append(
                    (
                        label(var.axes[0], t),
                        name,
                        *_cells(var, columns, t),
                        Number(Ref(stage.far, (i,))) if name == B else None,
                    )
                )
        header = (page.word("word"), None, *_numbers(columns), Math(Whole(stage.far)))
        caption = page.say(
            "The rows of {letter} in both sentences, and the difference of each pair:", letter=Whole(unnamed(stage.a))
        )
        return Table(header, tuple(lines), caption, frozenset(marked if len(both.pairs) > 1 else ()), labels=2)

    def partnerless(self, stage: Stage) -> Table | None:
        """The rows that are compared with nothing."""
        page, both = self.page, self.both
        with_a, with_b = {pair.a for pair in both.pairs}, {pair.b for pair in both.pairs}
        alone = [(A, stage.a, t) for t in range(len(both.a.ids)) if t not in with_a]
        alone += [(B, stage.b, t) for t in range(len(both.b.ids)) if t not in with_b]
        if not alone:
            return None
        columns = page.shown(len(stage.a.axes[1].labels), "column")

        def cells(i: int) -> tuple[Cell, ...]:
            name, var, t = alone[i]
            return (label(var.axes[0], t), name, *_cells(var, columns, t))

        header = (page.word("word"), None, *_numbers(columns))
        return page.table(header, len(alone), cells, page.say("The rows without a partner:")).changed(labels=2)

    def told(self, stage: Stage) -> Prose:
        """Which of the words that both have are the same at this stage; nothing where the work has said it."""
        page, both = self.page, self.both
        equal, apart = both.parted(stage.far)
        cells = sorted([Ref(stage.far, (i,)) for i in both.seen], key=_size)
        low, high = cells[0], cells[-1]
        if not both.pairs[both.seen[0]].shared:
            return ()
        if not apart:
            if len(equal) == 1:
                return (
                    page.say("The two rows are the same, up to rounding.")
                    if high.value
                    else page.say("The two rows are the same.")
                )
            return (
                page.say(
                    "Every shared word has the same row in both sentences, up to rounding: the largest difference "
                    "is {high}.",
                    high=Number(high),
                )
                if high.value
                else page.say("Every shared word has the same row in both sentences.")
            )
        if equal:
            return self.groups(equal, apart)
        if len(apart) == 1:
            return ()
        return page.say(
            "No shared word has the same row in both sentences: the smallest difference is {low}, the largest {high}.",
            low=Number(low),
            high=Number(high),
        )

    def groups(self, equal: Sequence[int], apart: Sequence[int]) -> Prose:
        """Which words have the same row in both sentences, and which do not."""
        return self.page.say(
            "With the same row in both: {equal}. With different rows: {apart}.",
            equal=self.listed(equal),
            apart=self.listed(apart),
        )

    # What it comes to

    def at_a_glance(self) -> None:
        """All differences in one table, and what they say."""
        page, both = self.page, self.both
        page.step(page.word("The differences at a glance"))
        columns = page.shown(len(both.pairs), "column", [self.followed])
        rows = tuple((self.title(stage), *_cells(stage.far, columns)) for stage in both.stages)
        header: tuple[Cell, ...] = (page.word("stage"), *of_shown(columns, self.named))
        page.add(Table(header, rows))
        page.tell_all(*self.verdict(), *self.beginning())
        if self.model.positions != "none" and self.model.has("attention") and not both.same:
            page.tell("With --positions none the same sentences go through the block without positions.")
        if both.bound and not both.same:
            page.tell(
                "A difference of at most {bound} counts as rounding here: it comes from the last digits that the "
                "computer carries, which depend on the order of its additions.",
                bound=Value(both.bound, "exact"),
            )

    def verdict(self) -> list[Prose]:
        """What the differences in the end say, by what they are."""
        page, both, model = self.page, self.both, self.model
        equal, apart = both.parted(both.stages[-1].far)
        attends = model.has("attention")
        if both.same:
            return [page.say("A and B are the same sentence, so nothing can differ.")]
        if both.reordered and not apart:
            reverse = both.reverses
            return [
                page.say(
                    "The rows of sentence B are those of sentence A in reverse."
                    if reverse
                    else "The rows of sentence B are those of sentence A, each where its word stands."
                ),
                page.say(
                    "The block does not see the order of the words: the rows have changed places along with the "
                    "words, and that is all."
                    if attends
                    else "Without attention no word sees another, so their order cannot matter."
                ),
            ]
        if both.reordered:
            if not equal:
                changed = [
                    page.say(
                        "B has the words of A in another order, and no word comes out of the last "
                        "stage with the same row."
                    )
                ]
            else:
                changed = [page.say("B has the words of A in another order."), self.groups(equal, apart)]
            return [*changed, *self.through()]
        if not both.pairs[both.seen[0]].shared:
            return [
                page.say("The sentences have no word in common, so each difference is one between two different words.")
            ]
        if not apart:
            reason = (
                page.say("Without attention no word sees another.")
                if not attends
                else page.say("Each of them sees the same in both sentences.")
            )
            return [page.say("In the end every shared word has the same row in both sentences."), reason]
        if model.positions == "none" and not model.causal:
            return [
                page.say(
                    "There are neither positions nor a mask, so the order of the words plays no part: the block tells "
                    "the sentences apart because their words are not the same."
                )
            ]
        return [
            page.say(
                "The sentences do not have the same words equally often, so this is not the effect of their order "
                "alone; only two sentences of the same words would show that."
            )
        ]

    def through(self) -> list[Prose]:
        """How the order of the words gets into the rows."""
        page, model = self.page, self.model
        masked = model.causal and model.has("attention")
        if model.positions != "none" and masked:
            return [page.say("The block sees the order, through the positions and through the mask.")]
        if model.positions != "none":
            return [page.say("The block sees the order, through the positions.")]
        return [page.say("The block sees the order, through the mask.")] if masked else []

    def beginning(self) -> list[Prose]:
        """At which stage the followed word begins to differ."""
        page, both = self.page, self.both
        bound = both.bound
        begins = next((s for s in both.stages if s.far.number((self.followed,)) > bound), None)
        if begins is None or not both.pairs[self.followed].shared:
            return []
        word = self.named(self.followed)
        if not begins.pieces:
            return [page.say("The rows of {word} differ from the start, in `x`.", word=word)]
        if begins.kind != "attention":
            return []
        if len(both.seen) > 1 and all(both.stages[0].far.number((i,)) <= bound for i in both.seen):
            return [
                page.say(
                    "Every shared word has the same row of `x` in both sentences; the differences arise in the "
                    "attention, where a word looks at the others."
                )
            ]
        return [
            page.say(
                "{word} has the same row of `x` in both sentences; the difference arises in the attention, where "
                "the word looks at the others.",
                word=word,
            )
        ]

    def all_starts(self) -> None:
        """The differences at one stage, with the random weights drawn anew for each seed."""
        page, both = self.page, self.both
        page.step(page.count(self.starts, "{n} start", "{n} starts"))
        page.tell(
            "Does this depend on the weights that were drawn? Here they are drawn anew with the seeds 1 to {last}. The "
            "differences at the stage “{stage}”:"
            if self.starts > 1
            else "Here the weights are drawn with the seed {last}. The differences at the stage “{stage}”:",
            last=self.starts,
            stage=self.title(self.stage),
        )
        place = both.stages.index(self.stage)
        bounds = []
        found: list[Var] = []
        for seed in range(1, self.starts + 1):
            model = self.model.redrawn(seed)
            run = Both(model, both.first, both.b.ids, both.pairs, page.digits, prefix=f"seed{seed}.")
            found.append(run.stages[place].far)
            bounds.append(run.bound)
        self.drawn = {far.name: far for far in found}
        seen = both.seen
        columns = [seen[i] if not isinstance(i, Gap) else i for i in page.shown(len(seen), "column")]
        header: tuple[Cell, ...] = (page.word("seed"), *of_shown(columns, self.named))
        page.add(
            page.table(
                header,
                self.starts,
                lambda s: (Value(s + 1, "integer"), *_cells(found[s], columns)),
            )
        )
        if self.starts == 1:
            return  # one draw says nothing about others
        extremes = self.extremes(found)
        page.add(
            page.table(
                (page.word("word"), page.word("smallest"), page.word("largest")),
                len(seen),
                lambda k: (self.named(seen[k]), *[Number(cell) for cell in extremes[k]]),
            )
        )
        self.conclude(found, bounds)

    def extremes(self, found: Sequence[Var]) -> list[tuple[Ref, Ref]]:
        """The smallest and the largest difference of each pair over the starts."""
        cells = [sorted([Ref(far, (i,)) for far in found], key=_size) for i in self.both.seen]
        return [(row[0], row[-1]) for row in cells]

    def conclude(self, found: Sequence[Var], bounds: Sequence[float]) -> None:
        """What the starts say."""
        page, both = self.page, self.both
        seen = both.seen
        above = {i: [far.number((i,)) > bound for far, bound in zip(found, bounds, strict=True)] for i in seen}
        cells = [cell for pair in self.extremes(found) for cell in pair]
        low, high = min(cells, key=_size), max(cells, key=_size)
        before = both.stages[: both.stages.index(self.stage) + 1]
        met = any(stage.kind == "attention" for stage in before)  # before that the order can show in nothing but x
        if not any(map(any, above.values())):
            said = [
                page.say("For every seed all of these differences are exactly 0.")
                if high.value == 0
                else page.say(
                    "For every seed all of these differences are 0, up to rounding: all are below {bound}.",
                    bound=Value(_above(high.value), "exact"),
                )
            ]
            if both.reordered and met:
                said.append(
                    page.say(
                        "So this is not due to one particular draw: the block does not see the order of the words."
                    )
                )
        elif all(map(all, above.values())):
            said = [
                page.say(
                    "For every seed all of these differences are above 0: the smallest is {low}, the largest {high}.",
                    low=Number(low),
                    high=Number(high),
                )
            ]
            if both.reordered:
                said.append(page.say("So this is not due to one particular draw: the order of the words matters."))
            elif self.model.positions == "none" and not self.model.causal and both.pairs[seen[0]].shared and met:
                said.append(
                    page.say("So this is not due to one particular draw: the other words of the sentence matter.")
                )
        else:
            zero = [i for i in seen if not any(far.number((i,)) for far in found)]
            groups = {
                key("Exactly 0 for every seed: {words}."): zero,
                key("0, up to rounding, for every seed: {words}."): [
                    i for i in seen if not any(above[i]) and i not in zero
                ],
                key("Above 0 for every seed: {words}."): [i for i in seen if all(above[i])],
                key("Above 0 for some seeds only: {words}."): [i for i in seen if any(above[i]) and not all(above[i])],
            }
            said = [page.say(sentence, words=self.listed(group)) for sentence, group in groups.items() if group]
        page.tell_all(*said)


def _size(cell: Ref) -> float:
    return cell.value


def _above(number: float) -> float:
    """The smallest power of ten above a number that is not 0."""
    return float(10.0 ** (math.floor(math.log10(number)) + 1))


def _cells(var: Var, columns: Sequence[int | Gap], *row: int) -> list[Cell]:
    """The numbers of one row of an array; of an array of one axis its numbers."""
    return list(of_shown(columns, lambda c: Number(Ref(var, (*row, c)))))


def _numbers(columns: Sequence[int | Gap]) -> list[Cell]:
    return of_shown(columns, lambda c: Value(c + 1, "integer"))


def unnamed(var: Var) -> Bare:
    """The letter of an array without the name of its run."""
    return Bare(var.symbol._replace(above=var.symbol.above[1:]))


def _rule(run: Run, stage: Stage) -> Expr:
    """The stage's pieces as a rule between letters: u = LN(x + A)."""
    result: Expr | None = None
    for piece in stage.pieces:
        terms = [Whole(unnamed(var)) for var in piece.source]
        if piece.kind == "sum":
            result = add(*terms)
        elif piece.kind == "norm":
            result = call("LN", result or terms[0])
        else:
            bend = "ReLU" if run.model.activation == "relu" else "GELU"
            hidden = _linear(run, piece.block, terms[0], "1")
            result = _linear(run, piece.block, call(bend, hidden), "2")
    assert result is not None
    return Apply("equals", (Whole(unnamed(stage.a)), result))


def _linear(run: Run, block: int, x: Expr, number: str) -> Expr:
    """`x` times the matrix W of that number, and its bias where there is one."""
    product = mul(x, Whole(run.var(f"block{block}.W_{number}")))
    bias = f"block{block}.b_{number}"
    return add(product, Whole(run.var(bias))) if bias in run.model.weights else product


POSITIONS = {
    "none": key("Positions are off: nothing tells the block where a word stands."),
    "sinusoidal": key("Positions are on: the sinusoidal code of its position is added to each word."),
    "table": key("Positions are on: a row of the table `P`, that of its position, is added to each word."),
}
INPUT = {
    "none": key("A row of `x` depends on its word alone: the word has the same row wherever it stands."),
    "sinusoidal": key(
        "A row of `x` depends on its word and on its position, whose code was added: a word has the same row in both "
        "sentences only where it stands in the same place."
    ),
    "table": key(
        "A row of `x` depends on its word and on its position, whose row of `P` was added: a word has the same row in "
        "both sentences only where it stands in the same place."
    ),
}
# By the kinds of pieces and the number of the first of them, 0 where its block has only one.
TITLES = {
    ("attention", 0): key("After the attention"),
    ("mlp", 0): key("After the MLP"),
    ("norm", 0): key("After LayerNorm"),
    ("norm", 1): key("After the first LayerNorm"),
    ("norm", 2): key("After the second LayerNorm"),
    ("norm", 3): key("After the third LayerNorm"),
    ("sum", 0): key("After the residual sum"),
    ("sum", 1): key("After the first sum"),
    ("sum", 2): key("After the second sum"),
    ("sum", 3): key("After the third sum"),
    ("sum+norm", 0): key("After the sum and LayerNorm"),
    ("sum+norm", 1): key("After the first sum and LayerNorm"),
    ("sum+norm", 2): key("After the second sum and LayerNorm"),
    ("sum+norm", 3): key("After the third sum and LayerNorm"),
}
NUMBERED = {
    "norm": key("After LayerNorm {number}"),
    "sum": key("After sum {number}"),
    "sum+norm": key("After sum {number} and LayerNorm"),
}
