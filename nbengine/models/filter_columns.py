"""Documents over the columns of a model that is a filter: looked at, judged, learnt and forgotten row by row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import CountMatrix, IntArray
from nbengine.arrays.logspace import normalised
from nbengine.errors import EngineError
from nbengine.events.leave_one_out_entries import NEVER_LEARNT
from nbengine.filter.filter import Filter, FilterVerdict
from nbengine.filter.settings import N_GROUPS, N_KINDS, N_OWN_WORDS, SUBJECT, TEXT, group_of, groups_of
from nbengine.filter.tally import Tokens
from nbengine.learnt.statistics import Features
from nbengine.models.model_words import CountedText
from nbengine.text.vocabulary import Vocabulary
from nbengine.trust.verdicts import Verdicts

_Row = tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.int32], IntArray]
"""The filter's own words for how new a document is, the words of the document, how often it has each, and how many
others of each kind."""
NO_TEXT: Final = "A filter judges text alone."


def looked_at(learner: Filter, own: Vocabulary, counts: CountMatrix, given: Vocabulary, *, grow: bool) -> CountedText:
    """Bring counts over other words to the filter's, and add its words for how new they are."""
    columns, kinds = given.mapping_to(own, grow=grow), groups_of(given)
    _keep_up(learner, own)
    rows = []
    for document in range(counts.n_documents):
        some = slice(counts.starts[document], counts.starts[document + 1])
        given_tokens, values = counts.tokens[some], counts.values[some]
        found = columns.take(given_tokens)
        rows.append(_looked(learner, found, values, kinds.take(given_tokens[found < 0])))
    return _stacked(rows, len(own))


def looked_at_one_by_one(
    learner: Filter, own: Vocabulary, documents: Sequence[Mapping[str, int]], *, grow: bool
) -> CountedText:
    """Do the same for a few documents, each given as how often it has each word."""
    rows = []
    for counts in documents:
        words = [*counts]
        found, values = own.add(words) if grow else own.numbers(words), np.array([*counts.values()], np.int32)
        _keep_up(learner, own)
        kinds = np.array([group_of(words[number]) for number in np.flatnonzero(found < 0)], np.int64)
        rows.append(_looked(learner, found, values, kinds))
    return _stacked(rows, len(own))


def _keep_up(learner: Filter, own: Vocabulary) -> None:
    if len(own) > len(learner.groups):
        learner.extend(groups_of(own, len(learner.groups)))


def _looked(
    learner: Filter, found: IntArray, values: npt.NDArray[np.int32], kinds: npt.NDArray[np.integer[Any]]
) -> _Row:
    """Put a document's known words in order, after the filter's own words; `kinds` are the groups of the unknown."""
    is_known = found >= 0
    unknown = np.bincount(kinds, minlength=N_GROUPS)[:N_KINDS]
    order = np.argsort(found[is_known])
    words = found[is_known][order].astype(np.int32)
    own_words = learner.look(words, unknown).tokens[:N_KINDS].astype(np.int32)
    return own_words, words, values[is_known][order], unknown


def _stacked(rows: Sequence[_Row], n_tokens: int) -> CountedText:
    starts = np.cumsum([0, *(len(own) + len(words) for own, words, _, _ in rows)]).astype(np.int64)
    parts = [part for own, words, _, _ in rows for part in (own, words)]
    values = [part for own, _, counts, _ in rows for part in (np.ones(len(own), np.int32), counts)]
    tokens = np.concatenate([np.zeros(0, np.int32), *parts])
    counts = CountMatrix(starts, tokens, np.concatenate([np.zeros(0, np.int32), *values]), n_tokens)
    unknown = np.array([kinds for *_, kinds in rows], np.float64).reshape(-1, N_KINDS)
    return CountedText(counts, unknown.sum(axis=1), unknown[:, TEXT] + unknown[:, SUBJECT])


def without_own(features: Features) -> Features:
    """The documents' words alone: how new they are belongs to the filter, and to no count."""
    text = features.text
    if text is None:
        return features
    is_word = text.tokens >= N_OWN_WORDS
    starts = np.concatenate([[0], np.cumsum(is_word)])[text.starts].astype(np.int64)
    return Features(CountMatrix(starts, text.tokens[is_word], text.values[is_word], text.n_tokens))


def rows_of(features: Features) -> list[Tokens]:
    """The different words of each document."""
    text = features.text
    if text is None:
        raise EngineError(NO_TEXT)
    return [text.tokens[text.starts[row] : text.starts[row + 1]] for row in range(text.n_documents)]


def filter_verdicts(learner: Filter, text: CountedText) -> Verdicts:
    """Judge documents that were looked at before."""
    unknown, in_text = text.unknown, text.unknown_in_text
    numbers = zip(unknown.tolist(), (np.zeros(len(unknown)) if in_text is None else in_text).tolist(), strict=True)
    seen = (learner.seen(row, *own) for row, own in zip(rows_of(Features(text.counts)), numbers, strict=True))
    return as_verdicts(learner, [learner.judge(one) for one in seen])


def as_verdicts(learner: Filter, found: Sequence[FilterVerdict]) -> Verdicts:
    """Put verdicts into arrays."""
    n_labels = len(learner.labels)
    log_joint = np.array([learner.log_odds(one) for one in found]).reshape(-1, n_labels)
    return Verdicts(
        label_numbers=np.array([one.label for one in found], np.int64),
        log_joint=log_joint,
        log_proba=normalised(log_joint),
        calibrated=np.array([learner.log_proba(one) for one in found]).reshape(-1, n_labels),
        is_unsure=np.array([one.is_unsure for one in found], np.bool_),
        is_unlike=np.array([one.is_unlike for one in found], np.bool_),
        unknown_share=np.array([one.new_share for one in found], np.float64),
        labels=learner.labels,
    )


def learn_rows(
    learner: Filter,
    features: Features,
    label_numbers: IntArray,
    weights: npt.ArrayLike | None,
    keys: Sequence[int] | None,
) -> None:
    """Learn documents one after another; the marks are made anew whenever a tenth more was learnt."""
    rows = rows_of(features)
    importance = np.ones(len(rows)) if weights is None else np.asarray(weights, np.float64)
    for place, tokens in enumerate(rows):
        seen = learner.look(tokens)
        learner.learn(
            seen,
            int(label_numbers[place]),
            learner.opinion(seen),
            key=None if keys is None else int(keys[place]),
            importance=float(importance[place]),
        )
        if learner.is_due():
            learner.make_marks()


def check_known(learner: Filter, keys: Sequence[int] | None, n_documents: int) -> Sequence[int]:
    """The keys of documents that are to be forgotten; EngineError where one was never learnt."""
    if keys is None or len(keys) != n_documents or not all(key in learner.lessons for key in keys):
        raise EngineError(NEVER_LEARNT)
    return keys
