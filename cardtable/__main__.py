"""The `cardtable` command. Nothing heavy is imported before it is known what is asked for."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line; returns the exit code: 0, or 2 with one line for bad input."""
    if sys.platform == "win32":
        sys.stderr.write("cardtable runs on Linux and macOS; on Windows, join a friend's table with ssh.\n")
        return 2
    from cardtable.errors import BadInput

    try:
        if len(sys.argv) == 1:
            from cardtable.compose.local import play

            return play()
        from cardtable.cli import run

        return run(sys.argv[1:])
    except BadInput as fault:
        sys.stderr.write(f"cardtable: {fault}\n")
        return 2


if __name__ == "__main__":
    sys.exit(main())
