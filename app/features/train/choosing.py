"""Automatic choice of event model, weighting, smoothing, vocabulary and ridge by log loss on held-out documents.

For each candidate, a temperature is fitted and then the best smoothing is chosen; the candidate with the lowest log
loss wins. Text corpora hold out stretches: runs of neighbouring documents (see `nbengine.measure.choosing`). Small
corpora, and tables with columns that are not text, use leave-one-out.

Multinomial with tf-idf is not a candidate: it often has the lowest loss without having the best verdicts. Smaller
vocabularies are tried for the winner only, and must be better by 1 %. On mail and news the full vocabulary is best.

For spam filtering only whole counts are tried. There tf-idf has the lowest loss on held-out stretches, but not on mail
of later months. Bernoulli too has a low loss and worse verdicts. The figures are in
`tests/benchmarks/decisions/recipes.md`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from app.domain.errors import TrainingError
from app.domain.jobs import JobContext
from app.domain.results import AutomaticChoice, UnlabelledEffect
from app.library.recipes import (
    AUTO,
    FULL_WEIGHT,
    IGNORE,
    LOW_SMOOTHING,
    USE,
    CorpusKind,
    RecipeRequest,
    fitted_event_models,
    is_spam_corpus,
    short_recipe_name,
    text_event_model_objects,
)
from app.library.training_data import (
    LabelledCorpus,
    load_labelled_corpus,
    map_features_to_model,
    report_progress_of,
    unlabelled_numbers,
)
from app.store.workspace import Workspace
from nbengine.counts import IntArray
from nbengine.errors import EngineError
from nbengine.learnt.documents import AnyDocuments, Documents, StreamedDocuments, statistics_of_documents
from nbengine.learnt.factors import MAX_WEIGHTS
from nbengine.learnt.statistics import Features, Statistics
from nbengine.measure.choosing import (
    FEW_FOR_FOLDS,
    FoldedTrials,
    RecipeTrial,
    SettingsCandidate,
    auto_smoothing,
    choose_by_errors,
    choose_by_log_loss,
    choose_trial_folds,
    compare_settings,
    has_fewer_errors,
    search_smoothing,
    train_without_blocks,
    try_recipe_by_folds,
)
from nbengine.models.model import Model
from nbengine.models.recipe import Recipe
from nbengine.models.training import MIN_DOCUMENTS_FOR_FOLDS, HeldOutFolds, train_model
from nbengine.text.token_rules import HAN, TokenRules

SATURATED, UNDECIDED_SMOOTHING = 0.01, 0.1
"""If the log loss is below SATURATED, it is too low to rank smoothings, and UNDECIDED_SMOOTHING is used."""
SMOOTHING_PHASE = "choosing the smoothing"
VOCABULARY_SIZES = (50_000, 10_000)
CLEARLY_BETTER = 0.99
"""A smaller vocabulary is chosen if its log loss is at most this part of the log loss of the full vocabulary."""


@dataclass(frozen=True, slots=True, eq=False)
class PreparedCandidate:
    """A candidate recipe with its trained model and features."""

    recipe: Recipe
    model: Model
    features: Features


def choose_recipe(
    recipe: Recipe, request: RecipeRequest, kind: CorpusKind, documents: AnyDocuments, context: JobContext
) -> tuple[Recipe, tuple[AutomaticChoice, ...]]:
    """Choose the event model and the smoothing by held-out results, as far as the request leaves them open.

    `recipe` is the complete recipe for the request. Returns the chosen recipe and the reasons. If `recipe` is a filter,
    it is returned unchanged.
    """
    is_open = request.chooses_event_model(kind) or request.is_auto_smoothing
    if recipe.learner is not None or not is_open:
        return recipe, ()
    if can_hold_out_stretches(recipe, documents):
        documents = report_progress_of(documents, context, SMOOTHING_PHASE)
        return choose_by_stretches(recipe, request, kind, documents, context)
    return choose_by_leave_one_out(recipe, request, kind, documents.load(), context)


def choose_by_leave_one_out(
    recipe: Recipe, request: RecipeRequest, kind: CorpusKind, documents: Documents, context: JobContext
) -> tuple[Recipe, tuple[AutomaticChoice, ...]]:
    """Compare all candidates by leave-one-out."""
    recipes = candidate_recipes(recipe, kind, documents.labels) if request.chooses_event_model(kind) else [recipe]
    prepared = []
    for number, candidate in enumerate(recipes):
        context.checkpoint(number, len(recipes), SMOOTHING_PHASE)
        prepared.append(
            train_with_best_smoothing(candidate, documents, context)
            if request.is_auto_smoothing
            else train_candidate(candidate, documents)
        )
    if len(prepared) == 1:
        only = prepared[0].recipe
        return only, (AutomaticChoice("smoothing", f"{only.smoothing:.3g}"),)
    return choose_best(prepared, documents)


def can_hold_out_stretches(recipe: Recipe, documents: AnyDocuments) -> bool:
    """Return whether the recipe reads text and the corpus is large enough to hold out runs of neighbouring
    documents.
    """
    is_text = recipe.reads_text_alone and documents.has_text
    return is_text and len(documents) >= MIN_DOCUMENTS_FOR_FOLDS


def choose_by_stretches(
    recipe: Recipe, request: RecipeRequest, kind: CorpusKind, documents: AnyDocuments, context: JobContext
) -> tuple[Recipe, tuple[AutomaticChoice, ...]]:
    """Compare all candidates, each with its best smoothing, on held-out runs of documents.

    Then try smaller vocabularies for the best candidate.
    """
    whole = statistics_of_documents(documents)
    recipes = candidate_recipes(recipe, kind, documents.labels) if request.chooses_event_model(kind) else [recipe]
    tried = [
        try_recipe(each, documents, whole, context, chooses_smoothing=request.is_auto_smoothing) for each in recipes
    ]
    best = min(tried, key=lambda trial: trial.log_loss)
    losses = tuple((short_recipe_name(trial.recipe), trial.log_loss) for trial in tried)
    choices = []
    if request.chooses_event_model(kind):
        choices.append(AutomaticChoice("event-model", short_recipe_name(best.recipe), losses))
    if request.is_auto_smoothing:
        choices.append(AutomaticChoice("smoothing", f"{best.recipe.smoothing:.3g}"))
    if request.chooses_vocabulary(kind) and not is_spam_corpus(documents.labels):
        best, choice = choose_vocabulary(best, documents, whole, context)
        choices.append(choice)
    return best.recipe, tuple(choices)


@dataclass(frozen=True, slots=True, eq=False)
class Rival:
    """The best textbook model, with which learnt factors are compared."""

    recipe: Recipe
    choices: tuple[AutomaticChoice, ...] = ()
    is_final: bool = True
    """True if the model was chosen carefully enough to be trained; False if the choice was rough."""


def choose_rival(
    recipe: Recipe, request: RecipeRequest, kind: CorpusKind, documents: AnyDocuments, context: JobContext
) -> Rival:
    """Choose the best textbook model, with which learnt factors are compared.

    With many documents the choice is rough: one held-out block, one smoothing for each candidate, and two more
    smoothings for the best candidate.
    """
    if kind == "table" or len(documents) <= FEW_FOR_FOLDS or not can_hold_out_stretches(recipe, documents):
        return Rival(*choose_recipe(recipe, request, kind, documents, context))
    watched = report_progress_of(documents, context, SMOOTHING_PHASE)
    whole, losses = statistics_of_documents(watched), {}
    for candidate in candidate_recipes(recipe, kind, documents.labels):
        context.checkpoint(phase=SMOOTHING_PHASE)
        left_out = train_without_blocks(candidate, watched, whole, ENOUGH_FOR_RIVAL)
        losses[left_out] = left_out.log_loss(UNDECIDED_SMOOTHING)
    best = min(losses, key=losses.__getitem__)
    smoothings = {UNDECIDED_SMOOTHING: losses[best]}
    smoothings |= {smoothing: best.log_loss(smoothing) for smoothing in RIVAL_SMOOTHINGS}
    return Rival(replace(best.recipe, smoothing=min(smoothings, key=smoothings.__getitem__)), is_final=False)


@dataclass(frozen=True, slots=True)
class Trial:
    """A recipe and its log loss on held-out documents."""

    recipe: Recipe
    log_loss: float


def try_recipe(
    recipe: Recipe, documents: AnyDocuments, whole: Statistics, context: JobContext, *, chooses_smoothing: bool
) -> Trial:
    """Return a recipe with its log loss on held-out runs of documents.

    `whole` has the statistics of all documents. With `chooses_smoothing`, the smoothing with the lowest log loss is
    used.
    """
    context.checkpoint(phase=SMOOTHING_PHASE)
    left_out = train_without_blocks(recipe, documents, whole)
    if not chooses_smoothing:
        return Trial(recipe, left_out.log_loss())

    def loss(smoothing: float) -> float:
        context.checkpoint(phase=SMOOTHING_PHASE)
        return left_out.log_loss(round_smoothing(smoothing))

    smoothing, least = search_smoothing(loss)
    if least < SATURATED:
        return Trial(replace(recipe, smoothing=UNDECIDED_SMOOTHING), loss(UNDECIDED_SMOOTHING))
    return Trial(replace(recipe, smoothing=round_smoothing(smoothing)), least)


def choose_vocabulary(
    best: Trial, documents: AnyDocuments, whole: Statistics, context: JobContext
) -> tuple[Trial, AutomaticChoice]:
    """Try the best recipe with vocabularies of only the most frequent words.

    A smaller vocabulary is chosen only if its log loss is clearly lower.
    """
    losses, winner = [("all", best.log_loss)], best
    for size in (size for size in VOCABULARY_SIZES if size < len(documents.vocabulary)):
        limits = replace(best.recipe.limits, size=size, rank_by="frequency")
        trial = try_recipe(replace(best.recipe, limits=limits), documents, whole, context, chooses_smoothing=False)
        losses.append((str(size), trial.log_loss))
        if trial.log_loss < CLEARLY_BETTER * best.log_loss and trial.log_loss < winner.log_loss:
            winner = trial
    size_chosen = winner.recipe.limits.size
    return winner, AutomaticChoice("vocabulary", "all" if size_chosen is None else str(size_chosen), tuple(losses))


def candidate_recipes(recipe: Recipe, kind: CorpusKind, labels: Sequence[str]) -> list[Recipe]:
    """Return the recipes that are compared for a corpus of this kind."""
    is_any, is_spam_filter = recipe.weighting == "count", kind in ("mail", "stripped") and is_spam_corpus(labels)
    return [
        replace(recipe, event_model=event.name, weighting=weighting)
        for event in text_event_model_objects()
        for weighting in (event.automatic_mail_weightings if is_any and is_spam_filter else event.automatic_weightings)
        if is_any or weighting == recipe.weighting
    ]


def train_candidate(recipe: Recipe, documents: Documents) -> PreparedCandidate:
    """Train a recipe on the documents, without calibration."""
    model = train_model(
        recipe,
        documents.features,
        documents.label_numbers,
        documents.labels,
        documents.vocabulary,
        documents.weights,
        is_assured=False,
    )
    return PreparedCandidate(recipe, model, model.prepare(map_features_to_model(model, documents)))


def train_with_best_smoothing(recipe: Recipe, documents: Documents, context: JobContext) -> PreparedCandidate:
    """Train a recipe, and choose its smoothing by leave-one-out."""
    first = train_candidate(recipe, documents)
    if not recipe.event.is_smoothed:
        return first
    choice = auto_smoothing(
        first.model.scored_statistics,
        first.features,
        documents.label_numbers,
        recipe.settings,
        documents.weights,
        progress=lambda done, total: context.checkpoint(done, total, SMOOTHING_PHASE),
    )
    smoothing = choice.settings.smoothing
    if not isinstance(smoothing, float):
        raise EngineError("A smoothing for each word cannot be chosen.")
    if choice.log_loss < SATURATED:
        best = replace(recipe, smoothing=UNDECIDED_SMOOTHING)
    else:
        best = replace(recipe, smoothing=round_smoothing(smoothing), prior=choice.settings.prior)
    return PreparedCandidate(best, first.model.with_recipe(best), first.features)


def round_smoothing(smoothing: float) -> float:
    """Round a smoothing to two digits. The choice of a smoothing is less precise than that."""
    return float(f"{smoothing:.2g}")


def choose_best(
    prepared: Sequence[PreparedCandidate], documents: Documents
) -> tuple[Recipe, tuple[AutomaticChoice, ...]]:
    """Return the recipe with the lowest log loss after fitting its temperature, and the choices with their losses."""
    comparisons = compare_settings(
        [
            SettingsCandidate(candidate.model.scored_statistics, candidate.features, candidate.recipe.settings)
            for candidate in prepared
        ],
        documents.label_numbers,
        documents.weights,
    )
    best = min(range(len(comparisons)), key=lambda index: comparisons[index].log_loss)
    losses = tuple(
        (short_recipe_name(candidate.recipe), comparison.log_loss)
        for candidate, comparison in zip(prepared, comparisons, strict=True)
    )
    recipe = prepared[best].recipe
    return recipe, (
        AutomaticChoice("event-model", short_recipe_name(recipe), losses),
        AutomaticChoice("smoothing", f"{recipe.smoothing:.3g}"),
    )


MAX_LEARNT_DOCUMENTS, MAX_JUDGED_DOCUMENTS = 15_000, 3_000
"""Maximum number of documents that a trial learns, and maximum number of documents on which it is tested."""
MIN_JUDGED_FOR_FACTORS = 2_000
"""Number of test documents that is enough to compare learnt factors, if the corpus has more than FEW_FOR_FOLDS
documents.
"""
ENOUGH_FOR_RIVAL, RIVAL_SMOOTHINGS = 1_000, (0.01, 1.0)
"""ENOUGH_FOR_RIVAL: number of test documents that is enough to choose the best textbook model. RIVAL_SMOOTHINGS:
smoothings that are tried for that model besides UNDECIDED_SMOOTHING.
"""
MIN_DOCUMENTS_TO_COMPARE = 10
"""With fewer documents, no recipes of learnt factors are compared, because the result would be left to chance."""
MIN_DOCUMENTS_PER_LABEL = 10
"""Minimum number of documents per label to try n-grams. With fewer, hardly any n-gram occurs in two documents."""
MIN_ROWS_TO_COMPARE = 50
"""Minimum number of rows to try learnt factors on a table. Smaller tables are mostly textbook examples."""
MIN_LEARNT_TO_COMPARE = 4
"""Minimum number of documents to try learnt factors on texts. Smaller corpora are mostly textbook examples."""
TRIED_RIDGES = (0.3, 3.0)
"""Ridges that are tried for the best recipe only, besides the default ridge."""
NGRAM_LENGTHS, SHORT_NGRAM_LENGTHS = (1, 3), (1, 2)
"""Shortest and longest character n-grams. With few documents, SHORT_NGRAM_LENGTHS is used, because long n-grams rarely
repeat.
"""
MIN_WINNING_DEVIATIONS = 2.0
"""With few documents, a textbook model is chosen only if it is better by this number of standard deviations."""
UNWEIGHTED_PAIRS_NAME = "learnt factors, pairs, all alike"
"""Name of a recipe that counts in which documents a word or word pair occurs, not how often.

In large corpora it is tried only if the other recipe with word pairs is better than single words.
"""
CHARACTERS_NAME = "learnt factors, single and paired characters"
"""Name of the recipe that counts character n-grams. It is tried for few short texts.

If most words are Han characters or pairs of them, it is used without a comparison, because few documents cannot rank
such similar ways of counting.
"""
_HAN = re.compile(f"[{HAN}]")
FEATURE_PHASE, JUDGING = "choosing how words are counted", "testing each document with a model trained on the others"

RecountFunction = Callable[[TokenRules, Documents], Documents]
"""Function that counts the words of documents again under other token rules."""
HeldOutScoresFunction = Callable[[], HeldOutFolds]
"""Function that computes the held-out scores of all documents."""


@dataclass(frozen=True, slots=True, eq=False)
class TrialDocuments:
    """The documents on which recipes are tried, and a function that counts their words under other token rules."""

    documents: AnyDocuments
    recount: RecountFunction
    rows: AnyDocuments | None = None
    """For a table, the same documents in the form for textbook models; else None. Learnt factors read cells as
    words.
    """
    is_whole: bool = True
    """True if these are all documents of the corpus, False if they are a sample."""


def wants_factors(request: RecipeRequest, kind: CorpusKind, documents: AnyDocuments) -> bool:
    """Return whether Auto may choose learnt factors.

    The request must not set an option that only textbook models have, and there must be enough documents.
    """
    is_open = request.is_auto_model and request.is_auto_smoothing
    is_plain = not (request.binary or request.tfidf or request.norm or request.unknown_word or request.threshold)
    if kind == "table":
        return is_open and is_plain and len(documents) >= MIN_ROWS_TO_COMPARE
    return is_open and is_plain and documents.has_text and len(documents) >= MIN_LEARNT_TO_COMPARE


def fitted_recipe(recipe: Recipe, *, counts_unknown: bool = False) -> Recipe:
    """Return the default recipe of learnt factors. `counts_unknown` makes it count unknown words."""
    limits = replace(recipe.limits, unknown_word=recipe.limits.unknown_word or counts_unknown)
    event_model = fitted_event_models()[0]
    return replace(recipe, event_model=event_model, smoothing=LOW_SMOOTHING, ridge_by_ratio=False, limits=limits)


def sample_indices(label_numbers: IntArray) -> IntArray:
    """Return the indices of at most MAX_LEARNT_DOCUMENTS documents, at even distances within each label."""
    n_documents = len(label_numbers)
    order = np.argsort(label_numbers, kind="stable")
    step = max(n_documents / MAX_LEARNT_DOCUMENTS, 1.0)
    return np.sort(order[np.arange(0, n_documents, step).astype(np.int64)])


@dataclass(frozen=True, slots=True, eq=False)
class FittedChoice:
    """The chosen recipe of learnt factors, and the reasons."""

    recipe: Recipe
    choices: tuple[AutomaticChoice, ...] = ()
    hold_out: HeldOutScoresFunction | None = None
    """Function that computes held-out scores of the recipe and reuses those of its trial; None without a trial."""
    counted: Documents | None = None
    """All documents, counted under the recipe's token rules; None if the trial did not count them."""


def choose_fitted_recipe(
    recipe: Recipe,
    request: RecipeRequest,
    kind: CorpusKind,
    sample: TrialDocuments,
    context: JobContext,
    rival: Recipe | None = None,
) -> FittedChoice | None:
    """Choose how learnt factors count words, and their ridge.

    Returns None if the textbook model `rival` is significantly better.
    """
    are_few = len(sample.documents) <= FEW_FOR_FOLDS and kind != "table"
    best_place = partial(choose_by_log_loss, n_labels=len(sample.documents.labels)) if are_few else choose_by_errors
    first = fitted_recipe(recipe, counts_unknown=are_few and request.unknown_word is None)
    if request.smoothing != AUTO:
        first = replace(first, smoothing=recipe.smoothing)
    if len(sample.documents) < MIN_DOCUMENTS_TO_COMPARE:
        return FittedChoice(first)
    folds = choose_trial_folds(sample.documents.label_numbers, MAX_JUDGED_DOCUMENTS, are_rows=kind == "table")
    folded = None if are_few or kind == "table" else FoldedTrials(first, sample.documents, MIN_JUDGED_FOR_FACTORS)

    def trial(tried_recipe: Recipe, documents: AnyDocuments) -> RecipeTrial:
        watched = report_progress_of(documents, context, FEATURE_PHASE)
        if folded is not None:
            return folded.try_recipe(tried_recipe, watched)
        return try_recipe_by_folds(tried_recipe, watched, *folds)

    words = [trial(replace(first, ridge_by_ratio=by_ratio), sample.documents) for by_ratio in (False, True)]
    best = words[best_place(words)]
    tried, counted = [("learnt factors", best)], dict[TokenRules, Any]({first.rules: sample.documents})
    for name, other in _recipes_with_other_counting(first if are_few else best.recipe, kind, request, sample.documents):
        if (
            name == UNWEIGHTED_PAIRS_NAME
            and not are_few
            and choose_by_errors([words_and_pairs for _, words_and_pairs in tried]) == 0
        ):
            continue
        if other.rules not in counted:
            counted[other.rules] = sample.recount(other.rules, sample.documents.load())
        tried.append((name, trial(other, counted[other.rules])))
    if tried[-1][0] == CHARACTERS_NAME and is_mostly_han(sample.documents):
        del tried[0]
    name, best = tried[best_place([tried_recipe_result for _, tried_recipe_result in tried])]
    if rival is not None:
        textbook = trial(rival, sample.documents if sample.rows is None else sample.rows)
        tried.append(("naive Bayes", textbook))
        if has_fewer_errors(textbook, best, MIN_WINNING_DEVIATIONS if are_few else 1.0) or (
            sample.rows is not None and not has_fewer_errors(best, textbook)
        ):
            return None
    losses = tuple((trial_name, tried_recipe_result.log_loss) for trial_name, tried_recipe_result in tried)
    ridge_variants = (replace(best.recipe, ridge=ridge) for ridge in TRIED_RIDGES)
    trials = [best, *(trial(variant, counted[best.recipe.rules]) for variant in ridge_variants)]
    chosen = trials[best_place(trials)]
    choices = AutomaticChoice("event-model", name, losses), AutomaticChoice("ridge", f"{chosen.recipe.ridge:g}")
    if not sample.is_whole:
        return FittedChoice(chosen.recipe, choices)
    chosen_documents = counted[chosen.recipe.rules]
    recounted = chosen_documents if chosen.recipe.rules != first.rules else None
    if folded is None:
        return FittedChoice(chosen.recipe, choices, counted=recounted)
    hold_out = partial(folded.score_all_folds, chosen, report_progress_of(chosen_documents, context, JUDGING))
    return FittedChoice(chosen.recipe, choices, hold_out, recounted)


def _recipes_with_other_counting(
    first: Recipe, kind: CorpusKind, request: RecipeRequest, documents: AnyDocuments
) -> Iterator[tuple[str, Recipe]]:
    """Yield (name, recipe) for other ways of counting words; nothing if the request determines the way."""
    if kind == "table":
        yield "learnt factors, all alike", replace(first, weighting="binary")
        return
    word_options = (
        request.ngrams,
        request.char_ngrams,
        request.pattern,
        request.min_df,
        request.max_df,
        request.word_list,
    )
    are_words_chosen = (
        request.tokens != AUTO or request.vocabulary != AUTO or any(option is not None for option in word_options)
    )
    if are_words_chosen or request.binary:
        return
    rules, limits = first.rules, replace(first.limits, min_documents=2)
    is_short = kind == "message" and request.min_length is None  # a minimum length rules out character n-grams
    if is_short and len(documents) <= FEW_FOR_FOLDS:
        short = replace(first, rules=replace(rules, char_ngrams=SHORT_NGRAM_LENGTHS))
        yield CHARACTERS_NAME, short
        if is_mostly_han(documents):
            return
    if len(documents) < MIN_DOCUMENTS_PER_LABEL * len(documents.labels):
        return
    pairs = replace(first, rules=replace(rules, ngrams=(1, 2)), limits=limits)
    yield "learnt factors, pairs", pairs
    yield UNWEIGHTED_PAIRS_NAME, replace(pairs, weighting="binary")
    if is_short:
        runs = replace(first, rules=replace(rules, char_ngrams=NGRAM_LENGTHS), limits=limits)
        yield "learnt factors, runs of characters", runs


def is_mostly_han(documents: AnyDocuments) -> bool:
    """Return whether most words are Han characters or pairs of them."""
    words = documents.vocabulary.words
    return 2 * sum(_HAN.search(word) is not None for word in words) > len(words)


def limit_to_factor_capacity(recipe: Recipe, documents: AnyDocuments) -> Recipe:
    """Limit the vocabulary to the most frequent words if learnt factors would need more than MAX_WEIGHTS weights."""
    most = MAX_WEIGHTS // max(len(documents.labels), 1)
    if not recipe.is_fitted or recipe.limits.size is not None or len(documents.vocabulary) <= most:
        return recipe
    if most < 1:
        raise EngineError(f"{len(documents.labels)} labels are more than learnt factors have room for.")
    return replace(recipe, limits=replace(recipe.limits, size=most, rank_by="frequency"))


MIN_UNLABELLED_DOCUMENTS, MIN_LABELLED_DOCUMENTS = 50, 10
"""With fewer unlabelled documents than MIN_UNLABELLED_DOCUMENTS, Auto ignores them. With fewer labelled documents than
MIN_LABELLED_DOCUMENTS, Auto uses the unlabelled documents without a test.
"""
MAX_LABELLED_PER_LABEL = 100
"""With more labelled documents per label on average, Auto ignores unlabelled documents, because they cannot add
much.
"""
MIN_LOSS_DEVIATIONS = 2.0
"""Auto ignores unlabelled documents if the model is better without them by this many standard deviations."""
PHASE = "testing whether unlabelled documents help"


@dataclass(frozen=True, slots=True, eq=False)
class UnlabelledChoice:
    """Documents and recipe for a training with or without unlabelled documents, and the effect of the unlabelled
    documents.
    """

    labelled: LabelledCorpus
    recipe: Recipe
    effect: UnlabelledEffect | None = None


def choose_unlabelled(
    workspace: Workspace,
    labelled: LabelledCorpus,
    recipe: Recipe,
    request: RecipeRequest,
    kind: CorpusKind,
    context: JobContext,
) -> UnlabelledChoice:
    """Decide whether to train with unlabelled documents. Return documents, recipe, and the measured effect.

    `recipe` is the best recipe for the labelled documents alone.

    Raises:
        TrainingError: The request demands unlabelled documents, but they cannot be used.
    """
    unchanged = UnlabelledChoice(labelled, recipe)
    teaching = recipe_with_unlabelled(labelled.documents, recipe, request, kind)
    if request.unlabelled == IGNORE or (teaching is None and request.unlabelled != USE):
        return unchanged
    if teaching is None:
        raise TrainingError(labelled.corpus.name, "unlabelled")
    n_unlabelled = len(unlabelled_numbers(workspace.documents.columns(labelled.corpus.name)))
    if not n_unlabelled or (request.unlabelled != USE and not may_unlabelled_help(labelled, n_unlabelled)):
        return unchanged
    together = load_labelled_corpus(workspace, labelled.corpus, teaching, context)
    if len(labelled.documents) < MIN_LABELLED_DOCUMENTS:
        return UnlabelledChoice(together, teaching, UnlabelledEffect(n_unlabelled, is_used=True))
    folds = choose_trial_folds(labelled.documents.label_numbers, MAX_JUDGED_DOCUMENTS)
    without, with_them = (
        try_recipe_by_folds(tried, report_progress_of(corpus.documents, context, PHASE), *folds)
        for tried, corpus in ((recipe, labelled), (teaching, together))
    )
    is_used = request.unlabelled == USE or not has_fewer_errors(without, with_them, MIN_LOSS_DEVIATIONS)
    effect = UnlabelledEffect(n_unlabelled, is_used, _accuracy_of_trial(with_them), _accuracy_of_trial(without))
    return UnlabelledChoice(together, teaching, effect) if is_used else replace(unchanged, effect=effect)


def recipe_with_unlabelled(
    documents: AnyDocuments, recipe: Recipe, request: RecipeRequest, kind: CorpusKind
) -> Recipe | None:
    """Return the recipe for training with unlabelled documents; None if the request or the corpus excludes that."""
    if recipe.learner is not None or kind == "table" or isinstance(documents, StreamedDocuments):
        return None
    if not recipe.is_fitted:
        if not request.is_auto_model or request.binary or request.tfidf:
            return None
        limits = replace(recipe.limits, size=None) if request.vocabulary == AUTO else recipe.limits
        recipe = replace(recipe, weighting="count", limits=limits)
        recipe = fitted_recipe(recipe, counts_unknown=len(documents) <= FEW_FOR_FOLDS)
        if kind == "message" and request.char_ngrams is None and is_mostly_han(documents):
            recipe = replace(recipe, rules=replace(recipe.rules, char_ngrams=SHORT_NGRAM_LENGTHS))
    return replace(recipe, unlabelled=FULL_WEIGHT)


def may_unlabelled_help(labelled: LabelledCorpus, n_unlabelled: int) -> bool:
    """Return whether unlabelled documents may help: few documents have labels, and enough have none."""
    n_labelled, n_labels = len(labelled.documents), len(labelled.documents.labels)
    return n_unlabelled >= MIN_UNLABELLED_DOCUMENTS and n_labelled <= MAX_LABELLED_PER_LABEL * n_labels


def _accuracy_of_trial(tried: RecipeTrial) -> float:
    return float(1 - np.mean(tried.is_wrong))
