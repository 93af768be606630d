"""Finished matches, newest first. Who won stays hidden until one asks: a match can be looked at like a new one."""

from __future__ import annotations

from msgspec.structs import replace
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from cardtable.errors import BadInput
from cardtable.table.keeping import Closed, FinishedMatch, HistoryQuery, Unreadable
from cardtable.tui import keys
from cardtable.tui.history_filter import HINT, narrowed
from cardtable.tui.history_rows import row, seat_of
from cardtable.tui.host import Host
from cardtable.tui.records import Records
from cardtable.tui.screens.once import OnceScreen

PAGE = 50
"""Matches that are asked for at once."""

NEAR = 10
"""Lines from the last one at which the next page is asked for."""

NOTHING_YET = "No match yet. Every match that you play to its end will be listed here, to be looked at move by move."
NOTHING_FITS = "No match fits this filter. Clear it to see all of them."
GUEST = "Finished matches are kept for players who come with a key of their own. Make one:  ssh-keygen"


class HistoryScreen(OnceScreen[None]):
    """Enter looks at a match. Pages follow each other by the last line that is there, however many there are."""

    SCOPED_CSS = False
    CSS = """
    HistoryScreen { background: $background; }
    HistoryScreen #page-title, HistoryScreen #page-keys {
        width: 100%;
        height: 1;
        background: $panel;
        text-align: center;
    }
    HistoryScreen #page-title { dock: top; color: $primary; text-style: bold; }
    HistoryScreen #page-keys { dock: bottom; color: $foreground 60%; }
    HistoryScreen #filter { width: 100%; height: 1; border: none; padding: 0 1; background: $surface; }
    HistoryScreen #fault { width: 100%; height: auto; padding: 0 1; color: $warning; }
    HistoryScreen #empty { width: 100%; height: auto; padding: 1 2; color: $foreground 80%; }
    HistoryScreen #matches { width: 100%; height: 1fr; background: $background; border: none; padding: 0; }
    HistoryScreen #matches > .option-list--option-highlighted {
        background: $primary;
        color: $background;
        text-style: bold;
    }
    """

    BINDINGS = [
        *(
            Binding(",".join(key.keys), str(key.action), key.label, show=False)
            for key in keys.REGISTRY
            if key.context == "history" and key.action in ("results", "filter")
        ),
        Binding("q,escape", "leave", show=False),
        Binding("question_mark", "app.help", show=False),
    ]

    def __init__(self, host: Host, records: Records) -> None:
        super().__init__()
        self._host = host
        self._records = records
        self._player = host.given.known_as
        self._query = HistoryQuery(player=self._player, limit=PAGE)
        self._matches: list[FinishedMatch] = []
        self._results = False
        self._more = True
        self._asked: HistoryQuery | None = None

    def compose(self) -> ComposeResult:
        """Title, filter, the list or why there is none, keys."""
        yield Static("History  (days and times in UTC)", id="page-title", markup=False)
        yield Input(placeholder=HINT, id="filter", max_length=120)
        yield Static("", id="fault", markup=False)
        yield Static("", id="empty", markup=False)
        yield OptionList(id="matches", markup=False)
        yield Static("", id="page-keys", markup=False)

    def on_mount(self) -> None:
        """Ask for the first page."""
        self.query_one("#fault").display = self.query_one("#empty").display = False
        self.query_one(OptionList).focus()
        if self._guest():
            self._tell("#empty", GUEST)
        else:
            self._ask()

    def on_resize(self) -> None:
        """Lines as wide as the window."""
        word = "hide" if self._results else "show"
        ways = f"r {word} results · / filter · q back"
        wide = self.size.width >= 60
        self.query_one("#page-keys", Static).update(f"Enter look at it · {ways}" if wide else ways)
        self._show()

    def _guest(self) -> bool:
        """Whether nothing is kept of this player. At one's own terminal everything there is is one's own."""
        return self._host.given.desk.remote and not self._player

    def _ask(self) -> None:
        """One page more, unless one is on its way or there is none."""
        if self._more and self._asked is not self._query:
            self._asked = self._query
            self.run_worker(self._load(self._query))

    async def _load(self, query: HistoryQuery) -> None:
        try:
            page = await self._records.history(query)
        except (Unreadable, Closed) as fault:
            self._more = False
            self._tell("#fault", f"The history cannot be read now: {fault}")
            return
        if query is not self._query:
            # Another filter was set meanwhile.
            return
        self._more = len(page) == query.limit
        if page:
            self._query = replace(query, before=(page[-1].ended, page[-1].id))
        self._matches += page
        self._add(page)

    def _add(self, page: tuple[FinishedMatch, ...]) -> None:
        listed = self.query_one(OptionList)
        listed.add_options(Option(self._row(match), id=match.id) for match in page)
        if listed.highlighted is None and self._matches:
            listed.highlighted = 0
        unfiltered = not self.query_one(Input).value.strip()
        self._tell("#empty", "" if self._matches else NOTHING_YET if unfiltered else NOTHING_FITS)
        if len(self._matches) < self.size.height:
            self._ask()

    def _row(self, match: FinishedMatch) -> str:
        return row(match, self._player, max(20, self.size.width - 4), results=self._results)

    def _show(self) -> None:
        """Every line again: the window or what is to be shown has changed."""
        listed = self.query_one(OptionList)
        for match in self._matches:
            listed.replace_option_prompt(match.id, self._row(match))

    def _tell(self, where: str, text: str) -> None:
        shown = self.query_one(where, Static)
        shown.update(text)
        shown.display = bool(text)

    @on(OptionList.OptionHighlighted, "#matches")
    def _moved(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_index >= len(self._matches) - NEAR:
            self._ask()

    @on(OptionList.OptionSelected, "#matches")
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.run_worker(self._open(event.option.id or ""), group="open", exclusive=True)

    async def _open(self, match: str) -> None:
        from cardtable.rules.notation import sound
        from cardtable.tui.screens.replay import ReplayScreen

        try:
            kept = await self._records.match(match)
            if kept is None:
                raise BadInput("This match is not kept any more.")
            record = sound(kept.record)
        except (Unreadable, Closed, BadInput) as fault:
            self._tell("#fault", str(fault))
            return
        self._tell("#fault", "")
        host = self._host
        self.app.push_screen(ReplayScreen(record, host.look, seat_of(kept, self._player), host.given.export))

    @on(Input.Submitted, "#filter")
    def _filtered(self, event: Input.Submitted) -> None:
        try:
            query = narrowed(HistoryQuery(player=self._player, limit=PAGE), event.value)
        except BadInput as fault:
            self._tell("#fault", str(fault))
            return
        self._tell("#fault", "")
        self.query_one(OptionList).clear_options().focus()
        self._query, self._matches, self._more = query, [], not self._guest()
        self._ask()

    def action_results(self) -> None:
        """Show who won, or hide it again."""
        self._results = not self._results
        self.on_resize()

    def action_filter(self) -> None:
        """Type what to look for."""
        self.query_one(Input).focus()

    def action_leave(self) -> None:
        """Out of the filter, then back to the lobby."""
        if self.query_one(Input).has_focus:
            self.query_one(OptionList).focus()
        else:
            self.dismiss(None)
