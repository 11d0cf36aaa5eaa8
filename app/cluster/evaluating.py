"""On a cluster: a model judged by test documents or by k folds, and documents classified into files."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from app.cluster.folds import Fold
from app.cluster.judging import (
    ComparedShard,
    Format,
    WrittenShard,
    compared,
    compared_fold,
    fold_model,
    left_over,
    written,
)
from app.cluster.running.connection import Address, connected
from app.cluster.running.following import Tasks
from app.cluster.sources.fetching import is_url
from app.cluster.sources.sharded_corpus import TRIES, ClusterCorpus, ClusterSources, counted, survey_of, without_copies
from app.domain.documents import Failure
from app.domain.errors import ClusterError, NotFound, TrainingError
from app.domain.jobs import JobContext
from app.services.judging.evaluating import EvaluationReport
from app.services.judging.judging import table_options
from app.services.models.model_exchange import read_model
from app.services.training.document_features import has_columns
from nbengine.errors import EngineError
from nbengine.measure.evaluation import evaluate, positive_label
from nbengine.models.model import Model, TableColumns
from nbengine.models.persistence import model_to_bytes
from nbengine.text.token_rules import TokenRules


@dataclass(frozen=True, slots=True)
class ClusterEvaluation:
    """An order to evaluate: which model, and by which documents."""

    address: Address
    read: ClusterSources
    model: Path
    n_folds: int | None = None
    """Each of so many parts of the sources by a model of the others; None judges the sources by the model as it is."""
    seed: int = 0
    positive: str | None = None


@dataclass(frozen=True, slots=True)
class ClusterClassifying:
    """An order to classify: which sources, and where the verdicts go."""

    address: Address
    read: ClusterSources
    model: Path
    target: str
    """A folder that every worker sees, or a URL."""
    form: Format = "csv"


@dataclass(frozen=True, slots=True)
class ClassifyingReport:
    """The outcome of a classification on a cluster."""

    model: str
    n_documents: int
    n_unsure: int
    labels: Mapping[str, int]
    n_files: int
    failed: tuple[Failure, ...]
    seconds: float


def evaluate_on_cluster(order: ClusterEvaluation, context: JobContext) -> EvaluationReport:
    """Judge documents on the workers; the driver is sent numbers, and works out the figures."""
    began_s = time.monotonic()
    model = read_model(order.model)
    order = replace(order, read=read_for(model, order.read))
    positive = positive_of(model, order.positive)
    with connected(order.address, context=context) as client:
        tasks = Tasks(client, context)
        try:
            judge = by_test if order.n_folds is None else by_folds
            found = list(judge(tasks, order, model, positive))
        except EngineError as error:
            raise TrainingError(order.model.stem, str(error)) from error
    return reported(order, model, positive, found, time.monotonic() - began_s)


def rules_of(model: Model) -> TokenRules | None:
    """Return the rules by which a model counts words; None if it reads none."""
    return None if model.statistics.text is None else model.recipe.rules


def read_for(model: Model, read: ClusterSources) -> ClusterSources:
    """Sources read by the columns that a model was trained on, where it has any."""
    return replace(read, options=table_options(model, read.options))


def positive_of(model: Model, wanted: str | None) -> str | None:
    """Return the label that must not be given by mistake, where there are two."""
    if wanted is not None and wanted not in model.labels:
        raise NotFound("label", wanted, model.labels)
    return (wanted or positive_label(model.labels)) if len(model.labels) == 2 else None


def by_test(tasks: Tasks, order: ClusterEvaluation, model: Model, positive: str | None) -> Iterable[ComparedShard]:
    """Test documents by the model as it is."""
    survey = survey_of(tasks, order.read)
    job = order.read.job(survey, rules_of(model), tasks.readers)
    data = tasks.kept(model_to_bytes(model))
    futures = [tasks.submit(compared, data, shard, job, positive, retries=TRIES) for shard in survey.shards]
    yield from tasks.each(futures, "judging shards", lambda found: found.size_bytes, survey.size_bytes)


def by_folds(tasks: Tasks, order: ClusterEvaluation, model: Model, positive: str | None) -> Iterable[ComparedShard]:
    """Judge each fold by a model of the others, of the same recipe; read once, added up once for each fold."""
    survey = survey_of(tasks, order.read)
    table = TableColumns(model.table.numbers, model.table.choices) if has_columns(model) else None
    corpus = counted(tasks, survey, order.read.job(survey, rules_of(model), tasks.readers, table))
    if not survey.options.keep_duplicates:
        corpus = without_copies(corpus)
    data = tasks.kept(model_to_bytes(model))
    n_folds = order.n_folds or 2
    for number in range(n_folds):
        own = replace(corpus, fold=Fold(number, n_folds, order.seed))
        yield from one_fold(own, model, data, positive)
    nothing = np.zeros(0, np.int64), np.zeros((0, len(model.labels))), np.zeros(0)
    yield ComparedShard(-1, 0, *nothing, 0, corpus.failures)


def one_fold(corpus: ClusterCorpus, model: Model, data: object, positive: str | None) -> Iterable[ComparedShard]:
    tasks = corpus.tasks
    whole = corpus.whole()
    fold = tasks.submit(fold_model, whole, *corpus.over_words(whole, model.recipe))
    futures = corpus.of_shards(compared_fold, fold, data, positive, is_fold_alone=True)
    yield from tasks.each(futures, "judging the fold")


def reported(
    order: ClusterEvaluation, model: Model, positive: str | None, found: list[ComparedShard], seconds: float
) -> EvaluationReport:
    """Compare verdicts with the truth, in the order of the sources."""
    ordered = sorted(found, key=lambda one: one.number)
    truth = np.concatenate([one.truth for one in ordered])
    if not len(truth):
        raise TrainingError(order.read.sources[0], "none of its documents has a label that the model knows")
    log_proba = np.concatenate([one.log_proba for one in ordered])
    ranking = None if positive is None else np.concatenate([one.ranking for one in ordered])
    return EvaluationReport(
        model=order.model.stem,
        way="test" if order.n_folds is None else "folds",
        evaluation=evaluate(log_proba, truth, model.labels, positive=positive, ranking=ranking),
        positive=positive,
        log_proba=log_proba,
        truth=truth,
        ranking=ranking,
        document_numbers=None,
        failed=tuple(failure for one in ordered for failure in one.failures),
        skipped=sum(one.n_skipped for one in ordered),
        seconds=seconds,
    )


def classify_on_cluster(order: ClusterClassifying, context: JobContext) -> ClassifyingReport:
    """Judge shards, each into a file of its own."""
    began_s = time.monotonic()
    model = read_model(order.model)
    read = read_for(model, order.read)
    target = order.target.rstrip("/") if is_url(order.target) else os.path.abspath(order.target)
    with connected(order.address, context=context) as client:
        tasks = Tasks(client, context)
        survey = survey_of(tasks, read)
        left = tasks.one("looking at the source", left_over, target, order.form, len(survey.shards))
        if left:
            raise ClusterError("left-over", f"{target}/{left}")
        job, data = read.job(survey, rules_of(model), tasks.readers), tasks.kept(model_to_bytes(model))
        futures = [
            tasks.submit(written, data, shard, job, target, order.form, retries=TRIES) for shard in survey.shards
        ]
        found: list[WrittenShard] = list(
            tasks.each(futures, "judging shards", lambda one: one.size_bytes, survey.size_bytes)
        )
    labels: Counter[str] = Counter()
    for one in found:
        labels.update(one.labels)
    return ClassifyingReport(
        model=order.model.stem,
        n_documents=sum(one.n_documents for one in found),
        n_unsure=sum(one.n_unsure for one in found),
        labels=dict(sorted(labels.items())),
        n_files=len(found),
        failed=tuple(failure for one in found for failure in one.failures),
        seconds=time.monotonic() - began_s,
    )
