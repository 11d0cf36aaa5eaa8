"""A model: a recipe, its words, and everything learnt, from which the scorer is derived when it is asked for.

The model holds statistics, not probabilities, so learning one more document, forgetting one, another smoothing or
another event model are all exact and touch no other document. Numbers of columns never change while a model lives.
A word that forgetting leaves without a document keeps its column, but an open vocabulary no longer counts it as one
of its words: a model that forgot a document judges like one that never learnt it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

import numpy as np
import numpy.typing as npt

from nbengine.columns import remapped
from nbengine.counts import CountMatrix, FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.events import derive
from nbengine.features import Features, features_of, needed
from nbengine.leave_one_out import LeftOut
from nbengine.recipe import Recipe
from nbengine.scorer import Scorer
from nbengine.statistics import Statistics
from nbengine.tally import Tally
from nbengine.verdicts import Assurance, Verdicts, verdicts_of
from nbengine.vocabulary import Vocabulary
from nbengine.weighting import TfIdf, binary
from nbengine.words import UNKNOWN_COLUMN, CountedText, WordCounting, sum_of


@dataclass(frozen=True, slots=True)
class TableColumns:
    """What the columns of a table are called, for those who number them."""

    numbers: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    values: tuple[tuple[str, ...], ...] = ()
    """For each column of choices, its values in the order of their numbers."""


@dataclass(frozen=True, slots=True, eq=False)
class _Derived:
    """What is made from the statistics at the first question and kept until something is learnt."""

    statistics: Statistics
    """As the scorer takes them: only living words, and for binary weights presences instead of occurrences."""
    scorer: Scorer
    columns: IntArray | None
    """The scorer's column for each of the model's, or -1; None where they are the same."""
    tfidf: TfIdf | None
    """Over the scorer's columns."""


class Model:
    """Classifies documents, learns and forgets them; `train_model` and `model_from_bytes` make it.

    Counts are over the model's own columns, as `count` and `adopt` give them.
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
        if (recipe.counts_as == "tfidf") is not (tfidf is not None):
            raise EngineError("A recipe with tf-idf needs the document frequencies of its documents, others do not.")
        _check_table(table, statistics)
        self.recipe = recipe
        self.vocabulary = vocabulary
        self.statistics = statistics
        self.tfidf = tfidf
        self.table = TableColumns() if table is None else table
        self.assurance = assurance
        self._counting = WordCounting(recipe, vocabulary)
        self._derived: _Derived | None = None

    @property
    def labels(self) -> tuple[str, ...]:
        return self.statistics.labels

    @property
    def n_words(self) -> int:
        """How many words take part, the unknown word included."""
        text = self._derive().statistics.text
        return 0 if text is None else text.n_tokens

    def derive(self) -> None:
        """Make the scorer now rather than at the first question; EngineError if the recipe finds nothing to read."""
        self._derive()

    @property
    def scorer(self) -> Scorer:
        """The log-probabilities; over the living words only (see `words_of`)."""
        return self._derive().scorer

    @property
    def scored_statistics(self) -> Statistics:
        """What was learnt as the scorer takes it: only living words, presences where weights are binary."""
        return self._derive().statistics

    @property
    def tally(self) -> Tally:
        """The counts behind the scorer's weights, column by column; for binary weights, presences."""
        return needed(self._derive().statistics.text, "text")

    @property
    def learnt(self) -> Statistics:
        """All counts as the scorer takes them, over its own columns."""
        return self._derive().statistics

    def words_of(self, tokens: npt.NDArray[np.int64]) -> list[str]:
        """Return the words behind some of the scorer's columns."""
        columns = self._derive().columns
        picked = np.asarray(tokens, dtype=np.int64)
        return self.vocabulary.words_of(picked if columns is None else np.flatnonzero(columns >= 0)[picked])

    def token_of(self, word: str) -> int:
        """Return the scorer's column of a word, or -1."""
        number, columns = self.vocabulary.number(word), self._derive().columns
        return number if number < 0 or columns is None else int(columns[number])

    def count(
        self, texts: Sequence[str], fields: Sequence[Mapping[str, str]] | None = None, *, grow: bool = False
    ) -> CountedText:
        """Count the words of documents; to learn them, `grow` takes up new words where the vocabulary is open."""
        return self._counting.count(texts, fields, grow=grow)

    def adopt(self, counts: CountMatrix, vocabulary: Vocabulary, *, grow: bool = False) -> CountedText:
        """Bring counts over other words, counted by the same rules, to the model's columns."""
        return self._counting.adopt(counts, vocabulary, grow=grow)

    def learn(
        self,
        documents: Features | CountMatrix,
        labels: Sequence[str],
        weights: npt.ArrayLike | None = None,
    ) -> None:
        """Add documents, one label name each; labels and values that are new join."""
        new = tuple(dict.fromkeys(label for label in labels if label not in self.labels))
        statistics = self.statistics.with_labels(self.labels + new) if new else self.statistics
        statistics.learn(self._learnable(documents), _numbers(labels, statistics.labels), weights)
        self._settle(statistics)

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
        self.statistics.forget(self._learnable(documents), _numbers(labels, self.labels), weights)
        self._settle(self.statistics)

    def rename_labels(self, names: Mapping[str, str]) -> None:
        """Call labels something else; those that get the same name become one."""
        prior = self.recipe.prior
        if prior.kind == "given":
            shares: dict[str, float] = {}
            for label, share in prior.shares:
                name = names.get(label, label)
                shares[name] = shares.get(name, 0.0) + share
            self.recipe = replace(self.recipe, prior=replace(prior, shares=tuple(shares.items())))
        self._settle(self.statistics.merged_labels(names))

    def judge(self, documents: Features | CountMatrix | CountedText) -> Verdicts:
        """Classify documents. Words unknown to the model are told apart where they come as `CountedText`."""
        features, lengths, unknown = self._measured(documents)
        log_joint = self.scorer.log_joint(self.prepared(features))
        return verdicts_of(log_joint, lengths, unknown, self.labels, self.assurance)

    def judge_texts(self, texts: Sequence[str], fields: Sequence[Mapping[str, str]] | None = None) -> Verdicts:
        """Classify texts with a model that needs nothing else."""
        return self.judge(self.count(texts, fields))

    def prepared(self, documents: Features | CountMatrix) -> Features:
        """Turn counts into what the scorer takes: its columns, and its weights."""
        features = features_of(documents)
        if features.text is None or self.statistics.text is None:
            return features
        return Features(self.weighed(self._living(features.text)), features.numbers, features.choices)

    def living(self, documents: Features | CountMatrix) -> Features:
        """Counts over the scorer's columns, not yet weighed."""
        features = features_of(documents)
        text = None if features.text is None else self._living(features.text)
        return Features(text, features.numbers, features.choices)

    def weighed(self, counts: CountMatrix) -> CountMatrix:
        """Counts over the scorer's columns as the recipe weighs them: as they are, once per document, or by tf-idf."""
        tfidf = self._derive().tfidf
        if tfidf is not None:
            return tfidf(counts)
        return binary(counts, self.recipe.threshold) if self.recipe.counts_as == "binary" else counts

    def left_out(
        self, documents: Features | CountMatrix, label_numbers: npt.ArrayLike, weights: npt.ArrayLike | None = None
    ) -> LeftOut:
        """Documents that were learnt, ready to be judged each without itself, at this or any other smoothing."""
        prepared, statistics = self.prepared(documents), self._derive().statistics
        return LeftOut(statistics, prepared, label_numbers, self.recipe.settings, weights)

    def lengths(self, documents: Features | CountMatrix) -> FloatArray:
        """(n_documents,): how much of each document takes part: words, numbers and choices that are there."""
        features = features_of(documents)
        total = np.zeros(features.n_documents)
        if features.text is not None:
            total += np.bincount(features.text.rows, features.text.values, features.n_documents)
        if features.numbers is not None:
            total += (~np.isnan(features.numbers)).sum(axis=1)
        if features.choices is not None:
            total += (features.choices >= 0).sum(axis=1)
        return total

    def rederived(self, recipe: Recipe) -> Model:
        """The same counts under another event model, smoothing or prior; the assurance is for the old one and goes."""
        if _what_is_counted(recipe) != _what_is_counted(self.recipe):
            raise EngineError("This recipe counts other things, so the documents have to be counted and learnt again.")
        return Model(recipe, self.vocabulary, self.statistics, tfidf=self.tfidf, table=self.table)

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

    def compacted(self) -> Model:
        """The same model without words that no document has any more, and so with other columns."""
        columns, text = self._living_columns(), self.statistics.text
        if columns is None or text is None:
            return self
        living = np.flatnonzero(columns >= 0)
        narrow = text.restricted(living[living < text.n_tokens])
        return Model(
            self.recipe,
            Vocabulary(self.vocabulary.words_of(living)),
            Statistics(narrow, self.statistics.numbers, self.statistics.choices),
            tfidf=self._weights_for_scorer(columns),
            table=self.table,
            assurance=self.assurance,
        )

    def canonical_hash(self) -> str:
        """A hash of all whole-number statistics, the same in any order of labels, words and learning."""
        digest = blake2b(digest_size=16)
        for label, documents in sorted(zip(self.labels, self.statistics.documents.tolist(), strict=True)):
            if documents:
                digest.update(f"{len(label)}:{label}={documents};".encode("utf-8", "surrogatepass"))
        if self.statistics.text is not None:
            digest.update(self.statistics.text.canonical_hash(self.vocabulary.words).encode())
        if self.statistics.choices is not None:
            digest.update(self.statistics.choices.canonical_hash(*self._named_choices()).encode())
        return digest.hexdigest()

    def _named_choices(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """Columns and values that nobody named go by their numbers."""
        counts = needed(self.statistics.choices, "choices").counts
        names = self.table.choices or [str(column) for column in range(len(counts))]
        known = self.table.values or [()] * len(counts)
        return names, [
            [*values, *map(str, range(len(values), part.shape[1]))] for values, part in zip(known, counts, strict=True)
        ]

    def _learnable(self, documents: Features | CountMatrix) -> Features:
        """Statistics of tf-idf hold its weights; all others hold plain counts."""
        features = features_of(documents)
        if self.tfidf is None or features.text is None:
            return features
        return Features(self.tfidf(features.text), features.numbers, features.choices)

    def _settle(self, statistics: Statistics) -> None:
        if statistics.labels != self.labels and self.assurance is not None:
            self.assurance = replace(self.assurance, label_sets=None)
        self.statistics, self._derived = statistics, None

    def _measured(self, documents: Features | CountMatrix | CountedText) -> tuple[Features, FloatArray, FloatArray]:
        """Features, how much of each document is known, and how many of its words are not."""
        features = features_of(documents.counts if isinstance(documents, CountedText) else documents)
        lengths, unknown = self.lengths(features), np.zeros(features.n_documents)
        if features.text is None or self.statistics.text is None:
            return features, lengths, unknown
        is_dead, is_unknown = self._strange_columns()
        dead = sum_of(features.text, is_dead) if is_dead.any() else unknown
        set_apart = sum_of(features.text, is_unknown) if is_unknown.any() else unknown
        outside = documents.unknown if isinstance(documents, CountedText) else set_apart
        return features, lengths - dead - set_apart, outside + dead

    def _strange_columns(self) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
        """Which columns have words without a document, and which is the unknown word's."""
        columns, n_tokens = self._derive().columns, len(self.vocabulary)
        is_unknown = np.zeros(n_tokens, dtype=np.bool_)
        is_unknown[: UNKNOWN_COLUMN + 1] = self.recipe.limits.unknown_word
        return np.zeros(n_tokens, dtype=np.bool_) if columns is None else columns < 0, is_unknown

    def _derive(self) -> _Derived:
        if self._derived is None or self._is_outgrown(self._derived):
            columns = self._living_columns()
            statistics = self._statistics_for_scorer(columns)
            scorer = derive(statistics, self.recipe.settings)
            self._derived = _Derived(statistics, scorer, columns, self._weights_for_scorer(columns))
        return self._derived

    def _is_outgrown(self, derived: _Derived) -> bool:
        """Whether words were counted to be learnt since."""
        text = derived.statistics.text
        n_known = 0 if text is None else text.n_tokens if derived.columns is None else len(derived.columns)
        return text is not None and n_known != len(self.vocabulary)

    def _living_columns(self) -> IntArray | None:
        """In an open vocabulary, words count as words only while a document has them."""
        text, limits = self.statistics.text, self.recipe.limits
        if text is None or (not limits.is_open and text.n_tokens == len(self.vocabulary)):
            return None
        is_living = np.zeros(len(self.vocabulary), dtype=np.bool_)
        if limits.is_open and limits.min_documents:
            is_living[: text.n_tokens] = text.presences.any(axis=0) | text.occurrences.any(axis=0)
            is_living[: UNKNOWN_COLUMN + 1] |= limits.unknown_word
        else:
            is_living[: text.n_tokens] = True
        return None if is_living.all() else np.where(is_living, np.cumsum(is_living) - 1, -1)

    def _statistics_for_scorer(self, columns: IntArray | None) -> Statistics:
        text = self.statistics.text
        if text is None:
            return self.statistics
        if columns is not None:
            text = text.restricted(np.flatnonzero(columns[: text.n_tokens] >= 0))
        if self.recipe.counts_as == "binary":
            text = Tally.from_arrays(text.labels, text.documents, text.presences, text.presences)
        return Statistics(text, self.statistics.numbers, self.statistics.choices)

    def _weights_for_scorer(self, columns: IntArray | None) -> TfIdf | None:
        if self.tfidf is None or columns is None:
            return self.tfidf
        idf = np.full(len(columns), self.tfidf.new_idf)
        idf[: len(self.tfidf.idf)] = self.tfidf.idf
        return replace(self.tfidf, idf=idf[columns >= 0])

    def _living(self, counts: CountMatrix) -> CountMatrix:
        """Counts that were made before the vocabulary grew have fewer columns, which are the first of the model's."""
        columns = self._derive().columns
        if columns is None:
            return counts.widened(max(counts.n_tokens, len(self.vocabulary)))
        wide = counts.widened(len(columns))
        return remapped(wide, columns, int(columns.max(initial=-1)) + 1)


def _check_table(table: TableColumns | None, statistics: Statistics) -> None:
    """Names are optional, but where there are any, each column has one."""
    if table is None:
        return
    n_numbers = 0 if statistics.numbers is None else statistics.numbers.n_columns
    n_choices = 0 if statistics.choices is None else statistics.choices.n_columns
    if len(table.numbers) not in (0, n_numbers) or len(table.choices) not in (0, n_choices):
        raise EngineError(f"{n_numbers} columns of numbers and {n_choices} of choices need as many names.")
    if len(table.values) != len(table.choices):
        raise EngineError(f"{len(table.choices)} columns of choices need as many lists of values.")


def _numbers(labels: Sequence[str], known: tuple[str, ...]) -> IntArray:
    places = {label: number for number, label in enumerate(known)}
    return np.fromiter((places[label] for label in labels), np.int64, len(labels))


def _what_is_counted(recipe: Recipe) -> tuple[object, ...]:
    """The choices that statistics are made for; all others can be changed without the documents."""
    by_tfidf = (recipe.sublinear, recipe.with_idf) if recipe.counts_as == "tfidf" else None
    return recipe.rules, recipe.limits, by_tfidf, recipe.threshold
