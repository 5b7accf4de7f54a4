"""Prolix: what each seat may know, and what the log shows."""

import re
from pathlib import Path

import msgspec
import pytest

from inglenook import Entry, Match, Rng
from inglenook.games.prolix.moves import Say, Scratch, Write
from inglenook.games.prolix.view import Said
from tests.games.prolix_loaded import PROLIX, Loaded


def test_a_word_in_the_window_is_hidden_from_the_others_until_it_closes() -> None:
    play = Loaded(3)
    play.play(1, Say("bcdf"))
    assert play.view(1).said == (Said(1, "bcdf"),)
    assert play.view(1).mine == "bcdf"
    for seat in (None, 0, 2):
        assert play.view(seat).said == (Said(1, None),)
        assert play.view(seat).mine is None
        assert b"bcdf" not in msgspec.json.encode(play.view(seat))
    play.lapse()
    for seat in (None, 0, 1, 2):
        assert play.view(seat).said == (Said(1, "bcdf"),)
        assert [stake.word for stake in play.view(seat).stakes] == ["bcdf"]


def test_a_written_word_is_hidden_from_the_other() -> None:
    play = Loaded(2)
    play.play(1, Write("bcdf"))
    assert play.view(1).mine == "bcdf"
    for seat in (None, 0):
        assert play.view(seat).written == (False, True)
        assert b"bcdf" not in msgspec.json.encode(play.view(seat))
    play.play(0, Write("bcd"))
    for seat in (None, 0, 1):
        assert [stake.word for stake in play.view(seat).stakes] == ["bcdf", "bcd"]


def test_nothing_of_a_solo_game_is_hidden() -> None:
    play = Loaded(1)
    play.play(0, Scratch("blind"))
    mine, watching = play.view(0), play.view(None)
    assert mine.scratched == watching.scratched == ("blind",)


@pytest.mark.parametrize("move", [Say("bcdf"), Write("bcdf")])
def test_the_log_hides_words_too(move: Say | Write) -> None:
    entry = Entry(3, 0, 1, move)
    assert PROLIX.hide(entry, 1) == move
    for seat in (None, 0, 2):
        assert PROLIX.hide(entry, seat) == type(move)("")
    scratch = Entry(3, 0, 0, Scratch("blind"))
    assert PROLIX.hide(scratch, None) == scratch.move


def test_a_made_up_state_has_other_words_in_it_and_is_a_legal_one() -> None:
    play = Loaded(3)
    play.play(1, Say("bcdf"))
    full = PROLIX.determinize(play.view(0), Rng("guess", 1))
    (word,) = full.said
    assert word.seat == 1
    assert word.word != "bcdf"
    assert PROLIX.view(full, 0) == play.view(0)
    assert PROLIX.deadline(full) == PROLIX.deadline(play.s)
    assert word.at == play.s.said[0].at


def test_chance_deals_the_tiles_of_a_real_match() -> None:
    match = Match("prolix", 3, seed="tonight")
    assert [type(entry.move).__name__ for entry in match.log] == ["Lots", "Draw"]
    again = Match("prolix", 3, seed="tonight")
    assert again.log == match.log
    assert match.to_move() == {0, 1, 2}


def test_scores_are_as_if_the_game_ended_now() -> None:
    play = Loaded(3)
    play.word(0, "bcd")
    play.word(0, "bcdf", draw="NP")
    assert play.view().scores == (play.sheet(0).interrupts[0].value, 0, 0)


def test_every_test_that_the_rules_page_names_exists() -> None:
    root = Path(__file__).parents[2]
    named = set(re.findall(r"`(test_\w+)`", (root / "docs/games/prolix.md").read_text()))
    files = (root / "tests/games").glob("test_prolix_*.py")
    written = {
        name for file in files for name in re.findall(r"^def (test_\w+)", file.read_text(), re.M)
    }
    assert named
    assert named <= written
