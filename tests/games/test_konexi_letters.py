"""The letters of Konexi as solids, and the pictures made of them."""

import json
import subprocess
import sys
from itertools import product
from pathlib import Path
from string import ascii_uppercase
from typing import Any

import numpy as np
import pytest
import shapely
from numpy.typing import NDArray
from shapely import MultiPoint, Point, Polygon, box

from inglenook.games.konexi.tower.building import founded, quaternion, resting
from inglenook.games.konexi.tower.letters import ROTATIONS, Letter, RestPose, letters, rotation

ROOT = Path(__file__).parents[2]
SHEET = ROOT / "docs/games/konexi-letters.svg"
OUTLINES = ROOT / "client/src/games/konexi/outlines.json"
EVERY = pytest.mark.parametrize("letter", letters().values(), ids=letters().keys())
# The way down of a letter in each pose, in its own frame.
DOWN = {
    "front": (0, 0, 1),
    "back": (0, 0, -1),
    "upright": (0, -1, 0),
    "upside-down": (0, 1, 0),
    "left-side": (-1, 0, 0),
    "right-side": (1, 0, 0),
}


def shape(letter: Letter) -> Polygon:
    """Its strokes from the front, in µm."""
    return shapely.union_all([Polygon(each.outline) for each in letter.boxes])


def corners(letter: Letter) -> NDArray[np.float64]:
    """Of strokes and teeth."""
    teeth = [each.box for each in letter.connectors if each.box]
    return np.concatenate([each.corners for each in (*letter.boxes, *teeth)])


def test_there_are_26() -> None:
    assert "".join(letters()) == ascii_uppercase


def test_the_24_rotations() -> None:
    assert len({each.tobytes() for each in ROTATIONS}) == 24
    assert all(round(np.linalg.det(each)) == 1 for each in ROTATIONS)
    assert (ROTATIONS[0] == np.eye(3)).all()
    assert {rotation(a @ b) for a, b in product(ROTATIONS, repeat=2)} == set(range(24))


@pytest.mark.parametrize("number", range(24))
def test_quaternions_turn_as_the_matrices_do(number: int) -> None:
    w, *axis = quaternion(number)
    for v in np.eye(3):
        turned = v + 2 * np.cross(axis, np.cross(axis, v) + w * v)
        assert turned == pytest.approx(ROTATIONS[number] @ v)


@EVERY
def test_size(letter: Letter) -> None:
    whole = shape(letter)
    assert whole.geom_type == "Polygon"
    assert 35_000 <= letter.width <= 50_000
    half = letter.width / 2
    assert whole.bounds == pytest.approx((-half, -25_000, half, 25_000))


@EVERY
def test_mass_centre_and_inertia(letter: Letter) -> None:
    """Weighed in grains of 50 µm."""
    whole = shape(letter)
    assert letter.mass == pytest.approx(whole.area * 1e-12 * 12_000 * 0.7)
    assert 6.8 <= round(letter.mass, 1) <= 12.4
    assert letter.com == pytest.approx(whole.centroid.coords[0], abs=1e-6)
    step = 50
    x, y = np.meshgrid(*[np.arange(-25_000 + step / 2, 25_000, step)] * 2)
    inside = shapely.contains_xy(whole, x, y)
    x, y = (axis[inside] / 1000 - c / 1000 for axis, c in zip((x, y), letter.com, strict=True))
    grain = letter.mass / inside.sum()
    thick = letter.mass * 12**2 / 12
    xx, yy, xy = grain * (y**2).sum(), grain * (x**2).sum(), -grain * (x * y).sum()
    found = (xx + thick, yy + thick, xx + yy, xy, 0, 0)
    assert letter.inertia == pytest.approx(found, rel=2e-3, abs=5)


@EVERY
def test_connectors_are_where_something_can_be_joined(letter: Letter) -> None:
    whole = shape(letter)
    for each in letter.connectors:
        nx, ny, nz = each.normal
        at = Point(each.x, each.y)
        if nz:
            assert each.z == nz * 6000
            assert whole.contains(at.buffer(2500))
        else:
            assert each.z == 0
            # What a notch takes off, or a tooth stands on, and the room in front of it.
            x, y, across = each.x, each.y, (2000 * abs(ny), 2000 * abs(nx))
            ends = [(x + s * 3000 * nx, y + s * 3000 * ny) for s in (-1, 1)]
            within, before = (
                box(
                    min(x, a) - across[0],
                    min(y, b) - across[1],
                    max(x, a) + across[0],
                    max(y, b) + across[1],
                )
                for a, b in ends
            )
            assert whole.intersection(within).area > 0.9 * within.area
            assert whole.intersection(before).area < 1
        if each.box:
            tooth = Polygon(each.box.outline)
            assert tooth.area == pytest.approx(4000 * 3000)
            assert 2 * each.box.thick == 6000
            assert tooth.touches(whole)


@EVERY
def test_two_spots_have_a_notch_on_both_faces_and_no_face_a_tooth(letter: Letter) -> None:
    faces = [each for each in letter.connectors if each.normal[2]]
    assert {each.kind for each in faces} == {"notch"}
    fronts, backs = ({each.at[:2] for each in faces if each.normal[2] == way} for way in (1, -1))
    assert fronts == backs
    assert len(fronts) == 2


@EVERY
def test_a_letter_rests_where_its_centre_of_mass_is_over_its_feet(letter: Letter) -> None:
    rests: dict[str, RestPose] = {rest.name: rest for rest in letter.rests}
    assert {"front", "back"} <= rests.keys()
    for name, down in DOWN.items():
        depth = corners(letter) @ down
        across = [np.array(unit) for unit in np.eye(3) if not unit @ down]
        feet = corners(letter)[depth > depth.max() - 1]
        hull = MultiPoint([[foot @ a for a in across] for foot in feet]).convex_hull
        com = Point([np.array((*letter.com, 0)) @ a for a in across])
        margin = hull.exterior.distance(com) if hull.contains(com) else 0
        assert (margin >= 2500) == (name in rests)
        if rest := rests.get(name):
            assert rest.margin == pytest.approx(margin)
            assert rest.z == pytest.approx(depth.max())
            assert (ROTATIONS[rest.rotation] @ down).tolist() == [0, 0, -1]
            assert Polygon(rest.feet).exterior.is_ccw
            assert Polygon(rest.feet).area == pytest.approx(hull.area)


def test_two_teeth_are_feet_and_one_is_none() -> None:
    rests = {name: {rest.name for rest in each.rests} for name, each in letters().items()}
    assert "upside-down" in rests["H"]
    assert "upside-down" not in rests["A"]
    assert "upright" not in rests["T"]
    upside = [rest.name for rest in letters()["H"].rests].index("upside-down")
    assert founded("H", upside).z == 28_000
    assert resting(founded("H", upside)).margin == 3000


def test_the_pictures_are_those_of_the_letters(tmp_path: Path) -> None:
    subprocess.run([sys.executable, ROOT / "tools/konexi_letters.py", tmp_path], check=True)
    for target in (SHEET, OUTLINES):
        fresh = (tmp_path / target.name).read_text()
        assert fresh == target.read_text(), "run tools/konexi_letters.py"


@EVERY
def test_outlines_are_the_solids(letter: Letter) -> None:
    drawn: dict[str, Any] = json.loads(OUTLINES.read_text())[letter.name]
    around, *holes = (1000 * np.array(ring) for ring in drawn["rings"])
    assert Polygon(around, holes).symmetric_difference(shape(letter)).area < 1e-4 * 25_000**2
    assert drawn["width"] == letter.width / 1000
    for each, seen in zip(letter.connectors, drawn["connectors"], strict=True):
        assert seen["kind"] == each.kind
        assert tuple(seen["normal"]) == each.normal
        assert [1000 * seen[axis] for axis in "xyz"] == list(each.at)
