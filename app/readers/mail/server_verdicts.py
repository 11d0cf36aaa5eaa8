"""Findings of the server that took a mail in about its sender, as evidence for whoever names that server.

It stands in the topmost Authentication-Results, in a field that bears the name the server gives itself:
`auth@mx.example.org`, with words such as `spf=pass`. No recipe counts such a field unless somebody trusts the server:
anybody can write the header, and only a server that takes away what comes in under its own name (RFC 8601, section 5)
is to be believed. What stands further down was there before, and is never looked at.
"""

from __future__ import annotations

import re

from app.readers.mail.mime import Headers

HEADER = b"authentication-results"
FIELD = "auth@"
MOST_BYTES = 4000
COMMENT = re.compile(r"\([^()]*\)|\"[^\"]*\"")
MOST_NESTED = 4
SERVER = re.compile(r"\s*([a-z0-9](?:[a-z0-9._-]{0,98}[a-z0-9])?)(?:\s+\d{1,3})?\s*")
FINDING = re.compile(r"\s*(spf|dkim|dmarc|arc|compauth|iprev)(?:/\d{1,3})?\s*=\s*([a-z]{2,12})\b")


def server_field(headers: Headers) -> dict[str, str]:
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
