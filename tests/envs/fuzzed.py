"""Says wrong things to whatever hands numbers to compiled code: `python -m tests.envs.fuzzed`.

In a process of its own, for what goes wrong there may take the process with it. Every answer has to
be one of the errors that are named; the process then prints `survived`.
"""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import Any

import gymnasium
import jax.numpy as jnp
import numpy as np
from msgspec import to_builtins
from msgspec.structs import replace

import inglenook
from inglenook import Match, Refused
from inglenook.envs.gymnasium import MAX_GAMES, make, make_vec
from inglenook.envs.jax import kewbz as on_jax
from inglenook.envs.process import OVER, Process
from inglenook.games.kewbz import batch

ODD: tuple[Any, ...] = (
    *(
        None,
        True,
        "4",
        "",
        b"1",
        0,
        -1,
        -5,
        9,
        64,
        65,
        255,
        10**6,
        2**31,
        -(2**31),
        2**63 - 1,
        2**63,
    ),
    *(-(2**63), 2**64, 2**70, -(2**70), 0.5, -0.5, 3.0, 1e300, float("nan"), float("inf"), 1j),
    *(np.int64(3), np.uint64(2**64 - 1), np.float32("nan"), (), [], {}, [[1]], object()),
)
"""Values that no number may be, and some that one may."""
SIZES = (1, 4, 30)
SHAPES = ((), (0,), (1,), (2,), (3,), (5,), (9,), (29,), (31,), (4, 1), (1, 4), (2, 2), (30, 30))
DTYPES = ("bool", "i1", "u1", "i2", "u4", "i8", ">i8", "u8", "f2", "f8", "c16", "O", "U1", "M8[s]")


class Fuzz:
    def __init__(self) -> None:
        self.refused, self.accepted = 0, 0

    def ask(self, ask: Callable[[], Any], *errors: type[Exception]) -> None:
        """What is accepted is fine, and so is one of these errors."""
        try:
            ask()
        except errors:
            self.refused += 1
        else:
            self.accepted += 1


def arrays(n: int, actions: int, rng: np.random.Generator) -> Iterator[Any]:
    """Actions of wrong shapes, types and ranges, and of odd layouts."""
    for shape, dtype in product((*SHAPES, (n,), (n, n)), DTYPES):
        yield np.zeros(shape, "i8").astype(dtype)
    for odd in ODD:
        yield odd
        yield [odd] * n
        yield [*[0] * (n - 1), odd]
    for _ in range(40):
        shape = tuple(rng.integers(0, 2 * n, rng.integers(0, 3)))
        yield rng.integers(-(2**63), 2**63 - 1, shape)
    wide = np.zeros(3 * n, "i8")
    yield from (wide[::3], wide[::-3], np.broadcast_to(np.int64(0), n), wide[1 : 1 + n])
    yield np.frombuffer(bytes(8 * n + 1), "u1")[1:].view("i8")  # not aligned
    yield from (np.full(n, actions), np.full(n, -1), jnp.zeros(n, "i4"), range(n), iter([0] * n))
    yield np.ma.masked_array(np.zeros(n, "i8"), True)


def many_games(f: Fuzz, rng: np.random.Generator) -> None:
    for odd in (each for each in ODD if not isinstance(each, int) or each < 1000):
        for options in (None, {"size": odd}, {"cubes": odd}, {"swap": odd}, odd):
            f.ask(partial(make_vec, "kewbz", odd, options), Refused)
    f.ask(partial(make_vec, "kewbz", MAX_GAMES + 1), Refused)
    assert f.refused
    for n, size in product(SIZES, (5, 8)):
        vector = make_vec("kewbz", n, {"size": size, "cubes": 10})
        f.ask(partial(vector.step, [0] * n), gymnasium.error.ResetNeeded)
        f.ask(vector.choose, gymnasium.error.ResetNeeded)
        vector.reset(seed=1)
        for actions in arrays(n, size * size + 1, rng):
            f.ask(partial(vector.step, actions), Refused)
            seen, rewards, over, _, infos = vector.step(vector.choose())
            assert seen.min() >= 0
            assert set(rewards.tolist()) <= {-1.0, 0.0, 1.0}
            assert infos["action_mask"].max() <= 1
            assert over.dtype == np.bool_
        for odd in ODD:
            f.ask(partial(vector.reset, seed=odd), Exception)
        games = batch.blank(n, 1)
        planes = np.zeros((n, batch.PLANES, batch.ROW), np.uint64)
        mask = np.zeros((n, batch.ROW + 1), np.uint64)
        for other in (0, n - 1, n + 1, 1000):
            rewards, actions = np.zeros(other), np.zeros(other, np.int64)
            board = vector._board
            f.ask(partial(batch.choose, board, games, actions), ValueError)
            step = partial(batch.advance, board, games, actions, 10, False, rewards)
            f.ask(partial(step, planes, mask), ValueError)
            less = planes[: other // 2]
            f.ask(partial(batch.restart, board, games, 10, False, less, mask), ValueError)


def one_learner(f: Fuzz, rng: np.random.Generator) -> None:  # noqa: ARG001 - the same for all
    learner = make("kewbz", "pebble", options={"size": 5, "cubes": 10})
    learner.reset(seed=1)
    for odd in (*ODD, np.zeros(3), np.zeros((2, 2), int)):
        f.ask(partial(learner.step, odd), Refused, TypeError, ValueError, OverflowError)
    learner.close()


def moves(f: Fuzz, rng: np.random.Generator) -> None:
    """Moves with anything in them, as structs that nobody has checked and as JSON would be."""
    for game, seed in product(("kewbz", "conex", "konexi", "prolix"), range(3)):
        match = Match(game, 2, seed=str(seed))
        for _ in range(int(rng.integers(2, 14))):
            match.wait()
            match.play(match.sample())
        match.wait()
        seat = min(match.to_move())
        for move, odd in product((match.sample(seat), inglenook.Resign()), ODD):
            plain = {"type": type(move).__struct_config__.tag, **to_builtins(move), "seat": odd}
            f.ask(partial(match.copy().play, plain, seat), Refused)
            for name in move.__struct_fields__:
                # Only what is read from JSON has the right types by then.
                f.ask(partial(_play_changed, match.copy(), seat, move, name, odd), Exception)
                f.ask(partial(match.copy().play, {**plain, name: odd}, seat), Refused)
        for odd in ODD:
            f.ask(partial(match.view, odd), Refused)
            f.ask(partial(match.legal, odd), Refused)
            f.ask(partial(match.sample, odd), Refused)


def _play_changed(match: Match, seat: int, move: inglenook.Move, name: str, odd: Any) -> None:
    match.play(replace(move, **{name: odd}), seat)


def numbers(f: Fuzz, rng: np.random.Generator) -> None:  # noqa: ARG001 - the same for all
    for game in ("kewbz", "conex"):
        match = Match(game, 2, seed="1")
        while not match.legal():
            match.wait()
        match.play(match.sample())
        small = [odd for odd in ODD if not (isinstance(odd, int) and 1000 < odd < 2**31)]
        for odd in small:
            f.ask(partial(inglenook.playouts, match, odd), Refused)
            f.ask(partial(inglenook.choose, match, "pebble", odd), Refused)
            f.ask(partial(inglenook.advise, match, odd), Refused)


def processes(f: Fuzz, rng: np.random.Generator) -> None:
    """Actions as OpenSpiel and PettingZoo hand them on."""
    for process in (Process(game, 2) for game in ("kewbz", "conex", "konexi", "prolix")):
        node = process.start()
        for _ in range(20):
            if node.turn == OVER:
                break
            for odd in (*ODD, process.fit.actions):
                number = isinstance(odd, int | np.integer) and 0 <= odd < process.fit.actions
                # There are such actions, but they are not legal here, which is not looked at.
                f.ask(partial(process.step, node, odd), Exception if number else Refused)
            if node.turn >= 0:
                node = process.step(node, int(rng.choice(process.legal(node, node.turn))))
            elif node.turn == inglenook.NATURE:
                node = process.step(node, process.draw(node, inglenook.Rng("1", 1)))
            else:
                node = process.step_all(node, {0: 0, 1: 0})


def jax_functions(f: Fuzz, rng: np.random.Generator) -> None:
    """XLA keeps to its arrays, whatever the numbers are; what is wrong changes nothing."""
    state = on_jax.init(6, 10, shape=(4,))
    errors = (TypeError, ValueError, OverflowError, AttributeError)
    for odd in ODD:
        f.ask(partial(on_jax.init, odd), *errors)
        f.ask(partial(on_jax.step, state, odd, 6), *errors)
        f.ask(partial(on_jax.sample, state, odd, 6), *errors)
    for wrong in (-1, -(2**31), 37, 64, 2**31 - 1):
        after = on_jax.step(state, jnp.full(4, wrong), 6)
        assert not any(level.any().any() for level in after.high)
    for shape in ((0,), (3,), (9,), (4, 4), (30, 4)):
        wrong_shape = jnp.asarray(rng.integers(-99, 99, shape))
        f.ask(partial(on_jax.step, state, wrong_shape, 6), *errors)


PARTS = {
    each.__name__: each
    for each in (many_games, one_learner, moves, numbers, processes, jax_functions)
}


def main() -> None:
    fuzz = Fuzz()
    PARTS[sys.argv[1]](fuzz, np.random.default_rng(int(sys.argv[2])))
    assert fuzz.refused
    sys.stdout.write(f"survived: {fuzz.accepted} accepted, {fuzz.refused} refused\n")


if __name__ == "__main__":
    main()
