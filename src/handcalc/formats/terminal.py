"""The format `terminal`: the layout of `text` in quiet colour. The only file that imports Rich.

What a terminal can do is Rich's to find out (NO_COLOR, FORCE_COLOR, COLUMNS, TERM=dumb); what it shows is
escaped and measured by the layout, so that Rich never reads a token as markup and never breaks a line.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import groupby

from rich.color import Color, ColorSystem
from rich.console import Console
from rich.style import Style

from handcalc.doc import Document
from handcalc.formats.characters import Charset
from handcalc.formats.characters import width as columns_of
from handcalc.formats.layout import Line, Shade, lay_out
from handcalc.formats.pictures import mixed

ENDINGS: tuple[str, ...] = ()

LOOKS = {
    "title": Style(bold=True),
    "rule": Style(dim=True),
    "quiet": Style(dim=True),
    "followed": Style(color="cyan"),
    "strong": Style(bold=True, color="yellow"),
    "followed strong": Style(bold=True, color="yellow"),
    "curve": Style(color="cyan"),
}
SYSTEMS = {"standard": ColorSystem.STANDARD, "256": ColorSystem.EIGHT_BIT, "truecolor": ColorSystem.TRUECOLOR}

PATIENCE = 1.0  # seconds without a word
PAUSE = 0.1  # seconds between two words
BAR = 24  # cells of a progress bar


def write(
    document: Document,
    *,
    width: int | None = None,
    encoding: str | None = None,
    color: bool | str | None = None,
    **others: object,
) -> str:
    """The page with the terminal's control sequences. No line is longer than the window.

    width, encoding: of the window; None for those of standard output. color: False for none, True for what the
    terminal has, "standard", "256" or "truecolor" for that and no less, None to go by the terminal and the
    environment. Heatmaps need at least 256 colours; with less they are drawn with characters.
    """
    console = Console(force_terminal=True if color else None, no_color=False if color else None)
    name = color if isinstance(color, str) else console.color_system if color is not False else None
    system = SYSTEMS.get(name or "")
    no_color = console.no_color
    shades = not no_color and system in (ColorSystem.EIGHT_BIT, ColorSystem.TRUECOLOR)
    lines = lay_out(document, width or console.width, encoding or console.encoding, shades)
    return "".join([_painted(line, system, no_color) + "\n" for line in lines])


def _painted(line: Line, system: ColorSystem | None, no_color: bool) -> str:
    """A line with its styles as control sequences; neighbours of one style share theirs."""
    if system is None:
        return "".join([text for text, _ in line])
    painted = []
    for style, segments in groupby(line, lambda segment: segment[1]):
        text = "".join([segment[0] for segment in segments])
        if style == "":
            painted.append(text)
            continue
        look = LOOKS[style] if isinstance(style, str) else _shaded(style, system)
        painted.append((look.without_color if no_color else look).render(text, color_system=system))
    return "".join(painted)


@cache
def _shaded(shade: Shade, system: ColorSystem) -> Style:
    """The upper half in the colour of the letter, the lower half in that of its background.

    system: what it is rendered for; a style keeps the codes of the first one for good.
    """
    bottom = None if shade.bottom is None else _mixed(shade.bottom, shade.signed)
    return Style(color=_mixed(shade.top, shade.signed), bgcolor=bottom)


def _mixed(share: float, signed: bool) -> Color:
    return Color.from_rgb(*mixed(share, signed))


@contextmanager
def progress(total: int, description: str) -> Iterator[Callable[[int], None]]:
    """Show how much of a long work is done: gives the function to call with the number done so far.

    On stderr, and only where that is a terminal and the work has lasted a second; the line is gone at the end.
    """
    console = Console(stderr=True)
    visible = console.is_terminal and not console.is_dumb_terminal
    charset = Charset(console.encoding)
    said = charset(description)
    due = time.monotonic() + PATIENCE
    longest = 0

    def done(count: int) -> None:
        nonlocal due, longest
        if not visible or time.monotonic() < due:
            return
        due = time.monotonic() + PAUSE
        full = round(BAR * count / total)
        bar = charset("█") * full + charset("░") * (BAR - full)
        line = f"{said} {count}/{total} {bar}"
        if columns_of(line) >= console.width:
            line = f"{count}/{total}"
        longest = max(longest, columns_of(line))
        console.file.write("\r" + line + " " * (longest - columns_of(line)))
        console.file.flush()

    try:
        yield done
    finally:
        if longest:
            console.file.write("\r" + " " * longest + "\r")
            console.file.flush()
