"""Classify arrivals and decide for each whether to file it, to ask about it, or to leave it. Then file those that are
due.

An arrival is a new document in a watched place. Spam is filed only above a score threshold that keeps a loss limit: at
most one good mail in k is lost. The threshold is computed from the scores that good mails had before the model learnt
them, not from the model's probabilities. With good mail from n sources (mailing lists and senders), it is the lowest
score that fewer than (n + 1) / k sources exceed. All mails from one source count as one mail, as they do in the
filter's own estimate.

A model of folders has thresholds for each limit and label (`nbengine.trust.verdicts`) with a similar promise: at most
one in k filed documents is in a wrong folder.

The module also learns from files that a person moves after they were filed, or after a trial reported that it would
file them.
"""

from __future__ import annotations

import math
import os
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from email.utils import parseaddr
from pathlib import Path

import numpy as np

from app.domain.confidence import (
    ConfidenceLevel,
    Doubt,
    confidence_of,
    log_odds_against_runner_up,
    meets_error_limit,
    reaches_threshold,
)
from app.domain.documents import Document, Extracted, Failure, SourceOptions
from app.domain.errors import BusyWorkspace, ModelError, StoreError
from app.domain.jobs import JobContext
from app.domain.records import Arrival, ArrivalState, SeenFile, WatchedPlace, WatchRules
from app.domain.results import DocumentVerdict, FilingErrorLimit
from app.features.filing.plan import Filing, FilingPlan, make_filing_plan, rename_by_content
from app.features.filing.use_cases import file_away, undo
from app.features.inbox.scanning import MAILDIR, is_inside, is_maildir
from app.library.classifying import (
    DocumentOrPacked,
    JudgingRequest,
    LoadedModel,
    classify_documents,
    judge_sources,
    make_error_verdict,
    spam_label,
    to_document_verdicts,
)
from app.library.engine_errors import translate_engine_errors
from app.library.reading import DocumentReader, documents_of_file
from app.library.saved_models import error_bounds_of_model, learn, load_readonly_model
from app.readers.mail.mailboxes import CHUNK_BYTES, MAX_MESSAGE_BYTES, folder_name, next_message_offset
from app.store.workspace import Workspace, WorkspaceSource, open_for_reading, open_for_writing, path_of
from nbengine.measure.evaluation import is_named_like_spam
from nbengine.models.lesson_journal import LessonScores
from nbengine.models.model import Model
from nbengine.trust.verdicts import ERROR_LIMITS as ERROR_LIMITS

MAIL_OPTIONS = SourceOptions(kind="mail", labels_from="none")
ANY_FILE_OPTIONS = SourceOptions(labels_from="none")
MAX_ADDITION_BYTES = 64 << 20
"""Maximum number of bytes of a mailbox that one check reads.

The part is extended to the end of its last mail. The next check continues from there.
"""


@dataclass(frozen=True, slots=True)
class JudgedArrival:
    """A new document with its verdict. If the document could not be read, `document` is None and the verdict has the
    error.
    """

    path: str
    verdict: DocumentVerdict
    document: DocumentOrPacked | None = None


def judge_files(
    loaded: LoadedModel, files: Sequence[SeenFile], context: JobContext, workspace: WorkspaceSource
) -> Iterator[JudgedArrival]:
    """Read files of any kind and classify their documents."""
    paths = tuple(Path(file.path) for file in files)
    with translate_engine_errors(ModelError, loaded.name):
        for batch in judge_sources(loaded.model, JudgingRequest(paths, ANY_FILE_OPTIONS, workspace=workspace), context):
            verdicts = to_document_verdicts(loaded.model, batch.documents, batch.counted, batch.verdicts, 0)
            for verdict, document in zip(verdicts, batch.documents, strict=True):
                yield JudgedArrival(document.path, verdict, document)
            for failure in batch.failures:
                yield JudgedArrival(failure.path, make_error_verdict(failure))


def judge_mails(loaded: LoadedModel, files: Sequence[SeenFile]) -> Iterator[JudgedArrival]:
    """Read files that contain one mail each, and classify the mails."""
    with DocumentReader(MAIL_OPTIONS) as reader:
        for file in files:
            yield from _judge_extracted(loaded, file.path, reader.documents_in_file(file.path))


@dataclass(frozen=True, slots=True)
class MailboxAddition:
    """The part of a mailbox that one check reads, as byte offsets."""

    path: str
    first: int
    last: int
    """End offset (exclusive): the start of a mail, or the end of the mailbox."""


def find_addition(file: SeenFile, before: SeenFile | None) -> MailboxAddition:
    """Return the part of a mailbox that is new since `before`. A part that is too large is cut after a whole mail.

    If the mailbox has become shorter, it was rewritten, so all of it is new.
    """
    first = before.size_bytes if before is not None and before.size_bytes <= file.size_bytes else 0
    if file.size_bytes - first <= MAX_ADDITION_BYTES:
        return MailboxAddition(file.path, first, file.size_bytes)
    with open(file.path, "rb") as mailbox:
        return MailboxAddition(
            file.path, first, next_message_offset(mailbox, first + MAX_ADDITION_BYTES, file.size_bytes)
        )


def judge_addition(loaded: LoadedModel, addition: MailboxAddition) -> Iterator[JudgedArrival]:
    """Classify the mails in a part of a mailbox. A mail longer than `MAX_MESSAGE_BYTES` is cut.

    The `member` of each verdict is the byte offset of the mail in the mailbox.
    """
    with open(addition.path, "rb") as mailbox:
        mailbox.seek(addition.first)
        n_bytes = min(addition.last - addition.first, MAX_ADDITION_BYTES + MAX_MESSAGE_BYTES + CHUNK_BYTES)
        raw = mailbox.read(n_bytes)
    mails = raw.lstrip(b"\r\n")
    first = addition.first + len(raw) - len(mails)
    with DocumentReader(MAIL_OPTIONS) as reader:
        for judged in _judge_extracted(loaded, addition.path, reader.documents_in_bytes(mails)):
            member = str(first + int(judged.verdict.member or 0))
            yield replace(judged, verdict=replace(judged.verdict, member=member))


def read_mail_of_mailbox(arrival: Arrival) -> list[Document]:
    """Read one mail of a mailbox file again.

    Returns an empty list if the mailbox was rewritten and now has another mail at that offset.
    """
    offset = int(arrival.member or 0)
    with open(arrival.path, "rb") as mailbox:
        size = os.fstat(mailbox.fileno()).st_size
        end = next_message_offset(mailbox, offset + 1, size) if offset < size else offset
        mailbox.seek(offset)
        raw = mailbox.read(min(end - offset, MAX_MESSAGE_BYTES))
    with DocumentReader(MAIL_OPTIONS) as reader:
        results = list(reader.documents_in_bytes(raw))
    return [each for each in results if isinstance(each, Document) and each.content_hash == arrival.content_hash]


def _judge_extracted(loaded: LoadedModel, path: str, results: Iterator[Extracted]) -> Iterator[JudgedArrival]:
    for extracted in results:
        if isinstance(extracted, Failure):
            yield JudgedArrival(path, make_error_verdict(extracted))
        elif isinstance(extracted, Document):
            [verdict] = classify_documents(loaded, [extracted], 0)
            yield JudgedArrival(path, verdict, extracted)


FILING_BATCH_SIZE = 100
TEXT_LAYER_BATCH_SIZE = 8
"""Batch size when text layers are added to scanned PDFs. It is small, because a page takes seconds."""


def file_due_arrivals(
    workspace: WorkspaceSource, places: Sequence[WatchedPlace], rules: WatchRules, context: JobContext
) -> list[Arrival]:
    """File the arrivals in state `due`, and return them with their new states.

    Arrivals beyond the daily limit are not filed: their state becomes `asked`. In a trial, it becomes `would`. The
    workspace may come from another person, so an arrival whose file is outside its watched place becomes `gone`.
    """
    with open_for_reading(workspace) as opened:
        due = opened.arrivals.list_in_states(["due"])
        n_left = max(rules.most_a_day - opened.arrivals.count(["filed", "put back"], start_of_day_s()), 0)
    if not due or rules.is_paused:
        return []
    done: list[Arrival] = []
    for place in places:
        of_place = [arrival for arrival in due if arrival.place == place.path]
        outside = [arrival for arrival in of_place if not is_inside(arrival.path, place.path)]
        done += _change_arrivals(workspace, outside, "gone")
        of_place = [arrival for arrival in of_place if is_inside(arrival.path, place.path)]
        if place.is_trial:
            done += _change_arrivals(workspace, of_place, "would")
            continue
        within_limit, beyond_limit = of_place[:n_left], of_place[n_left:]
        n_left -= len(within_limit)
        batch_size = TEXT_LAYER_BATCH_SIZE if place.with_layers else FILING_BATCH_SIZE
        for start in range(0, len(within_limit), batch_size):
            done += _file_arrivals(workspace, place, within_limit[start : start + batch_size], context)
        done += _change_arrivals(workspace, beyond_limit, "asked", reason="daily limit")
    return done


def _change_arrivals(
    workspace: WorkspaceSource, arrivals: Sequence[Arrival], state: ArrivalState, *, reason: str = ""
) -> list[Arrival]:
    if not arrivals:
        return []
    with open_for_writing(workspace) as opened, opened.transaction():
        for arrival in arrivals:
            opened.arrivals.change(arrival.number, state, reason=reason)
        return _reload_arrivals(opened, arrivals)


def _file_arrivals(
    workspace: WorkspaceSource, place: WatchedPlace, arrivals: Sequence[Arrival], context: JobContext
) -> list[Arrival]:
    with open_for_writing(workspace) as opened, opened.transaction():
        waiting = [arrival for arrival in arrivals if not _is_filed_already(opened, arrival)]
    filings = [Filing(arrival.number, arrival.path, title=arrival.title, label=arrival.label) for arrival in waiting]
    plan = plan_filings(place, filings, workspace, context)
    try:
        report = file_away(workspace, plan, context)
    except BusyWorkspace:  # another program is filing: retry at the next check
        return []
    with open_for_writing(workspace) as opened, opened.transaction():
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
        return _reload_arrivals(opened, arrivals)


def plan_filings(
    place: WatchedPlace, filings: Sequence[Filing], workspace: WorkspaceSource, context: JobContext
) -> FilingPlan:
    """Plan where documents of a watched place are moved, with its pattern for file names.

    Files of a Maildir keep their names, because these contain flags.
    """
    if not is_maildir(place.path):
        named = rename_by_content(filings, place.names, workspace, context, with_layers=place.with_layers)
        filings = [filing for filing, _ in named]
    return make_filing_plan(filings, Path(place.file_to), context=context)


def _is_filed_already(workspace: Workspace, arrival: Arrival) -> bool:
    """Return whether the journal already has the move of this arrival; if so, store the state `filed`.

    This happens if the process was killed between the move and the transaction that stores the state.
    """
    is_gone = not os.path.lexists(arrival.path)
    batch = workspace.journal.batch_of(arrival.path, since_s=arrival.arrived_at) if is_gone else None
    if batch is not None:
        workspace.arrivals.change(arrival.number, "filed", batch=batch)
    return batch is not None


def _reload_arrivals(workspace: Workspace, arrivals: Sequence[Arrival]) -> list[Arrival]:
    arrivals_now = (workspace.arrivals.get(arrival.number) for arrival in arrivals)
    return [arrival for arrival in arrivals_now if arrival is not None]


def move_arrivals_back(workspace: WorkspaceSource, numbers: Sequence[int], context: JobContext) -> list[Arrival]:
    """Move filed files back to where they arrived. The model learns nothing, and these files are never filed
    automatically again.

    Raises:
        StoreError: Another computer filed some of the files, so these were not touched.
    """
    has_foreign = False
    with open_for_reading(workspace) as opened:
        arrivals = [arrival for number in numbers if (arrival := opened.arrivals.get(number)) is not None]
    for batch in sorted({arrival.batch for arrival in arrivals if arrival.batch is not None}):
        paths = {arrival.path for arrival in arrivals if arrival.batch == batch}
        report = undo(workspace, batch, context, only=paths)
        has_foreign |= any(move.reason == "foreign" for move in report.moves)
    with open_for_writing(workspace) as opened, opened.transaction():
        for arrival in arrivals:
            if arrival.state == "filed" and os.path.lexists(arrival.path):
                opened.arrivals.change(arrival.number, "put back")
        reloaded = _reload_arrivals(opened, arrivals)
    if has_foreign:
        raise StoreError(path_of(workspace), "foreign-filing")
    return reloaded


def move_back_todays_arrivals(workspace: WorkspaceSource, context: JobContext) -> list[Arrival]:
    """Move all files that were filed today back to where they arrived."""
    today_s = start_of_day_s()
    with open_for_reading(workspace) as opened:
        filed = [
            arrival.number for arrival in opened.arrivals.list_in_states(["filed"]) if arrival.changed_at >= today_s
        ]
    return move_arrivals_back(workspace, filed, context)


def start_of_day_s() -> float:
    """Return the Unix time of the last local midnight."""
    return datetime.fromtimestamp(time.time()).replace(hour=0, minute=0, second=0, microsecond=0).timestamp()


GOOD_MAIL_LABELS = frozenset({"ham", "good", "inbox", "not spam", "no spam", "nonspam"})
LOW_SCORE_DOUBTS = (None, Doubt.CLOSE_CALL, Doubt.SHORT_OF_SURE)
"""Doubts that only mean a low score. They are ignored if there is a loss limit, because its threshold limits
the score.
"""


@dataclass(frozen=True, slots=True)
class DecisionContext:
    """What a decision needs besides the verdict: place, rules, labels and thresholds."""

    place: WatchedPlace
    rules: WatchRules
    labels: Sequence[str]
    limit: LossLimit | None = None
    """Loss limit with the score threshold for filing spam; None to use the filter's own threshold."""
    may_file: bool = True
    """False for mails that cannot be moved, such as those in a mailbox file."""
    thresholds: Mapping[str, float] = field(default_factory=dict)
    """Label to the minimum probability at which a file is filed without asking."""


def decide_arrival(judged: JudgedArrival, decision_context: DecisionContext, *, is_decided: bool) -> Arrival:
    """Return an arrival with its state: the file will be filed, the user is asked, or the file stays in place.

    `is_decided` is true if a person has already labelled this content or moved it back. Then the file stays in place.
    """
    verdict, document = judged.verdict, judged.document
    arrival = Arrival(
        place=decision_context.place.path,
        path=judged.path,
        member=verdict.member,
        title=verdict.title,
        sender="" if document is None else document.sender,
        content_hash=b"" if document is None else document.content_hash,
        label=verdict.label,
        probability=verdict.probability,
    )
    if verdict.error is not None:
        return replace(arrival, state="failed", reason=verdict.error)
    state, reason, label = _decide_state(judged, decision_context, is_decided=is_decided)
    return replace(arrival, state=state, reason=reason, label=label, score=log_odds_against_runner_up(verdict))


def _decide_state(
    judged: JudgedArrival, decision_context: DecisionContext, *, is_decided: bool
) -> tuple[ArrivalState, str, str | None]:
    verdict, spam = judged.verdict, spam_label(decision_context.labels)
    sender = "" if judged.document is None else judged.document.sender
    if is_decided:
        return "stays", "by you", verdict.label
    if spam is not None and is_listed(sender, decision_context.rules.denied_senders):
        return _filing_state(decision_context), "denied sender", spam
    if verdict.label == spam is not None and is_listed(sender, decision_context.rules.allowed_senders):
        return "stays", "allowed sender", verdict.label
    sureness = confidence_of(verdict)
    if not reaches_threshold(verdict, decision_context.thresholds):
        return "asked", (sureness.doubt or Doubt.SHORT_OF_SURE).value, verdict.label
    limit, is_by_label = decision_context.limit, verdict.strictest_limit_met is not None
    if limit is not None and not is_by_label and verdict.label == spam is not None and not verdict.is_unlike:
        if sureness.doubt in LOW_SCORE_DOUBTS and (verdict.score or 0.0) > limit.min_score:
            return _filing_state(decision_context), "", verdict.label
        return "asked", (sureness.doubt or Doubt.SHORT_OF_SURE).value, verdict.label
    is_kept = limit is None or not is_by_label or (limit.one_in > 0 and meets_error_limit(verdict, limit.one_in))
    if verdict.is_unsure or sureness.level is ConfidenceLevel.UNSURE or not is_kept:
        doubt = sureness.doubt or (None if is_kept else Doubt.SHORT_OF_SURE)
        return "asked", doubt.value if doubt else "unsure", verdict.label
    if is_good_mail(verdict.label, spam):
        return "stays", "", verdict.label
    return _filing_state(decision_context), "", verdict.label


def _filing_state(decision_context: DecisionContext) -> ArrivalState:
    if not decision_context.may_file:
        return "stays"
    if decision_context.place.is_trial:  # a trial needs no target folder
        return "would"
    return "due" if decision_context.place.file_to else "stays"


def is_good_mail(label: str | None, spam: str | None) -> bool:
    """Return whether mail with this label stays in the inbox. `spam` is the model's spam label; None if it has none."""
    return spam is not None and label is not None and label.casefold() in GOOD_MAIL_LABELS


def is_listed(sender: str, listed: Sequence[str]) -> bool:
    """Return whether `listed` contains the sender's address, or `@domain` with the domain of that address."""
    address = parseaddr(sender)[1].casefold()
    domain = address[address.rfind("@") :]
    return bool(address) and any(entry.casefold() in (address, domain) for entry in listed)


ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class LossLimit:
    """A loss limit, with the score threshold that keeps it and its cost in questions to the user."""

    one_in: int
    """At most one good mail in this number is lost; with 0, nothing is filed without asking."""
    min_score: float = -math.inf
    """Spam is filed if its score, in log-odds, is higher than this."""
    asks_about_one_in: int = 1
    """Cost of the limit: the user is asked about approximately one arrival in this number."""
    n_sources_needed: int = 0
    """Number of sources of good mail that the model must have learnt to keep the limit.

    For a model of folders: number of held-out documents with the same label.
    """
    promise: FilingErrorLimit | None = None
    """For a model of folders, the errors on held-out documents; None for a filter."""


@dataclass(frozen=True, slots=True)
class LossLimits:
    """The loss limits that a model can offer."""

    n_sources: int = 0
    """Number of sources (mailing lists and senders) of the good mails from which the limits were computed."""
    promised_one_in: int = 0
    """By its own thresholds, the filter loses at most one good mail in this number."""
    limits: tuple[LossLimit, ...] = ()
    promised: LossLimit | None = None
    """The limit that applies unless a person chooses one, with its cost; None if it is unknown."""

    def find(self, one_in: int) -> LossLimit | None:
        """Return the limit of one in `one_in`; None if it is unknown, or if the model has learnt too few sources for
        it.
        """
        usable_limits = (
            limit for limit in self.limits if limit.one_in == one_in and limit.n_sources_needed <= self.n_sources
        )
        return next(usable_limits, None)


def loss_limits_of_model(model: Model) -> LossLimits:
    """Compute the loss limits of a model.

    They come from the scores that mails had before the model learnt them; if it has not stored these, from held-out
    documents.
    """
    lessons = model.lesson_scores()
    if lessons is None:
        return loss_limits_of_folders(error_bounds_of_model(model))
    odds_against = 1 / max(lessons.loss_estimate.lost_share, 1e-9)
    # Rounded down: with 55.6 sources, one in 57 cannot be promised, and its threshold would be infinite.
    *limits, promised = (
        _loss_limit_of_lessons(lessons, one_in) for one_in in (*ERROR_LIMITS, math.floor(odds_against + ROUNDING))
    )
    return LossLimits(
        lessons.loss_estimate.n_sources, round(odds_against), (*limits, LossLimit(0, math.inf)),
        promised if promised.min_score < math.inf else None,
    )  # fmt: skip


def _loss_limit_of_lessons(lessons: LessonScores, one_in: int) -> LossLimit:
    allowed = (lessons.loss_estimate.effective_sources + 1) / one_in - 1
    if allowed < -ROUNDING:
        return LossLimit(one_in, math.inf, 1, one_in - 1)
    n_allowed = int(np.searchsorted(np.cumsum(lessons.source_shares), allowed + ROUNDING, side="right"))
    threshold = max(float(lessons.good_log_odds[n_allowed]), 0.0) if n_allowed < len(lessons.good_log_odds) else 0.0
    odds = lessons.all_log_odds
    asked_share = float(np.mean((odds > 0) & (odds <= threshold))) if len(odds) else 1.0
    return LossLimit(one_in, threshold, max(round(1 / max(asked_share, 1e-4)), 1), one_in - 1)


def loss_limits_of_folders(promises: Sequence[FilingErrorLimit]) -> LossLimits:
    """Return the loss limits of a model of folders.

    If no label can keep a limit yet, its `n_sources_needed` is greater than the present number of documents.
    """
    if not promises:
        return LossLimits()
    most = max(label.judged for label in promises[0].labels)
    limits = [
        LossLimit(
            each.one_in,
            asks_about_one_in=max(round(each.judged / max(each.judged - each.sure, 1)), 1),
            n_sources_needed=max(each.fewest, most + 1)
            if len(each.labels_without_threshold) == len(each.labels)
            else 0,
            promise=each,
        )
        for each in promises
    ]
    return LossLimits(most, promises[0].one_in, (*limits, LossLimit(0, math.inf)), limits[0])


MAX_FOLLOWED_ARRIVALS = 1_000
"""Number of latest arrivals whose files are searched for when a person has moved them."""


def learn_from_moves(
    workspace: WorkspaceSource, places: Sequence[WatchedPlace], missing: set[int], context: JobContext
) -> list[Arrival]:
    """Find filed files that a person has moved since, and learn the labels of their new folders. Return the changed
    arrivals.

    The numbers of arrivals whose files were not found are added to `missing`. Later calls skip these arrivals.
    """
    with open_for_reading(workspace) as opened:
        filed = opened.arrivals.list_in_states(["filed"])[-MAX_FOLLOWED_ARRIVALS:]
        batches = {arrival.batch: opened.journal.moves_of_batch(arrival.batch) for arrival in filed if arrival.batch}
    targets = {(batch, move.source): move.target for batch, moves in batches.items() for move in moves}
    changed: list[Arrival] = []
    for place in places:
        moved = {
            target: arrival
            for arrival in filed
            if arrival.place == place.path
            and arrival.number not in missing
            and (target := targets.get((arrival.batch or 0, arrival.path)))
            and not os.path.lexists(target)
        }
        found_numbers = set()
        for arrival, path, documents in _find_moved(place, moved if place.file_to else {}):
            found_numbers.add(arrival.number)
            label = label_of_folder(path.parent, Path(place.file_to))
            if label is not None:
                changed.append(_learn_move(workspace, place, arrival, label, documents, context))
                continue
            with open_for_writing(workspace) as opened:
                opened.arrivals.change(arrival.number, "put back")
                changed.append(opened.arrivals.get(arrival.number) or arrival)
        missing |= {arrival.number for arrival in moved.values()} - found_numbers
    return changed


def learn_from_trial_moves(
    workspace: WorkspaceSource, places: Sequence[WatchedPlace], missing: set[int], context: JobContext
) -> list[Arrival]:
    """Find files of trials that a person has moved to the folder of a label, and learn these labels. Return the
    arrivals.

    The number of each moved arrival is added to `missing`, so that later calls do not search for it again.
    """
    with open_for_reading(workspace) as opened:
        would = opened.arrivals.list_in_states(["would"])[-MAX_FOLLOWED_ARRIVALS:]
    changed: list[Arrival] = []
    for place in places:
        gone = {
            arrival.path: arrival
            for arrival in would
            if arrival.place == place.path
            and arrival.right_label is None
            and arrival.number not in missing
            and not os.path.lexists(arrival.path)
        }
        missing |= {arrival.number for arrival in gone.values()}
        for arrival, path, documents in _find_moved(place, gone):
            label = label_of_moved_trial_file(
                path.parent, place, load_readonly_model(workspace, place.model or None).model.labels
            )
            if label is not None:
                changed.append(_learn_move(workspace, place, arrival, label, documents, context))
    return changed


def label_of_moved_trial_file(folder: Path, place: WatchedPlace, labels: Sequence[str]) -> str | None:
    """Return the label of the folder to which a person moved a file during a trial; None if no label belongs to the
    folder.

    With `file_to`, the label is the path of the folder below it. Otherwise it is the label with the name of the folder;
    a folder such as Junk stands for the spam label.
    """
    if place.file_to:
        return label_of_folder(folder, Path(place.file_to))
    name = folder_name(label_of_folder(folder, Path(place.path)) or "")
    match = next((label for label in labels if label.casefold() == name.casefold()), None)
    return match or (spam_label(labels) if is_named_like_spam(name) else None)


def _find_moved(place: WatchedPlace, moved: Mapping[str, Arrival]) -> Iterator[tuple[Arrival, Path, list[Document]]]:
    """Search the folders of a watched place for moved files by name. Yield the files whose content is that of the
    arrival.

    `moved` maps the last known path to the arrival.
    """
    if not moved:
        return
    names, paths = {_name_without_flags(target) for target in moved}, defaultdict(list)
    for top in filter(None, (place.path, place.file_to)):
        for folder, _, files in os.walk(top):
            for name in files:
                if _name_without_flags(name) in names:
                    paths[_name_without_flags(name)].append(Path(folder, name))
    options = MAIL_OPTIONS if is_maildir(place.path) else ANY_FILE_OPTIONS
    for target, arrival in moved.items():
        for path in paths[_name_without_flags(target)]:
            documents = [each for each in documents_of_file(path, options) if isinstance(each, Document)]
            if documents and documents[0].content_hash == arrival.content_hash:
                yield arrival, path, documents
                break


def _learn_move(
    workspace: WorkspaceSource,
    place: WatchedPlace,
    arrival: Arrival,
    label: str,
    documents: list[Document],
    context: JobContext,
) -> Arrival:
    """Learn and store the label of the folder to which a file was moved. An arrival of a trial keeps the state
    `would`.
    """
    if label != arrival.label:
        learn(workspace, place.model or None, documents, label, context)
    state: ArrivalState = "would" if arrival.state == "would" else "settled"
    with open_for_writing(workspace) as opened:
        opened.arrivals.change(arrival.number, state, reason="moved", right_label=label)
        return opened.arrivals.get(arrival.number) or arrival


def label_of_folder(folder: Path, root: Path) -> str | None:
    """Return the path of a folder below `root` as a label; None if the folder is not below `root`."""
    try:
        parts = Path(os.path.realpath(folder)).relative_to(os.path.realpath(root)).parts
    except ValueError:
        return None
    return "/".join(parts[:-1] if parts and parts[-1] in MAILDIR else parts) or None


def _name_without_flags(path: str) -> str:
    """Return a file's name without its Maildir flags, which mail programs change."""
    return os.path.basename(path).partition(":2,")[0]
