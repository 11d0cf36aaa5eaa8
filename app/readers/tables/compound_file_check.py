"""Compound files, such as old spreadsheets: whether their chains of sectors end.

The library that reads spreadsheets follows a chain that bites its own tail until its memory is gone, and the worker
process with it. Looking at the tables first costs a fraction of what reading does, and loses nothing: no whole file
has such a chain.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from app.readers.reading_failures import Unreadable

SIGNATURE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
SECTOR_SHIFTS = (9, 12)
NO_SECTOR = 0xFFFFFFFA
"""From here on, numbers of sectors mean something else: the end of a chain, or a free sector."""
HEADER = slice(76, 512)


def check_chains(raw: bytes) -> None:
    """Raise Unreadable where a chain comes back to where it was; what else is wrong is for the library to say."""
    shift = _number(raw, 30, 2)
    if not raw.startswith(SIGNATURE) or shift not in SECTOR_SHIFTS:
        return
    table = _table(raw, _places_of_table(raw, 1 << shift), 1 << shift)
    if not _all_end(table):
        raise Unreadable("damaged", "a chain of sectors has no end")
    small = _table(raw, _chain(table, _number(raw, 60, 4)), 1 << shift)
    if not _all_end(small):
        raise Unreadable("damaged", "a chain of small sectors has no end")


def _places_of_table(raw: bytes, size: int) -> list[int]:
    """The sectors that say which sector follows which: some are named in the header, the others in a chain."""
    places = [place for place in _numbers(raw[HEADER]) if place < NO_SECTOR]
    here, seen = _number(raw, 68, 4), set[int]()
    while here < NO_SECTOR and (more := _sector(raw, here, size)):
        if here in seen:
            raise Unreadable("damaged", "the list of sectors has no end")
        seen.add(here)
        *listed, here = _numbers(more)
        places += (place for place in listed if place < NO_SECTOR)
        if len(places) > len(raw) // size:
            raise Unreadable("damaged", "it lists more sectors than it has")
    return places


def _table(raw: bytes, places: Sequence[int], size: int) -> tuple[int, ...]:
    return _numbers(b"".join(_sector(raw, place, size) for place in places))


def _sector(raw: bytes, number: int, size: int) -> bytes:
    """A whole sector; nothing where the file does not reach so far."""
    sector = raw[(number + 1) * size : (number + 2) * size]
    return sector if len(sector) == size else b""


def _chain(table: Sequence[int], first: int) -> list[int]:
    places, here = list[int](), first
    while here < len(table):
        places.append(here)
        here = table[here]
    return places


def _all_end(table: Sequence[int]) -> bool:
    """Return whether every chain ends; each sector is looked at once, by the first chain that comes to it."""
    seen_by = [-1] * len(table)
    for first in range(len(table)):
        here = first
        while here < len(table) and seen_by[here] < 0:
            seen_by[here] = first
            here = table[here]
        if here < len(table) and seen_by[here] == first:
            return False
    return True


def _number(raw: bytes, place: int, n_bytes: int) -> int:
    return int.from_bytes(raw[place : place + n_bytes], "little")


def _numbers(raw: bytes) -> tuple[int, ...]:
    return struct.unpack(f"<{len(raw) // 4}I", raw[: len(raw) // 4 * 4])
