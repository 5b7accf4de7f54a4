"""On a full disk moves are refused, nothing acknowledged is lost, and with space play goes on."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.torture.run import Result, Run
from tests.torture.servers import on_sqlite
from tests.torture.shims import Shims


@pytest.fixture
def shims() -> Iterator[Shims]:
    made = Shims()
    yield made
    made.remove()


def test_with_a_full_disk_nothing_is_lost_and_play_goes_on_with_space(
    tmp_path: Path, shims: Shims
) -> None:
    result = asyncio.run(_play(tmp_path / "evidence", shims))
    assert result.problems == ()
    assert result.clients["refused store-failed"] >= 40


async def _play(evidence: Path, shims: Shims) -> Result:
    evidence.mkdir()
    async with on_sqlite(evidence, shims) as place:
        run = Run(place, evidence, seed="full disk", tables=12, pace=0.2)

        async def fill_twice() -> None:
            tally = run.world.tally
            for _ in range(2):
                await _more(tally, "acked", 50)
                shims.fill(place.folder)
                await _more(tally, "refused store-failed", 20)
                shims.make_room()
            await _more(tally, "acked", 50)

        return await run.go(fill_twice())


async def _more(tally: Counter[str], what: str, count: int) -> None:
    """Wait until there have been `count` more."""
    until = tally[what] + count
    while tally[what] < until:
        await asyncio.sleep(0.05)
