"""Every event model against textbook numbers, and what holds for all of them."""

from __future__ import annotations

import numpy as np
import pytest

from nbengine.counts import CountMatrix, count_matrix
from nbengine.errors import EngineError
from nbengine.events import bernoulli, categorical, complement, derive, event_model_of, gaussian, mixed, multinomial
from nbengine.events.event_model import EventSettings, Prior
from nbengine.learnt.number_tally import NumberTally
from nbengine.learnt.statistics import ChoiceTally, Features, Statistics, empty_statistics
from nbengine.learnt.tally import Tally, make_tally
from tests.nbengine.problems import EVENT_MODELS, TEXT_MODELS, a_problem, settings_for

FEVER = np.array([[1, 0, 1], [1, 1, 0], [0, 1, 1], [0, 0, 0], [0, 0, 1], [0, 1, 0]])
INFECTED = np.array([1, 1, 1, 0, 0, 0])
SPAM = ("buy cheap watermelon buy", "cheap offer buy now")
HAM = ("meeting notes for monday", "lunch on monday", "notes on the offer")
VOCABULARY = sorted({word for mail in SPAM + HAM for word in mail.split()})


def counted(*mails: str) -> CountMatrix:
    """Counts of the words of five mails; other words are ignored."""
    return count_matrix(np.array([[mail.split().count(word) for word in VOCABULARY] for mail in mails]))


@pytest.fixture
def mails() -> Tally:
    return make_tally(["ham", "spam"], counted(*HAM, *SPAM), [0, 0, 0, 1, 1])


@pytest.fixture
def query() -> CountMatrix:
    return counted("buy notes monday unknown")


class TestFever:
    """Check value B: fever, no cough, not listless."""

    @pytest.fixture
    def tally(self) -> ChoiceTally:
        tally = ChoiceTally(["-", "+"], 3)
        tally.learn(FEVER, INFECTED)
        return tally

    @pytest.mark.parametrize(("smoothing", "infected"), [(0.0, 1.0), (1.0, 4 / 7), (0.5, 9 / 14)])
    def test_the_probability_of_infection(self, tally, smoothing, infected):
        scorer = categorical(tally, smoothing)

        proba = np.exp(scorer.log_proba(Features(choices=np.array([[1, 0, 0]]))))

        assert proba[0, 1] == pytest.approx(infected, rel=1e-14)

    def test_the_joint_probabilities_without_smoothing(self, tally):
        joint = np.exp(categorical(tally, 0.0).log_joint(Features(choices=np.array([[1, 0, 0]]))))

        np.testing.assert_allclose(joint * 2, [[0, 2 / 27]], rtol=1e-14)


class TestFiveMails:
    """Check value C."""

    @pytest.mark.parametrize(
        ("model", "smoothing", "ham"),
        [
            (multinomial, 1.0, 27000 / 39167),
            (multinomial, 0.5, 14700 / 19613),
            (bernoulli, 1.0, 1207959552 / 1452100177),
        ],
    )
    def test_exact_fractions(self, mails, query, model, smoothing, ham):
        assert np.exp(model(mails, smoothing).log_proba(query))[0, 0] == pytest.approx(ham, rel=1e-13)

    def test_bernoulli_with_half_a_document(self, mails, query):
        assert np.exp(bernoulli(mails, 0.5).log_proba(query))[0, 0] == pytest.approx(0.90053866, abs=5e-9)

    @pytest.mark.parametrize(
        ("smoothing", "norm", "scores"),
        [
            (1.0, False, [7.60090246, 7.20925807]),
            (0.5, False, [8.05070338, 7.36020575]),
            (1.0, True, [0.24218698, 0.23357875]),
        ],
    )
    def test_complement_scores(self, mails, query, smoothing, norm, scores):
        np.testing.assert_allclose(complement(mails, smoothing, norm=norm).log_joint(query)[0], scores, atol=5e-9)


class TestWithoutSmoothing:
    """α = 0 is a real choice: impossible is carried, named and never NaN."""

    def test_a_word_never_seen_makes_a_label_impossible(self, mails):
        scorer = multinomial(mails, 0.0)
        document = counted("buy offer")

        np.testing.assert_array_equal(np.isneginf(scorer.log_joint(document)), [[True, False]])
        assert scorer.predict(document) == 1
        np.testing.assert_array_equal(np.exp(scorer.log_proba(document)), [[0, 1]])
        assert [VOCABULARY[token] for token in scorer.decisive_tokens(document, 0)] == ["buy"]

    @pytest.mark.parametrize("model", [multinomial, bernoulli, complement])
    def test_contradictions_are_undecided(self, mails, query, model):
        scorer = model(mails, 0.0)

        assert scorer.predict(query) == -1
        assert np.isneginf(scorer.log_proba(query)).all()
        assert scorer.contributions(query, 0, 1).is_undecided
        assert scorer.contributions(query, 0, 1).score == 0

    def test_a_word_that_only_one_label_has_is_infinite_evidence_for_complement(self, mails):
        scorer = complement(mails, 0.0)
        document = counted("buy offer")

        np.testing.assert_array_equal(np.isposinf(scorer.log_joint(document)), [[False, True]])
        assert scorer.predict(document) == 1
        np.testing.assert_array_equal(np.exp(scorer.log_proba(document)), [[0, 1]])

    def test_a_word_in_every_document_of_a_label_cannot_be_absent(self, mails):
        scorer = bernoulli(mails, 0.0)

        np.testing.assert_array_equal(np.isneginf(scorer.log_joint(counted("offer"))), [[False, True]])
        certain = {VOCABULARY[token] for token in scorer.decisive_tokens(counted("offer"), 1)}
        assert certain == {"buy", "cheap"}

    def test_bernoulli_is_the_plain_product_of_its_probabilities(self, mails):
        tally = make_tally(["a", "b"], count_matrix(np.array([[1, 1, 0], [1, 0, 0], [0, 1, 1]])), [0, 0, 1])
        scorer = bernoulli(tally, 0.0)

        joint = np.exp(scorer.log_joint(count_matrix(np.array([[1, 1, 0], [0, 1, 1], [1, 0, 1]]))))

        np.testing.assert_allclose(joint, [[2 / 3 * 0.5, 0], [0, 1 / 3], [0, 0]], rtol=1e-14)

    def test_norm_is_refused(self, mails):
        with pytest.raises(EngineError, match="norm"):
            complement(mails, 0.0, norm=True)

    @pytest.mark.parametrize("model", TEXT_MODELS)
    def test_explicit_zeros_are_no_occurrences(self, mails, model):
        scorer = derive(mails, settings_for(model, 0.0))
        plain = counted("offer")
        padded = CountMatrix(
            np.array([0, len(VOCABULARY)]),
            np.arange(len(VOCABULARY), dtype=np.int32),
            plain.csr.toarray()[0],
            len(VOCABULARY),
        )
        np.testing.assert_array_equal(scorer.log_joint(padded), scorer.log_joint(plain))


class TestContract:
    """The contract that every event model keeps."""

    @pytest.mark.parametrize("is_weighted", [False, True])
    @pytest.mark.parametrize("model", EVENT_MODELS)
    def test_scores_are_finite_and_probabilities_add_up(self, model, is_weighted):
        problem = a_problem(seed=1, is_weighted=is_weighted)
        scorer = derive(problem.learnt(), settings_for(model, var_smoothing=1e-6))

        assert np.isfinite(scorer.log_joint(problem.features)).all()
        np.testing.assert_allclose(np.exp(scorer.log_proba(problem.features)).sum(axis=1), 1, rtol=1e-12)
        np.testing.assert_array_equal(
            scorer.predict(problem.features), scorer.log_joint(problem.features).argmax(axis=1)
        )

    @pytest.mark.parametrize("model", EVENT_MODELS)
    def test_learning_in_pieces_equals_learning_at_once(self, model):
        problem = a_problem(seed=2, is_weighted=True)
        pieces = empty_statistics(problem.labels, problem.features)
        for part in np.split(np.arange(24), [3, 4, 15]):
            pieces.learn(problem.features[part], problem.label_numbers[part], problem.weights[part])

        assert_same(pieces, problem.learnt(), model, problem.features)

    @pytest.mark.parametrize("model", EVENT_MODELS)
    def test_forgetting_equals_never_having_learnt(self, model):
        problem = a_problem(seed=3)
        learnt = problem.learnt()
        gone = np.array([5, 9, 11])
        learnt.forget(problem.features[gone], problem.label_numbers[gone])

        assert_same(learnt, problem.learnt(np.setdiff1d(np.arange(24), gone)), model, problem.features)

    @pytest.mark.parametrize("model", EVENT_MODELS)
    def test_merging_and_taking_away_equal_learning_all(self, model):
        problem = a_problem(seed=4, is_weighted=True)
        halves = problem.learnt(np.arange(10)), problem.learnt(np.arange(10, 24))

        assert_same(halves[1] + halves[0], problem.learnt(), model, problem.features)
        assert_same(problem.learnt() - halves[1], halves[0], model, problem.features)

    @pytest.mark.parametrize("model", EVENT_MODELS)
    def test_labels_may_come_in_any_order(self, model):
        problem = a_problem(seed=5)
        turned = problem.learnt().with_labels(["c", "a", "new", "b"])
        chosen = settings_for(model, prior=Prior("none"))
        plain = derive(problem.learnt(), chosen).log_joint(problem.features)
        if model == "complement":
            turned = turned.with_labels(["c", "a", "b"])

        scorer = derive(turned, chosen)

        places = [scorer.labels.index(label) for label in problem.labels]
        np.testing.assert_allclose(scorer.log_joint(problem.features)[:, places], plain, rtol=1e-12)

    @pytest.mark.parametrize("smoothing", [0.0, 0.5])
    @pytest.mark.parametrize("model", EVENT_MODELS)
    def test_one_document_at_a_time_scores_as_in_a_batch(self, model, smoothing):
        problem = a_problem(seed=6)
        scorer = derive(problem.learnt(), settings_for(model, smoothing))
        single = [scorer.log_joint(problem.features[np.array([number])])[0] for number in range(24)]

        np.testing.assert_allclose(np.array(single), scorer.log_joint(problem.features), rtol=1e-12, atol=1e-12)

    @pytest.mark.parametrize("n_labels", [1, 2])
    @pytest.mark.parametrize("model", EVENT_MODELS)
    def test_few_labels_are_no_special_case(self, model, n_labels):
        problem = a_problem(seed=7, n_labels=n_labels)
        scorer = derive(problem.learnt(), settings_for(model, with_prior=True))

        log_proba = scorer.log_proba(problem.features)

        np.testing.assert_allclose(np.exp(log_proba).sum(axis=1), 1, rtol=1e-12)
        np.testing.assert_array_equal(scorer.predict(problem.features), log_proba.argmax(axis=1))

    @pytest.mark.parametrize("smoothing", [0.0, 0.5])
    @pytest.mark.parametrize("model", EVENT_MODELS)
    def test_a_label_without_documents_is_impossible_under_the_prior_from_the_data(self, model, smoothing):
        problem = a_problem(seed=8)
        learnt = problem.learnt().with_labels(["a", "b", "c", "empty"])
        scorer = derive(learnt, settings_for(model, smoothing, with_prior=True))

        assert np.isneginf(scorer.log_joint(problem.features)[:, 3]).all()
        assert not np.isnan(scorer.log_proba(problem.features)).any()

    @pytest.mark.parametrize("smoothing", [0.0, 0.5])
    @pytest.mark.parametrize("model", EVENT_MODELS)
    def test_nothing_learnt_decides_nothing(self, model, smoothing):
        problem = a_problem(seed=9)
        empty = empty_statistics(problem.labels, problem.features)
        scorer = derive(empty, settings_for(model, smoothing, with_prior=True))

        assert (scorer.predict(problem.features) == -1).all()

    @pytest.mark.parametrize("model", EVENT_MODELS)
    def test_what_is_missing_is_said(self, model):
        problem = a_problem(seed=10)
        scorer = derive(problem.learnt(), settings_for(model))
        needed = sorted(event_model_of(model).column_kinds)[-1]
        others = {"text": problem.counts, "numbers": problem.features.numbers, "choices": problem.features.choices}
        del others[needed]

        with pytest.raises(EngineError, match=f"needs {needed}"):
            scorer.log_joint(Features(**others))


class TestNumbersAndChoices:
    def test_a_missing_number_says_nothing(self):
        problem = a_problem(seed=1)
        scorer = derive(problem.learnt(), EventSettings("gaussian", prior=Prior("uniform")))

        joint = scorer.log_joint(Features(numbers=np.full((1, 4), np.nan)))

        np.testing.assert_allclose(joint, -np.log(3))

    def test_an_unknown_value_is_as_likely_as_one_never_chosen(self):
        tally = ChoiceTally(["a", "b"], 1)
        tally.learn(np.array([[0], [1], [1], [-1]]), [0, 0, 0, 1])
        joint = categorical(tally, 0.5, Prior("none")).log_joint(Features(choices=np.array([[7], [-1], [0]])))

        np.testing.assert_allclose(np.exp(joint), [[0.5 / 4.5, 1 / 3], [1, 1], [1.5 / 4, 0.5]])

    def test_choices_have_a_hash_that_ignores_order(self):
        tally, turned = ChoiceTally(["a", "b"], 2), ChoiceTally(["b", "a"], 2)
        tally.learn(np.array([[0, 1], [1, 1], [2, -1]]), [0, 1, 1], [1, 0.5, 2])
        turned.learn(np.array([[-1, 0], [0, 1], [0, 2], [3, 3]]), [0, 0, 1, 1], [2, 0.5, 1, 1])
        turned.forget(np.array([[3, 3]]), [1])

        known = tally.canonical_hash(["size", "colour"], [["s", "m", "l"], ["red", "green"]])
        same = turned.canonical_hash(["colour", "size"], [["green", "red", "-", "-"], ["l", "m", "s", "xl"]])

        assert same == known
        assert tally.canonical_hash(["size", "hue"], [["s", "m", "l"], ["red", "green"]]) != known

    @pytest.mark.parametrize("text_model", [multinomial, bernoulli])
    def test_mixed_is_the_sum_of_its_parts_and_one_prior(self, text_model):
        problem = a_problem(seed=2)
        learnt = problem.learnt()
        none = Prior("none")
        assert learnt.text is not None
        assert learnt.numbers is not None
        assert learnt.choices is not None
        parts = (
            text_model(learnt.text, 0.5, none),
            gaussian(learnt.numbers, prior=none),
            categorical(learnt.choices, 0.5, none),
        )

        scorer = mixed(learnt, 0.5, mixed_text=text_model.__name__)

        whole = scorer.log_joint(problem.features)

        expected = sum(part.log_joint(problem.features) for part in parts) + scorer.log_prior
        np.testing.assert_allclose(whole, expected, rtol=1e-12)

    def test_large_numbers_with_a_small_spread_keep_their_digits(self):
        tally, far = NumberTally(["a"], 1), NumberTally(["a"], 1)
        numbers = np.random.default_rng(0).normal(0, 1, (1000, 1))
        tally.learn(numbers, np.zeros(1000, dtype=np.int64))
        for part in np.split(numbers + 1e9, 10):
            far.learn(part, np.zeros(100, dtype=np.int64))

        np.testing.assert_allclose(far.moments.variances, tally.moments.variances, rtol=1e-6)

    def test_numbers_cannot_be_forgotten_twice(self):
        tally = NumberTally(["a"], 1)
        tally.learn(np.array([[1.0]]), [0])
        tally.forget(np.array([[1.0]]), [0])
        with pytest.raises(EngineError, match="never learnt"):
            tally.forget(np.array([[1.0]]), [0])

    def test_statistics_learn_everything_or_nothing(self):
        problem = a_problem(seed=3)
        learnt = problem.learnt()
        wrong = Features(problem.counts, problem.features.numbers, np.zeros((24, 9), dtype=np.int64))
        with pytest.raises(EngineError, match="9 columns"):
            learnt.learn(wrong, problem.label_numbers)

        np.testing.assert_array_equal(learnt.documents, problem.learnt().documents)
        assert_same(learnt, problem.learnt(), "mixed", problem.features)


class TestSettings:
    @pytest.mark.parametrize(
        ("wrong", "says"),
        [
            (lambda: derive(a_problem().learnt(), EventSettings("poisson")), "no event model"),
            (lambda: EventSettings("mixed", mixed_text="complement"), "Text takes part"),
            (lambda: EventSettings(smoothing=-1), "0 upwards"),
            (lambda: EventSettings(smoothing=np.nan), "0 upwards"),
            (lambda: EventSettings(var_smoothing=-1), "0 upwards"),
            (lambda: EventSettings(smoothing=np.ones((2, 2))), "dimensions"),
            (lambda: Prior("flat"), "no prior"),
            (lambda: Prior("smoothed", -1), "strength"),
            (lambda: Prior.given({"a": 0.5, "b": 0.2}), "add up to 1"),
            (lambda: Prior.given({"a": 1.5, "b": -0.5}), "0 upwards"),
            (Features, "there are none"),
            (lambda: Features(numbers=np.array([1.0])), "two dimensions"),
            (lambda: Features(numbers=np.array([[np.inf]])), "infinite"),
            (lambda: Features(numbers=np.array([[-1e200]])), "below 1e\\+140"),
            (lambda: Features(choices=np.array([[0.5]])), "whole numbers"),
            (lambda: Features(numbers=np.ones((2, 1)), choices=np.ones((3, 1), dtype=int)), "as many documents"),
            (Statistics, "there are none"),
            (lambda: Statistics(text=Tally(["a"]), numbers=NumberTally(["b"])), "same labels"),
        ],
    )
    def test_what_cannot_be_is_said(self, wrong, says):
        with pytest.raises(EngineError, match=says):
            wrong()

    def test_priors_must_know_the_labels(self, mails):
        with pytest.raises(EngineError, match="No prior was given for the label 'spam'"):
            multinomial(mails, prior=Prior.given({"ham": 1.0}))
        with pytest.raises(EngineError, match="'eggs'"):
            multinomial(mails, prior=Prior.given({"ham": 0.5, "spam": 0.25, "eggs": 0.25}))

    def test_smoothing_must_fit_the_vocabulary(self, mails):
        with pytest.raises(EngineError, match="12 tokens"):
            multinomial(mails, np.ones(3))

    def test_priors_from_the_data_are_smoothed(self, mails):
        np.testing.assert_allclose(np.exp(multinomial(mails, prior=Prior("smoothed", 2.0)).log_prior), [5 / 9, 4 / 9])


def assert_same(left: Statistics, right: Statistics, model: str, features: Features) -> None:
    chosen = EventSettings(model, smoothing=0.5, var_smoothing=1e-4)
    scores = [derive(learnt, chosen).log_joint(features) for learnt in (left, right)]
    np.testing.assert_allclose(*scores, rtol=1e-9, atol=1e-9)
