"""Is anybody told a secret? `python -m bench.hidden`.

The clients of the torture (docs/reliability.md) play all four games, without faults, with two
workers on PostgreSQL: at WebSockets, as players, onlookers and several around one screen; on the
stream of all that concerns them; and they look at replays of games that are still played. Then the
text of every message is looked through for what its reader could not know (`secrets.py` there).
"""

import asyncio
import tempfile
from pathlib import Path
from typing import Annotated

import rich
import typer

from tests.postgres import Postgres
from tests.torture.run import Result, Run
from tests.torture.secrets import TOLD
from tests.torture.servers import on_postgres


def main(
    messages: Annotated[int, typer.Option(help="At least.")] = 100_000,
    tables: Annotated[int, typer.Option(help="At once.")] = 96,
) -> None:
    with tempfile.TemporaryDirectory() as evidence, Postgres() as postgres:
        result = asyncio.run(play(Path(evidence), postgres, messages, tables))
    played = sorted({verdict.game for verdict in result.verdicts if verdict.entries})
    by_way = {what: result.clients[f"messages {what}"] for what in TOLD}
    looked = sum(verdict.messages for verdict in result.verdicts)
    rich.print(f"{looked:,} messages of {', '.join(played)}, looked through: {by_way}")
    rich.print(f"secrets told, or anything else wrong: {len(result.problems)}")
    for problem in result.problems[:20]:
        rich.print(problem)
    raise SystemExit(1 if result.problems else 0)


async def play(evidence: Path, postgres: Postgres, messages: int, tables: int) -> Result:
    async with on_postgres(evidence, postgres, servers=1, workers=2) as place:
        run = Run(place, evidence, seed="hidden", tables=tables, pace=0.2)

        async def enough() -> None:
            tally = run.world.tally
            while sum(tally[f"messages {what}"] for what in TOLD) < messages:
                await asyncio.sleep(0.5)

        return await run.go(enough())


if __name__ == "__main__":
    typer.run(main)
