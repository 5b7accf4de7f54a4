"""Nobody: a race is for those who are there."""

from inglenook.bot import Level

LEVELS: tuple[Level, ...] = ()
