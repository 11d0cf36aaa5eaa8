"""Naive Bayes classifier for tables with columns of numbers, categories and counts."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from numbers import Integral, Real
from typing import Any, ClassVar, Self, TypeVar

import numpy as np
import numpy.typing as npt

from nbengine.counts import FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.estimators.bernoulli import BernoulliNB
from nbengine.estimators.categorical import CategoricalNB
from nbengine.estimators.counting_estimators import (
    SmoothedNB,
    floats_from_values,
    move_labels,
    subtract_counts,
    sum_weights,
)
from nbengine.estimators.estimator import (
    ARRAY_OR_NONE,
    BOOLEAN,
    NON_NEGATIVE_NUMBER,
    ParameterRule,
    check_feature_names,
    check_no_text,
    check_not_negative,
    check_two_dimensions,
    check_values,
    is_array_like,
    is_sparse,
    read_feature_names,
)
from nbengine.estimators.gaussian import GaussianNB
from nbengine.estimators.multinomial import MultinomialNB
from nbengine.estimators.naive_bayes import NaiveBayes
from nbengine.estimators.saving import SavedStatistics, value_from_json, value_to_json
from nbengine.estimators.views import FittedView, ViewRecipe, to_units
from nbengine.events import weights_without_each_document
from nbengine.events.event_model import EventSettings
from nbengine.events.scorer import Scorer
from nbengine.learnt.statistics import ChoiceTally, Features, Statistics, TableColumns
from nbengine.logspace import add_log_probabilities

COUNT, NUMBER, CATEGORY = "count", "number", "category"
MISSING_CATEGORY = -1.0
"""Category number of a missing value."""


def _is_column_selection(value: Any) -> bool:
    if isinstance(value, slice):
        return all(part is None or isinstance(part, Integral) for part in (value.start, value.stop, value.step))
    return value is None or is_array_like(value)


COUNT_COLUMNS: ParameterRule = (
    "an array-like of column numbers, names or booleans, a slice of numbers, or None",
    _is_column_selection,
)
COLUMNS: ParameterRule = (
    f"'auto', {COUNT_COLUMNS[0]}",
    lambda value: value == "auto" if isinstance(value, str) else _is_column_selection(value),
)
Kind = TypeVar("Kind", bound=NaiveBayes)


class _NumberPart(GaussianNB):
    """GaussianNB without a prior: the part of `MixedNB` for number columns."""

    def _prior(self, documents: FloatArray) -> FloatArray:
        return np.ones(documents.shape)


class _CategoryPart(CategoricalNB):
    """CategoricalNB without a prior: the part of `MixedNB` for category columns.

    Only categories that occurred count as values.
    """

    def _class_prior_array(self) -> FloatArray | None:
        return np.ones(len(self.classes_))

    def _statistics(self) -> Statistics:
        counts = [to_units(part) for part in self.category_count_]
        return Statistics(choices=ChoiceTally.of_weights(self._label_names(), to_units(self.class_count_), counts))

    def renumber(self, column: int, positions: IntArray, n_values: int) -> None:
        """Give the categories of a column new numbers: category i gets the number positions[i]; -1 drops the
        category.
        """
        moved, is_kept = np.zeros((len(self.classes_), n_values)), positions >= 0
        old = np.zeros((len(self.classes_), max(len(positions), self.category_count_[column].shape[1])))
        old[:, : self.category_count_[column].shape[1]] = self.category_count_[column]
        moved[:, positions[is_kept]] = old[:, : len(positions)][:, is_kept]
        tables = list(self.category_count_)
        tables[column] = moved
        self.category_count_ = tables
        self.n_categories_ = np.array([table.shape[1] for table in tables], dtype=np.int64)


class _MultinomialPart(MultinomialNB):
    """MultinomialNB without a prior: the part of `MixedNB` for count columns."""

    def _class_prior_array(self) -> FloatArray | None:
        return np.ones(len(self.classes_))


class _BernoulliPart(BernoulliNB):
    """BernoulliNB without a prior: the part of `MixedNB` for count columns with `counts_as='bernoulli'`."""

    def _class_prior_array(self) -> FloatArray | None:
        return np.ones(len(self.classes_))


COUNT_PARTS: dict[str, Any] = {"multinomial": _MultinomialPart, "bernoulli": _BernoulliPart}


class MixedNB(SmoothedNB):
    """Naive Bayes for tables of numbers, categories and counts.

    Each kind of column has its own event model: normal curves for numbers, shares for categories, and multinomial or
    Bernoulli for counts. Their evidence is added, and there is one prior.

    Parameters
    ----------
    categorical_features : 'auto', array-like, slice or None, default='auto'
        The columns with categories, as column numbers, names, a mask or a slice. 'auto' takes the columns that hold
        strings or booleans, and those of a categorical data type. Categories may be strings, numbers or booleans.
    count_features : array-like, slice or None, default=None
        The columns with counts, such as words of a text, as for `categorical_features`. `slice(2, None)` takes all
        columns from the third on, however many there are. All other columns are numbers.
    counts_as : {'multinomial', 'bernoulli'}, default='multinomial'
        The event model of the counts.
    alpha : float, default=1.0
        Smoothing of counts and categories.
    var_smoothing : float, default=1e-9
        Share of the largest variance of all number columns that is added to each variance.
    fit_prior : bool, default=True
        False gives all classes the same prior.
    class_prior : array-like of shape (n_classes,), optional
    allow_missing : bool, default=False
        True ignores missing values: NaN in numbers, None or NaN in categories. Counts cannot be missing.
    open_labels : bool, default=False
        If True, `partial_fit` accepts new labels.
    keep_samples : bool, default=True
        True keeps a reference to the samples of `fit`, for `loo_proba`, `influence` and `calibrate`.

    Attributes
    ----------
    classes_ : array of shape (n_classes,)
    class_count_ : array of shape (n_classes,)
    categories_ : list of lists
        The categories of each categorical column, sorted.
    feature_kinds_ : tuple of str
        'number', 'category' or 'count' for each column.

    Notes
    -----
    X is an array, a list of rows or a data frame; sparse matrices are refused.

    With 'auto', a column of strings is one categorical column, and each whole string is a category. Free text is not
    recognised: every new text is then an unknown category and says almost nothing. Count its words first, for example
    with `WordCounter`, and pass them as `count_features`.

    Examples
    --------
    >>> from nbengine.estimators import MixedNB
    >>> X = [[1.7, "red"], [1.9, "red"], [5.2, "blue"], [4.8, "red"]]
    >>> model = MixedNB().fit(X, ["small", "small", "large", "large"])
    >>> model.feature_kinds_, model.predict([[2.0, "red"], [5.0, "green"]]).tolist()
    (('number', 'category'), ['small', 'large'])
    >>> [term.name for term in model.explain([5.0, "blue"]).terms]
    ['x0', 'x1']
    """

    _rules: ClassVar[dict[str, ParameterRule]] = {
        **NaiveBayes._rules,
        "categorical_features": COLUMNS,
        "count_features": COUNT_COLUMNS,
        "counts_as": ("a str among {'bernoulli', 'multinomial'}", lambda value: value in tuple(COUNT_PARTS)),
        "alpha": NON_NEGATIVE_NUMBER,
        "var_smoothing": NON_NEGATIVE_NUMBER,
        "fit_prior": BOOLEAN,
        "class_prior": ARRAY_OR_NONE,
        "allow_missing": BOOLEAN,
    }
    _accepts_sparse = False
    _needs_positive = False
    force_alpha = True

    feature_kinds_: tuple[str, ...]
    _categories: tuple[tuple[Any, ...], ...]
    """The sorted categories of each categorical column."""
    _models: dict[str, Any]
    """One estimator for each kind of column that occurs in the table."""

    def __init__(
        self,
        *,
        categorical_features: Any = "auto",
        count_features: Any = None,
        counts_as: str = "multinomial",
        alpha: float = 1.0,
        var_smoothing: float = 1e-9,
        fit_prior: bool = True,
        class_prior: Any = None,
        allow_missing: bool = False,
        open_labels: bool = False,
        keep_samples: bool = True,
    ) -> None:
        self.categorical_features = categorical_features
        self.count_features = count_features
        self.counts_as = counts_as
        self.alpha = alpha
        self.var_smoothing = var_smoothing
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.allow_missing = allow_missing
        self.open_labels = open_labels
        self.keep_samples = keep_samples

    @property
    def categories_(self) -> list[list[Any]]:
        return [list(known) for known in self._categories]

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        with self._restored_on_error():
            if hasattr(self, "classes_"):
                self._check_parameters()
                self._add_categories(self._read_columns(X, reset=False)[0])
            return super().partial_fit(X, y, classes, sample_weight)

    partial_fit.__doc__ = NaiveBayes.partial_fit.__doc__

    @property
    def _is_for_documents(self) -> bool:
        return False

    @property
    def _has_open_columns(self) -> bool:
        return False

    def _checked_table(self, given: Any, *, reset: bool) -> Any:
        columns, are_declared = self._read_columns(given, reset=reset)
        if reset:
            self.feature_kinds_ = self._find_column_kinds(columns, are_declared)
            self._categories = tuple(() for kind in self.feature_kinds_ if kind == CATEGORY)
            self._models = {}
            self._add_categories(columns)
        return self._encode_columns(columns)

    def _read_columns(self, given: Any, *, reset: bool) -> tuple[list[npt.NDArray[Any]], list[bool]]:
        """Return the columns of a table as arrays, and a flag for each column: whether a data frame declares it as
        categories.

        Raise ValueError if their number or names differ from those of `fit`.
        """
        owner, names = type(self).__name__, read_feature_names(given)
        if not reset:
            check_feature_names(names, getattr(self, "feature_names_in_", None), owner)
        columns, are_declared = _split_columns(given, owner)
        if reset:
            self.n_features_in_ = len(columns)
            vars(self).pop("feature_names_in_", None)
            if names is not None:
                self.feature_names_in_ = names
        elif len(columns) != self.n_features_in_:
            raise ValueError(
                f"X has {len(columns)} features, but {owner} is expecting {self.n_features_in_} features as input."
            )
        return columns, are_declared

    def _find_column_kinds(self, columns: Sequence[npt.NDArray[Any]], are_declared: Sequence[bool]) -> tuple[str, ...]:
        are_counts = self._column_mask(self.count_features)
        if isinstance(self.categorical_features, str):
            held = [_has_categories(column) for column in columns]
            are_categories = (np.array(held, dtype=np.bool_) | np.array(are_declared, dtype=np.bool_)) & ~are_counts
        else:
            are_categories = self._column_mask(self.categorical_features)
        if (are_counts & are_categories).any():
            raise ValueError("A column can be in `categorical_features` or in `count_features`, not in both.")
        chosen = np.where(are_counts, COUNT, np.where(are_categories, CATEGORY, NUMBER))
        return tuple(chosen.tolist())

    def _column_mask(self, selection: Any) -> npt.NDArray[np.bool_]:
        """Return a mask of the columns that a parameter names by number, by name or by a mask."""
        is_selected = np.zeros(self.n_features_in_, dtype=np.bool_)
        if selection is None:
            return is_selected
        if isinstance(selection, slice):
            is_selected[selection] = True
            return is_selected
        listed = list(selection)
        if listed and all(isinstance(item, bool | np.bool_) for item in listed):
            if len(listed) != self.n_features_in_:
                raise ValueError(f"A mask of {len(listed)} columns does not fit {self.n_features_in_} features.")
            return np.array(listed, dtype=np.bool_)
        names = getattr(self, "feature_names_in_", np.zeros(0, dtype=object)).tolist()
        for item in listed:
            if isinstance(item, str) and item in names:
                is_selected[names.index(item)] = True
            elif isinstance(item, Integral) and -self.n_features_in_ <= int(item) < self.n_features_in_:
                is_selected[int(item)] = True
            else:
                raise ValueError(f"{item!r} is not one of the {self.n_features_in_} features.")
        return is_selected

    def _columns_of_kind(self, kind: str) -> IntArray:
        """Return the numbers of the columns of one kind."""
        return np.flatnonzero(np.array(self.feature_kinds_, dtype=object) == kind)

    def _add_categories(self, columns: Sequence[npt.NDArray[Any]]) -> None:
        """Add categories that are not known yet. All categories stay sorted, so the order of learning has no effect."""
        known = list(self._categories)
        for number, index in enumerate(self._columns_of_kind(CATEGORY)):
            found = {_plain_category(value) for value in columns[index].tolist()} - {None}
            known[number] = _sorted_categories({*known[number], *found})
        self._change_categories(tuple(known))

    def _change_categories(self, categories: tuple[tuple[Any, ...], ...]) -> None:
        before, self._categories = self._categories, categories
        if CATEGORY not in self._models or categories == before:
            return
        part = _copy_estimator(self._models[CATEGORY])
        for column, (old, new) in enumerate(zip(before, categories, strict=True)):
            numbers = {category: number for number, category in enumerate(new)}
            positions = np.array([numbers.get(category, -1) for category in old], dtype=np.int64)
            part.renumber(column, positions, len(new))
        part._derive_attributes()
        self._models = {**self._models, CATEGORY: part}

    def _encode_columns(self, columns: Sequence[npt.NDArray[Any]]) -> FloatArray:
        """Return the table as floats, (n_samples, n_features). A category becomes its number.

        An unknown category gets the number after the last known one.
        """
        table = np.zeros((len(columns[0]), len(columns)))
        categories = iter(self._categories)
        for index, (kind, column) in enumerate(zip(self.feature_kinds_, columns, strict=True)):
            if kind == CATEGORY:
                table[:, index] = self._category_numbers(index, column, next(categories))
            else:
                table[:, index] = self._encode_column(index, column, kind)
        return self._check_counts(table)

    def _check_counts(self, table: FloatArray) -> FloatArray:
        check_not_negative(table[:, self._columns_of_kind(COUNT)], type(self).__name__)
        return table

    def _encode_column(self, index: int, column: npt.NDArray[Any], kind: str) -> FloatArray:
        if column.dtype.kind in "iufb":
            numbers = column.astype(np.float64)
        else:
            given = [np.nan if value is None else value for value in column.tolist()]
            numbers = floats_from_values(given, allows_nan=True)
        is_missing = np.isnan(numbers)
        if is_missing.any() and not (self.allow_missing and kind == NUMBER):
            raise _missing_value(self._column_name_in_messages(index), kind)
        check_values(numbers[~is_missing], "X")
        return numbers

    def _column_name_in_messages(self, index: int) -> str:
        names = getattr(self, "feature_names_in_", None)
        return f"x{index}" if names is None else str(names[index])

    def _category_numbers(self, index: int, column: npt.NDArray[Any], known: tuple[Any, ...]) -> FloatArray:
        numbers: dict[Any, float] = {category: number for number, category in enumerate(known)}
        values = [_plain_category(value) for value in column.tolist()]
        if not self.allow_missing and None in values:
            raise _missing_value(self._column_name_in_messages(index), CATEGORY)
        return np.array([MISSING_CATEGORY if value is None else numbers.get(value, len(known)) for value in values])

    def _reset_statistics(self, n_labels: int, n_features: int) -> None:  # noqa: ARG002 - the kinds say how many features
        if not hasattr(self, "feature_kinds_"):
            self.feature_kinds_, self._categories = (), ()
        self.class_count_, self._models = np.zeros(n_labels), {}
        for kind in (NUMBER, CATEGORY, COUNT):
            if len(self._columns_of_kind(kind)):
                self._models[kind] = self._make_part_model(kind)

    def _make_part_model(self, kind: str) -> Any:
        part: Any
        if kind == NUMBER:
            part = _NumberPart(var_smoothing=self.var_smoothing)
        elif kind == CATEGORY:
            part = _CategoryPart(alpha=self.alpha)
        else:
            part = COUNT_PARTS[self.counts_as](alpha=self.alpha)
        part.classes_, part.n_features_in_ = self.classes_, len(self._columns_of_kind(kind))
        part._reset_statistics(len(self.classes_), part.n_features_in_)
        if kind == CATEGORY:
            for column, known in enumerate(self._categories):
                part.renumber(column, np.zeros(0, np.int64), len(known))
        return part

    def _tables_by_kind(self, X: FloatArray) -> Iterator[tuple[str, Any]]:
        """Yield each kind of column ('number', 'category' or 'count') with a table of the columns of that kind.

        Counts come last, because their estimator changes in place.
        """
        for kind in (NUMBER, CATEGORY, COUNT):
            if kind in self._models:
                table = X[:, self._columns_of_kind(kind)]
                if kind == COUNT:
                    table = self._models[kind]._convert_table(table)
                yield kind, table.astype(np.int64) if kind == CATEGORY else table

    def _apply_to_parts(
        self, X: FloatArray, method: str, numbers: IntArray, weights: FloatArray | None
    ) -> dict[str, Any]:
        parts = dict(self._models)
        for kind, table in self._tables_by_kind(X):
            parts[kind] = _copy_estimator(parts[kind])
            getattr(parts[kind], method)(table, numbers, weights)
        return parts

    def _learn(self, X: Any, numbers: IntArray, weights: FloatArray | None) -> None:
        self._models = self._apply_to_parts(X, "_learn", numbers, weights)
        self.class_count_ = self.class_count_ + sum_weights(numbers, weights, len(self.classes_))

    def _unlearn(self, X: Any, numbers: IntArray, weights: FloatArray | None) -> None:
        documents = subtract_counts(self.class_count_, sum_weights(numbers, weights, len(self.classes_)))
        self._models = self._apply_to_parts(X, "_unlearn", numbers, weights)
        self.class_count_ = documents
        if CATEGORY in self._models:
            part = self._models[CATEGORY]
            counted = [counts.any(axis=0).tolist() for counts in part.category_count_]
            left = [
                tuple(category for number, category in enumerate(known) if number < len(are) and are[number])
                for known, are in zip(self._categories, counted, strict=True)
            ]
            self._change_categories(tuple(left))

    def _add(self, other: Self) -> None:
        together = tuple(
            _sorted_categories({*known, *more}) for known, more in zip(self._categories, other._categories, strict=True)
        )
        self._change_categories(together)
        other._change_categories(together)
        parts = dict(self._models)
        for kind in parts:
            parts[kind] = _copy_estimator(parts[kind])
            parts[kind]._add(other._models[kind])
        self._models, self.class_count_ = parts, self.class_count_ + other.class_count_

    def _check_mergeable(self, other: Self) -> None:
        super()._check_mergeable(other)
        if self.feature_kinds_ != other.feature_kinds_ or self.counts_as != other.counts_as:
            raise ValueError("The features of both estimators must be of the same kinds.")

    def _derive_attributes(self) -> None:
        for kind, part in self._models.items():
            if kind == NUMBER:
                part.var_smoothing = self.var_smoothing
            else:
                part.alpha = self.alpha
            part._derive_attributes()
        self.class_log_prior_ = self._log_prior(self.class_count_)

    def _make_room(self, positions: IntArray, n_labels: int, n_features: int) -> None:  # noqa: ARG002 - kinds say how many
        parts = {}
        for kind in (NUMBER, CATEGORY, COUNT):
            n_columns = len(self._columns_of_kind(kind))
            if kind in self._models:
                part = _copy_estimator(self._models[kind])
                part.classes_ = self.classes_
                part._make_room(positions, n_labels, n_columns)
                if kind == CATEGORY:
                    part.n_categories_ = np.array([table.shape[1] for table in part.category_count_], dtype=np.int64)
                part.n_features_in_ = n_columns
                parts[kind] = part
            elif n_columns:
                parts[kind] = self._make_part_model(kind)
                documents = move_labels(self.class_count_, positions, (n_labels,))
                setattr(parts[kind], "_documents" if kind == NUMBER else "class_count_", documents)
        self._models = parts
        self.class_count_ = move_labels(self.class_count_, positions, (n_labels,))

    def _adapt_columns(self, X: Any) -> Any:
        return X

    def _log_joint(self, X: Any) -> FloatArray:
        evidence = [self._models[kind]._log_joint(table) for kind, table in self._tables_by_kind(X)]
        return add_log_probabilities(np.zeros((len(X), len(self.classes_))), *evidence, self.class_log_prior_)

    def _leave_one_out(self, X: Any, numbers: IntArray, weights: FloatArray | None) -> FloatArray:
        evidence = [
            self._models[kind]._leave_one_out(table, numbers, weights) for kind, table in self._tables_by_kind(X)
        ]
        own_weights: Any = np.ones(len(numbers)) if weights is None else weights
        documents: Any = self.class_count_
        prior = self._log_prior(weights_without_each_document(documents, numbers, own_weights))
        return add_log_probabilities(np.zeros((len(X), len(self.classes_))), *evidence, prior)

    def _features(self, table: Any) -> Features:
        parts = dict(self._tables_by_kind(table))
        text = None
        if COUNT in parts:
            counts = self._models[COUNT]
            text = counts._features(parts[COUNT]).text
        return Features(text, parts.get(NUMBER), parts.get(CATEGORY))

    def _evidence_amounts(self, table: Any) -> FloatArray:
        lengths = np.zeros(len(table))
        for kind, part in self._tables_by_kind(table):
            lengths += self._models[kind]._evidence_amounts(part)
        return lengths

    def _fitted_view(self) -> FittedView:
        parts = self._models
        columns_of = {kind: self._columns_of_kind(kind).tolist() for kind in (NUMBER, CATEGORY, COUNT)}
        scorer = Scorer(
            self._label_names(),
            self.class_log_prior_,
            text=parts[COUNT]._text_weights() if COUNT in parts else None,
            numbers=parts[NUMBER]._curves if NUMBER in parts else None,
            choices=parts[CATEGORY]._choices if CATEGORY in parts else None,
        )
        settings = EventSettings(
            "mixed",
            smoothing=self.alpha,
            prior=self._prior(),
            var_smoothing=self.var_smoothing,
            mixed_text=self.counts_as,  # type: ignore[arg-type] # checked by the parameter's rule
        )
        columns = TableColumns(
            numbers=tuple(map(self._feature_name_of, columns_of[NUMBER])),
            choices=tuple(map(self._feature_name_of, columns_of[CATEGORY])),
        )
        return FittedView(
            ViewRecipe(settings),
            scorer,
            self._statistics,
            lambda token: self._feature_name_of(columns_of[COUNT][token]),
            columns,
        )

    def _statistics(self) -> Statistics:
        parts = self._models
        return Statistics(
            parts[COUNT]._tally_in_units() if COUNT in parts else None,
            parts[NUMBER]._statistics().numbers if NUMBER in parts else None,
            parts[CATEGORY]._statistics().choices if CATEGORY in parts else None,
        )

    def _to_two_dimensions(self, x: Any) -> Any:
        return super()._to_two_dimensions(np.array(x, dtype=object) if isinstance(x, list | tuple) else x)

    def _row_from_dict(self, x: Mapping[Hashable, Any]) -> Any:
        columns, row = self._columns_by_name(), np.zeros((1, self.n_features_in_))
        row[0, self._columns_of_kind(NUMBER)], row[0, self._columns_of_kind(CATEGORY)] = np.nan, MISSING_CATEGORY
        known = dict(zip(self._columns_of_kind(CATEGORY).tolist(), self._categories, strict=True))
        for name, value in x.items():
            column = columns.get(name)
            if column is None:
                continue
            if column in known:
                categories, category = known[column], _plain_category(value)
                if category is None and not self.allow_missing:
                    raise _missing_value(str(name), CATEGORY)
                if category is not None:
                    row[0, column] = categories.index(category) if category in categories else len(categories)
            elif value is not None or not self.allow_missing:
                row[0, column] = floats_from_values([value], allows_nan=self.allow_missing)[0]
        return self._check_counts(row)

    def _add_columns(self, x: Mapping[Hashable, Any]) -> None:
        columns = self._columns_by_name()
        kinds = list(self.feature_kinds_)
        counted = _column_names_in(self.count_features)
        listed = [] if isinstance(self.categorical_features, str) else _column_names_in(self.categorical_features)
        is_auto = isinstance(self.categorical_features, str)
        for name, value in x.items():
            if name not in columns:
                is_category = name in listed or (is_auto and isinstance(value, str | bool | np.bool_))
                kinds.append(COUNT if name in counted else CATEGORY if is_category else NUMBER)
        n_new = sum(kind == CATEGORY for kind in kinds[len(self.feature_kinds_) :])
        self.feature_kinds_, self._categories = tuple(kinds), self._categories + ((),) * n_new
        super()._add_columns(x)
        columns, known = self._columns_by_name(), list(self._categories)
        for number, index in enumerate(self._columns_of_kind(CATEGORY).tolist()):
            found = {_plain_category(value) for name, value in x.items() if columns[name] == index} - {None}
            known[number] = _sorted_categories({*known[number], *found})
        self._change_categories(tuple(known))

    def _empty_copy(self) -> Self:
        fresh = type(self)(**self.get_params())
        fresh.classes_, fresh.n_features_in_ = self.classes_, self.n_features_in_
        fresh.feature_kinds_, fresh._categories = self.feature_kinds_, self._categories
        fresh._reset_statistics(len(self.classes_), self.n_features_in_)
        return fresh

    def _saved_statistics(self) -> SavedStatistics:
        facts: dict[str, Any] = {
            "kinds": list(self.feature_kinds_),
            "categories": [[value_to_json(category) for category in known] for known in self._categories],
        }
        arrays = {"documents": self.class_count_}
        for kind, part in self._models.items():
            own = part._saved_statistics()
            facts[kind] = own.facts
            arrays |= {f"{kind}.{name}": array for name, array in own.arrays.items()}
        return SavedStatistics(facts, arrays)

    def _restore(self, parts: SavedStatistics) -> None:
        kinds = tuple(parts.facts["kinds"])
        if len(kinds) != self.n_features_in_ or not set(kinds) <= {COUNT, NUMBER, CATEGORY}:
            raise EngineError("the kinds of the columns do not fit the features.")
        self.feature_kinds_ = kinds
        self._categories = tuple(tuple(map(value_from_json, known)) for known in parts.facts["categories"])
        if len(self._categories) != len(self._columns_of_kind(CATEGORY)):
            raise EngineError("the categories do not fit the columns.")
        self._reset_statistics(len(self.classes_), self.n_features_in_)
        self.class_count_ = parts.arrays["documents"].astype(np.float64)
        for kind, part in self._models.items():
            start = f"{kind}."
            own = {name: array for name, array in parts.arrays.items() if name.startswith(start)}
            arrays = {name.removeprefix(start): array for name, array in own.items()}
            part._restore(SavedStatistics(dict(parts.facts[kind]), arrays))
            part._derive_attributes()
        tables = self._models[CATEGORY].category_count_ if CATEGORY in self._models else []
        if any(table.shape[1] != len(known) for table, known in zip(tables, self._categories, strict=True)):
            raise EngineError("the categories do not fit their counts.")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = bool(self.allow_missing)
        return tags


def _missing_value(column: str, kind: str) -> ValueError:
    advice = (
        "Counts cannot be missing: fill in 0."
        if kind == COUNT
        else "MixedNB(allow_missing=True) leaves missing values out."
    )
    return ValueError(f"Input X contains NaN: a {kind} is missing in column {column!r}. {advice}")


def _column_names_in(selection: Any) -> list[Any]:
    """Return the column names that a parameter lists; raise ValueError for a slice."""
    if isinstance(selection, slice):
        raise ValueError("Features that come by name have no places: list their names instead of a slice.")
    return [] if selection is None else list(selection)


def _split_columns(given: Any, owner: str) -> tuple[list[npt.NDArray[Any]], list[bool]]:
    """Return the columns of an array, list or data frame, and for each whether a data frame declares it as
    categories.
    """
    check_no_text(given)
    if is_sparse(given):
        raise TypeError(
            "Sparse data was passed for X, but dense data is required. Use '.toarray()' to convert to a dense numpy"
            " array."
        )
    if hasattr(given, "columns") and not isinstance(given, np.ndarray):
        series = [
            given.iloc[:, index] if hasattr(given, "iloc") else given[given.columns[index]]
            for index in range(given.shape[1])
        ]
        columns, shape = [np.asarray(part) for part in series], tuple(given.shape)
        are_declared = [str(part.dtype).split("(")[0] in ("category", "Categorical", "Enum") for part in series]
    else:
        is_typed = hasattr(given, "dtype") or hasattr(given, "__array__")
        table = np.asarray(given) if is_typed else np.array(given, dtype=object)
        if table.dtype.kind == "c":
            raise ValueError("Complex data not supported")
        check_two_dimensions(table)
        columns, shape, are_declared = list(table.T), table.shape, [False] * table.shape[1]
    for n_found, what in zip(shape, ("sample", "feature"), strict=True):
        if not n_found:
            raise ValueError(
                f"Found array with 0 {what}(s) (shape={shape}) while a minimum of 1 is required by {owner}."
            )
    return columns, are_declared


def _has_categories(column: npt.NDArray[Any]) -> bool:
    """Return whether a column holds strings, booleans, or other values that are not numbers."""
    if column.dtype.kind != "O":
        return column.dtype.kind in "USb"
    values = [value for value in column.tolist() if value is not None]
    return any(isinstance(value, str | bool | np.bool_) or not isinstance(value, Real) for value in values)


def _plain_category(value: Any) -> Any:
    """Return a category as a plain Python value; None if it is missing."""
    plain = value.item() if isinstance(value, np.generic) else value
    if plain is None or plain != plain:
        return None
    if not isinstance(plain, str | bool | int | float):
        raise TypeError(f"argument must be a string or a real number, not {type(plain).__name__!r}")
    return plain


def _sorted_categories(categories: set[Any]) -> tuple[Any, ...]:
    """Return the categories sorted, numbers before strings."""
    return tuple(sorted(categories, key=lambda category: (isinstance(category, str), category)))


def _copy_estimator(part: Kind) -> Kind:
    copied = object.__new__(type(part))
    vars(copied).update(vars(part))
    return copied
