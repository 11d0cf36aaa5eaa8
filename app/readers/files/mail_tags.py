"""Tags that mail programs keep beside a mail: in headers, in the names of a Maildir's files, in notmuch's own store."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import unquote

from app.domain.errors import SourceError

MOZILLA_TAGS = {
    "$label1": "Important",
    "$label2": "Work",
    "$label3": "Personal",
    "$label4": "To Do",
    "$label5": "Later",
}
STATES = frozenset({
    "attachment", "deleted", "draft", "encrypted", "flagged", "forwarded", "inbox", "junk", "mdnsent", "new", "nonjunk",
    "notjunk", "passed", "replied", "seen", "sent", "signed", "unread",
})  # fmt: skip
"""Notes that programs make of a mail's state; no tags of its owner's."""
LARGEST_DUMP_BYTES = 1 << 30


def tag_name(keyword: str) -> str:
    """Return what a person calls a tag; nothing for a state that is none."""
    name = MOZILLA_TAGS.get(keyword.lower(), keyword)
    return "" if name.startswith(("$", "\\")) or name.lower() in STATES else name


def tags_in(value: str) -> list[str]:
    """Return the tags in a header: between commas where there are any, else between spaces."""
    parts = value.split(",") if "," in value else value.split()
    return [name for name in map(tag_name, map(str.strip, parts)) if name]


@lru_cache(maxsize=4)
def tags_in_dump(path: str) -> dict[str, tuple[str, ...]]:
    """Return the tags that notmuch has of each mail, by Message-ID, from what `notmuch dump` wrote."""
    found = {}
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            for line in file:
                tags, mark, name = line.rstrip("\n").rpartition(" -- id:")
                if mark and not line.startswith("#"):
                    found[_plain_id(name)] = _tags_of(tags)
    except OSError as error:
        raise SourceError(path, "missing", error.strerror or "") from error
    return found


def _plain_id(name: str) -> str:
    return name[1:-1].replace('""', '"') if name[:1] == name[-1:] == '"' else name


def _tags_of(tags: str) -> tuple[str, ...]:
    names = (tag_name(unquote(tag[1:])) for tag in tags.split() if tag.startswith("+"))
    return tuple(name for name in names if name)
