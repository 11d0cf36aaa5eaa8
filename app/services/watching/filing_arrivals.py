"""Files what is due, a place at a time, by the plan, the journal and the undo of any other filing."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from app.domain.arrivals import Arrival, WatchedPlace, WatchRules
from app.domain.errors import BusyWorkspace
from app.domain.jobs import JobContext
from app.services.filing.file_names import named_by_reading
from app.services.filing.filing import file_away, undo
from app.services.filing.filing_plan import Filing, FilingPlan, planned
from app.services.watching.scanning import is_maildir
from app.store.access import Place, reading, writing
from app.store.workspace import Workspace

MOST_IN_A_BATCH = 100


def file_due(workspace: Place, places: Sequence[WatchedPlace], rules: WatchRules, context: JobContext) -> list[Arrival]:
    """File what is due and return what became of it; beyond the day's limit it waits in the tray."""
    with reading(workspace) as opened:
        due = opened.arrivals.in_states(["due"])
        left = max(rules.most_a_day - opened.arrivals.count(["filed", "put back"], start_of_day_s()), 0)
    if not due or rules.is_paused:
        return []
    done: list[Arrival] = []
    for place in places:
        mine = [arrival for arrival in due if arrival.place == place.path]
        may, over = mine[:left], mine[left:]
        left -= len(may)
        for start in range(0, len(may), MOST_IN_A_BATCH):
            done += _filed(workspace, place, may[start : start + MOST_IN_A_BATCH], context)
        done += _asked(workspace, over)
    return done


def _asked(workspace: Place, arrivals: Sequence[Arrival]) -> list[Arrival]:
    if not arrivals:
        return []
    with writing(workspace) as opened, opened.transaction():
        for arrival in arrivals:
            opened.arrivals.change(arrival.number, "asked", reason="daily limit")
        return _again(opened, arrivals)


def _filed(workspace: Place, place: WatchedPlace, arrivals: Sequence[Arrival], context: JobContext) -> list[Arrival]:
    with writing(workspace) as opened, opened.transaction():
        waiting = [arrival for arrival in arrivals if not _is_filed_already(opened, arrival)]
    filings = [Filing(arrival.number, arrival.path, title=arrival.title, label=arrival.label) for arrival in waiting]
    plan = plan_for(place, filings, workspace, context)
    try:
        report = file_away(workspace, plan, context)
    except BusyWorkspace:  # another program is filing just now: the next look tries again
        return []
    with writing(workspace) as opened, opened.transaction():
        for left_out in plan.left_out:
            state = "gone" if left_out.reason == "vanished" else "failed"
            opened.arrivals.change(left_out.number, state, reason=left_out.reason)  # type: ignore[arg-type] # one of two
        if plan.problem:
            for each in plan.moves:
                opened.arrivals.change(each.number, "asked", reason=plan.problem)
        for each, move in zip(plan.moves, report.moves, strict=bool(report.moves)):
            is_done = move.state == "done"
            reason = "" if is_done else move.reason
            opened.arrivals.change(each.number, "filed" if is_done else "failed", reason=reason, batch=report.batch)
        return _again(opened, arrivals)


def plan_for(place: WatchedPlace, filings: Sequence[Filing], workspace: Place, context: JobContext) -> FilingPlan:
    """Plan the filing of what came to a place, under the names that it gives; mail programs name mail themselves."""
    if not is_maildir(place.path):
        named = named_by_reading(filings, place.names, workspace, context, with_layers=place.with_layers)
        filings = [filing for filing, _ in named]
    return planned(filings, Path(place.file_to), context=context)


def _is_filed_already(workspace: Workspace, arrival: Arrival) -> bool:
    """Note what a kill left unsaid: the file has gone to its folder, and the journal knows."""
    if os.path.lexists(arrival.path):
        return False
    batch = workspace.journal.batch_of(arrival.path, since_s=arrival.arrived_at)
    if batch is None:
        return False
    workspace.arrivals.change(arrival.number, "filed", batch=batch)
    return True


def _again(workspace: Workspace, arrivals: Sequence[Arrival]) -> list[Arrival]:
    found = (workspace.arrivals.get(arrival.number) for arrival in arrivals)
    return [arrival for arrival in found if arrival is not None]


def put_back(workspace: Place, numbers: Sequence[int], context: JobContext) -> list[Arrival]:
    """Bring back files that were filed; that teaches nothing, and they are never filed again unasked."""
    with reading(workspace) as opened:
        arrivals = [arrival for number in numbers if (arrival := opened.arrivals.get(number)) is not None]
    for batch in sorted({arrival.batch for arrival in arrivals if arrival.batch is not None}):
        undo(workspace, batch, context, only={arrival.path for arrival in arrivals if arrival.batch == batch})
    with writing(workspace) as opened, opened.transaction():
        for arrival in arrivals:
            if arrival.state == "filed" and os.path.lexists(arrival.path):
                opened.arrivals.change(arrival.number, "put back")
        return _again(opened, arrivals)


def put_back_day(workspace: Place, context: JobContext, since_s: float | None = None) -> list[Arrival]:
    """Bring back all that was filed today, or since a moment."""
    moment_s = start_of_day_s() if since_s is None else since_s
    with reading(workspace) as opened:
        filed = [arrival.number for arrival in opened.arrivals.in_states(["filed"]) if arrival.changed_at >= moment_s]
    return put_back(workspace, filed, context)


def start_of_day_s() -> float:
    """Return the moment at which this day began here."""
    return datetime.fromtimestamp(time.time()).replace(hour=0, minute=0, second=0, microsecond=0).timestamp()
