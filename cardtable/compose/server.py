"""The game for friends over ssh."""

from __future__ import annotations

import asyncio
import socket
import sys
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

from cardtable.compose.desk import BotsWhenNeeded, make_lobby
from cardtable.compose.keeping import open_kept, sole_server, wall
from cardtable.compose.reception import Reception
from cardtable.config import Config, load_config
from cardtable.table.home import Home
from cardtable.table.register import Register
from cardtable.text import clean_line

if TYPE_CHECKING:
    from cardtable.ssh.log import LogFormat
    from cardtable.ssh.options import ServeConfig
    from cardtable.ssh.server import Server


def serve(
    *,
    host: str,
    port: int,
    public_host: str | None,
    host_key: Path | None,
    motd: str,
    max_sessions: int,
    admin_key: str | None,
    log_format: LogFormat,
) -> int:
    """Let friends in over ssh until SIGTERM or SIGINT; returns the exit code. Raises BadInput for a bad option."""
    from cardtable.ssh.operators import read_operators
    from cardtable.ssh.options import ServeConfig

    config = load_config()
    options = ServeConfig(
        host=host,
        port=port,
        public_host=public_host,
        host_key=host_key or config.data_dir / "host_key",
        motd=clean_line(motd, 70),
        max_sessions=max_sessions,
        operators=read_operators(admin_key) if admin_key is not None else frozenset(),
        log_format=log_format,
    )
    with sole_server(config.data_dir):
        asyncio.run(_serve(config, options))
    return 0


async def _serve(config: Config, options: ServeConfig) -> None:
    from cardtable.compose.admin import Admin
    from cardtable.ssh.server import serve as serve_until_told

    def announce(server: Server) -> None:
        admin.attach(server)
        sys.stdout.write(welcome(options, server.addresses))
        sys.stdout.flush()

    bots, store = BotsWhenNeeded(), await open_kept(config)
    lobby = make_lobby(config, bots, home=Home(store, wall), remote=True)
    admin = Admin(lobby, store, wall)
    reception = Reception(lobby, store, Register(store, wall), admin)
    await lobby.open()
    await admin.open()
    await serve_until_told(
        options,
        reception.app,
        reception.answer,
        announce,
        barred=admin.barred,
        last_call=lobby.call_last,
        closing=(lobby.close, bots.close, store.close),
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
