"""Mailboxes to messages: mbox files of any size and dialect, Apple Mail's files; and the names of Maildir's folders and
files.

An mbox is read through a window and never whole. A message begins at a `From ` line that looks like one: with a time
and a year in it, or with a header below it, after an empty line. That keeps "From then on" in a text from cutting a
message in two, without knowing the dialect; what a true Content-Length spans is never cut at all, and one that lies is
not believed. Quoted `>From ` lines lose one `>`. Messages that Thunderbird or a Maildir has marked as deleted, and only
not yet removed, are passed over: their owner has thrown them away.
"""

from __future__ import annotations

import plistlib
import re
from base64 import b64decode
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import BinaryIO, NamedTuple
from xml.parsers.expat import ExpatError

CHUNK_BYTES = 1 << 20
MAX_MESSAGE_BYTES = 64 << 20
MAX_LINE_BYTES = 4096
EXPUNGED = 0x0008

FROM_WITH_TIME = re.compile(rb"From [^\n]*?\d:\d\d[^\n]*?\d{4}")
FROM_WITH_NAME = re.compile(rb"From [^\s]+[ \t]*\r?\Z")
HEADER_LINE = re.compile(rb"[!-9;-~]+[ \t]*:|>From ")
QUOTED_FROM = re.compile(rb"\n>(>*From )")
ANY_FROM = re.compile(rb"From ")
"""A pattern, because it looks for capitals alone, and takes a tenth of the time of `bytes.find`."""
CONTENT_LENGTH = re.compile(rb"^Content-Length:[ \t]*(\d{1,12})[ \t]*\r?$", re.MULTILINE | re.IGNORECASE)
END_OF_HEADERS = re.compile(rb"\n\r?\n")
MOZILLA_STATUS = re.compile(rb"^X-Mozilla-Status:[ \t]*([0-9a-fA-F]{4})", re.MULTILINE)
MODIFIED_BASE64 = re.compile(r"&([A-Za-z0-9+,]*)-")


def looks_like_mbox(head: bytes) -> bool:
    """Tell from its first bytes whether a file is an mbox; a single message under its From line is one, too."""
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    if not start.startswith(b"From "):
        return False
    line, _, rest = start[: 2 * MAX_LINE_BYTES].partition(b"\n")
    return _is_from_line(line, rest, is_after_blank=True)


def iter_mbox(
    source: Path | str | BinaryIO, first: int = 0, last: int | None = None, *, max_bytes: int = MAX_MESSAGE_BYTES
) -> Iterator[tuple[str, bytes]]:
    """Yield each message that begins in the bytes from first to last, and where in the file: its member name.

    A stream is read from where it stands, which is first. A message longer than max_bytes comes cut off one byte later,
    so that whoever reads it can refuse it. The only message of a file has no member name.
    """
    with open(source, "rb") if isinstance(source, (Path, str)) else nullcontext(source) as file:
        if file is not source:
            file.seek(first)
        yield from _messages(_Window(file, first), last, max_bytes)


def only_message(raw: bytes) -> bytes | None:
    """Return the message of a mailbox that is all there, if it has no other; the same as `iter_mbox` would yield."""
    if not raw.startswith(b"From "):
        return None
    if not ANY_FROM.search(raw, 1):  # one search tells of most that no message follows and nothing is quoted
        message = _without_first_line(raw)
    elif b"\nFrom " in raw:
        return None
    else:
        message = _message(raw)
    return None if _is_expunged(message) else message


def _messages(window: _Window, last: int | None, max_bytes: int) -> Iterator[tuple[str, bytes]]:
    n_yielded = 0
    window.has(MAX_LINE_BYTES)
    head = bytes(window.data[:MAX_LINE_BYTES])
    window.move(len(head) - len(head.lstrip(b"\xef\xbb\xbf \t\r\n")))
    while window.has(1):
        at = window.position
        if last is not None and at >= last:
            return
        raw = _next_message(window, max_bytes)
        is_only = n_yielded == 0 and at <= MAX_LINE_BYTES and not window.has(1) and last is None
        n_yielded += 1
        if not _is_expunged(raw):
            yield "" if is_only else str(at), raw


class _Window:
    """The part of a file that is being looked at; it moves forward only."""

    def __init__(self, file: BinaryIO, position: int) -> None:
        self._file = file
        self.data = bytearray()
        self.start = 0
        """The place in the data at which the current message begins."""
        self._base = position
        """The place in the file at which the data begins."""
        self._is_at_end = False

    @property
    def position(self) -> int:
        return self._base + self.start

    def has(self, n_bytes: int) -> bool:
        """Return whether so many bytes follow the start; reads on if need be."""
        while len(self.data) - self.start < n_bytes and not self._is_at_end:
            self._read_on()
        return len(self.data) - self.start >= n_bytes

    def _read_on(self) -> None:
        chunk = self._file.read(CHUNK_BYTES)
        self._is_at_end = not chunk
        self.data += chunk

    def move(self, n_bytes: int) -> None:
        """Go on by so many bytes, and forget what lies behind."""
        self.start += n_bytes
        if self.start > CHUNK_BYTES or self.start >= len(self.data):
            del self.data[: self.start]
            self._base += self.start
            self.start = 0


def _next_message(window: _Window, max_bytes: int) -> bytes:
    """Return the message at the window's start without its From line, and move behind it."""
    kept = b""
    n_seen = _after_content_length(window, max_bytes)
    while True:
        known = len(window.data) - window.start
        border = _border(window, n_seen)
        if border is not None:
            raw = kept or bytes(window.data[window.start : window.start + border])
            window.move(border)
            return _message(raw)[: max_bytes + 1]
        n_seen = max(n_seen, known - 2 * MAX_LINE_BYTES)
        if n_seen > max_bytes + 2 * MAX_LINE_BYTES:
            kept = kept or bytes(window.data[window.start : window.start + n_seen])
            window.move(n_seen)
            n_seen = 0


def _border(window: _Window, searched: int) -> int | None:
    """Return how far from the start the next message begins, or the file ends; None if more must be read to know."""
    data, start = window.data, window.start
    at = data.find(b"\nFrom ", start + searched)
    while at >= 0:
        line_end = data.find(b"\n", at + 1)
        n_needed = MAX_LINE_BYTES if line_end < 0 else line_end - start + MAX_LINE_BYTES
        n_known = len(data) - start
        if n_known < n_needed and window.has(n_known + 1):  # the line may go on beyond what has been read
            return None
        line = bytes(data[at + 1 : line_end if line_end >= 0 else len(data)][:MAX_LINE_BYTES])
        below = bytes(data[line_end + 1 : line_end + 1 + MAX_LINE_BYTES]) if line_end >= 0 else b""
        is_after_blank = at == 0 or data[at - 1] == 10 or data[max(0, at - 2) : at] == b"\n\r"
        if _is_from_line(line, below, is_after_blank=is_after_blank):
            return at + 1 - start
        at = data.find(b"\nFrom ", at + 1)
    return None if window.has(len(data) - start + 1) else len(data) - start


def _is_from_line(line: bytes, below: bytes, *, is_after_blank: bool) -> bool:
    if FROM_WITH_TIME.match(line):
        return is_after_blank or HEADER_LINE.match(below) is not None
    return is_after_blank and FROM_WITH_NAME.match(line) is not None and HEADER_LINE.match(below) is not None


def _after_content_length(window: _Window, max_bytes: int) -> int:
    """Return how much of the message its Content-Length vouches for; 0 if no message or end of file follows there."""
    window.has(MAX_LINE_BYTES * 4)
    head = bytes(window.data[window.start : window.start + MAX_LINE_BYTES * 4])
    end = END_OF_HEADERS.search(head)
    declared = CONTENT_LENGTH.search(head, 0, end.start() + 1) if end else None
    if end is None or declared is None or int(declared[1]) > max_bytes:
        return 0
    body_end = end.end() + int(declared[1])
    if not window.has(body_end):
        return 0
    is_last = not window.has(body_end + 16)
    rest = bytes(window.data[window.start + body_end : window.start + body_end + 16]).lstrip(b"\r\n")
    return max(0, body_end - 2) if rest.startswith(b"From ") or (is_last and not rest) else 0


def _message(raw: bytes) -> bytes:
    if raw.startswith(b"From "):
        raw = _without_first_line(raw)
    if b">F" in raw and (b"\n>From " in raw or b"\n>>" in raw):  # the first is found out faster
        raw = QUOTED_FROM.sub(rb"\n\1", b"\n" + raw)[1:]
    return raw


def _without_first_line(raw: bytes) -> bytes:
    return raw[raw.find(b"\n") + 1 or len(raw) :]


def _is_expunged(raw: bytes) -> bool:
    found = MOZILLA_STATUS.search(raw, 0, MAX_LINE_BYTES) if b"X-Mozilla-Status:" in raw[:MAX_LINE_BYTES] else None
    return found is not None and int(found[1], 16) & EXPUNGED != 0


def mailbox_stretches(file: BinaryIO, size: int, target_bytes: int) -> list[tuple[int, int]]:
    """Cut an open mbox into stretches of about equal size that begin at messages: first byte, and the byte after the
    last.

    Only the neighbourhood of each cut is read, and a message longer than many stretches once. Given to iter_mbox one
    after the other, they yield every message once.
    """
    n_stretches = max(1, round(size / max(1, target_bytes)))
    cuts = [0]
    for number in range(1, n_stretches):
        place = size * number // n_stretches
        if place > cuts[-1]:
            cuts.append(message_after(file, place, size))
    firsts = [cut for cut in cuts if cut < size] or cuts
    return list(zip(firsts, [*firsts[1:], size], strict=True))


def message_after(file: BinaryIO, position: int, size: int) -> int:
    """Return where the first message begins that follows a place in an open mbox, or the size where none does."""
    file.seek(position)
    window = _Window(file, position)
    while True:
        known = len(window.data)
        border = _border(window, 0)
        if border is not None:
            return min(size, window.position + border)
        window.move(max(0, known - window.start - 2 * MAX_LINE_BYTES))


def maildir_flags(name: str) -> str:
    """Return the flags at the end of a file's name, after `:2,` (or `;2,`, `!2,` where colons are not allowed)."""
    found = re.search(r"[:;!]2,([A-Za-z]*)\Z", name)
    return found[1] if found else ""


def folder_name(name: str) -> str:
    """Return what a mail folder is called: `.Archive.2001` is `Archive/2001`, letters beyond ASCII are decoded."""

    def decoded(run: re.Match[str]) -> str:
        letters = run[1].replace(",", "/")
        return b64decode(letters + "=" * (-len(letters) % 4)).decode("utf-16-be", "replace") if letters else "&"

    return MODIFIED_BASE64.sub(decoded, name.strip(".")).replace(".", "/")


LENGTH_LINE = re.compile(rb"\A[ \t]*(\d{1,12})[ \t]*\r?\n")
DELETED, DRAFT, JUNK = 1 << 1, 1 << 6, 1 << 24
LARGEST_FLAGS_BYTES = 1 << 16


class AppleMessage(NamedTuple):
    """A message as it was received, and what Apple Mail has marked it with.

    Its files hold the length of the message on a line of its own, the message, then a property list with flags.
    """

    raw: bytes
    flags: int = 0


def has_length_line(head: bytes) -> bool:
    """Return whether a file begins as Apple Mail's do; a message must follow."""
    return LENGTH_LINE.match(head) is not None


def without_wrapping(raw: bytes) -> AppleMessage:
    """Take the message out of Apple Mail's file, also of one that is cut short; any other comes back as it is."""
    found = LENGTH_LINE.match(raw)
    if found is None:
        return AppleMessage(raw)
    end = found.end() + int(found[1])
    return AppleMessage(raw[found.end() : end], _flags(raw[end:].lstrip()))


def _flags(written: bytes) -> int:
    if not written.startswith(b"<?xml") or len(written) > LARGEST_FLAGS_BYTES or b"<!ENTITY" in written:
        return 0
    try:
        told = plistlib.loads(written)
    except (ValueError, ExpatError, plistlib.InvalidFileException, AttributeError, OverflowError):
        return 0
    flags = told.get("flags") if isinstance(told, dict) else None
    return flags if isinstance(flags, int) and flags >= 0 else 0
