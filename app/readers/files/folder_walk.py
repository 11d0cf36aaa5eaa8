"""Walk the sources that a person chose: find every file, with the label of its folder, in a fixed order.

Hidden files and system files are skipped. Links inside a folder are not followed. A link to a file in the same folder
tree is skipped, because the walk finds the file itself. Other links, pipes, devices and unreadable folders are returned
as files; the reader reports them as failures.
"""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from app.domain.documents import SEPARATOR
from app.readers.documents.paperless import NAME as MANIFEST
from app.readers.documents.paperless import is_manifest
from app.readers.files.mail_programs import (
    SKIPPED_FOLDER,
    SKIPPED_SPECIAL_USES,
    CachedFolders,
    MailFolder,
    contains_inbox,
    find_mail_folder,
    find_mailboxes,
    folder_of_mailbox,
    read_dovecot_keywords,
    read_folder_cache,
    special_use_of,
)
from app.readers.files.opening import read_first_bytes
from app.readers.labels import MAILDIR_PARTS, folder_label, tree_label
from app.readers.mail.mailboxes import maildir_flags

SYSTEM_NAMES = frozenset({
    "thumbs.db", "desktop.ini", "ehthumbs.db", "icon\r", "__macosx", "$recycle.bin", "lost+found", "@eadir",
    "system volume information", "maildirsize", "dovecot-uidlist", "dovecot-keywords", "dovecot.index.log",
})  # fmt: skip
PROFILE_SUFFIXES = (".dat", ".html", ".json", ".js", ".sqlite", ".mab", ".log", ".txt")
"""Suffixes of files in a Thunderbird profile that are not mail."""
PROFILE_STORES = frozenset({"ImapMail", "Mail"})
MAX_BRANCHES = 200
"""Folders with more subfolders are not examined for label prefixes, because each would have to be listed."""
SYSTEM_SUFFIXES = (".msf", ".dovecot.index.cache")


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file that the walk of a source found."""

    path: str
    folder_label: str | None
    """Label from the folder of the file. Maildir keywords of the file are appended, joined by SEPARATOR."""
    size_bytes: int
    skip_reason: str = ""
    """Reason code (FAILURE_REASONS) if the file is not to be read; else empty."""


def is_ignored(name: str) -> bool:
    """Return whether a file or folder is hidden or belongs to the system."""
    lowered = name.lower()
    return name.startswith((".", "~$")) or lowered in SYSTEM_NAMES or lowered.endswith(SYSTEM_SUFFIXES)


def find_files(
    sources: Iterable[Path], *, labels_from: str = "folder", report_empty: Callable[[str], object] = lambda _path: None
) -> Iterator[FoundFile]:
    """Yield every file of the sources; the files of a folder come before those of its subfolders, both by name.

    With `labels_from="tree"` a label is the whole path of folders below the source. If there are several sources, it
    begins with the source's name. With `labels_from="subfolder"` the files directly in a source have no label.
    `report_empty` is called with the path of each folder without files and subfolders.
    """
    sources = tuple(sources)
    n_label_skips = None if labels_from != "tree" else int(len(sources) == 1)
    for source in sources:
        path, mode, size_bytes = _resolve_source(source)
        if stat.S_ISDIR(mode):
            folder = _Folder(path, (os.path.basename(path),), may_have_descriptions=True, n_label_skips=n_label_skips)
            part = FolderPart(path, (replace(folder, is_unlabelled=labels_from == "subfolder"),))
            yield from part.files(report_empty)
        else:
            yield FoundFile(path, None, size_bytes)


def divide_folder(source: Path, n_parts: int) -> list[FolderPart]:
    """Divide a folder into about `n_parts` parts that can be walked separately.

    Together the parts have all files of the folder, in the order of `find_files`.
    """
    path, _, _ = _resolve_source(source)
    return FolderPart(path, (_Folder(path, (os.path.basename(path),), may_have_descriptions=True),)).divide(n_parts)


def _resolve_source(source: Path) -> tuple[str, int, int]:
    """Return path, mode and size of a source; a link that the person chose is followed."""
    path = os.path.abspath(source)
    mode, size_bytes = _get_mode_and_size(path)
    if stat.S_ISLNK(mode):
        path = os.path.realpath(path)
        mode, size_bytes = _get_mode_and_size(path)
    return path, mode, size_bytes


@dataclass(frozen=True, slots=True)
class _Folder:
    """A folder that the walk has found and not entered yet."""

    path: str
    names: tuple[str, ...]
    """Names of the folders from the source down to this one."""
    label_prefix: tuple[str, ...] = ()
    """Names of outer folders that are part of the label (see `_folders_kept_in_labels`)."""
    maildir: MailFolder | None = None
    """The Maildir folder, if this is its `cur`, `new` or `tmp`."""
    may_have_descriptions: bool = False
    """Whether files beside subfolders may be descriptions, such as a README. Descriptions are no documents."""
    is_shallow: bool = False
    """True if only its own files are walked, not its subfolders."""
    n_label_skips: int | None = None
    """If labels are whole paths of folders: number of outermost folders that the label leaves out. Otherwise None."""
    is_unlabelled: bool = False
    """True if the files directly in this folder have no label; those of its subfolders do."""

    @property
    def label(self) -> str | None:
        if self.is_unlabelled:
            return None
        if self.n_label_skips is not None:
            return tree_label(self.names[self.n_label_skips :])
        name = folder_label(self.names)
        return "/".join([*self.label_prefix, name]) if name is not None else None


@dataclass(frozen=True, slots=True)
class FolderPart:
    """A part of a folder tree that can be walked separately: some of its folders, in order."""

    root: str
    folders: tuple[_Folder, ...]

    def files(self, report_empty: Callable[[str], object] = lambda _path: None) -> Iterator[FoundFile]:
        """Yield the files of these folders and of all folders in them.

        `report_empty` is called with the path of each empty folder, except the parts of a Maildir.
        """
        real_root, folders_of = os.path.realpath(self.root), cache(read_folder_cache)
        waiting = [*reversed(self.folders)]
        while waiting:
            folder = waiting.pop()
            listing = _list_folder(folder, self.root)
            if isinstance(listing, FoundFile):
                yield listing
                continue
            if (
                folder.maildir is None
                and not listing.subfolder_names
                and all(is_ignored(name) for name, _ in listing.files)
            ):
                report_empty(folder.path)
            yield from _walk_files(real_root, folder, listing, folders_of)
            if not folder.is_shallow:
                waiting += reversed(listing.subfolders_to_walk)

    def divide(self, n_parts: int) -> list[FolderPart]:
        """Return about `n_parts` smaller parts. Together they have the same files, in the same order."""
        folders = list(self.folders)
        while len(folders) < n_parts and not all(folder.is_shallow for folder in folders):
            opened: list[_Folder] = []
            for folder in folders:  # replace it by its own files and each of its subfolders
                listing = None if folder.is_shallow else _list_folder(folder, self.root)
                opened.append(replace(folder, is_shallow=True))
                opened += listing.subfolders_to_walk if isinstance(listing, _Listing) else ()
            folders = opened
        size = max(1, -(-len(folders) // n_parts))
        return [FolderPart(self.root, tuple(folders[at : at + size])) for at in range(0, len(folders), size)]


@dataclass(frozen=True, slots=True)
class _Listing:
    """The content of a folder, and its subfolders that are to be walked."""

    files: list[tuple[str, bool]]
    """(name, whether it is a link) pairs."""
    subfolder_names: set[str]
    """Names of all subfolders."""
    label: str | None
    subfolders_to_walk: list[_Folder]
    """Subfolders to walk."""


def _list_folder(folder: _Folder, root: str) -> _Listing | FoundFile:
    """Return the content of a folder; a FoundFile with the reason if the folder cannot be listed or is left out."""
    try:
        files, folders = _scan_folder(folder.path)
    except OSError:
        return FoundFile(folder.path, folder.label, 0)
    store = folder.maildir or find_mail_folder(folder.names, folders)
    if store is not None and store.skip_reason and folder.path != root:
        return FoundFile(folder.path, None, 0, store.skip_reason)
    names_of_files = [name for name, _ in files]
    label = folder.label if store is None else store.label
    if store is None and folder.may_have_descriptions and are_folder_descriptions(names_of_files, folders):
        label = None
    visible = [name for name in folders if not is_ignored(name)]
    is_only = folder.may_have_descriptions and len(visible) == 1 and all(map(is_ignored, names_of_files))
    subfolders = [name for name in folders if not _is_skipped(folder.path, name, is_in_maildir="cur" in folders)]
    if "prefs.js" in names_of_files:  # a Thunderbird profile
        subfolders = [name for name in subfolders if name in PROFILE_STORES] or subfolders
    branches = _folders_kept_in_labels(folder.path, subfolders) if store is None else set()
    has_inbox = contains_inbox(folders)
    inner = [
        _Folder(
            os.path.join(folder.path, name),
            (*folder.names, name),
            label_prefix=(*folder.label_prefix, name) if name in branches else folder.label_prefix,
            maildir=SKIPPED_FOLDER
            if has_inbox and special_use_of(name) in SKIPPED_SPECIAL_USES
            else store
            if name in MAILDIR_PARTS
            else None,
            may_have_descriptions=is_only and name in visible,  # an unpacked archive often has one folder in a folder
            n_label_skips=folder.n_label_skips,
        )
        for name in subfolders
    ]
    return _Listing(files, set(folders), label, inner)


def _folders_kept_in_labels(folder: str, names: list[str]) -> set[str]:
    """Return the subfolders whose names become a part of labels.

    Such a subfolder contains folders but no files, and the names of these folders occur in no other subfolder. For
    example, `finance/bank` and `finance/tax` are labels, while `train/sport` and `test/sport` share the label `sport`.
    """
    if not 1 < len(names) <= MAX_BRANCHES:
        return set()
    inner: dict[str, list[str]] = {}
    for name in names:
        with suppress(OSError):
            files, folders = _scan_folder(os.path.join(folder, name))
            if "cur" not in folders and all(is_ignored(file) for file, _ in files):
                inner[name] = [child for child in folders if not is_ignored(child)]
    inner = {name: children for name, children in inner.items() if children}
    counts = Counter(name for children in inner.values() for name in children)
    return {
        name
        for name, children in inner.items()
        if all(counts[child] == 1 for child in children) and not is_train_or_test_folder(name)
    }


def is_train_or_test_folder(name: str) -> bool:
    """Return whether a folder is named like the training or test part of a data set."""
    return any(word in name.lower() for word in ("train", "test", "valid", "dev"))


def are_folder_descriptions(files: list[str], folders: list[str]) -> bool:
    """Return whether the files beside subfolders only describe these, as a README does.

    This is assumed if there are fewer files than subfolders.
    """
    n_folders = sum(not is_ignored(name) for name in folders)
    return n_folders > 1 and sum(not is_ignored(name) for name in files) < n_folders


def _scan_folder(folder: str) -> tuple[list[tuple[str, bool]], list[str]]:
    """Return the files of a folder as pairs (name, whether it is a link), and the names of its subfolders; sorted."""
    files, folders = [], []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                folders.append(entry.name)
            else:
                files.append((entry.name, entry.is_symlink()))
    if os.path.basename(folder) in ("cur", "new"):
        files = [(name, is_link) for name, is_link in files if "T" not in maildir_flags(name)]  # T: trashed
    return sorted(files), sorted(folders)


def _walk_files(real_root: str, folder: _Folder, listing: _Listing, folders_of: CachedFolders) -> Iterator[FoundFile]:
    files = listing.files
    names = [name for name, _ in files]
    if "prefs.js" in names and listing.subfolder_names & PROFILE_STORES:
        return
    named, boxes = select_named_mailboxes(names), find_mailboxes(folder.path, names, listing.subfolder_names)
    is_export = contains_inbox(name.rpartition(".")[0] for name in named)
    has_indexes = any(name.endswith(".msf") for name in names)
    keywords = read_dovecot_keywords(folder.path) if folder.names[-1] in MAILDIR_PARTS else {}
    if MANIFEST in names and is_manifest(MANIFEST, read_first_bytes(os.path.join(folder.path, MANIFEST), 4096)):
        files = [(name, is_link) for name, is_link in files if name == MANIFEST]  # it has the text of all other files
    for name, is_link in files:
        path = os.path.join(folder.path, name)
        target = os.path.realpath(path) if is_link else ""
        if is_ignored(name) or (os.path.exists(target) and os.path.commonpath((target, real_root)) == real_root):
            continue  # the target of a link inside the tree is found by itself
        if has_indexes and name.lower().endswith(PROFILE_SUFFIXES):
            continue
        _, size_bytes = _get_mode_and_size(path)
        if name in boxes or (is_export and special_use_of(folder_label((name,)) or "") in SKIPPED_SPECIAL_USES):
            if size_bytes:  # an empty mailbox only marks a folder with subfolders
                box = folder_of_mailbox(
                    path, name if name in boxes else name.rpartition(".")[0], folder.names, folders_of
                )
                yield FoundFile(path, box.label, size_bytes, box.skip_reason)
        else:
            label = folder_label((name,)) if name in named else listing.label
            tags = [keywords[flag] for flag in maildir_flags(name) if flag in keywords] if keywords else []
            yield FoundFile(path, SEPARATOR.join([label or "", *tags]) if tags else label, size_bytes)


def select_named_mailboxes(names: Sequence[str]) -> set[str]:
    """Return the mailboxes among `names` whose file name is the label of their mail.

    These are mailboxes with Thunderbird's index, or all mailboxes if there are several and no name has a digit.
    """
    boxes = [name for name in names if name.lower().endswith((".mbox", ".mbx"))]
    are_named = len(boxes) > 1 and not any(character.isdigit() for name in boxes for character in name)
    return {name[:-4] for name in names if name.endswith(".msf")} | set(boxes if are_named else ())


def _is_skipped(folder: str, name: str, *, is_in_maildir: bool) -> bool:
    if is_in_maildir and name == "tmp":
        return True
    if name == "Attachments" and "Messages" in os.listdir(folder):  # of Apple Mail: the messages contain them as well
        return True
    if not name.startswith("."):
        return is_ignored(name)
    is_maildir = any(os.path.isdir(os.path.join(folder, name, part)) for part in ("cur", "new"))
    return not (is_maildir or name.endswith(".directory"))  # subfolders of Maildirs and of KMail are hidden


def _get_mode_and_size(path: str) -> tuple[int, int]:
    """Return the mode of a path, and its size if it is a regular file; zeros if it cannot be examined."""
    try:
        status = os.lstat(path)
    except OSError:
        return 0, 0
    return status.st_mode, status.st_size if stat.S_ISREG(status.st_mode) else 0
