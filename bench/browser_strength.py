"""How strong the player in the browser is: `python -m bench.browser_strength`.

Each of its strengths plays levels of Kewbz in Chromium, in the worker that plays there: pairs of
games from the same four random moves, seats swapped. `--pairs` makes it more or fewer.
"""

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from playwright.sync_api import Page
from rich.console import Console
from rich.table import Table

from inglenook.contests.arena import Result, duel, elo
from inglenook.contests.arena.rounds import OPENING
from inglenook.core.bot import Answer, Level
from inglenook.core.game import Rng
from inglenook.core.match import Match
from inglenook.games.kewbz import rules
from tests.browser.browsers import chromium
from tests.browser.test_mind import script
from tests.serving import Server

# Levels that think so deep and no clock stops: how busy the machine is changes nothing.
AGAINST = {
    "gentle": ("pebble", "flint"),
    "even": ("brick", "lintel", "pillar"),
    "strong": ("arch", "buttress"),
}
START = """(script) => {
  window.worker = new Worker(script, { type: "module" });
}"""
ASK = """(ask) => new Promise((done, failed) => {
  window.worker.onerror = failed;
  window.worker.onmessage = ({ data }) => (data.refused ? failed(data.refused) : done(data.answer));
  window.worker.postMessage({ id: 0, ask });
})"""


class InTheBrowser:
    """A bot that asks the worker of a page."""

    def __init__(self, page: Page, strength: str) -> None:
        self.page, self.strength = page, strength

    def choose(self, view: Any, _seat: int, _level: Level, _rng: Rng) -> Answer:
        ask = {"type": "choose", "view": msgspec.to_builtins(view), "strength": self.strength}
        answer = self.page.evaluate(ASK, ask)
        move: rules.PlayerMove = msgspec.convert(answer, rules.PlayerMove)
        return move

    def warm(self) -> None:
        """The first move may take its time."""


def share(match: Match, bot: InTheBrowser, level: str, seat: int) -> float:
    """The bot's share of the win in a game from here."""
    outcome = duel(match, [bot, level] if seat == 0 else [level, bot]).outcome()
    assert outcome
    return (seat in outcome.winners) / len(outcome.winners)


def played(page: Page, strength: str, level: str, pairs: int, seed: str) -> Result:
    bot, rounds = InTheBrowser(page, strength), []
    for n in range(pairs):
        match = Match("kewbz", seed=f"{seed} {n}")
        for _ in range(OPENING):
            match.play(match.sample())
        rounds.append((share(match, bot, level, 0), share(match, bot, level, 1)))
    return Result(tuple(rounds), 0.0)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.browser_strength", description=__doc__)
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--seed", default="browser")
    parser.add_argument("--strengths", nargs="+", choices=AGAINST, default=list(AGAINST))
    given = parser.parse_args()
    table = Table(title="The player in the browser")
    for column in ("strength", "against", "games", "share", "95 %", "Elo"):
        table.add_column(column, justify="right")
    with TemporaryDirectory() as folder, Server(Path(folder)) as server, chromium() as browser:
        page = browser.new_page(base_url=server.url)
        page.goto("/robots.txt")
        page.evaluate(START, script())
        for strength in given.strengths:
            for level in AGAINST[strength]:
                result = played(page, strength, level, given.pairs, given.seed)
                low, high = result.interval
                points = f"{elo(result.rate):+.0f}" if 0 < result.rate < 1 else ""
                table.add_row(
                    strength,
                    level,
                    str(result.games),
                    f"{result.rate:.1%}",
                    f"{low:.1%}-{high:.1%}",
                    points,
                )
    Console().print(table)


if __name__ == "__main__":
    main()
