"""WebSockets and connections."""
