"""Decides what is to become of something that arrived: filed, asked about, or left where it is, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from email.utils import parseaddr

from app.domain.arrivals import Arrival, ArrivalState, WatchedPlace, WatchRules
from app.domain.sureness import Doubt, Sureness, has_least, how_sure, score_of
from app.services.judging.classifying import spam_label
from app.services.watching.arrival_judging import JudgedArrival
from app.services.watching.loss_limits import LossLimit
from nbengine.lazy_dataclasses import dataclass

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
        score=score_of(verdict) if verdict.error is None else None,
    )
    if verdict.error is not None:
        return replace(arrival, state="failed", reason=verdict.error)
    state, reason, label = _state(judged, grounds, is_told=is_told)
    return replace(arrival, state=state, reason=reason, label=label)


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
    if grounds.limit is not None and verdict.label == spam is not None and not verdict.is_unlike:
        if sureness.doubt in BEATEN_BY_SCORE and (verdict.score or 0.0) > grounds.limit.least_score:
            return _filed(grounds), "", verdict.label
        return "asked", sureness.doubt.value if sureness.doubt else Doubt.CLOSE_CALL.value, verdict.label
    if verdict.is_unsure or sureness.word is Sureness.UNSURE:
        return "asked", sureness.doubt.value if sureness.doubt else "unsure", verdict.label
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
