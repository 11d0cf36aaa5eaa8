"""Fitted pipelines of scikit-learn as models.

Only numbers, words and settings are taken, and whatever has no counterpart here is refused by its name. A file is one
of skops, which builds nothing but types that it trusts; a pickle, which runs what it likes, is not read.
"""

from __future__ import annotations

import io
import math
import zipfile
from typing import Any

import numpy as np

from app.domain.errors import ExchangeError
from app.services.exchange.plain_models import library
from app.services.exchange.scikit_learn import AGREEMENT, EXTRA, SUFFIX
from nbengine.arrays.counts import LARGEST_SUM, UNIT, IntArray
from nbengine.errors import EngineError
from nbengine.events import EVENT_MODELS
from nbengine.events.settings import Prior, Weighting
from nbengine.learnt.choice_tally import ChoiceTally
from nbengine.learnt.count_table import TfIdf
from nbengine.learnt.number_tally import Moments, NumberTally
from nbengine.learnt.statistics import Statistics, TableColumns
from nbengine.learnt.tally import Tally
from nbengine.models.model import Model
from nbengine.models.recipe import Recipe, VocabularyLimits
from nbengine.text.token_rules import TokenRules
from nbengine.text.vocabulary import Vocabulary

TEXT_CLASSES = {"CountVectorizer", "TfidfVectorizer"}
NO_COUNTERPART = {"strip_accents": None, "preprocessor": None, "tokenizer": None}
"""Settings of its vectorizers that are read only where nothing is chosen."""
DAMAGE = (ArithmeticError, AttributeError, ImportError, LookupError, MemoryError, OSError, RuntimeError, TypeError)
"""Errors of a library that is given something else than what it wrote; `ValueError` and a broken archive are others."""
LARGEST_FILE_BYTES = 1 << 30


def model_of_skops(content: bytes, name: str) -> Model:
    """Read a file of skops from whomever; it is refused where it holds any type that skops does not trust."""
    skops = library("skops.io", EXTRA)
    library("sklearn", EXTRA)
    refuse_large(content, name)
    try:
        strange = skops.get_untrusted_types(data=content)
        if strange:
            raise ExchangeError("untrusted-type", name, ", ".join(strange[:3]))
        found = skops.loads(content, trusted=[])
    except (*DAMAGE, ValueError, zipfile.BadZipFile) as error:
        raise ExchangeError("damaged-skops", name) from error
    return model_of_estimator(found, name)


def refuse_large(content: bytes, name: str) -> None:
    """Look at what the archive declares before anything is unpacked: all of it, and each array's own length."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = archive.infolist()
            if sum(entry.file_size for entry in entries) > LARGEST_FILE_BYTES:
                raise ExchangeError("too-large", name)
            for entry in entries:
                if entry.filename.endswith(".npy"):
                    check_array(archive.open(entry), entry.file_size)
    except (zipfile.BadZipFile, OSError, ValueError, RuntimeError) as error:
        raise ExchangeError("damaged-skops", name) from error


def check_array(file: Any, n_bytes: int) -> None:
    """Refuse an array that declares more than its file holds, or that holds objects."""
    arrays = np.lib.format
    version = arrays.read_magic(file)
    reader = arrays.read_array_header_1_0 if version == (1, 0) else arrays.read_array_header_2_0
    shape, _, kind = reader(file)
    if kind.hasobject or math.prod(shape) * kind.itemsize > n_bytes:
        raise ValueError("This array is not what it declares.")


def model_of_estimator(found: Any, name: str = "scikit-learn") -> Model:
    """Return a model of a fitted naive Bayes estimator, with the vectorizer or encoder before it, or of a pipeline."""
    try:
        return read_steps(found, name)
    except EngineError as error:
        raise ExchangeError("unusable", name, str(error)) from error
    except (AttributeError, IndexError, KeyError, TypeError, ValueError, OverflowError) as error:
        raise ExchangeError("not-fitted", name) from error


def kind_name(found: Any) -> str:
    """The class of one of scikit-learn's own objects; others, and classes made from them, have none here."""
    kind = type(found)
    return kind.__name__ if kind.__module__.startswith("sklearn.") else f"{kind.__module__}.{kind.__name__}"


def read_steps(found: Any, name: str) -> Model:
    steps = list(found) if isinstance(found, list | tuple) else [found]
    if kind_name(found) == "Pipeline":
        steps = [step for _, step in found.steps]
    if not 1 <= len(steps) <= 2 or kind_name(steps[-1]).removesuffix(SUFFIX).lower() not in EVENT_MODELS:
        raise ExchangeError("not-naive-bayes", name, " → ".join(map(kind_name, steps))[:200])
    estimator, before = steps[-1], steps[0] if len(steps) == 2 else None
    labels = tuple(str(label) for label in estimator.classes_.tolist())
    chosen = {"event_model": kind_name(estimator).removesuffix(SUFFIX).lower(), "prior": prior_of(estimator, labels)}
    documents = units(estimator.class_count_)
    if hasattr(estimator, "theta_"):
        return model_of_curves(estimator, before, labels, documents, chosen, name)
    alpha = np.unique(np.asarray(estimator.alpha, dtype=np.float64))
    if len(alpha) != 1:
        raise ExchangeError("not-taken", name, "alpha")
    chosen["smoothing"] = float(alpha[0])
    if hasattr(estimator, "category_count_"):
        return model_of_choices(estimator, before, labels, documents, chosen, name)
    if before is None or kind_name(before) not in TEXT_CLASSES:
        raise ExchangeError("no-vectorizer", name)
    return model_of_words(estimator, before, labels, documents, chosen, name)


def prior_of(estimator: Any, labels: tuple[str, ...]) -> Prior:
    """Return the prior as it was learnt; by hand where it is neither the documents' nor the same for all."""
    shares = estimator.class_prior_ if hasattr(estimator, "theta_") else np.exp(estimator.class_log_prior_)
    documents = np.asarray(estimator.class_count_, dtype=np.float64)
    if np.allclose(shares, documents / documents.sum(), rtol=1e-12, atol=0.0) and are_units(documents):
        return Prior("data")
    if np.allclose(shares, 1 / len(labels), rtol=1e-12, atol=0.0):
        return Prior("uniform")
    return Prior.given(dict(zip(labels, np.asarray(shares, dtype=np.float64).tolist(), strict=True)))


def are_units(counts: Any) -> bool:
    """Return whether counts are kept here as they are, which are multiples of a millionth or so."""
    return bool((np.abs(units(counts) / UNIT - counts) <= AGREEMENT / 1000 * counts).all())


def units(numbers: Any) -> IntArray:
    """Return counts as whole units; none may be negative, or more than can be added up."""
    given = np.asarray(numbers, dtype=np.float64)
    if not (np.isfinite(given).all() and (given >= 0).all() and given.sum() * UNIT < LARGEST_SUM):
        raise ValueError("These are no counts.")
    return np.rint(given * UNIT).astype(np.int64)


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
        raise ExchangeError("not-taken", name, f"binarize={threshold}")
    threshold = float(threshold)
    is_tfidf = kind_name(vectorizer) == "TfidfVectorizer"
    if is_of_presence and not (are_units(counts) and are_units(estimator.class_count_)):
        raise ExchangeError("not-taken", name, "sample_weight")
    if is_of_presence and is_tfidf and threshold:
        raise ExchangeError("not-taken", name, f"binarize={threshold}")
    whole, is_real = units(counts), not is_of_presence and (is_tfidf or not are_units(counts))
    present = np.minimum(whole, documents[:, None])
    occurrences = counts * UNIT if is_real else whole
    tally = Tally.from_arrays(labels, documents, occurrences, present, threshold=threshold)
    weighting: Weighting = "binary" if vectorizer.binary else "count"
    recipe = Recipe(
        rules=rules_of(vectorizer, name),
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


def rules_of(vectorizer: Any, name: str) -> TokenRules:
    """Return the rules by which a vectorizer cuts words, if they can be said here."""
    for setting, usual in NO_COUNTERPART.items():
        if getattr(vectorizer, setting) != usual:
            raise ExchangeError("not-taken", name, setting)
    if vectorizer.analyzer not in ("word", "char"):
        raise ExchangeError("not-taken", name, f"analyzer={vectorizer.analyzer!r}")
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
        raise ExchangeError("not-taken", name, f"norm={vectorizer.norm!r}, binary={vectorizer.binary}")
    idf = vectorizer.idf_ if vectorizer.use_idf else np.ones(len(vectorizer.vocabulary_))
    new = math.log(1 + n_documents) + 1 if vectorizer.use_idf else 1.0
    return TfIdf(np.array(idf, dtype=np.float64), new, bool(vectorizer.sublinear_tf))


def model_of_curves(
    estimator: Any, before: Any, labels: tuple[str, ...], documents: IntArray, chosen: dict[str, Any], name: str
) -> Model:
    if before is not None:
        raise ExchangeError("not-naive-bayes", name, kind_name(before))
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
    if before is not None and kind_name(before) != "OrdinalEncoder":
        raise ExchangeError("not-naive-bayes", name, kind_name(before))
    if not all(map(are_units, [estimator.class_count_, *estimator.category_count_])):
        raise ExchangeError("not-taken", name, "sample_weight")
    counts = [units(part) for part in estimator.category_count_]
    sizes = [part.shape[1] for part in counts]
    if before is None:
        values = [tuple(map(str, range(size))) for size in sizes]
    else:
        values = [tuple(map(str, known.tolist())) for known in before.categories_]
    if [len(known) for known in values] != sizes:
        raise ExchangeError("not-taken", name, "min_categories")
    tally = ChoiceTally.from_counts(labels, documents, counts)
    held = before if hasattr(before, "feature_names_in_") else estimator
    names = tuple(map(str, getattr(held, "feature_names_in_", range(len(sizes)))))
    return Model(
        Recipe(**chosen), Vocabulary(), Statistics(choices=tally), table=TableColumns((), names, tuple(values))
    )
