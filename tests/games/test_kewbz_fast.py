"""The compiled twin of Kewbz is the same game: state by state, and by counting moves."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from inglenook.core.game import Entry, Move, Rng
from inglenook.games.kewbz import fast, rules
from inglenook.games.kewbz.mask import Mask, empty, from_int, lowest, rest, single, to_int
from inglenook.shared.compiled import compiled

KEWBZ = rules.Kewbz()


@cache
def places(size: int) -> tuple[int, ...]:
    """The bit of each cell."""
    return tuple(fast.place_of(size, cell) for cell in range(size * size))


def cells_of(size: int, mask: Mask) -> set[int]:
    bits = to_int(mask)
    return {cell for cell, place in enumerate(places(size)) if bits >> place & 1}


def demand_of(size: int, due: fast.Due) -> dict[int, int]:
    """Cubes for each cell, in the form of `rules.due`."""
    return dict(sorted(Counter(c for part in due for c in cells_of(size, part)).items()))


def due_of(size: int, demand: dict[int, int]) -> fast.Due:
    def at_least(n: int) -> Mask:
        bits = (1 << places(size)[c] for c, cubes in demand.items() if cubes >= n)
        return from_int(sum(bits), size > 8)

    return fast.Due(*(at_least(n) for n in (1, 2, 3, 4)))


def assert_same(s: rules.State, p: fast.Position, moves: Sequence[Move]) -> None:
    plain = rules.State(s.size, s.stacks, s.unplayed, s.turn, s.swap)
    assert fast.to_state(s.size, p) == plain
    assert fast.from_state(s) == p
    names = rules.grid(s.size).names
    legal = cells_of(s.size, fast.legal(fast.board(s.size), p))
    assert {names[c] for c in legal} == {m.cell for m in moves if isinstance(m, rules.Place)}
    assert bool(legal) == (KEWBZ.outcome(s) is None)
    assert fast.scores(p) == KEWBZ.scores(s)


def play_both(options: rules.Options, rng: Rng, seen: Counter[str]) -> None:
    """One random game in both, compared after every move."""
    size = options.size
    s = KEWBZ.setup(2, options)
    p = fast.from_state(s)
    while True:
        moves = list(KEWBZ.legal(s, s.turn))
        assert_same(s, p, moves)
        if not moves:
            break
        # A swap is one move among many: take it often enough to be tested.
        move = moves[-1] if rules.swap_now(s) and rng.below(2) else rng.choice(moves)
        if isinstance(move, rules.Swap):
            p = fast.take_over(p)
            seen["swap"] += 1
        else:
            assert isinstance(move, rules.Place)
            names = rules.grid(size).cells
            cell = names[move.cell]
            bit = from_int(1 << fast.place_of(size, cell), size > 8)
            demand = demand_of(size, fast.due(fast.board(size), p, bit))
            if s.unplayed[s.turn] > 1:
                assert demand == rules.due(s, cell)
            seen["shortage"] += bool(move.stack)
            seen["plus"] += 4 in demand.values()
            if sum(demand.values()) >= s.unplayed[s.turn]:
                demand = Counter(names[name] for name in move.stack or ())
            p = fast.put(p, bit, due_of(size, demand))
        p = fast.from_state(fast.to_state(size, p))
        s = KEWBZ.apply(s, Entry(0, 0, s.turn, move))
    seen["capped"] += any(len(tower) == rules.TALLEST for tower in s.stacks)
    outcome = KEWBZ.outcome(s)
    assert outcome
    seen[outcome.reason] += 1


@pytest.mark.parametrize(
    ("size", "games"),
    [(5, 300), (6, 150), (7, 80), (8, 50), (9, 15), (10, 15), (11, 20), (12, 20)],
)
@pytest.mark.long
def test_twin_is_equal_state_by_state(size: int, games: int) -> None:
    seen: Counter[str] = Counter()
    rng = Rng(f"twin {size}", 0)
    most = min(60, rules.TALLEST * (size * size - (size // 2) ** 2) // 2)
    for game in range(games):
        cubes = most if game % 4 == 0 else 8 + rng.below(most - 7)
        play_both(rules.Options(size, cubes, swap=game % 2 == 0), rng, seen)
    # What never occurred was not compared.
    needed = {"swap", "shortage", "plus", "capped", "last-cube"}
    assert needed <= {name for name, times in seen.items() if times}
    if size == 5:
        assert seen["blocked"]


def test_twin_goes_on_from_a_board_set_up_by_hand() -> None:
    position = rules.Position({"c3": [0, 1, 0], "d3": [0], "c4": [1], "b3": [1, 1], "b2": [0]}, 1)
    rng, seen = Rng("by hand", 0), Counter[str]()
    for _ in range(40):
        play_both(rules.Options(6, 12, position=position), rng, seen)
    assert seen["last-cube"]


@pytest.mark.long
def test_playouts_are_random_games() -> None:
    """As long, and won as often, as games played cell by cell with the obvious rules."""
    options, games, rng = rules.Options(6, 12), 300, Rng("playouts", 0)
    start = KEWBZ.setup(2, options)
    moves, won, lost = 0, 0, 0
    for _ in range(games):
        s = start
        while not (outcome := KEWBZ.outcome(s)):
            cell = rng.choice(rules.open_cells(s))
            demand = rules.due(s, cell)
            cubes = [c for c, n in demand.items() for _ in range(n)]
            short = rules.shortage(s, demand)
            s = rules.place(s, cell, tuple(rng.shuffled(cubes)[:short]) if short else None)
            moves += 1
        won += outcome.winners == (0,)
        lost += outcome.winners == (1,)
    many = 20_000
    placed, blue, amber, *_ = fast.playouts(fast.board(6), fast.from_state(start), many, 1)
    assert placed / many == pytest.approx(moves / games, rel=0.02)
    # Three standard errors of a share in 300 games are 9 %.
    assert blue / many == pytest.approx(won / games, abs=0.09)
    assert amber / many == pytest.approx(lost / games, abs=0.09)


def test_shedding_leaves_out_one_due_cube() -> None:
    plus = {14: 4, 13: 1, 15: 2}
    for n in range(7):
        left = demand_of(6, fast.shed(due_of(6, plus), n))
        assert sum(left.values()) == 6
        assert all(left[cell] <= plus[cell] for cell in left)
    shed = Counter(
        next(c for c in plus if demand_of(6, fast.shed(due_of(6, plus), n)).get(c, 0) < plus[c])
        for n in range(7)
    )
    assert shed == plus  # each due cube is equally likely


@compiled
def ways(due: fast.Due, cubes: int) -> int:
    """In how many different ways a player short of cubes can spend them."""
    table = np.zeros(cubes + 1, np.int64)
    table[0] = 1
    cells = due.first
    while not empty(cells):
        cell = single(cells, lowest(cells))
        cells = rest(cells)
        most = 0
        for part in due:
            most += not empty(part & cell)
        for spent in range(cubes, 0, -1):
            for here in range(1, min(most, spent) + 1):
                table[spent] += table[spent - here]
    return int(table[cubes])


@compiled
def perft(b: fast.Board, p: fast.Position, depth: int) -> int:
    """How many sequences of this many moves there are; every choice of corners is a move."""
    if depth == 0:
        return 1
    total = 0
    cells = fast.legal(b, p)
    if p.swap and p.turn == 1:
        total += perft(b, fast.take_over(p), depth - 1)
    while not empty(cells):
        cell = single(cells, lowest(cells))
        cells = rest(cells)
        due = fast.due(b, p, cell)
        cubes = p.left[p.turn] - 1
        if cubes < fast.demand(due):
            total += ways(due, cubes) if depth == 1 else 0  # the game ends with it
        else:
            total += perft(b, fast.put(p, cell, due), depth - 1)
    return total


def obvious_perft(s: rules.State, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(
        obvious_perft(KEWBZ.apply(s, Entry(0, 0, s.turn, move)), depth - 1)
        for move in KEWBZ.legal(s, s.turn)
    )


def per_first_move(s: rules.State, depth: int) -> str:
    """Both counts behind each first move: where a wrong count comes from."""
    lines = [f"{'first move':24} {'fast':>12} {'obvious':>12}"]
    for move in KEWBZ.legal(s, s.turn):
        after = KEWBZ.apply(s, Entry(0, 0, s.turn, move))
        found = perft(fast.board(s.size), fast.from_state(after), depth - 1)
        other = obvious_perft(after, depth - 1) if depth <= 3 else "-"
        lines.append(f"{move!r:24} {found:>12} {other:>12}")
    return "\n".join(lines)


def perft_lines() -> list[str]:
    text = (Path(__file__).parent / "kewbz.perft").read_text()
    return [line for line in text.splitlines() if line and not line.startswith("#")]


@pytest.mark.parametrize("line", perft_lines())
def test_perft(line: str) -> None:
    size, cubes, depth, expected = (int(number) for number in line.split()[:4])
    s = KEWBZ.setup(2, rules.Options(size, cubes))
    for name in line.split()[4:]:
        s = KEWBZ.apply(s, Entry(0, 0, s.turn, rules.Place(name)))
    found = perft(fast.board(size), fast.from_state(s), depth)
    assert found == expected, per_first_move(s, depth)
    if expected < 20_000:
        assert obvious_perft(s, depth) == expected, per_first_move(s, depth)
