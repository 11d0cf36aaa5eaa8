"""Read Parquet files by row groups: each is converted to JSON lines for the normal table reader.

So columns are guessed and named as in any other table. Only the row groups of a shard are fetched and decoded, in the
worker that counts them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import unquote

from pyarrow import ArrowException, parquet

from app.domain.documents import SourceOptions, WorkItem
from app.domain.errors import SourceError
from app.domain.jobs import NoOpJobContext
from app.features.cluster.remote_listing import inner_path, store_of, whole_url
from app.library.importing import plan_sources
from app.readers.files.folder_walk import find_files
from app.readers.sources import SourcePlan

SUFFIX = ".parquet"
GUESSED_ROWS = 1_000
ROW_BATCH_SIZE = 4_096
NO_VALUE = "__HIVE_DEFAULT_PARTITION__"


def is_parquet(place: str) -> bool:
    """Return whether a source is Parquet: a file or pattern with that suffix, or a folder with only such files."""
    if place.lower().endswith(SUFFIX):
        return True
    if not _begins_with_rows(place):
        return False
    files, path = store_of(place)
    names = files.find(path) if "://" in place else (found.path for found in find_files([Path(place)]))
    return all(map(_is_row_file, filter(is_content, names)))


def _is_row_file(path: str) -> bool:
    return path.lower().endswith(SUFFIX)


def _begins_with_rows(place: str) -> bool:
    """Return whether the first folder with files has only Parquet files. A large mail store is not listed for that."""
    try:
        files, path = store_of(place)
        while files.isdir(path):
            entries = [entry for entry in files.ls(path, detail=True) if is_content(str(entry["name"]).rstrip("/"))]
            names = [str(entry["name"]) for entry in entries if entry["type"] != "directory"]
            if names:
                return all(map(_is_row_file, names))
            path = min(
                (str(entry["name"]) for entry in entries if str(entry["name"]).strip("/") != path.strip("/")),
                default="?",
            )
    except (OSError, ValueError, ImportError):  # the reader will report the error
        pass
    return False


def is_content(path: str) -> bool:
    """Return False for files that Spark and Hadoop add, such as `_SUCCESS` and hidden checksums."""
    return not path.rsplit("/", 1)[-1].startswith(("_", "."))


def parquet_files(places: Iterable[str]) -> list[str]:
    """Return the Parquet files of the sources, sorted by name."""
    result: list[str] = []
    for place in places:
        files, path = store_of(place)
        listed = files.find(path) if files.isdir(path) else sorted(files.glob(path))
        row_files = [name for name in listed if name.lower().endswith(SUFFIX) and is_content(name)]
        if not row_files:
            raise SourceError(place, "missing")
        result += [whole_url(files, name, place) if "://" in place else name for name in row_files]
    return result


def row_groups(places: Iterable[str], shard_bytes: int) -> Iterator[tuple[WorkItem, str]]:
    """Yield work items of row groups, each with a stamp that changes with its file.

    A file that cannot be opened is one item, so that its worker reports it.
    """
    for place in places:
        try:
            yield from _row_groups(place, shard_bytes)
        except (OSError, ArrowException) as error:
            yield WorkItem((place,), (None,)), str(error)


def _row_groups(place: str, shard_bytes: int) -> Iterator[tuple[WorkItem, str]]:
    with _open_parquet(place) as file:
        metadata = file.metadata
        sizes = [
            (metadata.row_group(n).total_byte_size, metadata.row_group(n).num_rows)
            for n in range(metadata.num_row_groups)
        ]
    files, path = store_of(place)
    stamp = repr((metadata.num_rows, metadata.serialized_size, str(files.ukey(path))))
    first = size_bytes = n_rows = 0
    row = 1
    for number, (own_bytes, own_rows) in enumerate(sizes, start=1):
        size_bytes, n_rows = size_bytes + own_bytes, n_rows + own_rows
        if size_bytes >= shard_bytes or number == len(sizes):
            yield WorkItem((place,), (None,), first, number, size_bytes, row), stamp
            first, size_bytes, n_rows, row = number, 0, 0, row + n_rows


@contextmanager
def _open_parquet(place: str) -> Iterator[Any]:
    files, path = store_of(place)
    with files.open(path, "rb") as raw, parquet.ParquetFile(raw) as file:
        yield file


def guess_columns(places: Iterable[str], options: SourceOptions) -> SourcePlan:
    """Guess the columns from the first readable file."""
    with TemporaryDirectory(prefix="bayleaf-") as folder:
        sample = Path(folder) / "sample.jsonl"
        for place in places:
            try:
                with _open_parquet(place) as file:
                    first = next(file.iter_batches(GUESSED_ROWS), None)
                    sample.write_text("" if first is None else _lines(first, partition_of(place)), encoding="utf-8")
                    break
            except (OSError, ArrowException):
                continue
        if not sample.exists():
            raise SourceError(next(iter(places)), "damaged")
        return plan_sources([sample], replace(options, kind="table"), NoOpJobContext())


def write_rows(folder: Path, item: WorkItem) -> WorkItem:
    """Write the rows of an item as JSON lines. If they cannot be decoded, write a stub that the reader reports."""
    path = folder / f"{Path(item.paths[0]).name}.jsonl"
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with _open_parquet(item.paths[0]) as file, path.open("w", encoding="utf-8") as target:
            for batch in file.iter_batches(ROW_BATCH_SIZE, row_groups=list(range(item.first, item.last or item.first))):
                target.write(_lines(batch, partition_of(item.paths[0])))
    except (OSError, ArrowException):
        path.write_bytes(b"PAR1\0")
    return replace(item, paths=(str(path),), first=0, last=path.stat().st_size)


def partition_of(path: str) -> dict[str, str | None]:
    """Return the partition columns in folder names such as `label=spam/`, as Hive and Spark write them."""
    parts = (folder.partition("=") for folder in inner_path(path).split("/")[:-1])
    return {
        unquote(name): None if value == NO_VALUE else unquote(value) for name, sign, value in parts if name and sign
    }


def _lines(batch: Any, partition: Mapping[str, str | None]) -> str:
    return "".join(json.dumps({**partition, **row}, default=str) + "\n" for row in batch.to_pylist())
