"""How much one guest and one address may ask for.

Kept in memory, by each worker for itself: N workers allow up to N times as much.
"""

import resource
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv4Address, ip_address

from inglenook.core.game import Refused
from inglenook.core.units import DAY_S
from inglenook.server.compute.job_queue import Asker
from inglenook.server.guest_ids import is_bot
from inglenook.server.http.responses import bad_token
from inglenook.server.metrics import CONNECTIONS
from inglenook.server.settings import HouseRules
from inglenook.server.wire import asks

HOUR = 3600.0
MEGABYTE = 1024 * 1024

MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 50.0, 200
"""Of one guest, over WebSockets: no person is as fast, and a bot still plays a game in a second. By
guest: closing a connection and opening another gains nothing."""
MESSAGES_OF_ADDRESS_A_SECOND, MESSAGES_OF_ADDRESS_AT_ONCE = 1000.0, 4000
"""Without a cookie, everyone is a new guest each time."""
HOPELESS = 1000
"""Messages refused after which a WebSocket is closed: answering them costs as well."""
_DEFAULT = HouseRules()
CONNECTIONS_OF_GUEST = _DEFAULT.limit_connections
"""One for each browser tab with a table in it. This and those that follow, as they are unless the
house rules set them."""
CONNECTIONS_OF_ADDRESS = _DEFAULT.limit_connections_of_address
"""A club's evening or a school class behind one router."""
TABLES_OF_GUEST, TABLES_OF_ADDRESS = _DEFAULT.limit_tables, _DEFAULT.limit_tables_of_address
"""New ones an hour. Each stays in the log for good."""
TABLES_OF_BOT, TABLES_OF_BOTS = 600, 3000
"""The same of a bot from elsewhere, and of all of them at one address: somebody answers for them,
and on a ladder there is one game after the other."""
LISTED_OF_GUEST, LISTED_OF_ADDRESS = 12, 60
"""Of these, such as stand in everybody's lobby."""
SEATS_OF_GUEST, SEATS_OF_ADDRESS = 30, 60
"""Seats taken at one table, an hour: whoever comes and goes writes into its log for good."""
RECORDS_OF_GUEST, RECORDS_OF_ADDRESS = _DEFAULT.limit_records, _DEFAULT.limit_records_of_address
"""Uploads an hour. Each is replayed, and kept for as long as the house rules say."""
BYTES_OF_GUEST, BYTES_OF_ADDRESS, BYTES_OF_HOUSE = 8 * MEGABYTE, 16 * MEGABYTE, 64 * MEGABYTE
"""Of records that are brought along in a day."""
NAMES_OF_GUEST, NAMES_OF_ADDRESS, NAMES_OF_HOUSE = 20, _DEFAULT.limit_names_of_address, 3000
"""Profiles made or changed in an hour: a name that somebody has is nobody else's. By address,
enough for a hall of 250 people who make theirs in the same hour, some of them twice."""
CHANGES_OF_GUEST, CHANGES_OF_ADDRESS, CHANGES_OF_HOUSE = 60, 600, 6000
"""Changes an hour of how somebody is told, and of what their page shows. With a webhook, another
server is called."""
ANSWERS_OF_GUEST, ANSWERS_OF_ADDRESS, ANSWERS_OF_HOUSE = 600, 6000, 30_000
"""Final answers to puzzles in an hour, a row each. By address, enough for a class of 30 of whom
each gives three a minute."""
PASSKEYS_OF_GUEST, PASSKEYS_OF_ADDRESS, PASSKEYS_OF_HOUSE = 60, 600, 6000
"""Questions to browsers about passkeys in an hour, a row each for five minutes."""
MAILS_OF_GUEST, MAILS_OF_ADDRESS = 20, 60
"""Codes an hour that somebody has sent by mail."""
MAILS_TO_ADDRESS = 5
"""Codes an hour that are sent to one mail address, whoever asks for them."""
CODES_OF_GUEST, CODES_OF_ADDRESS = 20, 300
"""Codes, links and bots that are made, codes and passwords that are typed in, and vacations, an
hour. By address, enough for a hall of 250 people who come through its door in the same hour."""
TRIES_OF_GUEST, TRIES_OF_ADDRESS = 20, 60
"""Codes and passwords an hour that are typed in, and are wrong."""
WRONG_TOKENS_OF_ADDRESS = 60
"""Tokens an hour that no bot has: each costs a look into the store. The same one again does not."""
REMEMBERED_TOKENS = 10_000
"""Tokens that were looked up lately; as many again of wrong ones."""
PHRASES_A_SECOND, PHRASES_AT_ONCE = 0.5, 3
"""Of one guest: enough for a greeting, too few to pester anybody."""
REQUESTS_A_SECOND, REQUESTS_AT_ONCE = 100.0, 500
"""Of one address over HTTP: asking for everything again and again must not starve the tables."""
FILES_A_SECOND, FILES_AT_ONCE = 200.0, 3000
"""The same of pages and files: a class that opens the house at once asks for some thousand."""
IDLE = HOUR
"""Seconds without any message after which a WebSocket is closed. Browsers ping every 15 s."""

SOCKETS_OF_ADDRESS = 500
"""Connections, whatever they are used for: a browser has up to six besides its WebSockets. Only
where the server sees who connects: with a proxy before it, that one counts."""
SOCKETS_OF_HOUSE = 20_000
"""The same of everyone together, if the system lets a process have as many."""
OTHER_FILES = 200
"""Files that a server needs besides."""

SWEEP_ABOVE_BUCKETS = 1000
"""With no more buckets than this, it is not worth looking for ones to forget."""


class Bucket:
    """Tokens: `most` at once, and `rate` a second in the long run."""

    __slots__ = ("_at", "_left", "_most", "_rate")

    def __init__(self, rate: float, most: int) -> None:
        self._rate = rate
        self._most = most
        self._left = float(most)
        self._at = time.monotonic()

    def take(self, tokens: int = 1) -> bool:
        """Take so many tokens, if they are there."""
        now = time.monotonic()
        left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at, self._left = now, left - tokens if left >= tokens else left
        return left >= tokens

    def put_back(self, tokens: int = 1) -> None:
        """Give back so many tokens that were taken for nothing."""
        self._left = min(self._most, self._left + tokens)

    @property
    def full(self) -> bool:
        return self._left + (time.monotonic() - self._at) * self._rate >= self._most


class Buckets:
    """A bucket for everyone who took something lately."""

    def __init__(self, rate: float, most: int) -> None:
        self._rate = rate
        self._most = most
        self._of: dict[str, Bucket] = {}
        self._look_through_at = SWEEP_ABOVE_BUCKETS

    def __len__(self) -> int:
        return len(self._of)

    def take(self, who: str, tokens: int = 1) -> bool:
        bucket = self._of.get(who)
        if bucket is None:
            if len(self._of) >= self._look_through_at:
                self._forget()
            bucket = self._of[who] = Bucket(self._rate, self._most)
        return bucket.take(tokens)

    def put_back(self, who: str) -> None:
        """Give back a token that somebody took for nothing."""
        if bucket := self._of.get(who):
            bucket.put_back()

    def _forget(self) -> None:
        """A full bucket is as good as a new one."""
        self._of = {who: bucket for who, bucket in self._of.items() if not bucket.full}
        self._look_through_at = max(SWEEP_ABOVE_BUCKETS, 2 * len(self._of))


class Hourly:
    """What each guest, each address and the house may do in an hour."""

    def __init__(self, of_guest: int, of_address: int, of_house: int | None = None) -> None:
        """Without `of_house`, the house has no limit."""
        self._of_guest = _hourly(of_guest)
        self._of_address = _hourly(of_address)
        self._of_house = Bucket(of_house / HOUR, of_house) if of_house else None

    def take(self, address: str, guest: str) -> bool:
        """Whether all three allow it once more. What one of them refuses counts for none."""
        home = household(address)
        # The address first: without a cookie, everyone is a new guest each time.
        if home and not self._of_address.take(home):
            return False
        if self._of_guest.take(guest):
            if self._of_house is None or self._of_house.take():
                return True
            self._of_guest.put_back(guest)
        if home:
            self._of_address.put_back(home)
        return False

    def put_back(self, address: str, guest: str) -> None:
        """Give back what was taken once: it does not count after all."""
        self._of_guest.put_back(guest)
        if home := household(address):
            self._of_address.put_back(home)
        if self._of_house:
            self._of_house.put_back()


class Remembered:
    """The latest of many texts, and no more than so many."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._texts: dict[str, None] = {}

    def __contains__(self, text: str) -> bool:
        return text in self._texts

    def add(self, text: str) -> None:
        self._texts.pop(text, None)
        self._texts[text] = None
        if len(self._texts) > self._most:
            del self._texts[next(iter(self._texts))]

    def drop(self, text: str) -> None:
        self._texts.pop(text, None)


class OpenConnections:
    """All connections of a process, from where they come."""

    def __init__(self) -> None:
        self._of: Counter[str] = Counter()
        self._all = 0

    def __len__(self) -> int:
        return self._all

    def enter(self, household: str) -> bool:
        """Count one more; whether there is room for it."""
        self._of[household] += 1
        self._all += 1
        if household and self._of[household] > SOCKETS_OF_ADDRESS:
            return False
        files = resource.getrlimit(resource.RLIMIT_NOFILE)[0] - OTHER_FILES
        return self._all <= min(SOCKETS_OF_HOUSE, files)

    def leave(self, household: str) -> None:
        self._of[household] -= 1
        self._all -= 1
        if not self._of[household]:
            del self._of[household]


class Rate:
    """The messages of one connection."""

    __slots__ = ("_guest", "_household", "_of_address", "_of_guest", "_refused")

    def __init__(self, messages: tuple[Buckets, Buckets], guest: str, household: str) -> None:
        """`messages` are the buckets of guests, and of addresses."""
        self._of_guest, self._of_address = messages
        self._guest = guest
        self._household = household
        self._refused = 0

    def take(self) -> bool:
        """Whether one more message may be answered; if not, it is refused as `too-fast`."""
        household = self._household
        if (not household or self._of_address.take(household)) and self._of_guest.take(self._guest):
            if self._refused:
                self._refused -= 1
            return True
        self._refused += 1
        return False

    @property
    def hopeless(self) -> bool:
        """Whether so many were refused that the connection is to be closed."""
        return self._refused >= HOPELESS


class Limits:
    """Everything raises Refused with the limit's own code."""

    def __init__(self, rules: HouseRules | None = None) -> None:
        """Some of them are set by the house rules."""
        self._rules = rules = rules or HouseRules()
        self._requests = Buckets(REQUESTS_A_SECOND, REQUESTS_AT_ONCE)
        self._files = Buckets(FILES_A_SECOND, FILES_AT_ONCE)
        self._messages = (
            Buckets(MESSAGES_A_SECOND, MESSAGES_AT_ONCE),
            Buckets(MESSAGES_OF_ADDRESS_A_SECOND, MESSAGES_OF_ADDRESS_AT_ONCE),
        )
        self._phrases = Buckets(PHRASES_A_SECOND, PHRASES_AT_ONCE)
        self._tables = _hourly(rules.limit_tables), _hourly(rules.limit_tables_of_address)
        self._listed = _hourly(LISTED_OF_GUEST), _hourly(LISTED_OF_ADDRESS)
        self._seats = _hourly(SEATS_OF_GUEST), _hourly(SEATS_OF_ADDRESS)
        self._tables_of_bots = _hourly(TABLES_OF_BOT), _hourly(TABLES_OF_BOTS)
        self._records = _hourly(rules.limit_records), _hourly(rules.limit_records_of_address)
        self._bytes = _daily(BYTES_OF_GUEST), _daily(BYTES_OF_ADDRESS)
        self._bytes_of_house = Bucket(BYTES_OF_HOUSE / DAY_S, BYTES_OF_HOUSE)
        of_address = rules.limit_names_of_address
        self._names = Hourly(NAMES_OF_GUEST, of_address, max(NAMES_OF_HOUSE, of_address))
        self._changes = Hourly(CHANGES_OF_GUEST, CHANGES_OF_ADDRESS, CHANGES_OF_HOUSE)
        self._answers = Hourly(ANSWERS_OF_GUEST, ANSWERS_OF_ADDRESS, ANSWERS_OF_HOUSE)
        self._passkeys = Hourly(PASSKEYS_OF_GUEST, PASSKEYS_OF_ADDRESS, PASSKEYS_OF_HOUSE)
        self._mails = Hourly(MAILS_OF_GUEST, MAILS_OF_ADDRESS)
        self._mails_to = _hourly(MAILS_TO_ADDRESS)
        self._codes = Hourly(CODES_OF_GUEST, CODES_OF_ADDRESS)
        self._tries = Hourly(TRIES_OF_GUEST, TRIES_OF_ADDRESS)
        self._connections: Counter[tuple[str, str]] = Counter()
        self._wrong_tokens_of_address = _hourly(WRONG_TOKENS_OF_ADDRESS)
        self._tokens = Remembered(REMEMBERED_TOKENS)
        self._wrong_tokens = Remembered(REMEMBERED_TOKENS)

    def request(self, address: str) -> None:
        """One request or handshake over HTTP."""
        if (home := household(address)) and not self._requests.take(home):
            raise Refused("too-fast", detail=f"at most {REQUESTS_A_SECOND:.0f} requests a second")

    def file(self, address: str) -> None:
        """One page, or a file of one."""
        if (home := household(address)) and not self._files.take(home):
            raise Refused("too-fast", detail=f"at most {FILES_A_SECOND:.0f} files a second")

    def request_with_token(self, address: str, token: str) -> None:
        """One request that came with a token, of which this is the hash.

        If it is a bot's, the request counts as a message over a WebSocket does. Until that is
        known, it counts as any other request: a token that somebody made up buys nothing.
        """
        if token not in self._tokens:
            self.request(address)
        elif not self.rate(address, token).take():
            raise Refused("too-fast", detail=f"at most {MESSAGES_A_SECOND:.0f} requests a second")

    @contextmanager
    def look_at_token(self, address: str, token: str) -> Iterator[None]:
        """One look into the store at whose token it is, of which this is the hash.

        Only looks that end with Refused count. Refused `bad-token` if the last look found nobody:
        no token becomes good later.
        """
        if token in self._wrong_tokens:
            raise bad_token()
        counted = household(address) if token not in self._tokens else ""
        if counted and not self._wrong_tokens_of_address.take(counted):
            raise Refused("too-many-tries", detail=f"at most {WRONG_TOKENS_OF_ADDRESS} an hour")
        try:
            yield
            self._tokens.add(token)
        except Refused:
            self._tokens.drop(token)
            self._wrong_tokens.add(token)
            counted = ""
            raise
        finally:
            if counted:
                self._wrong_tokens_of_address.put_back(counted)

    def table(self, address: str, guest: str) -> None:
        """One new table."""
        kind = self._tables_of_bots if is_bot(guest) else self._tables
        most = TABLES_OF_BOT if is_bot(guest) else self._rules.limit_tables
        if not _both(kind, address, guest):
            raise Refused("too-many-tables", detail=f"at most {most} an hour")

    def listed(self, address: str, guest: str) -> None:
        """One new table in everybody's lobby."""
        if not is_bot(guest) and not _both(self._listed, address, guest):
            raise Refused("too-many-tables", detail=f"at most {LISTED_OF_GUEST} listed an hour")

    def seat(self, address: str, guest: str, table: str) -> None:
        """One seat taken at a table."""
        of_guest, of_address = self._seats
        home = household(address)
        crowded = home and not of_address.take(f"{home} {table}")
        if crowded or not of_guest.take(f"{guest} {table}"):
            raise Refused("too-fast", detail=f"at most {SEATS_OF_GUEST} seats an hour at a table")

    def ask(self, address: str, guest: str, table: str, ask: asks.Ask) -> None:
        """One ask at a table, if it is of a kind that costs more than others."""
        match ask:
            case asks.Rematch():
                self.table(address, guest)
            case asks.Phrase():
                self.phrase(guest)
            case asks.Sit():
                self.seat(address, guest, table)

    def phrase(self, guest: str) -> None:
        """One phrase said to the others at a table."""
        if not self._phrases.take(guest):
            raise Refused("too-fast", detail="at most one phrase every two seconds")

    def record(self, address: str, guest: str) -> None:
        """One record uploaded."""
        if not _both(self._records, address, guest):
            raise Refused("too-many-records", detail=f"at most {self._rules.limit_records} an hour")

    def record_bytes(self, address: str, guest: str, size: int) -> None:
        """So many bytes of a record that will be kept."""
        if not _both(self._bytes, address, guest, size) or not self._bytes_of_house.take(size):
            raise Refused("too-many-records", detail="so much is not kept in one day")

    def name(self, address: str, guest: str) -> None:
        """One profile made, or changed."""
        if not self._names.take(address, guest):
            raise Refused("too-many-changes", detail=f"at most {NAMES_OF_GUEST} an hour")

    def change(self, address: str, guest: str) -> None:
        """One change of how somebody is told that it is their turn, or of what their page shows."""
        if not self._changes.take(address, guest):
            raise Refused("too-many-changes", detail=f"at most {CHANGES_OF_GUEST} an hour")

    def answer(self, address: str, guest: str) -> None:
        """One final answer to a puzzle."""
        if not self._answers.take(address, guest):
            raise Refused("too-many-tries", detail=f"at most {ANSWERS_OF_GUEST} an hour")

    def passkey(self, address: str, guest: str) -> None:
        """One question to a browser that is to make a passkey, or to show one."""
        if not self._passkeys.take(address, guest):
            raise Refused("too-many-tries", detail=f"at most {PASSKEYS_OF_GUEST} an hour")

    def mail(self, address: str, guest: str, to: str) -> None:
        """One mail that somebody wants to have sent there."""
        if not self._mails.take(address, guest):
            raise Refused("too-many-tries", detail=f"at most {MAILS_OF_GUEST} an hour")
        if not self._mails_to.take(to):
            raise Refused("too-many-tries", detail=f"at most {MAILS_TO_ADDRESS} an hour")

    def code(self, address: str, guest: str) -> None:
        """One code, link or bot that is to be made, or one vacation."""
        if not self._codes.take(address, guest):
            raise Refused("too-many-tries", detail=f"at most {CODES_OF_GUEST} an hour")

    @contextmanager
    def attempt(self, address: str, guest: str) -> Iterator[None]:
        """One try to come in with a code or a password. It counts as a code; if it ends with
        Refused, it counts as a wrong one, too."""
        # Counted before it is known: many at once could try more than that otherwise.
        if not self._tries.take(address, guest):
            raise Refused("too-many-tries", detail=f"at most {TRIES_OF_GUEST} wrong ones an hour")
        if not self._codes.take(address, guest):
            self._tries.put_back(address, guest)
            raise Refused("too-many-tries", detail=f"at most {CODES_OF_GUEST} an hour")
        wrong = False
        try:
            yield
        except Refused:
            wrong = True
            raise
        finally:
            if not wrong:
                self._tries.put_back(address, guest)

    @contextmanager
    def connection(self, address: str, guest: str) -> Iterator[None]:
        """One WebSocket or stream, as long as it is open. Counted here for `/metrics`, too."""
        self.request(address)  # opening one again and again costs more than keeping it
        mine = [(("guest", guest), self._rules.limit_connections)]
        if home := household(address):
            mine.append((("address", home), self._rules.limit_connections_of_address))
        if any(self._connections[whose] >= most for whose, most in mine):
            raise Refused("too-many-connections", detail="close some of those that are open")
        self._connections.update(whose for whose, _ in mine)
        try:
            with CONNECTIONS.track_inprogress():
                yield
        finally:
            for whose, _ in mine:
                self._connections[whose] -= 1
                if not self._connections[whose]:
                    del self._connections[whose]

    def rate(self, address: str, guest: str) -> Rate:
        """For the messages of one connection."""
        return Rate(self._messages, guest, household(address))


def asker(address: str, guest: str) -> Asker:
    """On whose account something is computed for a guest who comes from there."""
    return Asker(household(address) or guest, guest)


def _hourly(most: int) -> Buckets:
    return Buckets(most / HOUR, most)


def _daily(most: int) -> Buckets:
    return Buckets(most / DAY_S, most)


def _both(of: tuple[Buckets, Buckets], address: str, guest: str, tokens: int = 1) -> bool:
    of_guest, of_address = of
    home = household(address)
    # The address first: without a cookie, everyone is a new guest each time.
    return (not home or of_address.take(home, tokens)) and of_guest.take(guest, tokens)


@lru_cache(4096)
def household(address: str) -> str:
    """Whom an address stands for; nobody ("") if it is this machine, or a proxy on it."""
    try:
        # The network card behind a `%` is the visitor's own affair.
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address and "?"
    if not isinstance(ip, IPv4Address):
        if ip.ipv4_mapped is None:
            # Everyone is given 2⁶⁴ IPv6 addresses.
            return "" if ip.is_loopback else ip.exploded[:19]
        ip = ip.ipv4_mapped
    return "" if ip.is_loopback else str(ip)
