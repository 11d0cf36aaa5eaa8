"""Decode the headers of a mail: encoded words, addresses, dates, and the labels that mail programs write there.

The functions take raw values, and never raise on broken values.
"""

from __future__ import annotations

import binascii
import re
from datetime import date
from email.utils import parsedate_tz
from functools import lru_cache

import resources
from app.domain.documents import split_label_set
from app.readers.charsets import decode_text
from app.readers.files.mail_programs import (
    JUNK_SUBSTRINGS,
    LABELS_BY_SPECIAL_USE,
    SKIPPED_SPECIAL_USES,
    read_notmuch_dump,
    special_use_of,
    split_tags,
)
from app.readers.mail.mime import Headers

MAX_VALUE_BYTES = 64 << 10
MAX_CACHED = 300
"""Maximum length of values whose decoded text is cached, because many of them repeat."""
# The white space between two adjacent encoded words is no text (RFC 2047, 6.2), so the pattern includes it.
ENCODED_WORD = re.compile(rb"=\?([^?\s]{1,80})\?([bBqQ])\?([^?]*+)\?=(?:\s+(?==\?[^?\s]{1,80}\?[bBqQ]\?[^?]*+\?=))?")
FOLD = re.compile(r"(?<!\s)\s*[\r\n]\s*")
"""Matches a line break with the white space around it.

The lookbehind lets this pattern, and the next, start only once per run of white space. Otherwise they take quadratic
time.
"""
ADDRESS = re.compile(r"(?<![^\s<>()\[\],;:\"'])[^\s<>()\[\],;:\"']+@[^\s<>()\[\],;:\"']+")
DATE = re.compile(
    rb"(\d{1,2})[ -]+([A-Za-z]{3})[a-z]*[ -]+(\d{2,4})[ ,]+(\d{1,2})[:.](\d\d)(?:[:.](\d\d))?\s*([+-]\d{4})?"
)
MONTHS = {name: number for number, name in enumerate(b"jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)}
EPOCH_DAY = date(1970, 1, 1).toordinal()
EARLIEST_S, LATEST_S = 0, 4_102_444_800
"""Dates outside of this range (1970 to 2099) are errors."""


def header_text(headers: Headers, name: bytes, charset: str | None = None) -> str:
    """Return the first value of the header `name`, decoded and unfolded; empty if the mail has no such header."""
    values = headers.get(name)
    return decode_value(values[0], charset) if values else ""


def decode_value(value: bytes, charset: str | None = None) -> str:
    """Return a header value as text. `charset` is a hint for raw 8-bit characters, usually the charset of the body."""
    decode = _decode_value if len(value) <= MAX_CACHED else _decode_value.__wrapped__
    return decode(value[:MAX_VALUE_BYTES], charset)


@lru_cache(maxsize=4096)
def _decode_value(value: bytes, charset: str | None) -> str:
    value = value.rstrip()
    if b"=?" in value and b"?=" in value:
        text = _decode_words(value, charset)
    elif value.isascii() and b"\x1b" not in value:
        text = value.decode("ascii")
    else:
        text = decode_text(value, charset)
    if "\n" in text or "\r" in text:
        text = FOLD.sub(" ", text)
    return text.replace("\0", "") if "\0" in text else text


def _decode_words(value: bytes, charset: str | None) -> str:
    """Decode encoded words.

    Adjacent words of one charset are decoded together: RFC 2047, 5 forbids splitting a character between two words, but
    some programs do.
    """
    pieces: list[tuple[str | None, bytes]] = []
    at, joins = 0, False
    for word in ENCODED_WORD.finditer(value):
        if word.start() > at:
            pieces.append((charset, value[at : word.start()]))
            joins = False
        declared = word[1].partition(b"*")[0].decode("latin-1").lower()  # without a language (RFC 2231, 5)
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
    letters = encoded.rstrip(b"= \t\r\n")  # the padding is often missing or too long
    try:
        return binascii.a2b_base64(letters + b"=" * (-len(letters) % 4)) or encoded
    except binascii.Error:
        return encoded


def find_addresses(text: str) -> tuple[str, ...]:
    """Return the addresses in a decoded header value, in lower case."""
    if "@" not in text:
        return ()
    return (_find_addresses if len(text) <= MAX_CACHED else _find_addresses.__wrapped__)(text)


@lru_cache(maxsize=4096)
def _find_addresses(text: str) -> tuple[str, ...]:
    return tuple(ADDRESS.findall(text.lower()))


def domain_of(address: str) -> str:
    """Return the part of an address after the at sign."""
    return address.rpartition("@")[2].strip(".>")


def find_sent_time_s(headers: Headers) -> int | None:
    """Return the Unix time at which a mail was sent, from the Date header, else from the oldest Received header.

    None if neither header can be read.
    """
    values = headers.get(b"date")
    seconds = parse_date_s(values[0]) if values else None
    if seconds is None and b"received" in headers:
        # Each server adds its header on top, so the last one is the oldest; its date follows the semicolon.
        return parse_date_s(headers[b"received"][-1].rpartition(b";")[2])
    return seconds


def parse_date_s(value: bytes) -> int | None:
    """Return the Unix time of a date in any usual format; None if it cannot be read, or is not from 1970 to 2099."""
    value = value[:200]
    match = DATE.search(value)
    month = MONTHS.get(match[2].lower()) if match else None
    try:
        if match and month:
            year, day, hour, minute, second = (int(match[part] or 0) for part in (3, 1, 4, 5, 6))
            # Two digits as POSIX and `email.utils` read them. Three digits are years since 1900 (RFC 5322,
            # 4.3): programs with a year 2000 bug wrote 100.
            year += 0 if year >= 1000 else 1900 if year >= 69 else 2000
            zone = match[7] or b"+0000"
            offset_s = (int(zone[1:3]) * 3600 + int(zone[3:5]) * 60) * (-1 if zone.startswith(b"-") else 1)
        else:
            fields = parsedate_tz(value.decode("latin-1"))
            if fields is None:
                return None
            year, month, day, hour, minute, second, *_, offset = fields
            offset_s = offset or 0
        days = date(year, month, day).toordinal() - EPOCH_DAY
    except (ValueError, IndexError, TypeError, OverflowError):
        return None
    moment = days * 86_400 + hour * 3600 + minute * 60 + second - offset_s
    return moment if EARLIEST_S < moment < LATEST_S else None


SPAM, HAM = "spam", "ham"
OWN_TAGS = (b"x-mozilla-keys", b"x-keywords", b"x-label")
"""Headers in which the owner's mail programs keep tags."""
LABEL_HEADERS = ("x-gmail-labels", "x-mozilla-keys", "x-spam-flag", "x-spam-status")
"""Headers that are tried in this order if the person names none. A person's choice comes before a filter's guess."""

GMAIL_STATES = "inbox important unread opened starred sent archived chat chats draft drafts trash bin snoozed muted"
GMAIL_STATE_LABELS = frozenset(GMAIL_STATES.split()) | set(resources.read_json("names", "gmail_states.json"))
"""Labels by which Gmail notes the state of a message, in the languages in which exports were seen."""
CATEGORIES = ("category ", "kategorie ", "catégorie ", "categoría ", "categoria ", "categorie ", "категория ")
MAX_LABEL_CHARACTERS = 100


def labels_from_header(headers: Headers, name: str | None = None) -> list[str]:
    """Return the labels in the header `name`, most specific first.

    If `name` is empty, the first of LABEL_HEADERS that has a label is used.
    """
    for header in (name.lower(),) if name else LABEL_HEADERS:
        value = header_text(headers, header.encode("latin-1", "replace"))
        labels = _LABEL_PARSERS[header](value) if header in _LABEL_PARSERS else [" ".join(value.split())]
        cut_labels = [label[:MAX_LABEL_CHARACTERS] for label in labels if label]
        if cut_labels:
            return cut_labels
    return []


def label_in_mail(headers: Headers, folder_label: str | None) -> str | None:
    """Return the label of a message: Gmail's label, or `folder_label`, the label of its folder.

    Gmail's labels take precedence over the folder. A junk mark of a mail program counts as the junk folder. Verdicts of
    spam filters that the message passed on its way are never used.
    """
    gmail = header_text(headers, b"x-gmail-labels")
    if gmail:
        return next(iter(_own_gmail_labels(gmail)), None)
    marks = header_text(headers, b"x-mozilla-keys").lower().split()
    if "junk" in marks:
        return junk_label(folder_label)
    return HAM if folder_label is None and "nonjunk" in marks else folder_label


def all_labels_in_mail(headers: Headers, folder_label: str | None) -> list[str]:
    """Return all labels of a message: those of Gmail, or those of its folder (`folder_label`) and its tags."""
    gmail = header_text(headers, b"x-gmail-labels")
    if gmail:
        return _own_gmail_labels(gmail)
    is_junk = "junk" in header_text(headers, b"x-mozilla-keys").lower().split()
    folder_labels = [
        junk_label(folder or None) if is_junk else folder for folder in split_label_set(folder_label) or ("",)
    ]
    tags = [tag for name in OWN_TAGS for tag in split_tags(header_text(headers, name))]
    return [label for label in (*folder_labels, *tags) if label]


def notmuch_tags(headers: Headers, dump: str) -> list[str]:
    """Return notmuch's tags of a mail. `dump` is the path of the output file of `notmuch dump`."""
    return list(read_notmuch_dump(dump).get(header_text(headers, b"message-id").strip().strip("<>"), ()))


def junk_label(folder_label: str | None) -> str:
    """Return the label for a mail that is marked as junk.

    It is `folder_label`, the label of the mail's folder, if the folder is a junk folder; otherwise "Junk", or "spam"
    without a folder.
    """
    if folder_label is None:
        return SPAM
    return (
        folder_label
        if any(like in folder_label.casefold() for like in JUNK_SUBSTRINGS)
        else LABELS_BY_SPECIAL_USE["junk"]
    )


def _own_gmail_labels(value: str) -> list[str]:
    """Return the labels for a message of Gmail: spam, or the labels that its owner gave, or the inbox.

    The first of these that applies is returned. The list is empty for mail that was sent, drafted or deleted.
    """
    names = [name.strip().strip('"') for name in value.split(",") if name.strip()]
    uses = {special_use_of(name) for name in names}
    if "junk" in uses:
        return [SPAM]
    if "trash" in uses:
        return []
    own_labels = [name for name in names if special_use_of(name) is None and name.lower() not in GMAIL_STATE_LABELS]
    own_labels = [name for name in own_labels if not name.lower().startswith(CATEGORIES)]
    if own_labels:
        return [name[:MAX_LABEL_CHARACTERS] for name in own_labels]
    return [LABELS_BY_SPECIAL_USE["inbox"]] if "inbox" in uses or not uses & SKIPPED_SPECIAL_USES else []


def _gmail_labels(value: str) -> list[str]:
    """Return the labels for a message if the person chose Gmail's header as the source of labels.

    These are spam, or the labels that the owner gave, or the category, or the folder, whichever is found first.
    """
    labels = [label.strip().strip('"') for label in value.split(",") if label.strip()]
    lower = {label.lower(): label for label in labels}
    if SPAM in lower:
        return [SPAM]
    own_labels = [
        label for key, label in lower.items() if key not in GMAIL_STATES.split() and not key.startswith("category ")
    ]
    categories = [label for key, label in lower.items() if key.startswith("category ")]
    folders = [label for key, label in lower.items() if key in ("inbox", "sent", "chat", "archived", "trash")]
    return own_labels or categories or folders


def _mozilla_labels(value: str) -> list[str]:
    lower = value.lower().split()
    if "junk" in lower:
        return [SPAM]
    return split_tags(value) or ([HAM] if "nonjunk" in lower else [])


def _spam_flag_labels(value: str) -> list[str]:
    answer = value.strip().lower()
    if answer.startswith(("yes", "true", "spam")):
        return [SPAM]
    return [HAM] if answer.startswith(("no", "false", "ham")) else []


_LABEL_PARSERS = {
    "x-gmail-labels": _gmail_labels,
    "x-mozilla-keys": _mozilla_labels,
    "x-keywords": split_tags,
    "x-label": split_tags,
    "keywords": split_tags,
    "x-spam-flag": _spam_flag_labels,
    "x-spam-status": _spam_flag_labels,
}
