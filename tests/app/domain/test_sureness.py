"""One word for how sure a verdict is: measured where it can be, and a reason where it cannot be trusted."""

from __future__ import annotations

import pytest

from app.domain.confidence import (
    ConfidenceLevel,
    Doubt,
    confidence_of,
    confidence_of_probability,
)
from app.domain.results import DocumentVerdict


def verdict(
    probability: float = 0.999, *, odds: float = 20.0, label: str | None = "spam", n_labels: int = 2, **facts: int
) -> DocumentVerdict:
    joint = {f"label {number}": -float(number) for number in range(n_labels)}
    return DocumentVerdict("a.eml", label=label, probability=probability, odds=odds, log_joint=joint, **facts)


@pytest.mark.parametrize(
    ("probability", "word"),
    [(0.999, ConfidenceLevel.SURE), (0.99, ConfidenceLevel.SURE), (0.95, ConfidenceLevel.LIKELY)],
)
def test_the_word_is_the_share_of_such_verdicts_that_were_right(probability: float, word: ConfidenceLevel) -> None:
    told = confidence_of(verdict(probability))

    assert (told.level, told.doubt) == (word, None)


def test_less_than_nine_of_ten_is_a_close_call() -> None:
    assert confidence_of(verdict(0.89)).doubt is Doubt.CLOSE_CALL
    assert confidence_of(verdict(0.89, n_labels=5)).doubt is Doubt.TWO_LABELS


def test_what_is_probable_and_yet_unsure_is_no_close_call() -> None:
    assert confidence_of(verdict(0.996, is_unsure=True)).doubt is Doubt.SHORT_OF_SURE
    assert confidence_of(verdict(0.996, is_unsure=True, n_labels=5)).doubt is Doubt.SHORT_OF_SURE
    assert confidence_of(verdict(0.89, is_unsure=True)).doubt is Doubt.CLOSE_CALL
    assert confidence_of(verdict(0.996, is_unsure=True, label=None)).doubt is Doubt.CLOSE_CALL


def test_a_verdict_that_is_unsure_for_few_words_says_so() -> None:
    assert confidence_of(verdict(0.85, n_known_words=7)).doubt is Doubt.FEW_WORDS
    assert confidence_of(verdict(0.999, is_unsure=True, n_known_words=1)).doubt is Doubt.FEW_WORDS
    assert confidence_of(verdict(label=None, n_known_words=0)).doubt is Doubt.FEW_WORDS
    assert confidence_of(verdict(0.85, n_known_words=8)).doubt is Doubt.CLOSE_CALL


def test_a_short_message_may_be_sure() -> None:
    assert confidence_of(verdict(0.999, n_known_words=4)).level is ConfidenceLevel.SURE


def test_what_is_unlike_everything_is_a_new_kind_whatever_else_it_is() -> None:
    assert confidence_of(verdict(is_unlike=True, is_unsure=True, n_known_words=1)).doubt is Doubt.NEW_KIND


def test_what_the_model_calls_unsure_is_never_sure() -> None:
    assert confidence_of(verdict(is_unsure=True)).level is ConfidenceLevel.UNSURE
    assert confidence_of(verdict(label=None)).level is ConfidenceLevel.UNSURE


def test_what_a_person_said_and_what_was_not_read_have_words_of_their_own() -> None:
    assert confidence_of(verdict(is_unsure=True), is_by_person=True).level is ConfidenceLevel.BY_YOU
    assert (
        confidence_of(DocumentVerdict("a.pdf", error="its pages are pictures"), is_by_person=True).level
        is ConfidenceLevel.NOT_READ
    )


@pytest.mark.parametrize("odds", [0.5, 6.0, 1400.0])
def test_the_bar_has_the_length_of_the_probability_whatever_the_score(odds: float) -> None:
    assert confidence_of(verdict(0.998, odds=odds)).probability == 0.998
    assert confidence_of(verdict(0.93, odds=odds)).probability == 0.93
    assert confidence_of_probability(0.998, 2) == confidence_of(verdict(0.998, odds=0.0))


def test_without_a_sum_of_terms_the_score_is_the_lead_over_the_next_label() -> None:
    found = DocumentVerdict("a.eml", label="a", probability=0.999, log_joint={"a": -10.0, "b": -40.0, "c": -17.5})

    assert confidence_of(found).score == pytest.approx(7.5)
