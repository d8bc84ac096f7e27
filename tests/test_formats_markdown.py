"""Markdown: what pandoc, GitHub's dialect and KaTeX make of it, the digits, what is escaped."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import handcalc
import outputs
from handcalc.formats.markdown import code, escaped
from outputs import COMMANDS, LANGUAGES, page


def tree(source: str) -> dict[str, Any]:
    """What pandoc reads."""
    done = outputs.run(outputs.tool("pandoc"), "-f", "markdown", "-t", "json", input=source)
    parsed: dict[str, Any] = json.loads(done.stdout)
    return parsed


def nodes(part: Any, kind: str) -> Iterator[Any]:
    """The contents of all nodes of a kind, in order."""
    if isinstance(part, dict):
        if part.get("t") == kind:
            yield part.get("c")
        for inner in part.values():
            yield from nodes(inner, kind)
    elif isinstance(part, list):
        for inner in part:
            yield from nodes(inner, kind)


def grids(parsed: Any) -> list[list[list[Any]]]:
    """The tables that pandoc found: rows of cells, the header first."""
    found = []
    for _, _, _, head, bodies, _ in nodes(parsed, "Table"):
        rows = [*head[1], *(row for body in bodies for row in body[3])]
        found.append([[cell[4] for cell in row[1]] for row in rows])
    return found


def words(cell: Any) -> str:
    """The text of a cell."""
    text = ""
    for node in cell if isinstance(cell, list) else [cell]:
        if not isinstance(node, dict):
            continue
        kind, content = node["t"], node.get("c")
        if kind in ("Str",):
            text += content
        elif kind in ("Space", "SoftBreak"):
            text += " "
        elif kind in ("Code", "Math"):
            text += content[1]
        elif kind in ("Plain", "Para", "Strong", "Emph"):
            text += words(content)
        else:
            text += f"<{kind}>"
    return text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", COMMANDS)
def test_pandoc_reads_titles_tables_and_mathematics(command, language):
    result = page(command, language)
    parsed = tree(str(result.to("markdown", standalone=True)))
    kinds = {block["t"] for block in parsed["blocks"]}
    assert kinds <= {"Header", "Para", "Table", "CodeBlock"}, "no list, no quotation, no raw HTML"
    levels = [level for level, _, _ in nodes(parsed, "Header")]
    assert levels == [1] + [2] * len(result.document.steps)
    tables = [block for step in result.document.steps for block in step.blocks if block.kind == "table"]
    found = grids(parsed)
    assert len(found) >= len(tables)
    for rows in found:
        assert len({len(row) for row in rows}) == 1
    formulas = [block for step in result.document.steps for block in step.blocks if block.kind == "formula"]
    displayed = [content for kind, content in nodes(parsed, "Math") if kind["t"] == "DisplayMath"]
    assert len(displayed) == len(formulas)


@pytest.mark.parametrize("language", LANGUAGES)
def test_katex_sets_all_mathematics(language):
    folder = outputs.node_package("katex")
    formulas = []
    for command in COMMANDS:
        parsed = tree(str(page(command, language).to("markdown")))
        formulas += [{"display": kind["t"] == "DisplayMath", "tex": content} for kind, content in nodes(parsed, "Math")]
    assert len(formulas) > 1000
    lines = "\n".join(map(json.dumps, formulas))
    done = outputs.run(outputs.tool("node"), str(Path(__file__).parent / "katex.js"), folder, input=lines)
    assert done.stdout == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_pandoc_makes_a_pdf(language, tmp_path):
    outputs.tool("pdflatex")
    for command in ("walk", "posenc"):
        source = str(page(command, language).to("markdown", standalone=True))
        done = outputs.run(outputs.tool("pandoc"), "-f", "markdown", "-o", f"{command}.pdf", input=source, cwd=tmp_path)
        assert "Missing character" not in done.stderr
        text = outputs.run(outputs.tool("pdftotext"), "-layout", f"{command}.pdf", "-", cwd=tmp_path).stdout
        assert {"en": "Step 1", "pt": "Passo 1", "pl": "Krok 1"}[language] in text


def test_long_work_goes_on_on_the_next_page(tmp_path):
    outputs.tool("pdflatex")
    result = handcalc.show("loss", depth=20, language="en")
    source = str(result.to("markdown", standalone=True))
    outputs.run(outputs.tool("pandoc"), "-f", "markdown", "-o", "long.pdf", input=source, cwd=tmp_path)
    text = outputs.run(outputs.tool("pdftotext"), "-layout", "long.pdf", "-", cwd=tmp_path).stdout
    wanted = Counter(re.findall(r"[0-9]+\.[0-9]{3}", result.to("text")))
    assert Counter(re.findall(r"[0-9]+\.[0-9]{3}", text)) == wanted


def test_pandoc_leaves_punctuation_as_it_is():
    html = outputs.run(outputs.tool("pandoc"), "-t", "html", input=str(page("walk", "en").to("markdown"))).stdout
    assert "; --pencil rounds" in html
    assert outputs.run(outputs.tool("pandoc"), "-t", "plain", input=escaped("a -- b 'c' \"d\" ...")).stdout.strip() == (
        "a -- b 'c' \"d\" ..."
    )


def test_fragments_stand_one_after_another():
    parts = [str(page("walk").step(k).only("tables").to("markdown")) for k in (4, 5)]
    assert len(grids(tree("".join(parts)))) == len(grids(tree(parts[0]))) + len(grids(tree(parts[1])))


def test_github_reads_the_tables():
    cmarkgfm = pytest.importorskip("cmarkgfm")
    for command in COMMANDS:
        source = str(page(command).to("markdown"))
        html = cmarkgfm.github_flavored_markdown_to_html(source)
        tables = re.findall(r"<table>.*?</table>", html, re.S)
        assert len(tables) == len(re.findall(r"^\| -|^\| :?--", source, re.M))
        for table in tables:
            rows = re.findall(r"<tr>(.*?)</tr>", table, re.S)
            assert len({len(re.findall(r"<t[hd]", row)) for row in rows}) == 1
        assert "<li>" not in html and "<blockquote>" not in html


def test_tokens_stand_as_they_are(tmp_path):
    cmarkgfm = pytest.importorskip("cmarkgfm")
    model = outputs.model_file(tmp_path / "hostile.toml")
    for command in (handcalc.walk, handcalc.train_step, handcalc.backward):
        result = command(model=model, language="en", full=True)
        source = str(result.to("markdown"))
        parsed = tree(source)
        assert {block["t"] for block in parsed["blocks"]} <= {"Header", "Para", "Table", "CodeBlock"}
        assert not list(nodes(parsed, "RawInline"))
        for rows in grids(parsed):
            assert len({len(row) for row in rows}) == 1
        html = cmarkgfm.github_flavored_markdown_to_html(source)
        for table in re.findall(r"<table>.*?</table>", html, re.S):
            rows = re.findall(r"<tr>(.*?)</tr>", table, re.S)
            assert len({len(re.findall(r"<t[hd]", row)) for row in rows}) == 1
        assert "<script" not in html
    walk = handcalc.walk(model=model, language="en", full=True)
    table = next(rows for rows in grids(tree(str(walk.step(2).to("markdown")))) if len(rows) > len(outputs.HOSTILE))
    shown = [words(row[0]) for row in table[1:]]
    for token in ("a|b", "`", "<eot>", "$x$", "_", "%", "&", "#", "\\", '"', "[/x]", "=cmd()", "☃", "cão", "``", "a`b",
                  "<script>alert(1)</script>", "~~s~~", "|", "||", "*b*", "1.", "&amp;", "\\\\", "http://a.b"):  # fmt: skip
        assert token in shown


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", ["walk", "backward", "train_step"])
def test_the_digits_are_those_of_json(command, language):
    result = page(command, language)
    parsed = tree(str(result.to("markdown")))
    mark = r"\." if language == "en" else r"\{,\}"
    text = " ".join(content for _, content in nodes(list(nodes(parsed, "Table")), "Math"))
    found = re.findall(rf"-?[0-9]+{mark}[0-9]+", text)
    assert Counter(number.replace("{,}", ".") for number in found) == outputs.table_decimals(result)
    displayed = [content for kind, content in nodes(parsed, "Math") if kind["t"] == "DisplayMath"]
    found = re.findall(rf"[0-9]+{mark}[0-9]+", " ".join(displayed))
    assert Counter(number.replace("{,}", ".") for number in found) == outputs.formula_decimals(result)


def test_a_step_to_paste():
    lines = str(page("walk").step(4).to("markdown")).splitlines()
    assert lines[0] == "## Passo 4 · LayerNorm"
    assert r"u_{5,4} &= \frac{x_{5,4} - \mu_{5}}{\sigma_{5}} = \frac{1{,}5 - 0{,}000}{0{,}866} = 1{,}732" in lines
    assert "| **`␣no`** | $-0{,}577$ | $-0{,}577$ | $-0{,}577$ | $1{,}732$ |" in lines
    text = "\n".join(lines)
    assert not set("−√μσε") & set(text), "which stop pandoc on the way to a PDF"


def test_vectors_and_the_strong_cell():
    lines = str(page("walk").step(6).to("markdown")).splitlines()
    assert r"| `␣sub` | $[1{,}604;\ -1{,}069]$ | $3{,}395$ | $2{,}400$ | $11{,}027$ | $\mathbf{0{,}622}$ |" in lines


def test_words_are_called_by_their_id_in_mathematics():
    source = str(page("walk").step(9).to("markdown"))
    assert r"z_{5}(\mathrm{id}\,6) &= \sum_{c} f_{5,c} \cdot W_{U}[c,\ \mathrm{id}\,6]" in source


def test_the_level_of_titles_and_bare_parts():
    assert str(page("walk").to("markdown", heading=4)).count("\n#### Passo") == 9
    tables = str(page("walk").step(6).only("tables").to("markdown"))
    assert tables.startswith("| $j$ |") and "#" not in tables.replace("```", "").split("|")[0]
    assert "Todos os pesos" not in tables
    assert "|" not in str(page("walk").only("formulas").to("markdown"))


def test_a_picture_is_drawn_with_characters():
    source = str(page("walk").step(6).to("markdown"))
    picture = re.search(r"```text\n(.*?)```", source, re.S)[1]
    assert picture.splitlines()[0].split() == ["o", "␣gato", "␣sub", "iu", "␣no"]


@pytest.mark.parametrize(
    ("text", "written"),
    [("a_b*c", r"a\_b\*c"), ("<b>", r"\<b\>"), ("5 $", r"5 \$"), ("−1", "$-$1"), ("a|b", r"a\|b"), ("x^2~", r"x\^2\~")],
)
def test_text_is_escaped(text, written):
    assert escaped(text) == written


@pytest.mark.parametrize(
    ("token", "written"),
    [("a", "`a`"), ("`", "`` ` ``"), ("a``b", "```a``b```"), ("a|b", r"a\|b"), ("", "` `"), ("x\n", r"`x\n`")],
)
def test_a_token_in_a_table(token, written):
    assert code(token, table=True) == written
