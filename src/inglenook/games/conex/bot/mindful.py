"""A turn by what a network says of the moves, or by judgement: each seat by what it may know."""

from typing import NamedTuple, Protocol

import numpy as np

from inglenook.games.conex.bot.field import NAME, ON, POINTS, Field, Tables, X
from inglenook.games.conex.bot.judge import Taste, by_symbol, outlook_by
from inglenook.games.conex.bot.mind import Floats32, Mind, Said, think
from inglenook.games.conex.bot.playout import (
    ACTIVE,
    DOUBLE,
    HEAD,
    PASSES,
    TAIL,
    TURN_NO,
    Game,
    draw,
    goal_met,
    lay,
    usable,
    whim,
)
from inglenook.games.conex.bot.sight import MINDS, NOTHING, Sight, look, tell, width
from inglenook.games.conex.geometry.plane import Ints
from inglenook.shared.compiled import compiled, record

LAYS_CONSIDERED = 8
"""The lays that are thought about: those that score most."""
STIR = 0.5
"""How many points chance adds to what a lay scores, when those are chosen."""
WIN = 0.5
"""How much the win itself counts in what a game is worth; the rest is the lead."""


class Thought(Protocol):
    """What a turn is thought about with."""

    rows: Ints
    """The lays."""
    score: Floats32
    told: Floats32
    """The inputs of the network for the chosen move."""


class Choice(NamedTuple):
    """What a seat does, and what speaks for it."""

    which: int
    """A lay of the `Thought`; NOTHING: draw, or pass."""
    double: bool
    worth: float
    win: float
    lead: float
    """By the network."""


def blank_thought() -> Thought:
    """Room to think about a turn."""
    th: Thought = record(
        rows=np.zeros((LAYS_CONSIDERED, ON + 1), np.int64),
        score=np.zeros(LAYS_CONSIDERED, np.float32),
        told=np.zeros(width(max(MINDS)), np.float32),
    )
    return th


@compiled
def worth_of(said: Said) -> float:
    """The same as one number."""
    return WIN * said.win + (1 - WIN) * said.lead


@compiled
def collect(t: Tables, f: Field, g: Game, w: Taste, th: Thought) -> int:
    """The lays of the active seat that seem best, one a card and what it is laid on."""
    seat, count = g.now[ACTIVE], 0
    rows = f.rows
    for i in range(f.used[1]):
        card = rows[i, NAME]
        if g.where[card] != seat:
            continue
        score = rows[i, POINTS] + by_symbol(t, card, w)
        if count == LAYS_CONSIDERED and score + STIR <= th.score[LAYS_CONSIDERED - 1]:
            continue
        score += STIR * whim(g, card, rows[i, X])
        at = count
        for k in range(count):
            if th.rows[k, NAME] == card and th.rows[k, ON] == rows[i, ON]:
                at = k
                break
        if at == count and count < LAYS_CONSIDERED:
            count += 1
        elif at == count:
            at = LAYS_CONSIDERED - 1
            if score <= th.score[at]:
                continue
        elif score <= th.score[at]:
            continue
        # The better ones come first.
        while at > 0 and th.score[at - 1] < score:
            th.rows[at] = th.rows[at - 1]
            th.score[at] = th.score[at - 1]
            at -= 1
        th.rows[at] = rows[i]
        th.score[at] = score
    return count


@compiled
def choose(
    t: Tables, f: Field, g: Game, m: Mind, w: Taste, s: Sight, th: Thought, stir: float
) -> Choice:
    """What the active seat does by the network; with `stir`, chance has a say in it."""
    seat = g.now[ACTIVE]
    lays = collect(t, f, g, w, th)
    double, last = usable(g, DOUBLE), goal_met(g)
    draws = g.now[HEAD] < g.now[TAIL]
    best = Choice(NOTHING, False, -1.0, 0.0, 0.0)
    most = -1.0
    for which in range(-1, lays):
        if which == NOTHING and lays and (last or not draws):
            continue
        look(t, f, g, seat, th.rows[max(0, which)], which != NOTHING, s)
        for doubled in range(2):
            if doubled and (not double or which == NOTHING):
                continue
            card, points = NOTHING, 0
            if which != NOTHING:
                card, points = th.rows[which, NAME], th.rows[which, POINTS] * (1 + doubled)
            tell(t, g, seat, card, points, doubled == 1, which == NOTHING and draws, s)
            said = think(m, s)
            worth = worth_of(said)
            liking = worth + stir * whim(g, which + 40 * doubled, g.now[TURN_NO])
            if last:
                # After it nothing counts but points.
                liking = float(points)
            if liking > most:
                most = liking
                best = Choice(which, doubled == 1, worth, said.win, said.lead)
                th.told[:] = s.inputs
    return best


@compiled
def judge(t: Tables, f: Field, g: Game, w: Taste, s: Sight, th: Thought) -> Choice:
    """What the active seat does by judgement, as Careful would; see `judge_lay`."""
    seat = g.now[ACTIVE]
    lays = collect(t, f, g, w, th)
    double, last = usable(g, DOUBLE), goal_met(g)
    draws = g.now[HEAD] < g.now[TAIL]
    best = Choice(NOTHING, False, -1e9, 0.0, 0.0)
    for which in range(-1, lays):
        worth, card, doubled = 0.0, NOTHING, False
        if which == NOTHING:
            if lays and (last or not draws):
                continue
            worth = w.draw + w.short * (5 - g.held[seat])
        else:
            card, points = th.rows[which, NAME], float(th.rows[which, POINTS])
            doubled = double and (last or points > w.star)
            worth = points
            if doubled:
                worth += points - w.star
            worth += by_symbol(t, card, w)
        if not last:
            look(t, f, g, seat, th.rows[max(0, which)], which != NOTHING, s)
            worth += outlook_by(s.best, g, seat, card, w)
        if worth > best.worth:
            best = Choice(which, doubled, worth, 0.0, 0.0)
    return best


@compiled
def act(t: Tables, f: Field, g: Game, th: Thought, choice: Choice) -> None:
    """Lay, draw or pass for the active seat; `finish_turn` is still to come."""
    if choice.which != NOTHING:
        lay(t, f, g, th.rows[choice.which], choice.double)
    elif g.now[HEAD] < g.now[TAIL]:
        g.now[PASSES] = 0
        draw(t, f, g, g.now[ACTIVE], 2)
    else:
        g.now[PASSES] += 1
