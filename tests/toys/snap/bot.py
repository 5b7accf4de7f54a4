"""Nobody: a race is for those who are there."""

from inglenook.bots import Level

LEVELS: tuple[Level, ...] = ()
