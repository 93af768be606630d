"""What everybody may know of a table and of a player, for the lists of the lobby. From the public view; no secrets."""

from __future__ import annotations

from collections.abc import Iterable

from cardtable.rules.hustle.project import view_for
from cardtable.rules.hustle.views import HustleView, Phase
from cardtable.table.actor import TableActor
from cardtable.table.board import Listing
from cardtable.table.ports import OnlinePlayer, TableSummary
from cardtable.table.presence import Visitor
from cardtable.table.table import Table
from cardtable.table.views import SeatKind, Stage

_Seen = tuple[Table, int, TableSummary]


class Lister:
    """Lists tables and players; a table that has not changed is not looked at again."""

    def __init__(self) -> None:
        self._seen: dict[str, _Seen] = {}

    def listing(self, actors: Iterable[TableActor], visitors: Iterable[Visitor]) -> Listing:
        """The open tables, newest first, and everybody who is here, with what they are doing."""
        live = [actor for actor in actors if actor.table.stage is not Stage.CLOSED]
        seen = {actor.table.id: self._look(actor) for actor in reversed(live) if not actor.table.private}
        self._seen = seen
        seats = {seat.player.identity: actor.table for actor in live for seat in actor.table.seats if seat.player}
        players = tuple(_online(visitor, seats.get(visitor.player.identity)) for visitor in visitors)
        return Listing(tuple(summary for _table, _watchers, summary in seen.values()), players)

    def _look(self, actor: TableActor) -> _Seen:
        known = self._seen.get(actor.table.id)
        if known is not None and known[0] is actor.table and known[1] == actor.watchers:
            return known
        return actor.table, actor.watchers, summary_of(actor.table, actor.watchers)


def summary_of(table: Table, watchers: int) -> TableSummary:
    """A table in a line."""
    names = tuple(seat.player.name for seat in table.seats if seat.player and seat.kind is not SeatKind.OPEN)
    match = view_for(table.match, None) if table.match is not None else None
    score = match.wins if match is not None and match.phase is not Phase.DRAFT else None
    return TableSummary(table.code, names, table.stage, watchers, table.options, _phase(table.stage, match), score)


def _phase(stage: Stage, match: HustleView | None) -> str:
    if stage is Stage.CUTTING:
        return "cutting"
    if match is None or stage is Stage.WAITING:
        return "waiting"
    if stage is not Stage.PLAYING:
        return "over"
    return "draft" if match.phase is Phase.DRAFT else f"column {match.column + 1}"


def _online(visitor: Visitor, table: Table | None) -> OnlinePlayer:
    return OnlinePlayer(visitor.number, visitor.player.name, _doing(visitor, table))


def _doing(visitor: Visitor, table: Table | None) -> str:
    """A private table's code would let anybody in: it stands in no list."""
    if table is None:
        return "watching" if visitor.watching else "in the lobby"
    verb = {Stage.WAITING: "waiting", Stage.CUTTING: "playing", Stage.PLAYING: "playing"}
    doing = verb.get(table.stage, "after a match")
    return doing if table.private else f"{doing} {table.code}"
