"""No bots: a race is for people who are there."""

from inglenook.bot import Level

LEVELS: tuple[Level, ...] = ()
