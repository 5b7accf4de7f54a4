"""What travels between a browser and the house about the person at it."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Raw, Struct

from inglenook.core.units import WallMs

SHAPES = ("star", "heart", "drop", "house", "leaf", "flower", "shield", "comb", "cloud", "fish")
COLOURS = ("ember", "teal", "plum", "moss", "sky", "sand", "rose", "slate")


LONGEST_NAME = 24
"""Characters of a name."""


Token = Annotated[str, Meta(pattern=f"^({'|'.join(SHAPES)})-({'|'.join(COLOURS)})$")]
"""A shape and a colour, as `star-teal`."""
Language = Literal["en", "de", "fr", "es", "nl"]
Typed = Annotated[str, Meta(max_length=200)]
"""Something that was typed in, or came with a link."""


class Profile(Struct, frozen=True):
    """Someone in this house."""

    handle: str
    """The public id: it stays when the name changes."""
    name: str
    token: Token
    languages: tuple[Language, ...]
    """The best first."""


class Passkey(Struct, frozen=True):
    """One of mine."""

    id: str
    host: str
    """The name of this house for which it is good."""
    made: WallMs
    used: WallMs | None


class Me(Struct, frozen=True):
    """Body of `GET /api/me`."""

    profile: Profile | None
    """None: a guest like any other."""
    usual_token: Token
    """For a profile that is yet to be made."""
    recovery: WallMs | None
    """When my recovery code was made."""
    passkeys: tuple[Passkey, ...]
    passkeys_here: bool
    """Whether a passkey can be had at the address by which I came."""
    mail: str | None
    """My mail address, if I have given one."""
    mails: bool
    """Whether this house sends mails."""


class NewProfile(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of `PUT /api/me`."""

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
    token: Token
    languages: Annotated[tuple[Language, ...], Meta(max_length=5)] = ()


class Forget(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of `POST /api/me/forget`."""

    sure: Literal[True]


class RecoveryCode(Struct, frozen=True):
    """Answer to `POST /api/me/recovery`: it is never told again."""

    code: str


class Recover(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of `POST /api/recover`."""

    code: Typed


class NewLink(Struct, frozen=True):
    """Answer to `POST /api/me/link`: another device becomes mine with it."""

    address: str
    """To be opened there. The secret is behind the #, so that no log and no robot gets it."""
    picture: str
    """The same as a QR code: an SVG as a data: address."""
    rest_ms: int
    """How long it can be opened."""
    local: bool
    """Only this machine gets there: the house is open to no other."""


class Link(Struct, frozen=True):
    """Body of `GET /api/me/link`."""

    state: Literal["none", "made", "opened", "confirmed", "refused"]
    number: str
    """What the other device shows, once it has opened the link."""
    rest_ms: int


class Confirm(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of `POST /api/me/link/answer`."""

    number: str
    """The one that was seen on both."""
    agree: bool


class OpenLink(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of `POST /api/links`: ask again until the old device has answered."""

    secret: Typed


class Linked(Struct, frozen=True):
    """Answer to `POST /api/links`."""

    state: Literal["opened", "confirmed", "same"]
    """`confirmed`: this browser is that person's from now on; `same`: it already was."""
    number: str
    name: str
    """Whose device it becomes; "" if that person has no profile."""
    token: str
    tables: int
    """At how many tables this browser sits as the guest it was."""


class MailTo(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of `POST /api/me/mail` and `POST /api/mail`: where to send a code."""

    address: Annotated[str, Meta(max_length=254, pattern=r"^[^\s@]+@[^\s@]+$")]
    language: Language = "en"


class MailCode(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of `POST /api/me/mail/confirm` and `POST /api/mail/enter`: the code that came."""

    code: Typed


class PasskeyAsk(Struct, frozen=True):
    """Answer to `POST /api/me/passkeys/begin` and `POST /api/passkeys/begin`."""

    options: Annotated[Raw, Meta(extra_json_schema={"type": "object"})]
    """For the browser, as WebAuthn has them."""


class PasskeyAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of `POST /api/me/passkeys` and `POST /api/passkeys`: what the browser answered."""

    credential: dict[str, Any]


class DropPasskey(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of `POST /api/me/passkeys/drop`."""

    id: Typed
