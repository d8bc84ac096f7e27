"""What the tests of all formats share: pages of every command, tokens that a syntax would eat, the right digits."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import handcalc
from handcalc.result import Result

LANGUAGES = ("en", "pt", "pl")
COMMANDS = (
    "walk", "backward", "train_step", "show", "posenc", "generate", "compare", "block", "verify", "params", "models",
)  # fmt: skip

# Tokens that mean something to a format, or that its reader lacks.
HOSTILE = (
    "a|b", "`", "<eot>", "$x$", "_", "%", "&", "#", "\\", '"', "[/x]", "=cmd()", "<script>alert(1)</script>", "☃",
    "cão", "{", "}", "^", "~", "--", ",,", "<<", "?`", "*b*", "-", "1.", "@x", "//", "]]>", "&amp;", "[",
    "``", "a`b", "+x", "'", "x'", "漢字", "😀", "\u200d", "\u202e", "x" * 90, "$$", "\\\\", "|", "||", "a_b_c", "http://a.b",
    "---", "...", "~~s~~", "\\n", "#1", "!", "/*", "{{x}}", "\u0301",
)  # fmt: skip


@cache
def page(command: str, language: str = "pt", **options: Any) -> Result:
    """A page of the built-in example."""
    made: Result = getattr(handcalc, command)(language=language, **options)
    return made


def model_file(path: Path, words: tuple[str, ...] = HOSTILE, seed: int = 1) -> str:
    """A model file whose vocabulary is these words, cut at white space; d 4, two heads, random weights."""
    quoted = ", ".join(json.dumps(word, ensure_ascii=False) for word in words)
    path.write_text(
        f"""[tokens]
cut = "words"
vocabulary = [{quoted}]

[sizes]
d = 4
heads = 2
max_length = {len(words)}
mlp_width = 6

[rules]
positions = "sinusoidal"

[weights]
E = {{ normal = 0.5, seed = {seed} }}
W_Q = {{ normal = 0.5, seed = 2 }}
W_K = {{ normal = 0.5, seed = 3 }}
W_V = {{ normal = 0.5, seed = 4 }}
W_O = "identity"
W_1 = {{ normal = 0.5, seed = 5 }}
W_2 = {{ normal = 0.5, seed = 6 }}
W_U = {{ normal = 0.5, seed = 7 }}

[defaults]
language = "en"
text = {json.dumps(" ".join(words), ensure_ascii=False)}
target = {json.dumps(words[0], ensure_ascii=False)}
""",
        encoding="utf-8",
    )
    return str(path)


def big_model(path: Path) -> str:
    """A model file of 12 blocks, d = 64, 60 tokens of a vocabulary of 70."""
    words = [f"w{i:02}" for i in range(70)]
    lines = [
        "[tokens]", 'cut = "words"', "vocabulary = [" + ", ".join(f'"{word}"' for word in words) + "]", "[sizes]",
        "d = 64", "heads = 4", "blocks = 12", "max_length = 60", "mlp_width = 128", "[rules]",
        'positions = "sinusoidal"', "[defaults]", 'language = "en"', f'text = "{" ".join(words[:60])}"',
        'target = "w60"', "[weights]", "E = { normal = 1.0, seed = 1 }", "W_U = { normal = 0.1, seed = 2 }",
    ]  # fmt: skip
    for b in range(1, 13):
        lines.append(f"[weights.block{b}]")
        for k, name in enumerate(("W_Q", "W_K", "W_V", "W_O", "W_1", "W_2")):
            lines.append(f"{name} = {{ normal = 0.12, seed = {10 * b + k} }}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def tool(name: str) -> str:
    """The path of a program, or a skipped test where it is not installed."""
    path = shutil.which(name)
    if path is None:
        pytest.skip(f"{name} is not installed")
    return path


def node_package(name: str) -> str:
    """The folder of an npm package, or a skipped test where it is not installed."""
    tool("node")
    folder = Path(os.environ.get("HANDCALC_NODE_MODULES", "node_modules")).resolve() / name
    if not folder.is_dir():
        pytest.skip(f"the npm package {name} is not installed")
    return str(folder)


def run(*command: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a program; what it says is in the error where it fails."""
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", errors="replace", **options)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done


# The right digits, from JSON alone: rounded here by the decimal library, half away from zero.


def school(x: float, decimals: int) -> str:
    """`x` as a person rounds it, after 12 significant digits."""
    exact = Decimal(f"{x:.11e}").quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    return str(abs(exact) if exact == 0 else exact)


def places(numbers: Any, digits: int) -> int:
    """The fewest decimals, at least one and at most `digits`, that show all of these."""
    flat = [Decimal(f"{x:.11e}").normalize() for x in np.ravel(numbers) if np.isfinite(x)]
    return max([1, *(min(digits, -int(x.as_tuple().exponent)) for x in flat)])


# On the built-in example: weights, and what is made of them by lookup, choice and sum.
GIVEN = re.compile(r"^(E|P|embedded|position|x|block1\.W_\w+|W_U)\[")


def table_decimals(result: Result) -> Counter[str]:
    """All decimal numbers that the tables of a page of the built-in example must print, in ASCII."""
    data = json.loads(str(result.to("json")))
    digits = data["settings"]["digits"]
    arrays = (data["values"] or {}) | {f"after {k}": v for k, v in (data["after"] or {}).items()}
    found: Counter[str] = Counter()

    def numbers(cell: Any) -> Iterator[tuple[str | None, float]]:
        if isinstance(cell, list):
            for part in cell:
                yield from numbers(part)
        elif isinstance(cell, dict) and "value" in cell:
            yield cell["ref"], cell["value"]
        elif isinstance(cell, dict) and "vector" in cell:
            yield from numbers(cell["vector"])

    for step in data["steps"]:
        for block in step["blocks"]:
            if block["kind"] != "table":
                continue
            for ref, value in numbers(block["rows"]):
                if value == "-inf" or (ref is None and value == int(value)):
                    continue  # an id, a count
                given = ref is not None and GIVEN.match(ref) is not None
                decimals = places(arrays[ref.partition("[")[0]]["data"], digits) if given else digits
                found[school(float(value), decimals)] += 1
            for _, value in numbers(block["total"] or []):
                found[school(float(value), digits)] += 1
    return found


def formula_decimals(result: Result) -> Counter[str]:
    """All decimal numbers in the formulas of a page, from the text that JSON has of them."""
    data = json.loads(str(result.to("json")))
    rows = [row for step in data["steps"] for b in step["blocks"] if b["kind"] == "formula" for row in b["rows"]]
    mark = "." if data["language"] == "en" else ","
    return Counter(
        found.replace(mark, ".") for row in rows for found in re.findall(rf"[0-9]+\{mark}[0-9]+", row["text"])
    )


def unsigned(numbers: Counter[str]) -> Counter[str]:
    """The same without their signs."""
    bare: Counter[str] = Counter()
    for number, count in numbers.items():
        bare[number.removeprefix("-")] += count
    return bare


NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?")


def assert_alike(written: str, read: str) -> None:
    """The same text, and in it the same numbers but for the last of their 16 digits, which depend on the machine."""
    assert NUMBER.sub("#", written) == NUMBER.sub("#", read)
    assert [*map(float, NUMBER.findall(written))] == pytest.approx([*map(float, NUMBER.findall(read))], 1e-12, 1e-14)
