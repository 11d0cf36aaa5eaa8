"""Special folders of mail programs (inbox, junk, a person's own writing), told by name in many languages, and tags.

Mail that a person wrote, has begun or has thrown away says nothing about mail that arrives: such folders are left out.

Tags stand in headers, in the names of a Maildir's files, and in notmuch's own store.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal
from urllib.parse import unquote

import resources
from app.domain.errors import SourceError

SpecialUse = Literal["inbox", "junk", "sent", "drafts", "trash", "templates", "outbox"]

NAMES: dict[SpecialUse, list[str]] = resources.read_json("names", "mail_folders.json")
"""The names that each special folder has, in many languages."""
USES: dict[str, SpecialUse] = {name: use for use, names in NAMES.items() for name in names}
LEFT_OUT: frozenset[SpecialUse] = frozenset({"sent", "drafts", "trash", "templates", "outbox"})
LABELS: dict[SpecialUse, str] = {"inbox": "Inbox", "junk": "Junk"}
"""Labels of the two folders that teach a filter, so that accounts in several languages meet."""
LIKE_SPAM = ("spam", "junk")
"""Names that are as good."""


def use_of(name: str) -> SpecialUse | None:
    """The special use of a folder by its own name, without those it lies in."""
    return USES.get(" ".join(name.casefold().split()))


def label_of_folder(path: str, use: SpecialUse | None = None) -> str:
    """The label that a mail folder gives: its path, but one name for every inbox and one for all junk."""
    name = path.rpartition("/")[2]
    use = use or use_of(name)
    if use is None or (use == "junk" and any(like in name.casefold() for like in LIKE_SPAM)):
        return path
    return LABELS.get(use, path)


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
                    own = name[1:-1].replace('""', '"') if name[:1] == name[-1:] == '"' else name
                    names = (tag_name(unquote(tag[1:])) for tag in tags.split() if tag.startswith("+"))
                    found[own] = tuple(filter(None, names))
    except OSError as error:
        raise SourceError(path, "missing", error.strerror or "") from error
    return found
