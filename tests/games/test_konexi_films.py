"""Falls are filmed where somebody watches: who plays by program need not wait for it."""

from functools import cache

import pytest
from msgspec.structs import replace

import inglenook
from inglenook.core.game import Refused, Rng
from inglenook.core.record import Record
from inglenook.games.konexi.rules.dwell import film_ms
from inglenook.games.konexi.rules.moves import Settled
from inglenook.server.compute.pool_process import nature
from inglenook.server.compute.record_upload import brought


@cache
def sampled(films: bool) -> inglenook.Match:
    """A game of samples in which a tower falls."""
    match: inglenook.Match = inglenook.Match("konexi", 2, seed="3")
    match.films = films
    while not match.outcome():
        match.play(match.sample())
    return match


def falls(record: Record) -> dict[int, Settled]:
    found = {
        entry.seq: entry.move
        for entry in record.log
        if isinstance(entry.move, Settled) and entry.move.verdict != "stands"
    }
    assert found
    return found


def test_a_program_that_plays_makes_no_films_of_falls() -> None:
    record = sampled(films=False).record()
    assert {fall.motion for fall in falls(record).values()} == {""}
    stood = [e.move for e in record.log if isinstance(e.move, Settled) and e.move.motion]
    # The time for a word begins when the film of a tower that stands is over.
    assert sum(film_ms(each.motion) > 0 for each in stood) > 5


def test_the_game_is_the_same_with_and_without_films() -> None:
    plain, watched = sampled(films=False).record(), sampled(films=True).record()
    assert plain.digest == watched.digest
    assert plain != watched
    assert inglenook.filmed(plain) == watched
    assert inglenook.filmed(watched) == watched
    assert all(film_ms(fall.motion) > 1000 for fall in falls(watched).values())


def test_both_are_audited_bit_by_bit() -> None:
    for films in (False, True):
        match = sampled(films)
        assert all(entry.move == again for entry, again in inglenook.audit(match))
        assert inglenook.rerun(match.record()).record() == match.record()


def test_a_film_of_another_fall_is_found_out() -> None:
    record = sampled(films=True).record()
    seq, fall = min(falls(record).items())
    stood = next(e.move for e in record.log if isinstance(e.move, Settled) and e.seq != seq)
    log = list(record.log)
    log[seq] = replace(log[seq], move=replace(fall, motion=stood.motion))
    forged = replace(record, log=tuple(log))
    with pytest.raises(Refused, match="rerun-differs"):
        inglenook.rerun(forged)
    differ = [e.seq for e, again in inglenook.audit(inglenook.replay(forged)) if e.move != again]
    assert differ == [seq]


def test_a_fall_that_never_was_has_no_film() -> None:
    match = sampled(films=False)
    seq = next(e.seq for e in match.log if isinstance(e.move, Settled))
    stood = match.log[seq].move
    assert isinstance(stood, Settled)
    made_up = replace(stood, verdict="collapsed", motion="")
    assert match.game.filmed(match.positions[seq].state, made_up) == made_up


def test_tables_have_their_falls_filmed() -> None:
    match, watched = sampled(films=False), sampled(films=True)
    for seq in falls(match.record()):
        before = match.positions[seq]
        move = nature("konexi", 1, before.state, match.seed, before.draws)
        assert move == watched.log[seq].move
        assert move == match.game.filmed(
            before.state, match.game.nature(before.state, Rng(match.seed, before.draws))
        )


def test_who_brings_a_record_sees_its_falls() -> None:
    plain, watched = sampled(films=False).record(), sampled(films=True).record()
    assert brought(inglenook.dumps(plain).encode()).record == watched


def test_filming_ends_when_its_time_is_over() -> None:
    plain = sampled(films=False).record()
    assert inglenook.filmed(plain, 0) == plain
