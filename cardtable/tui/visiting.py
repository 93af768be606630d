"""The player's stay on a server: connected for as long as the app runs, asked by others, moved from table to table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from cardtable.errors import Rejected
from cardtable.rules.hustle.commands import Options
from cardtable.table.link import TableLink
from cardtable.table.ports import Challenged
from cardtable.table.views import Stage, TableView

if TYPE_CHECKING:
    from cardtable.tui.app import CardtableApp


class Visiting:
    """What befalls a player from outside the screen they are on. Does nothing where nobody else can be."""

    def __init__(self, app: CardtableApp) -> None:
        self._app = app
        self._desk = app.given.desk
        self._depart: Callable[[], None] = lambda: None

    def arrive(self) -> None:
        """From now on others see this player."""
        if self._desk.remote:
            # Asked from another player's task: the app takes it up in its own.
            self._depart = self._desk.arrive(self._app.player, lambda asked: self._later(lambda: self._ask(asked)))

    def depart(self) -> None:
        """No more."""
        self._depart()

    def sit(self, view: TableView) -> None:
        """A spectator wants to sit: here if a seat is free, at a new table if this one is over."""
        if view.stage is Stage.WAITING and not view.private:
            self._later(lambda: self._move(self._desk.join(view.code, self._app.player)))
        elif view.stage is Stage.CLOSED:
            self._later(self._offer_table)
        else:
            self._app.notify("No seat is free here. A private table is joined by its own code.", markup=False)

    def _later(self, do: Callable[[], object]) -> None:
        """In the app's own turn: a screen that is about to close gets no answers any more."""
        self._app.call_later(do)

    def _ask(self, challenged: Challenged) -> None:
        from cardtable.tui.screens.challenge import ChallengedScreen

        def answered(yes: bool | None) -> None:
            if yes:
                self._move(challenged.accept())
            else:
                challenged.decline()

        self._app.push_screen(ChallengedScreen(challenged), answered)

    def _offer_table(self) -> None:
        from cardtable.tui.screens.dialogs import ChooseScreen

        def chosen(answer: str | None) -> None:
            if answer:
                self._move(self._desk.host(self._app.player, Options(), private=answer == "private"))

        entries = (("open", "Open      listed in everybody’s lobby"), ("private", "Private   only who has the code"))
        why = "This table is over. Host a new one?"
        self._app.push_screen(ChooseScreen("Host a table", why, entries), chosen)

    def _move(self, seat: Awaitable[TableLink]) -> None:
        self._app.run_worker(self._go(seat))

    async def _go(self, seat: Awaitable[TableLink]) -> None:
        try:
            link = await seat
        except Rejected as refusal:
            self._app.notify(refusal.text, severity="warning", markup=False, timeout=8)
            return
        await self._app.clear_screens()
        self._app.go_to_table((link,))
