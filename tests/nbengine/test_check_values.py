"""The published numbers, on the corpora that they were measured on."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import StratifiedKFold

from nbengine.counts import CountMatrix, IntArray, count_matrix
from nbengine.events import bernoulli, complement, gaussian, leave_one_out, multinomial
from nbengine.events.event_model import EventSettings
from nbengine.learnt.number_tally import NumberTally
from nbengine.learnt.statistics import Features, Statistics, to_features, to_statistics
from nbengine.learnt.tally import document_frequencies, fit_tfidf, make_tally, to_binary_counts
from tests.nbengine.problems import judged_by_folds

pytestmark = pytest.mark.corpora

News = tuple[CountMatrix, IntArray, CountMatrix, IntArray, tuple[str, ...]]


class TestIris:
    """Check value A."""

    @pytest.fixture
    def iris(self, corpora: Path) -> tuple[NumberTally, Features, IntArray]:
        with (corpora / "tables/uci/jbrownlee-csv/iris.csv").open() as file:
            rows = [row for row in csv.reader(file) if row]
        labels, numbers = np.unique([row[4] for row in rows], return_inverse=True)
        table = np.array([row[:4] for row in rows], dtype=np.float64)
        tally = NumberTally([str(label) for label in labels], 4)
        tally.learn(table, numbers)
        return tally, Features(numbers=table), numbers

    def test_means_and_variances_of_the_first_label(self, iris):
        moments = iris[0].moments
        np.testing.assert_allclose(moments.means[0], [5.006, 3.418, 1.464, 0.244], rtol=1e-12)
        np.testing.assert_allclose(moments.variances[0], [0.121764, 0.142276, 0.029504, 0.011264], rtol=1e-9)

    def test_six_of_all_are_mislabelled(self, iris):
        tally, features, truth = iris
        assert (gaussian(tally).predict(features) != truth).sum() == 6

    def test_seven_are_mislabelled_when_left_out(self, iris):
        tally, features, truth = iris
        joint = leave_one_out(Statistics(numbers=tally), features, truth, EventSettings("gaussian"))
        assert (joint.argmax(axis=1) != truth).sum() == 7


@pytest.fixture(scope="module")
def news(corpora: Path) -> News:
    vectorizer = CountVectorizer()
    train, train_labels = read_posts(corpora / "20news-bydate/20news-bydate/20news-bydate-train")
    test, test_labels = read_posts(corpora / "20news-bydate/20news-bydate/20news-bydate-test")
    labels, numbers = np.unique(train_labels, return_inverse=True)
    counts = count_matrix(vectorizer.fit_transform(train))
    assert counts.n_tokens == 130_107
    truth = np.searchsorted(labels, test_labels)
    return counts, numbers, count_matrix(vectorizer.transform(test)), truth, tuple(labels.tolist())


class TestNewsByDate:
    """Check value D: test accuracy in per cent."""

    @pytest.mark.parametrize(
        ("model", "smoothing", "accuracy"),
        [
            (multinomial, 1.0, 77.28),
            (multinomial, 0.1, 80.62),
            (multinomial, 0.01, 80.39),
            (bernoulli, 1.0, 63.08),
            (bernoulli, 0.1, 72.81),
            (bernoulli, 0.001, 76.45),
            (complement, 1.0, 82.67),
        ],
    )
    def test_counts(self, news, model, smoothing, accuracy):
        train, numbers, test, truth, labels = news
        scorer = model(make_tally(labels, train, numbers), smoothing)
        assert round(100 * (scorer.predict(test) == truth).mean(), 2) == accuracy

    def test_complement_with_norm(self, news):
        train, numbers, test, truth, labels = news
        scorer = complement(make_tally(labels, train, numbers), 1.0, norm=True)
        assert round(100 * (scorer.predict(test) == truth).mean(), 2) == 80.80

    def test_binary_multinomial(self, news):
        train, numbers, test, truth, labels = news
        scorer = multinomial(make_tally(labels, to_binary_counts(train), numbers), 0.1)
        assert round(100 * (scorer.predict(to_binary_counts(test)) == truth).mean(), 2) == 81.24

    @pytest.mark.parametrize(("is_normalised", "accuracy"), [(True, 84.47), (False, 80.79)])
    def test_complement_on_tfidf(self, news, is_normalised, accuracy):
        train, numbers, test, truth, labels = news
        weigh = fit_tfidf(document_frequencies(train), train.n_documents, is_normalised=is_normalised)
        scorer = complement(make_tally(labels, weigh(train), numbers, is_real=True), 1.0)
        assert round(100 * (scorer.predict(weigh(test)) == truth).mean(), 2) == accuracy


class TestMessages:
    """Check value F: SMS Spam Collection, duplicates kept, ten stratified folds."""

    @pytest.fixture(scope="class")
    @classmethod
    def sms(cls, corpora: Path) -> tuple[CountMatrix, IntArray, IntArray]:
        raw = (corpora / "small-text/sms-spam/SMSSpamCollection").read_text(encoding="utf-8")
        rows = [line.split("\t", 1) for line in raw.split("\n") if line]
        truth = np.array([label == "spam" for label, _ in rows], dtype=np.int64)
        folds = np.empty(len(rows), dtype=np.int64)
        splits = StratifiedKFold(10, shuffle=True, random_state=0).split(truth, truth)
        for number, (_, own) in enumerate(splits):
            folds[own] = number
        return count_matrix(CountVectorizer().fit_transform([text for _, text in rows])), truth, folds

    @pytest.mark.parametrize(
        ("model", "smoothing", "accuracy"),
        [
            ("bernoulli", 0.1, 99.00),
            ("bernoulli", 1.0, 98.21),
            ("multinomial", 0.1, 98.19),
            ("multinomial", 1.0, 98.15),
        ],
    )
    def test_accuracy(self, sms, model, smoothing, accuracy):
        judged = self.judged(sms, EventSettings(model, smoothing))
        assert round(100 * (judged == sms[1]).mean(), 2) == accuracy

    def test_ham_lost_and_spam_missed(self, sms):
        truth, judged = sms[1], self.judged(sms, EventSettings("bernoulli", 0.1))
        assert ((judged == 1) & (truth == 0)).sum() == 17
        assert ((judged == 0) & (truth == 1)).sum() == 39

    @staticmethod
    def judged(sms: tuple[CountMatrix, IntArray, IntArray], chosen: EventSettings) -> IntArray:
        counts, truth, folds = sms
        learnt = to_statistics(make_tally(["ham", "spam"], counts, truth))
        return judged_by_folds(learnt, to_features(counts), truth, folds, chosen).argmax(axis=1)


def read_posts(folder: Path) -> tuple[list[str], list[str]]:
    files = sorted(folder.glob("*/*"))
    return [file.read_bytes().decode("latin-1") for file in files], [file.parent.name for file in files]
