"""A server that does not want to end, as a process of its own: `python -m tests.ssh.stubborn_server HOST_KEY HOW`."""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

import msgspec

from cardtable.ssh.options import Limits, ServeConfig
from cardtable.ssh.server import Server, serve
from tests.support.toy_app import ToyApp


def _ready(server: Server) -> None:
    sys.stdout.write(f"listening on {server.addresses[0][1]}\n")
    sys.stdout.flush()


async def _wait() -> None:
    await asyncio.sleep(60)


async def _wait_in_a_thread() -> None:
    await asyncio.to_thread(time.sleep, 60)


async def _fail() -> None:
    raise RuntimeError("no end")


async def _told() -> None:
    sys.stdout.write("closed\n")
    sys.stdout.flush()


WAYS = {"wait": _wait, "thread": _wait_in_a_thread, "fail": _fail, "end": _told}


def main() -> int:
    """0 when it has ended."""
    limits = msgspec.structs.replace(Limits(), new_per_source=1000)
    config = ServeConfig(host_key=Path(sys.argv[1]), port=0, limits=limits)
    asyncio.run(serve(config, ToyApp, lambda _intent: "", _ready, closing=(WAYS[sys.argv[2]], _told)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
