"""What somebody is told of a turn, over whichever channel."""

from msgspec import Struct

from inglenook.core.units import WallMs
from inglenook.server.outbound.texts import game_title, text, time_left
from inglenook.server.store.outbox import ChannelRow, TurnRow


class Notice(Struct, frozen=True):
    """That it is your turn."""

    table: str
    game: str
    title: str
    body: str
    """Who else plays, and how much time is left; "" if there is nothing to say."""
    url: str
    deadline: WallMs | None

    @property
    def line(self) -> str:
        """All of it in one line, without the address."""
        return f"{self.title} ({self.body})" if self.body else self.title


def notice(turn: TurnRow, channel: ChannelRow, game: str, now: WallMs) -> Notice:
    language = channel.language
    parts = []
    if turn.company:
        parts.append(text(language, "with", company=turn.company))
    if turn.deadline is not None:
        left = time_left(language, max(0, turn.deadline - now))
        parts.append(text(language, "left", time=left))
    return Notice(
        table=turn.table,
        game=game,
        title=text(language, "turn", game=game_title(game)),
        body=", ".join(parts),
        url=f"{channel.origin}/t/{turn.table}",
        deadline=turn.deadline,
    )
