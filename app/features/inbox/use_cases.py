"""The Inbox of a workspace: its watched places and rules, what waits to be settled, and what was filed today."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, field, replace
from pathlib import Path
from typing import Any

from app.domain.documents import Document, RecognisedPage
from app.domain.errors import NotFound
from app.domain.jobs import JobContext
from app.domain.records import WAITING, Arrival, WatchedPlace, WatchRules
from app.domain.results import ColouredWord
from app.features.filing.plan import Filing
from app.features.filing.use_cases import file_away
from app.features.inbox.deciding import ANYTHING, MAIL, LossLimits, is_good_mail, loss_limits, plan_for, start_of_day_s
from app.features.inbox.scanning import is_mailbox, is_maildir
from app.features.inbox.watching import Look, Watcher, watching_lock
from app.library.classifying import spam_label
from app.library.explanations import coloured_words
from app.library.reading import documents_of_file, found_profiles
from app.library.saved_models import learn, shown_model
from app.library.trials import TrialReport, trial_reports
from app.store.recognised_pages import PagesKnownTo
from app.store.workspace import Place, path_of, reading, writing
from nbengine.lazy_dataclasses import dataclass
from nbengine.questions.set_model import labels_asked

PLACES, RULES = "watched places", "watch rules"
MONTH_S = 30 * 86_400.0
MOST_SHOWN = 10_000
SHOWN_CHARACTERS = 4_000
"""Of a text in the tray; the program of its own shows the whole."""
INBOXES = ("", "inbox", "Inbox", "INBOX", ".INBOX")


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
    limits: LossLimits = field(default_factory=LossLimits)
    n_filed_month: int = 0
    """Filed without being asked in thirty days, those put back among them."""
    n_put_back_month: int = 0
    trials: dict[str, TrialReport] = field(default_factory=dict)
    """The trial of each place, by its path."""


def inbox(workspace: Place, _context: JobContext, *, has_all_days: bool = False) -> Inbox:
    """Look up what the page shows: of today, or of all days."""
    with reading(workspace) as opened:
        arrivals = opened.arrivals
        places = tuple(WatchedPlace(**each) for each in arrivals.preference(PLACES) or ())
        today_s, month_s = start_of_day_s(), time.time() - MONTH_S
        since = arrivals.since(0.0 if has_all_days else today_s, limit=MOST_SHOWN)
        shown = tuple(each for each in since if each.state in ("filed", "would", "put back", "settled", "failed"))
        kept = arrivals.preference(RULES) or {}
        rules: Any = {name: tuple(value) if isinstance(value, list) else value for name, value in kept.items()}
        found = Inbox(
            places, WatchRules(**rules), (), arrivals.in_states(WAITING), shown,
            sum(each.arrived_at >= today_s for each in since),
            n_filed_month=arrivals.count(["filed", "put back"], month_s),
            n_put_back_month=arrivals.count(["put back"], month_s),
            trials=trial_reports(opened, {place.path: place.model for place in places}),
        )  # fmt: skip
    try:
        model = shown_model(workspace).model
        return replace(found, labels=labels_asked(model), limits=loss_limits(model))
    except NotFound:
        return found


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
        known = opened.arrivals.get(number)
        opened.arrivals.change(number, "later", reason="" if known is None else known.reason)


def settle(workspace: Place, number: int, label: str, context: JobContext) -> Arrival | None:
    """Learn what a person says of something in the tray, and file it by that, where filing is on."""
    with reading(workspace) as opened:
        arrival = opened.arrivals.get(number)
        places = {each["path"]: WatchedPlace(**each) for each in opened.arrivals.preference(PLACES) or ()}
    if arrival is None:
        return None
    place = places.get(arrival.place, WatchedPlace(arrival.place))
    if not is_mailbox(place.path):
        learn(workspace, place.model or None, documents_at(workspace, arrival, place), label, context)
    batch = _filed(workspace, place, arrival, label, context)
    with writing(workspace) as opened:
        opened.arrivals.change(number, "settled", right_label=label, batch=batch)
        return opened.arrivals.get(number)


def learn_put_back(workspace: Place, number: int, label: str, context: JobContext) -> Arrival | None:
    """Learn what a person says of something that was put back, which by itself taught nothing."""
    with reading(workspace) as opened:
        arrival = opened.arrivals.get(number)
    if arrival is None or arrival.state != "put back":
        return arrival
    learn(workspace, None, documents_at(workspace, arrival, WatchedPlace(arrival.place)), label, context)
    with writing(workspace) as opened:
        opened.arrivals.change(number, "settled", right_label=label)
        return opened.arrivals.get(number)


@dataclass(frozen=True, slots=True)
class ArrivalText:
    """The text of something that arrived, with what each of its words says for one label against another."""

    number: int
    text: str = ""
    words: tuple[ColouredWord, ...] = ()
    label: str = ""
    against: str = ""
    path: str = ""
    member: str = ""
    pages: tuple[RecognisedPage, ...] = ()
    """The pages of it that were read off their pictures."""


def arrival_text(workspace: Place, arrival: Arrival, _context: JobContext) -> ArrivalText:
    """Read something that waits, for a person who is to say what it is."""
    if is_mailbox(arrival.place) or not os.path.lexists(arrival.path):
        return ArrivalText(arrival.number)
    documents = documents_at(workspace, arrival, WatchedPlace(arrival.place))
    model, label = shown_model(workspace).model, arrival.label
    if not documents:
        return ArrivalText(arrival.number, path=arrival.path)
    text = documents[0].text[:SHOWN_CHARACTERS]
    where = ArrivalText(arrival.number, text, path=arrival.path, member=arrival.member, pages=documents[0].pages)
    against = next((other for other in model.labels if other != label), None)
    if label not in model.labels or label is None or against is None:
        return where
    return replace(where, words=tuple(coloured_words(model, text, label, against)), label=label, against=against)


def documents_at(workspace: Place, arrival: Arrival, place: WatchedPlace) -> list[Document]:
    """Return the documents of a file that arrived, as it is now."""
    options = MAIL if is_maildir(place.path) else ANYTHING
    found = documents_of_file(Path(arrival.path), options, known_page=PagesKnownTo(path_of(workspace)))
    return [each for each in found if isinstance(each, Document)]


def _filed(workspace: Place, place: WatchedPlace, arrival: Arrival, label: str, context: JobContext) -> int | None:
    spam = spam_label(shown_model(workspace, place.model or None).model.labels)
    stays = is_good_mail(label, spam) or place.is_trial or not place.file_to or is_mailbox(place.path)
    if stays or not os.path.lexists(arrival.path):
        return None
    filing = Filing(arrival.number, arrival.path, title=arrival.title, label=label)
    return file_away(workspace, plan_for(place, [filing], workspace, context), context).batch or None


def found_places(_context: JobContext, home: Path | None = None, system: str = sys.platform) -> tuple[str, ...]:
    """Find the inboxes that can be watched as they are; an mbox that a program writes to is none of them."""
    profiles = (profile for profile in found_profiles(home, system) if profile.is_readable)
    candidates = (profile.path / inbox for profile in profiles for inbox in INBOXES)
    return tuple(dict.fromkeys(str(path.resolve()) for path in candidates if is_maildir(str(path))))
