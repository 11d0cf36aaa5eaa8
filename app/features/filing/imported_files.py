"""File the imported documents of a collection.

A file is filed only if it is unchanged since the import: it is read again and compared by content hash. Messages in
mailboxes, members of archives and rows of tables are not filed.

A document's own label decides its folder. Documents without a label go by a model's verdict, like files on the Classify
page.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from app.domain.confidence import NO_THRESHOLDS, has_sure_folder, meets_error_limit, reaches_threshold, wrong_share_of
from app.domain.documents import SourceOptions, label_set, labels_in
from app.domain.errors import ModelError, NotFound
from app.domain.jobs import JobContext
from app.domain.records import DocumentHeading
from app.domain.results import DocumentVerdict
from app.features.filing.plan import Filing, real_path, safe_name
from app.features.filing.use_cases import filing_of_verdict
from app.features.sort.use_cases import model_name_or_newest
from app.library.engine_errors import engine_errors
from app.library.reading_sources import read_files
from app.library.saved_models import load_current_model
from app.library.training_data import find_corpus
from app.library.verdict_columns import judge_stored
from app.store.documents import KINDS, NO_LABEL
from app.store.workspace import Place, Workspace, open_for_reading, open_for_writing


@dataclass(frozen=True, slots=True)
class ImportedFile:
    """A path from which a document was imported, with the facts that decide whether and where it is filed."""

    number: int
    document: int
    """Number of the document in the workspace."""
    verdict: DocumentVerdict
    """The model's verdict; without a model only path and title."""
    label: str | None
    """The label of the document."""
    is_by_model: bool = False
    """True if the label was set by `label --rest`."""
    kind: str = "text"
    hindrance: str = ""
    """Reason why it cannot be filed, a code of FILING_SENTENCES; else empty."""


def find_imported_files(
    place: Place,
    corpus: str | None,
    model: str | None,
    context: JobContext,
    *,
    only: Sequence[int] | None = None,
) -> tuple[ImportedFile, ...]:
    """Return every path from which the documents of a collection were imported, or only those with some numbers.

    Documents without a person's label are judged.
    """
    with open_for_writing(place) as workspace:
        name = find_corpus(workspace, corpus).name
        columns = workspace.documents.columns(name, None if only is None else np.array(only, np.int64))
        by_model = {*columns.numbers[(columns.labels != NO_LABEL) & (columns.weights == 0)].tolist()}
        unlabelled = {*columns.numbers[columns.labels == NO_LABEL].tolist()}
        verdicts = _judge_documents(place, workspace, name, model, sorted(by_model | unlabelled), context)
        kinds = dict(zip(columns.numbers.tolist(), columns.kinds.tolist(), strict=True))
        headings = workspace.documents.headings(columns.numbers.tolist())
        other_places = workspace.documents.places([heading.number for heading in headings])
    files: list[ImportedFile] = []
    for heading in headings:
        verdict = verdicts.get(heading.number, DocumentVerdict(heading.path, heading.member, title=heading.title))
        is_by_model = heading.number in by_model and heading.number in verdicts
        locations = dict.fromkeys(
            [(heading.path, heading.member), *((o.path, o.member) for o in other_places.get(heading.number, ()))]
        )
        for path, member in locations:
            own_verdict = replace(verdict, path=path, member=member)
            kind = KINDS[kinds[heading.number]]
            number = len(files) + 1
            files.append(
                ImportedFile(
                    number,
                    heading.number,
                    own_verdict,
                    heading.label,
                    is_by_model,
                    kind,
                    _reason_against_filing(own_verdict, kind, heading, verdicts),
                )
            )
    changed = _changed_files(place, [file for file in files if not file.hindrance], context)
    return tuple(replace(file, hindrance="changed") if file.number in changed else file for file in files)


def _judge_documents(
    place: Place, workspace: Workspace, corpus: str, model: str | None, numbers: Sequence[int], context: JobContext
) -> dict[int, DocumentVerdict]:
    """Judge documents by the named model, else by the newest one of the collection; empty without a model."""
    if not numbers:
        return {}
    try:
        name = model_name_or_newest(workspace, corpus, model)
    except NotFound:
        return {}
    saved = load_current_model(place, workspace, name, context)
    with engine_errors(ModelError, name):
        judged = judge_stored(workspace, saved.model, corpus, np.array(numbers, np.int64), context)
        return {heading.number: verdict for heading, verdict in judged}


def _reason_against_filing(
    verdict: DocumentVerdict, kind: str, heading: DocumentHeading, verdicts: Mapping[int, DocumentVerdict]
) -> str:
    if kind == "row":
        return "row"
    if verdict.member:
        return "inside"
    if not verdict.path:
        return "no-file"
    if not os.path.lexists(real_path(verdict.path)):
        return "vanished"
    return "" if heading.label is not None or heading.number in verdicts else "unlabelled"


def _changed_files(place: Place, files: Sequence[ImportedFile], context: JobContext) -> set[int]:
    """Return the numbers of files whose content differs from the import.

    Files are read with default options first. Those that differ are read again as the kind of the imported document,
    because the import may have used `--kind`.
    """
    with open_for_reading(place) as workspace:
        hashes = workspace.documents.hashes(file.document for file in files)
    remaining = {file.verdict.path: file for file in files}
    for options in (SourceOptions(labels_from="none"), *(_options_for_kind(kind) for kind in ("text", "mail"))):
        paths = [path for path, file in remaining.items() if options.kind in ("auto", file.kind)]
        for batch in read_files(sorted(paths), place, context, options):
            for document in batch.documents:
                file = remaining.get(document.path)
                if file is not None and not document.member and document.content_hash == hashes.get(file.document):
                    del remaining[document.path]
    return {file.number for file in remaining.values()}


def _options_for_kind(kind: str) -> SourceOptions:
    return SourceOptions(kind="mail" if kind == "mail" else "text", labels_from="none")


def filings_of_imported(
    files: Iterable[ImportedFile], least_shares: Mapping[str, float] = NO_THRESHOLDS, one_in: int | None = None
) -> list[Filing]:
    """Return imported files as filings: by their labels, else by confident verdicts."""
    return [
        replace(_filing_of_file(file, least_shares, one_in), kind=file.kind, hindrance=file.hindrance) for file in files
    ]


def _filing_of_file(file: ImportedFile, least_shares: Mapping[str, float], one_in: int | None) -> Filing:
    verdict, filing = file.verdict, filing_of_verdict(file.number, file.verdict, None, file.label)
    if file.label is not None:
        return replace(filing, wrong_share=_wrong_probability(verdict, file.label)) if file.is_by_model else filing
    is_sure = (
        has_sure_folder(verdict) and reaches_threshold(verdict, least_shares) and meets_error_limit(verdict, one_in)
    )
    return replace(filing, is_sure=is_sure)


def _wrong_probability(verdict: DocumentVerdict, label: str) -> float:
    """Return the probability that a label set by the model is wrong; the model may have changed its verdict since."""
    model_label = (
        verdict.label if verdict.labels is None else label_set(item.label for item in verdict.labels if item.is_sure)
    )
    return wrong_share_of(verdict) if model_label == label else verdict.probability or 0.0


def find_learnt_folder(place: Place, corpus: str, _context: JobContext) -> Path | None:
    """Return the folder whose subfolders gave the documents of a collection their labels, or None.

    It is the folder that most documents are below, in a subfolder named like their label.
    """
    with open_for_reading(place) as workspace:
        columns = workspace.documents.columns(corpus)
        numbers = columns.numbers[(columns.labels != NO_LABEL) & (columns.weights > 0)]
        roots = Counter(filter(None, map(_root_of_label_folders, workspace.documents.headings(numbers.tolist()))))
    existing = (Path(root) for root, _ in roots.most_common() if os.path.isdir(root))
    return next(existing, None)


def _root_of_label_folders(heading: DocumentHeading) -> str:
    """Return the parent of the folder named like a document's label; empty if there is none."""
    if heading.member or not heading.path:
        return ""
    for label in labels_in(heading.label):
        parts = label.split("/")
        parents = Path(heading.path).parents
        names = Path(heading.path).parent.parts[-len(parts) :]
        if len(parents) > len(parts) and [*names] == parts and all(safe_name(part) == part for part in parts):
            return str(parents[len(parts)])
    return ""
