"""The body of a mail: its text parts, the visible text of HTML, and its attachments.

Of alternative parts, the HTML part is the text, however short it is, because mail programs show it. The plain part is
the text only if the HTML shows no text, picture or link. Words that only the plain part has count as hidden: spam used
a harmless plain part to pass filters that ignore HTML. HTML sources are kept beside the text, because `evidence`
searches them for links and for ways of hiding words.
"""

from __future__ import annotations

import quopri
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b

from app.domain.documents import Attachment
from app.readers.charsets import decode_text, decode_with_charset
from app.readers.documents.html import HtmlText, declared_charset, read_page, text_without_tags
from app.readers.documents.parsed_text import ParsedText
from app.readers.mail.headers import decode_value
from app.readers.mail.mime import TNEF_TYPES, Part, extract_signed_content, parse_mail, parse_tnef, remove_encoded_files
from app.readers.reading_failures import result_or_flaw

TextOf = Callable[[str, str, bytes], "ParsedText | None"]
"""Function that returns the text of an attachment from its name, media type and content; None if it has none."""

MAX_SECONDS = 10.0
"""Limit on processor time for the parts of one mail. Elapsed time would depend on what else the machine does."""
MAX_HTML_CHARACTERS = 4 << 20
"""Maximum length of HTML that is read. Mail programs show less."""
SHORT_CHARACTERS = 20
"""Length below which an alternative counts as empty. An invitation or visiting card beside it is then read as text."""
SHOWN_TAGS = re.compile(
    r"<(?:(?:img|image|svg|object|embed|video|input|v:fill|v:imagedata)\b|[^<>\s]{1,40}\s[^<>]*?\bbackground\s*+="
    r"|(?:a|area)\s[^<>]*?\bhref\s*+=)"
    r"|background(?:-image)?\s*+:[^;<>{}]{0,200}?\burl\("
)
"""Elements, attributes and styles, in lower case, by which a page without text shows a picture or a link."""
MAX_DIFFERENT_SHARE = 0.4
MAX_TEXT_ATTACHMENT_BYTES = 4 << 20
TEXT_LIKE = frozenset({"message/delivery-status", "message/disposition-notification", "message/feedback-report"})
HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
MARKUP_TYPES = frozenset({"text/enriched", "text/richtext"})
ENCRYPTED_TYPES = frozenset({"multipart/encrypted", "application/pgp-encrypted"})
EVIDENCE_OF_SIGNATURE_PART = {
    "application/pkcs7-signature": "smime-signed", "application/x-pkcs7-signature": "smime-signed",
    "application/pgp-signature": "pgp-signed", "application/pgp-keys": "pgp-key",
    "application/pgp-encrypted": "pgp-encrypted",
}  # fmt: skip
"""Evidence for parts that hold signatures or encrypted data, by media type. Their content is not read."""
SMIME_TYPES = frozenset({"application/pkcs7-mime", "application/x-pkcs7-mime"})
MAX_OPENED_SIGNED_MESSAGES = 8
"""Maximum number of signed messages that are opened. They may be nested."""
ARMOUR, SIGNED_ARMOUR = "-----BEGIN PGP MESSAGE-----", "-----BEGIN PGP SIGNED MESSAGE-----"
SIGNATURE_BEGINS = re.compile(r"^-----BEGIN PGP SIGNATURE-----$", re.MULTILINE)
SIGNATURE_ENDS = re.compile(r"^-----END PGP SIGNATURE-----$", re.MULTILINE)
SIGNED_MESSAGE_BEGINS = re.compile(r"^-----BEGIN PGP SIGNED MESSAGE-----\n(?:Hash: [^\n]*\n)?", re.MULTILINE)
QUOTED_FROM = re.compile(rb"From (?<=>From )")
"""Matches a quoted From line. It begins with its rarest character, which makes the search fast."""
HTML_HEADS = ("<html", "<!doctype html", "<body", "<head")


@dataclass(slots=True)
class Body:
    """The content of a mail, collected from its parts. Lists are in the order of the parts."""

    texts: list[str] = field(default_factory=list)
    """Visible text of each text part."""
    html_sources: list[str] = field(default_factory=list)
    """Decoded HTML sources."""
    lower_case_html: list[str] = field(default_factory=list)
    """The HTML sources that were read, in lower case."""
    attachments: list[Attachment] = field(default_factory=list)
    media_types: list[str] = field(default_factory=list)
    """Media types of all parts."""
    charsets: list[str] = field(default_factory=list)
    """Declared charsets."""
    codecs: list[str] = field(default_factory=list)
    """Charsets that were used to decode, by Python's names."""
    transfer_encodings: list[str] = field(default_factory=list)
    """Transfer encodings, such as `base64`."""
    flaws: list[str] = field(default_factory=list)
    """Codes of defects, such as `alternatives-differ`."""
    hidden_texts: list[str] = field(default_factory=list)
    """Text that mail programs do not show."""
    hiding_methods: list[str] = field(default_factory=list)
    """Ways in which text is hidden."""
    picture_texts: list[str] = field(default_factory=list)
    """Alternative texts of pictures."""
    signatures_and_encryption: list[str] = field(default_factory=list)
    """Signatures and encryption by S/MIME and PGP: `smime-signed`, `pgp-encrypted`, …"""
    n_plain_parts: int = 0
    """Number of plain text parts."""
    is_encrypted: bool = False
    digest: bytes = b""
    """16-byte hash of the content of all parts; empty if `read_body` was called with `has_digest=False`."""

    @property
    def text(self) -> str:
        """The visible text."""
        return "\n".join(filter(None, self.texts))

    @property
    def hidden_text(self) -> str:
        return "\n".join(filter(None, self.hidden_texts))

    @property
    def charset(self) -> str:
        """Python codec name of the first text that is not ASCII; `ascii` if all texts are; "" without a text."""
        return next((codec for codec in self.codecs if codec != "ascii"), "ascii" if self.codecs else "")


def read_body(mail: Part, text_of: TextOf | None = None, *, has_digest: bool = True) -> Body:
    """Read all parts of a mail. `text_of` returns the text of attachments; without it they have no text.

    `has_digest=False` saves the time to hash the content.
    """
    digest = blake2b(digest_size=16) if has_digest else None
    reading = _BodyReader(text_of, digest)
    reading.read(mail)
    reading.body.digest = digest.digest() if digest is not None else b""
    return reading.body


class _BodyReader:
    """Reads the parts of a mail in one pass."""

    def __init__(self, text_of: TextOf | None, digest: blake2b | None) -> None:
        self.body = Body()
        self._text_of, self._digest = text_of, digest
        self._ends_s = time.thread_time() + MAX_SECONDS
        self._n_unsealed = 0

    def read(self, part: Part) -> None:
        """Read a part, unless the time limit for the mail is reached."""
        if time.thread_time() > self._ends_s:
            self.body.flaws.append("out-of-time")
            return
        self.body.media_types.append(part.media_type)
        if part.encoding:
            self.body.transfer_encodings.append(part.encoding)
        self.body.flaws += part.flaws
        self.body.is_encrypted |= part.media_type in ENCRYPTED_TYPES
        result_or_flaw(partial(self._read_container if part.children else self._read_leaf, part), None, self.body.flaws)

    def _read_container(self, part: Part) -> None:
        if part.media_type == "multipart/alternative":
            self._read_alternatives(part)
            return
        for child in part.children:
            if part.media_type.startswith("message/"):  # a reader is shown its subject and sender above it
                values = [child.headers.get(name) for name in (b"subject", b"from")]
                self.body.texts.append("\n".join(decode_value(value[0]) for value in values if value))
            self.read(child)

    def _read_alternatives(self, part: Part) -> None:
        """Read the parts of a `multipart/alternative`.

        If HTML is shown, the words that only the plain text has count as hidden text.
        """
        plain: list[str] = []
        other: list[str] = []
        cards: list[str] = []
        before = self.body.texts
        shows_pictures_or_links = False
        for child in part.children:
            is_card = child.media_type in CARD_TYPES
            self.body.texts = plain if child.media_type == "text/plain" else cards if is_card else other
            n_htmls = len(self.body.lower_case_html)
            self.read(child)
            if self.body.texts is other:
                shows_pictures_or_links |= any(map(SHOWN_TAGS.search, self.body.lower_case_html[n_htmls:]))
        self.body.texts = before
        if _n_characters(plain + other) < SHORT_CHARACTERS and _n_characters(cards):
            before += cards
        if not _n_characters(other) and not shows_pictures_or_links:
            before += plain or other
            return
        before += other
        said, known = " ".join(plain).split(), set(" ".join(other).split())
        # The HTML side has its addresses in `href`, not in its text, so addresses do not count as different.
        unshown = [word for word in said if word not in known and "://" not in word]
        if len(unshown) > MAX_DIFFERENT_SHARE * len(set(said)):
            self.body.flaws.append("alternatives-differ")
            self.body.hidden_texts.append(" ".join(unshown))
            self.body.hiding_methods.append("alternative")

    def _read_leaf(self, part: Part) -> None:
        if part.media_type in CARD_TYPES:
            self._read_card(part)
            return
        # Some gateways send it as application/octet-stream, so the name decides too.
        may_be_tnef = part.media_type in TNEF_TYPES or part.name.lower() == b"winmail.dat"
        if may_be_tnef and (inside := parse_tnef(part.content)):
            self.body.flaws.append("tnef")
            for child in inside:
                self.read(child)
            return
        is_text = part.media_type.startswith("text/") or part.media_type in TEXT_LIKE or not part.media_type
        if part.disposition == "attachment":
            self._read_attachment(part)
        elif part.media_type in HTML_TYPES:
            self._read_html(self._decode_content(part))
        elif is_text and (part.media_type == "text/plain" or not part.name):
            self._read_text(part)
        else:
            self._read_attachment(part)

    def _read_text(self, part: Part) -> None:
        content, files = remove_encoded_files(part.content)
        for name, size in files:
            self.body.attachments.append(Attachment(decode_value(name), "application/octet-stream", size))
        text = self._decode_content(part, content)
        head = text[:400].lstrip().lower()
        if part.media_type in MARKUP_TYPES or head.startswith(HTML_HEADS):
            self._read_html(text)
            return
        if part.parameters.get("delsp", "").lower() == "yes" and part.parameters.get("format", "").lower() == "flowed":
            text = join_flowed_lines(text)  # else a word that is cut by a soft break reads as two
        self.body.n_plain_parts += 1
        if ARMOUR in text:
            self.body.is_encrypted = True
            self.body.signatures_and_encryption.append("pgp-encrypted")
        if SIGNED_ARMOUR in text:
            self.body.signatures_and_encryption.append("pgp-signed")
            text = strip_pgp_armour(text)
        self.body.texts.append(text)

    def _read_card(self, part: Part) -> None:
        """Add the text of a calendar entry or a visiting card. If the part has a name, it is also an attachment."""
        text = card_text(self._decode_content(part))
        if part.name or part.disposition == "attachment":
            self.body.attachments.append(Attachment(decode_value(part.name), part.media_type, len(part.content)))
        if text not in self.body.texts:
            self.body.texts.append(text)

    def _read_html(self, html: str) -> None:
        self.body.html_sources.append(html)
        if len(html) > MAX_HTML_CHARACTERS:
            html = html[:MAX_HTML_CHARACTERS]
            self.body.flaws.append("html-cut")
        lower = html.lower()
        self.body.lower_case_html.append(lower)
        page = result_or_flaw(partial(read_page, html, lower), None, self.body.flaws)
        if page is None:
            self.body.texts.append(text_without_tags(html))
            return
        self.body.texts.append(page.text)
        self.body.hidden_texts.append(page.unseen)
        self.body.hiding_methods += page.reasons
        self.body.picture_texts.append(page.alternatives)

    def _decode_content(self, part: Part, content: bytes | None = None) -> str:
        raw = part.content if content is None else content
        if b"\r" in raw:  # a copy from a server has CRLF, one from a file LF: both must give one hash and one text
            raw = raw.replace(b"\r\n", b"\n")
        charset = part.charset
        if charset:
            self.body.charsets.append(charset.lower())
        elif part.media_type in HTML_TYPES and not raw.isascii():
            charset = declared_charset(raw)
        self._add_to_digest(raw)
        text, codec = decode_with_charset(raw, charset)
        self.body.codecs.append(codec)
        return text

    def _add_to_digest(self, raw: bytes) -> None:
        if self._digest is None:
            return
        # Mailboxes quote lines that begin with `From `. A copy that was never in one must have the same hash.
        if QUOTED_FROM.search(raw):
            raw = raw.replace(b"\n>From ", b"\nFrom ")
        self._digest.update(raw.strip())

    def _read_attachment(self, part: Part) -> None:
        name = decode_value(part.name)
        self.body.attachments.append(Attachment(name, part.media_type, len(part.content)))
        self._add_to_digest(part.content)
        if part.media_type in EVIDENCE_OF_SIGNATURE_PART:
            self.body.signatures_and_encryption.append(EVIDENCE_OF_SIGNATURE_PART[part.media_type])
            return
        if part.media_type in SMIME_TYPES or name.lower().endswith(".p7m"):
            self._read_smime(part)
            return
        parsed: ParsedText | None = None
        if len(part.content) <= MAX_TEXT_ATTACHMENT_BYTES and part.media_type.startswith("text/"):
            text = decode_text(part.content, part.charset)
            page = read_page(text) if part.media_type in HTML_TYPES else HtmlText(text)
            parsed = ParsedText(page.text, page.unseen, page.reasons)
        elif self._text_of is not None and part.content:
            parsed = result_or_flaw(partial(self._text_of, name, part.media_type, part.content), None, self.body.flaws)
        if parsed is not None:
            self.body.texts.append(parsed.text)
            self.body.hidden_texts.append(parsed.hidden)
            self.body.hiding_methods += parsed.hidden_by

    def _read_smime(self, part: Part) -> None:
        """Read the content of a part that is signed by S/MIME. An encrypted part is only recorded as encrypted."""
        content = result_or_flaw(lambda: extract_signed_content(part.content), None, self.body.flaws)
        is_signed = content is not None or "signed" in part.parameters.get("smime-type", "")
        self.body.is_encrypted |= not is_signed
        self.body.signatures_and_encryption.append("smime-signed" if is_signed else "smime-encrypted")
        if content and self._n_unsealed < MAX_OPENED_SIGNED_MESSAGES:
            self._n_unsealed += 1
            self.read(parse_mail(content))


def strip_pgp_armour(text: str) -> str:
    """Return a PGP-signed text without its signatures and the header lines of the signed part.

    Beginnings and ends of signatures are searched for separately. A single pattern for both takes quadratic time: 6,000
    beginnings without an end, in a mail of 180 KB, took 17 seconds.
    """
    pieces, at = [], 0
    while (first := SIGNATURE_BEGINS.search(text, at)) and (last := SIGNATURE_ENDS.search(text, first.end())):
        pieces.append(text[at : first.start()])
        at = last.end()
    pieces.append(text[at:])
    return SIGNED_MESSAGE_BEGINS.sub("", "".join(pieces))


def join_flowed_lines(text: str) -> str:
    """Join the soft line breaks of `format=flowed; delsp=yes` text: lines that end in a space (RFC 3676, section 4).

    Only lines of equal quote depth are joined. A signature separator, `-- `, is not flowed.
    """
    joined: list[str] = []
    pieces: list[str] = []
    depth_before = 0
    for line in text.split("\n"):
        content = line.lstrip(">")
        depth = len(line) - len(content)
        content = content.removeprefix(" ")
        is_separator = content == "-- "
        if pieces and (depth != depth_before or is_separator):
            joined.append(">" * depth_before + " " * bool(depth_before) + "".join(pieces))
            pieces = []
        depth_before = depth
        if content.endswith(" ") and not is_separator:
            pieces.append(content[:-1])
            continue
        joined.append(">" * depth + " " * bool(depth) + "".join(pieces) + content)
        pieces = []
    if pieces:
        joined.append(">" * depth_before + " " * bool(depth_before) + "".join(pieces))
    return "\n".join(joined)


def _n_characters(texts: list[str]) -> int:
    return sum(len(text.strip()) for text in texts)


CARD_TYPES = frozenset({"text/calendar", "text/vcard", "text/x-vcard", "text/directory", "text/x-vcalendar"})
FOLD = re.compile(r"\r?\n[ \t]|=\r?\n")
LINE = re.compile(r"^(?:[\w-]{1,40}\.)?([A-Za-z-]{1,40})((?:;[^:\r\n]{0,500})?):([^\r\n]*)", re.MULTILINE)
ESCAPE = re.compile(r"\\(.)")
CARD_PROPERTIES = frozenset({
    "SUMMARY", "LOCATION", "DESCRIPTION", "COMMENT", "FN", "ORG", "TITLE", "ROLE", "NOTE", "EMAIL", "TEL", "URL", "ADR",
})  # fmt: skip
CARD_PEOPLE = frozenset({"ORGANIZER", "ATTENDEE"})
COMMON_NAME = re.compile(r";CN=\"?([^\";:]{1,200})", re.IGNORECASE)
MAX_LINES = 500


def card_text(text: str) -> str:
    """Return the text of a calendar entry or a visiting card, one line for each property."""
    said: dict[str, None] = {}
    for found in LINE.finditer(FOLD.sub("", text)):
        name, parameters, value = found[1].upper(), found[2], found[3]
        if name in CARD_PROPERTIES:
            said[_card_value(parameters, value)] = None
        elif name in CARD_PEOPLE and (who := COMMON_NAME.search(parameters)):
            said[who[1]] = None
        if len(said) >= MAX_LINES:
            break
    return "\n".join(filter(None, said))


def _card_value(parameters: str, value: str) -> str:
    if "QUOTED-PRINTABLE" in parameters.upper():
        value = decode_text(quopri.decodestring(value.encode("latin-1", "replace")), None)
    value = ESCAPE.sub(lambda found: "\n" if found[1] in "nN" else found[1], value)
    return "\n".join(" ".join(line.split()) for line in value.replace(";", " ").split("\n")).strip()
