"""The walk: the numbered steps from a text to the next token, with every number on the way.

Sees the engine and documents; the words are English keys, the looks are the format's.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from handcalc.doc import (
    MOST_COLUMNS,
    Bar,
    Cell,
    Document,
    Equation,
    Heatmap,
    Math,
    Number,
    Paragraph,
    Phrase,
    Prose,
    Side,
    Stage,
    Table,
    Token,
    Value,
)
from handcalc.expr import Apply, Expr, Num, Ref, Running, Symbol, Whole, add, call, mul, power, sub
from handcalc.lang import key
from handcalc.lessons import whatif
from handcalc.lessons.options import Options
from handcalc.lessons.page import (
    Column,
    Page,
    Question,
    gradient_of,
    introduce,
    is_vector,
    label,
    largest,
    named_token,
    of_shown,
    row,
    tell_flat,
    vector,
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
    way_back,
)
from handcalc.model import Model
from handcalc.ops import Product
from handcalc.tape import Var
from handcalc.transformer import Piece, Run, numbered

SPREAD = 0.02  # GPT-2's standard deviation for new weights: Radford et al., 2019, released code, model.py
MOST_TIES = 12
TIE = 1e-12


def walk(model: Model, text: str | None, options: Options) -> Document:
    """The whole way forward as numbered steps.

    Errors: HandcalcError for a text or an option that the model has no answer to.
    """
    asked = Question(model, text, options)
    whatif.check(asked)
    page = Page("walk", options)
    run = asked.run(page.digits)
    writer = _Walk(page, asked, run)
    writer.write()
    return page.document(
        model,
        {**asked.settings(), **whatif.settings(asked)},
        tokens=tuple(run.tokens),
        ids=run.ids,
        values=run.tape.vars,
        path=writer.path,
    )


class _Walk:
    """One walk being written."""

    def __init__(self, page: Page, asked: Question, run: Run) -> None:
        self.page = page
        self.asked = asked
        self.run = run
        self.tape = run.tape
        self.model = run.model
        self.tokens = run.tape["x"].axes[0]
        self.norm_told = False
        tokens = run.tokens
        repeated = len(set(tokens)) < len(tokens)
        self.names = tuple(f"{t + 1} {token}" if repeated else token for t, token in enumerate(tokens))

    def write(self) -> None:
        introduce(self.page, self.asked)
        whatif.announce(self.page, self.asked)
        if self.model.labelled:
            self.rows()
        else:
            self.text_to_ids()
            self.table_E()
        if "position" in self.tape:
            self.positions()
        elif not self.model.labelled:
            self.no_positions()
        for i, (title, pieces) in enumerate(steps_of(self.run)):
            self.page.step(titled(self.page, title, pieces, self.run))
            if i == 0 and self.model.blocks > 1:
                self.page.tell("An upper index names the block; where there are two, the block and the head.")
            {"norm": self.norms, "qkv": self.queries, "heads": self.heads, "mix": self.mix, "rest": self.rest}[title](
                pieces
            )
        self.prediction()

    def path(self) -> Sequence[Stage]:
        """The way that the steps go, up to the next token of the last followed row."""
        from handcalc.lessons import path

        t, tape = self.asked.followed[-1], self.tape
        order = likeliest(tape["logits"], tape["probabilities"], t) if self.model.has_output else []
        return path.of_walk(self.page, self.run, steps_of(self.run), order, t)

    def token(self, t: int) -> Token | Prose:
        """Token `t` as prose names it."""
        return named_token(self.page, self.run.tokens, t)

    # 1 to 3: from the text to X

    def text_to_ids(self) -> None:
        page, run = self.page, self.run
        page.step(page.word("From text to ids"))
        size = page.count(len(self.model.vocabulary), "a vocabulary of {n} token", "a vocabulary of {n} tokens")
        if self.model.cut == "words":
            page.tell("The text is cut at white space. Each word is a token of {size} and becomes its id.", size=size)
        else:
            page.tell(
                "The tokenizer cuts the text into tokens of {size}, each time the longest that fits, and each token "
                "becomes its id, the number of its row in the table `E`, counted from 0. The sign ␣ stands for a "
                "space.",
                size=size,
            )
        shown = page.shown(len(run.ids), "column", self.asked.followed[:MOST_COLUMNS])
        tokens = of_shown(shown, lambda t: Token(run.tokens[t]))
        ids = of_shown(shown, lambda t: Value(run.ids[t], "integer"))
        page.add(Table((page.word("token"), *tokens), ((page.word("id"), *ids),)))

    def rows(self) -> None:
        """The labelled rows that the model begins with."""
        page, tape = self.page, self.tape
        first = tape["embedded"] if "embedded" in tape else tape["x"]
        page.step(page.word("The input rows"))
        page.tell(
            "This model has no vocabulary. It begins with rows of `d` = {d} numbers, each under its label."
            if "embedded" in tape
            else "This model has no vocabulary. It begins with rows of `d` = {d} numbers, each under its label. They "
            "are `x`, all that the block gets.",
            d=self.model.d,
        )
        page.add(Paragraph(self.follow()))
        page.add(page.matrix(first, marked=self.asked.followed))

    def table_E(self) -> None:
        page, tape, run = self.page, self.tape, self.run
        E = tape["E"]
        V, d = E.data.shape
        page.step(page.say("The table `E`: where its numbers come from"))
        trains = "loss" in tape
        page.tell(
            "`E` holds one row for each token of the vocabulary and one column for each dimension: `V × d` = {V} × "
            "{d}. It is part of the model and does not depend on the text.",
            V=V,
            d=d,
        )
        if self.model.tied:
            page.tell(
                "In this model it is used once more, in the last step: there it turns the last state into logits."
            )
        page.tell(
            "a. The start: random numbers. GPT-2 draws each number of a new table from `N`(0, {variance}). A row "
            "drawn that way, with the seed {seed}, is",
            variance=power(Num(SPREAD), 2),
            seed=self.asked.seed,
        )
        r = Whole(drawn(self.asked.seed, d))
        page.equations(Equation(r, (Side("value", r),)))
        page.tell("It means nothing yet: before training, every row is as good as any other.")
        if trains:
            page.tell(
                "b. Training: each number moves against its derivative (`i`: row, `c`: column, `η`: learning rate)."
            )
            cell = Running(E, ("i", "c"))
            by = Running(gradient_of(E), ("i", "c"))
            step = Equation(cell, (Side("symbols", sub(cell, mul(Num(0, "η"), by))),), "←")
            page.equations(step)
        page.add(self.matrix_E(E, trains))
        if trains:
            self.training_step(E)
        last = run.ids[run.last]
        reading = page.say(
            "Reading: to read a row is to multiply a vector of zeros, with a 1 at the id, by `E`. For {token}, id "
            "{id}:",
            token=Token(self.model.vocabulary[last]),
            id=last,
        )
        page.tell_all((("c. " if trains else "b. "), *reading))
        of_last = Whole(E, (last,))
        one_hot = mul(call("one-hot", Num(V), Num(last)), Whole(E))
        page.equations(Equation(of_last, (Side("symbols", one_hot), Side("value", of_last))))
        looked = run.tape["embedded"] if "embedded" in tape else tape["x"]
        caption = page.say("The rows that were read, one for each token, form the matrix `E[ids]`:")
        page.add(
            page.by_token(
                (page.word("id"), Math(Whole(looked))),
                self.tokens,
                lambda t: (Value(run.ids[t], "integer"), vector(looked, t)),
                caption,
                marked=self.asked.followed,
            )
        )

    def matrix_E(self, E: Var, trains: bool) -> Table:
        page, run = self.page, self.run
        drawn = next((spread for name, spread, _ in self.model.random if name == "E"), None)
        if drawn is not None:
            caption = page.say(
                "The table that this model works with was drawn too, but from `N`(0, {variance}); it has not been "
                "trained (the rows of this text are marked):",
                variance=power(Num(drawn), 2),
            )
        elif trains:
            caption = page.say(
                "The table that this model works with, as if already trained (the rows of this text are marked):"
            )
        else:
            caption = page.say("The table that this model works with (the rows of this text are marked):")
        return page.matrix(E, caption, marked=sorted(set(run.ids)), ids=True)

    def training_step(self, E: Var) -> None:
        page, tape, run, asked = self.page, self.tape, self.run, self.asked
        assert asked.target is not None
        way_back(run)
        dE = tape["d.E"]
        target = Token(self.model.vocabulary[asked.target])
        page.tell(
            "One training step, worked out. After these tokens the next one should be {target}, so the loss, whose "
            "`p` comes from the last step of this page, is"
            if run.last in asked.followed
            else "One training step, worked out. After these tokens the next one should be {target}, so the loss is",
            target=target,
        )
        page.work(Ref(tape["loss"], ()))
        tell_temperature(page, run)
        page.add(gradient_rows(page, run, dE, [run.last]))
        page.add(zero_rows(page, run))
        last = run.ids[run.last]
        page.tell(
            "With the learning rate `η` = {eta}, the row of {token} (id {id}) becomes",
            eta=asked.eta,
            token=Token(self.model.vocabulary[last]),
            id=last,
        )
        new = stepped(run, "E", asked.eta)
        tell_update(page, new, last)
        page.tell(
            "Each row of `E` moves this way; nothing else changes."
            if self.model.tied
            else "Each row of `E` that the text uses moves this way; nothing else changes."
        )
        after = retrained(asked, run, {"E": new.data}, page.digits)
        page.add(Paragraph(change(page, run, after)))
        page.tell("The rest of this page uses the table above, without the step.")

    def no_positions(self) -> None:
        page = self.page
        page.step(page.say("The input `x`"))
        page.tell("This model adds no positions: the rows that were read are `x`, and `x` is all that the block gets.")
        page.add(Paragraph(self.follow()))
        page.add(page.matrix(self.tape["x"], marked=self.asked.followed))

    def positions(self) -> None:
        page, tape = self.page, self.tape
        x = tape["x"]
        followed = self.asked.followed
        position, embedded = tape["position"], tape["embedded"]
        page.step(page.say("The positions `P` and the input `x`"))
        if self.model.positions == "table":
            page.tell(
                "The rows do not say where they stand. Each position has a row of the table `P`, which is made of "
                "weights. The sum of the two rows is a row of `x`, and `x` is all that the block gets."
                if self.model.labelled
                else "`E` does not say where a token stands. Each position has a row of the table `P`, weights like "
                "those of `E`. The sum of the two rows is a row of `x`, and `x` is all that the block gets.",
            )
        else:
            page.tell(
                "The rows do not say where they stand. Each position has a row of sines and cosines: `sin(t·ω)` in "
                "the odd dimensions and `cos(t·ω)` in the even ones, with `ω = 1/10000^(2i/d)` for the pairs `i` from "
                "0 to {last}; `t` counts from 0, so row 1 has `t = 0`. The sum of the two rows is a row of `x`, and "
                "`x` is all that the block gets."
                if self.model.labelled
                else "`E` does not say where a token stands. Each position has a row of sines and cosines: `sin(t·ω)` "
                "in the odd dimensions and `cos(t·ω)` in the even ones, with `ω = 1/10000^(2i/d)` for the pairs `i` "
                "from 0 to {last}; `t` counts from 0, so row 1 has `t = 0`. The sum of the two rows is a row of `x`, "
                "and `x` is all that the block gets.",
                last=(self.model.d - 1) // 2,
            )
        page.add(Paragraph(self.follow()))
        t = followed[-1]
        if self.model.positions == "sinusoidal":
            page.work(*(Ref(position, (t, c)) for c in range(min(4, x.data.shape[1]))))
        page.work(*(largest(x, t) for t in followed))
        page.add(
            page.by_token(
                (Math(Whole(embedded)), Math(Whole(position)), Math(Whole(x))),
                self.tokens,
                lambda t: (vector(embedded, t), vector(position, t), vector(x, t)),
                marked=followed,
            )
        )

    # 4 to 8: the blocks

    def norms(self, pieces: list[Piece]) -> None:
        """LayerNorm as a step of its own."""
        page = self.page
        for piece in pieces:
            u = piece.out
            self.tell_norm(piece)
            for t in self.asked.followed:
                page.work(*self.norm_work(u, t))
            tell_flat(page, u, range(len(u.data)))
            page.add(self.all_rows(u))

    def tell_norm(self, piece: Piece) -> None:
        """What LayerNorm does, with the conventions that change digits; later on only a reminder of these."""
        page, x = self.page, piece.source[0]
        eps = self.model.norm_eps
        places = {"x": Whole(x), "d": x.data.shape[1], "eps": Value(eps, "exact")}
        if self.norm_told and self.learned(piece):
            page.tell(
                "LayerNorm of {x}, as before, with learned numbers of its own (divisor `d` = {d}, `ε` = {eps} inside "
                "the root):"
                if eps
                else "LayerNorm of {x}, as before, with learned numbers of its own (divisor `d` = {d}, no `ε`):",
                **places,
            )
        elif self.norm_told and eps:
            page.tell("LayerNorm of {x}, as before (divisor `d` = {d}, `ε` = {eps} inside the root):", **places)
        elif self.norm_told:
            page.tell("LayerNorm of {x}, as before (divisor `d` = {d}, no `ε`):", **places)
        else:
            page.tell_all(
                page.say(
                    "Each row of {x} is normalized on its own: minus its mean `μ`, divided by its standard deviation "
                    "`σ`.",
                    **places,
                ),
                page.say(
                    "The variance has the divisor `d` = {d} (not `d − 1`), and `ε` = {eps} stands inside the root."
                    if eps
                    else "The variance has the divisor `d` = {d} (not `d − 1`); there is no `ε`.",
                    **places,
                ),
                page.say("In other models a learned gain `γ` and bias `β` follow; here there are none.")
                if not (self.learned(piece) or self.norm_told)
                else (),
            )
            self.tell_learned(piece)
        page.equations(*(is_vector(var, None) for var in self.learned(piece).values()))
        self.norm_told = True

    def learned(self, piece: Piece) -> dict[str, Var]:
        """The gain and the bias of a LayerNorm, as far as it has them."""
        assert piece.out.line is not None
        own = {var.name.rpartition(".")[2]: var for var in piece.out.line.inputs[1:]}
        return own

    def tell_learned(self, piece: Piece) -> None:
        """The learned numbers that follow the normalization."""
        page, own = self.page, self.learned(piece)
        if not own:
            return
        normalized = piece.out.parts["normalized"]
        places = {name: Whole(var) for name, var in own.items()}
        page.tell(
            "The result is called {n}. Each of its columns is then multiplied by its learned gain {gain}, and its "
            "learned bias {bias} is added:"
            if len(own) == 2
            else "The result is called {n}. Each of its columns is then multiplied by its learned gain {gain}:"
            if "gain" in own
            else "The result is called {n}. To each of its columns the learned bias {bias} is then added:",
            n=Whole(normalized),
            **places,
        )

    def norm_work(self, u: Var, t: int) -> list[Ref]:
        """The cells of a LayerNorm to work out for row t: its sub-results and the largest of its numbers."""
        best = largest(u, t)
        own = [Ref(u.parts["normalized"], best.at)] if "normalized" in u.parts else []
        return [Ref(u.parts["mean"], (t,)), Ref(u.parts["std"], (t,)), *own, best]

    def follow(self) -> Prose:
        """Which rows the page follows."""
        page, followed = self.page, self.asked.followed
        if len(followed) > 1:
            return page.say("We follow every row.")
        return page.say("We follow row {row}, {token}.", row=followed[0] + 1, token=Token(self.run.tokens[followed[0]]))

    def queries(self, pieces: list[Piece]) -> None:
        page, tape, model = self.page, self.tape, self.model
        piece = pieces[0]
        u = piece.source[0]
        block = f"block{piece.block}"
        q, k, v = (tape[f"{block}.{name}"] for name in "qkv")
        weights = {letter: tape[f"{block}.W_{letter}"] for letter in "QKV"}
        biases = [var for result in (q, k, v) for var in biases_of(result)]
        page.tell(
            "Three weight matrices multiply {u}, and biases are added: {q} asks, {k} answers, {v} is what a token "
            "hands over."
            if biases
            else "Three weight matrices multiply {u}, without biases: {q} asks, {k} answers, {v} is what a token hands "
            "over.",
            u=Whole(u),
            q=product(q, u, weights["Q"]),
            k=product(k, u, weights["K"]),
            v=product(v, u, weights["V"]),
        )
        choices = {letter: choice(W) for letter, W in weights.items()}
        if all(columns == list(range(1, u.data.shape[1] + 1)) for columns in choices.values()) and not biases:
            page.tell(
                "Here all three are the identity, so {q}, {k} and {v} are all {u} itself.",
                q=Whole(q),
                k=Whole(k),
                v=Whole(v),
                u=Whole(u),
            )
        elif all(choices.values()):
            parts = []
            for var, columns in zip((q, k, v), choices.values(), strict=True):
                assert columns is not None
                parts.append((Math(Whole(var)), " = ", Math(chosen(u, columns))))
            signed = any(c < 0 for columns in choices.values() for c in columns or ())
            page.tell(
                "Here the matrices only choose columns, some with the sign changed: {choices}."
                if signed
                else "Here the matrices only choose columns: {choices}.",
                choices=page.listed_prose(parts),
            )
        else:
            for W, result in zip(weights.values(), (q, k, v), strict=True):
                page.add(self.weights(W, result))
        page.equations(*(is_vector(b, None) for b in biases))
        if model.heads > 1:
            page.tell_all(*self.columns_of_heads())
        for t in self.asked.followed:
            page.work(largest(q, t), largest(k, t), largest(v, t))
        page.add(
            page.by_token(
                (Math(Whole(q)), Math(Whole(k)), Math(Whole(v))),
                self.tokens,
                lambda t: (vector(q, t), vector(k, t), vector(v, t)),
                marked=self.asked.followed,
            )
        )

    def columns_of_heads(self) -> list[Prose]:
        """Which columns belong to which head."""
        page, d_k, d_v = self.page, self.model.d_k, self.model.d_v
        if self.model.heads > 4 and d_k == d_v:
            return [page.say("Head `h` uses the columns `(h − 1)`·{d_k} + 1 to `h`·{d_k} of each.", d_k=d_k)]
        if d_k != d_v and self.model.heads <= 4:
            return [
                page.say(
                    "Head {head}: {keys} of query and key, {values} of the values.",
                    head=h,
                    keys=self.columns_from((h - 1) * d_k + 1, h * d_k),
                    values=self.columns_from((h - 1) * d_v + 1, h * d_v),
                )
                for h in range(1, self.model.heads + 1)
            ]
        if d_k != d_v:
            return [
                page.say(
                    "Head `h` uses the columns `(h − 1)`·{d_k} + 1 to `h`·{d_k} of query and key, and the columns `(h "
                    "− 1)`·{d_v} + 1 to `h`·{d_v} of the values.",
                    d_k=d_k,
                    d_v=d_v,
                )
            ]
        return [
            page.say(
                "Head {head} uses column {first} of each."
                if d_k == 1
                else "Head {head} uses columns {first} and {last} of each."
                if d_k == 2
                else "Head {head} uses columns {first} to {last} of each.",
                head=h,
                first=(h - 1) * d_k + 1,
                last=h * d_k,
            )
            for h in range(1, self.model.heads + 1)
        ]

    def columns_from(self, first: int, last: int) -> Prose:
        """Some columns, as prose names them."""
        if first == last:
            return self.page.say("column {first}", first=first)
        return self.page.say("columns {first} to {last}", first=first, last=last)

    def heads(self, pieces: list[Piece]) -> None:
        page, model = self.page, self.model
        block = f"block{pieces[0].block}"
        followed = self.asked.followed
        page.tell_all(
            page.say("Every query meets the key of every token.")
            if len(followed) > 1
            else page.say("The query of {token} meets the key of every token.", token=self.token(followed[0])),
            self.scaling(),
            page.say("Softmax turns each row of scores into weights `a` that sum to 1."),
        )
        self.tell_mask(followed)
        self.tell_shift([h for h in range(1, model.heads + 1) if "max" in self.tape[f"{block}.head{h}.weights"].parts])
        for h in range(1, model.heads + 1):
            for t in followed:
                self.one_head(f"{block}.head{h}", h, t)
            weights = self.tape[f"{block}.head{h}.weights"]
            caption = page.say(
                "All weights of head {head} (row: who looks; column: at whom):"
                if model.heads > 1
                else "All weights (row: who looks; column: at whom):",
                head=h,
            )
            best = winners(weights)
            kept = [*((t, t) for t in followed), *((t, c) for t, c in best if t in followed)]
            page.add(page.matrix(weights, caption, marked=followed, keep=kept, strong=best))
            picture = page.say("The same weights as a picture:")
            page.add(Heatmap(weights.data, 0.0, 1.0, self.names, self.names, picture, array=weights))

    def scaling(self) -> Prose:
        """How the dot products become scores."""
        page, model = self.page, self.model
        if model.score_scale == "none":
            return page.say("The dot products are the scores `s`; this model does not scale them.")
        if model.score_scale == "1/d_k":
            return page.say(
                "Each dot product is divided by `d_k` = {d_k}, the number of columns of query and key in a head; "
                "this gives the scores `s`.",
                d_k=model.d_k,
            )
        if model.score_scale == "1/sqrt(d)":
            return page.say(
                "Each dot product is divided by `√d` = {root}, `d` being the number of columns of the model; this "
                "gives the scores `s`.",
                root=call("sqrt", Num(model.d)),
            )
        return page.say(
            "Each dot product is divided by `√d_k` = {root}, `d_k` being the number of columns of query and key "
            "in a head; this gives the scores `s`.",
            root=call("sqrt", Num(model.d_k)),
        )

    def tell_mask(self, followed: Sequence[int]) -> None:
        page, n = self.page, len(self.tokens.labels)
        if not self.model.causal:
            page.tell("There is no mask: each token sees all of them, the later ones too.")
            return
        rule = page.say(
            "The causal mask lets a token see only itself and the tokens before it: every later score becomes `−∞`, "
            "and `e^(−∞) = 0`."
        )
        hidden = n - 1 - followed[0]
        if len(followed) > 1:
            page.tell_all(rule)
        elif hidden == 0:
            page.tell_all(
                rule,
                page.say("In the last row it hides nothing; above the diagonal of the tables it makes every weight 0."),
            )
        else:
            page.tell_all(
                rule,
                page.count(
                    hidden,
                    "In row {row} it hides {n} score.",
                    "In row {row} it hides {n} scores.",
                    row=str(followed[0] + 1),
                ),
            )

    def tell_shift(self, heads: list[int]) -> None:
        """Say in which heads the largest score is taken off before the exponentials."""
        page = self.page
        if not heads:
            return
        if len(heads) == self.model.heads:
            page.tell(
                "The exponentials are `e^(s − max)` here, because `e^s` itself would be too large or too small "
                "for a table; the largest score of the row is taken off first, which changes no weight."
            )
            return
        said = page.count(
            len(heads),
            "In head {heads} the exponentials are `e^(s − max)`, because `e^s` itself would be too large or too "
            "small for a table; the largest score of the row is taken off first, which changes no weight.",
            "In heads {heads} the exponentials are `e^(s − max)`, because `e^s` itself would be too large or too "
            "small for a table; the largest score of the row is taken off first, which changes no weight.",
            heads=page.listed([str(h) for h in heads]),
        )
        page.add(Paragraph(said))

    def one_head(self, head: str, h: int, t: int) -> None:
        """The followed row of one head: a line for each token it may look at, and the weights' sum."""
        page, tape = self.page, self.tape
        q, k, dots, scores, a = (tape[f"{head}.{name}"] for name in ("q", "k", "dots", "scores", "weights"))
        seen = tape[f"{head}.masked" if self.model.causal else f"{head}.scores"]
        query = (Math(Whole(q, (t,))), " = ", vector(q, t))
        exp, total = a.parts["exp"], a.parts["sum"]
        best = largest(a, t)
        ties = [cell.at[1] for cell in row(a, t) if is_tie(cell.value, best.value)]
        table = page.table(
            (
                Phrase("j"),
                Math(Running(k, ("j",))),
                Math(mul(Whole(q, (t,)), Running(k, ("j",)))),
                *(Math(Running(var, (t, "j"))) for var in (seen, exp, a)),
            ),
            len(self.tokens.labels),
            lambda j: (
                label(self.tokens, j),
                vector(k, j),
                *[Number(Ref(var, (t, j))) for var in (dots, seen, exp, a)],
            ),
            page.say("Head {head}, {query}:", head=h, query=query)
            if self.model.heads > 1
            else page.say("The query is {query}:", query=query),
            keep=[t, *ties],
            strong=[(j, 5) for j in ties],
            total=(page.word("sum"), None, None, None, Number(Ref(total, (t,))), summed(a, t)),
        )
        page.add(table)
        j = best.at[1]
        scaled = [] if self.model.score_scale == "none" else [Ref(scores, (t, j))]
        taken_off = [Ref(a.parts["max"], (t,))] if "max" in a.parts else []
        page.work(Ref(dots, (t, j)), *scaled, *taken_off, Ref(exp, (t, j)), best)
        if best.value == 1:
            page.tell(
                "Here {token} looks at itself alone, with the weight 1."
                if j == t
                else "Here {token} looks at {other} alone, with the weight 1.",
                token=self.token(t),
                other=self.token(j),
            )
            return
        if len(ties) > 1:
            page.tell(
                "Here {token} looks equally at {others}, with the weight {weight} each.",
                token=self.token(t),
                others=page.listed_prose([self.token(i) for i in ties]),
                weight=Number(best),
            )
            return
        page.tell(
            "Here {token} looks most at itself, with the weight {weight}."
            if j == t
            else "Here {token} looks most at {other}, with the weight {weight}.",
            token=self.token(t),
            other=self.token(j),
            weight=Number(best),
        )

    def mix(self, pieces: list[Piece]) -> None:
        page, tape, model = self.page, self.tape, self.model
        piece = pieces[0]
        block = f"block{piece.block}"
        heads = range(1, model.heads + 1)
        outs = [tape[f"{block}.head{h}.out"] for h in heads]
        joined, attended = tape[f"{block}.heads"], piece.out
        if model.heads > 1:
            page.tell(
                "Each head takes the mean of the values, weighted by its row of weights, and the results of the heads "
                "are put side by side."
            )
        else:
            page.tell("The head takes the mean of the values, weighted by its row of weights.")
        for t in self.asked.followed:
            page.work(*(largest(out, t) for out in outs))
            rule = [mean_of_values(tape[f"{block}.head{h}.weights"], tape[f"{block}.head{h}.v"], t) for h in heads]
            vectors = [is_vector(out, t, of) for out, of in zip(outs, rule, strict=True)]
            if model.heads > 1:
                vectors.append(is_vector(joined, t, Apply("vector", tuple(Whole(out, (t,)) for out in outs))))
            page.equations(*vectors)
        self.output_matrix(block, joined, attended)
        header = [Math(Whole(out)) for out in (*outs, attended)]
        page.add(
            page.by_token(
                header,
                self.tokens,
                lambda t: (*(vector(out, t) for out in outs), vector(attended, t)),
                page.say("All rows:"),
                marked=self.asked.followed,
            )
        )

    def output_matrix(self, block: str, joined: Var, attended: Var) -> None:
        """From the joined heads to the attention's result."""
        page, tape = self.page, self.tape
        if f"{block}.W_O" not in tape:
            page.tell(
                "There is no `W_O` here: what the heads give is the result {A}."
                if self.model.heads > 1
                else "There is no `W_O` here: what the head gives is the result {A}.",
                A=Whole(attended),
            )
            return
        W_O = tape[f"{block}.W_O"]
        columns = choice(W_O)
        biases = biases_of(attended)
        if columns == [c + 1 for c in range(W_O.data.shape[0])] and not biases:
            page.tell(
                "The result is {product}. Here {W_O} is the identity, so {A} = {o}:",
                product=product(attended, joined, W_O),
                W_O=Whole(W_O),
                A=Whole(attended),
                o=Whole(joined),
            )
        else:
            page.tell("The result is {product}.", product=product(attended, joined, W_O))
            page.add(self.weights(W_O, attended))
            page.equations(*(is_vector(b, None) for b in biases))
            for t in self.asked.followed:
                page.work(largest(attended, t))
        page.equations(*(is_vector(attended, t) for t in self.asked.followed))

    def rest(self, pieces: list[Piece]) -> None:
        """Sums, norms and the MLP, one after another."""
        page = self.page
        for piece in pieces:
            {"sum": self.one_sum, "norm": self.one_norm, "mlp": self.one_mlp}[piece.kind](piece)
        out = pieces[-1].out
        page.add(self.all_rows(out))

    def all_rows(self, u: Var) -> Table:
        """A result of the block for every token."""
        caption = self.page.say("All rows of {u}:", u=Whole(u))
        return self.page.matrix(u, caption, marked=self.asked.followed, keep=self.worked(u))

    def weights(self, W: Var, *results: Var) -> Table:
        """A table of weights; of a wide one the columns that the worked numbers of `results` come from are kept."""
        columns = [(0, c) for result in results for _, c in self.worked(result)]
        return self.page.matrix(W, (Math(Whole(W)), ":"), keep=columns)

    def worked(self, var: Var) -> list[tuple[int, int]]:
        """The places of the numbers of `var` that are written out: the largest of each followed row."""
        return [(t, largest(var, t).at[1]) for t in self.asked.followed]

    def one_sum(self, piece: Piece) -> None:
        page = self.page
        page.tell(
            "The residual sum adds {terms}, number by number:",
            terms=page.listed_prose([(Math(Whole(term)),) for term in piece.source]),
        )
        for t in self.asked.followed:
            page.work(largest(piece.out, t))
            page.equations(is_vector(piece.out, t, add(*(Whole(term, (t,)) for term in piece.source))))

    def one_norm(self, piece: Piece) -> None:
        page, u = self.page, piece.out
        self.tell_norm(piece)
        for t in self.asked.followed:
            page.work(*self.norm_work(u, t))
            page.equations(is_vector(u, t, call("LN", Whole(piece.source[0], (t,)))))
        tell_flat(page, u, range(len(u.data)))

    def one_mlp(self, piece: Piece) -> None:
        page, tape, model = self.page, self.tape, self.model
        name = f"block{piece.block}"
        u, m = piece.source[0], piece.out
        hidden, active = tape[f"{name}.mlp.hidden"], tape[f"{name}.mlp.active"]
        W_1, W_2 = tape[f"{name}.W_1"], tape[f"{name}.W_2"]
        page.tell(
            "The MLP works on each row alone: {first} takes it from {d} to {width} numbers, {bend} bends each of "
            "them, and {second} brings it back to {d}.",
            first=Whole(W_1),
            second=Whole(W_2),
            d=model.d,
            width=model.mlp_width,
            bend="ReLU" if model.activation == "relu" else "GELU",
        )
        page.tell(page.language.template(ACTIVATIONS[model.activation]))
        columns = choice(W_1)
        if columns and not biases_of(hidden):
            page.tell(
                "Here {first} only chooses columns, some with the sign changed: {hidden} = {columns}."
                if min(columns) < 0
                else "Here {first} only chooses columns: {hidden} = {columns}.",
                first=Whole(W_1),
                hidden=Whole(hidden),
                columns=chosen(u, columns),
            )
        else:
            page.add(self.weights(W_1, active))
        page.add(self.weights(W_2, m))
        biases = [*biases_of(hidden), *biases_of(m)]
        if biases:
            page.tell("After each of the two products a bias is added:")
            page.equations(*(is_vector(b, None) for b in biases))
        bend = "ReLU" if model.activation == "relu" else "GELU"
        for t in self.asked.followed:
            bent = largest(active, t)
            page.work(Ref(hidden, bent.at), bent, largest(m, t))
            page.equations(
                is_vector(hidden, t, linear(hidden, Whole(u, (t,)), Whole(W_1))),
                is_vector(active, t, call(bend, Whole(hidden, (t,)))),
                is_vector(m, t, linear(m, Whole(active, (t,)), Whole(W_2))),
            )

    # 9: the next token

    def prediction(self) -> None:
        page, tape, model = self.page, self.tape, self.model
        final = self.run.pieces[-1] if self.run.pieces and self.run.pieces[-1].block == 0 else None
        state = final.out if final else (self.run.pieces[-1].out if self.run.pieces else tape["x"])
        page.step(page.word("The next token") if model.has_output else page.word("The last state"))
        if final:
            page.tell(
                "The last LayerNorm comes before the output."
                if model.has_output
                else "The model ends with one more LayerNorm."
            )
            self.one_norm(final)
        if not model.has_output:
            page.tell("This model has no output matrix `W_U` and ends here, with {state}:", state=Whole(state))
            page.add(page.matrix(state, marked=self.asked.followed, keep=self.worked(state)))
            return
        z, p = tape["logits"], tape["probabilities"]
        orders = {t: likeliest(z, p, t) for t in self.asked.followed}
        if model.tied:
            page.tell(
                "The output matrix is `E` itself: the product of the state with each row of `E` gives one number, the "
                "logit `z`, for each token of the vocabulary.",
            )
        else:
            W_U = tape["W_U"]
            page.tell("The product with `W_U` gives one number, the logit `z`, for each token of the vocabulary.")
            page.add(page.matrix(W_U, (Math(Whole(W_U)), ":"), keep=[(0, order[0]) for order in orders.values()]))
        for b_U in biases_of(z):
            page.tell("A bias is added to each:")
            page.add(page.matrix(b_U, (Math(Whole(b_U)), ":"), keep=[(0, order[0]) for order in orders.values()]))
        cases = whatif.cases(self.asked, self.run, page.digits)
        for t, order in orders.items():
            self.next_token(t, order, z, p)
            whatif.compare(page, self.asked, cases, t, order)

    def next_token(self, t: int, order: list[int], z: Var, p: Var) -> None:
        page, tape, model, T = self.page, self.tape, self.model, self.run.temperature
        best = order[0]
        if len(self.asked.followed) > 1:
            page.tell("Row {row}, {token}:", row=t + 1, token=self.token(t))
        page.tell("The largest logit, that of {token}:", token=Token(model.vocabulary[best]))
        page.work(Ref(z, (t, best)))
        columns = [z]
        if T == 0:
            ties = int((z.data[t] == z.data[t].max()).sum())
            page.tell(
                "At `T = 0` the largest logit takes all the probability: this is the limit of `e^(z/T) / Σ e^(z/T)`."
            )
            if ties > 1:
                page.add(
                    Paragraph(
                        page.count(
                            ties,
                            "{n} token has the largest logit.",
                            "{n} tokens have the largest logit and share the probability equally.",
                        )
                    )
                )
            columns.append(p)
        else:
            exp = p.parts["exp"]
            if "scaled" in tape:
                page.tell(
                    "The temperature `T` = {T} divides every logit before the softmax: `z′ = z / T`. Their order "
                    "stays the same; `T` below 1 makes the differences larger, `T` above 1 smaller.",
                    T=T,
                )
                scaled = tape["scaled"]
                columns.append(scaled)
                page.work(Ref(scaled, (t, best)))
            if "max" in p.parts:
                page.tell(page.language.template(SHIFTED))
                page.work(Ref(p.parts["max"], (t,)))
            columns += [exp, p]
            page.tell("Softmax turns the logits into probabilities:")
            page.work(Ref(exp, (t, best)), Ref(p.parts["sum"], (t,)), Ref(p, (t, best)))
        page.add(self.candidates(t, order, columns, p))
        self.conclude(t, order, p)

    def candidates(self, t: int, order: list[int], columns: list[Var], p: Var) -> Table:
        """All tokens, the most likely first."""
        page, vocabulary = self.page, self.tape["logits"].axes[1]
        keep = [] if self.asked.target is None else [order.index(self.asked.target)]
        top = float(p.data[t, order[0]]) or 1.0

        def cells(i: int) -> tuple[Cell, ...]:
            w = order[i]
            numbers = [Number(Ref(column, (t, w))) for column in columns]
            return (label(vocabulary, w), *numbers, Bar(float(p.data[t, w]) / top))

        total: list[Cell] = [page.word("sum"), *[None] * len(columns), None]
        if "sum" in p.parts:
            total[-3] = Number(Ref(p.parts["sum"], (t,)))
        total[-2] = summed(p, t)
        return page.table(
            (page.word("token"), *(Math(Running(column, (t, "w"))) for column in columns), None),
            len(order),
            cells,
            keep=keep,
            strong=[(0, c) for c in range(len(columns) + 1)],
            total=tuple(total),
        )

    def conclude(self, t: int, order: list[int], p: Var) -> None:
        page, run, best = self.page, self.run, order[0]
        vocabulary = self.model.vocabulary
        top = Number(Ref(p, (t, best)))
        ties = [w for w in order if is_tie(p.number((t, w)), p.number((t, best)))]
        if len(ties) > MOST_TIES:
            page.tell("Equally likely are {count} tokens, with {p} each.", count=len(ties), p=top)
        elif len(ties) > 1:
            page.tell(
                "Equally likely are {tokens}, with {p} each.",
                tokens=page.listed_prose([Token(vocabulary[w]) for w in ties]),
                p=top,
            )
        elif t < run.last and not self.model.causal:
            page.tell(
                "The most likely token in row {row} is {token}, with {p}. This predicts nothing: without a mask the "
                "row has seen the tokens after it.",
                row=t + 1,
                token=Token(vocabulary[best]),
                p=top,
            )
        else:
            page.tell(
                "The most likely token is {token}, with {p}: the text would go on as {text}.",
                token=Token(vocabulary[best]),
                p=top,
                text=page.quoted(self.model.text_of((*run.ids[: t + 1], best))),
            )
        if t == run.last and "loss" in self.tape:
            assert run.target is not None
            page.tell(
                "For the target {target} the loss is {loss}, the `L` of step 2.",
                target=Token(vocabulary[run.target]),
                loss=Number(Ref(self.tape["loss"], ())),
            )


def likeliest(z: Var, p: Var, t: int) -> list[int]:
    """The ids of the vocabulary, the most likely in row t first."""
    return sorted(range(p.data.shape[1]), key=lambda w: (-p.data[t, w], -z.data[t, w], w))


def is_tie(a: float, b: float) -> bool:
    """Whether two weights or probabilities are equal but for rounding."""
    return abs(a - b) <= TIE


ACTIVATIONS = {
    "gelu-tanh": key("GELU is taken in its tanh form; the exact form, with erf, differs by less than 0.0005."),
    "gelu-erf": key("GELU is taken in its exact form, with erf; the tanh form differs by less than 0.0005."),
    "relu": key("ReLU keeps what is positive and turns the rest into 0."),
}

PIECES = {
    ("norm", 0): key("LayerNorm"),
    ("norm", 1): key("first LayerNorm"),
    ("norm", 2): key("second LayerNorm"),
    ("norm", 3): key("third LayerNorm"),
    ("mlp", 1): key("MLP"),
    ("sum", 0): key("residual sum"),
    ("sum", 1): key("first sum"),
    ("sum", 2): key("second sum"),
    ("sum", 3): key("third sum"),
}
LATER_PIECES = {"norm": key("LayerNorm {number}"), "sum": key("sum {number}")}
TITLES = {
    "qkv": key("Query, key, value"),
    "heads": key("The attention of each head"),
    "head": key("The attention"),
    "mix": key("Mixing the values and joining the heads"),
    "mixed": key("Mixing the values"),
}


def steps_of(run: Run) -> list[tuple[str, list[Piece]]]:
    """The blocks' pieces as steps, in the order of computation.

    The attention makes three steps (query, key, value; the weights; the mixing). What stands before it is a step
    of norms, what comes after, up to the next block, one step of sums, norms and the MLP.
    """
    steps: list[tuple[str, list[Piece]]] = []
    for piece in run.pieces:
        if piece.block == 0:
            continue
        if piece.kind == "attention":
            steps += [("qkv", [piece]), ("heads", [piece]), ("mix", [piece])]
            continue
        kind = "norm" if piece.kind == "norm" and following_attention(run, piece) else "rest"
        if steps and steps[-1][0] == kind and steps[-1][1][0].block == piece.block:
            steps[-1][1].append(piece)
        else:
            steps.append((kind, [piece]))
    return steps


def following_attention(run: Run, piece: Piece) -> bool:
    """Whether this norm is what its block's attention reads."""
    return any(
        other.kind == "attention" and other.block == piece.block and other.source[0] is piece.out
        for other in run.pieces
    )


def titled(page: Page, title: str, pieces: list[Piece], run: Run) -> str:
    """The title of a step, with its block named where there are several."""
    if title in TITLES:
        heads = any(name.endswith("head2.weights") for name in pieces[0].names)
        alone = {"heads": "head", "mix": "mixed"}.get(title, title)
        text = page.word(TITLES[title if heads else alone])
    else:
        names = [piece_name(page, piece, pieces, run) for piece in pieces]
        text = "".join(page.language.listed(names))
        text = text[0].upper() + text[1:]
    if run.model.blocks > 1:
        return page.word("Block {number} · {title}", number=pieces[0].block, title=text)
    return text


def piece_name(page: Page, piece: Piece, beside: list[Piece], run: Run) -> str:
    """What a title calls a piece: by its number in the block where another might be meant.

    beside: the pieces of the same title.
    """
    number = piece.number
    alike = run.number_of(piece.kind, piece.block)
    norms = sum(other.kind == "norm" for other in beside)
    if alike == 1 or (piece.kind == "norm" and norms == 1 and alike == 2):
        number = 0 if piece.kind in LATER_PIECES else 1
    if number > 3:
        return page.word(LATER_PIECES[piece.kind], number=number)
    return page.word(PIECES[piece.kind, number])


def drawn(seed: int, d: int) -> Var:
    """A row of `d` numbers from N(0, 0.02²)."""
    numbers = np.random.default_rng(seed).normal(0.0, SPREAD, d)
    return Var("random", Symbol("r"), numbers, (numbered("channel", d),))


def product(result: Var, a: Var, b: Var) -> Prose:
    """`Q = u·W_Q` with whole arrays, and with the bias where there is one."""
    return (Math(Whole(result)), " = ", Math(linear(result, Whole(a), Whole(b))))


def linear(result: Var, a: Expr, W: Expr) -> Expr:
    """a·W, plus the bias that `result` has had added."""
    return add(mul(a, W), *[Whole(b) for b in biases_of(result)])


def biases_of(result: Var) -> tuple[Var, ...]:
    """The bias that was added to a product, if there was one."""
    return result.line.inputs[2:] if result.line is not None and isinstance(result.line.op, Product) else ()


def mean_of_values(a: Var, v: Var, t: int) -> Expr:
    """Σⱼ a₅ⱼ·vⱼ as a rule for a whole row."""
    return Apply("over", (Running(a, (t, "j")), Running(v, ("j",))))


def choice(W: Var) -> list[int] | None:
    """The columns that W chooses: for each of its columns the number of its only entry (minus for -1), or None."""
    chosen = []
    for column in W.data.T:
        (places,) = column.nonzero()
        if len(places) != 1 or abs(column[places[0]]) != 1:
            return None
        chosen.append(int(math.copysign(places[0] + 1, column[places[0]])))
    return chosen if len(chosen) <= 24 else None


def chosen(u: Var, columns: list[int]) -> Expr:
    """[u₄; u₂; −u₁]: the columns that a matrix chooses."""
    cells: list[Expr] = [Whole(Column(u), (abs(c) - 1,)) for c in columns]
    return Apply("vector", tuple(cell if c > 0 else call("neg", cell) for cell, c in zip(cells, columns, strict=True)))


def winners(weights: Var) -> list[tuple[int, int]]:
    """The places of the largest weight of every row, and of its ties."""
    top = weights.data.max(axis=1, keepdims=True)
    return [(int(t), int(c)) for t, c in zip(*np.nonzero(top - weights.data <= TIE), strict=True)]


def summed(weights: Var, t: int) -> Value:
    """What a row of weights sums to: 1, or by pencil nearly 1."""
    return Value(math.fsum(weights.data[t].tolist()))
