"""A limit of one's own settles doubts about the score, and no others."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from app.domain.confidence import Doubt
from app.domain.records import Arrival, WatchedPlace, WatchRules
from app.domain.results import DocumentVerdict
from app.features.inbox.deciding import DecisionContext, JudgedArrival, LossLimit, decide_arrival
from app.features.inbox.page import doubt_text
from app.kit.painted_values import doubt_word

GROUNDS = DecisionContext(
    WatchedPlace("inbox", "filed", is_trial=False), WatchRules(), ("ham", "spam"), LossLimit(100, min_score=5.0)
)


def unsure_spam(probability: float, score: float, **facts: int) -> JudgedArrival:
    joint = {"ham": 0.0, "spam": score}
    verdict = DocumentVerdict("a.eml", label="spam", probability=probability, log_joint=joint, score=score, **facts)
    return JudgedArrival("a.eml", verdict)


@pytest.mark.parametrize(("probability", "doubt"), [(0.996, "short of sure"), (0.7, "close call")])
def test_a_low_score_alone_is_settled_by_the_limit(probability: float, doubt: str) -> None:
    above = decide_arrival(unsure_spam(probability, 6.0, is_unsure=True), GROUNDS, is_decided=False)
    below = decide_arrival(unsure_spam(probability, 4.0, is_unsure=True), GROUNDS, is_decided=False)

    assert (above.state, above.reason) == ("due", "")
    assert (below.state, below.reason) == ("asked", doubt)


@pytest.mark.parametrize(("facts", "doubt"), [({"n_known_words": 1}, "few words"), ({"is_unlike": True}, "new kind")])
def test_other_doubts_are_asked_about_however_high_the_score(facts: dict[str, int], doubt: str) -> None:
    arrival = decide_arrival(unsure_spam(0.996, 60.0, is_unsure=True, **facts), GROUNDS, is_decided=False)

    assert (arrival.state, arrival.reason) == ("asked", doubt)


@pytest.mark.parametrize("doubt", list(Doubt))
def test_a_doubt_has_the_same_name_on_the_inbox_as_on_classify(qapp: QApplication, doubt: Doubt) -> None:
    arrival = Arrival("inbox", "a.eml", reason=doubt.value)

    assert doubt_text(arrival) == doubt_word(doubt)
