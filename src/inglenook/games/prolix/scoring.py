"""The sheets of three to five players: what counts, and who has won."""

from inglenook.games.prolix.view import Sheet

FAILED = 2
"""What a failed challenge costs."""


def penalty(seats: int) -> int:
    """What an interrupt costs."""
    return 2 if seats == 3 else 3


def crossed_out(sheet: Sheet, seats: int) -> int:
    """How many of the lowest regular words do not count."""
    interrupts = len(sheet.interrupts)
    return interrupts if seats == 3 else max(0, interrupts - 1)


def regular(sheet: Sheet, seats: int) -> list[int]:
    """The values of the regular words that count."""
    return sorted(line.value for line in sheet.regular)[crossed_out(sheet, seats) :]


def total(sheet: Sheet, seats: int) -> int:
    interrupts = sum(line.value for line in sheet.interrupts)
    return sum(regular(sheet, seats)) + interrupts - FAILED * sheet.failed


def best_words(sheet: Sheet, seats: int) -> tuple[int, ...]:
    """The values of all words that count, best first, interrupts before their penalty.

    Zeros are left out: a lost turn is no word, and a missing word is as good as one worth nothing.
    """
    interrupts = [line.value + penalty(seats) for line in sheet.interrupts]
    values = [*regular(sheet, seats), *interrupts]
    return tuple(sorted(filter(None, values), reverse=True))


def winners(sheets: tuple[Sheet, ...]) -> tuple[int, ...]:
    """Most points; if equal, the best single word, then the second best, and so on."""
    seats = len(sheets)
    ranks = [(total(sheet, seats), best_words(sheet, seats)) for sheet in sheets]
    return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))
