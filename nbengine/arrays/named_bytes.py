"""Named numbers and bytes to one byte string and back, compactly and without trust.

The string is: magic, format version, digest, then a JSON head and one compressed block per entry. Whole numbers mostly
fit one byte; those that do not are marked and follow apart. Numbers and bytes are all there is: nothing read here can
run. Every size is checked before memory is asked for, so a hostile string costs what an honest one of its kind may.

Frozen records become plain lists and dictionaries, and back by their annotations; what these do not allow is refused.
So a record has no second description of itself that could fall behind. Unknown and mistyped entries are errors that say
where; missing ones take the record's default, so that older bytes can be read.
"""

from __future__ import annotations

import dataclasses
import json
import math
import types
import typing
import zlib
from collections.abc import Mapping
from dataclasses import field
from functools import cache
from hashlib import blake2b, sha256
from typing import Any, Literal, TypeVar

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.errors import DamagedModelError, EngineError, TooLargeModelError
from nbengine.lazy_dataclasses import dataclass

MAGIC = b"\x89Bayleaf\r\n\x1a\n"
"""Not text, and broken at once by anything that converts line ends."""
VERSION = 1
MAX_BYTES = 1 << 30
"""Memory that one string may ask for: some five million words seen under five labels each."""
_DIGEST_SIZE = 16
_LEVEL = 2
"""A fast level, because a model is written anew with every correction (`tests/benchmarks/decisions/reading.md`)."""
_NOT_AT_ALL = 0
_ESCAPE = 255
_HEAD = len(MAGIC) + 2 + _DIGEST_SIZE + 4
_DAMAGE = (ValueError, KeyError, TypeError, IndexError, OverflowError, RecursionError, zlib.error)


@dataclass(frozen=True, slots=True)
class Parts:
    """The unpacked content of a byte string: plain facts as JSON, number arrays and blobs, each by name."""

    facts: Mapping[str, Any] = field(default_factory=dict)
    """Small things, as JSON knows them."""
    numbers: Mapping[str, IntArray | FloatArray] = field(default_factory=dict)
    """One-dimensional arrays of int64 or float64."""
    blobs: Mapping[str, bytes] = field(default_factory=dict)
    """Runs of bytes, such as the words of a vocabulary."""


def packed(parts: Parts, *, is_compressed: bool = True) -> bytes:
    """Return the byte string; equal parts give equal strings. What would ask for more memory than may be is refused.

    Blocks stay as they are where somebody else compresses the whole.
    """
    entries, blocks = [], []
    level = _LEVEL if is_compressed else _NOT_AT_ALL
    for name, numbers in parts.numbers.items():
        kind, sizes, new = _packed_numbers(np.asarray(numbers), level)
        entries.append([name, kind, len(numbers), sizes, [len(block) for block in new]])
        blocks += new
    for name, blob in parts.blobs.items():
        kind, sizes, new = _deflated("bytes", level, blob)
        entries.append([name, kind, len(blob), sizes, [len(block) for block in new]])
        blocks += new
    asked_bytes = _asked_bytes(entries)
    if asked_bytes > MAX_BYTES:
        raise TooLargeModelError(f"The model would ask for {asked_bytes} bytes of memory, more than is given.")
    head = json.dumps([parts.facts, entries], separators=(",", ":"), allow_nan=False).encode()
    body = b"".join([len(head).to_bytes(4, "little"), head, *blocks])
    version = VERSION.to_bytes(2, "little")
    return b"".join([MAGIC, version, _digest(version + body), body])


def unpacked(data: bytes) -> Parts:
    """Return what the string holds; raise DamagedModelError where it is not whole, not ours, too new or too large."""
    body = _checked_body(data)
    try:
        return _read(body)
    except DamagedModelError:
        raise
    except _DAMAGE as error:
        raise DamagedModelError(f"The model's bytes are damaged: {error}.") from error


def _checked_body(data: bytes) -> memoryview:
    if not data.startswith(MAGIC):
        raise DamagedModelError("These bytes are no model: the signature at the beginning is missing.")
    if len(data) < _HEAD:
        raise DamagedModelError("The model's bytes end too soon.")
    at = len(MAGIC)
    version = data[at : at + 2]
    body = memoryview(data)[at + 2 + _DIGEST_SIZE :]
    if (number := int.from_bytes(version, "little")) > VERSION:
        raise DamagedModelError(f"The model was written in format {number}; this program knows up to {VERSION}.")
    if number != VERSION or _digest(version, body) != data[at + 2 : at + 2 + _DIGEST_SIZE]:
        raise DamagedModelError("The model's bytes are damaged: their checksum does not fit.")
    return body


def _digest(*pieces: bytes | memoryview) -> bytes:
    digest = blake2b(digest_size=_DIGEST_SIZE)
    for piece in pieces:
        digest.update(piece)
    return digest.digest()


def _read(body: memoryview) -> Parts:
    start = 4 + int.from_bytes(body[:4], "little")
    facts, entries = json.loads(bytes(body[4:start]), parse_float=_finite_float, parse_constant=_refuse_constant)
    _check_sizes(entries)
    numbers: dict[str, IntArray | FloatArray] = {}
    blobs: dict[str, bytes] = {}
    for name, kind, length, sizes, lengths in entries:
        blocks = []
        for size, packed_length in zip(sizes, lengths, strict=True):
            blocks.append(_inflated(body[start : start + packed_length], size))
            start += packed_length
        if kind == "bytes":
            (blobs[str(name)],) = blocks
        else:
            numbers[str(name)] = _numbers(kind, length, blocks)
    if start != len(body):
        raise DamagedModelError("The model's bytes go on after their end.")
    return Parts(dict(facts), numbers, blobs)


def _finite_float(text: str) -> float:
    """Parse a JSON number; refuse one such as 1e999, which becomes an infinity: no model can be written with it."""
    number = float(text)
    if not math.isfinite(number):
        raise DamagedModelError(f"The model holds {text}, which is larger than any number it can be written with.")
    return number


def _refuse_constant(name: str) -> float:
    """Refuse NaN and Infinity, which Python's parser accepts and JSON does not know."""
    raise DamagedModelError(f"The model holds {name} where a number should be.")


def _check_sizes(entries: Any) -> None:
    for _, _, length, sizes, lengths in entries:
        if any(type(size) is not int or size < 0 for size in [length, *sizes, *lengths]):
            raise DamagedModelError("The model's bytes declare sizes that are no sizes.")
    asked_bytes = _asked_bytes(entries)
    if asked_bytes > MAX_BYTES:
        raise DamagedModelError(f"The model asks for {asked_bytes} bytes of memory, more than this program gives.")


def _asked_bytes(entries: Any) -> int:
    """The memory that reading these takes."""
    return sum((0 if kind == "bytes" else length * 8) + sum(sizes) for _, kind, length, sizes, _ in entries)


def _packed_numbers(numbers: npt.NDArray[Any], level: int) -> tuple[str, list[int], list[bytes]]:
    if numbers.ndim != 1:
        raise EngineError(f"Only plain rows of numbers can be packed, not {numbers.ndim} dimensions.")
    if numbers.dtype.kind == "f":
        planes = np.ascontiguousarray(numbers, dtype="<f8").view(np.uint8).reshape(-1, 8).T
        return _deflated("float", level, planes.tobytes())
    whole = np.ascontiguousarray(numbers, dtype=np.int64)
    is_signed = bool(len(whole)) and int(whole.min()) < 0
    folded = ((whole << 1) ^ (whole >> 63)).view(np.uint64) if is_signed else whole.view(np.uint64)
    small = np.minimum(folded, np.uint64(_ESCAPE)).astype(np.uint8)
    large = folded[small == _ESCAPE].astype("<u8").view(np.uint8).reshape(-1, 8).T
    return _deflated("signed" if is_signed else "whole", level, small.tobytes(), large.tobytes())


def _numbers(kind: str, length: int, blocks: list[bytes]) -> IntArray | FloatArray:
    if kind == "float":
        planes = np.frombuffer(blocks[0], np.uint8).reshape(8, length)
        return np.ascontiguousarray(planes.T).view("<f8").reshape(-1).astype(np.float64)
    if kind not in ("whole", "signed"):
        raise DamagedModelError("The model's bytes hold something that is neither numbers nor bytes.")
    small = np.frombuffer(blocks[0], np.uint8)
    large = np.ascontiguousarray(np.frombuffer(blocks[1], np.uint8).reshape(8, -1).T).view("<u8").reshape(-1)
    if len(small) != length:
        raise DamagedModelError("The model's bytes hold fewer numbers than they declare.")
    folded = small.astype(np.uint64)
    folded[small == _ESCAPE] = large
    if kind == "whole":
        return folded.view(np.int64)
    return (folded >> np.uint64(1)).view(np.int64) ^ -(folded & np.uint64(1)).view(np.int64)


def _deflated(kind: str, level: int, *blocks: bytes) -> tuple[str, list[int], list[bytes]]:
    """Numbers are compressed by runs alone, as one hardly tells the next: in half the time, and about as small."""
    strategy = zlib.Z_DEFAULT_STRATEGY if kind == "bytes" else zlib.Z_RLE
    return kind, [len(block) for block in blocks], [_compressed(block, level, strategy) for block in blocks]


def _compressed(block: bytes, level: int, strategy: int) -> bytes:
    stream = zlib.compressobj(level, strategy=strategy)
    return stream.compress(block) + stream.flush()


def _inflated(block: memoryview, size: int) -> bytes:
    """Decompress no further than the declared size: a bomb is refused before it goes off."""
    stream = zlib.decompressobj()
    raw = stream.decompress(block, size + 1)
    if len(raw) != size or not stream.eof:
        raise DamagedModelError("The model's bytes do not unpack to what they declare.")
    return raw


def row(given: Any, dtype: Any, length: int | None = None) -> npt.NDArray[Any]:
    """Return a row of numbers that was read, if it has this kind and length."""
    found: npt.NDArray[Any] = np.asarray(given)
    if found.ndim != 1 or found.dtype != dtype or (length is not None and len(found) != length):
        raise DamagedModelError("The model's numbers are not of the kind or length that they should be.")
    return found


def whole_row(given: Any, length: int | None = None) -> IntArray:
    """Return whole numbers that were read."""
    return row(given, np.int64, length)


def real_row(given: Any, length: int | None = None) -> FloatArray:
    """Return numbers that were read, which may be infinite."""
    found = row(given, np.float64, length)
    if np.isnan(found).any():
        raise DamagedModelError("Some of the model's numbers are not numbers.")
    return found


def finite_row(given: Any, length: int | None = None) -> FloatArray:
    """Return finite numbers that were read."""
    found = real_row(given, length)
    if not np.isfinite(found).all():
        raise DamagedModelError("Some of the model's numbers are infinite.")
    return found


def names_of(given: Any) -> list[str]:
    """Return a list of labels that was read."""
    if not isinstance(given, list) or not all(isinstance(name, str) for name in given):
        raise DamagedModelError("The model's labels are not a list of names.")
    return given


Record = TypeVar("Record")
_kept_hints = cache(typing.get_type_hints)  # annotations are texts, which take long to read


def to_plain(value: Any) -> Any:
    """Return a record as dictionaries, lists, strings, numbers, booleans and None; sets are sorted."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        hints: dict[str, Any] = _kept_hints(type(value))
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
    hints: dict[str, Any] = _kept_hints(typing.cast(Any, record))
    known = _fields(record)
    if unknown := sorted(str(name) for name in value if name not in known):
        raise EngineError(f"{place} has no {', '.join(unknown)}.")
    given = {name: _as_read(hints[name], item, f"{place}.{name}") for name, item in value.items()}
    try:
        return record(**given)
    except TypeError as error:
        raise EngineError(f"{place} is not complete: {error}.") from error


def plain_key(value: Any) -> str:
    """Return a short name of a record's content: equal records share it, in every process and on every machine."""
    text = json.dumps(to_plain(value), ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:32]


def _fields(record: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(record))


def _as_read(hint: Any, value: Any, where: str) -> Any:
    origin = typing.get_origin(hint)
    if origin is Literal:
        allowed = typing.get_args(hint)
        if not isinstance(value, str) or value not in allowed:
            raise EngineError(f"{where} must be one of {', '.join(map(str, allowed))}, not {_short(value)}.")
        return value
    if origin in (typing.Union, types.UnionType):
        if value is None and type(None) in typing.get_args(hint):
            return None
        choices = [kind for kind in typing.get_args(hint) if kind is not type(None)]
        exact = [kind for kind in choices if type(value) is kind]  # in `int | float` 1 stays apart from 1.0
        return _as_read((exact or choices)[0], value, where)
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


def _several(hint: Any, value: Any, where: str) -> Any:
    if not isinstance(value, list | tuple):
        raise EngineError(f"{where} must be a list, not {_short(value)}.")
    kinds = typing.get_args(hint)
    if typing.get_origin(hint) is frozenset or kinds[-1] is Ellipsis:
        kinds = (kinds[0],) * len(value)
    if len(kinds) != len(value):
        raise EngineError(f"{where} must have {len(kinds)} entries, not {len(value)}.")
    items = [
        _as_read(kind, item, f"{where}[{place}]") for place, (kind, item) in enumerate(zip(kinds, value, strict=True))
    ]
    return frozenset(items) if typing.get_origin(hint) is frozenset else tuple(items)


def _name(hint: Any) -> str:
    return {str: "text", int: "a whole number", float: "a number", bool: "true or false"}.get(hint, str(hint))


def _short(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}…"
