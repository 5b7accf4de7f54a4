"""Trains the network of CONEX by self-play: python -m train.conex --seats 2 --out DIR"""

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from inglenook.games.conex.bot.sight import MINDS, width
from train.conex import files
from train.conex.learn import OUT, Learner, beginner, step
from train.conex.work import Chunk, Task, chunk

SAVE_EVERY_S = 40.0
SHOW_EVERY_S = 15.0


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m train.conex", description=__doc__)
    parser.add_argument("--seats", type=int, choices=MINDS, default=MINDS[0])
    parser.add_argument("--minutes", type=float, default=4.0, help="how long, compiling included")
    parser.add_argument("--out", type=Path, required=True, help="the folder for the weights")
    parser.add_argument("--resume", type=Path, help="the folder of a run to go on from")
    parser.add_argument("--chunks", type=int, default=10**9, help="stop after so many")
    parser.add_argument("--workers", type=int, default=1, help="processes that play")
    parser.add_argument("--positions", type=int, default=10_000, help="of a chunk, at most")
    parser.add_argument("--judged", type=int, default=10, help="first chunks, by judgement alone")
    parser.add_argument("--memory", type=int, default=600_000, help="positions remembered")
    parser.add_argument("--batch", type=int, default=1024, help="positions a step learns from")
    parser.add_argument("--reuse", type=float, default=4.0, help="how often each is learned from")
    parser.add_argument("--rate", type=float, default=1e-3, help="of learning, at first...")
    parser.add_argument("--last-rate", type=float, default=1e-4, help="...and at the end")
    parser.add_argument("--alone", type=float, default=0.3, help="games against judgement: share")
    parser.add_argument("--stir", type=float, default=0.02, help="the say of chance in a move")
    parser.add_argument("--trace", type=float, default=0.7, help="of a worth, told by the end")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(words)


class Memory:
    """The last positions, and what they were worth."""

    def __init__(self, size: int, seats: int) -> None:
        self._inputs = np.zeros((size, width(seats)), np.float32)
        self._targets = np.zeros((size, OUT), np.float32)
        self._size = size
        self.total = 0

    def add(self, new: Chunk) -> None:
        """Take in a chunk in place of the oldest."""
        at = (self.total + np.arange(len(new.inputs))) % self._size
        self._inputs[at], self._targets[at] = new.inputs, new.targets
        self.total += len(new.inputs)

    def study(
        self, learner: Learner, rng: np.random.Generator, batch: int, rate: float
    ) -> tuple[Learner, float]:
        """A step of learning from some of them."""
        pick = rng.integers(0, min(self.total, self._size), batch)
        return step(learner, self._inputs[pick], self._targets[pick], rate)


def train(given: argparse.Namespace) -> None:
    began = shown = saved = time.monotonic()
    rng = np.random.default_rng(given.seed)
    learner = files.load(given.resume, given.seats) if given.resume else beginner(given.seats, rng)
    memory = Memory(given.memory, given.seats)
    loss = gained = games = 0.0
    # Not a Pool: that may wait for ever if it is ended while something is being sent to it.
    with ProcessPoolExecutor(given.workers, get_context("spawn")) as pool:
        pending: list[Future[Chunk]] = []
        tasks = _tasks(given)
        arrived = 0
        while arrived < given.chunks:
            gone = (time.monotonic() - began) / (60 * given.minutes)
            if gone >= 1:
                break
            # One more than there are workers, so that none waits while this one learns.
            while len(pending) <= given.workers:
                weights = {name: array.copy() for name, array in learner.average.items()}
                pending.append(pool.submit(chunk, next(tasks), weights))
            new = pending.pop(0).result()
            arrived += 1
            memory.add(new)
            gained, games = 0.97 * gained + new.gained, 0.97 * games + new.games
            rate = given.rate * (given.last_rate / given.rate) ** gone
            for _ in range(max(1, int(len(new.inputs) * given.reuse / given.batch))):
                learner, wrong = memory.study(learner, rng, given.batch, rate)
                loss = 0.99 * loss + 0.01 * wrong if loss else wrong
            now = time.monotonic()
            if now - shown > SHOW_EVERY_S:
                shown = now
                print(
                    f"{now - began:.0f} s, {memory.total} positions, {learner.steps} steps,"
                    f" loss {loss:.5f}, above an even share of wins"
                    f" {gained / max(1.0, games):+.3f}",
                    flush=True,
                )
            if now - saved > SAVE_EVERY_S:
                saved = now
                files.save(given.out, given.seats, learner)
        pool.shutdown(cancel_futures=True)
    files.save(given.out, given.seats, learner)
    print(f"{memory.total} positions, {learner.steps} steps", flush=True)


def _tasks(given: argparse.Namespace) -> Iterator[Task]:
    n = 0
    while True:
        n += 1
        # What judgement does is told by the end alone: a network that knows nothing yet has no say.
        judged = not given.resume and n <= given.judged
        yield Task(
            seats=given.seats,
            judging=1.0 if judged else 0.0,
            alone=given.alone,
            stir=given.stir,
            trace=1.0 if judged else given.trace,
            seed=given.seed * 1_000_003 + n,
            positions=given.positions,
        )


def main(words: list[str] | None = None) -> None:
    try:
        train(arguments(words))
    except files.Failed as wrong:
        sys.exit(str(wrong))


if __name__ == "__main__":
    main()
