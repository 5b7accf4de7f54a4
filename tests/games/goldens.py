"""Golden records: how one is kept, and how samples play those of a game that has no script.

`python -m tests.games.goldens NAME` plays one for every ending of a game. What its samples do not
reach, or what a record is to show, takes its own script: golden_prolix.py and the others.
Look at the difference before it is committed.
"""

import sys
from itertools import count
from pathlib import Path

from typer.testing import CliRunner

from inglenook import Match, Resign, dumps, find_game
from inglenook.cli import app

GOLDEN = Path(__file__).parent / "golden"


def keep(name: str, match: Match) -> None:
    """Write a record, and beside it what `inglenook replay` prints of it."""
    path = GOLDEN / f"{name}.json"
    path.write_text(dumps(match.record()))
    printed = CliRunner().invoke(app, ["replay", str(path)])
    assert printed.exit_code == 0, printed.output
    path.with_suffix(".out").write_text(printed.output)
    sys.stdout.write(f"{name}: {len(match.log)} entries, {match.outcome()}\n")


def by_samples(game: str, ending: str) -> Match:
    """The first sampled match that ends this way."""
    seats = find_game(game).seats
    for n in count():
        match: Match = Match(game, seats[n % len(seats)], seed=f"golden {n}")
        while not match.outcome():
            match.play(match.sample())
        outcome = match.outcome()
        if outcome and outcome.reason == ending:
            return match
    raise AssertionError


def resigned(game: str) -> Match:
    """One in which all but one give up after a few moves."""
    match: Match = Match(game, seed="golden resigned")
    for _ in range(3):
        match.play(match.sample())
    for seat in range(1, match.seats):
        match.submit(seat, Resign())
    return match


def main(game: str) -> None:
    for ending in find_game(game).endings:
        keep(f"{game}-{ending}", by_samples(game, ending))
    keep(f"{game}-resigned", resigned(game))


if __name__ == "__main__":
    main(sys.argv[1])
