"""A model that judges by the spam filter, and also has the counts of a multinomial model.

The filter and the counts share the vocabulary and learn the same documents. Each learnt document has a key, such as a
document number, because forgetting must undo exactly what learning it did.

Two filters cannot be merged, since the effect of each document depends on the documents learnt before. Train a new
filter on the merged documents instead.

The filter scores a document before learning it. Replaying a saved lesson (a learnt or forgotten document) repeats this,
and has the same effect to the last bit. So a saved filter plus the lessons since then equals the current filter.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from nbengine.counts import CountMatrix, FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.events.leave_one_out import NEVER_LEARNT
from nbengine.explanations.explanation import Explanation, Term, VerdictChange, number_of_label
from nbengine.explanations.influence import LearntDocuments
from nbengine.filter.filter import (
    MAX_UNSURE_LOG_ODDS,
    Filter,
    FilterCalculation,
    LossEstimate,
    estimate_loss,
    filter_from_parts,
    filter_to_parts,
    find_suspect_lessons,
    make_filter_terms,
    restrict_filter_to_words,
)
from nbengine.filter.settings import (
    N_GROUPS,
    N_NOVELTY_GROUPS,
    N_NOVELTY_TOKENS,
    OPENING,
    SUBJECT,
    TEXT,
    evidence_group_of_word,
    evidence_groups_of_vocabulary,
)
from nbengine.filter.tally import Tokens
from nbengine.learnt.statistics import Features, Statistics, require_part, to_features
from nbengine.logspace import normalise_log_joint, select_entries
from nbengine.models.lesson_journal import LessonJournal, LessonScores
from nbengine.models.model import Model, hold_lock, statistics_of_used_words
from nbengine.models.model_words import CountedText
from nbengine.models.recipe import Recipe
from nbengine.packing import PackedContent
from nbengine.text.token_counter import TokenCounter, count_words_of_texts, is_small_batch
from nbengine.text.vocabulary import Vocabulary
from nbengine.trust.verdicts import Verdicts

_Row = tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.int32], IntArray]
"""Counts of one document.

The parts are: its novelty tokens, its other tokens, the counts of these, and the number of unknown words in each group.
"""
NO_TEXT: Final = "A filter judges text alone."


def count_with_novelty(
    learner: Filter, vocabulary: Vocabulary, counts: CountMatrix, other_vocabulary: Vocabulary, *, grow: bool
) -> CountedText:
    """Map counts to the filter's vocabulary, and add each document's novelty tokens (they encode its share of new
    words).
    """
    columns_of_other, kinds = (
        other_vocabulary.mapping_to(vocabulary, grow=grow),
        evidence_groups_of_vocabulary(other_vocabulary),
    )
    _extend_filter(learner, vocabulary)
    rows = []
    for document in range(counts.n_documents):
        entries = slice(counts.starts[document], counts.starts[document + 1])
        tokens, values = counts.tokens[entries], counts.values[entries]
        columns_of_words = columns_of_other.take(tokens)
        rows.append(_make_row(learner, columns_of_words, values, kinds.take(tokens[columns_of_words < 0])))
    return _stack_rows(rows, len(vocabulary))


def count_few_with_novelty(
    learner: Filter, vocabulary: Vocabulary, documents: Sequence[Mapping[str, int]], *, grow: bool
) -> CountedText:
    """Map word counts of a few documents to the filter's vocabulary, and add novelty tokens. Each document is a
    mapping.
    """
    rows = []
    for counts in documents:
        words = [*counts]
        columns, values = (
            vocabulary.add(words) if grow else vocabulary.numbers(words),
            np.array([*counts.values()], np.int32),
        )
        _extend_filter(learner, vocabulary)
        kinds = np.array([evidence_group_of_word(words[number]) for number in np.flatnonzero(columns < 0)], np.int64)
        rows.append(_make_row(learner, columns, values, kinds))
    return _stack_rows(rows, len(vocabulary))


def _extend_filter(learner: Filter, vocabulary: Vocabulary) -> None:
    if len(vocabulary) > len(learner.groups):
        learner.append_words(evidence_groups_of_vocabulary(vocabulary, len(learner.groups)))


def _make_row(
    learner: Filter, columns: IntArray, values: npt.NDArray[np.int32], groups_of_unknown: npt.NDArray[np.integer[Any]]
) -> _Row:
    """Return the counts of one document.

    `columns` and `values` are the columns of its words and their counts; the column -1 is an unknown word.
    `groups_of_unknown` are the groups (text, subject, …) of the unknown words.
    """
    is_known = columns >= 0
    unknown = np.bincount(groups_of_unknown, minlength=N_GROUPS)[:N_NOVELTY_GROUPS]
    order = np.argsort(columns[is_known])
    words = columns[is_known][order].astype(np.int32)
    novelty_tokens = learner.prepare(words, unknown).tokens[:N_NOVELTY_GROUPS].astype(np.int32)
    return novelty_tokens, words, values[is_known][order], unknown


def _stack_rows(rows: Sequence[_Row], n_tokens: int) -> CountedText:
    starts = np.cumsum([0, *(len(own) + len(words) for own, words, _, _ in rows)]).astype(np.int64)
    parts = [part for own, words, _, _ in rows for part in (own, words)]
    values = [part for own, _, counts, _ in rows for part in (np.ones(len(own), np.int32), counts)]
    tokens = np.concatenate([np.zeros(0, np.int32), *parts])
    counts = CountMatrix(starts, tokens, np.concatenate([np.zeros(0, np.int32), *values]), n_tokens)
    unknown = np.array([kinds for *_, kinds in rows], np.float64).reshape(-1, N_NOVELTY_GROUPS)
    return CountedText(counts, unknown.sum(axis=1), unknown[:, TEXT] + unknown[:, SUBJECT])


def drop_novelty_tokens(features: Features) -> Features:
    """Return the features without novelty tokens (they encode the share of new words), which the multinomial model
    lacks.
    """
    text = features.text
    if text is None:
        return features
    return Features(select_entries(text, text.tokens >= N_NOVELTY_TOKENS))


def distinct_tokens_of(features: Features) -> list[Tokens]:
    """Return the distinct tokens of each document."""
    text = features.text
    if text is None:
        raise EngineError(NO_TEXT)
    return [text.tokens[text.starts[row] : text.starts[row + 1]] for row in range(text.n_documents)]


def judge_by_filter(learner: Filter, text: CountedText) -> Verdicts:
    """Judge documents that were counted for this filter."""
    unknown, in_text = text.n_unknown, text.n_unknown_in_text
    numbers = zip(unknown.tolist(), (np.zeros(len(unknown)) if in_text is None else in_text).tolist(), strict=True)
    seen = (
        learner.prepare_again(row, *own)
        for row, own in zip(distinct_tokens_of(Features(text.counts)), numbers, strict=True)
    )
    judgements, n_labels = [learner.judge(judgement) for judgement in seen], len(learner.labels)
    log_joint = np.array([learner.log_odds(judgement) for judgement in judgements]).reshape(-1, n_labels)
    return Verdicts(
        label_numbers=np.array([judgement.label for judgement in judgements], np.int64),
        log_joint=log_joint,
        log_proba=normalise_log_joint(log_joint),
        calibrated_log_proba=np.array([learner.log_proba(judgement) for judgement in judgements]).reshape(-1, n_labels),
        is_unsure=np.array([judgement.is_unsure for judgement in judgements], np.bool_),
        is_unlike=np.array([judgement.is_unlike for judgement in judgements], np.bool_),
        unknown_share=np.array([judgement.new_share for judgement in judgements], np.float64),
        labels=learner.labels,
    )


def learn_rows(
    learner: Filter,
    features: Features,
    label_numbers: IntArray,
    weights: npt.ArrayLike | None,
    keys: Sequence[int] | None,
) -> None:
    """Teach the filter documents one after another. Thresholds are fitted again whenever `needs_new_thresholds` is
    true.
    """
    rows = distinct_tokens_of(features)
    importance = np.ones(len(rows)) if weights is None else np.asarray(weights, np.float64)
    for row, tokens in enumerate(rows):
        seen = learner.prepare(tokens)
        learner.learn(
            seen,
            int(label_numbers[row]),
            learner.score_document(seen),
            key=None if keys is None else int(keys[row]),
            importance=float(importance[row]),
        )
        if learner.needs_new_thresholds():
            learner.fit_thresholds()


class FilterModel(Model):
    """A model that judges by the spam filter. The first columns of its vocabulary are the filter's novelty tokens."""

    part_name = "filter"
    has_prior = False
    judges_by_scorer = False
    learns_in_order = True
    journal: LessonJournal

    def __init__(self, recipe: Recipe, vocabulary: Vocabulary, statistics: Statistics, learner: Filter) -> None:
        super().__init__(recipe, vocabulary, statistics)
        self.learner = learner
        self.journal = LessonJournal()

    @hold_lock
    def count(
        self, texts: Sequence[str], fields: Sequence[Mapping[str, str]] | None = None, *, grow: bool = False
    ) -> CountedText:
        """Count the words of documents and add the novelty tokens."""
        if is_small_batch(texts, fields):
            words = count_words_of_texts(texts, fields, self.recipe.rules)
            return count_few_with_novelty(self.learner, self.vocabulary, words, grow=grow)
        counter = TokenCounter(self.recipe.rules)
        return self.map_counts(counter.count(texts, fields), counter.vocabulary, grow=grow)

    @hold_lock
    def map_counts(self, counts: CountMatrix, vocabulary: Vocabulary, *, grow: bool = False) -> CountedText:
        """Map counts over another vocabulary to the model's columns, and add the novelty tokens."""
        return count_with_novelty(self.learner, self.vocabulary, counts, vocabulary, grow=grow)

    @hold_lock
    def learn(
        self,
        documents: Features | CountMatrix,
        labels: Sequence[str],
        weights: npt.ArrayLike | None = None,
        *,
        keys: Sequence[int] | None = None,
    ) -> None:
        """Add documents, each with a label name and a key. New labels are added to the model."""
        words = drop_novelty_tokens(to_features(documents))
        super().learn(words, labels, weights, keys=keys)
        new_labels = self.labels[len(self.learner.labels) :]
        for label in new_labels:
            self.learner.add_label(label)
        numbers = np.array([self.labels.index(label) for label in labels], np.int64)
        learn_rows(self.learner, words, numbers, weights, keys)

    @hold_lock
    def forget(
        self,
        documents: Features | CountMatrix,
        labels: Sequence[str],
        weights: npt.ArrayLike | None = None,
        *,
        keys: Sequence[int] | None = None,
    ) -> None:
        """Remove learnt documents by key. Unknown keys raise EngineError and change nothing."""
        words = drop_novelty_tokens(to_features(documents))
        if keys is None or len(keys) != words.n_documents or not all(key in self.learner.lessons for key in keys):
            raise EngineError(NEVER_LEARNT)
        super().forget(words, labels, weights, keys=keys)
        for tokens, key in zip(distinct_tokens_of(words), keys, strict=True):
            self.learner.forget(tokens, key)

    @hold_lock
    def rename_labels(self, names: Mapping[str, str]) -> None:
        """Rename labels. Labels that get the same name are merged."""
        super().rename_labels(names)
        self.learner.rename_labels(names)
        self.learner.reorder_labels(self.labels)

    def drop_empty_labels(self) -> None:
        """Do nothing: the filter numbers its labels, and a label without documents never wins."""

    @hold_lock
    def judge(self, documents: Features | CountMatrix | CountedText, *, unknown: FloatArray | None = None) -> Verdicts:
        """Classify documents that were counted by this model."""
        if isinstance(documents, CountedText):
            return judge_by_filter(self.learner, documents)
        text = to_features(documents).text
        if text is None:
            raise EngineError(NO_TEXT)
        n_unknown = np.zeros(text.n_documents) if unknown is None else unknown
        return judge_by_filter(self.learner, CountedText(text, n_unknown))

    @property
    def can_rank_by_evidence(self) -> bool:
        """Return False: the filter ranks documents by its own scores."""
        return False

    @hold_lock
    def explain(
        self, document: Features | CountMatrix, label: str | None = None, against: str | None = None
    ) -> Explanation:
        """Explain one document's verdict. The term of a word is the evidence from its counts plus its learnt weight."""
        features, learner = to_features(document), self.learner
        seen = learner.prepare_again(distinct_tokens_of(features)[0])
        verdict = learner.judge(seen)
        number = verdict.label if label is None else number_of_label(self.labels, label)
        other = verdict.document_score.rival_label if number == learner.positive else learner.positive
        other = other if against is None else number_of_label(self.labels, against)
        found = learner.scorer.explain_terms(seen.tokens, seen.groups, learner.scales, number, other)
        scale = learner.thresholds.slope
        values: dict[int, float] = {}
        for tokens, said in ((found.informative_words, found.terms), (found.learnt_words, found.learnt_terms)):
            for token, term in zip(tokens.tolist(), (scale * said).tolist(), strict=True):
                values[token] = values.get(token, 0.0) + term
        words = self.vocabulary.words_of(np.array(list(values), np.int64))
        counts = dict(zip(seen.tokens.tolist(), require_part(features.text, "text").values.tolist(), strict=True))
        terms = [Term(word, counts[token], value) for word, (token, value) in zip(words, values.items(), strict=True)]
        sign = 1.0 if number == learner.positive else -1.0 if other == learner.positive else 0.0
        prior = scale * found.prior + sign * learner.thresholds.offset
        return Explanation(
            label=self.labels[number],
            against=self.labels[other],
            score=math.fsum([prior, *(term.value for term in terms)]),
            prior=prior,
            absent=0.0,
            terms=tuple(sorted(terms, key=lambda term: -abs(term.value))),
            decisive=(),
        )

    @hold_lock
    def fewest_words(self, document: Features | CountMatrix) -> tuple[VerdictChange | None, tuple[str, ...]]:
        """Remove the most decisive words, one after another, until another label wins."""
        features, learner = to_features(document), self.learner
        [tokens] = distinct_tokens_of(features)
        verdict = learner.judge(learner.prepare_again(tokens)).label
        by_name = {term.name: term.value for term in self.explain(features, self.labels[verdict]).terms}
        names = self.vocabulary.words_of(tokens)
        order = sorted(range(len(tokens)), key=lambda place: -by_name.get(names[place], 0.0))
        order = [place for place in order if by_name.get(names[place], 0.0) > 0 and tokens[place] >= N_NOVELTY_TOKENS]
        for n_words in range(1, len(order) + 1):
            gone = np.array(order[:n_words])
            label = learner.judge(learner.prepare_again(tokens[~np.isin(np.arange(len(tokens)), gone)])).label
            if label != verdict:
                flip = VerdictChange(tokens[gone].astype(np.int64), label, is_fewest=False)
                return flip, tuple(names[place] for place in gone.tolist())
        return None, ()

    @hold_lock
    def filter_calculation(self, document: Features | CountMatrix, unknown_share: float) -> FilterCalculation:
        """Return the calculation of the verdict on one document.

        `unknown_share` is the share of its words that are new.
        """
        learner, marks = self.learner, self.learner.thresholds
        seen = learner.prepare_again(distinct_tokens_of(to_features(document))[0])
        verdict = learner.judge(seen)
        explained = self.explain(document, self.labels[verdict.label])
        number, other = (self.labels.index(label) for label in (explained.label, explained.against))
        sign = 1.0 if number == learner.positive else -1.0
        cautious = marks.slope * marks.correct_for_new_words(verdict.score, unknown_share) + marks.offset
        if learner.make_verdict(verdict.document_score, unknown_share, seen.new_text_share).is_unsure:
            cautious = min(max(cautious, -MAX_UNSURE_LOG_ODDS), MAX_UNSURE_LOG_ODDS)
        mark = (
            marks.slope * (marks.upper_threshold(unknown_share) if number == learner.positive else marks.low)
            + marks.offset
        )
        terms = make_filter_terms(learner, self.vocabulary, seen.tokens, number, other)
        return FilterCalculation(
            label=explained.label,
            against=explained.against,
            prior=explained.prior,
            terms=tuple(sorted(terms, key=lambda term: -abs(term.contribution))),
            score=explained.score,
            new_share=unknown_share,
            cautious_score=sign * cautious,
            threshold=sign * mark,
        )

    def influence(
        self,
        count: Callable[[Model], Features],
        batches: Iterable[LearntDocuments],
        *,
        label: str,
        against: str,
        progress: Callable[[int], None] | None = None,
    ) -> FloatArray:
        """Return the contribution of each learnt document to the log-odds of a document, shape (n_lessons,).

        In a copy of the filter, each learnt document is subtracted exactly and then added again. If a word of the
        explained document occurs only in the subtracted one, the word is then new, and the explained document is
        counted again.
        """
        own, other = number_of_label(self.labels, label), number_of_label(self.labels, against)
        changing = self.copy()
        learner = changing.learner

        def counted() -> Tokens:
            [tokens] = distinct_tokens_of(count(changing))
            return tokens

        def odds(tokens: Tokens) -> float:
            by_label = learner.log_odds(learner.judge(learner.prepare_again(tokens)))
            return float(by_label[own] - by_label[other])

        known, effects = counted(), list[float]()
        with_all = odds(known)
        for batch in batches:
            for words, key in zip(distinct_tokens_of(drop_novelty_tokens(batch.features)), batch.keys, strict=True):
                if progress is not None:
                    progress(len(effects))
                if key not in learner.lessons:
                    raise EngineError("A document that was never learnt cannot be forgotten.")
                with learner.lesson_removed(words, key):
                    known_by_it_alone = words[learner.tally.lesson_counts.take(words) == 0]
                    is_counted_again = np.isin(known_by_it_alone, known).any()
                    effects.append(with_all - odds(counted() if is_counted_again else known))
        return np.array(effects, np.float64)

    @hold_lock
    def word_odds(self, words: Sequence[str], label: str, against: str) -> tuple[dict[str, float], dict[str, float]]:
        """Return the log-odds of each learnt word for `label` against `against`.

        The second dictionary is always empty.
        """
        numbers = self.vocabulary.numbers(words)
        known = np.flatnonzero(numbers >= 0)
        tokens = numbers[known].astype(np.int32)
        odds = self.learner.scorer.word_odds(
            tokens, self.learner.scales, self.labels.index(label), self.labels.index(against)
        )
        are_learnt = self.learner.tally.lesson_counts.take(tokens) > 0
        pairs = zip(known.tolist(), odds.tolist(), are_learnt.tolist(), strict=True)
        return {words[position]: value for position, value, is_learnt in pairs if is_learnt}, {}

    def learnt_weights(self, words: Sequence[str]) -> FloatArray:
        """Return the learnt weight of each word for the positive label, shape (n_words,)."""
        return self.learner.tally.steps[self.vocabulary.numbers(words)]

    def mask_of_words(self, tokens: npt.NDArray[np.int32]) -> npt.NDArray[np.bool_]:
        """Return a mask with the shape of `tokens`, which are column numbers: whether the column is a word of a text.

        Novelty tokens and words of the field `opening` are not words of a text.
        """
        return np.asarray(self.learner.groups.take(tokens) < OPENING)

    def lesson_keys_and_trust(self) -> tuple[IntArray, FloatArray]:
        """Return two arrays in the order of learning: the key of each learnt document, and the trust in its label, 0 to
        1.
        """
        rows = self.learner.lessons.rows
        return rows["key"], rows["trust"]

    def loss_estimate(self) -> LossEstimate:
        """Return an upper estimate of the share of good documents that the filter loses."""
        return estimate_loss(self.learner)

    def lesson_scores(self) -> LessonScores:
        """Return the scores of all learnt documents, and the scores of the good documents, which must not be lost."""
        learner, rows = self.learner, self.learner.lessons.rows
        if learner.protected:
            is_good = np.isin(rows["label"], list(learner.protected))
        else:
            is_good = rows["label"] != learner.positive
        is_good &= ~np.isin(rows["key"], find_suspect_lessons(learner))
        good, marks = rows[is_good][np.argsort(-rows["score"][is_good], kind="stable")], learner.thresholds
        return LessonScores(
            all_log_odds=marks.slope * rows["score"] + marks.offset,
            good_log_odds=marks.slope * good["score"] + marks.offset,
            source_shares=good["source_share"],
            loss_estimate=estimate_loss(learner),
        )

    def extra_content(self) -> PackedContent:
        """Return the filter as values and arrays, to be saved."""
        facts, numbers = filter_to_parts(self.learner)
        return PackedContent({self.part_name: facts}, numbers, {})

    @classmethod
    def from_parts(cls, base_model: Model, parts: PackedContent) -> FilterModel:
        """Build a filter model from its saved data. `base_model` is the model built from the saved counts."""
        learner = filter_from_parts(base_model.labels, base_model.vocabulary, parts.facts[cls.part_name], parts.numbers)
        return cls(base_model.recipe, base_model.vocabulary, base_model.statistics, learner)

    @hold_lock
    def pack(self) -> None:
        """Compress the multinomial counts until they are read. Judging and learning do not read them."""
        if self.statistics.text is not None:
            self.statistics.text.pack()

    @hold_lock
    def copy(self) -> FilterModel:
        """Return an independent copy."""
        words = Vocabulary.from_blob(*self.vocabulary.to_blob())
        learner = restrict_filter_to_words(self.learner, np.arange(len(self.learner.groups)))
        return FilterModel(self.recipe, words, self.statistics.copy(), learner)

    @hold_lock
    def compacted(self) -> FilterModel:
        """Return a copy without words that no longer occur in any learnt document. Its columns are renumbered."""
        is_kept = np.zeros(len(self.vocabulary), np.bool_)
        is_kept[: len(self.learner.groups)] = self.learner.tally.lesson_counts[: len(self.learner.groups)] > 0
        is_kept[:N_NOVELTY_TOKENS] = True
        if is_kept.all():
            return self
        columns, kept_columns = np.where(is_kept, np.cumsum(is_kept) - 1, -1), np.flatnonzero(is_kept)
        words = self.vocabulary.select(kept_columns)
        learner = restrict_filter_to_words(self.learner, kept_columns[kept_columns < len(self.learner.groups)])
        return FilterModel(self.recipe, words, statistics_of_used_words(self.statistics, columns), learner)

    @hold_lock
    def canonical_hash(self) -> str:
        """Return a hash of everything learnt. It does not depend on the order of labels, words and learnt documents."""
        digest = blake2b(super().canonical_hash().encode(), digest_size=16)
        digest.update(self.learner.digest(self.vocabulary))
        return digest.hexdigest()
