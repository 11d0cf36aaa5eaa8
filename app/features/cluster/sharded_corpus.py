"""Survey sources, count their shards on a cluster, and drop duplicates.

The driver has only a future and a small summary of each shard. Documents and counts stay on the workers.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np
from distributed.scheduler import KilledWorker

from app.domain.documents import Failure, ReadLimits, SourceOptions
from app.domain.errors import ClusterError, SourceError
from app.features.cluster.fetching import group_adjacent, is_url
from app.features.cluster.model_from_counts import (
    MAX_JUDGED,
    ChosenWords,
    add_document_frequencies,
    add_idf_weights,
    check_merged,
    choose_words,
    count_document_frequencies,
    needs_second_pass,
    tally_chosen_words,
)
from app.features.cluster.running import ClusterTask, TaskRunner, installed_components
from app.features.cluster.shard_counting import (
    HASH_BATCH_SIZE,
    NO_DATE,
    NO_LABEL,
    CountedShardSummary,
    CountingJob,
    DuplicateDocuments,
    ShardCounts,
    concatenate_identities,
    count_shard,
    deserialize_counts,
    duplicates_by_shard,
    find_duplicates,
    identities_of,
    select_hash_partition,
    summary_of_shard,
)
from app.features.cluster.shards import (
    MAX_SAMPLED_FILES,
    SHARD_BYTES,
    ListingSummary,
    ShardOnCluster,
    ShardOutline,
    SourcePortion,
    SourceSurvey,
    divide_for_listing,
    divide_into_shards,
    guess_plan,
    list_portion,
    merge_plans,
    outlines_of,
    sample_files,
    sample_positions,
    summarize_listing,
    take_shard,
)
from app.features.cluster.tally_merging import (
    Fold,
    ShardPart,
    check_shards,
    merge_tallies,
    select_learnable_rows,
    tally_shard,
    union_of_shards,
)
from app.library.importing import kind_of_corpus
from app.library.recipes import SHORT_CHARACTERS, CorpusKind, choose_kind_by_headers, choose_kind_by_length
from app.readers.sources import SourcePlan
from nbengine.counts import CountMatrix, IntArray, stack_counts
from nbengine.learnt.statistics import TableColumns
from nbengine.models.recipe import Recipe, VocabularyLimits
from nbengine.packing import PackedContent, pack_content, unpack_content
from nbengine.text.token_rules import UNKNOWN_WORD, TokenRules
from nbengine.text.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True, eq=False)
class FrequentWords:
    """Words, each with a lower bound of the number of documents that contain it."""

    vocabulary: Vocabulary
    document_counts: IntArray
    """(n_words,): lower bound of the number of documents per word."""

    def __len__(self) -> int:
        return len(self.vocabulary)


@dataclass(frozen=True, slots=True, eq=False)
class WordSummary:
    """The most frequent words of some shards, serialized, with an upper bound of the error of their counts."""

    shard_numbers: IntArray
    """Numbers of the summarised shards, ascending."""
    serialized_words: bytes
    """Words with the numbers of documents that contain them. A number is too low by at most `error`."""
    n_words: int
    max_count_error: int
    """Upper bound of the error. A word that is missing from the summary is in at most this number of documents."""
    labels: tuple[str, ...]
    """Labels of the documents."""

    @property
    def unpacked_words(self) -> FrequentWords:
        parts = unpack_content(self.serialized_words)
        vocabulary = Vocabulary.from_blob(parts.blobs["words"], parts.numbers["lengths"])
        return FrequentWords(vocabulary, parts.numbers["documents"].astype(np.int64))


def serialize_summary(shards: IntArray, words: FrequentWords, error: int, labels: Sequence[str]) -> WordSummary:
    """Return a summary of words with document counts.

    `error` is the largest amount by which a count is too low. `labels` are the labels of the documents. The words are
    serialized to save memory: a worker that merges several summaries decodes them one by one.
    """
    blob, lengths = words.vocabulary.to_blob()
    numbers = {"lengths": lengths.astype(np.int64), "documents": words.document_counts}
    return WordSummary(
        shards, pack_content(PackedContent({}, numbers, {"words": blob})), len(words), error, tuple(labels)
    )


def summarize_shard(counted: ShardCounts, part: ShardPart, max_words: int) -> WordSummary:
    """Return the word summary of a shard's documents."""
    rows = select_learnable_rows(counted, part)
    present = rows.counts.tokens[rows.counts.values > 0]
    documents = np.bincount(present, minlength=len(rows.vocabulary)).astype(np.int64)
    labels = [label for label, n_documents in rows.n_rows_by_label.items() if n_documents]
    kept, error = _limit_words(FrequentWords(rows.vocabulary, documents), max_words)
    return serialize_summary(np.array([counted.shard_number]), kept, error, labels)


def merge_summaries(parts: Sequence[WordSummary], max_words: int) -> WordSummary:
    """Merge summaries into one of at most `max_words` words. At most twice as many words are in memory at once."""
    labels = sorted({label for part in parts for label in part.labels})
    shards, error = union_of_shards([part.shard_numbers for part in parts]), sum(part.max_count_error for part in parts)
    merged = parts[0].unpacked_words
    for part in parts[1:]:
        merged, subtracted = _limit_words(_add_words(merged, part.unpacked_words), max_words)
        error += subtracted
    return serialize_summary(shards, merged, error, labels)


def _add_words(known: FrequentWords, other: FrequentWords) -> FrequentWords:
    columns = other.vocabulary.mapping_to(known.vocabulary, grow=True)
    documents = np.zeros(len(known), np.int64)
    documents[: len(known.document_counts)] = known.document_counts
    documents[columns] += other.document_counts
    return FrequentWords(known.vocabulary, documents)


def _limit_words(words: FrequentWords, max_words: int) -> tuple[FrequentWords, int]:
    """Return the most frequent words, and the amount that was subtracted from the count of each word."""
    documents, subtracted = words.document_counts, 0
    if np.count_nonzero(documents) > max_words:
        subtracted = int(np.partition(documents, len(documents) - max_words - 1)[len(documents) - max_words - 1])
    kept_rows = np.flatnonzero(documents > subtracted)
    if len(kept_rows) == len(documents):
        return words, 0
    return FrequentWords(words.vocabulary.select(kept_rows), documents[kept_rows] - subtracted), subtracted


@dataclass(frozen=True, slots=True)
class VocabularyBound:
    """Result of limiting a vocabulary: the number of words that were kept, and the error of the limit."""

    n_kept: int
    max_documents_of_dropped: int
    """Each dropped word is in at most this number of documents; 0 if none was dropped."""


def vocabulary_bound_of(summary: WordSummary, n_shards: int) -> VocabularyBound:
    """Return the number of words in the summary of all shards, and its largest possible error. Runs as a task."""
    check_shards(summary.shard_numbers, n_shards)
    return VocabularyBound(summary.n_words, summary.max_count_error)


def choose_kept_words(summary: WordSummary) -> ChosenWords:
    """Return the words for the second pass over the shards: those of the summary, and the unknown word for all others.

    Runs as a task.
    """
    kept = summary.unpacked_words.vocabulary
    words = Vocabulary([UNKNOWN_WORD])
    columns = kept.mapping_to(words, grow=True)
    return ChosenWords(columns, kept, words, Recipe(limits=VocabularyLimits(unknown_word=True)), summary.labels)


SAMPLE_SHARDS = 4
SAMPLED_FRACTIONS = (1 / 16, 1 / 8, 1 / 4, 1 / 2, 1.0)
OVERHEAD_BYTES_PER_WORD = 35
"""Memory of a vocabulary per word, in addition to the word itself."""
BYTES_PER_CELL = 16
"""Memory of a tally per word and label."""
MAX_COPIES_IN_MEMORY = 5
"""Largest number of copies of words and tally in memory on the worker that makes the model."""
CALIBRATION_BYTES_PER_WORD = 45
"""Memory per document and word, for the documents that calibrate the model."""
MIN_WORDS_FOR_FORECAST = 100
"""Minimum number of words for a forecast."""


@dataclass(frozen=True, slots=True)
class ResourceForecast:
    """How many words the sources will have, and how much memory the training will need."""

    n_words: int
    worker_bytes: int
    """Memory of the worker that makes the model; that worker needs more than the others."""
    driver_bytes: int
    """Memory of the driver, which holds only the model file."""
    counts_bytes: int
    """Memory for the counts of each document, on all workers together."""
    calibration_bytes: int = 0
    """Part of `worker_bytes` for the documents that calibrate the model."""

    def with_word_limit(self, max_words: int | None) -> ResourceForecast:
        """Return the forecast for a vocabulary of at most `max_words` words; None stands for no limit."""
        share = 1.0 if max_words is None else min(1.0, max_words / max(1, self.n_words))
        of_words = (self.worker_bytes - self.calibration_bytes) * share
        return replace(
            self, worker_bytes=self.calibration_bytes + round(of_words), driver_bytes=round(self.driver_bytes * share)
        )


def fit_heaps_law(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Fit Heaps' law, V = scale · n ** power, by a line through the logarithms. Return scale and power."""
    tokens, words = (np.log(np.array(column)) for column in zip(*points, strict=True))
    power, offset = np.polyfit(tokens, words, 1)
    return float(np.exp(offset)), float(power)


def measure_vocabulary_growth(counts: CountMatrix) -> list[tuple[float, float]]:
    """Return points (number of words in the text, number of different words).

    The documents are taken in random order, and each point covers more documents than the point before.
    """
    order = np.random.default_rng(0).permutation(counts.n_documents)
    shuffled = counts[order]
    points = []
    for fraction in SAMPLED_FRACTIONS:
        last = int(shuffled.starts[max(1, int(fraction * counts.n_documents))])
        is_seen = np.zeros(counts.n_tokens, np.bool_)
        is_seen[shuffled.tokens[:last]] = True
        points.append((float(shuffled.values[:last].sum()), float(np.count_nonzero(is_seen))))
    return points


def forecast_sources(size_bytes: int, *counted: ShardCounts) -> ResourceForecast | None:
    """Forecast words and memory for sources of `size_bytes` from the counts of some shards. Runs as a task.

    Returns None if the counted shards have too few words.
    """
    if not all(shard.has_text for shard in counted):
        return None
    vocabulary = Vocabulary()
    batches = [deserialize_counts(shard) for shard in counted]
    counts = stack_counts([batch.counts_over(vocabulary) for batch in batches])
    if counts.n_documents < len(SAMPLED_FRACTIONS) or len(vocabulary) < MIN_WORDS_FOR_FORECAST:
        return None
    sample_bytes = sum(shard.size_bytes for shard in counted)
    times = max(1.0, size_bytes / sample_bytes)
    _, power = fit_heaps_law(measure_vocabulary_growth(counts))
    n_words = len(vocabulary) * times**power
    n_labels = len({label for shard in counted for label in shard.labels})
    letters = len(vocabulary.to_blob()[0]) / len(vocabulary)
    n_judged = min(counts.n_documents * times, MAX_JUDGED)
    calibration_bytes = round(CALIBRATION_BYTES_PER_WORD * n_judged * len(counts.tokens) / counts.n_documents)
    return ResourceForecast(
        n_words=round(n_words),
        worker_bytes=round(
            n_words * MAX_COPIES_IN_MEMORY * (letters + OVERHEAD_BYTES_PER_WORD + BYTES_PER_CELL * n_labels)
        )
        + calibration_bytes,
        driver_bytes=round(n_words * (letters / 2 + 2 * min(n_labels, 2))),
        counts_bytes=round(sum(len(shard.serialized_counts) for shard in counted) * times),
        calibration_bytes=calibration_bytes,
    )


RETRIES = 3
"""Number of retries of a task that raised an exception. If a worker dies, Dask moves its tasks to other workers by
itself.
"""
LOOKING_PHASE = "looking for the files to read"
MAX_GATHERED_HASHES = 1 << 20
"""Maximum number of content hashes that one task gathers, about 50 MB."""
MAX_GATHERED_SHARDS = 1_000
"""Maximum number of shards whose content hashes one task gathers."""


@dataclass(frozen=True, slots=True)
class ClusterSources:
    """The sources of a job on a cluster, and how to read them."""

    paths_and_urls: tuple[str, ...]
    options: SourceOptions = field(default_factory=SourceOptions)
    limits: ReadLimits = field(default_factory=ReadLimits)
    checkpoint: Path | None = None
    """Checkpoint folder, shared by all workers; None without checkpoints."""
    shard_bytes: int = SHARD_BYTES

    def counting_job(
        self, survey: SourceSurvey, rules: TokenRules | None, readers_plugin: str, table: TableColumns | None = None
    ) -> CountingJob:
        """Return the settings for counting the shards."""
        folder = None if self.checkpoint is None else os.path.abspath(self.checkpoint)
        return CountingJob(survey.options, rules, self.limits, folder, readers_plugin, table, installed_components())


def survey_sources(tasks: TaskRunner, wanted: ClusterSources) -> SourceSurvey:
    """List the sources on the workers in parallel, guess the kind of documents, and divide the sources into shards.

    Raises:
        SourceError: There are no sources, or they are empty.
        ClusterError: The sources are of different kinds.
    """
    if not wanted.paths_and_urls:
        raise SourceError("", "missing")
    locations = [
        source if is_url(source) else os.path.abspath(source) for source in wanted.paths_and_urls
    ]  # workers may have another current folder
    portions = tasks.run_task(LOOKING_PHASE, divide_for_listing, locations)
    listings = [tasks.submit(list_portion, portion, pure=False) for portion in portions]
    facts: list[ListingSummary] = tasks.wait_for_all(tasks.submit_each(summarize_listing, listings), LOOKING_PHASE)
    surveyed = list(zip(portions, listings, facts, strict=True))
    runs = [list(run) for _, run in groupby(surveyed, lambda one: one[0].run_number)]
    plan = merge_plans([_guess_plan_of_sources(tasks, run, wanted.options) for run in runs])
    divided = [
        tasks.submit(divide_into_shards, listing, span, portion.source_type, plan.options, wanted.shard_bytes)
        for portion, listing, own in surveyed
        for span in own.slices
    ]
    outlines: list[tuple[ShardOutline, ...]] = tasks.wait_for_all(
        tasks.submit_each(outlines_of, divided), LOOKING_PHASE
    )
    shard_places = [
        (shards, place, outline)
        for shards, own in zip(divided, outlines, strict=True)
        for place, outline in enumerate(own)
    ]
    placed = tuple(
        ShardOnCluster(number, outline, tasks.submit(take_shard, shards, place, number, outline.key))
        for number, (shards, place, outline) in enumerate(shard_places)
    )
    survey = SourceSurvey(plan.options, kind_of_corpus(plan), placed, plan.schema)
    if not survey.shards:
        raise SourceError(wanted.paths_and_urls[0], "empty")
    return survey


def _guess_plan_of_sources(
    tasks: TaskRunner, run: list[tuple[SourcePortion, Any, ListingSummary]], options: SourceOptions
) -> SourcePlan:
    """Guess the reading options of adjacent sources of one sort from a sample of their files.

    Each entry of `run` has a part of these sources, the future of the list of its files, and a summary of that list.
    """
    sort = run[0][0].source_type
    places = sample_positions([facts.n_readable for _, _, facts in run], MAX_SAMPLED_FILES[sort])
    asked = [tasks.submit(sample_files, one[1], own) for one, own in zip(run, places, strict=True) if own]
    sample = [file for found in tasks.wait_for_all(asked, LOOKING_PHASE) for file in found]
    plan: SourcePlan = tasks.run_task(LOOKING_PHASE, guess_plan, sort, sample, options)
    return plan


@dataclass(frozen=True, slots=True, eq=False)
class ClusterCorpus:
    """The counted shards of the sources. Their counts are on the workers."""

    tasks: TaskRunner
    count_futures: list[Any]
    """Futures of the counted shards."""
    shard_summaries: list[CountedShardSummary]
    """Summary of each shard."""
    duplicates: Mapping[int, IntArray] = field(default_factory=dict)
    """Shard number to the numbers of its duplicate documents, which are left out."""
    n_conflicts: int = 0
    """Number of duplicates whose label differs from that of the first document."""
    fold: Fold | None = None
    """The fold whose documents are left out of the counts; None without folds."""

    @property
    def failures(self) -> tuple[Failure, ...]:
        """Failures of all shards, in the order of the sources."""
        return tuple(failure for facts in self.shard_summaries for failure in facts.failures)

    def shard_part(self, number: int, *, selects_fold: bool = False) -> ShardPart:
        """Return the selection of documents of a shard: those outside the fold, or with `selects_fold` those in the
        fold.
        """
        return ShardPart(self.duplicates.get(number), self.fold, selects_fold)

    def submit_per_shard(self, task: ClusterTask[Any], *more: Any, selects_fold: bool = False) -> list[Any]:
        """Submit one task per shard. It gets the shard's counts and the selection of its documents. Return the
        futures.
        """
        return [
            self.tasks.submit(task, shard, self.shard_part(number, selects_fold=selects_fold), *more)
            for number, shard in enumerate(self.count_futures)
        ]

    def submit_merged(self, task: ClusterTask[Any], *more: Any) -> Any:
        """Submit one task per shard, and merge the tallies that they return. Return the future of the merged tally."""
        return self.tasks.merge_in_tree(merge_tallies, self.submit_per_shard(task, *more), "merging counts")

    def merge_counts(self, chosen: Any = None) -> Any:
        """Merge the counts of all shards over all words, or over the words `chosen`. Return the future of the
        result.
        """
        merging = self.submit_merged(tally_shard) if chosen is None else self.submit_merged(tally_chosen_words, chosen)
        return self.tasks.submit(check_merged, merging, len(self.count_futures), **self.tasks.maker)

    def merge_bounded_counts(self, max_words: int) -> tuple[Any, VocabularyBound]:
        """Merge the counts of at most `max_words` words. Return the future of the result, and the bound of the
        vocabulary.

        All other words are counted as the unknown word.
        """
        merge = partial(merge_summaries, max_words=max_words)
        summary = self.tasks.merge_in_tree(merge, self.submit_per_shard(summarize_shard, max_words), "choosing words")
        bound = self.tasks.run_task("choosing words", vocabulary_bound_of, summary, len(self.count_futures))
        return self.merge_counts(
            self.tasks.submit(choose_kept_words, summary) if bound.max_documents_of_dropped else None
        ), bound

    def count_model_words(self, whole: Any, recipe: Recipe) -> tuple[Any, Any]:
        """Choose the words of the model, and count these words in the documents. Return the futures of the words and
        the counts.

        The second future is None if the recipe needs no second pass over the shards.
        """
        chosen = self.tasks.submit(choose_words, whole, recipe)
        if not needs_second_pass(recipe):
            return chosen, None
        if recipe.counts_as == "tfidf":
            found = self.submit_per_shard(count_document_frequencies, chosen)
            chosen = self.tasks.submit(
                add_idf_weights, chosen, self.tasks.merge_in_tree(add_document_frequencies, found, "weighing words")
            )
        return chosen, self.submit_merged(tally_chosen_words, chosen)

    def refine_kind(self, kind: CorpusKind) -> CorpusKind:
        """Return a more precise kind of documents, from the statistics of all documents.

        For example, texts may turn out to be short messages, and mails may have no headers.
        """
        return refine_kind_by_statistics(
            kind,
            self.tasks.iter_results(self.submit_per_shard(compute_document_statistics), "looking at lengths and dates"),
        )


CountedShard = tuple[ShardOnCluster, Any]
"""A shard, and the future of its counts."""


def submit_counting(tasks: TaskRunner, shard: ShardOnCluster, job: CountingJob) -> Any:
    """Submit the counting of a shard. The task has a fixed key, so Dask runs it only once."""
    key = f"count_shard-{job.settings_hash}-{shard.outline.key}-{shard.number}-{job.readers_plugin}"
    return tasks.submit(count_shard, shard.future, job, key=key, retries=RETRIES)


def count_sample(tasks: TaskRunner, survey: SourceSurvey, job: CountingJob) -> list[CountedShard]:
    """Submit the counting of some shards at even distances.

    The caller must keep the futures, because Dask drops results to which no future refers.
    """
    places = np.linspace(0, len(survey.shards) - 1, min(SAMPLE_SHARDS, len(survey.shards))).round().astype(int)
    return [(survey.shards[place], submit_counting(tasks, survey.shards[place], job)) for place in places.tolist()]


def refine_kind_by_sample(tasks: TaskRunner, sample: Sequence[CountedShard], kind: CorpusKind) -> CorpusKind:
    """Return a more precise kind of documents, from the statistics of some shards."""
    with name_killing_shard(sample):
        statistics = [tasks.submit(compute_document_statistics, future, ShardPart()) for _, future in sample]
        return refine_kind_by_statistics(kind, tasks.iter_results(statistics, "counting a sample"))


def count_shards(tasks: TaskRunner, survey: SourceSurvey, job: CountingJob) -> ClusterCorpus:
    """Count every shard, and return the result as a corpus."""
    shards = [submit_counting(tasks, shard, job) for shard in survey.shards]
    fact_futures = tasks.submit_each(summary_of_shard, shards)
    results = tasks.iter_results(
        fact_futures, "counting shards", lambda facts: float(facts.size_bytes), survey.size_bytes
    )
    facts: dict[int, CountedShardSummary] = {}
    with name_killing_shard(list(zip(survey.shards, shards, strict=True))):
        for shard_facts in results:
            facts[shard_facts.shard_number] = shard_facts
            tasks.n_documents += shard_facts.n_documents
    return ClusterCorpus(tasks, shards, [facts[shard.number] for shard in survey.shards])


@contextmanager
def name_killing_shard(counts: Sequence[CountedShard]) -> Iterator[None]:
    """Translate Dask's KilledWorker inside the `with` block into a ClusterError that names the files of the shard.

    Tasks of other shards fail too when a worker dies. The error names the shard whose task killed the worker.
    """
    try:
        yield
    except KilledWorker as error:
        failed = [shard for shard, future in counts if future.status == "error"]
        culprits = [shard for shard, future in counts if future.key == error.task] or failed
        if not culprits:
            raise
        raise ClusterError("killed", culprits[0].outline.description) from error


def group_futures(futures: Sequence[Any], n_documents: Sequence[int]) -> list[list[Any]]:
    """Group adjacent futures, up to MAX_GATHERED_HASHES documents and MAX_GATHERED_SHARDS futures per group."""
    groups = group_adjacent(
        zip(futures, n_documents, strict=True), itemgetter(1), MAX_GATHERED_HASHES, MAX_GATHERED_SHARDS
    )
    return [[future for future, _ in group] for group in groups]


def drop_duplicates(corpus: ClusterCorpus) -> ClusterCorpus:
    """Return the corpus without duplicate documents."""
    tasks = corpus.tasks
    n_documents = [facts.n_documents for facts in corpus.shard_summaries]
    groups = tasks.submit_each(
        concatenate_identities, group_futures(tasks.submit_each(identities_of, corpus.count_futures), n_documents)
    )
    n_parts = 1 + sum(n_documents) // HASH_BATCH_SIZE
    parted = [
        groups if n_parts == 1 else tasks.submit_each(select_hash_partition, groups, number, n_parts)
        for number in range(n_parts)
    ]
    comparing = [tasks.submit(find_duplicates, *parts) for parts in parted]
    found: list[DuplicateDocuments] = list(tasks.iter_results(comparing, "looking for copies"))
    return replace(
        corpus, duplicates=duplicates_by_shard(found), n_conflicts=sum(copies.n_conflicts for copies in found)
    )


MAX_HISTOGRAM_LENGTH = 4 * SHORT_CHARACTERS
"""Longer texts are counted as this length. It is far above SHORT_CHARACTERS, with which the median is compared."""


@dataclass(frozen=True, slots=True, eq=False)
class DocumentStatistics:
    """Statistics of documents from which the kind of documents is guessed."""

    length_histogram: IntArray
    """Histogram of lengths in characters; the last bin has all longer texts."""
    labels: frozenset[str]
    n_dated: int
    """Number of documents with a date."""


def compute_document_statistics(counted: ShardCounts, part: ShardPart) -> DocumentStatistics:
    """Return lengths, labels and the number of dates of a shard's documents. Runs as a task."""
    is_selected = part.select(counted)
    lengths = np.minimum(counted.character_lengths[is_selected], MAX_HISTOGRAM_LENGTH)
    histogram = np.bincount(lengths, minlength=MAX_HISTOGRAM_LENGTH + 1).astype(np.int64)
    used_labels = np.unique(counted.label_numbers[is_selected & (counted.label_numbers != NO_LABEL)])
    labels = frozenset(counted.labels[number] for number in used_labels.tolist())
    return DocumentStatistics(histogram, labels, int(np.count_nonzero(counted.dates_s[is_selected] != NO_DATE)))


def refine_kind_by_statistics(kind: CorpusKind, statistics: Iterable[DocumentStatistics]) -> CorpusKind:
    """Return a more precise kind of documents from statistics of all shards, by the same rule as an import on one
    machine.
    """
    parts = list(statistics)
    cumulative = np.cumsum(sum((part.length_histogram for part in parts), np.zeros(MAX_HISTOGRAM_LENGTH + 1, np.int64)))
    n_documents = int(cumulative[-1])
    if not n_documents:
        return kind
    medians = np.searchsorted(cumulative, [(n_documents + 1) // 2, n_documents // 2 + 1])
    labels = sorted(frozenset().union(*(part.labels for part in parts)))
    by_length = choose_kind_by_length(kind, medians.tolist())
    return choose_kind_by_headers(by_length, labels, sum(part.n_dated for part in parts), n_documents)
