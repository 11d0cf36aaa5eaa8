"""Frozen records to plain lists and dictionaries and back; what a record's annotations do not allow is refused.

Reading is driven by the annotations, so a record has no second description of itself that could fall behind. Unknown
and mistyped entries are errors that say where; missing ones take the record's default, so that older bytes can be read.
"""

from __future__ import annotations

import dataclasses
import json
import math
import types
import typing
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from typing import Any, Literal, TypeVar

from nbengine.errors import EngineError

Record = TypeVar("Record")
_kept_hints = cache(typing.get_type_hints)  # annotations are texts, which take long to read


def to_plain(value: Any) -> Any:
    """Return a record as dictionaries, lists, strings, numbers, booleans and None; sets are sorted."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        hints = _hints(type(value))
        return {name: _as_declared(to_plain(getattr(value, name)), hints[name]) for name in _fields(type(value))}
    if isinstance(value, frozenset):
        return sorted(to_plain(item) for item in value)
    if isinstance(value, tuple | list):
        return [to_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): to_plain(item) for key, item in sorted(value.items())}
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise EngineError(f"{type(value).__name__} has no plain form.")


def _as_declared(value: Any, hint: Any) -> Any:
    """Write 1 as 1.0 where a float is declared: equal records must have equal plain forms."""
    if typing.get_origin(hint) is tuple and isinstance(value, list):
        kinds = typing.get_args(hint)
        kinds = (kinds[0],) * len(value) if kinds[-1] is Ellipsis else kinds
        return [_as_declared(item, kind) for item, kind in zip(value, kinds, strict=True)]
    return float(value) if hint is float and isinstance(value, int) else value


def from_plain(record: type[Record], value: Any, where: str = "") -> Record:
    """Build a record from its plain form; raise EngineError, saying where, for anything it does not declare."""
    place = where or record.__name__
    if not isinstance(value, Mapping):
        raise EngineError(f"{place} must be a set of named values, not {_short(value)}.")
    hints, known = _hints(record), _fields(record)
    if unknown := sorted(str(name) for name in value if name not in known):
        raise EngineError(f"{place} has no {', '.join(unknown)}.")
    given = {name: _read(hints[name], item, f"{place}.{name}") for name, item in value.items()}
    try:
        return record(**given)
    except TypeError as error:
        raise EngineError(f"{place} is not complete: {error}.") from error


def plain_key(value: Any) -> str:
    """Return a short name of a record's content: equal records share it, in every process and on every machine."""
    text = json.dumps(to_plain(value), ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:32]


def _hints(record: Any) -> dict[str, Any]:
    return _kept_hints(record)


def _fields(record: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(record))


def _read(hint: Any, value: Any, where: str) -> Any:
    origin = typing.get_origin(hint)
    if origin is Literal:
        return _one_of(typing.get_args(hint), value, where)
    if origin in (typing.Union, types.UnionType):
        return _first_fitting(typing.get_args(hint), value, where)
    if origin in (tuple, frozenset):
        return _several(hint, value, where)
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return from_plain(hint, value, where)
    return _scalar(hint, value, where)


def _scalar(hint: Any, value: Any, where: str) -> Any:
    if hint is float and isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**53:
        return float(value)
    if not isinstance(value, hint) or (isinstance(value, bool) and hint is not bool):
        raise EngineError(f"{where} must be {_name(hint)}, not {_short(value)}.")
    if isinstance(value, float) and not math.isfinite(value):
        raise EngineError(f"{where} must be a finite number, not {value}.")
    return value


def _one_of(allowed: tuple[Any, ...], value: Any, where: str) -> Any:
    if not isinstance(value, str) or value not in allowed:
        raise EngineError(f"{where} must be one of {', '.join(map(str, allowed))}, not {_short(value)}.")
    return value


def _first_fitting(hints: tuple[Any, ...], value: Any, where: str) -> Any:
    """Read a union; int comes before float in `int | float`, which keeps 1 apart from 1.0."""
    if value is None and type(None) in hints:
        return None
    choices = [hint for hint in hints if hint is not type(None)]
    exact = [hint for hint in choices if type(value) is hint]
    return _read((exact or choices)[0], value, where)


def _several(hint: Any, value: Any, where: str) -> Any:
    if not isinstance(value, list | tuple):
        raise EngineError(f"{where} must be a list, not {_short(value)}.")
    kinds = typing.get_args(hint)
    if typing.get_origin(hint) is frozenset or kinds[-1] is Ellipsis:
        kinds = (kinds[0],) * len(value)
    if len(kinds) != len(value):
        raise EngineError(f"{where} must have {len(kinds)} entries, not {len(value)}.")
    items = [
        _read(kind, item, f"{where}[{place}]") for place, (kind, item) in enumerate(zip(kinds, value, strict=True))
    ]
    return frozenset(items) if typing.get_origin(hint) is frozenset else tuple(items)


def _name(hint: Any) -> str:
    return {str: "text", int: "a whole number", float: "a number", bool: "true or false"}.get(hint, str(hint))


def _short(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}…"
