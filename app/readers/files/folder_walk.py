"""Every file in what a person dropped, with the label its folder gives it: in order, and one folder at a time.

Hidden and system files are passed over. Links inside a folder are not followed: what they lead to is either in the
folder and found there, or outside of it and none of our business; the latter are handed on, to be listed by the
reader, as are pipes, devices and folders that may not be listed.
"""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from app.domain.documents import SEPARATOR
from app.readers.documents.paperless import NAME as MANIFEST
from app.readers.documents.paperless import is_manifest
from app.readers.files.mail_programs import (
    OWN_FOLDER,
    CachedFolders,
    MailFolder,
    box_names,
    cached_folders,
    holds_an_inbox,
    kept_keywords,
    mail_folder,
    mailbox,
)
from app.readers.files.names_in_mail_programs import LEFT_OUT, use_of
from app.readers.files.opening import first_bytes
from app.readers.labels import MAILDIR_PARTS, folder_label, tree_label
from app.readers.mail.mailboxes import maildir_flags

SYSTEM_NAMES = frozenset({
    "thumbs.db", "desktop.ini", "ehthumbs.db", "icon\r", "__macosx", "$recycle.bin", "lost+found", "@eadir",
    "system volume information", "maildirsize", "dovecot-uidlist", "dovecot-keywords", "dovecot.index.log",
})  # fmt: skip
PROFILE_SUFFIXES = (".dat", ".html", ".json", ".js", ".sqlite", ".mab", ".log", ".txt")
"""Endings of files that lie beside the mailboxes of a profile and are no mail."""
PROFILE_STORES = frozenset({"ImapMail", "Mail"})
MOST_BRANCHES = 200
SYSTEM_SUFFIXES = (".msf", ".dovecot.index.cache")


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file of a source."""

    path: str
    folder_label: str | None
    """The label by its place; behind it, in the way of a set of labels, the marks that a Maildir keeps in its name."""
    size_bytes: int
    left_out: str = ""
    """The reason why it is not to be read, as a code of FAILURE_REASONS; empty where it is read."""


def is_ignored(name: str) -> bool:
    """Return whether a file or folder is hidden or the system's own, and so no document."""
    lowered = name.lower()
    return name.startswith((".", "~$")) or lowered in SYSTEM_NAMES or lowered.endswith(SYSTEM_SUFFIXES)


def found_files(sources: Iterable[Path], *, labels_from: str = "folder") -> Iterator[FoundFile]:
    """Every file of the sources; a folder's own files come before those of the folders in it, by name.

    By the tree, a label is the whole path of folders, from the source on, and with it where there is more than one.
    """
    sources = tuple(sources)
    above = None if labels_from != "tree" else int(len(sources) == 1)
    for source in sources:
        path, mode, size_bytes = _meant(source)
        if stat.S_ISDIR(mode):
            yield from FolderPart(path, (_Folder(path, (os.path.basename(path),), is_top=True, above=above),)).files()
        else:
            yield FoundFile(path, None, size_bytes)


def parts_of(source: Path, n_parts: int) -> list[FolderPart]:
    """Cut a source that is a folder into parts, whose files are one after the other those of the folder."""
    path, _, _ = _meant(source)
    return FolderPart(path, (_Folder(path, (os.path.basename(path),), is_top=True),)).divided(n_parts)


def _meant(source: Path) -> tuple[str, int, int]:
    """Return the path of a source with its mode and size; a link is followed where a person names it."""
    path = os.path.abspath(source)
    mode, size_bytes = _mode_and_size(path)
    if stat.S_ISLNK(mode):
        path = os.path.realpath(path)
        mode, size_bytes = _mode_and_size(path)
    return path, mode, size_bytes


@dataclass(frozen=True, slots=True)
class _Folder:
    """A folder that waits to be walked: its place, the names down to it, and those of them that labels keep."""

    path: str
    names: tuple[str, ...]
    kept: tuple[str, ...] = ()
    store: MailFolder | None = None
    """Of the three parts of a Maildir: what the Maildir is."""
    is_top: bool = False
    """True if files beside its folders may tell about these, and are then no documents."""
    is_shallow: bool = False
    """True if its own files alone are meant, and not the folders in it."""
    above: int | None = None
    """The number of outermost folders that the label leaves out, where it is the whole path; None where it is not."""

    @property
    def label(self) -> str | None:
        if self.above is not None:
            return tree_label(self.names[self.above :])
        own = folder_label(self.names)
        return "/".join([*self.kept, own]) if own is not None else None


@dataclass(frozen=True, slots=True)
class FolderPart:
    """A part of a folder that can be walked apart from the rest: some of the folders in it, in their order."""

    root: str
    folders: tuple[_Folder, ...]

    def files(self) -> Iterator[FoundFile]:
        """Yield the files of these folders, and of all folders in them."""
        real_root, folders_of = os.path.realpath(self.root), cache(cached_folders)
        waiting = [*reversed(self.folders)]
        while waiting:
            folder = waiting.pop()
            listed = _listing(folder, self.root)
            if isinstance(listed, FoundFile):
                yield listed
                continue
            yield from _files(real_root, folder, listed, folders_of)
            if not folder.is_shallow:
                waiting += reversed(listed.inner)

    def divided(self, n_parts: int) -> list[FolderPart]:
        """Cut into about so many parts, folder from folder: all their files, one after the other, are those of all."""
        folders = list(self.folders)
        while len(folders) < n_parts and not all(folder.is_shallow for folder in folders):
            opened: list[_Folder] = []
            for folder in folders:  # its own files, then each of the folders in it
                listed = None if folder.is_shallow else _listing(folder, self.root)
                opened.append(replace(folder, is_shallow=True))
                opened += listed.inner if isinstance(listed, _Listing) else ()
            folders = opened
        size = max(1, -(-len(folders) // n_parts))
        return [FolderPart(self.root, tuple(folders[at : at + size])) for at in range(0, len(folders), size)]


@dataclass(frozen=True, slots=True)
class _Listing:
    """The content of a folder: its files, each with whether it is a link, their label, and the folders to walk."""

    files: list[tuple[str, bool]]
    folders: set[str]
    label: str | None
    inner: list[_Folder]


def _listing(folder: _Folder, root: str) -> _Listing | FoundFile:
    """List a folder; one that cannot be listed, or is left out, comes as a file."""
    try:
        files, folders = _listed(folder.path)
    except OSError:
        return FoundFile(folder.path, folder.label, 0)
    store = folder.store or mail_folder(folder.names, folders)
    if store is not None and store.left_out and folder.path != root:
        return FoundFile(folder.path, None, 0, store.left_out)
    names_of_files = [name for name, _ in files]
    label = folder.label if store is None else store.label
    if store is None and folder.is_top and describe_folders(names_of_files, folders):
        label = None
    shown = [name for name in folders if not is_ignored(name)]
    is_only = folder.is_top and len(shown) == 1 and all(map(is_ignored, names_of_files))
    walked = [name for name in folders if not _is_passed_over(folder.path, name, is_maildir="cur" in folders)]
    if "prefs.js" in names_of_files:  # a mail program's profile
        walked = [name for name in walked if name in PROFILE_STORES] or walked
    branches = _branches(folder.path, walked) if store is None else set()
    has_inbox = holds_an_inbox(folders)
    inner = [
        _Folder(
            os.path.join(folder.path, name),
            (*folder.names, name),
            kept=(*folder.kept, name) if name in branches else folder.kept,
            store=OWN_FOLDER if has_inbox and use_of(name) in LEFT_OUT else store if name in MAILDIR_PARTS else None,
            is_top=is_only and name in shown,  # as unpacked archives leave it behind
            above=folder.above,
        )
        for name in walked
    ]
    return _Listing(files, set(folders), label, inner)


def _branches(folder: str, names: list[str]) -> set[str]:
    """The folders in a folder whose names labels keep: those that hold folders alone, and other ones than those beside.

    So `finance/bank` and `finance/tax` are labels, while `train/sport` and `test/sport` meet under one.
    """
    if not 1 < len(names) <= MOST_BRANCHES:
        return set()
    inner: dict[str, list[str]] = {}
    for name in names:
        with suppress(OSError):
            files, folders = _listed(os.path.join(folder, name))
            if "cur" not in folders and all(is_ignored(file) for file, _ in files):
                inner[name] = [one for one in folders if not is_ignored(one)]
    inner = {name: found for name, found in inner.items() if found}
    counts = Counter(name for found in inner.values() for name in found)
    return {name for name, found in inner.items() if all(counts[one] == 1 for one in found) and not is_half(name)}


def is_half(name: str) -> bool:
    """Return whether a folder is named like a part of a set that is divided for training and testing."""
    return any(word in name.lower() for word in ("train", "test", "valid", "dev"))


def describe_folders(files: list[str], folders: list[str]) -> bool:
    """Return whether files beside folders only describe these, as a README does, and are no documents themselves."""
    n_folders = sum(not is_ignored(name) for name in folders)
    return n_folders > 1 and sum(not is_ignored(name) for name in files) < n_folders


def _listed(folder: str) -> tuple[list[tuple[str, bool]], list[str]]:
    """Names of the files (and whether each is a link) and of the folders in a folder, sorted."""
    files, folders = [], []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                folders.append(entry.name)
            else:
                files.append((entry.name, entry.is_symlink()))
    if os.path.basename(folder) in ("cur", "new"):
        files = [(name, is_link) for name, is_link in files if "T" not in maildir_flags(name)]  # marked as deleted
    return sorted(files), sorted(folders)


def _files(real_root: str, folder: _Folder, listed: _Listing, folders_of: CachedFolders) -> Iterator[FoundFile]:
    files = listed.files
    names = [name for name, _ in files]
    if "prefs.js" in names and listed.folders & PROFILE_STORES:
        return
    named, boxes = named_mailboxes(names), box_names(folder.path, names, listed.folders)
    is_export = holds_an_inbox(name.rpartition(".")[0] for name in named)
    has_indexes = any(name.endswith(".msf") for name in names)
    keywords = kept_keywords(folder.path) if folder.names[-1] in MAILDIR_PARTS else {}
    if MANIFEST in names and is_manifest(MANIFEST, first_bytes(os.path.join(folder.path, MANIFEST), 4096)):
        files = [(name, is_link) for name, is_link in files if name == MANIFEST]  # it holds the text of all others
    for name, is_link in files:
        path = os.path.join(folder.path, name)
        target = os.path.realpath(path) if is_link else ""
        if is_ignored(name) or (os.path.exists(target) and os.path.commonpath((target, real_root)) == real_root):
            continue  # what a link leads to is found there
        if has_indexes and name.lower().endswith(PROFILE_SUFFIXES):
            continue
        _, size_bytes = _mode_and_size(path)
        if name in boxes or (is_export and use_of(folder_label((name,)) or "") in LEFT_OUT):
            if size_bytes:  # an empty one only stands for its subfolders
                found = mailbox(path, name if name in boxes else name.rpartition(".")[0], folder.names, folders_of)
                yield FoundFile(path, found.label, size_bytes, found.left_out)
        else:
            own = folder_label((name,)) if name in named else listed.label
            marks = [keywords[flag] for flag in maildir_flags(name) if flag in keywords] if keywords else []
            yield FoundFile(path, SEPARATOR.join([own or "", *marks]) if marks else own, size_bytes)


def named_mailboxes(names: Sequence[str]) -> set[str]:
    """Mailboxes that are folders to their owner: with Thunderbird's index beside them, or several that have names."""
    boxes = [name for name in names if name.lower().endswith((".mbox", ".mbx"))]
    are_named = len(boxes) > 1 and not any(character.isdigit() for name in boxes for character in name)
    return {name[:-4] for name in names if name.endswith(".msf")} | set(boxes if are_named else ())


def _is_passed_over(folder: str, name: str, *, is_maildir: bool) -> bool:
    if is_maildir and name == "tmp":
        return True
    if name == "Attachments" and "Messages" in os.listdir(folder):  # Apple Mail's, which are in the messages as well
        return True
    if not name.startswith("."):
        return is_ignored(name)
    is_maildir = any(os.path.isdir(os.path.join(folder, name, part)) for part in ("cur", "new"))
    return not (is_maildir or name.endswith(".directory"))  # subfolders of Maildirs and of KMail are hidden ones


def _mode_and_size(path: str) -> tuple[int, int]:
    """Return the mode of a path and the bytes of a regular file; zeros where nothing can be found out."""
    try:
        found = os.lstat(path)
    except OSError:
        return 0, 0
    return found.st_mode, found.st_size if stat.S_ISREG(found.st_mode) else 0
