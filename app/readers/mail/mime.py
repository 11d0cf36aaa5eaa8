"""Parse a mail into its headers and parts, and decode transfer encodings, CMS signatures, TNEF and uuencode.

The `email` package is not used: it refuses or alters broken input, and raw 8-bit headers must stay bytes until their
charset is guessed (`tests/benchmarks/decisions/reading.md`). Input that a strict parser rejects is read as a person
would want it read: without a final boundary, with an undeclared boundary, base64 with a footer after it, interrupted
headers. Header bytes, nesting depth and the number of parts are limited, so that hostile mail takes little time.
"""

from __future__ import annotations

import binascii
import re
import struct
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice, pairwise
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from app.readers.reading_failures import result_or_flaw

MAX_DEPTH = 50
MAX_PARTS = 2_000
MAX_COPIES, MIN_COPIED_BYTES = 8, 1 << 20
"""Limit on copying of nested mails, which are copied at each depth: MAX_COPIES times the mail plus MIN_COPIED_BYTES."""
MAX_BASE64_CHUNKS = 1_000
MAX_DIGITS = 6

Headers = dict[bytes, list[bytes]]
"""Raw values, maybe still folded, by lower-case name, in order of first appearance."""

# `[!-9;-~]` in the following patterns is a character of a field name: printable ASCII but the colon (RFC 5322, 3.6.8).
USUAL_HEADERS = re.compile(rb"(?:[!-9;-~]++[ \t]*+:.*+\n(?:[ \t]++[^\s].*+\n)*){1,1000}")
"""Like WELL_FORMED_HEADERS, but each header ends in a line end; it matches in half the time."""
# `(?:\n|\Z)` and no optional line end: before Python 3.11.5, a possessive group that ends in an optional item stops one
# round early, and the last header of the block was lost.
WELL_FORMED_HEADERS = re.compile(rb"(?:[!-9;-~]++[ \t]*+:.*+(?:\n|\Z)(?:[ \t]++[^\s].*+(?:\n|\Z))*){1,1000}")
"""Matches up to 1,000 well-formed headers. The limit is there because `re` keeps a backtracking state for each."""
HEADER = re.compile(rb"^([!-9;-~]{1,200}+)[ \t]*+:[ \t]*+(.*+(?:\n[ \t]++[^\s].*+)*)", re.MULTILINE)
LEADING_LINES = re.compile(rb"(?:\xef\xbb\xbf)?\s*+(?:>?From [^\n]*+\n)?")
STRAY_LINE = re.compile(rb"(?:>?From |[^\s:]*+[ \t])[^\n]*+\n(?=[!-9;-~]++[ \t]*+:)")
# Programs that wrap a long value and forget to indent the next line (RFC 5322, 2.2.3) would end the header block here.
STRAY_LINES = re.compile(
    rb"(?:(?![!-9;-~]++[ \t]*+:)[^\s][^\n]*+\n(?:[ \t]++[^\s][^\n]*+\n)*){1,8}"
    rb"(?=(?:received|from|to|cc|date|subject|message-id|mime-version|content-[a-z-]+|x-[a-z-]+|sender|reply-to|errors-to"
    rb"|return-path|status|organization|references|in-reply-to|lines|priority|comments|precedence)[ \t]*+:)",
    re.IGNORECASE,
)
"""Matches lines inside of a header block that are no headers, if a well-known header follows them."""
HEADER_LINE = re.compile(rb"[!-9;-~]++[ \t]*+:[ \t]")
SINGLE_HEADERS = frozenset((b"from", b"to", b"subject", b"date", b"message-id", b"mime-version", b"content-type"))
FROM_LINE = re.compile(rb">?From ")
LINE_START = re.compile(rb"^(?=[^ \t])", re.MULTILINE)
MAX_STRAY_LINES = 60
MEDIA_TYPE = re.compile(r"\s*([a-z0-9!#$&^_.+-]+)\s*/\s*([a-z0-9!#$&^_.+-]+)", re.IGNORECASE)
PARAMETER = re.compile(r";\s*([^\s=;\"]+)\s*=\s*(?:\"((?:[^\"\\]++|\\.)*)\"?|([^;\r\n]*))")
GUESSED_BOUNDARY = re.compile(rb"^--([^\s][^\r\n]{0,200}?)[ \t]*\r?\n[Cc]ontent-", re.MULTILINE)
ANY_SOFT_BREAK = re.compile(rb"=\r?\n")
SOFT_BREAK = re.compile(rb"^[^\n]{40,80}=\r?$", re.MULTILINE)
QUOTED_LETTER = re.compile(rb"=(?:3D|20|09|0D|0A|[89A-F][0-9A-F])")
UNDECLARED_QP_SIGNS = (ANY_SOFT_BREAK, QUOTED_LETTER, SOFT_BREAK)
"""Patterns that together show undeclared quoted-printable, the fastest first."""
INVALID_QUOTED_BYTE = re.compile(rb"=(?![0-9A-F]{2}|[ \t]*\r?\n)")
NOT_BASE64 = bytes(sorted(set(range(256)) - set(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")))
SPACED_PLAIN = re.compile(rb"\S[ ]\S+[ ]\S+[ ]\S")
UUENCODE_BEGIN = re.compile(rb"begin ")
"""Matches `begin `, the start of a uuencoded file. Searching with `re` is faster here than `in`."""
UUENCODED = re.compile(
    rb"^begin [0-7]{3,4} ([^\r\n]{1,200})\r?\n((?:[ -`][^\r\n]{0,90}\r?\n)*?)`?\r?\n?end\b", re.MULTILINE
)


@dataclass(slots=True)
class Part:
    """A leaf or a container of a mail; the mail itself is the top part."""

    headers: Headers
    media_type: str
    parameters: dict[str, str]
    content: bytes = b""
    """Content of a leaf, without its transfer encoding."""
    children: list[Part] = field(default_factory=list)
    encoding: str = ""
    flaws: list[str] = field(default_factory=list)

    @property
    def charset(self) -> str | None:
        """The declared charset, or None."""
        return self.parameters.get("charset")

    @property
    def disposition(self) -> str:
        """`attachment`, `inline` or empty."""
        values = self.headers.get(b"content-disposition")
        return values[0].split(b";", 1)[0].strip().lower().decode("latin-1") if values else ""

    @property
    def name(self) -> bytes:
        """The declared file name, undecoded."""
        values = self.headers.get(b"content-disposition")
        parameters = parse_parameters(values[0].decode("latin-1")) if values else {}
        name = parameters.get("filename") or self.parameters.get("name") or ""
        return name.encode("latin-1", "replace")


@dataclass(slots=True)
class MailBudget:
    """How much of one mail may still be read. The fields are reduced while the mail is parsed."""

    max_header_bytes: int
    """Maximum size of a block of headers."""
    copyable_bytes: int
    """Bytes that may still be copied. Nested mails are copied at each depth."""
    n_parts_left: int = MAX_PARTS
    """Number of parts that may still be read."""


def parse_mail(raw: bytes, header_bytes: int = 256 << 10) -> Part:
    """Parse a mail and return its top part. Never raises; bytes without headers become the content of the part."""
    raw, start = _prepare_headers(raw)
    budget = MailBudget(header_bytes, MAX_COPIES * len(raw) + MIN_COPIED_BYTES)
    return _parse_part(raw, start, "text/plain", 0, budget)


def parse_first_headers(head: bytes) -> Headers:
    """Return the headers at the start of a file; `head` may be cut anywhere."""
    head, start = _prepare_headers(head)
    headers, _ = parse_headers(head, start, len(head))
    return headers


def _prepare_headers(raw: bytes) -> tuple[bytes, int]:
    """Return the bytes and the offset of the headers, after blank lines and a From line.

    Lone CRs are replaced by LFs.
    """
    if b"\r" in raw and b"\n" not in raw[:4096]:  # CR alone as line end, as classic Mac OS wrote files
        raw = raw.replace(b"\r", b"\n")
    leading = LEADING_LINES.match(raw)
    return raw, leading.end() if leading else 0


def _parse_part(raw: bytes, start: int, default_type: str, depth: int, budget: MailBudget) -> Part:
    budget.n_parts_left -= 1
    headers, body = parse_headers(raw, start, budget.max_header_bytes)
    rest = _read_rest_of_headers(raw, headers, body, budget.max_header_bytes) if depth == 0 else body
    values = headers.get(b"content-type")
    part = Part(headers, default_type, {}, flaws=[] if rest == body else ["interrupted-headers"])
    body = rest
    if values:
        unknown: tuple[str, dict[str, str]] = default_type, {}
        media_type, part.parameters = result_or_flaw(lambda: parse_content_type(values[0][:4096]), unknown, part.flaws)
        part.media_type = media_type or default_type
    encodings = headers.get(b"content-transfer-encoding")
    if encodings:
        part.encoding = encodings[0].split(b";")[0].strip().strip(b'"').lower().decode("latin-1")
    content = raw[body:]
    budget.copyable_bytes -= len(content)
    is_container = part.media_type.startswith(("multipart/", "message/"))
    if is_container and result_or_flaw(
        lambda: _read_container(part, content, depth, budget), bool(part.children), part.flaws
    ):
        return part
    part.content = result_or_flaw(lambda: _decode_transfer_encoding(content, part), content, part.flaws)
    return part


def parse_headers(raw: bytes, start: int, limit: int) -> tuple[Headers, int]:
    """Return the headers that begin at offset `start`, at most `limit` bytes of them, and the offset of the body."""
    strays: list[int] = []
    end = _find_end_of_headers(raw, start, strays)
    block, first, last = raw, start, min(end, start + limit)
    if strays:  # stray lines continue the header before them
        cuts = [start, *(stray for stray in strays if stray < last), last]
        block, first, last = b" ".join(raw[cut:following] for cut, following in pairwise(cuts)), 0, len(raw)
    headers: Headers = {}
    for name, value in HEADER.findall(block, first, last):
        headers.setdefault(name.lower(), []).append(value)
    blank = 2 if raw.startswith(b"\r\n", end) else 1 if raw.startswith(b"\n", end) else 0
    return headers, end + blank


def _read_rest_of_headers(raw: bytes, headers: Headers, body: int, limit: int) -> int:
    """Add headers that follow an empty line, and return the offset of the body after them.

    Such lines could also be the start of a quoted mail. So they count only if they include two or more headers that a
    mail has only once, and the first block has none of these.
    """
    if not headers or not HEADER_LINE.match(raw, body):
        return body
    more, end = parse_headers(raw, body, limit)
    unique_names = SINGLE_HEADERS & more.keys()
    if len(unique_names) < 2 or unique_names & headers.keys() or not raw.endswith((b"\n\n", b"\n\r\n"), body, end):
        return body
    for name, values in more.items():
        headers.setdefault(name, []).extend(values)
    return end


def _find_end_of_headers(raw: bytes, start: int, stray_offsets: list[int]) -> int:
    """Return the offset at which the header block ends: at an empty line, or at a line that belongs to the body.

    A line that is no header belongs to the body if no header follows it. Otherwise its offset is added to
    `stray_offsets`.
    """
    end = _find_end_of_well_formed_headers(raw, start)
    for _ in range(MAX_STRAY_LINES):
        if raw.startswith((b"\n", b"\r\n"), end):
            break
        stray = STRAY_LINE.match(raw, end) or STRAY_LINES.match(raw, end)
        if stray is None:
            break
        if not FROM_LINE.match(raw, end):
            stray_offsets += [end + match.start() for match in LINE_START.finditer(stray[0])]
        end = _find_end_of_well_formed_headers(raw, stray.end())
    return end


def _find_end_of_well_formed_headers(raw: bytes, start: int) -> int:
    end = start
    for headers in (USUAL_HEADERS, WELL_FORMED_HEADERS):
        end = start
        while match := headers.match(raw, end):
            end = match.end()
        if raw.startswith((b"\n", b"\r\n"), end):
            break
    return end


@lru_cache(maxsize=1024)
def parse_content_type(value: bytes) -> tuple[str, dict[str, str]]:
    """Return the media type, in lower case, and the parameters of a Content-Type header. A malformed type is empty."""
    text = value.decode("latin-1")
    match = MEDIA_TYPE.match(text)
    media_type = f"{match[1]}/{match[2]}".lower() if match else ""
    # A type without a subtype is invalid, and RFC 2045, 5.2 lets a reader take it as plain text.
    if not match and text.strip().lower() in ("text", "html"):
        media_type = "text/plain"
    return media_type, parse_parameters(text)


def parse_parameters(text: str) -> dict[str, str]:
    """Return the parameters of a header by lower-case name; continuations (RFC 2231) are joined."""
    parameters: dict[str, str] = {}
    for name, quoted, bare in PARAMETER.findall(text):
        value = re.sub(r"\\(.)", r"\1", quoted) if "\\" in quoted else quoted
        parameters.setdefault(name.lower(), value or bare.strip())
    return _join_continuations(parameters) if any("*" in name for name in parameters) else parameters


def _join_continuations(parameters: dict[str, str]) -> dict[str, str]:
    """Return the parameters with `name*0*`, `name*1`, … joined to `name`. A percent code becomes one character."""
    pieces: dict[str, list[tuple[int, str]]] = {}
    whole = {name: value for name, value in parameters.items() if "*" not in name}
    for name, value in parameters.items():
        stem, star, rest = name.partition("*")
        if not star:
            continue
        text, number = value, rest.rstrip("*")
        if name.endswith("*"):  # charset'language'value; only the first piece has the two quotes (RFC 2231, 4.1)
            text = unquote_to_bytes(value.split("'", 2)[2] if value.count("'") >= 2 else value).decode("latin-1")
        index = int(number) if number.isdecimal() and len(number) < MAX_DIGITS else 0
        pieces.setdefault(stem, []).append((index, text))
    return whole | {stem: "".join(text for _, text in sorted(parts)) for stem, parts in pieces.items()}


def _read_container(part: Part, content: bytes, depth: int, budget: MailBudget) -> bool:
    """Parse the children of a container part. Return False if its content cannot be split into children."""
    is_too_deep = depth >= MAX_DEPTH or budget.copyable_bytes < 0
    if is_too_deep or budget.n_parts_left <= 0:
        part.flaws.append("too-deep" if is_too_deep else "too-many-parts")
        return False
    if part.media_type.startswith("multipart/"):
        return _read_multipart(part, content, depth, budget)
    if part.media_type not in ("message/rfc822", "message/global", "message/news"):
        return False
    inner = _decode_transfer_encoding(content, part)
    leading = LEADING_LINES.match(inner)
    part.children.append(_parse_part(inner, leading.end() if leading else 0, "text/plain", depth + 1, budget))
    return True


def _read_multipart(part: Part, content: bytes, depth: int, budget: MailBudget) -> bool:
    # RFC 2045, 6.4 forbids these encodings for a multipart. Without a delimiter in sight, the sender used one anyway.
    if part.encoding in ("base64", "quoted-printable") and b"\n--" not in content:
        content = _decode_transfer_encoding(content, part)
    boundary = part.parameters.get("boundary", "").encode("latin-1", "replace")
    pieces = split_at_boundary(content, boundary) if boundary else []
    if not pieces:
        guessed = GUESSED_BOUNDARY.search(content)
        part.flaws.append("no-boundary" if guessed is None else "wrong-boundary")
        pieces = split_at_boundary(content, guessed[1]) if guessed else []
    default_type = "message/rfc822" if part.media_type == "multipart/digest" else "text/plain"  # RFC 2046, 5.1.5
    for piece in pieces:
        if budget.n_parts_left <= 0:
            part.flaws.append("too-many-parts")
            break
        part.children.append(_parse_part(piece, 0, default_type, depth + 1, budget))
    return bool(pieces)


def split_at_boundary(content: bytes, boundary: bytes) -> list[bytes]:
    """Return the parts of a multipart: the bytes between its boundary lines.

    The last boundary line may be missing. A line on which more text follows the boundary does not count, because the
    boundary of an inner multipart may begin with that of the outer multipart.
    """
    pieces: list[bytes] = []
    delimiter = b"--" + boundary
    start, at = -1, 0 if content.startswith(delimiter) else content.find(b"\n" + delimiter) + 1 or -1
    while at >= 0:
        after = at + len(delimiter)
        end_of_line = content.find(b"\n", after)
        rest = content[after : end_of_line if end_of_line >= 0 else len(content)].strip()
        if rest in (b"", b"--"):
            if start >= 0:
                # The line end before the delimiter belongs to the delimiter (RFC 2046, 5.1.1).
                pieces.append(content[start:at].removesuffix(b"\n").removesuffix(b"\r"))
            start = end_of_line + 1 if end_of_line >= 0 and not rest else -1
            if rest:
                return pieces
        at = content.find(b"\n" + delimiter, after) + 1 or -1
    if start >= 0:
        pieces.append(content[start:])
    return pieces


def _decode_transfer_encoding(content: bytes, part: Part) -> bytes:
    encoding = part.encoding
    if encoding in ("", "7bit", "8bit", "binary"):
        return _decode_undeclared_quoted_printable(content, part) if part.media_type.startswith("text/") else content
    if encoding == "quoted-printable":
        return binascii.a2b_qp(content) if b"=" in content else content
    if encoding == "base64":
        return _decode_base64(content, part)
    if encoding in ("x-uuencode", "uuencode", "x-uue", "uue"):
        match = UUENCODED.search(content)
        return _decode_uuencode(match[2]) if match else content
    part.flaws.append("unknown-encoding")
    return content


def _decode_undeclared_quoted_printable(content: bytes, part: Part) -> bytes:
    """Decode quoted-printable that the headers do not declare.

    It is assumed if long lines that end in `=`, and encoded characters, both occur at least twice.
    """
    if b"=" not in content:
        return content
    are_all_repeated = all(len([*islice(sign.finditer(content), 2)]) == 2 for sign in UNDECLARED_QP_SIGNS)
    if not are_all_repeated or INVALID_QUOTED_BYTE.search(content):
        return content
    part.flaws.append("undeclared-quoted-printable")
    return binascii.a2b_qp(content)


def _decode_base64(content: bytes, part: Part) -> bytes:
    """Decode base64 that may be broken. A footer that a mailing list added after it is kept as text."""
    if b"=" not in content.rstrip(b"=\r\n\t -")[:-4] and not SPACED_PLAIN.search(content[-2000:]):
        with suppress(binascii.Error):
            return binascii.a2b_base64(content)
    part.flaws.append("broken-base64")
    plain = SPACED_PLAIN.search(content)
    footer = b""
    if plain:
        start_of_line = content.rfind(b"\n", 0, plain.start()) + 1
        content, footer = content[:start_of_line], content[start_of_line:]
    # Some senders encode a part in several runs, each with its own padding. `a2b_base64` would stop after the first.
    decoded = b"".join(map(_decode_base64_chunk, content.split(b"=", MAX_BASE64_CHUNKS)))
    return decoded + footer if not plain or not decoded else decoded + b"\n" + footer


def _decode_base64_chunk(chunk: bytes) -> bytes:
    letters = chunk.translate(None, NOT_BASE64)
    letters = letters[: len(letters) - (len(letters) % 4 == 1)]  # one letter alone has six bits: no byte
    return binascii.a2b_base64(letters + b"=" * (-len(letters) % 4))


def _decode_uuencode(lines: bytes) -> bytes:
    decoded = []
    for line in lines.splitlines():
        # Some encoders pad a line with garbage, which `a2b_uu` refuses. The first character is the number of bytes.
        n_bytes = ((line[0] - 32) & 63) * 4 // 3 + 5 if line else 0
        for candidate in (line, line[:n_bytes]):
            with suppress(binascii.Error):
                decoded.append(binascii.a2b_uu(candidate))
                break
    return b"".join(decoded)


def remove_encoded_files(content: bytes) -> tuple[bytes, list[tuple[bytes, int]]]:
    """Return a text without its uuencoded and yEnc files, and the (name, encoded size) of each file."""
    files: list[tuple[bytes, int]] = []

    def remove(match: re.Match[bytes]) -> bytes:
        files.append((match[1].strip(), match.end() - match.start()))
        return b""

    if not UUENCODE_BEGIN.search(content):
        return content, files
    if b"\nend" in content:
        content = UUENCODED.sub(remove, content)
    if b"=ybegin " in content:
        content = _remove_yenc(content, files)
    return content, files


def _remove_yenc(content: bytes, files: list[tuple[bytes, int]]) -> bytes:
    pieces, at = [], 0
    while (start := content.find(b"=ybegin ", at)) >= 0 and (end := content.find(b"\n=yend", start)) >= 0:
        line = content[start : content.find(b"\n", start)]
        files.append((line.partition(b"name=")[2].strip(), end - start))
        pieces.append(content[at:start])
        at = content.find(b"\n", end + 1) + 1 or len(content)
    return b"".join([*pieces, content[at:]])


SIGNED_DATA_OID = bytes.fromhex("2a864886f70d010702")
"""Object identifier 1.2.840.113549.1.7.2: signed data. Other kinds are encrypted or compressed."""
SEQUENCE, OBJECT, OCTETS, CONSTRUCTED_OCTETS, EXPLICIT = 0x30, 0x06, 0x04, 0x24, 0xA0
CONSTRUCTED = 0x20
MAX_CMS_DEPTH = 16
MAX_ELEMENTS = 200_000
"""Maximum elements parsed. A streaming signer writes one per kilobyte or more. Without the limit, 8 MB of three million
empty elements, nested 12 deep, took more than 20 seconds."""
END_OF_CONTENT = b"\0\0"


class DerElement(NamedTuple):
    """A DER or BER element: its tag, the offsets of its content, and the offset of the next element."""

    tag: int
    content_start: int
    content_end: int
    next_start: int


class MalformedCms(ValueError):
    """Raised if bytes are not valid CMS."""


class _CmsReader:
    """The bytes of a CMS structure, with a counter of the elements that were parsed."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        self.n_seen = 0

    def count_element(self) -> None:
        """Count one more element. Raise MalformedCms above MAX_ELEMENTS."""
        self.n_seen += 1
        if self.n_seen > MAX_ELEMENTS:
            raise MalformedCms("too many elements")


def extract_signed_content(raw: bytes) -> bytes | None:
    """Return the signed content of CMS data; None if the data is not signed, or does not contain the content."""
    cms = _CmsReader(raw)
    outer = _parse_der_children(cms, _parse_der_element(cms, 0, len(raw), 0), SEQUENCE)
    if raw[outer[0].content_start : outer[0].content_end] != SIGNED_DATA_OID:
        return None
    signed = _parse_der_children(cms, _parse_der_children(cms, outer[1], EXPLICIT)[0], SEQUENCE)
    capsule = _parse_der_children(cms, next(element for element in signed[1:] if element.tag == SEQUENCE), SEQUENCE)
    if len(capsule) < 2:
        return None
    return b"".join(_iterate_octet_string(cms, _parse_der_children(cms, capsule[1], EXPLICIT)[0], 0))


def _parse_der_children(cms: _CmsReader, element: DerElement, tag: int) -> list[DerElement]:
    """Return the child elements. Raise MalformedCms if the tag differs from `tag` or there are none."""
    children = (
        list(_parse_der_elements(cms, element.content_start, element.content_end, 0)) if element.tag == tag else []
    )
    if not children:
        raise MalformedCms(f"tag {element.tag}")
    return children


def _parse_der_elements(cms: _CmsReader, at: int, end: int, depth: int) -> Iterator[DerElement]:
    while at < end:
        element = _parse_der_element(cms, at, end, depth)
        yield element
        at = element.next_start


def _iterate_octet_string(reader: _CmsReader, element: DerElement, depth: int) -> Iterator[bytes]:
    """Yield the pieces of an octet string, which may be nested."""
    if element.tag == OCTETS:
        yield reader.raw[element.content_start : element.content_end]
    elif element.tag == CONSTRUCTED_OCTETS and depth < MAX_CMS_DEPTH:
        for piece in _parse_der_elements(reader, element.content_start, element.content_end, depth):
            yield from _iterate_octet_string(reader, piece, depth + 1)
    else:
        raise MalformedCms(f"tag {element.tag}")


def _parse_der_element(cms: _CmsReader, at: int, end: int, depth: int) -> DerElement:
    raw = cms.raw
    cms.count_element()
    if at + 2 > end or raw[at] & 0x1F == 0x1F:  # tag numbers from 31 take several bytes (X.690, 8.1.2.4); CMS has none
        raise MalformedCms("cut short, or a long tag")
    tag, length, start = raw[at], raw[at + 1], at + 2
    if length == 0x80:  # indefinite length, which streaming signers write: two zero bytes end it (X.690, 8.1.3.6)
        if depth > MAX_CMS_DEPTH or not tag & CONSTRUCTED:
            raise MalformedCms("too deep")
        after_children = start
        while raw[after_children : after_children + 2] != END_OF_CONTENT:
            after_children = _parse_der_element(cms, after_children, end, depth + 1).next_start
        return DerElement(tag, start, after_children, after_children + 2)
    if length > 0x80:
        n_bytes = length - 0x80
        length, start = int.from_bytes(raw[start : min(start + n_bytes, end)], "big"), start + n_bytes
        if n_bytes > 8:
            raise MalformedCms("a long length")
    if start + length > end:
        raise MalformedCms("cut short")
    return DerElement(tag, start, start + length, start + length)


# TNEF is the container `winmail.dat` of Exchange and Outlook (MS-OXTNEF). It may hold the whole text of the mail.
SIGNATURE = b"\x78\x9f\x3e\x22"
TNEF_TYPES = frozenset({"application/ms-tnef", "application/vnd.ms-tnef"})
BODY, PROPERTIES = 0x0002800C, 0x00069003
FILE_BEGINS, FILE_NAME, FILE_DATA, FILE_PROPERTIES = 0x00069002, 0x00018010, 0x0006800F, 0x00069005
PLAIN, COMPRESSED, HTML, LONG_NAME = 0x1000, 0x1009, 0x1013, 0x3707
STRING, UNICODE, BINARY, MAPI_OBJECT = 0x1E, 0x1F, 0x102, 0x0D
FIXED_VALUE_SIZES = {2: 4, 3: 4, 4: 4, 5: 8, 6: 8, 7: 8, 10: 4, 11: 4, 20: 8, 64: 8, 72: 16}
MAX_ATTRIBUTES, MAX_PROPERTIES, MAX_VALUES = 5_000, 5_000, 1_000
MAX_UNPACKED_BYTES = 8 << 20
RTF_START = (
    rb"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor MS Sans Serif"
    rb"SymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0"
    b"\r\n"
    rb"\par \pard\plain\f0\fs20\b\i\u\tab\tx"
)
"""Initial dictionary of compressed RTF (MS-OXRTFCP). The first back references of the compressed data point into it."""


def parse_tnef(raw: bytes) -> list[Part]:
    """Return the text and the files of a TNEF container as parts; an empty list if the bytes are not TNEF.

    If the container is truncated, only its complete parts are returned.
    """
    if not raw.startswith(SIGNATURE):
        return []
    plain, properties, files = b"", dict[int, bytes](), list[tuple[bytes, bytes]]()
    for number, content in _iterate_tnef_attributes(raw):
        if number == BODY:
            plain = content
        elif number == PROPERTIES:
            properties = dict(_iterate_tnef_properties(content))
        elif number == FILE_BEGINS:
            files.append((b"", b""))
        elif files and number in (FILE_NAME, FILE_DATA, FILE_PROPERTIES):
            name, data = files[-1]
            if number == FILE_DATA:
                data = content
            elif number == FILE_NAME:
                name = name or content.rstrip(b"\0")
            else:
                name = dict(_iterate_tnef_properties(content)).get(LONG_NAME, name)
            files[-1] = name, data
    headers = {b"content-disposition": [b"attachment"]}
    return [
        *_choose_tnef_body(plain, properties),
        *(
            Part(headers, "application/octet-stream", {"name": name.decode("latin-1")}, data)
            for name, data in files
            if data
        ),
    ]


def _choose_tnef_body(plain: bytes, properties: dict[int, bytes]) -> list[Part]:
    """Return the body as a part: the HTML, else the plain text, else the compressed RTF."""
    if HTML in properties:
        body = Part({}, "text/html", {}, properties[HTML])
    elif PLAIN in properties or plain:
        body = Part({}, "text/plain", {}, (properties.get(PLAIN) or plain).rstrip(b"\0"))
    else:
        packed = properties.get(COMPRESSED, b"")
        body = Part({}, "application/rtf", {"name": "winmail.rtf"}, decompress_rtf(packed))
    return [body] if body.content.strip() else []


def _iterate_tnef_attributes(raw: bytes) -> Iterator[tuple[int, bytes]]:
    at = 6  # after the signature and a key of two bytes
    for _ in range(MAX_ATTRIBUTES):
        if at + 9 > len(raw):
            return
        number, size = struct.unpack_from("<II", raw, at + 1)
        yield number, raw[at + 9 : at + 9 + size]
        at += 9 + size + 2  # level, number and size before the data, a checksum after it


def _iterate_tnef_properties(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield (property number, value) of the string and binary properties. UTF-16 strings are converted to UTF-8."""
    n_left = min(int.from_bytes(content[:4], "little"), MAX_PROPERTIES)
    at = 4
    while n_left > 0 and at + 4 <= len(content):
        n_left -= 1
        kind, number = struct.unpack_from("<HH", content, at)
        at += 4
        if number >= 0x8000:  # a named property: its name is a number or a string
            is_string = int.from_bytes(content[at + 16 : at + 20], "little") == 1
            size = int.from_bytes(content[at + 20 : at + 24], "little") if is_string else 0
            at += 24 + size + (-size) % 4
        n_values = 1
        is_many = kind & 0x1000
        kind &= 0xFFF
        if is_many or kind in (STRING, UNICODE, BINARY, MAPI_OBJECT):
            n_values = min(int.from_bytes(content[at : at + 4], "little"), MAX_VALUES)
            at += 4
        if kind not in FIXED_VALUE_SIZES and kind not in (STRING, UNICODE, BINARY, MAPI_OBJECT):
            return
        for _ in range(n_values):
            value, at = _read_tnef_value(content, at, kind)
            if value is not None:
                yield number, value


def _read_tnef_value(content: bytes, offset: int, kind: int) -> tuple[bytes | None, int]:
    if kind in FIXED_VALUE_SIZES:
        return None, offset + FIXED_VALUE_SIZES[kind]
    size = int.from_bytes(content[offset : offset + 4], "little")
    value = content[offset + 4 : offset + 4 + size]
    if kind == UNICODE:
        value = value.decode("utf-16-le", "replace").rstrip("\0").encode("utf-8", "replace")
    return value.rstrip(b"\0") if kind == STRING else value, offset + 4 + size + (-size) % 4


def decompress_rtf(packed: bytes) -> bytes:
    """Return decompressed RTF; empty if the data is not compressed RTF."""
    if len(packed) < 16:
        return b""
    size, form = min(int.from_bytes(packed[4:8], "little"), MAX_UNPACKED_BYTES), packed[8:12]
    if form == b"MELA":  # stored without compression
        return packed[16 : 16 + size]
    return _decompress_rtf(packed, size) if form == b"LZFu" else b""


def _decompress_rtf(packed: bytes, size: int) -> bytes:
    """Return RTF decompressed from literals and references to the last 4,096 bytes (MS-OXRTFCP).

    A reference with distance 0 ends the data.
    """
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
