"""Settings: every choice shows at once, on the screen and on a sample of cards."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from textual import on
from textual.binding import Binding
from textual.widget import Widget
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from cardtable.errors import Rejected
from cardtable.rules.cards import Card
from cardtable.table.names import checked_name
from cardtable.tui.brush import Row, blank
from cardtable.tui.cards import back_rows, hand_rows
from cardtable.tui.host import Host
from cardtable.tui.screens.framed import FramedScreen
from cardtable.tui.widgets.painted import Painted, Picture

LOW = 18
"""Rows below which there is no sample."""

CARD_STYLES = ("drawn", "compact", "ascii")
SAMPLE = (Card("AS"), Card("TH"), Card("7D"), Card("KC"))


class SettingsScreen(FramedScreen):
    """Enter, or left and right, changes the marked setting; q leaves."""

    TITLE = "Settings"
    SCOPED_CSS = False
    CSS = """
    SettingsScreen #choices { width: 1fr; height: 1fr; padding: 1 2; background: $background; border: none; }
    SettingsScreen #choices > .option-list--option-highlighted {
        background: $primary;
        color: $background;
        text-style: bold;
    }
    SettingsScreen #preview { height: 6; width: 100%; margin: 0 2; }
    """

    BINDINGS = [
        Binding("q", "leave", show=False),
        Binding("escape", "leave", show=False),
        Binding("left", "turn(-1)", show=False),
        Binding("right", "turn(1)", show=False),
        Binding("question_mark", "app.help", show=False),
    ]

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host = host
        self._account = host.given.account

    def inside(self) -> Iterable[Widget]:
        """The settings, and a sample hand."""
        return (OptionList(id="choices", markup=False), Painted(id="preview"))

    def ways(self) -> tuple[str, ...]:
        """See `FramedScreen`."""
        kept = "kept for next time" if self._host.given.keep else "for this session"
        long = f"Enter or arrows change   ·   {kept}   ·   q back"
        return (long, f"arrows change · {kept} · q back", "arrows change · q back")

    def on_mount(self) -> None:
        """Show what is set."""
        self._fill()
        self.query_one(OptionList).focus()

    def on_resize(self) -> None:
        """The sample is as wide as the window, and goes where the choices need its room."""
        super().on_resize()
        self.query_one(Painted).display = self.size.height >= LOW
        self.query_one(OptionList).styles.padding = (1, 2) if self.size.height >= LOW else (0, 1)
        self.call_after_refresh(self._preview)

    def _rows(self) -> tuple[tuple[str, str, str], ...]:
        prefs, themes = self._host.prefs, self._host.given.themes
        return (
            ("theme", "Theme", themes[prefs.theme].title),
            ("cards", "Cards", prefs.cards),
            ("four_colour", "Four-colour deck", _switch(prefs.four_colour)),
            ("sound", "Sound", _switch(prefs.sound)),
            ("animation", "Animation", _switch(prefs.animation)),
            *((("name", "Name", self._host.player.name), ("key", "Another key", "add")) if self._account else ()),
        )

    def _fill(self) -> None:
        choices = self.query_one(OptionList)
        mark = choices.highlighted or 0
        choices.clear_options()
        for name, label, value in self._rows():
            choices.add_option(Option(f"{label:20} < {value} >", id=name))
        choices.highlighted = mark
        self._preview()

    def _preview(self) -> None:
        look, width = self._host.look(), self.size.width
        cards, back = hand_rows(SAMPLE, look, 20, 3), back_rows(look, 3)
        lines = [blank(look, width)]
        for number in range(3):
            row = Row(look).put("   ").add(cards[number]).to(22).add(back[number]).put("   ")
            lines.append(row.put(("soft 18", "21 lock", "25 bust")[number], _TOTALS[number]).strip(width))
        self.query_one(Painted).show(Picture([*lines, blank(look, width), blank(look, width)]))

    @on(OptionList.OptionSelected, "#choices")
    def _selected(self) -> None:
        self.action_turn(1)

    def action_turn(self, step: int) -> None:
        """Change the marked setting."""
        marked = self.query_one(OptionList).highlighted
        if marked is None:
            return
        name = self._rows()[marked][0]
        if name in ("name", "key"):
            (self._ask_name if name == "name" else self._tell_key)()
            return
        self._host.change({name: self._turned(name, step)})
        self._fill()

    def _ask_name(self) -> None:
        from cardtable.tui.screens.dialogs import AskScreen

        fields = (("your name", self._host.player.name, checked_name),)
        self.app.push_screen(AskScreen("Your name", "As others see it, everywhere.", fields), self._named)

    def _named(self, names: tuple[str, ...] | None) -> None:
        if names is not None:
            self.run_worker(self._rename(names[0]))

    async def _rename(self, name: str) -> None:
        if self._account is None:
            return
        try:
            taken = await self._account.rename(name)
        except Rejected as refusal:
            self.notify(refusal.text, severity="warning", markup=False)
            return
        self._host.player = msgspec.structs.replace(self._host.player, name=taken)
        self._fill()

    def _tell_key(self) -> None:
        from cardtable.tui.screens.dialogs import TellScreen

        if self._account is not None:
            text = (
                "From the other machine, within ten minutes, type this once:\n\n"
                f"{self._account.key_line()}\n\nThe key there is yours from then on, as this one is."
            )
            self.app.push_screen(TellScreen("Another key", text))

    def _turned(self, name: str, step: int) -> str | bool:
        prefs = self._host.prefs
        if name == "theme":
            names = list(self._host.given.themes)
            return names[(names.index(prefs.theme) + step) % len(names)]
        if name == "cards":
            return CARD_STYLES[(CARD_STYLES.index(prefs.cards) + step) % len(CARD_STYLES)]
        return not getattr(prefs, name)


_TOTALS = ("total.soft", "total.lock", "total.bust")


def _switch(value: bool) -> str:
    return "on" if value else "off"
