"""Being someone: a profile, a recovery code, another device, and being forgotten."""

import json
from typing import Any
from urllib.parse import urlsplit

import pytest

from inglenook.server.accounts.tokens import TOKENS
from tests.serving import Server
from tests.web.people import FREE, Person, me

STAR = "star-teal"


def put(person: Person, name: str, token: str = STAR, **more: Any) -> dict[str, Any]:
    answer: dict[str, Any] = person.http.put(
        "/api/me", json={"name": name, "token": token, **more}
    ).json()
    return answer


def post(person: Person, path: str, **body: Any) -> dict[str, Any]:
    answer: dict[str, Any] = person.http.post(path, json=body).json()
    return answer


def mine(person: Person) -> dict[str, Any]:
    answer: dict[str, Any] = person.http.get("/api/me").json()
    return answer


def guest(person: Person) -> str:
    """The id in the cookie."""
    return str(person.http.cookies["guest"]).partition(".")[0]


def test_until_there_is_a_profile_a_guest_is_a_guest(ada: Person) -> None:
    told = mine(ada)
    assert told["profile"] is None
    assert told["usual_token"] in TOKENS
    assert told["recovery"] is None
    table = ada.open(me("Typed"), FREE)
    seat = ada.http.get(f"/api/tables/{table}").json()["seats"][0]
    assert (seat["name"], seat["token"], seat["handle"]) == ("Typed", "", "")


def test_a_name_is_one_persons_however_it_is_written(ada: Person, bob: Person) -> None:
    profile = put(ada, "  Zoë  Quill ", languages=["de", "en", "de"])["profile"]
    assert profile["name"] == "Zoë Quill"
    assert profile["languages"] == ["de", "en"]
    for same in ("Zoë Quill", "zoe quill", "ZOEQUILL", "\uff3aoe Quill", "Zoe\u0308 Quill"):
        assert put(bob, same)["code"] == "name-taken"
    assert mine(bob)["profile"] is None
    # It stays hers when she writes it in another way, and becomes free when she changes it.
    assert put(ada, "ZOE Quill")["profile"]["handle"] == profile["handle"]
    assert put(ada, "Zora Quill")["profile"]["handle"] == profile["handle"]
    assert put(bob, "Zoë Quill")["profile"]["handle"] != profile["handle"]


def test_bad_profiles_are_refused(ada: Person) -> None:
    assert put(ada, "\u200b")["code"] == "bad-name"
    assert put(ada, "Big Shit")["code"] == "bad-name"
    assert put(ada, "\uff33\uff48\uff49\uff54")["code"] == "bad-name"
    assert put(ada, "Scunthorpe")["profile"]["name"] == "Scunthorpe"
    assert put(ada, "W" * 25)["code"] == "bad-message"
    assert put(ada, "Ida", token="star-invisible")["code"] == "bad-message"
    assert put(ada, "Ida", languages=["xx"])["code"] == "bad-message"
    assert mine(ada)["profile"]["name"] == "Scunthorpe"


def test_who_has_a_profile_sits_down_as_themselves(ada: Person, bob: Person) -> None:
    profile = put(ada, "Hedda", "leaf-plum")["profile"]
    # Beside her sits somebody else, at her screen.
    new = {"game": "conex", "seats": [me("Typed"), me("Sister"), FREE]}
    table = post(ada, "/api/tables", **new)["id"]
    post(bob, f"/api/tables/{table}/asks", type="sit", id="s1", seat=2, name="Hedda")
    first, second, third = ada.http.get(f"/api/tables/{table}").json()["seats"]
    assert (first["name"], first["token"], first["handle"]) == (
        "Hedda",
        "leaf-plum",
        profile["handle"],
    )
    assert second["name"] == "Sister"
    assert second["token"] == second["handle"] == ""
    # A guest may type her name, and is not taken for her.
    assert third["name"] == "Hedda"
    assert third["token"] == third["handle"] == ""


def test_a_new_name_is_for_new_tables(ada: Person) -> None:
    put(ada, "Before")
    table = ada.open(me(), FREE)
    put(ada, "After")
    assert ada.http.get(f"/api/tables/{table}").json()["seats"][0]["name"] == "Before"
    again = ada.open(me("Sister"), me("after"))
    names = [s["name"] for s in ada.http.get(f"/api/tables/{again}").json()["seats"]]
    assert names == ["Sister", "After"]
    post(ada, f"/api/tables/{again}/moves", id="r", seat=0, move={"type": "resign"})
    put(ada, "Later")
    rematch = post(ada, f"/api/tables/{again}/asks", type="rematch", id="again")["table"]
    names = [s["name"] for s in ada.http.get(f"/api/tables/{rematch}").json()["seats"]]
    assert names == ["Later", "Sister"]


def test_a_recovery_code_makes_a_browser_the_same_person(
    ada: Person, bob: Person, server: Server
) -> None:
    put(ada, "Recover")
    table = ada.open(me(), FREE)
    first = post(ada, "/api/me/recovery")["code"]
    code = post(ada, "/api/me/recovery")["code"]
    assert len(code.split()) == 6
    assert mine(ada)["recovery"]
    # Only the latest is good, and nearly right is wrong.
    for wrong in (first, "", code[:-1], "apple " + code):
        assert post(bob, "/api/recover", code=wrong)["code"] == "bad-code"
    assert mine(bob)["profile"] is None
    typed = "  " + code.upper().replace(" ", " - ") + "."
    assert post(bob, "/api/recover", code=typed)["profile"]["name"] == "Recover"
    assert bob.http.get(f"/api/tables/{table}").json()["seats"][0]["yours"]
    # What the store holds does not tell it.
    words = " ".join(code.split()[:2]).encode()  # one may stand there by chance
    assert not any(words in f.read_bytes() for f in files(server))


def files(server: Server) -> list[Any]:
    return [path for path in server.data.iterdir() if path.is_file()]


def test_codes_cannot_be_tried_for_ever(bob: Person) -> None:
    codes = [post(bob, "/api/recover", code="no such code")["code"] for _ in range(25)]
    assert codes[:20] == ["bad-code"] * 20
    assert codes[-1] == "too-many-tries"


def secret_of(link: dict[str, Any]) -> str:
    return str(urlsplit(link["address"]).fragment)


def test_another_device_becomes_the_same_person(ada: Person, bob: Person, eve_here: Person) -> None:
    put(ada, "Linker", "fish-sand")
    table = ada.open(me(), FREE)
    bob.open(me(), FREE)
    link = post(ada, "/api/me/link")
    assert link["picture"].startswith("data:image/svg+xml")
    assert urlsplit(link["address"]).path == "/link"
    secret = secret_of(link)
    assert ada.http.get("/api/me/link").json()["state"] == "made"
    # The old device itself may look, and nothing is spent.
    assert post(ada, "/api/links", secret=secret)["state"] == "same"
    opened = post(bob, "/api/links", secret=secret)
    assert (opened["state"], opened["name"], opened["tables"]) == ("opened", "Linker", 1)
    # Whoever comes with the same picture now is too late, and so is whoever guesses.
    assert post(eve_here, "/api/links", secret=secret)["code"] == "code-spent"
    assert post(eve_here, "/api/links", secret=secret[:-1])["code"] == "bad-code"
    # Asking again changes nothing until the old device has said yes, to this very number.
    assert post(bob, "/api/links", secret=secret) == opened
    assert mine(bob)["profile"] is None
    seen = ada.http.get("/api/me/link").json()
    assert (seen["state"], seen["number"]) == ("opened", opened["number"])
    assert post(ada, "/api/me/link/answer", number="1", agree=True)["code"] == "code-spent"
    assert post(eve_here, "/api/me/link/answer", number=seen["number"], agree=True)["code"] == (
        "code-spent"
    )
    post(ada, "/api/me/link/answer", number=seen["number"], agree=True)
    assert post(bob, "/api/links", secret=secret)["state"] == "confirmed"
    assert mine(bob)["profile"] == mine(ada)["profile"]
    assert bob.http.get(f"/api/tables/{table}").json()["seats"][0]["yours"]
    # It was good once.
    assert post(eve_here, "/api/links", secret=secret)["code"] == "code-spent"
    assert mine(eve_here)["profile"] is None


def test_a_device_that_is_not_mine_gets_nothing(ada: Person, bob: Person) -> None:
    secret = secret_of(post(ada, "/api/me/link"))
    number = post(bob, "/api/links", secret=secret)["number"]
    post(ada, "/api/me/link/answer", number=number, agree=False)
    assert post(bob, "/api/links", secret=secret)["code"] == "code-spent"
    # A new link ends the one before.
    old = secret_of(post(ada, "/api/me/link"))
    post(ada, "/api/me/link")
    assert post(bob, "/api/links", secret=old)["code"] == "bad-code"


def test_a_passkey_needs_a_name_for_the_house(ada: Person) -> None:
    # The tests come by an IP address.
    assert mine(ada)["passkeys_here"] is False
    assert post(ada, "/api/me/passkeys/begin")["code"] == "no-passkey-here"
    assert post(ada, "/api/passkeys/begin")["code"] == "no-passkey-here"
    local = {"host": "localhost:1"}
    asked = ada.http.post("/api/passkeys/begin", json={}, headers=local).json()["options"]
    assert asked["rpId"] == "localhost"
    assert asked["allowCredentials"] == []
    new = ada.http.post("/api/me/passkeys/begin", json={}, headers=local).json()["options"]
    assert new["authenticatorSelection"]["residentKey"] == "required"
    assert guest(ada) not in json.dumps(new)


def test_a_house_without_mail_says_so(ada: Person) -> None:
    assert mine(ada)["mails"] is False
    for path in ("/api/me/mail", "/api/mail"):
        assert post(ada, path, address="ada@example.org")["code"] == "no-mail"


@pytest.mark.parametrize("path", ["/api/me/passkeys", "/api/passkeys"])
def test_what_is_no_answer_of_a_passkey_is_refused(ada: Person, path: str) -> None:
    for nonsense in ({}, {"response": 1}, {"response": {"clientDataJSON": "e30"}}):
        assert post(ada, path, credential=nonsense)["code"] == "bad-passkey"
    made_up = {"response": {"clientDataJSON": "eyJjaGFsbGVuZ2UiOiAieCJ9"}}
    assert post(ada, path, credential=made_up)["code"] == "code-spent"


def test_my_data_and_being_forgotten(ada: Person, bob: Person, server: Server) -> None:
    profile = put(ada, "Forgetme", "cloud-rose")["profile"]
    over = ada.open(me(), FREE)
    post(bob, f"/api/tables/{over}/asks", type="sit", id="b", seat=1, name="Bob")
    post(ada, f"/api/tables/{over}/moves", id="m", seat=0, move={"type": "place", "cell": "d4"})
    post(ada, f"/api/tables/{over}/moves", id="r", seat=0, move={"type": "resign"})
    going = ada.open(me(), FREE)
    post(bob, f"/api/tables/{going}/asks", type="sit", id="b", seat=1, name="Bob")
    before = bob.http.get(f"/api/tables/{over}").json()

    answer = ada.http.get("/api/me/data")
    assert "attachment" in answer.headers["content-disposition"]
    data = answer.json()
    assert data["profile"][0]["name"] == "Forgetme"
    assert {table["id"] for table in data["tables"]} == {over, going}
    records = [table["record"] for table in data["tables"] if table["record"]]
    assert records == [f"/api/tables/{over}/record"]

    cookie, old = ada.http.cookies["guest"], guest(ada)
    with bob.socket(going) as watching:
        assert ada.http.post("/api/me/forget", json={"sure": False}).json()["code"] == (
            "bad-message"
        )
        assert ada.http.post("/api/me/forget", json={"sure": True}).status_code == 200
        # Who looks at a table is told at once.
        watching.until(lambda said: said["type"] == "table" and said["seats"][0]["kind"] == "free")
    assert guest(ada) != old
    assert mine(ada)["profile"] is None
    elsewhere = Person(server, cookie)
    for person in (bob, ada, elsewhere):
        after = person.http.get(f"/api/tables/{over}").json()
        seat = after["seats"][0]
        assert (seat["kind"], seat["name"], seat["token"], seat["handle"]) == ("person", "", "", "")
        assert not seat["yours"]
        assert after["entries"] == before["entries"]
        assert after["outcome"] == before["outcome"]
        shown = json.dumps([after, person.http.get(f"/api/tables/{going}").json()])
        assert "Forgetme" not in shown
        assert profile["handle"] not in shown
    elsewhere.http.close()
    assert bob.http.get(f"/api/tables/{over}").json()["seats"][1]["yours"]
    # The name can be somebody else's now.
    assert put(bob, "Forgetme")["profile"]["name"] == "Forgetme"
