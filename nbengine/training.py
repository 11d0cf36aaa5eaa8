"""From counted documents to a model: choose the words, learn, and find out how far the verdicts can be trusted.

How far is judged by leave-one-out, in one pass and for a fixed vocabulary. A vocabulary that was chosen by looking at
the labels is judged by folds instead, each with words chosen from the other folds alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nbengine.calibration import Calibration, fit_calibration
from nbengine.columns import remapped
from nbengine.conformal import tokens_of_no_other
from nbengine.counter import TokenCounter
from nbengine.counts import CountMatrix, FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.features import Features, features_of, needed
from nbengine.folds import contiguous_folds, stratified_folds, without_each_fold
from nbengine.model import Model, TableColumns
from nbengine.recipe import Recipe
from nbengine.rules import UNKNOWN_WORD
from nbengine.statistics import Statistics, empty_statistics
from nbengine.sums import add_up
from nbengine.tally import Tally
from nbengine.units import checked_label_numbers, units_of
from nbengine.verdicts import fit_assurance
from nbengine.vocabulary import Vocabulary
from nbengine.weighting import TfIdf, tfidf_from
from nbengine.words import UNKNOWN_COLUMN, chosen_words

MOST_FOLDS = 10
STRETCHES = 10
"""Of each label's documents in the order in which they came."""
ENOUGH_DOCUMENTS = 5_000
"""To calibrate with; of more, some stretches do."""
FEW_DOCUMENTS = 200
"""Fewer are calibrated by leaving one out at a time."""


@dataclass(frozen=True, slots=True, eq=False)
class Documents:
    """Labelled documents, counted over any vocabulary."""

    features: Features
    label_numbers: IntArray
    labels: tuple[str, ...]
    vocabulary: Vocabulary
    """What the columns of the text are."""
    weights: FloatArray | None = None

    def __getitem__(self, numbers: IntArray) -> Documents:
        """Take some of the documents."""
        weights = None if self.weights is None else self.weights[numbers]
        return Documents(self.features[numbers], self.label_numbers[numbers], self.labels, self.vocabulary, weights)


def labelled_documents(
    features: Features | CountMatrix,
    label_numbers: npt.ArrayLike,
    labels: Sequence[str],
    vocabulary: Vocabulary | Sequence[str] = (),
    weights: npt.ArrayLike | None = None,
) -> Documents:
    """Put together what is known of some documents; raise EngineError where it does not fit together."""
    given = features_of(features)
    words = vocabulary if isinstance(vocabulary, Vocabulary) else Vocabulary(vocabulary)
    numbers = checked_label_numbers(label_numbers, given.n_documents, len(labels))
    if given.text is not None and given.text.n_tokens < len(words):
        given = Features(given.text.widened(len(words)), given.numbers, given.choices)
    if given.text is not None and given.text.n_tokens != len(words):
        raise EngineError(f"The counts have {given.text.n_tokens} columns for {len(words)} words.")
    checked = None if weights is None else np.asarray(weights, dtype=np.float64)
    return Documents(given, numbers, tuple(labels), words, checked)


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
    whole = learnt_from(documents)
    model = model_of_whole(recipe, documents, whole, table)
    if is_assured:
        assure(model, documents, whole)
    return model


def model_of_whole(recipe: Recipe, documents: Documents, whole: Statistics, table: TableColumns | None = None) -> Model:
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
    """How a model judges its own documents, each as if it had not learnt it."""

    log_joint: FloatArray
    """(n_documents, n_labels)"""
    lengths: FloatArray
    """(n_documents,): how much of each document takes part, which calibration asks for."""


def assure(model: Model, documents: Documents, whole: Statistics | None = None) -> HonestScores:
    """Find out how far a model of these documents can be trusted; return the scores that say so.

    The documents are over any vocabulary; `whole` is what they add up to there, if it is known already.
    """
    counted, unknown = _adopted(model, documents)
    log_joint = _honest_log_joint(model, documents, counted, whole)
    lengths, strange = model.lengths(counted), _unknown_if_left_out(model, counted, unknown)
    model.assurance = fit_assurance(
        log_joint,
        documents.label_numbers,
        lengths,
        strange,
        model.scorer.log_prior,
        calibration=_calibration_by_stretches(model.recipe, documents, lengths, whole),
    )
    return HonestScores(log_joint, lengths)


def _calibration_by_stretches(
    recipe: Recipe, documents: Documents, lengths: FloatArray, whole: Statistics | None
) -> Calibration | None:
    """How sure to be of documents of another time; None where there are too few documents to leave stretches out.

    Left out one at a time, a document is judged with its answers and copies at hand, and the model seems better than
    it will be. Some of the stretches are enough where there are many documents.
    """
    numbers = documents.label_numbers
    if len(numbers) < FEW_DOCUMENTS:
        return None
    picked, stretches = some_stretches(numbers, ENOUGH_DOCUMENTS)
    log_joint = _scores_of_folds(recipe, documents, picked, stretches, whole)
    return fit_calibration(log_joint, numbers[picked], lengths[picked])


def some_stretches(label_numbers: IntArray, enough: int) -> tuple[IntArray, IntArray]:
    """Cut documents into stretches of neighbours, and take as many stretches as hold enough documents.

    Returns document numbers and the stretch of each.
    """
    stretches = contiguous_folds(label_numbers, STRETCHES)
    n_needed = min(STRETCHES, -(-STRETCHES * enough // len(label_numbers)))
    chosen = np.linspace(0, STRETCHES - 1, n_needed + 2)[1:-1].round() if n_needed < STRETCHES else stretches
    picked = np.flatnonzero(np.isin(stretches, chosen))
    return picked, stretches[picked]


def honest_log_joint(model: Model, documents: Documents) -> FloatArray:
    """Scores (n_documents, n_labels) of a model's own documents, each by a model that did not learn it.

    By leave-one-out, or by folds where the words were chosen by their labels.
    """
    return _honest_log_joint(model, documents, _adopted(model, documents)[0], None)


def _honest_log_joint(model: Model, documents: Documents, counted: Features, whole: Statistics | None) -> FloatArray:
    recipe = model.recipe
    if recipe.reads_text and recipe.limits.needs_folds:
        folds = stratified_folds(documents.label_numbers, min(MOST_FOLDS, len(documents.label_numbers)))
        return folds_log_joint(recipe, documents, folds, whole)
    return model.left_out(counted, documents.label_numbers, documents.weights).log_joint()


def folds_log_joint(
    recipe: Recipe, documents: Documents, folds: npt.ArrayLike, whole: Statistics | None = None
) -> FloatArray:
    """Scores (n_documents, n_labels) of each document by a model of the other folds: words, idf and all.

    The words are ranked from the whole less the fold, so no document is counted or added up again for that.
    """
    return _scores_of_folds(recipe, documents, np.arange(len(documents.label_numbers)), folds, whole)


def _scores_of_folds(
    recipe: Recipe, documents: Documents, picked: IntArray, folds: npt.ArrayLike, whole: Statistics | None
) -> FloatArray:
    """Scores (n_picked, n_labels) of some of the documents, each by a model of all but its fold among them."""
    log_joint = np.empty((len(picked), len(documents.labels)))
    for own, model, prepared in models_without_folds(recipe, documents, picked, folds, whole):
        log_joint[own] = model.scorer.log_joint(prepared)
    return log_joint


def models_without_folds(
    recipe: Recipe, documents: Documents, picked: IntArray, folds: npt.ArrayLike, whole: Statistics | None = None
) -> Iterator[tuple[IntArray, Model, Features]]:
    """For each fold of some of the documents: its places among them, a model of all others, its prepared features."""
    learnt = learnt_from(documents) if whole is None else whole
    part, everyone = documents[picked], np.arange(len(documents.label_numbers))
    for rest, own in without_each_fold(learnt, part.features, part.label_numbers, folds, part.weights):
        model = _model(recipe, documents, rest, None, np.delete(everyone, picked[own]))
        yield own, model, model.prepared(_adopted(model, part[own])[0])


def _adopted(model: Model, documents: Documents) -> tuple[Features, FloatArray]:
    """The documents over the model's columns, and how many words of each it does not know."""
    given = documents.features
    if given.text is None:
        return given, np.zeros(given.n_documents)
    text = model.adopt(given.text, documents.vocabulary)
    return Features(text.counts, given.numbers, given.choices), text.unknown


def learnt_from(documents: Documents) -> Statistics:
    """What all documents add up to over the words they were counted over, as plain counts above no threshold."""
    statistics = empty_statistics(documents.labels, documents.features)
    statistics.learn(documents.features, documents.label_numbers, documents.weights)
    return statistics


def _check_labels(whole: Statistics) -> None:
    if not whole.documents.any():
        raise EngineError("There are no documents to learn from.")
    if len(whole.labels) < 2:
        raise EngineError(f"All documents have the label {whole.labels[0]!r}; two labels are the least to tell apart.")
    empty = [label for label, documents in zip(whole.labels, whole.documents.tolist(), strict=True) if not documents]
    if empty:
        raise EngineError(f"The label {empty[0]!r} has no documents to learn from.")


def _check_words(model: Model, documents: Documents) -> None:
    """A fold may leave no word, and is then judged by the prior; a whole model without words is a mistake."""
    statistics = model.statistics
    reads_other_columns = model.recipe.event_model == "mixed" and (statistics.numbers or statistics.choices)
    if (
        model.recipe.reads_text
        and statistics.text is not None
        and not len(model.vocabulary)
        and not reads_other_columns
    ):
        raise EngineError(f"None of the {len(documents.vocabulary)} words is left in the vocabulary.")


def _model(
    recipe: Recipe,
    documents: Documents,
    whole: Statistics,
    table: TableColumns | None,
    members: IntArray | None = None,
) -> Model:
    """Restrict what was learnt, from all documents or from some of them, to the words that the recipe keeps."""
    tally = whole.text
    if tally is None:
        return Model(recipe, Vocabulary(), whole, table=table)
    columns, words = _words(recipe, documents.vocabulary, tally, is_fold=members is not None)
    text, tfidf = _restricted(recipe, documents, members, tally, columns, len(words))
    statistics = Statistics(text, whole.numbers, whole.choices)
    return Model(recipe, words, statistics, tfidf=tfidf, table=table)


def _words(recipe: Recipe, vocabulary: Vocabulary, tally: Tally, *, is_fold: bool) -> tuple[IntArray, Vocabulary]:
    """A model's words; those of a fold of all words are the same, as words that nobody counted take no part."""
    limits = recipe.limits
    is_every_word = limits.is_open and not limits.stop_words and not limits.unknown_word
    if is_fold and is_every_word and UNKNOWN_WORD not in vocabulary:
        return np.arange(len(vocabulary)), vocabulary
    return chosen_words(tally, limits, vocabulary)


def _restricted(
    recipe: Recipe, documents: Documents, members: IntArray | None, tally: Tally, columns: IntArray, n_tokens: int
) -> tuple[Tally, TfIdf | None]:
    """The tally over a model's columns; by the documents again only where it cannot be told from the whole."""
    if recipe.counts_as != "tfidf" and recipe.threshold == tally.threshold:
        if np.array_equal(columns, np.arange(n_tokens)):
            return tally, None
        if not recipe.limits.unknown_word:
            return tally.restricted(np.flatnonzero(columns >= 0)).widened(n_tokens), None
        return _with_unknown_word(documents, members, tally, columns).widened(n_tokens), None
    learnt = documents if members is None else documents[members]
    own = remapped(needed(learnt.features.text, "text"), columns, n_tokens)
    tfidf = _tfidf(recipe, own) if recipe.counts_as == "tfidf" else None
    text = Tally(documents.labels, n_tokens, is_real=tfidf is not None, threshold=recipe.threshold)
    text.learn(own if tfidf is None else tfidf(own), learnt.label_numbers, learnt.weights)
    return text, tfidf


def _with_unknown_word(documents: Documents, members: IntArray | None, tally: Tally, columns: IntArray) -> Tally:
    """Add up all other words in the first column; only how many documents have any of them is not in the tally."""
    counts, is_other = needed(documents.features.text, "text"), columns == UNKNOWN_COLUMN
    n_before = np.concatenate(([0], np.cumsum(is_other[counts.tokens] & (counts.values > 0))))
    has_other = n_before[counts.starts[1:]] > n_before[counts.starts[:-1]]
    everyone = np.arange(counts.n_documents) if members is None else members
    having = everyone[has_other[everyone]]
    units = units_of(documents.weights, counts.n_documents)
    presences = add_up(documents.label_numbers[having], None if units is None else units[having], tally.n_labels)
    narrow = tally.restricted(np.flatnonzero(~is_other), unknown_presences=presences)
    return narrow.remapped(np.roll(np.arange(narrow.n_tokens), -1), narrow.n_tokens)


def _tfidf(recipe: Recipe, counts: CountMatrix) -> TfIdf:
    if recipe.with_idf:
        return tfidf_from(counts, is_sublinear=recipe.sublinear)
    return TfIdf(np.ones(counts.n_tokens), 1.0, recipe.sublinear)


def _unknown_if_left_out(model: Model, counted: Features, unknown: FloatArray) -> FloatArray:
    """(n_documents,): how many words of each document the model would not know, had it not learnt the document."""
    text = counted.text
    if text is None or not model.recipe.limits.is_open:
        return unknown
    return unknown + tokens_of_no_other(text, np.bincount(text.tokens, minlength=text.n_tokens))
