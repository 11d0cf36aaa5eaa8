"""Explanations of a model and its verdicts in terms of words.

- `explain`: the log-odds of a verdict, term by term.
- `fewest_words`: the fewest words whose removal changes the verdict.
- `word_figures`: statistics of each word, for a table that can be sorted.
- `strongest_words`: the words with the highest log-odds for each label.

Functions with the suffix `_by_scorer` implement the model methods `explain`, `fewest_words` and `word_odds` for every
kind of model that judges by a scorer. A kind of model that judges in another way implements these methods itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from nbengine.counts import UNIT, CountMatrix, FloatArray, IntArray, split_into_slices
from nbengine.errors import EngineError
from nbengine.events.learnt import log_ratios_of_words
from nbengine.events.scorer import Contributions, Scorer
from nbengine.events.scorer_parts import WordWeights
from nbengine.learnt.statistics import Features, Statistics, TableColumns, require_part, to_features
from nbengine.learnt.tally import Tally, TfIdf
from nbengine.logspace import UNDECIDED, add_log_probabilities, best_label_numbers, log_odds_between
from nbengine.models.recipe import Recipe, token_scores
from nbengine.notebooks import NotebookHtml

RELATIVE_ROUNDING = 1e-12
"""Two scores count as equal if they differ by less than this share of the sum of their terms.

The scorer then returns the first label.
"""

CountWeighting = Callable[[CountMatrix], CountMatrix]
"""Function that converts counts to the weights that a scorer expects, such as tf-idf."""


@dataclass(frozen=True, slots=True, eq=False)
class VerdictChange:
    """Words whose removal from a document changes its verdict, and the label that the document then gets."""

    tokens: IntArray
    """Column numbers of the words to remove, most decisive first."""
    label: int
    """Number of the label that wins without the words."""
    is_fewest: bool
    """Whether no smaller set of words can change the verdict. False if that is not known."""


@dataclass(frozen=True, slots=True, eq=False)
class _WordScores:
    """What each word of one document adds to the score of one label."""

    present: FloatArray
    absent: FloatArray
    fixed_score: float
    """The part of the score that stays if all these words are removed."""


def fewest_words_to_flip(
    scorer: Scorer, document: Features | CountMatrix, weigh: CountWeighting | None = None
) -> VerdictChange | None:
    """Return the fewest words of the document without which another label wins.

    No search is needed. For each pair of labels, a word adds a fixed amount to the difference of their scores. The
    words with the largest amounts are removed until the other label leads. This is done for every other label, and the
    shortest list is returned. Without smoothing, a word can make a label impossible by its presence or by its absence.
    Such words are always removed, or always stay.

    With tf-idf, removing a word changes the weights of the other words. Words are then removed in the same order until
    the verdict changes, which may not be the fewest (`VerdictChange.is_fewest`).

    Returns None if no removal changes the verdict, or if the verdict is undecided. `weigh` converts counts to the
    scorer's input; None means that the scorer takes counts.
    """
    features = to_features(document)
    if features.n_documents != 1:
        raise EngineError(f"The words that decide are those of one document, not of {features.n_documents}.")
    if features.text is None or scorer.text is None:
        return None
    verdict = int(_judge_by_scorer(scorer, features, weigh)[0])
    if verdict == UNDECIDED:
        return None
    tokens = features.text.tokens.astype(np.int64)
    weighed = _apply_weights(features, weigh)
    counts, elsewhere = require_part(weighed.text, "text"), scorer.log_prior
    if scorer.numbers is not None or scorer.choices is not None:
        columns = Scorer(scorer.labels, scorer.log_prior, numbers=scorer.numbers, choices=scorer.choices)
        elsewhere = columns.log_joint(Features(None, weighed.numbers, weighed.choices))[0]
    scores_by_label = [
        _word_scores(scorer.text, counts, label, score) for label, score in enumerate(elsewhere.tolist())
    ]
    flips = []
    for rival, rival_scores in enumerate(scores_by_label):
        order = None if rival == verdict else _removal_order(scores_by_label[verdict], rival_scores)
        first_flip = None if order is None else _fewest_flipping_words(scorer, features, weigh, *order, verdict)
        if first_flip is not None:
            flips.append(VerdictChange(tokens[first_flip[0]], first_flip[1], weigh is None))
    return min(flips, key=lambda flip: len(flip.tokens), default=None)


def _word_scores(text: WordWeights, counts: CountMatrix, label: int, elsewhere: float) -> _WordScores:
    weights, is_there = text.rows(counts.tokens)[:, label], counts.values > text.threshold
    if not text.is_binary:
        present = counts.values * np.where(is_there, weights, 0.0)
        return _WordScores(present, np.zeros(len(present)), elsewhere + float(text.bias[label]))
    absence = text.log_absences(label)
    absent = absence[counts.tokens]
    finite = np.where(np.isneginf(absent), 0.0, absent)
    others = np.delete(absence, counts.tokens)
    rest = -np.inf if np.isneginf(others).any() else elsewhere + float(text.bias[label] - finite.sum())
    return _WordScores(np.where(is_there, weights + finite, absent), absent, rest)


def _removal_order(winner: _WordScores, rival: _WordScores) -> tuple[IntArray, int] | None:
    """Return the positions of words in the order of removal, and the smallest number that may change the verdict.

    Return None if removing words cannot make `rival` win.
    """
    must_go = np.isneginf(rival.present) | np.isposinf(winner.present)
    must_stay = np.isneginf(rival.absent)
    if np.isneginf(rival.fixed_score) or (must_go & must_stay).any():
        return None
    first, others = np.flatnonzero(must_go), np.flatnonzero(~must_go & ~must_stay)
    gains = (winner.present[others] - rival.present[others]) - (winner.absent[others] - rival.absent[others])
    by_gain = np.argsort(-gains, kind="stable")[: int((gains > 0).sum())]
    order = np.concatenate([first, others[by_gain]])
    if np.isneginf(winner.absent[first]).any():
        return order, len(first)
    remaining = np.delete(np.arange(len(winner.present)), first)
    own_score = winner.fixed_score + winner.present[remaining].sum() + winner.absent[first].sum()
    initial_lead = float(own_score - rival.fixed_score - rival.present[remaining].sum() - rival.absent[first].sum())
    lead = initial_lead - np.concatenate([[0.0], np.cumsum(gains[by_gain])])
    sufficient = np.flatnonzero(
        lead <= RELATIVE_ROUNDING * (1 + np.abs(winner.present).sum() + abs(winner.fixed_score))
    )
    return (order, len(first) + int(sufficient[0])) if len(sufficient) else None


def _fewest_flipping_words(
    scorer: Scorer, features: Features, weigh: CountWeighting | None, order: IntArray, least: int, verdict: int
) -> tuple[IntArray, int] | None:
    """Remove the first words of `order` until the scorer gives another label. Return the removed words and that label.

    At least `least` words are removed. The scorer is asked after each further word, because rounding may require one
    word more than computed. Return None if the verdict does not change.
    """
    for n_words in range(max(least, 1), len(order) + 1):
        label = int(_judge_by_scorer(scorer, _remove_words(features, order[:n_words]), weigh)[0])
        if label not in (verdict, UNDECIDED):
            return order[:n_words], label
    return None


def _judge_by_scorer(scorer: Scorer, features: Features, weigh: CountWeighting | None) -> IntArray:
    return best_label_numbers(scorer.log_joint(_apply_weights(features, weigh)))


def _apply_weights(features: Features, weigh: CountWeighting | None) -> Features:
    if weigh is None or features.text is None:
        return features
    return Features(weigh(features.text), features.numbers, features.choices)


def _remove_words(features: Features, positions: npt.NDArray[np.int64]) -> Features:
    text = features.text
    if text is None:
        return features
    tokens, values = np.delete(text.tokens, positions), np.delete(text.values, positions)
    remaining = CountMatrix(np.array([0, len(tokens)], np.int64), tokens, values, text.n_tokens)
    return Features(remaining, features.numbers, features.choices)


MAX_CELLS, CELLS_AT_ONCE = 1 << 24, 1 << 20
"""Maximum number of words times labels in the result of `word_figures`, and in one step of its calculation."""


TIE_DECIMALS = 9
"""Decimal places to which the strengths of words are compared: equal ones differ by rounding errors."""


@dataclass(frozen=True, slots=True)
class Term:
    """The log-odds that one word, number or choice contributes to a verdict."""

    name: str
    count: float
    """Number of occurrences of a word: 1 if only presence matters, its weight with tf-idf. For other columns it is 1.
    """
    value: float
    kind: str = "word"
    """One of `word`, `number` and `choice`."""
    said: float | None = None
    """With fitted factors: log-odds of plain naive Bayes, before the factor changes them to `value`; otherwise None."""
    unlabelled: float | None = None
    """The part of `value` that comes from documents without a label; None if the model learnt none."""


@dataclass(frozen=True, slots=True)
class ShortExplanation:
    """The strongest terms, and the sum of all others."""

    terms: tuple[Term, ...]
    rest: float
    """Sum of the terms that are not listed, without the prior and the absent words."""
    n_rest: int
    """Number of terms that are not listed."""
    score: float
    """Exact sum of the prior, the absent words, the listed terms and the rest, rounded once."""
    rest_said: float | None = None
    """Sum of the plain naive Bayes log-odds of the terms that are not listed; None without fitted factors."""


N_SHOWN = 10
"""Number of terms in the text form of an explanation."""


@dataclass(frozen=True, slots=True, repr=False)
class Explanation(NotebookHtml):
    """The log-odds of one label against another for one document, term by term."""

    label: Any
    """The label that is explained, as the user gave it."""
    against: Any
    """The label that it is compared with."""
    score: float
    """Exact sum of the prior, the absent words and all terms, rounded once."""
    prior: float
    absent: float
    """Sum of the log-odds of all absent words; 0 if absence does not count."""
    terms: tuple[Term, ...]
    """All terms, largest magnitude first."""
    decisive: tuple[tuple[str, tuple[str, ...]], ...]
    """Pairs of a label and its decisive words, which occur only without smoothing.

    A decisive word alone makes the label impossible, or with complement naive Bayes certain.
    """

    def strongest(self, n_terms: int) -> ShortExplanation:
        """Return the `n_terms` strongest terms, with the sum of all other terms."""
        shown, others = self.terms[:n_terms], [term.value for term in self.terms[n_terms:]]
        rest = _exact_sum(others)
        score = _exact_sum([self.prior, self.absent, *(term.value for term in shown), rest])
        plain_log_odds = [term.said for term in self.terms[n_terms:] if term.said is not None]
        is_fitted = any(term.said is not None for term in self.terms)
        return ShortExplanation(shown, rest, len(others), score, _exact_sum(plain_log_odds) if is_fitted else None)

    def __repr__(self) -> str:
        """Return the strongest terms as lines of text: name, count and contribution to the log-odds."""
        short = self.strongest(N_SHOWN)
        is_fitted = any(term.said is not None for term in self.terms)
        rows: list[tuple[str, str, float]] = [("bias" if is_fitted else "prior", "", self.prior)]
        rows += [(term.name, f"×{term.count:g}" if term.kind == "word" else "", term.value) for term in short.terms]
        if short.n_rest:
            rows.append((f"{short.n_rest} more", "", short.rest))
        if self.absent:
            rows.append(("absent words", "", self.absent))
        rows.append(("sum", "", self.score))
        widths = max(len(row[0]) for row in rows), max(len(row[1]) for row in rows)
        lines = [f"  {name:<{widths[0]}} {count:>{widths[1]}} {value:+9.4f}" for name, count, value in rows]
        return "\n".join([f"{self.label!r} against {self.against!r}, log-odds {self.score:.4f}", *lines])


class ScoredModel(Protocol):
    """Protocol for the attributes and methods of a model that explanations use."""

    tfidf: TfIdf | None
    table: TableColumns
    statistics: Statistics
    recipe: Recipe

    @property
    def labels(self) -> tuple[str, ...]: ...
    @property
    def scorer(self) -> Scorer: ...
    @property
    def scored_statistics(self) -> Statistics: ...
    @property
    def tally(self) -> Tally: ...
    def words_of(self, tokens: IntArray) -> list[str]: ...
    def token_of(self, word: str) -> int: ...
    def tokens_of(self, words: Sequence[str]) -> IntArray: ...
    def prepare(self, documents: Features | CountMatrix) -> Features: ...
    def to_scorer_columns(self, documents: Features | CountMatrix) -> Features: ...
    def weigh(self, counts: CountMatrix) -> CountMatrix: ...
    def learnt_weights(self, words: Sequence[str]) -> FloatArray | None: ...
    def explain(
        self, document: Features | CountMatrix, label: str | None = None, against: str | None = None
    ) -> Explanation: ...
    def fewest_words(self, document: Features | CountMatrix) -> tuple[VerdictChange | None, tuple[str, ...]]: ...


def explain(
    model: ScoredModel, document: Features | CountMatrix, label: str | None = None, against: str | None = None
) -> Explanation:
    """Explain one document's log-odds of `label` against another label.

    By default, `label` is the verdict, and `against` is the label with the next highest score.
    """
    return model.explain(document, label, against)


def fewest_words(model: ScoredModel, document: Features | CountMatrix) -> tuple[VerdictChange | None, tuple[str, ...]]:
    """Return the fewest words whose removal changes the verdict, as column numbers and as text.

    Returns (None, ()) if no removal changes it.
    """
    return model.fewest_words(document)


def explain_by_scorer(
    model: ScoredModel, document: Features | CountMatrix, label: str | None = None, against: str | None = None
) -> Explanation:
    """Implement `explain` with the model's scorer."""
    features = model.prepare(document)
    number = _label_number(model, features, label)
    rival = None if against is None else _label_number(model, features, against)
    contributions = model.scorer.contributions(features, number, rival)
    start, absent = contributions.prior, contributions.absent_term
    if model.recipe.is_fitted and model.statistics.factors is not None:
        # absent words are no evidence here: this is the fitted bias
        start, absent = math.fsum([start, absent]), 0.0
    return Explanation(
        label=model.labels[contributions.label],
        against=model.labels[contributions.against],
        score=contributions.score,
        prior=start,
        absent=absent,
        terms=tuple(sorted(_make_terms(model, contributions), key=lambda term: -abs(term.value))),
        decisive=tuple(_decisive_words(model, features)),
    )


def fewest_words_by_scorer(
    model: ScoredModel, document: Features | CountMatrix
) -> tuple[VerdictChange | None, tuple[str, ...]]:
    """Implement `fewest_words` with the model's scorer."""
    features = to_features(document)
    if features.text is None or model.tfidf is None:
        flip = fewest_words_to_flip(model.scorer, model.prepare(features))
    else:
        flip = fewest_words_to_flip(model.scorer, model.to_scorer_columns(features), model.weigh)
    return flip, () if flip is None else tuple(model.words_of(flip.tokens))


def word_odds_by_scorer(
    model: ScoredModel, words: Sequence[str], label: str, against: str
) -> tuple[dict[str, float], dict[str, float]]:
    """Return the log-odds of `label` against `against` for each known word.

    The second dictionary has the log-odds of plain naive Bayes. It is empty without fitted factors.
    """
    columns = model.tokens_of(words)
    known = np.flatnonzero(columns >= 0)
    weights, pair = model.scorer.weights_of(columns[known]), (model.labels.index(label), model.labels.index(against))
    with np.errstate(invalid="ignore"):  # −∞ under both labels gives NaN, which is dropped below
        values = weights[:, pair[0]] - weights[:, pair[1]]
    said = plain_log_odds_of(model, columns[known], 1.0, *pair)
    tables = (values, np.zeros(0) if said is None else said)
    odds, naive_odds = ({words[index]: value for index, value in zip(known.tolist(), table.tolist(), strict=False)
                  if not np.isnan(value)} for table in tables)  # fmt: skip
    return odds, naive_odds


@dataclass(frozen=True, slots=True, eq=False)
class WordFigures:
    """Statistics of a model's words, for sorting and filtering."""

    tokens: IntArray
    """(n_words,): the scorer's columns, ascending."""
    words: tuple[str, ...]
    weights: FloatArray
    """(n_words, n_labels): log P(word | label), or the event model's equivalent."""
    log_odds: FloatArray
    """(n_words, n_labels): log-odds of the label against all other labels together."""
    occurrences: FloatArray
    """(n_words, n_labels): weighted occurrences, as the event model counts them."""
    document_weights: FloatArray
    """(n_words, n_labels): total weight of the documents that contain the word."""
    learnt_weights: FloatArray | None
    """(n_words,): learnt weight of the spam filter for its positive label; None for other models."""
    log_ratios: FloatArray | None
    """(n_words, n_labels): log ratio of plain naive Bayes, before fitted factors; None without fitted factors."""
    unlabelled_weights: FloatArray | None
    """(n_words, n_labels): the part of each weight that comes from unlabelled documents; None if the model learnt none.
    """
    mutual_information: FloatArray
    """(n_words,): mutual information of the word's presence and the label, in nats."""


def word_figures(model: ScoredModel, tokens: IntArray | None = None) -> WordFigures:
    """Return the statistics of every word of a text model, or of the given columns.

    If words times labels exceed `MAX_CELLS`, only the words with the highest mutual information are included.
    """
    information = token_scores(model.tally, "mutual-information")
    if tokens is None:
        tokens = _most_informative_tokens(model, information)
    weights, (occurrences, presences) = _weights_of_tokens(model, tokens), model.tally.rows(tokens)
    words = model.words_of(tokens)
    return WordFigures(
        tokens=tokens,
        words=tuple(words),
        weights=weights,
        log_odds=log_odds_against_others(weights, model.scorer.log_prior),
        occurrences=occurrences / UNIT,
        document_weights=presences / UNIT,
        learnt_weights=model.learnt_weights(words),
        log_ratios=_ratios(model, tokens),
        unlabelled_weights=_weights_from_unlabelled(model, tokens),
        mutual_information=information[tokens],
    )


def _most_informative_tokens(model: ScoredModel, information: FloatArray) -> IntArray:
    """Return the columns of all words in ascending order, or of the most informative words if there are too many."""
    most = max(MAX_CELLS // max(len(model.labels), 1), 1)
    return np.sort(np.argsort(-information, kind="stable")[:most])


def _weights_of_tokens(model: ScoredModel, tokens: IntArray) -> FloatArray:
    """Return log P(word | label) of some words, or the event model's equivalent, (n_tokens, n_labels)."""
    weights = model.scorer.weights_of(tokens)
    # Where absent words count too, the scorer weighs a word by log P − log(1 − P).
    return -np.logaddexp(0.0, -weights) if model.recipe.counts_absence else weights


def _ratios(model: ScoredModel, tokens: IntArray) -> FloatArray | None:
    """Return the log ratios of plain naive Bayes for some words; None without fitted factors."""
    factors = model.statistics.factors if model.recipe.is_fitted else None
    if factors is None:
        return None
    ratios = log_ratios_of_words(model.tally, tokens, model.recipe.settings)
    return ratios * (1.0, 0.0) if factors.is_one_sided else ratios


def number_of_label(labels: Sequence[str], label: str) -> int:
    """Return the position of a label; raise EngineError for an unknown one."""
    if label not in labels:
        raise EngineError(f"The model has no label {label!r}.")
    return labels.index(label)


def log_odds_against_others(weights: FloatArray, log_prior: FloatArray) -> FloatArray:
    """Return the log-odds of each label against all other labels together, shape (n_tokens, n_labels).

    For weights log P(word | label), this is log P(word | label) − log P(word | other labels). The second probability is
    the mean over the other labels, each weighted by its prior. Other kinds of weights are treated alike. With one
    label, the result is 0.
    """
    # Not the mean of the logarithms: a label that never has the word would pull it down, so that a word would point to
    # every label that has it once.
    n_labels = weights.shape[1]
    if n_labels < 2:
        return np.zeros_like(weights)
    if n_labels == 2:
        return log_odds_between(weights, weights[:, ::-1])
    prior = log_prior if np.isfinite(log_prior).sum() > 1 else np.zeros(n_labels)
    rest = np.array([np.logaddexp.reduce(np.delete(prior, label)) for label in range(n_labels)])
    odds = np.empty_like(weights)
    for piece in split_into_slices(len(weights), max(CELLS_AT_ONCE // n_labels, 1)):
        # Sums of the labels before and after each label: a difference to the sum of all would lose its digits.
        joint = add_log_probabilities(weights[piece], prior)
        others = np.full((2, *joint.shape), -np.inf)
        others[0, :, 1:] = np.logaddexp.accumulate(joint[:, :-1], axis=1)
        others[1, :, :-1] = np.logaddexp.accumulate(joint[:, :0:-1], axis=1)[:, ::-1]
        odds[piece] = log_odds_between(weights[piece], np.logaddexp(*others) - rest)
    return odds


@dataclass(frozen=True, slots=True, eq=False)
class WordsOfLabel:
    """The strongest words of one label."""

    label: str
    words: tuple[str, ...]
    log_odds: FloatArray
    tokens: IntArray


def strongest_words(model: ScoredModel, n_words: int = 20, *, min_documents: float = 1.0) -> list[WordsOfLabel]:
    """Return for each label the `n_words` words with the highest log-odds, among those in at least `min_documents`
    documents.

    Ties are broken by number of documents, then alphabetically. If words times labels exceed `MAX_CELLS`, only the
    words with the highest mutual information are considered.
    """
    tokens = _most_informative_tokens(model, token_scores(model.tally, "mutual-information"))
    documents = model.tally.token_sums[1] / UNIT
    tokens = tokens[documents[tokens] >= min_documents]
    odds = log_odds_against_others(_weights_of_tokens(model, tokens), model.scorer.log_prior)
    strongest = []
    for number, label in enumerate(model.labels):
        best = _tokens_of_highest_odds(odds[:, number], documents[tokens], tokens, n_words, model)
        strongest.append(WordsOfLabel(label, tuple(model.words_of(tokens[best])), odds[best, number], tokens[best]))
    return strongest


def _tokens_of_highest_odds(
    odds: FloatArray, documents: FloatArray, tokens: IntArray, n_words: int, model: ScoredModel
) -> IntArray:
    candidates, odds = np.arange(len(tokens)), np.round(odds, TIE_DECIMALS)
    if len(tokens) > n_words:
        candidates = np.flatnonzero(odds >= np.partition(odds, len(odds) - n_words)[len(odds) - n_words])
    names = dict(zip(candidates.tolist(), model.words_of(tokens[candidates]), strict=True))
    order = sorted(candidates.tolist(), key=lambda position: (-odds[position], -documents[position], names[position]))
    return np.asarray(order[:n_words], dtype=np.int64)


def _label_number(model: ScoredModel, features: Features, label: str | None) -> int:
    if label is not None:
        return number_of_label(model.labels, label)
    return max(int(best_label_numbers(model.scorer.log_joint(features))[0]), 0)


def _make_terms(model: ScoredModel, contributions: Contributions) -> list[Term]:
    words = zip(
        model.words_of(contributions.tokens), contributions.counts.tolist(), contributions.terms.tolist(), strict=True
    )
    plain = plain_log_odds_of(
        model, contributions.tokens, contributions.counts, contributions.label, contributions.against
    )
    nothing = [None] * len(contributions.tokens)
    plain_log_odds = nothing if plain is None else plain.tolist()
    shares = _weights_from_unlabelled(model, contributions.tokens)
    taught = nothing
    if shares is not None:
        taught = (contributions.counts * (shares[:, contributions.label] - shares[:, contributions.against])).tolist()
    terms = [
        Term(*word, said=value, unlabelled=share)
        for word, value, share in zip(words, plain_log_odds, taught, strict=True)
    ]
    terms += _column_terms(model.table.numbers, contributions.number_terms, "number")
    return terms + _column_terms(model.table.choices, contributions.choice_terms, "choice")


def plain_log_odds_of(
    model: ScoredModel, tokens: IntArray, counts: npt.ArrayLike, label: int, against: int
) -> FloatArray | None:
    """Return the log-odds of plain naive Bayes for some words; shape (n,). None without fitted factors."""
    ratios = _ratios(model, tokens)
    return None if ratios is None else np.asarray(counts) * log_odds_between(ratios[:, label], ratios[:, against])


def _weights_from_unlabelled(model: ScoredModel, tokens: IntArray) -> FloatArray | None:
    """Return the part of some words' weights that comes from unlabelled documents; shape (n_tokens, n_labels).

    Returns None if the model learnt no unlabelled documents.
    """
    factors = model.scored_statistics.factors if model.recipe.is_fitted else None
    if factors is None or factors.unlabelled is None:
        return None
    wide = factors.widen(int(tokens.max(initial=-1)) + 1).unlabelled
    return None if wide is None else wide.weights[tokens].astype(np.float64)


def _column_terms(names: tuple[str, ...], values: FloatArray, kind: str) -> list[Term]:
    all_names = [*names, *map(str, range(len(names), len(values)))]
    return [Term(name, 1, value, kind) for name, value in zip(all_names, values.tolist(), strict=False)]


def _decisive_words(model: ScoredModel, features: Features) -> list[tuple[str, tuple[str, ...]]]:
    text = model.scorer.text
    if text is None or not text.has_infinities or features.text is None:
        return []
    words_of_labels = [
        (label, model.scorer.decisive_tokens(features, number)) for number, label in enumerate(model.labels)
    ]
    return [(label, tuple(model.words_of(tokens))) for label, tokens in words_of_labels if len(tokens)]


def _exact_sum(values: list[float]) -> float:
    """Return `math.fsum(values)`, or 0 if the values contain both +∞ and −∞: such a sum is undecided, and `fsum` would
    raise.
    """
    if math.inf in values and -math.inf in values:
        return 0.0
    return math.fsum(values)
