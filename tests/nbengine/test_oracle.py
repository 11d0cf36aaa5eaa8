"""Every event model against scikit-learn, label by label, over random problems."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import naive_bayes

from nbengine.counts import FloatArray, IntArray, count_matrix
from nbengine.events import categorical, derive, gaussian
from nbengine.events.event_model import Prior
from nbengine.learnt.number_tally import NumberTally
from nbengine.learnt.statistics import ChoiceTally, Features
from nbengine.learnt.tally import make_tally
from tests.nbengine.problems import settings_for


class TestAgainstScikitLearn:
    """Compared by label, on problems with weights, priors and one smoothing per token."""

    @settings(max_examples=40, deadline=None)
    @given(seed=st.integers(0, 5000), is_weighted=st.booleans(), is_array=st.booleans(), prior=st.sampled_from("dug"))
    @pytest.mark.parametrize("model", ["multinomial", "complement", "normed", "bernoulli"])
    def test_text(self, model, seed, is_weighted, is_array, prior):
        table, truth, names, weights = self.problem(seed, is_weighted=is_weighted)
        random = np.random.default_rng(seed)
        alpha = random.uniform(0.1, 2, table.shape[1]) if is_array and model != "bernoulli" else 0.3
        shares = random.dirichlet(np.ones(len(names)))
        kept = {"d": Prior(), "u": Prior("uniform"), "g": Prior.given(dict(zip(names, shares, strict=True)))}[prior]
        theirs = {
            "multinomial": naive_bayes.MultinomialNB,
            "complement": naive_bayes.ComplementNB,
            "normed": naive_bayes.ComplementNB,
            "bernoulli": naive_bayes.BernoulliNB,
        }[model](alpha=alpha, fit_prior=prior != "u", class_prior=shares if prior == "g" else None)
        if model == "normed":
            theirs.set_params(norm=True)
        theirs.fit(table, np.array(names)[truth], weights)
        model_name = "complement" if model == "normed" else model
        shuffled = list(random.permutation(names))
        numbers = np.array([shuffled.index(names[number]) for number in truth])
        ours = derive(
            make_tally(shuffled, count_matrix(table), numbers, weights),
            settings_for(model_name, alpha, prior=kept, norm=model == "normed"),
        )
        by_label = [shuffled.index(name) for name in theirs.classes_]
        queries = random.poisson(0.5, (10, table.shape[1]))

        expected = theirs.predict_joint_log_proba(queries)

        np.testing.assert_allclose(ours.log_joint(count_matrix(queries))[:, by_label], expected, rtol=1e-9, atol=1e-9)
        judged = np.array(shuffled)[ours.predict(count_matrix(queries))]
        of_judged = expected[np.arange(10), np.searchsorted(theirs.classes_, judged)]
        np.testing.assert_allclose(of_judged, expected.max(axis=1), rtol=1e-9)

    @settings(max_examples=25, deadline=None)
    @given(seed=st.integers(0, 5000), var_smoothing=st.sampled_from([0.0, 1e-9, 0.1]))
    def test_gaussian(self, seed, var_smoothing):
        random = np.random.default_rng(seed)
        table, truth = random.normal(5, 3, (30, 4)), np.arange(30) % 3
        theirs = naive_bayes.GaussianNB(var_smoothing=var_smoothing).fit(table, truth)
        tally = NumberTally(["a", "b", "c"], 4)
        tally.learn(table, truth)
        queries = random.normal(5, 4, (10, 4))

        ours = gaussian(tally, var_smoothing).log_joint(Features(numbers=queries))

        np.testing.assert_allclose(ours, theirs.predict_joint_log_proba(queries), rtol=1e-9)

    def test_gaussian_with_weights(self):
        random = np.random.default_rng(3)
        table, truth, weights = random.normal(5, 3, (30, 4)), np.arange(30) % 3, random.integers(1, 5, 30) / 4
        theirs = naive_bayes.GaussianNB().fit(table, truth, weights)
        tally = NumberTally(["a", "b", "c"], 4)
        tally.learn(table, truth, weights)

        ours = gaussian(tally, variance_floor=float(theirs.epsilon_))

        expected = theirs.predict_joint_log_proba(table)
        np.testing.assert_allclose(ours.log_joint(Features(numbers=table)), expected, rtol=1e-9)

    @settings(max_examples=25, deadline=None)
    @given(seed=st.integers(0, 5000), alpha=st.sampled_from([0.1, 1.0]), is_weighted=st.booleans())
    def test_categorical(self, seed, alpha, is_weighted):
        random = np.random.default_rng(seed)
        table, truth = random.integers(0, 4, (30, 3)), np.arange(30) % 3
        weights = random.integers(1, 5, 30) / 4 if is_weighted else None
        theirs = naive_bayes.CategoricalNB(alpha=alpha, min_categories=5).fit(table, truth, weights)
        tally = ChoiceTally(["a", "b", "c"], 3)
        tally.learn(table, truth, weights)
        queries = random.integers(0, 5, (10, 3))

        ours = categorical(tally, alpha, n_values=[5, 5, 5]).log_joint(Features(choices=queries))

        np.testing.assert_allclose(ours, theirs.predict_joint_log_proba(queries), rtol=1e-9)

    @staticmethod
    def problem(seed: int, *, is_weighted: bool) -> tuple[IntArray, IntArray, list[str], FloatArray | None]:
        random = np.random.default_rng(seed)
        n_labels = int(random.integers(2, 6))
        truth = np.concatenate((np.arange(n_labels), random.integers(0, n_labels, 20)))
        table = random.poisson(random.uniform(0.1, 2), (len(truth), 12))
        table[0, 0] += 1
        weights = random.integers(1, 9, len(truth)) / 4 if is_weighted else None
        return table, truth, [f"label {number}" for number in range(n_labels)], weights
