"""Who does the work: the cores of this machine, or a Ray cluster. What comes out is the same."""

import logging
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Literal, Protocol, TypeVar

from inglenook.bots.engine import kill_engines
from inglenook.bots.worker_processes import finished
from inglenook.bots.worker_processes import workers as processes
from inglenook.contests.arena.rounds import dismiss
from inglenook.core.game import Refused

T = TypeVar("T")
Place = Literal["cores", "ray"]
"""Where games are played."""
RETRIES = 10
"""How often a task begins again on another node of a cluster when its own has died."""


class Crew(Protocol):
    """Does tasks, many at a time."""

    def __call__(
        self, work: Callable[..., T], tasks: Sequence[tuple[Any, ...]]
    ) -> Iterator[tuple[int, T]]:
        """The number of each task and what came of it, as they are done."""


def crew(on: Place, workers: int | None) -> AbstractContextManager[Crew]:
    """A crew on this machine, with as many processes as there are cores unless told otherwise, or
    on the Ray cluster at hand; without one, Ray starts one here.

    Refused `missing-extra` if Ray is not installed, `bad-workers` if a number is given for it.
    """
    if on == "cores":
        return _here() if workers == 1 else _on_cores(workers)
    if workers is not None:
        raise Refused("bad-workers", detail="how many work at once is up to the Ray cluster")
    return _on_ray()


@contextmanager
def _here() -> Iterator[Crew]:
    """This process alone: it is there already, and another would take a second to start."""

    def work_off(
        work: Callable[..., T], tasks: Sequence[tuple[Any, ...]]
    ) -> Iterator[tuple[int, T]]:
        for n, task in enumerate(tasks):
            yield n, work(*task)

    try:
        yield work_off
    except BaseException:  # ^C too: nobody waits for what an engine still thinks about
        kill_engines()
        raise
    finally:
        dismiss()


@contextmanager
def _on_cores(workers: int | None) -> Iterator[Crew]:
    with processes(workers) as pool:

        def work_off(
            work: Callable[..., T], tasks: Sequence[tuple[Any, ...]]
        ) -> Iterator[tuple[int, T]]:
            number = {pool.submit(work, *task): n for n, task in enumerate(tasks)}
            for done in finished(list(number)):
                yield number[done], done.result()

        yield work_off


@contextmanager
def _on_ray() -> Iterator[Crew]:
    try:
        import ray
    except ModuleNotFoundError:
        raise Refused(
            "missing-extra",
            detail='ray is not installed: pip install "inglenook[ray]"',
        ) from None
    mine = not ray.is_initialized()
    if mine:
        # Nobody who lets bots play expects Ray to tell its makers.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        ray.init(logging_level=logging.WARNING, log_to_driver=False)

    def work_off(
        work: Callable[..., T], tasks: Sequence[tuple[Any, ...]]
    ) -> Iterator[tuple[int, T]]:
        remote = ray.remote(num_cpus=1, max_retries=RETRIES)(work)
        number = {remote.remote(*task): n for n, task in enumerate(tasks)}
        waiting = list(number)
        while waiting:
            done, waiting = ray.wait(waiting)
            for each in done:
                yield number[each], ray.get(each)

    try:
        yield work_off
    finally:
        if mine:
            ray.shutdown()
