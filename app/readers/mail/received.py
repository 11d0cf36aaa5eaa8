"""The way a mail came, as words: names and address prefixes of the hosts that handed it over.

Left out, because they say whose mailbox it is and not what the mail is: the hosts that received it, the address it was
for, message numbers, dates, and the hops inside one house, where a host hands over to a neighbour of its own domain.
"""

from __future__ import annotations

import re
from functools import lru_cache

from app.readers.mail.mime import Headers

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
INSIDE = ("10", "127", "0")


def received_words(headers: Headers) -> str:
    """Return the words of all hops, the last one first."""
    words: list[str] = []
    for value in headers.get(b"received", [])[:MAX_HOPS]:
        if not value.startswith(b"from localhost"):
            words += hop_words(_route(value[:MAX_HOP_BYTES]))
    return " ".join(dict.fromkeys(words))


def _route(value: bytes) -> bytes:
    """A Received line up to its message number and its date, which make each line another."""
    route, semicolon, _ = value.rpartition(b";")
    return (route if semicolon else value).partition(b" id ")[0]


@lru_cache(maxsize=8192)
def hop_words(value: bytes) -> list[str]:
    """Return what one Received line, without number and date, says of the host that handed over."""
    found = HOP.match(value.decode("latin-1").lower())
    if found is None:
        return []
    greeting, rest, by, protocol = found.groups("")
    words = host_and_address_words(greeting, rest, _domain(by))
    return [protocol, *words] if words and protocol else words


def host_and_address_words(greeting: str, rest: str, own: str) -> list[str]:
    """Return the words of who handed over: as it greeted, and as the receiver, whose domain is own, saw it.

    All of it is in lower case.
    """
    seen = f"{greeting} {rest}"
    hosts = dict.fromkeys(HOST.findall(seen))
    outside = [host for host in hosts if _domain(host) != own and not host.endswith((".localdomain", ".local"))]
    addresses = [address for address in IP_ADDRESS.findall(seen) if not _is_inside(address)]
    if (hosts and not outside) or not (outside or addresses):
        return []
    words = [word for host in outside for word in host_words(host)]
    words += [word for first, second, third in dict.fromkeys(addresses) for word in _prefixes(first, second, third)]
    if not hosts:
        words.append("nameless" if "." not in greeting else "bare_address")
    return words


@lru_cache(maxsize=4096)
def host_words(host: str) -> tuple[str, ...]:
    """Return the labels of a host's name and its domain as one word: `mx`, `example`, `com`, `example_com`."""
    labels = tuple(label for label in host.replace("-", "_").split(".") if label)
    return (*labels, "_".join(labels[-2:])) if len(labels) > 1 else labels


def _prefixes(first: str, second: str, third: str) -> tuple[str, str]:
    return f"ip_{first}_{second}", f"ip_{first}_{second}_{third}"


def _is_inside(address: tuple[str, str, str]) -> bool:
    first, second, _ = address
    return (
        first in INSIDE
        or (first, second) == ("192", "168")
        or (first == "172" and second.isdigit() and 16 <= int(second) < 32)
    )


@lru_cache(maxsize=4096)
def _domain(host: str) -> str:
    return ".".join(host.split(".")[-2:])
