"""A league: players of a game in pairs, rated. Its games are in a file, and it goes on from there.

>>> from inglenook import league
>>> league.play("kewbz", ["pebble", "brick", "bot.py:Bot"], Path("kewbz.jsonl"))  # doctest: +SKIP
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec

from inglenook.arena import assembled
from inglenook.arena.crew import Place, crew
from inglenook.arena.rounds import Company, play_game
from inglenook.game import Refused
from inglenook.league.book import Book, Heading, Pair, Played
from inglenook.league.rating import Beliefs, Standing, ladder
from inglenook.player import SECONDS
from inglenook.registry import find_game

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
    games: int = 20,
    by: Order = "pairs",
    options: dict[str, Any] | None = None,
    seed: str = "league",
    seconds: float = SECONDS,
    workers: int | None = None,
    on: Place = "cores",
    on_progress: Callable[[int, int], None] | None = None,
) -> League:
    """Let all pairs play each other, from the same openings and in both seats, and rate them.

    Every pair plays so many `games`. By `gain` there are as many in all, and those are played from
    which one learns most: where it is open who wins, and how strong they are is not yet known.
    Games are noted in the file as they are finished, and those that are there are not played again:
    it may be killed and called again, and players may be added. `on_progress` is told how many
    games are done, of how many. Refused as `arena.play` is, `bad-players` if fewer than two
    different ones are named, and `bad-league` or `other-league` if that is what the file is.
    """
    names = sorted(set(players))
    if len(names) < 2 or len(names) < len(players):
        raise Refused("bad-players", detail="a league is for two or more, each named once")
    if games < 2 or games % 2:
        raise Refused("bad-games", detail=f"{games} games: each pair plays an even number of them")
    company = assembled(game, names, options or {}, seconds, seats=2)
    rules = find_game(game)
    heading = Heading(
        game,
        rules.rules_version,
        msgspec.to_builtins(rules.decode_options(options or {})),
        seed,
        seconds,
    )
    pairs = list(combinations(names, 2))
    total, done = len(pairs) * games, 0
    with Book(file, heading) as book, crew(on, workers) as work_off:
        for batch in _batches(by, names, pairs, games // 2, book):
            keys = [(pair, n, turn) for pair, n in batch for turn in (0, 1)]
            todo = [key for key in keys if key not in book.games]
            done += len(keys) - len(todo)
            if on_progress:
                on_progress(done, total)
            tasks = [(_of(company, pair), f"{seed} {n}", turn) for pair, n, turn in todo]
            for n, finished in work_off(play_game, tasks):
                book.add(Played(*todo[n], *msgspec.structs.astuple(finished)))
                done += 1
                if on_progress:
                    on_progress(done, total)
    # In order, whoever was done first: so the same games give the same ladder.
    counted = tuple(book.games[key] for key in sorted(book.games) if set(key[0]) <= set(names))
    return League(heading, ladder(names, counted), counted, book.cut)


def _of(company: Company, pair: Pair) -> Company:
    return msgspec.structs.replace(company, players=pair)


def _batches(
    by: Order, names: list[str], pairs: list[Pair], rounds: int, book: Book
) -> Iterator[list[tuple[Pair, int]]]:
    """What is played next, by pair and round; only when it is in the book, more is asked for."""
    if by == "pairs":
        yield [(pair, n) for n in range(rounds) for pair in pairs]
        return
    planned = Counter[Pair]()
    for _ in range(rounds):
        # Only from games that were planned before: so it does not matter where it was broken off.
        known = [
            book.games[pair, n, turn]
            for pair, count in planned.items()
            for n in range(count)
            for turn in (0, 1)
        ]
        beliefs, batch = Beliefs(names, known), []
        for _ in pairs:
            pair = max(pairs, key=beliefs.doubt)
            beliefs.expect(pair, 2)
            batch.append((pair, planned[pair]))
            planned[pair] += 1
        yield batch
