"""Where the time of Konexi goes when samples are played: `python -m bench.konexi_time`.

CPU time. Measuring itself takes a few hundredths of it.
"""

from collections import defaultdict
from collections.abc import Callable
from time import thread_time
from types import SimpleNamespace
from typing import Any

import mujoco
from rich.console import Console
from rich.table import Table

import inglenook
from inglenook.games.konexi.physics import motion, settling, world

GAMES = 8
RULES = "the rules, words and joins, and the match"


class Watch:
    """How long each kind of work took, without what it had others do."""

    def __init__(self) -> None:
        self.spent, self._kinds = defaultdict[str, float](float), [RULES]
        self._since = thread_time()

    def turn_to(self) -> None:
        now = thread_time()
        self.spent[self._kinds[-1]] += now - self._since
        self._since = now

    def of(self, owner: Any, name: str, kind: str) -> None:
        """From now on, a function's time is of this kind."""
        done: Callable[..., Any] = getattr(owner, name)

        def timed(*args: Any, **more: Any) -> Any:
            self.turn_to()
            self._kinds.append(kind.format(within=self._kinds[-1]))
            try:
                return done(*args, **more)
            finally:
                self.turn_to()
                self._kinds.pop()

        setattr(owner, name, timed)


def play(seed: int) -> int:
    match = inglenook.Match("konexi", 2, seed=str(seed))
    while not match.outcome():
        match.play(match.sample())
    return len(match.log)


def main() -> None:
    play(0)
    watch, engine = Watch(), SimpleNamespace(**vars(mujoco))
    vars(world)["mujoco"] = engine
    watch.of(settling, "_judge", "whether it stands")
    watch.of(settling, "_tumble", "how it falls")
    for name in ("mj_step", "mj_rnePostConstraint", "mj_kinematics"):
        watch.of(engine, name, "{within}: MuJoCo's steps")
    watch.of(world, "build", "the tower as MuJoCo wants it")
    watch.of(motion, "pack", "the film of it")
    watch.turn_to()
    watch.spent.clear()
    entries = sum(play(seed) for seed in range(1, GAMES + 1))
    watch.turn_to()
    total = sum(watch.spent.values())
    title = f"{entries} entries in {total:.1f} s: {entries / total:.0f} a second"
    table = Table("what", title=title)
    for heading in ("s", "%", "entries a second, if there were nothing else"):
        table.add_column(heading, justify="right")
    for kind, seconds in sorted(watch.spent.items(), key=lambda each: -each[1]):
        shown = f"{seconds:.2f}", f"{100 * seconds / total:.0f}", f"{entries / seconds:,.0f}"
        table.add_row(kind, *shown)
    Console().print(table)


if __name__ == "__main__":
    main()
