"""Which of some moves is best: each is tried in games that are played to their end.

So the end is counted and not guessed at: cards that there is no turn left for are worth nothing,
a star what it still doubles or strikes, and against the leader one plays for the win.
"""

from math import exp

import numpy as np

from inglenook.core.units import Seat
from inglenook.games.conex.bot.field import Tables
from inglenook.games.conex.bot.playout import (
    MAX_TURNS,
    SEATS,
    SPREAD,
    Game,
    Way,
    copy_game,
    deal_out,
    play_out,
    sit_down,
)
from inglenook.games.conex.bot.search import (
    POINT,
    SCALE,
    TRUST,
    WIN,
    Bench,
    Floats,
    Root,
    imagine,
    make,
)
from inglenook.games.conex.bot.sift import sift
from inglenook.games.conex.geometry.plane import Ints
from inglenook.shared.compiled import compiled


@compiled
def result(g: Game, seat: Seat) -> float:
    """What a game that is over was worth to a seat: from 0 to 1, or alone its points."""
    if g.now[SEATS] == 1:
        return float(POINT * g.points[seat])
    win, lead = ending(g, seat)
    return WIN * win + (1 - WIN) / (1 + exp(-lead / SCALE))


@compiled
def ending(g: Game, seat: Seat) -> tuple[float, int]:
    """A seat's share of the win of a game that is over, and its lead over the best other."""
    mine, best, equal = g.points[seat], -1, 1
    for other in range(g.now[SEATS]):
        if other != seat:
            if g.points[other] > best:
                best, equal = g.points[other], 1
            elif g.points[other] == best:
                equal += 1
    win = 1 / (1 + equal) if mine == best else 1.0 if mine > best else 0.0
    return win, mine - best


@compiled
def play_whole(t: Tables, root: Root, move: Ints, n: int, way: Way, b: Bench) -> None:
    """Make a move in the game of number n of those that may lie behind the view, and play it to
    its end.
    """
    copy_game(root.g, b.g)
    # The same chances for all moves, as in `try_out`.
    b.g.rng[0] = root.g.rng[0] ^ (np.uint64(n + 1) * SPREAD)
    imagine(b.g, root.seat)
    deal_out(b.g)
    sit_down(root.f, b.f, b.g)
    make(t, b.f, b.g, root, move, way)
    play_out(t, b.f, b.g, way, MAX_TURNS)


@compiled
def play_on(
    t: Tables, root: Root, alive: Ints, first: int, end: int, way: Way, got: Floats, b: Bench
) -> int:
    """Play a game to its end after each of some moves, once for each number from `first` to `end`.

    `got` is filled in with their results, by move and number; returns to which number it came.
    """
    for n in range(first, end):
        for move in alive:
            if b.stop[0]:
                return n
            play_whole(t, root, root.moves[move], n, way, b)
            got[move, n] = result(b.g, root.seat)
    return end


def search_whole(t: Tables, root: Root, way: Way, playouts: int, b: Bench) -> int:
    """The best move, by up to `playouts` games."""

    def play(alive: Ints, first: int, end: int, got: Floats) -> int:
        return int(play_on(t, root, alive, first, end, way, got, b))

    def weigh(alive: Ints, got: Floats) -> Floats:
        # In points, and with what the judgement says, as in `score`.
        told = got.sum(axis=1) / POINT + TRUST * root.judged[alive]
        worth: Floats = told / (got.shape[1] + TRUST)
        return worth

    return sift(len(root.moves), playouts, play, weigh, POINT)
