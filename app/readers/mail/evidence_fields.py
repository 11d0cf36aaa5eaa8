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

Of the way a mail came, names and address prefixes of the hosts that handed it over are words. Left out, because they
say whose mailbox it is: the hosts that received it, the address it was for, and the hops inside one house, where a host
hands over to a neighbour of its own domain.

The findings of the server that took it in stand in the topmost Authentication-Results, in a field that bears the name
the server gives itself: `auth@mx.example.org`, with words such as `spf=pass`. Anybody can write the header, and only a
server that takes away what comes in under its own name (RFC 8601, section 5) is to be believed. What stands further
down was there before, and is never looked at.
"""

from __future__ import annotations

import re
from functools import lru_cache

from app.readers.mail.behaviour_marks import header_marks, html_marks, structure_marks, text_marks, unseen_marks
from app.readers.mail.body import Body
from app.readers.mail.headers import addresses, domain_of, header_text
from app.readers.mail.mime import Headers, Part
from app.readers.mail.urls import crack, urls_in_html, urls_in_text

MAX_FIELD_CHARACTERS = 4000
MAX_HTML_CHARACTERS = 200_000
MAILERS = (b"x-mailer", b"user-agent", b"x-newsreader", b"x-mimeole")
LISTS = (b"list-id", b"x-beenthere", b"x-mailing-list", b"mailing-list")
LIST_NAME = re.compile(r"<([^<>\s@]+)>|(?<![^\s<>;,])([^\s<>;,]+@[^\s<>;,]+)")
NAME_WORD = re.compile(r"[^\W_]{2,}")


def evidence_of(
    mail: Part, body: Body, text: str, shape: bytes, long: bytes, subject: str, sender: str
) -> dict[str, str]:
    """Return the fields of a mail that have something in them."""
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
        "sender": _sender_words(sender),
        "to": _joined(headers, (b"to", b"cc")),
        "reply-to": header_text(headers, b"reply-to", mail.charset),
        "received": _received_words(headers),
        "mailer": _joined(headers, MAILERS),
        "content-type": " ".join(dict.fromkeys([*body.types, *body.charsets])),
        "list": _list_name(headers),
        "url": " ".join(url_words.words),
        "host": " ".join(url_words.hosts),
        "unseen": body.unseen_text,
        "alt": "\n".join(filter(None, body.picture_texts)),
        "attachment": _attachment_words(body),
        "mark": " ".join(dict.fromkeys(marks)),
        **_server_field(headers),
    }
    return {name: value[:MAX_FIELD_CHARACTERS] for name, value in fields.items() if value}


def _joined(headers: Headers, names: tuple[bytes, ...]) -> str:
    return " ".join([header_text(headers, name) for name in names if name in headers])


def _sender_words(sender: str) -> str:
    """Return the sender's address, host, domain and top domain."""
    found = addresses(sender)
    if not found:
        return ""
    host = domain_of(found[-1])
    labels = host.split(".")
    return " ".join(dict.fromkeys([found[-1], host, ".".join(labels[-2:]), "." + labels[-1]]))


def _list_name(headers: Headers) -> str:
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
"""Like the next one, for lines in lower case."""
HOST = re.compile(r"(?<![\w.@-])(?:[a-z0-9_-]++\.)+[a-z]{2,}(?![\w@])")
IP_ADDRESS = re.compile(r"([0-9](?<![\d.].)[0-9]{0,2})\.([0-9]{1,3})\.([0-9]{1,3})\.[0-9]{1,3}(?![\d.])", re.DOTALL)
"""It begins with a figure, which is searched fast, and looks at what is before that then."""
INSIDE = frozenset({"10", "127", "0"})
INSIDE_TOO = frozenset(
    {("192", "168"), *(("172", f"{number:0{width}}") for number in range(16, 32) for width in (1, 3))}
)


def _received_words(headers: Headers) -> str:
    """Return the words of all hops, the last one first; number and date, which make each line another, are cut off."""
    words: list[str] = []
    for value in headers.get(b"received", [])[:MAX_HOPS]:
        if not value.startswith(b"from localhost"):
            undated = value[:MAX_HOP_BYTES].rsplit(b";", 1)[0]
            words += _hop_words(undated.partition(b" id ")[0])
    return " ".join(dict.fromkeys(words))


@lru_cache(maxsize=8192)
def _hop_words(value: bytes) -> list[str]:
    """Return what one Received line, without number and date, says of the host that handed over."""
    found = HOP.match(value.decode("latin-1").lower())
    if found is None:
        return []
    greeting, rest, by, protocol = found.groups("")
    words = _host_and_address_words(greeting, rest, _domain(by))
    return [protocol, *words] if words and protocol else words


def _host_and_address_words(greeting: str, rest: str, own: str) -> list[str]:
    """Return the words of who handed over: as it greeted, and as the receiver, whose domain is own, saw it.

    All of it is in lower case.
    """
    seen = f"{greeting} {rest}"
    hosts = dict.fromkeys(HOST.findall(seen))
    outside = [host for host in hosts if _domain(host) != own and not host.endswith((".localdomain", ".local"))]
    addresses = [found for found in IP_ADDRESS.findall(seen) if found[0] not in INSIDE and found[:2] not in INSIDE_TOO]
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
    """Return the labels of a host's name and its domain as one word: `mx`, `example`, `com`, `example_com`."""
    labels = tuple(label for label in host.replace("-", "_").split(".") if label)
    return (*labels, "_".join(labels[-2:])) if len(labels) > 1 else labels


@lru_cache(maxsize=4096)
def _domain(host: str) -> str:
    return ".".join(host.split(".")[-2:])


HEADER = b"authentication-results"
FIELD = "auth@"
MOST_BYTES = 4000
COMMENT = re.compile(r"\([^()]*\)|\"[^\"]*\"")
MOST_NESTED = 4
SERVER = re.compile(r"\s*([a-z0-9](?:[a-z0-9._-]{0,98}[a-z0-9])?)(?:\s+\d{1,3})?\s*")
FINDING = re.compile(r"\s*(spf|dkim|dmarc|arc|compauth|iprev)(?:/\d{1,3})?\s*=\s*([a-z]{2,12})\b")


def _server_field(headers: Headers) -> dict[str, str]:
    """Return the field of the server that took the mail in; none where it says nothing, or does not give its name."""
    values = headers.get(HEADER)
    if not values:
        return {}
    text = values[0][:MOST_BYTES].decode("latin-1").lower()
    for _ in range(MOST_NESTED):
        text = COMMENT.sub(" ", text)
    name, *parts = text.split(";")
    server = SERVER.fullmatch(name)
    found = dict.fromkeys(f"{finding[1]}={finding[2]}" for part in parts if (finding := FINDING.match(part)))
    return {f"{FIELD}{server[1]}": " ".join(found)} if server and found else {}
