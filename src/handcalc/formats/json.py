"""The format `json`: every number with all its digits, by name, and the page as data. Knows pages and spelling."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from json import dumps
from typing import Any, cast

from handcalc.doc import (
    Bar,
    Block,
    Cell,
    Continuation,
    Curve,
    Diagram,
    Document,
    Equation,
    Formula,
    Gap,
    Heatmap,
    Math,
    Number,
    Paragraph,
    Phrase,
    Stage,
    Step,
    Table,
    Token,
    Value,
    Vector,
)
from handcalc.expr import Array, Ref, Whole, refs
from handcalc.notation import Speller

ENDINGS = ("json",)


def write(document: Document, *, encoding: str | None = None, **others: object) -> str:
    """One JSON object, a line for each value and each step; characters that `encoding` lacks are escaped."""
    speller = Speller.of(document)
    whole = {
        "command": document.command,
        "version": document.version,
        "model": document.model,
        "language": document.language,
        "settings": dict(document.settings),
        "tokens": _listed(document.tokens),
        "ids": _listed(document.ids),
        "values": _arrays(document.values),
        "after": _arrays(document.after),
        "distances": None if document.distances is None else {str(k): v for k, v in document.distances.items()},
        **({} if document.continuation is None else {"continuation": _continuation(document.continuation)}),
        "steps": [_step(step, speller) for step in document.steps],
    }
    text = _written(whole, ascii_only=False)
    try:
        text.encode(encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return _written(whole, ascii_only=True)
    return text


# How it is laid out


def _written(whole: Mapping[str, Any], ascii_only: bool) -> str:
    """The object with one line for each entry, and for each entry of `values`, `after` and `steps`."""

    def spelled(part: Any) -> str:
        try:
            return dumps(part, ensure_ascii=ascii_only, allow_nan=False)
        except ValueError:
            # Masked scores are infinite; JSON has no word for that.
            return dumps(_finite(part), ensure_ascii=ascii_only, allow_nan=False)

    entries = []
    for key, part in whole.items():
        if key in ("values", "after") and part:
            inner = [f"    {spelled(name)}: {spelled(array)}" for name, array in part.items()]
            entries.append(f'  "{key}": {{\n' + ",\n".join(inner) + "\n  }")
        elif key == "steps" and part:
            entries.append(f'  "{key}": [\n' + ",\n".join([f"    {spelled(step)}" for step in part]) + "\n  ]")
        else:
            entries.append(f'  "{key}": {spelled(part)}')
    return "{\n" + ",\n".join(entries) + "\n}\n"


def _finite(part: Any) -> Any:
    """The same with "-inf", "inf" and "nan" as text."""
    if isinstance(part, float):
        return part if math.isfinite(part) else str(part)
    if isinstance(part, list | tuple):
        return [_finite(item) for item in part]
    return {key: _finite(item) for key, item in part.items()} if isinstance(part, dict) else part


def _continuation(made: Continuation) -> dict[str, Any]:
    return {"tokens": list(made.tokens), "ids": list(made.ids), "text": made.text, "stopped": made.stopped}


def _listed(items: Iterable[Any] | None) -> list[Any] | None:
    return None if items is None else list(items)


# Values


def _arrays(arrays: Mapping[str, Array] | None) -> dict[str, Any] | None:
    return None if arrays is None else {name: _array(array) for name, array in arrays.items()}


def _array(array: Array) -> dict[str, Any]:
    """The labels of each axis, and the numbers as nested lists (a single number where there is no axis)."""
    data = cast(Any, array).data
    return {"axes": [list(axis.labels) for axis in array.axes], "data": data.tolist()}


def _cell(ref: Ref) -> dict[str, Any]:
    return {"ref": ref.name, "value": ref.value}


# Steps


def _step(step: Step, speller: Speller) -> dict[str, Any]:
    return {
        "number": step.number,
        "title": speller.prose(step.title),
        "blocks": [_block(block, speller) for block in step.blocks],
    }


def _block(block: Block, speller: Speller) -> dict[str, Any]:
    if isinstance(block, Paragraph):
        return {"kind": block.kind, "text": speller.prose(block.text), "pieces": _piece(block.text, speller)}
    if isinstance(block, Formula):
        return {"kind": block.kind, "rows": [_equation(row, speller) for row in block.rows]}
    caption = {"caption": speller.prose(block.caption) if block.caption else None}
    if isinstance(block, Table):
        return {"kind": block.kind, **caption, **_table(block, speller)}
    if isinstance(block, Heatmap):
        picture = {
            "picture": "heatmap",
            "low": block.low,
            "high": block.high,
            "rows": block.rows if isinstance(block.rows, str) else list(block.rows),
            "columns": block.columns if isinstance(block.columns, str) else list(block.columns),
            "first": list(block.first),
            "data": [[float(x) for x in row] for row in block.data],
        }
        return {"kind": block.kind, **caption, **picture}
    if isinstance(block, Diagram):
        stages = [_stage(stage, speller) for stage in block.stages]
        return {"kind": block.kind, **caption, "picture": "diagram", "stages": stages}
    assert isinstance(block, Curve)
    curve = {"x_name": block.x_name, "y_name": block.y_name, "x": list(block.x), "y": list(block.y)}
    return {"kind": block.kind, **caption, "picture": "curve", **curve}


def _stage(stage: Stage, speller: Speller) -> dict[str, Any]:
    """A stage of a diagram; those that it reads are counted from 0."""
    said = {"name": speller.prose(stage.name), "note": speller.prose(stage.note) or None}
    return {**said, "shape": stage.kind, "reads": list(stage.reads)}


def _table(table: Table, speller: Speller) -> dict[str, Any]:
    return {
        "labels": table.labels,
        "header": [_piece(cell, speller) for cell in table.header],
        "rows": [
            _piece(row, speller) if isinstance(row, Gap) else [_piece(cell, speller) for cell in row]
            for row in table.rows
        ],
        "total": None if table.total is None else [_piece(cell, speller) for cell in table.total],
        "marked": sorted(table.marked),
        "strong": [list(place) for place in sorted(table.strong)],
    }


def _piece(cell: Cell, speller: Speller) -> Any:
    """What stands in prose or in a table. Text is itself, prose a list, a number {ref, value}."""
    if cell is None or isinstance(cell, str):
        return cell
    if isinstance(cell, Number):
        return _cell(cell.ref)
    if isinstance(cell, Value):
        return {"ref": None, "value": cell.value}
    if isinstance(cell, Token):
        return {"token": cell.text}
    if isinstance(cell, Vector):
        return {"vector": [_cell(ref) for ref in cell.refs]}
    if isinstance(cell, Bar):
        return {"bar": cell.share}
    if isinstance(cell, Gap):
        return {"gap": cell.size, "unit": cell.unit}
    if isinstance(cell, Math | Phrase):
        return {"math": speller.inline(cell)}
    return [_piece(part, speller) for part in cell]


def _equation(equation: Equation, speller: Speller) -> dict[str, Any]:
    """An equation as a reader sees it, side by side, and the cells whose numbers stand in it, each once.

    cell: the one it comes to; vector: the cells of the row that it comes to; the other of the two is null.
    """
    left, sides = speller.equation(equation)
    spelled: dict[str, str | None] = {"symbols": None, "numbers": None, "value": None}
    cell: Ref | None = None
    vector: list[dict[str, Any]] | None = None
    operands: dict[str, dict[str, Any]] = {}
    for side in equation.sides:
        if side.reading == "value":
            if isinstance(side.expr, Ref):
                cell = side.expr
            elif isinstance(side.expr, Whole):
                vector = [_cell(ref) for ref in side.expr.cells()]
            spelled["value"] = speller.outcome(side.expr)
            continue
        read = speller.symbols if side.reading == "symbols" else speller.numbers
        spelled[side.reading] = read(side.expr)
        for ref in refs(side.expr):
            operands.setdefault(ref.name, _cell(ref))
    return {
        "left": left or None,
        "relation": equation.relation,
        **spelled,
        "text": " = ".join(sides) if not left else f"{left} {equation.relation} {' = '.join(sides)}",
        "cell": None if cell is None else _cell(cell),
        "vector": vector,
        "operands": list(operands.values()),
    }
