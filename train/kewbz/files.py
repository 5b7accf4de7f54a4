"""What a run leaves behind and the next one goes on from: weights, optimiser and log."""

import json
import zipfile
import zlib
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
        with path.open("rb") as file, np.load(file) as stored:
            arrays = dict(stored)
        shape = Shape(*map(int, arrays.pop("shape")))
    except OSError as wrong:
        raise Failed(f"cannot go on from {path}: {wrong}") from wrong
    except (ValueError, EOFError, KeyError, TypeError, zipfile.BadZipFile, zlib.error) as wrong:
        raise Failed(f"cannot go on from {path}: it is no file of weights, or damaged") from wrong
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
    try:
        rows = [json.loads(line) for line in lines]
    except ValueError as wrong:
        raise Failed(f"{folder / LOG} is damaged: {wrong}") from wrong
    if not rows:
        raise Failed(f"{folder / LOG} is empty")
    return rows


def begin(folder: Path) -> None:
    """A folder for a run from nothing. What another run left is never written over."""
    make(folder)
    if (folder / WEIGHTS).exists():
        raise Failed(f"{folder} holds a run: --resume {folder} goes on from it")
    (folder / LOG).unlink(missing_ok=True)


def make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise Failed(f"cannot write to {folder}: {wrong.strerror}") from wrong


def to_parquet(folder: Path) -> Path:
    """The log as a table. Only this needs pyarrow: a borrowed machine may not have it."""
    import pyarrow
    import pyarrow.parquet

    path = folder / PARQUET
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(notes(folder)), path)
    return path
