"""Writes the networks of runs as the package has them: python -m train.conex.export DIR FILE"""

import sys
from pathlib import Path

import numpy as np

from inglenook.games.conex.bot.mind import LAYERS
from inglenook.games.conex.bot.sight import MINDS
from train.conex import files
from train.conex.learn import Weights


def export(folder: Path, to: Path) -> None:
    """The averages of the learners for two and for three seats, as one file."""
    arrays: Weights = {}
    for seats in MINDS:
        average = files.load(folder, seats).average
        arrays |= {f"{name}{seats}": average[name] for name in LAYERS}
    np.savez(to, allow_pickle=False, **arrays)


if __name__ == "__main__":
    export(Path(sys.argv[1]), Path(sys.argv[2]))
