"""JSON holds every number with all its digits, and the page as data."""

import json
import math
from collections.abc import Iterator
from typing import Any

import pytest

import pages
from handcalc.doc import (
    Bar,
    Curve,
    Document,
    Equation,
    Formula,
    Gap,
    Heatmap,
    Math,
    Paragraph,
    Side,
    Table,
    Token,
    Value,
    Vector,
)
from handcalc.expr import Num, Ref, Whole, add, refs
from handcalc.formats.json import write


def refuse(word: str) -> None:
    raise AssertionError(f"{word} is no JSON")


def read(document: Document, **options: Any) -> dict[str, Any]:
    found = json.loads(write(document, **options), parse_constant=refuse)
    assert isinstance(found, dict)
    return found


def blocks(*parts: Any) -> list[dict[str, Any]]:
    found = read(pages.page(*parts))["steps"][0]["blocks"]
    assert isinstance(found, list)
    return found


def numeric(part: Any) -> Iterator[dict[str, Any]]:
    """Every {ref, value} in a piece of the page."""
    if isinstance(part, dict):
        if part.keys() == {"ref", "value"}:
            yield part
        for inner in part.values():
            yield from numeric(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from numeric(inner)


def test_the_object_has_its_keys_in_order() -> None:
    page = read(pages.sample())
    assert list(page) == [
        "command", "version", "model", "language", "settings", "tokens", "ids", "values", "after", "distances", "steps",
    ]  # fmt: skip
    assert page["tokens"] == ["o", "␣gato", "␣sub", "iu", "␣no"] and page["ids"] == [0, 2, 4, 5, 1]
    assert page["after"] is None and page["distances"] is None
    assert page["settings"] == {"digits": 3, "full": False}
    assert [(step["number"], step["title"]) for step in page["steps"]] == [
        (4, "LayerNorm"), (6, "A atenção de cada cabeça"), (9, "O próximo token"),
    ]  # fmt: skip


def test_values_carry_all_digits_and_their_labels() -> None:
    document = pages.sample()
    assert document.values is not None
    page = read(document.changed(after=document.values, distances={0: 256.0, 40: 97.25}))
    assert set(page["values"]) == set(document.values) and page["after"] == page["values"]
    assert page["distances"] == {"0": 256.0, "40": 97.25}
    for name, array in document.values.items():
        found = page["values"][name]
        assert found["axes"] == [list(axis.labels) for axis in array.axes]
        flat = [found["data"]]
        for _ in array.axes:
            flat = [x for row in flat for x in row]
        exact = [x if math.isfinite(x) else str(x) for x in array.data.ravel().tolist()]  # type: ignore[attr-defined]
        assert flat == exact, name
    assert page["values"]["loss"] == {"axes": [], "data": document.values["loss"].number(())}


def test_masked_scores_are_words() -> None:
    page = read(pages.sample())
    scores = page["values"]["block1.head1.masked"]["data"]
    assert scores[0][1:] == ["-inf"] * 4 and isinstance(scores[4][4], float)
    cells = [cell for cell in numeric(page["steps"][1]) if cell["value"] == "-inf"]
    assert len(cells) == 10 and cells[0]["ref"] == "block1.head1.masked[1, 2]"
    assert "NaN" not in write(pages.sample()) and "Infinity" not in write(pages.sample())


def test_every_numeric_cell_names_the_value_it_shows() -> None:
    page = read(pages.sample())
    checked = 0
    for cell in numeric(page["steps"]):
        if cell["ref"] is None:
            continue
        name, _, index = cell["ref"].rstrip("]").partition("[")
        found = page["values"][name]
        data = found["data"]
        for label, labels in zip(index.split(", ") if index else [], found["axes"], strict=True):
            # Words are called by their labels, all else by number.
            data = data[
                labels.index(label) if label in labels and labels[0] != "1" and not label.isdigit() else int(label) - 1
            ]
        assert data == cell["value"], cell
        checked += 1
    assert checked > 100


def test_a_formula_is_spelled_and_keeps_its_operands() -> None:
    step = read(pages.sample())["steps"][0]
    row = step["blocks"][1]["rows"][2]
    assert {key: row[key] for key in ("left", "symbols", "numbers", "value", "relation")} == {
        "left": "u₅,₄",
        "symbols": "(x₅,₄ − μ₅) / σ₅",
        "numbers": "(1,5 − 0,000) / 0,866",
        "value": "1,732",
        "relation": "=",
    }
    assert row["vector"] is None
    assert row["text"] == "u₅,₄ = (x₅,₄ − μ₅) / σ₅ = (1,5 − 0,000) / 0,866 = 1,732"
    assert row["cell"]["ref"] == "block1.norm1[5, 4]" and row["cell"]["value"] == pytest.approx(1.732, abs=1e-3)
    operands = {cell["ref"]: cell["value"] for cell in row["operands"]}
    assert set(operands) == {"x[5, 4]", "block1.norm1.mean[5]", "block1.norm1.std[5]"} and operands["x[5, 4]"] == 1.5


def test_a_row_quoted_whole_and_a_missing_side() -> None:
    array = pages.grid([[1.0, -0.5]])
    whole = Equation(Whole(array, (0,)), (Side("value", Whole(array, (0,))),), "←")
    bare = Equation(None, (Side("symbols", add(Ref(array, (0, 0)), Num(2))),))
    first, second = blocks(Formula((whole, bare)))[0]["rows"]
    assert first["text"] == "m₁ ← [1,000; −0,500]" and first["value"] == "[1,000; −0,500]" and first["cell"] is None
    assert first["vector"] == [{"ref": "m[1, 1]", "value": 1.0}, {"ref": "m[1, 2]", "value": -0.5}]
    assert second["left"] is None and second["text"] == "m₁,₁ + 2" and second["value"] is None
    assert second["operands"] == [{"ref": "m[1, 1]", "value": 1.0}]


def test_pieces_of_prose_and_cells_keep_their_kind() -> None:
    array = pages.grid([[1.0, -0.5]])
    cells = tuple(Ref(array, (0, c)) for c in range(2))
    table = Table(
        ("t", Math(add(*cells)), Gap(2, "column")),
        (
            (Token("<b>"), Vector(cells), None),
            Gap(3, "row"),
            (("p(", Token("x"), ")"), Value(7, "integer"), Bar(0.5)),
            (None, Value(float("inf")), "a"),
        ),
        caption=("Uma ", Token("|")),
        marked=frozenset({2}),
        strong=frozenset({(2, 1), (0, 0)}),
        total=("soma", None, None),
    )
    paragraph, found = blocks(Paragraph(("x = ", Value(0.5), ".")), table)
    assert paragraph == {
        "kind": "paragraph",
        "text": "x = 0,500.",
        "pieces": ["x = ", {"ref": None, "value": 0.5}, "."],
    }
    assert found["kind"] == "table" and found["caption"] == "Uma |" and found["labels"] == 1
    assert found["header"] == ["t", {"math": "m₁,₁ + m₁,₂"}, {"gap": 2, "unit": "column"}]
    first, gap, third, last = found["rows"]
    assert first[0] == {"token": "<b>"} and [cell["value"] for cell in first[1]["vector"]] == [1.0, -0.5]
    assert gap == {"gap": 3, "unit": "row"}
    assert third == [["p(", {"token": "x"}, ")"], {"ref": None, "value": 7}, {"bar": 0.5}]
    assert last == [None, {"ref": None, "value": "inf"}, "a"]
    assert found["marked"] == [2] and found["strong"] == [[0, 0], [2, 1]] and found["total"] == ["soma", None, None]


def test_pictures_carry_their_data() -> None:
    heatmap, curve = blocks(
        Heatmap([[0.25, -1.0]], -1.0, 1.0, "linha", ("a", "b"), first=(0, 1)), Curve((0.0, 1.0), (2.0, 3.0), "x", "y")
    )
    assert heatmap == {
        "kind": "picture", "caption": None, "picture": "heatmap", "low": -1.0, "high": 1.0, "rows": "linha",
        "columns": ["a", "b"], "first": [0, 1], "data": [[0.25, -1.0]],
    }  # fmt: skip
    assert curve == {
        "kind": "picture", "caption": None, "picture": "curve", "x_name": "x", "y_name": "y", "x": [0.0, 1.0], "y": [2.0, 3.0],
    }  # fmt: skip


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1250", "no such encoding"])
def test_characters_that_an_encoding_lacks_are_escaped(encoding: str) -> None:
    page = write(pages.sample(), encoding=encoding)
    assert page.isascii() and "\\u2423gato" in page
    assert json.loads(page) == read(pages.sample())


def test_half_a_surrogate_pair_does_not_stop_it() -> None:
    page = write(pages.page(Paragraph((Token("\udc80\x1b"),))))
    page.encode("utf-8")
    assert json.loads(page)["steps"][0]["blocks"][0]["pieces"] == [{"token": "\udc80\x1b"}]


def test_the_run_has_operands_that_the_written_work_has() -> None:
    z = pages.gato().tape["logits"]
    work = Ref(z, (4, 6)).work()
    assert work is not None
    row = blocks(Formula((Equation(Ref(z, (4, 6)), (Side("numbers", work),)),)))[0]["rows"][0]
    assert [cell["ref"] for cell in row["operands"]] == [ref.name for ref in refs(work)]
