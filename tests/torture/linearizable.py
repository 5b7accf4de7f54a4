"""`make linearizable`: is what was asked and answered at a table explained by one log?

The histories are those of `history.py`. What is decided is whether there are moments such that
every append that was answered took effect between its call and its answer, every append that was
not, some time after its call or never, and the table's own at any time, so that one log comes out
of it which gave every answer, and was as long, with the entries, as everybody was told. That is a
question to Z3, a solver that nobody here wrote. Ours are the few lines that put it.

A read is what somebody was told, not what they asked for: it may come late, but never early, and on
one connection nothing goes back.

This file needs Z3 and nothing else that is not here, so that it can have an environment of its own.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import z3

from tests.torture.falsified import WAYS, History, falsify, read_histories

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


# --- the command ---------------------------------------------------------------------------------


def main() -> int:
    parser = argparse.ArgumentParser(prog="linearizable")
    parser.add_argument("history", type=Path, nargs="+", help="files that the torture has written")
    histories = [each for file in parser.parse_args().history for each in read_histories(file)]
    with ProcessPoolExecutor() as pool:
        verdicts = list(pool.map(is_explained, histories, chunksize=8))
        rng = random.Random("falsified")
        found: Counter[str] = Counter()
        missed: list[str] = []
        for way in WAYS:
            false = list(falsify(histories, way, rng))
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


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")


if __name__ == "__main__":
    sys.exit(main())
