"""OpenSpiel: every game as a `pyspiel` game, with chance as explicit nodes.

    load(game, seats=None, options=None, **fit)

They are registered when this module is imported, as `inglenook_kewbz` and so on.
"""

from collections.abc import Callable
from typing import Any, ClassVar
from urllib.parse import quote, unquote

import msgspec
from msgspec.structs import replace

from inglenook.core.encoding import json_text
from inglenook.core.game import NATURE, Refused, Rng
from inglenook.core.registry import find_game, game_names, part_of
from inglenook.envs.extras import missing
from inglenook.envs.process import EVERYBODY, OVER, Node, Process

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError as absent:
    raise missing("openspiel", absent) from None

PREFIX = "inglenook_"


def load(
    game: str, seats: int | None = None, options: dict[str, Any] | None = None, **fit: Any
) -> "pyspiel.Game":
    """A `pyspiel` game. Refused as `Match` does, and `bad-fit`."""
    process = Process(game, seats, options, fit)
    return pyspiel.load_game(
        PREFIX + game,
        {"seats": process.seats, "options": _packed(options or {}), "fit": _packed(fit)},
    )


def resampler(seed: str) -> "Callable[[SpielState, int], SpielState]":
    """What `ISMCTSBot.set_resampler` wants: other states that look the same to a player."""
    count = 0

    def resampled(state: SpielState, player: int) -> SpielState:
        nonlocal count
        count += 1
        process, node = state.process.of, state.node
        other: SpielState = state.clone()
        guessed = process.game.determinize(process.game.view(node.state, player), Rng(seed, count))
        other.node = replace(node, state=guessed)
        return other

    return resampled


def _packed(values: dict[str, Any]) -> str:
    """Values as a text that may stand in the name of a game: `name(options=…)`."""
    return quote(json_text(values), safe="") if values else ""


def _unpacked(text: str) -> dict[str, Any]:
    values: dict[str, Any] = msgspec.json.decode(unquote(text)) if text else {}
    return values


def _type_of(name: str, seats: int | None = None) -> "pyspiel.GameType":
    game, kinds = find_game(name), pyspiel.GameType
    # Alone there is nobody to act at the same time, and points are what one plays for.
    at_once = game.dynamics == "simultaneous" and seats != 1
    drawn = game.chance != "none"
    perfect = game.information == "perfect"
    return kinds(
        short_name=PREFIX + name,
        long_name=f"Inglenook {name}",
        dynamics=kinds.Dynamics.SIMULTANEOUS if at_once else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC
        if drawn
        else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION
        if perfect
        else kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if seats == 1 else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"seats": 0, "options": "", "fit": ""},
    )


class SpielGame(pyspiel.Game):
    """A game with its seats, options and fit. Each of ours has a class derived from this one."""

    name: ClassVar[str]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        name, given = self.name, params or {}
        options, fit = _unpacked(given.get("options", "")), _unpacked(given.get("fit", ""))
        self.process = Process(name, given.get("seats") or None, options, fit)
        seats, limits = self.process.seats, self.process.fit.limits
        alone = seats == 1
        self.draws = limits.draws
        super().__init__(
            _type_of(name, seats),
            pyspiel.GameInfo(
                num_distinct_actions=self.process.fit.actions,
                max_chance_outcomes=limits.outcomes,
                num_players=seats,
                min_utility=float(limits.least) if alone else -1.0,
                max_utility=float(limits.most) if alone else seats - 1.0,
                utility_sum=None if alone else 0.0,
                max_game_length=limits.longest,
            ),
            given,
        )

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.draws

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        if params:
            raise ValueError(f"observers take no parameters, not {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.process, kind)


class SpielState(pyspiel.State):
    """A node, as OpenSpiel wants to ask it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.process = Shared(game.process)
        self.node: Node = game.process.start()

    def current_player(self) -> int:
        match self.node.turn:
            case -4:
                return int(pyspiel.PlayerId.TERMINAL)
            case -1:
                return int(pyspiel.PlayerId.CHANCE)
            case -2:
                return int(pyspiel.PlayerId.SIMULTANEOUS)
            case seat:
                return seat

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.process.of.legal(self.node, player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = [weight for _, weight in self.process.of.chances(self.node)]
        total = sum(weights)
        return [(outcome, weight / total) for outcome, weight in enumerate(weights)]

    def _apply_action(self, action: int) -> None:
        self.node = self.process.of.step(self.node, action)

    def _apply_actions(self, actions: list[int]) -> None:
        self.node = self.process.of.step_all(self.node, dict(enumerate(actions)))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == NATURE:
            return f"drawn {self.process.of.chances(self.node)[action][0]}"
        prefix = () if self.node.turn == EVERYBODY else self.node.prefix
        return self.process.of.fit.name(self.node.state, player, prefix, action)

    def is_terminal(self) -> bool:
        return self.node.turn == OVER

    def returns(self) -> list[float]:
        return list(self.process.of.returns(self.node))

    def __str__(self) -> str:
        spelt = f"{self.node.turn} {self.node.prefix} {self.node.parts}"
        return f"{json_text(self.node.state)} {self.node.t} {spelt} {self.node.deeds}"


class Shared:
    """Something that copies of a state share: OpenSpiel copies every attribute deeply."""

    def __init__(self, of: Process) -> None:
        self.of = of

    def __deepcopy__(self, memo: dict[int, Any]) -> "Shared":
        return self


class Observer:
    """What a player may know of a state, as text and as an array."""

    def __init__(self, process: Process, kind: Any) -> None:
        self._process = process
        self._kind = kind
        self.tensor = np.zeros(process.fit.size, np.float32)
        self.dict = process.fit.split(self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        np.copyto(self.tensor, self._process.array(state.node, player))

    def string_from(self, state: SpielState, player: int) -> str:
        process, node = self._process, state.node
        private = self._kind.private_info != pyspiel.PrivateInfoType.NONE
        secret = process.game.information == "imperfect"
        if self._kind.perfect_recall:
            return process.information(node, player)
        if not self._kind.public_info:
            return process.observation(node, player) if private and secret else ""
        return process.observation(node, player if private else None)


def _register(name: str) -> None:
    # OpenSpiel lets go of it after Python has ended, which only a class survives.
    pyspiel.register_game(_type_of(name), type(f"Spiel_{name}", (SpielGame,), {"name": name}))


def _register_all() -> None:
    known: set[str] = set(pyspiel.registered_names())
    for name in game_names():
        try:
            fits = part_of(name, "fit") is not None
        except Refused:
            continue  # what it needs is not installed
        if fits and PREFIX + name not in known:
            _register(name)


_register_all()
