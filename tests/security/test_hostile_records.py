"""Records that were made to do harm: each is refused, and what is stored stays as it was."""

import json
import struct
import zlib
from base64 import b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from inglenook.core.game import Refused
from inglenook.server.compute.record_upload import brought
from inglenook.server.http.limits import BYTES_OF_ADDRESS, BYTES_OF_GUEST, BYTES_OF_HOUSE, Limits
from tests.security.listened_server import Watched
from tests.security.test_strain import MEGABYTE, resident
from tests.web.people import LISTS, PATIENCE, Person

GOLDEN = Path(__file__).parents[1] / "games/golden"
RECORD = json.loads((GOLDEN / "kewbz-last-cube.json").read_text())
LARGEST = 4 * MEGABYTE


def send(server: Watched, content: str | bytes | Iterator[bytes]) -> httpx.Response:
    """Upload it as somebody new: nobody may upload so many."""
    headers = {"content-type": "application/json"}
    address = f"{server.url}/api/records"
    return httpx.post(address, content=content, headers=headers, timeout=PATIENCE)


def listed(person: Person) -> set[str]:
    """The tables in the lobby."""
    lobby = person.http.get("/api/tables").json()
    return {table["id"] for name in LISTS for table in lobby[name]}


def with_(**fields: Any) -> str:
    return json.dumps({**RECORD, **fields})


def with_entry(place: int, *values: Any) -> str:
    """The record with the first values of an entry replaced."""
    log = [list(entry) for entry in RECORD["log"]]
    log[place][: len(values)] = values
    return with_(log=log, digest="")


def raw(field: str, value: str) -> str:
    """The record with a field whose value no JSON library would write."""
    return with_(**{field: "@"}).replace('"@"', value)


DEEP = "[" * 100_000 + "]" * 100_000
DEEP_OBJECT = '{"a":' * 100_000 + "1" + "}" * 100_000
ENTRY = '[0,0,0,{"type":"place","cell":"a1"},0]'


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("nothing", ""),
        ("no JSON", "record"),
        ("a list", "[]"),
        ("an empty object", "{}"),
        ("deep", DEEP),
        ("deep objects", DEEP_OBJECT),
        ("deep options", raw("options", DEEP_OBJECT)),
        ("deep log", raw("log", DEEP)),
        ("a deep move", raw("log", f"[[0,0,0,{DEEP_OBJECT},0]]")),
        ("NaN", raw("seats", "NaN")),
        ("infinite", raw("rules", "Infinity")),
        ("a number of 5000 digits", raw("seats", "9" * 5000)),
        ("a number of a million digits", raw("options", '{"size":' + "9" * 1_000_000 + "}")),
        ("a large float", raw("rules", "1e999")),
        ("text that is none", with_().encode().replace(b"kewbz", b"kewb\xff")),
        ("half a surrogate", raw("seed", '"\\ud800"')),
        ("another game", with_(game="chess")),
        ("a path for a game", with_(game="../../etc/passwd")),
        ("a module for a game", with_(game="kewbz.rules")),
        ("other rules", with_(rules=99)),
        ("no seats", with_(seats=0)),
        ("many seats", with_(seats=10**9)),
        ("other options", with_(options={"size": 10**6, "cubes": 10**6})),
        ("another digest", with_(digest="0" * 32)),
        ("another log", with_(log=RECORD["log"][1:])),
        ("a time beyond all clocks", with_entry(-1, len(RECORD["log"]) - 1, 2**63)),
        ("a time of 300 digits", with_entry(-1, len(RECORD["log"]) - 1, 10**300)),
        ("a time before the start", with_entry(0, 0, -1)),
        ("a seat far away", with_entry(0, 0, 0, 2**70)),
        ("NATURE's seat", with_entry(0, 0, 0, -1)),
        ("an undo into the future", with_entry(0, 0, 0, 0, {"type": "undo", "to": 10**6})),
        ("a seed that no store takes", with_(seed="\0")),
        ("a seed that fills the disk", with_(seed="x" * 201, digest="")),
        ("a name that does", with_(names=["x" * 101, "Bob"])),
    ],
)
def test_it_is_refused(server: Watched, ada: Person, name: str, text: str | bytes) -> None:
    before = listed(ada)
    answer = send(server, text)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-record"), name
    assert len(answer.json()["detail"]) < 1000
    assert listed(ada) == before


def test_a_deep_field_that_nobody_knows_does_no_harm(server: Watched) -> None:
    # From Python 3.14 on only the stack says how deep is too deep, and this is skipped.
    assert send(server, raw("more", DEEP)).status_code in (201, 400)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a byte too many", " " * (LARGEST + 1)),
        ("a hundred thousand entries", raw("log", "[" + ",".join([ENTRY] * 100_000) + "]")),
        ("a million entries", raw("log", "[" + ",".join([ENTRY] * 1_000_000) + "]")),
        ("a seed as long as all that", with_(seed="x" * LARGEST)),
    ],
)
def test_it_is_too_large(server: Watched, name: str, text: str) -> None:
    answer = send(server, text)
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large"), name


def test_a_hundred_megabytes(server: Watched, ada: Person) -> None:
    before = resident(server)
    answer = send(server, (b" " * MEGABYTE for _ in range(100)))
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")
    assert resident(server) - before < 30 * MEGABYTE
    assert ada.http.get("/api/health").status_code == 200


def test_undoing_again_and_again_takes_no_more_than_its_time(server: Watched) -> None:
    log = [list(entry) for entry in RECORD["log"][:1]]
    for n in range(1, 1999, 2):
        log.append([n, log[0][1], 0, {"type": "undo", "to": -1}, 0])
        log.append([n + 1, *log[0][1:]])
    log.append([len(log), log[0][1], 0, {"type": "resign"}, 0])
    answer = send(server, with_(log=log, digest=""))
    assert answer.status_code == 201
    replay = httpx.get(f"{server.url}/api/tables/{answer.json()['id']}/replay", timeout=PATIENCE)
    assert len(replay.json()["views"]) == len(log) + 1


def test_a_good_one_is_taken(ada: Person) -> None:
    answer = ada.http.post("/api/records", json=RECORD)
    assert answer.status_code == 201
    table = answer.json()["id"]
    assert ada.http.get(f"/api/tables/{table}/record").json() == RECORD
    # Nobody has a seat there, so nobody can go on with it.
    resign = {"id": "1", "seat": 0, "move": {"type": "resign"}}
    assert ada.http.post(f"/api/tables/{table}/moves", json=resign).status_code == 403


def of_konexi(change: Callable[[dict[str, Any]], None]) -> bytes:
    """A game of Konexi whose first tower was changed: what the rules do not look at."""
    record = json.loads((GOLDEN / "konexi-goal.json").read_text())
    settled = next(entry[3] for entry in record["log"] if entry[3]["type"] == "settled")
    change(settled)
    return json.dumps({**record, "digest": ""}).encode()


def bomb(letters: int, frames: int = 65535) -> str:
    """Half a megabyte at most, and hundreds of them in a browser that believes it."""
    unpacked = struct.pack("<HH", frames, letters) + bytes(frames * letters * 14)
    return b64encode(zlib.compress(unpacked, 9)).decode()


def far_away(settled: dict[str, Any]) -> None:
    letter = next(iter(settled["poses"]))
    settled["poses"][letter][0] = 1e308


@pytest.mark.parametrize(
    "change",
    [
        lambda settled: settled.update(motion=bomb(len(settled["poses"]))),
        lambda settled: settled.update(motion=bomb(len(settled["poses"]) + 1, 1)),
        lambda settled: settled.update(motion=bomb(500)),
        lambda settled: settled.update(motion="AAAA"),
        lambda settled: settled.update(engine="x" * 70_000),
        far_away,
    ],
)
def test_a_tower_that_nobody_built_is_refused(change: Callable[[dict[str, Any]], None]) -> None:
    assert brought(of_konexi(lambda _: None)).over
    with pytest.raises(Refused, match="bad-record"):
        brought(of_konexi(change))


def test_nobody_fills_the_disk_with_records() -> None:
    limits, most = Limits(), BYTES_OF_GUEST

    def refused(address: str, guest: str) -> bool:
        try:
            limits.record_bytes(address, guest, most)
        except Refused as e:
            return e.code == "too-many-records"
        return False

    assert [refused("203.0.113.1", "eve"), refused("203.0.113.2", "eve")] == [False, True]
    # Somebody new for each.
    count = BYTES_OF_ADDRESS // most
    assert [refused("203.0.113.3", f"{n}") for n in range(count + 1)] == [False] * count + [True]
    # From everywhere.
    many = [refused(f"198.51.100.{n}", f"guest {n}") for n in range(BYTES_OF_HOUSE // most)]
    assert many[-1]
