"""Gymnasium: one learner, alone or against bots of a level; and many games of Kewbz at once.

    make(game, level=None, seat=0, seats=None, options=None, **fit), make_vec("kewbz", n)

Which actions are legal is in `info["action_mask"]`. An illegal one loses the game: -1.
"""

from operator import index
from typing import Any

from inglenook.bots.find_player import find_player
from inglenook.bots.player import BotFault
from inglenook.core.bot import Answer, Later
from inglenook.core.encoding import FARTHEST
from inglenook.core.game import NATURE, Entry, Game, Move, Refused
from inglenook.core.registry import find_game, middle_level
from inglenook.core.units import PlayMs, Seat
from inglenook.envs.chance import Draws
from inglenook.envs.extras import missing
from inglenook.envs.process import EVERYBODY, OVER, Node, Process

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from gymnasium.vector import AutoresetMode, VectorEnv
    from numpy.typing import NDArray

    from inglenook.games.kewbz import batch, fast, rules
except ModuleNotFoundError as absent:
    raise missing("gymnasium", absent) from None


MAX_GAMES = 1 << 20
"""The most games that `make_vec` plays at once: each takes some 3 KiB."""


def make(
    game: str | Game,
    level: str | None = None,
    seat: Seat = 0,
    seats: int | None = None,
    options: dict[str, Any] | None = None,
    **fit: Any,
) -> "Learner":
    """One learner in a seat; in the others bots of that level, or of a middle one. The level may be
    any player's name (docs/bots.md); one that fails is Refused, with the reason.

    Whoever wins gets what the others lose, at the end; who plays alone gets points as they come.
    Refused as `Match` does, and `unknown-level`, `no-bots`, `no-such-seat`, `bad-fit`.
    """
    return Learner(Process(game, seats, options, fit), level, seat)


def make_vec(game: str, n: int, options: dict[str, Any] | None = None) -> "VectorKewbz":
    """So many games of Kewbz at once, compiled; the other seat plays by chance, and who begins is
    drawn. Refused `no-vector` for other games, and for boards above 8x8 or set up by hand,
    `bad-number` for less than one game or more than `MAX_GAMES`."""
    if game != "kewbz":
        raise Refused("no-vector", detail=f"{game} has no compiled twin for learning: kewbz has")
    return VectorKewbz(n, options or {})


class Learner(gymnasium.Env[Any, Any]):
    """See `make`."""

    metadata = {"render_modes": ["ansi"]}
    render_mode = "ansi"

    def __init__(self, process: Process, level: str | None, seat: Seat) -> None:
        if not 0 <= seat < process.seats:
            raise Refused("no-such-seat", detail=f"{seat} of {process.seats}")
        self.process, self.seat = process, seat
        name = process.game.name
        if process.seats > 1:
            if level is None:
                level = _usual(name)
            self._player = find_player(process.game, level)
        self._shape = process.fit.shape
        self.observation_space = spaces.Box(-FARTHEST, FARTHEST, self._shape, np.float32)
        self.action_space = spaces.Discrete(process.fit.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        self._draws = Draws(self.process, int(self.np_random.integers(2**62)))
        self._plans: dict[Seat, tuple[int, PlayMs, Move | None]] = {}
        self._score = 0
        self._node = self._to_learner(self.process.start())
        return self._seen()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        chosen, node = int(action), self._node
        if chosen not in self.process.legal(node, self.seat):
            array, info = self._seen()
            return array, -1.0, True, False, {**info, "illegal": True}
        if node.turn == EVERYBODY:
            node = self._tick(node, chosen)
        else:
            node = self.process.step(node, chosen)
        self._node = self._to_learner(node)
        outcome = self.process.outcome(self._node)
        cut = outcome is not None and outcome.reason == "too-long"
        array, info = self._seen()
        return array, self._earned(), outcome is not None and not cut, cut, info

    def _earned(self) -> float:
        if self.process.seats > 1:
            return self.process.returns(self._node)[self.seat]
        score = self.process.game.scores(self._node.state)[0]
        gained, self._score = score - self._score, score
        return float(gained)

    def _to_learner(self, n: Node) -> Node:
        """Go on to where the learner has something to choose, or the game is over."""
        while n.turn not in (OVER, self.seat):
            if n.turn == NATURE:
                n = self._draws.past(n)
            elif n.turn == EVERYBODY:
                if len(self.process.legal(n, self.seat)) > 1:
                    break
                n = self._tick(n, self.process.legal(n, self.seat)[0])
            else:
                n = self.process.play(n, self._replied(n))
        return n

    def _replied(self, n: Node) -> Move:
        """The legal move of the player in turn; Refused if it has none."""
        answer = self._asked(n, n.turn)
        # In a game of turns it matters to nobody here how long a bot waits.
        move = answer.move if isinstance(answer, Later) else answer
        if move is None:
            raise Refused("no-move", detail=f"{self._player.name} did not move")
        if code := self.process.game.check(n.state, Entry(0, n.t, n.turn, move)):
            raise Refused(code, detail=f"{self._player.name} played {move}")
        return move

    def _asked(self, n: Node, seat: Seat) -> Answer:
        view = self.process.game.view(n.state, seat)
        try:
            return self._player.answer(view, seat, self._draws.seed, self._draws.number())
        except BotFault as e:
            raise Refused(e.code, detail=f"{self._player.name}: {e.detail}") from e

    def close(self) -> None:
        if self.process.seats > 1:
            self._player.close()

    def _tick(self, n: Node, chosen: int) -> Node:
        """What the learner and the bots do in the same tick."""
        movers = self.process.game.to_move(n.state) - {self.seat, NATURE}
        moves = {seat: self._planned(n, seat) for seat in movers}
        moves[self.seat] = self.process.fit.move(n.state, self.seat, (chosen,))
        return self.process.act(n, [(seat, move) for seat, move in sorted(moves.items()) if move])

    def _planned(self, n: Node, seat: Seat) -> Move | None:
        """What a bot does now: it is asked in every new position, and may answer for later."""
        seq = n.log.entry.seq if n.log else -1
        known, at, move = self._plans.get(seat, (-2, 0, None))
        if known != seq:
            match self._asked(n, seat):
                case Later(later, ms):
                    at, move = n.t + ms, later
                case answer:
                    at, move = n.t, answer
            self._plans[seat] = seq, at, move
        return move if n.t >= at else None

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        array = self.process.array(self._node, self.seat).reshape(self._shape)
        return array, {"action_mask": self.action_masks()}

    def action_masks(self) -> "NDArray[np.int8]":
        """Which actions are legal, under the name that other libraries ask for."""
        mask = np.zeros(self.process.fit.actions, np.int8)
        mask[list(self.process.legal(self._node, self.seat))] = 1
        return mask

    def render(self) -> str:
        """The board as text, as a spectator sees it."""
        game = self.process.game
        return game.show(game.view(self._node.state, None))


def _usual(game: str) -> str:
    middle = middle_level(game)
    if middle is None:
        raise Refused("no-bots", detail=f"{game} has no bots")
    return middle.name


def _number_of_games(n: Any) -> int:
    try:
        number = index(n)
    except TypeError:
        number = 0
    if not 1 <= number <= MAX_GAMES:
        detail = f"as many games at once as a whole number from 1 to {MAX_GAMES} says, not {n!r}"
        raise Refused("bad-number", detail=detail)
    return number


class VectorKewbz(VectorEnv[Any, Any, Any]):
    """See `make_vec`. Observations are int8 planes: `inglenook.games.kewbz.fit.PLANES`.

    A game that is over begins anew with the next step, whose action counts for nothing. Refused
    `bad-action` unless there is a whole number for each game that stands for an action.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(self, n: int, options: dict[str, Any]) -> None:
        n = _number_of_games(n)
        game = find_game("kewbz")
        chosen: rules.Options = game.decode_options(options)
        start = game.setup(2, chosen)
        if chosen.size > batch.ROW or any(start.stacks):
            raise Refused("no-vector", detail="boards are 5x5 to 8x8 here, and begin empty")
        self.num_envs, self._options = n, chosen
        size = chosen.size
        self._board = fast.board(size)
        self.single_observation_space = spaces.Box(0, 127, (batch.PLANES, size, size), np.int8)
        self.single_action_space = spaces.Discrete(size * size + 1)
        self.observation_space = spaces.Box(0, 127, (n, batch.PLANES, size, size), np.int8)
        self.action_space = spaces.MultiDiscrete(np.full(n, size * size + 1))
        self._planes = np.zeros((n, batch.PLANES, batch.ROW), np.uint64)
        self._mask = np.zeros((n, batch.ROW + 1), np.uint64)
        self._rewards = np.zeros(n)
        self._games, self._begun = batch.blank(n, 0), False
        # The place of each action among those of eight by eight.
        cells = np.arange(size * size)
        self._places = np.append(cells // size * batch.ROW + cells % size, batch.SWAP)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        if seed is None:
            seed = int(self.np_random.integers(2**62))
        self._games, self._begun = batch.blank(self.num_envs, seed), True
        rest = self._options.cubes, self._options.swap
        batch.restart(self._board, self._games, *rest, self._planes, self._mask)
        return self._seen()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        self._require_begun()
        batch.advance(
            self._board,
            self._games,
            self._places[self._checked(actions)],
            self._options.cubes,
            self._options.swap,
            self._rewards,
            self._planes,
            self._mask,
        )
        seen, infos = self._seen()
        cut = np.zeros(self.num_envs, np.bool_)
        return seen, self._rewards.copy(), self._games.over.copy(), cut, infos

    def _require_begun(self) -> None:
        if not self._begun:
            raise ResetNeeded("call `reset` before the first `step` or `choose`")

    def _checked(self, actions: Any) -> NDArray[np.integer[Any]]:
        """The actions as an array. Compiled code trusts it: more or fewer actions than games, or
        others than there are, would let it read and write beyond its arrays."""
        try:
            given = np.asarray(actions)
        except (OverflowError, TypeError, ValueError) as e:
            raise Refused("bad-action", detail=f"{self._wanted()}: {e}") from None
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            found = f"not {given.dtype} of shape {given.shape}"
            raise Refused("bad-action", detail=f"{self._wanted()}, {found}")
        least, most = given.min(), given.max()
        if least < 0 or most >= len(self._places):
            wrong = least if least < 0 else most
            raise Refused("bad-action", detail=f"{self._wanted()}, not {wrong}")
        return given

    def _wanted(self) -> str:
        return f"{self.num_envs} whole numbers from 0 to {len(self._places) - 1} are actions"

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        n, size = self.num_envs, self._options.size
        planes = self._planes.view(np.int8).reshape(n, batch.PLANES, batch.ROW, batch.ROW)
        seen = planes[:, :, :size, :size].copy()
        mask = self._mask.view(np.int8).reshape(n, -1)
        # A plain copy is ten times as fast as picking, where all places are wanted.
        mask = mask[:, : batch.SWAP + 1].copy() if size == batch.ROW else mask[:, self._places]
        return seen, {"action_mask": mask}

    def choose(self) -> Any:
        """A legal action for every game, each equally likely."""
        self._require_begun()
        places = np.empty(self.num_envs, np.int64)
        batch.choose(self._board, self._games, places)
        size = self._options.size
        if size == batch.ROW:
            return places
        cells = places // batch.ROW * size + places % batch.ROW
        return np.where(places == batch.SWAP, size * size, cells)
