"""Divide sources into shards, the pieces that one task each reads. These functions run as tasks on the workers, because
the driver may not see the files.

Files are listed and split as on one machine (`app.readers.sources`), so documents have the same order. The order
matters, because only the first of several identical documents is learnt. Small neighbouring pieces are combined until
reading a shard takes much longer than starting a task. Shards stay on the workers; the driver has only a summary of
each.
"""

from __future__ import annotations

import glob
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from itertools import accumulate, groupby
from pathlib import Path
from typing import Any, Final, Literal

from app.domain.documents import SourceOptions, TableSchema, WorkItem
from app.domain.errors import ClusterError, SourceError
from app.domain.jobs import NoOpJobContext
from app.domain.records import CorpusKind
from app.features.cluster.fetching import (
    ListingTask,
    RemoteFile,
    clear_listing_cache,
    divide_remote_files,
    group_adjacent,
    guess_columns,
    is_parquet,
    is_url,
    iter_row_groups,
    list_parquet_files,
    preview_remote_files,
    split_remote_source,
    whole_files_item,
)
from app.library.importing import columns_of, plan_sources
from app.readers.files.folder_walk import FolderPart, FoundFile, divide_folder, find_files
from app.readers.sources import SAMPLE_FILES, SourcePlan, work_items_of
from nbengine.packing import hash_record

SourceType = Literal["files", "remote", "parquet"]
"""Where the content of a source is: in local files, in files at URLs, or in Parquet row groups (local or remote)."""

N_PORTIONS = 64
"""Number of parts into which a folder is divided for listing. One task lists one part."""
NAMES_PER_PORTION = 1_000
"""Maximum number of files that one task lists, for sources that are single files or patterns."""
SLICE_FILES = 100_000
"""Maximum number of files in a slice of a list of files. One task divides a slice into shards."""
SLICE_BYTES = 1 << 30
"""Maximum total size of the large files in a slice. One task searches them for the places where records begin."""
MAX_SAMPLED_FILES: Final[Mapping[SourceType, int]] = {"files": 2 * SAMPLE_FILES, "remote": 50, "parquet": 50}
"""Maximum number of files from which the kind is guessed; for local files the same as on one machine."""
GLOB_CHARACTERS = frozenset("*?[")


@dataclass(frozen=True, slots=True)
class SourcePortion:
    """A part of the sources that one task lists."""

    run_number: int
    """Number of the group of adjacent sources of the same sort. The kind of documents is guessed for each group."""
    source_type: SourceType
    content: FolderPart | ListingTask | tuple[str, ...]


Listing = tuple[FoundFile, ...] | tuple[RemoteFile, ...] | tuple[str, ...]
"""The files in one part of the sources."""


@dataclass(frozen=True, slots=True)
class ListingSummary:
    """Summary of the files in one part of the sources, sent to the driver."""

    n_readable: int
    """Number of files that can be read."""
    slices: tuple[tuple[int, int], ...]
    """Start and end index of each slice of the list of files. One task divides a slice into shards."""


def divide_for_listing(sources: Sequence[str]) -> tuple[SourcePortion, ...]:
    """Divide the sources into parts, each to be listed by one task. Runs as a task."""
    for url in filter(is_url, sources):
        clear_listing_cache(url)
    runs = groupby(sources, _type_of_source)  # only adjacent sources are grouped, to keep their order
    return tuple(
        SourcePortion(number, sort, part)
        for number, (sort, own) in enumerate(runs)
        for part in _divide_sources(sort, own)
    )


def _type_of_source(source: str) -> SourceType:
    return "parquet" if is_parquet(source) else "remote" if is_url(source) else "files"


def _divide_sources(sort: SourceType, sources: Iterable[str]) -> Iterator[FolderPart | ListingTask | tuple[str, ...]]:
    if sort == "parquet":
        yield from _group_names(list_parquet_files(sources))
    elif sort == "remote":
        for place in sources:
            yield from split_remote_source(place, N_PORTIONS)
    else:
        for is_folder, paths in groupby(_expand_patterns(sources), os.path.isdir):
            if is_folder:
                yield from (part for path in paths for part in divide_folder(path, N_PORTIONS))
            else:
                yield from _group_names(list(map(str, paths)))


def _group_names(paths: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for at in range(0, len(paths), NAMES_PER_PORTION):
        yield tuple(paths[at : at + NAMES_PER_PORTION])


def _expand_patterns(sources: Iterable[str]) -> list[Path]:
    """Expand glob patterns, sorted by name. A source that exists under its literal name is not treated as a pattern."""
    paths: list[Path] = []
    for place in sources:
        if os.path.lexists(place):
            paths.append(Path(place))
            continue
        matches = sorted(glob.glob(place, recursive=True)) if GLOB_CHARACTERS & set(place) else []
        if not matches:
            raise SourceError(place, "missing")
        paths += map(Path, matches)
    return paths


def list_portion(portion: SourcePortion) -> Listing:
    """List the files in a part of the sources. Runs as a task; the result stays on the worker."""
    part = portion.content
    if isinstance(part, FolderPart):
        return tuple(part.files())
    if isinstance(part, ListingTask):
        return tuple(part.iter_files())
    return part if portion.source_type == "parquet" else tuple(find_files(map(Path, part)))


def summarize_listing(listing: Listing) -> ListingSummary:
    """Return the summary of a list of files, divided into slices of limited size. Runs as a task."""
    sizes = [0 if isinstance(file, str) else file.size_bytes for file in listing]
    slices, first = list[tuple[int, int]](), 0
    for position, total in enumerate(accumulate(sizes), start=1):
        n_large = total // SLICE_BYTES - (total - sizes[position - 1]) // SLICE_BYTES
        if n_large or position - first >= SLICE_FILES or position == len(sizes):
            slices.append((first, position))
            first = position
    return ListingSummary(sum(map(_is_readable, listing)), tuple(slices))


def _is_readable(file: FoundFile | RemoteFile | str) -> bool:
    return not (isinstance(file, FoundFile) and file.skip_reason)


def sample_files(listing: Listing, file_numbers: Sequence[int]) -> Listing:
    """Return those readable files of a listing whose numbers, counted among its readable files, are in `file_numbers`.

    Runs as a task.
    """
    readable = [file for file in listing if _is_readable(file)]
    return tuple(readable[place] for place in file_numbers)  # type: ignore[return-value] # of one sort, as the listing is


def sample_positions(n_readable: Sequence[int], max_files: int) -> list[list[int]]:
    """Return, for each listing, the numbers of the files to sample, counted among its readable files.

    Every n-th file of all listings together is sampled, so that the sample has at most `max_files` files.
    """
    total, step = sum(n_readable), 1
    while -(-total // step) > max_files:
        step *= 2
    firsts = [0, *accumulate(n_readable)]
    return [list(range(-first % step, own, step)) for first, own in zip(firsts, n_readable, strict=False)]


def guess_plan(sort: SourceType, sample: Sequence[FoundFile | RemoteFile | str], options: SourceOptions) -> SourcePlan:
    """Guess the kind of documents and the reading options of sources from a sample of their files. Runs as a task."""
    if sort == "parquet":
        plan = guess_columns([file for file in sample if isinstance(file, str)], options)
    elif sort == "remote":
        plan = preview_remote_files([file for file in sample if isinstance(file, RemoteFile)], options)
    else:
        paths = [Path(file.path) for file in sample if isinstance(file, FoundFile)]
        plan = plan_sources(paths, options, NoOpJobContext())
    return replace(plan, sources=plan.sources[:1], files=())


SHARD_BYTES = 64 << 20
"""Size of a shard in the sources. Reading one takes some seconds, much longer than starting a task."""
MIN_PIECE_BYTES = 1 << 16
"""Files below this size are never split."""


@dataclass(frozen=True, slots=True)
class Shard:
    """A piece of the sources that is read by one task."""

    number: int
    """Position of the shard in the order of the sources, from 0."""
    items: tuple[WorkItem, ...]
    size_bytes: int
    key: str
    """Hash of the location, the options and the files' metadata. It changes when the files change."""
    remote_files: tuple[RemoteFile, ...] = ()
    """The files of the shard that are at URLs."""
    is_parquet: bool = False
    """True if the items of the shard are Parquet row groups."""


@dataclass(frozen=True, slots=True)
class ShardOutline:
    """Summary of a shard, sent to the driver."""

    key: str
    size_bytes: int
    first_path: str
    last_path: str

    @property
    def description(self) -> str:
        """Paths of the first and the last file of the shard, for messages."""
        return self.first_path if self.first_path == self.last_path else f"{self.first_path} … {self.last_path}"


@dataclass(frozen=True, slots=True)
class ShardOnCluster:
    """A shard whose content is on a worker, with its number and its summary."""

    number: int
    outline: ShardOutline
    future: Any
    """Future of the Shard."""


@dataclass(frozen=True, slots=True)
class SourceSurvey:
    """Result of a survey of the sources: the kind of documents, the reading options, and the shards."""

    options: SourceOptions
    """The reading options of the user. Options that the user left open have their guessed values."""
    kind: CorpusKind
    shards: tuple[ShardOnCluster, ...]
    schema: TableSchema = field(default_factory=TableSchema)
    """Columns of tables; without columns if the sources are not tables."""

    @property
    def size_bytes(self) -> int:
        return sum(shard.outline.size_bytes for shard in self.shards)


@dataclass(frozen=True, slots=True)
class _SourcePiece:
    item: WorkItem
    version_text: str
    remote_files: tuple[RemoteFile, ...] = ()


def divide_into_shards(
    listing: Listing, span: tuple[int, int], sort: SourceType, options: SourceOptions, shard_bytes: int
) -> tuple[Shard, ...]:
    """Divide a slice of a listing into shards, numbered from 0. Runs as a task; the result stays on the worker."""
    pieces = _split_listing(listing[slice(*span)], sort, options, shard_bytes)
    groups = group_adjacent(pieces, lambda piece: piece.item.size_bytes, shard_bytes, sys.maxsize)
    return tuple(_make_shard(number, own, sort, options) for number, own in enumerate(groups))


def outlines_of(shards: Sequence[Shard]) -> tuple[ShardOutline, ...]:
    """Return the summaries of shards for the driver. Runs as a task."""
    return tuple(
        ShardOutline(shard.key, shard.size_bytes, shard.items[0].paths[0], shard.items[-1].paths[-1])
        for shard in shards
    )


def take_shard(shards: Sequence[Shard], index: int, number: int, key: str) -> Shard:
    """Return the shard at index `index` of `shards`, with the given number and key. Runs as a task.

    Raises:
        ClusterError: The shards were made again after the loss of a worker, and the files have changed since.
    """
    if index >= len(shards) or shards[index].key != key:
        raise ClusterError("sources-changed", shards[0].items[0].paths[0] if shards else "")
    return replace(shards[index], number=number)


def _split_listing(
    listing: Listing, sort: SourceType, options: SourceOptions, shard_bytes: int
) -> Iterator[_SourcePiece]:
    piece_bytes = max(shard_bytes, MIN_PIECE_BYTES)
    if sort == "parquet":
        for item, stamp in iter_row_groups([file for file in listing if isinstance(file, str)], shard_bytes):
            yield _SourcePiece(item, stamp)
    elif sort == "remote":
        files = [file for file in listing if isinstance(file, RemoteFile)]
        for item, own in divide_remote_files(files, options, piece_bytes):
            parts = [(item, own)]
            if len(own) > 1 and item.size_bytes > shard_bytes:
                parts = [(whole_files_item([file]), (file,)) for file in own]
            for part, remote in parts:
                yield _SourcePiece(part, repr([(file.size_bytes, file.version_hash) for file in remote]), remote)
    else:
        for item in work_items_of([file for file in listing if isinstance(file, FoundFile)], options, piece_bytes):
            yield from (_SourcePiece(own, _version_text_of_files(own)) for own in _split_item(item, shard_bytes))


def _split_item(item: WorkItem, shard_bytes: int) -> Iterator[WorkItem]:
    """Split an item of several files if it is larger than a shard."""
    if len(item.paths) == 1 or item.size_bytes <= shard_bytes:
        yield item
        return
    left_out = item.skip_reasons or ("",) * len(item.paths)
    for path, label, reason in zip(item.paths, item.labels, left_out, strict=True):
        size_bytes = os.lstat(path).st_size if os.path.lexists(path) else 0
        yield WorkItem((path,), (label,), size_bytes=size_bytes, skip_reasons=(reason,) if reason else ())


def merge_plans(plans: Sequence[SourcePlan]) -> SourcePlan:
    """Merge the reading plans of several groups of sources. The numbers of files of each kind are added up.

    Raises:
        ClusterError: The plans have different options or columns.
    """
    if len({(plan.options, columns_of(plan.schema)) for plan in plans}) > 1:
        raise ClusterError("unlike-sources")
    kinds: Counter[str] = Counter()
    for plan in plans:
        kinds.update(plan.n_files_by_kind)
    return replace(plans[0], n_files_by_kind=kinds)


def _make_shard(number: int, pieces: Sequence[_SourcePiece], sort: SourceType, options: SourceOptions) -> Shard:
    digest = blake2b(hash_record(options).encode(), digest_size=16)
    for piece in pieces:
        item = piece.item
        facts = repr((item.paths, item.labels, item.range_start, item.range_end, item.first_line, piece.version_text))
        digest.update(facts.encode("utf-8", "surrogatepass"))
    remote = tuple(file for piece in pieces for file in piece.remote_files)
    size_bytes = sum(piece.item.size_bytes for piece in pieces)
    items = tuple(piece.item for piece in pieces)
    return Shard(number, items, size_bytes, digest.hexdigest(), remote, sort == "parquet")


def _version_text_of_files(item: WorkItem) -> str:
    """Return a text with the sizes and times of the files. It changes with the files, so that old checkpoints are not
    used.
    """
    stamps = []
    for path in item.paths:
        try:
            status = os.lstat(path)
            stamps.append((status.st_size, status.st_mtime_ns))
        except OSError:
            stamps.append((-1, -1))
    return repr(stamps)
