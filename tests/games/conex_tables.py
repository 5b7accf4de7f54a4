"""CONEX tables with cards on them, laid at random."""

from collections.abc import Iterator
from random import Random

from inglenook.games.conex.cards import deck
from inglenook.games.conex.geometry import lays, placing
from inglenook.games.conex.rules.moves import Lay
from inglenook.games.conex.rules.view import Fixed, Laid, Legal, Slide

SIZES = ("small", "medium", "large")


def options(legal: Legal) -> list[Fixed | Slide]:
    return [*legal.fixed, *legal.slides]


def slides(option: Fixed | Slide) -> list[int]:
    """0, or both ends and the middle."""
    if isinstance(option, Fixed):
        return [0]
    return [option.start, (option.start + option.to) // 2, option.to]


def lay_of(option: Fixed | Slide, slide: int) -> Lay:
    return Lay(option.card, option.corner, option.target, option.spot, slide)


def grow(rng: Random, table: str, size: int) -> Iterator[tuple[list[Laid], list[str]]]:
    """A table that gets card after card: what lies there, and the cards that are left."""
    laid: list[Laid] = []
    pile = rng.sample(list(deck()), len(deck()))
    waiting: list[str] = []
    while pile and len(laid) < size:
        card = pile.pop()
        found = options(lays.lays(table, laid, [card]))
        if not found:
            waiting.append(card)
            continue
        option = rng.choice(found)
        slide = 0 if isinstance(option, Fixed) else rng.randint(option.start, option.to)
        laid = [*laid, Laid(card, *placing.pose_of(laid, lay_of(option, slide)), on=option.target)]
        yield laid, [*pile, *waiting]
