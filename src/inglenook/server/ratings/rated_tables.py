"""Rated games: who may play them, and where."""

from collections.abc import Sequence

from inglenook.core.game import Refused
from inglenook.core.registry import find_game
from inglenook.server.accounts.profile_rows import profiles_of
from inglenook.server.ratings.rating import is_anchored
from inglenook.server.store import Store
from inglenook.server.table.events import BotSat, RatedOpened, Sat, SeatingEvent
from inglenook.server.wire import table_messages as m


async def rated_company(
    store: Store, guest: str, new: m.NewTable, company: Sequence[SeatingEvent]
) -> list[SeatingEvent]:
    """The events that open a table for a rated game, and seat this company.

    Refused `not-rated` where a game like that cannot be rated, or the guest has no profile;
    `needs-clock` for a game of turns without a clock.
    """
    game = find_game(new.game)
    scale = game.scale(len(new.seats), game.decode_options(new.options))
    if scale is None or new.daily or new.study:
        raise Refused("not-rated", detail="a whole game from its start, for two or more")
    if sum(isinstance(who, Sat) for who in company) > 1:
        raise Refused("not-rated", detail="one seat each at a rated table")
    if new.time_control is None and not game.real_time:
        # Without one, a game that is being lost need never end.
        raise Refused("needs-clock", detail="a rated game of turns has a clock")
    if not all(is_anchored(scale, who.level) for who in company if isinstance(who, BotSat)):
        raise Refused("not-rated", detail="nobody knows how strong these bots are")
    await require_profile(store, guest)
    return [RatedOpened(), *company]


async def require_profile(store: Store, guest: str) -> None:
    if guest not in await profiles_of(store, [guest]):
        raise Refused("not-rated", detail="a rating belongs to a profile")
