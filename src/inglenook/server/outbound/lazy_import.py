"""Libraries that take long to load: loaded when first needed, and beside the event loop."""

import asyncio
from importlib import import_module

_loaded: set[str] = set()


async def load(name: str) -> None:
    """From now on `import name` costs nothing; meanwhile the event loop goes on."""
    if name not in _loaded:
        await asyncio.to_thread(import_module, name)
        _loaded.add(name)
