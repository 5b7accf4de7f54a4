"""What the commands share: their options, and how they speak."""

from collections.abc import Iterator
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NoReturn

import msgspec
import typer

if TYPE_CHECKING:
    from rich.progress import Progress

STOPPED = 130
"""The exit status of a command that ^C ended."""
GOES_ON = "; the same command goes on from here"
GameName = Annotated[str, typer.Argument(help="A game, as `inglenook games` lists them.")]
Data = Annotated[
    Path, typer.Option(envvar="INGLENOOK_DATA", help="Folder for the games and the secret.")
]
Database = Annotated[
    str | None,
    typer.Option(
        envvar="INGLENOOK_DATABASE", help="A PostgreSQL for the games: postgresql://user@host/name."
    ),
]


def finite(seconds: float) -> float:
    """A number of seconds that a clock can wait for: `nan` is neither too small nor too large."""
    if not isfinite(seconds):
        raise typer.BadParameter(f"{seconds} is no number of seconds")
    return seconds


Seconds = Annotated[
    float,
    typer.Option(min=0.01, callback=finite, help="For a move of a player that is not a level."),
]
On = Annotated[
    Literal["cores", "ray"], typer.Option(help="The cores of this machine, or a Ray cluster.")
]
GameOptions = Annotated[
    list[str] | None, typer.Option(help="An option of the game, as name=value.")
]


def fail(*messages: str) -> NoReturn:
    """A line for each thing that is wrong, and exit status 2."""
    for message in messages:
        typer.echo(f"inglenook: {' '.join(message.split())}", err=True)
    raise typer.Exit(2)


@contextmanager
def interruptible(kept: str = "") -> Iterator[None]:
    """At ^C, a line that says what is kept, and exit status 130."""
    try:
        yield
    except KeyboardInterrupt:
        warn(f"inglenook: stopped{kept}")
        raise typer.Exit(STOPPED) from None


def warn(line: str) -> None:
    typer.echo(line, err=True)


def progress_bar() -> "Progress":
    """A bar on standard error, if anyone is there to see it."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    aside = Console(stderr=True)
    columns = BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    return Progress(*columns, console=aside, disable=not aside.is_terminal)


def game_options(pairs: list[str]) -> dict[str, Any]:
    options = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            fail(f"--option {pair}: write it as name=value")
        try:
            options[name] = msgspec.json.decode(value)
        except msgspec.DecodeError:
            options[name] = value
    return options
