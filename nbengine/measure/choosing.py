"""Choose a recipe and its smoothing by comparing candidates on held-out documents.

By folds (`try_recipe_by_folds`, `choose_by_errors`): the recipe with the fewest errors is the best one. Among it and
the recipes whose number of errors differs from its number only by chance, the smallest log loss decides. Log loss alone
chose the wrong one of two textbook models: a few undecidable documents outweighed all others
(`tests/benchmarks/decisions/documents.md`). With few documents, the number of errors is too noisy. Then the smallest
log loss wins, with a margin in favour of the first candidate (`choose_by_log_loss`).

By blocks (`train_without_blocks`): whole blocks of neighbouring documents are held out together. Leave-one-out keeps
replies, copies and quotations of the held-out document in training, so it favours almost no smoothing. Blocks rank
recipes and smoothing as later documents do (`tests/benchmarks/decisions/smoothing.md`).

By leave-one-out (`auto_smoothing`): exact and fast, because each document is subtracted from the tally.

The log loss of each candidate is measured at its own best temperature, because calibration removes overconfidence
anyway. Only `auto_smoothing` uses the plain log loss.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from nbengine.counts import UNIT, CountMatrix, FloatArray, IntArray, remap_tokens
from nbengine.errors import EngineError
from nbengine.events import LeftOut, event_model_of
from nbengine.events.event_model import EventSettings, Prior, log_prior
from nbengine.learnt.documents import AnyDocuments, Documents, PieceResults, Progress
from nbengine.learnt.factors import (
    DualSolution,
    FittingSamples,
    Weights,
    check_weights_fit_memory,
    compute_ridge_strengths,
    fit_with_strengths,
    labels_to_mask,
)
from nbengine.learnt.statistics import Features, Statistics, require_part, to_features, to_statistics
from nbengine.learnt.tally import Tally, document_frequencies
from nbengine.logspace import best_label_numbers, normalise_log_joint
from nbengine.measure.unseen_documents import contiguous_folds, sample_blocks, stratified_folds
from nbengine.models.fitted_factors import tfidf_from_frequencies
from nbengine.models.model import Model
from nbengine.models.recipe import Recipe
from nbengine.models.training import (
    HeldOutFolds,
    folds_of_model,
    models_without_folds,
    score_documents,
    score_folds,
)
from nbengine.text.token_rules import UNKNOWN_WORD
from nbengine.trust.calibration import fit_temperature, mean_log_loss


def can_fit_by_folds(recipe: Recipe, documents: AnyDocuments) -> bool:
    """Return whether `FoldFitter` supports this recipe and these documents.

    The documents must be in memory and have weight 1. The recipe may limit the vocabulary only by a minimum number of
    documents that contain a word.
    """
    limits = recipe.limits
    are_plain_words = (
        limits.size is None
        and limits.max_documents is None
        and limits.word_list is None
        and not limits.stop_words
        and not limits.unknown_word
        and isinstance(limits.min_documents, int)
    )
    return (
        recipe.is_fitted
        and recipe.cuts is None
        and not recipe.unlabelled
        and recipe.smoothing > 0
        and recipe.prior.kind != "given"
        and are_plain_words
        and isinstance(documents, Documents)
        and documents.has_text
        and documents.weights is None
        and documents.features.numbers is None
        and documents.features.choices is None
        and UNKNOWN_WORD not in documents.vocabulary
    )


@dataclass(frozen=True, slots=True, eq=False)
class _FoldWords:
    """Words of the training documents of one fold (all documents outside the fold), with the counts of these words."""

    training_counts: CountMatrix
    fold_counts: CountMatrix
    """Counts of the documents inside the fold, without words that no training document has."""
    document_frequencies: IntArray
    """(n_words,): number of training documents that contain each word."""
    occurrences: FloatArray
    """(n_words, n_labels): occurrences of each word in the training documents of each label."""
    vocabulary_size: int
    """Number of words for smoothing. In an open vocabulary, it includes words that no training document has."""


@dataclass(slots=True, eq=False)
class FoldFitter:
    """For each fold, fits factors to the documents outside the fold, and scores the documents inside it."""

    label_numbers: IntArray
    n_labels: int
    folds: IntArray
    """(n_documents,): the fold of each document."""
    _words: dict[int, _FoldWords] = field(default_factory=dict)
    _counts: CountMatrix | None = None
    _min_documents: int | float = 1
    _solutions: dict[int, DualSolution] = field(default_factory=dict)

    def score_folds_together(self, recipe: Recipe, documents: Documents, judged_folds: IntArray) -> FloatArray:
        """Return the joint scores of the documents in some folds, in document order; shape (n_documents_in_folds,
        n_labels).

        The scores of each fold come from factors fitted to all documents outside this fold.
        """
        counts, fewest = require_part(documents.features.text, "text"), recipe.limits.min_documents
        if counts is not self._counts or fewest != self._min_documents:
            self.clear_word_counts()
            self._counts, self._min_documents = counts, fewest
        rows = np.flatnonzero(np.isin(self.folds, judged_folds))
        scores = np.empty((len(rows), self.n_labels))
        for fold in judged_folds.tolist():
            if fold not in self._words:
                self._words[fold] = self._count_fold_words(recipe, counts, fold)
            scores[self.folds[rows] == fold] = self._score_fold(recipe, fold, documents.progress)
        return scores

    def clear_word_counts(self) -> None:
        """Clear the cached word counts, to free memory."""
        self._words.clear()
        self._counts = None

    def _count_fold_words(self, recipe: Recipe, counts: CountMatrix, fold: int) -> _FoldWords:
        is_judged = self.folds == fold
        training, judged = counts[np.flatnonzero(~is_judged)], counts[np.flatnonzero(is_judged)]
        frequencies, limits = document_frequencies(training), recipe.limits
        known = np.flatnonzero(frequencies >= max(int(limits.min_documents), 1))
        columns = np.full(counts.n_tokens, -1)
        columns[known] = np.arange(len(known))
        training = remap_tokens(training, columns, len(known))
        labels = labels_to_mask(self.label_numbers[~is_judged], self.n_labels)
        return _FoldWords(
            training,
            remap_tokens(judged, columns, len(known)),
            frequencies[known],
            np.asarray(training.csr.T @ labels.astype(np.float64)),
            counts.n_tokens if limits.is_open else len(known),
        )

    def _score_fold(self, recipe: Recipe, fold: int, progress: Progress | None) -> FloatArray:
        words, labels = self._words[fold], self.label_numbers[self.folds != fold]
        check_weights_fit_memory(len(words.document_frequencies), self.n_labels)
        tfidf = tfidf_from_frequencies(recipe, words.document_frequencies, len(labels))
        lessons = FittingSamples(tfidf(words.training_counts), labels_to_mask(labels, self.n_labels))
        strengths = _ridge_divisors(recipe, words)
        # Start from the solution of the last recipe: it halves the time of a fit, and has not seen this fold either.
        start = self._solutions.get(fold)
        factors, self._solutions[fold] = fit_with_strengths(lessons, strengths, recipe.ridge, progress, start)
        judged: Weights = tfidf(words.fold_counts).csr.astype(np.float32) @ factors.weights
        prior = log_prior(np.bincount(labels, minlength=self.n_labels) * UNIT, (), recipe.settings.prior)
        return judged + factors.bias + np.where(np.isfinite(prior), 0.0, prior)


def _ridge_divisors(recipe: Recipe, words: _FoldWords) -> FloatArray:
    """Return √|r| of each known word, where r is naive Bayes' log ratio.

    Return ones if the recipe's ridge penalty is equal for all words.
    """
    if not recipe.ridge_by_ratio:
        return np.ones(words.occurrences.shape)
    occurrences, alpha = words.occurrences, recipe.smoothing
    totals, in_all = occurrences.sum(axis=0), occurrences.sum(axis=1)
    # Most words occur under few labels, so that the logarithms of the other cells are the same for each word.
    ratios = np.repeat((np.log(alpha) - np.log(in_all + alpha))[:, None], len(totals), axis=1)
    cells = np.flatnonzero(occurrences)
    filled = occurrences.ravel()[cells]
    ratios.ravel()[cells] = np.log(filled + alpha) - np.log(in_all[cells // len(totals)] - filled + alpha)
    ratios += np.log(totals.sum() - totals + alpha * words.vocabulary_size) - np.log(
        totals + alpha * words.vocabulary_size
    )
    return compute_ridge_strengths(ratios)


FOLDS = 4
FOLDS_OF_FEW, FEW_FOR_FOLDS = 10, 500
FIRST_CANDIDATE_MARGIN = 0.15
"""Factor of the margin by which another candidate's log loss must be below that of the first candidate.

The margin is `FIRST_CANDIDATE_MARGIN` × log(n_labels) / √n_documents, about a third of a standard error.
"""


@dataclass(frozen=True, slots=True, eq=False)
class RecipeTrial:
    """A recipe and its result on held-out documents."""

    recipe: Recipe
    is_wrong: npt.NDArray[np.bool_]
    """(n_documents,): whether the verdict was wrong."""
    log_loss: float
    """Mean log loss at the best temperature, over documents whose label occurs in training."""
    log_joint: FloatArray | None = None
    """(n_documents, n_labels): scores of the judged documents; None if they were not kept."""


def choose_trial_folds(
    label_numbers: IntArray, sample_size: int, *, are_rows: bool = False
) -> tuple[IntArray, IntArray]:
    """Choose the documents to judge. Return their positions, and the fold of each of them.

    Up to 2 × `sample_size` documents, all are judged in contiguous folds. Above that, some blocks are judged as one
    fold, so that the model is trained on nearly as many documents as the final one. Recipes with large vocabularies
    gain more from each further document. Table rows (`are_rows`) are often sorted, so they are assigned to folds at
    random.
    """
    if are_rows:
        folds = stratified_folds(label_numbers, max(FOLDS_OF_FEW, -(-len(label_numbers) // sample_size)))
        picked = np.flatnonzero(folds == 0) if len(label_numbers) > 2 * sample_size else np.arange(len(folds))
        return picked, folds[picked]
    if len(label_numbers) <= 2 * sample_size:
        n_folds = FOLDS_OF_FEW if len(label_numbers) <= FEW_FOR_FOLDS else FOLDS
        return np.arange(len(label_numbers)), contiguous_folds(label_numbers, n_folds)
    picked, _ = sample_blocks(label_numbers, sample_size)
    return picked, np.zeros(len(picked), np.int64)


def try_recipe_by_folds(recipe: Recipe, documents: AnyDocuments, judged_rows: IntArray, folds: IntArray) -> RecipeTrial:
    """Return the result of a recipe.

    Each judged document is classified by a model of all documents outside its fold.
    """
    log_joint = score_folds(recipe, documents, judged_rows, folds, None)
    return _make_trial(recipe, log_joint, documents.label_numbers[judged_rows])


def _make_trial(recipe: Recipe, log_joint: FloatArray, truth: IntArray) -> RecipeTrial:
    is_possible = np.isfinite(log_joint[np.arange(len(truth)), truth])
    loss = fit_temperature(log_joint[is_possible], truth[is_possible]).log_loss if is_possible.any() else np.inf
    return RecipeTrial(recipe, best_label_numbers(log_joint) != truth, loss, log_joint)


class FoldedTrials:
    """Trials of recipes on the folds that also calibrate the final model.

    A trial judges only some evenly spaced folds, which have about `sample_size` documents. For the winning recipe,
    `score_all_folds` adds the other folds, so nothing is computed twice.
    """

    def __init__(self, recipe: Recipe, documents: AnyDocuments, sample_size: int) -> None:
        self._folds, self._labels = folds_of_model(recipe, documents), documents.label_numbers
        n_folds = int(self._folds.max()) + 1
        n_judged = min(n_folds, -(-n_folds * sample_size // len(documents)))
        between = np.linspace(0, n_folds - 1, n_judged + 2)[1:-1].round().astype(np.int64)
        self._judged = between if n_judged < n_folds else np.arange(n_folds)
        self._picked = np.flatnonzero(np.isin(self._folds, self._judged))
        self._fits = FoldFitter(self._labels, len(documents.labels), self._folds)

    def try_recipe(self, recipe: Recipe, documents: AnyDocuments) -> RecipeTrial:
        """Return the result of a recipe on some folds. Each document is classified by a model of all other folds."""
        truth = self._labels[self._picked]
        return _make_trial(recipe, self._scores(recipe, documents, self._judged), truth)

    def score_all_folds(self, trial: RecipeTrial, documents: AnyDocuments) -> HeldOutFolds:
        """Return the scores of all documents by the recipe of `trial`. Scores of the trial are used again."""
        scores = np.empty((len(self._labels), len(documents.labels)))
        rest = np.setdiff1d(np.unique(self._folds), self._judged)
        self._fits.clear_word_counts()
        for fold in rest.tolist():
            scores[self._folds == fold] = self._scores(trial.recipe, documents, np.array([fold]))
            self._fits.clear_word_counts()
        scores[self._picked] = trial.log_joint
        return HeldOutFolds(trial.recipe, self._folds, scores)

    def _scores(self, recipe: Recipe, documents: AnyDocuments, judged_folds: IntArray) -> FloatArray:
        if isinstance(documents, Documents) and can_fit_by_folds(recipe, documents):
            return self._fits.score_folds_together(recipe, documents, judged_folds)
        picked = np.flatnonzero(np.isin(self._folds, judged_folds))
        return score_folds(recipe, documents, picked, self._folds[picked], None)


def choose_by_errors(candidates: Sequence[RecipeTrial]) -> int:
    """Return the index of the best candidate.

    It has the smallest log loss among the candidates whose number of errors is within chance of the smallest number.
    """
    fewest = min(candidates, key=lambda trial: (trial.is_wrong.sum(), trial.log_loss))
    return min(
        (index for index, trial in enumerate(candidates) if is_within_chance(trial, fewest)),
        key=lambda index: candidates[index].log_loss,
    )


def choose_by_log_loss(candidates: Sequence[RecipeTrial], n_labels: int) -> int:
    """Return the index of the candidate with the smallest log loss. Use this if there are few documents.

    The first candidate is the default and gets a margin.
    """
    margin = FIRST_CANDIDATE_MARGIN * np.log(n_labels) / np.sqrt(len(candidates[0].is_wrong))
    return min(range(len(candidates)), key=lambda index: candidates[index].log_loss + (margin if index else 0.0))


def has_fewer_errors(trial: RecipeTrial, other: RecipeTrial, deviations: float = 1.0) -> bool:
    """Return whether `trial` has fewer errors than `other`, and the difference is more than chance."""
    return bool(trial.is_wrong.sum() < other.is_wrong.sum()) and not is_within_chance(trial, other, deviations)


def is_within_chance(trial: RecipeTrial, other: RecipeTrial, deviations: float = 1.0) -> bool:
    """Return whether the difference in errors is at most `deviations` standard deviations of chance.

    Only documents count that one recipe classifies correctly and the other recipe wrongly.
    """
    only_trial = int((trial.is_wrong & ~other.is_wrong).sum())
    only_other = int((other.is_wrong & ~trial.is_wrong).sum())
    return (only_trial - only_other) ** 2 <= deviations**2 * (only_trial + only_other)


# Whole blocks of neighbours are held out here, not single documents. Leave-one-out keeps the answers, copies and
# quotations of a document in training: on 20 Newsgroups it chose a smoothing near 0 with a log loss of 0.79 on later
# posts, where 0.3 has 0.49 (tests/benchmarks/decisions/smoothing.md).
COMPARISON_SAMPLE_SIZE = 3_000
"""Number of documents that suffices to compare recipes.

With it, the standard error of the log loss is well below relevant differences.
"""
FIRST_COMPARED_DECADES = (-2.0, -1.0, 0.0)
STEPS = (1.0, 0.5, 0.25)
LOWEST_COMPARED_DECADE, HIGHEST_COMPARED_DECADE = -6.0, 3.0


@dataclass(frozen=True, slots=True, eq=False)
class HeldOutBlocks:
    """Models of one recipe, each trained without one block of documents, and for each model the documents of that
    block.

    The models can be scored with any smoothing, without new training.
    """

    recipe: Recipe
    blocks: tuple[tuple[IntArray, Model, PieceResults[Features]], ...]
    """For each block: positions of its documents, the model trained without the block, and the documents prepared for
    it.
    """
    label_numbers: IntArray
    weights: FloatArray | None
    n_labels: int

    def log_loss(self, smoothing: float | None = None) -> float:
        """Return the mean log loss of the held-out documents at the best temperature."""
        recipe = self.recipe if smoothing is None else replace(self.recipe, smoothing=smoothing)
        log_joint = np.empty((len(self.label_numbers), self.n_labels))
        for positions, model, prepared in self.blocks:
            log_joint[positions] = score_documents(model.with_recipe(recipe).scorer, prepared)
        return fit_temperature(log_joint, self.label_numbers, self._weights_of_possible_labels(log_joint)).log_loss

    def _weights_of_possible_labels(self, log_joint: FloatArray) -> FloatArray | None:
        """Return the weights for the mean loss: 0 for documents whose label does not occur in training."""
        is_possible = np.isfinite(log_joint[np.arange(len(log_joint)), self.label_numbers])
        if is_possible.all() or not is_possible.any():
            return self.weights
        return np.where(is_possible, 1.0 if self.weights is None else self.weights, 0.0)


def train_without_blocks(
    recipe: Recipe,
    documents: AnyDocuments,
    total_statistics: Statistics | None = None,
    sample_size: int = COMPARISON_SAMPLE_SIZE,
) -> HeldOutBlocks:
    """Train the models of a recipe, each without one block of documents.

    `total_statistics` are the statistics of all documents; None computes them.
    """
    picked, blocks = sample_blocks(documents.label_numbers, sample_size)
    parts = tuple(models_without_folds(recipe, documents, picked, blocks, total_statistics))
    weights = None if documents.weights is None else documents.weights[picked]
    return HeldOutBlocks(recipe, parts, documents.label_numbers[picked], weights, len(documents.labels))


def search_smoothing(loss: Callable[[float], float]) -> tuple[float, float]:
    """Return the smoothing with the smallest loss, accurate to a quarter of a decade, and its loss.

    The search moves towards smaller loss in steps of 1, ½ and ¼ decade.
    """
    known = {decade: loss(10.0**decade) for decade in FIRST_COMPARED_DECADES}
    for step in STEPS:
        while True:
            best = min(known, key=lambda decade: (known[decade], abs(decade)))
            neighbours = [best - step, best + step]
            missing = [
                decade
                for decade in neighbours
                if decade not in known and LOWEST_COMPARED_DECADE <= decade <= HIGHEST_COMPARED_DECADE
            ]
            if not missing:
                break
            known |= {decade: loss(10.0**decade) for decade in missing}
    best = min(known, key=lambda decade: (known[decade], abs(decade)))
    return 10.0**best, known[best]


LEAVE_ONE_OUT_SAMPLE_SIZE = 20_000
"""Sample size for leave-one-out. With more documents, the same smoothing is chosen."""
FIRST_DECADES = (-3.0, -2.0, -1.0, 0.0, 1.0)
LOWEST_DECADE, HIGHEST_DECADE = -8.0, 4.0
MIN_INTERVAL_DECADES = 0.02
"""The search ends when the interval is this narrow, in decades. The smoothing is then accurate to 5 %."""
MAX_EVALUATIONS = 60
"""Upper limit of the number of loss evaluations in two searches, reported as the total of the progress."""
GOLDEN = (5**0.5 - 1) / 2


@dataclass(frozen=True, slots=True)
class AutoSmoothing:
    """The settings with the smallest leave-one-out log loss, with the value of that loss."""

    settings: EventSettings
    log_loss: float


def auto_smoothing(
    learnt: Statistics | Tally,
    documents: Features | CountMatrix,
    label_numbers: npt.ArrayLike,
    settings: EventSettings,
    weights: npt.ArrayLike | None = None,
    *,
    progress: Progress | None = None,
) -> AutoSmoothing:
    """Return the settings with the smallest leave-one-out log loss.

    The smoothing α is optimised, and for a smoothed prior also its λ.
    """
    sample = _ScoredSample(learnt, documents, label_numbers, settings, weights, progress)
    is_smoothed = event_model_of(settings.event_model).is_smoothed
    smoothing = sample.best_smoothing(settings.prior) if is_smoothed else settings.smoothing
    prior = settings.prior
    if prior.kind == "smoothed":
        prior = sample.best_prior(smoothing)
    best_settings = replace(settings, smoothing=smoothing, prior=prior)
    return AutoSmoothing(best_settings, sample.log_loss(sample.prepared.log_joint(smoothing, prior)))


@dataclass(frozen=True, slots=True, eq=False)
class SettingsCandidate:
    """Settings to compare, with the documents counted for these settings, and the statistics of the documents."""

    statistics: Statistics | Tally
    documents: Features | CountMatrix
    settings: EventSettings


@dataclass(frozen=True, slots=True)
class SettingsLoss:
    """Settings of an event model with their leave-one-out log loss.

    The loss is measured at the best temperature of these settings, so overconfidence does not influence the comparison.
    """

    settings: EventSettings
    temperature: float
    log_loss: float
    """Leave-one-out log loss at the temperature."""


def compare_settings(
    candidates: Sequence[SettingsCandidate], label_numbers: npt.ArrayLike, weights: npt.ArrayLike | None = None
) -> tuple[SettingsLoss, ...]:
    """Return the leave-one-out log loss of each candidate at its own best temperature, in the given order."""
    comparisons = []
    for candidate in candidates:
        prepared = LeftOut(candidate.statistics, candidate.documents, label_numbers, candidate.settings, weights)
        fitted = fit_temperature(prepared.log_joint(), label_numbers, _weights_of_possible_labels(prepared, weights))
        comparisons.append(SettingsLoss(candidate.settings, fitted.temperature, fitted.log_loss))
    return tuple(comparisons)


class _ScoredSample:
    """A sample of documents with their leave-one-out scores, for measuring the log loss of settings."""

    def __init__(
        self,
        learnt: Statistics | Tally,
        documents: Features | CountMatrix,
        label_numbers: npt.ArrayLike,
        settings: EventSettings,
        weights: npt.ArrayLike | None,
        progress: Progress | None,
    ) -> None:
        features, truth = to_features(documents), np.asarray(label_numbers)
        if not features.n_documents:
            raise EngineError("Without documents no smoothing is better than another.")
        sample = np.arange(features.n_documents)
        if (
            len(sample) > LEAVE_ONE_OUT_SAMPLE_SIZE
            and "numbers" not in event_model_of(settings.event_model).column_kinds
        ):
            # Number columns need all rows for exact leave-one-out. For all other kinds a random sample is enough.
            sample = np.sort(np.random.default_rng(0).choice(len(sample), LEAVE_ONE_OUT_SAMPLE_SIZE, replace=False))
        self._truth = truth[sample]
        sample_weights = None if weights is None else np.asarray(weights, dtype=np.float64)[sample]
        self._progress, self._done = progress, 0
        self.prepared = LeftOut(to_statistics(learnt), features[sample], self._truth, settings, sample_weights)
        self._weights = _weights_of_possible_labels(self.prepared, sample_weights)

    def best_smoothing(self, prior: Prior) -> float:
        return minimise_by_decades(lambda alpha: self.log_loss(self.prepared.log_joint(alpha, prior)))

    def best_prior(self, smoothing: float | FloatArray) -> Prior:
        evidence = self.prepared.evidence(smoothing)
        strength = minimise_by_decades(
            lambda value: self.log_loss(self.prepared.with_prior(evidence, Prior("smoothed", value)))
        )
        return Prior("smoothed", strength)

    def log_loss(self, log_joint: FloatArray) -> float:
        self._done += 1
        if self._progress is not None:
            self._progress(self._done, MAX_EVALUATIONS)
        return mean_log_loss(normalise_log_joint(log_joint), self._truth, self._weights)


def minimise_by_decades(loss: Callable[[float], float]) -> float:
    """Return the positive number with the smallest loss. The search goes in powers of ten, then by golden section."""
    known: dict[float, float] = {decade: loss(10.0**decade) for decade in FIRST_DECADES}
    while True:
        best = min(known, key=lambda decade: (known[decade], abs(decade)))
        low, high = best - 1, best + 1
        if low not in known and low >= LOWEST_DECADE:
            known[low] = loss(10.0**low)
        elif high not in known and high <= HIGHEST_DECADE:
            known[high] = loss(10.0**high)
        else:
            return float(10.0 ** _golden_section_search(lambda decade: loss(10.0**decade), low, high))


def _golden_section_search(loss: Callable[[float], float], low: float, high: float) -> float:
    left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
    at_left, at_right = loss(left), loss(right)
    while high - low > MIN_INTERVAL_DECADES:
        if at_left <= at_right:
            high, right, at_right = right, left, at_left
            left = high - GOLDEN * (high - low)
            at_left = loss(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + GOLDEN * (high - low)
            at_right = loss(right)
    return (low + high) / 2


def _weights_of_possible_labels(prepared: LeftOut, weights: npt.ArrayLike | None) -> npt.ArrayLike | None:
    """Return the weights for the mean loss: 0 for documents whose label has probability 0 with any smoothing."""
    is_possible = prepared.is_own_label_possible()
    if is_possible.all():
        return weights
    return np.where(is_possible, 1.0 if weights is None else np.asarray(weights, dtype=np.float64), 0.0)
