"""Convert .msg files of Outlook, and messages in exports of Outlook for Mac, to ordinary mails."""

from __future__ import annotations

import re
from base64 import encodebytes
from collections import defaultdict
from collections.abc import Callable
from datetime import UTC
from email.utils import format_datetime
from hashlib import blake2b
from html import unescape
from xml.etree.ElementTree import ParseError

from defusedxml import DTDForbidden, EntitiesForbidden, ExternalReferenceForbidden
from defusedxml.ElementTree import DefusedXMLParser
from oxmsg import Message
from oxmsg.domain import constants

from app.domain.documents import ReadLimits
from app.domain.errors import SourceError
from app.readers.charsets import decode_text
from app.readers.mail.mime import Headers, Part, parse_headers
from app.readers.reading_failures import Unreadable


def outlook_mail(raw: bytes, path: str, limits: ReadLimits) -> Part:
    """Return a .msg file as the top part of a mail. Raise SourceError `too-large` or `damaged`."""
    if len(raw) > limits.document_bytes:
        raise SourceError(path, "too-large", str(len(raw)))
    try:
        return _parts_of_message(Message.load(raw), limits)
    except Exception as error:  # on broken bytes the library may raise anything
        raise SourceError(path, "damaged", f"{type(error).__name__}: {error}") from error


def _parts_of_message(message: Message, limits: ReadLimits) -> Part:
    html = message.properties.binary_prop_value(constants.PID_HTML)
    if html is not None:
        html_text = decode_text(html, message.properties.body_encoding)
    else:
        html_text = message.properties.str_prop_value(constants.PID_BODY_HTML) or ""
    texts = {"text/plain": message.body or "", "text/html": html_text}
    bodies = [Part({}, kind, {"charset": "utf-8"}, _encode(text)) for kind, text in texts.items() if text.strip()]
    files = [
        Part(
            {b"content-disposition": [b"attachment"]},
            (file.mime_type or "").lower(),
            {"name": _encode(file.file_name or "").decode("latin-1")},
            file.file_bytes or b"",
        )
        for file in message.attachments
    ]
    alternatives = Part({}, "multipart/alternative", {}, children=bodies)
    return Part(_make_headers(message, limits.header_bytes), "multipart/mixed", {}, children=[alternatives, *files])


def _make_headers(message: Message, limit: int) -> Headers:
    """Return the headers with which a message was sent. If it was never sent, make headers from its properties."""
    transport_headers = message.properties.str_prop_value(constants.PID_TRANSPORT_MESSAGE_HEADERS) or ""
    headers, _ = parse_headers(_encode(transport_headers).lstrip(), 0, limit)
    for name in (b"content-type", b"content-transfer-encoding"):
        headers.pop(name, None)
    sent = message.sent_date
    from_properties = {
        b"subject": message.subject,
        b"from": message.sender,
        b"to": ", ".join(f"{recipient.name} <{recipient.email_address}>" for recipient in message.recipients),
        b"date": format_datetime(sent if sent.tzinfo else sent.replace(tzinfo=UTC)) if sent else "",
    }
    for name, value in from_properties.items():
        if value and name not in headers:
            headers[name] = [_encode(" ".join(value.split()))]
    return headers


def _encode(text: str) -> bytes:
    return text.encode("utf-8", "replace")


ContentOf = Callable[[str], bytes]
"""Function that returns the content of an attachment by its path in the export; empty if it is missing."""

FIELDS, GROUPS = "OPFMessageCopy", frozenset({"emailAddress", "messageAttachment"})
ADDRESS_FIELDS = {"From": ("FromAddresses", "SenderAddress"), "To": ("ToAddresses",), "Cc": ("CCAddresses",)}
TEXT_HEADER_FIELDS = {
    "Subject": "Subject",
    "Message-ID": "MessageID",
    "In-Reply-To": "InReplyTo",
    "References": "References",
}
NO_CHARACTER = re.compile(
    rb"[\x00-\x08\x0b\x0c\x0e-\x1f]|&#(?:x0*(?:[0-8bcef]|1[0-9a-f])|0*(?:[0-8]|1[124-9]|2\d|3[01]));"
)
"""Control codes, which are not allowed in XML but occur in exports."""
SENT_TIME = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
MEDIA_TYPE = re.compile(r"[\w.+-]+/[\w.+-]+")
BODY_HEADER = re.compile(r"(?i)(?:content-|mime-version)")
HEADER_LINES = re.compile(r"(?<![!-9;-~])[!-9;-~]++:[^\n]*(?:\n[ \t][^\n]*)*")
Entry = dict[str, str]


class _Message:
    """XML parser target: collects the fields of the first message in a file."""

    def __init__(self) -> None:
        self.fields: dict[str, str] = defaultdict(str)
        self.groups: dict[str, list[Entry]] = defaultdict(list)
        """Addresses and attachments, by field."""
        self._around: list[str] = []
        self._entry: Entry | None = None
        self._has_ended = False

    def start(self, tag: str, attributes: Entry) -> None:
        name = tag.rpartition("}")[2]
        if name in GROUPS and self._around and not self._has_ended:
            self._entry = {key.rpartition("}")[2]: value for key, value in attributes.items()}
            self.groups[self._around[-1].removeprefix(FIELDS)].append(self._entry)
        self._around.append(name)

    def end(self, _tag: str) -> None:
        name = self._around.pop()
        if name in GROUPS:
            self._entry = None
        self._has_ended |= name == "email"

    def data(self, text: str) -> None:
        if self._has_ended:
            return
        name = self._around[-1]
        if self._entry is not None:
            self._entry[name] = self._entry.get(name, "") + text
        elif name.startswith(FIELDS):
            self.fields[name.removeprefix(FIELDS)] += text

    def close(self) -> _Message:
        return self


def mail_of_message(xml: bytes, content_of: ContentOf) -> bytes:
    """Convert the XML of a message to a mail with its attachments. Raise `Unreadable` if there is no message."""
    message = _parse_xml(xml)
    if not message.fields:
        raise Unreadable("damaged", "no message in it")
    plain, html = message.fields["Body"], message.fields["HTMLBody"]
    if "<" not in html and "&lt;" in html:
        html = unescape(html)
    head = b"Content-Type: text/%b; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n%b"
    texts = [(b"plain", _encode_text(plain)), (b"html", _encode_text(html))]
    body = _join_parts(b"alternative", [head % (kind, text) for kind, text in texts if text.strip()])
    files = [_make_attachment_part(entry, content_of) for entry in message.groups["AttachmentList"]]
    return _make_mac_headers(message) + _join_parts(b"mixed", [body, *files])


def _parse_xml(xml: bytes) -> _Message:
    parser = DefusedXMLParser(target=_Message())
    try:
        parser.feed(NO_CHARACTER.sub(b" ", xml))
        message: _Message = parser.close()  # type: ignore[assignment]  # the return value of the target's close()
    except (EntitiesForbidden, DTDForbidden) as error:
        raise Unreadable("bomb", "it declares entities") from error
    except (ExternalReferenceForbidden, ParseError, LookupError, ValueError) as error:
        # LookupError and ValueError: an unusable encoding
        raise Unreadable("damaged", str(error)) from error
    return message


def _make_mac_headers(message: _Message) -> bytes:
    source = message.fields["Source"].lstrip().replace("\r\n", "\n").partition("\n\n")[0]
    lines = [line for line in HEADER_LINES.findall(source) if not BODY_HEADER.match(line)]
    names = {line.partition(":")[0].lower() for line in lines}
    made_headers = {name: " ".join(message.fields[field].split()) for name, field in TEXT_HEADER_FIELDS.items()}
    sent = SENT_TIME.match((message.fields["SentTime"] or message.fields["ReceivedTime"]).strip())
    if sent and 1 <= int(sent[2]) <= len(MONTHS):
        made_headers["Date"] = f"{int(sent[3])} {MONTHS[int(sent[2]) - 1]} {sent[1]} {sent[4]} +0000"
    for name, fields in ADDRESS_FIELDS.items():
        entries = next((message.groups[field] for field in fields if message.groups[field]), [])
        made_headers[name] = ", ".join(filter(None, map(_format_address, entries)))
    lines += [f"{name}: {value}" for name, value in made_headers.items() if value and name.lower() not in names]
    return _encode_text("".join(f"{line}\n" for line in [*lines, "MIME-Version: 1.0"]))


def _format_address(entry: Entry) -> str:
    name, address = (" ".join(entry.get(f"OPFContactEmailAddress{key}", "").split()) for key in ("Name", "Address"))
    quoted = '"{}" '.format(name.replace('"', "")) if name and name != address else ""
    return f"{quoted}<{address}>" if address else quoted.strip()


def _make_attachment_part(entry: Entry, content_of: ContentOf) -> bytes:
    name, kind = (entry.get(f"OPFAttachment{key}", "") for key in ("Name", "ContentType"))
    name = name.translate({ord(sign): "_" for sign in '"\\\r\n'})
    kind = kind if MEDIA_TYPE.fullmatch(kind) else "application/octet-stream"
    disposition = f'attachment; filename="{name}"'
    head = f"Content-Type: {kind}\nContent-Disposition: {disposition}\nContent-Transfer-Encoding: base64\n\n"
    return _encode_text(head) + encodebytes(content_of(entry.get("OPFAttachmentURL", "")))


def _join_parts(kind: bytes, parts: list[bytes]) -> bytes:
    """Combine parts to a multipart; a single part is returned unchanged."""
    if len(parts) < 2:
        return parts[0] if parts else b"Content-Type: text/plain\n\n"
    boundary = b"=_" + blake2b(b"".join(parts), digest_size=12).hexdigest().encode()
    pieces = b"".join(b"--%b\n%b\n" % (boundary, part) for part in parts)
    return b'Content-Type: multipart/%b; boundary="%b"\n\n%b--%b--\n' % (kind, boundary, pieces, boundary)


def _encode_text(text: str) -> bytes:
    return text.encode("utf-8", "replace")
