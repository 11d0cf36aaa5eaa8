"""All the choices that make a model, its words among them, in one frozen record with a plain form and a key.

Words are limited by frequency, by ranking, by a list. Ranking by mutual information or χ² looks at the labels, so such
a vocabulary has to be chosen anew inside each fold (`needs_folds`): ranked on all documents, leave-one-out finds the
labels again even where a coin drew them.

Both are taken over the same table per word, label × (in the document or not): what a document says by having or not
having the word. Counts beyond the first do not enter; ranking by count is there for those.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.arrays.named_bytes import from_plain, plain_key, to_plain
from nbengine.errors import EngineError
from nbengine.events import event_model_of
from nbengine.events.event_model import EventModel
from nbengine.events.settings import MIXED_TEXTS, USUAL_EVENT_MODEL, EventSettings, MixedText, Prior, Weighting
from nbengine.filter.settings import FilterSettings
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.tally import Tally
from nbengine.text.token_rules import TokenRules
from nbengine.text.vocabulary import Vocabulary

Ranking = Literal["frequency", "count", "mutual-information", "chi2"]
RANKINGS: tuple[str, ...] = get_args(Ranking)


@dataclass(frozen=True, slots=True)
class VocabularyLimits:
    """Limits by which words are kept. Whole numbers are documents, fractions are shares of all documents."""

    size: int | None = None
    """At most so many words, the first by `rank_by`; None keeps all."""
    rank_by: Ranking = "frequency"
    min_documents: int | float = 1
    """A word occurs in at least so many documents (int) or such a share of them (float)."""
    max_documents: int | float | None = None
    """A word occurs in at most so many documents (int) or such a share of them (float)."""
    stop_words: frozenset[str] = frozenset()
    """Words that are never kept. Unlike the rules' own, they are taken out after runs of words were formed."""
    word_list: tuple[str, ...] | None = None
    """The only words that may be kept; each counts as seen in at least one document."""
    unknown_word: bool = False
    """Words that are not kept are counted together, in a column of their own."""

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
        """Return whether words that appear later join the vocabulary, rather than being unknown."""
        return (
            self.size is None
            and self.max_documents is None
            and self.word_list is None
            and isinstance(self.min_documents, int)
            and self.min_documents <= 1
        )

    @property
    def needs_folds(self) -> bool:
        """Return whether the choice of words looks at the labels, so that only honest folds may judge it."""
        return self.size is not None and self.rank_by in ("mutual-information", "chi2")


def _check_bound(which: str, bound: int | float) -> None:
    is_share = isinstance(bound, float)
    if not bound >= 0 or (is_share and bound > 1) or isinstance(bound, bool):
        wanted = "a share between 0 and 1" if is_share else "a number of documents, 0 or more"
        raise EngineError(f"The {which} documents a word occurs in must be {wanted}, not {bound}.")


def select_tokens(
    tally: Tally, limits: VocabularyLimits, words: Vocabulary | Sequence[str], *, unit: int = 1
) -> IntArray:
    """Return the column numbers of the words to keep, ascending. `unit` is what one document counts as in the tally."""
    vocabulary = words if isinstance(words, Vocabulary) else Vocabulary(words)
    allowed = np.flatnonzero(_allowed(tally, limits, vocabulary, unit))
    if limits.size is None or len(allowed) <= limits.size:
        return allowed
    scores = token_scores(tally, limits.rank_by)[allowed]
    return allowed[_best(scores, limits.size, vocabulary, allowed)]


def token_scores(tally: Tally, rank_by: Ranking) -> FloatArray:
    """Return how each token ranks, shape (n_tokens,): the higher, the sooner it is kept."""
    if rank_by == "frequency":
        return np.asarray(tally.token_sums[1], dtype=np.float64)
    if rank_by == "count":
        return np.asarray(tally.token_sums[0], dtype=np.float64)
    if tally.is_sparse:
        return (_sparse_information if rank_by == "mutual-information" else _sparse_chi2)(tally)
    presences = tally.presences
    return (mutual_information if rank_by == "mutual-information" else chi2)(tally.documents, presences)


def mutual_information(documents: npt.NDArray[Any], presences: npt.NDArray[Any]) -> FloatArray:
    """Return what knowing whether a document has the word tells about its label, in nats, shape (n_tokens,)."""
    total = float(documents.sum())
    if total == 0:
        return np.zeros(presences.shape[1])
    in_all = presences.sum(axis=0)
    apart = _x_log_x(presences) + _x_log_x(documents[:, None] - presences)
    together = _x_log_x(in_all) + _x_log_x(documents.sum() - in_all)
    constant = _x_log_x(documents.sum()) - _x_log_x(np.sort(documents)).sum()
    return np.asarray(np.maximum((_sum_over_labels(apart) - together + constant) / total, 0.0))


def chi2(documents: npt.NDArray[Any], presences: npt.NDArray[Any]) -> FloatArray:
    """Return Pearson's χ² of the table label × (has the word or not), in the tally's unit, shape (n_tokens,)."""
    shares = (documents / max(float(documents.sum()), 1.0))[:, None]
    in_all = np.asarray(presences.sum(axis=0), dtype=np.float64)
    missing = documents.sum() - in_all
    surprises = (presences - shares * in_all) ** 2 / np.where(shares > 0, shares, 1.0)
    score = _sum_over_labels(surprises) * (_inverse(in_all) + _inverse(missing))
    return np.asarray(np.where((in_all > 0) & (missing > 0), score, 0.0))


def _sparse_information(tally: Tally) -> FloatArray:
    """Mutual information, where a label that never had the word adds nothing."""
    filled, n_labels = tally.filled(), max(len(tally.documents), 1)
    own, total, in_all = tally.documents[filled.cells % n_labels], float(tally.documents.sum()), tally.token_sums[1]
    if total == 0:
        return np.zeros(len(in_all))
    terms = _x_log_x(filled.presences) + _x_log_x(own - filled.presences) - _x_log_x(own)
    apart = _sum_by_token(filled.cells // n_labels, terms, len(in_all))
    together = _x_log_x(in_all) + _x_log_x(total - in_all)
    return np.asarray(np.maximum((apart - together + _x_log_x(total)) / total, 0.0))


def _sparse_chi2(tally: Tally) -> FloatArray:
    """χ², with the square taken apart, so that a label that never had the word adds nothing."""
    filled, n_labels = tally.filled(), max(len(tally.documents), 1)
    total, in_all = max(float(tally.documents.sum()), 1.0), np.asarray(tally.token_sums[1], dtype=np.float64)
    shares = tally.documents[filled.cells % n_labels] / total
    terms = filled.presences / np.where(shares > 0, shares, 1.0) * filled.presences
    missing = total - in_all
    surprises = np.maximum(_sum_by_token(filled.cells // n_labels, terms, len(in_all)) - in_all * in_all, 0.0)
    score = surprises * (_inverse(in_all) + _inverse(missing))
    return np.asarray(np.where((in_all > 0) & (missing > 0), score, 0.0))


def _sum_by_token(tokens: IntArray, terms: FloatArray, n_tokens: int) -> FloatArray:
    """Add up small to large, as over labels."""
    order = np.lexsort((terms, tokens))
    return np.bincount(tokens[order], terms[order], n_tokens).astype(np.float64)


def _sum_over_labels(terms: FloatArray) -> FloatArray:
    """Add up small to large: the last bit, and with it a tie, must not hang on the order of the labels."""
    return np.asarray(np.sort(terms, axis=0).sum(axis=0))


def _x_log_x(values: Any) -> FloatArray:
    numbers = np.asarray(values, dtype=np.float64)
    return np.asarray(numbers * np.log(np.where(numbers > 0, numbers, 1.0)))


def _inverse(values: FloatArray) -> FloatArray:
    return 1.0 / np.where(values > 0, values, 1.0)


def _allowed(tally: Tally, limits: VocabularyLimits, vocabulary: Vocabulary, unit: int) -> npt.NDArray[np.bool_]:
    in_all = np.asarray(tally.token_sums[1])
    if len(vocabulary) != len(in_all):
        raise EngineError(f"There are {len(vocabulary)} words for {len(in_all)} columns.")
    allowed = np.ones(len(in_all), dtype=np.bool_)
    if limits.word_list is not None:
        allowed = _is_among(vocabulary, limits.word_list)
        in_all = np.maximum(in_all, unit)
    if limits.stop_words:
        allowed &= ~_is_among(vocabulary, limits.stop_words)
    n_documents = tally.documents.sum()
    allowed &= in_all >= _least(limits.min_documents, n_documents, unit)
    if limits.max_documents is not None:
        allowed &= in_all <= _bound(limits.max_documents, n_documents, unit)
    return allowed


def _is_among(vocabulary: Vocabulary, words: Iterable[str]) -> npt.NDArray[np.bool_]:
    """(n_tokens,): whether each word is one of some."""
    numbers = vocabulary.numbers(words)
    is_among = np.zeros(len(vocabulary), dtype=np.bool_)
    is_among[numbers[numbers >= 0]] = True
    return is_among


def _least(bound: int | float, n_documents: Any, unit: int) -> float:
    """Return the fewest documents a word must have; one means seen at all, whatever it weighs."""
    if isinstance(bound, int) and bound == 1:
        return 1.0
    return _bound(bound, n_documents, unit)


def _bound(bound: int | float, n_documents: Any, unit: int) -> float:
    return float(bound * n_documents if isinstance(bound, float) else bound * unit)


def _best(scores: FloatArray, size: int, vocabulary: Vocabulary, tokens: IntArray) -> IntArray:
    """Return the places of the best, ascending; equal scores go by the word, so that learning order cannot matter."""
    last = np.partition(scores, len(scores) - size)[len(scores) - size]
    sure, tied = np.flatnonzero(scores > last), np.flatnonzero(scores == last)
    if len(sure) + len(tied) > size:
        words = vocabulary.words_of(tokens[tied])
        tied = tied[sorted(range(len(tied)), key=words.__getitem__)[: size - len(sure)]]
    return np.sort(np.concatenate([sure, tied]))


@dataclass(frozen=True, slots=True)
class Recipe:
    """A recipe: all the choices by which a model is made. Equal recipes over equal documents make equal models."""

    rules: TokenRules = field(default_factory=TokenRules)
    """The rules by which text becomes words."""
    limits: VocabularyLimits = field(default_factory=VocabularyLimits)
    """The limits that say which of the words are kept."""
    event_model: str = USUAL_EVENT_MODEL
    """The name of one of `nbengine.events.EVENT_MODELS`."""
    smoothing: float = 1.0
    """α: 1 is Laplace, between 0 and 1 Lidstone, 0 none."""
    prior: Prior = field(default_factory=Prior)
    weighting: Weighting = "count"
    """Each word counts as often as it occurs, once per document, or by tf-idf; Bernoulli asks only whether it does."""
    sublinear: bool = True
    """tf-idf: a count enters as 1 + log(count)."""
    with_idf: bool = True
    """tf-idf: words of many documents weigh less; the document frequencies are frozen at training."""
    ridge: float = 1.0
    """Learnt factors: how tightly they are held; the larger, the less a few documents change."""
    ridge_by_ratio: bool = True
    """Learnt factors: a word is held less tightly the more naive Bayes says of it; otherwise all are held alike, which
    suits few documents, where naive Bayes' ratios are little more than chance."""
    norm: bool = False
    """Complement: divide each label's weights by the sum of their sizes."""
    with_prior: bool = False
    """Complement: let the prior take part."""
    var_smoothing: float = 1e-9
    """Gaussian: the share of the largest column variance that is added to every variance."""
    threshold: float = 0.0
    """A word is in a document if it occurs more often than this (Bernoulli, and binary weights)."""
    mixed_text: MixedText = MIXED_TEXTS[0]
    """Mixed: how text takes part beside the other columns."""
    cuts: tuple[tuple[float, ...], ...] | None = None
    """Learnt factors of a table: where each column of numbers is cut into stretches that count as words, as the values
    of other columns do (`table_cells`); None counts no cell."""

    learner: FilterSettings | None = None
    """The settings of a filter, where one judges in place of the event model; None for textbook models."""

    def __post_init__(self) -> None:
        if self.weighting not in get_args(Weighting):
            raise EngineError(f"Words are weighted by {', '.join(get_args(Weighting))}, not by {self.weighting!r}.")
        if not (math.isfinite(self.threshold) and self.threshold >= 0):
            raise EngineError(f"The threshold must be a number from 0 upwards, not {self.threshold}.")
        if not (math.isfinite(self.ridge) and self.ridge > 0):
            raise EngineError(f"The ridge must be a number above 0, not {self.ridge}.")
        if self.cuts is not None and not self.is_fitted:
            raise EngineError("Only learnt factors count the cells of a table as words.")
        self.settings  # noqa: B018 - its own check refuses what no event model can use
        self.event  # noqa: B018 - refuses a name that no event model has

    @property
    def settings(self) -> EventSettings:
        """The part that can change without touching a document."""
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
        """The event model itself."""
        return event_model_of(self.event_model)

    @property
    def counts_absence(self) -> bool:
        """Return whether a word counts by being there or not, rather than by how often it occurs."""
        return self.event.counts_absence(self.settings)

    @property
    def counts_as(self) -> Weighting:
        """Return how a word's count is learnt: always “count” where only its presence matters, or factors follow."""
        return "count" if self.counts_absence or self.is_fitted else self.weighting

    @property
    def is_fitted(self) -> bool:
        """Return whether factors are fitted to the documents beside the counts."""
        return self.event.is_fitted

    @property
    def weighs_by_tfidf(self) -> bool:
        """Return whether documents are judged by tf-idf; with learnt factors they are, while counts stay whole."""
        return self.is_fitted or self.counts_as == "tfidf"

    @property
    def reads_text_alone(self) -> bool:
        """Return whether the event model reads text, and nothing else."""
        return self.event.kinds == ("text",)

    @property
    def reads_text(self) -> bool:
        return "text" in self.event.kinds

    @property
    def is_judged_by_folds(self) -> bool:
        """Return whether a model's own documents chose its words, or factors were fitted to them."""
        return self.is_fitted or (self.reads_text and self.limits.needs_folds)

    @property
    def what_is_counted(self) -> tuple[object, ...]:
        """The choices that statistics are made for; all others can be changed without the documents."""
        by_tfidf = (self.sublinear, self.with_idf) if self.counts_as == "tfidf" else None
        return self.rules, self.limits, by_tfidf, self.threshold, self.cuts

    @property
    def what_is_fitted(self) -> tuple[object, ...]:
        """The choices that factors are fitted by, over the same counts."""
        return self.ridge, self.ridge_by_ratio, self.settings

    @property
    def key(self) -> str:
        """A short name of these choices: the same for equal recipes, in every process."""
        return plain_key(self)

    @property
    def counting_key(self) -> str:
        """A short name of the part that decides the counts of a document, whatever model they are for."""
        return plain_key(self.rules)

    def to_plain(self) -> dict[str, Any]:
        """Return dictionaries, lists, texts and numbers, as JSON knows them."""
        plain: dict[str, Any] = to_plain(self)
        return plain


def recipe_from_plain(plain: Mapping[str, Any]) -> Recipe:
    """Read a recipe; raise EngineError, saying where, for anything a recipe does not know."""
    return from_plain(Recipe, plain, "recipe")
