"""Mail, against a real SMTP server on loopback."""

import asyncio
from collections.abc import Iterator

import pytest

from inglenook.people.mail import Mailer, MailFailed
from inglenook.people.reach import reach
from tests.receivers import Postbox


@pytest.fixture
def box() -> Iterator[Postbox]:
    with Postbox() as box:
        yield box


def send(mailer: Mailer, to: str = "ida@example.org", subject: str = "Grüße") -> None:
    asyncio.run(mailer.send(to, subject, "Du bist dran: Öfen\n", {"List-Unsubscribe": "<x:y>"}))


def test_a_mail_arrives_as_it_was_written(box: Postbox) -> None:
    send(Mailer(f"smtp://127.0.0.1:{box.port}", "Das Haus <house@example.org>"))
    (mail,) = box.mails
    assert mail["From"] == "Das Haus <house@example.org>"
    assert mail["To"] == "ida@example.org"
    assert mail["Subject"] == "Grüße"
    assert mail["List-Unsubscribe"] == "<x:y>"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["Message-ID"].endswith("@example.org>")
    assert mail.get_content().strip() == "Du bist dran: Öfen"


def test_a_password_may_have_any_character(box: Postbox) -> None:
    send(Mailer(f"smtp://house:p%40ss%2Fword@127.0.0.1:{box.port}", "house@example.org"))
    assert box.passwords == [b"p@ss/word"]
    assert len(box.mails) == 1
    with pytest.raises(MailFailed, match="535"):
        send(Mailer(f"smtp://house:wrong@127.0.0.1:{box.port}", "house@example.org"))
    assert len(box.mails) == 1


def test_what_is_not_taken_is_said_in_one_line(box: Postbox) -> None:
    mailer = Mailer(f"smtp://127.0.0.1:{box.port}", "house@example.org")
    with pytest.raises(MailFailed, match="nobody of that name"):
        send(mailer, "nobody@example.org")
    with pytest.raises(MailFailed):
        send(mailer, subject="Two\r\nBcc: everybody@example.org")
    with pytest.raises(MailFailed):
        send(mailer, "no address")
    assert box.mails == []


def test_a_server_that_is_not_there() -> None:
    with pytest.raises(MailFailed):
        send(Mailer("smtp://127.0.0.1:1", "house@example.org"))


def test_no_password_goes_over_a_network_in_the_open(box: Postbox) -> None:
    # The same machine under another name: it offers no TLS.
    with pytest.raises(MailFailed, match="STARTTLS"):
        send(Mailer(f"smtp://house:p%40ss%2Fword@127.0.0.2:{box.port}", "house@example.org"))
    assert box.passwords == []


@pytest.mark.parametrize(
    ("url", "sender", "why"),
    [
        ("http://mail.example.org", "a@example.org", "smtp://"),
        ("smtp://", "a@example.org", "smtp://"),
        ("smtp://mail.example.org:99999", "a@example.org", "port"),
        ("smtp://mail.example.org", "nobody", "no mail address"),
        ("smtp://mail.example.org", None, "needs both"),
        (None, "a@example.org", "needs both"),
    ],
)
def test_settings_that_make_no_sense(url: str | None, sender: str | None, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        reach(url, sender, [])
