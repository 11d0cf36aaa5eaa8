"""Files at URLs, as `fsspec` knows them, brought to a folder of the worker while the readers read them.

The readers open files of the disk, and nothing else; so a shard's files, or the stretch of a file that is a shard, are
fetched first and removed afterwards. A large mailbox or table is fetched twice: once by the worker that looks for
the borders of its records, once in stretches by those that read them.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from typing import Any

import fsspec

from app.cluster.sources.parquet_files import inner_path, whole_url, written_rows
from app.domain.documents import SourceOptions, WorkItem
from app.domain.errors import SourceError
from app.domain.jobs import Unattended
from app.readers.files.file_slices import LARGE_BYTES, stretches
from app.readers.files.folder_walk import FoundFile, describe_folders, is_ignored, named_mailboxes
from app.readers.kinds import HEAD_BYTES, kind_of
from app.readers.labels import folder_label
from app.readers.sources import ITEM_BYTES, ITEM_FILES, SourcePlan
from app.services.library.importing import previewed

SAMPLE_FILES = 50
"""Of the sources, looked into to fill in what the options leave open."""
HEAD = 1 << 20
"""Of a file, fetched with every stretch of it: its kind, and a table's columns, are told from there."""
BEYOND = 1 << 20
"""After a stretch: the readers look there to see that its last record is over."""
COPY_BYTES = 8 << 20


@dataclass(frozen=True, slots=True)
class Remote:
    """A file at a URL."""

    url: str
    label: str | None
    """The label that the folders around it give."""
    size_bytes: int
    stamp: str
    """Changes with its content."""


def is_url(source: str) -> bool:
    """Return whether it is to be fetched; Windows' drives are no protocols."""
    return "://" in source


def remote_files(urls: Iterable[str]) -> list[Remote]:
    """Return the files at some URLs, each of a file, a folder or a pattern, in the order that they would have on a
    disk."""
    found: list[Remote] = []
    for url in urls:
        try:
            found += _listed(url)
        except (OSError, ValueError, ImportError) as error:
            raise SourceError(url, "no-permission", str(error)) from error
    return found


def _listed(url: str) -> list[Remote]:
    files, path = fsspec.core.url_to_fs(url)
    if files.isdir(path):
        return _folder(files, path, url)
    paths = sorted(files.glob(path)) if "*" in path or "?" in path else [path]
    if not paths or not files.exists(paths[0]):
        raise SourceError(url, "missing")
    return [
        remote
        for one in paths
        for remote in (_folder(files, one, url) if files.isdir(one) else [_file(files, one, url)])
    ]


def _folder(files: Any, root: str, url: str) -> list[Remote]:
    base = root.rstrip("/")
    inside = {path: tuple(path[len(base) :].strip("/").split("/")) for path in files.find(root)}
    kept = {path: parts for path, parts in inside.items() if not any(is_ignored(part) for part in parts)}
    names: dict[tuple[str, ...], list[str]] = {}
    for parts in inside.values():
        names.setdefault(parts[:-1], []).append(parts[-1])
    mailboxes = {folder: named_mailboxes(own) for folder, own in names.items()}
    folders = sorted({parts[0] for parts in inside.values() if len(parts) > 1})
    top = "" if describe_folders(names.get((), []), folders) else base.rpartition("/")[2]
    ordered = sorted(kept, key=lambda path: [*((1, part) for part in kept[path][:-1]), (0, kept[path][-1])])
    return [
        replace(_file(files, path, url), label=_label(top, kept[path], mailboxes[kept[path][:-1]])) for path in ordered
    ]


def _label(top: str, parts: tuple[str, ...], mailboxes: set[str]) -> str | None:
    around = (parts[-1],) if parts[-1] in mailboxes else (*filter(None, (top,)), *parts[:-1])
    return folder_label(around)


def _file(files: Any, path: str, url: str) -> Remote:
    return Remote(whole_url(files, path, url), None, int(files.size(path) or 0), str(files.ukey(path)))


def remote_items(
    files: Sequence[Remote], options: SourceOptions
) -> tuple[list[tuple[WorkItem, tuple[Remote, ...]]], SourcePlan]:
    """Work items whose paths are URLs, and what the files seem to be by the first of them."""
    with tempfile.TemporaryDirectory(prefix="bayleaf-") as folder:
        sample = [_fetched(Path(folder), file) for file in files[:SAMPLE_FILES]]
        plan = previewed([Path(path) for path in sample], options, Unattended())
    items: list[tuple[WorkItem, tuple[Remote, ...]]] = []
    waiting: list[Remote] = []
    for file in files:
        if file.size_bytes >= LARGE_BYTES:
            items += [(item, (file,)) for item in _stretches(file, plan.options)]
            continue
        if waiting and (len(waiting) == ITEM_FILES or _size(waiting) + file.size_bytes > ITEM_BYTES):
            items.append((_item(waiting), tuple(waiting)))
            waiting = []
        waiting.append(file)
    if waiting:
        items.append((_item(waiting), tuple(waiting)))
    return items, plan


def _item(files: Sequence[Remote]) -> WorkItem:
    return WorkItem(tuple(file.url for file in files), tuple(file.label for file in files), size_bytes=_size(files))


def _size(files: Sequence[Remote]) -> int:
    return sum(file.size_bytes for file in files)


def _stretches(file: Remote, options: SourceOptions) -> list[WorkItem]:
    with tempfile.TemporaryDirectory(prefix="bayleaf-") as folder:
        path = _fetched(Path(folder), file)
        found = stretches(FoundFile(path, file.label, file.size_bytes), options)
        return [replace(item, paths=(file.url,)) for item in found]


@dataclass(frozen=True, slots=True)
class Brought:
    """Items whose files are on the disk, and the way back to their names."""

    items: tuple[WorkItem, ...]
    urls: Mapping[str, str] = field(default_factory=dict)
    """By the path of the copy."""

    def named(self, path: str) -> str:
        """Return the URL of a file that was fetched; any other path as it is."""
        return self.urls.get(path, path)


@contextmanager
def brought(items: tuple[WorkItem, ...], remote: Sequence[Remote], *, is_parquet: bool = False) -> Iterator[Brought]:
    """Have the files of some items on the disk as long as the block lasts."""
    if not remote and not is_parquet:
        yield Brought(items)
        return
    files = {file.url: file for file in remote}
    with tempfile.TemporaryDirectory(prefix="bayleaf-") as name:
        folder = Path(os.path.realpath(name))
        local = tuple(
            written_rows(folder / str(number), item) if is_parquet else _local_item(folder / str(number), item, files)
            for number, item in enumerate(items)
        )
        pairs = (zip(own.paths, item.paths, strict=True) for own, item in zip(local, items, strict=True))
        yield Brought(local, dict(chain.from_iterable(pairs)))


def _local_item(folder: Path, item: WorkItem, files: Mapping[str, Remote]) -> WorkItem:
    if item.first == 0 and item.last is None:
        return replace(item, paths=tuple(_fetched(folder, files[url]) for url in item.paths))
    return replace(item, paths=(_fetched_stretch(folder, files[item.paths[0]], item),))


def _place(folder: Path, url: str) -> Path:
    """Return the place of a file while it is read: under its own name, so that patterns find labels in it."""
    around = blake2b(url.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest() if "::" in url else ""
    protocol, _, rest = inner_path(url).partition("://")
    parts = [part for part in rest.split("/") if part not in ("", ".", "..")]
    place = folder.joinpath(protocol, around, *parts)
    place.parent.mkdir(parents=True, exist_ok=True)
    return place


def _fetched(folder: Path, file: Remote) -> str:
    place = _place(folder, file.url)
    try:
        with fsspec.open(file.url, "rb") as source, place.open("wb") as target:
            while part := source.read(COPY_BYTES):
                target.write(part)
    except FileNotFoundError:
        place.unlink(missing_ok=True)  # a reader lists it as vanished
    except OSError as error:
        raise SourceError(file.url, "unfetched", str(error)) from error
    return str(place)


def _fetched_stretch(folder: Path, file: Remote, item: WorkItem) -> str:
    """Return a file of the whole size that holds its head and the stretch, and nothing in between."""
    files, path = fsspec.core.url_to_fs(file.url)
    head = files.cat_file(path, start=0, end=min(HEAD, file.size_bytes))
    if kind_of(head[:HEAD_BYTES], inner_path(file.url).rpartition("/")[2]) == "zip":
        return _fetched(folder, file)
    place = _place(folder, file.url)
    last = file.size_bytes if item.last is None else min(item.last + BEYOND, file.size_bytes)
    with place.open("wb") as target:
        target.truncate(file.size_bytes)
        target.write(head)
        for first in range(item.first, last, COPY_BYTES):
            target.seek(first)
            target.write(files.cat_file(path, start=first, end=min(first + COPY_BYTES, last)))
    return str(place)
