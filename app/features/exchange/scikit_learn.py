"""Export models as scikit-learn pipelines (skops files), and import scikit-learn's naive Bayes estimators.

scikit-learn's estimators have the names of our event models, followed by NB. Before a file is written, both models
judge generated documents, and the scores must agree.
"""

from __future__ import annotations

import io
import math
import warnings
import zipfile
from typing import Any

import numpy as np

from app.domain.errors import ForeignFileError
from app.features.exchange.conversions import PlainModel
from app.library.engine_errors import import_extra
from nbengine.counts import (
    MAX_SUM_IN_UNITS,
    UNIT,
    CountMatrix,
    FloatArray,
    IntArray,
)
from nbengine.errors import EngineError
from nbengine.events import EVENT_MODELS
from nbengine.events.event_model import Prior, Weighting
from nbengine.learnt.number_tally import Moments, NumberTally
from nbengine.learnt.statistics import ChoiceTally, Features, Statistics, TableColumns, require_part
from nbengine.learnt.tally import Tally, TfIdf
from nbengine.models.model import Model
from nbengine.models.recipe import Recipe, VocabularyLimits
from nbengine.text.token_rules import TokenRules
from nbengine.text.vocabulary import Vocabulary

EXTRA, SUFFIX = "sklearn", "NB"
AGREEMENT = 1e-9
"""Largest difference that is allowed between the scores of both models."""
N_PROBES = 64
"""Number of generated documents on which the models are compared."""


def model_to_skops(plain: PlainModel) -> bytes:
    """Return a model as a skops file, which scikit-learn can load without Bayleaf.

    Raises:
        ForeignFileError: scikit-learn cannot represent the model, or its scores differ.
    """
    skops = import_extra("skops.io", EXTRA)
    pipeline = pipeline_of(plain)
    check_agreement(plain, pipeline)
    return bytes(skops.dumps(pipeline))


def pipeline_of(plain: PlainModel) -> Any:
    """Return a pipeline of scikit-learn's own classes that judges like the model."""
    naive_bayes = import_extra("sklearn.naive_bayes", EXTRA)
    estimator_class = getattr(naive_bayes, f"{plain.recipe.event_model.capitalize()}{SUFFIX}", None)
    if estimator_class is None and not plain.recipe.event.is_fitted:
        raise ForeignFileError("event-model", plain.name, plain.recipe.event.title)
    if plain.unknown_column is not None:
        raise ForeignFileError("unknown-word", plain.name)
    estimator = (
        logistic_regression_of(plain) if estimator_class is None else set_fitted_attributes(estimator_class(), plain)
    )
    steps = [("words", vectorizer_of(plain))] if plain.reads_text else []
    if plain.scorer.choices is not None:
        steps = [("numbers_of_values", encoder_of(plain))]
    return import_extra("sklearn.pipeline", EXTRA).Pipeline([*steps, ("naive_bayes", estimator)])


def logistic_regression_of(plain: PlainModel) -> Any:
    """Return learnt factors as a logistic regression: in both, the score of a label is a weighted sum of word
    counts.
    """
    estimator = import_extra("sklearn.linear_model", EXTRA).LogisticRegression()
    text = require_part(plain.scorer.text, "text")
    weights, bias = plain.weights, text.bias[plain.order] + plain.log_prior
    if len(plain.labels) == 2:
        weights, bias = weights[1:] - weights[:1], bias[1:] - bias[:1]
    estimator.classes_ = np.array(plain.labels)
    estimator.coef_, estimator.intercept_ = np.ascontiguousarray(weights), bias
    estimator.n_features_in_, estimator.n_iter_ = len(plain.words), np.array([0], dtype=np.int32)
    estimator.multi_class = "auto"  # read by scikit-learn before 1.8
    return estimator


def set_fitted_attributes(estimator: Any, plain: PlainModel) -> Any:
    """Set the fitted attributes of an estimator from the model, and return the estimator."""
    settings, documents = plain.recipe.settings, plain.documents
    estimator.classes_ = np.array(plain.labels)
    if plain.scorer.numbers is not None:
        return fill_normal_distributions(estimator, plain)
    if not plain.recipe.event.are_weights_shares and plain.recipe.event.has_prior(len(plain.labels), settings):
        raise ForeignFileError("prior-of-complement", plain.name)
    estimator.set_params(alpha=plain.recipe.smoothing, fit_prior=plain.recipe.prior.kind == "data")
    estimator.class_count_, estimator.class_log_prior_ = documents, log_prior_of(plain)
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


def log_prior_of(plain: PlainModel) -> Any:
    """Return the log-prior, (n_labels,). The probabilities are normalised to sum to 1, also if the model ignores the
    prior.
    """
    return plain.log_prior - np.logaddexp.reduce(plain.log_prior)


def fill_normal_distributions(estimator: Any, plain: PlainModel) -> Any:
    curves, columns = require_part(plain.scorer.numbers, "numbers"), plain.model.table.numbers
    pooled = require_part(plain.model.statistics.numbers, "numbers").moments.pooled()
    estimator.set_params(var_smoothing=plain.recipe.var_smoothing)
    estimator.epsilon_ = plain.recipe.var_smoothing * float(pooled.variances.max(initial=0.0))
    estimator.theta_, estimator.var_ = curves.means[plain.order], curves.variances[plain.order]
    if not (estimator.var_ > 0).all():
        raise ForeignFileError("no-variance", plain.name)
    estimator.class_count_, estimator.class_prior_ = plain.documents, np.exp(log_prior_of(plain))
    estimator.n_features_in_ = curves.means.shape[1]
    if columns and columns != tuple(map(str, range(len(columns)))):
        estimator.feature_names_in_ = np.array(columns, dtype=object)
    return estimator


def fill_choices(estimator: Any, plain: PlainModel) -> Any:
    counts = require_part(plain.model.statistics.choices, "choices").counts
    tables = require_part(plain.scorer.choices, "choices").tables
    estimator.category_count_ = [part[plain.order] / UNIT for part in counts]
    estimator.feature_log_prob_ = [table[plain.order, :-1] for table in tables]
    estimator.n_categories_ = np.array([part.shape[1] for part in counts])
    estimator.n_features_in_ = len(counts)
    return estimator


def encoder_of(plain: PlainModel) -> Any:
    """Return an encoder that numbers the values of categorical columns. The encoder raises for a value that was never
    learnt.
    """
    counts, names = require_part(plain.model.statistics.choices, "choices").counts, plain.model.table.values
    values = [list(known) for known in names] or [[str(n) for n in range(part.shape[1])] for part in counts]
    if not all(values):
        raise ForeignFileError("no-values", plain.name)
    encoder = import_extra("sklearn.preprocessing", EXTRA).OrdinalEncoder(
        categories=[np.array(known, dtype=object) for known in values], dtype=np.int64
    )
    first = np.array([[known[0] for known in values]], dtype=object)
    return encoder.fit(first)


def vectorizer_of(plain: PlainModel) -> Any:
    """Return a vectorizer that splits and counts text as the model does."""
    text, recipe, rules = import_extra("sklearn.feature_extraction.text", EXTRA), plain.recipe, plain.recipe.rules
    if recipe.counts_as == "binary" and recipe.threshold:
        raise ForeignFileError("threshold", plain.name)
    token_settings = {
        "lowercase": rules.lower,
        "token_pattern": rules.pattern,
        "ngram_range": rules.char_ngrams or rules.ngrams,
        "analyzer": "char" if rules.char_ngrams else "word",
        "stop_words": sorted(rules.stop_words) or None,
    }
    places = {word: column for column, word in enumerate(plain.words)}
    if not len(plain.idf):
        vectorizer = text.CountVectorizer(**token_settings, binary=recipe.counts_as == "binary")
        vectorizer.vocabulary_ = places
        return vectorizer
    vectorizer = text.TfidfVectorizer(**token_settings, sublinear_tf=recipe.sublinear)
    vectorizer.vocabulary_, vectorizer.idf_ = places, plain.idf
    return vectorizer


def check_agreement(plain: PlainModel, pipeline: Any) -> None:
    """Judge generated documents with both models; raise ForeignFileError if the scores differ."""
    estimator, probes = pipeline[-1], generate_test_documents(plain)
    samples: Any = probes.choices if probes.numbers is None else probes.numbers
    if (text := probes.text) is not None:
        cells = (text.values, text.tokens, text.starts)
        samples = import_extra("scipy.sparse", EXTRA).csr_matrix(cells, (text.n_documents, text.n_tokens))
    with warnings.catch_warnings(action="ignore"):  # columns of an array have no names
        theirs = scores_of(estimator, samples)
    ours = plain.scorer.log_joint(probes)[:, plain.order]
    ours, theirs = (each - each.max(axis=1, keepdims=True) for each in (ours, theirs))
    furthest = float(np.abs(ours - theirs).max(initial=0.0) / max(1.0, float(np.abs(ours).max(initial=0.0))))
    if not furthest <= AGREEMENT:
        raise ForeignFileError("differs", plain.name, f"{furthest:.2g}")


def scores_of(estimator: Any, samples: Any) -> FloatArray:
    """Return scores, (n_documents, n_labels). The difference between two labels' scores is their log-odds."""
    if hasattr(estimator, "predict_joint_log_proba"):
        return np.asarray(estimator.predict_joint_log_proba(samples))
    scores = np.asarray(estimator.decision_function(samples))
    return scores if scores.ndim == 2 else np.stack([np.zeros(len(scores)), scores], axis=1)


def generate_test_documents(plain: PlainModel) -> Features:
    """Generate test documents: a few random words each, numbers near the means, and random column values."""
    random_generator = np.random.default_rng(1)
    scorer = plain.scorer
    if scorer.numbers is not None:
        spread = np.sqrt(scorer.numbers.variances.mean(axis=0))
        drawn = scorer.numbers.means.mean(axis=0) + spread * random_generator.standard_normal((N_PROBES, len(spread)))
        return Features(numbers=drawn)
    if scorer.choices is not None:
        sizes = [table.shape[1] - 1 for table in scorer.choices.tables]
        return Features(choices=random_generator.integers(0, sizes, (N_PROBES, len(sizes))))
    n_words, n_each = len(plain.words), min(20, len(plain.words))
    tokens = np.concatenate([np.sort(random_generator.choice(n_words, n_each, replace=False)) for _ in range(N_PROBES)])
    values = random_generator.integers(1, 4, len(tokens)).astype(np.int32)
    return Features(CountMatrix(np.arange(N_PROBES + 1) * n_each, tokens.astype(np.int32), values, n_words))


TEXT_CLASSES = {"CountVectorizer", "TfidfVectorizer"}
UNSUPPORTED_SETTINGS = {"strip_accents": None, "preprocessor": None, "tokenizer": None}
"""Settings of vectorizers with their defaults. A vectorizer with another value is refused."""
DAMAGE_ERRORS = (
    ArithmeticError,
    AttributeError,
    ImportError,
    LookupError,
    MemoryError,
    OSError,
    RuntimeError,
    TypeError,
)
"""Errors that skops raises for damaged input, in addition to `ValueError` and `BadZipFile`."""
MAX_FILE_BYTES = 1 << 30


def model_of_skops(content: bytes, name: str) -> Model:
    """Read a model from a skops file, which is not trusted.

    Raises:
        ForeignFileError: The file is damaged, too large, or has a type that skops does not trust.
    """
    skops = import_extra("skops.io", EXTRA)
    import_extra("sklearn", EXTRA)
    refuse_oversized_archive(content, name)
    try:
        untrusted = skops.get_untrusted_types(data=content)
        if untrusted:
            raise ForeignFileError("untrusted-type", name, ", ".join(untrusted[:3]))
        estimator = skops.loads(content, trusted=[])
    except (*DAMAGE_ERRORS, ValueError, zipfile.BadZipFile) as error:
        raise ForeignFileError("damaged-skops", name) from error
    return model_of_estimator(estimator, name)


def refuse_oversized_archive(content: bytes, name: str) -> None:
    """Check the declared sizes in an archive before it is unpacked.

    Raises:
        ForeignFileError: A size is too large or wrong.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = archive.infolist()
            if sum(entry.file_size for entry in entries) > MAX_FILE_BYTES:
                raise ForeignFileError("too-large", name)
            for entry in entries:
                if entry.filename.endswith(".npy"):
                    check_array(archive.open(entry), entry.file_size)
    except (zipfile.BadZipFile, OSError, ValueError, RuntimeError) as error:
        raise ForeignFileError("damaged-skops", name) from error


def check_array(file: Any, n_bytes: int) -> None:
    """Raise ValueError if an array is larger than its file, or contains objects."""
    arrays = np.lib.format
    version = arrays.read_magic(file)
    reader = arrays.read_array_header_1_0 if version == (1, 0) else arrays.read_array_header_2_0
    shape, _, kind = reader(file)
    if kind.hasobject or math.prod(shape) * kind.itemsize > n_bytes:
        raise ValueError("This array is not what it declares.")


def model_of_estimator(estimator: Any, name: str = "scikit-learn") -> Model:
    """Return the model of a fitted naive Bayes estimator, of a pair (preprocessor, estimator), or of a pipeline of the
    two.

    Raises:
        ForeignFileError: The estimator is not supported, or not fitted.
    """
    try:
        return model_of_steps(estimator, name)
    except EngineError as error:
        raise ForeignFileError("unusable", name, str(error)) from error
    except (AttributeError, IndexError, KeyError, TypeError, ValueError, OverflowError) as error:
        raise ForeignFileError("not-fitted", name) from error


def class_name_of(instance: Any) -> str:
    """Return the class name of a scikit-learn object. A class of another package gets its module as prefix.

    So a class MultinomialNB of another package is not taken for scikit-learn's.
    """
    kind = type(instance)
    return kind.__name__ if kind.__module__.startswith("sklearn.") else f"{kind.__module__}.{kind.__name__}"


def model_of_steps(pipeline: Any, name: str) -> Model:
    steps = list(pipeline) if isinstance(pipeline, list | tuple) else [pipeline]
    if class_name_of(pipeline) == "Pipeline":
        steps = [step for _, step in pipeline.steps]
    if not 1 <= len(steps) <= 2 or class_name_of(steps[-1]).removesuffix(SUFFIX).lower() not in EVENT_MODELS:
        raise ForeignFileError("not-naive-bayes", name, " → ".join(map(class_name_of, steps))[:200])
    estimator, before = steps[-1], steps[0] if len(steps) == 2 else None
    labels = tuple(str(label) for label in estimator.classes_.tolist())
    recipe_settings = {
        "event_model": class_name_of(estimator).removesuffix(SUFFIX).lower(),
        "prior": prior_of(estimator, labels),
    }
    documents = to_units(estimator.class_count_)
    if hasattr(estimator, "theta_"):
        return model_of_normal_distributions(estimator, before, labels, documents, recipe_settings, name)
    alpha = np.unique(np.asarray(estimator.alpha, dtype=np.float64))
    if len(alpha) != 1:
        raise ForeignFileError("not-taken", name, "alpha")
    recipe_settings["smoothing"] = float(alpha[0])
    if hasattr(estimator, "category_count_"):
        return model_of_choices(estimator, before, labels, documents, recipe_settings, name)
    if before is None or class_name_of(before) not in TEXT_CLASSES:
        raise ForeignFileError("no-vectorizer", name)
    return model_of_words(estimator, before, labels, documents, recipe_settings, name)


def prior_of(estimator: Any, labels: tuple[str, ...]) -> Prior:
    """Return the estimator's prior: "data" if it equals the label frequencies, "uniform", or the given
    probabilities.
    """
    shares = estimator.class_prior_ if hasattr(estimator, "theta_") else np.exp(estimator.class_log_prior_)
    documents = np.asarray(estimator.class_count_, dtype=np.float64)
    if np.allclose(shares, documents / documents.sum(), rtol=1e-12, atol=0.0) and are_representable(documents):
        return Prior("data")
    if np.allclose(shares, 1 / len(labels), rtol=1e-12, atol=0.0):
        return Prior("uniform")
    return Prior.given(dict(zip(labels, np.asarray(shares, dtype=np.float64).tolist(), strict=True)))


def are_representable(counts: Any) -> bool:
    """Return whether the counts can be stored as whole numbers of 1/`UNIT` with negligible rounding."""
    return bool((np.abs(to_units(counts) / UNIT - counts) <= AGREEMENT / 1000 * counts).all())


def to_units(numbers: Any) -> IntArray:
    """Return counts as whole numbers of 1/`UNIT`. Raise ValueError if a count is negative or their sum is too large."""
    values = np.asarray(numbers, dtype=np.float64)
    if not (np.isfinite(values).all() and (values >= 0).all() and values.sum() * UNIT < MAX_SUM_IN_UNITS):
        raise ValueError("These are no counts.")
    return np.rint(values * UNIT).astype(np.int64)


def model_of_words(
    estimator: Any, vectorizer: Any, labels: tuple[str, ...], documents: IntArray, chosen: dict[str, Any], name: str
) -> Model:
    places = vectorizer.vocabulary_
    words = sorted(places, key=places.__getitem__)
    if [int(places[word]) for word in words] != list(range(len(words))) or not all(isinstance(w, str) for w in words):
        raise ValueError("The words are not numbered.")
    counts = np.asarray(estimator.feature_count_, dtype=np.float64)
    if counts.shape != (len(labels), len(words)):
        raise ValueError("The counts are not those of the words.")
    threshold, is_of_presence = getattr(estimator, "binarize", 0.0), hasattr(estimator, "binarize")
    if threshold is None or threshold < 0:
        raise ForeignFileError("not-taken", name, f"binarize={threshold}")
    threshold = float(threshold)
    is_tfidf = class_name_of(vectorizer) == "TfidfVectorizer"
    if is_of_presence and not (are_representable(counts) and are_representable(estimator.class_count_)):
        raise ForeignFileError("not-taken", name, "sample_weight")
    if is_of_presence and is_tfidf and threshold:
        raise ForeignFileError("not-taken", name, f"binarize={threshold}")
    whole, is_real = to_units(counts), not is_of_presence and (is_tfidf or not are_representable(counts))
    present = np.minimum(whole, documents[:, None])
    occurrences = counts * UNIT if is_real else whole
    tally = Tally.from_arrays(labels, documents, occurrences, present, threshold=threshold)
    weighting: Weighting = "binary" if vectorizer.binary else "count"
    recipe = Recipe(
        rules=token_rules_of_vectorizer(vectorizer, name),
        limits=VocabularyLimits(min_documents=0),
        weighting="tfidf" if is_tfidf and not is_of_presence else weighting,
        sublinear=bool(getattr(vectorizer, "sublinear_tf", True)),
        with_idf=bool(getattr(vectorizer, "use_idf", True)),
        norm=bool(getattr(estimator, "norm", False)),
        threshold=threshold,
        **chosen,
    )
    tfidf = idf_of(vectorizer, float(estimator.class_count_.sum()), name) if recipe.counts_as == "tfidf" else None
    return Model(recipe, Vocabulary(words), Statistics(tally), tfidf=tfidf)


def token_rules_of_vectorizer(vectorizer: Any, name: str) -> TokenRules:
    """Return token rules that split text as the vectorizer does.

    Raises:
        ForeignFileError: Our token rules cannot express the settings.
    """
    for setting, usual in UNSUPPORTED_SETTINGS.items():
        if getattr(vectorizer, setting) != usual:
            raise ForeignFileError("not-taken", name, setting)
    if vectorizer.analyzer not in ("word", "char"):
        raise ForeignFileError("not-taken", name, f"analyzer={vectorizer.analyzer!r}")
    runs = (int(vectorizer.ngram_range[0]), int(vectorizer.ngram_range[1]))
    is_of_words = vectorizer.analyzer == "word"
    return TokenRules(
        lower=bool(vectorizer.lowercase),
        pattern=str(vectorizer.token_pattern),
        ngrams=runs if is_of_words else (1, 1),
        char_ngrams=None if is_of_words else runs,
        stop_words=frozenset(vectorizer.get_stop_words() or ()) if is_of_words else frozenset(),
    )


def idf_of(vectorizer: Any, n_documents: float, name: str) -> TfIdf:
    if vectorizer.norm != "l2" or vectorizer.binary:
        raise ForeignFileError("not-taken", name, f"norm={vectorizer.norm!r}, binary={vectorizer.binary}")
    idf = vectorizer.idf_ if vectorizer.use_idf else np.ones(len(vectorizer.vocabulary_))
    new = math.log(1 + n_documents) + 1 if vectorizer.use_idf else 1.0
    return TfIdf(np.array(idf, dtype=np.float64), new, bool(vectorizer.sublinear_tf))


def model_of_normal_distributions(
    estimator: Any, before: Any, labels: tuple[str, ...], documents: IntArray, chosen: dict[str, Any], name: str
) -> Model:
    if before is not None:
        raise ForeignFileError("not-naive-bayes", name, class_name_of(before))
    means, variances = (np.array(part, dtype=np.float64) for part in (estimator.theta_, estimator.var_))
    weights = np.repeat(documents[:, None], means.shape[1], axis=1)
    squares = (variances - estimator.epsilon_).clip(min=0) * (weights / UNIT)
    if not (np.isfinite(means).all() and np.isfinite(squares).all()):
        raise ValueError("These are no curves.")
    tally = NumberTally.from_moments(labels, documents, Moments(weights, means, squares))
    widest = float(tally.moments.pooled().variances.max(initial=0.0))
    recipe = Recipe(var_smoothing=float(estimator.epsilon_) / widest if widest else 0.0, **chosen)
    names = tuple(map(str, getattr(estimator, "feature_names_in_", range(means.shape[1]))))
    return Model(recipe, Vocabulary(), Statistics(numbers=tally), table=TableColumns(numbers=names))


def model_of_choices(
    estimator: Any, before: Any, labels: tuple[str, ...], documents: IntArray, chosen: dict[str, Any], name: str
) -> Model:
    if before is not None and class_name_of(before) != "OrdinalEncoder":
        raise ForeignFileError("not-naive-bayes", name, class_name_of(before))
    if not all(map(are_representable, [estimator.class_count_, *estimator.category_count_])):
        raise ForeignFileError("not-taken", name, "sample_weight")
    counts = [to_units(part) for part in estimator.category_count_]
    sizes = [part.shape[1] for part in counts]
    if before is None:
        values = [tuple(map(str, range(size))) for size in sizes]
    else:
        values = [tuple(map(str, known.tolist())) for known in before.categories_]
    if [len(known) for known in values] != sizes:
        raise ForeignFileError("not-taken", name, "min_categories")
    tally = ChoiceTally.from_counts(labels, documents, counts)
    held = before if hasattr(before, "feature_names_in_") else estimator
    names = tuple(map(str, getattr(held, "feature_names_in_", range(len(sizes)))))
    return Model(
        Recipe(**chosen), Vocabulary(), Statistics(choices=tally), table=TableColumns((), names, tuple(values))
    )
