"""The base classes of all estimators: parameters that can be read, set and shown, and five ways of judging.

Parameters live under their own names and are stored untouched, so that scikit-learn's `clone` works; everything that is
learnt ends in an underscore or begins with one.
"""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from typing import Any, ClassVar, Self, TypeVar
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.arrays.logspace import first_of_best, normalise_log_joint
from nbengine.estimators.input_checks import (
    BOOLEAN,
    Rule,
    Table,
    check_feature_names,
    check_parameters,
    check_same_length,
    checked_labels,
    checked_table,
    checked_weights,
    feature_names,
    not_fitted_error,
)
from nbengine.estimators.scikit_learn_mixins import Pickled, Pictured, Routed, beside, in_numpy

Answer = TypeVar("Answer", bound=npt.NDArray[Any])
_PARAMETERS: WeakKeyDictionary[type, dict[str, inspect.Parameter]] = WeakKeyDictionary()
"""Of each class, since a signature takes long to be read."""


class Estimator(Pickled):
    """Parameters are the constructor's arguments."""

    def get_params(self, deep: bool = True) -> dict[str, Any]:  # noqa: ARG002 - the interface says so
        """Return the constructor's arguments and their values."""
        return {name: getattr(self, name) for name in _parameter_names(type(self))}

    def set_params(self, **params: Any) -> Self:
        """Change some of the constructor's arguments."""
        known = _parameter_names(type(self))
        for name, value in params.items():
            if name not in known:
                raise ValueError(
                    f"Invalid parameter {name!r} for estimator {self}. Valid parameters are: {sorted(known)}."
                )
            setattr(self, name, value)
        return self

    def __repr__(self) -> str:
        changed = [
            f"{name}={getattr(self, name)!r}"
            for name, parameter in _parameter_names(type(self)).items()
            if not _is_same(getattr(self, name), parameter.default)
        ]
        return f"{type(self).__name__}({', '.join(changed)})"


class Classifier(Routed, Pictured, Estimator, ABC):
    """Learns from samples X and labels y, and judges samples by a score for each label."""

    _rules: ClassVar[dict[str, Rule]]
    _accepts_sparse: ClassVar[bool] = True
    _needs_positive: ClassVar[bool] = False
    _takes_other_arrays: ClassVar[bool] = False
    """True if scikit-learn may dispatch arrays of other libraries: answers then are of the library of X, on its device,
    and so are the fitted attributes that are shown."""
    _shown: ClassVar[tuple[str, ...]] = ()

    _estimator_type: ClassVar[str] = "classifier"
    """The mark by which scikit-learn before 1.6 knows a classifier."""
    classes_: npt.NDArray[Any]
    class_count_: npt.NDArray[Any]
    n_features_in_: int

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """Return the likeliest class of each sample, the first of equals."""
        self._check_fitted()
        judged = self._judged(self._fitting(self._checked_table(X, reset=False)))
        return self._beside(X, np.asarray(self.classes_[judged]))

    def predict_log_proba(self, X: Any) -> FloatArray:
        """log P(label | sample); a row of -inf where no class is possible."""
        self._check_fitted()
        return self._beside(X, normalise_log_joint(self._log_joint(self._fitting(self._checked_table(X, reset=False)))))

    def predict_proba(self, X: Any) -> FloatArray:
        """P(label | sample); a row of zeros where no class is possible."""
        return self._beside(X, np.exp(self.predict_log_proba(self._as_numpy(X))))

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """Return the share of samples that get their label."""
        found, weights = in_numpy(self.predict(X)), in_numpy(sample_weight)
        return float(np.average(found == np.asarray(in_numpy(y)), weights=weights))

    def _more_tags(self) -> dict[str, Any]:
        """Return the same for scikit-learn before 1.6."""
        return {
            "requires_y": True,
            "requires_positive_X": self._needs_positive,
            "poor_score": self._is_poor_with_points,
        }

    def __sklearn_tags__(self) -> Any:
        from sklearn.utils import ClassifierTags, InputTags, Tags, TargetTags  # noqa: PLC0415 - scikit-learn calls this

        return Tags(
            estimator_type="classifier",
            array_api_support=self._takes_other_arrays,
            target_tags=TargetTags(required=True),
            classifier_tags=ClassifierTags(poor_score=self._is_poor_with_points),
            input_tags=InputTags(sparse=self._accepts_sparse, positive_only=self._needs_positive),
        )

    @property
    def _is_poor_with_points(self) -> bool:
        """True for estimators of documents, of which scikit-learn's own tests with points expect too much."""
        return False

    def _as_numpy(self, given: Any) -> Any:
        return in_numpy(given) if self._takes_other_arrays else given

    def _beside(self, X: Any, answer: Answer) -> Answer:
        shown: Answer = beside(X, answer) if self._takes_other_arrays else answer
        return shown

    def _shown_beside(self, X: Any) -> Self:
        """Show what was learnt in the library of X."""
        for name in self._shown:
            setattr(self, name, self._beside(X, getattr(self, name)))
        return self

    @abstractmethod
    def _log_joint(self, X: Any) -> FloatArray: ...

    def _judged(self, X: Any) -> IntArray:
        return first_of_best(self._log_joint(X))

    def _fitting(self, X: Any) -> Any:
        """Columns as they were learnt; with open labels there may be more or fewer."""
        return X

    @property
    def _has_open_columns(self) -> bool:
        return False

    def _checked_samples(
        self, X: Any, y: Any, sample_weight: Any, *, reset: bool
    ) -> tuple[Any, npt.NDArray[Any], FloatArray | None]:
        check_parameters(type(self).__name__, self._rules, self.get_params())
        table = self._checked_table(X, reset=reset)
        labels = checked_labels(self._as_numpy(y), type(self).__name__)
        check_same_length(table, labels)
        return table, labels, checked_weights(self._as_numpy(sample_weight), len(labels))

    def _checked_table(self, given: Any, *, reset: bool) -> Any:
        X = self._as_numpy(given)
        names = feature_names(X)
        owner = type(self).__name__
        if not reset:
            check_feature_names(names, getattr(self, "feature_names_in_", None), owner)
        table = self._cast(checked_table(X, owner, accepts_sparse=self._accepts_sparse))
        if reset:
            self.n_features_in_ = int(table.shape[1])
            if names is not None:
                self.feature_names_in_ = names
            elif hasattr(self, "feature_names_in_"):
                del self.feature_names_in_
        elif table.shape[1] != self.n_features_in_ and not self._has_open_columns:
            raise ValueError(
                f"X has {table.shape[1]} features, but {owner} is expecting {self.n_features_in_} features as input."
            )
        return table

    def _cast(self, table: Table) -> Table:
        return table

    def _check_fitted(self) -> None:
        if not hasattr(self, "classes_"):
            raise not_fitted_error()(
                f"This {type(self).__name__} instance is not fitted yet. Call 'fit' with appropriate arguments before"
                " using this estimator."
            )


class NaiveBayes(Classifier):
    """Learns in one go or in pieces, and judges by log P(label, sample)."""

    _rules: ClassVar[dict[str, Rule]] = {"open_labels": BOOLEAN}

    open_labels: bool

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Forget everything and learn these samples."""
        table, labels, weights = self._checked_samples(X, y, sample_weight, reset=True)
        self.classes_, numbers = np.unique(labels, return_inverse=True)
        self._start(len(self.classes_), self.n_features_in_)
        self._learn(table, numbers, weights)
        self._derive()
        return self._shown_beside(X)

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Learn these samples as well; the first call names all classes, unless labels are open."""
        is_first = not hasattr(self, "classes_")
        table, labels, weights = self._checked_samples(X, y, sample_weight, reset=is_first)
        named = self._as_numpy(classes)
        if is_first:
            if named is None and not self.open_labels:
                raise ValueError("classes must be passed on the first call to partial_fit.")
            known = np.unique(labels if named is None else np.asarray(named))
            self.classes_ = np.union1d(known, labels) if self.open_labels else known
            self._start(len(self.classes_), self.n_features_in_)
        else:
            self._compare_classes(labels, named)
            if table.shape[1] > self.n_features_in_:
                self.n_features_in_, n_labels = int(table.shape[1]), len(self.classes_)
                self._spread(np.arange(n_labels), n_labels, self.n_features_in_)
        self._learn(self._fitting(table), self._label_numbers(labels), weights)
        self._derive()
        return self._shown_beside(X)

    def forget(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Undo having learnt these samples, which must have been learnt with these labels and weights."""
        self._check_fitted()
        table, labels, weights = self._checked_samples(X, y, sample_weight, reset=False)
        self._unlearn(self._fitting(table), self._label_numbers(labels), weights)
        self._derive()
        return self._shown_beside(X)

    def leave_one_out_log_proba(self, X: Any, y: Any, sample_weight: Any = None) -> FloatArray:
        """Return for each learnt sample log P(label | sample) of a model that has learnt all but this one."""
        self._check_fitted()
        table, labels, weights = self._checked_samples(X, y, sample_weight, reset=False)
        left_out = self._leave_one_out(self._fitting(table), self._label_numbers(labels), weights)
        return self._beside(X, normalise_log_joint(left_out))

    def predict_joint_log_proba(self, X: Any) -> FloatArray:
        """log P(label, sample), shape (n_samples, n_classes)."""
        self._check_fitted()
        return self._beside(X, self._log_joint(self._fitting(self._checked_table(X, reset=False))))

    @abstractmethod
    def _start(self, n_labels: int, n_features: int) -> None:
        """Begin with empty statistics."""

    @abstractmethod
    def _learn(self, X: Any, numbers: IntArray, weights: FloatArray | None) -> None:
        """Add samples to the statistics."""

    @abstractmethod
    def _unlearn(self, X: Any, numbers: IntArray, weights: FloatArray | None) -> None:
        """Take samples away from the statistics, or change nothing and refuse."""

    @abstractmethod
    def _derive(self) -> None:
        """Set the fitted attributes that follow from the statistics."""

    @abstractmethod
    def _spread(self, places: IntArray, n_labels: int, n_features: int) -> None:
        """Move each label's statistics to its place among more labels, and make room for more columns."""

    @abstractmethod
    def _leave_one_out(self, X: Any, numbers: IntArray, weights: FloatArray | None) -> FloatArray: ...

    @property
    def _has_open_columns(self) -> bool:
        return self.open_labels

    def _compare_classes(self, y: npt.NDArray[Any], classes: Any) -> None:
        if self.open_labels:
            known, given = self.classes_, y if classes is None else np.union1d(y, np.asarray(classes))
            self.classes_ = np.union1d(known, given)
            if len(self.classes_) > len(known):
                self._spread(np.searchsorted(self.classes_, known), len(self.classes_), self.n_features_in_)
        elif classes is not None and not np.array_equal(self.classes_, np.unique(np.asarray(classes))):
            raise ValueError(
                f"`classes={classes!r}` is not the same as on last call to partial_fit, was: {self.classes_!r}"
            )

    def _label_numbers(self, y: npt.NDArray[Any]) -> IntArray:
        unknown = np.setdiff1d(y, self.classes_)
        if len(unknown):
            raise ValueError(f"The target label(s) {unknown} in y do not exist in the initial classes {self.classes_}")
        return np.searchsorted(self.classes_, y)


def _parameter_names(kind: type) -> dict[str, inspect.Parameter]:
    if kind not in _PARAMETERS:
        parameters = inspect.signature(kind).parameters
        _PARAMETERS[kind] = {name: parameters[name] for name in sorted(parameters)}
    return _PARAMETERS[kind]


def _is_same(value: Any, default: Any) -> bool:
    if value is default:
        return True
    is_plain = isinstance(value, tuple) or np.ndim(value) == 0
    return type(value) is type(default) and is_plain and bool(value == default)
