"""A token bucket: so much at once, so much a second after that."""

from __future__ import annotations


class Bucket:
    """`rate` tokens a second, never more than `burst` saved up. `now` is any clock in seconds that never goes back."""

    __slots__ = ("_burst", "_level", "_rate", "_since")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._level = burst
        self._since = now

    def level(self, now: float) -> float:
        """Tokens there are; less than nothing after an overdraft."""
        self._level = min(self._burst, self._level + (now - self._since) * self._rate)
        self._since = now
        return self._level

    def take(self, amount: float, now: float) -> bool:
        """Take so many, if there are so many."""
        if self.level(now) < amount:
            return False
        self._level -= amount
        return True

    def wait(self, amount: float, now: float) -> float:
        """Seconds until so many tokens are there."""
        return max(0.0, (min(amount, self._burst) - self.level(now)) / self._rate)
