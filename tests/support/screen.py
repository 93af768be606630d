"""A terminal's picture from its bytes, by pyte, without the sequences that pyte would print, and with both screens."""

from __future__ import annotations

import codecs
import re

import pyte

_NOT_FOR_PYTE = re.compile(r"\x1b\[[<>=]\d*u|\x1b\[\?\d+\$p|\x1b\]52;[^\x07]*\x07")
_HALF_SEQUENCE = re.compile(r"\x1b[^@-Z\\^-~]*\Z|\x1b\[[0-?]*[ -/]*\Z|\x1b\][^\x07]*\Z")
_OTHER_SCREEN = re.compile(r"(\x1b\[\?1049[hl])")


class Picture:
    """What is on a screen of this many columns and rows (kept within reason): the ordinary one, or the other."""

    def __init__(self, columns: int = 80, rows: int = 24) -> None:
        self._size = min(max(columns, 20), 300), min(max(rows, 8), 120)
        self._ordinary = pyte.Screen(*self._size)
        self._screen = self._ordinary
        self._stream = pyte.Stream(self._screen)
        self._decode = codecs.getincrementaldecoder("utf-8")(errors="replace").decode
        self._rest = ""

    def feed(self, data: bytes) -> None:
        """What the terminal is sent."""
        text = self._rest + self._decode(data)
        half = _HALF_SEQUENCE.search(text)
        self._rest = half[0] if half else ""
        text = text[: len(text) - len(self._rest)]
        for part in _OTHER_SCREEN.split(text):
            if _OTHER_SCREEN.fullmatch(part):
                self._show(pyte.Screen(*self._size) if part.endswith("h") else self._ordinary)
            else:
                self._stream.feed(_NOT_FOR_PYTE.sub("", part))

    def resize(self, columns: int, rows: int) -> None:
        """The window changes."""
        self._size = columns, rows
        for screen in {self._ordinary, self._screen}:
            screen.resize(rows, columns)

    @property
    def lines(self) -> list[str]:
        """The rows, without blanks at their ends."""
        return [line.rstrip() for line in self._screen.display]

    @property
    def text(self) -> str:
        """The rows as one text, without empty ones at the end."""
        return "\n".join(self.lines).rstrip()

    def _show(self, screen: pyte.Screen) -> None:
        self._screen = screen
        self._stream = pyte.Stream(screen)
