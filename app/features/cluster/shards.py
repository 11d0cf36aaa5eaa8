"""Sources divided among tasks. Workers do it, since the driver need not see the files.

Files are found, told apart and cut as on the laptop (`app.readers.source_planning`), so that the same documents come in
the same order: which of two equal documents counts depends on it. Neighbouring pieces are put together until a task is
worth its overhead. Shards stay where they were made; the driver knows of each what fits into a line.
"""

from __future__ import annotations

import glob
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from hashlib import blake2b
from itertools import accumulate, groupby
from pathlib import Path
from typing import Any, Final, Literal

from app.domain.documents import SourceOptions, TableSchema, WorkItem
from app.domain.errors import ClusterError, SourceError
from app.domain.jobs import Unattended
from app.domain.records import CorpusKind
from app.features.cluster.fetching import bundles, item_of, previewed_remotely, remote_items
from app.features.cluster.parquet_files import guessed, is_parquet, parquet_files, row_groups
from app.features.cluster.remote_listing import Remote, RemotePart, forget_lists, is_url, remote_parts
from app.library.importing import columns_of, previewed
from app.readers.files.folder_walk import FolderPart, FoundFile, found_files, parts_of
from app.readers.source_planning import N_LOOKED_AT, SourcePlan, items_of
from nbengine.arrays.named_bytes import plain_key
from nbengine.lazy_dataclasses import dataclass

Sort = Literal["files", "remote", "parquet"]
"""Of a source: files of a disk, files at URLs, or row groups of Parquet, wherever these are."""

N_PORTIONS = 64
"""Of each source that is a folder."""
NAMES_AT_ONCE = 1_000
"""Files named one by one, or found by a pattern, in one portion."""
SLICE_FILES = 100_000
SLICE_BYTES = 1 << 30
"""Of large files, whose borders one task looks for; and files whose names one task holds."""
MOST_SAMPLED: Final[Mapping[Sort, int]] = {"files": 2 * N_LOOKED_AT, "remote": 50, "parquet": 50}
"""Files that are looked into; of a disk they are as many as the laptop looks into."""
GLOB_CHARACTERS = frozenset("*?[")


@dataclass(frozen=True, slots=True)
class Portion:
    """A part of the sources that one task lists."""

    run: int
    """The number of the neighbours of one sort that it belongs to: each run is looked into for itself."""
    sort: Sort
    part: FolderPart | RemotePart | tuple[str, ...]


Listing = tuple[FoundFile, ...] | tuple[Remote, ...] | tuple[str, ...]
"""The files of a portion."""


@dataclass(frozen=True, slots=True)
class ListingFacts:
    """The facts about a listing that the driver is told."""

    n_readable: int
    slices: tuple[tuple[int, int], ...]
    """Parts of it to be divided into shards by one task each."""


def portions_of(places: Sequence[str]) -> tuple[Portion, ...]:
    """Divide sources for listing; a task."""
    for url in filter(is_url, places):
        forget_lists(url)
    runs = groupby(places, _sort_of)  # neighbours of one sort together, so that the order of the sources stays
    return tuple(Portion(number, sort, part) for number, (sort, own) in enumerate(runs) for part in _parts(sort, own))


def _sort_of(source: str) -> Sort:
    return "parquet" if is_parquet(source) else "remote" if is_url(source) else "files"


def _parts(sort: Sort, places: Iterable[str]) -> Iterator[FolderPart | RemotePart | tuple[str, ...]]:
    if sort == "parquet":
        yield from _in_bundles(parquet_files(places))
    elif sort == "remote":
        for place in places:
            yield from remote_parts(place, N_PORTIONS)
    else:
        for is_folder, paths in groupby(_expanded(places), os.path.isdir):
            if is_folder:
                yield from (part for path in paths for part in parts_of(path, N_PORTIONS))
            else:
                yield from _in_bundles(list(map(str, paths)))


def _in_bundles(paths: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for at in range(0, len(paths), NAMES_AT_ONCE):
        yield tuple(paths[at : at + NAMES_AT_ONCE])


def _expanded(places: Iterable[str]) -> list[Path]:
    """Patterns as the files and folders that they stand for, by name; what exists under its very name is no pattern."""
    found: list[Path] = []
    for place in places:
        if os.path.lexists(place):
            found.append(Path(place))
            continue
        matches = sorted(glob.glob(place, recursive=True)) if GLOB_CHARACTERS & set(place) else []
        if not matches:
            raise SourceError(place, "missing")
        found += map(Path, matches)
    return found


def listed(portion: Portion) -> Listing:
    """List the files of a portion; a task, whose result stays with its worker."""
    part = portion.part
    if isinstance(part, FolderPart):
        return tuple(part.files())
    if isinstance(part, RemotePart):
        return tuple(part.files())
    return part if portion.sort == "parquet" else tuple(found_files(map(Path, part)))


def listing_facts(listing: Listing) -> ListingFacts:
    """Return what the driver is told of a listing, which is cut where enough files or bytes have come together; a
    task."""
    sizes = [0 if isinstance(file, str) else file.size_bytes for file in listing]
    slices, first = list[tuple[int, int]](), 0
    for place, total in enumerate(accumulate(sizes), start=1):
        n_large = total // SLICE_BYTES - (total - sizes[place - 1]) // SLICE_BYTES
        if n_large or place - first >= SLICE_FILES or place == len(sizes):
            slices.append((first, place))
            first = place
    return ListingFacts(sum(map(_is_readable, listing)), tuple(slices))


def _is_readable(file: FoundFile | Remote | str) -> bool:
    return not (isinstance(file, FoundFile) and file.left_out)


def sampled(listing: Listing, places: Sequence[int]) -> Listing:
    """Return some of the files that can be read, by their numbers; a task."""
    readable = [file for file in listing if _is_readable(file)]
    return tuple(readable[place] for place in places)  # type: ignore[return-value] # of one sort, as the listing is


def sampled_places(n_readable: Sequence[int], most: int) -> list[list[int]]:
    """Return for each listing the numbers of the files to look into: every n-th of all, and at most so many."""
    total, step = sum(n_readable), 1
    while -(-total // step) > most:
        step *= 2
    firsts = [0, *accumulate(n_readable)]
    return [list(range(-first % step, own, step)) for first, own in zip(firsts, n_readable, strict=False)]


def planned(sort: Sort, sample: Sequence[FoundFile | Remote | str], options: SourceOptions) -> SourcePlan:
    """Return what the sources seem to be by some of their files, which are not named again; a task."""
    if sort == "parquet":
        plan = guessed([file for file in sample if isinstance(file, str)], options)
    elif sort == "remote":
        plan = previewed_remotely([file for file in sample if isinstance(file, Remote)], options)
    else:
        paths = [Path(file.path) for file in sample if isinstance(file, FoundFile)]
        plan = previewed(paths, options, Unattended())
    return replace(plan, sources=plan.sources[:1], files=())


SHARD_BYTES = 64 << 20
"""Of source in one task: some seconds of reading, so that tasks cost little beside their work."""
LEAST_PIECE_BYTES = 1 << 16
"""Files below are not cut, however small shards are to be."""


@dataclass(frozen=True, slots=True)
class Shard:
    """A piece of the sources that one task reads by itself."""

    number: int
    """In the order of the sources."""
    items: tuple[WorkItem, ...]
    size_bytes: int
    key: str
    """Tells it apart from every other piece, and from itself after its files have changed."""
    remote: tuple[Remote, ...] = ()
    """The files at URLs among its paths."""
    is_parquet: bool = False
    """True if its items are row groups of Parquet files."""


@dataclass(frozen=True, slots=True)
class ShardOutline:
    """The line that the driver knows of a shard."""

    key: str
    size_bytes: int
    first_path: str
    last_path: str

    @property
    def place(self) -> str:
        """Return which files are in it, for a person."""
        return self.first_path if self.first_path == self.last_path else f"{self.first_path} … {self.last_path}"


@dataclass(frozen=True, slots=True)
class PlacedShard:
    """A shard that lies on the cluster."""

    number: int
    outline: ShardOutline
    future: Any
    """The shard itself."""


@dataclass(frozen=True, slots=True)
class Survey:
    """The survey of some sources: what they turned out to be, and their shards."""

    options: SourceOptions
    """With every guess filled in."""
    kind: CorpusKind
    shards: tuple[PlacedShard, ...]
    schema: TableSchema = field(default_factory=TableSchema)
    """Of tables."""

    @property
    def size_bytes(self) -> int:
        return sum(shard.outline.size_bytes for shard in self.shards)


@dataclass(frozen=True, slots=True)
class _Piece:
    item: WorkItem
    stamp: str
    remote: tuple[Remote, ...] = ()


def shards_in(
    listing: Listing, span: tuple[int, int], sort: Sort, options: SourceOptions, shard_bytes: int
) -> tuple[Shard, ...]:
    """Divide a slice of a listing; a task, whose result stays with its worker. Shards are numbered among themselves."""
    pieces = _pieces(listing[slice(*span)], sort, options, shard_bytes)
    groups = bundles(pieces, lambda piece: piece.item.size_bytes, shard_bytes, sys.maxsize)
    return tuple(_shard(number, own, sort, options) for number, own in enumerate(groups))


def outlines_of(shards: Sequence[Shard]) -> tuple[ShardOutline, ...]:
    """Return what the driver is told of shards; a task."""
    return tuple(
        ShardOutline(shard.key, shard.size_bytes, shard.items[0].paths[0], shard.items[-1].paths[-1])
        for shard in shards
    )


def shard_at(shards: Sequence[Shard], place: int, number: int, key: str) -> Shard:
    """Return one of several shards under its number among all; a task.

    Where its worker was lost it has been made anew, of files that must not have changed meanwhile.
    """
    if place >= len(shards) or shards[place].key != key:
        raise ClusterError("sources-changed", shards[0].items[0].paths[0] if shards else "")
    return replace(shards[place], number=number)


def _pieces(listing: Listing, sort: Sort, options: SourceOptions, shard_bytes: int) -> Iterator[_Piece]:
    piece_bytes = max(shard_bytes, LEAST_PIECE_BYTES)
    if sort == "parquet":
        for item, stamp in row_groups([file for file in listing if isinstance(file, str)], shard_bytes):
            yield _Piece(item, stamp)
    elif sort == "remote":
        files = [file for file in listing if isinstance(file, Remote)]
        for item, own in remote_items(files, options, piece_bytes):
            parts = [(item, own)]
            if len(own) > 1 and item.size_bytes > shard_bytes:
                parts = [(item_of([file]), (file,)) for file in own]
            for part, remote in parts:
                yield _Piece(part, repr([(file.size_bytes, file.stamp) for file in remote]), remote)
    else:
        for item in items_of([file for file in listing if isinstance(file, FoundFile)], options, piece_bytes):
            yield from (_Piece(own, _stamp(own)) for own in _divided(item, shard_bytes))


def _divided(item: WorkItem, shard_bytes: int) -> Iterator[WorkItem]:
    """Files that were put together for the laptop's sake, one by one where a shard is to be smaller."""
    if len(item.paths) == 1 or item.size_bytes <= shard_bytes:
        yield item
        return
    left_out = item.left_out or ("",) * len(item.paths)
    for path, label, reason in zip(item.paths, item.labels, left_out, strict=True):
        size_bytes = os.lstat(path).st_size if os.path.lexists(path) else 0
        yield WorkItem((path,), (label,), size_bytes=size_bytes, left_out=(reason,) if reason else ())


def joined(plans: Sequence[SourcePlan]) -> SourcePlan:
    """Return the plan for all sources: read with the same options, as the guesses of the first of them filled them in,
    and mail if most of the files are, as on the laptop."""
    if len({(plan.options, columns_of(plan.schema)) for plan in plans}) > 1:
        raise ClusterError("unlike-sources")
    kinds: Counter[str] = Counter()
    for plan in plans:
        kinds.update(plan.kinds)
    return replace(plans[0], kinds=kinds)


def _shard(number: int, pieces: Sequence[_Piece], sort: Sort, options: SourceOptions) -> Shard:
    digest = blake2b(plain_key(options).encode(), digest_size=16)
    for piece in pieces:
        item = piece.item
        told = repr((item.paths, item.labels, item.first, item.last, item.first_line, piece.stamp))
        digest.update(told.encode("utf-8", "surrogatepass"))
    remote = tuple(file for piece in pieces for file in piece.remote)
    size_bytes = sum(piece.item.size_bytes for piece in pieces)
    items = tuple(piece.item for piece in pieces)
    return Shard(number, items, size_bytes, digest.hexdigest(), remote, sort == "parquet")


def _stamp(item: WorkItem) -> str:
    """Sizes and times of the files, so that what was counted of them before they changed is not taken for theirs."""
    stamps = []
    for path in item.paths:
        try:
            found = os.lstat(path)
            stamps.append((found.st_size, found.st_mtime_ns))
        except OSError:
            stamps.append((-1, -1))
    return repr(stamps)
