"""The lobby's lists: kept up to date without being asked, narrowed by a name, and what can be done from them."""

from __future__ import annotations

import msgspec
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Input

from cardtable.errors import Rejected
from cardtable.rules.hustle.commands import Options
from cardtable.table.ports import OnlinePlayer
from cardtable.table.views import Stage
from cardtable.tui.screens.challenge import ChallengedScreen, ChallengeScreen
from cardtable.tui.screens.dialogs import ChooseScreen
from cardtable.tui.screens.hustle import HustleScreen
from cardtable.tui.screens.lobby import LobbyScreen
from cardtable.tui.screens.pages import RulesScreen
from cardtable.tui.start import WatchTable
from cardtable.tui.widgets.rows import RowList
from tests.support.fake_desk import CODE, OPEN_TABLE, FakeChallenge, FakeDesk
from tests.support.hustle_views import FakeLink, Scene
from tests.support.lobby_app import at, make_app, until

PLAYED = msgspec.structs.replace(
    OPEN_TABLE, code="222-333", names=("dora", "eve"), stage=Stage.PLAYING, phase="column 2", score=(1, 0), watchers=3
)
BOB, CARL = OnlinePlayer(1, "bob", "in the lobby"), OnlinePlayer(2, "carl", f"playing {CODE}")


def house() -> FakeDesk:
    """A server with two open tables and two others."""
    desk = FakeDesk(remote=True)
    desk.listed, desk.online = (OPEN_TABLE, PLAYED), (BOB, CARL)
    return desk


def rows(app: App[str]) -> list[str]:
    """What the list shows."""
    return [str(option.prompt) for option in app.screen.query_one(RowList).options]


def told(app: App[str]) -> list[str]:
    """Every sentence so far."""
    return [note.message for note in app._notifications]


async def mark(pilot: Pilot[str], name: str) -> None:
    """Mark a row, and choose it."""
    menu = pilot.app.screen.query_one(RowList)
    menu.highlighted = menu.get_option_index(name)
    await pilot.press("enter")


async def test_rows_tell_game_names_phase_score_and_watchers() -> None:
    app = make_app(house())
    async with app.run_test() as pilot:
        await at(pilot, LobbyScreen)
        assert f"   join {CODE}  21 Hustle  cleo  waiting" in rows(app)
        assert "   watch 222-333  21 Hustle  dora 1 : 0 eve  column 2  3 watching" in rows(app)
        assert "   bob  in the lobby" in rows(app)


async def test_the_list_changes_when_told_and_the_mark_stays_where_it_was() -> None:
    desk = house()
    app = make_app(desk)
    async with app.run_test() as pilot:
        await at(pilot, LobbyScreen)
        menu = app.screen.query_one(RowList)
        menu.highlighted = menu.get_option_index("watch:222-333")
        desk.listed = (PLAYED,)
        desk.changed()
        await until(pilot, lambda: not any(CODE in row for row in rows(app) if "join" in row))
        assert menu.highlighted_option is not None
        assert menu.highlighted_option.id == "watch:222-333"
        desk.listed = ()
        desk.changed()
        await until(pilot, lambda: "Open tables" not in rows(app))
        assert menu.highlighted_option.id == "player:1"


async def test_an_idle_lobby_looks_at_nothing_and_one_beneath_another_screen_is_not_told() -> None:
    desk = house()
    app = make_app(desk)
    async with app.run_test() as pilot:
        await at(pilot, LobbyScreen)
        await pilot.pause()
        assert len(desk.listeners) == 1
        looks = desk.looks
        await pilot.pause(2.3)
        assert desk.looks == looks
        await pilot.press("r")
        await at(pilot, RulesScreen)
        assert desk.listeners == []
        desk.listed = ()
        await pilot.press("escape")
        await at(pilot, LobbyScreen)
        await until(pilot, lambda: "Open tables" not in rows(app))
        assert len(desk.listeners) == 1
    assert desk.listeners == []
    assert desk.asks == []


async def test_a_slash_narrows_tables_and_players_and_escape_shows_all_again() -> None:
    app = make_app(house())
    async with app.run_test() as pilot:
        await at(pilot, LobbyScreen)
        await pilot.press("slash", *"EVE")
        await until(
            pilot, lambda: rows(app)[1:] == ["   watch 222-333  21 Hustle  dora 1 : 0 eve  column 2  3 watching"]
        )
        app.screen.query_one("#filter", Input).value = CODE.replace("-", "").lower()
        await until(pilot, lambda: len(rows(app)) == 4)
        assert "cleo" in rows(app)[1]
        assert "carl" in rows(app)[3]
        await pilot.press("q", "q", "q")
        await until(pilot, lambda: rows(app) == ["Nothing here with that name or code. Esc shows everything."])
        await pilot.press("escape")
        await until(pilot, lambda: any("Play a bot" in row for row in rows(app)))
        await at(pilot, LobbyScreen)


async def test_what_was_found_is_chosen_with_enter() -> None:
    desk = house()
    app = make_app(desk)
    async with app.run_test() as pilot:
        await at(pilot, LobbyScreen)
        await pilot.press("slash", *"cleo", "enter", "enter")
        await at(pilot, HustleScreen)
    assert desk.asked == [("join", CODE, "ann")]


async def test_a_table_left_before_a_side_was_chosen_is_not_watched() -> None:
    desk = house()
    app = make_app(desk)
    async with app.run_test() as pilot:
        await at(pilot, LobbyScreen)
        await mark(pilot, "watch:222-333")
        await until(pilot, lambda: bool(desk.asked))
        await at(pilot, LobbyScreen)
        desk.listed = (msgspec.structs.replace(PLAYED, code=CODE),)
        desk.changed()
        await until(pilot, lambda: any(f"watch {CODE}" in row for row in rows(app)))
        await mark(pilot, f"watch:{CODE}")
        await at(pilot, ChooseScreen)
        await pilot.press("escape")
        await at(pilot, LobbyScreen)
        await pilot.press("b")
        await at(pilot, ChooseScreen)


async def test_a_challenge_that_is_accepted_leads_to_the_table() -> None:
    desk = house()
    app = make_app(desk)
    async with app.run_test() as pilot:
        await at(pilot, LobbyScreen)
        await mark(pilot, "player:1")
        await at(pilot, ChooseScreen)
        await pilot.press("2")
        await at(pilot, ChallengeScreen)
        assert desk.challenged is not None
        desk.challenged.seat.set_result(FakeLink(Scene(remote=True).view(0)))
        await at(pilot, HustleScreen)
    assert desk.asked == [("challenge", 1, Options(draft="open"))]


async def test_a_challenge_that_is_not_is_told_and_one_taken_back_is_taken_back() -> None:
    desk = house()
    app = make_app(desk)
    async with app.run_test() as pilot:
        await at(pilot, LobbyScreen)
        for end in ("declined", "escape"):
            await mark(pilot, "player:1")
            await at(pilot, ChooseScreen)
            await pilot.press("1")
            await at(pilot, ChallengeScreen)
            assert desk.challenged is not None
            if end == "declined":
                desk.challenged.seat.set_exception(Rejected("challenge_over", "bob does not want to play now."))
            else:
                await pilot.press(end)
            await at(pilot, LobbyScreen)
        assert told(app) == ["bob does not want to play now."]
        assert desk.challenged.told == ["cancel"]


async def asked(pilot: Pilot[str], desk: FakeDesk) -> FakeChallenge:
    """A challenge by bob is on the screen, and open to an answer."""
    challenge = FakeChallenge()
    desk.asks[0](challenge)
    await at(pilot, ChallengedScreen)
    await until(pilot, lambda: not pilot.app.screen.query_one("#play").disabled)
    return challenge


async def test_a_question_comes_over_any_screen_and_takes_no_answer_at_once() -> None:
    desk = house()
    app = make_app(desk)
    async with app.run_test() as pilot:
        await at(pilot, LobbyScreen)
        await pilot.press("r")
        await at(pilot, RulesScreen)
        hasty = FakeChallenge()
        desk.asks[0](hasty)
        await at(pilot, ChallengedScreen)
        await pilot.press("y", "n", "escape")
        assert hasty.told == []
        await until(pilot, lambda: not app.screen.query_one("#play").disabled)
        await pilot.press("n")
        await at(pilot, RulesScreen)
        await until(pilot, lambda: hasty.told == ["decline"])
        challenge = await asked(pilot, desk)
        await pilot.press("y")
        await at(pilot, HustleScreen)
        assert challenge.told == ["accept"]
        await pilot.press("q", "y")
        await until(pilot, lambda: not isinstance(app.screen, RulesScreen))


async def test_a_question_that_is_over_goes_by_itself_and_says_why() -> None:
    desk = house()
    app = make_app(desk)
    async with app.run_test() as pilot:
        await at(pilot, LobbyScreen)
        challenge = await asked(pilot, desk)
        challenge.over.set_result("bob has taken the challenge back.")
        await at(pilot, LobbyScreen)
        assert told(app) == ["bob has taken the challenge back."]


async def test_who_looks_on_and_accepts_leaves_that_table() -> None:
    desk = house()
    app = make_app(desk, WatchTable(CODE))
    async with app.run_test() as pilot:
        await at(pilot, HustleScreen)
        before = app.screen
        await asked(pilot, desk)
        await pilot.press("y")
        await until(pilot, lambda: isinstance(app.screen, HustleScreen) and app.screen is not before)
        assert [type(screen) for screen in app.screen_stack[1:]] == [LobbyScreen, HustleScreen]


async def test_a_question_closed_by_a_match_that_begins_was_missed() -> None:
    desk = house()
    app = make_app(desk)
    async with app.run_test() as pilot:
        await at(pilot, LobbyScreen)
        challenge = await asked(pilot, desk)
        app.pop_screen()
        await until(pilot, lambda: challenge.told == ["missed"])


async def test_a_spectator_takes_a_free_seat_and_hosts_when_the_table_is_over() -> None:
    desk = house()
    app = make_app(desk, WatchTable(CODE))
    async with app.run_test() as pilot:
        await at(pilot, HustleScreen)
        for stage, private, then in (
            (Stage.PLAYING, False, None),
            (Stage.WAITING, True, None),
            (Stage.WAITING, False, ("join", CODE, "ann")),
        ):
            view = msgspec.structs.replace(Scene(remote=True).view(None), code=CODE)
            app._visiting.sit(msgspec.structs.replace(view, stage=stage, private=private))
            await pilot.pause()
            await until(pilot, lambda then=then: then is None or desk.asked[-1] == then)
        assert told(app) == ["No seat is free here. A private table is joined by its own code."] * 2
        await until(pilot, lambda: isinstance(app.screen, HustleScreen) and app.screen._lines.me == 0)
        app._visiting.sit(msgspec.structs.replace(view, stage=Stage.CLOSED))
        await at(pilot, ChooseScreen)
        await pilot.press("1")
        await until(pilot, lambda: desk.asked[-1] == ("host", "ann", Options(), False))


async def test_the_key_of_a_spectator_asks_for_the_seat() -> None:
    desk = house()
    app = make_app(desk, WatchTable(CODE))
    async with app.run_test() as pilot:
        await at(pilot, HustleScreen)
        await pilot.press("t")
        await until(pilot, lambda: told(app)[-1:] != [] and "No seat is free" in told(app)[-1])
