"""The sheets of three to five players: what counts, and who has won."""

from msgspec.structs import replace

from inglenook.core.units import Seat
from inglenook.games.prolix.view import Line, Sheet

FAILED = 2
"""What a failed challenge costs."""


def penalty(seats: int) -> int:
    """What an interrupt costs."""
    return 2 if seats == 3 else 3


def spare(seats: int) -> int:
    """How many interrupts count in addition to the regular words, replacing none."""
    return 0 if seats == 3 else 1


def most_interrupts(seats: int, rounds: int) -> int:
    """As many as can replace every regular word, and the spare one: with these a player is out."""
    return rounds + spare(seats)


def crossed_out(sheet: Sheet, seats: int) -> tuple[int, ...]:
    """The regular lines that do not count: the lowest, and of equal ones the first."""
    many = max(0, len(sheet.interrupts) - spare(seats))
    lowest = sorted(range(len(sheet.regular)), key=lambda line: sheet.regular[line].value)
    return tuple(sorted(lowest[:many]))


def next_crossed_out(sheet: Sheet, seats: int) -> tuple[bool, int | None]:
    """Whether one more interrupt would cross out a regular line, and which, as the sheet stands."""
    more = replace(sheet, interrupts=(*sheet.interrupts, Line("", 0)))
    crosses = len(more.interrupts) > spare(seats)
    lines = set(crossed_out(more, seats)) - set(crossed_out(sheet, seats))
    return crosses, next(iter(lines), None)


def regular(sheet: Sheet, seats: int) -> list[int]:
    """The values of the regular words that count, the lowest first."""
    crossed = crossed_out(sheet, seats)
    return sorted(line.value for n, line in enumerate(sheet.regular) if n not in crossed)


def challenges(sheet: Sheet) -> int:
    """What the failed challenges add up to: nothing, or less."""
    return -FAILED * sheet.failed


def total(sheet: Sheet, seats: int) -> int:
    interrupts = sum(line.value for line in sheet.interrupts)
    return sum(regular(sheet, seats)) + interrupts + challenges(sheet)


def best_words(sheet: Sheet, seats: int) -> tuple[int, ...]:
    """The values of all words that count, best first, interrupts before their penalty.

    Zeros are left out: a lost turn is no word, and a missing word is as good as one worth nothing.
    """
    interrupts = [line.value + penalty(seats) for line in sheet.interrupts]
    values = [*regular(sheet, seats), *interrupts]
    return tuple(sorted(filter(None, values), reverse=True))


def winners(sheets: tuple[Sheet, ...]) -> tuple[Seat, ...]:
    """Most points; if equal, the best single word, then the second best, and so on."""
    seats = len(sheets)
    ranks = [(total(sheet, seats), best_words(sheet, seats)) for sheet in sheets]
    return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))
