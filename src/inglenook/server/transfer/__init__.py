"""Games on their way from one house to another: all tables of a house, or a single record."""

from inglenook.server.transfer.files import CannotMove, export_all, import_all
from inglenook.server.transfer.incoming import bring_in, uploaded
from inglenook.server.transfer.outgoing import outgoing

__all__ = ["CannotMove", "bring_in", "export_all", "import_all", "outgoing", "uploaded"]
