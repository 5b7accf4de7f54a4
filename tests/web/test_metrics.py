"""What the server counts: `GET /metrics`."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from prometheus_client.parser import text_string_to_metric_families

from tests.postgres import Postgres
from tests.serving import Server
from tests.web.people import GAME, SMALL, Person, bot, me


class Page:
    """What the page says of one server."""

    def __init__(self, server: Server) -> None:
        answer = httpx.get(f"{server.url}/metrics")
        assert answer.headers["content-type"].startswith("text/plain; version=")
        self.text = answer.text
        self._samples = [
            sample
            for family in text_string_to_metric_families(self.text)
            for sample in family.samples
        ]

    def of(self, name: str, **labels: str) -> float:
        """A sample; 0 if nothing was counted."""
        return sum(
            sample.value
            for sample in self._samples
            if sample.name == f"inglenook_{name}" and labels.items() <= sample.labels.items()
        )


@contextmanager
def person(server: Server) -> Iterator[Person]:
    someone = Person(server)
    yield someone
    someone.http.close()


def wait_for(server: Server, what: Callable[[Page], bool]) -> Page:
    """The page, once that is true of it: what is set or counted once a second comes later."""
    end = time.monotonic() + 60
    while not what(page := Page(server)):
        assert time.monotonic() < end, page.text
        time.sleep(0.1)
    return page


def play_a_game(person: Person) -> str:
    table = person.open(me("Ada Lovelace"), me("Charles Babbage"), **SMALL)
    with person.socket(table) as socket:
        assert socket.play(1, GAME[0])["code"] == "not-your-turn"
        for n, cell in enumerate(GAME):
            assert socket.play(n % 2, cell)["type"] == "ack"
    return table


def check(page: Page, games: int) -> None:
    """Every figure of this many games, and of whoever opened tables for nobody."""
    assert page.of("moves_total", game="kewbz") == games * len(GAME)
    assert page.of("moves_total") == games * len(GAME)
    assert page.of("refusals_total", code="not-your-turn") == games
    assert page.of("answer_seconds_count") == games * (len(GAME) + 1)
    assert page.of("commit_changes_sum") >= games * (len(GAME) + 1)
    assert page.of("commit_seconds_count") == page.of("commit_changes_count") > 0
    assert page.of("tables") >= games
    assert page.of("loop_late_seconds_count") > 0
    assert page.of("store_failures_total") == 0


def test_what_one_process_counts(tmp_path: Path) -> None:
    with Server(tmp_path) as server, person(server) as ada:
        table = play_a_game(ada)
        check(wait_for(server, lambda page: page.of("tables") >= 1), games=1)
        with ada.socket(table), ada.http.stream("GET", f"/api/tables/{table}/stream"):
            assert Page(server).of("connections") == 2
        wait_for(server, lambda page: page.of("connections") == 0)

        # Nobody is named, and nothing that one could open a table or take a seat with.
        text = Page(server).text
        guest = ada.http.cookies["guest"].partition(".")[0]
        for secret in (table, guest, "Ada", "Lovelace", "Babbage"):
            assert secret not in text

        with ada.socket(ada.open(me(), bot("pebble"))) as a:
            assert a.play(0, "d4")["type"] == "ack"
        wait_for(server, lambda page: page.of("bot_seconds_count", job="choose") == 1)
        assert ada.http.post("/api/tables", json={}).status_code == 400
        assert Page(server).of("refusals_total", code="bad-message") == 1


def test_workers_count_together(tmp_path: Path, postgres: Postgres) -> None:
    with (
        Server(tmp_path, database=postgres.database(), workers=2) as server,
        person(server) as ada,
    ):
        for _ in range(4):
            play_a_game(ada)
        answers = 4 * (len(GAME) + 1)
        wait_for(server, lambda page: page.of("answer_seconds_count") >= answers)
        check(wait_for(server, lambda page: page.of("tables") >= 4), games=4)
