"""A model: a recipe, its words, and everything learnt, from which the scorer is derived when it is asked for.

The model holds statistics, not probabilities, so learning one more document, forgetting one, another smoothing or
another event model are all exact and touch no other document. Numbers of columns never change while a model lives.
A word that forgetting leaves without a document keeps its column, but an open vocabulary no longer counts it as one
of its words: a model that forgot a document judges like one that never learnt it.
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
    """Classifies documents, learns and forgets them; `train_model` and `model_from_bytes` make it.

    Counts are over the model's own columns, as `count` and `adopt` give them. Threads may share a model: lessons and
    questions wait for one another. A `Scorer` is for threads that should not wait.
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
        """Follows the lessons for as long as labels and recipe stay."""
        self._was_taught = False
        self.lock = Lock()
        self._witnesses: tuple[Scoring, Witnesses] | None = None
        """For as long as the scoring holds."""
        self._groups = np.zeros(0, np.int64)

    @cached_property
    def _counting(self) -> WordCounting:
        return WordCounting(self.recipe, self.vocabulary)

    @property
    def labels(self) -> tuple[str, ...]:
        return self.statistics.labels

    @property
    def n_words(self) -> int:
        """The number of words that take part, the unknown word included."""
        text = self._scored().statistics.text
        return 0 if text is None else text.n_tokens

    @one_at_a_time
    def derive(self) -> None:
        """Make the scorer now rather than at the first question; EngineError if the recipe finds nothing to read."""
        self._scored()

    @property
    def scorer(self) -> Scorer:
        """The log-probabilities; over the living words only (see `words_of`)."""
        return self._scored().scorer

    @property
    def scored_statistics(self) -> Statistics:
        """The statistics as the scorer takes them: only living words, presences where weights are binary."""
        return self._scored().statistics

    @property
    def tally(self) -> Tally:
        """The counts behind the scorer's weights, column by column; for binary weights, presences."""
        return require_part(self._scored().statistics.text, "text")

    def words_of(self, tokens: npt.NDArray[np.int64]) -> list[str]:
        """Return the words behind some of the scorer's columns."""
        columns = self._scored().columns
        picked = np.asarray(tokens, dtype=np.int64)
        return self.vocabulary.words_of(picked if columns is None else np.flatnonzero(columns >= 0)[picked])

    def token_of(self, word: str) -> int:
        """Return the scorer's column of a word, or -1."""
        return int(self.tokens_of([word])[0])

    def tokens_of(self, words: Sequence[str]) -> npt.NDArray[np.int64]:
        """Return the scorer's column of each word, or -1."""
        numbers, columns = self.vocabulary.numbers(words), self._scored().columns
        return numbers if columns is None else np.where(numbers < 0, -1, columns[numbers])

    @one_at_a_time
    def count(
        self, texts: Sequence[str], fields: Sequence[Mapping[str, str]] | None = None, *, grow: bool = False
    ) -> CountedText:
        """Count the words of documents; to learn them, `grow` takes up new words where the vocabulary is open."""
        return self._counting.count(texts, fields, grow=grow)

    @one_at_a_time
    def adopt(self, counts: CountMatrix, vocabulary: Vocabulary, *, grow: bool = False) -> CountedText:
        """Bring counts over other words, counted by the same rules, to the model's columns."""
        return self._counting.adopt(counts, vocabulary, grow=grow)

    @one_at_a_time
    def learn(
        self,
        documents: Features | CountMatrix,
        labels: Sequence[str],
        weights: npt.ArrayLike | None = None,
    ) -> None:
        """Add documents, one label name each; labels and values that are new join."""
        new = tuple(dict.fromkeys(label for label in labels if label not in self.labels))
        if new and self.recipe.prior.kind == "given":
            raise EngineError(f"The recipe gives each label its prior, and none to the new label {new[0]!r}.")
        statistics = self.statistics.with_labels(self.labels + new) if new else self.statistics
        learnable = self._learnable(documents)
        with self._followed(learnable, statistics):
            statistics.learn(learnable, label_numbers_of(labels, statistics.labels), weights)
        statistics.factors = taught(self.recipe, statistics, self.tfidf, learnable, labels, weights)
        self._settle(statistics)

    @one_at_a_time
    def forget(
        self,
        documents: Features | CountMatrix,
        labels: Sequence[str],
        weights: npt.ArrayLike | None = None,
    ) -> None:
        """Take documents away again; those that were never learnt are an error, and change nothing."""
        strange = sorted(set(labels).difference(self.labels))
        if strange:
            raise EngineError(f"No document was ever learnt under the label {strange[0]!r}.")
        learnable = self._learnable(documents)
        with self._followed(learnable, self.statistics):
            moved = taught(self.recipe, self.statistics, self.tfidf, learnable, labels, weights, is_forgotten=True)
            self.statistics.forget(learnable, label_numbers_of(labels, self.labels), weights)
            self.statistics.factors = moved
        self._settle(self.statistics)

    @one_at_a_time
    def fit(self, documents: Documents) -> None:
        """Learn anew what of each word counts, from all documents that the counts hold, over the model's columns."""
        if not self.recipe.is_fitted:
            raise EngineError("This recipe learns no factors.")
        self.tfidf = rarity_of_words(self.recipe, require_part(self.statistics.text, "text"))
        self.statistics.factors = factors_of(self.recipe, self.statistics, self.tfidf, documents)
        self._settle(self.statistics)

    @property
    def n_behind_the_fit(self) -> int | None:
        """The number of documents learnt or forgotten since factors were fitted; None where there is no fit."""
        return None if self.statistics.factors is None else self.statistics.factors.n_behind

    @one_at_a_time
    def drop_empty_labels(self) -> None:
        """Leave out labels that have no document any more, as if they had never been seen.

        Two labels stay in any case, and so do all where the recipe gives each its prior.
        """
        kept = tuple(label for label, n in zip(self.labels, self.statistics.documents.tolist(), strict=True) if n)
        if 1 < len(kept) < len(self.labels) and self.recipe.prior.kind != "given":
            self._settle(self.statistics.with_labels(kept))

    @one_at_a_time
    def learn_texts(
        self,
        texts: Sequence[str],
        labels: Sequence[str],
        fields: Sequence[Mapping[str, str]] | None = None,
        weights: npt.ArrayLike | None = None,
    ) -> None:
        """Learn texts, one label name each; new words join where the vocabulary is open."""
        self.learn(self.count(texts, fields, grow=True).counts, labels, weights)

    @one_at_a_time
    def forget_texts(
        self,
        texts: Sequence[str],
        labels: Sequence[str],
        fields: Sequence[Mapping[str, str]] | None = None,
        weights: npt.ArrayLike | None = None,
    ) -> None:
        """Take texts away again that were learnt under these labels and weights."""
        self.forget(self.count(texts, fields).counts, labels, weights)

    @one_at_a_time
    def rename_labels(self, names: Mapping[str, str]) -> None:
        """Call labels something else; those that get the same name become one."""
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

        How many words of each the model does not know comes with `CountedText`, or as `unknown` (n_documents,).
        """
        if isinstance(documents, CountedText):
            return self.judge(documents.counts, unknown=documents.unknown)
        features = features_of(documents)
        scoring = self._scoring_for(features)
        prepared = scoring.prepared if isinstance(scoring, WordScoring) else self.prepared(features)
        measures = measured(self.recipe, self.statistics, features, unknown, scoring)
        log_joint = scoring.scorer.log_joint(prepared)
        said = Said(log_joint, *measures, None)
        if self._asks_witnesses:
            said = replace(said, evidence=self.evidence(features))
        return verdicts_of(said, self.labels, self.assurance)

    @property
    def has_witnesses(self) -> bool:
        """Return whether the model has two labels and judges by words alone, so that mean evidence can rank for it."""
        return self.recipe.reads_text_alone and len(self.labels) == 2 and self.statistics.text is not None

    @one_at_a_time
    def evidence(
        self,
        documents: Features | CountMatrix,
        own: LeftOutOf | None = None,
        *,
        learnt: Statistics | None = None,
    ) -> FloatArray:
        """(n_documents,): how strongly the words speak in the mean for the second of two labels.

        Documents that were learnt are judged each without itself where `own` says what they were learnt as; `learnt`
        is to be taken in place of all that was, over the scorer's columns.
        """
        scoring = self._scored()
        if self._witnesses is None or self._witnesses[0] is not scoring:
            self._witnesses = scoring, Witnesses(self.tally, self._living_groups())
        witnesses = self._witnesses[1]
        if learnt is not None:
            witnesses = witnesses.of(require_part(learnt.text, "text"))
        return witnesses.evidence(require_part(self.living(documents).text, "text"), own)

    def _living_groups(self) -> IntArray:
        """Return the group of witnesses of each of the scorer's columns; groups found once are kept."""
        fields, columns = self.recipe.rules.fields, self._scored().columns
        new = witness_groups(self.vocabulary, fields, len(self._groups))
        self._groups = np.concatenate([self._groups, new])
        return self._groups if columns is None else self._groups[: len(columns)][columns >= 0]

    def judge_text(self, text: str, fields: Mapping[str, str] | None = None) -> Verdict:
        """Classify one text."""
        return self.judge_texts([text], None if fields is None else [fields])[0]

    def judge_texts(self, texts: Sequence[str], fields: Sequence[Mapping[str, str]] | None = None) -> Verdicts:
        """Classify texts with a model that needs nothing else."""
        return self.judge(self.count(texts, fields))

    @one_at_a_time
    def prepared(self, documents: Features | CountMatrix) -> Features:
        """Turn counts into what the scorer takes: its columns, and its weights."""
        features = self.living(documents)
        if features.text is None or self.statistics.text is None:
            return features
        return Features(self.weighed(features.text), features.numbers, features.choices)

    @one_at_a_time
    def living(self, documents: Features | CountMatrix) -> Features:
        """Return counts over the scorer's columns, not yet weighed."""
        return self._scored().living(features_of(documents))

    def weighed(self, counts: CountMatrix) -> CountMatrix:
        """Weigh counts over the scorer's columns as the recipe does: as they are, once per document, or by tf-idf."""
        return self._scored().weighed(counts)

    @one_at_a_time
    def left_out(
        self, documents: Features | CountMatrix, label_numbers: npt.ArrayLike, weights: npt.ArrayLike | None = None
    ) -> LeftOut:
        """Return learnt documents, ready to be judged each without itself, at this or any other smoothing."""
        prepared, statistics = self.prepared(documents), self._scored().statistics
        return LeftOut(statistics, prepared, label_numbers, self.recipe.settings, weights)

    def lengths(self, documents: Features | CountMatrix) -> FloatArray:
        """(n_documents,): how much of each document takes part: words, numbers and choices that are there."""
        return lengths_of(features_of(documents))

    def rederived(self, recipe: Recipe) -> Model:
        """The same counts under another event model, smoothing or prior; the assurance is for the old one and goes."""
        if recipe.what_is_counted != self.recipe.what_is_counted:
            raise EngineError("This recipe counts other things, so the documents have to be counted and learnt again.")
        if recipe.is_fitted and recipe.what_is_fitted != self.recipe.what_is_fitted:
            raise EngineError("Learnt factors have to be fitted to the documents again.")
        tfidf = self.tfidf if recipe.weighs_by_tfidf else None
        return Model(recipe, self.vocabulary, self.statistics, tfidf=tfidf, table=self.table)

    @one_at_a_time
    def copy(self) -> Model:
        """A model of its own, which may learn without this one."""
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
        """The same model without words that no document has any more, and so with other columns."""
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
        """A hash of all whole-number statistics, the same in any order of labels, words and learning."""
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
        """Columns and values that nobody named go by their numbers."""
        counts = require_part(self.statistics.choices, "choices").counts
        names = self.table.choices or [str(column) for column in range(len(counts))]
        known = self.table.values or [()] * len(counts)
        return names, [
            [*values, *map(str, range(len(values), part.shape[1]))] for values, part in zip(known, counts, strict=True)
        ]

    def _learnable(self, documents: Features | CountMatrix) -> Features:
        """Statistics of tf-idf hold its weights; all others hold plain counts."""
        features = features_of(documents)
        if self.tfidf is None or features.text is None or self.recipe.is_fitted:
            return features
        return Features(self.tfidf(features.text), features.numbers, features.choices)

    def _settle(self, statistics: Statistics) -> None:
        if statistics.labels != self.labels and self.assurance is not None:
            self.assurance = replace(self.assurance, label_sets=None)
        self._lookup = self._lookup if statistics is self.statistics else None
        self.statistics, self._scoring, self._was_taught = statistics, None, True

    @contextmanager
    def _followed(self, features: Features, statistics: Statistics) -> Iterator[None]:
        """Keep the look-up up to date with a small lesson; a large one, or another label, needs it made anew."""
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
        """Few words after a lesson are looked up; the weights of all are derived for everything else."""
        is_fresh = self._scoring is not None and self._scoring.n_words == len(self.vocabulary)
        text = features.text
        if is_fresh or not self._was_taught or text is None or self._asks_witnesses:
            return self._scored()
        if len(text.tokens) * FEW_WORDS >= len(self.vocabulary):
            return self._scored()
        if self._lookup is None:
            self._lookup = lookup_of(self.recipe, self.statistics)
        return self._scored() if self._lookup is None else self._lookup.scoring(features, self.tfidf)

    @property
    def _asks_witnesses(self) -> bool:
        return self.assurance is not None and self.assurance.is_band_on_evidence and self.has_witnesses

    def __repr__(self) -> str:
        n_words = "" if self.statistics.text is None else f"{self.statistics.text.n_tokens:,} words, "
        return f"Model({self.recipe.event_model}, {n_words}{named_or_counted(self.labels)})"

    def _scored(self) -> Scoring:
        if self._scoring is None or self._scoring.n_words != len(self.vocabulary):
            self._scoring = scoring_of(self.recipe, self.statistics, self.tfidf, len(self.vocabulary))
        return self._scoring
