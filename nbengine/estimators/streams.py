"""What River asks of an estimator besides `learn_one` and `predict_one`. River itself is not needed.

If River is loaded when an estimator is created, its class is registered as one of River's classifiers, so that River's
pipelines, evaluations and checks accept it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Self

from nbengine.estimators.estimator import Estimator

POSITIVE_INPUT, TEXT_INPUT = "positive input", "text input"
"""River's names of these tags."""


class StreamClassifier(Estimator):
    """The attributes that River reads of a classifier."""

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
        """Refuse to change attributes while learning; River asks for this method. Use `set_params`."""
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
