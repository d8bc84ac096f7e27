"""HTML: what Chromium, axe and the validator make of it, the digits, the links, what is escaped."""

from __future__ import annotations

import base64
import json
import re
import struct
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import handcalc
import models
import outputs
import pages
from browser import Browser, Node, tree
from handcalc.doc import Curve, Equation, Heatmap, Paragraph, Token, worked
from handcalc.expr import Ref
from handcalc.formats import html, svg
from handcalc.notation import BREAK, MATHML, MATHML_LINE, Speller
from outputs import COMMANDS, HOSTILE, LANGUAGES, page

NUMBER = re.compile(r"[−-]?[0-9]+[.,][0-9]+")
PARTS = {"mfrac": 2, "msub": 2, "msup": 2, "munder": 2, "mover": 2, "msubsup": 3, "munderover": 3}


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    found = Browser(tmp_path_factory.mktemp("profile"))
    yield found
    found.driver.quit()


@pytest.fixture(scope="session")
def scripted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """The same with scripts, for axe, which is one."""
    found = Browser(tmp_path_factory.mktemp("profile"), scripts=True)
    yield found
    found.driver.quit()


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


def whole(result: Any, **options: Any) -> str:
    return str(result.to("html", standalone=True, **options))


def saved(folder: Path, name: str, result: Any) -> Path:
    path = folder / f"{name}.html"
    if not path.exists():
        path.write_text(whole(result), encoding="utf-8")
    return path


def cell_named(name: str) -> dict[str, str]:
    """What `show` is asked for on these pages."""
    return {"cell": "block1.head1.weights[5,3]"} if name == "show" else {}


def example(folder: Path, command: str, language: str = "pt") -> Path:
    return saved(folder, f"{command}-{language}", page(command, language, **cell_named(command)))


def ascii_numbers(text: str) -> list[str]:
    return [found.replace("−", "-").replace(",", ".") for found in NUMBER.findall(text)]


def tables(page: Node) -> list[Node]:
    return list(page.all("table"))


# In the browser


def test_a_link_opens_its_step(browser: Browser, folder: Path) -> None:
    browser.open(example(folder, "walk"))
    assert browser.ask("document.querySelectorAll('details[open]').length") == 0
    for number in range(1, 10):
        browser.click(f".across a[href='#walk{number}']")
        browser.until(f"document.getElementById('walk{number}').closest('details').open")
        browser.until(f"document.getElementById('walk{number}').getBoundingClientRect().top < innerHeight")
        assert browser.ask(f"document.getElementById('walk{number}').checkVisibility()")
        browser.ask("scrollTo(0, 0)")


def test_every_step_leads_to_the_next(browser: Browser, folder: Path) -> None:
    browser.open(example(folder, "backward"), fragment="#backward3")
    browser.until("document.getElementById('backward3').closest('details').open")
    browser.click("#backward3 .next a")
    browser.until("document.getElementById('backward4').closest('details').open")


def test_the_picture_of_a_narrow_window_has_the_same_links(browser: Browser, folder: Path) -> None:
    browser.open(example(folder, "walk"), width=375)
    browser.click(".down a[href='#walk6']")
    browser.until("document.getElementById('walk6').closest('details').open")
    assert not browser.ask("document.querySelector('.across').checkVisibility()")


def test_a_number_opens_its_work_and_the_work_of_its_operands(browser: Browser, folder: Path) -> None:
    browser.open(example(folder, "walk"), fragment="#walk6")
    opened = "[...document.querySelectorAll(':popover-open')].map(e => e.id)"
    assert browser.ask(opened) == []
    browser.click("button[popovertarget='walk6-block1.head1.weights-5-3']")
    assert browser.ask(opened) == ["walk6-block1.head1.weights-5-3"]
    browser.click(":popover-open button[popovertarget='walk6-block1.head1.weights.exp-5-3']")
    browser.click("[id='walk6-block1.head1.weights.exp-5-3'] button[popovertarget*='masked']")
    assert len(browser.ask(opened)) == 3
    browser.click("[id='walk6-block1.head1.masked-5-3'] .close")
    assert len(browser.ask(opened)) == 2
    browser.click("[id='walk6-block1.head1.weights.exp-5-3'] .close")
    browser.click(":popover-open .close")
    assert browser.ask(opened) == []


def test_a_given_operand_leads_to_its_place_in_a_closed_step(browser: Browser, folder: Path) -> None:
    browser.open(example(folder, "walk"), fragment="#walk9")
    browser.click("button[popovertarget='walk9-logits-5-7']")
    browser.click(":popover-open a[href='#walk9-W_U-1-7']")
    browser.until("location.hash === '#walk9-W_U-1-7'")
    browser.open(example(folder, "walk"), fragment="#walk3")
    browser.click("button[popovertarget='walk2-embedded-5-1']")
    assert not browser.ask("document.getElementById('walk2').closest('details').open")
    browser.click(":popover-open a[href='#walk2-E-2-1']")
    browser.until("document.getElementById('walk2').closest('details').open")
    assert browser.ask("document.getElementById('walk2-E-2-1').checkVisibility()")


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_is_loaded_from_outside(command: str, browser: Browser, folder: Path) -> None:
    path = example(folder, command)
    browser.requests(path)
    browser.open(path)
    asked = browser.requests(path)
    assert path.as_uri() in asked
    assert [address for address in asked if address != path.as_uri() and not address.startswith("data:")] == []
    source = path.read_text(encoding="utf-8")
    assert "<script" not in source
    assert all(
        found.startswith(("#", "data:image/png;base64,")) for found in re.findall(r'(?:href|src)="([^"]*)"', source)
    )
    assert "url(" not in source and "@import" not in source


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_phone_scrolls_only_downwards(command: str, language: str, browser: Browser, folder: Path) -> None:
    browser.open(example(folder, command, language), width=375)
    browser.ask("document.querySelectorAll('details').forEach(step => { step.open = true })")
    assert browser.ask("document.documentElement.scrollWidth") == 375


@pytest.mark.parametrize("command", ["walk", "backward", "posenc"])
def test_paper_has_every_number(command: str, browser: Browser, folder: Path, tmp_path: Path) -> None:
    browser.open(example(folder, command))
    printed = Counter(ascii_numbers(browser.printed(tmp_path / "page.pdf")))
    wanted = outputs.table_decimals(page(command))
    assert sum(wanted.values()) > 50
    assert wanted - printed == Counter()


def test_paper_has_every_number_of_a_wide_table(browser: Browser, folder: Path, tmp_path: Path) -> None:
    result = handcalc.walk(model=outputs.big_model(tmp_path / "big.toml"), full=True).step(4).only("tables")
    browser.open(saved(folder, "wide", result))
    assert len(ascii_numbers(browser.printed(tmp_path / "page.pdf"))) == 60 * 64


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(("command", "language"), [*((command, "pt") for command in COMMANDS), ("walk", "pl")])
def test_axe_has_nothing_to_say(command: str, language: str, dark: bool, scripted: Browser, folder: Path) -> None:
    source = Path(outputs.node_package("axe-core"), "axe.min.js").read_text(encoding="utf-8")
    scripted.open(example(folder, command, language), dark=dark, width=375 if command == "show" else 1200)
    if command == "walk":
        assert scripted.violations(source) == []
    scripted.ask("document.querySelectorAll('details').forEach(step => { step.open = true })")
    scripted.ask("document.querySelector('[popover]')?.showPopover()")
    assert scripted.violations(source) == []


def test_axe_has_nothing_to_say_on_a_phone(scripted: Browser, folder: Path) -> None:
    source = Path(outputs.node_package("axe-core"), "axe.min.js").read_text(encoding="utf-8")
    scripted.open(example(folder, "walk"), width=375)
    assert scripted.violations(source) == []
    scripted.ask("document.querySelectorAll('details').forEach(step => { step.open = true })")
    assert scripted.violations(source) == []


def test_the_validator_has_nothing_to_say(folder: Path, tmp_path: Path) -> None:
    java, vnu = outputs.tool("java"), Path(outputs.node_package("vnu-jar"), "build", "dist", "vnu.jar")
    paths = [example(folder, command, language) for command in COMMANDS for language in LANGUAGES]
    model = outputs.model_file(tmp_path / "hostile.toml", seed=3)
    paths.append(saved(folder, "hostile", handcalc.walk(model=model)))
    paths.append(saved(folder, "tables", page("walk").only("tables")))
    paths.append(saved(folder, "four", handcalc.walk(heads=4, row="all", language="pl")))
    outputs.run(java, "-jar", str(vnu), "--Werror", "--no-langdetect", *map(str, paths))


# Digits


@pytest.mark.parametrize(
    ("command", "language"),
    [
        *((command, language) for command in ("walk", "backward", "train_step") for language in LANGUAGES),
        ("posenc", "pl"),
    ],
)
def test_tables_have_the_right_digits(command: str, language: str) -> None:
    found: Counter[str] = Counter()
    for table in tables(tree(whole(page(command, language)))):
        for cell in table.all("td"):
            found.update(ascii_numbers(cell.text if not list(cell.all("math")) else ""))
    wanted = outputs.table_decimals(page(command, language))
    assert sum(wanted.values()) > 50
    assert found == wanted


@pytest.mark.parametrize("command", ["walk", "backward", "train_step"])
def test_every_number_opens_its_own_work(command: str) -> None:
    """What stands behind the last = of the work is the number that opened it."""
    read = tree(whole(page(command)))
    works = {node.attributes["id"]: node for node in read.all("div") if "popover" in node.attributes}
    buttons = [button for table in tables(read) for button in table.all("button")]
    assert len(buttons) > 50
    for button in buttons:
        sides = [node.text for node in works[button.attributes["popovertarget"]].all("span") if node.has("side")]
        assert sides[-1].removeprefix("=") == button.text


def test_every_opener_and_every_link_has_its_goal() -> None:
    for command in COMMANDS:
        read = tree(whole(page(command, "pl", **cell_named(command))))
        ids = [node.attributes["id"] for node in read.all() if "id" in node.attributes]
        assert len(ids) == len(set(ids))
        targets = {node.attributes["popovertarget"] for node in read.all("button")}
        links = {(node.attributes.get("href") or "").removeprefix("#") for node in read.all("a")}
        assert targets | links <= set(ids)
        assert {node.attributes["id"] for node in read.all("div") if "popover" in node.attributes} == targets


def test_two_runs_on_one_page_are_not_confused() -> None:
    """p before and p after the step have the same name."""
    read = tree(whole(page("train_step")))
    rows = [row for table in tables(read)[-1:] for row in table.all("tr")][1:]
    for row in rows:
        before, after = list(row.all("button"))
        assert before.attributes["popovertarget"] != after.attributes["popovertarget"]


# Fragments


def test_fragments_can_be_pasted_into_one_page() -> None:
    four, six = [str(page("walk").step(step).to("html")) for step in (4, 6)]
    ids = [{node.attributes["id"] for node in tree(part).all() if "id" in node.attributes} for part in (four, six)]
    assert all(len(found) > 20 for found in ids) and not ids[0] & ids[1]
    assert four.startswith("<style>") and "<html" not in four and "<details open>" in four


def test_the_style_touches_nothing_outside() -> None:
    style = str(page("walk").step(4).to("html")).partition("</style>")[0].removeprefix("<style>")
    bare = re.sub(r"@media[^{]*\{", "", style)
    selectors = [
        part.strip() for block in re.findall(r"([^{}]+)\{", bare) for part in re.sub(r"\([^)]*\)", "", block).split(",")
    ]
    assert len(selectors) > 40
    assert [selector for selector in selectors if not selector.startswith(".handcalc")] == []


@pytest.mark.parametrize("heading", [1, 4])
def test_titles_have_the_level_asked_for(heading: int) -> None:
    read = tree(str(page("walk").to("html", heading=heading)))
    levels = [node.tag for node in read.all("h1", "h2", "h3", "h4", "h5", "h6")]
    assert levels == [f"h{heading}"] * 9
    assert [node.tag for node in tree(whole(page("walk"))).all("h1", "h2")] == ["h1"] + ["h2"] * 9


def test_tables_alone_have_neither_titles_nor_captions() -> None:
    read = tree(str(page("walk").only("tables").to("html")))
    assert len(tables(read)) > 10
    assert not list(read.all("details", "h2", "p", "caption", "figcaption", "nav"))


# The path


def links(result: Any) -> Counter[str]:
    """How often the picture across links to each step."""
    picture = next(node for node in tree(whole(result)).all("svg") if node.has("across"))
    return Counter((node.attributes["href"] or "") for node in picture.all("a"))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"heads": 1},
        {"heads": 4},
        {"block": models.POST},
        {"block": models.PARALLEL},
        {"block": ("attention(x)",)},
        {"block": ("x + mlp(norm(x))",)},
        {"block": ("x",)},
        {"positions": "sinusoidal"},
        {"row": "all", "temperature": 0},
    ],
    ids=str,
)
def test_the_path_leads_to_every_step(options: dict[str, Any]) -> None:
    result = page("walk", "en", **options)
    assert set(links(result)) == {f"#walk{step.number}" for step in result.document.steps}


def test_the_path_reads_what_the_block_reads() -> None:
    """In a pre-LN block the sums read the sublayer before them and, around it, what that had read."""
    stages = page("walk").document.path()
    kinds = [stage.kind for stage in stages]
    assert kinds.count("sum") == 2 and kinds[-1] == "bars"
    first, second = [i for i, kind in enumerate(kinds) if kind == "sum"]
    x = next(i for i, stage in enumerate(stages) if stage.step == 3)
    assert stages[first].reads == (x, first - 1) and stages[second].reads == (first, second - 1)
    assert [len(stage.lanes) for stage in stages if stage.lanes] == [2]
    parallel = page("walk", block=models.PARALLEL).document.path()
    assert [len(stage.reads) for stage in parallel if stage.kind == "sum"] == [3]
    assert all(read < i for i, stage in enumerate(stages) for read in stage.reads)


def test_the_way_back_goes_around_what_the_way_forward_went_around() -> None:
    stages = page("backward").document.path()
    assert len(stages) == 12
    assert Counter(len(stage.reads) for stage in stages) == Counter({0: 1, 1: 9, 2: 2})


def test_a_part_whose_step_is_not_there_is_no_link() -> None:
    assert links(page("walk").step("4,6")) == Counter({"#walk4": 1, "#walk6": 1})
    assert "<nav" not in whole(page("walk").step(6))


def test_json_knows_nothing_of_the_path() -> None:
    assert "path" not in json.loads(str(page("walk").to("json")))


def test_the_bars_are_the_probabilities() -> None:
    picture = next(node for node in tree(whole(page("walk"))).all("svg") if node.has("across"))
    bars = [node for node in picture.all("rect") if node.has("share")]
    widths = [float(bar.attributes["width"] or 0) for bar in bars]
    p = sorted(page("walk").values["probabilities"][-1], reverse=True)[:5]
    assert [width / widths[0] for width in widths] == pytest.approx([x / p[0] for x in p], abs=0.01)
    assert all(f">{outputs.school(float(x), 3).replace('.', ',')}<" in whole(page("walk")) for x in p)


# Mathematics


def check(spelled: str) -> None:
    """Well-formed, every element with as many children as it takes, numbers in one piece, nothing bare between."""
    root = ElementTree.fromstring(f"<math>{spelled}</math>")
    for node in root.iter():
        if node.tag in ("mn", "mi", "mo", "mtext"):
            assert node.text and not len(node), spelled
            assert node.tag != "mn" or re.fullmatch(r"[0-9]+([.,\xa0][0-9]{3})*([.,][0-9]+)?", node.text), spelled
            continue
        assert not (node.text or "").strip() and not any((child.tail or "").strip() for child in node), spelled
        assert node.tag == "mspace" or len(node) == PARTS.get(node.tag, len(node) or -1), spelled


@pytest.mark.parametrize("command", COMMANDS)
def test_mathematics_is_well_formed(command: str) -> None:
    for language in LANGUAGES:
        for found in re.findall(r"<math[^>]*>(.*?)</math>", whole(page(command, language, **cell_named(command)))):
            check(found)


@pytest.mark.parametrize("case", models.cases(), ids=lambda case: case.name)
def test_mathematics_of_every_model_is_well_formed(case: models.Case) -> None:
    tape = case.run().tape
    spellers = [Speller(n, pages.locale(), 3, word=lambda label, i: "<mtext>w</mtext>") for n in (MATHML, MATHML_LINE)]
    for var in tape.vars.values():
        equation: Equation = worked(Ref(var, tuple(length - 1 for length in var.data.shape)))
        for speller in spellers:
            left, sides = speller.equation(equation)
            for side in (left, *sides):
                for piece in side.split(BREAK):
                    check(piece)


def test_long_work_can_be_broken() -> None:
    """No piece of mathematics that cannot be broken is wider than a phone."""
    for command in ("walk", "backward"):
        for found in re.findall(r"<math>(.*?)</math>", whole(page(command))):
            assert len(re.sub("<[^>]*>", "", found)) <= 40


# What is escaped


def test_tokens_stay_in_their_cells(tmp_path: Path) -> None:
    result = handcalc.walk(model=outputs.model_file(tmp_path / "hostile.toml"), full=True)
    source = whole(result)
    read = tree(source)
    assert not list(read.all("script", "eot"))
    shown = {node.text for node in read.all("bdi")}
    assert {token for token in HOSTILE if token.isprintable() and token != "\u0301"} <= shown
    assert {r"\u200d", r"\u202e", "◌\u0301"} <= shown
    for table in tables(read):
        widths = {
            sum(int(cell.attributes.get("colspan") or 1) for cell in row.children if isinstance(cell, Node))
            for row in table.all("tr")
        }
        assert len(widths) == 1


@pytest.mark.parametrize(
    "text", ["c\u00e3o", "ca\u0303o", "\ud800", "\x1b[31m", "\u202eabc", "\ufffe", "a\u2028b", "<b>", "&lt;"]
)
def test_any_text_can_be_a_token(text: str) -> None:
    source = str(html.write(pages.page(Paragraph((Token(text), text))), standalone=True))
    body = source.partition("<main>")[2]
    source.encode("utf-8")
    assert all(c.isprintable() or c == "\n" or c == "\u0303" or c == "\u00a0" for c in body)
    assert "<b>" not in body
    if text.isprintable():
        assert tree(source).text.count(text) == 2


def test_a_hostile_page_fits_a_phone(browser: Browser, folder: Path, tmp_path: Path) -> None:
    model = outputs.model_file(tmp_path / "hostile.toml", seed=3)
    browser.open(saved(folder, "hostile", handcalc.walk(model=model)), width=375)
    browser.ask("document.querySelectorAll('details').forEach(step => { step.open = true })")
    assert browser.ask("document.documentElement.scrollWidth") == 375


# Words


def test_no_page_has_words_of_another_language() -> None:
    english = (
        "followed row",
        "given",
        "Close",
        "opens its",
        "table ",
        "Heatmap",
        "left out",
        "columns ",
        "Head ",
        "Block ",
    )
    for language in ("pt", "pl"):
        source = re.sub(r"<style>.*?</style>", "", whole(page("walk", language, heads=4)), flags=re.S)
        seen = tree(source).text + " ".join(re.findall(r'aria-label="([^"]*)"', source))
        assert [word for word in english if word in seen] == []


def test_followed_rows_are_said() -> None:
    rows = [row for row in tree(whole(page("walk", "en"))).all("tr") if row.has("followed")]
    assert len(rows) > 8 and all("(marked row)" in row.text for row in rows)


# Size


def test_a_page_without_steps_is_empty() -> None:
    assert "<details" not in whole(handcalc.show(language="en").only("formulas"))


def test_a_large_page_works_out_as_many_numbers_as_it_can_hold(tmp_path: Path) -> None:
    result = handcalc.walk(model=outputs.big_model(tmp_path / "big.toml"))
    source = whole(result)
    assert source.count("<div popover") == html.MOST_POPOVERS
    assert f"the first {html.MOST_POPOVERS} do" in source
    assert "54 rows left out" in source and "58 columns left out" in source
    assert len(links(result)) > 15


def test_a_full_page_has_every_row_and_column(tmp_path: Path) -> None:
    result = handcalc.walk(model=outputs.big_model(tmp_path / "big.toml"), full=True).step(4)
    read = tree(whole(result))
    cells = [cell for table in tables(read) for cell in table.all("td") if cell.has("number")]
    assert len(cells) == 60 * 64
    assert "left out" not in read.text
    assert any(re.search(r"columns 1 to \d+ of 64", table.text) for table in tables(read))


def test_the_page_of_the_example_is_small() -> None:
    assert len(whole(page("walk")).encode()) < 1_000_000
    assert len(whole(page("backward")).encode()) < 2_000_000


# Pictures


def pixels(source: str) -> list[list[tuple[int, int, int]]]:
    """The colours of the first picture, read from the PNG."""
    data = base64.b64decode(re.findall(r"data:image/png;base64,([^\"]*)", source)[0])
    chunks, at = {}, 8
    while at < len(data):
        (size,) = struct.unpack(">I", data[at : at + 4])
        kind, content = data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
        assert struct.unpack(">I", data[at + 8 + size : at + 12 + size]) == (zlib.crc32(kind + content),)
        chunks[kind] = content
        at += 12 + size
    width, height = struct.unpack(">II", chunks[b"IHDR"][:8])
    colors = chunks[b"PLTE"]
    raw = zlib.decompress(chunks[b"IDAT"])
    rows = [raw[i * (width + 1) + 1 : (i + 1) * (width + 1)] for i in range(height)]
    return [[tuple(colors[3 * p : 3 * p + 3]) for p in row] for row in rows]  # type: ignore[misc]


def test_a_heatmap_is_coloured_by_its_numbers() -> None:
    words = pages.locale().words
    speller = Speller.of(pages.page())
    drawn = svg.heatmap(Heatmap([[0.0, 1.0], [0.25, 2.0]], 0.0, 1.0, ("a", "<b>"), ("a", "<b>")), speller, words)
    assert pixels(drawn) == [[(68, 1, 84), (253, 231, 37)], [(59, 82, 139), (253, 231, 37)]]
    signed = svg.heatmap(Heatmap([[-2.0, 0.0, 1.0]], -2.0, 1.0, "linha", "coluna"), speller, words)
    assert pixels(signed) == [[(33, 102, 172), (247, 247, 247), (244, 165, 130)]]
    assert "−2,0" in signed and 'aria-label="mapa de −2,0 a 2,0"' in signed
    for picture in (drawn, signed):
        ElementTree.fromstring(picture)


def test_a_large_heatmap_is_averaged_and_says_so() -> None:
    data = [[float(c % 2) for c in range(2000)] for _ in range(3)]
    drawn = svg.heatmap(Heatmap(data, 0.0, 1.0, "linha", "coluna"), Speller.of(pages.page()), pages.locale().words)
    assert [len(row) for row in pixels(drawn)] == [500] * 3
    assert "média: uma célula vale 1 x 4 números" in drawn


def test_a_curve_runs_from_corner_to_corner() -> None:
    drawn = svg.curve(
        Curve((0.0, 1.0, 2.0), (-1.0, float("inf"), 3.0), "x", "y & z"), Speller.of(pages.page()), pages.locale().words
    )
    ElementTree.fromstring(drawn)
    points = [tuple(map(float, p.split(","))) for p in re.findall(r'points="([^"]*)"', drawn)[0].split()]
    assert len(points) == 2
    assert points[1][0] - points[0][0] == pytest.approx(svg.PLOT_WIDTH)
    assert points[0][1] - points[1][1] == pytest.approx(svg.PLOT_HEIGHT)
