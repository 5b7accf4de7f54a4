"""CONEX poses and the judge of a lay, in whole µm."""

from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from functools import cache
from itertools import product
from math import hypot
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inglenook.games.conex.cards import Patch, board, deck
from inglenook.games.conex.geometry import lays
from inglenook.games.conex.geometry.placing import (
    BOARD,
    CARD,
    CORNERS,
    END,
    GAP,
    ORIGIN,
    REACH,
    SPOT,
    Pose,
    apart,
    covers,
    edge,
    fault,
    parts,
    place,
    pose,
)
from inglenook.games.conex.geometry.plane import COARSE, FINE, NORMALS, VECTORS
from inglenook.games.conex.geometry.room import slides
from inglenook.games.conex.rules.moves import Lay
from inglenook.games.conex.rules.view import Laid
from tests.games.conex_tables import SIZES, grow

CODES = {None, "bad-spot", "bad-slide", "colour", "covers-corner", "off-table", "touches"}
HUGE = 10**30
CARDS = list(deck())
CORNERS_OF_ALL = [(name, i) for name in CARDS for i in range(len(deck()[name].patches))]


@cache
def cos(d: int) -> Decimal:
    """Of a direction, to 60 digits."""
    with localcontext(prec=60):
        two, three, six = (Decimal(n).sqrt() for n in (2, 3, 6))
        quarter = [Decimal(1), (six + two) / 4, three / 2, two / 2, Decimal("0.5")]
        quarter += [(six - two) / 4, Decimal(0)]
        d = abs((d + 12) % 24 - 12)
        return quarter[d] if d <= 6 else -quarter[12 - d]


def sin(d: int) -> Decimal:
    return cos(d - 6)


def rotated(x: Decimal, y: Decimal, d: int) -> tuple[Decimal, Decimal]:
    return x * cos(d) - y * sin(d), x * sin(d) + y * cos(d)


def nearest(value: Decimal) -> int:
    """Ties to even. 20 digits after the point are enough to tell a tie that roots cancel to."""
    exact = value.quantize(Decimal("1e-20"))
    return int(exact.quantize(Decimal(1), rounding=ROUND_HALF_EVEN))


def by_design(patch: Patch, on: Pose, half: tuple[int, int], spot: int, slide: int) -> Pose:
    """The pose that the design's formulas for the three kinds of corner give, exactly."""
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    i, k = patch.index, int(patch.angle or 0) // 15
    a, b, s = patch.a, patch.b, patch.start
    along, inward, turn = {
        "square": (Decimal(a), Decimal(b), 0),
        "corner": (Decimal(a), Decimal(0), k),
        "edge": (s + a * cos(k), a * sin(k), -k),
    }[patch.kind]
    d = (on.d + 6 * spot - 6 * i + 12 + turn) % 24
    u, v = rotated(along, inward, 6 * i)
    px, py = rotated(signs[i][0] * 30_000 + u, signs[i][1] * 45_000 + v, d)
    corner = Decimal(signs[spot][0] * half[0]), Decimal(signs[spot][1] * half[1])
    tx, ty = rotated(*corner, on.d)
    sx, sy = rotated(Decimal(slide), Decimal(0), on.d + 6 * spot)
    return Pose(on.x + nearest(tx + sx - px), on.y + nearest(ty + sy - py), d)


def test_directions_are_the_nearest_whole_numbers() -> None:
    with localcontext(prec=60):
        for d in range(24):
            assert VECTORS[d] == (nearest(cos(d) * 2**FINE), nearest(sin(d) * 2**FINE))
            assert NORMALS[d] == (nearest(cos(d) * 2**COARSE), nearest(sin(d) * 2**COARSE))


def test_a_pose_is_that_of_the_design_to_the_nearest_micrometre() -> None:
    """Every corner on every spot of a card in every direction and of the board."""
    rng = Random("poses")
    with localcontext(prec=60):
        for (name, corner), spot in product(CORNERS_OF_ALL, range(4)):
            patch, part = deck()[name].patches[corner], parts()[name][corner]
            for d in range(24):
                on = Pose(rng.randint(-600_000, 600_000), rng.randint(-420_000, 420_000), d)
                slide = rng.randint(0, 90_000) if part.sliding else 0
                expected = by_design(patch, on, (30_000, 45_000), spot, slide)
                assert pose(name, corner, "R01", on, spot, slide) == expected
            slide = rng.randint(0, 180_000) if part.sliding else 0
            expected = by_design(patch, ORIGIN, (90_000, 90_000), spot, slide)
            assert pose(name, corner, "board", ORIGIN, spot, slide) == expected


def test_a_tie_is_rounded_to_even() -> None:
    """Half a µm on a spot at the origin: one up, one down."""
    anchor = np.zeros((24, 2), dtype=np.int64)
    anchor[:, 0] = -1 << FINE - 1
    for whole in range(-3, 4):
        anchor[:, 1] = (whole << FINE) + (1 << FINE - 1)
        x, y, _ = place(CARD, 0, 0, 0, 2, 0, 0, anchor)
        assert (x, y) == (30_000, 45_000 + round(-whole - 0.5))


def test_all_numbers_stay_within_their_bounds() -> None:
    anchors = max(abs(int(part.anchor.min())) for own in parts().values() for part in own)
    longest = board().side_mm * 1000 << FINE
    assert int(np.abs(SPOT).max()) + longest + anchors < 2**63
    width, height = map(max, zip(*board().tables_mm.values(), strict=True))
    assert hypot(width, height) * 1000 * 2**COARSE < 2**53


def separated(dx: int, dy: int, d: int, shape: int, e: int) -> bool:
    """The separating-axis test, corner by corner and normal by normal."""
    ours = [(dx + int(x), dy + int(y)) for x, y in CORNERS[CARD, d]]
    theirs = [(int(x), int(y)) for x, y in CORNERS[shape, e]]
    for n in (d, d + 6, e, e + 6):
        nx, ny = NORMALS[n % 24]
        one, other = ([x * nx + y * ny for x, y in points] for points in (ours, theirs))
        if max(min(one) - max(other), min(other) - max(one)) >= GAP << COARSE:
            return True
    return False


@pytest.mark.parametrize("shape", [CARD, BOARD])
def test_two_shapes_touch_unless_a_normal_has_a_millimetre_between_them(shape: int) -> None:
    """Anywhere near each other, and within 3 µm of that millimetre."""
    rng, answers = Random("touch"), {True: 0, False: 0}
    for close in (False, True) * 10_000:
        d, e = rng.randrange(24), rng.randrange(24) if shape == CARD else 0
        dx, dy = rng.randint(-200_000, 200_000), rng.randint(-200_000, 200_000)
        if close:
            n = rng.choice((d, d + 6, e, e + 6)) % 24
            nx, ny = float(cos(n)), float(sin(n))
            limit = (int(REACH[CARD, d, n]) + int(REACH[shape, e, n])) / 2**COARSE + GAP
            more = limit + rng.uniform(-3, 3) - dx * nx - dy * ny
            dx, dy = round(dx + more * nx), round(dy + more * ny)
        answer = apart(dx, dy, d, shape, e)
        answers[answer] += 1
        assert answer == separated(dx, dy, d, shape, e)
    assert min(answers.values()) > 2000


def test_exactly_a_millimetre_is_enough() -> None:
    assert apart(61_000, 0, 0, CARD, 0)
    assert not apart(60_999, 0, 0, CARD, 0)
    assert apart(0, -136_000, 12, BOARD, 0)
    assert not apart(0, -135_999, 12, BOARD, 0)


def first(kind: str, colour: str) -> tuple[str, int]:
    """A card and its corner of that kind and colour."""
    return next(
        (name, i)
        for name, i in CORNERS_OF_ALL
        if (deck()[name].patches[i].kind, deck()[name].patches[i].colour) == (kind, colour)
    )


@pytest.mark.parametrize("kind", ["square", "corner", "edge"])
@pytest.mark.parametrize("spot", [-1, 4, -HUGE, HUGE])
def test_a_target_has_four_spots(kind: str, spot: int) -> None:
    assert fault("medium", [], Lay(*first(kind, "red"), "board", spot, 500)) == "bad-spot"


@pytest.mark.parametrize("kind", ["square", "edge"])
@pytest.mark.parametrize("slide", [-1, 1, 500, -HUGE, HUGE])
def test_only_a_corner_triangle_slides(kind: str, slide: int) -> None:
    assert fault("medium", [], Lay(*first(kind, "red"), "board", 0, 0)) is None
    assert fault("medium", [], Lay(*first(kind, "red"), "board", 0, slide)) == "bad-slide"


def test_on_the_board_a_slide_stays_within_one_square() -> None:
    """Edge 0 begins in the red square and ends in the yellow one."""
    for colour, low, high in (("red", 500, 54_000), ("yellow", 126_000, 179_500)):
        name, corner = first("corner", colour)
        high -= parts()[name][corner].long
        said = {
            slide: fault("medium", [], Lay(name, corner, "board", 0, slide))
            for slide in (low - 1, low, high, high + 1)
        }
        assert said[low] is said[high] is None
        assert said[low - 1] == ("bad-slide" if colour == "red" else "colour")
        assert said[high + 1] == ("bad-slide" if colour == "yellow" else "colour")
        for slide in (0, -1, -HUGE, HUGE, 180_000):
            assert fault("medium", [], Lay(name, corner, "board", 0, slide)) == "bad-slide"


def test_on_a_card_a_slide_keeps_half_a_millimetre_from_the_ends_of_the_edge() -> None:
    """On T, far from the table's sides, every slide between is legal except for T's own corners."""
    name, corner = first("corner", "turquoise")
    for target, spot in product([card for card in CARDS if card[0] == "T"], range(4)):
        laid = [Laid(target, 300_000, 0, 1, "board")]
        last = edge(target, spot) - parts()[name][corner].long - END
        for slide, good in ((END - 1, False), (END, True), (last, True), (last + 1, False)):
            code = fault("large", laid, Lay(name, corner, target, spot, slide))
            assert code in ((None, "covers-corner") if good else ("bad-slide",))


def test_a_corner_lies_on_its_own_colour() -> None:
    for name, corner in CORNERS_OF_ALL:
        patch = deck()[name].patches[corner]
        slide = END if patch.kind == "corner" else 0
        for spot, colour in enumerate(board().corner_colours):
            code = fault("large", [], Lay(name, corner, "board", spot, slide))
            assert code == (None if colour == patch.colour else "colour")
        for target in ("R01", "Y01", "P01", "T01"):
            laid = [Laid(target, 300_000, 0, 0, "board")]
            code = fault("large", laid, Lay(name, corner, target, 0, slide))
            assert (code == "colour") == (deck()[target].colour != patch.colour)


def test_the_first_fault_counts() -> None:
    """Slide, colour, the target's corners, the table's side, other cards: in that order."""
    square, sliding = first("square", "red"), first("corner", "red")
    beyond = [Laid(card, 360_000, 270_000, 0, "board") for card in ("R01", "T01", "R02")]
    assert fault("small", beyond, Lay(*sliding, "T01", 4, 0)) == "bad-spot"
    assert fault("small", beyond, Lay(*sliding, "T01", 2, 0)) == "bad-slide"
    assert fault("small", beyond, Lay(*square, "T01", 2, 0)) == "colour"
    said = {
        fault("small", beyond, Lay(name, corner, target, spot, 0)): None
        for name, corner in CORNERS_OF_ALL
        for target, spot in product(("R01", "R02"), range(4))
        if not parts()[name][corner].sliding and deck()[name].patches[corner].colour == "red"
    }
    assert said.keys() == {"covers-corner", "off-table", "touches"}
    for spot in (1, 2, 3):
        if not covers(*square, "R01", spot, 0):
            assert fault("small", beyond, Lay(*square, "R01", spot, 0)) == "off-table"


def test_whether_a_corner_covers_another_does_not_depend_on_where_the_target_lies() -> None:
    rng, answers = Random("covers"), {True: 0, False: 0}
    for name, corner in CORNERS_OF_ALL:
        patch, part = deck()[name].patches[corner], parts()[name][corner]
        target = rng.choice([card for card in CARDS if deck()[card].colour == patch.colour])
        spot = rng.randrange(4)
        last = edge(target, spot) - part.long - END
        lay = Lay(name, corner, target, spot, rng.randint(END, last) if part.sliding else 0)
        said = set()
        for d in range(24):
            x, y = rng.randint(-500_000, 500_000), rng.randint(-400_000, 400_000)
            said.add(fault("large", [Laid(target, x, y, d, "board")], lay) == "covers-corner")
        assert said == {covers(name, corner, target, spot, lay.slide)}
        answers[said.pop()] += 1
    assert min(answers.values()) > 10


def test_the_card_on_card_tables_say_what_the_judge_says() -> None:
    """All corners on all cards of their colour: at the ends of each window, a µm or two beyond, at
    the ends of the edge, and between."""
    rng, judged = Random("tables"), 0
    for name, corner in CORNERS_OF_ALL:
        part, colour = parts()[name][corner], deck()[name].patches[corner].colour
        for target, spot in product(CARDS, range(4)):
            windows = slides(name, corner, target, spot)
            if deck()[target].colour != colour:
                assert not windows
                continue
            last = edge(target, spot) - part.long - END
            if not part.sliding:
                assert windows == ([] if covers(name, corner, target, spot, 0) else [(0, 0)])
                continue
            ends = {END, last, rng.randint(END, last)} | {end for way in windows for end in way}
            for slide in {end + step for end in ends for step in (-2, -1, 0, 1, 2)}:
                if END <= slide <= last:
                    judged += 1
                    free = any(a <= slide <= b for a, b in windows)
                    assert free != covers(name, corner, target, spot, slide)
    assert judged > 10_000


ANY = st.integers() | st.integers(-2, 5) | st.integers(-1, 180_001) | st.sampled_from([-HUGE, HUGE])


@given(seed=st.integers(0, 30), which=st.integers(0), spot=ANY, slide=ANY)
@settings(max_examples=400, deadline=None)
def test_any_whole_numbers_get_an_answer(seed: int, which: int, spot: int, slide: int) -> None:
    rng, table = Random(seed), SIZES[seed % 3]
    *_, (laid, left) = grow(rng, table, 2 + seed)
    targets = ["board", *(card.card for card in laid)]
    card = left[which % len(left)]
    corner = which % len(deck()[card].patches)
    lay = Lay(card, corner, targets[which % len(targets)], spot, slide)
    assert fault(table, laid, lay) in CODES


def test_the_judge_and_the_list_of_lays_say_the_same() -> None:
    """Of every corner on every spot, at a slide that the edge has; a window that is narrower than
    50 µm may not be listed."""
    counts = {"listed": 0, "refused": 0}
    for seed in range(12):
        rng, table = Random(seed), SIZES[seed % 3]
        *_, (laid, left) = grow(rng, table, 4 + 3 * seed)
        legal = lays.lays(table, laid, left)
        windows = {(o.card, o.corner, o.target, o.spot): [(0, 0)] for o in legal.fixed}
        for o in legal.slides:
            windows.setdefault((o.card, o.corner, o.target, o.spot), []).append((o.start, o.to))
        for card, target, spot in product(left, ["board", *(c.card for c in laid)], range(4)):
            for corner, part in enumerate(parts()[card]):
                last = edge(target, spot) - part.long - END
                slide = rng.randint(END, last) if part.sliding else 0
                said = fault(table, laid, Lay(card, corner, target, spot, slide))
                listed = windows.get((card, corner, target, spot), [])
                if any(a <= slide <= b for a, b in listed):
                    counts["listed"] += 1
                    assert said is None
                elif said is None:
                    around = [slide + 50, slide - 50]
                    assert part.sliding
                    assert all(
                        fault(table, laid, Lay(card, corner, target, spot, s)) for s in around
                    )
                else:
                    counts["refused"] += 1
    assert min(counts.values()) > 300
