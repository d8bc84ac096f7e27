"""Where a finished page goes: a file, replaced only by a complete one, or standard output. Standard library only."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
import sys
import time
from collections.abc import Iterator

from handcalc.errors import HandcalcError


def encoded(page: str | bytes, encoding: str) -> bytes:
    """The page as bytes. A format has already replaced what `encoding` lacks; half a surrogate pair is left over."""
    return page if isinstance(page, bytes) else page.encode(encoding, "backslashreplace")


def is_stream(path: str | os.PathLike[str]) -> bool:
    """Whether `path` is not a plain file to be: a pipe, a terminal or another device, which cannot be replaced."""
    try:
        return _descriptor(path) is not None or not stat.S_ISREG(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False


def check(path: str | os.PathLike[str]) -> None:
    """Refuse a path that no file can be written to, before anything is computed. The file is not touched."""
    with _sentences(path):
        if not os.fspath(path):
            raise ValueError
        target = os.path.realpath(path)
        if os.path.isdir(target):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if os.path.exists(target):
            if not is_stream(path):
                # A rename asks nothing of the old file; a file that may not be written to must not be replaced either.
                os.close(os.open(target, os.O_WRONLY))
        elif not os.path.isdir(os.path.dirname(target)):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))


def write_file(path: str | os.PathLike[str], content: bytes) -> None:
    """Write `content` to `path`: beside it first, then renamed onto it, so that no reader ever finds half a file.

    Links are followed; an existing file keeps its permissions. A pipe or a device is written to directly.
    Errors: HandcalcError with the reason; then the old file, if there was one, is unchanged.
    """
    check(path)
    with _sentences(path):
        if is_stream(path):
            number = _descriptor(path)
            with open(path if number is None else os.dup(number), "wb") as stream:
                stream.write(content)
        else:
            _replace(os.path.realpath(path), content)


def write_stdout(content: bytes) -> None:
    """Write `content` to standard output. A reader who has seen enough and closed the pipe is no error."""
    if sys.stdout is None:  # started with standard output closed
        raise HandcalcError("There is no standard output to write to.")
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
    except OSError as error:
        # What is left in the buffer must not be tried again, and complained about, when Python ends.
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, sys.stdout.fileno())
        os.close(nothing)
        if not isinstance(error, BrokenPipeError):
            if error.errno in _FULL:
                raise HandcalcError("The output is not complete: the disk is full.") from None
            raise HandcalcError(
                "The output cannot be written: {reason}.", reason=error.strerror or str(error)
            ) from None


_FULL = (errno.ENOSPC, errno.EDQUOT)


def _descriptor(path: str | os.PathLike[str]) -> int | None:
    """The number of the open file that `path` stands for (/dev/stdout, /dev/fd/3), if it stands for one.

    Opening such a path anew would cut off what others have already written to it.
    """
    name = str(path)
    if name in ("/dev/stdout", "/dev/stderr"):
        return 1 if name == "/dev/stdout" else 2
    found = re.fullmatch(r"/(?:dev|proc/self)/fd/(\d{1,6})", name)
    return int(found[1]) if found else None


def _replace(target: str, content: bytes) -> None:
    """Write a new file beside `target`, give it the old one's permissions and name."""
    beside = os.path.join(os.path.dirname(target), f".handcalc-{os.getpid()}-{time.monotonic_ns()}")
    old = os.stat(target) if os.path.exists(target) else None
    file = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with open(file, "wb") as stream:
            stream.write(content)
        if old is not None:
            with contextlib.suppress(OSError):  # only a superuser may give a file away
                os.chown(beside, old.st_uid, old.st_gid)
            os.chmod(beside, stat.S_IMODE(old.st_mode))
        os.replace(beside, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise


@contextlib.contextmanager
def _sentences(path: str | os.PathLike[str]) -> Iterator[None]:
    """Turn what the system says about `path` into a sentence."""
    try:
        yield
    except BrokenPipeError:
        return  # the reader of a pipe has seen enough
    except IsADirectoryError:
        raise HandcalcError("{file} is a directory; expected the name of a file.", file=path) from None
    except FileNotFoundError:
        raise HandcalcError(
            "{file} cannot be written: there is no directory {directory}.",
            file=path,
            directory=os.path.dirname(os.path.realpath(path)),
        ) from None
    except PermissionError:
        raise HandcalcError("{file} cannot be written: permission denied.", file=path) from None
    except OSError as error:
        if error.errno in _FULL:
            raise HandcalcError("{file} was not written: the disk is full.", file=path) from None
        raise HandcalcError(
            "{file} cannot be written: {reason}.", file=path, reason=error.strerror or str(error)
        ) from None
    except ValueError:
        raise HandcalcError("{file} is not a possible file name.", file=repr(path)) from None
