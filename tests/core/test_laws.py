"""The laws that every game must keep: in seeded loops (see inglenook.testing), and by Hypothesis.

The plain loops are there because Hypothesis reseeds `random`: a rule that draws from it would look
deterministic under Hypothesis by itself.
"""

from functools import cache

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import inglenook
from inglenook import NATURE, Entry, Game, Match, Move, Record, find_game, game_names
from inglenook.testing import LAWS, Law, check_law, random_match

SLOW = ("konexi",)
"""Games that take a second or more, since NATURE simulates."""
TABLES = [
    pytest.param(name, seats, marks=[pytest.mark.long] if name in SLOW else [])
    for name in game_names()
    for seats in find_game(name).seats
]


def random_of(name: str, seats: int, seed: str) -> Match:
    return random_match(find_game(name), seats, seed)


@cache
def random_record(name: str, seats: int, seed: str) -> Record:
    return random_of(name, seats, seed).record()


def decodable_moves(game: Game) -> st.SearchStrategy[Move]:
    return st.one_of(
        [
            st.builds(kind, **{f.name: st.from_type(f.type) for f in msgspec.structs.fields(kind)})
            for kind in game.moves
        ]
    )


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_game_keeps_the_laws(law: Law, name: str, seats: int) -> None:
    check_law(find_game(name), law, seats)


@pytest.mark.parametrize(("name", "seats"), TABLES)
@settings(max_examples=75, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_check_is_total_and_refusing_changes_nothing(
    name: str, seats: int, data: st.DataObject
) -> None:
    seeds = [f"check {n}" for n in range(3 if name in SLOW else 10)]
    whole = random_record(name, seats, data.draw(st.sampled_from(seeds)))
    part = data.draw(st.integers(0, len(whole.log)))
    match = inglenook.replay(msgspec.structs.replace(whole, log=whole.log[:part], digest=""))
    match.advance(match.last_t)
    before = match.record()
    move = data.draw(decodable_moves(match.game))
    seat = data.draw(st.integers(NATURE, seats))
    entry = Entry(len(match.log), match.last_t, seat, move)
    code = match.check(entry)
    if code is None:
        match.game.apply(match.state, entry)
    else:
        assert code == code.lower() != ""
        assert match.submit(seat, move, match.last_t) == (code if seat != NATURE else "not-yours")
        assert match.record() == before


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_from_anywhere_one_waits_until_somebody_can_move(name: str, seats: int) -> None:
    """Even where everyone is too late, and NATURE waits for what may still be on its way."""
    record = random_record(name, seats, "check 0")
    for length in range(0, len(record.log), 1 + len(record.log) // (3 if name in SLOW else 40)):
        part = msgspec.structs.replace(record, log=record.log[:length], digest="")
        match = inglenook.replay(part)
        match.wait()
        if not match.outcome():
            before = len(match.log)
            match.play(match.sample())
            assert len(match.log) > before


def test_lanterns_stay_hidden() -> None:
    for n in range(50):
        match = random_of("lanterns", 4, f"hidden {n}")
        lanterns = match.state.lanterns
        for state in match.history()[1:-1]:
            for seat in range(4):
                assert match.game.view(state, seat).mine == lanterns[seat]
            assert match.game.view(state, None).mine is None
        for seat in range(4):
            shown = match.game.hide(match.log[0], seat)
            assert shown == msgspec.structs.replace(
                match.log[0].move,
                lanterns=tuple(n if i == seat else None for i, n in enumerate(lanterns)),
            )
