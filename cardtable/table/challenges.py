"""Challenges: one player asks another by name, who says yes, or no, or nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from cardtable.errors import Rejected
from cardtable.rules.hustle.commands import Options
from cardtable.table.events import Player
from cardtable.table.link import TableLink

PATIENCE = 30.0
"""Seconds that a challenge stands."""

MINUTE = 60.0
MOST = 3
"""Challenges by one player to the same other in a minute."""

_OVER = "That challenge is over."


class OpenChallenge:
    """One challenge. To its two players it is a `ports.Challenge` and a `ports.Challenged`."""

    def __init__(self, book: Challenges, challenger: Player, challenged: Player, options: Options) -> None:
        loop = asyncio.get_running_loop()
        self.challenger = challenger
        self.challenged = challenged
        self.options = options
        self.seats: tuple[asyncio.Future[TableLink], asyncio.Future[TableLink]]
        self.seats = (loop.create_future(), loop.create_future())
        self._book = book
        self._withdrawn: asyncio.Future[str] = loop.create_future()
        self._timer = loop.call_later(book.patience, self._run_out)

    @property
    def by(self) -> str:
        """See `Challenged.by`."""
        return self.challenger.name

    @property
    def settled(self) -> bool:
        """Whether it has been answered or has ended otherwise."""
        return self._withdrawn.done()

    async def wait(self) -> TableLink:
        """See `Challenge.wait`. However the waiting ends, the challenge does, too."""
        try:
            return await self.seats[0]
        finally:
            self.cancel()

    def cancel(self) -> None:
        """See `Challenge.cancel`."""
        self._end("You have taken the challenge back.", f"{self.by} has taken the challenge back.")

    async def withdrawn(self) -> str:
        """See `Challenged.withdrawn`."""
        return await asyncio.shield(self._withdrawn)

    async def accept(self) -> TableLink:
        """See `Challenged.accept`."""
        if self.settled:
            raise Rejected("challenge_over", _OVER)
        self._settle("")
        self._book.seat(self)
        return await self.seats[1]

    def decline(self) -> None:
        """See `Challenged.decline`."""
        self._end(f"{self.challenged.name} does not want to play now.", _OVER)

    def missed(self) -> None:
        """See `Challenged.missed`."""
        self._end(f"{self.challenged.name} cannot answer now.", _OVER)

    def refuse(self, to_challenger: Rejected, to_challenged: Rejected) -> None:
        """It was accepted, but they cannot be seated."""
        for seat, refusal in zip(self.seats, (to_challenger, to_challenged), strict=True):
            if not seat.done():
                seat.set_exception(refusal)
                seat.exception()  # who has gone away meanwhile reads it no more, and that is no fault

    def gone(self, identity: str) -> None:
        """One of the two has gone away."""
        name = self.by if identity == self.challenger.identity else self.challenged.name
        self._end(f"{name} has gone away.", f"{name} has gone away.")

    def _run_out(self) -> None:
        text = f"{self.challenged.name} did not answer within {self._book.patience:.0f} seconds."
        self._end(text, f"{self.by}’s challenge has run out.")

    def _end(self, to_challenger: str, to_challenged: str) -> None:
        if not self.settled:
            self._settle(to_challenged)
            self.refuse(Rejected("challenge_over", to_challenger), Rejected("challenge_over", to_challenged))

    def _settle(self, to_challenged: str) -> None:
        self._timer.cancel()
        self._withdrawn.set_result(to_challenged)
        self._book.forget(self)


class Challenges:
    """Everything that is open. `seat` is called with what was accepted, to seat both."""

    def __init__(self, seat: Callable[[OpenChallenge], object], patience: float = PATIENCE) -> None:
        self.seat = seat
        self.patience = patience
        self._open: list[OpenChallenge] = []
        self._asked: dict[tuple[str, str], list[float]] = {}

    def challenge(self, challenger: Player, challenged: Player, options: Options) -> OpenChallenge:
        """A new challenge. Raises Rejected: `challenge_open`, `challenged_open`, `too_many`."""
        if self._of(challenger.identity):
            raise Rejected("challenge_open", "One challenge at a time: yours is still open.")
        if self._of(challenged.identity):
            raise Rejected("challenged_open", f"{challenged.name} has a challenge open already; try again soon.")
        self._count(challenger, challenged)
        challenge = OpenChallenge(self, challenger, challenged, options)
        self._open.append(challenge)
        return challenge

    def forget(self, challenge: OpenChallenge) -> None:
        """This one is settled."""
        self._open.remove(challenge)

    def gone(self, identity: str) -> None:
        """A player has no window left here."""
        for challenge in self._of(identity):
            challenge.gone(identity)

    def close(self) -> None:
        """End them all."""
        for challenge in tuple(self._open):
            challenge.cancel()

    def _of(self, identity: str) -> list[OpenChallenge]:
        return [c for c in self._open if identity in (c.challenger.identity, c.challenged.identity)]

    def _count(self, challenger: Player, challenged: Player) -> None:
        now = asyncio.get_running_loop().time()
        recent = {pair: [at for at in times if now - at < MINUTE] for pair, times in self._asked.items()}
        self._asked = {pair: times for pair, times in recent.items() if times}
        times = self._asked.setdefault((challenger.identity, challenged.identity), [])
        if len(times) >= MOST:
            text = f"That was {MOST} challenges to {challenged.name} within a minute; give them time."
            raise Rejected("too_many", text)
        times.append(now)
