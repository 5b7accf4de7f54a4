"""The Python client against a house behind a proxy that speaks https."""

import asyncio
import datetime
import ipaddress
import os
import ssl
import subprocess
import sys
from pathlib import Path

import aiohttp
from aiohttp import web
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.serving import Server
from tests.web.people import PATIENCE

PROGRAM = """
import asyncio, sys
from inglenook.remote import AsyncClient

async def main(url):
    async with AsyncClient(url) as ada:
        made = await ada.request("PUT", "/api/me", {"name": "Ada Abroad", "token": "star-teal"})
        cookie = ada.cookie
    async with AsyncClient(url, cookie=cookie) as again:
        assert (await again.request("GET", "/api/me"))["profile"] == made["profile"]
        again.be("")
        assert (await again.request("GET", "/api/me"))["profile"] is None
        again.be(cookie)
        assert (await again.request("GET", "/api/me"))["profile"] == made["profile"]

asyncio.run(main(sys.argv[1]))
"""


def certificate(folder: Path) -> Path:
    """A file with a key and a certificate for this machine."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    day = datetime.timedelta(days=1)
    local = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    signed = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - day)
        .not_valid_after(now + day)
        .add_extension(local, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / "localhost.pem"
    file.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + signed.public_bytes(serialization.Encoding.PEM)
    )
    return file


async def proxied(house: str, file: Path) -> subprocess.CompletedProcess[str]:
    """Run the program against a proxy before a house, which says that it speaks https."""
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as session:

        async def forward(request: web.BaseRequest) -> web.Response:
            headers = {**request.headers, "X-Forwarded-Proto": "https"}
            body = await request.read()
            async with session.request(
                request.method, house + request.path, headers=headers, data=body or None
            ) as answer:
                cookie = answer.headers.get("set-cookie")
                return web.Response(
                    status=answer.status,
                    body=await answer.read(),
                    headers={"set-cookie": cookie} if cookie else {},
                    content_type="application/json",
                )

        secure = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        secure.load_cert_chain(file)
        runner = web.ServerRunner(web.Server(forward))
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0, ssl_context=secure)
        await site.start()
        port = runner.addresses[0][1]
        try:
            return await asyncio.to_thread(
                subprocess.run,
                [sys.executable, "-c", PROGRAM, f"https://127.0.0.1:{port}"],
                capture_output=True,
                text=True,
                timeout=PATIENCE,
                env={**os.environ, "SSL_CERT_FILE": str(file)},
            )
        finally:
            await runner.cleanup()


def test_a_cookie_comes_back_under_the_name_that_is_believed(
    server: Server, tmp_path: Path
) -> None:
    run = asyncio.run(proxied(server.url, certificate(tmp_path)))
    assert (run.returncode, run.stderr) == (0, "")
