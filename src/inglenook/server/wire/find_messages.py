"""What travels about whom to play with: invitations and seeks."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from inglenook.core.time_control import TimeControl
from inglenook.server.wire.asks import AskId, Name
from inglenook.server.wire.table_messages import Said


class Invitation(Struct, frozen=True):
    """Body of `GET /api/tables/{id}/invitation`: what to send to those who should come."""

    url: str
    """The table's address, one that others can open where there is such a one."""
    more: tuple[str, ...]
    """The same table at other addresses of this machine, should that one not be the right one."""
    trouble: Literal["closed", "alone"] | None
    """Why nobody else can open it: the server listens to this machine only, or is on no network."""
    inviter: str
    """The name of whoever made the table, or else of the first who sits there; empty: nobody."""


class NewSeek(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of `POST /api/seeks`: what I look for. I look for one thing at a time."""

    id: AskId
    """The sender's own: sent again with the same id, it is the same seek, and goes on."""
    game: str
    seats: Annotated[int, Meta(ge=2, le=16)]
    """How many play, I among them."""
    name: Name
    time_control: TimeControl | None = None
    """How long each may think; none: as long as they like."""
    near: bool = True
    """Somebody about as strong as I am; the longer I wait, the less that matters."""


class Sought(Struct, frozen=True):
    """How many look for the same thing."""

    game: str
    seats: int
    time_control: TimeControl | None
    people: int


class Sights(Struct, frozen=True):
    """Body of `GET /api/seeks`: who looks for what."""

    sought: tuple[Sought, ...]


class Looking(Said, frozen=True):
    """Nobody yet; who looks for what, I among them. Also a sign that the server is there."""

    sought: tuple[Sought, ...]


class Found(Said, frozen=True):
    """Somebody is there, and we sit at this table."""

    table: str


class Ended(Said, frozen=True):
    """This seek is over: I ended it, or look for something else."""


AnyNews = Looking | Found | Ended


class EndedSeek(Struct, frozen=True):
    """Answer to `DELETE /api/seeks`."""

    table: str | None
    """Where I sit all the same: somebody had been found a moment before."""
