"""A classifier of texts: it counts the words, learns them with naive Bayes, and explains its verdicts.

It is an `nbengine.Model` behind scikit-learn's interface. The vocabulary grows with `partial_fit` and `learn_one`.
Words that occur only in forgotten texts are removed. So a stream of texts needs no hashing of words.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace
from typing import Any, ClassVar, Self, cast

import numpy as np
import numpy.typing as npt

from nbengine.counts import UNIT, CountMatrix, FloatArray, IntArray, weights_to_units
from nbengine.errors import DamagedModelError, EngineError
from nbengine.estimators.estimator import (
    ARRAY_OR_NONE,
    BOOLEAN,
    FREQUENCY,
    NON_NEGATIVE_NUMBER,
    POSITIVE_NUMBER,
    CalibratedClassifier,
    ParameterRule,
    check_labels,
    check_same_length,
    check_weights,
    is_positive_integer,
    is_sparse,
)
from nbengine.estimators.naive_bayes import StreamClassifier, check_rival, check_same_label_type, find_best_other_label
from nbengine.estimators.saving import (
    FORMAT,
    labels_from_json,
    labels_to_json,
    parameter_from_json,
    parameter_to_json,
)
from nbengine.estimators.word_counter import ENGLISH_STOP_WORDS, RULES, preprocess
from nbengine.events.event_model import Prior, TrainingDocuments, find_words_only_in_one_document
from nbengine.explanations.derivation import Derivation, derivation_of
from nbengine.explanations.explanation import Explanation
from nbengine.explanations.influence import influence_on_verdict
from nbengine.learnt.documents import Documents, labelled_documents, statistics_of_documents
from nbengine.learnt.statistics import Features, Statistics, require_part
from nbengine.learnt.tally import Tally
from nbengine.logspace import first_best_label_numbers, log_odds_between, normalise_log_joint
from nbengine.models.model import Model
from nbengine.models.model_words import CountedText
from nbengine.models.persistence import model_from_bytes, model_to_bytes
from nbengine.models.recipe import Recipe, VocabularyLimits
from nbengine.models.training import compute_held_out_log_joint, train_on_statistics
from nbengine.packing import PackedContent, from_plain, pack_content, to_plain, unpack_content
from nbengine.text.token_counter import TokenCounter
from nbengine.text.token_rules import PLAIN_PATTERN, TokenRules, stop_words_of
from nbengine.text.vocabulary import Vocabulary
from nbengine.text.words import alphabetical_order
from nbengine.trust.calibration import LIKELIHOOD_PRIOR, Calibration, fit_calibration, make_prior_for_factors

EVENT_MODELS = ("bernoulli", "complement", "learnt", "multinomial")
REFIT = "learnt factors are fitted to all texts together; call `fit` with all of them"
MODEL = "model"
_DAMAGE = (EngineError, ValueError, KeyError, TypeError, IndexError, OverflowError, AttributeError)


class TextClassifier(StreamClassifier, CalibratedClassifier):
    """Naive Bayes for texts: it counts the words, learns, classifies and explains in words.

    X is a list, an array or a series of strings. With the default settings the probabilities equal those of
    scikit-learn's `CountVectorizer` and `MultinomialNB` in a pipeline.

    Parameters
    ----------
    event_model : {'multinomial', 'bernoulli', 'complement', 'learnt'}, default='multinomial'
        'learnt' fits factors for the words, which is most accurate (see `LearntFactorsNB`), but has no `partial_fit`.
    alpha : float, default=1.0
        Smoothing. For 'learnt', 0.1 is a better value.
    fit_prior : bool, default=True
        False gives all labels the same prior.
    class_prior : array-like of shape (n_classes,), optional
        The prior of each label in the order of `classes_`. It must add up to 1.
    lowercase : bool, default=True
    strip_accents : {'ascii', 'unicode'}, callable or None, default=None
    analyzer : {'word', 'char'}, default='word'
        Whether tokens are words, or runs of characters.
    token_pattern : str, default=r"\\b\\w\\w+\\b"
        The regular expression of a word.
    ngram_range : tuple (min_n, max_n), default=(1, 1)
        The lengths of runs of words or characters.
    stop_words : str, list or None, default=None
        A list of words to ignore, or the name of a language. All languages but 'english' need `nbengine[languages]`.
    stem : str or None, default=None
        The language of a Snowball stemmer, such as 'english'. It needs `nbengine[languages]`.
    min_df, max_df : int or float, default=1 and 1.0
        The least and the most documents that a word occurs in, as a number or a share.
    max_features : int or None, default=None
        The most frequent words are kept. With a limit on words, later texts add no words.
    binary : bool, default=False
        True counts a word once per text.
    tfidf : bool, default=False
        True weighs counts by tf-idf. `fit` sets the weights.
    norm : bool, default=False
        For 'complement': whether the weights of each label are normalised.
    ridge : float, default=1.0
        For 'learnt': strength of the regularisation.
    keep_samples : bool, default=True
        True keeps the counts of the texts of `fit`, for `loo_proba`, `influence` and `calibrate`.

    Attributes
    ----------
    classes_ : array of shape (n_classes,)
    class_count_ : array of shape (n_classes,)
    vocabulary_ : dict
        The number of each word, in alphabetical order.
    model_ : nbengine.Model
        The engine's model. Its labels are `str(label)`.
    calibration_ : Calibration
        Set by `calibrate`; removed by `fit`, `forget` and `uncalibrate`.

    Examples
    --------
    >>> from nbengine.estimators import TextClassifier
    >>> texts = ["buy cheap watermelon buy", "cheap offer buy now", "meeting notes for monday", "lunch on monday"]
    >>> model = TextClassifier(alpha=0.5).fit(texts, ["spam", "spam", "ham", "ham"])
    >>> model.predict(["buy now", "monday meeting"]).tolist()
    ['spam', 'ham']
    >>> why = model.explain("buy buy on monday")
    >>> why.label, [(term.name, term.count, round(term.value, 2)) for term in why.terms]
    ('spam', [('buy', 2, 3.74), ('monday', 1, -1.69), ('on', 1, -1.18)])
    >>> _ = model.partial_fit(["cheap lunch"], ["ham"]).forget(["cheap lunch"], ["ham"])
    >>> TextClassifier.from_bytes(model.to_bytes()).predict_one("cheap watermelon")
    'spam'
    """

    _rules: ClassVar[dict[str, ParameterRule]] = {
        "event_model": (
            "a str among {'bernoulli', 'complement', 'learnt', 'multinomial'}",
            lambda value: isinstance(value, str) and value in EVENT_MODELS,
        ),
        "alpha": NON_NEGATIVE_NUMBER,
        "fit_prior": BOOLEAN,
        "class_prior": ARRAY_OR_NONE,
        "lowercase": BOOLEAN,
        "strip_accents": RULES["strip_accents"],
        "analyzer": (
            "a str among {'char', 'word'}",
            lambda value: isinstance(value, str) and value in ("char", "word"),
        ),
        "token_pattern": ("an instance of 'str'", lambda value: isinstance(value, str)),
        "ngram_range": (
            "a tuple of two ints from 1 upwards, the smaller one first",
            lambda value: (
                isinstance(value, tuple | list)
                and len(value) == 2
                and all(map(is_positive_integer, value))
                and value[0] <= value[1]
            ),
        ),
        "stop_words": RULES["stop_words"],
        "stem": ("the name of a language or None", lambda value: value is None or isinstance(value, str)),
        "min_df": FREQUENCY,
        "max_df": FREQUENCY,
        "max_features": RULES["max_features"],
        "binary": BOOLEAN,
        "tfidf": BOOLEAN,
        "norm": BOOLEAN,
        "ridge": POSITIVE_NUMBER,
        "keep_samples": BOOLEAN,
    }

    _takes_text = True

    model_: Model
    calibration_: Calibration
    _samples: tuple[CountMatrix, IntArray, FloatArray | None] | None
    """Counts of the texts of `fit` in the model's columns, their label numbers, and their weights."""
    _declared_labels: frozenset[str]
    """Names of the labels that were passed as `classes`. `forget` keeps them even if no text with the label is left."""
    _user_labels: dict[str, Any]
    """The user's label for each label name of the model."""

    def __init__(
        self,
        *,
        event_model: str = "multinomial",
        alpha: float = 1.0,
        fit_prior: bool = True,
        class_prior: Any = None,
        lowercase: bool = True,
        strip_accents: Any = None,
        analyzer: str = "word",
        token_pattern: str = PLAIN_PATTERN,
        ngram_range: tuple[int, int] = (1, 1),
        stop_words: Any = None,
        stem: str | None = None,
        min_df: float = 1,
        max_df: float = 1.0,
        max_features: int | None = None,
        binary: bool = False,
        tfidf: bool = False,
        norm: bool = False,
        ridge: float = 1.0,
        keep_samples: bool = True,
    ) -> None:
        self.event_model = event_model
        self.alpha = alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.lowercase = lowercase
        self.strip_accents = strip_accents
        self.analyzer = analyzer
        self.token_pattern = token_pattern
        self.ngram_range = ngram_range
        self.stop_words = stop_words
        self.stem = stem
        self.min_df = min_df
        self.max_df = max_df
        self.max_features = max_features
        self.binary = binary
        self.tfidf = tfidf
        self.norm = norm
        self.ridge = ridge
        self.keep_samples = keep_samples

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Forget everything and learn these texts.

        Parameters
        ----------
        X : list, array or series of str
        y : array-like of shape (n_samples,)
        sample_weight : array-like of shape (n_samples,), optional

        Returns
        -------
        self
        """
        self._check_parameters()
        texts, labels, weights = self._checked_texts(X, y, sample_weight)
        classes, numbers = np.unique(labels, return_inverse=True)
        if len(classes) < 2:
            raise ValueError("TextClassifier needs texts of at least 2 classes; the data has one class.")
        names = tuple(map(str, classes.tolist()))
        recipe = self._recipe(names)
        counter = TokenCounter(recipe.rules)
        counts = counter.count(texts)
        if not counts.n_tokens:
            raise ValueError("empty vocabulary; perhaps the documents only contain stop words")
        documents = labelled_documents(counts, numbers, names, counter.vocabulary, weights)
        model = train_on_statistics(recipe, documents, statistics_of_documents(documents))
        vars(self).pop("calibration_", None)
        self._store_model(model, dict(zip(names, classes.tolist(), strict=True)), frozenset(), classes.dtype)
        self._samples = None
        if self.keep_samples:
            adopted = model.map_counts(counts, counter.vocabulary).counts
            self._samples = adopted, numbers, weights
        return self

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Learn further texts. New words and new labels are added.

        Parameters
        ----------
        X : list, array or series of str
        y : array-like of shape (n_samples,)
        classes : array-like, optional
            Labels that are known even before they have a text.
        sample_weight : array-like of shape (n_samples,), optional

        Returns
        -------
        self
        """
        self._refuse_fitted("partial_fit")
        self._check_parameters()
        texts, labels, weights = self._checked_texts(X, y, sample_weight)
        named = None if classes is None else check_labels(classes, type(self).__name__)
        self._learn_texts(texts, labels, weights, named)
        return self

    def forget(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Undo the learning of texts, exactly. Words and labels that no other text has disappear.

        A calibration is removed, because it may have been fitted to these texts: `predict_proba` is uncalibrated until
        `calibrate` is called again.

        Parameters
        ----------
        X : list, array or series of str
        y : array-like of shape (n_samples,)
            The labels under which they were learnt.
        sample_weight : array-like of shape (n_samples,), optional
            The weights with which they were learnt.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If these texts were never learnt. Nothing changes then.
        """
        self._check_fitted()
        self._refuse_fitted("forget")
        texts, labels, weights = self._checked_texts(X, y, sample_weight)
        counted = self.model_.count(texts)
        if counted.n_unknown.any() and self.model_.recipe.limits.is_open:
            raise ValueError("These texts hold words that were never learnt.")
        self.model_.forget(counted.counts, self._label_names_of(labels), weights)
        documents = self.model_.statistics.documents
        pairs = zip(self.model_.labels, documents.tolist(), strict=True)
        left = tuple(name for name, weight in pairs if weight or name in self._declared_labels)
        if left and len(left) < len(self.model_.labels):
            self.model_ = _copy_with_statistics(self.model_, self.model_.statistics.with_labels(left))
        values = {name: self._user_labels[name] for name in self.model_.labels}
        self._store_model(self.model_, values, self._declared_labels, self.classes_.dtype)
        self._samples = None
        return self.uncalibrate()

    def merge(self, other: Self) -> Self:
        """Add everything that another classifier with the same parameters has learnt.

        Parameters
        ----------
        other : TextClassifier
            It stays as it is.

        Returns
        -------
        self
        """
        self._check_fitted()
        if type(other) is not type(self):
            raise TypeError(f"A TextClassifier can merge only its own kind, not {type(other).__name__}.")
        other._check_fitted()
        self._refuse_fitted("merge")
        mine, more = self.model_, other.model_
        if mine.recipe != more.recipe or self.strip_accents != other.strip_accents:
            raise ValueError("Classifiers with different parameters cannot be merged.")
        if not mine.recipe.limits.is_open or mine.tfidf is not None:
            raise ValueError("Classifiers with tf-idf or a limited vocabulary cannot be merged: each chose its own.")
        check_same_label_type(self.classes_, other.classes_)
        words = Vocabulary.from_blob(*mine.vocabulary.to_blob())
        columns = more.vocabulary.mapping_to(words, grow=True)
        added = require_part(more.statistics.text, "text")
        moved = added.with_columns_moved(columns[: added.n_tokens], len(words))
        total = require_part(mine.statistics.text, "text").widen(len(words)) + moved
        self._store_model(
            Model(mine.recipe, words, Statistics(total)),
            {**self._user_labels, **other._user_labels},
            self._declared_labels | other._declared_labels,
            np.result_type(self.classes_, other.classes_),
        )
        self._samples = None
        return self

    def predict_joint_log_proba(self, X: Any) -> FloatArray:
        """Return log P(label, text), shape (n_samples, n_classes). It is never calibrated."""
        self._check_fitted()
        return self._log_joint(self._checked_table(X, reset=False))

    def loo_proba(self, X: Any = None, y: Any = None, sample_weight: Any = None) -> FloatArray:
        """Return leave-one-out probabilities: each text is scored by a model of all other texts and their words.

        Raise ValueError with 'learnt', with tf-idf, or with a limited vocabulary. There a text also affects which words
        are used and their weights, so leaving it out is not exact.

        Parameters
        ----------
        X, y, sample_weight : optional
            The learnt texts. By default those of the last `fit`. If the classifier has learnt in another way, pass
            them. The method does not check that they were learnt.

        Returns
        -------
        array of shape (n_samples, n_classes)
        """
        return np.exp(normalise_log_joint(self._leave_one_out_scores(*self._learnt_samples(X, y, sample_weight))))

    def calibrate(self, X: Any = None, y: Any = None, sample_weight: Any = None, *, are_held_out: bool = False) -> Self:
        """Fit `calibration_`, so that probabilities state how often verdicts are right.

        It is fitted to leave-one-out scores, or for 'learnt' to those of folds. `fit`, `forget`, `forget_one` and
        `uncalibrate` remove it; `partial_fit`, `learn_one` and `merge` keep it.

        Parameters
        ----------
        X, y, sample_weight : optional
            Learnt texts, as for `loo_proba`.
        are_held_out : bool, default=False
            True if the texts were not learnt.

        Returns
        -------
        self
        """
        self._check_fitted()
        if are_held_out:
            if X is None:
                raise ValueError("Held-out texts must be passed as X and y.")
            texts, labels, _ = self._checked_texts(X, y, sample_weight)
            counts, numbers = self.model_.count(texts).counts, self._label_numbers_of(labels)
            scores = self._log_joint(self.model_.count(texts))
        else:
            counts, numbers, weights = self._learnt_samples(X, y, sample_weight)
            model, order = self.model_, self._order
            own = Documents(Features(counts), order[numbers], model.labels, model.vocabulary, weights)
            scores = compute_held_out_log_joint(model, own)[:, order]
        prior = (
            make_prior_for_factors(len(self.classes_), len(numbers))
            if self.model_.recipe.is_fitted
            else LIKELIHOOD_PRIOR
        )
        self.calibration_ = fit_calibration(scores, numbers, self.model_.lengths(counts), prior)
        return self

    def explain(self, x: str, label: Any = None, against: Any = None) -> Explanation:
        """Return the contribution of each word of a text to the log-odds of one label against another.

        Parameters
        ----------
        x : str
        label : optional
            The label to explain. By default the most probable one other than `against`.
        against : optional
            Another label to compare it with. By default the strongest other one.

        Returns
        -------
        Explanation
            Its terms name the words, with their counts in the text. Notebooks show it as a waterfall.
        """
        counted = self._count_text(x)
        if label is None:
            judged = int(self._predict_numbers(counted)[0])
            if against is not None and self._label_number_of(against) == judged and len(self.classes_) > 1:
                judged = find_best_other_label(self._log_joint(counted), judged)
            label = self.classes_[judged]
        names = self._label_name_of(label), None if against is None else self._label_name_of(against)
        if against is not None:
            check_rival(self._label_number_of(label), self._label_number_of(against), against)
        found = self.model_.explain(counted.counts, *names)
        return replace(
            found,
            label=self._user_labels[found.label],
            against=self._user_labels[found.against],
            decisive=tuple((self._user_labels[name], words) for name, words in found.decisive),
        )

    def working(self, x: str) -> Derivation:
        """Return every step of the calculation for one text: counts, fractions, logarithms and sums.

        Parameters
        ----------
        x : str

        Returns
        -------
        Derivation
        """
        counted = self._count_text(x)
        found, order = derivation_of(self.model_, counted.counts), self._order.tolist()
        labels = [replace(found.labels[index], label=self._user_labels[found.labels[index].label]) for index in order]
        shares = None if found.probabilities is None else tuple(found.probabilities[index] for index in order)
        exact = None if found.exact is None else tuple(found.exact[index] for index in order)
        return replace(found, labels=tuple(labels), probabilities=shares, exact=exact)

    def influence(
        self,
        x: str,
        X: Any = None,
        y: Any = None,
        sample_weight: Any = None,
        *,
        label: Any = None,
        against: Any = None,
    ) -> FloatArray:
        """Return how much each learnt text adds to the log-odds of one text.

        Parameters
        ----------
        x : str
        X, y, sample_weight : optional
            Learnt texts, as for `loo_proba`.
        label, against : optional
            As for `explain`. Positive values speak for `label`.

        Returns
        -------
        array of shape (n_samples,)
        """
        training, numbers, weights = self._learnt_samples(X, y, sample_weight)
        counted = self._count_text(x)
        joint = self._log_joint(counted)[0]
        if label is not None:
            own = self._label_number_of(label)
        elif against is not None:
            own = find_best_other_label(joint[None], self._label_number_of(against))
        else:
            own = int(first_best_label_numbers(joint[None])[0])
        rival = find_best_other_label(joint[None], own) if against is None else self._label_number_of(against)
        check_rival(own, rival, against)
        order, names = self._order, self.model_.labels
        pair, own_numbers = (order[own], order[rival]), order[numbers]
        gains = influence_on_verdict(
            self.model_,
            counted.counts,
            training,
            own_numbers,
            label=names[pair[0]],
            against=names[pair[1]],
            weights=weights,
        )
        recipe = self.model_.recipe
        if recipe.is_fitted or recipe.weighs_by_tfidf or not recipe.limits.is_open:
            return gains
        effect = self._gain_from_removed_words(training, own_numbers, weights, counted.counts)
        if effect is None:
            without = self._score_by_refitting(training, own_numbers, weights, counted.counts)
            odds = log_odds_between(without[:, pair[0]], without[:, pair[1]])
            return log_odds_between(log_odds_between(joint[own], joint[rival]), odds)
        return np.asarray(gains - log_odds_between(effect[:, pair[0]], effect[:, pair[1]]))

    def learn_one(self, x: str, y: Hashable, w: float = 1.0) -> None:
        """Learn one text. New words and labels are added.

        Parameters
        ----------
        x : str
        y : label
        w : float, default=1.0
        """
        self._refuse_fitted("learn_one")
        _check_text(x)
        if not hasattr(self, "classes_"):
            self._check_parameters()
        weights = None if w == 1 else check_weights([w], 1)
        self._learn_texts([self._preprocess(x)], check_labels([y], type(self).__name__), weights, None)

    def forget_one(self, x: str, y: Hashable, w: float = 1.0) -> None:
        """Undo `learn_one`. A calibration is removed, as by `forget`."""
        _check_text(x)
        self.forget([x], [y], [w])

    def predict_one(self, x: str) -> Any:
        """Return the most probable label of one text; None if nothing was learnt."""
        if not hasattr(self, "classes_"):
            return None
        return self._user_labels[self.model_.labels[self._order[self._predict_numbers(self._count_text(x))[0]]]]

    def predict_proba_one(self, x: str) -> dict[Any, float]:
        """Return the probability of each label for one text; an empty dictionary if nothing was learnt."""
        if not hasattr(self, "classes_"):
            return {}
        shares = np.exp(self._log_proba(self._count_text(x)))[0].tolist()
        return dict(zip((self._user_labels[self.model_.labels[index]] for index in self._order), shares, strict=True))

    def to_bytes(self) -> bytes:
        """Return the fitted classifier as bytes that hold no code. Equal classifiers have equal bytes.

        The texts of `fit` and their counts are not included.
        """
        self._check_fitted()
        parameters = {name: parameter_to_json(name, value) for name, value in self.get_params().items()}
        facts = {
            "estimator": type(self).__name__,
            "form": FORMAT,
            "parameters": parameters,
            "labels": labels_to_json(self.classes_),
            "named": sorted(self._declared_labels),
            "calibration": to_plain(self.calibration_) if hasattr(self, "calibration_") else None,
        }
        model = model_to_bytes(self._canonical_model(), is_compressed=False)
        return pack_content(PackedContent(facts, {}, {MODEL: model}))

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Load a classifier from `to_bytes`. Raises DamagedModelError if the bytes are damaged or of another kind."""
        parts = unpack_content(bytes(data))
        facts = parts.facts
        if facts.get("estimator") != cls.__name__ or facts.get("form") != FORMAT:
            written_by, form = facts.get("estimator", "a model"), facts.get("form")
            raise DamagedModelError(
                f"These bytes are {written_by} (form {form}), not a {cls.__name__} (form {FORMAT})."
            )
        try:
            classifier = cls(**{name: parameter_from_json(value) for name, value in facts["parameters"].items()})
            classifier._check_parameters()
            classes, model = labels_from_json(facts["labels"]), model_from_bytes(parts.blobs[MODEL])
            values = {str(label): label for label in classes.tolist()}
            if set(values) != set(model.labels) or len(values) != len(classes):
                raise EngineError("the labels do not fit the model.")
            classifier._store_model(model, values, frozenset(facts["named"]), classes.dtype)
            if facts["calibration"] is not None:
                classifier.calibration_ = from_plain(Calibration, facts["calibration"])
        except DamagedModelError:
            raise
        except _DAMAGE as error:
            raise DamagedModelError(f"The bytes of the {cls.__name__} make no sense: {error}") from error
        return classifier

    @property
    def vocabulary_(self) -> dict[str, int]:
        self._check_fitted()
        words = self._canonical_model().vocabulary.words
        return {word: number for number, word in enumerate(words)}

    @property
    def class_count_(self) -> FloatArray:  # type: ignore[override] # it follows from the model
        """Weight of the texts of each label, (n_classes,)."""
        self._check_fitted()
        return np.asarray(self.model_.statistics.documents[self._order] / UNIT)

    def _recipe(self, names: Iterable[str]) -> Recipe:
        shortest, longest = self.ngram_range
        is_words = self.analyzer == "word"
        rules = TokenRules(
            lower=bool(self.lowercase),
            pattern=self.token_pattern,
            ngrams=(int(shortest), int(longest)) if is_words else (1, 1),
            char_ngrams=None if is_words else (int(shortest), int(longest)),
            stop_words=self._stop_words(),
            stem=self.stem,
        )
        limits = VocabularyLimits(
            size=self.max_features,
            rank_by="count",
            min_documents=int(self.min_df) if isinstance(self.min_df, int | np.integer) else float(self.min_df),
            max_documents=None if isinstance(self.max_df, float) and self.max_df == 1 else self.max_df,
        )
        return Recipe(
            rules=rules,
            limits=limits,
            event_model=self.event_model,
            smoothing=float(self.alpha),
            prior=self._prior(tuple(names)),
            weighting="tfidf" if self.tfidf else "binary" if self.binary else "count",
            norm=self.norm,
            ridge=float(self.ridge),
        )

    def _prior(self, names: tuple[str, ...]) -> Prior:
        if self.class_prior is None:
            return Prior("data" if self.fit_prior else "uniform")
        if len(self.class_prior) != len(names):
            raise ValueError("Number of priors must match number of classes.")
        return Prior.given(dict(zip(names, map(float, self.class_prior), strict=True)))

    def _stop_words(self) -> frozenset[str]:
        if self.stop_words is None:
            return frozenset()
        if isinstance(self.stop_words, str):
            return ENGLISH_STOP_WORDS if self.stop_words == "english" else stop_words_of(self.stop_words)
        return frozenset(self.stop_words)

    def _checked_texts(
        self, X: Any, y: Any, sample_weight: Any
    ) -> tuple[list[str], npt.NDArray[Any], FloatArray | None]:
        texts = self._preprocessed_texts(X)
        labels = check_labels(y, type(self).__name__)
        check_same_length(np.empty(len(texts)), labels)
        return texts, labels, check_weights(sample_weight, len(labels))

    def _preprocessed_texts(self, X: Any) -> list[str]:
        """Return the texts of X as a list, without accents if `strip_accents` is set."""
        texts = _to_list_of_texts(X)
        if not texts:
            raise ValueError(
                f"Found array with 0 sample(s) (shape=(0,)) while a minimum of 1 is required by {type(self).__name__}."
            )
        for text in texts:
            if type(text) is not str:
                _check_text(text)
        return texts if self.strip_accents is None else [self._preprocess(text) for text in texts]

    def _preprocess(self, text: str) -> str:
        if self.strip_accents is None:
            return text
        return preprocess(text, self.strip_accents, lower=bool(self.lowercase))

    def _count_text(self, x: Any) -> CountedText:
        self._check_fitted()
        _check_text(x)
        return self.model_.count([self._preprocess(x)])

    def _learn_texts(
        self,
        texts: list[str],
        labels: npt.NDArray[Any],
        weights: FloatArray | None,
        declared_labels: npt.NDArray[Any] | None,
    ) -> None:
        """Learn preprocessed texts. The labels in `declared_labels` are kept even if no text has them.

        If the classifier has no model yet, learning starts with an empty one.
        """
        known = labels if declared_labels is None else np.concatenate((labels, declared_labels))
        if hasattr(self, "classes_"):
            check_same_label_type(self.classes_, known)
            model, dtype = self.model_, np.result_type(self.classes_, known)
            values, declared = self._user_labels, self._declared_labels
        else:
            names = tuple(map(str, np.unique(known).tolist()))
            recipe = self._recipe(names)
            if not recipe.limits.is_open or self.tfidf:
                raise ValueError(
                    "The first texts must be learnt by `fit`: with tf-idf, min_df, max_df or max_features, all of them"
                    " decide about the words."
                )
            model, dtype = Model(recipe, Vocabulary(), Statistics(Tally(()))), known.dtype
            values, declared = {}, frozenset()
        values = {**values, **{str(label): label for label in known.tolist()}}
        if declared_labels is not None:
            declared = declared | {str(label) for label in declared_labels.tolist()}
            new = tuple(str(label) for label in np.unique(declared_labels).tolist() if str(label) not in model.labels)
            if new:
                model = _copy_with_statistics(model, model.statistics.with_labels(model.labels + new))
        model.learn(model.count(texts, grow=True).counts, [str(label) for label in labels.tolist()], weights)
        self._store_model(model, values, declared, dtype)
        self._samples = None

    def _store_model(
        self, model: Model, user_labels: dict[str, Any], declared_labels: frozenset[str], dtype: Any
    ) -> None:
        """Store a model.

        `user_labels` maps the model's label names to the user's labels. The labels in `declared_labels` are kept even
        if no text has them.
        """
        self.model_, self._user_labels, self._declared_labels = model, user_labels, declared_labels
        is_text = np.dtype(dtype).kind == "U"  # the width is that of the longest label
        self.classes_ = np.unique(np.array(list(user_labels.values()), dtype=None if is_text else dtype))
        names = {name: index for index, name in enumerate(model.labels)}
        self._order = np.array([names[str(label)] for label in self.classes_.tolist()], dtype=np.int64)

    def _canonical_model(self) -> Model:
        """Return the model with sorted labels and words, without the words that occur in no text."""
        compact = self.model_.compacted()
        order = alphabetical_order(compact.vocabulary.spans())
        names = tuple(compact.labels[index] for index in self._order)
        statistics = compact.statistics.with_labels(names)
        statistics = Statistics(
            text=require_part(statistics.text, "text").widen(len(order)), factors=statistics.factors
        )
        tfidf = compact.tfidf
        if tfidf is not None:
            idf = np.full(len(order), tfidf.new_idf)
            idf[: len(tfidf.idf)] = tfidf.idf
            tfidf = replace(tfidf, idf=idf[order])
        return Model(compact.recipe, compact.vocabulary.select(order), statistics.of_words(order), tfidf=tfidf)

    def _learnt_samples(self, X: Any, y: Any, sample_weight: Any) -> tuple[CountMatrix, IntArray, FloatArray | None]:
        """Return counts over the model's columns, label numbers and weights. If X is None, return those of `fit`."""
        self._check_fitted()
        if X is not None:
            if y is None:
                raise ValueError("X, y and sample_weight go together: pass the labels of the texts in X as y.")
            texts, labels, weights = self._checked_texts(X, y, sample_weight)
            return self.model_.count(texts).counts, self._label_numbers_of(labels), weights
        if y is not None or sample_weight is not None:
            raise ValueError("X, y and sample_weight go together: X must be passed together with y and sample_weight.")
        if getattr(self, "_samples", None) is None:
            raise ValueError(
                "This TextClassifier keeps no samples: only `fit` keeps them, if `keep_samples=True`, until something"
                " else is learnt, forgotten or loaded. Pass the learnt texts as X and y."
            )
        return cast(tuple[CountMatrix, IntArray, "FloatArray | None"], self._samples)

    def _leave_one_out_scores(self, counts: CountMatrix, numbers: IntArray, weights: FloatArray | None) -> FloatArray:
        recipe = self.model_.recipe
        if recipe.is_fitted or recipe.weighs_by_tfidf or not recipe.limits.is_open:
            raise ValueError(
                "Leave-one-out is exact only if a text decides about its own counts alone: not for 'learnt', with"
                " tf-idf, or with min_df, max_df or max_features. Use scikit-learn's `cross_val_predict`."
            )
        model, own = self.model_, self._order[numbers]
        scores = model.left_out(counts, own, weights).log_joint()
        effect = self._gain_from_removed_words(counts, own, weights, None)
        scores = self._score_by_refitting(counts, own, weights, None) if effect is None else scores + effect
        return np.asarray(scores[:, self._order])

    def _gain_from_removed_words(
        self, training: CountMatrix, numbers: IntArray, weights: FloatArray | None, document: CountMatrix | None
    ) -> FloatArray | None:
        """Return how much scores change if words that occur only in the left-out text are removed from the vocabulary.

        The shape is (n_training, n_labels). `document` is the text to score; with None, each training text is scored
        itself. Return None if the event model has no formula for the change.
        """
        model = self.model_
        settings, tally = model.recipe.settings, model.tally
        event = require_part(model.recipe.event.text_model(settings), "text")
        prepared = TrainingDocuments(model.prepare(training), numbers, weights_to_units(weights, len(numbers)))
        scored = None if document is None else require_part(model.prepare(document).text, "text")
        words = find_words_only_in_one_document(tally, prepared, scored, is_binary=event.is_binary)
        return event.gain_from_removed_words(tally, words, settings)

    def _score_by_refitting(
        self, training: CountMatrix, numbers: IntArray, weights: FloatArray | None, document: CountMatrix | None
    ) -> FloatArray:
        """Forget each training text in turn, score, and learn it again. Return scores of shape (n_training, n_labels).

        `document` is the text to score; with None, the forgotten text itself is scored.
        """
        model, joint = self.model_.copy(), np.empty((len(numbers), len(self.classes_)))
        for index, number in enumerate(numbers.tolist()):
            row, label = training.row(index), [model.labels[number]]
            weight = None if weights is None else weights[[index]]
            model.forget(row, label, weight)
            joint[index] = model.judge(row if document is None else document).log_joint[0]
            model.learn(row, label, weight)
        return joint

    def _checked_table(self, given: Any, *, reset: bool) -> Any:  # noqa: ARG002 - the interface says so
        return self.model_.count(self._preprocessed_texts(given))

    def _log_joint(self, X: Any) -> FloatArray:
        return np.asarray(self.model_.judge(X).log_joint[:, self._order])

    def _log_proba(self, table: Any) -> FloatArray:
        joint = self._log_joint(table)
        if not hasattr(self, "calibration_"):
            return normalise_log_joint(joint)
        return self.calibration_.apply(joint, self.model_.lengths(table.counts))

    def _label_names_of(self, labels: npt.NDArray[Any]) -> list[str]:
        check_same_label_type(self.classes_, labels)
        unknown = np.setdiff1d(labels, self.classes_)
        if len(unknown):
            raise ValueError(f"The target label(s) {unknown} in y do not exist in the initial classes {self.classes_}")
        return [str(label) for label in labels.tolist()]

    def _label_numbers_of(self, labels: npt.NDArray[Any]) -> IntArray:
        self._label_names_of(labels)
        return np.searchsorted(self.classes_, labels)

    def _label_name_of(self, label: Any) -> str:
        return str(self.model_.labels[self._order[self._label_number_of(label)]])

    def _label_number_of(self, label: Any) -> int:
        known = self.classes_.tolist()
        plain = label.item() if isinstance(label, np.generic) else label
        if plain not in known:
            raise ValueError(f"{label!r} is not one of the labels {self.classes_}.")
        return int(known.index(plain))

    def _refuse_fitted(self, operation: str) -> None:
        if self.event_model == "learnt":
            raise ValueError(f"TextClassifier(event_model='learnt') has no {operation!r}: {REFIT}.")

    def _state_to_pickle(self) -> dict[str, Any]:
        """Return the parameters and the result of `to_bytes`, so that pickles do not depend on the engine's classes."""
        state: dict[str, Any] = dict(self.get_params())
        if hasattr(self, "classes_"):
            plain = type(self)(**{**self.get_params(), "strip_accents": None, "stop_words": None})
            vars(plain).update({name: part for name, part in vars(self).items() if name not in state})
            state["_bytes"] = plain.to_bytes()
        request = vars(self).get("_metadata_request")
        return state if request is None else {**state, "_metadata_request": request}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__({name: value for name, value in state.items() if name != "_bytes"})
        if "_bytes" in state:
            loaded = type(self).from_bytes(state["_bytes"])
            own = set(self.get_params())
            vars(self).update({name: part for name, part in vars(loaded).items() if name not in own})

    def _more_tags(self) -> dict[str, Any]:
        return {"X_types": ["string"], "requires_y": True}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string, tags.input_tags.two_d_array, tags.input_tags.sparse = True, False, False
        return tags


def _to_list_of_texts(X: Any) -> list[Any]:
    """Return X as a list; raise ValueError if it is not a sequence of texts."""
    if isinstance(X, str | bytes):
        raise ValueError(
            f"Iterable over raw text documents expected, string object received: {X[:40]!r}. Pass a list, such as"
            " [text]."
        )
    if isinstance(X, Mapping) or hasattr(X, "columns") or is_sparse(X):
        raise ValueError(
            f"Expected a list, array or series of texts, got {type(X).__name__}: pass one column of texts."
        )
    if getattr(X, "ndim", 1) == 2 and X.shape[1] == 1:
        X = X[:, 0]
    if getattr(X, "ndim", 1) != 1:
        raise ValueError(f"Expected 1D array of texts, got an array of shape {X.shape} instead.")
    if not isinstance(X, Iterable):
        raise ValueError(f"Expected a list, array or series of texts, got {X!r}.")
    return X.tolist() if isinstance(X, np.ndarray) else list(X)


def _check_text(text: Any) -> None:
    if isinstance(text, str):
        return
    if text is None or (isinstance(text, float) and text != text):
        raise ValueError("np.nan is an invalid document, expected byte or unicode string.")
    raise ValueError(f"{text!r} is an invalid document, expected a string, not {type(text).__name__}.")


def _copy_with_statistics(model: Model, statistics: Statistics) -> Model:
    return Model(model.recipe, model.vocabulary, statistics, tfidf=model.tfidf, table=model.table)
