"""A finished match as a value: who played, under which options, and everything that happened."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from cardtable.errors import RulesBug
from cardtable.rules.hustle.commands import Options
from cardtable.rules.hustle.events import Event, MatchEnded, Reason, Result, Shuffled
from cardtable.rules.hustle.state import State, evolve
from cardtable.rules.shoe import UNCUT

FORMAT: Literal["cardtable-match/1"] = "cardtable-match/1"

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Cut = Annotated[str, msgspec.Meta(max_length=200)]
WallClock = Annotated[
    str,
    msgspec.Meta(max_length=40, pattern=r"\A\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)\Z"),
]


class Recorded(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One event of a match. Times are milliseconds since the match began, by the server's clock.

    `at` is when it happened; `received` when the command that made it came in, None for what no player's command made.
    """

    at: Annotated[int, msgspec.Meta(ge=0)]
    event: Event
    received: Annotated[int, msgspec.Meta(ge=0)] | None = None


class MatchRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A finished match as it is saved. The fields stand in the file in this order.

    `names` by seat. `started` is wall-clock time, ISO 8601 with its offset. `cuts` by seat are left out where nobody
    cut, as in files older than cuts. `seed` is hex. `checksum` is the SHA-256 of all the rest: it tells damage, while
    only the commitment and the rules tell cheating.
    """

    format: Literal["cardtable-match/1"]
    game: Literal["hustle"]
    options: Options
    names: tuple[Name, Name]
    started: WallClock
    commitment: str
    cuts: tuple[Cut, Cut] = UNCUT
    seed: str
    result: Result
    reason: Reason
    events: tuple[Recorded, ...]
    checksum: str

    def __repr__(self) -> str:
        return f"<{self.game}, {self.names[0]} against {self.names[1]}, {self.started}: {self.result}>"


def record_of(options: Options, names: tuple[str, str], started: str, events: Sequence[Recorded]) -> MatchRecord:
    """The record of a finished match from its events, their times counted from the first.

    Raises RulesBug unless the events begin with the shuffle and finish with the end of the match.
    """
    first, last = (events[0].event, events[-1].event) if events else (None, None)
    if not isinstance(first, Shuffled) or not isinstance(last, MatchEnded):
        raise RulesBug("a match is recorded from its shuffle to its end")
    began = events[0].at
    return sealed(
        MatchRecord(
            format=FORMAT,
            game="hustle",
            options=options,
            names=names,
            started=started,
            commitment=first.commitment,
            cuts=first.cuts,
            seed=first.seed,
            result=last.result,
            reason=last.reason,
            events=tuple(_counted_from(began, recorded) for recorded in events),
            checksum="",
        )
    )


def _counted_from(began: int, recorded: Recorded) -> Recorded:
    received = None if recorded.received is None else recorded.received - began
    return Recorded(recorded.at - began, recorded.event, received)


def sealed(record: MatchRecord) -> MatchRecord:
    """The record with the checksum that belongs to it."""
    content = msgspec.json.encode(replace(record, checksum=""))
    return replace(record, checksum=hashlib.sha256(content).hexdigest())


def replay(record: MatchRecord) -> tuple[State, ...]:
    """The state after each event, in order. The record must have been verified: a broken one may raise anything."""
    states = [State(options=record.options)]
    for recorded in record.events:
        states.append(evolve(states[-1], recorded.event))
    return tuple(states[1:])
