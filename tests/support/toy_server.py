"""A server with the toy app as a process of its own: `python -m tests.support.toy_server HOST_KEY [PORT]`."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import msgspec

from cardtable.errors import BadInput
from cardtable.ssh.context import SessionContext
from cardtable.ssh.options import Limits, ServeConfig
from cardtable.ssh.server import Server, serve
from tests.support.toy_app import ToyApp


async def _app(context: SessionContext) -> ToyApp:
    return ToyApp(context)


async def _answer(_context: SessionContext) -> str:
    return "no open tables"


def _ready(server: Server) -> None:
    sys.stdout.write(f"listening on {server.addresses[0][1]}\n")
    sys.stdout.flush()


def main() -> int:
    """As `cardtable serve` does it: 0, or 2 with one line."""
    port = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    limits = msgspec.structs.replace(Limits(), new_per_source=1000)
    config = ServeConfig(host_key=Path(sys.argv[1]), port=port, limits=limits)
    try:
        asyncio.run(serve(config, _app, _answer, _ready))
    except BadInput as fault:
        sys.stderr.write(f"cardtable: {fault}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
