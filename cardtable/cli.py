"""The command line: what can be asked for, and how a fault is told (one line, exit code 2)."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Literal

import typer

from cardtable.errors import BadInput

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    no_args_is_help=False,
    help="Card games of the 21 family in your terminal. Without a command: play.",
)


def run(arguments: list[str]) -> int:
    """Carry out a command line; returns the exit code. Raises BadInput for a fault that is told in one line."""
    command = typer.main.get_command(app)
    try:
        result = command.main(arguments, prog_name="cardtable", standalone_mode=False)
    except typer.Exit as done:
        return int(done.exit_code)
    except typer.Abort:
        return 130
    except Exception as fault:
        if not hasattr(fault, "format_message"):
            raise
        raise BadInput(f"{fault.format_message().rstrip('.')}. Try 'cardtable --help'.") from None
    return result if isinstance(result, int) else 0


def _tell_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"cardtable {version('cardtable')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    _version: Annotated[
        bool, typer.Option("--version", callback=_tell_version, is_eager=True, help="Show the version and leave.")
    ] = False,
) -> None:
    """Play at this terminal."""
    if context.invoked_subcommand is None:
        from cardtable.compose.local import play

        raise typer.Exit(play())


@app.command()
def play() -> None:
    """Play at this terminal: against a bot, or two at one keyboard."""
    from cardtable.compose.local import play as play_here

    raise typer.Exit(play_here())


@app.command()
def verify(file: Annotated[Path, typer.Argument(help="A saved match.")]) -> None:
    """Check a saved match, offline: its deck, every event, its result."""
    from cardtable.compose.saved import verify_file

    verdict = verify_file(file)
    typer.echo(verdict.text)
    raise typer.Exit(0 if verdict.holds else 2)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A saved match.")],
    seat: Annotated[
        int | None, typer.Option(min=1, max=2, help="Whose view; without it both seats' choices are open.")
    ] = None,
    text: Annotated[bool, typer.Option("--text", help="Print what happened instead, as without a terminal.")] = False,
) -> None:
    """Look at a saved match, move by move; it begins at its start and tells nothing early."""
    from cardtable.compose.replaying import replay as replay_here

    raise typer.Exit(replay_here(file, None if seat is None else seat - 1, as_text=text))


@app.command()
def export(
    file: Annotated[Path, typer.Argument(help="A saved match.")],
    form: Annotated[
        str, typer.Option("--as", metavar="text|json|cast", help="Readable text, JSON, or a recording for asciinema.")
    ] = "text",
    seat: Annotated[
        int | None, typer.Option(min=1, max=2, help="Whose view is recorded; without it both are open.")
    ] = None,
    output: Annotated[Path | None, typer.Option(help="A new file. [default: standard output]")] = None,
) -> None:
    """Write a saved match in another form."""
    from cardtable.compose.replaying import export as export_here

    raise typer.Exit(export_here(file, form, None if seat is None else seat - 1, output))


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 or :: for everybody.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")] = 2222,
    public_host: Annotated[
        str | None, typer.Option(metavar="NAME[:PORT]", help="What friends type, if it is not the address itself.")
    ] = None,
    host_key: Annotated[
        Path | None, typer.Option(help="The server's ed25519 key. [default: made once in the data folder]")
    ] = None,
    motd: Annotated[str, typer.Option(help="A line shown in the lobby.")] = "",
    max_sessions: Annotated[int, typer.Option(min=1, max=10_000, help="People at once.")] = 200,
    admin_key: Annotated[
        str | None,
        typer.Option(metavar="FILE|SHA256:…", help="Whose key runs the server: ssh HOST admin, or A in the lobby."),
    ] = None,
    log_format: Annotated[Literal["text", "json"], typer.Option(help="How each line of the log is written.")] = "text",
) -> None:
    """Let friends play over plain ssh."""
    from cardtable.compose.server import serve as serve_here

    raise typer.Exit(
        serve_here(
            host=host,
            port=port,
            public_host=public_host,
            host_key=host_key,
            motd=motd,
            max_sessions=max_sessions,
            admin_key=admin_key,
            log_format=log_format,
        )
    )


db = typer.Typer(add_completion=False, help="Look after what is kept: players, matches, live tables.")
app.add_typer(db, name="db")


@db.command("check")
def db_check(
    file: Annotated[Path | None, typer.Option(help="Another database, a backup say. [default: your own]")] = None,
) -> None:
    """Look at everything in the database, and say what is found."""
    from cardtable.compose.keeping import check

    raise typer.Exit(check(file))


@db.command("backup")
def db_backup(file: Annotated[Path, typer.Argument(help="Where the copy goes; nothing is overwritten.")]) -> None:
    """Copy the database, also while a server runs."""
    from cardtable.compose.keeping import backup

    raise typer.Exit(backup(file))


@db.command("export")
def db_export(
    file: Annotated[Path | None, typer.Argument(help="A new file. [default: standard output]")] = None,
) -> None:
    """Write every finished match as a line of JSON."""
    from cardtable.compose.keeping import export

    raise typer.Exit(export(file))
