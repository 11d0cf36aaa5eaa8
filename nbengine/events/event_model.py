"""The interface of event models, their settings, and the prior.

An event model builds a scorer from the counts, computes leave-one-out scores, explains its arithmetic, computes the
influence of training documents, and scores a document by looking up its own words. `EventModel` is the interface of a
complete model, `ColumnModel` that for one kind of column, and `TextModel` the base class for words. `EventSettings`
holds smoothing and prior.

To add a model, write a class in a module of its own and add it to `EVENT_MODELS`. Other code must not compare the names
of models. It reads properties such as `counts_absence` and `has_prior`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Final, Literal, Protocol, Self, get_args

import numpy as np
import numpy.typing as npt

from nbengine.counts import UNIT, CountMatrix, FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.events.leave_one_out import LabelSums
from nbengine.events.scorer import Scorer
from nbengine.events.scorer_parts import WordWeights
from nbengine.explanations.exact_fractions import Step, WordCalculation, WordGroup
from nbengine.learnt.statistics import Features, Statistics, require_part
from nbengine.learnt.tally import Tally
from nbengine.logspace import log_odds_between, log_of, select_above

PriorKind = Literal["data", "uniform", "none", "given", "smoothed"]


MAX_PRIOR_STRENGTH = 1e100
"""Upper limit of a prior's strength.

It is larger than any number of documents, and its sum over all labels is finite.
"""


@dataclass(frozen=True, slots=True)
class Prior:
    """Settings of the prior probabilities of the labels. By default, a label's prior is its share of the documents."""

    kind: PriorKind = "data"
    strength: float = 1.0
    """For the kind "smoothed": λ, which is added to the document count of each label."""
    shares: tuple[tuple[str, float], ...] = ()
    """For the kind "given": pairs of a label and its prior. The priors add up to 1."""

    def __post_init__(self) -> None:
        if self.kind not in get_args(PriorKind):
            raise EngineError(f"There is no prior called {self.kind!r}.")
        if not 0 <= self.strength <= MAX_PRIOR_STRENGTH:
            raise EngineError(
                f"The strength of a prior must be from 0 to {MAX_PRIOR_STRENGTH:g}, not {self.strength:g}."
            )
        if self.kind == "given":
            shares = [share for _, share in self.shares]
            if not all(np.isfinite(share) and share >= 0 for share in shares):
                raise EngineError("The shares of a given prior must be numbers from 0 upwards.")
            if abs(sum(shares) - 1) > 1e-6:
                raise EngineError(f"The shares of a given prior must add up to 1, not {sum(shares):g}.")

    @classmethod
    def given(cls, shares: Mapping[str, float]) -> Self:
        """Return a prior with these probabilities, given by label."""
        return cls("given", shares=tuple(shares.items()))


def log_prior(documents: npt.NDArray[Any], labels: Sequence[str], prior: Prior) -> FloatArray:
    """Return log P(label), shape (..., n_labels). `documents` are document weights of the same shape, in units of 2⁻²⁰.

    If the prior comes from the data, a label without documents is impossible (-inf).
    """
    if prior.kind == "none":
        return np.zeros(documents.shape)
    if prior.kind == "uniform":
        return np.full(documents.shape, -np.log(max(len(labels), 1)))
    if prior.kind == "given":
        return np.broadcast_to(log_of(_shares_in_order(labels, prior)), documents.shape).copy()
    strength = prior.strength if prior.kind == "smoothed" else 0.0
    smoothed_documents = documents / UNIT + strength
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.log(smoothed_documents) - np.log(smoothed_documents.sum(axis=-1, keepdims=True))
    return np.where(smoothed_documents > 0, logs, -np.inf)


def _shares_in_order(labels: Sequence[str], prior: Prior) -> FloatArray:
    shares = dict(prior.shares)
    missing = [label for label in labels if label not in shares]
    if missing:
        raise EngineError(f"No prior was given for the label {missing[0]!r}.")
    unknown = set(shares) - set(labels)
    if unknown:
        raise EngineError(f"A prior was given for {min(unknown)!r}, which is not a label here.")
    return np.array([shares[label] for label in labels], dtype=np.float64)


Weighting = Literal["count", "binary", "tfidf"]
MixedText = Literal["multinomial", "bernoulli"]
MIXED_TEXTS: Final[tuple[MixedText, ...]] = get_args(MixedText)
"""Event models that can handle the text in a mixed model, the default first."""
DEFAULT_EVENT_MODEL: Final = "multinomial"
"""The default event model of text."""
Smoothing = float | FloatArray


@dataclass(frozen=True, slots=True)
class EventSettings:
    """The event model with its smoothing and prior."""

    event_model: str = DEFAULT_EVENT_MODEL
    """The name of one of `nbengine.events.EVENT_MODELS`."""
    smoothing: Smoothing = 1.0
    """α for all tokens, or one α per token (text only)."""
    prior: Prior = field(default_factory=Prior)
    norm: bool = False
    """Complement: divide the weights of each label by the sum of their absolute values."""
    with_prior: bool = False
    """Complement: add the prior to the score. With a single label the prior is always used."""
    var_smoothing: float = 1e-9
    """Gaussian: share of the largest column variance that is added to every variance."""
    mixed_text: MixedText = MIXED_TEXTS[0]
    """Mixed: event model of the text."""

    def __post_init__(self) -> None:
        if not 0 <= self.var_smoothing <= MAX_SMOOTHING:
            wanted = f"a number from 0 upwards, to {MAX_SMOOTHING:g}"
            raise EngineError(f"Variance smoothing must be {wanted}, not {self.var_smoothing}.")
        if self.mixed_text not in MIXED_TEXTS:
            raise EngineError(f"Text takes part by {', '.join(MIXED_TEXTS)}, not by {self.mixed_text!r}.")
        check_smoothing(self.smoothing)


MAX_SMOOTHING = 1e100
"""Upper limit of smoothing. It is larger than any count, and its sum over all words is finite."""


def check_smoothing(smoothing: npt.ArrayLike) -> None:
    """Raise EngineError if a smoothing is negative, not finite or too large."""
    alphas = np.asarray(smoothing, dtype=np.float64)
    if alphas.ndim > 1:
        raise EngineError(f"Smoothing is one number or one per token, not an array of {alphas.ndim} dimensions.")
    if not np.isfinite(alphas).all() or (alphas.size and alphas.min() < 0):
        raise EngineError("Smoothing must be a finite number from 0 upwards.")
    if alphas.size and alphas.max() > MAX_SMOOTHING:
        raise EngineError(f"Smoothing must be at most {MAX_SMOOTHING:g}, not {alphas.max():g}.")


def smoothing_per_token(smoothing: npt.ArrayLike, n_tokens: int) -> FloatArray:
    """Return α as an array that broadcasts against (n_tokens, n_labels): shape () or (n_tokens, 1)."""
    check_smoothing(smoothing)
    alphas = np.asarray(smoothing, dtype=np.float64)
    if alphas.ndim == 0:
        return alphas
    if alphas.shape != (n_tokens,):
        raise EngineError(f"{n_tokens} tokens need one smoothing or as many, not {len(alphas)}.")
    return alphas[:, None]


def require_single_smoothing(smoothing: Smoothing) -> float:
    """Return the smoothing as a float; raise EngineError if there is one smoothing per token.

    Columns of choices, and words that are looked up one by one, need a single value.
    """
    check_smoothing(smoothing)
    if np.ndim(smoothing):
        raise EngineError("This needs one smoothing, not one per token.")
    return float(smoothing)


Kind = Literal["text", "numbers", "choices"]


class LeaveOneOutEvidence(Protocol):
    """Leave-one-out log-likelihoods of one kind of column, for any smoothing."""

    def evidence(self, smoothing: Smoothing) -> FloatArray: ...


@dataclass(frozen=True, slots=True, eq=False)
class TrainingDocuments:
    """The training documents of a model: features, label numbers and weights."""

    features: Features
    label_numbers: IntArray
    weight_units: IntArray | None
    """Weight of each document in units of 2⁻²⁰, (n_documents,). None means weight 1 for all, which is faster."""

    @property
    def text(self) -> CountMatrix:
        """Word counts of the documents; raises EngineError if there is no text."""
        return require_part(self.features.text, "text")

    @property
    def all_weight_units(self) -> IntArray:
        """Weight of each document in units of 2⁻²⁰, (n_documents,), even if `weight_units` is None."""
        return np.full(self.features.n_documents, UNIT) if self.weight_units is None else self.weight_units


@dataclass(frozen=True, slots=True, eq=False)
class WordSums:
    """Sums over the vocabulary that `explain_word` needs. They are computed once for all words."""

    totals: IntArray
    """Number of occurrences of all words under each label, in units of 2⁻²⁰; (n_labels,)."""
    divisors: FloatArray
    """Divisor of each label's weights, (n_labels,): 1 except for complement with `norm`."""


@dataclass(frozen=True, slots=True, eq=False)
class JudgedDocument:
    """A document whose verdict is to be explained, with the statistics and settings of the model."""

    statistics: Statistics
    features: Features
    settings: EventSettings
    words_of: Callable[[IntArray], list[str]]
    """Function that returns the words of token numbers."""
    number_names: tuple[str, ...]
    """Names of the numeric columns, in order."""
    choice_names: tuple[str, ...]
    """Names of the columns of choices, in order."""
    word_sums: WordSums


class EventModel(ABC):
    """A naive Bayes event model: an assumption on how documents are generated, and the computations that follow from
    it.
    """

    name: ClassVar[str]
    """Name in recipes and files."""
    title: ClassVar[str]
    """English name of the model, for reports."""
    column_kinds: ClassVar[tuple[Kind, ...]]
    """Kinds of columns that it reads."""
    allows_missing_columns: ClassVar[bool] = False
    """Whether some kinds of columns may be missing. True for the mixed model."""
    is_smoothed: ClassVar[bool] = True
    """Whether the smoothing α has an effect. False for Gaussian."""
    are_weights_shares: ClassVar[bool] = True
    """Whether a word's weight is the logarithm of its share under the label.

    False for complement, which uses the share under all other labels.
    """
    has_binary_variant: ClassVar[bool] = False
    """Whether binary counts turn the model into another well-known one, such as binary multinomial."""
    is_fitted: ClassVar[bool] = False
    """Whether word weights are fitted by optimisation in addition to the counts.

    The fit uses every document, so the model must be evaluated by folds instead of leave-one-out.
    """
    has_norm_option: ClassVar[bool] = False
    """Whether the model has the options `norm` and `with_prior` of complement naive Bayes."""
    automatic_weightings: ClassVar[tuple[Weighting, ...]] = ()
    """Weightings to compare when the event model of text is chosen automatically."""
    automatic_mail_weightings: ClassVar[tuple[Weighting, ...]] = ()
    """Weightings to compare when a spam filter is chosen automatically."""

    @abstractmethod
    def column_models(self, settings: EventSettings) -> tuple[ColumnModel, ...]:
        """Return the column models that the event model combines, one for each kind of column."""

    def has_prior(self, n_labels: int, settings: EventSettings) -> bool:  # noqa: ARG002 - used by complement
        """Return whether the prior is part of the score."""
        return True

    def text_model(self, settings: EventSettings) -> TextModel | None:
        """Return the column model of the text; None if the model reads no text."""
        text_parts = [part for part in self.column_models(settings) if isinstance(part, TextModel)]
        return text_parts[0] if text_parts else None

    def counts_absence(self, settings: EventSettings) -> bool:
        """Return whether absent words change the score, as for Bernoulli.

        If so, only a word's presence matters, not its count.
        """
        text = self.text_model(settings)
        return text is not None and text.is_binary

    def derive(self, statistics: Statistics, settings: EventSettings) -> Scorer:
        """Build the scorer from the statistics. No document is needed."""
        parts = {
            part.column_kind: part.weights(statistics, settings) for part in self.column_models_of(statistics, settings)
        }
        return Scorer(
            statistics.labels,
            self.log_prior_of(statistics, settings),
            text=parts.get("text"),
            numbers=parts.get("numbers"),
            choices=parts.get("choices"),
        )

    def log_prior_of(self, statistics: Statistics, settings: EventSettings) -> FloatArray:
        """Return the log prior of each label, shape (n_labels,)."""
        labels = statistics.labels
        prior = settings.prior if self.has_prior(len(labels), settings) else Prior("none")
        return log_prior(statistics.documents, labels, prior)

    def leave_one_out_evidence(
        self, statistics: Statistics, training: TrainingDocuments, settings: EventSettings
    ) -> list[LeaveOneOutEvidence]:
        """Return the leave-one-out evidence of the training documents, one object per kind of column."""
        parts = self.column_models_of(statistics, settings)
        return [part.column_leave_one_out(statistics, training, settings) for part in parts]

    def derivation_steps(self, judged: JudgedDocument, label: int) -> Iterator[Step]:
        """Yield the steps of a score's derivation: one for each word, number and choice.

        A step has the counts from which a term is computed, and what the term adds to the score of `label`.
        """
        for part in self.column_models(judged.settings):
            if _has_kind(judged.statistics, part.column_kind) and _has_kind(judged.features, part.column_kind):
                yield from part.column_derivation_steps(judged, label)

    def influence(
        self,
        document: Features,
        training: TrainingDocuments,
        statistics: Statistics,
        settings: EventSettings,
        label: int,
    ) -> FloatArray:
        """Return how much each training document adds to one document's score of `label`, without the prior.

        Shape (n_training,).
        """
        total = np.zeros(training.features.n_documents)
        for part in self.column_models_of(statistics, settings):
            total += part.column_influence(document, training, statistics, settings, label)
        return total

    def column_models_of(self, statistics: Statistics, settings: EventSettings) -> list[ColumnModel]:
        """Return the column models for which there are statistics."""
        return [
            part
            for part in self.column_models(settings)
            if not self.allows_missing_columns or getattr(statistics, part.column_kind) is not None
        ]


class ColumnModel(EventModel):
    """An event model of one kind of column, used alone or as part of the mixed model."""

    column_kind: ClassVar[Kind]

    def column_models(self, settings: EventSettings) -> tuple[ColumnModel, ...]:  # noqa: ARG002 - used by mixed
        return (self,)

    @abstractmethod
    def weights(self, statistics: Statistics, settings: EventSettings) -> Any:
        """Return the weights of these columns, which become one part of the scorer."""

    @abstractmethod
    def column_leave_one_out(
        self, statistics: Statistics, training: TrainingDocuments, settings: EventSettings
    ) -> LeaveOneOutEvidence: ...

    @abstractmethod
    def column_derivation_steps(self, judged: JudgedDocument, label: int) -> Iterator[Step]: ...

    @abstractmethod
    def column_influence(
        self,
        document: Features,
        training: TrainingDocuments,
        statistics: Statistics,
        settings: EventSettings,
        label: int,
    ) -> FloatArray: ...


class TextModel(ColumnModel):
    """Base class of event models of words. Subclasses take a tally and a matrix of word counts."""

    column_kind: ClassVar[Kind] = "text"
    column_kinds: ClassVar[tuple[Kind, ...]] = ("text",)
    is_binary: ClassVar[bool] = False
    """Whether only the presence of a word matters, not its count."""

    @abstractmethod
    def text_weights(self, tally: Tally, settings: EventSettings) -> WordWeights:
        """Derive the weight of each word for each label."""

    @abstractmethod
    def explain_word(
        self, tally: Tally, token: int, label: int, settings: EventSettings, sums: WordSums
    ) -> WordCalculation:
        """Return how the weight of one word for a label is computed, in exact fractions where possible."""

    def text_leave_one_out(
        self, tally: Tally, training: TrainingDocuments, settings: EventSettings
    ) -> LeaveOneOutEvidence:
        """Return leave-one-out evidence.

        This default refits the model without each document. Subclasses override it with a faster way.
        """
        return RefittingLeaveOneOut(self, tally, training, settings)

    def text_influence(
        self, document: CountMatrix, training: TrainingDocuments, tally: Tally, settings: EventSettings, label: int
    ) -> FloatArray:
        """Return how much each training document adds to the score of `label` for `document`, shape (n_training,).

        Neither `document` nor `training` may contain zero counts.
        """
        score = self.text_weights(tally, settings).evidence(document)[:, label]
        other_tallies = tallies_without(tally, training)
        return np.array(
            [
                log_odds_between(score, self.text_weights(other_tally, settings).evidence(document)[:, label])[0]
                for other_tally in other_tallies
            ]
        )

    def gain_from_removed_words(
        self,
        tally: Tally,  # noqa: ARG002
        words: WordsOnlyInOneDocument,  # noqa: ARG002
        settings: EventSettings,  # noqa: ARG002
    ) -> FloatArray | None:
        """Return how much a score changes if words that occur only in the left-out document are removed from the
        vocabulary.

        Leave-one-out and influence keep such words in the vocabulary; adding the result corrects for them. The shape is
        (n_training, n_labels). Return None if there is no formula.
        """
        return None

    def make_label_sums(self, labels: tuple[str, ...], settings: EventSettings) -> LabelSums | None:  # noqa: ARG002
        """Return empty sums for scoring a document by looking up its own words.

        Return None if scoring needs all words.
        """
        return None

    def compute_word_sums(self, tally: Tally, settings: EventSettings) -> WordSums:  # noqa: ARG002 - used by complement with norm
        """Return the sums over all words that `explain_word` needs."""
        return WordSums(tally.totals, np.ones(tally.n_labels))

    def group_absent_words(self, judged: JudgedDocument, label: int) -> tuple[WordGroup, ...]:  # noqa: ARG002 - used by Bernoulli
        """Return the words that a document lacks, in groups of equal counts.

        All words of a group have the same probability. Return an empty tuple if absence does not count.
        """
        return ()

    def group_words_of_divisor(self, judged: JudgedDocument, label: int) -> tuple[WordGroup, ...]:  # noqa: ARG002 - used by complement
        """Return all words in groups of equal weight. Without the option `norm`, return an empty tuple.

        With `norm`, the score of a label is divided by a divisor: the sum of the weights of all words.
        """
        return ()

    def weights(self, statistics: Statistics, settings: EventSettings) -> WordWeights:
        return self.text_weights(require_part(statistics.text, "text"), settings)

    def column_leave_one_out(
        self, statistics: Statistics, training: TrainingDocuments, settings: EventSettings
    ) -> LeaveOneOutEvidence:
        return self.text_leave_one_out(require_part(statistics.text, "text"), training, settings)

    def column_derivation_steps(self, judged: JudgedDocument, label: int) -> Iterator[Step]:
        tally, word_counts = require_part(judged.statistics.text, "text"), self.words_of_document(judged)
        words = judged.words_of(word_counts.tokens.astype(np.int64))
        for word, token, value in zip(words, word_counts.tokens.tolist(), word_counts.values.tolist(), strict=True):
            working = self.explain_word(tally, token, label, judged.settings, judged.word_sums)
            yield Step(word, "word", 1 if self.is_binary else value, working, working.log)

    def words_of_document(self, judged: JudgedDocument) -> CountMatrix:
        """Return the counts of the document's words that affect its score."""
        tally, counts = require_part(judged.statistics.text, "text"), require_part(judged.features.text, "text")
        return select_above(counts, tally.threshold if self.is_binary else 0.0)

    def column_influence(
        self,
        document: Features,
        training: TrainingDocuments,
        statistics: Statistics,
        settings: EventSettings,
        label: int,
    ) -> FloatArray:
        counts, tally = training.text, require_part(statistics.text, "text")
        learnt = TrainingDocuments(Features(select_above(counts)), training.label_numbers, training.weight_units)
        return self.text_influence(select_above(require_part(document.text, "text")), learnt, tally, settings, label)


@dataclass(frozen=True, slots=True, eq=False)
class WordsOnlyInOneDocument:
    """For each training document, the words that occur in no other training document.

    Leaving the training document out removes these words from the vocabulary, which changes scores. The scored
    documents are the training documents themselves, or one other document.
    """

    label_numbers: IntArray
    """Label number of each training document, (n_training,)."""
    units: IntArray
    """Weight of each training document in units of 2⁻²⁰, (n_training,)."""
    occurrences: FloatArray
    """Number of words in each training document times its weight, (n_training,)."""
    n_sole_words: FloatArray
    """Number of different words that only this training document has, (n_training,)."""
    n_sole_in_document: FloatArray
    """Occurrences, in the scored document, of the words that only this training document has; (n_training,)."""
    length: FloatArray
    """Number of words in the scored document, (n_training,)."""

    def totals_without_document(self, totals: npt.NDArray[Any], own_counts: FloatArray) -> FloatArray:
        """Return the total of each label without each training document, (n_training, n_labels).

        `own_counts` (n_training,) is the amount that each training document added to the total of its label.
        """
        left = np.repeat(totals[None, :].astype(np.float64), len(own_counts), axis=0)
        left[np.arange(len(own_counts)), self.label_numbers] -= own_counts
        return np.asarray(left.clip(min=0))

    def score_gain(self, totals: FloatArray, alpha: float, n_tokens: int) -> FloatArray:
        """Return how much scores change if the words are removed, for weights that are log smoothed shares.

        The shape is (n_training, n_labels). `totals` are the totals without each training document.
        """
        n_sole_words, inside, length = (
            part[:, None] for part in (self.n_sole_words, self.n_sole_in_document, self.length)
        )
        logs_before, below = log_of(totals + alpha * n_tokens), totals + alpha * (n_tokens - n_sole_words)
        logs_after = np.where(below > 0, log_of(np.where(below > 0, below, 1.0)), 0.0)
        return np.asarray(length * logs_before - (length - inside) * logs_after - inside * float(np.log(alpha)))


def find_words_only_in_one_document(
    tally: Tally, training: TrainingDocuments, document: CountMatrix | None = None, *, is_binary: bool = False
) -> WordsOnlyInOneDocument:
    """Find the words that only one training document has.

    `document` is the document to score. With None, each training document is scored itself.
    """
    counts, units = select_above(training.text), training.all_weight_units
    entry_units = np.repeat(units, np.diff(counts.starts))
    is_sole = tally.token_sums[1][counts.tokens] <= entry_units
    rows, n_documents = counts.rows[is_sole], counts.n_documents
    n_sole_words = np.bincount(rows, minlength=n_documents).astype(np.float64)
    lengths = counts.sums()
    if document is None:
        values = np.ones(len(rows)) if is_binary else counts.values[is_sole]
        length = lengths
    else:
        scored = np.zeros(tally.n_tokens)
        scored[document.tokens] = 1.0 if is_binary else document.values
        values, length = scored[counts.tokens[is_sole]], np.full(n_documents, float(document.values.sum()))
    inside = np.bincount(rows, values, n_documents).astype(np.float64)
    return WordsOnlyInOneDocument(training.label_numbers, units, lengths * units / UNIT, n_sole_words, inside, length)


@dataclass(frozen=True, slots=True, eq=False)
class RefittingLeaveOneOut:
    """Leave-one-out that forgets each document in a copy of the tally and computes all weights again.

    It is exact for every text model, but slow.
    """

    model: TextModel
    tally: Tally
    training: TrainingDocuments
    settings: EventSettings

    def evidence(self, smoothing: Smoothing) -> FloatArray:
        """Return the log-likelihoods, (n_documents, n_labels)."""
        settings, counts = replace(self.settings, smoothing=smoothing), self.training.text
        joint = np.empty((counts.n_documents, self.tally.n_labels))
        for document, other_tally in enumerate(tallies_without(self.tally, self.training)):
            joint[document] = self.model.text_weights(other_tally, settings).evidence(counts.row(document))[0]
        return joint


def tallies_without(tally: Tally, training: TrainingDocuments) -> Iterator[Tally]:
    """Yield a tally for each document, which counts all other documents."""
    labels, units = training.label_numbers.tolist(), training.all_weight_units.tolist()
    for document, (label, weight) in enumerate(zip(labels, units, strict=True)):
        other_tally = tally.copy()
        other_tally.forget(training.text.row(document), [label], [weight / UNIT])
        yield other_tally


def _has_kind(columns: Statistics | Features, kind: Kind) -> bool:
    return getattr(columns, kind) is not None
