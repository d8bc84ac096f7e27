"""Four claims about a Transformer, each checked with the numbers of a model: runs side by side, the largest difference.

Sees the engine and documents; the words are English keys, the looks are the format's. All runs stand on one tape, and
an upper letter names the run of a number: A and B have equal keys; C, D and G no attention; F and H are other texts
with attention. The run that was asked for has no letter.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from handcalc import formula, rounding
from handcalc.doc import (
    Cell,
    Document,
    Equation,
    Inline,
    Math,
    Number,
    Paragraph,
    Phrase,
    Prose,
    Side,
    Table,
    Token,
    Value,
)
from handcalc.expr import Apply, Expr, Num, Ref, Running, Symbol, add, call, div, mul
from handcalc.lang import key
from handcalc.lessons.options import Options
from handcalc.lessons.page import MANY_DIGITS, Page, Question, label, largest, named_token, vector
from handcalc.lessons.training import SHIFTED
from handcalc.lessons.walk import likeliest
from handcalc.model import Model
from handcalc.ops import Difference, Divide, Shift, Softmax, VisibleMean
from handcalc.tape import Floats, Op, Var
from handcalc.transformer import Run, forward, refuse_infinite

CLAIMS = (1, 2, 3, 4)
TOLERANCE = 1e-12
WORTHLESS = 1e-3  # a tolerance with which nothing would be checked
ROUNDING = 4  # units in the last place for each term of a sum: more than rounding can cost it
TEMPERATURES = (0.5, 1.0, 2.0)
ADDED = 10.0  # to all logits
RUNS = (("D", "F"), ("G", "H"))  # of another text: without attention, with it

TITLES = {
    1: key("equal keys make the output the mean of the values"),
    2: key("without attention no token knows its neighbours"),
    3: key("the temperature keeps the order of the tokens"),
    4: key("10 added to all logits changes no probability"),
}
RESULTS = {True: key("holds"), False: key("fails"), None: key("does not apply")}
UNUSED = ("temperature", "eta", "target", "pencil")  # settings of other lessons


class Found(NamedTuple):
    """A difference: its size, and the number as the page shows it."""

    size: float
    shown: Inline


class Verdict(NamedTuple):
    """What came of a claim. holds: None where it does not apply. largest: the largest difference that was found."""

    claim: int
    holds: bool | None
    largest: Cell = None


class Other(NamedTuple):
    """A text to compare with. rows: those whose token is the same. alone, attended: the names of its runs, without
    attention and with it."""

    rows: Sequence[int]
    ids: Sequence[int]
    alone: str
    attended: str


class Stage(NamedTuple):
    """What a run has come to: in words, by the name that it has in every run, and the numbers."""

    title: Prose
    name: str
    var: Var


def verify(model: Model, text: str | None, options: Options, *, claims: Sequence[int] = CLAIMS) -> Document:
    """The claims of these numbers, each worked on the model; the document has not `passed` where one of them fails.

    Errors: HandcalcError for a text or an option that the model has no answer to.
    """
    # Weights of fewer digits, as a file may have them, would agree to no more than these.
    exact = {name: np.asarray(weights, float) for name, weights in model.weights.items()}
    asked = Question(model.changed(weights=exact), text, options)
    page = Page("verify", options)
    if page.digits <= MANY_DIGITS:
        page.notes.append(Paragraph(how_numbers_are_read(page)))
    writer = _Verify(page, asked)
    verdicts = [writer.check(claim) for claim in claims]
    summary(page, verdicts)
    settings = {name: value for name, value in asked.settings().items() if name not in UNUSED}
    return page.document(
        model,
        {**settings, "claims": list(claims), "temperatures": writer.temperatures},
        tokens=tuple(writer.run.tokens),
        ids=writer.run.ids,
        values=writer.tape.vars,
        passed=all(verdict.holds is not False for verdict in verdicts),
    )


def how_numbers_are_read(page: Page) -> Prose:
    """That the differences are not those of the printed numbers."""
    return page.count(
        page.digits,
        "Numbers are printed with {n} decimal; the differences are those of the numbers with all their digits.",
        "Numbers are printed with {n} decimals; the differences are those of the numbers with all their digits.",
    )


def summary(page: Page, verdicts: Sequence[Verdict]) -> None:
    """All claims with what came of them."""
    page.step(page.word("Summary"))
    rows = [
        ((f"{claim}: ", *page.say(TITLES[claim])), difference, page.language.template(RESULTS[holds]))
        for claim, holds, difference in verdicts
    ]
    page.add(Table((page.word("claim"), page.word("largest difference"), page.word("result")), tuple(rows)))


# Judging


def allowed(size: float, terms: int) -> float:
    """How far two numbers may be apart: 1e-12, or what rounding can do to a sum of so many terms up to `size`."""
    return max(TOLERANCE, ROUNDING * terms * math.ulp(size))


def found(differences: Iterable[Var], rows: Sequence[int]) -> Found:
    """The largest difference in these rows of some arrays."""
    cells = []
    for var in differences:
        i, c = np.unravel_index(int(var.data[list(rows)].argmax()), (len(rows), var.data.shape[1]))
        cells.append(Ref(var, (rows[int(i)], int(c))))
    most = max(cells, key=lambda cell: cell.value)
    return Found(most.value, Number(most))


def largest_of(differences: Iterable[Found]) -> Found:
    """The largest of some differences."""
    return max(differences, key=lambda difference: difference.size)


def size_of(arrays: Iterable[Var]) -> float:
    """The largest number of some arrays, without its sign."""
    return max([float(np.abs(var.data).max()) for var in arrays])


def places(p: Floats, order: Sequence[int]) -> list[int]:
    """The place, from 1, that each id of `order` has by its probability, in that order.

    What exceeds a number before it by no more than the tolerance counts as its equal, and stays behind it.
    """
    numbers: list[float] = []
    least = math.inf
    for w in order:
        number = float(p[w])
        numbers.append(least if least < number <= least + TOLERANCE else number)
        least = min(least, number)
    taken = sorted(range(len(order)), key=lambda k: -numbers[k])
    return [place + 1 for place in np.argsort(taken).tolist()]


def moved(p: Floats, z: Floats) -> int:
    """How many places, at most, a token of some row stands from where its logit puts it, by its probability."""
    most = 0
    for of_row, logits in zip(p, z, strict=True):
        order = np.argsort(-logits, kind="stable")
        falling = of_row[order]
        if (falling[1:] > np.minimum.accumulate(falling)[:-1] + TOLERANCE).any():
            stands = np.array(places(of_row, order.tolist()))
            most = max(most, int(np.abs(stands - np.arange(1, len(stands) + 1)).max()))
    return most


class _Verify:
    """The claims being checked and written."""

    def __init__(self, page: Page, asked: Question) -> None:
        self.page = page
        self.asked = asked
        self.model = asked.model
        self.run = forward(asked.model, asked.ids, digits=page.digits)
        self.tape = self.run.tape
        self.tokens = self.tape["x"].axes[0]
        self.rows = range(len(asked.ids))
        self.temperatures = sorted({*TEMPERATURES, asked.temperature} - {0.0})

    def again(self, called: str, model: Model, ids: Sequence[int]) -> Run:
        """Another run on the same tape, under its name."""
        return forward(model, ids, digits=self.page.digits, onto=self.tape, called=called)

    def line(self, op: Op, *inputs: Var, name: str, symbol: Symbol) -> Var:
        """A line of the tape beside those of the runs."""
        return self.tape.do(op, *inputs, name=name, symbol=symbol, axes=inputs[0].axes)

    def check(self, claim: int) -> Verdict:
        """Work a claim out as a step of the page, or say why it does not apply."""
        page = self.page
        page.step(page.say("Claim {claim}: {title}", claim=claim, title=page.say(TITLES[claim])))
        reason = self.reason(claim)
        if reason:
            page.tell_all(page.say("Claim {claim} does not apply here.", claim=claim), reason)
            return Verdict(claim, None)
        start = len(self.tape.numbers)
        with np.errstate(over="ignore", invalid="ignore"):  # what grew beyond all bounds is refused by name
            verdict = {1: self.equal_keys, 2: self.no_attention, 3: self.temperature, 4: self.shifted}[claim]()
        refuse_infinite(self.tape, list(self.tape.numbers)[start:])
        return verdict

    def reason(self, claim: int) -> Prose:
        """Why a claim does not apply to this model and text; nothing where it does."""
        page, model = self.page, self.model
        if claim in (3, 4):
            if not model.has_output:
                return page.say("This model has no output matrix `W_U`, so it has no logits.")
            if len(model.vocabulary) == 1:
                return page.say("The vocabulary has a single token, whose probability is always 1.")
            return ()
        if not model.has("attention"):
            return page.say("The block of this model has no attention.")
        if len(self.rows) == 1:
            return page.say("The text has a single token, which has no neighbours.")
        if claim == 1:
            return ()
        if len(model.vocabulary) == 1:
            return page.say("The vocabulary has a single token, so there is no other text of this length.")
        if model.causal and self.asked.followed == [0]:
            return page.say("Under the causal mask row 1 sees itself alone, with attention or without it.")
        if model.values != model.d and not all(f"block{b}.W_O" in model.weights for b, _ in self.heads):
            return page.say(
                "The attention of this model makes rows of {values} numbers out of rows of `d` = {d}; without it, "
                "what follows has no rows of that length to read.",
                values=model.values,
                d=model.d,
            )
        return ()

    def judge(self, claim: int, difference: Found, most: float) -> Verdict:
        """Say whether the largest difference is no more than it may be."""
        page = self.page
        holds = difference.size <= most
        if most > WORTHLESS:
            page.tell("The numbers are so large that rounding alone could make any difference; nothing can be checked.")
            return Verdict(claim, None)
        large = most > TOLERANCE
        said = page.say(
            "This is within the tolerance, {most}, so claim {claim} holds."
            if holds
            else "This is above the tolerance, {most}, so claim {claim} fails.",
            most=Value(most, "scientific" if large else "exact"),
            claim=claim,
        )
        page.tell_all(page.say("Numbers as large as these are rounded more coarsely.") if large else (), said)
        return Verdict(claim, holds, difference.shown)

    def caption(self, t: int) -> Prose:
        """What row a table is of."""
        return self.page.say("Row {row}, {token}:", row=t + 1, token=Token(self.run.tokens[t]))

    # 1: equal keys

    def equal_keys(self) -> Verdict:
        page, model, ids = self.page, self.model, self.asked.ids
        rng = np.random.default_rng(self.asked.seed)
        keys = {name: np.zeros_like(W) for name, W in model.weights.items() if name.endswith(".W_K")}
        spread = model.d**-0.5
        queries = {name: rng.normal(0.0, spread, W.shape) for name, W in model.weights.items() if name.endswith(".W_Q")}
        A = self.again("A", model.changed(weights={**model.weights, **keys}), ids)
        B = self.again("B", model.changed(weights={**model.weights, **keys, **queries}), ids)
        biased = any(name.endswith(".b_K") for name in model.weights)
        page.tell_all(
            page.say("In run A every number of `W_K` is 0, so every key is the bias `b_K`: all keys are equal.")
            if biased
            else page.say("In run A every number of `W_K` is 0, so every key is 0: all keys are equal."),
            page.say(
                "Run B also has different queries: the numbers of its `W_Q` are drawn from `N`(0, {variance}), "
                "with the seed {seed}.",
                variance=div(Num(1), Num(model.d)),
                seed=self.asked.seed,
            ),
            page.say("The superscript of a symbol names its run."),
            page.say("`max` is the largest score of the row; taking it off first changes no weight.")
            if any("max" in A.var(f"block{b}.head{h}.weights").parts for b, h in self.heads)
            else (),
        )
        differences = {run.called: [self.from_the_mean(run, head) for head in self.heads] for run in (A, B)}
        for t in self.asked.followed:
            self.equal_weights(A, t)
            self.outputs(A, B, differences, t)
        uneven = max(self.unevenness(run) for run in (A, B))
        most = largest_of(
            [
                found([var for of_run in differences.values() for var in of_run], self.rows),
                Found(uneven, Value(uneven, "scientific")),
            ]
        )
        page.tell(
            "In all rows of all heads, in both runs, the weights differ from 1 divided by the number of visible "
            "tokens, and the outputs from the mean of the visible values, by at most {difference}."
            if most.size
            else "In all rows of all heads, in both runs, the weights are exactly 1 divided by the number of visible "
            "tokens, and the outputs exactly the mean of the visible values.",
            difference=most.shown,
        )
        size = size_of(run.var(f"block{b}.head{h}.v") for run in (A, B) for b, h in self.heads)
        return self.judge(1, most, allowed(size, len(self.rows)))

    @property
    def heads(self) -> list[tuple[int, int]]:
        """Every head: the number of its block and its own."""
        blocks, heads = self.model.blocks, self.model.heads
        return [(b, h) for b in range(1, blocks + 1) for h in range(1, heads + 1)]

    def from_the_mean(self, run: Run, head: tuple[int, int]) -> Var:
        """How far the outputs of a head are from the means of the visible values, computed from the values alone."""
        name = "block{}.head{}".format(*head)
        v, out = run.var(f"{name}.v"), run.var(f"{name}.out")
        above = v.symbol.above
        averaged = VisibleMean(self.model.causal)
        mean = self.line(averaged, v, name=run.name(f"{name}.mean"), symbol=Symbol("μ", "v", above=above))
        return self.line(Difference(), out, mean, name=run.name(f"{name}.difference"), symbol=Symbol("Δ", above=above))

    def unevenness(self, run: Run) -> float:
        """How far a weight is from 1 divided by the number of visible tokens (from 0, if hidden), at most."""
        n = len(self.rows)
        sees = np.tril(np.ones((n, n))) if self.model.causal else np.ones((n, n))
        even = sees / sees.sum(axis=1, keepdims=True)
        return max(float(np.abs(run.var(f"block{b}.head{h}.weights").data - even).max()) for b, h in self.heads)

    def equal_weights(self, A: Run, t: int) -> None:
        """Keys, scores and weights of the first head for row t, and one number of its output."""
        page, head, causal = self.page, "block1.head1", self.model.causal
        k, scores, a, out, mean = (A.var(f"{head}.{name}") for name in ("k", "scores", "weights", "out", "mean"))
        seen = A.var(f"{head}.masked") if causal else scores
        page.add(
            page.by_token(
                (Math(Running(k, ("j",))), Math(Running(seen, (t, "j"))), Math(Running(a, (t, "j")))),
                self.tokens,
                lambda j: (vector(k, j), Number(Ref(seen, (t, j))), Number(Ref(a, (t, j)))),
                (*self.head(1, 1), ". ", *self.caption(t)) if len(self.heads) > 1 else self.caption(t),
                keep=[t],
                total=(page.word("sum"), None, None, Value(math.fsum(a.data[t].tolist()))),
            )
        )
        visible = t + 1 if causal else len(self.rows)
        said = page.count(
            visible,
            "{token} sees itself alone, so its weight is 1:",
            "{token} sees {n} tokens. Their scores are equal, so softmax gives each the weight 1/{n}:",
            token=named_token(page, self.run.tokens, t),
        )
        page.add(Paragraph(said))
        page.work(Ref(scores, (t, 0)), Ref(a, (t, 0)))
        page.tell("With equal weights the output is the plain mean of the values:")
        cell = largest(out, t)
        page.work(Ref(mean, cell.at), cell)

    def head(self, b: int, h: int) -> Prose:
        """A head as a table names it, with its block where there are several."""
        if self.model.blocks == 1:
            return self.page.say("Head {head}", head=h)
        return self.page.say("Block {block}, head {head}", block=b, head=h)

    def outputs(self, A: Run, B: Run, differences: dict[str, list[Var]], t: int) -> None:
        """Row t of every head: the outputs of both runs beside the mean of the values."""
        page = self.page

        def cells(i: int) -> tuple[Cell, ...]:
            name = "block{}.head{}".format(*self.heads[i])
            vectors = [vector(var, t) for var in (A.var(f"{name}.out"), A.var(f"{name}.mean"), B.var(f"{name}.out"))]
            difference = found([of_run[i] for of_run in differences.values()], [t])
            return (self.head(*self.heads[i]), *vectors, difference.shown)

        caption = page.say(
            "The outputs of the heads for {token} beside the mean of the visible values. The last column has the "
            "largest difference between an output and the mean:",
            token=named_token(page, self.run.tokens, t),
        )
        header = (
            page.word("head"),
            page.word("output in A"),
            page.word("mean of the values"),
            page.word("output in B"),
            page.word("largest difference"),
        )
        page.add(page.table(header, len(self.heads), cells, caption))

    # 2: no attention

    def no_attention(self) -> Verdict:
        page, model = self.page, self.model
        others, attended = self.others(), []
        for other in others:
            self.texts(other)
            said = page.count(
                len(other.rows),
                "With attention, as the model is, the row of this token comes out so.",
                "With attention, as the model is, the rows of these tokens come out so.",
            )
            page.add(Paragraph(said))
            attended.append(self.pair(self.run, self.again(other.attended, model, other.ids), other))
        apart = largest_of(attended)
        page.tell(
            "With attention the two texts differ here by up to {difference}: what stands around a token changes its "
            "row."
            if apart.size > TOLERANCE
            else "Even with attention the two texts differ here by no more than {difference}: what it brings to the "
            "row is the same in both, so the check that follows cannot fail.",
            difference=apart.shown,
        )
        bare = without_attention(model)
        self.taken_out(bare)
        C = self.again("C", bare, self.asked.ids)
        difference = largest_of([self.pair(C, self.again(other.alone, bare, other.ids), other) for other in others])
        page.tell(
            "Without attention the two texts differ here by at most {difference}."
            if difference.size
            else "Without attention the two texts do not differ here at all.",
            difference=difference.shown,
        )
        return self.judge(2, difference, allowed(size_of(stage.var for stage in stages(page, C)), model.d))

    def others(self) -> list[Other]:
        """The texts to compare with: one that keeps the followed token; or of several two, each keeping half of them.

        Every other token becomes the next one of the vocabulary.
        """
        followed, words = self.asked.followed, len(self.model.vocabulary)
        kept = [followed] if len(followed) == 1 else [followed[::2], followed[1::2]]
        return [
            Other(rows, [i if t in rows else (i + 1) % words for t, i in enumerate(self.asked.ids)], *names)
            for rows, names in zip(kept, RUNS, strict=False)
        ]

    def texts(self, other: Other) -> None:
        """Both texts, token beside token."""
        page, vocabulary = self.page, self.model.vocabulary
        page.add(
            page.table(
                (page.word("row"), page.word("text"), page.word("other text")),
                len(self.rows),
                lambda t: (Value(t + 1, "integer"), Token(self.run.tokens[t]), Token(vocabulary[other.ids[t]])),
                page.say("The text, and another one with the same token in row {row}:", row=other.rows[0] + 1)
                if len(other.rows) == 1
                else page.say("The text, and another one with the same tokens in the marked rows:"),
                marked=other.rows,
            )
        )

    def taken_out(self, bare: Model) -> None:
        """What became of the lines of the block."""
        page = self.page
        page.tell("Now the attention is taken out of every block:")
        rows = tuple(zip(self.model.block, bare.block, strict=True))
        page.add(Table((page.word("with attention"), page.word("without attention")), rows, labels=2))
        if any(formula.without(line, "attention") is None for line in self.model.formulas):
            page.tell("A line with nothing left just passes `x` on.")

    def pair(self, one: Run, another: Run, other: Other) -> Found:
        """The rows that both texts share, in two runs side by side, and the largest difference between them."""
        page = self.page
        pairs = list(zip(stages(page, one), stages(page, another), strict=True))
        differences = []
        for a, b in pairs:
            name, symbol = another.name(f"{a.name}.difference"), Symbol("Δ", above=b.var.symbol.above)
            differences.append(self.line(Difference(), a.var, b.var, name=name, symbol=symbol))
        header = (page.word("stage"), page.word("text"), page.word("other text"), page.word("largest difference"))
        for t in other.rows:

            def cells(i: int, t: int = t) -> tuple[Cell, ...]:
                (a, b), shown = pairs[i], found([differences[i]], [t]).shown
                if a.name == "logits":  # a number for each word of the vocabulary: too many to be read side by side
                    return (a.title, None, None, shown)
                return (a.title, vector(a.var, t), vector(b.var, t), shown)

            page.add(page.table(header, len(pairs), cells, self.caption(t)))
            if self.model.has_output:
                self.tell_likeliest(one, another, t)
        return found(differences, other.rows)

    def tell_likeliest(self, one: Run, another: Run, t: int) -> None:
        """What both runs take for the next token after row t."""
        page, vocabulary = self.page, self.model.vocabulary
        best = [likeliest(run.var("logits"), run.var("probabilities"), t)[0] for run in (one, another)]
        p, q = (Number(Ref(run.var("probabilities"), (t, w))) for run, w in zip((one, another), best, strict=True))
        printed = {rounding.shown(number.ref.value, page.digits) for number in (p, q)}
        page.tell(
            "The most likely next token is {token} in both, each time with the probability {p}."
            if best[0] == best[1] and len(printed) == 1
            else "The most likely next token is {token} in both, with the probabilities {p} and {q}."
            if best[0] == best[1]
            else "The most likely next token is {token} in the text, with the probability {p}, and {other} in the "
            "other one, with {q}.",
            token=Token(vocabulary[best[0]]),
            other=Token(vocabulary[best[1]]),
            p=p,
            q=q,
        )

    # 3: the temperature

    def temperature(self) -> Verdict:
        page, z = self.page, self.tape["logits"]
        tempered = [self.divided(i, T) for i, T in enumerate(self.temperatures, 1)]
        parts = [(Math(Num(T, f"T_{i}")), " = ", Value(T, "exact")) for i, T in enumerate(self.temperatures, 1)]
        page.tell(
            "The logits are divided by {temperatures}, each time before the softmax. The superscript says which.",
            temperatures=page.listed_prose(parts),
        )
        for t in self.asked.followed:
            self.temperatures_of_a_row(tempered, t)
        if self.asked.temperature == 0:
            page.tell(
                "At `T = 0` nothing is divided. It is the limit, in which the first token of this order takes all the "
                "probability; the claim is about temperatures above 0."
            )
        steps = max(moved(p.data, z.data) for p in tempered)
        if steps:
            said = page.count(
                steps,
                "In all rows together, a token stands up to {n} place from where its logit puts it, so claim 3 fails.",
                "In all rows together, a token stands up to {n} places from where its logit puts it, so claim 3 fails.",
            )
        else:
            said = page.say("In no row does a token change its place, so claim 3 holds.")
        page.add(Paragraph(said))
        return Verdict(3, not steps, page.count(steps, "{n} place", "{n} places"))

    def divided(self, i: int, T: float) -> Var:
        """The probabilities at a temperature. Errors: HandcalcError where the logits grow beyond all bounds."""
        symbol = Symbol("z", primes=1, above=(i,))
        with np.errstate(over="ignore"):
            by = Divide(T, False, f"T_{i}")
            scaled = self.line(by, self.tape["logits"], name=f"temperature{i}.scaled", symbol=symbol)
        refuse_infinite(self.tape, [scaled.name])
        return self.line(Softmax(), scaled, name=f"temperature{i}.probabilities", symbol=Symbol("p", above=(i,)))

    def temperatures_of_a_row(self, tempered: Sequence[Var], t: int) -> None:
        """The probabilities and the places of all tokens in row t: a pair of columns for each temperature."""
        page, z = self.page, self.tape["logits"]
        words = z.axes[1]
        order: list[int] = np.argsort(-z.data[t], kind="stable").tolist()
        stands = [places(p.data[t], order) for p in tempered]
        best = (t, order[0])
        for p in tempered:
            assert p.line is not None
            page.work(Ref(p.line.inputs[0], best), Ref(p, best))

        def cells(i: int) -> tuple[Cell, ...]:
            columns: list[Cell] = [label(words, order[i]), Number(Ref(z, (t, order[i])))]
            for p, of_p in zip(tempered, stands, strict=True):
                columns += [Number(Ref(p, (t, order[i]))), Value(of_p[i], "integer")]
            return tuple(columns)

        header: list[Cell] = [page.word("token"), Math(Running(z, (t, "w")))]
        total: list[Cell] = [page.word("sum"), None]
        for p, T in zip(tempered, self.temperatures, strict=True):
            header += [(Math(Running(p, (t, "w"))), ", ", Phrase("T"), " = ", Value(T, "exact")), page.word("place")]
            total += [Value(math.fsum(p.data[t].tolist())), None]
        page.add(page.table(header, len(order), cells, self.caption(t), total=tuple(total)))
        cold, hot = (Ref(p, best) for p in (tempered[0], tempered[-1]))
        page.tell(
            "The order stays the same and the probability moves: {token} has {low} at {coldest} and {high} at "
            "{hottest}."
            if abs(cold.value - hot.value) > TOLERANCE
            else "The order stays the same. Here not even the probability moves: {token} has {low} at {coldest} "
            "and {high} at {hottest}.",
            token=Token(words.labels[best[1]]),
            low=Number(cold),
            high=Number(hot),
            coldest=(Phrase("T"), " = ", Value(self.temperatures[0], "exact")),
            hottest=(Phrase("T"), " = ", Value(self.temperatures[-1], "exact")),
        )

    # 4: 10 added to all logits

    def shifted(self) -> Verdict:
        page, z, p = self.page, self.tape["logits"], self.tape["probabilities"]
        above = (f"+{ADDED:.0f}",)
        more = self.line(Shift(ADDED), z, name="shifted.logits", symbol=Symbol("z", above=above))
        q = self.line(Softmax(), more, name="shifted.probabilities", symbol=Symbol("p", above=above))
        differences = self.line(Difference(), q, p, name="shifted.difference", symbol=Symbol("Δ"))
        page.tell(
            "The power of a sum is a product, so `e^10` is a factor of the numerator and of the whole sum, and cancels:"
        )
        page.equations(cancelling(z, q, self.asked.followed[-1]))
        for t in self.asked.followed:
            self.shifted_row(more, q, differences, t)
        difference = found([differences], self.rows)
        page.tell(
            "`Δ` is the difference between the two probabilities. In all rows it is at most {difference}.",
            difference=difference.shown,
        )
        return self.judge(4, difference, allowed(size_of([z]) + ADDED, 1))

    def shifted_row(self, more: Var, q: Var, differences: Var, t: int) -> None:
        """Both softmaxes of row t: one number of each worked out, then all side by side."""
        page, z, p = self.page, self.tape["logits"], self.tape["probabilities"]
        order = likeliest(z, p, t)
        best = (t, order[0])
        for first, of in (([], p), ([Ref(more, best)], q)):
            if "max" in of.parts:
                page.tell(page.language.template(SHIFTED))
            taken_off = [Ref(of.parts["max"], (t,))] if "max" in of.parts else []
            page.work(*first, *taken_off, Ref(of.parts["exp"], best), Ref(of.parts["sum"], (t,)), Ref(of, best))
        page.equations(cancelled(p, q, best))
        columns = (z, more, p.parts["exp"], q.parts["exp"], p, q, differences)

        def cells(i: int) -> tuple[Cell, ...]:
            return (label(z.axes[1], order[i]), *(Number(Ref(column, (t, order[i]))) for column in columns))

        header: list[Cell] = [page.word("token"), *[Math(Running(column, (t, "w"))) for column in columns]]
        sums = [Number(Ref(of.parts["sum"], (t,))) for of in (p, q)]
        ones = [Value(math.fsum(of.data[t].tolist())) for of in (p, q)]
        total = (page.word("sum"), None, None, *sums, *ones, None)
        page.add(page.table(header, len(order), cells, self.caption(t), total=total))


def without_attention(model: Model) -> Model:
    """The model with the attention taken out of its block's formula; a line of which nothing is left passes on x.

    The norms that are left count from 1 again, so each takes its gain and bias along.
    """
    left = [formula.without(line, "attention") for line in model.formulas]
    block = tuple(["x" if line is None else formula.written(line) for line in left])
    kept = [stays for line in model.formulas for stays in formula.norms_left(line, "attention")]
    weights = dict(model.weights)
    places_of_norms = [k for k, stays in enumerate(kept, 1) if stays]
    for b in range(1, model.blocks + 1):
        for new, old in enumerate(places_of_norms, 1):
            for part in ("gain", "bias"):
                weights.pop(f"block{b}.norm{new}.{part}", None)
                if f"block{b}.norm{old}.{part}" in model.weights:
                    weights[f"block{b}.norm{new}.{part}"] = model.weights[f"block{b}.norm{old}.{part}"]
    return model.changed(block=block, weights=weights)


def stages(page: Page, run: Run) -> list[Stage]:
    """The rows of a run as it goes on: the input, each block's result, the last norm's, the logits."""
    reached = [Stage(page.say("the input `x`"), "x", run.var("x"))]
    for number, out in {piece.block: piece.out for piece in run.pieces}.items():
        if number == 0:
            reached.append(Stage(page.say("after the last LayerNorm"), "norm", out))
        elif run.model.blocks == 1:
            reached.append(Stage(page.say("after the block"), "block1", out))
        else:
            reached.append(Stage(page.say("after block {number}", number=number), f"block{number}", out))
    if run.model.has_output:
        reached.append(Stage(page.say("the logits"), "logits", run.var("logits")))
    return reached


def cancelling(z: Var, q: Var, t: int) -> Equation:
    """`e^(z + 10) / Σ e^(z + 10) = e^10·e^z / (e^10·Σ e^z) = e^z / Σ e^z`, for a word w of row t."""
    logit, ten = Running(z, (t, "w")), Num(ADDED)
    power, shifted, factor = call("exp", logit), call("exp", add(logit, ten)), call("exp", ten)

    def total(of: Expr) -> Expr:
        return Apply("total", (of,))

    readings = (
        div(shifted, total(shifted)),
        div(mul(factor, power), mul(factor, total(power))),
        div(power, total(power)),
    )
    return Equation(Running(q, (t, "w")), tuple([Side("symbols", reading) for reading in readings]))


def cancelled(p: Var, q: Var, at: tuple[int, int]) -> Equation:
    """The same with the numbers of one word: e^10·12.069 / (e^10·30.521) = 12.069 / 30.521 = 0.395."""
    power, total, factor = Ref(p.parts["exp"], at), Ref(p.parts["sum"], at[:1]), call("exp", Num(ADDED))
    cell = Ref(q, at)
    readings = div(mul(factor, power), mul(factor, total)), div(power, total)
    return Equation(cell, (*[Side("numbers", reading) for reading in readings], Side("value", cell)))
