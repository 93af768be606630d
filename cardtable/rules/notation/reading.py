"""Text as a record. Whoever wrote the file, a fault in it comes out as one clear line."""

from __future__ import annotations

import re

import msgspec

from cardtable.errors import BadInput
from cardtable.rules.notation.record import FORMAT, MatchRecord

MAX_BYTES = 1024 * 1024
"""The largest file that is read; the longest match needs a fiftieth of it."""

_SHOWN = 80


class _Heading(msgspec.Struct):
    format: str


def read(text: str | bytes) -> MatchRecord:
    """The record that `write` wrote. Raises BadInput for a file that is too large, foreign, newer or broken.

    What it returns has the right shape; whether it is a true match is for `verify` to say.
    """
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    if len(data) > MAX_BYTES:
        raise BadInput("This file is larger than 1 MiB: no saved match is.")
    _check_format(data)
    try:
        record = msgspec.json.decode(data, type=MatchRecord)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as fault:
        raise BadInput(f"This match file is broken: {plain(str(fault))}.") from None
    if not all(text.isprintable() for text in (*record.names, *record.cuts)):
        raise BadInput("This match file is broken: a name or a cut in it has characters that cannot be shown.")
    return record


def _check_format(data: bytes) -> None:
    try:
        found = msgspec.json.decode(data, type=_Heading).format
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as fault:
        raise BadInput(f"This is no match saved by cardtable, or a broken one: {plain(str(fault))}.") from None
    if found == FORMAT:
        return
    if re.fullmatch(r"cardtable-match/\d{1,4}", found):
        raise BadInput(f"This match has the format {found}; this cardtable reads {FORMAT}: a newer one reads it.")
    raise BadInput(f"This is no match saved by cardtable: its format is {plain(found)!r}, not {FORMAT!r}.")


def plain(text: str, length: int = _SHOWN) -> str:
    """Text from a stranger's file on one line: nothing unprintable, and not endless."""
    shown = "".join(char if char.isprintable() else "?" for char in text)
    return shown if len(shown) <= length else shown[: length - 1] + "…"
