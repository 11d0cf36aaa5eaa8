"""Frozen records that the use cases return to the window and to scripts, and the parser of the search syntax."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import Enum
from itertools import pairwise
from pathlib import Path

from app.domain.documents import Attachment, Document, Failure, RecognisedPage, label_set_name
from app.domain.records import Revision
from app.domain.sentences import Sentence, failure_sentence


@dataclass(frozen=True, slots=True)
class WordProbabilitySteps:
    """Operands and result of one word probability: (count + smoothing) / (total + total_smoothing)."""

    label: str
    count: float
    smoothing: float
    total: float
    total_smoothing: float
    probability: float
    log: float
    """Score of one occurrence: log(probability). For complement naive Bayes it is the weight instead."""
    ratio: float | None = None
    """With learnt factors: the word's log ratio between this label and all other labels, by plain naive Bayes."""
    factor: float | None = None
    """With learnt factors: the factor that multiplies `ratio`."""


@dataclass(frozen=True, slots=True)
class ImportReport:
    """Result of an import."""

    corpus: str
    documents: int
    """Number of documents added to the corpus."""
    duplicates: int
    """Number of documents that were already in the corpus, or appeared twice in the source."""
    conflicts: int
    """Number of duplicates whose label differs from the label of the stored document."""
    size_bytes: int
    seconds: float
    failed: tuple[Failure, ...] = ()
    unused_columns: tuple[str, ...] = ()
    """Columns of the first table that were left out: in a table with text, other columns are used only when named."""
    takes_several: bool = False
    """True if documents may have several labels each."""


@dataclass(frozen=True, slots=True)
class LabelCount:
    """A label, its colour and its number of documents."""

    name: str
    colour: int = 0
    """Palette index: the position in order of creation."""
    n_documents: int = 0


@dataclass(frozen=True, slots=True)
class AutomaticChoice:
    """A setting of a recipe that was chosen automatically, with the losses of all candidates."""

    what: str
    """Name of the setting: `event-model`, `smoothing` or `vocabulary`."""
    chosen: str
    """The value that was chosen."""
    losses: tuple[tuple[str, float], ...] = ()
    """Leave-one-out log loss of each candidate, including the chosen one. The lowest loss wins."""


@dataclass(frozen=True, slots=True)
class FalsePositiveEstimate:
    """Upper estimate of the share of good mail that a filter classifies as *surely spam*.

    It also states how many more good documents would lower that share.
    """

    good: int
    """Number of good documents that the filter has learnt."""
    sources: int
    """Number of different mailing lists and senders of the good documents. The estimate is computed from it."""
    lost_one_in: int
    """At most one good document in this number is expected to be judged *surely spam*."""
    more_good: int
    """Number of further good documents, from other senders, that would improve the estimate; 0 if none would."""
    next_one_in: int
    """Value that `lost_one_in` would have after `more_good` more good documents."""
    suspects: tuple[int, ...]
    """Numbers of documents whose labels are probably wrong, the most doubtful first."""
    has_senders: bool = True
    """Whether senders are known. If not, three good documents count as one sender."""


@dataclass(frozen=True, slots=True)
class LabelErrorLimit:
    """For one label: the threshold that meets an error limit, and the number of held-out verdicts that reach the
    threshold.
    """

    label: str
    judged: int
    """Number of documents judged to have this label."""
    sure: int
    """Number of documents, among `judged`, whose probability reached the threshold."""
    wrong: int
    """Number of documents, among `sure`, that have another label."""
    least_probability: float | None
    """Threshold: a verdict with at least this probability is sure.

    None if too few documents were judged to state one.
    """


@dataclass(frozen=True, slots=True)
class FilingErrorLimit:
    """Error limit for filing: of the files put into each folder, at most one in `one_in` belongs elsewhere."""

    one_in: int
    labels: tuple[LabelErrorLimit, ...]
    fewest: int
    """Smallest number of judged documents of a label that can prove the error limit, if no verdict is wrong."""

    @property
    def judged(self) -> int:
        """Number of held-out documents that were judged to have a label, over all labels."""
        return sum(label.judged for label in self.labels)

    @property
    def sure(self) -> int:
        """Number of held-out documents, among `judged`, whose probability reached the threshold of their label."""
        return sum(label.sure for label in self.labels)

    @property
    def wrong(self) -> int:
        """Number of held-out documents, among `sure`, that have another label."""
        return sum(label.wrong for label in self.labels)

    @property
    def labels_without_threshold(self) -> tuple[str, ...]:
        """Labels without a threshold. Verdicts on them are never sure."""
        return tuple(label.label for label in self.labels if label.least_probability is None)


@dataclass(frozen=True, slots=True)
class UnlabelledEffect:
    """Whether a model learnt from the unlabelled documents of its collection, and how this changes its accuracy."""

    documents: int
    """Number of documents without a label."""
    is_used: bool
    """Whether the model learnt from the documents without a label."""
    accuracy_with: float | None = None
    """Accuracy on held-out documents of a model that also learns from unlabelled documents; None if not measured."""
    accuracy_without: float | None = None
    """Accuracy on held-out documents of a model that learns from labelled documents only; None if not measured."""


@dataclass(frozen=True, slots=True)
class TrainingReport:
    """Result of training a model."""

    model: str
    corpus: str
    documents: int
    labels: Mapping[str, int]
    """Number of documents by label."""
    words: int
    event_model: str
    smoothing: float
    prior: str
    weighting: str
    accuracy: float | None
    """Held-out accuracy: leave-one-out, or cross-validated if the vocabulary depends on labels. None if unknown."""
    judged_by: str
    """Held-out method: `leave-one-out`, `10 folds` or `nothing`."""
    choices: tuple[AutomaticChoice, ...]
    """Settings that were chosen automatically."""
    canonical_hash: str
    seconds: float
    description: str = ""
    """Short text: the event model with its weighting."""
    promise: FalsePositiveEstimate | None = None
    """Upper estimate of the share of good mail that the filter loses; None for other models than filters."""
    micro_f1: float | None = None
    """Micro-averaged F1 if documents may have several labels; otherwise None."""
    unlabelled: UnlabelledEffect | None = None
    """Effect of the documents without a label; None if there are none, or if they were not considered."""


@dataclass(frozen=True, slots=True)
class SmoothingCurve:
    """Held-out accuracy for several values of the smoothing, or of the ridge for learnt factors. 0 is no smoothing."""

    values: tuple[float, ...] = ()
    accuracies: tuple[float, ...] = ()
    best: float = math.nan
    """Value with the highest accuracy; ties are decided by the lowest log loss."""
    n_judged: int = 0
    """Number of documents in the judged sample; 0 if all documents were judged."""

    @property
    def smoothed_points(self) -> list[tuple[float, float]]:
        """The points (value, accuracy) of the curve whose value is above 0."""
        return [(a, y) for a, y in zip(self.values, self.accuracies, strict=True) if a > 0]

    @property
    def unsmoothed_accuracy(self) -> float | None:
        """Accuracy at value 0; None if it was not computed."""
        return next((y for a, y in zip(self.values, self.accuracies, strict=True) if a == 0), None)

    def accuracy_at(self, value: float) -> float | None:
        """Return the accuracy at a value, interpolated linearly over its logarithm; None outside the curve."""
        if value <= 0:
            return self.unsmoothed_accuracy
        points = self.smoothed_points
        for (a, y), (b, z) in pairwise(points):
            if a * (1 - 1e-9) <= value <= b * (1 + 1e-9):
                return y + (z - y) * (math.log(value / a) / math.log(b / a))
        return None


@dataclass(frozen=True, slots=True)
class LabelVerdict:
    """One label in a multi-label verdict."""

    label: str
    probability: float
    is_sure: bool


@dataclass(frozen=True, slots=True)
class WordTerm:
    """What one word adds to the score of a verdict."""

    word: str
    count: float
    term: float
    """log P(word | judged label) − log P(word | label that it is compared with), times the count."""
    said: float | None = None
    """With learnt factors: the term of plain naive Bayes, which the factor multiplies; otherwise None."""
    unlabelled: float | None = None
    """The part of `term` that comes from documents without a label; None if the model learnt none."""


@dataclass(frozen=True, slots=True)
class DocumentVerdict:
    """Verdict of a model on one document, or `error` if there is none."""

    path: str
    member: str = ""
    title: str = ""
    label: str | None = None
    """The judged label; None if the model is undecided."""
    probability: float | None = None
    """Calibrated probability of the label."""
    raw: Mapping[str, float] = field(default_factory=dict)
    """Uncalibrated probability by label."""
    log_joint: Mapping[str, float] = field(default_factory=dict)
    """Score by label: log P(label, document)."""
    is_unsure: bool = False
    is_unlike: bool = False
    """True if the document is unlike all training documents."""
    unknown_share: float = 0.0
    """Share of the document's words that the model never saw."""
    n_known_words: int | None = None
    """Number of different known words in the document; None if the model reads no text."""
    score: float | None = None
    """Score by which documents are ranked for the positive label, such as spam; None if the model has no such label.

    If the score is the mean evidence of the words, it differs from `odds`.
    """
    against: str | None = None
    """Label that the judged label is compared with in `terms` and `odds`."""
    prior_term: float = 0.0
    """Log-odds of the prior probabilities of `label` and `against`."""
    absent_term: float = 0.0
    """Log-odds of all absent words together; 0 if the event model ignores absent words."""
    terms: tuple[WordTerm, ...] = ()
    """The terms with the largest absolute values, largest first."""
    rest: float = 0.0
    """Sum of all terms that are not in `terms`."""
    rest_said: float | None = None
    """With learnt factors: sum of the plain naive Bayes terms that are not in `terms`; otherwise None."""
    odds: float | None = None
    """Log-odds of `label` against `against`: the exact sum of prior, absent words, terms and rest."""
    error: str | None = None
    is_by_filter: bool = False
    """True for the spam filter. Its `prior_term` is a starting score, not a prior probability."""
    labels: tuple[LabelVerdict, ...] | None = None
    """All assigned labels in a multi-label corpus; None in other corpora."""
    branch: LabelVerdict | None = None
    """Innermost label whose probability is sure, among the outer labels that contain the judged label.

    None if the judged label itself is sure, or if no outer label is.
    """
    strictest_limit_met: int | None = None
    """Strictest error limit that this verdict meets: at most one verdict in this number is wrong.

    0 if it meets none, -1 if its label has no threshold, None if the model has no error limits.
    """
    wrong_share: float | None = None
    """Measured error rate of similar verdicts on held-out documents."""

    @property
    def plain_sum(self) -> float | None:
        """With learnt factors: the sum of all naive Bayes terms, before the factors are applied; otherwise None."""
        if self.rest_said is None:
            return None
        return math.fsum([self.rest_said, *(term.said or 0.0 for term in self.terms)])


def round_to_sum(values: Sequence[float], total: float, places: int = 2) -> list[float]:
    """Return the values rounded to `places` decimals in such a way that their sum equals the rounded total.

    Each result differs from its value by less than one unit of the last place (largest-remainder method). Returns the
    values unchanged if one of them is infinite or NaN, or if `total` is not their sum.
    """
    if not all(map(math.isfinite, (*values, total))):
        return list(values)
    unit = 10.0**places
    rounded = [math.floor(value * unit) for value in values]
    n_to_raise = round(total * unit) - sum(rounded)
    if not 0 <= n_to_raise <= len(values):
        return list(values)
    by_remainder = sorted(range(len(values)), key=lambda index: rounded[index] - values[index] * unit)
    for index in by_remainder[:n_to_raise]:
        rounded[index] += 1
    return [number / unit for number in rounded]


@dataclass(frozen=True, slots=True)
class LearningReport:
    """Result of learning or forgetting documents."""

    model: str
    corpus: str
    label: str
    documents: int
    """Number of documents passed in."""
    changed: int
    """Number of documents that were added to the corpus, or whose label changed."""
    canonical_hash: str = ""
    """Hash of the model; empty unless requested, since computing it reads all words."""
    doubted: int = 0
    """Number of documents whose label contradicts everything that the filter has learnt.

    They have a low weight until other documents confirm their label.
    """


@dataclass(frozen=True, slots=True)
class ColouredWord:
    """Position and length of a word in a text, with its log-odds for one label against another."""

    start: int
    length: int
    log_odds: float | None
    """Log-odds of the word; None if the model does not know it."""
    naive_bayes_log_odds: float | None = None
    """With learnt factors: the naive Bayes log-odds, before they are multiplied by the factor."""
    contribution: float | None = None
    """Contribution of all occurrences of the word to the score of the verdict; None if unknown."""
    count: float = 1.0
    """Number of times that the word enters the score."""
    in_other_fields: tuple[tuple[str, float], ...] = ()
    """Tokens of the same word in other parts of the mail, such as `subject:offer`, each with its contribution to the
    score.
    """


@dataclass(frozen=True, slots=True, eq=False)
class DroppedItem:
    """A dropped file or text: its verdict, and its document if it could be read."""

    number: int
    verdict: DocumentVerdict
    document: Document | None
    corrected: str | None = None
    """Label that a person gave as a correction."""
    is_doubted: bool = False
    """Whether the label that a person gave contradicts everything that the filter has learnt.

    Such a correction has a low weight until other corrections confirm it.
    """
    title: str = ""
    """Title of the document, values of a table row, or file name."""
    failure: Failure | None = None
    """Why the file could not be read; None if it was read."""

    @property
    def label(self) -> str | None:
        """The corrected label, otherwise the judged one; the name of the label set in a multi-label corpus."""
        return (
            self.corrected or label_set_name(answer.label for answer in self.verdict.labels or ()) or self.verdict.label
        )

    @property
    def error(self) -> str:
        """Why the file could not be read, as an English sentence; empty if it was read."""
        return self.verdict.error or ""


@dataclass(frozen=True, slots=True)
class InfluentialDocument:
    """A training document and its effect on the log-odds of a verdict."""

    number: int
    title: str
    sender: str
    date_s: int | None
    label: str | None
    effect: float
    """What the document adds to the log-odds of the verdict.

    Positive values support the verdict. Infinite if a label would be impossible without the document.
    """
    suggested_label: str | None = None
    """Label that leave-one-out suggests if the document's own label is probably wrong; otherwise None."""


@dataclass(frozen=True, slots=True)
class TrainingInfluence:
    """The training documents that support a verdict most (`backing`), and those that oppose the verdict most
    (`opposing`).
    """

    label: str | None
    """The judged label; None if the model has only one label, so that there is nothing to compare."""
    against: str | None
    odds: float
    """Log-odds of `label` against `against`, with all documents."""
    n_documents: int
    """Number of documents whose effect was computed."""
    backing: tuple[InfluentialDocument, ...]
    opposing: tuple[InfluentialDocument, ...]


@dataclass(frozen=True, slots=True)
class WordRow:
    """One word of a model: counts and probabilities by label."""

    word: str
    counts: Mapping[str, float]
    documents: Mapping[str, float]
    log_probabilities: Mapping[str, float]
    log_odds: float
    mutual_information: float
    learnt: float | None = None
    """Learnt weight of a filter for the positive (spam) label; None for other models."""


@dataclass(frozen=True, slots=True)
class EventModelView:
    """The result of one event model for one document: label, scores, and the term of each word."""

    name: str
    """multinomial | binary multinomial | bernoulli | complement | complement with norm | gaussian | …"""
    label: str | None
    probabilities: tuple[float, ...] | None
    """Uncalibrated probabilities, in the order of the model's labels."""
    scores: tuple[float, ...]
    terms: Mapping[str, float]
    """Word → its term in the log-odds of the first compared label against the second."""
    prior: float
    absent: float


@dataclass(frozen=True, slots=True)
class EventModelComparison:
    """Verdicts of several event models on one document, all with the same smoothing."""

    labels: tuple[str, ...]
    compared: tuple[str, str]
    """The judged label and the runner-up."""
    views: tuple[EventModelView, ...]


def share_to_percent(share: float, places: int) -> float:
    """Return a share in percent. A share below 1 is never rounded up to 100 at `places` decimals."""
    upper_limit = 100.0 if share > 1 - 1e-9 else 100 - 10.0**-places
    return min(100 * share, upper_limit)


class ShelfKind(Enum):
    """Kinds of subsets of a corpus that the Documents page lists."""

    ALL = "all"
    LABEL = "label"
    UNLABELLED = "unlabelled"
    JUDGED_OTHERWISE = "judged otherwise"
    DUPLICATES = "duplicates"
    TWO_LABELS = "two labels"
    UNREADABLE = "unreadable"
    SOURCE = "source"
    SEARCH = "search"
    """A saved search."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """A subset of a corpus that the Documents page lists. `name` is the name of its label, source or saved search, or
    empty.
    """

    kind: ShelfKind = ShelfKind.ALL
    name: str = ""


class SortOrder(Enum):
    """Sort order of documents."""

    NEWEST = "newest"
    OLDEST = "oldest"
    SUSPICIOUS = "suspicious"
    """Documents whose verdict contradicts their label come first, highest probability of the verdict first."""
    SUBJECT = "subject"
    SENDER = "sender"
    LABEL = "label"
    LONGEST = "longest"
    IMPORTED = "imported"
    FILE = "file"
    LARGEST = "largest"
    KIND = "kind"


class FacetKind(Enum):
    """A property by which the Documents page counts and filters documents."""

    SENDER = "sender"
    """Domain of the sender."""
    LIST = "list"
    """Mailing list."""
    MONTH = "month"
    KIND = "kind"
    """Mail, row of a table, or the type of the file."""
    VERDICT = "verdict"
    CONFIDENCE = "confidence"
    """Probability of the document's own label."""
    STATE = "state"
    """Duplicate, with attachment, without a date, and so on."""
    DOUBT = "doubt"
    """Why a verdict is unsure."""


UNDECIDED = "\0undecided"
"""Value of the facet `FacetKind.VERDICT` for documents on which the model is undecided. No label has this name."""


@dataclass(frozen=True, slots=True)
class FacetChoice:
    """One chosen value of a facet."""

    kind: FacetKind
    key: str


@dataclass(frozen=True, slots=True)
class FacetValue:
    """A value of a facet and its number of documents."""

    key: str
    n_documents: int


@dataclass(frozen=True, slots=True)
class FacetCounts:
    """The values of a facet in display order."""

    kind: FacetKind
    values: tuple[FacetValue, ...]


@dataclass(frozen=True, slots=True)
class DocumentQuery:
    """Which documents of a corpus to list, and in which order."""

    shelf: Shelf = Shelf()
    order: SortOrder = SortOrder.NEWEST
    search: str = ""
    is_reversed: bool = False
    """True reverses the order."""
    facets: tuple[FacetChoice, ...] = ()
    numbers: tuple[int, ...] = ()
    """Numbers of the documents to which the list is restricted; empty for all."""


@dataclass(frozen=True, slots=True)
class FacetReport:
    """Numbers of documents for the side bar: in each subset (`shelves`), and for each value of each facet.

    They count the documents that match the current search and facets. A facet's own choice does not restrict its
    counts.
    """

    shelves: tuple[tuple[Shelf, int], ...] = ()
    facets: tuple[FacetCounts, ...] = ()
    revision: Revision = ("", -1, -1)


@dataclass(frozen=True, slots=True)
class Overview:
    """Document counts of a corpus by label, source and state."""

    corpus: str = ""
    n_documents: int = 0
    labels: tuple[LabelCount, ...] = ()
    n_unlabelled: int = 0
    n_judged_otherwise: int | None = None
    """Number of documents whose verdict differs from their label; None until every document has a verdict."""
    n_duplicates: int = 0
    """Number of documents that occur more than once in the imported sources."""
    n_copies: int = 0
    """Number of duplicates in the imported sources, which were not stored again."""
    n_label_conflicts: int = 0
    """Number of documents that have a duplicate with another label, and whose label no person has chosen yet."""
    n_unreadable: int = 0
    sources: tuple[tuple[str, int], ...] = ()
    positive: str = ""
    """Label whose probability the table shows; empty without a model, or with more than two labels."""
    is_table: bool = False
    """Whether this is a table corpus, whose documents have no sender and no date."""
    is_mail: bool = True
    """Whether the documents are mails. Few other documents have a sender or a date."""
    revision: Revision = ("", -1, -1)
    judged_by: str = ""
    """Name of the model whose verdicts are shown; empty if the name was not stored."""
    shelves: tuple[tuple[str, str], ...] = ()
    """Saved searches: (name, search)."""
    takes_several: bool = False
    """True if a document may have several labels."""
    has_dates: bool = True
    """Whether at least one document has a date."""


@dataclass(frozen=True, slots=True)
class RowVerdict:
    """Held-out verdict on a document of the corpus: the verdict of a model that has not learnt this document."""

    share: float | None = None
    """Probability of the positive label; with more than two labels, probability of the document's own label."""
    judged: str | None = None
    """Label of the verdict; None if the model is undecided."""
    is_surprising: bool = False
    """True if the judged label is not the document's label."""
    judged_share: float | None = None
    """Probability of the judged label; None if unknown."""


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
    """Name of the source file, or of the member in it."""
    n_letters: int = 0
    path: str = ""
    """Source file with its folder."""
    member: str = ""
    """Position in the source file."""
    size_bytes: int = 0
    kind: str = "text"
    """Kind of document: `mail`, `text` or `row`."""
    copy_labels: str | None = None
    """Labels of the document's duplicates that differ from its own label, as a label set; None if there are none."""


@dataclass(frozen=True, slots=True)
class OpenDocument:
    """A document opened for reading."""

    number: int
    title: str
    text: str
    sender: str = ""
    date_s: int | None = None
    source: str = ""
    """Source file and member, for display."""
    label: str | None = None
    judged: str | None = None
    """Label of the verdict; None without one."""
    probability: float | None = None
    """Probability of the judged label."""
    attachments: tuple[Attachment, ...] = ()
    duplicate_locations: tuple[str, ...] = ()
    """Where duplicates of the document were found, for display."""
    path: str = ""
    """Path of the source file."""
    member: str = ""
    """Position in the source file."""
    pages: tuple[RecognisedPage, ...] = ()
    """Pages that were read by OCR."""


def probability_of_judged_label(own_share: float, n_labels: int, *, is_own: bool) -> float | None:
    """Return the probability of the judged label; None if it is unknown.

    `own_share` is the probability of the document's own label, and `is_own` tells whether that is the judged label.
    With two labels, the other probability is 1 - `own_share`. With more labels, only `own_share` is stored.
    """
    if is_own:
        return own_share
    return 1.0 - own_share if n_labels == 2 else None


def display_location(path: str, member: str) -> str:
    """Return the location of a document for display: its file and its member."""
    return f"{path}, {member}" if member else path


def failure_reason_sentence(failure: Failure) -> Sentence:
    """Return the sentence about why a file was not read."""
    return failure_sentence(Path(failure.member or failure.path).name, failure.reason, failure.detail)


OPERATORS = ("from", "to", "subject", "label", "verdict", "judged", "kind", "has", "is", "before", "after")
"""Names of search operators. `judged` is the former name of `verdict`; saved searches may contain it."""
KINDS, STATES = ("mail", "text", "row"), ("wrong", "unlabelled", "duplicate")
KNOWN_VALUES: Mapping[str, Sequence[str]] = {"kind": KINDS, "has": ("attachment",), "is": STATES}
"""Operator values that do not depend on the corpus."""
MAX_COMPLETIONS = 6
_TERM = re.compile(r'(?P<minus>[-−])?(?:(?P<operator>[a-z]+):)?(?:"(?P<phrase>[^"]*)"?|(?P<word>\S+))', re.IGNORECASE)
_DATE = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?")


@dataclass(frozen=True, slots=True)
class SearchTerm:
    """One condition of a search."""

    value: str
    operator: str = ""
    """One of OPERATORS, never `judged`; empty for plain text."""
    is_negated: bool = False
    """Whether the term was negated with a minus sign."""
    is_phrase: bool = False


def parse_search(search: str) -> tuple[SearchTerm, ...]:
    """Return the conditions of a search. Plain words become one text condition, in their order, before all others."""
    terms, words = [], []
    for match in _TERM.finditer(search):
        term = _parse_term(match)
        if _is_more_than_words(term):
            terms.append(term)
        else:
            words.append(term.value)
    return (*([SearchTerm(" ".join(words))] if words else []), *terms)


def find_chip_spans(search: str) -> list[tuple[int, int]]:
    """Return the (start, end) spans that the search field shows as chips: operators, phrases and negated terms."""
    return [match.span() for match in _TERM.finditer(search) if _is_more_than_words(_parse_term(match))]


def complete_search(typed_text: str, values: Mapping[str, Sequence[str]]) -> list[str]:
    """Return at most MAX_COMPLETIONS completions of the last part of the unfinished search `typed_text`.

    Before a colon they are operators. After a colon they are the values that `values` has for the operator.
    """
    part = typed_text[_start_of_last_part(typed_text) :]
    minus, part = part[: len(part) - len(part.lstrip("-−"))], part.lstrip("-−")
    operator, colon, typed_value = part.partition(":")
    if not part:
        return []
    if not colon:
        return [f"{minus}{name}:" for name in OPERATORS if name.startswith(part.casefold())][:MAX_COMPLETIONS]
    prefix = typed_value.strip('"').casefold()
    matches = [value for value in values.get(operator.casefold(), ()) if value.casefold().startswith(prefix)]
    return [f"{minus}{operator}:{quote_value(value)}" for value in matches if value.casefold() != prefix][
        :MAX_COMPLETIONS
    ]


def insert_completion(typed_text: str, completion: str) -> str:
    """Replace the last part of a search by a completion, followed by a space unless it is an operator."""
    return typed_text[: _start_of_last_part(typed_text)] + completion + ("" if completion.endswith(":") else " ")


def quote_value(value: str) -> str:
    """Return a value for the search field: in quotation marks if it contains spaces."""
    return f'"{value}"' if " " in value else value


def _start_of_last_part(typed_text: str) -> int:
    """Return where the last part of a search starts. Spaces inside quotation marks do not separate parts."""
    is_quoted, start = False, 0
    for position, letter in enumerate(typed_text):
        is_quoted ^= letter == '"'
        if letter.isspace() and not is_quoted:
            start = position + 1
    return start


def _is_more_than_words(term: SearchTerm) -> bool:
    return bool(term.operator) or term.is_negated or term.is_phrase


def _parse_term(match: re.Match[str]) -> SearchTerm:
    operator, phrase = (match["operator"] or "").lower(), match["phrase"]
    value = match["word"] if phrase is None else phrase
    is_left_out = bool(match["minus"])
    if operator in OPERATORS and _accepts_value(operator, value.lower()):
        return SearchTerm(value, "verdict" if operator == "judged" else operator, is_left_out)
    if operator:
        value = f"{match['operator']}:{value}"
    return SearchTerm(value, "", is_left_out, is_phrase=phrase is not None)


def _accepts_value(operator: str, value: str) -> bool:
    if operator in ("before", "after"):
        return parse_date(value) is not None
    return value in KNOWN_VALUES.get(operator, (value,)) and bool(value)


def parse_date(value: str) -> float | None:
    """Return the Unix time at which a year, month or day starts ("2026", "2026-3", "2026-03-02"); None if invalid."""
    match = _DATE.fullmatch(value)
    if match is None:
        return None
    try:
        year, month, day = (int(part) if part else 1 for part in match.groups())
        return datetime(year, month, day, tzinfo=UTC).timestamp()
    except ValueError:
        return None
