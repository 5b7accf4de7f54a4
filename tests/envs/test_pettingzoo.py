"""PettingZoo's own examiners pass all four games, and so does a stricter one of ours."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from inglenook import Refused
from inglenook.envs.pettingzoo import env, parallel_env
from tests.envs.games import SHORT, Setting

# They warn of every observation that is no plain array; ours has its mask beside it, as in their
# own classic games.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning"),
]
ALONE = (Setting("prolix", 1), Setting("conex", 1, {"turns": 3}))


@pytest.mark.parametrize("s", [*SHORT.values(), *ALONE], ids=str)
def test_their_tests(s: Setting) -> None:
    api_test(env(s.game, s.seats, s.options, **s.fit), num_cycles=150)
    seed_test(lambda: env(s.game, s.seats, s.options, **s.fit), num_cycles=60)


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_their_tests_of_a_game_played_at_once(seats: int) -> None:
    def made() -> Any:
        return parallel_env("prolix", seats, {"rounds": 1, "marks": 2})

    parallel_api_test(made(), num_cycles=150)
    parallel_seed_test(made, num_cycles=50)


def whole_game(made: Any, seed: int) -> list[tuple[Any, ...]]:
    made.reset(seed=seed)
    rng, told = np.random.default_rng(seed), []
    for agent in made.agent_iter():
        seen, reward, over, cut, _ = made.last()
        told.append((agent, seen["observation"].tobytes(), reward, over, cut))
        legal = np.flatnonzero(seen["action_mask"])
        made.step(None if over or cut else int(rng.choice(legal)))
    return told


def whole_parallel_game(made: Any, seed: int) -> list[tuple[Any, ...]]:
    seen, _ = made.reset(seed=seed)
    rng, told = np.random.default_rng(seed), []
    while made.agents:
        masks = {agent: np.flatnonzero(each["action_mask"]) for agent, each in seen.items()}
        seen, *rest, _ = made.step({agent: rng.choice(mask) for agent, mask in masks.items()})
        told.append(([each["observation"].tobytes() for each in seen.values()], *rest))
    return told


@pytest.mark.parametrize("s", SHORT.values(), ids=str)
def test_a_seed_decides_whole_games(s: Setting) -> None:
    """Theirs looks at the first end, and for parallel environments at the first step."""
    play: Callable[[Any, int], list[tuple[Any, ...]]] = whole_game
    one, other = (env(s.game, s.seats, s.options, **s.fit) for _ in range(2))
    for seed in (1, 2):
        assert play(one, seed) == play(other, seed)
    if s.game != "kewbz":
        assert play(one, 1) != play(one, 2)
    if s.game == "prolix":
        one, other = (parallel_env(s.game, s.seats, s.options, **s.fit) for _ in range(2))
        assert whole_parallel_game(one, 1) == whole_parallel_game(other, 1)
        assert whole_parallel_game(one, 1) != whole_parallel_game(one, 2)


def test_rewards_are_those_of_the_rules() -> None:
    made = env("kewbz", options={"size": 5, "cubes": 8})
    earned = {"player_0": 0.0, "player_1": 0.0}
    made.reset(seed=3)
    for agent in made.agent_iter():
        seen, reward, over, cut, _ = made.last()
        earned[agent] += reward
        made.step(None if over or cut else int(np.flatnonzero(seen["action_mask"])[0]))
    process = made.unwrapped.process
    outcome = process.outcome(made.unwrapped._node)
    assert tuple(earned.values()) == process.returns(made.unwrapped._node)
    assert (earned["player_0"] > 0) == (outcome.winners == (0,))
    assert "unplayed" in made.render() or made.render()


@pytest.mark.filterwarnings("ignore:.*Illegal move")
def test_an_illegal_action_loses() -> None:
    made = env("kewbz")
    made.reset(seed=1)
    made.step(0)
    made.step(0)
    assert made.unwrapped.rewards["player_1"] == -1
    assert all(made.unwrapped.terminations.values())


def test_only_prolix_is_played_at_once() -> None:
    with pytest.raises(Refused, match="in-turns"):
        parallel_env("kewbz")
