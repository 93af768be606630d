"""What the people at a table can ask of it, beside the moves of the game itself. Types only."""

from __future__ import annotations

import msgspec

from cardtable.rules.hustle import commands as hustle


class AskRematch(msgspec.Struct, frozen=True, tag="ask_rematch"):
    """Play again at this table; the match starts when both have asked."""


class Leave(msgspec.Struct, frozen=True, tag="leave"):
    """Go away for good. In a live match this concedes."""


CUT_CELLS = 40
"""The widest a cut is, in terminal cells."""


class Cut(msgspec.Struct, frozen=True, tag="cut"):
    """Cut the deck with this text, before the first card; with an empty one a cut is made for the seat."""

    text: str


SAY_CELLS = 120
"""The widest a line of chat is, in terminal cells."""


class Say(msgspec.Struct, frozen=True, tag="say"):
    """Say a line to everybody at the table."""

    text: str


TableCommand = hustle.Place | hustle.Hit | hustle.Stand | hustle.Concede | AskRematch | Leave | Cut | Say
