"""A finished match, move by move: forward, back, to any column, from any seat's view, and by itself."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.app import ComposeResult
from textual.timer import Timer
from textual.widgets import Static

from cardtable.errors import Rejected
from cardtable.rules.notation import MatchRecord
from cardtable.tui import keys, replay_parts, replay_words
from cardtable.tui.brush import Look
from cardtable.tui.host import Export
from cardtable.tui.replay_model import VIEWERS, Place, Replay
from cardtable.tui.screens.once import OnceScreen
from cardtable.tui.screens.pages import PageScreen
from cardtable.tui.widgets.painted import Painted
from cardtable.tui.widgets.table_parts import TableParts

FORMS = (
    ("text", "Text       to be read"),
    ("json", "JSON       to be replayed and verified"),
    ("cast", "Recording  for asciinema’s player"),
)
"""The forms a match can be exported in."""

SHORTEST, LONGEST = 900, 3_000
"""Milliseconds a moment is shown for when the match plays by itself: as long as it was, within what one can follow."""


def pace(waited: int) -> float:
    """Seconds for which a moment is shown that was followed by the next one after so many milliseconds."""
    return min(max(waited, SHORTEST), LONGEST) / 1000


class ReplayScreen(OnceScreen[None]):
    """One verified match. It begins at its start, so that nobody learns the result who does not go there."""

    DEFAULT_CSS = """
    ReplayScreen { layout: vertical; }
    ReplayScreen Painted { height: 1; }
    ReplayScreen Horizontal { height: auto; }
    """

    def __init__(
        self, record: MatchRecord, look: Callable[[], Look], viewer: int | None = None, export: Export | None = None
    ) -> None:
        super().__init__()
        self._record = record
        self._export = export
        self._replay = Replay(record)
        self._look = look
        self.place = Place(0, viewer)
        self._full = False
        self._playing: Timer | None = None
        self._parts = TableParts()

    def compose(self) -> ComposeResult:
        """The parts of the live table, top to bottom."""
        yield from self._parts.compose()

    def on_mount(self) -> None:
        """Show the start."""
        self._paint()

    def on_resize(self) -> None:
        """Lay the parts out anew."""
        self._paint()

    def on_screen_resume(self) -> None:
        """The look may have been changed meanwhile."""
        self._paint()

    def _paint(self) -> None:
        if not self.is_attached:
            return
        pictures = replay_parts.pictures(
            self._replay,
            self.place,
            self._look(),
            *self.size,
            playing=self._playing is not None,
            full=self._full,
            can_export=self._export is not None,
        )
        self._parts.show(pictures)

    def on_painted_pressed(self, message: Painted.Pressed) -> None:
        """A click is the key it stands for."""
        self._press(message.key)

    def on_key(self, event: events.Key) -> None:
        """Every key of this screen."""
        event.stop()
        event.prevent_default()
        self._press(event.key)

    def _press(self, pressed: str) -> None:
        key = keys.find("replay", pressed)
        playing = self._playing is not None
        if key is not None and isinstance(key.action, str):
            # Whoever goes on by hand takes over; looking from another side does not stop the match.
            if key.action in _MOVES or key.action == "auto":
                self._stop()
            if key.action == "auto" and not playing:
                self._play()
            self._act(key.action)
            self._paint()

    def _act(self, action: str) -> None:
        if action in _MOVES:
            self.place = _MOVES[action](self._replay, self.place)
        elif action in _SIDES:
            self.place = Place(self.place.moment, _SIDES[action])
        elif action == "turn":
            following = (VIEWERS.index(self.place.viewer) + 1) % len(VIEWERS)
            self.place = Place(self.place.moment, VIEWERS[following])
        elif action == "max":
            self._full = not self._full
        elif action == "log":
            self.app.push_screen(LogScreen(replay_words.log(self._replay, self.place)))
        elif action == "export":
            self._ask_form()
        elif action == "help":
            self.app.action_help()  # type: ignore[attr-defined]
        elif action == "leave":
            self.dismiss(None)

    def _ask_form(self) -> None:
        from cardtable.tui.screens.dialogs import ChooseScreen

        if self._export is not None:
            why = "It tells the whole match, its end too."
            self.app.push_screen(ChooseScreen("Export this match", why, FORMS), self._write)

    def _write(self, form: str | None) -> None:
        from cardtable.tui.screens.dialogs import TellScreen

        if form is None or self._export is None:
            return
        try:
            told = self._export(self._record, form)
        except Rejected as refusal:
            told = refusal.text
        self.app.push_screen(TellScreen("The match", told))

    def _play(self) -> None:
        """By itself from here; from the end once more from the start."""
        if self._replay.at_end(self.place):
            self.place = self._replay.start(self.place)
        self._wait()

    def _wait(self) -> None:
        self._playing = self.set_timer(pace(self._replay.wait(self.place)), self._go_on)

    def _go_on(self) -> None:
        self.place = self._replay.moved(self.place, 1)
        if self._replay.at_end(self.place):
            self._stop()
        else:
            self._wait()
        self._paint()

    def _stop(self) -> None:
        if self._playing is not None:
            self._playing.stop()
        self._playing = None


_MOVES: dict[str, Callable[[Replay, Place], Place]] = {
    "forward": lambda replay, place: replay.moved(place, 1),
    "backward": lambda replay, place: replay.moved(place, -1),
    "start": Replay.start,
    "end": Replay.end,
    "column on": Replay.next_column,
    "column back": Replay.column_before,
}

_SIDES: dict[str, int | None] = {"seat 1": 0, "seat 2": 1, "both seats": None}


class LogScreen(PageScreen):
    """What had happened by the moment one came from."""

    TITLE = "The match so far"

    def __init__(self, lines: list[str]) -> None:
        super().__init__()
        self._lines = lines

    def entries(self) -> ComposeResult:
        """Line by line."""
        for line in self._lines:
            if line:
                heading = not line.startswith(" ")
                yield Static(line if heading else line[2:], classes="heading" if heading else "entry", markup=False)
