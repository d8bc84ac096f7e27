"""The pictures of a page in one figure, as SVG, PDF or PNG: the only file that imports matplotlib, an optional library.

Knows pages, how numbers are spelled, and what the formats' pictures share. The same page gives the same bytes.
"""

from __future__ import annotations

import io
import logging
import os
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any, TypeGuard

from handcalc.doc import Block, Curve, Document, Heatmap
from handcalc.errors import HandcalcError
from handcalc.formats.characters import Charset
from handcalc.formats.pictures import DIVERGING, GROWING, Scale, finite, marks, reduced
from handcalc.notation import Speller

ENDINGS = ("svg", "pdf", "png")
MOST_PICTURES = 24
MOST_CELLS = 1200  # of a side of a heatmap; more are averaged
MOST_NAMES = 40  # of rows or columns that stand at an axis one by one
LONGEST_NAME = 20  # characters
MOST_MARKS = 8  # numbers at an axis

WIDTH, HEATMAP, CURVE = 7.2, 3.6, 2.6  # inches
DOTS = 200  # an inch, in a PNG
LINE, QUIET = "#3b78c4", "#d9d9d9"
LOOK = {
    "svg.hashsalt": "handcalc",  # ids follow from what they name
    "svg.fonttype": "path",  # letters look the same wherever the figure is opened
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlelocation": "left",
}
NOTHING = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}  # no time in the file


def kind_of(path: str | os.PathLike[str]) -> str:
    """What kind of figure the name of a file asks for. Errors: HandcalcError for an ending that no kind has."""
    ending = os.path.splitext(os.fspath(path))[1].removeprefix(".").lower()
    if ending not in ENDINGS:
        raise HandcalcError(
            "The name {file} tells no kind of figure; its ending can be {endings}.",
            file=path,
            endings=", ".join(f".{ending}" for ending in ENDINGS),
        )
    return ending


def check_library() -> None:
    """Refuse to begin where there is no matplotlib. It is not loaded."""
    if find_spec("matplotlib") is None:
        raise missing()


def missing() -> HandcalcError:
    """What is said where there is no matplotlib."""
    return HandcalcError(
        "A figure needs the package matplotlib; {command} installs it.", command="pip install matplotlib"
    )


def figure(document: Document, kind: str) -> bytes:
    """The pictures of the page under one another, as the bytes of a file. kind: one of ENDINGS.

    Errors: HandcalcError where matplotlib is missing, and for a page without pictures or with too many.
    """
    # What matplotlib has to say of its caches and fonts is for a log, where there is one, and not for standard error.
    logging.getLogger("matplotlib").addHandler(logging.NullHandler())
    try:
        from matplotlib import style
    except ImportError:
        raise missing() from None
    pictures = [
        (block, titled(step.name, block, Speller.of(document)))
        for step in document.steps
        for block in step.blocks
        if drawable(block)
    ]
    if not pictures:
        raise HandcalcError("This page has no picture to draw.")
    if len(pictures) > MOST_PICTURES:
        raise HandcalcError(
            "This page has {count} pictures; at most {most} fit into one figure.",
            count=len(pictures),
            most=MOST_PICTURES,
        )
    with style.context(["default", LOOK]):
        return _Figure(document, pictures).saved(kind)


def drawable(block: Block) -> TypeGuard[Heatmap | Curve]:
    """Whether a block is a picture with anything in it."""
    if isinstance(block, Heatmap):
        return len(block.data) > 0 and len(block.data[0]) > 0
    return isinstance(block, Curve) and bool(finite(block))


def titled(step: str, picture: Heatmap | Curve, speller: Speller) -> str:
    """What stands above a picture: its caption, or else the title of its step."""
    return Charset()(speller.prose(picture.caption).rstrip(":") or step)


class _Figure:
    """A figure being drawn. The settings of matplotlib are those of its caller."""

    def __init__(self, document: Document, pictures: Sequence[tuple[Any, str]]) -> None:
        from matplotlib import get_data_path
        from matplotlib.figure import Figure
        from matplotlib.font_manager import FontProperties

        self.document = document
        self.speller = Speller.of(document)
        self.charset = Charset()
        # The library's own font, wherever the system has another of this name.
        path = os.path.join(get_data_path(), "fonts", "ttf", "DejaVuSans.ttf")
        self.words = {"fontproperties": FontProperties(fname=path, size=9), "parse_math": False}
        self.title = {"fontproperties": FontProperties(fname=path, size=11), "parse_math": False}
        heights = [HEATMAP if isinstance(picture, Heatmap) else CURVE for picture, _ in pictures]
        self.figure = Figure(figsize=(WIDTH, sum(heights)), layout="constrained")
        grid = self.figure.add_gridspec(len(pictures), 2, width_ratios=(50, 1), height_ratios=heights)
        for row, (picture, title) in enumerate(pictures):
            axes = self.figure.add_subplot(grid[row, 0])
            axes.set_title(title, **self.title)
            if isinstance(picture, Heatmap):
                self.heatmap(axes, self.figure.add_subplot(grid[row, 1]), picture)
            else:
                self.curve(axes, picture)

    def saved(self, kind: str) -> bytes:
        file = io.BytesIO()
        self.figure.savefig(file, format=kind, dpi=DOTS, metadata=NOTHING[kind])
        return file.getvalue()

    def heatmap(self, axes: Any, beside: Any, picture: Heatmap) -> None:
        """A matrix as coloured cells, `beside` it what the colours stand for."""
        from matplotlib.colors import LinearSegmentedColormap, Normalize

        scale = Scale(picture)
        low, high = scale.ends
        colors = [tuple(part / 255 for part in color) for color in (DIVERGING if scale.signed else GROWING)]
        map = LinearSegmentedColormap.from_list("handcalc", colors)
        height, breadth = len(picture.data), len(picture.data[0])
        data, tall, broad = reduced(picture, MOST_CELLS, MOST_CELLS)
        top, left = picture.first[0] - 0.5, picture.first[1] - 0.5
        # The last cell may stand for less numbers than the others; it is then cut off where the matrix ends.
        extent = (left, left + broad * len(data[0]), top + tall * len(data), top)
        shades = axes.imshow(
            data, map, Normalize(low, high), aspect="auto", interpolation="none", extent=extent, origin="upper"
        )
        axes.set_xlim(left, left + breadth)
        axes.set_ylim(top + height, top)
        self.labels(axes.set_xticks, axes.set_xlabel, picture.columns, picture.first[1], breadth)
        self.labels(axes.set_yticks, axes.set_ylabel, picture.rows, picture.first[0], height)
        if tall > 1 or broad > 1:
            said = self.document.locale.words["averaged"].format(rows=tall, columns=broad)
            axes.set_xlabel("\n".join(filter(None, (axes.get_xlabel(), said))), **self.words)
        self.figure.colorbar(shades, cax=beside)
        self.numbers(beside.set_yticks, low, high)

    def curve(self, axes: Any, picture: Curve) -> None:
        """A curve from its first point to its last, which are at the ends of the axis."""
        points = finite(picture)
        x, y = [point[0] for point in points], [point[1] for point in points]
        low, high = (min(y), max(y)) if min(y) < max(y) else (y[0] - 1, y[0] + 1)
        room = 0.04 * (high - low)
        mark = "o" if len(points) <= MOST_NAMES else ""
        axes.plot(x, y, color=LINE, linewidth=1.6, marker=mark, markersize=3, clip_on=False)
        axes.grid(axis="y", color=QUIET, linewidth=0.6)
        axes.set_axisbelow(True)
        self.numbers(axes.set_xticks, x[0], x[-1])
        self.numbers(axes.set_yticks, low - room, high + room)
        axes.set_xlim(x[0], x[-1] if x[-1] > x[0] else x[0] + 1)
        axes.set_ylim(low - room, high + room)
        axes.set_xlabel(self.charset(picture.x_name), **self.words)
        axes.set_ylabel(self.charset(picture.y_name), **self.words)

    def numbers(self, set_ticks: Any, low: float, high: float) -> None:
        """Round numbers at an axis, spelled as on the page."""
        found = marks(low, high, MOST_MARKS)
        set_ticks(found.numbers, [self.speller.number(x, found.decimals) for x in found.numbers], **self.words)

    def labels(self, set_ticks: Any, set_label: Any, names: tuple[str, ...] | str, first: int, count: int) -> None:
        """The names of rows or columns; of numbered ones, and where there is no room for all, some numbers."""
        if isinstance(names, str):
            set_label(self.charset(names), **self.words)
        elif count <= MOST_NAMES:
            short = [name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…" for name in names]
            turn = {"rotation": 90} if max(map(len, short)) > 2 and set_ticks.__name__ == "set_xticks" else {}
            set_ticks(range(first, first + count), [self.charset(name) for name in short], **self.words, **turn)
            return
        found = [int(x) for x in marks(first, first + count - 1, MOST_MARKS).numbers if x == int(x)]
        near = (found[-1] - found[0]) / max(1, len(found) - 1) / 2 if found else 0
        whole = [first, *[i for i in found if i - first > near]]
        set_ticks(whole, [self.speller.ascii(str(i)) for i in whole], **self.words)
