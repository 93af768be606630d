"""The scripted games of 21 Hustle: read them, and compare what they expect with a state of the rules.

Whoever runs a scenario drives its steps (by the rules alone, or through a table's clock) and asks `differences` after
each.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from cardtable.rules.cards import parse_card
from cardtable.rules.hustle.commands import HIT, STAND, Choice, Hit, Place
from cardtable.rules.hustle.play import legal
from cardtable.rules.hustle.project import view_for
from cardtable.rules.hustle.state import State
from cardtable.rules.hustle.views import Phase
from cardtable.rules.shoe import Shoe

FILE = Path(__file__).parent.parent / "rules" / "data" / "hustle.json"

REJECTIONS = {
    "already_chosen": {"already_chosen"},
    "column_full": {"column_full"},
    "locked": {"locked"},
    "over": {"over"},
    "unknown_action": {"wrong_phase", "no_such_column"},
}
"""The codes of the scripted games, and ours that mean the same."""

CLOCK_KEYS = {"main", "extra"}
"""What `differences` leaves to whoever has a clock."""


class Step(msgspec.Struct, forbid_unknown_fields=True):
    """At `at` ms a seat does something, or (without an action) time only passes."""

    at: int
    seat: int | None = None
    action: str | None = None
    legal: list[str] | None = None
    rejected: str | None = None
    advance: bool = False
    expect: dict[str, Any] = {}


class Scenario(msgspec.Struct, forbid_unknown_fields=True):
    """One scripted game."""

    id: str
    title: str
    covers: list[str]
    deck: list[str]
    steps: list[Step]

    @property
    def has_clock(self) -> bool:
        """Whether its results depend on time: the rules alone cannot run it."""
        return "clock" in self.covers

    def start(self) -> State:
        """A match with this scenario's deck, nothing drawn."""
        return State(shoe=Shoe.stacked([parse_card(code) for code in self.deck]))


class ClockMs(msgspec.Struct, forbid_unknown_fields=True):
    """The clocks of all scenarios, in milliseconds."""

    draft_ms: int
    turn_ms: int
    extra_ms: int
    skips: int


class Cases(msgspec.Struct, forbid_unknown_fields=True):
    """The whole file."""

    format: str
    clock: ClockMs
    scenarios: list[Scenario]


def load() -> Cases:
    """All scripted games."""
    return msgspec.json.decode(FILE.read_bytes(), type=Cases)


def choice_of(action: str) -> Choice:
    """`place:0`, `hit` or `stand` as a command."""
    if action == "hit":
        return HIT
    return STAND if action == "stand" else Place(int(action.removeprefix("place:")))


def action_of(choice: Choice) -> str:
    """A command as the scripted games write it."""
    if isinstance(choice, Place):
        return f"place:{choice.column}"
    return "hit" if isinstance(choice, Hit) else "stand"


def legal_actions(state: State, seat: int) -> list[str]:
    """What this seat may do, as the scripted games write it."""
    return [action_of(choice) for choice in legal(state, seat)]


def _code(card: str) -> str:
    return "10" + card[1] if card[0] == "T" else card


def _codes(state: State, seat: int, column: int) -> list[str]:
    return [_code(card.value) for card in state.boards[seat][column].cards]


def _hides(state: State, seat: int) -> bool:
    """Whether the seat sees that the other has chosen, and would see the very same after any other choice."""
    other, seen = 1 - seat, view_for(state, seat)
    pending = list(state.pending)
    for choice in (Place(0), Place(1), Place(2), HIT, STAND):
        pending[other] = choice
        changed = msgspec.structs.replace(state, pending=(pending[0], pending[1]))
        if view_for(changed, seat) != seen:
            return False
    return seen.ready[other]


def actual(state: State, key: str, expected: Any) -> Any:
    """What the state says under a key of `expect`, in the scripted games' own terms."""
    boards, seats, columns = state.boards, range(2), range(3)
    match key:
        case "boards":
            return [[_codes(state, seat, column) for column in columns] for seat in seats]
        case "totals":
            return [[hand.total for hand in board] for board in boards]
        case "soft":
            return [[hand.soft for hand in board] for board in boards]
        case "column_totals":
            return {name: [boards[seat][int(name)].total for seat in seats] for name in expected}
        case "column_cards":
            return {name: [_codes(state, seat, int(name)) for seat in seats] for name in expected}
        case "last_drawn":
            return _code(state.shoe.card(state.drawn - 1).value) if state.shoe else None
        case "pending":
            return [choice is not None for choice in state.pending]
        case "turn":
            return state.drawn if state.phase is Phase.DRAFT else None
        case "legal" | "legal_now":
            return [legal_actions(state, seat) for seat in seats]
        case "hidden_from":
            return [seat for seat in expected if _hides(state, seat)]
        case "locked" | "results" | "wins" | "skips_lost":
            return list(getattr(state, key))
        case "phase" | "drawn" | "column" | "result" | "reason":
            return getattr(state, key)
    raise KeyError(f"the scripted games expect {key!r}, which nothing compares")


def differences(state: State, expect: dict[str, Any]) -> list[str]:
    """Each thing that is not as expected, in words; clocks are left to the caller."""
    found = {key: (wanted, actual(state, key, wanted)) for key, wanted in expect.items() if key not in CLOCK_KEYS}
    return [f"{key}: expected {wanted!r}, is {is_!r}" for key, (wanted, is_) in found.items() if wanted != is_]
