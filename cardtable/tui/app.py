"""The app: one per player. Holds what all screens share, and moves between them."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.filter import LineFilter, NoColor
from textual.screen import Screen

from cardtable.errors import BadInput, Rejected
from cardtable.rules.hustle.commands import Options
from cardtable.table.events import Player
from cardtable.table.link import Ended, TableLink
from cardtable.tui.brush import AsciiOnly, Look
from cardtable.tui.host import Given
from cardtable.tui.lines import Lines
from cardtable.tui.screens.lobby import LobbyScreen
from cardtable.tui.start import BackTo, JoinTable, Lobby, LookAt, NewTable, WatchTable
from cardtable.tui.themes import DEFAULT, MONO
from cardtable.tui.typeahead import TypeAhead
from cardtable.tui.visiting import Visiting

if TYPE_CHECKING:
    from cardtable.tui.screens.hustle import HustleScreen


REPLACED = 69
"""The return code of an app whose seat a newer connection of the same player has taken."""


class CardtableApp(App[str]):
    """A player's screen, from the lobby to the table and back. What `run` returns is a last sentence for the player."""

    ENABLE_COMMAND_PALETTE = False
    BINDING_GROUP_TITLE = "cardtable"
    # The lobby is what most see first: its styles are read with the app's, not in a second round.
    CSS = """
    LobbyScreen { align: center middle; }
    LobbyScreen #banner {
        width: 100%;
        height: auto;
        content-align: center middle;
        text-align: center;
        color: $primary;
        text-style: bold;
    }
    LobbyScreen #tagline { width: 100%; text-align: center; color: $foreground 70%; height: auto; }
    LobbyScreen #greeting {
        width: 100%;
        text-align: center;
        color: $foreground;
        height: auto;
        margin-top: 1;
    }
    LobbyScreen #panel { width: 78; max-width: 100%; height: auto; max-height: 1fr; }
    LobbyScreen #filter { display: none; height: 1; border: none; margin: 1 4 0 4; padding: 0; background: $surface; }
    LobbyScreen #menu {
        height: auto;
        max-height: 16;
        margin: 1 2 0 2;
        background: $surface;
        border: round $primary 40%;
        padding: 0 1;
    }
    LobbyScreen #menu > .option-list--option-highlighted {
        background: $primary;
        color: $background;
        text-style: bold;
    }
    LobbyScreen #notes { width: 100%; height: auto; text-align: center; color: $warning; margin-top: 1; }
    LobbyScreen #lobby-keys {
        dock: bottom;
        width: 100%;
        height: 1;
        text-align: center;
        color: $foreground 60%;
        background: $panel;
    }
    LobbyScreen.-low #banner, LobbyScreen.-low #tagline { display: none; }
    LobbyScreen #small { display: none; width: 100%; text-align: center; color: $warning; height: auto; }
    LobbyScreen.-small #small { display: block; }
    LobbyScreen.-small #panel, LobbyScreen.-small #lobby-keys { display: none; }
    LobbyScreen.-low #greeting { margin-top: 0; }
    LobbyScreen.-low #menu { margin: 0; border: none; max-height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        # Textual's own keys would quit without asking, or stop the process.
        Binding("ctrl+q", "nothing", show=False, priority=True),
        Binding("ctrl+p", "nothing", show=False, priority=True),
        Binding("ctrl+z", "nothing", show=False, priority=True),
        Binding("ctrl+c", "quit_or_ask", show=False, priority=True),
    ]

    def __init__(self, given: Given) -> None:
        super().__init__()
        self.given = given
        self._player = given.player
        self.prefs = given.prefs
        self._leaving = False
        self._table: HustleScreen | None = None
        self._links: tuple[TableLink, ...] = ()
        self._visiting = Visiting(self)
        self._typed = TypeAhead(self)
        for theme in given.themes.values():
            self.register_theme(theme.widget_theme())
        if self.prefs.theme not in given.themes:
            self.prefs = msgspec.structs.replace(self.prefs, theme=DEFAULT)
        # Before the app runs nothing wears the theme yet: setting it plainly would parse every stylesheet twice.
        self.set_reactive(App.theme, self.prefs.theme)
        self.stylesheet.set_variables(self.get_css_variables())
        self.set_class(self.current_theme.dark, "-dark-mode", update=False)
        self.set_class(not self.current_theme.dark, "-light-mode", update=False)

    def get_default_screen(self) -> Screen[Any]:
        """The lobby, unless something else was asked for: no blank screen is laid out and painted before it."""
        return LobbyScreen(self) if isinstance(self.given.start, Lobby) else super().get_default_screen()

    def on_mount(self) -> None:
        """Straight to the table that was asked for, or to the lobby."""
        self.run_worker(self._typed.pass_on(super().on_event), group="keys")
        self._visiting.arrive()
        seat = self._asked_for()
        if seat is not None:
            self.run_worker(self._sit_down(seat))
        elif isinstance(self.given.start, LookAt):
            self._look_at(self.given.start)
        elif not isinstance(self.given.start, Lobby):
            self._to_lobby()

    def on_unmount(self) -> None:
        """Nobody sees this player any more."""
        self._visiting.depart()

    @property
    def player(self) -> Player:
        """Who plays here."""
        return self._player

    @player.setter
    def player(self, player: Player) -> None:
        self._player = player
        self.given.desk.rename(player)

    async def on_event(self, event: events.Event) -> None:
        """Keys wait for each other; everything else is the framework's."""
        if isinstance(event, events.Key) and not event.is_forwarded:
            self._typed.give(event)
        else:
            await super().on_event(event)

    def _asked_for(self) -> Awaitable[TableLink] | None:
        start, desk = self.given.start, self.given.desk
        match start:
            case NewTable():
                return desk.host(self.player, Options(), private=True)
            case JoinTable(code=code, ask_name=False):
                return desk.join(code, self.player)
            case WatchTable(code=code):
                return desk.watch(code, self.player)
            case BackTo(return_code=code):
                return desk.back(code, self.player)
            case _:
                return None

    async def _sit_down(self, seat: Awaitable[TableLink]) -> None:
        try:
            self.go_to_table((await seat,))
        except Rejected as refusal:
            self._to_lobby()
            self.notify(refusal.text, severity="warning", markup=False, timeout=10)

    def _to_lobby(self) -> None:
        lobby = LobbyScreen(self)
        self.push_screen(lobby)
        start = self.given.start
        if isinstance(start, JoinTable) and start.ask_name:
            lobby.call_after_refresh(lobby.join, start.code, ask_name=True)

    def _look_at(self, start: LookAt) -> None:
        from cardtable.tui.screens.replay import ReplayScreen

        self.push_screen(ReplayScreen(start.record, self.look, start.viewer, self.given.export), lambda _: self.exit())

    def look(self) -> Look:
        """How table screens are painted now."""
        theme = self.given.themes.get(self.prefs.theme) or self.given.themes[DEFAULT]
        return Look(theme, self.prefs.cards, self.prefs.four_colour, self.given.unicode)

    @property
    def colourless(self) -> bool:
        """Whether nothing may be shown in colour: the theme is `mono`."""
        return self.prefs.theme == MONO

    def get_line_filters(self) -> Sequence[LineFilter]:
        """No colour for the theme that has none, nothing but ASCII for a terminal that shows no more."""
        filters = list(super().get_line_filters())
        if self.colourless:
            filters.append(NoColor())
        if not self.given.unicode:
            filters.append(AsciiOnly())
        return filters

    def change(self, changes: Mapping[str, object]) -> None:
        """Change preferences, show it at once, and keep them where they can be kept."""
        self.prefs = msgspec.structs.replace(self.prefs, **changes)
        self.theme = self.prefs.theme
        if self.given.keep is not None:
            try:
                self.given.keep(self.prefs)
            except BadInput as fault:
                self.notify(str(fault), severity="warning", markup=False)

    async def clear_screens(self) -> None:
        """Leave whatever is on the screen for the lobby: an open question unanswered, a table that is over for good."""
        links, self._links = self._links, ()
        if links:
            await Lines(links).leave()
        while len(self.screen_stack) > 1 and not isinstance(self.screen, LobbyScreen):
            if self.screen is self._table:
                self.pop_screen()
            else:
                self.screen.dismiss(None)
        if not isinstance(self.screen, LobbyScreen):
            self.push_screen(LobbyScreen(self))

    def go_to_table(self, links: tuple[TableLink, ...], bottom: int = 0) -> None:
        """Show a table; back in the lobby afterwards, or out with a word if the seat was taken over.

        For a spectator the seat `bottom` is drawn below.
        """
        from cardtable.tui.screens.hustle import HustleScreen
        from cardtable.tui.surroundings import Surroundings

        self.given.busy(True)
        around = Surroundings(
            look=self.look,
            prefs=lambda: self.prefs,
            change=self.change,
            invite=self.given.invite,
            save=self.given.save,
            watch=self._allow_watching if self.given.desk.remote else None,
            sit=self._visiting.sit if self.given.desk.remote else None,
            bottom=bottom,
        )
        self._links = links
        self._table = HustleScreen(links, around)
        self.push_screen(self._table, self._back_from_table)

    def _back_from_table(self, ended: Ended | None) -> None:
        self.given.busy(False)
        if ended is not None and ended.taken_over and self.given.desk.remote:
            self.exit(ended.text, return_code=REPLACED)
            return
        if not isinstance(self.screen, LobbyScreen):
            self._to_lobby()
        if ended is not None:
            self.notify(ended.text, markup=False)

    def _allow_watching(self, link: TableLink) -> None:
        self.run_worker(self._give_watch_code(link))

    async def _give_watch_code(self, link: TableLink) -> None:
        try:
            await self.given.desk.allow_watching(link)
        except Rejected as refusal:
            self.notify(refusal.text, severity="warning", markup=False)

    def announce(self, text: str) -> None:
        """Show what the operator has to say, wherever the player is."""
        self.notify(text, title="The operator", markup=False, timeout=20)

    def action_nothing(self) -> None:
        """A key that does nothing here."""

    def action_help(self) -> None:
        """All keys, and the rules behind them."""
        from cardtable.tui.screens.pages import HelpScreen

        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen())

    def action_quit_or_ask(self) -> None:
        """Ctrl+C: a table asks by itself; anywhere else the second press leaves."""
        if self._table is not None and self.screen is self._table:
            self._table.on_key(events.Key("ctrl+c", None))
        elif self._leaving:
            self.exit()
        else:
            self._leaving = True
            self.set_timer(3, self._stay)
            self.notify("Press Ctrl+C again to leave the game.")

    def _stay(self) -> None:
        self._leaving = False

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """Nothing here opens a browser."""

    def action_suspend_process(self) -> None:
        """Nothing here stops the process."""

    def deliver_screenshot(self, *_args: Any, **_options: Any) -> str | None:
        """Nothing here writes a file."""
        return None
