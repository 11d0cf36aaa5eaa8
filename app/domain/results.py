"""Results of the use cases: frozen records that a window can show and a script can print."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import UTC, datetime
from enum import Enum
from itertools import pairwise
from pathlib import Path

from app.domain.documents import Attachment, Document, Failure, RecognisedPage, label_set
from app.domain.records import Revision
from app.domain.sentences import Sentence, failure_sentence
from nbengine.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WorkingLine:
    """The working of a word's probability under one label: (count + smoothing) / (total + total smoothing)."""

    label: str
    count: float
    smoothing: float
    total: float
    total_smoothing: float
    probability: float
    log: float
    """The logarithm that one occurrence adds; for complement the weight, which is not the log of this probability."""
    ratio: float | None = None
    """With learnt factors, what naive Bayes says: the log ratio against all other labels."""
    factor: float | None = None
    """The part of that that counts."""


@dataclass(frozen=True, slots=True)
class ImportReport:
    """The result of an import."""

    corpus: str
    documents: int
    """New in the corpus."""
    duplicates: int
    """Already there, or twice in the source."""
    conflicts: int
    """Already there under another label."""
    size_bytes: int
    seconds: float
    failed: tuple[Failure, ...] = ()
    unused_columns: tuple[str, ...] = ()
    """Of the first table, left out unasked: beside text, numbers and choices are only used when they are named."""
    takes_several: bool = False
    """True if documents may have several labels each."""


@dataclass(frozen=True, slots=True)
class LabelCount:
    """A label with its colour and how many documents carry it."""

    name: str
    colour: int = 0
    """Its number in the order of creation, which decides its colour."""
    n_documents: int = 0


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that was left to Bayleaf, and what it chose."""

    what: str
    """event-model | smoothing | vocabulary"""
    chosen: str
    losses: tuple[tuple[str, float], ...] = ()
    """Leave-one-out log loss of each candidate, the chosen one among them; the least wins."""


@dataclass(frozen=True, slots=True)
class FilterPromise:
    """The promise a filter can make with the documents it has learnt, and what would make it better."""

    good: int
    """Good documents learnt."""
    sources: int
    """The lists and senders that these count for, which is what the promise is made from."""
    lost_one_in: int
    """At most one good document in so many is expected to be called surely spam."""
    more_good: int
    """So many more good documents, of other lists and senders, would make it better; 0 where nothing would."""
    next_one_in: int
    """The share that could be promised with so many more: one good document in this many."""
    suspects: tuple[int, ...]
    """Numbers of documents whose labels are worth a look, the most doubtful first."""


@dataclass(frozen=True, slots=True)
class LabelPromise:
    """A label under a limit, on documents judged as new ones will be."""

    label: str
    judged: int
    """The documents that were judged to be of it."""
    sure: int
    """Those of them that were sure under the limit."""
    wrong: int
    """Those of these that are of another."""
    least_probability: float | None
    """From which on a verdict on it is sure; None where too few were judged to promise anything."""


@dataclass(frozen=True, slots=True)
class FolderPromise:
    """A limit: of what is filed, at most one in so many lies in a wrong folder, for each label and so in all."""

    one_in: int
    labels: tuple[LabelPromise, ...]
    fewest: int
    """So many documents of a label, judged without a mistake, it takes at least."""

    @property
    def judged(self) -> int:
        return sum(label.judged for label in self.labels)

    @property
    def sure(self) -> int:
        return sum(label.sure for label in self.labels)

    @property
    def wrong(self) -> int:
        return sum(label.wrong for label in self.labels)

    @property
    def unpromised(self) -> tuple[str, ...]:
        """The labels of which nothing can be promised, and nothing is sure."""
        return tuple(label.label for label in self.labels if label.least_probability is None)


@dataclass(frozen=True, slots=True)
class TrainingReport:
    """The result of a training."""

    model: str
    corpus: str
    documents: int
    labels: Mapping[str, int]
    """Documents of each label."""
    words: int
    event_model: str
    smoothing: float
    prior: str
    weighting: str
    accuracy: float | None
    """By leave-one-out, or by folds where the vocabulary looked at the labels; None where it cannot be told."""
    judged_by: str
    """leave-one-out | 10 folds | nothing"""
    choices: tuple[Choice, ...]
    """The choices that were left to Bayleaf."""
    canonical_hash: str
    seconds: float
    description: str = ""
    """The event model with its weighting, in few words."""
    promise: FilterPromise | None = None
    """For filters alone."""
    micro_f1: float | None = None
    """F1 of all answers, where documents may have several labels; None elsewhere."""


@dataclass(frozen=True, slots=True)
class LiveCurve:
    """Accuracy without having seen the document for each smoothing, or each ridge of learnt factors; 0 is none."""

    values: tuple[float, ...] = ()
    accuracies: tuple[float, ...] = ()
    best: float = math.nan
    """The top of the curve, of several the least log loss."""
    n_judged: int = 0
    """The number of documents left out, where not all of them were."""

    @property
    def smoothed(self) -> list[tuple[float, float]]:
        """The points with some smoothing."""
        return [(a, y) for a, y in zip(self.values, self.accuracies, strict=True) if a > 0]

    @property
    def unsmoothed(self) -> float | None:
        """The accuracy without smoothing, where it was worked out."""
        return next((y for a, y in zip(self.values, self.accuracies, strict=True) if a == 0), None)

    def at(self, value: float) -> float | None:
        """Return the accuracy at a value, between the points on a straight line over its logarithm."""
        if value <= 0:
            return self.unsmoothed
        points = self.smoothed
        for (a, y), (b, z) in pairwise(points):
            if a * (1 - 1e-9) <= value <= b * (1 + 1e-9):
                return y + (z - y) * (math.log(value / a) / math.log(b / a))
        return None


@dataclass(frozen=True, slots=True)
class LabelAnswer:
    """One of the labels that a document is given: how likely it is, and whether that is sure."""

    label: str
    probability: float
    is_sure: bool


@dataclass(frozen=True, slots=True)
class WordTerm:
    """The part of one word in a verdict's score."""

    word: str
    count: float
    term: float
    """log P(word | judged label) − log P(word | the other), times the count."""
    said: float | None = None
    """With learnt factors: what naive Bayes itself says of it, of which `term` counts."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict of a model on one document, or the reason why there is none."""

    path: str
    member: str = ""
    title: str = ""
    label: str | None = None
    """None where the model is undecided."""
    probability: float | None = None
    """Calibrated, of the label."""
    raw: Mapping[str, float] = field(default_factory=dict)
    log_joint: Mapping[str, float] = field(default_factory=dict)
    is_unsure: bool = False
    is_unlike: bool = False
    """The document is unlike anything learnt."""
    unknown_share: float = 0.0
    """Share of the document's words that the model never saw."""
    n_known_words: int | None = None
    """The number of different words that the model has seen before; None where it reads no text."""
    score: float | None = None
    """Evidence for the positive label, for ranking."""
    against: str | None = None
    """The label that the terms weigh the judged one against."""
    prior_term: float = 0.0
    absent_term: float = 0.0
    """The log-odds that all absent words add together; 0 where absence does not count."""
    terms: tuple[WordTerm, ...] = ()
    """The strongest, by size."""
    rest: float = 0.0
    """The sum of all terms not listed."""
    rest_said: float | None = None
    """With learnt factors: what naive Bayes itself says of these."""
    odds: float | None = None
    """The exact sum of prior, absent words, terms and rest: the log-odds of the label against the other."""
    error: str | None = None
    is_by_filter: bool = False
    """A filter's terms begin before any word, and its start is no prior probability."""
    labels: tuple[LabelAnswer, ...] | None = None
    """All that the document is given, where it may have several; None elsewhere."""
    branch: LabelAnswer | None = None
    """The deepest branch that is sure, where the label in it is not; None where there is none, or the label is sure."""
    kept_one_in: int | None = None
    """The strictest limit it keeps: of verdicts like it at most one in so many is wrong; 0 where it keeps none, -1
    where none on its label does, None where the model makes no such promise."""
    wrong_share: float | None = None
    """The share of wrong verdicts among those like it, on documents that were left out."""

    @property
    def said(self) -> float | None:
        """With learnt factors: what naive Bayes itself says of all words together."""
        if self.rest_said is None:
            return None
        return math.fsum([self.rest_said, *(term.said or 0.0 for term in self.terms)])


def adding_up(values: Sequence[float], total: float, places: int = 2) -> list[float]:
    """Round values to so many places so that they add up to the rounded total; each is less than one unit off.

    As they are where they have no such sum: one is infinite, or the total is that of other values.
    """
    if not all(map(math.isfinite, (*values, total))):
        return list(values)
    unit = 10.0**places
    below = [math.floor(value * unit) for value in values]
    missing = round(total * unit) - sum(below)
    if not 0 <= missing <= len(values):
        return list(values)
    order = sorted(range(len(values)), key=lambda place: below[place] - values[place] * unit)
    for place in order[:missing]:
        below[place] += 1
    return [number / unit for number in below]


@dataclass(frozen=True, slots=True)
class LearningReport:
    """The outcome of learning or forgetting."""

    model: str
    corpus: str
    label: str
    documents: int
    """Documents given."""
    changed: int
    """Documents that were new, or had another label."""
    canonical_hash: str = ""
    """Of the model; empty where nobody asked, since it is over all words."""
    doubted: int = 0
    """Lessons that contradict all that a filter has learnt, and so count for little until others say the same."""


@dataclass(frozen=True, slots=True)
class ColouredWord:
    """A word in a text, and its log-odds for one label against another; None if the model never saw it."""

    start: int
    length: int
    log_odds: float | None
    said: float | None = None
    """With learnt factors: what naive Bayes itself says of it, of which `log_odds` counts."""


@dataclass(frozen=True, slots=True, eq=False)
class DroppedItem:
    """Something that was dropped to be classified: its verdict, and its document unless it could not be read."""

    number: int
    verdict: Verdict
    document: Document | None
    corrected: str | None = None
    """The label that a person said it has."""
    is_doubted: bool = False
    """That contradicts all that a filter has learnt, and counts for little until others say the same."""
    title: str = ""
    """Its own, or the values of a row of a table, or the name of its file."""

    failure: Failure | None = None
    """The reason why it could not be read, for whoever tells it in another language."""

    @property
    def label(self) -> str | None:
        """The label a person gave, or else the one that was judged; the set of them where there may be several."""
        return self.corrected or label_set(one.label for one in self.verdict.labels or ()) or self.verdict.label

    @property
    def error(self) -> str:
        """The reason why it could not be read; empty where it could."""
        return self.verdict.error or ""


@dataclass(frozen=True, slots=True)
class InfluentialDocument:
    """A training document, and what it adds to the log-odds of a verdict on another."""

    number: int
    title: str
    sender: str
    date_s: int | None
    label: str | None
    effect: float
    """Positive speaks for the verdict; infinite where without the document one of the labels would be impossible."""
    rather: str | None = None
    """The label that it was judged to have without having been seen, where its own is most likely wrong."""


@dataclass(frozen=True, slots=True)
class TrainingInfluence:
    """The training documents that speak most for a verdict, and most against it, the strongest first."""

    label: str | None
    """None where the model has but one label, and nothing to weigh."""
    against: str | None
    odds: float
    """Log-odds of the label against the other, by all documents."""
    n_documents: int
    """The number of documents that were weighed."""
    backing: tuple[InfluentialDocument, ...]
    opposing: tuple[InfluentialDocument, ...]


@dataclass(frozen=True, slots=True)
class WordRow:
    """One word of a model: its counts and probabilities, label by label."""

    word: str
    counts: Mapping[str, float]
    documents: Mapping[str, float]
    log_probabilities: Mapping[str, float]
    log_odds: float
    mutual_information: float
    learnt: float | None = None
    """A filter's learnt weight for the label like spam; None for other models."""


@dataclass(frozen=True, slots=True)
class EventModelView:
    """One document under one event model: what it says, and what each word is worth to it."""

    name: str
    """multinomial | binary multinomial | bernoulli | complement | complement with norm | gaussian | …"""
    label: str | None
    probabilities: tuple[float, ...] | None
    """Of each label in the model's order, not calibrated."""
    scores: tuple[float, ...]
    terms: Mapping[str, float]
    """By name: what it adds to the log-odds of the first of the two labels compared against the second."""
    prior: float
    absent: float


@dataclass(frozen=True, slots=True)
class SideBySide:
    """The event models that suit a model's counts, at one smoothing, on one document."""

    labels: tuple[str, ...]
    compared: tuple[str, str]
    """The label judged, and the next best."""
    views: tuple[EventModelView, ...]


def percentage(share: float, places: int) -> float:
    """Return a share as a percentage that is written with so many places: 100 only where nothing is missing of all."""
    most = 100.0 if share > 1 - 1e-9 else 100 - 10.0**-places
    return min(100 * share, most)


class ShelfKind(Enum):
    """The part of a corpus that is looked through."""

    ALL = "all"
    LABEL = "label"
    UNLABELLED = "unlabelled"
    JUDGED_OTHERWISE = "judged otherwise"
    DUPLICATES = "duplicates"
    TWO_LABELS = "two labels"
    UNREADABLE = "unreadable"
    SOURCE = "source"
    SEARCH = "search"
    """A search that was kept under a name."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """A part of the corpus, by kind and, for a label or a source, by name."""

    kind: ShelfKind = ShelfKind.ALL
    name: str = ""


class SortOrder(Enum):
    """An order in which documents are listed."""

    NEWEST = "newest"
    OLDEST = "oldest"
    SUSPICIOUS = "suspicious"
    """Judged most surely to be something else."""
    SUBJECT = "subject"
    SENDER = "sender"
    LABEL = "label"
    LONGEST = "longest"
    IMPORTED = "imported"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class DocumentQuery:
    """A question for documents: which ones, and in which order."""

    shelf: Shelf = Shelf()
    order: SortOrder = SortOrder.NEWEST
    search: str = ""
    is_turned: bool = False
    """From the other end."""


@dataclass(frozen=True, slots=True)
class Overview:
    """The figures of a corpus: its documents by label, source and state."""

    corpus: str = ""
    n_documents: int = 0
    labels: tuple[LabelCount, ...] = ()
    n_unlabelled: int = 0
    n_judged_otherwise: int | None = None
    """None before there is a verdict for each document."""
    n_duplicates: int = 0
    n_two_labels: int = 0
    n_unreadable: int = 0
    sources: tuple[tuple[str, int], ...] = ()
    positive: str = ""
    """The label whose probability the table shows; empty without a model, or with more than two labels."""
    is_of_rows: bool = False
    """Rows of a table have no sender and no date."""
    is_of_mail: bool = True
    """Of documents that are no mail few have a sender or a date."""
    revision: Revision = ("", -1, -1)
    judged_by: str = ""
    """The model whose verdicts are shown; empty where its name was not kept."""
    shelves: tuple[tuple[str, str], ...] = ()
    """Searches that are kept: name and search."""
    takes_several: bool = False
    """True if a document may have several labels."""


@dataclass(frozen=True, slots=True)
class RowVerdict:
    """The verdict on a document by a model that had not seen it."""

    share: float | None = None
    """Probability of the positive label, or of the document's own where there are more than two."""
    judged: str | None = None
    is_surprising: bool = False
    """Judged to be another label than it has."""
    judged_share: float | None = None
    """Probability of the label that was judged, where it can be told."""


NOT_JUDGED = RowVerdict()


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """One row of the table of documents."""

    number: int
    title: str
    sender: str = ""
    date_s: int | None = None
    label: str | None = None
    verdict: RowVerdict = NOT_JUDGED
    file: str = ""
    """The name of the file that it is of, or of the part of it."""
    n_letters: int = 0


@dataclass(frozen=True, slots=True)
class OpenDocument:
    """A document that is read."""

    number: int
    title: str
    text: str
    sender: str = ""
    date_s: int | None = None
    source: str = ""
    label: str | None = None
    judged: str | None = None
    probability: float | None = None
    """Of the label that was judged."""
    attachments: tuple[Attachment, ...] = ()
    also_in: tuple[str, ...] = ()
    """The other places where its content was found."""
    path: str = ""
    """The file that it came in."""
    member: str = ""
    """The place in that file."""
    pages: tuple[RecognisedPage, ...] = ()
    """The pages of it that were read off their pictures."""


def share_of_judged(own_share: float, n_labels: int, *, is_own: bool) -> float | None:
    """Return the probability of the label that was judged, where it can be told from that of the document's own."""
    if is_own:
        return own_share
    return 1.0 - own_share if n_labels == 2 else None


def place_of(path: str, member: str) -> str:
    """Return a file, and what it is of that file."""
    return f"{path}, {member}" if member else path


def reason_of(failure: Failure) -> Sentence:
    """Return the sentence that says why a file was not read."""
    return failure_sentence(Path(failure.member or failure.path).name, failure.reason, failure.detail)


OPERATORS = ("from", "to", "subject", "label", "judged", "kind", "has", "is", "before", "after")
KINDS, STATES = ("mail", "text", "row"), ("wrong", "unlabelled", "duplicate")
KNOWN_VALUES: Mapping[str, Sequence[str]] = {"kind": KINDS, "has": ("attachment",), "is": STATES}
"""Values that operators take in any corpus."""
MOST_COMPLETIONS = 6
_TERM = re.compile(r'(?P<minus>[-−])?(?:(?P<operator>[a-z]+):)?(?:"(?P<phrase>[^"]*)"?|(?P<word>\S+))', re.IGNORECASE)
_DATE = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?")


@dataclass(frozen=True, slots=True)
class SearchTerm:
    """One thing that documents are to have, or not to have."""

    value: str
    operator: str = ""
    """One of OPERATORS, or nothing for a text."""
    is_left_out: bool = False
    is_phrase: bool = False


def search_terms(search: str) -> tuple[SearchTerm, ...]:
    """Take a search apart; words without an operator stay one text, in their order."""
    terms, words = [], []
    for match in _TERM.finditer(search):
        term = _term(match)
        if _is_more_than_words(term):
            terms.append(term)
        else:
            words.append(term.value)
    return (*([SearchTerm(" ".join(words))] if words else []), *terms)


def chip_spans(search: str) -> list[tuple[int, int]]:
    """Return the places of the parts of a search that are no plain words: operators, phrases, what is left out."""
    return [match.span() for match in _TERM.finditer(search) if _is_more_than_words(_term(match))]


def completions(begun: str, values: Mapping[str, Sequence[str]]) -> list[str]:
    """Return what the last part of a search that is being typed may become, a few at most.

    Operators come first, and after one of them its values, for those operators whose values are known.
    """
    part = begun[_part_begin(begun) :]
    minus, part = part[: len(part) - len(part.lstrip("-−"))], part.lstrip("-−")
    operator, colon, value = part.partition(":")
    if not part:
        return []
    if not colon:
        return [f"{minus}{one}:" for one in OPERATORS if one.startswith(part.casefold())][:MOST_COMPLETIONS]
    wanted = value.strip('"').casefold()
    known = [one for one in values.get(operator.casefold(), ()) if one.casefold().startswith(wanted)]
    return [f"{minus}{operator}:{quoted(one)}" for one in known if one.casefold() != wanted][:MOST_COMPLETIONS]


def completed(begun: str, completion: str) -> str:
    """Put a completion in the place of the part that was begun; after a value the next part may follow."""
    return begun[: _part_begin(begun)] + completion + ("" if completion.endswith(":") else " ")


def quoted(value: str) -> str:
    """A value as it is typed: in quotes where it has spaces."""
    return f'"{value}"' if " " in value else value


def _part_begin(begun: str) -> int:
    """Find where the part that is being typed begins; spaces within quotes do not end one."""
    is_quoted, begin = False, 0
    for place, letter in enumerate(begun):
        is_quoted ^= letter == '"'
        if letter.isspace() and not is_quoted:
            begin = place + 1
    return begin


def _is_more_than_words(term: SearchTerm) -> bool:
    return bool(term.operator) or term.is_left_out or term.is_phrase


def _term(match: re.Match[str]) -> SearchTerm:
    operator, phrase = (match["operator"] or "").lower(), match["phrase"]
    value = match["word"] if phrase is None else phrase
    is_left_out = bool(match["minus"])
    if operator in OPERATORS and _takes(operator, value.lower()):
        return SearchTerm(value, operator, is_left_out)
    if operator:
        value = f"{match['operator']}:{value}"
    return SearchTerm(value, "", is_left_out, is_phrase=phrase is not None)


def _takes(operator: str, value: str) -> bool:
    if operator in ("before", "after"):
        return moment(value) is not None
    return value in KNOWN_VALUES.get(operator, (value,)) and bool(value)


def moment(value: str) -> float | None:
    """Return the beginning of a year, a month or a day, in seconds since 1970."""
    found = _DATE.fullmatch(value)
    if found is None:
        return None
    try:
        year, month, day = (int(part) if part else 1 for part in found.groups())
        return datetime(year, month, day, tzinfo=UTC).timestamp()
    except ValueError:
        return None
