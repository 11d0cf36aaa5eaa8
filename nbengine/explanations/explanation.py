"""Explanations in words: the terms of a verdict, and the words that a model holds to be telling."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nbengine.counts import UNIT, CountMatrix, FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.events.learnt import ratios_of_words
from nbengine.events.scorer import Contributions, Scorer
from nbengine.events.scorer_parts import WordWeights
from nbengine.events.sparse_weights import SparseWeights
from nbengine.filter.settings import N_OWN_WORDS
from nbengine.learnt.statistics import Features, features_of, require_part
from nbengine.logspace import UNDECIDED, best_labels, log_odds_between
from nbengine.models.filter_model import FilterModel, rows_of
from nbengine.models.model import Model
from nbengine.models.recipe import token_scores
from nbengine.notebooks import ShownInNotebooks

ROUNDING = 1e-12
"""Two labels this close, relative to what was added up, may be equal to the scorer, which then takes the first."""

Weigh = Callable[[CountMatrix], CountMatrix]


@dataclass(frozen=True, slots=True, eq=False)
class Flip:
    """Words to take out of a document, and what its verdict is then."""

    tokens: IntArray
    """The words, the most decisive first."""
    label: int
    """The label that wins without them."""
    is_fewest: bool
    """True if it is certain that no smaller number of words would do."""


@dataclass(frozen=True, slots=True, eq=False)
class _Worth:
    """The scores of one document's words for one label, while they are there and once they are gone."""

    present: FloatArray
    absent: FloatArray
    rest: float
    """Everything that no removal changes."""


def fewest_words_to_flip(scorer: Scorer, document: Features | CountMatrix, weigh: Weigh | None = None) -> Flip | None:
    """Return the fewest words of the document without which another label wins.

    None if no removal does it, or where the verdict is undecided to begin with. `weigh` turns counts into what the
    scorer expects, where that is not the counts themselves; the document is then given as counts.
    """
    features = features_of(document)
    if features.n_documents != 1:
        raise EngineError(f"The words that decide are those of one document, not of {features.n_documents}.")
    if features.text is None or scorer.text is None:
        return None
    verdict = int(_verdicts(scorer, features, weigh)[0])
    if verdict == UNDECIDED:
        return None
    tokens = features.text.tokens.astype(np.int64)
    weighed = _weighed(features, weigh)
    counts, elsewhere = require_part(weighed.text, "text"), scorer.log_prior
    if scorer.numbers is not None or scorer.choices is not None:
        columns = Scorer(scorer.labels, scorer.log_prior, numbers=scorer.numbers, choices=scorer.choices)
        elsewhere = columns.log_joint(Features(None, weighed.numbers, weighed.choices))[0]
    worths = [_worth(scorer.text, counts, label, own) for label, own in enumerate(elsewhere.tolist())]
    flips = []
    for rival, worth in enumerate(worths):
        order = None if rival == verdict else _order(worths[verdict], worth)
        found = None if order is None else _first_that_flips(scorer, features, weigh, *order, verdict)
        if found is not None:
            flips.append(Flip(tokens[found[0]], found[1], weigh is None))
    return min(flips, key=lambda flip: len(flip.tokens), default=None)


def _worth(text: WordWeights, counts: CountMatrix, label: int, elsewhere: float) -> _Worth:
    weights, is_there = text.rows(counts.tokens)[:, label], counts.values > text.threshold
    if not text.is_binary:
        present = counts.values * np.where(is_there, weights, 0.0)
        return _Worth(present, np.zeros(len(present)), elsewhere + float(text.bias[label]))
    absence = text.absence(label)
    absent = absence[counts.tokens]
    finite = np.where(np.isneginf(absent), 0.0, absent)
    others = np.delete(absence, counts.tokens)
    rest = -np.inf if np.isneginf(others).any() else elsewhere + float(text.bias[label] - finite.sum())
    return _Worth(np.where(is_there, weights + finite, absent), absent, rest)


def _order(own: _Worth, rival: _Worth) -> tuple[IntArray, int] | None:
    """Return the words in the order to take them out, and how many are the least that can do; None if none can."""
    must_go = np.isneginf(rival.present) | np.isposinf(own.present)
    must_stay = np.isneginf(rival.absent)
    if np.isneginf(rival.rest) or (must_go & must_stay).any():
        return None
    first, others = np.flatnonzero(must_go), np.flatnonzero(~must_go & ~must_stay)
    gains = (own.present[others] - rival.present[others]) - (own.absent[others] - rival.absent[others])
    by_gain = np.argsort(-gains, kind="stable")[: int((gains > 0).sum())]
    order = np.concatenate([first, others[by_gain]])
    if np.isneginf(own.absent[first]).any():
        return order, len(first)
    kept = np.delete(np.arange(len(own.present)), first)
    mine = own.rest + own.present[kept].sum() + own.absent[first].sum()
    ahead = float(mine - rival.rest - rival.present[kept].sum() - rival.absent[first].sum())
    lead = ahead - np.concatenate([[0.0], np.cumsum(gains[by_gain])])
    reached = np.flatnonzero(lead <= ROUNDING * (1 + np.abs(own.present).sum() + abs(own.rest)))
    return (order, len(first) + int(reached[0])) if len(reached) else None


def _first_that_flips(
    scorer: Scorer, features: Features, weigh: Weigh | None, order: IntArray, least: int, verdict: int
) -> tuple[IntArray, int] | None:
    """Ask the scorer itself, from the computed number on: the last bit of a sum may ask for one word more."""
    for n_words in range(max(least, 1), len(order) + 1):
        label = int(_verdicts(scorer, _without(features, order[:n_words]), weigh)[0])
        if label not in (verdict, UNDECIDED):
            return order[:n_words], label
    return None


def _verdicts(scorer: Scorer, features: Features, weigh: Weigh | None) -> IntArray:
    return best_labels(scorer.log_joint(_weighed(features, weigh)))


def _weighed(features: Features, weigh: Weigh | None) -> Features:
    if weigh is None or features.text is None:
        return features
    return Features(weigh(features.text), features.numbers, features.choices)


def _without(features: Features, places: npt.NDArray[np.int64]) -> Features:
    text = features.text
    if text is None:
        return features
    tokens, values = np.delete(text.tokens, places), np.delete(text.values, places)
    kept = CountMatrix(np.array([0, len(tokens)], np.int64), tokens, values, text.n_tokens)
    return Features(kept, features.numbers, features.choices)


MOST_CELLS = 1 << 24
"""Words times labels whose figures are laid out."""


@dataclass(frozen=True, slots=True)
class Term:
    """The log-odds that one word, number or choice adds to a verdict."""

    name: str
    count: float
    """A word's occurrences (1 where presence counts, its weight under tf-idf); 1 for other columns."""
    value: float
    kind: str = "word"
    """word, number or choice"""
    said: float | None = None
    """The log-odds that naive Bayes itself would add, of which `value` counts; None where nothing was fitted."""


@dataclass(frozen=True, slots=True)
class Shortened:
    """The strongest terms, and all others as one."""

    terms: tuple[Term, ...]
    rest: float
    """The sum of the terms that are not listed, without the prior and the absent words."""
    n_rest: int
    score: float
    """The exact sum of the prior, the absent words, the listed terms and the rest, rounded once."""
    rest_said: float | None = None
    """The log-odds that naive Bayes itself says of the terms that are not listed; None where nothing was fitted."""


@dataclass(frozen=True, slots=True)
class Explanation(ShownInNotebooks):
    """The log-odds of one label against another for one document, term by term."""

    label: str
    against: str
    score: float
    """The exact sum of the prior and all terms, rounded once."""
    prior: float
    absent: float
    """The log-odds that all absent words add together; 0 where absence does not count."""
    terms: tuple[Term, ...]
    """The strongest first, whichever side they are on."""
    decisive: tuple[tuple[str, tuple[str, ...]], ...]
    """Labels that single words make impossible (complement: certain), with these words; only without smoothing."""

    def strongest(self, n_terms: int) -> Shortened:
        """List so many terms, and what the others add up to."""
        shown, others = self.terms[:n_terms], [term.value for term in self.terms[n_terms:]]
        rest = _exact_sum(others)
        score = _exact_sum([self.prior, self.absent, *(term.value for term in shown), rest])
        said = [term.said for term in self.terms[n_terms:] if term.said is not None]
        is_fitted = any(term.said is not None for term in self.terms)
        return Shortened(shown, rest, len(others), score, _exact_sum(said) if is_fitted else None)


def explain(
    model: Model, document: Features | CountMatrix, label: str | None = None, against: str | None = None
) -> Explanation:
    """Explain one document's verdict against the runner-up, or any label against any other."""
    if isinstance(model, FilterModel):
        with model.lock:  # a lesson changes the filter in place
            return _explained_by_filter(model, features_of(document), label, against)
    features = model.prepared(document)
    number = _label_number(model, features, label)
    rival = None if against is None else _label_number(model, features, against)
    found = model.scorer.contributions(features, number, rival)
    start, absent = found.prior, found.absent_term
    if model.statistics.factors is not None:  # no word is told by its absence: it is the start that the fit found
        start, absent = math.fsum([start, absent]), 0.0
    return Explanation(
        label=model.labels[found.label],
        against=model.labels[found.against],
        score=found.score,
        prior=start,
        absent=absent,
        terms=tuple(sorted(_terms(model, found), key=lambda term: -abs(term.value))),
        decisive=tuple(_decisive(model, features)),
    )


def fewest_words(model: Model, document: Features | CountMatrix) -> tuple[Flip | None, tuple[str, ...]]:
    """Return the fewest words whose removal flips the verdict, and what they are called; None if none does."""
    features = features_of(document)
    if isinstance(model, FilterModel):
        with model.lock:
            return _fewest_by_filter(model, features)
    if features.text is None or model.tfidf is None:
        flip = fewest_words_to_flip(model.scorer, model.prepared(features))
    else:
        flip = fewest_words_to_flip(model.scorer, model.living(features), model.weighed)
    return flip, () if flip is None else tuple(model.words_of(flip.tokens))


@dataclass(frozen=True, slots=True, eq=False)
class WordFigures:
    """Words of a model with their numbers, to be sorted and filtered."""

    tokens: IntArray
    """(n_words,): the scorer's columns, ascending."""
    words: tuple[str, ...]
    weights: FloatArray
    """(n_words, n_labels): log P(word | label), or the event model's equivalent."""
    log_odds: FloatArray
    """(n_words, n_labels): the weight less the mean weight under all other labels."""
    occurrences: FloatArray
    """(n_words, n_labels): weighted, as the event model counts them."""
    documents: FloatArray
    """(n_words, n_labels): the weight of the documents that hold the word."""
    learnt: FloatArray | None
    """(n_words,): a filter's learnt weight for its positive label, beside the counts; None for other models."""
    ratios: FloatArray | None
    """(n_words, n_labels): naive Bayes' log ratio, of which a learnt part counts; None for other models."""
    mutual_information: FloatArray
    """(n_words,): what having the word or not tells about the label, in nats."""


def word_figures(model: Model, tokens: IntArray | None = None) -> WordFigures:
    """Return the figures of every word of a text model, or of some of the scorer's columns.

    Where words times labels are more than anybody looks at, only of those words that tell most about the label.
    """
    telling = token_scores(model.tally, "mutual-information")
    if tokens is None:
        most = max(MOST_CELLS // max(len(model.labels), 1), 1)
        tokens = np.sort(np.argsort(-telling, kind="stable")[:most])
    weights, (occurrences, presences) = model.scorer.weights_of(tokens), model.tally.rows(tokens)
    learnt = None
    if isinstance(model, FilterModel):
        learnt = model.learner.tally.steps[model.vocabulary.numbers(model.words_of(tokens))]
    return WordFigures(
        tokens=tokens,
        words=tuple(model.words_of(tokens)),
        weights=weights,
        log_odds=log_odds_against_others(weights),
        occurrences=occurrences / UNIT,
        documents=presences / UNIT,
        learnt=learnt,
        ratios=_ratios(model, tokens),
        mutual_information=telling[tokens],
    )


def _ratios(model: Model, tokens: IntArray) -> FloatArray | None:
    """Return what naive Bayes says of words, where learnt factors say how much of it counts."""
    factors = model.statistics.factors
    if not model.recipe.is_fitted or factors is None:
        return None
    ratios = ratios_of_words(model.tally, tokens, model.recipe.settings)
    return ratios * (1.0, 0.0) if factors.is_one_sided else ratios


def _explained_by_filter(model: FilterModel, features: Features, label: str | None, against: str | None) -> Explanation:
    """Return the terms of the evidence and of the learnt weights, word by word, as log-odds."""
    learner = model.learner
    seen = learner.seen(rows_of(features)[0])
    verdict = learner.judge(seen)
    number = verdict.label if label is None else _known_label(model, label)
    other = verdict.opinion.rival if number == learner.positive else learner.positive
    other = other if against is None else _known_label(model, against)
    found = learner.weigher.weighed(seen.tokens, seen.groups, learner.scales, number, other)
    scale = learner.marks.slope
    values: dict[int, float] = {}
    for tokens, said in ((found.telling, found.terms), (found.heard, found.learnt_terms)):
        for token, term in zip(tokens.tolist(), (scale * said).tolist(), strict=True):
            values[token] = values.get(token, 0.0) + term
    words = model.vocabulary.words_of(np.array(list(values), np.int64))
    counts = dict(zip(seen.tokens.tolist(), require_part(features.text, "text").values.tolist(), strict=True))
    terms = [Term(word, counts[token], value) for word, (token, value) in zip(words, values.items(), strict=True)]
    sign = 1.0 if number == learner.positive else -1.0 if other == learner.positive else 0.0
    prior = scale * found.prior + sign * learner.marks.offset
    return Explanation(
        label=model.labels[number],
        against=model.labels[other],
        score=math.fsum([prior, *(term.value for term in terms)]),
        prior=prior,
        absent=0.0,
        terms=tuple(sorted(terms, key=lambda term: -abs(term.value))),
        decisive=(),
    )


def _fewest_by_filter(model: FilterModel, features: Features) -> tuple[Flip | None, tuple[str, ...]]:
    """Take the most decisive words out, one after another, until another label wins."""
    learner, tokens = model.learner, rows_of(features)[0]
    verdict = learner.judge(learner.seen(tokens)).label
    by_name = {term.name: term.value for term in explain(model, features, model.labels[verdict]).terms}
    names = model.vocabulary.words_of(tokens)
    order = sorted(range(len(tokens)), key=lambda place: -by_name.get(names[place], 0.0))
    order = [place for place in order if by_name.get(names[place], 0.0) > 0 and tokens[place] >= N_OWN_WORDS]
    for n_words in range(1, len(order) + 1):
        gone = np.array(order[:n_words])
        found = learner.judge(learner.seen(tokens[~np.isin(np.arange(len(tokens)), gone)])).label
        if found != verdict:
            flip = Flip(tokens[gone].astype(np.int64), found, is_fewest=False)
            return flip, tuple(names[place] for place in gone.tolist())
    return None, ()


def _known_label(model: Model, label: str) -> int:
    if label not in model.labels:
        raise EngineError(f"The model has no label {label!r}.")
    return model.labels.index(label)


def log_odds_against_others(weights: FloatArray) -> FloatArray:
    """(n_tokens, n_labels): each label's weight less the mean of the others'; 0 where it is the only label."""
    n_labels = weights.shape[1]
    if n_labels < 2:
        return np.zeros_like(weights)
    total = weights.sum(axis=1, keepdims=True)
    if np.isfinite(total).all():
        return np.asarray((weights * n_labels - total) / (n_labels - 1))
    others = [np.delete(weights, label, axis=1).mean(axis=1) for label in range(n_labels)]
    return log_odds_between(weights, np.stack(others, axis=1))


@dataclass(frozen=True, slots=True, eq=False)
class WordsOfLabel:
    """The words that speak most for one label."""

    label: str
    words: tuple[str, ...]
    log_odds: FloatArray
    tokens: IntArray


def strongest_words(model: Model, n_words: int = 20, *, min_documents: float = 1.0) -> list[WordsOfLabel]:
    """Return for each label the words with the highest log-odds, of those in so many documents or more.

    Equal ones go by how many documents have them, then by the alphabet. Where most labels never meet most words, only
    words that the label has are looked at.
    """
    text, documents = require_part(model.scorer.text, "text"), model.tally.token_sums[1] / UNIT
    found = []
    for label, (tokens, odds) in zip(model.labels, _odds_by_label(text, documents >= min_documents), strict=True):
        best = _highest(odds, documents[tokens], tokens, n_words, model)
        found.append(WordsOfLabel(label, tuple(model.words_of(tokens[best])), odds[best], tokens[best]))
    return found


def _odds_by_label(text: WordWeights, is_common: npt.NDArray[np.bool_]) -> Iterator[tuple[IntArray, FloatArray]]:
    """Yield for each label the words to look at, and their log-odds."""
    if not isinstance(text, SparseWeights):
        odds, tokens = log_odds_against_others(text.table), np.flatnonzero(is_common)
        yield from ((tokens, odds[tokens, label]) for label in range(odds.shape[1]))
        return
    cells = text.cells_against_others()
    for label in range(cells.n_labels):
        own = np.flatnonzero((cells.labels == label) & is_common[cells.tokens])
        yield cells.tokens[own], cells.numbers[own]


def _highest(odds: FloatArray, documents: FloatArray, tokens: IntArray, n_words: int, model: Model) -> IntArray:
    near = np.arange(len(tokens))
    if len(tokens) > n_words:
        near = np.flatnonzero(odds >= np.partition(odds, len(odds) - n_words)[len(odds) - n_words])
    names = dict(zip(near.tolist(), model.words_of(tokens[near]), strict=True))
    order = sorted(near.tolist(), key=lambda place: (-odds[place], -documents[place], names[place]))
    return np.asarray(order[:n_words], dtype=np.int64)


def _label_number(model: Model, features: Features, label: str | None) -> int:
    if label is not None:
        return _known_label(model, label)
    return max(int(best_labels(model.scorer.log_joint(features))[0]), 0)


def _terms(model: Model, found: Contributions) -> list[Term]:
    words = zip(model.words_of(found.tokens), found.counts.tolist(), found.terms.tolist(), strict=True)
    said = said_of(model, found.tokens, found.counts, found.label, found.against)
    told = [None] * len(found.tokens) if said is None else said.tolist()
    terms = [Term(*word, said=one) for word, one in zip(words, told, strict=True)]
    terms += _column_terms(model.table.numbers, found.number_terms, "number")
    return terms + _column_terms(model.table.choices, found.choice_terms, "choice")


def said_of(model: Model, tokens: IntArray, counts: npt.ArrayLike, label: int, against: int) -> FloatArray | None:
    """(n,): the log-odds that naive Bayes says of some of the scorer's words; None where no factors were fitted."""
    ratios = _ratios(model, tokens)
    return None if ratios is None else np.asarray(counts) * log_odds_between(ratios[:, label], ratios[:, against])


def _column_terms(names: tuple[str, ...], values: FloatArray, kind: str) -> list[Term]:
    called = [*names, *map(str, range(len(names), len(values)))]
    return [Term(name, 1, value, kind) for name, value in zip(called, values.tolist(), strict=False)]


def _decisive(model: Model, features: Features) -> list[tuple[str, tuple[str, ...]]]:
    text = model.scorer.text
    if text is None or not text.has_infinities or features.text is None:
        return []
    found = [(label, model.scorer.decisive_tokens(features, number)) for number, label in enumerate(model.labels)]
    return [(label, tuple(model.words_of(tokens))) for label, tokens in found if len(tokens)]


def _exact_sum(values: list[float]) -> float:
    """`math.fsum`, and 0 for an undecided sum of opposite infinities."""
    if math.inf in values and -math.inf in values:
        return 0.0
    return math.fsum(values)
