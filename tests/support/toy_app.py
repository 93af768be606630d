"""A small app for the tests of `ssh`: shows who is there, echoes keys, and breaks in the ways that apps do."""

from __future__ import annotations

import asyncio
import sys
from typing import Any, ClassVar

from textual import events, on
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.widgets import Button, Input, Static

from cardtable.ssh.context import SessionContext


class ToyApp(App[Any]):
    """F2 crashes in a handler, F3 in a render; F4 hangs; F5 prints; F6 opens a url and a file; F7 turns; F8 speaks."""

    ENABLE_COMMAND_PALETTE = False
    CSS = "Screen { layout: vertical; } Input { border: none; height: 1; } #echo { height: 3; } Button { height: 3; }"
    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+c", "quit", "Quit")]
    AUTO_FOCUS = None

    def __init__(self, context: SessionContext) -> None:
        super().__init__()
        self.context = context
        self.keys: list[str] = []
        self.characters: list[str | None] = []
        self.sizes: list[tuple[int, int]] = []
        self.pastes: list[str] = []
        self.turns = 0

    def compose(self) -> ComposeResult:
        context = self.context
        yield Static(f"name={context.wished_name} wants={context.intent.kind} {context.intent.code}", markup=False)
        yield Static(f"identity={context.identity}", markup=False)
        yield Static(f"colours={context.terminal.colours}", markup=False)
        yield Static("", id="size")
        yield Static("keys=", id="echo", markup=False)
        yield Static("[red on blue]red[/] [bold]bold[/]", id="red")
        yield Button("Press me")
        yield Input(placeholder="chat")

    def on_resize(self, event: events.Resize) -> None:
        self.sizes.append((event.size.width, event.size.height))
        self.query_one("#size", Static).update(f"size={event.size.width}x{event.size.height}")

    def on_paste(self, event: events.Paste) -> None:
        self.pastes.append(event.text)

    async def on_key(self, event: events.Key) -> None:
        self.keys.append(event.key)
        self.characters.append(event.character)
        self.query_one("#echo", Static).update("keys=" + " ".join(self.keys[-6:]))
        action = getattr(self, f"do_{event.key}", None)
        if action is not None:
            await action()

    @on(Button.Pressed)
    def pressed(self) -> None:
        self.query_one("#echo", Static).update("pressed")

    async def do_f2(self) -> None:
        secret_hand = "7H KD"
        raise RuntimeError(f"broken handler of {len(secret_hand)}")

    async def do_f3(self) -> None:
        self.query_one("#echo", Static).update(_Unrenderable())  # type: ignore[arg-type]

    async def do_f4(self) -> None:
        await asyncio.sleep(3600)

    async def do_f5(self) -> None:
        sys.stdout.write("printed by an app\n")
        sys.stderr.write("complained by an app\n")

    async def do_f6(self) -> None:
        self.open_url("https://example.org/")
        self.deliver_screenshot()
        self.action_suspend_process()

    async def do_f7(self) -> None:
        self.set_interval(0.01, self._turn)

    async def do_f8(self) -> None:
        self.exit("Come back:\nssh \x1b[31mhere")

    def _turn(self) -> None:
        self.turns += 1
        self.query_one("#red", Static).update(f"turn {self.turns} " + str(self.turns)[-1] * 700)


class _Unrenderable:
    def __rich_console__(self, console: object, options: object) -> object:
        raise ValueError("cannot be drawn")
