"""A league's ladder for a terminal."""

from collections.abc import Sequence

from rich.markup import escape
from rich.table import Table

from inglenook.contests.arena.text import headings
from inglenook.contests.league.rating import Standing


def table(standings: Sequence[Standing]) -> Table:
    """The players, strongest first."""
    ladder = Table(caption="0 is the mean of these players")
    ladder.add_column("player")
    headings(ladder, "Elo", "95 % interval", "games", "won", "forfeited")
    for each in standings:
        ladder.add_row(
            escape(each.name),
            f"{each.elo:+.0f}",
            f"{each.low:+.0f} to {each.high:+.0f}",
            str(each.games),
            f"{each.points:g}",
            str(each.forfeits),
        )
    return ladder
