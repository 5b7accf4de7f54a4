"""Write `client/src/net/wire.ts`, the TypeScript of all that travels: `python tools/wire_types.py`.

Given a path, it writes there instead.

Not done with json-schema-to-typescript: it does not know `prefixItems`, by which msgspec states
fixed tuples, and it would need Node for what is a page of Python.
"""

import json
import sys
from collections.abc import Iterable
from functools import reduce
from inspect import cleandoc
from operator import or_
from pathlib import Path
from typing import Any, get_type_hints

from msgspec.json import schema_components

import inglenook
from inglenook.core.game import Resign, Undo
from inglenook.server.bot_accounts import bots
from inglenook.server.desk import acts, seen
from inglenook.server.http.responses import RETRY_AFTER
from inglenook.server.notices import channels
from inglenook.server.ratings import history
from inglenook.server.vacations.bank import Vacation
from inglenook.server.wire import account_messages, asks
from inglenook.server.wire import desk_messages as dm
from inglenook.server.wire import find_messages as fm
from inglenook.server.wire import learn_messages as lm
from inglenook.server.wire import table_messages as m

TARGET = Path(__file__).resolve().parent.parent / "client/src/net/wire.ts"
HEAD = "// Generated from the Python structs by `make types`. Do not edit.\n"
RETRY = """\
/** Seconds after which what the server refused with this reason code may be sent again. */
export const RETRY_AFTER_S: Readonly<Record<string, number>> = {codes};
"""
BODIES = (
    asks.Probed,
    asks.SetPace,
    asks.SetVisible,
    channels.Notices,
    channels.NewPush,
    channels.EndPush,
    channels.NewWebhook,
    channels.NewCalendar,
    channels.NewMail,
    m.NewTable,
    m.NewMove,
    m.Opened,
    m.NewStart,
    m.Start,
    m.Lobby,
    m.GameListing,
    m.Replay,
    m.Summary,
    m.Hints,
    account_messages.Me,
    account_messages.NewProfile,
    account_messages.RecoveryCode,
    account_messages.NewLink,
    account_messages.Link,
    Vacation,
    account_messages.Linked,
    account_messages.PasskeyAsk,
    dm.HouseNow,
    dm.Knock,
    dm.NewInvitation,
    dm.InvitationLink,
    seen.DeskSeen,
    seen.TableSeen,
    seen.PersonSeen,
    acts.Done,
    bots.Bots,
    bots.NewBot,
    bots.MadeBot,
    fm.Invitation,
    fm.NewSeek,
    fm.Sights,
    fm.Looking,
    fm.Found,
    fm.Ended,
    fm.EndedSeek,
    lm.Progress,
    lm.Analysis,
    lm.LessonListing,
    lm.Trial,
    lm.ExercisePage,
    lm.Solution,
    lm.NextPuzzle,
    lm.PuzzleRun,
    lm.PuzzleResult,
    lm.Days,
    history.PersonPage,
    history.PastGames,
    history.ShowPage,
    history.Leaders,
)
SIMPLE = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean"}


def wire_types() -> str:
    """The whole text of wire.ts."""
    unions = {"Ask": asks.AnyAsk, "Said": m.AnySaid, "HostAct": acts.AnyAct}
    retry = RETRY.format(codes=json.dumps(RETRY_AFTER, indent=2))
    parts = [HEAD, retry, *declarations({**unions, **{body.__name__: body for body in BODIES}})]
    for name in inglenook.game_names():
        game = inglenook.find_game(name)
        moves = reduce(or_, (Resign, Undo, *game.moves))
        kinds: dict[str, Any] = {
            "View": game.view_type,
            "Options": game.options_type,
            "Move": moves,
        }
        if game.place_type:
            kinds["Place"] = game.place_type
        for part in ("preview", "judge", "review"):
            answer = get_type_hints(getattr(type(game), part))["return"]
            if isinstance(answer, type):
                kinds[answer.__name__] = answer
        inner = "\n".join(declarations(kinds)).replace("\n", "\n  ").replace("\n  \n", "\n\n")
        parts.append(f"export declare namespace {name} {{\n  {inner.rstrip()}\n}}\n")
    return "\n".join(parts)


def declarations(kinds: dict[str, Any]) -> Iterable[str]:
    """One declaration per struct that these types reach, and one per union among them."""
    schemas, components = schema_components(kinds.values(), ref_template="{name}")
    for name, schema in components.items():
        yield interface(name, schema)
    for name, schema in zip(kinds, schemas, strict=True):
        if "$ref" not in schema:
            yield f"export type {name} = {typescript(schema)};\n"


def interface(name: str, schema: dict[str, Any]) -> str:
    # What we send is complete; what we accept may leave out whatever has a default.
    accepted = schema.get("additionalProperties") is False
    said = "\n".join(
        f" * {line}".rstrip() for line in cleandoc(schema.get("description", "")).splitlines()
    ).removeprefix(" * ")
    lines = [f"/** {said} */"] if said else []
    if "prefixItems" in schema:
        return "\n".join([*lines, f"export type {name} = {typescript(schema)};\n"])
    lines.append(f"export interface {name} {{")
    for field, inner in schema["properties"].items():
        may_lack = "?" if accepted and field not in schema["required"] else ""
        lines.append(f"  {field}{may_lack}: {typescript(inner)};")
    return "\n".join([*lines, "}\n"])


def typescript(schema: dict[str, Any]) -> str:
    """A JSON Schema, as msgspec makes them, as a TypeScript type."""
    match schema:
        case {"$ref": name}:
            return str(name)
        case {"enum": values}:
            return " | ".join(json.dumps(value) for value in values)
        case {"anyOf": choices}:
            return " | ".join(dict.fromkeys(map(typescript, choices)))
        case {"type": "null"}:
            return "null"
        case {"type": "array", "prefixItems": items}:
            return f"[{', '.join(label(item) + typescript(item) for item in items)}]"
        case {"type": "array", "items": items}:
            inner = typescript(items)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"Record<string, {typescript(values)}>"
        case {"type": "object", "properties": fields}:
            known = "; ".join(f"{name}: {typescript(inner)}" for name, inner in fields.items())
            return f"{{ {known}; [more: string]: unknown }}"
        case {"type": "object"}:
            return "Record<string, unknown>"
        case {"type": kind}:
            return SIMPLE[kind]
        case _:
            return "unknown"


def label(item: dict[str, Any]) -> str:
    return f"{item['title']}: " if "title" in item else ""


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET
    target.write_text(wire_types())
