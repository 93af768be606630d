"""What the operator does to the running server: the same words over `ssh host admin …` and from the screen."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from cardtable.compose.admin_lists import ban_rows, session_rows, table_rows
from cardtable.errors import BadInput, Rejected
from cardtable.ssh.admin_words import Order, help_lines, read_order
from cardtable.ssh.admission import source_of
from cardtable.ssh.barred import Barred
from cardtable.ssh.endings import banned, kicked
from cardtable.ssh.log import note
from cardtable.table.keeping import Ban, Store, Unreadable
from cardtable.table.lobby import Lobby
from cardtable.text import skeleton

if TYPE_CHECKING:
    from cardtable.ssh.context import SessionContext
    from cardtable.ssh.server import Server
    from cardtable.ssh.session import Session

_PATIENCE = 3.0
"""Seconds that the operator waits for the store; what was asked for is in force before."""


class Admin:
    """Carries out an operator's orders. `open` reads the bans, `attach` gives it its server."""

    def __init__(self, lobby: Lobby, store: Store, wall: Callable[[], int]) -> None:
        self.barred = Barred()
        self._lobby = lobby
        self._store = store
        self._wall = wall
        self._server: Server | None = None

    async def open(self) -> None:
        """Read who is banned; before anybody comes in."""
        for ban in await self._store.bans():
            self.barred.add(ban)

    def attach(self, server: Server) -> None:
        """The server that all this is about."""
        self._server = server

    def desk(self, context: SessionContext) -> OperatorDesk:
        """For an operator's screen."""
        return OperatorDesk(self, context)

    def sessions(self) -> list[Session]:
        """Everybody with a screen, the first who came first."""
        found = self._server.sessions if self._server is not None else ()
        return sorted((session for session in found if session.idle is not None), key=lambda session: session.number)

    def rows(self) -> tuple[tuple[str, str], ...]:
        """Sessions, tables and bans, each as the target of an order and a line about it."""
        return (
            *session_rows(self.sessions(), self._lobby),
            *table_rows(self._lobby.every_table()),
            *ban_rows(self.barred.all()),
        )

    async def carry_out(self, words: str, by: SessionContext) -> str:
        """Do what these words say, and say what was done. Raises BadInput and Rejected."""
        if not by.operator:
            raise BadInput("only the operator can do that")
        order = read_order(words)
        note(logging.INFO, "admin", order=order.verb, target=order.target, text=order.text, identity=by.identity)
        match order.verb:
            case "help":
                return help_lines()
            case "list":
                return self._listed()
            case "kick":
                return self._kick(order)
            case "ban":
                return await self._ban(order, by)
            case "unban":
                return await self._unban(order)
            case "bans":
                return "\n".join(line for _, line in ban_rows(self.barred.all())) or "Nobody is banned."
            case "close":
                await self._lobby.close_table(order.target)
                return f"Table {order.target} is closed."
            case "announce":
                return self._announce(order.text)
            case "drain":
                return self._drain()

    def _listed(self) -> str:
        sessions = [line for _, line in session_rows(self.sessions(), self._lobby)]
        tables = [line for _, line in table_rows(self._lobby.every_table())]
        return "\n".join([f"Sessions: {len(sessions)}", *sessions, f"Tables: {len(tables)}", *tables])

    def _kick(self, order: Order) -> str:
        found = self._find(order.target)
        for session in found:
            session.end(kicked(order.text))
        return f"{_counted(len(found))} ended."

    async def _ban(self, order: Order, by: SessionContext) -> str:
        targets = [(order.what, order.target)] if order.what else await self._targets(order.target)
        for what, value in targets:
            self._refuse_own(what, value, by)
        bans = [Ban("key" if what == "key" else "address", value, order.text, self._wall()) for what, value in targets]
        for ban in bans:
            self.barred.add(ban)
        ended = self._end_banned()
        kept = [await _kept(self._store.ban(ban)) for ban in bans]
        names = " and ".join(f"{what} {value}" for what, value in targets)
        return f"Banned: {names}. {_counted(ended)} ended.{'' if all(kept) else _NOT_KEPT}"

    async def _unban(self, order: Order) -> str:
        if not self.barred.remove(order.what, order.target):
            raise Rejected("not_banned", f"The {order.what} {order.target} is not banned; see: admin bans")
        kept = await _kept(self._store.unban(order.what, order.target))
        return f"The {order.what} {order.target} may come in again.{'' if kept else _NOT_KEPT}"

    async def _targets(self, who: str) -> list[tuple[str, str]]:
        """Every key of who plays there now; of a guest, who has none, the address."""
        targets: dict[tuple[str, str], None] = {}
        for session in self._find(who):
            if not session.access.keyed:
                targets["address", _address_of(session)] = None
                continue
            targets["key", session.access.identity.removeprefix("key:")] = None
            player = session.control.player()
            if player is not None and player.profile:
                # While nothing can be read, the key that was shown has to do.
                with suppress(Unreadable):
                    targets.update(dict.fromkeys(("key", key) for key in await self._store.keys_of(player.profile)))
        return list(targets)

    def _refuse_own(self, what: str, value: str, by: SessionContext) -> None:
        """Nobody locks themselves out, or another operator."""
        operators = self._server.config.operators if self._server is not None else frozenset()
        if what == "key" and value in operators:
            raise Rejected("operator", "That is the key of an operator.")
        if what == "address" and value == source_of(by.peer[0]):
            raise Rejected("operator", f"{value} is the address that you come from yourself.")

    def _end_banned(self) -> int:
        ended = [session for session in self._server.sessions if session.told_off] if self._server is not None else []
        for session in ended:
            session.end(banned(session.told_off or ""))
        return len(ended)

    def _announce(self, text: str) -> str:
        sessions = self.sessions()
        for session in sessions:
            session.control.tell(text)
        return f"{_counted(len(sessions))} told."

    def _drain(self) -> str:
        if self._server is not None:
            self._server.ask_to_end()
        return "The server is going down: everybody is told, live tables are kept."

    def _find(self, who: str) -> list[Session]:
        """The session of this number, or all of the one player who is called so. Raises Rejected otherwise."""
        sessions = self.sessions()
        found = [session for session in sessions if str(session.number) == who]
        found = found or [session for session in sessions if _is_called(session, who)]
        if not found:
            raise Rejected("no_such_session", f"Nobody here is called {who}, and no session has that number.")
        if len(set(map(_who, found))) > 1:
            raise Rejected("several", f"Several players are called {who}: say which by the number of the session.")
        return found


class OperatorDesk:
    """One operator's way to all of this. Implements `tui.host.Operator`."""

    def __init__(self, admin: Admin, context: SessionContext) -> None:
        self._admin = admin
        self._context = context

    def rows(self) -> tuple[tuple[str, str], ...]:
        """See `tui.host.Operator`."""
        return self._admin.rows()

    async def carry_out(self, words: str) -> str:
        """See `tui.host.Operator`. Raises Rejected."""
        try:
            return await self._admin.carry_out(words, self._context)
        except BadInput as fault:
            raise Rejected("bad_order", str(fault)) from None


_NOT_KEPT = " It holds until the server ends: nothing can be stored now."


async def _kept(storing: Awaitable[object]) -> bool:
    """Whether it was stored soon."""
    try:
        async with asyncio.timeout(_PATIENCE):
            await storing
    except TimeoutError:
        return False
    return True


def _is_called(session: Session, who: str) -> bool:
    player = session.control.player()
    return player is not None and skeleton(player.name) == skeleton(who)


def _who(session: Session) -> str:
    """The same for all sessions of one player."""
    player = session.control.player()
    return player.identity if player is not None else session.access.identity


def _address_of(session: Session) -> str:
    peer = session.access.peer
    return source_of(str(peer[0])) if isinstance(peer, tuple) else ""


def _counted(sessions: int) -> str:
    return f"{sessions} session{'' if sessions == 1 else 's'}"
