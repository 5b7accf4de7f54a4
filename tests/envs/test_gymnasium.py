"""Gymnasium's examiner passes every game, and many games at once are the games of the rules."""

from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from inglenook import Refused, levels
from inglenook.envs.gymnasium import make, make_vec
from inglenook.envs.process import Process
from inglenook.games.kewbz import fast
from inglenook.games.kewbz.mask import to_int
from tests.envs.games import SHORT, Setting

SETTINGS = (*SHORT.values(), Setting("prolix", 1), Setting("prolix", 3, {"rounds": 1}))


def made(s: Setting, seat: int = 0) -> Any:
    weakest = levels(s.game)[0].name
    return make(s.game, weakest, seat, s.seats, s.options, **s.fit)


@pytest.mark.parametrize("s", SETTINGS, ids=str)
def test_their_check(s: Setting) -> None:
    check_env(made(s), skip_render_check=True)


@pytest.mark.parametrize("s", SETTINGS, ids=str)
def test_a_learner_plays_whole_games_and_a_seed_decides_them(s: Setting) -> None:
    def played(seat: int) -> list[tuple[Any, ...]]:
        learner, rng, told = made(s, seat), np.random.default_rng(1), []
        array, info = learner.reset(seed=7)
        while True:
            action = rng.choice(np.flatnonzero(info["action_mask"]))
            array, reward, over, cut, info = learner.step(action)
            assert array in learner.observation_space
            told.append((array.tobytes(), reward, over, cut))
            if over or cut:
                outcome = learner.process.outcome(learner._node)
                assert cut == (outcome.reason == "too-long")
                earned = sum(reward for _, reward, *_ in told)
                if s.seats == 1:
                    assert earned == outcome.scores[0]
                else:
                    assert (earned > 0) == (seat in outcome.winners and earned != 0)
                return told

    assert played(0) == played(0)
    assert played(s.seats - 1)


def test_an_illegal_action_loses() -> None:
    learner = make("kewbz", "pebble", seat=0)
    _, info = learner.reset(seed=1)
    assert info["action_mask"].sum() == 64
    _, reward, over, _, info = learner.step(64)
    assert (reward, over, info["illegal"]) == (-1, True, True)


@pytest.mark.parametrize("options", [{}, {"size": 5, "cubes": 8, "swap": True}])
def test_many_games_at_once_are_games_of_the_rules(options: dict[str, Any]) -> None:
    """What the learner sees and may do is what the rules' own fit says of the same position."""
    many, process = 12, Process("kewbz", 2, options)
    vector = make_vec("kewbz", many, options)
    seen, infos = vector.reset(seed=3)
    size = process.fit.options.size
    compared, wins = 0, 0
    for _ in range(60):
        games = vector._games
        for i in range(many):
            if games.owed[i].any() or games.over[i]:
                continue
            position = fast.Position(
                tuple(games.high[i]),
                tuple(games.ones[i]),
                (int(games.left[i, 0]), int(games.left[i, 1])),
                int(games.turn[i]),
                bool(games.swap[i]),
            )
            state = fast.to_state(size, position)
            learner = int(games.learner[i])
            assert state.turn == learner
            array = process.fit.array(state, learner, (), 0).reshape(process.fit.shape)
            assert (seen[i] == array).all()
            legal = process.fit.next_actions(state, learner, (), 0)
            assert tuple(np.flatnonzero(infos["action_mask"][i])) == legal
            compared += 1
        actions = vector.choose()
        over = games.over.copy()
        assert all(infos["action_mask"][i, actions[i]] for i in range(many) if not over[i])
        seen, rewards, ended, cut, infos = vector.step(actions)
        assert seen.dtype == np.int8
        assert not cut.any()
        assert set(rewards) <= {-1.0, 0.0, 1.0}
        assert not rewards[~ended].any()
        wins += int((rewards > 0).sum())
    assert compared > 200
    assert wins > 5
    assert to_int(vector._board.cells).bit_count() == size * size


def test_many_games_follow_from_a_seed_and_illegal_actions_lose_them() -> None:
    one, other = (make_vec("kewbz", 4) for _ in range(2))
    assert (one.reset(seed=5)[0] == other.reset(seed=5)[0]).all()
    for _ in range(20):
        a, b = one.choose(), other.choose()
        assert (a == b).all()
        assert all((x == y).all() for x, y in zip(one.step(a)[:3], other.step(b)[:3], strict=True))
    one.reset(seed=1)
    _, rewards, over, _, _ = one.step(np.full(4, 64))
    assert (rewards == -1).all()
    assert over.all()
    _, rewards, over, _, infos = one.step(np.full(4, 64))
    assert not over.any()
    assert not rewards.any()
    assert infos["action_mask"].any(axis=1).all()


@pytest.mark.parametrize(
    ("game", "options"),
    [("conex", {}), ("kewbz", {"size": 9}), ("kewbz", {"position": {"stacks": {"a1": [0]}}})],
)
def test_what_has_no_vector_is_refused(game: str, options: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="no-vector"):
        make_vec(game, 2, options)
