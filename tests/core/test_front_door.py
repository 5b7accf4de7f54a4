"""What a user of the library does with a match, a record and the bots."""

import copy
from pathlib import Path
from typing import Any

import pytest

import inglenook
from inglenook import NATURE, BadRecord, Later, Match, Refused, Resign, Undo
from inglenook.games.kewbz.rules import Place
from inglenook.games.prolix.moves import Say
from tests.core.test_check_game import Nim


def code(refused: "pytest.ExceptionInfo[Refused]") -> str:
    return refused.value.code


def played(moves: int, game: str = "kewbz", seats: int = 2) -> "Match[Any, Any, Any]":
    match = Match(game, seats, seed="front door")
    for _ in range(moves):
        match.play(match.sample())
    return match


def test_legal_moves_are_those_of_the_seat_to_move() -> None:
    match = Match("kewbz", options={"size": 5})
    assert len(match.legal()) == len(match.legal(0)) == 25
    for seat, refusal in ((1, "not-your-turn"), (2, "no-such-seat"), (-1, "no-such-seat")):
        for ask in (match.legal, match.sample, match.mover):
            with pytest.raises(Refused) as refused:
                ask(seat)
            assert code(refused) == refusal
    with pytest.raises(Refused) as refused:
        Match("prolix", 1).legal()
    assert code(refused) == "not-listed"


def test_play_is_for_the_lowest_seat_that_can_move() -> None:
    match = Match("snap", 3)
    for seat in range(3):
        assert match.mover() == seat
        match.play(match.sample())
    assert [entry.seat for entry in match.log] == [0, 1, 2, NATURE]
    match.play({"type": "claim"}, seat=2)
    assert match.log[-1].seat == 2
    with pytest.raises(Refused) as refused:
        match.play({"type": "claim"}, seat=2)
    assert code(refused) == "already-claimed"


def test_play_raises_what_submit_answers() -> None:
    match = Match("kewbz")
    match.play(Place("d4"))
    for move, refusal in (
        (Place("d4"), "occupied"),
        ({"type": "place", "cell": "d4"}, "occupied"),
        ({"type": "jump"}, "bad-move"),
        (Undo(5), "bad-undo"),
    ):
        assert match.submit(1, move) == refusal
        with pytest.raises(Refused) as refused:
            match.play(move)
        assert code(refused) == refusal
    match.play(Resign())
    with pytest.raises(Refused) as refused:
        match.play(Place("e5"))
    assert code(refused) == "game-over"
    with pytest.raises(Refused) as refused:
        match.sample()
    assert code(refused) == "game-over"


def test_play_explains_a_refusal() -> None:
    match = Match("prolix", 3, seed="explain")
    match.play({"type": "say", "word": "glowing"})
    match.advance(60_000)
    with pytest.raises(Refused) as refused:
        match.play(Say("glow"))
    assert (code(refused), refused.value.detail) == ("cheapie", "glowing")


def test_a_refusal_says_what_is_wrong_with_a_move_and_where() -> None:
    match = Match("kewbz")
    for move, said in (
        ({"type": "place", "cell": 5}, "Expected `str`, got `int` - at `$.cell`"),
        ({}, "missing required field `type`"),
        (7, "Expected `object`, got `int`"),
    ):
        with pytest.raises(Refused, match="bad-move") as refused:
            match.play(move)  # type: ignore[arg-type] # that is what is refused
        assert said in refused.value.detail
    prolix = Match("prolix", 3, seed="explain")
    prolix.play({"type": "say", "word": "glowing"})
    prolix.advance(60_000)
    with pytest.raises(Refused) as refused:
        prolix.play({"type": "say", "word": "glow"})
    assert (code(refused), refused.value.detail) == ("cheapie", "glowing")


@pytest.mark.parametrize("seat", [2, -1, "0", 1.5, 1.0, True, [0]])
def test_a_seat_that_is_not_there_is_none_anywhere(seat: Any) -> None:
    match = played(1)
    move = match.sample()
    asks = (
        match.view,
        match.information,
        match.mover,
        match.legal,
        match.sample,
        lambda seat: match.play(move, seat),
        lambda seat: match.play(None, seat),
        lambda seat: list(match.record().steps(seat)),
    )
    for ask in asks:
        with pytest.raises(Refused) as refused:
            ask(seat)
        assert code(refused) == "no-such-seat"
    # What is told from a table has its own words for a seat that others have.
    assert match.submit(seat, move) in ("no-such-seat", "not-your-turn", "not-yours")
    assert len(match.log) == 1


@pytest.mark.parametrize("game", [None, 7, ["kewbz"], type(inglenook.find_game("kewbz"))])
def test_what_is_no_game_is_unknown(game: Any) -> None:
    with pytest.raises(Refused, match="unknown-game: neither a name nor a Game"):
        Match(game)


def test_a_bot_that_has_nothing_to_say_lets_time_pass() -> None:
    """In real time bots answer with moves, with moves for later, and with nothing for now."""
    match, answers = Match("prolix", 3, seed="0"), set()
    while not match.outcome():
        answer = inglenook.choose(match, "banter")
        match.play(answer)
        answers.add(type(answer).__name__)
    assert answers >= {"Later", "NoneType"}
    quiet = Match("lanterns", 2, seed="s")
    quiet.play(None)
    assert (quiet.log[-1].seat, quiet.last_t, quiet.mover()) == (NATURE, 10_000, 1)
    board = Match("kewbz")
    with pytest.raises(Refused, match="bad-move: no move, and nothing happens by itself"):
        board.play(None)
    board.play(Resign())
    with pytest.raises(Refused, match="game-over"):
        board.play(None)


def test_without_a_time_no_time_passes() -> None:
    match = Match("kewbz")
    match.submit(0, Place("d4"), t=700)
    match.submit(1, Place("d5"))
    match.play(Place("e4"))
    assert [entry.t for entry in match.log] == [700, 700, 700]
    match.play(Place("e3"), t=900)
    assert match.last_t == 900


def test_what_is_for_later_is_played_later() -> None:
    match = Match("lanterns", 2, seed="s")
    throw = match.legal()[0]
    match.play(Later(throw, 400))
    assert match.log[-2].t == match.log[-1].t == 400
    with pytest.raises(Refused) as refused:
        match.play(Later(throw, 11_000), seat=1)  # NATURE has moved on by then
    assert code(refused) == "not-your-turn"


def test_where_all_are_too_late_one_waits_for_nature() -> None:
    match = Match("prolix", 3, {"tie_window_ms": 800}, "late")
    assert match.submit(0, Say("early"), t=0) is None
    # Said in time, though it came late: NATURE closes the window only when no more can come.
    assert match.submit(1, Say("delayed"), t=1_000, lag=300) is None
    assert match.to_move() == {2}
    for ask in (match.mover, match.sample):
        with pytest.raises(Refused) as refused:
            ask()
        assert code(refused) == "must-wait"
    twin = match.copy()
    twin.wait()
    assert (twin.log[-1].seat, twin.log[-1].t) == (NATURE, 1_100)
    assert twin.submit(0, twin.sample(0)) is None
    assert match.submit(2, Say("never")) == "wrong-phase"
    assert match.log[-1].t == 1_100


def test_a_match_that_has_not_started_is_waited_for() -> None:
    match = Match("lanterns", 2, seed="s", started=False)
    assert match.log == []
    with pytest.raises(Refused) as refused:
        match.sample()
    assert code(refused) == "must-wait"
    match.wait()
    assert match.record() == Match("lanterns", 2, seed="s").record()


def test_slow_moves_can_be_left_to_the_caller() -> None:
    match = Match("anvil", leaves_slow=True)
    match.play(match.sample())
    assert match.owes()
    assert [entry.seat for entry in match.log] == [0]


def test_samples_follow_from_the_match() -> None:
    assert played(10).record() == played(10).record()
    assert played(3).sample() == played(3).sample()
    assert len({Match("kewbz", seed=str(n)).sample() for n in range(9)}) > 1


@pytest.mark.parametrize("copied", [Match.copy, copy.copy, copy.deepcopy])
def test_a_copy_is_a_match_of_its_own(copied: Any) -> None:
    match = played(6)
    before = match.record()
    twin = copied(match)
    assert twin.record() == before
    while not twin.outcome():
        twin.play(twin.sample())
    assert match.record() == before
    assert match.outcome() is None
    match.play(match.sample())
    assert twin.log[6] == match.log[6]


def test_undo_takes_back_the_last_move_of_a_player() -> None:
    match = played(0, "lanterns", 3)
    with pytest.raises(Refused) as refused:
        match.undo()
    assert code(refused) == "bad-undo"
    match.play({"type": "throw"})
    after_one = match.positions[-1]
    match.play({"type": "throw"})
    match.undo()
    assert match.state == after_one.state
    assert match.log[-1].seat == 1
    match.undo()
    assert (match.mover(), match.line()) == (0, (0,))
    assert inglenook.replay(match.record()).record() == match.record()
    over = played(0)
    over.play(Resign())
    with pytest.raises(Refused) as refused:
        over.undo()
    assert code(refused) == "game-over"


def test_scores_stand_at_any_time() -> None:
    match = Match("kewbz", options={"cubes": 8})
    assert match.scores() == (-8, -8)
    while not match.outcome():
        match.play(match.sample())
    outcome = match.outcome()
    assert outcome
    assert match.scores() == outcome.scores


def test_a_game_of_ones_own_needs_no_name() -> None:
    game = inglenook.find_game("lanterns")
    assert Match(game).seats == 2
    assert Match(inglenook.find_game("prolix"), 1, seed="x").record() == (
        Match("prolix", 1, seed="x").record()
    )


def test_a_game_of_ones_own_is_played_out_and_has_no_levels() -> None:
    result = inglenook.playouts(Match(Nim()), 3)
    assert result.games == 3
    assert sum(result.wins) == pytest.approx(1)
    assert inglenook.levels(Nim()) == ()
    assert inglenook.levels(inglenook.find_game("kewbz")) == inglenook.levels("kewbz")


def test_steps_show_a_record_entry_by_entry() -> None:
    match = played(4, "conex")
    record = match.record()
    steps = list(record.steps(seat=1))
    assert tuple(step.entry for step in steps) == record.log
    assert tuple(step.position for step in steps) == match.positions[1:]
    assert steps[-1].view == match.view(1)
    assert next(record.steps()).view.hand == ()
    with pytest.raises(Refused) as refused:
        list(record.steps(seat=2))
    assert code(refused) == "no-such-seat"


def test_records_are_kept_in_files(tmp_path: Path) -> None:
    match = played(5)
    inglenook.save(match, tmp_path / "match.json")
    inglenook.save(match.record(), str(tmp_path / "record.json"))
    assert inglenook.load(tmp_path / "match.json") == match.record()
    assert inglenook.load(str(tmp_path / "record.json")) == match.record()
    with pytest.raises(OSError, match="none"):
        inglenook.load(tmp_path / "none.json")
    with pytest.raises(TypeError, match="a Record is written, and a Match saved, not 'x'"):
        inglenook.save("x", tmp_path / "match.json")  # type: ignore[arg-type] # that is refused
    assert inglenook.load(tmp_path / "match.json") == match.record()
    (tmp_path / "empty.json").write_text("")
    with pytest.raises(BadRecord):
        inglenook.load(tmp_path / "empty.json")


def test_bots_choose_and_advise() -> None:
    match = played(4)
    assert [level.number for level in inglenook.levels("kewbz")] == list(range(1, 11))
    move = inglenook.choose(match, "arch")
    assert isinstance(move, Place)
    match.play(move)
    with pytest.raises(Refused) as refused:
        inglenook.choose(match, "arch", seat=0)
    assert code(refused) == "not-your-turn"
    with pytest.raises(Refused) as refused:
        inglenook.choose(match, "boulder")
    assert code(refused) == "unknown-level"
    with pytest.raises(Refused) as refused:
        inglenook.advise(played(0, "lanterns"))
    assert code(refused) == "no-hints"
    cards = played(0, "conex")
    cards.play(inglenook.advise(cards)[0].move)


@pytest.mark.parametrize("game", inglenook.game_names())
def test_matches_say_what_they_are(game: str) -> None:
    match = Match(game, seed="said")
    assert f"<Match {game}, 2 seats, " in repr(match)
    assert "to move" in repr(match)
    assert len(str(match).splitlines()) > 2
    while not match.outcome() and len(match.log) < 6:
        match.play(match.sample())
    assert f"<Record {game}, 2 seats, {len(match.log)} entries>" == repr(match.record())
    if not match.outcome():
        match.play(Resign(), seat=0)
    outcome = match.outcome()
    assert outcome
    assert f"over ({outcome.reason})" in str(match)
    assert game in repr(match.game)
