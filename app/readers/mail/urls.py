"""URLs of a mail, cracked into words of evidence: hosts with their suffixes, words of paths, and tricks as marks."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote

from app.readers.web.elements import unescaped

MAX_URLS = 300
MAX_WORDS_PER_URL = 30
AFTER_SCHEME = re.compile(r"://[^\s<>\"']{1,2000}")
BARE = re.compile(r"www\.[^\s<>\"']{1,2000}")
SCHEME = re.compile(r"(?:https?|ftp)\Z", re.IGNORECASE)
IN_HTML = re.compile(
    r"=\s*+[\"']?+\s*+((?:https?:|ftp:|mailto:|cid:|data:|javascript:|file:|//|www\.|&#)[^\s<>\"']{1,2000})"
)
"""In lower case; the equals sign comes first because the search for a fixed character is fast."""
SHOWN = re.compile(r">\s*+(?:https?://|www\.)([a-z0-9-]+(?:\.[a-z0-9-]+)+)")
TARGET = re.compile(r"<a\s[^<>]*?href\s*=\s*[\"']?\s*https?://([^/\"'\s<>?#]+)[^<>]*+(?:>\s*+<[^<>]*+)*\Z")
MAX_TAG = 1000
MAX_AUTHORITY = 300
PARTS = re.compile(r"(?:([a-zA-Z][a-zA-Z0-9+.-]*):)?(?://)?([^/?#\\]*)(.*)", re.DOTALL)
WORD, ASCII_WORD = re.compile(r"[^\W_]{2,}"), re.compile(r"[a-z0-9]{2,}")
"""The same in lower case where all is ASCII, found in half the time."""
IP_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}$")
NUMBER_HOST = re.compile(r"(?:0x[0-9a-f]+|\d{5,})$")
MAX_WORD = 24
MAX_REMEMBERED = 200
"""URLs up to this length, which come again in newsletters and lists, are remembered with what they say."""


class UrlWords(NamedTuple):
    """The words of a URL, or of all URLs of a mail: in the order in which they appear, distinct for a mail."""

    hosts: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    n_urls: int = 0


NO_WORDS = UrlWords()


def urls_in_text(text: str) -> list[str]:
    """Return the URLs that stand in running text."""
    urls: list[str] = []
    for found in AFTER_SCHEME.finditer(text):
        at = found.start()
        if text.startswith("http", max(0, at - 4)):  # as most do, and faster than to search
            urls.append(text[at - 4 : found.end()])
        elif scheme := SCHEME.search(text, max(0, at - 5), at):
            urls.append(text[scheme.start() : found.end()])
        if len(urls) >= MAX_URLS:
            break
    return [url.rstrip(".,;:!?)]}>") for url in urls + _bare_urls(text)]


def _bare_urls(text: str) -> list[str]:
    urls: list[str] = []
    for found in BARE.finditer(text):
        before = text[found.start() - 1 : found.start()]
        if not (before.isalnum() or before in "/.@-") or not found.start():
            urls.append(found[0])
            if len(urls) >= MAX_URLS:
                break
    return urls


def urls_in_html(lower: str) -> list[str]:
    """Return where links, pictures and forms of an HTML source, in lower case, lead to."""
    found = IN_HTML.findall(lower)[:MAX_URLS]
    return [unescaped(url) if "&" in url else url for url in found]


def crack(urls: list[str]) -> UrlWords:
    """Take URLs apart into hosts, words and marks."""
    if not urls:
        return NO_WORDS
    hosts: list[str] = []
    words: list[str] = []
    marks: list[str] = []
    n_urls = 0
    for url in dict.fromkeys(urls):
        cracked = _cracked if len(url) <= MAX_REMEMBERED else _cracked.__wrapped__
        its_hosts, its_words, its_marks, is_url = cracked(url)
        hosts += its_hosts
        words += its_words
        marks += its_marks
        n_urls += is_url
    return UrlWords(tuple(dict.fromkeys(hosts)), tuple(dict.fromkeys(words)), tuple(dict.fromkeys(marks)), n_urls)


@lru_cache(maxsize=8192)
def _cracked(url: str) -> UrlWords:
    parts = PARTS.match(url)
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
    hosts, marks = _host_words(scheme, authority[:MAX_AUTHORITY])
    if "%" in rest:
        marks += ("url-much-escaped",) if rest.count("%") > 8 else ()
        rest = unquote(rest)
    if "http://" in rest or "https://" in rest:
        marks += ("url-in-url",)
    found = (ASCII_WORD if rest.isascii() else WORD).findall(rest.lower())[:MAX_WORDS_PER_URL]
    words = [word if len(word) <= MAX_WORD else f"long{len(word) // 10}" for word in found]
    return UrlWords(hosts, tuple(words), marks, 1)


@lru_cache(maxsize=8192)
def _host_words(scheme: str, authority: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the host words and the marks of what stands before the path."""
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
    if IP_ADDRESS.match(host):
        marks["url-ip"] = True
        first, second, third, _ = host.split(".")
        words = [f"{first}.{second}.", f"{first}.{second}.{third}."]
    else:
        marks["url-number-host"] = NUMBER_HOST.match(host) is not None
        words = host_suffixes(host)
    return tuple(words), tuple(mark for mark, is_there in marks.items() if is_there)


def host_suffixes(host: str) -> list[str]:
    """Return a host and what it belongs to, down to its top-level domain: `.com`."""
    labels = [label for label in host.strip(". ").split(".") if label][-6:]
    if len(labels) < 2 or any(len(label) > 63 for label in labels) or " " in host:
        return []
    return [".".join(labels[start:]) for start in range(len(labels) - 1)] + ["." + labels[-1]]


def has_misleading_link(lower: str) -> bool:
    """Return whether the text of a link names another site than the one it leads to; the source is in lower case."""
    for n_seen, shown in enumerate(SHOWN.finditer(lower)):
        if n_seen >= MAX_URLS:
            break
        opening = lower.rfind("<a", max(0, shown.start() - MAX_TAG), shown.start())
        target = TARGET.match(lower, opening, shown.start()) if opening >= 0 else None
        if target and _site(target[1]) != _site(shown[1]):
            return True
    return False


def _site(host: str) -> str:
    labels = host.rpartition("@")[2].partition(":")[0].split(".")
    return ".".join(labels[-3:] if len(labels) > 2 and len(labels[-2]) <= 3 and len(labels[-1]) == 2 else labels[-2:])
