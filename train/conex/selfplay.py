"""Games of the network against itself and against judgement, and what is learned from them.

Every seat plays by what it may know. After each of its moves it writes down what it saw; what that
was worth is said by how the game went on: partly by what the network said of the seat's next
positions, partly by the end. Of the two there is less chance in the first.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from inglenook.games.conex.bot.field import NAME, POINTS, Field, Tables, blank, copy
from inglenook.games.conex.bot.judge import Taste
from inglenook.games.conex.bot.mind import Floats32, Mind, think
from inglenook.games.conex.bot.mindful import (
    Thought,
    act,
    blank_thought,
    choose,
    judge,
)
from inglenook.games.conex.bot.playout import (
    ACTIVE,
    DEALT,
    FIRST,
    GOAL,
    HEAD,
    NOBODY,
    OVER,
    PASSES,
    PILE,
    SEATS,
    SPREAD,
    TAIL,
    TURN_NO,
    Game,
    blank_game,
    chance,
    finish_turn,
)
from inglenook.games.conex.bot.sight import NOTHING, Sight, blank_sight, look, tell
from inglenook.games.conex.bot.trials import final
from inglenook.games.conex.cards import deck
from inglenook.shared.compiled import compiled

HAND = 5
"""The cards that everyone begins with."""
LONG = 160
"""More turns than a seat has in any game."""
MANY = 50
"""The turns of a seat that there must be room for before another game begins."""


class Room(NamedTuple):
    """Where games are played."""

    f: Field
    g: Game
    s: Sight
    th: Thought
    said: NDArray[np.float32]
    """[seat, turn, win and lead]."""
    at: NDArray[np.int64]
    """[seat, turn]: the row of the position."""
    turns: NDArray[np.int64]
    """[seat]: how many it has had."""


def room(seats: int) -> Room:
    """Room for games of so many."""
    return Room(
        blank(),
        blank_game(len(deck())),
        blank_sight(),
        blank_thought(),
        np.zeros((seats, LONG, 2), np.float32),
        np.zeros((seats, LONG), np.int64),
        np.zeros(seats, np.int64),
    )


@compiled
def begin(g: Game, seats: int, goal: int) -> None:
    """Deal a new game."""
    cards = len(g.where)
    g.where[:] = PILE
    g.away[:] = 0
    g.points[:] = 0
    g.held[:] = 0
    g.stars[:] = NOBODY
    g.since[:] = -1
    for i in range(cards):
        g.pile[i] = i
    for i in range(cards - 1, 0, -1):
        j = chance(g, i + 1)
        g.pile[i], g.pile[j] = g.pile[j], g.pile[i]
    for i in range(HAND * seats):
        g.where[g.pile[i]] = i % seats
        g.held[i % seats] += 1
    first = chance(g, seats)
    g.now[TURN_NO], g.now[ACTIVE], g.now[FIRST], g.now[SEATS] = 1, first, first, seats
    g.now[GOAL], g.now[PASSES], g.now[OVER], g.now[DEALT] = goal, 0, 0, NOBODY
    g.now[HEAD], g.now[TAIL] = HAND * seats, cards


@compiled
def play(
    t: Tables,
    bare: Field,
    r: Room,
    m: Mind,
    w: Taste,
    goal: int,
    judging: float,
    alone: float,
    stir: float,
    trace: float,
    seed: int,
    inputs: Floats32,
    targets: Floats32,
) -> tuple[int, float, int]:
    """Play games until there is no room for another one's positions: how many positions there are.

    judging  the share of games in which all go by judgement
    alone    the share in which all but one do, and only that one is learned from
    stir     how much say chance has in what the network does
    trace    how much of a position's worth is told by the end, rather than by the next position
    Also the wins of the seat that played alone, above an even share, and how many such games.
    """
    g, f, seats, count = r.g, r.f, len(r.turns), 0
    g.rng[0] = (np.uint64(seed) * SPREAD) | np.uint64(1)
    for _ in range(10):
        chance(g, 2)
    gained, tables = 0.0, 0
    while count + seats * MANY < len(inputs):
        begin(g, seats, goal)
        copy(bare, f)
        kind = chance(g, 1 << 20) / (1 << 20)
        hero = chance(g, seats)
        by_judgement = kind < judging
        one = not by_judgement and kind < judging + alone
        r.turns[:] = 0
        while not g.now[OVER]:
            seat = g.now[ACTIVE]
            thinks = not by_judgement and (not one or seat == hero)
            if thinks:
                choice = choose(t, f, g, m, w, r.s, r.th, stir)
            else:
                choice = judge(t, f, g, w, r.s, r.th)
            if (thinks or by_judgement) and count < len(inputs) and r.turns[seat] < LONG:
                k = r.turns[seat]
                if thinks:
                    inputs[count, :] = r.th.told[: inputs.shape[1]]
                    r.said[seat, k, 0], r.said[seat, k, 1] = choice.win, choice.lead
                else:
                    card, points = NOTHING, 0
                    if choice.which != NOTHING:
                        row = r.th.rows[choice.which]
                        card, points = row[NAME], row[POINTS] * (2 if choice.double else 1)
                    draws = choice.which == NOTHING and g.now[HEAD] < g.now[TAIL]
                    look(t, f, g, seat, r.th.rows[max(0, choice.which)], card != NOTHING, r.s)
                    tell(t, g, seat, card, points, choice.double, draws, r.s)
                    inputs[count, :] = r.s.inputs[: inputs.shape[1]]
                    said = think(m, r.s)
                    r.said[seat, k, 0], r.said[seat, k, 1] = said.win, said.lead
                r.at[seat, k] = count
                r.turns[seat] = k + 1
                count += 1
            act(t, f, g, r.th, choice)
            finish_turn(t, f, g)
        for seat in range(seats):
            said = final(g, seat)
            win, lead = said.win, said.lead
            if one and seat == hero:
                gained += win - 1 / seats
                tables += 1
            for k in range(r.turns[seat] - 1, -1, -1):
                targets[r.at[seat, k], 0], targets[r.at[seat, k], 1] = win, lead
                win = trace * win + (1 - trace) * r.said[seat, k, 0]
                lead = trace * lead + (1 - trace) * r.said[seat, k, 1]
    return count, gained, tables
