"""A finished match as a recording in asciicast v2, which asciinema plays: painted as the game paints it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

import msgspec
from rich.color import ColorSystem
from rich.style import Style
from textual.strip import Strip

from cardtable.rules.notation import MatchRecord
from cardtable.tui import replay_parts
from cardtable.tui.brush import Look
from cardtable.tui.replay_model import Place, Replay

SIZE = (80, 24)
"""The window that is recorded, columns and rows."""

LONGEST = 5.0
"""Seconds: no pause is longer than this, however long somebody thought."""

LAST = 4.0
"""Seconds for which the end of the match stays."""

_CLEAR = "\x1b[?25l\x1b[2J"
_DONE = "\x1b[0m\x1b[?25h"
_PLAIN = Style()


def cast(record: MatchRecord, look: Look, viewer: int | None = None) -> Iterator[str]:
    """The lines of the file, each with its newline: a header, then an event for every moment of the match.

    The record must have been verified. Nothing before its last event tells how it ended.
    """
    replay = Replay(record)
    yield _json(_header(record))
    place, at, before = Place(0, viewer), 0.0, list[Strip]()
    while True:
        after = replay_parts.frame(replay, place, look, *SIZE)
        yield _json([round(at, 3), "o", ("" if before else _CLEAR) + _changes(before, after)])
        if replay.at_end(place):
            break
        at += min(replay.wait(place) / 1000, LONGEST)
        place, before = replay.moved(place, 1), after
    yield _json([round(at + LAST, 3), "o", _DONE])


def _header(record: MatchRecord) -> dict[str, object]:
    first, second = record.names
    return {
        "version": 2,
        "width": SIZE[0],
        "height": SIZE[1],
        "timestamp": int(datetime.fromisoformat(record.started).timestamp()),
        "title": f"21 Hustle: {first} against {second}",
        "env": {"TERM": "xterm-256color"},
    }


def _changes(before: Sequence[Strip], after: Sequence[Strip]) -> str:
    """What is sent to a terminal that shows the one picture, so that it shows the other."""
    pairs = enumerate(after)
    return "".join(f"\x1b[{y + 1};1H{_ansi(line)}" for y, line in pairs if y >= len(before) or before[y] != line)


def _ansi(line: Strip) -> str:
    pieces = ((text, style or _PLAIN) for text, style, _control in line)
    return "".join(style.render(text, color_system=ColorSystem.TRUECOLOR) for text, style in pieces)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode() + "\n"
