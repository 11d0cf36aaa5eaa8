"""Invitations and visiting cards: iCalendar and vCard, as the lines that a person is shown of them."""

from __future__ import annotations

import quopri
import re

from app.readers.charsets import decode_text

CARD_TYPES = frozenset({"text/calendar", "text/vcard", "text/x-vcard", "text/directory", "text/x-vcalendar"})
FOLD = re.compile(r"\r?\n[ \t]|=\r?\n")
LINE = re.compile(r"^(?:[\w-]{1,40}\.)?([A-Za-z-]{1,40})((?:;[^:\r\n]{0,500})?):([^\r\n]*)", re.MULTILINE)
ESCAPE = re.compile(r"\\(.)")
SHOWN = frozenset(
    {
        "SUMMARY",
        "LOCATION",
        "DESCRIPTION",
        "COMMENT",
        "FN",
        "ORG",
        "TITLE",
        "ROLE",
        "NOTE",
        "EMAIL",
        "TEL",
        "URL",
        "ADR",
    }
)
NAMED = frozenset({"ORGANIZER", "ATTENDEE"})
COMMON_NAME = re.compile(r";CN=\"?([^\";:]{1,200})", re.IGNORECASE)
MAX_LINES = 500


def card_text(text: str) -> str:
    """Return what a calendar entry or a visiting card says, a line for each of its statements."""
    said: dict[str, None] = {}
    for found in LINE.finditer(FOLD.sub("", text)):
        name, parameters, value = found[1].upper(), found[2], found[3]
        if name in SHOWN:
            said[_value(parameters, value)] = None
        elif name in NAMED and (who := COMMON_NAME.search(parameters)):
            said[who[1]] = None
        if len(said) >= MAX_LINES:
            break
    return "\n".join(filter(None, said))


def _value(parameters: str, value: str) -> str:
    if "QUOTED-PRINTABLE" in parameters.upper():
        value = decode_text(quopri.decodestring(value.encode("latin-1", "replace")), None)
    value = ESCAPE.sub(lambda found: "\n" if found[1] in "nN" else found[1], value)
    return "\n".join(" ".join(line.split()) for line in value.replace(";", " ").split("\n")).strip()
