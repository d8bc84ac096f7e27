"""Formats: one file each, found by name. This file knows how to find them, not what they do.

A format is a module of this package with

    ENDINGS: tuple[str, ...]                            the endings of its files, without the dot
    def write(document, *, ..., **others) -> str | bytes

`write` names the options that mean something to it and takes the rest as `**others`, so that every caller may
pass all of them: `width` (columns of the window; None where nothing limits a line), `encoding` (what will read
the text; None for Unicode), `color` (whether to use colour; None to find out), `standalone` (a complete file
instead of a fragment to paste), `heading` (the level of the steps' titles, 1 to 6). The document is not changed.
A format whose `write` names `heading` has titles of levels; one whose `write` names no `encoding` is always UTF-8.

A format whose reader can change numbers says so with LIVE = True. It gets the document of a run that writes down the
division by the temperature even where that is 1.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from typing import Protocol, cast

SHARED = (
    "characters",
    "diagrams",
    "equations",
    "grid",
    "layout",
    "pictures",
    "sheet",
    "svg",
)  # what several formats build on; no format itself


class Format(Protocol):
    """A format, as its module."""

    @property
    def ENDINGS(self) -> tuple[str, ...]:
        """Endings of the files it writes, without the dot; the first is the usual one."""

    @property
    def write(self) -> Callable[..., str | bytes]:
        """Write a document; the options are those of the package's docstring."""


def takes(format: Format, option: str) -> bool:
    """Whether an option means something to a format."""
    return option in (format.write.__kwdefaults__ or {})


def names() -> list[str]:
    """The names of all formats, in alphabetical order. None is imported."""
    files = [file.removesuffix(".py") for file in os.listdir(__path__[0]) if file.endswith(".py")]
    return sorted(name for name in files if name not in (*SHARED, "__init__"))


def load(name: str) -> Format:
    """The format of that name, imported now. Errors: ValueError where there is none."""
    if name not in names():
        raise ValueError(f"no format is called {name!r}")
    return cast(Format, import_module(f"{__name__}.{name}"))


def live(name: str) -> bool:
    """Whether the numbers of that format can be changed by its reader."""
    return bool(getattr(load(name), "LIVE", False))


def by_ending(path: str) -> str | None:
    """The name of the format whose files end like `path`, or None."""
    ending = path.rpartition(".")[2].lower()
    for name in names():
        if name == ending or ending in load(name).ENDINGS:
            return name
    return None
