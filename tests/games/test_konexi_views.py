"""Konexi: what everyone sees, and looking back on a game."""

import inglenook
from inglenook import Match, Rng
from inglenook.games.konexi.rules.moves import Bump, Found, Join, Propose, Rolled, Vote
from inglenook.games.konexi.rules.review import BEST, Review, Turn
from inglenook.games.konexi.rules.text import show
from inglenook.games.konexi.rules.view import Fall, Settling, Word
from tests.games.konexi_loaded import KONEXI, Stacked, stack


def reviewed(table: Stacked) -> tuple[Turn, ...]:
    review = KONEXI.review(inglenook.replay(table.record()).history())
    assert isinstance(review, Review)
    return review.turns


def test_all_see_the_same() -> None:
    assert KONEXI.shared_view
    table = stack("E", "RE", "CR")
    assert KONEXI.view(table.s, 0) == KONEXI.view(table.s, 1) == KONEXI.view(table.s, None)


def test_what_is_in_the_tower_is_seen_with_its_joins_and_its_stress() -> None:
    table = stack("E", "RE", "CR")
    view = table.view
    assert [each.letter for each in view.tower] == ["E", "R", "C"]
    assert [each.parent for each in view.tower] == [None, "E", "R"]
    for each, link in zip(view.tower[1:], view.links, strict=True):
        assert (each.letter, each.own, each.parent, each.at) == (
            link.a, link.at_a, link.b, link.at_b,
        )  # fmt: skip
    assert view.tower[0].stress == 0
    assert all(each.stress and 0 < each.stress < 1 for each in view.tower[1:])
    assert view.steady
    assert 0 < view.steady < 100
    assert view.new == "C"


def test_the_table_as_text() -> None:
    table = stack("E", "RE", "CR", "LE", "UL", ring="XERCLUABDFGHIJKMNOPQSTVWYZ")
    assert (
        show(table.view)
        == """\
round 1, to 20 points   seat 0: 0  seat 1: 0
ring: X * A B D F G H I J K M N O P Q S T V W Y Z   die: any
tower: 5 letters, steady -9
  E
    R
      C
    L
      U new
seat 0 may claim a word with U until 30.0 s"""
    )
    table.do(Propose("lu"))
    assert show(table.view).endswith("seat 0 proposes lu: to vote: 1 until 30.0 s")
    table.play(1, Vote(True))
    table.nature(Rolled("2"))
    assert "seat 0: 2  seat 1: 0" in show(table.view)
    assert show(table.view).endswith("seat 1 takes B or D")
    assert "tower: none" in show(Stacked().view)


def test_a_bare_table_is_steady() -> None:
    assert Stacked().view.steady == 100


def test_the_letter_stays_in_the_hand_until_it_has_settled() -> None:
    table = Stacked()
    table.take("A")
    assert table.view.places == ()
    table.do(Found(1, released=0))
    assert (table.view.phase, table.view.hand, table.view.tower) == ("settle", "A", ())
    assert table.view.settling == Settling(0, Found(1, released=0))
    assert table.view.rests == ()
    table.verdict()
    after = table.view
    assert after.hand is None
    assert after.settling is None
    assert [each.letter for each in after.tower] == ["A"]


def test_the_gauge_of_each_way_is_that_of_the_tower_it_makes() -> None:
    table = stack("E", "RE")
    table.none()
    table.take("S")
    for place in table.view.places[::3]:
        for way in place.ways[::3]:
            tried = Stacked()
            tried.log, tried.s = list(table.log), table.s
            tried.do(Join(way.own, place.to, place.at, way.roll))
            tried.verdict()
            assert tried.view.steady == way.steady


def test_a_state_follows_from_its_view() -> None:
    match = Match("konexi", 3, {"goal": 6}, seed="a tower")
    while match.outcome() is None:
        seat = min(match.to_move())
        move = KONEXI.sample(match.state, seat, Rng("hands", len(match.log)))
        assert match.submit(seat, move, match.last_t) is None
    for state in match.history():
        again = KONEXI.determinize(KONEXI.view(state, None), Rng("", 0))
        assert again == state
        assert hash(again) == hash(state)


def test_the_review_names_the_best_words_each_turn_offered() -> None:
    table = stack("E", "RE", "CR", "LE", "UL")
    table.claim("rule")
    *_, before, last = reviewed(table)
    assert (before.letter, before.letters, before.word) == ("L", 4, None)
    assert last == Turn(
        round=1,
        seat=0,
        letter="U",
        letters=5,
        best=(
            Word("cruel", 5), Word("ulcer", 5), Word("lucre", 5), Word("rule", 4), Word("lure", 4),
        ),
        word=Word("rule", 4),
        fall=None,
    )  # fmt: skip
    assert len(last.best) == BEST


def test_the_review_has_the_falls_and_who_paid() -> None:
    table = stack("E", "RE", bumps=True)
    table.claim("re")
    table.take("S")
    place = table.view.places[0]
    table.do(Join(place.ways[0].own, place.to, place.at, place.ways[0].roll))
    table.verdict("came-off")
    laid, joined, fell = reviewed(table)
    assert (laid.letter, laid.best, laid.word) == ("E", (), None)
    assert (joined.letter, joined.word) == ("R", Word("re", 2))
    assert fell == Turn(1, 0, "S", 3, (), None, Fall(0, False, "came-off", 3, 0))


def test_the_review_has_bumps_whether_the_tower_fell_or_not() -> None:
    table = stack("E", "RE", bumps=True)
    table.play(1 - table.active, Bump("E", (0, 0, 1)))
    table.verdict()
    _, last = reviewed(table)
    assert last.letter == "R"
    assert last.fall == Fall(0, True, "stands", 2, 0)

    table = stack("E", "RE", bumps=True)
    table.none()
    table.nature(Rolled("2"))
    table.play(1 - table.active, Bump("E", (0, 0, 1)))
    table.verdict("collapsed")
    assert reviewed(table)[-1] == Turn(1, 0, None, 2, (), None, Fall(1, True, "collapsed", 2, 0))


def test_a_recognised_word_is_reviewed() -> None:
    table = stack("E", "QE")
    table.do(Propose("qe"))
    table.play(1 - table.active, Vote(True))
    assert reviewed(table)[-1].word == Word("qe", 2)


def test_the_last_word_is_reviewed_too() -> None:
    table = stack("A", "TA", goal=2)
    table.claim("at")
    assert KONEXI.outcome(table.s)
    assert reviewed(table)[-1].word == Word("at", 2)
    assert table.view.may == ()
