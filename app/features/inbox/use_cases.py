"""Load and change the Inbox of a workspace: watched places, rules, arrivals that wait for an answer, and filed
documents.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from app.domain.documents import Document, RecognisedPage
from app.domain.errors import BusyWorkspace, NotFound
from app.domain.jobs import JobContext
from app.domain.records import WAITING_STATES, Arrival, WatchedPlace, WatchRules
from app.domain.results import ColouredWord
from app.features.filing.plan import Filing
from app.features.filing.use_cases import file_away, undo
from app.features.inbox.deciding import (
    ANY_FILE_OPTIONS,
    MAIL_OPTIONS,
    LossLimits,
    is_good_mail,
    loss_limits_of_model,
    plan_filings,
    read_mail_of_mailbox,
    start_of_day_s,
)
from app.features.inbox.scanning import is_inside, is_mailbox, is_maildir
from app.features.inbox.watching import CheckResult, Watcher, watching_lock
from app.library.classifying import spam_label
from app.library.explanations import colour_words
from app.library.own_records import is_own_preference, store_own_preference
from app.library.reading import documents_of_file, find_profiles
from app.library.saved_models import (
    corpus_of,
    learn,
    load_readonly_model,
    teaching_transaction,
    update_and_save,
)
from app.library.trials import TrialReport, trial_reports
from app.store.recognised_pages import PageCacheLookup
from app.store.workspace import Workspace, WorkspaceSource, open_for_reading, open_for_writing, path_of

PLACES, RULES = "watched places", "watch rules"
MONTH_S = 30 * 86_400.0
SHOWN_STATES = frozenset({"filed", "would", "stays", "put back", "settled", "failed"})
MAX_SHOWN_ARRIVALS = 10_000
MAX_SHOWN_CHARACTERS = 4_000
"""Maximum number of characters of a waiting document that the page shows."""
INBOX_FOLDER_NAMES = ("", "inbox", "Inbox", "INBOX", ".INBOX")


@dataclass(frozen=True, slots=True)
class Inbox:
    """Everything that the Inbox page shows."""

    places: tuple[WatchedPlace, ...] = ()
    rules: WatchRules = field(default_factory=WatchRules)
    labels: tuple[str, ...] = ()
    """Labels of the model; empty without a model."""
    tray: tuple[Arrival, ...] = ()
    """Arrivals that wait for an answer."""
    handled: tuple[Arrival, ...] = ()
    """Arrivals that do not wait for an answer, newest first: filed, left in place, moved back, labelled or failed."""
    n_arrived: int = 0
    limits: LossLimits = field(default_factory=LossLimits)
    n_filed_30_days: int = 0
    """Number of documents that were filed automatically in the last 30 days, including those that were moved back."""
    n_put_back_30_days: int = 0
    trials: dict[str, TrialReport] = field(default_factory=dict)
    """Path of a watched place to the report of its trial."""
    model_name: str = ""
    """Name of the model that classifies; empty without a model."""
    spam_label: str | None = None
    """The label of the model that means spam; None if it has no such label."""
    has_foreign_places: bool = False
    """True if another computer set up watched places that file documents. On this computer they are trials."""


def load_inbox(workspace: WorkspaceSource, _context: JobContext, *, has_all_days: bool = False) -> Inbox:
    """Load what the Inbox page shows. `has_all_days` loads the handled arrivals of all days instead of today's."""
    with open_for_reading(workspace) as opened:
        arrivals = opened.arrivals
        places, has_foreign_places = read_places(opened)
        today_s, month_s = start_of_day_s(), time.time() - MONTH_S
        recent = arrivals.arrivals_since(0.0 if has_all_days else today_s, limit=MAX_SHOWN_ARRIVALS)
        in_list = tuple(each for each in recent if each.state in SHOWN_STATES)
        saved_rules = arrivals.preference(RULES) or {}
        rules: Any = {name: tuple(value) if isinstance(value, list) else value for name, value in saved_rules.items()}
        result = Inbox(
            places, WatchRules(**rules), (), arrivals.list_in_states(WAITING_STATES), in_list,
            sum(each.arrived_at >= today_s for each in recent),
            n_filed_30_days=arrivals.count(["filed", "put back"], month_s),
            n_put_back_30_days=arrivals.count(["put back"], month_s),
            trials=trial_reports(opened, {place.path: place.model for place in places}),
            has_foreign_places=has_foreign_places,
        )  # fmt: skip
    try:
        stored = load_readonly_model(workspace)
        labels, limits = stored.model.answer_labels, loss_limits_of_model(stored.model)
        return replace(
            result, labels=labels, limits=limits, model_name=stored.record.name, spam_label=spam_label(labels)
        )
    except NotFound:
        return result


def read_places(opened: Workspace) -> tuple[tuple[WatchedPlace, ...], bool]:
    """Return the watched places, and whether a place became a trial because this computer did not set it up."""
    places = tuple(WatchedPlace(**each) for each in opened.arrivals.preference(PLACES) or ())
    if is_own_preference(opened, PLACES):
        return places, False
    return tuple(replace(place, is_trial=True) for place in places), any(not place.is_trial for place in places)


def save_places(workspace: WorkspaceSource, places: Sequence[WatchedPlace]) -> None:
    """Save the watched places with a signature of this computer."""
    with open_for_writing(workspace) as opened:
        store_own_preference(opened, PLACES, [asdict(place) for place in places])


def save_rules(workspace: WorkspaceSource, rules: WatchRules) -> None:
    """Save the rules for filing."""
    with open_for_writing(workspace) as opened:
        opened.arrivals.store_preference(RULES, asdict(rules))


def check_places_once(watcher: Watcher, context: JobContext) -> CheckResult | None:
    """Check all places once. Return None if another program watches for this workspace.

    Raises:
        BusyWorkspace: Something else, such as an import, has written to the workspace for too long.
    """
    with ExitStack() as locks:
        try:
            locks.enter_context(watching_lock(path_of(watcher.workspace)))
        except BusyWorkspace:
            return None
        return watcher.check_places(context)


def postpone_arrival(workspace: WorkspaceSource, number: int) -> None:
    """Move an arrival to the end of the list of arrivals without an answer."""
    with open_for_writing(workspace) as opened:
        arrival = opened.arrivals.get(number)
        opened.arrivals.change(number, "later", reason="" if arrival is None else arrival.reason)


@dataclass(frozen=True, slots=True)
class ArrivalAnswer:
    """The label that a person gave to a waiting arrival, and what is needed to undo this."""

    arrival: Arrival
    """The arrival as it is after the answer."""
    label: str
    reason: str = ""
    """Reason why the arrival was waiting."""
    model: str | None = None
    """Name of the model that the watched place uses; None for the model in use."""
    edit: int = 0
    """Number of the edit in which the model learnt the document; 0 if the document already had the label."""


def label_arrival(workspace: WorkspaceSource, number: int, label: str, context: JobContext) -> ArrivalAnswer | None:
    """Learn the label that a person gives to a waiting arrival. Move its file too, unless the place is in a trial."""
    with open_for_reading(workspace) as opened:
        arrival = opened.arrivals.get(number)
        places = {place.path: place for place in read_places(opened)[0]}
    if arrival is None:
        return None
    place = places.get(arrival.place, WatchedPlace(arrival.place))
    model = place.model or None
    report = learn(workspace, model, read_documents(workspace, arrival, place), label, context)
    with open_for_reading(workspace) as opened:
        edit = opened.undo_log.next_undo(report.corpus) if report.changed else None
    batch = _file_if_filing_is_on(workspace, place, arrival, label, context)
    with open_for_writing(workspace) as opened:
        opened.arrivals.change(number, "settled", right_label=label, batch=batch)
        answered = opened.arrivals.get(number) or arrival
    return ArrivalAnswer(answered, label, arrival.reason, model, 0 if edit is None else edit.number)


def take_answer_back(workspace: WorkspaceSource, answer: ArrivalAnswer, context: JobContext) -> None:
    """Undo an answer: the file is moved back, the model forgets the document, and the arrival waits for an answer
    again.
    """
    arrival = answer.arrival
    if arrival.batch is not None:
        undo(workspace, arrival.batch, context, only={arrival.path})
    with open_for_writing(workspace) as opened:
        with teaching_transaction(workspace, opened, answer.model) as record:
            corpus = corpus_of(record)
            newest = opened.undo_log.next_undo(corpus)
            document = opened.documents.find_by_hash(corpus, arrival.content_hash)
            if newest is not None and newest.number == answer.edit:
                opened.undo_log.undo(corpus)
            elif answer.edit and document is not None:  # something else was edited since, which must stay
                opened.editing.remove([document])
            update_and_save(workspace, opened, record.name, context)
        opened.arrivals.reopen(arrival.number, answer.reason)


def learn_returned_arrival(workspace: WorkspaceSource, number: int, label: str, context: JobContext) -> Arrival | None:
    """Learn the label that a person gives to an arrival whose file was moved back."""
    with open_for_reading(workspace) as opened:
        arrival = opened.arrivals.get(number)
    if arrival is None or arrival.state != "put back":
        return arrival
    learn(workspace, None, read_documents(workspace, arrival, WatchedPlace(arrival.place)), label, context)
    with open_for_writing(workspace) as opened:
        opened.arrivals.change(number, "settled", right_label=label)
        return opened.arrivals.get(number)


@dataclass(frozen=True, slots=True)
class ArrivalText:
    """The text of an arrival, and its words with their weights."""

    number: int
    text: str = ""
    words: tuple[ColouredWord, ...] = ()
    """The words, each with its weight for `label` against the label `against`."""
    label: str = ""
    against: str = ""
    path: str = ""
    member: str = ""
    pages: tuple[RecognisedPage, ...] = ()
    """Pages whose text was recognised by OCR."""


def read_arrival_text(workspace: WorkspaceSource, arrival: Arrival, _context: JobContext) -> ArrivalText:
    """Read the text of a waiting arrival. For a deleted file, the text is empty."""
    if not os.path.lexists(arrival.path):
        return ArrivalText(arrival.number)
    documents = read_documents(workspace, arrival, WatchedPlace(arrival.place))
    model, label = load_readonly_model(workspace).model, arrival.label
    if not documents:
        return ArrivalText(arrival.number, path=arrival.path)
    text = documents[0].text[:MAX_SHOWN_CHARACTERS]
    plain = ArrivalText(arrival.number, text, path=arrival.path, member=arrival.member, pages=documents[0].pages)
    against = next((other for other in model.labels if other != label), None)
    if label not in model.labels or label is None or against is None:
        return plain
    return replace(plain, words=tuple(colour_words(model, text, label, against)), label=label, against=against)


def read_documents(workspace: WorkspaceSource, arrival: Arrival, place: WatchedPlace) -> list[Document]:
    """Read the documents in the file of an arrival again. From a mailbox file, only the mail of the arrival is read."""
    if is_mailbox(place.path):
        return read_mail_of_mailbox(arrival)
    options = MAIL_OPTIONS if is_maildir(place.path) else ANY_FILE_OPTIONS
    results = documents_of_file(Path(arrival.path), options, known_page=PageCacheLookup(path_of(workspace)))
    return [each for each in results if isinstance(each, Document)]


def _file_if_filing_is_on(
    workspace: WorkspaceSource, place: WatchedPlace, arrival: Arrival, label: str, context: JobContext
) -> int | None:
    spam = spam_label(load_readonly_model(workspace, place.model or None).model.labels)
    stays = is_good_mail(label, spam) or place.is_trial or not place.file_to or is_mailbox(place.path)
    if stays or not is_inside(arrival.path, place.path) or not os.path.lexists(arrival.path):
        return None
    filing = Filing(arrival.number, arrival.path, title=arrival.title, label=label)
    return file_away(workspace, plan_filings(place, [filing], workspace, context), context).batch or None


def find_inboxes(_context: JobContext, home: Path | None = None, system: str = sys.platform) -> tuple[str, ...]:
    """Find the Maildir inboxes of mail programs below `home`. Return absolute paths.

    `system` is a value of `sys.platform`. mbox files are left out, because a mail program writes to them.
    """
    profiles = (profile for profile in find_profiles(home, system) if profile.is_readable)
    candidates = (profile.path / inbox for profile in profiles for inbox in INBOX_FOLDER_NAMES)
    return tuple(dict.fromkeys(str(path.resolve()) for path in candidates if is_maildir(str(path))))
