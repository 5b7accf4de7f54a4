"""Konexi: a tower of letters that can fall, for two to six."""

from inglenook.games.konexi.rules import Konexi

GAME = Konexi()
