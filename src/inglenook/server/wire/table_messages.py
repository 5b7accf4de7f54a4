"""What travels between a browser (or a bot elsewhere) and a table; what they say is in `asks`.

Defined once, here: `client/src/net/wire.ts` is generated from these structs. `docs/protocol.md`
is the contract in words.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Raw, Struct

from inglenook.core import units
from inglenook.core.game import Outcome
from inglenook.core.summary import Part
from inglenook.core.time_control import TimeControl
from inglenook.server.wire.asks import AskId, Cause, Name, PhraseName, SeatNumber


class ShownRating(Struct, frozen=True):
    """A rating as people see it."""

    number: int
    give_or_take: int
    """It may be off by so much."""
    provisional: bool
    """There have not been games enough to say."""


class RatingChange(Struct, frozen=True):
    """What a game did to a rating."""

    before: ShownRating
    after: ShownRating


Uncounted = Literal["few-moves", "often", "one-address"]
"""Why a rated game does not count."""


class PersonHere(Struct, frozen=True):
    """Somebody with a profile who does not hide."""

    handle: str
    name: str
    token: str


class PeopleHere(Struct, frozen=True):
    people: tuple[PersonHere, ...] = ()
    others: int = 0
    """Guests without a profile, those who hide, and whoever is too many to be named."""


Reason = Literal["weekend", "vacation"]


encode = msgspec.json.Encoder().encode

_MOVE = {"type": "object", "properties": {"type": {"type": "string"}}}
_ENTRY = [
    {"title": "seq", "type": "integer"},
    {"title": "t", "type": "integer"},
    {"title": "seat", "type": "integer"},
    {"title": "move", **_MOVE},
    {"title": "lag", "type": "integer"},
]
PlainMove = Annotated[Raw, Meta(extra_json_schema=_MOVE)]
"""A move of the game's own."""
SeenEntry = Annotated[Raw, Meta(extra_json_schema={"type": "array", "prefixItems": _ENTRY})]
"""An entry of the log as its reader may see it, encoded once for all who see the same."""


class Seat(Struct, frozen=True):
    kind: Literal["free", "person", "bot"]
    name: str
    """As it was when they sat down; "" of a person who has asked to be forgotten."""
    level: str | None
    """A bot's level; None of one that plays from elsewhere."""
    here: bool
    """Someone with an open connection; always true for a bot of the house."""
    yours: bool
    token: str = ""
    """Of a person with a profile: a shape and a colour, as `star-teal`."""
    handle: str = ""
    """Who that is in this house; a name alone can be anyone's."""
    kept_for: str | None = None
    """A bot: whoever gets the seat back on coming back."""
    kept_for_you: bool = False
    author: str = ""
    """Of a bot that plays from elsewhere: who answers for it. It has a name, and no level."""


class InvitedBot(Struct, frozen=True):
    """A bot that was asked to take a seat."""

    seat: units.Seat
    name: str
    author: str
    handle: str
    declined: bool
    """It does not want to; otherwise it has not answered."""


class SeatChange(Struct, frozen=True):
    """Someone took a seat, left it, or was replaced, after the table was made."""

    after: units.Seq
    """The last entry then; -1 before the first."""
    seat: units.Seat
    before: Seat
    now: Seat
    voted: bool = False
    """The others sent someone away."""


class OpenVote(Struct, frozen=True):
    """What some people are for, and not yet enough."""

    cause: Cause
    about: units.Seat
    agreed: tuple[units.Seat, ...]
    """Who is for it."""
    needed: int
    """How many people must be for it, of those who are here."""


class PendingTakeback(Struct, frozen=True):
    seat: units.Seat
    to: units.Seq
    """The entry after which play would go on; -1 is the start."""
    agreed: tuple[units.Seat, ...]
    """The seats that no longer need to be asked: the asker's, bots', and those that agreed."""


class Study(Struct, frozen=True, forbid_unknown_fields=True):
    """A position of a finished game, from which people try out how it could have gone on."""

    table: str | None
    """None: no game was played before; the options say where it begins."""
    seq: Annotated[int, Meta(ge=-1)]
    """The entry that led to it; -1 is the start."""


class GettingReady(Struct, frozen=True):
    """A game that begins when everyone is ready."""

    ready: tuple[units.Seat, ...]
    """The people who are. Bots always are."""
    begins_in: int | None
    """ms until it begins, once everyone is."""


class Times(Struct, frozen=True):
    """What the clock of a match shows. Nobody's time runs but that of those who are thinking."""

    left: tuple[units.PlayMs, ...]
    """ms that each seat had left at `since`."""
    since: units.PlayMs
    """ms of play, on the clock that the view goes by."""
    thinking: tuple[units.Seat, ...]


class Said(Struct, frozen=True, tag_field="type", tag=str.lower):
    """Something the server says."""


class Table(Said, frozen=True):
    """All about a table: the first message on a connection, and after every change of seats."""

    id: str
    game: str
    options: dict[str, Any]
    seats: tuple[Seat, ...]
    status: Literal["waiting", "playing", "over"]
    paused: bool
    """Whether the game waits for its only person."""
    resting: bool
    """Whether all agreed to a pause: no time runs, and nobody moves, until one goes on."""
    weekends_off: bool
    """Whether no time runs on Saturdays and Sundays, by UTC."""
    vacations: tuple[units.Seat, ...]
    """The seats of people who are on vacation."""
    time_off: Reason | None
    """Why no time runs now, although the game goes on."""
    getting_ready: GettingReady | None
    """What is waited for before the game begins; until then, no time runs."""
    away: tuple[int | None, ...]
    """For each seat, ms until the others may decide about it, as its person has no connection.

    None: they are here, or nobody sits there. After an outage it is counted anew.
    """
    votes: tuple[OpenVote, ...]
    invited: tuple[InvitedBot, ...]
    """Bots that were asked to take a free seat."""
    closed: tuple[units.Seat, ...]
    """Free seats with a hand that nobody new may see before those who play agree (`newcomer`)."""
    reserved: tuple[units.Seat, ...]
    """Those of them whose owner has not given the hand up: nobody new may have it, only a bot."""
    host: bool
    """Whether you made the table, and nothing was played or dealt: you send others away alone."""
    changes: tuple[SeatChange, ...]
    """Who came, left or was replaced, in order."""
    watching: int
    takeback: PendingTakeback | None
    rematch: str | None
    """The table where play goes on; or, while this one waits, where it began with fewer."""
    daily: str | None
    """The day whose board this is, as 2026-11-15."""
    study: Study | None
    """Where a study begins: moves are taken back without asking, and hints may always be had."""
    rated: bool
    """Whether the game counts for ratings. Whoever sits down here agrees to that."""
    one_address: bool
    """Whether a rated game will not count, as people here play from one address and the profile of
    one is fresh. Only those hear of it who sit here."""
    seq: units.Seq
    """Of the last entry; -1 before the first."""
    clock: units.PlayMs
    """ms of play when this was said, on the clock that the view goes by: what was undone took none.

    It runs only while the status is `playing`, neither `paused` nor `resting`, and there is no
    `time_off`.
    """
    time_control: TimeControl | None
    """How long each may think; none: as long as they like."""
    times: Times | None
    """Where there is a time control."""
    entries: tuple[SeenEntry, ...]
    """The log after `since`: [seq, t, seat, move, lag]."""
    view: Raw
    to_move: tuple[units.Seat, ...]
    outcome: Outcome | None


class Moved(Said, frozen=True):
    """Entries that were committed, and what this seat may know after them."""

    seq: units.Seq
    clock: units.PlayMs
    """ms of play when this was said."""
    dwell: int
    """ms that people need to see what these entries did, at a normal pace."""
    times: Times | None
    """Where there is a time control."""
    time_off: Reason | None
    """Why no time runs now."""
    entries: tuple[SeenEntry, ...]
    view: Raw
    to_move: tuple[units.Seat, ...]
    outcome: Outcome | None


class Ack(Said, frozen=True):
    """Done; for `play`, committed as entry `seq`."""

    id: str
    seq: units.Seq | None = None
    table: str | None = None
    """For `rematch` and `begin`: the new table."""


class Refusal(Said, frozen=True, tag="refused"):
    """Not done, and nothing has changed; after `store-failed` nobody knows: send it again.

    `code` is stable; `detail` is for a developer's eye.
    """

    id: str | None
    code: str
    detail: str = ""


class Previewed(Said, frozen=True):
    id: str
    seq: units.Seq
    preview: Raw


class Judged(Said, frozen=True):
    id: str
    seq: units.Seq
    verdict: Raw


class Spoken(Said, frozen=True):
    """Somebody at the table said one of the set phrases."""

    seat: units.Seat
    phrase: PhraseName
    voice: str
    """Whose it is, at this table and at others: for those who no longer want to hear it."""


class Probe(Said, frozen=True):
    """Answer at once with `probed` and the same number: this measures the network."""

    n: int


AnySaid = Table | Moved | Ack | Refusal | Previewed | Judged | Spoken | Probe


class SeatChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit somewhere when a table is made."""

    kind: Literal["me", "bot", "free"]
    name: Name | None = None
    level: str | None = None


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of `POST /api/tables`."""

    game: str
    seats: tuple[SeatChoice, ...]
    options: dict[str, Any] = {}
    daily: bool = False
    """The board of a day, the same for everyone: for one seat, with the options as they are."""
    day: str | None = None
    """A past day, as 2026-11-15, whose board it is; None is today."""
    time_control: TimeControl | None = None
    """How long each may think; none: as long as they like. Only for a game of turns."""
    ready: bool = False
    """It begins when everyone has said that they are ready: for a game in real time."""
    weekends_off: bool = False
    """No time runs on Saturdays and Sundays, by UTC."""
    listed: bool = False
    """Everybody in the house is told of it, and may join or watch; else whoever has its link.

    Nobody is ever told of a study, or of the board of a day.
    """
    study: Study | None = None
    """Play on from a position of a finished game, with its number of seats and its options.

    Or, where that names no table, from the start of a game with these options.
    """
    rated: bool = False
    """The game counts for the ratings of all who sit down, who need a profile for that."""


class Opened(Struct, frozen=True):
    """Answer to `POST /api/tables` and `POST /api/records`."""

    id: str
    over: bool = False
    """Whether the game is over: a record is of such a game, or else it becomes a study."""


class NewStart(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of `POST /api/starts`: a game that somebody may want to begin like that."""

    game: str
    seats: Annotated[int, Meta(ge=1, le=16)]
    options: dict[str, Any] = {}


class Start(Struct, frozen=True):
    """Answer to `POST /api/starts`: how it would begin, as spectators see it."""

    view: Raw


class NewMove(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of `POST /api/tables/{id}/moves`: a `play` without its type."""

    id: AskId
    seat: SeatNumber
    move: dict[str, Any]


class Standing(Struct, frozen=True):
    """How a game of mine stands."""

    moves: int
    """Made by players, without what was taken back."""
    to_move: tuple[units.Seat, ...]
    outcome: Outcome | None
    at: units.WallMs
    """When something last happened there, in ms since 1970."""


class TableListing(Struct, frozen=True):
    """A table as the lobby lists it."""

    id: str
    game: str
    options: dict[str, Any]
    seats: tuple[Seat, ...]
    status: Literal["waiting", "playing", "over"]
    moves: int
    time_control: TimeControl | None
    daily: str | None
    study: bool
    rated: bool
    standing: Standing | None = None
    """For the newest of my own tables."""
    moved_on: bool = False
    """Play goes on at another table."""


class Lobby(Struct, frozen=True):
    """Body of `GET /api/tables`."""

    mine: tuple[TableListing, ...]
    """Where I have a seat, newest first, finished games included."""
    waiting: tuple[TableListing, ...]
    playing: tuple[TableListing, ...]
    here: PeopleHere
    """Who else is at a table, or looks for someone."""


class LevelListing(Struct, frozen=True):
    level: str
    number: int


class GameListing(Struct, frozen=True):
    """A game as `GET /api/games` lists it."""

    name: str
    rules: int
    seats: tuple[int, ...]
    options: dict[str, Any]
    """JSON Schema of the options."""
    levels: tuple[LevelListing, ...]
    """Weakest first."""
    middle_level: str
    """The level for anyone who has not chosen: neither the weakest nor the strongest."""
    your_level: str
    """The level of a match for you, which follows from your games against bots."""
    lesson: bool
    """Whether there is a lesson."""
    puzzles: int
    """How many there are."""
    daily: bool
    """Whether there is a board of the day."""


class Replay(Struct, frozen=True):
    """Body of `GET /api/tables/{id}/replay`: the game so far, as spectators see each position."""

    id: str
    game: str
    options: dict[str, Any]
    seats: tuple[Seat, ...]
    changes: tuple[SeatChange, ...]
    """Who came, left or was replaced, in order."""
    entries: tuple[SeenEntry, ...]
    views: tuple[Raw, ...]
    """One more than entries: views[0] is the start, views[n + 1] follows entry n."""
    dwells: tuple[int, ...]
    """ms that people need to see what each entry did."""
    outcome: Outcome | None
    record: bool
    """Whether the record is available: the game is over, and so is the day of a daily board."""


class Moment(Struct, frozen=True):
    """A moment of a game worth seeing again."""

    seq: units.Seq
    """The entry that made it."""
    name: str
    """A stable code."""
    seat: units.Seat
    facts: dict[str, str | int]
    """What its text leaves open."""


class Summary(Struct, frozen=True):
    """Body of `GET /api/tables/{id}/summary`: what a finished game came to."""

    parts: tuple[tuple[Part, ...], ...]
    """Where each seat's points came from; empty where the game does not tell."""
    moment: Moment | None
    ratings: tuple[RatingChange | None, ...] = ()
    """What a rated game did to each seat's rating; None for bots. Empty if it did not count."""
    uncounted: Uncounted | None = None
    """Why a rated game did not count; that it was for one address, only those hear who played."""


class Hint(Struct, frozen=True):
    """A move that a strong bot would consider."""

    move: PlainMove
    worth: float
    """What it expects of the move, in points: for comparing hints with each other."""


class Hints(Struct, frozen=True):
    """Body of `GET /api/tables/{id}/hints`."""

    seq: units.Seq
    """The last entry of the position they are for."""
    hints: tuple[Hint, ...]
    """The best first."""
