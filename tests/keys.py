"""Every English sentence that the program says, found in its source by reading the calls that say them."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "handcalc"

# Which arguments of which call are sentences. `count` and `forms` take the singular and the plural.
SAID = {"say": 0, "tell": 0, "word": 0, "text": 0, "template": 0, "key": 0, "HandcalcError": 0, "wrong": 2}
COUNTED = {"count": (1, 2), "forms": (0, 1)}


def _strings(node: ast.expr) -> list[str]:
    """The texts an argument may be: a constant, or either arm of a conditional expression."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return _strings(node.body) + _strings(node.orelse)
    return []


def keys() -> tuple[dict[str, str], dict[str, tuple[str, str]]]:
    """Sentences, each with the file it stands in, and counted phrases: singular -> (plural, file)."""
    sentences: dict[str, str] = {}
    counted: dict[str, tuple[str, str]] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        if path.parent.name == "lang" and path.stem != "__init__":
            continue
        where = str(path.relative_to(SOURCE))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in SAID and len(node.args) > SAID[name]:
                for text in _strings(node.args[SAID[name]]):
                    sentences.setdefault(text, where)
            elif name in COUNTED and len(node.args) > COUNTED[name][1]:
                one, many = (node.args[i] for i in COUNTED[name])
                for singular, plural in zip(_strings(one), _strings(many), strict=True):
                    counted.setdefault(singular, (plural, where))
    for path in sorted(SOURCE.rglob("*.toml")):  # a built-in model says in a line what it is
        sentences.setdefault(tomllib.loads(path.read_text(encoding="utf-8"))["about"], path.name)
    return sentences, counted
