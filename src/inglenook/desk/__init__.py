"""The host's desk: what a host can do and see, from a command or on a page.

Everything is done in the store and noted there as an *act*. Workers read the acts of others, and
so hear within seconds of what was done.
"""
