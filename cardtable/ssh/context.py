"""The seam between this layer and the app: what an app is told about its session, and how it can end it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from textual.app import App

from cardtable.ssh.exec import Intent
from cardtable.ssh.invite import Gate, gate_of
from cardtable.ssh.options import Address
from cardtable.ssh.terminal import TerminalProfile
from cardtable.table.events import Player

TAKEN_OVER = "This seat was taken over by your new connection."


@dataclass(slots=True)
class Control:
    """The life of one session, for the app in it and for whoever must end it from outside.

    Set `busy` while the player sits at or watches a table: idle sessions end, busy ones do not. `ended` is the reason
    once the session is ending (`quit`, `lost`, `kicked`, `idle`, `stalled`, `flood`, `shutdown`, `crash`), else "".
    Set `player`, which gives whoever plays now, and `tell`, which shows them a line, for the operator's use.
    """

    busy: bool = False
    ended: str = ""
    player: Callable[[], Player | None] = lambda: None
    tell: Callable[[str], None] = lambda _text: None
    _kick: Callable[[str], None] = field(default=lambda _text: None, repr=False)

    def kick(self, text: str = TAKEN_OVER) -> None:
        """End the session; the text is what its player reads on the ordinary screen afterwards."""
        self._kick(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionContext:
    """Who has come, what they want, and on what terminal.

    `identity` is `key:SHA256:…`, the same whenever this key comes, or `guest:…`, another each time. `wished_name` is
    the user name made fit to be seen, "" if there is none or it may not be used, which `name_fault` explains.
    `address_line` is the server's address that this connection came in on, `peer` the client's.
    `operator`: they have proved a key of the operator's.
    """

    identity: str
    keyed: bool
    wished_name: str
    intent: Intent
    terminal: TerminalProfile
    address_line: Address
    peer: Address
    public_host: str | None = None
    motd: str = ""
    name_fault: str = ""
    operator: bool = False
    control: Control = field(default_factory=Control)

    @property
    def gate(self) -> Gate:
        """Where this player's friends connect to."""
        return gate_of(self.public_host, self.address_line)


MakeApp = Callable[[SessionContext], Awaitable[App[Any]]]
"""Makes the app of a session. It may raise BadInput or Rejected: one line for the player, and no screen.

What the app returns, if it is text, is shown on the player's ordinary screen after it has ended. Its return code is
the exit code of the player's ssh.
"""

AnswerExec = Callable[[SessionContext], Awaitable[str]]
"""The text that answers a command that needs no screen: `tables`, `export`. It may raise BadInput or Rejected."""
