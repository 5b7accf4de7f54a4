"""Nobody: it is for those who try servers."""

from inglenook.bots import Level

LEVELS: tuple[Level, ...] = ()
