"""A view of Prolix as plain text, for a terminal."""

from collections.abc import Iterator

from inglenook.games.prolix.view import Sheet, View

WIDTH = 5
USED = 8
"""How many of the words used last are named."""


def page(view: View) -> str:
    """The tiles by column, then what is going on, then every sheet."""
    return "\n".join((*_tiles(view), _now(view), *_sheets(view), *_used(view)))


def _tiles(view: View) -> Iterator[str]:
    columns = [view.tiles[place : place + 2] for place in range(0, len(view.tiles), 2)]
    worth = (next((t.points - t.bonus for t in column if t), None) for column in columns)
    yield _row("" if points is None else str(points) for points in worth)
    for row in range(2):
        tiles = (column[row] for column in columns)
        yield _row(
            f"{t.letter}+{t.bonus}" if t and t.bonus else t.letter if t else "." for t in tiles
        )


def _row(cells: Iterator[str]) -> str:
    return "".join(cell.ljust(WIDTH) for cell in cells).rstrip()


def _now(view: View) -> str:
    where = f"{view.phase}, round {view.round} of {view.rounds}"
    turn = "" if view.active is None else f", seat {view.active} to speak"
    again = f", interrupted {view.interruptions}" if view.interruptions else ""
    target = f", target {view.targets[view.round - 1]}" if view.targets else ""
    return f"{where}{turn}{again}{target}"


def _sheets(view: View) -> Iterator[str]:
    for seat, sheet in enumerate(view.sheets):
        mine = "*" if seat == view.seat else " "
        unit = f"of {view.goal} Marks" if view.goal else "points"
        yield f"{mine}seat {seat}: {view.scores[seat]} {unit}{', out' if sheet.out else ''}"
        for name, words in _lines(sheet, view.crossed[seat]):
            if words:
                yield f"    {name}: {words}"


def _lines(sheet: Sheet, crossed: tuple[int, ...]) -> Iterator[tuple[str, str]]:
    lines = (f"{line.word or '-'} {line.value}" for line in sheet.regular)
    yield "words", ", ".join(f"({line})" if n in crossed else line for n, line in enumerate(lines))
    yield "interrupts", ", ".join(f"{line.word} {line.value}" for line in sheet.interrupts)
    yield "failed challenges", str(sheet.failed or "")


def _used(view: View) -> Iterator[str]:
    if view.used:
        more = "... " if len(view.used) > USED else ""
        yield f"used: {more}{' '.join(view.used[-USED:])}"
