"""Prolix: what is drawn and when time is up follow only from the line in force."""

import pytest

from inglenook import Match, Refused, Rng
from inglenook.core.game import NATURE
from inglenook.games.prolix import GAME, wording
from inglenook.games.prolix.board import BOX
from inglenook.games.prolix.moves import Draw, Flip, Say, Scratch, Write

SAND = 45_000


def daily(seed: str, habits: Rng) -> list[tuple[str, ...]]:
    """The draws met by a player who scratches, waits and writes by these habits."""
    match: Match = Match("prolix", 1, {}, seed)
    t = 0
    while match.outcome() is None:
        for _ in range(habits.below(4)):
            t += habits.below(2_000)
            word = wording.sample(match.state, 0, habits)
            assert match.submit(0, Scratch(word), t, lag=habits.below(301)) is None
        if match.state.scratched and habits.below(2):
            t = match.view(0).deadline + 300
            match.advance(t)
        else:
            t += habits.below(20_000)
            word = wording.sample(match.state, 0, habits)
            assert match.submit(0, Write(word), t, lag=habits.below(301)) is None
    return [entry.move.tiles for entry in match.log if isinstance(entry.move, Draw)]


def test_all_who_write_as_many_words_see_the_same_tiles_whatever_else_they_did() -> None:
    for day in range(10):
        plays = [daily(f"day {day}", Rng(f"habits of {who}", day)) for who in range(10)]
        longest = max(plays, key=len)
        assert len(longest) > 1
        for play in plays:
            assert play == longest[: len(play)]


def test_a_draw_that_is_taken_back_comes_out_the_same_again() -> None:
    match: Match = Match("prolix", 3, {"challenges": "referee"}, "again")
    before = len(match.log)
    assert match.submit(match.state.active, Say("stones"), 5_000) is None
    match.advance(8_000)
    board = match.state.pool.board
    assert match.submit(0, {"type": "undo", "to": before - 1}, 9_000) is None
    assert match.submit(match.state.active, Say("wrench"), 20_000) is None
    match.advance(30_000)
    assert match.state.pool.board == board


def test_sand_that_ran_out_in_what_was_undone_interrupts_nobody() -> None:
    match: Match = Match("prolix", 3, {}, "sand")
    active = match.state.active
    other = (active + 1) % 3
    assert match.submit(other, Flip(), 1_000) is None
    flipped = len(match.log) - 1
    match.advance(1_000 + SAND + 300)
    assert match.state.interruptions == 1
    assert match.submit(other, {"type": "undo", "to": flipped}, 300_000) is None
    match.advance(300_000)
    assert match.state.interruptions == 0
    # The sand goes on where it stood: all of it is left.
    assert match.next_nature() == 300_000 + SAND + 300
    match.advance(300_000 + SAND + 299)
    assert match.state.interruptions == 0
    assert match.submit(active, Say("stones"), 300_000 + SAND) is None
    assert match.state.interruptions == 0


def test_a_solo_deadline_that_passed_in_what_was_undone_loses_no_game() -> None:
    match: Match = Match("prolix", 1, {}, "solo")
    word = wording.sample(match.state, 0, Rng("word", 0))
    assert match.submit(0, Scratch(word), 10_000) is None
    assert match.submit(0, Write(word), 20_000) is None
    assert match.submit(0, {"type": "undo", "to": 1}, 60_000) is None
    match.advance(60_000)
    assert match.outcome() is None
    assert match.state.scratched == (word,)
    assert match.next_nature() == 60_000 + (SAND - 10_000) + 300
    match.advance(60_000 + SAND - 10_000 + 300)
    assert [line.word for line in match.state.sheets[0].regular] == [word]


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("options", [{}, {"challenges": "referee"}, {"rounds": 3, "marks": 3}])
def test_samples_of_the_lowest_seat_are_legal_and_end_the_game(
    seats: int, options: dict[str, object]
) -> None:
    for n in range(4):
        match: Match = Match("prolix", seats, options, f"samples {n}")
        moves = 0
        while match.outcome() is None:
            seat = min(match.to_move())
            assert seat != NATURE
            move = match.game.sample(match.state, seat, Rng(f"of {n}", moves))
            assert match.submit(seat, move, match.last_t) is None
            moves += 1
            assert moves < 2_000


def test_who_can_only_wait_for_the_sand_is_not_to_move() -> None:
    match: Match = Match("prolix", 3, {"rounds": 1, "challenges": "referee"}, "waiting")
    active = match.state.active
    out, flipper = (active + 1) % 3, (active + 2) % 3
    # One interrupt, and a player is out; the sand that was flipped runs on in the middle.
    assert match.submit(flipper, Flip(), 1_000) is None
    assert match.submit(out, Say("stones"), 2_000) is None
    match.advance(5_000)
    assert match.state.sheets[out].out
    assert match.view(out).may == ("flip",)
    assert match.to_move() == {active, flipper}
    assert match.submit(out, Flip(), 6_000) == "timer-running"
    # It may still flip once the sand is through.
    assert match.submit(out, Flip(), 1_000 + SAND) is None


def test_words_cannot_be_listed() -> None:
    match: Match = Match("prolix", 2, {}, "listed")
    with pytest.raises(Refused) as refused:
        match.game.legal(match.state, 0)
    assert refused.value.code == "not-listed"


def test_the_lots_are_told() -> None:
    match: Match = Match("prolix", 5, {}, "lots")
    lots = match.view(None).lots
    assert {lot.seat for lot in lots} == set(range(5))
    last = {lot.seat: lot.letter for lot in lots}
    assert min(last, key=lambda seat: last[seat]) == match.state.active


def test_the_board_is_told_as_text() -> None:
    match: Match = Match("prolix", 5, {"challenges": "referee"}, "text")
    assert match.submit(match.state.active, Say("stones"), 5_000) is None
    match.advance(9_000)
    text = GAME.show(match.view(0))
    head, upper, lower, now, *rest = text.splitlines()
    assert [int(points) for points in head.split()] == list(BOX.columns)
    shown = match.view(0).tiles
    assert [cell[0] for cell in upper.split()] == [tile.letter for tile in shown[::2]]
    assert [cell[0] for cell in lower.split()] == [tile.letter for tile in shown[1::2]]
    assert now.startswith("open, round 1 of 5, seat ")
    assert any("words: stones" in line for line in rest)
    assert rest[-1] == "used: stones"
    assert len(text.splitlines()) < 40
