"""The game at this terminal."""

from __future__ import annotations

import asyncio
import getpass
import logging
import os
import signal
import sys
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from cardtable.compose.command import command
from cardtable.compose.desk import BotsWhenNeeded, make_lobby
from cardtable.compose.own_home import OWN, OwnHome
from cardtable.compose.records import StoreRecords
from cardtable.compose.saved import exporter, saver
from cardtable.config import Config, load_config
from cardtable.errors import BadInput
from cardtable.table.events import Player
from cardtable.table.lobby import Lobby
from cardtable.table.names import checked_name

if TYPE_CHECKING:
    from cardtable.tui.app import CardtableApp
    from cardtable.tui.records import Records
    from cardtable.tui.start import Start


LOG = "cardtable.log"


def play() -> int:
    """Play at this terminal; returns the exit code. Raises BadInput when there is no terminal."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise BadInput("the game needs a terminal for its screen and keys: start it in one, without a pipe")
    config = load_config()
    with suppress(KeyboardInterrupt):
        asyncio.run(_play(config))
    return 0


async def _play(config: Config) -> None:
    bots = BotsWhenNeeded()
    player = local_player()
    own = OwnHome(config, player.name)
    lobby = make_lobby(config, bots, remote=False, record=own.record)
    app = local_app(config, lobby, player, records=StoreRecords(own.store))
    await lobby.open()
    try:
        await run_app(config, app)
    finally:
        await lobby.close()
        await bots.close()
        await own.close()


async def run_app(config: Config, app: CardtableApp) -> None:
    """Show an app at this terminal until it ends. Raises BadInput if it has crashed."""
    _log_to_file(config.data_dir)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, app.exit)
    # A crash is told in one line; Textual's own report, with everybody's cards in it, goes to the log.
    report = StringIO()
    app.error_console = Console(file=report)
    await app.run_async()
    if app.return_code:
        logging.getLogger("cardtable").error("the game crashed\n%s", report.getvalue())
        raise BadInput(f"the game has failed, through a fault of ours; the details are in {config.data_dir / LOG}")


def _log_to_file(folder: Path) -> None:
    """What goes wrong is written beside the saved matches: the screen belongs to the game."""
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        logging.getLogger("cardtable").addHandler(logging.FileHandler(folder / LOG, delay=True))


def local_app(
    config: Config, lobby: Lobby, player: Player, start: Start | None = None, records: Records | None = None
) -> CardtableApp:
    """The game for this terminal; it begins in the lobby unless something else is asked for."""
    from cardtable.tui.app import CardtableApp
    from cardtable.tui.host import Given
    from cardtable.tui.prefs import load_preferences, save_preferences
    from cardtable.tui.start import Lobby as InLobby
    from cardtable.tui.themes import load_themes

    themes, faults = load_themes(config.config_dir / "themes")
    prefs, fault = load_preferences(config.config_dir)
    if prefs.theme not in themes:
        faults.append(f"There is no theme {prefs.theme!r} any more; choose one in the settings.")
    given = Given(
        desk=lobby,
        player=player,
        themes=themes,
        prefs=prefs,
        start=start or InLobby(),
        keep=lambda prefs: save_preferences(config.config_dir, prefs),
        export=exporter(config.data_dir / "matches"),
        records=records,
        known_as=player.profile,
        save=saver(lobby, config.data_dir / "matches"),
        notes=(*faults, *([fault] if fault else [])),
        command=command(),
        unicode=shows_unicode(),
    )
    return CardtableApp(given)


def local_player() -> Player:
    """The machine's user, by a name fit for a table."""
    try:
        name, _fault = checked_name(getpass.getuser())
    except (OSError, KeyError):
        name = ""
    return Player(OWN, name or "player", profile=OWN)


def shows_unicode() -> bool:
    """Whether this terminal shows more than ASCII, by its own environment."""
    locale = os.environ.get("LC_ALL") or os.environ.get("LC_CTYPE") or os.environ.get("LANG") or ""
    old = os.environ.get("TERM", "").startswith(("linux", "vt"))
    return not old and "utf" in locale.lower()
