"""The games of a league as a file: what is played in it, then a line of JSON for each game."""

import os
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from inglenook.contests.arena.duel import Forfeit
from inglenook.core.game import Refused

Party: TypeAlias = tuple[str, ...]
"""Players who sit at one table, in the order of their names."""


class Heading(Struct, frozen=True):
    """The first line. Only games that agree in all of it can be compared.

    league   the version of this format
    game     its name
    rules    their version
    options  of the game, all of them
    seed     makes the openings
    seconds  for a move of bots that are no levels
    seats    how many sit at a table
    """

    game: str
    rules: int
    options: dict[str, Any]
    seed: str
    seconds: float
    league: int = 1
    seats: int = 2


class Played(Struct, frozen=True):
    """One game.

    players   in the order of their names
    round     which opening
    turn      the seat of the first of them
    shares    of the win, by player
    scores    in the points of the game, by player
    entries   how long it was
    forfeits  who lost without being beaten, and why
    """

    players: Party
    round: int
    turn: int
    shares: tuple[float, ...]
    scores: tuple[int, ...]
    entries: int
    forfeits: tuple[Forfeit, ...] = ()


class Book:
    """The games that a file holds, and a pen to add more.

    games  by players, round and turn
    cut    whether the file broke off in a game, which was taken out
    """

    def __init__(self, file: Path, heading: Heading) -> None:
        """Open a file, or begin one. Refused `bad-league` if it is no league's, `other-league` if
        it is another's. OSError."""
        self.games: dict[tuple[Party, int, int], Played] = {}
        data = file.read_bytes() if file.exists() else b""
        whole = data[: data.rfind(b"\n") + 1]
        self.cut = whole != data
        if whole:
            self._read(file, whole, heading)
        if self.cut:
            os.truncate(file, len(whole))
        self._lines = file.open("ab")
        if not whole:
            self._write(heading)

    def __enter__(self) -> "Book":
        return self

    def __exit__(self, *_: object) -> None:
        self._lines.close()

    def add(self, played: Played) -> None:
        """Note a game; it survives whatever happens to this process."""
        self.games[played.players, played.round, played.turn] = played
        self._write(played)

    def _write(self, line: Struct) -> None:
        self._lines.write(msgspec.json.encode(line) + b"\n")
        self._lines.flush()

    def _read(self, file: Path, whole: bytes, heading: Heading) -> None:
        number = 1
        try:
            first, *rest = whole.splitlines()
            found = msgspec.json.decode(first, type=Heading)
            for number, line in enumerate(rest, start=2):  # noqa: B007 - said below
                played = msgspec.json.decode(line, type=Played)
                self.games[played.players, played.round, played.turn] = played
        except (msgspec.DecodeError, UnicodeError) as e:
            raise Refused("bad-league", detail=f"{file}, line {number}: {e}") from None
        wanted = asdict(heading)
        for name, value in asdict(found).items():
            if value != wanted[name]:
                detail = f"{file} is another league: {name} {value}, not {wanted[name]}"
                raise Refused("other-league", detail=detail)
