"""Convert the bytes of one message to one document."""

from __future__ import annotations

import re
from functools import partial
from hashlib import blake2b

from app.domain.documents import Document, ReadLimits, SourceOptions, label_set_name
from app.domain.errors import SourceError
from app.readers.mail.body import Body, TextOf, read_body
from app.readers.mail.headers import (
    all_labels_in_mail,
    find_sent_time_s,
    header_text,
    label_in_mail,
    labels_from_header,
    notmuch_tags,
)
from app.readers.mail.mime import Headers, Part, parse_first_headers, parse_mail
from app.readers.reading_failures import result_or_flaw

MAX_TITLE_CHARACTERS = 1000
MAIL_DETECTION_BYTES = 1024
"""Number of bytes at the start that suffice to recognise most mails."""
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
    """Return the document of one message.

    `label` is the label of the message's folder. `text_of` returns the text of an attachment. `mail` is the parsed
    message if `raw` is in another format, such as Outlook's.

    Raises SourceError `empty`, `too-large` or `unsupported` (the bytes are neither headers nor text). Any other input
    becomes a document, however broken: unreadable parts are missing from its text and listed among its attachments.
    """
    from app.readers.mail.evidence import (  # takes 30 ms, and the window reads no mail
        evidence_of,
        is_ordinary,
        remove_code_lines,
        remove_invisible,
        shape_of_long_words,
        to_one_byte_per_character,
    )

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
    shape = to_one_byte_per_character(text)
    long = shape_of_long_words(shape)
    if long:  # encoded data: every line is one long word
        text = remove_code_lines(text, shape, long)
    charset = mail.charset
    subject, sender = header_text(mail.headers, b"subject", charset), header_text(mail.headers, b"from", charset)
    date_s = find_sent_time_s(mail.headers) if options.tells_apart else None
    fields: dict[str, str] = {}
    if options.headers_as_evidence:
        evidence = partial(evidence_of, mail, body, text, shape, long, subject, sender)
        fields = result_or_flaw(
            evidence, {"subject": subject, "from": sender, "mark": "flaw:unreadable-evidence"}, body.flaws
        )
    return Document(
        text=text if text.isascii() or is_ordinary(text) else remove_invisible(text),
        path=path,
        member=member,
        kind="mail",
        title=subject[:MAX_TITLE_CHARACTERS],
        sender=sender[:MAX_TITLE_CHARACTERS],
        date_s=date_s,
        label=find_label(mail.headers, options, label),
        fields=fields,
        attachments=tuple(body.attachments),
        charset=body.charset,
        flaws=tuple(dict.fromkeys(body.flaws)),
        hidden_text=body.hidden_text,
        content_hash=content_hash(body, sender, subject, date_s) if options.tells_apart else b"",
        size_bytes=len(raw),
    )


def find_label(headers: Headers, options: SourceOptions, folder_label: str | None) -> str | None:
    """Return the label of a message: the label that the options give to all, or the one in the header that they name.

    Without such options, it is `folder_label`, the label of the message's folder.
    """
    if options.label is not None:
        return options.label
    source, _, rest = options.labels_from.partition(":")
    is_several = options.labels == "several"
    if source in ("header", "notmuch"):
        labels = labels_from_header(headers, rest or None) if source == "header" else notmuch_tags(headers, rest)
        return label_set_name(labels) if is_several else next(iter(labels), None)
    if source in ("folder", "subfolder", "tree"):
        return (
            label_set_name(all_labels_in_mail(headers, folder_label))
            if is_several
            else label_in_mail(headers, folder_label)
        )
    return None if source == "none" else folder_label


def content_hash(body: Body, sender: str, subject: str, date_s: int | None) -> bytes:
    """Return a 16-byte hash that is equal for copies of one message.

    It covers From, Subject, the time of Date, and the content of every part: decoded, with equal line ends, surrounding
    white space removed and quoted From lines unquoted. It does not cover data that changes in transit or between
    folders: Received, Status, delivery and recipients, message numbers that gateways rewrite, boundaries and transfer
    encodings. So copies for other recipients and in other folders have an equal hash. A newsletter that is sent twice
    has two different hashes, because its Date differs.
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
KNOWN_PREFIXES = (b"arc-", b"x-ms-", b"x-microsoft-", b"x-forefront-", b"x-google-", b"x-spam-", b"x-gm-")
"""Prefixes of the headers that single vendors add."""


TWO_HEADERS_AT_START = re.compile(
    rb"(?:From [^\n]*+\n)?(return-path|received|delivered-to|from|to|date|message-id):[^\n]*+\n(?:[ \t][^\n]*+\n)*"
    rb"(?!\1:)(?:return-path|received|delivered-to|from|to|date|message-id|subject|mime-version|reply-to|cc):",
    re.IGNORECASE,
)
"""Matches two mail headers at the start, as most mails have. Then the headers need not be parsed."""


def looks_like_mail(head: bytes, name: str = "") -> bool:
    """Return whether a file is a message, from its first bytes and its name.

    A message has at least two known headers, and at least one of them is used only in mail. If the file name ends with
    `.eml`, one known header suffices. A file that begins with `Subject:` is also a message, because some mail
    collections have no other headers.
    """
    if head[:8].lower() == b"subject:" or TWO_HEADERS_AT_START.match(head):
        return True
    n_wanted = 1 if name.lower().endswith(".eml") else 2
    is_short_enough = b"\n" in head[:MAIL_DETECTION_BYTES]  # else the line end is not known yet
    return (is_short_enough and _has_known_headers(head[:MAIL_DETECTION_BYTES], n_wanted)) or _has_known_headers(
        head, n_wanted
    )


def _has_known_headers(head: bytes, n_wanted: int) -> bool:
    names = {name for name in parse_first_headers(head) if name in KNOWN_HEADERS or name.startswith(KNOWN_PREFIXES)}
    return len(names) >= n_wanted and bool(CERTAIN_HEADERS & names)
