"""From merged counts to a model: the recipe chosen, the words picked, and how far it can be trusted.

The counts are those of all documents, exactly. What the laptop finds out by judging documents (which recipe suits, how
sure to be, when to be unsure) is found out by one worker from all of them too, where there are no more than it can
hold; of more, from whole shards spread evenly over the sources. So the model is the laptop's to the last count, and up
to that many documents its calibration is as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce

import numpy as np

from app.cluster.counting import ShardCounts
from app.cluster.folds import Part
from app.cluster.tallies import LearntRows, PartialTally, check_shards, learnt_rows, partial_of
from app.domain.errors import TrainingError
from app.domain.jobs import Unattended
from app.domain.results import Choice
from app.services.choosing import chosen_recipe
from app.services.recipes import RecipePlan
from app.services.training import judged_model, with_room_for_words
from nbengine.columns import remapped
from nbengine.counts import FloatArray, IntArray, stacked
from nbengine.errors import EngineError
from nbengine.model import Model
from nbengine.persistence import model_to_bytes
from nbengine.recipe import Recipe
from nbengine.rules import UNKNOWN_WORD
from nbengine.statistics import Statistics
from nbengine.tally import Tally
from nbengine.training import Documents, labelled_documents
from nbengine.vocabulary import Vocabulary
from nbengine.weighting import TfIdf, tfidf_of
from nbengine.words import UNKNOWN_COLUMN, chosen_words

MOST_JUDGED = 100_000
"""Documents that one worker judges: mails of 400 different words each take 1.4 GB, at the highest."""


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """The documents to judge by: those of some shards, or of all."""

    shards: tuple[int, ...]
    is_all: bool


def sample_of(n_documents: Sequence[int], most: int = MOST_JUDGED) -> Sample:
    """Which shards to judge by: all, or as many as hold enough documents, evenly spread."""
    total = sum(n_documents)
    if total <= most:
        return Sample(tuple(range(len(n_documents))), is_all=True)
    n_shards = max(1, int(len(n_documents) * most / total))
    picked = np.linspace(0, len(n_documents) - 1, n_shards + 2)[1:-1].round().astype(np.int64)
    return Sample(tuple(np.unique(picked).tolist()), is_all=False)


@dataclass(frozen=True, slots=True, eq=False)
class Whole:
    """All that was learnt, over all words, under the labels that have documents."""

    vocabulary: Vocabulary
    tally: Tally
    learnt: Mapping[str, int]
    """Documents of each label."""


def whole_of(merged: PartialTally, n_shards: int) -> Whole:
    """The merged tally as the laptop would have it: every shard in it, labels by name."""
    check_shards(merged.shards, n_shards)
    vocabulary, tally = merged.opened
    used = sorted(label for label, units in zip(tally.labels, tally.documents.tolist(), strict=True) if units)
    check_labels(used)
    return Whole(vocabulary, tally.with_labels(used), {label: merged.learnt[label] for label in used})


def check_labels(labels: Sequence[str]) -> None:
    """Nothing can be told apart with fewer than two labels."""
    if not labels:
        raise EngineError("There are no documents to learn from.")
    if len(labels) == 1:
        raise EngineError(f"All documents have the label {labels[0]!r}; two labels are the least to tell apart.")


def sampled_documents(whole: Whole, counted: Sequence[ShardCounts], parts: Mapping[int, Part]) -> Documents:
    """The learnt documents of some shards over all words, in their order."""
    learnt = [learnt_rows(shard, parts[shard.number]) for shard in counted]
    unknown = whole.vocabulary.number(UNKNOWN_WORD)
    columns = [_or_unknown(rows.vocabulary.mapping_to(whole.vocabulary, grow=False), unknown) for rows in learnt]
    n_tokens = len(whole.vocabulary)
    counts = [remapped(rows.counts, own, n_tokens) for rows, own in zip(learnt, columns, strict=True)]
    numbers = [_numbers(rows, shard.labels, whole.tally.labels) for rows, shard in zip(learnt, counted, strict=True)]
    weights = [np.ones(len(rows.label_numbers)) if rows.weights is None else rows.weights for rows in learnt]
    together: FloatArray = np.concatenate(weights)
    is_plain = bool((together == 1.0).all())
    return labelled_documents(
        stacked(counts), np.concatenate(numbers), whole.tally.labels, whole.vocabulary, None if is_plain else together
    )


def _or_unknown(columns: IntArray, unknown: int) -> IntArray:
    """Words that a bound has left out are counted as the unknown one, which is there for that."""
    return np.where(columns < 0, unknown, columns)


def _numbers(rows: LearntRows, own: Sequence[str], labels: Sequence[str]) -> IntArray:
    places = {label: number for number, label in enumerate(labels)}
    return np.array([places.get(label, -1) for label in own], np.int64)[rows.label_numbers]


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """What the model will be."""

    recipe: Recipe
    choices: tuple[Choice, ...]
    n_words: int
    """All that were seen."""


def decided(whole: Whole, plan: RecipePlan, name: str, parts: Mapping[int, Part], *counted: ShardCounts) -> Decision:
    """Fill in what the plan leaves open, as the laptop does; a task. Without documents nothing is left open."""
    if not counted:
        return Decision(plan.recipe, (), len(whole.vocabulary))
    try:
        documents = sampled_documents(whole, counted, parts)
        if UNKNOWN_WORD not in whole.vocabulary:
            plan = replace(plan, recipe=with_room_for_words(plan.recipe, documents))
        recipe, choices = chosen_recipe(plan, documents, Unattended())
    except EngineError as error:
        raise TrainingError(name, str(error)) from error
    return Decision(recipe, choices, len(whole.vocabulary))


def needs_documents(recipe: Recipe) -> bool:
    """Whether the model's own counts cannot be told from the counts of all words."""
    return recipe.counts_as == "tfidf" or recipe.threshold > 0 or recipe.limits.unknown_word


@dataclass(frozen=True, slots=True, eq=False)
class ChosenWords:
    """The words of a model to be, for the shards to be counted over again."""

    columns: IntArray
    """(n_words,): the column of each word of all, -1 without one."""
    all_words: Vocabulary
    words: Vocabulary
    recipe: Recipe
    labels: tuple[str, ...]
    tfidf: TfIdf | None = None


def words_for(whole: Whole, recipe: Recipe) -> ChosenWords:
    """Choose the words of a model that the recipe asks for."""
    columns, words = chosen_words(whole.tally, recipe.limits, whole.vocabulary)
    return ChosenWords(np.asarray(columns, np.int64), whole.vocabulary, words, recipe, whole.tally.labels)


@dataclass(frozen=True, slots=True, eq=False)
class Frequencies:
    """In how many documents each of the chosen words is."""

    shards: IntArray
    documents: IntArray
    n_documents: int


def frequencies_in(counted: ShardCounts, part: Part, chosen: ChosenWords) -> Frequencies:
    """Of the documents of a shard."""
    rows = learnt_rows(counted, part)
    own = remapped(rows.counts, _columns(rows, chosen), len(chosen.words))
    found = np.bincount(own.tokens[own.values > 0], minlength=len(chosen.words)).astype(np.int64)
    return Frequencies(np.array([counted.number]), found, own.n_documents)


def added_frequencies(parts: Sequence[Frequencies]) -> Frequencies:
    """Of several shards together."""
    return Frequencies(
        np.sort(np.concatenate([part.shards for part in parts])),
        reduce(np.add, (part.documents for part in parts)),
        sum(part.n_documents for part in parts),
    )


def with_tfidf(chosen: ChosenWords, found: Frequencies) -> ChosenWords:
    """Freeze the document frequencies, as the recipe weighs them."""
    recipe = chosen.recipe
    if recipe.with_idf:
        tfidf = tfidf_of(found.documents, found.n_documents, is_sublinear=recipe.sublinear)
    else:
        tfidf = TfIdf(np.ones(len(chosen.words)), 1.0, recipe.sublinear)
    return replace(chosen, tfidf=tfidf)


def tallied_over(counted: ShardCounts, part: Part, chosen: ChosenWords) -> PartialTally:
    """The documents of a shard added up over a model's words, weighed as it weighs them."""
    rows = learnt_rows(counted, part)
    own = remapped(rows.counts, _columns(rows, chosen), len(chosen.words))
    tally = Tally(
        counted.labels, len(chosen.words), is_real=chosen.tfidf is not None, threshold=chosen.recipe.threshold
    )
    tally.learn(own if chosen.tfidf is None else chosen.tfidf(own), rows.label_numbers, rows.weights)
    return partial_of([counted.number], chosen.words, tally, rows.learnt(counted.labels))


def _columns(rows: LearntRows, chosen: ChosenWords) -> IntArray:
    everywhere = rows.vocabulary.mapping_to(chosen.all_words, grow=False)
    outside = UNKNOWN_COLUMN if chosen.recipe.limits.unknown_word else -1
    return np.where(everywhere < 0, outside, chosen.columns[everywhere])


@dataclass(frozen=True, slots=True, eq=False)
class Finished:
    """A model as it is written, and what to say of it."""

    model: bytes
    recipe: Recipe
    labels: dict[str, int]
    """Documents of each label."""
    n_words: int
    accuracy: float
    judged_by: str
    canonical_hash: str
    n_judged: int


def finished(
    whole: Whole,
    chosen: ChosenWords,
    own: PartialTally | None,
    name: str,
    parts: Mapping[int, Part],
    is_all: bool,
    *counted: ShardCounts,
) -> Finished:
    """Make the model and judge it; a task for one worker."""
    try:
        model = model_of(whole, chosen, own)
        documents = sampled_documents(whole, counted, parts)
        knows_whole = is_all or not needs_documents(model.recipe)
        trained = judged_model(model, documents, Unattended(), Statistics(whole.tally) if knows_whole else None)
    except EngineError as error:
        raise TrainingError(name, str(error)) from error
    return Finished(
        model=model_to_bytes(model),
        recipe=model.recipe,
        labels=dict(whole.learnt),
        n_words=model.n_words,
        accuracy=trained.evaluation.accuracy,
        judged_by=trained.judged_by,
        canonical_hash=model.canonical_hash(),
        n_judged=len(documents.label_numbers),
    )


def model_of(whole: Whole, chosen: ChosenWords, own: PartialTally | None) -> Model:
    """The model over its own words: from the counts of all words, or counted over them again."""
    if own is None:
        kept = np.flatnonzero(chosen.columns >= 0)
        text = whole.tally.restricted(kept).widened(len(chosen.words))
    else:
        words, tally = own.opened
        columns = words.mapping_to(chosen.words, grow=False)
        text = tally.with_labels(chosen.labels).remapped(columns[: tally.n_tokens], len(chosen.words))
    if not len(chosen.words):
        raise EngineError(f"None of the {len(whole.vocabulary)} words is left in the vocabulary.")
    return Model(chosen.recipe, chosen.words, Statistics(text), tfidf=chosen.tfidf)
