"""Processes that work for this one, and end with it: at ^C, at an error, and if it is killed.

^C reaches all processes of a terminal at once. Workers pass it over: this process stops them, so
that they say nothing and leave no engines behind.
"""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import Pipe, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext, SpawnProcess
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from inglenook.bots.engine import kill_engines

T = TypeVar("T")
STOPPING_S = 1.0
"""How long workers may take to end by themselves before they are killed."""
LISTENING_S = 0.5
"""How long a wait for workers may last at a time. Python does not notice ^C in a wait without an
end if it comes in the moment in which the wait begins."""
HELD = (signal.SIGINT, signal.SIGTERM)
"""Signals that do not end a worker. The pool sends SIGTERM to the others when one has died."""


@contextmanager
def workers(
    count: int | None,
    initializer: Callable[..., None] | None = None,
    initargs: tuple[Any, ...] = (),
) -> Iterator[ProcessPoolExecutor]:
    """A pool of so many processes, one for each core if None.

    If the block ends with an exception, all of them are stopped at once, whatever they are doing.
    """
    # Spawned, not forked: compiled code and its threads do not survive a fork.
    context = _Context()
    pool = ProcessPoolExecutor(count, context, initializer, initargs)
    try:
        yield pool
    except BaseException:
        context.stop()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def finished(futures: Sequence[Future[T]]) -> Iterator[Future[T]]:
    """Some jobs as they are finished. ^C ends the wait."""
    done = SimpleQueue[Future[T]]()
    for each in futures:
        each.add_done_callback(done.put)
    for _ in futures:
        while True:
            with suppress(Empty):
                yield done.get(timeout=LISTENING_S)
                break


class _Context(SpawnContext):
    """Starts processes that hold the other end of a pipe, and end when it is closed."""

    def __init__(self) -> None:
        self._theirs, self._ours = Pipe(duplex=False)
        self._started = list[_Worker]()

    # A class in `SpawnContext`, which is called in the same way.
    def Process(self, *args: Any, **kwargs: Any) -> "_Worker":  # type: ignore[override]  # noqa: N802
        worker = _Worker(self._theirs, *args, **kwargs)
        self._started.append(worker)
        return worker

    def stop(self) -> None:
        """End all that were started."""
        self._ours.close()
        until = time.monotonic() + STOPPING_S
        for worker in self._started:
            if worker.pid is not None and not wait([worker.sentinel], until - time.monotonic()):
                worker.kill()


class _Worker(SpawnProcess):
    def __init__(self, pipe: Connection, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._pipe = pipe

    def start(self) -> None:
        with _signals_held():
            super().start()

    def run(self) -> None:
        # No handler at all would be inherited by the engines that are started here.
        for each in HELD:
            signal.signal(each, _pass_over)
        if sys.platform != "win32":
            signal.pthread_sigmask(signal.SIG_UNBLOCK, HELD)
        threading.Thread(target=self._end_with_pipe, daemon=True).start()
        super().run()

    def _end_with_pipe(self) -> None:
        with suppress(EOFError, OSError):
            self._pipe.recv_bytes()
        kill_engines()
        os._exit(1)


@contextmanager
def _signals_held() -> Iterator[None]:
    """Signals wait until the block is over; to a process that is started in it, until it lets them
    in. A process that is half started would complain of ^C."""
    heard = list[int]()
    in_main = threading.current_thread() is threading.main_thread()
    # Another thread may be given the signal, and Python then calls the handler in this one.
    before = (
        signal.signal(signal.SIGINT, lambda number, _: heard.append(number)) if in_main else None
    )
    try:
        with _signals_blocked():
            yield
    finally:
        if before is not None:
            signal.signal(signal.SIGINT, before)
    if heard:
        signal.raise_signal(signal.SIGINT)


@contextmanager
def _signals_blocked() -> Iterator[None]:
    """Signals do not come to this thread, nor to a process that it starts."""
    if sys.platform == "win32":
        yield
        return
    # It would let them in when it starts.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, HELD)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _pass_over(*_: object) -> None:
    """What ends a process is the pipe."""
