"""Is a saved match true? Everything is derived again from the seed and the players' choices, and compared."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

from cardtable.errors import CardtableError, Rejected
from cardtable.rules.hustle.commands import CONCEDE, Command
from cardtable.rules.hustle.events import Chose, Event, MatchEnded, Reason, Result, SkipLost
from cardtable.rules.hustle.play import decide, start, time_out
from cardtable.rules.hustle.state import State, evolve
from cardtable.rules.hustle.views import Phase
from cardtable.rules.hustle.words import REASONS, say, say_result
from cardtable.rules.notation.reading import plain
from cardtable.rules.notation.record import MatchRecord, Recorded, sealed
from cardtable.rules.shoe import UNCUT


class Verdict(msgspec.Struct, frozen=True):
    """Whether it holds. `text` names in one line the first thing that is wrong, or says in a few what is proved."""

    holds: bool
    text: str


class _Wrong(CardtableError):
    """The first thing that is wrong."""


def verify(record: MatchRecord) -> Verdict:
    """Check a match offline: commitment, deck, every event against the rules, times, result, checksum."""
    try:
        _check_seed(record)
        last = _check_events(record)
        _check_result(record, last)
    except _Wrong as wrong:
        return Verdict(False, plain(str(wrong), 400))
    return Verdict(True, _what_is_proved(record, last))


def _check_seed(record: MatchRecord) -> None:
    try:
        seed = bytes.fromhex(record.seed)
    except ValueError:
        raise _Wrong(f"The seed {record.seed!r} is not written in hex.") from None
    proper = hashlib.sha256(seed).hexdigest()
    if record.commitment != proper:
        told = plain(record.commitment)
        raise _Wrong(f"The seal (commitment) does not belong to the seed: it is {told}, and the seed gives {proper}.")
    _, shuffled = start(record.options, seed, record.cuts)
    if not record.events or record.events[0].event != shuffled:
        cut = " and the cuts" if record.cuts != UNCUT else ""
        raise _Wrong(f"Event 1 must be the shuffle of a deck of 52 from the seed{cut} of this match; it is not.")


def _check_events(record: MatchRecord) -> State:
    """Every event is what follows from the choice, lost skip or concession before it; returns how the match ended."""
    _check_time(record, 0, None)
    state, number = evolve(State(options=record.options), record.events[0].event), 1
    while number < len(record.events):
        following = _what_follows(record, state, number)
        for event in following:
            _check_event(record, number, event, following[0])
            state = evolve(state, event)
            number += 1
    if state.phase is not Phase.OVER:
        raise _Wrong(f"The record stops after event {number}, before the match has ended.")
    return state


def _what_follows(record: MatchRecord, state: State, number: int) -> Sequence[Event]:
    event, where = record.events[number].event, _where(record, number)
    if state.phase is Phase.OVER:
        raise _Wrong(f"{where}, but the match ended with event {number}.")
    if isinstance(event, SkipLost):
        return _after_lost_skips(record, state, number)
    if isinstance(event, Chose):
        return _after_command(state, event.seat, event.choice, where)
    if isinstance(event, MatchEnded) and event.reason is Reason.CONCEDED and event.result is not Result.TIE:
        return _after_command(state, int(event.result is Result.SEAT0), CONCEDE, where)
    raise _Wrong(f"{where}, but nothing had happened that leads to it.")


def _after_command(state: State, seat: int, command: Command, where: str) -> Sequence[Event]:
    if seat not in (0, 1):
        raise _Wrong(f"{where}, but the seats are 0 and 1.")
    try:
        return decide(state, seat, command)
    except Rejected as refusal:
        raise _Wrong(f"{where}, which the rules refuse: {refusal.text}") from None


def _after_lost_skips(record: MatchRecord, state: State, number: int) -> Sequence[Event]:
    if record.options.clocks == "relaxed":
        raise _Wrong(f"{_where(record, number)}, but this match was played without clocks.")
    seats = []
    for later, recorded in enumerate(record.events[number:], start=number):
        if not isinstance(recorded.event, SkipLost):
            break
        seats.append(recorded.event.seat)
        if seats[-1] not in (0, 1) or not state.asked[seats[-1]]:
            raise _Wrong(f"{_where(record, later)}, but no choice was owed there.")
    return time_out(state, seats)


def _check_event(record: MatchRecord, number: int, expected: Event, cause: Event) -> None:
    if number >= len(record.events):
        raise _Wrong(f"The record stops after event {number}; next must come: {say(expected, record.names)}.")
    if record.events[number].event != expected:
        raise _Wrong(f"{_where(record, number)}; by the rules and the deck it must be: {say(expected, record.names)}.")
    _check_time(record, number, None if expected is cause else cause)


def _check_time(record: MatchRecord, number: int, cause: Event | None) -> None:
    here, before = record.events[number], record.events[max(0, number - 1)]
    if here.at < before.at:
        raise _Wrong(f"Event {number + 1} is at {here.at} ms, before event {number} at {before.at} ms.")
    if cause is not None and here.at != before.at:
        raise _Wrong(f"Event {number + 1} is at {here.at} ms; it follows at once from what was at {before.at} ms.")
    if here.received is None:
        return
    if cause is not None or not _has_sender(here):
        raise _Wrong(f"Event {number + 1} says when a command came in, but no player's command made it.")
    if here.received > here.at:
        raise _Wrong(f"Event {number + 1} is at {here.at} ms, before its command came in at {here.received} ms.")


def _has_sender(recorded: Recorded) -> bool:
    event = recorded.event
    return (isinstance(event, Chose) and not event.auto) or isinstance(event, MatchEnded)


def _where(record: MatchRecord, number: int) -> str:
    return f"Event {number + 1} says: {say(record.events[number].event, record.names)}"


def _check_result(record: MatchRecord, last: State) -> None:
    if last.result is None or last.reason is None:
        raise _Wrong("The match has no result.")
    if (record.result, record.reason) != (last.result, last.reason):
        told = f"{say_result(record.result, record.names)} {REASONS[record.reason]}"
        proper = f"{say_result(last.result, record.names)} {REASONS[last.reason]}"
        raise _Wrong(f"The record says the match {told}; by its events it {proper}.")
    if record.checksum != sealed(record).checksum:
        raise _Wrong(
            "The checksum does not belong to this record: its names, options, times or start were changed, or a choice "
            "that was never shown."
        )


def _what_is_proved(record: MatchRecord, last: State) -> str:
    ended = f"This match is sound: it {say_result(record.result, record.names)} {REASONS[record.reason]}."
    choices = sum(isinstance(recorded.event, Chose) for recorded in record.events)
    return (
        f"{plain(ended, 200)}\n"
        f"Proved: the seed belongs to the seal {record.commitment}; the {last.drawn} cards dealt are the first "
        f"{last.drawn} of its deck, in order; all {len(record.events)} events follow by the rules from the {choices} "
        f"choices made; the result is theirs.\n"
        f"{_what_the_cuts_prove(record)}"
        f"Not proved by a file alone: that this seal is the one the table showed before the first card (compare "
        f"them), who sat there, and when each choice came in."
    )


def _what_the_cuts_prove(record: MatchRecord) -> str:
    """A line of its own, and none where nobody cut."""
    if record.cuts == UNCUT:
        return ""
    cuts = [(name, cut) for name, cut in zip(record.names, record.cuts, strict=True) if cut]
    went = " and ".join(f"the cut {cut!r} of {name}" for name, cut in cuts)
    told = plain(f"Into the deck went {went}.", 300)
    return (
        f"{told} If you typed yours after you had seen the seal, neither the server nor the other player alone could "
        f"have chosen the deck; both together could. A cut that was made for you proves nothing against the server.\n"
    )
