"""Train a model from counted documents: select words, learn, and fit the assurance.

The *assurance* is the calibration of probabilities and the thresholds of confident verdicts. It is fitted to held-out
scores. With a fixed vocabulary, leave-one-out gives these in one pass. If words were selected with the help of labels,
or if factors are fitted, folds are used. Each fold is judged by words and factors from the other folds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from nbengine.counts import (
    UNIT,
    CountMatrix,
    FloatArray,
    IntArray,
)
from nbengine.errors import EngineError
from nbengine.events import derive
from nbengine.events.scorer import Scorer
from nbengine.filter.document_score import OwnLessons
from nbengine.learnt.documents import (
    AnyDocuments,
    Documents,
    PieceResults,
    StreamedDocuments,
    labelled_documents,
    statistics_of_documents,
)
from nbengine.learnt.statistics import Features, Statistics, require_part
from nbengine.learnt.unlabelled import LabelGuesses, UnlabelledDocuments
from nbengine.measure.unseen_documents import (
    CALIBRATION_SAMPLE_SIZE,
    MAX_FOLDS,
    UnseenDocuments,
    choose_unseen_documents,
    contiguous_folds,
    find_near_copy_leaders,
    sample_blocks,
    stratified_folds,
)
from nbengine.models.fitted_factors import restrict_counts
from nbengine.models.model import Model, TableColumns
from nbengine.models.model_words import check_labels, choose_model_words
from nbengine.models.recipe import Recipe
from nbengine.text.token_counter import TokenCounter
from nbengine.text.token_rules import UNKNOWN_WORD
from nbengine.text.vocabulary import Vocabulary
from nbengine.trust.calibration import count_unique_tokens, fit_calibration, make_prior_for_factors
from nbengine.trust.verdicts import fit_assurance

FOLDS_OF_A_FIT, MANY_FOR_A_FIT = 5, 1_000
"""Number of folds if factors are fitted to many documents, which need fewer folds; smallest number that is many."""
MAX_UNLABELLED, MAX_UNLABELLED_IN_FOLDS = 50_000, 3_000
"""Maximum number of unlabelled documents that a model learns from; the same for the model of a fold."""
MIN_DOCUMENTS_FOR_FOLDS = 200
"""With fewer documents, the calibration is fitted to leave-one-out scores."""

MappedDocuments = tuple[Features, FloatArray]
"""Features over a model's columns, and the number of unknown words of each document, (n_documents,)."""


def train_model(
    recipe: Recipe,
    features: Features | CountMatrix,
    label_numbers: npt.ArrayLike,
    labels: Sequence[str],
    vocabulary: Vocabulary | Sequence[str] = (),
    weights: npt.ArrayLike | None = None,
    *,
    table: TableColumns | None = None,
    is_assured: bool = True,
    unlabelled: CountMatrix | None = None,
) -> Model:
    """Train a model on documents counted over a vocabulary, with one label number (and weight) each.

    `unlabelled` are documents without a label over the same vocabulary. They are used if the recipe gives them a
    weight. With `is_assured=False`, training is faster, but probabilities are not calibrated and no verdict is unsure.
    """
    documents = labelled_documents(features, label_numbers, labels, vocabulary, weights)
    if unlabelled is not None:
        rest = UnlabelledDocuments(unlabelled.widen(len(documents.vocabulary)))
        documents = replace(documents, unlabelled=rest)
    whole = statistics_of_documents(documents)
    model = train_on_statistics(recipe, documents, whole, table)
    if is_assured:
        assure(model, documents, whole)
    return model


def train_on_statistics(
    recipe: Recipe, documents: AnyDocuments, total_statistics: Statistics, table: TableColumns | None = None
) -> Model:
    """Train a model without assurance (calibration and thresholds).

    `total_statistics` are the statistics of the documents, over the vocabulary of the documents' counts.
    """
    if not total_statistics.documents.any():
        raise EngineError("There are no documents to learn from.")
    if len(total_statistics.labels) < 2:
        raise EngineError(
            f"All documents have the label {total_statistics.labels[0]!r}; two labels are the least to tell apart."
        )
    empty = [
        label
        for label, weight in zip(total_statistics.labels, total_statistics.documents.tolist(), strict=True)
        if not weight
    ]
    if empty:
        raise EngineError(f"The label {empty[0]!r} has no documents to learn from.")
    model = _make_model(recipe, documents, total_statistics, table)
    _check_vocabulary(model, documents)
    model.derive()
    return model


def train_on_texts(
    texts: Sequence[str],
    labels: Sequence[str],
    recipe: Recipe | None = None,
    *,
    fields: Sequence[Mapping[str, str]] | None = None,
    weights: npt.ArrayLike | None = None,
    is_assured: bool = True,
) -> Model:
    """Train a model on texts with one label name each. The model's labels are in alphabetical order."""
    chosen = Recipe() if recipe is None else recipe
    if len(texts) != len(labels):
        raise EngineError(f"{len(texts)} texts need as many labels, not {len(labels)}.")
    check_labels(labels)
    counter = TokenCounter(chosen.rules)
    counts = counter.count(texts, fields)
    names = sorted(set(labels))
    numbers = np.fromiter((names.index(label) for label in labels), np.int64, len(labels))
    return train_model(chosen, counts, numbers, names, counter.vocabulary, weights, is_assured=is_assured)


@dataclass(frozen=True, slots=True, eq=False)
class HeldOutScores:
    """Held-out scores of a model for its own documents."""

    log_joint: FloatArray
    """(n_documents, n_labels): joint scores."""
    lengths: FloatArray
    """(n_documents,): number of words, numbers and choices of each document, which the calibration uses."""
    n_unknown: FloatArray
    """(n_documents,): number of words of each document that no other document has."""
    evidence: FloatArray | None = None
    """(n_documents,): mean evidence for the second of two labels (`Model.evidence`).

    None if the model cannot compute it, or if folds are used.
    """


@dataclass(frozen=True, slots=True, eq=False)
class HeldOutFolds:
    """Scores of documents by models of a recipe, each trained without one fold."""

    recipe: Recipe
    folds: IntArray
    """(n_documents,): fold of each document."""
    log_joint: FloatArray
    """(n_documents, n_labels): joint scores of each document by the model without its fold."""


def assure(
    model: Model,
    documents: AnyDocuments,
    total_statistics: Statistics | None = None,
    dates_s: IntArray | None = None,
    *,
    has_marks: bool = True,
    folds: HeldOutFolds | None = None,
) -> HeldOutScores:
    """Fit the model's assurance (calibration and thresholds) to held-out scores of its documents. Return these scores.

    - `documents` may be counted over any vocabulary.
    - `total_statistics` are the documents' statistics over that vocabulary. If None, they are computed when needed.
    - `dates_s` (n_documents,) are Unix times of the documents; negative values are unknown.
    - `has_marks=False` skips the scores of documents that resemble future ones, which only label thresholds need.
    - `folds` are scores from `FoldedTrials.score_all_folds`. If None, they are computed when needed.
    """
    held_out = compute_held_out_scores(model, documents, total_statistics, folds)
    numbers, recipe = documents.label_numbers, model.recipe
    unseen, calibration = choose_unseen_documents(documents, dates_s) if has_marks else None, None
    is_by_neighbours = unseen is not None and unseen.is_by_neighbour_blocks
    if unseen is None or (recipe.is_fitted and is_by_neighbours):
        as_new = np.arange(len(documents)), held_out.log_joint
    else:
        as_new = unseen.counted_rows, score_unseen_documents(recipe, documents, unseen, total_statistics)
    if not recipe.is_fitted and len(documents) >= MIN_DOCUMENTS_FOR_FOLDS:
        picked, log_joint = as_new
        if not is_by_neighbours:
            copies = (
                find_near_copy_leaders(documents)
                if unseen is None or unseen.near_copy_leaders is None
                else unseen.near_copy_leaders
            )
            picked, blocks = sample_blocks(numbers, CALIBRATION_SAMPLE_SIZE, copies)
            log_joint = score_folds(recipe, documents, picked, blocks, total_statistics)
        calibration = fit_calibration(log_joint, numbers[picked], held_out.lengths[picked])
    if recipe.is_fitted:
        unlabelled = _choose_unlabelled(recipe, documents, is_fold=True)
        prior = make_prior_for_factors(
            len(documents.labels), len(documents), 0 if unlabelled is None else len(unlabelled)
        )
        calibration = fit_calibration(held_out.log_joint, numbers, held_out.lengths, prior)
    model.assurance = fit_assurance(
        held_out.log_joint,
        numbers,
        held_out.lengths,
        held_out.n_unknown,
        model.scorer.log_prior,
        documents.labels,
        calibration=calibration,
        as_unseen=as_new,
    )
    return held_out


def score_unseen_documents(
    recipe: Recipe, documents: AnyDocuments, unseen: UnseenDocuments, total_statistics: Statistics | None = None
) -> FloatArray:
    """Return the scores (n_counted, n_labels) of the documents `unseen.counted_rows`, by models without their folds."""
    judged = score_folds(
        recipe, documents, unseen.judged_rows, unseen.folds, total_statistics, is_in_time=unseen.is_in_time
    )
    return judged[np.isin(unseen.judged_rows, unseen.counted_rows)]


def compute_held_out_scores(
    model: Model, documents: AnyDocuments, total_statistics: Statistics | None = None, folds: HeldOutFolds | None = None
) -> HeldOutScores:
    """Return held-out scores of a model's own documents: by leave-one-out, or by folds if the recipe requires folds."""
    adopted, by_folds = (
        PieceResults(documents, lambda piece: _map_to_model(model, piece)),
        model.recipe.is_judged_by_folds,
    )
    with_each = _count_documents_by_word(model, adopted, total_statistics)
    scores, lengths, n_unknown = _empty_scores(model, documents), np.empty(len(documents)), np.empty(len(documents))
    evidence = np.empty(len(documents)) if model.can_rank_by_evidence and not by_folds else None
    for positions, piece, (counted, unknown) in adopted:
        lengths[positions] = model.lengths(counted)
        n_unknown[positions] = unknown
        if counted.text is not None and with_each is not None:
            n_unknown[positions] += count_unique_tokens(counted.text, with_each)
        if not by_folds:
            scores[positions] = model.left_out(counted, piece.label_numbers, piece.weights).log_joint()
        if evidence is not None:
            evidence[positions] = model.evidence(counted, OwnLessons(piece.label_numbers, piece.weights))
    if by_folds:
        is_known = folds is not None and folds.recipe == model.recipe and len(folds.folds) == len(documents)
        known = folds.log_joint if is_known and folds is not None else None
        scores = _scores_of_random_folds(model.recipe, documents, total_statistics) if known is None else known
    return HeldOutScores(scores, lengths, n_unknown, evidence)


def compute_held_out_log_joint(model: Model, documents: AnyDocuments) -> FloatArray:
    """Return held-out scores (n_documents, n_labels) of a model's own documents.

    They are computed by leave-one-out, or by folds if the recipe needs these.
    """
    if model.recipe.is_judged_by_folds:
        return _scores_of_random_folds(model.recipe, documents, None)
    scores = _empty_scores(model, documents)
    for positions, piece in documents.pieces():
        left_out = model.left_out(_map_to_model(model, piece)[0], piece.label_numbers, piece.weights)
        scores[positions] = left_out.log_joint()
    return scores


def _scores_of_random_folds(recipe: Recipe, documents: AnyDocuments, total_statistics: Statistics | None) -> FloatArray:
    return score_by_folds(recipe, documents, folds_of_model(recipe, documents), total_statistics)


def folds_of_model(recipe: Recipe, documents: AnyDocuments) -> IntArray:
    """Return the fold of each document for held-out scores of a model's own documents; shape (n_documents,)."""
    leaders = find_near_copy_leaders(documents) if recipe.is_fitted and recipe.cuts is None else None
    return choose_folds(recipe, documents.label_numbers, leaders)


def choose_folds(recipe: Recipe, label_numbers: IntArray, leaders: IntArray | None = None) -> IntArray:
    """Return the fold of each document; shape (n_documents,).

    If words are selected by label, folds are random. If factors are fitted, folds are contiguous blocks, so that
    replies and copies are held out together. Their scores also calibrate the model for later documents. For tables,
    folds are random even then, because rows are often sorted.
    """
    n_documents = len(label_numbers)
    is_many = recipe.is_fitted and n_documents >= MANY_FOR_A_FIT
    n_folds = FOLDS_OF_A_FIT if is_many else min(MAX_FOLDS, n_documents)
    if not recipe.is_fitted or recipe.cuts is not None:
        return stratified_folds(label_numbers, n_folds)
    return contiguous_folds(label_numbers, n_folds, leaders)


def score_by_folds(
    recipe: Recipe, documents: AnyDocuments, folds: npt.ArrayLike, total_statistics: Statistics | None = None
) -> FloatArray:
    """Return the scores (n_documents, n_labels) of each document by a model of the other folds.

    The words and the idf of the model are also chosen without the fold. Words are ranked by the statistics minus the
    fold, so no document is counted again.
    """
    return score_folds(recipe, documents, np.arange(len(documents)), folds, total_statistics)


def score_by_subtraction(model: Model, documents: AnyDocuments, folds: npt.ArrayLike) -> FloatArray:
    """Return the scores (n_documents, n_labels) of each document by the model without its fold, over the same words.

    The result is exact for integer counts. With tf-idf, the idf still includes the fold; use `score_by_folds` instead.
    """
    numbers, scores = np.asarray(folds), _empty_scores(model, documents)
    for fold in np.unique(numbers):
        in_fold = np.flatnonzero(numbers == fold)
        fold_documents = prepare_documents(model, documents[in_fold])
        rest = model.scored_statistics.copy()
        for _, piece, features in fold_documents:
            rest.forget(features, piece.label_numbers, piece.weights)
        scores[in_fold] = score_documents(derive(rest, model.recipe.settings), fold_documents)
    return scores


def evidence_by_subtraction(model: Model, documents: AnyDocuments, folds: npt.ArrayLike) -> FloatArray:
    """Return the mean evidence of each document's words for the second of two labels, shape (n_documents,).

    It is computed by the model without the document's fold.
    """
    numbers, evidence = np.asarray(folds), np.empty(len(documents))
    for fold in np.unique(numbers):
        in_fold = np.flatnonzero(numbers == fold)
        rest, fold_documents = model.scored_statistics.copy(), documents[in_fold]
        for _, piece, features in prepare_documents(model, fold_documents):
            rest.forget(features, piece.label_numbers, piece.weights)
        for positions, piece in fold_documents.pieces():
            evidence[in_fold[positions]] = model.evidence(_map_to_model(model, piece)[0], learnt=rest)
    return evidence


def score_folds(
    recipe: Recipe,
    documents: AnyDocuments,
    positions: IntArray,
    folds: npt.ArrayLike,
    total_statistics: Statistics | None,
    *,
    is_in_time: bool = False,
) -> FloatArray:
    """Return the scores (n_positions, n_labels) of the documents at `positions`, each by a model without its fold.

    With `is_in_time`, later folds are not learnt either.
    """
    log_joint = np.empty((len(positions), len(documents.labels)))
    for in_fold, model, fold_documents in models_without_folds(
        recipe, documents, positions, folds, total_statistics, is_in_time=is_in_time
    ):
        log_joint[in_fold] = score_documents(model.scorer, fold_documents)
    return log_joint


def models_without_folds(
    recipe: Recipe,
    documents: AnyDocuments,
    positions: IntArray,
    folds: npt.ArrayLike,
    total_statistics: Statistics | None = None,
    *,
    is_in_time: bool = False,
) -> Iterator[tuple[IntArray, Model, PieceResults[Features]]]:
    """Yield a tuple for each fold: positions, model, features.

    The first are indices in `positions` of the fold's documents. The model has learnt all other documents. The features
    are the fold's documents, prepared for the model. With `is_in_time`, documents of later folds are not learnt either.
    """
    learnt, numbers = (
        statistics_of_documents(documents) if total_statistics is None else total_statistics,
        np.asarray(folds),
    )
    all_documents = np.arange(len(documents))
    for fold in np.unique(numbers):
        in_fold, rest = np.flatnonzero(numbers == fold), learnt.copy()
        removed = positions[numbers >= fold] if is_in_time else positions[in_fold]
        for _, piece in documents[removed].pieces():
            rest.forget(piece.features, piece.label_numbers, piece.weights)
        model = _make_model(recipe, documents, rest, None, np.delete(all_documents, removed))
        yield in_fold, model, prepare_documents(model, documents[positions[in_fold]])


def prepare_documents(model: Model, documents: AnyDocuments) -> PieceResults[Features]:
    """Return documents over any vocabulary as features for the model's scorer."""
    return PieceResults(documents, lambda piece: model.prepare(_map_to_model(model, piece)[0]))


def score_documents(scorer: Scorer, documents: PieceResults[Features]) -> FloatArray:
    """Return the scores (n_documents, n_labels) of documents that the scorer has not learnt."""
    scores = np.empty((len(documents.documents), len(scorer.labels)))
    for positions, _, features in documents:
        scores[positions] = scorer.log_joint(features)
    return scores


def _empty_scores(model: Model, documents: AnyDocuments) -> FloatArray:
    return np.empty((len(documents), len(model.labels)))


def _map_to_model(model: Model, documents: Documents) -> MappedDocuments:
    """Return the documents over the model's columns, and the number of unknown words of each."""
    features = documents.features
    if features.text is None:
        return features, np.zeros(features.n_documents)
    text = model.map_counts(features.text, documents.vocabulary)
    return Features(text.counts, features.numbers, features.choices), text.n_unknown


def _check_vocabulary(model: Model, documents: AnyDocuments) -> None:
    """Raise EngineError if no word of the documents is in the vocabulary.

    Only whole models are checked. A fold may have no known words; then the prior decides.
    """
    statistics = model.statistics
    reads_other_columns = model.recipe.event.allows_missing_columns and (statistics.numbers or statistics.choices)
    if (
        model.recipe.reads_text
        and statistics.text is not None
        and not len(model.vocabulary)
        and not reads_other_columns
    ):
        if not len(documents.vocabulary):
            raise EngineError("The documents have no words to learn from.")
        raise EngineError(f"None of the {len(documents.vocabulary)} words is left in the vocabulary.")


def _make_model(
    recipe: Recipe,
    documents: AnyDocuments,
    total_statistics: Statistics,
    table: TableColumns | None,
    members: IntArray | None = None,
) -> Model:
    """Return a model of the statistics `total_statistics`, with the words that the recipe selects.

    `members` are the positions of the documents that `total_statistics` contains; None means all.
    """
    tally = total_statistics.text
    if tally is None:
        return Model(recipe, Vocabulary(), total_statistics, table=table)
    limits, words = recipe.limits, documents.vocabulary
    unlabelled, also = _choose_unlabelled(recipe, documents, is_fold=members is not None), None
    if unlabelled is not None and limits.size is None and limits.word_list is None and limits.max_documents is None:
        also = unlabelled.has_word
    is_every_word = limits.is_open and not limits.stop_words and not limits.unknown_word
    if members is not None and is_every_word and UNKNOWN_WORD not in words:
        columns = np.arange(len(words))  # also for a fold: words without counts do not matter
    else:
        columns, words = choose_model_words(tally, limits, words, also)
    text, tfidf = restrict_counts(recipe, documents, members, tally, columns, len(words))
    statistics = Statistics(text, total_statistics.numbers, total_statistics.choices)
    model = Model(recipe, words, statistics, tfidf=tfidf, table=table)
    if recipe.is_fitted:
        _fit_factors(model, documents if members is None else documents[members], unlabelled)
    return model


def refit_factors(model: Model, documents: AnyDocuments) -> None:
    """Refit a model's factors to `documents`, which must be all documents that it has learnt.

    The documents may be counted over any vocabulary.
    """
    _fit_factors(model, documents, _choose_unlabelled(model.recipe, documents))


def _fit_factors(model: Model, documents: AnyDocuments, unlabelled: UnlabelledDocuments | None) -> None:
    held, guesses = documents.load(), None
    if unlabelled is not None:
        text = require_part(held.features.text, "text")
        first = unlabelled.guess_first_probabilities(text, held.label_numbers, len(held.labels), held.weights)
        counts = model.map_counts(unlabelled.counts, held.vocabulary).counts
        guesses = LabelGuesses(counts, first, model.recipe.unlabelled)
    model.fit(replace(held, features=_map_to_model(model, held)[0], vocabulary=model.vocabulary), guesses)


def _choose_unlabelled(recipe: Recipe, documents: AnyDocuments, *, is_fold: bool = False) -> UnlabelledDocuments | None:
    """Return the unlabelled documents that a model of this recipe learns from; None if the recipe does not use any.

    If there are many, a sample is returned. With `is_fold`, the sample is smaller.
    """
    if not recipe.unlabelled or isinstance(documents, StreamedDocuments) or documents.unlabelled is None:
        return None
    if not len(documents.unlabelled) or documents.features.text is None:
        return None
    return documents.unlabelled.sample(MAX_UNLABELLED_IN_FOLDS if is_fold else MAX_UNLABELLED)


def _count_documents_by_word(
    model: Model, documents: PieceResults[MappedDocuments], total_statistics: Statistics | None
) -> IntArray | None:
    """Return the number of documents that contain each word, (n_words,).

    Return None if the vocabulary is not open, because leaving out a document then makes no word unknown. If the model
    has learnt exactly these documents with weight 1, its tally has the numbers, which saves a pass.
    """
    tally, n_words = model.statistics.text, len(model.vocabulary)
    if tally is None or not model.recipe.limits.is_open:
        return None
    is_streamed, is_plain = isinstance(documents.documents, StreamedDocuments), documents.documents.weights is None
    if is_streamed and is_plain and total_statistics is not None and tally.threshold == 0:
        presences: IntArray = tally.token_sums[1] // UNIT
        return np.concatenate((presences, np.zeros(n_words - tally.n_tokens, dtype=np.int64)))
    n_documents_with = np.zeros(n_words, dtype=np.int64)
    for _, _, (counted, _) in documents:
        n_documents_with += np.bincount(require_part(counted.text, "text").tokens, minlength=n_words)
    return n_documents_with
