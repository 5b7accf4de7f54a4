"""Passkeys: coming in with what a phone or a computer keeps for its owner.

A passkey is good for one host name. So that is taken from the request, and kept with the question
that the browser is to answer.
"""

import ipaddress
import secrets
from typing import Any

import msgspec
from msgspec import Raw, Struct

from inglenook.core.game import Refused
from inglenook.server.accounts import base64url
from inglenook.server.accounts import passkey_rows as rows
from inglenook.server.outbound.lazy_import import load
from inglenook.server.store import Conflict, Store, wall_ms
from inglenook.server.wire.account_messages import Passkey

LASTS = 300_000
"""ms in which a question is to be answered: people look for their phones."""
HOUSE = "Inglenook"


class Address(Struct, frozen=True):
    """By which address somebody came to the house."""

    scheme: str
    host: str
    """Without the port."""
    origin: str


def can_have(address: Address) -> bool:
    """Whether browsers allow passkeys there: by a name, and over a safe connection."""
    try:
        ipaddress.ip_address(address.host.strip("[]"))
    except ValueError:
        local = address.host == "localhost" or address.host.endswith(".localhost")
        return bool(address.host) and (local or address.scheme == "https")
    return False


async def mine(store: Store, guest: str) -> tuple[Passkey, ...]:
    found = await rows.of_guest(store, guest)
    return tuple(Passkey(row.id, row.host, row.made, row.used) for row in found)


async def begin_new(store: Store, guest: str, name: str, address: Address) -> Raw:
    """A question to a browser that is to make a passkey; Refused `no-passkey-here`."""
    # All of it takes long to load, and is loaded when it is needed.
    await load("webauthn")
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    challenge = await _ask(store, guest, address)
    known = [row for row in await rows.of_guest(store, guest) if row.host == address.host]
    options = generate_registration_options(
        rp_id=address.host,
        rp_name=HOUSE,
        user_name=name,
        user_id=secrets.token_bytes(32),
        challenge=challenge,
        timeout=LASTS,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[
            PublicKeyCredentialDescriptor(id=base64url.decode(row.id)) for row in known
        ],
    )
    return Raw(options_to_json(options).encode())


async def finish_new(store: Store, guest: str, credential: dict[str, Any]) -> None:
    """Keep the passkey that a browser has made; Refused `bad-passkey` or `code-spent`."""
    await load("webauthn")
    from webauthn import verify_registration_response
    from webauthn.helpers.exceptions import WebAuthnException

    asked = await _asked(store, credential)
    if asked.guest != guest:
        raise Refused("bad-passkey", detail="somebody else was asked")
    try:
        made = verify_registration_response(
            credential=credential,
            expected_challenge=base64url.decode(asked.challenge),
            expected_rp_id=asked.host,
            expected_origin=asked.origin,
        )
    except WebAuthnException as e:
        raise Refused("bad-passkey", detail=str(e)) from None
    row = rows.PasskeyRow(
        base64url.encode(made.credential_id),
        guest,
        asked.host,
        base64url.encode(made.credential_public_key),
        made.sign_count,
        wall_ms(),
        None,
    )
    try:
        await rows.add(store, row)
    except Conflict:
        raise Refused("bad-passkey", detail="it is known already") from None


async def begin(store: Store, address: Address) -> Raw:
    """A question to a browser whose person may have a passkey; Refused `no-passkey-here`."""
    await load("webauthn")
    from webauthn import generate_authentication_options, options_to_json

    challenge = await _ask(store, "", address)
    # No list of passkeys: the browser knows those that are good here, and we tell nobody which are.
    options = generate_authentication_options(
        rp_id=address.host, challenge=challenge, timeout=LASTS, allow_credentials=[]
    )
    return Raw(options_to_json(options).encode())


async def finish(store: Store, credential: dict[str, Any]) -> str:
    """The person whose passkey it is; Refused `bad-passkey` or `code-spent`."""
    await load("webauthn")
    from webauthn import verify_authentication_response
    from webauthn.helpers.exceptions import WebAuthnException

    asked = await _asked(store, credential)
    row = await rows.find(store, str(credential.get("id", "")))
    if row is None or asked.guest or row.host != asked.host:
        raise Refused("bad-passkey", detail="not known here")
    try:
        seen = verify_authentication_response(
            credential=credential,
            expected_challenge=base64url.decode(asked.challenge),
            expected_rp_id=asked.host,
            expected_origin=asked.origin,
            credential_public_key=base64url.decode(row.public_key),
            credential_current_sign_count=row.sign_count,
        )
    except WebAuthnException as e:
        raise Refused("bad-passkey", detail=str(e)) from None
    await rows.used(store, row.id, seen.new_sign_count, wall_ms())
    return row.guest


async def _ask(store: Store, guest: str, address: Address) -> bytes:
    if not can_have(address):
        raise Refused("no-passkey-here", detail="a passkey needs a host name, and https")
    challenge, now = secrets.token_bytes(32), wall_ms()
    asked = rows.ChallengeRow(
        base64url.encode(challenge), guest, address.host, address.origin, now + LASTS
    )
    await rows.ask(store, asked, now)
    return challenge


class _ClientData(Struct):
    challenge: str


async def _asked(store: Store, credential: dict[str, Any]) -> rows.ChallengeRow:
    """The question that a browser answers; from now on it is answered."""
    try:
        told = base64url.decode(credential["response"]["clientDataJSON"])
        challenge = msgspec.json.decode(told, type=_ClientData).challenge
    except (KeyError, TypeError, ValueError, msgspec.DecodeError):
        raise Refused("bad-passkey", detail="that is not what a browser answers") from None
    asked = await rows.take(store, challenge, wall_ms())
    if asked is None:
        raise Refused("code-spent", detail="ask again")
    return asked


async def drop(store: Store, guest: str, passkey: str) -> None:
    """It opens nothing any more."""
    await rows.drop(store, guest, passkey)
