"""Rows of finished games: which ended when, and what each who played came to."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from inglenook.core.game import Outcome
from inglenook.core.units import Seat, WallMs
from inglenook.server.store.base import Statement, Store, among

Value = str | int | float | None

NUMBERS = "SELECT table_id, number, at FROM finished"
_COUNT = "UPDATE counts SET number = number + 1 WHERE name = 'finished'"
_NUMBER = "(SELECT number FROM counts WHERE name = 'finished')"
_VALUES = 350
"""Values in one statement: SQLite looks for the name of each among all before it."""


class ResultRow(Struct, frozen=True, array_like=True):
    """What a game came to for somebody who played."""

    seat: Seat
    guest: str
    """Empty for a bot."""
    level: str
    """A bot's; else empty."""
    name: str
    name_key: str
    """What a search compares a name by."""
    place: int
    """By the outcome, from 1; equals share a place."""
    score: int
    won: int
    """1, or -1 for a loss; 0 where several won, or nobody did."""
    gone: int
    """Not 0: gave up, ran out of time or left, so that the place is another's work.

    1 for the last to go, 2 for the one before, and so on.
    """
    late: int
    """1: took over somebody's seat when the game was under way."""
    tower: int
    """Letters of the tallest tower; 0 where there is none."""


class FinishedGame(Struct, frozen=True):
    """A game that is over, as history knows it."""

    table: str
    game: str
    scale: str | None
    """That on which it is rated, or would be; None where it cannot be."""
    rated: int
    """A number of `people.counting.Rated`: 0 for no rated game, 1 if it counts."""
    reason: str
    at: WallMs
    moves: int
    """Made by players, without what was taken back."""
    outcome: Outcome
    results: tuple[ResultRow, ...]
    said: tuple[tuple[str, str, int], ...]
    """How often each guest said each word."""


def finishing(game: FinishedGame) -> tuple[Statement, ...]:
    """What to write in the transaction that ends a game.

    The number is counted first: until the transaction ends, no other game can get one. So games
    are seen in the order of their numbers.
    """
    return (
        Statement(_COUNT),
        Statement(
            f"INSERT INTO finished SELECT {_NUMBER}, $1, $2, $3, CAST($4 AS BIGINT), $5, "
            "CAST($6 AS BIGINT), CAST($7 AS BIGINT), $8",
            _finished_values(game),
        ),
        *(
            Statement(
                f"INSERT INTO results SELECT {_NUMBER}, {_typed(_RESULT_TYPES)}",
                _result_values(game, row),
            )
            for row in game.results
        ),
        *(
            Statement(f"INSERT INTO said SELECT {_NUMBER}, {_typed('TTN')}", each)
            for each in game.said
        ),
        *(
            Statement(
                "UPDATE people SET ended = $1 WHERE guest = $2 AND table_id = $3",
                (game.at, row.guest, game.table),
            )
            for row in game.results
            if row.guest
        ),
    )


_RESULT_TYPES = "NTTTTNNNNNNTN"
"""Of the columns of a result after its number: texts and numbers."""


def _typed(types: str) -> str:
    """A place for each value, with its type: PostgreSQL cannot guess it in a SELECT."""
    kinds = {"N": "BIGINT", "T": "TEXT"}
    return ", ".join(f"CAST(${n} AS {kinds[kind]})" for n, kind in enumerate(types, 1))


def _finished_values(game: FinishedGame) -> tuple[Value, ...]:
    outcome = msgspec.json.encode(game.outcome).decode()
    kind = game.table, game.game, game.scale, int(game.rated)
    return *kind, game.reason, game.at, game.moves, outcome


def _result_values(game: FinishedGame, row: ResultRow) -> tuple[Value, ...]:
    return *astuple(row), game.game, int(game.rated > 0)


def all_anew(games: Iterable[tuple[int, FinishedGame]]) -> Iterator[Statement]:
    """What writes all finished games with their numbers, where none are."""
    numbered = list(games)
    yield from rows("finished", ((n, *_finished_values(game)) for n, game in numbered))
    yield from rows(
        "results", ((n, *_result_values(g, row)) for n, g in numbered for row in g.results)
    )
    yield from rows("said", ((n, *each) for n, game in numbered for each in game.said))


def rows(table: str, values: Iterable[Sequence[Value]]) -> Iterator[Statement]:
    """Statements that insert these rows, many at once."""
    waiting = iter(values)
    for first in waiting:
        width = len(first)
        chunk = [first, *islice(waiting, _VALUES // width - 1)]
        places = (
            f"({', '.join(f'${n}' for n in range(place, place + width))})"
            for place in range(1, len(chunk) * width + 1, width)
        )
        text = f"INSERT INTO {table} VALUES {', '.join(places)}"
        yield Statement(text, tuple(value for row in chunk for value in row))


async def numbers(store: Store) -> dict[str, tuple[int, WallMs]]:
    """The number of every finished game, and when it ended, by its table."""
    (found,) = await store.run(Statement(NUMBERS))
    return {table: (number, at) for table, number, at in found}


class EndedGame(Struct, frozen=True):
    """How a finished game stands."""

    moves: int
    at: WallMs
    outcome: Outcome


async def ended(store: Store, tables: Sequence[str]) -> dict[str, EndedGame]:
    """How those of these tables stand whose games count for history."""
    if not tables:
        return {}
    text = f"SELECT table_id, moves, at, outcome FROM finished WHERE table_id IN {among(tables)}"
    (found,) = await store.run(Statement(text, tuple(tables)))
    return {
        table: EndedGame(moves, at, msgspec.json.decode(outcome, type=Outcome))
        for table, moves, at, outcome in found
    }
