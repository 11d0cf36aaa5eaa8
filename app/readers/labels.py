"""Labels from paths: the folder a document is in, the name of its file, or what a pattern finds in its path.

A label is the name of the deepest folder. So the two halves of a set that is split by date (`news-train/sport/1`,
`news-test/sport/2`) meet under one label, whichever folder is dropped. Where folders hold nothing but folders of their
own, `app.readers.files.folder_walk` keeps their names before it: `finance/bank`. The folders that mail programs make
for themselves are looked through: `cur` and `new` of a Maildir, the leading dot of its subfolders; what is known of
their stores is in `app.readers.files.mail_programs`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from os.path import basename, splitext
from pathlib import PurePosixPath

from app.domain.documents import SourceOptions, label_set, labels_in
from app.readers.mail.mailboxes import folder_name

MAILDIR_PARTS = frozenset({"cur", "new", "tmp"})
MAILBOX_SUFFIXES = frozenset({".mbox", ".mbx", ".sbd"})
PATTERNS = "app.readers.label_patterns"
"""Loaded late: few ask for a pattern, and the library of regular expressions that can be timed takes long to load."""
PACKED_SUFFIXES = frozenset({".zip", ".tar", ".gz", ".bz2", ".xz", ".tgz", ".tbz2", ".tbz", ".txz"})


def folder_label(folders: Sequence[str]) -> str | None:
    """The label that the folders around a file give it, outermost first; None without any."""
    innermost = next((folder for folder in reversed(folders) if folder not in MAILDIR_PARTS), "")
    return _plain_name(innermost) or None


def tree_label(folders: Sequence[str]) -> str | None:
    """The label that all folders around a file give it together: `finance/bank`; None without any."""
    names = [_plain_name(folder) for folder in folders if folder not in MAILDIR_PARTS]
    return "/".join(name for name in names if name) or None


def _plain_name(folder: str) -> str:
    if folder.startswith("."):
        return folder_name(folder).rpartition("/")[2]  # a Maildir names its subfolders .Archive.2003
    stem, dot, suffix = folder.rpartition(".")
    return stem if dot and f".{suffix.lower()}" in MAILBOX_SUFFIXES else folder


def archive_label(name: str) -> str:
    """Return the label that an archive gives as a folder: its name without the endings that say how it is packed."""
    stem = name
    while PurePosixPath(stem).suffix.lower() in PACKED_SUFFIXES:
        stem = PurePosixPath(stem).stem
    return stem


def file_label(path: str) -> str | None:
    """Return the label that a file's own name gives: `Junk` for `Junk.mbox` and `mail/Junk.mbox.gz`."""
    name = archive_label(basename(path))
    stem, suffix = splitext(name)
    return (stem if FILE_SUFFIX.fullmatch(suffix) else name) or None


FILE_SUFFIX = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,4}")
"""An ending that tells the kind of a file, unlike that of `minutes of 3.12`."""


@dataclass(frozen=True, slots=True)
class Labelling:
    """The source of a file's label, as far as its path decides it."""

    told: str | None = None
    pattern: str | None = None
    uses_folders: bool = True
    is_several: bool = False
    """True where marks that a mail store keeps beside the folder are labels as well."""
    uses_file_names: bool = False
    is_tree: bool = False
    """True where a label is the whole path of folders."""

    def of(self, path: str, folder: str | None) -> str | None:
        """The label of a file at a path (of the disk, or of an archive and inside it) in a folder of that label."""
        if self.told is not None:
            return self.told
        if self.pattern is not None:
            found: str | None = import_module(PATTERNS).found_label(self.pattern, path)
            return found
        if self.uses_file_names:
            return file_label(path)
        if not self.uses_folders or folder is None:
            return None
        return label_set(labels_in(folder)) if self.is_several else labels_in(folder)[0] or None


def labelling_of(options: SourceOptions) -> Labelling:
    """Read from the options how paths give labels; a pattern that is no regular expression is refused here."""
    if options.label is not None:
        return Labelling(told=options.label)
    source, _, rest = options.labels_from.partition(":")
    if source == "pattern":
        return Labelling(pattern=import_module(PATTERNS).checked(rest))
    return Labelling(
        uses_folders=source in ("folder", "tree", "column"),
        is_several=options.labels == "several",
        uses_file_names=source == "file",
        is_tree=source == "tree",
    )
