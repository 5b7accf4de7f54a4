"""The short torture; `make torture` is the long one. See docs/reliability.md."""

import asyncio
from pathlib import Path

from tests.postgres import Postgres
from tests.torture.run import Result, Run
from tests.torture.servers import on_postgres, on_sqlite

TABLES = 16
"""One of each kind."""


def test_workers_on_postgresql_lose_nothing(tmp_path: Path) -> None:
    # Its own, since it will be killed.
    with Postgres() as postgres:
        result = asyncio.run(_on_postgres(tmp_path, postgres))
    _lost_nothing(result)
    assert result.faults.total() == 11


async def _on_postgres(evidence: Path, postgres: Postgres) -> Result:
    async with on_postgres(evidence, postgres, servers=1, workers=2) as place:
        run = Run(place, evidence, seed="short", tables=TABLES, pace=0.3)
        faults = run.faults
        happens = [
            faults.cut_clients,
            faults.kill_worker,
            faults.delay_database,
            faults.cut_all_clients,
            faults.kill_postgres,
            faults.freeze_clients,
            faults.drop_listeners,
            faults.pause_worker,
            faults.cut_database,
            faults.kill_bots,
            faults.replace_workers,
        ]
        return await run.go(run.happen(happens, pause=1))


def test_a_server_on_sqlite_loses_nothing(tmp_path: Path) -> None:
    result = asyncio.run(_on_sqlite(tmp_path))
    _lost_nothing(result)
    assert result.faults["kill server"] == 2


async def _on_sqlite(evidence: Path) -> Result:
    async with on_sqlite(evidence) as place:
        run = Run(place, evidence, seed="short", tables=TABLES, pace=0.3)
        faults = run.faults
        happens = [
            faults.cut_clients,
            faults.kill_server,
            faults.delay_clients,
            faults.kill_server,
            faults.kill_bots,
            faults.cut_all_clients,
        ]
        return await run.go(run.happen(happens, pause=1))


def _lost_nothing(result: Result) -> None:
    assert result.problems == ()
    played = {verdict.game for verdict in result.verdicts if verdict.acked}
    assert played == {"conex", "kewbz", "konexi", "prolix"}
    assert sum(verdict.deadlines for verdict in result.verdicts) > 0
    assert min(result.clients[what] for what in ("profiles", "device links", "seeks")) > 0
    assert result.clients["reconnects"] > 0
    assert result.clients["resends"] > 0
