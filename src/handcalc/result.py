"""Result: a finished page in Python, and the way from it to a format and a file. Formats are imported when used."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from handcalc import output, request
from handcalc.doc import Continuation, Document, selected
from handcalc.errors import HandcalcError
from handcalc.expr import Array

if TYPE_CHECKING:
    from handcalc.tape import Floats


class Result:
    """What a command computed: `document` holds its numbered steps, `values` its numbers.

    str() gives the page as plain text. live: how to compute the document for a format whose numbers its reader can
    change; None where it is the same one.
    """

    def __init__(self, document: Document, live: Callable[[], Document] | None = None) -> None:
        self.document = document
        self._live = live

    def step(self, which: int | str) -> Result:
        """The same result with some of its steps alone: 6, or "4-6,9".

        Errors: HandcalcError for a step that does not exist; it says which do.
        """
        numbers = request.steps(which, self.document)
        return self._selected(lambda document: selected(document, numbers))

    def only(self, kind: str) -> Result:
        """The same result with its "tables" (pictures go with them) or its "formulas" alone."""
        request.choice("only", kind, KINDS)
        return self._selected(lambda document: selected(document, None, kind))

    def _selected(self, part: Callable[[Document], Document]) -> Result:
        whole = self._live
        return Result(part(self.document), None if whole is None else lambda: part(whole()))

    @property
    def passed(self) -> bool:
        """Whether every check that the command makes came out true (a claim that holds, a block that is one)."""
        return self.document.passed

    @property
    def values(self) -> dict[str, Floats]:
        """Every named array of the run, full precision, by the names that `show` uses ("block1.head1.weights").

        The arrays share memory with the run and cannot be written to; copy one to change it.
        """
        return _arrays(self.document.values)

    @property
    def continuation(self) -> Continuation | None:
        """What `generate` added to the text: `tokens` and `ids` of what is new, the whole `text`, and why it `stopped`.

        None for other commands.
        """
        return self.document.continuation

    @property
    def after(self) -> dict[str, Floats]:
        """The same for the run after a training step, weights included; empty for other commands."""
        return _arrays(self.document.after)

    def to(self, format: str, **settings: Any) -> str | bytes:
        """The page in a format ("text", "latex", ...); bytes for one that is no text, such as "xlsx".

        settings: standalone, a complete file instead of a fragment to paste; heading, the level of the steps' titles
        (1 to 6) where the format has levels; width, the columns of a window for text.
        Errors: HandcalcError for a format that does not exist, which lists those that do, for one that needs a
        library that is missing, and for a heading where there are none.
        """
        from handcalc import formats

        chosen = formats.load(request.choice("format", format, formats.names()))
        if settings.get("heading") is not None:
            settings["heading"] = heading(format, settings["heading"])
        else:
            settings.pop("heading", None)
        document = self._live() if self._live is not None and formats.live(format) else self.document
        return chosen.write(document, **settings)

    def save(self, path: str | os.PathLike[str], format: str | None = None, **settings: Any) -> None:
        """Write the page to a file, in the format of its ending unless `format` names another; text is UTF-8.

        settings: as for `to`. The file is replaced by a complete one or not at all. Errors: HandcalcError for an
        ending that no format has, and for a file that cannot be written.
        """
        output.check(path)
        format = format_of(path, format)
        output.write_file(path, output.encoded(self.to(format, **settings), "utf-8"))

    def figure(self, kind: str) -> bytes:
        """Its pictures in one figure, drawn by matplotlib, as the bytes of a file. kind: "svg", "pdf" or "png".

        The same page gives the same bytes. Errors: HandcalcError where matplotlib is missing, for another kind, and
        for a page without pictures.
        """
        from handcalc import plot

        return plot.figure(self.document, request.choice("kind", kind, plot.ENDINGS))

    def plot(self, path: str | os.PathLike[str]) -> None:
        """Draw its pictures (the map and the curve of `posenc`) in one figure into a file: .svg, .pdf or .png.

        The file is replaced by a complete one or not at all. Errors: as for `figure`, and HandcalcError for another
        ending, and for a file that cannot be written.
        """
        check_plot(path)
        output.write_file(path, self.figure(plot_kind(path)))

    def _repr_html_(self) -> str:
        """The page in a notebook."""
        return str(self.to("html"))

    def _repr_markdown_(self) -> str:
        return str(self.to("markdown"))

    def _repr_latex_(self) -> str:
        """The page in the PDF of a notebook; its tables need booktabs, which nbconvert's own template has."""
        return str(self.to("latex"))

    def __str__(self) -> str:
        return str(self.to("text"))

    def __repr__(self) -> str:
        return f"<handcalc {self.document.command}: {len(self.document.steps)} steps>"


KINDS = ("tables", "formulas")


def heading(format: str, given: int | str) -> int:
    """The level of titles asked for. Errors: HandcalcError where it is no level, or the format has none."""
    from handcalc import formats

    level = request.whole("heading", given, 1, request.MOST_HEADING)
    if not formats.takes(formats.load(format), "heading"):
        able = [name for name in formats.names() if formats.takes(formats.load(name), "heading")]
        raise HandcalcError(
            "The titles of the format {format} have no levels; {option} works in {formats}.",
            format=format,
            option="heading",
            formats=", ".join(able),
        )
    return level


def plot_kind(path: str | os.PathLike[str]) -> str:
    """What kind of figure a file asks for. Errors: HandcalcError for an ending that no kind has."""
    from handcalc import plot

    return plot.kind_of(path)


def check_plot(path: str | os.PathLike[str]) -> None:
    """Refuse, before anything is computed, a figure that could not be drawn or written."""
    from handcalc import plot

    plot.kind_of(path)
    output.check(path)
    plot.check_library()


def encoding_of(format: str) -> str | None:
    """The encoding of a format's text, whatever standard output would like; None where it follows that."""
    from handcalc import formats

    return None if formats.takes(formats.load(format), "encoding") else "utf-8"


def format_of(path: str | os.PathLike[str], format: str | None = None) -> str:
    """The format asked for, or else that of the ending of `path`; a device or a pipe without one gets text."""
    from handcalc import formats

    if format is not None:
        return request.choice("format", format, formats.names())
    found = formats.by_ending(os.path.basename(path)) or ("text" if output.is_stream(path) else None)
    if found is None:
        raise HandcalcError(
            "The name {file} tells no format; name one of {formats}, or use one of the endings {endings}.",
            file=path,
            formats=", ".join(formats.names()),
            endings=", ".join(f".{ending}" for name in formats.names() for ending in formats.load(name).ENDINGS),
        )
    return found


def _arrays(values: Mapping[str, Array] | None) -> dict[str, Floats]:
    arrays = {}
    for name, var in (values or {}).items():
        arrays[name] = var.data[...]  # type: ignore[attr-defined]  # in a Document from a tape they are Vars
        arrays[name].flags.writeable = False
    return arrays
