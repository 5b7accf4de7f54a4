"""Group commit: what happens to those who wait."""

import asyncio

import pytest

from inglenook.server.store.base import Change, StoreFailed
from inglenook.server.store.group_commit import Batch, Committer


def test_a_write_that_raises_is_told_and_the_next_commit_is_written() -> None:
    batches: list[Batch] = []

    async def write(batch: Batch) -> list[Exception | None]:
        batches.append(batch)
        if len(batches) == 1:
            raise TypeError("a fault of the program")
        return [None] * len(batch)

    async def play() -> None:
        committer = Committer(write)
        change = (Change("table", 0),)
        first = committer.commit(change), committer.commit(change)
        for commit in first:
            with pytest.raises(StoreFailed, match="TypeError: a fault of the program"):
                await commit
        await asyncio.wait_for(committer.commit(change), 10)
        assert len(batches) == 2

    asyncio.run(play())
