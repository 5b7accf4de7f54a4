"""Match, replay and rerun: what belongs to every game."""

import pickle
from typing import Any

import msgspec
import pytest

import inglenook
from inglenook import BadRecord, Entry, Match, Record, Refused, Rng, TimeControl, Undo


def kewbz(*cells: str, **options: Any) -> Match:
    match = Match("kewbz", seats=2, options=options, seed="s")
    for n, cell in enumerate(cells):
        assert match.submit(n % 2, {"type": "place", "cell": cell}, t=n * 1000) is None
    return match


def test_public_names() -> None:
    assert "kewbz" in inglenook.game_names()
    match = inglenook.Match("kewbz", seats=2, options={"size": 8}, seed="any text")
    assert match.submit(0, {"type": "place", "cell": "d4"}, t=0) is None
    assert match.submit(1, {"type": "place", "cell": "d4"}, t=0) == "occupied"
    assert match.view(0).stacks == {"d4": (0,)}
    assert match.outcome() is None
    assert '"game":"kewbz"' in inglenook.dumps(match.record())


def test_rng_is_a_function_of_seed_seq_and_count() -> None:
    first, again, other = Rng("a", 1), Rng("a", 1), Rng("a", 2)
    draws = [first.below(1000) for _ in range(50)]
    assert draws == [again.below(1000) for _ in range(50)]
    assert draws != [other.below(1000) for _ in range(50)]
    assert sorted(Rng("b", 0).shuffled(range(20))) == list(range(20))
    counts = [0] * 6
    die = Rng("die", 0)
    for _ in range(6000):
        counts[die.below(6)] += 1
    assert min(counts) > 850


def test_unknown_game_seats_and_options_are_refused() -> None:
    refusals: list[tuple[tuple[str, int, dict[str, Any]], str]] = [
        (("chess", 2, {}), "unknown-game"),
        (("kewbz", 3, {}), "bad-seats"),
        (("kewbz", 2, {"size": 4}), "bad-options"),
        (("kewbz", 2, {"size": 13}), "bad-options"),
        (("kewbz", 2, {"cubes": 7}), "bad-options"),
        (("kewbz", 2, {"cubes": 61}), "bad-options"),
        (("kewbz", 2, {"size": 5, "cubes": 53}), "bad-options"),
        (("kewbz", 2, {"size": "8"}), "bad-options"),
        (("kewbz", 2, {"colour": "red"}), "bad-options"),
    ]
    for arguments, code in refusals:
        with pytest.raises(Refused) as refused:
            Match(*arguments)
        assert refused.value.code == code
        assert refused.value.detail


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"seats": 2.0}, "bad-seats"),
        ({"seats": True}, "bad-seats"),
        ({"seed": 7}, "bad-message"),
        ({"seed": None}, "bad-message"),
        ({"seed": b"tonight"}, "bad-message"),
        ({"seed": "\ud800"}, "bad-message"),
        ({"time_control": TimeControl(base=500)}, "bad-message"),
        ({"time_control": TimeControl(base=60_000, increment=-5)}, "bad-message"),
        ({"time_control": TimeControl(base=60_000, cap=5)}, "bad-message"),
        ({"time_control": TimeControl(base=60_000.5)}, "bad-message"),  # type: ignore[arg-type] # so
    ],
)
def test_what_no_record_can_have_is_refused(given: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as refused:
        Match("kewbz", **given)
    assert refused.value.code == code
    assert refused.value.detail


@pytest.mark.parametrize("t", [1.5, 1.0, 2.0**70, 2**70, float("nan"), "1", True])
def test_a_time_is_a_whole_number_that_a_record_can_have(t: Any) -> None:
    match = kewbz("d4")
    move = {"type": "place", "cell": "d5"}
    assert match.submit(1, move, t) == "bad-time"
    assert match.submit(1, move, 1, lag=0.5) == "bad-lag"  # type: ignore[arg-type] # that is it
    assert match.settle(Undo(-1), t) == "bad-time"
    with pytest.raises(Refused, match="bad-time"):
        match.play(move, t=t)
    with pytest.raises(Refused, match="bad-time"):
        match.follow(Entry(1, t, 1, match.game.decode_move(move)))
    assert inglenook.loads(inglenook.dumps(match.record())) == match.record()


def test_nonsense_moves_are_refused() -> None:
    match = kewbz("d4")
    for move in (
        {},
        {"type": "jump"},
        {"type": "place"},
        {"type": "place", "cell": 4},
        {"type": "place", "cell": "d5", "colour": 1},
    ):
        assert match.submit(1, move, t=1) == "bad-move"
    assert len(match.log) == 1


def test_resigning_gives_the_game_to_the_other() -> None:
    match = kewbz("d4", "d5")
    assert match.submit(1, {"type": "resign"}, t=5) is None
    outcome = match.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.scores) == ((0,), "resigned", (-29, -29))
    assert match.to_move() == frozenset()
    assert match.submit(0, {"type": "place", "cell": "e4"}, t=6) == "game-over"
    assert inglenook.replay(match.record()).outcome() == outcome


def test_resigning_among_several_ends_the_game_only_for_the_last_but_one() -> None:
    match = Match("lanterns", seats=3, seed="s")
    assert match.submit(1, {"type": "resign"}, t=0) is None
    assert match.outcome() is None
    assert match.submit(1, {"type": "resign"}, t=0) == "already-resigned"
    assert match.submit(0, {"type": "resign"}, t=0) is None
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.winners == (2,)


def test_whoever_resigned_has_not_won_however_well_that_seat_was_played_on() -> None:
    match: Match = Match("snap", seats=3, options={"rounds": 3})
    assert match.submit(1, {"type": "resign"}, t=0) is None
    # A bot plays on for seat 1, and is the quickest twice; seat 2 is once.
    for number, quickest in enumerate((1, 1, 2)):
        for place, seat in enumerate((quickest, *({0, 1, 2} - {quickest}))):
            t = 10_000 * number + 100 * place
            assert match.submit(seat, {"type": "claim"}, t) is None
    outcome = match.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == ((0, 2, 1), (2,))
    assert inglenook.replay(match.record()).outcome() == outcome


def test_a_match_can_be_sent_to_another_process() -> None:
    match = Match("kewbz", options={"size": 5, "cubes": 10})
    match.play({"type": "place", "cell": "c3"})
    sent = pickle.loads(pickle.dumps(match))
    sent.play({"type": "place", "cell": "c4"})
    assert (len(match.log), len(sent.log)) == (1, 2)


def test_undo_goes_back_and_stays_in_the_log() -> None:
    match = kewbz("d4", "d5", "e4")
    after_two = kewbz("d4", "d5").view(0)
    assert match.submit(0, {"type": "undo", "to": 1}, t=9000) is None
    assert match.view(0) == after_two
    assert len(match.log) == 4
    assert match.submit(0, {"type": "place", "cell": "c4"}, t=9001) is None
    # The undone undo: entry 2 stood on e4.
    assert match.submit(1, {"type": "undo", "to": 2}, t=9002) is None
    assert "e4" in match.view(0).stacks
    assert match.submit(1, {"type": "undo", "to": -1}, t=9003) is None
    assert match.view(0).stacks == {}
    record = match.record()
    assert inglenook.replay(record).record() == record == inglenook.rerun(record).record()


def test_undo_out_of_range_is_refused() -> None:
    match = kewbz("d4", "d5")
    for to in (-2, 1, 2, 99):
        assert match.submit(0, {"type": "undo", "to": to}, t=0) == "bad-undo"
    assert match.submit(7, {"type": "undo", "to": 0}, t=0) == "not-yours"


def test_the_line_in_force_leaves_out_what_was_undone() -> None:
    match = kewbz("d4", "d5", "e4")
    match.submit(0, {"type": "undo", "to": 0}, t=9000)
    match.submit(1, {"type": "place", "cell": "c4"}, t=9001)
    assert match.line() == (0, 4)


def test_time_never_decreases_and_lag_is_bounded() -> None:
    match = kewbz("d4", "d5")
    assert match.submit(0, {"type": "place", "cell": "e6"}, t=3, lag=9999) is None
    assert (match.log[-1].t, match.log[-1].lag) == (1000, 300)


def test_nature_moves_when_due_and_at_its_deadline() -> None:
    match = Match("lanterns", seats=2, seed="s")
    assert [entry.seat for entry in match.log] == [-1]
    assert match.submit(0, {"type": "throw"}, t=2000) is None
    assert [(entry.t, entry.seat) for entry in match.log[1:]] == [(2000, 0), (2000, -1)]
    assert match.next_nature() == 12_000
    match.advance(11_999)
    assert len(match.log) == 3
    match.advance(23_000)
    assert [(e.t, e.seat) for e in match.log[3:]] == [(12_000, -1), (22_000, -1)]
    # A move that comes after the deadline finds that time has run out, though no timer fired.
    assert match.submit(1, {"type": "throw"}, t=32_000) == "not-your-turn"
    record = match.record()
    assert inglenook.rerun(record).record() == record


def test_players_cannot_move_for_nature() -> None:
    match = Match("lanterns", seats=2, seed="s")
    match.submit(0, {"type": "throw"}, t=0)
    assert match.submit(-1, {"type": "silent"}, t=0) == "not-yours"
    assert match.submit(1, {"type": "rolled", "face": 6}, t=0) == "bad-face"


def test_rerun_notices_a_loaded_die() -> None:
    match = Match("lanterns", seats=2, seed="s")
    match.submit(0, {"type": "throw"}, t=0)
    record = match.record()
    face = record.log[2].move.face % 6 + 1  # type: ignore[attr-defined] # it is the die's
    loaded = msgspec.structs.replace(record.log[2], move=type(record.log[2].move)(face))
    forged = msgspec.structs.replace(record, log=(*record.log[:2], loaded), digest="")
    assert inglenook.replay(forged).view(None).points == (face, 0)
    with pytest.raises(Refused) as refused:
        inglenook.rerun(forged)
    assert (refused.value.code, refused.value.seq) == ("rerun-differs", 2)
    shorter = msgspec.structs.replace(record, log=record.log[:2], digest="")
    with pytest.raises(Refused):
        inglenook.rerun(shorter)


def broken(record: Record, **changes: Any) -> Record:
    return msgspec.structs.replace(record, digest="", **changes)


def test_replay_refuses_a_log_that_breaks_the_rules() -> None:
    record = kewbz("d4", "d5", "e6").record()
    a, b, c = record.log
    for log, code, seq in [
        ((a, c), "bad-seq", 2),
        ((a, msgspec.structs.replace(b, t=-1)), "bad-time", 1),
        ((a, msgspec.structs.replace(b, lag=301)), "bad-lag", 1),
        ((a, msgspec.structs.replace(b, seat=0)), "not-your-turn", 1),
        ((a, msgspec.structs.replace(b, move=a.move)), "occupied", 1),
    ]:
        with pytest.raises(Refused) as refused:
            inglenook.replay(broken(record, log=log))
        assert (refused.value.code, refused.value.seq) == (code, seq)
    with pytest.raises(Refused) as refused:
        inglenook.replay(msgspec.structs.replace(record, digest="0" * 32))
    assert refused.value.code == "bad-digest"


def test_damaged_text_is_no_record() -> None:
    text = inglenook.dumps(kewbz("d4", "d5").record())
    for damaged, said in [
        ("", "truncated"),
        ("not json", "malformed"),
        ("[]", "array"),
        (text[: len(text) // 2], "truncated"),
        (text.replace('"kewbz"', '"chess"'), "chess"),
        (text.replace('"rules":1', '"rules":2'), "version 2"),
        (text.replace('"place"', '"jump"', 1), "log entry 0"),
        (text.replace('"seats":2', '"seats":"two"'), "seats"),
    ]:
        with pytest.raises(BadRecord) as bad:
            inglenook.loads(damaged)
        assert said in str(bad.value)
    with pytest.raises(BadRecord):
        inglenook.loads(b"\xff\xfe{}")
