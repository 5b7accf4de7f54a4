"""A connection that only watches sees what everybody may, whoever opened it."""

from tests.serving import Server
from tests.web.people import FREE, Person, me


def test_a_screen_shows_nobodys_hand(ada: Person, server: Server) -> None:
    new = {"game": "conex", "seats": [me(), FREE]}
    table = ada.http.post("/api/tables", json=new).json()["id"]
    bob = Person(server)
    with ada.socket(table) as own, ada.socket(table, watch=True) as screen:
        with bob.socket(table) as other:
            other.ask("sit", seat=1, name="Bob")
        dealt = own.until(lambda said: said["type"] == "moved")
        assert dealt["view"]["hand"]
        shown = screen.until(lambda said: said["type"] == "moved")
        assert shown["view"]["hand"] == []
        seated = screen.until(lambda said: said["type"] == "table")
        assert not any(seat["yours"] for seat in seated["seats"])
        # It is nobody: neither a player who is here nor somebody who watches.
        assert seated["watching"] == 0
    with ada.socket(table, watch=True) as screen:
        here = [seat["here"] for seat in screen.hear()["seats"]]
        assert here == [False, False]
    bob.http.close()


def test_from_a_screen_nothing_can_be_asked(ada: Person) -> None:
    table = ada.open(me(), FREE)
    with ada.socket(table, watch=True) as screen:
        for ask in (
            {"kind": "sit", "seat": 1, "name": "Eve"},
            {"kind": "leave", "seat": 0},
            {"kind": "bot", "seat": 1, "level": "pebble"},
            {"kind": "rematch"},
        ):
            assert screen.ask(**ask)["code"] == "not-seated"
        assert screen.ask("ping")["type"] == "ack"
        assert [seat["kind"] for seat in screen.until(lambda _: True)["seats"]] == [
            "person",
            "free",
        ]
