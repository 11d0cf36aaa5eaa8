"""Names that mail programs use: of special folders, such as Inbox and Junk, in many languages, and of tags.

Mail that a person wrote, drafted or deleted says nothing about incoming mail, so such folders are left out.

Tags come from headers, from keywords in Maildir file names, and from notmuch.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal
from urllib.parse import unquote

import resources
from app.domain.errors import SourceError

SpecialUse = Literal["inbox", "junk", "sent", "drafts", "trash", "templates", "outbox"]

SPECIAL_FOLDER_NAMES: dict[SpecialUse, list[str]] = resources.read_json("names", "mail_folders.json")
"""Names of folders with a special use, such as drafts, in many languages and lower case."""
USE_OF_NAME: dict[str, SpecialUse] = {name: use for use, names in SPECIAL_FOLDER_NAMES.items() for name in names}
SKIPPED_SPECIAL_USES: frozenset[SpecialUse] = frozenset({"sent", "drafts", "trash", "templates", "outbox"})
"""Special uses of folders that are not read."""
LABELS_BY_SPECIAL_USE: dict[SpecialUse, str] = {"inbox": "Inbox", "junk": "Junk"}
"""Labels for inboxes and junk folders. Accounts in several languages share them."""
JUNK_SUBSTRINGS = ("spam", "junk")
"""Substrings that also mark a junk folder; a folder named so keeps its own name as label."""


def special_use_of(name: str) -> SpecialUse | None:
    """Return the special use of a folder with this name, such as `junk` for "Spam"; None if it has none."""
    return USE_OF_NAME.get(" ".join(name.casefold().split()))


def is_junk_name(name: str) -> bool:
    """Return whether a folder or mailbox with this name is for junk mail."""
    return special_use_of(name) == "junk" or any(like in name.casefold() for like in JUNK_SUBSTRINGS)


def label_of_folder(path: str, special_use: SpecialUse | None = None) -> str:
    """Return the label of a mail folder: its path, except that all inboxes share one label, and all junk folders."""
    name = path.rpartition("/")[2]
    special_use = special_use or special_use_of(name)
    if special_use is None or (special_use == "junk" and any(like in name.casefold() for like in JUNK_SUBSTRINGS)):
        return path
    return LABELS_BY_SPECIAL_USE.get(special_use, path)


MOZILLA_TAGS = {
    "$label1": "Important",
    "$label2": "Work",
    "$label3": "Personal",
    "$label4": "To Do",
    "$label5": "Later",
}
STATE_KEYWORDS = frozenset({
    "attachment", "deleted", "draft", "encrypted", "flagged", "forwarded", "inbox", "junk", "mdnsent", "new", "nonjunk",
    "notjunk", "passed", "replied", "seen", "sent", "signed", "unread",
})  # fmt: skip
"""Keywords by which mail programs note the state of a message. They are not tags of its owner."""


def tag_name(keyword: str) -> str:
    """Return the name of a tag as mail programs show it; empty if the keyword only notes a state of the message."""
    name = MOZILLA_TAGS.get(keyword.lower(), keyword)
    return "" if name.startswith(("$", "\\")) or name.lower() in STATE_KEYWORDS else name


def split_tags(value: str) -> list[str]:
    """Return the tags in a header value; they are separated by commas if it has any, else by spaces."""
    parts = value.split(",") if "," in value else value.split()
    return [name for name in map(tag_name, map(str.strip, parts)) if name]


@lru_cache(maxsize=4)
def read_notmuch_dump(path: str) -> dict[str, tuple[str, ...]]:
    """Return notmuch's tags by Message-ID, from the output file of `notmuch dump`. Raises SourceError."""
    tags_by_id = {}
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            for line in file:
                tags, separator, name = line.rstrip("\n").rpartition(" -- id:")
                if separator and not line.startswith("#"):
                    message_id = name[1:-1].replace('""', '"') if name[:1] == name[-1:] == '"' else name
                    names = (tag_name(unquote(tag[1:])) for tag in tags.split() if tag.startswith("+"))
                    tags_by_id[message_id] = tuple(filter(None, names))
    except OSError as error:
        raise SourceError(path, "missing", error.strerror or "") from error
    return tags_by_id
