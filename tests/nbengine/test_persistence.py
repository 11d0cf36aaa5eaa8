"""A model comes back from its bytes as it was; nothing damaged, foreign or hostile does."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nbengine.counts import UNIT
from nbengine.errors import DamagedModelError, TooLargeModelError
from nbengine.filter.document_score import OwnLessons
from nbengine.learnt.statistics import Statistics
from nbengine.learnt.tally import Tally
from nbengine.models.persistence import model_from_bytes, model_to_bytes
from nbengine.models.recipe import Recipe, VocabularyLimits
from nbengine.packing import PackedContent, pack_content, unpack_content
from nbengine.text.vocabulary import Vocabulary
from nbengine.trust.verdicts import add_band

from .models import LABELS, RECIPES, made_up_documents, made_up_model, model_of_mails

FIELDS = ("label_numbers", "log_joint", "log_proba", "calibrated_log_proba", "is_unsure", "is_unlike", "unknown_share")


def assert_judges_alike(model, other, documents):
    mine, theirs = model.judge(documents), other.judge(documents)
    for field in FIELDS:
        np.testing.assert_array_equal(getattr(mine, field), getattr(theirs, field))


@pytest.mark.parametrize("is_assured", [True, False])
@pytest.mark.parametrize("name", RECIPES)
def test_a_model_comes_back_as_it_was(name, is_assured):
    model = made_up_model(RECIPES[name], is_assured=is_assured)
    data = model_to_bytes(model)

    back = model_from_bytes(data)

    assert back.recipe == model.recipe
    assert back.table == model.table
    assert back.canonical_hash() == model.canonical_hash()
    assert back.vocabulary == model.vocabulary
    assert_judges_alike(model, back, made_up_documents(seed=3)[0])
    assert model_to_bytes(back) == data


def test_the_marks_of_labels_come_back_and_one_mark_of_an_older_model_is_that_of_all():
    model = made_up_model(Recipe(), n_documents=300)
    marks = model.assurance.label_thresholds
    old = unpack_content(model_to_bytes(model))
    old.facts["assurance"] |= {"sure_from": 0.93}

    back = model_from_bytes(model_to_bytes(model)).assurance.label_thresholds
    older = model_from_bytes(pack_content(old, is_compressed=True)).assurance.label_thresholds

    assert back.labels == marks.labels == model.labels
    for name in ("thresholds", "n_judged", "n_wrong"):
        np.testing.assert_array_equal(getattr(back, name), getattr(marks, name))
    assert marks.n_judged.sum() == 300
    assert (older.thresholds[0] == 0.93).all()
    assert np.isinf(older.thresholds[1:]).all()


def test_a_model_goes_on_learning_where_it_was_left():
    model = model_of_mails()
    back = model_from_bytes(model_to_bytes(model))

    for one in (model, back):
        one.learn(one.count(["fresh fish on monday"], grow=True).counts, ["market"], [0.3])

    assert back.canonical_hash() == model.canonical_hash()
    assert back.judge_texts(["fresh offer"]).log_joint.tolist() == model.judge_texts(["fresh offer"]).log_joint.tolist()


def test_weights_that_are_no_whole_numbers_come_back_exactly():
    model = model_of_mails(weights=[0.3, 1 / 3, 2**-20, 7.25, 1.0])

    assert model_from_bytes(model_to_bytes(model)).canonical_hash() == model.canonical_hash()


def test_models_kept_by_the_first_version_can_still_be_read():
    model = model_from_bytes((Path(__file__).parent / "data" / "model-1.bin").read_bytes())

    assert model.recipe == Recipe(limits=VocabularyLimits(unknown_word=True), weighting="binary", smoothing=0.5)
    assert model.canonical_hash() == "aa8ea856169c9ee137dd25a3eee59427"
    assert model.labels == LABELS
    assert model.judge_texts(["buy notes on monday"]).confidence.tolist() == pytest.approx(
        [0.9932760926863597], rel=1e-9
    )


def test_the_band_comes_back():
    features, labels, _ = made_up_documents(n_labels=2)
    model = made_up_model(Recipe(), n_labels=2)
    scores = model.left_out(features, labels).log_joint()
    model.assurance = add_band(model.assurance, scores, labels, model.lengths(features), model.labels, "label 1")

    back = model_from_bytes(model_to_bytes(model))

    assert back.assurance.unsure_band == model.assurance.unsure_band
    assert back.assurance.positive == "label 1"
    assert_judges_alike(model, back, features)


def test_a_band_on_evidence_comes_back_as_one():
    features, labels, _ = made_up_documents(n_labels=2)
    model = made_up_model(Recipe(), n_labels=2)
    scores = model.left_out(features, labels).log_joint()
    evidence = model.evidence(features, OwnLessons(labels))
    lengths = model.lengths(features)
    model.assurance = add_band(model.assurance, scores, labels, lengths, model.labels, "label 1", evidence=evidence)

    back = model_from_bytes(model_to_bytes(model))

    assert back.assurance.is_band_on_evidence
    assert_judges_alike(model, back, features)


def test_words_of_forgotten_documents_are_not_in_the_bytes():
    model = model_of_mails()
    secret = model.count(["verysecretword monday"], grow=True).counts
    model.learn(secret, ["ham"])
    model.forget(secret, ["ham"])

    data = model_to_bytes(model)

    assert b"verysecretword" not in unpack_content(data).blobs["words"]
    assert model_from_bytes(data).canonical_hash() == model.canonical_hash()
    assert len(model_from_bytes(data).vocabulary) == 12


def test_words_in_any_script_come_back():
    mails = [("a", "早上好 привет \U0001f600\U0001f600 ab"), ("b", "naïve ab")]
    recipe = Recipe(rules=replace(Recipe().rules, pattern=r"\S+"), limits=VocabularyLimits(unknown_word=True))
    model = model_of_mails(recipe, mails)

    assert model_from_bytes(model_to_bytes(model)).vocabulary.words == model.vocabulary.words


def test_flipped_bits_are_noticed():
    data = model_to_bytes(model_of_mails())
    for place in range(len(data)):
        flipped = bytearray(data)
        flipped[place] ^= 1 << (place % 8)
        with pytest.raises(DamagedModelError):
            model_from_bytes(bytes(flipped))


def test_truncated_bytes_are_noticed():
    data = model_to_bytes(model_of_mails())
    for length in range(0, len(data), 3):
        with pytest.raises(DamagedModelError):
            model_from_bytes(data[:length])


def test_a_pickle_is_no_model():
    with pytest.raises(DamagedModelError, match="no model"):
        model_from_bytes(pickle.dumps({"model": 1}))


WHOLE = unpack_content(model_to_bytes(made_up_model(RECIPES["mixed"])))
values = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
junk = st.recursive(values, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4))


@settings(max_examples=150)
@given(st.sampled_from(sorted(WHOLE.facts)), junk)
def test_facts_of_anybodys_making_are_read_or_refused_but_never_crash(name, value):
    data = pack_content(PackedContent({**WHOLE.facts, name: value}, WHOLE.numbers, WHOLE.blobs))
    try:
        model_from_bytes(data).judge(made_up_documents()[0][:2])
    except ValueError as error:
        assert isinstance(error, DamagedModelError) or "EngineError" in type(error).__name__  # noqa: PT017 - either may come


@settings(max_examples=150)
@given(
    st.sampled_from(sorted(WHOLE.numbers)),
    st.integers(-(2**63), 2**63 - 1) | st.floats(),
    st.integers(0, 10_000),
    st.booleans(),
)
def test_numbers_of_anybodys_making_are_read_or_refused_but_never_crash(name, value, place, is_cut):
    numbers = dict(WHOLE.numbers)
    row = numbers[name].astype(np.float64 if isinstance(value, float) else numbers[name].dtype)
    if len(row):
        row[place % len(row)] = value
    numbers[name] = row[: place % (len(row) + 1)] if is_cut else row
    try:
        model_from_bytes(pack_content(PackedContent(WHOLE.facts, numbers, WHOLE.blobs)))
    except DamagedModelError as error:
        assert str(error)  # noqa: PT017 - refusing and reading are both right; anything else is not


@pytest.mark.parametrize("rules", [{"pattern": "("}, {"pattern": "(" * 5000}, {"stem": "klingon"}, {"ngrams": [3, 1]}])
def test_rules_that_no_text_can_be_cut_by_are_refused(rules):
    recipe = {**WHOLE.facts["recipe"], "rules": rules}

    with pytest.raises(DamagedModelError):
        model_from_bytes(pack_content(PackedContent({**WHOLE.facts, "recipe": recipe}, WHOLE.numbers, WHOLE.blobs)))


def test_more_cells_than_memory_are_refused_before_they_are_made():
    facts = {**WHOLE.facts, "text": {"is_real": False, "n_tokens": 10**12, "threshold": 0.0}}

    with pytest.raises(DamagedModelError, match="declares 1000000000000 words"):
        model_from_bytes(pack_content(PackedContent(facts, WHOLE.numbers, WHOLE.blobs)))


def test_a_word_in_more_documents_than_were_learnt_is_refused():
    numbers = {**WHOLE.numbers, "documents": WHOLE.numbers["documents"] // 4}

    with pytest.raises(DamagedModelError, match="more documents than it has learnt"):
        model_from_bytes(pack_content(PackedContent(WHOLE.facts, numbers, WHOLE.blobs)))


def test_more_cells_than_could_be_read_back_are_not_written(monkeypatch):
    model = model_of_mails()
    n_pairs = int(np.count_nonzero(model.tally.occurrences))
    monkeypatch.setattr("nbengine.learnt.tally.MAX_FILLED_CELLS", n_pairs - 1)

    with pytest.raises(TooLargeModelError, match=f"at most {n_pairs - 1} pairs of a word and a label"):
        model_to_bytes(model)


def test_a_large_model_is_small_on_disk():
    rng = np.random.default_rng(0)
    n_words, n_labels = 50_000, 20
    frequencies = np.maximum(1, 2e6 / np.arange(1, n_words + 1) / np.log(n_words)).astype(int)
    counts = rng.binomial(frequencies, rng.dirichlet(np.full(n_labels, 0.3), n_words).T)
    labels = [f"label {number}" for number in range(n_labels)]
    documents = np.full(n_labels, 10**6 * UNIT)
    tally = Tally.from_arrays(labels, documents, counts * UNIT, np.minimum(counts, 10**5) * UNIT)
    words = Vocabulary(f"word{number * 2654435761 % 2**32:x}" for number in range(n_words))
    model = model_of_mails()

    data = model_to_bytes(type(model)(Recipe(limits=VocabularyLimits(min_documents=0)), words, Statistics(tally)))

    assert len(data) < 1_000_000
