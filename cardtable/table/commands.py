"""What the people at a table can ask of it, beside the moves of the game itself. Types only."""

from __future__ import annotations

import msgspec

from cardtable.rules.hustle import commands as hustle


class AskRematch(msgspec.Struct, frozen=True, tag="ask_rematch"):
    """Play again at this table; the match starts when both have asked."""


class Leave(msgspec.Struct, frozen=True, tag="leave"):
    """Go away for good. In a live match this concedes."""


TableCommand = hustle.Place | hustle.Hit | hustle.Stand | hustle.Concede | AskRematch | Leave
