"""Folders and tags of mail programs: which folders are not read, which labels they give, and which copies are stale.

Mail that a person wrote, drafted or deleted says nothing about incoming mail, so such folders are not read. Special
folders, such as Inbox and Junk, are recognised by their names in many languages. Tags come from headers, from keywords
in Maildir file names, and from notmuch.

The following stores of mail are recognised:

- mailboxes with Thunderbird's index or subfolders beside them
- several mailboxes of which one is an inbox or another special folder
- Maildirs with their hidden subfolders
- the folders of KMail, Evolution and Apple Mail, and exports of Outlook for Mac

Thunderbird's local copy of a server mailbox still has mail that was moved away on the server. `folderCache.json` says
how many messages there should be.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from pathlib import Path
from string import ascii_lowercase
from typing import Literal
from urllib.parse import unquote

import resources
from app.domain.errors import SourceError
from app.readers.files.opening import read_first_bytes
from app.readers.labels import MAILDIR_PARTS
from app.readers.mail.mailboxes import folder_name, iter_mbox

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
    """Return the label of a mail folder: its path. All inboxes share one label, and all junk folders share one."""
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
    """Return the tags in a header value. They are separated by commas; if it has no comma, by spaces."""
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


SUBFOLDERS = ".sbd"
HEXADECIMAL = re.compile("[0-9a-f]{1,2}")
STORES_OF_A_PROFILE = ("imapmail", "mail", "news")
MAC_MESSAGES, MAC_ATTACHMENTS = "com.microsoft.__Messages", "com.microsoft.__Attachments"
"""Folders in the exports of Outlook for Mac."""
MAX_KEYWORDS, MAX_KEYWORDS_BYTES = 26, 1 << 16
"""Dovecot numbers at most 26 keywords per Maildir, one for each small letter."""
OWN_MAIL, STALE = "own-mail", "stale-mailbox"
MAX_CACHE_BYTES = 64 << 20
SPECIAL_USE_BY_FLAG: tuple[tuple[int, SpecialUse], ...] = (
    (0x40000000, "junk"), (0x1000, "inbox"), (0x200, "sent"), (0x400, "drafts"), (0x100, "trash"), (0x800, "outbox"),
    (0x400000, "templates"),
)  # fmt: skip
"""Thunderbird's folder flags (nsMsgFolderFlags), each with the special use it marks."""


@dataclass(frozen=True, slots=True)
class CachedFolder:
    """Facts about a mailbox from Thunderbird's cache."""

    special_use: SpecialUse | None
    n_messages: int | None
    has_deleted_messages: bool


@dataclass(frozen=True, slots=True)
class MailFolder:
    """A folder of a mail program: its label, or the reason code for leaving it out."""

    label: str | None
    skip_reason: str = ""


CachedFolders = Callable[[str], Mapping[str, CachedFolder]]
"""Function that takes the path of a profile and returns its cached folders, by their path within the profile."""
SKIPPED_FOLDER = MailFolder(None, OWN_MAIL)
"""Result for a folder of mail that its owner wrote, drafted or deleted. Such folders are not read."""


def _thunderbird_profile_of(path: str) -> tuple[str, str] | None:
    """Return the Thunderbird profile that contains a mailbox, and the path of the mailbox from `ImapMail` or `Mail`
    on.
    """
    parts = Path(path).parts
    for index in range(len(parts) - 2, 0, -1):
        if parts[index].lower() in STORES_OF_A_PROFILE:
            return os.path.join(*parts[:index]), "/".join(parts[index:])
    return None


def read_folder_cache(profile: str) -> Mapping[str, CachedFolder]:
    """Return the cached folders of a Thunderbird profile by their path in it; empty without a readable cache."""
    raw = read_first_bytes(os.path.join(profile, "folderCache.json"), MAX_CACHE_BYTES + 1)
    try:
        cache = json.loads(raw) if len(raw) <= MAX_CACHE_BYTES else None
    except (ValueError, RecursionError):
        return {}
    folders: dict[str, CachedFolder] = {}
    for index, row in cache.items() if isinstance(cache, dict) else ():
        if isinstance(row, dict):
            # The cache has absolute paths, and the profile may have been copied: keep the part inside of the profile.
            parts = index.removesuffix(".msf").replace("\\", "/").split("/")
            store_indexes = [at for at, part in enumerate(parts[:-1]) if part.lower() in STORES_OF_A_PROFILE]
            flags, total, removed = (row.get(name) for name in ("flags", "totalMsgs", "expungedBytes"))
            use = next((use for bit, use in SPECIAL_USE_BY_FLAG if isinstance(flags, int) and flags & bit), None)
            n_messages = total if isinstance(total, int) and total >= 0 else None
            folder_path = "/".join(parts[store_indexes[-1] :]) if store_indexes else index
            folders[folder_path] = CachedFolder(use, n_messages, bool(removed))
    return folders


def find_mailboxes(folder: str, files: Sequence[str], folders: Iterable[str]) -> set[str]:
    """Return the files of a folder that are mailboxes of a mail program."""
    boxes = {name[:-4] for name in files if name.endswith(".msf")}
    boxes |= {name.removesuffix(SUBFOLDERS) for name in folders if name.endswith(SUBFOLDERS)}
    without_suffix = [name for name in files if "." not in name]
    if any(special_use_of(name) for name in without_suffix) and (
        len(without_suffix) > 1 or _thunderbird_profile_of(os.path.join(folder, "any"))
    ):
        boxes |= {name for name in without_suffix if read_first_bytes(os.path.join(folder, name), 5) == b"From "}
    return boxes & set(files)


def contains_inbox(names: Iterable[str]) -> bool:
    """Return whether one of these names is an inbox. If so, the folders or mailboxes belong to a mail program."""
    uses = [special_use_of(name) for name in names]
    return len(uses) > 1 and "inbox" in uses


def folder_of_mailbox(path: str, name: str, folders: Sequence[str], folders_of: CachedFolders) -> MailFolder:
    """Return the label of a mailbox file, or the reason code for leaving it out.

    `folders` are the names of the folders around the file, outermost first.
    """
    above = takewhile(lambda folder: folder.endswith(SUBFOLDERS), reversed(folders))
    around = [folder.removesuffix(SUBFOLDERS) for folder in above][::-1]
    store = _thunderbird_profile_of(path)
    cached = folders_of(store[0]).get(store[1]) if store is not None else None
    use = (cached.special_use if cached is not None else None) or special_use_of(name)
    if use in SKIPPED_SPECIAL_USES:
        return MailFolder(None, OWN_MAIL)
    if cached is not None and _is_stale(path, cached):
        return MailFolder(None, STALE)
    return MailFolder(label_of_folder("/".join([*around, name]), use))


def _is_stale(path: str, cached: CachedFolder) -> bool:
    """Return whether a local copy is out of date: mail was deleted on the server, or the number of messages differs."""
    is_of_server = "imapmail" in (part.lower() for part in Path(path).parts)
    if not is_of_server or cached.n_messages is None:
        return False
    try:
        return cached.has_deleted_messages or sum(1 for _ in iter_mbox(path)) != cached.n_messages
    except OSError:
        return False


def find_mail_folder(folders: Sequence[str], inner: Iterable[str]) -> MailFolder | None:
    """Return the folder of a Maildir, or of a folder of Apple Mail's message files; None for any other folder.

    `folders` are the names of the folders down to this one, outermost first. `inner` are the names of its subfolders.
    """
    names: list[str] = []
    if "Messages" in folders or folders[-1].lower().endswith(".mbox"):
        # Apple Mail's `Finance.mbox/Bank.mbox/UUID/Data/Messages` is Finance/Bank
        names = [folder[: -len(".mbox")] for folder in folders if folder.lower().endswith(".mbox")]
    names = names or _evolution_folder_path(folders)
    if not names and (MAILDIR_PARTS & set(inner) or folders[-1] in MAILDIR_PARTS):
        hidden = [name for name in inner if name.startswith(".") and not name.endswith(".directory")]
        has_known = any(
            special_use_of(folder_name(name).split("/")[0]) for name in hidden
        )  # they are subfolders of an inbox
        names = ["Inbox"] if has_known and not folders[-1].startswith(".") else _find_maildir_names(folders)
    if not names:
        return None
    use = special_use_of(names[-1])
    return (
        MailFolder(None, OWN_MAIL) if use in SKIPPED_SPECIAL_USES else MailFolder(label_of_folder("/".join(names), use))
    )


def read_dovecot_keywords(folder: str) -> dict[str, str]:
    """Return the keywords in Dovecot's file `dovecot-keywords`, by the letter that stands for them in file names."""
    content = read_first_bytes(os.path.join(os.path.dirname(folder), "dovecot-keywords"), MAX_KEYWORDS_BYTES)
    rows = [line.split(None, 1) for line in content.decode("utf-8", "replace").split("\n")[:MAX_KEYWORDS]]
    pairs = [(row[0], tag_name(row[1].strip())) for row in rows if len(row) == 2]
    letters = dict(zip(map(str, range(MAX_KEYWORDS)), ascii_lowercase, strict=True))
    return {letters[number]: name for number, name in pairs if number in letters and name}


def folder_of_mac_message(name: str) -> MailFolder | None:
    """Return the mail folder of a message file in an export of Outlook for Mac; None for its other files."""
    *folders, file = name.split("/")
    if MAC_MESSAGES not in folders or MAC_ATTACHMENTS in folders or not file.lower().endswith(".xml"):
        return None
    names = folders[folders.index(MAC_MESSAGES) + 1 :]
    if SKIPPED_SPECIAL_USES & set(map(special_use_of, names)):
        return SKIPPED_FOLDER
    return MailFolder(label_of_folder("/".join(names)) if names else None)


def _evolution_folder_path(folders: Sequence[str]) -> list[str]:
    """Return the folder path of a mailbox in Evolution's cache of a mail server.

    For example, INBOX and Work for the path `folders/INBOX/subfolders/Work/cur/1f`. Empty for other paths.
    """
    if len(folders) < 3 or folders[-2] != "cur" or not HEXADECIMAL.fullmatch(folders[-1]) or "folders" not in folders:
        return []
    start = len(folders) - 1 - folders[::-1].index("folders")
    return [name for name in folders[start + 1 : -2] if name != "subfolders"]


def _find_maildir_names(folders: Sequence[str]) -> list[str]:
    names = [folder for folder in folders if folder not in MAILDIR_PARTS]
    if not names:
        return []
    if names[-1].startswith(".") and not names[-1].endswith(".directory"):
        return folder_name(names[-1]).split("/")
    above: list[str] = []
    for folder in reversed(names[:-1]):
        if folder.endswith(SUBFOLDERS):
            above.insert(0, folder.removesuffix(SUBFOLDERS))
        elif folder.startswith(".") and folder.endswith(".directory"):
            above.insert(0, folder[1:].removesuffix(".directory"))
        else:
            break
    return [*above, names[-1]]
