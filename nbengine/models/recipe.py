"""The recipe: one frozen record of all choices that make a model, including the limits of its vocabulary.

The vocabulary can be limited by frequency, by a ranking or by a word list. Rankings by mutual information or χ² use the
labels. The vocabulary must then be chosen again inside each fold (`needs_folds`). Otherwise the evaluation is too good:
leave-one-out shows accuracy even for random labels.

Rankings by mutual information and χ² use one table per word: label × (word present or absent in the document). They
ignore how often a word occurs in a document; the ranking "count" does not.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from nbengine.counts import FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.events import event_model_of
from nbengine.events.event_model import (
    DEFAULT_EVENT_MODEL,
    MIXED_TEXTS,
    EventModel,
    EventSettings,
    MixedText,
    Prior,
    Weighting,
)
from nbengine.filter.settings import FilterSettings
from nbengine.learnt.tally import Tally
from nbengine.packing import from_plain, hash_record, to_plain
from nbengine.text.token_rules import TokenRules
from nbengine.text.vocabulary import Vocabulary

Ranking = Literal["frequency", "count", "mutual-information", "chi2"]
RANKINGS: tuple[str, ...] = get_args(Ranking)


@dataclass(frozen=True, slots=True)
class VocabularyLimits:
    """Limits on the vocabulary. An integer is a number of documents, a float is a share of all documents."""

    size: int | None = None
    """Maximum number of words, taken in the order of `rank_by`; None keeps all."""
    rank_by: Ranking = "frequency"
    min_documents: int | float = 1
    """Minimum number (int) or share (float) of documents that contain a word."""
    max_documents: int | float | None = None
    """Maximum number (int) or share (float) of documents that contain a word."""
    stop_words: frozenset[str] = frozenset()
    """Words to drop from the vocabulary.

    The stop words of the token rules are dropped earlier, before n-grams are built.
    """
    word_list: tuple[str, ...] | None = None
    """The only words allowed; None allows all. Listed words are in the vocabulary even if no document contains them."""
    unknown_word: bool = False
    """Whether all words outside the vocabulary are counted together, in one extra column."""

    def __post_init__(self) -> None:
        if self.size is not None and self.size < 1:
            raise EngineError(f"A vocabulary needs room for at least one word, not {self.size}.")
        if self.rank_by not in RANKINGS:
            raise EngineError(f"Words can be ranked by {', '.join(RANKINGS)}, not by {self.rank_by!r}.")
        _check_bound("least", self.min_documents)
        if self.max_documents is not None:
            _check_bound("most", self.max_documents)

    @property
    def is_open(self) -> bool:
        """Whether new words of later documents join the vocabulary."""
        return (
            self.size is None
            and self.max_documents is None
            and self.word_list is None
            and isinstance(self.min_documents, int)
            and self.min_documents <= 1
        )

    @property
    def needs_folds(self) -> bool:
        """Whether the ranking uses the labels, so that the model must be evaluated by folds."""
        return self.size is not None and self.rank_by in ("mutual-information", "chi2")


def _check_bound(which: str, bound: int | float) -> None:
    is_share = isinstance(bound, float)
    if not bound >= 0 or (is_share and bound > 1) or isinstance(bound, bool):
        wanted = "a share between 0 and 1" if is_share else "a number of documents, 0 or more"
        raise EngineError(f"The {which} documents a word occurs in must be {wanted}, not {bound}.")


def choose_token_columns(
    tally: Tally, limits: VocabularyLimits, words: Vocabulary | Sequence[str], *, unit: int = 1
) -> IntArray:
    """Return the columns of the words to keep, ascending.

    `words` are the names of the tally's columns. `unit` is the integer that the tally adds for one document of weight
    1.
    """
    vocabulary = words if isinstance(words, Vocabulary) else Vocabulary(words)
    allowed = np.flatnonzero(_is_within_limits(tally, limits, vocabulary, unit))
    if limits.size is None or len(allowed) <= limits.size:
        return allowed
    scores = token_scores(tally, limits.rank_by)[allowed]
    return allowed[_positions_of_highest(scores, limits.size, vocabulary, allowed)]


def token_scores(tally: Tally, rank_by: Ranking) -> FloatArray:
    """Return the score of each token for the ranking, shape (n_tokens,). Tokens with higher scores are kept first."""
    if rank_by == "frequency":
        return np.asarray(tally.token_sums[1], dtype=np.float64)
    if rank_by == "count":
        return np.asarray(tally.token_sums[0], dtype=np.float64)
    if tally.is_sparse:
        return (_sparse_information if rank_by == "mutual-information" else _sparse_chi2)(tally)
    presences = tally.presences
    return (mutual_information if rank_by == "mutual-information" else chi2)(tally.documents, presences)


def mutual_information(documents: npt.NDArray[Any], presences: npt.NDArray[Any]) -> FloatArray:
    """Return, for each token, the mutual information of the label and the presence of the token, in nats;
    (n_tokens,).
    """
    total = float(documents.sum())
    if total == 0:
        return np.zeros(presences.shape[1])
    in_all = presences.sum(axis=0)
    by_label = _x_log_x(presences) + _x_log_x(documents[:, None] - presences)
    overall = _x_log_x(in_all) + _x_log_x(documents.sum() - in_all)
    constant = _x_log_x(documents.sum()) - _x_log_x(np.sort(documents)).sum()
    return np.asarray(np.maximum((_sum_over_labels(by_label) - overall + constant) / total, 0.0))


def chi2(documents: npt.NDArray[Any], presences: npt.NDArray[Any]) -> FloatArray:
    """Return Pearson's χ² of label and token presence, multiplied by the unit of the tally; shape (n_tokens,)."""
    shares = (documents / max(float(documents.sum()), 1.0))[:, None]
    in_all = np.asarray(presences.sum(axis=0), dtype=np.float64)
    missing = documents.sum() - in_all
    surprises = (presences - shares * in_all) ** 2 / np.where(shares > 0, shares, 1.0)
    score = _sum_over_labels(surprises) * (_reciprocal_or_zero(in_all) + _reciprocal_or_zero(missing))
    return np.asarray(np.where((in_all > 0) & (missing > 0), score, 0.0))


def _sparse_information(tally: Tally) -> FloatArray:
    """Sparse variant of `mutual_information`: (word, label) pairs that never occur add nothing."""
    filled, n_labels = tally.filled_cells(), max(len(tally.documents), 1)
    label_documents, total, in_all = (
        tally.documents[filled.cells % n_labels],
        float(tally.documents.sum()),
        tally.token_sums[1],
    )
    if total == 0:
        return np.zeros(len(in_all))
    terms = _x_log_x(filled.presences) + _x_log_x(label_documents - filled.presences) - _x_log_x(label_documents)
    by_label = _sum_by_token(filled.cells // n_labels, terms, len(in_all))
    overall = _x_log_x(in_all) + _x_log_x(total - in_all)
    return np.asarray(np.maximum((by_label - overall + _x_log_x(total)) / total, 0.0))


def _sparse_chi2(tally: Tally) -> FloatArray:
    """Sparse variant of `chi2`: the square is expanded so that pairs that never occur add nothing."""
    filled, n_labels = tally.filled_cells(), max(len(tally.documents), 1)
    total, in_all = max(float(tally.documents.sum()), 1.0), np.asarray(tally.token_sums[1], dtype=np.float64)
    shares = tally.documents[filled.cells % n_labels] / total
    terms = filled.presences / np.where(shares > 0, shares, 1.0) * filled.presences
    missing = total - in_all
    surprises = np.maximum(_sum_by_token(filled.cells // n_labels, terms, len(in_all)) - in_all * in_all, 0.0)
    score = surprises * (_reciprocal_or_zero(in_all) + _reciprocal_or_zero(missing))
    return np.asarray(np.where((in_all > 0) & (missing > 0), score, 0.0))


def _sum_by_token(tokens: IntArray, terms: FloatArray, n_tokens: int) -> FloatArray:
    """Sum the terms of each token from small to large, as `_sum_over_labels` does."""
    order = np.lexsort((terms, tokens))
    return np.bincount(tokens[order], terms[order], n_tokens).astype(np.float64)


def _sum_over_labels(terms: FloatArray) -> FloatArray:
    """Sum over labels, from the smallest term to the largest.

    So the rounding, and with it the order of words with equal scores, does not depend on the order of the labels.
    """
    return np.asarray(np.sort(terms, axis=0).sum(axis=0))


def _x_log_x(values: Any) -> FloatArray:
    numbers = np.asarray(values, dtype=np.float64)
    return np.asarray(numbers * np.log(np.where(numbers > 0, numbers, 1.0)))


def _reciprocal_or_zero(values: FloatArray) -> FloatArray:
    return 1.0 / np.where(values > 0, values, 1.0)


def _is_within_limits(
    tally: Tally, limits: VocabularyLimits, vocabulary: Vocabulary, unit: int
) -> npt.NDArray[np.bool_]:
    in_all = np.asarray(tally.token_sums[1])
    if len(vocabulary) != len(in_all):
        raise EngineError(f"There are {len(vocabulary)} words for {len(in_all)} columns.")
    allowed = np.ones(len(in_all), dtype=np.bool_)
    if limits.word_list is not None:
        allowed = _mask_of_listed_words(vocabulary, limits.word_list)
        in_all = np.maximum(in_all, unit)
    if limits.stop_words:
        allowed &= ~_mask_of_listed_words(vocabulary, limits.stop_words)
    n_documents = tally.documents.sum()
    # A minimum of 1 document means that the word occurs at all, whatever the weight of its document.
    occurs_at_all = limits.min_documents == 1 and isinstance(limits.min_documents, int)
    allowed &= in_all >= (1.0 if occurs_at_all else _bound_in_units(limits.min_documents, n_documents, unit))
    if limits.max_documents is not None:
        allowed &= in_all <= _bound_in_units(limits.max_documents, n_documents, unit)
    return allowed


def _mask_of_listed_words(vocabulary: Vocabulary, words: Iterable[str]) -> npt.NDArray[np.bool_]:
    """Return a mask (n_tokens,) of the vocabulary words that are in `words`."""
    numbers = vocabulary.numbers(words)
    is_among = np.zeros(len(vocabulary), dtype=np.bool_)
    is_among[numbers[numbers >= 0]] = True
    return is_among


def _bound_in_units(bound: int | float, n_documents: Any, unit: int) -> float:
    return float(bound * n_documents if isinstance(bound, float) else bound * unit)


def _positions_of_highest(scores: FloatArray, size: int, vocabulary: Vocabulary, tokens: IntArray) -> IntArray:
    """Return the positions of the `size` highest scores, ascending.

    Ties are broken alphabetically, so the order of learning has no effect.
    """
    lowest_kept = np.partition(scores, len(scores) - size)[len(scores) - size]
    above, tied = np.flatnonzero(scores > lowest_kept), np.flatnonzero(scores == lowest_kept)
    if len(above) + len(tied) > size:
        words = vocabulary.words_of(tokens[tied])
        tied = tied[sorted(range(len(tied)), key=words.__getitem__)[: size - len(above)]]
    return np.sort(np.concatenate([above, tied]))


@dataclass(frozen=True, slots=True)
class Recipe:
    """All choices that make a model. Equal recipes and equal documents give equal models."""

    rules: TokenRules = field(default_factory=TokenRules)
    """Rules that turn text into tokens."""
    limits: VocabularyLimits = field(default_factory=VocabularyLimits)
    """Limits on the vocabulary."""
    event_model: str = DEFAULT_EVENT_MODEL
    """Key of `nbengine.events.EVENT_MODELS`."""
    smoothing: float = 1.0
    """Smoothing α: 1 is Laplace smoothing, between 0 and 1 Lidstone smoothing, and 0 none."""
    prior: Prior = field(default_factory=Prior)
    weighting: Weighting = "count"
    """How a word counts: by occurrences, once per document, or by tf-idf. Bernoulli uses presence only."""
    sublinear: bool = True
    """tf-idf: use 1 + log(count) instead of the count."""
    with_idf: bool = True
    """tf-idf: multiply the count by the inverse document frequency, which does not change after training."""
    ridge: float = 1.0
    """Learnt factors: strength of the L2 regularisation.

    With a larger value, a few documents change the weights less.
    """
    ridge_by_ratio: bool = True
    """Learnt factors: whether words with a larger naive Bayes log-ratio are regularised less.

    False regularises all words equally. This suits few documents, whose ratios are little more than chance.
    """
    unlabelled: float = 0.0
    """Learnt factors: weight of an unlabelled document with a certain guess; a labelled document has weight 1.

    With 0, unlabelled documents are not used.
    """
    norm: bool = False
    """Complement: divide the weights of each label by the sum of their absolute values."""
    with_prior: bool = False
    """Complement: add the log prior."""
    var_smoothing: float = 1e-9
    """Gaussian: share of the largest column variance that is added to every variance."""
    threshold: float = 0.0
    """A word is present if it occurs more often than this (Bernoulli, and binary weights)."""
    mixed_text: MixedText = MIXED_TEXTS[0]
    """Mixed: event model of the text."""
    cuts: tuple[tuple[float, ...], ...] | None = None
    """Learnt factors on a table: cutting points of each numeric column. The intervals between them count as words.

    The values of categorical columns count as words, too (see `model_words`). If `cuts` is None, no table cell does.
    """

    learner: FilterSettings | None = None
    """Settings of the filter that judges in place of the event model; None for textbook models."""

    def __post_init__(self) -> None:
        if self.weighting not in get_args(Weighting):
            raise EngineError(f"Words are weighted by {', '.join(get_args(Weighting))}, not by {self.weighting!r}.")
        if not (math.isfinite(self.threshold) and self.threshold >= 0):
            raise EngineError(f"The threshold must be a number from 0 upwards, not {self.threshold}.")
        if not (math.isfinite(self.ridge) and self.ridge > 0):
            raise EngineError(f"The ridge must be a number above 0, not {self.ridge}.")
        if not (math.isfinite(self.unlabelled) and self.unlabelled >= 0):
            raise EngineError(f"The weight of unlabelled documents must be 0 or more, not {self.unlabelled}.")
        if self.unlabelled and not self.is_fitted:
            raise EngineError("Only learnt factors learn from documents without a label.")
        if self.cuts is not None and not self.is_fitted:
            raise EngineError("Only learnt factors count the cells of a table as words.")
        self.settings  # noqa: B018 - its own check refuses what no event model can use
        self.event  # noqa: B018 - refuses a name that no event model has

    @property
    def settings(self) -> EventSettings:
        """The settings of the event model. They can be changed without counting any document again."""
        return EventSettings(
            event_model=self.event_model,
            smoothing=self.smoothing,
            prior=self.prior,
            norm=self.norm,
            with_prior=self.with_prior,
            var_smoothing=self.var_smoothing,
            mixed_text=self.mixed_text,
        )

    @property
    def event(self) -> EventModel:
        """The event model of this recipe."""
        return event_model_of(self.event_model)

    @property
    def counts_absence(self) -> bool:
        """Whether a word counts by its presence or absence instead of its number of occurrences."""
        return self.event.counts_absence(self.settings)

    @property
    def counts_as(self) -> Weighting:
        """How the tally weights counts: `weighting`, or "count" where plain counts are needed.

        Plain counts are needed if only presence matters, or if factors are fitted.
        """
        return "count" if self.counts_absence or self.is_fitted else self.weighting

    @property
    def is_fitted(self) -> bool:
        """Whether factors are fitted in addition to the counts."""
        return self.event.is_fitted

    @property
    def weighs_by_tfidf(self) -> bool:
        """Whether documents are weighted by tf-idf before they are scored.

        With learnt factors they are, although the tally holds plain counts.
        """
        return self.is_fitted or self.counts_as == "tfidf"

    @property
    def reads_text_alone(self) -> bool:
        """Whether the event model reads text and no other columns."""
        return self.event.column_kinds == ("text",)

    @property
    def reads_text(self) -> bool:
        return "text" in self.event.column_kinds

    @property
    def is_judged_by_folds(self) -> bool:
        """Whether held-out scores of the model's own documents must be computed by folds instead of leave-one-out.

        This is the case if words were selected with the help of labels, or if factors were fitted.
        """
        return self.is_fitted or (self.reads_text and self.limits.needs_folds)

    @property
    def count_settings(self) -> tuple[object, ...]:
        """The choices that affect the counts. If only other choices change, documents need not be counted again."""
        by_tfidf = (self.sublinear, self.with_idf) if self.counts_as == "tfidf" else None
        return self.rules, self.limits, by_tfidf, self.threshold, self.cuts, self.unlabelled > 0

    @property
    def fit_settings(self) -> tuple[object, ...]:
        """The choices that affect the fit of the factors, if the counts stay the same."""
        return self.ridge, self.ridge_by_ratio, self.unlabelled, self.settings

    @property
    def key(self) -> str:
        """Cache key of the recipe: equal for equal recipes, in every process."""
        return hash_record(self)

    @property
    def counting_key(self) -> str:
        """Cache key of the token rules, which alone decide the counts of a document."""
        return hash_record(self.rules)

    def to_plain(self) -> dict[str, Any]:
        """Return the recipe as JSON-compatible dictionaries, lists, strings and numbers."""
        plain: dict[str, Any] = to_plain(self)
        return plain


def recipe_from_plain(plain: Mapping[str, Any]) -> Recipe:
    """Build a recipe from its plain form. Raises `EngineError` that names the position of an unknown key or value."""
    return from_plain(Recipe, plain, "recipe")
