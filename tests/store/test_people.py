"""What is kept of people: found by them, used once, and gone when they go."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from inglenook.core.game import Refused
from inglenook.server.accounts import device_rows as links
from inglenook.server.accounts import devices, recovery
from inglenook.server.accounts import passkey_rows as keys
from inglenook.server.accounts.address_rows import address_of, guest_of, keep_address
from inglenook.server.accounts.mail_codes import MailCodes
from inglenook.server.accounts.profile_rows import profiles_of
from inglenook.server.accounts.profiles import keep_profile, profile_of
from inglenook.server.bot_accounts.bots import NewBot, make_bot, owner_of_token
from inglenook.server.live.forgetting import all_about, forget
from inglenook.server.notices.channels import NewCalendar, NewMail, add_mail, make_calendar
from inglenook.server.outbound.mail import Mailer
from inglenook.server.ratings.page_rows import PageRow, keep_page
from inglenook.server.store import AttemptRow, Change, DayRow, Statement, Store
from inglenook.server.store.schema import MIGRATIONS
from inglenook.server.table.events import Sat
from inglenook.server.table.opening import open_table
from inglenook.server.table.seat_identity import sitting
from inglenook.server.transfer import bring_in
from inglenook.server.transfer.person_rows import person, persons
from inglenook.server.wire.account_messages import NewProfile
from inglenook.server.wire.table_messages import encode
from tests.store.conftest import Open

ADA, BOB = "a" * 32, "b" * 32
FILLED = (
    *("profile", "recovery_code", "device_links", "passkeys", "mail", "mail_codes"),
    *("channels", "turns", "seek", "puzzles", "days", "results", "ratings", "tables"),
    "bots",
)
"""What a person has in these tests."""


def served(anew: Open, play: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        store = anew()
        await store.start()
        try:
            await play(store)
        finally:
            await store.close()

    asyncio.run(run())


async def refused(doing: Awaitable[Any]) -> str:
    with pytest.raises(Refused) as why:
        await doing
    return why.value.code


def test_of_two_who_want_a_name_one_gets_it(anew: Open) -> None:
    async def play(store: Store) -> None:
        wanted = NewProfile("Ada", "star-teal", ("en",))
        both = await asyncio.gather(
            *(keep_profile(store, guest, wanted) for guest in (ADA, BOB)), return_exceptions=True
        )
        assert sorted(type(each).__name__ for each in both) == ["NoneType", "Refused"]
        assert len(await profiles_of(store, [ADA, BOB])) == 1

    served(anew, play)


def test_a_code_is_found_among_others(anew: Open) -> None:
    async def play(store: Store) -> None:
        codes = {guest: await recovery.make_code(store, guest) for guest in (ADA, BOB)}
        for guest, code in codes.items():
            assert await recovery.owner_of_code(store, code) == guest
        # Others may share the few bits by which a code is found.
        await store.run(Statement("UPDATE recoveries SET lookup = '0000'"))
        assert await refused(recovery.owner_of_code(store, codes[ADA])) == "bad-code"

    served(anew, play)


def test_of_two_devices_that_open_a_link_one_gets_it(anew: Open) -> None:
    async def play(store: Store) -> None:
        secret = await devices.make_link(store, ADA)
        opened = await asyncio.gather(
            *(devices.open_link(store, secret, guest) for guest in ("x", "y", "z")),
            return_exceptions=True,
        )
        won = [each for each in opened if isinstance(each, tuple)]
        lost = [each for each in opened if isinstance(each, Refused)]
        assert len(won) == 1
        assert [why.code for why in lost] == ["code-spent", "code-spent"]

    served(anew, play)


def test_a_link_opens_nothing_after_its_time(anew: Open) -> None:
    async def play(store: Store) -> None:
        past = Statement("UPDATE device_links SET ends = ends - 120001")
        secret = await devices.make_link(store, ADA)
        await store.run(past)
        assert await refused(devices.open_link(store, secret, BOB)) == "code-spent"
        assert (await devices.look_at_link(store, ADA)).state == "none"
        # Opened in time, it is to be confirmed in time as well.
        secret = await devices.make_link(store, ADA)
        linked, owner = await devices.open_link(store, secret, BOB)
        assert owner == ADA
        await store.run(past)
        assert await refused(devices.answer_link(store, ADA, linked.number, True)) == "code-spent"
        assert await refused(devices.open_link(store, secret, BOB)) == "code-spent"

    served(anew, play)


def test_a_question_to_a_passkey_is_answered_once(anew: Open) -> None:
    async def play(store: Store) -> None:
        asked = keys.ChallengeRow("c", ADA, "localhost", "http://localhost", 1000)
        await keys.ask(store, asked, 900)
        assert await keys.take(store, "c", 1001) is None
        assert await keys.take(store, "c", 1000) == asked
        assert await keys.take(store, "c", 1000) is None

    served(anew, play)


def test_an_address_is_one_persons(anew: Open) -> None:
    async def play(store: Store) -> None:
        assert await address_of(store, ADA) is None
        await store.run(*keep_address(ADA, "Ada@Example.org", 1))
        await store.run(*keep_address(ADA, "ada@example.net", 2))
        assert await address_of(store, ADA) == "ada@example.net"
        assert await guest_of(store, "ADA@example.net") == ADA
        assert await guest_of(store, "ada@example.org") is None

    served(anew, play)


def test_a_mailed_code_is_good_once_and_for_five_minutes(anew: Open) -> None:
    async def play(store: Store) -> None:
        codes = MailCodes(store, Mailer("smtp://127.0.0.1:1", "house@example.org"))
        code = await codes.keep(ADA, "ada@example.org")
        both = await asyncio.gather(
            *(codes.confirm(ADA, code) for _ in range(2)), return_exceptions=True
        )
        assert sorted(type(each).__name__ for each in both) == ["NoneType", "Refused"]
        assert await address_of(store, ADA) == "ada@example.org"
        assert await codes.enter(BOB, "somebody@example.org") is None
        late = await codes.enter(BOB, "ada@example.org")
        await store.run(Statement("UPDATE mail_codes SET ends = ends - 300001"))
        assert await refused(codes.owner(BOB, late or "")) == "code-spent"
        # Who shows that an address is theirs has it from then on.
        await codes.confirm(BOB, await codes.keep(BOB, "Ada@example.org"))
        assert await guest_of(store, "ada@example.org") == BOB
        assert await address_of(store, ADA) is None

    served(anew, play)


def test_a_person_moves_with_the_house(anew: Open) -> None:
    async def play(store: Store) -> None:
        await keep_profile(store, ADA, NewProfile("Ada", "star-teal", ("en",)))
        code = await recovery.make_code(store, ADA)
        await keys.add(store, keys.PasskeyRow("k", ADA, "localhost", "p", 0, 1, None))
        await store.run(*keep_address(ADA, "ada@example.net", 1))
        await keep_page(store, PageRow(ADA, "results"))
        await make_calendar(store, ADA, NewCalendar("nl"), "https://house.example")
        await add_mail(store, ADA, NewMail("nl", "Europe/Amsterdam"), "https://x", posts=True)
        gambit = await make_bot(store, ADA, NewBot("Gambit"))
        plays = await owner_of_token(store, gambit.token)
        assert await persons(store) == [ADA]
        was = await person(store, ADA)
        assert {row.kind for row in was.channels} == {"calendar", "mail"}
        line = encode(was)
        assert not await bring_in(store, line)
        await forget(store, ADA)
        assert await persons(store) == []
        for bad in (
            line.replace(b"star-teal", b"star-none"),
            line.replace(b'"ada","star', b'"bob","star'),
            line.replace(b'"results"', b'"secrets"'),
            line.replace(b"localhost", b"local\\u0000host"),
            line.replace(ADA.encode(), BOB.encode(), 1),
            line.replace(b'"bot-', b'"not-'),
            line.replace(b'"gambit"', b'"gambol"'),
        ):
            assert bad != line
            assert await refused(bring_in(store, bad)) == "bad-record"
        await keep_profile(store, BOB, NewProfile("ada", "star-teal"))
        assert await refused(bring_in(store, line)) == "name-taken"
        assert await persons(store) == [BOB]
        await keep_profile(store, BOB, NewProfile("Bob", "star-teal"))
        assert await bring_in(store, line)
        assert await person(store, ADA) == was
        assert await recovery.owner_of_code(store, code) == ADA
        assert await owner_of_token(store, gambit.token) == plays

    served(anew, play)


async def everything(store: Store) -> str:
    """All that lies in the store, as text."""
    tables = re.findall(r"CREATE TABLE (\w+)", "".join(MIGRATIONS))
    return repr(await store.run(*(Statement(f"SELECT * FROM {name}") for name in tables)))


def test_who_is_forgotten_is_nowhere(anew: Open) -> None:
    async def play(store: Store) -> None:
        for guest, name in ((ADA, "Adalgisa"), (BOB, "Bob")):
            await keep_profile(store, guest, NewProfile(name, "star-teal", ("en",)))
        profiles = await profiles_of(store, [ADA, BOB])
        company = [sitting(0, ADA, "", profiles[ADA]), sitting(1, BOB, "", profiles[BOB])]
        beside = [*company[:1], Sat(1, ADA, "Adalgisas sister")]
        theirs = [open_table("kewbz", {}, 2, seats, ADA)[1] for seats in (company, beside)]
        others = open_table("kewbz", {}, 2, [company[1]], BOB)[1]
        await store.commit(*theirs, others)
        for change in theirs:
            text = "UPDATE happenings SET guest = $1, ask = 'a' WHERE table_id = $2"
            await store.run(Statement(text, (ADA, change.table)))
        await make_bot(store, ADA, NewBot("Gambit"))
        await store.add_attempt(AttemptRow(ADA, "kewbz", "p", "2026-01-01", 1, 2, 1))
        await store.commit(Change("x", 1, finished=DayRow(ADA, "2026-01-01", "kewbz", "x", 5)))
        await recovery.make_code(store, ADA)
        await devices.make_link(store, ADA)
        await links.make(store, BOB, "hash", 9)
        assert await links.open_first(store, "hash", ADA, "123", 0, 9)
        asked = keys.ChallengeRow("c", ADA, "localhost", "http://localhost", 1000)
        await keys.ask(store, asked, 0)
        await keys.add(store, keys.PasskeyRow("k", ADA, "localhost", "p", 0, 1, None))
        await store.run(*keep_address(ADA, "ada@example.net", 1))
        codes = MailCodes(store, Mailer("smtp://127.0.0.1:1", "house@example.org"))
        await codes.keep(ADA, "ada@example.net")
        await store.run(
            Statement(
                """INSERT INTO results
                    VALUES (1, 0, $1, '', 'Adalgisa', 'adalgisa', 1, 7, 1, 0, 0, 0, 'kewbz', 1)""",
                (ADA,),
            ),
            Statement("INSERT INTO said VALUES (1, $1, 'ember', 1)", (ADA,)),
            Statement("INSERT INTO rating_steps VALUES (1, $1, 'kewbz', 26, 8, 25, 8)", (ADA,)),
            Statement("INSERT INTO ratings VALUES ($1, 'kewbz', 26, 8, 1)", (ADA,)),
            Statement("INSERT INTO pages VALUES ($1, 'all')", (ADA,)),
            Statement("INSERT INTO vacations VALUES ($1, 1, 2)", (ADA,)),
            Statement(
                """INSERT INTO seeks (guest, ask, name, kind, seats, strength, near, since, beat)
                    VALUES ($1, 'a', 'Adalgisa', 'kewbz', 2, 0, 0, 1, 1)""",
                (ADA,),
            ),
            Statement(
                """INSERT INTO channels (id, guest, kind, target, language, zone, made)
                    VALUES ('c', $1, 'webhook', 'somewhere', 'en', 'UTC', 1)""",
                (ADA,),
            ),
            Statement(
                """INSERT INTO outbox (guest, table_id, channel, turn, since, company)
                    VALUES ($1, $2, 'c', 1, 1, 'Bob'), ($3, $2, 'd', 1, 1, 'Adalgisa')""",
                (ADA, theirs[0].table, BOB),
            ),
        )
        before = await store.load(others.table)

        data = await all_about(store, ADA)
        assert all(data[name] for name in FILLED)
        assert [len(table["seats"]) for table in data["tables"]] in ([1, 2], [2, 1])
        assert ADA not in repr(data)
        assert set(await forget(store, ADA)) == {change.table for change in theirs}
        rest = await everything(store)
        for trace in (ADA, "Adalgisa", "Gambit", profiles[ADA].handle, "ada@example.net"):
            assert trace not in rest
        assert not any((await all_about(store, ADA)).values())
        # Others are as they were, at their seats as well.
        assert await profile_of(store, BOB)
        assert await store.load(others.table) == before
        mine = await store.by_guest(BOB, 10)
        assert {listed.row.id for listed in mine} == {theirs[0].table, others.table}
        assert profiles[BOB].handle in "".join(mine[0].events)
        # The same id stands for them everywhere, so that what is computed from games stays.
        left = await store.load(theirs[0].table), await store.load(theirs[1].table)
        assert len({stored.row.creator for stored in left if stored}) == 1

    served(anew, play)
