"""Characters that some store, screen or log might choke on."""

import pytest

from inglenook.core.game import Refused
from inglenook.server.accounts.names import clean_name
from tests.security.listened_server import Watched
from tests.web.people import IDS, Person, me

ODD = [
    "\0",
    "a\0b",
    "\x01\x1b[31m",
    "\n",
    "\x7f",
    "\u202e",
    "\ufeff",
    "\uffff",
    "\U0010ffff",
    "'\"\\",
]


@pytest.fixture(scope="module")
def server(everywhere: Watched) -> Watched:
    return everywhere


@pytest.mark.parametrize("odd", ODD)
def test_an_odd_character_is_taken_or_refused_for_good(ada: Person, odd: str) -> None:
    new = {"game": "prolix", "seats": [me("A"), me("B"), me("C")]}
    table = ada.http.post("/api/tables", json=new).json()["id"]
    with ada.socket(table) as a:
        said = {
            a.ask("play", seat=0, move={"type": "say", "word": odd})["code"],
            a.ask("sit", seat=0, name=odd)["code"],
            a.ask("bot", seat=0, level=odd)["code"],
        }
        assert said <= {"bad-word", "seat-taken", "bad-message", "unknown-level"}
        ask = f"{next(IDS)}{odd}"
        answer = a.ask("play", id=ask, seat=0, move={"type": "say", "word": "grumbling"})
        assert answer.get("code") in (None, "bad-message")
        # An answer is kept under its id, however odd that is.
        assert a.ask("play", id=ask, seat=0, move={"type": "flip"}) == answer
        assert a.ask("ping")["type"] == "ack"


@pytest.mark.parametrize("odd", ODD)
def test_an_odd_name_is_shown_without_what_cannot_be_seen(ada: Person, odd: str) -> None:
    new = {"game": "kewbz", "seats": [me(f"A{odd}da"), me("B")]}
    table = ada.http.post("/api/tables", json=new).json()["id"]
    name = ada.http.get(f"/api/tables/{table}").json()["seats"][0]["name"]
    assert name.isprintable()
    assert name.startswith("A")


def test_addresses_with_odd_characters(ada: Person) -> None:
    for odd in ("%00", "a%00b", "%0a", "%1b", "%7f", "%E2%80%AE", "%ff", "%F4%8F%BF%BF", "%27%22"):
        answer = ada.http.get(f"/api/tables/{odd}")
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown-table")
        with ada.socket(odd) as a:
            assert a.end() == 4404


@pytest.mark.parametrize(
    "blank", ["\u3164", "\u2800\uffa0", "\u115f\u1160", "\u0301\u200d", "\u17b4"]
)
def test_a_name_that_nobody_can_see_is_none(blank: str) -> None:
    with pytest.raises(Refused, match="bad-name"):
        clean_name(blank)
    assert clean_name(f"A{blank}da").replace("\u0301\u200d", "") == "Ada"
