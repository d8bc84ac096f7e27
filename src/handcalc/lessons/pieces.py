"""The pieces of a Transformer block, what they are called, and which may follow which. Standard library only.

A pure judge: it knows no model, no page and no terminal. Sentences are English keys, for whoever says them.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from handcalc.errors import HandcalcError, Names
from handcalc.lang import LANGUAGES, key, language

# The two orders of the literature; the first piece decides which one a block follows.
POST = ("attention", "add", "norm", "mlp", "add", "norm")  # Vaswani et al., Attention Is All You Need, 2017
PRE = ("norm", "attention", "add", "norm", "mlp", "add")  # as in GPT-2, Radford et al., 2019
ORDERS = (POST, PRE)
FORMULAS: dict[tuple[str, ...], tuple[str, ...]] = {
    POST: ("norm(x + attention(x))", "norm(x + mlp(x))"),
    PRE: ("x + attention(norm(x))", "x + mlp(norm(x))"),
}

# What a page calls a piece, and in how few words an answer may.
NAMES = {
    "attention": key("attention"),
    "add": key("residual sum"),
    "norm": key("LayerNorm"),
    "mlp": key("MLP"),
    "convolution": key("convolution"),
    "recurrence": key("recurrence"),
    "pooling": key("max-pooling"),
    "batch-norm": key("batch normalization"),
    "embedding": key("embedding"),
}
SHORT = {"attention": key("attention"), "add": key("add"), "norm": key("norm"), "mlp": key("mlp")}
# What else somebody may write, in any of the languages.
ALIASES = {
    "attention": ("self-attention", "multi-head attention", "autoatenção", "atenção com várias cabeças", "uwaga "
                  "wielogłowa", "samouwaga", "att", "attn", "mha"),
    "add": ("sum", "residual", "skip", "skip connection", "residual connection", "+", "soma", "somar", "resíduo",
            "conexão residual", "suma", "dodaj", "dodawanie", "połączenie rezydualne"),
    "norm": ("layer norm", "layer normalization", "layernormalization", "ln", "normalization", "norma", "normalização",
             "normalização de camada", "normalizacja", "normalizacja warstwy"),
    "mlp": ("ffn", "feed-forward", "feed forward", "feedforward", "perceptron", "perceptrão", "perceptron multicamadas",
            "perceptron wielowarstwowy"),
    "convolution": ("conv", "cnn", "splot"),
    "recurrence": ("rnn", "lstm", "gru", "recurrent", "recurrent network", "rede recorrente", "rekurencja", "sieć "
                   "rekurencyjna"),
    "pooling": ("pooling", "maxpooling", "maxpool", "max-pool", "max pooling", "max pool"),
    "batch-norm": ("batchnorm", "batch norm", "batch-norm", "batch-normalization", "bn", "normalizacja partii"),
    "embedding": ("embeddings", "osadzenia"),
}  # fmt: skip

TRAPS = {
    "convolution": key(
        "A convolution mixes neighbours with weights that are the same for every sentence; here attention brings the "
        "words together, with weights that it computes from the words themselves."
    ),
    "recurrence": key(
        "A recurrent network reads the words one after another and carries a state along; a Transformer has no such "
        "state, and all words go through the block at once."
    ),
    "pooling": key(
        "Max-pooling keeps the largest numbers and drops the rest; a Transformer block gives back a whole vector for "
        "every word that went in."
    ),
    "batch-norm": key(
        "Batch normalization takes mean and variance over many examples; a Transformer block normalizes each word by "
        "itself."
    ),
    "embedding": key(
        "The embedding turns ids into vectors, once, before the first block; whatever reaches a block is a vector "
        "already."
    ),
}
TRAPS_OFFERED = 2

FINISHED = key("The block is complete after six pieces; what follows is no part of it.")
NOTHING_YET = key(
    "There is nothing to add yet: the sum adds what attention or the MLP has computed to the vector that was led "
    "around it."
)
NOTHING_NEW = key("Since the last sum there has only been a LayerNorm: there is no new result to add yet.")
ADDED_ALREADY = key("This result has been added already; adding once more would count it twice.")
SECOND_ATTENTION = key("This block has its attention already; another one belongs to the next block.")
SECOND_MLP = key("This block has its MLP already; another one belongs to the next block.")
MLP_FIRST = key("The MLP works on each word by itself; before that, attention must let the words see one another.")
MLP_WITHOUT_X = key(
    "The MLP would get the result of attention alone, and the vector that came into the block would be lost."
)
MLP_UNNORMED = key("The sum has not been normalized yet: in this block the MLP reads vectors of mean 0 and variance 1.")
NORM_TWICE = key("The vector has just been normalized: its mean is 0 and its variance 1 already.")
NORM_FOR_SUM = {
    "attention": key(
        "Your block began with attention, so it normalizes after each sum (post-LN); a LayerNorm here would see the "
        "result of attention alone."
    ),
    "mlp": key(
        "Your block normalizes after each sum (post-LN); a LayerNorm here would see the result of the MLP alone."
    ),
}
NORM_OF_RESULT = {
    "attention": key(
        "Your block began with LayerNorm, so it normalizes what goes into attention (pre-LN); what comes out is added "
        "as it is."
    ),
    "mlp": key("Your block normalizes what goes into the MLP (pre-LN); what comes out is added as it is."),
}


class Verdict(NamedTuple):
    """What became of an answer. right: the pieces up to the first wrong one. wrong: that one, None where there is none.

    why: the sentence on it, an English key. possible: what would be right in its place, or next in an answer that
    ends too soon.
    """

    right: tuple[str, ...]
    wrong: str | None
    why: str | None
    possible: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether the answer is a whole block and nothing else."""
        return self.wrong is None and not self.possible


def possible(placed: Sequence[str]) -> tuple[str, ...]:
    """The pieces that may come after these; none where the block is complete."""
    count = len(placed)
    after = [order[count] for order in ORDERS if tuple(placed) == order[:count] and count < len(order)]
    return tuple(dict.fromkeys(after))


def why_not(placed: Sequence[str], piece: str) -> str | None:
    """Why `piece` must not come after these, which are right so far: an English key. None where it may."""
    if piece in TRAPS:
        return TRAPS[piece]
    following = possible(placed)
    if piece in following:
        return None
    if not following:
        return FINISHED
    last = placed[-1] if placed else ""
    if piece == "attention":
        return SECOND_ATTENTION
    if piece == "mlp":
        if "mlp" in placed:
            return SECOND_MLP
        if "attention" not in placed:
            return MLP_FIRST
        return MLP_WITHOUT_X if last == "attention" else MLP_UNNORMED
    if piece == "add":
        if "attention" not in placed:
            return NOTHING_YET
        return NOTHING_NEW if last == "norm" else ADDED_ALREADY
    if last == "norm":
        return NORM_TWICE
    return (NORM_OF_RESULT if placed[0] == "norm" else NORM_FOR_SUM)[last]


def judged(answer: Sequence[str]) -> Verdict:
    """The verdict on pieces put one after another."""
    for place, piece in enumerate(answer):
        placed = tuple(answer[:place])
        why = why_not(placed, piece)
        if why is not None:
            return Verdict(placed, piece, why, possible(placed))
    return Verdict(tuple(answer), None, None, possible(answer))


def offered(seed: int | None) -> tuple[str, ...]:
    """The six pieces and two traps in random order; without a seed another one each time."""
    draw = random.Random(seed)
    pieces = [*POST, *draw.sample(list(TRAPS), TRAPS_OFFERED)]
    draw.shuffle(pieces)
    return tuple(pieces)


# Names


def read(answer: str) -> tuple[str, ...]:
    """The pieces that an answer names, in any of the languages, with commas, semicolons, arrows or spaces between.

    Errors: HandcalcError for a word that names no piece, and for an answer without any.
    """
    known = _known()
    found = []
    for part in re.split(r"[,;|/\n]|[-=]*>|[→⇒]", answer):
        words = [_plain(word) for word in re.findall(r"\+|[^\s+]+", part)]
        typed = re.findall(r"\+|[^\s+]+", part)
        while words:
            size = next((n for n in range(len(words), 0, -1) if " ".join(words[:n]) in known), 0)
            if not size:
                raise unknown(typed[0])
            found.append(known[" ".join(words[:size])])
            words, typed = words[size:], typed[size:]
    if not found:
        raise HandcalcError("The answer names no piece; possible: {pieces}.", pieces=_possible())
    return tuple(found)


def unknown(typed: str) -> HandcalcError:
    """The complaint about a word that names no piece."""
    return HandcalcError(
        "There is no piece “{piece}”; possible: {pieces}.",
        piece=typed,
        pieces=_possible(),
    )


def _possible() -> Names:
    return Names(HandcalcError(NAMES[piece]) for piece in SHORT)


@cache
def _known() -> dict[str, str]:
    """What may be written for each piece."""
    names: dict[str, str] = {}
    for piece in NAMES:
        said = [language(code).text(name[piece]) for code in LANGUAGES for name in (NAMES, SHORT) if piece in name]
        names |= {_plain(name): piece for name in (*said, piece, *ALIASES[piece])}
    return names


def _plain(name: str) -> str:
    """A name without accents and capitals, so that skrót and skrot are one."""
    letters = unicodedata.normalize("NFKD", name.casefold().replace("ł", "l"))
    return "".join(c for c in letters if not unicodedata.combining(c)).strip(".:!?\"'“”„")
