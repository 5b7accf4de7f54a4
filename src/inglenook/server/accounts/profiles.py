"""Being someone in this house."""

import secrets

import msgspec

from inglenook.core.game import Refused
from inglenook.server.accounts.names import name_key, own_name
from inglenook.server.accounts.profile_rows import ProfileRow, profiles_of, save_profile
from inglenook.server.store import Conflict, Store, wall_ms
from inglenook.server.wire.account_messages import Language, NewProfile, Profile


async def profile_of(store: Store, guest: str) -> Profile | None:
    row = (await profiles_of(store, [guest])).get(guest)
    return public(row) if row else None


def public(row: ProfileRow) -> Profile:
    """What everybody may know of a person."""
    languages = msgspec.convert(row.languages.split(), tuple[Language, ...])
    return Profile(row.handle, row.name, row.token, languages)


async def keep_profile(store: Store, guest: str, new: NewProfile) -> None:
    """Make a guest's profile, or change it; Refused `bad-name` or `name-taken`."""
    name = own_name(new.name)
    languages = " ".join(dict.fromkeys(new.languages))
    row = ProfileRow(
        guest, secrets.token_hex(5), name, name_key(name), new.token, languages, wall_ms()
    )
    try:
        await store.run(save_profile(row))
    except Conflict:
        raise Refused("name-taken", detail="somebody in this house has that name") from None
