"""The driver: sends tasks, follows them, and writes the model that comes back. It never holds a document."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from app.cluster.connection import Address, Watch, connected
from app.cluster.counting import CountingJob, ShardFacts, count_shard, facts_of
from app.cluster.duplicates import (
    HASHES_AT_ONCE,
    Copies,
    copies_among,
    dropped_by_shard,
    gathered,
    identities_of,
    part_of,
)
from app.cluster.fetching import is_url
from app.cluster.finishing import (
    MOST_JUDGED,
    Decision,
    Finished,
    added_frequencies,
    decided,
    finished,
    frequencies_in,
    needs_documents,
    sample_of,
    tallied_over,
    whole_of,
    with_tfidf,
    words_for,
)
from app.cluster.kinds import is_message, length_histogram
from app.cluster.shards import SHARD_BYTES, Survey, surveyed
from app.cluster.tallies import FAN_IN, merged, tallied
from app.domain.documents import Failure, ReadLimits, SourceOptions
from app.domain.errors import ClusterError, SourceError, TrainingError
from app.domain.jobs import JobContext
from app.domain.results import TrainingReport
from app.services.choosing import name_of
from app.services.recipes import CorpusKind, RecipePlan, RecipeRequest, planned_recipe
from app.services.whole_files import write_whole
from nbengine.counts import IntArray
from nbengine.errors import EngineError

POLL_S = 0.1
TRIES = 3
"""How often a task that failed by itself is tried; one whose worker died is moved on by Dask."""
GATHERED = 16
"""Shards whose content hashes are brought together at once."""

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class ClusterOrder:
    """What to train on a cluster, and where the model goes."""

    address: Address
    sources: tuple[str, ...]
    target: Path
    request: RecipeRequest = field(default_factory=RecipeRequest)
    options: SourceOptions = field(default_factory=SourceOptions)
    limits: ReadLimits = field(default_factory=ReadLimits)
    checkpoint: Path | None = None
    shard_bytes: int = SHARD_BYTES
    most_judged: int = MOST_JUDGED

    @property
    def name(self) -> str:
        return self.target.stem


@dataclass(frozen=True, slots=True)
class ClusterReport:
    """What a training on a cluster came to."""

    training: TrainingReport
    size_bytes: int
    n_shards: int
    n_read: int
    """Documents, with copies and unlabelled ones."""
    n_copies: int
    n_conflicts: int
    n_judged: int
    """Learnt documents that the calibration rests on."""
    counts_bytes: int
    """What the workers kept of the documents."""
    model_bytes: int
    failed: tuple[Failure, ...]


def train_on_cluster(order: ClusterOrder, context: JobContext) -> ClusterReport:
    """Count on a cluster, and write the model to a file; the file is whole or not there."""
    began_s = time.monotonic()
    context.checkpoint(phase="looking for the cluster")
    with connected(order.address) as client:
        driver = Driver(client, order, context)
        report, model = driver.trained(began_s)
    context.checkpoint(phase="keeping the model")
    write_whole(order.target, model)
    return report


@dataclass(frozen=True, slots=True, eq=False)
class _Counted:
    """The shards, counted, where they lie on the cluster."""

    shards: list[Any]
    facts: list[ShardFacts]
    job: CountingJob

    @property
    def failures(self) -> tuple[Failure, ...]:
        return tuple(failure for facts in self.facts for failure in facts.failures)

    def total(self, what: Callable[[ShardFacts], int]) -> int:
        return sum(map(what, self.facts))


@dataclass(frozen=True, slots=True, eq=False)
class _Copies:
    """Which documents are left out because they came before."""

    dropped: dict[int, IntArray]
    n_conflicts: int

    @property
    def n_documents(self) -> int:
        return sum(map(len, self.dropped.values()))


def one_each(_result: Any) -> float:
    """Progress by the number of tasks."""
    return 1.0


def size_of(facts: ShardFacts) -> float:
    """Progress by the bytes of the sources."""
    return facts.size_bytes


class Driver:
    """One job on a cluster, step by step; every step waits for its results and reports while it does."""

    def __init__(self, client: Any, order: ClusterOrder, context: JobContext) -> None:
        self._client, self._order, self._context = client, order, context
        self._watch = Watch(client)

    def trained(self, began_s: float) -> tuple[ClusterReport, bytes]:
        """Everything, from sources to the bytes of a model."""
        survey = self._one(
            "looking at the source", surveyed, places(self._order), self._order.options, self._order.shard_bytes
        )
        plan = self._plan(survey.kind)
        counted = self._counted(survey, plan)
        copies = self._copies(counted, survey.options)
        if survey.kind == "text" and self._is_message(counted, copies):
            plan = self._plan("message")
            if plan.recipe.rules != counted.job.rules:
                counted = self._counted(survey, plan)
        done, decision = self._finished(counted, copies, plan)
        return self._report(survey, counted, copies, done, decision, began_s), done.model

    def _plan(self, kind: CorpusKind) -> RecipePlan:
        plan = planned_recipe(self._order.request, kind, self._order.name)
        if plan.recipe.event_model not in ("multinomial", "bernoulli", "complement"):
            raise ClusterError("columns")
        return plan

    def _counted(self, survey: Survey, plan: RecipePlan) -> _Counted:
        folder = None if self._order.checkpoint is None else os.path.abspath(self._order.checkpoint)
        job = CountingJob(survey.options, plan.recipe.rules, self._order.limits, folder)
        shards = [
            self._client.submit(count_shard, shard, job, key=f"count-{job.key}-{shard.key}", retries=TRIES)
            for shard in survey.shards
        ]
        if not shards:
            raise TrainingError(self._order.name, "there are no files to read")
        found = self._each(self._mapped(facts_of, shards), "counting shards", size_of, survey.size_bytes)
        facts = {one.number: one for one in found}
        return _Counted(shards, [facts[shard.number] for shard in survey.shards], job)

    def _copies(self, counted: _Counted, options: SourceOptions) -> _Copies:
        if options.keep_duplicates:
            return _Copies({}, 0)
        known = self._mapped(identities_of, counted.shards)
        submit = self._client.submit
        groups = [submit(gathered, group) for group in chunks(known, GATHERED)]
        n_parts = 1 + counted.total(lambda facts: facts.n_documents) // HASHES_AT_ONCE
        tasks = []
        for number in range(n_parts):
            parts = groups if n_parts == 1 else [submit(part_of, group, number, n_parts) for group in groups]
            tasks.append(submit(copies_among, *parts))
        found: list[Copies] = list(self._each(tasks, "looking for copies"))
        return _Copies(dropped_by_shard(found), sum(copies.n_conflicts for copies in found))

    def _is_message(self, counted: _Counted, copies: _Copies) -> bool:
        histograms = [
            self._client.submit(length_histogram, shard, copies.dropped.get(number))
            for number, shard in enumerate(counted.shards)
        ]
        return is_message(self._each(histograms, "looking at lengths"))

    def _finished(self, counted: _Counted, copies: _Copies, plan: RecipePlan) -> tuple[Finished, Decision]:
        try:
            return self._made(counted, copies, plan)
        except EngineError as error:
            raise TrainingError(self._order.name, str(error)) from error

    def _made(self, counted: _Counted, copies: _Copies, plan: RecipePlan) -> tuple[Finished, Decision]:
        tallies = self._of_shards(tallied, counted, copies)
        whole = self._client.submit(whole_of, self._tree(merged, tallies, "merging counts"), len(counted.shards))
        sample = sample_of([facts.n_documents for facts in counted.facts], self._order.most_judged)
        dropped = {number: copies.dropped[number] for number in sample.shards if number in copies.dropped}
        judged = [counted.shards[number] for number in sample.shards]
        name = self._order.name
        decision = self._one("choosing the recipe", decided, whole, plan, name, dropped, *judged)
        chosen, own = self._over_words(counted, copies, whole, decision)
        phase = "judging every document without itself"
        done = self._one(phase, finished, whole, chosen, own, name, dropped, sample.is_all, *judged)
        return done, decision

    def _over_words(self, counted: _Counted, copies: _Copies, whole: Any, decision: Decision) -> tuple[Any, Any]:
        """The model's words, and its own counts where those of all words do not tell them."""
        chosen = self._client.submit(words_for, whole, decision.recipe)
        if not needs_documents(decision.recipe):
            return chosen, None
        if decision.recipe.counts_as == "tfidf":
            found = self._of_shards(frequencies_in, counted, copies, chosen)
            chosen = self._client.submit(with_tfidf, chosen, self._tree(added_frequencies, found, "weighing words"))
        own = self._of_shards(tallied_over, counted, copies, chosen)
        return chosen, self._tree(merged, own, "merging counts")

    def _of_shards(self, task: Callable[..., Any], counted: _Counted, copies: _Copies, *more: Any) -> list[Any]:
        return [
            self._client.submit(task, shard, copies.dropped.get(number), *more)
            for number, shard in enumerate(counted.shards)
        ]

    def _mapped(self, task: Callable[..., Any], futures: Sequence[Any]) -> list[Any]:
        return [self._client.submit(task, future) for future in futures]

    def _tree(self, task: Callable[..., Any], futures: Sequence[Any], phase: str) -> Any:
        """Merge on the workers, some at a time, until one is left; the driver sees none of them."""
        storey = list(futures)
        while True:
            storey = [self._client.submit(task, group) for group in chunks(storey, FAN_IN)]
            if len(storey) == 1:
                self._wait(storey, phase)
                return storey[0]

    def _one(self, phase: str, task: Callable[..., Result], *arguments: Any) -> Result:
        future = self._client.submit(task, *arguments)
        self._wait([future], phase)
        result: Result = future.result()
        return result

    def _each(
        self, futures: Sequence[Any], phase: str, size: Callable[[Any], float] = one_each, total: float = 0.0
    ) -> Iterator[Any]:
        """Results as they come."""
        waiting, done = list(futures), 0.0
        while waiting:
            over = [future for future in waiting if future.done()]
            for future in over:
                result = future.result()
                done += size(result)
                yield result
            self._checkpoint(done, total or len(futures), phase)
            if over:
                gone = {future.key for future in over}
                waiting = [future for future in waiting if future.key not in gone]
            else:
                time.sleep(POLL_S)

    def _wait(self, futures: Sequence[Any], phase: str) -> None:
        while not all(future.done() for future in futures):
            self._checkpoint(0.0, 0.0, phase)
            time.sleep(POLL_S / 2)

    def _checkpoint(self, done: float, total: float, phase: str) -> None:
        """Report, let the person stop it, and see whether there is anybody left to work."""
        self._context.checkpoint(done, total, phase)
        self._watch.look()

    def _report(
        self, survey: Survey, counted: _Counted, copies: _Copies, done: Finished, decision: Decision, began_s: float
    ) -> ClusterReport:
        recipe = done.recipe
        training = TrainingReport(
            model=self._order.name,
            corpus=", ".join(self._order.sources),
            documents=sum(done.labels.values()),
            labels=done.labels,
            words=done.n_words,
            event_model=recipe.event_model,
            smoothing=recipe.smoothing,
            prior=recipe.prior.kind,
            weighting=recipe.weighting,
            accuracy=done.accuracy,
            judged_by=done.judged_by,
            choices=decision.choices,
            canonical_hash=done.canonical_hash,
            seconds=time.monotonic() - began_s,
            description=name_of(recipe),
        )
        return ClusterReport(
            training=training,
            size_bytes=survey.size_bytes,
            n_shards=len(survey.shards),
            n_read=counted.total(lambda facts: facts.n_documents),
            n_copies=copies.n_documents,
            n_conflicts=copies.n_conflicts,
            n_judged=done.n_judged,
            counts_bytes=counted.total(lambda facts: facts.counts_bytes),
            model_bytes=len(done.model),
            failed=counted.failures,
        )


def places(order: ClusterOrder) -> list[str]:
    """The sources as every worker understands them."""
    if not order.sources:
        raise SourceError("", "missing")
    return [source if is_url(source) else os.path.abspath(source) for source in order.sources]


def chunks(futures: Sequence[Any], size: int) -> Iterable[list[Any]]:
    """Neighbours together."""
    return [list(futures[first : first + size]) for first in range(0, len(futures), size)]
