"""Ids of guests: people and bots."""

from inglenook.core.game import Refused


def require_person(guest: str) -> None:
    if is_bot(guest):
        raise Refused("not-for-bots", detail="only people may do that")


BOT_PREFIX = "bot-"
"""How the ids of bots begin: they are guests who are no people."""


def is_bot(guest: str) -> bool:
    """Return whether a guest is a bot of a user."""
    return guest.startswith(BOT_PREFIX)
