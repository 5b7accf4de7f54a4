"""CONEX played out by a quick way to play, on the compiled twin.

The hands stay as they are and the pile is shuffled. A move is a lay, a draw or a pass. Of a slide
it knows both ends and the middle of what the target allows.
"""

from inglenook.core.game import Rng
from inglenook.games.conex.bot.forecast import played_out
from inglenook.games.conex.rules.state import State
from inglenook.shared.tally import Playouts


def play_out(s: State, n: int, rng: Rng) -> Playouts:
    wins, points, turns = played_out(s, rng, n)
    return Playouts(n, turns, wins, points)
