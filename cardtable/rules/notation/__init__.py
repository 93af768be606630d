"""A match as text: write it, read it, play it again, and check offline that everything in it is right."""

from cardtable.rules.notation.moments import Moment, moments, sound
from cardtable.rules.notation.reading import MAX_BYTES, read
from cardtable.rules.notation.record import FORMAT, MatchRecord, Recorded, record_of, replay, sealed
from cardtable.rules.notation.text import as_text, told
from cardtable.rules.notation.verifying import Verdict, verify
from cardtable.rules.notation.writing import write

__all__ = [
    "FORMAT",
    "MAX_BYTES",
    "MatchRecord",
    "Moment",
    "Recorded",
    "Verdict",
    "as_text",
    "moments",
    "read",
    "record_of",
    "replay",
    "sealed",
    "sound",
    "told",
    "verify",
    "write",
]
