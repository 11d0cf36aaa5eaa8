"""Classify: verdicts on files, one per document, with the words that made them.

Documents are put in order by how strongly each speaks for the positive label, which changes no label. The sum of all
log-odds ranks long mails at the ends whatever they say; what the words say in the mean (see
`nbengine.filter.mean_evidence`) ranks mail far better. Where words were chosen by the labels of the documents it would
be too sure of these: then the sum is divided by the number of words that say anything. Bernoulli counts absent words,
and keeps its plain log-odds. With tf-idf the calibrated log-odds, which allow for length, rank best
(`tests/benchmarks/decisions/ranking.md`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import field, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from app.domain.documents import Document, Failure, ReadLimits, SourceOptions, labels_in
from app.domain.errors import ModelError, StoreError
from app.domain.jobs import JobContext
from app.domain.records import Heading as StoredHeading
from app.domain.results import DroppedItem, LabelAnswer, Verdict, WordTerm
from app.domain.sentences import failure_sentence
from app.library.engine_errors import engine_errors
from app.library.extraction import ExtractedBatch, Extraction, extract
from app.library.importing import check_sources
from app.library.saved_models import shown_model
from app.library.training_data import (
    CountedFeatures,
    has_columns,
    packed_rows,
    read_features,
    with_columns,
    without_misread,
)
from app.library.workers import Batch, FinishedItem, Lost, WorkerPool, worker_count
from app.readers.batches import Reading
from app.readers.parsers import no_known_page
from app.readers.source_planning import SourcePlan, plan_source, work_items
from app.store.corpora import tidied_name
from app.store.document_packing import PackedDocument
from app.store.recognised_pages import PackedPage, PagesKnownTo
from app.store.workspace import Place, path_of, writing
from nbengine.explanations.explanation import explain
from nbengine.filter.settings import OPENING
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.statistics import Features
from nbengine.measure.evaluation import is_like_spam, log_odds, positive_label
from nbengine.measure.ranking_curves import evidence_per_word
from nbengine.models.filter_model import FilterModel
from nbengine.models.model import Model
from nbengine.models.recipe import Recipe
from nbengine.questions.answers import branches_of, sets_given, sure_branch
from nbengine.questions.set_model import SetModel, SeveralVerdicts
from nbengine.trust.verdicts import ONE_IN, Verdicts

BYTES_PER_WORKER = 2 << 20


@dataclass(frozen=True, slots=True)
class JudgingOrder:
    """An order to judge: which sources, and how to read them."""

    sources: tuple[Path, ...]
    options: SourceOptions = field(default_factory=SourceOptions)
    limits: ReadLimits = field(default_factory=ReadLimits)
    has_window: bool = False
    workspace: Place | None = None
    """Knows pages that were read off their pictures, and keeps those that are read now."""


@dataclass(frozen=True, slots=True, eq=False)
class JudgedBatch:
    """Some documents with their verdicts, row by row, and what could not be read on the way."""

    documents: tuple[PackedDocument, ...]
    counted: CountedFeatures
    verdicts: Verdicts
    failures: tuple[Failure, ...] = ()


def judged_batches(model: Model, order: JudgingOrder, context: JobContext) -> Iterator[JudgedBatch]:
    """Judge every document of the sources, in their order."""
    check_sources(order.sources)
    with WorkerPool(extract, limits=order.limits) as pool:
        pool.start_ahead()
        plan = plan_source(order.sources, table_options(model, order.options))
        rules = model.recipe.rules if model.statistics.text is not None else None
        read = reading_for(plan.options, order.workspace, order.limits)
        worth = 1 + plan.size_bytes // BYTES_PER_WORKER
        n_workers = min(worker_count(has_window=order.has_window), worth)
        pool.prepare(Extraction(read, rules, keeps_bodies=False), n_workers)
        yield from judged_by_pool(model, plan, pool, context, order.workspace)


def reading_for(options: SourceOptions, workspace: Place | None, limits: ReadLimits | None = None) -> Reading:
    """Reading by some options; pages that a workspace knows are not read off their pictures again."""
    known = no_known_page if workspace is None else PagesKnownTo(path_of(workspace))
    return Reading(options, limits or ReadLimits(), known_page=known)


def judged_by_pool(
    model: Model, plan: SourcePlan, pool: WorkerPool, context: JobContext, workspace: Place | None = None
) -> Iterator[JudgedBatch]:
    """Judge what workers send."""
    for event in read_by_pool(plan, pool, context, "classifying"):
        if isinstance(event, Lost):
            yield judged_batch(model, None, (event.failure,))
            continue
        if workspace is not None and event.value.pages:
            keep_pages(workspace, event.value.pages)
        yield judged_batch(model, event.value, event.value.failures)


def read_by_pool(plan: SourcePlan, pool: WorkerPool, context: JobContext, phase: str) -> Iterator[Batch | Lost]:
    """Yield what workers send of a source, and what none of them survived; say how far they are."""
    done_bytes = 0

    def checkpoint() -> None:
        context.checkpoint(done_bytes, plan.size_bytes, phase)

    for event in pool.run(work_items(plan.sources, plan.options), checkpoint):
        if isinstance(event, FinishedItem):
            done_bytes += event.item.size_bytes
        else:
            yield event


def keep_pages(workspace: Place, pages: Sequence[PackedPage]) -> None:
    """Keep pages that were read off their pictures; where they cannot be kept now, they are read again another time."""
    with suppress(StoreError), writing(workspace) as opened, opened.without_waiting():
        opened.pages.keep(pages)


def judged_batch(model: Model, batch: ExtractedBatch | None, failures: Sequence[Failure]) -> JudgedBatch:
    """Bring counts to the model's columns and judge them."""
    documents = () if batch is None else batch.documents
    counted_text = None
    if model.statistics.text is not None:
        counted_text = model.count([]) if batch is None else model.adopt(batch.counts, batch.vocabulary)
    counted = with_columns(model, counted_text, packed_rows(documents), grow=False)
    counted = without_misread(counted, [document.sureness for document in documents])
    return JudgedBatch(documents, counted, judge(model, counted), tuple(failures))


def judge(model: Model, counted: CountedFeatures) -> Verdicts:
    """Verdicts of features over the model's columns; unknown words are told apart."""
    is_text_alone = counted.text is not None and counted.features.numbers is None and counted.features.choices is None
    return model.judge(counted.text if counted.text is not None and is_text_alone else counted.features)


def table_options(model: Model, options: SourceOptions) -> SourceOptions:
    """Return options for a model of a table: the columns it was trained on are read, whatever else a table has."""
    if not has_columns(model):
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
    """The labels that the documents came with, in order, written as an import would have kept them."""
    return [tidied_name(document.label) for batch in batches for document in batch.documents]


ReadBatch = tuple[Sequence[Verdict], Sequence[Document | None], Sequence[Failure | None]]
Places = Collection[tuple[str, str]]
"""Pairs of a path and a member of what is there."""


def files_of(places: Places) -> list[Path]:
    """List the files of some places that are there, each once."""
    return [path for path in dict.fromkeys(Path(path) for path, _ in places) if path.is_file()]


def those_at(places: Places, read: ReadBatch) -> ReadBatch:
    """Pick from what was read what lies at these places; all of it where none are named."""
    if not places:
        return read
    rows = [row for row in zip(*read, strict=True) if (row[0].path, row[0].member) in places]
    return [row[0] for row in rows], [row[1] for row in rows], [row[2] for row in rows]


def labels_at(places: Places, read: Iterable[ReadBatch]) -> dict[tuple[str, str], str | None]:
    """Return the label judged at each of these places; what was not read is left out."""
    found = (verdict for batch in read for verdict in those_at(places, batch)[0])
    return {(verdict.path, verdict.member): verdict.label for verdict in found if not verdict.error}


def outdated(laid: Iterable[DroppedItem], anew: Sequence[DroppedItem]) -> set[int]:
    """Return the numbers of items whose places lie there anew; what was pasted has none."""
    places = {(item.verdict.path, item.verdict.member) for item in anew if item.verdict.path}
    fresh = {item.number for item in anew}
    return {one.number for one in laid if (one.verdict.path, one.verdict.member) in places} - fresh


Heading = Document | PackedDocument
AnyHeading = Heading | StoredHeading


@dataclass(frozen=True, slots=True, eq=False)
class LoadedModel:
    """A model that is ready to classify, with the name it is kept under."""

    name: str
    model: Model


def loaded_model(workspace: Place, name: str | None) -> LoadedModel:
    """A model by its name, to judge with and never to change."""
    kept = shown_model(workspace, name)
    return LoadedModel(kept.record.name, kept.model)


def spam_label(labels: Sequence[str]) -> str | None:
    """The label that stands for unwanted mail; None where none is named like spam."""
    positive = positive_label(labels) if labels else ""
    return positive if is_like_spam(positive) else None


def classify(loaded: LoadedModel, order: JudgingOrder, n_terms: int, context: JobContext) -> Iterator[Verdict]:
    """Yield a verdict for each document of the sources as it comes, and one for each file that cannot be read."""
    with engine_errors(ModelError, loaded.name):
        for batch in judged_batches(loaded.model, order, context):
            yield from verdicts_of_batch(loaded.model, batch, n_terms)


def classify_documents(loaded: LoadedModel, documents: Sequence[Document], n_terms: int) -> list[Verdict]:
    """Verdicts on documents that were read in this process."""
    with engine_errors(ModelError, loaded.name):
        counted = read_features(loaded.model, documents)
        return verdict_rows(loaded.model, documents, counted, judge(loaded.model, counted), n_terms)


def verdicts_of_batch(model: Model, batch: JudgedBatch, n_terms: int) -> list[Verdict]:
    """A batch as verdicts, failures among them."""
    found = verdict_rows(model, batch.documents, batch.counted, batch.verdicts, n_terms)
    return [*found, *(failed_verdict(failure) for failure in batch.failures)]


def failed_verdict(failure: Failure) -> Verdict:
    """A file that could not be read has no verdict, and says why."""
    reason = str(failure_sentence(failure.member or failure.path, failure.reason, failure.detail))
    return Verdict(failure.path, failure.member, error=reason)


def verdict_rows(
    model: Model, documents: Sequence[AnyHeading], counted: CountedFeatures, verdicts: Verdicts, n_terms: int
) -> list[Verdict]:
    """Put rows of arrays into records."""
    if not documents:
        return []
    if isinstance(model, SetModel) and isinstance(verdicts, SeveralVerdicts):
        return several_rows(model, documents, counted, verdicts, n_terms)
    labels, positive = model.labels, positive_label(model.labels)
    scores = ranking_scores(model, counted.features, verdicts.log_joint, positive).tolist()
    raw, joint = np.exp(verdicts.log_proba).tolist(), verdicts.log_joint.tolist()
    confidence, unknown = verdicts.confidence.tolist(), verdicts.unknown_share.tolist()
    n_known, rows = known_words(model, counted), []
    kept, wrong = verdicts.kept_one_in, verdicts.wrong_share
    for row, document in enumerate(documents):
        number = int(verdicts.label_numbers[row])
        verdict = Verdict(
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
            branch=branch_of(model, verdicts, row),
            kept_one_in=None if kept is None else int(kept[row]),
            wrong_share=None if wrong is None else float(wrong[row]),
        )
        rows.append(explained(model, counted, row, verdict, n_terms) if n_terms else verdict)
    return rows


def several_rows(
    model: SetModel, documents: Sequence[AnyHeading], counted: CountedFeatures, verdicts: SeveralVerdicts, n_terms: int
) -> list[Verdict]:
    """Put answers to all questions into records: the likeliest label, and beside it all that are given."""
    labels, shares = verdicts.labels, np.exp(verdicts.calibrated)
    n_known, rows = known_words(model, counted), []
    for row, (document, given) in enumerate(zip(documents, sets_given(verdicts.labels, verdicts.given), strict=True)):
        names = [labels.index(label) for label in labels_in(given)]
        answers = [
            LabelAnswer(labels[place], float(shares[row, place]), bool(verdicts.sure[row, place])) for place in names
        ]
        likeliest = max(answers, key=lambda one: one.probability, default=None)
        best = int(verdicts.label_numbers[row])
        verdict = Verdict(
            path=document.path,
            member=document.member,
            title=document.title,
            label=likeliest.label if likeliest else labels[best],
            probability=likeliest.probability if likeliest else float(shares[row, best]),
            raw=dict(zip(labels, np.exp(verdicts.log_proba[row]).tolist(), strict=True)),
            log_joint=dict(zip(labels, verdicts.log_joint[row].tolist(), strict=True)),
            is_unsure=bool(verdicts.is_unsure[row]),
            unknown_share=float(verdicts.unknown_share[row]),
            n_known_words=None if n_known is None else n_known[row],
            score=float(verdicts.log_joint[row, best]),
            labels=tuple(sorted(answers, key=lambda one: -one.probability)),
        )
        verdict = replace(verdict, branch=branch_among(verdicts, row, verdict))
        rows.append(explained(model, counted, row, verdict, n_terms) if n_terms else verdict)
    return rows


def branch_of(model: Model, verdicts: Verdicts, row: int) -> LabelAnswer | None:
    """Return the branch that is sure where the label in it is not."""
    if not verdicts.is_unsure[row] or verdicts.is_unlike[row] or model.assurance is None:
        return None
    shares: list[float] = np.exp(verdicts.calibrated[row]).tolist()
    found = sure_branch(model.labels, shares, model.assurance.marks.least_in_all(ONE_IN[0]))
    return None if found is None else LabelAnswer(*found, is_sure=True)


def branch_among(verdicts: SeveralVerdicts, row: int, verdict: Verdict) -> LabelAnswer | None:
    """The same where labels do not exclude each other: of those that the likeliest label lies in."""
    if verdict.label is None or (verdict.labels and verdict.labels[0].is_sure):
        return None
    for branch in reversed(branches_of(verdict.label)):
        place = verdicts.labels.index(branch)
        if verdicts.sure[row, place] and verdicts.given[row, place]:
            return LabelAnswer(branch, float(np.exp(verdicts.calibrated[row, place])), is_sure=True)
    return None


def known_words(model: Model, counted: CountedFeatures) -> list[int] | None:
    """Count the different words of each document that the model has; None where it reads no text.

    Those that a filter makes itself, of how a text begins and of how new it is, are no more words of the document.
    """
    text = counted.features.text
    if text is None:
        return None
    if isinstance(model, FilterModel):
        is_word = model.learner.groups.take(text.tokens) < OPENING
    else:
        is_word = text.tokens >= int(model.recipe.limits.unknown_word)
    found: list[int] = np.bincount(text.rows[is_word], minlength=text.n_documents).tolist()
    return found


def explained(model: Model, counted: CountedFeatures, row: int, verdict: Verdict, n_terms: int) -> Verdict:
    """Add the strongest words to a verdict, and what all the others come to."""
    if len(model.labels) < 2:
        return verdict
    features = counted.features[np.array([row])]
    if isinstance(model, SetModel) and verdict.label is not None:
        found = model.explained(features, verdict.label)
    else:
        found = explain(model, features, verdict.label)
    short = found.strongest(n_terms)
    return replace(
        verdict,
        against=found.against,
        is_by_filter=isinstance(model, FilterModel),
        prior_term=found.prior,
        absent_term=found.absent,
        terms=tuple(WordTerm(term.name, term.count, term.value, term.said) for term in short.terms),
        rest=short.rest,
        rest_said=short.rest_said,
        odds=short.score,
    )


def ranking_scores(
    model: Model, features: Features, log_joint: npt.NDArray[np.float64], positive: str
) -> npt.NDArray[np.float64]:
    """(n_documents,): evidence for the positive label, higher is more."""
    number = model.labels.index(positive)
    if isinstance(model, FilterModel):
        return log_odds(log_joint, number)
    if model.recipe.counts_as == "tfidf" and model.assurance is not None:
        return log_odds(model.assurance.calibration.apply(log_joint, model.lengths(features)), number)
    odds = log_odds(log_joint, number)
    if not is_per_word(model.recipe) or len(model.labels) != 2 or features.text is None:
        return odds
    if ranks_by_witnesses(model):
        return evidence_for(positive, model, model.evidence(features))
    prepared = model.prepared(features)
    weights = model.scorer.weights
    with np.errstate(invalid="ignore"):
        ratios = weights[:, number] - weights[:, 1 - number]
    if not np.isfinite(ratios).all() or prepared.text is None:
        return odds
    return evidence_per_word(odds, prepared.text, ratios)


def is_per_word(recipe: Recipe) -> bool:
    """Return whether each occurrence of a word adds its own part, and nothing else does."""
    return recipe.reads_text_alone and not recipe.counts_absence


def ranks_by_witnesses(model: Model) -> bool:
    """Return whether mean evidence puts documents in order, rather than the sum of log-odds."""
    is_weighed = model.recipe.counts_as == "tfidf"
    return is_per_word(model.recipe) and not is_weighed and model.has_witnesses and not model.recipe.is_judged_by_folds


def evidence_for(positive: str, model: Model, evidence: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Evidence for one of the model's two labels, from that for the second."""
    return evidence if model.labels.index(positive) else -evidence
