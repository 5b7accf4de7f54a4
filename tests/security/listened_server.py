"""A server that is listened to."""

from pathlib import Path

from tests.serving import INGLENOOK, Server


class Watched(Server):
    """A server whose log goes to a file beside its data."""

    def __init__(
        self, folder: Path, *, database: str | None = None, workers: int | None = None
    ) -> None:
        self.log = folder / "log"
        shell = f'exec "{INGLENOOK}" "$@" 2>>"{self.log}"'
        data = folder / "data"
        super().__init__(data, "sh", "-c", shell, "sh", database=database, workers=workers)

    def complaints(self) -> list[str]:
        """What the log says about unexpected failures."""
        signs = ("Traceback", '"trace"', '"level":"error"')
        lines = self.log.read_text().splitlines()
        return [line for line in lines if any(sign in line for sign in signs)]
