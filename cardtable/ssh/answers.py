"""The plain lines that answer a client without opening a screen."""

from __future__ import annotations

from importlib.metadata import version

from cardtable.ssh.exec import Intent, as_typed
from cardtable.ssh.invite import Gate
from cardtable.ssh.visitor import Visitor

BROKEN_TERMINAL = "If the line drops and your terminal looks odd afterwards, type: reset"


def help_text(gate: Gate) -> str:
    """What can be asked for on the command line, and how; at most 25 lines."""
    rows = (
        (gate.line(), "the lobby"),
        (gate.line("new hustle"), "a table of your own, waiting for a friend"),
        (gate.line("join CODE"), "sit down at that table"),
        (gate.line("watch CODE"), "watch it"),
        (gate.line("back CODE"), "your seat again, by its return code"),
        (gate.line("tables", terminal=False), "list the open tables"),
        (gate.line("history", terminal=False), "your finished matches, with their ids"),
        (gate.line("replay ID"), "look at one, move by move"),
        (gate.line("export ID", terminal=False), "one as a file, by its id or its table's code"),
        (gate.line("key CODE", terminal=False), "add this key to a player, by the code shown in the settings"),
        (gate.line("help", terminal=False), "this"),
    )
    width = max(len(line) for line, _ in rows)
    shown = [f"  {line.ljust(width)}  {what}" for line, what in rows]
    last = "Put your name before the host: NAME@HOST. No password is ever asked; your public key is who you are."
    return "\n".join(["cardtable: card games of the 21 family over ssh", "", *shown, "", last, BROKEN_TERMINAL])


def version_text() -> str:
    """The name and version of the server."""
    return f"cardtable {version('cardtable')}"


def no_screen(visitor: Visitor, intent: Intent, gate: Gate) -> str:
    """What to do instead, for a client that asks for a screen on a terminal that has none, or without a terminal."""
    if visitor.term is not None:
        term = visitor.profile.term or "(nothing)"
        return f"cardtable: this needs a terminal that can place its cursor, and yours says TERM={term}"
    if intent.kind == "lobby":
        return help_text(gate)
    return f"cardtable: this needs a terminal; try: {gate.line(as_typed(intent), visitor.typable_name)}"
