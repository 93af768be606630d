"""CPU of the 21 Hustle table without any terminal or network: a clock's tick, a key, a whole repaint.

    python -m tests.bench.table_screen [--rounds N]

Headless apps; beside it a key in an empty Textual app, which is the floor under every figure.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Awaitable, Callable

from textual.app import App
from textual.pilot import Pilot

from tests.support.hustle_views import WHOLE_DRAFT, FakeLink, Scene
from tests.support.table_app import TableApp

SIZES = ((80, 24), (120, 40), (40, 12))


class EmptyApp(App[str]):
    """Nothing of ours."""

    ENABLE_COMMAND_PALETTE = False


async def milliseconds(rounds: int, once: Callable[[], Awaitable[object]]) -> float:
    """CPU of one call, on average over these many, after some to warm up."""
    for _ in range(10):
        await once()
    began = time.process_time()
    for _ in range(rounds):
        await once()
    return (time.process_time() - began) * 1000 / rounds


async def settled(pilot: Pilot[str]) -> None:
    """Until what was asked for is painted."""
    await asyncio.sleep(0)
    pilot.app.screen._on_timer_update()
    await asyncio.sleep(0)


async def table_figures(size: tuple[int, int], rounds: int) -> tuple[float, float, float, float]:
    """A tick, a key that moves the mark, a new view of the next turn, and a key that changes nothing."""
    scene = Scene().play(WHOLE_DRAFT)
    views = [scene.view(0), scene.wait(300).play("-/h").view(0)]
    app = TableApp(FakeLink(views[0]))
    async with app.run_test(size=size) as pilot:

        async def tick() -> None:
            app.seconds += 1 if app.seconds < 105 else -5
            app.screen._tick()  # type: ignore[attr-defined]
            await settled(pilot)

        async def key() -> None:
            app.screen._press("right")  # type: ignore[attr-defined]
            await settled(pilot)

        async def dead_key() -> None:
            app.screen._press("x")  # type: ignore[attr-defined]
            await settled(pilot)

        async def news() -> None:
            views.reverse()
            app.screen._receive(views[0])  # type: ignore[attr-defined]
            await settled(pilot)

        return (
            await milliseconds(rounds, tick),
            await milliseconds(rounds, key),
            await milliseconds(rounds, news),
            await milliseconds(rounds, dead_key),
        )


async def keys_of(app: App[str], rounds: int) -> float:
    """A key through Textual's whole event path, to an app that may do something with it."""
    async with app.run_test(size=(80, 24)) as pilot:
        return await milliseconds(rounds, lambda: pilot.press("right"))


async def measure(rounds: int) -> None:
    """Print the table."""
    print(f"{'window':>8} {'tick':>8} {'mark':>8} {'turn':>8} {'dead key':>9}   ms of CPU each")
    for size in SIZES:
        tick, key, news, dead = await table_figures(size, rounds)
        print(f"{size[0]:>4}×{size[1]:<3} {tick:8.2f} {key:8.2f} {news:8.2f} {dead:9.2f}")
    empty = await keys_of(EmptyApp(), rounds)
    table = await keys_of(TableApp(FakeLink(Scene().play(WHOLE_DRAFT).view(0))), rounds)
    print(f"a key through the whole of Textual: empty app {empty:.2f}, the table {table:.2f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=300)
    asyncio.run(measure(parser.parse_args().rounds))
