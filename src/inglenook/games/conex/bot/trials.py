"""Which of some moves is best: each is tried in games that go on by a network for some turns.

Everyone in them plays by what that seat may know, and the network says what came of it. Games that
are played to their end in the quick way have other faults: so the mean of both is taken.
"""

from math import exp
from typing import NamedTuple

import numpy as np

from inglenook.core.units import Seat
from inglenook.games.conex.bot.field import NAME, POINTS, Tables, copy
from inglenook.games.conex.bot.judge import Taste
from inglenook.games.conex.bot.mind import Mind, Said, think
from inglenook.games.conex.bot.mindful import Thought, act, choose, judge, worth_of
from inglenook.games.conex.bot.playout import (
    ACTIVE,
    OVER,
    SPREAD,
    Game,
    Way,
    copy_game,
    deal_out,
    end_turn,
    finish_turn,
)
from inglenook.games.conex.bot.search import (
    DOUBLE_LAY,
    DRAW,
    LAY,
    SCALE,
    Bench,
    Floats,
    Root,
    imagine,
    make_first,
)
from inglenook.games.conex.bot.sift import sift
from inglenook.games.conex.bot.sight import NOTHING, Sight, look, tell
from inglenook.games.conex.bot.whole import ending, play_whole
from inglenook.games.conex.geometry.plane import Ints
from inglenook.shared.compiled import compiled

GAMES = 3
"""Whole games that are played beside each trial, and together count as much as it does."""
AHEAD = 2
"""How often the seat has its turn again in a trial, before the network says what came of it."""


class Head(NamedTuple):
    """What is thought with in a trial."""

    mind: Mind
    taste: Taste
    sight: Sight
    thought: Thought


@compiled
def final(g: Game, seat: Seat) -> Said:
    """What the network would have to say of a game that is over."""
    win, lead = ending(g, seat)
    return Said(win, 1 / (1 + exp(-lead / SCALE)))


@compiled
def first_sight(t: Tables, root: Root, h: Head) -> Floats:
    """What the network says of the moves as they are; -1 for those that it knows nothing of."""
    worth = np.full(len(root.moves), -1.0)
    for k in range(len(root.moves)):
        kind, which = root.moves[k, 0], root.moves[k, 1]
        if kind in (LAY, DOUBLE_LAY):
            row, doubled = root.rows[which], kind == DOUBLE_LAY
            points = row[POINTS] * (2 if doubled else 1)
            look(t, root.f, root.g, root.seat, row, True, h.sight)
            tell(t, root.g, root.seat, row[NAME], points, doubled, False, h.sight)
        elif kind == DRAW:
            look(t, root.f, root.g, root.seat, root.f.rows[0], False, h.sight)
            tell(t, root.g, root.seat, NOTHING, 0, False, True, h.sight)
        else:
            continue
        worth[k] = worth_of(think(h.mind, h.sight))
    return worth


@compiled
def trial(t: Tables, root: Root, move: Ints, n: int, h: Head, b: Bench) -> float:
    """What a move comes to in the game of number n of those that may lie behind the view."""
    f, g, turns = b.f, b.g, 0
    copy_game(root.g, g)
    # The same chances for all moves: a difference is then more often due to the move.
    g.rng[0] = root.g.rng[0] ^ (np.uint64(n + 1) * SPREAD)
    imagine(g, root.seat)
    deal_out(g)
    copy(root.f, f)
    if make_first(t, f, g, root, move):
        act(t, f, g, h.thought, choose(t, f, g, h.mind, h.taste, h.sight, h.thought, 0.0))
        end_turn(f, g)
    while not g.now[OVER]:
        mine = g.now[ACTIVE] == root.seat
        # Nobody knows how the others think: in every other trial they go by judgement.
        if mine or n % 2:
            choice = choose(t, f, g, h.mind, h.taste, h.sight, h.thought, 0.0)
        else:
            choice = judge(t, f, g, h.taste, h.sight, h.thought)
        turns += mine
        if turns == AHEAD:
            return choice.worth
        act(t, f, g, h.thought, choice)
        finish_turn(t, f, g)
    return float(worth_of(final(g, root.seat)))


@compiled
def whole(t: Tables, root: Root, move: Ints, n: int, way: Way, b: Bench) -> float:
    """What a move comes to on average in the games of the trial of number n, at their end."""
    total = 0.0
    for k in range(GAMES):
        play_whole(t, root, move, GAMES * n + k, way, b)
        total += worth_of(final(b.g, root.seat))
    return total / GAMES


@compiled
def try_all(
    t: Tables,
    root: Root,
    alive: Ints,
    first: int,
    end: int,
    h: Head,
    way: Way,
    got: Floats,
    b: Bench,
) -> int:
    """Try each of some moves, once for each number from `first` to `end`.

    `got` is filled in with what they come to, by move and number; returns to which number it came.
    """
    for n in range(first, end):
        for move in alive:
            if b.stop[0]:
                return n
            tried = trial(t, root, root.moves[move], n, h, b)
            got[move, n] = (tried + whole(t, root, root.moves[move], n, way, b)) / 2
    return end


def search_trials(t: Tables, root: Root, h: Head, way: Way, trials: int, b: Bench) -> int:
    """The best move, by up to `trials` trials; with no time at all, the first.

    way  how everyone plays in whole games
    """

    def play(alive: Ints, first: int, end: int, got: Floats) -> int:
        return int(try_all(t, root, alive, first, end, h, way, got, b))

    return sift(len(root.moves), trials, play, lambda _, got: got.mean(axis=1), 1.0)
