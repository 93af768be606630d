"""A server for measuring, on a free port and without limits on what one address may do; see `server_figures`.

With `--floor` it is no card table: every session is sent 60 bytes a second, the least that anything over ssh can cost.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import asyncssh

from cardtable.compose.admin import Admin
from cardtable.compose.desk import BotsWhenNeeded, make_lobby
from cardtable.compose.keeping import open_kept, wall
from cardtable.compose.reception import Reception
from cardtable.compose.server import welcome
from cardtable.config import load_config
from cardtable.ssh.options import Limits, ServeConfig
from cardtable.ssh.server import Server, serve
from cardtable.table.home import Home
from cardtable.table.register import Register

OPEN = Limits(new_per_source=1000, new_total=1000, unauthenticated_per_source=1000, sessions_per_source=1000)


class Floor(asyncssh.SSHServerSession[bytes]):
    """Sixty bytes a second."""

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """Begin at once."""
        self._chan = chan

    def shell_requested(self) -> bool:
        """Anybody gets one."""
        return True

    def session_started(self) -> None:
        """Send, and come back in a second."""
        if not self._chan.is_closing():
            self._chan.write(b"." * 60)
            asyncio.get_running_loop().call_later(1, self.session_started)


class Open(asyncssh.SSHServer):
    """Lets everybody in."""

    def begin_auth(self, username: str) -> bool:
        """Nothing is asked."""
        return False

    def session_requested(self) -> Floor:
        """The one kind of session."""
        return Floor()


async def run_floor() -> None:
    """Serve the floor until killed."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    server = await asyncssh.listen("127.0.0.1", 0, server_factory=Open, server_host_keys=[key], encoding=None)
    print(f"port {server.get_port()}", flush=True)
    await asyncio.Event().wait()


async def run() -> None:
    """Serve until told to end."""
    config = load_config()
    options = ServeConfig(host_key=Path(config.data_dir) / "host_key", port=0, limits=OPEN, max_sessions=1000)
    store = await open_kept(config)
    lobby = make_lobby(config, BotsWhenNeeded(), remote=True, home=Home(store, wall))
    reception = Reception(lobby, store, Register(store, wall), Admin(lobby, store, wall))

    def announce(server: Server) -> None:
        print(welcome(options, server.addresses), flush=True)

    await lobby.open()
    await serve(options, reception.app, reception.answer, announce)
    await lobby.close()
    await store.close()


if __name__ == "__main__":
    asyncio.run(run_floor() if "--floor" in sys.argv else run())
