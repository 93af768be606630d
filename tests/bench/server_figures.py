"""What a player at the 21 Hustle table costs the server: admission, a clock tick, a key, memory, bytes.

    python -m tests.bench.server_figures [--tables N]

The server runs as its own process; its CPU time and memory are read from the operating system, its players are ssh
clients in this one.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import asyncssh

from tests.support.ssh_client import Player

SECONDS = 6.0
TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


def cpu_of(pid: int) -> float:
    """Seconds of CPU this process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS_A_SECOND


def memory_of(pid: int) -> float:
    """Resident MiB of this process."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE / 2**20


@asynccontextmanager
async def server(*options: str) -> AsyncIterator[tuple[int, int]]:
    """A `cardtable serve` of its own: its pid and port."""
    with tempfile.TemporaryDirectory() as home:
        env = os.environ | {"HOME": home, "XDG_CONFIG_HOME": f"{home}/c", "XDG_DATA_HOME": f"{home}/d"}
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.bench.open_server", *options), stdout=asyncio.subprocess.PIPE, env=env
        )
        assert process.stdout is not None
        found = re.search(rb"port (\d+)", await process.stdout.readline())
        assert found is not None
        try:
            yield process.pid, int(found[1])
        finally:
            process.terminate()
            await process.wait()


async def seat_pair(port: int, number: int) -> tuple[Player, Player]:
    """Two players at a table of their own, the draft begun."""
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(2)]
    ann = await Player.connect(port, f"ann{number}", "new hustle", key=keys[0])
    await ann.expect("Its code is", 30)
    code = re.search(r"([A-Z0-9]{3}-[A-Z0-9]{3}) · ssh", ann.screen)
    assert code is not None, ann.screen
    bob = await Player.connect(port, f"bob{number}", f"join {code[1]}", key=keys[1])
    for player in (ann, bob):
        await player.expect("Your cut: _", 30)
        player.type("\r")
    await bob.expect("Card 1 of 6", 30)
    await ann.expect("Card 1 of 6", 30)
    return ann, bob


async def spent(pid: int, doing: Callable[[], Awaitable[None]]) -> float:
    """CPU seconds the server used while this was done."""
    before = cpu_of(pid)
    await doing()
    return cpu_of(pid) - before


async def floor(players: int) -> float:
    """CPU seconds that one 60-byte write a second costs a bare asyncssh server, under the same load."""
    async with server("--floor") as (pid, port):
        clients = [await Player.connect(port, f"p{number}") for number in range(players)]
        for client in clients:
            await client.until(lambda client=client: bool(client.raw), "the first bytes")
        used = await spent(pid, lambda: asyncio.sleep(SECONDS))
        for client in clients:
            await client.drop()
    return used / SECONDS / players


async def measure(tables: int) -> list[tuple[str, float, str, str]]:
    """Every figure: what, how much, unit, and what is aimed at."""
    least = await floor(2 * tables)
    async with server() as (pid, port):
        warm = await seat_pair(port, 0)
        idle = memory_of(pid)
        start = cpu_of(pid)
        pairs = [await seat_pair(port, number) for number in range(1, tables + 1)]
        players = [player for pair in pairs for player in pair]
        admitted = (cpu_of(pid) - start) / len(players)
        memory = (memory_of(pid) - idle) / len(players)
        tick, tick_bytes = await clock_ticks(pid, players)
        key, key_bytes = await keys_pressed(pid, players)
        for player in [*warm, *players]:
            await player.drop()
    return [
        ("floor: 60 bytes a second", least * 1000, "ms CPU", "-"),
        ("a clock tick, in floors", tick / least, "times", "10"),
        ("a key, in floors", key / least, "times", "10"),
        ("admit a session, to its table", admitted * 1000, "ms CPU", "80"),
        ("memory a session", memory, "MiB", "1.5"),
        ("a clock tick, a player", tick * 1000, "ms CPU", "1.5"),
        ("a clock tick, a player", tick_bytes, "bytes", "150"),
        ("a key, a player", key * 1000, "ms CPU", "2"),
        ("a key, a player", key_bytes, "bytes", "-"),
    ]


async def clock_ticks(pid: int, players: list[Player]) -> tuple[float, float]:
    """CPU seconds and bytes a player and second, while nothing but the clocks runs."""
    await asyncio.sleep(1)
    before = sum(len(player.raw) for player in players)
    used = await spent(pid, lambda: asyncio.sleep(SECONDS))
    sent = sum(len(player.raw) for player in players) - before
    return used / SECONDS / len(players), sent / SECONDS / len(players)


async def keys_pressed(pid: int, players: list[Player]) -> tuple[float, float]:
    """CPU seconds and bytes a key that moves the mark; the ticks meanwhile are in it, so it is told no cheaper."""
    rounds = 60
    before = sum(len(player.raw) for player in players)

    async def press() -> None:
        for number in range(rounds):
            for player in players:
                player.type("\x1b[C" if number % 2 else "\x1b[D")
            await asyncio.sleep(0.04)

    used = await spent(pid, press)
    sent = sum(len(player.raw) for player in players) - before
    return used / rounds / len(players), sent / rounds / len(players)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=8)
    rows = asyncio.run(measure(parser.parse_args().tables))
    print(f"{'what':32} {'measured':>10} {'unit':8} {'aim':>6}")
    for what, value, unit, aim in rows:
        print(f"{what:32} {value:10.2f} {unit:8} {aim:>6}")


if __name__ == "__main__":
    main()
