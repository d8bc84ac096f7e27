"""Pictures as SVG: heatmap, curve, and the path through a page. Knows pages, spelling and colours.

A heatmap and a curve stand for themselves: text takes the colour of its surroundings, black where there are none. The
path is part of a page of HTML, whose style colours it.
"""

from __future__ import annotations

import base64
import math
import re
import struct
import zlib
from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple
from unicodedata import combining

from handcalc import rounding
from handcalc.doc import Curve, Diagram, Heatmap, Lane, Prose, Stage, Token
from handcalc.formats.characters import Charset
from handcalc.formats.characters import width as columns_of
from handcalc.formats.diagrams import around, follows
from handcalc.formats.pictures import Scale, finite, marks, mixed, reduced
from handcalc.notation import Speller

FONT = "system-ui, 'Noto Sans', 'DejaVu Sans', sans-serif"
SIGN = 0.62  # width of a sign in a broad font, as a share of the font's size
SMALL, LARGE = 12, 13  # sizes of the fonts of pictures and of the path

LONGEST_LABEL, LONGEST_TITLE = 16, 60  # signs of a token, and of the name of a stage

LARGEST_CELL = 30  # of a heatmap
MAP_WIDTH, MAP_HEIGHT = 640, 420
MOST_CELLS = 640  # of a side of a heatmap; more are averaged, since a picture has no room to show them
LEVELS = 100  # steps of a heatmap's colours


# Heatmaps


def heatmap(picture: Heatmap, speller: Speller, words: Mapping[str, str]) -> str:
    """A matrix as coloured cells, with names at its sides and a scale below it; nothing for a matrix without cells.

    words: "averaged" and "heatmap", see Locale.
    """
    height = len(picture.data)
    breadth = len(picture.data[0]) if height else 0
    if not height or not breadth:
        return ""
    return _Map(picture, speller, words, height, breadth).drawn()


class _Map:
    """A heatmap being drawn."""

    def __init__(self, picture: Heatmap, speller: Speller, words: Mapping[str, str], height: int, breadth: int) -> None:
        self.picture = picture
        self.speller = speller
        self.words = words
        self.charset = Charset()
        self.places = Scale(picture)
        self.height, self.breadth = height, breadth
        self.data, self.tall, self.broad = reduced(picture, MOST_CELLS, MOST_CELLS)
        across = min(LARGEST_CELL, MAP_WIDTH / len(self.data[0]))
        down = min(LARGEST_CELL, MAP_HEIGHT / len(self.data))
        alike = picture.rows == picture.columns
        self.across, self.down = (min(across, down),) * 2 if alike else (across, down)
        self.width = round(self.across * len(self.data[0]), 1)
        self.tallness = round(self.down * len(self.data), 1)

    def drawn(self) -> str:
        rows, columns = self.names(self.picture.rows, 0), self.names(self.picture.columns, 1)
        named_rows = len(rows) == len(self.data) and self.down >= SMALL
        longest = max([columns_of(name) for name in columns])
        upright = len(columns) == len(self.data[0]) and self.across >= SMALL
        level = upright and longest * SMALL * SIGN <= self.across - 3
        if not named_rows:
            rows = self.ends(rows)
        if not upright:
            columns = self.ends(columns)
        left = _long(rows) + 6
        head = 18.0 if level or not upright else _long(columns) + 8
        axis = ""
        if isinstance(self.picture.rows, str):
            axis = _text(self.picture.rows, 0, 12, "start")
            head += 18
        parts = [axis]
        for i, name in enumerate(rows):
            y = head + (
                (i + 0.5) * self.down
                if named_rows
                else (self.tallness - SMALL / 2 if i == len(rows) - 1 and i else SMALL / 2)
            )
            parts.append(_text(name, left - 6, y + SMALL * 0.35, "end"))
        if upright:
            for i, name in enumerate(columns):
                x = left + (i + 0.5) * self.across
                turn = "" if level else f' transform="rotate(-90 {x + 4:.1f} {head - 6:.1f})"'
                where = x if level else x + 4
                parts.append(_text(name, where, head - 6, "middle" if level else "start", turn))
        else:
            parts.append(self.ruler(columns, left, head - 6))
        png = _png(self.levels(), _palette(self.places.signed))
        parts.append(
            f'<image x="{left:.1f}" y="{head:.1f}" width="{self.width}" height="{self.tallness}" '
            f'preserveAspectRatio="none" style="image-rendering: pixelated" href="{png}"/>'
        )
        foot = head + self.tallness
        scale, wide = self.scale(left, foot + 12)
        parts.append(scale)
        foot += 34
        said = ""
        if self.tall > 1 or self.broad > 1:
            said = self.words["averaged"].format(rows=self.tall, columns=self.broad)
            parts.append(_text(said, left, foot + 8, "start"))
            foot += 20
        total = max(left + self.width, left + wide, left + len(said) * SMALL * SIGN, left + _long(columns[-1:])) + 2
        low, high = self.bounds()
        label = self.words["heatmap"].format(low=low, high=high)
        return _svg(total, foot, label, parts)

    def names(self, labels: Sequence[str] | str, side: int) -> list[str]:
        """What the rows or columns are called: their names, or their numbers."""
        if isinstance(labels, str):
            first, count = self.picture.first[side], (self.height, self.breadth)[side]
            return [str(i) for i in range(first, first + count)]
        return [_short(self.charset(label)) for label in labels]

    def ends(self, names: list[str]) -> list[str]:
        """The first and the last of them."""
        return [names[0], names[-1]] if len(names) > 1 else names

    def ruler(self, ends: list[str], left: float, y: float) -> str:
        """First and last column, and the axis between them."""
        columns = self.picture.columns
        name = self.charset(columns) if isinstance(columns, str) else ""
        parts = [_text(ends[0], left, y, "start")]
        if len(ends) > 1:
            parts.append(_text(ends[-1], left + self.width, y, "end"))
        if name:
            parts.append(_text(name, left + self.width / 2, y, "middle"))
        return "".join(parts)

    def levels(self) -> list[bytes]:
        """The colour of each cell, as a number from 0 to LEVELS."""
        return [bytes([_level(x, self.places) for x in row]) for row in self.data]

    def bounds(self) -> tuple[str, str]:
        """The numbers at the ends of the scale."""
        low, high = self.places.ends
        decimals = rounding.decimals((low, high), self.speller.digits)
        return self.speller.number(low, decimals), self.speller.number(high, decimals)

    def scale(self, x: float, y: float) -> tuple[str, float]:
        """What the colours stand for, and how wide that is."""
        low, high = self.bounds()
        start = x + len(low) * SMALL * SIGN + 6
        png = _png([bytes(range(LEVELS + 1))], _palette(self.places.signed))
        bar = (
            f'<image x="{start:.1f}" y="{y:.1f}" width="120" height="10" preserveAspectRatio="none" '
            f'style="image-rendering: pixelated" href="{png}"/>'
        )
        texts = _text(low, x, y + 9, "start") + _text(high, start + 126, y + 9, "start")
        return bar + texts, start - x + 126 + len(high) * SMALL * SIGN


def _level(x: float, scale: Scale) -> int:
    """A number as one of the steps of the colours, from 0 to LEVELS."""
    share = scale(x)
    return round(LEVELS * ((share + 1) / 2 if scale.signed else share))


def _palette(signed: bool) -> list[tuple[int, int, int]]:
    """The colour of each step."""
    shares = [level / LEVELS for level in range(LEVELS + 1)]
    return [mixed(2 * share - 1 if signed else share, signed) for share in shares]


def _png(rows: Sequence[bytes], palette: Sequence[tuple[int, int, int]]) -> str:
    """Rows of places in a palette as the address of a picture that holds itself.

    Source: PNG specification, third edition, W3C 2025: chunks IHDR (8 bits, colour type 3), PLTE, IDAT, IEND.
    """

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 3, 0, 0, 0)
    pixels = zlib.compress(b"".join([b"\0" + row for row in rows]), 9)
    colors = bytes([part for color in palette for part in color])
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"PLTE", colors) + chunk(b"IDAT", pixels)
    return "data:image/png;base64," + base64.b64encode(png + chunk(b"IEND", b"")).decode("ascii")


# Curves

PLOT_WIDTH, PLOT_HEIGHT = 520, 240
MOST_MARKS = 7  # at an axis


def curve(picture: Curve, speller: Speller, words: Mapping[str, str]) -> str:
    """A curve between its axes, or nothing where no point of it is finite. words: "curve", see Locale."""
    points = finite(picture)
    if not points:
        return ""
    start, end = points[0][0], points[-1][0]
    low, high = min(y for _, y in points), max(y for _, y in points)
    if low == high:
        low, high = low - 1, high + 1
    end = end if end > start else start + 1
    levels = marks(low, high, MOST_MARKS)
    spelled = [speller.number(y, levels.decimals) for y in levels.numbers]
    left, head = _long(spelled) + 10, 26.0

    def place(x: float, y: float) -> tuple[float, float]:
        return (
            left + (x - start) / (end - start) * PLOT_WIDTH,
            head + (high - y) / (high - low) * PLOT_HEIGHT,
        )

    parts = [_text(picture.y_name, 0, 12, "start")]
    for text, y in zip(spelled, levels.numbers, strict=True):
        at = place(start, y)[1]
        parts.append(_text(text, left - 8, at + SMALL * 0.35, "end"))
        parts.append(_line(left - 4, at, left, at))
    if low < 0 < high:
        at = place(start, 0)[1]
        parts.append(_line(left, at, left + PLOT_WIDTH, at, ' stroke-dasharray="3 4" stroke-opacity="0.6"'))
    foot = head + PLOT_HEIGHT
    parts.append(_line(left, head, left, foot))
    parts.append(_line(left, foot, left + PLOT_WIDTH, foot))
    ticks = marks(start, points[-1][0], MOST_MARKS)
    for x in ticks.numbers:
        at = place(x, low)[0]
        parts.append(_line(at, foot, at, foot + 4))
        parts.append(_text(speller.number(x, ticks.decimals), at, foot + 18, "middle"))
    parts.append(_text(picture.x_name, left + PLOT_WIDTH / 2, foot + 36, "middle"))
    drawn = " ".join([f"{x:.1f},{y:.1f}" for x, y in (place(x, y) for x, y in points)])
    parts.append(f'<polyline points="{drawn}" fill="none" stroke="#3b78c4" stroke-width="2" stroke-linejoin="round"/>')
    if len(points) <= 40:
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="#3b78c4"/>' for x, y in (place(*p) for p in points)]
    return _svg(left + PLOT_WIDTH + 16, foot + 44, words["curve"].format(y=picture.y_name, x=picture.x_name), parts)


# What both are drawn with


def _svg(width: float, height: float, label: str, parts: Sequence[str], size: int = SMALL) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(label)}" '
        f'viewBox="0 0 {math.ceil(width)} {math.ceil(height)}" width="{math.ceil(width)}" height="{math.ceil(height)}" '
        f'font-family="{FONT}" font-size="{size}" fill="currentColor">' + "".join(parts) + "</svg>\n"
    )


def _text(text: str, x: float, y: float, anchor: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{_escaped(text)}</text> ' if text else ""


def _escaped(text: str) -> str:
    shown = Charset()(text)
    return escape("◌" + shown if shown and combining(shown[0]) else shown)


def _line(x: float, y: float, to_x: float, to_y: float, more: str = "") -> str:
    return f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" stroke="currentColor"{more}/>'


def _short(text: str, most: int = LONGEST_LABEL) -> str:
    """A label that has room in a picture: the beginning of a longer one."""
    return text if columns_of(text) <= most else text[: most // 2].rstrip() + "…"


def _long(names: Sequence[str], size: int = SMALL) -> float:
    """How long the longest name is when it is drawn."""
    return max([columns_of(name) for name in names], default=0) * size * SIGN


# The path

GAP = 20.0  # between two stages, where the arrow is
LINE = 16.0  # from one line of text to the next
PAD = 7.0  # around the text of a box
ROUND = 12.0  # radius of a sum's circle
LANE = 40.0  # size of a lane's picture
MOST_LANES = 12
WIDEST = 1090.0  # of a row of stages, where it can end
PHONE = 340.0
LONGEST_NAME = 11  # signs of a line of a box
BAR = 110.0
LIFT = 16.0  # from what a way around avoids to the way


def path(stages: Sequence[Stage], links: Mapping[int, tuple[str, str]], speller: Speller) -> str:
    """The path twice: for a wide window from left to right, for a narrow one from top to bottom.

    links: for the steps that are on the page their id and name.
    """
    return _framed("across", _Across(stages, links, speller).drawn()) + _framed(
        "down", _Down(stages, links, speller).drawn()
    )


class _Drawing(NamedTuple):
    """What a path is drawn with, and the room it takes."""

    width: float
    height: float
    parts: list[str]


def _framed(style: str, drawing: _Drawing) -> str:
    """A path as a part of a page of HTML."""
    width, height = math.ceil(drawing.width), math.ceil(drawing.height)
    return (
        f'<svg class="{style}" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'style="max-width: {width}px" font-size="{LARGE}">{"".join(drawing.parts)}</svg>\n'
    )


# What the style of a page of HTML does for a path, for one that stands alone.
STYLE = (
    "rect, circle { fill: #f4f6f8; stroke: #57606a } .note { fill: #57606a; font-style: italic } "
    ".way, .plus { fill: none; stroke: #57606a; stroke-width: 1.5 } .head { fill: #57606a }"
)


def diagram(picture: Diagram, speller: Speller, words: Mapping[str, str]) -> str:
    """A diagram from top to bottom; nothing for one without stages. words: "diagram", see Locale."""
    if not picture.stages:
        return ""
    drawing = _Down(picture.stages, {}, speller).drawn()
    return _svg(drawing.width, drawing.height, words["diagram"], [f"<style>{STYLE}</style>", *drawing.parts], LARGE)


class _Path:
    """A path being drawn."""

    def __init__(self, stages: Sequence[Stage], links: Mapping[int, tuple[str, str]], speller: Speller) -> None:
        self.stages = stages
        self.links = links
        self.speller = speller
        self.charset = Charset()
        self.sizes = [self.size(stage) for stage in stages]
        self.ways = around(stages)

    # What a stage looks like, whichever way the path runs

    def said(self, text: Prose) -> str:
        return _short(self.charset(self.speller.prose(text)), LONGEST_TITLE)

    def token(self, token: Token) -> str:
        return _short(self.charset(token.text))

    def lines(self, stage: Stage) -> list[str]:
        """The name of a box, broken at its spaces, and its note."""
        lines = [""]
        for word in self.said(stage.name).split(" "):
            longer = f"{lines[-1]} {word}".strip()
            lines = [*lines[:-1], longer] if len(longer) <= LONGEST_NAME or not lines[-1] else [*lines, word]
        return [*lines, self.said(stage.note)] if stage.note else lines

    def lanes(self, stage: Stage) -> list[Lane]:
        """The lanes that are drawn; of too many the first ones."""
        return list(stage.lanes if len(stage.lanes) <= MOST_LANES else stage.lanes[: MOST_LANES - 1])

    def lane_size(self, stage: Stage) -> tuple[float, float]:
        """Width and height of one lane."""
        name = _long([self.said(lane.name) for lane in stage.lanes], LARGE)
        pictured = any(lane.picture is not None for lane in stage.lanes)
        return name + 2 * PAD + (LANE + 6 if pictured else 0), (LANE + 8 if pictured else LINE + 8)

    def size(self, stage: Stage) -> tuple[float, float]:
        """Width and height of a stage."""
        raise NotImplementedError

    def box(self, stage: Stage, x: float, y: float, width: float, height: float) -> str:
        """A rounded box with its lines of text in the middle."""
        lines = self.lines(stage)
        first = y + height / 2 - (len(lines) - 1) * LINE / 2 + LARGE * 0.35
        texts = [
            _text(
                line,
                x + width / 2,
                first + i * LINE,
                "middle",
                ' class="note"' if stage.note and line is lines[-1] else "",
            )
            for i, line in enumerate(lines)
        ]
        return _rect(x, y, width, height) + "".join(texts)

    def sum(self, x: float, y: float) -> str:
        """A circle with a plus, by its middle."""
        return (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{ROUND}"/>'
            f'<path class="plus" d="M{x - 6:.1f} {y:.1f}h12M{x:.1f} {y - 6:.1f}v12"/>'
        )

    def lane(self, lane: Lane, x: float, y: float, width: float, height: float) -> str:
        name = self.said(lane.name)
        if lane.picture is None:
            return _rect(x, y, width, height) + _text(name, x + width / 2, y + height / 2 + LARGE * 0.35, "middle")
        drawn = _pixels(lane.picture, x + width - LANE - 4, y + (height - LANE) / 2, LANE)
        return _rect(x, y, width, height) + drawn + _text(name, x + PAD, y + height / 2 + LARGE * 0.35, "start")

    def bars_size(self, stage: Stage) -> tuple[float, float]:
        names = _long([self.token(token) for token, _ in stage.bars], LARGE)
        numbers = _long([self.speller.of_cell(number.ref) for _, number in stage.bars], LARGE)
        head = _long([self.said(stage.name)], LARGE)
        return max(names + BAR + numbers + 2 * PAD + 12, head), len(stage.bars) * 20 + LINE + 2 * PAD

    def bars(self, stage: Stage, x: float, y: float, width: float, height: float) -> str:
        """The name, and for each bar its token, the bar and the number."""
        left = x + PAD + _long([self.token(token) for token, _ in stage.bars], LARGE) + 6
        longest = max([number.ref.value for _, number in stage.bars], default=0.0) or 1.0
        parts = [_rect(x, y, width, height), _text(self.said(stage.name), x + width / 2, y + PAD + LARGE - 2, "middle")]
        for i, (token, number) in enumerate(stage.bars):
            at = y + PAD + LINE + 6 + i * 20
            long = max(1.0, BAR * number.ref.value / longest)
            parts.append(_text(self.token(token), left - 6, at + 10, "end"))
            parts.append(f'<rect class="share" x="{left:.1f}" y="{at:.1f}" width="{long:.1f}" height="12" rx="2"/>')
            parts.append(_text(self.speller.of_cell(number.ref), left + long + 6, at + 10, "start"))
        return "".join(parts)

    def linked(self, stage: Stage, drawn: str) -> str:
        """A stage as a link to its step, if that is on the page."""
        found = self.links.get(stage.step)
        if found is None:
            return f"<g>{drawn}</g>"
        address, step = found
        # What a reader hears begins with what one sees; a circle shows nothing to be read.
        seen = " ".join(re.findall(">([^<>]+)</text>", drawn)) or escape(self.said(stage.name))
        label = escape(step) if seen in escape(step) else f"{seen} ({escape(step)})"
        return f'<a href="#{address}" aria-label="{label}">{drawn}</a>'

    def clearances(self, ways: Sequence[tuple[int, int]], side: int) -> dict[tuple[int, int], float]:
        """How far from the middle of the stages each way around runs: clear of those that it passes, and of each other.

        side: what counts of a stage, its width (0) or its height (1).
        """
        found: dict[tuple[int, int], float] = {}
        for way in sorted(ways, key=lambda way: way[1] - way[0]):
            passed = range(way[0] + 1, max(way[1], way[0] + 2))
            far = max([self.sizes[i][side] for i in passed]) / 2 + LIFT
            for other in sorted([far for (a, b), far in found.items() if a < way[1] and way[0] < b]):
                far = other + LIFT if abs(far - other) < LIFT else far
            found[way] = far
        return found


class _Across(_Path):
    """From left to right, in rows where nothing crosses their ends."""

    def size(self, stage: Stage) -> tuple[float, float]:
        if stage.kind == "sum":
            return 2 * ROUND, 2 * ROUND
        if stage.kind == "bars":
            return self.bars_size(stage)
        if stage.lanes:
            width, height = self.lane_size(stage)
            return width, len(self.lanes(stage)) * (height + 6) - 6
        lines = self.lines(stage)
        return _long(lines, LARGE) + 2 * PAD, len(lines) * LINE + 2 * PAD

    def rows(self) -> list[range]:
        """The stages row by row, each as long as there is room and nothing is torn apart."""
        ends = [i for i in range(1, len(self.stages)) if not any(a < i <= b for a, b in self.ways)]
        rows: list[range] = []
        first = 0
        for here, following in zip(ends, [*ends[1:], len(self.stages)], strict=False):
            wide = sum(self.sizes[i][0] + GAP for i in range(first, following))
            if wide > WIDEST:
                rows.append(range(first, here))
                first = here
        return [*rows, range(first, len(self.stages))]

    def drawn(self) -> _Drawing:
        rows = self.rows()
        parts: list[str] = []
        top, widest = 0.0, 0.0
        before: tuple[float, float, float] | None = None  # where the row above ends, and its lower edge
        for row in rows:
            ways = [way for way in self.ways if way[0] in row]
            clear = self.clearances(ways, 1)
            above = max([self.sizes[i][1] / 2 for i in row] + [*clear.values()])
            below = max(self.sizes[i][1] / 2 for i in row)
            middle = top + above + 4
            x = 2.0 if before is None else 2.0 + GAP
            places: dict[int, float] = {}
            for i in row:
                places[i] = x
                x += self.sizes[i][0] + GAP
            if before is not None:
                right, level, foot = before
                turn = (foot + top) / 2
                tip = places[row[0]] - 2
                way = f"M{right:.1f} {level:.1f}h10V{turn:.1f}H8V{middle:.1f}H{tip:.1f}"
                parts.append(_arrow(way, tip, middle, "right"))
            for i in row:
                stage = self.stages[i]
                width, height = self.sizes[i]
                parts.append(self.linked(stage, self.stage(stage, places[i], middle, width, height)))
                if i > row[0] and i - 1 in stage.reads:
                    start = places[i - 1] + self.sizes[i - 1][0]
                    tip = places[i] - 2
                    parts.append(_arrow(f"M{start:.1f} {middle:.1f}H{tip:.1f}", tip, middle, "right"))
            for a, b in ways:
                start = places[a] + self.sizes[a][0] + 7
                end = places[b] + self.sizes[b][0] / 2
                high = middle - clear[a, b]
                tip = middle - self.sizes[b][1] / 2 - 2
                from_edge = "" if follows(self.stages, a + 1) else f"M{start - 7:.1f} {middle:.1f}H{start:.1f}"
                way = f"{from_edge}M{start:.1f} {middle:.1f}V{high + 8:.1f}q0 -8 8 -8H{end - 8:.1f}q8 0 8 8V{tip:.1f}"
                parts.append(_arrow(way, end, tip, "down"))
            last = row[-1]
            before = (places[last] + self.sizes[last][0], middle, middle + below)
            widest = max(widest, before[0] + (12 if row is not rows[-1] else 2))
            top = middle + below + (22 if row is not rows[-1] else 4)
        return _Drawing(widest, top, parts)

    def stage(self, stage: Stage, x: float, middle: float, width: float, height: float) -> str:
        """A stage by the middle of its left edge."""
        y = middle - height / 2
        if stage.kind == "sum":
            return self.sum(x + ROUND, middle)
        if stage.kind == "bars":
            return self.bars(stage, x, y, width, height)
        if not stage.lanes:
            return self.box(stage, x, y, width, height)
        _, high = self.lane_size(stage)
        lanes = [self.lane(lane, x, y + i * (high + 6), width, high) for i, lane in enumerate(self.lanes(stage))]
        return _ground(x, y, width, height) + "".join(lanes)


class _Down(_Path):
    """From top to bottom, ways around on the right."""

    def size(self, stage: Stage) -> tuple[float, float]:
        if stage.kind == "sum":
            return 2 * ROUND, 2 * ROUND
        if stage.kind == "bars":
            return self.bars_size(stage)
        if stage.lanes:
            width, height = self.lane_size(stage)
            lines = math.ceil(len(self.lanes(stage)) / self.beside(stage))
            return self.beside(stage) * (width + 6) - 6, lines * (height + 6) - 6
        lines_of_text = self.lines(stage)
        return max(120.0, _long(lines_of_text, LARGE) + 2 * PAD), len(lines_of_text) * LINE + 2 * PAD - 4

    def beside(self, stage: Stage) -> int:
        """How many lanes stand beside one another."""
        width, _ = self.lane_size(stage)
        return max(1, min(len(self.lanes(stage)), int((PHONE - 60) / (width + 6))))

    def drawn(self) -> _Drawing:
        gap = 20.0
        clear = self.clearances(self.ways, 0)
        right = max([size[0] / 2 for size in self.sizes] + [*clear.values()])
        left = max(size[0] / 2 for size in self.sizes)
        middle = max(left, min(right, PHONE / 2)) + 2
        parts: list[str] = []
        y = 2.0
        places: list[float] = []
        for width_height in self.sizes:
            places.append(y)
            y += width_height[1] + gap
        for i, stage in enumerate(self.stages):
            width, height = self.sizes[i]
            parts.append(self.linked(stage, self.stage(stage, middle, places[i], width, height)))
            if i and i - 1 in stage.reads:
                tip = places[i] - 2
                way = f"M{middle:.1f} {places[i - 1] + self.sizes[i - 1][1]:.1f}V{tip:.1f}"
                parts.append(_arrow(way, middle, tip, "down"))
        for a, b in self.ways:
            start = places[a] + self.sizes[a][1] + 6
            end = places[b] + self.sizes[b][1] / 2
            far = middle + clear[a, b]
            tip = middle + self.sizes[b][0] / 2 + 2
            from_edge = "" if follows(self.stages, a + 1) else f"M{middle:.1f} {start - 6:.1f}V{start:.1f}"
            way = f"{from_edge}M{middle:.1f} {start:.1f}H{far - 8:.1f}q8 0 8 8V{end - 8:.1f}q0 8 -8 8H{tip:.1f}"
            parts.append(_arrow(way, tip, end, "left"))
        return _Drawing(middle + right + 4, y - gap + 2, parts)

    def stage(self, stage: Stage, middle: float, y: float, width: float, height: float) -> str:
        """A stage by the middle of its upper edge."""
        x = middle - width / 2
        if stage.kind == "sum":
            return self.sum(middle, y + ROUND)
        if stage.kind == "bars":
            return self.bars(stage, x, y, width, height)
        if not stage.lanes:
            return self.box(stage, x, y, width, height)
        wide, high = self.lane_size(stage)
        beside = self.beside(stage)
        lanes = [
            self.lane(lane, x + i % beside * (wide + 6), y + i // beside * (high + 6), wide, high)
            for i, lane in enumerate(self.lanes(stage))
        ]
        return _ground(x, y, width, height) + "".join(lanes)


def _rect(x: float, y: float, width: float, height: float) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="6"/>'


def _ground(x: float, y: float, width: float, height: float) -> str:
    """What is seen nowhere and can be clicked everywhere: a link between lanes, too, is one."""
    return f'<path class="ground" d="M{x:.1f} {y:.1f}h{width:.1f}v{height:.1f}h{-width:.1f}z"/>'


def _arrow(way: str, x: float, y: float, toward: str) -> str:
    """A line along `way` up to (x, y), with a head there. (A marker would need an id.)"""
    back, side = {"right": ((-5, -3.5), (-5, 3.5)), "down": ((-3.5, -5), (3.5, -5)), "left": ((5, -3.5), (5, 3.5))}[
        toward
    ]
    points = " ".join([f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in ((0, 0), back, side)])
    return f'<path class="way" d="{way}"/><polygon class="head" points="{points}"/>'


def _pixels(picture: Heatmap, x: float, y: float, size: float) -> str:
    """A heatmap as large as a stamp."""
    scale = Scale(picture)
    png = _png([bytes([_level(float(n), scale) for n in row]) for row in picture.data], _palette(scale.signed))
    return (
        f'<image x="{x:.1f}" y="{y:.1f}" width="{size}" height="{size}" preserveAspectRatio="none" '
        f'style="image-rendering: pixelated" href="{png}"/>'
    )
