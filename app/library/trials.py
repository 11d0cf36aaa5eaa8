"""The accuracy of a trial: what it would have filed, beside what a person then did with the very same mail.

A person has decided where the corpus has that content under a label, or where the file was moved to a label's folder.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from app.domain.errors import NotFound
from app.domain.records import WAITING, Arrival, ArrivalState
from app.library.saved_models import model_record
from app.store.workspace import Workspace
from nbengine.lazy_dataclasses import dataclass

ASKED: tuple[ArrivalState, ...] = (*WAITING, "settled")


@dataclass(frozen=True, slots=True)
class TrialReport:
    """Counts of one place: what its trial would have filed, and how often a person did otherwise."""

    n_would: int = 0
    """Arrivals that would have been filed."""
    n_decided: int = 0
    """Those of them that a person has decided."""
    n_elsewhere: int = 0
    """Those of them that a person gave another label."""
    n_arrived: int = 0
    """Arrivals that would have been filed, and those that were asked about."""
    expected_wrong: float = 0.0
    """The number of those that would have been filed that are expected to be wrong."""


def trial_reports(workspace: Workspace, models: Mapping[str, str] | None = None) -> dict[str, TrialReport]:
    """Return the report of each place that had a trial; of the newest model's corpus where no model is named for it."""
    would, asked = defaultdict(list), Counter[str]()
    for arrival in workspace.arrivals.in_states(["would", *ASKED]):
        if arrival.state == "would":
            would[arrival.place].append(arrival)
        else:
            asked[arrival.place] += 1
    found = {place: _report(workspace, arrivals, (models or {}).get(place)) for place, arrivals in would.items()}
    return {place: replace(each, n_arrived=each.n_would + asked[place]) for place, each in found.items()}


def _report(workspace: Workspace, arrivals: Sequence[Arrival], model: str | None) -> TrialReport:
    taught: dict[bytes, str] = {}
    with suppress(NotFound):
        corpus = model_record(workspace, model or None).corpus
        hashes = sorted({arrival.content_hash for arrival in arrivals if arrival.content_hash})
        taught = {} if corpus is None else workspace.documents.labels_of(corpus, hashes)
    right = [arrival.right_label or taught.get(arrival.content_hash) for arrival in arrivals]
    others = [label not in (None, arrival.label) for arrival, label in zip(arrivals, right, strict=True)]
    return TrialReport(
        n_would=len(arrivals),
        n_decided=sum(label is not None for label in right),
        n_elsewhere=sum(others),
        expected_wrong=sum(1.0 - (arrival.probability or 0.0) for arrival in arrivals),
    )
