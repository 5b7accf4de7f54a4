"""What somebody has played, and what of it others may see.

The structs are what travels. A person is named by their handle; a guest's own id stays here.
"""

from collections.abc import Iterable
from itertools import groupby
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta, Struct

from inglenook.core.game import Refused
from inglenook.core.units import Seat, WallMs
from inglenook.server.accounts.profile_rows import COLUMNS, ProfileRow, profiles_of
from inglenook.server.bot_accounts.bot_rows import bots_of
from inglenook.server.bot_accounts.bots import authors_of
from inglenook.server.guest_ids import is_bot
from inglenook.server.ratings.counting import Rated
from inglenook.server.ratings.page_rows import PageRow, Shows, keep_page
from inglenook.server.ratings.rating import Rating
from inglenook.server.ratings.rating_fold import catch_up
from inglenook.server.store import Statement, Store
from inglenook.server.wire.table_messages import RatingChange, ShownRating, Uncounted

PAGE = 20
"""Games that are told of at once."""
STEPS = 200
"""The latest steps that a graph shows."""
LATELY = 250
"""Games over which opponents are counted, and that one search looks at: somebody may have played
thousands, and nobody should wait for all of them."""
SHOWN_OPPONENTS = 12
"""Opponents and words that a page tells of."""


class ShowPage(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of `PUT /api/me/page`."""

    shows: Shows


class RatingStep(Struct, frozen=True, array_like=True):
    at: WallMs
    number: int


class ScaleRating(Struct, frozen=True):
    """How strong somebody is on a scale, and how that came about."""

    scale: str
    rating: ShownRating
    games: int
    steps: tuple[RatingStep, ...]


class Count(Struct, frozen=True):
    """How somebody's games of a kind went."""

    game: str
    won: int
    shared: int
    """With others who won as well, or that nobody won; and those for two at one screen."""
    lost: int


class Who(Struct, frozen=True, omit_defaults=True):
    """Somebody who played: a person with a profile, one without, or a bot."""

    name: str = ""
    """A person's; "" of one who is forgotten."""
    token: str = ""
    handle: str = ""
    level: str = ""
    """A bot's."""
    bot: bool = False
    """A bot from elsewhere, which has a name."""
    author: str = ""
    """Who answers for it."""


class HeadToHead(Struct, frozen=True):
    """How somebody did against one opponent, in their last 250 games."""

    who: Who
    game: str
    """The game of a bot's level; "" for a person: all games."""
    games: int
    ahead: int
    behind: int


class FavouriteWord(Struct, frozen=True):
    word: str
    times: int


class PersonPage(Struct, frozen=True):
    """Body of `GET /api/people/{handle}`: what somebody lets others see, or all of my own."""

    who: Who
    yours: bool
    shows: Shows
    counts: tuple[Count, ...] = ()
    ratings: tuple[ScaleRating, ...] = ()
    opponents: tuple[HeadToHead, ...] = ()
    words: tuple[FavouriteWord, ...] = ()
    tower: int = 0
    """Letters of the tallest tower."""


class PastSeat(Struct, frozen=True):
    seat: Seat
    who: Who
    place: int
    score: int
    gone: bool
    """Gave up, ran out of time or left."""
    late: bool
    """Took over the seat when the game was under way."""


class PastGame(Struct, frozen=True):
    number: int
    table: str
    game: str
    rated: bool
    uncounted: Uncounted | None
    """Why a rated game did not count; None if it did, or where nobody else is told."""
    reason: str
    at: WallMs
    seat: Seat
    """Whose page it is sat there."""
    won: int
    """1, or -1 for a loss; 0 where it was neither."""
    rating: RatingChange | None
    seats: tuple[PastSeat, ...]


class PastGames(Struct, frozen=True):
    """Body of `GET /api/people/{handle}/games`: the latest first.

    Of those who have played much, some may be found only further back: then there are few games
    here, or none, and `more` nevertheless.
    """

    games: tuple[PastGame, ...]
    more: int | None
    """To be asked for as `before`; None: there are no more."""


class Leader(Struct, frozen=True):
    place: int | None
    """None for a bot: they are there to compare with."""
    who: Who
    rating: ShownRating
    games: int
    yours: bool


class Leaders(Struct, frozen=True):
    """Who is strongest on a scale, of those whose rating has settled."""

    scale: str
    people: int
    """How many of them are people."""
    leaders: tuple[Leader, ...]


class Filter(Struct, frozen=True):
    """Which games to tell of."""

    game: str | None = None
    result: Literal["won", "shared", "lost"] | None = None
    opponent: str | None = None
    """A handle, or a level of bots."""
    rated: bool = False
    search: Annotated[str, Meta(max_length=60)] = ""
    """A part of somebody's name."""
    before: int | None = None


def shown(rating: Rating) -> ShownRating:
    return ShownRating(rating.number, rating.give_or_take, rating.provisional)


async def keep_shows(store: Store, guest: str, shows: Shows) -> None:
    """What others may see of a guest from now on."""
    await keep_page(store, PageRow(guest, shows))


class FoundPerson(NamedTuple):
    """Whose page is asked for."""

    guest: str
    profile: ProfileRow | None
    shows: Shows


async def find_person(store: Store, handle: str, asker: str | None) -> FoundPerson:
    """The guest with that handle, or who asks: `me`; Refused `unknown-person`."""
    profile, page = await store.run(
        Statement(f"{_PROFILE} WHERE guest = $1 OR handle = $2", (_myself(handle, asker), handle)),
        Statement(
            "SELECT shows FROM pages WHERE guest = $1"
            " OR guest = (SELECT guest FROM profiles WHERE handle = $2)",
            (_myself(handle, asker), handle),
        ),
    )
    known = ProfileRow(*profile[0]) if profile else None
    guest = known.guest if known else _myself(handle, asker)
    if not guest:
        raise Refused("unknown-person", detail="nobody here has that handle")
    return FoundPerson(guest, known, page[0][0] if page else "nothing")


def _myself(handle: str, asker: str | None) -> str:
    return asker or "" if handle == "me" else ""


async def look(store: Store, handle: str, asker: str | None) -> PersonPage:
    """Somebody's page, as far as the asker may see it; Refused `unknown-person`."""
    guest, profile, shows = await find_person(store, handle, asker)
    yours = guest == asker
    page = PersonPage(_person(profile, ""), yours, shows)
    if shows == "nothing" and not yours:
        return page
    await catch_up(store)
    counts, ratings, steps, opponents, words = await store.run(
        *(Statement(text, (guest,)) for text in (_COUNTS, _RATINGS, _STEPS, _MET, _WORDS))
    )
    results = PersonPage(
        who=page.who,
        yours=yours,
        shows=shows,
        counts=tuple(_counts(counts)),
        ratings=tuple(_ratings(ratings, steps)),
    )
    if shows == "results" and not yours:
        return results
    known = await _known(store, {row[0] for row in opponents if row[0]})
    return PersonPage(
        who=page.who,
        yours=yours,
        shows=shows,
        counts=results.counts,
        ratings=results.ratings,
        opponents=tuple(
            HeadToHead(_who(known, met, level, name), game, games, ahead, behind)
            for met, level, game, name, games, ahead, behind in opponents
        ),
        words=tuple(FavouriteWord(word, times) for word, times in words),
        tower=max((tower for *_, tower in counts), default=0),
    )


_PROFILE = f"SELECT {COLUMNS} FROM profiles"
_COUNTS = "SELECT game, won, count(*), max(tower) FROM results WHERE guest = $1 GROUP BY game, won"
_RATINGS = "SELECT scale, mu, sigma, games FROM ratings WHERE guest = $1"
# Few are chosen before more is looked up about them: somebody may have played thousands. An index
# has all that they are chosen by, in the order in which they are wanted.
_STEPS = f"""SELECT s.scale, f.at, s.mu
    FROM (SELECT number, scale, mu FROM rating_steps
        WHERE guest = $1 ORDER BY number DESC LIMIT {STEPS}) AS s
    JOIN finished f ON f.number = s.number ORDER BY s.number"""
_MET = f"""SELECT guest, level, game, max(name), count(*), sum(ahead), sum(behind) FROM (
        SELECT o.guest AS guest, o.level AS level, o.name AS name,
            CASE WHEN o.guest = '' THEN o.game ELSE '' END AS game,
            CASE WHEN r.gone < o.gone OR (r.gone = o.gone AND r.place < o.place)
                THEN 1 ELSE 0 END AS ahead,
            CASE WHEN r.gone > o.gone OR (r.gone = o.gone AND r.place > o.place)
                THEN 1 ELSE 0 END AS behind
        FROM (SELECT number, seat, gone, place FROM results
            WHERE guest = $1 AND late = 0 ORDER BY number DESC LIMIT {LATELY}) AS r
        JOIN results o ON o.number = r.number AND o.seat <> r.seat AND o.late = 0
        WHERE o.guest <> '' OR o.level <> ''
    ) AS met GROUP BY guest, level, game ORDER BY count(*) DESC LIMIT {SHOWN_OPPONENTS}"""
_WORDS = f"""SELECT word, CAST(sum(times) AS BIGINT) AS often FROM said WHERE guest = $1
    GROUP BY word ORDER BY often DESC, length(word) DESC LIMIT {SHOWN_OPPONENTS}"""


async def past_games(store: Store, handle: str, asker: str | None, wanted: Filter) -> PastGames:
    """Somebody's finished games; Refused `unknown-person`, also where they show them to nobody."""
    guest, _, shows = await find_person(store, handle, asker)
    if guest != asker and shows != "all":
        raise Refused("unknown-person", detail="they keep their games to themselves")
    await catch_up(store)
    met = None
    if wanted.opponent and wanted.opponent != "me":
        (found,) = await store.run(
            Statement("SELECT guest FROM profiles WHERE handle = $1", (wanted.opponent,))
        )
        met = found[0][0] if found else None
    rows, end = await store.run(_wanted(guest, wanted, met), _end(guest, wanted.before))
    games, numbers = rows[:PAGE], [row[0] for row in rows[:PAGE]]
    more = numbers[-1] if len(rows) > PAGE else end[0][0] if end else None
    seats = await _seats(store, numbers)
    mine = guest == asker
    return PastGames(tuple(_game(row, seats[row[0]], mine=mine) for row in games), more)


class RatingOfGame(NamedTuple):
    """What a game meant for the ratings of those who played."""

    changes: tuple[RatingChange | None, ...] = ()
    """For each seat; empty if the game was not rated, or did not count."""
    uncounted: Uncounted | None = None
    """Why a rated game did not count."""


async def rating_of(store: Store, table: str) -> RatingOfGame:
    """What a table's finished game meant for ratings."""
    await catch_up(store)
    text = """SELECT f.rated, s.mu_before, s.sigma_before, s.mu, s.sigma
        FROM finished f JOIN results r ON r.number = f.number AND r.late = 0
        LEFT JOIN rating_steps s ON s.number = r.number AND s.guest = r.guest
        WHERE f.table_id = $1 AND f.rated > 0 ORDER BY r.seat"""
    (rows,) = await store.run(Statement(text, (table,)))
    if not rows:
        return RatingOfGame()
    if uncounted := Rated(rows[0][0]).uncounted:
        return RatingOfGame(uncounted=uncounted)
    return RatingOfGame(tuple(_change(*row[1:]) for row in rows))


def told_to(uncounted: Uncounted | None, *, played: bool) -> Uncounted | None:
    """What somebody is told of why a game did not count, who played in it or did not.

    Nobody else needs to know who plays from one address.
    """
    return uncounted if played or uncounted != "one-address" else None


def _change(
    mu_before: float | None, sigma_before: float, mu: float, sigma: float
) -> RatingChange | None:
    if mu_before is None:
        return None
    return RatingChange(shown(Rating(mu_before, sigma_before)), shown(Rating(mu, sigma)))


def _lately(before: int | None) -> str:
    """The condition for a guest's games, and in which order: of `$1`, before `$2`."""
    since = "" if before is None else "AND number < $2 "
    return f"WHERE guest = $1 {since}ORDER BY number DESC LIMIT {LATELY}"


def _end(guest: str, before: int | None) -> Statement:
    """The last of the games that a search looks at; none if there are no others."""
    values = (guest,) if before is None else (guest, before)
    return Statement(f"SELECT number FROM results {_lately(before)} OFFSET {LATELY - 1}", values)


def _wanted(guest: str, wanted: Filter, met: str | None) -> Statement:
    values: list[str | int] = [guest]

    def value(given: str | int) -> str:
        values.append(given)
        return f"${len(values)}"

    if wanted.before is not None:
        value(wanted.before)
    where = ["true"]
    if wanted.game is not None:
        where.append(f"r.game = {value(wanted.game)}")
    if wanted.result is not None:
        where.append(f"r.won = {value({'won': 1, 'shared': 0, 'lost': -1}[wanted.result])}")
    if wanted.rated:
        where.append("r.rated = 1")
    beside = "o.number = r.number AND o.seat <> r.seat"
    if met is not None:
        it = f"o.guest = {value(met)}"
        where.append(f"EXISTS (SELECT 1 FROM results o WHERE {beside} AND {it})")
    elif wanted.opponent is not None:
        it = f"o.level = {value(wanted.opponent)}"
        where.append(f"EXISTS (SELECT 1 FROM results o WHERE {beside} AND {it})")
    if wanted.search:
        like = f"LIKE {value(f'%{_plain(wanted.search.casefold())}%')} ESCAPE '!'"
        # What somebody was called then, or is called now.
        where.append(
            "EXISTS (SELECT 1 FROM results o LEFT JOIN profiles p ON p.guest = o.guest"
            f" WHERE {beside} AND (o.name_key {like} OR p.name_key {like}))"
        )
    text = f"""SELECT r.number, f.table_id, f.game, f.rated, f.reason, f.at, r.seat, r.won,
            s.mu_before, s.sigma_before, s.mu, s.sigma
        FROM (SELECT r.* FROM (SELECT number, guest, seat, game, won, late, rated
                FROM results {_lately(wanted.before)}) AS r
            WHERE {" AND ".join(where)} ORDER BY r.number DESC LIMIT {PAGE + 1}) AS r
        JOIN finished f ON f.number = r.number
        LEFT JOIN rating_steps s ON s.number = r.number AND s.guest = r.guest AND r.late = 0
        ORDER BY r.number DESC"""
    return Statement(text, tuple(values))


def _plain(text: str) -> str:
    """A text that stands for itself in LIKE."""
    return text.replace("!", "!!").replace("%", "!%").replace("_", "!_")


async def _seats(store: Store, numbers: list[int]) -> dict[int, tuple[PastSeat, ...]]:
    if not numbers:
        return {}
    places = ", ".join(f"${n}" for n in range(1, len(numbers) + 1))
    text = f"""SELECT number, seat, guest, level, name, place, score, gone, late FROM results
        WHERE number IN ({places}) ORDER BY number, seat, late"""
    (rows,) = await store.run(Statement(text, tuple(numbers)))
    known = await _known(store, {row[2] for row in rows if row[2]})
    return {
        number: tuple(
            PastSeat(seat, _who(known, guest, level, name), place, score, bool(gone), bool(late))
            for _, seat, guest, level, name, place, score, gone, late in found
        )
        for number, found in groupby(rows, key=lambda row: row[0])
    }


def _game(row: tuple[Any, ...], seats: tuple[PastSeat, ...], *, mine: bool) -> PastGame:
    number, table, game, rated, reason, at, seat, won, *step = row
    uncounted = told_to(Rated(rated).uncounted, played=mine)
    return PastGame(
        number,
        table,
        game,
        bool(rated),
        uncounted,
        reason,
        at,
        seat,
        won,
        _change(*step),
        seats,
    )


class _Known(NamedTuple):
    """Who some guests are."""

    profiles: dict[str, ProfileRow]
    bots: dict[str, Who]


async def _known(store: Store, guests: set[str]) -> _Known:
    rows = await bots_of(store, [guest for guest in guests if is_bot(guest)])
    authors = await authors_of(store, list(rows.values()))
    bots = {guest: Who(row.name, bot=True, author=authors[guest]) for guest, row in rows.items()}
    return _Known(await profiles_of(store, guests), bots)


def _who(known: _Known, guest: str, level: str, name: str) -> Who:
    if level:
        return Who(level=level)
    if is_bot(guest):
        return known.bots.get(guest, Who(name, bot=True))
    return _person(known.profiles.get(guest), name)


def _person(profile: ProfileRow | None, name: str) -> Who:
    return Who(profile.name, profile.token, profile.handle) if profile else Who(name)


def _counts(rows: Iterable[tuple[str, int, int, int]]) -> Iterable[Count]:
    found: dict[str, dict[int, int]] = {}
    for game, won, count, _ in rows:
        found.setdefault(game, {})[won] = count
    for game, by in sorted(found.items()):
        yield Count(game, by.get(1, 0), by.get(0, 0), by.get(-1, 0))


def _ratings(
    rows: Iterable[tuple[str, float, float, int]], steps: Iterable[tuple[str, int, float]]
) -> Iterable[ScaleRating]:
    graph: dict[str, list[RatingStep]] = {}
    for scale, at, mu in steps:
        graph.setdefault(scale, []).append(RatingStep(at, Rating(mu).number))
    for scale, mu, sigma, games in sorted(rows):
        led = tuple(graph.get(scale, ()))
        yield ScaleRating(scale, shown(Rating(mu, sigma)), games, led)
