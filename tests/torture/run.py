"""One run: many tables, faults, rest, and the verdict."""

import asyncio
import multiprocessing
import signal
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import msgspec
from msgspec import Struct

from tests.torture import people, story
from tests.torture.checker import Verdict, judge
from tests.torture.company import KINDS, evening
from tests.torture.faults import Fault, Faults, Ready
from tests.torture.servers import COUNTS, Place, logs, stop_all
from tests.torture.world import World

CALM = 240.0
"""Seconds without faults in which every table must have gone on: bots may have to load again."""
REST = 120.0
"""Seconds that everyone has, in the end, to hear of everything."""
LINE_EVERY, PROCESS_EVERY = 300, 900
"""Acknowledged moves between two faults of the lines, and of the processes."""
PATIENCE = 45.0
"""Seconds after which there is a fault all the same."""
RECORDS = 50
"""Finished games whose records are asked for in the end."""


class Result(Struct, frozen=True):
    seconds: float
    clients: Counter[str]
    faults: Counter[str]
    verdicts: tuple[Verdict, ...]
    problems: tuple[str, ...]


class Run:
    def __init__(self, place: Place, evidence: Path, seed: str, tables: int, pace: float) -> None:
        self._place = place
        self._evidence = evidence
        self._tables = tables
        self.world = World([proxy.port for proxy in place.front], evidence, seed, pace)
        self.faults = Faults(place, seed)
        self._problems: list[str] = []

    async def go(self, trouble: Coroutine[Any, Any, None]) -> Result:
        """Play while `trouble` lasts and until all have gone on, come to rest, and judge."""
        begun = time.monotonic()
        slots = [asyncio.create_task(self._slot(n)) for n in range(self._tables)]
        try:
            await self._among(slots, trouble)
            await self._among(slots, self._calm())
            self.world.stage = "settle"
            await self._among(slots, self._rest())
            self.world.ends = dict(await self._place.read(COUNTS))
            self.world.stage = "end"
            _, late = await asyncio.wait(slots, timeout=0 if self._is_dead() else REST)
            self._problems += [f"{len(late)} companies did not come to an end"] if late else []
            self._problems += people.problems(
                self.world,
                await self._place.read(people.PROFILES),
                await self._place.read(people.SEATED),
            )
            await self._ask_for_records()
        finally:
            for slot in slots:
                slot.cancel()
            await asyncio.gather(*slots, return_exceptions=True)
            await self.world.http.aclose()
        seconds = time.monotonic() - begun
        for status in await asyncio.to_thread(stop_all, self._place):
            # A server without workers dies of the signal itself, once it has done all it had to.
            if status not in (0, -signal.SIGTERM):
                self._problems.append(f"a server ended with status {status}")
        story.keep_log(self._evidence, await logs(self._place))
        story.keep_wrong_times(self._evidence, self.faults.wrong_times)
        verdicts = await asyncio.to_thread(examine, self._evidence)
        self._problems += found(verdicts, self._evidence)
        return Result(
            seconds=seconds,
            clients=self.world.tally,
            faults=self.faults.tally,
            verdicts=tuple(verdicts),
            problems=tuple(self._problems),
        )

    async def trouble(self, seconds: float, pause: float, tell: Callable[[str], None]) -> None:
        """All faults there are: of lines, of processes, and long ones, each at their own pace."""
        lanes = (
            self.faults.keep_coming(self.faults.networks(), pause, self._more_play(LINE_EVERY)),
            # A process takes its time to start, and what cannot start cannot be killed.
            self.faults.keep_coming(
                self.faults.machines(), 2 * pause, self._more_play(PROCESS_EVERY)
            ),
            self.faults.keep_coming(self.faults.long(), pause, self._more_play(LINE_EVERY)),
        )
        jobs = [asyncio.create_task(lane) for lane in lanes]
        try:
            await self._tell(seconds, tell, jobs)
        finally:
            self.faults.over.set()
            for job in jobs:
                job.cancel()
            await asyncio.gather(*jobs, return_exceptions=True)

    def _more_play(self, moves: int) -> Ready:
        """Waits until so many more moves were acknowledged, or nothing goes on for long.

        On a busy machine there would else be nothing but starts: faults need something to spoil.
        """
        tally = self.world.tally
        last = 0

        async def ready() -> None:
            nonlocal last
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    while tally["acked"] - last < moves:
                        await asyncio.sleep(0.1)
            last = tally["acked"]

        return ready

    async def happen(self, faults: Sequence[Fault], pause: float) -> None:
        """These faults, in this order, each after some more play."""
        ready = self._more_play(1)
        for fault in faults:
            await asyncio.sleep(pause)
            await ready()
            await self.faults.happen(fault)
        await asyncio.sleep(pause)

    async def _tell(
        self, seconds: float, tell: Callable[[str], None], jobs: list[asyncio.Task[None]]
    ) -> None:
        """Say how it is going every half minute."""
        begun = time.monotonic()
        while (spent := time.monotonic() - begun) < seconds:
            done, _ = await asyncio.wait(jobs, timeout=min(30.0, seconds - spent))
            for job in done:
                job.result()
            tell(
                f"{time.monotonic() - begun:5.0f} s: {self.world.tally['acked']} moves, "
                f"{self.world.tally['reconnects']} reconnects, "
                f"{self.faults.tally.total()} faults"
            )

    async def _slot(self, n: int) -> None:
        """One table after another with the same sort of company."""
        while self.world.stage == "play":
            await evening(self.world, KINDS[n % len(KINDS)])
            self.world.tally["evenings"] += 1

    async def _among(self, slots: list[asyncio.Task[None]], job: Coroutine[Any, Any, None]) -> None:
        """Do this while they play; if a client itself fails, everything does."""
        task = asyncio.create_task(job)
        done, _ = await asyncio.wait([task, *slots], return_when=asyncio.FIRST_COMPLETED)
        while task not in done:
            for slot in done:
                slot.result()
            going = [slot for slot in slots if not slot.done()]
            done, _ = await asyncio.wait([task, *going], return_when=asyncio.FIRST_COMPLETED)
        task.result()

    async def _calm(self) -> None:
        """Without faults play goes on, at every table and in every game that was chosen.

        Not at once, for some are still starting.
        """
        games = {KINDS[n % len(KINDS)].game for n in range(self._tables)}
        waiting = {player: player.seq for player in self.world.players}
        for _ in range(int(CALM)):
            await asyncio.sleep(1)
            waiting = {
                player: seq
                for player, seq in waiting.items()
                if player in self.world.players and player.seq == seq and not player.over
            }
            if self._is_dead() or (not waiting and self.world.played >= games):
                return
        stuck = sorted({player.table for player in waiting})
        self._problems += [f"table {table} does not go on" for table in stuck]

    async def _rest(self) -> None:
        """Wait for the answers that are due."""
        for _ in range(int(REST)):
            await asyncio.sleep(1)
            if self._is_dead() or not any(player.waits for player in self.world.players):
                return
        waiting = sorted({player.table for player in self.world.players if player.waits})
        self._problems += [f"table {table}: an ask is never answered" for table in waiting]

    def _is_dead(self) -> bool:
        """Whether a server has ended by itself: then there is nothing to wait for."""
        return not all(server.running for server in self._place.servers)

    async def _ask_for_records(self) -> None:
        """What the servers themselves say of some finished games."""
        for n, table in enumerate(sorted(self.world.finished - self.world.secret)[:RECORDS]):
            port = self._place.servers[n % len(self._place.servers)].port
            address = f"http://127.0.0.1:{port}/api/tables/{table}/record"
            try:
                answer = await self.world.http.get(address, timeout=20)
            except httpx.HTTPError as e:
                self._problems.append(f"table {table}: no record, {e!r}")
                continue
            if answer.status_code == 200:
                story.keep_record(self._evidence, table, answer.content)
            else:
                self._problems.append(f"table {table}: no record, {answer.text}")


def examine(evidence: Path) -> list[Verdict]:
    """What the checker says of each table, on all cores."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(mp_context=context) as pool:
        tables = story.tables(evidence)
        return list(pool.map(partial(_judge, evidence), tables, chunksize=8))


def found(verdicts: Sequence[Verdict], evidence: Path) -> list[str]:
    """All that is wrong."""
    wrong = [
        f"table {verdict.table} ({verdict.game}): {problem}"
        for verdict in verdicts
        for problem in verdict.problems
    ]
    return wrong + [f"table {table} was opened, and is gone" for table in story.lost(evidence)]


def _judge(evidence: Path, table: str) -> Verdict:
    return judge(story.case(evidence, table))


def report(result: Result) -> str:
    """The figures of a run, in Markdown."""
    verdicts = result.verdicts
    return in_markdown(
        {},
        seconds=result.seconds,
        tables=Counter(verdict.game for verdict in verdicts if verdict.entries),
        entries=sum(verdict.entries for verdict in verdicts),
        acked=sum(verdict.acked for verdict in verdicts),
        deadlines=sum(verdict.deadlines for verdict in verdicts),
        messages=sum(verdict.messages for verdict in verdicts),
        clients=result.clients,
        faults=result.faults,
        losses=len(result.problems),
    )


def in_markdown(
    first: dict[str, str],
    *,
    seconds: float,
    tables: Counter[str],
    entries: int,
    acked: int,
    deadlines: int,
    messages: int,
    clients: Counter[str],
    faults: Counter[str],
    losses: int,
) -> str:
    games = ", ".join(f"{n} {name}" for name, n in sorted(tables.items()))
    lines = {
        **first,
        "played for": f"{seconds:,.0f} s",
        "tables": f"{tables.total():,} ({games})",
        "entries in the log": f"{entries:,}",
        "moves acknowledged": f"{acked:,}",
        "deadlines fired": f"{deadlines:,}",
        "messages looked through for secrets": f"{messages:,}",
        "· replays among them": f"{clients['replays']:,}",
        "profiles made": f"{clients['profiles']:,}",
        "devices linked": f"{clients['device links']:,}",
        "seeks that found someone": f"{clients['seeks']:,}",
        "seats left, to be taken again": f"{clients['left']:,}",
        "bots sent away": f"{clients['freed']:,}",
        "boards of the day": f"{clients['days']:,}",
        "connections lost and opened again": f"{clients['reconnects']:,}",
        "asks sent again": f"{clients['resends']:,}",
        "times a client stopped reading": f"{clients['stopped reading']:,}",
        "refused as `store-failed`": f"{clients['refused store-failed']:,}",
        "faults": f"{faults.total():,}",
        **{f"· {name}": f"{n:,}" for name, n in sorted(faults.items())},
        "losses": f"{losses}",
    }
    width = max(map(len, lines))
    rows = [f"| {name:<{width}} | {value} |" for name, value in lines.items()]
    return "\n".join([f"| {'':<{width}} | |", f"|{'-' * (width + 2)}|--:|", *rows])


def keep_report(evidence: Path, result: Result) -> None:
    """Beside the evidence: the figures, and all that is wrong."""
    (evidence / "report.md").write_text(report(result) + "\n")
    (evidence / "problems.json").write_bytes(msgspec.json.encode(result.problems))
