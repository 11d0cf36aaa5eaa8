"""The choice of words for the vocabulary: limits by frequency, by ranking, by list.

Ranking by mutual information or χ² looks at the labels, so such a vocabulary has to be chosen anew inside each fold
(`needs_folds`): ranked on all documents, leave-one-out finds the labels again even where a coin drew them.

Both are taken over the same table per word, label × (in the document or not): what a document says by having or not
having the word. Counts beyond the first do not enter; ranking by count is there for those.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.tally import Tally
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
