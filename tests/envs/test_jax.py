"""Kewbz on JAX is Kewbz by the rules: more than 10,000 positions of whole games, on all sizes."""

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from inglenook.envs.jax import kewbz
from inglenook.envs.process import OVER, Node, Process
from inglenook.games.kewbz.fit import PLANES
from inglenook.games.kewbz.rules import State


def state_of(games: Any, i: int, size: int, side: int) -> State:
    """A position of a batch, as the rules hold it."""

    def bits(mask: Any) -> int:
        return sum(int(word[i]) << 32 * n for n, word in enumerate(mask.words))

    high, ones = [bits(mask) for mask in games.high], [bits(mask) for mask in games.ones]
    places = [side * (cell // size) + cell % size for cell in range(size * size)]
    stacks = tuple(
        tuple(o >> place & 1 for h, o in zip(high, ones, strict=True) if h >> place & 1)
        for place in places
    )
    left = int(games.left[0][i]), int(games.left[1][i])
    return State(size, stacks, left, int(games.turn[i]), bool(games.swap[i]))


@pytest.mark.parametrize(
    ("size", "cubes", "swap", "many", "positions"),
    [
        (8, 30, True, 270, 10_000),
        (5, 8, True, 60, 600),
        *((size, 12, True, 120, 2_000) for size in (6, 7, 9, 10, 12)),
    ],
)
def test_it_plays_by_the_rules(
    size: int, cubes: int, swap: bool, many: int, positions: int
) -> None:
    process = Process("kewbz", 2, {"size": size, "cubes": cubes, "swap": swap})

    # One function, as compiling takes longest.
    @jax.jit
    def asked(games: Any, bits: Any) -> Any:
        action = kewbz.sample(games, bits, size)
        return (
            kewbz.legal(games, size),
            kewbz.observe(games, size),
            kewbz.scores(games),
            kewbz.returns(games, size),
            action,
            kewbz.step(games, action, size),
        )

    games = kewbz.init(size, cubes, swap, (many,))
    nodes: list[Node] = [process.start()] * many
    rng, compared, named = np.random.default_rng(1), 0, 0
    while any(n.turn != OVER for n in nodes):
        bits = jnp.asarray(rng.integers(0, 2**32, many, dtype=np.uint32))
        told = jax.tree.map(np.asarray, asked(games, bits))
        legal, seen, scores, returns, actions, after = told
        host = jax.tree.map(np.asarray, games)
        for i, n in enumerate(nodes):
            seat = max(n.turn, 0)
            assert tuple(np.flatnonzero(legal[i])) == process.legal(n, seat)
            assert tuple(returns[i]) == process.returns(n)
            compared += 1
            if n.turn == OVER:
                assert tuple(scores[i]) == process.game.scores(n.state)
                continue
            if not n.prefix:
                assert state_of(host, i, size, size) == n.state
                assert tuple(scores[i]) == process.game.scores(n.state)
            if i < 40:
                assert (seen[i] == process.array(n, seat).reshape(process.fit.shape)).all()
            named += bool(n.prefix)
            nodes[i] = process.step(n, int(actions[i]))
        games = after
    assert compared >= positions
    assert named > 10


def test_boards_of_all_sizes_are_played_in_one_batch() -> None:
    side = kewbz.MAX_SIZE
    sizes = np.array([*range(kewbz.SMALLEST, side + 1)] * 6)
    cubes = np.where(np.arange(len(sizes)) % 2, 8, 14)
    processes = [
        Process("kewbz", 2, {"size": int(size), "cubes": int(most), "swap": True})
        for size, most in zip(sizes, cubes, strict=True)
    ]
    cells = [kewbz.rectangle(side, size, range(size)).words for size in sizes]
    words = tuple(jnp.asarray(word) for word in np.array(cells).T)

    @jax.jit
    def asked(games: Any, bits: Any) -> Any:
        board = kewbz.Board(side, kewbz.Mask(words))
        action = kewbz.sample(games, bits, board)
        after = kewbz.step(games, action, board)
        return kewbz.legal(games, board), kewbz.returns(games, board), action, after

    games = kewbz.init(side, jnp.asarray(cubes), swap=True, shape=sizes.shape)
    nodes = [process.start() for process in processes]
    rng, named = np.random.default_rng(2), 0
    while any(n.turn != OVER for n in nodes):
        bits = jnp.asarray(rng.integers(0, 2**32, len(nodes), dtype=np.uint32))
        host, told = jax.tree.map(np.asarray, (games, asked(games, bits)))
        legal, returns, actions, after = told
        for i, (size, process, n) in enumerate(zip(map(int, sizes), processes, nodes, strict=True)):

            def translated(action: int, size: int = size) -> int:
                return size * size if action == side**2 else action // side * size + action % side

            there = [int(action) for action in np.flatnonzero(legal[i])]
            assert all(action == side**2 or action % side < size for action in there)
            assert tuple(map(translated, there)) == process.legal(n, max(n.turn, 0))
            assert tuple(returns[i]) == process.returns(n)
            if not n.prefix:
                assert state_of(host, i, size, side) == n.state
            named += bool(n.prefix)
            if n.turn != OVER:
                nodes[i] = process.step(n, translated(int(actions[i])))
        games = jax.tree.map(jnp.asarray, after)
    assert named > 10


@pytest.mark.parametrize("size", [8, 10, 12])
def test_the_longest_lines_reach_the_other_edge(size: int) -> None:
    last = size - 1
    # A line along the edge, a cube that branches off its first one, and the end of the line.
    spots = [*((0, file) for file in range(last)), (1, 0), (0, last)]
    moves = [
        [rank * size + file, rank * size + last - file, file * size + rank, (last - file) * size]
        for rank, file in spots
    ]
    moves[-2][3] = last * size + 1
    process = Process("kewbz", 2, {"size": size})
    step = jax.jit(partial(kewbz.step, size=size))
    games, nodes = kewbz.init(size, shape=(4,)), [process.start()] * 4
    for actions in moves:
        games = step(games, jnp.array(actions))
        nodes = [process.step(n, action) for n, action in zip(nodes, actions, strict=True)]
    for i, n in enumerate(nodes):
        assert state_of(games, i, size, size) == n.state
        assert max(map(len, n.state.stacks)) == 3


def test_games_begin_anew_and_illegal_actions_change_nothing() -> None:
    games = kewbz.init(size=5, cubes=8, shape=(3,))
    step = jax.jit(partial(kewbz.step, size=5))
    once = step(games, jnp.array([12, 0, 24]))
    for actions in ([12, 0, 24], [25, 25, 25], [-1, 26, 99]):
        again = step(once, jnp.array(actions))
        assert all(map(np.array_equal, jax.tree.leaves(once), jax.tree.leaves(again)))
    ended = once._replace(left=(jnp.array([0, 3, 3], jnp.int8), once.left[1]))
    assert kewbz.is_over(ended, 5).tolist() == [True, False, False]
    fresh = kewbz.again(ended, cubes=8, size=5)
    assert fresh.left[0].tolist() == [8, 3, 3]
    assert not fresh.high[0].words[0][0]
    assert fresh.high[0].words[0][1]


def test_planes_have_the_same_names_everywhere() -> None:
    assert kewbz.PLANES == PLANES
    with pytest.raises(ValueError, match="13x13"):
        kewbz.init(size=13)
