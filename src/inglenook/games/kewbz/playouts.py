"""Kewbz played out by chance, on the compiled twin. Nobody takes over the first cube."""

from inglenook.core.game import Rng
from inglenook.games.kewbz import fast
from inglenook.games.kewbz.rules import State
from inglenook.shared.tally import Playouts


def play_out(s: State, n: int, rng: Rng) -> Playouts:
    seed = rng.below(2**62)
    placed, won, lost, blue, amber = fast.playouts(fast.board(s.size), fast.from_state(s), n, seed)
    drawn = (n - won - lost) / 2
    return Playouts(n, placed, ((won + drawn) / n, (lost + drawn) / n), (blue / n, amber / n))
