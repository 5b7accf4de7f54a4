"""Konexi for one: how high a tower can be built.

There are no words. The score is the height in mm of the tallest tower that stood; a fall ends the
game, and so does the last letter that was to be built: as many as the goal says.
"""

from inglenook.games.konexi.tower.building import Pose
from inglenook.games.konexi.tower.letters import HALF_HEIGHT, HALF_THICK, letters


def height(poses: dict[str, Pose]) -> int:
    """mm from the table to the top of the boxes around the letters."""
    return max((round(_top(letter, pose)) for letter, pose in poses.items()), default=0)


def _top(letter: str, pose: Pose) -> float:
    _, _, z, qw, qx, qy, qz = pose
    across = 2 * (qx * qz - qw * qy)
    up = 2 * (qy * qz + qw * qx)
    ahead = 1 - 2 * (qx * qx + qy * qy)
    half = letters()[letter].width / 2
    return z + (abs(across) * half + abs(up) * HALF_HEIGHT + abs(ahead) * HALF_THICK) / 1000
