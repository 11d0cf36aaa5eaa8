"""A model judges, learns and forgets exactly, whatever its recipe."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbengine.counts import count_matrix
from nbengine.errors import EngineError
from nbengine.events.event_model import Prior
from nbengine.learnt.statistics import Features, Statistics
from nbengine.learnt.tally import Tally
from nbengine.models.model import Model
from nbengine.models.recipe import Recipe, VocabularyLimits
from nbengine.text.token_counter import TokenCounter
from nbengine.text.token_rules import UNKNOWN_WORD
from nbengine.text.vocabulary import Vocabulary

from .models import LABELS, MAILS, RECIPES, made_up_documents, made_up_model, model_of_mails

QUERY = "buy notes monday unknown"
WORDS = ("buy", "cheap", "offer", "now", "notes", "monday", "lunch", "fresh", "strange", "новый", "早上好")
mails = st.lists(st.tuples(st.sampled_from(LABELS), st.lists(st.sampled_from(WORDS), max_size=6)), max_size=8)


def score_of(model, text):
    """Scores by label name."""
    return dict(zip(model.labels, model.judge_texts([text]).log_joint[0].tolist(), strict=True))


@pytest.mark.parametrize(
    ("recipe", "ham"),
    [
        (Recipe(), 27000 / 39167),
        (Recipe(smoothing=0.5), 14700 / 19613),
        (Recipe(event_model="bernoulli"), 1207959552 / 1452100177),
        (Recipe(event_model="bernoulli", smoothing=0.5), 0.90053866),
    ],
)
def test_the_five_mails_come_out_as_in_the_book(recipe, ham):
    verdicts = model_of_mails(recipe).judge_texts([QUERY])

    assert np.exp(verdicts.log_proba[0, 1]) == pytest.approx(ham, abs=5e-9)
    assert verdicts.unknown_share.tolist() == [0.25]
    assert verdicts.label_numbers.tolist() == [1]


@pytest.mark.parametrize(
    ("recipe", "ham", "spam"),
    [
        (Recipe(event_model="complement"), 7.60090246, 7.20925807),
        (Recipe(event_model="complement", smoothing=0.5), 8.05070338, 7.36020575),
        (Recipe(event_model="complement", norm=True), 0.24218698, 0.23357875),
    ],
)
def test_the_five_mails_come_out_as_in_the_book_by_complement(recipe, ham, spam):
    assert score_of(model_of_mails(recipe), QUERY) == pytest.approx({"ham": ham, "spam": spam}, abs=5e-9)


@pytest.mark.parametrize("name", RECIPES)
def test_forgetting_what_was_learnt_leaves_no_trace(name):
    model = made_up_model(RECIPES[name])
    before, features = model.canonical_hash(), made_up_documents(seed=5, n_words=60)[0]
    scores = model.judge(made_up_documents()[0]).log_joint
    text = model.count(["w1 w59 strange strange", "", "w2"], grow=True).counts
    new = Features(text, features.numbers[:3], features.choices[:3])

    model.learn(new, ["label 0", "label 1", "label 1"], [1.0, 0.25, 3.0])
    assert model.canonical_hash() != before
    model.forget(new, ["label 0", "label 1", "label 1"], [1.0, 0.25, 3.0])

    assert model.canonical_hash() == before
    rtol = 1e-6 if RECIPES[name].is_fitted else 1e-9  # weights of single precision
    np.testing.assert_allclose(model.judge(made_up_documents()[0]).log_joint, scores, rtol=rtol)


@given(mails, st.sampled_from(["multinomial", "bernoulli", "complement", "binary multinomial"]), st.data())
def test_a_model_that_learnt_in_pieces_is_one_that_was_trained_at_once(more, name, data):
    given = [*MAILS, *((label, " ".join(words)) for label, words in more)]
    learnt = model_of_mails(RECIPES[name])
    while more:
        n_together = data.draw(st.integers(1, len(more)))
        together, more = more[:n_together], more[n_together:]
        counted = learnt.count([" ".join(words) for _, words in together], grow=True)
        learnt.learn(counted.counts, [label for label, _ in together])

    trained = model_of_mails(RECIPES[name], given)

    assert learnt.canonical_hash() == trained.canonical_hash()
    assert learnt.n_words == trained.n_words
    for text in (QUERY, "fresh strange 早上好", ""):
        assert score_of(learnt, text) == pytest.approx(score_of(trained, text), rel=1e-12)


def test_a_model_that_forgot_a_document_judges_like_one_that_never_learnt_it():
    without = model_of_mails(Recipe(), MAILS[:-1])
    model = model_of_mails(Recipe())

    model.forget(model.count([MAILS[-1][1]]).counts, ["ham"])

    assert model.n_words == without.n_words
    assert score_of(model, QUERY) == pytest.approx(score_of(without, QUERY), rel=1e-14)
    assert model.judge_texts(["the notes"]).unknown_share.tolist() == [0.5]
    assert model.token_of("the") == -1
    assert model.words_of(np.arange(model.n_words)) == without.words_of(np.arange(without.n_words))


def test_a_new_label_joins_when_it_is_learnt():
    model = model_of_mails()

    model.learn(model.count(["goal match goal"], grow=True).counts, ["sport"])

    assert model.labels == ("spam", "ham", "sport")
    assert model.labels[model.judge_texts(["goal"]).label_numbers[0]] == "sport"
    assert model.n_words == 14


def test_a_closed_vocabulary_takes_up_no_words():
    model = model_of_mails(Recipe(limits=VocabularyLimits(size=3)))

    counted = model.count(["buy fresh strange"], grow=True)

    assert len(model.vocabulary) == 3
    assert counted.n_unknown.tolist() == [2]


def test_words_outside_the_limits_are_counted_as_the_unknown_word():
    limits = VocabularyLimits(word_list=("buy", "notes"), unknown_word=True)
    model = model_of_mails(Recipe(limits=limits))

    assert model.words_of(np.arange(3)) == [UNKNOWN_WORD, "buy", "notes"]
    assert model.tally.occurrences.T[0].tolist() == [5 << 20, 9 << 20]
    assert model.judge_texts(["buy cheap strange"]).unknown_share.tolist() == pytest.approx([2 / 3])
    counted = model.count(["buy cheap strange"])
    assert counted.counts.csr.toarray().tolist() == [[2, 1, 0]]


def test_the_unknown_word_can_be_off_and_then_strange_words_change_nothing():
    model = model_of_mails(Recipe(limits=VocabularyLimits(word_list=("buy", "notes"))))

    assert score_of(model, "buy cheap strange") == score_of(model, "buy")


def test_listed_words_that_were_never_counted_take_part_in_the_smoothing():
    model = model_of_mails(Recipe(limits=VocabularyLimits(word_list=("buy", "notes", "never", "ever"))))

    assert model.n_words == 4
    assert score_of(model, "never")["spam"] == pytest.approx(np.log(2 / 5 * 1 / (3 + 4)))


def test_counts_over_other_words_are_adopted():
    model = model_of_mails()
    counter = TokenCounter(model.recipe.rules)
    counts = counter.count(["unknown monday", "buy buy notes"])

    adopted = model.map_counts(counts, counter.vocabulary)

    np.testing.assert_array_equal(
        adopted.counts.csr.toarray(), model.count(["unknown monday", "buy buy notes"]).counts.csr.toarray()
    )
    assert adopted.n_unknown.tolist() == [1, 0]


def test_stop_words_of_the_limits_are_not_taken_up_later_either():
    model = model_of_mails(Recipe(limits=VocabularyLimits(stop_words=frozenset({"the", "buy"}))))

    model.learn(model.count(["buy the fresh"], grow=True).counts, ["ham"])

    assert model.token_of("buy") == -1
    assert model.token_of("fresh") >= 0


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("multinomial", {"smoothing": 0.1}),
        ("multinomial", {"event_model": "bernoulli"}),
        ("multinomial", {"event_model": "complement", "norm": True}),
        ("multinomial", {"weighting": "binary", "prior": Prior("uniform")}),
        ("multinomial", {"event_model": "mixed"}),
        ("multinomial", {"event_model": "gaussian", "var_smoothing": 0.1}),
        ("multinomial", {"event_model": "categorical", "smoothing": 2.0}),
        ("multinomial on tf-idf", {"event_model": "complement", "smoothing": 0.3}),
    ],
)
def test_another_recipe_over_the_same_counts_needs_no_documents(name, changes):
    recipe = replace(RECIPES[name], **changes)
    documents = made_up_documents()[0]

    rederived, trained = made_up_model(RECIPES[name]).with_recipe(recipe), made_up_model(recipe)

    np.testing.assert_array_equal(rederived.judge(documents).log_joint, trained.judge(documents).log_joint)
    assert rederived.assurance is None


@pytest.mark.parametrize("changes", [{"weighting": "tfidf"}, {"threshold": 1.0}, {"limits": VocabularyLimits(size=3)}])
def test_a_recipe_that_counts_other_things_needs_the_documents_again(changes):
    with pytest.raises(EngineError, match="counted and learnt again"):
        model_of_mails().with_recipe(replace(Recipe(), **changes))


def test_the_hash_does_not_hang_on_the_order_of_mails_labels_or_words():
    turned = model_of_mails(Recipe(), MAILS[::-1])

    assert turned.labels != model_of_mails().labels
    assert turned.canonical_hash() == model_of_mails().canonical_hash()
    assert turned.canonical_hash() != model_of_mails(Recipe(), MAILS, [1, 1, 1, 1, 2]).canonical_hash()


def test_a_copy_learns_without_the_original():
    model = model_of_mails()
    copy, before = model.copy(), model.canonical_hash()

    copy.learn(copy.count(["fresh"], grow=True).counts, ["ham"])

    assert model.canonical_hash() == before
    assert model.token_of("fresh") == -1
    assert copy.token_of("fresh") == 12


def test_leave_one_out_equals_a_model_without_the_document():
    features, labels, _ = made_up_documents()
    for name in ("multinomial", "bernoulli", "complement", "gaussian", "categorical", "mixed", "binary multinomial"):
        recipe = replace(RECIPES[name], limits=VocabularyLimits(min_documents=0))
        model = made_up_model(recipe)
        scores = model.left_out(features, labels).log_joint()

        for document in (0, 7):
            rest = model.copy()
            rest.forget(features[[document]], [f"label {labels[document]}"])
            np.testing.assert_allclose(scores[[document]], rest.judge(features[[document]]).log_joint, rtol=1e-9)


def test_words_counted_to_be_learnt_are_unknown_until_they_are():
    model = model_of_mails()
    before = score_of(model, QUERY)

    model.count(["fresh strange"], grow=True)

    assert score_of(model, QUERY) == before
    assert model.judge_texts(["fresh monday"]).unknown_share.tolist() == [0.5]


def test_an_undecided_document_is_unsure_and_has_no_label():
    model = model_of_mails(Recipe(smoothing=0))

    verdicts = model.judge_texts(["buy notes"])

    assert verdicts.label_numbers.tolist() == [-1]
    assert verdicts.is_unsure.tolist() == [True]
    assert verdicts.confidence.tolist() == [0]


def test_documents_that_were_never_learnt_cannot_be_forgotten():
    model = model_of_mails()
    before = model.canonical_hash()

    with pytest.raises(EngineError, match="never learnt"):
        model.forget(model.count(["buy buy buy buy"]).counts, ["spam"])
    with pytest.raises(EngineError, match="'sport'"):
        model.forget(model.count(["buy"]).counts, ["sport"])

    assert model.canonical_hash() == before


def test_a_refused_document_leaves_the_model_as_it_was():
    model = model_of_mails()
    before = model.canonical_hash()

    with pytest.raises(EngineError):
        model.learn(model.count(["buy"]).counts, ["sport"], [-1.0])

    assert model.labels == LABELS
    assert model.canonical_hash() == before


def test_a_model_must_fit_together():
    tally = Tally(LABELS, 2)
    with pytest.raises(EngineError, match="2 columns were learnt for 1 words"):
        Model(Recipe(), Vocabulary(["buy"]), Statistics(tally))
    with pytest.raises(EngineError, match="tf-idf"):
        Model(Recipe(weighting="tfidf"), Vocabulary(["buy", "now"]), Statistics(tally))
    with pytest.raises(EngineError, match="3 columns for 2 words"):
        model_of_mails().map_counts(count_matrix(np.ones((1, 3), dtype=int)), Vocabulary(["buy", "now"]))


def test_renamed_labels_keep_their_counts_and_what_is_known_of_them():
    model = model_of_mails(Recipe(prior=Prior.given({"spam": 0.3, "ham": 0.7})))
    before = model.judge_texts([QUERY])

    model.rename_labels({"spam": "junk"})

    after = model.judge_texts([QUERY])
    assert model.labels == ("junk", "ham")
    for field in ("log_joint", "calibrated_log_proba", "is_unsure", "is_unlike"):
        np.testing.assert_array_equal(getattr(after, field), getattr(before, field))


def test_labels_of_one_name_become_one():
    model = model_of_mails(Recipe(), [*MAILS, ("junk", "watermelon now"), ("junk", "buy")])

    model.rename_labels({"junk": "spam"})

    mails = [("spam" if label == "junk" else label, text) for label, text in [*MAILS, ("junk", "watermelon now")]]
    assert model.canonical_hash() == model_of_mails(Recipe(), [*mails, ("spam", "buy")]).canonical_hash()
    assert not model.judge_texts(["nothing known"]).is_unlike.any()


def test_a_label_without_a_given_prior_cannot_join():
    model = model_of_mails(Recipe(prior=Prior.given({"spam": 0.3, "ham": 0.7})))

    with pytest.raises(EngineError, match="none to the new label 'sport'"):
        model.learn(model.count(["goal"]).counts, ["sport"])

    assert model.labels == LABELS


def test_unknown_words_can_be_told_beside_the_features():
    model = made_up_model(RECIPES["mixed"])
    features = made_up_documents()[0][:2]

    verdicts = model.judge(features, unknown=np.asarray([0.0, features.text[[1]].values.sum()]))

    assert verdicts.unknown_share.tolist() == [0.0, 0.5]
