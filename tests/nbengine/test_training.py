"""Training chooses words, learns, and says honestly how far the result can be trusted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from nbengine.counts import count_matrix
from nbengine.errors import EngineError
from nbengine.learnt.documents import labelled_documents
from nbengine.learnt.statistics import Features
from nbengine.learnt.tally import make_tally
from nbengine.logspace import best_label_numbers
from nbengine.measure.unseen_documents import stratified_folds
from nbengine.models.model import TableColumns
from nbengine.models.recipe import Recipe, VocabularyLimits
from nbengine.models.training import assure, compute_held_out_log_joint, score_by_folds, train_model, train_on_texts
from nbengine.text.token_rules import Field, TokenRules

from .models import MAILS, RECIPES, made_up_documents, made_up_model, model_of_mails


def coin_flips(n_documents=300, n_words=4_000):
    """Documents of random words under labels drawn by a coin."""
    rng = np.random.default_rng(1)
    counts = count_matrix((rng.random((n_documents, n_words)) < 0.02).astype(int))
    labels = np.arange(n_documents) % 2
    rng.shuffle(labels)
    return labelled_documents(counts, labels, ("heads", "tails"), [f"w{n}" for n in range(n_words)])


def accuracy(log_joint, labels):
    return float((best_label_numbers(log_joint) == labels).mean())


@pytest.mark.parametrize("rank_by", ["chi2", "mutual-information"])
def test_words_chosen_by_coin_flip_labels_are_worth_a_coin_flip(rank_by):
    documents = coin_flips()
    recipe = Recipe(event_model="bernoulli", limits=VocabularyLimits(size=100, rank_by=rank_by))
    model = train_model(
        recipe, documents.features, documents.label_numbers, documents.labels, documents.vocabulary, is_assured=False
    )
    own = model.map_counts(documents.features.text, documents.vocabulary).counts

    naive = model.left_out(own, documents.label_numbers).log_joint()
    honest = compute_held_out_log_joint(model, documents)

    assert accuracy(naive, documents.label_numbers) > 0.8
    assert 0.4 < accuracy(honest, documents.label_numbers) < 0.6


def test_the_assurance_of_coin_flips_is_that_of_a_coin():
    documents = coin_flips()
    recipe = Recipe(event_model="bernoulli", limits=VocabularyLimits(size=100, rank_by="chi2"))
    model = train_model(recipe, documents.features, documents.label_numbers, documents.labels, documents.vocabulary)

    fresh = count_matrix((np.random.default_rng(2).random((200, 4_000)) < 0.02).astype(int))
    verdicts = model.judge(model.map_counts(fresh, documents.vocabulary))

    assert verdicts.confidence.mean() < 0.75
    assert np.exp(verdicts.log_proba.max(axis=1)).mean() > verdicts.confidence.mean()
    assert verdicts.is_unsure.mean() > 0.9


@pytest.mark.parametrize("name", RECIPES)
def test_folds_judge_each_document_by_a_model_of_the_others(name):
    features, labels, vocabulary = made_up_documents()
    names = ("label 0", "label 1", "label 2")
    recipe = replace(RECIPES[name], limits=VocabularyLimits(size=12, rank_by="chi2", unknown_word=True))
    documents = labelled_documents(features, labels, names, vocabulary)
    folds = stratified_folds(labels, 4)

    found = score_by_folds(recipe, documents, folds)

    for fold in (0, 3):
        rest, own = folds != fold, folds == fold
        model = train_model(recipe, features[rest], labels[rest], names, vocabulary, is_assured=False)
        text = model.map_counts(features.text[own], vocabulary).counts
        judged_features = Features(text, features.numbers[own], features.choices[own])
        np.testing.assert_allclose(found[own], model.judge(judged_features).log_joint, rtol=1e-9)


def test_a_frequency_ranked_vocabulary_is_judged_by_leave_one_out():
    features, labels, vocabulary = made_up_documents()
    model = made_up_model(Recipe(limits=VocabularyLimits(size=20)))
    documents = labelled_documents(features, labels, model.labels, vocabulary)
    own = model.map_counts(features.text, vocabulary).counts

    np.testing.assert_array_equal(compute_held_out_log_joint(model, documents), model.left_out(own, labels).log_joint())


def test_assurance_can_be_made_later_from_the_same_documents():
    features, labels, vocabulary = made_up_documents()
    model = made_up_model(Recipe(), is_assured=False)
    assert not model.judge(features).is_unlike.any()

    assure(model, labelled_documents(features, labels, model.labels, vocabulary))

    at_once = made_up_model(Recipe())
    assert model.assurance.calibration == at_once.assurance.calibration
    np.testing.assert_array_equal(
        model.judge(features).calibrated_log_proba, at_once.judge(features).calibrated_log_proba
    )


def test_weights_count_as_so_many_documents():
    features, labels, vocabulary = made_up_documents(n_documents=12)
    names = ("label 0", "label 1", "label 2")
    twice = np.repeat(np.arange(12), 2)

    weighted = train_model(Recipe(), features, labels, names, vocabulary, np.full(12, 2.0))
    repeated = train_model(Recipe(), features[twice], labels[twice], names, vocabulary)

    assert weighted.canonical_hash() == repeated.canonical_hash()


def test_words_of_a_document_stranger_than_all_learnt_ones_are_unlike():
    model = made_up_model(Recipe(), n_documents=300)
    usual = model.judge(made_up_documents(n_documents=300)[0])

    strange = model.judge_texts(["nothing of this was ever seen before " * 5])

    assert usual.is_unlike.mean() < 0.05
    assert strange.is_unlike.all()
    assert strange.unknown_share.tolist() == [1.0]


@pytest.mark.parametrize(
    ("labels", "label_numbers", "problem"),
    [
        (("spam", "ham"), [0, 0], "'ham' has no documents"),
        (("spam",), [0, 0], "All documents have the label 'spam'"),
        (("spam", "ham"), [], "2 documents need as many label numbers"),
        (("spam", "ham"), [0, 2], "from 0 to 1"),
    ],
)
def test_labels_that_cannot_be_told_apart_are_refused(labels, label_numbers, problem):
    counts = count_matrix(np.ones((2, 1), dtype=int))

    with pytest.raises(EngineError, match=problem):
        train_model(Recipe(), counts, label_numbers, labels, ["word"])


def test_an_empty_corpus_or_vocabulary_is_refused():
    with pytest.raises(EngineError, match="no documents"):
        train_model(Recipe(), count_matrix(np.zeros((0, 1), dtype=int)), [], ("spam", "ham"), ["word"])
    with pytest.raises(EngineError, match="None of the 1 words is left"):
        train_model(
            Recipe(limits=VocabularyLimits(min_documents=3)),
            count_matrix(np.ones((2, 1), dtype=int)),
            [0, 1],
            ("spam", "ham"),
            ["word"],
        )


def test_what_does_not_fit_together_is_refused():
    counts = count_matrix(np.ones((2, 3), dtype=int))

    with pytest.raises(EngineError, match="3 columns for 1 words"):
        train_model(Recipe(), counts, [0, 1], ("spam", "ham"), ["word"])
    with pytest.raises(EngineError, match="This needs numbers"):
        train_model(Recipe(event_model="gaussian"), counts, [0, 1], ("spam", "ham"), ["a", "b", "c"])
    with pytest.raises(EngineError, match="need as many names"):
        train_model(Recipe(), counts, [0, 1], ("spam", "ham"), ["a", "b", "c"], table=TableColumns(numbers=("x",)))


def test_texts_with_label_names_are_all_it_takes():
    texts = [text for _, text in MAILS]
    labels = [label for label, _ in MAILS]

    model = train_on_texts(texts, labels)

    assert model.labels == ("ham", "spam")
    assert model.canonical_hash() == model_of_mails().canonical_hash()
    with pytest.raises(EngineError, match="5 texts need as many labels"):
        train_on_texts(texts, labels[:3])


def test_fields_are_counted_with_the_texts():
    recipe = Recipe(rules=TokenRules(fields=(Field("subject"),)))
    fields = [{"subject": "offer"}, {"subject": "lunch"}]

    model = train_on_texts(["same words", "same words"], ["spam", "ham"], recipe, fields=fields)

    verdicts = model.judge_texts(["words", "words"], [{"subject": "lunch"}, {"subject": "offer"}])
    assert [model.labels[number] for number in verdicts.label_numbers] == ["ham", "spam"]


def test_a_few_documents_promise_nothing_and_none_is_sure():
    few = made_up_model(Recipe(), n_documents=12)

    assert np.isinf(few.assurance.label_thresholds.thresholds).all()
    assert few.judge(made_up_documents(0, 12)[0]).is_unsure.all()


def test_a_fold_that_leaves_no_words_is_judged_by_the_prior():
    counts = count_matrix(np.asarray([[1, 0], [1, 0], [0, 1], [0, 0]]))
    recipe = Recipe(limits=VocabularyLimits(size=2, rank_by="chi2", min_documents=2))
    documents = labelled_documents(counts, [0, 0, 1, 1], ("spam", "ham"), ("offer", "lunch"))

    found = score_by_folds(recipe, documents, [0, 1, 0, 1])

    np.testing.assert_allclose(np.exp(found), 0.5)
    model = train_model(recipe, counts, [0, 0, 1, 1], ("spam", "ham"), ("offer", "lunch"))
    assert model.vocabulary.words == ("offer",)


@pytest.mark.parametrize("threshold", [0.0, 1.0])
@pytest.mark.parametrize("weights", [None, np.linspace(0.25, 3, 60)])
def test_the_unknown_word_has_the_counts_of_all_words_that_are_left_out(weights, threshold):
    features, labels, vocabulary = made_up_documents()
    recipe = Recipe(limits=VocabularyLimits(size=9, unknown_word=True), threshold=threshold)
    names = ("label 0", "label 1", "label 2")

    model = train_model(recipe, features, labels, names, vocabulary, weights, is_assured=False)

    counts = model.map_counts(features.text, vocabulary).counts
    by_counting = make_tally(names, counts, labels, weights, threshold=threshold)
    np.testing.assert_array_equal(model.tally.occurrences, by_counting.occurrences)
    np.testing.assert_array_equal(model.tally.presences, by_counting.presences)
