"""Evidence beside the text: the fields of a mail document that a filter may learn from.

Fields cut like text: `subject`, `from`, `to`, `reply-to`, `received`, `mailer`, `content-type`, `unseen` (what a page
holds and does not show), `alt` (what stands in place of pictures). Verbatim ones, ready words separated by spaces:
`sender` (the address, its host and domain, each as one word), `list`, `url`, `host`, `attachment`, `mark`.

Of a mailing list only its name is a word. Everything else that a list adds repeats the name, and would outvote what a
spam sent to the list says.

Only content and what the sender's side wrote is evidence; what the server that took the mail in found out about the
sender has a field of its own, which they alone count who trust it. Never: headers in which another filter says its
verdict; message numbers, exact dates, delivery addresses and receiving hosts, which tell collections apart and not
labels. Words that repeat within a field count once, except in fields cut like text, which are kept as they are.
"""

from __future__ import annotations

import re

from app.readers.mail.behaviour_marks import header_marks, html_marks, structure_marks, text_marks, unseen_marks
from app.readers.mail.body import Body
from app.readers.mail.headers import addresses, domain_of, header_text
from app.readers.mail.mime import Headers, Part
from app.readers.mail.received import received_words
from app.readers.mail.server_verdicts import server_field
from app.readers.mail.urls import crack, urls_in_html, urls_in_text

MAX_FIELD_CHARACTERS = 4000
MAX_HTML_CHARACTERS = 200_000
MAILERS = (b"x-mailer", b"user-agent", b"x-newsreader", b"x-mimeole")
LISTS = (b"list-id", b"x-beenthere", b"x-mailing-list", b"mailing-list")
LIST_NAME = re.compile(r"<([^<>\s@]+)>|([^\s<>;,]+@[^\s<>;,]+)")
NAME_WORD = re.compile(r"[^\W_]{2,}")


def evidence_of(
    mail: Part, body: Body, text: str, shape: bytes, long: bytes, subject: str, sender: str
) -> dict[str, str]:
    """Return the fields of a mail; those with nothing in them are left out."""
    headers = mail.headers
    urls = urls_in_text(text)
    htmls = [lower[:MAX_HTML_CHARACTERS] for lower in body.lower_htmls]
    for html in htmls:
        urls += urls_in_html(html)
    url_words = crack(urls)
    marks = [
        *header_marks(headers),
        *structure_marks(mail, body, text, url_words.n_urls),
        *text_marks(text, shape, long, subject),
        *(mark for html in htmls for mark in html_marks(html)),
        *url_words.marks,
        *unseen_marks(body),
    ]
    fields = {
        "subject": subject,
        "from": sender,
        "sender": " ".join(sender_words(sender)),
        "to": _joined(headers, (b"to", b"cc")),
        "reply-to": header_text(headers, b"reply-to", mail.charset),
        "received": received_words(headers),
        "mailer": _joined(headers, MAILERS),
        "content-type": " ".join(dict.fromkeys([*body.types, *body.charsets])),
        "list": list_name(headers),
        "url": " ".join(url_words.words),
        "host": " ".join(url_words.hosts),
        "unseen": body.unseen_text,
        "alt": "\n".join(filter(None, body.picture_texts)),
        "attachment": " ".join(attachment_words(body)),
        "mark": " ".join(dict.fromkeys(marks)),
        **server_field(headers),
    }
    return {name: value[:MAX_FIELD_CHARACTERS] for name, value in fields.items() if value}


def _joined(headers: Headers, names: tuple[bytes, ...]) -> str:
    return " ".join([header_text(headers, name) for name in names if name in headers])


def sender_words(sender: str) -> list[str]:
    """Return the sender's address, host, domain and top domain."""
    found = addresses(sender)
    if not found:
        return []
    host = domain_of(found[-1])
    labels = host.split(".")
    return list(dict.fromkeys([found[-1], host, ".".join(labels[-2:]), "." + labels[-1]]))


def list_name(headers: Headers) -> str:
    """Return the name by which a mailing list goes, or nothing."""
    for name in LISTS:
        found = LIST_NAME.search(header_text(headers, name)) if name in headers else None
        if found:
            return (found[1] or found[2]).lower()
    return ""


def attachment_words(body: Body) -> list[str]:
    """Return names, words of names, extensions and types of what a mail carries."""
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
        for word in NAME_WORD.findall(stem or name)[:10]:
            words[word] = None
    return list(words)
