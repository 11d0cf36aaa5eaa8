"""The interface of event models, their settings, and the prior.

An event model derives a scorer, computes leave-one-out, explains its arithmetic, computes the influence of training
documents, and judges from the counts of a few words. `EventModel` is the interface of a complete model, `ColumnModel`
that for one kind of column, and `TextModel` the base class for words. `EventSettings` holds smoothing and prior.

To add a model, write a class in a module of its own and add it to `EVENT_MODELS`. Other code must not compare names of
models; it asks the object (`counts_absence`, `has_prior`).
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
from nbengine.explanations.exact_fractions import Step, WordGroup, WordShare
from nbengine.learnt.statistics import Features, Statistics, require_part
from nbengine.learnt.tally import Tally
from nbengine.logspace import log_odds_between, log_of, select_above

PriorKind = Literal["data", "uniform", "none", "given", "smoothed"]


MAX_PRIOR_STRENGTH = 1e100
"""Upper limit of a prior's strength: far above any number of documents, and sums over all labels stay finite."""


@dataclass(frozen=True, slots=True)
class Prior:
    """The prior probabilities of the labels. By default each label's share of the documents."""

    kind: PriorKind = "data"
    strength: float = 1.0
    """For "smoothed": λ, added to the document count of each label."""
    shares: tuple[tuple[str, float], ...] = ()
    """For "given": each label's share. The shares add up to 1."""

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
        """Return a prior with given shares."""
        return cls("given", shares=tuple(shares.items()))


def log_prior(documents: npt.NDArray[Any], labels: Sequence[str], prior: Prior) -> FloatArray:
    """Return log P(label) from the document weights in units; shape (..., n_labels), like `documents`.

    Under the prior from the data, a label without documents is impossible (-inf). Without any documents all labels are.
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
USUAL_EVENT_MODEL: Final = "multinomial"
"""Default event model of text."""
Smoothing = float | FloatArray


@dataclass(frozen=True, slots=True)
class EventSettings:
    """The event model with its smoothing and prior."""

    event_model: str = USUAL_EVENT_MODEL
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
"""Upper limit of smoothing: far above any count, and sums over all words stay finite."""


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


def single_smoothing(smoothing: Smoothing) -> float:
    """Return the smoothing as a float; raise EngineError for one per token.

    Columns of choices, and words that are looked up one by one, need a single value.
    """
    check_smoothing(smoothing)
    if np.ndim(smoothing):
        raise EngineError("This needs one smoothing, not one per token.")
    return float(smoothing)


Kind = Literal["text", "numbers", "choices"]


class Evidence(Protocol):
    """Leave-one-out log-likelihoods of one kind of column, which can be computed for any smoothing."""

    def evidence(self, smoothing: Smoothing) -> FloatArray: ...


@dataclass(frozen=True, slots=True, eq=False)
class Training:
    """The documents of a model's training set."""

    features: Features
    label_numbers: IntArray
    units: IntArray | None
    """Weight of each document in units, (n_documents,). None means weight 1 for all, which is faster."""

    @property
    def text(self) -> CountMatrix:
        """Word counts of the documents; raises EngineError if there is no text."""
        return require_part(self.features.text, "text")

    @property
    def all_units(self) -> IntArray:
        """Weight of each document in units, (n_documents,), also if `units` is None."""
        return np.full(self.features.n_documents, UNIT) if self.units is None else self.units


@dataclass(frozen=True, slots=True, eq=False)
class WordSums:
    """Sums over all words, computed once for the arithmetic of many words."""

    totals: IntArray
    """Number of occurrences of all words under each label, in units; (n_labels,)."""
    divisors: FloatArray
    """Divisor of each label's weights, (n_labels,): 1 except for complement with `norm`."""


@dataclass(frozen=True, slots=True, eq=False)
class JudgedDocument:
    """A document to be explained, with the statistics and settings that its verdict is computed from."""

    statistics: Statistics
    features: Features
    settings: EventSettings
    words_of: Callable[[IntArray], list[str]]
    """Function that returns the words of token numbers."""
    numbers: tuple[str, ...]
    """Names of the numeric columns, in order."""
    choices: tuple[str, ...]
    """Names of the columns of choices, in order."""
    sums: WordSums


class EventModel(ABC):
    """A naive Bayes event model: an assumption about how documents are generated, and the computations that follow
    from it.
    """

    name: ClassVar[str]
    """Name in recipes and files."""
    title: ClassVar[str]
    """Name shown to readers of English."""
    kinds: ClassVar[tuple[Kind, ...]]
    """Kinds of columns that it reads."""
    takes_what_is_there: ClassVar[bool] = False
    """Whether some kinds of columns may be missing. True for the mixed model."""
    is_smoothed: ClassVar[bool] = True
    """Whether the smoothing α has an effect. False for Gaussian."""
    are_weights_shares: ClassVar[bool] = True
    """Whether a word's weight is the logarithm of a share. False for complement, whose weights speak against the
    label.
    """
    has_binary_twin: ClassVar[bool] = False
    """Whether binary counts turn it into another well-known model (binary multinomial)."""
    is_fitted: ClassVar[bool] = False
    """Whether weights are fitted in addition to the counts. The fit uses every document, so folds must evaluate the
    model.
    """
    can_be_normed: ClassVar[bool] = False
    """Whether it has complement's options `norm` and `with_prior`."""
    automatic_weightings: ClassVar[tuple[Weighting, ...]] = ()
    """The weightings to try when the event model of text is chosen by its results."""
    automatic_mail_weightings: ClassVar[tuple[Weighting, ...]] = ()
    """The weightings to try when a spam filter is chosen by its results."""

    @abstractmethod
    def parts(self, settings: EventSettings) -> tuple[ColumnModel, ...]:
        """Return one model for each kind of column."""

    def has_prior(self, n_labels: int, settings: EventSettings) -> bool:  # noqa: ARG002 - used by complement
        """Return whether the prior is part of the score."""
        return True

    def text_part(self, settings: EventSettings) -> TextModel | None:
        """Return the model of the text, or None."""
        text_parts = [part for part in self.parts(settings) if isinstance(part, TextModel)]
        return text_parts[0] if text_parts else None

    def counts_absence(self, settings: EventSettings) -> bool:
        """Return whether absent words count (Bernoulli). If so, only the presence of a word matters, not its count."""
        text = self.text_part(settings)
        return text is not None and text.is_binary

    def derive(self, statistics: Statistics, settings: EventSettings) -> Scorer:
        """Build the scorer from the statistics. No document is needed."""
        parts = {part.kind: part.weights(statistics, settings) for part in self.parts_of(statistics, settings)}
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

    def left_out(self, statistics: Statistics, training: Training, settings: EventSettings) -> list[Evidence]:
        """Return the leave-one-out evidence of the training documents, one object per kind of column."""
        parts = self.parts_of(statistics, settings)
        return [part.part_leave_one_out(statistics, training, settings) for part in parts]

    def steps(self, judged: JudgedDocument, label: int) -> Iterator[Step]:
        """Yield one step for each word, number and choice: its counts, and what it adds to the score of `label`."""
        for part in self.parts(judged.settings):
            if _has_kind(judged.statistics, part.kind) and _has_kind(judged.features, part.kind):
                yield from part.part_steps(judged, label)

    def influence(
        self, document: Features, training: Training, statistics: Statistics, settings: EventSettings, label: int
    ) -> FloatArray:
        """Return how much each training document adds to one document's score of `label`, without the prior;
        (n_documents,).
        """
        total = np.zeros(training.features.n_documents)
        for part in self.parts_of(statistics, settings):
            total += part.part_influence(document, training, statistics, settings, label)
        return total

    def parts_of(self, statistics: Statistics, settings: EventSettings) -> list[ColumnModel]:
        """Return the parts for which there are statistics."""
        return [
            part
            for part in self.parts(settings)
            if not self.takes_what_is_there or getattr(statistics, part.kind) is not None
        ]


class ColumnModel(EventModel):
    """An event model of one kind of column, used alone or as part of the mixed model."""

    kind: ClassVar[Kind]

    def parts(self, settings: EventSettings) -> tuple[ColumnModel, ...]:  # noqa: ARG002 - used by mixed
        return (self,)

    @abstractmethod
    def weights(self, statistics: Statistics, settings: EventSettings) -> Any:
        """Return the scorer's part for these columns."""

    @abstractmethod
    def part_leave_one_out(self, statistics: Statistics, training: Training, settings: EventSettings) -> Evidence: ...

    @abstractmethod
    def part_steps(self, judged: JudgedDocument, label: int) -> Iterator[Step]: ...

    @abstractmethod
    def part_influence(
        self, document: Features, training: Training, statistics: Statistics, settings: EventSettings, label: int
    ) -> FloatArray: ...


class TextModel(ColumnModel):
    """Base class of event models of words. Subclasses work on a tally and a count matrix."""

    kind: ClassVar[Kind] = "text"
    kinds: ClassVar[tuple[Kind, ...]] = ("text",)
    is_binary: ClassVar[bool] = False
    """Whether only the presence of a word matters, not its count."""

    @abstractmethod
    def text_weights(self, tally: Tally, settings: EventSettings) -> WordWeights:
        """Derive the weight of each word for each label."""

    @abstractmethod
    def word_working(self, tally: Tally, token: int, label: int, settings: EventSettings, sums: WordSums) -> WordShare:
        """Explain the weight of one word for a label, in exact fractions where possible."""

    def text_leave_one_out(self, tally: Tally, training: Training, settings: EventSettings) -> Evidence:
        """Return leave-one-out evidence. This default refits for each document; subclasses override it with a faster
        way.
        """
        return RefittingLeaveOneOut(self, tally, training, settings)

    def text_influence(
        self, document: CountMatrix, training: Training, tally: Tally, settings: EventSettings, label: int
    ) -> FloatArray:
        """Return the influence of each training document through the words of one document. Neither may contain zero
        counts.
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
        words: WordsOfOneDocument,  # noqa: ARG002
        settings: EventSettings,  # noqa: ARG002
    ) -> FloatArray | None:
        """Return what a score gains if each training document takes its own words out of the vocabulary.

        Leave-one-out and influence keep the vocabulary. This is the difference to a vocabulary of the other documents,
        shape (n_training, n_labels); None if there is no formula.
        """
        return None

    def label_sums(self, labels: tuple[str, ...], settings: EventSettings) -> LabelSums | None:  # noqa: ARG002
        """Return sums that allow to judge a document by its own words only; None if all words are needed."""
        return None

    def word_sums(self, tally: Tally, settings: EventSettings) -> WordSums:  # noqa: ARG002 - used by complement with norm
        """Return the sums over all words that `word_working` needs."""
        return WordSums(tally.totals, np.ones(tally.n_labels))

    def absent_groups(self, judged: JudgedDocument, label: int) -> tuple[WordGroup, ...]:  # noqa: ARG002 - used by Bernoulli
        """Return the words that a document lacks, grouped by equal factor. Empty if absence does not count."""
        return ()

    def divisor_groups(self, judged: JudgedDocument, label: int) -> tuple[WordGroup, ...]:  # noqa: ARG002 - used by complement
        """Return all words of the label's divisor, grouped by equal weight. Empty without `norm`."""
        return ()

    def weights(self, statistics: Statistics, settings: EventSettings) -> WordWeights:
        return self.text_weights(require_part(statistics.text, "text"), settings)

    def part_leave_one_out(self, statistics: Statistics, training: Training, settings: EventSettings) -> Evidence:
        return self.text_leave_one_out(require_part(statistics.text, "text"), training, settings)

    def part_steps(self, judged: JudgedDocument, label: int) -> Iterator[Step]:
        tally, word_counts = require_part(judged.statistics.text, "text"), self.words_of_document(judged)
        words = judged.words_of(word_counts.tokens.astype(np.int64))
        for word, token, value in zip(words, word_counts.tokens.tolist(), word_counts.values.tolist(), strict=True):
            working = self.word_working(tally, token, label, judged.settings, judged.sums)
            yield Step(word, "word", 1 if self.is_binary else value, working, working.log)

    def words_of_document(self, judged: JudgedDocument) -> CountMatrix:
        """Return the counts of the document's words, as far as they affect its score."""
        tally, counts = require_part(judged.statistics.text, "text"), require_part(judged.features.text, "text")
        return select_above(counts, tally.threshold if self.is_binary else 0.0)

    def part_influence(
        self, document: Features, training: Training, statistics: Statistics, settings: EventSettings, label: int
    ) -> FloatArray:
        counts, tally = training.text, require_part(statistics.text, "text")
        learnt = Training(Features(select_above(counts)), training.label_numbers, training.units)
        return self.text_influence(select_above(require_part(document.text, "text")), learnt, tally, settings, label)


@dataclass(frozen=True, slots=True, eq=False)
class WordsOfOneDocument:
    """The words that leave the vocabulary with each training document, as they affect the score of a document."""

    label_numbers: IntArray
    """(n_training,): the label of each training document."""
    units: IntArray
    """(n_training,): its weight, in units."""
    occurrences: FloatArray
    """(n_training,): its weighted word count."""
    n_sole: FloatArray
    """(n_training,): number of words that no other document has."""
    n_in_document: FloatArray
    """(n_training,): how often these words occur in the document that is scored."""
    length: FloatArray
    """(n_training,): number of words of the document that is scored."""

    def totals_left(self, totals: npt.NDArray[Any], own: FloatArray) -> FloatArray:
        """Return the total of each label without each training document, (n_training, n_labels)."""
        left = np.repeat(totals[None, :].astype(np.float64), len(own), axis=0)
        left[np.arange(len(own)), self.label_numbers] -= own
        return np.asarray(left.clip(min=0))

    def change_of_shares(self, totals: FloatArray, alpha: float, n_tokens: int) -> FloatArray:
        """Return what a score of smoothed shares gains if the words leave, (n_training, n_labels)."""
        n_sole, inside, length = (part[:, None] for part in (self.n_sole, self.n_in_document, self.length))
        logs_before, below = log_of(totals + alpha * n_tokens), totals + alpha * (n_tokens - n_sole)
        logs_after = np.where(below > 0, log_of(np.where(below > 0, below, 1.0)), 0.0)
        return np.asarray(length * logs_before - (length - inside) * logs_after - inside * float(np.log(alpha)))


def find_words_of_one_document(
    tally: Tally, training: Training, document: CountMatrix | None = None, *, is_binary: bool = False
) -> WordsOfOneDocument:
    """Find the words that only one training document has. By default the scored document is that document itself."""
    counts, units = select_above(training.text), training.all_units
    entry_units = np.repeat(units, np.diff(counts.starts))
    is_sole = tally.token_sums[1][counts.tokens] <= entry_units
    rows, n_documents = counts.rows[is_sole], counts.n_documents
    n_sole = np.bincount(rows, minlength=n_documents).astype(np.float64)
    lengths = counts.sums()
    if document is None:
        values = np.ones(len(rows)) if is_binary else counts.values[is_sole]
        length = lengths
    else:
        scored = np.zeros(tally.n_tokens)
        scored[document.tokens] = 1.0 if is_binary else document.values
        values, length = scored[counts.tokens[is_sole]], np.full(n_documents, float(document.values.sum()))
    inside = np.bincount(rows, values, n_documents).astype(np.float64)
    return WordsOfOneDocument(training.label_numbers, units, lengths * units / UNIT, n_sole, inside, length)


@dataclass(frozen=True, slots=True, eq=False)
class RefittingLeaveOneOut:
    """Leave-one-out by removing each document from a copy of the tally: correct for every model, but slow."""

    model: TextModel
    tally: Tally
    training: Training
    settings: EventSettings

    def evidence(self, smoothing: Smoothing) -> FloatArray:
        """Return the log-likelihoods, (n_documents, n_labels)."""
        settings, counts = replace(self.settings, smoothing=smoothing), self.training.text
        joint = np.empty((counts.n_documents, self.tally.n_labels))
        for document, other_tally in enumerate(tallies_without(self.tally, self.training)):
            joint[document] = self.model.text_weights(other_tally, settings).evidence(counts.row(document))[0]
        return joint


def tallies_without(tally: Tally, training: Training) -> Iterator[Tally]:
    """Yield for each document a tally of all the other documents."""
    labels, units = training.label_numbers.tolist(), training.all_units.tolist()
    for document, (label, weight) in enumerate(zip(labels, units, strict=True)):
        rest = tally.copy()
        rest.forget(training.text.row(document), [label], [weight / UNIT])
        yield rest


def _has_kind(columns: Statistics | Features, kind: Kind) -> bool:
    return getattr(columns, kind) is not None
