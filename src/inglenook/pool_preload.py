"""Loaded by the process of which those of the server's pool are forks."""

from inglenook.pool_process import warm_up

warm_up()
