"""How fast Konexi is: `python -m bench.konexi`."""

from collections.abc import Callable
from itertools import count, islice
from random import Random
from statistics import mean, median
from time import process_time
from typing import TypeVar

from msgspec.structs import astuple
from rich.console import Console
from rich.table import Table

from bench.konexi_placements import LETTERS, placements
from inglenook.core.game import Entry, Move
from inglenook.games.konexi.physics.settling import Push, settle
from inglenook.games.konexi.rules import Konexi, offers, vocabulary
from inglenook.games.konexi.rules.hand import Swing
from inglenook.games.konexi.rules.moves import Options, Settled, Take
from inglenook.games.konexi.rules.state import State, near, raised
from inglenook.games.konexi.tower import joins
from inglenook.games.konexi.tower.building import Poses, Tower, founded, joined, nominal
from inglenook.games.konexi.tower.letters import letters
from tests.games import konexi_obvious

T = TypeVar("T")
KONEXI = Konexi()
SIZES = (5, 10, 15, 20, 25)
"""Letters that stand; one more is in the hand."""
TOWERS, REPEATS = 20, 20
CARE = 30
"""The joins a builder looks at before choosing the steadiest."""
WHOLE = 4
"""Towers of all the letters, for settling."""
STEADY, ROUGH = (0.0, 0.0, 0.0), (100.0, 0.0, 0.0)
"""cm/s."""


def built(seed: int, size: int) -> tuple[Tower, str]:
    """A careful tower, and the letter that comes next."""
    rng = Random(f"bench {seed}")
    order = rng.sample(list(letters()), size + 1)
    tower: Tower = (founded(order[0], 0),)
    for letter in order[1:size]:
        ways = [(way, place) for place in joins.places(tower, letter) for way in place.ways]
        tried = rng.sample(ways, min(CARE, len(ways)))
        way, place = max(tried, key=lambda each: each[0].gauge)
        tower += (joined(tower, letter, way.own, place.to, place.at, way.roll),)
    return tower, order[size]


def ms(repeats: int, work: Callable[..., object], *args: object) -> float:
    """CPU time of one core."""
    began = process_time()
    for _ in range(repeats):
        work(*args)
    return (process_time() - began) / repeats * 1000


def one_by_one(tower: Tower, letter: str) -> None:
    """The obvious way to find every join."""
    for piece in tower:
        for at in range(len(letters()[piece.letter].connectors)):
            for own in range(len(letters()[letter].connectors)):
                for roll in range(4):
                    konexi_obvious.way(tower, letter, own, piece.letter, at, roll)


def enumeration() -> Table:
    shown = Table(title=f"All joins of a letter, with the gauge of each, ms; {TOWERS} towers")
    for heading in ("letters", "joins", "median", "slowest", "one gauge", "obvious"):
        shown.add_column(heading, justify="right")
    for size in SIZES:
        towers = [built(seed, size) for seed in range(TOWERS)]
        found = mean(sum(len(each.ways) for each in joins.places(*tower)) for tower in towers)
        times = [ms(REPEATS, joins.places, *tower) for tower in towers]
        gauge = median(ms(REPEATS, joins.steadiness, tower) for tower, _ in towers)
        slow = f"{ms(1, one_by_one, *towers[0]):,.0f}" if size == SIZES[0] else ""
        shown.add_row(
            str(size),
            f"{found:.0f}",
            f"{median(times):.1f}",
            f"{max(times):.1f}",
            f"{gauge:.2f}",
            slow,
        )
    return shown


def whole(seed: int) -> list[tuple[Tower, Poses]]:
    """The placements of a tower by the steadiest joins and hands, until it falls.

    Each is the tower with the new letter, and where the others stood before.
    """
    tower, poses = Tower(), Poses()
    found = []
    for letter in Random(f"whole {seed}").sample(list(letters()), len(letters())):
        if tower:
            ways = [(way, place) for place in joins.places(tower, letter) for way in place.ways]
            way, place = max(ways, key=lambda each: each[0].gauge)
            tower += (joined(tower, letter, way.own, place.to, place.at, way.roll),)
        else:
            tower = (founded(letter, 0),)
        settled = settle(tower, poses, Push(letter, STEADY))
        if settled.verdict != "stands":
            break
        found.append((tower, poses))
        poses = settled.poses
    return found


def settling() -> Table:
    complete = (tower for tower in map(whole, count()) if len(tower) == len(letters()))
    towers = list(islice(complete, WHOLE))
    shown = Table(title=f"Settling a placement, ms; by two hands on {WHOLE} towers")
    for heading in ("letters", "those that stand", "those that fall", "falls"):
        shown.add_column(heading, justify="right")
    for size in (*SIZES[:-1], len(letters())):
        times: dict[bool, list[float]] = {True: [], False: []}
        for tower, poses in (placed[size - 1] for placed in towers):
            for error in (STEADY, ROUGH):
                settled, took = timed(tower, poses, Push(tower[-1].letter, error))
                times[settled.verdict == "stands"].append(took)
        stood, fell = (f"{median(some):.0f}" if some else "" for some in times.values())
        shown.add_row(str(size), stood, fell, str(len(times[False])))
    return shown


def occurring() -> Table:
    """Those that stand and those that fall in the share in which they occur."""
    kept = placements()
    times: dict[bool, list[float]] = {True: [], False: []}
    for tower, poses, push, stood in map(astuple, kept):
        settled, took = timed(tower, poses, push)
        assert (settled.verdict == "stands") == stood
        times[stood].append(took)
    shown = Table(
        title=f"Settling the letter {LETTERS} of bots' towers, ms; {len(kept)} placements"
    )
    for heading in ("what", "placements", "median", "slowest"):
        shown.add_column(heading, justify="right" if heading != "what" else "left")
    rows = {"all": [*times[True], *times[False]], "stand": times[True], "fall": times[False]}
    for what, some in rows.items():
        if some:
            shown.add_row(what, str(len(some)), f"{median(some):.0f}", f"{max(some):.0f}")
    return shown


def timed(tower: Tower, poses: Poses, push: Push) -> tuple[Settled, float]:
    """What comes of a placement, and how many ms of one core that took."""
    began = process_time()
    settled = settle(tower, poses, push)
    return settled, (process_time() - began) * 1000


def spelling() -> Table:
    shown = Table(title=f"All words of a tower with its new letter, ms; {TOWERS} towers")
    for heading in ("letters", "words", "median", "slowest"):
        shown.add_column(heading, justify="right")
    for size in SIZES:
        towers = [built(seed, size)[0] for seed in range(TOWERS)]
        asked = [(near(tower), tower[-1].letter) for tower in towers]
        found = mean(len(vocabulary.words(*each)) for each in asked)
        times = [ms(REPEATS, vocabulary.words, *each) for each in asked]
        shown.add_row(str(size), f"{found:.1f}", f"{median(times):.2f}", f"{max(times):.2f}")
    return shown


def turn(seed: int, size: int) -> dict[str, float]:
    """What a server computes in one turn, ms; nothing is known beforehand."""
    tower, letter = built(seed, size)
    poses = tuple(nominal(piece) for piece in tower)
    standing = {piece.letter for piece in tower}
    rest = "".join(each for each in letters() if each not in standing)
    s = State(
        options=Options(),
        scores=(0, 0),
        words=((), ()),
        phase="take",
        active=0,
        round=1,
        ring=rest,
        token=rest.index(letter),
        rolled="2",
        tower=tower,
        poses=poses,
        swing=Swing(begins=0, since=0),
        release=None,
    )

    def once(work: Callable[[], T]) -> tuple[float, T]:
        offers.places.cache_clear()
        offers.steadiness.cache_clear()
        began = process_time()
        done = work()
        return (process_time() - began) * 1000, done

    def entry(move: Move) -> Entry:
        return Entry(0, 0, 0, move)

    times: dict[str, float] = {}
    times["take"], placing = once(lambda: KONEXI.apply(s, entry(Take("left"))))
    if placing.phase != "place":
        return times
    times["view"], _ = once(lambda: KONEXI.view(placing, 0))
    times["legal"], moves = once(lambda: list(KONEXI.legal(placing, 0)))
    times["check a join"], _ = once(lambda: KONEXI.check(placing, entry(moves[0])))
    times["apply it"], settling = once(lambda: KONEXI.apply(placing, entry(moves[0])))
    where = {piece.letter: nominal(piece) for piece in raised(settling)}
    verdict = Settled("the bench", "stands", where)
    times["apply its verdict"], _ = once(lambda: KONEXI.apply(settling, entry(verdict)))
    return times


def turns() -> Table:
    """All but NATURE's moves. A server does it in a thread: `bench.loop` times its event loop."""
    shown = Table(title=f"What a turn takes, computed anew, ms; {TOWERS} towers")
    shown.add_column("what")
    for size in SIZES[-2:]:
        shown.add_column(f"{size} letters, median", justify="right")
        shown.add_column("slowest", justify="right")
    turn(0, SIZES[0])
    measured = [[turn(seed, size) for seed in range(TOWERS)] for size in SIZES[-2:]]
    for what in measured[0][0]:
        cells = []
        for towers in measured:
            times = [each[what] for each in towers if what in each]
            cells += [f"{median(times):.2f}", f"{max(times):.2f}"]
        shown.add_row(what, *cells)
    return shown


def main() -> None:
    joins.places(*built(0, 2))
    console = Console()
    console.print(enumeration())
    console.print(turns())
    console.print(settling())
    console.print(occurring())
    console.print(spelling())


if __name__ == "__main__":
    main()
