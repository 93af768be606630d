"""The operator's screen: who is here, every table, who is banned, and what can be done about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from textual import on
from textual.binding import Binding
from textual.widget import Widget
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from cardtable.errors import Rejected
from cardtable.text import clean_line
from cardtable.tui.host import Operator
from cardtable.tui.screens.dialogs import AskScreen, ChooseScreen
from cardtable.tui.screens.framed import FramedScreen

EVERY = 2.0
"""Seconds between two looks at who is there."""

LONGEST = 160
"""Cells of a reason or an announcement."""

HEADINGS = {"session": "Sessions", "table": "Tables", "ban": "Banned"}

WAYS = {
    "session": (("kick", "Kick   end the session; a seat is held"), ("ban", "Ban    keep this player out")),
    "table": (("close", "Close  without a result"),),
    "ban": (("unban", "Unban  let them in again"),),
}
"""What can be done about a line."""

EVERYBODY = (("all announce", "Announce something to everybody"), ("all drain", "End the server in good order"))

KEYS = (
    "k kick   b ban   c close table   u unban   a announce   d drain   ·   q back",
    "Enter: what can be done · q back",
)
"""The line of keys, and what is left of it in a narrow window."""


def checked_text(raw: str) -> tuple[str, str | None]:
    """A line of text; there has to be one."""
    text = clean_line(raw, LONGEST)
    return text, None if text else "Type a line, or leave with Esc."


def checked_reason(raw: str) -> tuple[str, str | None]:
    """A reason, which need not be given."""
    return clean_line(raw, LONGEST), None


class AdminScreen(FramedScreen):
    """One list; a key does something about the marked line. q leaves."""

    TITLE = "The operator’s desk"
    SCOPED_CSS = False
    CSS = """
    AdminScreen #people { width: 1fr; height: 1fr; padding: 0 1; background: $background; border: none; }
    AdminScreen #people > .option-list--option-highlighted {
        background: $primary;
        color: $background;
        text-style: bold;
    }
    """

    BINDINGS = [
        Binding("q", "leave", show=False),
        Binding("escape", "leave", show=False),
        Binding("question_mark", "app.help", show=False),
        Binding("k", "kick", show=False),
        Binding("b", "ban", show=False),
        Binding("c", "close", show=False),
        Binding("u", "unban", show=False),
        Binding("a", "announce", show=False),
        Binding("d", "drain", show=False),
    ]

    def __init__(self, operator: Operator) -> None:
        super().__init__()
        self._operator = operator
        self._rows: tuple[tuple[str, str], ...] = ()

    def inside(self) -> Iterable[Widget]:
        """The list."""
        return (OptionList(id="people", markup=False),)

    def ways(self) -> tuple[str, ...]:
        """See `FramedScreen`."""
        return KEYS

    def on_mount(self) -> None:
        """Show what is there, and look again from time to time."""
        self._fill()
        self.query_one(OptionList).focus()
        self.set_interval(EVERY, self._fill)

    def _fill(self) -> None:
        """Keep the mark on the same line, wherever that is now."""
        rows = self._operator.rows()
        if rows == self._rows:
            return
        people, marked = self.query_one(OptionList), self._marked()
        self._rows = rows
        people.clear_options()
        for kind, heading in HEADINGS.items():
            own = [(name, line) for name, line in rows if name.startswith(f"{kind} ")]
            people.add_option(Option(f"{heading}: {len(own)}", disabled=True))
            people.add_options(Option(line, id=name) for name, line in own)
        people.add_option(Option("Everybody", disabled=True))
        people.add_options(Option(line, id=name) for name, line in EVERYBODY)
        names = [option.id for option in people.options]
        first = next((at for at, name in enumerate(names) if name), None)
        people.highlighted = names.index(marked) if marked in names else first

    def _marked(self) -> str:
        option = self.query_one(OptionList).highlighted_option
        return (option.id or "") if option is not None else ""

    def _target(self, kind: str) -> str:
        """What the marked line is called, if it is of this kind; else "", and the operator is told."""
        found, _, target = self._marked().partition(" ")
        if found != kind:
            self.notify(f"Mark a line under {HEADINGS[kind]} for that.", timeout=4)
            return ""
        return target

    @on(OptionList.OptionSelected, "#people")
    async def _selected(self) -> None:
        """Enter or the mouse: choose what to do about the line."""
        kind, _, target = self._marked().partition(" ")
        if kind == "all":
            await self.run_action(target)
            return
        self.app.push_screen(ChooseScreen(f"{kind.capitalize()} {target}", "", WAYS[kind]), self._chosen)

    async def _chosen(self, way: str | None) -> None:
        if way is not None:
            await self.run_action(way)

    def action_kick(self) -> None:
        """End the marked session."""
        if number := self._target("session"):
            self._ask(f"Kick session {number}", "why, if it needs a word", lambda why: f"kick {number} {why}")

    def action_ban(self) -> None:
        """Keep whoever has the marked session out, now and later."""
        if number := self._target("session"):
            self._ask(f"Ban session {number}", "why, if it needs a word", lambda why: f"ban {number} {why}")

    def action_unban(self) -> None:
        """Let the marked one in again."""
        if ban := self._target("ban"):
            self._do(f"unban {ban}")

    def action_close(self) -> None:
        """Close the marked table."""
        if code := self._target("table"):
            self._sure(f"Close table {code}?", "A match that is played there has no result.", f"close {code}")

    def action_announce(self) -> None:
        """Tell everybody something."""
        self._ask("Announce", "what everybody reads", lambda text: f"announce {text}", needed=True)

    def action_drain(self) -> None:
        """End the server in good order."""
        self._sure("End the server?", "Everybody is told; live tables are kept and go on when it is back.", "drain")

    def _ask(self, title: str, field: str, order: Callable[[str], str], *, needed: bool = False) -> None:
        """Ask for a line, and carry out what comes of it."""
        fields = ((field, "", checked_text if needed else checked_reason),)
        self.app.push_screen(AskScreen(title, "", fields), lambda said: self._do(order(said[0])) if said else None)

    def _sure(self, title: str, why: str, order: str) -> None:
        """Carry it out if the operator means it."""
        entries = (("no", "No, go back"), ("yes", "Yes"))
        self.app.push_screen(
            ChooseScreen(title, why, entries), lambda chosen: self._do(order) if chosen == "yes" else None
        )

    def _do(self, order: str) -> None:
        self.run_worker(self._carry_out(order))

    async def _carry_out(self, order: str) -> None:
        try:
            self.notify(await self._operator.carry_out(order), markup=False, timeout=6)
        except Rejected as refusal:
            self.notify(refusal.text, severity="warning", markup=False, timeout=8)
        if self.is_mounted:
            self._fill()
