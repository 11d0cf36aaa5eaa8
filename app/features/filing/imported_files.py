"""The imported documents of a collection as files that can be filed away.

A file is filed only if it still says what was imported: it is read again, and its content is compared by hash. What is
inside a mailbox or an archive, and the rows of tables, stay where they are.

Its own label decides where a document goes. Documents without one go by the verdict of a model, as files that were
dropped on Classify do.
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
from app.features.filing.use_cases import filing_of
from app.features.sort.use_cases import name_of_model
from app.library.engine_errors import engine_errors
from app.library.reading_sources import read_files
from app.library.saved_models import load_current_model
from app.library.training_data import find_corpus
from app.library.verdict_columns import judge_stored
from app.store.documents import KINDS, NO_LABEL
from app.store.workspace import Place, Workspace, open_for_reading, open_for_writing


@dataclass(frozen=True, slots=True)
class ImportedFile:
    """A place where a document was imported from, with what decides whether and where it goes."""

    number: int
    document: int
    """The number of the document in the workspace."""
    verdict: DocumentVerdict
    """Only its place and title where no model was asked."""
    label: str | None
    """The label that the document has."""
    is_by_model: bool = False
    """The label was given by `label --rest`."""
    kind: str = "text"
    hindrance: str = ""
    """The reason why it stays: a code of FILING_SENTENCES."""


def imported_files(
    place: Place, corpus: str | None, model: str | None, context: JobContext
) -> tuple[ImportedFile, ...]:
    """Return every place where a document of a corpus was imported from, judged where it has no label of a person."""
    with open_for_writing(place) as workspace:
        name = find_corpus(workspace, corpus).name
        columns = workspace.documents.columns(name)
        by_model = {*columns.numbers[(columns.labels != NO_LABEL) & (columns.weights == 0)].tolist()}
        unlabelled = {*columns.numbers[columns.labels == NO_LABEL].tolist()}
        verdicts = _verdicts(place, workspace, name, model, sorted(by_model | unlabelled), context)
        kinds = dict(zip(columns.numbers.tolist(), columns.kinds.tolist(), strict=True))
        headings = workspace.documents.headings(columns.numbers.tolist())
        others = workspace.documents.places([heading.number for heading in headings])
    found: list[ImportedFile] = []
    for heading in headings:
        verdict = verdicts.get(heading.number, DocumentVerdict(heading.path, heading.member, title=heading.title))
        is_by_model = heading.number in by_model and heading.number in verdicts
        places = dict.fromkeys(
            [(heading.path, heading.member), *((o.path, o.member) for o in others.get(heading.number, ()))]
        )
        for path, member in places:
            own = replace(verdict, path=path, member=member)
            kind = KINDS[kinds[heading.number]]
            number = len(found) + 1
            found.append(
                ImportedFile(
                    number,
                    heading.number,
                    own,
                    heading.label,
                    is_by_model,
                    kind,
                    _hindrance(own, kind, heading, verdicts),
                )
            )
    changed = _changed(place, [one for one in found if not one.hindrance], context)
    return tuple(replace(one, hindrance="changed") if one.number in changed else one for one in found)


def _verdicts(
    place: Place, workspace: Workspace, corpus: str, model: str | None, numbers: Sequence[int], context: JobContext
) -> dict[int, DocumentVerdict]:
    """Judge these documents by a model, by the newest one of the corpus where none is named and there is one."""
    if not numbers:
        return {}
    try:
        name = name_of_model(workspace, corpus, model)
    except NotFound:
        return {}
    kept = load_current_model(place, workspace, name, context)
    with engine_errors(ModelError, name):
        judged = judge_stored(workspace, kept.model, corpus, np.array(numbers, np.int64), context)
        return {heading.number: verdict for heading, verdict in judged}


def _hindrance(
    own: DocumentVerdict, kind: str, heading: DocumentHeading, verdicts: Mapping[int, DocumentVerdict]
) -> str:
    if kind == "row":
        return "row"
    if own.member:
        return "inside"
    if not own.path:
        return "no-file"
    if not os.path.lexists(real_path(own.path)):
        return "vanished"
    return "" if heading.label is not None or heading.number in verdicts else "unlabelled"


def _changed(place: Place, files: Sequence[ImportedFile], context: JobContext) -> set[int]:
    """Return the numbers of files that do not say any more what was imported.

    Files are read as an import without options reads them; those that differ are read once more as the kind of
    document that was imported, since `--kind` may have been given then.
    """
    with open_for_reading(place) as workspace:
        hashes = workspace.documents.hashes(one.document for one in files)
    left = {one.verdict.path: one for one in files}
    for options in (SourceOptions(labels_from="none"), *(_only(kind) for kind in ("text", "mail"))):
        wanted = [path for path, one in left.items() if options.kind in ("auto", one.kind)]
        for batch in read_files(sorted(wanted), place, context, options):
            for document in batch.documents:
                one = left.get(document.path)
                if one is not None and not document.member and document.content_hash == hashes.get(one.document):
                    del left[document.path]
    return {one.number for one in left.values()}


def _only(kind: str) -> SourceOptions:
    return SourceOptions(kind="mail" if kind == "mail" else "text", labels_from="none")


def filings_of_imported(
    files: Iterable[ImportedFile], least_shares: Mapping[str, float] = NO_THRESHOLDS, one_in: int | None = None
) -> list[Filing]:
    """Return imported files in the form that filing away takes, by their labels or else by sure verdicts."""
    return [replace(_filing(one, least_shares, one_in), kind=one.kind, hindrance=one.hindrance) for one in files]


def _filing(one: ImportedFile, least_shares: Mapping[str, float], one_in: int | None) -> Filing:
    verdict, filing = one.verdict, filing_of(one.number, one.verdict, None, one.label)
    if one.label is not None:
        return replace(filing, wrong_share=_doubt(verdict, one.label)) if one.is_by_model else filing
    is_sure = (
        has_sure_folder(verdict) and reaches_threshold(verdict, least_shares) and meets_error_limit(verdict, one_in)
    )
    return replace(filing, is_sure=is_sure)


def _doubt(verdict: DocumentVerdict, label: str) -> float:
    """Return the probability that a label is wrong which a model gave; by now the model may judge otherwise."""
    judged = (
        verdict.label if verdict.labels is None else label_set(each.label for each in verdict.labels if each.is_sure)
    )
    return wrong_share_of(verdict) if judged == label else verdict.probability or 0.0


def learnt_folder(place: Place, corpus: str, _context: JobContext) -> Path | None:
    """Return the folder whose subfolders gave the documents of a corpus their labels; None where none did.

    That is the folder below which most documents lie in a subfolder that is called like their label.
    """
    with open_for_reading(place) as workspace:
        columns = workspace.documents.columns(corpus)
        numbers = columns.numbers[(columns.labels != NO_LABEL) & (columns.weights > 0)]
        roots = Counter(filter(None, map(_root_of, workspace.documents.headings(numbers.tolist()))))
    there = (Path(root) for root, _ in roots.most_common() if os.path.isdir(root))
    return next(there, None)


def _root_of(heading: DocumentHeading) -> str:
    """Return the folder above the one that is called like a document's label; empty where there is none."""
    if heading.member or not heading.path:
        return ""
    for label in labels_in(heading.label):
        parts = label.split("/")
        above = Path(heading.path).parents
        names = Path(heading.path).parent.parts[-len(parts) :]
        if len(above) > len(parts) and [*names] == parts and all(safe_name(part) == part for part in parts):
            return str(above[len(parts)])
    return ""
