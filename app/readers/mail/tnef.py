"""TNEF, the container that Outlook calls `winmail.dat`: the message in it and its files, as parts of a mail."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from app.readers.mail.mime import Part

SIGNATURE = b"\x78\x9f\x3e\x22"
TNEF_TYPES = frozenset({"application/ms-tnef", "application/vnd.ms-tnef"})
BODY, PROPERTIES = 0x0002800C, 0x00069003
FILE_BEGINS, FILE_NAME, FILE_DATA, FILE_PROPERTIES = 0x00069002, 0x00018010, 0x0006800F, 0x00069005
PLAIN, COMPRESSED, HTML, LONG_NAME = 0x1000, 0x1009, 0x1013, 0x3707
STRING, UNICODE, BINARY, OBJECT = 0x1E, 0x1F, 0x102, 0x0D
SIZES = {2: 4, 3: 4, 4: 4, 5: 8, 6: 8, 7: 8, 10: 4, 11: 4, 20: 8, 64: 8, 72: 16}
MAX_ATTRIBUTES, MAX_PROPERTIES, MAX_VALUES = 5_000, 5_000, 1_000
MAX_UNPACKED_BYTES = 8 << 20
RTF_START = (
    rb"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor MS Sans Serif"
    rb"SymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0"
    b"\r\n"
    rb"\par \pard\plain\f0\fs20\b\i\u\tab\tx"
)
"""Every packed body begins with references to these words, as if they had stood before it."""


def parts_of_tnef(raw: bytes) -> list[Part]:
    """Return the text and the files of a container; nothing where it is none, what was whole where it is cut off."""
    if not raw.startswith(SIGNATURE):
        return []
    plain, values, files = b"", dict[int, bytes](), list[tuple[bytes, bytes]]()
    for number, content in _attributes(raw):
        if number == BODY:
            plain = content
        elif number == PROPERTIES:
            values = dict(_properties(content))
        elif number == FILE_BEGINS:
            files.append((b"", b""))
        elif files and number in (FILE_NAME, FILE_DATA, FILE_PROPERTIES):
            name, data = files[-1]
            if number == FILE_DATA:
                data = content
            elif number == FILE_NAME:
                name = name or content.rstrip(b"\0")
            else:
                name = dict(_properties(content)).get(LONG_NAME, name)
            files[-1] = name, data
    attached = {b"content-disposition": [b"attachment"]}
    return [
        *_texts(plain, values),
        *(
            Part(attached, "application/octet-stream", {"name": name.decode("latin-1")}, data)
            for name, data in files
            if data
        ),
    ]


def _texts(plain: bytes, values: dict[int, bytes]) -> list[Part]:
    """Return the message: its HTML, its plain text, or the plain text that its packed form holds."""
    if HTML in values:
        body = Part({}, "text/html", {}, values[HTML])
    elif PLAIN in values or plain:
        body = Part({}, "text/plain", {}, (values.get(PLAIN) or plain).rstrip(b"\0"))
    else:
        packed = values.get(COMPRESSED, b"")
        body = Part({}, "application/rtf", {"name": "winmail.rtf"}, unpacked_rtf(packed))
    return [body] if body.content.strip() else []


def _attributes(raw: bytes) -> Iterator[tuple[int, bytes]]:
    at = 6
    for _ in range(MAX_ATTRIBUTES):
        if at + 9 > len(raw):
            return
        number, size = struct.unpack_from("<II", raw, at + 1)
        yield number, raw[at + 9 : at + 9 + size]
        at += 9 + size + 2


def _properties(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield number and value of the properties whose values are texts or bytes; strings of wide letters as UTF-8."""
    n_left = min(int.from_bytes(content[:4], "little"), MAX_PROPERTIES)
    at = 4
    while n_left > 0 and at + 4 <= len(content):
        n_left -= 1
        kind, number = struct.unpack_from("<HH", content, at)
        at += 4
        if number >= 0x8000:  # it has a name: a number, or a string
            is_string = int.from_bytes(content[at + 16 : at + 20], "little") == 1
            size = int.from_bytes(content[at + 20 : at + 24], "little") if is_string else 0
            at += 24 + size + (-size) % 4
        n_values = 1
        is_many = kind & 0x1000
        kind &= 0xFFF
        if is_many or kind in (STRING, UNICODE, BINARY, OBJECT):
            n_values = min(int.from_bytes(content[at : at + 4], "little"), MAX_VALUES)
            at += 4
        if kind not in SIZES and kind not in (STRING, UNICODE, BINARY, OBJECT):
            return
        for _ in range(n_values):
            value, at = _value(content, at, kind)
            if value is not None:
                yield number, value


def _value(content: bytes, at: int, kind: int) -> tuple[bytes | None, int]:
    if kind in SIZES:
        return None, at + SIZES[kind]
    size = int.from_bytes(content[at : at + 4], "little")
    value = content[at + 4 : at + 4 + size]
    if kind == UNICODE:
        value = value.decode("utf-16-le", "replace").rstrip("\0").encode("utf-8", "replace")
    return value.rstrip(b"\0") if kind == STRING else value, at + 4 + size + (-size) % 4


def unpacked_rtf(packed: bytes) -> bytes:
    """Unpack the RTF that Outlook packs; nothing where it is not packed so."""
    if len(packed) < 16:
        return b""
    size, form = min(int.from_bytes(packed[4:8], "little"), MAX_UNPACKED_BYTES), packed[8:12]
    if form == b"MELA":
        return packed[16 : 16 + size]
    return _unpacked(packed, size) if form == b"LZFu" else b""


def _unpacked(packed: bytes, size: int) -> bytes:
    """Unpack bytes that stand there, and runs of what stood up to 4,096 bytes before; a run of nothing is the end."""
    text = bytearray(4096) + RTF_START
    begin, at = len(text), 16
    while at < len(packed) and len(text) < begin + size:
        control, at = packed[at], at + 1
        for bit in range(8):
            if not control >> bit & 1:
                text += packed[at : at + 1]
                at += 1
                continue
            reference = int.from_bytes(packed[at : at + 2], "big")
            distance = (len(text) - (reference >> 4)) % 4096
            if not distance or at + 2 > len(packed):
                return bytes(text[begin : begin + size])
            for _ in range((reference & 15) + 2):
                text.append(text[-distance])
            at += 2
    return bytes(text[begin : begin + size])
