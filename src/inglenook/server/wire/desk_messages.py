"""What is said at the door and at the desk, over HTTP."""

from typing import Annotated

from msgspec import Meta, Struct

from inglenook.core.units import WallMs

Days = Annotated[int, Meta(ge=1, le=3650)]
Uses = Annotated[int, Meta(ge=1, le=10_000)]


class Announcement(Struct, frozen=True):
    text: str
    ends: WallMs


class Version(Struct, frozen=True):
    version: str
    """Of the program."""
    schema: int
    """Of the store."""


class HouseNow(Struct, frozen=True):
    """What a page should know of the house."""

    door: str
    inside: bool
    """Whether this browser is let in."""
    blocked: bool
    read_only: bool
    languages: tuple[str, ...]
    announcement: Announcement | None = None


class Knock(Struct, frozen=True):
    """A password, or the secret of an invitation."""

    password: str = ""
    invitation: str = ""


class DeskLink(Struct, frozen=True):
    """The secret of a link that `inglenook admin link` has printed."""

    secret: str


class NewInvitation(Struct, frozen=True):
    days: Days = 7
    uses: Uses = 20
    note: Annotated[str, Meta(max_length=60)] = ""


class InvitationLink(Struct, frozen=True):
    """The secret of its link, `/door#…`: it is told once."""

    secret: str
