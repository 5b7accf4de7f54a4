"""A league: players of a game in pairs, or in larger parties, rated.

Its games are in a file, and it goes on from there.

>>> from inglenook.contests import league
>>> league.play("kewbz", ["pebble", "brick", "bot.py:Bot"], Path("kewbz.jsonl"))  # doctest: +SKIP
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec

from inglenook.bots.player import SECONDS
from inglenook.contests.arena import assembled
from inglenook.contests.arena.crew import Place, crew
from inglenook.contests.arena.rounds import Company, play_game
from inglenook.contests.league.book import Book, Heading, Party, Played
from inglenook.contests.league.rating import Beliefs, Standing, ladder
from inglenook.core.game import Refused
from inglenook.core.registry import find_game

__all__ = ["Heading", "League", "Order", "Played", "Standing", "ladder", "play"]

Order = Literal["pairs", "gain"]
"""Everyone against everyone equally often, or whoever one learns most from."""


class League(NamedTuple):
    """What a league has come to.

    heading    what was played
    ladder     the players, strongest first
    games      all that were played between them
    cut        its file broke off in a game, and it went on from the last whole one
    """

    heading: Heading
    ladder: tuple[Standing, ...]
    games: tuple[Played, ...]
    cut: bool


def play(
    game: str,
    players: Sequence[str],
    file: Path,
    *,
    games: int | None = None,
    seats: int = 2,
    by: Order = "pairs",
    options: dict[str, Any] | None = None,
    seed: str = "league",
    seconds: float = SECONDS,
    workers: int | None = None,
    on: Place = "cores",
    on_progress: Callable[[int, int], None] | None = None,
) -> League:
    """Let all pairs play each other, from the same openings and in both seats, and rate them; with
    three or more `seats`, all parties of so many, each in every seat.

    Every party plays so many `games`, ten from each seat unless told otherwise. By `gain` there are
    as many in all, and those are played from which one learns most: where it is open who wins, and
    how strong they are is not yet known.
    Games are noted in the file as they are finished, and those that are there are not played again:
    it may be killed and called again, and players may be added. `on_progress` is told how many
    games are done, of how many. Refused as `arena.play` is, `bad-players` if fewer are
    named than sit at a table, or one twice, and `bad-league` or `other-league` if that is what the
    file is.
    """
    names = sorted(set(players))
    if seats < 2:
        raise Refused("bad-seats", detail="nobody plays alone in a league")
    if len(names) < seats or len(names) < len(players):
        detail = f"a league of {seats} at a table is for {seats} players or more, each named once"
        raise Refused("bad-players", detail=detail)
    games = 10 * seats if games is None else games
    if games < seats or games % seats:
        detail = f"{games} games: with {seats} at a table it must be a multiple of {seats}"
        raise Refused("bad-games", detail=detail)
    company = assembled(game, names, options or {}, seconds, seats)
    rules = find_game(game)
    heading = Heading(
        game,
        rules.rules_version,
        msgspec.to_builtins(rules.decode_options(options or {})),
        seed,
        seconds,
        seats=seats,
    )
    parties = list(combinations(names, seats))
    total, done = len(parties) * games, 0
    with Book(file, heading) as book, crew(on, workers) as work_off:
        for batch in _batches(by, names, parties, games // seats, book):
            keys = [(party, n, turn) for party, n in batch for turn in range(seats)]
            todo = [key for key in keys if key not in book.games]
            done += len(keys) - len(todo)
            if on_progress:
                on_progress(done, total)
            tasks = [(_of(company, party), f"{seed} {n}", turn) for party, n, turn in todo]
            for n, finished in work_off(play_game, tasks):
                book.add(Played(*todo[n], *msgspec.structs.astuple(finished)))
                done += 1
                if on_progress:
                    on_progress(done, total)
    # In order, whoever was done first: so the same games give the same ladder.
    counted = tuple(book.games[key] for key in sorted(book.games) if set(key[0]) <= set(names))
    return League(heading, ladder(names, counted), counted, book.cut)


def _of(company: Company, party: Party) -> Company:
    return msgspec.structs.replace(company, players=party)


def _batches(
    by: Order, names: list[str], parties: list[Party], rounds: int, book: Book
) -> Iterator[list[tuple[Party, int]]]:
    """What is played next, by party and round; only when it is in the book, more is asked for."""
    if by == "pairs":
        yield [(party, n) for n in range(rounds) for party in parties]
        return
    planned = Counter[Party]()
    for _ in range(rounds):
        # Only from games that were planned before: so it does not matter where it was broken off.
        known = [
            book.games[party, n, turn]
            for party, count in planned.items()
            for n in range(count)
            for turn in range(len(party))
        ]
        beliefs, batch = Beliefs(names, known), []
        for _ in parties:
            party = max(parties, key=beliefs.doubt)
            beliefs.expect(party, len(party))
            batch.append((party, planned[party]))
            planned[party] += 1
        yield batch
