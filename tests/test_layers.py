"""Who may import whom, as the design draws it, read from the source; and what a process has loaded when it is done."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "handcalc"
MODULES = {
    ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(SOURCE.rglob("*.py"))
}

# What a module of the package may import of the package. A name with a dot at its end stands for a folder.
ENGINE = ["expr", "tape", "ops", "model", "transformer", "formula", "outline", "cells", "errors", "rounding"]
MAY_IMPORT = {
    "errors": [],
    "rounding": [],
    "expr": [],
    "lang": ["errors"],
    "lang.": [],
    "formula": ["errors", "record"],
    "output": ["errors"],
    "record": [],
    "tape": ["expr", "record", "rounding"],
    "ops": ["expr", "tape", "rounding"],
    "cells": ["errors"],
    "outline": ["errors", "formula", "record"],
    "model": ["cells", "errors", "outline", "record", "tape"],
    "transformer": ["errors", "expr", "formula", "model", "ops", "tape"],
    "doc": ["expr", "record"],
    "phrase": ["expr"],
    "notation": ["doc", "expr", "phrase", "record", "rounding"],
    "formats": ["formats."],
    "formats.": ["doc", "errors", "expr", "notation", "rounding", "formats", "formats."],
    "plot": ["doc", "errors", "formats.characters", "formats.pictures", "notation"],
    "lessons": [],
    "lessons.options": ["record"],
    "lessons.": [*ENGINE, "doc", "lang", "lessons", "lessons."],
}
SEE_ALL = {"", "__init__", "__main__", "cli", "request", "result"}

# Packages from elsewhere, and the only files that may import them.
OUTSIDE = {
    "typer": {"cli"},
    "rich": {"formats.terminal"},
    "xlsxwriter": {"formats.xlsx"},
    "matplotlib": {"plot"},
    "numpy": {"tape", "ops", "model", "transformer", "lessons."},
}


def kind(module: str) -> str:
    """The entry of the tables above that speaks of this module."""
    if module in MAY_IMPORT:
        return module
    return module.partition(".")[0] + "." if "." in module else module


def imports(module: str) -> Iterator[str]:
    """The full name of everything that the module imports, at its top or inside its functions."""
    for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports by dots; full names can be searched for"
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield full if full.removeprefix("handcalc.") in MODULES else str(node.module)


@pytest.mark.parametrize("module", [module for module in MODULES if module not in SEE_ALL])
def test_a_module_imports_only_what_it_may_know(module: str) -> None:
    inside = {name.removeprefix("handcalc.") for name in imports(module) if name.startswith("handcalc.")}
    allowed = MAY_IMPORT[kind(module)]
    folders = tuple(name for name in allowed if name.endswith("."))
    assert {name for name in inside if name not in allowed and not name.startswith(folders)} == set()


@pytest.mark.parametrize("module", MODULES)
def test_packages_from_elsewhere_are_imported_where_they_belong(module: str) -> None:
    outside = {name.partition(".")[0] for name in imports(module)} - {"handcalc", "__future__"}
    outside -= set(sys.stdlib_module_names)
    assert {name for name in outside if not {module, kind(module)} & OUTSIDE.get(name, set())} == set()


def test_the_tables_speak_of_every_module() -> None:
    spoken_of = {kind(module) for module in MODULES if module not in SEE_ALL}
    assert spoken_of <= set(MAY_IMPORT)
    assert set(MAY_IMPORT) - spoken_of <= {"lang."}  # a language may be on its way


def loaded(code: str, *arguments: str) -> set[str]:
    """The modules that a fresh process has loaded after running `code`."""
    script = f"import sys\n{code}\nprint(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script, *arguments], capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines()[-1].split())


def after_command(*arguments: str) -> set[str]:
    """The modules that a process has loaded after a command whose page goes into a pipe."""
    return loaded("from handcalc import cli; cli.main(sys.argv[1:])", *arguments)


def test_the_engine_loads_no_page() -> None:
    modules = loaded("import handcalc.transformer, handcalc.model")
    assert not modules & {"typer", "rich", "handcalc.doc", "handcalc.notation", "handcalc.lang", "handcalc.formats"}


def test_importing_the_package_loads_nothing() -> None:
    modules = loaded("import handcalc; handcalc.HandcalcError")
    assert not modules & {"numpy", "typer", "rich"}
    assert {name for name in modules if name.startswith("handcalc.")} == {"handcalc.errors"}


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        [],
        ["walk", "--help"],
        ["posenc", "--help"],
        ["walk", "--tmep", "1"],
        ["wlak"],
        ["walk", "--heads"],
        ["walk", "--temp", "cold"],
        ["walk", "one", "two"],
        ["walk", "--tmep", "1", "--lang", "pl"],
    ],
)
def test_what_computes_nothing_loads_no_numpy(arguments: list[str]) -> None:
    assert not after_command(*arguments) & {"numpy", "tomllib", "rich", "handcalc.model"}


def test_a_piped_walk_loads_no_more_than_it_needs() -> None:
    modules = after_command("walk", "--lang", "en")
    assert "numpy" in modules
    assert not modules & {"rich", "pydantic", "importlib.metadata", "pygments", "markdown_it"}
    assert not modules & {"handcalc.lessons.backward", "handcalc.lessons.posenc", "handcalc.formats.json"}


def test_a_walk_on_a_terminal_loads_no_more_than_it_needs() -> None:
    modules = after_command("walk", "--lang", "en", "--format", "terminal")
    assert not modules & {"pydantic", "importlib.metadata", "pygments", "markdown_it"}
