"""What can be seen from the door: the games, and the tables in the list."""

from collections.abc import Callable
from typing import Any

import msgspec

from inglenook.registry import find_game, levels, middle_level, playable_games
from inglenook.store import Listed, Store, wall_ms
from inglenook.tables import messages as m
from inglenook.tables import seating
from inglenook.tables.publish import seats_as_seen

DAY = 86_400_000
ABANDONED = {"waiting": DAY, "playing": 14 * DAY}
"""ms without a sign of life after which a table leaves the lobby. Its link still works."""
LISTED = 50


def games() -> list[m.GameListing]:
    """What can be played here, by whom, and against whom."""
    return [_game(name) for name in playable_games()[0]]


def _game(name: str) -> m.GameListing:
    game, middle = find_game(name), middle_level(name)
    options: dict[str, Any] = msgspec.json.schema(game.options_type)
    return m.GameListing(
        name=name,
        rules=game.rules_version,
        seats=game.seats,
        options=options,
        levels=tuple(m.LevelListing(level.name, level.number) for level in levels(name)),
        middle_level=middle.name if middle else "",
    )


async def lobby(store: Store, guest: str | None, here: Callable[[str], set[str]]) -> m.Lobby:
    """The tables a guest may want to see; `here` tells who is connected to one at this worker."""
    now = wall_ms()
    waiting = await store.by_status("waiting", now - ABANDONED["waiting"], LISTED)
    playing = await store.by_status("playing", now - ABANDONED["playing"], LISTED)
    mine = await store.by_guest(guest, LISTED) if guest else []

    def summary(listed: Listed) -> m.TableListing:
        return _summary(listed, guest, here(listed.row.id))

    return m.Lobby(
        # Someone who left a table's seat is still in the index.
        mine=tuple(each for each in map(summary, mine) if any(seat.yours for seat in each.seats)),
        waiting=tuple(map(summary, waiting)),
        # Anyone who watched the board of the day would know it before playing it.
        playing=tuple(each for each in map(summary, playing) if not each.daily),
    )


def _summary(listed: Listed, guest: str | None, here: set[str]) -> m.TableListing:
    row = listed.row
    now = seating.empty(row.seats)
    for event in listed.events:
        now = now.after(seating.decode(event))
    return m.TableListing(
        id=row.id,
        game=row.game,
        options=row.options,
        seats=seats_as_seen(now, guest, here | listed.here),
        status=listed.status,
        moves=listed.moves,
        daily=now.daily,
    )
