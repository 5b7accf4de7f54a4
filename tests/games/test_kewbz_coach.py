"""The coach of Kewbz: what it says of a game, and where the truth is known, the truth."""

from functools import cache

import msgspec
import pytest

import inglenook
from inglenook import Match
from inglenook.core.game import Entry
from inglenook.core.insight import Insight
from inglenook.games.kewbz import mind, rules
from inglenook.games.kewbz.analyse import DEPTH, analyse, judge_for, judged, look
from inglenook.games.kewbz.root_search import best, margin, options
from inglenook.games.kewbz.search import blank

KEWBZ = rules.Kewbz()


def played(match: Match) -> tuple[list[rules.State], list[Entry]]:
    return list(match.history()), list(match.log)


def game(*cells: str, **options: int) -> Match:
    match = Match("kewbz", options=options)
    for cell in cells:
        match.play({"type": "place", "cell": cell})
    return match


def bots(seed: str, blue: str, amber: str, **options: int | bool) -> Match:
    match = Match("kewbz", options=options, seed=seed)
    while match.outcome() is None:
        (seat,) = match.to_move()
        move = inglenook.choose(match, (blue, amber)[seat])
        assert isinstance(move, rules.Place | rules.Swap)
        match.play(move)
    return match


@cache
def known(s: rules.State) -> int:
    """The margin to the player to move if both go on as well as can be: brute force."""
    if KEWBZ.outcome(s):
        scores = KEWBZ.scores(s)
        return scores[s.turn] - scores[1 - s.turn]
    return max(-known(after(s, move)) for move in KEWBZ.legal(s, s.turn))


def after(s: rules.State, move: rules.PlayerMove) -> rules.State:
    return KEWBZ.apply(s, Entry(0, 0, s.turn, move))


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_near_the_end_costs_are_what_brute_force_finds(seed: str) -> None:
    states, entries = played(bots(seed, "pebble", "cobble", size=5, cubes=10))
    close = range(len(states) - 2, len(states))
    for insight in analyse(states, entries, close):
        before, move = states[insight.step - 1], entries[insight.step - 1].move
        seat = before.turn
        margins = {m: -known(after(before, m)) for m in KEWBZ.legal(before, seat)}
        assert isinstance(move, rules.Place)
        got = margins[move]
        assert insight.margins[seat] == got == -insight.margins[1 - seat]
        most = max(margins.values())
        # A sure win is a win: the engine wants it before points, so it may leave some.
        if (most > 0) == (got > 0):
            assert insight.cost == pytest.approx(most - got)
        assert insight.chances[seat] == (got > 0) + 0.5 * (got == 0)
        for better in insight.best:
            assert margins[KEWBZ.decode_move(better)] > got  # type: ignore[index] # a placement


def test_a_tower_given_away_is_named_with_the_answer() -> None:
    states, entries = played(bots("slips", "pebble", "arch", size=6, cubes=20))
    said = list(analyse(states, entries, range(len(states))))
    assert [insight.step for insight in said] == list(range(1, len(states)))
    assert {insight.seat for insight in said} == {0, 1}
    costs = [sum(i.cost for i in said if i.seat == seat) for seat in (0, 1)]
    assert costs[0] > 5 * costs[1]
    gifts = [insight for insight in said if insight.name == "gift"]
    assert gifts
    for gift in gifts:
        s = states[gift.step]
        reply = next(m for m in KEWBZ.legal(s, s.turn) if m.cell == gift.facts["reply"])  # type: ignore[union-attr] # all are
        gained = after(s, reply)
        lead = KEWBZ.scores(s)[gift.seat] - KEWBZ.scores(s)[1 - gift.seat]
        left = KEWBZ.scores(gained)[gift.seat] - KEWBZ.scores(gained)[1 - gift.seat]
        n = gift.facts["n"]
        assert isinstance(n, int)
        assert lead - left >= n >= 2


def test_what_is_best_costs_nothing_and_the_rest_names_something_better() -> None:
    states, entries = played(bots("law", "brick", "lintel", size=6, cubes=16, swap=True))
    for insight in analyse(states, entries, range(len(states))):
        assert 0 <= insight.quality <= 1
        assert sum(insight.chances) == pytest.approx(1)
        assert (insight.verdict in ("best", "forced")) == (insight.cost == 0)
        assert bool(insight.best) == bool(insight.name) == (insight.cost > 0)
        before = states[insight.step - 1]
        for better in insight.best:
            assert KEWBZ.check(before, Entry(0, 0, insight.seat, KEWBZ.decode_move(better))) is None


@pytest.mark.parametrize(
    "options", [{"size": 6, "cubes": 16, "swap": True}, {"size": 9, "cubes": 10}]
)
def test_parts_are_the_whole(options: dict[str, int]) -> None:
    states, entries = played(bots("parts", "cobble", "brick", **options))
    whole = list(analyse(states, entries, range(len(states))))
    steps = [*range(len(states))]
    parts: list[Insight] = []
    for first in range(0, len(steps), 5):
        parts += analyse(states, entries, range(first, min(first + 5, len(steps))))
    assert msgspec.json.encode(whole) == msgspec.json.encode(parts)
    last = list(analyse(states, entries, range(len(states) - 1, len(states))))
    assert last == whole[-1:]


@pytest.mark.parametrize("cell", ["c3", "b2", "a1", "c1"])
def test_taking_over_is_worth_what_the_other_had(cell: str) -> None:
    placed = game(cell, size=5, cubes=12, swap=True)
    s = placed.state
    worth = margin(best(s.size, options(s), DEPTH, blank(s.size))[1])
    placed.play({"type": "swap"})
    states, entries = played(placed)
    (said,) = analyse(states, entries, range(2, 3))
    assert said.margins[1] == pytest.approx(-worth, abs=0.01)
    assert (said.name == "leave") == (2 * worth > 0.5)
    if worth < 0:
        placed = game(cell, size=5, cubes=12, swap=True)
        placed.play(next(iter(placed.legal())))
        (said,) = analyse(*played(placed), range(2, 3))
        assert said.best == ({"type": "swap"},)
        assert said.name == "take-over"


def test_a_game_that_was_given_up_has_nothing_said_of_giving_up() -> None:
    match = game("c3", "c4", size=6)
    match.submit(0, {"type": "resign"}, t=0)
    states, entries = played(match)
    assert [insight.step for insight in analyse(states, entries, range(len(states)))] == [1, 2]


def test_hints_are_the_best_moves_best_first() -> None:
    match = game("c3", "c4", "d4", size=6)
    advice = inglenook.advise(match)
    assert 1 < len(advice) <= 5
    assert [a.worth for a in advice] == sorted((a.worth for a in advice), reverse=True)
    assert advice[0].move == look(match.state).move
    taken = game("c3", size=6, swap=True)
    assert rules.Swap() in [a.move for a in inglenook.advise(taken)]
    # Whatever one opens with, the other takes the better side.
    assert inglenook.advise(game(size=6, swap=True))[0].worth < 0
    (only,) = inglenook.advise(game(size=5, swap=True))  # a board that the network does not know
    assert isinstance(only.move, rules.Place)


def test_the_network_judges_where_it_knows_more_and_the_search_near_the_end() -> None:
    states, _ = played(bots("who", "brick", "lintel", size=8, cubes=20))
    for s in states:
        assert judge_for(s) is (judged if min(s.unplayed) > mind.NEARLY_OVER else look)
    assert judge_for(KEWBZ.setup(2, rules.Options(12))) is look


def test_a_judgement_does_not_depend_on_what_was_thought_before() -> None:
    states, _ = played(bots("again", "arch", "pillar", size=8, cubes=30))
    first = judged(states[6])
    judged.cache_clear()
    mind.ranked(states[4], blank(8), 300)
    assert judged(states[6]) == first
    assert isinstance(first.move, rules.Place)
