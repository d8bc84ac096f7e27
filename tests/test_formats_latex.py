"""LaTeX: what pdflatex makes of it, the digits, what is escaped."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import handcalc
import outputs
from handcalc.formats.latex import escaped, token
from outputs import COMMANDS, LANGUAGES, page

USER = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage{amsmath}
\usepackage{booktabs}
\usepackage{xcolor}
\usepackage{lmodern}
\emergencystretch=2em
\begin{document}
"""


def compiled(folder: Path, source: str, name: str = "page") -> str:
    """The text of the PDF that pdflatex makes; its log must complain of nothing."""
    (folder / f"{name}.tex").write_text(source, encoding="utf-8")
    outputs.run(outputs.tool("pdflatex"), "-interaction=nonstopmode", "-halt-on-error", f"{name}.tex", cwd=folder)
    log = (folder / f"{name}.log").read_text(encoding="latin-1")
    assert re.findall(r"Missing character.*|.*invalid in math mode.*|^! .*", log, re.M) == []
    # A point or two cannot be seen.
    assert [line for line in re.findall(r"Overfull.*", log) if float(re.search(r"\(([0-9.]+)pt", line)[1]) > 4] == []
    return outputs.run(outputs.tool("pdftotext"), "-layout", f"{name}.pdf", "-", cwd=folder).stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_compiles_and_nothing_is_wider_than_the_line(language, tmp_path):
    for command in COMMANDS:
        text = compiled(tmp_path, page(command, language).to("latex", standalone=True), command)
        assert {"en": "Step 1", "pt": "Passo 1", "pl": "Krok 1"}[language] in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_fragments_are_pasted_into_a_document(language, tmp_path):
    body = "\n".join(str(page(command, language).to("latex", heading=1)) for command in COMMANDS)
    body += "\n".join(str(page("walk", language).only(kind).to("latex")) for kind in ("tables", "formulas"))
    text = compiled(tmp_path, USER + body + "\\end{document}\n")
    assert text.count({"en": "Step 1", "pt": "Passo 1", "pl": "Krok 1"}[language]) >= 5


@pytest.mark.parametrize(
    "options",
    [
        {"row": "all"},
        {"temperature": 0.5, "heads": 4},
        {"temperature": 0},
        {"pencil": True, "digits": 5},
        {"digits": 12},
        {"mask": False, "positions": "sinusoidal", "heads": 1},
        {"block": ["norm(x + attention(x))", "norm(x + mlp(x))"]},
        {"digits": 0},
    ],
    ids=str,
)
def test_other_settings_compile(options, tmp_path):
    compiled(tmp_path, handcalc.walk(language="pl", **options).to("latex", standalone=True))


def test_tokens_stand_in_the_pdf_as_they_are(tmp_path):
    model = outputs.model_file(tmp_path / "hostile.toml")
    for command in (handcalc.walk, handcalc.train_step):
        text = compiled(tmp_path, command(model=model, language="en").to("latex", standalone=True))
        for shown in ("a|b", "<eot>", "$x$", "[/x]", "=cmd()", "<script>alert(1)</script>", "U+2603", "cão", "--", ",,",
                      "<<", "@x", "]]>", "&amp;", "a_b_c", "~~s~~", "{{x}}", "U+1F600", r"\u202e"):  # fmt: skip
            assert re.sub(r"\s", "", shown) in re.sub(r"\s", "", text.replace("’", "'")), shown
        assert "ca\u0303o" not in text


def test_long_tables_go_on_under_their_header_and_lose_nothing(tmp_path):
    result = handcalc.walk(model=outputs.big_model(tmp_path / "big.toml"))
    text = compiled(tmp_path, result.step("4-8").to("latex", standalone=True))
    assert "54 rows left out" in text
    assert "57 columns left out" in text  # besides its ends a table keeps the column of the worked number
    full = handcalc.show("x", model=outputs.big_model(tmp_path / "big.toml"), full=True)
    text = compiled(tmp_path, full.to("latex", standalone=True), "full")
    numbers = Counter(re.findall(r"[0-9]+\.[0-9]{3}", text.replace("−", "-")))
    assert numbers == Counter(outputs.school(abs(x), 3) for x in full.values["x"].ravel().tolist())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", ["walk", "backward", "train_step"])
def test_the_digits_are_those_of_json(command, language):
    result = page(command, language)
    source = str(result.to("latex"))
    tables = "".join(re.findall(r"\\begin\{tabular\}(?:\[t\])?\{.*?\}\n?(.*?)\\end\{tabular\}\n", source, re.S))
    tables = re.sub(r"\\rule\{.*?pt\}", "", tables)
    mark = r"\." if language == "en" else r"\{,\}"
    found = re.findall(rf"(?<![\w.])((?:-|\{{-\}})?[0-9]+{mark}[0-9]+)", tables)
    plain = Counter(number.replace("{,}", ".").replace("{-}", "-") for number in found)
    assert plain == outputs.table_decimals(result)
    formulas = "".join(re.findall(r"\\begin\{align\*\}(.*?)\\end\{align\*\}", source, re.S))
    found = re.findall(rf"[0-9]+{mark}[0-9]+", formulas)
    assert Counter(number.replace("{,}", ".") for number in found) == outputs.formula_decimals(result)


LONG = (("show", {"cell": "loss", "depth": 20}), ("backward", {"row": "all"}))


@pytest.mark.parametrize(("command", "options"), LONG, ids=str)
def test_long_work_goes_on_on_the_next_page(command, options, tmp_path):
    result = getattr(handcalc, command)(language="en", **options)
    text = compiled(tmp_path, USER + str(result.to("latex")) + "\\end{document}\n")
    wanted = re.findall(r"[0-9]+\.[0-9]{3}", result.to("text"))
    assert Counter(re.findall(r"[0-9]+\.[0-9]{3}", text)) == Counter(wanted)


def test_a_header_of_several_pieces_keeps_its_space():
    assert r"& $p$ przed krokiem & $p$ po kroku \\" in str(page("train_step", "pl").step(4).to("latex"))


def test_a_formula_in_a_sentence_is_one():
    source = str(page("walk").to("latex"))
    assert r"$d = 4$" in source and r"$V \times d = 12 \times 4$" in source and r"$\varepsilon = 0{,}00001$" in source


def test_what_is_appended_begins_a_paragraph():
    assert str(page("walk").step(4).to("latex")).endswith("\n\n")


def test_a_step_to_paste():
    source = str(page("walk").step(4).to("latex"))
    assert source.startswith("% Needs")
    assert r"\subsection*{Passo 4 $\cdot$ LayerNorm}" in source
    assert r"\mu_{5} &= \frac{\sum_{c} x_{5,c}}{d} = \frac{-0{,}5 + (-0{,}5) + (-0{,}5) + 1{,}5}{4} = 0{,}000" in source
    assert r"u_{5,4} &= \frac{x_{5,4} - \mu_{5}}{\sigma_{5}} = \frac{1{,}5 - 0{,}000}{0{,}866} = 1{,}732" in source
    last = r"{}\llap{$\triangleright$\ }\texttt{\textvisiblespace{}no} & $-0{,}577$ & $-0{,}577$ & $-0{,}577$ & $1{,}732$ \\"
    assert last in source.splitlines()
    assert "−" not in source and "√" not in source and "μ" not in source


@pytest.mark.parametrize(
    ("level", "start"), [(1, r"\section*{"), (3, r"\subsubsection*{"), (5, r"\subparagraph*{"), (6, r"\textbf{")]
)
def test_the_level_of_titles(level, start):
    assert f"\n{start}Step 1" in str(page("walk", "en").to("latex", heading=level))


def test_bare_tables_and_bare_formulas():
    tables = str(page("walk").step(6).only("tables").to("latex"))
    assert "section" not in tables and "align" not in tables and "Todos os pesos" not in tables
    assert tables.count(r"\toprule") == 4
    formulas = str(page("walk").step(6).only("formulas").to("latex"))
    assert "tabular" not in formulas and formulas.count(r"\begin{align*}") == 2


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a_b", r"a\_b"),
        ("100 %", r"100 \%"),
        ("\\", r"\textbackslash{}"),
        ("--", "-{}-{}"),
        (",,", ",{},{}"),
        ("ca\u0303o", "cão"),
        ("☃", r"{\scriptsize{}U+2603}"),
        ("−½", "$-$½"),
        ("łódź", "łódź"),
        ("ħ", r"{\scriptsize{}U+0127}"),
        ("\"'`", r"\textquotedbl{}\textquotesingle{}\textasciigrave{}"),
    ],
)
def test_text_is_escaped(text, written):
    assert escaped(text) == written


def test_a_token_keeps_its_spaces_and_shows_control_characters():
    assert token("␣a b\n") == r"\texttt{\textvisiblespace{}a\ b\textbackslash{}n}"
