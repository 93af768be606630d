"""The rules of 21 Hustle: which commands are legal, and what follows from one. Pure.

One table, `_CHECKS`, says for each phase and command which check applies; a pair that is missing is refused. The same
checks serve `legal` and `decide`, so that they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardtable.errors import Rejected, RulesBug
from cardtable.rules.cards import PACK, Card
from cardtable.rules.hustle.commands import (
    COLUMNS,
    HIT,
    PLACES,
    ROOM,
    SEATS,
    STAND,
    Choice,
    Command,
    Concede,
    Hit,
    Options,
    Place,
    Stand,
)
from cardtable.rules.hustle.events import (
    CardPlaced,
    Chose,
    ColumnEnded,
    Event,
    MatchEnded,
    Reason,
    Result,
    Shuffled,
    SkipLost,
    TurnPlayed,
    seat_result,
)
from cardtable.rules.hustle.state import COLUMNS_TO_WIN, SKIPS, State, evolve
from cardtable.rules.hustle.views import Phase
from cardtable.rules.shoe import UNCUT, Cuts, commitment
from cardtable.rules.totals import PERFECT

HOUSE_STANDS = 17
"""The move made for an absent player: hit on 16 or less, stand on 17 or more (H20)."""


def start(options: Options, seed: bytes, cuts: Cuts = UNCUT) -> tuple[State, Shuffled]:
    """A fresh match and its first event. `seed`: any bytes, kept secret till the end (H2)."""
    event = Shuffled(seed.hex(), commitment(seed), len(PACK), cuts)
    return State(options=options), event


Check = Callable[[State, int, Command], Rejected | None]

_NOT_STARTED = Rejected("not_started", "The cards have not been shuffled yet.")
_CHOSEN = Rejected("already_chosen", "You have chosen already; a choice may not be changed.")
_LOCKED = Rejected("locked", "Your total in this column is locked.")
_OVER = Rejected("over", "The match is over.")
_NO_COLUMN = Rejected("no_such_column", "There is no such column: choose 1, 2 or 3.")
_FULL = tuple(
    Rejected("column_full", f"Your column {column + 1} is full: choose one with room.") for column in range(COLUMNS)
)


def _check_place(state: State, seat: int, command: Command) -> Rejected | None:
    column = command.column if isinstance(command, Place) else -1
    if not 0 <= column < COLUMNS:
        return _NO_COLUMN
    if state.pending[seat] is not None:
        return _CHOSEN
    if len(state.boards[seat][column].cards) >= ROOM:
        return _FULL[column]
    return None


def _check_turn(state: State, seat: int, command: Command) -> Rejected | None:
    if state.pending[seat] is not None:
        return _CHOSEN
    return _LOCKED if state.locked[seat] else None


def _check_concede(state: State, seat: int, command: Command) -> Rejected | None:
    return None


_CHECKS: dict[tuple[Phase, type[Command]], Check] = {
    (Phase.DRAFT, Place): _check_place,
    (Phase.MATCHUP, Hit): _check_turn,
    (Phase.MATCHUP, Stand): _check_turn,
    (Phase.DRAFT, Concede): _check_concede,
    (Phase.MATCHUP, Concede): _check_concede,
}

_WRONG_PHASE = {
    Phase.DRAFT: Rejected("wrong_phase", "This is the draft: choose a column, 1, 2 or 3."),
    Phase.MATCHUP: Rejected("wrong_phase", "This is the match-up: hit or stand."),
    Phase.OVER: _OVER,
}

_CANDIDATES: dict[Phase, tuple[Choice, ...]] = {
    Phase.DRAFT: PLACES,
    Phase.MATCHUP: (HIT, STAND),
    Phase.OVER: (),
}


def check(state: State, seat: int, command: Command) -> Rejected | None:
    """Why this seat may not do this now, or None if it may."""
    if state.shoe is None:
        return _NOT_STARTED
    rule = _CHECKS.get((state.phase, type(command)))
    return rule(state, seat, command) if rule else _WRONG_PHASE[state.phase]


def legal(state: State, seat: int) -> tuple[Choice, ...]:
    """The choices this seat may make now; empty when it is not asked. (Conceding is always open until the end.)"""
    return tuple([choice for choice in _CANDIDATES[state.phase] if check(state, seat, choice) is None])


def decide(state: State, seat: int, command: Command) -> tuple[Event, ...]:
    """What follows from a command. Raises Rejected, and changes nothing, if it may not be done."""
    refusal = check(state, seat, command)
    if refusal is not None:
        raise Rejected(refusal.code, refusal.text)
    if isinstance(command, Concede):
        return (MatchEnded(seat_result(1 - seat), Reason.CONCEDED),)
    return _with_consequences(state, (Chose(seat, command),))


def time_out(state: State, seats: Sequence[int]) -> tuple[Event, ...]:
    """What follows when the extra clocks of these seats end in the same instant (H20, H21)."""
    late = [seat for seat in sorted(set(seats)) if state.asked[seat]]
    lost: list[Event] = [SkipLost(seat, SKIPS - state.skips_lost[seat] - 1) for seat in late]
    out = [seat for seat in late if state.skips_lost[seat] + 1 >= SKIPS]
    if out:
        result = Result.TIE if len(out) == SEATS else seat_result(1 - out[0])
        return (*lost, MatchEnded(result, Reason.FORFEIT))
    return _with_consequences(state, (*lost, *(Chose(seat, auto_choice(state, seat), True) for seat in late)))


def auto_choice(state: State, seat: int) -> Choice:
    """The move made for an absent player (H20)."""
    if state.phase is Phase.MATCHUP:
        return STAND if state.boards[seat][state.column].total >= HOUSE_STANDS else HIT
    board = state.boards[seat]
    open_columns = [column for column in range(COLUMNS) if len(board[column].cards) < ROOM]
    return PLACES[min(open_columns, key=lambda column: board[column].total)]


def _with_consequences(state: State, first: tuple[Event, ...]) -> tuple[Event, ...]:
    events = list(first)
    for event in first:
        state = evolve(state, event)
    following = _following(state)
    while following is not None:
        events.append(following)
        state = evolve(state, following)
        following = _following(state)
    return tuple(events)


def _following(state: State) -> Event | None:
    """The event that must happen by itself in this state, if any."""
    if state.phase is Phase.OVER:
        return None
    if state.phase is Phase.DRAFT:
        return _reveal_placement(state)
    return _match_end(state) or _column_end(state) or _reveal_turn(state)


def _reveal_placement(state: State) -> Event | None:
    first, second = state.pending
    if not (isinstance(first, Place) and isinstance(second, Place)):
        return None
    return CardPlaced(_next_card(state), (first.column, second.column))


def _reveal_turn(state: State) -> Event | None:
    p0, p1 = state.pending
    l0, l1 = state.locked
    if (p0 is None and not l0) or (p1 is None and not l1):
        return None
    hit = isinstance(p0, Hit) or isinstance(p1, Hit)
    return TurnPlayed(state.column, state.pending, _next_card(state) if hit else None)


def _next_card(state: State) -> Card:
    if state.shoe is None:
        raise RulesBug("a card is drawn before the shuffle")
    return state.shoe.card(state.drawn)


def _column_end(state: State) -> Event | None:
    column = state.column
    first, second = state.boards[0][column], state.boards[1][column]
    if not (first.bust or second.bust or (state.locked[0] and state.locked[1])):
        return None
    return ColumnEnded(column, compare(first.total, second.total), (first.total, second.total))


def compare(first: int, second: int) -> Result:
    """Who wins a column on these totals: closest to 21 without busting; both bust, or equal: a tie (H13, H14)."""
    a = first if first <= PERFECT else 0
    b = second if second <= PERFECT else 0
    if a == b:
        return Result.TIE
    return Result.SEAT0 if a > b else Result.SEAT1


def _match_end(state: State) -> Event | None:
    w0, w1 = state.wins
    if max(w0, w1) >= COLUMNS_TO_WIN:
        return MatchEnded(seat_result(int(w1 > w0)), Reason.TWO_COLUMNS)
    if state.results[COLUMNS - 1] is None:
        return None
    if w0 == w1:
        return MatchEnded(Result.TIE, Reason.THREE_COLUMNS)
    return MatchEnded(seat_result(int(w1 > w0)), Reason.THREE_COLUMNS)
