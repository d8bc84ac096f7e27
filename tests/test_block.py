"""The block from its pieces: the judge, the drawing, what is computed, and the exercise on a real terminal."""

from __future__ import annotations

import ast
import fcntl
import itertools
import json
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import handcalc
import reference
from handcalc import cli
from handcalc.doc import Diagram, Document, Stage
from handcalc.errors import HandcalcError
from handcalc.formats import svg, text
from handcalc.formats.characters import width as columns_of
from handcalc.lessons import pieces
from handcalc.lessons.block import sketch, stages
from handcalc.lessons.exercise import Exercise
from handcalc.lessons.options import Options
from handcalc.lessons.page import Page
from handcalc.model import Model, load
from handcalc.notation import Speller
from models import Case, cases, random_model
from test_tape import EVERY_CASE

LANGUAGES = ("en", "pt", "pl")
POST_LN = "attention add norm mlp add norm"
PRE_LN = "norm attention add norm mlp add"
TREES = ("auto uderzyło drzewo", "drzewo uderzyło auto")


# The judge. What is right, and why each other choice is wrong, was written down by hand, state by state.

LEGAL = {tuple(POST_LN.split()), tuple(PRE_LN.split())}
NONE, DONE, FIRST, TWICE_A, TWICE_M = "none", "FINISHED", "MLP_FIRST", "SECOND_ATTENTION", "SECOND_MLP"
# After these pieces: what the judge says of attention, add, norm and mlp.
JUDGED = {
    "": (NONE, "NOTHING_YET", NONE, FIRST),
    "attention": (TWICE_A, NONE, "NORM_FOR_SUM", "MLP_WITHOUT_X"),
    "attention add": (TWICE_A, "ADDED_ALREADY", NONE, "MLP_UNNORMED"),
    "attention add norm": (TWICE_A, "NOTHING_NEW", "NORM_TWICE", NONE),
    "attention add norm mlp": (TWICE_A, NONE, "NORM_FOR_SUM", TWICE_M),
    "attention add norm mlp add": (TWICE_A, "ADDED_ALREADY", NONE, TWICE_M),
    POST_LN: (DONE, DONE, DONE, DONE),
    "norm": (NONE, "NOTHING_YET", "NORM_TWICE", FIRST),
    "norm attention": (TWICE_A, NONE, "NORM_OF_RESULT", "MLP_WITHOUT_X"),
    "norm attention add": (TWICE_A, "ADDED_ALREADY", NONE, "MLP_UNNORMED"),
    "norm attention add norm": (TWICE_A, "NOTHING_NEW", "NORM_TWICE", NONE),
    "norm attention add norm mlp": (TWICE_A, NONE, "NORM_OF_RESULT", TWICE_M),
    PRE_LN: (DONE, DONE, DONE, DONE),
}


def reason(name: str, placed: Sequence[str]) -> str | None:
    """The sentence of that name in `pieces`; where it speaks of what was computed last, that for the last piece."""
    found = None if name == NONE else getattr(pieces, name)
    return found[placed[-1]] if isinstance(found, dict) else found


def test_two_orders_are_blocks_and_no_other_order_of_any_length() -> None:
    found = {
        answer
        for length in range(7)
        for answer in itertools.product(("attention", "add", "norm", "mlp"), repeat=length)
        if pieces.judged(answer).passed
    }
    assert found == LEGAL


@pytest.mark.parametrize("before", JUDGED)
def test_every_choice_in_every_state_is_judged_as_a_person_would(before: str) -> None:
    placed = before.split()
    for piece, name in zip(("attention", "add", "norm", "mlp"), JUDGED[before], strict=True):
        assert pieces.why_not(placed, piece) == reason(name, placed), piece
        assert (piece in pieces.possible(placed)) == (name == NONE)
    for trap in pieces.TRAPS:
        assert pieces.why_not(placed, trap) == pieces.TRAPS[trap]


def test_every_reason_has_its_sentence_in_every_language() -> None:
    said = {pieces.why_not(before.split(), piece) for before in JUDGED for piece in pieces.NAMES} - {None}
    assert len(said) == 11 + 3 + len(pieces.TRAPS)  # two kinds speak of attention or of the MLP
    for code in ("pt", "pl"):
        sentences = import_module(f"handcalc.lang.{code}").SENTENCES
        translated = [sentences[sentence] for sentence in said]
        assert len(set(translated)) == len(said)


def test_a_verdict_names_the_first_wrong_piece_and_what_fits_instead() -> None:
    verdict = pieces.judged(["norm", "attention", "mlp", "add"])
    assert (verdict.right, verdict.wrong, verdict.possible) == (("norm", "attention"), "mlp", ("add",))
    short = pieces.judged(["attention", "add"])
    assert (short.wrong, short.why, short.possible, short.passed) == (None, None, ("norm",), False)
    assert pieces.judged(()).possible == ("attention", "norm")


# Names


@pytest.mark.parametrize(
    "answer",
    [
        "attention, add, norm, mlp, add, norm",
        "atenção; soma; norm; mlp; soma; norm",
        "uwaga → skrót → norm → mlp → skrót → norm",
        "uwaga wielogłowa, skrót, normalizacja warstwy, MLP, skrot, normalizacja",
        "Multi-Head Attention -> residual sum -> LayerNorm -> feed forward -> + -> LN",
        "ATENÇÃO soma residual LayerNorm MLP soma residual LayerNorm",
        "attention + norm mlp + norm",
        "uwaga|skrót|norm\nmlp|skrót|norm",
    ],
)
def test_answers_are_read_in_three_languages_and_with_any_separator(answer: str) -> None:
    assert pieces.read(answer) == tuple(POST_LN.split())


def test_what_is_printed_can_be_typed() -> None:
    for code in LANGUAGES:
        language = Page("block", Options(language=code)).language
        for names in (pieces.NAMES, pieces.SHORT):
            for piece, name in names.items():
                assert pieces.read(language.text(name)) == (piece,)


def test_no_word_means_two_pieces() -> None:
    said = [(alias, piece) for piece, aliases in pieces.ALIASES.items() for alias in aliases]
    for alias, piece in said:
        assert pieces.read(alias) == (piece,), alias


@pytest.mark.parametrize(
    ("language", "answer", "complaint"),
    [
        ("en", "attention, foo bar", "There is no piece “foo”; possible: attention, residual sum, LayerNorm, MLP."),
        ("pt", "atenção, coisa", "Não há peça “coisa”; peças possíveis: atenção, soma residual, LayerNorm, MLP."),
        ("pl", "uwaga, coś", "Nie ma klocka „coś”; możliwe: uwaga, skrót, normalizacja warstwy, MLP."),
        ("en", " , ", "The answer names no piece; possible: attention, residual sum, LayerNorm, MLP."),
    ],
)
def test_an_unknown_word_is_refused(
    language: str, answer: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["block", "--answer", answer, "--lang", language]) == 2
    assert capsys.readouterr() == ("", complaint + "\n")


# The answer


@pytest.mark.parametrize(("answer", "formula"), [(POST_LN, POST_LN), (PRE_LN, PRE_LN)])
@pytest.mark.parametrize("model", ["klocki", "gato"])
def test_a_right_answer_is_computed_as_the_papers_say(answer: str, formula: str, model: str) -> None:
    page = handcalc.block(answer=answer, model=model)
    assert page.passed
    block = {
        POST_LN: ("norm(x + attention(x))", "norm(x + mlp(x))"),
        PRE_LN: ("x + attention(norm(x))", "x + mlp(norm(x))"),
    }[formula]
    changed = load(model).changed(block=block)
    ids = changed.ids(changed.text)
    end = "block1.norm2" if answer == POST_LN else "block1.sum2"
    rows = [reference.forward(changed, order)[end] for order in (ids, ids[::-1])]
    np.testing.assert_allclose(page.values[f"A.{end}"], rows[0], atol=1e-12)
    np.testing.assert_allclose(page.values[f"B.{end}"], rows[1], atol=1e-12)
    apart = np.linalg.norm(rows[0] - rows[1][::-1], axis=1)
    np.testing.assert_allclose(page.values[f"difference.{end}"], apart, atol=1e-12)


@pytest.mark.parametrize("answer", [POST_LN, PRE_LN])
def test_without_positions_the_block_sees_a_set_and_with_them_it_does_not(answer: str) -> None:
    end = "difference.block1.norm2" if answer == POST_LN else "difference.block1.sum2"
    for seed in range(1, 6):
        off = handcalc.block(TREES[0], TREES[1], answer=answer, seed=seed, positions="none").values[end]
        on = handcalc.block(TREES[0], TREES[1], answer=answer, seed=seed).values[end]
        assert off.max() < 1e-14
        assert on.min() > 0.01


def test_the_finished_block_is_drawn_and_says_what_its_numbers_show() -> None:
    set_of_words, order = [
        " ".join(str(handcalc.block(answer=answer, positions=positions, language="en")).split())
        for answer, positions in ((POST_LN, "none"), (PRE_LN, None))
    ]
    assert "─▸(+)" in set_of_words and "─▸(+)" in order
    assert "The rows of sentence B are those of sentence A in reverse." in set_of_words
    assert "The block sees the order, through the positions." in order


@pytest.mark.parametrize(
    ("language", "answer", "said"),
    [
        ("en", "attention, mlp", "Piece 2, “MLP”, does not belong there."),
        ("pt", "atenção, mlp", "A peça 2, “MLP”, não cabe nesse lugar."),
        ("pl", "uwaga, mlp", "Klocek 2, „MLP”, nie pasuje do tego miejsca."),
        ("en", "attention, mlp", "What fits there: residual sum."),
        ("en", "rnn", "carries a state along"),
        ("en", "mlp", "A block begins with attention (post-LN) or with LayerNorm (pre-LN)."),
        ("en", "norm attention add", "The block is not complete: after piece 3 something is missing."),
        ("en", POST_LN + " attention", "Piece 7, “Attention”, does not belong there. The block is complete"),
    ],
)
def test_a_wrong_answer_is_told_why(language: str, answer: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["block", "--answer", answer, "--lang", language]) == 1
    out, err = capsys.readouterr()
    assert said in " ".join(out.split())
    assert err == ""


def test_an_answer_may_be_a_list_and_any_language_will_do() -> None:
    assert handcalc.block(answer=["multi-head attention", "soma", "norm", "mlp", "skrót", "norm"]).passed
    assert not handcalc.block(answer=["attention"]).passed


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        ({"answer": POST_LN, "show": True}, "show and --answer both say which block it is; give one of them."),
        ({"answer": POST_LN, "block": "x"}, "block and --answer both say which block it is; give one of them."),
        ({"other": "auto"}, "A second sentence is computed only where a block is put together: give --answer, or"),
        ({"answer": POST_LN, "model": "auto"}, "The model auto has no MLP: it gives no sizes.mlp_width for one."),
        ({"answer": POST_LN, "other": "Auto"}, "Sentence B: The model klocki has no token for “Auto”"),
        ({"answer": 3}, "answer is 3, expected a text."),
        ({"answer": ["attention", 3]}, "answer is 3, expected a text."),
    ],
)
def test_what_cannot_be_asked(asked: dict[str, object], complaint: str) -> None:
    with pytest.raises(HandcalcError, match=re.escape(complaint)):
        handcalc.block(**asked)


def test_all_formats_take_right_and_wrong_answers() -> None:
    for answer in (POST_LN, "norm attention", "norm attention add norm mlp add norm"):
        page = handcalc.block(answer=answer, language="pl")
        for name in ("text", "terminal", "latex", "markdown", "typst", "html", "csv", "tsv"):
            assert "Uwaga" in page.to(name), name
        (step, *_) = json.loads(str(page.to("json")))["steps"]
        assert [b["picture"] for b in step["blocks"] if b["kind"] == "picture"] == ["diagram"]


# The drawing


def expected(case: Case) -> list[tuple[str, tuple[int, ...]]]:
    """The stages of a model's drawing, each with those that it reads: read off its formulas here, not by the engine."""
    found: list[tuple[str, tuple[int, ...]]] = [("input", ())]

    def value(node: ast.expr, x: int) -> int:
        if isinstance(node, ast.Name):
            return x
        if isinstance(node, ast.BinOp):
            terms: list[ast.expr] = []
            left: ast.expr = node
            while isinstance(left, ast.BinOp):
                terms.insert(0, left.right)
                left = left.left
            found.append(("sum", tuple([value(term, x) for term in (left, *terms)])))
        else:
            assert isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            read = value(node.args[0], x)
            found.append((node.func.id, (read,)))
        return len(found) - 1

    x = 0
    for line in case.model.block:
        x = value(ast.parse(line, mode="eval").body, x)
    if case.model.blocks > 1 and len(found) > 1:
        found.append(("blocks", (x,)))
        x = len(found) - 1
    if case.model.final == "norm(x)":
        found.append(("norm", (x,)))
    return found


def drawing(*picture: Stage) -> Document:
    page = Page("block", Options())
    page.step("")
    page.add(Diagram(picture))
    return page.document(None, {})


UP, RIGHT, DOWN, LEFT = (-1, 0), (0, 1), (1, 0), (0, -1)
OPEN = {
    "─": (LEFT, RIGHT), "│": (UP, DOWN), "┌": (RIGHT, DOWN), "┐": (LEFT, DOWN), "└": (UP, RIGHT), "┘": (UP, LEFT),
    "├": (UP, RIGHT, DOWN), "┤": (UP, LEFT, DOWN), "┬": (LEFT, RIGHT, DOWN), "┴": (LEFT, UP, RIGHT),
    "┼": (LEFT, UP, RIGHT, DOWN),
}  # fmt: skip


class Traced:
    """A drawing read back: its boxes and sums from top to bottom, and what each reads when its lines are followed."""

    def __init__(self, lines: list[str]) -> None:
        size = max(map(len, lines))
        self.grid = [line.ljust(size) for line in lines]
        self.found: list[tuple[int, int, int, int]] = []  # first and last row, first and last column
        for y, line in enumerate(self.grid):
            for start in re.finditer(r"┌[─▼]+┐", line):
                end = next(k for k in range(y, len(lines)) if re.match(r"└[─┬]+┘", self.grid[k][start.start() :]))
                self.found.append((y, end, start.start(), start.end() - 1))
            self.found += [(y, y, found.start(), found.end() - 1) for found in re.finditer(r"\(\+\)", line)]
        self.found.sort()

    def reads(self) -> list[set[int]]:
        return [set(self.sources(*place)) for place in self.found]

    def sources(self, top: int, bottom: int, left: int, right: int) -> Iterator[int]:
        middle = (left + right) // 2
        above = self.grid[top - 1][middle] if top else " "
        if self.grid[top][middle] == "▼" or ((top == bottom and DOWN in OPEN.get(above, ())) or above == "+"):
            yield from self.back(top - 1, middle, UP, set())
        for y in range(top, bottom + 1):
            if self.grid[y][left - 1] == "▸":
                yield from self.back(y, left - 2, LEFT, set())

    def back(self, y: int, x: int, way: tuple[int, int], been: set[tuple[int, int, tuple[int, int]]]) -> Iterator[int]:
        """Against the direction of a line, which never runs upwards: up, and to both sides."""
        if (y, x, way) in been:
            return
        been.add((y, x, way))
        for i, (top, bottom, left, right) in enumerate(self.found):
            if top <= y <= bottom and left <= x <= right:
                if way == UP:
                    assert y == bottom
                    yield i
                return
        sign = self.grid[y][x]
        if sign == "│" and way in (LEFT, RIGHT):  # a line that passes over this one
            yield from self.back(y, x + way[1], way, been)
        elif sign in OPEN and (-way[0], -way[1]) in OPEN[sign]:
            for turn in OPEN[sign]:
                if turn not in (DOWN, (-way[0], -way[1])):
                    yield from self.back(y + turn[0], x + turn[1], turn, been)


def traced(document: Document) -> list[set[int]]:
    lines = [line[2:] for line in text.write(document).split("\n")[3:]]
    return Traced(lines).reads()


MORE = [
    Case(f"random, {'; '.join(block)}", random_model(20 + i, block=block, blocks=blocks), (0, 1, 2))
    for i, (block, blocks) in enumerate(
        [
            (("norm(x) + norm(x) + attention(x + norm(x)) + mlp(norm(x + x)) + x",), 1),
            (("norm(norm(x) + norm(norm(x) + norm(x) + x))", "x", "x + attention(x)", "x + x + x"), 3),
            (("attention(norm(mlp(norm(x))))",), 12),
            (("x",), 2),
            (("mlp(x) + attention(x) + norm(x)", "norm(x + norm(x))"), 2),
        ]
    )
]


@pytest.mark.parametrize("case", [*cases(), *MORE], ids=lambda case: case.name)
def test_the_drawing_shows_what_each_piece_reads(case: Case) -> None:
    page = Page("block", Options())
    drawn = stages(page, case.forward())
    wanted = expected(case)
    assert [stage.reads for stage in drawn] == [reads for _, reads in wanted]
    assert [stage.kind == "sum" for stage in drawn] == [kind == "sum" for kind, _ in wanted]
    # On paper a result that is read twice by one sum is one line twice, or one.
    assert traced(drawing(*drawn)) == [set(reads) for _, reads in wanted]


@EVERY_CASE
def test_the_picture_of_html_has_an_arrow_for_all_that_is_read(case: Case) -> None:
    drawn = stages(Page("block", Options()), case.forward())
    document = drawing(*drawn)
    # One line for each result that a stage reads, and a second one where it reads that of the stage before twice.
    lines = sum(len(set(stage.reads)) + (stage.reads.count(i - 1) > 1) for i, stage in enumerate(drawn))
    for picture in svg.path(drawn, {}, Speller.of(document)).split("</svg>")[:2]:
        assert picture.count('class="way"') == picture.count('class="head"') == lines


def test_ways_around_the_boxes_never_coincide() -> None:
    """One result to a norm and to a sum, another around that norm to the sum: three ways, in three places."""
    case = next(case for case in cases() if case.name == "random, parallel")
    drawn = stages(Page("block", Options()), case.forward())
    down = svg.path(drawn, {}, Speller.of(drawing(*drawn))).split("</svg>")[1]
    corners = re.findall(r"H(\d+\.\d)q8 0 8 8", down)
    assert len(corners) == len(set(corners)) == 3


@pytest.mark.parametrize("window", [20, 24, 30, 40, 60, 79])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_drawing_leaves_its_window(window: int, language: str) -> None:
    for case in [*cases(), *MORE]:
        page = Page("block", Options(language=language))
        drawn = stages(page, case.forward())
        page.step("")
        page.add(Diagram(drawn))
        for encoding in ("utf-8", "ascii"):
            lines = text.write(page.document(None, {}), width=window, encoding=encoding).split("\n")[3:]
            assert max(map(columns_of, lines)) <= window
            "".join(lines).encode(encoding)


def test_where_nothing_fits_the_stages_are_listed() -> None:
    deep = tuple(Stage((f"Normalisationnumber{i}",), 0, (i - 1,) if i else ()) for i in range(3))
    lines = text.write(drawing(*deep), width=24).split("\n")[3:-1]
    assert lines == [
        "  1 Normalisationnumber0",
        "  2 Normalisationnumber1",
        "  ← 1",
        "  3 Normalisationnumber2",
        "  ← 2",
    ]


def test_the_encoding_of_a_terminal_without_box_characters() -> None:
    page = handcalc.block(language="pl")
    drawn = str(page.to("text", encoding="ascii"))
    drawn.encode("ascii")
    assert "+------" in drawn and "v" in drawn and ">(+)" in drawn
    assert "┌" in str(page.to("text", encoding="cp437"))
    assert "▼" not in str(page.to("text", encoding="cp437"))


@pytest.mark.parametrize("placed", [before.split() for before in JUDGED])
def test_a_growing_block_is_drawn_with_its_residual_sums(placed: list[str]) -> None:
    drawn = sketch(Page("block", Options()), placed).stages
    post = [(), (0,), (0, 1), (2,), (3,), (3, 4), (5,)]
    pre = [(), (0,), (1,), (0, 2), (3,), (4,), (3, 5)]
    whole = pre if placed[:1] == ["norm"] else post
    reads = [*whole[: len(placed) + 1], *([(len(placed),)] if len(placed) < 6 else [])]
    assert [stage.reads for stage in drawn] == reads
    assert [stage.kind == "sum" for stage in drawn[1 : len(placed) + 1]] == [piece == "add" for piece in placed]
    assert (drawn[-1].name == ("?",)) == (len(placed) < 6)


def test_show_draws_the_model_and_says_how_to_answer_only_when_nothing_was_asked() -> None:
    plain, shown = (str(handcalc.block(language="en", show=show)) for show in (False, True))
    assert plain.endswith(shown)
    assert 'handcalc block --answer "..."' in " ".join(plain.removesuffix(shown).split())


def test_the_names_beside_the_pieces_are_those_of_the_run() -> None:
    page = handcalc.block(model="gato", language="en", show=True)
    (step,) = page.document.steps
    table = next(block for block in step.blocks if block.kind == "table")
    named = [row[4] for row in table.rows]
    arrays = handcalc.walk(model="gato").values
    assert named == [
        "block1.norm1",
        "block1.attention",
        "block1.sum1",
        "block1.norm2",
        "block1.mlp",
        "block1.sum2",
        "norm",
    ]
    assert [row[5] for row in table.rows] == [" × ".join(map(str, arrays[name].shape)) for name in named]
    beside = [line.split()[-4] for line in str(page).splitlines() if ": 5 × 4" in line]
    assert beside == ["x:", *[f"{name}:" for name in named]]


def test_many_blocks_are_drawn_as_one_box_and_nothing_is_computed() -> None:
    page = handcalc.block(model="gpt2-small", language="en", show=True)
    assert "Blocks 2 to 12" in str(page) and "block12.sum2: 3 × 768" in str(page)
    assert page.values == {}


def test_a_changed_weight_is_told_with_its_old_value() -> None:
    page = str(handcalc.block(language="en", show=True, set="W_Q[1, 1]=3"))
    assert re.search(r"block1\.W_Q\[1, 1\] is 3 instead of -?0\.\d", page)


# The exercise


def exercise(model: Model | None = None, **options: object) -> Exercise:
    return Exercise(model or load("klocki"), None, Options(**{"language": "en", "seed": 3, **options}), None)


def said(document: Document) -> str:
    return " ".join(text.write(document).split())


def test_eight_pieces_are_offered_two_of_them_traps_in_an_order_that_the_seed_decides() -> None:
    orders = {pieces.offered(seed) for seed in range(40)}
    assert len(orders) > 30
    for order in orders:
        traps = set(order) & set(pieces.TRAPS)
        assert len(order) == 8 and len(traps) == 2
        assert sorted(set(order) - traps) == ["add", "attention", "mlp", "norm"]
    assert {trap for order in orders for trap in order} >= set(pieces.TRAPS)
    assert pieces.offered(7) == pieces.offered(7)
    assert len({pieces.offered(None) for _ in range(10)}) > 1


@pytest.mark.parametrize("answer", sorted(LEGAL))
def test_both_orders_can_be_built_by_number_and_by_name(answer: tuple[str, ...]) -> None:
    by_number, by_name = exercise(), exercise()
    for piece in answer:
        number = next(n for n, offered in by_number.left.items() if offered == piece)
        by_number.choose(str(number))
        by_name.choose(f" {piece.upper()} ")
    assert by_number.finished and by_name.finished
    assert tuple(by_number.placed) == tuple(by_name.placed) == answer
    assert by_number.mistakes == 0


def test_a_wrong_choice_changes_nothing_but_the_count() -> None:
    one = exercise()
    left = dict(one.left)
    assert said(one.choose("mlp")).startswith("“MLP” does not fit here. The MLP works on each word by itself")
    assert said(one.choose("max pooling")).startswith("“Max-pooling” does not fit here.")
    assert (one.placed, one.left, one.mistakes) == ([], left, 2)
    for piece in POST_LN.split():
        last = said(one.choose(piece))
    assert last == "The block is complete, after 2 wrong choices."


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("9", "There is no piece 9; the last one is 8."),
        ("0", "There is no piece 0; the last one is 8."),
        (
            "99999999999999999999",
            "There is no piece “99999999999999999999”; possible: attention, residual sum, LayerNorm, MLP.",
        ),
        ("", "Type a piece's number or its name; q gives up."),
        ("attention add", "One piece at a time."),
        ("zażółć", "There is no piece “zażółć”; possible: attention, residual sum, LayerNorm, MLP."),
    ],
)
def test_what_is_no_choice_is_no_mistake(typed: str, answer: str) -> None:
    one = exercise()
    assert said(one.choose(typed)) == answer
    assert one.mistakes == 0


def test_a_piece_is_used_once() -> None:
    one = exercise()
    number = next(n for n, piece in one.left.items() if piece == "attention")
    one.choose(str(number))
    assert said(one.choose(str(number))) == f"Piece {number} is in the block already."
    assert "another one belongs to the next block" in said(one.choose("attention"))


# A real terminal

TAKE = "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"
PATIENCE = 60


class Terminal:
    """The command on a pseudo-terminal, whose other end is read and typed on here."""

    def __init__(self, *arguments: str, columns: int = 80, **environment: str) -> None:
        self.near, far = os.openpty()
        fcntl.ioctl(far, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "HANDCALC"))}
        # The child makes the terminal its own, so that Ctrl-C reaches it, and becomes the command.
        self.process = subprocess.Popen(
            [sys.executable, "-c", TAKE, sys.executable, "-m", "handcalc", *arguments],
            stdin=far,
            stdout=far,
            stderr=far,
            start_new_session=True,
            env={**kept, "TERM": "dumb", "LANG": "C.UTF-8", **environment},
        )
        os.close(far)
        self.text = ""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *details: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.near)

    def read(self) -> bool:
        """What the command has written; False where it has ended."""
        ready, _, _ = select.select([self.near], [], [], PATIENCE)
        assert ready, self.text
        try:
            data = os.read(self.near, 65536)
        except OSError:  # how Linux says that nobody writes there any more
            return False
        self.text += data.decode("utf-8", "replace").replace("\r\n", "\n")
        return bool(data)

    def until(self, words: str) -> str:
        """Everything up to these words; what was read before is forgotten."""
        end = time.monotonic() + PATIENCE
        while words not in self.text:
            assert time.monotonic() < end and self.read(), self.text
        before, _, self.text = self.text.partition(words)
        return before

    def type(self, line: str | bytes) -> None:
        os.write(self.near, line if isinstance(line, bytes) else (line + "\n").encode())

    def ends(self) -> tuple[int, str]:
        """The exit status, and what was written to the end."""
        while self.read():
            pass
        return self.process.wait(PATIENCE), self.text


def numbers(list_of_pieces: str) -> dict[str, list[str]]:
    """The numbers of the pieces on offer, by name."""
    found: dict[str, list[str]] = {}
    for number, name in re.findall(r"^ +(\d)  +(\S.*?) *$", list_of_pieces, re.MULTILINE):
        found.setdefault(name, []).append(number)
    return found


def test_the_whole_exercise_on_a_terminal() -> None:
    with Terminal("block", "--lang", "en", "--seed", "5") as terminal:
        offer = numbers(terminal.until("Piece 1: "))
        assert {name: len(found) for name, found in offer.items() if len(found) > 1} == {
            "Residual sum": 2,
            "LayerNorm": 2,
        }
        traps = set(offer) - {"Residual sum", "LayerNorm", "Attention", "MLP"}
        assert len(traps) == 2
        for trap in traps:
            terminal.type(offer[trap][0])
            assert f"“{trap}” does not fit here." in terminal.until("Piece 1: ")
        for place, name in enumerate(("LayerNorm", "Attention", "Residual sum", "LayerNorm", "MLP"), 2):
            terminal.type(offer[name].pop())
            drawn = terminal.until(f"Piece {place}: ")
            assert drawn.count("│     ?     │") == 1
        terminal.type("nothing")
        assert "There is no piece “nothing”" in terminal.until("Piece 6: ")
        terminal.type("skip connection")
        status, page = terminal.ends()
    assert status == 0
    assert "The block is complete, after 2 wrong choices." in page
    assert "This block is pre-LN" in page
    assert "Step 2 · Both sentences through the block" in page
    expected_page = str(handcalc.block(answer=PRE_LN, seed=5, language="en").to("text", width=80))
    assert page.endswith(expected_page)


@pytest.mark.parametrize(("language", "prompt"), [("en", "Piece 1: "), ("pt", "Peça 1: "), ("pl", "Klocek 1: ")])
def test_giving_up_is_no_error(language: str, prompt: str) -> None:
    with Terminal("block", "--lang", language) as terminal:
        terminal.until(prompt)
        terminal.type("q")
        status, words = terminal.ends()
    assert status == 0
    assert "handcalc block --show" in words
    assert "Traceback" not in words


def test_ctrl_c_interrupts() -> None:
    with Terminal("block", "--lang", "en") as terminal:
        terminal.until("Piece 1: ")
        terminal.type("attention")
        terminal.until("Piece 2: ")
        terminal.type(b"\x03")
        status, words = terminal.ends()
    assert status == 130
    assert "Traceback" not in words and "mistake" not in words


def test_a_signal_interrupts_as_well() -> None:
    with Terminal("block", "--lang", "en") as terminal:
        terminal.until("Piece 1: ")
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.ends()[0] == 130


def test_the_end_of_the_input_is_a_sentence() -> None:
    with Terminal("block", "--lang", "pl") as terminal:
        terminal.until("Klocek 1: ")
        terminal.type(b"\x04")
        status, words = terminal.ends()
    assert (status, words.strip()) == (2, "Wejście się skończyło, zanim blok był gotowy.")


def test_a_narrow_window_is_not_left() -> None:
    with Terminal("block", "--lang", "pl", columns=34) as terminal:
        shown = terminal.until("Klocek 1: ")
        for place, piece in enumerate(("uwaga", "skrót", "norm", "mlp", "skrót"), 2):
            terminal.type(piece)
            shown += terminal.until(f"Klocek {place}: ")
        terminal.type("normalizacja warstwy")
        status, page = terminal.ends()
    assert status == 0
    assert max(columns_of(line) for line in (shown + page).split("\n")) <= 34


def test_a_terminal_without_accents() -> None:
    ascii_only = {"LANG": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    with Terminal("block", "--lang", "pl", "--seed", "1", **ascii_only) as terminal:
        shown = terminal.until("Klocek 1: ")
        terminal.type("ł\xff".encode("latin-1", "replace"))
        terminal.type("")
        shown += terminal.until("Klocek 1: ").partition("\n")[2]
        for place, piece in enumerate(("uwaga", "skrot", "norm", "mlp", "skrot"), 2):
            terminal.type(piece)
            shown += terminal.until(f"Klocek {place}: ")
        terminal.type("norm")
        status, page = terminal.ends()
    assert status == 0
    assert (shown + page).isascii()
    assert ">(+)" in page


def test_what_the_finished_block_could_not_do_is_refused_before_the_first_question() -> None:
    with Terminal("block", "--lang", "en", "--model", "auto") as terminal:
        assert terminal.ends() == (2, "The model auto has no MLP: it gives no sizes.mlp_width for one.\n")
    with Terminal("block", "nobody", "--lang", "en") as terminal:
        status, words = terminal.ends()
    assert status == 2 and words.startswith("Sentence A: the model klocki has no token for “nobody”")
    with Terminal("block", "--lang", "en", "--step", "9") as terminal:
        assert terminal.ends() == (2, "There is no step 9; block has the steps 1, 2.\n")


def test_the_page_may_go_into_a_file(tmp_path: Path) -> None:
    with Terminal("block", "--lang", "en", "--output", str(tmp_path / "block.json")) as terminal:
        for place, piece in enumerate(POST_LN.split(), 1):
            terminal.until(f"Piece {place}: ")
            terminal.type(piece)
        assert terminal.ends()[0] == 0
    data = json.loads((tmp_path / "block.json").read_text(encoding="utf-8"))
    assert data["settings"]["answer"] == POST_LN.split()


@pytest.mark.parametrize("arguments", [["--show"], ["--answer", POST_LN], ["--block", "x + mlp(x)"]])
def test_what_was_said_is_not_asked_for(arguments: list[str]) -> None:
    with Terminal("block", "--lang", "en", *arguments) as terminal:
        status, page = terminal.ends()
    assert status == 0
    assert "Piece 1:" not in page and "Step 1" in page


def test_without_a_terminal_nobody_is_asked() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "handcalc", "block", "--lang", "en"],
        stdin=subprocess.PIPE,
        capture_output=True,
        timeout=PATIENCE,
        env={**os.environ, "PYTHONUTF8": "1"},
    )
    assert done.returncode == 0
    assert 'handcalc block --answer "..."' in done.stdout.decode()


@pytest.mark.parametrize("language", ["en", "pt", "pl"])
@pytest.mark.parametrize("format", ["latex", "markdown", "typst", "html", "csv", "json"])
def test_a_table_of_labels_alone_may_be_wider_than_the_page(format: str, language: str) -> None:
    page = handcalc.block(show=True, model="gato", language=language)
    assert "block1.attention" in str(page.to(format)).replace("\\_", "_")


def test_the_drawing_says_what_it_does_not_show() -> None:
    said = str(handcalc.block(show=True, heads=1, mask=True, positions="none", language="en")).replace("\n", " ")
    assert "The attention has 1 head and a causal mask. Positions are off" in said
    assert "has 2 heads and no mask. Positions are on" in str(handcalc.block(show=True, language="en")).replace(
        "\n", " "
    )
