"""Let wapiti, a scanner that nobody here wrote, look at a server of its own: `make scan`.

It is told of every address of the API by our OpenAPI document, and of the client's pages. What it
finds is printed; anything above low ends this with status 1.
"""

import json
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx

WAPITI = Path(".venv/scan/bin/wapiti")
MODULES = (
    *("cookieflags", "crlf", "csp", "csrf", "exec", "file", "http_headers", "ldap", "methods"),
    *("permanentxss", "redirect", "shellshock", "sql", "upload", "xss"),
)
"""All that fits: the others look for programs that are not here, for TLS, or ask the internet."""
STREAMS = ("/api/events", "/api/tables/*/stream")
LEVELS = ("info", "low", "medium", "high", "critical")
SECONDS, OF_A_MODULE = 120, 60
"""For finding addresses, and for each kind of attack."""


def furnish(base: str) -> list[str]:
    """Something to look at: a game under way and one that is over; the pages of these."""
    with httpx.Client(base_url=base) as ada:
        me = {"kind": "me", "name": "Ada"}
        new = {"game": "kewbz", "seats": [me, me]}
        going, over = (ada.post("/api/tables", json=new).json()["id"] for _ in range(2))
        resign = {"id": "1", "seat": 0, "move": {"type": "resign"}}
        ada.post(f"/api/tables/{over}/moves", json=resign).raise_for_status()
    pages = ("/", "/play/kewbz", "/rules/prolix", "/learn/conex", "/day", "/me", "/leaders")
    return [base + path for path in (*pages, f"/t/{going}", f"/replay/{over}")]


def scan(base: str, pages: list[str], folder: Path) -> dict[str, Any]:
    report = folder / "report.json"
    starts = [option for page in pages for option in ("-s", page)]
    # What never ends would keep it reading.
    starts += [option for path in STREAMS for option in ("-x", base + path)]
    command = [
        *(str(WAPITI), "-u", f"{base}/", "--swagger", f"{base}/api/openapi.json", *starts),
        *("-m", ",".join(MODULES), "--scope", "folder", "--no-bugreport", "--flush-session"),
        *("--max-scan-time", str(SECONDS), "--max-attack-time", str(OF_A_MODULE)),
        *("--store-session", str(folder), "-f", "json", "-o", str(report), "-v", "0"),
    ]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    found: dict[str, Any] = json.loads(report.read_text())
    return found


def main() -> int:
    with TemporaryDirectory() as name:
        folder = Path(name)
        inglenook = Path(sys.executable).with_name("inglenook")
        command = [str(inglenook), "serve", "--port", "0", "--data", str(folder / "data")]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout
        try:
            opened = re.search(r":(\d+)\s*$", server.stdout.readline())
            assert opened, "the server did not start"
            base = f"http://127.0.0.1:{opened[1]}"
            report = scan(base, furnish(base), folder)
        finally:
            server.terminate()
            server.wait()
            server.stdout.close()
    said = [
        (fault["level"], kind, fault["method"], fault["path"], fault["info"])
        for part in ("vulnerabilities", "anomalies")
        for kind, faults in report[part].items()
        for fault in faults
    ]
    for level, kind, method, path, info in sorted(said, reverse=True):
        print(f"{LEVELS[level]}: {kind}: {method} {path}: {info}")  # noqa: T201
    worst = max((level for level, *_ in said), default=0)
    crawled = report["infos"].get("crawled_pages_nbr", "?")
    print(f"{crawled} addresses, {len(said)} findings, the worst: {LEVELS[worst]}")  # noqa: T201
    return int(worst > LEVELS.index("low"))


if __name__ == "__main__":
    sys.exit(main())
