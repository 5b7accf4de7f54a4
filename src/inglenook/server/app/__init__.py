"""The web server: HTTP, WebSocket and the built client."""

from inglenook.server.app.app import create_app
from inglenook.server.operations.serving import CannotServe, serve

__all__ = ["CannotServe", "create_app", "serve"]
