"""`make torture`: see docs/reliability.md."""

import argparse
import asyncio
import os
import secrets
import shutil
import sys
import tempfile
from pathlib import Path

from tests.postgres import Postgres
from tests.torture import history, total
from tests.torture.run import Result, Run, examine, found, keep_report, report
from tests.torture.servers import Place, on_postgres, on_sqlite
from tests.torture.shims import Shims
from tests.torture.total import piece

SERVERS = 2
"""On one PostgreSQL, as if on separate machines."""
PACE = 0.25
"""Seconds between two ideas of a client, on average."""
PAUSE = 1.5
"""Seconds between two faults of the lines, on average, and no less than LINE_EVERY moves."""
SHOWN = 50


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="torture", description="Torture servers, and see what they lose."
    )
    parser.add_argument("--minutes", type=float, default=15, help="how long there are faults (15)")
    parser.add_argument("--seed", default=secrets.token_hex(4), help="random if not given")
    parser.add_argument("--workers", type=int, default=3, help="of each server, 2 or more (3)")
    parser.add_argument("--tables", type=int, default=120, help="at a time (120)")
    parser.add_argument("--database-kind", choices=("postgres", "sqlite"), default="postgres")
    parser.add_argument("--report", type=Path, help="a file for the figures, in Markdown")
    parser.add_argument("--total", type=Path, help="a file to which the figures are added")
    parser.add_argument("--history", type=Path, help="a file for what was asked and answered")
    parser.add_argument("--evidence", type=Path, help="a folder with some, to be judged again")
    options = parser.parse_args()
    if options.workers < 2:
        parser.error("--workers: with one there is nobody to take over")
    if options.evidence:
        return tell(found(examine(options.evidence), options.evidence))
    say(f"seed {options.seed}")
    evidence = Path(tempfile.mkdtemp(prefix="torture-"))
    say(f"evidence in {evidence}")
    shims = Shims()
    # For everything that is started from here on, PostgreSQL included.
    os.environ.update(shims.env)
    result = asyncio.run(torture(options, evidence, shims))
    shims.remove()
    say(report(result))
    if options.total:
        new = piece(result, options.seed, options.database_kind)
        say(f"\nWith all pieces before:\n{total.report(total.add(options.total, new))}")
    if options.history:
        history.write(evidence, options.history)
    if options.report:
        options.report.write_text(report(result) + "\n")
    if result.problems:
        keep_report(evidence, result)
        say(f"seed {options.seed}, evidence in {evidence}:")
    else:
        shutil.rmtree(evidence)
    return tell(result.problems)


async def torture(options: argparse.Namespace, evidence: Path, shims: Shims) -> Result:
    async def run(place: Place) -> Result:
        it = Run(place, evidence, options.seed, options.tables, PACE)
        return await it.go(it.trouble(options.minutes * 60, PAUSE, say))

    if options.database_kind == "sqlite":
        async with on_sqlite(evidence, shims) as place:
            return await run(place)
    with Postgres() as postgres:
        async with on_postgres(evidence, postgres, SERVERS, options.workers, shims) as shared:
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
