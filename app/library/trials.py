"""Accuracy of a filing trial: the labels it would have filed documents under, compared with the labels people gave.

A trial records where documents would be filed, and moves nothing. A person has decided about a document if the corpus
contains the same content with a label, or if the file was moved to a label's folder.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from app.domain.errors import NotFound
from app.domain.records import WAITING_STATES, Arrival, ArrivalState
from app.library.saved_models import model_record
from app.store.workspace import Workspace

STATES_ASKED_ABOUT: tuple[ArrivalState, ...] = (*WAITING_STATES, "settled")


@dataclass(frozen=True, slots=True)
class TrialReport:
    """Counts of a filing trial in one watched place."""

    n_would_be_filed: int = 0
    """Arrivals that would have been filed."""
    n_decided: int = 0
    """Arrivals that would have been filed, and that a person has decided about."""
    n_relabelled: int = 0
    """Arrivals that would have been filed, and to which a person gave another label."""
    n_arrived: int = 0
    """Arrivals that would have been filed, plus those that waited for a person's decision."""
    expected_wrong: float = 0.0
    """Expected number of wrong labels among the arrivals that would have been filed."""


def trial_reports(workspace: Workspace, models: Mapping[str, str] | None = None) -> dict[str, TrialReport]:
    """Return a report for each watched place that has a trial.

    `models` maps a place to the name of its model. A place that is missing there uses the newest model.
    """
    would, asked = defaultdict(list), Counter[str]()
    for arrival in workspace.arrivals.list_in_states(["would", *STATES_ASKED_ABOUT]):
        if arrival.state == "would":
            would[arrival.place].append(arrival)
        else:
            asked[arrival.place] += 1
    reports = {
        place: _make_trial_report(workspace, arrivals, (models or {}).get(place)) for place, arrivals in would.items()
    }
    return {
        place: replace(report, n_arrived=report.n_would_be_filed + asked[place]) for place, report in reports.items()
    }


def _make_trial_report(workspace: Workspace, arrivals: Sequence[Arrival], model: str | None) -> TrialReport:
    taught_labels: dict[bytes, str] = {}
    with suppress(NotFound):
        corpus = model_record(workspace, model or None).corpus
        hashes = sorted({arrival.content_hash for arrival in arrivals if arrival.content_hash})
        taught_labels = {} if corpus is None else workspace.documents.labels_of(corpus, hashes)
    right_labels = [arrival.right_label or taught_labels.get(arrival.content_hash) for arrival in arrivals]
    is_elsewhere = [label not in (None, arrival.label) for arrival, label in zip(arrivals, right_labels, strict=True)]
    return TrialReport(
        n_would_be_filed=len(arrivals),
        n_decided=sum(label is not None for label in right_labels),
        n_relabelled=sum(is_elsewhere),
        expected_wrong=sum(1.0 - (arrival.probability or 0.0) for arrival in arrivals),
    )
