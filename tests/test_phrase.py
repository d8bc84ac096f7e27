"""Mathematics in sentences: every phrase of every language is read, and reads again as it stands there."""

from __future__ import annotations

import re
from importlib import import_module

import pytest

import handcalc
from handcalc import phrase
from handcalc.notation import TEX_LINE, TEXT, TYPST_LINE, Speller
from keys import keys

SENTENCES, COUNTED = keys()
TEXTS = [*SENTENCES, *COUNTED, *(plural for plural, _ in COUNTED.values())]
for code in ("pt", "pl"):
    data = import_module(f"handcalc.lang.{code}")
    TEXTS += [*data.SENTENCES.values(), *(form for forms in data.COUNTS.values() for form in forms)]
PHRASES = sorted({found for text in TEXTS for found in re.findall(r"`([^`]*)`", text)})


def speller(notation):
    return Speller.of(handcalc.posenc(d=2, length=2, language="en").document, notation)


def test_sentences_hold_phrases():
    assert len(PHRASES) > 40
    assert {"√d_k", "∂L/∂h|y", "e^(z/T) / Σ e^(z/T)"} <= set(PHRASES)


def test_backquotes_come_in_pairs():
    assert [text for text in TEXTS if text.count("`") % 2] == []


@pytest.mark.parametrize("text", PHRASES)
def test_a_phrase_is_read_and_spelled_as_it_stands(text):
    spelled = speller(TEXT).symbols(phrase.read(text))
    assert spelled.replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize(
    ("text", "tex", "typst"),
    [
        ("√d_k", r"\sqrt{d_{k}}", "sqrt(d_(k))"),
        ("∂L/∂h|y", r"\partial L/\partial h|_{y}", r"∂ L \/ ∂ h|_(y)"),
        ("e^(s − max)", r"e^{s - \max}", "e^(s − max)"),
        ("(h − 1)", "(h\x1f - 1)", "(h\x1f − 1)"),
        ("z′ = z / T", r"z^{\prime} = z / T", r"z^(′) = z \/ T"),
        ("ω = 1/10000^(2i/d)", r"\omega = 1 / {10000}^{2i/d}", r"ω = 1 \/ attach(10000, t: 2 i\/d)"),
        ("E[ids]", r"E[\mathrm{ids}]", 'E["ids"]'),
        ("−∞", r"-\infty", "−∞"),
    ],
)
def test_a_phrase_in_other_notations(text, tex, typst):
    assert speller(TEX_LINE).symbols(phrase.read(text)) == tex
    assert speller(TYPST_LINE).symbols(phrase.read(text)) == typst


@pytest.mark.parametrize("text", ["", "a +", "(a", "a b", "a ? b", ")"])
def test_what_is_no_phrase_is_refused(text):
    with pytest.raises(ValueError, match="no phrase"):
        phrase.read(text)
