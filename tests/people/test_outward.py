"""What may be called from inside the house: the internet, and nothing of the server's own."""

import asyncio
from collections.abc import Iterator
from ipaddress import ip_address, ip_network

import pytest
from aiohttp import web

from inglenook.core.game import Refused
from inglenook.server.notices.webhook import Webhook, require_works
from inglenook.server.outbound.safe_http import HttpAnswer, NotAllowed, NotSent, Outward, is_public
from tests.receivers import Web

LOOPBACK = (ip_network("127.0.0.0/8"),)


@pytest.fixture
def receiver() -> Iterator[Web]:
    with Web() as receiver:
        yield receiver


def post(url: str, *, allowed: bool = False, seconds: float = 10.0) -> HttpAnswer:
    async def go() -> HttpAnswer:
        outward = Outward(LOOPBACK if allowed else ())
        try:
            return await outward.post(url, b"{}", {}, seconds)
        finally:
            await outward.close()

    return asyncio.run(go())


@pytest.mark.parametrize(
    "address",
    [
        "0.0.0.0",
        "10.1.2.3",
        "100.64.0.1",
        "127.0.0.1",
        "169.254.169.254",
        "172.16.0.1",
        "192.168.1.1",
        "198.18.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "fe80::1",
        "fe80::1%eth0",
        "fd00::1",
        "fec0::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:169.254.169.254",
        "2002:7f00:1::",
        "2001:0:4136:e378:8000:63bf:80ff:fffe",
        "64:ff9b::7f00:1",
        "64:ff9b::a9fe:a9fe",
    ],
)
def test_addresses_that_are_nobody_elses(address: str) -> None:
    assert not is_public(ip_address(address))


@pytest.mark.parametrize(
    "address", ["1.1.1.1", "2606:4700::1", "::ffff:1.1.1.1", "64:ff9b::808:808"]
)
def test_addresses_on_the_internet(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.1", "2130706433", "localhost", "[::ffff:127.0.0.1]"]
)
def test_the_own_network_is_not_called_however_it_is_written(receiver: Web, host: str) -> None:
    with pytest.raises(NotSent):
        post(f"http://{host}:{receiver.port}/x")
    assert receiver.got == []


def test_nobody_learns_what_a_name_of_the_own_network_stands_for(receiver: Web) -> None:
    with pytest.raises(NotAllowed, match=r"^localhost is not on the internet$"):
        post(f"http://localhost:{receiver.port}/x")


def test_it_is_where_the_host_allows_it(receiver: Web) -> None:
    assert post(f"http://localhost:{receiver.port}/x", allowed=True).status == 200
    assert receiver.got[0].path == "/x"


def test_no_redirect_is_followed(receiver: Web) -> None:
    receiver.answers["/x"] = web.Response(status=302, headers={"location": f"{receiver.url}/y"})
    assert post(f"{receiver.url}/x", allowed=True).status == 302
    assert [got.path for got in receiver.got] == ["/x"]


def test_what_hangs_is_given_up(receiver: Web) -> None:
    receiver.answers["/x"] = None
    with pytest.raises(NotSent, match="no answer"):
        post(f"{receiver.url}/x", allowed=True, seconds=0.2)


@pytest.mark.parametrize("url", ["http://", "http://[::1", "http://a:99999/", "ftp://example.org"])
def test_what_is_no_address(url: str) -> None:
    with pytest.raises(NotSent):
        post(url)


def test_a_webhook_is_tried_three_times(receiver: Web) -> None:
    def test(url: str) -> str:
        async def go() -> None:
            outward = Outward(LOOPBACK)
            try:
                await require_works(outward, Webhook(url, "slack"), "de")
            finally:
                await outward.close()

        with pytest.raises(Refused) as refused:
            asyncio.run(go())
        assert refused.value.code == "webhook-failed"
        return refused.value.detail

    receiver.answers["/x"] = web.Response(status=500)
    receiver.answers["/y"] = web.Response(status=404)
    assert test(f"{receiver.url}/x") == "HTTP 500"
    assert len(receiver.at("/x")) == 3
    # Nothing will be there the next time, either.
    assert test(f"{receiver.url}/y") == "HTTP 404"
    assert len(receiver.at("/y")) == 1
    assert receiver.at("/y")[0].json == {"text": "Inglenook sagt dir hier, wenn du dran bist."}
