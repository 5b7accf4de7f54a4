"""Konexi for one, and the board of the day."""

from inglenook import Match
from inglenook.contests.arena import step
from inglenook.core.game import Rng
from inglenook.games.konexi.rules.moves import Join
from tests.games.konexi_loaded import KONEXI, Stacked, stack


def built(goal: int) -> Stacked:
    return stack("R", "CR", "UC", seats=1, goal=goal)


def test_alone_the_tallest_tower_that_stood_counts() -> None:
    table = Stacked(1, goal=3)
    table.found("R")
    # R lies on its face: letters are 12 mm thick.
    assert table.view.scores == (12,)
    table = built(3)
    (height,) = table.view.scores
    assert 12 < height < 150
    assert (table.view.phase, table.view.words) == ("over", ((),))
    outcome = KONEXI.outcome(table.s)
    assert outcome
    assert (outcome.scores, outcome.winners, outcome.reason) == ((height,), (0,), "tower")
    assert table.view.lost == (0,)


def test_alone_nobody_is_asked_for_a_word() -> None:
    table = built(10)
    assert table.s.phase == "roll"
    assert (table.active, table.s.ends) == (0, None)


def test_alone_a_fall_ends_the_game() -> None:
    table = built(10)
    before = table.view.scores
    table.take("A")
    place = table.view.places[0]
    way = place.ways[0]
    table.do(Join(way.own, place.to, place.at, way.roll))
    table.verdict("collapsed")
    assert (table.view.phase, table.view.scores) == ("over", before)
    assert table.view.fall
    assert (table.view.fall.letters, table.view.fall.lost) == (4, 0)


def test_the_board_of_the_day_is_the_same_for_everybody() -> None:
    board = KONEXI.daily(Rng("a day", 0))
    assert board is not None
    assert not board.levels
    seen = []
    for level in ("fumble", "surgeon"):
        match = Match("konexi", 1, board.options, "a day")
        while len(match.state.tower) < 4:
            step(match, (level,), level)
        kinds = [entry.move for entry in match.log]
        seen.append([move for move in kinds if type(move).__name__ in ("Ring", "Rolled")][:4])
    assert seen[0] == seen[1]
