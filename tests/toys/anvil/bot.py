"""No bots: this game is for testing servers."""

from inglenook.bot import Level

LEVELS: tuple[Level, ...] = ()
