"""Hidden hands, words and seeds are in nothing that others are told, nor in log or figures."""

import re
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import msgspec
import pytest

import inglenook
from inglenook import Game, Rng
from inglenook.games.conex.cards import deck
from tests.security.listened_server import Watched
from tests.security.listening import Ear
from tests.web.people import FREE, Person, me

TURNS = 40
SEATS = {"kewbz": 2, "prolix": 3, "conex": 3, "konexi": 2}


@pytest.fixture(scope="module")
def server(everywhere: Watched) -> Watched:
    return everywhere


@contextmanager
def company(server: Watched, game: str, seats: int, **options: Any) -> Iterator[list[Ear]]:
    """A table with a person in every seat, and one who watches; what each of them hears."""
    with ExitStack() as stack:
        people = [Person(server) for _ in range(seats + 1)]
        for person in people:
            stack.callback(person.http.close)
        new = {"game": game, "seats": [me(), *[FREE] * (seats - 1)], "options": options}
        table = people[0].http.post("/api/tables", json=new).json()["id"]
        for seat in range(1, seats):
            sit = {"type": "sit", "id": "sit", "seat": seat, "name": f"Guest {seat}"}
            assert people[seat].http.post(f"/api/tables/{table}/asks", json=sit).status_code == 200
        ears = [
            Ear(person, stack.enter_context(person.socket(table)), table, seat)
            for person, seat in zip(people, [*range(seats), None], strict=True)
        ]
        listen(ears)
        yield ears


def listen(ears: list[Ear]) -> None:
    for ear in ears:
        ear.listen()


def wait(ears: list[Ear]) -> None:
    """Hear what may have been said since, on another worker too."""
    time.sleep(0.05)
    listen(ears)


def pry(ears: list[Ear]) -> None:
    for ear in ears:
        ear.pry()
    listen(ears)


def heard(ears: list[Ear]) -> str:
    return "\n".join(text for ear in ears for text in ear.heard)


def named(text: str) -> set[str]:
    """All cards that are named anywhere in what was said."""
    return set(re.findall(r'"([RYPT]\d\d)"', text)) & deck().keys()


def laid(ears: list[Ear]) -> set[str]:
    """The cards that everyone can see."""
    return {card["card"] for ear in ears for card in ear.view["laid"]}


def test_hidden_hands(server: Watched) -> None:
    conex: Game = inglenook.find_game("conex")
    with company(server, "conex", 3, table="large", goal=200) as ears:
        held = {ear.seat: set(ear.view["hand"]) for ear in ears}
        assert [len(hand) for hand in held.values()] == [5, 5, 5, 0]
        shown: set[str] = set()
        for turn in range(TURNS):
            while not (movers := [ear for ear in ears if ear.may_move]):
                wait(ears)
            seat, view = movers[0].view["seat"], msgspec.convert(movers[0].view, conex.view_type)
            guess = conex.determinize(view, Rng("guess", turn))
            move = conex.sample(guess, seat, Rng("move", turn))
            movers[0].play(**msgspec.to_builtins(move))
            listen(ears)
            if turn % 20 == 0:
                pry(ears)
            shown |= laid(ears)
            for ear in ears:
                held[ear.seat] |= set(ear.view["hand"])
                assert named(heard([ear])) <= held[ear.seat] | shown
        # The search does find what is there.
        for ear in ears[:3]:
            assert held[ear.seat] <= named(heard([ear]))
        log = server.log.read_text()
        assert not [card for card in deck() if re.search(rf"\b{card}\b", log)]


def test_a_word_in_the_window(server: Watched) -> None:
    # No window is longer; where a busy machine needs more time than that, it is tried again.
    for _ in range(5):
        with company(server, "prolix", 3, tie_window_ms=5000) as ears:
            speaker, *others = ears
            assert speaker.play(type="say", word="grumbling")["type"] == "ack"
            pry(ears)
            if any(ear.view["phase"] != "window" for ear in ears):
                continue
            assert "grumbling" in heard([speaker])
            assert "grumbling" not in heard(others)
            ties = zip(others[:2], ("jewelers", "thickset"), strict=True)
            if any(ear.play(type="say", word=word)["type"] != "ack" for ear, word in ties):
                continue
            while ears[-1].view["phase"] == "window":
                wait(ears)
            # Now it has been said aloud.
            assert "grumbling" in heard(others[-1:])
            assert "grumbling" not in server.log.read_text()
            return
    raise AssertionError("nobody was asked in time")


def test_a_written_word(server: Watched) -> None:
    with company(server, "prolix", 2) as ears:
        writer, other, watcher = ears
        assert writer.play(type="write", word="grumbling")["type"] == "ack"
        pry(ears)
        assert "grumbling" in heard([writer])
        assert "grumbling" not in heard([other, watcher])
        assert other.play(type="write", word="jewelers")["type"] == "ack"
        while watcher.view["phase"] == "write":
            wait(ears)
        assert "grumbling" in heard([watcher])
        assert "grumbling" not in server.log.read_text()


@pytest.mark.parametrize(("game", "seats"), SEATS.items())
def test_seeds_cookies_and_guests(server: Watched, game: str, seats: int) -> None:
    with company(server, game, seats) as ears:
        pry(ears)
        before = heard(ears)
        for ear in ears[: seats - 1]:
            assert ear.play(type="resign")["type"] == "ack"
        record = ears[-1].person.http.get(f"{ears[-1].path}/record").json()
        pry(ears)
        assert len(record["seed"]) >= 16
        assert record["seed"] not in before
        cookies = [ear.person.http.cookies["guest"] for ear in ears]
        ids = [part for cookie in cookies for part in cookie.split(".")]
        everything = heard(ears) + server.log.read_text()
        for secret in (*ids, (server.data / "secret").read_text().strip()):
            assert secret not in everything
        assert record["seed"] not in server.log.read_text()
