"""What if: the next token for several temperatures and numbers of heads, side by side at the end of the walk.

Sees the engine and documents; the words are English keys, the looks are the format's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from handcalc.doc import Cell, Math, Number, Paragraph, Phrase, Prose, Table, Token
from handcalc.errors import HandcalcError
from handcalc.expr import Apply, Num, Ref
from handcalc.lessons.page import Page, Question, label
from handcalc.model import MOST_SCORES
from handcalc.tape import Var
from handcalc.transformer import Run, at_temperature, forward

EQUAL = 1e-12  # two numbers closer than this differ by rounding alone


class Case(NamedTuple):
    """One of the values, or pairs of values, that are compared."""

    heads: int
    temperature: float
    logits: Var
    probabilities: Var

    def winners(self, t: int) -> list[int]:
        """The ids of the most likely tokens of row t."""
        p = self.probabilities.data[t]
        return [int(w) for w in (p.max() - p <= EQUAL).nonzero()[0]]


def compares_heads(asked: Question) -> bool:
    """Whether several numbers of heads were asked for."""
    return len(asked.options.head_counts) > 1


def compares_temperatures(asked: Question) -> bool:
    """Whether several temperatures were asked for."""
    return len(asked.options.temperatures) > 1


def settings(asked: Question) -> dict[str, dict[str, list[float]]]:
    """What is compared, by option name, for the settings of the page; nothing where nothing is."""
    several: dict[str, list[float]] = {}
    if compares_heads(asked):
        several["heads"] = list(asked.options.head_counts)
    if compares_temperatures(asked):
        several["temperature"] = list(asked.options.temperatures)
    return {"what_if": several} if several else {}


def announce(page: Page, asked: Question) -> None:
    """Say before the first step what is compared, and which of the values the steps are about."""
    if compares_temperatures(asked):
        said = page.say(
            "The end of the last step compares several temperatures: {values}. Everything else on this page is for "
            "{chosen}.",
            values=joined((constant("T", T),) for T in asked.options.temperatures),
            chosen=constant("T", asked.temperature),
        )
        page.notes.append(Paragraph(said))
    if compares_heads(asked):
        said = page.say(
            "The end of the last step compares several numbers of heads `h`: {values}. Everything else on this page is "
            "for {chosen}.",
            values=joined((constant("h", h),) for h in asked.options.head_counts),
            chosen=constant("h", asked.model.heads),
        )
        page.notes.append(Paragraph(said))


def constant(letter: str, value: float) -> Math:
    """`T = 0.5`."""
    return Math(Apply("equals", (Num(value, letter), Num(value))))


def joined(parts: Iterable[Prose]) -> Prose:
    """Parts with semicolons between: there may be decimal commas in them."""
    return tuple(piece for part in parts for piece in ("; ", *part))[1:]


def check(asked: Question) -> None:
    """Refuse, before anything is computed, what cannot be compared.

    Errors: HandcalcError for a model without output, for heads that cannot share the channels, and for too many scores.
    """
    if not compares_heads(asked):
        return  # of several temperatures nothing can be wrong that one alone has not
    asked.need_output()
    model, n = asked.model, len(asked.ids)
    for h in asked.options.head_counts:
        model.changed(heads=h)
    scores = n**2 * model.blocks * sum(asked.options.head_counts) if model.has("attention") else 0
    if scores > MOST_SCORES:
        raise HandcalcError(
            "The text has {count} tokens, too many for this model: attention alone would compute {scores} scores; "
            "handcalc computes at most {most}.",
            count=n,
            scores=scores,
            most=MOST_SCORES,
        )


def cases(asked: Question, run: Run, digits: int) -> list[Case]:
    """What the walk `run` is and, computed on its tape, what it would have been; none where nothing is compared.

    The lines for another number of heads are called heads4.NAME, those for another temperature T0.5.NAME.
    """
    options, model = asked.options, run.model
    if not (compares_heads(asked) or compares_temperatures(asked)):
        return []
    found = []
    for h in options.head_counts or (model.heads,):
        other = run if h == model.heads else with_heads(run, h, digits, options.live)
        for T in options.temperatures or (run.temperature,):
            p = other.var("probabilities") if run.temperature == T else with_temperature(other, T, options.live)
            found.append(Case(h, T, other.var("logits"), p))
    return found


def with_heads(run: Run, h: int, digits: int, scaled: bool) -> Run:
    """The walk with so many heads."""
    return forward(
        run.model.changed(heads=h),
        run.ids,
        temperature=run.temperature,
        digits=digits,
        scaled=scaled,
        onto=run.tape,
        called=f"heads{h}",
        above=(Num(h, "h"),),
    )


def with_temperature(run: Run, T: float, scaled: bool) -> Var:
    """The probabilities of a run at another temperature."""
    spelled = (
        repr(T).removesuffix(".0").replace("+", "").replace("-", "_")
    )  # what the name of a spreadsheet's cells may be
    return at_temperature(run, T, run.name(f"T{spelled}"), (*run.above, Num(T, "T")), scaled)


def compare(page: Page, asked: Question, found: Sequence[Case], t: int, order: Sequence[int]) -> None:
    """Row t in every case, its tokens in the order of the walk, and what that shows.

    One table; where both are compared, one for each number of heads.
    """
    if not found:
        return
    heads, temperatures = compares_heads(asked), compares_temperatures(asked)
    if heads and temperatures:
        page.tell(
            "What if the number of heads `h` and the temperature `T` were different? A table for each `h`, the "
            "tokens in the order of the table above, with `z` and with `p` for each `T`:"
        )
        for _, cases in groupby(found, lambda case: case.heads):
            page.add(table(page, asked, [*cases], t, order))
    else:
        caption = page.say(
            "What if the number of heads `h` were different? The tokens in the order of the table above, with `z` "
            "and `p` for each `h`:"
            if heads
            else "What if the temperature `T` were different? The tokens in the order of the table above, with "
            "`p` for each `T`:"
        )
        page.add(table(page, asked, found, t, order, caption))
    sentences = of_temperatures(page, asked, found, t, order) if temperatures else []
    page.tell_all(*sentences, *(of_heads(page, asked, found, t, order) if heads else []))


def table(
    page: Page, asked: Question, found: Sequence[Case], t: int, order: Sequence[int], caption: Prose = ()
) -> Table:
    """A column of p for each case, before it one of z where that is another than in the case before."""
    heads, temperatures = compares_heads(asked), compares_temperatures(asked)
    columns: list[Var] = []
    header: list[Cell] = []
    strong: list[tuple[int, int]] = []
    for case in found:
        own = constant("T", case.temperature) if temperatures else constant("h", case.heads)
        if heads and case.logits not in columns:
            columns.append(case.logits)
            header.append((Phrase("z"), ", ", constant("h", case.heads)))
        columns.append(case.probabilities)
        header.append((Phrase("p"), ", ", own) if heads else own)
        strong += [(order.index(w), len(columns)) for w in case.winners(t)]
    target = [] if asked.target is None else [order.index(asked.target)]
    vocabulary = found[0].logits.axes[1]
    return page.table(
        (page.word("token"), *header),
        len(order),
        lambda i: (label(vocabulary, order[i]), *[Number(Ref(column, (t, order[i]))) for column in columns]),
        caption,
        keep=[*target, *[place for place, _ in strong]],
        strong=strong,
    )


def of_temperatures(page: Page, asked: Question, found: Sequence[Case], t: int, order: Sequence[int]) -> list[Prose]:
    """What the columns of different temperatures show, those of the walk's number of heads."""
    model, best = asked.model, order[0]
    mine = sorted([case for case in found if case.heads == model.heads], key=lambda case: case.temperature)
    limit = [
        page.say("At `T = 0` nothing is divided: the largest logit takes all the probability, shared equally by ties.")
    ] * (mine[0].temperature == 0)
    logits = mine[0].logits.data[t]
    if logits.max() == logits.min():
        return [page.say("All logits of this row are equal, so `T` changes nothing.")]
    places = {
        "token": Token(model.vocabulary[best]),
        "values": joined(
            page.say(
                "`p` = {p} at {setting}",
                p=Number(Ref(case.probabilities, (t, best))),
                setting=constant("T", case.temperature),
            )
            for case in mine
        ),
    }
    said = (
        page.say(
            "In each table the columns of `p` have the same order, since dividing all logits by one positive "
            "number keeps it. What moves is the probability mass: for {heads} {token} has {values}.",
            heads=constant("h", model.heads),
            **places,
        )
        if compares_heads(asked)
        else page.say(
            "All columns with `T` above 0 have the same order, since dividing all logits by one positive number keeps "
            "it. What moves is the probability mass: {token} has {values}.",
            **places,
        )
        if limit
        else page.say(
            "All columns have the same order, since dividing all logits by one positive number keeps it. What "
            "moves is the probability mass: {token} has {values}.",
            **places,
        )
    )
    falling = all(a > b for a, b in pairwise(case.probabilities.number((t, best)) for case in mine))
    lower = [page.say("The lower `T` is, the more of it goes to the most likely tokens.")] if falling else []
    return [said, *lower, *limit]


def of_heads(page: Page, asked: Question, found: Sequence[Case], t: int, order: Sequence[int]) -> list[Prose]:
    """What the columns of different numbers of heads show, those of the walk's temperature."""
    model, best = asked.model, order[0]
    if not model.has("attention"):
        return [page.say("The block has no attention, so `h` changes nothing.")]
    mine = [case for case in found if case.temperature == asked.temperature]
    if all(abs(case.logits.data[t] - mine[0].logits.data[t]).max() <= EQUAL for case in mine):
        if len(mine[0].logits.data) == 1 or (t == 0 and model.causal):
            return [page.say("A token that sees itself alone has the weight 1 in every head, so `h` changes nothing.")]
        return [page.say("In this row `h` changes nothing.")]
    tops = [best if best in case.winners(t) else case.winners(t)[0] for case in mine]
    changes = len(set(tops)) > 1
    places = {
        "token": Token(model.vocabulary[best]),
        "T": constant("T", asked.temperature),
        "values": joined(
            page.say(
                "{token} with `p` = {p} at {setting}" if changes else "`p` = {p} at {setting}",
                token=Token(model.vocabulary[top]),
                p=Number(Ref(case.probabilities, (t, top))),
                setting=constant("h", case.heads),
            )
            for case, top in zip(mine, tops, strict=True)
        ),
    }
    return [
        page.say(
            "With another `h` each head reads other columns of `q`, `k` and `v`, so the attention weights, `z` and `p` "
            "change."
        ),
        page.say(
            "The most likely token changes; for {T}: {values}."
            if changes
            else "The most likely token stays {token}; for {T}: {values}.",
            **places,
        )
        if compares_temperatures(asked)
        else page.say(
            "The most likely token changes: {values}." if changes else "The most likely token stays {token}: {values}.",
            **places,
        ),
    ]
