"""Loaded by the process of which those of the server's pool are forks."""

import gc

from inglenook.server.compute.pool_process import warm_up

warm_up()
# What was loaded stays. To look for garbage in it, each fork would need its own copy of all of it.
gc.freeze()
