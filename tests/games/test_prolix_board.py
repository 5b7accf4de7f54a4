"""Prolix: tiles, draws, and what a word is worth."""

from collections import Counter

import pytest

from inglenook import NATURE, Entry, Rng
from inglenook.games.prolix import board
from inglenook.games.prolix.board import ALL, BONUS, NO_TILES, Pool
from inglenook.games.prolix.moves import Draw, Lots
from tests.games.prolix_loaded import BOARD, PROLIX, Loaded


def test_there_are_77_tiles_and_no_vowels() -> None:
    assert len(ALL) == 77
    assert not set(ALL) & set("AEIOU")
    assert Counter(BONUS.values()) == {0: 13, 1: 3, 2: 5}


def test_the_printed_sheets_words_can_be_worth_what_it_says() -> None:
    # The most that four columns of two allow; `giving` needs a V of +2.
    printed = {"giving": 18, "flummoxed": 17, "plucky": 16, "scrapbooking": 20}
    printed |= {"picnicking": 20, "hurdled": 17}
    for word, value in printed.items():
        tiles = Counter({letter: min(2, n) for letter, n in Counter(word.upper()).items()})
        bonus = sorted((BONUS[tile] for tile in tiles.elements() if tile in BONUS), reverse=True)
        columns = [points for points in board.BOX.columns for _ in range(2)][: len(bonus)]
        assert sum(columns) + sum(bonus[:2]) >= value, word


def test_jewelers_scores_15() -> None:
    shown = "WCDBJSLP"
    assert board.value(shown, "jewelers") == 15
    assert [shown[place] for place in board.flipped(shown, "jewelers")] == ["W", "J", "S", "L"]


@pytest.mark.parametrize(
    ("word", "value"),
    [("b", 4), ("l", 2), ("ae", 0), ("bae", 4), ("zebra", 4), ("bcdfghlm", 26)],
)
def test_a_letter_that_is_not_on_the_board_is_allowed_and_scores_nothing(
    word: str, value: int
) -> None:
    assert board.value(BOARD, word) == value


def test_each_tile_counts_once() -> None:
    assert board.value(BOARD, "bb") == board.value(BOARD, "b")


def test_the_best_of_several_tiles_is_flipped() -> None:
    assert board.flipped("TCDFGHLT", "t") == (0,)
    assert board.value("TCDFGHLT", "t") == 4


def test_a_repeated_letter_flips_one_tile_for_each_time() -> None:
    assert board.flipped("TCDFGHLT", "tot") == (0, 7)
    assert board.value("TCDFGHLT", "tot") == 6
    assert board.value("TCDFGHLT", "tattoo") == 6


def test_a_flipped_tile_scores_its_column_and_its_bonus() -> None:
    assert [board.value("KBCDFGHZ", letter) for letter in "kbz"] == [5, 4, 4]


def test_the_setup_fills_column_by_column_from_the_left_upper_row_first() -> None:
    tiles = Loaded(3).view().tiles
    assert [tile.letter for tile in tiles if tile] == list(BOARD)
    assert [tile.points for tile in tiles if tile] == [4, 4, 4, 4, 3, 3, 2, 2]


def drawn(before: str, bag: str, letters: str, discards: str = "") -> bool:
    return board.draw(Pool(before, bag, discards), tuple(letters)) is not None


def test_never_more_than_two_rare_tiles_at_setup() -> None:
    assert drawn(NO_TILES, ALL, "KJBCDFGH")
    assert not drawn(NO_TILES, ALL, "KJQCDFGH")
    assert not drawn(NO_TILES, ALL, "KVWCDFGH")


def test_never_more_than_two_of_one_letter_at_setup() -> None:
    assert drawn(NO_TILES, ALL, "BBCDFGHL")
    assert not drawn(NO_TILES, ALL, "BBBCDFGH")


def test_the_limits_hold_for_every_draw() -> None:
    assert drawn("..KCDFGJ", ALL, "BB")
    assert not drawn("..KCDFGJ", ALL, "BV")
    assert not drawn("..BCDFGB", ALL, "CB")


def test_a_draw_must_be_in_the_bag_and_fill_the_board() -> None:
    play = Loaded(3)
    play.say((0, "b"))
    play.accept()
    for letters in ("", "N", "NPR", "AE", "np", "N."):
        assert play.refusal(NATURE, Draw(tuple(letters))) == "bad-draw"
    assert play.refusal(NATURE, Draw(("NP", "R"))) == "bad-draw"
    assert play.refusal(NATURE, Draw(("N", "P"))) is None
    assert not drawn("..BCDFGH", "LMN", "LP")


def test_a_set_aside_tile_goes_back_into_the_bag() -> None:
    pool = board.draw(Pool("..KCDFGJ", "BVN"), ("B", "N"))
    assert pool == Pool("BNKCDFGJ", "V")


def test_the_discards_go_back_in_when_no_tile_in_the_bag_is_playable() -> None:
    pool = board.draw(Pool("..KCDFGJ", "NV", "BL"), ("N", "B"))
    assert pool == Pool("NBKCDFGJ", "LV")
    # While a tile can be played, the discards stay where they are.
    assert not drawn("..KCDFGJ", "NVM", "NB", discards="BL")
    assert board.draw(Pool("..KCDFGJ", "NVM", "BL"), ("N", "M")) == Pool("NMKCDFGJ", "V", "BL")


def test_chance_keeps_the_limits_and_never_runs_dry() -> None:
    pool = Pool()
    for turn in range(400):
        letters = board.chance(pool, Rng("chance", turn))
        after = board.draw(pool, letters)
        assert after
        assert sum(BONUS[tile] > 0 for tile in after.board) <= 2
        assert max(Counter(after.board).values()) <= 2
        assert "".join(sorted(after.board + after.bag + after.discards)) == ALL
        pool = board.advance(after, 1 + turn % 2)


def test_tiles_move_one_column_right_and_the_last_are_discarded() -> None:
    play = Loaded(3)
    play.say((0, "b"))
    play.accept()
    assert play.s.pool.board == "..BCDFGH"
    assert play.s.pool.discards == "LM"
    play.deal("NP")
    assert play.board == "NPBCDFGH"


def test_lots_are_drawn_and_the_nearest_to_a_starts() -> None:
    s = PROLIX.setup(3, PROLIX.decode_options({}))
    s = PROLIX.apply(s, Entry(0, 0, NATURE, Lots({"0": "T", "1": "C", "2": "F"})))
    assert (s.phase, s.active) == ("draw", 1)


def test_tied_lots_are_drawn_again_by_those_who_tied() -> None:
    s = PROLIX.setup(4, PROLIX.decode_options({}))
    s = PROLIX.apply(s, Entry(0, 0, NATURE, Lots({"0": "T", "1": "C", "2": "F", "3": "C"})))
    assert s.phase == "lots"
    for tiles in ({"0": "B", "1": "C", "2": "D", "3": "F"}, {"1": "B"}, {"1": "B", "2": "C"}):
        assert PROLIX.check(s, Entry(0, 0, NATURE, Lots(tiles))) == "bad-lots"
    s = PROLIX.apply(s, Entry(0, 0, NATURE, Lots({"1": "D", "3": "B"})))
    assert (s.phase, s.active) == ("draw", 3)


def test_lots_come_from_the_bag() -> None:
    s = PROLIX.setup(3, PROLIX.decode_options({}))
    for letters in ("BCA", "JJB", "BC.", "bcd"):
        tiles = {str(seat): letter for seat, letter in enumerate(letters)}
        assert PROLIX.check(s, Entry(0, 0, NATURE, Lots(tiles))) == "bad-lots"
    # There is one J. All go back before the board is set up.
    entry = Entry(0, 0, NATURE, Lots({"0": "J", "1": "B", "2": "C"}))
    assert PROLIX.check(s, entry) is None
    s = PROLIX.apply(s, entry)
    assert s.pool == Pool()
