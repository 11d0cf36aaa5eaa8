"""The content of an S/MIME message that was signed as one piece: a MIME entity inside a CMS structure (RFC 5652).

Nothing is verified. Lengths may be definite or, as programs that sign a stream write them, indefinite.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

SIGNED = bytes.fromhex("2a864886f70d010702")
"""1.2.840.113549.1.7.2: signed data; the other kinds are encrypted, or compressed."""
SEQUENCE, OBJECT, OCTETS, CONSTRUCTED_OCTETS, EXPLICIT = 0x30, 0x06, 0x04, 0x24, 0xA0
CONSTRUCTED = 0x20
MOST_DEEP = 16
END_OF_CONTENT = b"\0\0"


class DerElement(NamedTuple):
    """A value with its tag, and where its content begins and ends, and where the next element begins."""

    tag: int
    start: int
    end: int
    next: int


class Malformed(ValueError):
    """Bytes are not what CMS allows."""


def signed_content(raw: bytes) -> bytes | None:
    """Return what was signed; None where this is another kind of message, or the content is elsewhere."""
    outer = _inside(raw, _element(raw, 0, len(raw), 0), SEQUENCE)
    if raw[outer[0].start : outer[0].end] != SIGNED:
        return None
    signed = _inside(raw, _inside(raw, outer[1], EXPLICIT)[0], SEQUENCE)
    capsule = _inside(raw, next(element for element in signed[1:] if element.tag == SEQUENCE), SEQUENCE)
    if len(capsule) < 2:
        return None
    return b"".join(_octets(raw, _inside(raw, capsule[1], EXPLICIT)[0], 0))


def _inside(raw: bytes, element: DerElement, tag: int) -> list[DerElement]:
    """Return the elements in another, which must have that tag and hold something."""
    found = list(_elements(raw, element.start, element.end, 0)) if element.tag == tag else []
    if not found:
        raise Malformed(f"tag {element.tag}")
    return found


def _elements(raw: bytes, at: int, end: int, depth: int) -> Iterator[DerElement]:
    while at < end:
        element = _element(raw, at, end, depth)
        yield element
        at = element.next


def _octets(raw: bytes, element: DerElement, depth: int) -> Iterator[bytes]:
    """Yield the pieces of a string, which may be strings themselves."""
    if element.tag == OCTETS:
        yield raw[element.start : element.end]
    elif element.tag == CONSTRUCTED_OCTETS and depth < MOST_DEEP:
        for piece in _elements(raw, element.start, element.end, depth):
            yield from _octets(raw, piece, depth + 1)
    else:
        raise Malformed(f"tag {element.tag}")


def _element(raw: bytes, at: int, end: int, depth: int) -> DerElement:
    if at + 2 > end or raw[at] & 0x1F == 0x1F:
        raise Malformed("cut short, or a long tag")
    tag, length, start = raw[at], raw[at + 1], at + 2
    if length == 0x80:  # it does not say: after the elements in it stand two zeros
        if depth > MOST_DEEP or not tag & CONSTRUCTED:
            raise Malformed("too deep")
        behind = start
        while raw[behind : behind + 2] != END_OF_CONTENT:
            behind = _element(raw, behind, end, depth + 1).next
        return DerElement(tag, start, behind, behind + 2)
    if length > 0x80:
        n_bytes = length - 0x80
        length, start = int.from_bytes(raw[start : min(start + n_bytes, end)], "big"), start + n_bytes
        if n_bytes > 8:
            raise Malformed("a long length")
    if start + length > end:
        raise Malformed("cut short")
    return DerElement(tag, start, start + length, start + length)
