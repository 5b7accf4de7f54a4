"""What a worker does: games with the weights of the moment."""

from typing import NamedTuple

import numpy as np

from inglenook.games.conex.bot import CUNNING
from inglenook.games.conex.bot.field import field, tables
from inglenook.games.conex.bot.mind import Floats32, mind_of
from inglenook.games.conex.bot.sight import width
from inglenook.games.conex.cards import board
from train.conex.learn import OUT, Weights
from train.conex.selfplay import play, room

TABLES = {"medium": 0.8, "small": 0.1, "large": 0.1}
"""How often each is played on."""
OTHER = 0.2
"""The share of chunks with another goal than the table's: so all distances to it are seen."""


class Task(NamedTuple):
    """See `selfplay.play`."""

    seats: int
    judging: float
    alone: float
    stir: float
    trace: float
    seed: int
    positions: int


class Chunk(NamedTuple):
    """Positions of some games: what was seen, and what it was worth."""

    inputs: Floats32
    targets: Floats32
    gained: float
    """The wins against judgement, above an even share."""
    games: int
    """How many games those were."""


def chunk(task: Task, weights: Weights) -> Chunk:
    rng = np.random.default_rng(task.seed)
    table = str(rng.choice(list(TABLES), p=list(TABLES.values())))
    goal = board().goals[table][task.seats]
    if rng.random() < OTHER:
        goal = int(goal * rng.uniform(0.6, 1.3))
    inputs = np.zeros((task.positions, width(task.seats)), np.float32)
    targets = np.zeros((task.positions, OUT), np.float32)
    count, gained, games = play(
        tables(),
        field(table, ()),
        room(task.seats),
        mind_of(weights),
        CUNNING,
        goal,
        task.judging,
        task.alone,
        task.stir,
        task.trace,
        task.seed,
        inputs,
        targets,
    )
    return Chunk(inputs[:count], targets[:count], gained, games)
