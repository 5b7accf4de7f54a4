"""Towers of Konexi as careless and careful hands build them, by the real physics."""

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from inglenook.games.konexi.physics import settling
from inglenook.games.konexi.rules.moves import Error, Settled
from inglenook.games.konexi.tower import joins
from inglenook.games.konexi.tower.building import Piece, Poses, Tower, founded, joined
from inglenook.games.konexi.tower.letters import letters

HAND = 40
"""cm/s: how a hand errs, an eighth of it for each letter up to the eighth."""
CAREFUL = 0.4
"""The gauge that a careful builder keeps to."""


class Placement(NamedTuple):
    before: Poses
    tower: Tower
    """With the new letter."""
    error: Error
    gauge: float
    settled: Settled


Options = list[tuple[float, Piece]]
"""Where a letter can go, and what the gauge says of it."""


def anywhere(rng: Random, options: Options) -> tuple[float, Piece]:
    return rng.choice(options)


def carefully(rng: Random, options: Options) -> tuple[float, Piece]:
    good = [option for option in options if option[0] > CAREFUL]
    return rng.choice(good) if good else max(options, key=lambda option: option[0])


def build(
    seed: str, choose: Callable[[Random, Options], tuple[float, Piece]], hand: float = HAND
) -> Iterator[Placement]:
    """A tower letter by letter, up to the one with which it falls."""
    rng, tower, poses = Random(seed), Tower(), Poses()
    for letter in rng.sample(list(letters()), len(letters())):
        options = _options(tower, letter)
        if not options:
            return
        gauge, piece = choose(rng, options)
        error = _error(rng, hand * min(1, len(tower) / 8))
        tower = (*tower, piece)
        settled = settling.settle(tower, poses, settling.Push(letter, error), filmed=True)
        yield Placement(poses, tower, error, gauge, settled)
        if settled.verdict != "stands":
            return
        poses = settled.poses


def _options(tower: Tower, letter: str) -> Options:
    if not tower:
        rests = [founded(letter, pose) for pose in range(len(letters()[letter].rests))]
        return [(joins.steadiness((rest,))[0], rest) for rest in rests]
    return [
        (way.gauge / 100, joined(tower, letter, way.own, place.to, place.at, way.roll))
        for place in joins.places(tower, letter)
        for way in place.ways
    ]


def _error(rng: Random, hand: float) -> Error:
    speed = abs(rng.gauss(0, hand))
    x, y, z = (rng.gauss(0, 1) for _ in range(3))
    length = (x * x + y * y + z * z) ** 0.5
    return speed * x / length, speed * y / length, speed * z / length
