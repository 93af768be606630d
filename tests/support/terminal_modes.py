"""A terminal's modes as a state machine over the bytes it is sent: what is still switched on at the end?"""

from __future__ import annotations

import re

_TOKEN = re.compile(
    rb"(?P<private>\x1b\[\?(?P<modes>[\d;]+)(?P<how>[hl]))"
    rb"|(?P<push>\x1b\[>\d*u)"
    rb"|(?P<pop>\x1b\[<\d*u)"
    rb"|(?P<sgr>\x1b\[(?P<style>[\d;:]*)m)"
    rb"|(?P<query>\x1b\[\?\d+\$p)"
    rb"|(?P<csi>\x1b\[(?P<params>[0-?]*)[ -/]*(?P<final>[@-~]))"
    rb"|(?P<osc>\x1b\](?P<number>\d+);[^\x07\x1b]*(\x07|\x1b\\))"
    rb"|(?P<other>\x1b[^\[\]])"
)
ON_AT_FIRST = {7, 25}
"""Wrapping and the cursor; everything else is off."""

NAMES = {
    7: "wrap",
    25: "cursor",
    1000: "mouse clicks",
    1002: "mouse drag",
    1003: "mouse motion",
    1004: "focus reports",
    1006: "mouse sgr",
    1015: "mouse urxvt",
    1016: "mouse pixels",
    1049: "other screen",
    2004: "bracketed paste",
    2026: "synchronised output",
    2048: "resize reports",
}


class TerminalModes:
    """Feed it every byte that a terminal gets; `unclean` says how it differs from a terminal at a shell prompt.

    `kinds` collects the forms of all sequences seen, such as `CSI m`, `CSI H`, `?1049h`, `OSC 52`.
    """

    def __init__(self) -> None:
        self.on = set(ON_AT_FIRST)
        self.keyboard_pushes = {False: 0, True: 0}
        self.styled = False
        self.kinds: set[str] = set()
        self._rest = b""

    @property
    def other_screen(self) -> bool:
        """Whether the alternate screen is shown."""
        return 1049 in self.on

    def feed(self, data: bytes) -> None:
        """What the terminal is sent."""
        data = self._rest + data
        end = 0
        for found in _TOKEN.finditer(data):
            self._apply(found)
            end = found.end()
        tail = data.rfind(b"\x1b", end)
        self._rest = data[tail:] if tail >= 0 else b""

    def unclean(self) -> list[str]:
        """What is not as it was, in words; empty for a clean terminal."""
        wrong = [f"{NAMES.get(mode, mode)} is on" for mode in sorted(self.on - ON_AT_FIRST)]
        wrong += [f"{NAMES.get(mode, mode)} is off" for mode in sorted(ON_AT_FIRST - self.on)]
        wrong += [f"keyboard protocol pushed {count} times" for count in self.keyboard_pushes.values() if count]
        wrong += ["text is styled"] if self.styled else []
        return wrong + ([f"cut off in a sequence: {self._rest!r}"] if self._rest else [])

    def _apply(self, found: re.Match[bytes]) -> None:
        kind = found.lastgroup
        if found["private"]:
            self._switch(found)
        elif found["push"] or found["pop"]:
            screen = self.other_screen
            change = 1 if found["push"] else -1
            self.keyboard_pushes[screen] = max(0, self.keyboard_pushes[screen] + change)
            self.kinds.add("keyboard push" if found["push"] else "keyboard pop")
        elif found["sgr"]:
            self.styled = found["style"] not in (b"", b"0")
            self.kinds.add("CSI m")
        elif found["query"]:
            self.kinds.add(found[0][2:].decode())
        elif found["csi"]:
            self.kinds.add(f"CSI {found['final'].decode()}")
        elif found["osc"]:
            self.kinds.add(f"OSC {found['number'].decode()}")
        else:
            self.kinds.add(f"{kind} {found[0]!r}")

    def _switch(self, found: re.Match[bytes]) -> None:
        for text in found["modes"].split(b";"):
            mode = int(text)
            (self.on.add if found["how"] == b"h" else self.on.discard)(mode)
            self.kinds.add(f"?{mode}{found['how'].decode()}")
