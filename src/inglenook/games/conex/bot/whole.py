"""Which of some moves is best: each is tried in games that are played to their end.

So the end is counted and not guessed at: cards that there is no turn left for are worth nothing,
a star what it still doubles or strikes, and against the leader one plays for the win.
"""

from math import exp, sqrt

import numpy as np

from inglenook.games.compiled import compiled
from inglenook.games.conex.bot.field import Tables
from inglenook.games.conex.bot.playout import (
    LONGEST,
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
from inglenook.games.conex.geometry.plane import Ints
from inglenook.units import Seat

SURE = 3.0
"""Standard errors by which a move must be behind to be given up at once."""


@compiled
def result(g: Game, seat: Seat) -> float:
    """What a game that is over was worth to a seat: from 0 to 1, or alone its points."""
    mine, best, equal = g.points[seat], -1, 1
    if g.now[SEATS] == 1:
        return float(POINT * mine)
    for other in range(g.now[SEATS]):
        if other != seat:
            if g.points[other] > best:
                best, equal = g.points[other], 1
            elif g.points[other] == best:
                equal += 1
    win = 1 / (1 + equal) if mine == best else 1.0 if mine > best else 0.0
    return WIN * win + (1 - WIN) / (1 + exp((best - mine) / SCALE))


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
            copy_game(root.g, b.g)
            # The same chances for all moves, as in `try_out`.
            b.g.rng[0] = root.g.rng[0] ^ (np.uint64(n + 1) * SPREAD)
            imagine(b.g, root.seat)
            deal_out(b.g)
            sit_down(root.f, b.f, b.g)
            make(t, b.f, b.g, root, root.moves[move], way)
            play_out(t, b.f, b.g, way, LONGEST)
            got[move, n] = result(b.g, root.seat)
    return end


def search_whole(t: Tables, root: Root, way: Way, playouts: int, b: Bench) -> int:
    """The best move, by up to `playouts` games: after each round at most half of them are left."""
    moves = len(root.moves)
    alive, rounds, done = np.arange(moves), max(1, (moves - 1).bit_length()), 0
    got = np.zeros((moves, playouts))
    for _ in range(rounds):
        end = done + playouts // (rounds * len(alive))
        done = play_on(t, root, alive, done, end, way, got, b)
        alive = _better(root, alive, got[alive, :done])
        if done < end or len(alive) == 1:
            break
    return int(alive[0])


def _better(root: Root, alive: Ints, got: Floats) -> Ints:
    """The better half of the moves, best first, without those that are surely worse."""
    times = got.shape[1]
    # In points, and with what the judgement says, as in `score`.
    points = (got.sum(axis=1) / POINT + TRUST * root.judged[alive]) / (times + TRUST)
    order = np.argsort(-points)
    best = order[0]
    if times:
        apart = (got - got[best]).std(axis=1) / (POINT * sqrt(times))
        order = order[: max(2, (len(order) + 1) // 2)]
        order = order[(points[best] - points[order] <= SURE * apart[order])]
    return alive[order]
