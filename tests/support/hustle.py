"""Short words for setting up and driving a match of 21 Hustle by the rules alone."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from cardtable.rules.cards import PACK, Card, parse_card
from cardtable.rules.hustle.commands import CONCEDE, STAND, Choice, Command, Options, Place
from cardtable.rules.hustle.events import Event
from cardtable.rules.hustle.play import decide, legal, start, time_out
from cardtable.rules.hustle.state import State, evolve
from cardtable.rules.shoe import UNCUT, Cuts, Shoe
from tests.support.hustle_cases import choice_of

STANDARD = Options()

IN_TURN = "001122"
"""Columns filled one after the other: with cards 1 2 3 4 5 6 they hold 1 2, 3 4 and 5 6."""


def cards(text: str) -> list[Card]:
    """`AS 10H` as cards."""
    return [parse_card(code) for code in text.split()]


def stacked(text: str, options: Options = STANDARD) -> State:
    """A match whose deck begins with these cards; the rest of the pack follows in printed order."""
    first = cards(text)
    return State(options=options, shoe=Shoe.stacked(first + [card for card in PACK if card not in first]))


def shuffled(seed: bytes, options: Options = STANDARD) -> State:
    """A match dealt from a seed, nothing drawn."""
    state, event = start(options, seed)
    return evolve(state, event)


def fold(state: State, events: Iterable[Event]) -> State:
    """The state after these events."""
    for event in events:
        state = evolve(state, event)
    return state


def play(state: State, seat: int, command: Command) -> State:
    """The state after a seat's command."""
    return fold(state, decide(state, seat, command))


def both(state: State, first: Choice, second: Choice) -> State:
    """The state after both seats have chosen."""
    return play(play(state, 0, first), 1, second)


def late(state: State, *seats: int) -> State:
    """The state after the extra clocks of these seats have ended in the same instant."""
    return fold(state, time_out(state, seats))


def drafted(text: str, seat0: str = IN_TURN, seat1: str = IN_TURN) -> State:
    """A match in its match-up: the first six cards placed as the seats' strings of columns say."""
    state = stacked(text)
    for first, second in zip(seat0, seat1, strict=True):
        state = both(state, Place(int(first)), Place(int(second)))
    return state


def stands(state: State, *seats: int) -> State:
    """The state after these seats have stood."""
    for seat in seats:
        state = play(state, seat, STAND)
    return state


def totals(state: State, column: int) -> tuple[int, int]:
    """Both totals in a column."""
    return (state.boards[0][column].total, state.boards[1][column].total)


def asked(state: State) -> list[int]:
    """The seats that owe a choice."""
    return [seat for seat in (0, 1) if state.asked[seat]]


class Match(msgspec.Struct):
    """A match as it was played: `states` are those a command can meet; `steps` the events that led to each."""

    states: list[State]
    steps: list[tuple[Event, ...]]

    @property
    def events(self) -> list[Event]:
        """All that happened."""
        return [event for step in self.steps for event in step]


def random_match(seed: bytes, moves: Iterable[int], options: Options = STANDARD, cuts: Cuts = UNCUT) -> Match:
    """A whole match. Each number makes one decision, or lets clocks end; when they run out all others are 0."""
    before, event = start(options, seed, cuts)
    match = Match([evolve(before, event)], [(event,)])
    numbers = iter(moves)
    while asked(match.states[-1]):
        events = _decision(match.states[-1], next(numbers, 0))
        match.steps.append(events)
        match.states.append(fold(match.states[-1], events))
    return match


def _decision(state: State, number: int) -> tuple[Event, ...]:
    owing = asked(state)
    number, kind = divmod(number, 16)
    if kind == 15:
        return time_out(state, owing[: 1 + number % 2])
    number, which = divmod(number, 2)
    seat = owing[which % len(owing)]
    choices = legal(state, seat)
    return decide(state, seat, choices[number % len(choices)])


def scripted(seed: bytes, script: str, options: Options = STANDARD) -> Match:
    """A match by a script: `0 place:1, 1 hit, late 0 1` (the extra clocks of both end), `1 concede`."""
    before, event = start(options, seed)
    match = Match([evolve(before, event)], [(event,)])
    for line in script.split(", "):
        events = _scripted_step(match.states[-1], *line.split())
        match.steps.append(events)
        match.states.append(fold(match.states[-1], events))
    return match


def _scripted_step(state: State, who: str, *what: str) -> tuple[Event, ...]:
    if who == "late":
        return time_out(state, [int(seat) for seat in what])
    return decide(state, int(who), CONCEDE if what == ("concede",) else choice_of(what[0]))
