"""Makes the golden records of CONEX anew: `python -m tests.games.golden_conex`.

Needed when its rules get a new version. Players play at random, and the first seed that ends the
wanted way is taken.
"""

from itertools import count
from typing import Any

from inglenook import Match, Rng
from inglenook.core.game import MAX_LAG
from tests.games.goldens import keep
from tests.games.test_conex_examples import play_the_examples


def played(seats: int, options: dict[str, Any], seed: str, most: int = 2000) -> Match:
    """A match played at random to its end, or for this many entries, by people in no hurry."""
    match = Match("conex", seats, options, seed)
    while match.outcome() is None and len(match.log) < most:
        rng = Rng(f"players of {seed}", len(match.log))
        t = match.last_t + 2_000 + rng.below(33_000)
        match.advance(t)
        seat = rng.choice(sorted(match.to_move()))
        move = match.game.sample(match.state, seat, rng)
        code = match.submit(seat, move, t, lag=rng.below(200))
        if code == "too-late":
            match.advance(t + MAX_LAG)
        else:
            assert code is None
    return match


def ended(name: str, seats: int, options: dict[str, Any], reason: str) -> Match:
    for n in count():
        match = played(seats, options, f"{name} {n}")
        outcome = match.outcome()
        if outcome and outcome.reason == reason:
            return match
    raise AssertionError


def resigned() -> Match:
    match = played(3, {"table": "large", "spots": "hidden"}, "conex-resigned", most=12)
    for seat in (2, 0):
        assert match.submit(seat, {"type": "resign"}, match.last_t + 1_000) is None
    return match


def main() -> None:
    keep("conex-examples", play_the_examples())
    keep("conex-goal", ended("conex-goal", 4, {}, "goal"))
    crowded = {"table": "small", "goal": 60}
    keep("conex-no-room", ended("conex-no-room", 2, crowded, "no-room"))
    keep("conex-turns", ended("conex-turns", 1, {"turns": 6}, "turns"))
    keep("conex-resigned", resigned())


if __name__ == "__main__":
    main()
