"""Kewbz on JAX is Kewbz by the rules: more than 10,000 positions of whole games."""

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


def state_of(games: Any, i: int, size: int) -> State:
    """A position of a batch, as the rules hold it."""

    def bits(mask: Any) -> int:
        return int(mask.low[i]) | int(mask.high[i]) << 32

    high, ones = [bits(mask) for mask in games.high], [bits(mask) for mask in games.ones]
    places = [8 * (cell // size) + cell % size for cell in range(size * size)]
    stacks = tuple(
        tuple(o >> place & 1 for h, o in zip(high, ones, strict=True) if h >> place & 1)
        for place in places
    )
    left = int(games.left[0][i]), int(games.left[1][i])
    return State(size, stacks, left, int(games.turn[i]), bool(games.swap[i]))


@pytest.mark.parametrize(
    ("size", "cubes", "swap", "many", "positions"),
    [(8, 30, True, 270, 10_000), (5, 8, True, 60, 600)],
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
                assert state_of(host, i, size) == n.state
                assert tuple(scores[i]) == process.game.scores(n.state)
            if i < 40:
                assert (seen[i] == process.array(n, seat).reshape(process.fit.shape)).all()
            named += bool(n.prefix)
            nodes[i] = process.step(n, int(actions[i]))
        games = after
    assert compared >= positions
    assert named > 10


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
    assert not fresh.high[0].low[0]
    assert fresh.high[0].low[1]


def test_planes_have_the_same_names_everywhere() -> None:
    assert kewbz.PLANES == PLANES
    with pytest.raises(ValueError, match="9x9"):
        kewbz.init(size=9)
