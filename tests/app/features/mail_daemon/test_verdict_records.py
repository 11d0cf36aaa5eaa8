"""A verdict that comes by way of the judge is the verdict, whatever it holds."""

from __future__ import annotations

import json
import math

import pytest

from app.domain.results import LabelAnswer, Verdict, WordTerm
from app.features.mail_daemon.client import verdict_of, verdict_record

SURE, UNSURE = LabelAnswer("finance/bank", 0.97, True), LabelAnswer("tax", 0.62, False)


@pytest.mark.parametrize(
    "verdict",
    [
        Verdict("-", label="spam", raw={"spam": 1.0, "number": 0.0}, log_joint={"spam": -3.0, "ham": -math.inf}),
        Verdict("-", label="spam", terms=(WordTerm("offer", 2, math.inf), WordTerm("monday", 1, -0.5))),
        Verdict("-", labels=(SURE, UNSURE), branch=LabelAnswer("finance", 0.99, True)),
        Verdict("-", labels=()),
        Verdict("-", error="it is damaged"),
    ],
    ids=["an impossible label", "words", "several labels", "none of several", "not read"],
)
def test_a_verdict_goes_to_the_command_line_and_is_the_same(verdict: Verdict) -> None:
    assert verdict_of(json.loads(json.dumps(verdict_record(verdict), allow_nan=False))) == verdict
