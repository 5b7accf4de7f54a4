"""`make linearizable`: is what was asked and answered at a table explained by one log?

The histories are those of `history.py`. What is decided is whether there are moments such that
every append that was answered took effect between its call and its answer, every append that was
not, some time after its call or never, and the table's own at any time, so that one log comes out
of it which gave every answer, and was as long, with the entries, as everybody was told. That is a
question to Z3, a solver that nobody here wrote. Ours are the few lines that put it.

A read is what somebody was told, not what they asked for: it may come late, but never early, and on
one connection nothing goes back.

This file needs Z3 and nothing else, so that it can have an environment of its own.
"""

import argparse
import copy
import gzip
import itertools
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import z3

History = dict[str, Any]
Falsify = Callable[[History, random.Random], bool]
FALSIFIED = 40
"""Histories that are falsified in each way."""
OWN = -1
"""The author of what the table did by itself."""


def is_explained(history: History) -> bool:
    """Whether there is such a log."""
    # The theory of differences and of functions without meaning is all it takes.
    solver = z3.SolverFor("QF_UFLIRA")
    solver.add(*_constraints(history))
    return bool(solver.check() == z3.sat)


def _constraints(history: History) -> Iterator[z3.BoolRef]:
    log, reads, end = history["log"], history["reads"], history["end"]
    size = max([len(log), *(read[3] for read in reads)])
    when = [z3.Real(f"when{n}") for n in range(size)]
    """The moment from which the log has entry n."""
    author, seat_of, rest_of = (
        z3.Function(name, z3.IntSort(), z3.IntSort()) for name in ("author", "seat", "rest")
    )
    """Which append entry n came from, whose move it is, and its other contents."""
    rests: dict[tuple[int, int], int] = {}
    """Numbers for these contents."""
    for n in range(size - 1):
        yield when[n] < when[n + 1]
    for number, append in enumerate(history["appends"]):
        yield from _took_effect(number, append, when, author, seat_of, end)
    for n, (seat, t, lag, number) in enumerate(log):
        yield when[n] <= end
        yield author(n) == (OWN if number is None else number)
        yield z3.And(seat_of(n) == seat, rest_of(n) == rests.setdefault((t, lag), len(rests)))
    for n in range(len(log), size):
        yield when[n] > end
    last: dict[tuple[int, int], z3.ArithRef] = {}
    for number, (client, connection, heard, length, entries) in enumerate(reads):
        moment = z3.Real(f"read{number}")
        yield moment <= heard
        if length:
            yield when[length - 1] <= moment
        if length < size:
            yield moment < when[length]
        if (client, connection) in last:
            yield last[client, connection] <= moment
        last[client, connection] = moment
        for n, seat, t, lag in entries:
            yield z3.And(seat_of(n) == seat, rest_of(n) == rests.setdefault((t, lag), len(rests)))


def _took_effect(
    number: int,
    append: list[Any],
    when: list[z3.ArithRef],
    author: z3.FuncDeclRef,
    seat_of: z3.FuncDeclRef,
    end: int,
) -> Iterator[z3.BoolRef]:
    """Once, at most, and as it was answered."""
    _, called, answered, seat, outcome = append
    entry = z3.Int(f"entry{number}")
    """Which entry it became; OWN: none."""
    yield z3.And(entry >= OWN, entry < len(when))
    if outcome is not None:
        yield entry == outcome
    for n, moment in enumerate(when):
        yield (author(n) == number) == (entry == n)
        in_time = z3.And(called <= moment, moment <= (end if answered is None else answered))
        yield z3.Implies(entry == n, z3.And(in_time, seat_of(n) == seat))


# --- histories that are not true -----------------------------------------------------------------


def _acked(history: History) -> list[list[Any]]:
    return [append for append in history["appends"] if append[4] is not None and append[4] >= 0]


def lost(history: History, _: random.Random) -> bool:
    """An entry that was acknowledged is not there in the end."""
    if not history["log"] or history["log"][-1][3] is None or not _acked(history):
        return False
    if history["appends"][history["log"][-1][3]][4] is None:
        return False
    history["reads"] = [read for read in history["reads"] if read[3] < len(history["log"])]
    history["log"].pop()
    return True


def doubled(history: History, rng: random.Random) -> bool:
    """A move was made twice."""
    made = [entry for entry in history["log"] if entry[3] is not None]
    if not made:
        return False
    history["log"].append(list(rng.choice(made)))
    return True


def early(history: History, rng: random.Random) -> bool:
    """Somebody was told of a move before it was sent."""
    acked = _acked(history)
    if not acked:
        return False
    append = rng.choice(acked)
    history["reads"].append([99, 0, append[1] - 1, append[4] + 1, []])
    return True


def swapped(history: History, rng: random.Random) -> bool:
    """Two moves, one sent after the other was acknowledged, are in the log in the other order."""
    acked = sorted(_acked(history), key=lambda append: append[4])
    pairs = [(a, b) for a, b in itertools.pairwise(acked) if a[2] < b[1]]
    if not pairs:
        return False
    a, b = rng.choice(pairs)
    log = history["log"]
    log[a[4]], log[b[4]] = log[b[4]], log[a[4]]
    a[4], b[4] = b[4], a[4]
    history["reads"] = []
    return True


def refused(history: History, rng: random.Random) -> bool:
    """A move that was refused is in the log."""
    acked = _acked(history)
    if not acked:
        return False
    rng.choice(acked)[4] = OWN
    return True


def other(history: History, rng: random.Random) -> bool:
    """Somebody was told of another entry."""
    told = [entry for read in history["reads"] for entry in read[4]]
    if not told:
        return False
    rng.choice(told)[3] += 1
    return True


def back(history: History, rng: random.Random) -> bool:
    """On a connection the log became shorter."""
    reads = [read for read in history["reads"] if read[3] > 0]
    if not reads:
        return False
    client, connection, heard, length, _ = rng.choice(reads)
    history["reads"].append([client, connection, heard + 60_000, length - 1, []])
    return True


WAYS: tuple[Falsify, ...] = (lost, doubled, early, swapped, refused, other, back)


def falsified(histories: list[History], way: Falsify, rng: random.Random) -> Iterator[History]:
    """Some of the histories, each made false in a way, as far as that can be done."""
    count = 0
    for history in rng.sample(histories, len(histories)):
        false = copy.deepcopy(history)
        if way(false, rng):
            yield false
            count += 1
        if count == FALSIFIED:
            return


# --- the command ---------------------------------------------------------------------------------


def main() -> int:
    parser = argparse.ArgumentParser(prog="linearizable")
    parser.add_argument("history", type=Path, nargs="+", help="files that the torture has written")
    histories = [each for file in parser.parse_args().history for each in _read(file)]
    with ProcessPoolExecutor() as pool:
        verdicts = list(pool.map(is_explained, histories, chunksize=8))
        rng = random.Random("falsified")
        found: Counter[str] = Counter()
        missed: list[str] = []
        for way in WAYS:
            false = list(falsified(histories, way, rng))
            believed = list(pool.map(is_explained, false, chunksize=4))
            found[way.__name__] = len(false) - sum(believed)
            missed += [way.__name__] * sum(believed)
            missed += [] if false else [f"no history could be falsified as {way.__name__}"]
    appends = [append for history in histories for append in history["appends"]]
    answers: Counter[str] = Counter()
    for append in appends:
        known = append[4] is not None
        answers["refused" if known and append[4] < 0 else "done" if known else "unknown"] += 1
    reads = sum(len(history["reads"]) for history in histories)
    _say(f"{len(histories):,} tables, {len(appends):,} appends ({dict(answers)}), {reads:,} reads")
    wrong = [h["table"] for h, fine in zip(histories, verdicts, strict=True) if not fine]
    for table in wrong:
        _say(f"table {table}: no log explains what was answered")
    _say(f"not explained by one log: {len(wrong)}")
    _say(f"falsified on purpose, and found: {dict(found)}; not found: {missed or 0}")
    return 1 if wrong or missed else 0


def _read(file: Path) -> Iterator[History]:
    with gzip.open(file) as lines:
        for line in lines:
            yield json.loads(line)


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")


if __name__ == "__main__":
    sys.exit(main())
