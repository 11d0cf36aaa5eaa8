"""Survey sources, count their shards on a cluster, and drop duplicates.

The driver only has a future and a small summary per shard. Documents and counts stay on the workers.
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
from app.features.cluster.bounded_vocabulary import (
    SAMPLE_SHARDS,
    Bound,
    bound_result,
    choose_kept_words,
    merge_summaries,
    summarize_shard,
)
from app.features.cluster.fetching import group_neighbours
from app.features.cluster.model_from_counts import (
    add_frequencies,
    add_idf,
    check_merged,
    choose_words,
    count_frequencies,
    needs_documents,
    tally_over_words,
)
from app.features.cluster.remote_listing import is_url
from app.features.cluster.running import ClusterTask, Tasks, installed_parts
from app.features.cluster.shard_counting import (
    HASH_BATCH_SIZE,
    NO_DATE,
    NO_LABEL,
    CountingJob,
    DuplicateDocuments,
    ShardCounts,
    ShardFacts,
    concatenate_identities,
    copies_by_shard,
    count_shard,
    facts_of,
    find_copies,
    identities_of,
    partition_of_hashes,
)
from app.features.cluster.shards import (
    MAX_SAMPLED,
    SHARD_BYTES,
    ListingFacts,
    Portion,
    ShardOnCluster,
    ShardOutline,
    Survey,
    divide_for_listing,
    divide_into_shards,
    guess_plan,
    list_portion,
    listing_facts,
    merge_plans,
    outlines_of,
    sample_files,
    sample_positions,
    shard_at,
)
from app.features.cluster.tally_merging import Fold, ShardPart, merge_tallies, tally_shard
from app.library.importing import kind_of_corpus
from app.library.recipes import SHORT_CHARACTERS, CorpusKind, kind_by_headers, kind_by_length
from app.readers.sources import SourcePlan
from nbengine.counts import IntArray
from nbengine.learnt.statistics import TableColumns
from nbengine.models.recipe import Recipe
from nbengine.text.token_rules import TokenRules

RETRIES = 3
"""Retries of a task that failed itself. If a worker dies, Dask moves its tasks by itself."""
LOOKING_PHASE = "looking at the source"
MAX_GATHERED_HASHES = 1 << 20
"""Content hashes per gathering task, about 50 MB."""
MAX_GATHERED_SHARDS = 1_000
"""Shards per gathering task."""


@dataclass(frozen=True, slots=True)
class ClusterSources:
    """The sources for a cluster, and how to read them."""

    sources: tuple[str, ...]
    options: SourceOptions = field(default_factory=SourceOptions)
    limits: ReadLimits = field(default_factory=ReadLimits)
    checkpoint: Path | None = None
    """Checkpoint folder, shared by all workers."""
    shard_bytes: int = SHARD_BYTES

    def job(
        self, survey: Survey, rules: TokenRules | None, readers: str, table: TableColumns | None = None
    ) -> CountingJob:
        """Return the settings for counting the shards."""
        folder = None if self.checkpoint is None else os.path.abspath(self.checkpoint)
        return CountingJob(survey.options, rules, self.limits, folder, readers, table, installed_parts())


def survey_sources(tasks: Tasks, wanted: ClusterSources) -> Survey:
    """List the sources on the workers in parallel, guess their kind, and divide them into shards.

    Raises:
        SourceError: There are no sources, or they are empty.
        ClusterError: The sources are of different kinds.
    """
    if not wanted.sources:
        raise SourceError("", "missing")
    locations = [
        source if is_url(source) else os.path.abspath(source) for source in wanted.sources
    ]  # workers may have another current folder
    portions = tasks.one(LOOKING_PHASE, divide_for_listing, locations)
    listings = [tasks.submit(list_portion, portion, pure=False) for portion in portions]
    facts: list[ListingFacts] = tasks.all(tasks.mapped(listing_facts, listings), LOOKING_PHASE)
    surveyed = list(zip(portions, listings, facts, strict=True))
    runs = [list(run) for _, run in groupby(surveyed, lambda one: one[0].run)]
    plan = merge_plans([_guess_plan_of_sources(tasks, run, wanted.options) for run in runs])
    divided = [
        tasks.submit(divide_into_shards, listing, span, portion.sort, plan.options, wanted.shard_bytes)
        for portion, listing, own in surveyed
        for span in own.slices
    ]
    outlines: list[tuple[ShardOutline, ...]] = tasks.all(tasks.mapped(outlines_of, divided), LOOKING_PHASE)
    shard_places = [
        (shards, place, outline)
        for shards, own in zip(divided, outlines, strict=True)
        for place, outline in enumerate(own)
    ]
    placed = tuple(
        ShardOnCluster(number, outline, tasks.submit(shard_at, shards, place, number, outline.key))
        for number, (shards, place, outline) in enumerate(shard_places)
    )
    survey = Survey(plan.options, kind_of_corpus(plan), placed, plan.schema)
    if not survey.shards:
        raise SourceError(wanted.sources[0], "empty")
    return survey


def _guess_plan_of_sources(
    tasks: Tasks, run: list[tuple[Portion, Any, ListingFacts]], options: SourceOptions
) -> SourcePlan:
    """Guess the options for adjacent sources of one sort from a sample of their files."""
    sort = run[0][0].sort
    places = sample_positions([facts.n_readable for _, _, facts in run], MAX_SAMPLED[sort])
    asked = [tasks.submit(sample_files, one[1], own) for one, own in zip(run, places, strict=True) if own]
    sample = [file for found in tasks.all(asked, LOOKING_PHASE) for file in found]
    plan: SourcePlan = tasks.one(LOOKING_PHASE, guess_plan, sort, sample, options)
    return plan


@dataclass(frozen=True, slots=True, eq=False)
class ClusterCorpus:
    """The counted shards on the cluster."""

    tasks: Tasks
    shards: list[Any]
    facts: list[ShardFacts]
    copies: Mapping[int, IntArray] = field(default_factory=dict)
    """Duplicates per shard, which are left out."""
    n_conflicts: int = 0
    fold: Fold | None = None
    """The held-out fold, or None."""

    @property
    def failures(self) -> tuple[Failure, ...]:
        """Failures of all shards, in the order of the sources."""
        return tuple(failure for facts in self.facts for failure in facts.failures)

    def part(self, number: int, *, is_fold_alone: bool = False) -> ShardPart:
        """Return the selection of documents of a shard."""
        return ShardPart(self.copies.get(number), self.fold, is_fold_alone)

    def of_shards(self, task: ClusterTask[Any], *more: Any, is_fold_alone: bool = False) -> list[Any]:
        """Submit a task per shard with the selection of its documents; return the futures."""
        return [
            self.tasks.submit(task, shard, self.part(number, is_fold_alone=is_fold_alone), *more)
            for number, shard in enumerate(self.shards)
        ]

    def merged(self, task: ClusterTask[Any], *more: Any) -> Any:
        """Submit a task per shard, and merge the tallies on the workers; return the future."""
        return self.tasks.tree(merge_tallies, self.of_shards(task, *more), "merging counts")

    def whole(self, chosen: Any = None) -> Any:
        """Return the future of the merged counts, over all words or over chosen ones."""
        merging = self.merged(tally_shard) if chosen is None else self.merged(tally_over_words, chosen)
        return self.tasks.submit(check_merged, merging, len(self.shards), **self.tasks.maker)

    def bounded_whole(self, most_words: int) -> tuple[Any, Bound]:
        """Return the future of the merged counts over at most `most_words` words, and the bound's error.

        All other words are counted as the unknown word.
        """
        merge = partial(merge_summaries, most_words=most_words)
        summary = self.tasks.tree(merge, self.of_shards(summarize_shard, most_words), "choosing words")
        bound = self.tasks.one("choosing words", bound_result, summary, len(self.shards))
        return self.whole(self.tasks.submit(choose_kept_words, summary) if bound.error else None), bound

    def over_words(self, whole: Any, recipe: Recipe) -> tuple[Any, Any]:
        """Return futures of the model's words, and of its counts from a second pass (None if not needed)."""
        chosen = self.tasks.submit(choose_words, whole, recipe)
        if not needs_documents(recipe):
            return chosen, None
        if recipe.counts_as == "tfidf":
            found = self.of_shards(count_frequencies, chosen)
            chosen = self.tasks.submit(add_idf, chosen, self.tasks.tree(add_frequencies, found, "weighing words"))
        return chosen, self.merged(tally_over_words, chosen)

    def kind(self, kind: CorpusKind) -> CorpusKind:
        """Refine the kind by the documents: text may be short messages, mail may have no headers."""
        return kind_by_statistics(
            kind, self.tasks.each(self.of_shards(shard_statistics), "looking at lengths and dates")
        )


CountedShard = tuple[ShardOnCluster, Any]
"""A shard, and the future of its counts."""


def submit_counting(tasks: Tasks, shard: ShardOnCluster, job: CountingJob) -> Any:
    """Submit the counting of a shard. The task has a fixed key, so Dask runs it only once."""
    key = f"count_shard-{job.key}-{shard.outline.key}-{shard.number}-{job.readers}"
    return tasks.submit(count_shard, shard.future, job, key=key, retries=RETRIES)


def count_sample(tasks: Tasks, survey: Survey, job: CountingJob) -> list[CountedShard]:
    """Submit the counting of some evenly spread shards. Keep the futures: Dask drops results without references."""
    places = np.linspace(0, len(survey.shards) - 1, min(SAMPLE_SHARDS, len(survey.shards))).round().astype(int)
    return [(survey.shards[place], submit_counting(tasks, survey.shards[place], job)) for place in places.tolist()]


def kind_of_sample(tasks: Tasks, sample: Sequence[CountedShard], kind: CorpusKind) -> CorpusKind:
    """Refine the kind by the documents of some shards."""
    with name_killing_shard(sample):
        looks = [tasks.submit(shard_statistics, future, ShardPart()) for _, future in sample]
        return kind_by_statistics(kind, tasks.each(looks, "counting a sample"))


def count_shards(tasks: Tasks, survey: Survey, job: CountingJob) -> ClusterCorpus:
    """Count every shard."""
    shards = [submit_counting(tasks, shard, job) for shard in survey.shards]
    fact_futures = tasks.mapped(facts_of, shards)
    results = tasks.each(fact_futures, "counting shards", lambda facts: float(facts.size_bytes), survey.size_bytes)
    facts: dict[int, ShardFacts] = {}
    with name_killing_shard(list(zip(survey.shards, shards, strict=True))):
        for shard_facts in results:
            facts[shard_facts.number] = shard_facts
            tasks.n_documents += shard_facts.n_documents
    return ClusterCorpus(tasks, shards, [facts[shard.number] for shard in survey.shards])


@contextmanager
def name_killing_shard(counts: Sequence[CountedShard]) -> Iterator[None]:
    """Translate KilledWorker into a ClusterError that names the shard's files.

    Other tasks on the dying worker fail too; the error names the one that killed it.
    """
    try:
        yield
    except KilledWorker as error:
        failed = [shard for shard, future in counts if future.status == "error"]
        culprits = [shard for shard, future in counts if future.key == error.task] or failed
        if not culprits:
            raise
        raise ClusterError("killed", culprits[0].outline.place) from error


def group_futures(futures: Sequence[Any], n_documents: Sequence[int]) -> list[list[Any]]:
    """Group neighbouring futures up to GATHERED documents."""
    groups = group_neighbours(
        zip(futures, n_documents, strict=True), itemgetter(1), MAX_GATHERED_HASHES, MAX_GATHERED_SHARDS
    )
    return [[future for future, _ in group] for group in groups]


def drop_copies(corpus: ClusterCorpus) -> ClusterCorpus:
    """Return the corpus without duplicates."""
    tasks = corpus.tasks
    n_documents = [facts.n_documents for facts in corpus.facts]
    groups = tasks.mapped(
        concatenate_identities, group_futures(tasks.mapped(identities_of, corpus.shards), n_documents)
    )
    n_parts = 1 + sum(n_documents) // HASH_BATCH_SIZE
    parted = [
        groups if n_parts == 1 else tasks.mapped(partition_of_hashes, groups, number, n_parts)
        for number in range(n_parts)
    ]
    comparing = [tasks.submit(find_copies, *parts) for parts in parted]
    found: list[DuplicateDocuments] = list(tasks.each(comparing, "looking for copies"))
    return replace(corpus, copies=copies_by_shard(found), n_conflicts=sum(copies.n_conflicts for copies in found))


MAX_HISTOGRAM_LENGTH = 4 * SHORT_CHARACTERS
"""Lengths are clipped here: longer texts do not change on which side of SHORT_CHARACTERS the median is."""


@dataclass(frozen=True, slots=True, eq=False)
class DocumentStatistics:
    """Statistics of documents for guessing their kind."""

    lengths: IntArray
    """Histogram of lengths in characters; the last bin has all longer ones."""
    labels: frozenset[str]
    n_dated: int


def shard_statistics(counted: ShardCounts, part: ShardPart) -> DocumentStatistics:
    """Return the statistics of a shard's documents. Runs as a task."""
    is_selected = part.mask(counted)
    lengths = np.minimum(counted.lengths[is_selected], MAX_HISTOGRAM_LENGTH)
    histogram = np.bincount(lengths, minlength=MAX_HISTOGRAM_LENGTH + 1).astype(np.int64)
    used_labels = np.unique(counted.label_numbers[is_selected & (counted.label_numbers != NO_LABEL)])
    labels = frozenset(counted.labels[number] for number in used_labels.tolist())
    return DocumentStatistics(histogram, labels, int(np.count_nonzero(counted.dates_s[is_selected] != NO_DATE)))


def kind_by_statistics(kind: CorpusKind, looks: Iterable[DocumentStatistics]) -> CorpusKind:
    """Refine the kind by the statistics of all shards, as an import on one machine does."""
    parts = list(looks)
    cumulative = np.cumsum(sum((part.lengths for part in parts), np.zeros(MAX_HISTOGRAM_LENGTH + 1, np.int64)))
    n_documents = int(cumulative[-1])
    if not n_documents:
        return kind
    medians = np.searchsorted(cumulative, [(n_documents + 1) // 2, n_documents // 2 + 1])
    labels = sorted(frozenset().union(*(part.labels for part in parts)))
    by_length = kind_by_length(kind, medians.tolist())
    return kind_by_headers(by_length, labels, sum(part.n_dated for part in parts), n_documents)
