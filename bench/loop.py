"""How long a game holds the event loop: `python -m bench.loop [games]`.

A server plays a move on its loop, makes a view for every seat, and shows a preview where a
screen asks for one. NATURE's slow moves and bots are computed elsewhere. Measured at every position
of random games, in CPU time, so that other work on the machine does not count.
"""

import gc
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from statistics import median

from inglenook.game import NATURE, Rng
from inglenook.match import Match
from inglenook.registry import find_game, game_names
from inglenook.tables.messages import encode

GAMES = 6
LIMIT_MS = 5.0
"""No step should take longer."""
MOST_ENTRIES = 600

Took = dict[str, list[float]]
"""For each step, the ms it took, once for every time it was made."""


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    gc.disable()  # a server looks for cycles rarely; here they would be found by chance
    print(f"{'':24}{'steps':>8}{'median':>10}{'99 %':>10}{'longest':>10}  ms of CPU time")
    for name in game_names():
        game = find_game(name)
        game.warm()
        play_game(Match(name, game.seats[0], seed="to get warm"), defaultdict(list))
        took: Took = defaultdict(list)
        for number in range(games):
            seats = game.seats[number % len(game.seats)]
            play_game(Match(name, seats, seed=f"loop {number}"), took)
        for step, times in took.items():
            print(f"{name + ' ' + step:24}{line(sorted(times))}")


def line(times: list[float]) -> str:
    late = times[int(len(times) * 0.99)]
    mark = "  over the limit" if times[-1] > LIMIT_MS else ""
    return f"{len(times):8}{median(times):10.3f}{late:10.3f}{times[-1]:10.3f}{mark}"


def play_game(match: Match, took: Took) -> None:
    """Play a random game to its end, and note how long each step took."""
    match.leaves_slow = True
    while not match.outcome() and len(match.log) < MOST_ENTRIES:
        if match.owes():
            slow = match.game.nature(match.state, Rng(match.seed, match.draws))
            match.settle(slow, match.last_t)
        elif to_move := sorted(match.to_move() - {NATURE}):
            play_move(match, to_move[len(match.log) % len(to_move)], took)
        else:
            match.advance(match.last_t)


def play_move(match: Match, seat: int, took: Took) -> None:
    game = match.game
    took["preview"].append(timed(lambda: encode(game.preview(match.state, seat))))
    move = game.sample(match.state, seat, Rng(f"move {match.seed}", len(match.log)))
    took["play"].append(timed(lambda: match.submit(seat, move, match.last_t)))
    for viewer in (None, *range(match.seats)):
        took["view"].append(timed(partial(look, match, viewer)))


def look(match: Match, seat: int | None) -> None:
    encode(match.view(seat))


def timed(job: Callable[[], object]) -> float:
    began = time.thread_time()
    job()
    return (time.thread_time() - began) * 1000


if __name__ == "__main__":
    main()
