"""Keys typed faster than screens change: each waits until what the one before it set off is done."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from textual import events
from textual.app import App, ScreenStackError
from textual.message_pump import MessagePump

_MOST = 32
"""Keys that may wait; nobody types further ahead, and what repeats by itself is dropped."""

_PATIENCE = 1.0
"""Seconds after which a key no longer waits for the one before it."""


class TypeAhead:
    """The keys of one app, in order. `give` takes one in, `pass_on` hands them to the app for ever, one by one.

    Without it the second of two quick keys goes to the screen that the first is about to cover or to leave.
    """

    def __init__(self, app: App[str]) -> None:
        self._app = app
        self._keys: asyncio.Queue[events.Key] = asyncio.Queue(_MOST)

    def give(self, key: events.Key) -> None:
        """One more key."""
        with suppress(asyncio.QueueFull):
            self._keys.put_nowait(key)

    async def pass_on(self, take: Callable[[events.Key], Awaitable[None]]) -> None:
        """Hand the keys to `take`, each when the one before has done all it does."""
        while True:
            await take(await self._keys.get())
            with suppress(TimeoutError, ScreenStackError):
                async with asyncio.timeout(_PATIENCE):
                    await self._settled()

    async def _settled(self) -> None:
        """Until the screen has dealt with the key, and whatever screen it has brought up is there."""
        while self._app.is_running:
            top = self._app.screen
            focused = top.focused
            for node in focused.ancestors_with_self if focused is not None else [top]:
                # Twice: what a key makes a widget tell itself comes behind the first.
                await _heard(node)
                await _heard(node)
                if node is top:
                    break
            if top is self._app.screen and top.focused is focused:
                return


async def _heard(node: MessagePump) -> None:
    """Until a node has dealt with all it has been told so far."""
    done = asyncio.Event()
    if node.call_later(done.set):
        await done.wait()
