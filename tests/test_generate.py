"""Generation: each token against an independent loop, what is cut, what is drawn, why it stops, what is said."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import handcalc
import outputs
import reference
from handcalc import cli, request
from handcalc.doc import Document, Formula, Gap, Paragraph, Table, Token
from handcalc.errors import HandcalcError
from handcalc.lessons.generate import generate
from handcalc.lessons.options import Options
from handcalc.model import Model, load
from handcalc.result import Result
from models import POST, random_model, wide_model

GATO = load("gato")
TEXT = "o gato subiu no"


def told(model: Model, text: str | None = None, **asked: Any) -> Document:
    """The lesson on a model that is no file."""
    own = {name: asked.pop(name, default) for name, default in (("tokens", 10), ("top_k", None), ("top_p", None))}
    return generate(model, text, Options(**asked), **own)


def made(document: Document) -> tuple[int, ...]:
    assert document.continuation is not None
    return document.continuation.ids


def one_line(page: object) -> str:
    """A page as text, without its line breaks."""
    return re.sub(r"\s+", " ", str(page))


def text_of(document: Document) -> str:
    return str(Result(document).to("text", width=1000))


# An independent loop: its own forward pass, softmax, cuts and draws.


def continued(
    model: Model,
    ids: Sequence[int],
    *,
    tokens: int = 10,
    temperature: float = 1.0,
    top_k: int | None = None,
    top_p: float | None = None,
    seed: int = 0,
) -> list[int]:
    """The new tokens. Cuts as in the papers, top-k before top-p; a draw by the inverse of the cumulative sums."""
    uniform = np.random.default_rng(seed).random(tokens)
    new: list[int] = []
    while len(new) < tokens and len(ids) + len(new) < model.max_length:
        z = reference.forward(model, [*ids, *new])["logits"][-1]
        if temperature == 0:
            new.append(int(np.flatnonzero(z == z.max())[0]))
        else:
            p = np.exp((z - z.max()) / temperature)
            p /= p.sum()
            order = np.argsort(-p, kind="stable")
            if top_k is not None:
                order = order[:top_k]
            kept = p[order] / p[order].sum()
            if top_p is not None:
                size = next(i for i in range(1, len(kept) + 1) if i == len(kept) or kept[:i].sum() >= top_p - 1e-12)
                order, kept = order[:size], kept[:size] / kept[:size].sum()
            new.append(int(order[np.searchsorted(np.cumsum(kept), uniform[len(new)], side="right")]))
        if model.vocabulary[new[-1]] == "<eot>":
            break
    return new


MODELS = {
    "gato": (GATO, TEXT),
    "gato, four heads, no mask": (GATO.changed(heads=4, causal=False), "o gato"),
    "two blocks, post-LN, sinusoidal": (random_model(3, blocks=2, block=POST, positions="sinusoidal"), "a cd"),
    "no positions, large logits": (random_model(9, 2.5, positions="none"), "d"),
    "60 words": (wide_model(5), "w07 w31 w02"),
}
SETTINGS: tuple[dict[str, Any], ...] = (
    {"temperature": 0.0},
    {},
    {"temperature": 0.5, "seed": 3},
    {"temperature": 3.0, "seed": 4},
    {"top_k": 3, "seed": 1},
    {"top_p": 0.6, "seed": 2},
    {"top_k": 5, "top_p": 0.8, "temperature": 2.0, "seed": 7},
    {"top_k": 1},
    {"top_p": 1e-9},
    {"top_k": 99, "top_p": 1.0},
)


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@pytest.mark.parametrize("name", MODELS)
def test_the_continuation_is_that_of_an_independent_loop(name: str, settings: dict[str, Any]) -> None:
    model, text = MODELS[name]
    document = told(model, text, **settings)
    assert list(made(document)) == continued(model, model.ids(text), **settings)
    assert document.ids == model.ids(text)
    for k in range(len(made(document))):
        assert document.values is not None
        ids = [*model.ids(text), *made(document)[:k]]
        z = reference.forward(model, ids)["logits"]
        np.testing.assert_allclose(document.values[f"token{k + 1}.logits"].data, z, rtol=0, atol=1e-12)  # type: ignore[attr-defined]


def test_the_greedy_continuation_of_the_built_in_example() -> None:
    page = handcalc.generate(temperature=0)
    assert page.continuation is not None
    assert page.continuation.tokens == ("␣telhado", ".", "<eot>")
    assert page.continuation.ids == (6, 10, 11)
    assert page.continuation.text == "o gato subiu no telhado."
    assert page.continuation.stopped == "eot"
    assert page.document.tokens == ("o", "␣gato", "␣sub", "iu", "␣no")
    assert handcalc.walk().continuation is None


# What is cut. p of the last row of the page, printed there: 0.395 telhado, 0.141 muro, 0.089 sofá, 0.086 chão, ...


@pytest.mark.parametrize(
    ("cuts", "kept"),
    [
        ({"top_k": 1}, ["␣telhado"]),
        ({"top_k": 3}, ["␣telhado", "␣muro", "␣sofá"]),
        ({"top_p": 0.39}, ["␣telhado"]),  # 0.395 reaches it
        ({"top_p": 0.5}, ["␣telhado", "␣muro"]),  # 0.537
        ({"top_p": 0.54}, ["␣telhado", "␣muro", "␣sofá"]),  # 0.626
        ({"top_p": 0.7}, ["␣telhado", "␣muro", "␣sofá", "␣chão"]),  # 0.712
        ({"top_k": 2, "top_p": 0.73}, ["␣telhado"]),  # 0.395 of 0.537 is 0.737
        ({"top_k": 2, "top_p": 0.74}, ["␣telhado", "␣muro"]),
        ({"top_k": 3, "top_p": 0.8}, ["␣telhado", "␣muro"]),  # 0.8 of 0.626 is 0.501
        ({"top_k": 4, "top_p": 0.4}, ["␣telhado"]),  # 0.4 of 0.712 is 0.285
    ],
)
def test_the_candidates_by_hand(cuts: dict[str, Any], kept: list[str]) -> None:
    page = handcalc.generate(tokens=1, **cuts)
    q = page.values["token1.kept"]
    assert q.shape == (1, 12)
    assert {GATO.vocabulary[w] for w in np.flatnonzero(q[0])} == set(kept)
    p = handcalc.walk().values["probabilities"][-1]
    ids = [GATO.token(token) for token in kept]
    np.testing.assert_allclose(q[0, ids], p[ids] / p[ids].sum(), rtol=1e-14)
    if len(kept) > 1:
        np.testing.assert_allclose(page.values["token1.cumulative"][0, ids], np.cumsum(q[0, ids]), rtol=1e-14)
    (table,) = [block for block in page.document.steps[0].blocks if isinstance(block, Table)]
    rows = [row for row in table.rows if not isinstance(row, Gap)]
    assert [row[0] for row in rows if row[4] is not None] == [Token(token) for token in kept]
    assert len(rows) == 12


@pytest.mark.parametrize("cuts", [{"top_k": 12}, {"top_k": 13}, {"top_p": 1}, {"top_p": "0,99999"}])
def test_what_cuts_nothing_changes_nothing(cuts: dict[str, Any]) -> None:
    page, plain = handcalc.generate(**cuts), handcalc.generate()
    assert "token1.kept" not in page.values
    assert page.continuation == plain.continuation
    assert page.step("4").to("text") == plain.step("4").to("text")
    assert cuts.keys() & {"top_k"} == set() or f"top-k = {cuts['top_k']} não corta nada" in str(page)


def flat(**settings: Any) -> Model:
    """A model whose logits are all 0, whatever it reads: every token is as likely as every other."""
    model = random_model(1, **settings)
    return model.changed(weights={**model.weights, "W_U": np.zeros_like(model.weights["W_U"])})


def test_of_equal_tokens_the_first_of_the_vocabulary_are_kept() -> None:
    document = told(flat(), "a", top_k=3, tokens=1)
    assert document.values is not None
    assert document.values["token1.kept"].data[0].tolist() == [pytest.approx(1 / 3)] * 3 + [0] * 4  # type: ignore[attr-defined]
    assert "␣ba and “c” are equally likely; the one that stands first in the vocabulary is kept." in text_of(document)
    half = told(flat(), "a", top_p=3 / 7, tokens=1)  # 3/7 is reached by three of seven, whatever the last digit
    assert half.values is not None
    assert np.count_nonzero(half.values["token1.kept"].data) == 3  # type: ignore[attr-defined]


def test_ties_of_the_largest_logit_are_said() -> None:
    document = told(flat(), "a", temperature=0.0, tokens=1)
    assert made(document) == (0,)
    text = text_of(document)
    assert "7 tokens have the largest logit. Of these, “a” comes next, the first in the vocabulary:" in text
    assert "0.143" in text


# What is drawn


def test_the_frequencies_are_the_probabilities() -> None:
    """600 draws of the token after "o gato subiu no", with 600 seeds: within 4.5 standard deviations of p."""
    count = 600
    found = Counter(made(told(GATO, TEXT, tokens=1, seed=seed))[0] for seed in range(count))
    p = reference.forward(GATO, GATO.ids(TEXT))["probabilities"][-1]
    for w, share in enumerate(p):
        assert abs(found[w] / count - share) <= 4.5 * math.sqrt(share * (1 - share) / count), GATO.vocabulary[w]


def test_the_numbers_drawn_are_those_of_the_generator() -> None:
    page = handcalc.generate(seed=42)
    expected = np.random.default_rng(42).random(3)
    assert [float(page.values[f"token{k}.random"]) for k in (1, 2, 3)] == expected.tolist()


def test_a_number_belongs_to_its_token_even_if_another_needed_none() -> None:
    """With top-p, here, some tokens are the only candidate: no number is shown for them, and none is saved up."""
    document = told(random_model(9, 2.5, positions="none"), "d", top_p=0.7, seed=5)
    assert document.values is not None
    numbers = np.random.default_rng(5).random(len(made(document)))
    shown = {
        k: float(document.values[f"token{k + 1}.random"].data)
        for k in range(len(numbers))
        if f"token{k + 1}.random" in document.values
    }  # type: ignore[attr-defined]
    assert 0 < len(shown) < len(numbers)
    assert shown == {k: numbers[k] for k in shown}
    assert "is the only candidate, so nothing is left to chance." in text_of(document)


def test_the_same_seed_gives_the_same_page() -> None:
    pages = [str(handcalc.generate(seed=seed, language="en")) for seed in (5, 5, 6)]
    assert pages[0] == pages[1] != pages[2]
    assert len({handcalc.generate(seed=seed).continuation.ids for seed in range(20)}) > 10  # type: ignore[union-attr]


def test_what_is_printed_tells_which_token_comes_next() -> None:
    """Down the printed table, the first printed c above the printed r is in the marked row, or more digits are shown."""
    for seed in range(40):
        page = handcalc.generate(seed=seed, language="en", tokens=1)
        text = str(page.step(1))
        r = float(re.search(r"Now r = ([0-9.]+)\.", text)[1])  # type: ignore[index]
        rows = re.findall(r"^(▸?) +(\S+) .*?([0-9.]+)$", text.partition("──\n")[2].partition("\n  ──")[0], re.M)
        first = next((i for i, row in enumerate(rows) if float(row[2]) > r), len(rows) - 1)
        if "The digits shown do not tell" not in one_line(text):
            assert [bool(mark) for mark, _, _ in rows] == [i == first for i in range(12)]
        page = handcalc.generate(seed=seed, language="en", tokens=1, pencil=True)
        values = page.values
        c, drawn = values["token1.cumulative"][0], float(values["token1.random"])
        order = sorted(
            range(12), key=lambda w: (-values["token1.probabilities"][-1, w], -values["token1.logits"][-1, w])
        )
        above = [w for w in order if c[w] > drawn]
        assert made(page.document) == ((above or order[-1:])[0],)
        assert drawn == round(drawn, 3) and c.tolist() == np.round(c, 3).tolist()


def test_digits_that_do_not_tell_are_followed_by_more() -> None:
    page = handcalc.generate(digits=1, seed=0, language="en", tokens=1)  # r = 0.637 and c = 0.626 both print as 0.6
    more = re.search(r"which is larger\. With more digits, r = (0\.\d+) and c₅\(␣sofá\) = (0\.\d+)\.", one_line(page))
    assert more is not None
    assert float(more[1]) == pytest.approx(np.random.default_rng(0).random(), abs=1e-12)
    p = handcalc.walk().values["probabilities"][-1]
    assert float(more[2]) == pytest.approx(sum(sorted(p)[-3:]), abs=1e-12)
    assert "which is larger" not in one_line(handcalc.generate(digits=3, seed=0, language="en", tokens=1))
    assert "which is larger" not in one_line(handcalc.generate(digits=1, seed=0, language="en", tokens=1, pencil=True))


def test_by_pencil_the_last_sum_may_stay_below_the_number() -> None:
    """With one decimal most probabilities print as 0.0 or 0.1 and do not sum to 1."""
    texts = [one_line(handcalc.generate(digits=1, seed=seed, pencil=True, language="en")) for seed in range(20)]
    said = [text for text in texts if "Because of rounding not even" in text]
    assert said
    for text in said:
        found = re.search(
            r"Now r = ([0-9.]+)\. Because of rounding not even the last sum, ([0-9.]+), is above it", text
        )
        assert found is not None and float(found[1]) >= float(found[2])


def test_by_pencil_top_p_may_not_be_reached() -> None:
    text = one_line(handcalc.generate(digits=1, pencil=True, top_p=0.999, language="en"))
    assert "top-p = 0.999 cuts nothing: because of rounding, all tokens together only have 0." in text


@pytest.mark.parametrize("digits", [0, 1, 4, 8])
def test_by_pencil_every_choice_follows_from_printed_numbers(digits: int) -> None:
    page = handcalc.generate(pencil=True, digits=digits, top_p=0.8, temperature=0.7)
    for name, array in page.values.items():
        if name.endswith((".kept", ".cumulative", ".random", ".probabilities")):
            assert np.allclose(array, np.round(array, digits), rtol=0, atol=1e-12)


# Why it stops


def test_it_stops_where_the_positions_run_out() -> None:
    page = handcalc.generate("o gato subiu", language="en")
    assert page.continuation is not None
    assert (len(page.continuation.ids), page.continuation.stopped) == (4, "positions")
    assert len(page.document.steps) == 5
    assert "The generation stops here: the model has only 8 positions, and all of them are taken." in str(page)


def test_it_stops_after_as_many_as_were_asked_for() -> None:
    page = handcalc.generate(tokens="2", language="en")
    assert page.continuation is not None
    assert (len(page.continuation.ids), page.continuation.stopped) == (2, "tokens")
    assert "The generation stops here: --tokens allows no more than 2 new tokens." in str(page)
    assert "no more than 1 new token." in str(handcalc.generate(tokens=1, language="en"))


def test_it_stops_at_the_end_of_the_text() -> None:
    text = str(handcalc.generate(temperature=0, language="en"))
    assert "“<eot>” stands for the end of the text: generation stops here." in text
    assert "“o gato subiu no” continues: “o gato subiu no telhado.”\n" in text


def test_a_vocabulary_without_an_end_never_ends_by_itself() -> None:
    model = wide_model(5, max_length=9)
    document = told(model, "w07", temperature=0.0, tokens=100)
    assert len(made(document)) == 8
    assert document.continuation is not None and document.continuation.stopped == "positions"


def test_a_text_that_goes_on_after_its_end() -> None:
    """<eot> in the text that is continued ends nothing."""
    document = told(GATO, "o<eot> gato", temperature=0.0)
    assert made(document) == tuple(continued(GATO, GATO.ids("o<eot> gato"), temperature=0.0))
    assert document.continuation is not None and document.continuation.text.startswith("o<eot> gato")


def test_a_full_text_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    full = "o gato subiu no gato no cão"
    assert len(GATO.ids(full)) == 8
    for language, said in (
        ("en", "Nothing can be generated: the text fills all positions of the model gato (max_length = 8). A shorter"),
        ("pt", "Não é possível gerar nada: o texto já ocupa todas as posições do modelo gato (max_length = 8)."),
        ("pl", "Niczego nie można wygenerować: tekst zajmuje już wszystkie pozycje modelu gato (max_length = 8)."),
    ):
        assert cli.main(["generate", full, "--lang", language]) == 2
        printed = capsys.readouterr()
        assert printed.out == "" and printed.err.startswith(said) and printed.err.count("\n") == 1


def test_a_model_without_output_is_refused() -> None:
    with pytest.raises(HandcalcError, match="has no output"):
        told(random_model(13, without=("W_U",)), "a")


def test_more_than_can_be_computed_is_refused() -> None:
    model = wide_model(1, max_length=100_000)
    with pytest.raises(HandcalcError, match=r"For up to 2000 new tokens this model would compute .* with tokens"):
        told(model, "w01", tokens=2000)
    assert len(made(told(model, "w01", tokens=3))) == 3


# What may be asked


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"tokens": 0}, "tokens is 0, expected a whole number from 1"),
        ({"tokens": "many"}, "tokens is “many”"),
        ({"top_k": 0}, "top_k is 0, expected a whole number from 1"),
        ({"top_k": "2.5"}, "top_k is 2.5"),
        ({"top_p": 0}, "top_p is 0, expected a number above 0 and at most 1."),
        ({"top_p": 1.01}, "top_p is 1.01, expected"),
        ({"top_p": -0.5}, "top_p is -0.5"),
        ({"top_p": "nan"}, "top_p is “nan”"),
    ],
)
def test_what_cannot_be_asked_is_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(HandcalcError) as caught:
        handcalc.generate(**options)
    assert str(caught.value).startswith(said)


def test_the_command_line_names_options_as_they_are_typed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["generate", "--top-p", "2", "--lang", "pl"]) == 2
    assert capsys.readouterr().err == (
        "Wartość --top-p to 2, a powinna to być liczba większa od 0 i nie większa niż 1.\n"
    )
    assert cli.main(["generate", "--top-k", "x", "--lang", "en"]) == 2
    assert capsys.readouterr().err.startswith("--top-k is “x”")
    for option in ("--row", "--eta", "--target"):
        assert cli.main(["generate", option, "1", "--lang", "en"]) == 2
        assert f"There is no option {option}" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["row", "eta", "target", "tempreature"])
def test_python_takes_the_same_options(option: str) -> None:
    with pytest.raises(TypeError, match=option):
        handcalc.generate(**{option: 1})  # type: ignore[arg-type]
    assert set(request.RunOptions.__annotations__) < set(request.ModelOptions.__annotations__)


def test_the_command_line_and_python_give_the_same_page(capsys: pytest.CaptureFixture[str]) -> None:
    typed = [
        "--tokens",
        "2",
        "--temp",
        "0,7",
        "--top-k",
        "4",
        "--top-p",
        "0,9",
        "--seed",
        "3",
        "--no-mask",
        "--heads",
        "4",
    ]
    assert cli.main(["generate", "o gato", *typed]) == 0
    page = handcalc.generate("o gato", tokens=2, temperature=0.7, top_k=4, top_p=0.9, seed=3, mask=False, heads=4)
    assert capsys.readouterr().out == str(page)
    asked = {"text": "o gato", "heads": 4, "temperature": 0.7, "mask": False, "seed": 3, "tokens": 2, "top_k": 4}
    settings = page.document.settings
    assert {**settings, **asked, "top_p": 0.9} == settings
    assert not settings.keys() & {"row", "target", "eta"}


# The page


def test_json_has_the_continuation_and_every_run() -> None:
    data = json.loads(str(handcalc.generate(top_k=4).to("json")))
    made = data["continuation"]
    assert made["ids"] == [GATO.vocabulary.index(token) for token in made["tokens"]]
    assert made["stopped"] == "positions" and len(made["ids"]) == 3
    assert made["text"].startswith(TEXT + " ")
    values = data["values"]
    for k in (1, 2, 3):
        assert np.shape(values[f"token{k}.logits"]["data"]) == (4 + k, 12)
        assert values[f"token{k}.kept"]["axes"][0] == [str(4 + k)]
        assert isinstance(values[f"token{k}.random"]["data"], float)
    assert "E" in values and "token2.E" not in values
    assert "continuation" not in json.loads(str(handcalc.walk().to("json")))


def test_every_number_of_the_tables_is_a_cell() -> None:
    """All but ids, positions and what a column sums to: each shows its work in HTML and is live in a workbook."""
    data = json.loads(str(handcalc.generate(top_p=0.7, temperature=0.5).to("json")))
    loose = [
        cell["value"]
        for step in data["steps"]
        for block in step["blocks"]
        if block["kind"] == "table"
        for row in block["rows"]
        for cell in row
        if isinstance(cell, dict) and "value" in cell and cell["ref"] is None
    ]
    assert loose == [value for k, w in enumerate(data["continuation"]["ids"]) for value in (6 + k, w)]


def test_the_work_of_the_chosen_token_is_shown() -> None:
    page = handcalc.generate(top_k=3, temperature=0.5, tokens=1, seed=1, language="en")  # r = 0.512
    (*_, work) = [block for block in page.document.steps[0].blocks if isinstance(block, Formula)]
    text = str(page)
    assert [row.left.array.name for row in work.rows] == [  # type: ignore[union-attr]
        f"token1.{name}"
        for name in (
            "logits",
            "scaled",
            "probabilities.exp",
            "probabilities.sum",
            "probabilities",
            "kept",
            "cumulative",
        )
    ]
    assert "q₅(␣telhado)    = p₅(␣telhado) / S₅ = " in text
    p = np.exp(2 * reference.forward(GATO, GATO.ids(TEXT))["logits"][-1])
    p /= p.sum()
    kept = [GATO.token(token) for token in ("telhado", "muro", "sofá")]
    assert f"/ {p[kept].sum():.3f} = {p[kept[0]] / p[kept].sum():.3f}" in text


def test_a_long_vocabulary_is_elided_but_not_its_candidates() -> None:
    model = wide_model(5)
    (table,) = [b for b in told(model, "w07 w31", top_k=9, tokens=1).steps[0].blocks if isinstance(b, Table)]
    rows = table.rows
    assert [isinstance(row, Gap) for row in rows] == [False] * 10 + [True] + [False] * 3
    full = told(model, "w07 w31", top_k=9, tokens=1, full=True).steps[0].blocks
    assert [len(b.rows) for b in full if isinstance(b, Table)] == [60]
    (plain,) = [b for b in told(model, "w07 w31", tokens=1, seed=3).steps[0].blocks if isinstance(b, Table)]
    (place,) = plain.marked
    assert isinstance(plain.rows[place], tuple)
    assert len(plain.rows) < 14


def test_a_long_text_is_quoted_by_its_end() -> None:
    model = wide_model(5)
    text = " ".join(f"w{(i * 7) % 60:02}" for i in range(60)) + " w01 w02"
    for full in (False, True):
        (said, *_) = [b for b in told(model, text, tokens=1, full=full).steps[0].blocks if isinstance(b, Paragraph)]
        quoted = str(said.text)
        assert ("w00 w07 w14" in quoted) == full
        assert "w53 w01 w02" in quoted


def test_an_exponential_that_would_be_too_large_is_said() -> None:
    document = told(random_model(9, 6.0, final="x"), "d", seed=1, tokens=1)
    assert document.values is not None and "token1.probabilities.max" in document.values
    text = text_of(document)
    assert "The exponentials are taken after the largest is subtracted" in text
    assert "max" in text


@pytest.mark.parametrize("language", outputs.LANGUAGES)
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"temperature": 0},
        {"top_k": 3, "top_p": "0,9", "temperature": 0.5},
        {"pencil": True, "digits": 2, "full": True},
    ],
    ids=str,
)
def test_every_format_writes_every_page(options: dict[str, Any], language: str) -> None:
    pytest.importorskip("xlsxwriter")
    page = handcalc.generate(language=language, **options)
    for format in ("text", "terminal", "latex", "markdown", "typst", "html", "csv", "tsv", "xlsx", "json"):
        assert len(page.to(format)) > 2000


def test_odd_tokens_are_survived(tmp_path: Path) -> None:
    pytest.importorskip("xlsxwriter")
    file = outputs.model_file(tmp_path / "odd.toml")
    path = Path(file)
    path.write_text(re.sub("max_length = [0-9]+", "max_length = 90", path.read_text("utf-8")), encoding="utf-8")
    page = handcalc.generate(model=file, tokens=4, top_k=6, seed=2)
    assert page.continuation is not None
    for format in ("text", "terminal", "latex", "markdown", "typst", "html", "csv", "xlsx", "json"):
        assert page.to(format)


def test_one_word_is_all_there_is() -> None:
    weights = {"E": np.array([[1.0, 0.5]]), "W_U": np.array([[0.5], [1.0]])}
    model = Model(
        name="one", vocabulary=("a",), weights=weights, d=2, cut="words", block=("x",), final="x", max_length=3
    )
    for settings in ({}, {"temperature": 0.0}, {"pencil": True}, {"top_k": 5, "top_p": 0.5}):
        document = told(model, "a", **settings)
        assert document.continuation is not None and document.continuation.text == "a a a"
        assert text_of(document)


def test_the_page_for_a_workbook_draws_the_same() -> None:
    """Formats whose numbers can be changed compute the page again, with the division by T written down."""
    page = handcalc.generate(seed=3)
    live = page._live()  # type: ignore[misc]
    assert live.continuation == page.continuation
    assert live.values is not None and "token1.scaled" in live.values and "token1.scaled" not in page.values


def test_the_way_leads_from_token_to_token() -> None:
    document = handcalc.generate(temperature=0, language="en").document
    stages = document.path()
    assert [(stage.step, stage.reads, stage.note) for stage in stages] == [
        (1, (), (Token("␣telhado"),)),
        (2, (0,), (Token("."),)),
        (3, (1,), (Token("<eot>"),)),
        (4, (2,), ()),
    ]
    assert [step.number for step in document.steps] == [stage.step for stage in stages]
