"""Who sits where, folded from the seating events."""

from functools import reduce

import msgspec

from inglenook.server.table.events import (
    BotSat,
    Freed,
    Left,
    Rematched,
    Sat,
    SeatingEvent,
    TakebackAnswered,
    TakebackAsked,
    decode,
)
from inglenook.server.table.seat_identity import rotated
from inglenook.server.table.seating import Seating

EMPTY = Seating((None, None, None))
ADA, BOB, CY = Sat(0, "ada", "Ada"), Sat(1, "bob", "Bob"), Sat(2, "cy", "Cy")


def fold(*events: SeatingEvent) -> Seating:
    return reduce(Seating.after, events, EMPTY)


def test_events_survive_their_text() -> None:
    for what in (
        ADA,
        BotSat(1, "pebble"),
        Left(1),
        Freed(2),
        TakebackAsked(0, 3, 5),
        TakebackAnswered(1, True),
    ):
        assert decode(msgspec.json.encode(what)) == what


def test_people_and_bots_come_and_go() -> None:
    seating = fold(ADA, BotSat(1, "pebble"), CY)
    assert seating.seats == (ADA, BotSat(1, "pebble"), CY)
    assert seating.full
    assert seating.guests == {"ada", "cy"}
    seating = fold(ADA, BotSat(1, "pebble"), CY, Freed(1), Left(2), Sat(2, "ada", "Second"))
    assert seating.seats == (ADA, None, Sat(2, "ada", "Second"))
    assert not seating.full
    assert seating.seats_of("ada") == (0, 2)
    assert seating.seats_of("cy") == ()


def test_a_takeback_waits_for_all_other_people() -> None:
    asked = fold(ADA, BOB, CY, TakebackAsked(0, to=3, after=5))
    assert asked.undecided() == (1, 2)
    assert asked.after(TakebackAnswered(1, True)).undecided() == (2,)
    assert asked.after(TakebackAnswered(1, True)).after(TakebackAnswered(2, True)).undecided() == ()
    assert asked.after(TakebackAnswered(2, False)).takeback is None


def test_bots_and_ones_own_other_seats_need_not_be_asked() -> None:
    assert (
        fold(ADA, BotSat(1, "pebble"), Sat(2, "ada", "Eve"), TakebackAsked(0, 3, 5)).undecided()
        == ()
    )


def test_one_answer_speaks_for_all_seats_of_a_guest() -> None:
    asked = fold(ADA, BOB, Sat(2, "bob", "Bea"), TakebackAsked(0, 3, 5))
    assert asked.undecided() == (1, 2)
    assert asked.after(TakebackAnswered(2, True)).undecided() == ()


def test_a_move_or_a_change_of_seats_ends_the_question() -> None:
    asked = fold(ADA, BOB, CY, TakebackAsked(0, to=3, after=5))
    assert asked.at_entry(5).takeback
    assert asked.at_entry(6).takeback is None
    assert asked.after(Left(2)).takeback is None
    assert asked.after(TakebackAnswered(1, True)).after(TakebackAsked(1, 4, 6)).agreed == ()


def test_a_rematch_moves_everyone_one_seat_on() -> None:
    old = fold(ADA, BotSat(1, "pebble"), CY, Rematched("next"))
    assert old.rematch == "next"
    new = fold(*rotated(old))
    assert new.seats == (Sat(0, "cy", "Cy"), Sat(1, "ada", "Ada"), BotSat(2, "pebble"))
