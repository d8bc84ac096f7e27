"""What pictures need: a matrix made smaller by averaging, a number's place on a scale, marks on an axis. No format."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from handcalc.doc import Curve, Heatmap


class Scale:
    """Where a number stands between the ends of a heatmap's scale: 0 to 1, or -1 to 1 for a signed one."""

    def __init__(self, picture: Heatmap) -> None:
        self.low, self.high = picture.low, picture.high
        self.signed = picture.low < 0 < picture.high
        self.bound = max(-picture.low, picture.high)

    def __call__(self, x: float) -> float:
        if self.signed:
            return 0.0 if math.isnan(x) else min(1.0, max(-1.0, x / self.bound))
        if math.isnan(x) or self.high <= self.low:
            return 0.0
        return min(1.0, max(0.0, (x - self.low) / (self.high - self.low)))

    @property
    def ends(self) -> tuple[float, float]:
        """The numbers at the ends of the scale."""
        return (-self.bound, self.bound) if self.signed else (self.low, self.high)


# Colours of a heatmap at equal distances, in between they are mixed: from nothing to much, and from minus to plus.
GROWING = ((68, 1, 84), (59, 82, 139), (33, 145, 140), (94, 201, 98), (253, 231, 37))
DIVERGING = ((33, 102, 172), (146, 197, 222), (247, 247, 247), (244, 165, 130), (178, 24, 43))


def mixed(share: float, signed: bool) -> tuple[int, int, int]:
    """The colour (red, green, blue, 0 to 255) of a share of the scale, from 0 (or -1 on a signed one) to 1."""
    colors = DIVERGING if signed else GROWING
    place = (share + 1) / 2 if signed else share
    i = min(int(place * (len(colors) - 1)), len(colors) - 2)
    part = place * (len(colors) - 1) - i
    red, green, blue = [round(a + part * (b - a)) for a, b in zip(colors[i], colors[i + 1], strict=True)]
    return red, green, blue


def finite(picture: Curve) -> list[tuple[float, float]]:
    """The points of a curve that can be drawn, by x."""
    points = zip(picture.x, picture.y, strict=True)
    return sorted((x, y) for x, y in points if math.isfinite(x) and math.isfinite(y))


class Marks(NamedTuple):
    """Round numbers at an axis, and the decimals that they print with."""

    numbers: list[float]
    decimals: int


def marks(low: float, high: float, most: int) -> Marks:
    """Round numbers between `low` and `high`, at most so many: multiples of 1, 2 or 5 times a power of ten.

    Ends that are equal, or as far apart or as near as floats can be, are marks themselves.
    """
    if not 1e-300 < high - low < math.inf:
        return Marks([low] if low == high else [low, high], 0)
    power = math.floor(math.log10((high - low) / most))
    for factor in (1, 2, 5, 10, 20, 50):
        step = factor * 10.0**power
        first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
        if last - first < most:
            break
    # Divided by a whole number, a mark is the float that is nearest to its decimal form.
    whole = [k * factor for k in range(first, last + 1)]
    numbers = [float(k * 10**power) if power >= 0 else k / 10**-power for k in whole]
    return Marks(numbers, max(0, -power - (factor >= 10)))


class Reduced(NamedTuple):
    """A matrix that fits; each of its cells is the mean of `tall` x `broad` numbers (less at the edges)."""

    data: list[list[float]]
    tall: int
    broad: int


def reduced(picture: Heatmap, rows: int, columns: int) -> Reduced:
    """The matrix of a picture in so many rows and columns, or less. Columns that take turns keep taking them."""
    height, breadth = len(picture.data), len(picture.data[0])
    tall, broad = evenly(height, rows), evenly(breadth, columns)
    turns = picture.turns if breadth % picture.turns == 0 and columns >= picture.turns else 1
    if broad == 1 or turns == 1:
        return Reduced(averaged(picture.data, tall, broad, height, breadth), tall, broad)
    broad = evenly(breadth // turns, columns // turns)
    kinds = []
    for kind in range(turns):
        data = (
            picture.data[:, kind::turns]
            if hasattr(picture.data, "reshape")
            else [row[kind::turns] for row in picture.data]
        )
        kinds.append(averaged(data, tall, broad, height, breadth // turns))
    return Reduced(
        [[x for cells in zip(*rows, strict=True) for x in cells] for rows in zip(*kinds, strict=True)], tall, broad
    )


def evenly(count: int, room: int) -> int:
    """How many of `count` numbers make one cell, so that the cells fit into `room`: as few as can be.

    A few more are taken where they divide `count`, so that the last cell is a mean of as many as the others.
    """
    least = math.ceil(count / room)
    return next((size for size in range(least, least + least // 2 + 1) if count % size == 0), least)


def averaged(data: Any, tall: int, broad: int, height: int, breadth: int) -> list[list[float]]:
    """The matrix with blocks of `tall` x `broad` numbers (less at the edges) averaged into one."""
    if tall == 1 and broad == 1:
        return data.tolist() if hasattr(data, "tolist") else [[float(x) for x in row] for row in data]
    if hasattr(data, "reshape"):
        return _by_array(data, tall, broad, height, breadth)
    reduced = []
    for top in range(0, height, tall):
        blocks = [
            [float(x) for line in data[top : top + tall] for x in line[start : start + broad]]
            for start in range(0, breadth, broad)
        ]
        reduced.append([sum(block) / len(block) for block in blocks])
    return reduced


def _by_array(data: Any, tall: int, broad: int, height: int, breadth: int) -> list[list[float]]:
    """The same by the array's own means: those of the whole blocks, and those of what is left at the edges."""
    reduced: list[list[float]] = []
    for top, bottom, rows in _bands(height, tall):
        parts = [
            data[top:bottom, start:end].reshape((bottom - top) // rows, rows, (end - start) // columns, columns)
            for start, end, columns in _bands(breadth, broad)
        ]
        means: list[list[list[float]]] = [part.mean(axis=(1, 3)).tolist() for part in parts]
        reduced += [[x for line in lines for x in line] for lines in zip(*means, strict=True)]
    return reduced


def _bands(length: int, size: int) -> list[tuple[int, int, int]]:
    """Where the whole blocks of `size` begin and end, and the shorter one after them, if there is one."""
    whole = length - length % size
    bands = [(0, whole, size), (whole, length, length - whole)]
    return [band for band in bands if band[0] < band[1]]
