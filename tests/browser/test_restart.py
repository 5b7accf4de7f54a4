"""An upgrade under play: the workers are replaced, and people hardly notice."""

import os
import signal
import time
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.play import place, placed
from tests.browser.test_games import People, table_for_two
from tests.postgres import Postgres
from tests.serving import Server


def test_play_goes_on_when_the_workers_are_replaced(
    person: People, tmp_path: Path, postgres: Postgres
) -> None:
    with Server(tmp_path, database=postgres.database(), workers=2) as server:
        ann, bob = person(server.url), person(server.url)
        table_for_two(ann, bob)
        place(ann, "c3")
        place(bob, "c4")
        before = set(server.workers())
        os.kill(server.pid, signal.SIGHUP)
        while before & set(server.workers()):
            time.sleep(0.05)
        place(ann, "d4")
        expect(placed(bob, "d4")).to_be_visible()
        place(bob, "e5")
        expect(placed(ann, "e5")).to_be_visible()
