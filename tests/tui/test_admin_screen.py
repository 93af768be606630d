"""The operator's screen: only the operator gets it, and its keys say what the command line would."""

from __future__ import annotations

import msgspec
import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from cardtable.errors import Rejected
from cardtable.tui.app import CardtableApp
from cardtable.tui.screens.admin import AdminScreen
from cardtable.tui.screens.dialogs import AskScreen, ChooseScreen
from cardtable.tui.screens.lobby import LobbyScreen
from tests.support.fake_desk import FakeDesk
from tests.support.lobby_app import at, make_app, until

ROWS = (
    ("session 3", "   3  ann"),
    ("session 4", "   4  b[/b]ob"),
    ("table K7Q-2MX", "K7Q-2MX  ann against bob"),
    ("ban address 192.0.2.1", "address 192.0.2.1"),
)


EVERYBODY = ["Everybody", "Announce something to everybody", "End the server in good order"]


class FakeOperator:
    """Remembers what it was told to do."""

    def __init__(self) -> None:
        self.orders: list[str] = []

    def rows(self) -> tuple[tuple[str, str], ...]:
        """Always the same."""
        return ROWS

    async def carry_out(self, words: str) -> str:
        """Everything works but kicking session 4."""
        self.orders.append(words)
        if words.startswith("kick 4"):
            raise Rejected("no_such_session", "Nobody here is called 4.")
        return f"did {words}"


def operated(operator: FakeOperator | None) -> CardtableApp:
    app = make_app(FakeDesk(remote=True))
    app.given = msgspec.structs.replace(app.given, operator=operator)
    return app


async def mark(pilot: Pilot[str], row: int) -> None:
    """Move down from the first line that can be marked."""
    await pilot.press("home", *["down"] * row)


async def told(pilot: Pilot[str], text: str) -> None:
    await until(pilot, lambda: any(text in note.message for note in pilot.app._notifications))


async def test_nobody_else_has_the_entry_or_the_key() -> None:
    app = operated(None)
    async with app.run_test() as pilot:
        assert all(option.id != "operate" for option in app.screen.query_one(OptionList).options)
        await pilot.press("A")
        assert isinstance(app.screen, LobbyScreen)


async def test_the_list_has_everything_and_q_leaves() -> None:
    app = operated(FakeOperator())
    async with app.run_test() as pilot:
        assert any(option.id == "operate" for option in app.screen.query_one(OptionList).options)
        await pilot.press("A")
        await at(pilot, AdminScreen)
        listed = [str(option.prompt) for option in app.screen.query_one(OptionList).options]
        assert listed == [
            "Sessions: 2",
            ROWS[0][1],
            ROWS[1][1],
            "Tables: 1",
            ROWS[2][1],
            "Banned: 1",
            ROWS[3][1],
            *EVERYBODY,
        ]
        await pilot.press("q")
        await at(pilot, LobbyScreen)


@pytest.mark.parametrize(
    ("row", "key", "typed", "order"),
    [
        (0, "k", "rude", "kick 3 rude"),
        (0, "b", "", "ban 3 "),
        (0, "a", "back at ten", "announce back at ten"),
    ],
)
async def test_what_asks_for_a_line(row: int, key: str, typed: str, order: str) -> None:
    operator = FakeOperator()
    app = operated(operator)
    async with app.run_test() as pilot:
        await pilot.press("A")
        await at(pilot, AdminScreen)
        await mark(pilot, row)
        await pilot.press(key)
        await at(pilot, AskScreen)
        app.screen.query_one(Input).value = typed
        await pilot.press("enter")
        await told(pilot, f"did {order}")
    assert operator.orders == [order]


@pytest.mark.parametrize(("row", "key", "order"), [(2, "c", "close K7Q-2MX"), (0, "d", "drain")])
async def test_what_asks_whether_it_is_meant(row: int, key: str, order: str) -> None:
    operator = FakeOperator()
    app = operated(operator)
    async with app.run_test() as pilot:
        await pilot.press("A")
        await at(pilot, AdminScreen)
        for answer in ("1", "2"):
            await mark(pilot, row)
            await pilot.press(key)
            await at(pilot, ChooseScreen)
            assert operator.orders == []
            await pilot.press(answer)
            await at(pilot, AdminScreen)
        await told(pilot, f"did {order}")
    assert operator.orders == [order]


@pytest.mark.parametrize(
    ("row", "keys", "order"),
    [(0, "1", "kick 3 "), (1, "2", "ban 4 "), (2, "12", "close K7Q-2MX"), (3, "1", "unban address 192.0.2.1")],
)
async def test_enter_asks_what_to_do_about_the_line(row: int, keys: str, order: str) -> None:
    operator = FakeOperator()
    app = operated(operator)
    async with app.run_test() as pilot:
        await pilot.press("A")
        await at(pilot, AdminScreen)
        await mark(pilot, row)
        await pilot.press("enter")
        for key in keys:
            await at(pilot, ChooseScreen)
            await pilot.press(key)
        if order.startswith(("kick", "ban")):
            await at(pilot, AskScreen)
            await pilot.press("enter")
        await told(pilot, f"did {order}")
    assert operator.orders == [order]


async def test_the_last_line_ends_the_server_once_it_is_meant() -> None:
    operator = FakeOperator()
    app = operated(operator)
    async with app.run_test() as pilot:
        await pilot.press("A")
        await at(pilot, AdminScreen)
        await pilot.press("end", "enter")
        await at(pilot, ChooseScreen)
    assert operator.orders == []


async def test_unbanning_a_refusal_and_a_line_of_the_wrong_kind() -> None:
    operator = FakeOperator()
    app = operated(operator)
    async with app.run_test() as pilot:
        await pilot.press("A")
        await at(pilot, AdminScreen)
        await mark(pilot, 3)
        await pilot.press("u")
        await told(pilot, "did unban address 192.0.2.1")
        await pilot.press("k")
        await told(pilot, "Mark a line under Sessions")
        await mark(pilot, 1)
        await pilot.press("k")
        await at(pilot, AskScreen)
        await pilot.press("enter")
        await told(pilot, "Nobody here is called 4.")
    assert operator.orders == ["unban address 192.0.2.1", "kick 4 "]
