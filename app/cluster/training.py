"""The driver: sends tasks, follows them, and writes the model that comes back. It never holds a document.

A filter comes of counted shards: many machines read and count, and one worker teaches it, document after document, in
the order that the documents have on one machine. Each lesson hangs on all lessons before it, so teaching cannot be
shared out; but reading and counting, which take most of the time, can. Of more documents than that worker may hold,
those of whole shards are learnt, spread evenly over the sources.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from app.cluster.bounded_vocabulary import Bound, Forecast
from app.cluster.model_from_counts import (
    MOST_JUDGED,
    Decision,
    FinishedModel,
    check_labels,
    decided,
    finished,
    sample_of,
)
from app.cluster.running.connection import Address, connected
from app.cluster.running.task_following import Tasks
from app.cluster.shard_counting import CountingJob, ShardCounts
from app.cluster.sources.column_survey import columns_read
from app.cluster.sources.sharded_corpus import (
    ClusterCorpus,
    ClusterSources,
    counted,
    foreseen,
    kind_of_some,
    some_shards,
    survey_of,
    without_copies,
)
from app.cluster.sources.shards import Survey
from app.cluster.tally_merging import MOST_WORDS, LearntRows, ShardPart, learnt_rows
from app.domain.documents import Failure
from app.domain.errors import ClusterError, TrainingError
from app.domain.jobs import JobContext, Unattended
from app.domain.use_case_results import TrainingReport
from app.services.engine_errors import engine_errors
from app.services.files.whole_files import write_whole
from app.services.models.model_exchange import add_model
from app.services.training.automatic_choice import name_of
from app.services.training.filter_training import (
    filter_recipe,
    filtered_label,
    leaves_all_open,
    promise_record,
    trained_filter,
    with_filter,
)
from app.services.training.recipe_planning import FILTER, CorpusKind, RecipePlan, RecipeRequest, planned_recipe
from app.services.training.training import fitting_schema
from app.services.training.training_on_cluster import ClusterModel, ClusterProgress, ClusterWish
from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray, stacked
from nbengine.arrays.renumbered_columns import remapped
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.held_or_streamed_documents import Documents, labelled_documents
from nbengine.learnt.statistics import Features
from nbengine.models.persistence import model_to_bytes
from nbengine.models.recipe import Recipe
from nbengine.text.vocabulary import Vocabulary


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
        decision, done, bound = filter_made(corpus, plan, order) if is_filter else made(corpus, plan, order)
    context.checkpoint(phase="keeping the model")
    write_whole(order.target, done.model)
    return replace(reported(order, survey, corpus, decision, done, time.monotonic() - began_s), bound=bound)


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
    sample = some_shards(tasks, survey, job_for(order, survey, plan.recipe, tasks.readers))
    expected = foreseen(tasks, survey, sample)
    if expected is not None:
        tell(expected.within(order.most_words))
        if min(expected.n_words, order.most_words or expected.n_words) > MOST_WORDS:
            raise ClusterError("too-many-words", f"{expected.n_words:,}")
    corpus = counted(tasks, survey, job_for(order, survey, plan.recipe, tasks.readers))
    return corpus if survey.options.keep_duplicates else without_copies(corpus)


def planned(order: ClusterOrder, survey: Survey, kind: CorpusKind) -> RecipePlan:
    """Return the recipe as far as it is known before anything is counted; for a table, one that reads its columns."""
    plan = planned_recipe(order.request, kind, order.name)
    if plan.recipe.is_fitted:
        raise TrainingError(order.name, "learnt factors are fitted to all documents at once, which one machine does")
    if makes_filter(order.request, order.name):
        return filter_plan(plan)
    if kind == "table" and order.request.is_auto_model:
        plan = replace(plan, recipe=fitting_schema(plan.recipe, survey.schema))
    return plan


def job_for(order: ClusterOrder, survey: Survey, recipe: Recipe, readers: str) -> CountingJob:
    """Return the job by which shards are counted for a recipe."""
    table = columns_read(recipe, survey)
    if not recipe.reads_text and (table is None or not (table.numbers or table.choices)):
        raise TrainingError(order.name, "it has no columns that this event model reads")
    return order.read.job(survey, recipe.rules if recipe.reads_text else None, readers, table)


def bounded_plan(plan: RecipePlan, bound: Bound, request: RecipeRequest) -> RecipePlan:
    """Return a plan for a vocabulary that lacks words: it is closed, and what it lacks is the unknown word."""
    limits = plan.recipe.limits
    size = bound.most_words if limits.size is None else min(limits.size, bound.most_words)
    closed = replace(limits, size=size, unknown_word=True if request.unknown_word is None else request.unknown_word)
    return replace(plan, recipe=replace(plan.recipe, limits=closed), chooses_vocabulary=False)


def made(corpus: ClusterCorpus, plan: RecipePlan, order: ClusterOrder) -> tuple[Decision, FinishedModel, Bound | None]:
    """Merge, choose, make and judge; every step on the workers."""
    with engine_errors(TrainingError, order.name):
        bound, tasks = None, corpus.tasks
        if order.most_words is None or not plan.recipe.reads_text:
            whole = corpus.whole()
        else:
            whole, bound = corpus.bounded_whole(order.most_words)
            plan = bounded_plan(plan, bound, order.request) if bound.error else plan
        sample = sample_of([facts.n_documents for facts in corpus.facts], order.most_judged)
        parts = {number: corpus.part(number) for number in sample.shards}
        judged = [corpus.shards[number] for number in sample.shards]
        asked = judged if needs_choosing(plan) else []
        decision = tasks.one("choosing the recipe", decided, whole, plan, order.name, parts, *asked, **tasks.maker)
        chosen, own = corpus.over_words(whole, decision.recipe)
        phase = "judging every document without itself"
        done = tasks.one(phase, finished, whole, chosen, own, order.name, parts, sample.is_all, *judged, **tasks.maker)
        return decision, done, bound


def filter_made(
    corpus: ClusterCorpus, plan: RecipePlan, order: ClusterOrder
) -> tuple[Decision, FinishedModel, Bound | None]:
    """Have one worker teach a filter all documents, or those of as many shards as it may hold."""
    tasks, sample = corpus.tasks, sample_of([facts.n_documents for facts in corpus.facts], order.most_judged)
    parts = {number: corpus.part(number) for number in sample.shards}
    learnt = [corpus.shards[number] for number in sample.shards]
    phase = "learning one after another"
    done = tasks.one(phase, finished_filter, order.request, plan, order.name, parts, *learnt, **tasks.maker)
    return Decision(done.recipe, (), done.n_words), done, None


def needs_choosing(plan: RecipePlan) -> bool:
    """Return whether documents have a say in the recipe."""
    return plan.chooses_event_model or plan.chooses_smoothing or plan.recipe.limits.size is not None


def reported(
    order: ClusterOrder, survey: Survey, corpus: ClusterCorpus, decision: Decision, done: FinishedModel, seconds: float
) -> ClusterReport:
    """Put together what is said of it."""
    recipe, sources = done.recipe, order.read.sources
    training = TrainingReport(
        model=order.name,
        corpus=named(sources),
        documents=sum(done.labels.values()),
        labels=done.labels,
        words=done.n_words,
        event_model=FILTER if recipe.learner else recipe.event_model,
        smoothing=recipe.smoothing,
        prior=recipe.prior.kind,
        weighting=recipe.weighting,
        accuracy=done.accuracy,
        judged_by=done.judged_by,
        choices=decision.choices,
        canonical_hash=done.canonical_hash,
        seconds=seconds,
        description=FILTER if recipe.learner else name_of(recipe),
        promise=done.promise,
    )
    return ClusterReport(
        training=training,
        size_bytes=survey.size_bytes,
        n_shards=len(survey.shards),
        n_read=corpus.total(lambda facts: facts.n_documents),
        n_copies=corpus.n_copies,
        n_conflicts=corpus.n_conflicts,
        n_judged=done.n_judged,
        n_passed_over=n_passed_over(corpus, order) if recipe.learner else 0,
        suits_filter=recipe.learner is None and suits_filter(order.request, survey.kind, tuple(done.labels)),
        counts_bytes=corpus.total(lambda facts: facts.counts_bytes),
        model_bytes=len(done.model),
        failed=corpus.failures,
    )


def n_passed_over(corpus: ClusterCorpus, order: ClusterOrder) -> int:
    """Count the documents of the shards by which nothing was judged."""
    n_documents = [facts.n_documents for facts in corpus.facts]
    return sum(n_documents) - sum(n_documents[number] for number in sample_of(n_documents, order.most_judged).shards)


def named(sources: Sequence[str]) -> str:
    """Return the sources in few words."""
    return sources[0] if len(sources) == 1 else f"{sources[0]} and {len(sources) - 1} more"


@dataclass(frozen=True, slots=True, eq=False)
class DatedDocuments:
    """Documents as a filter learns them."""

    documents: Documents
    document_numbers: IntArray
    dates_s: IntArray


def makes_filter(request: RecipeRequest, name: str) -> bool:
    """Return whether a filter is asked for, by its name or by what only a filter has."""
    if request.event_model == FILTER:
        return True
    if request.spam_label is None and not request.protected:
        return False
    if not leaves_all_open(request):
        raise TrainingError(name, "only a filter keeps one label from the others")
    return True


def suits_filter(request: RecipeRequest, kind: CorpusKind, labels: Sequence[str]) -> bool:
    """Return whether one machine would have made a filter of these labels."""
    return leaves_all_open(request) and filtered_label(request, kind, labels, "") is not None


def filter_plan(plan: RecipePlan) -> RecipePlan:
    """Return a plan that counts what a filter reads; the label that it keeps from the others is found out later."""
    return RecipePlan(filter_recipe(plan.recipe, plan.kind, ""), plan.kind)


def finished_filter(
    request: RecipeRequest, plan: RecipePlan, name: str, parts: Mapping[int, ShardPart], *counted: ShardCounts
) -> FinishedModel:
    """Teach a filter the documents of some shards, in their order; a task for one worker."""
    with engine_errors(TrainingError, name):
        labelled = dated_documents(counted, parts)
        documents = labelled.documents
        asked = replace(request, event_model=FILTER)
        recipe = with_filter(plan, asked, documents.labels, name).recipe
        trained = trained_filter(recipe, labelled, Unattended())
        model = model_to_bytes(trained.model)
    learnt = np.bincount(documents.label_numbers, minlength=len(documents.labels)).tolist()
    return FinishedModel(
        model=model,
        recipe=recipe,
        labels=dict(zip(documents.labels, learnt, strict=True)),
        n_words=trained.model.n_words,
        accuracy=trained.evaluation.accuracy,
        judged_by="replay",
        canonical_hash=trained.model.canonical_hash(),
        n_judged=len(documents.label_numbers),
        promise=promise_record(trained.model),
    )


def dated_documents(counted: Sequence[ShardCounts], parts: Mapping[int, ShardPart]) -> DatedDocuments:
    """Return the documents of shards that are to be learnt, over the words of all of them."""
    learnt = [learnt_rows(shard, parts[shard.number]) for shard in counted]
    used = {
        shard.labels[number]
        for shard, rows in zip(counted, learnt, strict=True)
        for number in np.unique(rows.label_numbers).tolist()
    }
    labels = sorted(used)
    check_labels(labels)
    numbers = [
        np.array([labels.index(label) if label in used else -1 for label in shard.labels], np.int64)[rows.label_numbers]
        for shard, rows in zip(counted, learnt, strict=True)
    ]
    words, counts = _over_common_words(learnt)
    documents = labelled_documents(Features(counts), np.concatenate(numbers), tuple(labels), words, _weights(learnt))
    dates_s = np.concatenate([rows.dates_s for rows in learnt])
    return DatedDocuments(documents, np.arange(1, len(dates_s) + 1), dates_s)


def _over_common_words(learnt: Sequence[LearntRows]) -> tuple[Vocabulary, CountMatrix]:
    """Number the words of all shards in the order in which they come."""
    words = Vocabulary()
    counts = []
    for rows in learnt:
        columns = rows.vocabulary.mapping_to(words, grow=True)
        counts.append(remapped(rows.counts, columns[: rows.counts.n_tokens], len(words)))
    return words, stacked(counts)


def _weights(learnt: Sequence[LearntRows]) -> FloatArray | None:
    if all(rows.weights is None for rows in learnt):
        return None
    return np.concatenate(
        [np.ones(len(rows.label_numbers)) if rows.weights is None else rows.weights for rows in learnt]
    )


def train_into(
    workspace: Path, wish: ClusterWish, observe: Callable[[ClusterProgress], None], context: JobContext
) -> ClusterModel:
    """Train, and keep the model under a name that is free."""
    address = Address(wish.where, wish.tls_ca, wish.tls_certificate, wish.tls_key)
    with TemporaryDirectory(prefix="bayleaf-") as folder:
        target = Path(folder) / "cluster.model"
        order = ClusterOrder(address, ClusterSources(wish.sources, wish.options), target, wish.request)
        trained = train_on_cluster(order, context, observe=observe).training
        name = add_model(workspace, target, wish.name)
    return ClusterModel(name, trained.documents, trained.words, trained.accuracy)
