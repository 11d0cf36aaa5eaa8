"""Files at URLs, as `fsspec` knows them, brought to a folder of the worker while the readers read them.

The readers open files of the disk, and nothing else; so a shard's files, or the stretches of a file that are in a
shard, are fetched first and removed afterwards: many at a time, because a store far away takes as long to answer for a
small object as for a large one. Of a large mailbox the worker that looks for the borders of its messages reads their
neighbourhood alone; a table it reads once, as the number of its lines and quotes tells where a row begins.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field, replace
from hashlib import blake2b
from itertools import chain, groupby
from pathlib import Path
from typing import TypeVar

from app.domain.documents import SourceOptions, WorkItem
from app.domain.errors import SourceError
from app.domain.jobs import Unattended
from app.features.cluster.parquet_files import written_rows
from app.features.cluster.remote_listing import Remote, inner_path, store_of
from app.library.importing import previewed
from app.readers.files.file_slices import LARGE_BYTES, STRETCH_BYTES, stretches, stretches_in
from app.readers.files.folder_walk import FoundFile
from app.readers.kinds import HEAD_BYTES, kind_of
from app.readers.source_planning import ITEM_BYTES, ITEM_FILES, SourcePlan
from nbengine.lazy_dataclasses import dataclass

HEAD = 1 << 20
"""Of a file, fetched with every stretch of it: its kind, and a table's columns, are told from there."""
BEYOND = 1 << 20
"""After a stretch: the readers look there to see that its last record is over."""
COPY_BYTES = 8 << 20
"""Fetched by one request."""
AT_ONCE_BYTES = 64 << 20
AT_ONCE_FILES = 256
"""Fetched side by side, and held in memory until they are written."""
NEARBY_BYTES = 64 << 10
"""Fetched beyond what is read where the borders of messages are looked for."""

Item = TypeVar("Item")
Place = tuple[str, int | None, int | None]
"""A URL, and the first byte to be fetched and the one after the last; None for all of them."""


def contents(places: Sequence[Place]) -> list[bytes | Exception]:
    """Fetch stretches of files side by side; one that cannot be fetched comes as the error."""
    found: list[bytes | Exception] = []
    opened = [(*store_of(url), first, last) for url, first, last in places]
    for _, group in groupby(opened, key=lambda one: id(one[0])):
        together = list(group)
        paths, firsts, lasts = ([one[column] for one in together] for column in (1, 2, 3))
        found += together[0][0].cat_ranges(paths, firsts, lasts, on_error="return")
    return found


def previewed_remotely(files: Sequence[Remote], options: SourceOptions) -> SourcePlan:
    """Return the kind of some files, by copies that hold the beginning alone, and zeros after it; archives and the
    like are whole, as their end tells what is in them."""
    wanted = [(file.url, None, None) if file.size_bytes <= HEAD else (file.url, 0, HEAD) for file in files]
    with tempfile.TemporaryDirectory(prefix="bayleaf-") as name:
        folder, places = Path(name), list[Path]()
        for file, content in zip(files, contents(wanted), strict=True):
            kind = kind_of(content[:HEAD_BYTES], _name_of(file.url)) if isinstance(content, bytes) else None
            if file.size_bytes > HEAD and kind in ("zip", "ole"):
                places.append(Path(_streamed(folder, file)))
            else:
                places.append(Path(_written(folder, file, [(0, content)])))
        return previewed(places, options, Unattended())


def _name_of(url: str) -> str:
    return inner_path(url).rpartition("/")[2]


def remote_items(
    files: Iterable[Remote], options: SourceOptions, piece_bytes: int | None = None
) -> Iterator[tuple[WorkItem, tuple[Remote, ...]]]:
    """Yield work items whose paths are URLs, each with its files, as a disk's would be divided."""
    large_bytes = min(piece_bytes or LARGE_BYTES, LARGE_BYTES)
    waiting: list[Remote] = []
    for file in files:
        is_large = file.size_bytes >= large_bytes
        is_full = len(waiting) == ITEM_FILES or _size(waiting) + file.size_bytes > ITEM_BYTES
        if waiting and (is_large or is_full):
            yield item_of(waiting), tuple(waiting)
            waiting = []
        if is_large:
            yield from ((item, (file,)) for item in _stretches(file, options, piece_bytes))
        else:
            waiting.append(file)
    if waiting:
        yield item_of(waiting), tuple(waiting)


def item_of(files: Sequence[Remote]) -> WorkItem:
    """Return the work of reading files from end to end."""
    return WorkItem(tuple(file.url for file in files), tuple(file.label for file in files), size_bytes=_size(files))


def _size(files: Sequence[Remote]) -> int:
    return sum(file.size_bytes for file in files)


def _stretches(file: Remote, options: SourceOptions, piece_bytes: int | None) -> list[WorkItem]:
    (head,) = contents([(file.url, 0, HEAD_BYTES)])
    kind = kind_of(head, _name_of(file.url), options.kind) if isinstance(head, bytes) else None
    if kind == "zip":
        with tempfile.TemporaryDirectory(prefix="bayleaf-") as folder:
            copy = FoundFile(_streamed(Path(folder), file), file.label, file.size_bytes)
            return [replace(item, paths=(file.url,)) for item in stretches(copy, options, piece_bytes)]
    if kind not in ("mbox", "table"):
        return [WorkItem((file.url,), (file.label,), 0, None, file.size_bytes)]
    files, path = store_of(file.url)
    found = FoundFile(file.url, file.label, file.size_bytes)
    block_bytes = NEARBY_BYTES if kind == "mbox" else COPY_BYTES
    with files.open(path, "rb", block_size=block_bytes, cache_type="readahead") as stream:
        return list(stretches_in(stream, found, options, min(piece_bytes or STRETCH_BYTES, STRETCH_BYTES)))


@dataclass(frozen=True, slots=True)
class Brought:
    """Items whose files are on the disk, and the way back to their names."""

    items: tuple[WorkItem, ...]
    urls: Mapping[str, str] = field(default_factory=dict)
    """By the path of the copy."""


@contextmanager
def brought(items: tuple[WorkItem, ...], remote: Sequence[Remote], *, is_parquet: bool = False) -> Iterator[Brought]:
    """Have the files of some items on the disk as long as the block lasts."""
    if not remote and not is_parquet:
        yield Brought(items)
        return
    with tempfile.TemporaryDirectory(prefix="bayleaf-") as name:
        folder = Path(os.path.realpath(name))
        if is_parquet:
            local = tuple(written_rows(folder / str(number), item) for number, item in enumerate(items))
        else:
            local = _local_items(folder, items, remote)
        pairs = (zip(own.paths, item.paths, strict=True) for own, item in zip(local, items, strict=True))
        yield Brought(local, dict(chain.from_iterable(pairs)))


def _local_items(folder: Path, items: Sequence[WorkItem], remote: Sequence[Remote]) -> tuple[WorkItem, ...]:
    """Return items of copies: of files that are read whole, and of those of which some stretches are read."""
    files = {file.url: file for file in remote}
    cut: dict[str, list[WorkItem]] = {}
    for item in items:
        if item.first or item.last is not None:
            cut.setdefault(item.paths[0], []).append(item)
    whole = [file for file in files.values() if file.url not in cut]
    paths = {file.url: _streamed(folder, file) for file in whole if file.size_bytes >= COPY_BYTES}
    small = (file for file in whole if file.size_bytes < COPY_BYTES)
    for batch in bundles(small, lambda file: file.size_bytes, AT_ONCE_BYTES, AT_ONCE_FILES):
        found = contents([(file.url, None, None) for file in batch])
        paths |= {file.url: _written(folder, file, [(0, one)]) for file, one in zip(batch, found, strict=True)}
    for url, stretches_of_it in cut.items():
        paths[url] = _fetched_stretches(folder, files[url], stretches_of_it)
    return tuple(replace(item, paths=tuple(paths[url] for url in item.paths)) for item in items)


def _place(folder: Path, url: str) -> Path:
    """Return the place of a file while it is read: under its own name, so that patterns find labels in it."""
    around = blake2b(url.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest() if "::" in url else ""
    protocol, _, rest = inner_path(url).partition("://")
    parts = [part for part in rest.split("/") if part not in ("", ".", "..")]
    place = folder.joinpath(protocol, around, *parts)
    place.parent.mkdir(parents=True, exist_ok=True)
    return place


def bundles(items: Iterable[Item], size_of: Callable[[Item], int], most: int, most_items: int) -> Iterator[list[Item]]:
    """Put neighbours together that are no larger and no more than that; one that is larger stands alone."""
    bundle: list[Item] = []
    total = 0
    for item in items:
        size = size_of(item)
        if bundle and (total + size > most or len(bundle) == most_items):
            yield bundle
            bundle, total = [], 0
        bundle.append(item)
        total += size
    if bundle:
        yield bundle


def _written(folder: Path, file: Remote, parts: Iterable[tuple[int, bytes | Exception]]) -> str:
    """Write what was fetched where it stands in the file; one that is gone is not there, and a reader lists it."""
    place = _place(folder, file.url)
    with place.open("wb") as target:
        target.truncate(file.size_bytes)
        for first, content in parts:
            if isinstance(content, FileNotFoundError):
                place.unlink()
                break
            if not isinstance(content, bytes):
                raise SourceError(file.url, "unfetched", str(content)) from content
            target.seek(first)
            target.write(content)
    return str(place)


def _streamed(folder: Path, file: Remote) -> str:
    """Copy a large file bit by bit."""
    place = _place(folder, file.url)
    try:
        files, path = store_of(file.url)
        with files.open(path, "rb") as source, place.open("wb") as target:
            while part := source.read(COPY_BYTES):
                target.write(part)
    except FileNotFoundError:
        place.unlink(missing_ok=True)  # a reader lists it as vanished
    except OSError as error:
        raise SourceError(file.url, "unfetched", str(error)) from error
    return str(place)


def _fetched_stretches(folder: Path, file: Remote, items: Sequence[WorkItem]) -> str:
    """Return a file of the whole size that holds its head and the stretches, and nothing in between."""
    (head,) = contents([(file.url, 0, min(HEAD, file.size_bytes))])
    if isinstance(head, bytes) and kind_of(head[:HEAD_BYTES], _name_of(file.url)) == "zip":
        return _streamed(folder, file)
    spans = _spans(items, file.size_bytes)
    cuts = [(at, min(at + COPY_BYTES, last)) for first, last in spans for at in range(first, last, COPY_BYTES)]
    found = contents([(file.url, first, last) for first, last in cuts])
    return _written(folder, file, [(0, head), *zip((first for first, _ in cuts), found, strict=True)])


def _spans(items: Sequence[WorkItem], size_bytes: int) -> list[tuple[int, int]]:
    """Return what is to be fetched of a file for some of its stretches, joined where one follows the other."""
    spans: list[tuple[int, int]] = []
    for item in sorted(items, key=lambda item: item.first):
        last = size_bytes if item.last is None else min(item.last + BEYOND, size_bytes)
        if spans and item.first <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(last, spans[-1][1]))
        else:
            spans.append((item.first, last))
    return spans
