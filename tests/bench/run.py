"""The benchmark, run by hand: python tests/bench/run.py [--large] [ROUNDS]. It prints each ratio beside its target.

A ratio compares two things that are run alternately in one process of measuring; what counts is the median of the
rounds. Times of a start are those of a wheel, installed with its bytecode in an environment of its own: an editable
install compiles at every start. Rows that need PyTorch say so where it is not installed; eager.py says what is
measured against. With --large, the rows of one large model alone. The exit status says nothing about speed.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy, and for every process that is started here

import pty
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from handcalc.model import Model

ROOT = Path(__file__).resolve().parent.parent.parent
FLOOR = "import numpy, typer, rich.table"
NOT_LOADED = ("pydantic", "importlib.metadata", "pygments", "markdown_it")

Timed = Callable[[], object]


def main() -> None:
    numbers = [int(argument) for argument in sys.argv[1:] if argument != "--large"]
    rounds = numbers[0] if numbers else 25
    print(f"{'':58}{'floor':>9}{'ours':>9}{'ratio':>8}{'target':>8}")
    if "--large" in sys.argv:
        for row in large(rounds):
            print(row, flush=True)
        return
    with tempfile.TemporaryDirectory() as folder:
        for row in chain(starts(Path(folder), rounds), engine(rounds)):
            print(row, flush=True)


def compared(name: str, floor: Timed, ours: Timed, target: float, rounds: int) -> str:
    """One row of the table: both sides in milliseconds, their ratio, what it should be at most."""
    floors, times = [], []
    floor(), ours()  # neither pays for what is done once
    for _ in range(max(rounds, 15)):
        floors.append(seconds(floor))
        times.append(seconds(ours))
    base, time_ = statistics.median(floors), statistics.median(times)
    return f"{name:58}{base * 1e3:9.2f}{time_ * 1e3:9.2f}{time_ / base:8.2f}{target:8.2f}"


def seconds(job: Timed) -> float:
    start = time.perf_counter()
    job()
    return time.perf_counter() - start


# Starting a command


def starts(folder: Path, rounds: int) -> Iterator[str]:
    """Rows for what a person waits for at each start."""
    python = installed(folder)
    command = [str(python.parent / "handcalc")]

    def imports(code: str) -> Timed:
        return lambda: subprocess.run([python, "-c", code], check=True)

    def piped(*arguments: str, status: int = 0) -> Timed:
        def job() -> None:
            assert subprocess.run([*command, *arguments], capture_output=True).returncode == status

        return job

    yield compared("walk, piped / FLOOR", imports(FLOOR), piped("walk"), 1.05, rounds)
    markdown = piped("walk", "--format", "markdown")
    yield compared("walk, piped as Markdown / FLOOR", imports(FLOOR), markdown, 1.05, rounds)
    yield compared(
        "walk, on a terminal / FLOOR", imports(FLOOR), lambda: on_a_terminal([*command, "walk"]), 1.25, rounds
    )
    yield compared("train-step, piped / FLOOR", imports(FLOOR), piped("train-step"), 1.10, rounds)
    typer = imports("import typer")
    yield compared("--help / import typer", typer, piped("--help"), 1.2, rounds)
    yield compared("walk --help / import typer", typer, piped("walk", "--help"), 1.2, rounds)
    yield compared("a usage error / import typer", typer, piped("walk", "--tmep", status=2), 1.2, rounds)

    yield loaded(python, "after walk, not loaded", ["walk"], NOT_LOADED)
    yield loaded(python, "after --help, not loaded", ["--help"], ("numpy",))


def installed(folder: Path) -> Path:
    """The Python of a fresh environment with handcalc installed from a wheel."""
    venv.create(folder / "env", with_pip=True)
    python = folder / "env" / "bin" / "python"
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    pip = [str(python), "-m", "pip", "--quiet", "--disable-pip-version-check"]
    for arguments in (
        ["wheel", "--no-deps", "--wheel-dir", str(folder), str(ROOT)],
        # The versions that are installed here, so that two runs of the benchmark compare the same things.
        ["install", "--compile", *versions("numpy", "typer", "rich")],
    ):
        subprocess.run([*pip, *arguments], check=True, env=environment)
    (wheel,) = folder.glob("*.whl")
    subprocess.run([*pip, "install", "--compile", str(wheel)], check=True, env=environment)
    return python


def versions(*packages: str) -> list[str]:
    """Packages with the versions of this environment, as pip wants them."""
    from importlib.metadata import version

    return [f"{package}=={version(package)}" for package in packages]


def on_a_terminal(command: list[str]) -> None:
    """Run a command whose output is a terminal, and read all that it prints."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"}
    process = subprocess.Popen(command, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    try:
        while os.read(ours, 65_536):
            pass
    except OSError:
        pass  # how a terminal says that nobody will write to it again
    os.close(ours)
    assert process.wait() == 0


def loaded(python: Path, name: str, arguments: list[str], unwanted: tuple[str, ...]) -> str:
    """A row that says which of the unwanted modules a command has loaded."""
    code = "import sys; from handcalc import cli; cli.main(sys.argv[2:]); print(*set(sys.argv[1].split()) & {*sys.modules})"
    done = subprocess.run([python, "-c", code, " ".join(unwanted), *arguments], capture_output=True, text=True)
    found = done.stdout.splitlines()[-1]
    return f"{name + ': ' + ', '.join(unwanted):75} {found or 'none'}"


# The engine


def engine(rounds: int) -> Iterator[str]:
    """Rows for the arithmetic alone, on the built-in example."""
    from handcalc import expr, model
    from handcalc.transformer import forward

    gato = model.load("gato")
    ids = gato.ids(gato.text)
    target = gato.token(str(gato.target))
    # Of so short a thing, one time alone is mostly the clock's. From the second run on a forward pass and its way back
    # follow the plan that the first has found, as the steps of a training do; PyTorch has its first run behind it too.
    yield from against_torch("toy", gato, ids, target, (1.5, 0.75), rounds, 20)

    tape = forward(gato, ids, target=target).tape
    tape.backward(tape["loss"])
    cells = [(var, at) for var in tape.vars.values() if var.line is not None for at in var.cells()]

    def written() -> None:
        for var, at in cells:
            expr.value(var.work(at))

    written()
    times = [seconds(written) for _ in range(max(rounds, 15))]
    name = f"written work of all {len(cells)} cells, forward and back, evaluated"
    yield f"{name:58}{'':9}{statistics.median(times) * 1e3:9.2f}{'':8}  100 ms"
    yield position_code(rounds)


def position_code(rounds: int) -> str:
    """The row of the sinusoidal code of many positions, against moving as many numbers."""
    import numpy as np

    from handcalc.ops import Sinusoid

    code = Sinusoid(16_384, 512)
    source = code.forward()
    copy = source.copy()
    name = "position code, n 16384, d 512 / copying such an array"
    return compared(name, lambda: np.copyto(copy, source), code.forward, 4, rounds)


def large(rounds: int) -> Iterator[str]:
    """Rows for a model of GPT-2 small's size, float32: two minutes or more, and 5 GB of memory.

    The tape keeps every array and every gradient, some 500 MB beside those of the weights, and PyTorch drops what it
    has used. So each run of ours waits longer for pages of the system. With MALLOC_TRIM_THRESHOLD_=8589934592 and
    MALLOC_MMAP_THRESHOLD_=33554432 in the environment both sides keep what they have freed, and arithmetic is compared.
    """
    import numpy as np

    from handcalc.model import Model

    words, d, hidden, blocks, n = 50_257, 768, 3072, 12, 128
    shapes = {"E": (words, d), "P": (1024, d), "W_U": (d, words)}
    for b in range(1, blocks + 1):
        shapes |= {f"block{b}.{name}": (d, d) for name in ("W_Q", "W_K", "W_V", "W_O")}
        shapes |= {f"block{b}.W_1": (d, hidden), f"block{b}.W_2": (hidden, d)}
    rng = np.random.default_rng(1)
    weights = {name: rng.normal(0, 0.02, shape).astype("float32") for name, shape in shapes.items()}
    model = Model(
        name="large", vocabulary=tuple(f"w{i}" for i in range(words)), weights=weights, d=d,
        heads=12, max_length=1024, mlp_width=hidden, blocks=blocks, positions="table",
    )  # fmt: skip
    ids = [int(i) for i in rng.integers(0, words, n)]
    yield from against_torch("GPT-2 small's size", model, ids, 17, (1.15, 1.25), rounds, 1)


def against_torch(
    name: str, model: Model, ids: Sequence[int], target: int, targets: tuple[float, float], rounds: int, many: int
) -> Iterator[str]:
    """Rows for a model forward, and forward and back, against both ways to write it in PyTorch; `many` runs a time."""
    from handcalc.transformer import forward

    def there() -> None:
        forward(model, ids, target=target)

    def and_back() -> None:
        tape = forward(model, ids, target=target).tape
        tape.backward(tape["loss"])

    def often(job: Timed) -> Timed:
        return lambda: [job() for _ in range(many)]

    rows = [(f"{name}, forward", there, targets[0]), (f"{name}, forward and back", and_back, targets[1])]
    try:
        import torch
        from eager import Functional, Module
    except ImportError:
        for row, job, _ in rows:
            times = [seconds(often(job)) / many for _ in range(max(rounds, 15))]
            yield f"{row:58}{'':9}{statistics.median(times) * 1e3:9.2f}   PyTorch is not installed"
        return
    torch.set_num_threads(1)
    loss = forward(model, ids, target=target).tape["loss"].number(())
    for form, label in ((Module, "torch"), (Functional, "lean torch")):
        eager = form(model, ids, target)
        assert abs(eager.there()[1].item() - loss) < 1e-12 * (1 if many > 1 else 1e8)  # float64, float32
        for (row, job, most), theirs in zip(rows, (eager.there, eager.and_back), strict=True):
            yield compared(f"{row} / {label}" + f" ({many} runs)" * (many > 1), often(theirs), often(job), most, rounds)


if __name__ == "__main__":
    main()
