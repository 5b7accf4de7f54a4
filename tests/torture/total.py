"""Many runs, one total: each piece is added to a file, and the next goes on from there."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from tests.torture.run import Result, in_markdown

Kind = Literal["postgres", "sqlite"]


class Piece(Struct, frozen=True):
    """What one run came to."""

    seed: str
    database: Kind
    seconds: int
    tables: dict[str, int]
    """How many of each game."""
    entries: int
    acked: int
    """Moves of people that were acknowledged."""
    deadlines: int
    messages: int
    """What was looked through for secrets."""
    clients: dict[str, int]
    """What the clients counted."""
    faults: dict[str, int]
    losses: int
    """What the checker found wrong."""


def piece(result: Result, seed: str, database: Kind) -> Piece:
    verdicts = result.verdicts
    return Piece(
        seed=seed,
        database=database,
        seconds=round(result.seconds),
        tables=dict(Counter(verdict.game for verdict in verdicts if verdict.entries)),
        entries=sum(verdict.entries for verdict in verdicts),
        acked=sum(verdict.acked for verdict in verdicts),
        deadlines=sum(verdict.deadlines for verdict in verdicts),
        messages=sum(verdict.messages for verdict in verdicts),
        clients=dict(result.clients),
        faults=dict(result.faults),
        losses=len(result.problems),
    )


def pieces(file: Path) -> list[Piece]:
    """Those of a file; none if there is no such file yet."""
    return msgspec.json.decode(file.read_bytes(), type=list[Piece]) if file.exists() else []


def add(file: Path, new: Piece) -> list[Piece]:
    """All pieces, with the new one, which is in the file from now on."""
    all_of_them = [*pieces(file), new]
    lines = b",\n".join(msgspec.json.encode(each) for each in all_of_them)
    file.write_bytes(b"[\n" + lines + b"\n]\n")
    return all_of_them


def report(all_of_them: Sequence[Piece]) -> str:
    """What they come to together, in Markdown."""
    tables, clients, faults = Counter[str](), Counter[str](), Counter[str]()
    for each in all_of_them:
        tables.update(each.tables)
        clients.update(each.clients)
        faults.update(each.faults)
    kinds = Counter(each.database for each in all_of_them)
    pieces_of = ", ".join(f"{n} on {name}" for name, n in sorted(kinds.items()))
    return in_markdown(
        {"pieces": f"{len(all_of_them)} ({pieces_of})"},
        seconds=sum(each.seconds for each in all_of_them),
        tables=tables,
        entries=sum(each.entries for each in all_of_them),
        acked=sum(each.acked for each in all_of_them),
        deadlines=sum(each.deadlines for each in all_of_them),
        messages=sum(each.messages for each in all_of_them),
        clients=clients,
        faults=faults,
        losses=sum(each.losses for each in all_of_them),
    )
