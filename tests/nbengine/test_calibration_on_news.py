"""The figures of calibration on 20 Newsgroups by date, told nothing of the test part."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy import sparse
from sklearn.feature_extraction.text import CountVectorizer

from nbengine.counts import count_matrix
from nbengine.measure.evaluation import Evaluation, evaluate
from nbengine.models.recipe import Recipe
from nbengine.models.training import train_on_texts
from nbengine.trust.calibration import count_unique_tokens, fit_calibration, learn_label_sets

pytestmark = pytest.mark.corpora

SMOOTHING = 0.1


def read_part(folder: Path) -> tuple[list[str], np.ndarray]:
    texts, truth = [], []
    for label, newsgroup in enumerate(sorted(folder.iterdir())):
        for post in sorted(newsgroup.iterdir()):
            texts.append(post.read_bytes().decode("latin-1"))
            truth.append(label)
    return texts, np.array(truth)


class News:
    """Counts of both parts, and multinomial scores by the formula, one document at a time left out of the first."""

    def __init__(self, corpora: Path) -> None:
        folder = next((corpora / "20news-bydate").rglob("20news-bydate-train"))
        texts, self.truth = read_part(folder)
        self.texts = texts
        test_texts, self.test_truth = read_part(folder.with_name("20news-bydate-test"))
        counter = CountVectorizer()
        self.counts = sparse.csr_array(counter.fit_transform(texts)).astype(np.float64)
        self.test_counts = sparse.csr_array(counter.transform(test_texts)).astype(np.float64)
        cut = counter.build_analyzer()
        self.test_texts = test_texts
        self.lengths, self.test_lengths = self.counts.sum(axis=1), self.test_counts.sum(axis=1)
        self.test_unknown = np.array([len(cut(text)) for text in test_texts]) - self.test_lengths
        self.labels = [f"label {c}" for c in range(20)]
        by_label = sparse.csr_array((np.ones(len(texts)), (self.truth, np.arange(len(texts)))))
        self.occurrences = (by_label @ self.counts).toarray()
        self.documents = np.bincount(self.truth)
        self.log_prior = np.log(self.documents / len(texts))

    def joint(self, counts: sparse.csr_array) -> np.ndarray:
        smoothed = self.occurrences + SMOOTHING
        return counts @ np.log(smoothed / smoothed.sum(axis=1, keepdims=True)).T + self.log_prior

    def left_out_joint(self) -> np.ndarray:
        joint, rows = self.joint(self.counts), np.repeat(np.arange(len(self.truth)), np.diff(self.counts.indptr))
        entries = self.occurrences[self.truth[rows], self.counts.indices] - self.counts.data + SMOOTHING
        size = self.occurrences.sum(axis=1)[self.truth] - self.lengths + SMOOTHING * self.counts.shape[1]
        own = np.bincount(rows, self.counts.data * np.log(entries)) - self.lengths * np.log(size)
        prior = np.log((self.documents[self.truth] - 1) / (len(self.truth) - 1))
        joint[np.arange(len(self.truth)), self.truth] = own + prior
        return joint

    def judge(self, log_proba: np.ndarray) -> Evaluation:
        return evaluate(log_proba, self.test_truth, self.labels)


@pytest.fixture(scope="module")
def news(corpora: Path) -> News:
    return News(corpora)


@pytest.fixture(scope="module")
def left_out_joint(news: News) -> np.ndarray:
    return news.left_out_joint()


def test_the_calibration_error_falls_from_18_to_less_than_3_percent(news, left_out_joint):
    test_joint = news.joint(news.test_counts)
    raw = news.judge(test_joint - np.logaddexp.reduce(test_joint, axis=1, keepdims=True))

    calibration = fit_calibration(left_out_joint, news.truth, news.lengths)
    calibrated = news.judge(calibration.apply(test_joint, news.test_lengths))

    assert raw.accuracy == pytest.approx(0.8062, abs=5e-5)
    assert raw.ece == pytest.approx(0.18, abs=0.005)
    assert calibrated.ece < 0.02
    assert calibrated.accuracy == raw.accuracy
    assert calibrated.log_loss < 0.82


def test_a_thousand_documents_are_enough_to_calibrate(news, left_out_joint):
    test_joint = news.joint(news.test_counts)
    picked = np.random.default_rng(0).choice(len(news.truth), 1_000, replace=False)

    calibration = fit_calibration(left_out_joint[picked], news.truth[picked], news.lengths[picked])

    assert news.judge(calibration.apply(test_joint, news.test_lengths)).ece < 0.03


def test_posts_are_like_what_was_learnt_and_foreign_words_are_not(news, left_out_joint):
    counts = count_matrix(news.counts)
    unknown = count_unique_tokens(counts, (news.counts > 0).sum(axis=0))
    sets = learn_label_sets(left_out_joint, news.truth, news.lengths - unknown, news.log_prior, unknown)
    test = news.joint(news.test_counts), news.test_lengths, news.test_unknown

    held = sets.possible_labels(*test, error=0.05)[np.arange(len(news.test_truth)), news.test_truth]

    assert sets.is_unlike_learnt(*test).mean() < 0.01
    assert held.mean() > 0.9
    assert sets.is_unlike_learnt(news.log_prior[None, :], [0], [30]).all()


@pytest.mark.parametrize(
    ("recipe", "accuracy"),
    [
        (Recipe(smoothing=0.1), 0.8062),
        (Recipe(event_model="complement"), 0.8267),
        (Recipe(event_model="complement", weighting="tfidf"), 0.8447),
    ],
    ids=lambda value: value.event_model if isinstance(value, Recipe) else None,
)
def test_a_trained_model_is_as_sure_as_it_is_right(news, recipe, accuracy):
    model = train_on_texts(news.texts, [news.labels[number] for number in news.truth], recipe)
    by_name = [news.labels.index(label) for label in model.labels]

    verdicts = model.judge_texts(news.test_texts)

    found = evaluate(verdicts.calibrated_log_proba, np.argsort(by_name)[news.test_truth], model.labels)
    assert found.accuracy == pytest.approx(accuracy, abs=5e-4)
    assert found.ece <= 0.03
