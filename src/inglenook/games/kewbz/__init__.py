"""Kewbz: cubes, corners and towers, for two."""

from inglenook.games.kewbz.rules import Kewbz

GAME = Kewbz()
