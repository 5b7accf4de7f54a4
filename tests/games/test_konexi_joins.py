"""Where letters of Konexi may be joined, how steadily they stand: `joins` and its obvious twin."""

from math import hypot
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from inglenook.games.konexi.rules.view import Link
from inglenook.games.konexi.tower import joins
from inglenook.games.konexi.tower.building import Piece, Tower, founded, joined, links, place, used
from inglenook.games.konexi.tower.clearance import BELOW_TABLE, DEPTH, FREE, deep, rooms, stood
from inglenook.games.konexi.tower.letters import NORMALS, ROTATIONS, Box, letters
from inglenook.games.konexi.tower.shapes import NUMBER, shapes
from tests.games import konexi_obvious

Array = NDArray[np.float64]
Way = tuple[int, str, int, int]
"""Own connector, the other letter, its connector, roll."""

TOWERS, TALLEST, TRIES = 200, 12, 6


def ways(tower: Tower, letter: str) -> dict[Way, int]:
    return {
        (way.own, place.to, place.at, way.roll): way.gauge
        for place in joins.places(tower, letter)
        for way in place.ways
    }


def pairs(tower: Tower, letter: str) -> list[Way]:
    """All joins of a tooth and a notch, allowed or not."""
    return [
        (own, piece.letter, at, roll)
        for piece in tower
        for at, theirs in enumerate(letters()[piece.letter].connectors)
        for own, mine in enumerate(letters()[letter].connectors)
        for roll in range(4)
        if mine.kind != theirs.kind
    ]


def grown(seed: object, size: int) -> tuple[Tower, str]:
    """A tower of this many letters, careless or careful, and the letter that comes next."""
    rng = Random(f"tower {seed}")
    order, care = rng.sample(list(letters()), size + 1), rng.choice((1, 5, 30))
    tower: Tower = (founded(order[0], rng.randrange(len(letters()[order[0]].rests))),)
    for letter in order[1:size]:
        found = ways(tower, letter)
        tried = rng.sample(list(found), min(care, len(found)))
        tower += (joined(tower, letter, *max(tried, key=lambda way: found[way])),)
    return tower, order[size]


def built(base: str, *ways: tuple[str, int, str, int, int]) -> Tower:
    tower: Tower = (founded(base, 0),)
    for way in ways:
        assert joins.fault(tower, *way) is None
        tower += (joined(tower, *way),)
    return tower


def same(tower: Tower, letter: str, tried: list[Way], found: dict[Way, int]) -> None:
    for way in tried:
        gauge = konexi_obvious.way(tower, letter, *way)
        assert (gauge is not None) == (way in found) == (joins.fault(tower, letter, *way) is None)
        if gauge is not None:
            assert found[way] - 0.01 <= 100 * gauge <= found[way] + 1.01


@pytest.mark.parametrize("seed", range(TOWERS))
@pytest.mark.long
def test_joins_are_those_found_the_obvious_way(seed: int) -> None:
    rng = Random(seed)
    tower, letter = grown(seed, 25 if seed % 50 == 0 else rng.randint(1, TALLEST))
    found, every = ways(tower, letter), pairs(tower, letter)
    tried = rng.sample(every, TRIES) + rng.sample(list(found), min(TRIES // 2, len(found)))
    same(tower, letter, tried, found)


@pytest.mark.parametrize("seed", range(3))
def test_all_joins_of_a_small_tower(seed: int) -> None:
    tower, letter = grown(f"small {seed}", 2)
    found, every = ways(tower, letter), pairs(tower, letter)
    assert found.keys() <= set(every)
    same(tower, letter, every, found)


def test_places_come_in_the_order_of_the_tower() -> None:
    tower, letter = grown("order", 8)
    row = {piece.letter: i for i, piece in enumerate(tower)}
    places = joins.places(tower, letter)
    keys = [(row[each.to], each.at) for each in places]
    assert keys == sorted(set(keys))
    for each in places:
        order = [(way.own, way.roll) for way in each.ways]
        assert order == sorted(set(order))


@pytest.mark.parametrize("seed", range(20))
def test_whole_numbers_say_where_letters_are(seed: int) -> None:
    tower, _ = grown(f"exact {seed}", 10)
    for piece in tower:
        turned, at = konexi_obvious.stances(tower)[piece.letter]
        assert ROTATIONS[piece.rotation] == pytest.approx(turned, abs=1e-9)
        assert np.array((piece.x, piece.y, piece.z)) / 1000 == pytest.approx(at, abs=1e-9)


def test_two_connectors_share_a_point_face_each_other_and_turn_by_quarters() -> None:
    tower = built("A", ("B", 3, "A", 8, 0))
    for own, to, at, roll in pairs(tower, "R"):
        new, parent = joined(tower, "R", own, to, at, roll), tower["AB".index(to)]
        assert place(new, own) == place(parent, at)
        normal = ROTATIONS[parent.rotation] @ letters()[to].connectors[at].normal
        mine = ROTATIONS[new.rotation] @ letters()["R"].connectors[own].normal
        assert (mine == -normal).all()
        further = ROTATIONS[joined(tower, "R", own, to, at, (roll + 1) % 4).rotation]
        across = np.array(next(unit for unit in NORMALS if not normal @ unit))
        turned = further @ ROTATIONS[new.rotation].T @ across
        assert (turned == np.cross(normal, across)).all()


def test_a_second_tooth_that_meets_a_notch_is_a_connection() -> None:
    tower = built("H", ("S", 6, "H", 9, 3), ("R", 4, "S", 4, 0))
    assert links(tower) == (
        Link("S", 6, "H", 9),
        Link("R", 4, "S", 4),
        Link("R", 5, "S", 5),
    )
    assert used(tower) == {("S", 6), ("H", 9), ("R", 4), ("S", 4), ("R", 5), ("S", 5)}
    assert joins.fault(tower, "E", 0, "S", 5, 0) == "connector-used"


def test_letters_may_run_half_a_millimetre_into_each_other() -> None:
    tower = built("B", ("C", 5, "B", 7, 3), ("L", 3, "C", 8, 0))
    stances = konexi_obvious.stances(tower)
    gone = konexi_obvious.filled(stances)
    mine, *others = (konexi_obvious.solids(each, stances[each], gone) for each in "LBC")
    assert max(konexi_obvious.depths(mine, other).max() for other in others) == pytest.approx(0.5)


def test_a_free_tooth_is_in_the_way() -> None:
    """N's notch takes a tooth of M, whose other tooth then stands in N."""
    tower = built("M")
    assert joins.fault(tower, "N", 0, "M", 0, 2) == "runs-through"
    stances = konexi_obvious.stances((*tower, joined(tower, "N", 0, "M", 0, 2)))
    toothless = {(each, k) for each in "MN" for k in range(11)}
    mine, other = (konexi_obvious.solids(each, stances[each], toothless) for each in "NM")
    assert konexi_obvious.depths(mine, other).max() <= 0.5


@pytest.mark.parametrize(
    ("way", "code"),
    [
        ((99, "Z", 99, 9), "no-such-letter"),
        ((99, "A", 0, 9), "bad-connector"),
        ((0, "A", 9, 9), "bad-connector"),
        ((-1, "A", 0, 9), "bad-connector"),
        ((0, "A", -1, 9), "bad-connector"),
        ((0, "A", 8, 9), "connector-used"),
        ((0, "A", 0, 9), "not-a-pair"),
        ((0, "A", 5, 4), "bad-roll"),
        ((0, "A", 5, -1), "bad-roll"),
        ((1, "A", 0, 0), "below-table"),
        ((0, "A", 6, 1), "runs-through"),
        ((8, "A", 3, 0), "runs-through"),
    ],
)
def test_refusals_in_their_order(way: Way, code: str) -> None:
    tower = built("A", ("B", 3, "A", 8, 0))
    assert joins.fault(tower, "R", *way) == code


def test_nothing_but_the_first_letter_comes_near_the_table() -> None:
    far, found = 10**6, np.empty(2, dtype=np.int64)
    spots = np.array([(0, far, 0, 6000 + 3000), (0, far, 0, 6000 + 2999)])
    rooms(shapes(), stood(built("A")), NUMBER["I"], spots, found)
    assert found.tolist() == [FREE, BELOW_TABLE]


def ball(count: int) -> Array:
    """Ways in all directions."""
    k = np.arange(count) + 0.5
    z, around = 1 - 2 * k / count, np.pi * (1 + 5**0.5) * k
    level = np.sqrt(1 - z * z)
    return np.column_stack((level * np.cos(around), level * np.sin(around), z))


def shortest(one: Array, other: Array, rng: np.random.Generator) -> float:
    """The shortest way that takes two solids apart, by trying: only corners, no faces or edges."""

    def overlaps(ways: Array) -> Array:
        found: Array = (one @ ways.T).max(axis=0) - (other @ ways.T).min(axis=0)
        return found

    ways = ball(1000)
    ways = ways[np.argsort(overlaps(ways))[:20]]
    for near in 0.1 ** np.arange(1, 6, 0.5):
        tried = np.concatenate(
            (ways, *(ways + near * rng.normal(size=ways.shape) for _ in range(20)))
        )
        tried /= np.linalg.norm(tried, axis=1)[:, None]
        ways = tried[np.argsort(overlaps(tried))[:20]]
    return float(overlaps(ways).min())


@pytest.mark.long
def test_how_deep_boxes_run_into_each_other() -> None:
    rng = np.random.default_rng(5)
    slanted = [each for letter in letters().values() for each in letter.boxes if each.ux * each.uy]
    blocks = [
        each for letter in letters().values() for each in letter.boxes if not each.ux * each.uy
    ]
    seen = {True: 0, False: 0}
    while min(seen.values()) < 40:
        a, b = (kind[rng.integers(len(kind))] for kind in (slanted, (*slanted, *blocks)))
        turn = ROTATIONS[rng.integers(24)]
        one, other = a.corners, b.corners @ turn.T
        way = rng.normal(size=3)
        way /= np.linalg.norm(way)
        touch = (one @ way).max() - (other @ way).min()
        at = (touch - rng.uniform(0, 3000)) * way
        depth = shortest(one, other + at, rng)
        if abs(depth - DEPTH) < 20:
            continue
        x, y, z = (-at).tolist()
        found = deep(rows(a, ROTATIONS[0]), 0, x, y, z, rows(b, turn), 0, True)
        assert found == (depth > DEPTH)
        seen[found] += 1


def rows(box: Box, turn: NDArray[np.int64]) -> Array:
    """One box as the compiled code sees it."""
    axes = np.array(((box.ux, box.uy, 0), (-box.uy, box.ux, 0), (0, 0, 1))) @ turn.T
    half = np.array((box.long, box.wide, box.thick))
    centre = turn @ np.array((box.x, box.y, 0))
    return np.concatenate((centre, half, axes.ravel(), half @ abs(axes)))[None]


@pytest.mark.parametrize("seed", range(10))
def test_no_point_is_in_two_letters(seed: int) -> None:
    """None that is a quarter of a millimetre inside both, which is where half of one begins."""
    tower, _ = grown(f"points {seed}", 15)
    rng = np.random.default_rng(seed)

    def inside(piece: Piece, points: Array) -> NDArray[np.bool_]:
        own = (points - (piece.x, piece.y, piece.z)) @ ROTATIONS[piece.rotation]
        hit = np.zeros(len(points), dtype=bool)
        for each in letters()[piece.letter].boxes:
            x, y, z = (own - (each.x, each.y, 0)).T
            along, across = x * each.ux + y * each.uy, y * each.ux - x * each.uy
            limits = zip((along, across, z), (each.long, each.wide, each.thick), strict=True)
            hit |= np.all([abs(at) < half - 251 for at, half in limits], axis=0)
        return hit

    for piece in tower:
        half = np.array((letters()[piece.letter].width / 2, 25_000, 6_000))
        grains = rng.uniform(-half, half, (4000, 3)) @ ROTATIONS[piece.rotation].T
        points = grains + np.array((piece.x, piece.y, piece.z))
        mine = points[inside(piece, points)]
        assert len(mine) > 500
        for other in tower:
            assert other is piece or not inside(other, mine).any()


def test_the_gauge_of_a_letter_by_itself_is_that_of_its_feet() -> None:
    for name, letter in letters().items():
        for pose, rest in enumerate(letter.rests):
            gauge, stress = joins.steadiness((founded(name, pose),))
            assert gauge == pytest.approx(min(1, rest.margin / 20_000))
            assert stress == (0,)


def test_the_gauge_of_one_letter_on_another_by_hand() -> None:
    """It leans out by as much as the spring of its joint lets it, more if it is high."""
    tower, letter = built("Z"), letters()["T"]
    for own, to, at, roll in ways(tower, "T"):
        new = joined(tower, "T", own, to, at, roll)
        joint = np.array(place(new, own)) / 1000
        arm = ROTATIONS[new.rotation] @ (*letter.com, 0) / 1000
        arm += np.array((new.x, new.y, new.z)) / 1000 - joint
        reach, weight = hypot(arm[0], arm[1]), letter.mass * 9.81e-3
        angle = weight * reach / (300 - weight * arm[2])
        torque = 300 * angle
        gauge, stress = joins.steadiness((*tower, new))
        assert stress == pytest.approx((0, torque / 15), abs=1e-9)
        out = arm[:2] / (reach or 1) * (torque / weight)
        base = letters()["Z"]
        centre = letter.mass * (joint[:2] + out)
        turned = ROTATIONS[tower[0].rotation] @ (*base.com, 0) / 1000
        centre = (centre + base.mass * turned[:2]) / (letter.mass + base.mass)
        margin = min(23.75 - abs(centre[0]), 25 - abs(centre[1]))
        assert gauge == pytest.approx(min(margin / 20, 1 - torque / 15), abs=1e-9)


def test_a_gauge_below_0_shows_below_0() -> None:
    assert [joins.hundredths(gauge) for gauge in (-0.001, 0, 0.009, 0.01, 1)] == [-1, 0, 0, 1, 100]
