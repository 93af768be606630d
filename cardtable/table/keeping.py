"""What is kept beyond one run of the program: live tables, players, finished matches, ratings. The port and its values.

Wall-clock times are integer milliseconds since 1970, UTC. What a table writes (`data`, `head`) is opaque here: whoever
keeps it gives back the very same bytes.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from typing import Literal, Protocol

import msgspec


class Row(msgspec.Struct, frozen=True):
    """One entry of a live table: its number, from 1 without a gap, and what the table wrote."""

    seq: int
    data: bytes


class LiveTable(msgspec.Struct, frozen=True):
    """A table that has not ended: `id` is unique for ever, `head` is what it started from, `rows` what happened."""

    id: str
    head: bytes
    rows: tuple[Row, ...]


class Profile(msgspec.Struct, frozen=True):
    """A player who is known here.

    `name` is theirs alone: no two players have names with the same `skeleton` (see `text.skeleton`). `prefs` is what
    their app keeps, opaque. `last_table` is the code of the table they sat at last, "" if none.
    """

    id: str
    name: str
    skeleton: str
    created: int
    prefs: bytes = b""
    last_table: str = ""


class SeatRecord(msgspec.Struct, frozen=True):
    """Who sat at a seat of a finished match. `player` is a Profile's id, "" for bots, guests and hot-seat.

    `result` is from this seat's side. `skips_lost` counts lost skips.
    """

    player: str
    name: str
    level: str = ""
    result: Literal["won", "lost", "tied"] = "tied"
    skips_lost: int = 0


class FinishedMatch(msgspec.Struct, frozen=True):
    """A match that is over. `record` is its saved form (`rules.notation.write`), as bytes; seats in order from 0."""

    id: str
    game: str
    started: int
    ended: int
    reason: str
    rated: bool
    seats: tuple[SeatRecord, ...]
    record: bytes = b""


class HistoryQuery(msgspec.Struct, frozen=True):
    """Which finished matches: each field that is not empty narrows. `since` and `until` bound `ended`, wall ms.

    `opponent` is matched at the start of the other seats' names, letters of either case alike; without `player`, of any
    seat's name, and `result` is then any seat's. `before` is the `(ended, id)` of the last match of the page before,
    None for the first page (newest first).
    """

    player: str = ""
    game: str = ""
    opponent: str = ""
    result: Literal["", "won", "lost", "tied"] = ""
    since: int | None = None
    until: int | None = None
    before: tuple[int, str] | None = None
    limit: int = 50


class Rating(msgspec.Struct, frozen=True):
    """A player's strength in one game: mean, uncertainty, rated matches so far, when the last of them ended.

    `name` is the player's name now; it comes from the store, and need not be given to it.
    """

    player: str
    game: str
    mu: float
    sigma: float
    matches: int
    updated: int
    name: str = ""


class Tally(msgspec.Struct, frozen=True):
    """How a player did against one opponent in one game. `skips_lost` counts the player's own lost skips.

    An opponent with a Profile is one whatever they are called, and `opponent` is the name last seen; others are told
    apart by name and level.
    """

    game: str
    opponent: str
    won: int
    lost: int
    tied: int
    skips_lost: int


class Ban(msgspec.Struct, frozen=True):
    """Somebody who may not come in. `what` tells what `value` is: a key's fingerprint or an address."""

    what: Literal["key", "address"]
    value: str
    why: str
    since: int


class NameTaken(Exception):
    """Another player has this name, or one that looks the same."""


class Contradiction(Exception):
    """What is to be kept contradicts what is kept already: a defect of ours, and nothing has changed.

    A gap between rows, another row or table under the same number or id, a table or player that nobody has opened.
    """


class Closed(Exception):
    """The store was closed before this was safe. It may have been kept all the same."""


class Unreadable(Exception):
    """What is kept cannot be read now; the text says why."""


class Store(Protocol):
    """Keeps everything. Every writing method returns once it is safe on disk, and writes all of it or nothing.

    While nothing can be written (disk full, file locked) they wait: `healthy` is False then, and `watch` tells. What
    was written once may be written again, whole, without harm. All may raise Closed, after `close`; those that write,
    Contradiction; those that read, Unreadable.
    """

    @property
    def healthy(self) -> bool:
        """Whether writing works now. False once a write has failed or waited for two seconds; True after one works."""
        ...

    def watch(self, told: Callable[[bool], None]) -> None:
        """Call this with the new `healthy` whenever it changes, in the event loop."""
        ...

    async def close(self) -> None:
        """Write what waits, within two seconds, and let go of the file."""
        ...

    # Live tables

    async def open_table(self, table: str, head: bytes) -> None:
        """Keep a new table."""
        ...

    async def append(self, table: str, rows: Sequence[Row]) -> None:
        """Keep what happened there, in order. Appending the same rows again is harmless.

        Raises Contradiction for a gap, for other data under a number that is kept, and for a table that is not open.
        """
        ...

    async def end_table(self, table: str) -> None:
        """Forget a table that is closed. Harmless if it is forgotten."""
        ...

    async def live_tables(self) -> tuple[LiveTable, ...]:
        """Every table that was opened and not ended, oldest first."""
        ...

    async def mark_alive(self, now: int) -> None:
        """The tables' clock (ms) at which this process still ran."""
        ...

    async def last_alive(self) -> int | None:
        """The last instant marked, None if never."""
        ...

    # Players

    async def player_of(self, fingerprint: str) -> Profile | None:
        """The player to whom this key belongs."""
        ...

    async def player(self, player: str) -> Profile | None:
        """The player with this id."""
        ...

    async def name_taken(self, skeleton: str) -> bool:
        """Whether a player has a name that looks like this."""
        ...

    async def add_player(self, profile: Profile, fingerprint: str) -> None:
        """A new player with a first key, which is theirs alone from now on. Raises NameTaken."""
        ...

    async def add_key(self, player: str, fingerprint: str) -> None:
        """One more key; a key that belonged to somebody else now belongs to this player."""
        ...

    async def keys_of(self, player: str) -> tuple[str, ...]:
        """The fingerprints of a player's keys, oldest first."""
        ...

    async def rename(self, player: str, name: str, skeleton: str) -> None:
        """Another name. Raises NameTaken."""
        ...

    async def keep_prefs(self, player: str, prefs: bytes) -> None:
        """What the player's app keeps."""
        ...

    async def keep_last_table(self, player: str, code: str) -> None:
        """Where the player sat last."""
        ...

    # Matches and ratings

    async def record(self, match: FinishedMatch, ratings: Sequence[Rating] = ()) -> None:
        """Keep a finished match and the ratings after it, of players known here.

        Recording a match of the same id again is harmless, and changes nothing.
        """
        ...

    async def match(self, match: str) -> FinishedMatch | None:
        """One finished match, whole."""
        ...

    async def history(self, query: HistoryQuery) -> tuple[FinishedMatch, ...]:
        """A page of finished matches, newest first, without their `record`."""
        ...

    def every_match(self) -> AsyncIterator[FinishedMatch]:
        """All finished matches, oldest first, whole."""
        ...

    async def rating(self, player: str, game: str) -> Rating | None:
        """The player's rating now."""
        ...

    async def rating_line(self, player: str, game: str) -> tuple[Rating, ...]:
        """The rating after each rated match, by their number, oldest first."""
        ...

    async def leaderboard(self, game: str, limit: int) -> tuple[Rating, ...]:
        """The best, by what they have shown for certain (`mu - 3 sigma`), best first, with their names."""
        ...

    async def tallies(self, player: str) -> tuple[Tally, ...]:
        """A player's results by game and opponent, most matches first."""
        ...

    # The operator's

    async def ban(self, ban: Ban) -> None:
        """Keep somebody out; a second ban of the same replaces the first."""
        ...

    async def unban(self, what: str, value: str) -> bool:
        """Let somebody in again; False if they were not banned."""
        ...

    async def bans(self) -> tuple[Ban, ...]:
        """Everybody who is banned, newest first."""
        ...
