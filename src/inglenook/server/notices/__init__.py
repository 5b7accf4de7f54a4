"""Telling people that it is their turn: push, mail, webhook and calendar."""
