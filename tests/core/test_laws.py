"""The laws that every game must pass, by Hypothesis and in a plain seeded loop.

The plain loop is there because Hypothesis reseeds `random`: a rule that draws from it would look
deterministic under Hypothesis alone.
"""

from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import inglenook
from inglenook import NATURE, Entry, Game, Match, Move, Record, Rng

TABLES = [
    (name, seats) for name in inglenook.game_names() for seats in inglenook.find_game(name).seats
]
EXTREMES: dict[str, list[dict[str, Any]]] = {
    "anvil": [{}],
    "conex": [
        {},
        {"table": "small", "first": 1},
        {"table": "small", "goal": 200},
        {"table": "large", "goal": 10},
        {"spots": "hidden"},
    ],
    "kewbz": [
        {},
        {"size": 5, "cubes": 8, "swap": True},
        {"size": 5, "cubes": 52},
        {"size": 12, "cubes": 10, "swap": True},
    ],
    "konexi": [
        {"goal": 2},
        {"goal": 3, "steady": True, "first": 1},
        {"goal": 2, "bumps": True},
    ],
    "lanterns": [{}],
    "prolix": [
        {},
        {"rounds": 2, "challenges": "referee"},
        {"rounds": 2, "tie_window_ms": 0, "timer_ms": 1_000},
        {"rounds": 1, "challenge_window_ms": 60_000, "vote_window_ms": 60_000},
    ],
    "snap": [{}],
}
SLOW = ("konexi",)
"""Games that take a second and more, as NATURE simulates."""
LONGEST = 2000
UNDONE = range(4, 150)
"""The lengths of a log at which something is undone: a long game would never end otherwise."""
LATE = ("too-late", "timer-running")
"""Refusals of what `sample` cannot know to be illegal, as it is not told the time."""


def random_match(name: str, seats: int, seed: str) -> Match:
    """A match played to its end by `sample`, with a resignation or an undo now and then."""
    options = EXTREMES[name][Rng(seed, -1).below(len(EXTREMES[name]))]
    match = Match(name, seats, options, seed)
    t = 0
    while match.outcome() is None:
        assert len(match.log) < LONGEST, "the game does not end"
        rng = Rng(f"players of {seed}", len(match.log))
        t += rng.below(12_000)
        match.advance(t)
        if match.outcome():
            break
        seat = rng.choice(sorted(match.to_move()))
        move = match.game.sample(match.state, seat, rng)
        if rng.below(40) == 0 and len(match.log) in UNDONE:
            move = inglenook.find_game(name).decode_move(
                {"type": "undo", "to": rng.below(len(match.log) - 1)}
            )
        elif rng.below(300) == 0 and seat not in match._positions[-1].resigned:
            move = inglenook.find_game(name).decode_move({"type": "resign"})
        before = len(match.log)
        code = match.submit(seat, move, t, lag=rng.below(301))
        assert code in (None, *LATE)
        assert len(match.log) >= before
    return match


def seeds(name: str, kind: str, count: int) -> list[str]:
    """For so many random matches, or for a few where they are slow."""
    return [f"{kind} {n}" for n in range(min(count, 3) if name in SLOW else count)]


@cache
def random_record(name: str, seats: int, seed: str) -> Record:
    return random_match(name, seats, seed).record()


def states(match: Match) -> list[Any]:
    return [position.state for position in match._positions]


def decodable_moves(game: Game) -> st.SearchStrategy[Move]:
    return st.one_of(
        [
            st.builds(kind, **{f.name: st.from_type(f.type) for f in msgspec.structs.fields(kind)})
            for kind in game.moves
        ]
    )


def test_every_game_has_its_extremes() -> None:
    assert set(EXTREMES) == set(inglenook.game_names())


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_records(name: str, seats: int) -> None:
    for seed in seeds(name, "records", 30):
        record = random_match(name, seats, seed).record()
        assert inglenook.loads(inglenook.dumps(record)) == record
        assert inglenook.replay(record).record() == record
        assert inglenook.rerun(record).record() == record


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_views(name: str, seats: int) -> None:
    for seed in seeds(name, "views", 10):
        match = random_match(name, seats, seed)
        for i, state in enumerate(states(match)):
            for seat in (None, *range(seats)):
                view = match.game.view(state, seat)
                full = match.game.determinize(view, Rng("guess", i))
                assert match.game.view(full, seat) == view
                text = msgspec.json.encode(view)
                assert msgspec.json.decode(text, type=match.game.view_type) == view


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_listed_moves_are_legal(name: str, seats: int) -> None:
    for seed in seeds(name, "legal", 10):
        match = random_match(name, seats, seed)
        game = match.game
        for state in states(match):
            assert (game.to_move(state) == frozenset()) == (game.outcome(state) is not None)
            for seat in range(seats):
                moves = some_legal(game, state, seat)
                assert bool(moves) == (seat in game.to_move(state))
                for move in moves:
                    assert game.check(state, Entry(0, 0, seat, move)) in (None, *LATE)
                    assert game.decode_move(msgspec.to_builtins(move)) == move


def some_legal(game: Game, state: Any, seat: int) -> list[Move]:
    """All legal moves of a seat; a few where they cannot be listed, as words cannot."""
    try:
        return list(game.legal(state, seat))
    except NotImplementedError:
        if seat not in game.to_move(state):
            return []
        return [game.sample(state, seat, Rng("some", n)) for n in range(5)]


@pytest.mark.parametrize(("name", "seats"), TABLES)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_check_is_total_and_refusing_changes_nothing(
    name: str, seats: int, data: st.DataObject
) -> None:
    whole = random_record(name, seats, data.draw(st.sampled_from(seeds(name, "check", 10))))
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


def test_lanterns_stay_hidden() -> None:
    for n in range(50):
        match = random_match("lanterns", 4, f"hidden {n}")
        lanterns = match.state.lanterns
        for state in states(match)[1:-1]:
            for seat in range(4):
                assert match.game.view(state, seat).mine == lanterns[seat]
            assert match.game.view(state, None).mine is None
        for seat in range(4):
            shown = match.game.hide(match.log[0], seat)
            assert shown == msgspec.structs.replace(
                match.log[0].move,
                lanterns=tuple(n if i == seat else None for i, n in enumerate(lanterns)),
            )
