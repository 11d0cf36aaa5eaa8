"""A verdict that comes by way of the judge is the verdict, whatever it holds."""

from __future__ import annotations

import json
import math

import pytest

from app.domain.results import DocumentVerdict, LabelVerdict, WordTerm
from app.features.mail_daemon.client import record_from_verdict, verdict_from_record

SURE, UNSURE = LabelVerdict("finance/bank", 0.97, True), LabelVerdict("tax", 0.62, False)


@pytest.mark.parametrize(
    "verdict",
    [
        DocumentVerdict(
            "-", label="spam", raw={"spam": 1.0, "number": 0.0}, log_joint={"spam": -3.0, "ham": -math.inf}
        ),
        DocumentVerdict("-", label="spam", terms=(WordTerm("offer", 2, math.inf), WordTerm("monday", 1, -0.5))),
        DocumentVerdict("-", labels=(SURE, UNSURE), branch=LabelVerdict("finance", 0.99, True)),
        DocumentVerdict("-", labels=()),
        DocumentVerdict("-", error="it is damaged"),
    ],
    ids=["an impossible label", "words", "several labels", "none of several", "not read"],
)
def test_a_verdict_goes_to_the_command_line_and_is_the_same(verdict: DocumentVerdict) -> None:
    assert verdict_from_record(json.loads(json.dumps(record_from_verdict(verdict), allow_nan=False))) == verdict
