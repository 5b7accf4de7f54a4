"""How long the presets of a game take: `python -m bench.presets [GAME ...] [--games N]`.

Bots play each preset with every number of players. Turns are counted; minutes are the turns at the
pace of people, which is an assumption: bots need no time.
"""

import argparse
from statistics import mean
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from inglenook import Match
from inglenook.contests.arena import step
from inglenook.shared.presets import presets


class Pace(NamedTuple):
    level: str
    """The bots that play: like people of some experience."""
    turns: tuple[str, ...]
    """The moves that make a turn: there is one of these in each."""
    seconds: int
    """How long a turn takes people, not counting waiting for others."""


PACES = {
    "conex": Pace("careful", ("lay", "draw", "pass"), 30),
    "kewbz": Pace("lintel", ("place", "swap"), 20),
    "konexi": Pace("tinker", ("found", "join"), 45),
}


class Played(NamedTuple):
    turns: int
    reason: str


def play(game: str, seats: int, options: dict[str, object], seed: str) -> Played:
    """One game of bots that are all equally good."""
    match, pace = Match(game, seats, options, seed), PACES[game]
    while (outcome := match.outcome()) is None:
        step(match, [pace.level] * seats, seed)
    kinds = [type(entry.move).__name__.lower() for entry in match.log]
    return Played(sum(kind in pace.turns for kind in kinds), outcome.reason)


def table(game: str, games: int) -> Table:
    pace = PACES[game]
    shown = Table(title=f"{game}: {games} games of {pace.level}, {pace.seconds} s a turn")
    for heading in ("players", "preset", "options", "turns", "minutes", "endings"):
        right = heading in ("players", "turns", "minutes")
        shown.add_column(heading, justify="right" if right else "left")
    for seats in presets(game)[0].options:
        for preset in presets(game):
            options = preset.options[seats]
            played = [play(game, seats, options, f"{preset.name} {n}") for n in range(games)]
            turns = mean(game.turns for game in played)
            reasons = [game.reason for game in played]
            shown.add_row(
                str(seats),
                preset.name,
                ", ".join(f"{name} {value}" for name, value in options.items()),
                f"{turns:.1f}",
                f"{turns * pace.seconds / 60:.0f}",
                ", ".join(
                    f"{reason} {reasons.count(reason) / games:.0%}"
                    for reason in sorted(set(reasons))
                ),
            )
    return shown


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", default=list(PACES))
    parser.add_argument("--games", type=int, default=100)
    asked = parser.parse_args()
    for name in asked.names:
        Console(width=100).print(table(name, asked.games))


if __name__ == "__main__":
    main()
