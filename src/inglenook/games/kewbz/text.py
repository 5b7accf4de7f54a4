"""The Kewbz board as plain text, for a terminal."""

from string import ascii_lowercase

from inglenook.games.kewbz.view import View

NAMES = ("Blue", "Amber")


def show(view: View) -> str:
    """The grid, with `B3` for a tower of three with Blue on top; both sides; and who is to move."""
    files = ascii_lowercase[: view.size]
    lines = [
        f"{rank:2} " + " ".join(_tower(view.stacks.get(f"{file}{rank}", ())) for file in files)
        for rank in range(view.size, 0, -1)
    ]
    lines.append("   " + " ".join(f" {file}" for file in files))
    for name, score, cubes in zip(NAMES, view.scores, view.unplayed, strict=True):
        lines.append(f"{name}: {score} points, {cubes} cubes left")
    lines.append("The game is over" if view.to_move is None else f"{NAMES[view.to_move]} to move")
    return "\n".join(lines)


def _tower(stack: tuple[int, ...]) -> str:
    return f"{NAMES[stack[-1]][0]}{len(stack)}" if stack else " ."
