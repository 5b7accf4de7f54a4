"""Play the golden records of Konexi anew: `python -m tests.games.golden_konexi`.

For when its logs fold differently, or its towers are judged differently: bots play them again, and
what `inglenook replay` prints goes beside each. Look at the difference before it is committed.
"""

from collections.abc import Callable
from itertools import count

from inglenook import Match, Move
from inglenook.contests.arena import step
from inglenook.games.konexi.rules import vocabulary
from inglenook.games.konexi.rules.moves import Bump, Join, Propose, Vote
from inglenook.games.konexi.rules.view import View
from tests.games.goldens import keep

LEVELS = ("tinker", "juggler")


class Unlucky(Exception):
    """It did not go as the record is to show: another seed is needed."""


def konexi_goal(seed: str) -> Match:
    """To the goal with gauges in sight: a bump, a fall, a non-word, a word, and one not said."""
    match = Match("konexi", 2, {"goal": 12, "bumps": True, "suspense": False}, seed)
    match.films = True
    until(match, lambda view: view.phase == "take" and len(view.tower) == 3)
    submit(match, other(match), Bump(match.view().tower[-1].letter, (4, 3, 0)))
    until(match, lambda view: view.places != () and shakiest(view)[0] < 0)
    submit(match, match.view().active, shakiest(match.view())[1])
    if not match.view().fall:
        raise Unlucky
    for recognise in (False, True):
        until(match, lambda view: "propose" in view.may and made_up(view) is not None)
        word = made_up(match.view())
        assert word
        submit(match, match.view().active, Propose(word))
        submit(match, other(match), Vote(recognise))
    until(match, lambda view: view.phase == "claim")
    match.advance(match.last_t + 60_000)
    until(match, lambda view: view.phase == "over")
    return match


def konexi_resigned(seed: str) -> Match:
    """With steady hands and without a clock, until one gives up after some forty entries."""
    match = Match("konexi", 2, {"steady": True, "first": 1, "word_ms": 0}, seed)
    until(match, lambda _: len(match.log) > 40)
    assert match.submit(0, {"type": "resign"}, match.last_t + 1000) is None
    return match


def konexi_tower(seed: str) -> Match:
    """Alone, with steady hands: six letters, as high as they will hold."""
    match = Match("konexi", 1, {"goal": 6, "steady": True}, seed)
    until(match, lambda view: view.phase == "over")
    return match


def until(match: Match, reached: Callable[[View], bool]) -> None:
    """Bots play until the table looks like this."""
    while not reached(match.view()):
        if match.outcome():
            raise Unlucky
        step(match, LEVELS, match.seed)


def submit(match: Match, seat: int | None, move: Move) -> None:
    assert seat is not None
    code = match.submit(seat, move, match.last_t + 1000)
    assert code is None, code


def other(match: Match) -> int:
    return 1 - int(match.view().active)


def shakiest(view: View) -> tuple[int, Join]:
    """The shakiest join there is, and its gauge."""
    ways = [(way.gauge, place, way) for place in view.places for way in place.ways]
    steady, place, way = min(ways, key=lambda each: each[0])
    return steady, Join(way.own, place.to, place.at, way.roll)


def made_up(view: View) -> str | None:
    """What the new letter and the one it hangs on spell, where that is not a word."""
    newest = view.tower[-1]
    pair = f"{newest.letter}{newest.parent}".lower()
    return next((word for word in (pair, pair[::-1]) if not vocabulary.known(word)), None)


RECORDS = {
    "konexi-goal": konexi_goal,
    "konexi-resigned": konexi_resigned,
    "konexi-tower": konexi_tower,
}


def lucky(play: Callable[[str], Match]) -> Match:
    """The first match that shows what it is to show."""
    for n in count():
        try:
            return play(f"golden {n}")
        except Unlucky:
            continue
    raise AssertionError


if __name__ == "__main__":
    for name, play in RECORDS.items():
        keep(name, lucky(play))
