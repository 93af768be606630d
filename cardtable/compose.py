"""The one place that wires the layers together: the local game, the server, the check of a saved match."""

from __future__ import annotations

import asyncio
import getpass
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from io import StringIO
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console

from cardtable.config import Config, load_config
from cardtable.errors import BadInput, Rejected
from cardtable.table.clock import Timing
from cardtable.table.codes import looks_like_code
from cardtable.table.link import TableLink
from cardtable.table.lobby import Lobby
from cardtable.table.ports import Player
from cardtable.table.records import record_match
from cardtable.text import clean_line, clean_name

if TYPE_CHECKING:
    from cardtable.bots.player import Bots
    from cardtable.rules.notation import Verdict
    from cardtable.ssh.context import SessionContext
    from cardtable.ssh.exec import Intent
    from cardtable.ssh.options import ServeConfig
    from cardtable.ssh.server import Server
    from cardtable.tui.app import CardtableApp
    from cardtable.tui.start import Start
    from cardtable.tui.themes import Theme


class BotsWhenNeeded:
    """Every bot of this process; what they are made of is loaded by the first of them, not before the first paint."""

    def __init__(self) -> None:
        self._bots: Bots | None = None

    async def __call__(self, level: str, link: TableLink) -> None:
        """See `ports.BotSeat`."""
        if self._bots is None:
            from cardtable.bots.player import Bots

            self._bots = Bots()
        await self._bots(level, link)

    async def close(self) -> None:
        """End what they use."""
        if self._bots is not None:
            await self._bots.close()


def make_lobby(config: Config, bots: BotsWhenNeeded, *, remote: bool) -> Lobby:
    """A front desk under this configuration."""
    return Lobby(bots=bots, remote=remote, timing=Timing().speeded(config.settings.clock_speed))


def play() -> int:
    """Play at this terminal; returns the exit code. Raises BadInput when there is no terminal."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise BadInput("the game needs a terminal for its screen and keys; run it without a pipe")
    config = load_config()
    with suppress(KeyboardInterrupt):
        asyncio.run(_play(config))
    return 0


async def _play(config: Config) -> None:
    _log_to_file(config.data_dir)
    bots = BotsWhenNeeded()
    lobby = make_lobby(config, bots, remote=False)
    app = local_app(config, lobby)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, app.exit)
    # A crash is told in one line; Textual's own report, with everybody's cards in it, goes to the log.
    report = StringIO()
    app.error_console = Console(file=report)
    await lobby.open()
    try:
        await app.run_async()
    finally:
        await lobby.close()
        await bots.close()
    if app.return_code:
        logging.getLogger("cardtable").error("the game crashed\n%s", report.getvalue())
        raise BadInput(f"the game has failed, through a fault of ours; the details are in {config.data_dir / LOG}")


LOG = "cardtable.log"


def _log_to_file(folder: Path) -> None:
    """What goes wrong is written beside the saved matches: the screen belongs to the game."""
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        logging.getLogger("cardtable").addHandler(logging.FileHandler(folder / LOG, delay=True))


def local_player() -> Player:
    """The machine's user, by a name fit for a table."""
    try:
        name = clean_name(getpass.getuser())
    except (OSError, KeyError):
        name = ""
    return Player("local", name if name and not looks_like_code(name) else "you")


def saver(lobby: Lobby, folder: Path) -> Any:
    """Saves the match just finished at a table, and returns the file. Raises Rejected if it cannot be written."""

    def save(link: TableLink) -> Path:
        from cardtable.rules.notation import write

        entries, view = lobby.history(link), link.latest
        wall = datetime.now(UTC)
        record = record_match(entries, (view.seats[0].name, view.seats[1].name), lobby.now(), wall)
        path = folder / f"hustle-{wall:%Y%m%d-%H%M%S}-{view.code}.json"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path.write_text(write(record), encoding="utf-8")
        except OSError as fault:
            raise Rejected("not_saved", f"The match could not be saved: {fault.strerror or fault}.") from None
        return path

    return save


def verify_file(path: Path) -> Verdict:
    """Check a saved match. Raises BadInput for a file that cannot be read or is no saved match."""
    from cardtable.rules.notation import MAX_BYTES, read, verify

    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as fault:
        raise BadInput(f"{path} cannot be read: {fault.strerror or fault}") from None
    return verify(read(data))


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
    try:
        await serve_until_told(
            options,
            lambda context: session_app(lobby, context),
            lambda _intent: tables_text(lobby),
            announce,
        )
    finally:
        await lobby.close()
        await bots.close()


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


def tables_text(lobby: Lobby) -> str:
    """The open tables, a line each."""
    rows = [
        f"{table.code}  {' against '.join(table.names) or 'nobody':34}  {table.stage:8} {table.watchers} watching"
        for table in lobby.tables()
    ]
    return "\n".join(rows) if rows else "No open tables now. Open one:  new hustle"


def local_app(config: Config, lobby: Lobby) -> CardtableApp:
    """The game for this terminal."""
    from cardtable.tui.app import CardtableApp
    from cardtable.tui.host import Given
    from cardtable.tui.prefs import load_preferences
    from cardtable.tui.themes import load_themes

    themes, faults = load_themes(config.config_dir / "themes")
    prefs, fault = load_preferences(config.config_dir)
    if prefs.theme not in themes:
        faults.append(f"There is no theme {prefs.theme!r} any more; choose one in the settings.")
    given = Given(
        desk=lobby,
        player=local_player(),
        themes=themes,
        prefs=prefs,
        keep=config.config_dir,
        save=saver(lobby, config.data_dir / "matches"),
        notes=(*faults, *([fault] if fault else [])),
        unicode=shows_unicode(),
    )
    return CardtableApp(given)


def shows_unicode() -> bool:
    """Whether this terminal shows more than ASCII, by its own environment."""
    locale = os.environ.get("LC_ALL") or os.environ.get("LC_CTYPE") or os.environ.get("LANG") or ""
    old = os.environ.get("TERM", "").startswith(("linux", "vt"))
    return not old and "utf" in locale.lower()


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

    return CardtableApp(
        Given(
            desk=lobby,
            player=Player(context.identity, name or "guest", context.keyed),
            themes=themes,
            prefs=Preferences(theme="mono" if mono else "felt", animation=True),
            # Nobody is asked for a name at a table that does not exist.
            start=_start_of(context.intent, named=bool(name) or not lobby.knows(context.intent.code)),
            invite=invitation(context),
            notes=(context.motd,) if context.motd else (),
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


def _start_of(intent: Intent, *, named: bool) -> Start:
    from cardtable.tui import start

    match intent.kind:
        case "new":
            return start.NewTable()
        case "join":
            return start.JoinTable(intent.code, ask_name=not named)
        case "watch":
            return start.WatchTable(intent.code)
        case "back":
            return start.BackTo(intent.code)
        case _:
            return start.Lobby()
