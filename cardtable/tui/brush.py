"""Painting with roles instead of colours: a row of styled pieces, measured in terminal cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec
from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter
from textual.strip import Strip

from cardtable.tui.prefs import CardStyle
from cardtable.tui.themes import Theme

_ASCII = str.maketrans(
    dict(zip("╭╮╰╯┏┓┗┛│┃─━╌┆", "++++####|#-=-:", strict=True))
    | dict(zip("♠♥♦♣▰▱◆◇▒►◄▲▼▌▐", "SHDC#.*o:><^v[]", strict=True))
    | dict(zip("·…×←→↑↓✓–—’“”\u00a0±", '.~x<>^v+--\'"" ~', strict=True))
    | dict(zip("▊▎▔▁█▇▆▅▄▃▂▀", "||--########", strict=True))
)
"""Every glyph that is painted has a twin that any terminal can show."""


class Look(msgspec.Struct, frozen=True):
    """How a player's screen looks: the theme, the card style, and whether the terminal shows more than ASCII."""

    theme: Theme
    cards: CardStyle = "drawn"
    four_colour: bool = False
    unicode: bool = True

    @property
    def ascii(self) -> bool:
        """Whether only ASCII is painted."""
        return self.cards == "ascii" or not self.unicode


class Row:
    """One painted line in the making."""

    def __init__(self, look: Look) -> None:
        self._ascii = look.ascii
        self._style = look.theme.style
        self._pieces: list[Segment] = []
        self.width = 0

    def put(self, text: str, role: str = "felt") -> Row:
        """Add text in a role."""
        if text:
            if self._ascii:
                text = text.translate(_ASCII)
            self._pieces.append(Segment(text, self._style(role)))
            self.width += cell_len(text)
        return self

    def add(self, pieces: Iterable[tuple[str, str]]) -> Row:
        """Add several pieces of text, each with its role."""
        for text, role in pieces:
            self.put(text, role)
        return self

    def to(self, column: int, role: str = "felt", fill: str = " ") -> Row:
        """Fill up to a column."""
        return self.put(fill * (column - self.width), role) if column > self.width else self

    def strip(self, width: int, role: str = "felt") -> Strip:
        """The line, filled or cut to exactly this width."""
        self.to(width, role)
        line = Strip(self._pieces, self.width)
        return line if self.width == width else line.adjust_cell_length(width, self._style(role))


@lru_cache(maxsize=64)
def blank(look: Look, width: int, role: str = "felt") -> Strip:
    """An empty line."""
    return Row(look).strip(width, role)


def fitted(text: str, cells: int) -> str:
    """The text in exactly this many cells; what is cut off shows as an ellipsis."""
    if cells <= 0:
        return ""
    return set_cell_size(text, cells) if cell_len(text) <= cells else set_cell_size(text, cells - 1) + "…"


def wrapped(text: str, cells: int) -> list[str]:
    """The text in lines of at most this many cells, broken at blanks."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and cell_len(longer) > cells:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def text_lines(look: Look, texts: Sequence[tuple[str, str]], width: int, height: int) -> list[Strip]:
    """Lines of plain text, a role each, padded to this height."""
    lines = [_text_line(look, text, role, width) for text, role in texts[:height]]
    return lines + [blank(look, width)] * (height - len(lines))


@lru_cache(maxsize=1024)
def _text_line(look: Look, text: str, role: str, width: int) -> Strip:
    """Kept, since what happened is told again with every key, and to every viewer."""
    return Row(look).put(" ").put(fitted(text, min(cell_len(text), width - 2)), role).strip(width)


class AsciiOnly(LineFilter):
    """Shows the ASCII twin of every glyph, and a question mark for each cell of what has none."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """One line, told in ASCII at the same width."""
        return [Segment(ascii_twin(text), style, control) for text, style, control in segments]


def ascii_twin(text: str) -> str:
    """The text in ASCII, as wide as it was."""
    text = text.translate(_ASCII)
    if text.isascii():
        return text
    return "".join(char if char.isascii() else "?" * cell_len(char) for char in text)
