"""Konexi: who begins, the ring, the token, the die, and taking a letter."""

import pytest
from msgspec.structs import replace

from inglenook import NATURE, Entry, Match, Move, Refused
from inglenook.games.konexi.box import box
from inglenook.games.konexi.rules.moves import (
    Bump,
    Claim,
    Found,
    Join,
    MoveToken,
    Nothing,
    Ring,
    Rolled,
    Settled,
    Take,
    Time,
)
from inglenook.shared.first_player import Lots
from tests.games.konexi_loaded import ALPHABET, KONEXI, Stacked, stack

# --- who begins --------------------------------------------------------------------------------


def test_the_one_whose_birthday_comes_next_begins() -> None:
    match = Match("konexi", 4, {"first": 2}, seed="tonight")
    assert match.log[0].move == Lots(2)
    assert match.to_move() == {2}


def test_lots_are_drawn_where_nobody_is_named() -> None:
    firsts = {Match("konexi", 3, seed=f"lots {n}").view().active for n in range(20)}
    assert firsts == {0, 1, 2}


def test_who_has_a_birthday_sits_at_the_table() -> None:
    with pytest.raises(Refused, match="bad-options"):
        Match("konexi", 2, {"first": 2})


@pytest.mark.parametrize("seats", [0, 7])
def test_it_is_for_up_to_six(seats: int) -> None:
    with pytest.raises(Refused, match="bad-seats"):
        Match("konexi", seats)


@pytest.mark.parametrize(
    ("first", "seat", "code"),
    [
        (None, 2, None),
        (None, 3, "bad-lots"),
        (None, -1, "bad-lots"),
        (1, 1, None),
        (1, 0, "bad-lots"),
    ],
)
def test_lots_name_a_seat(first: int | None, seat: int, code: str | None) -> None:
    state = KONEXI.setup(3, KONEXI.decode_options({"first": first}))
    assert KONEXI.check(state, Entry(0, 0, NATURE, Lots(seat))) == code


# --- the ring and the die ----------------------------------------------------------------------


def test_all_letters_lie_in_a_ring_in_any_order() -> None:
    rings = [Match("konexi", 2, seed=f"ring {n}").state.ring for n in range(3)]
    assert len(set(rings)) == 3
    assert all(sorted(ring) == list(ALPHABET) for ring in rings)


@pytest.mark.parametrize("ring", ["", ALPHABET[:25], ALPHABET + "A", ALPHABET[:25] + "A", "é" * 26])
def test_a_ring_has_each_letter_once(ring: str) -> None:
    state = KONEXI.apply(KONEXI.setup(2, KONEXI.decode_options({})), Entry(0, 0, NATURE, Lots(0)))
    assert KONEXI.check(state, Entry(1, 0, NATURE, Ring(ring))) == "bad-ring"


def test_the_die_has_five_numbers_and_any_letter() -> None:
    assert box().die.faces == ("2", "4", "5", "8", "10", "any")
    faces = {Match("konexi", 2, seed=f"die {n}").view().rolled for n in range(60)}
    assert faces == set(box().die.faces)


@pytest.mark.parametrize("face", ["", "1", "3", "6", "Any", "star"])
def test_the_die_has_no_other_face(face: str) -> None:
    assert Stacked().refusal(NATURE, Rolled(face)) == "bad-face"


@pytest.mark.parametrize(
    ("face", "left", "right"), [("2", "C", "D"), ("4", "E", "F"), ("5", "F", "G"), ("10", "K", "L")]
)
def test_the_token_stands_in_gap_0_and_moves_clockwise(face: str, left: str, right: str) -> None:
    table = Stacked()
    assert table.view.token == 0
    table.nature(Rolled(face))
    assert (table.view.left, table.view.right) == (left, right)
    assert table.view.may == ("take",)


def test_the_token_counts_the_letters_that_are_left_and_goes_round() -> None:
    table = stack("A", "BA", ring="ABWXYZCDEFGHIJKLMNOPQRSTUV")
    table.none()
    assert len(table.view.ring) == 24
    table.s = replace(table.s, ring="WXYZ", token=3)
    table.nature(Rolled("10"))
    assert table.view.token == (3 + 10) % 4
    assert (table.view.left, table.view.right) == ("X", "Y")


def test_on_any_letter_the_player_moves_the_token_to_any_gap() -> None:
    table = Stacked()
    table.nature(Rolled("any"))
    assert table.view.phase == "token"
    assert table.view.may == ("move",)
    assert (table.view.left, table.view.right) == ("A", "B")
    assert table.refused(Take("left")) == "wrong-phase"
    assert {table.refused(MoveToken(gap)) for gap in range(26)} == {None}
    assert [table.refused(MoveToken(gap)) for gap in (-1, 26, 10**9)] == ["bad-gap"] * 3
    table.do(MoveToken(25))
    assert (table.view.left, table.view.right) == ("Z", "A")


def test_the_token_is_moved_by_hand_on_any_letter_alone() -> None:
    table = Stacked()
    table.nature(Rolled("2"))
    assert table.refused(MoveToken(3)) == "wrong-phase"


@pytest.mark.parametrize(("side", "letter"), [("left", "E"), ("right", "F")])
def test_the_letter_on_either_side_of_the_token_is_taken(side: str, letter: str) -> None:
    table = Stacked()
    table.nature(Rolled("4"))
    table.do(Take(side))  # type: ignore[arg-type] # given as text
    assert table.view.hand == letter
    assert letter not in table.view.ring


@pytest.mark.parametrize("gap", range(26))
@pytest.mark.parametrize("side", ["left", "right"])
def test_the_ring_closes_and_the_token_stays_between_its_new_neighbours(
    gap: int, side: str
) -> None:
    table = Stacked()
    table.nature(Rolled("any"))
    table.do(MoveToken(gap))
    table.do(Take(side))  # type: ignore[arg-type] # given as text
    left, right = (gap - 1, gap + 1) if side == "left" else (gap, gap + 2)
    ring, token = table.view.ring, table.view.token
    assert (ring[token], ring[(token + 1) % 25]) == (ALPHABET[left % 26], ALPHABET[right % 26])


@pytest.mark.parametrize("side", ["left", "right"])
def test_the_last_letter_lies_on_both_sides_of_the_token(side: str) -> None:
    table = stack("A", "BA")
    table.none()
    table.s = replace(table.s, ring="C", token=0)
    table.nature(Rolled("5"))
    assert (table.view.left, table.view.right) == ("C", "C")
    table.do(Take(side))  # type: ignore[arg-type] # given as text
    assert (table.view.ring, table.view.token, table.view.hand) == ("", 0, "C")


# --- turns -------------------------------------------------------------------------------------


def test_nobody_passes() -> None:
    table = Stacked()
    table.nature(Rolled("2"))
    assert table.refused(Nothing()) == "wrong-phase"
    table.do(Take("left"))
    assert table.refused(Nothing()) == "wrong-phase"
    assert table.view.may == ("found",)
    assert KONEXI.deadline(table.s) is None


MOVES: list[Move] = [
    MoveToken(0),
    Take("left"),
    Found(0),
    Join(0, "A", 0, 0),
    Claim("it"),
    Nothing(),
    Bump("A", (0, 0, 0)),
]


@pytest.mark.parametrize(
    ("phase", "allowed"),
    [
        ("roll", ()),
        ("token", (MoveToken,)),
        ("take", (Take,)),
        ("place", (Found,)),
        ("settle", ()),
    ],
)
def test_each_phase_has_its_moves(phase: str, allowed: tuple[type[Move], ...]) -> None:
    table = Stacked()
    for step in (Rolled("any"), MoveToken(0), Take("left"), Found(0)):
        if table.s.phase == phase:
            break
        table.play(NATURE if isinstance(step, Rolled) else 0, step)
    assert table.s.phase == phase
    for move in MOVES:
        if isinstance(move, allowed):
            assert table.refusal(0, move) is None
            assert table.refusal(1, move) == "not-your-turn"
        elif not (isinstance(move, Bump) and allowed):
            assert table.refusal(0, move) == table.refusal(1, move) == "wrong-phase"


def test_natures_moves_are_natures_and_seats_are_those_of_the_table() -> None:
    table = Stacked()
    given: list[Move] = [
        Lots(0), Ring(ALPHABET), Rolled("2"), Settled("x", "stands", {}), Time(),
    ]  # fmt: skip
    for move in given:
        assert table.refusal(0, move) == "not-yours"
    for move in (Lots(0), Ring(ALPHABET), Settled("x", "stands", {}), Time()):
        assert table.refusal(NATURE, move) == "wrong-phase"
    for seat in (NATURE, 2):
        assert table.refusal(seat, Take("left")) == "not-yours"


def test_where_no_join_is_legal_the_round_ends_without_penalty() -> None:
    table = stack("A", "BA")
    table.none()
    # No such tower has ever been seen, so this one is sunk into the table.
    sunk = tuple(replace(piece, z=piece.z - 1_000_000) for piece in table.s.tower)
    table.s = replace(table.s, tower=sunk, scores=(5, 5))
    table.take("C")
    assert table.s.phase == "ring"
    assert (table.s.round, table.s.active) == (2, 1)
    assert (table.s.scores, table.s.fall) == ((5, 5), None)
