"""The ASGI application: all features put together."""
