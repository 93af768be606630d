"""A stock program in a tmux pane, for tests: type, expect, and what is on the screen."""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
import time
import uuid
from types import TracebackType

PATIENCE = 15.0


class Pane:
    """One tmux server of its own with one window that runs one command; the window stays when the command has ended.

    `mouse` clicks are sent as a terminal would. Use it as an async context manager.
    """

    def __init__(self, command: str, *, columns: int = 80, rows: int = 24, term: str = "") -> None:
        self._socket = f"cardtable-{os.getpid()}-{uuid.uuid4().hex[:8]}"
        self._command = command
        self._size = columns, rows
        self._term = term

    @staticmethod
    def missing() -> str:
        """Why tests with it cannot run here, or ""."""
        return "" if shutil.which("tmux") else "tmux is not installed"

    async def __aenter__(self) -> Pane:
        columns, rows = map(str, self._size)
        await self._tmux("-f", "/dev/null", "new-session", "-d", "-x", columns, "-y", rows, *self._shell())
        await self._tmux("set-option", "-g", "status", "off")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._tmux("kill-server")

    async def screen(self, *, style: bool = False) -> str:
        """What is on the screen, with colours if asked."""
        return (await self._tmux("capture-pane", "-p", *(["-e"] if style else []))).rstrip()

    async def keys(self, *names: str) -> None:
        """Press keys by their tmux names: `a`, `Enter`, `C-c`, `F2`."""
        await self._tmux("send-keys", *names)

    async def text(self, text: str) -> None:
        """Type this text as it is."""
        await self._tmux("send-keys", "-l", text)

    async def expect(self, text: str, patience: float = PATIENCE) -> str:
        """Wait until this is on the screen, and return the screen; on time-out it is in the failure."""
        end = time.monotonic() + patience
        while text not in (screen := await self.screen()):
            assert time.monotonic() < end, f"timed out waiting for {text!r}; the screen is:\n{screen}"
            await asyncio.sleep(0.05)
        return screen

    async def modes(self) -> dict[str, str]:
        """The terminal's modes as tmux sees them; all `0` but wrap and cursor for a clean one."""
        names = ("alternate_on", "mouse_any_flag", "keypad_cursor_flag", "cursor_flag", "wrap_flag", "insert_flag")
        told = await self._tmux("display-message", "-p", " ".join(f"{name}=#{{{name}}}" for name in names))
        return dict(part.split("=") for part in told.split())

    def _shell(self) -> list[str]:
        set_term = f"TERM={shlex.quote(self._term)} " if self._term else ""
        script = f"{set_term}{self._command}; echo rc=$?; exec sleep 600"
        return ["sh", "-c", script]

    async def _tmux(self, *args: str) -> str:
        process = await asyncio.create_subprocess_exec(
            "tmux", "-L", self._socket, *args, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
        )
        out, err = await process.communicate()
        assert process.returncode == 0 or args[0] == "kill-server", err.decode()
        return out.decode()
