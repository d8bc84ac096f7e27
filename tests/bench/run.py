"""The benchmark, run by hand: python tests/bench/run.py [ROUNDS]. It prints each ratio beside its target.

A ratio compares two things that are run alternately in one process of measuring; what counts is the median of the
rounds. Times of a start are those of a wheel, installed with its bytecode in an environment of its own: an editable
install compiles at every start. Rows that need PyTorch say so where it is not installed. The exit status says
nothing about speed.
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
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FLOOR = "import numpy, typer, rich.table"
NOT_LOADED = ("pydantic", "importlib.metadata", "pygments", "markdown_it")

Timed = Callable[[], object]


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 25
    print(f"{'':58}{'floor':>9}{'ours':>9}{'ratio':>8}{'target':>8}")
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

    def there() -> None:
        forward(gato, ids, target=target)

    def and_back() -> None:
        tape = forward(gato, ids, target=target).tape
        tape.backward(tape["loss"])

    many = 20  # of so short a thing, one time alone is mostly the clock's

    def often(job: Timed) -> Timed:
        return lambda: [job() for _ in range(many)]

    try:
        import torch
    except ImportError:
        for name, job in (("forward", there), ("forward and backward", and_back)):
            times = [seconds(often(job)) / many for _ in range(max(rounds, 15))]
            yield f"{'toy ' + name + ', its full tape / torch':58}{'':9}{statistics.median(times) * 1e3:9.2f}   PyTorch is not installed"
    else:
        torch.set_num_threads(1)
        eager = Eager(gato, ids, target)
        assert abs(eager.loss() - forward(gato, ids, target=target).tape["loss"].number(())) < 1e-12
        for name, theirs, ours, most in (
            ("forward", eager.forward, there, 1.5),
            ("forward and backward", eager.backward, and_back, 0.75),
        ):
            yield compared(f"toy {name}, its full tape / torch ({many} runs)", often(theirs), often(ours), most, rounds)

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


class Eager:
    """The same model in eager PyTorch, float64, as one would write it; every intermediate result is kept."""

    def __init__(self, model: object, ids: tuple[int, ...], target: int) -> None:
        import torch

        self.model = model
        self.ids = torch.tensor(ids)
        self.target = torch.tensor([target])
        self.weights = {
            name: torch.tensor(data, dtype=torch.float64, requires_grad=True) for name, data in model.weights.items()
        }
        self.mask = torch.ones(len(ids), len(ids), dtype=torch.bool).triu(1)

    def run(self) -> dict[str, object]:
        import torch
        from torch.nn import functional as F

        model, w, n = self.model, self.weights, len(self.ids)
        kept = {}

        def norm(x: object) -> object:
            return F.layer_norm(x, (model.d,), eps=model.norm_eps)

        def heads(x: object) -> object:
            return x.view(n, model.heads, model.d_k).transpose(0, 1)

        kept["embedded"] = w["E"][self.ids]
        kept["position"] = w["P"][:n]
        x = kept["x"] = kept["embedded"] + kept["position"]
        u = kept["norm1"] = norm(x)
        q, k, v = [heads(u @ w[f"block1.{name}"]) for name in ("W_Q", "W_K", "W_V")]
        kept |= {"q": q, "k": k, "v": v}
        kept["dots"] = q @ k.transpose(1, 2)
        kept["scores"] = kept["dots"] / model.d_k**0.5
        kept["masked"] = kept["scores"].masked_fill(self.mask, float("-inf"))
        kept["weights"] = torch.softmax(kept["masked"], dim=-1)
        kept["out"] = kept["weights"] @ v
        kept["heads"] = kept["out"].transpose(0, 1).reshape(n, model.d)
        kept["attention"] = kept["heads"] @ w["block1.W_O"]
        kept["sum1"] = x + kept["attention"]
        kept["norm2"] = norm(kept["sum1"])
        kept["hidden"] = kept["norm2"] @ w["block1.W_1"]
        kept["active"] = F.gelu(kept["hidden"], approximate="tanh")
        kept["mlp"] = kept["active"] @ w["block1.W_2"]
        kept["sum2"] = kept["sum1"] + kept["mlp"]
        kept["norm"] = norm(kept["sum2"])
        kept["logits"] = kept["norm"] @ w["W_U"]
        kept["probabilities"] = torch.softmax(kept["logits"], dim=-1)
        kept["loss"] = F.cross_entropy(kept["logits"][-1:], self.target)
        return kept

    def loss(self) -> float:
        return self.run()["loss"].item()

    def forward(self) -> None:
        import torch

        with torch.no_grad():
            self.run()

    def backward(self) -> None:
        for weight in self.weights.values():
            weight.grad = None
        self.run()["loss"].backward()


if __name__ == "__main__":
    main()
