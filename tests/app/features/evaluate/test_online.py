"""A filter that is told the truth after each verdict."""

from __future__ import annotations

import numpy as np
import pytest

from app.domain.documents import Document
from app.features.evaluate.replay import OnlineFilter, settings_for_mode


def mail(text, **fields):
    return Document(text=text, path="x", kind="mail", fields=fields)


HAM = mail("minutes of the meeting on monday", subject="minutes", mark="subject-reply")
SPAM = mail("cheap watches buy them now", subject="cheap", mark="money")


def played(lessons, labels=("ham", "spam"), kind="mail"):
    filter_ = OnlineFilter(labels, "spam", kind)
    counted = filter_.count([document for document, _ in lessons])
    return [filter_.judge_and_learn(words, label) for words, (_, label) in zip(counted, lessons, strict=True)]


def test_the_first_message_gets_a_verdict_that_is_unsure():
    (verdict,) = played([(SPAM, "spam")])

    assert verdict.is_unsure
    assert verdict.score == 0


def test_what_was_told_is_known_the_next_time():
    verdicts = played([(HAM, "ham"), (SPAM, "spam")] * 15)

    assert [verdict.label_number for verdict in verdicts[-2:]] == [0, 1]
    assert verdicts[-2].score < 0 < verdicts[-1].score
    assert not any(verdict.is_unsure for verdict in verdicts[-2:])


def test_probabilities_add_up_to_one():
    for verdict in played(
        [(HAM, "ham"), (SPAM, "spam"), (mail("news of the week"), "news")] * 5, ("ham", "news", "spam")
    ):
        assert np.exp(verdict.log_proba).sum() == pytest.approx(1)


def test_more_than_two_labels_are_told_apart():
    lessons = [(HAM, "ham"), (SPAM, "spam"), (mail("news of the week", mark="bulk"), "news")] * 20
    verdicts = played(lessons, ("ham", "news", "spam"))

    assert [verdict.label_number for verdict in verdicts[-3:]] == [0, 2, 1]


def test_counting_ahead_makes_no_difference():
    lessons = [(HAM, "ham"), (SPAM, "spam"), (mail("cheap minutes"), "spam"), (mail("watches on monday"), "ham")] * 4
    filter_ = OnlineFilter(("ham", "spam"), "spam", "mail")
    one_by_one = [filter_.judge_and_learn(filter_.count([document])[0], label) for document, label in lessons]

    assert [v.score for v in played(lessons)] == pytest.approx([v.score for v in one_by_one])


def test_of_mail_that_has_lost_its_headers_the_subject_says_what_texts_have_taught():
    texts = [(mail("minutes of the meeting on monday"), "ham"), (mail("cheap watches buy them now"), "spam")] * 10

    said = [played([*texts, (mail("", subject=subject), "ham")])[-1].score for subject in ("cheap watches", "minutes")]

    assert said[0] > 0.1
    assert said[1] < -0.1


def test_short_messages_without_fields_are_learnt_as_well():
    verdicts = played([(Document("buy now", "x"), "spam"), (Document("see you soon", "x"), "ham")] * 15, kind="text")

    assert verdicts[-2].label_number == 1
    assert verdicts[-1].label_number == 0


def test_mail_full_of_words_never_seen_is_evidence_where_such_mail_was_spam():
    def strange(number):
        return mail(" ".join(f"w{number}x{place}" for place in range(12)), received="mx.example.org")

    known = mail("minutes of the meeting on monday", received="mx.example.org")
    lessons = [(known, "ham") if number % 2 else (strange(number), "spam") for number in range(40)]

    assert played([*lessons, (strange(99), "spam")])[-1].label_number == 1


def test_how_a_letter_begins_is_evidence():
    body = " ".join(f"word{number}" for number in range(200))
    lessons = [(mail(f"dear {body}"), "ham"), (mail(f"{body} dear"), "spam")] * 20

    assert [verdict.label_number for verdict in played(lessons)[-2:]] == [0, 1]


def test_left_open_short_messages_learn_a_little_from_what_is_settled_and_longer_ones_nothing():
    assert settings_for_mode("auto", "message", "spam").settled_weight > 0
    assert settings_for_mode("auto", "mail", "spam").settled_weight == 0
    assert settings_for_mode("auto", "text", "spam", 0.1).decay == 0.1


@pytest.mark.parametrize("kind", ["mail", "message"])
def test_what_is_said_of_learning_holds_for_every_kind(kind):
    assert (
        settings_for_mode("weighted", kind, "spam").settled_weight
        == settings_for_mode("weighted", "message", "spam").settled_weight
    )
    assert settings_for_mode("mistakes", kind, "spam").settled_weight == 0
    assert settings_for_mode("all", kind, "spam").settled_from == float("inf")
