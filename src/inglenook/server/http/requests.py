"""What a request brings along: its body, the numbers in its address, and a stream of answers."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Protocol

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request

from inglenook.core.game import Refused
from inglenook.core.units import Seat, Seq

MAX_BODY_BYTES = 16 * 1024
"""Bytes of a message or a body."""
HEARTBEAT = 20.0
"""Seconds of silence after which a stream sends an empty line, to find out who has gone."""
RequireMayOpen = Callable[[Request, str], Awaitable[None]]


class Speaker(Protocol):
    """What has messages for a stream."""

    async def next(self) -> bytes | None:
        """Wait for the next message; None after the last."""


async def messages(connection: Speaker) -> AsyncIterator[bytes]:
    while True:
        try:
            message = await asyncio.wait_for(connection.next(), HEARTBEAT)
        except TimeoutError:
            message = b""
        if message is None:
            return
        yield message + b"\n"


def since(connection: HTTPConnection) -> Seq:
    """The last entry the asker has; Refused `bad-since` if it is not a number."""
    try:
        return int(connection.query_params.get("since", "-1"))
    except ValueError:
        raise Refused("bad-since", detail="since is the seq of an entry, or -1") from None


def seat(request: Request) -> Seat:
    """The seat that is asked about; Refused `no-such-seat` if it is not a number."""
    try:
        return int(request.query_params.get("seat", ""))
    except ValueError:
        raise Refused("no-such-seat", detail="seat is a number, from 0") from None


async def content(request: Request, most: int) -> bytes:
    """The request's body; Refused `too-large` without reading on if it has more bytes.

    And `bad-message` if its sender went away meanwhile: nobody hears that, and nothing happens.
    """
    data = bytearray()
    try:
        async for chunk in request.stream():
            data += chunk
            if len(data) > most:
                raise Refused("too-large", detail=f"at most {most} bytes")
    except ClientDisconnect:
        raise Refused("bad-message", detail="cut short") from None
    return bytes(data)


async def body(request: Request, kind: Any) -> Any:
    """The request's body as that type; Refused `too-large` or `bad-message`."""
    data = await content(request, MAX_BODY_BYTES)
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
        raise Refused("bad-message", detail=str(e)) from None
