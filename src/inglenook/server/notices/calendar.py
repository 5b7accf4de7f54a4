"""A calendar feed: one event for each turn that is somebody's."""

from datetime import UTC, datetime, timedelta
from hashlib import sha256

from icalendar import Calendar, Event

from inglenook.core.units import WallMs
from inglenook.server.notices.notice_text import notice
from inglenook.server.outbound.texts import text
from inglenook.server.store.outbox import ChannelRow, TurnRow

REFRESH = timedelta(hours=1)


def feed(channel: ChannelRow, turns: list[TurnRow], games: dict[str, str], now: WallMs) -> bytes:
    """An event at each deadline; without one on all of today, as long as it is their turn."""
    calendar = Calendar()
    calendar.add("prodid", "-//Inglenook//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", text(channel.language, "calendar"))
    calendar.add("refresh-interval", REFRESH, {"value": "DURATION"})
    for turn in turns:
        calendar.add_component(_event(channel, turn, games.get(turn.table, ""), now))
    return bytes(calendar.to_ical())


def _event(channel: ChannelRow, turn: TurnRow, game: str, now: WallMs) -> Event:
    what, event = notice(turn, channel, game, now), Event()
    # The same as long as it is the same turn; it says nothing of the person.
    event.add("uid", sha256(f"{turn.table} {turn.since} {turn.guest}".encode()).hexdigest()[:32])
    event.add("dtstamp", _moment(turn.since))
    event.add("summary", what.title)
    event.add("description", what.body)
    event.add("url", what.url)
    event.add("transp", "TRANSPARENT")
    if turn.deadline is None:
        event.add("dtstart", _moment(now).date())
    else:
        event.add("dtstart", _moment(turn.deadline))
        event.add("dtend", _moment(turn.deadline))
    return event


def _moment(at: WallMs) -> datetime:
    return datetime.fromtimestamp(at // 1000, UTC)
