"""List files at URLs in the same order, and with the same labels from folders, as files on a disk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any

import fsspec

from app.domain.errors import SourceError
from app.readers.files.folder_walk import are_folder_descriptions, is_ignored, named_mailboxes
from app.readers.labels import folder_label


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A file at a URL."""

    url: str
    label: str | None
    """Label from the folders around the file."""
    size_bytes: int
    stamp: str
    """A hash of size, time and the like, which changes with the content."""


@dataclass(frozen=True, slots=True)
class RemoteFolder:
    """A folder at a URL, to be listed."""

    url: str
    """The source that contains the folder, as the user wrote it."""
    base: str
    """Path of the source in its file system."""
    top: str
    """Name of the source folder if it may be a label; empty if files in it describe its folders."""
    names: tuple[str, ...] = ()
    """Names of the folders from the source to this folder."""
    is_shallow: bool = False
    """True to list only its own files, not its subfolders."""


@dataclass(frozen=True, slots=True)
class ListingTask:
    """Folders and files of a source, to be listed by one task."""

    url: str
    places: tuple[RemoteFolder | str, ...]

    def files(self) -> Iterator[RemoteFile]:
        """Yield the files."""
        files, _ = store_of(self.url)
        for place in self.places:
            if isinstance(place, str):
                yield _file(files, place, self.url, files.info(place))
            else:
                yield from _in_folder(files, place)


def remote_parts(url: str, n_parts: int) -> list[ListingTask]:
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
    files, path = store_of(url)
    is_pattern = not files.exists(path) and ("*" in path or "?" in path)
    paths = sorted(files.glob(path)) if is_pattern else [path]
    if not paths or not files.exists(paths[0]):
        raise SourceError(url, "missing")
    places = [_root(files, one.rstrip("/"), url) if files.isdir(one) else one for one in paths]
    while len(places) < n_parts and any(isinstance(one, RemoteFolder) and not one.is_shallow for one in places):
        places = [part for place in places for part in _split_folder(files, place)]
    return places


def _root(files: Any, base: str, url: str) -> RemoteFolder:
    names, folders = _list_folder(files, base)
    return RemoteFolder(url, base, "" if are_folder_descriptions(list(names), folders) else base.rpartition("/")[2])


def _split_folder(files: Any, place: RemoteFolder | str) -> list[RemoteFolder | str]:
    """Split a folder into itself without subfolders, and each subfolder; anything else is returned unchanged."""
    if isinstance(place, str) or place.is_shallow:
        return [place]
    _, folders = _list_folder(files, _path(place))
    inner = [replace(place, names=(*place.names, name)) for name in folders if not is_ignored(name)]
    return [replace(place, is_shallow=True), *inner]


def _path(folder: RemoteFolder) -> str:
    return "/".join((*filter(None, (folder.base,)), *folder.names))


def _list_folder(files: Any, path: str) -> tuple[dict[str, dict[str, Any]], list[str]]:
    """Return the file infos of a folder by name, and the names of its subfolders."""
    names: dict[str, dict[str, Any]] = {}
    folders: list[str] = []
    for info in files.ls(path or files.root_marker, detail=True):
        name = str(info["name"]).rstrip("/").rpartition("/")[2]
        if info["type"] == "directory":
            folders.append(name)
        elif str(info["name"]).rstrip("/") != path:
            names[name] = info
    return names, sorted(folders)


def _in_folder(files: Any, folder: RemoteFolder) -> Iterator[RemoteFile]:
    """Yield the files of a folder by name: its own files first, then those of its subfolders."""
    infos = _file_infos(files, folder)
    names: dict[tuple[str, ...], list[str]] = {}
    for parts in infos:
        names.setdefault(parts[:-1], []).append(parts[-1])
    mailboxes = {around: named_mailboxes(own) for around, own in names.items()}
    kept = [parts for parts in infos if not any(is_ignored(part) for part in parts)]
    for parts in sorted(kept, key=lambda parts: [*((1, part) for part in parts[:-1]), (0, parts[-1])]):
        info = infos[parts]
        is_mailbox = parts[-1] in mailboxes[parts[:-1]]
        around = (parts[-1],) if is_mailbox else (*filter(None, (folder.top,)), *parts[:-1])
        yield replace(_file(files, str(info["name"]), folder.url, info), label=folder_label(around))


def _file_infos(files: Any, folder: RemoteFolder) -> dict[tuple[str, ...], dict[str, Any]]:
    """Return the file infos of a folder by their path parts below the source."""
    path = _path(folder)
    if folder.is_shallow:
        return {(*folder.names, name): info for name, info in _list_folder(files, path)[0].items()}
    below = files.find(path, detail=True)
    return {
        tuple(name[len(folder.base) :].strip("/").split("/")): {**info, "name": name} for name, info in below.items()
    }


def _file(files: Any, path: str, url: str, info: dict[str, Any]) -> RemoteFile:
    facts = repr(sorted((name, str(value)) for name, value in info.items()))
    stamp = blake2b(facts.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    return RemoteFile(whole_url(files, path, url), None, int(info.get("size") or 0), stamp)


CONNECTIONS = 64
"""Parallel connections per worker; botocore's default of ten leaves a remote store mostly idle."""


def is_url(source: str) -> bool:
    """Return whether a source is a URL; `C:` of Windows is not a protocol."""
    return "://" in source


def store_of(url: str) -> tuple[Any, str]:
    """Return the file system of a URL or path, and the path in it. Credentials come from fsspec's configuration."""
    configured = fsspec.config.conf.get("s3", {}).get("config_kwargs", {})
    result: tuple[Any, str] = fsspec.core.url_to_fs(
        url, s3={"config_kwargs": {"max_pool_connections": CONNECTIONS, **configured}}
    )
    return result


def clear_listing_cache(url: str) -> None:
    """Clear the cache of listings: a worker lives for many jobs, and files may change between them."""
    with suppress(OSError, ValueError, ImportError):
        store_of(url)[0].invalidate_cache()


def whole_url(files: Any, path: str, url: str) -> str:
    """Return the URL of a file found below `url`; for chained URLs, in the same archive."""
    first, chained, rest = url.partition("::")
    own = str(files.unstrip_protocol(path))
    if not chained:
        return own
    return f"{own}::{rest}" if "://" in first else f"{first}::{own}"


def inner_path(url: str) -> str:
    """Return the file's part of a chained URL, without the archive's."""
    first, _, rest = url.partition("::")
    return first if "://" in first or not rest else inner_path(rest)
