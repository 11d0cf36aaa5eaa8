"""All files at some URLs, listed as the parts that workers list side by side."""

from __future__ import annotations

from collections.abc import Iterable

from app.features.cluster.fetching import RemoteFile, split_remote_source


def remote_files(urls: Iterable[str]) -> list[RemoteFile]:
    """Return all files at some URLs, in the order that they would have on a disk."""
    return [file for url in urls for part in split_remote_source(url, 1) for file in part.iter_files()]
