"""What a person may ask of a lesson, already read and checked by type. Standard library only."""

from __future__ import annotations

from handcalc.record import Record


class Options(Record):
    """The options shared by the lessons; None leaves the choice to the model or the lesson.

    language: "en", "pt" or "pl". target: the token the loss is for, as a person names it. row: a position from 1,
    a token, or "all". digits: decimals shown. pencil: compute as a person does. full: print long tables whole.
    seed: of what is drawn at random. live: write the division by the temperature down even where it is 1, for formats
    in which it can be changed. temperatures, head_counts: what is set side by side, where several values of one of the
    two were given; the temperature and the model's heads are then those that the steps are about.
    """

    language: str = "en"
    version: str = ""
    temperature: float | None = None
    target: str | None = None
    eta: float | None = None
    row: str | None = None
    digits: int | None = None
    pencil: bool = False
    full: bool = False
    seed: int | None = None
    live: bool = False
    temperatures: tuple[float, ...] = ()
    head_counts: tuple[int, ...] = ()
