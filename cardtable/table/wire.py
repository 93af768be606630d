"""A table as bytes and back: what is kept of a live one, secrets and all. Versioned.

The head is what a table started from; everything after that is its entries, a JSON object each.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from cardtable.errors import BadInput, CardtableError
from cardtable.rules.hustle.commands import Options
from cardtable.table.clock import Timing
from cardtable.table.events import Entry
from cardtable.table.table import Table, apply

FORMAT: Literal["cardtable-table/1"] = "cardtable-table/1"


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table started from."""

    format: Literal["cardtable-table/1"]
    id: str
    code: str
    options: Options
    timing: Timing
    private: bool
    remote: bool
    cut_time: int = 0


_head = msgspec.json.Decoder(Head)
_entry = msgspec.json.Decoder(Entry)


def pack_head(table: Table) -> bytes:
    """The head of a new table."""
    head = Head(FORMAT, table.id, table.code, table.options, table.timing, table.private, table.remote, table.cut_time)
    return msgspec.json.encode(head)


def pack_entry(entry: Entry) -> bytes:
    """One entry."""
    return msgspec.json.encode(entry)


def unpack(head: bytes, entries: Iterable[bytes]) -> Table:
    """The table as it was after the last of these entries. Raises BadInput naming what is damaged."""
    try:
        begun = _head.decode(head)
    except msgspec.DecodeError as fault:
        raise BadInput(f"the head of a stored table cannot be read: {fault}") from None
    table = _begun(begun)
    for number, data in enumerate(entries, start=1):
        table = _folded(table, number, data)
    return table


def _begun(head: Head) -> Table:
    return Table(
        head.code,
        head.options,
        head.timing,
        private=head.private,
        remote=head.remote,
        id=head.id,
        cut_time=head.cut_time,
    )


def _folded(table: Table, number: int, data: bytes) -> Table:
    try:
        entry = _entry.decode(data)
        if entry.seq != number:
            raise BadInput(f"entry {number} of stored table {table.code} is missing")
        return apply(table, entry)
    except BadInput:
        raise
    except (msgspec.DecodeError, CardtableError, ValueError, LookupError, TypeError) as fault:
        raise BadInput(f"entry {number} of stored table {table.code} is damaged: {fault}") from None
