"""The lobby: everything a player can start from, on one list."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Input, OptionList, Static

from cardtable.errors import Rejected
from cardtable.rules.hustle.commands import Options
from cardtable.table.codes import checked_code
from cardtable.table.link import TableLink
from cardtable.table.names import checked_name
from cardtable.tui.host import Host
from cardtable.tui.screens import lobby_rows
from cardtable.tui.screens.lobby_list import FIND, ListScreen
from cardtable.tui.screens.lobby_rows import Row
from cardtable.tui.table_model import LEAST
from cardtable.tui.widgets.rows import RowList

BANNER = "♠ ♥  C A R D T A B L E  ♦ ♣"
TAGLINE = "21 Hustle: the same cards for both, three columns, two to win"

LOW = 20
"""Rows below which the banner goes."""

LISTED, AROUND = 30, 9
"""Entries that are shown at once where there is room, and the rows of banner, greeting, frame and keys around them."""

FRAME = 2
"""Rows of the list's own frame, of those around it."""

GREETED = 2
"""Rows of greeting and keys, where nothing else is left."""

NARROW = 66
"""Columns below which the entries stand alone."""

ENTRIES = (
    ("bot", "b", "Play a bot", "a match against the computer"),
    ("hot-seat", "2", "Two at this keyboard", "left hand against right hand"),
    ("quick", "k", "Quick match", "with whoever else wants to play now"),
    ("host", "h", "Host a table", "and invite a friend by its code"),
    ("join", "j", "Join by code", "a friend’s table"),
    ("watch", "w", "Watch a table", "by its code, or an open one"),
    ("history", "y", "History", "finished matches, move by move"),
    ("profile", "p", "Profile", "your rating and results"),
    ("leaderboard", "l", "Leaderboard", "the best players here"),
    ("rules", "r", "Rules", "how 21 Hustle is played"),
    ("settings", "s", "Settings", "theme, cards, sound, animation"),
    ("help", "?", "Help", "all keys"),
    ("quit", "q", "Quit", ""),
)
CODE_EXAMPLE = "K7Q-2MX"

Entries = tuple[tuple[str, str], ...]
"""The entries of a choice: `(id, text)` each."""

Fields = tuple[tuple[str, str, Callable[[str], tuple[str, str | None]]], ...]
"""The lines to be typed: what belongs there, what stands there, and the check of what was typed."""

REMOTE_ONLY = frozenset({"quick", "leaderboard"})
KEPT_ONLY = frozenset({"history", "profile", "leaderboard"})
"""Entries for where finished matches are kept."""

LOCAL_HOST = (
    "Friends join over ssh, which needs a server. In another terminal on this machine run:\n\n{command} serve\n\n"
    "It prints the line that you and your friends type; with --help it tells how to let others in."
)


class LobbyScreen(ListScreen):
    """Choose what to play. Lies under every other screen."""

    BINDINGS = [
        *(
            Binding("question_mark" if key == "?" else key, f"entry('{name}')", text, show=False)
            for name, key, text, _ in ENTRIES
        ),
        Binding("escape", "stay", "stay", show=False),
        Binding("t", "back", "back to your table", show=False),
        Binding("A", "operate", "the operator’s desk", show=False),
    ]

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._entering = False

    def compose(self) -> ComposeResult:
        """Banner, greeting, the list, notes."""
        yield Static("", id="small", markup=False)
        with Vertical(id="panel"):
            yield Static(BANNER if self._host.given.unicode else "C A R D T A B L E", id="banner", markup=False)
            yield Static(TAGLINE, id="tagline", markup=False)
            yield Static(self._greeting(), id="greeting", markup=False)
            yield Input(placeholder=FIND, id="filter", max_length=32)
            yield RowList("menu")
            yield Static("\n".join(self._host.given.notes), id="notes", markup=False)
        yield Static("", id="lobby-keys", markup=False)

    def on_mount(self) -> None:
        """Fill the list; on a server keep it up to date."""
        self.query_one("#notes").display = bool(self._host.given.notes)
        self._fill()
        self.query_one(RowList).mark_first()
        self.query_one(RowList).focus()
        self._listen()

    def on_resize(self) -> None:
        """The banner goes where there is little room, then what the entries are about, then everything but a word."""
        width, height = self.size
        self._give_way()
        self.set_class(width < LEAST[0] or height < LEAST[1], "-small")
        self.query_one("#small", Static).update(
            f"This window is {width}×{height}; the game needs {LEAST[0]}×{LEAST[1]}."
        )
        self.query_one("#lobby-keys", Static).update(self._ways())
        self._fill()

    def _ways(self) -> str:
        """What the keys do, as much of it as fits."""
        arrows = "↑ ↓" if self._host.given.unicode else "arrows"
        plain = f"{arrows} and Enter, a letter, or the mouse"
        lines = (f"{plain} · / finds tables and players", f"{plain} · / finds") if self._desk.remote else ()
        return next((line for line in (*lines, plain) if len(line) <= self.size.width), "")

    def on_screen_resume(self) -> None:
        """Back from a table or the settings: the list and the name may have changed."""
        super().on_screen_resume()
        if self.is_mounted:
            self.query_one("#greeting", Static).update(self._greeting())

    def _greeting(self) -> str:
        where = "over ssh" if self._desk.remote else "at this terminal"
        return f"You are {self._host.player.name}, {where}."

    def _own_rows(self) -> list[Row]:
        """What can be started."""
        narrow = self.size.width < NARROW
        own = self._desk.seat_of(self._host.player) if self._desk.remote else None
        back = [Row("back", f"t  Back to your table {own}")] if own is not None else []
        rows = back + lobby_rows.entry_rows([entry for entry in ENTRIES if self._offered(entry[0])], narrow=narrow)
        if self._host.given.operator is not None:
            about = "" if narrow else "       who is here, kick, ban, close, announce"
            rows.append(Row("operate", f"A  Operator’s desk{about}"))
        return rows

    def _fill(self) -> None:
        super()._fill()
        self._give_way()

    def _give_way(self) -> None:
        """What stands around the list goes where the list needs its room."""
        menu, height, notes = self.query_one(RowList), self.size.height, self._host.given.notes
        noted = len(notes) + 1 if notes else 0
        low = height < max(LOW, min(menu.option_count, LISTED) + AROUND + noted)
        self.set_class(low, "-low")
        # A share of the panel is counted before the panel is cut to the window: the last entries would be lost.
        menu.styles.max_height = max(3, height - noted - (GREETED if low else AROUND - FRAME))

    def _offered(self, name: str) -> bool:
        kept = self._host.given.records is not None or name not in KEPT_ONLY
        return kept and (self._desk.remote or name not in REMOTE_ONLY)

    @on(OptionList.OptionSelected, "#menu")
    def _selected(self, event: OptionList.OptionSelected) -> None:
        chosen = event.option.id or ""
        verb, _, which = chosen.partition(":")
        if not which:
            self.action_entry(chosen)
        elif verb == "join":
            self.join(which)
        elif verb == "watch":
            self._look_on(which)
        else:
            self._challenge(int(which))

    def action_back(self) -> None:
        """Back to the table where this player holds a seat."""
        code = self._desk.seat_of(self._host.player)
        if code is not None:
            self.enter(self._desk.join(code, self._host.player))

    def action_operate(self) -> None:
        """The operator's screen, for whoever is one."""
        if self._host.given.operator is not None and not self._entering:
            from cardtable.tui.screens.admin import AdminScreen

            self.app.push_screen(AdminScreen(self._host.given.operator))

    def action_stay(self) -> None:
        """Escape, pressed once too often on the way back here, must not end the game."""
        if self.query_one("#filter").display:
            self._find(False)
            return
        self.notify("This is the lobby: q leaves the game.", timeout=3)

    def action_entry(self, name: str) -> None:
        """Carry out an entry of the list."""
        doers: dict[str, Callable[[], None]] = {
            "bot": self._play_bot,
            "hot-seat": self._hot_seat,
            "quick": self._quick,
            "host": self._host_table,
            "join": self._join,
            "watch": self._watch,
            "history": self._history,
            "profile": self._profile,
            "leaderboard": self._leaderboard,
            "rules": self._rules,
            "settings": self._settings,
            "help": self._host.action_help,
            "back": self.action_back,
            "operate": self.action_operate,
            "quit": self._quit,
        }
        if name in doers and not self._entering and self._offered(name):
            doers[name]()

    def enter(self, seat: Awaitable[TableLink | tuple[TableLink, ...]]) -> None:
        """Go to a table as soon as the desk has a line to it; a refusal is told here."""
        self._entering = True
        self.run_worker(self._enter(seat))

    async def _enter(self, seat: Awaitable[TableLink | tuple[TableLink, ...]]) -> None:
        try:
            links = await seat
        except Rejected as refusal:
            self._refused(refusal)
        else:
            self._host.go_to_table(links if isinstance(links, tuple) else (links,))
        finally:
            self._entering = False

    def _refused(self, refusal: Rejected) -> None:
        self.notify(refusal.text, severity="warning", markup=False, timeout=8)

    def _choose(self, title: str, why: str, entries: Entries, go_on: Callable[[str], None]) -> None:
        """Ask for one of a few; nothing happens without an answer."""
        from cardtable.tui.screens.dialogs import ChooseScreen

        self.app.push_screen(ChooseScreen(title, why, entries), lambda chosen: go_on(chosen) if chosen else None)

    def _ask(self, title: str, why: str, fields: Fields, go_on: Callable[[tuple[str, ...]], None]) -> None:
        """Ask for a line of text or two; nothing happens without an answer."""
        from cardtable.tui.screens.dialogs import AskScreen

        self.app.push_screen(AskScreen(title, why, fields), lambda answers: go_on(answers) if answers else None)

    def _needs_server(self, title: str) -> bool:
        """Whether this cannot be done here; it is told how it can be."""
        if self._desk.remote:
            return False
        self._choose(
            title, LOCAL_HOST.format(command=self._host.given.command), (("ok", "Back to the lobby"),), lambda _ok: None
        )
        return True

    def _how(self, ways: Entries, seat: Callable[[Options], Awaitable[TableLink | tuple[TableLink, ...]]]) -> None:
        """Ask how to play, and take a seat at such a table."""
        from cardtable.tui.screens.dialogs import options_of

        self._choose("How do you want to play?", "", ways, lambda chosen: self.enter(seat(options_of(chosen))))

    def _play_bot(self) -> None:
        from cardtable.tui.screens.dialogs import LEVELS, RELAXED

        def chosen(level: str) -> None:
            self._how(RELAXED, lambda options: self._desk.play_bot(self._host.player, level, options))

        self._choose("Play a bot", "Which one?", LEVELS, chosen)

    def _hot_seat(self) -> None:
        from cardtable.tui.screens.dialogs import RELAXED

        def named(names: tuple[str, ...]) -> None:
            self._how(RELAXED, lambda options: self._desk.hot_seat((names[0], names[1]), options))

        fields = (("left hand’s name", self._host.player.name, checked_name), ("right hand’s name", "", checked_name))
        why = "Left hand: A S D columns, W hit, E stand. Right hand: J K L columns, I hit, O stand."
        self._ask("Two at this keyboard", why, fields, named)

    def _quick(self) -> None:
        from cardtable.tui.screens.dialogs import QuickScreen

        try:
            dialog = QuickScreen(self._desk.quick_match(self._host.player))
        except Rejected as refusal:
            self._refused(refusal)
            return

        def done(answer: str | None) -> None:
            if answer == "seated":
                self._host.go_to_table((dialog.seated,))
            elif answer == "bot":
                self._play_bot()

        self.app.push_screen(dialog, done)

    def _host_table(self) -> None:
        from cardtable.tui.screens.dialogs import USUAL

        if self._needs_server("Host a table"):
            return

        def chosen(who: str) -> None:
            self._how(USUAL, lambda options: self._desk.host(self._host.player, options, private=who == "private"))

        entries = (("private", "Private   only who has the code"), ("open", "Open      listed in everybody’s lobby"))
        self._choose("Host a table", "Who may join?", entries, chosen)

    def _join(self) -> None:
        if not self._needs_server("Join by code"):
            fields = ((CODE_EXAMPLE, "", checked_code),)
            self._ask("Join by code", "The code of a friend’s table:", fields, lambda codes: self.join(codes[0]))

    def join(self, code: str, *, ask_name: bool = False) -> None:
        """Sit down at a table, after asking a name where none was given."""

        def named(names: tuple[str, ...]) -> None:
            self.enter(self._join_as(names[0], code))

        if ask_name:
            self._ask(f"Table {code}", "What shall you be called?", (("your name", "", checked_name),), named)
        else:
            self.enter(self._desk.join(code, self._host.player))

    async def _join_as(self, name: str, code: str) -> TableLink:
        account = self._host.given.account
        name = await account.rename(name) if account is not None else name
        self._host.player = msgspec.structs.replace(self._host.player, name=name)
        return await self._desk.join(code, self._host.player)

    def _watch(self) -> None:
        if not self._needs_server("Watch a table"):
            why = "The code of an open table, or the watch code of a private one:"
            fields = ((CODE_EXAMPLE, "", checked_code),)
            self._ask("Watch a table", why, fields, lambda codes: self._look_on(codes[0]))

    def _look_on(self, code: str) -> None:
        """Watch a table, with the side below that is chosen."""
        self._entering = True
        self.run_worker(self._look_from_a_side(code))

    async def _look_from_a_side(self, code: str) -> None:
        from cardtable.tui.screens.dialogs import ChooseScreen

        try:
            link = await self._desk.watch(code, self._host.player)
            names = [seat.name for seat in link.latest.seats]
            side: str | None = "0"
            if link.latest.match is not None:
                sides = (("0", names[0]), ("1", names[1]))
                side = await self.app.push_screen_wait(ChooseScreen("Whose side is drawn below?", "", sides))
        except Rejected as refusal:
            self._refused(refusal)
        else:
            if side is None:
                await link.close()
            else:
                self._host.go_to_table((link,), int(side))
        finally:
            self._entering = False

    def _challenge(self, number: int) -> None:
        from cardtable.tui.screens.dialogs import USUAL, options_of

        name = next((o.name for o in self._desk.others(self._host.player) if o.number == number), "")
        why = f"How do you want to play? {name} has 30 seconds to answer."
        self._choose(f"Challenge {name}", why, USUAL, lambda chosen: self._wait_for(number, name, options_of(chosen)))

    def _wait_for(self, number: int, name: str, options: Options) -> None:
        from cardtable.tui.screens.challenge import ChallengeScreen

        try:
            dialog = ChallengeScreen(name, self._desk.challenge(self._host.player, number, options))
        except Rejected as refusal:
            self._refused(refusal)
            return
        self.app.push_screen(dialog, lambda yes: self._host.go_to_table((dialog.seated,)) if yes else None)

    def _history(self) -> None:
        from cardtable.tui.screens.history import HistoryScreen

        if self._host.given.records is not None:
            self.app.push_screen(HistoryScreen(self._host, self._host.given.records))

    def _profile(self) -> None:
        from cardtable.tui.screens.profile import ProfileScreen

        if self._host.given.records is not None:
            self.app.push_screen(ProfileScreen(self._host, self._host.given.records))

    def _leaderboard(self) -> None:
        from cardtable.tui.screens.profile import LeaderboardScreen

        if self._host.given.records is not None:
            self.app.push_screen(LeaderboardScreen(self._host, self._host.given.records))

    def _rules(self) -> None:
        from cardtable.tui.screens.pages import RulesScreen

        self.app.push_screen(RulesScreen())

    def _settings(self) -> None:
        from cardtable.tui.screens.settings import SettingsScreen

        self.app.push_screen(SettingsScreen(self._host))

    def _quit(self) -> None:
        self.app.exit()
