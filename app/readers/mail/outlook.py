"""Outlook's .msg files, turned into the parts of an ordinary mail, to be read as one."""

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


ContentOf = Callable[[str], bytes]
"""Gives the content of an attachment by its place in the export; nothing where it cannot be had."""

FIELDS, GROUPS = "OPFMessageCopy", frozenset({"emailAddress", "messageAttachment"})
ADDRESSES = {"From": ("FromAddresses", "SenderAddress"), "To": ("ToAddresses",), "Cc": ("CCAddresses",)}
LINES = {"Subject": "Subject", "Message-ID": "MessageID", "In-Reply-To": "InReplyTo", "References": "References"}
NO_CHARACTER = re.compile(
    rb"[\x00-\x08\x0b\x0c\x0e-\x1f]|&#(?:x0*(?:[0-8bcef]|1[0-9a-f])|0*(?:[0-8]|1[124-9]|2\d|3[01]));"
)
"""Control codes, which no XML may have and exports do."""
SENT = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
MEDIA_TYPE = re.compile(r"[\w.+-]+/[\w.+-]+")
OF_THE_BODY = re.compile(r"(?i)(?:content-|mime-version)")
HEADER_LINES = re.compile(r"(?<![!-9;-~])[!-9;-~]++:[^\n]*(?:\n[ \t][^\n]*)*")
Entry = dict[str, str]


class _Message:
    """Collects the fields of the first message of a file while it is parsed."""

    def __init__(self) -> None:
        self.fields: dict[str, str] = defaultdict(str)
        self.groups: dict[str, list[Entry]] = defaultdict(list)
        """Addresses and attachments, by the field they stand in."""
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
    """Return the mail that a message's XML tells of, attachments included; Unreadable where it is no such XML."""
    message = _parsed(xml)
    if not message.fields:
        raise Unreadable("damaged", "no message in it")
    plain, html = message.fields["Body"], message.fields["HTMLBody"]
    if "<" not in html and "&lt;" in html:
        html = unescape(html)
    head = b"Content-Type: text/%b; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n%b"
    texts = [(b"plain", _text(plain)), (b"html", _text(html))]
    body = _joined(b"alternative", [head % (kind, text) for kind, text in texts if text.strip()])
    files = [_attached(entry, content_of) for entry in message.groups["AttachmentList"]]
    return _mac_headers(message) + _joined(b"mixed", [body, *files])


def _parsed(xml: bytes) -> _Message:
    parser = DefusedXMLParser(target=_Message())
    try:
        parser.feed(NO_CHARACTER.sub(b" ", xml))
        message: _Message = parser.close()  # type: ignore[assignment]  # it is what the target returns
    except (EntitiesForbidden, DTDForbidden) as error:
        raise Unreadable("bomb", "it declares entities") from error
    except (ExternalReferenceForbidden, ParseError, LookupError, ValueError) as error:  # the last two: its encoding
        raise Unreadable("damaged", str(error)) from error
    return message


def _mac_headers(message: _Message) -> bytes:
    source = message.fields["Source"].lstrip().replace("\r\n", "\n").partition("\n\n")[0]
    lines = [line for line in HEADER_LINES.findall(source) if not OF_THE_BODY.match(line)]
    names = {line.partition(":")[0].lower() for line in lines}
    told = {name: " ".join(message.fields[field].split()) for name, field in LINES.items()}
    sent = SENT.match((message.fields["SentTime"] or message.fields["ReceivedTime"]).strip())
    if sent and 1 <= int(sent[2]) <= len(MONTHS):
        told["Date"] = f"{int(sent[3])} {MONTHS[int(sent[2]) - 1]} {sent[1]} {sent[4]} +0000"
    for name, fields in ADDRESSES.items():
        entries = next((message.groups[field] for field in fields if message.groups[field]), [])
        told[name] = ", ".join(filter(None, map(_address, entries)))
    lines += [f"{name}: {value}" for name, value in told.items() if value and name.lower() not in names]
    return _text("".join(f"{line}\n" for line in [*lines, "MIME-Version: 1.0"]))


def _address(entry: Entry) -> str:
    name, address = (" ".join(entry.get(f"OPFContactEmailAddress{key}", "").split()) for key in ("Name", "Address"))
    quoted = '"{}" '.format(name.replace('"', "")) if name and name != address else ""
    return f"{quoted}<{address}>" if address else quoted.strip()


def _attached(entry: Entry, content_of: ContentOf) -> bytes:
    name, kind = (entry.get(f"OPFAttachment{key}", "") for key in ("Name", "ContentType"))
    name = name.translate({ord(sign): "_" for sign in '"\\\r\n'})
    kind = kind if MEDIA_TYPE.fullmatch(kind) else "application/octet-stream"
    disposition = f'attachment; filename="{name}"'
    head = f"Content-Type: {kind}\nContent-Disposition: {disposition}\nContent-Transfer-Encoding: base64\n\n"
    return _text(head) + encodebytes(content_of(entry.get("OPFAttachmentURL", "")))


def _joined(kind: bytes, parts: list[bytes]) -> bytes:
    """Put parts together; one part alone stays as it is."""
    if len(parts) < 2:
        return parts[0] if parts else b"Content-Type: text/plain\n\n"
    boundary = b"=_" + blake2b(b"".join(parts), digest_size=12).hexdigest().encode()
    pieces = b"".join(b"--%b\n%b\n" % (boundary, part) for part in parts)
    return b'Content-Type: multipart/%b; boundary="%b"\n\n%b--%b--\n' % (kind, boundary, pieces, boundary)


def _text(text: str) -> bytes:
    return text.encode("utf-8", "replace")
