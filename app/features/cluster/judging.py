"""Classify documents on a cluster, or evaluate a model on labelled documents there.

`classify_on_cluster` writes one file of verdicts for each shard, atomically, and then a small JSON file that records
the content and the model. So a task can run again, and a restarted job skips the shards that are done.
"""

from __future__ import annotations

import io
import json
import os
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import reduce
from hashlib import blake2b
from operator import add
from pathlib import Path
from typing import Any, Literal

import fsspec
import numpy as np
import pyarrow
from pyarrow import parquet

from app.domain.documents import Failure
from app.domain.errors import ClusterError, NotFound, TrainingError
from app.domain.jobs import JobContext
from app.domain.results import DocumentVerdict
from app.domain.whole_files import TableWriter, write_atomically
from app.features.cluster.fetching import filesystem_of, is_url
from app.features.cluster.model_from_counts import ChosenWords, MergedCounts, choice_numbers_in_table, model_from_counts
from app.features.cluster.running import ClusterAddress, TaskRunner, connect_cluster, pools_on_worker
from app.features.cluster.shard_counting import CountingJob, ShardCounts, read_shard
from app.features.cluster.sharded_corpus import RETRIES, ClusterSources, count_shards, drop_duplicates, survey_sources
from app.features.cluster.shards import Shard
from app.features.cluster.tally_merging import Fold, LearnableRows, PartialTally, ShardPart, select_learnable_rows
from app.features.evaluate.use_cases import EvaluationFigures, scores_of_batches
from app.library.classifying import judge_batch, ranking_scores, table_options, verdicts_of_batch
from app.library.engine_errors import translate_engine_errors
from app.library.saved_models import read_model
from app.library.training_data import reads_table_columns
from nbengine.learnt.statistics import Features, TableColumns
from nbengine.logspace import normalise_log_joint
from nbengine.measure.evaluation import (
    Evaluation,
    EvaluationSums,
    compute_evaluation_sums,
    find_positive_label,
    finish_evaluation,
)
from nbengine.models.model import Model
from nbengine.models.persistence import model_from_bytes, model_to_bytes
from nbengine.text.token_rules import TokenRules

Format = Literal["csv", "jsonl", "parquet"]
COLUMNS = ("path", "member", "label", "probability", "unsure", "error")
UNKNOWN_LABEL = -1
"""Label number for a missing label or one that the model does not know."""


@dataclass(frozen=True, slots=True)
class WrittenShardSummary:
    """Summary of the verdicts that were written for one shard, sent to the driver."""

    size_bytes: int
    """Size of the shard in the sources."""
    n_documents: int
    n_unsure: int
    labels: Mapping[str, int]
    """Number of verdicts per label."""
    failures: tuple[Failure, ...]


@dataclass(frozen=True, slots=True)
class EvaluatedShardSummary:
    """Summary of the evaluation of one shard, sent to the driver."""

    size_bytes: int
    """Size of the shard in the sources."""
    n_skipped: int
    """Number of documents whose label is missing or unknown to the model."""
    failures: tuple[Failure, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class EvaluatedShard:
    """Sums from which the figures of an evaluation are computed, for one shard. They stay on the cluster."""

    evaluation_sums: EvaluationSums
    summary: EvaluatedShardSummary


def summary_of_evaluation(shard: EvaluatedShard) -> EvaluatedShardSummary:
    """Return the part of an evaluated shard that the driver gets. Runs as a task."""
    return shard.summary


def add_sums(parts: Sequence[EvaluatedShard]) -> EvaluatedShard:
    """Add the evaluation sums of several shards. Runs as a task.

    The result has empty `facts`, because the driver has the summary of each shard.
    """
    return EvaluatedShard(reduce(add, (part.evaluation_sums for part in parts)), EvaluatedShardSummary(0, 0))


def evaluation_from_sums(total: EvaluatedShard) -> Evaluation | None:
    """Compute the evaluation from the sums of all shards; None if no document was judged. Runs as a task."""
    return finish_evaluation(total.evaluation_sums) if total.evaluation_sums.documents else None


@dataclass(frozen=True, slots=True)
class WritingJob:
    """Settings for writing verdicts, common to all shards."""

    counting_job: CountingJob
    model_key: str
    """Hash of the model."""
    target: str
    """Folder shared by all workers, or URL, for the files of verdicts."""
    file_format: Format

    def verdict_path(self, number: int) -> str:
        """Return the path of the file with a shard's verdicts."""
        return f"{self.target}/{verdict_file_name(number, self.file_format)}"

    def record_path(self, number: int) -> str:
        """Return the path of a shard's JSON record.

        It is in a folder whose name begins with `_`, because Spark and similar programs skip these when they read
        verdicts.
        """
        return f"{self.target}/_judged/{verdict_file_name(number, self.file_format)}.json"

    def verdicts_key(self, shard: Shard) -> str:
        """Return a hash of everything that determines the verdicts of a shard."""
        facts = repr((shard.key, shard.number, self.counting_job.settings_hash, self.model_key, self.file_format))
        return blake2b(facts.encode(), digest_size=16).hexdigest()


def write_verdicts(model_bytes: bytes, shard: Shard, job: WritingJob) -> WrittenShardSummary:
    """Judge a shard and write its verdicts, unless an earlier run has written them. Runs as a task."""
    earlier = _read_record(shard, job)
    if earlier is not None:
        return earlier
    model = pools_on_worker(job.counting_job.readers_plugin).decode_cached(model_bytes, model_from_bytes)
    verdicts: list[DocumentVerdict] = []
    failures: list[Failure] = []
    for batch, lost in read_shard(shard, job.counting_job):
        judged = judge_batch(model, batch, lost)
        verdicts += verdicts_of_batch(model, judged, 0)
        failures += judged.failures
    rows = [(one.path, one.member, one.label, one.probability, one.is_unsure, one.error) for one in verdicts]
    _write_bytes(job.verdict_path(shard.number), WRITERS[job.file_format](rows))
    readable = [verdict for verdict in verdicts if verdict.error is None]
    summary = WrittenShardSummary(
        size_bytes=shard.size_bytes,
        n_documents=len(readable),
        n_unsure=sum(verdict.is_unsure for verdict in readable),
        labels=dict(Counter(verdict.label for verdict in readable if verdict.label is not None)),
        failures=tuple(failures),
    )
    _write_bytes(
        job.record_path(shard.number), json.dumps({"key": job.verdicts_key(shard), **asdict(summary)}).encode()
    )
    return summary


def _read_record(shard: Shard, job: WritingJob) -> WrittenShardSummary | None:
    """Return the summary that an earlier run recorded for this shard and model; None if it is missing or damaged."""
    files, part = filesystem_of(job.verdict_path(shard.number))
    _, note = filesystem_of(job.record_path(shard.number))
    try:
        note_facts = json.loads(files.cat_file(note))
        if note_facts.pop("key") != job.verdicts_key(shard) or not files.exists(part):
            return None
        failures = tuple(Failure(**one) for one in note_facts.pop("failures"))
        return WrittenShardSummary(**note_facts, failures=failures)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def find_leftover_file(target: str, form: Format, n_shards: int) -> str:
    """Return the name of a verdict file that an earlier run with more shards left, and that this run would not
    overwrite.

    Returns "" if there is none. Runs as a task.
    """
    files, path = filesystem_of(target)
    names = [place.rpartition("/")[2] for place in files.glob(f"{path}/part-*.{form}")]
    own = {verdict_file_name(number, form) for number in range(n_shards)}
    return min(set(names) - own, default="")


def verdict_file_name(number: int, form: Format) -> str:
    """Return the name of the file with a shard's verdicts."""
    return f"part-{number:05d}.{form}"


def _write_bytes(path: str, content: bytes) -> None:
    if not is_url(path):
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        write_atomically(Path(path), content)
        return
    with fsspec.open(path, "wb") as file:
        file.write(content)


def _rows_to_csv(rows: Sequence[tuple[Any, ...]]) -> bytes:
    text = io.StringIO(newline="")
    writer = TableWriter(text)
    writer.writerow(COLUMNS)
    writer.writerows(["" if cell is None else cell for cell in row] for row in rows)
    return text.getvalue().encode("utf-8", "backslashreplace")


def _rows_to_json_lines(rows: Sequence[tuple[Any, ...]]) -> bytes:
    return "".join(json.dumps(dict(zip(COLUMNS, row, strict=True))) + "\n" for row in rows).encode()


def _rows_to_parquet(rows: Sequence[tuple[Any, ...]]) -> bytes:
    text, number, truth = pyarrow.string(), pyarrow.float64(), pyarrow.bool_()
    columns = list(zip(*rows, strict=True)) or [()] * len(COLUMNS)
    legible = [  # file names may have lone surrogates, which Parquet cannot store
        [cell.encode("utf-8", "backslashreplace").decode() if isinstance(cell, str) else cell for cell in column]
        for column in columns
    ]
    arrays = list(map(pyarrow.array, legible, (text, text, text, number, truth, text)))
    sink = pyarrow.BufferOutputStream()
    parquet.write_table(pyarrow.table(arrays, names=list(COLUMNS)), sink)
    return bytes(sink.getvalue().to_pybytes())


WRITERS: Mapping[Format, Callable[[Sequence[tuple[Any, ...]]], bytes]] = {
    "csv": _rows_to_csv,
    "jsonl": _rows_to_json_lines,
    "parquet": _rows_to_parquet,
}


def evaluate_shard(model_bytes: bytes, shard: Shard, job: CountingJob, positive: str | None) -> EvaluatedShard:
    """Judge the labelled documents of a shard with the model in `model_bytes`, and return the evaluation sums. Runs as
    a task.
    """
    model = pools_on_worker(job.readers_plugin).decode_cached(model_bytes, model_from_bytes)
    batches = [judge_batch(model, batch, lost) for batch, lost in read_shard(shard, job)]
    labels = [document.label for batch in batches for document in batch.documents]
    places = {label: number for number, label in enumerate(model.labels)}
    truth = np.array(
        [UNKNOWN_LABEL if label is None else places.get(label, UNKNOWN_LABEL) for label in labels], np.int64
    )
    is_known = truth != UNKNOWN_LABEL
    log_proba = np.concatenate(
        [np.zeros((0, len(places))), *(batch.verdicts.calibrated_log_proba for batch in batches)]
    )
    ranking = np.zeros(len(truth)) if positive is None else scores_of_batches(model, batches, positive)
    sums = compute_evaluation_sums(
        log_proba[is_known], truth[is_known], model.labels, positive=positive, ranking=ranking[is_known]
    )
    failures = tuple(failure for batch in batches for failure in batch.failures)
    return EvaluatedShard(sums, EvaluatedShardSummary(shard.size_bytes, int((~is_known).sum()), failures))


def make_fold_model(merged: MergedCounts, chosen_words: ChosenWords, second_pass: PartialTally | None) -> bytes:
    """Train a model on all documents outside a fold, and return the bytes of its model file. Runs as a task.

    `second_pass` has the counts of a second pass over the documents; None if the recipe needs no second pass.
    """
    return model_to_bytes(model_from_counts(merged, chosen_words, second_pass))


def evaluate_fold(
    counted: ShardCounts, part: ShardPart, fold_model_bytes: bytes, model_bytes: bytes, positive: str | None
) -> EvaluatedShard:
    """Judge the documents of a fold with the model `fold_model_bytes`, trained on the other folds. Runs as a task.

    The probabilities are calibrated as in the model `model_bytes`, which was trained on all documents.
    """
    model, other = model_from_bytes(model_bytes), model_from_bytes(fold_model_bytes)
    rows = select_learnable_rows(counted, part)
    features = _features_in_model(other, rows)
    own_joint = other.scorer.log_joint(other.prepare(features))
    log_joint = np.full((len(own_joint), len(model.labels)), -np.inf)
    log_joint[:, [model.labels.index(label) for label in other.labels]] = own_joint
    numbers = np.array([model.labels.index(label) for label in counted.labels], np.int64)[rows.label_numbers]
    lengths = model.lengths(_features_in_model(model, rows))
    log_proba = normalise_log_joint(log_joint)
    if model.assurance is not None:
        log_proba = model.assurance.calibration.apply(log_joint, lengths)
    ranking = np.zeros(len(numbers))
    if positive is not None and len(other.labels) == len(model.labels):
        ranking = ranking_scores(other, features, own_joint, positive)
    sums = compute_evaluation_sums(log_proba, numbers, model.labels, positive=positive, ranking=ranking)
    return EvaluatedShard(sums, EvaluatedShardSummary(0, 0))


def _features_in_model(model: Model, rows: LearnableRows) -> Features:
    """Return the features of counted documents, with the column and value numbers of `model`."""
    features = rows.features
    return Features(
        None if features.text is None else model.map_counts(features.text, rows.vocabulary).counts,
        features.numbers,
        None if features.choices is None else choice_numbers_in_table(rows, model.table),
    )


@dataclass(frozen=True, slots=True)
class ClusterEvaluationSettings:
    """What to evaluate on a cluster, and how."""

    address: ClusterAddress
    source_settings: ClusterSources
    model_path: Path
    n_folds: int | None = None
    """Number of folds for cross-validation of the recipe; None judges the sources with the model itself."""
    seed: int = 0
    positive: str | None = None


@dataclass(frozen=True, slots=True)
class ClusterClassificationSettings:
    """What to classify on a cluster, and how."""

    address: ClusterAddress
    source_settings: ClusterSources
    model_path: Path
    target: str
    """A folder shared by all workers, or a URL."""
    file_format: Format = "csv"


@dataclass(frozen=True, slots=True)
class ClusterClassificationReport:
    """The result of classifying on a cluster."""

    model_name: str
    """Name of the model."""
    n_documents: int
    n_unsure: int
    n_by_label: Mapping[str, int]
    """Number of verdicts per label."""
    n_files: int
    failures: tuple[Failure, ...]
    seconds: float


def evaluate_on_cluster(settings: ClusterEvaluationSettings, context: JobContext) -> EvaluationFigures:
    """Evaluate a model on a cluster. The workers add up the sums of their shards; the driver only gets the result.

    Raises:
        TrainingError: No document has a label of the model.
    """
    began_s = time.monotonic()
    model = read_model(settings.model_path)
    settings = replace(
        settings,
        source_settings=replace(
            settings.source_settings, options=table_options(model, settings.source_settings.options)
        ),
    )
    positive = positive_label_of(model, settings.positive)
    with connect_cluster(settings.address, context=context) as client:
        tasks = TaskRunner(client, context, timeouts=settings.address.timeouts)
        with translate_engine_errors(TrainingError, settings.model_path.stem):
            judge = evaluate_without_folds if settings.n_folds is None else evaluate_by_folds
            sums, facts = judge(tasks, settings, model, positive)
            evaluation = tasks.run_task(
                "adding up", evaluation_from_sums, tasks.merge_in_tree(add_sums, sums, "adding up")
            )
    if evaluation is None:
        raise TrainingError(settings.source_settings.paths_and_urls[0], "no-known-label")
    return EvaluationFigures(
        model=settings.model_path.stem,
        way="test" if settings.n_folds is None else "folds",
        evaluation=evaluation,
        positive=positive,
        failed=tuple(failure for one in facts for failure in one.failures),
        skipped=sum(one.n_skipped for one in facts),
        seconds=time.monotonic() - began_s,
    )


def token_rules_of(model: Model) -> TokenRules | None:
    """Return a model's token rules; None if it reads no text."""
    return None if model.statistics.text is None else model.recipe.rules


def positive_label_of(model: Model, wanted: str | None) -> str | None:
    """Return the positive label of a model with two labels: `wanted`, or else the label that is taken for positive.

    Returns None if the model has more labels.

    Raises:
        NotFound: The model has no label `wanted`.
    """
    if wanted is not None and wanted not in model.labels:
        raise NotFound("label", wanted, model.labels)
    return (wanted or find_positive_label(model.labels)) if len(model.labels) == 2 else None


def evaluate_without_folds(
    tasks: TaskRunner, settings: ClusterEvaluationSettings, model: Model, positive: str | None
) -> tuple[list[Any], list[EvaluatedShardSummary]]:
    """Judge labelled documents that the model has not learnt.

    Returns the futures of the evaluation sums, and the summaries of the shards.
    """
    survey = survey_sources(tasks, settings.source_settings)
    job = settings.source_settings.counting_job(survey, token_rules_of(model), tasks.readers_plugin)
    data = tasks.scatter(model_to_bytes(model))
    judged = [
        tasks.submit(evaluate_shard, data, shard.future, job, positive, retries=RETRIES) for shard in survey.shards
    ]
    asked = tasks.submit_each(summary_of_evaluation, judged)
    for _ in tasks.iter_results(asked, "judging shards", lambda found: found.size_bytes, survey.size_bytes):
        pass
    return judged, tasks.wait_for_all(asked, "judging shards")


def evaluate_by_folds(
    tasks: TaskRunner, settings: ClusterEvaluationSettings, model: Model, positive: str | None
) -> tuple[list[Any], list[EvaluatedShardSummary]]:
    """Cross-validate the recipe of a model. The sources are read only once.

    Returns the futures of the evaluation sums, one per fold, and a list with one summary that has the failures of all
    shards.
    """
    survey = survey_sources(tasks, settings.source_settings)
    table = TableColumns(model.table.numbers, model.table.choices) if reads_table_columns(model) else None
    corpus = count_shards(
        tasks, survey, settings.source_settings.counting_job(survey, token_rules_of(model), tasks.readers_plugin, table)
    )
    if not survey.options.keep_duplicates:
        corpus = drop_duplicates(corpus)
    data = tasks.scatter(model_to_bytes(model))
    n_folds = settings.n_folds or 2
    judged = []
    for number in range(n_folds):
        others = replace(corpus, fold=Fold(number, n_folds, settings.seed))
        whole = others.merge_counts()
        fold = tasks.submit(make_fold_model, whole, *others.count_model_words(whole, model.recipe), **tasks.maker)
        own = others.submit_per_shard(evaluate_fold, fold, data, positive, selects_fold=True)
        judged.append(tasks.merge_in_tree(add_sums, own, "judging the fold"))
    return judged, [EvaluatedShardSummary(0, 0, corpus.failures)]


def classify_on_cluster(settings: ClusterClassificationSettings, context: JobContext) -> ClusterClassificationReport:
    """Classify the shards, and write the verdicts of each shard into a file. Shards that an earlier run has written are
    skipped.
    """
    began_s = time.monotonic()
    model = read_model(settings.model_path)
    read = replace(settings.source_settings, options=table_options(model, settings.source_settings.options))
    target = settings.target.rstrip("/") if is_url(settings.target) else os.path.abspath(settings.target)
    with connect_cluster(settings.address, context=context) as client:
        tasks = TaskRunner(client, context, timeouts=settings.address.timeouts)
        survey = survey_sources(tasks, read)
        old_file = tasks.run_task(
            "looking for the files to read", find_leftover_file, target, settings.file_format, len(survey.shards)
        )
        if old_file:
            raise ClusterError("left-over", f"{target}/{old_file}")
        content = model_to_bytes(model)
        key = blake2b(content, digest_size=16).hexdigest()
        job = WritingJob(
            read.counting_job(survey, token_rules_of(model), tasks.readers_plugin), key, target, settings.file_format
        )
        data = tasks.scatter(content)
        futures = [tasks.submit(write_verdicts, data, shard.future, job, retries=RETRIES) for shard in survey.shards]
        summaries: list[WrittenShardSummary] = list(
            tasks.iter_results(futures, "judging shards", lambda one: one.size_bytes, survey.size_bytes)
        )
    labels: Counter[str] = Counter()
    for one in summaries:
        labels.update(one.labels)
    return ClusterClassificationReport(
        model_name=settings.model_path.stem,
        n_documents=sum(one.n_documents for one in summaries),
        n_unsure=sum(one.n_unsure for one in summaries),
        n_by_label=dict(sorted(labels.items())),
        n_files=len(summaries),
        failures=tuple(failure for one in summaries for failure in one.failures),
        seconds=time.monotonic() - began_s,
    )
