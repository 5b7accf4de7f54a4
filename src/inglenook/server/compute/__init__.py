"""A pool of processes for work that would hold the event loop."""
