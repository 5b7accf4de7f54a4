"""What travels about whom to play with: invitations."""

from typing import Literal

from msgspec import Struct


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
