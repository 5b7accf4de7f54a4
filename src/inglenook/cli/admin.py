"""Commands of the host, about a house that may be open: workers hear of them within seconds."""

import asyncio
import getpass
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from inglenook import Refused
from inglenook.cli.common import Data, Database, fail, warn

if TYPE_CHECKING:
    from inglenook.server.desk.acts import AnyAct
    from inglenook.server.desk.seen import PersonSeen, TableSeen
    from inglenook.server.store import Store

T = TypeVar("T")
app = typer.Typer(help="What the host does: tables, people, addresses, announcements, the desk.")
tables_app = typer.Typer(help="Tables: list, look, close, delete.")
people_app = typer.Typer(help="People: find, block, unblock, forget.")
addresses_app = typer.Typer(help="Addresses: block, unblock.")
app.add_typer(tables_app, name="tables")
app.add_typer(people_app, name="people")
app.add_typer(addresses_app, name="addresses")

HERE = Path("inglenook-data")
# The id of a table may begin with a dash: what is no option here is an id.
DASHED = {"ignore_unknown_options": True}
TableId = Annotated[str, typer.Argument(help="Its id, as in its address.")]
Guest = Annotated[str, typer.Argument(help="The id of a guest, as `people find` prints it.")]
Address = Annotated[str, typer.Argument(help="An address, or a network as 192.0.2.0/24.")]
Days = Annotated[int, typer.Option(min=1, max=3650, help="For how many days.")]
Why = Annotated[str, typer.Option(help="Why: only the host reads it.")]
Origin = Annotated[str, typer.Option(help="Where the house is, as https://games.example.org.")]


def _in_store(data: Path, database: str | None, job: "Callable[[Store], Awaitable[T]]") -> T:
    """Do something in the store of a house, whether or not a server runs."""
    from inglenook.server.store import CannotOpen, Location, StoreFailed
    from inglenook.server.store.location import open_beside

    async def run(store: "Store") -> T:
        await store.start()
        try:
            return await job(store)
        finally:
            await store.close()

    try:
        return asyncio.run(run(open_beside(Location(data, database))))
    except (CannotOpen, StoreFailed) as e:
        fail(str(e))
    except Refused as e:
        fail(e.detail or e.code)


def _who() -> str:
    try:
        return f"command {getpass.getuser()}"
    except (OSError, KeyError):
        return "command"


def _do(data: Path, database: str | None, act: "AnyAct") -> None:
    from inglenook.server.desk.acts import perform

    done = _in_store(data, database, lambda store: perform(store, _who(), act))
    warn(" ".join(part for part in (f"done: {done.what}", done.about, done.detail) if part))


def _when(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%d %H:%M")


@tables_app.command(name="list", context_settings=DASHED)
def list_tables(
    find: Annotated[str, typer.Argument(help="An id, a game, a status or a guest.")] = "",
    data: Data = HERE,
    database: Database = None,
) -> None:
    """Those with the latest sign of life first, a line each."""
    from inglenook.server.desk.seen import tables

    for table in _in_store(data, database, lambda store: tables(store, find)):
        typer.echo(_line(table))


def _line(table: "TableSeen") -> str:
    seats = ", ".join(who.name if who else "free" for who in table.seats)
    return f"{table.id}  {table.game}  {table.status}  {table.moves}  {_when(table.last)}  {seats}"


@tables_app.command(context_settings=DASHED)
def look(table: TableId, data: Data = HERE, database: Database = None) -> None:
    """Who sits at a table, and since when it is there."""
    from inglenook.server.desk.seen import tables

    found = _in_store(data, database, lambda store: tables(store, table))
    seen = next((each for each in found if each.id == table), None)
    if seen is None:
        fail(f"there is no table {table}")
    typer.echo(_line(seen))
    typer.echo(f"made {_when(seen.made)}; {'listed' if seen.listed else 'not listed'}")
    for n, who in enumerate(seen.seats):
        told = f"{who.name}  {who.guest}".rstrip() if who else "free"
        typer.echo(f"seat {n}: {told}")


@tables_app.command(context_settings=DASHED)
def close(table: TableId, data: Data = HERE, database: Database = None) -> None:
    """End the game at a table: nobody wins."""
    from inglenook.server.desk.acts import CloseTable

    _do(data, database, CloseTable(table))


@tables_app.command(context_settings=DASHED)
def delete(table: TableId, data: Data = HERE, database: Database = None) -> None:
    """Delete a table, with all that was played there."""
    from inglenook.server.desk.acts import DeleteTable

    _do(data, database, DeleteTable(table))


@people_app.command()
def find(
    name: Annotated[str, typer.Argument(help="A name or a part of it, a handle or an id.")],
    data: Data = HERE,
    database: Database = None,
) -> None:
    """People of that name, a line each: id, name, handle, tables."""
    from inglenook.server.desk.seen import people

    async def look(store: "Store") -> "list[PersonSeen]":
        return await people(store, name)

    for seen in _in_store(data, database, look):
        blocked = "  blocked" if seen.blocked else ""
        typer.echo(f"{seen.guest}  {seen.name}  {seen.handle}  {seen.tables}{blocked}")


@people_app.command(name="block")
def block_person(
    guest: Guest, days: Days = 7, why: Why = "", data: Data = HERE, database: Database = None
) -> None:
    """Let somebody do nothing here for a time."""
    from inglenook.server.desk.acts import BlockPerson

    _do(data, database, BlockPerson(guest, days, why))


@people_app.command(name="unblock")
def unblock_person(guest: Guest, data: Data = HERE, database: Database = None) -> None:
    """Let somebody come again."""
    from inglenook.server.desk.acts import Unblock

    _do(data, database, Unblock("person", guest))


@people_app.command()
def forget(guest: Guest, data: Data = HERE, database: Database = None) -> None:
    """Forget who somebody was; their games stay, as somebody's."""
    from inglenook.server.desk.acts import ForgetPerson

    _do(data, database, ForgetPerson(guest))


@addresses_app.command(name="block")
def block_address(
    address: Address, days: Days = 7, why: Why = "", data: Data = HERE, database: Database = None
) -> None:
    """Let nobody in from an address or a network for a time."""
    from inglenook.server.desk.acts import BlockAddress

    _do(data, database, BlockAddress(address, days, why))


@addresses_app.command(name="unblock")
def unblock_address(address: Address, data: Data = HERE, database: Database = None) -> None:
    """Let people in from there again."""
    from inglenook.server.desk.acts import Unblock, network

    try:
        act = Unblock("address", network(address))
    except Refused as e:
        fail(e.detail)
    _do(data, database, act)


@app.command()
def announce(
    text: Annotated[str, typer.Argument(help="What everybody is to read; none ends it.")] = "",
    hours: Annotated[int, typer.Option(min=1, max=8760, help="For how many hours.")] = 24,
    data: Data = HERE,
    database: Database = None,
) -> None:
    """Let everybody read a line on every page."""
    from inglenook.server.desk.acts import LONGEST_TEXT, Announce, EndAnnouncement

    if len(text) > LONGEST_TEXT:
        fail(f"an announcement has at most {LONGEST_TEXT} characters")
    _do(data, database, Announce(text, hours) if text.strip() else EndAnnouncement())


@app.command(name="read-only")
def read_only(
    state: Annotated[bool, typer.Argument(metavar="on|off", help="on, or off.")],
    data: Data = HERE,
    database: Database = None,
) -> None:
    """Let people look, and nobody do anything; no clock runs meanwhile."""
    from inglenook.server.desk.acts import SetReadOnly

    _do(data, database, SetReadOnly(state))


@app.command()
def invite(
    days: Days = 7,
    uses: Annotated[int, typer.Option(min=1, max=10_000, help="For how many people.")] = 20,
    note: Annotated[str, typer.Option(help="For whom: only the host reads it.")] = "",
    origin: Origin = "http://localhost:8000",
    data: Data = HERE,
    database: Database = None,
) -> None:
    """Print a link that lets people into a house that is by invitation."""
    from inglenook.server.desk import acts

    secret = _in_store(
        data, database, lambda store: acts.invite(store, _who(), days, uses, note[:60])
    )
    typer.echo(f"{origin.rstrip('/')}/door#{secret}")


@app.command()
def link(
    origin: Origin = "http://localhost:8000", data: Data = HERE, database: Database = None
) -> None:
    """Print a link to the host's desk: good once, within a quarter of an hour."""
    from inglenook.server.desk.acts import make_desk_link

    secret = _in_store(data, database, lambda store: make_desk_link(store, _who()))
    typer.echo(f"{origin.rstrip('/')}/desk#{secret}")


@app.command(name="rotate-key")
def rotate_key(data: Data = HERE, database: Database = None) -> None:
    """Add a key to the house's secret: nobody is lost, and servers sign with it once reloaded."""
    from inglenook.server.store import CannotOpen, rotate_key

    try:
        count = rotate_key(data, database)
    except CannotOpen as e:
        fail(str(e))
    warn(f"keys: {count}; reload the servers")


@app.command()
def figures(data: Data = HERE, database: Database = None) -> None:
    """How much there is in the house."""
    from msgspec.structs import asdict

    from inglenook.server.desk.seen import figures

    for name, number in asdict(_in_store(data, database, figures)).items():
        typer.echo(f"{name.replace('_', ' ')}: {number}")


@app.command()
def log(data: Data = HERE, database: Database = None) -> None:
    """The latest acts of the host: when, who, what."""
    from inglenook.server.desk.seen import acts

    for done in _in_store(data, database, acts):
        told = (_when(done.at), done.who, done.what, done.about, done.detail)
        typer.echo("  ".join(part for part in told if part))
