"""`python -m handcalc` and the command `handcalc`. Knows only where the command line is."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line; return the exit status."""
    try:
        from handcalc import cli

        return cli.main(sys.argv[1:])
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
