"""A milter: classifies mails while a mail server receives them, and adds the verdict to their header.

Postfix and Sendmail send each mail over a Unix socket before they store it. The answer can only add and remove headers;
it never refuses, delays or redirects a mail.

A milter was chosen instead of an LMTP server because it is never responsible for a mail. An LMTP server that has
answered 250 is responsible for the mail: a full disk or a fault here could lose it. If this milter is slow, broken or
not running, the mail server delivers the mail without a verdict (`milter_default_action = accept`).

The protocol has no RFC; it is that of libmilter, in `include/libmilter/mfdef.h` of Sendmail. A packet is a length of
four bytes, a command byte and data. Several mails may come over one connection.
"""

from __future__ import annotations

import logging
import struct
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import BinaryIO

from app.domain.errors import AppError
from app.domain.results import DocumentVerdict
from app.features.classify.mail_headers import headers_of_verdict
from app.features.mail_daemon.daemon import MailJudge

logger = logging.getLogger(__name__)

VERSION = 6
MIN_VERSION = 2
MAX_PACKET_BYTES = 1 << 20
"""Maximum size of a packet (`MILTER_MAX_DATA_SIZE`). By default, mail servers send at most 64 KB."""
MAX_HEADER_BYTES = 1 << 20
MAX_MAIL_BYTES = 10 << 20
"""Maximum size of a mail that gets a verdict, the same as in the configurations for spamc."""
MAX_WAITING_BYTES = 256 << 20
"""Maximum total size of all mails that are being received at the same time. A mail that would exceed it gets no
verdict.
"""
MAX_RECIPIENTS = 100
MAX_ADDRESS_BYTES = 1_000
"""Maximum length of a recipient that is kept. An address has at most 256 bytes (RFC 5321, section 4.5.3.1.3)."""
MAX_USERS = 20

ADD_HEADERS, CHANGE_HEADERS = 0x01, 0x10
"""SMFIF_ADDHDRS and SMFIF_CHGHDRS."""
NO_CONNECT, NO_HELO, NO_RCPT, NO_UNKNOWN, NO_DATA = 0x01, 0x02, 0x08, 0x100, 0x200
"""SMFIP_NO…: protocol steps that the mail server need not send."""
SILENT_HEADER, SILENT_MAIL, SILENT_RCPT, SILENT_EOH, SILENT_BODY = 0x80, 0x4000, 0x8000, 0x40000, 0x80000
"""SMFIP_NR_…: protocol steps that get no reply, which saves a round trip for each of them."""
LEADING_SPACE = 0x100000
"""SMFIP_HDR_LEADSPC: header values include the space after the colon, so that headers are exact."""
CONTINUE_REPLY = b"c"
SILENT_STEPS = {b"L": SILENT_HEADER, b"M": SILENT_MAIL, b"R": SILENT_RCPT, b"N": SILENT_EOH, b"B": SILENT_BODY}
ANSWERED_STEPS = (b"C", b"H", b"T", b"U", *SILENT_STEPS)
BAYLEAF_HEADER_NAMES = {name.lower().encode(): name.encode() for name, _ in headers_of_verdict(None)}
"""Lower-case name of each of Bayleaf's headers to its usual name."""

JudgesOfRecipients = Callable[[Sequence[str]], Sequence[MailJudge]]
"""Function that returns the classifiers of a mail's recipients; empty if no recipient has one."""


class ProtocolViolation(Exception):
    """Raised if the client does not follow the protocol."""


class ByteBudget:
    """Limit for the memory that the mails of all connections use together. Thread-safe."""

    def __init__(self, max_bytes: int = MAX_WAITING_BYTES) -> None:
        self._left, self._lock = max_bytes, threading.Lock()

    def take(self, n_bytes: int) -> bool:
        """Reserve bytes, if that many are left. Return whether they were."""
        with self._lock:
            if n_bytes > self._left:
                return False
            self._left -= n_bytes
            return True

    def give_back(self, n_bytes: int) -> None:
        """Release reserved bytes."""
        with self._lock:
            self._left += n_bytes


@dataclass
class IncomingMail:
    """A mail that is being received."""

    pieces: list[bytes] = field(default_factory=list)
    n_bytes: int = 0
    is_complete: bool = True
    """True if the whole mail is in memory. False if it was too large; then it gets no verdict."""
    n_forged_headers: dict[bytes, int] = field(default_factory=dict)
    """Name of a Bayleaf header to the number of such headers in the received mail. Any sender can write them."""
    recipients: list[str] = field(default_factory=list)
    queue_id: str = ""


class Conversation:
    """The state of one connection of a mail server. `answer` takes a packet and returns packets to be sent back."""

    def __init__(self, judges_of: JudgesOfRecipients, budget: ByteBudget, *, wants_recipients: bool = False) -> None:
        self._judges_of, self._budget, self._wants_recipients = judges_of, budget, wants_recipients
        self._protocol, self._may_add, self._may_change, self._is_agreed = 0, False, False, False
        self._mail = IncomingMail()
        self.is_ended = False

    @property
    def is_idle(self) -> bool:
        """True if no mail is being received."""
        return not self._mail.pieces and not self._mail.recipients

    def close(self) -> None:
        """Drop the mail that is being received, if there is one."""
        self._budget.give_back(self._mail.n_bytes)
        self._mail = IncomingMail()

    def answer(self, command: bytes, data: bytes) -> bytes:
        """Return the answer to a packet; empty if the packet gets no answer.

        Raises:
            ProtocolViolation: The packet is not part of the protocol, or came before the options were negotiated.
        """
        if command == b"O":
            return self._negotiate(data)
        if command in (b"Q", b"K"):
            self.close()
            self.is_ended, self._is_agreed = command == b"Q", False
            return b""
        if not self._is_agreed:
            raise ProtocolViolation("a command before the options")
        if command == b"D":
            self._note_macros(data)
            return b""
        if command == b"A":
            self.close()
            return b""
        if command == b"E":
            return self._finish(data)
        if command not in ANSWERED_STEPS:
            raise ProtocolViolation(f"the command {command!r}")
        self._receive(command, data)
        return b"" if self._protocol & SILENT_STEPS.get(command, 0) else make_packet(CONTINUE_REPLY)

    def _negotiate(self, data: bytes) -> bytes:
        """Negotiate the protocol options, without asking for an option that the mail server does not offer."""
        if len(data) < 12:
            raise ProtocolViolation("options that are too short")
        version, actions, steps = struct.unpack("!III", data[:12])
        if version < MIN_VERSION:
            raise ProtocolViolation(f"version {version}")
        self.close()
        skipped = NO_CONNECT | NO_HELO | NO_UNKNOWN | NO_DATA | (0 if self._wants_recipients else NO_RCPT)
        silent = SILENT_HEADER | SILENT_MAIL | SILENT_RCPT | SILENT_EOH | SILENT_BODY
        self._protocol = steps & (skipped | silent | LEADING_SPACE)
        self._may_add, self._may_change = bool(actions & ADD_HEADERS), bool(actions & CHANGE_HEADERS)
        self._is_agreed = True
        wanted = actions & (ADD_HEADERS | CHANGE_HEADERS)
        return make_packet(b"O", struct.pack("!III", min(version, VERSION), wanted, self._protocol))

    def _note_macros(self, data: bytes) -> None:
        words = data[1:].split(b"\0")
        macros = dict(zip(words[::2], words[1::2], strict=False))
        queue_id = macros.get(b"i", macros.get(b"{i}", b""))
        if queue_id:
            self._mail.queue_id = queue_id[:100].decode("ascii", "replace")

    def _receive(self, command: bytes, data: bytes) -> None:
        if command == b"M":  # a new mail on this connection
            queue_id = self._mail.queue_id
            self.close()
            self._mail.queue_id = queue_id
        elif command == b"R" and len(self._mail.recipients) <= MAX_RECIPIENTS:
            self._mail.recipients.append(address_of(data))
        elif command == b"L":
            self._receive_header(data)
        elif command == b"N":
            self._store_piece(b"\r\n", MAX_MAIL_BYTES)
        elif command == b"B":
            self._store_piece(data, MAX_MAIL_BYTES)

    def _receive_header(self, data: bytes) -> None:
        name, end, rest = data.partition(b"\0")
        value, value_end, _ = rest.partition(b"\0")
        if not end or not value_end:
            raise ProtocolViolation("a header that is cut short")
        if (ours := BAYLEAF_HEADER_NAMES.get(name.lower())) is not None:
            self._mail.n_forged_headers[ours] = self._mail.n_forged_headers.get(ours, 0) + 1
        space = b"" if self._protocol & LEADING_SPACE or not value else b" "
        lines = value.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
        self._store_piece(b"%b:%b%b\r\n" % (name, space, lines), MAX_HEADER_BYTES)

    def _store_piece(self, piece: bytes, max_bytes: int) -> None:
        mail = self._mail
        if not mail.is_complete:
            return
        if mail.n_bytes + len(piece) > max_bytes or not self._budget.take(len(piece)):
            self._budget.give_back(mail.n_bytes)
            mail.pieces, mail.n_bytes, mail.is_complete = [b""], 0, False
            return
        mail.pieces.append(piece)
        mail.n_bytes += len(piece)

    def _finish(self, data: bytes) -> bytes:
        """Return the answer to the end of a mail: the headers to remove and to add, and the acceptance of the mail."""
        if data:
            self._store_piece(data, MAX_MAIL_BYTES)
        mail = self._mail
        answers: list[bytes] = []
        if self._may_change:
            # From the last to the first, so that the numbers of those still to be removed do not change.
            for name, count in mail.n_forged_headers.items():
                answers += [removal_packet(name, number) for number in range(count, 0, -1)]
        if (
            self._may_add
            and (self._may_change or not mail.n_forged_headers)
            and (verdict := self._judge(mail)) is not None
        ):
            space = b" " if self._protocol & LEADING_SPACE else b""
            for name_text, value in headers_of_verdict(verdict):
                answers.append(make_packet(b"h", name_text.encode() + b"\0" + space + header_value(value) + b"\0"))
        self.close()
        return b"".join([*answers, make_packet(CONTINUE_REPLY)])

    def _judge(self, mail: IncomingMail) -> DocumentVerdict | None:
        """Return the combined verdict for all recipients; None if there is no verdict, for any reason."""
        began_s = time.monotonic()
        if not mail.is_complete:
            logger.warning("milter %s: too large, no verdict", mail.queue_id)
            return None
        raw = b"".join(mail.pieces)
        try:
            judges = self._judges_of(mail.recipients)
            judged = [judge.judge(raw, gives_ticket=False, queue_id=mail.queue_id) for judge in judges[:MAX_USERS]]
            verdicts = [judgement.verdict for judgement in judged]
        except AppError as error:
            logger.warning("milter %s: no verdict: %s", mail.queue_id, type(error).__name__)
            return None
        except Exception:  # a fault of ours must not stop mail
            logger.exception("milter %s: no verdict", mail.queue_id)
            return None
        logger.debug("milter %s: %d verdicts in %.3f s", mail.queue_id, len(verdicts), time.monotonic() - began_s)
        return combine_verdicts(verdicts) if len(judges) <= MAX_USERS else None


def combine_verdicts(verdicts: Sequence[DocumentVerdict]) -> DocumentVerdict | None:
    """Return one verdict for all recipients; None if `verdicts` is empty.

    If all verdicts are sure of the same label, return the least certain one. Otherwise return an unsure verdict.
    """
    if not verdicts:
        return None
    unsure = next((verdict for verdict in verdicts if verdict.is_unsure or verdict.label is None), None)
    if unsure is not None:
        return unsure
    least = min(verdicts, key=lambda verdict: verdict.probability or 0.0)
    if any(verdict.label != least.label for verdict in verdicts):
        return replace(least, is_unsure=True)
    return least


def removal_packet(name: bytes, number: int) -> bytes:
    """Return the packet that removes a header. `number` is its position among headers of that name, counted from 1."""
    return make_packet(b"m", struct.pack("!I", number) + name + b"\0\0")


def header_value(text: str) -> bytes:
    """Return a text as the value of a header: one line without control characters."""
    return "".join(character if character.isprintable() else " " for character in text).encode("utf-8", "replace")


def address_of(data: bytes) -> str:
    """Return the address in a RCPT packet, in lower case."""
    address = data[: MAX_ADDRESS_BYTES + 1].split(b"\0")[0]
    if len(address) > MAX_ADDRESS_BYTES:
        return ""  # half an address could be another user's
    return address.strip(b"<> ").decode("utf-8", "replace").casefold()


def make_packet(command: bytes, data: bytes = b"") -> bytes:
    """Return a packet: its length, the command byte and the data."""
    return struct.pack("!I", 1 + len(data)) + command + data


def read_packet(stream: BinaryIO, first: bytes) -> tuple[bytes, bytes] | None:
    """Read the rest of a packet whose first byte was read before. Return None if the client has disconnected.

    Raises:
        ProtocolViolation: The packet is too large or empty.
    """
    length_bytes = first + stream.read(3)
    if len(length_bytes) < 4:
        return None
    [length] = struct.unpack("!I", length_bytes)
    if not 1 <= length <= MAX_PACKET_BYTES + 1:
        raise ProtocolViolation(f"a packet of {length} bytes")
    content = stream.read(length)
    return (content[:1], content[1:]) if len(content) == length else None
