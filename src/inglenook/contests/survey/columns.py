"""The columns of a survey, and tables of them."""

import types
from collections.abc import Iterable
from typing import Any, Union, get_args, get_origin

import msgspec
import numpy as np
import pyarrow as pa

from inglenook.contests.survey.playing import Row
from inglenook.contests.survey.settings import Settings
from inglenook.core.registry import part_of

SETTINGS = b"inglenook"
"""Where in a file's metadata its settings are."""
KINDS = {bool: pa.bool_(), int: pa.int32(), float: pa.float32(), str: pa.string()}


def schema(settings: Settings) -> pa.Schema:
    """The columns of every part of a survey, with its settings."""
    seats = range(settings.seats)
    columns = {
        "game": pa.int32(),
        "move": pa.int32(),
        "seat": pa.int8(),
        "player": pa.string(),
        "kind": pa.string(),
        "t": pa.int32(),
        "thought": pa.float32(),
        "last": pa.bool_(),
        "ending": pa.string(),
        **{f"score_{seat}": pa.int32() for seat in seats},
        **{f"won_{seat}": pa.float32() for seat in seats},
        **_features(settings.game),
    }
    if settings.coach:
        columns |= {"verdict": pa.string()}
        columns |= dict.fromkeys(("quality", "cost", "luck"), pa.float32())
        columns |= {f"chance_{seat}": pa.float32() for seat in seats}
    return pa.schema(columns.items(), {SETTINGS: msgspec.json.encode(settings)})


def settings_of(found: pa.Schema) -> Settings | None:
    """The settings of a file; None if it is not a survey."""
    try:
        return msgspec.json.decode((found.metadata or {})[SETTINGS], type=Settings)
    except (KeyError, msgspec.DecodeError):
        return None


def _features(game: str) -> dict[str, pa.DataType]:
    """What a game says of a move besides: see `features.py` beside its rules."""
    module = part_of(game, "features")
    if module is None:
        return {}
    fields = msgspec.structs.fields(module.Features)
    return {field.name: KINDS[_plain(field.type)] for field in fields}


def _plain(kind: Any) -> Any:
    """The kind of a field that may be None."""
    if get_origin(kind) in (Union, types.UnionType):
        (kind,) = set(get_args(kind)) - {type(None)}
    return kind


def from_rows(rows: Iterable[Row], columns: pa.Schema) -> pa.Table:
    return pa.Table.from_pylist(list(rows), schema=columns)


def from_quick(settings: Settings, quick: Any, first: int, games: int) -> pa.Table:
    """Games that a compiled twin plays; what it does not say is empty."""
    columns = schema(settings)
    numbers, lengths = quick.play(settings.seed, first, games)
    names = dict(zip(quick.numbers, numbers.T, strict=True))
    ends = np.cumsum(lengths) - 1
    last = np.zeros(len(numbers), bool)
    last[ends] = True
    number = np.repeat(np.arange(first, first + games), lengths)
    scores = np.stack([names[f"score_{seat}"][ends] for seat in range(settings.seats)])
    winners = scores == scores.max(axis=0)
    shares = np.repeat(winners / winners.sum(axis=0), lengths, axis=1)
    found: dict[str, Any] = {
        "game": number,
        "last": last,
        "player": _chosen(settings.players, (names["seat"] + number) % settings.seats),
        "t": np.zeros(len(numbers), np.int32),
        "thought": pa.nulls(len(numbers), pa.float32()),
        **{f"won_{seat}": share for seat, share in enumerate(shares)},
        **names,
        **{name: _chosen(*texts) for name, texts in quick.texts(numbers, ends).items()},
    }
    arrays = [pa.array(found[field.name]).cast(field.type) for field in columns]
    return pa.Table.from_arrays(arrays, schema=columns)


def _chosen(texts: tuple[str, ...], which: Any) -> pa.Array:
    """The text of each number; none for a negative one."""
    return pa.DictionaryArray.from_arrays(
        pa.array(which, pa.int32(), mask=which < 0), pa.array(texts, pa.string())
    )
