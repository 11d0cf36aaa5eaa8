"""scikit-learn's own tests of its naive Bayes classes, read from where it is installed and run on ours."""

from __future__ import annotations

import types
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sklearn
from sklearn.utils.estimator_checks import check_estimator

from nbengine.estimators.bernoulli import BernoulliNB
from nbengine.estimators.categorical import CategoricalNB
from nbengine.estimators.complement import ComplementNB
from nbengine.estimators.gaussian import GaussianNB
from nbengine.estimators.learnt_factors import LearntFactorsNB
from nbengine.estimators.mixed import MixedNB
from nbengine.estimators.multinomial import MultinomialNB
from nbengine.estimators.text_classifier import TextClassifier

pytestmark = pytest.mark.filterwarnings("ignore")

THEIRS = "from sklearn.naive_bayes import"
OURS = "from nbengine.estimators import"
NOT_MEANT = {"check_decision_proba_consistency": "fits numbers below zero, whatever the tag `positive_only` says"}
CANNOT_APPLY = {"test_gnb_array_api_compliance": "runs in a process of its own, see test_array_libraries"}


def their_tests() -> dict[str, Any]:
    """The test functions of scikit-learn's module, with our classes in the place of theirs."""
    path = Path(sklearn.__file__).parent / "tests" / "test_naive_bayes.py"
    source = path.read_text(encoding="utf-8")
    assert source.count(THEIRS) == 1
    module = types.ModuleType("their_tests_of_naive_bayes")
    exec(compile(source.replace(THEIRS, OURS), str(path), "exec"), vars(module))
    return {name: value for name, value in vars(module).items() if name.startswith("test_")}


@pytest.fixture
def global_random_seed() -> int:
    return 42


@pytest.fixture(params=[np.float32, np.float64])
def global_dtype(request: pytest.FixtureRequest) -> Any:
    return request.param


globals().update({name: test for name, test in their_tests().items() if name not in CANNOT_APPLY})


def test_most_of_their_tests_are_run():
    assert len(their_tests()) - len(CANNOT_APPLY) >= 30


@pytest.mark.parametrize(
    "estimator",
    [
        MultinomialNB(),
        MultinomialNB(alpha=0.1, fit_prior=False),
        BernoulliNB(),
        ComplementNB(),
        ComplementNB(norm=True),
        GaussianNB(),
        CategoricalNB(),
        LearntFactorsNB(),
        LearntFactorsNB(tfidf=False, ridge=0.1),
        LearntFactorsNB(ridge_by_ratio=False),
        MixedNB(),
        TextClassifier(),
    ],
    ids=repr,
)
def test_scikit_learn_accepts_the_estimator(estimator):
    results = check_estimator(estimator, on_fail=None, on_skip=None, expected_failed_checks=NOT_MEANT)

    assert [(result["check_name"], result["exception"]) for result in results if result["status"] == "failed"] == []
    least = 1 if isinstance(estimator, TextClassifier) else 40  # scikit-learn's checks need tables
    assert sum(result["status"] == "passed" for result in results) >= least


@pytest.mark.parametrize("kind", [MultinomialNB, BernoulliNB, ComplementNB, GaussianNB, CategoricalNB])
def test_open_labels_change_nothing_but_the_number_of_columns_that_is_accepted(kind):
    results = check_estimator(kind(open_labels=True), on_fail=None, on_skip=None)

    assert {result["check_name"] for result in results if result["status"] == "failed"} <= {
        "check_n_features_in_after_fitting",
        "check_estimators_partial_fit_n_features",
        "check_classifiers_train",
    }
