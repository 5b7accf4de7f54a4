"""How a game may end: it is played out many times, with all hands known and the pile shuffled."""

from functools import cache

import numpy as np

from inglenook.core.game import Rng
from inglenook.games.conex.bot.field import NOWHERE, Field, Tables, blank, drop, field, tables
from inglenook.games.conex.bot.plan import QUICK, game_of
from inglenook.games.conex.bot.playout import (
    ACTIVE,
    HEAD,
    MAX_TURNS,
    SEATS,
    SPREAD,
    TURN_NO,
    Game,
    Way,
    blank_game,
    bury,
    chance,
    copy_game,
    draw,
    end_turn,
    finish_turn,
    play_out,
    roll,
    sit_down,
    worst,
)
from inglenook.games.conex.bot.search import Floats
from inglenook.games.conex.cards import deck
from inglenook.games.conex.geometry.plane import Ints
from inglenook.games.conex.rules.state import State
from inglenook.shared.compiled import compiled

TURN, CLOSING, ROLLING, DRAWING, GIVING = range(5)
STAGES = {
    "turn": TURN,
    "closing": CLOSING,
    "rolling": ROLLING,
    "drawing": DRAWING,
    "giving": GIVING,
}


@cache
def _room() -> tuple[Field, Game]:
    """Where one forecast at a time works."""
    return blank(), blank_game(len(deck()))


@compiled
def _shuffle(g: Game, count: int) -> None:
    """The first cards of the pile come in any order."""
    first = g.now[HEAD]
    for i in range(count - 1, 0, -1):
        j = chance(g, i + 1)
        g.pile[first + i], g.pile[first + j] = g.pile[first + j], g.pile[first + i]


@compiled
def _go_on(t: Tables, f: Field, g: Game, stage: int, due: int, owing: Ints, played: bool) -> None:
    """Bring the turn to its end, from wherever it stands."""
    seat = g.now[ACTIVE]
    if stage == GIVING:
        for other in owing:
            given = worst(t, g, other)
            g.held[other] -= 1
            bury(g, given)
        drop(f, NOWHERE, g.away)
        if played:
            end_turn(f, g)
    elif stage != TURN:
        if stage == ROLLING:
            roll(t, f, g, seat)
        elif stage == DRAWING:
            draw(t, f, g, seat, due)
        finish_turn(t, f, g)


@compiled
def _play(
    t: Tables,
    f: Field,
    g: Game,
    way: Way,
    stage: int,
    due: int,
    owing: Ints,
    played: bool,
    loose: int,
    times: int,
    room: tuple[Field, Game],
) -> tuple[Floats, Floats, int]:
    """For each seat its share of the wins, and its points, over some playouts; and their turns."""
    seats, turns = g.now[SEATS], 0
    wins, points = np.zeros(seats), np.zeros(seats)
    to, h = room
    for n in range(times):
        copy_game(g, h)
        sit_down(f, to, h)
        h.rng[0] = g.rng[0] ^ (np.uint64(n + 1) * SPREAD)
        _shuffle(h, loose)
        _go_on(t, to, h, stage, due, owing, played)
        play_out(t, to, h, way, MAX_TURNS)
        turns += h.now[TURN_NO] - g.now[TURN_NO]
        best = h.points[:seats].max()
        winners = (h.points[:seats] == best).sum()
        for seat in range(seats):
            points[seat] += h.points[seat] / times
            if h.points[seat] == best:
                wins[seat] += 1 / (winners * times)
    return wins, points, turns


def forecast(s: State, rng: Rng, times: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """How likely each seat is to win, and the points it can expect, in a game that has begun."""
    return played_out(s, rng, times)[:2]


def played_out(s: State, rng: Rng, times: int) -> tuple[tuple[float, ...], tuple[float, ...], int]:
    """As `forecast`, and how many turns were played for it."""
    wins, points, turns = _play(
        tables(),
        field(s.options.table, s.laid),
        game_of(s, rng),
        QUICK,
        STAGES[s.phase],
        s.due,
        np.array(s.owing, np.int64),
        s.played,
        len(s.pile),
        times,
        _room(),
    )
    return tuple(map(float, wins)), tuple(map(float, points)), int(turns)
