"""The HTTP side as an OpenAPI document, made from the structs that travel."""

import re
from functools import cache
from http import HTTPStatus
from typing import Any, NamedTuple

from msgspec.json import schema_components

from inglenook.core.record import Record
from inglenook.server.bot_accounts import bots
from inglenook.server.desk import acts, seen
from inglenook.server.http.responses import STATUS
from inglenook.server.notices import channels
from inglenook.server.ratings import history
from inglenook.server.vacations.bank import SetVacation, Vacation
from inglenook.server.wire import account_messages, asks
from inglenook.server.wire import desk_messages as dm
from inglenook.server.wire import feed_messages as cm
from inglenook.server.wire import find_messages as fm
from inglenook.server.wire import learn_messages as lm
from inglenook.server.wire import table_messages as m

JSON = "application/json"


class Operation(NamedTuple):
    """What can be asked at an address, how it is answered and why it may be refused."""

    summary: str
    answer: Any
    codes: tuple[str, ...] = ()
    """The reason codes a sender should know; the game's own come with 409 too."""
    body: Any = None
    query: dict[str, dict[str, Any]] = {}
    status: int = 200
    media: str = JSON


STORE = (
    "too-fast",
    "store-failed",
    "bad-token",
    "too-many-tries",
    "not-for-bots",
    "door-closed",
    "blocked",
)
TABLE = (*STORE, "unknown-table", "old-rules")
LOOK = (*TABLE, "day-not-over")
WRITE = ("cross-site", "not-json", "too-large", "bad-message", "read-only", "uploads-busy")
ASK = (
    *TABLE,
    *WRITE,
    "too-long",
    "bad-move",
    "bad-name",
    "unknown-level",
    "not-your-seat",
    "not-seated",
    "no-such-seat",
    "seat-taken",
    "seat-free",
    "not-away",
    "waiting",
    "ask-first",
    "rated",
    "not-rated",
    "nothing-to-take-back",
    "takeback-pending",
    "no-takeback",
    "daily-board",
    "not-over",
    "game-over",
    "not-yours",
    "already-resigned",
    "clock-decides",
    "too-few",
    "no-bots",
    "no-vote",
    "no-clock",
    "resting",
    "not-resting",
    "other-hand",
    "sent-away",
    "moved-on",
    "no-seat-free",
    "begun",
    "not-ready",
    "already-ready",
    "bad-seats",
    "unknown-bot",
    "not-invited",
)
NOTICE = (*STORE, *WRITE, "too-many-changes")
OPEN = (
    "needs-profile",
    "host-only",
    "unknown-game",
    "bad-seats",
    "bad-options",
    "unknown-level",
    "bad-name",
    "bad-daily",
)
STUDY = ("bad-study", "unknown-table", "old-rules", "not-over", "day-not-over", "game-over")
TRY = (
    "too-fast",
    *WRITE,
    "unknown-game",
    "unknown-exercise",
    "bad-attempt",
    "bad-move",
    "bots-busy",
)
NUMBER = {"type": "integer"}
TEXT = {"type": "string"}
STATUS_BODY = dict[str, str]
DESK = (*STORE, "not-at-desk")
FIND = {"find": {"type": "string", "default": ""}}

_AT_TABLE = "/api/tables/{table}"
OPERATIONS = {
    ("get", "/healthz"): Operation("Whether the process answers.", STATUS_BODY, ("too-fast",)),
    ("get", "/readyz"): Operation(
        "Whether it can serve tables now.", STATUS_BODY, ("going", "too-fast", "store-failed")
    ),
    ("get", "/metrics"): Operation(
        "Figures for Prometheus.", str, ("too-fast",), media="text/plain"
    ),
    ("get", "/api/health"): Operation("Whether the server answers.", STATUS_BODY, ("too-fast",)),
    ("get", "/api/version"): Operation(
        "Which version this is, and of the store.", dm.Version, ("too-fast",)
    ),
    ("get", "/api/house"): Operation(
        "Whether I am let in, and what the host announces.", dm.HouseNow, ("too-fast",)
    ),
    ("post", "/api/door"): Operation(
        "Come in with a password or an invitation.",
        dict[str, Any],
        (*STORE, *WRITE, "bad-password", "bad-invitation"),
        body=dm.Knock,
    ),
    ("get", "/api/desk"): Operation("The host's desk.", seen.DeskSeen, DESK),
    ("post", "/api/desk/enter"): Operation(
        "Come to the desk by a one-time link.",
        dict[str, Any],
        (*STORE, *WRITE, "bad-code"),
        body=dm.DeskLink,
    ),
    ("post", "/api/desk/leave"): Operation("Leave the desk.", dict[str, Any], (*STORE, *WRITE)),
    ("get", "/api/desk/tables"): Operation(
        "Tables, the latest first.", list[seen.TableSeen], DESK, query=FIND
    ),
    ("get", "/api/desk/people"): Operation(
        "People of a name.", list[seen.PersonSeen], DESK, query=FIND
    ),
    ("post", "/api/desk/acts"): Operation(
        "Do something as the host.",
        acts.Done,
        (*DESK, *WRITE, "bad-address", "unknown-table", "old-rules", "game-over"),
        body=acts.AnyAct,
    ),
    ("post", "/api/desk/invitations"): Operation(
        "Invite into a closed house.",
        dm.InvitationLink,
        (*DESK, *WRITE),
        body=dm.NewInvitation,
    ),
    ("get", "/api/openapi.json"): Operation("This document.", dict[str, Any], ("too-fast",)),
    ("get", "/api/games"): Operation("The games.", list[m.GameListing], STORE),
    ("get", "/api/tables"): Operation("The lobby.", m.Lobby, STORE),
    ("post", "/api/tables"): Operation(
        "Make a table.",
        m.Opened,
        (*STORE, *WRITE, *OPEN, *STUDY, "not-rated", "needs-clock", "too-many-tables", "bots-busy"),
        body=m.NewTable,
        status=201,
    ),
    ("post", "/api/records"): Operation(
        "Make a table of a recorded game.",
        m.Opened,
        (*STORE, *WRITE, "bad-record", "bad-study", "too-many-records", "bots-busy"),
        body=Record,
        status=201,
    ),
    ("post", "/api/starts"): Operation(
        "How a game would begin.",
        m.Start,
        ("too-fast", *WRITE, "unknown-game", "bad-seats", "bad-options"),
        body=m.NewStart,
    ),
    ("get", _AT_TABLE): Operation("The table, with all entries.", m.Table, LOOK),
    ("post", f"{_AT_TABLE}/asks"): Operation(
        "Any ask.", m.Ack | m.Previewed | m.Judged, ASK, body=asks.AnyAsk
    ),
    ("post", f"{_AT_TABLE}/moves"): Operation("Make a move.", m.Ack, ASK, body=m.NewMove),
    ("get", f"{_AT_TABLE}/stream"): Operation(
        "What a WebSocket would say, one message a line, without end.",
        m.AnySaid,
        (*LOOK, "bad-since", "too-many-connections"),
        query={"since": {**NUMBER, "default": -1}},
        media="application/x-ndjson",
    ),
    ("get", f"{_AT_TABLE}/invitation"): Operation(
        "What to send to those who should come.", fm.Invitation, TABLE
    ),
    ("get", f"{_AT_TABLE}/qr.svg"): Operation(
        "The same address as a QR code.", str, TABLE, media="image/svg+xml"
    ),
    ("get", f"{_AT_TABLE}/record"): Operation(
        "The finished game as a record.", Record, (*LOOK, "not-over")
    ),
    ("get", f"{_AT_TABLE}/replay"): Operation("The game so far.", m.Replay, LOOK),
    ("get", f"{_AT_TABLE}/summary"): Operation(
        "Where the points of a finished game came from, and a moment of it.",
        m.Summary,
        (*LOOK, "not-over"),
    ),
    ("get", f"{_AT_TABLE}/review"): Operation(
        "What the game tells of a finished match.", Any, (*LOOK, "not-over")
    ),
    ("get", f"{_AT_TABLE}/hints"): Operation(
        "Moves a strong bot would consider.",
        m.Hints,
        (
            *TABLE,
            "no-such-seat",
            "not-your-seat",
            "not-practice",
            "rated",
            "no-hints",
            "not-your-turn",
            "daily-board",
            "game-over",
            "bots-busy",
        ),
        query={"seat": NUMBER},
    ),
    ("get", f"{_AT_TABLE}/analysis"): Operation(
        "What a coach says of a finished game: progress, a message a line, then the analysis.",
        lm.AnyAnalysis,
        (*LOOK, "not-over", "no-analysis", "too-many-connections"),
        media="application/x-ndjson",
    ),
    ("get", "/api/people/{handle}"): Operation(
        "What somebody lets others see of their games, or `me`: all of mine.",
        history.PersonPage,
        (*STORE, "unknown-person"),
    ),
    ("get", "/api/people/{handle}/games"): Operation(
        "Finished games, the latest first.",
        history.PastGames,
        (*STORE, "unknown-person", "bad-message"),
        query={
            "game": TEXT,
            "result": {"enum": ["won", "shared", "lost"]},
            "opponent": TEXT,
            "rated": {"type": "boolean"},
            "search": {**TEXT, "maxLength": 60},
            "before": NUMBER,
        },
    ),
    ("put", "/api/me/page"): Operation(
        "What others may see of my games.",
        history.PersonPage,
        (*STORE, *WRITE, "too-many-changes"),
        body=history.ShowPage,
    ),
    ("get", "/api/leaders"): Operation(
        "Who is strongest, scale by scale.", list[history.Leaders], STORE
    ),
    ("get", "/api/notices"): Operation(
        "How I am told that it is my turn.", channels.Notices, STORE
    ),
    ("get", "/api/push/key"): Operation("What a browser subscribes with.", channels.PushKey, STORE),
    ("post", "/api/notices/push"): Operation(
        "Have a browser told.",
        channels.Notices,
        (*NOTICE, "bad-subscription"),
        body=channels.NewPush,
    ),
    ("delete", "/api/notices/push"): Operation(
        "Have a browser told no more.", channels.Notices, NOTICE, body=channels.EndPush
    ),
    ("post", "/api/notices/webhook"): Operation(
        "Have an address called, once a test message has arrived there.",
        channels.Notices,
        (*NOTICE, "webhook-failed"),
        body=channels.NewWebhook,
    ),
    ("delete", "/api/notices/webhook"): Operation(
        "Have no address called.", channels.Notices, NOTICE
    ),
    ("post", "/api/notices/calendar"): Operation(
        "Make a calendar feed with a new secret address.",
        channels.Notices,
        NOTICE,
        body=channels.NewCalendar,
    ),
    ("delete", "/api/notices/calendar"): Operation(
        "End the calendar feed.", channels.Notices, NOTICE
    ),
    ("post", "/api/notices/mail"): Operation(
        "Have a digest a day and reminders mailed.",
        channels.Notices,
        (*NOTICE, "no-mail-here", "no-address", "bad-zone"),
        body=channels.NewMail,
    ),
    ("delete", "/api/notices/mail"): Operation("Have no mails sent.", channels.Notices, NOTICE),
    ("post", "/unsubscribe/{secret}"): Operation(
        "Have no mails sent to whoever has the secret.", STATUS_BODY, ("store-failed",)
    ),
    ("get", "/calendar/{secret}.ics"): Operation(
        "The turns of whoever knows the secret, as a calendar.",
        str,
        ("store-failed", "not-found"),
        media="text/calendar",
    ),
    ("get", "/api/me"): Operation("Who I am in this house.", account_messages.Me, STORE),
    ("put", "/api/me"): Operation(
        "Be someone in this house, or change that.",
        account_messages.Me,
        (*STORE, *WRITE, "bad-name", "name-taken", "too-many-changes"),
        body=account_messages.NewProfile,
    ),
    ("get", "/api/me/data"): Operation("All that is kept of me.", dict[str, Any], STORE),
    ("get", "/api/me/vacation"): Operation(
        "Whether my clocks stand still, and how much vacation I have left.", Vacation, STORE
    ),
    ("post", "/api/me/vacation"): Operation(
        "Go on vacation, or come back: for all my games by correspondence.",
        Vacation,
        (*STORE, *WRITE, "no-vacation-left"),
        body=SetVacation,
    ),
    ("post", "/api/me/forget"): Operation(
        "Forget me; my games stay, without my name.",
        dict[str, Any],
        (*STORE, *WRITE),
        body=account_messages.Forget,
    ),
    ("post", "/api/me/recovery"): Operation(
        "A new recovery code.", account_messages.RecoveryCode, (*STORE, *WRITE)
    ),
    ("post", "/api/recover"): Operation(
        "Become the person whose recovery code it is.",
        account_messages.Me,
        (*STORE, *WRITE, "bad-code"),
        body=account_messages.Recover,
    ),
    ("get", "/api/me/link"): Operation(
        "How far my link to another device is.", account_messages.Link, STORE
    ),
    ("post", "/api/me/link"): Operation(
        "A link by which another device becomes mine.",
        account_messages.NewLink,
        (*STORE, *WRITE),
    ),
    ("post", "/api/me/link/answer"): Operation(
        "Whether the device that has opened it is mine.",
        account_messages.Link,
        (*STORE, *WRITE, "code-spent"),
        body=account_messages.Confirm,
    ),
    ("post", "/api/links"): Operation(
        "Open somebody's link, and ask how far it is.",
        account_messages.Linked,
        (*STORE, *WRITE, "bad-code", "code-spent"),
        body=account_messages.OpenLink,
    ),
    ("post", "/api/me/mail"): Operation(
        "A code to an address that I say is mine.",
        dict[str, Any],
        (*STORE, *WRITE, "no-mail"),
        body=account_messages.MailTo,
    ),
    ("post", "/api/me/mail/confirm"): Operation(
        "The address is mine: here is the code.",
        account_messages.Me,
        (*STORE, *WRITE, "no-mail", "bad-code", "code-spent"),
        body=account_messages.MailCode,
    ),
    ("post", "/api/me/mail/drop"): Operation(
        "Keep my address no longer.", account_messages.Me, (*STORE, *WRITE)
    ),
    ("post", "/api/mail"): Operation(
        "A code by which I come in, to my address.",
        dict[str, Any],
        (*STORE, *WRITE, "no-mail"),
        body=account_messages.MailTo,
    ),
    ("post", "/api/mail/enter"): Operation(
        "Become the person whose address it is.",
        account_messages.Me,
        (*STORE, *WRITE, "no-mail", "bad-code", "code-spent"),
        body=account_messages.MailCode,
    ),
    ("post", "/api/me/passkeys/begin"): Operation(
        "What a browser needs to make a passkey.",
        account_messages.PasskeyAsk,
        (*STORE, *WRITE, "no-passkey-here"),
    ),
    ("post", "/api/me/passkeys"): Operation(
        "Keep a passkey that was made.",
        account_messages.Me,
        (*STORE, *WRITE, "bad-passkey", "code-spent"),
        body=account_messages.PasskeyAnswer,
    ),
    ("post", "/api/me/passkeys/drop"): Operation(
        "Be known by a passkey no longer.",
        account_messages.Me,
        (*STORE, *WRITE),
        body=account_messages.DropPasskey,
    ),
    ("post", "/api/passkeys/begin"): Operation(
        "What a browser needs to come in with a passkey.",
        account_messages.PasskeyAsk,
        (*STORE, *WRITE, "no-passkey-here"),
    ),
    ("post", "/api/passkeys"): Operation(
        "Become the person whose passkey it is.",
        account_messages.Me,
        (*STORE, *WRITE, "bad-passkey", "code-spent"),
        body=account_messages.PasskeyAnswer,
    ),
    ("get", "/api/bots"): Operation("My bots, and those that are here.", bots.Bots, STORE),
    ("post", "/api/bots"): Operation(
        "A bot of mine, with a token; or a new token for it.",
        bots.MadeBot,
        (
            *STORE,
            *WRITE,
            "no-profile",
            "bad-name",
            "name-taken",
            "too-many-bots",
        ),
        body=bots.NewBot,
        status=201,
    ),
    ("delete", "/api/bots/{handle}"): Operation(
        "Revoke the token of a bot of mine.",
        bots.Bots,
        (*STORE, "cross-site", "not-json", "unknown-bot"),
    ),
    ("get", "/api/events"): Operation(
        "What concerns me at all my tables, one message a line, without end.",
        cm.AnyConcern,
        (*STORE, "too-many-connections"),
        media="application/x-ndjson",
    ),
    ("get", "/api/seeks"): Operation("Who looks for what.", fm.Sights, STORE),
    ("post", "/api/seeks"): Operation(
        "Look for someone: news, a message a line, until somebody is found.",
        fm.AnyNews,
        (
            *STORE,
            *WRITE,
            "unknown-game",
            "bad-seats",
            "bad-name",
            "no-clock",
            "too-many-tables",
            "too-many-connections",
        ),
        body=fm.NewSeek,
        media="application/x-ndjson",
    ),
    ("delete", "/api/seeks"): Operation(
        "Stop looking.", fm.EndedSeek, (*STORE, "cross-site", "not-json")
    ),
    ("get", "/api/days"): Operation("Today's boards, and my days.", lm.Days, STORE),
    ("get", "/api/lessons/{game}"): Operation(
        "A game's lesson.", lm.LessonListing, ("too-fast", "unknown-game", "unknown-exercise")
    ),
    ("post", "/api/lessons/{game}/{name}"): Operation(
        "Try moves in a step of a lesson.", lm.ExercisePage, TRY, body=lm.Trial
    ),
    ("post", "/api/lessons/{game}/{name}/solution"): Operation(
        "What is best in a step of a lesson after some moves.", lm.Solution, TRY, body=lm.Trial
    ),
    ("get", "/api/puzzles/{game}"): Operation(
        "A puzzle of my strength.", lm.NextPuzzle, (*STORE, "unknown-game", "unknown-exercise")
    ),
    ("get", "/api/runs/{game}"): Operation(
        "Puzzles for a run against the clock.",
        lm.PuzzleRun,
        ("too-fast", "unknown-game", "unknown-exercise"),
    ),
    ("post", "/api/puzzles/{game}/{name}"): Operation(
        "My final answer to a puzzle.",
        lm.PuzzleResult,
        (*TRY, "store-failed", "too-many-tries"),
        body=lm.Trial,
    ),
    ("post", "/api/puzzles/{game}/{name}/try"): Operation(
        "Try moves in a puzzle, which does not count.", lm.ExercisePage, TRY, body=lm.Trial
    ),
    ("post", "/api/puzzles/{game}/{name}/solution"): Operation(
        "What is best in a puzzle, and how a wrong last move is refuted.",
        lm.Solution,
        TRY,
        body=lm.Trial,
    ),
}


@cache
def document() -> dict[str, Any]:
    """The OpenAPI document of every address that is not a page."""
    types = [kind for at in OPERATIONS.values() for kind in (at.answer, at.body)]
    schemas, components = schema_components(
        [*types, m.Refusal], ref_template="#/components/schemas/{name}"
    )
    # A record of any game: its moves are those of no game in particular.
    components["Move"] = {"type": "object", "properties": {"type": {"type": "string"}}}
    paths: dict[str, dict[str, Any]] = {}
    refused = {JSON: {"schema": schemas[-1]}}
    for n, ((method, path), at) in enumerate(OPERATIONS.items()):
        answer, body = schemas[2 * n : 2 * n + 2]
        paths.setdefault(path, {})[method] = {
            "summary": at.summary,
            "parameters": [*_in_path(path), *_in_query(at)],
            **({"requestBody": _body(body)} if at.body else {}),
            "responses": {
                str(at.status): {"description": "Done.", "content": {at.media: {"schema": answer}}},
                **{
                    str(status): {"description": _reasons(at, status), "content": refused}
                    for status in sorted({STATUS.get(code, 409) for code in at.codes})
                },
            },
        }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Inglenook", "version": "1"},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "guest": {"type": "apiKey", "in": "cookie", "name": "guest"},
                "guest_https": {"type": "apiKey", "in": "cookie", "name": "__Host-guest"},
            },
        },
        # Anyone who comes without a cookie is given one; over https, of the second name.
        "security": [{}, {"guest": []}, {"guest_https": []}],
    }


def _in_path(path: str) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"{(\w+)}", path)
    ]


def _in_query(at: Operation) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "query", "required": "default" not in schema, "schema": schema}
        for name, schema in at.query.items()
    ]


def _body(schema: dict[str, Any]) -> dict[str, Any]:
    return {"required": True, "content": {JSON: {"schema": schema}}}


def _reasons(at: Operation, status: int) -> str:
    codes = ", ".join(code for code in at.codes if STATUS.get(code, 409) == status)
    return f"{HTTPStatus(status).phrase}: {codes}"
