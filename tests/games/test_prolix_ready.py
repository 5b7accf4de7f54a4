"""Nobody sees a tile, and no sand runs, before those who play have said that they are ready."""

import pytest

from inglenook import NATURE, Entry, Match, Move, Rng, dumps, loads, replay
from inglenook.contests import arena
from inglenook.core.bot import Later
from inglenook.core.registry import find_level
from inglenook.games.prolix.bot import BOT
from inglenook.games.prolix.moves import Flip, Ready, Say, Scratch, Time, Write
from inglenook.games.prolix.view import Crossing, Price
from tests.games.prolix_loaded import PROLIX, Loaded

RNG = Rng("ready", 0)


def waiting(seats: int, **options: object) -> Match:
    return Match("prolix", seats, {"ready": True, **options}, "ready")


def submit(match: Match, seat: int, move: Move, t: int) -> str | None:
    return match.submit(seat, move, t)


def test_alone_the_sand_runs_from_the_moment_one_is_ready_and_so_in_every_round() -> None:
    match = waiting(1)
    view = match.view(0)
    assert (view.phase, view.may, view.deadline) == ("ready", ("ready",), None)
    assert set(view.tiles) == {None}
    match.advance(600_000)
    assert submit(match, 0, Write("garden"), 600_000) == "wrong-phase"
    assert submit(match, 0, Ready(), 600_000) is None
    view = match.view(0)
    assert (view.phase, view.deadline) == ("write", 645_000)
    best = BOT.choose(view, 0, find_level("prolix", "lexicon"), RNG)
    assert isinstance(best, Later)
    word = best.move.word  # type: ignore[attr-defined] # it notes or writes one
    assert submit(match, 0, Write(word), 610_000) is None
    view = match.view(0)
    # What is left of the board before is not looked at without the sand.
    assert (view.phase, view.round, set(view.tiles)) == ("ready", 2, {None})
    assert submit(match, 0, Scratch("garden"), 700_000) == "wrong-phase"
    assert submit(match, 0, Ready(), 900_000) is None
    assert match.view(0).deadline == 945_000


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_all_are_ready_and_it_begins(seats: int) -> None:
    match = waiting(seats)
    for seat in range(seats):
        assert match.view(seat).phase == "ready"
        assert submit(match, seat, Ready(), 1000 * seat) is None
        if seat < seats - 1:
            assert submit(match, seat, Ready(), 1000 * seat) == "already-ready"
    assert match.view(0).phase == ("write" if seats == 2 else "open")


def test_the_others_have_half_a_minute_once_the_first_is_ready() -> None:
    match = waiting(3)
    match.advance(10_000_000)
    assert match.view(0).phase == "ready"
    assert submit(match, 1, Ready(), 10_000_000) is None
    assert match.view(0).deadline == 10_030_000
    assert submit(match, 2, Ready(), 10_020_000) is None
    assert match.view(0).deadline == 10_030_000
    assert match.next_nature() == 10_030_300
    match.advance(10_030_299)
    assert match.view(0).phase == "ready"
    match.advance(10_030_300)
    assert match.view(0).phase == "open"
    assert any(isinstance(entry.move, Time) for entry in match.log)


def test_nothing_else_may_be_done_before() -> None:
    match = waiting(3)
    for move in (Say("garden"), Flip(), Write("garden")):
        assert submit(match, 0, move, 0) == "wrong-phase"
    assert PROLIX.check(match.state, Entry(0, 0, NATURE, Time())) == "too-early"


def test_who_did_not_choose_it_is_not_asked_and_old_records_stay_as_they_are() -> None:
    assert Match("prolix", 1, {}, "ready").view(0).phase == "write"
    assert "ready" not in Match("prolix", 3, {}, "seed").record().options
    assert replay(loads(dumps(waiting(3).record()))).view(0).phase == "ready"


def test_the_same_tiles_come_whether_one_is_asked_or_not() -> None:
    match = waiting(1)
    submit(match, 0, Ready(), 5000)
    assert match.view(0).tiles == Match("prolix", 1, {}, "ready").view(0).tiles


def test_bots_wait_for_people_and_then_for_nobody() -> None:
    match = waiting(3)
    level = find_level("prolix", "banter")
    patient = BOT.choose(match.view(1), 1, level, RNG)
    assert isinstance(patient, Later)
    assert (patient.move, patient.ms) == (Ready(), 300_000)
    submit(match, 0, Ready(), 1000)
    prompt = BOT.choose(match.view(1), 1, level, RNG)
    assert isinstance(prompt, Later)
    assert prompt.ms < 1000


def test_bots_among_themselves_begin_too() -> None:
    match = waiting(3, rounds=1)
    while not match.outcome():
        arena.step(match, ["murmur"] * 3, "bots")


# --- what things cost ----------------------------------------------------------------------------


def test_the_price_of_an_interrupt_is_told_before() -> None:
    play = Loaded(3)
    assert play.view(0).price is None
    # Nothing is written yet: it will be a word to come.
    assert play.view(1).price == Price(2, crosses=True, line=None)
    play.word(0, "bcdf")
    play.word(1, "g")
    play.word(2, "h")
    play.word(0, "l")
    assert play.view(0).price == Price(2, crosses=True, line=1)
    assert play.view(0).risk == 2
    assert play.view().price is None


def test_among_four_the_first_interrupt_crosses_nothing_out() -> None:
    play = Loaded(4)
    assert play.view(1).price == Price(3, crosses=False, line=None)
    play.word(1, "bcdf")
    assert play.view(1).price == Price(3, crosses=True, line=None)


def test_what_an_interrupt_crossed_out_is_told() -> None:
    play = Loaded(3)
    play.word(0, "bcdf")
    assert play.view().crossings == ()
    play.word(0, "g")
    assert play.view().crossings == (Crossing(0, "bcdf", 16),)
    assert play.view().crossed[0] == (0,)


def test_a_challenge_of_a_duel_risks_no_points() -> None:
    assert Loaded(2).view(0).risk == 0


def test_a_word_that_is_not_in_the_list_is_doubtful_where_it_may_be_said() -> None:
    play = Loaded(3)
    assert PROLIX.doubt(play.s, 0, Say("zzzqq")) == "not-in-list"
    assert PROLIX.doubt(play.s, 0, Say("garden")) == ""
    assert PROLIX.doubt(play.s, 0, Flip()) == ""
    # Who is refused anyway is not asked first.
    assert PROLIX.doubt(play.s, 0, Say("zz qq")) == ""
    assert PROLIX.doubt(Loaded(3, challenges="referee").s, 0, Say("zzzqq")) == ""
    assert PROLIX.doubt(Loaded(1).s, 0, Write("zzzqq")) == ""
    assert PROLIX.doubt(Loaded(2).s, 0, Write("zzzqq")) == "not-in-list"
