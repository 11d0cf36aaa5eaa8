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
MAX_ELEMENTS = 200_000
"""Elements that are looked at: a signer that streams writes one for each kilobyte or more. Eight megabytes of three
million empty elements, nested 12 deep, took more than 20 seconds."""
END_OF_CONTENT = b"\0\0"


class DerElement(NamedTuple):
    """A value with its tag, and where its content begins and ends, and where the next element begins."""

    tag: int
    start: int
    end: int
    next: int


class Malformed(ValueError):
    """Bytes are not what CMS allows."""


class _Structure:
    """The bytes of a CMS structure, and how many of their elements have been looked at."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        self.n_seen = 0

    def count_element(self) -> None:
        """Count one more element; raise Malformed if there are too many."""
        self.n_seen += 1
        if self.n_seen > MAX_ELEMENTS:
            raise Malformed("too many elements")


def signed_content(raw: bytes) -> bytes | None:
    """Return what was signed; None where this is another kind of message, or the content is elsewhere."""
    cms = _Structure(raw)
    outer = _inside(cms, _element(cms, 0, len(raw), 0), SEQUENCE)
    if raw[outer[0].start : outer[0].end] != SIGNED:
        return None
    signed = _inside(cms, _inside(cms, outer[1], EXPLICIT)[0], SEQUENCE)
    capsule = _inside(cms, next(element for element in signed[1:] if element.tag == SEQUENCE), SEQUENCE)
    if len(capsule) < 2:
        return None
    return b"".join(_octets(cms, _inside(cms, capsule[1], EXPLICIT)[0], 0))


def _inside(cms: _Structure, element: DerElement, tag: int) -> list[DerElement]:
    """Return the elements in another, which must have that tag and hold something."""
    children = list(_elements(cms, element.start, element.end, 0)) if element.tag == tag else []
    if not children:
        raise Malformed(f"tag {element.tag}")
    return children


def _elements(cms: _Structure, at: int, end: int, depth: int) -> Iterator[DerElement]:
    while at < end:
        element = _element(cms, at, end, depth)
        yield element
        at = element.next


def _octets(cms: _Structure, element: DerElement, depth: int) -> Iterator[bytes]:
    """Yield the pieces of a string, which may be strings themselves."""
    if element.tag == OCTETS:
        yield cms.raw[element.start : element.end]
    elif element.tag == CONSTRUCTED_OCTETS and depth < MOST_DEEP:
        for piece in _elements(cms, element.start, element.end, depth):
            yield from _octets(cms, piece, depth + 1)
    else:
        raise Malformed(f"tag {element.tag}")


def _element(cms: _Structure, at: int, end: int, depth: int) -> DerElement:
    raw = cms.raw
    cms.count_element()
    if at + 2 > end or raw[at] & 0x1F == 0x1F:
        raise Malformed("cut short, or a long tag")
    tag, length, start = raw[at], raw[at + 1], at + 2
    if length == 0x80:  # it does not say: after the elements in it stand two zeros
        if depth > MOST_DEEP or not tag & CONSTRUCTED:
            raise Malformed("too deep")
        behind = start
        while raw[behind : behind + 2] != END_OF_CONTENT:
            behind = _element(cms, behind, end, depth + 1).next
        return DerElement(tag, start, behind, behind + 2)
    if length > 0x80:
        n_bytes = length - 0x80
        length, start = int.from_bytes(raw[start : min(start + n_bytes, end)], "big"), start + n_bytes
        if n_bytes > 8:
            raise Malformed("a long length")
    if start + length > end:
        raise Malformed("cut short")
    return DerElement(tag, start, start + length, start + length)
