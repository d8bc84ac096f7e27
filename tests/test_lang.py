"""Every sentence is there in every language, with the same places and the right number of plural forms."""

from __future__ import annotations

import re
from importlib import import_module

import pytest

from handcalc.lang import LANGUAGES, Language, known
from keys import keys

SENTENCES, COUNTED = keys()
TRANSLATED = [code for code in LANGUAGES if code != "en"]


def places(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def test_the_source_says_many_sentences():
    assert len(SENTENCES) > 200
    assert "LayerNorm" in SENTENCES
    assert "{count} row left out" in COUNTED


@pytest.mark.parametrize("code", TRANSLATED)
def test_no_sentence_is_missing_and_none_is_left_over(code):
    data = import_module(f"handcalc.lang.{code}")
    assert sorted(set(SENTENCES) - set(data.SENTENCES)) == []
    assert sorted(set(data.SENTENCES) - set(SENTENCES)) == []
    assert sorted(set(COUNTED) - set(data.COUNTS)) == []
    assert sorted(set(data.COUNTS) - set(COUNTED)) == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_translations_keep_the_places(code):
    data = import_module(f"handcalc.lang.{code}")
    for english, translated in data.SENTENCES.items():
        assert places(translated) == places(english), english
        assert translated.strip() == translated or english.strip() != english, english
    for singular, forms in data.COUNTS.items():
        allowed = places(singular) | places(COUNTED[singular][0])
        for form in forms:
            assert places(form) <= allowed, form
            assert places(form) >= allowed - {"n"}, form


@pytest.mark.parametrize("code", TRANSLATED)
def test_plural_forms(code):
    data = import_module(f"handcalc.lang.{code}")
    forms = {data.plural(n) for n in range(200)}
    assert forms == set(range(len(forms)))
    assert all(len(phrase) == len(forms) for phrase in data.COUNTS.values())


def test_polish_plurals():
    plural = import_module("handcalc.lang.pl").plural
    assert [plural(n) for n in (1, 2, 4, 5, 11, 12, 14, 21, 22, 24, 25, 102, 112, 576, 0)] == [
        0, 1, 1, 2, 2, 2, 2, 2, 1, 1, 2, 1, 2, 2, 2,
    ]  # fmt: skip


def test_portuguese_plurals():
    plural = import_module("handcalc.lang.pt").plural
    assert [plural(n) for n in (0, 1, 2, 21)] == [1, 0, 1, 1]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("pt-BR", "pt"),
        ("pt_PT", "pt"),
        ("PL", "pl"),
        ("pl_PL.UTF-8", "pl"),
        ("en@euro", "en"),
        ("xx", None),
        ("", None),
    ],
)
def test_language_names(name, code):
    assert known(name) == code


def test_a_missing_sentence_is_said_in_english():
    assert Language("pl").text("No such {thing} here", thing="sentence") == "No such sentence here"


def test_places_splice_and_keep_their_values():
    said = Language("en").say("a {b} c", b=("x", 1))
    assert said == ("a ", "x", 1, " c")


@pytest.mark.parametrize("code", TRANSLATED)
def test_typography(code):
    data = import_module(f"handcalc.lang.{code}")
    texts = [*data.SENTENCES.values(), *(form for forms in data.COUNTS.values() for form in forms)]
    for text in texts:
        assert "  " not in text
        assert not re.search(r"\s[,.;:!?](\s|$)", text.replace(" ...", "")), text
        assert not re.search(r"(?<!\w)-\d", text), f"an ASCII minus: {text}"
        if code == "pl":
            assert "“" not in text.replace("”", "") or "„" in text, text
