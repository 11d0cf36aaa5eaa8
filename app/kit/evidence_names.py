"""Display names of mail tokens that are not words of the text: senders, headers and signs (structural features)."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from app.domain.evidence import EvidenceGroup
from app.domain.sheet_words import fill_sheet_template


class WordCategory(IntEnum):
    """A group of tokens on the Words page."""

    WORDS = 0
    HEADERS = 1
    SIGNS = 2


def translate_text(text: object) -> str:
    """Return the translation of a text of this module."""
    return QCoreApplication.translate("plain_names", str(text))


FIELDS = {
    "from": QT_TRANSLATE_NOOP("plain_names", "sender: %1"),
    "sender": QT_TRANSLATE_NOOP("plain_names", "sender’s address: %1"),
    "to": QT_TRANSLATE_NOOP("plain_names", "recipient: %1"),
    "reply-to": QT_TRANSLATE_NOOP("plain_names", "Reply-To address: %1"),
    "received": QT_TRANSLATE_NOOP("plain_names", "server that passed the mail on: %1"),
    "mailer": QT_TRANSLATE_NOOP("plain_names", "mail program: %1"),
    "content-type": QT_TRANSLATE_NOOP("plain_names", "content type: %1"),
    "list": QT_TRANSLATE_NOOP("plain_names", "mailing list: %1"),
    "url": QT_TRANSLATE_NOOP("plain_names", "in a link: %1"),
    "host": QT_TRANSLATE_NOOP("plain_names", "links to: %1"),
    "attachment": QT_TRANSLATE_NOOP("plain_names", "attachment: %1"),
}
"""Display names of the tokens of header fields, by field. These tokens are in the group HEADERS."""
SEEN_SPACE = "␣"
SENDER_CHECK_PREFIX = "auth@"
SENDER_CHECK_NAME = QT_TRANSLATE_NOOP("plain_names", "result of the sender check by server %2: %1")
"""Display name of a result in an Authentication-Results header. %1 is the result, %2 the server that checked."""
SUBJECT_WORD_NAME = QT_TRANSLATE_NOOP("plain_names", "%1 (in the subject)")
SIGN_NAMES = {
    "reply-same": QT_TRANSLATE_NOOP("plain_names", "Reply-To has the sender’s domain"),
    "reply-elsewhere": QT_TRANSLATE_NOOP("plain_names", "Reply-To has another domain than the sender"),
    "id-own": QT_TRANSLATE_NOOP("plain_names", "Message-ID has the sender’s domain"),
    "id-elsewhere": QT_TRANSLATE_NOOP("plain_names", "Message-ID has another domain than the sender"),
    "id-odd": QT_TRANSLATE_NOOP("plain_names", "Message-ID without a domain"),
    "from-is-to": QT_TRANSLATE_NOOP("plain_names", "sender and recipient have the same address"),
    "from-other-in-name": QT_TRANSLATE_NOOP("plain_names", "another address in the sender’s name"),
    "from-digits": QT_TRANSLATE_NOOP("plain_names", "sender’s address ends in digits"),
    "from-quoted": QT_TRANSLATE_NOOP("plain_names", "sender’s name in quotation marks"),
    "from-nameless": QT_TRANSLATE_NOOP("plain_names", "sender without a name"),
    "zone-none": QT_TRANSLATE_NOOP("plain_names", "no time zone"),
    "encrypted": QT_TRANSLATE_NOOP("plain_names", "is encrypted"),
    "only-html": QT_TRANSLATE_NOOP("plain_names", "HTML only"),
    "no-text-part": QT_TRANSLATE_NOOP("plain_names", "has no text"),
    "empty-body": QT_TRANSLATE_NOOP("plain_names", "hardly any text"),
    "only-picture": QT_TRANSLATE_NOOP("plain_names", "only a picture"),
    "invisible-characters": QT_TRANSLATE_NOOP("plain_names", "invisible characters"),
    "mixed-scripts": QT_TRANSLATE_NOOP("plain_names", "letters of two scripts in a word"),
    "styled-letters": QT_TRANSLATE_NOOP("plain_names", "decorative Unicode letters"),
    "money": QT_TRANSLATE_NOOP("plain_names", "a dollar sign"),
    "subject-capitals": QT_TRANSLATE_NOOP("plain_names", "subject in capitals"),
    "subject-id": QT_TRANSLATE_NOOP("plain_names", "subject ends in digits"),
    "subject-gap": QT_TRANSLATE_NOOP("plain_names", "several spaces together in the subject"),
    "subject-exclaimed": QT_TRANSLATE_NOOP("plain_names", "subject with “!”"),
    "subject-asked": QT_TRANSLATE_NOOP("plain_names", "subject with “?”"),
    "subject-money": QT_TRANSLATE_NOOP("plain_names", "subject with “$”"),
    "subject-not-ascii": QT_TRANSLATE_NOOP("plain_names", "subject with non-English characters"),
    "subject-reply": QT_TRANSLATE_NOOP("plain_names", "subject of a reply (Re:)"),
    "subject-forward": QT_TRANSLATE_NOOP("plain_names", "subject of a forwarded mail (Fwd:)"),
    "tag-unknown": QT_TRANSLATE_NOOP("plain_names", "unknown HTML tags"),
    "html-tag-in-word": QT_TRANSLATE_NOOP("plain_names", "words broken by HTML"),
    "html-comment-in-word": QT_TRANSLATE_NOOP("plain_names", "words broken by hidden comments"),
    "html-letters-as-entities": QT_TRANSLATE_NOOP("plain_names", "letters written as HTML codes"),
    "html-script-writes": QT_TRANSLATE_NOOP("plain_names", "text written by a script"),
    "html-misleading-link": QT_TRANSLATE_NOOP("plain_names", "a link that misleads"),
    "unseen:perhaps": QT_TRANSLATE_NOOP("plain_names", "text that may be hidden"),
    "unseen:cover": QT_TRANSLATE_NOOP("plain_names", "text covered by something else"),
    "html-hidden-colour": QT_TRANSLATE_NOOP("plain_names", "text in the colour of the background"),
    "html-hidden-display": QT_TRANSLATE_NOOP("plain_names", "text that is not displayed"),
    "html-hidden-visibility": QT_TRANSLATE_NOOP("plain_names", "text set to be invisible"),
    "html-hidden-font-size": QT_TRANSLATE_NOOP("plain_names", "text too small to read"),
    "html-hidden-size": QT_TRANSLATE_NOOP("plain_names", "text too small to read"),
    "url-mailto": QT_TRANSLATE_NOOP("plain_names", "a link that opens a new mail"),
    "url-ip": QT_TRANSLATE_NOOP("plain_names", "a link to an IP address"),
    "url-number-host": QT_TRANSLATE_NOOP("plain_names", "a link to a numeric host name"),
    "url-much-escaped": QT_TRANSLATE_NOOP("plain_names", "a link with many characters written as % codes"),
    "url-in-url": QT_TRANSLATE_NOOP("plain_names", "a link inside a link"),
    "tag:form": QT_TRANSLATE_NOOP("plain_names", "has a form"),
    "tag:table": QT_TRANSLATE_NOOP("plain_names", "has a table"),
    "tag:img": QT_TRANSLATE_NOOP("plain_names", "has a picture"),
    "tag:a": QT_TRANSLATE_NOOP("plain_names", "has a link"),
    "tag:script": QT_TRANSLATE_NOOP("plain_names", "has a script"),
    "has-list-id": QT_TRANSLATE_NOOP("plain_names", "sent through a mailing list"),
    "has-list-unsubscribe": QT_TRANSLATE_NOOP("plain_names", "has an unsubscribe link"),
    "has-in-reply-to": QT_TRANSLATE_NOOP("plain_names", "is a reply to another mail"),
    "has-references": QT_TRANSLATE_NOOP("plain_names", "is part of a conversation"),
    "has-dkim-signature": QT_TRANSLATE_NOOP("plain_names", "signed by its server (DKIM)"),
    "no-subject": QT_TRANSLATE_NOOP("plain_names", "has no subject"),
    "no-date": QT_TRANSLATE_NOOP("plain_names", "has no date"),
    "no-from": QT_TRANSLATE_NOOP("plain_names", "has no sender"),
    "no-to": QT_TRANSLATE_NOOP("plain_names", "has no recipient"),
}
"""Display names of signs (structural features of a mail), by sign."""
SIGN_FAMILY_NAMES = {
    "has-": QT_TRANSLATE_NOOP("plain_names", "has the header %1"),
    "no-": QT_TRANSLATE_NOOP("plain_names", "lacks the header %1"),
    "tag:": QT_TRANSLATE_NOOP("plain_names", "contains the HTML tag <%1>"),
    "type:": QT_TRANSLATE_NOOP("plain_names", "a part of type %1"),
    "charset:": QT_TRANSLATE_NOOP("plain_names", "character set %1"),
    "encoding:": QT_TRANSLATE_NOOP("plain_names", "a part encoded as %1"),
    "boundary:": QT_TRANSLATE_NOOP("plain_names", "form of the line between the parts: %1"),
    "flaw:": QT_TRANSLATE_NOOP("plain_names", "error in the mail format: %1"),
    "zone:": QT_TRANSLATE_NOOP("plain_names", "time zone %1"),
    "order:": QT_TRANSLATE_NOOP("plain_names", "order of the headers: %1"),
    "colour:": QT_TRANSLATE_NOOP("plain_names", "colour %1"),
    "plain:": QT_TRANSLATE_NOOP("plain_names", "disguised word: %1"),
    "unseen:": QT_TRANSLATE_NOOP("plain_names", "way of hiding text: %1"),
    "unseen-words-": QT_TRANSLATE_NOOP("plain_names", "length of the hidden text: level %1 of 20"),
    "length-": QT_TRANSLATE_NOOP("plain_names", "length of the text: level %1 of 20"),
    "markup-": QT_TRANSLATE_NOOP("plain_names", "HTML code compared with text: level %1"),
    "capitals-": QT_TRANSLATE_NOOP("plain_names", "share of capital letters: level %1 of 9"),
    "digits-": QT_TRANSLATE_NOOP("plain_names", "number of digits: level %1 of 9"),
    "exclaimed-": QT_TRANSLATE_NOOP("plain_names", "exclamation marks: %1"),
    "parts-": QT_TRANSLATE_NOOP("plain_names", "parts: %1"),
    "urls-": QT_TRANSLATE_NOOP("plain_names", "links: %1"),
    "attachments-": QT_TRANSLATE_NOOP("plain_names", "attachments: %1"),
    "recipients-": QT_TRANSLATE_NOOP("plain_names", "recipients: %1"),
    "url-": QT_TRANSLATE_NOOP("plain_names", "kind of link: %1"),
}
"""Display names of families of signs (structural features of a mail), by prefix. %1 is the rest of the sign."""

IMPOSSIBLE_ZONE = QT_TRANSLATE_NOOP("plain_names", "time zone that does not exist (%1)")
ZONE_DIGITS = 4
LATEST_ZONE = 1400
"""Greatest UTC offset of any time zone, +14:00, written as hhmm."""
HEADER_LETTERS = {
    "f": "From", "t": "To", "k": "Cc", "s": "Subject", "d": "Date", "i": "Message-ID", "m": "MIME-Version",
    "c": "Content-Type", "e": "Content-Transfer-Encoding", "r": "Reply-To", "x": "X-Mailer", "y": "X-Priority",
    "p": "In-Reply-To",
}  # fmt: skip
"""Letter in a sign `order:…` to the header that it stands for. The mail reader writes these letters."""
HEADER_ORDER_TIP = QT_TRANSLATE_NOOP(
    "plain_names",
    "Every mail program writes headers in its own order. This mail has the headers in the order shown.",
)
TIPS = {
    "zone:": QT_TRANSLATE_NOOP("plain_names", "The time zone in the date of the mail."),
    "id-": QT_TRANSLATE_NOOP(
        "plain_names",
        "The first server gives each mail a unique identifier, the Message-ID, which ends in that server’s name.",
    ),
    "reply-": QT_TRANSLATE_NOOP("plain_names", "Reply-To is the address to which replies are sent."),
    "boundary:": QT_TRANSLATE_NOOP(
        "plain_names",
        "The parts of a mail are separated by special lines. Each mail program writes these lines in its own form.",
    ),
    "length-": QT_TRANSLATE_NOOP(
        "plain_names",
        "Each level means twice as much text as the level before: at level 10, the text has 500 to 1,000 characters.",
    ),
    "unseen-words-": QT_TRANSLATE_NOOP(
        "plain_names",
        "Each level means twice as much hidden text as the level before: at level 10, 500 to 1,000 words are hidden.",
    ),
    "markup-": QT_TRANSLATE_NOOP(
        "plain_names",
        "Compares the amount of HTML code with the amount of text. At level 3, there is 4 to 8 times"
        " as much code as text.",
    ),
    "capitals-": QT_TRANSLATE_NOOP(
        "plain_names", "Each level adds 5 % of all letters: at level 3, 15 to 20 % of the letters are capitals."
    ),
    "digits-": QT_TRANSLATE_NOOP(
        "plain_names",
        "Each level adds 5 digits for every 100 letters: at level 3, there are 15 to 20 digits for every 100 letters.",
    ),
    "plain:": QT_TRANSLATE_NOOP(
        "plain_names", "The word is written with look-alike letters, spaces or invisible characters."
    ),
    "flaw:": QT_TRANSLATE_NOOP("plain_names", "The mail does not follow the standard format for mail."),
}
"""Tooltips of families of signs (structural features of a mail), by prefix."""
FIELD_TIPS = {
    "opening": QT_TRANSLATE_NOOP(
        "plain_names", "The first words of a mail count twice: as ordinary words, and as opening words."
    ),
    "reply-to": QT_TRANSLATE_NOOP("plain_names", "Reply-To is the address to which replies are sent."),
    "received": QT_TRANSLATE_NOOP("plain_names", "Part of the name of a server that passed the mail on."),
    "new": QT_TRANSLATE_NOOP(
        "plain_names", "The share of words that the filter has not learnt yet, compared with the average mail."
    ),
}
"""Tooltips of tokens, by the field of the token."""
EVIDENCE_GROUP_TIPS = {
    EvidenceGroup.MARKUP: QT_TRANSLATE_NOOP(
        "plain_names", "Codes such as <br> or &nbsp; in plain text. A reader sees the code itself."
    ),
    EvidenceGroup.HEADERS: QT_TRANSLATE_NOOP(
        "plain_names", "Lines written by mail servers and the mail program: the "
            "route of the mail, its headers and their order."
    ),
    EvidenceGroup.HIDDEN: QT_TRANSLATE_NOOP(
        "plain_names", "Text that a person does not see, or words that are written to deceive a filter."
    ),
    EvidenceGroup.SIGNS: QT_TRANSLATE_NOOP(
        "plain_names", "How the mail is built: its length, capitals, digits, colours and HTML."
    ),
    EvidenceGroup.NEWNESS: QT_TRANSLATE_NOOP(
        "plain_names", "The share of words of each kind that are new to the filter. Spam often contains new words."
    ),
}  # fmt: skip
"""Tooltips of evidence groups. A group whose name needs no explanation is left out."""

DERIVED_TOKEN_NAMES = {
    "opening": QT_TRANSLATE_NOOP("plain_names", "begins with “%1”"),
    "pair": QT_TRANSLATE_NOOP("plain_names", "the words “%1” next to each other"),
}
"""Display names of tokens that a filter derives from words, such as opening words and word pairs, by prefix."""

NOVELTY_NAMES = {
    "text": QT_TRANSLATE_NOOP("plain_names", "share of new words in the text: %1"),
    "subject": QT_TRANSLATE_NOOP("plain_names", "share of new words in the subject: %1"),
    "route": QT_TRANSLATE_NOOP("plain_names", "share of new senders and servers: %1"),
    "signs": QT_TRANSLATE_NOOP("plain_names", "share of new features in the structure of the mail: %1"),
    "opening": QT_TRANSLATE_NOOP("plain_names", "share of new words at the beginning: %1"),
}
"""Names of novelty features. %1 is the share of new tokens compared with the average share."""
RELATIVE_NOVELTY = QT_TRANSLATE_NOOP("plain_names", "%1 compared with the average mail")
TOO_FEW_WORDS = QT_TRANSLATE_NOOP("plain_names", "too few words to tell")

UP_TO_BOUND = QT_TRANSLATE_NOOP("plain_names", "up to %1")


def word_category(token: str) -> WordCategory:
    """Return the group of a mail token. Words of the subject belong to WORDS."""
    field, colon, _ = token.partition(":")
    if not colon:
        return WordCategory.WORDS
    if field in ("mark", "new") or field in DERIVED_TOKEN_NAMES:
        return WordCategory.SIGNS
    return WordCategory.HEADERS if field in FIELDS or field.startswith(SENDER_CHECK_PREFIX) else WordCategory.WORDS


def mark_edge_spaces(token: str) -> str:
    """Replace leading and trailing spaces of a character n-gram by a visible sign."""
    if not token or " " not in (token[0], token[-1]):
        return token
    without_lead, bare = token.lstrip(" "), token.strip(" ")
    return SEEN_SPACE * (len(token) - len(without_lead)) + bare + SEEN_SPACE * (len(without_lead) - len(bare))


def display_name(token: str) -> str:
    """Return the translated display name of a token. Words of the text are returned unchanged."""
    field, colon, rest = token.partition(":")
    if not colon or token.startswith(" "):
        return mark_edge_spaces(token)
    if field == "mark":
        return sign_name(rest)
    if field in DERIVED_TOKEN_NAMES:
        inner, has_field, words = rest.partition(":")
        place = SUBJECT_WORD_NAME if inner == "subject" else FIELDS.get(inner) if has_field else None
        name = translate_text(DERIVED_TOKEN_NAMES[field]).replace("%1", (words if place else rest).replace("_", " "))
        return name if place is None else translate_text(place).replace("%1", name)
    if field.startswith(SENDER_CHECK_PREFIX):
        return (
            translate_text(SENDER_CHECK_NAME).replace("%1", rest).replace("%2", field.removeprefix(SENDER_CHECK_PREFIX))
        )
    if field == "new":
        return novelty_name(rest)
    template = SUBJECT_WORD_NAME if field == "subject" else FIELDS.get(field)
    return token if template is None else translate_text(template).replace("%1", rest)


def sign_name(sign: str) -> str:
    """Return the translated name of a sign, which is a structural feature of a mail such as `reply-same`."""
    if sign in SIGN_NAMES:
        return translate_text(SIGN_NAMES[sign])
    kind = max((prefix for prefix in SIGN_FAMILY_NAMES if sign.startswith(prefix)), key=len, default="")
    if kind == "zone:":
        return zone_name(sign.removeprefix(kind))
    if kind == "order:":
        headers = " → ".join(HEADER_LETTERS.get(letter, letter) for letter in sign.removeprefix(kind))
        return translate_text(SIGN_FAMILY_NAMES[kind]).replace("%1", headers)
    return translate_text(SIGN_FAMILY_NAMES[kind]).replace("%1", translate_bound(sign[len(kind) :])) if kind else sign


def zone_name(zone: str) -> str:
    """Return the translated name of a time zone such as `+0200`, or of an offset that no time zone has."""
    sign, digits = zone[:1], zone[1:]
    if len(digits) != ZONE_DIGITS or not digits.isdigit():
        return translate_text(SIGN_FAMILY_NAMES["zone:"]).replace("%1", zone)
    written = f"{sign.replace('-', '−')}{digits[:2]}:{digits[2:]}"
    is_possible = int(digits) <= LATEST_ZONE and int(digits[2:]) < 60
    return translate_text(SIGN_FAMILY_NAMES["zone:"] if is_possible else IMPOSSIBLE_ZONE).replace("%1", written)


def evidence_tip(token: str) -> str:
    """Return a sentence that explains a token's display name; "" if the name needs no explanation."""
    field, colon, rest = token.partition(":")
    if not colon or token.startswith(" "):
        return ""
    if field != "mark":
        return translate_text(FIELD_TIPS[field]) if field in FIELD_TIPS else ""
    if rest.startswith("order:"):
        return translate_text(HEADER_ORDER_TIP)
    prefix = max((prefix for prefix in TIPS if rest.startswith(prefix)), key=len, default="")
    return translate_text(TIPS[prefix]) if prefix else ""


def evidence_group_name(group: EvidenceGroup) -> str:
    """Return the translated name of a group of tokens, such as the senders, for the full calculation of a verdict."""
    return fill_sheet_template(f"group-{group}", lambda template: QCoreApplication.translate("sheet", template))


def evidence_group_tip(group: EvidenceGroup) -> str:
    """Return a sentence that explains a group of tokens; "" if its name needs no explanation."""
    return translate_text(EVIDENCE_GROUP_TIPS[group]) if group in EVIDENCE_GROUP_TIPS else ""


def novelty_name(newness: str) -> str:
    """Return the translated name of a novelty feature, such as `text:3` for the share of new words in the text."""
    kind, _, share = newness.partition(":")
    if kind not in NOVELTY_NAMES:
        return f"new:{newness}"
    amount = (
        translate_text(TOO_FEW_WORDS)
        if share == "few"
        else translate_text(RELATIVE_NOVELTY).replace("%1", share.replace("-", "−"))
    )
    return translate_text(NOVELTY_NAMES[kind]).replace("%1", amount)


def translate_bound(amount: str) -> str:
    """Return an amount such as `to128` as a translated upper bound. Other amounts are returned unchanged."""
    digits = amount.removeprefix("to")
    return translate_text(UP_TO_BOUND).replace("%1", digits) if digits != amount and digits.isdigit() else amount
