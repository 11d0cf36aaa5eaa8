"""Sources divided among tasks. Workers do it, since the driver need not see the files.

Files are found, told apart and cut as on the laptop (`app.readers.source_planning`), so that the same documents come in
the same order: which of two equal documents counts depends on it. Neighbouring pieces are put together until a task is
worth its overhead. Shards stay where they were made; the driver knows of each what fits into a line.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, replace
from hashlib import blake2b
from typing import Any

from app.cluster.sources.fetching import item_of, remote_items
from app.cluster.sources.parquet_files import row_groups
from app.cluster.sources.portions import Listing, Sort
from app.cluster.sources.remote_listing import Remote
from app.domain.documents import SourceOptions, TableSchema, WorkItem
from app.domain.errors import ClusterError
from app.domain.records import CorpusKind
from app.readers.files.folder_walk import FoundFile
from app.readers.source_planning import SourcePlan, items_of
from app.services.library.importing import columns_of, kind_of_corpus
from nbengine.arrays.named_bytes import plain_key
from nbengine.lazy_dataclasses import dataclass

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
    is_parquet: bool = False


def shards_in(
    listing: Listing, span: tuple[int, int], sort: Sort, options: SourceOptions, shard_bytes: int
) -> tuple[Shard, ...]:
    """Divide a slice of a listing; a task, whose result stays with its worker. Shards are numbered among themselves."""
    return tuple(_shards(_pieces(listing[slice(*span)], sort, options, shard_bytes), options, shard_bytes))


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
            yield _Piece(item, stamp, is_parquet=True)
    elif sort == "remote":
        files = [file for file in listing if isinstance(file, Remote)]
        for item, own in remote_items(files, options, piece_bytes):
            is_whole = len(own) == 1 or item.size_bytes <= shard_bytes
            for part, its in [(item, own)] if is_whole else [(item_of([file]), (file,)) for file in own]:
                yield _Piece(part, repr([(file.size_bytes, file.stamp) for file in its]), its)
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


def check_alike(plans: Sequence[SourcePlan]) -> None:
    """All sources are read with the same options, as the guesses of the first of them filled them in."""
    if len({(plan.options, columns_of(plan.schema)) for plan in plans}) > 1:
        raise ClusterError("unlike-sources")


def kind_by(plans: Sequence[SourcePlan]) -> CorpusKind:
    """Mail if most of the files are, as on the laptop."""
    kinds: Counter[str] = Counter()
    for plan in plans:
        kinds.update(plan.kinds)
    return kind_of_corpus(replace(plans[0], kinds=kinds))


def _shards(pieces: Iterable[_Piece], options: SourceOptions, shard_bytes: int) -> Iterator[Shard]:
    waiting: list[_Piece] = []
    size_bytes = number = 0
    for piece in pieces:
        is_other = bool(waiting) and waiting[0].is_parquet != piece.is_parquet
        if waiting and (is_other or size_bytes + piece.item.size_bytes > shard_bytes):
            yield _shard(number, waiting, options)
            waiting, size_bytes, number = [], 0, number + 1
        waiting.append(piece)
        size_bytes += piece.item.size_bytes
    if waiting:
        yield _shard(number, waiting, options)


def _shard(number: int, pieces: Sequence[_Piece], options: SourceOptions) -> Shard:
    digest = blake2b(plain_key(options).encode(), digest_size=16)
    for piece in pieces:
        item = piece.item
        told = repr((item.paths, item.labels, item.first, item.last, item.first_line, piece.stamp))
        digest.update(told.encode("utf-8", "surrogatepass"))
    remote = tuple(file for piece in pieces for file in piece.remote)
    size_bytes = sum(piece.item.size_bytes for piece in pieces)
    items = tuple(piece.item for piece in pieces)
    return Shard(number, items, size_bytes, digest.hexdigest(), remote, pieces[0].is_parquet)


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
