"""Commands about the games that there are, and about records of those that were played."""

import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

import inglenook
from inglenook import BadRecord, Refused
from inglenook.cli.common import fail

RecordFile = Annotated[Path, typer.Argument(help="A record, as JSON.")]


def games() -> None:
    """List the games with their seats and options."""
    for name in inglenook.game_names():
        try:
            game = inglenook.find_game(name)
            inglenook.levels(name)
        except Refused as refused:
            typer.echo(f"{name}  ({refused})")
            continue
        typer.echo(f"{name}  (rules version {game.rules_version})")
        typer.echo(f"  seats: {', '.join(map(str, game.seats))}")
        for option in msgspec.structs.fields(game.options_type):
            typer.echo(f"  option {option.name}: {_range(option.type)}default {option.default!r}")


def _range(kind: Any) -> str:
    schema = msgspec.json.schema(kind)
    if "minimum" in schema and "maximum" in schema:
        return f"{schema['minimum']} to {schema['maximum']}, "
    return f"{schema['type']}, " if "type" in schema else ""


def _match(file: Path) -> inglenook.Match:
    """The match of a record; says so and exits if there is none, or it breaks the rules."""
    try:
        return inglenook.replay(inglenook.loads(file.read_bytes()))
    except OSError as e:
        fail(f"cannot read {file}: {e.strerror}")
    except BadRecord as e:
        fail(f"{file} is not a record: {e}")
    except Refused as e:
        if e.seq is None:
            fail(f"{file} is not a record: {e}")
        _print({"refused": e.code, "seq": e.seq})
        raise typer.Exit(1) from None


def replay(
    file: RecordFile,
    seat: Annotated[int | None, typer.Option(help="Show this seat's view.")] = None,
) -> None:
    """Fold a record and print its outcome and view; exit 1 if it breaks the rules."""
    match = _match(file)
    if seat is not None and not 0 <= seat < match.seats:
        fail(f"--seat {seat}: this game has seats 0 to {match.seats - 1}")
    _print({"outcome": match.outcome(), "view": match.view(seat)})


def audit(file: RecordFile) -> None:
    """Judge every tower of a record again, by simulation; exit 1 if something comes out otherwise.

    A line for each: the entry, its verdict, and whether all of it agrees, bit by bit.
    """
    match, differences = _match(file), []
    for entry, again in inglenook.audit(match):
        was, now = msgspec.to_builtins(entry.move), msgspec.to_builtins(again)
        differences.append([name for name in now if was.get(name) != now[name]])
        verdict = was.get("verdict", was["type"])
        said = f"differs: {', '.join(differences[-1])}" if differences[-1] else "agrees"
        typer.echo(f"entry {entry.seq}: {verdict}, {said}")
    if not differences:
        typer.echo(f"{match.game.name}: there is nothing to audit")
    if any(differences):
        raise typer.Exit(1)


def _print(answer: dict[str, Any]) -> None:
    sys.stdout.write(msgspec.json.encode(answer).decode() + "\n")
