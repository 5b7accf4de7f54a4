"""The rules of Kewbz, each by name. Boards are drawn as on the screen, rank 1 at the bottom."""

from textwrap import dedent

import pytest

from inglenook import Entry, Rng, find_game
from inglenook.games.kewbz.rules import Kewbz, Place, State, Swap, count, due, grid

KEWBZ = find_game("kewbz")


def board(drawing: str, *, turn: int = 0, unplayed: tuple[int, int] = (30, 30)) -> State:
    """A position: `.` empty, `b`/`a` one cube of Blue/Amber, a digit a Blue tower that high."""
    rows = dedent(drawing).strip().split("\n")
    stacks = []
    for row in reversed(rows):
        for mark in row.split():
            one = {".": (), "b": (0,), "a": (1,)}.get(mark)
            stacks.append((0,) * int(mark) if one is None else one)
    return State(len(rows), tuple(stacks), unplayed, turn, swap=False)


def cell(s: State, name: str) -> int:
    return grid(s.size).cells[name]


def stacked(s: State, name: str) -> dict[str, int]:
    return {grid(s.size).names[c]: n for c, n in due(s, cell(s, name)).items()}


def refusal(s: State, name: str, stack: tuple[str, ...] | None = None) -> str | None:
    return KEWBZ.check(s, Entry(0, 0, s.turn, Place(name, stack)))


def after(s: State, name: str, stack: tuple[str, ...] | None = None) -> State:
    entry = Entry(0, 0, s.turn, Place(name, stack))
    assert KEWBZ.check(s, entry) is None
    state: State = KEWBZ.apply(s, entry)
    return state


LINE = board("""
    . . . . .
    . . . . .
    . b a b .
    . . . . .
    . . . . .
""")


def test_the_first_cube_goes_anywhere() -> None:
    empty = board(". . . . .\n" * 5)
    assert all(refusal(empty, name) is None for name in grid(5).names)


def test_every_other_cube_is_next_to_one_orthogonally_or_diagonally() -> None:
    assert refusal(LINE, "a3") is None
    assert refusal(LINE, "a4") is None
    assert refusal(LINE, "a5") == "not-adjacent"
    assert refusal(LINE, "c1") == "not-adjacent"
    assert refusal(LINE, "c3") == "occupied"


@pytest.mark.parametrize("name", ["", "z9", "d", "4d", "D4", "a0", "a6", "f1", "d4 ", "ｄ4", "d04"])
def test_a_cell_that_is_not_on_the_board(name: str) -> None:
    assert refusal(LINE, name) == "bad-cell"


def test_no_square_of_four() -> None:
    s = board("""
        . . . . .
        . b a . .
        . b . . .
        . . . . .
        . . . . .
    """)
    assert refusal(s, "c3") == "square"
    assert refusal(s, "d3") is None


def test_a_corner_gets_one() -> None:
    s = board("""
        . . . . .
        . b . . .
        . b . . .
        . . . . .
        . . . . .
    """)
    # At the end of the line: the cube placed makes an L whose corner is its neighbour.
    assert stacked(s, "c4") == {"b4": 1}
    s = board("""
        . . . . .
        . . b . .
        . b . . .
        . . . . .
        . . . . .
    """)
    # In the bend of the L: the cube placed is the corner itself.
    assert stacked(s, "c3") == {"c3": 1}


def test_a_double_corner_gets_two() -> None:
    s = board("""
        . . . . .
        . . b . .
        . b . a .
        . . . . .
        . . . . .
    """)
    assert stacked(s, "c3") == {"c3": 2}
    assert stacked(LINE, "c4") == {"c3": 2}


def test_a_plus_gets_four() -> None:
    s = board("""
        . . . . .
        . . b . .
        . b . a .
        . . a . .
        . . . . .
    """)
    assert stacked(s, "c3") == {"c3": 4}
    assert len(after(s, "c3").stacks[cell(s, "c3")]) == 5


def test_growing_an_l_into_a_t_gives_one_and_not_two() -> None:
    s = board("""
        . . . . .
        . . . . .
        . b 2 . .
        . . a . .
        . . . . .
    """)
    assert stacked(s, "d3") == {"c3": 1}


T = board("""
    . . . . . .
    . . . . . .
    . b 3 a . .
    . . a . . .
    . . . . . .
    . . . . . .
""")


def test_lengthening_the_stem_of_a_t_gives_two() -> None:
    assert stacked(T, "c2") == {"c4": 2}


def test_lengthening_the_bar_of_a_t_gives_one() -> None:
    assert stacked(T, "a4") == {"c4": 1}
    assert stacked(T, "e4") == {"c4": 1}


def test_the_line_is_walked_over_unbroken_cubes_only() -> None:
    s = board("""
        . . . . . .
        . . . . . .
        2 . b b b .
        b . . . a .
        . . . . . .
        . . . . . .
    """)
    # From b4 westwards: the corner a4. Eastwards: c4, d4 branch nowhere, e4 branches once.
    assert stacked(s, "b4") == {"a4": 1, "e4": 1}
    gap = board("""
        . . . . . .
        . . . . . .
        2 . . b b .
        b . . . a .
        . . . . . .
        . . . . . .
    """)
    assert stacked(gap, "c4") == {"e4": 1}


def test_one_cube_may_serve_several_corners() -> None:
    s = board("""
        . . . . .
        . . b . .
        a b . . .
        a . a . .
        . . . . .
    """)
    assert stacked(s, "c3") == {"a3": 1, "c3": 2}


def test_no_tower_is_higher_than_five() -> None:
    s = board("""
        . . . . . .
        . . . . . .
        . b 4 a . .
        . . a . . .
        . . . . . .
        . . . . . .
    """)
    assert stacked(s, "c2") == {"c4": 1}
    full = after(s, "c2")
    assert len(full.stacks[cell(full, "c4")]) == 5
    assert stacked(full, "a4") == {}
    assert full.unplayed == (28, 30)


SHORT = board(
    """
    . . . . .
    . . b . .
    a b . . .
    a . a . .
    . . . . .
    """,
    unplayed=(3, 9),
)


def test_short_of_cubes_the_player_chooses_the_corners() -> None:
    assert refusal(SHORT, "c3") == "stack-needed"
    assert after(SHORT, "c3", ("c3", "c3")).last.stacked == {"c3": 2}  # type: ignore[union-attr] # there is one
    assert after(SHORT, "c3", ("c3", "a3")).last.stacked == {"c3": 1, "a3": 1}  # type: ignore[union-attr] # there is one
    placed = [move for move in KEWBZ.legal(SHORT, 0) if isinstance(move, Place)]
    assert {move.stack for move in placed if move.cell == "c3"} == {
        ("a3", "c3"),
        ("c3", "c3"),
    }


@pytest.mark.parametrize(
    "stack",
    [(), ("c3",), ("c3", "c3", "c3"), ("a3", "a3"), ("b3", "c3"), ("zz", "c3"), ("c3", "c3", "a3")],
)
def test_a_wrong_choice_is_refused(stack: tuple[str, ...]) -> None:
    assert refusal(SHORT, "c3", stack) == "stack-wrong"


def test_a_choice_where_there_is_none_is_refused() -> None:
    assert refusal(LINE, "c4", ("c3", "c3")) == "stack-wrong"
    assert refusal(LINE, "c4", ()) is None


def test_the_last_cube_leaves_none_to_stack() -> None:
    s = board("b . . . .\n. . . . .\n. b a b .\n. . . . .\n. . . . .", unplayed=(1, 9))
    end = after(s, "c4")
    assert end.last is not None
    assert end.last.stacked == {}
    outcome = KEWBZ.outcome(end)
    assert outcome is not None
    assert outcome.reason == "last-cube"


def test_the_game_ends_when_the_last_cube_is_stacked() -> None:
    end = after(SHORT, "c3", ("c3", "c3"))
    assert end.unplayed == (0, 9)
    assert KEWBZ.to_move(end) == frozenset()
    assert KEWBZ.check(end, Entry(0, 0, 1, Place("d4"))) == "game-over"
    assert KEWBZ.outcome(end) is not None


def test_the_game_ends_when_no_placement_is_legal() -> None:
    s = board("""
        b b b b b
        b . b . b
        b b b b b
        b . b . b
        b b b b b
    """)
    outcome = KEWBZ.outcome(s)
    assert outcome is not None
    assert outcome.reason == "blocked"
    assert KEWBZ.view(s, None).to_move is None


def test_towers_score_for_the_colour_on_top_and_unplayed_cubes_count_against() -> None:
    stacks: list[tuple[int, ...]] = [()] * 25
    stacks[0], stacks[1], stacks[7] = (0,), (0, 1), (1, 1, 1, 0)
    assert count(State(5, tuple(stacks), (3, 0), 0, swap=False)) == (4 - 3, 2 - 0)


def test_equal_scores_share_the_win() -> None:
    stacks: list[tuple[int, ...]] = [()] * 25
    stacks[0], stacks[1] = (0, 1), (1, 0)
    outcome = KEWBZ.outcome(State(5, tuple(stacks), (0, 0), 0, swap=False))
    assert outcome is not None
    assert outcome.winners == (0, 1)


def test_swap_takes_over_the_first_cube() -> None:
    s = KEWBZ.setup(2, KEWBZ.decode_options({"swap": True}))
    assert KEWBZ.check(s, Entry(0, 0, 0, Swap())) == "no-swap"
    assert KEWBZ.view(s, 0).swap == "later"
    s = after(s, "d4")
    assert KEWBZ.view(s, 1).swap == "now"
    assert Swap() in list(KEWBZ.legal(s, 1))
    s = KEWBZ.apply(s, Entry(1, 0, 1, Swap()))
    assert s.stacks[cell(s, "d4")] == (1,)
    assert (s.unplayed, s.turn) == ((30, 29), 0)
    assert KEWBZ.check(s, Entry(2, 0, 0, Swap())) == "no-swap"
    s = after(s, "e5")
    assert KEWBZ.check(s, Entry(3, 0, 1, Swap())) == "no-swap"


def test_swap_is_lost_by_placing_and_absent_without_the_option() -> None:
    s = KEWBZ.setup(2, KEWBZ.decode_options({"swap": True}))
    s = after(after(after(s, "d4"), "d5"), "d6")
    assert KEWBZ.check(s, Entry(3, 0, 1, Swap())) == "no-swap"
    plain = after(KEWBZ.setup(2, KEWBZ.decode_options({})), "d4")
    assert KEWBZ.check(plain, Entry(1, 0, 1, Swap())) == "no-swap"
    assert KEWBZ.view(plain, 1).swap == "no"


def test_the_preview_tells_what_each_placement_would_do() -> None:
    preview = KEWBZ.preview(LINE, 0)
    view = KEWBZ.view(LINE, 0)
    assert tuple(preview.cells) == view.legal  # type: ignore[union-attr] # there is one
    prospect = preview.cells["c4"]  # type: ignore[union-attr] # there is one
    assert prospect.stacked == {"c3": 2}
    assert prospect.scores == count(after(LINE, "c4"))
    assert prospect.choose == 0
    short = KEWBZ.preview(SHORT, 0).cells["c3"]  # type: ignore[union-attr] # there is one
    assert (short.choose, short.scores) == (2, None)
    assert KEWBZ.preview(LINE, 1).cells == {}  # type: ignore[union-attr] # there is one


def test_two_ways_to_the_same_board_are_the_same_state() -> None:
    empty = board(". . . . .\n" * 5)
    one = after(after(after(empty, "b2"), "c3"), "d4")
    other = after(after(after(empty, "d4"), "c3"), "b2")
    assert one.last != other.last
    assert one == other
    assert len({one, other, empty}) == 2
    assert one != after(after(after(empty, "b2"), "c3"), "d2")
    assert one != "a state"


def test_a_sample_is_any_cell_and_any_choice_when_short() -> None:
    chosen = {KEWBZ.sample(SHORT, 0, Rng("sample", n)) for n in range(2000)}
    assert chosen == set(KEWBZ.legal(SHORT, 0))
    s = after(KEWBZ.setup(2, KEWBZ.decode_options({"swap": True})), "d4")
    assert {KEWBZ.sample(s, 1, Rng("sample", n)) for n in range(300)} == set(KEWBZ.legal(s, 1))


def test_the_board_as_text() -> None:
    assert Kewbz().show(KEWBZ.view(after(LINE, "c4"), None)) == dedent("""\
         5  .  .  .  .  .
         4  .  . B1  .  .
         3  . B1 B3 B1  .
         2  .  .  .  .  .
         1  .  .  .  .  .
            a  b  c  d  e
        Blue: -24 points, 27 cubes left
        Amber: -30 points, 30 cubes left
        Amber to move""")
