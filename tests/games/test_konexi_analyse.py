"""What the coach says about games of Konexi."""

from collections.abc import Sequence

import inglenook
from inglenook import Match
from inglenook.core.game import Entry
from inglenook.core.insight import Insight
from inglenook.games.konexi.rules import offers
from inglenook.games.konexi.rules.state import State
from tests.games.konexi_loaded import stack

GOLDEN = "tests/games/golden/konexi-goal.json"


def told(match: Match, steps: range | None = None) -> list[Insight]:
    states = [position.state for position in match.positions]
    every = range(1, len(states)) if steps is None else steps
    return list(match.game.analyse(states, match.log, every))


def test_parts_of_a_game_are_told_as_the_whole() -> None:
    match = inglenook.replay(inglenook.load(GOLDEN))
    whole = told(match)
    assert len({insight.step for insight in whole}) == len(whole)
    half = len(match.log) // 2
    parts = told(match, range(half)) + told(match, range(half, len(match.log) + 1))
    assert parts == whole
    for insight in whole:
        entry: Entry = match.log[insight.step - 1]
        assert insight.seat in (entry.seat, match.positions[insight.step - 1].state.active)
        assert 0 <= insight.quality <= 1
        for move in insight.best:
            match.game.decode_move(move)


def spoken(move: dict[str, str], *letters: str) -> Insight:
    """What is told of the answer to the last of these letters."""
    match = inglenook.replay(stack(*letters).record())
    assert match.submit(match.state.active, move) is None
    step = next(i for i, entry in enumerate(match.log, 1) if entry.t == match.last_t)
    steps = [i for i, entry in enumerate(match.log, 1) if entry.seat >= 0 and i >= step]
    (insight,) = told(match, range(steps[-1], steps[-1] + 1))
    return insight


RULE = ("E", "RE", "CR", "LE", "UL")


def test_a_word_passed_over_costs_its_letters() -> None:
    insight = spoken({"type": "none"}, *RULE)
    assert (insight.name, insight.cost, insight.verdict) == ("passed", 5, "blunder")
    assert insight.facts["there"] == 5
    assert insight.best == ({"type": "claim", "word": str(insight.facts["best"])},)


def test_a_shorter_word_costs_the_difference_and_the_longest_nothing() -> None:
    insight = spoken({"type": "claim", "word": "rule"}, *RULE)
    assert (insight.name, insight.cost, insight.facts["word"]) == ("word", 1, "rule")
    insight = spoken({"type": "claim", "word": "cruel"}, *RULE)
    assert (insight.verdict, insight.cost, insight.best) == ("best", 0, ())


def test_where_there_is_no_word_nothing_is_held_against_anyone() -> None:
    assert spoken({"type": "none"}, "Q", "XQ").verdict == "forced"


def test_the_coach_repeats_no_coarse_word() -> None:
    insight = spoken({"type": "claim", "word": "arse"}, "A", "RA", "SR", "ES")
    assert insight.facts["word"] == "…"
    assert "arse" not in str(insight)


def test_a_reckless_join_is_told_with_a_safer_one_for_the_same_word() -> None:
    match = inglenook.replay(inglenook.load(GOLDEN))
    reckless = [each for each in told(match) if each.name.startswith("fell")]
    assert reckless
    for insight in reckless:
        before: State = match.positions[insight.step - 1].state
        assert insight.facts["risk"] > insight.facts["safest"]  # type: ignore[operator] # numbers
        (best,) = insight.best
        assert best["type"] == "join"
        assert gauge(before, best) > gauge(before, plain(match.log, insight.step))


def plain(log: Sequence[Entry], step: int) -> dict[str, object]:
    move = log[step - 1].move
    return {name: getattr(move, name) for name in ("own", "to", "at", "roll")}


def gauge(before: State, move: dict[str, object]) -> int:
    assert before.hand
    return next(
        way.gauge
        for place in offers.places(before.tower, before.hand)
        for way in place.ways
        if (way.own, place.to, place.at, way.roll)
        == (move["own"], move["to"], move["at"], move["roll"])
    )
