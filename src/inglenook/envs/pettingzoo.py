"""PettingZoo: every game as an AEC environment, and those played at once as a parallel one.

    env(game, seats=None, options=None, **fit), parallel_env(game, seats=None, options=None, **fit)

An observation is `{"observation": …, "action_mask": …}`. Whoever wins gets what the others lose, at
the end; who plays alone gets points as they come. A game that goes to its limit is truncated.
"""

from typing import Any, TypeAlias

from inglenook.core.encoding import FARTHEST
from inglenook.core.game import Game, Refused
from inglenook.core.units import Seat
from inglenook.envs.chance import Draws
from inglenook.envs.extras import missing
from inglenook.envs.process import EVERYBODY, WAIT, Process

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.wrappers import (
        AssertOutOfBoundsWrapper,
        OrderEnforcingWrapper,
        TerminateIllegalWrapper,
    )
except ModuleNotFoundError as absent:
    raise missing("pettingzoo", absent) from None

Seen: TypeAlias = dict[str, Any]
"""An observation."""


def env(
    game: str | Game, seats: int | None = None, options: dict[str, Any] | None = None, **fit: Any
) -> "AECEnv[str, Any, Any]":
    """A game in which one agent acts after the other.

    Where a game is played at once, those who can act in a tick are asked in turn, and none of them
    sees what the others chose. An illegal action ends the game: its agent gets -1.
    """
    asked = TerminateIllegalWrapper(Table(Process(game, seats, options, fit)), illegal_reward=-1)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(asked))


def parallel_env(
    game: str | Game, seats: int | None = None, options: dict[str, Any] | None = None, **fit: Any
) -> "ParallelEnv[str, Any, Any]":
    """A game in which all agents act in every tick. An illegal action counts as waiting.

    Refused `in-turns` for a game that is not played at once.
    """
    process = Process(game, seats, options, fit)
    if process.game.dynamics != "simultaneous":
        raise Refused("in-turns", detail=f"{process.game.name} is played in turns: use `env`")
    return Ticks(process)


class _Agents:
    """What both kinds of environment have in common: spaces, and the game as it stands."""

    def _begin(self, process: Process, kind: str) -> None:
        self.process = process
        self.metadata = {
            "name": f"inglenook_{process.game.name}_v{process.game.rules_version}",
            "render_modes": ["ansi"],
            "is_parallelizable": kind == "parallel",
            "render_fps": 1,
        }
        self.render_mode = "ansi"
        self.possible_agents = [f"player_{seat}" for seat in range(process.seats)]
        self.seat_of: dict[str, Seat] = {name: n for n, name in enumerate(self.possible_agents)}
        seen = spaces.Dict(
            {
                "observation": spaces.Box(-FARTHEST, FARTHEST, process.fit.shape, np.float32),
                "action_mask": spaces.Box(0, 1, (process.fit.actions,), np.int8),
            }
        )
        actions = spaces.Discrete(process.fit.actions)
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = dict.fromkeys(self.possible_agents, actions)

    def _restart(self, seed: int | None) -> None:
        self._draws = Draws(self.process, seed)
        self._node = self._draws.past(self.process.start())
        self._score = 0

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Seen:
        seat = self.seat_of[agent]
        mask = np.zeros(self.process.fit.actions, np.int8)
        mask[list(self.process.legal(self._node, seat))] = 1
        array = self.process.array(self._node, seat).reshape(self.process.fit.shape)
        return {"observation": array, "action_mask": mask}

    def _earned(self) -> dict[str, float]:
        """What each agent gets for the last step."""
        process, node = self.process, self._node
        if process.seats == 1:
            score = process.game.scores(node.state)[0]
            gained, self._score = score - self._score, score
            return {self.possible_agents[0]: float(gained)}
        return dict(zip(self.possible_agents, process.returns(node), strict=True))

    def _ended(self) -> tuple[bool, bool]:
        """Whether the game is over, by its rules or by its limit."""
        outcome = self.process.outcome(self._node)
        cut = outcome is not None and outcome.reason == "too-long"
        return outcome is not None and not cut, cut

    def render(self) -> str:
        """The board as text, as a spectator sees it."""
        game = self.process.game
        return game.show(game.view(self._node.state, None))

    def close(self) -> None:
        """There is nothing to close."""


class Table(_Agents, AECEnv):
    """One agent acts after the other; see `env`, which adds what PettingZoo expects around it."""

    def __init__(self, process: Process) -> None:
        super().__init__()
        self._begin(process, "aec")

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - there are none
        self._restart(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask()

    def _ask(self) -> None:
        """Ask the seat in turn, or all who can act in this tick, from the lowest."""
        self._chosen: dict[Seat, int] = {}
        if self._node.turn == EVERYBODY:
            seats = range(self.process.seats)
            self._asked = [n for n in seats if self.process.legal(self._node, n) != (WAIT,)]
        else:
            self._asked = [max(self._node.turn, 0)]
        self.agent_selection = self.possible_agents[self._asked[0]]

    def step(self, action: Any) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0
        self._clear_rewards()
        self._chosen[self._asked.pop(0)] = int(action)
        if self._asked:
            self.agent_selection = self.possible_agents[self._asked[0]]
        else:
            self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        process, node = self.process, self._node
        if node.turn == EVERYBODY:
            node = process.step_all(node, self._chosen)
        else:
            (action,) = self._chosen.values()
            node = process.step(node, action)
        self._node = self._draws.past(node)
        self.rewards = {a: r for a, r in self._earned().items() if a in self.agents}
        over, cut = self._ended()
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut)
        self._ask()


class Ticks(_Agents, ParallelEnv):
    """All agents act in every tick: see `parallel_env`."""

    def __init__(self, process: Process) -> None:
        self._begin(process, "parallel")

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - there are none
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        self._restart(seed)
        self.agents = list(self.possible_agents)
        return self._seen(), {agent: {} for agent in self.agents}

    def _seen(self) -> dict[str, Seen]:
        return {agent: self.observe(agent) for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[
        dict[str, Seen],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        chosen = {self.seat_of[agent]: int(action) for agent, action in actions.items()}
        self._node = self._draws.past(self.process.step_all(self._node, chosen))
        over, cut = self._ended()
        agents = self.agents
        seen, earned = self._seen(), self._earned()
        if over or cut:
            self.agents = []
        return (
            seen,
            {agent: earned[agent] for agent in agents},
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            {agent: {} for agent in agents},
        )
