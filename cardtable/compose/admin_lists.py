"""What the operator reads: sessions, tables and bans, a line each, with what an order calls them by."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from rich.cells import set_cell_size

from cardtable.ssh.visitor import address
from cardtable.table.keeping import Ban
from cardtable.table.lobby import Lobby
from cardtable.table.ports import TableSummary
from cardtable.text import NAME_CELLS

if TYPE_CHECKING:
    from cardtable.ssh.session import Session

Rows = list[tuple[str, str]]


def session_rows(sessions: Iterable[Session], lobby: Lobby) -> Rows:
    """Number, player, address, how long without a key, what they do, and the key."""
    return [(f"session {session.number}", _session(session, lobby)) for session in sessions]


def table_rows(tables: Iterable[TableSummary]) -> Rows:
    """Code, seats, stage, watchers."""
    return [(f"table {table.code}", _table(table)) for table in tables]


def ban_rows(bans: Iterable[Ban]) -> Rows:
    """What is banned, since when, why."""
    return [(f"ban {ban.what} {ban.value}", _ban(ban)) for ban in bans]


def _session(session: Session, lobby: Lobby) -> str:
    player = session.control.player()
    name = set_cell_size(player.name if player else "", NAME_CELLS)
    minutes, seconds = divmod(int(session.idle or 0), 60)
    key = session.access.identity.removeprefix("key:") if session.access.keyed else "guest"
    host, doing = address(session.access.peer)[0], _doing(session, lobby)
    return f"{session.number:4}  {name}  {host:15}  idle {minutes}:{seconds:02}  {doing:17}  {key}"


def _doing(session: Session, lobby: Lobby) -> str:
    player = session.control.player()
    if not session.control.busy:
        return "in the lobby"
    code = lobby.seat_of(player) if player is not None else None
    return f"at table {code}" if code else "watching"


def _table(table: TableSummary) -> str:
    return f"{table.code}  {' against '.join(table.names) or 'nobody':34}  {table.stage:8}  {table.watchers} watching"


def _ban(ban: Ban) -> str:
    since = datetime.fromtimestamp(ban.since / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    return f"{ban.what} {ban.value}  since {since}  {ban.why}".rstrip()
