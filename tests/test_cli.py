"""The command line and the Python functions: what they accept, how they refuse, where pages go."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import shlex
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import handcalc
from handcalc import HandcalcError, cli, formats, output

COMMAND = [sys.executable, "-m", "handcalc"]
COMMANDS = list(cli.COMMANDS)


class Ran(NamedTuple):
    """What a process left behind."""

    status: int
    out: str
    err: str


def run(*arguments: str | bytes, encoding: str = "utf-8", **environment: str) -> Ran:
    """Run a command in a process of its own; its output is not a terminal."""
    environment = {**os.environ, "PYTHONIOENCODING": encoding, **environment}
    done = subprocess.run([*COMMAND, *arguments], capture_output=True, env=environment, timeout=60)
    return Ran(done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding))


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str, language: str = "en") -> str:
    """What a refused command says; it must be a sentence or two on one line, and status 2 without any page."""
    assert cli.main([*arguments, *(["--lang", language] if language else [])]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith("\n") and err.count("\n") == 1, err
    return err.rstrip("\n")


def shell(line: str) -> subprocess.CompletedProcess[str]:
    """Run a line of bash in which `handcalc` is the command."""
    function = f'handcalc() {{ {shlex.join(COMMAND)} "$@"; }}; set -o pipefail; '
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "HANDCALC_LANG": "en"}
    return subprocess.run(
        ["bash", "-c", function + line], capture_output=True, text=True, encoding="utf-8", timeout=60, env=environment
    )


# What works


def test_every_command_has_an_example_and_the_example_runs(tmp_path: Path) -> None:
    for entry in cli.COMMANDS.values():
        program, *arguments = shlex.split(entry.example)
        assert program == "handcalc"
        ran = run(*arguments)
        assert (ran.status, ran.err) == (0, ""), entry.example
        assert ran.out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_runs_without_arguments_and_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([command, "--help"]) == 0
    out = capsys.readouterr().out
    assert f"handcalc {command}" in out and "Example: handcalc" in out
    assert max(map(len, out.splitlines())) <= 80
    assert cli.main([command, "--lang", "en"]) == 0


def test_version_and_bare_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == f"handcalc {handcalc.__version__}\n"
    assert cli.main([]) == 0
    out = capsys.readouterr().out
    assert all(command in out for command in COMMANDS)


@pytest.mark.parametrize("written", ["0.5", "0,5", ",5", "5e-1", "+0,50"])
def test_numbers_have_a_comma_or_a_point(written: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["walk", "--temp", written, "--format", "json"]) == 0
    scaled = json.loads(capsys.readouterr().out)["values"]["scaled"]["data"]
    assert scaled == handcalc.walk(temperature=0.5).values["scaled"].tolist()


def test_steps_are_chosen_by_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["walk", "--step", "4-6, 9", "--lang", "en"]) == 0
    assert re.findall(r"^Step (\d)", capsys.readouterr().out, re.MULTILINE) == ["4", "5", "6", "9"]


def test_tables_and_formulas_alone() -> None:
    page = handcalc.walk(language="en")
    kinds = {
        kind: {b.kind for step in page.only(kind).document.steps for b in step.blocks}
        for kind in ("tables", "formulas")
    }
    assert kinds == {"tables": {"table", "picture"}, "formulas": {"formula"}}


def test_block_is_given_line_by_line(capsys: pytest.CaptureFixture[str]) -> None:
    lines = ["norm(x + attention(x))", "norm(x + mlp(x))"]
    assert cli.main(["walk", "--block", lines[0], "--block", lines[1], "--format", "json"]) == 0
    typed = json.loads(capsys.readouterr().out)["values"]["logits"]["data"]
    assert typed == handcalc.walk(block=lines).values["logits"].tolist()
    assert typed != handcalc.walk().values["logits"].tolist()


def test_completion_knows_commands_options_and_values() -> None:
    def completed(line: str) -> list[str]:
        words = {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split(" ")) - 1)}
        return run(**words, _HANDCALC_COMPLETE="complete_bash").out.split()

    assert completed("handcalc tra") == ["train-step"]
    assert "--temp" in completed("handcalc walk --te")
    assert completed("handcalc walk --model ga") == ["gato"]
    assert set(completed("handcalc walk --format ")) >= {"json", "text"}
    assert completed("handcalc walk --lang p") == ["pt", "pl"]


# The language of a run


@pytest.mark.parametrize(
    ("arguments", "environment", "language"),
    [
        (["walk"], {}, "pt"),
        (["posenc"], {}, "pl"),
        (["walk", "--lang", "pt-BR"], {"HANDCALC_LANG": "pl"}, "pt"),
        (["walk", "--lang", "pl_PL.UTF-8"], {}, "pl"),
        (["walk"], {"HANDCALC_LANG": "pl", "LC_ALL": "pt_PT"}, "pl"),
        (["walk"], {"LANG": "pl_PL.UTF-8"}, "pl"),
        (["walk"], {"LANG": "pl_PL.UTF-8", "LC_ALL": "en_US.UTF-8"}, "pt"),
        (["posenc"], {"LC_MESSAGES": "pt_PT.UTF-8", "LANG": "pl_PL"}, "pt"),
        (["walk"], {"LANG": "fr_FR.UTF-8", "HANDCALC_LANG": ""}, "pt"),
    ],
)
def test_the_language_is_asked_for_or_the_users_or_the_examples(
    arguments: list[str], environment: dict[str, str], language: str,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert cli.main([*arguments, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["language"] == language
    # A complaint is in the language of the run, the parser's own included.
    for wrong in ["--digits=99", "--zzz"]:
        assert cli.main([*arguments, wrong]) == 2
        assert capsys.readouterr().err == _said(language, wrong)


def _said(language: str, wrong: str) -> str:
    error = {
        "--digits=99": HandcalcError(
            "{option} is {found}, expected a whole number from {least} to {most}.",
            option="--digits", found="99", least=0, most=15,
        ),
        "--zzz": HandcalcError("There is no option {option}; --help lists those there are.", option="--zzz"),
    }[wrong]  # fmt: skip
    return cli.language(language).error(error) + "\n"


# What is refused


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("wlak", "walk"),
        ("walk --tmep 1", "--temp"),
        ("walk --zzz", "--zzz"),
        ("walk -z", "-z"),
        ("walk --heads", "--heads"),
        ("walk --pencil=3", "--pencil"),
        ("walk one two", "“two”"),
        ("walk --temp cold", "“cold”"),
        ("walk --temp nan", "finite"),
        ("walk --temp inf", "finite"),
        ("walk --temp 1e999", "1e999"),
        ("walk --temp -1", "-1"),
        ("walk --temp −1", "−1"),
        ("walk --temp ''", "“”"),
        ("walk --temp 1,000,5", "1,000,5"),
        ("train-step --eta -0,1", "-0,1"),
        ("walk --digits 16", "0 to 15"),
        ("walk --digits 2.5", "2.5"),
        ("walk --heads 3", "1, 2, 4"),
        ("walk --heads 0", "0"),
        ("walk --seed -1", "-1"),
        ("walk --seed 99999999999999999999999999", "9999"),
        ("walk --positions sinus", "sinusoidal"),
        ("walk --block 'x + ' ", "attention"),
        ("walk --only pictures", "tables, formulas"),
        ("walk --format nope", "latex, markdown"),
        ("walk --step 99", "1, 2, 3, 4, 5, 6, 7, 8, 9"),
        ("walk --step 6-4", "4-6"),
        ("walk --step six", "“six”"),
        ("walk --step 1,,2", "1,,2"),
        ("walk --row 9", "9"),
        ("walk --row cat", "cat"),
        ("walk --target xyz", "xyz"),
        ("walk --model nope", "gato"),
        ("walk ''", "empty"),
        ("walk 'o gato voou'", "voou"),
        ("train-step --steps 0", "1 to 100000"),
        ("train-step --weights W", "E, all"),
        ("train-step --temp 0", "0"),
        ("show --depth 1000", "0 to 100"),
        ("show nothing", "nothing"),
        ("posenc --d 0", "65536"),
        ("posenc --d 65536 --length 20000", "50000000"),
        ("posenc --d 65536 --at 20000", "50000000"),
        ("posenc --distances 1,x", "“x”"),
        ("posenc --distances ''", "“”"),
        ("posenc --distances " + ",".join(map(str, range(200))), "200"),
    ],
)
def test_a_wrong_argument_gets_a_sentence(line: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert says in complaint(capsys, *shlex.split(line))


def test_a_wrong_language_is_refused_in_the_one_that_would_be_used(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HANDCALC_LANG", "en")
    assert complaint(capsys, "walk", "--lang", "xx", language="") == "--lang is “xx”; handcalc speaks en, pt, pl."
    monkeypatch.setenv("HANDCALC_LANG", "xx")
    assert "HANDCALC_LANG" in complaint(capsys, "walk", language="")


def test_bytes_that_are_no_text_and_very_long_ones() -> None:
    for odd in (b"\xff\xfe", b"o \xed\xa0\x80", b"x" * 100_000, b"\x1b[31mred"):
        ran = run("walk", odd, "--lang", "en")
        assert ran.status == 2
        assert ran.err.count("\n") == 1 and len(ran.err) < 2000
        assert "\x1b" not in ran.err and "Traceback" not in ran.err


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1250", "cp1252", "cp850", "utf-8"])
def test_no_encoding_stops_a_page_or_a_complaint(encoding: str) -> None:
    for arguments in (["walk"], ["walk", "--lang", "en", "--format", "terminal"], ["walk", "--format", "json"]):
        ran = run(*arguments, encoding=encoding)
        assert (ran.status, ran.err) == (0, "")
    assert json.loads(ran.out)["tokens"] == ["o", "␣gato", "␣sub", "iu", "␣no"]
    refused = run("walk", "o gato␣", "--lang", "en", encoding=encoding)
    assert refused.status == 2
    assert refused.err.startswith("The model gato has no token for ")


def test_a_mistake_of_our_own_is_a_sentence_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for error in (ZeroDivisionError("by zero"), MemoryError(), RecursionError()):

        def fail(*arguments: object, error: Exception = error, **options: object) -> None:
            raise error

        monkeypatch.setattr(cli, "_deliver", fail)
        complaint(capsys, "walk")


# Where a page goes


def test_a_reader_who_has_seen_enough_is_no_error() -> None:
    for line in ("walk", "walk --format json --full", "--help", "backward"):
        ran = shell(f"handcalc {line} | head -c 10")
        assert (ran.returncode, ran.stderr) == (0, "")
        assert len(ran.stdout) == 10


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_a_sentence(tmp_path: Path) -> None:
    for line in ("walk > /dev/full", "--help > /dev/full", "walk --output /dev/full"):
        ran = shell(f"handcalc {line}")
        assert ran.returncode == 2
        assert ran.stderr.count("\n") == 1 and "full" in ran.stderr


def test_closed_streams(tmp_path: Path) -> None:
    closed = shell("handcalc walk >&-")
    assert (closed.returncode, closed.stderr) == (2, "There is no standard output to write to.\n")
    assert shell("handcalc walk --zzz 2>&-").returncode == 2
    assert shell("handcalc walk --zzz 2>/dev/full").returncode == 2


def test_interrupted() -> None:
    script = "import sys; from handcalc import cli; print(flush=True); sys.exit(cli.main(sys.argv[1:]))"
    training = subprocess.Popen(
        [sys.executable, "-c", script, "train-step", "--steps", "100000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert training.stdout is not None
    training.stdout.readline()  # from here on an interruption is ours to answer
    time.sleep(0.3)
    training.send_signal(signal.SIGINT)
    assert training.communicate(timeout=30) == (b"", b"")
    assert training.returncode == 130


def test_a_file_is_complete_or_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.txt"
    assert cli.main(["walk", "--output", str(page)]) == 0
    assert capsys.readouterr() == ("", "")
    assert page.read_text(encoding="utf-8") == str(handcalc.walk())
    complaint(capsys, "walk", "o gato voou", "--output", str(page))
    assert page.read_text(encoding="utf-8") == str(handcalc.walk())
    assert os.listdir(tmp_path) == ["page.txt"]


def test_a_file_that_fails_half_way_stays_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.txt"
    page.write_text("old")

    def full(old: str, new: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(HandcalcError, match="full"):
        output.write_file(page, b"new")
    assert page.read_text() == "old"
    assert os.listdir(tmp_path) == ["page.txt"]


def test_a_file_keeps_its_permissions_and_links_are_followed(tmp_path: Path) -> None:
    page, link = tmp_path / "page.json", tmp_path / "link.json"
    page.write_text("old")
    page.chmod(0o640)
    link.symlink_to(page.name)
    handcalc.walk().save(link)
    assert link.is_symlink()
    assert json.loads(page.read_text(encoding="utf-8"))["command"] == "walk"
    assert stat.S_IMODE(page.stat().st_mode) == 0o640
    new = tmp_path / "new.txt"
    handcalc.walk().save(new)
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(new.stat().st_mode) == 0o666 & ~mask


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("", "file name"),
        (".", "directory"),
        ("missing/page.txt", "missing"),
        ("page.txt/page.txt", "page.txt"),
        ("page", ".json"),
        ("page.docx", "latex, markdown"),
        ("a" * 300 + ".txt", "cannot be written"),
    ],
)
def test_a_path_that_cannot_be_written(
    path: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "page.txt").write_text("old")
    assert says in complaint(capsys, "walk", "--output", path)
    assert os.listdir(tmp_path) == ["page.txt"]
    assert (tmp_path / "page.txt").read_text() == "old"


def test_a_file_that_may_not_be_written_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.txt"
    page.write_text("old")

    def refuse(*arguments: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)  # the superuser may write to anything
    with pytest.raises(HandcalcError, match="permission"):
        output.check(page)


def test_pipes_and_open_files_are_written_to_directly(tmp_path: Path) -> None:
    pipe, page = tmp_path / "pipe", tmp_path / "page"
    os.mkfifo(pipe)
    ran = shell(f"handcalc walk --step 1 --output {pipe} & cat {pipe}; wait")
    assert ran.stdout.startswith("Step 1")
    ran = shell(f"(echo before; handcalc walk --step 1 --output /dev/stdout; echo after) > {page}; cat {page}")
    assert ran.stdout.startswith("before\nStep 1") and ran.stdout.endswith("after\n")
    assert shell("handcalc walk --step 1 --output /dev/fd/3 3>&1").stdout.startswith("Step 1")
    assert shell("handcalc walk --step 1 --output -").stdout.startswith("Step 1")


def on_a_terminal(*arguments: str) -> str:
    """What a command prints when its output is a terminal."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80"}
    process = subprocess.Popen([*COMMAND, *arguments], stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    printed = io.BytesIO()
    while True:
        try:
            part = os.read(ours, 65_536)
        except OSError:  # how a terminal says that nobody will write to it again
            break
        if not part:
            break
        printed.write(part)
    os.close(ours)
    assert process.wait(timeout=60) == 0
    return printed.getvalue().decode()


def test_a_terminal_gets_colour_and_a_pipe_does_not() -> None:
    assert "\x1b[" in on_a_terminal("walk", "--lang", "en")
    assert "\x1b[" not in on_a_terminal("walk", "--lang", "en", "--format", "text")
    assert "\x1b[" not in run("walk", "--lang", "en").out


# Python


def test_python_and_the_command_line_give_the_same_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["walk", "o gato subiu no", "--heads", "2", "--temp", "0,5", "--row", "3", "--no-mask"]) == 0
    page = handcalc.walk("o gato subiu no", heads=2, temperature=0.5, row=3, mask=False)
    assert capsys.readouterr().out == str(page) == page.to("text")


def test_every_command_is_a_function() -> None:
    functions = {name.replace("-", "_") for name in COMMANDS}
    assert functions | {"HandcalcError", "model_file"} == set(handcalc.__all__)
    assert all(getattr(handcalc, name).__doc__ for name in functions)


def test_values_are_arrays_that_cannot_be_written_to() -> None:
    values = handcalc.walk().values
    assert values["probabilities"].shape == (5, 12)
    np.testing.assert_allclose(values["probabilities"].sum(axis=1), 1)
    with pytest.raises(ValueError, match="read-only"):
        values["x"][0, 0] = 1
    assert handcalc.walk().after == {}


def test_a_training_step_has_an_after() -> None:
    step = handcalc.train_step(eta="0,1")
    np.testing.assert_allclose(step.after["E"], step.values["E"] - 0.1 * step.values["d.E"])


def test_python_refuses_with_the_same_sentences() -> None:
    with pytest.raises(HandcalcError, match=r"^temperature is -1, expected a finite number, 0 or more\.$"):
        handcalc.walk(temperature=-1)
    with pytest.raises(HandcalcError, match=r"^heads is “True”"):
        handcalc.walk(heads=True)
    with pytest.raises(HandcalcError, match=r"^There is no step 99"):
        handcalc.walk().step(99)
    with pytest.raises(HandcalcError, match=r"^format is"):
        handcalc.walk().to("nope")
    with pytest.raises(TypeError, match="tempreature"):
        handcalc.walk(tempreature=1)  # type: ignore[call-arg]


def test_a_step_of_a_result_is_a_result() -> None:
    step = handcalc.walk(language="en").step(6)
    assert str(step).startswith("Step 6")
    assert repr(step) == "<handcalc walk: 1 steps>"


@pytest.mark.parametrize(
    ("call", "options"),
    [
        ("walk", {"language": 1}),
        ("walk", {"text": 5}),
        ("walk", {"text": ["o", "gato"]}),
        ("walk", {"target": 0}),
        ("walk", {"block": 5}),
        ("walk", {"block": [None]}),
        ("walk", {"positions": 3}),
        ("walk", {"model": 5}),
        ("show", {"cell": 5}),
        ("show", {"cell": ("x", 1, 1)}),
    ],
)
def test_python_arguments_of_a_wrong_kind_are_refused_in_our_words(call: str, options: dict[str, Any]) -> None:
    with pytest.raises(HandcalcError, match="expected a text"):
        getattr(handcalc, call)(**options)


def test_posenc_takes_one_distance_as_a_number() -> None:
    assert sorted(handcalc.posenc(d=4, distances=5).document.distances or {}) == [0, 5]


def test_a_language_that_no_page_has_is_refused_in_a_model_file(tmp_path: Path) -> None:
    source = (Path(handcalc.__file__).parent / "models" / "gato.toml").read_text(encoding="utf-8")
    path = tmp_path / "odd.toml"
    path.write_text(source.replace('language = "pt"', 'language = "klingon"'), encoding="utf-8")
    with pytest.raises(
        HandcalcError, match=r"odd\.toml: defaults\.language is “klingon”, expected one of en, pt, pl\."
    ):
        handcalc.walk(model=path)


def test_options_that_would_do_nothing_are_not_offered(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--eta" in complaint(capsys, "backward", "--eta", "1", "--lang", "en")
    assert "--row" in complaint(capsys, "show", "x[1,1]", "--row", "1", "--lang", "en")


# Files for other programs


def test_a_fragment_is_the_default_and_a_whole_file_on_request(tmp_path: Path) -> None:
    fragment, whole = tmp_path / "a.tex", tmp_path / "b.tex"
    assert cli.main(["walk", "--step", "4", "--output", str(fragment)]) == 0
    assert cli.main(["walk", "--step", "4", "--output", str(whole), "--standalone"]) == 0
    assert "documentclass" not in fragment.read_text(encoding="utf-8")
    assert whole.read_text(encoding="utf-8").startswith("\\documentclass")


def test_heading_moves_the_titles(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert cli.main(["walk", "--step", "4", "--format", "markdown", "--heading", "5", "--lang", "en"]) == 0
    assert capfdbinary.readouterr().out.decode("utf-8").startswith("##### Step 4 · LayerNorm\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("walk --format markdown --heading 0", "1 to 6"),
        ("walk --format markdown --heading 7", "1 to 6"),
        ("walk --format markdown --heading two", "“two”"),
        ("walk --heading 3", "latex"),
        ("walk --heading 3 --format csv", "csv"),
        ("posenc --heading 3 --format json", "json"),
    ],
)
def test_a_wrong_heading_gets_a_sentence(arguments: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([*arguments.split(), "--lang", "en"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and said in err and err.count("\n") == 1


@pytest.mark.parametrize("format", ["latex", "markdown", "typst", "html", "csv", "tsv"])
def test_files_for_other_programs_are_utf_8_whatever_the_terminal_is(format: str) -> None:
    command = [sys.executable, "-m", "handcalc", "walk", "--lang", "pl", "--format", format]
    done = [
        subprocess.run(command, capture_output=True, env={**os.environ, "PYTHONIOENCODING": encoding}).stdout
        for encoding in ("cp1250", "utf-8", "ascii")
    ]
    assert done[0] == done[1] == done[2]
    assert "ł" in done[0].decode("utf-8")


@pytest.mark.parametrize("format", ["latex", "markdown", "typst", "html", "csv", "tsv", "json", "text"])
def test_a_format_loads_no_other(format: str) -> None:
    script = f"import sys, handcalc; handcalc.walk().to({format!r}); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = {name.removeprefix("handcalc.formats.") for name in done.stdout.split() if "handcalc.formats." in name}
    kinds = loaded & set(formats.names())
    assert kinds == {"csv", "tsv"} if format == "tsv" else kinds == {format}
    assert not {"rich", "xlsxwriter", "typst", "typer"} & set(done.stdout.split())
