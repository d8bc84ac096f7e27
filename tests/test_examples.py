"""The examples: each file is a command and what it prints. `pytest tests/test_examples.py --rewrite` writes them anew."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import types
from pathlib import Path
from xml.etree import ElementTree

import pytest

import handcalc
import outputs
import spreadsheets
from handcalc import cli, formats

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*.txt"))


def run(command: str) -> str:
    """What a command prints into a pipe, in a plain UTF-8 environment."""
    program, *arguments = shlex.split(command)
    assert program == "handcalc"
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("LC_", "LANG", "HANDCALC", "COLUMNS", "PYTHONIOENCODING"))
    }
    done = subprocess.run(
        [sys.executable, "-m", "handcalc", *arguments],
        capture_output=True,
        cwd=ROOT,
        env={**environment, "PYTHONUTF8": "1"},
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert done.stderr == b""
    return done.stdout.decode("utf-8")


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_prints_what_its_file_says(path, request):
    text = path.read_text(encoding="utf-8")
    first, _, output = text.partition("\n")
    assert first.startswith("$ handcalc ")
    printed = run(first.removeprefix("$ "))
    if request.config.getoption("--rewrite"):
        path.write_text(f"{first}\n{printed}", encoding="utf-8")
    else:
        assert printed == output


def builder() -> types.ModuleType:
    """The module that builds the examples."""
    spec = importlib.util.spec_from_file_location("build", ROOT / "examples" / "build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["notas.tex", "notatki.md", "handout.typ"])
def test_notes_hold_what_is_printed(name, request):
    path = ROOT / "examples" / name
    text = builder().rewritten(path)
    if request.config.getoption("--rewrite"):
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text
    assert len(re.findall("^.{2,5}handcalc ", text, re.M)) >= 3


@pytest.mark.parametrize(
    ("name", "made", "program"),
    [
        ("notas.tex", "notas.pdf", "pdflatex"),
        ("notatki.md", "notatki.html", "pandoc"),
        ("handout.typ", "handout.pdf", "typst"),
    ],
)
def test_notes_are_read_by_their_program(name, made, program, tmp_path):
    if program == "typst":
        pytest.importorskip("typst")
    else:
        outputs.tool(program)
    shutil.copy(ROOT / "examples" / name, tmp_path / name)
    outputs.run(*builder().TOOLS[name], cwd=tmp_path)
    assert (tmp_path / made).stat().st_size > 50_000


def test_the_notebook_runs_and_shows_what_it_shows(tmp_path, request):
    pytest.importorskip("nbconvert")
    pytest.importorskip("ipykernel")
    path = ROOT / "examples" / "notebook.ipynb"
    if request.config.getoption("--rewrite"):
        builder().build(path)
    shutil.copy(path, tmp_path / path.name)
    outputs.run(*builder().TOOLS[path.name], cwd=tmp_path, env={**os.environ, "JUPYTER_PLATFORM_DIRS": "1"})
    before, after = [json.loads((folder / path.name).read_text("utf-8")) for folder in (path.parent, tmp_path)]
    shown = [[cell.get("outputs") for cell in notebook["cells"]] for notebook in (before, after)]
    assert shown[0] == shown[1]
    assert any("text/html" in output.get("data", {}) for cell in shown[0] for output in cell or [])


def test_the_workbook_is_what_is_written(tmp_path):
    pytest.importorskip("xlsxwriter")
    old = spreadsheets.Book((ROOT / "examples" / "walk.xlsx").read_bytes())
    new = spreadsheets.Book(bytes(handcalc.train_step(language="en").to("xlsx")))
    assert new.formulas == old.formulas
    assert new.values.keys() == old.values.keys()
    for cell, value in new.values.items():  # all digits: the last of them depend on the machine
        wanted = old.values[cell]
        assert value == (pytest.approx(wanted, 1e-12, 1e-14) if isinstance(wanted, float) else wanted)


def test_the_figure_shows_what_is_drawn():
    pytest.importorskip("matplotlib")
    drawn = handcalc.posenc(language="en").figure("svg").decode("utf-8")
    # A comment stands beside the shapes of each text; the map is an image of one pixel a number.
    parts = [
        re.findall(r"<!-- (.*?) -->", svg) for svg in ((ROOT / "examples" / "posenc.svg").read_text("utf-8"), drawn)
    ]
    assert parts[0] == parts[1]
    assert "The map" in parts[0] and len(parts[0]) > 30


def test_there_is_an_example_of_every_command_and_language():
    commands = {path.read_text(encoding="utf-8").split()[2] for path in EXAMPLES}
    assert commands == set(cli.COMMANDS)
    steps = {re.search(r"^(\w+) \d+ · ", path.read_text(encoding="utf-8"), re.M)[1] for path in EXAMPLES}
    assert steps == {"Step", "Passo", "Krok"}


def test_the_picture_shows_what_is_printed():
    picture = ElementTree.parse(ROOT / "examples" / "walk.svg").getroot()
    rows: dict[float, list[tuple[float, str]]] = {}
    for text in picture.iter("{http://www.w3.org/2000/svg}text"):
        if "clip-path" in text.attrib:
            rows.setdefault(float(text.get("y")), []).append((float(text.get("x")), "".join(text.itertext())))
    drawn = ["".join(part for _, part in sorted(rows[y])).replace("\xa0", " ").strip() for y in sorted(rows)]
    page = handcalc.walk(language="en").step(6).to("terminal", width=84, encoding="utf-8", color="truecolor")
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line).strip() for line in page.splitlines()]
    shown = [line.replace(" ", "") for line in drawn if line]
    assert len(shown) > 25
    assert shown == [line.replace(" ", "") for line in lines if line][: len(shown)]


def test_the_page_in_the_readme_is_what_is_printed():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    page = re.search(r"```text\n(.*?)```", readme, re.S)[1]
    assert run("handcalc walk --lang en --step 4") == page


def test_the_commands_of_the_readme_run():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    elsewhere = [part_of(readme, title) for title in ("Into your notes", "A model of your own")]
    for part in elsewhere:
        readme = readme.replace(part, "")
    commands = commands_of(readme)
    assert len(commands) == 11
    for command in commands:
        assert " 1 · " in run(command)


def part_of(readme: str, title: str) -> str:
    """A section of the README."""
    return re.search(rf"^## {title}\n.*?(?=^## )", readme, re.S | re.M)[0]


def notes_of(readme: str) -> str:
    """The part of the README about files."""
    return part_of(readme, "Into your notes")


def commands_of(text: str) -> list[str]:
    """The commands that a text gives to type."""
    shell = "".join(re.findall(r"```sh\n(.*?)```", text, re.S))
    return re.findall(r"^handcalc .*?(?=\s+#|$)", shell, re.M)


def in_shell(command: str, folder: Path) -> str:
    """What a line of shell prints in this folder."""
    shell = command.replace("handcalc", f"{shlex.quote(sys.executable)} -m handcalc", 1)
    return outputs.run("sh", "-c", shell, cwd=folder, env={**os.environ, "PYTHONUTF8": "1"}).stdout


def test_a_copy_of_the_built_in_model_is_the_built_in_model(tmp_path):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    first, second, changed = commands_of(part_of(readme, "A model of your own"))
    assert in_shell(first, tmp_path) == ""
    assert in_shell(second, tmp_path) == in_shell("handcalc walk", tmp_path) != in_shell(changed, tmp_path)
    page, own = [in_shell(f"{command} --format json", tmp_path) for command in ("handcalc walk", second)]
    assert '"model": "gato"' in page
    assert own == page.replace('"model": "gato"', '"model": "mine"')


def test_the_commands_of_the_readme_make_their_files(tmp_path):
    pytest.importorskip("xlsxwriter")
    notes = notes_of((ROOT / "README.md").read_text(encoding="utf-8"))
    commands = commands_of(notes)
    assert len(commands) == 4
    for command in commands:
        in_shell(command, tmp_path)
    sizes = {path.name: path.stat().st_size for path in tmp_path.iterdir()}
    assert set(sizes) == {"step6.tex", "walk.html", "step.xlsx"}
    assert min(sizes.values()) > 5000


def test_the_readme_names_every_format():
    notes = notes_of((ROOT / "README.md").read_text(encoding="utf-8"))
    table = "".join(line for line in notes.splitlines() if line.startswith("| `"))
    assert set(re.findall(r"`(\w+)`", table)) >= set(formats.names())
    for name in formats.names():
        for ending in formats.load(name).ENDINGS[:1]:
            assert f"`.{ending}`" in table


def test_the_python_lines_of_the_readme_run(tmp_path):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", readme, re.S)[1]
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, cwd=tmp_path, env={**os.environ, "PYTHONUTF8": "1"}
    )
    assert done.returncode == 0, done.stderr.decode()
    assert (tmp_path / "walk.json").stat().st_size > 1000
