"""Mail, against a real SMTP server on loopback."""

import asyncio
from collections.abc import Iterator
from datetime import datetime

import pytest

from inglenook.core.game import Refused
from inglenook.server.accounts.address_rows import keep_address
from inglenook.server.notices.channels import NewMail, add_mail
from inglenook.server.notices.mail_texts import next_morning, require_zone
from inglenook.server.notices.notifier import Teller
from inglenook.server.outbound.mail import Mailer, MailFailed
from inglenook.server.outbound.outbound_settings import Reach, reach
from inglenook.server.store import NEVER, Change, TableRow, TurnBegun, Turns, wall_ms
from inglenook.server.store.outbox import channels_of, kinds_due, next_digest
from tests.receivers import Postbox
from tests.store.conftest import Open
from tests.store.conftest import anew as anew


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


def test_digests_go_out_in_the_morning() -> None:
    def at(text: str) -> int:
        return int(datetime.fromisoformat(text).timestamp() * 1000)

    berlin = next_morning("Europe/Berlin", at("2026-11-16T05:59:00+00:00"))
    assert berlin == at("2026-11-16T06:00:00+00:00")
    assert next_morning("Europe/Berlin", berlin) == at("2026-11-17T06:00:00+00:00")
    # The clocks go forward that night.
    assert next_morning("Europe/Berlin", at("2026-03-28T12:00:00+00:00")) == at(
        "2026-03-29T07:00+02:00"
    )
    assert next_morning("Pacific/Auckland", at("2026-11-16T12:00:00+00:00")) == at(
        "2026-11-17T07:00+13:00"
    )
    with pytest.raises(Refused, match="bad-zone"):
        require_zone("Europe/Atlantis")
    with pytest.raises(Refused, match="bad-zone"):
        require_zone("../../etc/passwd")


def test_a_digest_names_the_shortest_time_first_and_how_to_end_it(box: Postbox, anew: Open) -> None:
    async def go() -> None:
        store = anew()
        await store.start()
        now = wall_ms()
        mailer = Mailer(f"smtp://127.0.0.1:{box.port}", "house@example.org")
        await store.run(*keep_address("ada", "ada@example.org", 1))
        new = NewMail("de", "Europe/Berlin")
        await add_mail(store, "ada", new, "https://house.example", posts=True)
        (channel,) = await channels_of(store, "ada")
        assert channel.due == next_morning("Europe/Berlin", now)
        for table, days in (("later", 3), ("soon", 1)):
            end = now + days * 86_400_000 + 60_000
            turn = TurnBegun("ada", table, now, end, "Bob", NEVER, NEVER)
            await store.commit(Change(table, now, turns=Turns(begun=(turn,))))
        await next_digest(store, channel, now)
        # With several workers, too, it is one mail.
        tellers = [Teller(store, Reach(mailer)) for _ in range(3)]
        for teller in tellers:
            await teller.start()
        async with asyncio.timeout(60):
            while channel.due != next_morning("Europe/Berlin", now) or not box.mails:
                await asyncio.sleep(0.02)
                (channel,) = await channels_of(store, "ada")
        for teller in tellers:
            await teller.close()
        await store.close()

    asyncio.run(go())
    (mail,) = box.mails
    assert mail["To"] == "ada@example.org"
    assert mail["Subject"] == "Du bist in 2 Spielen dran"
    text = mail.get_content()
    assert text.index("/t/soon") < text.index("/t/later")
    assert "mit Bob, noch 1 T" in text
    stop = mail["List-Unsubscribe"].strip("<>")
    assert stop.startswith("https://house.example/unsubscribe/")
    assert stop in text
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_a_reminder_when_most_of_the_time_is_used(box: Postbox, anew: Open) -> None:
    async def go() -> None:
        store = anew()
        await store.start()
        now = wall_ms()
        await store.run(*keep_address("ada", "ada@example.org", 1))
        await add_mail(store, "ada", NewMail("en"), "https://house.example", posts=True)
        turn = TurnBegun("ada", "t", now, now + 7_260_000, "Bob", now, NEVER)
        await store.commit(Change("t", now, turns=Turns(begun=(turn,))))
        teller = Teller(store, Reach(Mailer(f"smtp://127.0.0.1:{box.port}", "house@example.org")))
        await store.commit(
            Change(
                "t",
                now,
                opened=TableRow("t", "konexi", 1, 2, {}, "s", "bob", now),
                status="playing",
            )
        )
        await teller.start()
        async with asyncio.timeout(60):
            while await kinds_due(store, NEVER - 1) or not box.mails:
                await asyncio.sleep(0.02)
        await teller.close()
        await store.close()

    asyncio.run(go())
    (mail,) = box.mails
    assert mail["Subject"] == "2 h left for your move in Konexi"


def test_who_may_not_have_mails(anew: Open) -> None:
    async def go() -> None:
        store = anew()
        await store.start()
        with pytest.raises(Refused, match="no-mail-here"):
            await add_mail(store, "ada", NewMail(), "https://house.example", posts=False)
        with pytest.raises(Refused, match="no-address"):
            await add_mail(store, "ada", NewMail(), "https://house.example", posts=True)
        await store.close()

    asyncio.run(go())
