"""`python -m handcalc` and the command `handcalc`. Knows only where the command line is, and how to end quickly."""

from __future__ import annotations

import contextlib
import gc
import os
import sys

GARBAGE = 100_000  # objects made between two searches for garbage; a whole page makes fewer


def main() -> None:
    """Run the command line and end the process with its exit status."""
    gc.set_threshold(GARBAGE)
    try:
        from handcalc import cli

        status = cli.main(sys.argv[1:])
    except KeyboardInterrupt:
        status = 130
    if sys.flags.dev_mode or sys.getprofile() is not None or sys.gettrace() is not None:
        sys.exit(status)
    # Everything is written. What would follow, the freeing of every object and module one by one, takes as long as
    # the import of Typer, and the system does it at once.
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            stream.flush()
    os._exit(status)


if __name__ == "__main__":
    main()
