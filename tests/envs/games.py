"""The games as the tests of environments play them: short, and of every kind."""

from typing import Any, NamedTuple

from inglenook.core.game import NATURE, Rng
from inglenook.envs.process import EVERYBODY, OVER, Node, Process


class Setting(NamedTuple):
    game: str
    seats: int
    options: dict[str, Any] = {}
    fit: dict[str, Any] = {}

    def __str__(self) -> str:
        return f"{self.game}-{self.seats}-" + "-".join(map(str, (*self.options, *self.fit)))

    def process(self) -> Process:
        return Process(self.game, self.seats, self.options, self.fit)


SETTINGS = (
    Setting("kewbz", 2, {"size": 5, "cubes": 9, "swap": True}),
    Setting("kewbz", 2),
    Setting("conex", 1, {"turns": 4}),
    Setting("conex", 2, {"table": "small", "goal": 15}, {"grid": 1}),
    Setting("conex", 3, {"table": "small"}),
    Setting("prolix", 1),
    Setting("prolix", 2, {"marks": 2, "ready": True}, {"words": 4}),
    Setting("prolix", 3, {"rounds": 1}, {"tick_ms": 500}),
    Setting("konexi", 1, {}, {"longest": 60}),
    Setting("konexi", 2, {"goal": 4}, {"longest": 60}),
    Setting("konexi", 2, {"steady": True}, {"longest": 40}),
)
SHORT = {
    setting.game: setting for setting in (*SETTINGS[:1], *SETTINGS[3:4], SETTINGS[6], SETTINGS[9])
}
"""One for each game."""


def nodes(process: Process, seed: str) -> list[Node]:
    """A game played by chance, from the start to the end."""
    rng, found = Rng(seed, 0), [process.start()]
    while found[-1].turn != OVER:
        n = found[-1]
        if n.turn == NATURE:
            found.append(process.step(n, process.draw(n, rng)))
        elif n.turn == EVERYBODY:
            chosen = {seat: rng.choice(process.legal(n, seat)) for seat in range(process.seats)}
            found.append(process.step_all(n, chosen))
        else:
            found.append(process.step(n, rng.choice(process.legal(n, n.turn))))
    return found
