"""From the bytes of one message to one document."""

from __future__ import annotations

import re
from functools import partial
from hashlib import blake2b

from app.domain.documents import Document, ReadLimits, SourceOptions, label_set
from app.domain.errors import SourceError
from app.readers.mail.body import Body, TextOf, read_body
from app.readers.mail.evidence import (
    evidence_of,
    is_ordinary,
    long_shapes,
    shape_bytes,
    without_code_lines,
    without_invisible,
)
from app.readers.mail.headers import (
    carried_label,
    carried_labels,
    header_text,
    labels_from_header,
    notmuch_tags,
    sent_at_s,
)
from app.readers.mail.mime import Headers, Part, parse_first_headers, parse_mail
from app.readers.reading_failures import spared

MAX_TITLE_CHARACTERS = 1000
FEW_BYTES = 1024
"""Enough of most mails to see that they are."""
DEFAULT_OPTIONS = SourceOptions()
DEFAULT_LIMITS = ReadLimits()


def read_mail(
    raw: bytes,
    *,
    path: str,
    member: str = "",
    options: SourceOptions = DEFAULT_OPTIONS,
    limits: ReadLimits = DEFAULT_LIMITS,
    label: str | None = None,
    text_of: TextOf | None = None,
    mail: Part | None = None,
) -> Document:
    """Read one message; label is what the folders around it say, text_of gives the text of attachments, and mail is the
    message taken apart where it is written in another way.

    Raises SourceError with the reason `empty`, `too-large` or `unsupported` (bytes that are neither headers nor text).
    Everything else becomes a document, however broken: what cannot be read of it is missing from its text and listed
    among its attachments.
    """
    if len(raw) > limits.document_bytes:
        raise SourceError(path, "too-large", str(len(raw)))
    if mail is None:
        if not raw or raw.isspace():
            raise SourceError(path, "empty")
        mail = parse_mail(raw, limits.header_bytes)
        if not mail.headers and raw.count(b"\0", 0, 4096) * 20 > min(len(raw), 4096):
            raise SourceError(path, "unsupported")
    body = read_body(mail, text_of, has_digest=options.tells_apart)
    text = body.text
    shape = shape_bytes(text)
    long = long_shapes(shape)
    if long:  # every line of code is a long word
        text = without_code_lines(text, shape, long)
    charset = mail.charset
    subject, sender = header_text(mail.headers, b"subject", charset), header_text(mail.headers, b"from", charset)
    date_s = sent_at_s(mail.headers) if options.tells_apart else None
    fields: dict[str, str] = {}
    if options.headers_as_evidence:
        evidence = partial(evidence_of, mail, body, text, shape, long, subject, sender)
        fields = spared(evidence, {"subject": subject, "from": sender, "mark": "flaw:unreadable-evidence"}, body.flaws)
    return Document(
        text=text if text.isascii() or is_ordinary(text) else without_invisible(text),
        path=path,
        member=member,
        kind="mail",
        title=subject[:MAX_TITLE_CHARACTERS],
        sender=sender[:MAX_TITLE_CHARACTERS],
        date_s=date_s,
        label=chosen_label(mail.headers, options, label),
        fields=fields,
        attachments=tuple(body.attachments),
        charset=body.charset,
        flaws=tuple(dict.fromkeys(body.flaws)),
        unseen=body.unseen_text,
        content_hash=content_hash(body, sender, subject, date_s) if options.tells_apart else b"",
        size_bytes=len(raw),
    )


def chosen_label(headers: Headers, options: SourceOptions, around: str | None) -> str | None:
    """Return the label of a message: the source's own, else a header's if asked for, else its place's."""
    if options.label is not None:
        return options.label
    source, _, rest = options.labels_from.partition(":")
    is_several = options.labels == "several"
    if source in ("header", "notmuch"):
        found = labels_from_header(headers, rest or None) if source == "header" else notmuch_tags(headers, rest)
        return label_set(found) if is_several else next(iter(found), None)
    if source in ("folder", "tree"):
        return label_set(carried_labels(headers, around)) if is_several else carried_label(headers, around)
    return None if source == "none" else around


def content_hash(body: Body, sender: str, subject: str, date_s: int | None) -> bytes:
    """Return what makes two messages the same: who sent what when, 16 bytes.

    In it are From, Subject, the moment of Date, and the content of every part with its transfer encoding taken off,
    line ends made equal, white space around it dropped and quoted From lines unquoted. Not in it is what changes on
    the way or from folder to folder: Received, Status, delivery and recipients, message numbers that gateways rewrite,
    boundaries, transfer encodings. The same newsletter sent twice is two messages, by its Date; a message sent to many
    people, or filed twice, is one.
    """
    key = "\0".join((" ".join(sender.lower().split()), " ".join(subject.split()), str(date_s)))
    return blake2b(key.encode("utf-8", "replace") + b"\0" + body.digest, digest_size=16).digest()


KNOWN_HEADERS = frozenset(
    b"from to subject date received message-id return-path mime-version content-type reply-to delivered-to cc sender"
    b" newsgroups path xref organization lines x-mailer status x-status x-mozilla-status x-gmail-labels references"
    b" in-reply-to envelope-to dkim-signature list-id content-transfer-encoding x-spam-status x-gm-thrid received-spf"
    b" authentication-results x-received x-original-to bcc user-agent thread-index thread-topic list-unsubscribe"
    b" errors-to precedence x-priority importance x-originating-ip domainkey-signature x-mozilla-keys".split()
)
CERTAIN_HEADERS = frozenset(
    b"from to subject received message-id return-path newsgroups delivered-to date arc-seal arc-message-signature"
    b" arc-authentication-results authentication-results dkim-signature received-spf x-received".split()
)
KNOWN_BEGINNINGS = (b"arc-", b"x-ms-", b"x-microsoft-", b"x-forefront-", b"x-google-", b"x-spam-", b"x-gm-")
"""Of the headers that one house or another adds by the dozen."""


FIRST_TWO = re.compile(
    rb"(?:From [^\n]*+\n)?(return-path|received|delivered-to|from|to|date|message-id):[^\n]*+\n(?:[ \t][^\n]*+\n)*"
    rb"(?!\1:)(?:return-path|received|delivered-to|from|to|date|message-id|subject|mime-version|reply-to|cc):",
    re.IGNORECASE,
)
"""Two headers of mail where most files have them, which saves looking at all others."""


def looks_like_mail(head: bytes, name: str = "") -> bool:
    """Tell from the first kilobytes whether a file is a message: two known headers, one of mail alone.

    One known header is enough in a file that is called `.eml`. A file that begins with its Subject is a message as
    well: collections of mail are often stripped of all other headers.
    """
    if head[:8].lower() == b"subject:" or FIRST_TWO.match(head):
        return True
    n_wanted = 1 if name.lower().endswith(".eml") else 2
    is_short_enough = b"\n" in head[:FEW_BYTES]  # else it is not known yet what ends a line
    return (is_short_enough and _has_known_headers(head[:FEW_BYTES], n_wanted)) or _has_known_headers(head, n_wanted)


def _has_known_headers(head: bytes, n_wanted: int) -> bool:
    names = {name for name in parse_first_headers(head) if name in KNOWN_HEADERS or name.startswith(KNOWN_BEGINNINGS)}
    return len(names) >= n_wanted and bool(CERTAIN_HEADERS & names)
