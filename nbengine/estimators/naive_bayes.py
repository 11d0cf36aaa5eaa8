"""The methods that all naive Bayes estimators share: learning, forgetting, predicting, explaining, saving.

`fit`, `partial_fit`, `predict`, `predict_proba`, `predict_log_proba` and `predict_joint_log_proba` are scikit-learn's.
`learn_one`, `predict_one` and `predict_proba_one` are River's. The others use what additive statistics allow: `forget`,
`merge`, `loo_proba`, `explain`, `working`, `influence`, `calibrate`, `uncalibrate`, `to_bytes` and `from_bytes`.

A subclass provides the statistics (`_reset_statistics`, `_learn`, `_unlearn`, `_add`), their byte form
(`_saved_statistics`) and a `_fitted_view` for explanations. If a method raises an exception, the estimator stays as it
was.
"""

from __future__ import annotations

import sys
from abc import abstractmethod
from collections.abc import Hashable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar, NoReturn, Self

import numpy as np
import numpy.typing as npt

from nbengine.counts import FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.estimators import saving
from nbengine.estimators.estimator import (
    BOOLEAN,
    CalibratedClassifier,
    Classifier,
    Estimator,
    ParameterRule,
    check_labels,
    check_weights,
    is_sparse,
    to_numpy,
)
from nbengine.estimators.views import FittedView
from nbengine.explanations.derivation import Derivation
from nbengine.explanations.explanation import Explanation
from nbengine.learnt.statistics import Features
from nbengine.logspace import first_best_label_numbers, normalise_log_joint
from nbengine.trust.calibration import Calibration, fit_calibration

POSITIVE_INPUT, TEXT_INPUT = "positive input", "text input"
"""Names of two tags of River."""


class StreamClassifier(Estimator):
    """Base class with the attributes and methods that River expects of a classifier."""

    _multiclass: ClassVar[bool] = True
    _supervised: ClassVar[bool] = True
    _is_stochastic: ClassVar[bool] = False
    _needs_positive: ClassVar[bool]
    _takes_text: ClassVar[bool] = False

    def __new__(cls, *_: Any, **__: Any) -> Self:
        classifier = getattr(sys.modules.get("river.base"), "Classifier", None)
        if classifier is not None and not issubclass(cls, classifier):
            classifier.register(cls)
        return super().__new__(cls)

    def clone(self, new_params: Mapping[str, Any] | None = None, include_attributes: bool = False) -> Self:
        """Return an unfitted estimator with the same parameters, as River's `clone` does.

        Parameters
        ----------
        new_params : dict, optional
            Parameters to change.
        include_attributes : bool, default=False
            True also copies what was learnt.
        """
        copied = type(self)(**{**self.get_params(), **(new_params or {})})
        if include_attributes:
            vars(copied).update({name: part for name, part in vars(self).items() if name not in self.get_params()})
        return copied

    def mutate(self, new_attrs: Mapping[str, Any]) -> None:
        """Raise ValueError if `new_attrs` is not empty. River calls this method; use `set_params` instead."""
        if new_attrs:
            raise ValueError(f"{type(self).__name__} has no mutable attributes; use `set_params`.")

    def _get_params(self) -> dict[str, Any]:
        return self.get_params()

    @classmethod
    def _unit_test_params(cls) -> Iterator[dict[str, Any]]:
        yield {}

    def _unit_test_skips(self) -> set[str]:
        return set()

    @property
    def _mutable_attributes(self) -> set[str]:
        return set()

    @property
    def _tags(self) -> set[str]:
        return ({POSITIVE_INPUT} if self._needs_positive else set()) | ({TEXT_INPUT} if self._takes_text else set())


class UnavailableMethod:
    """Descriptor for a method that an estimator does not have. Accessing it raises AttributeError with the reason."""

    def __init__(self, reason: str) -> None:
        self._reason = reason
        self._name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, instance: object, owner: type) -> NoReturn:
        raise AttributeError(f"{owner.__name__} has no {self._name!r}: {self._reason}")


def find_best_other_label(joint: FloatArray, number: int) -> int:
    """Return the number of the label with the highest score, except the label `number`. `joint` has one row of
    scores.
    """
    if joint.shape[1] < 2:
        raise EngineError("With a single label there is no other to compare it with.")
    others = np.delete(np.arange(joint.shape[1]), number)
    return int(others[joint[0, others].argmax()])


def check_rival(own_label: int, rival: int, label: Any) -> int:
    """Return `rival`; raise ValueError if it equals `own_label`. The error message contains `label`."""
    if own_label == rival:
        raise ValueError(f"`label` and `against` are both {label!r}; pass two different labels.")
    return rival


class ExplainedClassifier(Classifier):
    """Base class of classifiers that explain their verdicts, keep the samples of `fit`, and have a byte form."""

    keep_samples: bool
    _samples: tuple[Any, IntArray, FloatArray | None] | None
    """X as passed to `fit`, the label number of each sample, and the weights."""
    _columns: dict[Hashable, int]
    """Column number of each feature name. The attribute exists only after `learn_one` was used."""

    def predict_joint_log_proba(self, X: Any) -> FloatArray:
        """Return log P(label, sample), shape (n_samples, n_classes). It is never calibrated.

        Parameters
        ----------
        X : as for `predict`
        """
        self._check_fitted()
        return self._to_array_library_of(X, self._log_joint(self._adapt_columns(self._checked_table(X, reset=False))))

    def explain(self, x: Any, label: Any = None, against: Any = None, *, feature_names: Any = None) -> Explanation:
        """Return the contribution of each feature of one sample to the log-odds of one label against another.

        Parameters
        ----------
        x : one sample
            A row of X, as an array, a sparse row, a data frame of one row or a series. If the features have names, also
            a dictionary.
        label : optional
            The label to explain. By default the most probable one other than `against`.
        against : optional
            Another label to compare it with. By default the strongest other one.
        feature_names : array-like of shape (n_features,), optional
            The names to show in place of `x0`, `x1`, …, such as `CountVectorizer.get_feature_names_out()`.

        Returns
        -------
        Explanation
            `label`, `against`, `score` and `terms`, the strongest term first. A term has `name`, `value` and `count`.
            The prior, the absent features and all terms add up to the difference of both labels in
            `predict_joint_log_proba`. Notebooks show it as a waterfall.
        """
        table = self._checked_sample(x)
        number = int(self._predict_numbers(table)[0]) if label is None else self._label_number_of(label)
        rival = None if against is None else self._label_number_of(against)
        if rival == number:
            number, rival = self._compared_labels(table, label, against)
        view = self._with_names(feature_names)._fitted_view()
        return view.explain(self._features(table), number, rival, self.classes_.tolist())

    def working(self, x: Any, *, feature_names: Any = None) -> Derivation:
        """Return every step of the calculation for one sample: counts, fractions, logarithms and sums.

        Parameters
        ----------
        x : one sample
            As for `explain`.
        feature_names : array-like of shape (n_features,), optional
            As for `explain`.

        Returns
        -------
        Derivation
            `labels` has one entry per class with its prior, steps and score; `probabilities` are the results, without
            calibration. The steps are computed from the counts as exact fractions where there are some, not read from
            the fitted weights. Its text form shows the calculation, and notebooks show it as formulas.
        """
        table = self._checked_sample(x)
        return self._with_names(feature_names)._fitted_view().derive(self._features(table), self.classes_.tolist())

    def influence(
        self,
        x: Any,
        X: Any = None,
        y: Any = None,
        sample_weight: Any = None,
        *,
        label: Any = None,
        against: Any = None,
    ) -> FloatArray:
        """Return how much each learnt sample adds to the log-odds of one sample.

        It is the difference that forgetting the learnt sample would make, computed without refitting.

        Parameters
        ----------
        x : one sample
            As for `explain`.
        X, y, sample_weight : optional
            Learnt samples, as for `loo_proba`. X and y belong together, and `sample_weight` to both.
        label, against : optional
            As for `explain`. Positive values speak for `label`.

        Returns
        -------
        array of shape (n_samples,)
            In the order of the learnt samples; `argsort` finds the strongest ones.
        """
        _, training, numbers, weights = self._learnt_samples(X, y, sample_weight)
        sample = self._checked_sample(x)
        own, rival = self._compared_labels(sample, label, against)
        return self._fitted_view().influence(
            self._features(sample), self._features(training), numbers, weights, own, rival
        )

    def to_bytes(self) -> bytes:
        """Return the fitted estimator as bytes that hold no code, so that they are safe to load.

        Equal estimators have equal bytes. The samples of `fit` are not included.

        Raises
        ------
        ValueError
            If a parameter cannot be saved, such as a function.
        """
        self._check_fitted()
        return saving.to_bytes(self)

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Load an estimator of this class from `to_bytes`.

        Raises
        ------
        DamagedModelError
            If the bytes are damaged, of another kind of estimator, or of a later version.
        """
        return saving.from_bytes(cls, data)

    def predict_one(self, x: Any) -> Any:
        """Return the most probable label of one sample; None if nothing was learnt.

        Parameters
        ----------
        x : dict
            As for `learn_one`. Unknown features are ignored.
        """
        if not hasattr(self, "classes_"):
            return None
        return self._label_list()[int(first_best_label_numbers(self._score_one(x))[0])]

    def predict_proba_one(self, x: Any) -> dict[Any, float]:
        """Return the probability of each label for one sample; an empty dictionary if nothing was learnt.

        Where no label is possible, the probabilities are those of the prior.
        """
        if not hasattr(self, "classes_"):
            return {}
        if hasattr(self, "calibration_"):
            shares = np.exp(self._log_proba(self._to_row(x)))[0]
        else:
            shares = np.exp(normalise_log_joint(self._score_one(x)))[0]
        if not shares.any():
            documents = np.asarray(to_numpy(self.class_count_), dtype=np.float64)
            shares = documents / documents.sum()
        return dict(zip(self._label_list(), shares.tolist(), strict=True))

    @abstractmethod
    def _features(self, table: Any) -> Features:
        """Return a checked table of samples as a `Features` record of the engine."""

    @abstractmethod
    def _fitted_view(self) -> FittedView:
        """Return the model that `explain`, `working` and `influence` read."""

    @abstractmethod
    def _saved_statistics(self) -> saving.SavedStatistics:
        """Return the learnt statistics, for `to_bytes`."""

    @abstractmethod
    def _restore(self, parts: saving.SavedStatistics) -> None:
        """Set the statistics from the result of `_saved_statistics`. Labels and features are already set."""

    @abstractmethod
    def _evidence_amounts(self, table: Any) -> FloatArray:
        """Return the amount of evidence of each sample, shape (n_samples,): its number of words or of present
        features.
        """

    @abstractmethod
    def _derive_attributes(self) -> None:
        """Compute the fitted attributes from the statistics."""

    @abstractmethod
    def _row_from_dict(self, x: Mapping[Hashable, Any]) -> Any:
        """Return a dictionary of feature values as a table of one row. Unknown features are ignored."""

    def _check_settings(self) -> None:
        """Raise ValueError for parameters that do not match the number of labels or features."""

    @contextmanager
    def _restored_on_error(self) -> Iterator[None]:
        """Context manager that restores all attributes if its block raises an exception."""
        before = dict(vars(self))
        try:
            yield
        except BaseException:
            vars(self).clear()
            vars(self).update(before)
            raise

    def _learnt_samples(self, X: Any, y: Any, sample_weight: Any) -> tuple[Any, Any, IntArray, FloatArray | None]:
        """Return X as passed, X as a checked table, label numbers, and weights. If X is None, return those of the last
        `fit`.
        """
        self._check_fitted()
        if X is not None:
            if y is None:
                raise ValueError("X, y and sample_weight go together: pass the labels of the samples in X as y.")
            table, labels, weights = self._checked_samples(X, y, sample_weight, reset=False)
            return X, self._adapt_columns(table), self._label_numbers(labels), weights
        if y is not None or sample_weight is not None:
            raise ValueError("X, y and sample_weight go together: X must be passed together with y and sample_weight.")
        if getattr(self, "_samples", None) is None:
            raise ValueError(
                f"This {type(self).__name__} keeps no samples: only `fit` keeps them, if `keep_samples=True`, until"
                " something else is learnt, forgotten or loaded. Pass the learnt samples as X and y."
            )
        given, numbers, weights = self._samples  # type: ignore[misc] # it is not None
        table = self._adapt_columns(self._checked_table(given, reset=False))
        if len(table.shape) != 2 or table.shape[0] != len(numbers) or not self._has_learnt(table, numbers, weights):
            raise ValueError("The samples were changed after `fit`. Pass the learnt samples as X and y.")
        return given, table, numbers, weights

    @abstractmethod
    def _has_learnt(self, table: Any, numbers: IntArray, weights: FloatArray | None) -> bool:
        """Return whether the current statistics are exactly the statistics of these samples."""

    def _checked_sample(self, x: Any) -> Any:
        """Return one sample as a checked table of one row."""
        self._check_fitted()
        if isinstance(x, Mapping):
            return self._to_row(x)
        if isinstance(x, str | bytes):
            raise ValueError("One sample is a row of features; a string was given. For texts, use `TextClassifier`.")
        table = self._adapt_columns(self._checked_table(self._to_two_dimensions(x), reset=False))
        if table.shape[0] != 1:
            raise ValueError(f"Expected one sample, got {table.shape[0]}: pass a single row, such as X[[0]].")
        return table

    def _to_two_dimensions(self, x: Any) -> Any:
        """Return one sample, which may have one dimension, as a two-dimensional table."""
        if hasattr(x, "to_frame") and not hasattr(x, "columns"):
            return x.to_frame().T
        if is_sparse(x):
            return x.reshape(1, -1) if x.ndim == 1 else x
        if hasattr(x, "columns"):
            return x
        row = np.asarray(to_numpy(x))
        return row[None] if row.ndim == 1 else row

    def _to_row(self, x: Any) -> Any:
        """Return one sample, as a dictionary or a row of features, as a checked table of one row."""
        if not isinstance(x, Mapping):
            return self._checked_sample(x)
        if not self._has_names():
            raise ValueError(
                f"This {type(self).__name__} was fitted without feature names, so that the features of a dictionary"
                " are not known. Pass a row, or fit it on a data frame or by `learn_one`."
            )
        return self._row_from_dict(x)

    def _has_names(self) -> bool:
        return "_columns" in vars(self) or hasattr(self, "feature_names_in_")

    def _columns_by_name(self) -> dict[Hashable, int]:
        if "_columns" not in vars(self):
            if not self._has_names():
                raise ValueError(f"This {type(self).__name__} was fitted without feature names; pass a row.")
            self._columns = {name: column for column, name in enumerate(self.feature_names_in_.tolist())}
        return self._columns

    def _feature_names(self) -> list[Hashable] | None:
        """Return the names of the features in order; None if they have none."""
        if "_columns" in vars(self):
            return list(self._columns)
        return self.feature_names_in_.tolist() if hasattr(self, "feature_names_in_") else None

    def _feature_name_of(self, column: int) -> str:
        names = getattr(self, "feature_names_in_", None)
        if names is not None:
            return str(names[column])
        if "_columns" in vars(self):
            return str(next(name for name, number in self._columns.items() if number == column))
        return f"x{column}"

    def _label_number_of(self, label: Any) -> int:
        numbers = self._label_numbers_by_value()
        if label not in numbers:
            raise ValueError(f"{label!r} is not one of the labels {self.classes_}.")
        return numbers[label]

    def _label_numbers_by_value(self) -> dict[Any, int]:
        known = vars(self).get("_numbers_of_labels")
        if known is None or known[0] is not self.classes_:
            known = self.classes_, {label: number for number, label in enumerate(self.classes_.tolist())}
            self._numbers_of_labels = known
        numbers: dict[Any, int] = known[1]
        return numbers

    def _score_one(self, x: Any) -> FloatArray:
        """Return the scores of one sample, (1, n_classes)."""
        return self._log_joint(self._to_row(x))

    def _label_list(self) -> list[Any]:
        return list(self._label_numbers_by_value())

    def _compared_labels(self, table: Any, label: Any, against: Any) -> tuple[int, int]:
        """Return the numbers of the two labels to compare: by default the predicted label, and the strongest other
        label.
        """
        joint = self._log_joint(table)
        if label is not None and against is not None:
            return self._label_number_of(label), check_rival(
                self._label_number_of(label), self._label_number_of(against), against
            )
        if against is not None:
            rival = self._label_number_of(against)
            return find_best_other_label(joint, rival), rival
        own = int(first_best_label_numbers(joint)[0]) if label is None else self._label_number_of(label)
        return own, find_best_other_label(joint, own)

    def _with_names(self, feature_names: Any) -> Self:
        """Return a copy whose features have these names; self if `feature_names` is None.

        The copy shares all statistics.
        """
        if feature_names is None:
            return self
        names = np.array(list(feature_names), dtype=object)
        if names.shape != (self.n_features_in_,):
            raise ValueError(f"`feature_names` has {len(names)} names, but X has {self.n_features_in_} features.")
        named = object.__new__(type(self))
        vars(named).update({**vars(self), "feature_names_in_": names})
        return named

    def _label_numbers(self, y: npt.NDArray[Any]) -> IntArray:
        check_same_label_type(self.classes_, y)
        unknown = np.setdiff1d(y, self.classes_)
        if len(unknown):
            raise ValueError(f"The target label(s) {unknown} in y do not exist in the initial classes {self.classes_}")
        return np.searchsorted(self.classes_, y)

    def _state_to_pickle(self) -> dict[str, Any]:
        """Return the attributes to pickle, without samples and without attributes that can be computed from
        other ones.
        """
        return {name: value for name, value in vars(self).items() if name not in ("_samples", "_numbers_of_labels")}


class NaiveBayes(StreamClassifier, ExplainedClassifier, CalibratedClassifier):
    """Base class of the naive Bayes estimators, which learn, forget and merge, and compute leave-one-out scores."""

    _rules: ClassVar[dict[str, ParameterRule]] = {"open_labels": BOOLEAN, "keep_samples": BOOLEAN}

    open_labels: bool
    calibration_: Calibration
    """Conversion of scores to calibrated probabilities, set by `calibrate`."""

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Forget everything and learn these samples.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features)
            `CategoricalNB`, `GaussianNB` and `MixedNB` take no sparse matrices.
        y : array-like of shape (n_samples,)
            One label per sample: strings, integers or booleans.
        sample_weight : array-like of shape (n_samples,), optional

        Returns
        -------
        self
        """
        with self._restored_on_error():
            table, labels, weights = self._checked_samples(X, y, sample_weight, reset=True)
            for name in ("calibration_", "_columns"):
                vars(self).pop(name, None)
            self.classes_, numbers = np.unique(labels, return_inverse=True)
            self._reset_statistics(len(self.classes_), self.n_features_in_)
            self._check_settings()
            self._learn(table, numbers, weights)
            self._derive_attributes()
            self._samples = (X, numbers, weights) if self.keep_samples else None
            return self._convert_fitted_arrays(X)

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Learn further samples. The order of the calls has no effect on the counts.

        Parameters
        ----------
        X : as for `fit`
        y : array-like of shape (n_samples,)
        classes : array-like of shape (n_classes,), optional
            All labels that can occur. The first call needs them, unless `open_labels=True`.
        sample_weight : array-like of shape (n_samples,), optional

        Returns
        -------
        self
        """
        with self._restored_on_error():
            is_first = not hasattr(self, "classes_")
            table, labels, weights = self._checked_samples(X, y, sample_weight, reset=is_first)
            named = self._as_numpy(classes)
            if is_first:
                if named is None and not self.open_labels:
                    raise ValueError("classes must be passed on the first call to partial_fit.")
                known = np.unique(labels if named is None else check_labels(named, type(self).__name__))
                self.classes_ = np.union1d(known, labels) if self.open_labels else known
                self._reset_statistics(len(self.classes_), self.n_features_in_)
            else:
                self._add_or_compare_classes(labels, named)
                if table.shape[1] > self.n_features_in_:
                    self.n_features_in_, n_labels = int(table.shape[1]), len(self.classes_)
                    self._make_room(np.arange(n_labels), n_labels, self.n_features_in_)
            self._check_settings()
            self._learn(self._adapt_columns(table), self._label_numbers(labels), weights)
            self._derive_attributes()
            self._samples = None
            return self._convert_fitted_arrays(X)

    def forget(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Undo the learning of samples. The counts are then as if they had never been learnt.

        With whole counts and weights this is exact to the last bit; other sums agree up to rounding. A label without
        samples stays among `classes_`, with probability 0, and features stay too, also if only these samples had them.

        A calibration is removed, because it may have been fitted to these samples: `predict_proba` is uncalibrated
        until `calibrate` is called again.

        Parameters
        ----------
        X : as for `fit`
        y : array-like of shape (n_samples,)
            The labels under which the samples were learnt.
        sample_weight : array-like of shape (n_samples,), optional
            The weights with which they were learnt.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If these samples were never learnt. Nothing changes then.
        """
        self._check_fitted()
        with self._restored_on_error():
            table, labels, weights = self._checked_samples(X, y, sample_weight, reset=False)
            self._check_settings()
            self._unlearn(self._adapt_columns(table), self._label_numbers(labels), weights)
            self._derive_attributes()
            self._samples = None
            return self.uncalibrate()._convert_fitted_arrays(X)

    def merge(self, other: Self) -> Self:
        """Add everything that another estimator has learnt, for example on another part of the data.

        Parameters
        ----------
        other : estimator of the same class
            It stays as it is. Both need the same features; labels that only one of them knows are added.

        Returns
        -------
        self
        """
        self._check_fitted()
        if type(other) is not type(self):
            raise TypeError(f"A {type(self).__name__} can merge only its own kind, not {type(other).__name__}.")
        other._check_fitted()
        with self._restored_on_error():
            self._check_mergeable(other)
            labels = _merge_labels(self.classes_, other.classes_)
            n_labels, n_features = len(labels), self.n_features_in_
            more = saving.copy_fitted(other)
            for part in (self, more):
                if len(part.classes_) < n_labels:
                    positions = np.searchsorted(labels, part.classes_)
                    part.classes_ = labels
                    part._make_room(positions, n_labels, n_features)
            self._check_settings()
            self._add(more)
            self._derive_attributes()
            self._samples = None
            return self

    def loo_proba(self, X: Any = None, y: Any = None, sample_weight: Any = None) -> FloatArray:
        """Return leave-one-out probabilities: each sample is scored by a model of all other samples.

        This equals fitting a model for each sample without it, but the sample is only subtracted from the counts.

        Parameters
        ----------
        X, y, sample_weight : optional
            The learnt samples. By default those of the last `fit`, which are kept unless `keep_samples=False`. If the
            estimator has learnt in another way, pass them. The method does not check that they were learnt. For other
            samples the result is meaningless; use `predict_proba`.

        Returns
        -------
        array of shape (n_samples, n_classes)
            In the order of `classes_`. A label whose only sample is left out has probability 0.
        """
        given, logs = self._leave_one_out_logs(X, y, sample_weight)
        return self._to_array_library_of(given, np.exp(logs))

    def leave_one_out_log_proba(self, X: Any = None, y: Any = None, sample_weight: Any = None) -> FloatArray:
        """Return the logarithms of `loo_proba`, which takes the same parameters."""
        given, logs = self._leave_one_out_logs(X, y, sample_weight)
        return self._to_array_library_of(given, logs)

    def _leave_one_out_logs(self, X: Any, y: Any, sample_weight: Any) -> tuple[Any, FloatArray]:
        """Return X as passed or kept, and leave-one-out log-probabilities as a NumPy array.

        The caller needs X to convert the result to its array library.
        """
        given, table, numbers, weights = self._learnt_samples(X, y, sample_weight)
        return given, normalise_log_joint(self._leave_one_out(table, numbers, weights))

    def calibrate(self, X: Any = None, y: Any = None, sample_weight: Any = None, *, are_held_out: bool = False) -> Self:
        """Fit `calibration_`, so that probabilities state how often verdicts are right.

        Naive Bayes is overconfident, because it assumes that features are independent. The calibration is fitted to
        leave-one-out scores. It changes `predict_proba` and `predict_log_proba`, but not `predict`. `fit`, `forget`,
        `forget_one` and `uncalibrate` remove it; `partial_fit`, `learn_one` and `merge` keep it.

        Parameters
        ----------
        X, y, sample_weight : optional
            Learnt samples, as for `loo_proba`.
        are_held_out : bool, default=False
            True if the estimator has not learnt the samples. The calibration is then fitted to their plain scores.

        Returns
        -------
        self
        """
        if are_held_out:
            self._check_fitted()
            if X is None:
                raise ValueError("Held-out samples must be passed as X and y.")
            checked, labels, _ = self._checked_samples(X, y, sample_weight, reset=False)
            table, numbers = self._adapt_columns(checked), self._label_numbers(labels)
            scores = self._log_joint(table)
        else:
            _, table, numbers, weights = self._learnt_samples(X, y, sample_weight)
            scores = self._leave_one_out(table, numbers, weights)
        self.calibration_ = fit_calibration(scores, numbers, self._evidence_amounts(table))
        return self

    def learn_one(self, x: Any, y: Hashable, w: float = 1.0) -> None:
        """Learn one sample. New labels and new features are added, whatever `open_labels` is.

        Parameters
        ----------
        x : dict
            The value of each feature by its name. Features that are absent count as 0, or as missing if the estimator
            does not read counts.
        y : label
        w : float, default=1.0
            The weight of the sample.
        """
        with self._restored_on_error():
            number, row = self._sample_to_learn(x, y)
            self._learn(row, np.array([number]), _weight_array_unless_1(w))
            self._derive_attributes()
            self._samples = None

    def forget_one(self, x: Any, y: Hashable, w: float = 1.0) -> None:
        """Undo `learn_one`. A calibration is removed, as by `forget`."""
        self._check_fitted()
        with self._restored_on_error():
            row = self._to_row(x)
            self._unlearn(row, np.array([self._label_number_of(y)]), _weight_array_unless_1(w))
            self._derive_attributes()
            self._samples = None
            self.uncalibrate()

    @abstractmethod
    def _reset_statistics(self, n_labels: int, n_features: int) -> None:
        """Remove all samples from the statistics."""

    @abstractmethod
    def _learn(self, X: Any, numbers: IntArray, weights: FloatArray | None) -> None:
        """Add samples to the statistics. If this raises an exception, the statistics stay unchanged."""

    @abstractmethod
    def _unlearn(self, X: Any, numbers: IntArray, weights: FloatArray | None) -> None:
        """Subtract samples from the statistics. If this raises an exception, the statistics stay unchanged."""

    @abstractmethod
    def _add(self, other: Self) -> None:
        """Add the statistics of another estimator with the same labels and features."""

    @abstractmethod
    def _make_room(self, positions: IntArray, n_labels: int, n_features: int) -> None:
        """Make room for more labels and features. The statistics of label i move to label positions[i]."""

    @abstractmethod
    def _leave_one_out(self, X: Any, numbers: IntArray, weights: FloatArray | None) -> FloatArray:
        """Return log P(label, sample) of each learnt sample by a model without it."""

    def _check_mergeable(self, other: Self) -> None:
        """Raise ValueError if `other` cannot be merged into this estimator."""
        if self.n_features_in_ != other.n_features_in_:
            raise ValueError(
                f"The other {type(self).__name__} has {other.n_features_in_} features, but {self.n_features_in_}"
                " are needed to merge."
            )
        if self._feature_names() != other._feature_names():
            raise ValueError("The feature names of both estimators must match, in the same order.")

    def _log_proba(self, table: Any) -> FloatArray:
        joint = self._log_joint(table)
        if not hasattr(self, "calibration_"):
            return normalise_log_joint(joint)
        calibrated = self.calibration_.apply(joint.astype(np.float64, copy=False), self._evidence_amounts(table))
        return calibrated.astype(joint.dtype, copy=False)

    def _has_learnt(self, table: Any, numbers: IntArray, weights: FloatArray | None) -> bool:
        fresh = self._empty_copy()
        fresh._learn(table, numbers, weights)
        return saving.are_statistics_equal(self._saved_statistics(), fresh._saved_statistics())

    def _empty_copy(self) -> Self:
        """Return an estimator with the same labels and features that has learnt no sample."""
        fresh = type(self)(**self.get_params())
        fresh.classes_, fresh.n_features_in_ = self.classes_, self.n_features_in_
        fresh._reset_statistics(len(self.classes_), self.n_features_in_)
        return fresh

    @property
    def _has_open_columns(self) -> bool:
        return self.open_labels

    def _sample_to_learn(self, x: Any, y: Hashable) -> tuple[int, Any]:
        """Return the label number and the table of one sample. New labels and features are added first."""
        is_first = not hasattr(self, "classes_")
        if is_first and not isinstance(x, Mapping):
            raise ValueError("The first sample must be a dictionary, so that its features have names.")
        label = check_labels([y], type(self).__name__)
        if is_first:
            self._check_parameters()
            vars(self).pop("feature_names_in_", None)
            self.classes_, self.n_features_in_, self._columns = label, 0, {}
            self._reset_statistics(1, 0)
        elif label[0] not in self._label_numbers_by_value():
            self._add_classes(label)
        if isinstance(x, Mapping):
            self._add_columns(x)
        self._check_settings()
        return self._label_number_of(label[0]), self._to_row(x)

    def _add_columns(self, x: Mapping[Hashable, Any]) -> None:
        columns = self._columns_by_name()
        new = [name for name in x if name not in columns]
        if not new:
            return
        n_features, n_labels = self.n_features_in_ + len(new), len(self.classes_)
        self._make_room(np.arange(n_labels), n_labels, n_features)
        self._columns = {**columns, **{name: self.n_features_in_ + index for index, name in enumerate(new)}}
        vars(self).pop("feature_names_in_", None)
        self.n_features_in_ = n_features

    def _add_classes(self, labels: npt.NDArray[Any]) -> None:
        known = self.classes_
        self.classes_ = _merge_labels(known, labels)
        if len(self.classes_) > len(known):
            self._make_room(np.searchsorted(self.classes_, known), len(self.classes_), self.n_features_in_)

    def _add_or_compare_classes(self, y: npt.NDArray[Any], classes: Any) -> None:
        if self.open_labels:
            self._add_classes(y if classes is None else np.union1d(y, check_labels(classes, type(self).__name__)))
        elif classes is not None and not np.array_equal(self.classes_, np.sort(np.asarray(classes))):
            raise ValueError(
                f"`classes={classes!r}` is not the same as on last call to partial_fit, was: {self.classes_!r}"
            )


def check_same_label_type(labels: npt.NDArray[Any], others: npt.NDArray[Any]) -> None:
    """Raise ValueError if some labels are strings and others are numbers."""
    if len(labels) and len(others) and _are_strings(labels) != _are_strings(others):
        raise ValueError("Mix of label input types (string and number)")


def _merge_labels(labels: npt.NDArray[Any], others: npt.NDArray[Any]) -> npt.NDArray[Any]:
    check_same_label_type(labels, others)
    return np.union1d(labels, others)


def _are_strings(labels: npt.NDArray[Any]) -> bool:
    return labels.dtype.kind in "US" or (labels.dtype.kind == "O" and isinstance(labels.flat[0], str))


def _weight_array_unless_1(weight: float) -> FloatArray | None:
    return None if weight == 1 else check_weights([weight], 1)
