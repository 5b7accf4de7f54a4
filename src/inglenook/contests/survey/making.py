"""A survey is made in parts, on all cores; what is there already is not done again."""

import shutil
from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path
from typing import TypeAlias

import pyarrow as pa
from pyarrow import ArrowInvalid
from pyarrow import parquet as pq

from inglenook.bots.worker_processes import finished
from inglenook.bots.worker_processes import workers as processes
from inglenook.contests.survey.columns import from_quick, from_rows, schema, settings_of
from inglenook.contests.survey.playing import rows
from inglenook.contests.survey.settings import RANDOM, Settings
from inglenook.core.game import Refused
from inglenook.core.registry import find_bot, find_game, part_of

PARTS = 200
"""A survey has about as many parts: what is killed loses no more than one for each process."""
MAX_GAMES_OF_PART = 5_000
"""The most games of a part: it is held in memory."""
GROUP = 200_000
"""Rows that lie together in the file, at least."""


def make(
    settings: Settings,
    out: Path,
    *,
    workers: int | None = None,
    on_progress: Callable[[int], None] = lambda _: None,
) -> int:
    """Play the games and write the file; how many of them there were already.

    `on_progress` is told the games done so far. What was done is kept beside the file until all is.
    Refused `other-study` if the file, or what is beside it, has other settings.
    """
    if out.exists():
        _require_same(out, settings)
        return settings.games
    size = max(1, min(settings.games // PARTS, MAX_GAMES_OF_PART))
    folder = out.with_name(f"{out.name}.parts")
    folder.mkdir(exist_ok=True)
    parts = [folder / f"{first:09}.parquet" for first in range(0, settings.games, size)]
    there = [part for part in parts if part.exists()]
    for part in there:
        _require_same(part, settings)
    counts = {part: min(size, settings.games - int(part.stem)) for part in parts}
    known = done = sum(counts[part] for part in there)
    on_progress(done)
    todo = [(settings, part, counts[part]) for part in parts if part not in there]
    with closing(_here(todo) if workers == 1 else _on_cores(todo, workers)) as played:
        for games in played:
            done += games
            on_progress(done)
    _gather(settings, parts, out)
    shutil.rmtree(folder)
    return known


Task: TypeAlias = tuple[Settings, Path, int]


def _here(tasks: list[Task]) -> Generator[int, None, None]:
    """Play parts in this process; the games of each."""
    for n, task in enumerate(tasks):
        if n == 0:
            _warm_up(task[0])
        yield _play(*task)


def _on_cores(tasks: list[Task], workers: int | None) -> Generator[int, None, None]:
    """Play parts in other processes, unless there are none to play; the games of each."""
    if not tasks:
        return
    with processes(workers, _warm_up, (tasks[0][0],)) as pool:
        for done in finished([pool.submit(_play, *task) for task in tasks]):
            yield done.result()


def _require_same(file: Path, settings: Settings) -> None:
    try:
        found = settings_of(pq.read_schema(file))
    except ArrowInvalid:
        found = None
    if found != settings:
        detail = f"{file} is there and is not of these games: remove it, or choose another name"
        raise Refused("other-study", detail=detail)


def _warm_up(settings: Settings) -> None:
    """Nobody's thinking is the time it takes to load or to compile."""
    find_game(settings.game).warm()
    if any(name != RANDOM and ":" not in name for name in settings.players):
        find_bot(settings.game).warm()


def _play(settings: Settings, part: Path, games: int) -> int:
    """Play the games of a part and write them; returns how many."""
    first = int(part.stem)
    table = _table(settings, first, games)
    # Whoever finds a part under its name finds all of it.
    unfinished = part.with_suffix(".tmp")
    pq.write_table(table, unfinished, compression="zstd")
    unfinished.replace(part)
    return games


def _table(settings: Settings, first: int, games: int) -> pa.Table:
    module = part_of(settings.game, "features")
    if module and hasattr(module, "quick") and not settings.coach:
        options = find_game(settings.game).decode_options(settings.options)
        if quick := module.quick(options, settings.players):
            return from_quick(settings, quick, first, games)
    numbers = range(first, first + games)
    return from_rows((row for n in numbers for row in rows(settings, n)), schema(settings))


def _gather(settings: Settings, parts: list[Path], out: Path) -> None:
    """All parts in one file."""
    unfinished = out.with_name(f"{out.name}.tmp")
    with pq.ParquetWriter(unfinished, schema(settings), compression="zstd") as writer:
        waiting: list[pa.Table] = []
        for part in parts:
            waiting.append(pq.read_table(part))
            if part == parts[-1] or sum(table.num_rows for table in waiting) >= GROUP:
                writer.write_table(pa.concat_tables(waiting))
                waiting = []
    unfinished.replace(out)
