"""21 Hustle written down a second time, as naively as possible and without the rules: what they are checked against.

Cards are strings ("AS", "TD"). A game is a dict that is copied and changed.
"""

from __future__ import annotations

from itertools import product
from typing import Any

Game = dict[str, Any]
Move = tuple[Any, ...]
"""("place", seat, column) · ("hit", seat) · ("stand", seat) · ("late", seat, …)"""


def ways_to_count(cards: list[str]) -> set[int]:
    """Every sum a hand can have, its aces counted 1 or 11 in every way."""
    values = [(1, 11) if card[0] == "A" else (10,) if card[0] in "TJQK" else (int(card[0]),) for card in cards]
    return {sum(way) for way in product(*values)}


def best(cards: list[str]) -> int:
    """The best total: the highest that does not bust, else the lowest."""
    ways = ways_to_count(cards)
    return max((way for way in ways if way <= 21), default=min(ways))


def winner(first: list[str], second: list[str]) -> str:
    """Who wins a column with these hands at its end."""
    a, b = best(first), best(second)
    if (a > 21 and b > 21) or a == b:
        return "tie"
    if a > 21 or b > 21:
        return "seat1" if a > 21 else "seat0"
    return "seat0" if a > b else "seat1"


def new_game(deck: list[str]) -> Game:
    """A match with this deck, first drawn first."""
    return {
        "deck": list(deck),
        "hands": [[[], [], []], [[], [], []]],
        "chosen": [None, None],
        "stood": [False, False],
        "results": [],
        "skips": [2, 2],
        "end": None,
    }


def _drafting(game: Game) -> bool:
    return any(len(hand) < 2 for hand in game["hands"][0])


def _owes(game: Game, seat: int) -> bool:
    if game["end"] or game["chosen"][seat]:
        return False
    if _drafting(game):
        return True
    return not game["stood"][seat] and best(game["hands"][seat][len(game["results"])]) < 21


def moves(game: Game, *, late: bool = False) -> list[Move]:
    """Everything that can happen now: either seat's choices and, if asked for, extra clocks that end."""
    found: list[Move] = []
    owing = [seat for seat in (0, 1) if _owes(game, seat)]
    for seat in owing:
        if _drafting(game):
            found += [("place", seat, column) for column in range(3) if len(game["hands"][seat][column]) < 2]
        else:
            found += [("hit", seat), ("stand", seat)]
    if late:
        found += [("late", seat) for seat in owing]
        found += [("late", 0, 1)] if len(owing) == 2 else []
    return found


def _copy(game: Game) -> Game:
    hands = [[list(hand) for hand in board] for board in game["hands"]]
    lists = {key: list(game[key]) for key in ("deck", "chosen", "stood", "results", "skips")}
    return {**lists, "hands": hands, "end": game["end"]}


def after(game: Game, move: Move) -> Game:
    """The game after a move."""
    game = _copy(game)
    if move[0] != "late":
        game["chosen"][move[1]] = move
    elif not _lose_skips(game, move[1:]):
        for seat in move[1:]:
            game["chosen"][seat] = _absent(game, seat)
    _settle(game)
    return game


def _lose_skips(game: Game, seats: Move) -> bool:
    for seat in seats:
        game["skips"][seat] -= 1
    gone = [seat for seat in (0, 1) if game["skips"][seat] == 0]
    if gone:
        game["end"] = ("tie" if len(gone) == 2 else f"seat{1 - gone[0]}", "forfeit")
    return bool(gone)


def _absent(game: Game, seat: int) -> Move:
    if not _drafting(game):
        return ("hit" if best(game["hands"][seat][len(game["results"])]) <= 16 else "stand", seat)
    room = [column for column in (0, 1, 2) if len(game["hands"][seat][column]) < 2]
    return ("place", seat, min((best(game["hands"][seat][column]), column) for column in room)[1])


def _settle(game: Game) -> None:
    if game["end"] or any(_owes(game, seat) for seat in (0, 1)):
        return
    if _drafting(game):
        card = game["deck"].pop(0)
        for seat in (0, 1):
            game["hands"][seat][game["chosen"][seat][2]].append(card)
    else:
        _play_turn(game)
    game["chosen"] = [None, None]
    if not _drafting(game):
        _count_columns(game)


def _play_turn(game: Game) -> None:
    kinds = [move and move[0] for move in game["chosen"]]
    card = game["deck"].pop(0) if "hit" in kinds else None
    for seat in (0, 1):
        if kinds[seat] == "hit":
            game["hands"][seat][len(game["results"])].append(card)
        if kinds[seat] == "stand":
            game["stood"][seat] = True


def _count_columns(game: Game) -> None:
    while not game["end"]:
        column = len(game["results"])
        hands = [game["hands"][seat][column] for seat in (0, 1)]
        bust = any(best(hand) > 21 for hand in hands)
        if not bust and any(not game["stood"][seat] and best(hands[seat]) < 21 for seat in (0, 1)):
            return
        game["results"].append(winner(*hands))
        game["stood"] = [False, False]
        _end(game)


def _end(game: Game) -> None:
    wins = [game["results"].count(f"seat{seat}") for seat in (0, 1)]
    if 2 in wins:
        game["end"] = (f"seat{wins.index(2)}", "two_columns")
    elif len(game["results"]) == 3:
        game["end"] = ("tie" if wins[0] == wins[1] else f"seat{wins.index(1)}", "three_columns")
