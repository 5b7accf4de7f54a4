"""OpenSpiel's own examiners pass all four games, and its algorithms play them."""

import random
import unittest
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts, outcome_sampling_mccfr

from inglenook import Match, Refused
from inglenook.envs import openspiel, pettingzoo
from tests.envs.games import SETTINGS, SHORT, Setting

SMALL = {"table": "small", "goal": 10, "first": 0}


def load(s: Setting) -> "pyspiel.Game":
    return openspiel.load(s.game, s.seats, s.options, **s.fit)


@pytest.mark.parametrize("s", SETTINGS, ids=str)
def test_their_simulations(s: Setting) -> None:
    pyspiel.random_sim_test(load(s), 1, True, False)


@pytest.mark.parametrize("s", SHORT.values(), ids=str)
def test_their_api_test(s: Setting) -> None:
    case = type(
        "Api", (api_test.EnforceAPIOnPartialTreeBase,), {"game": load(s), "game_name": s.game}
    )
    result = unittest.defaultTestLoader.loadTestsFromTestCase(case).run(unittest.TestResult())
    assert result
    assert not result.errors + result.failures
    assert result.testsRun == 5


def test_a_game_is_found_by_its_name_and_options() -> None:
    game = openspiel.load("conex", 3, {"table": "small", "first": 0}, grid=2)
    again = pyspiel.load_game(str(game))
    assert again.num_distinct_actions() == game.num_distinct_actions()
    assert again.num_players() == 3
    assert {f"inglenook_{name}" for name in SHORT} <= set(pyspiel.registered_names())
    with pytest.raises(Refused, match="bad-fit"):
        openspiel.load("conex", grids=2)


def test_their_mcts_plays_kewbz() -> None:
    game = openspiel.load("kewbz", options={"size": 5, "cubes": 8})
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 12, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = game.new_initial_state()
    while not state.is_terminal():
        choice = bot.step(state) if state.current_player() == 0 else state.legal_actions()[0]
        state.apply_action(choice)
    assert state.returns() == [1.0, -1.0]


def test_their_mcts_and_is_mcts_play_conex() -> None:
    game = openspiel.load("conex", 2, SMALL, grid=1)
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    blind = ismcts.ISMCTSBot(
        game, evaluator, 2.0, 8, random_state=rng, allow_inconsistent_action_sets=True
    )
    blind.set_resampler(openspiel.resampler("is-mcts"))
    bots = (blind, mcts.MCTSBot(game, 2.0, 8, evaluator, random_state=rng))
    state, chosen = game.new_initial_state(), 0
    while not state.is_terminal() and chosen < 12:
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(outcomes, p=chances))
        else:
            state.apply_action(bots[state.current_player()].step(state))
            chosen += 1
    assert chosen > 4


def endgame() -> dict[str, Any]:
    """A game of Kewbz that is nearly over: small enough for all of its tree."""
    match = Match("kewbz", options={"size": 5, "cubes": 8}, seed="endgame 9")
    while sum(match.state.unplayed) > 5:
        match.play(match.sample())
    view = match.view()
    stacks = {cell: list(stack) for cell, stack in view.stacks.items()}
    return {**match.options, "position": {"stacks": stacks, "turn": view.to_move}}


class FromHere:
    """A game that begins with a state of another one."""

    def __init__(self, state: Any) -> None:
        self._state = state

    def new_initial_state(self) -> Any:
        return self._state.clone()

    def new_initial_states(self) -> list[Any]:
        return [self._state.clone()]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state.get_game(), name)


def conex_endgame(left: int) -> Any:
    """A game of CONEX in which somebody draws from the last three cards, and so many actions are
    left."""
    options, rng = {"table": "small", "goal": 200, "first": 0}, random.Random(76)
    state, taken = openspiel.load("conex", 2, options, grid=1).new_initial_state(), 0
    while not (state.is_chance_node() and taken > 20 and len(state.chance_outcomes()) == 3):
        if state.is_chance_node():
            state.apply_action(rng.choice([outcome for outcome, _ in state.chance_outcomes()]))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            taken += 1
    again = openspiel.load("conex", 2, options, grid=1, longest=taken + left).new_initial_state()
    for action in state.history():
        again.apply_action(action)
    return again


def test_their_cfr_solves_endgames() -> None:
    kewbz = openspiel.load("kewbz", options=endgame())
    conex = FromHere(conex_endgame(left=6))
    for game, least in ((kewbz, 100), (conex, 100)):
        solver = cfr.CFRSolver(game)
        before = exploitability.nash_conv(game, solver.average_policy())
        for _ in range(3):
            solver.evaluate_and_update_policy()
        assert exploitability.nash_conv(game, solver.average_policy()) < before
        assert len(solver.average_policy().states) > least


def test_their_mccfr_samples_all_of_conex() -> None:
    np.random.seed(1)
    sampler = outcome_sampling_mccfr.OutcomeSamplingSolver(
        openspiel.load("conex", 2, SMALL, grid=1)
    )
    for _ in range(5):
        sampler.iteration()
    assert sampler.average_policy()


def test_rewards_are_those_of_the_other_adapter() -> None:
    """The same actions in both: the same players see the same, and win the same."""
    s = SHORT["kewbz"]
    made, state = pettingzoo.env(s.game, s.seats, s.options), load(s).new_initial_state()
    made.reset(seed=1)
    rng, earned = np.random.default_rng(1), [0.0, 0.0]
    for agent in made.agent_iter():
        seen, reward, over, _, _ = made.last()
        earned[int(agent[-1])] += reward
        if over:
            made.step(None)
            continue
        legal = np.flatnonzero(seen["action_mask"])
        assert state.legal_actions() == legal.tolist()
        assert state.observation_tensor() == seen["observation"].ravel().tolist()
        action = int(rng.choice(legal))
        made.step(action)
        state.apply_action(action)
    assert state.returns() == earned
