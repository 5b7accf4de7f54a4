"""The web server: HTTP, WebSocket and the built client."""

from inglenook.web.app import create_app
from inglenook.web.server import CannotServe, serve

__all__ = ["CannotServe", "create_app", "serve"]
