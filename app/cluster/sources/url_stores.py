"""URLs: the store that one lies in, and the names of files in archives there."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import fsspec

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
