"""What a player of 21 Hustle can do, and the options of a table. Types only."""

from __future__ import annotations

from typing import Literal

import msgspec

SEATS = 2
COLUMNS = 3
ROOM = 2
"""Drafted cards a column can hold (H5)."""


class Options(msgspec.Struct, frozen=True):
    """How a table plays: the draft `blind` (H4) or `open` (H24); clocks `standard` (H17–H21) or `relaxed` (H23)."""

    draft: Literal["blind", "open"] = "blind"
    clocks: Literal["standard", "relaxed"] = "standard"


class Place(msgspec.Struct, frozen=True, tag="place"):
    """Draft: put the next card into this column, 0 to 2 (H4)."""

    column: int


class Hit(msgspec.Struct, frozen=True, tag="hit"):
    """Match-up: take the next card (H9)."""


class Stand(msgspec.Struct, frozen=True, tag="stand"):
    """Match-up: lock the total for this column (H11)."""


class Concede(msgspec.Struct, frozen=True, tag="concede"):
    """Give the match up."""


Choice = Place | Hit | Stand
Command = Place | Hit | Stand | Concede

PLACES = (Place(0), Place(1), Place(2))
HIT = Hit()
STAND = Stand()
CONCEDE = Concede()
