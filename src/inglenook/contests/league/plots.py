"""The plots of a league, as SVG. Their colours are those of the page."""

import math
from collections.abc import Iterator, Sequence
from html import escape
from itertools import combinations

from inglenook.contests.league import League
from inglenook.contests.league.book import Party, Played
from inglenook.contests.league.rating import Beliefs, Standing, ladder

WIDTH = 720
"""Of a plot, in its own units."""
ROW = 26
"""The height of a line of the ladder's plot."""
NAME = 13
"""The height of a name."""
STEPS = 24
"""Points of the plot that shows how ratings settled."""


def between(name: str, other: str, games: Sequence[Played]) -> tuple[float, int]:
    """What a player won of all that it and another won of the games in which both sat, and how
    many these were; none if neither won any.
    """
    both = [game for game in games if name != other and {name, other} <= set(game.players)]
    mine, theirs = (
        sum(game.shares[game.players.index(each)] for game in both) for each in (name, other)
    )
    return (mine / (mine + theirs), len(both)) if mine + theirs else (0, 0)


class _Scale:
    """Numbers on an axis, as places in a plot."""

    def __init__(self, numbers: Sequence[float], first: float, last: float) -> None:
        low, high = min(numbers), max(numbers)
        self._low, self._first = low, first
        self._by = (last - first) / ((high - low) or 1)
        step = 10 ** math.floor(math.log10((high - low) or 1))
        step = next(
            each for each in (step / 5, step / 2, step, 2 * step) if (high - low) / each <= 9
        )
        self.ticks = [n * step for n in range(math.ceil(low / step), math.floor(high / step) + 1)]

    def __call__(self, number: float) -> str:
        return f"{self._first + (number - self._low) * self._by:.1f}"


def _plot(height: float, about: str, marks: Iterator[str]) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img"><title>{escape(about)}</title>'
        f"{''.join(marks)}</svg>"
    )


def ladder_plot(standings: Sequence[Standing]) -> str:
    height = ROW * (len(standings) + 1.5)

    def marks() -> Iterator[str]:
        ends = [end for each in standings for end in (each.low, each.high)]
        x = _Scale(ends, 180, WIDTH - 20)
        for tick in x.ticks:
            yield f'<line class="axis" x1="{x(tick)}" x2="{x(tick)}" y1="0" y2="{height - ROW:g}"/>'
            yield f'<text x="{x(tick)}" y="{height - 8:g}" text-anchor="middle">{tick:+g}</text>'
        for n, each in enumerate(standings):
            y = ROW * (n + 0.7)
            name = escape(_short(each.name))
            yield f'<text x="170" y="{y + 4:g}" text-anchor="end">{name}</text>'
            yield (
                f'<line class="whisker" x1="{x(each.low)}" x2="{x(each.high)}" y1="{y:g}"'
                f' y2="{y:g}"/>'
            )
            yield f'<circle class="mark" cx="{x(each.elo)}" cy="{y:g}" r="5"/>'

    return _plot(height, "The ratings with their intervals", marks())


def settling_plot(names: Sequence[str], league: League) -> str:
    games = sorted(league.games, key=lambda game: (game.round, game.turn, game.players))
    sizes = sorted({max(1, len(games) * n // STEPS) for n in range(1, STEPS + 1)})
    ratings = {
        size: {each.name: each.elo for each in ladder(names, games[:size])} for size in sizes
    }
    height = 320

    def marks() -> Iterator[str]:
        x = _Scale([0, len(games)], 50, WIDTH - 150)
        y = _Scale([elo for each in ratings.values() for elo in each.values()], height - 30, 15)
        for tick in y.ticks:
            yield f'<line class="axis" x1="50" x2="{WIDTH - 150}" y1="{y(tick)}" y2="{y(tick)}"/>'
            yield f'<text x="44" y="{y(tick)}" text-anchor="end">{tick:+g}</text>'
        for tick in x.ticks:
            yield f'<text x="{x(tick)}" y="{height - 8}" text-anchor="middle">{tick:g}</text>'
        below = 0.0
        for n, standing in enumerate(league.ladder):
            name, hue = standing.name, 360 * n / len(names)
            points = " ".join(f"{x(size)},{y(ratings[size][name])}" for size in sizes)
            yield f'<polyline points="{points}" stroke="hsl({hue:.0f} 60% 50%)"/>'
            # Names of equals stand below each other, strongest first.
            below = max(below + NAME, float(y(ratings[sizes[-1]][name])))
            yield f'<text x="{WIDTH - 144}" y="{below:.1f}">{escape(_short(name))}</text>'

    return _plot(height, "Each rating after so many games of the league", marks())


def fit_plot(names: Sequence[str], games: Sequence[Played]) -> str:
    beliefs, side = Beliefs(names, games), 360

    def marks() -> Iterator[str]:
        x, y = _Scale([0, 1], 60, side), _Scale([0, 1], side - 40, 10)
        yield f'<line class="axis" x1="{x(0)}" y1="{y(0)}" x2="{x(1)}" y2="{y(1)}"/>'
        for tick in (0, 0.25, 0.5, 0.75, 1):
            yield f'<text x="{x(tick)}" y="{side - 22}" text-anchor="middle">{tick:.0%}</text>'
            yield f'<text x="52" y="{y(tick)}" text-anchor="end">{tick:.0%}</text>'
        yield f'<text x="{x(0.5)}" y="{side - 4}" text-anchor="middle">as the ratings say</text>'
        yield f'<text x="{side + 20}" y="20">up: as they played</text>'
        for pair in combinations(names, 2):
            share, count = between(*pair, games)
            if count:
                yield _point(pair, x(beliefs.chance(pair)), y(share))

    return _plot(side, "What pairs won of each other, and what their ratings say", marks())


def _point(pair: Party, x: str, y: str) -> str:
    about = escape(" against ".join(pair))
    return f'<circle class="mark" cx="{x}" cy="{y}" r="4"><title>{about}</title></circle>'


def _short(name: str) -> str:
    return name if len(name) <= 24 else f"…{name[-23:]}"
