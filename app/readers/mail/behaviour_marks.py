"""Marks: words for what a mail does rather than says.

Each is one token of the field `mark`; figures become buckets, so that a mark is seen often enough to be learnt from.
A mark is named for what it sees: `html-hidden`, `subject-capitals`, `plain:viagra` for a word that was disguised.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from app.readers.mail.body import Body
from app.readers.mail.disguises import (
    INVISIBLE,
    is_ordinary,
    long_words,
    mixed_words,
    shape_bytes,
    spaced_words,
    styled_words,
)
from app.readers.mail.headers import addresses, domain_of
from app.readers.mail.mime import Headers, Part
from app.readers.mail.urls import MAX_TAG, has_misleading_link

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
MOST_REMEMBERED_NAMES = 50
DIGITS_AT_END = re.compile(r"(?:\s{2,}\S+|[\s\[(#-]+(?=[A-Za-z]*\d)[A-Za-z0-9-]{4,}[\])]?)\s*$")
DIGIT_OR_GAP = re.compile(r"\d|\s\s")
"""A quick test before DIGITS_AT_END: without a digit or a double space it finds nothing."""
SUBJECT_SIGNS = (("!", "subject-exclaimed"), ("?", "subject-asked"), ("$", "subject-money"))
BOUNDARY_SHAPE = re.compile(r"[A-Za-z_=.+-]+")
ZONE = re.compile(rb"[+-]\d{4}\b")
COLOUR = re.compile(r"color(?:(?<=(bg)color)|(?<=(d-)color)|)\s*+[=:]\s*+[\"']?\s*+#?([a-z0-9]{3,20})")
"""With what stands before the word, if it tells that this is a ground's."""
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
"""Everything but capitals, to be left out of a text: faster than to leave out the capitals and subtract."""
NOT_DIGITS = bytes(sorted(set(range(256)) - set(b"0123456789")))
CAPITALS_MARKS, DIGITS_MARKS = [f"capitals-{share}" for share in range(10)], [f"digits-{share}" for share in range(10)]
LETTERS = CAPITALS + CAPITALS.lower() + bytes(range(128, 256))


def header_marks(headers: Headers) -> list[str]:
    """Return marks for which honest headers are there, and for how they fit together."""
    names = tuple(headers)
    name_marks = _name_marks if len(names) <= MOST_REMEMBERED_NAMES else _name_marks.__wrapped__
    presence, order = name_marks(names)
    values = [(name, headers[name][0][:40].decode("latin-1").lower()) for name in SHORT_VALUES if name in headers]
    marks = [f"{name.decode()}:{'_'.join(value.split())}" for name, value in values]
    zone = ZONE.search(headers.get(b"date", [b""])[0][-40:])
    zones = ["zone:" + zone[0].decode() if zone else "zone-none"] if b"date" in headers else []
    return [*presence, *marks, *order, *_address_marks(headers), *zones]


@lru_cache(maxsize=2048)
def _name_marks(names: tuple[bytes, ...]) -> tuple[list[str], list[str]]:
    """Return marks for which headers are there, and for their order, which is the hand of the program that wrote them:
    all, and pairs. Most mails come with the headers of another."""
    presence = [mark for mark in map(HAS_HEADER.get, names) if mark]
    presence += [mark for name, mark in NO_HEADER.items() if name not in names]
    order = "".join([letter for letter in map(ORDERED_HEADERS.get, names) if letter])
    return presence, [f"order:{run}" for run in dict.fromkeys([order, *map("".join, pairwise(order))]) if run]


def _address_marks(headers: Headers) -> list[str]:
    sender = _first(headers, b"from")
    senders, domain = addresses(sender), ""
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
    reply = addresses(_first(headers, b"reply-to"))
    if reply:
        marks.append("reply-same" if domain_of(reply[0]) == domain else "reply-elsewhere")
    number = domain_of(_first(headers, b"message-id").strip(" <>\r\n").lower())
    if number:
        is_own = number == domain or number.endswith("." + domain) or domain.endswith("." + number)
        marks.append("id-own" if is_own else "id-elsewhere" if "." in number else "id-odd")
    recipients = addresses(_first(headers, b"to") + " " + _first(headers, b"cc"))
    if senders and senders[-1] in recipients:
        marks.append("from-is-to")
    marks.append(f"recipients-{_bucket(len(recipients))}")
    return marks


def structure_marks(mail: Part, body: Body, text: str, n_urls: int) -> list[str]:
    """Return marks for how a mail is built."""
    marks = [f"type:{media_type}" for media_type in dict.fromkeys(body.types)]
    marks += [f"charset:{'_'.join(charset.split())[:30]}" for charset in dict.fromkeys(body.charsets)]
    marks += [f"encoding:{encoding[:20]}" for encoding in dict.fromkeys(body.encodings)]
    marks += [f"flaw:{flaw}" for flaw in dict.fromkeys(body.flaws)]
    boundary = mail.parameters.get("boundary")
    if boundary:
        shape = BOUNDARY_SHAPE.match(boundary)
        marks.append("boundary:" + (shape[0][:16].lower() if shape else "digits"))
    marks += [f"seal:{seal}" for seal in dict.fromkeys(body.seals)]
    if body.is_encrypted:
        marks.append("encrypted")
    if body.htmls and not body.n_plain:
        marks.append("only-html")
    if not body.htmls and not body.n_plain:
        marks.append("no-text-part")
    n_characters = len(text.strip())
    marks.append(f"length-{n_characters.bit_length()}")
    if n_characters < 20:
        marks.append("empty-body")
        has_picture = any(file.media_type.startswith("image/") for file in body.attachments)
        if has_picture or any("<img" in html[:20_000].lower() for html in body.htmls):
            marks.append("only-picture")
    if body.attachments:
        marks.append(f"attachments-{_bucket(len(body.attachments))}")
    if body.htmls:
        n_html = sum(map(len, body.htmls))
        marks.append(f"markup-{(n_html // (n_characters + 1)).bit_length()}")
    return [*marks, f"parts-{_bucket(len(body.types))}", f"urls-{_bucket(n_urls)}"]


def text_marks(text: str, raw: bytes, long: bytes, subject: str) -> list[str]:
    """Return marks for how a text is written, given its characters as bytes and the shapes of its very long words."""
    marks = [f"plain:{word}" for word in spaced_words(text, raw)]
    if long:
        marks += long_words(text, long)
    marks += _share_marks(raw)
    if not text.isascii() and not is_ordinary(text):
        marks += _disguise_marks(text)
    return marks + _subject_marks(subject)


def _disguise_marks(text: str) -> list[str]:
    marks = []
    if INVISIBLE.search(text):
        marks.append("invisible-characters")
    for name, words in (("mixed-scripts", mixed_words(text)), ("styled-letters", styled_words(text))):
        if words:
            marks.append(name)
            marks += [f"plain:{word}" for word in words]
    return marks


def _share_marks(raw: bytes) -> list[str]:
    raw = raw[:MAX_SHARED]
    others = raw.translate(None, LETTERS)
    n_letters = len(raw) - len(others)
    if n_letters < 20:
        return []
    n_capitals, n_digits = len(raw.translate(None, NOT_CAPITALS)), len(others.translate(None, NOT_DIGITS))
    marks = [CAPITALS_MARKS[min(9, 20 * n_capitals // n_letters)], DIGITS_MARKS[min(9, 20 * n_digits // n_letters)]]
    n_exclaimed = others.count(b"!")
    if n_exclaimed:
        marks.append(f"exclaimed-{_bucket(n_exclaimed)}")
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
    marks += [f"plain:{word}" for word in spaced_words(subject, shape_bytes(f" {subject} "))]
    return marks


def html_marks(lower: str) -> list[str]:
    """Return marks for the tags and the tricks of an HTML source, given in lower case."""
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


def unseen_marks(body: Body) -> list[str]:
    """Return marks for what keeps text from being seen, and for how much of it there is."""
    if not body.hidden_by:
        return []
    n_words = sum(len(text.split()) for text in body.unseen)
    return [*(f"unseen:{reason}" for reason in dict.fromkeys(body.hidden_by)), f"unseen-words-{n_words.bit_length()}"]


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


def _first(headers: Headers, name: bytes) -> str:
    values = headers.get(name)
    return values[0][:4096].decode("latin-1") if values else ""


def _bucket(number: int) -> str:
    """Return 0, 1, 2, to4, to8, …: the bucket a count falls in."""
    return str(number) if number <= 2 else f"to{1 << (number - 1).bit_length()}"
