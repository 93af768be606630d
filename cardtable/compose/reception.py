"""Whoever comes in over ssh: who they are, the game made for them, and what is answered without a screen."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from cardtable.compose.past import history_text, kept_match, match_in_form
from cardtable.compose.records import StoreRecords
from cardtable.compose.saved import export_text, teller
from cardtable.errors import Rejected
from cardtable.table.codes import looks_like_match
from cardtable.table.events import Player
from cardtable.table.keeping import Profile, Store
from cardtable.table.lobby import Lobby
from cardtable.table.register import Register

if TYPE_CHECKING:
    from cardtable.compose.admin import Admin
    from cardtable.ssh.context import SessionContext
    from cardtable.ssh.exec import Intent
    from cardtable.tui.app import CardtableApp
    from cardtable.tui.prefs import Preferences
    from cardtable.tui.start import Start
    from cardtable.tui.themes import Theme

_log = logging.getLogger("cardtable.reception")


class Reception:
    """Knows everybody who may come back, and gives each session its game."""

    def __init__(self, lobby: Lobby, store: Store, register: Register, admin: Admin) -> None:
        self._lobby = lobby
        self._admin = admin
        self._store = store
        self._register = register
        self._tasks: set[asyncio.Task[None]] = set()

    async def app(self, context: SessionContext) -> CardtableApp:
        """The game for one ssh session. Raises Rejected or BadInput where there is nothing to show."""
        named, profile = bool(context.wished_name), None
        if context.keyed:
            named = named or await self._register.known(_fingerprint(context))
            profile = await self._register.sign_in(_fingerprint(context), context.wished_name or "player")
            player = known(profile)
        else:
            player = Player(context.identity, await self._register.guest_name(context.wished_name or "guest"))
        return self._app(context, player, profile, await self._start(player, context.intent, named=named))

    async def _start(self, player: Player, intent: Intent, *, named: bool) -> Start:
        from cardtable.tui.start import LookAt

        if intent.kind == "replay":
            return LookAt(await kept_match(self._store, intent.code))
        return _start_of(self._lobby, player, intent, named=named)

    async def answer(self, context: SessionContext) -> str:
        """What a command that needs no screen is answered. Raises Rejected."""
        intent = context.intent
        match intent.kind:
            case "export":
                return await self._export(intent)
            case "history":
                return await history_text(
                    self._store, _fingerprint(context) if context.keyed else None, results=intent.results
                )
            case "admin":
                return await self._admin.carry_out(intent.words, context)
            case "key":
                return await self._add_key(context)
            case _:
                return tables_text(self._lobby)

    async def _export(self, intent: Intent) -> str:
        form = intent.form or "json"
        if looks_like_match(intent.code):
            return await match_in_form(self._store, intent.code, form)
        return export_text(self._lobby, intent.code, form)

    async def _add_key(self, context: SessionContext) -> str:
        if not context.keyed:
            raise Rejected("no_key", "Your ssh client showed no key, so there is none to add. Make one: ssh-keygen")
        profile = await self._register.take_key(context.intent.code, _fingerprint(context))
        return f"This key is {profile.name}'s from now on."

    def _app(self, context: SessionContext, player: Player, profile: Profile | None, start: Start) -> CardtableApp:
        from cardtable.tui.app import CardtableApp
        from cardtable.tui.host import Given

        def busy(at_table: bool) -> None:
            context.control.busy = at_table

        app = CardtableApp(
            Given(
                desk=self._lobby,
                player=player,
                themes=built_in_themes(),
                prefs=_prefs_of(profile, colourless=context.terminal.colours == "mono"),
                start=start,
                invite=invitation(context),
                save=teller(lambda command: context.gate.line(command, terminal=False)),
                notes=tuple(filter(None, (context.motd, context.name_fault if profile is None else ""))),
                unicode=context.terminal.unicode,
                busy=busy,
                keep=self._keeper(profile) if profile is not None else None,
                records=StoreRecords(self._kept),
                known_as=player.profile,
                account=Account(self._register, profile.id, context) if profile is not None else None,
                operator=self._admin.desk(context) if context.operator else None,
            )
        )
        context.control.player = lambda: app.player
        context.control.tell = app.announce
        return app

    async def _kept(self) -> Store:
        return self._store

    def _keeper(self, profile: Profile) -> Callable[[Preferences], None]:
        """Keeps a player's choices, without letting them wait for it."""

        def keep(prefs: Preferences) -> None:
            self._spawn(self._store.keep_prefs(profile.id, msgspec.json.encode(prefs)))

        return keep

    def _spawn(self, life: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(_logged(life))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class Account:
    """What a known player may change about themselves. Implements `tui.host.Account`."""

    def __init__(self, register: Register, player: str, context: SessionContext) -> None:
        self._register = register
        self._player = player
        self._context = context

    async def rename(self, name: str) -> str:
        """See `tui.host.Account`."""
        return await self._register.rename(self._player, name)

    def key_line(self) -> str:
        """See `tui.host.Account`."""
        code = self._register.offer_key(self._player)
        return self._context.gate.line(f"key {code}", terminal=False)


def known(profile: Profile) -> Player:
    """The player of a profile: the same whichever of their keys they come with."""
    return Player(f"player:{profile.id}", profile.name, keyed=True, profile=profile.id)


def _fingerprint(context: SessionContext) -> str:
    return context.identity.removeprefix("key:")


async def _logged(life: Coroutine[None, None, None]) -> None:
    try:
        await life
    except Exception:
        _log.exception("what a player chose could not be kept")


def _prefs_of(profile: Profile | None, *, colourless: bool) -> Preferences:
    """What the player chose last; a terminal without colours is shown none."""
    from cardtable.tui.prefs import Preferences
    from cardtable.tui.themes import MONO

    prefs = Preferences()
    if profile is not None and profile.prefs:
        try:
            prefs = msgspec.json.decode(profile.prefs, type=Preferences)
        except msgspec.DecodeError as fault:
            _log.warning("the preferences of %s cannot be read: %s", profile.id, fault)
    return msgspec.structs.replace(prefs, theme=MONO) if colourless else prefs


def tables_text(lobby: Lobby) -> str:
    """The open tables, a line each."""
    rows = [
        f"{table.code}  {' against '.join(table.names) or 'nobody':34}  {table.stage:8} {table.watchers} watching"
        for table in lobby.tables()
    ]
    return "\n".join(rows) if rows else "No open tables now. Open one:  new hustle"


@cache
def built_in_themes() -> dict[str, Theme]:
    """The themes of every ssh session, read once."""
    from cardtable.tui.themes import load_themes

    return load_themes()[0]


def invitation(context: SessionContext) -> Callable[[str], tuple[str, ...]]:
    """The lines a friend types to join a table, from where this player came in."""

    def lines(code: str) -> tuple[str, ...]:
        only_here = ("(Only somebody on this very machine can join: the server listens on loopback.)",)
        return (*context.gate.invite(code), *(only_here if context.gate.local else ()))

    return lines


def _start_of(lobby: Lobby, player: Player, intent: Intent, *, named: bool) -> Start:
    """What was asked for; who asks for nothing and has a seat is back in it, since its clocks may be running."""
    from cardtable.tui import start

    own = lobby.seat_of(player)
    match intent.kind:
        case "lobby" if own is not None:
            return start.JoinTable(own)
        case "new":
            return start.NewTable()
        case "join":
            # Nobody is asked for a name at a table that does not exist.
            return start.JoinTable(intent.code, ask_name=not named and lobby.knows(intent.code))
        case "watch":
            return start.WatchTable(intent.code)
        case "back":
            return start.BackTo(intent.code)
        case _:
            return start.Lobby()
