"""The block as an exercise: the reader picks one piece after another, and every choice is judged at once.

Sees the engine and documents. What it says are documents without steps; who shows them and who answers is its
caller's business.
"""

from __future__ import annotations

import re

from handcalc.doc import Block, Document, Paragraph, Prose, Table, Value
from handcalc.errors import HandcalcError
from handcalc.lessons import pieces
from handcalc.lessons.block import name_of, sketch
from handcalc.lessons.compare import both_of
from handcalc.lessons.options import Options
from handcalc.lessons.page import Page
from handcalc.model import Model

GIVING_UP = ("q", "quit", "exit")


class Exercise:
    """A block being put together. placed: the pieces so far; mistakes: how many choices were wrong.

    Errors: HandcalcError for what the finished block could not be computed with, before the reader begins.
    """

    def __init__(self, model: Model, text: str | None, options: Options, other: str | None) -> None:
        self.options = options
        for formula in pieces.FORMULAS.values():
            both_of(model.changed(block=formula), text, other, options, Page("block", options).digits)
        self.offer = pieces.offered(options.seed)
        self.left = dict(enumerate(self.offer, 1))
        self.placed: list[str] = []
        self.mistakes = 0

    @property
    def finished(self) -> bool:
        return not pieces.possible(self.placed)

    @property
    def prompt(self) -> str:
        """What the reader is asked for."""
        return Page("block", self.options).word("Piece {number}:", number=len(self.placed) + 1) + " "

    def opening(self) -> Document:
        """The task and the pieces."""
        page = Page("block", self.options)
        return self._said(
            page,
            Paragraph(
                page.say(
                    "Put a Transformer block together: pick its pieces in the order in which it computes them, "
                    "from its input to its output. Six of these eight pieces make a block; the other two are "
                    "traps."
                )
            ),
            self._pieces(page),
            Paragraph(page.say("Type a piece's number or its name; {q} gives up.", q="q")),
        )

    def given_up(self) -> Document:
        """What is said to a reader who stops."""
        page = Page("block", self.options)
        return self._said(
            page,
            Paragraph(
                page.say("The block is unfinished; {command} draws a complete one.", command="handcalc block --show")
            ),
        )

    def choose(self, typed: str) -> Document:
        """What is said to a choice: the block as it has grown, or why the piece does not fit."""
        page = Page("block", self.options)
        try:
            number, piece = self._meant(typed)
        except HandcalcError as error:
            return self._said(page, Paragraph((page.language.error(error),)))
        why = pieces.why_not(self.placed, piece)
        if why is not None:
            self.mistakes += 1
            name = page.quoted(name_of(page, piece))
            return self._said(page, Paragraph((*page.say("{name} does not fit here.", name=name), " ", *page.say(why))))
        self.placed.append(piece)
        del self.left[number]
        if self.finished:
            return self._said(page, Paragraph(self._done(page)))
        return self._said(page, sketch(page, self.placed), self._pieces(page))

    def _meant(self, typed: str) -> tuple[int, str]:
        """The number of a piece and the piece. Errors: HandcalcError for what is none."""
        text = typed.strip()
        if re.fullmatch(r"[0-9]{1,9}", text):
            number = int(text)
            if number in self.left:
                return number, self.left[number]
            if 1 <= number <= len(self.offer):
                raise HandcalcError("Piece {number} is in the block already.", number=number)
            raise HandcalcError(
                "There is no piece {number}; the last one is {last}.", number=number, last=len(self.offer)
            )
        if not text:
            raise HandcalcError("Type a piece's number or its name; {q} gives up.", q="q")
        named = pieces.read(text)
        if len(named) > 1:
            raise HandcalcError("One piece at a time.")
        number = next((number for number, piece in self.left.items() if piece == named[0]), 0)
        return number, named[0]

    def _done(self, page: Page) -> Prose:
        if not self.mistakes:
            return page.say("The block is complete, without a wrong choice.")
        return page.count(
            self.mistakes,
            "The block is complete, after {n} wrong choice.",
            "The block is complete, after {n} wrong choices.",
        )

    def _pieces(self, page: Page) -> Table:
        """The pieces that are left."""
        rows = [(Value(number, "integer"), name_of(page, piece)) for number, piece in self.left.items()]
        return Table((page.word("no."), page.word("piece")), tuple(rows), labels=2)

    def _said(self, page: Page, *blocks: Block) -> Document:
        page.notes.extend(blocks)
        return page.document(None, {})
