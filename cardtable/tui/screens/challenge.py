"""A challenge on the screen: the question to who is asked, and the wait of who asks."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Static

from cardtable.errors import Rejected
from cardtable.table.link import TableLink
from cardtable.table.ports import Challenge, Challenged
from cardtable.tui.marking import DISTINCT
from cardtable.tui.screens.dialogs import Dialog


class ChallengedScreen(Dialog[bool]):
    """Asks whether a challenge is accepted; closes by itself when there is nothing to answer any more.

    For a moment it takes no answer: it comes unasked, and a key may have been meant for what lies beneath.
    """

    BINDINGS = [
        Binding("y", "answer(True)", "play"),
        Binding("n,q,escape", "answer(False)", "not now"),
    ]

    def __init__(self, challenged: Challenged) -> None:
        super().__init__()
        self._challenged = challenged
        self._over = False

    def compose(self) -> ComposeResult:
        """Who asks, how they would play, the answers."""
        draft = "cards face up" if self._challenged.options.draft == "open" else "the usual way"
        with Vertical():
            yield Static(f"{self._challenged.by} challenges you", classes="title", markup=False)
            yield Static(f"21 Hustle, {draft}. Do you want to play?", classes="why", markup=False)
            with Horizontal():
                yield Button("Play (y)", id="play", variant="primary", disabled=True)
                yield Button("Not now (n)", id="not-now", disabled=True)

    def on_mount(self) -> None:
        """Open to an answer in a moment."""
        self.set_timer(DISTINCT, self._open)
        self.run_worker(self._watch())

    def on_screen_resume(self) -> None:
        """What lay over it is gone; the challenge may be, too."""
        self._close_if_over()

    def on_unmount(self) -> None:
        """Closed from outside, and not by the player's going away: the question was never answered."""
        if not self._left and self.app.is_running:
            self._challenged.missed()

    def action_answer(self, answer: bool) -> None:
        """Yes or no, once answers are taken."""
        if not self.query_one("#play").disabled:
            self.dismiss(answer)

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        self.action_answer(event.button.id == "play")

    def _open(self) -> None:
        for button in self.query(Button):
            button.disabled = False
        self.query_one("#not-now").focus()

    async def _watch(self) -> None:
        text = await self._challenged.withdrawn()
        if text and not self._left:
            self._over = True
            self.app.notify(text, markup=False)
            self._close_if_over()

    def _close_if_over(self) -> None:
        if self._over and self.is_current:
            self.dismiss(None)


class ChallengeScreen(Dialog[bool]):
    """Waits for the answer. Answers True when it has a seat; else what came of it is told."""

    def __init__(self, name: str, challenge: Challenge) -> None:
        super().__init__()
        self._name = name
        self._challenge = challenge
        self.seated: TableLink

    def compose(self) -> ComposeResult:
        """What is going on, and the way out."""
        with Vertical():
            yield Static(f"A challenge to {self._name}", classes="title", markup=False)
            yield Static(f"Waiting for {self._name} to answer …", classes="why", markup=False)
            with Horizontal():
                yield Button("Take it back", id="cancel", variant="primary")

    def on_mount(self) -> None:
        """Wait."""
        self.run_worker(self._wait())

    async def _wait(self) -> None:
        try:
            self.seated = await self._challenge.wait()
        except Rejected as refusal:
            if not self._left:
                self.app.notify(refusal.text, markup=False, timeout=8)
                self.dismiss(None)
        else:
            self.dismiss(True)

    @on(Button.Pressed, "#cancel")
    def action_cancel(self) -> None:
        """Take it back."""
        self.dismiss(None)
        self._challenge.cancel()
