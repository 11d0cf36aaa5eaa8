"""Files judged so that they can be filed away: each document with its label, its size, and whether that is sure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from app.domain.documents import Failure, SourceOptions, labels_in
from app.domain.errors import ModelError
from app.domain.jobs import JobContext
from app.domain.sureness import NO_LEAST, asks_person, has_least, has_sure_place, keeps, wrong_share_of
from app.domain.use_case_results import Verdict
from app.services.engine_errors import engine_errors
from app.services.filing.filing_plan import Filing
from app.services.judging.classifying import Heading, LoadedModel, verdict_rows
from app.services.judging.source_judging import JudgingOrder, judged_batches
from app.store.workspace import Place


def judged_files(
    loaded: LoadedModel,
    files: Sequence[Path],
    options: SourceOptions,
    context: JobContext,
    *,
    least_shares: Mapping[str, float] = NO_LEAST,
    one_in: int | None = None,
    workspace: Place | None = None,
) -> tuple[list[Filing], list[Failure]]:
    """Judge every document of some files; one with a lower probability than the least of its label is unsure, and so
    is one that does not keep the limit. What could not be read comes beside them."""
    filings: list[Filing] = []
    failures: list[Failure] = []
    order = JudgingOrder(tuple(files), options, workspace=workspace)
    with engine_errors(ModelError, loaded.name):
        for batch in judged_batches(loaded.model, order, context):
            verdicts = verdict_rows(loaded.model, batch.documents, batch.counted, batch.verdicts, 0)
            for verdict, document in zip(verdicts, batch.documents, strict=True):
                filing = filing_of(len(filings) + 1, verdict, document)
                is_sure = filing.is_sure and has_least(verdict, least_shares) and keeps(verdict, one_in)
                filings.append(replace(filing, is_sure=is_sure))
            failures += batch.failures
    return filings, failures


def filing_of(number: int, verdict: Verdict, document: Heading | None, label: str | None = None) -> Filing:
    """Return a verdict as far as filing goes; a label that a person said stands before it.

    What is unsure of its label goes as deep into the tree as is sure; of several labels, those that are sure count, the
    first in the order of the tree before all others.
    """
    given = [one.label for one in verdict.labels or () if one.is_sure] if label is None else list(labels_in(label))
    is_sure = label is not None or has_sure_place(verdict)
    branch = verdict.branch.label if label is None and verdict.branch is not None and asks_person(verdict) else None
    first, *others = sorted(given) if given else (branch or verdict.label,)
    return Filing(
        number=number,
        path=verdict.path,
        member=verdict.member,
        title=verdict.title,
        label=first,
        other_labels=tuple(label for label in others if label is not None),
        is_sure=is_sure,
        kind=document.kind if document is not None else "text",
        size_bytes=document.size_bytes if document is not None else 0,
        wrong_share=wrong_share_of(verdict) if label is None else 0.0,
        is_promised=verdict.kept_one_in != -1,
    )
