"""Set phrases: heard by everyone at the table, kept nowhere, and never too many."""

from inglenook.server.http.limits import PHRASES_AT_ONCE
from tests.serving import Server
from tests.web.people import FREE, Person, Said, me


def test_everyone_at_the_table_hears_a_phrase(ada: Person, server: Server) -> None:
    table = ada.open(me(), FREE)
    bob, eve = Person(server), Person(server)
    with ada.socket(table) as a, bob.socket(table) as b, eve.socket(table) as e:
        assert b.ask("sit", seat=1, name="Bob")["type"] == "ack"
        assert b.ask("phrase", seat=1, phrase="hello")["type"] == "ack"
        heard = [each.until(_spoken) for each in (a, b, e)]
        assert heard[0] == heard[1] == heard[2]
        assert (heard[0]["seat"], heard[0]["phrase"]) == (1, "hello")
        # It is known whose it was, here and elsewhere, and nothing more about them.
        a.ask("phrase", seat=0, phrase="thanks")
        assert b.until(_spoken)["voice"] != heard[0]["voice"]
        assert heard[0]["voice"] not in bob.http.cookies["guest"]

        assert e.ask("phrase", seat=1, phrase="hello")["code"] == "not-your-seat"
        assert b.ask("phrase", seat=1, phrase="boo")["code"] == "bad-message"
    # Whoever comes later hears only what is said then.
    with bob.socket(table) as b:
        b.ask("phrase", seat=1, phrase="oops")
        assert b.until(_spoken)["phrase"] == "oops"
    elsewhere = bob.open(me("Bob"), FREE)
    with bob.socket(elsewhere) as b:
        b.ask("phrase", seat=0, phrase="ha")
        assert b.until(_spoken)["voice"] == heard[0]["voice"]
    for person in (bob, eve):
        person.http.close()


def test_nobody_can_pester_the_others(ada: Person) -> None:
    table = ada.open(me(), FREE)
    with ada.socket(table) as socket:
        asks = [socket.ask("phrase", seat=0, phrase="ha") for _ in range(PHRASES_AT_ONCE + 1)]
    assert [said["type"] for said in asks[:-1]] == ["ack"] * PHRASES_AT_ONCE
    assert asks[-1]["code"] == "too-fast"
    ask = {"id": "more", "type": "phrase", "seat": 0, "phrase": "ha"}
    answer = ada.http.post(f"/api/tables/{table}/asks", json=ask)
    assert (answer.status_code, answer.json()["code"]) == (429, "too-fast")


def _spoken(said: Said) -> bool:
    return bool(said["type"] == "spoken")
