"""What is sent to those who should come: an address that they can open."""

from ipaddress import ip_address

from inglenook.server.http.addresses import is_this_machine, reached_at
from tests.web.people import FREE, Person, me


def test_an_address_that_others_use_is_passed_on_as_it_is(ada: Person) -> None:
    table = ada.open(me(), FREE)
    for host in ("games.example.org", "192.168.1.7:8000", "[fd00::7]:8000"):
        sent = ada.http.get(f"/api/tables/{table}/invitation", headers={"host": host}).json()
        assert sent == {
            "url": f"http://{host}/t/{table}",
            "more": [],
            "trouble": None,
            "inviter": "Ada",
        }


def test_a_server_that_listens_to_its_own_machine_says_that_nobody_else_gets_in(
    ada: Person,
) -> None:
    table = ada.open(me(), FREE)
    for host in ("localhost:8000", "127.0.0.1:8000", "[::1]:8000"):
        sent = ada.http.get(f"/api/tables/{table}/invitation", headers={"host": host}).json()
        assert (sent["url"], sent["trouble"]) == (f"http://{host}/t/{table}", "closed")


def test_the_inviter_is_whoever_made_the_table_or_sits_there(ada: Person, bob: Person) -> None:
    empty = ada.open(FREE, FREE)
    assert inviter(ada, empty) == ""
    with bob.socket(empty) as socket:
        socket.ask("sit", seat=1, name="Cleo")
        assert inviter(ada, empty) == "Cleo"
        with ada.socket(empty) as mine:
            mine.ask("sit", seat=0, name="Ada")
            assert inviter(bob, empty) == "Ada"


def inviter(person: Person, table: str) -> str:
    return str(person.http.get(f"/api/tables/{table}/invitation").json()["inviter"])


def test_the_code_is_a_picture_of_the_address(ada: Person) -> None:
    table = ada.open(me(), FREE)
    code = ada.http.get(f"/api/tables/{table}/qr.svg")
    assert code.headers["content-type"] == "image/svg+xml"
    assert code.content.startswith(b"<svg ")
    elsewhere = ada.http.get(f"/api/tables/{table}/qr.svg", headers={"host": "example.org"})
    assert elsewhere.content != code.content
    assert ada.http.get("/api/tables/none/qr.svg").json()["code"] == "unknown-table"


def test_only_this_machine_knows_itself_by_these_names() -> None:
    for name in ("localhost", "kitchen.localhost", "127.0.0.1", "127.8.8.8", "::1", "[::1]"):
        assert is_this_machine(name)
    for name in ("", "localhost.example.org", "192.168.1.7", "fd00::7", "0.0.0.0"):
        assert not is_this_machine(name)


def test_others_reach_it_at_the_addresses_at_which_the_server_listens() -> None:
    assert reached_at("127.0.0.1") == reached_at("::1") == ()
    assert reached_at("192.168.1.7") == ("192.168.1.7",)
    assert reached_at("fd00::7") == ("[fd00::7]",)
    assert reached_at("0.0.0.0") == reached_at("::")
    assert not any(ip_address(each).is_loopback for each in reached_at("0.0.0.0"))
