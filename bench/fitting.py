"""Whether a match for you is one: `python -m bench.fitting`.

For each game, players as strong as each of its levels play five games against bots, each against
the level that then fits. Who wins, and how clearly, is drawn by the ratings. Printed is the part
of the next game that each can expect to win, on average, and how often it is from 25 to 75 %.
"""

from math import log10
from random import Random

from rich.console import Console
from rich.table import Table

from inglenook.core.registry import game_names, levels
from inglenook.server.matchmaking.recommended_level import (
    HEAD_START,
    SHOWS,
    Result,
    fitting_level,
    win_chance,
)
from inglenook.server.ratings.rating import level_number

GAMES, RUNS = 5, 400


def run(game: str, strength: int, rng: Random) -> float:
    """What the player can expect of the game after the last one."""
    results: list[Result] = []
    for _ in range(GAMES):
        level = fitting_level(game, results)
        # How far ahead the player is in this game, by luck and by strength: Elo's model.
        luck = 400 * log10(1 / (1 - rng.random()) - 1)
        margin = strength - level_number(game, level) + luck
        clear = abs(margin) > HEAD_START and rng.random() < SHOWS
        results.insert(0, Result(level, 1 if margin > 0 else -1, clear))
    return win_chance(strength - level_number(game, fitting_level(game, results)), 1)


def main() -> None:
    for game in game_names():
        table = Table("strong as", "rating", "expects", "25 to 75 %", title=f"{game}: five games")
        for level in levels(game):
            number = level_number(game, level.name)
            found = [run(game, number, Random(n)) for n in range(RUNS)]
            near = sum(0.25 <= each <= 0.75 for each in found)
            table.add_row(level.name, str(number), f"{sum(found) / RUNS:.1%}", f"{near / RUNS:.0%}")
        Console().print(table)


if __name__ == "__main__":
    main()
