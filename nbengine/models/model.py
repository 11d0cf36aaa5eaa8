"""A model: a recipe, a vocabulary and statistics, from which the scorer is derived on demand.

The model holds statistics, not probabilities. Learning or forgetting a document, or another smoothing or
event model, is therefore exact and touches no other document. Column numbers never change while a model
lives.

Words that occur in a learnt document are called living. A word whose last document was forgotten keeps its
column, but an open vocabulary no longer counts it as a word. A model that forgot a document therefore judges
like one that never learnt it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from hashlib import blake2b

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.events import LeftOut
from nbengine.events.scorer import Scorer
from nbengine.filter.mean_evidence import LeftOutOf, Witnesses, witness_groups
from nbengine.learnt.count_table import TfIdf
from nbengine.learnt.held_or_streamed_documents import Documents
from nbengine.learnt.statistics import Features, Statistics, check_table, features_of, require_part
from nbengine.learnt.statistics import TableColumns as TableColumns
from nbengine.learnt.tally import Tally
from nbengine.models.fitted_factors import factors_of, rarity_of_words, taught
from nbengine.models.judging_after_lessons import (
    FEW_WORDS,
    Lock,
    Scoring,
    WordLookup,
    WordScoring,
    lengths_of,
    living_columns,
    lookup_of,
    measured,
    one_at_a_time,
    over_living,
    scoring_of,
    weights_of_living,
)
from nbengine.models.model_words import (
    CountedText,
    WordCounting,
    label_numbers_of,
    named_or_counted,
)
from nbengine.models.recipe import Recipe
from nbengine.notebooks import ShownInNotebooks
from nbengine.text.vocabulary import Vocabulary
from nbengine.trust.verdicts import Assurance, Said, Verdict, Verdicts, verdicts_of, with_renamed


class Model(ShownInNotebooks):
    """Classifies, learns and forgets documents. Created by `train_model` and `model_from_bytes`.

    Counts are over the model's own columns, as `count` and `adopt` return them. A model is thread-safe: its
    calls take a lock. For parallel judging use its `Scorer`.
    """

    def __init__(
        self,
        recipe: Recipe,
        vocabulary: Vocabulary,
        statistics: Statistics,
        *,
        tfidf: TfIdf | None = None,
        table: TableColumns | None = None,
        assurance: Assurance | None = None,
    ) -> None:
        if statistics.text is not None and statistics.text.n_tokens > len(vocabulary):
            raise EngineError(f"{statistics.text.n_tokens} columns were learnt for {len(vocabulary)} words.")
        if recipe.weighs_by_tfidf is not (tfidf is not None):
            raise EngineError("A recipe with tf-idf needs the document frequencies of its documents, others do not.")
        if recipe.cuts is None:
            check_table(table, statistics)
        self.recipe, self.vocabulary, self.statistics = recipe, vocabulary, statistics
        self.tfidf = tfidf
        self.table = TableColumns() if table is None else table
        self.assurance = assurance
        self._scoring: Scoring | None = None
        self._lookup: WordLookup | None = None
        """Word lookup, kept up to date by each lesson. Dropped when labels or the recipe change."""
        self._has_changed = False
        self.lock = Lock()
        self._witnesses: tuple[Scoring, Witnesses] | None = None
        """Cached witnesses, valid for this scoring only."""
        self._groups = np.zeros(0, np.int64)

    @cached_property
    def _word_counting(self) -> WordCounting:
        return WordCounting(self.recipe, self.vocabulary)

    @property
    def labels(self) -> tuple[str, ...]:
        return self.statistics.labels

    @property
    def n_words(self) -> int:
        """The number of words that the scorer uses, the unknown word included."""
        text = self._current_scoring().statistics.text
        return 0 if text is None else text.n_tokens

    @one_at_a_time
    def derive(self) -> None:
        """Build the scorer now instead of at the first verdict.

        Raise EngineError if the documents lack the columns that the recipe reads.
        """
        self._current_scoring()

    @property
    def scorer(self) -> Scorer:
        """The log-probabilities, over living words only (see `words_of`)."""
        return self._current_scoring().scorer

    @property
    def scored_statistics(self) -> Statistics:
        """The statistics behind the scorer: living words only, presences for binary weights."""
        return self._current_scoring().statistics

    @property
    def tally(self) -> Tally:
        """The counts behind the scorer's weights, column by column; presences for binary weights."""
        return require_part(self._current_scoring().statistics.text, "text")

    def words_of(self, tokens: npt.NDArray[np.int64]) -> list[str]:
        """Return the words of the given scorer columns."""
        columns = self._current_scoring().columns
        picked = np.asarray(tokens, dtype=np.int64)
        return self.vocabulary.words_of(picked if columns is None else np.flatnonzero(columns >= 0)[picked])

    def token_of(self, word: str) -> int:
        """Return the scorer's column of a word, or -1."""
        return int(self.tokens_of([word])[0])

    def tokens_of(self, words: Sequence[str]) -> npt.NDArray[np.int64]:
        """Return the scorer's column of each word, or -1."""
        numbers, columns = self.vocabulary.numbers(words), self._current_scoring().columns
        return numbers if columns is None else np.where(numbers < 0, -1, columns[numbers])

    @one_at_a_time
    def count(
        self, texts: Sequence[str], fields: Sequence[Mapping[str, str]] | None = None, *, grow: bool = False
    ) -> CountedText:
        """Count the words of documents.

        Pass `grow=True` before learning them: new words then join an open vocabulary.
        """
        return self._word_counting.count(texts, fields, grow=grow)

    @one_at_a_time
    def adopt(self, counts: CountMatrix, vocabulary: Vocabulary, *, grow: bool = False) -> CountedText:
        """Map counts over another vocabulary, made by the same token rules, to the model's columns."""
        return self._word_counting.adopt(counts, vocabulary, grow=grow)

    @one_at_a_time
    def learn(
        self,
        documents: Features | CountMatrix,
        labels: Sequence[str],
        weights: npt.ArrayLike | None = None,
    ) -> None:
        """Add documents with one label name each. New labels and new values are added to the model."""
        new = tuple(dict.fromkeys(label for label in labels if label not in self.labels))
        if new and self.recipe.prior.kind == "given":
            raise EngineError(f"The recipe gives each label its prior, and none to the new label {new[0]!r}.")
        statistics = self.statistics.with_labels(self.labels + new) if new else self.statistics
        learnable = self._as_learnt(documents)
        with self._lookup_followed(learnable, statistics):
            statistics.learn(learnable, label_numbers_of(labels, statistics.labels), weights)
        statistics.factors = taught(self.recipe, statistics, self.tfidf, learnable, labels, weights)
        self._store_statistics(statistics)

    @one_at_a_time
    def forget(
        self,
        documents: Features | CountMatrix,
        labels: Sequence[str],
        weights: npt.ArrayLike | None = None,
    ) -> None:
        """Remove learnt documents. Documents that were never learnt raise EngineError and change nothing."""
        unknown_labels = sorted(set(labels).difference(self.labels))
        if unknown_labels:
            raise EngineError(f"No document was ever learnt under the label {unknown_labels[0]!r}.")
        learnable = self._as_learnt(documents)
        with self._lookup_followed(learnable, self.statistics):
            factors = taught(self.recipe, self.statistics, self.tfidf, learnable, labels, weights, is_forgotten=True)
            self.statistics.forget(learnable, label_numbers_of(labels, self.labels), weights)
            self.statistics.factors = factors
        self._store_statistics(self.statistics)

    @one_at_a_time
    def fit(self, documents: Documents) -> None:
        """Refit the factors on `documents`: all documents in the counts, over the model's columns."""
        if not self.recipe.is_fitted:
            raise EngineError("This recipe learns no factors.")
        self.tfidf = rarity_of_words(self.recipe, require_part(self.statistics.text, "text"))
        self.statistics.factors = factors_of(self.recipe, self.statistics, self.tfidf, documents)
        self._store_statistics(self.statistics)

    @property
    def n_behind_the_fit(self) -> int | None:
        """Number of documents learnt or forgotten since the last fit; None without a fit."""
        return None if self.statistics.factors is None else self.statistics.factors.n_behind

    @one_at_a_time
    def drop_empty_labels(self) -> None:
        """Remove labels that have no documents left, as if they had never been seen.

        Do nothing if fewer than two labels would remain or if the recipe gives the prior of each label.
        """
        labels = tuple(label for label, n in zip(self.labels, self.statistics.documents.tolist(), strict=True) if n)
        if 1 < len(labels) < len(self.labels) and self.recipe.prior.kind != "given":
            self._store_statistics(self.statistics.with_labels(labels))

    @one_at_a_time
    def learn_texts(
        self,
        texts: Sequence[str],
        labels: Sequence[str],
        fields: Sequence[Mapping[str, str]] | None = None,
        weights: npt.ArrayLike | None = None,
    ) -> None:
        """Learn texts with one label name each. New words join an open vocabulary."""
        self.learn(self.count(texts, fields, grow=True).counts, labels, weights)

    @one_at_a_time
    def forget_texts(
        self,
        texts: Sequence[str],
        labels: Sequence[str],
        fields: Sequence[Mapping[str, str]] | None = None,
        weights: npt.ArrayLike | None = None,
    ) -> None:
        """Forget texts. Pass the labels and weights that they were learnt with."""
        self.forget(self.count(texts, fields).counts, labels, weights)

    @one_at_a_time
    def rename_labels(self, names: Mapping[str, str]) -> None:
        """Rename labels. Labels that receive one name are merged."""
        statistics, prior = self.statistics.merged_labels(names), self.recipe.prior
        if prior.kind == "given":
            shares: dict[str, float] = {}
            for label, share in prior.shares:
                name = names.get(label, label)
                shares[name] = shares.get(name, 0.0) + share
            self.recipe = replace(self.recipe, prior=replace(prior, shares=tuple(shares.items())))
        if self.assurance is not None:
            self.assurance = with_renamed(self.assurance, names, is_merged=len(statistics.labels) < len(self.labels))
        self.statistics, self._scoring, self._lookup = statistics, None, None

    @one_at_a_time
    def judge(self, documents: Features | CountMatrix | CountedText, *, unknown: FloatArray | None = None) -> Verdicts:
        """Classify documents.

        `unknown` (n_documents,) is the number of unknown words per document; `CountedText` brings its own.
        """
        if isinstance(documents, CountedText):
            return self.judge(documents.counts, unknown=documents.unknown)
        features = features_of(documents)
        scoring = self._scoring_for(features)
        prepared = scoring.prepared if isinstance(scoring, WordScoring) else self.prepared(features)
        measures = measured(self.recipe, self.statistics, features, unknown, scoring)
        log_joint = scoring.scorer.log_joint(prepared)
        scores = Said(log_joint, *measures, None)
        if self._uses_witnesses:
            scores = replace(scores, evidence=self.evidence(features))
        return verdicts_of(scores, self.labels, self.assurance)

    @property
    def has_witnesses(self) -> bool:
        """Return whether documents can be ranked by mean evidence: two labels, and only words are judged."""
        return self.recipe.reads_text_alone and len(self.labels) == 2 and self.statistics.text is not None

    @one_at_a_time
    def evidence(
        self,
        documents: Features | CountMatrix,
        own: LeftOutOf | None = None,
        *,
        learnt: Statistics | None = None,
    ) -> FloatArray:
        """Return the mean evidence of each document's words for the second of two labels, shape (n_documents,).

        `own` makes this leave-one-out: the labels and weights with which these documents were learnt.
        `learnt` replaces the model's statistics; it must be over the scorer's columns.
        """
        scoring = self._current_scoring()
        if self._witnesses is None or self._witnesses[0] is not scoring:
            self._witnesses = scoring, Witnesses(self.tally, self._living_groups())
        witnesses = self._witnesses[1]
        if learnt is not None:
            witnesses = witnesses.of(require_part(learnt.text, "text"))
        return witnesses.evidence(require_part(self.living(documents).text, "text"), own)

    def _living_groups(self) -> IntArray:
        """Return the witness group of each scorer column. Groups are cached and extended for new words."""
        fields, columns = self.recipe.rules.fields, self._current_scoring().columns
        new_groups = witness_groups(self.vocabulary, fields, len(self._groups))
        self._groups = np.concatenate([self._groups, new_groups])
        return self._groups if columns is None else self._groups[: len(columns)][columns >= 0]

    def judge_text(self, text: str, fields: Mapping[str, str] | None = None) -> Verdict:
        """Classify one text."""
        return self.judge_texts([text], None if fields is None else [fields])[0]

    def judge_texts(self, texts: Sequence[str], fields: Sequence[Mapping[str, str]] | None = None) -> Verdicts:
        """Classify texts with a model that reads nothing else."""
        return self.judge(self.count(texts, fields))

    @one_at_a_time
    def prepared(self, documents: Features | CountMatrix) -> Features:
        """Convert counts to the scorer's input: its columns, weighed by the recipe."""
        features = self.living(documents)
        if features.text is None or self.statistics.text is None:
            return features
        return Features(self.weighed(features.text), features.numbers, features.choices)

    @one_at_a_time
    def living(self, documents: Features | CountMatrix) -> Features:
        """Return counts over the scorer's columns, not yet weighed."""
        return self._current_scoring().living(features_of(documents))

    def weighed(self, counts: CountMatrix) -> CountMatrix:
        """Weigh counts over the scorer's columns as the recipe says: plain, binary or tf-idf."""
        return self._current_scoring().weighed(counts)

    @one_at_a_time
    def left_out(
        self, documents: Features | CountMatrix, label_numbers: npt.ArrayLike, weights: npt.ArrayLike | None = None
    ) -> LeftOut:
        """Return an object that judges learnt documents by leave-one-out, at any smoothing."""
        prepared, statistics = self.prepared(documents), self._current_scoring().statistics
        return LeftOut(statistics, prepared, label_numbers, self.recipe.settings, weights)

    def lengths(self, documents: Features | CountMatrix) -> FloatArray:
        """Return the number of words, numbers and choices of each document, shape (n_documents,)."""
        return lengths_of(features_of(documents))

    def rederived(self, recipe: Recipe) -> Model:
        """Return a model with these counts and another event model, smoothing or prior.

        The calibration is not carried over. Raise EngineError if the recipe needs other counts or another
        fit.
        """
        if recipe.what_is_counted != self.recipe.what_is_counted:
            raise EngineError("This recipe counts other things, so the documents have to be counted and learnt again.")
        if recipe.is_fitted and recipe.what_is_fitted != self.recipe.what_is_fitted:
            raise EngineError("Learnt factors have to be fitted to the documents again.")
        tfidf = self.tfidf if recipe.weighs_by_tfidf else None
        return Model(recipe, self.vocabulary, self.statistics, tfidf=tfidf, table=self.table)

    @one_at_a_time
    def copy(self) -> Model:
        """Return an independent copy."""
        words = Vocabulary.from_blob(*self.vocabulary.to_blob())
        return Model(
            self.recipe,
            words,
            self.statistics.copy(),
            tfidf=self.tfidf,
            table=self.table,
            assurance=self.assurance,
        )

    @one_at_a_time
    def compacted(self) -> Model:
        """Return the model without words that have no documents left. Columns are renumbered."""
        columns = living_columns(self.statistics.text, self.recipe.limits, len(self.vocabulary))
        if columns is None:
            return self
        return Model(
            self.recipe,
            self.vocabulary.picked(np.flatnonzero(columns >= 0)),
            over_living(self.statistics, columns),
            tfidf=weights_of_living(self.tfidf, columns),
            table=self.table,
            assurance=self.assurance,
        )

    @one_at_a_time
    def canonical_hash(self) -> str:
        """Return a hash of all integer statistics, independent of the order of labels, words and learning."""
        digest = blake2b(digest_size=16)
        for label, documents in sorted(zip(self.labels, self.statistics.documents.tolist(), strict=True)):
            if documents:
                digest.update(f"{len(label)}:{label}={documents};".encode("utf-8", "surrogatepass"))
        if self.statistics.text is not None:
            digest.update(self.statistics.text.canonical_hash(self.vocabulary).encode())
        if self.statistics.choices is not None:
            digest.update(self.statistics.choices.canonical_hash(*self._named_choices()).encode())
        return digest.hexdigest()

    def _named_choices(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """Return column names and their values. Unnamed columns and values are named by number."""
        counts = require_part(self.statistics.choices, "choices").counts
        names = self.table.choices or [str(column) for column in range(len(counts))]
        known = self.table.values or [()] * len(counts)
        return names, [
            [*values, *map(str, range(len(values), part.shape[1]))] for values, part in zip(known, counts, strict=True)
        ]

    def _as_learnt(self, documents: Features | CountMatrix) -> Features:
        """Return features as the statistics store them: weighed by tf-idf if the recipe does, else plain."""
        features = features_of(documents)
        if self.tfidf is None or features.text is None or self.recipe.is_fitted:
            return features
        return Features(self.tfidf(features.text), features.numbers, features.choices)

    def _store_statistics(self, statistics: Statistics) -> None:
        """Store the statistics after a change and drop all that was derived from the old ones."""
        if statistics.labels != self.labels and self.assurance is not None:
            self.assurance = replace(self.assurance, label_sets=None)
        self._lookup = self._lookup if statistics is self.statistics else None
        self.statistics, self._scoring, self._has_changed = statistics, None, True

    @contextmanager
    def _lookup_followed(self, features: Features, statistics: Statistics) -> Iterator[None]:
        """Update the lookup after a small lesson. Drop it for a large lesson or a new label."""
        text = features.text
        is_small = text is not None and len(text.tokens) * FEW_WORDS < len(self.vocabulary)
        lookup = self._lookup if is_small and statistics is self.statistics else None
        self._lookup = lookup
        if lookup is None or text is None:
            yield
            return
        tokens = (text.tokens if text.n_documents == 1 else np.unique(text.tokens)).astype(np.int64)
        before = lookup.words(tokens)
        yield
        lookup.follow(tokens, before)

    def _scoring_for(self, features: Features) -> Scoring | WordScoring:
        """Return a scoring for these documents.

        After a lesson, only a few words are looked up. In all other cases the weights of all words are
        derived.
        """
        is_fresh = self._scoring is not None and self._scoring.n_words == len(self.vocabulary)
        text = features.text
        if is_fresh or not self._has_changed or text is None or self._uses_witnesses:
            return self._current_scoring()
        if len(text.tokens) * FEW_WORDS >= len(self.vocabulary):
            return self._current_scoring()
        if self._lookup is None:
            self._lookup = lookup_of(self.recipe, self.statistics)
        return self._current_scoring() if self._lookup is None else self._lookup.scoring(features, self.tfidf)

    @property
    def _uses_witnesses(self) -> bool:
        return self.assurance is not None and self.assurance.is_band_on_evidence and self.has_witnesses

    def __repr__(self) -> str:
        n_words = "" if self.statistics.text is None else f"{self.statistics.text.n_tokens:,} words, "
        return f"Model({self.recipe.event_model}, {n_words}{named_or_counted(self.labels)})"

    def _current_scoring(self) -> Scoring:
        if self._scoring is None or self._scoring.n_words != len(self.vocabulary):
            self._scoring = scoring_of(self.recipe, self.statistics, self.tfidf, len(self.vocabulary))
        return self._scoring
