"""Outlook messages, made small: a compound file (MS-CFB) whose streams are properties of a mail (MS-OXMSG)."""

from __future__ import annotations

import struct

SECTOR, SMALL_SECTOR, ENTRY = 512, 64, 128
FREE, END, FAT_SECTOR, NOBODY = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD, 0xFFFFFFFF
STORAGE, STREAM, ROOT = 1, 2, 5
SUBJECT, SENDER, BODY, KIND, HEADERS = 0x0037, 0x0C1A, 0x1000, 0x001A, 0x007D
TEXT = 0x001F


def outlook(subject: str, sender: str, body: str) -> bytes:
    """A .msg file."""
    headers = f"Subject: {subject}\r\nFrom: {sender}\r\nDate: Mon, 02 Mar 2026 10:00:00 +0000\r\n"
    texts = {SUBJECT: subject, SENDER: sender, BODY: body, KIND: "IPM.Note", HEADERS: headers}
    streams = {f"__substg1.0_{number:04X}{TEXT:04X}": text.encode("utf-16-le") for number, text in texts.items()}
    properties = [
        struct.pack("<HHIII", TEXT, number, 6, 2 * len(text) + 2, 0) for number, text in sorted(texts.items())
    ]
    streams["__properties_version1.0"] = bytes(32) + b"".join(properties)
    return compound(streams)


def compound(streams: dict[str, bytes]) -> bytes:
    """A compound file of a few small streams: header, one FAT, directory, one small FAT, small sectors."""
    ordered = sorted(streams.items(), key=lambda stream: (len(stream[0]), stream[0].upper()))
    small_fat, small, starts = small_sectors([content for _, content in ordered])
    entries = directory(ordered, starts, len(small))
    n_directory, n_small = len(entries) // SECTOR, -(-len(small) // SECTOR)
    small_fat_at, small_at = 1 + n_directory, 2 + n_directory
    fat = [FAT_SECTOR, *chain(1, n_directory), *chain(small_fat_at, 1), *chain(small_at, n_small)]
    entries = entries.replace(struct.pack("<I", 0xABCDEF01), struct.pack("<I", small_at))
    header = struct.pack(
        "<8s16xHHHHH6xIIIIIIIIII", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 0x3E, 3, 0xFFFE, 9, 6,
        0, 1, 1, 0, 4096, small_fat_at, 1, END, 0, 0,
    ) + struct.pack("<108I", *[FREE] * 108)  # fmt: skip
    assert len(header) == SECTOR
    return header + numbers(fat) + entries + numbers(small_fat) + padded(small, SECTOR)


def small_sectors(contents: list[bytes]) -> tuple[list[int], bytes, list[int]]:
    """The table of small sectors, the sectors, and where each stream starts."""
    table: list[int] = []
    packed, starts = b"", []
    for content in contents:
        starts.append(len(table))
        filled = padded(content, SMALL_SECTOR)
        table += chain(len(table), len(filled) // SMALL_SECTOR)
        packed += filled
    return table, packed, starts


def directory(ordered: list[tuple[str, bytes]], starts: list[int], n_bytes: int) -> bytes:
    """The root, then the streams, each the right neighbour of the one before."""
    entries = [entry("Root Entry", ROOT, right=NOBODY, child=1, start=0xABCDEF01, size=n_bytes)]
    for number, ((name, content), start) in enumerate(zip(ordered, starts, strict=True), start=1):
        right = number + 1 if number < len(ordered) else NOBODY
        entries.append(entry(name, STREAM, right=right, child=NOBODY, start=start, size=len(content)))
    while len(entries) % (SECTOR // ENTRY):
        entries.append(entry("", 0, right=NOBODY, child=NOBODY, start=0, size=0))
    return b"".join(entries)


def entry(name: str, kind: int, *, right: int, child: int, start: int, size: int) -> bytes:
    coded = name.encode("utf-16-le")
    length = len(coded) + 2 if name else 0
    made = struct.pack("<64sHBBIII16xI16xIQ", coded, length, kind, 1, NOBODY, right, child, 0, start, size)
    assert len(made) == ENTRY
    return made


def chain(first: int, n_sectors: int) -> list[int]:
    """Entries of a table for sectors that follow one another."""
    return [*range(first + 1, first + n_sectors), END] if n_sectors else []


def numbers(table: list[int]) -> bytes:
    assert len(table) <= SECTOR // 4
    return struct.pack("<128I", *table, *[FREE] * (128 - len(table)))


def padded(content: bytes, size: int) -> bytes:
    return content + bytes(-len(content) % size)
