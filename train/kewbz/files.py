"""What a run leaves behind and the next one goes on from: weights, optimiser and log."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import jax
import numpy as np

from train.kewbz.learn import Learner, beginner
from train.kewbz.net import Shape

WEIGHTS = "learner.npz"
LOG = "log.jsonl"
PARQUET = "log.parquet"


class Failed(Exception):
    """Training cannot go on: a file is missing, say. The text says why, in a line."""


def _named(learner: Learner) -> dict[str, Any]:
    leaves, _ = jax.tree_util.tree_flatten_with_path(learner)
    return {jax.tree_util.keystr(path): leaf for path, leaf in leaves}


def save(folder: Path, learner: Learner, shape: Shape) -> None:
    """Written aside and then moved into place, so that a run that is killed leaves a whole file."""
    folder.mkdir(parents=True, exist_ok=True)
    aside = folder / f"aside-{WEIGHTS}"
    arrays = {name: np.asarray(leaf) for name, leaf in _named(learner).items()}
    np.savez(aside, allow_pickle=False, shape=np.array(shape), **arrays)
    aside.rename(folder / WEIGHTS)


def load(folder: Path, rate: float) -> tuple[Learner, Shape]:
    """What `save` wrote. Never a fresh start in place of a file that is not there."""
    path = folder / WEIGHTS
    try:
        with np.load(path) as stored:
            arrays = dict(stored)
    except (OSError, ValueError) as wrong:
        raise Failed(f"cannot go on from {path}: {wrong}") from wrong
    shape = Shape(*map(int, arrays.pop("shape")))
    learner = jax.eval_shape(partial(beginner, shape=shape, rate=rate), jax.random.key(0))
    expected = _named(learner)
    if set(arrays) != set(expected):
        raise Failed(f"cannot go on from {path}: it holds another kind of net or optimiser")
    leaves = [jax.numpy.asarray(arrays[name]) for name in expected]
    filled: Learner = jax.tree.unflatten(jax.tree.structure(learner), leaves)
    return filled, shape


def note(folder: Path, row: dict[str, float]) -> None:
    """One line of the log."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOG).open("a") as log:
        log.write(json.dumps(row) + "\n")


def notes(folder: Path) -> list[dict[str, float]]:
    try:
        lines = (folder / LOG).read_text().splitlines()
    except OSError as wrong:
        raise Failed(f"no log in {folder}: {wrong}") from wrong
    return [json.loads(line) for line in lines]


def to_parquet(folder: Path) -> Path:
    """The log as a table. Only this needs pyarrow: a borrowed machine may not have it."""
    import pyarrow
    import pyarrow.parquet

    path = folder / PARQUET
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(notes(folder)), path)
    return path
