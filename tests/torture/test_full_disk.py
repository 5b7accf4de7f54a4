"""On a full disk moves are refused, nothing acknowledged is lost, and with space play goes on."""

import asyncio
import os
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from tests.torture.run import Result, Run
from tests.torture.servers import on_sqlite

SHIM = Path(__file__).with_name("full_disk.c")


@pytest.fixture
def shim(tmp_path: Path) -> Path:
    """A library that makes the disk full whenever one likes."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.fail("this test needs a C compiler, `cc`: on Debian, `apt install gcc libc6-dev`")
    library = tmp_path / "full_disk.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-o", library, SHIM, "-ldl"], check=True)
    return library


def test_with_a_full_disk_nothing_is_lost_and_play_goes_on_with_space(
    tmp_path: Path, shim: Path
) -> None:
    flag = tmp_path / "full"
    result = asyncio.run(_play(tmp_path / "evidence", shim, flag))
    assert result.problems == ()
    assert result.clients["refused store-failed"] >= 40


async def _play(evidence: Path, shim: Path, flag: Path) -> Result:
    evidence.mkdir()
    full = {
        "LD_PRELOAD": str(shim),
        "FULL_FOLDER": str(evidence / "data"),
        "FULL_FLAG": str(flag),
    }
    async with on_sqlite(evidence, env={**os.environ, **full}) as place:
        run = Run(place, evidence, seed="full disk", tables=12, pace=0.2)

        async def fill_twice() -> None:
            tally = run.world.tally
            for _ in range(2):
                await _more(tally, "acked", 50)
                flag.touch()
                await _more(tally, "refused store-failed", 20)
                flag.unlink()
            await _more(tally, "acked", 50)

        return await run.go(fill_twice())


async def _more(tally: Counter[str], what: str, count: int) -> None:
    """Wait until there have been `count` more."""
    until = tally[what] + count
    while tally[what] < until:
        await asyncio.sleep(0.05)
