"""Which of some moves is best: each is tried in games of several kinds.

In some everyone plays by what that seat may know, and a network says what came of it; others are
played in quick ways to their end, or for some rounds. Each kind has faults of its own: so the mean
of all is better than any.
"""

from math import exp
from typing import NamedTuple, TypeAlias

import numpy as np

from inglenook.games.compiled import compiled
from inglenook.games.conex.bot.clues import Clues, imagine_by
from inglenook.games.conex.bot.field import NAME, POINTS, Tables, copy
from inglenook.games.conex.bot.judge import Taste
from inglenook.games.conex.bot.mind import Mind, Said, think
from inglenook.games.conex.bot.mindful import Thought, act, choose, judge, worth_of
from inglenook.games.conex.bot.playout import (
    ACTIVE,
    LONGEST,
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
    make_first,
    play_some,
    worth,
)
from inglenook.games.conex.bot.sift import sift
from inglenook.games.conex.bot.sight import NOTHING, Sight, look, tell
from inglenook.games.conex.bot.whole import ending
from inglenook.games.conex.geometry.plane import Ints
from inglenook.units import Seat

AHEAD = 2
"""How often the seat has its turn again in a trial, before the network says what came of it."""
GAMES = 3
"""Whole games that are played beside each trial, and as many of a few rounds."""
FEWEST = 2
"""The rounds of the shortest of these; each of the others has one more."""
TRIAL, WHOLE, SHORT = 0.4, 0.4, 0.2
"""How much each kind counts."""

Ways: TypeAlias = tuple[Way, Way, Way, Way]


class Head(NamedTuple):
    """What is thought with in a trial."""

    mind: Mind
    taste: Taste
    sight: Sight
    thought: Thought
    clues: Clues


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
def begin(root: Root, n: int, c: Clues, g: Game) -> None:
    """Deal the game of number n of those that may lie behind the view."""
    copy_game(root.g, g)
    # The same chances for all moves: a difference is then more often due to the move.
    g.rng[0] = root.g.rng[0] ^ (np.uint64(n + 1) * SPREAD)
    imagine_by(g, root.seat, c)
    deal_out(g)


@compiled
def trial(t: Tables, root: Root, move: Ints, n: int, h: Head, b: Bench) -> float:
    """What a move comes to in game n, by the network."""
    f, g, turns = b.f, b.g, 0
    begin(root, n, h.clues, g)
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
def outright(t: Tables, root: Root, move: Ints, n: int, ways: Ways, c: Clues, b: Bench) -> float:
    """What a move comes to on average in quick games: some to their end, some for a few rounds."""
    total = 0.0
    for k in range(GAMES * n, GAMES * (n + 1)):
        begin(root, k, c, b.g)
        play_some(t, root, move, ways[k % len(ways)], LONGEST, b)
        total += WHOLE * worth_of(final(b.g, root.seat))
        begin(root, k, c, b.g)
        play_some(t, root, move, ways[0], FEWEST + k % GAMES, b)
        total += SHORT * worth(b.g, root.seat)
    return total / GAMES


@compiled
def try_all(
    t: Tables,
    root: Root,
    alive: Ints,
    first: int,
    end: int,
    h: Head,
    ways: Ways,
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
            quick = outright(t, root, root.moves[move], n, ways, h.clues, b)
            got[move, n] = TRIAL * trial(t, root, root.moves[move], n, h, b) + quick
    return end


def search_trials(t: Tables, root: Root, h: Head, ways: Ways, trials: int, b: Bench) -> int:
    """The best move, by up to `trials` trials; with no time at all, the first.

    ways  how everyone plays in quick games, one after the other; in short ones by the first
    """

    def play(alive: Ints, first: int, end: int, got: Floats) -> int:
        return int(try_all(t, root, alive, first, end, h, ways, got, b))

    return sift(len(root.moves), trials, play, lambda _, got: got.mean(axis=1), 1.0)
