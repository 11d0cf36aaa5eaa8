"""Serialise named numbers and bytes to one compact byte string, and read untrusted strings safely.

Layout: magic, format version, digest, JSON head, then compressed blocks, one or two per entry. Most whole numbers fit
into one byte; larger ones are marked by `_ESCAPE` and follow in a second block. The format holds numbers and bytes
only, so reading cannot run code. Declared sizes are checked before memory is allocated: a hostile string cannot use
more memory than the limit for valid ones.

`to_plain` and `from_plain` convert frozen records to lists and dictionaries and back. They follow the annotations of
the record, so no second description of it can become outdated. Unknown entries and wrong types raise an error that
names the entry. Missing entries get the record's default, so older files can be read.
"""

from __future__ import annotations

import dataclasses
import json
import math
import types
import typing
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b, sha256
from typing import Any, Literal, TypeVar

import numpy as np
import numpy.typing as npt

from nbengine.counts import FloatArray, IntArray
from nbengine.errors import DamagedModelError, EngineError, TooLargeModelError

MAGIC = b"\x89Bayleaf\r\n\x1a\n"
"""Signature of the format.

It has a byte that is not text, and both kinds of line end, so that a transfer in text mode is detected.
"""
VERSION = 1
MAX_BYTES = 1 << 30
"""Memory limit for reading one string. It is enough for about five million words with five labels each."""
# The digest detects damage, not forgery: 16 bytes are enough.
_DIGEST_SIZE = 16
_LEVEL = 2
"""Compression level.

It is fast, because a model is rewritten after each correction (`tests/benchmarks/decisions/reading.md`).
"""
_UNCOMPRESSED = 0
_ESCAPE = 255
"""Byte that marks a number that does not fit into one byte."""
_HEAD = len(MAGIC) + 2 + _DIGEST_SIZE + 4
_DAMAGE = (ValueError, KeyError, TypeError, IndexError, OverflowError, RecursionError, zlib.error)


@dataclass(frozen=True, slots=True)
class PackedContent:
    """Content of a byte string: JSON values, arrays of numbers and byte strings, each with a name."""

    facts: Mapping[str, Any] = field(default_factory=dict)
    """Small values, as JSON types."""
    numbers: Mapping[str, IntArray | FloatArray] = field(default_factory=dict)
    """One-dimensional arrays of int64 or float64."""
    blobs: Mapping[str, bytes] = field(default_factory=dict)
    """Byte strings, such as the words of a vocabulary."""


def pack_content(parts: PackedContent, *, is_compressed: bool = True) -> bytes:
    """Return the content as one byte string. Equal contents give equal strings.

    Raise TooLargeModelError if it needs more than `MAX_BYTES`. Pass `is_compressed=False` if the caller compresses the
    string.
    """
    entries, blocks = [], []
    level = _LEVEL if is_compressed else _UNCOMPRESSED
    for name, numbers in parts.numbers.items():
        kind, sizes, new = _pack_numbers(np.asarray(numbers), level)
        entries.append([name, kind, len(numbers), sizes, [len(block) for block in new]])
        blocks += new
    for name, blob in parts.blobs.items():
        kind, sizes, new = _deflate_blocks("bytes", level, blob)
        entries.append([name, kind, len(blob), sizes, [len(block) for block in new]])
        blocks += new
    needed_bytes = _needed_bytes(entries)
    if needed_bytes > MAX_BYTES:
        raise TooLargeModelError(f"The model would ask for {needed_bytes} bytes of memory, more than is given.")
    head = json.dumps([parts.facts, entries], separators=(",", ":"), allow_nan=False).encode()
    body = b"".join([len(head).to_bytes(4, "little"), head, *blocks])
    version = VERSION.to_bytes(2, "little")
    return b"".join([MAGIC, version, _digest(version + body), body])


def unpack_content(data: bytes) -> PackedContent:
    """Return the content of a byte string; raise DamagedModelError if it is damaged, foreign, too new or too large."""
    body = _check_body(data)
    try:
        return _unpack_body(body)
    except DamagedModelError:
        raise
    except _DAMAGE as error:
        raise DamagedModelError(f"The model's bytes are damaged: {error}.") from error


def _check_body(data: bytes) -> memoryview:
    if not data.startswith(MAGIC):
        raise DamagedModelError("These bytes are no model: the signature at the beginning is missing.")
    if len(data) < _HEAD:
        raise DamagedModelError("The model's bytes end too soon.")
    version_start = len(MAGIC)
    version = data[version_start : version_start + 2]
    body = memoryview(data)[version_start + 2 + _DIGEST_SIZE :]
    if (number := int.from_bytes(version, "little")) > VERSION:
        raise DamagedModelError(f"The model was written in format {number}; this program knows up to {VERSION}.")
    if number != VERSION or _digest(version, body) != data[version_start + 2 : version_start + 2 + _DIGEST_SIZE]:
        raise DamagedModelError("The model's bytes are damaged: their checksum does not fit.")
    return body


def _digest(*pieces: bytes | memoryview) -> bytes:
    digest = blake2b(digest_size=_DIGEST_SIZE)
    for piece in pieces:
        digest.update(piece)
    return digest.digest()


def _unpack_body(body: memoryview) -> PackedContent:
    start = 4 + int.from_bytes(body[:4], "little")
    facts, entries = json.loads(bytes(body[4:start]), parse_float=_finite_float, parse_constant=_refuse_constant)
    _check_sizes(entries)
    numbers: dict[str, IntArray | FloatArray] = {}
    blobs: dict[str, bytes] = {}
    for name, kind, length, sizes, lengths in entries:
        blocks = []
        for size, packed_length in zip(sizes, lengths, strict=True):
            blocks.append(_inflate(body[start : start + packed_length], size))
            start += packed_length
        if kind == "bytes":
            (blobs[str(name)],) = blocks
        else:
            numbers[str(name)] = _unpack_numbers(kind, length, blocks)
    if start != len(body):
        raise DamagedModelError("The model's bytes go on after their end.")
    return PackedContent(dict(facts), numbers, blobs)


def _finite_float(text: str) -> float:
    """Parse a JSON number. Refuse a number such as 1e999, which Python reads as infinity."""
    number = float(text)
    if not math.isfinite(number):
        raise DamagedModelError(f"The model holds {text}, which is larger than any number it can be written with.")
    return number


def _refuse_constant(name: str) -> float:
    """Raise an error for NaN and Infinity, which Python's parser accepts, but which are not JSON."""
    raise DamagedModelError(f"The model holds {name} where a number should be.")


def _check_sizes(entries: Any) -> None:
    for _, _, length, sizes, lengths in entries:
        if any(type(size) is not int or size < 0 for size in [length, *sizes, *lengths]):
            raise DamagedModelError("The model's bytes declare sizes that are no sizes.")
    needed_bytes = _needed_bytes(entries)
    if needed_bytes > MAX_BYTES:
        raise DamagedModelError(f"The model asks for {needed_bytes} bytes of memory, more than this program gives.")


def _needed_bytes(entries: Any) -> int:
    """Return the memory, in bytes, that reading these entries takes."""
    return sum((0 if kind == "bytes" else length * 8) + sum(sizes) for _, kind, length, sizes, _ in entries)


def _pack_numbers(numbers: npt.NDArray[Any], level: int) -> tuple[str, list[int], list[bytes]]:
    if numbers.ndim != 1:
        raise EngineError(f"Only plain rows of numbers can be packed, not {numbers.ndim} dimensions.")
    if numbers.dtype.kind == "f":
        planes = np.ascontiguousarray(numbers, dtype="<f8").view(np.uint8).reshape(-1, 8).T
        return _deflate_blocks("float", level, planes.tobytes())
    whole = np.ascontiguousarray(numbers, dtype=np.int64)
    is_signed = bool(len(whole)) and int(whole.min()) < 0
    folded = ((whole << 1) ^ (whole >> 63)).view(np.uint64) if is_signed else whole.view(np.uint64)
    small = np.minimum(folded, np.uint64(_ESCAPE)).astype(np.uint8)
    large = folded[small == _ESCAPE].astype("<u8").view(np.uint8).reshape(-1, 8).T
    return _deflate_blocks("signed" if is_signed else "whole", level, small.tobytes(), large.tobytes())


def _unpack_numbers(kind: str, length: int, blocks: list[bytes]) -> IntArray | FloatArray:
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


def _deflate_blocks(kind: str, level: int, *blocks: bytes) -> tuple[str, list[int], list[bytes]]:
    """Compress blocks; return `kind`, the size of each block, and the compressed blocks.

    Numbers are compressed only by run lengths (Z_RLE), which takes half the time and gives about the same size.
    """
    strategy = zlib.Z_DEFAULT_STRATEGY if kind == "bytes" else zlib.Z_RLE
    compressed = []
    for block in blocks:
        stream = zlib.compressobj(level, strategy=strategy)
        compressed.append(stream.compress(block) + stream.flush())
    return kind, [len(block) for block in blocks], compressed


def _inflate(block: memoryview, size: int) -> bytes:
    """Decompress at most `size` bytes, so that a decompression bomb cannot exhaust memory."""
    stream = zlib.decompressobj()
    raw = stream.decompress(block, size + 1)
    if len(raw) != size or not stream.eof:
        raise DamagedModelError("The model's bytes do not unpack to what they declare.")
    return raw


def check_array(value: Any, dtype: Any, length: int | None = None) -> npt.NDArray[Any]:
    """Return `value` as a one-dimensional array; raise DamagedModelError if it has another type or length."""
    numbers: npt.NDArray[Any] = np.asarray(value)
    if numbers.ndim != 1 or numbers.dtype != dtype or (length is not None and len(numbers) != length):
        raise DamagedModelError("The model's numbers are not of the kind or length that they should be.")
    return numbers


def check_int_array(value: Any, length: int | None = None) -> IntArray:
    """Return `value` as a row of whole numbers, or raise DamagedModelError."""
    return check_array(value, np.int64, length)


def check_float_array(value: Any, length: int | None = None) -> FloatArray:
    """Return `value` as a row of floats, which may be infinite but not NaN, or raise DamagedModelError."""
    numbers = check_array(value, np.float64, length)
    if np.isnan(numbers).any():
        raise DamagedModelError("Some of the model's numbers are not numbers.")
    return numbers


def check_finite_array(value: Any, length: int | None = None) -> FloatArray:
    """Return `value` as a row of finite floats, or raise DamagedModelError."""
    numbers = check_float_array(value, length)
    if not np.isfinite(numbers).all():
        raise DamagedModelError("Some of the model's numbers are infinite.")
    return numbers


def check_names(value: Any) -> list[str]:
    """Return `value` if it is a list of strings, or raise DamagedModelError."""
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise DamagedModelError("The model's labels are not a list of names.")
    return value


Record = TypeVar("Record")
_type_hints = cache(typing.get_type_hints)  # slow: annotations are stored as text and must be parsed


def to_plain(value: Any) -> Any:
    """Convert a record to dictionaries, lists, strings, numbers, booleans and None. Sets become sorted lists."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        hints: dict[str, Any] = _type_hints(type(value))
        return {name: _normalise_float(to_plain(getattr(value, name)), hints[name]) for name in _fields(type(value))}
    if isinstance(value, frozenset):
        return sorted(to_plain(item) for item in value)
    if isinstance(value, tuple | list):
        return [to_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): to_plain(item) for key, item in sorted(value.items())}
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise EngineError(f"{type(value).__name__} has no plain form.")


def _normalise_float(value: Any, hint: Any) -> Any:
    """Convert 1 to 1.0 if `hint` declares a float, because equal records must have equal plain forms."""
    if typing.get_origin(hint) is tuple and isinstance(value, list):
        kinds = typing.get_args(hint)
        kinds = (kinds[0],) * len(value) if kinds[-1] is Ellipsis else kinds
        return [_normalise_float(item, kind) for item, kind in zip(value, kinds, strict=True)]
    return float(value) if hint is float and isinstance(value, int) else value


def from_plain(record: type[Record], value: Any, description: str = "") -> Record:
    """Build a record from the result of `to_plain`. Raise EngineError that names the first undeclared or mistyped
    entry.
    """
    path = description or record.__name__
    if not isinstance(value, Mapping):
        raise EngineError(f"{path} must be a set of named values, not {_shorten(value)}.")
    hints: dict[str, Any] = _type_hints(typing.cast(Any, record))
    known = _fields(record)
    if unknown := sorted(str(name) for name in value if name not in known):
        raise EngineError(f"{path} has no {', '.join(unknown)}.")
    values = {name: _check_type(hints[name], item, f"{path}.{name}") for name, item in value.items()}
    try:
        return record(**values)
    except TypeError as error:
        raise EngineError(f"{path} is not complete: {error}.") from error


def hash_record(value: Any) -> str:
    """Return a hash of a record's content as 32 hex digits. Equal records have equal hashes on every machine."""
    text = json.dumps(to_plain(value), ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:32]


def _fields(record: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(record))


def _check_type(hint: Any, value: Any, where: str) -> Any:
    origin = typing.get_origin(hint)
    if origin is Literal:
        allowed = typing.get_args(hint)
        if not isinstance(value, str) or value not in allowed:
            raise EngineError(f"{where} must be one of {', '.join(map(str, allowed))}, not {_shorten(value)}.")
        return value
    if origin in (typing.Union, types.UnionType):
        if value is None and type(None) in typing.get_args(hint):
            return None
        choices = [kind for kind in typing.get_args(hint) if kind is not type(None)]
        exact = [kind for kind in choices if type(value) is kind]  # with `int | float`, 1 must not become 1.0
        return _check_type((exact or choices)[0], value, where)
    if origin in (tuple, frozenset):
        return _check_sequence(hint, value, where)
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return from_plain(hint, value, where)
    return _check_scalar(hint, value, where)


def _check_scalar(hint: Any, value: Any, where: str) -> Any:
    if hint is float and isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**53:
        return float(value)
    if not isinstance(value, hint) or (isinstance(value, bool) and hint is not bool):
        names = {str: "text", int: "a whole number", float: "a number", bool: "true or false"}
        raise EngineError(f"{where} must be {names.get(hint, hint)}, not {_shorten(value)}.")
    if isinstance(value, float) and not math.isfinite(value):
        raise EngineError(f"{where} must be a finite number, not {value}.")
    return value


def _check_sequence(hint: Any, value: Any, where: str) -> Any:
    if not isinstance(value, list | tuple):
        raise EngineError(f"{where} must be a list, not {_shorten(value)}.")
    kinds = typing.get_args(hint)
    if typing.get_origin(hint) is frozenset or kinds[-1] is Ellipsis:
        kinds = (kinds[0],) * len(value)
    if len(kinds) != len(value):
        raise EngineError(f"{where} must have {len(kinds)} entries, not {len(value)}.")
    items = [
        _check_type(kind, item, f"{where}[{index}]")
        for index, (kind, item) in enumerate(zip(kinds, value, strict=True))
    ]
    return frozenset(items) if typing.get_origin(hint) is frozenset else tuple(items)


def _shorten(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}…"
