"""What a run leaves behind and the next one goes on from."""

from pathlib import Path

import numpy as np

from train.conex.learn import Learner


class Failed(Exception):
    """Training cannot go on: a file is missing, say. The text says why, in a line."""


def save(folder: Path, seats: int, learner: Learner) -> None:
    """Written aside and then moved into place, so that a run that is killed leaves a whole file."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = {
        "weights": learner.weights,
        "average": learner.average,
        "mean": learner.mean,
        "square": learner.square,
    }
    arrays = {
        f"{part}.{name}": array for part, named in parts.items() for name, array in named.items()
    }
    aside = folder / f"aside-{seats}.npz"
    np.savez(aside, allow_pickle=False, steps=np.array(learner.steps), **arrays)
    aside.rename(folder / f"learner{seats}.npz")


def load(folder: Path, seats: int) -> Learner:
    """What `save` wrote. Never a fresh start in place of a file that is not there."""
    path = folder / f"learner{seats}.npz"
    try:
        with np.load(path) as stored:
            arrays = dict(stored)
    except (OSError, ValueError) as wrong:
        raise Failed(f"cannot go on from {path}: {wrong}") from wrong
    parts = {
        part: {
            name.split(".")[1]: array
            for name, array in arrays.items()
            if name.startswith(part + ".")
        }
        for part in ("weights", "average", "mean", "square")
    }
    return Learner(**parts, steps=int(arrays["steps"]))
