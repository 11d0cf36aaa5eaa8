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
    choose_sample_shards,
    make_filter,
    make_model,
)
from app.features.cluster.running import ClusterAddress, TaskRunner, connect_cluster
from app.features.cluster.shard_counting import CountingJob
from app.features.cluster.sharded_corpus import (
    ClusterCorpus,
    ClusterSources,
    ResourceForecast,
    VocabularyBound,
    count_sample,
    count_shards,
    drop_duplicates,
    forecast_sources,
    name_killing_shard,
    refine_kind_by_sample,
    survey_sources,
)
from app.features.cluster.shards import SourceSurvey
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
class ClusterTrainingSettings:
    """What to train on a cluster, and how."""

    address: ClusterAddress
    source_settings: ClusterSources
    target: Path
    """File to write the model to."""
    request: RecipeRequest = field(default_factory=RecipeRequest)
    max_judged: int = MAX_JUDGED
    """Maximum number of documents that one worker judges or that a filter learns."""
    max_words: int | None = None
    """Maximum number of words that a worker holds; None counts all words."""

    @property
    def name(self) -> str:
        """Name of the model: that of its file."""
        return self.target.stem


@dataclass(frozen=True, slots=True)
class ClusterReport:
    """The result of training on a cluster."""

    training_report: TrainingReport
    size_bytes: int
    """Size of the sources."""
    n_shards: int
    n_read: int
    """Number of documents read, including duplicates and unlabelled ones."""
    n_duplicates: int
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
    failures: tuple[Failure, ...]
    vocabulary_bound: VocabularyBound | None = None
    """Size and error of the limited vocabulary; None if all words were counted."""


def train_on_cluster(
    settings: ClusterTrainingSettings,
    context: JobContext,
    on_forecast: Callable[[ResourceForecast], object] = lambda _forecast: None,
    on_progress: Callable[[ClusterProgress], None] | None = None,
) -> ClusterReport:
    """Train on a cluster, and write the model to a file atomically.

    `on_forecast` is called once with the forecast of words and memory, `on_progress` every second.

    Raises:
        TrainingError: The request cannot be trained on a cluster, or the sources do not suffice.
        ClusterError: The cluster failed.
    """
    began_s = time.monotonic()
    is_filter = requests_filter(settings.request, settings.name)
    if is_filter and settings.max_words is not None:
        raise TrainingError(settings.name, "bounded-filter")
    context.checkpoint(phase="looking for the cluster")
    with connect_cluster(settings.address, context=context) as client:
        tasks = TaskRunner(client, context, on_progress, settings.address.timeouts)
        survey = survey_sources(tasks, settings.source_settings)
        corpus, recipe, kind = count_sources(tasks, survey, settings, on_forecast)
        make = make_filter_on_worker if is_filter else make_model_on_workers
        model, bound = make(corpus, recipe, kind, settings)
    context.checkpoint(phase="saving the model")
    write_atomically(settings.target, model.model_content)
    return make_report(settings, survey, corpus, model, bound, time.monotonic() - began_s)


def make_report(
    settings: ClusterTrainingSettings,
    survey: SourceSurvey,
    corpus: ClusterCorpus,
    model: FinishedModel,
    bound: VocabularyBound | None,
    seconds: float,
) -> ClusterReport:
    """Return the report of a training."""
    n_documents = [facts.n_documents for facts in corpus.shard_summaries]
    n_sampled = sum(
        n_documents[number] for number in choose_sample_shards(n_documents, settings.max_judged).shard_numbers
    )
    first, *others = settings.source_settings.paths_and_urls
    name = f"{first} and {len(others)} more" if others else first
    is_filter, labels = model.report.promise is not None, tuple(model.report.labels)
    would_suit = (
        sets_no_textbook_option(settings.request)
        and filtered_label(settings.request, survey.kind, labels, "") is not None
    )
    return ClusterReport(
        training_report=replace(model.report, model=settings.name, corpus=name, seconds=seconds),
        size_bytes=survey.size_bytes,
        n_shards=len(survey.shards),
        n_read=sum(n_documents),
        n_duplicates=sum(map(len, corpus.duplicates.values())),
        n_conflicts=corpus.n_conflicts,
        n_judged=model.n_judged,
        n_not_learnt=sum(n_documents) - n_sampled if is_filter else 0,
        suits_filter=would_suit and not is_filter,
        counts_bytes=sum(facts.counts_bytes for facts in corpus.shard_summaries),
        model_bytes=len(model.model_content),
        failures=corpus.failures,
        vocabulary_bound=bound,
    )


def count_sources(
    tasks: TaskRunner,
    survey: SourceSurvey,
    settings: ClusterTrainingSettings,
    on_forecast: Callable[[ResourceForecast], object],
) -> tuple[ClusterCorpus, Recipe, CorpusKind]:
    """Count the sources. Return the corpus, the recipe for its kind of documents, and that kind.

    The kind is first guessed from some shards. If the statistics of all documents give another kind with other token
    rules, which is rare, the sources are counted again.
    """
    recipe = resolve_on_cluster(settings, survey, survey.kind)
    if survey.kind == "table":
        return count_by_recipe(tasks, survey, recipe, settings, on_forecast), recipe, survey.kind
    sample = count_sample(tasks, survey, counting_job_for(settings, survey, recipe, tasks.readers_plugin))
    likely = resolve_on_cluster(settings, survey, refine_kind_by_sample(tasks, sample, survey.kind))
    corpus = count_by_recipe(tasks, survey, likely, settings, on_forecast)
    kind = corpus.refine_kind(survey.kind)
    recipe = resolve_on_cluster(settings, survey, kind)
    if recipe.rules != likely.rules:
        corpus = count_by_recipe(tasks, survey, recipe, settings, on_forecast)
    return corpus, recipe, kind


def count_by_recipe(
    tasks: TaskRunner,
    survey: SourceSurvey,
    recipe: Recipe,
    settings: ClusterTrainingSettings,
    on_forecast: Callable[[ResourceForecast], object],
) -> ClusterCorpus:
    """Count the sources by the token rules of a recipe.

    Before that, `on_forecast` is called with the forecast of words and memory, if there is one.

    Raises:
        ClusterError: By the forecast, there would be more words than a model can hold.
    """
    job = counting_job_for(settings, survey, recipe, tasks.readers_plugin)
    sample = count_sample(tasks, survey, job)
    with name_killing_shard(sample):
        shards = (future for _, future in sample)
        expected = tasks.run_task("counting a sample", forecast_sources, survey.size_bytes, *shards)
    if expected is not None:
        on_forecast(expected.with_word_limit(settings.max_words))
        if min(expected.n_words, settings.max_words or expected.n_words) > MAX_WORDS:
            raise ClusterError("too-many-words", f"{expected.n_words:,}")
    corpus = count_shards(tasks, survey, job)
    return corpus if survey.options.keep_duplicates else drop_duplicates(corpus)


def resolve_on_cluster(settings: ClusterTrainingSettings, survey: SourceSurvey, kind: CorpusKind) -> Recipe:
    """Return the recipe as far as it is known before counting. For tables, the recipe reads their columns."""
    facts = CorpusFacts(settings.name, kind, schema=survey.schema)
    recipe = textbook_recipe(settings.request, facts)
    if recipe.is_fitted:
        raise TrainingError(settings.name, "factors-on-cluster")
    if requests_filter(settings.request, settings.name):  # the protected label is chosen after counting
        return filter_recipe(recipe, kind, "")
    return resolve_request(settings.request, facts)


def counting_job_for(
    settings: ClusterTrainingSettings, survey: SourceSurvey, recipe: Recipe, readers_plugin: str
) -> CountingJob:
    """Return the settings for counting shards by the token rules of a recipe."""
    table = columns_for_recipe(recipe, survey)
    if not recipe.reads_text and (table is None or not (table.numbers or table.choices)):
        raise TrainingError(settings.name, "no-columns")
    return settings.source_settings.counting_job(
        survey, recipe.rules if recipe.reads_text else None, readers_plugin, table
    )


def make_model_on_workers(
    corpus: ClusterCorpus, recipe: Recipe, kind: CorpusKind, settings: ClusterTrainingSettings
) -> tuple[FinishedModel, VocabularyBound | None]:
    """Merge the counts, choose the recipe, make the model and calibrate it, all on the workers."""
    with translate_engine_errors(TrainingError, settings.name):
        bound, tasks, request = None, corpus.tasks, settings.request
        if settings.max_words is None or not recipe.reads_text:
            whole = corpus.merge_counts()
        else:
            whole, bound = corpus.merge_bounded_counts(settings.max_words)
            if bound.max_documents_of_dropped:  # words are missing: count them as the unknown word
                limits, wants_unknown = recipe.limits, request.unknown_word is not False
                size = min(limits.size or settings.max_words, settings.max_words)
                recipe = replace(recipe, limits=replace(limits, size=size, unknown_word=wants_unknown))
                request = replace(request, vocabulary=str(size))
        sample, parts, judged = take_sample(corpus, settings)
        is_open = request.chooses_event_model(kind) or request.is_auto_smoothing or recipe.limits.size is not None
        choosing_shards = judged if is_open else []
        recipe, choices = tasks.run_task(
            "choosing the recipe", choose_open_settings, whole, recipe, request, kind, settings.name, parts,
            *choosing_shards, **tasks.maker,
        )  # fmt: skip
        chosen, own_counts = corpus.count_model_words(whole, recipe)
        phase = "testing each document with a model trained on the others"
        model = tasks.run_task(
            phase,
            make_model,
            whole,
            chosen,
            own_counts,
            settings.name,
            parts,
            sample.has_all_shards,
            *judged,
            **tasks.maker,
        )
        return replace(model, report=replace(model.report, choices=choices)), bound


def make_filter_on_worker(
    corpus: ClusterCorpus, recipe: Recipe, kind: CorpusKind, settings: ClusterTrainingSettings
) -> tuple[FinishedModel, None]:
    """Train a filter on one worker with all documents, or with as many shards as the worker can hold."""
    _, parts, learnt = take_sample(corpus, settings)
    phase, tasks = "learning documents one after another", corpus.tasks
    made = tasks.run_task(
        phase, make_filter, settings.request, recipe, kind, settings.name, parts, *learnt, **tasks.maker
    )
    return made, None


def take_sample(
    corpus: ClusterCorpus, settings: ClusterTrainingSettings
) -> tuple[SampleShards, dict[int, ShardPart], list[Any]]:
    """Return the shards for calibration, the selection of documents in each shard, and the futures of the shards'
    counts.
    """
    sample = choose_sample_shards([facts.n_documents for facts in corpus.shard_summaries], settings.max_judged)
    parts = {number: corpus.shard_part(number) for number in sample.shard_numbers}
    return sample, parts, [corpus.count_futures[number] for number in sample.shard_numbers]


def requests_filter(request: RecipeRequest, name: str) -> bool:
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
    address = ClusterAddress(
        cluster_request.where, cluster_request.tls_ca, cluster_request.tls_certificate, cluster_request.tls_key
    )
    with TemporaryDirectory(prefix="bayleaf-") as folder:
        target = Path(folder) / "cluster.model"
        settings = ClusterTrainingSettings(
            address, ClusterSources(cluster_request.sources, cluster_request.options), target, cluster_request.request
        )
        trained = train_on_cluster(settings, context, on_progress=on_progress).training_report
        name = add_model(workspace, target, cluster_request.name)
    return replace(trained, model=name)
