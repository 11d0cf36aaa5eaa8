"""On a cluster: a model judged by test documents or by k folds, and documents classified into files."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

from app.cluster.judging import (
    ComparedFacts,
    Format,
    WritingJob,
    WrittenShard,
    added_sums,
    compared,
    compared_facts,
    compared_fold,
    figures_of,
    fold_model,
    left_over,
    written,
)
from app.cluster.running.connection import Address, connected
from app.cluster.running.task_following import Tasks
from app.cluster.sources.remote_listing import is_url
from app.cluster.sources.sharded_corpus import TRIES, ClusterSources, counted, survey_of, without_copies
from app.cluster.tally_merging import Fold
from app.domain.documents import Failure
from app.domain.errors import ClusterError, NotFound, TrainingError
from app.domain.jobs import JobContext
from app.services.engine_errors import engine_errors
from app.services.judging.evaluating import EvaluationFigures
from app.services.judging.source_judging import table_options
from app.services.models.model_exchange import read_model
from app.services.training.document_features import has_columns
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.statistics import TableColumns
from nbengine.measure.evaluation import positive_label
from nbengine.models.model import Model
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


def evaluate_on_cluster(order: ClusterEvaluation, context: JobContext) -> EvaluationFigures:
    """Judge documents on the workers, which add up what comes of it; the driver is sent the figures alone."""
    began_s = time.monotonic()
    model = read_model(order.model)
    order = replace(order, read=replace(order.read, options=table_options(model, order.read.options)))
    positive = positive_of(model, order.positive)
    with connected(order.address, context=context) as client:
        tasks = Tasks(client, context, waits=order.address.waits)
        with engine_errors(TrainingError, order.model.stem):
            judge = by_test if order.n_folds is None else by_folds
            sums, facts = judge(tasks, order, model, positive)
            evaluation = tasks.one("adding up", figures_of, tasks.tree(added_sums, sums, "adding up"))
    if evaluation is None:
        raise TrainingError(order.read.sources[0], "none of its documents has a label that the model knows")
    return EvaluationFigures(
        model=order.model.stem,
        way="test" if order.n_folds is None else "folds",
        evaluation=evaluation,
        positive=positive,
        failed=tuple(failure for one in facts for failure in one.failures),
        skipped=sum(one.n_skipped for one in facts),
        seconds=time.monotonic() - began_s,
    )


def rules_of(model: Model) -> TokenRules | None:
    """Return the rules by which a model counts words; None if it reads none."""
    return None if model.statistics.text is None else model.recipe.rules


def positive_of(model: Model, wanted: str | None) -> str | None:
    """Return the label that must not be given by mistake, where there are two."""
    if wanted is not None and wanted not in model.labels:
        raise NotFound("label", wanted, model.labels)
    return (wanted or positive_label(model.labels)) if len(model.labels) == 2 else None


def by_test(
    tasks: Tasks, order: ClusterEvaluation, model: Model, positive: str | None
) -> tuple[list[Any], list[ComparedFacts]]:
    """Judge test documents by the model as it is; return where their sums lie, and the facts of each shard."""
    survey = survey_of(tasks, order.read)
    job = order.read.job(survey, rules_of(model), tasks.readers)
    data = tasks.kept(model_to_bytes(model))
    judged = [tasks.submit(compared, data, shard.future, job, positive, retries=TRIES) for shard in survey.shards]
    asked = tasks.mapped(compared_facts, judged)
    for _ in tasks.each(asked, "judging shards", lambda found: found.size_bytes, survey.size_bytes):
        pass
    return judged, tasks.all(asked, "judging shards")


def by_folds(
    tasks: Tasks, order: ClusterEvaluation, model: Model, positive: str | None
) -> tuple[list[Any], list[ComparedFacts]]:
    """Judge each fold by a model of the others, of the same recipe; read once, added up once for each fold."""
    survey = survey_of(tasks, order.read)
    table = TableColumns(model.table.numbers, model.table.choices) if has_columns(model) else None
    corpus = counted(tasks, survey, order.read.job(survey, rules_of(model), tasks.readers, table))
    if not survey.options.keep_duplicates:
        corpus = without_copies(corpus)
    data = tasks.kept(model_to_bytes(model))
    n_folds = order.n_folds or 2
    judged = []
    for number in range(n_folds):
        others = replace(corpus, fold=Fold(number, n_folds, order.seed))
        whole = others.whole()
        fold = tasks.submit(fold_model, whole, *others.over_words(whole, model.recipe), **tasks.maker)
        own = others.of_shards(compared_fold, fold, data, positive, is_fold_alone=True)
        judged.append(tasks.tree(added_sums, own, "judging the fold"))
    return judged, [ComparedFacts(0, 0, corpus.failures)]


def classify_on_cluster(order: ClusterClassifying, context: JobContext) -> ClassifyingReport:
    """Judge shards, each into a file of its own; those that an earlier run has written are passed over."""
    began_s = time.monotonic()
    model = read_model(order.model)
    read = replace(order.read, options=table_options(model, order.read.options))
    target = order.target.rstrip("/") if is_url(order.target) else os.path.abspath(order.target)
    with connected(order.address, context=context) as client:
        tasks = Tasks(client, context, waits=order.address.waits)
        survey = survey_of(tasks, read)
        left = tasks.one("looking at the source", left_over, target, order.form, len(survey.shards))
        if left:
            raise ClusterError("left-over", f"{target}/{left}")
        content = model_to_bytes(model)
        key = blake2b(content, digest_size=16).hexdigest()
        job = WritingJob(read.job(survey, rules_of(model), tasks.readers), key, target, order.form)
        data = tasks.kept(content)
        futures = [tasks.submit(written, data, shard.future, job, retries=TRIES) for shard in survey.shards]
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
