"""How long the presets of Prolix last: `python -m bench.presets_prolix [games]`.

Bots of the middle level play every preset with every number of players, in simulated time: their
answers say when they speak. The strongest plays solo games, as the others soon miss
a target.
"""

import itertools
import sys
from statistics import mean
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from inglenook.contests.arena import step
from inglenook.core.match import Match
from inglenook.core.registry import find_game, levels
from inglenook.shared.presets import presets

SHORT_TO_LONG = ("quick", "standard", "long")
GAMES = 10


class Length(NamedTuple):
    words: float
    """Words and lost turns on the sheets, interrupts included."""
    minutes: float


def length(seats: int, options: dict[str, Any], games: int) -> Length:
    """The average of this number of games."""
    known = levels("prolix")
    level = known[-1 if seats == 1 else len(known) // 2].name
    words, minutes = [], []
    for game in range(games):
        seed = f"presets {game}"
        match = Match("prolix", seats, options, seed)
        while match.outcome() is None:
            step(match, [level] * seats, seed)
        sheets = match.view().sheets
        words.append(sum(len(sheet.regular) + len(sheet.interrupts) for sheet in sheets))
        minutes.append(match.last_t / 60_000)
    return Length(mean(words), mean(minutes))


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    table = Table(title=f"Prolix: words and minutes of a game, {games} games each")
    table.add_column("players")
    for preset in presets("prolix"):
        table.add_column(preset.name, justify="right")
    table.add_column("each longer by", justify="right")
    for seats in find_game("prolix").seats:
        found = {
            preset.name: length(seats, preset.options[seats], games) for preset in presets("prolix")
        }
        minutes = [found[name].minutes for name in SHORT_TO_LONG]
        more = [f"{after / before - 1:+.0%}" for before, after in itertools.pairwise(minutes)]
        cells = (f"{each.words:.0f} · {each.minutes:.1f} min" for each in found.values())
        table.add_row(str(seats), *cells, ", ".join(more))
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
