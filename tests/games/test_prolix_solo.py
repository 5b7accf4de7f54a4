"""Prolix for one: against the sand and the targets."""

from inglenook import NATURE, words
from inglenook.games.prolix import board
from inglenook.games.prolix.moves import Flip, Say, Scratch, Time, Write
from inglenook.games.prolix.view import Line, Shown, Timer
from tests.games.prolix_loaded import PROLIX, Loaded


def test_the_round_ends_with_the_sand_45_seconds_after_the_tiles_are_drawn() -> None:
    play = Loaded(1)
    assert play.view().deadline == 45_000
    assert play.view().timer == Timer(0, 45_000)
    play.wait(45_000)
    assert play.refusal(0, Write("blind")) is None
    play.wait(299)
    assert play.refusal(0, Write("blind")) == play.refusal(0, Scratch("blind")) == "too-late"
    assert play.refusal(0, Write("blind"), lag=299) is None
    assert play.refusal(NATURE, Time()) == "too-early"
    play.wait(1)
    assert play.refusal(NATURE, Time()) is None


def test_any_number_of_words_is_scratched_and_one_is_written() -> None:
    play = Loaded(1)
    for word in ("blind", "blinds", "cold"):
        play.play(0, Scratch(word))
    assert play.view().scratched == ("blind", "blinds", "cold")
    play.play(0, Write("childbed"))
    assert [line.word for line in play.sheet(0).regular] == ["childbed"]


def test_when_time_runs_out_the_last_scratched_word_is_written() -> None:
    play = Loaded(1)
    play.play(0, Scratch("cold"))
    play.play(0, Scratch("childbed"))
    play.lapse()
    assert [line.word for line in play.sheet(0).regular] == ["childbed"]
    assert play.view().total == 4 + 3 + 2 + 4 + 4


def test_nothing_scratched_is_zero_and_below_the_target() -> None:
    play = Loaded(1)
    play.lapse()
    assert play.sheet(0).regular == (Line("", 0),)
    outcome = PROLIX.outcome(play.s)
    assert outcome
    assert (outcome.scores, outcome.winners, outcome.reason) == ((0,), (), "target-missed")


def test_below_the_target_the_game_is_lost_and_on_it_it_goes_on() -> None:
    assert Loaded(1).view().targets == (15, 32, 50, 68, 86, 105)
    play = Loaded(1, "WCDBJSLP")
    play.play(0, Write("jewelers"))
    assert (play.view().total, play.s.phase) == (15, "draw")
    last = play.view().last
    assert last
    assert last.words == (Shown(0, "jewelers", 15, True, (0, 4, 5, 6)),)
    play = Loaded(1, "WCDBJSLP")
    play.play(0, Write("jewel"))
    assert (play.view().total, play.s.phase) == (12, "over")
    assert play.refusal(0, Write("cold")) == "game-over"


def test_two_columns_are_discarded_and_four_tiles_drawn() -> None:
    play = Loaded(1)
    play.play(0, Write("childbed"))
    play.wait(5000)
    play.deal("NPRS")
    assert play.board == "NPRSBCDF"
    assert play.view().deadline == 50_000
    assert play.view().round == 2


def test_scratched_words_are_not_used_and_are_forgotten_with_the_round() -> None:
    play = Loaded(1)
    play.play(0, Scratch("blind"))
    play.play(0, Write("childbed"))
    play.deal("NPRS")
    assert play.view().scratched == ()
    assert play.refusal(0, Write("blind")) is None
    assert play.refusal(0, Write("childbeds")) == "cheapie"
    assert play.refusal(0, Scratch("childbeds")) == "cheapie"


def test_words_must_be_in_the_reference() -> None:
    play = Loaded(1)
    assert play.refusal(0, Write("bcdf")) == play.refusal(0, Scratch("bcdf")) == "unknown-word"


def test_there_are_no_turns_and_no_timer_to_flip() -> None:
    play = Loaded(1)
    assert play.refusal(0, Say("blind")) == play.refusal(0, Flip()) == "wrong-phase"
    assert play.view(0).may == ("write", "scratch")
    assert play.view(None).may == ()


def test_six_targets_met_is_a_win() -> None:
    play = Loaded(1)
    for _ in range(6):
        assert PROLIX.outcome(play.s) is None
        best = words.best(board.worths(play.board), limit=50)
        word = next(word for word, _ in best if play.refusal(0, Write(word)) is None)
        play.write((0, word))
    outcome = PROLIX.outcome(play.s)
    assert outcome
    assert outcome.scores[0] >= 105
    assert (outcome.winners, outcome.reason) == ((0,), "target-met")
    assert "." not in play.board


def test_rounds_can_be_chosen() -> None:
    play = Loaded(1, rounds=3)
    assert (play.view().rounds, play.view().targets) == (3, (15, 32, 50))
    for played in range(3):
        assert PROLIX.outcome(play.s) is None
        assert len(play.view().reached) == played
        best = words.best(board.worths(play.board), limit=50)
        word = next(word for word, _ in best if play.refusal(0, Write(word)) is None)
        play.write((0, word))
    assert play.view().reached[-1] == play.view().total >= 50
    assert not play.view().missed
    assert len(Loaded(1, rounds=10).view().targets) == 10


def test_the_view_says_that_a_target_was_missed() -> None:
    play = Loaded(1)
    assert not play.view().missed
    play.lapse()
    assert play.view().missed
