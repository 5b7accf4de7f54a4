"""The tokens of bots that this user has put on servers, in a file that only they can read."""

import os
from pathlib import Path

import msgspec
from msgspec import Struct

from inglenook.core.game import Refused
from inglenook.remote.wire import AsyncClient


class _House(Struct):
    """What is kept of a server."""

    cookie: str = ""
    """Who the author is there."""
    tokens: dict[str, str] = {}
    """By the name of the bot."""


def tokens_file() -> Path:
    folder = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(folder) / "inglenook/bots.json"


async def known_bot(client: AsyncClient, name: str, author: str) -> None:
    """Let a client be the bot of that name: one that is in the file, or a new one.

    Refused `no-profile` if it is new, and nobody answers for it.
    """
    houses = _load()
    house = houses.setdefault(client.url, _House())
    client.token = house.tokens.get(name)
    if client.token:
        try:
            await client.request("GET", "/api/bots")
        except Refused as e:
            if e.code != "bad-token":
                raise
            client.token = None  # it was revoked, or the house is another one
        else:
            return
    if not author:
        raise Refused("no-profile", detail=f"{name} is new there: say who answers with --author")
    client.be(house.cookie)
    house.tokens[name] = await client.register(name, author)
    house.cookie = client.cookie or ""
    _save(houses)


def _load() -> dict[str, _House]:
    try:
        return msgspec.json.decode(tokens_file().read_bytes(), type=dict[str, _House])
    except FileNotFoundError:
        return {}
    except msgspec.DecodeError as e:
        raise Refused("bad-file", detail=f"{tokens_file()}: {e}") from None


def _save(houses: dict[str, _House]) -> None:
    file = tokens_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_suffix(".new")
    new.touch(mode=0o600)
    new.write_bytes(msgspec.json.format(msgspec.json.encode(houses)))
    new.replace(file)
