"""What games share: phases, deadlines with their grace, and lots."""

import pytest

from inglenook import NATURE, Entry, Move, Refused, Rng
from inglenook.core import deadlines
from inglenook.core.game import MAX_LAG
from inglenook.shared import first_player
from inglenook.shared.first_player import Lots
from inglenook.shared.phases import Phases


class Dig(Move, frozen=True):
    pass


class Rain(Move, frozen=True):
    pass


PHASES = Phases(nature={"lots": Lots, "dig": Rain}, players={"dig": (Dig,)})


@pytest.mark.parametrize(
    ("phase", "seat", "move", "code"),
    [
        ("dig", 0, Dig(), None),
        ("dig", 1, Dig(), None),
        ("dig", NATURE, Rain(), None),
        ("over", 0, Dig(), "game-over"),
        ("over", NATURE, Rain(), "game-over"),
        ("dig", 2, Dig(), "not-yours"),
        ("dig", NATURE, Dig(), "not-yours"),
        ("dig", 0, Rain(), "not-yours"),
        ("lots", 0, Rain(), "not-yours"),
        ("lots", 2, Dig(), "not-yours"),
        ("lots", 0, Dig(), "wrong-phase"),
        ("lots", NATURE, Rain(), "wrong-phase"),
        ("dig", NATURE, Lots(0), "wrong-phase"),
        ("nobody's", 0, Dig(), "wrong-phase"),
    ],
)
def test_each_phase_has_its_moves_and_codes_come_in_order(
    phase: str, seat: int, move: Move, code: str | None
) -> None:
    assert PHASES.fault(phase, 2, Entry(0, 0, seat, move)) == code


@pytest.mark.parametrize(
    ("t", "lag", "late"),
    [(1000, 0, False), (1001, 0, True), (1200, 200, False), (1201, 200, True), (1300, 300, False)],
)
def test_a_player_is_late_by_what_is_left_after_the_lag(t: int, lag: int, late: bool) -> None:
    assert deadlines.is_late(Entry(0, t, 0, Dig(), lag), 1000) is late
    assert not deadlines.is_late(Entry(0, t, 0, Dig(), lag), None)


def test_nature_waits_for_what_is_still_on_its_way() -> None:
    assert deadlines.lapse(None) is None
    due = deadlines.lapse(1000)
    assert due == 1000 + MAX_LAG
    assert not deadlines.has_lapsed(Entry(0, due - 1, NATURE, Rain()), 1000)
    assert deadlines.has_lapsed(Entry(0, due, NATURE, Rain()), 1000)
    assert not deadlines.has_lapsed(Entry(0, due, NATURE, Rain()), None)
    # No move that is in time comes after NATURE's.
    assert deadlines.is_late(Entry(0, due + 1, 0, Dig(), MAX_LAG), 1000)


def test_lots_name_the_seat_that_was_agreed_or_any() -> None:
    assert {first_player.draw(None, 3, Rng("lots", n)).seat for n in range(30)} == {0, 1, 2}
    assert first_player.draw(2, 3, Rng("lots", 0)) == Lots(2)
    assert [first_player.fault(Lots(seat), None, 3) for seat in (-1, 0, 2, 3)] == [
        "bad-lots", None, None, "bad-lots",
    ]  # fmt: skip
    assert [first_player.fault(Lots(seat), 1, 3) for seat in (0, 1)] == ["bad-lots", None]


def test_who_is_named_to_begin_is_at_the_table() -> None:
    first_player.refuse_absent(None, 2)
    first_player.refuse_absent(1, 2)
    with pytest.raises(Refused, match="bad-options"):
        first_player.refuse_absent(2, 2)
