"""Read files again that an import could not read, for example with the password of a PDF."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.domain.documents import Failure, SourceOptions
from app.domain.jobs import JobContext
from app.library.importing import ImportOrder, import_sources
from app.library.reading_sources import read_files
from app.store.workspace import Place, open_for_reading, open_for_writing


@dataclass(frozen=True, slots=True)
class RetryReport:
    """Result of reading unreadable files again."""

    n_read: int
    """Number of files that could be read now."""
    left: tuple[Failure, ...]
    """Files that still cannot be read, with the present reasons."""


def retry_unread(
    place: Place, corpus: str, failures: Sequence[Failure], password: str, context: JobContext
) -> RetryReport:
    """Read files again and import those that can be read now; the others stay on the list.

    A file gets the label of its folder if the collection has that label. `password` opens protected PDF files. It is
    only held in memory while the files are read.
    """
    paths = sorted({failure.path for failure in failures if Path(failure.path).is_file()})
    missing = [failure for failure in failures if failure.path not in paths]
    options = SourceOptions(labels_from="none", password=password)
    left: dict[str, Failure] = {}
    readable: set[str] = set()
    for batch in read_files(paths, place, context, options):
        left |= {failure.path: failure for failure in batch.failures}
        readable |= {document.path for document in batch.documents}
    readable -= left.keys()
    with open_for_reading(place) as workspace:
        labels = set(workspace.labels.names(corpus))
    by_label: dict[str | None, list[Path]] = {}
    for path in sorted(readable):
        folder = Path(path).parent.name
        by_label.setdefault(folder if folder in labels else None, []).append(Path(path))
    for label, files in by_label.items():
        given = SourceOptions(labels_from="none", label=label, password=password)
        import_sources(place, ImportOrder(tuple(files), given, corpus), context)
    if readable:
        with open_for_writing(place) as workspace:
            workspace.imports.forget_failures(corpus, readable)
    gone = [Failure(failure.path, failure.member, "gone") for failure in missing]
    return RetryReport(len(readable), (*left.values(), *gone))
