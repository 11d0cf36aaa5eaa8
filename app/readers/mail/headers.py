"""Values of headers, decoded: words, addresses, dates. Everything here takes raw values and never fails."""

from __future__ import annotations

import binascii
import re
from datetime import date
from email.utils import parsedate_tz
from functools import lru_cache

from app.readers.charsets import decode_text
from app.readers.mail.mime import Headers

MAX_VALUE_BYTES = 64 << 10
MAX_REMEMBERED = 300
"""Values up to this length, many of which come again and again, are remembered with what they say."""
ENCODED_WORD = re.compile(rb"=\?([^?\s]{1,80})\?([bBqQ])\?([^?]*+)\?=(?:\s+(?==\?[^?\s]{1,80}\?[bBqQ]\?[^?]*+\?=))?")
FOLD = re.compile(r"\s*[\r\n]+\s*")
ADDRESS = re.compile(r"[^\s<>()\[\],;:\"']+@[^\s<>()\[\],;:\"']+")
DATE = re.compile(
    rb"(\d{1,2})[ -]+([A-Za-z]{3})[a-z]*[ -]+(\d{2,4})[ ,]+(\d{1,2})[:.](\d\d)(?:[:.](\d\d))?\s*([+-]\d{4})?"
)
MONTHS = {name: number for number, name in enumerate(b"jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)}
EPOCH_DAY = date(1970, 1, 1).toordinal()
EARLIEST_S, LATEST_S = 0, 4_102_444_800


def header_text(headers: Headers, name: bytes, charset: str | None = None) -> str:
    """Return the first value of a header, decoded and on one line; nothing where there is none."""
    values = headers.get(name)
    return decode_value(values[0], charset) if values else ""


def decode_value(value: bytes, charset: str | None = None) -> str:
    """Decode encoded words and raw 8-bit characters of a value; charset is what the body declares, as a hint."""
    if len(value) <= MAX_REMEMBERED:
        return _remembered_value(value, charset)
    return _decoded_value(value[:MAX_VALUE_BYTES], charset)


@lru_cache(maxsize=4096)
def _remembered_value(value: bytes, charset: str | None) -> str:
    return _decoded_value(value, charset)


def _decoded_value(value: bytes, charset: str | None) -> str:
    value = value.rstrip()
    if b"=?" in value and b"?=" in value:
        text = _with_encoded_words(value, charset)
    elif value.isascii() and b"\x1b" not in value:
        text = value.decode("ascii")
    else:
        text = decode_text(value, charset)
    if "\n" in text or "\r" in text:
        text = FOLD.sub(" ", text)
    return text.replace("\0", "") if "\0" in text else text


def _with_encoded_words(value: bytes, charset: str | None) -> str:
    """Decode word by word; neighbours of one charset are decoded together, for characters that were cut in two."""
    pieces: list[tuple[str | None, bytes]] = []
    at, joins = 0, False
    for word in ENCODED_WORD.finditer(value):
        if word.start() > at:
            pieces.append((charset, value[at : word.start()]))
            joins = False
        declared = word[1].partition(b"*")[0].decode("latin-1").lower()
        raw = _word_bytes(word[2], word[3])
        if joins and pieces[-1][0] == declared:
            raw = pieces.pop()[1] + raw
        pieces.append((declared, raw))
        at, joins = word.end(), True
    pieces.append((charset, value[at:]))
    return "".join(decode_text(raw, declared) for declared, raw in pieces)


def _word_bytes(kind: bytes, encoded: bytes) -> bytes:
    if kind in b"qQ":
        return binascii.a2b_qp(encoded.replace(b"_", b" ").replace(b"\n", b""), header=False)
    letters = encoded.rstrip(b"= \t\r\n")
    try:
        return binascii.a2b_base64(letters + b"=" * (-len(letters) % 4)) or encoded
    except binascii.Error:
        return encoded


def addresses(text: str) -> tuple[str, ...]:
    """Return the addresses in a decoded header value, in lower case."""
    if "@" not in text:
        return ()
    return _remembered_addresses(text) if len(text) <= MAX_REMEMBERED else tuple(ADDRESS.findall(text.lower()))


@lru_cache(maxsize=4096)
def _remembered_addresses(text: str) -> tuple[str, ...]:
    return tuple(ADDRESS.findall(text.lower()))


def domain_of(address: str) -> str:
    """Return what follows the at sign."""
    return address.rpartition("@")[2].strip(".>")


def sent_at_s(headers: Headers) -> int | None:
    """Return when the mail was sent, in seconds since 1970: by its Date, else by the first host that received it."""
    values = headers.get(b"date")
    found = parse_date_s(values[0]) if values else None
    if found is None and b"received" in headers:
        return parse_date_s(headers[b"received"][-1].rpartition(b";")[2])
    return found


def parse_date_s(value: bytes) -> int | None:
    """Read a mail's date in whatever shape it came; None where it is none, or is outside of 1970 to 2099."""
    value = value[:200]
    found = DATE.search(value)
    month = MONTHS.get(found[2].lower()) if found else None
    if found is None or month is None:
        return _odd_date_s(value)
    day, _, year, hour, minute, second, zone = found.groups()
    parts = (_whole_year(int(year)), month, int(day), int(hour), int(minute), int(second or 0))
    return _plausible_s(*parts, _offset_s(zone) if zone else 0)


def _odd_date_s(value: bytes) -> int | None:
    try:
        found = parsedate_tz(value.decode("latin-1"))
    except (ValueError, IndexError, TypeError, OverflowError):
        return None
    return _plausible_s(*found[:6], found[9] or 0) if found else None


def _plausible_s(year: int, month: int, day: int, hour: int, minute: int, second: int, offset_s: int) -> int | None:
    try:
        days = date(year, month, day).toordinal() - EPOCH_DAY
    except (ValueError, OverflowError):
        return None
    moment = days * 86_400 + hour * 3600 + minute * 60 + second - offset_s
    return moment if EARLIEST_S < moment < LATEST_S else None


def _whole_year(year: int) -> int:
    if year >= 1000:
        return year
    return year + 1900 if year >= 69 else year + 2000


def _offset_s(zone: bytes) -> int:
    seconds = int(zone[1:3]) * 3600 + int(zone[3:5]) * 60
    return -seconds if zone.startswith(b"-") else seconds
