"""Which of some moves is best: each is tried in many playouts, the better ones in more of them."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from inglenook.core.units import Seat
from inglenook.games.conex.bot.field import Field, Tables
from inglenook.games.conex.bot.playout import (
    HEAD,
    OVER,
    PASSES,
    PILE,
    SEATS,
    SPREAD,
    TAIL,
    Game,
    Way,
    chance,
    copy_game,
    draw,
    end_turn,
    finish_turn,
    lay,
    play_out,
    quick_turn,
    sit_down,
    strike,
)
from inglenook.games.conex.geometry.plane import Ints
from inglenook.shared.compiled import compiled

Floats = NDArray[np.float64]

LAY, DOUBLE_LAY, DRAW, PASS, STRIKE, END, GIVE = range(7)
"""The kinds of move: a move is a kind and which row, slot or card. Gives are not played out."""
ROUNDS = 3
"""How far a playout looks ahead."""
WIN = 0.3
"""At the end of a game, how much of its worth is the win itself; the rest is the margin."""
SCALE = 10.0
"""The lead, in points, that makes one all but sure of a game."""
HELD, KEPT = 1.2, (4.0, 2.0)
"""What a card in hand, the 2x star and the lightning star are worth where a playout stops."""
POINT = 0.025
"""What a point in the middle of a game is worth of that game."""
TRUST = 100.0
"""The playouts that weigh as much as the judgement they began with."""


class Root(NamedTuple):
    """A position in which some moves are to be compared."""

    f: Field
    g: Game
    """One of the games that may lie behind what the seat can see."""
    seat: Seat
    played: bool
    """The active seat has laid, drawn or passed already."""
    rows: Ints
    moves: Ints
    judged: Floats
    """What each move is worth by judgement, in points."""


class Tried(NamedTuple):
    """How the moves have fared: the sum of what they came to, and how often each was tried."""

    total: Floats
    times: Ints


class Bench(NamedTuple):
    """What a search works on; and a flag that stops it, from another thread."""

    f: Field
    g: Game
    stop: NDArray[np.bool_]


@compiled
def imagine(g: Game, seat: Seat) -> None:
    """Shuffle all that a seat cannot see: the others' hands and the pile."""
    cards, count = np.empty(len(g.where), np.int64), 0
    for card in range(len(g.where)):
        if g.where[card] <= PILE and g.where[card] != seat:
            cards[count] = card
            count += 1
    for i in range(count - 1, 0, -1):
        j = chance(g, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    at = 0
    for i in range(g.now[HEAD], g.now[TAIL]):
        g.pile[i] = cards[at]
        g.where[cards[at]] = PILE
        at += 1
    for other in range(g.now[SEATS]):
        if other != seat:
            g.where[cards[at : at + g.held[other]]] = other
            at += g.held[other]


@compiled
def make(t: Tables, f: Field, g: Game, root: Root, move: Ints, way: Way) -> None:
    """Make a move, and play its turn to the end."""
    if make_first(t, f, g, root, move):
        quick_turn(t, f, g, way)
        end_turn(f, g)


@compiled
def make_first(t: Tables, f: Field, g: Game, root: Root, move: Ints) -> bool:
    """Make a move and end its turn; True, and the turn goes on, if it was a strike before a lay."""
    kind, which = move[0], move[1]
    if kind == STRIKE:
        strike(t, f, g, which)
        if not root.played:
            return True
        end_turn(f, g)
    elif kind == END:
        end_turn(f, g)
    else:
        if kind == DRAW:
            g.now[PASSES] = 0
            draw(t, f, g, root.seat, 2)
        elif kind == PASS:
            g.now[PASSES] += 1
        else:
            lay(t, f, g, root.rows[which], kind == DOUBLE_LAY)
        finish_turn(t, f, g)
    return False


@compiled
def worth(g: Game, seat: Seat) -> float:
    """What a game is worth to a seat where a playout ended or stopped, from 0 to 1."""
    mine, best = 0.0, -1.0
    for other in range(g.now[SEATS]):
        has = float(g.points[other])
        if not g.now[OVER]:
            has += HELD * g.held[other]
            for star in range(2):
                if g.stars[star] == other:
                    has += KEPT[star]
        if other == seat:
            mine = has
        else:
            best = max(best, has)
    likely = 1 / (1 + math.exp((best - mine) / SCALE))
    if not g.now[OVER]:
        return likely
    win = 0.5 if mine == best else 1.0 if mine > best else 0.0
    return WIN * win + (1 - WIN) * likely


@compiled
def try_out(
    t: Tables, root: Root, alive: Ints, first: int, end: int, way: Way, tried: Tried, b: Bench
) -> None:
    """Play out each of some moves, once for each number from `first` to `end`."""
    for n in range(first, end):
        for move in alive:
            if b.stop[0]:
                return
            copy_game(root.g, b.g)
            # The same chances for all moves: a difference is then more often due to the move.
            b.g.rng[0] = root.g.rng[0] ^ (np.uint64(n + 1) * SPREAD)
            imagine(b.g, root.seat)
            sit_down(root.f, b.f, b.g)
            make(t, b.f, b.g, root, root.moves[move], way)
            play_out(t, b.f, b.g, way, ROUNDS * b.g.now[SEATS])
            tried.total[move] += worth(b.g, root.seat)
            tried.times[move] += 1


def search(t: Tables, root: Root, way: Way, playouts: int, b: Bench) -> Tried:
    """Spend up to `playouts` playouts on the moves: after each round half of the moves are left."""
    moves = len(root.moves)
    tried = Tried(np.zeros(moves), np.zeros(moves, np.int64))
    alive, rounds, done = np.arange(moves), max(1, (moves - 1).bit_length()), 0
    for _ in range(rounds):
        each = playouts // (rounds * len(alive))
        try_out(t, root, alive, done, done + each, way, tried, b)
        done += each
        alive = alive[np.argsort(-score(root, tried)[alive])[: max(2, (len(alive) + 1) // 2)]]
    return tried


def score(root: Root, tried: Tried) -> Floats:
    """What the moves are worth by playouts and judgement together, in points."""
    usual = tried.total.sum() / max(1, tried.times.sum())
    better = (tried.total - tried.times * usual) / POINT
    best = root.judged.max()
    scores: Floats = best + (better + TRUST * (root.judged - best)) / (tried.times + TRUST)
    return scores
