"""Typst: what its compiler makes of it, the digits, what is escaped."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from pathlib import Path

import pytest

import handcalc
import outputs
from handcalc.formats.typst import escaped, token
from outputs import COMMANDS, LANGUAGES, page


def compiled(folder: Path, source: str, name: str = "page") -> str:
    """The text of the PDF; the compiler must not even warn."""
    typst = pytest.importorskip("typst")
    (folder / f"{name}.typ").write_text(source, encoding="utf-8")
    _, warnings = typst.compile_with_warnings(str(folder / f"{name}.typ"), output=str(folder / f"{name}.pdf"))
    assert warnings == []
    return outputs.run(outputs.tool("pdftotext"), "-layout", f"{name}.pdf", "-", cwd=folder).stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_compiles(language, tmp_path):
    for command in COMMANDS:
        text = compiled(tmp_path, str(page(command, language).to("typst", standalone=True)), command)
        assert {"en": "Step 1 ·", "pt": "Passo 1 ·", "pl": "Krok 1 ·"}[language] in text


def test_fragments_are_pasted_into_a_document(tmp_path):
    body = "= Notas\n\nTexto antes.\n\n" + "\n".join(str(page(c).to("typst", heading=3)) for c in COMMANDS)
    assert compiled(tmp_path, body).count("Passo 1 ·") == len(COMMANDS)
    assert "\n=== Passo 1 · " in body


@pytest.mark.parametrize(
    "options",
    [
        {"row": "all", "language": "en"},
        {"temperature": 0.5, "heads": 4},
        {"temperature": 0},
        {"pencil": True, "digits": 5},
        {"digits": 12},
        {"mask": False, "positions": "sinusoidal", "heads": 1},
        {"block": ["norm(x + attention(x))", "norm(x + mlp(x))"]},
    ],
    ids=str,
)
def test_other_settings_compile(options, tmp_path):
    compiled(tmp_path, str(handcalc.walk(**options).to("typst", standalone=True)))


def test_all_numbers_of_a_page_stand_in_the_pdf(tmp_path):
    result = page("walk", "en").only("tables")
    text = compiled(tmp_path, '#set page(width: 30cm, height: 40cm)\n#set text(font: "New Computer Modern")\n'
                    + str(result.to("typst")))  # fmt: skip
    found = Counter(re.findall(r"[0-9]+\.[0-9]+", unicodedata.normalize("NFKC", text)))  # bold digits too
    wanted = outputs.unsigned(outputs.table_decimals(result))
    assert {number: count for number, count in wanted.items() if found[number] < count} == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", ["walk", "backward", "train_step"])
def test_the_digits_are_those_of_json(command, language):
    source = re.sub(r"image\(bytes\(.*", "", str(page(command, language).to("typst")))
    mark = "." if language == "en" else '","'
    tables = "".join(re.findall(r"table\(\n(.*?)\n\)\)", source, re.S))
    tables = re.sub(r"width: [0-9.]+pt|0\.[0-9]+(pt|em)|#hide\[\$−\$\]|_\([0-9jw\",]*\)", "", tables)
    found = re.findall(rf"−?[0-9]+{re.escape(mark)}[0-9]+", tables)
    plain = Counter(number.replace(mark, ".").replace("−", "-") for number in found)
    assert plain == outputs.table_decimals(page(command, language))
    formulas = re.sub(r"_\([^()]*\)", "", "".join(re.findall(r"^\$ (.*?) \$$", source, re.S | re.M)))
    found = re.findall(rf"[0-9]+{re.escape(mark)}[0-9]+", formulas)
    assert Counter(number.replace(mark, ".") for number in found) == outputs.formula_decimals(page(command, language))


def test_tokens_stand_in_the_pdf_as_they_are(tmp_path):
    model = outputs.model_file(tmp_path / "hostile.toml")
    for command in (handcalc.walk, handcalc.train_step):
        text = compiled(tmp_path, str(command(model=model, language="en", full=True).to("typst", standalone=True)))
        for shown in ("a|b", "<eot>", "$x$", "[/x]", "=cmd()", "<script>alert(1)</script>", "☃", "--", ",,", "<<", "@x",
                      "]]>", "&amp;", "a_b_c", "~~s~~", "{{x}}", "//", "/*", "*b*", "#1", r"\u202e"):  # fmt: skip
            assert re.sub(r"\s", "", shown) in re.sub(r"\s", "", text), shown


@pytest.mark.parametrize(
    ("command", "options"), [("show", {"cell": "loss", "depth": 20}), ("backward", {"row": "all"})], ids=str
)
def test_long_work_goes_on_on_the_next_page(command, options, tmp_path):
    result = getattr(handcalc, command)(language="en", **options)
    text = compiled(tmp_path, str(result.to("typst", standalone=True)))
    # What lies outside of the paper is not in the text of its pages. (An index may touch the number behind it.)
    decimals = Counter(re.findall(r"\.[0-9]{3}", unicodedata.normalize("NFKC", text)))
    assert decimals == Counter(re.findall(r"\.[0-9]{3}", str(result.to("text"))))


def test_a_large_page_compiles(tmp_path):
    result = handcalc.walk(model=outputs.big_model(tmp_path / "big.toml"))
    text = compiled(tmp_path, str(result.step("1-8").to("typst", standalone=True)))
    assert "54 rows left out" in text and "57 columns left out" in text


def test_a_step_to_paste():
    source = str(page("walk").step(4).to("typst"))
    assert source.startswith("== Passo 4 · LayerNorm\n")
    assert r'σ_(5)) = frac(1","5 − 0","000, 0","866) = 1","732 $' in source
    assert 'table.cell(fill: luma(230))[#raw("␣no")], table.cell(fill: luma(230))[$−0","577$],' in source


def test_long_words_break_in_sentences_and_titles(tmp_path):
    model = outputs.model_file(tmp_path / "long.toml", ("x" * 90, "abc", "y" * 70))
    text = compiled(tmp_path, str(handcalc.walk(model=model, language="en").step("1-2").to("typst", standalone=True)))
    assert max(map(len, text.splitlines())) < 130
    assert text.count("x") > 3 * 90


def test_bare_tables_and_formulas():
    tables = str(page("walk").step(6).only("tables").to("typst"))
    assert not re.search("^=", tables, re.M) and "Todos os pesos" not in tables
    assert tables.count("table(") == 4
    assert "table(" not in str(page("walk").only("formulas").to("typst"))


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a_b", r"a\_b"),
        ("#x $1 @y <eot>", r"\#x \$1 \@y \<eot\>"),
        ("//", r"\//"),
        ("= x", r"\= x"),
        ("a = b - c + d/e", "a = b - c + d/e"),
        ("...", r"\.\.."),
        ("--seed", r"#text(ligatures: false)[\-\-]seed"),
        ("[−1]", r"\[−1\]"),
    ],
)
def test_text_is_escaped(text, written):
    assert escaped(text) == written


@pytest.mark.parametrize(
    ("text", "written"), [('"', r'#raw("\"")'), ("\\", r'#raw("\\")'), ("ca\u0303o", '#raw("cão")')]
)
def test_a_token_is_a_string(text, written):
    assert token(text) == written
