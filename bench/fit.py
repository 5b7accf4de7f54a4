"""What discretised moves cost in strength: `python -m bench.fit`.

A level plays itself, and one of the two is held to fewer places, or has more of them: see
docs/environments.md. The share of games that it wins, with an interval of 95 %.
"""

import sys
from typing import Any

from msgspec.structs import replace
from rich.console import Console
from rich.table import Table

from inglenook import Match, arena
from inglenook.bot import Answer, Bot, Later, Level
from inglenook.game import Rng
from inglenook.games.conex.rules.view import Legal, Slide, View
from inglenook.registry import find_bot, find_level

TICK = 1000
"""ms: `tick_ms` of Prolix."""


class _Own:
    def warm(self) -> None:
        pass


class Middle(_Own):
    """`grid=1`: of a slide it knows the middle."""

    def choose(self, view: View, seat: int, level: Level, rng: Rng) -> Answer:  # noqa: ARG002
        slides = [_part(slide, 1, 1, 2) for slide in view.legal.slides]
        return _careful(view, slides, seat, rng)


class Many(_Own):
    """Seventeen places of each slide, where the level looks at three, as `grid=3` does."""

    def choose(self, view: View, seat: int, level: Level, rng: Rng) -> Answer:  # noqa: ARG002
        # The level takes both ends and the middle of each part.
        parts = [_part(slide, n, n + 1, 8) for slide in view.legal.slides for n in range(8)]
        return _careful(view, parts, seat, rng)


class Ticks(_Own):
    """`tick_ms=1000`: it acts only at the end of a second."""

    def choose(self, view: Any, seat: int, level: Level, rng: Rng) -> Answer:  # noqa: ARG002
        answer = find_bot("prolix").choose(view, seat, find_level("prolix", "lexicon"), rng)
        if isinstance(answer, Later):
            return Later(answer.move, -(-answer.ms // TICK) * TICK)
        return answer


def _part(slide: Slide, first: int, last: int, of: int) -> Slide:
    """A slide cut into so many parts, from the end of one to the end of another."""
    length = slide.to - slide.start
    start, to = slide.start + length * first // of, slide.start + length * last // of
    return replace(slide, start=start, to=to)


def _careful(view: View, slides: list[Slide], seat: int, rng: Rng) -> Answer:
    here = replace(view, legal=Legal(view.legal.fixed, tuple(slides)))
    return find_bot("conex").choose(here, seat, find_level("conex", "careful"), rng)


PAIRS: tuple[tuple[str, str, Bot], ...] = (
    ("conex", "careful", Middle()),
    ("conex", "careful", Many()),
    ("prolix", "lexicon", Ticks()),
)


def share(game: str, level: str, bot: Bot, seed: str, seat: int) -> float:
    """What the bot wins of a game in which it has that seat, and the level the other."""
    players = [bot, level] if seat == 0 else [level, bot]
    outcome = arena.duel(Match(game, 2, seed=seed), players).outcome()
    assert outcome
    return (seat in outcome.winners) / max(1, len(outcome.winners))


def main() -> None:
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    table = Table("game", "level", "against itself, as", "wins", "95 %", title=f"{pairs} pairs")
    for game, level, bot in PAIRS:
        # Each plays once in either seat, with the same cards or tiles.
        seeds = (f"fit {n}" for n in range(pairs))
        rounds = [tuple(share(game, level, bot, seed, seat) for seat in (0, 1)) for seed in seeds]
        result = arena.Result(tuple(rounds), 0)
        low, high = result.interval
        name = type(bot).__name__
        table.add_row(game, level, name, f"{result.rate:.1%}", f"{low:.1%} to {high:.1%}")
    Console().print(table)


if __name__ == "__main__":
    main()
