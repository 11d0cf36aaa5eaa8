from __future__ import annotations

import numpy as np
import pytest

from app.library.saved_models import error_bounds_of_model, measure_reliability
from nbengine.counts import count_matrix
from nbengine.learnt.documents import labelled_documents
from nbengine.measure.unseen_documents import choose_unseen_documents, find_near_copy_leaders
from nbengine.models import training
from nbengine.models.recipe import Recipe
from nbengine.models.training import score_unseen_documents, train_model
from nbengine.text.token_counter import TokenCounter
from nbengine.text.token_rules import TokenRules

LABELS = ("boats", "trains")


def texts(n_documents, seed=0, n_words=25):
    rng = np.random.default_rng(seed)
    return [
        " ".join(f"word{number:03}" for number in (label * 60 + rng.integers(0, 120, n_words)).tolist())
        for label in np.arange(n_documents) % 2
    ]


def documents_of(some):
    counter = TokenCounter(TokenRules())
    return labelled_documents(counter.count(some), np.arange(len(some)) % 2, LABELS, counter.vocabulary)


def changed(text, n_words):
    """The same text with the first words replaced."""
    return " ".join([*(f"other{place}" for place in range(n_words)), *text.split()[n_words:]])


def test_copies_of_which_a_word_was_changed_come_together_and_others_do_not():
    some = texts(60)
    some[31], some[40], some[50] = changed(some[7], 1), some[7], changed(some[8], 18)

    leaders = find_near_copy_leaders(documents_of(some))

    assert leaders[7] == leaders[31] == leaders[40]
    assert leaders[7] in (7, 31, 40)
    assert np.count_nonzero(leaders != np.arange(60)) == 2


def test_copies_are_the_same_whatever_the_order_of_the_words():
    some = texts(200)
    for place in range(0, 60, 3):
        some[place + 1] = changed(some[place], place % 8)
    documents = documents_of(some)
    turned = np.random.default_rng(1).permutation(len(documents.vocabulary))
    words = [documents.vocabulary.words[column] for column in turned.tolist()]
    table = documents.features.text.csr.toarray()[:, turned]

    other = labelled_documents(count_matrix(table), documents.label_numbers, LABELS, words)

    assert (find_near_copy_leaders(other) == find_near_copy_leaders(documents)).all()
    assert 10 <= np.count_nonzero(find_near_copy_leaders(documents) != np.arange(200)) <= 20


def test_documents_without_words_are_no_copies_of_one_another():
    some = ["", *texts(20)[1:10], "", *texts(20)[11:]]

    assert (find_near_copy_leaders(documents_of(some)) == np.arange(20)).all()


def test_what_makes_up_most_of_a_label_is_no_accident():
    some = texts(40)
    for place in range(0, 36, 2):  # 18 of the 20 about boats
        some[place] = some[0]

    assert (find_near_copy_leaders(documents_of(some)) == np.arange(40)).all()


def test_without_dates_copies_are_left_out_with_one_another():
    some = texts(400)
    some[399] = some[1]

    unseen = choose_unseen_documents(documents_of(some))

    assert not unseen.is_in_time
    assert unseen.is_by_neighbour_blocks
    assert unseen.folds[399] == unseen.folds[1]
    assert unseen.folds[397] != unseen.folds[3]


def test_without_dates_what_one_sender_sent_is_left_out_together():
    plain, senders = documents_of(texts(300)), np.arange(300) * 7 % 30
    tags = count_matrix(np.eye(30, dtype=int)[senders])
    table = count_matrix(np.hstack([plain.features.text.csr.toarray(), tags.csr.toarray()]))
    words = [*plain.vocabulary.words, *(f"sender:a@host{place}.org" for place in range(30))]

    unseen = choose_unseen_documents(labelled_documents(table, plain.label_numbers, LABELS, words))

    own = senders[unseen.counted_rows]
    assert not unseen.is_by_neighbour_blocks
    assert len(np.unique(unseen.folds)) > 5
    assert all(len(set(unseen.folds[own == sender].tolist())) == 1 for sender in range(30))


def test_later_documents_are_judged_by_what_came_before_alone():
    some, dates_s = texts(300), np.random.default_rng(2).permutation(300) * 86_400
    documents, recipe = documents_of(some), Recipe()

    unseen = choose_unseen_documents(documents, dates_s)
    scores = score_unseen_documents(recipe, documents, unseen)

    assert unseen.is_in_time
    assert dates_s[unseen.counted_rows].min() > np.sort(dates_s)[80]
    for part in (0, 5):
        own = np.flatnonzero(unseen.folds == part)
        first = dates_s[unseen.judged_rows[own]].min()
        before = np.flatnonzero(dates_s < first)
        assert dates_s[unseen.judged_rows[unseen.folds < part]].max(initial=-1) < first
        known = documents[before]
        model = train_model(recipe, known.features, known.label_numbers, LABELS, documents.vocabulary, is_assured=False)
        alone = model.judge(documents[unseen.judged_rows[own]].features).log_joint
        np.testing.assert_allclose(np.diff(scores[own]), np.diff(alone), atol=1e-8)


def test_a_document_of_a_label_that_was_not_there_yet_says_nothing():
    some, dates_s = texts(300), np.arange(300)
    documents = documents_of(some)
    numbers = documents.label_numbers.copy()
    numbers[280:] = 2  # a folder that came last
    late = labelled_documents(documents.features, numbers, (*LABELS, "planes"), documents.vocabulary)

    unseen = choose_unseen_documents(late, dates_s)

    first = unseen.folds[unseen.judged_rows == 280][0]
    assert set(unseen.judged_rows.tolist()) - set(unseen.counted_rows.tolist()) == {
        place for place in range(280, 300) if unseen.folds[unseen.judged_rows == place][0] == first
    }


def test_dates_that_most_documents_lack_are_no_order():
    documents, dates_s = documents_of(texts(300)), np.where(np.arange(300) % 3, -1, np.arange(300))

    assert not choose_unseen_documents(documents, dates_s).is_in_time
    assert choose_unseen_documents(documents_of(texts(6))) is None


@pytest.mark.parametrize(("labels", "is_in_time"), [(("ham", "spam"), False), (("mail/ham", "mail/spam"), True)])
def test_where_a_band_takes_the_place_of_marks_no_later_document_is_judged_for_them(labels, is_in_time, monkeypatch):
    asked = []
    monkeypatch.setattr(
        training, "score_unseen_documents", lambda *given: asked.append(given) or score_unseen_documents(*given)
    )
    plain, dates_s = documents_of(texts(300)), np.arange(300)
    documents = labelled_documents(plain.features, plain.label_numbers, labels, plain.vocabulary)
    model, whole = (
        train_model(Recipe(), plain.features, plain.label_numbers, labels, plain.vocabulary, is_assured=is_assured)
        for is_assured in (False, True)
    )

    asked.clear()
    measure_reliability(model, documents, dates_s=dates_s)

    assert bool(asked) is is_in_time
    assert model.assurance.unsure_band is not None
    assert error_bounds_of_model(model) == ()
    own, known = model.assurance.calibration, whole.assurance.calibration
    assert own.curve == known.curve


def test_copies_that_were_found_once_are_those_that_are_found_again():
    plain, senders = documents_of(texts(300)), np.arange(300) * 7 % 30
    tags = count_matrix(np.eye(30, dtype=int)[senders])
    table = count_matrix(np.hstack([plain.features.text.csr.toarray(), tags.csr.toarray()]))
    words = [*plain.vocabulary.words, *(f"sender:a@host{place}.org" for place in range(30))]
    documents = labelled_documents(table, plain.label_numbers, LABELS, words)

    assert (choose_unseen_documents(documents).near_copy_leaders == find_near_copy_leaders(documents)).all()
