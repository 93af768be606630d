"""Trap 9: whatever ends a session, the terminal is left as it was, and the exit code says what happened."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path

import asyncssh
import pytest

from cardtable.ssh.context import SessionContext
from cardtable.ssh.server import Server
from tests.support.ssh_client import Player
from tests.support.ssh_server import eventually, port_of, relaxed, serving
from tests.support.terminal_modes import TerminalModes
from tests.support.toy_app import ToyApp

Toy = Callable[[SessionContext], ToyApp]
TERMS = ["xterm-256color", "tmux-256color", "screen", "linux", "vt100"]

OURS = {
    "?1049h", "?1049l", "?25l", "?25h", "?7l", "?7h", "?1000h", "?1000l", "?1002l", "?1003l", "?1004l", "?1006h",
    "?1006l", "?1015l", "?1016l", "?2004h", "?2004l", "?2026h", "?2026l", "?2048l", "?2026$p", "keyboard push",
    "keyboard pop", "CSI m", "CSI H", "CSI J",
}  # fmt: skip
"""Every sequence that may leave the server."""


async def _quit(player: Player, server: Server, app: ToyApp) -> int:
    player.type("\x03")
    return 0


async def _speak(player: Player, server: Server, app: ToyApp) -> int:
    player.type("\x1b[19~")
    return 0


async def _crash(player: Player, server: Server, app: ToyApp) -> int:
    player.type("\x1b[12~")
    return 1


async def _kick(player: Player, server: Server, app: ToyApp) -> int:
    app.context.control.kick()
    return 69


async def _hang_and_kick(player: Player, server: Server, app: ToyApp) -> int:
    player.type("\x1b[14~")
    await player.expect("chat")
    app.context.control.kick()
    return 69


async def _idle(player: Player, server: Server, app: ToyApp) -> int:
    return 0


async def _flood(player: Player, server: Server, app: ToyApp) -> int:
    player.type("abcdefghij" * 1000)
    return 1


async def _shutdown(player: Player, server: Server, app: ToyApp) -> int:
    await server.drain()
    return 75


async def _too_small(player: Player, server: Server, app: ToyApp) -> int:
    player.resize(1, 1)
    await eventually(lambda: app.sizes[-1] == (20, 8), "no resize")
    player.type("\x03")
    return 0


WAYS: dict[str, tuple[Callable[[Player, Server, ToyApp], Awaitable[int]], str, str]] = {
    "quit": (_quit, "quit", ""),
    "speak": (_speak, "quit", "Come back:"),
    "crash": (_crash, "crash", "number in our log"),
    "kick": (_kick, "kicked", "This seat was taken over by your new connection."),
    "idle": (_idle, "idle", "Nothing happened here for a while"),
    "flood": (_flood, "flood", "your side sent more input than anybody types"),
    "shutdown": (_shutdown, "shutdown", "The server is going down."),
    "too small": (_too_small, "quit", ""),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("term", TERMS)
async def test_trap_9_the_terminal_is_left_clean(
    key_file: Path, toy: Toy, apps: list[ToyApp], term: str, way: str
) -> None:
    act, reason, words = WAYS[way]
    limits = relaxed(idle_time=0.3 if way == "idle" else 900)
    async with serving(toy, key_file, limits=limits) as server, await Player.connect(port_of(server), term=term) as ann:
        if way != "idle":
            await ann.expect("chat")
        assert way == "idle" or ann.modes.other_screen
        code = await act(ann, server, apps[0]) if apps else 0
        assert await ann.exit_status() == code
        assert not ann.modes.unclean()
        assert ann.modes.kinds <= OURS
        assert apps[0].context.control.ended == reason
        assert words in " ".join(ann.screen.split())
        assert "name=" not in ann.screen


async def test_trap_9_an_app_that_hangs_is_ended_all_the_same(key_file: Path, toy: Toy, apps: list[ToyApp]) -> None:
    async with serving(toy, key_file) as server, await Player.connect(port_of(server)) as ann:
        await ann.expect("chat")
        assert await _hang_and_kick(ann, server, apps[0]) == await ann.exit_status()
        assert not ann.modes.unclean()


async def test_trap_9_old_terminals_get_no_query_and_no_keyboard_protocol(key_file: Path, toy: Toy) -> None:
    async with serving(toy, key_file) as server:
        for term in ("linux", "vt220", "screen", "ansi"):
            async with await Player.connect(port_of(server), term=term) as ann:
                await ann.expect("chat")
                ann.type("\x03")
                assert await ann.exit_status() == 0
                assert not ann.modes.kinds & {"keyboard push", "keyboard pop", "?2026$p", "?2004h"}


async def test_trap_9_late_mouse_reports_are_read_and_thrown_away(key_file: Path, toy: Toy, apps: list[ToyApp]) -> None:
    limits = relaxed(goodbye_time=0.2)
    async with serving(toy, key_file, limits=limits) as server, await Player.connect(port_of(server)) as ann:
        await ann.expect("chat")
        apps[0].context.control.kick("bye")
        await ann.until(lambda: not ann.modes.other_screen, "the ordinary screen")
        ann.type("\x1b[<0;1;1M" * 20)
        assert await ann.exit_status() == 69
        assert apps[0].keys == []


async def test_the_first_reason_counts(key_file: Path, toy: Toy, apps: list[ToyApp]) -> None:
    async with serving(toy, key_file) as server, await Player.connect(port_of(server)) as ann:
        await ann.expect("chat")
        apps[0].context.control.kick("first")
        apps[0].context.control.kick("second")
        await ann.drop()
        await eventually(lambda: not server.sessions, "still there")
        assert apps[0].context.control.ended == "kicked"
        assert "second" not in ann.text


async def test_a_lost_line_ends_the_session_at_once(key_file: Path, toy: Toy, apps: list[ToyApp]) -> None:
    async with serving(toy, key_file) as server:
        ann = await Player.connect(port_of(server))
        await ann.expect("chat")
        await ann.drop()
        await eventually(lambda: not server.sessions, "still there", 3)
        assert apps[0].context.control.ended == "lost"
        assert not apps[0].is_running


@pytest.mark.parametrize("moment", range(6))
async def test_a_line_lost_while_the_app_starts(key_file: Path, toy: Toy, moment: int) -> None:
    async with serving(toy, key_file) as server:
        ann = await Player.connect(port_of(server))
        await asyncio.sleep(moment * 0.01)
        await ann.drop()
        await eventually(lambda: not server.sessions, "still there", 3)


async def test_busy_players_are_not_idle(key_file: Path, apps: list[ToyApp]) -> None:
    def make(context: SessionContext) -> ToyApp:
        context.control.busy = True
        apps.append(ToyApp(context))
        return apps[-1]

    limits = relaxed(idle_time=0.1)
    async with serving(make, key_file, limits=limits) as server, await Player.connect(port_of(server)) as ann:
        await ann.expect("chat")
        await ann.refute("Nothing happened", during=0.4)
        apps[0].context.control.busy = False
        assert await ann.exit_status() == 0
        assert "Nothing happened" in ann.screen


async def test_a_fourth_session_of_one_player_ends_the_first(
    key_file: Path, toy: Toy, ann_key: asyncssh.SSHKey
) -> None:
    async with serving(toy, key_file) as server:
        players = [await Player.connect(port_of(server), key=ann_key) for _ in range(4)]
        assert await players[0].exit_status() == 69
        assert "newer connection" in players[0].screen
        await players[3].expect("chat")
        assert not players[1].closed.is_set()
        for player in players:
            await player.drop()


async def test_a_full_server_says_so(key_file: Path, toy: Toy) -> None:
    async with serving(toy, key_file, max_sessions=1) as server:
        async with await Player.connect(port_of(server)) as ann:
            await ann.expect("chat")
            async with await Player.connect(port_of(server), "bob") as bob:
                assert await bob.exit_status() == 75
                assert "the server is full" in bob.text
                assert not bob.modes.kinds
        await eventually(lambda: not server.sessions, "still there")
        async with await Player.connect(port_of(server), "cy") as cy:
            await cy.expect("chat")


async def test_an_apps_return_code_is_the_exit_code_of_ssh(key_file: Path, toy: Toy, apps: list[ToyApp]) -> None:
    async with serving(toy, key_file) as server, await Player.connect(port_of(server)) as ann:
        await ann.expect("chat")
        apps[0].exit("This seat was taken over.", return_code=69)
        assert await ann.exit_status() == 69
        assert "taken over" in ann.screen
        assert apps[0].context.control.ended == "quit"


async def test_nothing_of_textual_writes_opens_or_suspends(
    key_file: Path, toy: Toy, apps: list[ToyApp], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """S10."""
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DOWNLOAD_DIR", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    async with serving(toy, key_file) as server, await Player.connect(port_of(server)) as ann:
        await ann.expect("chat")
        ann.type("\x1b[17~")
        ann.type("\x1a\x10x")
        await ann.expect("x")
        await eventually(lambda: "x" in apps[0].keys, "no x")
    assert opened == []
    assert os.listdir(tmp_path) == []


async def test_an_app_that_cannot_be_made_is_a_crash_like_any_other(key_file: Path) -> None:
    def broken(context: SessionContext) -> ToyApp:
        raise RuntimeError("no app today")

    async with serving(broken, key_file) as server, await Player.connect(port_of(server)) as ann:
        assert await ann.exit_status() == 1
        assert "number in our log" in " ".join(ann.screen.split())
        assert not ann.modes.kinds


def test_the_mode_machine_sees_what_is_left_on() -> None:
    modes = TerminalModes()
    modes.feed(b"\x1b[?1049h\x1b[?1000;1006h\x1b[>1u\x1b[?25l\x1b[1;3")
    modes.feed(b"1mred")
    assert len(modes.unclean()) == 6
    modes.feed(b"\x1b[<u\x1b[?1049l\x1b[?1000l\x1b[?1006l\x1b[?25h\x1b[0m\x1b[")
    assert modes.unclean() == [r"cut off in a sequence: b'\x1b['"]
