"""What idle lobbies cost: `python -m tests.bench.lobby_cost [--sessions 200] [--tables 200] [--seconds 10]`.

Real desk, headless apps in one process, each in the lobby under a list of every table and player. Nothing changes at
first; then the watchers of one table change ten times a second. Printed: CPU of the process over the time.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time

from cardtable.rules.hustle.commands import Options
from cardtable.table.events import Player
from cardtable.table.link import TableLink
from cardtable.table.lobby import Lobby
from cardtable.tui.app import CardtableApp
from cardtable.tui.host import Given
from tests.support.lobby_app import STILL, THEMES

SETTLED = 0.05
"""The share of a core below which everybody has arrived and heard of everybody."""


async def no_bot(level: str, link: TableLink) -> None:
    """Nobody plays."""


def someone(kind: str, number: int) -> Player:
    """A player of this number."""
    return Player(f"key:{kind}{number}", f"{kind}{number}", keyed=True)


async def measured(seconds: float) -> float:
    """The share of one core that this process takes."""
    began, cpu = time.perf_counter(), time.process_time()
    await asyncio.sleep(seconds)
    return (time.process_time() - cpu) / (time.perf_counter() - began)


async def stir(lobby: Lobby, code: str) -> None:
    """Change something that every list shows, ten times a second."""
    while True:
        link = await lobby.watch(code)
        await asyncio.sleep(0.1)
        await link.close()
        await asyncio.sleep(0.1)


async def run(sessions: int, tables: int, seconds: float) -> None:
    """Open everything, measure, print."""
    lobby = Lobby(bots=no_bot, remote=True)
    await lobby.open()
    links = [await lobby.host(someone("host", n), Options(), private=False) for n in range(tables)]
    given = [Given(desk=lobby, player=someone("ann", n), themes=THEMES, prefs=STILL) for n in range(sessions)]
    apps = [CardtableApp(each) for each in given]
    lives = [asyncio.create_task(app.run_async(headless=True, size=(80, 24))) for app in apps]
    while await measured(2.0) > SETTLED or len(lobby.others(someone("nobody", 0))) < sessions:
        pass
    say(f"{sessions} idle lobbies, {tables} open tables, {seconds:.0f} s each")
    say(f"nothing changes          {await measured(seconds):8.2%} of a core")
    stirring = asyncio.create_task(stir(lobby, links[-1].latest.code))
    say(f"one table, ten a second  {await measured(seconds):8.2%} of a core")
    stirring.cancel()
    for app in apps:
        app.exit()
    await asyncio.gather(*lives)
    await lobby.close()


def say(text: str) -> None:
    """To the real output: a running app has taken the usual one."""
    print(text, file=sys.__stdout__, flush=True)


def main() -> None:
    """From the command line."""
    parser = argparse.ArgumentParser(description="The cost of idle lobbies.")
    parser.add_argument("--sessions", type=int, default=200)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10.0)
    asked = parser.parse_args()
    asyncio.run(run(asked.sessions, asked.tables, asked.seconds))


if __name__ == "__main__":
    main()
