"""Compound files, such as old spreadsheets: whether their chains of sectors end.

The library that reads spreadsheets follows a chain that bites its own tail until its memory is gone, and the worker
process with it. Looking at the tables first costs a few microseconds and loses nothing: no whole file has such a chain.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from app.readers.failing import Unreadable

IntArray = npt.NDArray[np.int64]
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
    places = np.frombuffer(raw[HEADER], "<u4").tolist()
    here, seen = _number(raw, 68, 4), set[int]()
    while here < NO_SECTOR and (more := _sector(raw, here, size)):
        if here in seen:
            raise Unreadable("damaged", "the list of sectors has no end")
        seen.add(here)
        *listed, here = np.frombuffer(more, "<u4").tolist()
        places += listed
    return [place for place in places if place < NO_SECTOR]


def _table(raw: bytes, places: list[int], size: int) -> IntArray:
    return np.frombuffer(b"".join(_sector(raw, place, size) for place in places), "<u4").astype(np.int64)


def _sector(raw: bytes, number: int, size: int) -> bytes:
    """A whole sector; nothing where the file does not reach so far."""
    sector = raw[(number + 1) * size : (number + 2) * size]
    return sector if len(sector) == size else b""


def _chain(table: IntArray, first: int) -> list[int]:
    places, here = list[int](), first
    while here < len(table):
        places.append(here)
        here = int(table[here])
    return places


def _all_end(table: IntArray) -> bool:
    """Whether every chain ends: twice as many steps are taken at once, until there are more than sectors."""
    end = len(table)
    following = np.append(np.where(table < end, table, end), end)
    for _ in range(end.bit_length()):
        following = following[following]
    return bool((following == end).all())


def _number(raw: bytes, place: int, n_bytes: int) -> int:
    return int.from_bytes(raw[place : place + n_bytes], "little")
