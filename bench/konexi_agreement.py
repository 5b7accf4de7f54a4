"""Whether towers are judged as they were by version 4 of the rules, and by smaller steps:
`python -m bench.konexi_agreement`.

Placements of every kind settle three times: by today's rules, by version 4, and
by a reference that is watched for 2 s at least in steps of 0.5 ms. Some minutes.
"""

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from msgspec.structs import replace
from rich.console import Console
from rich.table import Table

from bench import study_konexi
from inglenook.games.konexi.past import v4
from inglenook.games.konexi.physics.parameters import PHYSICS
from inglenook.games.konexi.physics.settling import Push, settle
from inglenook.games.konexi.rules.moves import Settled
from inglenook.games.konexi.tower.building import Poses, Tower

Asked = tuple[Tower, Poses, Push]
ROUNDS = range(100, 112)
"""Other ones than those of the study."""
WAYS = {
    "version 5": PHYSICS,
    "version 4": v4.PHYSICS,
    "reference": replace(v4.PHYSICS, step=0.0005, sample=8, least=2, rest=0.0005),
}


def placements() -> Iterator[Asked]:
    found: list[Asked] = []

    def kept(tower: Tower, poses: Poses, push: Push) -> Settled:
        found.append((tower, poses, push))
        return settle(tower, poses, push)

    vars(study_konexi)["settle"] = kept
    for n in ROUNDS:
        study_konexi.probe(n)
        study_konexi.slip(n)
        study_konexi.build("steadiest joins, steady hand", n)
    yield from found


def apart(a: Settled, b: Settled) -> float:
    """How far a letter stands from where the other has it, at the most, in mm."""
    return float(max(np.abs(np.subtract(a.poses[k][:3], b.poses[k][:3])).max() for k in a.poses))


def main() -> None:
    asked = list(placements())
    settled = {name: [settle(*each, way) for each in asked] for name, way in WAYS.items()}
    table = Table("between", title=f"{len(asked)} placements")
    headings = (
        "only the first stands",
        "only the second stands",
        "mm apart: mean",
        "95 of 100 below",
    )
    for heading in headings:
        table.add_column(heading, justify="right")
    for a, b in combinations(WAYS, 2):
        pairs = list(zip(settled[a], settled[b], strict=True))
        stand = [(one.verdict == "stands", other.verdict == "stands") for one, other in pairs]
        both = [apart(*pair) for pair, stood in zip(pairs, stand, strict=True) if all(stood)]
        counts = (str(stand.count((True, False))), str(stand.count((False, True))))
        shown = f"{np.mean(both):.2f}", f"{np.quantile(both, 0.95):.2f}"
        table.add_row(f"{a}, {b}", *counts, *shown)
    Console().print(table)


if __name__ == "__main__":
    main()
