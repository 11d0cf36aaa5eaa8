"""Train on a cluster. The driver submits tasks, waits for them, and writes the model; it never has a document.

For a filter, all workers read and count, and one worker then trains the filter, document by document in the order of
the sources. Each step depends on all earlier documents, so that part cannot be distributed; but reading and counting
take most of the time. If there are more documents than the worker can hold, it learns whole shards, spread evenly over
the sources.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from app.domain.documents import Failure
from app.domain.errors import ClusterError, TrainingError
from app.domain.jobs import JobContext
from app.domain.results import TrainingReport
from app.domain.whole_files import write_atomically
from app.features.cluster.column_survey import columns_for_recipe
from app.features.cluster.model_from_counts import (
    MAX_JUDGED,
    FinishedModel,
    SampleShards,
    choose_open_settings,
    choose_sample,
    make_filter,
    make_model,
)
from app.features.cluster.running import Address, Tasks, connect_cluster
from app.features.cluster.shard_counting import CountingJob
from app.features.cluster.sharded_corpus import (
    ClusterCorpus,
    ClusterSources,
    Forecast,
    VocabularyBound,
    count_sample,
    count_shards,
    drop_duplicates,
    forecast_sources,
    name_killing_shard,
    refine_kind_by_sample,
    survey_sources,
)
from app.features.cluster.shards import Survey
from app.features.cluster.tally_merging import MAX_WORDS, ShardPart
from app.features.cluster.use_cases import ClusterProgress, ClusterRequest
from app.library.engine_errors import translate_engine_errors
from app.library.recipes import (
    FILTER,
    CorpusFacts,
    CorpusKind,
    RecipeRequest,
    filter_recipe,
    filtered_label,
    resolve_request,
    sets_no_textbook_option,
    textbook_recipe,
)
from app.library.saved_models import add_model
from nbengine.models.recipe import Recipe


@dataclass(frozen=True, slots=True)
class ClusterOrder:
    """What to train on a cluster, and how."""

    address: Address
    read: ClusterSources
    target: Path
    """File to write the model to."""
    request: RecipeRequest = field(default_factory=RecipeRequest)
    most_judged: int = MAX_JUDGED
    """Maximum number of documents that one worker judges or that a filter learns."""
    most_words: int | None = None
    """Maximum number of words that a worker holds; None counts all words."""

    @property
    def name(self) -> str:
        """Name of the model: that of its file."""
        return self.target.stem


@dataclass(frozen=True, slots=True)
class ClusterReport:
    """The result of training on a cluster."""

    training: TrainingReport
    size_bytes: int
    """Size of the sources."""
    n_shards: int
    n_read: int
    """Number of documents read, including duplicates and unlabelled ones."""
    n_copies: int
    """Number of duplicates that were left out."""
    n_conflicts: int
    """Number of duplicates whose label differs from that of the first document."""
    n_judged: int
    """Number of documents used for calibration."""
    n_not_learnt: int
    """Number of documents that a filter did not learn."""
    suits_filter: bool
    """True if training on one machine makes a filter from these labels, but this training did not."""
    counts_bytes: int
    """Size of the counts of each document, on all workers together."""
    model_bytes: int
    """Size of the model file."""
    failed: tuple[Failure, ...]
    bound: VocabularyBound | None = None
    """Size and error of the limited vocabulary; None if all words were counted."""


def train_on_cluster(
    order: ClusterOrder,
    context: JobContext,
    on_forecast: Callable[[Forecast], object] = lambda _forecast: None,
    on_progress: Callable[[ClusterProgress], None] | None = None,
) -> ClusterReport:
    """Train on a cluster, and write the model to a file atomically.

    `on_forecast` is called once with the forecast of words and memory, `on_progress` every second.

    Raises:
        TrainingError: The request cannot be trained on a cluster, or the sources do not suffice.
        ClusterError: The cluster failed.
    """
    began_s = time.monotonic()
    is_filter = makes_filter(order.request, order.name)
    if is_filter and order.most_words is not None:
        raise TrainingError(order.name, "bounded-filter")
    context.checkpoint(phase="looking for the cluster")
    with connect_cluster(order.address, context=context) as client:
        tasks = Tasks(client, context, on_progress, order.address.timeouts)
        survey = survey_sources(tasks, order.read)
        corpus, recipe, kind = count_for_order(tasks, survey, order, on_forecast)
        make = make_filter_on_worker if is_filter else make_model_on_workers
        model, bound = make(corpus, recipe, kind, order)
    context.checkpoint(phase="saving the model")
    write_atomically(order.target, model.model)
    return make_report(order, survey, corpus, model, bound, time.monotonic() - began_s)


def make_report(
    order: ClusterOrder,
    survey: Survey,
    corpus: ClusterCorpus,
    model: FinishedModel,
    bound: VocabularyBound | None,
    seconds: float,
) -> ClusterReport:
    """Return the report of a training."""
    n_documents = [facts.n_documents for facts in corpus.facts]
    n_sampled = sum(n_documents[number] for number in choose_sample(n_documents, order.most_judged).shards)
    first, *others = order.read.sources
    name = f"{first} and {len(others)} more" if others else first
    is_filter, labels = model.report.promise is not None, tuple(model.report.labels)
    would_suit = (
        sets_no_textbook_option(order.request) and filtered_label(order.request, survey.kind, labels, "") is not None
    )
    return ClusterReport(
        training=replace(model.report, model=order.name, corpus=name, seconds=seconds),
        size_bytes=survey.size_bytes,
        n_shards=len(survey.shards),
        n_read=sum(n_documents),
        n_copies=sum(map(len, corpus.duplicates.values())),
        n_conflicts=corpus.n_conflicts,
        n_judged=model.n_judged,
        n_not_learnt=sum(n_documents) - n_sampled if is_filter else 0,
        suits_filter=would_suit and not is_filter,
        counts_bytes=sum(facts.counts_bytes for facts in corpus.facts),
        model_bytes=len(model.model),
        failed=corpus.failures,
        bound=bound,
    )


def count_for_order(
    tasks: Tasks, survey: Survey, order: ClusterOrder, on_forecast: Callable[[Forecast], object]
) -> tuple[ClusterCorpus, Recipe, CorpusKind]:
    """Count the sources. Return the corpus, the recipe for its kind of documents, and that kind.

    The kind is first guessed from some shards. If the statistics of all documents give another kind with other token
    rules, which is rare, the sources are counted again.
    """
    recipe = resolve_on_cluster(order, survey, survey.kind)
    if survey.kind == "table":
        return count_by_recipe(tasks, survey, recipe, order, on_forecast), recipe, survey.kind
    sample = count_sample(tasks, survey, counting_job_for(order, survey, recipe, tasks.readers_plugin))
    likely = resolve_on_cluster(order, survey, refine_kind_by_sample(tasks, sample, survey.kind))
    corpus = count_by_recipe(tasks, survey, likely, order, on_forecast)
    kind = corpus.refine_kind(survey.kind)
    recipe = resolve_on_cluster(order, survey, kind)
    if recipe.rules != likely.rules:
        corpus = count_by_recipe(tasks, survey, recipe, order, on_forecast)
    return corpus, recipe, kind


def count_by_recipe(
    tasks: Tasks, survey: Survey, recipe: Recipe, order: ClusterOrder, on_forecast: Callable[[Forecast], object]
) -> ClusterCorpus:
    """Count the sources by the token rules of a recipe.

    Before that, `on_forecast` is called with the forecast of words and memory, if there is one.

    Raises:
        ClusterError: By the forecast, there would be more words than a model can hold.
    """
    job = counting_job_for(order, survey, recipe, tasks.readers_plugin)
    sample = count_sample(tasks, survey, job)
    with name_killing_shard(sample):
        shards = (future for _, future in sample)
        expected = tasks.run_one("counting a sample", forecast_sources, survey.size_bytes, *shards)
    if expected is not None:
        on_forecast(expected.limited_to(order.most_words))
        if min(expected.n_words, order.most_words or expected.n_words) > MAX_WORDS:
            raise ClusterError("too-many-words", f"{expected.n_words:,}")
    corpus = count_shards(tasks, survey, job)
    return corpus if survey.options.keep_duplicates else drop_duplicates(corpus)


def resolve_on_cluster(order: ClusterOrder, survey: Survey, kind: CorpusKind) -> Recipe:
    """Return the recipe as far as it is known before counting. For tables, the recipe reads their columns."""
    facts = CorpusFacts(order.name, kind, schema=survey.schema)
    recipe = textbook_recipe(order.request, facts)
    if recipe.is_fitted:
        raise TrainingError(order.name, "factors-on-cluster")
    if makes_filter(order.request, order.name):  # the protected label is chosen after counting
        return filter_recipe(recipe, kind, "")
    return resolve_request(order.request, facts)


def counting_job_for(order: ClusterOrder, survey: Survey, recipe: Recipe, readers_plugin: str) -> CountingJob:
    """Return the settings for counting shards by the token rules of a recipe."""
    table = columns_for_recipe(recipe, survey)
    if not recipe.reads_text and (table is None or not (table.numbers or table.choices)):
        raise TrainingError(order.name, "no-columns")
    return order.read.counting_job(survey, recipe.rules if recipe.reads_text else None, readers_plugin, table)


def make_model_on_workers(
    corpus: ClusterCorpus, recipe: Recipe, kind: CorpusKind, order: ClusterOrder
) -> tuple[FinishedModel, VocabularyBound | None]:
    """Merge the counts, choose the recipe, make the model and calibrate it, all on the workers."""
    with translate_engine_errors(TrainingError, order.name):
        bound, tasks, request = None, corpus.tasks, order.request
        if order.most_words is None or not recipe.reads_text:
            whole = corpus.merge_counts()
        else:
            whole, bound = corpus.merge_bounded_counts(order.most_words)
            if bound.error:  # words are missing: count them as the unknown word
                limits, wants_unknown = recipe.limits, request.unknown_word is not False
                size = min(limits.size or order.most_words, order.most_words)
                recipe = replace(recipe, limits=replace(limits, size=size, unknown_word=wants_unknown))
                request = replace(request, vocabulary=str(size))
        sample, parts, judged = take_sample(corpus, order)
        is_open = request.chooses_event_model(kind) or request.is_auto_smoothing or recipe.limits.size is not None
        choosing_shards = judged if is_open else []
        recipe, choices = tasks.run_one(
            "choosing the recipe", choose_open_settings, whole, recipe, request, kind, order.name, parts,
            *choosing_shards, **tasks.maker,
        )  # fmt: skip
        chosen, own_counts = corpus.count_model_words(whole, recipe)
        phase = "testing each document with a model trained on the others"
        model = tasks.run_one(
            phase, make_model, whole, chosen, own_counts, order.name, parts, sample.is_all, *judged, **tasks.maker
        )
        return replace(model, report=replace(model.report, choices=choices)), bound


def make_filter_on_worker(
    corpus: ClusterCorpus, recipe: Recipe, kind: CorpusKind, order: ClusterOrder
) -> tuple[FinishedModel, None]:
    """Train a filter on one worker with all documents, or with as many shards as the worker can hold."""
    _, parts, learnt = take_sample(corpus, order)
    phase, tasks = "learning documents one after another", corpus.tasks
    made = tasks.run_one(phase, make_filter, order.request, recipe, kind, order.name, parts, *learnt, **tasks.maker)
    return made, None


def take_sample(corpus: ClusterCorpus, order: ClusterOrder) -> tuple[SampleShards, dict[int, ShardPart], list[Any]]:
    """Return the shards for calibration, the selection of documents in each shard, and the futures of the shards'
    counts.
    """
    sample = choose_sample([facts.n_documents for facts in corpus.facts], order.most_judged)
    parts = {number: corpus.shard_part(number) for number in sample.shards}
    return sample, parts, [corpus.shards[number] for number in sample.shards]


def makes_filter(request: RecipeRequest, name: str) -> bool:
    """Return whether the request is for a filter: it names the filter, or has an option that only filters have.

    `name` is the name of the model, for the error of a request that contradicts itself.
    """
    if request.event_model == FILTER:
        return True
    if request.spam_label is None and not request.protected:
        return False
    if not sets_no_textbook_option(request):
        raise TrainingError(name, "not-a-filter")
    return True


def train_into_workspace(
    workspace: Path,
    cluster_request: ClusterRequest,
    on_progress: Callable[[ClusterProgress], None],
    context: JobContext,
) -> TrainingReport:
    """Train on a cluster, and add the model to a workspace. If its name is taken, it gets a free one."""
    address = Address(
        cluster_request.where, cluster_request.tls_ca, cluster_request.tls_certificate, cluster_request.tls_key
    )
    with TemporaryDirectory(prefix="bayleaf-") as folder:
        target = Path(folder) / "cluster.model"
        order = ClusterOrder(
            address, ClusterSources(cluster_request.sources, cluster_request.options), target, cluster_request.request
        )
        trained = train_on_cluster(order, context, on_progress=on_progress).training
        name = add_model(workspace, target, cluster_request.name)
    return replace(trained, model=name)
