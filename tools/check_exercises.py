"""Check the lessons and puzzles of our games: `python tools/check_exercises.py`.

Every fault is a line with the game, the file, the line and the name; then it exits with 1. The
wheel is not built with one.
"""

import sys

from inglenook.coach.exercise_checks import faults
from inglenook.core.registry import playable_games


def main() -> int:
    """How many faults there are, each told on standard error."""
    found = [f"{game}: {fault}" for game in playable_games()[0] for fault in faults(game)]
    for line in found:
        sys.stderr.write(f"{line}\n")
    return len(found)


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
