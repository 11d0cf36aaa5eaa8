"""Mean evidence of the words of a document: by hand, left out exactly, and by field."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nbengine.counts
from nbengine.counts import UNIT, count_matrix
from nbengine.errors import EngineError
from nbengine.filter.document_score import MeanEvidence, OwnLessons, find_fields_of_words
from nbengine.learnt.documents import labelled_documents
from nbengine.models.recipe import Recipe
from nbengine.models.training import evidence_by_subtraction, train_on_texts
from nbengine.text.token_rules import Field, TokenRules
from nbengine.text.vocabulary import Vocabulary
from tests.nbengine.problems import a_problem
from tests.nbengine.test_tally import tally_from

GROUPS = np.arange(15) % 3


def witnesses_of(problem, documents=slice(None)):
    return MeanEvidence(tally_from(problem, documents), GROUPS)


def by_hand(tally, present, groups):
    """The evidence of one document, word by word."""
    presences, documents = tally.presences.T / UNIT, tally.documents / UNIT
    n_living = int((presences.sum(axis=1) > 0).sum())
    sizes = [
        0.5 * (math.log(presences[:, label].sum() + 0.1 * max(n_living, 1)) + math.log(documents[label] + 0.2))
        for label in (0, 1)
    ]
    telling = []
    for token in present:
        logs = [math.log(presences[token, label] + 0.1) - sizes[label] for label in (0, 1)]
        if presences[token].sum() > 0 and abs(logs[1] - logs[0]) > 0.3:
            telling.append((token, logs[1] - logs[0]))
    group_sizes = [sum(groups[token] == group for token, _ in telling) for group in range(3)]
    weight = [1 / math.sqrt(size + 10) for size in group_sizes]
    total = sum(size * one for size, one in zip(group_sizes, weight, strict=True)) + 3
    said = sum(weight[groups[token]] * ratio for token, ratio in telling)
    said += 0.5 * (math.log1p(documents[1]) - math.log1p(documents[0]))
    doubt = sum(
        weight[groups[token]] ** 2 * sum(1 / (presences[token, label] + 0.1) for label in (0, 1))
        for token, _ in telling
    )
    return said / total / math.sqrt(1 + 5 * doubt / total**2)


@given(seed=st.integers(0, 1000), is_weighted=st.booleans())
def test_each_document_as_by_hand(seed, is_weighted):
    learnt, judged = a_problem(seed, n_labels=2, is_weighted=is_weighted), a_problem(seed + 1, n_labels=2)
    tally = tally_from(learnt)

    found = MeanEvidence(tally, GROUPS).evidence(judged.counts)

    table = judged.counts.csr.toarray()
    assert found == pytest.approx([by_hand(tally, np.flatnonzero(row), GROUPS) for row in table])


@given(seed=st.integers(0, 1000), is_weighted=st.booleans())
def test_leaving_one_out_is_never_having_learnt_it(seed, is_weighted):
    problem = a_problem(seed, n_labels=2, is_weighted=is_weighted)

    left_out = witnesses_of(problem).evidence(problem.counts, OwnLessons(problem.label_numbers, problem.weights))

    for document in range(problem.counts.n_documents):
        others = np.delete(np.arange(problem.counts.n_documents), document)
        (apart,) = witnesses_of(problem, others).evidence(problem.counts[[document]])
        assert left_out[document] == pytest.approx(apart, abs=1e-12)


def test_documents_are_judged_alike_alone_and_among_many(monkeypatch):
    problem = a_problem(n_documents=60, n_labels=2)
    own = OwnLessons(problem.label_numbers)
    at_once = witnesses_of(problem).evidence(problem.counts, own)

    monkeypatch.setattr(nbengine.counts.split_into_chunks, "__defaults__", (7,))

    np.testing.assert_array_equal(witnesses_of(problem).evidence(problem.counts, own), at_once)


def test_the_other_label_hears_the_opposite():
    problem = a_problem(n_labels=2)
    swapped = MeanEvidence(tally_from(problem, labels=problem.labels[::-1]), GROUPS)

    np.testing.assert_allclose(swapped.evidence(problem.counts), -witnesses_of(problem).evidence(problem.counts))


def test_how_often_a_word_comes_in_a_document_makes_no_difference():
    problem = a_problem(n_labels=2)
    rare, often = (count_matrix([[times, 0, times, *[0] * 12]]) for times in (1, 9))

    np.testing.assert_array_equal(witnesses_of(problem).evidence(rare), witnesses_of(problem).evidence(often))


def test_a_document_that_was_never_learnt_cannot_be_left_out():
    problem = a_problem(n_labels=2)

    with pytest.raises(EngineError, match="never learnt"):
        witnesses_of(problem).evidence(problem.counts, OwnLessons(1 - problem.label_numbers))


def test_witnesses_need_two_labels_and_a_group_for_every_word():
    with pytest.raises(EngineError, match="two labels"):
        MeanEvidence(tally_from(a_problem(n_labels=3)), GROUPS)
    with pytest.raises(EngineError, match="15 words"):
        MeanEvidence(tally_from(a_problem(n_labels=2)), GROUPS[:3])


def test_words_witness_with_those_of_their_field():
    words = ["offer", "subject:offer", "subjects", "to:me", "subject:", "to", ""]
    vocabulary = Vocabulary(words)
    fields = (Field("subject"), Field("to"))

    groups = dict(zip(vocabulary.words, find_fields_of_words(vocabulary, fields).tolist(), strict=True))

    assert groups == {"offer": 0, "subject:offer": 1, "subjects": 0, "to:me": 2, "subject:": 1, "to": 0, "": 0}
    assert find_fields_of_words(vocabulary, fields, 3).tolist() == find_fields_of_words(vocabulary, fields).tolist()[3:]


TEXTS = ["cheap pills now", "meeting at noon", "cheap offer", "lunch at noon then", "pills offer now now"] * 4
LABELS = ["spam", "ham", "spam", "ham", "spam"] * 4
FIELDS = [{"subject": "offer"}, {"subject": "noon"}, {}, {"subject": "lunch offer"}, {}] * 4
RECIPE = Recipe(rules=TokenRules(fields=(Field("subject"),)))


def test_a_model_that_forgot_hears_what_one_that_never_learnt_hears():
    more = ["strange words", "offer of the day"]
    there = train_on_texts(TEXTS, LABELS, RECIPE, fields=FIELDS)
    back = train_on_texts([*TEXTS, *more], [*LABELS, "ham", "spam"], RECIPE, fields=[*FIELDS, {}, {"subject": "day"}])
    before = back.evidence(back.count(TEXTS, FIELDS).counts)

    back.forget(back.count(more, [{}, {"subject": "day"}]).counts, ["ham", "spam"])

    asked = ["cheap lunch", "strange offer"]
    assert back.evidence(back.count(asked).counts) == pytest.approx(there.evidence(there.count(asked).counts))
    assert not np.array_equal(back.evidence(back.count(TEXTS, FIELDS).counts), before)


def test_what_is_learnt_is_heard_at_once():
    model = train_on_texts(TEXTS, LABELS, RECIPE, fields=FIELDS)
    before = model.evidence(model.count(["a novelty"]).counts)

    model.learn(model.count(["a novelty", "another novelty"], grow=True).counts, ["spam", "spam"])

    assert model.evidence(model.count(["a novelty"]).counts) > before


@pytest.mark.parametrize("event_model", ["multinomial", "bernoulli", "complement"])
def test_all_text_models_hear_the_same(event_model):
    recipe = Recipe(rules=RECIPE.rules, event_model=event_model, smoothing=3.0)
    ours, other = (train_on_texts(TEXTS, LABELS, one, fields=FIELDS) for one in (recipe, RECIPE))

    np.testing.assert_allclose(
        ours.evidence(ours.count(["cheap lunch offer"]).counts),
        other.evidence(other.count(["cheap lunch offer"]).counts),
    )


def test_folds_are_judged_by_what_the_others_say():
    problem = a_problem(n_documents=40, n_labels=2)
    texts = [" ".join(f"w{token}" for token in problem.counts.row(number).tokens) for number in range(40)]
    names = [problem.labels[number] for number in problem.label_numbers]
    model = train_on_texts(texts, names)
    documents = _documents(model, texts, problem.label_numbers)
    folds = np.arange(40) % 4

    found = evidence_by_subtraction(model, documents, folds)

    others = np.flatnonzero(folds != 2)
    apart = train_on_texts([texts[number] for number in others], [names[number] for number in others])
    asked = apart.count([texts[number] for number in np.flatnonzero(folds == 2)])
    assert found[folds == 2] == pytest.approx(apart.evidence(asked.counts))


def _documents(model, texts, label_numbers):
    counted = model.count(texts)
    return labelled_documents(counted.counts, label_numbers, model.labels, model.vocabulary)


def test_only_two_labels_judged_by_words_alone_have_witnesses():
    assert train_on_texts(["aa bb", "cc dd"] * 4, ["x", "y"] * 4).can_rank_by_evidence
    assert not train_on_texts(["aa bb", "cc dd", "ee ff"] * 4, ["x", "y", "z"] * 4).can_rank_by_evidence
    assert not train_on_texts(["aa bb", "cc dd"] * 4, ["x", "y"] * 4, Recipe(event_model="mixed")).can_rank_by_evidence
