"""Commands for those who write games and bots."""

from pathlib import Path
from typing import Annotated

import typer

from inglenook import Refused
from inglenook.cli.common import fail


def new_game(
    name: Annotated[str, typer.Argument(help="What it is to be called: small letters.")],
) -> None:
    """Write a small new game into this checkout, to be made into one of your own."""
    from inglenook.cli.new_game import new_game as write

    try:
        written = write(name, Path.cwd())
    except Refused as e:
        fail(str(e))
    for path in written:
        typer.echo(path.relative_to(Path.cwd()))
    typer.echo("`make play` has it on the shelf, and `make test` holds it against the laws.")


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

    from inglenook.remote import AsyncClient, Unreachable, play_on
    from inglenook.remote.tokens import known_bot

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
