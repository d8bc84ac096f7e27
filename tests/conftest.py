"""What holds for all tests: they speak no language of the machine they run on, and CI skips none of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from pathlib import Path

import pytest

# What a person's shell may set, and what would change pages and complaints.
for variable in ("HANDCALC_LANG", "LC_ALL", "LC_MESSAGES", "LANG", "COLUMNS", "NO_COLOR", "FORCE_COLOR"):
    os.environ.pop(variable, None)


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--rewrite` writes the examples anew instead of comparing them."""
    parser.addoption("--rewrite", action="store_true", help="write the examples anew; read the difference")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """With HANDCALC_NO_SKIP set, a skipped test has failed: CI has every tool that an output test needs."""
    report = yield
    if report.skipped and "HANDCALC_NO_SKIP" in os.environ:
        report.outcome = "failed"
        report.longrepr = f"skipped where nothing may be skipped: {report.longrepr}"
    return report


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., str]:
    """Write a model file: text, name -> its path."""

    def write(text: str | bytes, name: str = "small.toml") -> str:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    return write
