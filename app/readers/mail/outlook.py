"""Outlook's .msg files, turned into the parts of an ordinary mail and read as one."""

from __future__ import annotations

from datetime import UTC
from email.utils import format_datetime

from oxmsg import Message
from oxmsg.domain import constants

from app.domain.documents import Document, ReadLimits, SourceOptions
from app.domain.errors import SourceError
from app.readers.charsets import decode_text
from app.readers.mail.body import TextOf
from app.readers.mail.mime import Headers, Part, parse_headers
from app.readers.mail.reading import DEFAULT_LIMITS, DEFAULT_OPTIONS, document_of
from nbengine.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class _OutlookMail:
    """The parts that the library finds in an Outlook file."""

    headers: str
    subject: str
    sender: str
    recipients: str
    date: str
    text: str
    html: str
    attachments: tuple[tuple[str, str, bytes], ...]


def read_outlook(
    raw: bytes,
    *,
    path: str,
    member: str = "",
    options: SourceOptions = DEFAULT_OPTIONS,
    limits: ReadLimits = DEFAULT_LIMITS,
    label: str | None = None,
    text_of: TextOf | None = None,
) -> Document:
    """Read one .msg file. Raises SourceError `too-large`, or `damaged` for whatever the library cannot understand."""
    if len(raw) > limits.document_bytes:
        raise SourceError(path, "too-large", str(len(raw)))
    try:
        found = _opened(raw)
    except Exception as error:  # the library raises whatever its arithmetic on broken bytes leads to
        raise SourceError(path, "damaged", f"{type(error).__name__}: {error}") from error
    mail = _as_mail(found, limits)
    return document_of(mail, len(raw), path=path, member=member, options=options, label=label, text_of=text_of)


def _opened(raw: bytes) -> _OutlookMail:
    message = Message.load(raw)
    sent = message.sent_date
    return _OutlookMail(
        headers=message.properties.str_prop_value(constants.PID_TRANSPORT_MESSAGE_HEADERS) or "",
        subject=message.subject,
        sender=message.sender or "",
        recipients=", ".join(f"{who.name} <{who.email_address}>" for who in message.recipients),
        date=format_datetime(sent if sent.tzinfo else sent.replace(tzinfo=UTC)) if sent else "",
        text=message.body or "",
        html=_html(message),
        attachments=tuple(
            (file.file_name or "", file.mime_type or "", file.file_bytes or b"") for file in message.attachments
        ),
    )


def _html(message: Message) -> str:
    raw = message.properties.binary_prop_value(constants.PID_HTML)
    if raw is not None:
        return decode_text(raw, message.properties.body_encoding)
    return message.properties.str_prop_value(constants.PID_BODY_HTML) or ""


def _as_mail(found: _OutlookMail, limits: ReadLimits) -> Part:
    headers = _headers(found, limits.header_bytes)
    bodies = [Part({}, "text/plain", {"charset": "utf-8"}, _bytes(found.text))] if found.text.strip() else []
    if found.html.strip():
        bodies.append(Part({}, "text/html", {"charset": "utf-8"}, _bytes(found.html)))
    alternatives = Part({}, "multipart/alternative", {}, children=bodies)
    files = [_attached(*attachment) for attachment in found.attachments]
    return Part(headers, "multipart/mixed", {}, children=[alternatives, *files])


def _attached(name: str, media_type: str, content: bytes) -> Part:
    disposition = {b"content-disposition": [b"attachment"]}
    return Part(disposition, media_type.lower(), {"name": _bytes(name).decode("latin-1")}, content)


def _headers(found: _OutlookMail, limit: int) -> Headers:
    """The headers it came with; for mail that never travelled, those that its properties amount to."""
    headers, _ = parse_headers(_bytes(found.headers).lstrip(), 0, limit)
    for name in (b"content-type", b"content-transfer-encoding"):
        headers.pop(name, None)
    known = {b"subject": found.subject, b"from": found.sender, b"to": found.recipients, b"date": found.date}
    for name, value in known.items():
        if value and name not in headers:
            headers[name] = [_bytes(" ".join(value.split()))]
    return headers


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")
