"""The `inglenook` command."""

import sys
from itertools import chain
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any, Literal, NoReturn

import msgspec
import typer

import inglenook
from inglenook import BadRecord, Refused
from inglenook.registry import playable_games

if TYPE_CHECKING:
    from rich.progress import Progress

    from inglenook.analysis.many import Source

app = typer.Typer(
    help="Table games in the browser and headless. Without a command: serve.",
    add_completion=False,
    pretty_exceptions_enable=False,
)
puzzles_app = typer.Typer(help="Puzzles from games of bots.")
app.add_typer(puzzles_app, name="puzzles")

GameName = Annotated[str, typer.Argument(help="A game, as `inglenook games` lists them.")]
RecordFile = Annotated[Path, typer.Argument(help="A record, as JSON.")]
Host = Annotated[str, typer.Option(help="Address to listen on.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 takes a free one.")]
Data = Annotated[
    Path, typer.Option(envvar="INGLENOOK_DATA", help="Folder for the games and the secret.")
]
Database = Annotated[
    str | None,
    typer.Option(
        envvar="INGLENOOK_DATABASE", help="A PostgreSQL for the games: postgresql://user@host/name."
    ),
]
Workers = Annotated[int, typer.Option(help="Processes that serve; several need a --database.")]

Smtp = Annotated[
    str | None,
    typer.Option(
        envvar="INGLENOOK_SMTP", help="Who takes the mail: smtp://user:password@host:port."
    ),
]
MailFrom = Annotated[
    str | None, typer.Option(envvar="INGLENOOK_MAIL_FROM", help="The address mails come from.")
]
WebhookAllow = Annotated[
    list[str] | None,
    typer.Option(
        envvar="INGLENOOK_WEBHOOK_ALLOW",
        help="A network of your own, as 10.0.0.0/8, in which webhooks may be called.",
    ),
]

Seconds = Annotated[
    float, typer.Option(min=0.01, help="For a move of a player that is not a level.")
]
On = Annotated[
    Literal["cores", "ray"], typer.Option(help="The cores of this machine, or a Ray cluster.")
]
GameOptions = Annotated[
    list[str] | None, typer.Option(help="An option of the game, as name=value.")
]


def fail(message: str) -> NoReturn:
    """One line that says what is wrong, and exit status 2."""
    typer.echo(f"inglenook: {' '.join(message.split())}", err=True)
    raise typer.Exit(2)


@app.command()
def serve(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    data: Data = Path("inglenook-data"),
    database: Database = None,
    workers: Workers = 1,
    smtp: Smtp = None,
    mail_from: MailFrom = None,
    webhook_allow: WebhookAllow = None,
) -> None:
    """Serve the games to browsers."""
    from inglenook import web
    from inglenook.people.reach import reach
    from inglenook.store import Location

    try:
        outside = reach(smtp, mail_from, webhook_allow or [])
        web.serve(host, port, Location(data, database), workers, outside)
    except (web.CannotServe, ValueError) as e:
        fail(str(e))


@app.command(name="new-game")
def new_game(
    name: Annotated[str, typer.Argument(help="What it is to be called: small letters.")],
) -> None:
    """Write a small new game into this checkout, to be made into one of your own."""
    from inglenook.new_game import new_game as write

    try:
        written = write(name, Path.cwd())
    except Refused as e:
        fail(str(e))
    for path in written:
        typer.echo(path.relative_to(Path.cwd()))
    typer.echo("`make play` has it on the shelf, and `make test` holds it against the laws.")


@app.command()
def bot(
    url: Annotated[str, typer.Argument(help="A server, as http://localhost:8000.")],
    player: Annotated[str, typer.Argument(help="bot.py:Bot, module:Bot, cmd:… or a level.")],
    name: Annotated[str, typer.Option(help="What it is called there.")] = "",
    author: Annotated[str, typer.Option(help="Who answers for it: needed the first time.")] = "",
    token: Annotated[
        str | None, typer.Option(envvar="INGLENOOK_TOKEN", help="That of a bot there is already.")
    ] = None,
    game: Annotated[list[str] | None, typer.Option(help="Play only this; may be repeated.")] = None,
    seconds: Annotated[float, typer.Option(help="How long it thinks about a move.")] = 1.0,
) -> None:
    """Let a bot of your own play on a server wherever it is invited, for ever."""
    import asyncio

    from inglenook.client import AsyncClient, Unreachable, play_on
    from inglenook.client.tokens import known_bot

    # A name that can be seen by people, from `bots/gambit.py:Bot`.
    name = name or player.rpartition(":")[0].rpartition("/")[2].removesuffix(".py") or player

    async def run() -> None:
        async with AsyncClient(url, token=token) as client:
            if token is None:
                await known_bot(client, name[:24], author)
            await play_on(client, player, games=game or (), seconds=seconds, say=typer.echo)

    try:
        asyncio.run(run())
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
    except (Refused, Unreachable, OSError) as e:
        fail(str(e))


@app.command()
def games() -> None:
    """List the games with their seats and options."""
    for name in inglenook.game_names():
        try:
            game = inglenook.find_game(name)
        except Refused as refused:
            typer.echo(f"{name}  ({refused})")
            continue
        typer.echo(f"{name}  (rules version {game.rules_version})")
        typer.echo(f"  seats: {', '.join(map(str, game.seats))}")
        for option in msgspec.structs.fields(game.options_type):
            typer.echo(f"  option {option.name}: {_range(option.type)}default {option.default!r}")


def _range(kind: Any) -> str:
    schema = msgspec.json.schema(kind)
    if "minimum" in schema:
        return f"{schema['minimum']} to {schema['maximum']}, "
    return f"{schema['type']}, " if "type" in schema else ""


def _match(file: Path) -> inglenook.Match:
    """The match of a record; says so and exits if there is none, or it breaks the rules."""
    try:
        return inglenook.replay(inglenook.loads(file.read_bytes()))
    except OSError as e:
        fail(f"cannot read {file}: {e.strerror}")
    except BadRecord as e:
        fail(f"{file} is not a record: {e}")
    except Refused as e:
        if e.seq is None:
            fail(f"{file} is not a record: {e}")
        _print({"refused": e.code, "seq": e.seq})
        raise typer.Exit(1) from None


@app.command()
def replay(
    file: RecordFile,
    seat: Annotated[int | None, typer.Option(help="Show this seat's view.")] = None,
) -> None:
    """Fold a record and print its outcome and view; exit 1 if it breaks the rules."""
    match = _match(file)
    if seat is not None and not 0 <= seat < match.seats:
        fail(f"--seat {seat}: this game has seats 0 to {match.seats - 1}")
    _print({"outcome": match.outcome(), "view": match.view(seat)})


@app.command()
def audit(file: RecordFile) -> None:
    """Judge every tower of a record again, by simulation; exit 1 if something comes out otherwise.

    A line for each: the entry, its verdict, and whether all of it agrees, bit by bit.
    """
    match, differences = _match(file), []
    for entry, again in inglenook.audit(match):
        was, now = msgspec.to_builtins(entry.move), msgspec.to_builtins(again)
        differences.append([name for name in now if was.get(name) != now[name]])
        verdict = was.get("verdict", was["type"])
        said = f"differs: {', '.join(differences[-1])}" if differences[-1] else "agrees"
        typer.echo(f"entry {entry.seq}: {verdict}, {said}")
    if not differences:
        typer.echo(f"{match.game.name}: there is nothing to audit")
    if any(differences):
        raise typer.Exit(1)


@app.command()
def analyse(
    paths: Annotated[
        list[Path], typer.Argument(help="Records, files with one a line, or folders of them.")
    ],
    out: Annotated[
        Path | None,
        typer.Option(help="Add a line of JSON for each game; those that are there are left out."),
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; all cores.")] = None,
) -> None:
    """Say how good every move of finished games was, and what was better.

    One game is printed; many are written to --out, on all cores, and go on where they stopped.
    """
    from inglenook.analysis.many import Fault, analysed, sources
    from inglenook.analysis.text import as_text

    try:
        found = list(sources(paths))
    except OSError as e:
        fail(f"cannot read {e.filename}: {e.strerror}")
    if out is not None:
        _analyse_many(found, out, workers)
        return
    if len(found) != 1:
        fail(f"{len(found)} games: say with --out where their analyses are to go")
    result = analysed(*found[0])
    if isinstance(result, Fault):
        _warn(f"{result.file}, line {result.line}: {result.why}")
        raise typer.Exit(1)
    for line in as_text(len(result.report.accuracy), result.insights):
        typer.echo(line)


def _analyse_many(found: "list[tuple[Source, bytes]]", out: Path, workers: int | None) -> None:
    from inglenook.analysis.many import Fault, analyse_many, not_done

    faults = 0
    try:
        todo = not_done(found, out)
        with _progress() as progress:
            bar = progress.add_task("", total=len(found), completed=len(found) - len(todo))
            for result in analyse_many(todo, out, workers):
                progress.advance(bar)
                if isinstance(result, Fault):
                    faults += 1
                    _warn(f"{result.file}, line {result.line}: {result.why}")
    except OSError as e:
        fail(f"cannot write {out}: {e.strerror}")
    there = len(found) - len(todo)
    _warn(f"analysed: {len(todo) - faults}; there already: {there}; refused: {faults}")
    if faults:
        raise typer.Exit(1)


@puzzles_app.command(name="mine")
def mine_puzzles(
    game: GameName,
    out: Annotated[Path, typer.Option(help="The file to write, one puzzle a line.")],
    puzzles: Annotated[int, typer.Option(min=1, help="How many are wanted.")] = 100,
    seed: Annotated[str | None, typer.Option(help="Makes the games; GAME puzzles.")] = None,
    first: Annotated[int, typer.Option(min=0, help="The number of the first game.")] = 0,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; all cores.")] = None,
) -> None:
    """Find positions with one clearly best answer in games of bots, and say how hard they are."""
    from inglenook.learn.mining import as_text, mine

    found = []
    with _progress() as progress:
        bar = progress.add_task("", total=puzzles)
        try:
            for puzzle in mine(game, seed or f"{game} puzzles", first, workers):
                found.append(puzzle)
                progress.advance(bar)
                if len(found) == puzzles:
                    break
        except Refused as e:
            fail(e.detail or e.code)
        except KeyboardInterrupt:
            pass  # what was found so far is written
    try:
        out.write_text(as_text(found), encoding="utf-8")
    except OSError as e:
        fail(f"cannot write {out}: {e.strerror}")
    _warn(f"puzzles: {len(found)}; {_spread([puzzle.rating for puzzle in found])}")


def _spread(ratings: list[int]) -> str:
    """The easiest, the middle and the hardest."""
    ordered = sorted(ratings)
    return f"rated {ordered[0]}, {ordered[len(ordered) // 2]}, {ordered[-1]}" if ordered else "none"


def _progress() -> "Progress":
    """A bar on standard error, if anyone is there to see it."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    aside = Console(stderr=True)
    columns = BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    return Progress(*columns, console=aside, disable=not aside.is_terminal)


@app.command()
def export(
    file: Annotated[Path, typer.Argument(help="Where to; - is standard output.")],
    data: Data = Path("inglenook-data"),
    database: Database = None,
) -> None:
    """Write every table to a file, one a line; a server may run meanwhile."""
    from inglenook.store import Location
    from inglenook.tables import transfer

    try:
        count, left = transfer.export_all(Location(data, database), file, _warn)
    except transfer.CannotMove as e:
        fail(str(e))
    _warn(f"exported: {count}" + (f"; left behind: {left}" if left else ""))
    if left:
        raise typer.Exit(1)


@app.command(name="import")
def import_(
    files: Annotated[list[Path], typer.Argument(help="Exported tables, or records; - is input.")],
    data: Data = Path("inglenook-data"),
    database: Database = None,
) -> None:
    """Bring in the tables of another house, or records; what is here already is left alone."""
    from inglenook.store import Location
    from inglenook.tables import transfer

    try:
        new, known, bad = transfer.import_all(Location(data, database), files, _warn)
    except transfer.CannotMove as e:
        fail(str(e))
    _warn(f"imported: {new}; here already: {known}; refused: {bad}")
    if bad:
        raise typer.Exit(1)


@app.command()
def recompute(
    data: Data = Path("inglenook-data"),
    database: Database = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; all cores.")] = None,
) -> None:
    """Make history and ratings anew from the logs of all tables."""
    import os

    from inglenook.store import Location
    from inglenook.tables.recompute import CannotRecompute, recompute_all

    begun = perf_counter()
    with _progress() as progress:
        bar = progress.add_task("")
        try:
            done = recompute_all(
                Location(data, database),
                lambda n, of: progress.update(bar, completed=n, total=of),
                workers or os.cpu_count() or 1,
            )
        except CannotRecompute as e:
            fail(str(e))
    outcome = "as before" if done.same else "not as before"
    left = f"; of rules that are not here: {done.refused}" if done.refused else ""
    spent = perf_counter() - begun
    _warn(f"finished games: {done.games}, {outcome}{left} ({spent:.1f} s)")


def _warn(line: str) -> None:
    typer.echo(line, err=True)


@app.command()
def arena(
    game: GameName,
    a: Annotated[str, typer.Option(help="A player: a level, bot.py:Bot, module:Bot, cmd:PROGRAM.")],
    b: Annotated[str, typer.Option(help="The player it plays against.")],
    c: Annotated[str | None, typer.Option(help="A third player.")] = None,
    d: Annotated[str | None, typer.Option(help="A fourth player.")] = None,
    e: Annotated[str | None, typer.Option(help="A fifth player.")] = None,
    f: Annotated[str | None, typer.Option(help="A sixth player.")] = None,
    games: Annotated[
        int | None, typer.Option(min=2, help="How many games: a multiple of the seats; about 100.")
    ] = None,
    seed: Annotated[str, typer.Option(help="Makes the openings.")] = "arena",
    seconds: Seconds = 1.0,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; all cores.")] = None,
    on: On = "cores",
    option: GameOptions = None,
    forfeits: Annotated[
        Path | None,
        typer.Option(help="Write there, a line of JSON each, why games were lost by a fault."),
    ] = None,
) -> None:
    """Let players play each other in all seats, from random openings."""
    from inglenook import arena

    players = [name for name in (a, b, c, d, e, f) if name is not None]
    games = games or 100 // len(players) * len(players)
    options = _options(option or [])
    try:
        results = arena.run(
            game,
            players,
            games,
            options=options,
            seed=seed,
            workers=workers,
            seconds=seconds,
            on=on,
        )
    except Refused as refused:
        fail(refused.detail or refused.code)
    if forfeits:
        lost = {name: result.forfeits for name, result in zip(players, results, strict=True)}
        try:
            forfeits.write_bytes(msgspec.json.Encoder().encode_lines(chain(*lost.values())))
        except OSError as error:
            fail(f"cannot write {forfeits}: {error.strerror}")


@app.command()
def league(
    game: GameName,
    players: Annotated[
        list[str], typer.Argument(help="Levels, bot.py:Bot, module:Bot, cmd:PROGRAM.")
    ],
    games: Annotated[
        int, typer.Option(min=2, help="How many each pair plays, on average; an even number.")
    ] = 20,
    by: Annotated[
        Literal["pairs", "gain"],
        typer.Option(help="All pairs equally often, or those from whom one learns most."),
    ] = "pairs",
    out: Annotated[
        Path | None,
        typer.Option(help="Its page, OUT.html, and its games, OUT.jsonl; GAME-league."),
    ] = None,
    seed: Annotated[str, typer.Option(help="Makes the openings.")] = "league",
    seconds: Seconds = 1.0,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; all cores.")] = None,
    on: On = "cores",
    option: GameOptions = None,
) -> None:
    """Let everyone play everyone, rate them, and show it all on one page.

    Started again, it goes on where it stopped; players may be added.
    """
    name = out or Path(f"{game}-league")
    file, page_file = (name.with_name(f"{name.name}.{kind}") for kind in ("jsonl", "html"))
    try:
        from rich.console import Console

        from inglenook import league
        from inglenook.league.page import page
        from inglenook.league.text import table

        with _progress() as progress:
            bar = progress.add_task("")
            done = league.play(
                game,
                players,
                file,
                games=games,
                by=by,
                options=_options(option or []),
                seed=seed,
                seconds=seconds,
                workers=workers,
                on=on,
                on_progress=lambda n, of: progress.update(bar, completed=n, total=of),
            )
        page_file.write_text(page(done), encoding="utf-8")
    except Refused as refused:
        fail(refused.detail or refused.code)
    except OSError as e:
        fail(f"cannot write {e.filename}: {e.strerror}")
    if done.cut:
        _warn(f"{file} broke off in a game: went on from the last whole one")
    Console().print(table(done.ladder))
    _warn(f"see {page_file}")


@app.command()
def study(
    game: GameName,
    out: Annotated[Path, typer.Option(help="The Parquet file to write: a row for every move.")],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1000,
    player: Annotated[
        list[str] | None,
        typer.Option(
            help="A player as in the arena, or `random`: one for all seats, or one for each."
        ),
    ] = None,
    seats: Annotated[int | None, typer.Option(min=1, help="How many play.")] = None,
    option: Annotated[
        list[str] | None, typer.Option(help="An option of the game, as name=value.")
    ] = None,
    seed: Annotated[str, typer.Option(help="All chance follows from it.")] = "study",
    coach: Annotated[
        bool, typer.Option("--coach", help="With what the coach says: quality, cost, luck. Slow.")
    ] = False,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; all cores.")] = None,
) -> None:
    """Play many games and write a row for every move, with scores, times, features and luck.

    Started again, it goes on where it stopped.
    """
    try:
        from inglenook import survey

        settings = survey.settings(
            game,
            player or [],
            games,
            seats=seats,
            options=_options(option or []),
            seed=seed,
            coach=coach,
        )
        with _progress() as progress:
            bar = progress.add_task("", total=games)
            there = survey.make(
                settings,
                out,
                workers=workers,
                on_progress=lambda done: progress.update(bar, completed=done),
            )
    except Refused as refused:
        fail(refused.detail or refused.code)
    except OSError as e:
        fail(f"cannot write {out}: {e.strerror}")
    except KeyboardInterrupt:
        fail("stopped; the same command goes on from here")
    _warn(f"games: {games}; there already: {there}")


def _options(pairs: list[str]) -> dict[str, Any]:
    options = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            fail(f"--option {pair}: write it as name=value")
        try:
            options[name] = msgspec.json.decode(value)
        except msgspec.DecodeError:
            options[name] = value
    return options


@app.command()
def bench(
    seconds: Annotated[float, typer.Option(min=0.1, help="How long for each game.")] = 3.0,
) -> None:
    """Measure how fast the rules of each game run here, in random games on one core."""
    for name in playable_games()[0]:
        moves, count, begun = 0, 0, perf_counter()
        while perf_counter() < begun + seconds:
            match = inglenook.Match(name, inglenook.find_game(name).seats[0], seed=str(count))
            while not match.outcome():
                match.play(match.sample())
            moves, count = moves + len(match.log), count + 1
        # Where towers have to settle, the last game overruns the time given.
        spent = perf_counter() - begun
        typer.echo(f"{name}: {_rate(count / spent)} games/s, {_rate(moves / spent)} moves/s")


def _rate(number: float) -> str:
    return f"{number:,.0f}" if number >= 10 else f"{number:.2g}"


def _print(answer: dict[str, Any]) -> None:
    sys.stdout.write(msgspec.json.encode(answer).decode() + "\n")


def main() -> None:
    """Run the command; what it cannot make sense of, it says in one line, with exit status 2."""
    try:
        status = app(sys.argv[1:] or ["serve"], standalone_mode=False)
    except typer.TyperException as e:
        typer.echo(f"inglenook: {_sentence(e)}", err=True)
        status = e.exit_code
    sys.exit(status)


def _sentence(e: typer.TyperException) -> str:
    """What is wrong with a command, and where its help is."""
    context = getattr(e, "ctx", None)
    where = context.command_path if context else "inglenook"
    return " ".join(f"{e.format_message()} (see `{where} --help`)".split())
