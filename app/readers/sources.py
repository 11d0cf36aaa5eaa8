"""Plan an import for a person to confirm, and divide its sources into work items for several processes."""

from __future__ import annotations

import csv
import io
import posixpath
import re
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from os.path import basename
from pathlib import Path
from typing import BinaryIO

from app.domain.documents import (
    SEPARATOR,
    Failure,
    ReadLimits,
    SourceOptions,
    TableSchema,
    WorkItem,
    is_label_set,
    split_label_set,
)
from app.readers.documents.paperless import NAME, is_manifest
from app.readers.files.archives import (
    ArchiveMember,
    UnpackingBudget,
    archive_kind,
    kind_of_bytes,
    member_label,
    open_zip,
    zip_files,
    zip_members,
)
from app.readers.files.folder_walk import FoundFile, find_files, is_train_or_test_folder
from app.readers.files.mail_programs import OWN_MAIL, is_junk_name
from app.readers.files.opening import open_regular, read_within
from app.readers.kinds import CONTAINERS, HEAD_BYTES, Kind, kind_of
from app.readers.labels import LabelRules, file_label, make_label_rules
from app.readers.mail.mailboxes import cut_mailbox, iter_mbox
from app.readers.mail.mime import parse_first_headers
from app.readers.mail.reading import find_label
from app.readers.parsers import table_and_rows_of_sheet
from app.readers.reading_failures import Unreadable, failure_of
from app.readers.tables.rows import Dialect, label_columns, strict_csv_reader
from app.readers.tables.tables import ColumnSurvey, TableLayout, detect_table, read_sample

LARGE_BYTES = 16 << 20
"""Files of this size or more get a work item of their own, or several."""
STRETCH_BYTES = 16 << 20
SEARCH_BYTES = 1 << 20
N_ROWS_CHECKED_AFTER_CUT = 8
"""Number of rows after a cut that must have the right number of fields."""
MAX_CUT_CANDIDATES = 200
"""Maximum number of line ends that are tried as the place of a cut."""
ROWS_BYTES = 1 << 17
LAST_PIECE_BYTES = 1 << 20


def work_items_of_file(source: FoundFile, options: SourceOptions, piece_bytes: int | None = None) -> Iterator[WorkItem]:
    """Yield the work items of one large file. A file that cannot be opened or divided becomes one item.

    `piece_bytes` is an upper limit on the size of an item, below STRETCH_BYTES.
    """
    try:
        with open_regular(source.path) as (file, _):
            yield from work_items_of_open_file(file, source, options, min(piece_bytes or STRETCH_BYTES, STRETCH_BYTES))
    except Exception:  # the worker that reads it will report the error
        yield _make_stretch_item(source, 0, None, source.size_bytes)


def work_items_of_open_file(
    file: BinaryIO, source: FoundFile, options: SourceOptions, stretch_bytes: int
) -> Iterator[WorkItem]:
    """Yield the work items of an open file, each of about `stretch_bytes`."""
    head = file.read(HEAD_BYTES)
    name = basename(source.path)
    kind = "unsupported" if is_manifest(name, head) else kind_of(head, name, options.kind)
    if kind == "table" and options.reads_tables:
        yield from _divide_table(source, file, options, stretch_bytes)
    elif kind == "zip":
        yield from _divide_zip(source, stretch_bytes)
    elif kind == "mbox":
        for first, last in cut_mailbox(file, source.size_bytes, stretch_bytes):
            yield _make_stretch_item(source, first, last, last - first)
    else:
        yield _make_stretch_item(source, 0, None, source.size_bytes)


def _divide_table(source: FoundFile, file: BinaryIO, options: SourceOptions, stretch_bytes: int) -> Iterator[WorkItem]:
    file.seek(0)
    sample, is_whole = read_sample(file, b"")
    table = detect_table(sample, options, source.path, is_whole=is_whole, name=basename(source.path))
    first, line = 0, 1
    for last, n_lines in _find_cut_positions(file, table, source.size_bytes, stretch_bytes):
        yield _make_stretch_item(source, first, last, last - first, line)
        first, line = last, line + n_lines
    yield _make_stretch_item(source, first, None if first == 0 else source.size_bytes, source.size_bytes - first, line)


def _divide_zip(source: FoundFile, stretch_bytes: int) -> Iterator[WorkItem]:
    """Yield work items for ranges of members of a zip archive.

    An archive that exceeds a limit becomes one item, so that the reader refuses it as a whole.
    """
    with open_zip(source.path) as archive:
        infos = zip_files(archive)
        is_archive = archive_kind(archive) == "zip"
    unpacked_bytes = sum(info.file_size for info in infos)
    if not is_archive or len(infos) > LIMITS.archive_entries or unpacked_bytes > LIMITS.archive_expanded_bytes:
        yield _make_stretch_item(source, 0, None, source.size_bytes)
        return
    first = packed_bytes = 0
    for number, info in enumerate(infos, start=1):
        packed_bytes += info.compress_size
        if packed_bytes >= stretch_bytes or number == len(infos):
            yield _make_stretch_item(source, first, number, packed_bytes)
            first, packed_bytes = number, 0


def _make_stretch_item(
    source: FoundFile, first: int, last: int | None, size_bytes: int, first_line: int = 1
) -> WorkItem:
    return WorkItem((source.path,), (source.folder_label,), first, last, size_bytes, first_line)


def _find_cut_positions(
    file: BinaryIO, table: TableLayout, size_bytes: int, stretch_bytes: int
) -> Iterator[tuple[int, int]]:
    """Yield (offset, number of lines since the previous cut) of each cut between two records."""
    is_wide = "16" in table.encoding or "32" in table.encoding
    if is_wide or table.file_format not in ("delimited", "lines"):
        return
    first, target = 0, stretch_bytes
    while target < size_bytes - min(stretch_bytes, LAST_PIECE_BYTES):
        n_lines, n_quotes = _count_lines_and_quotes(file, first, target)
        nearby = file.read(SEARCH_BYTES)
        offset = _find_cut_offset(nearby, table, is_in_quotes=n_quotes % 2 == 1)
        if offset is None:
            target += stretch_bytes
            continue
        yield target + offset, n_lines + nearby.count(b"\n", 0, offset)
        first, target = target + offset, target + offset + stretch_bytes


def _count_lines_and_quotes(file: BinaryIO, first: int, last: int) -> tuple[int, int]:
    """Return the numbers of line ends and of quotes between two offsets. The file position is `last` afterwards."""
    file.seek(first)
    n_lines = n_quotes = 0
    n_left = last - first
    while n_left > 0 and (part := file.read(min(n_left, 1 << 20))):
        n_lines += part.count(b"\n")
        n_quotes += part.count(b'"')
        n_left -= len(part)
    return n_lines, n_quotes


def _find_cut_offset(nearby: bytes, table: TableLayout, *, is_in_quotes: bool) -> int | None:
    """Return the first offset in `nearby` at which a record certainly begins; None if there is none.

    `is_in_quotes` tells whether `nearby` begins inside of a quoted field.
    """
    starts = [match.end() for match in islice(re.finditer(b"\n", nearby), MAX_CUT_CANDIDATES)]
    dialect = table.dialect
    if dialect is None:
        return starts[0] if starts else None
    if dialect.is_quoted:
        starts.sort(key=lambda start: (nearby.count(b'"', 0, start) + is_in_quotes) % 2)  # outside of quotes first
    return next((start for start in starts if _parses_as_rows(nearby[start : start + ROWS_BYTES], dialect)), None)


def _parses_as_rows(nearby: bytes, dialect: Dialect) -> bool:
    lines = list(io.StringIO(nearby.decode(dialect.encoding, "replace"), newline=""))[:-1]
    reader = strict_csv_reader(iter(lines), dialect.delimiter, is_quoted=dialect.is_quoted)
    try:
        rows = list(islice(reader, N_ROWS_CHECKED_AFTER_CUT))
    except csv.Error:
        return False
    return len(rows) == N_ROWS_CHECKED_AFTER_CUT and all(len(row) == dialect.n_columns for row in rows)


ITEM_FILES = 256
ITEM_BYTES = 2 << 20
"""Maximum total size of the small files in one work item. Their number is limited by ITEM_FILES."""
SAMPLE_FILES = 500
"""Approximate number of files opened for a plan.

In larger sources every n-th file is opened, up to twice this number.
"""
N_TABLES_COMPARED = 20
MAX_FILES_EXAMINED = 50
"""Maximum number of mails and exports that are examined for several labels."""
MAX_DOCUMENTS_PER_SEVERAL = 50
"""If fewer than one document in this many has several labels, these are taken for an accident."""
N_ARCHIVES_LISTED = 20
LIMITS = ReadLimits()


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """A file of a source that was opened for the plan: its kind, label and size."""

    path: Path
    kind: Kind
    label: str | None
    size_bytes: int


@dataclass(frozen=True, slots=True)
class SourcePlan:
    """The plan of an import, for a person to confirm or change: the contents of the sources, and how to read them."""

    sources: tuple[Path, ...]
    options: SourceOptions
    """Options for reading, with a value for every field that the person left open."""
    n_files: int
    size_bytes: int
    files: tuple[PlannedFile, ...]
    """The files that were examined: all of a small source, an even sample of a large one."""
    n_files_by_kind: Mapping[str, int]
    """Number of examined files of each kind."""
    n_by_label: Mapping[str, int]
    """Number of files for each label; for tables, of rows in the sample of the first table."""
    n_unlabelled: int = 0
    has_all_labels: bool = True
    """False if `n_by_label` may be incomplete, because the labels inside tables, mailboxes or archives are unknown."""
    columns: tuple[ColumnSurvey, ...] = ()
    """Columns of the first table in the source."""
    labels_count_mails: bool = False
    """True if `n_by_label` counts mails, also those in mailboxes, instead of files."""
    schema: TableSchema = field(default_factory=TableSchema)
    first_rows: tuple[tuple[str, ...], ...] = ()
    train_and_test_folders: tuple[str, ...] = ()
    """Names of the folders with training documents and with test documents; empty if there are no such folders."""
    failures: tuple[Failure, ...] = ()
    """Folders and files that are left out, and examined files that could not be opened."""
    n_empty_folders: int = 0


def plan_source(
    sources: Sequence[Path], options: SourceOptions | None = None, checkpoint: Callable[[], None] = lambda: None
) -> SourcePlan:
    """Return the plan for importing `sources`: their size, kinds and labels, and the columns of a table.

    `checkpoint` is called for every file and may raise to cancel. Spreadsheets that are to be read as tables are parsed
    by an external library. To keep that library out of this process, plan in a worker with
    `app.readers.reading.plan_batches`.
    """
    options = options or SourceOptions()
    survey = _SourceSurvey(make_label_rules(options))
    left_out: list[Failure] = []
    empty_folders: list[str] = []
    for found_file in find_files(sources, labels_from=options.labels_from, report_empty=empty_folders.append):
        checkpoint()
        if found_file.skip_reason:
            left_out.append(Failure(found_file.path, "", found_file.skip_reason))
        else:
            survey.add(found_file)
    files, failures = _examine_sample(survey.sample, options, checkpoint)
    if options.kind == "auto" and _are_documents(files):
        options = replace(options, reads_tables=False)
    if _are_named_mailboxes(files, survey.n_files, sources, options):
        options = replace(options, labels_from="file")
        survey.recount_labels(files := [replace(file, label=file_label(str(file.path))) for file in files])
    left_out += survey.add_archives(files)
    plan = SourcePlan(
        sources=tuple(sources),
        options=options,
        n_files=survey.n_files,
        size_bytes=survey.size_bytes,
        files=tuple(files),
        n_files_by_kind=dict(Counter(file.kind for file in files).most_common()),
        n_by_label=dict(survey.labels.most_common()),
        n_unlabelled=survey.n_unlabelled,
        has_all_labels=not any(_may_contain_labels(file, options) for file in files),
        train_and_test_folders=_train_and_test_folders(survey.sample),
        failures=(*left_out, *failures),
        n_empty_folders=len(empty_folders),
    )
    wanted = ("table", "zip", "ole") if options.kind == "table" else ("table",)
    tables = [file for file in files if file.kind in wanted and options.reads_tables]
    plan = _add_table(plan, tables) if tables else plan
    if options.labels == "auto":
        plan = replace(plan, options=replace(plan.options, labels=_find_label_mode(plan, checkpoint)))
    return _count_mails(plan, checkpoint)


ZIP_DOCUMENTS = frozenset({
    ".docx", ".docm", ".dotx", ".pptx", ".pptm", ".xlsx", ".xlsm", ".odt", ".ods", ".odp", ".epub",
})  # fmt: skip
"""Suffixes of documents that are zip archives. Their members are parts of one document."""


def _may_contain_labels(file: PlannedFile, options: SourceOptions) -> bool:
    """Return whether a file may contain documents whose labels differ from the label of its path."""
    if file.kind == "mbox" and options.labels_from == "file":
        return False
    return file.kind in CONTAINERS and not (file.kind == "zip" and file.path.suffix.lower() in ZIP_DOCUMENTS)


def _find_label_mode(plan: SourcePlan, checkpoint: Callable[[], None]) -> str:
    """Return `several` if documents of a source have several labels each, else `one`."""
    labels = label_columns(plan.schema.label, [column.name for column in plan.columns])
    has_several = len(labels) > 1 or any(column.has_several_labels for column in plan.columns if column.name in labels)
    has_several = has_several or _has_label_sets(plan, checkpoint)
    return "several" if has_several else "one"


def _are_named_mailboxes(
    files: Sequence[PlannedFile], n_files: int, sources: Sequence[Path], options: SourceOptions
) -> bool:
    """Return whether a source is mailboxes whose names are the only labels: `Junk.mbox` and `Archive.mbox`.

    Digits in a name mark parts of one mailbox: `2019.mbox` and `2020.mbox` are no labels. The same rule applies to
    mailboxes in a folder, see `app.readers.files.folder_walk.select_named_mailboxes`. A single mailbox has a label only
    if it is for junk mail: another one may have mail of all kinds.
    """
    if options.labels_from != "folder" or options.label is not None or not 1 <= len(files) == n_files == len(sources):
        return False
    names = {(file_label(str(file.path)) or "").casefold() for file in files}
    if len(files) == 1:
        are_labels = all(map(is_junk_name, names))
    else:
        has_digits = any(character.isdigit() for name in names for character in name)
        are_labels = len(names) == len(files) and "" not in names and not has_digits
    if not are_labels:
        return False
    if any(file.kind != "mbox" or file.label is not None for file in files):
        return False
    return not any(label for file in files for label in labels_of_file(file.path, file.kind, None, options))


MAX_COUNTED_BYTES = 32 << 20
"""Total size of mailboxes up to which mails are counted for each label; this takes about half a second."""


def _count_mails(plan: SourcePlan, checkpoint: Callable[[], None]) -> SourcePlan:
    """Return the plan with `n_by_label` counting mails instead of files.

    The plan is returned unchanged unless all files are mail, some are mailboxes, and all are small.
    """
    are_mail = bool(plan.files) and all(file.kind in ("mbox", "mail") for file in plan.files)
    has_mailbox = any(file.kind == "mbox" for file in plan.files)
    if not (are_mail and has_mailbox) or len(plan.files) != plan.n_files or plan.size_bytes > MAX_COUNTED_BYTES:
        return plan
    counts: Counter[str] = Counter()
    n_unlabelled = 0
    for file in plan.files:
        checkpoint()
        for label in labels_of_file(file.path, file.kind, file.label, plan.options, max_labels=None):
            counts.update(split_label_set(label))
            n_unlabelled += label is None
    return replace(
        plan,
        n_by_label=dict(counts.most_common()),
        n_unlabelled=n_unlabelled,
        has_all_labels=True,
        labels_count_mails=True,
    )


def _has_label_sets(plan: SourcePlan, checkpoint: Callable[[], None]) -> bool:
    """Return whether the first mails and exports of a source have several labels each."""
    if plan.options.label is not None or plan.options.labels_from == "none":
        return False
    options = replace(plan.options, labels="several")
    candidates = [file for file in plan.files if file.kind in ("mbox", "mail") or file.path.name == NAME]
    n_seen = n_several = 0
    for file in candidates[:: max(1, len(candidates) // MAX_FILES_EXAMINED)]:
        checkpoint()
        for label in labels_of_file(file.path, file.kind, file.label, options):
            n_seen += 1
            n_several += is_label_set(label)
    return n_several > 1 and n_several * MAX_DOCUMENTS_PER_SEVERAL >= n_seen


class _SourceSurvey:
    """Counts the files and labels of a source, and keeps an even sample of its files."""

    def __init__(self, labelling: LabelRules) -> None:
        self._labelling = labelling
        self.labels: Counter[str] = Counter()
        self.n_files = self.size_bytes = self.n_unlabelled = 0
        self.sample: list[FoundFile] = []
        self._step = 1

    def add(self, file: FoundFile) -> None:
        """Count a file."""
        if self.n_files % self._step == 0:
            self.sample.append(file)
        if len(self.sample) > 2 * SAMPLE_FILES:
            self.sample, self._step = self.sample[::2], self._step * 2
        self.n_files += 1
        self.size_bytes += file.size_bytes
        self._count_label(self._labelling.label_of(file.path, file.folder_label), 1)

    def recount_labels(self, files: Iterable[PlannedFile]) -> None:
        """Count the labels of these files, and discard the counts that were made from the paths."""
        self.labels, self.n_unlabelled = Counter(), 0
        for file in files:
            self._count_label(file.label, 1)

    def add_archives(self, files: Iterable[PlannedFile]) -> list[Failure]:
        """Count the labels of the members of the first zip archives, instead of one label for each archive.

        Return the folders in these archives that are left out.
        """
        left_out: list[Failure] = []
        for file in [file for file in files if file.kind == "zip"][:N_ARCHIVES_LISTED]:
            members = _members_of(file.path)
            if members is None:
                continue
            self._count_label(file.label, -1)
            own_folders = dict.fromkeys(
                posixpath.dirname(member.name) for member in members if member.failure_reason == OWN_MAIL
            )
            left_out += [Failure(str(file.path), folder, OWN_MAIL) for folder in own_folders]
            for member in members:
                if member.failure_reason != OWN_MAIL:
                    is_tree = self._labelling.uses_whole_path
                    path = f"{file.path}/{member.name}"
                    label = member_label(member, file.path.name, uses_all_folders=is_tree)
                    self._count_label(self._labelling.label_of(path, label), 1)
        return left_out

    def _count_label(self, label: str | None, n_files: int) -> None:
        if label is None:
            self.n_unlabelled += n_files
            return
        self.labels[label] += n_files
        if not self.labels[label]:
            del self.labels[label]


def _members_of(path: Path) -> list[ArchiveMember] | None:
    """Return the members of a zip archive; None if the file is a document based on zip, or broken."""
    with suppress(OSError, ValueError, Unreadable), open_zip(path) as archive:
        return list(zip_members(archive, UnpackingBudget(LIMITS))) if archive_kind(archive) == "zip" else None
    return None


DOCUMENTS: frozenset[Kind] = frozenset({
    "mail", "outlook", "text", "html", "pdf", "rtf", "word", "slides", "open-text", "book", "picture",
})  # fmt: skip
DESCRIPTION_NAME = re.compile(
    r"(?i)^(readme|licen[cs]e|copying|notice|index|changelog|description|about|citation|metadata)|\.(names|md|info)$"
)
"""Names of files that describe other files."""


def _examine_sample(
    sample: Iterable[FoundFile], options: SourceOptions, checkpoint: Callable[[], None]
) -> tuple[list[PlannedFile], list[Failure]]:
    labelling = make_label_rules(options)
    files, failures = [], []
    for file in sample:
        checkpoint()
        try:
            with open_regular(file.path) as (stream, _):
                head, name = stream.read(HEAD_BYTES), basename(file.path)
                kind: Kind = "text" if is_manifest(name, head) else kind_of(head, name, options.kind)
        except Exception as error:
            failures.append(failure_of(error, file.path, ""))
            continue
        label = labelling.label_of(file.path, file.folder_label)
        files.append(PlannedFile(Path(file.path), kind, label, file.size_bytes))
    return files, failures


def _are_documents(files: Sequence[PlannedFile]) -> bool:
    """Return whether a sample has tables, but more documents than tables. A README is not counted as a document."""
    n_tables = sum(file.kind == "table" for file in files)
    n_documents = sum(file.kind in DOCUMENTS and not DESCRIPTION_NAME.search(file.path.name) for file in files)
    return 0 < n_tables < n_documents


def _train_and_test_folders(files: Iterable[FoundFile]) -> tuple[str, ...]:
    """Return the names of a training and a test folder that have subfolders of the same names; else empty."""
    parts: dict[str, set[str]] = {}
    for file in files:
        folder = Path(file.path).parent
        if file.folder_label is not None:
            parts.setdefault(folder.parent.name, set()).add(folder.name)
    halves = list(filter(is_train_or_test_folder, parts))
    if not any("train" in part.lower() for part in halves) or len(halves) < 2:
        return ()
    return tuple(sorted(halves)) if set.intersection(*(parts[part] for part in halves)) else ()


def _add_table(plan: SourcePlan, tables: Sequence[PlannedFile]) -> SourcePlan:
    """Return the plan with the columns and first rows of the first table.

    If all tables have the same columns, the guesses about them become options.
    """
    layouts: list[TableLayout] = []
    for table in tables[:N_TABLES_COMPARED]:
        with suppress(OSError, Unreadable, zipfile.BadZipFile):  # the reader will report the error
            layouts += _table_of_file(table.path, plan.options)
    if not layouts:
        return plan
    first, *others = layouts
    schema, options, labels = first.schema, plan.options, plan.n_by_label
    label_names = label_columns(schema.label, first.names)
    label_columns_found = [column for column in first.columns if column.name in label_names]
    if label_columns_found and len(tables) == len(
        plan.files
    ):  # combinations of several label columns are not counted here
        labels = dict(label_columns_found[0].value_counts) if len(label_columns_found) == 1 else {}
    if all(other.names == first.names and other.schema == schema for other in others):
        options = replace(
            options,
            text_column=schema.text,
            label_column=schema.label,
            numeric_columns=schema.numeric,
            categorical_columns=schema.categorical,
            weight_column=schema.weight,
            has_header_row=first.has_header,
        )
    return replace(
        plan,
        options=options,
        columns=first.columns,
        schema=schema,
        first_rows=first.first_rows,
        n_by_label=labels,
        n_unlabelled=0 if label_columns_found else plan.n_unlabelled,
    )


def _table_of_file(path: Path, options: SourceOptions) -> list[TableLayout]:
    """Return the layout of the table in a file as a list of one; an empty list if the file has no table."""
    with open_regular(str(path)) as (stream, _):
        sample, is_whole = read_sample(stream, b"")
        if sample.startswith((b"PK", b"\xd0\xcf")):
            raw = read_within(stream, sample, LIMITS.document_bytes)
            is_sheet = kind_of_bytes(raw, path.name) == "sheet"
            return [table_and_rows_of_sheet(raw, LIMITS, options, str(path))[0]] if is_sheet else []
    return [detect_table(sample, options, str(path), is_whole=is_whole, name=basename(path))]


def work_items(
    sources: Sequence[Path], options: SourceOptions | None = None, item_files: int = ITEM_FILES
) -> Iterator[WorkItem]:
    """Yield the work items of sources, in order. Small files are grouped, large mailboxes and tables are divided.

    An item has at most `item_files` files.
    """
    options = options or SourceOptions()
    return work_items_of(find_files(sources, labels_from=options.labels_from), options, item_files=item_files)


def work_items_of(
    files: Iterable[FoundFile],
    options: SourceOptions,
    piece_bytes: int | None = None,
    item_files: int = ITEM_FILES,
) -> Iterator[WorkItem]:
    """Yield the work items of files, in order. An item has at most `item_files` files.

    `piece_bytes`, if it is below the defaults, is the size from which a file is divided, and the size of its parts.
    """
    large_bytes = min(piece_bytes or LARGE_BYTES, LARGE_BYTES)
    waiting: list[FoundFile] = []
    n_bytes = 0
    for file in files:
        is_alone = file.size_bytes >= large_bytes and not file.skip_reason
        if waiting and (is_alone or len(waiting) == item_files or n_bytes + file.size_bytes > ITEM_BYTES):
            yield _make_item(waiting)
            waiting, n_bytes = [], 0
        if is_alone:
            yield from work_items_of_file(file, options, piece_bytes)
        else:
            waiting.append(file)
            n_bytes += file.size_bytes
    if waiting:
        yield _make_item(waiting)


def _make_item(files: Sequence[FoundFile]) -> WorkItem:
    return WorkItem(
        paths=tuple(file.path for file in files),
        labels=tuple(file.folder_label for file in files),
        skip_reasons=tuple(file.skip_reason for file in files) if any(file.skip_reason for file in files) else (),
        size_bytes=sum(file.size_bytes for file in files),
    )


N_MESSAGES = 200
HEADER_BYTES = 64 << 10


def labels_of_file(
    path: Path, kind: Kind, folder_label: str | None, options: SourceOptions, *, max_labels: int | None = N_MESSAGES
) -> Iterator[str | None]:
    """Yield the labels of a mail, or of the messages of a mailbox; at most `max_labels`, None for all.

    For an export of paperless-ngx, yield a label set twice, so that the caller expects several labels per document.
    """
    with suppress(OSError, ValueError), open_regular(str(path)) as (file, _):
        if kind not in ("mbox", "mail"):
            yield from (SEPARATOR, SEPARATOR) if is_manifest(path.name, file.read(HEADER_BYTES)) else ()
            return
        only_message = [("", file.read(HEADER_BYTES))] if kind == "mail" else ()
        for _, raw in only_message or islice(iter_mbox(file, 0, None), max_labels):
            yield find_label(parse_first_headers(raw[:HEADER_BYTES]), options, folder_label)
