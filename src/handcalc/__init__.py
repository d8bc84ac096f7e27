"""handcalc: the complete worked example of a Transformer, every number with its work.

The commands as functions. Importing this loads nothing else: NumPy, models and lessons come with the first call.

>>> import handcalc
>>> result = handcalc.walk("o gato subiu no", heads=2, temperature=1)
>>> round(float(result.values["probabilities"][-1].max()), 3)
0.395
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from handcalc.errors import HandcalcError

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Sequence
    from typing import Unpack

    from handcalc.request import BlockOptions, LanguageOptions, ModelOptions, PageOptions, RowOptions, RunOptions
    from handcalc.result import Result

__version__ = "0.1.0"
__all__ = [
    "HandcalcError",
    "backward",
    "block",
    "compare",
    "generate",
    "model_file",
    "models",
    "params",
    "posenc",
    "show",
    "train_step",
    "verify",
    "walk",
]


def walk(text: str | None = None, **options: Unpack[ModelOptions]) -> Result:
    """The numbered steps forward, from the text to the probabilities of the next token.

    text: cut into the model's tokens; None for the model's own. options: see handcalc.request.ModelOptions. Of
    several temperatures or numbers of heads, as in temperature=[0.5, 1, 2], the last step compares what they give.
    Returns a Result whose `values` hold every array of the run, for n tokens, d channels and V words:
    "x" [n, d], "block1.head1.weights" [n, n], "logits" and "probabilities" [n, V], "loss" (nats) ...
    Errors: HandcalcError, one or two sentences, for anything that cannot be read or computed.
    Source: Vaswani et al., Attention Is All You Need, 2017; pre-LN as in GPT-2 (Radford et al., 2019).
    """
    from handcalc import request

    return request.lesson("walk", text, options)


def backward(text: str | None = None, **options: Unpack[ModelOptions]) -> Result:
    """The numbered steps back, from the loss (-ln p of the target, in nats) to the gradient of every weight.

    text, options, errors: as for `walk`. The gradient of NAME is the value "d.NAME", of the shape of NAME.
    Source: reverse-mode differentiation (Griewank and Walther, Evaluating Derivatives, 2008, chapter 3).
    """
    from handcalc import request

    return request.lesson("backward", text, options)


def train_step(
    text: str | None = None,
    *,
    weights: str = "E",
    steps: int | str = 1,
    progress: Callable[[int], None] | None = None,
    **options: Unpack[ModelOptions],
) -> Result:
    """Training steps of gradient descent: loss, gradient, weight - eta * gradient, and the run after it.

    text, options, errors: as for `walk`. weights: "E" to change the embedding alone, "all" to change every weight.
    steps: how many, 1 to 100000. progress: called with the number of steps done, after each.
    `after` of the Result has the arrays of the run with the new weights, of the same shapes; NAME.new in `values` are
    the weights after the first step. Source: gradient descent on one example (Cauchy, 1847).
    """
    from handcalc import request

    request.choice("weights", weights, request.WEIGHTS)
    count = request.whole("steps", steps, 1, request.MOST_STEPS)
    own = {"weights": weights, "steps": count, "progress": progress}
    return request.lesson("train_step", text, options, **own)


def show(
    cell: str | None = None, text: str | None = None, *, depth: int | str = 0, **options: Unpack[ModelOptions]
) -> Result:
    """The work of one number, such as "logits[5, ␣telhado]" or "block1.head1.weights[5, 3]".

    cell: None for a list of what can be shown. depth: how many levels of what it was computed from are worked out
    too. text, options, errors: as for `walk`, and for a name or an index that does not exist. `values` of the Result
    has every array of the run, the gradients too, of the shapes that `walk` and `backward` name.
    """
    from handcalc import request

    request.a_text("cell", cell)
    deep = request.whole("depth", depth, 0, request.MOST_DEPTH)
    return request.lesson("show", text, options, cell=cell, depth=deep)


def compare(
    a: str | None = None,
    b: str | None = None,
    *,
    starts: int | str | None = None,
    stage: str | None = None,
    **options: Unpack[BlockOptions],
) -> Result:
    """Two sentences through one model's blocks, side by side, and how far the rows of each word are apart.

    a: cut into the model's tokens; None for the model's own text. b: None for the tokens of a in reverse order.
    starts: how many times the random weights are drawn anew, with the seeds 1, 2, ...; None for five where the model
    has any, 0 for none. stage: the one at which the starts are compared, such as "x" or "block1.attention"; None for
    the last attention. options: see handcalc.request.BlockOptions.
    `values` of the Result: every array of both runs, such as "A.x" [n, d] and "B.x" [m, d], and for every stage the
    distances of the rows that are compared, "difference.block1.attention" [pairs]; of start 3 at its stage
    "seed3.difference.block1.attention". The labels of their axis name the words, in the order of a.
    Errors: as for `walk`, for starts of a model without random weights, and for a stage that does not exist.
    """
    from handcalc import request

    for name, given in (("a", a), ("b", b), ("stage", stage)):
        request.a_text(name, given)
    count = None if starts is None else request.whole("starts", starts, 0, request.MOST_STARTS)
    return request.lesson("compare", a, options, other=b, starts=count, stage=stage)


def block(
    text: str | None = None,
    other: str | None = None,
    *,
    answer: str | Sequence[str] | None = None,
    show: bool = False,
    **options: Unpack[BlockOptions],
) -> Result:
    """The model's block drawn piece by piece; with an `answer` the block that its pieces make, and what it computes.

    answer: the pieces in their order, as a text ("attention, add, norm, mlp, add, norm") or one by one, in any of the
    languages. `passed` of the Result is whether they make a block; if they do, two sentences run through it: `text`,
    and `other` or else the tokens of `text` in reverse order. Their arrays are "A.x", "B.x" ... [n, d], "difference.x",
    "difference.block1.attention" ... [words] the lengths of the differences of their rows.
    show: the drawing alone, without a word on how to
    answer. text, options, errors: as for `walk`, and for a word that names no piece.
    Source: post-LN as in Vaswani et al., 2017; pre-LN as in Radford et al., 2019.
    """
    from handcalc import request

    return request.block(text, other, answer, show, options)


def verify(
    text: str | None = None,
    *,
    claim: int | str | Sequence[int | str] | None = None,
    **options: Unpack[RowOptions],
) -> Result:
    """Four claims worked with the model's numbers: equal keys, no attention, the temperature, 10 added to all logits.

    text, errors: as for `walk`. claim: which of them, 3 or "1,3"; None for all. options: see
    handcalc.request.RowOptions; a temperature above 0 is one more for claim 3, and a pencil is refused: numbers that
    are rounded first agree to no more than these digits.
    `passed` of the Result is False where one of them fails; one that does not apply to the model does not fail.
    `values` has the arrays of all runs, those of run A as "A.x", "A.block1.head1.out" ..., and what was compared:
    "A.block1.head1.difference" [n, d_v], "D.norm.difference" [n, d], "shifted.difference" [n, V] ...
    Source: these are consequences of the softmax; see Vaswani et al., Attention Is All You Need, 2017, section 3.2.
    """
    from handcalc import request

    chosen = request.claims(claim)
    if options.get("pencil"):
        raise HandcalcError(
            "verify compares numbers to 10⁻¹², and {option} rounds each of them to a few decimals first; leave it out.",
            option="pencil",
        )
    return request.lesson("verify", text, options, claims=chosen)


def posenc(
    *,
    d: int | str = 512,
    length: int | str = 64,
    at: int | str = 10,
    distances: Sequence[int | str] | str = (1, 5, 40),
    **options: Unpack[PageOptions],
) -> Result:
    """The sinusoidal code of `length` positions in `d` channels, and its dot products by distance.

    at: the position that the others are compared with. distances: how far they are from it. options: see
    handcalc.request.PageOptions. `values` of the Result: "position" [rows, d], one row for each position that is shown
    or compared, "dots" [1, distances], "waves" [distances]. Errors: as for `walk`, and for an odd d.
    Source: Vaswani et al., Attention Is All You Need, 2017, section 3.5.
    """
    from handcalc import request, result

    return result.Result(request.posenc(options, d=d, length=length, at=at, distances=distances))


def generate(
    text: str | None = None,
    *,
    tokens: int | str = 10,
    top_k: int | str | None = None,
    top_p: float | str | None = None,
    **options: Unpack[RunOptions],
) -> Result:
    """The text continued token by token: of each new token the candidates, what was drawn and what it chose.

    text: as for `walk`. tokens: how many new ones at most; generation also ends at <eot> and where the model has no
    more positions. temperature 0 always takes the largest logit, of equal ones the first in the vocabulary. Otherwise
    the next token is drawn: among the top_k most likely ones, then among the fewest most likely ones of these that
    reach the share top_p together; None cuts nothing. The k-th new token is drawn with the k-th number of NumPy's
    default_rng(seed): it is the first, from the most likely on, at which the sum of the probabilities exceeds it.
    options: see handcalc.request.RunOptions.
    `continuation` of the Result has the new `tokens`, their `ids` and the whole `text`. `values` has the arrays of each
    run, "token1.logits" [n, V] ..., the probabilities after a cut, "token1.kept" [1, V], their running sums,
    "token1.cumulative" [1, V], and the number drawn, "token1.random" (0 to 1).
    Errors: as for `walk`, for a model without output and for a text that leaves no position free.
    Source: top-k: Fan, Lewis, Dauphin, 2018; top-p: Holtzman et al., 2020.
    """
    from handcalc import request

    own = {
        "tokens": request.whole("tokens", tokens, 1, request.MOST_TOKENS),
        "top_k": None if top_k is None else request.whole("top_k", top_k, 1, request.MOST_TOP),
        "top_p": None if top_p is None else request.share("top_p", top_p),
    }
    return request.lesson("generate", text, options, **own)


def params(*models: str | os.PathLike[str], **options: Unpack[LanguageOptions]) -> Result:
    """Where the weights are: shape and count of each piece, for one model or several side by side.

    models: names of built-in models or paths of TOML files; none for the toy model beside the shape of GPT-2 small.
    options: see handcalc.request.LanguageOptions. `values` of the Result holds whole numbers for a model NAME:
    "NAME.E", "NAME.P", "NAME.W_QKV", "NAME.W_O", "NAME.MLP", "NAME.W_U", "NAME.biases", "NAME.norms" (of these what
    there is), "NAME.matrices" (the total without the last two, where there are such) and "NAME.total"; the sizes they
    are made of, "NAME.d" ...; and "NAME.E.share" ..., per cent of the total.
    Errors: HandcalcError for a model that does not exist or cannot be read.
    """
    from handcalc import request, result

    return result.Result(request.params(models, options))


def models(**options: Unpack[LanguageOptions]) -> Result:
    """The built-in models, a line for each. options: see handcalc.request.LanguageOptions."""
    from handcalc import request, result

    return result.Result(request.models(options))


def model_file(name: str) -> str:
    """The TOML file of the built-in model `name`, comments included: a model of one's own can start from it.

    Errors: HandcalcError for a name that is none.
    """
    from handcalc import request

    return request.model_file(name).decode("utf-8")
