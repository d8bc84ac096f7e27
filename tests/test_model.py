"""Model files: what they say, and the one sentence a wrong one gets; the tokenizer; names of tokens."""

from __future__ import annotations

import copy
import random
import re
import tomllib
import unicodedata
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from handcalc import model as models_of
from handcalc import transformer
from handcalc.errors import HandcalcError
from handcalc.model import BUILT_IN, Model, load
from models import Write, complaint, random_model

SMALL = """
[tokens]
cut = "words"
vocabulary = ["a", "b", "c"]

[sizes]
d = 2
heads = 1
mlp_width = 4

[rules]
positions = "none"

[weights]
E = [[1, 0], [0.5, -1], [0, 1]]
W_Q = "identity"
W_K = { columns = [2, -1] }
W_V = { rows = [-2, 1] }
W_1 = { normal = 0.5, seed = 3 }
W_2 = { normal = 0.5 }
W_U = [[1, 2, 3], [4, 5, 6]]

[defaults]
text = "a b"
target = "c"
"""


def toml(value: Any) -> str:
    """`value` in TOML, tables inline."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quoted(key)} = {toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return quoted(value) if isinstance(value, str) else repr(value)


def quoted(text: str) -> str:
    return '"' + "".join(c if c.isprintable() and c not in '"\\' else f"\\u{ord(c):04x}" for c in text) + '"'


def document(table: dict[str, Any]) -> str:
    return "".join(f"{quoted(key)} = {toml(value)}\n" for key, value in table.items())


def wrong(old: str, new: str) -> str:
    assert SMALL.count(old) == 1, old
    return SMALL.replace(old, new)


# What a file says


def test_a_file_gives_the_model_it_describes(write: Write) -> None:
    model = load(write(SMALL))
    assert (model.name, model.vocabulary, model.d, model.heads, model.mlp_width) == ("small", ("a", "b", "c"), 2, 1, 4)
    assert (model.text, model.target, model.temperature, model.eta, model.language) == ("a b", "c", 1.0, 0.1, "en")
    assert (model.max_length, model.norm_eps, model.causal, model.activation) == (512, 1e-5, True, "gelu-tanh")
    assert model.weights["E"].tolist() == [[1, 0], [0.5, -1], [0, 1]]
    assert model.weights["block1.W_Q"].tolist() == [[1, 0], [0, 1]]
    assert model.weights["block1.W_K"].tolist() == [[0, -1], [1, 0]]  # columns e2 and -e1
    assert model.weights["block1.W_V"].tolist() == [[0, -1], [1, 0]]  # rows -e2 and e1
    assert "block1.W_O" not in model.weights
    assert model.weights["block1.W_1"].shape == (2, 4)
    assert {array.dtype.name for array in model.weights.values()} == {"float64"}


def test_random_weights_are_drawn_anew_with_another_seed_alone(write: Write) -> None:
    path = write(
        SMALL.replace("seed = 3", "seed = 0").replace("W_2 = { normal = 0.5 }", "W_2 = { normal = 0.5, seed = 0 }")
    )
    first, again, other = load(path), load(path), load(path, seed=7)
    for name in ("block1.W_1", "block1.W_2"):
        assert np.array_equal(first.weights[name], again.weights[name])
        assert not np.isclose(first.weights[name], other.weights[name]).any()
    assert not np.isclose(first.weights["block1.W_1"].ravel(), first.weights["block1.W_2"].ravel()).any()
    assert np.array_equal(first.weights["E"], other.weights["E"])
    assert 0.1 < np.std(load(path, seed=1).weights["block1.W_1"]) < 1.2
    assert other.seed == 7


def test_every_block_has_weights_of_its_own(write: Write) -> None:
    table = tomllib.loads(SMALL)
    weights = table["weights"]
    table["sizes"]["blocks"] = 2
    own = {name: weights.pop(name) for name in ("W_Q", "W_K", "W_V", "W_1", "W_2")}
    weights["block1"], weights["block2"] = own, {**own, "W_Q": [[5, 6], [7, 8]], "W_O": "identity"}
    model = load(write(document(table)))
    assert model.blocks == 2
    assert model.weights["block2.W_Q"].tolist() == [[5, 6], [7, 8]]
    assert model.weights["block1.W_Q"].tolist() == [[1, 0], [0, 1]]
    assert "block2.W_O" in model.weights
    transformer.forward(model, (0, 1))


def test_the_built_in_models_run_with_their_own_defaults() -> None:
    assert "gato" in models_of.built_in()
    for name in models_of.built_in():
        if sum(W.size for W in load(name, drawn=False).weights.values()) > 1e6:
            continue  # a shape to be counted
        model = load(name)
        target = model.target and model.token(model.target)
        run = transformer.forward(model, model.ids(model.text), temperature=model.temperature, target=target)
        assert run.tokens


def test_a_byte_order_mark_and_windows_line_ends_are_no_matter(write: Write) -> None:
    assert load(write(b"\xef\xbb\xbf" + SMALL.replace("\n", "\r\n").encode())).vocabulary == ("a", "b", "c")


def test_the_vocabulary_is_composed(write: Write) -> None:
    decomposed = unicodedata.normalize("NFD", "é")
    model = load(write(SMALL.replace('"c"]', f'"{decomposed}"]').replace('target = "c"', f'target = "{decomposed}"')))
    assert model.vocabulary[2] == "é"
    assert model.ids("a é") == model.ids(f"a {decomposed}") == (0, 2)


def test_a_large_vocabulary_is_read_in_time(write: Write) -> None:
    words = [f"w{i}" for i in range(40_000)]
    table = {
        "tokens": {"vocabulary": words},
        "sizes": {"d": 1},
        "weights": {"E": {"normal": 1}},
        "rules": {"block": ["x"]},
    }
    assert load(write(document(table))).vocabulary[-1] == "w39999"


def test_drawn_weights_that_are_infinite_are_refused_when_used(write: Write) -> None:
    model = load(write(wrong("0.5, seed = 3", "1.7e308, seed = 3")))
    with pytest.raises(HandcalcError, match="grow beyond all bounds"):
        transformer.forward(model, (0, 1))


# What a wrong file is told


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (wrong("d = 2\n", ""), "small.toml: sizes.d is missing"),
        (wrong('vocabulary = ["a", "b", "c"]\n', ""), "small.toml: tokens.vocabulary is missing"),
        (wrong("mlp_width = 4", ""), "small.toml: sizes.mlp_width is missing"),
        (wrong("W_Q = ", "W_O = "), "small.toml: weights.W_Q is missing; expected d × d = 2 × 2"),
        (wrong("E = [[1, 0], [0.5, -1], [0, 1]]\n", ""), "small.toml: weights.E is missing; expected V × d = 3 × 2"),
        (
            wrong("[4, 5, 6]]", "[4, 5, 6], [7, 8, 9]]"),
            "small.toml: weights.W_U has shape 3 × 3, expected d × V = 2 × 3",
        ),
        (
            wrong("[4, 5, 6]]", "[4, 5]]"),
            "small.toml: the rows of weights.W_U differ in length (2, 3); expected d × V = 2 × 3",
        ),
        (wrong("[[1, 2, 3], [4, 5, 6]]", "[]"), "small.toml: weights.W_U has shape 0 × 0, expected d × V = 2 × 3"),
        (wrong("[2, -1]", "[2, -1, 1]"), "small.toml: weights.W_K lists 3 numbers, expected 2"),
        (wrong("[-2, 1]", "[-2]"), "small.toml: weights.W_V lists 1 numbers, expected 2"),
        (wrong("[2, -1]", "[3, -1]"), "small.toml: weights.W_K names 3, expected whole numbers from 1 to 2"),
        (wrong("[2, -1]", "[0, -1]"), "small.toml: weights.W_K names 0"),
        (wrong("[2, -1]", "[true, 1]"), "small.toml: weights.W_K names true"),
        (wrong("[2, -1]", '"2, 1"'), "small.toml: weights.W_K is “2, 1”, expected a list of whole numbers"),
        (
            wrong('W_Q = "identity"', 'W_Q = "identiy"'),
            "small.toml: weights.W_Q is “identiy”, expected rows of numbers",
        ),
        (wrong("W_2 = { normal = 0.5 }", 'W_2 = "identity"'), "small.toml: weights.W_2 cannot be the identity"),
        (wrong("W_2 = { normal = 0.5 }", "W_2 = { normal = 0.5, sed = 3 }"), "small.toml: weights.W_2 is {"),
        (wrong("0.5, seed = 3", "-0.5"), "small.toml: weights.W_1.normal is -0.5, expected a finite number, 0 or more"),
        (wrong("0.5, seed = 3", "inf"), "small.toml: weights.W_1.normal is inf"),
        (wrong("seed = 3", "seed = -3"), "small.toml: weights.W_1.seed is -3"),
        (wrong("[1, 0]", "[1, nan]"), "small.toml: weights.E[1, 2] is nan, expected a finite number"),
        (wrong("0.5, -1", "0.5, inf"), "small.toml: weights.E[2, 2] is inf"),
        (wrong("0.5, -1", "0.5, true"), "small.toml: weights.E[2, 2] is true"),
        (wrong("0.5, -1", '0.5, "1"'), "small.toml: weights.E[2, 2] is “1”"),
        (wrong("0.5, -1", f"0.5, 1{'0' * 400}"), "small.toml: weights.E[2, 2] is 1000"),
        (
            wrong("heads = 1", "head = 1"),
            "small.toml: sizes.head is not a key that handcalc knows; the closest one is sizes.heads",
        ),
        (wrong("[rules]", "[rule]"), "small.toml: rule is not a key that handcalc knows; the closest one is rules"),
        (wrong("W_U = ", "W_O = [[1, 0], [0, 1]]\nW_UU = "), "small.toml: weights.W_UU is not a key"),
        (wrong("[defaults]", "[weights.block2]\nW_Q = 1\n[defaults]"), "small.toml: weights.block2.W_Q is not a key"),
        (wrong("heads = 1", "blocks = 2"), "small.toml: with 2 blocks, weights.W_Q belongs in weights.block1"),
        (wrong("[rules]", '[rules]\nblock = ["x + atention(x)"]'), "small.toml: rules.block: The block's formula"),
        (wrong("[rules]", '[rules]\nblock = ["x + attention(norm(x"]'), "small.toml: rules.block: "),
        (wrong("[rules]", '[rules]\nblock = ["x x"]'), "small.toml: rules.block: "),
        (wrong("[rules]", '[rules]\nblock = [""]'), "small.toml: rules.block: "),
        (wrong("[rules]", "[rules]\nblock = []"), "small.toml: rules.block: The block has no formula"),
        (wrong("[rules]", '[rules]\nblock = ["mlp(mlp(x))"]'), "small.toml: rules.block: A block has at most one mlp"),
        (wrong("[rules]", '[rules]\nblock = ["' + "norm(" * 99 + "x" + ")" * 99 + '"]'), "small.toml: rules.block: "),
        (wrong("[rules]", '[rules]\nblock = "x"'), "small.toml: rules.block is “x”, expected a list of formulas"),
        (wrong("[rules]", "[rules]\nblock = [1]"), "small.toml: rules.block is [1]"),
        (wrong('positions = "none"', 'positions = "tabel"'), "small.toml: rules.positions is “tabel”, expected one of"),
        (wrong('positions = "none"', "positions = [1]"), "small.toml: rules.positions is [1]"),
        (wrong('positions = "none"', 'positions = "table"'), "small.toml: sizes.max_length is missing"),
        (wrong("[rules]", '[rules]\nactivation = "gelu"'), "small.toml: rules.activation is “gelu”"),
        (wrong("[rules]", "[rules]\ncausal = 1"), "small.toml: rules.causal is 1, expected true or false"),
        (
            wrong("[rules]", "[rules]\nnorm_eps = -1e-5"),
            "small.toml: rules.norm_eps is -1e-05, expected a finite number",
        ),
        (wrong("[rules]", f"[rules]\nnorm_eps = 1{'0' * 400}"), "small.toml: rules.norm_eps is 1000"),
        (wrong("[rules]", '[rules]\nfinal = "norm"'), "small.toml: rules.final is “norm”, expected one of norm(x), x"),
        (wrong("[rules]", '[rules]\nscore_scale = "1/d"'), "small.toml: rules.score_scale is “1/d”"),
        (wrong('cut = "words"', 'cut = "bytes"'), "small.toml: tokens.cut is “bytes”, expected one of greedy, words"),
        (wrong('"b", "c"]', '"b", "a"]'), "small.toml: the token “a” stands twice"),
        (wrong('["a", "b", "c"]', "[]"), "small.toml: tokens.vocabulary is [], expected at least one token"),
        (wrong('["a", "b", "c"]', '"abc"'), "small.toml: tokens.vocabulary is “abc”, expected a list of texts"),
        (
            wrong('"b", "c"]', '"b", ""]'),
            "small.toml: tokens.vocabulary[2] is “”, expected a token without white space",
        ),
        (wrong('"b", "c"]', '"b", " c"]'), "small.toml: tokens.vocabulary[2] is “ c”"),
        (wrong("heads = 1", "heads = 3"), "small.toml: sizes.heads: 3 heads do not divide d = 2; possible numbers"),
        (wrong("[defaults]", "[defaults]\nheads = 5"), "small.toml: defaults.heads: 5 heads do not divide d = 2"),
        (wrong('target = "c"', 'target = "cc"'), "small.toml: defaults.target: The model small has no token for “cc”"),
        (wrong('target = "c"', "target = 3"), "small.toml: defaults.target is 3, expected a text"),
        (wrong('text = "a b"', "text = false"), "small.toml: defaults.text is false, expected a text"),
        (wrong("[defaults]", "[defaults]\ntemperature = -1"), "small.toml: defaults.temperature is -1"),
        (wrong("[defaults]", "[defaults]\neta = nan"), "small.toml: defaults.eta is nan"),
        (wrong("[defaults]", "[defaults]\nseed = 1.5"), "small.toml: defaults.seed is 1.5"),
        (wrong("d = 2", "d = 0"), "small.toml: sizes.d is 0, expected a whole number from 1 to 65536"),
        (wrong("d = 2", "d = true"), "small.toml: sizes.d is true"),
        (wrong("d = 2", "d = 2.0"), "small.toml: sizes.d is 2.0"),
        (wrong("d = 2", "d = 1_000_000_000"), "small.toml: sizes.d is 1000000000"),
        (wrong("d = 2", f"d = 0x{'f' * 5000}"), "small.toml: sizes.d is "),
        (wrong("d = 2", f"d = {'9' * 5000}"), "small.toml is not a TOML file"),
        (wrong("d = 2", "d = 1979-05-27"), "small.toml: sizes.d is "),
        (wrong("d = 2", "d = 60000\nblocks = 1000"), "small.toml: sizes ask for more than"),
        (
            wrong("d = 2\nheads = 1\nmlp_width = 4", "d = 65536\nmlp_width = 262144"),
            "small.toml: sizes ask for more than",
        ),
        (wrong("[sizes]", "sizes = 3\n[other]"), "small.toml: "),
        ("sizes = 3", "small.toml: sizes is 3, expected a table"),
        ("weights = 3\n" + SMALL.partition("[weights]")[0], "small.toml: weights is 3, expected a table"),
        ("", "small.toml: tokens.vocabulary is missing"),
        ("[tokens\n", "small.toml is not a TOML file"),
        (SMALL + "[sizes]\n", "small.toml is not a TOML file"),
        ("x = " + "[" * 5000 + "]" * 5000, "small.toml is not a TOML file"),
        ("x" + ".x" * 5000 + " = 1", "small.toml: x is not a key"),
        (wrong("[rules]", "[rules]\ncausal" + ".x" * 5000 + " = 1"), "small.toml: rules.causal is "),
        (wrong("[rules]", "[rules]\ncausal = " + "[" * 200 + "]" * 200), "small.toml: rules.causal is [[["),
        (b"\xff\xfe\x00", "small.toml is not UTF-8 text"),
        (SMALL.encode("utf-16"), "small.toml is not UTF-8 text"),
        (b"\x00" * 10, "small.toml is not a TOML file"),
    ],
    ids=lambda value: None if isinstance(value, bytes) or len(value) > 200 else value,
)
def test_a_wrong_file_gets_a_sentence_that_names_file_and_key(write: Write, text: str | bytes, said: str) -> None:
    assert said in complaint(write(text))


def test_a_file_that_is_none(tmp_path: Path) -> None:
    assert (
        "There is no model nowhere: neither a file nor one of the built-in models (auto, gato, gpt2-small, klocki"
        in complaint("nowhere")
    )
    assert "There is no model no/where.toml" in complaint("no/where.toml")
    assert str(tmp_path) in complaint(str(tmp_path))  # a directory
    assert "is a directory" in complaint(str(tmp_path))
    assert "is not a possible file name" in complaint("a\0b")
    assert "x" * 300 in complaint("x" * 300)  # longer than a file system allows


def test_a_file_name_may_hold_what_the_sentences_hold(write: Write) -> None:
    assert complaint(write("sizes = 3", "{name}%s.toml")).startswith("{name}%s.toml: sizes is 3")


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    with path.open("wb") as file:
        file.truncate(models_of.LARGEST_FILE + 1)  # sparse
    assert complaint(str(path)) == "large.toml is larger than 100 MB."


def test_no_other_error_escapes_a_mangled_file() -> None:
    rng = random.Random(9)
    whole = tomllib.loads((BUILT_IN / "gato.toml").read_text("utf-8"))
    odd: list[Any] = [
        *(
            None,
            True,
            -1,
            0,
            3,
            10**400,
            1e400,
            -0.0,
            float("nan"),
            1e308,
            1e-320,
            "",
            "x",
            "identity",
            "␣no",
            "norm(x)",
        ),
        *([], [[]], [1], [[1.0]], ["x"], [["x"]], [{}], {}, {"normal": 1}, {"columns": [1]}, {"rows": []}, {"a": {}}),
        *({"normal": 1e308}, {"normal": 1, "seed": 10**30}, {"columns": [10**30] * 4}, {"block1": {}}),
        *(["x"] * 3, ["norm(x)", "mlp(x)"], "sinusoidal", "table", "words", 10**6, 99999, 2**63),
    ]

    def places(table: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        inner = table.items() if isinstance(table, dict) else enumerate(table) if isinstance(table, list) else ()
        found = [path] if path else []
        for key, value in inner:
            found += places(value, (*path, key))
        return found

    outcomes = {"read": 0, "refused": 0}
    for _ in range(1500):
        table = copy.deepcopy(whole)
        for _ in range(rng.choice([1, 1, 1, 2, 4])):
            *path, last = rng.choice(places(table))
            holder = table
            for key in path:
                holder = holder[key]
            what = rng.randrange(4)
            if what == 0:
                del holder[last]
            elif what == 1 and isinstance(holder, dict):
                holder[rng.choice(["E", "W_O", "block1", "block9", "d", "x", "file"])] = holder.pop(last)
            elif what == 2 and isinstance(holder, list):
                holder.insert(0, copy.deepcopy(holder[last]))
            else:
                holder[last] = copy.deepcopy(rng.choice(odd))
            if not places(table):
                break
        try:
            model = models_of._Reader(Path("fuzzed.toml"), table, rng.choice([None, 4])).model()
            ids = model.ids(rng.choice([model.text, "o", "o gato subiu no"]))
            transformer.forward(model, ids, temperature=model.temperature, target=0)
        except HandcalcError as error:
            outcomes["refused"] += len(str(error)) > 10  # every place of its sentence is filled
        else:
            outcomes["read"] += 1
    assert min(outcomes.values()) > 100, outcomes


@pytest.mark.parametrize(
    "text", ["\0", "=", "a = ", '"', "[[a]]", "a = 1e", "﻿﻿", "a = '''", "\ud800".encode("utf-8", "surrogatepass")]
)
def test_no_other_error_escapes_what_is_hardly_toml(write: Write, text: str | bytes) -> None:
    assert "small.toml" in complaint(write(text))


# Models made in the program


def test_a_model_checks_what_an_option_changes() -> None:
    gato = load("gato")
    with pytest.raises(HandcalcError, match="3 heads do not divide d = 4; possible numbers of heads: 1, 2, 4"):
        gato.changed(heads=3)
    with pytest.raises(HandcalcError, match="0 heads"):
        gato.changed(heads=0)
    with pytest.raises(HandcalcError, match="positions is learned; possible: table, sinusoidal, none"):
        gato.changed(positions="learned")
    with pytest.raises(HandcalcError, match="cannot be read at “dropout”"):
        gato.changed(block=("x + dropout(x)",))
    with pytest.raises(HandcalcError, match=r"no weights block1\.W_1 \(shape 6 × 9\), which its rules need"):
        random_model(1, without=("block1.W_1",))
    assert gato.changed(heads=None, causal=False).heads == 2


def test_a_model_knows_its_pieces() -> None:
    gato = load("gato")
    assert gato.has("attention")
    assert gato.has("mlp")
    assert gato.has("norm")
    assert not gato.changed(block=("x + attention(x)",)).has("mlp")
    assert not gato.changed(block=("x + attention(x)",)).has("norm")
    assert (gato.d_k, gato.changed(heads=4).d_k) == (2, 1)
    assert gato.has_output
    assert not random_model(1, without=("W_U",)).has_output


# Tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("o gato subiu no", ["o", "␣gato", "␣sub", "iu", "␣no"]),
        ("o   gato\t\nsubiu no", ["o", "␣gato", "␣sub", "iu", "␣no"]),
        ("o gato \n ", ["o", "␣gato"]),
        (" gato", ["␣gato"]),
        ("\u00a0\u2003gato", ["␣gato"]),
        ("ooo", ["o", "o", "o"]),
        ("o gato.", ["o", "␣gato", "."]),
        ("o<eot>", ["o", "<eot>"]),
        ("o␣gato", ["o", "␣gato"]),
        ("o sofa\u0301", ["o", "␣sofá"]),  # decomposed
        ("iuiu", ["iu", "iu"]),
    ],
)
def test_greedy_cutting(text: str, tokens: list[str]) -> None:
    model = load("gato")
    assert [model.vocabulary[i] for i in model.ids(text)] == tokens


def _cutter(cut: str, *vocabulary: str) -> Model:
    E = np.zeros((len(vocabulary), 1))
    return Model(name="t", vocabulary=vocabulary, weights={"E": E}, d=1, cut=cut, block=("x",), max_length=9)


def test_the_longest_match_wins() -> None:
    model = _cutter("greedy", "a", "ab", "abc", "c", "␣", "␣a", "bcd")
    for text, tokens in {
        "abc": ["abc"],
        "abab": ["ab", "ab"],
        "abcabcc": ["abc", "abc", "c"],
        "a c": ["a", "␣", "c"],
        "a a": ["a", "␣a"],
    }.items():
        assert [model.vocabulary[i] for i in model.ids(text)] == tokens


def test_greedy_does_not_look_ahead() -> None:
    with pytest.raises(HandcalcError, match="no token for “d”"):
        _cutter("greedy", "a", "abc", "bcd").ids("abcd")


def test_cutting_at_white_space() -> None:
    model = _cutter("words", "Kot", "kot", "wlazł", "na")
    assert model.ids("  Kot\twlazł\n na kot ") == (0, 2, 3, 1)
    with pytest.raises(HandcalcError, match="The model t has no token for “Na”; close to it: “na”"):
        model.ids("kot Na")


@pytest.mark.parametrize("text", ["", "   ", "\n\t"])
def test_an_empty_text_is_refused(text: str) -> None:
    for model in (load("gato"), _cutter("words", "a")):
        with pytest.raises(HandcalcError, match="The text is empty"):
            model.ids(text)


def test_a_text_that_is_too_long_is_refused() -> None:
    model = load("gato")
    assert len(model.ids("oooooooo")) == 8
    with pytest.raises(HandcalcError, match="The text has 9 tokens; the model gato has room for 8"):
        model.ids("ooooooooo")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("o gatto", "no token for “␣gatto”; close to it: “␣gato”"),
        ("o gato xyz", "no token for “␣xyz”; its tokens: “o”, “␣no”"),
        ("xyz gato", "no token for “xyz”; its tokens"),
        ("O gato", "no token for “O”; its tokens"),
        ("o {gato}", "no token for “␣{gato}”"),
    ],
)
def test_an_unknown_piece_is_named_with_the_closest_token(text: str, said: str) -> None:
    with pytest.raises(HandcalcError, match=re.escape(said)):
        load("gato").ids(text)


@pytest.mark.parametrize("name", ["telhado", " telhado", "_telhado", "␣telhado"])
def test_a_token_may_be_named_without_its_space(name: str) -> None:
    assert load("gato").token(name) == 6


def test_a_token_is_named_exactly_before_it_is_guessed() -> None:
    model = _cutter("greedy", "a", "␣a", "_a", "␣_b", "␣b", "sofá")
    assert [model.token(name) for name in ("a", "␣a", " a", "_a", "b")] == [0, 1, 1, 2, 4]
    with pytest.raises(HandcalcError, match="“_b” fits several tokens: “␣_b”, “␣b”"):
        model.token("_b")
    assert model.token("sofa\u0301") == 5


@pytest.mark.parametrize(
    ("name", "said"), [("telhados", "close to it: “␣telhado”"), ("", "no token for"), (" ", "no token")]
)
def test_a_name_that_fits_no_token_is_refused(name: str, said: str) -> None:
    with pytest.raises(HandcalcError, match=said):
        load("gato").token(name)


def test_a_block_with_an_mlp_needs_its_width() -> None:
    with pytest.raises(HandcalcError, match=r"The model auto has no MLP: it gives no sizes\.mlp_width for one\."):
        load("auto").changed(block=("x + mlp(x)",))
