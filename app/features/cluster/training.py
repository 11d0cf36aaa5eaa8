"""The driver: sends tasks, follows them, and writes the model that comes back. It never holds a document.

A filter comes of counted shards: many machines read and count, and one worker teaches it, document after document, in
the order that the documents have on one machine. Each lesson hangs on all lessons before it, so teaching cannot be
shared out; but reading and counting, which take most of the time, can. Of more documents than that worker may hold,
those of whole shards are learnt, spread evenly over the sources.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from app.domain.documents import Failure
from app.domain.errors import ClusterError, TrainingError
from app.domain.jobs import JobContext
from app.domain.results import TrainingReport
from app.domain.whole_files import write_whole
from app.features.cluster.bounded_vocabulary import Bound, Forecast, forecast
from app.features.cluster.column_survey import columns_read
from app.features.cluster.model_from_counts import (
    MOST_JUDGED,
    FinishedModel,
    Sample,
    decided,
    finished,
    finished_filter,
    sample_of,
)
from app.features.cluster.running import Address, Tasks, connected
from app.features.cluster.shard_counting import CountingJob
from app.features.cluster.sharded_corpus import (
    ClusterCorpus,
    ClusterSources,
    counted,
    kind_of_some,
    naming_shards,
    some_shards,
    survey_of,
    without_copies,
)
from app.features.cluster.shards import Survey
from app.features.cluster.tally_merging import MOST_WORDS, ShardPart
from app.features.cluster.use_cases import ClusterProgress, ClusterWish
from app.features.train.training import fitting_schema
from app.library.engine_errors import engine_errors
from app.library.filter_training import filter_recipe, filtered_label, leaves_all_open
from app.library.recipes import FILTER, CorpusKind, RecipePlan, RecipeRequest, planned_recipe
from app.library.saved_models import add_model
from nbengine.lazy_dataclasses import dataclass
from nbengine.models.recipe import Recipe


@dataclass(frozen=True, slots=True)
class ClusterOrder:
    """An order to train on a cluster, and where the model goes."""

    address: Address
    read: ClusterSources
    target: Path
    request: RecipeRequest = field(default_factory=RecipeRequest)
    most_judged: int = MOST_JUDGED
    most_words: int | None = None
    """A bound on the words that any worker holds; None counts all."""

    @property
    def name(self) -> str:
        return self.target.stem


@dataclass(frozen=True, slots=True)
class ClusterReport:
    """The outcome of a training on a cluster."""

    training: TrainingReport
    size_bytes: int
    n_shards: int
    n_read: int
    """Documents, with copies and unlabelled ones."""
    n_copies: int
    n_conflicts: int
    n_judged: int
    """Learnt documents that the calibration rests on."""
    n_passed_over: int
    """Documents of shards that a filter was not taught."""
    suits_filter: bool
    """True for a textbook model of labels of which one machine would have made a filter."""
    counts_bytes: int
    """The bytes that the workers kept of the documents' counts."""
    model_bytes: int
    failed: tuple[Failure, ...]
    bound: Bound | None = None


def train_on_cluster(
    order: ClusterOrder,
    context: JobContext,
    tell: Callable[[Forecast], object] = lambda _forecast: None,
    observe: Callable[[ClusterProgress], None] | None = None,
) -> ClusterReport:
    """Count on a cluster, and write the model to a file; the file is whole or not there.

    `tell` is called with what is to be expected, as soon as some shards tell it; `observe` every second.
    """
    began_s = time.monotonic()
    is_filter = makes_filter(order.request, order.name)
    if is_filter and order.most_words is not None:
        raise TrainingError(order.name, "a filter learns all words of its documents and takes no bound on them")
    context.checkpoint(phase="looking for the cluster")
    with connected(order.address, context=context) as client:
        tasks = Tasks(client, context, observe, order.address.waits)
        survey = survey_of(tasks, order.read)
        corpus, plan = counted_for(tasks, survey, order, tell)
        done, bound = filter_made(corpus, plan, order) if is_filter else made(corpus, plan, order)
    context.checkpoint(phase="keeping the model")
    write_whole(order.target, done.model)
    return reported(order, survey, corpus, done, bound, time.monotonic() - began_s)


def reported(
    order: ClusterOrder,
    survey: Survey,
    corpus: ClusterCorpus,
    done: FinishedModel,
    bound: Bound | None,
    seconds: float,
) -> ClusterReport:
    """Put together what is said of it."""
    n_documents = [facts.n_documents for facts in corpus.facts]
    n_sampled = sum(n_documents[number] for number in sample_of(n_documents, order.most_judged).shards)
    first, *others = order.read.sources
    name = f"{first} and {len(others)} more" if others else first
    is_filter, labels = done.report.promise is not None, tuple(done.report.labels)
    would_suit = leaves_all_open(order.request) and filtered_label(order.request, survey.kind, labels, "") is not None
    return ClusterReport(
        training=replace(done.report, model=order.name, corpus=name, seconds=seconds),
        size_bytes=survey.size_bytes,
        n_shards=len(survey.shards),
        n_read=sum(n_documents),
        n_copies=sum(map(len, corpus.copies.values())),
        n_conflicts=corpus.n_conflicts,
        n_judged=done.n_judged,
        n_passed_over=sum(n_documents) - n_sampled if is_filter else 0,
        suits_filter=would_suit and not is_filter,
        counts_bytes=sum(facts.counts_bytes for facts in corpus.facts),
        model_bytes=len(done.model),
        failed=corpus.failures,
        bound=bound,
    )


def counted_for(
    tasks: Tasks, survey: Survey, order: ClusterOrder, tell: Callable[[Forecast], object]
) -> tuple[ClusterCorpus, RecipePlan]:
    """Count the sources as the recipe asks, and again where all of them look as if other rules suited them better.

    Some shards tell beforehand what all will look like, so that hardly ever everything is counted twice.
    """
    plan = planned(order, survey, survey.kind)
    if survey.kind == "table":
        return counted_by_plan(tasks, survey, plan, order, tell), plan
    sample = some_shards(tasks, survey, job_for(order, survey, plan.recipe, tasks.readers))
    likely = planned(order, survey, kind_of_some(tasks, sample, survey.kind))
    corpus = counted_by_plan(tasks, survey, likely, order, tell)
    plan = planned(order, survey, corpus.kind(survey.kind))
    if plan.recipe.rules != likely.recipe.rules:
        corpus = counted_by_plan(tasks, survey, plan, order, tell)
    return corpus, plan


def counted_by_plan(
    tasks: Tasks, survey: Survey, plan: RecipePlan, order: ClusterOrder, tell: Callable[[Forecast], object]
) -> ClusterCorpus:
    """Count the sources by one recipe's rules, once it is known that a model can hold their words."""
    job = job_for(order, survey, plan.recipe, tasks.readers)
    sample = some_shards(tasks, survey, job)
    with naming_shards(sample):
        shards = (future for _, future in sample)
        expected = tasks.one("counting a sample", forecast, survey.size_bytes, *shards)
    if expected is not None:
        tell(expected.within(order.most_words))
        if min(expected.n_words, order.most_words or expected.n_words) > MOST_WORDS:
            raise ClusterError("too-many-words", f"{expected.n_words:,}")
    corpus = counted(tasks, survey, job)
    return corpus if survey.options.keep_duplicates else without_copies(corpus)


def planned(order: ClusterOrder, survey: Survey, kind: CorpusKind) -> RecipePlan:
    """Return the recipe as far as it is known before anything is counted; for a table, one that reads its columns."""
    plan = planned_recipe(order.request, kind, order.name)
    if plan.recipe.is_fitted:
        raise TrainingError(order.name, "learnt factors are fitted to all documents at once, which one machine does")
    if makes_filter(order.request, order.name):  # the label that it keeps from the others is found out later
        return RecipePlan(filter_recipe(plan.recipe, plan.kind, ""), plan.kind)
    if kind == "table" and order.request.is_auto_model:
        plan = replace(plan, recipe=fitting_schema(plan.recipe, survey.schema))
    return plan


def job_for(order: ClusterOrder, survey: Survey, recipe: Recipe, readers: str) -> CountingJob:
    """Return the job by which shards are counted for a recipe."""
    table = columns_read(recipe, survey)
    if not recipe.reads_text and (table is None or not (table.numbers or table.choices)):
        raise TrainingError(order.name, "it has no columns that this event model reads")
    return order.read.job(survey, recipe.rules if recipe.reads_text else None, readers, table)


def made(corpus: ClusterCorpus, plan: RecipePlan, order: ClusterOrder) -> tuple[FinishedModel, Bound | None]:
    """Merge, choose, make and judge; every step on the workers."""
    with engine_errors(TrainingError, order.name):
        bound, tasks = None, corpus.tasks
        if order.most_words is None or not plan.recipe.reads_text:
            whole = corpus.whole()
        else:
            whole, bound = corpus.bounded_whole(order.most_words)
            if bound.error:  # it is closed, and what it lacks is the unknown word
                limits, wants_unknown = plan.recipe.limits, order.request.unknown_word is not False
                size = min(limits.size or order.most_words, order.most_words)
                limits = replace(limits, size=size, unknown_word=wants_unknown)
                plan = replace(plan, recipe=replace(plan.recipe, limits=limits), chooses_vocabulary=False)
        sample, parts, judged = sampled(corpus, order)
        is_open = plan.chooses_event_model or plan.chooses_smoothing or plan.recipe.limits.size is not None
        asked = judged if is_open else []
        recipe, choices = tasks.one(
            "choosing the recipe", decided, whole, plan, order.name, parts, *asked, **tasks.maker
        )
        chosen, own = corpus.over_words(whole, recipe)
        phase = "judging every document without itself"
        done = tasks.one(phase, finished, whole, chosen, own, order.name, parts, sample.is_all, *judged, **tasks.maker)
        return replace(done, report=replace(done.report, choices=choices)), bound


def filter_made(corpus: ClusterCorpus, plan: RecipePlan, order: ClusterOrder) -> tuple[FinishedModel, None]:
    """Have one worker teach a filter all documents, or those of as many shards as it may hold."""
    _, parts, learnt = sampled(corpus, order)
    phase, tasks = "learning one after another", corpus.tasks
    return tasks.one(phase, finished_filter, order.request, plan, order.name, parts, *learnt, **tasks.maker), None


def sampled(corpus: ClusterCorpus, order: ClusterOrder) -> tuple[Sample, dict[int, ShardPart], list[Any]]:
    """Return the sample to judge by, which documents of each of its shards take part, and the shards."""
    sample = sample_of([facts.n_documents for facts in corpus.facts], order.most_judged)
    parts = {number: corpus.part(number) for number in sample.shards}
    return sample, parts, [corpus.shards[number] for number in sample.shards]


def makes_filter(request: RecipeRequest, name: str) -> bool:
    """Return whether a filter is asked for, by its name or by what only a filter has."""
    if request.event_model == FILTER:
        return True
    if request.spam_label is None and not request.protected:
        return False
    if not leaves_all_open(request):
        raise TrainingError(name, "only a filter keeps one label from the others")
    return True


def train_into(
    workspace: Path, wish: ClusterWish, observe: Callable[[ClusterProgress], None], context: JobContext
) -> TrainingReport:
    """Train, and keep the model under a name that is free."""
    address = Address(wish.where, wish.tls_ca, wish.tls_certificate, wish.tls_key)
    with TemporaryDirectory(prefix="bayleaf-") as folder:
        target = Path(folder) / "cluster.model"
        order = ClusterOrder(address, ClusterSources(wish.sources, wish.options), target, wish.request)
        trained = train_on_cluster(order, context, observe=observe).training
        name = add_model(workspace, target, wish.name)
    return replace(trained, model=name)
