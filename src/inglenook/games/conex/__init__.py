"""CONEX: corners on colours, at any angle, for two to four."""

from inglenook.games.conex.rules import Conex

GAME = Conex()
