"""Parquet files, row group by row group, as the lines of JSON that the laptop's table reader reads.

So text and label columns are found, guessed and named as in any table. Only the row groups of a shard are fetched and
decoded, and only in the worker that counts them.
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
from app.domain.jobs import Unattended
from app.features.cluster.remote_listing import inner_path, store_of, whole_url
from app.library.importing import previewed
from app.readers.files.folder_walk import found_files
from app.readers.source_planning import SourcePlan

SUFFIX = ".parquet"
GUESSED_ROWS = 1_000
ROWS_AT_ONCE = 4_096
NO_VALUE = "__HIVE_DEFAULT_PARTITION__"


def is_parquet(place: str) -> bool:
    """Tell whether a source is Parquet: a file or pattern of that name, or a folder whose rows are all of that kind."""
    if place.lower().endswith(SUFFIX):
        return True
    if not _begins_with_rows(place):
        return False
    files, path = store_of(place)
    names = files.find(path) if "://" in place else (found.path for found in found_files([Path(place)]))
    return all(map(_is_row_file, filter(is_content, names)))


def _is_row_file(path: str) -> bool:
    return path.lower().endswith(SUFFIX)


def _begins_with_rows(place: str) -> bool:
    """Tell from the first folder with any files whether these are Parquet: mail is told apart without listing it."""
    try:
        files, path = store_of(place)
        while files.isdir(path):
            about = [one for one in files.ls(path, detail=True) if is_content(str(one["name"]).rstrip("/"))]
            names = [str(one["name"]) for one in about if one["type"] != "directory"]
            if names:
                return all(map(_is_row_file, names))
            path = min(
                (str(one["name"]) for one in about if str(one["name"]).strip("/") != path.strip("/")), default="?"
            )
    except (OSError, ValueError, ImportError):  # what is wrong with it is said when it is read
        pass
    return False


def is_content(path: str) -> bool:
    """Tell rows from what Spark and Hadoop leave beside them: markers such as `_SUCCESS`, and hidden checksums."""
    return not path.rsplit("/", 1)[-1].startswith(("_", "."))


def parquet_files(places: Iterable[str]) -> list[str]:
    """Return the files that the sources stand for, by name."""
    found: list[str] = []
    for place in places:
        files, path = store_of(place)
        inside = files.find(path) if files.isdir(path) else sorted(files.glob(path))
        kept = [one for one in inside if one.lower().endswith(SUFFIX) and is_content(one)]
        if not kept:
            raise SourceError(place, "missing")
        found += [whole_url(files, one, place) if "://" in place else one for one in kept]
    return found


def row_groups(places: Iterable[str], shard_bytes: int) -> Iterator[tuple[WorkItem, str]]:
    """Yield pieces of the files, each with a stamp that changes with its file; one that cannot be opened is a piece
    too, so that its worker lists it."""
    for place in places:
        try:
            yield from _row_groups(place, shard_bytes)
        except (OSError, ArrowException) as error:
            yield WorkItem((place,), (None,)), str(error)


def _row_groups(place: str, shard_bytes: int) -> Iterator[tuple[WorkItem, str]]:
    with _opened(place) as file:
        about = file.metadata
        sizes = [(about.row_group(n).total_byte_size, about.row_group(n).num_rows) for n in range(about.num_row_groups)]
    files, path = store_of(place)
    stamp = repr((about.num_rows, about.serialized_size, str(files.ukey(path))))
    first = size_bytes = n_rows = 0
    row = 1
    for number, (own_bytes, own_rows) in enumerate(sizes, start=1):
        size_bytes, n_rows = size_bytes + own_bytes, n_rows + own_rows
        if size_bytes >= shard_bytes or number == len(sizes):
            yield WorkItem((place,), (None,), first, number, size_bytes, row), stamp
            first, size_bytes, n_rows, row = number, 0, 0, row + n_rows


@contextmanager
def _opened(place: str) -> Iterator[Any]:
    files, path = store_of(place)
    with files.open(path, "rb") as raw, parquet.ParquetFile(raw) as file:
        yield file


def guessed(places: Iterable[str], options: SourceOptions) -> SourcePlan:
    """Guess the columns from the first file that can be read."""
    with TemporaryDirectory(prefix="bayleaf-") as folder:
        sample = Path(folder) / "sample.jsonl"
        for place in places:
            try:
                with _opened(place) as file:
                    first = next(file.iter_batches(GUESSED_ROWS), None)
                    sample.write_text("" if first is None else _lines(first, partition_of(place)), encoding="utf-8")
                    break
            except (OSError, ArrowException):
                continue
        if not sample.exists():
            raise SourceError(next(iter(places)), "damaged")
        return previewed([sample], replace(options, kind="table"), Unattended())


def written_rows(folder: Path, item: WorkItem) -> WorkItem:
    """Write the rows of an item where a reader can open them; what cannot be decoded stays as it is, to be listed."""
    place = folder / f"{Path(item.paths[0]).name}.jsonl"
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with _opened(item.paths[0]) as file, place.open("w", encoding="utf-8") as target:
            for batch in file.iter_batches(ROWS_AT_ONCE, row_groups=list(range(item.first, item.last or item.first))):
                target.write(_lines(batch, partition_of(item.paths[0])))
    except (OSError, ArrowException):
        place.write_bytes(b"PAR1\0")
    return replace(item, paths=(str(place),), first=0, last=place.stat().st_size)


def partition_of(path: str) -> dict[str, str | None]:
    """Read the columns that stand in the names of the folders, as `label=spam/`, the way Hive and Spark write them."""
    parts = (folder.partition("=") for folder in inner_path(path).split("/")[:-1])
    return {
        unquote(name): None if value == NO_VALUE else unquote(value) for name, sign, value in parts if name and sign
    }


def _lines(batch: Any, partition: Mapping[str, str | None]) -> str:
    return "".join(json.dumps({**partition, **row}, default=str) + "\n" for row in batch.to_pylist())
