"""A mail taken apart: header block, parts, and what their transfer encodings hide.

Instead of a parsing library, because nothing is refused here and raw 8-bit headers are left for the charset to be
guessed (`tests/benchmarks/decisions/reading.md`). What a strict reader would call broken (no final boundary, a boundary
nobody declared, base64 with a footer behind it, a header block that stops being one) is read the way a person would
want it read, and limits keep hostile mail cheap: header bytes, depth and number of parts.
"""

from __future__ import annotations

import binascii
import re
from contextlib import suppress
from dataclasses import field
from functools import lru_cache
from itertools import islice, pairwise
from urllib.parse import unquote_to_bytes

from app.readers.reading_failures import spared
from nbengine.lazy_dataclasses import dataclass

MAX_DEPTH = 50
MAX_PARTS = 2_000
MAX_COPIES, LEAST_COPIED_BYTES = 8, 1 << 20
MAX_BASE64_CHUNKS = 1_000
MOST_DIGITS = 6

Headers = dict[bytes, list[bytes]]
"""Raw values, unfolded or not, by lower-case name, in the order of their first appearance."""

USUAL_HEADERS = re.compile(rb"(?:[!-9;-~]++[ \t]*+:.*+\n(?:[ \t]++[^\s].*+\n)*){1,1000}")
"""Headers as WELL_FORMED has them, each with its line end: found in half the time."""
WELL_FORMED = re.compile(rb"(?:[!-9;-~]++[ \t]*+:.*+(?:\n|\Z)(?:[ \t]++[^\s].*+(?:\n|\Z))*){1,1000}")
"""Some headers at a time: `re` remembers each until the last one is found."""
HEADER = re.compile(rb"^([!-9;-~]{1,200}+)[ \t]*+:[ \t]*+(.*+(?:\n[ \t]++[^\s].*+)*)", re.MULTILINE)
LEADING = re.compile(rb"(?:\xef\xbb\xbf)?\s*+(?:>?From [^\n]*+\n)?")
STRAY_LINE = re.compile(rb"(?:>?From |[^\s:]*+[ \t])[^\n]*+\n(?=[!-9;-~]++[ \t]*+:)")
STRAY_LINES = re.compile(
    rb"(?:(?![!-9;-~]++[ \t]*+:)[^\s][^\n]*+\n(?:[ \t]++[^\s][^\n]*+\n)*){1,8}"
    rb"(?=(?:received|from|to|cc|date|subject|message-id|mime-version|content-[a-z-]+|x-[a-z-]+|sender|reply-to|errors-to"
    rb"|return-path|status|organization|references|in-reply-to|lines|priority|comments|precedence)[ \t]*+:)",
    re.IGNORECASE,
)
"""More than one at a time are believed only where a header follows that everybody knows."""
HEADER_LINE = re.compile(rb"[!-9;-~]++[ \t]*+:[ \t]")
ONLY_ONCE = frozenset((b"from", b"to", b"subject", b"date", b"message-id", b"mime-version", b"content-type"))
FROM_LINE = re.compile(rb">?From ")
LINE_START = re.compile(rb"^(?=[^ \t])", re.MULTILINE)
MAX_STRAY_LINES = 60
MEDIA_TYPE = re.compile(r"\s*([a-z0-9!#$&^_.+-]+)\s*/\s*([a-z0-9!#$&^_.+-]+)", re.IGNORECASE)
PARAMETER = re.compile(r";\s*([^\s=;\"]+)\s*=\s*(?:\"((?:[^\"\\]++|\\.)*)\"?|([^;\r\n]*))")
GUESSED_BOUNDARY = re.compile(rb"^--([^\s][^\r\n]{0,200}?)[ \t]*\r?\n[Cc]ontent-", re.MULTILINE)
ANY_SOFT_BREAK = re.compile(rb"=\r?\n")
SOFT_BREAK = re.compile(rb"^[^\n]{40,80}=\r?$", re.MULTILINE)
QUOTED_LETTER = re.compile(rb"=(?:3D|20|09|0D|0A|[89A-F][0-9A-F])")
UNDECLARED_SIGNS = (ANY_SOFT_BREAK, QUOTED_LETTER, SOFT_BREAK)
"""Of a quoted-printable that nobody declared, the cheapest first."""
WRONG_QUOTE = re.compile(rb"=(?![0-9A-F]{2}|[ \t]*\r?\n)")
NOT_BASE64 = bytes(sorted(set(range(256)) - set(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")))
SPACED_PLAIN = re.compile(rb"\S[ ]\S+[ ]\S+[ ]\S")
ANY_BEGIN = re.compile(rb"begin ")
"""Like the other patterns for a few fixed characters, faster than `in`: it looks at one in fifty."""
UUENCODED = re.compile(
    rb"^begin [0-7]{3,4} ([^\r\n]{1,200})\r?\n((?:[ -`][^\r\n]{0,90}\r?\n)*?)`?\r?\n?end\b", re.MULTILINE
)


@dataclass(slots=True)
class Part:
    """A leaf or a container of a mail; the mail itself is the part at the top."""

    headers: Headers
    media_type: str
    parameters: dict[str, str]
    content: bytes = b""
    """Of a leaf, with its transfer encoding taken off."""
    children: list[Part] = field(default_factory=list)
    encoding: str = ""
    flaws: list[str] = field(default_factory=list)

    @property
    def charset(self) -> str | None:
        """The charset it declares."""
        return self.parameters.get("charset")

    @property
    def disposition(self) -> str:
        """`attachment`, `inline` or nothing."""
        values = self.headers.get(b"content-disposition")
        return values[0].split(b";", 1)[0].strip().lower().decode("latin-1") if values else ""

    @property
    def name(self) -> bytes:
        """The file name it declares, its characters still as they came."""
        values = self.headers.get(b"content-disposition")
        parameters = parse_parameters(values[0].decode("latin-1")) if values else {}
        name = parameters.get("filename") or self.parameters.get("name") or ""
        return name.encode("latin-1", "replace")


@dataclass(slots=True)
class MailBudget:
    """The remainder of what one mail may cost: header bytes, copied bytes and parts."""

    header_bytes: int
    copied_bytes: int
    """Mails in mails in mails are copied at each depth."""
    parts: int = MAX_PARTS


def parse_mail(raw: bytes, header_bytes: int = 256 << 10) -> Part:
    """Take a mail apart. Any bytes make a part; bytes without headers are all content."""
    raw, start = _start_of_headers(raw)
    budget = MailBudget(header_bytes, MAX_COPIES * len(raw) + LEAST_COPIED_BYTES)
    return _parse_part(raw, start, "text/plain", 0, budget)


def parse_first_headers(head: bytes) -> Headers:
    """Return the headers that a file begins with, of which only the beginning is given."""
    head, start = _start_of_headers(head)
    headers, _ = parse_headers(head, start, len(head))
    return headers


def _start_of_headers(raw: bytes) -> tuple[bytes, int]:
    """Find where the headers begin, behind blank lines and a From line; a CR alone becomes an LF."""
    if b"\r" in raw and b"\n" not in raw[:4096]:
        raw = raw.replace(b"\r", b"\n")
    leading = LEADING.match(raw)
    return raw, leading.end() if leading else 0


def _parse_part(raw: bytes, start: int, default_type: str, depth: int, budget: MailBudget) -> Part:
    budget.parts -= 1
    headers, body = parse_headers(raw, start, budget.header_bytes)
    rest = _rest_of_headers(raw, headers, body, budget.header_bytes) if depth == 0 else body
    values = headers.get(b"content-type")
    part = Part(headers, default_type, {}, flaws=[] if rest == body else ["interrupted-headers"])
    body = rest
    if values:
        unknown: tuple[str, dict[str, str]] = default_type, {}
        media_type, part.parameters = spared(lambda: content_type(values[0][:4096]), unknown, part.flaws)
        part.media_type = media_type or default_type
    encodings = headers.get(b"content-transfer-encoding")
    if encodings:
        part.encoding = encodings[0].split(b";")[0].strip().strip(b'"').lower().decode("latin-1")
    content = raw[body:]
    budget.copied_bytes -= len(content)
    is_container = part.media_type.startswith(("multipart/", "message/"))
    if is_container and spared(lambda: _has_inside(part, content, depth, budget), bool(part.children), part.flaws):
        return part
    part.content = spared(lambda: _decoded(content, part), content, part.flaws)
    return part


def parse_headers(raw: bytes, start: int, limit: int) -> tuple[Headers, int]:
    """Return the headers that begin at start, as far as the limit allows, and where the body begins."""
    strays: list[int] = []
    end = _end_of_headers(raw, start, strays)
    block, first, last = raw, start, min(end, start + limit)
    if strays:  # they continue what stands before them
        cuts = [start, *(stray for stray in strays if stray < last), last]
        block, first, last = b" ".join(raw[cut:following] for cut, following in pairwise(cuts)), 0, len(raw)
    headers: Headers = {}
    for name, value in HEADER.findall(block, first, last):
        headers.setdefault(name.lower(), []).append(value)
    blank = 2 if raw.startswith(b"\r\n", end) else 1 if raw.startswith(b"\n", end) else 0
    return headers, end + blank


def _rest_of_headers(raw: bytes, headers: Headers, body: int, limit: int) -> int:
    """Take in the headers that stand behind an empty line, and return where the body begins then.

    They are no mail that is quoted: they bring what the first ones lack, and nothing that a mail has only once again.
    """
    if not headers or not HEADER_LINE.match(raw, body):
        return body
    more, behind = parse_headers(raw, body, limit)
    once = ONLY_ONCE & more.keys()
    if len(once) < 2 or once & headers.keys() or not raw.endswith((b"\n\n", b"\n\r\n"), body, behind):
        return body
    for name, values in more.items():
        headers.setdefault(name, []).extend(values)
    return behind


def _end_of_headers(raw: bytes, start: int, strays: list[int]) -> int:
    """Find where the header block ends: at an empty line, or at a line that no header follows.

    The lines in it that should have been indented are put into strays.
    """
    end = _well_formed_until(raw, start)
    for _ in range(MAX_STRAY_LINES):
        if raw.startswith((b"\n", b"\r\n"), end):
            break
        stray = STRAY_LINE.match(raw, end) or STRAY_LINES.match(raw, end)
        if stray is None:
            break
        if not FROM_LINE.match(raw, end):
            strays += [end + found.start() for found in LINE_START.finditer(stray[0])]
        end = _well_formed_until(raw, stray.end())
    return end


def _well_formed_until(raw: bytes, start: int) -> int:
    end = start
    for headers in (USUAL_HEADERS, WELL_FORMED):
        end = start
        while found := headers.match(raw, end):
            end = found.end()
        if raw.startswith((b"\n", b"\r\n"), end):
            break
    return end


@lru_cache(maxsize=1024)
def content_type(value: bytes) -> tuple[str, dict[str, str]]:
    """Return media type, in lower case, and parameters; an empty type where it makes no sense."""
    text = value.decode("latin-1")
    found = MEDIA_TYPE.match(text)
    media_type = f"{found[1]}/{found[2]}".lower() if found else ""
    if not found and text.strip().lower() in ("text", "html"):
        media_type = "text/plain"
    return media_type, parse_parameters(text)


def parse_parameters(text: str) -> dict[str, str]:
    """Return a header's parameters by lower-case name, put together where they were continued in pieces."""
    parameters: dict[str, str] = {}
    for name, quoted, bare in PARAMETER.findall(text):
        value = re.sub(r"\\(.)", r"\1", quoted) if "\\" in quoted else quoted
        parameters.setdefault(name.lower(), value or bare.strip())
    return _joined(parameters) if any("*" in name for name in parameters) else parameters


def _joined(parameters: dict[str, str]) -> dict[str, str]:
    """Join `name*0*`, `name*1`, …; what they encode stays bytes, one per character."""
    pieces: dict[str, list[tuple[int, str]]] = {}
    whole = {name: value for name, value in parameters.items() if "*" not in name}
    for name, value in parameters.items():
        stem, star, rest = name.partition("*")
        if not star:
            continue
        text, number = value, rest.rstrip("*")
        if name.endswith("*"):
            text = unquote_to_bytes(value.split("'", 2)[2] if value.count("'") >= 2 else value).decode("latin-1")
        place = int(number) if number.isdecimal() and len(number) < MOST_DIGITS else 0
        pieces.setdefault(stem, []).append((place, text))
    return whole | {stem: "".join(text for _, text in sorted(found)) for stem, found in pieces.items()}


def _has_inside(part: Part, content: bytes, depth: int, budget: MailBudget) -> bool:
    """Read what a container holds; false where it holds nothing that could be told apart."""
    is_too_deep = depth >= MAX_DEPTH or budget.copied_bytes < 0
    if is_too_deep or budget.parts <= 0:
        part.flaws.append("too-deep" if is_too_deep else "too-many-parts")
        return False
    if part.media_type.startswith("multipart/"):
        return _read_multipart(part, content, depth, budget)
    if part.media_type not in ("message/rfc822", "message/global", "message/news"):
        return False
    inner = _decoded(content, part)
    leading = LEADING.match(inner)
    part.children.append(_parse_part(inner, leading.end() if leading else 0, "text/plain", depth + 1, budget))
    return True


def _read_multipart(part: Part, content: bytes, depth: int, budget: MailBudget) -> bool:
    if part.encoding in ("base64", "quoted-printable") and b"\n--" not in content:
        content = _decoded(content, part)
    boundary = part.parameters.get("boundary", "").encode("latin-1", "replace")
    pieces = split_at_boundary(content, boundary) if boundary else []
    if not pieces:
        guessed = GUESSED_BOUNDARY.search(content)
        part.flaws.append("no-boundary" if guessed is None else "wrong-boundary")
        pieces = split_at_boundary(content, guessed[1]) if guessed else []
    default_type = "message/rfc822" if part.media_type == "multipart/digest" else "text/plain"
    for piece in pieces:
        if budget.parts <= 0:
            part.flaws.append("too-many-parts")
            break
        part.children.append(_parse_part(piece, 0, default_type, depth + 1, budget))
    return bool(pieces)


def split_at_boundary(content: bytes, boundary: bytes) -> list[bytes]:
    """Return what stands between the delimiter lines; the end may be missing, and longer boundaries are others."""
    pieces: list[bytes] = []
    delimiter = b"--" + boundary
    start, at = -1, 0 if content.startswith(delimiter) else content.find(b"\n" + delimiter) + 1 or -1
    while at >= 0:
        after = at + len(delimiter)
        end_of_line = content.find(b"\n", after)
        rest = content[after : end_of_line if end_of_line >= 0 else len(content)].strip()
        if rest in (b"", b"--"):
            if start >= 0:
                pieces.append(content[start:at].removesuffix(b"\n").removesuffix(b"\r"))
            start = end_of_line + 1 if end_of_line >= 0 and not rest else -1
            if rest:
                return pieces
        at = content.find(b"\n" + delimiter, after) + 1 or -1
    if start >= 0:
        pieces.append(content[start:])
    return pieces


def _decoded(content: bytes, part: Part) -> bytes:
    encoding = part.encoding
    if encoding in ("", "7bit", "8bit", "binary"):
        return _undeclared(content, part) if part.media_type.startswith("text/") else content
    if encoding == "quoted-printable":
        return binascii.a2b_qp(content) if b"=" in content else content
    if encoding == "base64":
        return _from_base64(content, part)
    if encoding in ("x-uuencode", "uuencode", "x-uue", "uue"):
        found = UUENCODED.search(content)
        return _from_uuencode(found[2]) if found else content
    part.flaws.append("unknown-encoding")
    return content


def _undeclared(content: bytes, part: Part) -> bytes:
    """Take off a quoted-printable that nobody declared: long lines that end in `=`, and letters as figures."""
    if b"=" not in content:
        return content
    are_there_twice = all(len([*islice(sign.finditer(content), 2)]) == 2 for sign in UNDECLARED_SIGNS)
    if not are_there_twice or WRONG_QUOTE.search(content):
        return content
    part.flaws.append("undeclared-quoted-printable")
    return binascii.a2b_qp(content)


def _from_base64(content: bytes, part: Part) -> bytes:
    """Decode leniently: what is not base64 at all stays, and a footer that a mailing list added is kept."""
    if b"=" not in content.rstrip(b"=\r\n\t -")[:-4] and not SPACED_PLAIN.search(content[-2000:]):
        with suppress(binascii.Error):
            return binascii.a2b_base64(content)
    part.flaws.append("broken-base64")
    plain = SPACED_PLAIN.search(content)
    footer = b""
    if plain:
        start_of_line = content.rfind(b"\n", 0, plain.start()) + 1
        content, footer = content[:start_of_line], content[start_of_line:]
    decoded = b"".join(map(_lenient_base64, content.split(b"=", MAX_BASE64_CHUNKS)))
    return decoded + footer if not plain or not decoded else decoded + b"\n" + footer


def _lenient_base64(chunk: bytes) -> bytes:
    letters = chunk.translate(None, NOT_BASE64)
    letters = letters[: len(letters) - (len(letters) % 4 == 1)]
    return binascii.a2b_base64(letters + b"=" * (-len(letters) % 4))


def _from_uuencode(lines: bytes) -> bytes:
    decoded = []
    for line in lines.splitlines():
        n_bytes = ((line[0] - 32) & 63) * 4 // 3 + 5 if line else 0
        for given in (line, line[:n_bytes]):
            with suppress(binascii.Error):
                decoded.append(binascii.a2b_uu(given))
                break
    return b"".join(decoded)


def without_encoded_files(content: bytes) -> tuple[bytes, list[tuple[bytes, int]]]:
    """Take uuencoded and yEnc files out of a text; return it, and name and size in the text of each."""
    files: list[tuple[bytes, int]] = []

    def leave_out(match: re.Match[bytes]) -> bytes:
        files.append((match[1].strip(), match.end() - match.start()))
        return b""

    if not ANY_BEGIN.search(content):
        return content, files
    if b"\nend" in content:
        content = UUENCODED.sub(leave_out, content)
    if b"=ybegin " in content:
        content = _without_yenc(content, files)
    return content, files


def _without_yenc(content: bytes, files: list[tuple[bytes, int]]) -> bytes:
    kept, at = [], 0
    while (start := content.find(b"=ybegin ", at)) >= 0 and (end := content.find(b"\n=yend", start)) >= 0:
        line = content[start : content.find(b"\n", start)]
        files.append((line.partition(b"name=")[2].strip(), end - start))
        kept.append(content[at:start])
        at = content.find(b"\n", end + 1) + 1 or len(content)
    return b"".join([*kept, content[at:]])
