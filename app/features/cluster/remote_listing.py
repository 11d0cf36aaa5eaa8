"""Files at URLs, found as those of a disk are: in the same order, and with the labels of the folders around them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from hashlib import blake2b
from typing import Any

import fsspec

from app.domain.errors import SourceError
from app.readers.files.folder_walk import describe_folders, is_ignored, named_mailboxes
from app.readers.labels_from_paths import folder_label
from nbengine.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Remote:
    """A file at a URL."""

    url: str
    label: str | None
    """The label that the folders around it give."""
    size_bytes: int
    stamp: str
    """Changes with its content."""


@dataclass(frozen=True, slots=True)
class RemoteFolder:
    """A folder at a URL that is to be listed."""

    url: str
    """As a person named what it lies in."""
    base: str
    """The path of that, in its file system."""
    top: str
    """The name of that where it may be a label; empty where files in it tell about its folders."""
    names: tuple[str, ...] = ()
    """From there down to this folder."""
    is_shallow: bool = False
    """True if its own files alone are meant, and not the folders in it."""


@dataclass(frozen=True, slots=True)
class RemotePart:
    """Folders and files at a URL, to be listed by one task."""

    url: str
    places: tuple[RemoteFolder | str, ...]

    def files(self) -> Iterator[Remote]:
        """Yield the files of these places."""
        files, _ = store_of(self.url)
        for place in self.places:
            if isinstance(place, str):
                yield _file(files, place, self.url, files.info(place))
            else:
                yield from _in_folder(files, place)


def remote_parts(url: str, n_parts: int) -> list[RemotePart]:
    """Cut a URL into parts to be listed side by side: a file, a folder, or a pattern for several of them."""
    try:
        places = _divided(url, n_parts)
    except (OSError, ValueError, ImportError) as error:
        raise SourceError(url, "no-permission", str(error)) from error
    size = max(1, -(-len(places) // n_parts))
    return [RemotePart(url, tuple(places[at : at + size])) for at in range(0, len(places), size)]


def _divided(url: str, n_parts: int) -> list[RemoteFolder | str]:
    files, path = store_of(url)
    is_pattern = not files.exists(path) and ("*" in path or "?" in path)
    paths = sorted(files.glob(path)) if is_pattern else [path]
    if not paths or not files.exists(paths[0]):
        raise SourceError(url, "missing")
    places = [_root(files, one.rstrip("/"), url) if files.isdir(one) else one for one in paths]
    while len(places) < n_parts and any(isinstance(one, RemoteFolder) and not one.is_shallow for one in places):
        places = [part for place in places for part in _opened(files, place)]
    return places


def _root(files: Any, base: str, url: str) -> RemoteFolder:
    names, folders = _listed(files, base)
    return RemoteFolder(url, base, "" if describe_folders(list(names), folders) else base.rpartition("/")[2])


def _opened(files: Any, place: RemoteFolder | str) -> list[RemoteFolder | str]:
    """Return a folder without those in it, and each of these; of anything else, that."""
    if isinstance(place, str) or place.is_shallow:
        return [place]
    _, folders = _listed(files, _path(place))
    inner = [replace(place, names=(*place.names, name)) for name in folders if not is_ignored(name)]
    return [replace(place, is_shallow=True), *inner]


def _path(folder: RemoteFolder) -> str:
    return "/".join((*filter(None, (folder.base,)), *folder.names))


def _listed(files: Any, path: str) -> tuple[dict[str, dict[str, Any]], list[str]]:
    """Return what is said of the files in a folder, by name, and the names of the folders in it."""
    names: dict[str, dict[str, Any]] = {}
    folders: list[str] = []
    for about in files.ls(path or files.root_marker, detail=True):
        name = str(about["name"]).rstrip("/").rpartition("/")[2]
        if about["type"] == "directory":
            folders.append(name)
        elif str(about["name"]).rstrip("/") != path:
            names[name] = about
    return names, sorted(folders)


def _in_folder(files: Any, folder: RemoteFolder) -> Iterator[Remote]:
    """Yield the files of a folder: its own ones before those of the folders in it, each by name."""
    inside = _found(files, folder)
    names: dict[tuple[str, ...], list[str]] = {}
    for parts in inside:
        names.setdefault(parts[:-1], []).append(parts[-1])
    mailboxes = {around: named_mailboxes(own) for around, own in names.items()}
    kept = [parts for parts in inside if not any(is_ignored(part) for part in parts)]
    for parts in sorted(kept, key=lambda parts: [*((1, part) for part in parts[:-1]), (0, parts[-1])]):
        about = inside[parts]
        is_mailbox = parts[-1] in mailboxes[parts[:-1]]
        around = (parts[-1],) if is_mailbox else (*filter(None, (folder.top,)), *parts[:-1])
        yield replace(_file(files, str(about["name"]), folder.url, about), label=folder_label(around))


def _found(files: Any, folder: RemoteFolder) -> dict[tuple[str, ...], dict[str, Any]]:
    """Return what is said of the files of a folder, by the names from the base down to each."""
    path = _path(folder)
    if folder.is_shallow:
        return {(*folder.names, name): about for name, about in _listed(files, path)[0].items()}
    below = files.find(path, detail=True)
    return {
        tuple(name[len(folder.base) :].strip("/").split("/")): {**about, "name": name} for name, about in below.items()
    }


def _file(files: Any, path: str, url: str, about: dict[str, Any]) -> Remote:
    told = repr(sorted((name, str(value)) for name, value in about.items()))
    stamp = blake2b(told.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    return Remote(whole_url(files, path, url), None, int(about.get("size") or 0), stamp)


CONNECTIONS = 64
"""Side by side from one worker; botocore's own ten leave a store far away mostly waiting."""


def is_url(source: str) -> bool:
    """Return whether it is to be fetched; Windows' drives are no protocols."""
    return "://" in source


def store_of(url: str) -> tuple[Any, str]:
    """Return the file system of a URL or path, and the path there; credentials and endpoints are fsspec's own."""
    given = fsspec.config.conf.get("s3", {}).get("config_kwargs", {})
    found: tuple[Any, str] = fsspec.core.url_to_fs(
        url, s3={"config_kwargs": {"max_pool_connections": CONNECTIONS, **given}}
    )
    return found


def forget_lists(url: str) -> None:
    """Have a store listed anew: a worker lives for many jobs, and what it listed for one may be gone by the next."""
    with suppress(OSError, ValueError, ImportError):
        store_of(url)[0].invalidate_cache()


def whole_url(files: Any, path: str, url: str) -> str:
    """Return the URL of a file that was found at another one, in the same archive where that is in one."""
    first, chained, rest = url.partition("::")
    own = str(files.unstrip_protocol(path))
    if not chained:
        return own
    return f"{own}::{rest}" if "://" in first else f"{first}::{own}"


def inner_path(url: str) -> str:
    """Return the name of a file, without that of the archive around it."""
    first, _, rest = url.partition("::")
    return first if "://" in first or not rest else inner_path(rest)
