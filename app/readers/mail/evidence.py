"""Evidence beside the text: fields of a mail that a filter may learn from.

Some fields are split into words like text: `subject`, `from`, `to`, `reply-to`, `received`, `mailer`, `content-type`,
`unseen` (hidden text), `alt` (alternative texts of pictures). The others hold words separated by spaces: `sender`
(address, host and domain), `list`, `url`, `host`, `attachment`, `mark`. The field `mark` holds *marks*: words that
stand for a feature of the mail, such as `money` for a dollar sign in the text, or `only-html`. A word counts once per
field, except in fields that are split like text.

A mailing list contributes only its name. Its other headers repeat the name. They would weigh more than the content of
spam that was sent to the list.

Evidence is what the sender's side wrote. The names and address prefixes of the sending hosts on the route are used. Not
used: verdicts of other filters, message numbers, exact dates, delivery addresses, receiving hosts, and hops within one
domain. These identify a collection instead of a label.

The findings of the receiving server about the sender are in the topmost Authentication-Results header. They go into a
field with the name that the server gives itself, `auth@mx.example.org`, with words such as `spf=pass`. This field
counts only if the person trusts that server. Anybody can write this header; it is reliable only from a server that
removes incoming headers with its own name (RFC 8601, section 5). Headers further down are not read.
"""

from __future__ import annotations

import re
import unicodedata
from contextlib import suppress
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple
from urllib.parse import unquote

from app.readers.mail.body import Body
from app.readers.mail.headers import domain_of, find_addresses, header_text
from app.readers.mail.mime import Headers, Part
from app.readers.web.markup import decode_references

MAX_WORDS, FEW_LETTERS = 50, 12
MAX_CHARACTERS = 50_000

INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]"
)
JOINING = re.compile("(?<=[A-Za-z\u0400-\u04ff])[\u200c\u200d](?=[A-Za-z\u0400-\u04ff])")
DROPPED = re.compile("[\u00ad\u034f\u180e\u200b\u2060-\u2064\ufeff]")
SPACED = re.compile(r"(?<![^\W_])(?:[^\W\d_]([ .*_\-/|'~])(?:[^\W_]\1){2,}[^\W_])(?![^\W_])")
MIXED_PAIR = re.compile("[A-Za-z][\u0370-\u04ff]|[\u0370-\u04ff][A-Za-z]")
STYLED_PAIR = re.compile("[\uff21-\uff5a\U0001d400-\U0001d7ff\u2460-\u24ff]{2}")
LETTERS = re.compile(r"[^\W\d_]+")

LOOK_ALIKES = str.maketrans(
    "аеіорсухѕјһԁԛԝѵАВЕЅІЈКМНОРСТХУЗвгкмнтпαβγεηικνορτυχωΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "aeiopcyxsjhdqwvABESIJKMHOPCTXY3brkmhtnabyenikvoptuxwABEZHIKMNOPTYX",
)
FROM_LATIN = str.maketrans("aeiopcyxABEKMHOPCTXY", "аеіорсухАВЕКМНОРСТХУ")


ORDINARY_BYTES = bytes(code for code in range(256) if not 0x80 <= code < 0xA0 and code != 0xAD)
"""Latin-1 bytes of ordinary text: all but the control codes 0x80 to 0x9F and the soft hyphen."""


SEPARATORS = b" .*_-/|'~"
SHAPES = bytes(
    ord(" " if code in SEPARATORS else "a" if code >= 128 or chr(code).isalnum() else ".") for code in range(256)
)
SPACED_SHAPE = re.compile(b" a a a a")
"""Matches words with spaces between their letters, in a text whose letters were all replaced by `a`.

It is a pattern because `bytes.find` takes six times as long when the searched characters are common.
"""
CODE_LINES = re.compile(
    r"(?:^(?=[^\n]*\d)[A-Za-z0-9+/=_-]{56,}+[ \t\r]*\n){3,}(?:^(?=[^\n]*[0-9+/=])[A-Za-z0-9+/=_-]+[ \t\r]*$)?",
    re.MULTILINE,
)
DIGIT = re.compile(r"\d")
HEX = re.compile(r"[0-9a-fA-F]+")
CODE = re.compile(r"[A-Za-z0-9+/=_-]+")
NOT_SPACE = bytes(32 if byte in b" \t\r\n" else 97 for byte in range(256))
LONG_SHAPE = b"a" * 41
CODE_LETTERS = bytes(97 if (chr(byte).isalnum() and byte < 128) or byte in b"+/" else byte for byte in range(256))
CODE_SHAPE = b"a" * 48
CODE_LINE_END = CODE_SHAPE + b"\n"
LINE_END = ord("\n")


def to_one_byte_per_character(text: str) -> bytes:
    """Return a text encoded with one byte per character, for fast searches.

    A character outside of Latin-1 becomes the byte 0xFF.
    """
    if text.isascii():
        return text[:MAX_CHARACTERS].encode("ascii")
    return text[:MAX_CHARACTERS].encode("latin-1", "replace").replace(b"?", b"\xff")


def find_spaced_words(text: str, raw: bytes) -> list[str]:
    """Return the words that are written with a separator between all letters, such as "v i a g r a".

    The separators are removed, and the words are in lower case. `raw` is the text with one byte per character.
    """
    shapes = raw.translate(SHAPES)
    words: dict[str, None] = {}
    found = SPACED_SHAPE.search(shapes)
    while found and len(words) < MAX_WORDS:
        at = found.start()
        match = SPACED.search(text, max(0, at - 1), at + 80)
        if match:
            words[match[0].replace(match[1], "").lower()] = None
        found = SPACED_SHAPE.search(shapes, max(match.end() if match else 0, at + 7))
    return [word for word in words if word.isalpha() and len(set(word)) > 2]


def remove_invisible(text: str) -> str:
    """Remove invisible characters, except where a script needs them to join letters."""
    text = DROPPED.sub("", text)
    return JOINING.sub("", text) if "\u200c" in text or "\u200d" in text else text


def find_mixed_words(text: str) -> list[str]:
    """Return the words in which Latin letters are mixed with Greek or Cyrillic letters that look like Latin ones.

    They are returned as the Latin words that they imitate.
    """
    found = [word for word in _find_words_in_matches(MIXED_PAIR, text) if MIXED_PAIR.search(word)]
    return list(dict.fromkeys(filter(None, map(_to_imitated_latin, found))))[:MAX_WORDS]


def find_styled_words(text: str) -> list[str]:
    """Return the words in full-width, mathematical or circled letters, converted to plain letters."""
    found = [unicodedata.normalize("NFKC", word).lower() for word in _find_words_in_matches(STYLED_PAIR, text)]
    return list(dict.fromkeys(word for word in found if word.isascii() and word.isalnum()))[:MAX_WORDS]


def _find_words_in_matches(pattern: re.Pattern[str], text: str) -> list[str]:
    """Return the words of those parts of a text, divided at white space, in which the pattern occurs."""
    text = text[:MAX_CHARACTERS]
    if not pattern.search(text):
        return []
    return [word for chunk in text.split() if pattern.search(chunk) for word in LETTERS.findall(chunk)]


def is_ordinary(text: str) -> bool:
    """Return whether a text has only Western European characters and no soft hyphen.

    Such a text has no look-alike letters.
    """
    with suppress(UnicodeEncodeError):
        return not text.encode("latin-1").translate(None, ORDINARY_BYTES)  # a tenth of the time of cp1252
    with suppress(UnicodeEncodeError):
        text.encode("cp1252")
        return "\u00ad" not in text
    return False


def _to_imitated_latin(word: str) -> str:
    """Return, in lower case, the Latin word that a word with look-alike letters imitates.

    If the letters imitate the other script instead, return the word in that script; "" if letters of both scripts
    remain.
    """
    latin = word.translate(LOOK_ALIKES)
    if latin.isascii():
        return latin.lower()
    other = word.translate(FROM_LATIN)
    return other.lower() if not re.search("[A-Za-z]", other) else ""


def shape_of_long_words(raw: bytes) -> bytes:
    """Return the text as bytes with each character of a word replaced by `a`, and white space by spaces.

    Returns b"" if no word is longer than 40 characters. `raw` is the text with one byte per character.
    """
    shapes = raw.translate(NOT_SPACE)
    return shapes if LONG_SHAPE in shapes else b""


def marks_of_long_words(text: str, shapes: bytes) -> list[str]:
    """Return a mark for each kind of very long word: which characters it has, and its approximate length."""
    marks: dict[str, None] = {}
    at = shapes.find(LONG_SHAPE)
    while at >= 0 and len(marks) < MAX_WORDS:
        end = shapes.find(b" ", at)
        end = end if end >= 0 else len(shapes)
        marks[_kind_of_long_word(text[at:end])] = None
        at = shapes.find(LONG_SHAPE, end)
    return list(marks)


def remove_code_lines(text: str, raw: bytes, shapes: bytes) -> str:
    """Remove blocks of lines that are not prose: undeclared base64, keys, armoured messages."""
    n_ends = at = 0  # of lines whose last word is as long as a line of code
    while (at := shapes.find(CODE_SHAPE, at)) >= 0 and (at := shapes.find(b" ", at)) >= 0:
        n_ends += raw[at] == LINE_END
    if n_ends <= 2 or raw.translate(CODE_LETTERS).count(CODE_LINE_END) <= 2:
        return text
    return CODE_LINES.sub("\n", text)


def _kind_of_long_word(word: str) -> str:
    length = min(len(word).bit_length(), 12)
    if "://" in word or "@" in word:
        return f"long-address-{length}"
    if len(set(word[:FEW_LETTERS])) <= 3 and len(set(word)) <= 3:
        return "long-line"
    if word.isalnum() and HEX.fullmatch(word):
        return f"long-hex-{length}"
    if CODE.fullmatch(word):
        return f"long-code-{length}" if DIGIT.search(word) else f"long-letters-{length}"
    return f"long-word-{length}" if word.isascii() else f"long-text-{length}"


MAX_URLS = 300
MAX_WORDS_PER_URL = 30
AFTER_SCHEME = re.compile(r"://[^\s<>\"']{1,2000}")
BARE_ADDRESS = re.compile(r"www\.[^\s<>\"']{1,2000}")
SCHEME = re.compile(r"(?:https?|ftp)\Z", re.IGNORECASE)
ADDRESS_IN_HTML = re.compile(
    r"=\s*+[\"']?+\s*+((?:https?:|ftp:|mailto:|cid:|data:|javascript:|file:|//|www\.|&#)[^\s<>\"']{1,2000})"
)
"""Matches addresses in HTML, in lower case. The equals sign comes first because a fixed character is found fast."""
SHOWN_ADDRESS = re.compile(r">\s*+(?:https?://|www\.)([a-z0-9-]+(?:\.[a-z0-9-]+)+)")
TARGET = re.compile(r"<a\s[^<>]*?href\s*=\s*[\"']?\s*https?://([^/\"'\s<>?#]+)[^<>]*+(?:>\s*+<[^<>]*+)*\Z")
MAX_TAG = 1000
MAX_AUTHORITY = 300
URL_PARTS = re.compile(r"(?:([a-zA-Z][a-zA-Z0-9+.-]*):)?(?://)?([^/?#\\]*)(.*)", re.DOTALL)
WORD, ASCII_WORD = re.compile(r"[^\W_]{2,}"), re.compile(r"[a-z0-9]{2,}")
"""ASCII_WORD matches the same words in ASCII text in lower case, in half the time."""
IP_ADDRESS_HOST = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}$")
NUMBER_HOST = re.compile(r"(?:0x[0-9a-f]+|\d{5,})$")
MAX_WORD = 24
MAX_REMEMBERED = 200
"""Maximum length of URLs whose words are cached. Short URLs repeat in newsletters and lists."""


class UrlWords(NamedTuple):
    """Words of the fields `host`, `url` and `mark` from one URL, or from all URLs of a mail without repetitions."""

    hosts: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    n_urls: int = 0


NO_WORDS = UrlWords()


def urls_in_text(text: str) -> list[str]:
    """Return the URLs in running text."""
    urls: list[str] = []
    for found in AFTER_SCHEME.finditer(text):
        at = found.start()
        if text.startswith("http", max(0, at - 4)):  # as most do, and faster than to search
            urls.append(text[at - 4 : found.end()])
        elif scheme := SCHEME.search(text, max(0, at - 5), at):
            urls.append(text[scheme.start() : found.end()])
        if len(urls) >= MAX_URLS:
            break
    return [url.rstrip(".,;:!?)]}>") for url in urls + _find_bare_urls(text)]


def _find_bare_urls(text: str) -> list[str]:
    urls: list[str] = []
    for found in BARE_ADDRESS.finditer(text):
        before = text[found.start() - 1 : found.start()]
        if not (before.isalnum() or before in "/.@-") or not found.start():
            urls.append(found[0])
            if len(urls) >= MAX_URLS:
                break
    return urls


def urls_in_html(lower: str) -> list[str]:
    """Return the addresses of links, pictures and forms in an HTML source that is in lower case."""
    found = ADDRESS_IN_HTML.findall(lower)[:MAX_URLS]
    return [decode_references(url) if "&" in url else url for url in found]


def split_urls(urls: list[str]) -> UrlWords:
    """Split URLs into hosts, words and marks."""
    if not urls:
        return NO_WORDS
    hosts: list[str] = []
    words: list[str] = []
    marks: list[str] = []
    n_urls = 0
    for url in dict.fromkeys(urls):
        cracked = _split_url if len(url) <= MAX_REMEMBERED else _split_url.__wrapped__
        its_hosts, its_words, its_marks, is_url = cracked(url)
        hosts += its_hosts
        words += its_words
        marks += its_marks
        n_urls += is_url
    return UrlWords(tuple(dict.fromkeys(hosts)), tuple(dict.fromkeys(words)), tuple(dict.fromkeys(marks)), n_urls)


@lru_cache(maxsize=8192)
def _split_url(url: str) -> UrlWords:
    parts = URL_PARTS.match(url)
    if parts is None:
        return NO_WORDS
    scheme, authority, rest = parts.groups("")
    scheme = scheme.lower()
    if scheme == "mailto":
        return UrlWords(tuple(host_suffixes(authority.rpartition("@")[2].lower())), marks=("url-mailto",))
    if scheme in ("cid", "javascript", "data", "file"):
        return UrlWords(marks=(f"url-{scheme}",))
    if not scheme and not authority.lower().startswith("www."):
        return NO_WORDS
    hosts, marks = _authority_words(scheme, authority[:MAX_AUTHORITY])
    if "%" in rest:
        marks += ("url-much-escaped",) if rest.count("%") > 8 else ()
        rest = unquote(rest)
    if "http://" in rest or "https://" in rest:
        marks += ("url-in-url",)
    found = (ASCII_WORD if rest.isascii() else WORD).findall(rest.lower())[:MAX_WORDS_PER_URL]
    words = [word if len(word) <= MAX_WORD else f"long{len(word) // 10}" for word in found]
    return UrlWords(hosts, tuple(words), marks, 1)


@lru_cache(maxsize=8192)
def _authority_words(scheme: str, authority: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the words of the field `host`, and the marks, for the authority of a URL (the part before the path)."""
    _, at, host = authority.rpartition("@")
    host, _, port = host.lower().partition(":")
    marks = {
        "url-escaped-host": "%" in host,
        "url-user": bool(at),
        "url-port": port not in ("", "80", "443"),
        f"url-{scheme}": scheme in ("https", "ftp"),
        "url-ip": False,
        "url-number-host": False,
    }
    host = unquote(host) if "%" in host else host
    if IP_ADDRESS_HOST.match(host):
        marks["url-ip"] = True
        first, second, third, _ = host.split(".")
        words = [f"{first}.{second}.", f"{first}.{second}.{third}."]
    else:
        marks["url-number-host"] = NUMBER_HOST.match(host) is not None
        words = host_suffixes(host)
    return tuple(words), tuple(mark for mark, is_there in marks.items() if is_there)


def host_suffixes(host: str) -> list[str]:
    """Return a host and all its parent domains. The top-level domain comes last, with a dot: `.com`."""
    labels = [label for label in host.strip(". ").split(".") if label][-6:]
    if len(labels) < 2 or any(len(label) > 63 for label in labels) or " " in host:
        return []
    return [".".join(labels[start:]) for start in range(len(labels) - 1)] + ["." + labels[-1]]


def has_misleading_link(lower: str) -> bool:
    """Return whether the text of a link names another site than its address. The source is in lower case."""
    for n_seen, shown in enumerate(SHOWN_ADDRESS.finditer(lower)):
        if n_seen >= MAX_URLS:
            break
        opening = lower.rfind("<a", max(0, shown.start() - MAX_TAG), shown.start())
        target = TARGET.match(lower, opening, shown.start()) if opening >= 0 else None
        if target and _registered_domain(target[1]) != _registered_domain(shown[1]):
            return True
    return False


def _registered_domain(host: str) -> str:
    labels = host.rpartition("@")[2].partition(":")[0].split(".")
    return ".".join(labels[-3:] if len(labels) > 2 and len(labels[-2]) <= 3 and len(labels[-1]) == 2 else labels[-2:])


NOTED_HEADERS = (
    b"in-reply-to", b"references", b"organization", b"errors-to", b"sender", b"x-priority", b"x-msmail-priority",
    b"importance", b"priority", b"list-id", b"list-unsubscribe", b"list-post", b"precedence", b"mime-version",
    b"content-type", b"x-mailer", b"user-agent", b"x-mimeole", b"reply-to", b"cc", b"date", b"message-id", b"subject",
    b"thread-index", b"thread-topic", b"x-originating-ip", b"auto-submitted",
    b"x-face", b"mail-followup-to", b"content-disposition", b"disposition-notification-to", b"return-receipt-to",
    b"x-accept-language", b"content-language", b"content-class", b"feedback-id", b"comments", b"x-sender",
    b"newsgroups",
)  # fmt: skip
HAS_HEADER = {name: f"has-{name.decode()}" for name in NOTED_HEADERS}
NO_HEADER = {name: f"no-{name.decode()}" for name in (b"date", b"message-id", b"subject", b"from", b"to")}
SHORT_VALUES = (b"x-priority", b"x-msmail-priority", b"importance", b"precedence", b"mime-version", b"content-class")
ORDERED_HEADERS = {
    b"from": "f", b"to": "t", b"cc": "k", b"subject": "s", b"date": "d", b"message-id": "i", b"mime-version": "m",
    b"content-type": "c", b"content-transfer-encoding": "e", b"reply-to": "r", b"x-mailer": "x", b"x-priority": "y",
    b"in-reply-to": "p",
}  # fmt: skip
MAX_CACHED_HEADER_NAMES = 50
DIGITS_AT_END = re.compile(r"(?:\s{2,}\S+|[\s\[(#-]+(?=[A-Za-z]*\d)[A-Za-z0-9-]{4,}[\])]?)\s*$")
DIGIT_OR_GAP = re.compile(r"\d|\s\s")
"""Matches a digit or a double space. A subject with neither cannot end as DIGITS_AT_END requires."""
SUBJECT_SIGNS = (("!", "subject-exclaimed"), ("?", "subject-asked"), ("$", "subject-money"))
BOUNDARY_SHAPE = re.compile(r"[A-Za-z_=.+-]+")
ZONE = re.compile(rb"[+-]\d{4}\b")
COLOUR = re.compile(r"color(?:(?<=(bg)color)|(?<=(d-)color)|)\s*+[=:]\s*+[\"']?\s*+#?([a-z0-9]{3,20})")
"""Matches a colour, with the characters before it that show whether it is a background."""
BACKGROUND = re.compile(r"background\s*:\s*#?([a-z0-9]{3,20})")
MAX_SHARED = 4_000
HIDING_STYLES = {
    "display": re.compile(r"display\s*:\s*none"),
    "visibility": re.compile(r"visibility\s*:\s*hidden"),
    "font-size": re.compile(r"font-size\s*:\s*[0-3](?:\.\d+)?\s*(?:px|pt|%|;|\")"),
    "size": re.compile(r"size\s*=\s*[\"']?-?[01]\b"),
}
EMPTY_TAG = re.compile(r"></([a-z][a-z0-9]*+)\s*+>(?=[a-z])")
COMMENT = re.compile(r"<!(?:--[^>]{0,300}|[a-z0-9 ]{0,100})>(?=[a-z])")
TAG_NAME = re.compile(r"<([a-z][a-z0-9:]{0,14})")
ENTITY_LETTERS = re.compile(r"&#(?:x[46][0-9a-f]|x[57][0-9a]|6[5-9]|[78]\d|9[07-9]|1[01]\d|12[0-2]);")
TAG_NAMES = (
    "a abbr acronym address area article aside b base basefont bgsound big blink blockquote body br button caption"
    " center cite code col colgroup dd del dir div dl dt em embed fieldset font footer form frame frameset h1 h2 h3 h4"
    " h5 h6 head header hr html i iframe img input ins kbd label layer legend li link map marquee menu meta nobr"
    " noframes noscript object ol optgroup option p param pre q s samp script section select small span strike strong"
    " style sub sup table tbody td textarea tfoot th thead title tr tt u ul var wbr x-html x-body xml o:p v:shape"
)
KNOWN_TAGS = frozenset(TAG_NAMES.split())
NAMED_COLOURS = {"white": "ffffff", "black": "000000", "fff": "ffffff", "000": "000000"}
CAPITALS = bytes(range(ord("A"), ord("Z") + 1))
NOT_CAPITALS = bytes(sorted(set(range(256)) - set(CAPITALS)))
"""All bytes except capitals. Deleting these from a text leaves the capitals, which are counted by the length."""
NOT_DIGITS = bytes(sorted(set(range(256)) - set(b"0123456789")))
CAPITALS_MARKS, DIGITS_MARKS = [f"capitals-{share}" for share in range(10)], [f"digits-{share}" for share in range(10)]
LETTER_BYTES = CAPITALS + CAPITALS.lower() + bytes(range(128, 256))


def header_marks(headers: Headers) -> list[str]:
    """Return marks (words of the field `mark`) for the headers that a mail has, and for contradictions among them."""
    names = tuple(headers)
    name_marks = _name_marks if len(names) <= MAX_CACHED_HEADER_NAMES else _name_marks.__wrapped__
    presence, order = name_marks(names)
    values = [(name, headers[name][0][:40].decode("latin-1").lower()) for name in SHORT_VALUES if name in headers]
    marks = [f"{name.decode()}:{'_'.join(value.split())}" for name, value in values]
    zone = ZONE.search(headers.get(b"date", [b""])[0][-40:])
    zones = ["zone:" + zone[0].decode() if zone else "zone-none"] if b"date" in headers else []
    return [*presence, *marks, *order, *_address_marks(headers), *zones]


@lru_cache(maxsize=2048)
def _name_marks(names: tuple[bytes, ...]) -> tuple[list[str], list[str]]:
    """Return marks for the names of the headers, and marks for their order, which is typical of the sending program.

    There is a mark for the whole order and one for each pair, because most mails carry headers of several programs.
    """
    presence = [mark for mark in map(HAS_HEADER.get, names) if mark]
    presence += [mark for name, mark in NO_HEADER.items() if name not in names]
    order = "".join([letter for letter in map(ORDERED_HEADERS.get, names) if letter])
    return presence, [f"order:{run}" for run in dict.fromkeys([order, *map("".join, pairwise(order))]) if run]


def _address_marks(headers: Headers) -> list[str]:
    sender = _first_value(headers, b"from")
    senders, domain = find_addresses(sender), ""
    marks = []
    if senders:
        local, domain = senders[-1].partition("@")[0], domain_of(senders[-1])
        if len(set(senders)) > 1:
            marks.append("from-other-in-name")
        if local[-1:].isdigit():
            marks.append("from-digits")
        if '"' in sender:
            marks.append("from-quoted")
        elif sender.strip().strip("<>").lower() == senders[-1]:
            marks.append("from-nameless")
    reply = find_addresses(_first_value(headers, b"reply-to"))
    if reply:
        marks.append("reply-same" if domain_of(reply[0]) == domain else "reply-elsewhere")
    number = domain_of(_first_value(headers, b"message-id").strip(" <>\r\n").lower())
    if number:
        is_own = number == domain or number.endswith("." + domain) or domain.endswith("." + number)
        marks.append("id-own" if is_own else "id-elsewhere" if "." in number else "id-odd")
    recipients = find_addresses(_first_value(headers, b"to") + " " + _first_value(headers, b"cc"))
    if senders and senders[-1] in recipients:
        marks.append("from-is-to")
    marks.append(f"recipients-{_bucket_of_count(len(recipients))}")
    return marks


def structure_marks(mail: Part, body: Body, text: str, n_urls: int) -> list[str]:
    """Return marks (words of the field `mark`) for the structure of a mail: its parts, encodings, flaws and sizes."""
    marks = [f"type:{media_type}" for media_type in dict.fromkeys(body.media_types)]
    marks += [f"charset:{'_'.join(charset.split())[:30]}" for charset in dict.fromkeys(body.charsets)]
    marks += [f"encoding:{encoding[:20]}" for encoding in dict.fromkeys(body.transfer_encodings)]
    marks += [f"flaw:{flaw}" for flaw in dict.fromkeys(body.flaws)]
    boundary = mail.parameters.get("boundary")
    if boundary:
        shape = BOUNDARY_SHAPE.match(boundary)
        marks.append("boundary:" + (shape[0][:16].lower() if shape else "digits"))
    marks += [f"seal:{seal}" for seal in dict.fromkeys(body.signatures_and_encryption)]
    if body.is_encrypted:
        marks.append("encrypted")
    if body.html_sources and not body.n_plain_parts:
        marks.append("only-html")
    if not body.html_sources and not body.n_plain_parts:
        marks.append("no-text-part")
    n_characters = len(text.strip())
    marks.append(f"length-{n_characters.bit_length()}")
    if n_characters < 20:
        marks.append("empty-body")
        has_picture = any(file.media_type.startswith("image/") for file in body.attachments)
        if has_picture or any("<img" in html[:20_000].lower() for html in body.html_sources):
            marks.append("only-picture")
    if body.attachments:
        marks.append(f"attachments-{_bucket_of_count(len(body.attachments))}")
    if body.html_sources:
        n_html = sum(map(len, body.html_sources))
        marks.append(f"markup-{(n_html // (n_characters + 1)).bit_length()}")
    return [*marks, f"parts-{_bucket_of_count(len(body.media_types))}", f"urls-{_bucket_of_count(n_urls)}"]


def text_marks(text: str, raw: bytes, long: bytes, subject: str) -> list[str]:
    """Return marks (words of the field `mark`) for the style of a text, such as the share of capitals.

    `raw` is the text with one byte per character, and `long` the result of `shape_of_long_words`.
    """
    marks = [f"plain:{word}" for word in find_spaced_words(text, raw)]
    if long:
        marks += marks_of_long_words(text, long)
    marks += _marks_of_shares(raw)
    if not text.isascii() and not is_ordinary(text):
        marks += _disguise_marks(text)
    return marks + _subject_marks(subject)


def _disguise_marks(text: str) -> list[str]:
    marks = []
    if INVISIBLE.search(text):
        marks.append("invisible-characters")
    for name, words in (("mixed-scripts", find_mixed_words(text)), ("styled-letters", find_styled_words(text))):
        if words:
            marks.append(name)
            marks += [f"plain:{word}" for word in words]
    return marks


def _marks_of_shares(raw: bytes) -> list[str]:
    raw = raw[:MAX_SHARED]
    others = raw.translate(None, LETTER_BYTES)
    n_letters = len(raw) - len(others)
    if n_letters < 20:
        return []
    n_capitals, n_digits = len(raw.translate(None, NOT_CAPITALS)), len(others.translate(None, NOT_DIGITS))
    marks = [CAPITALS_MARKS[min(9, 20 * n_capitals // n_letters)], DIGITS_MARKS[min(9, 20 * n_digits // n_letters)]]
    n_exclaimed = others.count(b"!")
    if n_exclaimed:
        marks.append(f"exclaimed-{_bucket_of_count(n_exclaimed)}")
    if b"$" in others:
        marks.append("money")
    return marks


def _subject_marks(subject: str) -> list[str]:
    if not subject:
        return []
    marks = []
    if subject.isupper() and len(subject) > 6:
        marks.append("subject-capitals")
    end = subject[-60:]
    if DIGIT_OR_GAP.search(end) and DIGITS_AT_END.search(end):
        marks.append("subject-id")
    if "  " in subject:
        marks.append("subject-gap")
    marks += [mark for sign, mark in SUBJECT_SIGNS if sign in subject]
    if not subject.isascii():
        marks += ["subject-not-ascii", *_disguise_marks(subject)]
    if subject[:3].lower() == "re:":
        marks.append("subject-reply")
    elif subject[:3].lower() == "fw:" or subject[:4].lower() == "fwd:":
        marks.append("subject-forward")
    marks += [f"plain:{word}" for word in find_spaced_words(subject, to_one_byte_per_character(f" {subject} "))]
    return marks


def html_marks(lower: str) -> list[str]:
    """Return marks (words of the field `mark`) for the tags and tricks of an HTML source in lower case."""
    names = set(TAG_NAME.findall(lower))
    marks = [f"tag:{name}" for name in sorted(names & KNOWN_TAGS)]
    if names - KNOWN_TAGS:
        marks.append("tag-unknown")
    marks += [f"html-hidden-{name}" for name, style in HIDING_STYLES.items() if name in lower and style.search(lower)]
    if "></" in lower and any(map(_is_empty_tag_in_word, EMPTY_TAG.finditer(lower))):
        marks.append("html-tag-in-word")
    if "<!" in lower and any(lower[found.start() - 1].isalpha() for found in COMMENT.finditer(lower)):
        marks.append("html-comment-in-word")
    if len(ENTITY_LETTERS.findall(lower)) > 5:
        marks.append("html-letters-as-entities")
    if "script" in names and any(trick in lower for trick in ("unescape(", "fromcharcode", "document.write")):
        marks.append("html-script-writes")
    if "a" in names and has_misleading_link(lower):
        marks.append("html-misleading-link")
    return marks + _colour_marks(lower) if "color" in lower else marks


def hidden_text_marks(body: Body) -> list[str]:
    """Return marks (words of the field `mark`) for the ways in which text is hidden, and for its amount."""
    if not body.hiding_methods:
        return []
    n_words = sum(len(text.split()) for text in body.hidden_texts)
    return [
        *(f"unseen:{reason}" for reason in dict.fromkeys(body.hiding_methods)),
        f"unseen-words-{n_words.bit_length()}",
    ]


def _is_empty_tag_in_word(closing: re.Match[str]) -> bool:
    opening = closing.string.rfind("<", max(0, closing.start() - MAX_TAG), closing.start())
    is_in_word = opening > 0 and closing.string[opening - 1].isalpha()
    return is_in_word and closing.string.startswith(closing[1], opening + 1)


def _colour_marks(lower: str) -> list[str]:
    fronts: set[str] = set()
    grounds = {NAMED_COLOURS.get(colour, colour) for colour in BACKGROUND.findall(lower)}
    for old, new, colour in set(COLOUR.findall(lower)):
        (grounds if old or new else fronts).add(NAMED_COLOURS.get(colour, colour))
    marks = [f"colour:{name}" for name in sorted(fronts)[:10]]
    if fronts & (grounds or {"ffffff"}):
        marks.append("html-hidden-colour")
    return marks


def _first_value(headers: Headers, name: bytes) -> str:
    values = headers.get(name)
    return values[0][:4096].decode("latin-1") if values else ""


def _bucket_of_count(number: int) -> str:
    """Return the name of the range that a count is in: 0, 1, 2, to4, to8, …"""
    return str(number) if number <= 2 else f"to{1 << (number - 1).bit_length()}"


MAX_FIELD_CHARACTERS = 4000
MAX_HTML_CHARACTERS = 200_000
MAILERS = (b"x-mailer", b"user-agent", b"x-newsreader", b"x-mimeole")
LISTS = (b"list-id", b"x-beenthere", b"x-mailing-list", b"mailing-list")
LIST_NAME = re.compile(r"<([^<>\s@]+)>|(?<![^\s<>;,])([^\s<>;,]+@[^\s<>;,]+)")
NAME_WORD = re.compile(r"[^\W_]{2,}")


def evidence_of(
    mail: Part, body: Body, text: str, shape: bytes, long: bytes, subject: str, sender: str
) -> dict[str, str]:
    """Return the evidence of a mail: the words of each field, by field name. Fields without words are left out.

    `shape` is the text with one byte per character, and `long` the result of `shape_of_long_words`.
    """
    headers = mail.headers
    urls = urls_in_text(text)
    htmls = [lower[:MAX_HTML_CHARACTERS] for lower in body.lower_case_html]
    for html in htmls:
        urls += urls_in_html(html)
    url_words = split_urls(urls)
    marks = [
        *header_marks(headers),
        *structure_marks(mail, body, text, url_words.n_urls),
        *text_marks(text, shape, long, subject),
        *(mark for html in htmls for mark in html_marks(html)),
        *url_words.marks,
        *hidden_text_marks(body),
    ]
    fields = {
        "subject": subject,
        "from": sender,
        "sender": _sender_words(sender),
        "to": _join_headers(headers, (b"to", b"cc")),
        "reply-to": header_text(headers, b"reply-to", mail.charset),
        "received": _received_words(headers),
        "mailer": _join_headers(headers, MAILERS),
        "content-type": " ".join(dict.fromkeys([*body.media_types, *body.charsets])),
        "list": _find_list_name(headers),
        "url": " ".join(url_words.words),
        "host": " ".join(url_words.hosts),
        "unseen": body.hidden_text,
        "alt": "\n".join(filter(None, body.picture_texts)),
        "attachment": _attachment_words(body),
        "mark": " ".join(dict.fromkeys(marks)),
        **_make_server_field(headers),
    }
    return {name: value[:MAX_FIELD_CHARACTERS] for name, value in fields.items() if value}


def _join_headers(headers: Headers, names: tuple[bytes, ...]) -> str:
    return " ".join([header_text(headers, name) for name in names if name in headers])


def _sender_words(sender: str) -> str:
    """Return the sender's address, host, domain and top-level domain as words."""
    found = find_addresses(sender)
    if not found:
        return ""
    host = domain_of(found[-1])
    labels = host.split(".")
    return " ".join(dict.fromkeys([found[-1], host, ".".join(labels[-2:]), "." + labels[-1]]))


def _find_list_name(headers: Headers) -> str:
    for name in LISTS:
        found = LIST_NAME.search(header_text(headers, name)) if name in headers else None
        if found:
            return (found[1] or found[2]).lower()
    return ""


def _attachment_words(body: Body) -> str:
    words: dict[str, None] = {}
    for attachment in body.attachments:
        name = attachment.name.rpartition("/")[2].lower()
        words[f"type:{attachment.media_type}"] = None
        stem, dot, extension = name.rpartition(".")
        if dot and len(extension) <= 8 and extension.isalnum():
            words[f"ext:{extension}"] = None
            if "." in stem and stem.rpartition(".")[2] in ("doc", "pdf", "jpg", "txt", "htm", "html", "xls", "gif"):
                words["double-extension"] = None
        if len(name) <= 60 and name:
            words["name:" + "_".join(name.split())] = None
        words |= dict.fromkeys(NAME_WORD.findall(stem or name)[:10])
    return " ".join(words)


MAX_HOPS = 6
MAX_HOP_BYTES = 1000
HOP = re.compile(
    r"\s*from\s+(\S{1,200})(?:\s*+\(([^()]{0,300}(?:\([^()]{0,100}\)[^()]{0,100})?)\)?)?"
    r"(?:.*?\bby\s+([a-z0-9._-]+))?(?:.*?\bwith\s+([a-z]+))?",
    re.DOTALL,
)
"""Matches a hop in a Received line in lower case."""
HOST = re.compile(r"(?<![\w.@-])(?:[a-z0-9_-]++\.)+[a-z]{2,}(?![\w@])")
IP_ADDRESS = re.compile(r"([0-9](?<![\d.].)[0-9]{0,2})\.([0-9]{1,3})\.([0-9]{1,3})\.[0-9]{1,3}(?![\d.])", re.DOTALL)
"""Matches an IP address. The digit comes first (fast search); the look-behind checks the left boundary."""
PRIVATE_NETWORKS = frozenset({"10", "127", "0"})
PRIVATE_NETWORK_PAIRS = frozenset(
    {("192", "168"), *(("172", f"{number:0{width}}") for number in range(16, 32) for width in (1, 3))}
)


def _received_words(headers: Headers) -> str:
    """Return the words about all sending hosts on the route of a mail, last host first.

    Numbers and dates are removed, because they make every line unique.
    """
    words: list[str] = []
    for value in headers.get(b"received", [])[:MAX_HOPS]:
        if not value.startswith(b"from localhost"):
            undated = value[:MAX_HOP_BYTES].rsplit(b";", 1)[0]
            words += _hop_words(undated.partition(b" id ")[0])
    return " ".join(dict.fromkeys(words))


@lru_cache(maxsize=8192)
def _hop_words(value: bytes) -> list[str]:
    """Return the words about the sending host in one Received header, from which numbers and date were removed."""
    found = HOP.match(value.decode("latin-1").lower())
    if found is None:
        return []
    greeting, rest, by, protocol = found.groups("")
    words = _host_and_address_words(greeting, rest, _domain(by))
    return [protocol, *words] if words and protocol else words


def _host_and_address_words(greeting: str, rest: str, own_domain: str) -> list[str]:
    """Return the words about the host that sent a mail to the next host: its own name, and what the receiver noted.

    `greeting` is the name in its HELO or EHLO command, `rest` the note of the receiver, and `own_domain` the domain of
    the receiver. All are in lower case.
    """
    seen = f"{greeting} {rest}"
    hosts = dict.fromkeys(HOST.findall(seen))
    outside = [host for host in hosts if _domain(host) != own_domain and not host.endswith((".localdomain", ".local"))]
    addresses = [
        found
        for found in IP_ADDRESS.findall(seen)
        if found[0] not in PRIVATE_NETWORKS and found[:2] not in PRIVATE_NETWORK_PAIRS
    ]
    if (hosts and not outside) or not (outside or addresses):
        return []
    words = [word for host in outside for word in _host_words(host)]
    for first, second, third in dict.fromkeys(addresses):
        words += (f"ip_{first}_{second}", f"ip_{first}_{second}_{third}")
    if not hosts:
        words.append("nameless" if "." not in greeting else "bare_address")
    return words


@lru_cache(maxsize=4096)
def _host_words(host: str) -> tuple[str, ...]:
    """Return the parts of a host name, and its domain as one word: `mx`, `example`, `com`, `example_com`."""
    labels = tuple(label for label in host.replace("-", "_").split(".") if label)
    return (*labels, "_".join(labels[-2:])) if len(labels) > 1 else labels


@lru_cache(maxsize=4096)
def _domain(host: str) -> str:
    return ".".join(host.split(".")[-2:])


HEADER = b"authentication-results"
FIELD = "auth@"
MAX_RESULT_HEADER_BYTES = 4000
HEADER_COMMENT = re.compile(r"\([^()]*\)|\"[^\"]*\"")
MAX_NESTED_COMMENTS = 4
SERVER = re.compile(r"\s*([a-z0-9](?:[a-z0-9._-]{0,98}[a-z0-9])?)(?:\s+\d{1,3})?\s*")
CHECK_RESULT = re.compile(r"\s*(spf|dkim|dmarc|arc|compauth|iprev)(?:/\d{1,3})?\s*=\s*([a-z]{2,12})\b")


def _make_server_field(headers: Headers) -> dict[str, str]:
    """Return the field with the findings of the receiving server, by name.

    Empty if the server wrote no findings or does not name itself.
    """
    values = headers.get(HEADER)
    if not values:
        return {}
    text = values[0][:MAX_RESULT_HEADER_BYTES].decode("latin-1").lower()
    for _ in range(MAX_NESTED_COMMENTS):
        text = HEADER_COMMENT.sub(" ", text)
    name, *parts = text.split(";")
    server = SERVER.fullmatch(name)
    found = dict.fromkeys(f"{finding[1]}={finding[2]}" for part in parts if (finding := CHECK_RESULT.match(part)))
    return {f"{FIELD}{server[1]}": " ".join(found)} if server and found else {}
