"""The worker process: choices worked out there, its death, its silence, its end."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import random
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from concurrent.futures import Future

import pytest

from cardtable.bots import regular, shark
from cardtable.bots.worker import Worker
from cardtable.rules.hustle.commands import HIT, Choice
from cardtable.rules.hustle.project import view_for
from cardtable.rules.hustle.views import HustleView
from tests.support.hustle import drafted

# 15 against 13: the equilibrium mixes, so that a choice tells which randomness it was made with. The regular hits.
VIEW = view_for(drafted("TS 5S 9H 4S 2S 3S", "001122", "110022"), 0)


@pytest.fixture
async def worker() -> AsyncIterator[Worker]:
    fresh = Worker(patience=20)
    yield fresh
    await fresh.close()
    assert multiprocessing.active_children() == []


def _process() -> int:
    (child,) = multiprocessing.active_children()
    assert child.pid is not None
    return child.pid


def _here(seed: int) -> Choice:
    return shark.choose(VIEW, random.Random(random.Random(seed).getrandbits(64)))


async def test_the_choice_is_the_one_that_would_be_made_here(worker: Worker) -> None:
    seeds = range(40)
    there = [await worker.choose("shark", VIEW, random.Random(seed)) for seed in seeds]
    assert there == [_here(seed) for seed in seeds]
    assert len(set(map(str, there))) == 2


async def test_the_loop_goes_on_while_the_process_starts_and_solves(worker: Worker) -> None:
    choice = asyncio.create_task(worker.choose("shark", VIEW, random.Random(1)))
    turns = 0
    while not choice.done():
        await asyncio.sleep(0.001)
        turns += 1
    assert turns > 10


async def test_quick_levels_need_no_process(worker: Worker) -> None:
    assert await worker.choose("regular", VIEW, random.Random(1)) == HIT
    assert multiprocessing.active_children() == []


async def test_all_bots_share_one_process(worker: Worker) -> None:
    await asyncio.gather(*(worker.choose("shark", VIEW, random.Random(seed)) for seed in range(4)))
    assert _process()


async def test_a_process_that_died_is_started_again(worker: Worker) -> None:
    await worker.choose("shark", VIEW, random.Random(1))
    first = _process()
    os.kill(first, signal.SIGKILL)
    assert await worker.choose("shark", VIEW, random.Random(2)) == _here(2)
    assert _process() != first


async def test_one_that_dies_at_work_is_started_again_for_everybody_who_waits(worker: Worker) -> None:
    await worker.choose("shark", VIEW, random.Random(1))
    os.kill(_process(), signal.SIGSTOP)
    waiting = [asyncio.create_task(worker.choose("shark", VIEW, random.Random(seed))) for seed in (3, 4)]
    await asyncio.sleep(0)
    os.kill(_process(), signal.SIGKILL)
    assert await asyncio.gather(*waiting) == [_here(3), _here(4)]


async def test_when_it_keeps_silent_the_regular_chooses() -> None:
    worker = Worker(patience=20)
    await worker.choose("shark", VIEW, random.Random(1))
    stopped = _process()
    os.kill(stopped, signal.SIGSTOP)
    impatient = Worker(patience=0.05)
    impatient._pool = worker._pool
    assert await impatient.choose("shark", VIEW, random.Random(1)) == regular.choose(VIEW, random.Random(1))
    os.kill(stopped, signal.SIGCONT)
    await worker.close()


async def test_when_solving_fails_the_regular_chooses_and_the_log_tells(
    worker: Worker, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(level: str, view: HustleView, seed: int) -> Future[Choice]:
        raise ZeroDivisionError

    monkeypatch.setattr(worker, "_submit", fail)
    assert await worker.choose("shark", VIEW, random.Random(1)) == HIT
    assert [record.levelno for record in caplog.records] == [logging.ERROR]
    caplog.clear()


async def test_a_stand_in_for_stderr_is_no_hindrance(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    class StandIn:
        """As Textual puts in the place of stderr while an app runs."""

        def fileno(self) -> int:
            return -1

        def write(self, text: str) -> int:
            return len(text)

        def flush(self) -> None:
            """Nothing to flush."""

    monkeypatch.setattr(sys, "stderr", StandIn())
    assert await worker.choose("shark", VIEW, random.Random(5)) == _here(5)


async def test_a_closed_worker_can_be_used_again(worker: Worker) -> None:
    await worker.choose("shark", VIEW, random.Random(1))
    await worker.close()
    assert await worker.choose("shark", VIEW, random.Random(2)) == _here(2)


def test_it_ends_when_its_parent_is_killed() -> None:
    script = """
import asyncio, random
from cardtable.bots.worker import Worker
from tests.bots.test_worker import VIEW

async def main():
    await Worker(20).choose("shark", VIEW, random.Random(1))
    print("started", flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""
    command = [sys.executable, "-c", script]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == "started\n"
        parent.kill()
        # Its output ends when the last process that holds it is gone.
        assert parent.communicate(timeout=20)[0] == ""


async def test_an_unknown_level_is_an_error(worker: Worker) -> None:
    with pytest.raises(KeyError):
        await worker.choose("wizard", VIEW, random.Random(1))
