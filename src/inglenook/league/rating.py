"""How strong players are, from games of pairs: Bradley and Terry's model, with intervals.

In it a player of strength a beats one of strength b with odds of e to the power of a - b.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from msgspec import Struct

from inglenook.game import Refused
from inglenook.league.book import Pair, Played

try:
    import choix
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError as missing:
    raise Refused(
        "missing-extra",
        detail=f'{missing.name} is not installed: pip install "inglenook[league]"',
    ) from None

Matrix: TypeAlias = NDArray[np.float64]
ELO = 400 / math.log(10)
"""Points of Elo for one of strength."""
Z = 1.96
"""Standard errors on each side of a 95 % interval."""
PATIENCE = 10_000
"""Steps in which strengths have to be found; a few dozen are usual."""


class Standing(Struct, frozen=True):
    """A player's place in a league.

    name       of the player
    elo        its rating; the mean of all players is 0
    low, high  where that lies, with 95 % confidence
    games      how many it played
    points     its shares of their wins, added up
    forfeits   how many it lost without being beaten
    """

    name: str
    elo: float
    low: float
    high: float
    games: int
    points: float
    forfeits: int


class Beliefs:
    """What games of pairs say about the strengths of players.

    strengths  in the order of the names, with a mean of 0
    spread     their covariance
    """

    def __init__(self, names: Sequence[str], games: Iterable[Played]) -> None:
        self._place = {name: n for n, name in enumerate(names)}
        size = len(names)
        # Everyone is taken to have shared the win of one more game, a part of it with each of the
        # others: without that, whoever won all games would be infinitely strong.
        won = (np.ones((size, size)) - np.eye(size)) / (2 * (size - 1))
        rounds: dict[tuple[Pair, int], list[Played]] = defaultdict(list)
        for game in games:
            a, b = (self._place[name] for name in game.players)
            won[a, b] += game.shares[0]
            won[b, a] += game.shares[1]
            rounds[game.players, game.round].append(game)
        self.strengths: Matrix = choix.ilsr_pairwise_dense(won, max_iter=PATIENCE)
        self._information = _laplacian((won + won.T) * self._swing())
        self.spread = _inverse(self._information) * self._excess(rounds.values())

    def chance(self, pair: Pair) -> float:
        """How likely the first beats the second."""
        a, b = (self.strengths[self._place[name]] for name in pair)
        return float(1 / (1 + np.exp(b - a)))

    def doubt(self, pair: Pair) -> float:
        """The information that one more game of a pair gives: the likelier either wins, and the
        less their difference is known, the more."""
        a, b = (self._place[name] for name in pair)
        unknown = self.spread[a, a] + self.spread[b, b] - 2 * self.spread[a, b]
        return float(self._swing()[a, b] * unknown)

    def expect(self, pair: Pair, games: int) -> None:
        """Count games that are still to be played as played, in what is known of strengths."""
        a, b = (self._place[name] for name in pair)
        more = np.zeros_like(self.spread)
        more[a, b] = more[b, a] = games * self._swing()[a, b]
        self._information = self._information + _laplacian(more)
        self.spread = _inverse(self._information)

    def _swing(self) -> Matrix:
        """The variance of one game of each pair."""
        chance: Matrix = 1 / (1 + np.exp(self.strengths[None, :] - self.strengths[:, None]))
        return chance * (1 - chance)

    def _excess(self, rounds: Iterable[Sequence[Played]]) -> float:
        """How many times as much rounds vary as coins do: the games of one begin alike, so they
        may go the same way. Never less than 1."""
        seen = known = 0.0
        for games in rounds:
            chance = self.chance(games[0].players)
            seen += sum(game.shares[0] - chance for game in games) ** 2
            known += len(games) * chance * (1 - chance)
        return max(1.0, seen / known) if known else 1.0


def _laplacian(weights: Matrix) -> Matrix:
    laplacian: Matrix = np.diag(weights.sum(axis=1)) - weights
    return laplacian


def _inverse(information: Matrix) -> Matrix:
    """Only differences of strength are known: the mean of all is held at 0."""
    inverse: Matrix = np.linalg.pinv(information).astype(np.float64)
    return inverse


def ladder(names: Sequence[str], games: Sequence[Played]) -> tuple[Standing, ...]:
    """The players, strongest first."""
    beliefs = Beliefs(names, games)
    standings = []
    for n, name in enumerate(names):
        mine = [game for game in games if name in game.players]
        elo = ELO * float(beliefs.strengths[n])
        half = ELO * Z * math.sqrt(float(beliefs.spread[n, n]))
        points = sum(game.shares[game.players.index(name)] for game in mine)
        lost = sum(each.player == name for game in mine for each in game.forfeits)
        standings.append(Standing(name, elo, elo - half, elo + half, len(mine), points, lost))
    return tuple(sorted(standings, key=lambda standing: -standing.elo))
