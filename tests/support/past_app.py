"""The whole app with matches that are kept, for Pilot tests and pictures."""

from __future__ import annotations

from cardtable.table.events import Player
from cardtable.tui.app import CardtableApp
from cardtable.tui.host import Given
from cardtable.tui.prefs import Preferences
from tests.support.fake_desk import FakeDesk
from tests.support.fake_records import ANN, FakeRecords
from tests.support.lobby_app import STILL, THEMES


def past_app(
    records: FakeRecords, *, remote: bool = False, known_as: str = ANN, prefs: Preferences = STILL, unicode: bool = True
) -> CardtableApp:
    """The app for ann, who is known here unless told otherwise."""
    player = Player("key:ann", "ann", keyed=True)
    desk = FakeDesk(remote=remote)
    return CardtableApp(
        Given(desk=desk, player=player, themes=THEMES, prefs=prefs, records=records, known_as=known_as, unicode=unicode)
    )
