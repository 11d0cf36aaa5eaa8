"""Sources divided among tasks. A worker does it, since the driver need not see the files.

Files are found, told apart and cut as on the laptop (`app.readers.sources`), so that the same documents come in the
same order: which of two equal documents counts depends on it. Neighbouring pieces are put together until a task is
worth its overhead.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from itertools import groupby
from pathlib import Path

from app.cluster.sources.fetching import Remote, is_url, remote_files, remote_items
from app.cluster.sources.parquet_files import guessed, is_parquet, parquet_files, row_groups
from app.domain.documents import SourceOptions, TableSchema, WorkItem
from app.domain.errors import ClusterError, SourceError
from app.domain.jobs import Unattended
from app.domain.records import CorpusKind
from app.readers.sources import SourcePlan, work_items
from app.services.library.importing import columns_of, kind_of_corpus, previewed
from nbengine.arrays.plain_records import plain_key

SHARD_BYTES = 64 << 20
"""Of source in one task: some seconds of reading, so that tasks cost little beside their work."""
GLOB_CHARACTERS = frozenset("*?[")


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
class Survey:
    """The survey of some sources: what they turned out to be, and their shards."""

    options: SourceOptions
    """With every guess filled in."""
    kind: CorpusKind
    size_bytes: int
    shards: tuple[Shard, ...]
    schema: TableSchema = field(default_factory=TableSchema)
    """Of tables."""


@dataclass(frozen=True, slots=True)
class _Piece:
    item: WorkItem
    stamp: str
    remote: tuple[Remote, ...] = ()
    is_parquet: bool = False


def surveyed(sources: Sequence[str], options: SourceOptions, shard_bytes: int = SHARD_BYTES) -> Survey:
    """Look at the sources and divide them; a task for a worker. Content stays here: the survey holds none of it."""
    pieces: list[_Piece] = []
    plans: list[SourcePlan] = []
    for (is_columnar, is_remote), places in _runs(sources):
        if is_columnar:
            files = parquet_files(places)
            plan = guessed(files, options)
            pieces += [_Piece(own.item, own.stamp, is_parquet=True) for own in row_groups(files, shard_bytes)]
        elif is_remote:
            found, plan = remote_items(remote_files(places), options)
            pieces += [_Piece(item, _remote_stamp(own), own) for item, own in found]
        else:
            paths = _expanded(places)
            plan = previewed(paths, options, Unattended())
            items = work_items(paths, plan.options)
            pieces += [_Piece(own, _stamp(own)) for item in items for own in _divided(item, shard_bytes)]
        plans.append(plan)
    _check_alike(plans)
    shards = tuple(_shards(pieces, plans[0].options, shard_bytes))
    size_bytes = sum(shard.size_bytes for shard in shards)
    return Survey(plans[0].options, _kind(plans), size_bytes, shards, plans[0].schema)


def _runs(sources: Sequence[str]) -> Iterator[tuple[tuple[bool, bool], list[str]]]:
    """Yield neighbours of one sort together, so that the order of the sources stays: whether Parquet, whether at a
    URL."""
    for sort, places in groupby(sources, lambda source: (is_parquet(source), is_url(source))):
        yield sort, list(places)


def _expanded(places: Iterable[str]) -> list[Path]:
    """Patterns as the files and folders that they stand for, by name; what exists under its very name is no pattern."""
    found: list[Path] = []
    for place in places:
        if not GLOB_CHARACTERS & set(place) or os.path.lexists(place):
            found.append(Path(place))
            continue
        matches = sorted(glob.glob(place, recursive=True))
        if not matches:
            raise SourceError(place, "missing")
        found += map(Path, matches)
    return found


def _divided(item: WorkItem, shard_bytes: int) -> Iterator[WorkItem]:
    """Files that were put together for the laptop's sake, one by one where a shard is to be smaller."""
    if len(item.paths) == 1 or item.size_bytes <= shard_bytes:
        yield item
        return
    for path, label in zip(item.paths, item.labels, strict=True):
        yield WorkItem((path,), (label,), size_bytes=os.lstat(path).st_size if os.path.lexists(path) else 0)


def _check_alike(plans: Sequence[SourcePlan]) -> None:
    """All sources are read with the same options, as the guesses of the first of them filled them in."""
    if len({(plan.options, columns_of(plan.schema)) for plan in plans}) > 1:
        raise ClusterError("unlike-sources")


def _kind(plans: Sequence[SourcePlan]) -> CorpusKind:
    """Mail if most of the files are, as on the laptop."""
    kinds: dict[str, int] = {}
    for plan in plans:
        for kind, count in plan.kinds.items():
            kinds[kind] = kinds.get(kind, 0) + count
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


def _remote_stamp(files: Sequence[Remote]) -> str:
    return repr([(file.size_bytes, file.stamp) for file in files])
