"""A position played out many times: by a game's compiled twin, where it has one."""

from operator import index

from inglenook.core.game import NATURE, Refused, Rng
from inglenook.core.match import Match
from inglenook.core.registry import is_on_shelf, part_of
from inglenook.shared.tally import Playouts

MAX_PLAYOUTS = 10**9
"""The most games of one call: compiled code does not listen to ^C until it has played them."""


def playouts(match: Match, n: int, seed: str = "") -> Playouts:
    """Play a match to its end n times from where it stands; the match itself does not move.

    Kewbz and CONEX are played by their compiled twins: the one by chance, every legal cell as
    likely, the other by a quick way to play, as the bots imagine it. All others, and CONEX before
    the first turn, play samples. All chance follows from the seed. Refused
    `game-over`, and `bad-number` unless n is a whole number from 1 to `MAX_PLAYOUTS`.
    """
    if match.outcome():
        raise Refused("game-over", detail="there is nothing left to play out")
    try:
        times = index(n)
    except TypeError:
        times = 0
    if not 1 <= times <= MAX_PLAYOUTS:
        detail = f"a position is played out 1 to {MAX_PLAYOUTS} times, not {n!r} times"
        raise Refused("bad-number", detail=detail)
    twin = part_of(match.game.name, "playouts") if is_on_shelf(match.game) else None
    if twin is not None and match.position.resigned == ():
        found: Playouts = twin.play_out(match.state, times, Rng(seed, times))
        return found
    return _sampled(match, times, seed)


def _sampled(match: Match, n: int, seed: str) -> Playouts:
    moves, wins, scores = 0, [0.0] * match.seats, [0.0] * match.seats
    for game in range(n):
        copy = match.copy()
        copy.seed = f"{seed}\0{game}"
        while not copy.outcome():
            copy.play(copy.sample())
        outcome = copy.outcome()
        assert outcome
        moves += sum(entry.seat != NATURE for entry in copy.log[len(match.log) :])
        for seat, score in enumerate(outcome.scores):
            scores[seat] += score / n
            if seat in outcome.winners:
                wins[seat] += 1 / (n * len(outcome.winners))
    return Playouts(n, moves, tuple(wins), tuple(scores))
