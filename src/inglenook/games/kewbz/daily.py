"""The board of the day: the end of a game, won with the right moves and with no others."""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from inglenook.core.daily import DailyBoard
from inglenook.core.game import Entry, Rng
from inglenook.games.kewbz import rules
from inglenook.games.kewbz.judge import WIN
from inglenook.games.kewbz.root_search import best, margin, options
from inglenook.games.kewbz.search import DEEPEST, blank

SIZE, CUBES = 6, 20
OPPONENT = "buttress"
"""It sees such an end to the last move, and answers the same to everybody."""
MOVES = 6
"""Moves left, of both together, as the game went."""
LOOK, BLIND = 3, 25
"""How the moves before came about: so many moves ahead, and so many of a hundred overlooked."""
TRIES = 60
LEAST = 2.0
"""Points by which the best move must be ahead of the second, if that wins as well."""


class _Ply(NamedTuple):
    before: rules.State
    move: rules.Place


def daily(rng: Rng) -> DailyBoard:
    """See `Game.daily`. Whoever plays it has seat 0, and is to move."""
    for _ in range(TRIES):
        plies = list(_game(rng))
        # Seat 0 makes the even plies.
        begins = (len(plies) - MOVES + 1) // 2 * 2
        if _is_fine(plies[begins].before):
            break
    line = tuple((ply.before.turn, msgspec.to_builtins(ply.move)) for ply in plies[:begins])
    return DailyBoard({"size": SIZE, "cubes": CUBES}, (OPPONENT,), line)


def _game(rng: Rng) -> Iterator[_Ply]:
    """A game that somebody might have played."""
    game = rules.Kewbz()
    s = game.setup(2, rules.Options(SIZE, CUBES))
    while not rules.is_over(s):
        there = rng.shuffled(options(s))
        seen = [option for option in there if rng.below(100) >= BLIND] or there
        move = best(SIZE, seen, LOOK, blank(SIZE))[0].move
        yield _Ply(s, move)
        s = game.apply(s, Entry(0, 0, s.turn, move))


def _is_fine(s: rules.State) -> bool:
    """Whether it is won, by one first move alone, and not by the one that looks best at once."""
    there, m = options(s), blank(SIZE)
    if len(there) < 3:
        return False
    first, value = best(SIZE, there, DEEPEST, m)
    others = [option for option in there if option is not first]
    _, second = best(SIZE, others, DEEPEST, m)
    tempting, _ = best(SIZE, there, 1, blank(SIZE))
    clear = second < WIN // 2 or margin(value) - margin(second) >= LEAST
    return value > WIN // 2 and clear and tempting is not first
