"""Finished matches over ssh: a player's own as lines of text, one of them in any form, and one to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardtable.compose.saved import lines_of
from cardtable.errors import Rejected
from cardtable.table.keeping import HistoryQuery, Store, Unreadable

if TYPE_CHECKING:
    from cardtable.rules.notation import MatchRecord

LISTED = 30
"""Matches that `history` lists at most, the newest first."""

_WIDTH = 68


async def history_text(store: Store, fingerprint: str | None, *, results: bool) -> str:
    """A player's newest matches, a line each; who won only if asked for. Raises Rejected for guests."""
    from cardtable.tui.history_rows import row

    if fingerprint is None:
        raise Rejected("guest", "Matches are kept for players with a key, and your ssh client showed none.")
    try:
        profile = await store.player_of(fingerprint)
        page = await store.history(HistoryQuery(player=profile.id, limit=LISTED)) if profile is not None else ()
    except Unreadable as fault:
        raise _unreadable(fault) from None
    if profile is None or not page:
        return "No match of yours is kept here yet."
    return "\n".join(f"{match.id} {row(match, profile.id, _WIDTH, results=results)}" for match in page)


async def kept_match(store: Store, match: str) -> MatchRecord:
    """A finished match, verified. Raises Rejected for an id that belongs to none, BadInput for a damaged one."""
    from cardtable.rules.notation import sound

    try:
        found = await store.match(match)
    except Unreadable as fault:
        raise _unreadable(fault) from None
    if found is None:
        raise Rejected("no_such_match", f"No finished match has the id {match}. The command `history` lists yours.")
    return sound(found.record)


async def match_in_form(store: Store, match: str, form: str) -> str:
    """A finished match as `text`, `json` or `cast`. Raises as `kept_match`."""
    return "".join(lines_of(await kept_match(store, match), form, None))


def _unreadable(fault: Unreadable) -> Rejected:
    return Rejected("unreadable", f"Finished matches cannot be read now: {fault}")
