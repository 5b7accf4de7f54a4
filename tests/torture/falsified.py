"""Histories of `history.py`, falsified: a checker that judges them must find every one."""

import copy
import gzip
import itertools
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

History = dict[str, Any]
Falsify = Callable[[History, random.Random], bool]
FALSIFIED = 40
"""Histories that are falsified in each way."""
REFUSED = -1


def read_histories(file: Path) -> Iterator[History]:
    with gzip.open(file) as lines:
        for line in lines:
            yield json.loads(line)


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
    rng.choice(acked)[4] = REFUSED
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


def falsify(histories: list[History], way: Falsify, rng: random.Random) -> Iterator[History]:
    """Some of the histories, each made false in a way, as far as that can be done."""
    count = 0
    for history in rng.sample(histories, len(histories)):
        false = copy.deepcopy(history)
        if way(false, rng):
            yield false
            count += 1
        if count == FALSIFIED:
            return
