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
from dataclasses import replace
from pathlib import Path

from app.domain.documents import SEPARATOR
from app.readers.documents.paperless import is_manifest
from app.readers.files.mail_stores import (
    MAILDIR_PARTS,
    OWN_FOLDER,
    MailFolder,
    Profiles,
    box_names,
    holds_an_inbox,
    kept_keywords,
    mail_folder,
    mailbox,
)
from app.readers.files.names_in_mail_programs import LEFT_OUT, use_of
from app.readers.labels_from_paths import folder_label, tree_label
from app.readers.mail.mailboxes import maildir_flags
from nbengine.lazy_dataclasses import dataclass

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
    return _whole_folder(path).divided(n_parts)


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

    def inner(self, name: str, kept: tuple[str, ...], store: MailFolder | None) -> _Folder:
        own = store if name in MAILDIR_PARTS else None
        return _Folder(os.path.join(self.path, name), (*self.names, name), kept, own, above=self.above)

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
        real_root, profiles = os.path.realpath(self.root), Profiles()
        waiting = [*reversed(self.folders)]
        while waiting:
            folder = waiting.pop()
            listed = _listing(folder, self.root)
            if isinstance(listed, FoundFile):
                yield listed
                continue
            yield from _files(real_root, folder, listed.files, listed.label, listed.folders, profiles)
            if not folder.is_shallow:
                waiting += reversed(listed.inner)

    def divided(self, n_parts: int) -> list[FolderPart]:
        """Cut into about so many parts, folder from folder: all their files, one after the other, are those of all."""
        folders = list(self.folders)
        while len(folders) < n_parts and not all(folder.is_shallow for folder in folders):
            folders = [part for folder in folders for part in _opened(folder, self.root)]
        size = max(1, -(-len(folders) // n_parts))
        return [FolderPart(self.root, tuple(folders[at : at + size])) for at in range(0, len(folders), size)]


def _whole_folder(root: str) -> FolderPart:
    """Return all of a folder."""
    return FolderPart(root, (_Folder(root, (os.path.basename(root),), is_top=True),))


def _opened(folder: _Folder, root: str) -> Iterator[_Folder]:
    """The folder without those in it, and each of these."""
    yield replace(folder, is_shallow=True)
    listed = None if folder.is_shallow else _listing(folder, root)
    if isinstance(listed, _Listing):
        yield from listed.inner


@dataclass(frozen=True, slots=True)
class _Listing:
    """The content of a folder: its files, each with whether it is a link, their label, and the folders to walk."""

    files: list[tuple[str, bool]]
    folders: set[str]
    label: str | None
    inner: tuple[_Folder, ...]


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
    is_described = folder.is_top and describe_folders(names_of_files, folders)
    next_top = only_folder(names_of_files, folders) if folder.is_top else None
    label = (None if is_described else folder.label) if store is None else store.label
    walked = _walked(folder.path, names_of_files, folders)
    branches = _branches(folder.path, walked) if store is None else set()
    inner = (
        replace(
            folder.inner(name, (*folder.kept, name) if name in branches else folder.kept, store),
            is_top=name == next_top,
        )
        for name in walked
    )
    if holds_an_inbox(folders):
        inner = (replace(one, store=OWN_FOLDER) if use_of(one.names[-1]) in LEFT_OUT else one for one in inner)
    return _Listing(files, set(folders), label, tuple(inner))


def _walked(folder: str, files: list[str], folders: list[str]) -> list[str]:
    """The folders in a folder that may hold documents: of a mail program's profile, those that hold mail."""
    is_maildir = "cur" in folders
    shown = [name for name in folders if not _is_passed_over(folder, name, is_maildir=is_maildir)]
    if "prefs.js" in files:
        return [name for name in shown if name in PROFILE_STORES] or shown
    return shown


def _branches(folder: str, names: list[str]) -> set[str]:
    """The folders in a folder whose names labels keep: those that hold folders alone, and other ones than those beside.

    So `finance/bank` and `finance/tax` are labels, while `train/sport` and `test/sport` meet under one.
    """
    if not 1 < len(names) <= MOST_BRANCHES:
        return set()
    inner = {name: found for name in names if (found := _folders_alone(os.path.join(folder, name)))}
    counts = Counter(name for found in inner.values() for name in found)
    return {name for name, found in inner.items() if all(counts[one] == 1 for one in found) and not is_half(name)}


def is_half(name: str) -> bool:
    """Return whether a folder is named like a part of a set that is divided for training and testing."""
    return any(word in name.lower() for word in ("train", "test", "valid", "dev"))


def _folders_alone(folder: str) -> list[str]:
    """The folders in a folder that holds no files; none of one that does, or of a Maildir."""
    try:
        files, folders = _listed(folder)
    except OSError:
        return []
    shown = [name for name in folders if not is_ignored(name)]
    return [] if "cur" in folders or any(not is_ignored(name) for name, _ in files) else shown


def describe_folders(files: list[str], folders: list[str]) -> bool:
    """Return whether files beside folders tell about these, as a README does, and are no documents of their own."""
    n_folders = sum(not is_ignored(name) for name in folders)
    return n_folders > 1 and sum(not is_ignored(name) for name in files) < n_folders


def only_folder(files: list[str], folders: list[str]) -> str | None:
    """Return the only folder of a source, as unpacked archives leave it behind; it is treated as the top."""
    shown = [name for name in folders if not is_ignored(name)]
    return shown[0] if len(shown) == 1 and all(map(is_ignored, files)) else None


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


def _files(
    real_root: str,
    folder: _Folder,
    files: list[tuple[str, bool]],
    label: str | None,
    folders: set[str],
    profiles: Profiles,
) -> Iterator[FoundFile]:
    names = [name for name, _ in files]
    named, boxes = named_mailboxes(names), box_names(folder.path, names, folders)
    if "prefs.js" in names and folders & PROFILE_STORES:
        return
    is_export = holds_an_inbox(name.rpartition(".")[0] for name in named)
    has_indexes = any(name.endswith(".msf") for name in names)
    keywords = kept_keywords(folder.path) if folder.names[-1] in MAILDIR_PARTS else {}
    if "manifest.json" in names and _is_export(os.path.join(folder.path, "manifest.json")):
        files = [(name, is_link) for name, is_link in files if name == "manifest.json"]
    for name, is_link in files:
        path = os.path.join(folder.path, name)
        if is_ignored(name) or (is_link and _is_inner_link(real_root, path)):
            continue
        if has_indexes and name.lower().endswith(PROFILE_SUFFIXES):
            continue
        if name in boxes or (is_export and use_of(folder_label((name,)) or "") in LEFT_OUT):
            if not _size_bytes(path):
                continue  # it only stands for its subfolders
            found = mailbox(path, name if name in boxes else name.rpartition(".")[0], folder.names, profiles)
            yield FoundFile(path, found.label, _size_bytes(path), found.left_out)
        else:
            own = folder_label((name,)) if name in named else label
            marks = [keywords[flag] for flag in maildir_flags(name) if flag in keywords] if keywords else []
            yield FoundFile(path, SEPARATOR.join([own or "", *marks]) if marks else own, _size_bytes(path))


def _is_export(path: str) -> bool:
    """Tell whether a manifest is that of an export of paperless-ngx, which holds the text of what lies around it."""
    try:
        with open(path, "rb") as file:
            return os.path.isfile(path) and is_manifest(os.path.basename(path), file.read(4096))
    except OSError:
        return False


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
    is_kmail = name.startswith(".") and name.endswith(".directory")
    is_mail_folder = is_kmail or (name.startswith(".") and _is_maildir(os.path.join(folder, name)))
    return is_ignored(name) and not is_mail_folder  # a Maildir's subfolders are hidden ones


def _is_maildir(folder: str) -> bool:
    return any(os.path.isdir(os.path.join(folder, part)) for part in ("cur", "new"))


def _is_inner_link(real_root: str, path: str) -> bool:
    target = os.path.realpath(path)
    return os.path.exists(target) and os.path.commonpath((target, real_root)) == real_root


def _size_bytes(path: str) -> int:
    return _mode_and_size(path)[1]


def _mode_and_size(path: str) -> tuple[int, int]:
    """Return the mode of a path and the bytes of a regular file; zeros where nothing can be found out."""
    try:
        found = os.lstat(path)
    except OSError:
        return 0, 0
    return found.st_mode, found.st_size if stat.S_ISREG(found.st_mode) else 0
