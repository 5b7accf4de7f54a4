"""What a browser, or a bot elsewhere, says to a table. `messages` has what it is told."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

Pace = Literal["calm", "normal", "brisk"]


Cause = Literal["bot", "end", "remove", "pause", "newcomer"]
"""What people vote on: see votes.py."""


AskId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[^\x00]*$")]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]


class Ask(Struct, frozen=True, tag_field="type", tag=str.lower, forbid_unknown_fields=True):
    """Something a browser wants. `id` is the sender's own: the answer carries it.

    Sending the same ask again with the same id is answered again, and done once.
    """

    id: AskId


class Play(Ask, frozen=True, omit_defaults=True):
    """Make a move for a seat of mine."""

    seat: SeatNumber
    move: dict[str, Any]
    careful: bool = False
    """Refuse it, with what the game has against it, if I should be asked once more."""


class Preview(Ask, frozen=True):
    """What would each of my legal moves do? Answered with `previewed`."""

    seat: SeatNumber


class Judge(Ask, frozen=True):
    """What is wrong with a place where I would put something? Answered with `judged`."""

    seat: SeatNumber
    place: dict[str, Any]


class Sit(Ask, frozen=True):
    """Take a free seat. One browser may take several: that is pass-and-play."""

    seat: SeatNumber
    name: Name


class Leave(Ask, frozen=True):
    """Give up a seat of mine; it becomes free."""

    seat: SeatNumber


class Bot(Ask, frozen=True):
    """Put a bot of this level into a free seat."""

    seat: SeatNumber
    level: str


class Invite(Ask, frozen=True):
    """Ask a bot from elsewhere to take a free seat."""

    seat: SeatNumber
    bot: Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[^\x00]*$")]
    """Its name, or its handle."""


class Decline(Ask, frozen=True):
    """I was invited, and do not come. Whoever does sits down."""


class Free(Ask, frozen=True):
    """Send a bot away, or free the seat of someone who has been away for long."""

    seat: SeatNumber


class Takeback(Ask, frozen=True):
    """Ask the others to let me take back my last move."""

    seat: SeatNumber


class Answer(Ask, frozen=True):
    """Agree to the pending takeback, or not."""

    seat: SeatNumber
    agree: bool


class Vote(Ask, frozen=True, omit_defaults=True):
    """I am for this, or no longer. It is done once enough people are for it.

    bot     a bot plays on for someone who has left, until they come back
    end     the game is ended without a winner, as someone has left
    remove  someone is sent away
    pause   the clocks stand still until somebody wants to go on
    newcomer  somebody new may take a free seat, and see its hand
    """

    seat: SeatNumber
    cause: Cause
    about: SeatNumber = 0
    """The seat it is about; a pause is about none."""
    agree: bool = True


class Return(Ask, frozen=True):
    """Take a seat back that a bot keeps for me."""

    seat: SeatNumber


class Resume(Ask, frozen=True):
    """End the pause that all agreed to."""

    seat: SeatNumber


class Ready(Ask, frozen=True):
    """I am ready, with all my seats. Once everyone is, the game begins after a countdown."""

    seat: SeatNumber


class Begin(Ask, frozen=True, omit_defaults=True):
    """Begin with those who are here, instead of waiting for more.

    With bots of a level in the free seats; or, without one, at another table with fewer seats.
    """

    level: str | None = None


class Rematch(Ask, frozen=True):
    """Another game with the same people, seats moved on by one."""


PhraseName = Literal[
    "hello",
    "good-luck",
    "thinking",
    "one-moment",
    "your-turn",
    "nice-one",
    "well-played",
    "oops",
    "ha",
    "thanks",
    "good-game",
    "again",
]
"""All that people can say to each other: everyone reads it in their own language."""


class Phrase(Ask, frozen=True):
    """Say something to everyone at the table, from a seat of mine. It is not kept."""

    seat: SeatNumber
    phrase: PhraseName


class Ping(Ask, frozen=True):
    """Are you there? Answered with `ack`."""


AnyAsk = (
    Play
    | Preview
    | Judge
    | Sit
    | Leave
    | Bot
    | Invite
    | Decline
    | Free
    | Takeback
    | Answer
    | Vote
    | Return
    | Resume
    | Ready
    | Begin
    | Rematch
    | Phrase
    | Ping
)


class Probed(Struct, frozen=True, tag_field="type", tag="probed", forbid_unknown_fields=True):
    """The answer to a `probe`, sent as soon as it is heard. It gets no answer itself."""

    n: int


class SetPace(Struct, frozen=True, tag_field="type", tag="pace", forbid_unknown_fields=True):
    """How fast bots should go on before this person's eyes. It gets no answer."""

    pace: Pace


class SetVisible(Struct, frozen=True, tag_field="type", tag="visible", forbid_unknown_fields=True):
    """Whether this person looks at the table now: not in a tab that is hidden. It gets no answer.

    Whoever looks at a table is not told otherwise that it is their turn there.
    """

    visible: bool


AnyHeard = AnyAsk | Probed | SetPace | SetVisible
"""All that a WebSocket may say to the server."""
