"""The command line: arguments in, a page out. The only file that imports Typer.

Knows everything, but imports late: help, the version and a wrong option need no NumPy. Typer parses texts
and nothing more; what they mean is read by `request`, which the Python functions use as well.
"""

# Annotations are evaluated here and not postponed: Typer reads them all, and evaluating texts takes ten times as long.

import contextlib
import difflib
import inspect
import io
import os
import re
import shutil
import sys
from collections.abc import Callable, Container, Iterator, Sequence
from typing import Annotated, Any, NamedTuple, TypeAlias, TypeVar

import typer
from typer import _click
from typer.core import TyperCommand, TyperGroup

import handcalc
from handcalc.errors import HandcalcError, Quoted
from handcalc.lang import LANGUAGES, key, known, language

COMPLETION = "_HANDCALC_COMPLETE"  # set by the shell that asks for completion; the name is Typer's
SMALL_D = 256  # up to here one thread does a product sooner than two can agree on it
POSITIONS = ("table", "sinusoidal", "none")


def main(arguments: Sequence[str]) -> int:
    """Run the command that `arguments` name. Returns the exit status.

    0: done; 1: a check that the command makes came out false; 2: refused or failed; 130: interrupted.
    """
    try:
        return 0 if _obey(list(arguments)) else 1
    except KeyboardInterrupt:
        return 130
    except HandcalcError as error:
        complaint = error
    except MemoryError:
        complaint = HandcalcError("There is not enough memory for this run.")
    except RecursionError:
        complaint = HandcalcError("The calculation is nested too deeply to be written down.")
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        if COMPLETION in os.environ:
            complaint = HandcalcError("The shell is not one that Typer can complete for.")
        else:
            complaint = HandcalcError(
                "handcalc made a mistake of its own: {kind}, {reason}. Please report it; python -X dev shows where.",
                kind=type(error).__name__,
                reason=str(error),
            )
    _complain(complaint, arguments)
    return 2


class Job(NamedTuple):
    """A command as it was typed: the function that computes it, its options, and what it was given without a name.

    talk: on a terminal, what is talked over with the reader before: from what was asked, without what is the page's
    alone, it makes the rest of it, or None where the reader gives up.
    """

    compute: Callable[..., Any]
    asked: dict[str, Any]
    talk: Callable[[dict[str, Any]], dict[str, Any] | None] | None = None
    given: tuple[str, ...] = ()


class Copy(NamedTuple):
    """A file that goes out as it is, and where to: None for standard output."""

    content: bytes
    output: str | None


def _obey(arguments: list[str]) -> bool:
    """Parse the arguments, then do what they say. Returns whether the checks that the command makes came out true."""
    printed = io.StringIO()
    # What Typer prints itself (help, completion) goes out by our own way, which survives a closed pipe and a full disk.
    with contextlib.redirect_stdout(printed):
        try:
            whole = program(COMMANDS if COMPLETION in os.environ else arguments)
            job = whole.main(arguments, prog_name="handcalc", standalone_mode=False)
        except _click.exceptions.UsageError as error:
            raise _parser_error(error, whole) from None
        except SystemExit as end:  # how Typer ends a request for completion
            if end.code:
                raise HandcalcError("The shell is not one that Typer can complete for.") from None
            job = None
    if isinstance(job, Job):
        return _deliver(job, arguments)
    if isinstance(job, Copy):
        _hand_out(job)
        return True
    _print(printed.getvalue())
    return True


def _deliver(job: Job, arguments: Sequence[str]) -> bool:
    """Compute a page and send it where it was asked to go. Returns whether its checks came out true."""
    from handcalc import output, request, result

    asked = dict(job.asked)
    format, path, steps, only = (asked.pop(name) for name in ("format", "output", "step", "only"))
    level, standalone, drawing = asked.pop("heading"), asked.pop("standalone"), asked.pop("plot", None)
    file = _file(path)
    # Everything that can be refused without computing is refused before.
    if file is not None:
        output.check(file)
        format = result.format_of(file, format)
    elif format is None:
        colour = os.environ.get("FORCE_COLOR") or (sys.stdout is not None and sys.stdout.isatty())
        format = "terminal" if colour else "text"
    else:
        format = result.format_of("", format)
    if steps is not None:
        request.ranges(steps)
    if only is not None:
        request.choice("only", only, result.KINDS)
    if drawing is not None:
        result.check_plot(drawing)

    settings = {"standalone": standalone, "heading": None if level is None else result.heading(format, level)}

    _one_thread(asked, job.compute.__name__)
    if job.talk is not None and _on_terminal():
        if steps is not None:
            request.check_steps(steps, "block", request.BLOCK_STEPS)
        answers = job.talk(asked)
        if answers is None:
            return True
        asked |= answers
    with _progress(job, arguments) as count:
        page = job.compute(*job.given, **asked, **count)
    figure = None if drawing is None else page.figure(result.plot_kind(drawing))  # of the whole page
    if steps is not None:
        page = page.step(steps)
    if only is not None:
        page = page.only(only)
    if file is None:
        settings |= {**_window(), "encoding": _encoding(sys.stdout)}
    written = page.to(format, **settings)
    if drawing is not None and figure is not None:
        output.write_file(drawing, figure)
    if file is not None:
        output.write_file(file, output.encoded(written, "utf-8"))
    else:
        _print(written, result.encoding_of(format))
    return bool(page.passed)


def _on_terminal() -> bool:
    """Whether somebody sits there who can read and answer."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def _asked(prompt: str) -> str:
    """What the reader types. Errors: EOFError where nothing more will come."""
    from handcalc.formats.characters import Charset

    encoding = _encoding(sys.stdout)
    _print("\n" + Charset(encoding)(prompt))
    try:
        typed = sys.stdin.buffer.readline()
    except KeyboardInterrupt:
        _print("\n")  # what comes next begins a line of its own
        raise
    if not typed.endswith(b"\n"):
        _print("\n")
        raise EOFError
    return typed.decode(_encoding(sys.stdin), "replace")


def _exercise(asked: dict[str, Any]) -> dict[str, Any] | None:
    """Let the reader put the block together, piece by piece. None where he gives up."""
    from handcalc import request
    from handcalc.formats import terminal
    from handcalc.lessons.exercise import GIVING_UP

    others = {name: value for name, value in asked.items() if name not in ("text", "other", "answer", "show")}
    exercise = request.exercise(asked["text"], asked["other"], others)

    def say(document: Any) -> None:
        _print(terminal.write(document, width=_window().get("width"), encoding=_encoding(sys.stdout)))

    say(exercise.opening())
    while not exercise.finished:
        try:
            typed = _asked(exercise.prompt).strip()
        except EOFError:
            raise HandcalcError("The input ended before the block was complete.") from None
        if typed.lower() in GIVING_UP:
            say(exercise.given_up())
            return None
        say(exercise.choose(typed))
    _print("\n")
    return {"answer": exercise.placed}


def _file(path: str | None) -> str | None:
    """The file that --output names; None for standard output."""
    return None if path in (None, "-", "/dev/stdout") else path


def _hand_out(copy: Copy) -> None:
    """Send a file where it was asked to go, in its own encoding."""
    from handcalc import output

    file = _file(copy.output)
    if file is None:
        output.write_stdout(copy.content)
    else:
        output.write_file(file, copy.content)


@contextlib.contextmanager
def _progress(job: Job, arguments: Sequence[str]) -> Iterator[dict[str, Callable[[int], None]]]:
    """Count long training on a terminal's stderr: gives the argument that the training calls with the steps done."""
    steps = job.asked.get("steps", "1")
    if not steps.isdecimal() or len(steps) > 9 or int(steps) < 2 or sys.stderr is None or not sys.stderr.isatty():
        yield {}
        return
    from handcalc.formats.terminal import progress

    with progress(int(steps), language(_spoken(arguments)).template(key("training step"))) as count:
        yield {"progress": count}


def _window() -> dict[str, int]:
    """The width of the window, where there is one to fill."""
    if "COLUMNS" in os.environ or (sys.stdout is not None and sys.stdout.isatty()):
        return {"width": shutil.get_terminal_size().columns}
    return {}


def _encoding(stream: Any) -> str:
    return getattr(stream, "encoding", None) or "utf-8"


def _print(page: str | bytes, encoding: str | None = None) -> None:
    """Write to standard output, in its own encoding if no other is asked for."""
    from handcalc import output

    output.write_stdout(output.encoded(page, encoding or _encoding(sys.stdout)))


def _one_thread(asked: dict[str, Any], command: str) -> None:
    """Keep NumPy from starting threads that a small model has no work for, unless the user has a say in it."""
    if "numpy" in sys.modules or {"OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"} & os.environ.keys():
        return
    size = re.search(r"^d\s*=\s*(\d{1,9})", _glance(asked.get("model"), command), re.MULTILINE)
    if "d" in asked or (size is not None and int(size[1]) <= SMALL_D):
        os.environ["OPENBLAS_NUM_THREADS"] = "1"


def _glance(model: str | None, command: str) -> str:
    """The beginning of a model file: enough for its size and its language before NumPy and a TOML parser are loaded."""
    from handcalc import request

    model = model or request.usual_model(command.replace("-", "_"))
    built_in = request.model_files().get(model)
    path = built_in or model
    try:
        if os.path.isfile(path):  # a pipe can be read only once
            with open(path, "rb") as file:
                return file.read(100_000).decode("utf-8", "replace")
    except (OSError, ValueError):
        pass  # the complaint comes when the model is loaded
    return ""


# Complaints


def _complain(error: HandcalcError, arguments: Sequence[str]) -> None:
    """Say on stderr, in the run's language, what was wrong."""
    if sys.stderr is None:  # started with standard error closed
        return
    sentence = language(_spoken(arguments)).error(_as_typed(error))
    if not (sentence.isascii() and sentence.isprintable()):
        from handcalc.formats.characters import Charset

        sentence = Charset(_encoding(sys.stderr))(sentence)
    with contextlib.suppress(OSError, ValueError):  # stderr may be full, or its reader gone: nobody to tell
        print(sentence, file=sys.stderr, flush=True)


def _as_typed(error: HandcalcError) -> HandcalcError:
    """The same error with options named as they are typed, and with nothing too long to be read."""
    places: dict[str, object] = {}
    for name, place in error.places.items():
        if isinstance(place, HandcalcError):
            places[name] = _as_typed(place)
        elif name == "option" and not str(place).startswith(("-", "HANDCALC")):
            places[name] = "--" + {"temperature": "temp", "language": "lang"}.get(
                str(place), str(place).replace("_", "-")
            )
        elif isinstance(place, str) and len(place) > 1000:
            places[name] = place[:300] + "..."
        else:
            places[name] = place
    return HandcalcError(error.sentence, **places)


def _spoken(arguments: Sequence[str]) -> str:
    """The language of the run as far as the arguments tell, found without parsing them: they may be what is wrong."""
    from handcalc import request

    for wish in (_value(arguments, "--lang"), None):
        with contextlib.suppress(HandcalcError):
            code = request.language(wish)
            if code is not None:
                return code
    command = next((argument for argument in arguments if not argument.startswith("-")), "")
    if command in request.LANGUAGE_OF:
        return request.LANGUAGE_OF[command]
    if command not in COMMANDS:
        return "en"
    model = _first(arguments) or request.COMPARED[0] if command == "params" else _value(arguments, "--model")
    own = re.search(r"^language\s*=\s*[\"'](\w+)", _glance(model, command), re.MULTILINE)
    return (own and known(own[1])) or "en"


def _first(arguments: Sequence[str]) -> str | None:
    """What stands first behind the command and is neither an option nor the value of one."""
    rest = iter(arguments[arguments.index("params") + 1 :])
    for argument in rest:
        if argument == "--":
            return next(rest, None)
        if not argument.startswith("-") or argument == "-":
            return argument
        if "=" not in argument and argument != "--standalone":
            next(rest, None)
    return None


def _value(arguments: Sequence[str], option: str) -> str | None:
    """What stands behind `option` among the arguments."""
    found = None
    for argument, following in zip(arguments, [*arguments[1:], ""], strict=True):
        if argument == "--":
            break
        if argument == option:
            found = following
        elif argument.startswith(option + "="):
            found = argument.partition("=")[2]
    return found


def _parser_error(error: _click.exceptions.UsageError, whole: Any) -> HandcalcError:
    """What Typer's parser found wrong, as one of our sentences."""
    kinds = _click.exceptions
    if isinstance(error, kinds.NoSuchOption) and error.ctx is not None and error.ctx.parent is None:
        return HandcalcError(
            "The option {option} must stand after a command, as in {example}.",
            option=error.option_name,
            example=Quoted(f"handcalc walk {error.option_name} ..."),
        )
    if isinstance(error, kinds.NoSuchOption):
        if error.possibilities:
            return HandcalcError(
                "There is no option {option}; close to it: {near}.",
                option=error.option_name,
                near=", ".join(error.possibilities),
            )
        return HandcalcError("There is no option {option}; --help lists those there are.", option=error.option_name)
    if isinstance(error, kinds.BadOptionUsage):
        if error.option_name in _flags(whole):
            return HandcalcError("The option {option} takes no value.", option=error.option_name)
        return HandcalcError("The option {option} needs a value after it.", option=error.option_name)
    return HandcalcError("The command line cannot be read: {reason}", reason=error.format_message())


def _flags(group: Any) -> set[str]:
    """The options that take no value."""
    return {
        option
        for command in (group, *group.commands.values())
        for parameter in command.params
        if getattr(parameter, "is_flag", False)
        for option in (*parameter.opts, *parameter.secondary_opts)
    }


class _Command(TyperCommand):
    """A command that says in our words that it was given too many arguments."""

    def parse_args(self, ctx: _click.Context, args: list[str]) -> list[str]:
        ctx.allow_extra_args = True
        rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            raise HandcalcError(
                "{command} has no place for {argument}; a text of several words goes in quotes.",
                command=self.name,
                argument=Quoted(rest[0]),
            )
        return rest


class _Group(TyperGroup):
    """The whole program; it says in our words that there is no such command."""

    def resolve_command(self, ctx: _click.Context, args: list[str]) -> Any:
        if args[0] not in self.commands and not ctx.resilient_parsing:
            near = difflib.get_close_matches(args[0], self.commands, n=1)
            if near:
                raise HandcalcError(
                    "There is no command {command}; the closest one is {near}.", command=Quoted(args[0]), near=near[0]
                )
            raise HandcalcError(
                "There is no command {command}; possible: {commands}.",
                command=Quoted(args[0]),
                commands=", ".join(self.commands),
            )
        return super().resolve_command(ctx, args)


# Options. Every value is a text: `request` reads it, and complains in the run's language.


def _among(values: Callable[[], Sequence[str]] | Sequence[str]) -> Callable[[str], list[str]]:
    """Shell completion with these values."""

    def complete(incomplete: str) -> list[str]:
        return [value for value in (values() if callable(values) else values) if value.startswith(incomplete)]

    return complete


def _formats() -> list[str]:
    from handcalc import formats

    return formats.names()


def _model_names() -> list[str]:
    from handcalc import request

    return list(request.model_files())


Text = Annotated[str | None, typer.Argument(metavar="[TEXT]", help="The text; the model's own if left out.")]


def _option(help: str, metavar: str | None = None, values: Any = None, name: str | None = None) -> Any:
    names = () if name is None else (name,)
    return typer.Option(*names, help=help, metavar=metavar, autocompletion=_among(values) if values else None)


def _of_block(
    model: Annotated[str | None, _option("A built-in model or a TOML file.", "NAME|FILE", _model_names)] = None,
    heads: Annotated[str | None, _option("Number of attention heads; must divide d.", "N")] = None,
    mask: Annotated[
        bool | None, typer.Option("--mask/--no-mask", help="Let a token see only itself and earlier ones, or all.")
    ] = None,
    positions: Annotated[str | None, _option("table, sinusoidal or none.", "KIND", POSITIONS)] = None,
    block: Annotated[
        list[str] | None, _option("The block; once for each line: 'x + attention(norm(x))'.", "FORMULA")
    ] = None,
    set: Annotated[
        list[str] | None, _option("Change a weight for this run: 'E[gato, 1]=0,7'; may be repeated.", "CELL=NUMBER")
    ] = None,
    seed: Annotated[str | None, _option("Seed of what is drawn at random.", "N")] = None,
    pencil: Annotated[bool, typer.Option("--pencil", help="Round every result before it is used again.")] = False,
) -> None: ...


def _of_temperature(
    temperature: Annotated[
        str | None,
        _option("Divide the logits by T; at 0 the largest takes all the probability.", "T", name="--temp"),
    ] = None,
) -> None: ...


OF_RUN = (_of_block, _of_temperature)


def _of_target(
    target: Annotated[str | None, _option("The token that should come next, for the loss.", "TOKEN")] = None,
) -> None: ...


def _of_row(
    row: Annotated[str | None, _option("Follow this row: its number, its token, or all.", "N|TOKEN|all")] = None,
) -> None: ...


def _of_step(
    eta: Annotated[str | None, _option("Learning rate of the training step.", "ETA")] = None,
) -> None: ...


def _of_numbers(
    digits: Annotated[str | None, _option("Decimals shown, 0 to 15.  [default: 3]", "N")] = None,
    full: Annotated[bool, typer.Option("--full", help="Print long tables whole.")] = False,
) -> None: ...


def _of_paper(
    language: Annotated[
        str | None, _option("Language of the page: en, pt or pl.", "LANGUAGE", LANGUAGES, "--lang")
    ] = None,
    step: Annotated[str | None, _option("Print these steps alone: 6 or 4-6,9.", "STEPS")] = None,
    only: Annotated[str | None, _option("Print tables or formulas alone.", "KIND", ("tables", "formulas"))] = None,
    format: Annotated[
        str | None, _option("Format of the page; otherwise by the file's ending.", "FORMAT", _formats)
    ] = None,
    output: Annotated[str | None, _option("Write to this file; - is standard output.", "FILE")] = None,
    standalone: Annotated[
        bool, typer.Option("--standalone", help="A complete file instead of a part to paste, if the format has both.")
    ] = False,
    heading: Annotated[
        str | None, _option("Level of the steps' titles, 1 to 6, where the format has levels.  [default: 2]", "N")
    ] = None,
) -> None: ...


_of_page = (_of_numbers, _of_paper)
Group: TypeAlias = Callable[..., None] | tuple[Callable[..., None], ...]


class Entry(NamedTuple):
    """A command of the program, before Typer knows it: its function, whose options it shares, an example that runs."""

    function: Callable[..., Job | Copy]
    groups: tuple[Callable[..., None], ...]
    example: str

    def with_options(self) -> Callable[..., Job | Copy]:
        """The function with its whole signature, which is what Typer reads."""
        sources = (self.function, *self.groups)
        found: dict[str, inspect.Parameter] = {}
        for source in sources:
            for name, parameter in inspect.signature(source).parameters.items():
                found.setdefault(name, parameter)  # an option of its own takes the place of the shared one
        parameters = [p for p in found.values() if p.kind is not p.VAR_KEYWORD]

        def command(**asked: Any) -> Job | Copy:
            return self.function(**asked)

        command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # mypy sees no such thing
        command.__annotations__ = {p.name: p.annotation for p in parameters}
        return command


COMMANDS: dict[str, Entry] = {}
F = TypeVar("F", bound=Callable[..., Job | Copy])


def _command(*groups: Group, example: str) -> Callable[[F], F]:
    """Make a function a command of the program; it takes its own parameters and those of the groups."""
    flat = tuple([one for group in groups for one in (group if isinstance(group, tuple) else (group,))])

    def enter(function: F) -> F:
        COMMANDS[function.__name__.replace("_", "-")] = Entry(function, flat, example)
        return function

    return enter


def program(named: Container[str]) -> Any:
    """The program as Typer runs it. Of the commands that are not `named` only name and help are there.

    Typer builds all options of all commands before it looks at the first argument, which takes longer than the help.
    """
    app = typer.Typer(
        cls=_Group,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        invoke_without_command=True,
        context_settings={"help_option_names": ["-h", "--help"]},
        epilog="Example: handcalc walk 'o gato subiu no' --heads 2 --lang en",
    )
    app.callback()(_program)
    for name, entry in COMMANDS.items():
        function = entry.with_options() if name in named else _unnamed
        help = inspect.getdoc(entry.function)
        app.command(name, cls=_Command, help=help, epilog=f"Example: {entry.example}")(function)
    return typer.main.get_command(app)


def _unnamed() -> None: ...


def _program(
    context: typer.Context, version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False
) -> None:
    """The complete worked example of a Transformer: every number, with its work."""
    if version:
        typer.echo(f"handcalc {handcalc.__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@_command(*OF_RUN, _of_target, _of_row, _of_step, _of_page, example="handcalc walk 'o gato subiu no' --row 3 --step 6")
def walk(text: Text = None, **asked: Any) -> Job:
    """The numbered steps forward, from the text to the next token.

    Several values, as in --temp '0,5; 1; 2' or --heads 1,2,4, are compared at the end of the last step.
    """
    return Job(handcalc.walk, {"text": text, **asked})


@_command(*OF_RUN, _of_target, _of_row, _of_page, example="handcalc backward --lang en --digits 4")
def backward(text: Text = None, **asked: Any) -> Job:
    """The numbered steps back, from the loss to every weight."""
    return Job(handcalc.backward, {"text": text, **asked})


@_command(*OF_RUN, _of_target, _of_row, _of_step, _of_page, example="handcalc train-step --eta 0.1 --weights all")
def train_step(
    text: Text = None,
    weights: Annotated[str, _option("Change the table E alone, or all weights.", "E|all", ("E", "all"))] = "E",
    steps: Annotated[str, _option("How many training steps.", "N")] = "1",
    **asked: Any,
) -> Job:
    """Loss, dL/dE, the update written out, p and loss after it."""
    return Job(handcalc.train_step, {"text": text, "weights": weights, "steps": steps, **asked})


@_command(*OF_RUN, _of_target, _of_step, _of_page, example="handcalc show 'logits[no, telhado]' 'o gato subiu no'")
def show(
    cell: Annotated[
        str | None, typer.Argument(metavar="[CELL]", help="A number's name; a list of names if left out.")
    ] = None,
    text: Text = None,
    depth: Annotated[str, _option("Work out what it was computed from, N levels deep.", "N")] = "0",
    **asked: Any,
) -> Job:
    """One number's work: its formula, the same with numbers, its value."""
    return Job(handcalc.show, {"cell": cell, "text": text, "depth": depth, **asked})


@_command(_of_block, _of_page, example="handcalc block --answer 'attention, add, norm, mlp, add, norm'")
def block(
    text: Text = None,
    other: Annotated[
        str | None,
        typer.Argument(metavar="[OTHER]", help="A second sentence; the first in reverse order if left out."),
    ] = None,
    answer: Annotated[
        str | None, typer.Option("--answer", help="Judge these pieces instead of asking for them.", metavar="PIECES")
    ] = None,
    show: Annotated[bool, typer.Option("--show", help="Draw the model's block.")] = False,
    **asked: Any,
) -> Job:
    """Put the block together from its pieces; or see it drawn, for any model."""
    talk = None if answer is not None or show or asked["block"] else _exercise
    return Job(handcalc.block, {"text": text, "other": other, "answer": answer, "show": show, **asked}, talk)


@_command(_of_block, _of_row, _of_page, example="handcalc verify 'o gato subiu no' --claim 1,3")
def verify(
    text: Text = None,
    claim: Annotated[str | None, _option("Check these claims alone: 3 or 1,3.", "N,N...")] = None,
    temperature: Annotated[
        str | None, _option("One more temperature for claim 3, beside 0.5, 1 and 2.", "T", name="--temp")
    ] = None,
    pencil: Annotated[bool, typer.Option("--pencil", hidden=True)] = False,  # there to be refused with a reason
    **asked: Any,
) -> Job:
    """Four claims about attention, temperature and softmax, checked on the model."""
    return Job(handcalc.verify, {"text": text, "claim": claim, "temperature": temperature, "pencil": pencil, **asked})


@_command(_of_page, example="handcalc posenc --d 512 --distances 1,5,40")
def posenc(
    d: Annotated[str, _option("Dimensions of the code; an even number.", "N")] = "512",
    length: Annotated[str, _option("Positions in the map.", "N")] = "64",
    at: Annotated[str, _option("The position the others are compared with.", "N")] = "10",
    distances: Annotated[str, _option("Distances to compare, with commas between.", "N,N...")] = "1,5,40",
    plot: Annotated[
        str | None, _option("Draw the map and the curve into this file too: .svg, .pdf or .png.", "FILE")
    ] = None,
    **asked: Any,
) -> Job:
    """The sinusoidal code: its map, its dot products by distance."""
    own = {"d": d, "length": length, "at": at, "distances": distances, "plot": plot}
    return Job(handcalc.posenc, {**own, **asked})


@_command(*OF_RUN, _of_page, example="handcalc generate 'o gato subiu' --top-k 3 --seed 4")
def generate(
    text: Text = None,
    tokens: Annotated[str, _option("How many new tokens at most.", "N")] = "10",
    top_k: Annotated[str | None, _option("Draw among the K most likely tokens alone.", "K")] = None,
    top_p: Annotated[
        str | None, _option("Draw among the most likely tokens that reach the probability P together.", "P")
    ] = None,
    **asked: Any,
) -> Job:
    """The text continued token by token: the candidates, the random number, the choice."""
    return Job(handcalc.generate, {"text": text, "tokens": tokens, "top_k": top_k, "top_p": top_p, **asked})


@_command(_of_block, _of_page, example="handcalc compare 'pies gryzie człowieka' 'człowiek gryzie psa' --lang en")
def compare(
    a: Annotated[
        str | None, typer.Argument(metavar="[A]", help="The first sentence; the model's own if left out.")
    ] = None,
    b: Annotated[
        str | None, typer.Argument(metavar="[B]", help="The second; the words of A in reverse order if left out.")
    ] = None,
    starts: Annotated[
        str | None,
        _option("Draw random weights anew with the seeds 1 to N; 0 leaves that out.  [default: 5]", "N"),
    ] = None,
    stage: Annotated[str | None, _option("Where the starts are compared: x, attention, mlp ...", "NAME")] = None,
    **asked: Any,
) -> Job:
    """Two sentences through one block, side by side: where their rows differ."""
    return Job(handcalc.compare, {"a": a, "b": b, "starts": starts, "stage": stage, **asked})


@_command(_of_paper, example="handcalc params gato klocki --lang en")
def params(
    models: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[MODEL]...",
            help="Built-in models or TOML files; gato and gpt2-small if left out.",
            autocompletion=_among(_model_names),
        ),
    ] = None,
    **asked: Any,
) -> Job:
    """Where the weights are: shapes and counts, for one model or several side by side."""
    return Job(handcalc.params, asked, given=tuple(models or ()))


@_command(_of_paper, example="handcalc models gato")
def models(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]", help="Print the file of this model, as it is.", autocompletion=_among(_model_names)
        ),
    ] = None,
    **asked: Any,
) -> Job | Copy:
    """The built-in models, a line for each; or the file of one, to start your own from."""
    if name is None:
        return Job(handcalc.models, asked)
    from handcalc import request

    for option in ("step", "only", "format", "standalone", "heading"):
        if asked[option]:
            raise HandcalcError(
                "The option {option} has no place here: handcalc models {model} prints a file as it is.",
                option=option,
                model=name,
            )
    request.language(asked["language"])
    return Copy(request.model_file(name), asked["output"])
