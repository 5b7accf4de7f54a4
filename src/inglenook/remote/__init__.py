"""The wire of a server from Python, for bots and scripts: `docs/protocol.md`, without its chores.

`AsyncClient` for programs that await, `Client` for those that do not, `play_on` for a bot that
should just play. Needs the extra `client`.
"""

try:
    from inglenook.remote.blocking import Client
    from inglenook.remote.bot_runner import play_on
    from inglenook.remote.wire import AsyncClient, Unreachable
except ModuleNotFoundError as missing:
    if missing.name != "aiohttp":
        raise
    raise ModuleNotFoundError(
        'this needs aiohttp: pip install "inglenook[client]"', name="aiohttp"
    ) from None

__all__ = ["AsyncClient", "Client", "Unreachable", "play_on"]
