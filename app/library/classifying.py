"""Classify documents and files. Each gets one verdict, on request with the words that explain it.

Documents are also ranked by their evidence for the positive label. The ranking changes no label.

A plain sum of log-odds grows with the length of a mail, so long mails would always rank first or last. The mean
evidence per word (see `nbengine.filter.document_score`) ranks mail far better. If words were selected by their labels,
this mean is too high, and the sum is divided by the number of informative words instead. Bernoulli models count absent
words and keep the plain log-odds. With tf-idf, calibrated log-odds rank best, because the calibration accounts for
length (`tests/benchmarks/decisions/ranking.md`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from app.domain.documents import Document, Failure, ReadLimits, SourceOptions, split_label_set
from app.domain.errors import ModelError, StoreError
from app.domain.jobs import JobContext
from app.domain.records import DocumentHeading as StoredHeading
from app.domain.results import DocumentVerdict, DroppedItem, LabelVerdict, WordTerm
from app.domain.sentences import failure_sentence
from app.library.engine_errors import translate_engine_errors
from app.library.extraction import ExtractedBatch, ExtractionSettings, extract
from app.library.importing import check_sources
from app.library.saved_models import load_readonly_model
from app.library.training_data import (
    CountedFeatures,
    CountedWords,
    add_table_columns,
    cells_of_packed_documents,
    discount_misread_words,
    features_of_new_documents,
    reads_table_columns,
)
from app.library.workers import FinishedItem, LostPosition, WorkerPool, YieldedValue, worker_count
from app.readers.parsers import no_cached_page
from app.readers.reading import ReadingSettings
from app.readers.sources import ITEM_FILES, SourcePlan, plan_source, work_items
from app.store.corpora import tidy_label
from app.store.document_packing import PackedDocument
from app.store.recognised_pages import PackedPage, PageCacheLookup
from app.store.workspace import WorkspaceSource, open_for_writing, path_of
from nbengine.learnt.statistics import Features
from nbengine.measure.evaluation import find_positive_label, is_named_like_spam, log_odds
from nbengine.measure.ranking_curves import evidence_per_word
from nbengine.models.model import Model
from nbengine.models.recipe import Recipe
from nbengine.questions.answers import BoolArray, branches_of, find_deepest_confident_branch, label_sets_of
from nbengine.trust.verdicts import ERROR_LIMITS, Verdicts

BYTES_PER_WORKER = 2 << 20


@dataclass(frozen=True, slots=True)
class JudgingRequest:
    """The sources to judge, and how to read them."""

    sources: tuple[Path, ...]
    options: SourceOptions = field(default_factory=SourceOptions)
    limits: ReadLimits = field(default_factory=ReadLimits)
    has_window: bool = False
    workspace: WorkspaceSource | None = None
    """Workspace whose cache of recognised pages is used and extended."""


@dataclass(frozen=True, slots=True, eq=False)
class JudgedBatch:
    """A batch of documents, their features and verdicts (row by row), and the files that could not be read."""

    documents: tuple[PackedDocument, ...]
    counted: CountedFeatures
    verdicts: Verdicts
    failures: tuple[Failure, ...] = ()


def judge_sources(model: Model, request: JudgingRequest, context: JobContext) -> Iterator[JudgedBatch]:
    """Read the sources in worker processes and judge every document; yield batches in the order of the sources."""
    check_sources(request.sources)
    with WorkerPool(extract, limits=request.limits) as pool:
        pool.start_early()
        plan = plan_source(request.sources, table_options(model, request.options))
        rules = model.recipe.rules if model.statistics.text is not None else None
        read = reading_settings_for(plan.options, request.workspace, request.limits)
        worth = 1 + plan.size_bytes // BYTES_PER_WORKER
        n_workers = min(worker_count(has_window=request.has_window), worth)
        pool.prepare(ExtractionSettings(read, rules, keeps_bodies=False), n_workers)
        yield from judge_pool_results(model, plan, pool, context, request.workspace)


def reading_settings_for(
    options: SourceOptions, workspace: WorkspaceSource | None, limits: ReadLimits | None = None
) -> ReadingSettings:
    """Return the settings for reading. Recognised pages are taken from the cache of the workspace, if it has them."""
    known = no_cached_page if workspace is None else PageCacheLookup(path_of(workspace))
    return ReadingSettings(options, limits or ReadLimits(), find_cached_page=known)


def judge_pool_results(
    model: Model, plan: SourcePlan, pool: WorkerPool, context: JobContext, workspace: WorkspaceSource | None = None
) -> Iterator[JudgedBatch]:
    """Judge each batch that a worker sends, and cache the pages that were recognised in it."""
    for event in read_with_pool(plan, pool, context, "classifying"):
        if isinstance(event, LostPosition):
            yield judge_batch(model, None, (event.failure,))
            continue
        if workspace is not None and event.value.pages:
            store_pages(workspace, event.value.pages)
        yield judge_batch(model, event.value, event.value.failures)


PROGRESS_STEPS, MIN_ITEM_FILES = 16, 4
"""Number of work items into which small files are divided, so that the progress bar moves, and least size of one."""


def read_with_pool(
    plan: SourcePlan, pool: WorkerPool, context: JobContext, phase: str
) -> Iterator[YieldedValue | LostPosition]:
    """Yield the batches and lost positions that the workers send. Progress is reported in bytes."""
    finished_bytes, begun_bytes = 0, dict[int, int]()

    def checkpoint() -> None:
        done_bytes = finished_bytes + sum(begun_bytes.values())
        # "0 %" would stand there until the first work item is read, as if nothing happened.
        context.checkpoint(done_bytes, plan.size_bytes if done_bytes else 0, phase)

    item_files = min(max(plan.n_files // PROGRESS_STEPS, MIN_ITEM_FILES), ITEM_FILES)
    for event in pool.run(work_items(plan.sources, plan.options, item_files), checkpoint):
        if isinstance(event, FinishedItem):
            finished_bytes += event.item.size_bytes
            begun_bytes.pop(event.item_number, None)
            continue
        if isinstance(event, YieldedValue):
            begun_bytes[event.item_number] = event.bytes_done
        yield event


def store_pages(workspace: WorkspaceSource, pages: Sequence[PackedPage]) -> None:
    """Store recognised pages in the cache of the workspace; do nothing if the workspace is locked."""
    with suppress(StoreError), open_for_writing(workspace) as opened, opened.fail_if_locked():
        opened.pages.store(pages)


def judge_batch(model: Model, batch: ExtractedBatch | None, failures: Sequence[Failure]) -> JudgedBatch:
    """Judge the documents of a batch. `batch` None gives a result that has only `failures`."""
    documents = () if batch is None else batch.documents
    counted_text = None
    if model.statistics.text is not None:
        counted_text = model.count([]) if batch is None else model.map_counts(batch.counts, batch.vocabulary)
    counted = add_table_columns(model, counted_text, cells_of_packed_documents(documents), grow=False)
    counted = discount_misread_words(counted, [document.ocr_confidence for document in documents])
    return JudgedBatch(documents, counted, judge(model, counted), tuple(failures))


def judge(model: Model, counted: CountedFeatures) -> Verdicts:
    """Return the model's verdicts on documents whose features are in the model's columns.

    If the features are only text, the model also receives the number of unknown words per document.
    """
    is_text_alone = counted.text is not None and counted.features.numbers is None and counted.features.choices is None
    return model.judge(counted.text if counted.text is not None and is_text_alone else counted.features)


def table_options(model: Model, options: SourceOptions) -> SourceOptions:
    """Return the options for reading a table: only the columns that the model was trained on."""
    if not reads_table_columns(model):
        return options
    return SourceOptions(
        kind="table",
        labels_from=options.labels_from,
        label=options.label,
        text_column=options.text_column,
        label_column=options.label_column,
        numeric_columns=model.table.numbers,
        categorical_columns=model.table.choices,
        weight_column=options.weight_column,
        has_header_row=options.has_header_row,
    )


def labels_of(batches: Sequence[JudgedBatch]) -> list[str | None]:
    """Return the label that each document had in its source, in the form in which an import would store it; or None."""
    return [tidy_label(document.label) for batch in batches for document in batch.documents]


ReadBatch = tuple[Sequence[DocumentVerdict], Sequence[Document | None], Sequence[Failure | None]]
DocumentLocations = Collection[tuple[str, str]]
"""(path, member) pairs; `member` is the position inside a mailbox or archive."""


def existing_files(locations: DocumentLocations) -> list[Path]:
    """Return the files of these locations that exist, without repetitions."""
    return [path for path in dict.fromkeys(Path(path) for path, _ in locations) if path.is_file()]


def select_rows_at(locations: DocumentLocations, batch: ReadBatch) -> ReadBatch:
    """Return the part of a batch whose documents are at these locations; the whole batch if `locations` is empty."""
    if not locations:
        return batch
    selected = [row for row in zip(*batch, strict=True) if (row[0].path, row[0].member) in locations]
    return [row[0] for row in selected], [row[1] for row in selected], [row[2] for row in selected]


def labels_at(locations: DocumentLocations, read: Iterable[ReadBatch]) -> dict[tuple[str, str], str | None]:
    """Map each location to the label of the verdict on its document; omit unreadable and absent documents."""
    verdicts = (verdict for batch in read for verdict in select_rows_at(locations, batch)[0])
    return {(verdict.path, verdict.member): verdict.label for verdict in verdicts if not verdict.error}


def numbers_of_replaced_items(listed: Iterable[DroppedItem], newer: Sequence[DroppedItem]) -> set[int]:
    """Return the numbers of the listed items that newer items replace, because path and member are equal.

    A pasted text has no path and is never replaced.
    """
    places = {(item.verdict.path, item.verdict.member) for item in newer if item.verdict.path}
    fresh = {item.number for item in newer}
    return {item.number for item in listed if (item.verdict.path, item.verdict.member) in places} - fresh


DocumentOrPacked = Document | PackedDocument
DocumentOrHeading = DocumentOrPacked | StoredHeading


@dataclass(frozen=True, slots=True, eq=False)
class LoadedModel:
    """A model that is ready to classify, and its name in the workspace."""

    name: str
    model: Model


def load_classifier(workspace: WorkspaceSource, name: str | None) -> LoadedModel:
    """Load a model for classifying. The model may be shared, so callers must not change it."""
    kept = load_readonly_model(workspace, name)
    return LoadedModel(kept.record.name, kept.model)


def spam_label(labels: Sequence[str]) -> str | None:
    """Return the label for unwanted mail; None if no label is named like spam."""
    positive = find_positive_label(labels) if labels else ""
    return positive if is_named_like_spam(positive) else None


def classify(
    loaded: LoadedModel, request: JudgingRequest, n_terms: int, context: JobContext
) -> Iterator[DocumentVerdict]:
    """Yield the verdict on each document of the sources, and an error verdict for each unreadable file."""
    with translate_engine_errors(ModelError, loaded.name):
        for batch in judge_sources(loaded.model, request, context):
            yield from verdicts_of_batch(loaded.model, batch, n_terms)


def classify_documents(
    loaded: LoadedModel, documents: Sequence[Document], n_terms: int, words: CountedWords | None = None
) -> list[DocumentVerdict]:
    """Return the verdicts on documents that were already read, each with `n_terms` explaining words.

    `words` are the words of the documents, if they were counted before.
    """
    with translate_engine_errors(ModelError, loaded.name):
        counted = features_of_new_documents(loaded.model, documents, words=words)
        return to_document_verdicts(loaded.model, documents, counted, judge(loaded.model, counted), n_terms)


def verdicts_of_batch(model: Model, batch: JudgedBatch, n_terms: int) -> list[DocumentVerdict]:
    """Return the verdicts on the documents of a batch, then an error verdict for each unreadable file."""
    rows = to_document_verdicts(model, batch.documents, batch.counted, batch.verdicts, n_terms)
    return [*rows, *(make_error_verdict(failure) for failure in batch.failures)]


def make_error_verdict(failure: Failure) -> DocumentVerdict:
    """Return a verdict without a label that states why a file could not be read."""
    reason = str(failure_sentence(failure.member or failure.path, failure.reason, failure.detail))
    return DocumentVerdict(failure.path, failure.member, error=reason)


def to_document_verdicts(
    model: Model, documents: Sequence[DocumentOrHeading], counted: CountedFeatures, verdicts: Verdicts, n_terms: int
) -> list[DocumentVerdict]:
    """Convert arrays to one `DocumentVerdict` per document, with `n_terms` explaining words each."""
    if not documents:
        return []
    if verdicts.is_assigned is not None and verdicts.is_confident is not None:
        return to_label_set_verdicts(
            model, documents, counted, verdicts, verdicts.is_assigned, verdicts.is_confident, n_terms
        )
    labels, positive = model.labels, find_positive_label(model.labels)
    scores = ranking_scores(model, counted.features, verdicts.log_joint, positive).tolist()
    raw, joint = np.exp(verdicts.log_proba).tolist(), verdicts.log_joint.tolist()
    confidence, unknown = verdicts.confidence.tolist(), verdicts.unknown_share.tolist()
    n_known, rows = count_known_words(model, counted), []
    kept, wrong = verdicts.strictest_limit_met, verdicts.wrong_share
    for row, document in enumerate(documents):
        number = int(verdicts.label_numbers[row])
        verdict = DocumentVerdict(
            path=document.path,
            member=document.member,
            title=document.title,
            label=labels[number] if number >= 0 else None,
            probability=confidence[row] if number >= 0 else None,
            raw=dict(zip(labels, raw[row], strict=True)),
            log_joint=dict(zip(labels, joint[row], strict=True)),
            is_unsure=bool(verdicts.is_unsure[row]),
            is_unlike=bool(verdicts.is_unlike[row]),
            unknown_share=unknown[row],
            n_known_words=None if n_known is None else n_known[row],
            score=scores[row],
            branch=find_confident_branch(model, verdicts, row),
            strictest_limit_met=None if kept is None else int(kept[row]),
            wrong_share=None if wrong is None else float(wrong[row]),
        )
        rows.append(add_explanation(model, counted, row, verdict, n_terms) if n_terms else verdict)
    return rows


def to_label_set_verdicts(
    model: Model,
    documents: Sequence[DocumentOrHeading],
    counted: CountedFeatures,
    verdicts: Verdicts,
    given: BoolArray,
    sure: BoolArray,
    n_terms: int,
) -> list[DocumentVerdict]:
    """Multi-label variant of `to_document_verdicts`.

    `label` of a verdict is the most probable label, `labels` are all assigned labels. `given` and `sure`, of shape
    (n_documents, n_labels), say which labels are assigned, and which assigned labels are sure.
    """
    labels, shares = verdicts.labels, np.exp(verdicts.calibrated_log_proba)
    n_known, rows = count_known_words(model, counted), []
    for row, (document, assigned) in enumerate(zip(documents, label_sets_of(labels, given), strict=True)):
        label_numbers = [labels.index(label) for label in split_label_set(assigned)]
        answers = [
            LabelVerdict(labels[number], float(shares[row, number]), bool(sure[row, number]))
            for number in label_numbers
        ]
        best_answer = max(answers, key=lambda answer: answer.probability, default=None)
        best = int(verdicts.label_numbers[row])
        verdict = DocumentVerdict(
            path=document.path,
            member=document.member,
            title=document.title,
            label=best_answer.label if best_answer else labels[best],
            probability=best_answer.probability if best_answer else float(shares[row, best]),
            raw=dict(zip(labels, np.exp(verdicts.log_proba[row]).tolist(), strict=True)),
            log_joint=dict(zip(labels, verdicts.log_joint[row].tolist(), strict=True)),
            is_unsure=bool(verdicts.is_unsure[row]),
            unknown_share=float(verdicts.unknown_share[row]),
            n_known_words=None if n_known is None else n_known[row],
            score=float(verdicts.log_joint[row, best]),
            labels=tuple(sorted(answers, key=lambda answer: -answer.probability)),
        )
        verdict = replace(verdict, branch=find_confident_branch_of_set(verdicts, given[row] & sure[row], row, verdict))
        rows.append(add_explanation(model, counted, row, verdict, n_terms) if n_terms else verdict)
    return rows


def find_confident_branch(model: Model, verdicts: Verdicts, row: int) -> LabelVerdict | None:
    """Return the deepest branch of the labels whose probability reaches the threshold; None if the verdict is sure.

    Labels may be paths such as `news/sport`. If `news/sport` is too uncertain, its branch `news` may be sure.
    """
    if not verdicts.is_unsure[row] or verdicts.is_unlike[row] or model.assurance is None:
        return None
    shares: list[float] = np.exp(verdicts.calibrated_log_proba[row]).tolist()
    branch = find_deepest_confident_branch(
        model.labels, shares, model.assurance.label_thresholds.min_confidence_for_all(ERROR_LIMITS[0])
    )
    return None if branch is None else LabelVerdict(*branch, is_sure=True)


def find_confident_branch_of_set(
    verdicts: Verdicts, is_surely_given: BoolArray, row: int, verdict: DocumentVerdict
) -> LabelVerdict | None:
    """Multi-label variant of `find_confident_branch`: return a sure branch of the most probable label.

    `is_surely_given` (n_labels,) says which labels are both assigned to the document and sure.
    """
    if verdict.label is None or (verdict.labels and verdict.labels[0].is_sure):
        return None
    for branch in reversed(branches_of(verdict.label)):
        number = verdicts.labels.index(branch)
        if is_surely_given[number]:
            return LabelVerdict(branch, float(np.exp(verdicts.calibrated_log_proba[row, number])), is_sure=True)
    return None


def count_known_words(model: Model, counted: CountedFeatures) -> list[int] | None:
    """Return for each document the number of different words that the model knows; None if the model reads no text.

    Tokens that the model derives (unknown words, opening words, novelty) do not count.
    """
    text = counted.features.text
    if text is None:
        return None
    n_distinct: list[int] = np.bincount(
        text.rows[model.mask_of_words(text.tokens)], minlength=text.n_documents
    ).tolist()
    return n_distinct


def add_explanation(
    model: Model, counted: CountedFeatures, row: int, verdict: DocumentVerdict, n_terms: int
) -> DocumentVerdict:
    """Return the verdict with its `n_terms` strongest words, and the sum of all other words."""
    if len(model.labels) < 2:
        return verdict
    features = counted.features[np.array([row])]
    explanation = model.explain(features, verdict.label)
    shortened = explanation.strongest(n_terms)
    return replace(
        verdict,
        against=explanation.against,
        is_by_filter=not model.has_prior,
        prior_term=explanation.prior,
        absent_term=explanation.absent,
        terms=tuple(
            WordTerm(term.name, term.count, term.value, term.said, term.unlabelled) for term in shortened.terms
        ),
        rest=shortened.rest,
        rest_said=shortened.rest_said,
        odds=shortened.score,
    )


def ranking_scores(
    model: Model, features: Features, log_joint: npt.NDArray[np.float64], positive: str
) -> npt.NDArray[np.float64]:
    """Return the scores by which documents are ranked for the label `positive`, (n_documents,)."""
    number = model.labels.index(positive)
    if not model.judges_by_scorer:
        return log_odds(log_joint, number)
    if model.recipe.counts_as == "tfidf" and model.assurance is not None:
        return log_odds(model.assurance.calibration.apply(log_joint, model.lengths(features)), number)
    odds = log_odds(log_joint, number)
    if not has_per_word_score(model.recipe) or len(model.labels) != 2 or features.text is None:
        return odds
    if ranks_by_mean_evidence(model):
        return evidence_for(positive, model, model.evidence(features))
    prepared = model.prepare(features)
    weights = model.scorer.weights
    with np.errstate(invalid="ignore"):
        ratios = weights[:, number] - weights[:, 1 - number]
    if not np.isfinite(ratios).all() or prepared.text is None:
        return odds
    return evidence_per_word(odds, prepared.text, ratios)


def has_per_word_score(recipe: Recipe) -> bool:
    """Return whether a document's score is a sum over its word occurrences only.

    Models that count absent words or table columns have another score.
    """
    return recipe.reads_text_alone and not recipe.counts_absence


def ranks_by_mean_evidence(model: Model) -> bool:
    """Return whether documents are ranked by mean evidence per word instead of the sum of log-odds."""
    is_weighed = model.recipe.counts_as == "tfidf"
    return (
        has_per_word_score(model.recipe)
        and not is_weighed
        and model.can_rank_by_evidence
        and not model.recipe.is_judged_by_folds
    )


def evidence_for(positive: str, model: Model, evidence: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the evidence for the label `positive`, (n_documents,).

    `evidence` is the evidence for the second label of a model with two labels, (n_documents,).
    """
    return evidence if model.labels.index(positive) else -evidence
