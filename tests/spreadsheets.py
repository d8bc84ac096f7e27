"""Workbooks for the tests: read, spoiled, changed, and computed anew by two programs that are not ours."""

from __future__ import annotations

import io
import math
import re
import subprocess
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from xml.etree import ElementTree

NAMES = {"s": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}
RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
WRONG = "12345"
At = tuple[str, str]  # the name of a sheet, and a cell such as B5

# LibreOffice computes what it loads only if it is told to.
RECALCULATE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
"""


class Book:
    """A workbook as read from its file: every cell's text or number, and the formulas."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.values: dict[At, float | str] = {}
        self.formulas: dict[At, str] = {}
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            shared = []
            if "xl/sharedStrings.xml" in archive.namelist():
                root = ElementTree.fromstring(archive.read("xl/sharedStrings.xml"))
                shared = [
                    "".join(t.text or "" for t in si.iter(f"{{{NAMES['s']}}}t")) for si in root.findall("s:si", NAMES)
                ]
            self.files = _sheet_files(archive)
            book = ElementTree.fromstring(archive.read("xl/workbook.xml"))
            # The names of areas, as in 'sheet'!$B$5:$E$9.
            self.areas = {
                name.attrib["name"]: str(name.text) for name in book.iterfind("s:definedNames/s:definedName", NAMES)
            }
            for sheet, file in self.files.items():
                self._read(sheet, ElementTree.fromstring(archive.read(file)), shared)

    def _read(self, sheet: str, root: ElementTree.Element, shared: list[str]) -> None:
        for cell in root.iter(f"{{{NAMES['s']}}}c"):
            at = (sheet, cell.attrib["r"])
            formula, value = cell.find("s:f", NAMES), cell.find("s:v", NAMES)
            if formula is not None:
                self.formulas[at] = formula.text or ""
            if value is None or value.text is None:
                inline = "".join(t.text or "" for t in cell.iter(f"{{{NAMES['s']}}}t"))
                if inline:
                    self.values[at] = inline
            elif cell.get("t") == "s":
                self.values[at] = shared[int(value.text)]
            elif cell.get("t") in ("str", "e"):
                self.values[at] = value.text
            else:
                self.values[at] = float(value.text)

    def number(self, at: At) -> float:
        value = self.values[at]
        assert isinstance(value, float), (at, value, self.formulas.get(at))
        return value

    def area(self, name: str) -> list[At]:
        """The cells of a named area, row by row."""
        sheet, _, ends = self.areas[name].rpartition("!")
        first, _, last = ends.replace("$", "").partition(":")
        (left, top), (right, bottom) = _at(first), _at(last or first)
        return [(sheet.strip("'"), f"{_letters(c)}{r}") for r in range(top, bottom + 1) for c in range(left, right + 1)]

    def right_of(self, sheet: str, text: str) -> At:
        """The cell on the right of the first one that holds this text."""
        found = next(cell for (name, cell), value in self.values.items() if name == sheet and value == text)
        column, row = _at(found)
        return sheet, f"{_letters(column + 1)}{row}"

    def edited(self, edit: Callable[[str, str], str]) -> bytes:
        """The file with the XML of every sheet changed."""
        out = io.BytesIO()
        sheets = {file: name for name, file in self.files.items()}
        with zipfile.ZipFile(io.BytesIO(self.content)) as archive, zipfile.ZipFile(out, "w") as copy:
            for name in archive.namelist():
                text = archive.read(name)
                if name in sheets:
                    text = edit(sheets[name], text.decode("utf-8")).encode("utf-8")
                copy.writestr(name, text)
        return out.getvalue()

    def spoiled(self, changes: Mapping[At, float] | None = None) -> bytes:
        """The file with a wrong number in every cell that has a formula, and with these input cells changed."""

        def edit(sheet: str, text: str) -> str:
            # A number or a text behind a formula.
            text = re.sub(
                r"(<c r=\"[A-Z]+\d+\"(?: s=\"\d+\")?)(?: t=\"str\")?(><f[^>]*>[^<]*</f>)<v>[^<]*</v>",
                rf"\1\2<v>{WRONG}</v>",
                text,
            )
            for (name, cell), number in (changes or {}).items():
                if name == sheet:
                    text, count = re.subn(rf'(<c r="{cell}"[^>]*><v>)[^<]*(</v>)', rf"\g<1>{number!r}\2", text)
                    assert count == 1, (sheet, cell)
            return text

        spoiled = self.edited(edit)
        wrong = Book(spoiled)
        assert all(wrong.values[at] == float(WRONG) for at in self.formulas)
        return spoiled


def _at(cell: str) -> tuple[int, int]:
    """Column and row of a cell such as B5, counted from 1."""
    letters = cell.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = 26 * column + ord(letter) - 64
    return column, int(cell[len(letters) :])


def _letters(column: int) -> str:
    text = ""
    while column:
        column, place = divmod(column - 1, 26)
        text = chr(65 + place) + text
    return text


def _sheet_files(archive: zipfile.ZipFile) -> dict[str, str]:
    book = ElementTree.fromstring(archive.read("xl/workbook.xml"))
    relations = ElementTree.fromstring(archive.read("xl/_rels/workbook.xml.rels"))
    targets = {relation.attrib["Id"]: relation.attrib["Target"] for relation in relations}
    found = {}
    for sheet in book.iterfind("s:sheets/s:sheet", NAMES):
        target = targets[sheet.attrib[RELATION]].lstrip("/")
        found[sheet.attrib["name"]] = target if target.startswith("xl/") else f"xl/{target}"
    return found


def by_gnumeric(books: Mapping[str, bytes], folder: Path) -> dict[str, Book]:
    """The workbooks computed anew by gnumeric."""
    results = {}
    for name, content in books.items():
        source, target = folder / f"{name}.xlsx", folder / f"{name}.gnumeric.xlsx"
        source.write_bytes(content)
        done = subprocess.run(["ssconvert", "--recalc", source, target], capture_output=True, text=True, check=True)
        assert "Invalid" not in done.stderr, done.stderr
        results[name] = Book(target.read_bytes())
    return results


def by_libreoffice(books: Mapping[str, bytes], folder: Path) -> dict[str, Book]:
    """The workbooks computed anew by LibreOffice, all by one run of it."""
    user = folder / "profile" / "user"
    user.mkdir(parents=True)
    (user / "registrymodifications.xcu").write_text(RECALCULATE)
    files = []
    for name, content in books.items():
        files.append(folder / f"{name}.xlsx")
        files[-1].write_bytes(content)
    out = folder / "libreoffice"
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    command = ["soffice", profile, "--headless", "--convert-to", "xlsx", "--outdir", out, *files]
    subprocess.run(command, capture_output=True, check=True, timeout=300)
    return {name: Book((out / f"{name}.xlsx").read_bytes()) for name in books}


PROGRAMS: dict[str, tuple[str, Callable[[Mapping[str, bytes], Path], dict[str, Book]]]] = {
    "gnumeric": ("ssconvert", by_gnumeric),
    "LibreOffice": ("soffice", by_libreoffice),
}


def differences(expected: Book, found: Book, tolerance: float = 1e-12) -> list[str]:
    """The formula cells of `expected` that `found` has another number or text in."""
    wrong = []
    for at, formula in expected.formulas.items():
        a, b = expected.values.get(at, ""), found.values.get(at, "")
        if isinstance(a, float) and isinstance(b, float):
            alike = math.isclose(a, b, rel_tol=tolerance, abs_tol=tolerance)
        else:
            alike = a == b
        if not alike:
            wrong.append(f"{at[0]}!{at[1]} ={formula}: {a!r}, found {b!r}")
    return wrong


def as_shown(program: str, path: Path) -> str:
    """The first sheet as a person sees its numbers, with semicolons between."""
    target = path.with_suffix(".csv")
    if program == "gnumeric":
        how = ["-T", "Gnumeric_stf:stf_assistant", "-O", "format=preserve separator=;"]
        subprocess.run(["ssconvert", *how, path, target], capture_output=True, check=True)
        return target.read_text()
    profile = f"-env:UserInstallation={(path.parent / 'profile').as_uri()}"
    how = ["--convert-to", "csv:Text - txt - csv (StarCalc):59,34,76,1,,0,false,true", "--outdir", str(path.parent)]
    subprocess.run(["soffice", profile, "--headless", *how, path], capture_output=True, check=True, timeout=300)
    return target.read_text()
