"""The 21 Hustle table: takes one line to a table (or two, hot-seat), shows what it tells, sends what is pressed."""

from __future__ import annotations

import msgspec
from textual import events
from textual.app import ComposeResult
from textual.message import Message
from textual.timer import Timer

from cardtable.errors import Rejected
from cardtable.rules.hustle.commands import Choice
from cardtable.rules.hustle.views import Phase
from cardtable.table.commands import AskRematch, Say, TableCommand
from cardtable.table.link import Ended, TableLink
from cardtable.table.views import Stage, TableView
from cardtable.tui import keys, present, table_layout
from cardtable.tui.bell import Bell, calls, runs_out
from cardtable.tui.cut_box import CutBox
from cardtable.tui.keys import Context, Key
from cardtable.tui.lines import Lines
from cardtable.tui.marking import Question, marked, moved
from cardtable.tui.reveal import TURNING, WHOLE, Reveal
from cardtable.tui.screens.once import OnceScreen
from cardtable.tui.surroundings import Surroundings
from cardtable.tui.table_model import Model
from cardtable.tui.table_words import Words
from cardtable.tui.talk import Talk
from cardtable.tui.widgets.painted import Painted
from cardtable.tui.widgets.table_parts import TableParts

_LATE = 0.01
"""Seconds after the end of a second, so that a timer that is a little early does not find the old one."""


class HustleScreen(OnceScreen[Ended | None]):
    """One table. Dismissed with None on leaving, or with the reason when the line was cut."""

    DEFAULT_CSS = """
    HustleScreen { layout: vertical; }
    HustleScreen Painted { height: 1; }
    HustleScreen Horizontal { height: auto; }
    """

    def __init__(self, links: tuple[TableLink, ...], around: Surroundings) -> None:
        super().__init__()
        self._lines = Lines(links)
        self._around = around
        self._view: TableView = links[0].latest
        self._arrived = around.clock()
        self._asked_at = 0.0
        self._reveal = Reveal()
        self._bell = Bell()
        self._cut = CutBox(self._lines.me)
        self._talk = Talk()
        self._marked: int | None = None
        self._notice: tuple[str, str] | None = None
        self._question: Question | None = None
        self._max = False
        self._going = False
        self._ticking: Timer | None = None
        self._parts = TableParts()
        self._guides = (not around.prefs().seen_draft, not around.prefs().seen_matchup)

    def compose(self) -> ComposeResult:
        """Painted parts, top to bottom; the clocks apart, since they change most."""
        yield from self._parts.compose()

    def on_mount(self) -> None:
        """Follow every line, and look at the clocks now and then."""
        for link in self._lines.all:
            self.run_worker(self._follow(link), exit_on_error=True)
        self._paint()
        self._tick()

    def on_resize(self) -> None:
        """Lay the parts out anew."""
        self._paint()

    async def _follow(self, link: TableLink) -> None:
        async for view in link.views():
            if link is self._lines.all[0]:
                self._receive(view)
            else:
                self._paint()
        if link.ended is not None and not self._going:
            self._end(link.ended)

    def _end(self, why: Ended) -> None:
        """The line was cut from the other side: close this screen, and what lies over it."""
        self._going = True
        self._come_forward()
        self.dismiss(why)

    def _come_forward(self) -> None:
        while not self.is_current:
            self.app.pop_screen()

    def _receive(self, view: TableView) -> None:
        before, self._view = self._view, view
        self._arrived = self._around.clock()
        if self._reveal.take(before, view, animated=self._around.prefs().animation):
            self.set_timer(TURNING, lambda: self._turn("back", "lit"))
            self.set_timer(WHOLE, lambda: self._turn("lit", "plain"))
        if _question_of(before) != _question_of(view):
            # By the clock that stamps the keys, whichever that is.
            self._asked_at = Message().time
        if _asked_of(before) != _asked_of(view):
            self._marked = self._notice = None
            self._ring(calls(view, self._lines.own_seats))
        self._cut.follow(before, view, self._arrived)
        if before.stage is not view.stage and view.stage in (Stage.CUTTING, Stage.PLAYING):
            # A clock runs: what was read meanwhile must not hide the cards.
            self._come_forward()
        if self._question is not None and before.stage is not view.stage and self._question.what != "quit":
            self._question = None
        self._remember_guides(view)
        self._paint()
        self._tick()

    def _turn(self, expected: str, stage: str) -> None:
        if self._reveal.step(expected, stage):
            self._paint()

    def _remember_guides(self, view: TableView) -> None:
        match, prefs = view.match, self._around.prefs()
        if match is None:
            return
        if match.phase is not Phase.DRAFT and not prefs.seen_draft:
            self._around.change({"seen_draft": True})
        if match.phase is Phase.OVER and not prefs.seen_matchup:
            self._around.change({"seen_matchup": True})
            self._guides = (False, False)

    def _model(self) -> Model:
        prefs = self._around.prefs()
        return Model(
            view=self._view,
            look=self._around.look(),
            me=self._lines.me,
            bottom=self._lines.me or self._around.bottom,
            hot_seat=self._lines.hot_seat,
            elapsed=self._elapsed(),
            reveal=self._reveal.stage,
            fresh=self._reveal.columns,
            marked=self._marked,
            watching=self._lines.watching,
            sound=prefs.sound,
            max_screen=self._max,
        )

    def _elapsed(self) -> int:
        return 0 if self._view.paused else int((self._around.clock() - self._arrived) * 1000)

    def _words(self) -> Words:
        view = self._view
        drafting = view.match is not None and view.match.phase is Phase.DRAFT
        guided = self._guides[0 if drafting else 1] and not self._lines.watching
        return Words(
            context=self._where(),
            notice=self._notice,
            turning=present.turning(view) if self._reveal.stage == "back" else None,
            question=self._question.text if self._question else None,
            guide=present.guide(view) if guided else (),
            open_choices=self._lines.open_choices(self._view),
            can_save=self._around.save is not None and view.match is not None,
            can_watch=self._around.watch is not None and view.private and view.watch_code is None,
            invite=self._around.invite(view.code) if view.remote else (),
            typed=self._cut.shown(view),
            talk=self._talk.typed,
            muted=self._talk.muted,
        )

    def _paint(self) -> None:
        if not self.is_attached:
            return
        model = self._model()
        heard = msgspec.structs.replace(model.view, log=self._talk.heard(model.view.log, self._lines.own_seats))
        model = msgspec.structs.replace(model, view=heard)
        told = msgspec.structs.replace(model, view=self._reveal.shown(model.view))
        self._parts.show(table_layout.pictures(model, told, self._words(), *self.size))

    def _tick(self) -> None:
        """Show the clocks again whenever a second that is shown is over, and not in between."""
        if self._view.stage is Stage.PLAYING and table_layout.playable(*self.size):
            for part, picture in table_layout.clocks(self._model(), self.size.width).items():
                self._parts[part].show(picture)
            clocks = [self._view.seats[seat].clock for seat in self._lines.own_seats]
            self._ring(runs_out(clocks, self._elapsed()))
        elif self._view.stage is Stage.CUTTING:
            self._paint()
        if self._ticking is not None:
            self._ticking.stop()
        self._ticking = self.set_timer(self._to_next_second(), self._tick)

    def _to_next_second(self) -> float:
        """Seconds until the next clock that runs shows another number."""
        elapsed = self._elapsed()
        clocks = [seat.clock for seat in self._view.seats]
        running = [clock.left(elapsed) for clock in clocks if clock is not None and clock.running]
        if self._view.cutting is not None:
            running.append(self._view.cutting.left_after(elapsed))
        return min(((left - 1) % 1000 + 1 for left in running if left > 0), default=1000) / 1000 + _LATE

    def on_painted_pressed(self, message: Painted.Pressed) -> None:
        """A click is the key it stands for."""
        self._press(message.key)

    def on_paste(self, event: events.Paste) -> None:
        """Pasted text never plays; it may be a cut."""
        event.stop()
        if self._types():
            self._type(event.text)

    def _types(self) -> bool:
        """Whether what comes is text, and no key of the game."""
        return self._question is None and self._where() in keys.TYPING

    def _where(self) -> Context:
        return "talking" if self._talk.typed is not None else self._lines.context(self._view)

    def _type(self, text: str) -> None:
        if self._talk.typed is None:
            self._cut.add(text)
        else:
            self._say(self._talk.add(text))
        self._paint()

    def _say(self, line: Say | None) -> None:
        if line is not None:
            self._send(self._lines.all[0], line)

    def on_key(self, event: events.Key) -> None:
        """Every key of the table screen."""
        event.stop()
        event.prevent_default()
        if self._cut.deaf(self._around.clock()) and event.is_printable:
            return
        if self._types() and event.is_printable:
            self._type(event.character or "")
        else:
            self._press(event.key, stale=event.time < self._asked_at)

    def _press(self, pressed: str, *, stale: bool = False) -> None:
        """`stale`: it was pressed before the present question was put, so it cannot be an answer to it."""
        self._reveal.skip()
        if self._question is not None:
            self._answer(self._question, pressed)
        else:
            key = keys.find(self._where(), pressed)
            self._notice = None
            if key is not None and stale and not isinstance(key.action, str):
                self._notice = ("Pressed before this was asked; choose again.", "warning")
            elif key is not None:
                self._act(key)
        self._paint()

    def _act(self, key: Key) -> None:
        if not isinstance(key.action, str):
            self._choose(key.action, key.seat)
            return
        match key.action:
            case "previous" | "next":
                self._move_mark(-1 if key.action == "previous" else 1)
            case "take":
                self._take_marked()
            case "leave":
                self._leave_or_ask()
            case "quit":
                self._ask("quit", "Leave the game? " + self._cost())
            case "cut" if self._cut.asked(self._view):
                self._send(self._lines.all[0], self._cut.cut())
            case "erase":
                (self._talk if self._talk.typed is not None else self._cut).erase()
            case "chat" if self._view.remote and not self._lines.watching:
                self._talk.open()
            case "mute" if self._view.remote:
                self._talk.muted = not self._talk.muted
            case "phrase 1" | "phrase 2" | "phrase 3" | "phrase 4" | "phrase 5":
                # By the mouse: typed, a digit is text like any other.
                self._say(self._talk.add(key.keys[0]))
            case "say":
                self._say(self._talk.line())
            case "hush":
                self._talk.close()
            case "rematch":
                for link in self._lines.all:
                    self._send(link, AskRematch())
            case "save":
                self._save()
            case "watch_code":
                self._allow_watching()
            case "sit":
                if self._around.sit is not None:
                    self._around.sit(self._view)
            case "max":
                self._max = not self._max
            case "sound":
                self._around.change({"sound": not self._around.prefs().sound})
            case "help":
                self.app.action_help()  # type: ignore[attr-defined]

    def _choose(self, choice: Choice, seat: int | None) -> None:
        self._send(self._lines.all[seat or 0], choice)

    def _move_mark(self, step: int) -> None:
        asked = self._lines.asked_alone(self._view)
        if asked is not None:
            self._marked = moved(self._marked, asked[1], step)

    def _take_marked(self) -> None:
        asked = self._lines.asked_alone(self._view)
        choice = marked(self._marked, asked[1]) if asked is not None else None
        if asked is None or choice is None:
            self._notice = ("Mark a choice with the arrows first.", "hint")
        else:
            self._send(asked[0], choice)

    def _send(self, link: TableLink, command: TableCommand) -> None:
        self.run_worker(self._send_now(link, command, self._view.seq))

    async def _send_now(self, link: TableLink, command: TableCommand, seen: int) -> None:
        try:
            await link.send(command, seen)
        except Rejected as refusal:
            self._notice = (refusal.text, "warning")
            self._paint()

    def _save(self) -> None:
        if self._around.save is None:
            return
        try:
            text = self._around.save(self._lines.all[0])
        except Rejected as refusal:
            self._notice = (refusal.text, "warning")
        else:
            self._tell("The match", text)

    def _tell(self, title: str, text: str) -> None:
        from cardtable.tui.screens.dialogs import TellScreen

        self.app.push_screen(TellScreen(title, text))

    def _allow_watching(self) -> None:
        allow = self._around.watch
        if allow is not None:
            allow(self._lines.all[0])

    def _live(self) -> bool:
        return self._view.stage is Stage.PLAYING and not self._lines.watching

    def _cost(self) -> str:
        return "That gives the match up." if self._live() else "y leaves, n stays."

    def _leave_or_ask(self) -> None:
        if self._live():
            self._ask("leave", "Leave the table? That gives the match up.")
        elif self._view.stage is Stage.WAITING and not self._lines.watching:
            self._ask("leave", "Close this table? Its code will lead nowhere.")
        elif self._view.stage is Stage.CUTTING and not self._lines.watching:
            self._ask("leave", "Leave the table? No card was dealt yet.")
        else:
            self._leave()

    def _ask(self, what: str, text: str) -> None:
        self._question = Question(what, text, self._around.clock())

    def _answer(self, question: Question, pressed: str) -> None:
        answer = question.answer(pressed, self._around.clock())
        if answer is not None:
            self._question = None
        if answer:
            self._leave(quit_app=question.what == "quit")

    def _leave(self, *, quit_app: bool = False) -> None:
        self.run_worker(self._go(quit_app))

    async def _go(self, quit_app: bool) -> None:
        if self._going:
            return
        self._going = True
        await self._lines.leave()
        await self._lines.hang_up()
        if quit_app:
            self.app.exit()
        else:
            self.dismiss(None)

    async def on_unmount(self) -> None:
        """However the screen ends, its lines are hung up."""
        self._going = True
        await self._lines.hang_up()

    def _ring(self, called: bool) -> None:
        if called and self._around.prefs().sound and self._bell.may_ring(self._around.clock()):
            self.app.bell()


def _question_of(view: TableView) -> object:
    """What is asked, of whomever: it stays the same while only one of two has answered."""
    match = view.match
    return (view.match_number, view.stage, match and (match.phase, match.drawn, match.column))


def _asked_of(view: TableView) -> object:
    """What a viewer is being asked: it changes with every turn."""
    match = view.match
    return (view.match_number, view.stage, match and (match.phase, match.drawn, match.column, match.asked))
