"""The game for friends over ssh."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Callable
from functools import cache
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

from cardtable.compose.desk import BotsWhenNeeded, make_lobby
from cardtable.compose.saved import export_text, teller
from cardtable.config import Config, load_config
from cardtable.table.events import Player
from cardtable.table.lobby import Lobby
from cardtable.text import clean_line

if TYPE_CHECKING:
    from cardtable.ssh.context import SessionContext
    from cardtable.ssh.exec import Intent
    from cardtable.ssh.options import ServeConfig
    from cardtable.ssh.server import Server
    from cardtable.tui.app import CardtableApp
    from cardtable.tui.start import Start
    from cardtable.tui.themes import Theme


def serve(*, host: str, port: int, public_host: str | None, host_key: Path | None, motd: str, max_sessions: int) -> int:
    """Let friends in over ssh until SIGTERM or SIGINT; returns the exit code. Raises BadInput for a bad option."""
    from cardtable.ssh.options import ServeConfig

    config = load_config()
    options = ServeConfig(
        host=host,
        port=port,
        public_host=public_host,
        host_key=host_key or config.data_dir / "host_key",
        motd=clean_line(motd, 70),
        max_sessions=max_sessions,
    )
    asyncio.run(_serve(config, options))
    return 0


async def _serve(config: Config, options: ServeConfig) -> None:
    from cardtable.ssh.server import serve as serve_until_told

    def announce(server: Server) -> None:
        sys.stdout.write(welcome(options, server.addresses))
        sys.stdout.flush()

    bots = BotsWhenNeeded()
    lobby = make_lobby(config, bots, remote=True)
    await lobby.open()
    await serve_until_told(
        options,
        lambda context: session_app(lobby, context),
        lambda intent: answer(lobby, intent),
        announce,
        closing=(lobby.close, bots.close),
    )


def welcome(options: ServeConfig, addresses: list[tuple[str, int]]) -> str:
    """What the operator reads when the server is up: the exact line for friends."""
    from cardtable.ssh.invite import gate_of

    host, port = addresses[0]
    if ip_address(host).is_unspecified:
        host = _outward_address()
    gate = gate_of(options.public_host, (host, port))
    lines = [f"cardtable is listening on {addresses[0][0]} port {port}.", f"Friends type:  {gate.line(user='NAME')}"]
    if gate.local:
        lines.append("Only this machine can join; --host 0.0.0.0 lets others in.")
    return "\n".join([*lines, "Ctrl+C ends the server.", ""])


def _outward_address() -> str:
    """This machine's address on the network it would reach others by; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def answer(lobby: Lobby, intent: Intent) -> str:
    """What a command that needs no screen is answered. Raises Rejected."""
    return export_text(lobby, intent.code) if intent.kind == "export" else tables_text(lobby)


def tables_text(lobby: Lobby) -> str:
    """The open tables, a line each."""
    rows = [
        f"{table.code}  {' against '.join(table.names) or 'nobody':34}  {table.stage:8} {table.watchers} watching"
        for table in lobby.tables()
    ]
    return "\n".join(rows) if rows else "No open tables now. Open one:  new hustle"


def session_app(lobby: Lobby, context: SessionContext) -> CardtableApp:
    """The game for one ssh session. Raises Rejected or BadInput where there is nothing to show."""
    from cardtable.tui.app import CardtableApp
    from cardtable.tui.host import Given
    from cardtable.tui.prefs import Preferences

    themes = built_in_themes()
    name = context.wished_name
    mono = context.terminal.colours == "mono"

    def busy(at_table: bool) -> None:
        context.control.busy = at_table

    player = Player(context.identity, name or "guest", context.keyed)
    return CardtableApp(
        Given(
            desk=lobby,
            player=player,
            themes=themes,
            prefs=Preferences(theme="mono" if mono else "felt", animation=True),
            start=_start_of(lobby, player, context),
            invite=invitation(context),
            save=teller(lambda command: context.gate.line(command, terminal=False)),
            notes=tuple(filter(None, (context.motd, context.name_fault))),
            unicode=context.terminal.unicode,
            busy=busy,
        )
    )


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


def _start_of(lobby: Lobby, player: Player, context: SessionContext) -> Start:
    """What was asked for; who asks for nothing and has a seat is back in it, since its clocks may be running."""
    from cardtable.tui import start

    intent, own = context.intent, lobby.seat_of(player)
    match intent.kind:
        case "lobby" if own is not None:
            return start.JoinTable(own)
        case "new":
            return start.NewTable()
        case "join":
            # Nobody is asked for a name at a table that does not exist.
            return start.JoinTable(intent.code, ask_name=not context.wished_name and lobby.knows(intent.code))
        case "watch":
            return start.WatchTable(intent.code)
        case "back":
            return start.BackTo(intent.code)
        case _:
            return start.Lobby()
