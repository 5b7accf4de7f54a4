"""`make torture`: see docs/reliability.md."""

import argparse
import asyncio
import secrets
import shutil
import sys
import tempfile
from pathlib import Path

from tests.postgres import Postgres
from tests.torture.run import Result, Run, examine, found, keep_report, report
from tests.torture.servers import Place, on_postgres, on_sqlite

SERVERS = 2
"""On one PostgreSQL, as if on separate machines."""
PACE = 0.5
"""Seconds between two ideas of a client, on average."""
PAUSE = 4.0
"""Seconds between two faults of a kind, on average."""
SHOWN = 50


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="torture", description="Torture servers, and see what they lose."
    )
    parser.add_argument("--minutes", type=float, default=15, help="how long there are faults (15)")
    parser.add_argument("--seed", default=secrets.token_hex(4), help="random if not given")
    parser.add_argument("--workers", type=int, default=3, help="of each server, 2 or more (3)")
    parser.add_argument("--tables", type=int, default=48, help="at a time (48)")
    parser.add_argument("--database-kind", choices=("postgres", "sqlite"), default="postgres")
    parser.add_argument("--report", type=Path, help="a file for the figures, in Markdown")
    parser.add_argument("--evidence", type=Path, help="a folder with some, to be judged again")
    options = parser.parse_args()
    if options.workers < 2:
        parser.error("--workers: with one there is nobody to take over")
    if options.evidence:
        return tell(found(examine(options.evidence), options.evidence))
    say(f"seed {options.seed}")
    evidence = Path(tempfile.mkdtemp(prefix="torture-"))
    say(f"evidence in {evidence}")
    result = asyncio.run(torture(options, evidence))
    say(report(result))
    if options.report:
        options.report.write_text(report(result) + "\n")
    if result.problems:
        keep_report(evidence, result)
        say(f"seed {options.seed}, evidence in {evidence}:")
    else:
        shutil.rmtree(evidence)
    return tell(result.problems)


async def torture(options: argparse.Namespace, evidence: Path) -> Result:
    async def run(place: Place) -> Result:
        it = Run(place, evidence, options.seed, options.tables, PACE)
        return await it.go(it.trouble(options.minutes * 60, PAUSE, say))

    if options.database_kind == "sqlite":
        async with on_sqlite(evidence) as place:
            return await run(place)
    with Postgres() as postgres:
        async with on_postgres(evidence, postgres, SERVERS, options.workers) as shared:
            return await run(shared)


def tell(problems: list[str] | tuple[str, ...]) -> int:
    """Say what is wrong; the exit status."""
    for problem in problems[:SHOWN]:
        say(problem)
    if len(problems) > SHOWN:
        say(f"and {len(problems) - SHOWN} more")
    return 1 if problems else 0


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
