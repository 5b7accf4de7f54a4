"""Coming in by a code that was mailed: to a real SMTP server on loopback."""

import os
import re
from collections.abc import Iterator

import pytest

from tests.receivers import Postbox, wait_for
from tests.serving import Server
from tests.web.people import FREE, Person, me
from tests.web.test_me import mine, post, put

ADDRESS = "Ada.L@example.org"


@pytest.fixture(scope="module")
def postbox() -> Iterator[Postbox]:
    with Postbox() as postbox:
        yield postbox


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, postbox: Postbox) -> Iterator[Server]:
    env = {
        **os.environ,
        "INGLENOOK_SMTP": f"smtp://127.0.0.1:{postbox.port}",
        "INGLENOOK_MAIL_FROM": "house@example.org",
    }
    with Server(tmp_path_factory.mktemp("mail"), env=env) as server:
        yield server


def mailed(postbox: Postbox, count: int) -> str:
    """The code in the last of so many mails."""
    wait_for(lambda: len(postbox.mails) >= count)
    found = re.search(r"\b[A-Z2-9]{6}\b", postbox.mails[count - 1].get_content())
    assert found
    return found[0]


def test_a_code_by_mail_brings_me_back(
    ada: Person, bob: Person, eve_here: Person, postbox: Postbox
) -> None:
    put(ada, "Mailed")
    table = ada.open(me(), FREE)
    assert mine(ada)["mails"] is True
    assert post(ada, "/api/me/mail", address="no address")["code"] == "bad-message"
    assert post(ada, "/api/me/mail", address=ADDRESS, language="de") == {}
    code = mailed(postbox, 1)
    assert postbox.mails[0]["subject"] == "Dein Code für Inglenook"
    assert "http" not in postbox.mails[0].get_content()
    # It is for the browser that asked, and to keep an address: nobody comes in with it.
    assert post(bob, "/api/me/mail/confirm", code=code)["code"] == "code-spent"
    assert post(ada, "/api/mail/enter", code=code)["code"] == "code-spent"
    assert mine(ada)["mail"] is None
    assert post(ada, "/api/me/mail/confirm", code=code.lower())["mail"] == ADDRESS
    assert post(ada, "/api/me/mail/confirm", code=code)["code"] == "code-spent"

    # Whether an address is known shows in nothing but the mail.
    assert post(bob, "/api/mail", address="nobody.knows@example.org") == {}
    assert post(bob, "/api/mail/enter", code="AAAAAA")["code"] == "bad-code"
    assert post(bob, "/api/mail", address=ADDRESS.upper()) == {}
    code = mailed(postbox, 2)
    assert len(postbox.mails) == 2
    assert post(eve_here, "/api/mail/enter", code=code)["code"] == "code-spent"
    assert post(bob, "/api/mail/enter", code=f" {code[:3]}-{code[3:]} ")["profile"]["name"] == (
        "Mailed"
    )
    assert bob.http.get(f"/api/tables/{table}").json()["seats"][0]["yours"]
    assert post(bob, "/api/me/mail/drop")["mail"] is None


def test_a_code_cannot_be_guessed(ada: Person, bob: Person, postbox: Postbox) -> None:
    post(ada, "/api/me/mail", address="guess@example.org")
    code = mailed(postbox, 3)
    wrong = [post(ada, "/api/me/mail/confirm", code="222222")["code"] for _ in range(5)]
    assert wrong == ["bad-code"] * 5
    assert post(ada, "/api/me/mail/confirm", code=code)["code"] == "code-spent"
    # Nobody's box is filled, whoever asks.
    asked = [post(bob, "/api/mail", address="Guess@example.org").get("code") for _ in range(5)]
    assert asked == [None] * 4 + ["too-many-tries"]
