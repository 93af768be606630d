"""Pages to read: the rules, and the keys."""

from __future__ import annotations

from collections.abc import Iterable

from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from cardtable.tui import keys
from cardtable.tui.rules_text import HUSTLE
from cardtable.tui.screens.framed import FramedScreen


class PageScreen(FramedScreen):
    """A page that scrolls; q, Esc or Enter leaves it."""

    SCOPED_CSS = False
    CSS = """
    PageScreen VerticalScroll { padding: 0 2; }
    PageScreen .heading { color: $primary; text-style: bold; margin-top: 1; width: 100%; }
    PageScreen .entry { width: 100%; height: auto; }
    PageScreen Horizontal { width: 100%; height: auto; }
    PageScreen .dot { width: 2; height: 1; }
    PageScreen .rule { width: 1fr; height: auto; }
    """

    BINDINGS = [
        Binding("q", "leave", show=False),
        Binding("escape", "leave", show=False),
        Binding("enter", "leave", show=False),
        Binding("question_mark", "leave", show=False),
    ]

    def inside(self) -> Iterable[Widget]:
        """The text, in something that scrolls."""
        scroll = VerticalScroll(*self.entries())
        scroll.can_focus = True
        return (scroll,)

    def ways(self) -> tuple[str, ...]:
        """See `FramedScreen`."""
        return ("arrows and PageDown scroll   ·   q back", "arrows scroll · q back")

    def on_mount(self) -> None:
        """Arrows scroll at once."""
        self.query_one(VerticalScroll).focus()

    def entries(self) -> Iterable[Widget]:
        """The text."""
        return ()


class RulesScreen(PageScreen):
    """The rules of 21 Hustle, house rulings marked."""

    TITLE = "21 Hustle: the rules"

    def entries(self) -> Iterable[Widget]:
        """Heading by heading."""
        for heading, rules in HUSTLE:
            yield Static(heading, classes="heading", markup=False)
            for rule in rules:
                mark = Content.styled("  house\u00a0ruling", "italic dim") if rule.house else Content("")
                text = Static(Content(rule.text) + mark, classes="rule")
                yield Horizontal(Static("·", classes="dot", markup=False), text)


class HelpScreen(PageScreen):
    """All keys, from the one registry that the screens themselves use."""

    TITLE = "Keys"

    def entries(self) -> Iterable[Widget]:
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
