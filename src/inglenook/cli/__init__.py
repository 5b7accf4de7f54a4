"""The `inglenook` command, its commands by family in modules of their own."""

import os
import sys
from typing import Annotated

import typer

import inglenook
from inglenook.cli import admin, coaching, contests, keeping, making, moving, records, serving

app = typer.Typer(
    help="Table games in the browser and headless. Without a command: serve.",
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _say_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"inglenook {inglenook.__version__}")
        raise typer.Exit


Version = Annotated[
    bool,
    typer.Option(
        "--version", callback=_say_version, is_eager=True, help="Say which version this is."
    ),
]


@app.callback()
def common(version: Version = False) -> None:
    """What every command has."""


app.command()(serving.serve)
app.command(name="new-game")(making.new_game)
app.command()(making.bot)
app.command()(records.games)
app.command()(records.replay)
app.command()(records.audit)
app.command()(coaching.analyse)
app.command()(moving.export)
app.command(name="import")(moving.import_)
app.command()(moving.recompute)
app.command()(keeping.backup)
app.command()(keeping.restore)
app.command()(keeping.check)
app.command()(contests.arena)
app.command()(contests.league)
app.command()(contests.study)
app.command()(contests.bench)

app.add_typer(admin.app, name="admin")

puzzles_app = typer.Typer(help="Puzzles from games of bots.")
puzzles_app.command(name="mine")(coaching.mine_puzzles)
app.add_typer(puzzles_app, name="puzzles")


def main() -> None:
    """Run the command; what it cannot make sense of, it says in one line, with exit status 2.

    And so it says that nobody can take what it has to say.
    """
    try:
        status = app(sys.argv[1:] or ["serve"], standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as e:
        typer.echo(f"inglenook: {_sentence(e)}", err=True)
        status = e.exit_code
    except OSError as e:
        if e.filename is not None:
            raise  # a file, of which the command should have spoken
        # What is still to be written would fail again when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        typer.echo(f"inglenook: cannot write the answer: {e.strerror}", err=True)
        status = 2
    sys.exit(status)


def _sentence(e: typer.TyperException) -> str:
    """What is wrong with a command, and where its help is."""
    context = getattr(e, "ctx", None)
    where = context.command_path if context else "inglenook"
    return " ".join(f"{e.format_message()} (see `{where} --help`)".split())
