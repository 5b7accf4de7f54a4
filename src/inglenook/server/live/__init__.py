"""One table at work at a worker: its writer, connections, timers and bots."""
