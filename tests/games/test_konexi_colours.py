"""The colours of the letters: whatever stands beside what, they are told apart."""

import json
from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from pathlib import Path

import pytest

from inglenook.games.konexi.tower.letters import letters

COLOURS: dict[str, str] = json.loads(
    (Path(__file__).parents[2] / "client/src/games/konexi/colours.json").read_text()
)
APART = 15
"""CIEDE2000: from about 2 on a difference is seen at a glance. This many are different colours."""
Lab = tuple[float, float, float]


def lab(colour: str) -> Lab:
    """A colour as CSS writes it, in CIELAB for the white D65."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883
    fx, fy, fz = (
        t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def ciede2000(one: Lab, other: Lab) -> float:
    """How different two colours look, by the formula of CIE 142-2001."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * sqrt(mean**7 / (mean**7 + 25**7))
    c1, c2 = hypot(stretch * a1, b1), hypot(stretch * a2, b2)
    h1, h2 = (degrees(atan2(b, stretch * a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0
    lightness, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    hue = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    t = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    by_lightness = (l2 - l1) / (
        1 + 0.015 * (lightness - 50) ** 2 / sqrt(20 + (lightness - 50) ** 2)
    )
    by_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    by_hue = 2 * sqrt(c1 * c2) * sin(radians(turn / 2)) / (1 + 0.015 * chroma * t)
    bent = 2 * sqrt(chroma**7 / (chroma**7 + 25**7))
    bent *= sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    return sqrt(by_lightness**2 + by_chroma**2 + by_hue**2 - bent * by_chroma * by_hue)


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0000),
        ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_formula_is_that_of_its_published_examples(one: Lab, other: Lab, apart: float) -> None:
    # Sharma, Wu and Dalal (2005), table 1.
    assert ciede2000(one, other) == pytest.approx(apart, abs=1e-4)


def beside() -> list[tuple[str, str]]:
    """Letters that can be joined: a tooth of one goes into a notch of the other."""
    kinds = {name: {c.kind for c in letter.connectors} for name, letter in letters().items()}
    return [
        (one, other)
        for one, other in combinations(sorted(kinds), 2)
        if ("tooth" in kinds[one] and "notch" in kinds[other])
        or ("notch" in kinds[one] and "tooth" in kinds[other])
    ]


def test_letters_that_can_stand_beside_each_other_have_different_colours() -> None:
    pairs = beside()
    assert {letter for pair in pairs for letter in pair} == {*COLOURS} == {*letters()}
    apart = {pair: ciede2000(*(lab(COLOURS[letter]) for letter in pair)) for pair in pairs}
    assert {pair: round(how, 1) for pair, how in apart.items() if how < APART} == {}
