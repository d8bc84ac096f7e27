"""What a model file may say beyond rows of numbers: labelled rows, own sizes, biases, norms, archives, many blocks."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import handcalc
from handcalc import transformer
from handcalc.errors import HandcalcError
from handcalc.lessons.options import Options
from handcalc.lessons.walk import walk
from handcalc.model import Model, load
from handcalc.request import changes
from handcalc.tape import Tape
from models import complaint, random_model

ROWS = """
[tokens.rows]
first = [1, 0, 1]
second = [0, 2, 0]
"odd-one" = [0.5, -1, 2]

[sizes]
d = 3
heads = 2
d_k = 1
d_v = 2

[rules]
block = ["attention(x)"]
final = "x"

[weights]
W_Q = [[1, 0], [0, 1], [1, 1]]
W_K = [[0, 1], [1, 0], [1, -1]]
W_V = [[1, 0, 2, 0], [0, 1, 0, 3], [1, 1, 0, 0]]
"""

SMALL = """
[tokens]
cut = "words"
vocabulary = ["a", "b", "c"]
[sizes]
d = 2
mlp_width = 3
[rules]
tied = true
[weights]
E = [[1, 0], [0.5, -1], [0, 1]]
W_Q = "identity"
W_K = "identity"
W_V = "identity"
W_1 = [[1, 2, 3], [4, 5, 6]]
W_2 = [[1, 2], [3, 4], [5, 6]]
"""


# Labelled rows


def test_rows_without_a_vocabulary_are_the_input(write) -> None:
    model = load(write(ROWS))
    assert model.labelled
    assert model.vocabulary == ("first", "second", "odd-one")
    assert model.text == "first second odd-one"
    assert not model.has_output
    assert (model.d_k, model.d_v, model.keys, model.values) == (1, 2, 2, 4)
    run = transformer.forward(model, model.ids("odd-one first"))
    assert run.tape["x"].data.tolist() == [[0.5, -1, 2], [1, 0, 1]]
    assert run.tape["x"].line is None
    assert run.tape["x"].given
    assert run.tape["block1.attention"].data.shape == (2, 4)  # no W_O: the joined heads, wider than d


def test_the_walk_over_rows_has_no_steps_about_a_vocabulary(write) -> None:
    page = handcalc.walk(model=write(ROWS), language="en")
    titles = [step.name for step in page.document.steps]
    assert titles[0] == "The input rows"
    assert not any("ids" in title or "E" in title.split() for title in titles)
    assert "E" not in page.values
    stages = page.document.path()
    assert [stage.step for stage in stages][:2] == [1, 2]
    assert max(stage.step for stage in stages) < len(titles)


def test_positions_are_added_to_rows(write) -> None:
    path = write(ROWS)
    page = handcalc.walk(model=path, positions="sinusoidal", language="en")
    code = [[np.sin(t), np.cos(t), np.sin(t / 10000 ** (2 / 3))] for t in range(3)]
    assert np.allclose(page.values["x"], np.array([[1, 0, 1], [0, 2, 0], [0.5, -1, 2]]) + code, atol=1e-15)
    assert [step.name for step in page.document.steps][:2] == ["The input rows", "The positions P and the input x"]


@pytest.mark.parametrize("command", ["backward", "train_step"])
def test_rows_have_no_loss(write, command) -> None:
    with pytest.raises(HandcalcError, match="has no output"):
        getattr(handcalc, command)(model=write(ROWS))


def test_a_text_of_rows_names_their_labels(write) -> None:
    with pytest.raises(HandcalcError, match="no token for “firts”; close to it: “first”"):
        handcalc.walk("firts", model=write(ROWS))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[tokens.rows]", '[tokens]\nvocabulary = ["a"]\n[tokens.rows]', "tokens has a vocabulary and rows"),
        ("[tokens.rows]", '[tokens]\ncut = "greedy"\n[tokens.rows]', "tokens.cut is “greedy”, expected one of words"),
        ("second = [0, 2, 0]", "second = [0, 2]", "tokens.rows.second has shape 2, expected d = 3"),
        ("second = [0, 2, 0]", "second = 3", "tokens.rows.second is 3, expected a list of numbers"),
        ("second = [0, 2, 0]", "second = [0, nan, 0]", "tokens.rows.second[2] is nan, expected a finite number"),
        ('"odd-one"', '"odd one"', "tokens.rows.odd one is “odd one”, expected a token without white space"),
        ('"odd-one"', '"first"', "is not a TOML file"),
        ("[rules]", "[rules]\ntied = true", "rules.tied needs a vocabulary"),
        ("W_V =", "x = [[1, 2, 3]]\nW_V =", "weights.x is not a key that handcalc knows"),
        ("W_V =", "W_U = [[1]]\nW_V =", "weights.W_U is not a key that handcalc knows"),
        ("d_k = 1", "d_k = 2", "weights.W_Q has shape 3 × 2, expected d × heads·d_k = 3 × 4"),
        ("d_v = 2", "d_v = 3", "weights.W_V has shape 3 × 4, expected d × heads·d_v = 3 × 6"),
        ("d_v = 2", "d_v = 0", "sizes.d_v is 0, expected a whole number from 1"),
        ("d_v = 2", "", "sizes.heads: 2 heads cannot share the 2 columns of W_Q and W_K and the 3 columns of W_V"),
        ('["attention(x)"]', '["x + attention(x)"]', "rules.block: The block adds rows of different lengths (3, 4)"),
        ("heads = 2", "blocks = 2\nheads = 2", "with 2 blocks, weights.W_Q belongs in weights.block1"),
    ],
)
def test_wrong_rows_and_sizes_are_told_apart(write, old, new, said) -> None:
    assert ROWS.count(old) == 1
    assert said in complaint(write(ROWS.replace(old, new)))


def test_no_rows_at_all(write) -> None:
    assert "tokens.rows is {}, expected a table of labelled rows" in complaint(
        write('[tokens]\nrows = {}\n[sizes]\nd = 1\n[rules]\nblock = ["x"]\n')
    )


def test_heads_must_share_the_columns_that_there_are(write) -> None:
    with pytest.raises(HandcalcError, match=r"4 heads cannot share the 2 columns .* numbers of heads: 1, 2"):
        handcalc.walk(model=write(ROWS), heads=4)
    assert handcalc.walk(model=write(ROWS), heads=1).values["block1.head1.q"].shape == (3, 2)


def test_a_block_whose_rows_are_too_narrow_is_not_followed_by_another(write) -> None:
    text = ROWS.replace("heads = 2", "heads = 2\nblocks = 2").replace("[weights]", "[weights.blocks]")
    assert "rules.block: Block 1 ends with 4 numbers a row and the next one needs d = 3" in complaint(write(text))


# Words without names


def test_a_vocabulary_may_be_a_number(write) -> None:
    model = load(write(SMALL.replace('["a", "b", "c"]', "3")))
    assert model.vocabulary == ("0", "1", "2")
    assert model.ids("2 0") == (2, 0)
    assert model.cut == "words"


@pytest.mark.parametrize("number", ["0", "-1", "1_000_001", "true", "2.5"])
def test_a_vocabulary_of_an_impossible_size(write, number) -> None:
    assert "tokens.vocabulary is" in complaint(write(SMALL.replace('["a", "b", "c"]', number)))


# Biases, norms, output


def test_biases_are_used_where_they_are_given(write) -> None:
    path = write(SMALL + "b_2 = [10, 20]\n")
    model = load(path)
    assert sorted(name for name in model.weights if ".b_" in name) == ["block1.b_2"]
    without = handcalc.walk(model=write(SMALL, "without.toml")).values["block1.mlp"]
    assert np.allclose(handcalc.walk(model=path).values["block1.mlp"] - without, [10, 20])


def test_biases_that_the_rules_want_must_be_there_and_those_they_exclude_are_not(write) -> None:
    wanted = SMALL.replace("tied = true", "tied = true\nbiases = true")
    assert "weights.b_Q is missing; expected d = 2" in complaint(write(wanted))
    excluded = SMALL.replace("tied = true", "tied = true\nbiases = false") + "b_2 = [10, 20]\n"
    assert "block1.b_2" not in load(write(excluded)).weights
    wanted = SMALL.replace("tied = true", "tied = true\nlearned_norm = true")
    assert "weights.norm1.gain is missing; expected d = 2" in complaint(write(wanted))
    excluded = SMALL.replace("tied = true", "tied = true\nlearned_norm = false") + "norm2.gain = [1, 2]\n"
    assert "block1.norm2.gain" not in load(write(excluded)).weights
    assert "rules.biases is 1, expected true or false" in complaint(
        write(SMALL.replace("tied = true", "tied = true\nbiases = 1"))
    )


def test_gain_and_bias_have_the_dotted_names_of_the_page(write) -> None:
    model = load(write(SMALL + 'norm2.gain = [2, 3]\n"norm1.bias" = [4, 5]\nnorm.gain = "ones"\nnorm.bias = "zeros"\n'))
    assert model.weights["block1.norm2.gain"].tolist() == [2, 3]
    assert model.weights["block1.norm1.bias"].tolist() == [4, 5]
    assert model.weights["norm.gain"].tolist() == [1, 1]
    assert model.weights["norm.bias"].tolist() == [0, 0]


def test_a_tied_output_is_E_transposed(write) -> None:
    values = handcalc.walk("a c", model=write(SMALL)).values
    assert "W_U" not in values
    assert np.allclose(values["logits"], values["norm"] @ values["E"].T, atol=1e-15)
    assert "weights.W_U has no place" in complaint(write(SMALL + "W_U = [[1, 2, 3], [4, 5, 6]]\n"))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("b_1 = [1, 2]", "weights.b_1 has shape 2, expected mlp_width = 3"),
        ("b_1 = [[1, 2, 3]]", "weights.b_1[1] is [1, 2, 3], expected a finite number"),
        ("b_1 = 3", "weights.b_1 is 3, expected a list of numbers"),
        ('b_1 = "identity"', "weights.b_1 cannot be the identity: its shape is mlp_width = 3"),
        ("b_1 = { columns = [1, 2, 3] }", "weights.b_1 is {"),
        ("b_1 = [1, inf, 3]", "weights.b_1[2] is inf, expected a finite number"),
        ("b_9 = [1]", "weights.b_9 is not a key that handcalc knows; the closest one is weights.b_"),
        ("norm1.gian = [1, 2]", "weights.norm1.gian is not a key that handcalc knows"),
        ("norm1 = [1, 2]", "weights.norm1 is not a key"),
    ],
)
def test_wrong_vectors(write, line, said) -> None:
    sentence = complaint(write(SMALL + line + "\n"))
    assert said in sentence


def test_norms_of_another_block_formula_may_stand_in_the_file(write) -> None:
    path = write(SMALL + "norm3.gain = [5, 7]\n")
    plain = handcalc.walk(model=path).values
    assert "block1.norm3.gain" not in plain
    more = handcalc.walk(model=path, block=["norm(x + norm(x) + attention(norm(x)))", "x + mlp(x)"]).values
    assert more["block1.norm3.gain"].tolist() == [5, 7]
    assert np.allclose(more["block1.norm3"], more["block1.norm3.normalized"] * [5, 7])


# Many blocks


def test_weights_for_all_blocks_and_for_one(write) -> None:
    head, _, weights = SMALL.partition("[weights]")
    own = "\n".join(line for line in weights.splitlines() if not line.startswith("E"))
    text = head.replace("d = 2", "d = 2\nblocks = 3") + "[weights]\nE = [[1, 0], [0.5, -1], [0, 1]]\n"
    text += f"[weights.blocks]\n{own}\n[weights.block2]\nW_Q = [[5, 6], [7, 8]]\n"
    model = load(write(text))
    assert [model.weights[f"block{b}.W_Q"].tolist() for b in (1, 2, 3)] == [
        [[1, 0], [0, 1]],
        [[5, 6], [7, 8]],
        [[1, 0], [0, 1]],
    ]
    assert "weights.block4.W_Q is not a key" in complaint(write(text.replace("weights.block2", "weights.block4")))
    drawn = load(write(text.replace('W_V = "identity"', "W_V = { normal = 1 }")))
    assert not np.isclose(drawn.weights["block1.W_V"], drawn.weights["block2.W_V"]).any()


# Weights in an archive

W_1, W_2 = np.arange(6.0).reshape(2, 3), np.arange(6).reshape(3, 2)


@pytest.fixture
def archived(write, tmp_path):
    """Write SMALL with W_1 and W_2 out of an archive that holds `arrays`."""

    def archived(line: str = 'W_1 = { file = "w.npz" }', **arrays: Any) -> str:
        np.savez(tmp_path / "w.npz", **{"W_1": W_1, "W_2": W_2, **arrays})
        lines = [row for row in SMALL.splitlines() if not row.startswith("W_1")]
        return write("\n".join([*lines, line]) + "\n")

    return archived


def test_weights_are_read_from_an_archive(archived) -> None:
    assert load(archived()).weights["block1.W_1"].tolist() == W_1.tolist()
    narrow = load(archived('W_1 = { file = "w.npz", name = "first" }', first=W_1.astype("float32")))
    assert narrow.weights["block1.W_1"].dtype == np.float64
    full = load(archived(**{"block1.W_1": W_1 + 1}))
    assert full.weights["block1.W_1"].tolist() == (W_1 + 1).tolist()


def test_a_whole_archive_gives_what_the_file_does_not(archived) -> None:
    E = np.ones((3, 2))
    model = load(archived('file = "w.npz"', E=E, b_1=np.array([1, 2, 3])))
    assert model.weights["block1.W_1"].tolist() == W_1.tolist()
    assert model.weights["block1.b_1"].tolist() == [1, 2, 3]
    assert model.weights["E"].tolist() == [[1, 0], [0.5, -1], [0, 1]]  # the file's own


@pytest.mark.parametrize(
    ("line", "arrays", "said"),
    [
        ('W_1 = { file = "x.npz" }', {}, "small.toml: weights.W_1: there is no file "),
        ('W_1 = { file = "small.toml" }', {}, "weights.W_1 is “small.toml”, expected the name of a .npz file"),
        ('W_1 = { file = "." }', {}, "weights.W_1: . is a directory"),
        ("W_1 = { file = 3 }", {}, "weights.W_1 is 3, expected the name of a .npz file"),
        ('W_1 = { file = "w.npz", name = "x" }', {}, "weights.W_1: w.npz has no array “x”; it has W_1, W_2"),
        ('W_1 = { file = "w.npz", name = 3 }', {}, "weights.W_1: w.npz has no array 3"),
        ('W_1 = { file = "w.npz", nme = "x" }', {}, "weights.W_1 is {"),
        ('W_1 = { file = "w.npz" }', {"W_1": W_1.T}, "weights.W_1 has shape 3 × 2, expected d × mlp_width = 2 × 3"),
        ('W_1 = { file = "w.npz" }', {"W_1": np.float64(3)}, "weights.W_1 has shape 1, expected"),
        (
            'W_1 = { file = "w.npz" }',
            {"W_1": np.where(W_1 == 1, np.nan, W_1)},
            "weights.W_1[1, 2] is nan, expected a finite number",
        ),
        ('W_1 = { file = "w.npz" }', {"W_1": W_1.astype(complex)}, "array W_1 of w.npz holds complex128"),
        ('W_1 = { file = "w.npz" }', {"W_1": W_1.astype(str)}, "array W_1 of w.npz holds <U32"),
        ('W_1 = { file = "w.npz" }', {"W_1": np.array([[[], {}, "x"]] * 2, object)}, "of w.npz holds object, expected"),
        ('file = "x.npz"', {}, "weights.file: there is no file "),
    ],
)
def test_a_wrong_archive_gets_a_sentence(archived, line, arrays, said) -> None:
    assert said in complaint(archived(line, **arrays))


def test_an_archive_that_promises_more_than_fits_is_not_unpacked(archived, tmp_path) -> None:
    path = archived()
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(header, {"descr": "<f8", "fortran_order": False, "shape": (10**6, 10**6)})
    with zipfile.ZipFile(tmp_path / "w.npz", "w") as archive:
        archive.writestr("W_1.npy", header.getvalue() + b"\0" * 64)
    assert "weights.W_1 has shape 1000000 × 1000000, expected" in complaint(path)
    with zipfile.ZipFile(tmp_path / "w.npz", "w") as archive:
        archive.writestr("W_1.npy", b"no array")
    assert "the array W_1 of w.npz cannot be read" in complaint(path)
    (tmp_path / "w.npz").write_bytes(b"PK\x03\x04 no archive")
    assert "expected the name of a .npz file" in complaint(path)


def test_an_archive_that_may_not_be_read(archived, monkeypatch) -> None:
    path = archived()

    def refuse(self, mode):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)  # root may read everything
    assert complaint(path) == "small.toml: weights.W_1: w.npz cannot be read: permission denied."


# Single weights


def test_a_weight_is_changed_for_one_run() -> None:
    model = load("gato")
    changed = model.with_number("E[␣gato, 1]", 0.7).with_number("W_Q[2, 3]", -2).with_number("E['.', 4]", 0.25)
    assert changed.weights["E"][2, 0] == 0.7
    assert changed.weights["E"][10, 3] == 0.25
    assert changed.weights["block1.W_Q"][1, 2] == -2
    assert model.weights["E"][2, 0] == 1.0
    assert [change.cell for change in changed.changes] == ["E[␣gato, 1]", "block1.W_Q[2, 3]", "E[., 4]"]
    assert changed.changes[0].old == 1.0


@pytest.mark.parametrize(
    "typed", ["E[␣gato, 1]=0,7", "E[gato,1]=0.7", "E[ gato , 1 ] = 7e-1", "E[2, 1]=,7", "E['␣gato', 1]=+0.70"]
)
def test_a_weight_may_be_typed_in_many_ways(typed) -> None:
    values = handcalc.walk(set=typed).values
    assert values["E"][2, 0] == 0.7
    assert values["x"][1, 0] == 0.7 + 0.5
    assert not np.allclose(values["logits"], handcalc.walk().values["logits"])


def test_weights_are_changed_in_every_command_and_the_page_says_so() -> None:
    for command in (handcalc.walk, handcalc.backward, handcalc.train_step):
        page = command(set={"E[gato, 1]": 0.7, "W_U[1, ␣muro]": "−3,5"}, language="pl")
        assert page.document.settings["set"] == {"E[␣gato, 1]": 0.7, "W_U[1, ␣muro]": -3.5}
        text = str(page).replace("\n", " ")
        assert "E[␣gato, 1] ma wartość 0,7 zamiast 1." in text
        assert "W_U[1, ␣muro] ma wartość −3,5 zamiast −0,5." in text
        assert "zamiast 1" in str(page.step(1))


def test_rows_and_biases_can_be_changed_too(write) -> None:
    values = handcalc.walk(model=write(ROWS), set=["x[odd-one, 3]=9"]).values
    assert values["x"][2, 2] == 9
    random = random_model(14, extra=("biases", "norms"))
    assert random.with_number("b_1[2]", 5).weights["block1.b_1"][1] == 5
    assert random.with_number("norm.gain[1]", 5).weights["norm.gain"][0] == 5


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("E[gato]", "“E[gato]” names no single weight; expected: E[o, 1]."),
        ("E[gato, 1, 1]", "names no single weight"),
        ("E", "names no single weight"),
        ("E[gat, 1]", "no token for “gat”; close to it"),
        ("E[gato, 0]", "“0” is not on this axis; expected a number from 1 to 4."),
        ("E[gato, 5]", "“5” is not on this axis"),
        ("E[12, 1]", "“12” is not on this axis; expected a number from 0 to 11."),
        ("E[gato, gato]", "“gato” is not on this axis"),
        ("x[1, 1]", "The model gato has no weights “x”"),
        ("W_q[1, 1]", "The model gato has no weights “W_q”; close to it: W_"),
        ("P[9, 1]", "“9” is not on this axis; expected a number from 1 to 8."),
    ],
)
def test_a_weight_that_is_none(cell, said) -> None:
    with pytest.raises(HandcalcError) as caught:
        load("gato").with_number(cell, 1.0)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    "given", ["E[gato, 1]", "E[gato, 1]=", "E[gato, 1]=x", "E[gato, 1]=nan", "E[gato, 1]=1e999", "=3", 3, [3], ""]
)
def test_a_change_that_is_none(given) -> None:
    with pytest.raises(HandcalcError):
        changes(given)


def test_with_several_blocks_the_block_must_be_named() -> None:
    model = random_model(3, blocks=2)
    with pytest.raises(HandcalcError, match=r"“W_Q” may be several numbers: block1.W_Q, block2.W_Q"):
        model.with_number("W_Q[1, 1]", 1.0)
    assert isinstance(model.with_number("block2.W_Q[1, 1]", 1.0), Model)


# Faults that were found once


def test_a_labelled_row_counts_from_1_and_a_label_that_is_a_number_is_quoted(write) -> None:
    model = load(write(ROWS))
    assert model.with_number("x[1, 1]", 5.0).weights["x"][0, 0] == 5
    with pytest.raises(HandcalcError, match="expected a number from 1 to 3"):
        model.with_number("x[0, 1]", 5.0)
    odd = load(write(ROWS.replace("first", '"2"').replace("second", '"a,b"')))
    changed = odd.with_number("x['2', 1]", 5.0).with_number("x[2, 1]", 7.0)
    assert changed.weights["x"][:, 0].tolist() == [5, 7, 0.5]
    assert [change.cell for change in changed.changes] == ["x['2', 1]", "x['a,b', 1]"]
    for change in changed.changes:
        odd.with_number(change.cell, 1.0)  # what is printed can be typed


def test_a_weight_that_the_run_does_not_use_cannot_be_changed() -> None:
    for options in ({"positions": "none", "set": "P[1, 1]=5"}, {"block": "x", "set": "W_Q[1, 1]=5"}):
        with pytest.raises(HandcalcError, match="This run does not use"):
            handcalc.walk(**options)


def test_weights_given_twice_are_refused(write) -> None:
    assert "weights.W_Q stands twice, once as weights.block1.W_Q." in complaint(
        write(SMALL + '[weights.block1]\nW_Q = "zeros"\n')
    )


def test_an_archive_without_a_weight_of_the_model_is_refused(archived, tmp_path) -> None:
    path = archived('W_1 = "ones"\nfile = "w.npz"')
    np.savez(tmp_path / "w.npz", W_QQ=W_1)
    said = "small.toml: the array W_QQ of w.npz is not a weight that handcalc knows; close to it: W_Q."
    assert complaint(path) == said


def test_a_number_too_large_for_a_float_is_refused_without_a_warning(archived) -> None:
    wide = W_1.astype(np.longdouble)
    wide[0, 0] = np.longdouble("1e4000")
    if np.isfinite(wide).all() and np.longdouble is not np.float64 and wide.dtype.itemsize > 8:
        assert "weights.W_1[1, 1] is inf, expected a finite number" in complaint(archived(W_1=wide))


def test_a_default_text_that_the_model_cannot_read_is_named(write) -> None:
    for text in ("", "zzz"):
        said = complaint(write(SMALL + f'[defaults]\ntext = "{text}"\n'))
        assert said.startswith("small.toml: defaults.text: ")


def test_rows_are_lists_of_numbers_alone(write) -> None:
    said = complaint(write(ROWS.replace("first = [1, 0, 1]", 'first = "zeros"')))
    assert said == "small.toml: tokens.rows.first is “zeros”, expected a list of numbers."


def test_a_thousand_blocks_take_no_more_than_a_thousand_times_one(write) -> None:
    """Counted in looks at an array, not in seconds: each page step must not look at all arrays again."""
    looks: list[int] = []

    def counted(blocks: int) -> int:
        text = SMALL.replace("d = 2", f"d = 2\nblocks = {blocks}").replace("[weights]\nE", "[weights.blocks]\nE")
        head, _, weights = text.partition("[weights.blocks]\n")
        E, _, rest = weights.partition("\n")
        model = load(write(f"{head}[weights]\n{E}\n[weights.blocks]\n{rest}"))
        looks.clear()
        original = Tape.__getitem__

        def looked(tape: Tape, name: str) -> Any:
            looks.append(1)
            return original(tape, name)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Tape, "__getitem__", looked)
            walk(model, "a b", Options())
        return len(looks)

    assert counted(40) < 3 * counted(20)
