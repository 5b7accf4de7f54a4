"""Surveys: many games played to learn something from all of them, a row a move, as Parquet.

`inglenook study` makes one; `read` reads it. It needs the extra `study`.
"""

from inglenook.core.game import Refused

try:
    import pyarrow  # noqa: F401
except ModuleNotFoundError:
    raise Refused(
        "missing-extra", detail='surveys need pyarrow: pip install "inglenook[study]"'
    ) from None

from inglenook.contests.survey.making import make
from inglenook.contests.survey.reading import Survey, read
from inglenook.contests.survey.settings import Settings, settings

__all__ = ["Settings", "Survey", "make", "read", "settings"]
