"""Fetch mails as far as they are judged: small ones whole, of large ones the headers and texts.

A large mail is rebuilt without the content of its attachments, which the mail daemon does not read either. The names
and types of attachments stay.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from email.utils import getaddresses
from typing import Any

from bayleaf_imap.server import MailHead, Server

WHOLE_BYTES = 256 << 10
"""Mails up to this size are fetched whole. No text part of a larger mail is read beyond this."""
BATCH_BYTES, BATCH_MAILS = 1 << 20, 25
LARGEST_COMPARED = 256 << 20
MOST_PARTS, MOST_TEXTS, DEEPEST = 40, 8, 12
HEADER = "BODY.PEEK[HEADER]"
STORED = re.compile(
    rb"(?im)^(?:x-tuid|status|x-status|x-keywords|x-uid|x-offlineimap|x-mozilla-[\w-]+|content-length|lines):.*\n"
    rb"(?:[ \t].*\n)*"
)
"""Header lines added by mbsync, OfflineIMAP and programs with mailbox files."""
BLANK_LINE = re.compile(rb"\r?\n\r?\n")


@dataclass(frozen=True, slots=True)
class Content:
    """The fetched part of a mail, on which it is judged."""

    head: MailHead
    raw: bytes
    identity: bytes

    @property
    def sender(self) -> str:
        """Return the address in the From header."""
        found = addresses(header_value(self.raw, b"from"))
        return found[0] if found else ""


def identity_of(header: bytes) -> bytes:
    """Return a hash of a mail's headers, which identifies it.

    The hash leaves out everything that changes when a mail is moved: its size, because some servers store it again, and
    header lines that mail programs add.
    """
    lines = STORED.sub(b"", header.replace(b"\r\n", b"\n").rstrip(b"\n") + b"\n")
    return hashlib.blake2b(lines, digest_size=20).digest()


def fetch_identities(server: Server, uids: Sequence[int]) -> dict[int, bytes]:
    """Fetch the headers of some mails of the open folder, and return their hashes by UID."""
    found: dict[int, bytes] = {}
    for start in range(0, len(uids), BATCH_MAILS):
        batch = uids[start : start + BATCH_MAILS]
        answer = server.parts(batch, [HEADER], len(batch) * WHOLE_BYTES)
        found |= {uid: identity_of(_bytes(parts[b"BODY[HEADER]"])) for uid, parts in answer.items()}
    return found


def whole_digest(server: Server, uid: int) -> bytes:
    """Return the hash of the whole mail, independent of its line ends."""
    found = hashlib.blake2b(digest_size=20)
    for start in range(0, LARGEST_COMPARED, WHOLE_BYTES):
        answer = server.parts([uid], [f"BODY.PEEK[]<{start}.{WHOLE_BYTES}>"], WHOLE_BYTES).get(uid, {})
        piece = _bytes(answer.get(f"BODY[]<{start}>".encode()))
        found.update(piece.replace(b"\r", b""))
        if len(piece) < WHOLE_BYTES:
            break
    return found.digest()


def fetch_contents(server: Server, heads: Iterable[MailHead]) -> Iterator[Content]:
    """Fetch mails of the open folder in the order of their UIDs; deleted ones are left out."""
    batch: list[MailHead] = []
    for head in heads:
        if head.size > WHOLE_BYTES:
            yield from _whole(server, batch)
            batch = []
            yield from _large(server, head)
            continue
        batch.append(head)
        if len(batch) >= BATCH_MAILS or sum(each.size for each in batch) > BATCH_BYTES:
            yield from _whole(server, batch)
            batch = []
    yield from _whole(server, batch)


def _whole(server: Server, heads: Sequence[MailHead]) -> Iterator[Content]:
    # Some servers count a mail's bytes as they store it and not as they send it: they get some room.
    n_bytes = sum(head.size for head in heads) * 2
    answer = server.parts([head.uid for head in heads], ["BODY.PEEK[]"], n_bytes)
    for head in heads:
        if head.uid in answer:
            raw = _bytes(answer[head.uid][b"BODY[]"])
            yield Content(head, raw, identity_of(header_of(raw)))


def header_of(raw: bytes) -> bytes:
    """Return the part of a mail before its first empty line."""
    if raw.startswith((b"\n", b"\r\n")):
        return b""
    end = BLANK_LINE.search(raw)
    return raw if end is None else raw[: end.start()]


def _large(server: Server, head: MailHead) -> Iterator[Content]:
    answer = server.parts([head.uid], [HEADER, "BODYSTRUCTURE"], 4 * WHOLE_BYTES).get(head.uid)
    if answer is None:
        return
    header = _bytes(answer[b"BODY[HEADER]"])
    parts = _list_parts(answer[b"BODYSTRUCTURE"])
    pieces = [header.rstrip(b"\r\n")]
    if parts and parts[0].boundary:
        asked = [name for part in parts for name in part.asked]
        read = server.parts([head.uid], asked, len(asked) * WHOLE_BYTES).get(head.uid, {})
        pieces.append(b"")
        pieces += _assemble(parts, read)
    else:
        asked = [f"BODY.PEEK[TEXT]<0.{WHOLE_BYTES}>"]
        read = server.parts([head.uid], asked, 2 * WHOLE_BYTES).get(head.uid, {})
        pieces += [b"", _bytes(read.get(b"BODY[TEXT]<0>"))]
    yield Content(head, b"\r\n".join(pieces), identity_of(header))


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a mail: its number, the boundary before it, and whether its text is fetched."""

    number: str
    boundary: bytes
    is_text: bool

    @property
    def asked(self) -> list[str]:
        names = [f"BODY.PEEK[{self.number}.MIME]"]
        return [*names, f"BODY.PEEK[{self.number}]<0.{WHOLE_BYTES}>"] if self.is_text else names


def _list_parts(structure: Any) -> list[_Part]:
    """Return the parts of a multipart mail. Only the first texts are fetched."""
    found = [part for _, part in zip(range(MOST_PARTS), _text_parts(structure), strict=False)]
    read = [part.number for part in found if part.is_text][:MOST_TEXTS]
    return [_Part(part.number, part.boundary, part.number in read) for part in found]


def _text_parts(structure: Any, number: str = "", boundary: bytes = b"", depth: int = 0) -> Iterator[_Part]:
    """Yield the leaves of a mail, up to a limit, on one level."""
    is_many = isinstance(structure[0], list)
    if is_many and depth < DEEPEST:
        outer = boundary or _parameter(structure[2] if len(structure) > 2 else None, b"boundary")
        for place, part in enumerate(structure[0][:MOST_PARTS], start=1):
            yield from _text_parts(part, f"{number}.{place}" if number else str(place), outer, depth + 1)
    elif not is_many:
        kind, disposition = _bytes(structure[0]).lower(), _disposition(structure)
        yield _Part(number or "1", boundary, kind == b"text" and disposition != b"attachment")


def _parameter(parameters: Any, name: bytes) -> bytes:
    words = list(parameters or ())
    found = {_bytes(key).lower(): _bytes(value) for key, value in zip(words[::2], words[1::2], strict=False)}
    return found.get(name, b"")


def _disposition(structure: Any) -> bytes:
    for field in structure[8:]:
        if isinstance(field, tuple) and field and isinstance(field[0], bytes):
            return field[0].lower()
    return b""


def _assemble(parts: Sequence[_Part], read: dict[bytes, Any]) -> Iterator[bytes]:
    for part in parts:
        yield b"--" + part.boundary
        yield _bytes(read.get(f"BODY[{part.number}.MIME]".encode())).rstrip(b"\r\n")
        yield b""
        yield _bytes(read.get(f"BODY[{part.number}]<0>".encode())) if part.is_text else b""
    yield b"--" + parts[0].boundary + b"--"


def header_value(raw: bytes, name: bytes) -> str:
    """Return the first value of a header, unfolded."""
    found = re.search(rb"(?im)^" + re.escape(name) + rb":[ \t]*((?:.*)(?:\n[ \t].*)*)", header_of(raw)[:WHOLE_BYTES])
    return "" if found is None else " ".join(found[1].decode("utf-8", "replace").split())


def addresses(value: str) -> list[str]:
    """Return the addresses of a header."""
    found = getaddresses([value[: 64 << 10]])
    return [address.casefold() for _, address in found if "@" in address][:1000]


def _bytes(value: object) -> bytes:
    return value if isinstance(value, bytes) else b""
