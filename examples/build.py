"""Build the examples anew: lecture notes, a handout, a notebook, a workbook, a figure.

    python examples/build.py              all of them
    python examples/build.py notas.tex    one of them

What handcalc prints replaces what stands between the comment with its command and the closing comment. Then the tool
that reads the file makes of it what a reader looks at: pdflatex, pandoc, Typst (a PDF or a page beside the file) or
nbconvert (the outputs in the notebook). A tool that is missing is named, and only its result is missing.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMMENTS = {".tex": ("% ", ""), ".md": ("<!-- ", " -->"), ".typ": ("// ", "")}
ENDS = {".tex": "fim", ".md": "koniec", ".typ": "end"}
TOOLS = {
    "notas.tex": ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "notas.tex"],
    "notatki.md": ["pandoc", "--standalone", "--katex", "--output", "notatki.html", "notatki.md"],
    "handout.typ": [sys.executable, "-c", "import typst; typst.compile('handout.typ', output='handout.pdf')"],
    "notebook.ipynb": [
        sys.executable,
        "-m",
        "nbconvert",
        "--execute",
        "--to",
        "notebook",
        "--inplace",
        "notebook.ipynb",
    ],
}
FILES = {  # that a command writes by itself
    "walk.xlsx": "handcalc train-step --lang en --output walk.xlsx",
    "posenc.svg": "handcalc posenc --lang en --plot posenc.svg",
}


def printed(command: str) -> str:
    """What a command of handcalc prints; it runs in the project's folder."""
    program, *arguments = shlex.split(command)
    assert program == "handcalc"
    done = subprocess.run([sys.executable, "-X", "utf8", "-m", "handcalc", *arguments], cwd=ROOT, capture_output=True)
    if done.returncode:
        sys.exit(f"{command}: {done.stderr.decode()}")
    return done.stdout.decode("utf-8")


def rewritten(path: Path) -> str:
    """The text of a file with every part printed anew."""
    before, after = COMMENTS[path.suffix]
    closing = re.escape(f"{before}{ENDS[path.suffix]}{after}")
    pattern = rf"^({re.escape(before)}(handcalc .*?){re.escape(after)})\n.*?^({closing})$"

    def part(found: re.Match[str]) -> str:
        return f"{found[1]}\n\n{printed(found[2]).rstrip()}\n\n{found[3]}"

    return re.sub(pattern, part, path.read_text(encoding="utf-8"), flags=re.M | re.S)


def build(path: Path) -> None:
    """Write one example anew, and make of it what its reader looks at."""
    if path.name in FILES:
        program, *arguments = shlex.split(FILES[path.name])
        subprocess.run(
            [sys.executable, "-m", program, *arguments], cwd=path.parent, check=True, stdout=subprocess.DEVNULL
        )
        return
    if path.suffix in COMMENTS:
        path.write_text(rewritten(path), encoding="utf-8")
    tool = TOOLS[path.name]
    if shutil.which(tool[0]) is None:
        print(f"{path.name} is written; {tool[0]}, which would read it, is not installed")
        return
    done = subprocess.run(tool, cwd=path.parent, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{path.name}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    for rest in (".aux", ".log", ".out"):
        path.with_suffix(rest).unlink(missing_ok=True)


def main() -> None:
    """Build what the arguments name, or all."""
    names = sys.argv[1:] or [*TOOLS, *FILES]
    for name in names:
        if name not in (*TOOLS, *FILES):
            sys.exit(f"there is no example {name}; there are {', '.join([*TOOLS, *FILES])}")
        build(Path(__file__).resolve().parent / name)


if __name__ == "__main__":
    main()
