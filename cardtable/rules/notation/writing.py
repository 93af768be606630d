"""A record as text: JSON that a person can read, one event a line."""

from __future__ import annotations

import msgspec

from cardtable.rules.notation.record import MatchRecord
from cardtable.rules.shoe import UNCUT


def write(record: MatchRecord) -> str:
    """The text of a saved match, ending with a newline. `read` gives the same record back."""
    # What is left out of the bytes under the checksum is left out here, too.
    names = [name for name in record.__struct_fields__ if name != "cuts" or record.cuts != UNCUT]
    fields = [f"  {_json(name)}: {_value(record, name)}" for name in names]
    return "{\n" + ",\n".join(fields) + "\n}\n"


def _value(record: MatchRecord, name: str) -> str:
    if name != "events":
        return _json(getattr(record, name))
    lines = [f"    {_json(recorded)}" for recorded in record.events]
    return "[\n" + ",\n".join(lines) + "\n  ]"


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
