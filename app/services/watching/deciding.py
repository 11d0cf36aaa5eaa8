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
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from email.utils import parseaddr

import numpy as np

from app.domain.records import Arrival, ArrivalState, WatchedPlace, WatchRules
from app.domain.sureness import Doubt, Sureness, has_least, how_sure, keeps, score_of
from app.domain.use_case_results import FolderPromise
from app.services.judging.classifying import spam_label
from app.services.models.kept_models import promises_of
from app.services.watching.judging_and_filing import JudgedArrival
from nbengine.filter.filter import promise_of, suspected
from nbengine.lazy_dataclasses import dataclass
from nbengine.models.filter_model import FilterModel
from nbengine.models.model import Model
from nbengine.trust.verdicts import ONE_IN as ONE_IN

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
