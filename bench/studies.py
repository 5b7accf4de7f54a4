"""The studies in docs/studies: `make studies` plays the games and prints their tables.

`python -m bench.studies FOLDER` keeps the games in a folder, and plays only what is not there yet.
"""

from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from math import sqrt
from pathlib import Path
from statistics import mean, median, quantiles, stdev
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from inglenook.contests import survey
from inglenook.shared.presets import presets

Z = 1.96
"""Standard errors on each side of a 95 % interval."""
LENGTHS = {
    "kewbz": ("quick", "standard", "long"),
    "conex": ("short", "standard", "long"),
}
GAUGES = (-1.0, 0.0, 0.1, 0.2, 0.4, 2.0)
SPEEDS = (0.0, 20.0, 40.0, 1000.0)
HEIGHTS = (1, 4, 7, 10, 13, 27)
LEVELS = ("fumble", "tinker", "surgeon")
MOVES = {"kewbz": ("place", "swap"), "conex": ("lay", "draw", "pass"), "konexi": ("take",)}
"""What a turn of a game has one of."""


class Wanted(NamedTuple):
    """Games that a study needs."""

    name: str
    game: str
    player: str
    games: int
    seats: int
    options: dict[str, Any]
    coach: bool = False


def wanted() -> list[Wanted]:
    found = []
    for player, games in (("random", 100_000), ("brick", 100_000), ("arch", 200)):
        for swap in (False, True):
            for length in LENGTHS["kewbz"][: 2 if player == "arch" else 3]:
                options = {**options_of("kewbz", length, 2), "swap": swap}
                name = f"kewbz-{length}-{player}-{str(swap).lower()}"
                found.append(Wanted(name, "kewbz", player, games, 2, options))
    for seats in (2, 3, 4):
        for length in LENGTHS["conex"]:
            options = options_of("conex", length, seats)
            name = f"conex-{seats}-{options['table']}"
            found.append(Wanted(name, "conex", "greedy", 2_000, seats, options))
    found.append(Wanted("conex-coach", "conex", "greedy", 60, 2, {"goal": 50}, True))
    found += [Wanted(f"prolix-{n}", "prolix", "banter", 300, n, {}) for n in (2, 3, 4, 5)]
    found += [Wanted(f"konexi-2-{name}", "konexi", name, 60, 2, {}) for name in LEVELS]
    found += [Wanted(f"konexi-{n}-tinker", "konexi", "tinker", 40, n, {}) for n in (3, 4)]
    return found


def options_of(game: str, length: str, seats: int) -> dict[str, Any]:
    (preset,) = (each for each in presets(game) if each.name == length)
    return dict(preset.options[seats])


def interval(values: Sequence[float]) -> str:
    """A share with its 95 % interval."""
    middle, half = mean(values), Z * stdev(values) / sqrt(len(values))
    return f"{middle:.1%} ± {half:.1%}"


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    print(f"\n| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
    for row in rows:
        print(f"| {' | '.join(map(str, row))} |")


class Data:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __call__(self, name: str) -> survey.Survey:
        return survey.read(self._folder / f"{name}.parquet")


def first_won(found: survey.Survey) -> list[float]:
    """In each game the share of the win of whoever was first to move."""
    games = found.games.to_pydict()
    first = games["first"]
    if found.settings.game == "prolix":
        active = found.moves.filter(pc.is_valid(found.moves["active"]))
        told = active.group_by("game", use_threads=False).aggregate([("active", "first")])
        first = told.sort_by("game")["active_first"].to_pylist()
    return [games[f"won_{seat}"][n] for n, seat in enumerate(first)]


def turns(found: survey.Survey) -> list[int]:
    """The turns of each game."""
    kinds = MOVES.get(found.settings.game)
    moves = found.moves
    if kinds:
        moves = moves.filter(pc.is_in(moves["kind"], pa.array(kinds)))
    else:
        moves = moves.filter(pc.is_valid(moves["word"]))
    counts: list[int] = (
        moves.group_by("game").aggregate([("move", "count")])["move_count"].to_pylist()
    )
    return counts


def going_first(data: Data) -> None:
    print("\n# Is going first an advantage?")
    rows = []
    for each in wanted():
        if each.coach or each.name == "prolix-2":
            continue
        shares = first_won(data(each.name))
        rows.append((each.name, each.games, f"{1 / each.seats:.1%}", interval(shares)))
    table(("games of", "games", "an even share", "the first has"), rows)


def how_long(data: Data) -> None:
    print("\n# How long are games?")
    rows = []
    for each in wanted():
        if each.coach:
            continue
        found = data(each.name)
        counts = turns(found)
        cuts = quantiles(counts, n=20)
        ends = found.games["ending"].value_counts().to_pylist()
        endings = sorted(ends, key=lambda end: -end["counts"])
        told = ", ".join(f"{e['values']} {e['counts'] / each.games:.0%}" for e in endings)
        minutes = ""
        if each.game == "prolix":
            minutes = f"{median(found.games['time'].to_pylist()) / 60_000:.1f} min"
        span = f"{cuts[0]:.0f}–{cuts[-1]:.0f}"
        rows.append((each.name, each.games, f"{median(counts):.0f}", span, minutes, told))
    heads = ("games of", "games", "turns (median)", "nine of ten", "time (median)", "endings")
    table(heads, rows)


def conex_seats(found: survey.Survey) -> list[dict[str, Any]]:
    """For each game: what each seat did, and its share of the win."""
    games: dict[int, dict[str, Any]] = {}
    for row in found.moves.to_pylist():
        game = games.setdefault(row["game"], {"seats": [dict[str, float]() for _ in range(2)]})
        game["won"] = (row["won_0"], row["won_1"])
        seat = row["seat"] if row["seat"] >= 0 else row["active"]
        if seat is None:
            continue
        mine = game["seats"][seat]
        game.setdefault("first", seat)

        def add(name: str, n: float, mine: dict[str, float] = mine) -> None:
            mine[name] = mine.get(name, 0) + n

        if row["card"]:
            add("cards laid", 1)
            add("points from cards", row["points"])
            add("lays on a Plus-2 card", row["plus"])
            add("lays with the 2x star", row["doubled"])
            add("lays of 4 points or more", row["points"] >= 4)
        add("cards drawn", row["drawn"])
        add("turns spent drawing", row["kind"] == "draw")
        add("stars rolled", row["die"] in ("star2x", "lightning"))
        add("2x stars rolled", row["die"] == "star2x")
        add("lightning strikes", row["kind"] == "lightning")
        if row.get("luck") is not None:
            add("luck of the draw and the die", row["luck"])
    for game in games.values():
        for mine in game["seats"]:
            laid = mine.get("cards laid", 0)
            mine["points a card"] = mine.get("points from cards", 0) / laid if laid else 0.0
    return [*games.values()]


def compared(games: list[dict[str, Any]], names: Sequence[str]) -> list[tuple[object, ...]]:
    """For each count: winners and losers, and how often whoever had more of it won."""
    rows: list[tuple[object, ...]] = []
    for name in names:
        pairs = []
        for game in games:
            if game["won"][0] != game["won"][1]:
                winner = 0 if game["won"][0] else 1
                seats = game["seats"]
                pairs.append((seats[winner].get(name, 0), seats[1 - winner].get(name, 0)))
        more = [float(won > lost) for won, lost in pairs if won != lost]
        rows.append(
            (
                name,
                f"{mean(won for won, _ in pairs):.2f}",
                f"{mean(lost for _, lost in pairs):.2f}",
                interval(more),
                len(more),
            )
        )
    return rows


def what_wins_conex(data: Data) -> None:
    print("\n# What wins CONEX?")
    heads = ("", "winners", "losers", "whoever had more won", "games with a difference")
    names = (
        "points a card",
        "cards laid",
        "lays of 4 points or more",
        "lays on a Plus-2 card",
        "lays with the 2x star",
        "2x stars rolled",
        "stars rolled",
        "lightning strikes",
        "cards drawn",
        "turns spent drawing",
    )
    table(heads, compared(conex_seats(data("conex-2-medium")), names))
    coached = conex_seats(data("conex-coach"))
    table(heads, compared(coached, ("luck of the draw and the die",)))
    qualities = quality(data("conex-coach"))
    print(f"\nthe seat of the better moves won: {interval(qualities)} of {len(qualities)}")


def quality(found: survey.Survey) -> list[float]:
    """Whether the seat with the higher accuracy won, in games where it differs."""
    games: dict[int, tuple[list[list[float]], tuple[float, float]]] = {}
    for row in found.moves.to_pylist():
        sums, _ = games.setdefault(row["game"], ([[], []], (row["won_0"], row["won_1"])))
        if row["quality"] is not None and row["verdict"] != "forced":
            sums[row["seat"]].append(row["quality"])
    return [
        float(won[0 if mean(a) > mean(b) else 1] == 1)
        for (a, b), won in games.values()
        if a and b and mean(a) != mean(b) and won[0] != won[1]
    ]


def between(limits: Sequence[float], value: float) -> int:
    """Which of the spans a value lies in."""
    return next(n for n, limit in enumerate(limits[1:]) if value < limit)


def when_a_tower_falls(data: Data) -> None:
    print("\n# When does a tower fall?")
    rows = []
    settled: list[dict[str, Any]] = []
    for level in LEVELS:
        moves = data(f"konexi-2-{level}").moves
        mine = moves.filter(pc.is_valid(moves["verdict"])).to_pylist()
        settled += mine
        fell = [row for row in mine if row["verdict"] != "stands"]
        letters = [row["letters"] for row in fell]
        rows.append(
            (
                level,
                60,
                len(mine),
                len(fell),
                interval([float(row["verdict"] != "stands") for row in mine]),
                f"{median(letters):.0f}" if letters else "",
                f"{median(row['gauge'] for row in fell):.2f}" if fell else "",
            )
        )
    heads = ("level", "games", "letters placed", "fell", "share")
    table((*heads, "at letter (median)", "gauge then (median)"), rows)

    def shares(
        key: Callable[[dict[str, Any]], int], labels: Sequence[str]
    ) -> list[tuple[str, str]]:
        found = []
        for n, label in enumerate(labels):
            here = [row["verdict"] != "stands" for row in settled if key(row) == n]
            share = f"{sum(here) / len(here):.1%}" if here else ""
            found.append((label, f"{sum(here)} of {len(here)}" + (f" ({share})" if share else "")))
        return found

    names = [f"{a}–{b - 1}" for a, b in pairwise(HEIGHTS)]
    table(("letters", "fell"), shares(lambda row: between(HEIGHTS, row["letters"]), names))
    names = ["below 0", "0–0.10", "0.10–0.20", "0.20–0.40", "0.40 and more"]
    cells = []
    for n, name in enumerate(names):
        row: list[str] = [name]
        for k in range(len(SPEEDS) - 1):
            here = [
                each["verdict"] != "stands"
                for each in settled
                if between(GAUGES, each["gauge"]) == n
                and between(SPEEDS, each["speed"] or 0.0) == k
            ]
            row.append(f"{sum(here)} of {len(here)}")
        cells.append(row)
    table(("gauge", "below 20 cm/s", "20–40", "above 40"), cells)


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("studies-data"))
    parser.add_argument("--workers", type=int)
    asked = parser.parse_args()
    asked.folder.mkdir(exist_ok=True)
    for each in wanted():
        settings = survey.settings(
            each.game,
            [each.player],
            each.games,
            seats=each.seats,
            options=each.options,
            coach=each.coach,
        )
        survey.make(settings, asked.folder / f"{each.name}.parquet", workers=asked.workers)
    data = Data(asked.folder)
    going_first(data)
    how_long(data)
    what_wins_conex(data)
    when_a_tower_falls(data)


if __name__ == "__main__":
    main()
