"""Where the letter in hand may be joined to the tower, and how steadily the tower would stand."""

from math import floor
from typing import NamedTuple

import numpy as np

from inglenook.games.compiled import compiled
from inglenook.games.konexi.rules.view import Place, Way
from inglenook.games.konexi.tower.building import Tower, joined, place, resting, used
from inglenook.games.konexi.tower.clearance import (
    AT,
    CONNECTOR,
    FREE,
    ROW,
    RUNS_THROUGH,
    Stood,
    room,
    stood,
)
from inglenook.games.konexi.tower.gauge import HOLDS, sag, steady
from inglenook.games.konexi.tower.letters import Ints, letters
from inglenook.games.konexi.tower.shapes import NUMBER, Floats, Shapes, shapes


class Hung(NamedTuple):
    """What the gauge wants of a tower, a row for each letter; mm and g."""

    parent: Ints
    joint: Floats
    com: Floats
    mass: Floats
    feet: Floats


@compiled
def every(s: Shapes, tower: Stood, hung: Hung, letter: int) -> tuple[Ints, Floats]:
    """All legal joins of a letter: row and connector of the other, own connector, roll.

    They come in the order of the tower, with the gauge of each.
    """
    n = len(tower.turn)
    rows, gauges, count = np.empty((64, 4), dtype=np.int64), np.empty(64), 0
    parent, joint = np.empty(n + 1, dtype=np.int64), np.empty((n + 1, 3))
    com, mass = np.empty((n + 1, 3)), np.empty(n + 1)
    torque, centre = np.empty((n + 1, 2)), np.empty(3)
    parent[:n], joint[:n], com[:n], mass[:n] = hung.parent, hung.joint, hung.com, hung.mass
    mass[n] = s.mass[letter]
    first = s.connector[letter]
    for end in tower.ends:
        row, theirs = end[ROW], end[CONNECTOR]
        for mine in range(first, s.connector[letter + 1]):
            if s.plug[mine] == s.plug[theirs]:
                continue
            for roll in range(4):
                grip = s.grips[s.faces[0, theirs], s.faces[0, mine], roll]
                turn = s.products[tower.turn[row], grip]
                at = end[:3] - s.points[turn, mine]
                if room(s, tower, letter, turn, at[0], at[1], at[2]) != FREE:
                    continue
                if count == len(rows):
                    rows = np.concatenate((rows, np.empty_like(rows)))
                    gauges = np.concatenate((gauges, np.empty_like(gauges)))
                rows[count] = row, end[AT], mine - first, roll
                parent[n], joint[n], com[n] = row, end[:3] / 1000, (at + s.com[turn, letter]) / 1000
                sag(parent, joint, com, mass, torque, centre)
                gauges[count] = steady(torque, centre, hung.feet)
                count += 1
    return rows[:count], gauges[:count]


def hung(tower: Tower) -> Hung:
    row = {each.letter: i for i, each in enumerate(tower)}
    parent = np.array([row[each.parent] if each.parent else -1 for each in tower])
    joints = [place(each, each.own) if each.parent else (each.x, each.y, each.z) for each in tower]
    at = np.array([(each.x, each.y, each.z) for each in tower])
    number, turn = [NUMBER[each.letter] for each in tower], [each.rotation for each in tower]
    com, mass = (at + shapes().com[turn, number]) / 1000, shapes().mass[number]
    feet = (np.array(resting(tower[0]).feet) + at[0, :2]) / 1000
    return Hung(parent, np.array(joints) / 1000, com, mass, feet)


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
    solids, number = stood(tower), NUMBER[letter]
    found = room(shapes(), solids, number, new.rotation, new.x, new.y, new.z)
    if found == FREE:
        return None
    return "runs-through" if found == RUNS_THROUGH else "below-table"


def places(tower: Tower, letter: str) -> tuple[Place, ...]:
    """All that a letter can do: the free connectors of the tower in order, and the ways at each."""
    rows, gauges = every(shapes(), stood(tower), hung(tower), NUMBER[letter])
    found: dict[tuple[str, int], list[Way]] = {}
    for (row, at, own, roll), gauge in zip(rows.tolist(), gauges.tolist(), strict=True):
        ways = found.setdefault((tower[row].letter, at), [])
        ways.append(Way(own, roll, hundredths(gauge)))
    return tuple(Place(to, at, tuple(ways)) for (to, at), ways in found.items())


def steadiness(tower: Tower) -> tuple[float, tuple[float, ...]]:
    """The gauge of a tower as it stands, and each joint's torque against what it holds."""
    h = hung(tower)
    torque, centre = np.empty((len(tower), 2)), np.empty(3)
    sag(h.parent, h.joint, h.com, h.mass, torque, centre)
    stress = np.hypot(*torque.T) / HOLDS
    return steady(torque, centre, h.feet), tuple(stress.tolist())
