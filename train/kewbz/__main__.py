"""Trains the network of Kewbz by self-play: python -m train.kewbz --minutes 9 --out DIR"""

import argparse
import math
import shutil
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
from jax import Array

from train.kewbz import files, learn, selfplay
from train.kewbz.net import Shape

SAVE_EVERY_S = 100.0


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m train.kewbz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=9.0, help="how long, compiling included")
    parser.add_argument("--out", type=Path, help="the folder for weights and log")
    parser.add_argument("--resume", type=Path, help="the folder of a run to go on from")
    parser.add_argument("--log", type=Path, help="only write this folder's log as Parquet")
    parser.add_argument("--chunks", type=int, default=10**9, help="stop after so many rounds")
    parser.add_argument("--blocks", type=int, default=Shape().blocks)
    parser.add_argument("--channels", type=int, default=Shape().channels)
    parser.add_argument("--games", type=int, default=4096, help="played at once")
    parser.add_argument("--rounds", type=int, default=4, help="three moves each, between lessons")
    parser.add_argument("--memory", type=int, default=48, help="rounds that are remembered")
    parser.add_argument("--full", type=int, default=32, help="simulations of a full search")
    parser.add_argument("--quick", type=int, default=8, help="and of a quick one")
    parser.add_argument("--steps", type=int, default=24, help="of the optimiser, each time")
    parser.add_argument("--batch", type=int, default=4096, help="positions a step learns from")
    parser.add_argument("--rate", type=float, default=1e-3, help="of learning, at first...")
    parser.add_argument("--last-rate", type=float, help="...and at the end; the same if not given")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(words)
    if not given.log and not given.out:
        parser.error("--out or --log is needed")
    if given.chunks < 1 or given.minutes <= 0:
        parser.error("--minutes and --chunks are more than nothing")
    return given


def _play(
    given: argparse.Namespace, shape: Shape, average: Any, slots: Any, memory: Any, key: Array
) -> tuple[Any, Any, dict[str, Array]]:
    """Some moves in all games, and a memory with them in place of the oldest."""
    slots, new = selfplay.play(average, shape, slots, key, given.rounds, given.full, given.quick)
    memory = jax.tree.map(lambda old, x: jnp.concatenate([old[x.shape[0] :], x]), memory, new)
    won = (jnp.sign(new.margin) + 1) / 2
    ends = jnp.maximum(new.over.sum(), 1)
    told = {
        "games": new.over.sum(),
        "first_won": (won * new.over).sum() / ends,
        "lead": jnp.abs(new.margin * new.over).sum() / ends,
    }
    return slots, memory, told


def _study(
    given: argparse.Namespace, shape: Shape, learner: Any, memory: Any, key: Array, rate: Array
) -> tuple[Any, dict[str, Array]]:
    return learn.study(learner, shape, rate, learn.lessons(memory), key, given.steps, given.batch)


def _blank(like: Any, moments: int) -> Any:
    """A memory of nothing."""
    return jax.tree.map(lambda x: jnp.zeros((moments, *x.shape[1:]), x.dtype), like)


def train(given: argparse.Namespace) -> None:
    began = time.monotonic()
    key = jax.random.key(given.seed)
    earlier: dict[str, float] = {"round": 0, "positions": 0, "seconds": 0.0}
    if given.resume:
        learner, shape = files.load(given.resume, given.rate)
        earlier = files.notes(given.resume)[-1]
        if given.resume.resolve() != given.out.resolve():
            files.begin(given.out)
            shutil.copy(given.resume / files.LOG, given.out / files.LOG)
    else:
        files.begin(given.out)
        shape = Shape(given.blocks, given.channels)
        # Compiled as one: op by op, the first rounds would wait for a hundred small programs.
        learner = jax.jit(partial(learn.beginner, shape=shape, rate=given.rate))(key)
    key = jax.random.fold_in(key, int(earlier["round"]))
    key, begins = jax.random.split(key)
    slots = jax.jit(partial(selfplay.begin, games=given.games))(begins)
    like = jax.eval_shape(
        partial(selfplay.play, shape=shape, rounds=1, full=2, quick=2),
        learner.average,
        slots=slots,
        key=key,
    )[1]
    memory = _blank(like, 3 * given.memory)
    play = jax.jit(partial(_play, given, shape), donate_argnums=(1, 2))
    study = jax.jit(partial(_study, given, shape), donate_argnums=0)
    positions, saved = int(earlier["positions"]), began
    for n in range(given.chunks):
        key, plays, studies = jax.random.split(key, 3)
        slots, memory, told = play(learner.average, slots, memory, plays)
        # The first games are all in the same phase and none is over: nothing to learn yet.
        if (n + 1) * given.rounds * 2 >= given.memory:
            gone = min((time.monotonic() - began) / (given.minutes * 60), 1.0)
            rate = given.rate * ((given.last_rate or given.rate) / given.rate) ** gone
            learner, parts = study(learner, memory, studies, rate)
            told |= {f"{name}_loss": part for name, part in parts.items()}
        row = {name: float(value) for name, value in told.items()}
        if not all(map(math.isfinite, row.values())):
            raise files.Failed(f"round {n + 1} came to numbers that are none: {row}")
        positions += 3 * given.rounds * given.games
        elapsed = time.monotonic() - began
        row |= {
            "round": earlier["round"] + n + 1,
            "positions": positions,
            "seconds": earlier["seconds"] + elapsed,
            "steps": int(learner.steps),
        }
        files.note(given.out, row)
        if n < 3 or n % 50 == 0:
            print(" ".join(f"{name} {value:.4g}" for name, value in row.items()), flush=True)
        if elapsed > given.minutes * 60:
            break
        if time.monotonic() - saved > SAVE_EVERY_S:
            files.save(given.out, learner, shape)
            saved = time.monotonic()
    files.save(given.out, learner, shape)
    print(f"{positions} positions in {row['seconds']:.0f} s, {row['steps']} steps", flush=True)


def main(words: list[str] | None = None) -> None:
    given = arguments(words)
    try:
        if given.log:
            print(files.to_parquet(given.log))
        else:
            train(given)
    except files.Failed as wrong:
        sys.exit(str(wrong))


if __name__ == "__main__":
    main()
