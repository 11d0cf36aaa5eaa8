"""The Inbox of a workspace: its watched places and rules, what waits to be settled, and what was filed today."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from app.domain.arrivals import WAITING, Arrival, WatchedPlace, WatchRules
from app.domain.documents import Document
from app.domain.errors import NotFound
from app.domain.jobs import JobContext
from app.services.files.reading_in_process import documents_of_file
from app.services.filing.filing import file_away
from app.services.filing.filing_plan import Filing, planned
from app.services.judging.classifying import spam_label
from app.services.models.kept_models import shown_model
from app.services.models.learning import learn
from app.services.watching.arrival_reading import ANYTHING, MAIL
from app.services.watching.deciding import is_good_mail
from app.services.watching.filing_arrivals import start_of_day_s
from app.services.watching.patrol import watching_lock
from app.services.watching.scanning import is_mailbox, is_maildir
from app.services.watching.watcher import Look, Watcher
from app.store.access import Place, path_of, reading, writing

PLACES, RULES = "watched places", "watch rules"


@dataclass(frozen=True, slots=True)
class Inbox:
    """All that the page shows."""

    places: tuple[WatchedPlace, ...] = ()
    rules: WatchRules = field(default_factory=WatchRules)
    labels: tuple[str, ...] = ()
    """Of the model that judges; none where there is no model."""
    tray: tuple[Arrival, ...] = ()
    today: tuple[Arrival, ...] = ()
    """Those filed today, put back, settled, or that a trial would have filed, newest first."""
    n_arrived: int = 0


def inbox(workspace: Place, _context: JobContext) -> Inbox:
    """Look up what the page shows."""
    with reading(workspace) as opened:
        arrivals = opened.arrivals
        places = tuple(WatchedPlace(**each) for each in arrivals.preference(PLACES) or ())
        since = arrivals.since(start_of_day_s())
        shown = tuple(each for each in since if each.state in ("filed", "would", "put back", "settled", "failed"))
        found = Inbox(places, _rules(arrivals.preference(RULES)), (), arrivals.in_states(WAITING), shown, len(since))
    try:
        return replace(found, labels=tuple(shown_model(workspace).model.labels))
    except NotFound:
        return found


def _rules(kept: dict[str, object] | None) -> WatchRules:
    if not kept:
        return WatchRules()
    lists = {name: tuple(value) if isinstance(value, list) else value for name, value in kept.items()}
    return WatchRules(**lists)  # type: ignore[arg-type] # as they were kept


def keep_places(workspace: Place, places: Sequence[WatchedPlace]) -> None:
    """Watch these places from now on."""
    with writing(workspace) as opened:
        opened.arrivals.prefer(PLACES, [asdict(place) for place in places])


def keep_rules(workspace: Place, rules: WatchRules) -> None:
    """File by these rules from now on."""
    with writing(workspace) as opened:
        opened.arrivals.prefer(RULES, asdict(rules))


def look_once(watcher: Watcher, context: JobContext) -> Look:
    """Look at all places once; another program that watches for this workspace is an error that says so."""
    with watching_lock(path_of(watcher.workspace)):
        return watcher.look(context)


def later(workspace: Place, number: int) -> None:
    """Put something to the end of the tray."""
    with writing(workspace) as opened:
        opened.arrivals.change(number, "later")


def settle(workspace: Place, number: int, label: str, context: JobContext) -> Arrival | None:
    """Learn what a person says of something in the tray, and file it by that, where filing is on."""
    with reading(workspace) as opened:
        arrival = opened.arrivals.get(number)
        places = {each["path"]: WatchedPlace(**each) for each in opened.arrivals.preference(PLACES) or ()}
    if arrival is None:
        return None
    place = places.get(arrival.place, WatchedPlace(arrival.place))
    if not is_mailbox(place.path):
        learn(workspace, place.model or None, documents_at(arrival, place), label, context)
    batch = _filed(workspace, place, arrival, label, context)
    with writing(workspace) as opened:
        opened.arrivals.change(number, "settled", right_label=label, batch=batch)
        return opened.arrivals.get(number)


def documents_at(arrival: Arrival, place: WatchedPlace) -> list[Document]:
    """Return the documents of a file that arrived, as it is now."""
    options = MAIL if is_maildir(place.path) else ANYTHING
    found = documents_of_file(Path(arrival.path), options)
    return [each for each in found if isinstance(each, Document)]


def _filed(workspace: Place, place: WatchedPlace, arrival: Arrival, label: str, context: JobContext) -> int | None:
    spam = spam_label(shown_model(workspace, place.model or None).model.labels)
    stays = is_good_mail(label, spam) or place.is_trial or not place.file_to or is_mailbox(place.path)
    if stays or not os.path.lexists(arrival.path):
        return None
    plan = planned([Filing(arrival.number, arrival.path, label=label)], Path(place.file_to), context=context)
    return file_away(workspace, plan, context).batch or None
