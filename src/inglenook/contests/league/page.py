"""A league as one HTML page, with all that it needs in it: ladder, cross table, plots."""

from collections.abc import Iterator, Sequence
from html import escape

import msgspec

from inglenook.contests.arena.duel import Forfeit
from inglenook.contests.league import League
from inglenook.contests.league.book import Played
from inglenook.contests.league.plots import between, fit_plot, ladder_plot, settling_plot
from inglenook.contests.league.rating import Standing

SHOWN = 20
"""Forfeits that are shown in full."""

STYLE = """
:root { color-scheme: light dark; --ink: #2b2622; --paper: #fbf7f0; --line: #d9cfc0;
  --accent: #b3541e; --good: 59 125 90; --bad: 179 84 30; }
@media (prefers-color-scheme: dark) { :root { --ink: #eee6da; --paper: #221d19; --line: #4a4138;
  --accent: #e8935a; --good: 106 184 144; --bad: 232 147 90; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2 { font-family: Georgia, serif; line-height: 1.2; }
h2 { margin-top: 2.5rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem; border-bottom: 1px solid var(--line); text-align: right; }
th:first-child, td.name { text-align: left; }
td.own { background: var(--line); }
svg { width: 100%; height: auto; font: 12px system-ui, sans-serif; fill: var(--ink); }
svg .axis { stroke: var(--line); }
svg .mark { fill: var(--accent); stroke: var(--accent); }
svg .whisker { stroke: var(--accent); stroke-width: 2; }
svg polyline { fill: none; stroke-width: 1.5; }
pre { overflow-x: auto; font-size: .8rem; padding: .7rem; border: 1px solid var(--line); }
"""


def page(league: League) -> str:
    """The page of a league."""
    heading = league.heading
    title = f"A league of {heading.game}"
    options = ", ".join(f"{name} {_plain(value)}" for name, value in heading.options.items())
    names = sorted(standing.name for standing in league.ladder)
    parts = [
        f"<h1>{escape(title)}</h1>",
        _paragraph(
            f"{len(league.games)} games of {len(names)} players; rules {heading.rules}, {options}. "
            f"Every {heading.seats} of them sat at a table, from the same openings and with each "
            "in every seat."
        ),
        "<h2>Ladder</h2>",
        _ladder_table(league.ladder),
        ladder_plot(league.ladder),
        _paragraph(
            "Ratings are Elo by the model of Bradley and Terry, or of Luce and Plackett for more "
            "than two at a table; 0 is the mean of these players. "
            "A line shows the 95 % interval."
        ),
        "<h2>Cross table</h2>",
        _cross_table(league.ladder, league.games),
        _paragraph(
            "Of the wins that one of the two took, the share of the player of the row; and in how "
            "many games both sat."
        ),
        "<h2>How the ratings settled</h2>",
        settling_plot(names, league),
        "<h2>Does one number for each player suffice?</h2>",
        fit_plot(names, league.games),
        _paragraph(
            "Each point is a pair. On the diagonal it did as their ratings say; far from it, one "
            "of them suits or troubles the other in a way that no single number tells."
        ),
        *_forfeits(league.games),
        _paragraph(
            f"Seed {heading.seed!r}; bots that are no levels had {heading.seconds:g} s for a move. "
            "Made by inglenook league."
        ),
    ]
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def _plain(value: object) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def _ladder_table(standings: Sequence[Standing]) -> str:
    rows = []
    for place, each in enumerate(standings, start=1):
        share = each.points / each.games if each.games else 0
        cells = (
            f"{each.elo:+.0f}",
            f"{each.low:+.0f} to {each.high:+.0f}",
            str(each.games),
            f"{each.points:g}",
            f"{share:.1%}",
            str(each.forfeits),
        )
        rows.append(_row(f"{place}. {each.name}", cells))
    return _table(("", "Elo", "95 % interval", "games", "won", "share", "forfeited"), rows)


def _cross_table(standings: Sequence[Standing], games: Sequence[Played]) -> str:
    names = [standing.name for standing in standings]
    rows = []
    for name in names:
        cells = [f'<th scope="row">{escape(name)}</th>']
        for other in names:
            share, count = between(name, other, games)
            if not count:
                cells.append('<td class="own"></td>' if name == other else "<td>–</td>")
                continue
            tone = "good" if share > 0.5 else "bad"
            shade = f"rgb(var(--{tone}) / {abs(share - 0.5):.2f})"
            cells.append(f'<td style="background: {shade}">{share:.0%}<br>{count}</td>')
        rows.append(f"<tr>{''.join(cells)}</tr>")
    return _table(("", *names), rows)


def _table(headings: Sequence[str], rows: Sequence[str]) -> str:
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in headings)
    body = "\n".join(rows)
    return (
        f'<div class="scroll"><table><thead><tr>{head}</tr></thead>\n'
        f"<tbody>{body}</tbody></table></div>"
    )


def _row(name: str, cells: Sequence[str]) -> str:
    rest = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
    return f'<tr><td class="name">{escape(name)}</td>{rest}</tr>'


def _forfeits(games: Sequence[Played]) -> Iterator[str]:
    """Who lost games without being beaten, with the first positions."""
    lost = [(game, each) for game in games for each in game.forfeits]
    if not lost:
        return
    yield f"<h2>Lost without being beaten</h2>\n<p>{len(lost)} games, of which the first:</p>"
    for game, each in lost[:SHOWN]:
        yield _forfeit(game, each)


def _forfeit(game: Played, each: Forfeit) -> str:
    line = f"{each.player}: {each.code}" + (f" ({each.detail})" if each.detail else "")
    where = (
        f"Entry {each.seq} of the game {each.seed!r} of {' and '.join(game.players)}, "
        f"in seat {each.seat}"
    )
    shown = {"move": each.move, "view": each.view}
    data = msgspec.json.format(msgspec.json.encode(shown), indent=2).decode()
    return (
        f"<details><summary>{escape(line)}</summary><p>{escape(where)}</p>"
        f"<pre>{escape(data)}</pre></details>"
    )
