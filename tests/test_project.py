"""What the project says about itself in several places is the same in all of them."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_ci_runs_the_tests_as_the_readme_says() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    commands = [line.strip() for line in readme if "pip install" in line and ".venv/bin/pytest" in line]
    assert len(commands) == 1, "the README has one command that runs the tests"
    assert commands[0] in ci


def test_scripts_can_be_run() -> None:
    for script in (".ci/run", "scripts/check"):
        assert os.access(ROOT / script, os.X_OK)
