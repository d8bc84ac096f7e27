"""The lessons: which steps a page has, in which order, with which numbers, and what its options change."""

from __future__ import annotations

import json
import re
from collections import Counter
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

import pytest

import handcalc
from handcalc import ops
from handcalc.doc import Formula, Gap, Number, Paragraph, Table
from handcalc.errors import HandcalcError
from handcalc.expr import Ref
from handcalc.lessons import backward, show, train_step, walk
from handcalc.lessons.options import Options
from handcalc.model import ACTIVATIONS, load
from handcalc.result import Result
from handcalc.tape import Op
from handcalc.transformer import forward
from models import random_model, wide_model

PAGE = json.loads((Path(__file__).parent / "data" / "gato_page.json").read_text(encoding="utf-8"))
TOKENS = ["o", "␣gato", "␣sub", "iu", "␣no"]
POST = ("norm(x + attention(x))", "norm(x + mlp(x))")
PARALLEL = ("x + attention(norm(x)) + mlp(norm(x))",)


@pytest.fixture
def no_output(tmp_path):
    """The built-in model without W_U, as a file."""
    source = (Path(walk.__file__).parent.parent / "models" / "gato.toml").read_text(encoding="utf-8")
    path = tmp_path / "ends.toml"
    path.write_text(re.sub(r"W_U = \[.*?\n\]\n", "", source, flags=re.S).replace('target = "␣telhado"', ""), "utf-8")
    return path


def titles(page):
    return [step.name for step in page.document.steps]


def step_text(page, number):
    """One step as text, its lines stripped and runs of spaces made one."""
    return [re.sub(r" +", " ", line).strip() for line in page.step(number).to("text", width=1000).splitlines()]


def pt(number: str) -> str:
    """A number as the Portuguese page prints it."""
    return number.replace(".", ",").replace("-", "−")


def school(value: float, decimals: int) -> str:
    """The number rounded half away from zero, after its first twelve digits, as a Portuguese page prints it."""
    shown = Decimal(f"{value:.11e}").quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    return pt(str(abs(shown) if shown == 0 else shown))


def fewest(value: float) -> int:
    """The decimals that show all of a number of the file."""
    return max(0, -int(Decimal(repr(float(value))).normalize().as_tuple().exponent))


def vector(numbers) -> str:
    return "[" + "; ".join(map(pt, numbers)) + "]"


# Words


def all_ops():
    found, todo = [], [Op]
    while todo:
        for cls in todo.pop().__subclasses__():
            todo.append(cls)
            found.append(cls)
    return [cls for cls in found if cls.__module__.startswith("handcalc.")]


def test_every_operation_and_sub_result_has_words():
    names = {cls.__name__ for cls in all_ops()}
    assert names == set(show.OPERATIONS)
    assert {part for cls in all_ops() for part in cls.parts} == set(show.PARTS)


def test_every_gradient_that_can_occur_has_a_rule():
    seen = set()
    for options in (
        {},
        {"temperature": 0.5},
        {"positions": "sinusoidal"},
        {"heads": 1, "mask": False},
        {"block": POST},
        {"block": ("x + x",)},
        {"model": "examples/two-blocks.toml"},
        {"model": "examples/learned-norm.toml"},
    ):
        if "model" in options:
            options["model"] = str(Path(__file__).parent.parent / options["model"])
        page = handcalc.backward(language="en", **options)
        for name, var in page.document.values.items():
            if name.startswith("d.") and not var.part:
                seen.add(type(var.line.op))
    assert seen <= set(backward.RULES)
    # Of the rules none is idle: GELU's and ReLU's are both met, and so are all others.
    assert seen == set(backward.RULES)


def test_every_activation_has_words():
    assert set(ACTIVATIONS) == set(walk.ACTIVATIONS)


# The walk


@pytest.fixture(scope="module")
def page():
    return handcalc.walk("o gato subiu no", heads=2, temperature=1)


def test_the_nine_steps(page):
    assert page.document.language == "pt"
    english = handcalc.walk(language="en")
    assert titles(english) == [
        "From text to ids",
        "The table E: where its numbers come from",
        "The positions P and the input x",
        "LayerNorm",
        "Query, key, value",
        "The attention of each head",
        "Mixing the values and joining the heads",
        "First sum, LayerNorm, MLP and second sum",
        "The next token",
    ]
    assert [step.number for step in page.document.steps] == list(range(1, 10))


def test_step_1_prints_tokens_and_ids(page):
    text = step_text(page, 1)
    assert "token o ␣gato ␣sub iu ␣no" in text
    assert "id 0 2 4 5 1" in text


def test_step_2_prints_the_draw_the_step_and_the_reading(page):
    text = step_text(page, 2)
    assert "r = [0,003; −0,003; 0,013; 0,002]" in text
    assert "L = −ln p₅(␣telhado) = −ln 0,395 = 0,928" in text
    for token, i in zip(TOKENS, PAGE["ids"], strict=True):
        row = PAGE["values"]["d.E"][i]
        squeezed = re.sub(r"\[ ", "[", "\n".join(text)).replace("; ", ";")
        assert f"{token} {i} {vector(row)}".replace("; ", ";") in squeezed
    update = [line for line in text if "η" in line and "E[␣no, " in line]
    assert [line.rpartition(" = ")[2] for line in update] == ["−0,499", "−0,001", "−0,503", "1,003"]
    assert "−0,5 − 0,1·(−0,011)" in update[0]
    joined = " ".join(text)
    assert re.search(r"p₅\(␣telhado\)\D*0,395\D*0,396\D*0,928\D*0,927", joined)
    assert "E[␣no] = [0; 1; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0]·E = [−0,5; 0,0; −0,5; 1,0]" in joined
    assert "outras 7" in joined


def rows_of(text, heads):
    """The rows of the tables of a step that start with these labels."""
    return [line.removeprefix("▸ ") for line in text if line.removeprefix("▸ ").split(" ")[0] in heads]


def test_step_4_prints_every_row_of_u(page):
    rows = rows_of(step_text(page, 4), TOKENS)
    for token, numbers in zip(TOKENS, PAGE["values"]["block1.norm1"], strict=True):
        assert f"{token} {' '.join(map(pt, numbers))}" in rows


@pytest.mark.parametrize("head", [1, 2])
def test_step_6_prints_the_attention_of_a_head(page, head):
    text = [line.replace("; ", ";").replace("[ ", "[") for line in step_text(page, 6)]
    values = PAGE["values"]
    for j, token in enumerate(TOKENS):
        numbers = [values[f"block1.head{head}.{name}[5]"] for name in ("dots", "scores", "weights.exp", "weights")]
        k = values["block1.k"][j][2 * head - 2 : 2 * head]
        expected = f"{token} {vector(k)} {' '.join(pt(row[j]) for row in numbers)}".replace("; ", ";")
        assert expected in text


def test_step_9_prints_the_whole_vocabulary_most_likely_first(page):
    text = step_text(page, 9)
    rows = rows_of(text, PAGE["weights"]["vocabulary"])
    table = rows[-12:]
    z, exp, p = (PAGE["values"][f"{name}[5]"] for name in ("logits", "probabilities.exp", "probabilities"))
    order = sorted(range(12), key=lambda w: -float(p[w]) - float(z[w]) / 1e3)
    for line, w in zip(table, order, strict=True):
        token = PAGE["weights"]["vocabulary"][w]
        assert line.rstrip("█ ") == f"{token} {pt(z[w])} {pt(exp[w])} {pt(p[w])}"
    joined = " ".join(text)
    assert "(−0,987)·(−0,5) + 0,928·1,0 + (−1,011)·0,0 + 1,069·1,0 = 2,491" in joined
    assert "“o gato subiu no telhado”" in joined


@pytest.mark.parametrize(
    ("name", "symbol"),
    [("block1.sum1", "h₅"), ("block1.norm2", "u′₅"), ("block1.mlp.hidden", "b₅"), ("block1.mlp.active", "g₅"),
     ("block1.mlp", "m₅"), ("block1.sum2", "y₅")],
)  # fmt: skip
def test_step_8_prints_the_vectors_of_the_followed_row(page, name, symbol):
    found = [line for line in step_text(page, 8) if line.startswith(f"{symbol} = ")]
    assert len(found) == 1
    assert found[0].endswith(vector(PAGE["values"][f"{name}[5]"]))


def numbers_of(text: str, decimal: str) -> Counter[str]:
    return Counter(re.findall(rf"−?\d+\{decimal}\d+", text))


@pytest.mark.parametrize("command", ["walk", "backward", "train_step"])
def test_the_same_numbers_in_all_languages(command):
    pages = {code: getattr(handcalc, command)(language=code) for code in ("en", "pt", "pl")}
    lengths = {len(page.document.steps) for page in pages.values()}
    assert len(lengths) == 1
    for number in range(1, lengths.pop() + 1):
        counts = []
        for code, page in pages.items():
            mark = "." if code == "en" else ","
            text = page.step(number).to("text", width=100_000)
            counts.append({k.replace(mark, "."): n for k, n in numbers_of(text, mark).items()})
        assert counts[0] == counts[1] == counts[2], number


def test_the_formats_show_the_same_numbers(page):
    steps = json.loads(page.to("json"))["steps"]
    text = page.to("text", width=100_000)
    assert page.to("terminal", width=100_000, color=False) == text

    def cells(block):
        if isinstance(block, dict):
            if set(block) == {"ref", "value"} and isinstance(block["value"], float):
                yield block["ref"], block["value"]
            else:
                for part in block.values():
                    yield from cells(part)
        elif isinstance(block, list):
            for part in block:
                yield from cells(part)

    printed = set(re.findall(r"−?\d+,\d+", text))
    values = list(cells([step["blocks"] for step in steps]))
    assert len(values) > 700
    given = {"E", "P", "W_U", "embedded", "position", "x", *(f"block1.W_{letter}" for letter in "QKVO12")}
    places = {name: max(1, *(fewest(x) for x in page.values[name].ravel())) for name in given}
    for ref, value in values:
        if ref is None:  # no cell: a constant of the rule, with all its digits, or a sum
            assert {pt(str(value)), pt(f"{value:.5f}"), school(value, 3)} & printed, value
        else:
            assert school(value, places.get(ref.partition("[")[0], 3)) in printed, (ref, value)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"block": POST}, ["Query, key, value", "The attention of each head", "Mixing the values and joining the heads",
                           "First sum, first LayerNorm, MLP, second sum and second LayerNorm", "The next token"]),
        ({"block": PARALLEL}, ["LayerNorm", "Query, key, value", "The attention of each head",
                               "Mixing the values and joining the heads", "LayerNorm, MLP and residual sum",
                               "The next token"]),
        ({"block": ["attention(x)"], "heads": 1}, ["Query, key, value", "The attention", "Mixing the values",
                                                   "The next token"]),
        ({"block": ["x + mlp(norm(x))"]}, ["LayerNorm, MLP and residual sum", "The next token"]),
        ({"block": ["x"]}, ["The next token"]),
    ],
)  # fmt: skip
def test_any_block_has_its_steps_in_the_order_of_computation(options, expected):
    assert titles(handcalc.walk(language="en", **options))[3:] == expected


def test_two_blocks_name_their_steps():
    model = str(Path(__file__).parent.parent / "examples" / "two-blocks.toml")
    found = titles(handcalc.walk(model=model))[3:]
    assert [title.split(" · ")[0] for title in found] == ["Block 1"] * 4 + ["Block 2"] * 4 + ["The next token"]


@pytest.mark.parametrize("heads", [1, 2, 4])
@pytest.mark.parametrize("mask", [True, False])
def test_heads_and_mask_act(heads, mask):
    page = handcalc.walk(language="en", heads=heads, mask=mask)
    values = page.values
    assert [name for name in values if re.fullmatch(r"block1\.head\d\.weights", name)] == [
        f"block1.head{h}.weights" for h in range(1, heads + 1)
    ]
    assert ("block1.head1.masked" in values) == mask
    text = " ".join(step_text(page, 6))
    assert ("no mask" in text) != mask
    tables = [block for block in page.document.steps[5].blocks if isinstance(block, Table)]
    assert len(tables) == 2 * heads


def test_the_followed_row_is_followed_everywhere():
    by_number = handcalc.walk(language="en", row=2)
    assert by_number.to("text") == handcalc.walk(language="en", row="gato").to("text")
    text = by_number.to("text")
    assert "We follow row 2, ␣gato." in text
    assert "o⁽¹⁾₂,₁" in text
    assert "o⁽¹⁾₅,₁" not in text
    assert "In row 2 it hides 3 scores." in text
    every = handcalc.walk(language="en", row="all").to("text")
    for t in range(1, 6):
        assert f"z{'₀₁₂₃₄₅'[t]}(" in every


def test_a_temperature_divides_and_zero_takes_the_largest():
    half = handcalc.walk(language="en", temperature="0,5")
    assert "scaled" in half.values
    assert "T = 0.5" in " ".join(step_text(half, 9))
    zero = handcalc.walk(language="en", temperature=0)
    assert zero.values["probabilities"][-1].max() == 1
    assert "loss" not in zero.values
    joined = zero.to("text")
    assert "learning rate" not in joined
    assert "T = 0" in joined


def test_ties_are_named_as_ties(tmp_path):
    page = handcalc.walk(language="en", heads=1, row=4)
    assert "looks equally at “o”, ␣gato, ␣sub and “iu”, with the weight 0.250 each" in " ".join(step_text(page, 6))
    source = (Path(walk.__file__).parent.parent / "models" / "gato.toml").read_text(encoding="utf-8")
    path = tmp_path / "flat.toml"
    path.write_text(re.sub(r"W_U = \[.*?\n\]\n", "W_U = { normal = 0.0 }\n", source, flags=re.S), encoding="utf-8")
    for temperature in (0, 1):
        tied = handcalc.walk(language="en", model=path, temperature=temperature)
        assert "Equally likely are “o”, ␣no, ␣gato," in tied.to("text")
        assert tied.values["probabilities"][-1].tolist() == pytest.approx([1 / 12] * 12)
    assert "12 tokens have the largest logit" in handcalc.walk(language="en", model=path, temperature=0).to("text")


def test_digits_pencil_and_full_act():
    assert "0.92774" in handcalc.walk(language="en", digits=5).to("text")
    assert " 0.4 " in handcalc.walk(language="en", digits=1).to("text")
    pencil = handcalc.walk(language="en", pencil=True)
    assert "Pencil mode" in pencil.to("text")
    assert all(round(x, 3) == x for x in pencil.values["block1.head1.scores"].ravel())


def test_a_target_moves_the_loss_and_an_absent_one_leaves_training_out(tmp_path, no_output):
    page = handcalc.walk(language="en", target="muro")
    assert "L = −ln p₅(␣muro) = −ln 0.141 = 1.956" in page.to("text")
    source = (Path(walk.__file__).parent.parent / "models" / "gato.toml").read_text(encoding="utf-8")
    path = tmp_path / "free.toml"
    path.write_text(source.replace('target = "␣telhado"', ""), encoding="utf-8")
    free = handcalc.walk(language="en", model=path)
    assert "η" not in free.to("text")
    assert len(free.document.steps) == 9
    with pytest.raises(HandcalcError, match="names no target"):
        handcalc.train_step(model=path)
    ends = handcalc.walk(language="en", model=no_output)
    assert titles(ends)[-1] == "The last state"
    with pytest.raises(HandcalcError, match="no output"):
        handcalc.backward(model=no_output)


@pytest.mark.parametrize("cell", ["logits[1, o]", "z", "probabilities", "loss", "L", "d.x[1, 1]", "E.new", "W_U"])
def test_what_a_model_has_no_output_for_is_said(no_output, cell):
    with pytest.raises(HandcalcError, match=r"has no output \(no W_U\)"):
        handcalc.show(cell, model=no_output)


@pytest.mark.parametrize("options", [{"temperature": 0.5}, {"target": "o"}])
@pytest.mark.parametrize("command", ["walk", "show", "backward", "train_step"])
def test_an_option_for_the_output_needs_an_output(no_output, command, options):
    with pytest.raises(HandcalcError, match=r"has no output \(no W_U\)"):
        getattr(handcalc, command)(model=no_output, **options)


@pytest.mark.parametrize("cell", ["loss", "d.x[1, 1]", "E.new[1, 1]"])
def test_without_a_temperature_there_is_no_gradient_to_show(cell):
    with pytest.raises(HandcalcError, match="At T = 0 the loss has no derivative"):
        handcalc.show(cell, temperature=0)
    with pytest.raises(HandcalcError, match="There is no number named"):
        handcalc.show("d.nope", temperature=0)
    assert "p₅(␣telhado) = 1 / 1 = 1.000" in handcalc.show(
        "probabilities[5, telhado]", language="en", temperature=0
    ).to("text")


def test_a_row_without_spread_is_explained_forward_and_back(tmp_path):
    path = tmp_path / "flat.toml"
    weights = "".join(f'W_{letter} = "identity"\n' for letter in "QKV")
    path.write_text(
        f"""
[tokens]
cut = "words"
vocabulary = ["a", "b"]
[sizes]
d = 2
[rules]
block = ["x + attention(norm(x))"]
final = "norm(x)"
norm_eps = 0
[weights]
E = [[1.0, 1.0], [1.0, 2.0]]
W_U = [[1.0, 0.5], [0.25, 1.0]]
{weights}
[defaults]
text = "a b"
target = "a"
""",
        encoding="utf-8",
    )
    forward_ = "All numbers of row 1 are equal"
    back = "The standard deviation of row 1 of x is 0, so row 1 of ∂L/∂x|u is 0 by definition."
    for cell in ("norm1[1, 1]", "norm1[1]", "norm1", "norm1.std[1]"):
        assert forward_ in handcalc.show(cell, language="en", model=path).to("text")
    assert forward_ not in handcalc.show("norm1[2]", language="en", model=path).to("text")
    for cell in ("d.x.via.block1.norm1[1, 2]", "d.x.via.block1.norm1"):
        assert back in handcalc.show(cell, language="en", model=path).to("text").replace("\n", " ")
    assert forward_ in handcalc.walk(language="en", model=path).to("text")
    gradients = handcalc.backward(language="en", model=path).to("text", width=200)
    assert back in gradients
    assert gradients.count("The standard deviation of row") == 2  # both LayerNorms
    assert "The standard deviation of row" not in handcalc.backward(language="en").to("text", width=200)


def test_long_vocabularies_show_their_ends_the_followed_rows_and_a_count(tmp_path):
    words = [f"w{i}" for i in range(100)]
    path = tmp_path / "long.toml"
    path.write_text(
        f"""
[tokens]
cut = "words"
vocabulary = {json.dumps(words)}
[sizes]
d = 30
heads = 3
mlp_width = 50
[rules]
positions = "sinusoidal"
[weights]
{
            "".join(
                f"{name} = {{ normal = 0.5, seed = 1 }}{chr(10)}"
                for name in ("E", "W_Q", "W_K", "W_V", "W_O", "W_1", "W_2", "W_U")
            )
        }
[defaults]
text = "w50 w3 w50"
target = "w70"
""",
        encoding="utf-8",
    )
    page = handcalc.walk(language="en", model=path)
    table = next(block for block in page.document.steps[1].blocks if isinstance(block, Table) and len(block.rows) > 3)
    assert [row.size for row in table.rows if isinstance(row, Gap)] == [46, 46]
    text = page.to("text")
    assert "46 rows left out" in text
    assert "24 columns left out" in text
    assert "[0, …, 0, 1, 0, …, 0]" in text
    assert " + … + " in text
    last = next(block for block in reversed(page.document.steps[-1].blocks) if isinstance(block, Table))
    assert any(not isinstance(row, Gap) and row[0].text == "w70" for row in last.rows)
    full = handcalc.walk(language="en", model=path, full=True)
    assert "left out" not in full.to("text")
    assert "…" not in full.to("text")


@pytest.mark.parametrize("size", [8, 24, 25, 30, 40, 41, 60])
@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("row", ["5", "all"])
def test_the_largest_weight_of_each_row_is_emphasized_where_it_stands(size, full, row):
    model = random_model(3, max_length=60, heads=1, causal=False, positions="sinusoidal")
    text = "".join("acd"[(i * i + i // 7) % 3] for i in range(size))
    document = walk.walk(model, text, Options(language="en", full=full, row=row))
    shown = [block for block in document.steps[5].blocks if isinstance(block, Table)]
    assert len(shown) == (2 if row == "5" else size + 1)
    top = document.values["block1.head1.weights"].data.max(axis=1)
    for table in shown:
        best = {
            (i, c)
            for i, row in enumerate(table.rows)
            if not isinstance(row, Gap)
            for c, cell in enumerate(row)
            if isinstance(cell, Number)
            and cell.ref.array.name.endswith("weights")
            and cell.ref.value >= top[cell.ref.at[0]] - 1e-12
        }
        assert table.strong == best
        assert best  # what the followed row looks at most is shown, whatever is left out
        if table is shown[-1] and row == "all":
            assert {i for i, _ in best} == {i for i, entry in enumerate(table.rows) if not isinstance(entry, Gap)}
        whole = full or size <= 40 or (table is shown[-1] and row == "all")
        assert (len(table.rows) == size) == whole
        gaps = [row.size for row in table.rows if isinstance(row, Gap)]
        assert len(table.rows) - len(gaps) + sum(gaps) == size


@pytest.mark.parametrize("size", [3, 30, 45])
@pytest.mark.parametrize("row", [None, "2", "all"])
@pytest.mark.parametrize("command", ["walk", "backward", "train_step"])
def test_what_is_written_out_stands_in_the_table(command, row, size):
    model = wide_model(5, spread=0.3)
    text = " ".join(f"w{(7 * i * i + 3) % 60:02}" for i in range(size))
    asked = Options(language="en", row=row, target="w33")
    lesson = {"walk": walk.walk, "backward": backward.backward, "train_step": train_step.train_step}[command]
    document = lesson(model, text, asked, **({"weights": "all"} if command == "train_step" else {}))
    blocks = [block for step in document.steps for block in step.blocks]
    tabled = {
        cell.ref
        for block in blocks
        if isinstance(block, Table)
        for entry in block.rows
        if not isinstance(entry, Gap)
        for cell in entry
        if isinstance(cell, Number)
    }
    names = Counter(ref.array.name for ref in tabled)
    places = {(ref.array.name, ref.at) for ref in tabled}
    written = {
        (equation.left.array.name, equation.left.at)
        for block in blocks
        if isinstance(block, Formula)
        for equation in block.rows
        if isinstance(equation.left, Ref) and names[equation.left.array.name] > 1
    }
    assert len(written) > 2
    assert written <= places


def test_the_likeliest_token_after_a_step_stands_in_its_table():
    page = train_step.train_step(wide_model(2), "w50 w07 w12", Options(language="en", target="w33", eta=3.0))
    (table,) = [block for block in page.steps[3].blocks if isinstance(block, Table)]
    p, p_new = page.values["probabilities"].data[-1], page.after["probabilities"].data[-1]
    assert list(p).index(p.max()) != list(p_new).index(p_new.max())
    shown = {entry[0].text for entry in table.rows if not isinstance(entry, Gap)}
    assert len(shown) < 12
    assert {"w33", f"w{p.argmax():02}", f"w{p_new.argmax():02}"} <= shown


def test_a_long_update_is_shortened_and_says_so():
    page = train_step.train_step(wide_model(2), "w50 w07", Options(language="en", target="w33"))
    update = Result(page).step(3).to("text")
    assert update.count("E[w07, ") == 3 * 6
    assert "More numbers are left out here; --full prints them all." in update
    full = train_step.train_step(wide_model(2), "w50 w07", Options(language="en", target="w33", full=True))
    assert Result(full).step(3).to("text").count("E[w07, ") == 3 * 30


def test_the_row_of_the_last_token_stands_among_the_gradients():
    text = " ".join([*(f"w{i:02}" for i in range(50)), "w10"])
    page = train_step.train_step(wide_model(2), text, Options(language="en", target="w33"))
    table = next(block for block in page.steps[1].blocks if isinstance(block, Table))
    assert "w10" in {entry[0].text for entry in table.rows if not isinstance(entry, Gap)}
    assert len(table.rows) < 12


def test_only_the_heads_that_take_off_the_largest_score_say_so():
    model = random_model(2, heads=3)
    large = model.weights["block1.W_Q"].copy()
    large[:, 2:] *= 20
    uneven = model.changed(weights={**model.weights, "block1.W_Q": large})
    page = Result(walk.walk(uneven, "acdac", Options(language="en")))
    forms = ["max" in page.document.values[f"block1.head{h}.weights"].parts for h in (1, 2, 3)]
    assert forms == [False, True, True]
    text = re.sub(r"\s+", " ", page.step(6).to("text", width=200))
    assert "In heads 2 and 3 the exponentials are e^(s − max), because" in text
    first, second = text.split("Head 1, q")[1].split("Head 2, q")
    assert "max" not in first
    assert "maxⱼ s⁽²⁾₅,ⱼ = max(" in second


# Backward


def test_backward_reaches_every_weight():
    page = handcalc.backward(language="en")
    weights = {"E", "P", "W_U", *(f"block1.W_{letter}" for letter in ("Q", "K", "V", "O", "1", "2"))}
    assert all(f"d.{name}" in page.values for name in weights)
    assert titles(page) == [
        "The loss and the logits",
        "Back through W_U",
        "Back through the last LayerNorm",
        "Back through the second sum",
        "Back through the MLP",
        "Back through the second LayerNorm",
        "Back through the first sum",
        "Back through W_O",
        "Back through the attention of each head",
        "Back through query, key and value",
        "Back through the first LayerNorm",
        "Back to P and E",
        "All weights",
    ]
    # Every weight has its table, and every step a rule, a cell written out and a table (a sum needs no table).
    printed = {
        cell.ref.array.name
        for step in page.document.steps
        for block in step.blocks
        if isinstance(block, Table)
        for row in block.rows
        if not isinstance(row, Gap)
        for cell in row
        if isinstance(cell, Number)
    }
    assert {f"d.{name}" for name in weights} <= printed
    for step in page.document.steps[:-1]:
        kinds = {type(block) for block in step.blocks}
        assert {Paragraph, Formula} <= kinds, step.name
    text = page.to("text")
    assert "∂L/∂z₅(␣telhado) = p₅(␣telhado) − t = 0.395 − 1 = −0.605" in text
    assert "∂L/∂h₅,₄|u′ + ∂L/∂h₅,₄|y" in text


def test_a_sum_of_equal_terms_says_it_once(tmp_path):
    path = tmp_path / "twice.toml"
    source = (Path(walk.__file__).parent.parent / "models" / "gato.toml").read_text(encoding="utf-8")
    path.write_text(re.sub(r"(?m)^block = \[\"x", 'block = ["x + x', source), encoding="utf-8")
    text = handcalc.backward(language="en", model=path).to("text")
    assert text.count("∂L/∂x|h = ∂L/∂h\n") == 1
    assert "∂L/∂x = ∂L/∂x|u + ∂L/∂x|h + ∂L/∂x|h\n" in text


def test_backward_with_a_temperature_divides_once_more():
    text = handcalc.backward(language="en", temperature=2).to("text")
    assert "∂L/∂z′₅(␣telhado) = p₅(␣telhado) − t" in text
    assert re.search(r"∂L/∂z₅\(␣telhado\) = ∂L/∂z′₅\(␣telhado\) / T = \(−0\.\d+\) / 2 = −0\.\d+", text)


def test_backward_names_weights_that_are_not_used():
    text = handcalc.backward(language="en", block=["x + attention(norm(x))"]).to("text")
    assert "their derivatives are 0: block1.W_1 and" in text


def test_pencil_on_the_way_back_keeps_five_decimals():
    page = handcalc.backward(language="en", pencil=True)
    assert page.document.digits == 5
    assert handcalc.backward(language="en", pencil=True, digits=2).document.digits == 2
    assert handcalc.walk(language="en", pencil=True).document.digits == 3
    assert all(abs(round(x, 5) - x) < 1e-15 for x in page.values["d.E"].ravel())


# The training step


def test_train_step_writes_the_update_and_what_it_changed():
    page = handcalc.train_step(eta="0,1")
    text = page.to("text")
    assert re.search(r"p₅\(␣telhado\)\D*0,395\D*0,396\D*0,928\D*0,927", re.sub(r"\s+", " ", text))
    assert page.after["E"][1].round(3).tolist() == [-0.499, -0.001, -0.503, 1.003]
    assert (page.after["W_U"] == page.values["W_U"]).all()
    assert set(page.values) > {"E.new", "d.E"}


def test_all_weights_move_when_they_are_asked_to():
    page = handcalc.train_step(language="en", weights="all")
    for name in ("E", "P", "W_U", "block1.W_Q", "block1.W_2"):
        moved = page.values[name] - 0.1 * page.values[f"d.{name}"]
        assert abs(page.after[name] - moved).max() < 1e-15, name
        assert abs(moved - page.values[name]).max() > 0, name
    assert float(page.after["loss"]) < float(handcalc.train_step(language="en").after["loss"])


def test_repeated_steps_are_steps_one_after_another():
    page = handcalc.train_step(language="en", steps=3, eta=0.5)
    table = page.document.steps[-1].blocks[1]
    losses = [row[1].value for row in table.rows]
    assert [row[0].value for row in table.rows] == [0, 1, 2, 3]
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] == float(page.after["loss"])
    # The same three steps one by one, each on a model that starts from the weights of the one before.
    model = load("gato")
    for step in range(3):
        run = forward(model, model.ids(model.text), target=6)
        assert losses[step] == pytest.approx(float(run.tape["loss"].data), abs=1e-15)
        run.tape.backward(run.tape["loss"])
        model = model.changed(weights={**model.weights, "E": model.weights["E"] - 0.5 * run.tape["d.E"].data})
    assert abs(page.after["E"] - model.weights["E"]).max() < 1e-15


def test_a_rate_of_zero_changes_nothing_and_says_so():
    page = handcalc.train_step(language="en", eta=0)
    assert (page.after["E"] == page.values["E"]).all()
    assert "This one step leaves p₅(␣telhado) = 0.395 and the loss 0.928 as they were." in " ".join(
        page.to("text").split()
    )


def test_training_that_runs_away_is_one_sentence():
    for steps in (1, 3):
        with pytest.raises(HandcalcError, match=r"^Training went out of bounds at step 1; a smaller"):
            handcalc.train_step(eta=1e300, steps=steps)


# One number


@pytest.mark.parametrize(
    ("cell", "lines"),
    [
        ("logits[␣no, ␣telhado]",
         ["z₅(␣telhado) = Σ_c f₅,c·W_U[c, ␣telhado] = "
          "(−0.987)·(−0.5) + 0.928·1.0 + (−1.011)·0.0 + 1.069·1.0 = 2.491"]),
        ("d.E[␣gato, 3]", ["∂L/∂E[␣gato, 3] = ∂L/∂E[ids]₂,₃ = 0.026"]),
        ("block1.norm1[5,1]",
         ["μ₅ = (Σ_c x₅,c) / d = (−0.5 + (−0.5) + (−0.5) + 1.5) / 4 = 0.000",
          "σ₅ = √((Σ_c (x₅,c − μ₅)²) / d + ε) = √(((−0.5 − 0.000)² + (−0.5 − 0.000)² + (−0.5 − 0.000)² + "
          "(1.5 − 0.000)²) / 4 + 0.00001) = 0.866",
          "u₅,₁ = (x₅,₁ − μ₅) / σ₅ = (−0.5 − 0.000) / 0.866 = −0.577"]),
        ("loss", ["L = −ln p₅(␣telhado) = −ln 0.395 = 0.928"]),
        ("E.new[no, 1]", ["E[␣no, 1] ← E[␣no, 1] − η·∂L/∂E[␣no, 1] = −0.5 − 0.1·(−0.011) = −0.499"]),
        ("W_Q[4, 1]", ["W_Q[4, 1] = 1.0"]),
    ],
)  # fmt: skip
def test_show_writes_a_number_out(cell, lines):
    text = [re.sub(r" += ", " = ", line) for line in step_text(handcalc.show(cell, language="en"), 1)]
    joined = " ".join(text)
    for line in lines:
        assert line in joined
    assert [joined.index(line) for line in lines] == sorted(joined.index(line) for line in lines)


@pytest.mark.parametrize(
    "cell", ["logits[5, telhado]", "logits[no, 6]", "logits['␣no', \"_telhado\"]", "logits[ no,6 ]"]
)
def test_a_cell_may_be_named_in_many_ways(cell):
    assert handcalc.show(cell, language="en").document.steps[0].name == "logits[5, ␣telhado]"


def test_depth_goes_on_into_the_operands():
    page = handcalc.show("block1.head1.out[5, 1]", language="en", depth=3)
    assert [len(step.blocks) for step in page.document.steps][1:] == [1, 1, 1]
    deep = handcalc.show("logits[5, 6]", language="en", depth=100)
    assert "With that, everything is worked out from given numbers." in deep.to("text")
    assert "x₅,₁ = E[ids]₅,₁ + P[pos]₅,₁" in re.sub(r" +", " ", deep.to("text"))


def test_every_name_of_the_list_can_be_shown():
    listed = handcalc.show(None, language="en")
    table = listed.document.steps[0].blocks[-1]
    names = [row[0] for row in table.rows]
    assert len(names) > 100
    assert names == list(listed.document.values)
    for name in names:
        page = handcalc.show(name, language="en")
        assert page.document.steps[0].name == name


@pytest.mark.parametrize(
    ("cell", "sentence"),
    [
        ("logit[5, 6]", "There is no number named “logit”; close to it: logits"),
        ("qqqqq", "There is no number named “qqqqq”; show alone lists all names."),
        ("LOGITS[5, 6]", "There is no number named “LOGITS”; close to it: logits"),
        ("", "There is no number named “”; show alone lists all names."),
        ("[1]", "There is no number named “”; show alone lists all names."),
        ("logits[5, 6, 7]", "logits takes another number of indices: 2, not 3, as in logits[1, o]."),
        ("logits[6, 1]", "“6” is not on this axis; expected a number from 1 to 5."),
        ("logits[5, 12]", "“12” is not on this axis; expected a number from 0 to 11."),
        ("logits[5, cachorro]", "The model gato has no token for “cachorro”"),
        ("x[5, a]", "“a” is not on this axis; expected a number from 1 to 4."),
        ("logits[5, 6", "“logits[5, 6” has no closing bracket"),
        ("logits['5, 6]", "“logits['5, 6]” has an open quote"),
        ("loss[1]", "loss takes another number of indices: 0, not 1, as in loss."),
    ],
)
def test_a_wrong_cell_gets_a_sentence(cell, sentence):
    with pytest.raises(HandcalcError) as caught:
        handcalc.show(cell)
    assert str(caught.value).startswith(sentence)


def test_a_symbol_of_the_page_names_its_line_where_it_is_the_only_one():
    for typed, name in (
        ("u", "block1.norm1"),
        ("u'", "block1.norm2"),
        ("z", "logits"),
        ("L", "loss"),
        ("h", "block1.sum1"),
    ):
        assert handcalc.show(typed, language="en").document.steps[0].name == name
    assert handcalc.show("d.u[5, 1]", language="en").document.steps[0].name == "d.block1.norm1[5, 1]"
    model = str(Path(__file__).parent.parent / "examples" / "two-blocks.toml")
    with pytest.raises(HandcalcError, match=r"“W_Q” may be several numbers: block1\.W_Q, block2\.W_Q\."):
        handcalc.show("W_Q[1, 1]", model=model)


def test_one_index_of_two_shows_the_row():
    text = " ".join(step_text(handcalc.show("norm1[no]", language="en"), 1))
    assert "u₅ = [−0.577, −0.577, −0.577, 1.732]" in text
    assert "u₅,₁ = (x₅,₁ − μ₅) / σ₅" in text


def test_a_repeated_token_is_given_by_position():
    with pytest.raises(HandcalcError, match=r"“␣gato” stands in rows 1, 3; give the row's number\."):
        handcalc.show("x[gato, 1]", " gato no gato")
    with pytest.raises(HandcalcError, match="“␣gato” stands in rows 1, 3"):
        handcalc.walk(" gato no gato", row="gato")
    assert "1 ␣gato" in handcalc.walk(" gato no gato").to("text")


# The sinusoidal code


def test_posenc_prints_the_products_of_the_page():
    page = handcalc.posenc(d=512, distances="1,5,40", language="pl")
    table = next(block for block in page.document.steps[2].blocks if isinstance(block, Table))
    found = {row[0].value: [cell.ref.value for cell in row[1:]] for row in table.rows}
    for distance, product in ((0, 256.0), (1, 249.1), (5, 189.6), (40, 137.0)):
        assert [round(x, 1) for x in found[distance]] == [product] * 3
    assert page.document.distances[40] == pytest.approx(137.0, abs=0.05)
    text = page.to("text")
    assert "249,102" in text
    assert "256" in text


@pytest.mark.parametrize("d", [2, 4, 6, 130])
def test_the_closed_form_is_the_dot_product(d):
    page = handcalc.posenc(d=d, length=5, at=3, distances=[2, 7], language="en")
    values = page.values
    assert values["dots"].shape == (1, 3)
    assert abs(values["dots"][0] - values["waves"]).max() < 1e-12
    assert abs(values["dots.other"][0] - values["waves"]).max() < 1e-12
    assert values["waves"][0] == d / 2


def test_an_odd_width_is_refused():
    with pytest.raises(HandcalcError, match="d = 5 is odd"):
        handcalc.posenc(d=5)


def test_ops_are_all_in_one_list():
    assert {cls.__name__ for cls in all_ops()} == set(ops.__all__)


# Faults that were found once


BIG = """
[tokens]
cut = "words"
vocabulary = ["a", "b"]
[sizes]
d = 2
[rules]
block = ["x"]
final = "x"
[weights]
E = [[12345678.0, 2.0], [1.0, -98765432.5]]
W_U = [[1.0, 0.5], [0.25, 1.0]]
[defaults]
text = "a b"
target = "a"
"""


def test_a_given_number_in_scientific_form_keeps_the_digits_of_the_page(tmp_path):
    path = tmp_path / "big.toml"
    path.write_text(BIG, encoding="utf-8")
    text = handcalc.show("logits[2, b]", language="en", model=path, pencil=True).to("text")
    assert "= 1.000·0.50 + (−9.877·10⁷)·1.00 = −9.877·10⁷" in text
    text = handcalc.show("x[1, 1]", language="en", model=path, digits=5).to("text")
    assert "1.23457·10⁷" in text


@pytest.mark.parametrize("width", [20, 40, 60, 80, None])
def test_a_scientific_number_is_never_broken(width):
    page = handcalc.walk(language="en", temperature=1e-12).step(9)
    lines = page.to("text", width=width).splitlines()
    assert not [line for line in lines if line.lstrip("▸ =").startswith("·10")]
    assert any("·10¹²" in line for line in lines)


@pytest.mark.parametrize(
    ("call", "options"),
    [
        ("walk", {"temperature": 0.05, "target": "muro", "eta": 1e308}),
        ("train_step", {"temperature": 0.05, "target": "muro", "eta": 1e308, "weights": "all"}),
        ("show", {"cell": "E.new", "temperature": 1e-300, "target": "muro", "eta": 1e30}),
        ("show", {"cell": "d.norm", "temperature": 1e-300, "target": "muro", "eta": 1e30}),
    ],
)
def test_infinities_after_the_way_back_are_refused(call, options):
    with pytest.raises(HandcalcError, match=r"grow beyond all bounds at E\.new: a weight or η is too large"):
        getattr(handcalc, call)(**options)


def test_a_deep_look_into_a_large_model_stops_at_a_page(tmp_path):
    weights = "".join(
        f"{chr(10)}[weights.block{b}]{chr(10)}"
        + "".join(f"{name} = {{ normal = 0.5, seed = {b} }}{chr(10)}" for name in ("W_Q", "W_K", "W_V", "W_O"))
        for b in range(1, 6)
    )
    path = tmp_path / "deep.toml"
    path.write_text(
        f"""
[tokens]
cut = "words"
vocabulary = ["a", "b", "c"]
[sizes]
d = 4
heads = 2
blocks = 5
max_length = 100
[rules]
block = ["norm(x + attention(x))"]
[weights]
E = {{ normal = 1.0 }}
W_U = {{ normal = 1.0 }}
{weights}
[defaults]
target = "a"
""",
        encoding="utf-8",
    )
    page = handcalc.show("loss", " ".join("abc" * 33), language="en", model=path, depth=100)
    printed = sum(
        len(block.rows) for step in page.document.steps for block in step.blocks if isinstance(block, Formula)
    )
    assert 500 <= printed < 1000  # 500, and the sub-results of the last
    assert "More numbers are left out here; --full prints them all." in page.to("text")


def test_every_training_step_is_reported():
    done = []
    handcalc.train_step(steps=3, progress=done.append)
    assert done == [1, 2, 3]


def test_the_pencil_is_named_on_any_part_of_a_page():
    assert "Pencil mode" in handcalc.walk(language="en", pencil=True).step(9).to("text")
    assert "carried with all" not in handcalc.walk(language="en").step(9).to("text")


def test_no_row_is_marked_where_all_are_followed():
    assert "▸" not in handcalc.walk(language="en", row="all").step("3-9").to("text")
    assert "▸" in handcalc.walk(language="en", row="2").step("3-9").to("text")


def test_the_loss_says_that_it_depends_on_the_temperature():
    for command in ("walk", "backward", "train_step"):
        assert "T = 2 before the softmax" in getattr(handcalc, command)(language="en", temperature=2).to("text")
        assert "T = 1 before" not in getattr(handcalc, command)(language="en").to("text")


def test_without_a_mask_an_inner_row_predicts_nothing():
    text = " ".join(handcalc.walk(language="en", mask=False, row=2).to("text").split())
    assert "This predicts nothing: without a mask the row has seen the tokens after it." in text
    assert "would go on" not in text
    assert "would go on" in handcalc.walk(language="en", mask=False).to("text")


def test_the_training_step_writes_out_the_followed_rows():
    text = handcalc.train_step(language="en", row="gato").to("text")
    assert "The row of ␣gato (id 2), number by number:" in text
    assert "E[␣no, 1] ←" not in text
