"""Fetch files at URLs (via `fsspec`) into a temporary folder of the worker while they are read.

The readers only open local files. So a shard's files, or its slices of a large file, are fetched first and removed
afterwards. Many are fetched in parallel, because a remote store needs as long to answer for a small object as for a
large one. To find message boundaries in a large mailbox, only the neighbourhoods of the boundaries are read. A table is
read once from the start: where a row begins depends on the lines and quotes before it.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from itertools import chain, groupby
from pathlib import Path
from typing import TypeVar

from app.domain.documents import SourceOptions, WorkItem
from app.domain.errors import SourceError
from app.domain.jobs import NoOpJobContext
from app.features.cluster.parquet_files import write_rows
from app.features.cluster.remote_listing import RemoteFile, inner_path, store_of
from app.library.importing import plan_sources
from app.readers.files.file_slices import LARGE_BYTES, STRETCH_BYTES, work_items_of_file, work_items_of_open_file
from app.readers.files.folder_walk import FoundFile
from app.readers.kinds import HEAD_BYTES, kind_of
from app.readers.sources import ITEM_BYTES, ITEM_FILES, SourcePlan

FILE_HEAD_BYTES = 1 << 20
"""First bytes of a file, fetched with every slice: they determine its kind and a table's columns."""
BYTES_AFTER_SLICE = 1 << 20
"""Bytes after a slice, in which the readers find the end of its last record."""
COPY_BYTES = 8 << 20
"""Bytes per request."""
MAX_GROUP_BYTES = 64 << 20
MAX_GROUP_FILES = 256
"""Limits for files fetched in parallel, which are in memory until they are written."""
READ_AHEAD_BYTES = 64 << 10
"""Read-ahead while searching for message boundaries."""

Item = TypeVar("Item")
Place = tuple[str, int | None, int | None]
"""A URL, and start and end offset of the bytes to fetch; None for the whole file."""


def fetch_ranges(places: Sequence[Place]) -> list[bytes | Exception]:
    """Fetch byte ranges in parallel; a range that cannot be fetched is returned as its error."""
    results: list[bytes | Exception] = []
    opened = [(*store_of(url), first, last) for url, first, last in places]
    for _, group in groupby(opened, key=lambda request: id(request[0])):
        of_one_store = list(group)
        paths, firsts, lasts = ([request[column] for request in of_one_store] for column in (1, 2, 3))
        results += of_one_store[0][0].cat_ranges(paths, firsts, lasts, on_error="return")
    return results


def preview_remote_files(files: Sequence[RemoteFile], options: SourceOptions) -> SourcePlan:
    """Preview some files by copies that have only the first bytes, followed by zeros.

    Archives and OLE files are copied whole: their directory is at the end.
    """
    wanted = [
        (file.url, None, None) if file.size_bytes <= FILE_HEAD_BYTES else (file.url, 0, FILE_HEAD_BYTES)
        for file in files
    ]
    with tempfile.TemporaryDirectory(prefix="bayleaf-") as name:
        folder, places = Path(name), list[Path]()
        for file, content in zip(files, fetch_ranges(wanted), strict=True):
            kind = kind_of(content[:HEAD_BYTES], _file_name_of(file.url)) if isinstance(content, bytes) else None
            if file.size_bytes > FILE_HEAD_BYTES and kind in ("zip", "ole"):
                places.append(Path(_copy_file(folder, file)))
            else:
                places.append(Path(_write_ranges(folder, file, [(0, content)])))
        return plan_sources(places, options, NoOpJobContext())


def _file_name_of(url: str) -> str:
    return inner_path(url).rpartition("/")[2]


def remote_items(
    files: Iterable[RemoteFile], options: SourceOptions, piece_bytes: int | None = None
) -> Iterator[tuple[WorkItem, tuple[RemoteFile, ...]]]:
    """Yield work items whose paths are URLs, each with its files, as a disk's would be divided."""
    large_bytes = min(piece_bytes or LARGE_BYTES, LARGE_BYTES)
    waiting: list[RemoteFile] = []
    for file in files:
        is_large = file.size_bytes >= large_bytes
        is_full = len(waiting) == ITEM_FILES or _total_size(waiting) + file.size_bytes > ITEM_BYTES
        if waiting and (is_large or is_full):
            yield whole_files_item(waiting), tuple(waiting)
            waiting = []
        if is_large:
            yield from ((item, (file,)) for item in _slices_of(file, options, piece_bytes))
        else:
            waiting.append(file)
    if waiting:
        yield whole_files_item(waiting), tuple(waiting)


def whole_files_item(files: Sequence[RemoteFile]) -> WorkItem:
    """Return the work item for reading whole files."""
    return WorkItem(
        tuple(file.url for file in files), tuple(file.label for file in files), size_bytes=_total_size(files)
    )


def _total_size(files: Sequence[RemoteFile]) -> int:
    return sum(file.size_bytes for file in files)


def _slices_of(file: RemoteFile, options: SourceOptions, piece_bytes: int | None) -> list[WorkItem]:
    (head,) = fetch_ranges([(file.url, 0, HEAD_BYTES)])
    kind = kind_of(head, _file_name_of(file.url), options.kind) if isinstance(head, bytes) else None
    if kind == "zip":
        with tempfile.TemporaryDirectory(prefix="bayleaf-") as folder:
            copy = FoundFile(_copy_file(Path(folder), file), file.label, file.size_bytes)
            return [replace(item, paths=(file.url,)) for item in work_items_of_file(copy, options, piece_bytes)]
    if kind not in ("mbox", "table"):
        return [WorkItem((file.url,), (file.label,), 0, None, file.size_bytes)]
    files, path = store_of(file.url)
    found = FoundFile(file.url, file.label, file.size_bytes)
    block_bytes = READ_AHEAD_BYTES if kind == "mbox" else COPY_BYTES
    with files.open(path, "rb", block_size=block_bytes, cache_type="readahead") as stream:
        return list(work_items_of_open_file(stream, found, options, min(piece_bytes or STRETCH_BYTES, STRETCH_BYTES)))


@dataclass(frozen=True, slots=True)
class FetchedItems:
    """Work items with local files, and the URLs of these files."""

    items: tuple[WorkItem, ...]
    urls: Mapping[str, str] = field(default_factory=dict)
    """URL by the path of the copy."""


@contextmanager
def fetch_items(
    items: tuple[WorkItem, ...], remote: Sequence[RemoteFile], *, is_parquet: bool = False
) -> Iterator[FetchedItems]:
    """Fetch the files of some items; they exist inside the `with` block."""
    if not remote and not is_parquet:
        yield FetchedItems(items)
        return
    with tempfile.TemporaryDirectory(prefix="bayleaf-") as name:
        folder = Path(os.path.realpath(name))
        if is_parquet:
            local = tuple(write_rows(folder / str(number), item) for number, item in enumerate(items))
        else:
            local = _fetch_to_local_items(folder, items, remote)
        pairs = (zip(own.paths, item.paths, strict=True) for own, item in zip(local, items, strict=True))
        yield FetchedItems(local, dict(chain.from_iterable(pairs)))


def _fetch_to_local_items(
    folder: Path, items: Sequence[WorkItem], remote: Sequence[RemoteFile]
) -> tuple[WorkItem, ...]:
    """Fetch the files and return the items with local paths: whole files, and files with some slices."""
    files = {file.url: file for file in remote}
    sliced: dict[str, list[WorkItem]] = {}
    for item in items:
        if item.first or item.last is not None:
            sliced.setdefault(item.paths[0], []).append(item)
    whole = [file for file in files.values() if file.url not in sliced]
    paths = {file.url: _copy_file(folder, file) for file in whole if file.size_bytes >= COPY_BYTES}
    small = (file for file in whole if file.size_bytes < COPY_BYTES)
    for batch in group_neighbours(small, lambda file: file.size_bytes, MAX_GROUP_BYTES, MAX_GROUP_FILES):
        fetched = fetch_ranges([(file.url, None, None) for file in batch])
        paths |= {file.url: _write_ranges(folder, file, [(0, one)]) for file, one in zip(batch, fetched, strict=True)}
    for url, stretches_of_it in sliced.items():
        paths[url] = _fetch_slices(folder, files[url], stretches_of_it)
    return tuple(replace(item, paths=tuple(paths[url] for url in item.paths)) for item in items)


def _local_path(folder: Path, url: str) -> Path:
    """Return the local path of a file. It contains the URL's path, because labels may come from patterns in it."""
    archive = blake2b(url.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest() if "::" in url else ""
    protocol, _, rest = inner_path(url).partition("://")
    parts = [part for part in rest.split("/") if part not in ("", ".", "..")]
    path = folder.joinpath(protocol, archive, *parts)
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def group_neighbours(
    items: Iterable[Item], size_of: Callable[[Item], int], most: int, most_items: int
) -> Iterator[list[Item]]:
    """Group neighbouring items up to a total size and number; a larger item forms its own group."""
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


def _write_ranges(folder: Path, file: RemoteFile, parts: Iterable[tuple[int, bytes | Exception]]) -> str:
    """Write fetched ranges at their offsets and return the path. A vanished file is not created: the reader reports it.

    Raises:
        SourceError: A range could not be fetched.
    """
    path = _local_path(folder, file.url)
    with path.open("wb") as target:
        target.truncate(file.size_bytes)
        for first, content in parts:
            if isinstance(content, FileNotFoundError):
                path.unlink()
                break
            if not isinstance(content, bytes):
                raise SourceError(file.url, "unfetched", str(content)) from content
            target.seek(first)
            target.write(content)
    return str(path)


def _copy_file(folder: Path, file: RemoteFile) -> str:
    """Copy a large file in chunks."""
    local_path = _local_path(folder, file.url)
    try:
        files, path = store_of(file.url)
        with files.open(path, "rb") as source, local_path.open("wb") as target:
            while part := source.read(COPY_BYTES):
                target.write(part)
    except FileNotFoundError:
        local_path.unlink(missing_ok=True)  # the reader reports it as vanished
    except OSError as error:
        raise SourceError(file.url, "unfetched", str(error)) from error
    return str(local_path)


def _fetch_slices(folder: Path, file: RemoteFile, items: Sequence[WorkItem]) -> str:
    """Return the path of a sparse file of full size with the head and the slices."""
    (head,) = fetch_ranges([(file.url, 0, min(FILE_HEAD_BYTES, file.size_bytes))])
    if isinstance(head, bytes) and kind_of(head[:HEAD_BYTES], _file_name_of(file.url)) == "zip":
        return _copy_file(folder, file)
    spans = _byte_ranges_of(items, file.size_bytes)
    ranges = [(at, min(at + COPY_BYTES, last)) for first, last in spans for at in range(first, last, COPY_BYTES)]
    fetched = fetch_ranges([(file.url, first, last) for first, last in ranges])
    return _write_ranges(folder, file, [(0, head), *zip((first for first, _ in ranges), fetched, strict=True)])


def _byte_ranges_of(items: Sequence[WorkItem], size_bytes: int) -> list[tuple[int, int]]:
    """Return the byte ranges to fetch for some slices; adjacent ranges are joined."""
    spans: list[tuple[int, int]] = []
    for item in sorted(items, key=lambda item: item.first):
        last = size_bytes if item.last is None else min(item.last + BYTES_AFTER_SLICE, size_bytes)
        if spans and item.first <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(last, spans[-1][1]))
        else:
            spans.append((item.first, last))
    return spans
