"""Models as pipelines of scikit-learn's own classes, judged both ways before they are written.

Its naive Bayes estimators are called as our event models are, with NB behind.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from app.domain.errors import ExchangeError
from app.services.exchange.plain_models import PlainModel, library
from nbengine.arrays.counts import UNIT, CountMatrix, FloatArray
from nbengine.learnt.statistics import Features, needed

EXTRA, SUFFIX = "sklearn", "NB"
AGREEMENT = 1e-9
N_PROBES = 64


def skops_bytes(plain: PlainModel) -> bytes:
    """Return a model as a file of skops, which scikit-learn loads where Bayleaf is not installed."""
    skops = library("skops.io", EXTRA)
    pipeline = pipeline_of(plain)
    check_agreement(plain, pipeline)
    return bytes(skops.dumps(pipeline))


def pipeline_of(plain: PlainModel) -> Any:
    """Return a pipeline of scikit-learn's own classes that judges as the model does."""
    naive_bayes = library("sklearn.naive_bayes", EXTRA)
    made = getattr(naive_bayes, f"{plain.recipe.event_model.capitalize()}{SUFFIX}", None)
    if made is None and not plain.recipe.event.is_fitted:
        raise ExchangeError("event-model", plain.name, plain.recipe.event.title)
    if plain.unknown_column is not None:
        raise ExchangeError("unknown-word", plain.name)
    estimator = linear(plain) if made is None else filled(made(), plain)
    steps = [("words", vectorizer_of(plain))] if plain.reads_text else []
    if plain.scorer.choices is not None:
        steps = [("numbers_of_values", encoder_of(plain))]
    return library("sklearn.pipeline", EXTRA).Pipeline([*steps, ("naive_bayes", estimator)])


def linear(plain: PlainModel) -> Any:
    """Return learnt factors as what they come to: weights of words, of which a label's score is the sum."""
    estimator = library("sklearn.linear_model", EXTRA).LogisticRegression()
    text = needed(plain.scorer.text, "text")
    weights, bias = plain.weights, text.bias[plain.order] + plain.log_prior
    if len(plain.labels) == 2:
        weights, bias = weights[1:] - weights[:1], bias[1:] - bias[:1]
    estimator.classes_ = np.array(plain.labels)
    estimator.coef_, estimator.intercept_ = np.ascontiguousarray(weights), bias
    estimator.n_features_in_, estimator.n_iter_ = len(plain.words), np.array([0], dtype=np.int32)
    estimator.multi_class = "auto"  # asked for by those before 1.8, and by no later one
    return estimator


def filled(estimator: Any, plain: PlainModel) -> Any:
    """Give an estimator what the model has learnt."""
    settings, documents = plain.recipe.settings, plain.documents
    estimator.classes_ = np.array(plain.labels)
    if plain.scorer.numbers is not None:
        return fill_curves(estimator, plain)
    if not plain.recipe.event.are_weights_shares and plain.recipe.event.has_prior(len(plain.labels), settings):
        raise ExchangeError("prior-of-complement", plain.name)
    estimator.set_params(alpha=plain.recipe.smoothing, fit_prior=plain.recipe.prior.kind == "data")
    estimator.class_count_, estimator.class_log_prior_ = documents, log_shares_of(plain)
    if plain.scorer.choices is not None:
        return fill_choices(estimator, plain)
    if plain.recipe.counts_absence:
        estimator.set_params(binarize=plain.recipe.threshold)
    if "norm" in estimator.get_params():
        estimator.set_params(norm=plain.recipe.norm)
        estimator.feature_all_ = plain.counts.sum(axis=0)
    estimator.feature_count_, estimator.feature_log_prob_ = plain.counts, plain.log_shares
    estimator.n_features_in_ = len(plain.words)
    return estimator


def log_shares_of(plain: PlainModel) -> Any:
    """(n_labels,): the prior, adding up to one even where none takes part."""
    return plain.log_prior - np.logaddexp.reduce(plain.log_prior)


def fill_curves(estimator: Any, plain: PlainModel) -> Any:
    curves, columns = needed(plain.scorer.numbers, "numbers"), plain.model.table.numbers
    pooled = needed(plain.model.statistics.numbers, "numbers").moments.pooled()
    estimator.set_params(var_smoothing=plain.recipe.var_smoothing)
    estimator.epsilon_ = plain.recipe.var_smoothing * float(pooled.variances.max(initial=0.0))
    estimator.theta_, estimator.var_ = curves.means[plain.order], curves.variances[plain.order]
    if not (estimator.var_ > 0).all():
        raise ExchangeError("no-variance", plain.name)
    estimator.class_count_, estimator.class_prior_ = plain.documents, np.exp(log_shares_of(plain))
    estimator.n_features_in_ = curves.means.shape[1]
    if columns and columns != tuple(map(str, range(len(columns)))):
        estimator.feature_names_in_ = np.array(columns, dtype=object)
    return estimator


def fill_choices(estimator: Any, plain: PlainModel) -> Any:
    counts = needed(plain.model.statistics.choices, "choices").counts
    tables = needed(plain.scorer.choices, "choices").tables
    estimator.category_count_ = [part[plain.order] / UNIT for part in counts]
    estimator.feature_log_prob_ = [table[plain.order, :-1] for table in tables]
    estimator.n_categories_ = np.array([part.shape[1] for part in counts])
    estimator.n_features_in_ = len(counts)
    return estimator


def encoder_of(plain: PlainModel) -> Any:
    """Number the values of columns; one that was never learnt is an error there, as it has no place."""
    counts, names = needed(plain.model.statistics.choices, "choices").counts, plain.model.table.values
    values = [list(known) for known in names] or [[str(n) for n in range(part.shape[1])] for part in counts]
    if not all(values):
        raise ExchangeError("no-values", plain.name)
    encoder = library("sklearn.preprocessing", EXTRA).OrdinalEncoder(
        categories=[np.array(known, dtype=object) for known in values], dtype=np.int64
    )
    first = np.array([[known[0] for known in values]], dtype=object)
    return encoder.fit(first)


def vectorizer_of(plain: PlainModel) -> Any:
    """Return a vectorizer that cuts and counts words as the model does."""
    text, recipe, rules = library("sklearn.feature_extraction.text", EXTRA), plain.recipe, plain.recipe.rules
    if recipe.counts_as == "binary" and recipe.threshold:
        raise ExchangeError("threshold", plain.name)
    cutting = {
        "lowercase": rules.lower,
        "token_pattern": rules.pattern,
        "ngram_range": rules.char_ngrams or rules.ngrams,
        "analyzer": "char" if rules.char_ngrams else "word",
        "stop_words": sorted(rules.stop_words) or None,
    }
    places = {word: column for column, word in enumerate(plain.words)}
    if not len(plain.idf):
        made = text.CountVectorizer(**cutting, binary=recipe.counts_as == "binary")
        made.vocabulary_ = places
        return made
    made = text.TfidfVectorizer(**cutting, sublinear_tf=recipe.sublinear)
    made.vocabulary_, made.idf_ = places, plain.idf
    return made


def check_agreement(plain: PlainModel, pipeline: Any) -> None:
    """Judge made-up documents both ways; a model that judges otherwise over there is not written."""
    estimator, probes = pipeline[-1], probes_of(plain)
    given: Any = probes.choices if probes.numbers is None else probes.numbers
    if (text := probes.text) is not None:
        cells = (text.values, text.tokens, text.starts)
        given = library("scipy.sparse", EXTRA).csr_matrix(cells, (text.n_documents, text.n_tokens))
    with warnings.catch_warnings(action="ignore"):  # columns of an array have no names
        theirs = scores_by(estimator, given)
    ours = plain.scorer.log_joint(probes)[:, plain.order]
    ours, theirs = (each - each.max(axis=1, keepdims=True) for each in (ours, theirs))
    furthest = float(np.abs(ours - theirs).max(initial=0.0) / max(1.0, float(np.abs(ours).max(initial=0.0))))
    if not furthest <= AGREEMENT:
        raise ExchangeError("differs", plain.name, f"{furthest:.2g}")


def scores_by(estimator: Any, given: Any) -> FloatArray:
    """(n_documents, n_labels): scores whose differences are log-odds."""
    if hasattr(estimator, "predict_joint_log_proba"):
        return np.asarray(estimator.predict_joint_log_proba(given))
    scores = np.asarray(estimator.decision_function(given))
    return scores if scores.ndim == 2 else np.stack([np.zeros(len(scores)), scores], axis=1)


def probes_of(plain: PlainModel) -> Features:
    """Made-up documents over the scorer's columns: some words each, numbers about the means, any values."""
    numbers = np.random.default_rng(1)
    scorer = plain.scorer
    if scorer.numbers is not None:
        spread = np.sqrt(scorer.numbers.variances.mean(axis=0))
        drawn = scorer.numbers.means.mean(axis=0) + spread * numbers.standard_normal((N_PROBES, len(spread)))
        return Features(numbers=drawn)
    if scorer.choices is not None:
        sizes = [table.shape[1] - 1 for table in scorer.choices.tables]
        return Features(choices=numbers.integers(0, sizes, (N_PROBES, len(sizes))))
    n_words, n_each = len(plain.words), min(20, len(plain.words))
    tokens = np.concatenate([np.sort(numbers.choice(n_words, n_each, replace=False)) for _ in range(N_PROBES)])
    values = numbers.integers(1, 4, len(tokens)).astype(np.int32)
    return Features(CountMatrix(np.arange(N_PROBES + 1) * n_each, tokens.astype(np.int32), values, n_words))
