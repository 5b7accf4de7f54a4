"""The law of exits: nobody's rating rises by leaving a rated game, giving it up or losing on time.

However many do so, in whatever order, and whoever plays on in their seats.
"""

from random import Random
from typing import Any, Literal

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from inglenook.core.registry import middle_level
from inglenook.core.time_control import TimeControl
from inglenook.core.units import Seat
from inglenook.server.ratings.rating import Rating
from inglenook.server.ratings.rating_fold import Fold, RatedGame, RatedPlayer
from inglenook.server.ratings.result_rows import finished_game
from inglenook.server.table.events import BotSat, RatedOpened, Sat
from inglenook.server.wire import asks
from tests.tables.driven import DrivenTable

Exit = Literal["leave", "resign", "forget", "time"]
PEOPLE = ("ada", "bob", "cyd", "dan")
BASE_MS = 60_000
ratings = st.builds(Rating, st.floats(-10, 60), st.floats(0.5, 9))
exits = st.sampled_from(("leave", "resign", "forget", "time"))


def play_move(table: DrivenTable) -> None:
    """Somebody who is to move does: a person, or a bot that the test plays."""
    match = table.state.match
    for seat in sorted(match.to_move() - {-1}):
        move = msgspec.to_builtins(match.sample(seat))
        who = table.state.seating.seats[seat]
        table.play_for(seat, move) if isinstance(who, BotSat) else table.ask(
            PEOPLE[seat], asks.Play, seat, move
        )
        return


def lose_on_time(table: DrivenTable, seat: Seat) -> None:
    """Others move until it is the turn of a seat; then nothing happens until its time is up."""
    while table.state.status == "playing" and seat not in table.state.match.position.flagged:
        due = table.state.match.next_nature()
        if due is not None and seat in table.state.match.thinking():
            table.let_pass(due - table.state.clock.at(table.at, table.at))
        else:
            play_move(table)


def go(table: DrivenTable, seat: Seat, how: Exit) -> None:
    guest = PEOPLE[seat]
    match how:
        case "leave":
            table.ask(guest, asks.Leave, seat)
        case "resign":
            table.ask(guest, asks.Play, seat, {"type": "resign"})
        case "forget":
            table.forget(guest, f"nobody-{seat}")
        case "time":
            lose_on_time(table, seat)


@settings(derandomize=True, deadline=None, database=None, max_examples=40)
@given(
    before=st.lists(ratings, min_size=2, max_size=4),
    ways=st.tuples(exits, exits, exits, exits),
    bots=st.integers(0, 2),
    moves=st.integers(0, 5),
    chance=st.randoms(use_true_random=False),
)
def test_nobody_gains_by_leaving_a_rated_game(
    before: list[Rating], ways: tuple[Exit, ...], bots: int, moves: int, chance: Random
) -> None:
    count = len(before)
    people = max(1, count - bots)
    level = middle_level("conex")
    assert level
    table = DrivenTable(
        "conex",
        count,
        [
            RatedOpened(),
            *(Sat(seat, PEOPLE[seat], PEOPLE[seat].title()) for seat in range(people)),
            *(BotSat(seat, level.name) for seat in range(people, count)),
        ],
        time_control=TimeControl(BASE_MS),
        seed=f"{chance.random()}",
    )
    for _ in range(moves + count):  # everybody has moved: the game is everybody's
        play_move(table)
    order = chance.sample(range(people), people)
    went: list[Seat] = []
    for seat in order:
        if table.state.status != "playing":
            break
        go(table, seat, ways[seat])
        if seat in table.state.match.position.resigned:
            went.append(seat)
        assert None not in table.state.seating.seats, "a seat is free"
    for _ in range(1000):  # bots alone play on
        if table.state.status == "over":
            break
        play_move(table)
    game = finished_game(table.state, table.at)
    assert game
    assert game.rated
    assert [row.seat for row in sorted(game.results, key=lambda row: -row.gone) if row.gone] == went
    check(game.results, before, went)


def check(rows: Any, before: list[Rating], went: list[Seat]) -> None:
    fold = Fold()
    names = [row.guest for row in rows]
    for name, rating in zip(names, before, strict=True):
        if name:
            fold.known[name, "conex"] = rating, 1
    played = tuple(RatedPlayer(row.guest, row.level, row.place, row.gone) for row in rows)
    fold.take(RatedGame(1, "conex", 0, played))
    for seat in went:
        assert fold.known[names[seat], "conex"][0].mu <= before[seat].mu


@settings(derandomize=True, deadline=None, database=None)
@given(st.lists(st.tuples(ratings, st.booleans(), st.integers(1, 4)), min_size=2, max_size=6))
def test_whoever_goes_first_does_not_gain_from_those_who_go_later(
    people: list[tuple[Rating, bool, int]],
) -> None:
    """The first to go has the last rank, whoever else goes; and nobody who goes gains."""

    def after(others_go: bool) -> dict[str, Rating]:
        fold, left, played = Fold(), len(people), []
        for n, (rating, goes, place) in enumerate(people):
            fold.known[f"{n}", "conex"] = rating, 1
            gone = left - n if n == 0 or (goes and others_go) else 0
            # Whoever goes would else have been the next to last, and so on.
            played.append(RatedPlayer(f"{n}", "", place if not goes else left + left - n, gone))
        fold.take(RatedGame(1, "conex", 0, tuple(played)))
        return {guest: rating for (guest, _), (rating, _) in fold.known.items()}

    alone, together = after(others_go=False), after(others_go=True)
    assert together["0"].mu <= alone["0"].mu + 1e-9
    for n, (rating, goes, _) in enumerate(people):
        if n == 0 or goes:
            assert together[f"{n}"].mu <= rating.mu
