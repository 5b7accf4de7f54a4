"""docs/protocol.md says what the server does."""

import re
from pathlib import Path

import msgspec

from inglenook import __version__
from inglenook.server.store.schema import VERSION
from inglenook.server.wire import asks
from inglenook.server.wire import feed_messages as cm
from inglenook.server.wire import find_messages as fm
from inglenook.server.wire import table_messages as m

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs/protocol.md").read_text()


def test_every_example_is_a_message() -> None:
    examples = [line for line in TEXT.splitlines() if line.startswith('{"')]
    kinds = set()
    for line in examples:
        if line.startswith('{"type"'):
            kind = asks.AnyHeard | m.AnySaid | fm.AnyNews | cm.AnyConcern
            message = msgspec.json.decode(line, type=kind)
            assert msgspec.json.decode(msgspec.json.encode(message)) == msgspec.json.decode(line)
            kinds.add(type(message))
        else:
            msgspec.json.decode(line, type=m.NewTable)
    unions = (asks.AnyHeard, m.AnySaid, fm.AnyNews, cm.AnyConcern)
    assert kinds == {kind for union in unions for kind in union.__args__}


def test_the_example_of_a_version_is_this_one() -> None:
    (said,) = re.findall(r"`GET /api/version` \| `(\{.*?\})`", TEXT)
    assert msgspec.json.decode(said) == {"version": __version__, "schema": VERSION}


def test_every_reason_code_is_listed() -> None:
    files = (ROOT / "src/inglenook/server").rglob("*.py")
    source = "".join(path.read_text() for path in files)
    codes = set(re.findall(r'(?:Refused|refusal)\(\s*"([a-z-]+)"', source))
    assert "not-your-seat" in codes
    missing = {code for code in codes if f"`{code}`" not in TEXT}
    assert not missing
