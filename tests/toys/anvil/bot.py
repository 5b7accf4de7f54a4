"""Nobody: it is for those who try servers."""

from inglenook.bot import Level

LEVELS: tuple[Level, ...] = ()
