"""What is mailed to those who want it: one digest a day, and a reminder when time runs short."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Struct

from inglenook.core.game import Refused
from inglenook.core.units import WallMs
from inglenook.server.notices.notice_text import notice
from inglenook.server.outbound.texts import game_title, text, time_left
from inglenook.server.store.outbox import ChannelRow, TurnRow

MORNING = time(7)
"""When digests go out, where the person lives."""


class Mail(Struct, frozen=True):
    subject: str
    text: str
    headers: dict[str, str]


def digest(channel: ChannelRow, turns: list[TurnRow], games: dict[str, str], now: WallMs) -> Mail:
    """All turns that are somebody's, in the order in which they come."""
    key = "digest.one" if len(turns) == 1 else "digest.many"
    subject = text(channel.language, key, count=str(len(turns)))
    return _mail(channel, subject, turns, games, now)


def reminder(channel: ChannelRow, turn: TurnRow, game: str, now: WallMs) -> Mail:
    """That most of the time for a turn is used."""
    left = time_left(channel.language, max(0, (turn.deadline or now) - now))
    subject = text(channel.language, "remind", time=left, game=game_title(game))
    return _mail(channel, subject, [turn], {turn.table: game}, now)


def _mail(
    channel: ChannelRow,
    subject: str,
    turns: list[TurnRow],
    games: dict[str, str],
    now: WallMs,
) -> Mail:
    lines = []
    for turn in turns:
        what = notice(turn, channel, games.get(turn.table, ""), now)
        lines += [f"{game_title(what.game)}: {what.body}", what.url, ""]
    # Whoever knows it can end these mails: a browser by a button, a mail program at once.
    stop = f"{channel.origin}/unsubscribe/{channel.detail}"
    lines += ["-- ", text(channel.language, "bye", url=stop)]
    headers = {
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    return Mail(subject, "\n".join(lines) + "\n", headers)


def require_zone(zone: str) -> None:
    """Refused `bad-zone` if there is no such time zone."""
    try:
        ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Refused("bad-zone", detail=f"there is no time zone {zone!r}") from None


def next_morning(zone: str, now: WallMs) -> WallMs:
    """When the next digest goes out to somebody who lives there."""
    there = datetime.fromtimestamp(now / 1000, UTC).astimezone(ZoneInfo(zone))
    day = there.date() + timedelta(days=there.timetz().replace(tzinfo=None) >= MORNING)
    return int(datetime.combine(day, MORNING, ZoneInfo(zone)).timestamp() * 1000)
