"""The rules of a house, which its host sets in a file or in environment variables."""

import os
import tomllib
from collections.abc import Iterator, Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import fields

PREFIX = "INGLENOOK_"
"""What the name of a setting has before it as an environment variable."""
Language = Literal["en", "de", "fr", "es", "nl"]
LANGUAGES: tuple[Language, ...] = ("en", "de", "fr", "es", "nl")
SHORTEST_PASSWORD = 8
"""Characters that a password has at least."""
MAX_DAYS = 100 * 365
"""Days."""

Limit = Annotated[int, Meta(ge=1, le=1_000_000)]
Days = Annotated[int, Meta(ge=0, le=MAX_DAYS)]


class HouseRules(Struct, frozen=True, kw_only=True):
    """Each is a line of the file, or a variable: `door` is `INGLENOOK_DOOR`."""

    door: Literal["open", "password", "invitation"] = "open"
    """Who is let in: everybody, whoever knows the password, or whoever was invited."""
    password: str = ""
    """What opens the door where it needs a password."""
    tables: Literal["everyone", "profiles", "host"] = "everyone"
    """Who may open tables, look for company and bring records along."""
    languages: tuple[Language, ...] = LANGUAGES
    """What is offered; English, or else the first, is for those who read none of them."""
    keep_uploads_days: Days = 90
    """After how many days a record that was brought along is deleted; 0 for never."""
    keep_games_days: Days = 0
    """The same for finished games."""
    allowed_hosts: tuple[str, ...] = ()
    """The names by which the house may be called; none for any."""
    smtp: str = ""
    mail_from: str = ""
    webhook_allow: tuple[str, ...] = ()
    limit_tables: Limit = 60
    """New tables of one guest in an hour."""
    limit_tables_of_address: Limit = 300
    limit_records: Limit = 30
    """Records that one guest brings along in an hour."""
    limit_records_of_address: Limit = 100
    limit_names_of_address: Limit = 300
    """Profiles that are made or changed in an hour from one address."""
    limit_connections: Limit = 20
    """Connections of one guest at the same time."""
    limit_connections_of_address: Limit = 250


class BadRules(Exception):
    """The rules make no sense; `faults` says why, in one line for each mistake."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


ALLOWED = {
    "door": "open, password or invitation",
    "password": f"at least {SHORTEST_PASSWORD} characters",
    "tables": "everyone, profiles or host",
    "languages": f"one or more of {', '.join(LANGUAGES)}",
    "keep_uploads_days": f"days from 0 (for ever) to {MAX_DAYS}",
    "keep_games_days": f"days from 0 (for ever) to {MAX_DAYS}",
    "allowed_hosts": "names as games.example.org",
    "smtp": "smtp://user:password@host:port, or smtps://…",
    "mail_from": "a mail address",
    "webhook_allow": "networks as 10.0.0.0/8",
}
"""What each setting may be, in words; the rest are limits."""
A_LIMIT = "a whole number from 1 to 1000000"
SECRET = frozenset({"password", "smtp"})
"""Settings whose value is never repeated."""


def allowed(name: str) -> str:
    return ALLOWED.get(name, A_LIMIT)


def read_rules(
    file: Path | None, environ: Mapping[str, str] = os.environ, given: Mapping[str, Any] = {}
) -> HouseRules:
    """The rules; what is `given` counts before variables, and these before the file.

    BadRules if the file cannot be read, or something in it or a variable makes no sense.
    """
    faults: list[str] = []
    values: dict[str, Any] = {}
    for where, name, value in _settings(file, environ, given, faults):
        try:
            values[name] = _checked(name, value)
        except ValueError:
            said = "" if name in SECRET else f" is {value!r}"
            faults.append(f"{where}{said}; allowed: {allowed(name)}")
    rules = HouseRules(**values)
    if rules.door == "password" and not rules.password and not faults:
        faults.append(f"password is missing, as door is password; allowed: {allowed('password')}")
    if faults:
        raise BadRules(faults)
    return rules


def _settings(
    file: Path | None, environ: Mapping[str, str], given: Mapping[str, Any], faults: list[str]
) -> Iterator[tuple[str, str, Any]]:
    """Where each was set, its name and its value; those that count come last."""
    names = [field.name for field in fields(HouseRules)]
    for name, value in _read(file, faults).items() if file else ():
        if name in names:
            yield f"{file}: {name}", name, value
        else:
            faults.append(f"{file}: there is no setting {name}; there are {', '.join(names)}")
    for name in names:
        variable = PREFIX + name.upper()
        if text := environ.get(variable):
            yield variable, name, _parted(text) if _is_list(name) else text
    for name, value in given.items():
        yield f"--{name.replace('_', '-')}", name, value


def _read(file: Path, faults: list[str]) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as e:
        faults.append(f"{file}: cannot be read: {e.strerror}")
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as e:
        faults.append(f"{file}: is not TOML: {e}")
    return {}


def _checked(name: str, value: Any) -> Any:
    """The value as it is to be; ValueError if it may not be that."""
    kind = next(field.type for field in fields(HouseRules) if field.name == name)
    # A variable is a text, whatever it is about; in the file a number is one.
    lax = isinstance(value, str) and kind is not str
    made = msgspec.convert(value, kind, strict=not lax)
    if name == "languages" and not made:
        raise ValueError
    if name == "password" and len(made) < SHORTEST_PASSWORD:
        raise ValueError
    if name == "allowed_hosts" and not all(map(_is_host, made)):
        raise ValueError
    if name == "webhook_allow":
        for network in made:
            ip_network(network)
    return made


def _is_host(name: str) -> bool:
    return bool(name) and not set(name) & set("/ @?#")


def _is_list(name: str) -> bool:
    return isinstance(getattr(HouseRules(), name), tuple)


def _parted(text: str) -> list[str]:
    return text.replace(",", " ").split()
