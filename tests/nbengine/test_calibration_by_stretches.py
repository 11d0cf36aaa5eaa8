"""Confidence is learnt from stretches of neighbours left out together, since neighbours repeat one another."""

import numpy as np
import pytest

from nbengine.counts import count_matrix
from nbengine.errors import EngineError
from nbengine.learnt.documents import labelled_documents
from nbengine.measure.evaluation import evaluate
from nbengine.measure.unseen_documents import contiguous_folds
from nbengine.models.recipe import Recipe
from nbengine.models.training import MIN_DOCUMENTS_FOR_FOLDS, compute_held_out_log_joint, train_model
from nbengine.trust.verdicts import fit_assurance

LABELS = ("ham", "spam")


def test_stretches_keep_the_order_and_every_label_in_each():
    labels = np.array([0, 1] * 10 + [1] * 20)

    folds = contiguous_folds(labels, 5)

    for label in (0, 1):
        assert (np.diff(folds[labels == label]) >= 0).all()
        assert np.bincount(folds[labels == label]).max() - np.bincount(folds[labels == label]).min() <= 1
    with pytest.raises(EngineError, match="2 documents cannot be cut into 5 folds"):
        contiguous_folds([0, 1], 5)


def threads(n_threads, seed):
    """Each thread has words of its own and a few that lean towards its label; five documents repeat one another."""
    random = np.random.default_rng(seed)
    labels = np.repeat(random.integers(0, 2, n_threads), 5)
    counts = np.zeros((len(labels), 40 + 10 * n_threads), dtype=np.int64)
    for document, label in enumerate(labels):
        lean = np.where(np.arange(40) < 20, 1.3, 1.0) if label else np.where(np.arange(40) < 20, 1.0, 1.3)
        counts[document, :40] = random.poisson(0.4 * lean)
        thread = 40 + 10 * (document // 5)
        counts[document, thread : thread + 10] = random.poisson(2.0, 10)
    return counts, labels


def test_answers_to_one_another_do_not_make_the_model_seem_better_than_it_is():
    counts, labels = threads(120, seed=0)
    words = [f"word {number}" for number in range(counts.shape[1])]
    later_counts, later_labels = threads(400, seed=1)
    later_counts = np.concatenate([later_counts[:, :40], np.zeros((2000, counts.shape[1] - 40), np.int64)], axis=1)

    model = train_model(Recipe(smoothing=0.1), count_matrix(counts), labels, LABELS, words)
    documents = labelled_documents(count_matrix(counts), labels, LABELS, words)
    one_at_a_time = compute_held_out_log_joint(model, documents)
    lengths = counts.sum(axis=1).astype(float)
    naive = fit_assurance(one_at_a_time, labels, lengths, 0 * lengths, model.scorer.log_prior, LABELS)

    verdicts = model.judge(count_matrix(later_counts))
    believed = naive.calibration.apply(verdicts.log_joint, later_counts.sum(axis=1))
    honest, mistaken = (
        evaluate(proba, later_labels, LABELS).ece for proba in (verdicts.calibrated_log_proba, believed)
    )
    assert (one_at_a_time.argmax(axis=1) == labels).mean() > 0.9
    assert honest < 0.6 * mistaken


def test_few_documents_are_left_out_one_at_a_time():
    counts, labels = threads(MIN_DOCUMENTS_FOR_FOLDS // 5 - 1, seed=2)
    words = [f"word {number}" for number in range(counts.shape[1])]

    model = train_model(Recipe(), count_matrix(counts), labels, LABELS, words)

    left_out = compute_held_out_log_joint(model, labelled_documents(count_matrix(counts), labels, LABELS, words))
    lengths = counts.sum(axis=1).astype(float)
    expected = fit_assurance(left_out, labels, lengths, 0 * lengths, model.scorer.log_prior, LABELS).calibration
    assert model.assurance.calibration == expected
