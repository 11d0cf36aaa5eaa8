"""Every file in what a person dropped, with the label its folder gives it: in order, and one folder at a time.

Hidden and system files are passed over. Links inside a folder are not followed: what they lead to is either in the
folder and found there, or outside of it and none of our business; the latter are handed on, to be listed by the
reader, as are pipes, devices and folders that may not be listed.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.readers.labels import folder_label
from app.readers.mail.mailboxes import maildir_flags

SYSTEM_NAMES = frozenset({
    "thumbs.db", "desktop.ini", "ehthumbs.db", "icon\r", "__macosx", "$recycle.bin", "lost+found", "@eadir",
    "system volume information", "maildirsize", "dovecot-uidlist", "dovecot-keywords", "dovecot.index.log",
})  # fmt: skip
SYSTEM_SUFFIXES = (".msf", ".dovecot.index.cache")


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file of a source."""

    path: str
    folder_label: str | None
    size_bytes: int


def is_ignored(name: str) -> bool:
    """Whether a file or folder is hidden or the system's own, and so no document."""
    lowered = name.lower()
    return name.startswith((".", "~$")) or lowered in SYSTEM_NAMES or lowered.endswith(SYSTEM_SUFFIXES)


def found_files(sources: Iterable[Path]) -> Iterator[FoundFile]:
    """Every file of the sources; a folder's own files come before those of the folders in it, by name."""
    for source in sources:
        path = os.path.abspath(source)
        mode, size_bytes = _mode_and_size(path)
        if stat.S_ISLNK(mode):
            path = os.path.realpath(path)  # a link that a person names is meant; only those in a folder are not
            mode, size_bytes = _mode_and_size(path)
        if stat.S_ISDIR(mode):
            yield from _in_folder(path)
        else:
            yield FoundFile(path, None, size_bytes)


def _in_folder(root: str) -> Iterator[FoundFile]:
    real_root = os.path.realpath(root)
    waiting: list[tuple[str, tuple[str, ...]]] = [(root, (os.path.basename(root),))]
    top = root
    while waiting:
        folder, names = waiting.pop()
        try:
            files, folders = _listed(folder)
        except OSError:
            yield FoundFile(folder, folder_label(names), 0)
            continue
        names_of_files = [name for name, _ in files]
        is_described = folder == top and describe_folders(names_of_files, folders)
        if folder == top and (inner := only_folder(names_of_files, folders)):
            top = os.path.join(folder, inner)
        yield from _files(real_root, folder, files, None if is_described else folder_label(names))
        is_maildir = "cur" in folders
        waiting += [
            (os.path.join(folder, name), (*names, name))
            for name in reversed(folders)
            if not _is_passed_over(folder, name, is_maildir=is_maildir)
        ]


def describe_folders(files: list[str], folders: list[str]) -> bool:
    """Whether files beside folders tell about these, as a README does, and are no documents of a label of their own."""
    n_folders = sum(not is_ignored(name) for name in folders)
    return n_folders > 1 and sum(not is_ignored(name) for name in files) < n_folders


def only_folder(files: list[str], folders: list[str]) -> str | None:
    """The folder that is all there is, as archives leave it behind: what counts at the top counts there."""
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


def _files(real_root: str, folder: str, files: list[tuple[str, bool]], label: str | None) -> Iterator[FoundFile]:
    mailboxes = named_mailboxes([name for name, _ in files])
    for name, is_link in files:
        path = os.path.join(folder, name)
        if is_ignored(name) or (is_link and _is_inner_link(real_root, path)):
            continue
        yield FoundFile(path, folder_label((name,)) if name in mailboxes else label, _size_bytes(path))


def named_mailboxes(names: Sequence[str]) -> set[str]:
    """Mailboxes that are folders to their owner: with Thunderbird's index beside them, or several that have names."""
    boxes = [name for name in names if name.lower().endswith((".mbox", ".mbx"))]
    are_named = len(boxes) > 1 and not any(character.isdigit() for name in boxes for character in name)
    return {name[:-4] for name in names if name.endswith(".msf")} | set(boxes if are_named else ())


def _is_passed_over(folder: str, name: str, *, is_maildir: bool) -> bool:
    if is_maildir and name == "tmp":
        return True
    is_mail_folder = name.startswith(".") and os.path.isdir(os.path.join(folder, name, "cur"))
    return is_ignored(name) and not is_mail_folder  # a Maildir's subfolders are hidden ones


def _is_inner_link(real_root: str, path: str) -> bool:
    target = os.path.realpath(path)
    return os.path.exists(target) and os.path.commonpath((target, real_root)) == real_root


def _size_bytes(path: str) -> int:
    return _mode_and_size(path)[1]


def _mode_and_size(path: str) -> tuple[int, int]:
    """What is at a path, and the bytes of a regular file; zeros where nothing can be found out."""
    try:
        found = os.lstat(path)
    except OSError:
        return 0, 0
    return found.st_mode, found.st_size if stat.S_ISREG(found.st_mode) else 0
