"""What discretised moves cost in strength: `python -m bench.fit`.

A level plays itself, and one of the two is held to fewer places, or has more of them: see
docs/environments.md. The share of games that it wins, with an interval of 95 %. And how often
towers of Konexi fall by the slips there are, and by all that a hand may do.
"""

import sys
from itertools import islice
from math import hypot
from statistics import mean
from typing import Any

from msgspec.structs import replace
from rich.console import Console
from rich.table import Table

from inglenook import Match, words
from inglenook.contests import arena
from inglenook.core.bot import Answer, Bot, Later, Level
from inglenook.core.game import Rng
from inglenook.core.registry import find_bot, find_level
from inglenook.games.conex.rules.view import Legal, Slide, View
from inglenook.games.konexi.bot.risk import at_speed
from inglenook.games.konexi.rules.hand import shake
from inglenook.games.prolix import board, wording
from inglenook.games.prolix.moves import Say, Write

TICK = 1000
"""ms: `tick_ms` of Prolix."""
OFFERED = 16
"""`words` of Prolix."""
HAND, SLIPS = 0.3, 16
"""`hand` and `slips` of Konexi."""
ALL = 20_000
"""Slips that stand for everything a hand may do."""


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


class Offered(_Own):
    """`words=16`: in place of a word that is not offered it says the best one that is."""

    def choose(self, view: Any, seat: int, level: Level, rng: Rng) -> Answer:  # noqa: ARG002
        answer = find_bot("prolix").choose(view, seat, find_level("prolix", "lexicon"), rng)
        move = answer.move if isinstance(answer, Later) else answer
        if not isinstance(move, Say | Write):
            return answer
        tiles = "".join(tile.letter if tile else board.EMPTY for tile in view.tiles)
        there = (word for word in wording.best(tiles) if _may_be_said(view, word))
        offered = list(islice(there, OFFERED))
        if move.word in offered or not offered:
            return answer
        other = replace(move, word=offered[0])
        return Later(other, answer.ms) if isinstance(answer, Later) else other


def _may_be_said(view: Any, word: str) -> bool:
    used = any(words.clash(word, other) for other in view.used)
    return word not in view.barred and not used


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
    ("prolix", "lexicon", Offered()),
)


def share(game: str, level: str, bot: Bot, seed: str, seat: int) -> float:
    """What the bot wins of a game in which it has that seat, and the level the other."""
    players: list[str | Bot] = [bot, level] if seat == 0 else [level, bot]
    outcome = arena.duel(Match(game, 2, seed=seed), players).outcome()
    assert outcome
    return (seat in outcome.winners) / max(1, len(outcome.winners))


def falls(gauge: float, letters: int, slips: int) -> float:
    """How often a tower falls by so many slips, as the bots expect it to."""
    drawn = (shake(HAND, letters, Rng(f"slip of {slips}", slip)) for slip in range(slips))
    return mean(at_speed(gauge, hypot(*pushed)) for pushed in drawn)


def print_falls() -> None:
    title = f"falls by {SLIPS} slips, and by all that a hand of {HAND} may do"
    table = Table("letters", "gauge", "falls", "by all", title=title)
    for letters in (5, 10, 20):
        for gauge in (0.1, 0.4, 0.7):
            few, many = (falls(gauge, letters, slips) for slips in (SLIPS, ALL))
            table.add_row(str(letters), f"{gauge:.1f}", f"{few:.2%}", f"{many:.2%}")
    Console().print(table)


def main() -> None:
    print_falls()
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
