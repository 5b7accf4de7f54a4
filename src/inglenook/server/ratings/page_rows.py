"""Rows of what people let others see of their games."""

from typing import Literal

from msgspec import Struct

from inglenook.server.store.base import Statement, Store

Shows = Literal["nothing", "results", "all"]
"""What others may see of a person besides name and token: how their games went, or also which."""


class PageRow(Struct, frozen=True, array_like=True):
    guest: str
    shows: Shows


async def page_row_of(store: Store, guest: str) -> PageRow | None:
    """None for somebody who has never chosen, and shows nothing."""
    (rows,) = await store.run(Statement("SELECT * FROM pages WHERE guest = $1", (guest,)))
    return PageRow(*rows[0]) if rows else None


async def keep_page(store: Store, row: PageRow) -> None:
    text = "INSERT INTO pages VALUES ($1, $2) ON CONFLICT (guest) DO UPDATE SET shows = $2"
    await store.run(Statement(text, (row.guest, row.shows)))
