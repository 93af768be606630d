"""The filter line of the history: `bob won since 2026-01-31`, as a question to the store. Pure."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from typing import Literal

from msgspec.structs import replace

from cardtable.errors import BadInput
from cardtable.table.keeping import HistoryQuery
from cardtable.tui.records import GAMES

HINT = "name  won lost tied  since 2026-01-31  until …"
"""What the line understands, in as few words as fit the narrowest window."""

_RESULTS: dict[str, Literal["won", "lost", "tied"]] = {"won": "won", "lost": "lost", "tied": "tied"}
_WORD = re.compile(r'"([^"]*)"?|(\S+)')
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def narrowed(query: HistoryQuery, text: str) -> HistoryQuery:
    """The question with everything in the line added to it. Days are UTC; a day alone is that day.

    What is no result, game or date begins the opponent's name; a word in quotes always does. Raises BadInput.
    """
    words = [(quoted or plain, bool(quoted)) for quoted, plain in _WORD.findall(text)]
    name: list[str] = []
    while words:
        word, quoted = words.pop(0)
        changed = None if quoted else _known(query, word, words)
        if changed is None:
            name.append(word)
        else:
            query = changed
    return replace(query, opponent=" ".join(name))


def _known(query: HistoryQuery, word: str, following: list[tuple[str, bool]]) -> HistoryQuery | None:
    small = word.casefold()
    if small in _RESULTS:
        return replace(query, result=_RESULTS[small])
    if small in GAMES:
        return replace(query, game=small)
    if small in ("since", "until"):
        day = _day(following.pop(0)[0] if following else "")
        return replace(query, since=_starts(day)) if small == "since" else replace(query, until=_ends(day))
    if _DAY.fullmatch(small):
        return replace(query, since=_starts(_day(small)), until=_ends(_day(small)))
    return None


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text if _DAY.fullmatch(text) else "")
    except ValueError:
        raise BadInput(f"{text!r} is no day; write it as 2026-01-31." if text else "Write a day: 2026-01-31.") from None


def _starts(day: date) -> int:
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() * 1000)


def _ends(day: date) -> int:
    return _starts(day) + int(timedelta(days=1).total_seconds() * 1000) - 1
