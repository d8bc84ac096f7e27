"""Two sentences side by side: the stages against plain NumPy, what the page claims, and what it says of the numbers."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import handcalc
from handcalc import cli, formats
from handcalc.doc import Table
from handcalc.errors import HandcalcError
from handcalc.lessons.compare import Pair, compare, pairs_of
from handcalc.lessons.options import Options
from handcalc.model import Model, load
from handcalc.ops import Distance
from handcalc.result import Result
from handcalc.tape import Tape
from models import PARALLEL, PRE, array, axes, random_model
from outputs import LANGUAGES, big_model
from reference import sinusoidal

TWO_BLOCKS = str(Path(__file__).parent.parent / "examples" / "two-blocks.toml")
TREE = ("auto uderzyło drzewo", "drzewo uderzyło auto")
DOG = ("pies gryzie człowieka", "człowiek gryzie psa")


def texts(result: Result) -> str:
    """All the prose of a page, one paragraph a line."""
    data = json.loads(str(result.to("json")))
    return "\n".join(b["text"] for step in data["steps"] for b in step["blocks"] if b["kind"] == "paragraph")


def names(result: Result) -> list[str]:
    """The names of the stages whose differences the page has, in order."""
    return [name.removeprefix("difference.") for name in result.values if name.startswith("difference.")]


def page(model: Model, a: str, b: str | None = None, **own: Any) -> Result:
    """The English page of a model that is no file."""
    return Result(compare(model, a, Options(language="en"), other=b, **own))


# The program of the teaching page, rewritten: one head, W = I, no norm, no MLP


E = {"auto": [1.0, 0.2, -0.5, 0.3], "uderzyło": [0.1, 1.0, 0.4, -0.2], "drzewo": [-0.6, 0.3, 1.0, 0.5]}


def attended(x: Any, causal: bool = False) -> Any:
    """softmax(x·xᵀ / √d)·x, row by row."""
    rows = []
    for t, query in enumerate(x):
        seen = x[: t + 1] if causal else x
        powers = [math.exp(math.fsum(query * key) / math.sqrt(len(query))) for key in seen]
        rows.append(sum(power * key for power, key in zip(powers, seen, strict=True)) / math.fsum(powers))
    return np.array(rows)


def rows_of(sentence: str) -> Any:
    return np.array([E[word] for word in sentence.split()])


@pytest.mark.parametrize(
    ("positions", "mask", "moved"), [("none", False, "0"), ("sinusoidal", False, "0.318"), ("none", True, "0.847")]
)
def test_the_three_results_of_the_page(positions: str, mask: bool, moved: str) -> None:
    result = handcalc.compare(model="auto", positions=positions, mask=mask, language="pl")
    code = sinusoidal(3, 4) if positions == "sinusoidal" else np.zeros((3, 4))
    a, b = (attended(rows_of(sentence) + code, mask) for sentence in TREE)
    np.testing.assert_allclose(result.values["A.block1.attention"], a, atol=1e-12)
    np.testing.assert_allclose(result.values["B.block1.attention"], b, atol=1e-12)
    gap = np.linalg.norm(a[1] - b[1])
    assert f"{gap:.3f}".rstrip("0").rstrip(".") == moved
    assert result.values["difference.block1.attention"][1] == pytest.approx(gap, abs=1e-12)
    said = "Wiersze zdania B to wiersze zdania A w odwrotnej kolejności."
    if moved == "0":
        np.testing.assert_allclose(b, a[::-1], atol=1e-12)
        assert said in texts(result)
    else:
        assert said not in texts(result)
        work = result.step(3).only("formulas").to("text", width=1000)
        assert work.rstrip().endswith(f"= {moved.replace('.', ',')}")


# The lab: one post-LN block of two heads


def lab(weights: dict[str, Any], ids: list[int], positions: bool) -> list[Any]:
    """x, and the rows after the attention, the first sum and norm, the MLP, and the second sum and norm."""
    x = weights["E"][ids] + (sinusoidal(len(ids), 8) if positions else 0)
    w = {name: weights[f"block1.{name}"] for name in ("W_Q", "W_K", "W_V", "W_O", "W_1", "W_2")}
    heads = []
    for own in (slice(0, 4), slice(4, 8)):
        scores = (x @ w["W_Q"][:, own]) @ (x @ w["W_K"][:, own]).T / 2
        exp = np.exp(scores)
        heads.append(exp / exp.sum(axis=1, keepdims=True) @ (x @ w["W_V"][:, own]))
    attention = np.hstack(heads) @ w["W_O"]
    first = normalized(x + attention)
    mlp = np.maximum(first @ w["W_1"], 0) @ w["W_2"]
    return [x, attention, first, mlp, normalized(first + mlp)]


def normalized(x: Any) -> Any:
    return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)


def distances(a: list[Any], b: list[Any], pairs: list[tuple[int, int]]) -> list[list[float]]:
    return [[float(np.linalg.norm(x[i] - y[j])) for i, j in pairs] for x, y in zip(a, b, strict=True)]


STAGES = ["x", "block1.attention", "block1.norm1", "block1.mlp", "block1.norm2"]
ALL_THREE = [(0, 2), (1, 1), (2, 0)]


@pytest.mark.parametrize("positions", [True, False])
@pytest.mark.parametrize(("pair", "rows"), [(TREE, ALL_THREE), (DOG, [(0, 0), (1, 1), (2, 2)])])
def test_every_stage_of_the_lab_equals_an_independent_block(pair, rows, positions):
    result = handcalc.compare(*pair, positions="sinusoidal" if positions else "none", seed=4, starts=3)
    vocabulary = load("klocki").vocabulary
    a, b = ([vocabulary.index(word) for word in sentence.split()] for sentence in pair)
    assert names(result) == STAGES
    values = result.values
    expected = distances(lab(values, a, positions), lab(values, b, positions), rows)
    for name, row in zip(STAGES, expected, strict=True):
        np.testing.assert_allclose(values[f"difference.{name}"], row, atol=1e-12, err_msg=name)
    for seed in (1, 2, 3):
        weights = load("klocki", seed).weights
        again = distances(lab(weights, a, positions), lab(weights, b, positions), rows)[1]
        np.testing.assert_allclose(values[f"seed{seed}.difference.block1.attention"], again, atol=1e-12)


def of_starts(result: Result, column: int) -> list[float]:
    """The difference of one pair on each of the five starts."""
    found = [values for name, values in result.values.items() if re.match(r"seed[0-9]+\.", name)]
    assert len(found) == 5
    return [float(values[column]) for values in found]


def test_the_lab_sees_a_set_where_positions_are_off():
    result = handcalc.compare(positions="none", language="en")
    for column in range(3):
        assert max(of_starts(result, column)) < 1e-14
    said = texts(result)
    assert (
        "The rows of sentence B are those of sentence A in reverse. The block does not see the order of the words"
        in said
    )
    assert re.search(r"For every seed all of these differences are 0, up to rounding: all are below 10⁻¹[⁴-⁹]", said)
    assert "the block does not see the order of the words" in said
    assert re.search(r"[0-9]\.[0-9]{2}·10⁻¹[⁵-⁹]", str(result.step(8)))


def test_the_lab_sees_the_order_where_positions_are_on():
    result = handcalc.compare(language="en")
    moved = of_starts(result, 1)
    assert min(moved) > 0.1 and max(moved) < 4
    said = texts(result)
    assert (
        "no word comes out of the last stage with the same row. The block sees the order, through the positions."
        in said
    )
    assert "uderzyło has the same row of x in both sentences; the difference arises in the attention" in said
    assert "So this is not due to one particular draw: the order of the words matters." in said
    assert result.values["difference.x"][1] == 0


def test_the_dog_sentences_differ_where_positions_are_off():
    result = handcalc.compare(*DOG, positions="none", language="en")
    moved = of_starts(result, 1)
    assert min(moved) > 0.1 and max(moved) < 4
    said = texts(result)
    assert "Both sentences have: gryzie. Only in A: pies and człowieka. Only in B: człowiek and psa." in said
    assert "the block tells the sentences apart because their words are not the same" in said
    assert "So this is not due to one particular draw: the other words of the sentence matter." in said


# Which row is compared with which


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("abc", "cba", [(0, 2, True), (1, 1, True), (2, 0, True)]),
        ("abc", "xby", [(0, 0, False), (1, 1, True), (2, 2, False)]),
        ("aba", "aab", [(0, 0, True), (1, 2, True), (2, 1, True)]),
        ("aab", "bca", [(0, 2, True), (1, 1, False), (2, 0, True)]),
        ("ab", "cdef", [(0, 0, False), (1, 1, False)]),
        ("abcd", "da", [(0, 1, True), (3, 0, True)]),
        ("a", "a", [(0, 0, True)]),
    ],
)
def test_a_word_is_compared_with_itself_and_what_is_left_by_its_place(a, b, expected):
    assert pairs_of([*map(ord, a)], [*map(ord, b)]) == [Pair(*pair) for pair in expected]


def test_the_work_of_a_distance():
    tape = Tape()
    a, b = array(tape, "a", [[1.0, 2.0], [0.0, 0.0]]), array(tape, "b", [[0.0, 0.0], [0.0, 0.0], [4.0, 6.0]])
    far = tape.do(Distance(((0, 2), (1, 1))), a, b, name="far", symbol=a.symbol, axes=axes(2))
    assert far.data.tolist() == [5, 0]
    with pytest.raises(NotImplementedError):
        far.line.op.backward(far, far, a, b)


def test_rows_without_a_partner_stand_in_a_table_of_their_own():
    result = handcalc.compare("auto pies", "gryzie auto drzewo", language="en")
    assert [list(axis.labels) for axis in result.document.values["difference.x"].axes] == [["auto"]]
    tables = [block for block in result.document.steps[1].blocks if isinstance(block, Table)]
    assert [len(table.rows) for table in tables] == [2, 3]
    said = texts(result)
    assert "A row without a partner is not compared." in said
    assert "those with the same number" not in said


def test_a_word_that_stands_several_times():
    result = handcalc.compare("auto drzewo auto", "auto auto pies", positions="none", language="en")
    said = texts(result)
    assert "Both sentences have: auto. Only in A: drzewo. Only in B: pies." in said
    assert "its first place in A goes with its first in B" in said
    assert "auto (3 in A, 2 in B)" in str(result.step(7))
    more = texts(handcalc.compare("auto auto pies", "pies auto", language="en"))
    assert "More often in A: auto." in more and not re.search("Only in [AB]", more)


# What the numbers say, whatever the settings are


def silent(**settings: Any) -> Model:
    """A model with a position table of zeros: its positions are on and change nothing."""
    model = load("auto").changed(positions="none", **settings)
    return model.changed(positions="table", weights={**model.weights, "P": np.zeros((64, 4))})


def test_the_sentence_follows_the_numbers_and_not_the_settings():
    assert "The rows of sentence B are those of sentence A in reverse." in texts(page(silent(), *TREE))
    turned = texts(page(silent(), TREE[0], "uderzyło drzewo auto"))
    assert (
        "The rows of sentence B are those of sentence A, each where its word stands." in turned
        and "in reverse" not in turned
    )
    masked = texts(page(silent(causal=True), *TREE))
    assert (
        "no word comes out of the last stage with the same row. The block sees the order, through the positions and through the mask."
        in masked
    )


def test_the_order_reaches_some_words_only_through_the_mask():
    model = load("auto").changed(positions="none", causal=True)
    said = texts(page(model, "auto uderzyło drzewo", "auto drzewo uderzyło"))
    assert (
        "B has the words of A in another order. With the same row in both: auto. With different rows: uderzyło and "
        in said
    )
    assert said.count("The block sees the order, through the mask.") == 1
    prefix = texts(page(model, "auto uderzyło", "auto drzewo"))
    assert (
        "In the end every shared word has the same row in both sentences. Each of them sees the same in both sentences."
        in prefix
    )


def test_without_attention_no_order_can_matter():
    model = load("klocki").changed(positions="none", block=("norm(x + mlp(x))",))
    said = texts(page(model, *TREE))
    assert "Without attention no word sees another, so their order cannot matter." in said
    assert "The block has no attention: no word sees another." in said and "set of words" not in said
    assert re.search(r"For every seed all of these differences are (exactly 0\.|0, up to rounding)", said)
    assert "the same row in both sentences. Without attention no word sees another." in texts(page(model, *DOG))


def test_sentences_with_nothing_in_common_identical_ones_and_one_word():
    apart = texts(handcalc.compare("auto drzewo", "pies psa gryzie", language="en"))
    assert "The sentences have no word in common. Only in A" in apart
    assert "each difference is one between two different words" in apart
    same = handcalc.compare(TREE[0], TREE[0], language="en")
    assert "A and B are the same sentence, so nothing can differ." in texts(same)
    assert all(not values.any() for name, values in same.values.items() if "difference" in name)
    one = handcalc.compare("auto", language="en")
    assert one.document.settings["b"] == "auto"
    assert one.values["difference.block1.norm2"].tolist() == [0]


def test_starts_that_disagree_are_told_apart(tmp_path):
    """One hidden unit, dead on some starts: there the MLP gives the same for every row."""
    path = tmp_path / "unit.toml"
    path.write_text(
        """
        tokens = { vocabulary = ["a", "b"], cut = "words" }
        sizes = { d = 2, mlp_width = 1 }
        rules = { block = ["mlp(x)"], final = "x", activation = "relu", positions = "sinusoidal" }
        weights = { E = [[1.0, 0.5], [0.5, 1.0]], W_1 = { normal = 1.0 }, W_2 = { normal = 1.0 } }
        """,
        encoding="utf-8",
    )
    result = handcalc.compare("a b", model=path, starts=12, stage="mlp", language="en")
    found = np.array([values for name, values in result.values.items() if name.startswith("seed")])
    assert found.shape == (12, 2)
    assert 0 < np.count_nonzero(found.any(axis=1)) < 12
    assert "Above 0 for some seeds only: a and b." in texts(result)


def test_by_pencil_the_rows_of_a_set_are_the_same_to_the_last_digit():
    result = handcalc.compare(positions="none", pencil=True, language="en")
    for name, values in result.values.items():
        if "difference" in name:
            assert not values.any(), name
        elif name.startswith("A.") and values.ndim == 2 and "head" not in name:
            assert np.array_equal(np.round(values, 3), values), name
    said = texts(result)
    assert "The rows of sentence B are those of sentence A in reverse." in said and "counts as rounding" not in said
    assert "are exactly 0" in said


# Stages of any block


@pytest.mark.parametrize(
    ("settings", "stages", "titles"),
    [
        (
            {"block": PRE},
            ["x", "norm1", "attention", "sum1", "norm2", "mlp", "sum2", "norm"],
            ["After the first LayerNorm", "After the attention", "After the first sum", "After the second LayerNorm",
             "After the MLP", "After the second sum: the output of the block", "After the last LayerNorm"],
        ),
        (
            {"block": PARALLEL, "final": "x"},
            ["x", "norm1", "attention", "norm2", "mlp", "sum1"],
            ["After the first LayerNorm", "After the attention", "After the second LayerNorm", "After the MLP",
             "After the residual sum: the output of the block"],
        ),
        (
            {"block": ("norm(x + attention(x))",), "final": "norm(x)"},
            ["x", "attention", "norm1", "norm"],
            ["After the attention", "After the sum and LayerNorm: the output of the block", "After the last LayerNorm"],
        ),
        (
            {"block": ("x + x", "norm(x) + mlp(norm(norm(norm(x)))) + x", "x + x", "norm(x + x)"), "final": "x"},
            ["x", "sum1", "norm1", "norm2", "norm3", "norm4", "mlp", "sum2", "sum3", "norm5"],
            ["After the first sum", "After the first LayerNorm", "After the second LayerNorm",
             "After the third LayerNorm", "After LayerNorm 4", "After the MLP", "After the second sum",
             "After the third sum", "After sum 4 and LayerNorm: the output of the block"],
        ),
        ({"block": ("x",), "final": "x"}, ["x"], []),
        ({"block": ("x",), "final": "norm(x)"}, ["x", "norm"], ["After the last LayerNorm"]),
        (
            {"block": ("norm(x + attention(x))",), "final": "x", "blocks": 2},
            ["x", "attention", "norm1", "block2.attention", "block2.norm1"],
            ["Block 1 · After the attention", "Block 1 · After the sum and LayerNorm: the output of the block",
             "Block 2 · After the attention", "Block 2 · After the sum and LayerNorm: the output of the block"],
        ),
    ],
)  # fmt: skip
def test_stages_of_any_block_have_their_names(settings, stages, titles):
    model = random_model(3, **settings)
    result = page(model, "ac b")
    found = [step.name for step in result.document.steps]
    assert found == ["The two sentences", "The input x", *titles, "The differences at a glance"]
    assert [name.removeprefix("block1.") for name in names(result)] == stages
    for name in names(result):
        a, b = result.values[f"A.{name}"], result.values[f"B.{name}"]
        np.testing.assert_allclose(
            result.values[f"difference.{name}"], np.linalg.norm(a - b[::-1], axis=1), atol=1e-13, err_msg=name
        )


def test_without_a_second_sentence_the_tokens_are_turned_round():
    result = handcalc.compare("o gato subiu no", model="gato", language="en")
    axis = result.document.values["B.x"].axes[0]
    assert list(axis.labels) == ["␣no", "iu", "␣sub", "␣gato", "o"]
    assert "Here a word is one of the model's tokens." in texts(result)
    assert result.document.settings["a"] == "o gato subiu no"


def test_rows_with_labels_and_heads_of_their_own_width(tmp_path):
    path = tmp_path / "rows.toml"
    path.write_text(
        """
        tokens = { rows = { kot = [1.0, 0.5, -1.0], pies = [0.0, 2.0, 1.0], lis = [0.5, 0.5, 0.5] } }
        sizes = { d = 3, d_k = 2, d_v = 2 }
        rules = { block = ["attention(x)"], final = "x", causal = false }
        [weights]
        W_Q = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]
        W_K = { normal = 1.0 }
        W_V = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]
        """,
        encoding="utf-8",
    )
    result = handcalc.compare(model=path, language="en")
    assert result.values["A.block1.attention"].shape == (3, 2)
    assert "The rows of sentence B are those of sentence A in reverse." in texts(result)


def test_long_sentences_leave_pairs_out_whole(tmp_path):
    model = big_model(tmp_path / "big.toml")
    result = handcalc.compare(model=model, starts=0, language="en")
    table = next(block for block in result.document.steps[1].blocks if isinstance(block, Table))
    counts = [1 if isinstance(row, tuple) else row.size for row in table.rows]
    assert sum(counts) == 120 and len(counts) < 20
    names = [row[1] for row in table.rows if isinstance(row, tuple)]
    assert names == ["A", "B"] * (len(names) // 2) and len(names) >= 12
    assert "120" not in str(result.step(2)) and "rows left out" in str(result.step(2))


# Options and data


def test_json_has_both_runs_and_what_was_asked(capsys):
    assert cli.main(["compare", *DOG, "--starts", "2", "--stage", "mlp", "--no-mask", "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["command"], data["model"], data["language"]) == ("compare", "klocki", "pl")
    assert data["tokens"] is data["ids"] is data["after"] is None
    settings = data["settings"]
    assert (settings["a"], settings["b"]) == DOG
    assert (settings["starts"], settings["stage"], settings["mask"]) == (2, "block1.mlp", False)
    assert "temperature" not in settings and "target" not in settings
    values = data["values"]
    assert values["A.x"]["axes"][0] == DOG[0].split() and values["B.block1.mlp"]["axes"][0] == DOG[1].split()
    assert values["difference.x"]["axes"] == [["pies / człowiek", "gryzie", "człowieka / psa"]]
    assert {"E", "seed1.difference.block1.mlp", "seed2.difference.block1.mlp"} <= set(values)
    refs = re.findall(r'"ref": "([^"\[]+)\[', json.dumps(data["steps"], ensure_ascii=False))
    assert set(refs) <= set(values) and "difference.block1.norm2" in refs


def test_the_title_quotes_both_sentences():
    assert "„auto uderzyło drzewo” · „drzewo uderzyło auto”" in handcalc.compare().to("html", standalone=True)


def test_seeds_of_a_file_are_not_those_of_the_page():
    said = texts(handcalc.compare(model=TWO_BLOCKS))
    assert "A number in the superscript is that of the block." in said
    assert "with the seeds that the model's file gives" in said
    assert "drawn with the seed 7." in texts(handcalc.compare(seed=7, language="en"))


def test_random_weights_are_drawn_as_their_file_would_draw_them():
    for name in ("klocki", TWO_BLOCKS):
        model, again = load(name), load(name, 9)
        assert model.random
        for key, array_ in model.redrawn(9).weights.items():
            assert np.array_equal(array_, again.weights[key]), key
    assert load("auto").random == load("gato").random == ()
    changed = load("klocki").with_number("E[auto, 1]", 7.0).redrawn(9)
    assert changed.weights["E"][0, 0] == 7
    assert np.count_nonzero(changed.weights["E"] != load("klocki", 9).weights["E"]) == 1


def test_a_large_random_model_is_drawn_anew_only_on_request(monkeypatch):
    monkeypatch.setattr("handcalc.lessons.compare.MOST_DRAWN", 575)
    assert handcalc.compare().document.settings["starts"] == 0
    assert handcalc.compare(starts=1).document.settings["starts"] == 1
    monkeypatch.setattr("handcalc.lessons.compare.MOST_DRAWN", 576)
    assert handcalc.compare().document.settings["starts"] == 5


def refused(capsys: pytest.CaptureFixture[str], *arguments: str, language: str = "en") -> str:
    assert cli.main(["compare", *arguments, "--lang", language]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    return err.strip()


def test_what_is_refused(capsys):
    assert refused(capsys, "--model", "auto", "--starts", "3") == (
        "The model auto has no random weights, so every start would be the same; leave --starts out."
    )
    assert refused(capsys, "--stage", "norm7").startswith(
        "--stage is “norm7”; possible: x, attention, norm1, mlp, norm2."
    )
    assert refused(capsys, "--starts", "-1").startswith("--starts is -1, expected a whole number from 0 to 1000.")
    assert refused(capsys, TREE[0], "auto kot").startswith("Sentence B: the model klocki has no token for “kot”")
    assert refused(capsys, "kot").startswith("Sentence A: ")
    assert refused(capsys, TREE[0], "", language="pl").startswith("Zdanie B: tekst jest pusty")
    assert refused(capsys, "--temp", "2").startswith("There is no option --temp")
    assert refused(capsys, "a", "b", "c").startswith("compare has no place for “c”")
    for wrong in ({"temperature": 1}, {"row": 1}, {"target": "pies"}, {"eta": 1}):
        with pytest.raises(TypeError, match="unexpected keyword"):
            handcalc.compare(**wrong)
    with pytest.raises(HandcalcError, match=r"^b is 3, expected a text"):
        handcalc.compare("auto", 3)


def test_numbers_beyond_all_bounds_are_refused(tmp_path):
    path = tmp_path / "huge.toml"
    source = (Path(handcalc.__file__).parent / "models" / "auto.toml").read_text(encoding="utf-8")
    path.write_text(source.replace("[ 1.0, 0.2, -0.5,  0.3]", "[ 1e200, 0.2, -0.5,  0.3]"), encoding="utf-8")
    with pytest.raises(HandcalcError, match=r"grow beyond all bounds at difference\.x"):
        handcalc.compare("auto", "drzewo", model=path, block="x")


CASES: dict[str, dict[str, Any]] = {
    "the lab, without positions": {"positions": "none"},
    "other lengths": {"a": "auto pies auto", "b": "gryzie auto drzewo psa psa"},
    "nothing in common": {"a": "auto", "b": "pies gryzie", "starts": 1},
    "one sentence": {"a": TREE[0], "b": TREE[0]},
    "pencil": {"pencil": True, "digits": 4, "full": True},
    "no decimals": {"digits": 0},
    "all decimals": {"digits": 15},
    "pre-LN with tokens": {"model": "gato", "heads": 4, "mask": False},
    "two blocks": {"model": TWO_BLOCKS, "starts": 2, "stage": "block2.mlp"},
    "nothing but x": {"block": "x"},
}


@pytest.mark.parametrize("case", CASES)
def test_every_format_writes_every_page(case: str) -> None:
    for language in LANGUAGES:
        result = handcalc.compare(**{**CASES[case], "language": language})
        assert result.passed
        for format in formats.names():
            written = result.to(format)
            assert len(written) > 500
            if format in ("text", "markdown", "csv"):
                assert not re.search(r"\b(nan|inf)\b", str(written), re.I)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("positions", ["none", "sinusoidal"])
@pytest.mark.parametrize("pair", [TREE, DOG])
def test_the_pages_of_the_lab_fit_a_hundred_columns(language, positions, pair):
    written = str(handcalc.compare(*pair, positions=positions, language=language))
    assert max(map(len, written.splitlines())) <= 100


def test_nothing_is_concluded_from_a_stage_before_the_attention() -> None:
    for options in ({"mask": True}, {}):
        page = handcalc.compare(stage="x", positions="none", starts=3, language="en", **options)
        assert "So this is not due to one particular draw" not in texts(page.step(8))


def test_nothing_is_concluded_from_rows_of_different_words() -> None:
    page = handcalc.compare("auto auto", "drzewo drzewo", positions="none", starts=2, language="en")
    assert "So this is not due to one particular draw" not in texts(page)
