"""How strong somebody is, from rated games: OpenSkill's Plackett-Luce, for any number of seats.

One scale for each game, or mode of one. Bots are the anchors of a scale: their ratings were
measured once (anchors.json), and never move. So a number means the same in every house.
"""

from collections.abc import Collection, Sequence
from functools import cache
from importlib.resources import files
from math import log, sqrt

import msgspec
from msgspec import Struct
from openskill.models import PlackettLuce

from inglenook.server.store import Statement, Store
from inglenook.server.store.base import among

_MODEL = PlackettLuce()
MIDDLE = 1500
"""The number of somebody new."""
POINTS = 400 / (log(10) * sqrt(2) * _MODEL.beta)
"""Points for one of the model's own units: as with Elo, between two who are well known 200 points
more win three games out of four."""
ANCHOR_SIGMA = 1.0
"""How well the anchors are known."""
SETTLED = 300
"""A number is provisional until it is known this well, give or take: some ten games against bots,
or twenty against people who are as new."""


class Rating(Struct, frozen=True, array_like=True):
    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def number(self) -> int:
        """As it is shown."""
        return round(MIDDLE + POINTS * (self.mu - _MODEL.mu))

    @property
    def give_or_take(self) -> int:
        """Points by which the number may be off: more than that, with one in twenty."""
        return round(2 * POINTS * self.sigma)

    @property
    def provisional(self) -> bool:
        return self.give_or_take > SETTLED


NEW = Rating()


class Placed(Struct, frozen=True):
    """Somebody who played a rated game: a person's rating before it, or a bot's level."""

    rank: int
    """From 1; equals share one."""
    rating: Rating = NEW
    level: str = ""


def after(scale: str, played: Sequence[Placed]) -> list[Rating]:
    """The ratings after a game; bots stay where they are."""
    before = [_rating(scale, each) for each in played]
    teams = [[_MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    rated = _MODEL.rate(teams, ranks=[each.rank for each in played])
    return [
        was if each.level else Rating(team[0].mu, team[0].sigma)
        for each, was, team in zip(played, before, rated, strict=True)
    ]


def _rating(scale: str, who: Placed) -> Rating:
    return anchors()[scale][who.level] if who.level else who.rating


def expected(a: Rating, b: Rating) -> float:
    """The share of games that `a` wins against `b`, by the model."""
    spread = sqrt(a.sigma**2 + b.sigma**2 + 2 * _MODEL.beta**2)
    return 1 / (1 + 10 ** (-(a.mu - b.mu) / (spread * log(10))))


def from_number(number: float, sigma: float = ANCHOR_SIGMA) -> Rating:
    return Rating(_MODEL.mu + (number - MIDDLE) / POINTS, sigma)


@cache
def anchors() -> dict[str, dict[str, Rating]]:
    """The rating of every level of bots, on every scale that was measured."""
    data = files("inglenook.server.ratings").joinpath("anchors.json").read_bytes()
    found = msgspec.json.decode(data, type=dict[str, dict[str, int]])
    return {
        scale: {level: from_number(number) for level, number in levels.items()}
        for scale, levels in found.items()
    }


def is_anchored(scale: str, level: str) -> bool:
    """Whether bots of that level were measured, so that a game against them can be rated."""
    return level in anchors().get(scale, {})


def _is_of(scale: str, game: str) -> bool:
    return scale == game or scale.startswith(f"{game}-")


def level_number(game: str, level: str) -> int:
    """The number of a level of bots; that of somebody new where it was not measured."""
    scale = next((each for each in anchors() if _is_of(each, game)), "")
    return anchors().get(scale, {}).get(level, NEW).number


async def strengths(store: Store, asked: Collection[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """How strong guests are, each at a game, as a number that is shown; left out: no rated game.

    Of several modes, that in which it is best known.
    """
    guests = sorted({guest for guest, _ in asked})
    if not guests:
        return {}
    text = f"SELECT guest, scale, mu, sigma FROM ratings WHERE guest IN {among(guests)}"
    (rows,) = await store.run(Statement(text, tuple(guests)))
    known = [(guest, scale, Rating(mu, sigma)) for guest, scale, mu, sigma in rows]
    found = {}
    for guest, game in asked:
        mine = [rating for who, scale, rating in known if who == guest and _is_of(scale, game)]
        if mine:
            found[guest, game] = min(mine, key=lambda rating: rating.sigma).number
    return found
