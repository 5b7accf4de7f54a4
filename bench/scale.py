"""What many people at once need: `python -m bench.scale`; the costs anew: `… bench.scale measure`.

Costs are CPU time of real processes, taken while a real server with one and with two workers plays
Kewbz, at a pace and flat out (`bench/load.py`), and are kept in `scale.json`. Two things follow.

*Capacity*, by division: how many cores of workers and of PostgreSQL so many moves a second take,
and how much memory so many tables and connections.

*A simulation*, for what division does not show: queues. Moves arrive at random at one of the
workers, which does its part of the work in the order in which it comes; what is to be committed
waits for the commit before it, and shares one with all that waits (group commit). Commits of all
workers wait for each other: PostgreSQL lets only one transaction with a NOTIFY at a time reach
the disk. The worker of the other player hears of the commit, reads it and tells them. The time of
a move is until both have it.
"""

import heapq
import itertools
import math
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Annotated

import asyncpg
import msgspec
import rich
import typer
import uvloop
from msgspec import Struct
from msgspec.structs import replace
from rich import box
from rich.table import Table

from bench.load import Load, Measured
from bench.server import started, weigh
from bench.serving import cpu
from inglenook import Match, choose
from inglenook.core.registry import levels

FILE = Path(__file__).with_name("scale.json")
PEOPLE = (10_000, 100_000, 1_000_000)
SEATS = 2
"""People at a table."""
THINKS = 12.0
"""Seconds between two moves of one person: an assumption."""
WITH_BOTS = 0.3
"""The share of tables at which one of the two is a bot: an assumption."""
FULL = 0.6
"""How busy a core may be on average; beyond that queues grow."""
GOOD = 0.1
"""Seconds within which 99 of 100 moves should be with both players."""
SIMULATED = 2.0
"""Seconds that are simulated; the first third is not counted."""


class Cost(Struct, frozen=True):
    """ms of CPU for a move."""

    alone: float
    """If it has a commit of its own."""
    together: float
    """If it shares one with very many."""

    def __call__(self, changes: float) -> float:
        """With so many moves in one commit."""
        return self.together + (self.alone - self.together) / max(1.0, changes)


class Costs(Struct, frozen=True):
    worker: Cost
    """At the worker that takes the move."""
    database: Cost
    """In PostgreSQL, with one worker."""
    follower: Cost
    """At the worker of the other player, if that is another."""
    reading: Cost
    """In PostgreSQL, for that one."""
    notice: float
    """ms at every other worker, for a commit that concerns nobody there."""
    commit: float
    """ms of a commit until it is on the disk, without its rows."""
    worker_mib: float
    table_kib: float
    connection_kib: float
    game_kib: float
    """Of a game that is played."""
    bot: float
    """ms of a thought of a middle level, over all games."""


# --- measured ------------------------------------------------------------------------------------


def measure(
    seconds: Annotated[float, typer.Option(help="Of play in each pattern.")] = 10.0,
) -> None:
    """Take the costs anew, of this machine: some minutes."""
    one, two = _taken("postgresql-1", seconds), _taken("postgresql-2", seconds)
    # Of two workers, half of the time both players are at the same one.
    costs = Costs(
        worker=one.server,
        database=one.database,
        follower=_more(two.server, one.server),
        reading=_more(two.database, one.database),
        notice=two.notice,
        commit=one.commit,
        worker_mib=one.kib[0] / 1024,
        table_kib=one.kib[1],
        connection_kib=one.kib[2],
        game_kib=one.kib[3],
        bot=_thought(),
    )
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(costs), indent=2) + b"\n")
    rich.print(costs)


class Taken(Struct, frozen=True):
    server: Cost
    database: Cost
    commit: float
    notice: float
    kib: list[float]


def _taken(contender: str, seconds: float) -> Taken:
    with started(contender) as load:
        paced = uvloop.run(load.paced(300, seconds))
        flat = uvloop.run(load.flat_out(300, seconds))
        commit = _commit_ms(load)
        notice = _notice_ms(load)
    with started(contender) as load:
        kib = uvloop.run(weigh(load))
    return Taken(
        Cost(_ms(paced, 0), _ms(flat, 0)), Cost(_ms(paced, 1), _ms(flat, 1)), commit, notice, kib
    )


def _ms(measured: Measured, which: int) -> float:
    """ms of CPU a move, of the server (0) or the database (1)."""
    return 1000 * measured.cores[which] * measured.seconds / len(measured.took)


def _more(two: Cost, one: Cost) -> Cost:
    """What it takes if the other player is elsewhere: with two workers, every second time."""
    return Cost(2 * max(0.0, two.alone - one.alone), 2 * max(0.0, two.together - one.together))


def _commit_ms(load: Load) -> float:
    """The median time of a commit with one small row and a notification."""
    return uvloop.run(_commits(_url(load), 300))


async def _commits(url: str, count: int) -> float:
    connection = await asyncpg.connect(url)
    await connection.execute("CREATE TABLE bench (n integer)")
    took = []
    for n in range(count):
        began = time.perf_counter()
        async with connection.transaction():
            await connection.execute("INSERT INTO bench VALUES ($1)", n)
            await connection.execute("SELECT pg_notify('bench', '')")
        took.append(1000 * (time.perf_counter() - began))
    await connection.close()
    return statistics.median(took)


def _url(load: Load) -> str:
    command = load.serving.process.cmdline()
    url: str = command[command.index("--database") + 1]
    return url


def _notice_ms(load: Load) -> float:
    """ms of CPU for a worker to hear of a commit that concerns nobody there."""
    command, count = load.serving.process.cmdline(), 20_000
    before = cpu(load.serving.process)
    uvloop.run(_notify(_url(load), count))
    time.sleep(2)
    workers = int(command[command.index("--workers") + 1])
    return 1000 * (cpu(load.serving.process) - before) / count / workers


async def _notify(url: str, count: int) -> None:
    connection = await asyncpg.connect(url)
    # As a worker would that nobody knows, of tables that nobody has.
    said = "SELECT pg_notify('inglenook', 'bench ' || n) FROM generate_series(1, $1::int) AS n"
    await connection.fetch(said, count)
    await connection.close()


def _thought() -> float:
    """ms of CPU that a bot of a middle level thinks, on average over the games."""
    took = []
    for game in ("kewbz", "conex", "konexi"):
        there = [level.name for level in levels(game)]
        middle = there[len(there) // 2]
        match = Match(game, seats=2, seed="scale")
        for n in range(14):
            if match.outcome():
                break
            began = time.process_time()
            move = choose(match, middle)
            assert move is not None
            match.play(move)
            if n >= 4:  # what is loaded at first is no thought
                took.append(1000 * (time.process_time() - began))
    return statistics.mean(took)


# --- capacity ------------------------------------------------------------------------------------


class Need(Struct, frozen=True):
    """What so many people take, by division."""

    people: int
    moves: float
    """A second, of people and bots."""
    workers: int
    database: float
    """Cores of PostgreSQL."""
    bots: float
    """Cores for thinking."""
    gib: float


def need(people: int, costs: Costs) -> Need:
    by_bots = WITH_BOTS / 2
    moves = people / THINKS * (1 + by_bots)
    workers = 1
    while _busy(moves, workers, costs) > FULL:
        workers += 1
        if workers > 1000:
            raise SystemExit("more workers only tell each other more")
    batch = _batch(moves, costs)
    apart = 1 - 1 / workers
    tables = people / (SEATS - WITH_BOTS)
    return Need(
        people=people,
        moves=moves,
        workers=workers,
        database=moves * (costs.database(batch) + apart * costs.reading(batch)) / 1000,
        bots=people / THINKS * by_bots * costs.bot / 1000,
        gib=(
            workers * costs.worker_mib * 1024
            + tables * (costs.table_kib + costs.game_kib)
            + people * costs.connection_kib
        )
        / 2**20,
    )


def _batch(moves: float, costs: Costs) -> float:
    """Moves that share a commit: those of a worker that come while all others have their turn."""
    return max(1.0, moves * costs.commit / 1000)


def _busy(moves: float, workers: int, costs: Costs) -> float:
    """How busy each worker is."""
    batch = _batch(moves, costs)
    apart = 1 - 1 / workers
    own = costs.worker(batch) + apart * costs.follower(batch)
    heard = moves / batch * costs.notice * apart
    return (moves / workers * own + heard) / 1000


# --- simulated -----------------------------------------------------------------------------------


class Seen(Struct, frozen=True):
    """What a simulation showed."""

    p50: float
    p99: float
    done: float
    """Moves a second that were with both players."""
    batch: float
    """Moves in one commit."""


class Move(Struct, frozen=True, eq=False):
    came: float
    worker: int
    """Where its player is."""
    other: int
    """Where the other one is."""
    table: int


class House:
    """Workers and one PostgreSQL, in simulated ms."""

    def __init__(self, workers: int, costs: Costs) -> None:
        self._costs = costs
        self._workers = workers
        self._free = [0.0] * workers
        """When each worker has done what it has to do."""
        self._waiting: list[list[Move]] = [[] for _ in range(workers)]
        """At each worker, moves that wait for its next commit."""
        self._committing = [False] * workers
        self._disk = 0.0
        """When PostgreSQL has written what it has to write."""
        self._events: list[tuple[float, int, Callable[[float], None]]] = []
        self._order = itertools.count()
        self._batch = 1.0
        """Moves in a commit, lately."""
        self.batches: list[int] = []
        self.done: list[tuple[float, float]] = []
        """When each move was with both players, and how long that took."""
        self.after: Callable[[float, int], None] = lambda _now, _table: None
        """What happens when a move at a table is with both."""

    def at(self, when: float, what: Callable[[float], None]) -> None:
        heapq.heappush(self._events, (when, next(self._order), what))

    def run(self, until: float) -> None:
        while self._events and self._events[0][0] <= until:
            when, _, what = heapq.heappop(self._events)
            what(when)

    def play(self, now: float, move: Move) -> None:
        """A move comes to its worker. Half of the work is before the commit, half is telling."""
        ready = self._work(move.worker, now, self._costs.worker(self._batch) / 2)
        self.at(ready, lambda when: self._wait(when, move))

    def _work(self, worker: int, now: float, ms: float) -> float:
        """When a worker has done this too."""
        self._free[worker] = max(now, self._free[worker]) + ms
        return self._free[worker]

    def _wait(self, now: float, move: Move) -> None:
        self._waiting[move.worker].append(move)
        if not self._committing[move.worker]:
            self._commit(now, move.worker)

    def _commit(self, now: float, worker: int) -> None:
        moves, self._waiting[worker] = self._waiting[worker], []
        self._committing[worker] = bool(moves)
        if not moves:
            return
        self.batches.append(len(moves))
        self._batch += (len(moves) - self._batch) / 20
        # Rows are written side by side; on the way to the disk one waits for the other.
        written = now + len(moves) * self._costs.database(len(moves))
        self._disk = max(written, self._disk) + self._costs.commit
        self.at(self._disk, lambda when: self._committed(when, worker, moves))

    def _committed(self, now: float, worker: int, moves: list[Move]) -> None:
        for other in range(self._workers):
            if other != worker:
                self._work(other, now, self._costs.notice)
        for move in moves:
            told = self._work(worker, now, self._costs.worker(self._batch) / 2)
            if move.other != worker:
                told = max(told, self._work(move.other, now, self._costs.follower(self._batch)))
            self.at(told, partial(self._tell, move))
        self._commit(now, worker)

    def _tell(self, move: Move, now: float) -> None:
        self.done.append((now, now - move.came))
        self.after(now, move.table)

    def seen(self, until: float) -> Seen:
        """Without the first third, in which the house fills."""
        ms = [took for when, took in self.done if when > until / 3]
        cuts = statistics.quantiles(ms, n=100)
        done = len(ms) / (until * 2 / 3) * 1000
        return Seen(cuts[49], cuts[98], done, statistics.mean(self.batches))


def steady(moves: float, workers: int, costs: Costs, seed: str = "steady") -> Seen:
    """So many moves a second, at random times, from people at random workers."""
    rng, house, until = Random(seed), House(workers, costs), SIMULATED * 1000

    def come(now: float) -> None:
        house.play(now, Move(now, rng.randrange(workers), rng.randrange(workers), 0))
        house.at(now + rng.expovariate(moves / 1000), come)

    house.at(0.0, come)
    house.run(until)
    return house.seen(until)


def flat_out(tables: int, workers: int, costs: Costs) -> Seen:
    """Every table moves as soon as both know of the move before."""
    rng, house, until = Random("flat out"), House(workers, costs), SIMULATED * 1000
    places = [(rng.randrange(workers), rng.randrange(workers)) for _ in range(tables)]

    def move(now: float, table: int) -> None:
        mine, others = rng.sample(places[table], 2)
        house.play(now, Move(now, mine, others, table))

    house.after = move
    for table in range(tables):
        house.at(0.0, partial(move, table=table))
    house.run(until)
    return house.seen(until)


# --- shown ---------------------------------------------------------------------------------------


def show(commit: float | None) -> None:
    """What follows from the costs that were measured."""
    costs = msgspec.json.decode(FILE.read_bytes(), type=Costs)
    if commit is not None:
        costs = replace(costs, commit=commit)
    rich.print(f"a commit takes {costs.commit:.1f} ms")
    shown = _table("by division", "people", "moves/s", "workers", "db cores", "bots' cores", "GiB")
    for people in PEOPLE:
        one = need(people, costs)
        shown.add_row(
            f"{people:,}",
            f"{one.moves:,.0f}",
            str(one.workers),
            f"{one.database:.1f}",
            f"{one.bots:.1f}",
            f"{one.gib:.1f}",
        )
    rich.print(shown)
    shown = _table(
        "simulated, one PostgreSQL", "people", "workers", "p50", "p99", "in a commit", "done"
    )
    for people in PEOPLE:
        for workers, seen in _tried(people, costs):
            one = need(people, costs)
            shown.add_row(
                f"{people:,}",
                str(workers),
                f"{seen.p50:,.1f}",
                f"{seen.p99:,.1f}",
                f"{seen.batch:.1f}",
                f"{100 * seen.done / one.moves:.0f} %",
            )
    rich.print(shown)
    most = _most(costs)
    rich.print(
        f"One PostgreSQL: up to {most:,.0f} people with p99 under {1000 * GOOD:.0f} ms; "
        f"1,000,000 need {math.ceil(1_000_000 / most)} of them, by table id."
    )
    shown = _table("flat out, 500 tables", "workers", "moves/s", "p99")
    for workers in (1, 2):
        seen = flat_out(500, workers, costs)
        shown.add_row(str(workers), f"{seen.done:,.0f}", f"{seen.p99:,.0f}")
    rich.print(shown)


def _tried(people: int, costs: Costs) -> Iterator[tuple[int, Seen]]:
    """Half as many workers as division says, as many, and twice as many."""
    one = need(people, costs)
    for workers in sorted({max(1, one.workers // 2), one.workers, one.workers * 2}):
        yield workers, steady(one.moves, workers, costs)


def _most(costs: Costs) -> float:
    """The most people whom one PostgreSQL can serve well, with as many workers as it takes."""
    low, high = 20_000.0, 1_000_000.0
    while high / low > 1.1:
        middle = math.sqrt(low * high)
        one = need(int(middle), costs)
        seen = steady(one.moves, one.workers, costs)
        good = seen.p99 < 1000 * GOOD and seen.done > 0.97 * one.moves
        low, high = (middle, high) if good else (low, middle)
    return low


def _table(title: str, *columns: str) -> Table:
    shown = Table(title=title, box=box.SIMPLE_HEAD, padding=0)
    for column in columns:
        shown.add_column(column, justify="right", no_wrap=True)
    return shown


app = typer.Typer(add_completion=False, invoke_without_command=True)
app.command()(measure)


@app.callback()
def main(
    context: typer.Context,
    commit: Annotated[
        float | None, typer.Option(help="ms of a commit on another disk than the measured one.")
    ] = None,
) -> None:
    if context.invoked_subcommand is None:
        show(commit)


if __name__ == "__main__":
    app()
