"""Choose the next documents to label, learn from the answers, and estimate how many verdicts are right.

A *question* is a document to label, an *answer* the labels that a person gave it.

**Questions.** The unanswered documents are divided into as many regions as there are questions. Documents with more
doubt weigh more. One document of each region is asked about, so ten questions are about ten topics, not about ten
copies of one newsletter. In even regions, it is the document nearest to the mean, weighted by doubt. In odd regions, it
is drawn with a probability by doubt, because documents between two labels are never near a mean. Before the first
answers, doubt is uniform and the regions are groups. Two of ten questions are drawn at random: the next documents of a
random order that answers do not change.

**Learning.** Each label is separated from the others by ridge regression on unit rows, which takes milliseconds. A
matrix holds the closeness of all documents to the answered ones, and an answer adds a column. Part of the closeness
comes from the directions of largest variance of all documents. So words that occur together in unanswered documents
count, too.

**Estimate.** The share of right verdicts is measured on the randomly drawn answers, each judged by all other answers.
The confidence of the verdicts transfers the share to the unanswered documents. This is necessary because the documents
that remain after doubtful ones were answered are easier. How often the interval contains the true share is in
`tests/benchmarks/decisions/asking.md`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from nbengine.active_learning.groups import MIN_COPY_CLOSENESS, Rows, project_rows, spherical_k_means
from nbengine.counts import FloatArray, IntArray
from nbengine.measure.ranking_curves import wilson_bounds

RANDOM_QUESTION_ONE_IN = 5
"""One question in this many is drawn at random.

More random questions cost 0.5 to 1 percentage points of accuracy, and did not narrow the interval before 100 answers.
"""
DOUBT_EXPONENT = 8.0
"""A document has the weight doubt ** `DOUBT_EXPONENT` in regions. Doubt is from 0 to 1 (`Judgement.doubts`).

Measured as area under the curve of 200 answers, this gained 7.7 points over random questions. Asking about the most
doubtful documents gained 5.
"""
MIN_CLOSENESS_TO_MEAN = 0.05
"""Minimum closeness to the mean of the region.

Smaller values are raised to it, so only doubt ranks distant documents.
"""
MIN_PROBABILITY_OF_BOTH, MIN_CLOSENESS_TO_ANSWER = 0.7, 0.15
"""A document is "between" its two most probable labels if at least one of two conditions holds.

The sum of their probabilities is at least the first number, or the closeness to an answered document is at least the
second number.
"""

Reason = Literal["chance", "typical", "between", "unlike"]


@dataclass(frozen=True, slots=True)
class DocumentToAsk:
    """A document that a person should label next."""

    row: int
    reason: Reason
    """Why the document was chosen.

    `chance`: drawn at random. `typical`: near the mean of a region. `between`: between two labels. `unlike`: not close
    to any answered document.
    """
    n_in_region: int
    """Number of documents in its region; 0 if it was drawn at random."""


class DocumentsToLabel:
    """The documents of a collection as unit rows, their projections, and the classifier that learns from the
    answers.
    """

    def __init__(self, rows: Rows, random_order: FloatArray) -> None:
        """`rows` are the documents as unit rows.

        `random_order` (n_documents,) has random numbers: the smallest comes first, and infinity means never.
        """
        self.rows, self.projections = rows, project_rows(rows)
        self.judge = RidgeClassifier(rows, self.projections)
        self.set_random_order(random_order)

    def set_random_order(self, random_order: FloatArray) -> None:
        """Set the random order of the documents. `random_order` is as in `__init__`."""
        self.order = np.argsort(random_order, kind="stable")[: int(np.isfinite(random_order).sum())]

    @property
    def n_documents(self) -> int:
        """Number of documents, with or without an answer."""
        return int(self.rows.shape[0])


def choose_next_questions(
    documents: DocumentsToLabel,
    answers: Mapping[int, tuple[int, ...]],
    judgement: LabelProbabilities | None,
    n_asked: int = 10,
    skipped_rows: frozenset[int] = frozenset(),
) -> list[DocumentToAsk]:
    """Return the next documents to ask about, with the randomly drawn ones last.

    `answers` maps rows to label numbers. Rows in `skipped_rows` are not asked about again. The result has fewer than
    `n_asked` documents if no more are left.
    """
    is_open = np.ones(documents.n_documents, np.bool_)
    is_open[[*answers, *skipped_rows]] = False
    by_chance = [row for row in documents.order.tolist() if is_open[row]][: -(-n_asked // RANDOM_QUESTION_ONE_IN)]
    is_open[by_chance] = False
    questions = choose_from_regions(
        documents, np.flatnonzero(is_open), judgement, n_asked - len(by_chance), len(answers)
    )
    return [*questions, *(DocumentToAsk(row, "chance", 0) for row in by_chance)]


def choose_from_regions(
    documents: DocumentsToLabel,
    unanswered_rows: IntArray,
    judgement: LabelProbabilities | None,
    n_asked: int,
    n_answers: int,
) -> list[DocumentToAsk]:
    """Divide the unanswered rows into regions and choose one document of each."""
    if not len(unanswered_rows) or n_asked < 1:
        return []
    doubts = np.ones(len(unanswered_rows)) if judgement is None else judgement.doubts[unanswered_rows]
    weights = np.maximum(doubts, 1e-6) ** DOUBT_EXPONENT
    vectors = documents.projections[unanswered_rows]
    region_of_document = spherical_k_means(vectors, weights, n_asked, rounds=10)
    generator = np.random.default_rng(n_answers)
    taken: list[int] = []
    questions: list[DocumentToAsk] = []
    for number, region in enumerate(np.unique(region_of_document).tolist()):
        members = np.flatnonzero(region_of_document == region)
        mean = (vectors[members] * weights[members, None]).sum(axis=0)
        mean /= max(float(np.linalg.norm(mean)), 1e-12)
        preference = np.maximum(vectors[members] @ mean, MIN_CLOSENESS_TO_MEAN) * weights[members]
        if number % 2 and judgement is not None:  # on Telegram messages, documents near a mean alone lost 3 points
            order = generator.choice(
                members, min(5, len(members)), replace=False, p=weights[members] / weights[members].sum()
            )
        else:
            order = members[np.argsort(-preference, kind="stable")[:20]]
        row = find_first_without_copy(documents.rows, unanswered_rows[order], taken)
        if row is not None:
            taken.append(row)
            questions.append(DocumentToAsk(row, choose_reason(documents, judgement, row), len(members)))
    by_weight = unanswered_rows[np.argsort(-weights, kind="stable")]
    while (
        len(questions) < n_asked
        and (row := find_first_without_copy(documents.rows, by_weight, taken, is_strict=False)) is not None
    ):
        taken.append(row)
        questions.append(DocumentToAsk(row, choose_reason(documents, judgement, row), 1))
    return questions


def find_first_without_copy(
    rows: Rows, order: IntArray, chosen_rows: list[int], *, is_strict: bool = True
) -> int | None:
    """Return the first row of `order` that is neither in `chosen_rows` nor a copy of a chosen row; None if there is
    none.

    If only copies remain and `is_strict` is false, return the first copy.
    """
    remaining = order[~np.isin(order, chosen_rows)]
    if not len(remaining):
        return None
    if chosen_rows:
        is_copy = (rows[remaining[:100]] @ rows[chosen_rows].T).max(axis=1).toarray().ravel() >= MIN_COPY_CLOSENESS
        if not is_copy.all():
            return int(remaining[np.argmin(is_copy)])
        return None if is_strict else int(remaining[0])
    return int(remaining[0])


def choose_reason(documents: DocumentsToLabel, judgement: LabelProbabilities | None, row: int) -> Reason:
    """Return the reason for asking about a document, to be shown to the person."""
    if judgement is None or not len(judgement.answered_rows):
        return "typical"
    best_two = np.sort(judgement.probabilities[row])[-2:].sum()
    nearest = (documents.rows[[row]] @ documents.rows[judgement.answered_rows].T).max()
    return "between" if best_two >= MIN_PROBABILITY_OF_BOTH or nearest >= MIN_CLOSENESS_TO_ANSWER else "unlike"


RIDGE = 0.3
"""Regularisation strength."""
INTERCEPT = 0.05
"""Number added to every closeness, so that the regression can learn the frequencies of the labels."""
DIRECTIONS_SHARE = 0.25
"""Weight of the projections in the closeness of two documents. The words have the remaining weight.

Right verdicts on Reuters: 88.4 % with 0, 91.7 % with 0.1, 93.0 % with 0.25. Larger values improved nothing.
"""
MAX_LEARNT_ANSWERS = 600
"""Maximum number of answers to learn, divided evenly among the labels. More would take longer and improve little."""
SHARPNESSES = 2.0 ** np.arange(0, 6.5, 0.5)


@dataclass(frozen=True, slots=True, eq=False)
class LabelProbabilities:
    """Probabilities of the labels of all documents, computed from some answers of a person."""

    label_numbers: IntArray
    """Numbers of the labels that occur in the answers, (n_labels,). They are the columns of the other arrays."""
    probabilities: FloatArray
    """(n_documents, n_labels): rows sum to one if labels exclude each other."""
    answered_rows: IntArray
    """(n_answered,): rows of the learnt answers."""
    is_answered_label: FloatArray
    """(n_answered, n_labels): 1 if the answer gave the label, else 0."""
    leave_one_out_probabilities: FloatArray
    """(n_answered, n_labels): leave-one-out probabilities of the answered documents."""
    is_exclusive: bool
    """Whether labels exclude each other, so that each document has one."""

    @property
    def doubts(self) -> FloatArray:
        """Doubt from 0 (none) to 1 (two labels are equally probable); shape (n_documents,)."""
        return compute_doubts(self.probabilities, is_exclusive=self.is_exclusive)

    def assign_labels(self, probabilities: FloatArray) -> FloatArray:
        """Return a table of 0 and 1 with the shape of `probabilities`: whether the label is assigned.

        The most probable label of each document is assigned. If labels do not exclude each other, all labels with a
        probability above 0.5 are assigned.
        """
        if not self.is_exclusive:
            return (probabilities > 0.5).astype(np.float64)
        return np.asarray(np.eye(len(self.label_numbers))[probabilities.argmax(axis=1)])

    def confidence(self, probabilities: FloatArray, assigned: FloatArray) -> FloatArray:
        """Return the probability that the assigned labels of each document are all right, (n_documents,)."""
        if self.is_exclusive:
            return np.asarray((probabilities * assigned).sum(axis=1))
        return np.asarray(np.where(assigned > 0, probabilities, 1 - probabilities).prod(axis=1))


class RidgeClassifier:
    """Classifies all documents of a collection by ridge regression on the answers.

    It caches the closeness (dot product) of all documents to the answered ones.
    """

    def __init__(self, rows: Rows, directions: FloatArray) -> None:
        """`rows` are unit rows, `directions` (n_documents, n_directions) their projections of unit length."""
        self._rows, self._directions = rows, directions.astype(np.float32)
        self._columns = np.zeros((rows.shape[0], 16), np.float32)
        self._column_of_row: dict[int, int] = {}

    def judge(self, answers: Mapping[int, tuple[int, ...]], *, is_exclusive: bool = True) -> LabelProbabilities:
        """Judge all documents. `answers` maps rows to label numbers.

        Each further answer costs one column of closeness and a small fit.
        """
        answered = np.array(choose_rows_to_learn(answers), np.int64)
        labels = np.unique([label for row in answered.tolist() for label in answers[row]]).astype(np.int64)
        truth = np.array([[label in answers[row] for label in labels] for row in answered.tolist()], np.float64)
        truth = truth.reshape(len(answered), len(labels))
        closeness = self._closeness(answered)
        inverse = np.linalg.inv(closeness[answered].astype(np.float64) + RIDGE * np.eye(len(answered)))
        factors = inverse @ truth
        unseen = truth - factors / np.diag(inverse)[:, None]
        scores = (closeness @ factors.astype(np.float32)).astype(np.float64)
        sharpness = fit_sigmoid_slope(unseen, truth, is_exclusive=is_exclusive)
        probabilities = [
            scores_to_probabilities(rows, sharpness, is_exclusive=is_exclusive) for rows in (scores, unseen)
        ]
        return LabelProbabilities(labels, probabilities[0], answered, truth, probabilities[1], is_exclusive)

    def _closeness(self, answered: IntArray) -> FloatArray:
        """Return the closeness of all documents to the answered ones, (n_documents, n_answered)."""
        missing = [row for row in answered.tolist() if row not in self._column_of_row]
        if missing:
            n_cached = len(self._column_of_row)
            if n_cached + len(missing) > self._columns.shape[1]:
                wider = np.zeros((self._rows.shape[0], 2 * (n_cached + len(missing))), np.float32)
                wider[:, :n_cached] = self._columns[:, :n_cached]
                self._columns = wider
            by_words = (self._rows @ self._rows[missing].T).toarray()
            by_directions = self._directions @ self._directions[missing].T
            new_columns = (1 - DIRECTIONS_SHARE) * by_words + DIRECTIONS_SHARE * by_directions + np.float32(INTERCEPT)
            self._columns[:, n_cached : n_cached + len(missing)] = new_columns
            self._column_of_row |= {row: n_cached + number for number, row in enumerate(missing)}
        return np.asarray(self._columns[:, [self._column_of_row[row] for row in answered.tolist()]])


def choose_rows_to_learn(answers: Mapping[int, tuple[int, ...]]) -> list[int]:
    """Return the rows of the answers that the classifier learns.

    If there are more than `MAX_LEARNT_ANSWERS`, the latest answers of each label are kept.
    """
    if len(answers) <= MAX_LEARNT_ANSWERS:
        return list(answers)
    of_label: dict[tuple[int, ...], list[int]] = {}
    for row, labels in answers.items():
        of_label.setdefault(labels, []).append(row)
    chosen: list[int] = []
    for number, rows in enumerate(sorted(of_label.values(), key=len)):
        chosen += rows[-((MAX_LEARNT_ANSWERS - len(chosen)) // (len(of_label) - number)) :]
    return chosen[:MAX_LEARNT_ANSWERS]


def scores_to_probabilities(scores: FloatArray, sharpness: float, *, is_exclusive: bool) -> FloatArray:
    """Convert scores to probabilities. A score is about 1 if the document has the label, and about 0 otherwise."""
    if not is_exclusive:
        return np.asarray(1 / (1 + np.exp(-sharpness * (scores - 0.5))))
    if not scores.size:
        return scores
    shares = np.exp(sharpness * (scores - scores.max(axis=1, keepdims=True)))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def fit_sigmoid_slope(leave_one_out_scores: FloatArray, truth: FloatArray, *, is_exclusive: bool) -> float:
    """Return the sharpness (slope of the sigmoid) with the smallest log loss of these leave-one-out scores.

    A higher sharpness makes the probabilities more extreme. The loss assumes that 1 answer in 20 is a mistake, so no
    probability becomes 0 or 1.
    """
    if truth.shape[1] < 2 and is_exclusive:
        return 1.0
    best, least = 1.0, np.inf
    for sharpness in SHARPNESSES.tolist():
        probabilities = scores_to_probabilities(leave_one_out_scores, sharpness, is_exclusive=is_exclusive)
        probability_of_truth = (
            (probabilities * truth).sum(axis=1)
            if is_exclusive
            else np.where(truth > 0, probabilities, 1 - probabilities)
        )
        loss = -float(np.log(0.95 * probability_of_truth + 0.05 / truth.shape[1]).mean())
        if loss < least:
            best, least = sharpness, loss
    return best


def compute_doubts(probabilities: FloatArray, *, is_exclusive: bool) -> FloatArray:
    """Return the doubt of each document, from 0 to 1; shape (n_documents,).

    With exclusive labels it is 1 minus the difference of the two highest probabilities. Otherwise it is high if a
    probability is near 0.5.
    """
    if not is_exclusive:
        return np.asarray(1 - 2 * np.abs(probabilities - 0.5).min(axis=1, initial=0.5))
    if probabilities.shape[1] < 2:
        return np.ones(len(probabilities))
    first_two = np.partition(probabilities, -2, axis=1)[:, -2:]
    return np.asarray(1 - (first_two[:, 1] - first_two[:, 0]))


MIN_RANDOM_ANSWERS = 5
"""Minimum number of randomly drawn answers for an estimate."""
MAX_UNANSWERED_SHARE = 0.1
"""Maximum share of unanswered documents in the random sample (see `find_random_sample`)."""
NORMAL_QUANTILE = 2.2
"""Normal quantile of the interval. With 1.96 it contained the true share in 89 % of all cases, with 2.2 in 95 %."""
MIN_VARIANCE_RATIO, MAX_VARIANCE_RATIO = 0.3, 1.5
"""Limits of the ratio of the observed variance to the variance of a share, r (1 − r)."""
MIN_GAIN_OF_TEN = 0.005
"""If ten more answers are expected to raise the share of right verdicts by less than this, there are enough answers."""
MIN_LOWER_BOUND = 0.5
"""`has_enough_answers` needs at least this lower bound. Below it, the answers may not contain all labels yet.

Without it, *enough* was reported in half of the cases in which ten labels were grouped as five.
"""
MIN_ANSWERS_TO_HALVE = 4
"""Minimum number of answers for estimating the gain of further ones."""
MIN_ANSWERS_TO_STOP = 50
"""`has_enough_answers` needs this many single answers. Answers for a whole group do not count."""
MIN_OTHER_LABEL_PROBABILITY = 0.8
MAX_OWN_LABEL_PROBABILITY = 0.1
"""An answer is suspicious if its own label has less than this, and another more than `MIN_OTHER_LABEL_PROBABILITY`."""
N_NEAREST, MIN_NEIGHBOURS_OF_OTHER_LABEL = 5, 2
"""Number of nearest answered documents that are checked, and how many of them must have the other label."""


@dataclass(frozen=True, slots=True)
class LabellingEstimate:
    """Estimate of how many unanswered documents are judged right."""

    share_right: float | None
    """Share of unanswered documents with a right verdict; None if too few answers were drawn at random."""
    lower_bound: float
    """Lower bound of the share."""
    upper_bound: float
    """Upper bound of the share."""
    n_random_answers: int
    """Number of randomly drawn answers, from which the share is estimated."""
    expected_gain: float | None
    """Expected increase of the share after ten more answers; None if it was not estimated."""
    has_enough_answers: bool
    """Whether a person may stop: there are many answers, and ten more would raise the share by less than
    `MIN_GAIN_OF_TEN`.
    """


@dataclass(frozen=True, slots=True)
class SuspectAnswer:
    """An answer that the other answers contradict."""

    row: int
    suggested_label: int
    """Number of the label that the other answers suggest."""
    n_agreeing_neighbours: int
    """Number of nearest answered documents that have the suggested label."""


def estimate_labelling(
    documents: DocumentsToLabel, answers: Mapping[int, tuple[int, ...]], judgement: LabelProbabilities | None
) -> LabellingEstimate:
    """Estimate the share of right verdicts among the unanswered documents, and the gain of ten more answers."""
    if judgement is None or judgement.is_answered_label.shape[1] == 0:
        return LabellingEstimate(None, 0.0, 1.0, 0, None, False)
    sample = find_random_sample(documents, np.fromiter(answers, np.int64), judgement.answered_rows)
    rest = np.setdiff1d(np.arange(documents.n_documents), np.fromiter(answers, np.int64))
    if len(sample) < MIN_RANDOM_ANSWERS or not len(rest):
        return LabellingEstimate(None, 0.0, 1.0, len(sample), None, False)
    right, low, high = estimate_share_right(judgement, sample, rest)
    gain = estimate_gain_of_ten(documents, answers, judgement, rest, 1 - right)
    n_single_answers = int(np.isin(documents.order, list(answers)).sum())
    return LabellingEstimate(
        right,
        low,
        high,
        len(sample),
        gain,
        n_single_answers >= MIN_ANSWERS_TO_STOP and gain < MIN_GAIN_OF_TEN and low >= MIN_LOWER_BOUND,
    )


def find_random_sample(documents: DocumentsToLabel, answered_rows: IntArray, learnt_rows: IntArray) -> IntArray:
    """Return positions in `learnt_rows` of the documents in the random sample.

    The sample is the longest first part of the random order in which at most `MAX_UNANSWERED_SHARE` of the documents
    are unanswered. It represents all documents, even if some were asked about for another reason.
    """
    is_answered = np.isin(documents.order, answered_rows)
    shares = np.cumsum(is_answered) / np.arange(1, len(is_answered) + 1)
    is_enough = is_answered & (shares >= 1 - MAX_UNANSWERED_SHARE)
    last = int(np.flatnonzero(is_enough)[-1]) + 1 if is_enough.any() else 0
    return np.flatnonzero(np.isin(learnt_rows, documents.order[:last]))


def estimate_share_right(
    judgement: LabelProbabilities, sample: IntArray, unanswered_rows: IntArray
) -> tuple[float, float, float]:
    """Return the estimated share of right verdicts in the unanswered rows, and the lower and upper bound of the share.

    The share is the mean confidence of these rows, corrected by the overconfidence on the random sample. The bounds are
    Wilson's, for a sample size at which a share varies as much as the correction does.
    """
    assigned = judgement.assign_labels(judgement.leave_one_out_probabilities[sample])
    is_right = (assigned == judgement.is_answered_label[sample]).all(axis=1).astype(np.float64)
    correction = is_right - judgement.confidence(judgement.leave_one_out_probabilities[sample], assigned)
    probabilities = judgement.probabilities[unanswered_rows]
    confidence = float(judgement.confidence(probabilities, judgement.assign_labels(probabilities)).mean())
    right = min(1.0, max(0.0, confidence + float(correction.mean())))
    n = len(sample)
    variance = (float(correction.var()) * n + 0.25) / (n + 1)
    variance_of_share = max(right * (1 - right), 0.25 / (n + 1))
    variance_ratio = float(np.clip(variance / variance_of_share, MIN_VARIANCE_RATIO, MAX_VARIANCE_RATIO))
    low, high = wilson_bounds(right, n / variance_ratio, NORMAL_QUANTILE)
    return right, max(0.0, low), min(1.0, high)


def estimate_gain_of_ten(
    documents: DocumentsToLabel,
    answers: Mapping[int, tuple[int, ...]],
    judgement: LabelProbabilities,
    unanswered_rows: IntArray,
    error_share: float,
) -> float:
    """Return the expected increase of the share of right verdicts after ten more answers.

    Every other single answer is left out; answers for whole groups stay. The verdicts without them are compared with
    those by all answers. The estimate assumes that the share of errors falls with a fixed power of the number of
    answers. `error_share` is the present share of errors.
    """
    is_single_answer = np.isin(np.fromiter(answers, np.int64), documents.order)
    rows = [
        row
        for row, is_single in zip(answers, is_single_answer.tolist(), strict=True)
        if is_single or not is_single_answer.any()
    ]
    if len(rows) < MIN_ANSWERS_TO_HALVE:
        return error_share
    left_out = set(rows[1::2])
    remaining_answers = {row: labels for row, labels in answers.items() if row not in left_out}
    half = documents.judge.judge(remaining_answers, is_exclusive=judgement.is_exclusive)
    now, then = judgement.probabilities[unanswered_rows], np.zeros((len(unanswered_rows), len(judgement.label_numbers)))
    then[:, np.searchsorted(judgement.label_numbers, half.label_numbers)] = half.probabilities[unanswered_rows]
    lost = judgement.confidence(now, judgement.assign_labels(now)) - judgement.confidence(
        now, judgement.assign_labels(then)
    )
    power = math.log2((error_share + max(float(lost.mean()), 0.0) + 1e-4) / (error_share + 1e-4))
    return float(error_share * (1 - (len(rows) / (len(rows) + 10)) ** power))


def find_suspect_answers(documents: DocumentsToLabel, judgement: LabelProbabilities | None) -> list[SuspectAnswer]:
    """Return the answers that contradict the other answers, most suspicious first.

    At least `MIN_NEIGHBOURS_OF_OTHER_LABEL` of the nearest answered documents must have another label.
    """
    if judgement is None or not judgement.is_exclusive or judgement.is_answered_label.shape[1] < 2:
        return []
    given_probability = (judgement.leave_one_out_probabilities * judgement.is_answered_label).sum(axis=1)
    likelier = judgement.leave_one_out_probabilities.argmax(axis=1)
    doubtful = np.flatnonzero(
        (given_probability < MAX_OWN_LABEL_PROBABILITY)
        & (judgement.leave_one_out_probabilities.max(axis=1) > MIN_OTHER_LABEL_PROBABILITY)
    )
    suspicious = []
    for number in doubtful[np.argsort(given_probability[doubtful], kind="stable")].tolist():
        closeness = (
            (documents.rows[[judgement.answered_rows[number]]] @ documents.rows[judgement.answered_rows].T)
            .toarray()
            .ravel()
        )
        closeness[number] = -1.0
        nearest = np.argsort(-closeness, kind="stable")[:N_NEAREST]
        n_alike = int(judgement.is_answered_label[nearest, likelier[number]].sum())
        if n_alike >= MIN_NEIGHBOURS_OF_OTHER_LABEL:
            suspicious.append(
                SuspectAnswer(
                    int(judgement.answered_rows[number]), int(judgement.label_numbers[likelier[number]]), n_alike
                )
            )
    return suspicious
