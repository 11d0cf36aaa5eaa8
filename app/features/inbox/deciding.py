"""Decides what is to become of something that arrived: filed, asked about, or left where it is, and why.

Spam has to be so sure that at most one good mail in so many is filed by mistake. The scores that good mails had when
they were new say how sure that is, without any figure of the model's own: with good mail of n lists and senders, at
most one in k of further mails is expected above a score that is passed by mail of fewer than (n + 1) / k of them. The
mails of one list or sender count as one together, as they do for the filter's own promise.

A model of folders has marks of its own for each limit and label (`nbengine.trust.verdicts`), which keep the same
promise: of what is filed, at most one in so many lies in a wrong folder.
"""

from __future__ import annotations

import math
import os
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from datetime import datetime
from email.utils import parseaddr
from pathlib import Path

import numpy as np

from app.domain.confidence import Doubt, Sureness, has_least, how_sure, keeps, score_of
from app.domain.documents import Document, Extracted, Failure, SourceOptions
from app.domain.errors import BusyWorkspace, ModelError
from app.domain.jobs import JobContext
from app.domain.records import Arrival, ArrivalState, SeenFile, WatchedPlace, WatchRules
from app.domain.results import FolderPromise, Verdict
from app.features.filing.file_names import named_by_reading
from app.features.filing.plan import Filing, FilingPlan, planned
from app.features.filing.use_cases import file_away, undo
from app.features.inbox.scanning import MAILDIR, is_maildir
from app.library.classifying import (
    Heading,
    JudgingOrder,
    LoadedModel,
    classify_documents,
    failed_verdict,
    judged_batches,
    spam_label,
    verdict_rows,
)
from app.library.engine_errors import engine_errors
from app.library.reading import DocumentReader, documents_of_file
from app.library.saved_models import learn, promises_of, shown_model
from app.readers.mail.mailboxes import CHUNK_BYTES, MAX_MESSAGE_BYTES, folder_name, message_after
from app.store.workspace import Place, Workspace, reading, writing
from nbengine.filter.filter import promise_of, suspected
from nbengine.lazy_dataclasses import dataclass
from nbengine.measure.evaluation import is_like_spam
from nbengine.models.filter_model import FilterModel
from nbengine.models.model import Model
from nbengine.trust.verdicts import ONE_IN as ONE_IN

MAIL = SourceOptions(kind="mail", labels_from="none")
ANYTHING = SourceOptions(labels_from="none")
LARGEST_ADDITION_BYTES = 64 << 20
"""Of a mailbox in one look, and the rest of the mail that begins there; what follows comes with the next look."""


@dataclass(frozen=True, slots=True)
class JudgedArrival:
    """A document that arrived, with its verdict; without a document, the verdict says why it could not be read."""

    path: str
    verdict: Verdict
    document: Heading | None = None


def judged_files(
    loaded: LoadedModel, files: Sequence[SeenFile], context: JobContext, workspace: Place
) -> Iterator[JudgedArrival]:
    """Judge files of any kind."""
    paths = tuple(Path(file.path) for file in files)
    with engine_errors(ModelError, loaded.name):
        for batch in judged_batches(loaded.model, JudgingOrder(paths, ANYTHING, workspace=workspace), context):
            verdicts = verdict_rows(loaded.model, batch.documents, batch.counted, batch.verdicts, 0)
            for verdict, document in zip(verdicts, batch.documents, strict=True):
                yield JudgedArrival(document.path, verdict, document)
            for failure in batch.failures:
                yield JudgedArrival(failure.path, failed_verdict(failure))


def judged_mails(loaded: LoadedModel, files: Sequence[SeenFile]) -> Iterator[JudgedArrival]:
    """Judge files that hold a mail each."""
    with DocumentReader(MAIL) as reader:
        for file in files:
            yield from _judged(loaded, file.path, reader.of_file(file.path))


@dataclass(frozen=True, slots=True)
class Addition:
    """The part of a mailbox that one look takes."""

    path: str
    first: int
    last: int
    """The byte after the last; a mail begins there, or the mailbox ends."""


def addition_to(file: SeenFile, before: SeenFile | None) -> Addition:
    """Return what was added to a mailbox since it was taken before; of much only the beginning, in whole mails."""
    first = before.size_bytes if before is not None and before.size_bytes <= file.size_bytes else 0
    if file.size_bytes - first <= LARGEST_ADDITION_BYTES:
        return Addition(file.path, first, file.size_bytes)
    with open(file.path, "rb") as mailbox:
        return Addition(file.path, first, message_after(mailbox, first + LARGEST_ADDITION_BYTES, file.size_bytes))


def judged_addition(loaded: LoadedModel, addition: Addition) -> Iterator[JudgedArrival]:
    """Judge the mails that were added to a mailbox; one longer than any mail may be is read no further than that."""
    with open(addition.path, "rb") as mailbox:
        mailbox.seek(addition.first)
        n_bytes = min(addition.last - addition.first, LARGEST_ADDITION_BYTES + MAX_MESSAGE_BYTES + CHUNK_BYTES)
        raw = mailbox.read(n_bytes)
    with DocumentReader(MAIL) as reader:
        yield from _judged(loaded, addition.path, reader.of_bytes(raw.lstrip(b"\r\n")))


def _judged(loaded: LoadedModel, path: str, found: Iterator[Extracted]) -> Iterator[JudgedArrival]:
    for extracted in found:
        if isinstance(extracted, Failure):
            yield JudgedArrival(path, failed_verdict(extracted))
        elif isinstance(extracted, Document):
            [verdict] = classify_documents(loaded, [extracted], 0)
            yield JudgedArrival(path, verdict, extracted)


MOST_IN_A_BATCH = 100
MOST_WITH_LAYERS = 8
"""Of files whose text is written into them, which takes seconds a page: what is filed is told of before the rest."""


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
        most = MOST_WITH_LAYERS if place.with_layers else MOST_IN_A_BATCH
        for start in range(0, len(may), most):
            done += _file_arrivals(workspace, place, may[start : start + most], context)
        if over:
            with writing(workspace) as opened, opened.transaction():
                for arrival in over:
                    opened.arrivals.change(arrival.number, "asked", reason="daily limit")
                done += _again(opened, over)
    return done


def _file_arrivals(
    workspace: Place, place: WatchedPlace, arrivals: Sequence[Arrival], context: JobContext
) -> list[Arrival]:
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
    is_gone = not os.path.lexists(arrival.path)
    batch = workspace.journal.batch_of(arrival.path, since_s=arrival.arrived_at) if is_gone else None
    if batch is not None:
        workspace.arrivals.change(arrival.number, "filed", batch=batch)
    return batch is not None


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


def put_back_day(workspace: Place, context: JobContext) -> list[Arrival]:
    """Bring back all that was filed today."""
    today_s = start_of_day_s()
    with reading(workspace) as opened:
        filed = [arrival.number for arrival in opened.arrivals.in_states(["filed"]) if arrival.changed_at >= today_s]
    return put_back(workspace, filed, context)


def start_of_day_s() -> float:
    """Return the moment at which this day began here."""
    return datetime.fromtimestamp(time.time()).replace(hour=0, minute=0, second=0, microsecond=0).timestamp()


GOOD = frozenset({"ham", "good", "inbox", "not spam", "no spam", "nonspam"})
BEATEN_BY_SCORE = (None, Doubt.CLOSE_CALL, Doubt.SHORT_OF_SURE)
"""Doubts that a limit of its own settles: they say no more than that the score is low."""


@dataclass(frozen=True, slots=True)
class Grounds:
    """The grounds of a decision, beside the verdict."""

    place: WatchedPlace
    rules: WatchRules
    labels: Sequence[str]
    limit: LossLimit | None = None
    """The sureness that spam has to have to be filed; None leaves that to the filter."""
    may_file: bool = True
    """False for what cannot be moved, as a mail in a mailbox."""
    least_shares: Mapping[str, float] = field(default_factory=dict)
    """The probability that a verdict has to have not to be asked about, by its label."""


def decided(judged: JudgedArrival, grounds: Grounds, *, is_told: bool) -> Arrival:
    """Return an arrival with its state; what a person has decided about is let be."""
    verdict, document = judged.verdict, judged.document
    arrival = Arrival(
        place=grounds.place.path,
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
    state, reason, label = _state(judged, grounds, is_told=is_told)
    return replace(arrival, state=state, reason=reason, label=label, score=score_of(verdict))


def _state(judged: JudgedArrival, grounds: Grounds, *, is_told: bool) -> tuple[ArrivalState, str, str | None]:
    verdict, spam = judged.verdict, spam_label(grounds.labels)
    sender = "" if judged.document is None else judged.document.sender
    if is_told:
        return "stays", "by you", verdict.label
    if spam is not None and is_listed(sender, grounds.rules.denied_senders):
        return _filed(grounds), "denied sender", spam
    if verdict.label == spam is not None and is_listed(sender, grounds.rules.allowed_senders):
        return "stays", "allowed sender", verdict.label
    sureness = how_sure(verdict)
    if not has_least(verdict, grounds.least_shares):
        return "asked", (sureness.doubt or Doubt.CLOSE_CALL).value, verdict.label
    limit, is_by_label = grounds.limit, verdict.kept_one_in is not None
    if limit is not None and not is_by_label and verdict.label == spam is not None and not verdict.is_unlike:
        if sureness.doubt in BEATEN_BY_SCORE and (verdict.score or 0.0) > limit.least_score:
            return _filed(grounds), "", verdict.label
        return "asked", sureness.doubt.value if sureness.doubt else Doubt.CLOSE_CALL.value, verdict.label
    is_kept = limit is None or not is_by_label or (limit.one_in > 0 and keeps(verdict, limit.one_in))
    if verdict.is_unsure or sureness.word is Sureness.UNSURE or not is_kept:
        doubt = sureness.doubt or (None if is_kept else Doubt.SHORT_OF_SURE)
        return "asked", doubt.value if doubt else "unsure", verdict.label
    if is_good_mail(verdict.label, spam):
        return "stays", "", verdict.label
    return _filed(grounds), "", verdict.label


def _filed(grounds: Grounds) -> ArrivalState:
    if not grounds.may_file:
        return "stays"
    if grounds.place.is_trial:  # which needs no folder to say what it would file
        return "would"
    return "due" if grounds.place.file_to else "stays"


def is_good_mail(label: str | None, spam: str | None) -> bool:
    """Tell whether a label, beside one for spam, means that a mail stays in the inbox."""
    return spam is not None and label is not None and label.casefold() in GOOD


def is_listed(sender: str, listed: Sequence[str]) -> bool:
    """Tell whether a sender's address, or its domain with an @ before it, is in a list."""
    address = parseaddr(sender)[1].casefold()
    domain = address[address.rfind("@") :]
    return bool(address) and any(entry.casefold() in (address, domain) for entry in listed)


ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class LossLimit:
    """One limit, and what it costs."""

    one_in: int
    """At most one good mail in so many is lost; 0 where nothing is filed unasked."""
    least_score: float = -math.inf
    """Spam has to have a higher score, in log-odds."""
    asks_one_in: int = 1
    """About one arrival in so many has to be asked about."""
    needs_sources: int = 0
    """Lists and senders whose good mail has to be learnt for it; of folders, documents judged to be of one label."""
    promise: FolderPromise | None = None
    """Of a model of folders."""


@dataclass(frozen=True, slots=True)
class LossLimits:
    """The limits that a filter can keep, and the ground on which it says so."""

    n_sources: int = 0
    """The lists and senders that the good mails learnt count for."""
    promised_one_in: int = 0
    """The limit of the filter itself, which its marks keep."""
    limits: tuple[LossLimit, ...] = ()

    def of(self, one_in: int) -> LossLimit | None:
        """Return the limit of that name; None where it cannot be kept or is not known."""
        found = (limit for limit in self.limits if limit.one_in == one_in and limit.needs_sources <= self.n_sources)
        return next(found, None)


def loss_limits(model: Model) -> LossLimits:
    """Work out the limits from the lessons of a filter, or from the documents that a model of folders was judged by."""
    if not isinstance(model, FilterModel):
        return folder_limits(promises_of(model))
    learner, rows = model.learner, model.learner.lessons.rows
    is_good = (
        np.isin(rows["label"], list(learner.protected)) if learner.protected else rows["label"] != learner.positive
    )
    is_good &= ~np.isin(rows["key"], suspected(learner))
    good = rows[is_good][np.argsort(-rows["score"][is_good], kind="stable")]
    passed, promise = np.cumsum(good["source_share"]), promise_of(learner)
    sources = promise.sources
    odds = learner.marks.slope * rows["score"] + learner.marks.offset
    limits = []
    for one_in in ONE_IN:
        allowed = (sources + 1) / one_in - 1
        if allowed < -ROUNDING:
            limits.append(LossLimit(one_in, math.inf, 1, one_in - 1))
            continue
        n_allowed = int(np.searchsorted(passed, allowed + ROUNDING, side="right"))
        score = float(good["score"][n_allowed]) if n_allowed < len(good) else -math.inf
        least = max(learner.marks.slope * score + learner.marks.offset, 0.0)
        asked = float(np.mean((odds > 0) & (odds <= least))) if len(odds) else 1.0
        limits.append(LossLimit(one_in, least, max(round(1 / max(asked, 1e-4)), 1), one_in - 1))
    promised = round(1 / max(promise.lost_share, 1e-9))
    return LossLimits(promise.n_sources, promised, (*limits, LossLimit(0, math.inf)))


def folder_limits(promises: Sequence[FolderPromise]) -> LossLimits:
    """Return the limits of a model of folders; one that no label keeps needs more documents of a label."""
    if not promises:
        return LossLimits()
    most = max(label.judged for label in promises[0].labels)
    limits = [
        LossLimit(
            each.one_in,
            asks_one_in=max(round(each.judged / max(each.judged - each.sure, 1)), 1),
            needs_sources=max(each.fewest, most + 1) if len(each.unpromised) == len(each.labels) else 0,
            promise=each,
        )
        for each in promises
    ]
    return LossLimits(most, promises[0].one_in, (*limits, LossLimit(0, math.inf)))


MOST_FOLLOWED = 1_000
"""Of what was filed last."""


def follow_hands(
    workspace: Place, places: Sequence[WatchedPlace], missing: set[int], context: JobContext
) -> list[Arrival]:
    """Note where a person has put files after they were filed, and learn it; return what changed.

    The numbers of those that are found nowhere join the missing, which are not looked for again.
    """
    with reading(workspace) as opened:
        filed = opened.arrivals.in_states(["filed"])[-MOST_FOLLOWED:]
        batches = {arrival.batch: opened.journal.of_batch(arrival.batch) for arrival in filed if arrival.batch}
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
        found = set()
        for arrival, path, documents in _found(place, moved if place.file_to else {}):
            found.add(arrival.number)
            label = label_of_folder(path.parent, Path(place.file_to))
            if label is not None:
                changed.append(_settled(workspace, place, arrival, label, documents, context))
                continue
            with writing(workspace) as opened:
                opened.arrivals.change(arrival.number, "put back")
                changed.append(opened.arrivals.get(arrival.number) or arrival)
        missing |= {arrival.number for arrival in moved.values()} - found
    return changed


def follow_trials(
    workspace: Place, places: Sequence[WatchedPlace], missing: set[int], context: JobContext
) -> list[Arrival]:
    """Note to which label's folder a person has moved what a trial would have filed, and learn it; return those.

    Each that is gone from where it was is looked for once, and joins the missing.
    """
    with reading(workspace) as opened:
        would = opened.arrivals.in_states(["would"])[-MOST_FOLLOWED:]
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
        for arrival, path, documents in _found(place, gone):
            label = label_of_trial(path.parent, place, shown_model(workspace, place.model or None).model.labels)
            if label is not None:
                changed.append(_settled(workspace, place, arrival, label, documents, context))
    return changed


def label_of_trial(folder: Path, place: WatchedPlace, labels: Sequence[str]) -> str | None:
    """The label of a folder of labels; where none was chosen, that of a mail folder beside the inbox with its name."""
    if place.file_to:
        return label_of_folder(folder, Path(place.file_to))
    name = folder_name(label_of_folder(folder, Path(place.path)) or "")
    same = next((label for label in labels if label.casefold() == name.casefold()), None)
    return same or (spam_label(labels) if is_like_spam(name) else None)


def _found(place: WatchedPlace, moved: Mapping[str, Arrival]) -> Iterator[tuple[Arrival, Path, list[Document]]]:
    """Find files that were moved; by the name they had last."""
    if not moved:
        return
    names, paths = {_plain_name(target) for target in moved}, defaultdict(list)
    for top in filter(None, (place.path, place.file_to)):
        for folder, _, files in os.walk(top):
            for name in files:
                if _plain_name(name) in names:
                    paths[_plain_name(name)].append(Path(folder, name))
    options = MAIL if is_maildir(place.path) else ANYTHING
    for target, arrival in moved.items():
        for path in paths[_plain_name(target)]:
            documents = [each for each in documents_of_file(path, options) if isinstance(each, Document)]
            if documents and documents[0].content_hash == arrival.content_hash:
                yield arrival, path, documents
                break


def _settled(
    workspace: Place, place: WatchedPlace, arrival: Arrival, label: str, documents: list[Document], context: JobContext
) -> Arrival:
    """Learn a move to another label, and note it; what a trial would have filed stays one of its own."""
    if label != arrival.label:
        learn(workspace, place.model or None, documents, label, context)
    state: ArrivalState = "would" if arrival.state == "would" else "settled"
    with writing(workspace) as opened:
        opened.arrivals.change(arrival.number, state, reason="moved", right_label=label)
        return opened.arrivals.get(arrival.number) or arrival


def label_of_folder(folder: Path, root: Path) -> str | None:
    """The label that a folder below the one for labels stands for; None for any other folder."""
    try:
        parts = Path(os.path.realpath(folder)).relative_to(os.path.realpath(root)).parts
    except ValueError:
        return None
    return "/".join(parts[:-1] if parts and parts[-1] in MAILDIR else parts) or None


def _plain_name(path: str) -> str:
    """A file's name without the flags that mail programs change."""
    return os.path.basename(path).partition(":2,")[0]
