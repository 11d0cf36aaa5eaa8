"""From counted documents to a model: choose the words, learn, and find out how far the verdicts can be trusted.

How far is judged by leave-one-out, in one pass and for a fixed vocabulary. A vocabulary that was chosen by looking at
the labels is judged by folds instead, each with words chosen from the other folds alone.
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
from nbengine.filter.document_score import LeftOutOf
from nbengine.learnt.documents import (
    AnyDocuments,
    Documents,
    Passes,
    StreamedDocuments,
    labelled_documents,
    statistics_of_documents,
)
from nbengine.learnt.statistics import Features, Statistics, require_part
from nbengine.measure.unseen_documents import (
    ENOUGH_DOCUMENTS,
    MANY_DOCUMENTS,
    MOST_FOLDS,
    UnseenDocuments,
    contiguous_folds,
    leaders_alike,
    some_stretches,
    stratified_folds,
    unseen_documents,
)
from nbengine.models.fitted_factors import restricted_counts
from nbengine.models.model import Model, TableColumns
from nbengine.models.model_words import chosen_words
from nbengine.models.recipe import Recipe
from nbengine.text.token_counter import TokenCounter
from nbengine.text.token_rules import UNKNOWN_WORD
from nbengine.text.vocabulary import Vocabulary
from nbengine.trust.calibration import fit_calibration, tokens_of_no_other
from nbengine.trust.verdicts import fit_assurance

FOLDS_OF_A_FIT = 5
"""Half the folds tell as much where factors are fitted to many documents."""
FEW_DOCUMENTS = 200
"""Fewer are calibrated by leaving one out at a time."""

Adopted = tuple[Features, FloatArray]
"""Documents over a model's columns, and how many words of each the model does not know."""


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
) -> Model:
    """Make a model of documents counted over a vocabulary, one label number (and weight) each.

    Without assurance the probabilities stay raw and no verdict is unsure; that is quicker.
    """
    documents = labelled_documents(features, label_numbers, labels, vocabulary, weights)
    whole = statistics_of_documents(documents)
    model = model_of_whole(recipe, documents, whole, table)
    if is_assured:
        assure(model, documents, whole)
    return model


def model_of_whole(
    recipe: Recipe, documents: AnyDocuments, whole: Statistics, table: TableColumns | None = None
) -> Model:
    """Make a model of documents, and of what they add up to over the words they were counted over; not assured."""
    _check_labels(whole)
    model = _model(recipe, documents, whole, table)
    _check_words(model, documents)
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
    """Make a model of texts with a label name each; the model's labels are in alphabetical order."""
    chosen = Recipe() if recipe is None else recipe
    if len(texts) != len(labels):
        raise EngineError(f"{len(texts)} texts need as many labels, not {len(labels)}.")
    counter = TokenCounter(chosen.rules)
    counts = counter.count(texts, fields)
    names = sorted(set(labels))
    numbers = np.fromiter((names.index(label) for label in labels), np.int64, len(labels))
    return train_model(chosen, counts, numbers, names, counter.vocabulary, weights, is_assured=is_assured)


@dataclass(frozen=True, slots=True, eq=False)
class HonestScores:
    """Scores of a model for its own documents, each as if it had not learnt it."""

    log_joint: FloatArray
    """(n_documents, n_labels)"""
    lengths: FloatArray
    """(n_documents,): how much of each document takes part, which calibration asks for."""
    unknown: FloatArray
    """(n_documents,): how many words of each document the model would not know, had it not learnt the document."""
    evidence: FloatArray | None = None
    """(n_documents,): how strongly the words of each speak for the second of two labels; None where that is not all
    the model goes by, or where words were chosen by the labels of the documents."""


def assure(
    model: Model,
    documents: AnyDocuments,
    whole: Statistics | None = None,
    dates_s: IntArray | None = None,
    *,
    has_marks: bool = True,
) -> HonestScores:
    """Find out how far a model of these documents can be trusted; return the scores that say so.

    The documents are over any vocabulary; `whole` is what they add up to there, if it is known already. Dates
    (n_documents,) below zero are unknown. Without marks by label, which a band takes the place of, no document is
    judged as new ones will be.
    """
    honest, numbers, recipe = honest_scores(model, documents, whole), documents.label_numbers, model.recipe
    unseen, by_stretches = unseen_documents(documents, dates_s) if has_marks else None, None
    is_by_neighbours = unseen is not None and unseen.is_by_neighbours
    if unseen is None or (recipe.is_fitted and is_by_neighbours):
        as_new = np.arange(len(documents)), honest.log_joint
    else:
        as_new = unseen.picked, scores_of_unseen(recipe, documents, unseen, whole)
    if not recipe.is_fitted and len(documents) >= FEW_DOCUMENTS:
        picked, log_joint = as_new
        if not is_by_neighbours:
            copies = leaders_alike(documents) if unseen is None or unseen.copies is None else unseen.copies
            picked, folds = some_stretches(numbers, ENOUGH_DOCUMENTS, copies)
            log_joint = scores_of_folds(recipe, documents, picked, folds, whole)
        by_stretches = fit_calibration(log_joint, numbers[picked], honest.lengths[picked])
    model.assurance = fit_assurance(
        honest.log_joint,
        numbers,
        honest.lengths,
        honest.unknown,
        model.scorer.log_prior,
        documents.labels,
        calibration=by_stretches,
        as_new=as_new,
    )
    return honest


def scores_of_unseen(
    recipe: Recipe, documents: AnyDocuments, unseen: UnseenDocuments, whole: Statistics | None = None
) -> FloatArray:
    """Return the scores (n_picked, n_labels) of documents judged as new ones will be."""
    judged = scores_of_folds(recipe, documents, unseen.judged, unseen.folds, whole, is_in_time=unseen.is_in_time)
    return judged[np.isin(unseen.judged, unseen.picked)]


def honest_scores(model: Model, documents: AnyDocuments, whole: Statistics | None = None) -> HonestScores:
    """Judge a model's own documents, each by a model that did not learn it.

    By leave-one-out, or by folds where the words were chosen by their labels.
    """
    adopted, by_folds = Passes(documents, lambda piece: _adopted(model, piece)), model.recipe.is_judged_by_folds
    with_each = _documents_with_each_word(model, adopted, whole)
    scores, lengths, strange = _room(model, documents), np.empty(len(documents)), np.empty(len(documents))
    evidence = np.empty(len(documents)) if model.has_witnesses and not by_folds else None
    for places, piece, (counted, unknown) in adopted:
        lengths[places] = model.lengths(counted)
        strange[places] = unknown
        if counted.text is not None and with_each is not None:
            strange[places] += tokens_of_no_other(counted.text, with_each)
        if not by_folds:
            scores[places] = model.left_out(counted, piece.label_numbers, piece.weights).log_joint()
        if evidence is not None:
            evidence[places] = model.evidence(counted, LeftOutOf(piece.label_numbers, piece.weights))
    if by_folds:
        scores = _scores_of_random_folds(model.recipe, documents, whole)
    return HonestScores(scores, lengths, strange, evidence)


def honest_log_joint(model: Model, documents: AnyDocuments) -> FloatArray:
    """Return the scores (n_documents, n_labels) of a model's own documents, each by a model that did not learn it.

    By leave-one-out, or by folds where the words were chosen by their labels.
    """
    if model.recipe.is_judged_by_folds:
        return _scores_of_random_folds(model.recipe, documents, None)
    scores = _room(model, documents)
    for places, piece in documents.pieces():
        left_out = model.left_out(_adopted(model, piece)[0], piece.label_numbers, piece.weights)
        scores[places] = left_out.log_joint()
    return scores


def _scores_of_random_folds(recipe: Recipe, documents: AnyDocuments, whole: Statistics | None) -> FloatArray:
    return folds_log_joint(recipe, documents, own_honest_folds(recipe, documents), whole)


def own_honest_folds(recipe: Recipe, documents: AnyDocuments) -> IntArray:
    """(n_documents,): the folds that `honest_log_joint` judges a model's own documents by."""
    leaders = leaders_alike(documents) if recipe.is_fitted and recipe.cuts is None else None
    return honest_folds(recipe, documents.label_numbers, leaders)


def honest_folds(recipe: Recipe, label_numbers: IntArray, leaders: IntArray | None = None) -> IntArray:
    """(n_documents,): the fold of each document.

    Words that were chosen are judged by folds at random; a fit by stretches of neighbours, whose answers and copies are
    left out with them, so that the same scores tell how sure to be of documents of another time. Rows of a table are
    often sorted, and a stretch of them would be one of a kind: they go at random.
    """
    n_documents = len(label_numbers)
    is_many = recipe.is_fitted and n_documents >= MANY_DOCUMENTS
    n_folds = FOLDS_OF_A_FIT if is_many else min(MOST_FOLDS, n_documents)
    if not recipe.is_fitted or recipe.cuts is not None:
        return stratified_folds(label_numbers, n_folds)
    return contiguous_folds(label_numbers, n_folds, leaders)


def folds_log_joint(
    recipe: Recipe, documents: AnyDocuments, folds: npt.ArrayLike, whole: Statistics | None = None
) -> FloatArray:
    """Return the scores (n_documents, n_labels) of each document by a model of the other folds: words, idf and all.

    The words are ranked from the whole less the fold, so no document is counted or added up again for that.
    """
    return scores_of_folds(recipe, documents, np.arange(len(documents)), folds, whole)


def folds_by_subtraction(model: Model, documents: AnyDocuments, folds: npt.ArrayLike) -> FloatArray:
    """Return the scores (n_documents, n_labels) of each document by the model without its fold, over the same words.

    Exact for whole counts; a model of tf-idf has an idf that holds the fold, and asks for `folds_log_joint`.
    """
    numbers, scores = np.asarray(folds), _room(model, documents)
    for fold in np.unique(numbers):
        own = np.flatnonzero(numbers == fold)
        part = prepared(model, documents[own])
        rest = model.scored_statistics.copy()
        for _, piece, features in part:
            rest.forget(features, piece.label_numbers, piece.weights)
        scores[own] = scores_by(derive(rest, model.recipe.settings), part)
    return scores


def evidence_by_subtraction(model: Model, documents: AnyDocuments, folds: npt.ArrayLike) -> FloatArray:
    """(n_documents,): what the words of each say for the second of two labels by the model without its fold."""
    numbers, evidence = np.asarray(folds), np.empty(len(documents))
    for fold in np.unique(numbers):
        own = np.flatnonzero(numbers == fold)
        rest, part = model.scored_statistics.copy(), documents[own]
        for _, piece, features in prepared(model, part):
            rest.forget(features, piece.label_numbers, piece.weights)
        for places, piece in part.pieces():
            evidence[own[places]] = model.evidence(_adopted(model, piece)[0], learnt=rest)
    return evidence


def scores_of_folds(
    recipe: Recipe,
    documents: AnyDocuments,
    picked: IntArray,
    folds: npt.ArrayLike,
    whole: Statistics | None,
    *,
    is_in_time: bool = False,
) -> FloatArray:
    """Return the scores (n_picked, n_labels) of some of the documents, each by a model of all but its fold among
    them; in time, by a model without the folds that come after it either."""
    log_joint = np.empty((len(picked), len(documents.labels)))
    for own, model, part in models_without_folds(recipe, documents, picked, folds, whole, is_in_time=is_in_time):
        log_joint[own] = scores_by(model.scorer, part)
    return log_joint


def models_without_folds(
    recipe: Recipe,
    documents: AnyDocuments,
    picked: IntArray,
    folds: npt.ArrayLike,
    whole: Statistics | None = None,
    *,
    is_in_time: bool = False,
) -> Iterator[tuple[IntArray, Model, Passes[Features]]]:
    """Yield for each fold of some of the documents: its places among them, a model of all others (in time, of what
    comes before it), its prepared features."""
    learnt, numbers = statistics_of_documents(documents) if whole is None else whole, np.asarray(folds)
    everyone = np.arange(len(documents))
    for fold in np.unique(numbers):
        own, rest = np.flatnonzero(numbers == fold), learnt.copy()
        gone = picked[numbers >= fold] if is_in_time else picked[own]
        for _, piece in documents[gone].pieces():
            rest.forget(piece.features, piece.label_numbers, piece.weights)
        model = _model(recipe, documents, rest, None, np.delete(everyone, gone))
        yield own, model, prepared(model, documents[picked[own]])


def prepared(model: Model, documents: AnyDocuments) -> Passes[Features]:
    """Return documents over any vocabulary as the model's scorer takes them."""
    return Passes(documents, lambda piece: model.prepared(_adopted(model, piece)[0]))


def scores_by(scorer: Scorer, documents: Passes[Features]) -> FloatArray:
    """Return the scores (n_documents, n_labels) of documents that a scorer has not seen."""
    scores = np.empty((len(documents.documents), len(scorer.labels)))
    for places, _, features in documents:
        scores[places] = scorer.log_joint(features)
    return scores


def _room(model: Model, documents: AnyDocuments) -> FloatArray:
    return np.empty((len(documents), len(model.labels)))


def _adopted(model: Model, documents: Documents) -> Adopted:
    """The documents over the model's columns, and how many words of each it does not know."""
    given = documents.features
    if given.text is None:
        return given, np.zeros(given.n_documents)
    text = model.adopt(given.text, documents.vocabulary)
    return Features(text.counts, given.numbers, given.choices), text.unknown


def _check_labels(whole: Statistics) -> None:
    if not whole.documents.any():
        raise EngineError("There are no documents to learn from.")
    if len(whole.labels) < 2:
        raise EngineError(f"All documents have the label {whole.labels[0]!r}; two labels are the least to tell apart.")
    empty = [label for label, documents in zip(whole.labels, whole.documents.tolist(), strict=True) if not documents]
    if empty:
        raise EngineError(f"The label {empty[0]!r} has no documents to learn from.")


def _check_words(model: Model, documents: AnyDocuments) -> None:
    """A fold may leave no word, and is then judged by the prior; a whole model without words is a mistake."""
    statistics = model.statistics
    reads_other_columns = model.recipe.event.takes_what_is_there and (statistics.numbers or statistics.choices)
    if (
        model.recipe.reads_text
        and statistics.text is not None
        and not len(model.vocabulary)
        and not reads_other_columns
    ):
        if not len(documents.vocabulary):
            raise EngineError("The documents have no words to learn from.")
        raise EngineError(f"None of the {len(documents.vocabulary)} words is left in the vocabulary.")


def _model(
    recipe: Recipe,
    documents: AnyDocuments,
    whole: Statistics,
    table: TableColumns | None,
    members: IntArray | None = None,
) -> Model:
    """Restrict what was learnt, from all documents or from some of them, to the words that the recipe keeps."""
    tally = whole.text
    if tally is None:
        return Model(recipe, Vocabulary(), whole, table=table)
    limits, words = recipe.limits, documents.vocabulary
    is_every_word = limits.is_open and not limits.stop_words and not limits.unknown_word
    if members is not None and is_every_word and UNKNOWN_WORD not in words:
        columns = np.arange(len(words))  # of a fold too: words that nobody counted take no part
    else:
        columns, words = chosen_words(tally, limits, words)
    text, tfidf = restricted_counts(recipe, documents, members, tally, columns, len(words))
    statistics = Statistics(text, whole.numbers, whole.choices)
    model = Model(recipe, words, statistics, tfidf=tfidf, table=table)
    if recipe.is_fitted:
        fit_again(model, documents if members is None else documents[members])
    return model


def fit_again(model: Model, documents: AnyDocuments) -> None:
    """Fit a model's factors to all documents that it has learnt, whatever the vocabulary they were counted over."""
    held = documents.held()
    model.fit(replace(held, features=_adopted(model, held)[0], vocabulary=model.vocabulary))


def _documents_with_each_word(model: Model, adopted: Passes[Adopted], whole: Statistics | None) -> IntArray | None:
    """(n_words,): how many of the documents have each word; None where no word is unknown without its document.

    Where the model has learnt just these documents, `whole`, and each weighs one, it knows without another pass.
    """
    tally, n_words = model.statistics.text, len(model.vocabulary)
    if tally is None or not model.recipe.limits.is_open:
        return None
    is_streamed, is_plain = isinstance(adopted.documents, StreamedDocuments), adopted.documents.weights is None
    if is_streamed and is_plain and whole is not None and tally.threshold == 0:
        presences: IntArray = tally.token_sums[1] // UNIT
        return np.concatenate((presences, np.zeros(n_words - tally.n_tokens, dtype=np.int64)))
    found = np.zeros(n_words, dtype=np.int64)
    for _, _, (counted, _) in adopted:
        found += np.bincount(require_part(counted.text, "text").tokens, minlength=n_words)
    return found
