"""Pages to read: the rules, and the keys."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from cardtable.tui import keys
from cardtable.tui.rules_text import HUSTLE
from cardtable.tui.screens.once import OnceScreen


class PageScreen(OnceScreen[None]):
    """A page that scrolls; q, Esc or Enter leaves it."""

    SCOPED_CSS = False
    CSS = """
    PageScreen { background: $background; }
    PageScreen VerticalScroll { padding: 0 2; }
    PageScreen .heading { color: $primary; text-style: bold; margin-top: 1; width: 100%; }
    PageScreen .entry { width: 100%; height: auto; }
    PageScreen #page-keys {
        dock: bottom;
        width: 100%;
        height: 1;
        background: $panel;
        color: $foreground 60%;
        text-align: center;
    }
    PageScreen #page-title {
        dock: top;
        width: 100%;
        height: 1;
        background: $panel;
        color: $primary;
        text-style: bold;
        text-align: center;
    }
    """

    TITLE = ""
    BINDINGS = [
        Binding("q", "leave", show=False),
        Binding("escape", "leave", show=False),
        Binding("enter", "leave", show=False),
        Binding("question_mark", "leave", show=False),
    ]

    def compose(self) -> ComposeResult:
        """Title, text, keys."""
        yield Static(self.TITLE or "", id="page-title", markup=False)
        with VerticalScroll() as scroll:
            scroll.can_focus = True
            yield from self.entries()
        yield Static("arrows and PageDown scroll   ·   q back", id="page-keys", markup=False)

    def on_mount(self) -> None:
        """Arrows scroll at once."""
        self.query_one(VerticalScroll).focus()

    def entries(self) -> ComposeResult:
        """The text."""
        yield from ()

    def action_leave(self) -> None:
        """Back to where one came from."""
        self.dismiss(None)


class RulesScreen(PageScreen):
    """The rules of 21 Hustle, house rulings marked."""

    TITLE = "21 Hustle: the rules"

    def entries(self) -> ComposeResult:
        """Heading by heading."""
        for heading, rules in HUSTLE:
            yield Static(heading, classes="heading", markup=False)
            for rule in rules:
                mark = Content.styled("  house\u00a0ruling", "italic dim") if rule.house else Content("")
                yield Static(Content("· ") + Content(rule.text) + mark, classes="entry")


class HelpScreen(PageScreen):
    """All keys, from the one registry that the screens themselves use."""

    TITLE = "Keys"

    def entries(self) -> ComposeResult:
        """Context by context."""
        for context, heading in keys.TITLES.items():
            found = [key for key in keys.REGISTRY if key.context == context]
            if found:
                yield Static(heading, classes="heading", markup=False)
                for key in found:
                    seat = "" if key.seat is None else ("left hand: ", "right hand: ")[key.seat]
                    yield Static(f"{key.shown:>8}   {seat}{key.label}", classes="entry", markup=False)
        yield Static("Good to know", classes="heading", markup=False)
        yield Static("The mouse works for everything. Pasted text never plays.", classes="entry", markup=False)
        yield Static("If a broken line leaves your terminal odd, type: reset", classes="entry", markup=False)
        seal = "The seal is the SHA-256 of the deck’s seed, told before the first card; the seed is told at the end."
        yield Static(seal, classes="entry", markup=False)
