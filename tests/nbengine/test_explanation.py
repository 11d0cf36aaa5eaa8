"""The explanation is the verdict's own arithmetic, with names."""

from __future__ import annotations

import math

import numpy as np
import pytest

from nbengine.counts import UNIT
from nbengine.errors import EngineError
from nbengine.explanations.explanation import (
    explain,
    fewest_words,
    log_odds_against_others,
    strongest_words,
    word_figures,
)
from nbengine.learnt.statistics import Features
from nbengine.models.recipe import Recipe, VocabularyLimits
from nbengine.text.token_rules import UNKNOWN_WORD

from .models import RECIPES, made_up_documents, made_up_model, model_of_mails

QUERY = "buy notes monday unknown"


@pytest.mark.parametrize("name", RECIPES)
def test_prior_and_terms_add_up_to_the_score_and_the_score_to_the_verdict(name):
    model = made_up_model(RECIPES[name])
    documents = made_up_documents(seed=4)[0]
    for number in range(5):
        document = documents[[number]]
        joint = model.judge(document).log_joint[0]
        if not np.isfinite(joint).all():
            continue

        found = explain(model, document)

        assert math.fsum([found.prior, found.absent, *(term.value for term in found.terms)]) == found.score
        label, against = model.labels.index(found.label), model.labels.index(found.against)
        assert found.score == pytest.approx(joint[label] - joint[against], rel=1e-12, abs=1e-12)
        assert [label, against] == np.argsort(-joint, kind="stable")[:2].tolist()


def test_terms_are_named_counted_and_sorted_by_strength():
    found = explain(model_of_mails(), model_of_mails().count(["monday buy notes buy"]).counts, "ham", "spam")

    assert [(term.name, term.count) for term in found.terms] == [("buy", 2), ("notes", 1), ("monday", 1)]
    assert found.terms[0].value == pytest.approx(2 * math.log((1 / 23) / (4 / 20)))
    assert found.prior == pytest.approx(math.log(3 / 2))
    assert (found.label, found.against) == ("ham", "spam")


def test_what_is_not_listed_is_a_term_of_its_own():
    model = made_up_model(RECIPES["bernoulli"])
    found = explain(model, made_up_documents()[0][[3]])

    short = found.strongest(2)

    assert short.terms == found.terms[:2]
    assert short.n_rest == len(found.terms) - 2
    listed = [found.prior, found.absent, *(term.value for term in short.terms), short.rest]
    assert math.fsum(listed) == short.score
    assert short.score == pytest.approx(found.score, rel=1e-14)


def test_columns_of_a_table_are_terms_by_name():
    model = made_up_model(RECIPES["mixed"])

    kinds = {term.kind: term.name for term in explain(model, made_up_documents()[0][[0]]).terms}

    assert kinds["number"] == "height"
    assert kinds["choice"] == "colour"
    assert kinds["word"].startswith("w")


def test_words_that_rule_a_label_out_are_named():
    model = model_of_mails(Recipe(smoothing=0))

    found = explain(model, model.count(["cheap offer"]).counts)

    assert found.decisive == (("ham", ("cheap",)),)
    assert found.score == math.inf


def test_a_score_of_two_impossible_labels_is_nothing():
    model = model_of_mails(Recipe(smoothing=0))

    found = explain(model, model.count(["cheap lunch"]).counts, "ham", "spam")

    assert found.score == 0
    assert found.strongest(1).score == 0
    assert dict(found.decisive) == {"ham": ("cheap",), "spam": ("lunch",)}


def test_the_unknown_word_is_a_term_like_any_other():
    model = model_of_mails(Recipe(limits=VocabularyLimits(size=4, unknown_word=True)))

    names = [term.name for term in explain(model, model.count(["strange buy lunch"]).counts).terms]

    assert UNKNOWN_WORD in names


@pytest.mark.parametrize("name", ["multinomial", "bernoulli", "complement", "binary multinomial", "mixed"])
def test_without_the_fewest_words_the_verdict_is_another(name):
    model = made_up_model(RECIPES[name])
    document = made_up_documents()[0][[1]]
    verdict = model.judge(document).label_numbers[0]

    flip, words = fewest_words(model, document)

    assert flip.is_fewest
    kept = [word for word in model.words_of(document.text.tokens.astype(int)) if word not in words]
    counts = model.count([" ".join(kept)]).counts
    counts.values[:] = document.text.values[~np.isin(document.text.tokens, flip.tokens)]
    rest = Features(counts, document.numbers, document.choices)
    assert model.judge(rest).label_numbers[0] == flip.label != verdict


def test_the_fewest_words_of_a_document_weighed_by_tf_idf_flip_its_verdict():
    model = made_up_model(RECIPES["multinomial on tf-idf"])
    document = made_up_documents()[0][[1]]
    verdict = model.judge(document).label_numbers[0]

    flip, words = fewest_words(model, document)

    kept = " ".join(
        " ".join([word] * count)
        for word, count in zip(
            model.words_of(document.text.tokens.astype(int)), document.text.values.tolist(), strict=True
        )
        if word not in words
    )
    assert model.judge_texts([kept]).label_numbers[0] == flip.label != verdict


def test_the_strongest_words_of_each_label_speak_for_it():
    spam, ham = strongest_words(model_of_mails(), 3)

    assert spam.label == "spam"
    assert spam.words == ("buy", "cheap", "now")
    assert ham.words == ("monday", "notes", "on")
    assert spam.log_odds[0] == pytest.approx(math.log((4 / 20) / (1 / 23)))


def test_rare_words_can_be_left_out_of_the_strongest():
    spam, ham = strongest_words(model_of_mails(), 5, min_documents=2)

    assert spam.words == ("buy", "cheap", "offer", "monday", "notes")
    assert ham.words[:3] == ("monday", "notes", "on")


def test_log_odds_are_against_all_other_labels_together():
    probabilities, prior = np.array([[0.02, 0.5, 0.0001], [0.2, 0.2, 0.2], [0.0, 0.5, 0.0]]), np.array([0.5, 0.2, 0.3])
    with np.errstate(divide="ignore"):
        weights = np.log(probabilities)

    odds = log_odds_against_others(weights, np.log(prior))

    def against_others(word, label):
        others = [other for other in range(3) if other != label]
        mean = sum(prior[other] * probabilities[word, other] for other in others) / sum(prior[others])
        return math.log(probabilities[word, label] / mean)

    assert odds[:2] == pytest.approx(np.array([[against_others(word, label) for label in range(3)] for word in (0, 1)]))
    assert odds[0, 0] < 0, "the second label has the word much more often"
    assert odds[2].tolist() == [-np.inf, np.inf, -np.inf]
    assert log_odds_against_others(weights[:, :2], np.log(prior[:2]))[0] == pytest.approx(
        [weights[0, 0] - weights[0, 1], weights[0, 1] - weights[0, 0]]
    )
    assert log_odds_against_others(weights[:, :1], np.zeros(1)).tolist() == [[0.0], [0.0], [0.0]]


def test_the_figures_of_a_bernoulli_model_are_log_probabilities():
    model = made_up_model(RECIPES["bernoulli"])
    figures, alpha = word_figures(model), RECIPES["bernoulli"].smoothing
    n_documents = model.statistics.documents / UNIT

    expected = (figures.document_weights + alpha) / (n_documents + 2 * alpha)

    assert np.exp(figures.weights) == pytest.approx(expected)


def test_the_figures_of_the_words_are_the_counts_and_the_scorers_numbers():
    figures = word_figures(model_of_mails())
    row = figures.words.index("buy")

    assert figures.occurrences[row].tolist() == [3, 0]
    assert figures.document_weights[row].tolist() == [2, 0]
    assert np.exp(figures.weights[row]) == pytest.approx([4 / 20, 1 / 23])
    assert figures.mutual_information[row] == pytest.approx(-(0.4 * math.log(0.4) + 0.6 * math.log(0.6)))


def test_labels_that_the_model_does_not_have_are_refused():
    model = model_of_mails()
    with pytest.raises(EngineError, match="no label 'sport'"):
        explain(model, model.count([QUERY]).counts, "sport")
    with pytest.raises(EngineError, match="no label 'sport'"):
        explain(model, model.count([QUERY]).counts, "spam", "sport")


@pytest.mark.parametrize("name", ["gaussian", "categorical", "multinomial without smoothing"])
def test_where_there_is_no_verdict_by_words_there_are_none_to_take_out(name):
    model = made_up_model(RECIPES[name])
    document = made_up_documents()[0][[0]]
    if name == "multinomial without smoothing":
        document = Features(model.count([" ".join(f"w{n}" for n in range(40))]).counts)

    assert fewest_words(model, document) == (None, ())
