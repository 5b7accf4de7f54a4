"""What an adapter answers where the library that it adapts to is not installed."""

from inglenook.core.game import Refused


class MissingExtra(Refused, ImportError):
    """`missing-extra`: what a module needs is not installed; says which `pip install` brings it."""


def missing(adapter: str, cause: ModuleNotFoundError) -> MissingExtra:
    """What to raise in place of the cause."""
    return MissingExtra(
        "missing-extra",
        detail=f"inglenook.envs.{adapter} needs {cause.name}, which is not installed: "
        f'pip install "inglenook[{adapter}]"',
    )
