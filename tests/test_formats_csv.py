"""CSV and TSV: as a spreadsheet in each language reads them, the digits, nothing that runs."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter

import pytest

import handcalc
import outputs
from outputs import COMMANDS, LANGUAGES, page


def rows(text: str, delimiter: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), delimiter=delimiter))


def fields(result, format: str = "csv") -> list[list[str]]:
    english = result.document.language == "en"
    return rows(str(result.to(format)), "\t" if format == "tsv" else "," if english else ";")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", ["walk", "backward", "train_step"])
@pytest.mark.parametrize("format", ["csv", "tsv"])
def test_the_digits_are_those_of_json(command, language, format):
    result = page(command, language).only("tables")
    mark = r"\." if language == "en" else ","
    found = Counter(
        field.replace(",", ".")
        for row in fields(result, format)
        for field in row
        if re.fullmatch(rf"-?[0-9]+{mark}[0-9]+", field)
    )
    assert found == outputs.table_decimals(result)  # a picture of what a table shows is not written again


def test_separators_and_marks_of_each_language():
    table = page("walk", "pt").step(4).only("tables")
    text = table.to("csv")
    assert text.startswith("\ufefftoken;u₁;u₂;u₃;u₄\r\no;-0,816;-0,816;0,000;1,633\r\n")
    english = page("walk", "en").step(4).only("tables").to("csv")
    assert english.startswith("\ufefftoken,u₁,u₂,u₃,u₄\r\no,-0.816,-0.816,0.000,1.633\r\n")
    tabs = page("walk", "pl").step(4).only("tables").to("tsv")
    assert tabs.startswith("token\tu₁\tu₂\tu₃\tu₄\r\no\t-0,816\t")


def test_vectors_are_spread_over_columns():
    table = fields(page("walk").step(6).only("tables"))
    assert table[0][:4] == ["j", "k⁽¹⁾ⱼ [1]", "k⁽¹⁾ⱼ [2]", "q⁽¹⁾₅·k⁽¹⁾ⱼ"]
    assert table[3] == ["␣sub", "1,604", "-1,069", "3,395", "2,400", "11,027", "0,622"]
    assert table[6] == ["soma", "", "", "", "", "17,735", "1,000"]


def test_formulas_have_a_field_for_each_side():
    work = fields(page("walk").step(4).only("formulas"))
    assert work[2] == ["u₅,₄", "(x₅,₄ − μ₅) / σ₅", "(1,5 − 0,000) / 0,866", "1,732"]
    vector = fields(page("walk").step(8).only("formulas"))
    assert ["h₅", "x₅ + A₅", "", "-1,239", "0,911", "-1,021", "0,980"] in vector
    update = fields(page("train_step").step(3).only("formulas"))
    assert update[2][0] == "E[␣no, 1] ←" and update[2][-1] == "-0,499"


@pytest.mark.parametrize("format", ["csv", "tsv"])
def test_no_field_is_taken_for_a_formula(format, tmp_path):
    model = outputs.model_file(tmp_path / "hostile.toml")
    for command in (handcalc.walk, handcalc.backward, handcalc.train_step):
        result = command(model=model, language="en")
        for row in fields(result, format):
            for field in row:
                assert not re.match(r"[=+@\t\r]", field), field
                assert not field.startswith("-") or re.fullmatch(r"-([0-9]+(\.[0-9]+)?(e[+-][0-9]+)?|∞)", field), field
                assert "\n" not in field and "\t" not in field


def test_every_row_of_a_table_has_its_fields(tmp_path):
    model = outputs.model_file(tmp_path / "hostile.toml")
    for command in (handcalc.walk, handcalc.backward, handcalc.train_step):
        result = command(model=model, language="en", full=True).only("tables")
        group: list[list[str]] = []
        for row in [*fields(result), []]:
            if row:
                group.append(row)
                continue
            assert len({len(line) for line in group}) == 1, group[0]
            group = []


def test_a_large_page_says_what_it_leaves_out(tmp_path):
    result = handcalc.walk(model=outputs.big_model(tmp_path / "big.toml"))
    text = str(result.step(4).only("tables").to("csv"))
    assert "(54 rows left out)" in text and "..." in text
    whole = handcalc.walk(model=outputs.big_model(tmp_path / "big.toml"), full=True).step(4).only("tables")
    found = fields(whole)
    assert len(found) == 61 and {len(row) for row in found} == {65}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_fields_in_every_language(command):
    for language in LANGUAGES:
        found = fields(page(command, language))
        assert {"en": "Step 1 ·", "pt": "Passo 1 ·", "pl": "Krok 1 ·"}[language] in " ".join(found[0] + found[2])


def test_large_results_of_formulas_are_numbers(tmp_path):
    model = outputs.model_file(tmp_path / "m.toml")
    text = (tmp_path / "m.toml").read_text("utf-8").replace("E = { normal = 0.5", "E = { normal = 5e8")
    (tmp_path / "m.toml").write_text(text, encoding="utf-8")
    result = handcalc.show("block1.sum1[1, 1]", model=model, language="en").only("formulas")
    (work,) = fields(result)
    assert re.fullmatch(r"-?[0-9]\.[0-9]{3}e\+[0-9]+", work[-1])
    assert float(work[-1]) == pytest.approx(result.values["block1.sum1"][0, 0], rel=1e-3)


def test_the_map_and_the_curve_are_numbers():
    found = fields(handcalc.posenc(d=8, length=4, at=1, distances="1", language="pl").only("tables"))
    start = [fields[:2] for fields in found].index(["pozycja", "1"], 1)  # behind the table of the same numbers
    assert found[start] == ["pozycja", *map(str, range(1, 9))]
    assert found[start + 2][:3] == ["1", "0,841", "0,540"]
    assert found[-1] == ["3", found[-1][1]] and found[-4] == ["0", "4,000"]
