"""Bots of users: programs elsewhere that play under a name of their own."""
