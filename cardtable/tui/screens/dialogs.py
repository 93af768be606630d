"""Small questions on top of a screen: a name, a code, how to play a bot, waiting for a quick match."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

from cardtable.rules.hustle.commands import Options
from cardtable.table.ports import QuickMatch
from cardtable.tui.screens.once import OnceScreen

Answer = TypeVar("Answer")

LOW = 22
"""Rows below which dialogs have no frame."""

Checked = Callable[[str], tuple[str, str | None]]
"""From what was typed to what is meant, and what is wrong with it if something is."""


class Dialog(OnceScreen[Answer], ModalScreen[Answer]):
    """A box in the middle; Esc leaves it without an answer."""

    SCOPED_CSS = False
    CSS = """
    Dialog { align: center middle; background: $background; }
    Dialog > Vertical {
        width: 64;
        max-width: 100%;
        height: auto;
        max-height: 100%;
        background: $surface;
        border: round $primary;
        padding: 1 2;
    }
    Dialog .title { text-style: bold; color: $primary; width: 100%; margin-bottom: 1; }
    Dialog .why { color: $foreground 80%; height: auto; margin-bottom: 1; }
    Dialog .ways { color: $foreground 60%; margin-top: 1; }
    Dialog .fault { color: $warning; height: auto; min-height: 1; }
    Dialog Input { margin-bottom: 1; border: tall $primary 40%; background: $background; }
    Dialog Input:focus { border: tall $primary; }
    Dialog Horizontal { height: auto; width: 100%; }
    Dialog Button { margin-right: 2; min-width: 14; }
    Dialog OptionList { background: $surface; border: none; height: auto; max-height: 12; }
    Dialog > Vertical { overflow-y: auto; }
    TellScreen > Vertical { width: 78; }
    Dialog.-low > Vertical { padding: 0 1; border: none; width: 100%; }
    Dialog.-low .ways { margin-top: 0; }
    Dialog.-low .title, Dialog.-low .why, Dialog.-low Input { margin-bottom: 0; }
    Dialog.-low Input { border: none; height: 1; background: $panel; }
    Dialog.-low Button { border: none; height: 1; min-width: 8; }
    """

    BINDINGS = [Binding("escape", "cancel", "back")]

    def on_resize(self) -> None:
        """Where there is little room, no frame and no gaps."""
        self.set_class(self.size.height < LOW, "-low")

    def action_cancel(self) -> None:
        """No answer."""
        self.dismiss(None)


class AskScreen(Dialog[tuple[str, ...]]):
    """Asks for one or more lines of text, each checked; the answers come back together."""

    def __init__(self, title: str, why: str, fields: tuple[tuple[str, str, Checked], ...]) -> None:
        super().__init__()
        self._title = title
        self._why = why
        self._fields = fields

    def compose(self) -> ComposeResult:
        """Title, what it is for, the lines."""
        with Vertical():
            yield Static(self._title, classes="title", markup=False)
            if self._why:
                yield Static(self._why, classes="why", markup=False)
            for number, (placeholder, value, _checked) in enumerate(self._fields):
                yield Input(value=value, placeholder=placeholder, id=f"field-{number}", max_length=64)
            yield Static("", classes="fault", markup=False)
            with Horizontal():
                yield Button("OK", id="ok", variant="primary")
                yield Button("Back", id="cancel")

    @on(Input.Submitted)
    def _next_or_done(self, event: Input.Submitted) -> None:
        inputs = list(self.query(Input))
        here = inputs.index(event.input)
        if here + 1 < len(inputs):
            inputs[here + 1].focus()
        else:
            self._done()

    @on(Button.Pressed, "#ok")
    def _done(self) -> None:
        answers = []
        for field, (_placeholder, _value, checked) in zip(self.query(Input), self._fields, strict=True):
            answer, fault = checked(field.value)
            if fault is not None:
                self.query_one(".fault", Static).update(fault)
                field.focus()
                return
            answers.append(answer)
        if len(set(map(str.casefold, answers))) < len(answers):
            self.query_one(".fault", Static).update("Two players need two different names.")
            return
        self.dismiss(tuple(answers))

    @on(Button.Pressed, "#cancel")
    def _cancelled(self) -> None:
        self.dismiss(None)


class TellScreen(Dialog[None]):
    """Tells something longer than a line. Enter, q or Esc goes back."""

    BINDINGS = [Binding("q,enter,space", "cancel", "back")]

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self._title = title
        self._text = text

    def compose(self) -> ComposeResult:
        """Title, text, the way back."""
        with Vertical():
            yield Static(self._title, classes="title", markup=False)
            yield Static(self._text, classes="why", markup=False)
            with Horizontal():
                yield Button("Back", id="cancel", variant="primary")

    @on(Button.Pressed, "#cancel")
    def _back(self) -> None:
        self.dismiss(None)


class ChooseScreen(Dialog[str]):
    """Asks to choose one of a few entries: `(id, text)` each. Its number chooses it, too."""

    BINDINGS = [Binding("q", "cancel", "back")]

    def __init__(self, title: str, why: str, entries: tuple[tuple[str, str], ...]) -> None:
        super().__init__()
        self._title = title
        self._why = why
        self._entries = entries

    def compose(self) -> ComposeResult:
        """Title, what it is for, the entries."""
        with Vertical():
            yield Static(self._title, classes="title", markup=False)
            if self._why:
                yield Static(self._why, classes="why", markup=False)
            entries = enumerate(self._entries, start=1)
            yield OptionList(*(Option(f"{number}  {text}", id=name) for number, (name, text) in entries), markup=False)
            yield Static("Enter or a number chooses · q goes back", classes="ways", markup=False)

    def on_key(self, event: events.Key) -> None:
        """An entry's number chooses it."""
        if event.key.isdecimal() and 0 < int(event.key) <= len(self._entries):
            event.stop()
            self.dismiss(self._entries[int(event.key) - 1][0])

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option.id)


LEVELS = (
    ("rookie", "Rookie   makes mistakes"),
    ("regular", "Regular  plays sensibly"),
    ("shark", "Shark    plays the odds"),
)


USUAL = (
    ("blind/standard", "Usual       cards face down, clocks"),
    ("open/standard", "Open draft  cards face up, clocks"),
)
RELAXED = (
    *USUAL,
    ("blind/relaxed", "No clocks   cards face down"),
    ("open/relaxed", "Open draft  face up, no clocks"),
)
"""How a table can be played; without clocks only where nobody is kept waiting over a line (H23)."""


def options_of(chosen: str) -> Options:
    """The options that an entry of `USUAL` or `RELAXED` stands for."""
    draft, _, clocks = chosen.partition("/")
    return Options(
        draft="open" if draft == "open" else "blind", clocks="relaxed" if clocks == "relaxed" else "standard"
    )


class QuickScreen(Dialog[str]):
    """Waits for another player; after 20 seconds alone a bot is offered. Answers `seated`, `bot` or None."""

    PATIENCE = 20.0

    def __init__(self, waiting: QuickMatch) -> None:
        super().__init__()
        self._waiting_for = waiting

    def compose(self) -> ComposeResult:
        """What is going on, and the ways out."""
        with Vertical():
            yield Static("Quick match", classes="title")
            yield Static("Looking for somebody else who wants to play …", id="quick-state")
            yield Static("", classes="fault", markup=False)
            with Horizontal():
                yield Button("Play a bot instead", id="bot", variant="primary")
                yield Button("Stop waiting", id="cancel")

    def on_mount(self) -> None:
        """Wait."""
        self.query_one("#bot", Button).display = False
        self.query_one("#cancel", Button).focus()
        self.set_timer(self.PATIENCE, self._offer_bot)
        self.run_worker(self._wait())

    async def _wait(self) -> None:
        link = await self._waiting_for.wait()
        self.seated = link
        self.dismiss("seated")

    def _offer_bot(self) -> None:
        self.query_one(".fault", Static).update("Nobody yet. Play a bot meanwhile, or keep waiting.")
        button = self.query_one("#bot", Button)
        button.display = True
        button.focus()

    @on(Button.Pressed, "#bot")
    def _bot(self) -> None:
        self._waiting_for.cancel()
        self.dismiss("bot")

    @on(Button.Pressed, "#cancel")
    def action_cancel(self) -> None:
        """Stop waiting."""
        self._waiting_for.cancel()
        self.dismiss(None)
