"""The folders in which mail programs keep mail: what each is called, which are left out, and which cannot be believed.

Known are mailboxes with Thunderbird's index or subfolders beside them, several mailboxes of which one is an inbox or
the like, Maildirs with their hidden subfolders, KMail's, and Apple Mail's. The copy that Thunderbird keeps of a mailbox
on a server still holds what was moved away there; `folderCache.json` tells how much should be in it.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from string import ascii_lowercase

from app.readers.files.names_in_mail_programs import LEFT_OUT, SpecialUse, label_of_folder, tag_name, use_of
from app.readers.files.opening import first_bytes
from app.readers.labels import MAILDIR_PARTS
from app.readers.mail.mailboxes import folder_name, iter_mbox

SUBFOLDERS = ".sbd"
HEXADECIMAL = re.compile("[0-9a-f]{1,2}")
STORES_OF_A_PROFILE = ("imapmail", "mail", "news")
MAC_MESSAGES, MAC_ATTACHMENTS = "com.microsoft.__Messages", "com.microsoft.__Attachments"
"""Folders in the exports of Outlook for Mac."""
MOST_KEYWORDS, MOST_KEYWORDS_BYTES = 26, 1 << 16
OWN_MAIL, STALE = "own-mail", "stale-mailbox"
LARGEST_CACHE_BYTES = 64 << 20
FLAGS: tuple[tuple[int, SpecialUse], ...] = (
    (0x40000000, "junk"), (0x1000, "inbox"), (0x200, "sent"), (0x400, "drafts"), (0x100, "trash"), (0x800, "outbox"),
    (0x400000, "templates"),
)  # fmt: skip
"""The bits by which Thunderbird marks the use of a folder."""


@dataclass(frozen=True, slots=True)
class CachedFolder:
    """The facts that Thunderbird's cache holds about a mailbox."""

    use: SpecialUse | None
    n_messages: int | None
    has_removed: bool


@dataclass(frozen=True, slots=True)
class MailFolder:
    """A folder of a mail program: its label, or why it is left out."""

    label: str | None
    left_out: str = ""


CachedFolders = Callable[[str], Mapping[str, CachedFolder]]
"""Returns what is known of the mailboxes of a profile."""
OWN_FOLDER = MailFolder(None, OWN_MAIL)
"""A folder with what its owner has written, begun or thrown away."""


def _store_around(path: str) -> tuple[str, str] | None:
    """The profile that a mailbox lies in, and its place there from `ImapMail` or `Mail` on."""
    parts = Path(path).parts
    for at in range(len(parts) - 2, 0, -1):
        if parts[at].lower() in STORES_OF_A_PROFILE:
            return os.path.join(*parts[:at]), "/".join(parts[at:])
    return None


def cached_folders(profile: str) -> Mapping[str, CachedFolder]:
    """Return what Thunderbird knows of the mailboxes of a profile, by their places in it."""
    raw = first_bytes(os.path.join(profile, "folderCache.json"), LARGEST_CACHE_BYTES + 1)
    try:
        told = json.loads(raw) if len(raw) <= LARGEST_CACHE_BYTES else None
    except (ValueError, RecursionError):
        return {}
    found: dict[str, CachedFolder] = {}
    for index, row in told.items() if isinstance(told, dict) else ():
        if isinstance(row, dict):
            # its place in any profile: the paths in there are absolute, and the profile may have been copied
            parts = index.removesuffix(".msf").replace("\\", "/").split("/")
            places = [at for at, part in enumerate(parts[:-1]) if part.lower() in STORES_OF_A_PROFILE]
            flags, total, removed = (row.get(name) for name in ("flags", "totalMsgs", "expungedBytes"))
            use = next((use for bit, use in FLAGS if isinstance(flags, int) and flags & bit), None)
            n_messages = total if isinstance(total, int) and total >= 0 else None
            place = "/".join(parts[places[-1] :]) if places else index
            found[place] = CachedFolder(use, n_messages, bool(removed))
    return found


def box_names(folder: str, files: Sequence[str], folders: Iterable[str]) -> set[str]:
    """The files of a folder that are mailboxes of a mail program."""
    named = {name[:-4] for name in files if name.endswith(".msf")}
    named |= {name.removesuffix(SUBFOLDERS) for name in folders if name.endswith(SUBFOLDERS)}
    plain = [name for name in files if "." not in name]
    if any(use_of(name) for name in plain) and (len(plain) > 1 or _store_around(os.path.join(folder, "any"))):
        named |= {name for name in plain if first_bytes(os.path.join(folder, name), 5) == b"From "}
    return named & set(files)


def holds_an_inbox(names: Iterable[str]) -> bool:
    """Return whether one of several folders or mailboxes is an inbox, so that all are those of a mail program."""
    uses = [use_of(name) for name in names]
    return len(uses) > 1 and "inbox" in uses


def mailbox(path: str, name: str, folders: Sequence[str], folders_of: CachedFolders) -> MailFolder:
    """Return the label of a mailbox file, or why it is left out; the folders around it are given outermost first."""
    above = takewhile(lambda folder: folder.endswith(SUBFOLDERS), reversed(folders))
    around = [folder.removesuffix(SUBFOLDERS) for folder in above][::-1]
    store = _store_around(path)
    cached = folders_of(store[0]).get(store[1]) if store is not None else None
    use = (cached.use if cached is not None else None) or use_of(name)
    if use in LEFT_OUT:
        return MailFolder(None, OWN_MAIL)
    if cached is not None and _is_stale(path, cached):
        return MailFolder(None, STALE)
    return MailFolder(label_of_folder("/".join([*around, name]), use))


def _is_stale(path: str, cached: CachedFolder) -> bool:
    """Return whether the local copy of a mailbox on a server holds other mail than that mailbox does."""
    is_of_server = "imapmail" in (part.lower() for part in Path(path).parts)
    if not is_of_server or cached.n_messages is None:
        return False
    try:
        return cached.has_removed or sum(1 for _ in iter_mbox(path)) != cached.n_messages
    except OSError:
        return False


def mail_folder(folders: Sequence[str], inner: Iterable[str]) -> MailFolder | None:
    """Return the label of a folder full of messages, a Maildir or one of Apple Mail's; None for any other folder."""
    names: list[str] = []
    if "Messages" in folders or folders[-1].lower().endswith(".mbox"):
        # Apple Mail's `Finance.mbox/Bank.mbox/UUID/Data/Messages` is Finance/Bank
        names = [folder[: -len(".mbox")] for folder in folders if folder.lower().endswith(".mbox")]
    names = names or _cached_names(folders)
    if not names and (MAILDIR_PARTS & set(inner) or folders[-1] in MAILDIR_PARTS):
        hidden = [name for name in inner if name.startswith(".") and not name.endswith(".directory")]
        has_known = any(use_of(folder_name(name).split("/")[0]) for name in hidden)  # below an inbox
        names = ["Inbox"] if has_known and not folders[-1].startswith(".") else _maildir_names(folders)
    if not names:
        return None
    use = use_of(names[-1])
    return MailFolder(None, OWN_MAIL) if use in LEFT_OUT else MailFolder(label_of_folder("/".join(names), use))


def kept_keywords(folder: str) -> dict[str, str]:
    """Return what the small letters in the names of a Maildir's files stand for, as Dovecot keeps it beside them."""
    kept = first_bytes(os.path.join(os.path.dirname(folder), "dovecot-keywords"), MOST_KEYWORDS_BYTES)
    told = [line.split(None, 1) for line in kept.decode("utf-8", "replace").split("\n")[:MOST_KEYWORDS]]
    pairs = [(one[0], tag_name(one[1].strip())) for one in told if len(one) == 2]
    letters = dict(zip(map(str, range(MOST_KEYWORDS)), ascii_lowercase, strict=True))
    return {letters[number]: name for number, name in pairs if number in letters and name}


def mac_folder(name: str) -> MailFolder | None:
    """Return the label of a message in an export of Outlook for Mac; None for whatever else is in there."""
    *folders, file = name.split("/")
    if MAC_MESSAGES not in folders or MAC_ATTACHMENTS in folders or not file.lower().endswith(".xml"):
        return None
    names = folders[folders.index(MAC_MESSAGES) + 1 :]
    if LEFT_OUT & set(map(use_of, names)):
        return OWN_FOLDER
    return MailFolder(label_of_folder("/".join(names)) if names else None)


def _cached_names(folders: Sequence[str]) -> list[str]:
    """`folders/INBOX/subfolders/Work/cur/1f` is INBOX/Work: so Evolution keeps a copy of a mailbox on a server."""
    if len(folders) < 3 or folders[-2] != "cur" or not HEXADECIMAL.fullmatch(folders[-1]) or "folders" not in folders:
        return []
    start = len(folders) - 1 - folders[::-1].index("folders")
    return [name for name in folders[start + 1 : -2] if name != "subfolders"]


def _maildir_names(folders: Sequence[str]) -> list[str]:
    own = [folder for folder in folders if folder not in MAILDIR_PARTS]
    if not own:
        return []
    if own[-1].startswith(".") and not own[-1].endswith(".directory"):
        return folder_name(own[-1]).split("/")
    above: list[str] = []
    for folder in reversed(own[:-1]):
        if folder.endswith(SUBFOLDERS):
            above.insert(0, folder.removesuffix(SUBFOLDERS))
        elif folder.startswith(".") and folder.endswith(".directory"):
            above.insert(0, folder[1:].removesuffix(".directory"))
        else:
            break
    return [*above, own[-1]]
