"""The samples in deploy/ at work: real people come through a real nginx and a real Caddy, by https.

`make test-deploy` runs it, with Debian's packages.
"""

import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.command import run
from tests.serving import Server

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = "localhost"
TABLE = {"game": "kewbz", "seats": [{"kind": "me", "name": "Ada"}, {"kind": "free"}]}
PATIENCE = 30.0
BLOCKED = "192.0.2.7"
EXPOSED = 2.0
"""What `systemd-analyze security` may say at most, of 10; 9.2 is a unit that nobody cared for."""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


@contextmanager
def running(command: list[str], port: int, **env: str) -> Iterator[None]:
    process = subprocess.Popen(command, env={"PATH": "/usr/sbin:/usr/bin:/bin", **env})
    try:
        end = time.monotonic() + PATIENCE
        while True:
            assert process.poll() is None, f"{command[0]} has ended"
            assert time.monotonic() < end
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.05)
        yield
    finally:
        process.terminate()
        try:
            process.wait(2)
        except subprocess.TimeoutExpired:
            # Caddy waits for connections that it keeps to the server.
            process.kill()
            process.wait()


def certificate(folder: Path) -> None:
    """One that says `localhost`, signed by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    (folder / "fullchain.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    (folder / "privkey.pem").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )


@contextmanager
def nginx(server: Server, folder: Path) -> Iterator[int]:
    """The sample with other ports and a certificate of our own."""
    certificate(folder)
    http, https = free_port(), free_port()
    site = (DEPLOY / "nginx.conf").read_text()
    site = site.replace("127.0.0.1:8000", f"127.0.0.1:{server.port}")
    site = site.replace("games.example.org;", f"{NAME};")
    site = re.sub(r"listen \[::\].*\n", "", site)
    site = site.replace("listen 80;", f"listen 127.0.0.1:{http};")
    site = site.replace("listen 443 ssl;", f"listen 127.0.0.1:{https} ssl;")
    site = site.replace("/etc/letsencrypt/live/games.example.org", str(folder))
    folders = " ".join(
        f"{kind}_temp_path {folder}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log stderr warn; events {{}}\n"
        f"http {{ access_log off; {folders}\n{site}\n}}\n"
    )
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    with running([program, "-c", str(folder / "nginx.conf"), "-p", str(folder)], https):
        yield https


@contextmanager
def caddy(server: Server, folder: Path) -> Iterator[int]:
    """The sample as it is, with a certificate that Caddy makes for `localhost`."""
    https = free_port()
    ports = f"https_port {https}\n\thttp_port {free_port()}"
    options = f"{{\n\tadmin off\n\tskip_install_trust\n\t{ports}\n}}"
    file = folder / "Caddyfile"
    file.write_text(f"{options}\n{(DEPLOY / 'Caddyfile').read_text()}")
    names = {
        "SITE_ADDRESS": NAME,
        "INGLENOOK_SERVERS": f"127.0.0.1:{server.port}",
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }
    with running(["caddy", "run", "--adapter", "caddyfile", "--config", str(file)], https, **names):
        yield https


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """It believes the proxies on this machine, and lets nobody in from one address."""
    with Server(tmp_path_factory.mktemp("data")) as server:
        block = ("admin", "addresses", "block", BLOCKED, "--data", str(server.data))
        assert run(*block).returncode == 0
        end = time.monotonic() + PATIENCE
        comes = {"x-forwarded-for": BLOCKED}
        while httpx.get(f"{server.url}/api/games", headers=comes).status_code != 403:
            assert time.monotonic() < end
            time.sleep(0.1)
        yield server


def first_page(web: httpx.Client) -> httpx.Response:
    """As soon as Caddy has made its certificate, and knows that the server is there."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            page = web.get("/")
        except httpx.ConnectError:
            page = httpx.Response(502)
        if page.status_code == 200:
            return page
        assert time.monotonic() < end
        time.sleep(0.1)


@pytest.mark.parametrize("proxy", [nginx, caddy])
def test_people_play_through_a_proxy(proxy: object, server: Server, tmp_path: Path) -> None:
    assert callable(proxy)
    with proxy(server, tmp_path) as port:
        origin = f"https://{NAME}:{port}"
        unknown = ssl.create_default_context()
        unknown.check_hostname = False
        unknown.verify_mode = ssl.CERT_NONE  # nobody else has signed it
        with httpx.Client(base_url=origin, verify=unknown, timeout=PATIENCE) as web:
            page = first_page(web)
            assert "; Secure" in page.headers["set-cookie"]
            assert page.headers["strict-transport-security"] == "max-age=15768000"
            assert "content-security-policy" in page.headers
            assert web.get("/metrics").status_code == 404
            opened = web.post("/api/tables", json=TABLE, headers={"origin": origin})
            assert opened.status_code == 201, opened.text
            table = opened.json()["id"]
            # What a visitor says of where they come from is not passed on.
            forged = web.get("/api/games", headers={"x-forwarded-for": BLOCKED})
            assert forged.status_code == 200
            with web.stream("GET", f"/api/tables/{table}/stream") as stream:
                assert '"type":"table"' in next(stream.iter_lines())
            cookie = "; ".join(f"{name}={value}" for name, value in web.cookies.items())
            with connect(
                f"wss://{NAME}:{port}/tables/{table}/play",
                ssl=unknown,
                origin=Origin(origin),
                additional_headers={"Cookie": cookie},
            ) as live:
                assert '"yours":true' in str(live.recv(timeout=PATIENCE))


def test_systemd_has_nothing_against_the_unit(tmp_path: Path) -> None:
    text = (DEPLOY / "inglenook.service").read_text()
    # The program is not installed here.
    (tmp_path / "inglenook.service").write_text(
        text.replace("/opt/inglenook/bin/inglenook", "/bin/true")
    )
    unit = str(tmp_path / "inglenook.service")
    found = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
    ours = [line for line in found.stderr.splitlines() if "inglenook" in line]
    assert ours == []
    said = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", unit], capture_output=True, text=True
    )
    score = re.search(r"exposure level for \S+: ([\d.]+)", said.stdout)
    assert score, said.stderr
    assert float(score[1]) <= EXPOSED
