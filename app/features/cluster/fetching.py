"""Remote files: list folders and tables at URLs (via `fsspec`), read row groups of Parquet files, and fetch files.

The readers only open local files. So the files of a shard, or its slices of a large file, are fetched into a temporary
folder of the worker and removed after reading. Many files are fetched in parallel, because a remote store takes as long
to answer for a small object as for a large one. To find where messages begin in a large mailbox, only the bytes around
these places are read. A CSV table is read once from its start, because earlier lines and quotes decide where a row
begins.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from itertools import chain, groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar
from urllib.parse import unquote

import fsspec
from pyarrow import ArrowException, parquet

from app.domain.documents import SourceOptions, WorkItem
from app.domain.errors import SourceError
from app.domain.jobs import NoOpJobContext
from app.library.importing import plan_sources
from app.readers.files.folder_walk import (
    FoundFile,
    are_folder_descriptions,
    find_files,
    is_ignored,
    select_named_mailboxes,
)
from app.readers.kinds import HEAD_BYTES, kind_of
from app.readers.labels import folder_label
from app.readers.sources import (
    ITEM_BYTES,
    ITEM_FILES,
    LARGE_BYTES,
    STRETCH_BYTES,
    SourcePlan,
    work_items_of_file,
    work_items_of_open_file,
)


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A file at a URL."""

    url: str
    label: str | None
    """Label that the names of the folders give the file; None if they give none."""
    size_bytes: int
    version_hash: str
    """Hash of the file's metadata, such as size and time. It changes when the content changes."""


@dataclass(frozen=True, slots=True)
class RemoteFolder:
    """A folder at a URL whose files are to be listed."""

    url: str
    """The source that contains the folder, as the user wrote it."""
    source_path: str
    """Path of the source in its file system."""
    source_name: str
    """Name of the source folder, if it may be a label. Empty if its own files only describe the subfolders (README)."""
    folder_names: tuple[str, ...] = ()
    """Names of the folders on the way from the source to this folder."""
    is_shallow: bool = False
    """True to list only the files directly in the folder, not those of its subfolders."""


@dataclass(frozen=True, slots=True)
class ListingTask:
    """Folders and files of a source that one task lists."""

    url: str
    folders_and_paths: tuple[RemoteFolder | str, ...]
    """The folders to list, and the paths of single files."""

    def iter_files(self) -> Iterator[RemoteFile]:
        """Yield the files. Iterating reads from the network."""
        filesystem, _ = filesystem_of(self.url)
        for place in self.folders_and_paths:
            if isinstance(place, str):
                yield _make_remote_file(filesystem, place, self.url, filesystem.info(place))
            else:
                yield from _iter_files_in_folder(filesystem, place)


def split_remote_source(url: str, n_parts: int) -> list[ListingTask]:
    """Split a source (file, folder or pattern) into parts to be listed in parallel.

    Raises:
        SourceError: The source does not exist or cannot be read.
    """
    try:
        places = _split_source(url, n_parts)
    except (OSError, ValueError, ImportError) as error:
        raise SourceError(url, "no-permission", str(error)) from error
    size = max(1, -(-len(places) // n_parts))
    return [ListingTask(url, tuple(places[at : at + size])) for at in range(0, len(places), size)]


def _split_source(url: str, n_parts: int) -> list[RemoteFolder | str]:
    filesystem, path = filesystem_of(url)
    is_pattern = not filesystem.exists(path) and ("*" in path or "?" in path)
    paths = sorted(filesystem.glob(path)) if is_pattern else [path]
    if not paths or not filesystem.exists(paths[0]):
        raise SourceError(url, "missing")
    places = [_make_root_folder(filesystem, one.rstrip("/"), url) if filesystem.isdir(one) else one for one in paths]
    while len(places) < n_parts and any(isinstance(one, RemoteFolder) and not one.is_shallow for one in places):
        places = [part for place in places for part in _split_folder(filesystem, place)]
    return places


def _make_root_folder(filesystem: Any, base: str, url: str) -> RemoteFolder:
    names, folders = _list_folder(filesystem, base)
    return RemoteFolder(url, base, "" if are_folder_descriptions(list(names), folders) else base.rpartition("/")[2])


def _split_folder(filesystem: Any, place: RemoteFolder | str) -> list[RemoteFolder | str]:
    """Split a folder into its own files (a shallow folder) and one folder for each subfolder.

    Files and shallow folders are returned unchanged.
    """
    if isinstance(place, str) or place.is_shallow:
        return [place]
    _, folders = _list_folder(filesystem, _path_of_folder(place))
    inner = [replace(place, folder_names=(*place.folder_names, name)) for name in folders if not is_ignored(name)]
    return [replace(place, is_shallow=True), *inner]


def _path_of_folder(folder: RemoteFolder) -> str:
    return "/".join((*filter(None, (folder.source_path,)), *folder.folder_names))


def _list_folder(filesystem: Any, path: str) -> tuple[dict[str, dict[str, Any]], list[str]]:
    """Return the metadata of the files in a folder by file name, and the names of its subfolders."""
    names: dict[str, dict[str, Any]] = {}
    folders: list[str] = []
    for info in filesystem.ls(path or filesystem.root_marker, detail=True):
        name = str(info["name"]).rstrip("/").rpartition("/")[2]
        if info["type"] == "directory":
            folders.append(name)
        elif str(info["name"]).rstrip("/") != path:
            names[name] = info
    return names, sorted(folders)


def _iter_files_in_folder(filesystem: Any, folder: RemoteFolder) -> Iterator[RemoteFile]:
    """Yield the files of a folder by name: its own files first, then those of its subfolders."""
    infos = _list_file_infos(filesystem, folder)
    names: dict[tuple[str, ...], list[str]] = {}
    for parts in infos:
        names.setdefault(parts[:-1], []).append(parts[-1])
    mailboxes = {around: select_named_mailboxes(own) for around, own in names.items()}
    kept = [parts for parts in infos if not any(is_ignored(part) for part in parts)]
    for parts in sorted(kept, key=lambda parts: [*((1, part) for part in parts[:-1]), (0, parts[-1])]):
        info = infos[parts]
        is_mailbox = parts[-1] in mailboxes[parts[:-1]]
        around = (parts[-1],) if is_mailbox else (*filter(None, (folder.source_name,)), *parts[:-1])
        yield replace(_make_remote_file(filesystem, str(info["name"]), folder.url, info), label=folder_label(around))


def _list_file_infos(filesystem: Any, folder: RemoteFolder) -> dict[tuple[str, ...], dict[str, Any]]:
    """Return the metadata of the files in a folder. A key is the path below the source, as a tuple of its parts."""
    path = _path_of_folder(folder)
    if folder.is_shallow:
        return {(*folder.folder_names, name): info for name, info in _list_folder(filesystem, path)[0].items()}
    below = filesystem.find(path, detail=True)
    return {
        tuple(name[len(folder.source_path) :].strip("/").split("/")): {**info, "name": name}
        for name, info in below.items()
    }


def _make_remote_file(filesystem: Any, path: str, url: str, info: dict[str, Any]) -> RemoteFile:
    facts = repr(sorted((name, str(value)) for name, value in info.items()))
    stamp = blake2b(facts.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    return RemoteFile(whole_url(filesystem, path, url), None, int(info.get("size") or 0), stamp)


CONNECTIONS = 64
"""Parallel connections per worker; botocore's default of ten leaves a remote store mostly idle."""


def is_url(source: str) -> bool:
    """Return whether a source is a URL. A drive letter such as `C:` is not a protocol."""
    return "://" in source


def filesystem_of(url: str) -> tuple[Any, str]:
    """Return the `fsspec` file system of a URL or path, and the path in it.

    Credentials come from fsspec's configuration.
    """
    configured = fsspec.config.conf.get("s3", {}).get("config_kwargs", {})
    result: tuple[Any, str] = fsspec.core.url_to_fs(
        url, s3={"config_kwargs": {"max_pool_connections": CONNECTIONS, **configured}}
    )
    return result


def clear_listing_cache(url: str) -> None:
    """Clear fsspec's cache of folder listings. A worker lives for many jobs, and files may change between two jobs."""
    with suppress(OSError, ValueError, ImportError):
        filesystem_of(url)[0].invalidate_cache()


def whole_url(filesystem: Any, path: str, url: str) -> str:
    """Return the URL of a file found below `url`; for chained URLs, in the same archive."""
    first, chained, rest = url.partition("::")
    own = str(filesystem.unstrip_protocol(path))
    if not chained:
        return own
    return f"{own}::{rest}" if "://" in first else f"{first}::{own}"


def inner_path(url: str) -> str:
    """Return the part of a chained URL that names the file inside the archive. A URL that is not chained is returned
    unchanged.
    """
    first, _, rest = url.partition("::")
    return first if "://" in first or not rest else inner_path(rest)


SUFFIX = ".parquet"
GUESSED_ROWS = 1_000
ROW_BATCH_SIZE = 4_096
NO_VALUE = "__HIVE_DEFAULT_PARTITION__"


def is_parquet(source: str) -> bool:
    """Return whether a source is Parquet: a file or pattern that ends in .parquet, or a folder with only
    Parquet files.
    """
    if source.lower().endswith(SUFFIX):
        return True
    if not _first_folder_is_parquet(source):
        return False
    filesystem, path = filesystem_of(source)
    names = filesystem.find(path) if "://" in source else (found.path for found in find_files([Path(source)]))
    return all(map(_is_parquet_file, filter(is_data_file, names)))


def _is_parquet_file(path: str) -> bool:
    return path.lower().endswith(SUFFIX)


def _first_folder_is_parquet(source: str) -> bool:
    """Return whether the first folder that has files has only Parquet files.

    This quick test avoids listing a large mail store in full.
    """
    try:
        filesystem, path = filesystem_of(source)
        while filesystem.isdir(path):
            entries = [
                entry for entry in filesystem.ls(path, detail=True) if is_data_file(str(entry["name"]).rstrip("/"))
            ]
            names = [str(entry["name"]) for entry in entries if entry["type"] != "directory"]
            if names:
                return all(map(_is_parquet_file, names))
            path = min(
                (str(entry["name"]) for entry in entries if str(entry["name"]).strip("/") != path.strip("/")),
                default="?",
            )
    except (OSError, ValueError, ImportError):  # the reader will report the error
        pass
    return False


def is_data_file(path: str) -> bool:
    """Return whether a file has data. Files that Spark and Hadoop add, such as `_SUCCESS` and hidden checksums, have
    none.
    """
    return not path.rsplit("/", 1)[-1].startswith(("_", "."))


def list_parquet_files(sources: Iterable[str]) -> list[str]:
    """Return the paths of the Parquet files of the sources, sorted."""
    result: list[str] = []
    for place in sources:
        filesystem, path = filesystem_of(place)
        listed = filesystem.find(path) if filesystem.isdir(path) else sorted(filesystem.glob(path))
        row_files = [name for name in listed if name.lower().endswith(SUFFIX) and is_data_file(name)]
        if not row_files:
            raise SourceError(place, "missing")
        result += [whole_url(filesystem, name, place) if "://" in place else name for name in row_files]
    return result


def iter_row_groups(sources: Iterable[str], shard_bytes: int) -> Iterator[tuple[WorkItem, str]]:
    """Yield work items of row groups, each with a stamp: a text that changes when the file changes.

    A file that cannot be opened becomes one item, so that the worker that reads the item reports the failure.
    """
    for place in sources:
        try:
            yield from _iter_row_groups_of_source(place, shard_bytes)
        except (OSError, ArrowException) as error:
            yield WorkItem((place,), (None,)), str(error)


def _iter_row_groups_of_source(source: str, shard_bytes: int) -> Iterator[tuple[WorkItem, str]]:
    with _open_parquet(source) as file:
        metadata = file.metadata
        sizes = [
            (metadata.row_group(n).total_byte_size, metadata.row_group(n).num_rows)
            for n in range(metadata.num_row_groups)
        ]
    filesystem, path = filesystem_of(source)
    stamp = repr((metadata.num_rows, metadata.serialized_size, str(filesystem.ukey(path))))
    first = size_bytes = n_rows = 0
    row = 1
    for number, (own_bytes, own_rows) in enumerate(sizes, start=1):
        size_bytes, n_rows = size_bytes + own_bytes, n_rows + own_rows
        if size_bytes >= shard_bytes or number == len(sizes):
            yield WorkItem((source,), (None,), first, number, size_bytes, row), stamp
            first, size_bytes, n_rows, row = number, 0, 0, row + n_rows


@contextmanager
def _open_parquet(path_or_url: str) -> Iterator[Any]:
    filesystem, path = filesystem_of(path_or_url)
    with filesystem.open(path, "rb") as raw, parquet.ParquetFile(raw) as file:
        yield file


def guess_columns(sources: Iterable[str], options: SourceOptions) -> SourcePlan:
    """Guess the columns of tables from the first Parquet file that can be read, and return the plan for reading these
    tables.
    """
    with TemporaryDirectory(prefix="bayleaf-") as folder:
        sample = Path(folder) / "sample.jsonl"
        for place in sources:
            try:
                with _open_parquet(place) as file:
                    first = next(file.iter_batches(GUESSED_ROWS), None)
                    sample.write_text(
                        "" if first is None else _to_json_lines(first, partition_columns_of(place)), encoding="utf-8"
                    )
                    break
            except (OSError, ArrowException):
                continue
        if not sample.exists():
            raise SourceError(next(iter(sources)), "damaged")
        return plan_sources([sample], replace(options, kind="table"), NoOpJobContext())


def write_rows_as_json_lines(folder: Path, item: WorkItem) -> WorkItem:
    """Write the Parquet rows of an item into a file of JSON lines, and return an item for that file.

    If the rows cannot be decoded, the file gets a content that the reader reports as damaged.
    """
    path = folder / f"{Path(item.paths[0]).name}.jsonl"
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with _open_parquet(item.paths[0]) as file, path.open("w", encoding="utf-8") as target:
            for batch in file.iter_batches(
                ROW_BATCH_SIZE, row_groups=list(range(item.range_start, item.range_end or item.range_start))
            ):
                target.write(_to_json_lines(batch, partition_columns_of(item.paths[0])))
    except (OSError, ArrowException):
        path.write_bytes(b"PAR1\0")
    return replace(item, paths=(str(path),), range_start=0, range_end=path.stat().st_size)


def partition_columns_of(path: str) -> dict[str, str | None]:
    """Return names and values of the partition columns in folder names such as `label=spam/`, as Hive and Spark write
    them.

    A missing value is None.
    """
    parts = (folder.partition("=") for folder in inner_path(path).split("/")[:-1])
    return {
        unquote(name): None if value == NO_VALUE else unquote(value) for name, sign, value in parts if name and sign
    }


def _to_json_lines(batch: Any, partition: Mapping[str, str | None]) -> str:
    return "".join(json.dumps({**partition, **row}, default=str) + "\n" for row in batch.to_pylist())


FILE_HEAD_BYTES = 1 << 20
"""Number of bytes at the beginning of a file that are fetched with every slice.

The kind of the file and the columns of a table are determined from these bytes.
"""
BYTES_AFTER_SLICE = 1 << 20
"""Number of bytes after a slice that are fetched too, because the slice's last record may end there."""
COPY_BYTES = 8 << 20
"""Number of bytes per request when a large file is copied."""
MAX_GROUP_BYTES = 64 << 20
MAX_GROUP_FILES = 256
"""Maximum number of files that are fetched in parallel. Fetched files stay in memory until they are written."""
READ_AHEAD_BYTES = 64 << 10
"""Read-ahead while searching for message boundaries."""

Item = TypeVar("Item")
ByteRange = tuple[str, int | None, int | None]
"""A URL, and start and end offset of the bytes to fetch; None for the whole file."""


def fetch_ranges(places: Sequence[ByteRange]) -> list[bytes | Exception]:
    """Fetch byte ranges in parallel. A range that cannot be fetched gives its exception instead of bytes."""
    results: list[bytes | Exception] = []
    opened = [(*filesystem_of(url), first, last) for url, first, last in places]
    for _, group in groupby(opened, key=lambda request: id(request[0])):
        of_one_store = list(group)
        paths, firsts, lasts = ([request[column] for request in of_one_store] for column in (1, 2, 3))
        results += of_one_store[0][0].cat_ranges(paths, firsts, lasts, on_error="return")
    return results


def preview_remote_files(files: Sequence[RemoteFile], options: SourceOptions) -> SourcePlan:
    """Return the plan for reading some files, from copies that have only the first bytes of each file, followed by
    zeros.

    Archives and OLE files are copied whole, because their directory is at the end.
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


def divide_remote_files(
    files: Iterable[RemoteFile], options: SourceOptions, piece_bytes: int | None = None
) -> Iterator[tuple[WorkItem, tuple[RemoteFile, ...]]]:
    """Yield work items whose paths are URLs, each with its remote files.

    Small files are grouped and large files are split as local files are. `piece_bytes` is the size of the pieces of a
    large file; None for the default.
    """
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
    filesystem, path = filesystem_of(file.url)
    found = FoundFile(file.url, file.label, file.size_bytes)
    block_bytes = READ_AHEAD_BYTES if kind == "mbox" else COPY_BYTES
    with filesystem.open(path, "rb", block_size=block_bytes, cache_type="readahead") as stream:
        return list(work_items_of_open_file(stream, found, options, min(piece_bytes or STRETCH_BYTES, STRETCH_BYTES)))


@dataclass(frozen=True, slots=True)
class FetchedItems:
    """Work items with local copies of remote files, and the URLs of the files."""

    items: tuple[WorkItem, ...]
    url_by_path: Mapping[str, str] = field(default_factory=dict)
    """Path of each local copy to the URL of its file."""


@contextmanager
def fetch_items(
    items: tuple[WorkItem, ...], remote: Sequence[RemoteFile], *, is_parquet: bool = False
) -> Iterator[FetchedItems]:
    """Fetch the files of some items. The local copies are deleted at the end of the `with` block."""
    if not remote and not is_parquet:
        yield FetchedItems(items)
        return
    with tempfile.TemporaryDirectory(prefix="bayleaf-") as name:
        folder = Path(os.path.realpath(name))
        if is_parquet:
            local = tuple(write_rows_as_json_lines(folder / str(number), item) for number, item in enumerate(items))
        else:
            local = _fetch_to_local_items(folder, items, remote)
        pairs = (zip(own.paths, item.paths, strict=True) for own, item in zip(local, items, strict=True))
        yield FetchedItems(local, dict(chain.from_iterable(pairs)))


def _fetch_to_local_items(
    folder: Path, items: Sequence[WorkItem], remote: Sequence[RemoteFile]
) -> tuple[WorkItem, ...]:
    """Fetch the files of the items, whole or in slices; return the items with local paths."""
    files = {file.url: file for file in remote}
    sliced: dict[str, list[WorkItem]] = {}
    for item in items:
        if item.range_start or item.range_end is not None:
            sliced.setdefault(item.paths[0], []).append(item)
    whole = [file for file in files.values() if file.url not in sliced]
    paths = {file.url: _copy_file(folder, file) for file in whole if file.size_bytes >= COPY_BYTES}
    small = (file for file in whole if file.size_bytes < COPY_BYTES)
    for batch in group_adjacent(small, lambda file: file.size_bytes, MAX_GROUP_BYTES, MAX_GROUP_FILES):
        fetched = fetch_ranges([(file.url, None, None) for file in batch])
        paths |= {file.url: _write_ranges(folder, file, [(0, one)]) for file, one in zip(batch, fetched, strict=True)}
    for url, stretches_of_it in sliced.items():
        paths[url] = _fetch_slices(folder, files[url], stretches_of_it)
    return tuple(replace(item, paths=tuple(paths[url] for url in item.paths)) for item in items)


def _local_path(folder: Path, url: str) -> Path:
    """Return the local path of a file. It contains the path of the URL, because a user's pattern may take labels from
    it.
    """
    archive = blake2b(url.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest() if "::" in url else ""
    protocol, _, rest = inner_path(url).partition("://")
    parts = [part for part in rest.split("/") if part not in ("", ".", "..")]
    path = folder.joinpath(protocol, archive, *parts)
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def group_adjacent(
    items: Iterable[Item], size_of: Callable[[Item], int], max_total: int, max_items: int
) -> Iterator[list[Item]]:
    """Group adjacent items up to a total size and a number of items.

    An item larger than `max_total` forms its own group.
    """
    bundle: list[Item] = []
    total = 0
    for item in items:
        size = size_of(item)
        if bundle and (total + size > max_total or len(bundle) == max_items):
            yield bundle
            bundle, total = [], 0
        bundle.append(item)
        total += size
    if bundle:
        yield bundle


def _write_ranges(folder: Path, file: RemoteFile, parts: Iterable[tuple[int, bytes | Exception]]) -> str:
    """Write fetched ranges at their offsets into a local file, and return its path.

    If the remote file has vanished, no local file is created; the reader then reports the file as missing.

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
    """Copy a large file in chunks, and return the path of the copy."""
    local_path = _local_path(folder, file.url)
    try:
        filesystem, path = filesystem_of(file.url)
        with filesystem.open(path, "rb") as source, local_path.open("wb") as target:
            while part := source.read(COPY_BYTES):
                target.write(part)
    except FileNotFoundError:
        local_path.unlink(missing_ok=True)  # the reader reports it as vanished
    except OSError as error:
        raise SourceError(file.url, "unfetched", str(error)) from error
    return str(local_path)


def _fetch_slices(folder: Path, file: RemoteFile, items: Sequence[WorkItem]) -> str:
    """Write the beginning of a file and some slices into a local file, and return its path.

    The local file has the full size, so that every slice has the same offset as in the remote file. Parts that were not
    fetched are holes. A ZIP archive is copied as a whole, because its list of members is at its end.
    """
    (head,) = fetch_ranges([(file.url, 0, min(FILE_HEAD_BYTES, file.size_bytes))])
    if isinstance(head, bytes) and kind_of(head[:HEAD_BYTES], _file_name_of(file.url)) == "zip":
        return _copy_file(folder, file)
    spans = _byte_ranges_of(items, file.size_bytes)
    ranges = [(at, min(at + COPY_BYTES, last)) for first, last in spans for at in range(first, last, COPY_BYTES)]
    fetched = fetch_ranges([(file.url, first, last) for first, last in ranges])
    return _write_ranges(folder, file, [(0, head), *zip((first for first, _ in ranges), fetched, strict=True)])


def _byte_ranges_of(items: Sequence[WorkItem], size_bytes: int) -> list[tuple[int, int]]:
    """Return (start, end) of the byte ranges to fetch for some slices; adjacent ranges are joined."""
    spans: list[tuple[int, int]] = []
    for item in sorted(items, key=lambda item: item.range_start):
        last = size_bytes if item.range_end is None else min(item.range_end + BYTES_AFTER_SLICE, size_bytes)
        if spans and item.range_start <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(last, spans[-1][1]))
        else:
            spans.append((item.range_start, last))
    return spans
