"""The server under the load of a tool that nobody here wrote: `python -m bench.artillery`.

Artillery (from npm) sends games of Kewbz through WebSockets: `artillery/kewbz.yml`. Each of its
users has both seats of a table and one connection; the time of a move is from before it is sent
until that connection is told of it, as artillery's process sees it. So it is not quite the time
of `bench.server`, which waits for two connections.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Annotated, Any

import msgspec
import rich
import typer

from bench.server import NODE, started
from bench.serving import cpu

FOLDER = Path(__file__).parent / "artillery"
ARTILLERY = FOLDER / "node_modules/artillery/bin/run"


def main(
    contender: Annotated[str, typer.Option(help="sqlite, postgresql-1, postgresql-2")] = "sqlite",
    seconds: Annotated[int, typer.Option(help="In which tables are opened.")] = 20,
    tables: Annotated[int, typer.Option(help="Opened in each of these seconds.")] = 20,
    thinks: Annotated[float, typer.Option(help="Seconds between two moves at a table.")] = 0.5,
) -> None:
    with started(contender) as load, tempfile.TemporaryDirectory() as folder:
        report, before = Path(folder) / "report.json", cpu(load.serving.process)
        play(load.serving.port, report, seconds, tables, thinks)
        used = cpu(load.serving.process) - before
        figures = msgspec.json.decode(report.read_bytes())["aggregate"]
    counters: dict[str, Any] = figures["counters"]
    if "moves" not in counters:
        sys.exit(f"nobody could play: {counters}")
    ms = figures["summaries"]["move_ms"]
    lasted = (figures["lastMetricAt"] - figures["firstMetricAt"]) / 1000
    moves = counters["moves"]
    failed = counters["vusers.created"] - counters.get("vusers.completed", 0)
    rich.print(
        f"{contender}: {counters['vusers.created']} games, {failed} of them not to the end, "
        f"{moves:,} moves in {lasted:.0f} s ({moves / lasted:,.0f} a second), "
        f"{1000 * used / moves:.2f} ms of the server's CPU each\n"
        f"ms until it is known: p50 {ms['p50']}, p95 {ms['p95']}, p99 {ms['p99']}"
    )
    odd = {name: n for name, n in counters.items() if name.startswith(("errors.", "refused."))}
    if odd:
        rich.print(odd)


def play(port: int, report: Path, seconds: int, tables: int, thinks: float) -> None:
    env = {
        "TARGET": f"ws://127.0.0.1:{port}",
        "SECONDS": str(seconds),
        "TABLES_A_SECOND": str(tables),
        "THINKS": f"{1000 * thinks:.0f}ms",
        # It would tell its makers that it ran.
        "ARTILLERY_DISABLE_TELEMETRY": "true",
    }
    command: list[str | Path] = [
        NODE,
        ARTILLERY,
        "run",
        "--quiet",
        "--output",
        report,
        FOLDER / "kewbz.yml",
    ]
    subprocess.run(command, check=True, env={**os.environ, **env})


if __name__ == "__main__":
    typer.run(main)
