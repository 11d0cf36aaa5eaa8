"""Sets of labels that hold the true one as often as promised; an empty set is unlike anything learnt.

What is usual is learnt from documents that were left out when scored, so the promise holds whatever the model's
faults. A document is strange in two ways, and each gets half of the tolerated error:

- for one label, because another fits much better: its odds against the best other label are compared with those of
  the label's own documents, so the promise holds for each label by itself, rare ones too;
- altogether, because its words are nobody's: its log-likelihood per token, compared with what is usual for a label,
  at the label where it is best; and its share of unknown words. All documents are compared together here, or a label
  of twenty documents could never call anything strange.

Both are taken as if ten known tokens of average kind came first, so a document is not strange for being short; one
without any known word has no likelihood, and is strange.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import CountMatrix, FloatArray
from nbengine.errors import EngineError
from nbengine.lazy_dataclasses import dataclass

USUAL_TOKENS = 10.0


@dataclass(frozen=True, slots=True, eq=False)
class LabelSets:
    """Scores of left-out documents in order, against which new ones are compared; `learn_label_sets` makes it."""

    log_prior: FloatArray
    """(n_labels,): taken off the joint scores, leaving the likelihood of the words."""
    usual_likelihood: FloatArray
    """(n_labels,): log-likelihood per token of the label's own documents."""
    known_odds: tuple[FloatArray, ...]
    """For each label, its own documents' log-odds against the best other label, ascending."""
    known_excess: FloatArray
    """(n_documents,): how far above the usual likelihood the words are at best, ascending."""
    known_acquaintance: FloatArray
    """(n_documents,): minus the share of unknown words, ascending."""

    def p_values(
        self, log_joint: npt.ArrayLike, lengths: npt.ArrayLike, unknown: npt.ArrayLike | None = None
    ) -> FloatArray:
        """(n_documents, n_labels): how usual each document is for each label, 0 to 1; small is strange."""
        odds = odds_against_rest(self._checked(log_joint))
        by_odds = np.column_stack([_share_below(own, odds[:, label]) for label, own in enumerate(self.known_odds)])
        by_words = self.p_values_of_words(log_joint, lengths, unknown)
        return np.asarray(np.minimum(1.0, 2 * np.minimum(by_odds, by_words[:, None])))

    def p_values_of_words(
        self, log_joint: npt.ArrayLike, lengths: npt.ArrayLike, unknown: npt.ArrayLike | None = None
    ) -> FloatArray:
        """(n_documents,): how usual the words are for the label that suits them best, from 0 to 1."""
        likelihood = self._checked(log_joint) - _off(self.log_prior)
        by_likelihood = _share_below(self.known_excess, excess_likelihood(likelihood, lengths, self.usual_likelihood))
        if unknown is None:
            return by_likelihood
        by_acquaintance = _share_below(self.known_acquaintance, -unknown_share(lengths, unknown))
        return np.asarray(np.minimum(1.0, 2 * np.minimum(by_likelihood, by_acquaintance)))

    def sets(
        self,
        log_joint: npt.ArrayLike,
        lengths: npt.ArrayLike,
        unknown: npt.ArrayLike | None = None,
        *,
        error: float = 0.05,
    ) -> npt.NDArray[np.bool_]:
        """(n_documents, n_labels): the labels it may have; the true one is missing this often at most."""
        return self.p_values(log_joint, lengths, unknown) > error

    def is_unlike(
        self,
        log_joint: npt.ArrayLike,
        lengths: npt.ArrayLike,
        unknown: npt.ArrayLike | None = None,
        *,
        error: float = 0.01,
    ) -> npt.NDArray[np.bool_]:
        """(n_documents,): whose words are stranger than all but this share of the documents learnt."""
        return self.p_values_of_words(log_joint, lengths, unknown) <= error

    def _checked(self, log_joint: npt.ArrayLike) -> FloatArray:
        joint = np.asarray(log_joint, dtype=np.float64)
        if joint.ndim != 2 or joint.shape[1] != len(self.known_odds):
            raise EngineError(f"Scores of shape {joint.shape} do not go with {len(self.known_odds)} labels.")
        return joint


def learn_label_sets(
    log_joint: npt.ArrayLike,
    truth: npt.ArrayLike,
    lengths: npt.ArrayLike,
    log_prior: npt.ArrayLike,
    unknown: npt.ArrayLike | None = None,
) -> LabelSets:
    """Learn from joint scores (n_documents, n_labels) of documents that were left out when scored.

    lengths are the tokens that the scores add up, unknown those of which the model knew nothing: `tokens_of_no_other`
    where one document at a time was left out. Scores that are no likelihood, such as complement's, are judged by
    their size per token, which sees less.
    """
    joint, numbers = np.asarray(log_joint, dtype=np.float64), np.asarray(truth)
    prior, tokens = np.asarray(log_prior, dtype=np.float64), np.asarray(lengths, dtype=np.float64)
    if joint.ndim != 2 or not numbers.shape == tokens.shape == joint.shape[:1] or prior.shape != joint.shape[1:]:
        raise EngineError(f"Scores of shape {joint.shape} need a true label and a length each, and a prior per label.")
    likelihood, own = joint - _off(prior), np.arange(len(joint))
    usual = _usual_likelihood(likelihood[own, numbers], tokens, numbers, len(prior))
    odds = odds_against_rest(joint)[own, numbers]
    return LabelSets(
        log_prior=prior,
        usual_likelihood=usual,
        known_odds=tuple(np.sort(odds[numbers == label]) for label in range(len(prior))),
        known_excess=np.sort(excess_likelihood(likelihood, tokens, usual)),
        known_acquaintance=np.sort(-unknown_share(tokens, np.zeros(len(joint)) if unknown is None else unknown)),
    )


def tokens_of_no_other(counts: CountMatrix, documents_with: npt.ArrayLike) -> FloatArray:
    """Count the tokens of each document that occur in no other, (n_documents,): they are unknown once it is left out.

    documents_with (n_tokens,) tells in how many documents each token occurs.
    """
    is_alone = np.asarray(documents_with)[counts.tokens] <= 1
    return np.bincount(counts.rows, np.where(is_alone, counts.values, 0), counts.n_documents).astype(np.float64)


def unknown_share(lengths: npt.ArrayLike, unknown: npt.ArrayLike) -> FloatArray:
    """Return the share of a document's tokens that are unknown, (n_documents,), with some known ones added."""
    number = np.asarray(unknown, dtype=np.float64)
    return np.asarray(number / (np.asarray(lengths, dtype=np.float64) + number + USUAL_TOKENS))


def excess_likelihood(likelihood: FloatArray, lengths: npt.ArrayLike, usual: FloatArray) -> FloatArray:
    """Return how far each document lies above the usual log-likelihood per token of its best label, (n_documents,).

    A label of which nothing usual is known says nothing of a document, however certain its own words make it.
    """
    tokens = np.asarray(lengths, dtype=np.float64)[:, None]
    with np.errstate(invalid="ignore"):
        excess = (likelihood - tokens * usual) / (tokens + USUAL_TOKENS)
    return np.asarray(np.where((tokens > 0) & ~np.isnan(excess), excess, -np.inf).max(axis=1, initial=-np.inf))


def odds_against_rest(log_joint: FloatArray) -> FloatArray:
    """Return how far each label lies above the best of the others; impossible against impossible is even."""
    if log_joint.shape[1] == 1:
        return np.zeros_like(log_joint)
    rows, best = np.arange(len(log_joint)), log_joint.argmax(axis=1)
    rival = np.repeat(log_joint[rows, best][:, None], log_joint.shape[1], axis=1)
    others = log_joint.copy()
    others[rows, best] = -np.inf
    rival[rows, best] = others.max(axis=1)
    is_even = log_joint == rival
    return np.where(is_even, 0.0, log_joint - np.where(is_even, 0.0, rival))


def _usual_likelihood(
    own_likelihood: FloatArray, tokens: FloatArray, truth: npt.NDArray[np.int64], n_labels: int
) -> FloatArray:
    is_possible = np.isfinite(own_likelihood)
    total = np.bincount(truth[is_possible], own_likelihood[is_possible], n_labels)
    n_tokens = np.bincount(truth[is_possible], tokens[is_possible], n_labels)
    return np.asarray(np.divide(total, n_tokens, out=np.full(n_labels, np.inf), where=n_tokens > 0))


def _share_below(known: FloatArray, values: FloatArray) -> FloatArray:
    """Return the p-value of each score among known ones, counting itself."""
    return np.asarray((np.searchsorted(known, values, side="right") + 1.0) / (len(known) + 1.0))


def _off(log_prior: FloatArray) -> FloatArray:
    return np.where(np.isneginf(log_prior), 0.0, log_prior)
