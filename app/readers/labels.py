"""Labels from paths: by the folder of a document, by its file name, or by a pattern.

The label is the name of the innermost folder. So the two halves of a data set that is split by date
(`news-train/sport/1`, `news-test/sport/2`) share one label, whichever folder the person chose. Outer folders that
contain only folders become part of the label (`finance/bank`, see `app.readers.files.folder_walk`). Folders that mail
programs create for themselves are skipped: `cur` and `new` of a Maildir, and the leading dot of its subfolders.
`app.readers.files.mail_programs` has the rules for their stores.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from os.path import basename, splitext
from pathlib import PurePosixPath

from app.domain.documents import SourceOptions, label_set_name, split_label_set
from app.readers.mail.mailboxes import folder_name

MAILDIR_PARTS = frozenset({"cur", "new", "tmp"})
MAILBOX_SUFFIXES = frozenset({".mbox", ".mbx", ".sbd"})
PATTERN_MODULE = "app.readers.label_patterns"
"""Name of the module for label patterns. It is imported when needed, because the `regex` library is slow to import."""
PACKED_SUFFIXES = frozenset({".zip", ".tar", ".gz", ".bz2", ".xz", ".tgz", ".tbz2", ".tbz", ".txz"})


def folder_label(folders: Sequence[str]) -> str | None:
    """Return the label of a file from the names of the folders around it, outermost first; None without folders."""
    innermost = next((folder for folder in reversed(folders) if folder not in MAILDIR_PARTS), "")
    return _plain_name(innermost) or None


def tree_label(folders: Sequence[str]) -> str | None:
    """Return the names of all folders around a file as one label, such as `finance/bank`; None without folders."""
    names = [_plain_name(folder) for folder in folders if folder not in MAILDIR_PARTS]
    return "/".join(name for name in names if name) or None


def _plain_name(folder: str) -> str:
    if folder.startswith("."):
        return folder_name(folder).rpartition("/")[2]  # subfolder of a Maildir: .Archive.2003
    stem, dot, suffix = folder.rpartition(".")
    return stem if dot and f".{suffix.lower()}" in MAILBOX_SUFFIXES else folder


def archive_label(name: str) -> str:
    """Return the label of an archive: its name without suffixes such as `.tar.gz`."""
    stem = name
    while PurePosixPath(stem).suffix.lower() in PACKED_SUFFIXES:
        stem = PurePosixPath(stem).stem
    return stem


def file_label(path: str) -> str | None:
    """Return the label of a file from its own name: `Junk` for `Junk.mbox` and `mail/Junk.mbox.gz`."""
    name = archive_label(basename(path))
    stem, suffix = splitext(name)
    return (stem if FILE_SUFFIX.fullmatch(suffix) else name) or None


FILE_SUFFIX = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,4}")
"""Matches the suffix of a file type.

The `.12` of `minutes of 3.12` is none, because it does not begin with a letter.
"""


@dataclass(frozen=True, slots=True)
class LabelRules:
    """Rules by which a file gets its label: one label for all files, or a label from the path of the file."""

    fixed_label: str | None = None
    """One label for all files."""
    pattern: str | None = None
    uses_folders: bool = True
    has_several_labels: bool = False
    """True if the keywords of a mail store are labels as well as the folder."""
    uses_file_names: bool = False
    uses_whole_path: bool = False
    """True if the label is the whole path of folders."""

    def label_of(self, path: str, folder: str | None) -> str | None:
        """Return the label of a file; None if no rule gives it one.

        `folder` is the label of its folder. The `path` of an archive member begins with the path of the archive.
        """
        if self.fixed_label is not None:
            return self.fixed_label
        if self.pattern is not None:
            label: str | None = import_module(PATTERN_MODULE).match_pattern(self.pattern, path)
            return label
        if self.uses_file_names:
            return file_label(path)
        if not self.uses_folders or folder is None:
            return None
        return (
            label_set_name(split_label_set(folder)) if self.has_several_labels else split_label_set(folder)[0] or None
        )


def make_label_rules(options: SourceOptions) -> LabelRules:
    """Return the rules for labels that the options describe.

    Raise SourceError (`bad-pattern`) for an invalid pattern.
    """
    if options.label is not None:
        return LabelRules(fixed_label=options.label)
    source, _, rest = options.labels_from.partition(":")
    if source == "pattern":
        return LabelRules(pattern=import_module(PATTERN_MODULE).check_pattern(rest))
    return LabelRules(
        uses_folders=source in ("folder", "subfolder", "tree", "column"),
        has_several_labels=options.labels == "several",
        uses_file_names=source == "file",
        uses_whole_path=source == "tree",
    )
