"""Sources looked at by many workers side by side: portions of them, listed where they are, and sampled.

The driver hears of folders and of a few files that are looked into; the names of all others stay on the workers that
listed them, until shards are made of them there.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, groupby
from pathlib import Path
from typing import Final, Literal

from app.cluster.sources.fetching import previewed_remotely
from app.cluster.sources.parquet_files import guessed, is_parquet, parquet_files
from app.cluster.sources.remote_listing import Remote, RemotePart, forget_lists, is_url, remote_parts
from app.domain.documents import SourceOptions
from app.domain.errors import SourceError
from app.domain.jobs import Unattended
from app.readers.files.folder_walk import FolderPart, FoundFile, found_files, parts_of
from app.readers.source_planning import N_LOOKED_AT, SourcePlan
from app.services.library.importing import previewed
from nbengine.lazy_dataclasses import dataclass

Sort = Literal["files", "remote", "parquet"]
"""Of a source: files of a disk, files at URLs, or row groups of Parquet, wherever these are."""

N_PORTIONS = 64
"""Of each source that is a folder."""
NAMES_AT_ONCE = 1_000
"""Files named one by one, or found by a pattern, in one portion."""
SLICE_FILES = 100_000
SLICE_BYTES = 1 << 30
"""Of large files, whose borders one task looks for; and files whose names one task holds."""
MOST_SAMPLED: Final[Mapping[Sort, int]] = {"files": 2 * N_LOOKED_AT, "remote": 50, "parquet": 50}
"""Files that are looked into; of a disk they are as many as the laptop looks into."""
GLOB_CHARACTERS = frozenset("*?[")


@dataclass(frozen=True, slots=True)
class Portion:
    """A part of the sources that one task lists."""

    run: int
    """The number of the neighbours of one sort that it belongs to: each run is looked into for itself."""
    sort: Sort
    part: FolderPart | RemotePart | tuple[str, ...]


Listing = tuple[FoundFile, ...] | tuple[Remote, ...] | tuple[str, ...]
"""The files of a portion."""


@dataclass(frozen=True, slots=True)
class ListingFacts:
    """The facts about a listing that the driver is told."""

    n_readable: int
    slices: tuple[tuple[int, int], ...]
    """Parts of it to be divided into shards by one task each."""


def portions_of(places: Sequence[str]) -> tuple[Portion, ...]:
    """Divide sources for listing; a task."""
    for url in filter(is_url, places):
        forget_lists(url)
    runs = groupby(places, _sort_of)  # neighbours of one sort together, so that the order of the sources stays
    return tuple(Portion(number, sort, part) for number, (sort, own) in enumerate(runs) for part in _parts(sort, own))


def _sort_of(source: str) -> Sort:
    return "parquet" if is_parquet(source) else "remote" if is_url(source) else "files"


def _parts(sort: Sort, places: Iterable[str]) -> Iterator[FolderPart | RemotePart | tuple[str, ...]]:
    if sort == "parquet":
        yield from _in_bundles(parquet_files(places))
    elif sort == "remote":
        for place in places:
            yield from remote_parts(place, N_PORTIONS)
    else:
        for is_folder, paths in groupby(_expanded(places), os.path.isdir):
            if is_folder:
                yield from (part for path in paths for part in parts_of(path, N_PORTIONS))
            else:
                yield from _in_bundles(list(map(str, paths)))


def _in_bundles(paths: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for at in range(0, len(paths), NAMES_AT_ONCE):
        yield tuple(paths[at : at + NAMES_AT_ONCE])


def _expanded(places: Iterable[str]) -> list[Path]:
    """Patterns as the files and folders that they stand for, by name; what exists under its very name is no pattern."""
    found: list[Path] = []
    for place in places:
        if os.path.lexists(place):
            found.append(Path(place))
            continue
        matches = sorted(glob.glob(place, recursive=True)) if GLOB_CHARACTERS & set(place) else []
        if not matches:
            raise SourceError(place, "missing")
        found += map(Path, matches)
    return found


def listed(portion: Portion) -> Listing:
    """List the files of a portion; a task, whose result stays with its worker."""
    part = portion.part
    if isinstance(part, FolderPart):
        return tuple(part.files())
    if isinstance(part, RemotePart):
        return tuple(part.files())
    return part if portion.sort == "parquet" else tuple(found_files(map(Path, part)))


def listing_facts(listing: Listing) -> ListingFacts:
    """Return what the driver is told of a listing; a task."""
    return ListingFacts(sum(map(_is_readable, listing)), tuple(_slices(listing)))


def _is_readable(file: FoundFile | Remote | str) -> bool:
    return not (isinstance(file, FoundFile) and file.left_out)


def _slices(listing: Listing) -> Iterator[tuple[int, int]]:
    """Cut a listing where enough files, or enough bytes, have come together."""
    sizes = [0 if isinstance(file, str) else file.size_bytes for file in listing]
    first = 0
    for place, total in enumerate(accumulate(sizes), start=1):
        n_large = total // SLICE_BYTES - (total - sizes[place - 1]) // SLICE_BYTES
        if n_large or place - first >= SLICE_FILES or place == len(sizes):
            yield first, place
            first = place


def sampled(listing: Listing, places: Sequence[int]) -> Listing:
    """Return some of the files that can be read, by their numbers; a task."""
    readable = [file for file in listing if _is_readable(file)]
    return tuple(readable[place] for place in places)  # type: ignore[return-value] # of one sort, as the listing is


def sampled_places(n_readable: Sequence[int], most: int) -> list[list[int]]:
    """Return for each listing the numbers of the files to look into: every n-th of all, and at most so many."""
    total, step = sum(n_readable), 1
    while -(-total // step) > most:
        step *= 2
    firsts = [0, *accumulate(n_readable)]
    return [list(range(-first % step, own, step)) for first, own in zip(firsts, n_readable, strict=False)]


def planned(sort: Sort, sample: Sequence[FoundFile | Remote | str], options: SourceOptions) -> SourcePlan:
    """Return what the sources seem to be by some of their files, which are not named again; a task."""
    if sort == "parquet":
        plan = guessed([file for file in sample if isinstance(file, str)], options)
    elif sort == "remote":
        plan = previewed_remotely([file for file in sample if isinstance(file, Remote)], options)
    else:
        paths = [Path(file.path) for file in sample if isinstance(file, FoundFile)]
        plan = previewed(paths, options, Unattended())
    return replace(plan, sources=plan.sources[:1], files=())
