"""The examples: each file is a command and what it prints. `pytest tests/test_examples.py --rewrite` writes them anew."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import handcalc

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


def test_there_is_an_example_of_every_command_and_language():
    commands = {path.read_text(encoding="utf-8").split()[2] for path in EXAMPLES}
    assert commands == {"walk", "backward", "train-step", "show", "posenc"}
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
    shell = "".join(re.findall(r"```sh\n(.*?)```", readme, re.S))
    commands = re.findall(r"^handcalc .*?(?=\s+#|$)", shell, re.M)
    assert len(commands) == 6
    for command in commands:
        assert " 1 · " in run(command)


def test_the_python_lines_of_the_readme_run(tmp_path):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", readme, re.S)[1]
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, cwd=tmp_path, env={**os.environ, "PYTHONUTF8": "1"}
    )
    assert done.returncode == 0, done.stderr.decode()
    assert (tmp_path / "walk.json").stat().st_size > 1000
