"""How strong players are, from who won: Bradley and Terry's model, with intervals.

In it a player of strength a beats one of strength b with odds of e to the power of a - b. Of more
than two, each wins with odds of e to the power of its strength, as Luce and Plackett have it.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TypeAlias

from msgspec import Struct

from inglenook.contests.league.book import Party, Played
from inglenook.core.game import Refused

try:
    import choix
    import numpy as np
    from numpy.typing import NDArray
    from scipy.optimize import minimize
except ModuleNotFoundError as missing:
    raise Refused(
        "missing-extra",
        detail=f'{missing.name} is not installed: pip install "inglenook[league]"',
    ) from None

Matrix: TypeAlias = NDArray[np.float64]
Won: TypeAlias = dict[tuple[int, ...], Matrix]
"""What the players of each party won of each other, all games added up."""
ELO = 400 / math.log(10)
"""Points of Elo for one of strength."""
Z = 1.96
"""Standard errors on each side of a 95 % interval."""
MAX_ITERATIONS = 10_000
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
    """What games say about the strengths of players.

    strengths  in the order of the names, with a mean of 0
    spread     their covariance
    """

    def __init__(self, names: Sequence[str], games: Iterable[Played]) -> None:
        self._place = {name: n for n, name in enumerate(names)}
        size = len(names)
        # Everyone is taken to have shared the win of one more game, a part of it with each of the
        # others: without that, whoever won all games would be infinitely strong.
        won: Won = {pair: np.full(2, 1 / (2 * (size - 1))) for pair in combinations(range(size), 2)}
        rounds: dict[tuple[Party, int], list[Played]] = defaultdict(list)
        for game in games:
            party = self._places(game.players)
            won[party] = won.get(party, 0) + np.array(game.shares)
            rounds[game.players, game.round].append(game)
        self.strengths = strengths(size, won)
        self._information = _information(self.strengths, won)
        self.spread = _inverse(self._information) * self._excess(rounds.values())

    def chance(self, pair: Party) -> float:
        """How likely the first beats the second."""
        return float(self._chances(pair)[0])

    def doubt(self, party: Party) -> float:
        """The information that one more game of a party gives: the likelier each of them wins, and
        the less their differences are known, the more."""
        here = np.ix_(self._places(party), self._places(party))
        return float((_swing(self._chances(party)) * self.spread[here]).sum())

    def expect(self, party: Party, games: int) -> None:
        """Count games that are still to be played as played, in what is known of strengths."""
        here = np.ix_(self._places(party), self._places(party))
        self._information[here] += games * _swing(self._chances(party))
        self.spread = _inverse(self._information)

    def _places(self, party: Party) -> tuple[int, ...]:
        return tuple(self._place[name] for name in party)

    def _chances(self, party: Party) -> Matrix:
        return _chances(self.strengths[list(self._places(party))])

    def _excess(self, rounds: Iterable[Sequence[Played]]) -> float:
        """How many times as much rounds vary as coins do: the games of one begin alike, so they
        may go the same way. Never less than 1."""
        seen = known = 0.0
        for games in rounds:
            chances = self._chances(games[0].players)
            shares = np.array([game.shares for game in games])
            seen += float(((shares - chances).sum(axis=0) ** 2).sum())
            known += len(games) * float((chances * (1 - chances)).sum())
        return max(1.0, seen / known) if known else 1.0


def strengths(size: int, won: Won) -> Matrix:
    """The strengths that make it likeliest that parties won what they did; their mean is 0."""
    if all(len(party) == 2 for party in won):
        wins = np.zeros((size, size))
        for (a, b), shares in won.items():
            wins[a, b], wins[b, a] = shares
        found: Matrix = choix.ilsr_pairwise_dense(wins, max_iter=MAX_ITERATIONS)
        return found
    # Nothing in choix weighs shares of a win among more than two.
    found = minimize(_unlikeliness, np.zeros(size), (won,), "trust-exact", True, _bend).x
    found -= found.mean()
    return found


def _unlikeliness(at: Matrix, won: Won) -> tuple[float, Matrix]:
    """How unlikely these strengths make what parties won, on a scale of logarithms; its slope."""
    cost, slope = at.sum() ** 2 / 2, np.full(len(at), at.sum())
    for party, shares in won.items():
        members = list(party)
        chances = _chances(at[members])
        cost -= float((shares * np.log(chances)).sum())
        slope[members] -= shares - shares.sum() * chances
    return cost, slope


def _bend(at: Matrix, won: Won) -> Matrix:
    return _information(at, won) + 1


def _information(at: Matrix, won: Won) -> Matrix:
    information: Matrix = np.zeros((len(at), len(at)))
    for party, shares in won.items():
        information[np.ix_(party, party)] += shares.sum() * _swing(_chances(at[list(party)]))
    return information


def _chances(strengths: Matrix) -> Matrix:
    """How likely each of a party wins."""
    odds: Matrix = np.exp(strengths - strengths.max())
    odds /= odds.sum()
    return odds


def _swing(chances: Matrix) -> Matrix:
    """The covariance of the shares in one game."""
    swing: Matrix = np.diag(chances) - np.outer(chances, chances)
    return swing


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
