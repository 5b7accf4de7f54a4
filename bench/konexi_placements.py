"""Placements as they occur in games of bots, for `bench.konexi`: the twentieth letter is let go.

`python -m bench.konexi_placements` plays the first rounds of games, one after the other, until
there are enough, and writes `konexi_placements.json`: few towers grow so high.
"""

from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

import msgspec

from inglenook.contests.arena import step
from inglenook.core.match import Match
from inglenook.games.konexi.physics.settling import Push
from inglenook.games.konexi.rules.moves import Join, Settled
from inglenook.games.konexi.tower.building import Poses, Tower, joined

FILE = Path(__file__).with_suffix(".json")
LETTERS = 20
"""Of the tower, the one that is placed included."""
ENOUGH = 24
LEVELS = ("surgeon", "surgeon")
"""Other bots' towers have long fallen by then."""
OPTIONS = {"goal": 200, "word_ms": 0, "first": 0}


class Placement(msgspec.Struct, frozen=True):
    tower: Tower
    """With the letter that is placed."""
    poses: Poses
    """Where the others stood."""
    push: Push
    stood: bool


def placements() -> list[Placement]:
    """Those that are kept."""
    return msgspec.json.decode(FILE.read_bytes(), type=list[Placement])


def played() -> Iterator[Placement]:
    """Those of one game after the other, without end."""
    for n in count():
        match = Match("konexi", len(LEVELS), OPTIONS, f"placements {n}")
        while match.state.round == 1 and len(match.state.tower) < LETTERS:
            before, known = match.state, len(match.log)
            step(match, LEVELS, f"placements {n}")
            if before.phase == "place" and len(before.tower) == LETTERS - 1:
                moves = {type(entry.move): entry.move for entry in match.log[known:]}
                join, settled = moves[Join], moves[Settled]
                assert isinstance(join, Join)
                assert isinstance(settled, Settled)
                assert before.hand
                assert settled.let_go
                way = before.hand, join.own, join.to, join.at, join.roll
                tower = (*before.tower, joined(before.tower, *way))
                poses = {p.letter: pose for p, pose in zip(before.tower, before.poses, strict=True)}
                push = Push(before.hand, settled.let_go.error)
                yield Placement(tower, poses, push, settled.verdict == "stands")


def main() -> None:
    found = list(islice(played(), ENOUGH))
    lines = ",\n".join(msgspec.json.encode(each).decode() for each in found)
    FILE.write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
