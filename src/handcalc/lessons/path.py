"""The path of a page, for formats that draw it: the stages of a run, and which step works out each.

Sees the engine and documents; the words are English keys, the looks are the format's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from handcalc.doc import Heatmap, Lane, Math, Number, Prose, Stage, Token
from handcalc.expr import Ref, Whole
from handcalc.lessons.page import Page
from handcalc.tape import Line, Var
from handcalc.transformer import Piece, Run

MOST_BARS = 5
MOST_BLOCKS = 2  # drawn piece by piece; of more the first one is, and the others as one box each


class _Stages:
    """Stages being put down in the order of computation."""

    def __init__(self) -> None:
        self.stages: list[Stage] = []
        self.giving: dict[str, int] = {}  # the stage that gives the array of this name

    def add(self, stage: Stage, reads: Iterable[str], gives: Iterable[str]) -> None:
        """Put down a stage that reads the arrays of these names and gives those."""
        places = {self.giving[name] for name in reads if name in self.giving}
        self.giving |= dict.fromkeys(gives, len(self.stages))
        self.stages.append(stage.changed(reads=tuple(sorted(places))))


def of_walk(
    page: Page, run: Run, steps: Sequence[tuple[str, list[Piece]]], order: Sequence[int], t: int
) -> Sequence[Stage]:
    """The way from the text to the next token of row t.

    steps: those between the third and the last of the page, with their pieces. order: the ids of the vocabulary, the
    most likely first.
    """
    tape, path = run.tape, _Stages()
    embedded = tape["embedded"] if "embedded" in tape else tape["x"]
    last = len(page.titles)
    if run.model.labelled:
        path.add(Stage((page.word("The input rows"),), 1, note=_note(embedded)), (), (embedded.name,))
    else:
        path.add(Stage((page.word("Text"),), 1, note=("ids",)), (), ("ids",))
        path.add(Stage((page.word("Embedding"),), 2, note=_note(embedded)), ("ids",), (embedded.name,))
    if "position" in tape:
        number = last - len(steps) - 1
        path.add(Stage((page.word("Positions"),), number, note=_note(tape["x"])), (embedded.name,), ("x",))
    for number, (kind, pieces) in enumerate(steps, last - len(steps)):
        block = pieces[0].block
        if block == 1 or run.model.blocks <= MOST_BLOCKS:
            _add_step(path, page, run, number, kind, pieces)
        else:
            _add_block(path, page, number, block, pieces)
    final = run.pieces[-1] if run.pieces and run.pieces[-1].block == 0 else None
    if final is not None:
        path.add(
            Stage(_piece_name(page, final), last, note=_note(final.out)), (final.source[0].name,), (final.out.name,)
        )
    if run.model.has_output:
        state = final.out if final else (run.pieces[-1].out if run.pieces else tape["x"])
        z, p = tape["logits"], tape["probabilities"]
        path.add(Stage((page.word("Logits"),), last, note=_note(z)), (state.name,), (z.name,))
        bars = tuple((Token(run.model.vocabulary[w]), Number(Ref(p, (t, w)))) for w in order[:MOST_BARS])
        path.add(Stage((page.word("The next token"),), last, kind="bars", bars=bars), (z.name,), (p.name,))
    return path.stages


def _add_step(path: _Stages, page: Page, run: Run, number: int, kind: str, pieces: Sequence[Piece]) -> None:
    """The stages of one step of a block."""
    for piece in pieces:
        read = [var.name for var in piece.source]
        part = f"{piece.out.name}.{kind}"
        if kind == "qkv":
            tape, block = run.tape, f"block{piece.block}"
            note: Prose = tuple(part for name in "qkv" for part in (", ", Math(Whole(tape[f"{block}.{name}"]))))[1:]
            path.add(Stage((page.word("Query, key, value"),), number, note=note), read, (part,))
        elif kind == "heads":
            lanes = tuple(_head(page, run, piece.block, h) for h in range(1, run.model.heads + 1))
            title = page.word("The attention of each head") if len(lanes) > 1 else page.word("The attention")
            path.add(Stage((title,), number, lanes=lanes), (f"{piece.out.name}.qkv",), (part,))
        elif kind == "mix":
            stage = Stage((page.word("Mixing the values"),), number, note=_note(piece.out))
            path.add(stage, (f"{piece.out.name}.heads",), (piece.out.name,))
        else:
            drawn = "sum" if piece.kind == "sum" else "box"
            stage = Stage(_piece_name(page, piece), number, kind=drawn, note=_note(piece.out))
            path.add(stage, read, (piece.out.name,))


def _add_block(path: _Stages, page: Page, number: int, block: int, pieces: Sequence[Piece]) -> None:
    """A block as one box, which leads to its first step."""
    name = f"block{block}"
    gives = [piece.out.name for piece in pieces]
    if name in path.giving:
        path.giving |= dict.fromkeys(gives, path.giving[name])
        return
    read = [var.name for piece in pieces for var in piece.source]
    path.add(Stage(page.say("Block {number}", number=block), number), read, (name, *gives))


def _head(page: Page, run: Run, block: int, h: int) -> Lane:
    weights = run.tape[f"block{block}.head{h}.weights"]
    name = page.say("Head {head}", head=h) if run.model.heads > 1 else _note(weights)
    tokens = tuple(run.tokens)
    return Lane(name, Heatmap(weights.data, 0.0, 1.0, tokens, tokens))


def _piece_name(page: Page, piece: Piece) -> Prose:
    names = {"norm": page.word("LayerNorm"), "mlp": page.word("MLP"), "sum": page.word("residual sum")}
    name = names[piece.kind]
    return (name[0].upper() + name[1:],)


def _note(var: Var) -> Prose:
    return (Math(Whole(var)),)


def of_backward(page: Page, run: Run, sections: Sequence[tuple[Prose, list[Line]]]) -> Sequence[Stage]:
    """The way back: one stage for each step, and of many blocks one for each block; the last step is the summary."""
    path = _Stages()
    for number, (title, lines) in enumerate(sections, 1):
        wrote = [line.out.name for line in lines]
        read = [var.name for line in lines for var in line.inputs if var.name not in wrote]
        block = re.match(r"d\.(block(\d+))\b", wrote[0])
        if block is None or run.model.blocks <= MOST_BLOCKS:
            path.add(Stage(title, number), read, wrote)
        elif block[1] in path.giving:
            path.giving |= dict.fromkeys(wrote, path.giving[block[1]])
        else:
            path.add(Stage(page.say("Block {number}", number=int(block[2])), number), read, (block[1], *wrote))
    return path.stages


def in_order(titles: Sequence[Prose]) -> Sequence[Stage]:
    """Steps that follow from one another."""
    return [Stage(title, i + 1, (i - 1,) if i else ()) for i, title in enumerate(titles)]
