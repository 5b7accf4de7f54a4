"""Play the golden games of Konexi anew: `python tools/konexi_golden.py`.

Run it when its rules or its physics have changed, and look at what changed in `tests/games/golden`.
"""

import argparse
from pathlib import Path

from typer.testing import CliRunner

import inglenook
from inglenook.cli import app
from inglenook.game import Rng

GOLDEN = Path(__file__).parent.parent / "tests" / "games" / "golden"
PACE = 2000
"""ms from a move to the next."""
BUMPED, RESIGNED = 6, 50
"""Letters of the tower that is bumped, where that was agreed on; entries before one gives up."""


def played(seed: str, options: dict[str, object]) -> inglenook.Match:
    """A game of random moves to its goal, with one bump if they were agreed on."""
    match = inglenook.Match("konexi", 2, options, seed)
    may_bump = bool(options.get("bumps"))
    while match.outcome() is None:
        (seat,) = match.to_move()
        t, tower = match.last_t + PACE, match.state.tower
        if may_bump and len(tower) == BUMPED:
            may_bump = False
            bump = {"type": "bump", "letter": tower[-1].letter, "error": [0, 5, 0]}
            assert match.submit(1 - seat, bump, t) is None
            continue
        move = match.game.sample(match.state, seat, Rng(seed, len(match.log)))
        assert match.submit(seat, move, t) is None
        if not options.get("bumps") and len(match.log) > RESIGNED:
            break
    return match


def keep(folder: Path, name: str, match: inglenook.Match) -> None:
    record = folder / f"{name}.json"
    record.write_text(inglenook.dumps(match.record()))
    shown = CliRunner().invoke(app, ["replay", str(record)])
    (folder / f"{name}.out").write_text(shown.output)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path, nargs="?", default=GOLDEN)
    folder: Path = parser.parse_args().folder
    keep(folder, "konexi-goal", played("golden 2", {"goal": 10, "bumps": True}))
    resigned = played("golden 4", {"steady": True, "first": 1})
    (seat,) = resigned.to_move()
    assert resigned.submit(seat, {"type": "resign"}, resigned.last_t + PACE) is None
    keep(folder, "konexi-resigned", resigned)


if __name__ == "__main__":
    main()
