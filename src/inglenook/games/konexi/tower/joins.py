"""Where the letter in hand may be joined to the tower, and how steadily the tower would stand."""

from itertools import pairwise
from math import floor
from typing import NamedTuple

import numpy as np

from inglenook.games.konexi.rules.view import Place, Way
from inglenook.games.konexi.tower.building import Tower, joined, place, resting, used
from inglenook.games.konexi.tower.clearance import (
    AT,
    BELOW_TABLE,
    CONNECTOR,
    FREE,
    ROW,
    RUNS_THROUGH,
    SIDE,
    Stood,
    rooms,
    stood,
)
from inglenook.games.konexi.tower.gauge import LOAD, STRESS, gauge
from inglenook.games.konexi.tower.letters import NORMALS, Ints, letters
from inglenook.games.konexi.tower.shapes import NUMBER, Floats, Shapes, shapes
from inglenook.shared.compiled import compiled

DOWN = NORMALS.index((0, 0, -1))
FAULTS = {FREE: None, RUNS_THROUGH: "runs-through", BELOW_TABLE: "below-table"}


class Hung(NamedTuple):
    """What the gauge wants of a tower, a row for each letter; mm and g."""

    parent: Ints
    joint: Floats
    com: Floats
    mass: Floats
    hangs: Ints
    """Whether its parent's connector faces down: it comes off straight down."""
    feet: Floats


@compiled
def every(s: Shapes, tower: Stood, hung: Hung, letter: int) -> tuple[Ints, Floats]:
    """All legal joins of a letter: row and connector of the other, own connector, roll.

    They come in the order of the tower, with the gauge of each.
    """
    n, first, ends = len(tower.turn), s.connector[letter], tower.ends
    count, most = 0, 4 * len(ends) * (s.connector[letter + 1] - first)
    rows, spots = np.empty((most, 5), dtype=np.int64), np.empty((most, 4), dtype=np.int64)
    for e in range(len(ends)):
        theirs = ends[e, CONNECTOR]
        for mine in range(first, s.connector[letter + 1]):
            for roll in range(4 if s.plug[mine] != s.plug[theirs] else 0):
                grip = s.grips[s.faces[0, theirs], s.faces[0, mine], roll]
                turn = s.products[tower.turn[ends[e, ROW]], grip]
                rows[count] = ends[e, ROW], ends[e, AT], mine - first, roll, e
                spots[count, 0] = turn
                for k in range(3):
                    spots[count, 1 + k] = ends[e, k] - s.points[turn, mine, k]
                count += 1
    found = np.empty(count, dtype=np.int64)
    rooms(s, tower, letter, spots[:count], found)
    free = np.flatnonzero(found == FREE)
    parent, joint = np.empty(n + 1, dtype=np.int64), np.empty((n + 1, 3))
    com, mass, hangs = np.empty((n + 1, 3)), np.empty(n + 1), np.empty(n + 1, dtype=np.int64)
    parent[:n], joint[:n], com[:n], mass[:n] = hung.parent, hung.joint, hung.com, hung.mass
    hangs[:n], mass[n], feet, turned = hung.hangs, s.mass[letter], hung.feet, s.com
    load, gauges = np.empty((n + 1, LOAD)), np.empty(len(free))
    for i in range(len(free)):
        spot, e = spots[free[i]], rows[free[i], 4]
        parent[n], hangs[n] = ends[e, ROW], ends[e, SIDE] == DOWN
        for k in range(3):
            joint[n, k] = ends[e, k] / 1000
            com[n, k] = (spot[1 + k] + turned[spot[0], letter, k]) / 1000
        gauges[i] = gauge(parent, joint, com, mass, hangs, feet, load)
    return rows[free, :4], gauges


def hung(tower: Tower) -> Hung:
    s, row = shapes(), {each.letter: i for i, each in enumerate(tower)}
    parent = np.array([row[each.parent] if each.parent else -1 for each in tower])
    joints = [place(each, each.own) if each.parent else (each.x, each.y, each.z) for each in tower]
    at = np.array([(each.x, each.y, each.z) for each in tower])
    number, turn = (
        np.array(each)
        for each in zip(*((NUMBER[p.letter], p.rotation) for p in tower), strict=True)
    )
    com, mass = (at + s.com[turn, number]) / 1000, s.mass[number]
    # For the letter on the table this means nothing, and is not used.
    theirs = s.connector[number[parent]] + [each.at for each in tower]
    hangs = (s.faces[turn[parent], theirs] == DOWN).astype(np.int64)
    feet = (np.array(resting(tower[0]).feet) + at[0, :2]) / 1000
    return Hung(parent, np.array(joints) / 1000, com, mass, hangs, feet)


def hundredths(gauge: float) -> int:
    """Rounded down, so that what falls is below 0; rounding errors do not count."""
    return floor(100 * gauge + 1e-6)


def fault(tower: Tower, letter: str, own: int, to: str, at: int, roll: int) -> str | None:
    """Why a letter may not be joined so; None if it may."""
    if not any(each.letter == to for each in tower):
        return "no-such-letter"
    mine, theirs = letters()[letter].connectors, letters()[to].connectors
    if not (0 <= own < len(mine) and 0 <= at < len(theirs)):
        return "bad-connector"
    if (to, at) in used(tower):
        return "connector-used"
    if mine[own].kind == theirs[at].kind:
        return "not-a-pair"
    if not 0 <= roll < 4:
        return "bad-roll"
    new = joined(tower, letter, own, to, at, roll)
    spot = np.array(((new.rotation, new.x, new.y, new.z),))
    found = np.empty(1, dtype=np.int64)
    rooms(shapes(), stood(tower), NUMBER[letter], spot, found)
    return FAULTS[int(found[0])]


def places(tower: Tower, letter: str) -> tuple[Place, ...]:
    """All that a letter can do: the free connectors of the tower in order, and the ways at each."""
    rows, gauges = every(shapes(), stood(tower), hung(tower), NUMBER[letter])
    if not len(rows):
        return ()
    starts = np.flatnonzero(np.diff(rows[:, :2], axis=0, prepend=-1).any(axis=1)).tolist()
    steady = map(hundredths, gauges.tolist())
    ways = list(map(Way, rows[:, 2].tolist(), rows[:, 3].tolist(), steady))
    return tuple(
        Place(tower[rows[a, 0]].letter, int(rows[a, 1]), tuple(ways[a:b]))
        for a, b in pairwise((*starts, len(ways)))
    )


def steadiness(tower: Tower) -> tuple[float, tuple[float, ...]]:
    """The gauge of a tower as it stands, and each joint's share of what it can bear."""
    load = np.empty((len(tower), LOAD))
    found = gauge(*hung(tower), load)
    return found, tuple(load[:, STRESS].tolist())
