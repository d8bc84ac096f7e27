"""Generation: the text continued token by token, each choice worked out.

Sees the engine and documents; the words are English keys, the looks are the format's.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from handcalc import rounding
from handcalc.doc import (
    MOST_ROWS,
    Bar,
    Cell,
    Continuation,
    Document,
    Math,
    Number,
    Paragraph,
    Phrase,
    Stage,
    Table,
    Token,
    Value,
)
from handcalc.errors import HandcalcError
from handcalc.expr import Axis, Ref, Running, Symbol
from handcalc.lessons.options import Options
from handcalc.lessons.page import Page, Question, introduce, is_vector, label
from handcalc.lessons.training import SHIFTED
from handcalc.lessons.walk import TIE, likeliest, summed
from handcalc.model import MOST_SCORES, Model
from handcalc.ops import Cumulative, Share
from handcalc.tape import Tape, Var
from handcalc.transformer import Run, forward

EOT = "<eot>"  # the token that ends a text
CLOSE = 12  # significant digits: as many as are the same on every computer
LONGEST_TEXT = 200  # characters of the text so far that a step quotes


class Row(NamedTuple):
    """One row of an array that has a number for each token of the vocabulary."""

    var: Var
    t: int

    def of(self, w: int) -> Ref:
        """The number of the token with this id."""
        return Ref(self.var, (self.t, w))


class Choice(NamedTuple):
    """One new token and all that led to it.

    z, p: logits and probabilities. between: what was computed between the two. order: the ids of the vocabulary, the
    most likely first. candidates: those that were not cut, in the same order. shares: their probabilities. sums: the
    running sums of these; random: the number drawn; both None where nothing was drawn. chosen: the new token's id.
    """

    z: Row
    between: list[Row]
    p: Row
    order: list[int]
    candidates: list[int]
    shares: Row
    sums: Row | None
    random: Ref | None
    chosen: int

    @property
    def cut(self) -> bool:
        """Whether some tokens were cut, and the probabilities of the others divided by their sum."""
        return len(self.candidates) < len(self.order)


def generate(
    model: Model, text: str | None, options: Options, *, tokens: int, top_k: int | None, top_p: float | None
) -> Document:
    """The text continued by at most `tokens` new ones; top_k, top_p: what is cut before each draw.

    Errors: HandcalcError for a model without output, for a text that leaves no position free, and for a text and a
    number of new tokens that are too large together.
    """
    asked = Question(model, text, options)
    asked.need_output()
    page = Page("generate", options)
    lesson = _Generation(page, asked, tokens, top_k, top_p)
    lesson.write()
    settings = {name: value for name, value in asked.settings().items() if name not in ("row", "target", "eta")}
    return page.document(
        model,
        {**settings, "tokens": tokens, "top_k": top_k, "top_p": top_p},
        tokens=tuple([model.vocabulary[i] for i in asked.ids]),
        ids=asked.ids,
        values=lesson.tape.vars,
        continuation=lesson.continuation(),
        path=lesson.path,
    )


class _Generation:
    """One page about a text that grows."""

    def __init__(self, page: Page, asked: Question, tokens: int, top_k: int | None, top_p: float | None) -> None:
        self.page = page
        self.asked = asked
        self.model = asked.model
        self.tokens, self.top_k, self.top_p = tokens, top_k, top_p
        self.count = min(tokens, self.model.max_length - len(asked.ids))
        self.tape = Tape(page.digits if asked.options.pencil else None)
        self.generator = np.random.default_rng(asked.seed)
        self.choices: list[Choice] = []
        self.check()

    def check(self) -> None:
        """Refuse what has no room among the positions or in memory."""
        model, n = self.model, len(self.asked.ids)
        if self.count < 1:
            raise HandcalcError(
                "Nothing can be generated: the text fills all positions of the model {model} (max_length = {most}). "
                "A shorter text leaves room for new tokens.",
                model=model.name,
                most=model.max_length,
            )
        lengths = range(n, n + self.count)
        numbers = sum(lengths) * len(model.vocabulary)
        if model.has("attention"):
            numbers += sum([length**2 for length in lengths]) * model.heads * model.blocks
        if numbers > MOST_SCORES:
            raise HandcalcError(
                "For up to {count} new tokens this model would compute {numbers} scores and logits; handcalc computes "
                "at most {most}. Ask for fewer tokens, with {option}.",
                count=self.count,
                numbers=numbers,
                most=MOST_SCORES,
                option="tokens",
            )

    @property
    def ids(self) -> tuple[int, ...]:
        """The text so far."""
        return (*self.asked.ids, *[choice.chosen for choice in self.choices])

    @property
    def ended(self) -> bool:
        """Whether the last new token is the one that ends a text."""
        return bool(self.choices) and self.model.vocabulary[self.choices[-1].chosen] == EOT

    def continuation(self) -> Continuation:
        """What has become of the text. The token that ends it is not one of its words."""
        new = tuple([choice.chosen for choice in self.choices])
        stopped = "eot" if self.ended else "tokens" if len(new) == self.tokens else "positions"
        words = self.ids[:-1] if self.ended else self.ids
        tokens = tuple([self.model.vocabulary[i] for i in new])
        return Continuation(tokens, new, self.model.text_of(words), stopped)

    def path(self) -> list[Stage]:
        """The way from token to token."""
        stages = []
        for k, choice in enumerate(self.choices):
            name = self.page.say("New token {number}", number=k + 1)
            stages.append(Stage(name, k + 1, (k - 1,) if k else (), note=(self.token(choice.chosen),)))
        count = len(stages)
        return [*stages, Stage((self.page.word("The continuation"),), count + 1, (count - 1,))]

    def token(self, w: int) -> Token:
        return Token(self.model.vocabulary[w])

    # One step a token, and a last one

    def write(self) -> None:
        introduce(self.page, self.asked)
        while len(self.choices) < self.count and not self.ended:
            number, position = len(self.choices) + 1, len(self.ids) + 1
            self.page.step(self.page.say("New token {number} (position {position})", number=number, position=position))
            run = self.run(number)
            self.tell_run(run, number)
            choice = self.drawn(run, number) if run.temperature else self.largest(run, number)
            self.choices.append(choice)
        self.conclude()

    def run(self, number: int) -> Run:
        """The whole model on the text so far."""
        return forward(
            self.model,
            self.ids,
            temperature=self.asked.temperature,
            digits=self.page.digits,
            scaled=self.asked.options.live,
            onto=self.tape,
            called=f"token{number}",
            above=(),  # the number of its row tells the last row of one run from that of another
        )

    def tell_run(self, run: Run, number: int) -> None:
        """The text so far, and the row that tells what comes next."""
        page, t = self.page, run.last
        text = self.model.text_of(run.ids)
        if len(text) > LONGEST_TEXT and not page.full:
            text = "… " + text[-LONGEST_TEXT:].partition(" ")[2]
        row, token = t + 1, self.token(run.ids[t])
        page.tell_all(
            page.count(
                len(run.ids),
                "The text so far, {text}, has {n} token.",
                "The text so far, {text}, has {n} tokens.",
                text=page.quoted(text),
            ),
            page.say(
                "The model runs on all of it, as the command walk shows; row {row}, that of {token}, gives a logit `z` "
                "for each token of the vocabulary.",
                row=row,
                token=token,
            )
            if number == 1
            else page.say(
                "The model runs on all of it again; row {row}, that of {token}, gives the logits of the next token.",
                row=row,
                token=token,
            ),
        )
        line = run.var("logits").line
        assert line is not None
        page.equations(is_vector(line.inputs[0], t))

    # T = 0

    def largest(self, run: Run, number: int) -> Choice:
        """The token with the largest logit, and what the page says about it."""
        page = self.page
        z, p = [Row(run.var(name), run.last) for name in ("logits", "probabilities")]
        order = likeliest(z.var, p.var, run.last)
        choice = Choice(z, [], p, order, order, p, None, None, order[0])
        if number == 1:
            page.tell("At `T = 0` nothing is left to chance: the token with the largest logit comes next.")
        if number == 1 and (self.top_k is not None or self.top_p is not None):
            page.tell("top-k and top-p change nothing here: they always keep the most likely token.")
        page.add(self.table(choice))
        ties = sum(z.of(w).value == z.of(choice.chosen).value for w in order)
        said = page.count(
            ties,
            "{token} has the largest logit, so it comes next:",
            "{n} tokens have the largest logit. Of these, {token} comes next, the first in the vocabulary:",
            token=self.token(choice.chosen),
        )
        page.add(Paragraph(said))
        page.work(z.of(choice.chosen))
        return choice

    # T above 0

    def drawn(self, run: Run, number: int) -> Choice:
        """A token drawn at random, and what the page says on the way to it."""
        page, t, tape = self.page, run.last, self.tape
        z, p = [Row(run.var(name), t) for name in ("logits", "probabilities")]
        between = [Row(run.var("scaled"), t)] if run.name("scaled") in tape else []
        between.append(Row(p.var.parts["exp"], t))
        order = likeliest(z.var, p.var, t)
        if number == 1:
            self.tell_probabilities(run, len(between) > 1)
        if "max" in p.var.parts:
            page.tell(page.language.template(SHIFTED))
        candidates = order[: self.tell_cuts(z, p, order)]
        # The row of the candidates is called by the number of the row of the text that it belongs to.
        axes = (Axis("position", (str(t + 1),)), p.var.axes[1])
        shares, sums, r = p, None, None
        if len(candidates) < len(order):
            share = Share(t, tuple(candidates))
            shares = Row(tape.do(share, p.var, name=run.name("kept"), symbol=Symbol("q"), axes=axes), 0)
            page.tell(
                "The probabilities of the candidates are divided by their sum `S`, so that they sum to 1 again: "
                "`q = p / S`."
            )
            page.work(Ref(shares.var.parts["sum"], (0,)))
        chosen = candidates[0]
        random = self.generator.random()  # also where it is not needed: the k-th number belongs to the k-th token
        if len(candidates) > 1:
            adding = Cumulative(shares.t, tuple(candidates))
            sums = Row(tape.do(adding, shares.var, name=run.name("cumulative"), symbol=Symbol("c"), axes=axes), 0)
            r = Ref(tape.given(run.name("random"), Symbol("r"), np.array(random), ()), ())
            above = [w for w in candidates if sums.of(w).value > r.value]
            chosen = above[0] if above else candidates[-1]
        choice = Choice(z, between, p, order, candidates, shares, sums, r, chosen)
        page.add(self.table(choice))
        self.tell_draw(choice, number)
        page.tell("The row of {token}, worked out:", token=self.token(chosen))
        self.work(choice)
        return choice

    def tell_probabilities(self, run: Run, scaled: bool) -> None:
        if scaled:
            self.page.tell(
                "The temperature `T` = {T} divides each logit, `z′ = z / T`, and softmax turns the results into "
                "probabilities `p`.",
                T=run.temperature,
            )
        else:
            self.page.tell("Softmax turns the logits into probabilities `p`.")

    def tell_cuts(self, z: Row, p: Row, order: list[int]) -> int:
        """Say what top-k and then top-p cut. Returns how many candidates are kept."""
        page, kept = self.page, len(order)
        if self.top_k is not None and self.top_k < kept:
            kept = self.top_k
            said = page.count(
                kept, "top-k = {n} keeps the most likely token alone.", "top-k = {n} keeps the {n} most likely tokens."
            )
            page.add(Paragraph(said))
        elif self.top_k is not None:
            page.tell("top-k = {k} cuts nothing: the vocabulary is no larger than that.", k=self.top_k)
        if self.top_p == 1:
            page.tell("top-p = 1 cuts nothing.")
        elif self.top_p is not None:
            kept = self.tell_nucleus([p.of(w).value for w in order[:kept]], self.top_p, order)
        if kept < len(order):
            last, following = [(p.of(w).value, z.of(w).value) for w in order[kept - 1 : kept + 1]]
            if last == following:
                page.tell(
                    "{kept} and {cut} are equally likely; the one that stands first in the vocabulary is kept.",
                    kept=self.token(order[kept - 1]),
                    cut=self.token(order[kept]),
                )
        return kept

    def tell_nucleus(self, probabilities: list[float], share: float, order: list[int]) -> int:
        """Say what top-p keeps of the tokens with these probabilities, the most likely first. Returns how many.

        Where others were cut before, `share` is one of what is left.
        """
        page, after_cut = self.page, len(probabilities) < len(order)
        sums = np.cumsum(probabilities).tolist()
        need = share * sums[-1] if after_cut else share
        kept = next((i for i, total in enumerate(sums, 1) if total >= need - TIE), 0)
        if not kept:
            page.tell(
                "top-p = {P} cuts nothing: because of rounding, all tokens together only have {sum}.",
                P=share,
                sum=Value(sums[-1]),
            )
            return len(order)
        together = page.count(
            kept, "the first one alone has {sum}", "the first {n} have {sum}", sum=Value(sums[kept - 1])
        )
        if after_cut:
            said = page.say(
                "Together they have the probability {whole}. top-p = {P} asks for {P} of that, {need}, and keeps "
                "the fewest of the most likely that reach it: {together}.",
                whole=Value(sums[-1]),
                P=share,
                need=Value(need),
                together=together,
            )
        else:
            said = page.say(
                "top-p = {P} keeps the smallest set of tokens, starting from the most likely, whose total reaches "
                "{P}: {together}.",
                P=share,
                together=together,
            )
        if kept > 1:
            less = page.say(
                "Without {token} it would be only {sum}.", token=self.token(order[kept - 1]), sum=Value(sums[kept - 2])
            )
            page.tell_all(said, less)
        else:
            page.tell_all(said)
        return kept

    def tell_draw(self, choice: Choice, number: int) -> None:
        """How the number drawn at random chooses the token."""
        page, c, r = self.page, choice.sums, choice.random
        if c is None or r is None:
            page.tell("{token} is the only candidate, so nothing is left to chance.", token=self.token(choice.chosen))
            return
        place = choice.candidates.index(choice.chosen)
        own = c.of(choice.chosen)
        places = {"r": Number(r), "sum": Number(own), "token": self.token(choice.chosen)}
        if own.value <= r.value:
            said = page.say(
                "Now `r` = {r}. Because of rounding not even the last sum, {sum}, is above it: the last candidate, "
                "{token}, comes next.",
                **places,
            )
        elif place == 0:
            said = page.say("Now `r` = {r}. The first sum, {sum}, is above it: {token} comes next.", **places)
        else:
            said = page.say(
                "Now `r` = {r}. The sum {less} of {other} is not above it, the sum {sum} of {token} is: {token} comes "
                "next.",
                other=self.token(choice.candidates[place - 1]),
                less=Number(c.of(choice.candidates[place - 1])),
                **places,
            )
        rule = page.say(
            "Chance decides: NumPy's default_rng with the seed {seed} draws a number `r` between 0 and 1, and the "
            "first token in the table whose sum `c` is above `r` comes next.",
            seed=self.asked.seed,
        )
        page.tell_all(rule if number == 1 else (), said)
        self.tell_close([c.of(w) for w in choice.candidates[max(0, place - 1) : place + 1]], r)

    def tell_close(self, sums: list[Ref], r: Ref) -> None:
        """Show more digits of the sums and the number drawn where those of the page do not tell which is larger."""
        page = self.page
        printed = rounding.shown(r.value, page.digits)
        alike = [cell for cell in sums if rounding.shown(cell.value, page.digits) == printed]
        if not alike or self.asked.options.pencil:
            return
        numbers = [(Math(cell), " = ", Value(float(f"{cell.value:.{CLOSE}g}"), "exact")) for cell in [r, *alike]]
        page.tell(
            "The digits shown do not tell which is larger. With more digits, {numbers}.",
            numbers=page.listed_prose(numbers),
        )

    def work(self, choice: Choice) -> None:
        """The row of the new token in the table, number by number."""
        w, parts, t = choice.chosen, choice.p.var.parts, choice.p.t
        cells = [choice.z.of(w), *[row.of(w) for row in choice.between], Ref(parts["sum"], (t,)), choice.p.of(w)]
        if "max" in parts:
            cells.insert(-3, Ref(parts["max"], (t,)))
        if choice.cut:
            cells.append(choice.shares.of(w))
        if choice.sums is not None:
            cells.append(choice.sums.of(w))
        self.page.work(*cells)

    def table(self, choice: Choice) -> Table:
        """All tokens, the most likely first, the new one marked; what was cut has neither `q` nor `c`."""
        page, candidates = self.page, frozenset(choice.candidates)
        of_all = [choice.z, *choice.between, choice.p]
        of_candidates = [choice.shares] if choice.cut else []
        sums = [] if choice.sums is None else [choice.sums]
        top = choice.shares.of(choice.order[0]).value or 1.0

        def cells(i: int) -> tuple[Cell, ...]:
            w = choice.order[i]
            kept = w in candidates
            return (
                label(choice.z.var.axes[1], w),
                *(Number(row.of(w)) for row in of_all),
                *(Number(row.of(w)) if kept else None for row in of_candidates),
                Bar(choice.shares.of(w).value / top) if kept else None,
                *(Number(row.of(w)) if kept else None for row in sums),
            )

        def header(rows: list[Row]) -> list[Cell]:
            return [Math(Running(row.var, (row.t, "w"))) for row in rows]

        def total(row: Row) -> Cell:
            if row.var.part == "exp":
                return Number(Ref(choice.p.var.parts["sum"], (row.t,)))
            return summed(row.var, row.t) if row in (choice.p, choice.shares) else None

        place, last = choice.order.index(choice.chosen), len(choice.candidates) - 1
        if choice.cut and last < MOST_ROWS:
            keep = list(range(last + 2))
        else:
            keep = [i for i in (place - 1, place, place + 1, last, last + 1) if 0 <= i < len(choice.order)]
        bar = 1 + len(of_all) + len(of_candidates)
        caption = (
            page.say("The tokens, the largest logit first:")
            if choice.shares == choice.p and not choice.between
            else page.say("The tokens, the most likely first:")
            if choice.random is None
            else page.say("The tokens, the most likely first; `c` is the running sum of `q`:")
            if choice.cut
            else page.say("The tokens, the most likely first; `c` is the running sum of `p`:")
        )
        return page.table(
            (page.word("token"), *header(of_all), *header(of_candidates), None, *header(sums)),
            len(choice.order),
            cells,
            caption,
            marked=[place],
            keep=keep,
            strong=[(place, c) for c in (0, bar - 1, bar + len(sums))],
            total=(page.word("sum"), *map(total, [*of_all, *of_candidates]), None, *[None for _ in sums]),
        )

    # The end

    def conclude(self) -> None:
        page, made = self.page, self.continuation()
        page.step(page.word("The continuation"))
        cut = any(choice.cut for choice in self.choices)
        drawn = any(choice.random is not None for choice in self.choices)
        header: list[Cell] = [page.word("new token"), page.word("position"), page.word("id")]
        header += [Phrase("p"), *([Phrase("q")] if cut else []), *([Phrase("r")] if drawn else [])]

        def cells(k: int) -> tuple[Cell, ...]:
            choice = self.choices[k]
            w = choice.chosen
            q = Number(choice.shares.of(w)) if choice.cut else None
            r = None if choice.random is None else Number(choice.random)
            place, number = Value(len(self.asked.ids) + k + 1, "integer"), Value(w, "integer")
            return (
                self.token(w),
                place,
                number,
                Number(choice.p.of(w)),
                *([q] if cut else []),
                *([r] if drawn else []),
            )

        page.add(page.table(header, len(self.choices), cells))
        before, after = [page.quoted(text) for text in (self.model.text_of(self.asked.ids), made.text)]
        end = "" if made.text.endswith((".", "!", "?", "…")) else "."
        page.add(Paragraph((*page.say("{before} continues: {after}", before=before, after=after), end)))
        if made.stopped == "eot":
            page.tell("{token} stands for the end of the text: generation stops here.", token=Token(EOT))
        elif made.stopped == "tokens":
            said = page.count(
                self.tokens,
                "The generation stops here: --tokens allows no more than {n} new token.",
                "The generation stops here: --tokens allows no more than {n} new tokens.",
            )
            page.add(Paragraph(said))
        else:
            said = page.count(
                self.model.max_length,
                "The generation stops here: the model has only {n} position, and it is taken.",
                "The generation stops here: the model has only {n} positions, and all of them are taken.",
            )
            page.add(Paragraph(said))
