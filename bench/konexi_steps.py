"""What could make MuJoCo's steps cheaper, and whether verdicts and poses stay as they are:
`python -m bench.konexi_steps`.

The letters of two games of samples settle again, those that stand: as they do, with each thing
switched off that MuJoCo can leave out, and with letters that pass through each other. CPU time.
"""

from collections.abc import Callable
from time import process_time
from typing import Any

import mujoco
from rich.console import Console
from rich.table import Table

import inglenook
from inglenook.games.konexi.physics import model, settling, world
from inglenook.games.konexi.rules.moves import Settled

OFF = (
    "ACTUATION",
    "AUTORESET",
    "EULERDAMP",
    "FRICTIONLOSS",
    "ISLAND",
    "LIMIT",
    "MIDPHASE",
    "MULTICCD",
    "NATIVECCD",
    "REFSAFE",
    "SENSOR",
    "WARMSTART",
)
"""All of `mjtDisableBit` but what a tower is made of: gravity, contacts, springs, connections."""


def settled() -> list[tuple[Any, ...]]:
    """What was to be settled in two games, where it stands."""
    found: list[tuple[Any, ...]] = []
    settle = settling.settle

    def kept(*asked: Any) -> Settled:
        answer = settle(*asked)
        if answer.verdict == "stands":
            found.append(asked)
        return answer

    vars(settling)["settle"] = kept
    for seed in ("1", "2"):
        match = inglenook.Match("konexi", 2, seed=seed)
        while not match.outcome():
            match.play(match.sample())
    vars(settling)["settle"] = settle
    return found


def without(name: str) -> Callable[..., mujoco.MjModel]:
    def build(*asked: Any) -> mujoco.MjModel:
        made = model.build(*asked)
        made.opt.disableflags |= int(getattr(mujoco.mjtDisableBit, f"mjDSBL_{name}"))
        return made

    return build


def apart(*asked: Any) -> mujoco.MjModel:
    """Letters touch the table, but not each other."""
    made = model.build(*asked)
    made.geom_contype[1:] = 0
    made.geom_conaffinity[1:] &= model.TABLE
    return made


def main() -> None:
    asked = settled()
    as_is = [settling.settle(*each) for each in asked]
    ways = {"as it is": model.build, "letters do not touch": apart}
    ways |= {f"without {name.lower()}": without(name) for name in OFF}
    table = Table("how", title=f"{len(asked)} letters that stand")
    for heading in ("s", "settle as they did"):
        table.add_column(heading, justify="right")
    for name, build in ways.items():
        vars(world)["build"] = build
        began = process_time()
        answers = [settling.settle(*each) for each in asked]
        seconds = process_time() - began
        same = sum(a == b for a, b in zip(answers, as_is, strict=True))
        table.add_row(name, f"{seconds:.2f}", str(same))
    Console().print(table)


if __name__ == "__main__":
    main()
