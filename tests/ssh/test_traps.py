"""The ten traps of serving Textual over asyncssh, each fenced."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import re
import signal
import sys
import threading
import weakref
from collections.abc import Callable
from pathlib import Path

import pytest

from cardtable.ssh.context import SessionContext
from tests.support.ssh_client import Player
from tests.support.ssh_server import eventually, port_of, relaxed, serving
from tests.support.toy_app import ToyApp

Toy = Callable[[SessionContext], ToyApp]


async def test_trap_1_keys_arrive_one_by_one_and_unedited(key_file: Path, toy: Toy, apps: list[ToyApp]) -> None:
    async with serving(toy, key_file) as server, await Player.connect(port_of(server)) as ann:
        await ann.expect("name=ann")
        ann.type("a\x08\x15\x1b[A")
        await ann.expect("keys=a backspace ctrl+u up")
        ann.type(b"\xff\xfe\x80\xc3")
        ann.type(b"\xa9")
        await eventually(lambda: "é" in apps[0].characters, lambda: f"{apps[0].characters}")


async def test_trap_2_streams_are_restored_when_apps_end_in_start_order(key_file: Path, toy: Toy) -> None:
    real = sys.stdout, sys.stderr
    async with serving(toy, key_file) as server:
        first = await Player.connect(port_of(server), "first")
        await first.expect("name=first")
        second = await Player.connect(port_of(server), "second")
        await second.expect("name=second")
        for player in (first, second):
            player.type("\x03")
            assert await player.exit_status() == 0
            await player.drop()
        await eventually(lambda: not server.sessions, "sessions left")
        assert (sys.stdout, sys.stderr) == real


async def test_trap_2_no_app_outlives_its_session(key_file: Path) -> None:
    made: list[weakref.ref[ToyApp]] = []

    def make(context: SessionContext) -> ToyApp:
        app = ToyApp(context)
        made.append(weakref.ref(app))
        return app

    async with serving(make, key_file) as server:
        for _ in range(3):
            async with await Player.connect(port_of(server)) as ann:
                await ann.expect("name=ann")
        await eventually(lambda: not server.sessions, "sessions left")
    gc.collect()
    assert [ref() for ref in made] == [None] * 3


@pytest.mark.parametrize(
    ("term", "env", "seen", "unseen"),
    [
        ("xterm-256color", {}, r"38;5;\d+", r"38;2;|\b3[0-7]m"),
        ("xterm-kitty", {}, r"38;2;\d+", r"38;5;"),
        ("xterm-256color", {"COLORTERM": "truecolor"}, r"38;2;\d+", r"38;5;"),
        ("linux", {}, r"\b[39][0-7][;m]", r"38;[25];"),
        ("xterm-256color", {"NO_COLOR": "1"}, r"\x1b\[1", r"\b[34][0-7][;m]|\b[34]8;|\b9[0-7][;m]"),
    ],
)
async def test_trap_3_colours_are_the_clients(
    key_file: Path, toy: Toy, monkeypatch: pytest.MonkeyPatch, term: str, env: dict[str, str], seen: str, unseen: str
) -> None:
    monkeypatch.setenv("NO_COLOR", "1") if "NO_COLOR" not in env else monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("COLORTERM", "truecolor" if "256" in term else "")
    before = dict(os.environ)
    async with serving(toy, key_file) as server, await Player.connect(port_of(server), term=term, env=env) as ann:
        await ann.expect("chat")
        assert re.search(seen, ann.text)
        assert not re.search(unseen, ann.text)
        assert dict(os.environ) == before


async def test_trap_3_an_ascii_client_gets_ascii_only(key_file: Path, toy: Toy) -> None:
    env = {"LANG": "de_DE.ISO-8859-1"}
    async with serving(toy, key_file) as server, await Player.connect(port_of(server), env=env) as ann:
        await ann.expect("Press me")
        assert ann.text.isascii()


async def test_trap_4_frames_for_a_client_that_does_not_read_are_dropped(
    key_file: Path, toy: Toy, apps: list[ToyApp]
) -> None:
    async with serving(toy, key_file) as server, await Player.connect(port_of(server), "lazy", window=32768) as lazy:
        await lazy.expect("name=lazy")
        lazy.chan.pause_reading()
        lazy.type("\x1b[18~")
        await eventually(lambda: bool(apps) and apps[0].turns > 3, "no turns")
        line = next(iter(server.sessions))._line
        assert line is not None
        await eventually(lambda: line.frames_lost > 3, lambda: f"{line.bytes_out} bytes out, nothing lost", 30)
        queued = line.bytes_out
        turns = apps[0].turns
        await eventually(lambda: apps[0].turns > turns + 10, "the app stopped")
        assert line.bytes_out == queued
        lazy.chan.resume_reading()
        await eventually(lambda: line.frames_lost == 0, "no repaint")
        await lazy.until(lambda: _turn(lazy.screen) > turns + 10, "a later turn")
        assert "name=lazy" in lazy.screen


def _turn(screen: str) -> int:
    found = re.search(r"turn (\d+)", screen)
    return int(found[1]) if found else 0


async def test_trap_4_a_client_that_never_reads_is_cut_off(key_file: Path, toy: Toy, apps: list[ToyApp]) -> None:
    limits = relaxed(stall_time=0.5)
    async with (
        serving(toy, key_file, limits=limits) as server,
        await Player.connect(port_of(server), window=32768) as lazy,
    ):
        await lazy.expect("name=ann")
        lazy.chan.pause_reading()
        lazy.type("\x1b[18~")
        await eventually(lambda: not server.sessions, "still there", 30)
        assert apps[0].context.control.ended == "stalled"


def _textual_threads() -> list[str]:
    return [thread.name for thread in threading.enumerate() if "textual" in thread.name]


async def test_trap_5_no_thread_no_signal_handler(key_file: Path, toy: Toy) -> None:
    handlers = {number: signal.getsignal(number) for number in (signal.SIGTSTP, signal.SIGCONT, signal.SIGWINCH)}
    threads = _textual_threads()
    async with serving(toy, key_file) as server, await Player.connect(port_of(server)) as ann:
        await ann.expect("name=ann")
        assert _textual_threads() == threads
        assert handlers == {number: signal.getsignal(number) for number in handlers}


IMPOSSIBLE = [((1, 1), (20, 8)), ((4294967295, 4294967295), (300, 120)), ((65535, 65535), (300, 120))]


@pytest.mark.parametrize(("asked", "given"), [((0, 0), (80, 24)), ((0, 50), (80, 24)), *IMPOSSIBLE])
async def test_trap_6_terminals_of_an_impossible_size(
    key_file: Path, toy: Toy, apps: list[ToyApp], asked: tuple[int, int], given: tuple[int, int]
) -> None:
    async with serving(toy, key_file) as server:
        ann = await Player.connect(port_of(server), size=asked)
        await eventually(lambda: bool(apps) and bool(apps[0].sizes), "no size")
        assert apps[0].sizes == [given]
        await ann.drop()


@pytest.mark.parametrize(("asked", "given"), IMPOSSIBLE)
async def test_trap_6_windows_of_an_impossible_size(
    key_file: Path, toy: Toy, apps: list[ToyApp], asked: tuple[int, int], given: tuple[int, int]
) -> None:
    async with serving(toy, key_file) as server, await Player.connect(port_of(server)) as ann:
        await ann.expect("size=80x24")
        ann.chan.change_terminal_size(*asked)
        await eventually(lambda: apps[0].sizes[-1] == given, lambda: f"{apps[0].sizes}")
        ann.chan.change_terminal_size(0, 0)
        ann.resize(100, 30)
        await ann.expect("size=100x30")
        assert apps[0].sizes == [(80, 24), given, (100, 30)]


async def test_trap_6_a_resize_storm_is_coalesced(key_file: Path, toy: Toy, apps: list[ToyApp]) -> None:
    async with serving(toy, key_file) as server, await Player.connect(port_of(server)) as ann:
        await ann.expect("size=80x24")
        for step in range(150):
            ann.chan.change_terminal_size(80 + step % 10, 24)
        ann.resize(90, 30)
        await ann.expect("size=90x30")
        assert len(apps[0].sizes) <= 6


@pytest.mark.parametrize("key", ["\x1bOQ", "\x1bOR"], ids=["handler", "render"])
async def test_trap_7_a_crash_shows_a_number_and_no_trace(
    key_file: Path, toy: Toy, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str], key: str
) -> None:
    async with serving(toy, key_file) as server, await Player.connect(port_of(server), "other") as other:
        await other.expect("name=other")
        async with await Player.connect(port_of(server), "ann") as ann:
            await ann.expect("name=ann")
            ann.type(key)
            assert await ann.exit_status() == 1
            number = re.search(r"number in our log\s+is ([0-9a-f]{8})", ann.screen)
            assert number
            assert "Traceback" not in ann.text
            assert not ann.modes.unclean()
        other.type("x")
        await other.expect("keys=x")
    errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert len(errors) == 1
    assert number[1] in errors[0].getMessage()
    assert "Traceback" in caplog.text
    assert "7H KD" not in caplog.text
    assert "Traceback" not in "".join(capfd.readouterr())


def test_trap_8_only_the_driver_touches_textuals_underscore_names() -> None:
    private = re.compile(r"from textual\._|from textual\.[a-z.]+ import _|\bapp\._[a-z]|\b_app\._")
    root = Path(__file__).parents[2] / "cardtable"
    found = {path.name for path in root.rglob("*.py") if private.search(path.read_text())}
    assert found == {"driver.py"}


async def test_trap_8_canary_of_those_names() -> None:
    """Each does what the driver counts on; if Textual renames one, this says which."""
    from textual._xterm_parser import XTermParser
    from textual.app import App
    from textual.driver import Driver

    keys = [event.key for event in XTermParser().feed("a\x1b[A")]  # type: ignore[attr-defined]
    assert keys == ["a", "up"]
    app: App[None] = App()
    assert app._exception is None
    assert callable(app._fatal_error)
    assert callable(app._close_messages_no_wait)

    class Bare(Driver):
        def write(self, data: str) -> None: ...
        def start_application_mode(self) -> None: ...
        def disable_input(self) -> None: ...
        def stop_application_mode(self) -> None: ...

    driver = Bare(app, size=(80, 24))
    assert driver._app is app
    assert driver._loop is asyncio.get_running_loop()
    assert driver._size == (80, 24)


async def test_trap_10_tasks_stay_plain_whatever_an_app_asks_for(key_file: Path, toy: Toy) -> None:
    """Under eager tasks asyncssh lets nobody in: the first app would lock out everyone after it."""
    loop = asyncio.get_running_loop()
    async with serving(toy, key_file) as server:
        for user in ("first", "second"):
            async with await Player.connect(port_of(server), user) as player:
                await player.expect(f"name={user}")
                assert loop.get_task_factory() is None
    loop.set_task_factory(lambda own_loop, coro, **kwargs: asyncio.Task(coro, loop=own_loop, **kwargs))
    assert loop.get_task_factory() is not None
    loop.set_task_factory(None)
