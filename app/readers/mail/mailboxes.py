"""Split mbox files of any size and dialect into messages; read Apple Mail's files and Maildir names.

An mbox is read through a window, never as a whole. A message begins at a `From ` line after an empty line. The line
must contain a time and a year, or a header must follow it. So "From then on" in a text does not split a message,
whatever the dialect. A correct Content-Length is respected: the message is not split within it. Quoted `>From ` lines
lose one `>`. Messages that Thunderbird or a Maildir has marked as deleted, but not yet removed, are skipped.
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
"""Bit of X-Mozilla-Status: marked as deleted."""

# A From line has a sender and a date in the format of C's `asctime` (RFC 4155), but programs write it in many ways.
FROM_WITH_TIME = re.compile(rb"From (?>[^\n]*?\d:\d\d)[^\n]*?\d{4}")
FROM_WITH_NAME = re.compile(rb"From [^\s]+[ \t]*\r?\Z")
HEADER_LINE = re.compile(rb"[!-9;-~]+[ \t]*:|>From ")
QUOTED_FROM = re.compile(rb"\n>(>*From )")
ANY_FROM = re.compile(rb"From ")
"""Matches `From `. The pattern takes a tenth of the time of `bytes.find`, because `re` searches for the capital F."""
CONTENT_LENGTH = re.compile(rb"^Content-Length:[ \t]*(\d{1,12})[ \t]*\r?$", re.MULTILINE | re.IGNORECASE)
END_OF_HEADERS = re.compile(rb"\n\r?\n")
MOZILLA_STATUS = re.compile(rb"^X-Mozilla-Status:[ \t]*([0-9a-fA-F]{4})", re.MULTILINE)
MODIFIED_BASE64 = re.compile(r"&([A-Za-z0-9+,]*)-")  # of folder names in IMAP and Maildir++ (RFC 3501, 5.1.3)


def looks_like_mbox(head: bytes) -> bool:
    """Return whether a file is an mbox, from its first bytes. A single message after a From line is an mbox too."""
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    if not start.startswith(b"From "):
        return False
    line, _, rest = start[: 2 * MAX_LINE_BYTES].partition(b"\n")
    return _is_from_line(line, rest, is_after_blank=True)


def iter_mbox(
    source: Path | str | BinaryIO, first: int = 0, last: int | None = None, *, max_bytes: int = MAX_MESSAGE_BYTES
) -> Iterator[tuple[str, bytes]]:
    """Yield (member name, message) for the messages that begin in the bytes from `first` up to `last`.

    The member name is the offset of the message; it is empty if the file has only one message. A stream is read from
    its current position, which must be `first`. A longer message than `max_bytes` is cut to `max_bytes` + 1 bytes, so
    that the caller can detect and refuse it.
    """
    with open(source, "rb") if isinstance(source, (Path, str)) else nullcontext(source) as file:
        if file is not source:
            file.seek(first)
        yield from _iterate_messages(_Window(file, first), last, max_bytes)


def get_single_message(raw: bytes) -> bytes | None:
    """Return the message of a complete mailbox that contains only one message; None for other files.

    `iter_mbox` yields the same message.
    """
    if not raw.startswith(b"From "):
        return None
    if not ANY_FROM.search(raw, 1):  # most files need only this search: no second message, nothing quoted
        message = _drop_first_line(raw)
    elif b"\nFrom " in raw:
        return None
    else:
        message = _clean_message(raw)
    return None if _is_expunged(message) else message


def _iterate_messages(window: _Window, last: int | None, max_bytes: int) -> Iterator[tuple[str, bytes]]:
    n_yielded = 0
    window.has_bytes(MAX_LINE_BYTES)
    head = bytes(window.data[:MAX_LINE_BYTES])
    window.move(len(head) - len(head.lstrip(b"\xef\xbb\xbf \t\r\n")))
    while window.has_bytes(1):
        at = window.position
        if last is not None and at >= last:
            return
        raw = _take_next_message(window, max_bytes)
        is_only = n_yielded == 0 and at <= MAX_LINE_BYTES and not window.has_bytes(1) and last is None
        n_yielded += 1
        if not _is_expunged(raw):
            yield "" if is_only else str(at), raw


class _Window:
    """The part of a file that is in memory. It only moves forward."""

    def __init__(self, file: BinaryIO, position: int) -> None:
        self._file = file
        self.data = bytearray()
        self.start = 0
        """Offset of the current message in `data`."""
        self._base = position
        """Offset of `data` in the file."""
        self._is_at_end = False

    @property
    def position(self) -> int:
        return self._base + self.start

    def has_bytes(self, n_bytes: int) -> bool:
        """Return whether the file has `n_bytes` bytes after `start`; read them if necessary."""
        while len(self.data) - self.start < n_bytes and not self._is_at_end:
            chunk = self._file.read(CHUNK_BYTES)
            self._is_at_end = not chunk
            self.data += chunk
        return len(self.data) - self.start >= n_bytes

    def move(self, n_bytes: int) -> None:
        """Move `start` forward by `n_bytes`, and drop the data before it."""
        self.start += n_bytes
        if self.start > CHUNK_BYTES or self.start >= len(self.data):
            del self.data[: self.start]
            self._base += self.start
            self.start = 0


def _take_next_message(window: _Window, max_bytes: int) -> bytes:
    """Return the message at the start of the window without its From line, and move behind it."""
    beginning = b""
    n_seen = _length_from_content_length(window, max_bytes)
    while True:
        n_loaded = len(window.data) - window.start
        length = _message_length(window, n_seen)
        if length is not None:
            raw = beginning or bytes(window.data[window.start : window.start + length])
            window.move(length)
            return _clean_message(raw)[: max_bytes + 1]
        # Search only new data in the next round: from the start again, a long message would take quadratic time.
        n_seen = max(n_seen, n_loaded - 2 * MAX_LINE_BYTES)
        if n_seen > max_bytes + 2 * MAX_LINE_BYTES:
            beginning = beginning or bytes(window.data[window.start : window.start + n_seen])
            window.move(n_seen)
            n_seen = 0


def _message_length(window: _Window, n_searched: int) -> int | None:
    """Return the length of the message at the window's start; None if more data must be read to know."""
    data, start = window.data, window.start
    at = data.find(b"\nFrom ", start + n_searched)
    while at >= 0:
        line_end = data.find(b"\n", at + 1)
        n_needed = MAX_LINE_BYTES if line_end < 0 else line_end - start + MAX_LINE_BYTES
        n_known = len(data) - start
        if n_known < n_needed and window.has_bytes(n_known + 1):  # the line may continue in data not yet read
            return None
        line = bytes(data[at + 1 : line_end if line_end >= 0 else len(data)][:MAX_LINE_BYTES])
        below = bytes(data[line_end + 1 : line_end + 1 + MAX_LINE_BYTES]) if line_end >= 0 else b""
        is_after_blank = at == 0 or data[at - 1] == 10 or data[max(0, at - 2) : at] == b"\n\r"
        if _is_from_line(line, below, is_after_blank=is_after_blank):
            return at + 1 - start
        at = data.find(b"\nFrom ", at + 1)
    return None if window.has_bytes(len(data) - start + 1) else len(data) - start


def _is_from_line(line: bytes, below: bytes, *, is_after_blank: bool) -> bool:
    if FROM_WITH_TIME.match(line):
        return is_after_blank or HEADER_LINE.match(below) is not None
    return is_after_blank and FROM_WITH_NAME.match(line) is not None and HEADER_LINE.match(below) is not None


def _length_from_content_length(window: _Window, max_bytes: int) -> int:
    """Return the length of the message as its Content-Length header states it.

    0 if there is no such header, or if neither another message nor the end of the file follows at that length.
    """
    window.has_bytes(MAX_LINE_BYTES * 4)
    head = bytes(window.data[window.start : window.start + MAX_LINE_BYTES * 4])
    end = END_OF_HEADERS.search(head)
    declared = CONTENT_LENGTH.search(head, 0, end.start() + 1) if end else None
    if end is None or declared is None or int(declared[1]) > max_bytes:
        return 0
    body_end = end.end() + int(declared[1])
    if not window.has_bytes(body_end):
        return 0
    is_last = not window.has_bytes(body_end + 16)
    rest = bytes(window.data[window.start + body_end : window.start + body_end + 16]).lstrip(b"\r\n")
    return max(0, body_end - 2) if rest.startswith(b"From ") or (is_last and not rest) else 0


def _clean_message(raw: bytes) -> bytes:
    if raw.startswith(b"From "):
        raw = _drop_first_line(raw)
    if b">F" in raw and (b"\n>From " in raw or b"\n>>" in raw):  # the first check is faster
        raw = QUOTED_FROM.sub(rb"\n\1", b"\n" + raw)[1:]
    return raw


def _drop_first_line(raw: bytes) -> bytes:
    return raw[raw.find(b"\n") + 1 or len(raw) :]


def _is_expunged(raw: bytes) -> bool:
    match = MOZILLA_STATUS.search(raw, 0, MAX_LINE_BYTES) if b"X-Mozilla-Status:" in raw[:MAX_LINE_BYTES] else None
    return match is not None and int(match[1], 16) & EXPUNGED != 0


def cut_mailbox(file: BinaryIO, size: int, target_bytes: int) -> list[tuple[int, int]]:
    """Divide an open mbox into parts of about `target_bytes` that begin at messages; return (first, last) offsets.

    Only the bytes near each cut are read. `iter_mbox` over all parts yields every message once.
    """
    n_stretches = max(1, round(size / max(1, target_bytes)))
    cuts = [0]
    for number in range(1, n_stretches):
        target = size * number // n_stretches
        if target > cuts[-1]:
            cuts.append(next_message_offset(file, target, size))
    firsts = [cut for cut in cuts if cut < size] or cuts
    return list(zip(firsts, [*firsts[1:], size], strict=True))


def next_message_offset(file: BinaryIO, position: int, size: int) -> int:
    """Return the offset of the first message after a position in an open mbox; `size` if there is none."""
    file.seek(position)
    window = _Window(file, position)
    while True:
        n_loaded = len(window.data)
        length = _message_length(window, 0)
        if length is not None:
            return min(size, window.position + length)
        window.move(max(0, n_loaded - window.start - 2 * MAX_LINE_BYTES))


def maildir_flags(name: str) -> str:
    """Return the flags at the end of a file name, after `:2,` (or `;2,`, `!2,` where colons are not allowed)."""
    match = re.search(r"[:;!]2,([A-Za-z]*)\Z", name)
    return match[1] if match else ""


def folder_name(name: str) -> str:
    """Return the displayed name of a mail folder: `Archive/2001` for `.Archive.2001`; modified UTF-7 is decoded."""

    def decode(run: re.Match[str]) -> str:
        letters = run[1].replace(",", "/")
        return b64decode(letters + "=" * (-len(letters) % 4)).decode("utf-16-be", "replace") if letters else "&"

    return MODIFIED_BASE64.sub(decode, name.strip(".")).replace(".", "/")


LENGTH_LINE = re.compile(rb"\A[ \t]*(\d{1,12})[ \t]*\r?\n")
DELETED, DRAFT, JUNK = 1 << 1, 1 << 6, 1 << 24
"""Bits of Apple Mail's message flags."""
MAX_FLAGS_BYTES = 1 << 16


class AppleMessage(NamedTuple):
    """A message from a file of Apple Mail, and its flags.

    The file has the length of the message on the first line, then the message, then a property list with the flags.
    """

    raw: bytes
    flags: int = 0


def has_length_line(head: bytes) -> bool:
    """Return whether a file begins with a number on a line of its own, as the files of Apple Mail do."""
    return LENGTH_LINE.match(head) is not None


def unwrap_apple_message(raw: bytes) -> AppleMessage:
    """Return the message in a file of Apple Mail, which may be truncated. Other files are returned unchanged."""
    match = LENGTH_LINE.match(raw)
    if match is None:
        return AppleMessage(raw)
    end = match.end() + int(match[1])
    return AppleMessage(raw[match.end() : end], _parse_apple_flags(raw[end:].lstrip()))


def _parse_apple_flags(xml: bytes) -> int:
    # Nested entities can expand to gigabytes ("billion laughs"); Apple Mail writes none.
    if not xml.startswith(b"<?xml") or len(xml) > MAX_FLAGS_BYTES or b"<!ENTITY" in xml:
        return 0
    try:
        properties = plistlib.loads(xml)
    except (ValueError, ExpatError, plistlib.InvalidFileException, AttributeError, OverflowError):
        return 0
    flags = properties.get("flags") if isinstance(properties, dict) else None
    return flags if isinstance(flags, int) and flags >= 0 else 0
