"""From the command to the first painted frame, against an empty Textual app.

    python -m tests.bench.startup [--runs N]

Both are started in a pseudo-terminal in turn. The empty app's first frame is there when the terminal has been sent
something in colour, the game's when the lobby's banner stands on it.
"""

from __future__ import annotations

import argparse
import os
import pty
import select
import statistics
import sys
import tempfile
import time

EMPTY = "from textual.app import App\nApp().run()"
GAME = "import sys\nsys.argv = ['cardtable']\nfrom cardtable.__main__ import main\nsys.exit(main())"
BLANK, LOBBY = b"\x1b[48;2;", b"C A R D T A B L E"


def first_paint(code: str, painted: bytes) -> tuple[float, float]:
    """Seconds of wall clock and of CPU until the first frame."""
    began = time.monotonic()
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(sys.executable, [sys.executable, "-c", code])
    seen = b""
    while painted not in seen:
        if not select.select([terminal], [], [], 20)[0]:
            raise TimeoutError(f"no frame; it sent {seen[-200:]!r}")
        seen += os.read(terminal, 65536)
    took = time.monotonic() - began
    os.kill(pid, 9)
    _, _, used = os.wait4(pid, 0)
    os.close(terminal)
    return took, used.ru_utime + used.ru_stime


def main() -> None:
    """Measure and print medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=9)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"HOME": home, "TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}
        os.environ |= {"XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home}
        first_paint(EMPTY, BLANK), first_paint(GAME, LOBBY)
        pairs = [(first_paint(EMPTY, BLANK), first_paint(GAME, LOBBY)) for _ in range(runs)]
    print(f"{'to the first frame':22} {'empty app':>10} {'cardtable':>10} {'ratio':>7}   (aim 1.2)")
    for number, what in enumerate(("wall clock, s", "CPU, s")):
        empty, game = ([pair[which][number] for pair in pairs] for which in (0, 1))
        ratio = statistics.median(g / e for e, g in zip(empty, game, strict=True))
        print(f"{what:22} {statistics.median(empty):10.3f} {statistics.median(game):10.3f} {ratio:7.2f}")


if __name__ == "__main__":
    main()
