"""A `cardtable serve` for measuring: a free port, and no limits on what one address may do; see `server_figures`."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from cardtable.compose import BotsWhenNeeded, make_lobby, session_app, tables_text, welcome
from cardtable.config import load_config
from cardtable.ssh.options import Limits, ServeConfig
from cardtable.ssh.server import Server, serve

OPEN = Limits(new_per_source=1000, new_total=1000, unauthenticated_per_source=1000, sessions_per_source=1000)


async def run() -> None:
    """Serve until told to end."""
    config = load_config()
    options = ServeConfig(host_key=Path(config.data_dir) / "host_key", port=0, limits=OPEN, max_sessions=1000)
    lobby = make_lobby(config, BotsWhenNeeded(), remote=True)

    def announce(server: Server) -> None:
        print(welcome(options, server.addresses), flush=True)

    await lobby.open()
    await serve(options, lambda context: session_app(lobby, context), lambda _intent: tables_text(lobby), announce)
    await lobby.close()


if __name__ == "__main__":
    sys.exit(asyncio.run(run()))
