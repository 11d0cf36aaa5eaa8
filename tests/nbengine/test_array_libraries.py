"""Arrays of other libraries, where scikit-learn dispatches them: answers lie where the samples lie."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from sklearn import naive_bayes

from nbengine.estimators.bernoulli import BernoulliNB
from nbengine.estimators.categorical import CategoricalNB
from nbengine.estimators.complement import ComplementNB
from nbengine.estimators.gaussian import GaussianNB
from nbengine.estimators.multinomial import MultinomialNB

ROOT = Path(__file__).resolve().parents[2]

THEIR_TEST = """
import warnings
warnings.simplefilter("ignore")
from sklearn.tests import test_naive_bayes as theirs
from nbengine.estimators import GaussianNB
from sklearn.utils.estimator_checks import check_array_api_input
theirs.GaussianNB = GaussianNB
for device in ("CPU_DEVICE", "device1"):
    check_array_api_input(
        "GaussianNB", GaussianNB(), "array_api_strict", device, check_values=True, check_sample_weight=True
    )
for device in ("CPU_DEVICE", "device1", "device2"):
    for precision in ("float64", "float32"):
        for words in (True, False):
            for weighted in (True, False):
                theirs.test_gnb_array_api_compliance(words, weighted, "array_api_strict", device, precision)
print("done")
"""

IN_PIECES = """
import pickle
import array_api_strict as library
import numpy as np
import sklearn
from nbengine.estimators import GaussianNB, MultinomialNB
random = np.random.default_rng(0)
X, y = random.normal(size=(30, 4)) + 1e6, np.arange(30) % 3
device = library.Device("device1")
there = lambda values: library.asarray(values, device=device)
own, other = GaussianNB(priors=[0.2, 0.3, 0.5]), GaussianNB(priors=there(np.asarray([0.2, 0.3, 0.5])))
with sklearn.config_context(array_api_dispatch=True):
    for part in (slice(0, 11), slice(11, 30)):
        own.partial_fit(X[part], y[part], classes=[0, 1, 2])
        other.partial_fit(there(X[part]), there(y[part]), classes=there(np.arange(3)))
    own.forget(X[:5], y[:5])
    other.forget(there(X[:5]), there(y[:5]))
    both = ((own, np.asarray), (other, there))
    answers = {
        "means": [model.theta_ for model, _ in both],
        "left out": [model.leave_one_out_log_proba(give(X[5:]), give(y[5:])) for model, give in both],
        "left out, as probabilities": [model.loo_proba(give(X[5:]), give(y[5:])) for model, give in both],
        "joint": [model.predict_joint_log_proba(give(X)) for model, give in both],
        "classes": [model.predict(give(X)) for model, give in both],
    }
    for name, (expected, found) in answers.items():
        assert found.device == device, name
        assert np.array_equal(expected, np.asarray(found.to_device(library.Device("CPU_DEVICE")))), name
    assert own.explain(X[7]) == other.explain(there(X[7]))
    assert repr(own.working(X[7])) == repr(other.working(there(X[7])))
    assert np.array_equal(own.influence(X[7], X[5:], y[5:]), other.influence(there(X[7]), there(X[5:]), there(y[5:])))
    assert np.array_equal(GaussianNB.from_bytes(other.to_bytes()).predict_proba(X), own.predict_proba(X))
    assert own.score(X, y) == other.score(there(X), there(y), there(np.ones(30)))
    again = pickle.loads(pickle.dumps(other))
    assert type(again.theta_) is np.ndarray and np.array_equal(again.theta_, own.theta_)
    assert type(MultinomialNB().fit(abs(X), y).predict(abs(X))) is np.ndarray
print("done")
"""


@pytest.mark.parametrize("program", [THEIR_TEST, IN_PIECES], ids=["as scikit-learn tests it", "in pieces"])
def test_gaussian_answers_lie_where_the_samples_lie(program):
    pytest.importorskip("array_api_strict")
    env = {**os.environ, "SCIPY_ARRAY_API": "1"}

    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )

    assert (done.stdout, done.returncode) == ("done\n", 0), done.stderr


@pytest.mark.parametrize("kind", [BernoulliNB, CategoricalNB, ComplementNB, GaussianNB, MultinomialNB])
def test_the_tag_names_the_estimators_that_scikit_learns_own_tag_names(kind):

    theirs = getattr(naive_bayes, kind.__name__)().__sklearn_tags__()

    assert kind().__sklearn_tags__().array_api_support == theirs.array_api_support


def test_where_nothing_is_dispatched_answers_are_arrays_of_numpy():
    class Elsewhere:
        """An array that says of itself that it is one of another library."""

        def __init__(self, values):
            self._values = np.asarray(values)

        def __array__(self, dtype=None, copy=None):
            return self._values if dtype is None else self._values.astype(dtype)

        def __dlpack__(self):
            raise AssertionError("nothing is dispatched")

    rows, labels = [[0.0, 1.0], [4.0, 5.0], [0.5, 1.5], [4.5, 5.5]], [0, 1, 0, 1]

    fitted = GaussianNB().fit(Elsewhere(rows), labels)

    assert type(fitted.predict(Elsewhere(rows))) is np.ndarray
    assert fitted.predict(Elsewhere(rows)).tolist() == labels
