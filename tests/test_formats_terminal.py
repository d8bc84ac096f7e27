"""The terminal shows the same page as text, in colour where there is any."""

import io
import re
import sys
import time

import pytest

import handcalc
import pages
from handcalc.doc import Heatmap, Paragraph, Table, Token, Value
from handcalc.formats import terminal, text
from handcalc.formats.characters import width

SEQUENCE = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "COLORTERM", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


class Window(io.StringIO):
    """A stream that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("window", [40, 80, 200])
@pytest.mark.parametrize("color", [False, "standard", "256", "truecolor"])
def test_no_line_is_longer_than_the_window(window: int, color: bool | str) -> None:
    page = SEQUENCE.sub("", terminal.write(pages.sample(), width=window, color=color))
    assert "\x1b" not in page
    assert max(map(width, page.split("\n"))) <= window


@pytest.mark.parametrize("window", [40, 80, 200])
def test_with_few_colours_it_is_text_with_styles(window: int) -> None:
    plain = text.write(pages.sample(), width=window)
    assert terminal.write(pages.sample(), width=window, color=False) == plain
    styled = terminal.write(pages.sample(), width=window, color="standard")
    assert SEQUENCE.sub("", styled) == plain != styled


def test_what_matters_is_marked() -> None:
    page = terminal.write(pages.sample(), width=100, color="truecolor")
    assert "\x1b[1mPasso 4 · LayerNorm\x1b[0m\n" in page
    assert re.search(r"\x1b\[36m▸ ␣no +−0,577 .*1,732\x1b\[0m\n", page)
    assert re.search(r"\x1b\[1;33m *0,622\x1b\[0m", page)
    assert re.search(r"\x1b\[1;33m␣telhado *\x1b\[0m", page)


@pytest.mark.parametrize("token", ["[/x]", "[red]", "[bold]x", ":smile:", "\x1b[2J", "\x1b]0;title\x07", "\u202e"])
def test_a_token_is_never_markup_nor_a_command(token: str) -> None:
    document = pages.page(Paragraph((Token(token),)), Table(("t", "x"), ((Token(token), Value(1.0)),)), title=token)
    page = terminal.write(document, width=80, color="truecolor")
    shown = token.encode("unicode_escape").decode() if not token.isprintable() else token
    assert SEQUENCE.sub("", page).count(shown) == 3
    assert not set(SEQUENCE.sub("", page)) & {"\x1b", "\x07", "\u202e"}


def test_a_large_heatmap_is_drawn_in_half_blocks() -> None:
    data = [[-1.0 if c < 32 else 1.0 for c in range(64)] for _ in range(63)]
    picture = pages.page(Heatmap(data, -1.0, 1.0, "posição", "canal", first=(0, 1)))
    page = terminal.write(picture, width=80, color="truecolor")
    drawn = [line for line in page.split("\n") if "▀" in line]
    assert len(drawn) == 32 and "média" not in page
    blue, red = "33;102;172", "178;24;43"
    assert (
        drawn[0] == f"   0 \x1b[38;2;{blue};48;2;{blue}m{'▀' * 32}\x1b[0m\x1b[38;2;{red};48;2;{red}m{'▀' * 32}\x1b[0m"
    )
    assert drawn[-1] == f"  62 \x1b[38;2;{blue}m{'▀' * 32}\x1b[0m\x1b[38;2;{red}m{'▀' * 32}\x1b[0m"
    assert "média: uma célula vale 1 x 2" in terminal.write(picture, width=40, color="truecolor")


@pytest.mark.parametrize(
    ("color", "encoding"), [(False, None), ("standard", None), ("truecolor", "ascii"), ("256", "cp1250")]
)
def test_without_colours_or_blocks_a_heatmap_has_no_blocks(color: bool | str, encoding: str | None) -> None:
    data = [[r / 50 for _ in range(50)] for r in range(50)]
    page = terminal.write(pages.page(Heatmap(data, 0.0, 1.0, "a", "b")), width=80, color=color, encoding=encoding)
    assert "▀" not in page
    page.encode(encoding or "utf-8")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1250", "cp1252", "cp850"])
def test_every_encoding_can_show_the_page(encoding: str) -> None:
    page = terminal.write(pages.sample(), width=60, encoding=encoding, color="truecolor")
    page.encode(encoding)
    assert max(map(width, SEQUENCE.sub("", page).split("\n"))) <= 60


# The environment


def test_a_window_gives_its_width_and_its_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", Window())
    monkeypatch.setenv("COLUMNS", "43")
    page = terminal.write(pages.sample())
    assert "\x1b[" in page
    assert max(map(width, SEQUENCE.sub("", page).split("\n"))) in range(38, 44)


def test_no_color_leaves_weight_but_no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", Window())
    monkeypatch.setenv("NO_COLOR", "1")
    assert set(SEQUENCE.findall(terminal.write(pages.sample(), width=80))) <= {"\x1b[1m", "\x1b[2m", "\x1b[0m"}


def test_a_dumb_terminal_gets_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", Window())
    monkeypatch.setenv("TERM", "dumb")
    assert terminal.write(pages.sample(), width=80) == text.write(pages.sample(), width=80)


def test_a_pipe_has_colour_only_by_force(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert "\x1b" not in terminal.write(pages.sample())
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" in terminal.write(pages.sample())


# Progress


def test_progress_speaks_after_a_while_and_cleans_up(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Window()
    monkeypatch.setattr(sys, "stderr", stream)
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    with terminal.progress(500, "Passos [red]") as done:
        done(1)
        assert stream.getvalue() == ""
        now[0] += 1.5
        done(123)
        line = "Passos [red] 123/500 " + "█" * 6 + "░" * 18  # 24 cells, 123 / 500 of them full
        assert stream.getvalue() == "\r" + line
        now[0] += 0.01
        done(124)
    assert stream.getvalue() == "\r" + line + "\r" + " " * 45 + "\r"


def test_progress_is_silent_in_a_pipe_and_after_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(terminal, "PATIENCE", -1.0)
    with terminal.progress(2, "x") as done:
        done(2)
    assert stream.getvalue() == ""
    window = Window()
    monkeypatch.setattr(sys, "stderr", window)

    def fails() -> None:
        with terminal.progress(2, "x") as done:
            done(1)
            raise KeyError

    with pytest.raises(KeyError):
        fails()
    assert window.getvalue() == "\rx 1/2 " + "█" * 12 + "░" * 12 + "\r" + " " * 30 + "\r"


def test_colours_do_not_depend_on_what_was_drawn_before() -> None:
    page = handcalc.walk(language="en").step(6)
    first = {system: str(page.to("terminal", width=100, color=system)) for system in ("256", "truecolor")}
    again = {system: str(page.to("terminal", width=100, color=system)) for system in ("truecolor", "256")}
    assert first == again
    assert "38;2;" in first["truecolor"] and "38;2;" not in first["256"]
