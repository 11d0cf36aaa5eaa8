"""Outlook's .msg files, turned into the parts of an ordinary mail, to be read as one."""

from __future__ import annotations

from datetime import UTC
from email.utils import format_datetime

from oxmsg import Message
from oxmsg.domain import constants

from app.domain.documents import ReadLimits
from app.domain.errors import SourceError
from app.readers.charsets import decode_text
from app.readers.mail.mime import Headers, Part, parse_headers


def outlook_mail(raw: bytes, path: str, limits: ReadLimits) -> Part:
    """Take a .msg file apart. Raises SourceError `too-large`, or `damaged` where the library cannot understand it."""
    if len(raw) > limits.document_bytes:
        raise SourceError(path, "too-large", str(len(raw)))
    try:
        return _as_mail(Message.load(raw), limits)
    except Exception as error:  # the library raises whatever its arithmetic on broken bytes leads to
        raise SourceError(path, "damaged", f"{type(error).__name__}: {error}") from error


def _as_mail(message: Message, limits: ReadLimits) -> Part:
    html = message.properties.binary_prop_value(constants.PID_HTML)
    if html is not None:
        shown = decode_text(html, message.properties.body_encoding)
    else:
        shown = message.properties.str_prop_value(constants.PID_BODY_HTML) or ""
    texts = {"text/plain": message.body or "", "text/html": shown}
    bodies = [Part({}, kind, {"charset": "utf-8"}, _bytes(text)) for kind, text in texts.items() if text.strip()]
    files = [
        Part(
            {b"content-disposition": [b"attachment"]},
            (file.mime_type or "").lower(),
            {"name": _bytes(file.file_name or "").decode("latin-1")},
            file.file_bytes or b"",
        )
        for file in message.attachments
    ]
    alternatives = Part({}, "multipart/alternative", {}, children=bodies)
    return Part(_headers(message, limits.header_bytes), "multipart/mixed", {}, children=[alternatives, *files])


def _headers(message: Message, limit: int) -> Headers:
    """The headers it came with; for mail that never travelled, those that its properties amount to."""
    written = message.properties.str_prop_value(constants.PID_TRANSPORT_MESSAGE_HEADERS) or ""
    headers, _ = parse_headers(_bytes(written).lstrip(), 0, limit)
    for name in (b"content-type", b"content-transfer-encoding"):
        headers.pop(name, None)
    sent = message.sent_date
    known = {
        b"subject": message.subject,
        b"from": message.sender,
        b"to": ", ".join(f"{who.name} <{who.email_address}>" for who in message.recipients),
        b"date": format_datetime(sent if sent.tzinfo else sent.replace(tzinfo=UTC)) if sent else "",
    }
    for name, value in known.items():
        if value and name not in headers:
            headers[name] = [_bytes(" ".join(value.split()))]
    return headers


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")
