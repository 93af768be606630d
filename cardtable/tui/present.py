"""What a player reads: prompts, what happened, why the match ended. Pure: from views to sentences."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.rules.cards import PACK, Card
from cardtable.rules.hustle.commands import Choice, Hit, Place
from cardtable.rules.hustle.events import (
    CardPlaced,
    ChoiceHidden,
    Chose,
    ColumnEnded,
    Committed,
    MatchEnded,
    SkipLost,
    TurnPlayed,
)
from cardtable.rules.hustle.views import HustleView, Phase
from cardtable.table.events import (
    Abandoned,
    ClosedByOperator,
    ExtraStarted,
    Left,
    LineBack,
    LineLost,
    MatchStarted,
    RematchAsked,
    Resumed,
    Said,
    Sat,
    WatchAllowed,
)
from cardtable.table.views import LogLine, Stage, TableView
from cardtable.tui.cards import card_text
from cardtable.tui.table_ending import Names, column_reason, match_result, verb


def names_of(view: TableView, me: int | None) -> Names:
    """What the two seats are called in sentences; one's own is `you`."""
    names = [seat.name or "an open seat" for seat in view.seats]
    if me is not None:
        names[me] = "you"
    return names[0], names[1]


def face(card: Card) -> str:
    """A card in a sentence: there a ten has room for both digits, and tells what the cards' `T` means."""
    return card_text(card).replace("T", "10")


_OUR_WORDS = ("seal ", "you ", "your ", "both ", "column ", "the ", "match ", "an open seat")


def capital(text: str) -> str:
    """The text with a capital at its start, unless it starts with a name: that is written as its owner writes it."""
    return text[:1].upper() + text[1:] if text.startswith(_OUR_WORDS) else text


def possessive(name: str) -> str:
    """What belongs to somebody begins with this."""
    return "your" if name == "you" else f"{name}’s"


LATELY = 4
"""Things that happened: what was said among the newest of them is shown above all the rest."""


def news_lately(lines: Sequence[LogLine], names: Names) -> list[str]:
    """What became of lines and of the server among the newest things that happened, newest first."""
    news = [line for line in lines[-LATELY:] if isinstance(line.event, LineLost | LineBack | Resumed)]
    return [capital(_sentence(line, names)) + "." for line in reversed(news)]


def log_sentences(lines: Sequence[LogLine], names: Names) -> list[str]:
    """What happened in this match, a sentence each, oldest first; that somebody has chosen is not worth one."""
    starts = [number for number, line in enumerate(lines) if isinstance(line.event, MatchStarted)]
    told = lines[starts[-1] :] if starts else lines
    sentences = [(line, _sentence(line, names)) for line in told]
    return [text if isinstance(line.event, Said) else capital(text) + "." for line, text in sentences if text]


def said_lately(lines: Sequence[LogLine], names: Names) -> list[str]:
    """What the players said among the newest things that happened, newest first."""
    said = [line for line in lines[-LATELY:] if isinstance(line.event, Said)]
    return [_sentence(line, names) for line in reversed(said)]


def _sentence(line: LogLine, names: Names) -> str:
    match line.event:
        case CardPlaced(card=card, columns=columns):
            return _placed(card, columns, names)
        case TurnPlayed(choices=choices, card=card):
            return _turn(choices, card, names)
        case ColumnEnded(column=column, result=result, totals=totals):
            return f"column {column + 1}: {column_reason(result, totals, names)}"
        case SkipLost(seat=seat, left=left):
            return f"{names[seat]} lost a skip, {left} left" if left else f"{names[seat]} lost the last skip"
        case Chose(seat=seat, auto=True) | ChoiceHidden(seat=seat, auto=True):
            return f"the table moved for {names[seat]}"
        case MatchEnded(result=result, reason=reason):
            return match_result(result, reason, names)
        case _:
            return _table_sentence(line, names)


def _table_sentence(line: LogLine, names: Names) -> str:
    match line.event:
        case Sat(seat=seat):
            return f"{names[seat]} sat down"
        case LineLost(seat=seat):
            return f"{possessive(names[seat])} connection was lost; the clocks go on"
        case LineBack(seat=seat):
            return f"{names[seat]} {verb(names[seat], 'are', 'is')} back"
        case ExtraStarted(seat=seat):
            return f"{possessive(names[seat])} extra clock has started"
        case RematchAsked(seat=seat):
            return f"{names[seat]} would play again"
        case Left(seat=seat):
            return f"{names[seat]} left the table"
        case MatchStarted(number=number):
            return f"match {number} begins: both get the same cards in the same order"
        case Committed(commitment=commitment):
            return f"seal {commitment}"
        case Said(seat=seat, text=text):
            return f"{names[seat]}: {text}"
        case WatchAllowed():
            return "a watch code was given out: others may look on"
        case Resumed(given=given):
            return (
                f"the server was started again; that time is not charged, and running clocks got {given // 1000} s back"
            )
        case Abandoned():
            return "the table was closed: nobody was here"
        case ClosedByOperator():
            return "the operator closed this table"
        case _:
            return ""


def _placed(card: Card, columns: tuple[int, int], names: Names) -> str:
    shown = face(card)
    if columns[0] == columns[1]:
        return f"{shown} went to column {columns[0] + 1} of both"
    own = [f"{possessive(name)} column {column + 1}" for name, column in zip(names, columns, strict=True)]
    return f"{shown} went to {own[0]} and {own[1]}"


def _turn(choices: tuple[Choice | None, Choice | None], card: Card | None, names: Names) -> str:
    drawn = f": {face(card)}" if card is not None else ""
    acted = [(name, isinstance(choice, Hit)) for name, choice in zip(names, choices, strict=True) if choice is not None]
    if len(acted) == 2 and acted[0][1] == acted[1][1]:
        return f"both {'hit' if acted[0][1] else 'stood'}{drawn}"
    said = [f"{name} {'hit' if hit else 'stood'}" for name, hit in acted]
    return ", ".join(said) + drawn


def cuts_told(match: HustleView, names: Names) -> list[str]:
    """What the deck was cut with, a line for each who cut."""
    cuts = [(name, cut) for name, cut in zip(names, match.cuts, strict=True) if cut]
    return [capital(f"{possessive(name)} cut was “{cut}”") for name, cut in cuts]


def hot_seat_prompt(view: TableView, *, brief: bool = False) -> str:
    """What two people at one keyboard are asked; where it is brief, the keys tell who is."""
    match, (first, second) = view.match, names_of(view, None)
    if match is None or match.phase is Phase.OVER:
        return prompt(view, None)
    if brief:
        return _brief(match)
    asked = [name for name, owes in zip((first, second), match.asked, strict=True) if owes]
    who = "Both choose at once" if len(asked) == 2 else f"{asked[0]} chooses" if asked else "…"
    if match.phase is Phase.DRAFT:
        lies = "down" if match.up_card is None else "up"
        return f"Card {match.placed + 1} of 6 lies face {lies}. {who}: which column?"
    totals = [board[match.column].total for board in match.boards]
    return f"Column {match.column + 1}: {first} has {totals[0]}, {second} {totals[1]}. {who}: hit or stand?"


def brief_prompt(view: TableView, me: int | None) -> str:
    """The prompt for narrow windows, where totals and who is ready stand beside it."""
    match = view.match
    if match is None or me is None or view.stage is not Stage.PLAYING or not match.asked[me]:
        return prompt(view, me)
    return _brief(match)


def _brief(match: HustleView) -> str:
    return _which_column(match) if match.phase is Phase.DRAFT else f"Column {match.column + 1}: hit or stand?"


def _which_column(match: HustleView) -> str:
    card = f" is {face(match.up_card)}" if match.up_card is not None else ""
    return f"Card {match.placed + 1} of 6{card}: which column?"


PAUSED = "Paused: nothing can be stored now. The clocks stand still; it goes on by itself."


def prompt(view: TableView, me: int | None) -> str:
    """What is going on now, and what is asked of the viewer."""
    match, names = view.match, names_of(view, me)
    if view.paused:
        return PAUSED
    if view.halted:
        return f"This table has stopped after a fault of ours ({view.halted}). No result counts."
    if operator_closed(view):
        return "The operator has closed this table." + ("" if match is None else " No result counts.")
    if match is None:
        return "Waiting for a friend."
    if match.phase is Phase.OVER and match.result is not None and match.reason is not None:
        return capital(match_result(match.result, match.reason, names)) + "."
    return _asked(view, match, me, names)


def turning(view: TableView) -> str:
    """What is asked while the newest card still shows its back: the question that counts, without what decided it."""
    match = view.match
    if match is None or match.phase is Phase.OVER:
        return "The card is turned …"
    return _brief(match) if any(match.asked) else "The card is turned …"


def operator_closed(view: TableView) -> bool:
    """Whether whoever runs the server has closed this table before its match was over."""
    over = view.match is not None and view.match.phase is Phase.OVER
    return not over and any(isinstance(line.event, ClosedByOperator) for line in view.log[-4:])


def _asked(view: TableView, match: HustleView, me: int | None, names: Names) -> str:
    if me is None:
        waiting = [name for name, asked in zip(names, match.asked, strict=True) if asked]
        return f"{_stand(match)}Waiting for {' and '.join(waiting)}."
    other = names[1 - me]
    if not match.asked[me]:
        mine = _chosen(match) if match.ready[me] else f"Your {match.boards[me][match.column].total} is locked. "
        return f"{mine}Waiting for {other}."
    chosen = f"{other} is ready." if match.ready[1 - me] else ""
    if match.phase is Phase.DRAFT:
        return f"{_which_column(match)} {chosen}".strip()
    return f"{_duel(match, me, other)} {chosen}".strip()


def _chosen(match: HustleView) -> str:
    choice = match.my_choice
    if isinstance(choice, Place):
        return f"You chose column {choice.column + 1}. "
    return "You hit. " if isinstance(choice, Hit) else "You stand. "


def _stand(match: HustleView) -> str:
    return f"Card {match.placed + 1} of 6. " if match.phase is Phase.DRAFT else f"Column {match.column + 1}. "


def _duel(match: HustleView, me: int, other: str) -> str:
    mine, theirs = match.boards[me][match.column], match.boards[1 - me][match.column]
    locked = ", locked" if theirs.locked else ""
    return f"Column {match.column + 1}: you have {mine.total}, {other} {theirs.total}{locked}. Hit or stand?"


def closed_notice(view: TableView, me: int | None) -> str:
    """Why a table closed after its match, where that is worth a line."""
    if any(isinstance(line.event, ClosedByOperator) for line in view.log):
        return "The operator has closed this table."
    left = [name for seat, name in zip(view.seats, names_of(view, me), strict=True) if seat.left and name != "you"]
    return f"{' and '.join(left)} left: this table is closed." if left and not view.halted else ""


def bust_hint(match: HustleView, me: int) -> str:
    """What one more card would do to the hand that is asked, in a few words."""
    lane = match.boards[me][match.column]
    busting = [card for card in PACK if _hard(lane.cards) + card.points > 21]
    if not busting:
        return "no card can bust you"
    lowest = min(card.points for card in busting)
    return f"one more {'ten or face card' if lowest == 10 else f'{lowest} or higher'} busts you"


def _hard(cards: Sequence[Card]) -> int:
    return sum(card.points for card in cards)


DRAFT_GUIDE = (
    "You both get this same card. Choose its column unseen: 1, 2 or 3.",
    "Two cards to a column. Later each column is a duel: closest to 21.",
    "Whoever wins two columns wins the match.",
)
MATCHUP_GUIDE = (
    "h takes the next card, s keeps your total. Over 21 loses the column.",
    "If both hit, both get the same card. Then the next column is played.",
    "8 seconds a turn, then 30 extra; run out of those twice and you lose.",
)


BRIEF_DRAFT_GUIDE = (
    "Both get this card: choose its column unseen.",
    "Later each column is a duel: closest to 21.",
    "Whoever wins two columns wins the match.",
)
BRIEF_MATCHUP_GUIDE = (
    "h takes a card, s keeps your total; over 21 loses.",
    "If both hit, both get the same card.",
    "8 seconds a turn, then 30; out of those twice: lost.",
)
LEAST_DRAFT_GUIDE = ("Same card for both. Closest to 21 wins", "a column; two columns win the match.")
LEAST_MATCHUP_GUIDE = ("h takes a card, s keeps your total.", "Over 21 loses; 8 s a turn, then 30.")


def guide(view: TableView, cells: int = 80, rows: int = 3) -> tuple[str, ...]:
    """A few lines for somebody who plays for the first time, the longest for which there is room."""
    match = view.match
    if match is None or view.stage is not Stage.PLAYING:
        return ()
    drafts = (DRAFT_GUIDE, BRIEF_DRAFT_GUIDE, LEAST_DRAFT_GUIDE)
    turns = (MATCHUP_GUIDE, BRIEF_MATCHUP_GUIDE, LEAST_MATCHUP_GUIDE)
    sizes = drafts if match.phase is Phase.DRAFT else turns
    lines = next((size for size in sizes if max(map(len, size)) <= cells and len(size) <= max(rows, 2)), sizes[-1])
    return tuple(line.replace(" unseen", "") for line in lines) if match.up_card is not None else lines


def column_open(match: HustleView, me: int, column: int) -> bool:
    """Whether the viewer may place the card here."""
    return Place(column) in match.legal if match.viewer == me else len(match.boards[me][column].cards) < 2
