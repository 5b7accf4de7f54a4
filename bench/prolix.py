"""What Prolix bots compute, say and wait for, and the coach: `python -m bench.prolix`."""

from statistics import mean, median, quantiles
from time import perf_counter, process_time

from rich.console import Console
from rich.table import Table

from inglenook import Match
from inglenook.contests.arena import step
from inglenook.core.bot import Later
from inglenook.core.game import Rng
from inglenook.games.prolix.bot import BOT, LEVELS
from inglenook.games.prolix.moves import Write
from inglenook.games.prolix.plan import tiles
from inglenook.words import search

BOARDS = 300


def main() -> None:
    BOT.warm()
    views = [Match("prolix", 2, seed=f"board {n}").view(0) for n in range(BOARDS)]
    boards = [tiles(view) for view in views]
    best = [search.best(board, limit=1)[0][1] for board in boards]
    table = Table(
        title=f"Prolix bots on {BOARDS} first boards (best words: {mean(best):.1f} points)"
    )
    for heading in (
        "level",
        "computes, ms",
        "95 %",
        "points",
        "of the best",
        "speaks after, s",
        "95 %",
    ):
        table.add_column(heading, justify="left" if heading == "level" else "right")
    for level in LEVELS:
        took, values, after = [], [], []
        for n, view in enumerate(views):
            began = perf_counter()
            answer = BOT.choose(view, 0, level, Rng("bench", n))
            took.append((perf_counter() - began) * 1000)
            assert isinstance(answer, Later)
            assert isinstance(answer.move, Write)
            values.append(search.value(answer.move.word, boards[n]))
            after.append(answer.ms / 1000)
        table.add_row(
            level.name,
            f"{median(took):.1f}",
            f"{quantiles(took, n=20)[-1]:.1f}",
            f"{mean(values):.1f}",
            f"{sum(values) / sum(best):.0%}",
            f"{median(after):.1f}",
            f"{quantiles(after, n=20)[-1]:.1f}",
        )
    Console().print(table)
    Console().print(f"The coach, on a game of five: {coach():.2f} s")


def coach() -> float:
    """Seconds of one core for the analysis of a whole game."""
    match = Match("prolix", 5, seed="coach")
    while match.outcome() is None:
        step(match, ["banter"] * 5, "coach")
    states, entries = match.history(), [match.log[seq] for seq in match.line()]
    began = process_time()
    insights = list(match.game.analyse(states, entries, range(1, len(states))))
    assert insights
    return process_time() - began


if __name__ == "__main__":
    main()
