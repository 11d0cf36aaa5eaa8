"""The best recipe for any labels: naive Bayes with learnt factors, with the words and the ridge that suit documents.

What is counted (words; pairs of words too, with and without their rarity; runs of characters of short texts) and how
tightly factors are held is chosen by judging documents left out in stretches, of a bounded number whatever the size of
the corpus; so is whether naive Bayes' ratios say how tightly a word is held. The best textbook model is judged on the
same documents, and taken where it is better by more than chance; of a table, whose cells are words then, learnt factors
are taken where they are. A handful of documents has no say: words alone are
taken then, all held alike.

Few documents know few words. A document that was learnt is as long as all its words, and a new one of which the model
knows three words of twenty must not count as one of three: so the others are counted as one word, which says nothing
and has its share of the length. With many documents that makes no difference that lasts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from app.domain.jobs import JobContext
from app.domain.use_case_results import Choice
from app.services.training.corpus_documents import watched
from app.services.training.recipe_planning import (
    AUTO,
    FEW_DOCUMENTS,
    LITTLE_SMOOTHING,
    RecipePlan,
    RecipeRequest,
    fitted_event_models,
)
from nbengine.arrays.counts import IntArray
from nbengine.errors import EngineError
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.factors import MOST_CELLS
from nbengine.learnt.held_or_streamed_documents import AnyDocuments, Documents
from nbengine.measure.recipe_choice import (
    TriedRecipe,
    best_by_few,
    best_judged,
    is_better,
    trial_folds,
    tried_by_folds,
)
from nbengine.models.recipe import Recipe
from nbengine.text.token_rules import HAN, TokenRules

MOST_LEARNT, MOST_TRIED = 15_000, 3_000
"""Documents that a trial learns, and of them those that it judges."""
FEWEST_TRIED = 10
"""With fewer, a comparison says nothing."""
FEWEST_WITH_REPEATS = 10
"""With fewer documents of each label, hardly anything that is longer than a word occurs in two of them."""
FEWEST_ROWS = 50
"""Smaller tables are examples of a textbook."""
FEWEST_LEARNT = 4
"""Fewer documents than these are no more than textbook examples."""
RIDGES = (0.3, 3.0)
"""Tried beside the usual one, for the best of the recipes."""
RUNS, SHORT_RUNS = (1, 3), (1, 2)
"""The lengths of runs of characters; short ones are tried with few documents, which seldom hold a long one twice."""
DEVIATIONS_OF_FEW = 2.0
"""By how many a textbook model has to be better where documents are few."""
CHARACTERS = "learnt factors, single and paired characters"
"""Of few short texts. Where most words are Han characters and pairs of them these are all that words are, with the
signs between them, and are taken untried: few documents cannot tell which of ways so alike is better."""
_HAN = re.compile(f"[{HAN}]")
PHASE = "choosing what is counted"

Counted = Callable[[TokenRules, Documents], Documents]
"""Counts documents under other rules."""


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Some of the documents, as recipes are tried on them, and how they are counted under other rules."""

    documents: AnyDocuments
    counted: Counted
    rows: AnyDocuments | None = None
    """The same documents as textbook models read them, where they are rows of a table."""


def wants_factors(plan: RecipePlan, request: RecipeRequest, documents: AnyDocuments) -> bool:
    """Return whether learnt factors are among what may be chosen: nothing was said that only a textbook model has."""
    is_open = request.is_auto_model and request.is_auto_smoothing
    is_plain = not (request.binary or request.tfidf or request.norm or request.unknown_word or request.threshold)
    if plan.kind == "table":
        return is_open and is_plain and len(documents) >= FEWEST_ROWS
    return is_open and is_plain and documents.has_text and len(documents) >= FEWEST_LEARNT


def fitted_recipe(recipe: Recipe, *, counts_unknown: bool = False) -> Recipe:
    """The recipe with learnt factors, where nothing more is known."""
    limits = replace(recipe.limits, unknown_word=recipe.limits.unknown_word or counts_unknown)
    event_model = fitted_event_models()[0]
    return replace(recipe, event_model=event_model, smoothing=LITTLE_SMOOTHING, ridge_by_ratio=False, limits=limits)


def sampled(label_numbers: IntArray) -> IntArray:
    """The places of documents to try recipes on, spread evenly over each label."""
    n_documents = len(label_numbers)
    order = np.argsort(label_numbers, kind="stable")
    step = max(n_documents / MOST_LEARNT, 1.0)
    return np.sort(order[np.arange(0, n_documents, step).astype(np.int64)])


def best_fitted(
    plan: RecipePlan, request: RecipeRequest, sample: Sample, context: JobContext, rival: Recipe | None = None
) -> tuple[Recipe, tuple[Choice, ...]] | None:
    """Choose words and ridge; None where the rival, a textbook model, is better by more than chance."""
    are_few = len(sample.documents) <= FEW_DOCUMENTS and plan.kind != "table"
    best_place = partial(best_by_few, n_labels=len(sample.documents.labels)) if are_few else best_judged
    first = fitted_recipe(plan.recipe, counts_unknown=are_few and request.unknown_word is None)
    if request.smoothing != AUTO:
        first = replace(first, smoothing=plan.recipe.smoothing)
    if len(sample.documents) < FEWEST_TRIED:
        return first, ()
    folds = trial_folds(sample.documents.label_numbers, MOST_TRIED, are_rows=plan.kind == "table")

    def trial(recipe: Recipe, documents: AnyDocuments) -> TriedRecipe:
        return tried_by_folds(recipe, watched(documents, context, PHASE), *folds)

    words = [trial(replace(first, ridge_by_ratio=by_ratio), sample.documents) for by_ratio in (False, True)]
    best = words[best_place(words)]
    tried, counted = [("learnt factors", best)], {best.recipe.rules: sample.documents}
    for name, recipe in _other_ways(first if are_few else best.recipe, plan, request, sample.documents):
        if recipe.rules not in counted:
            counted[recipe.rules] = sample.counted(recipe.rules, sample.documents.held())
        tried.append((name, trial(recipe, counted[recipe.rules])))
    if tried[-1][0] == CHARACTERS and is_mostly_han(sample.documents):
        del tried[0]
    name, best = tried[best_place([one for _, one in tried])]
    if rival is not None:
        textbook = trial(rival, sample.documents if sample.rows is None else sample.rows)
        tried.append(("naive Bayes", textbook))
        if is_better(textbook, best, DEVIATIONS_OF_FEW if are_few else 1.0) or (
            sample.rows is not None and not is_better(best, textbook)
        ):
            return None
    losses = tuple((each, one.log_loss) for each, one in tried)
    others = (replace(best.recipe, ridge=ridge) for ridge in RIDGES)
    found = [best, *(trial(recipe, counted[best.recipe.rules]) for recipe in others)]
    chosen = found[best_place(found)].recipe
    return chosen, (Choice("event-model", name, losses), Choice("ridge", f"{chosen.ridge:g}"))


def _other_ways(
    first: Recipe, plan: RecipePlan, request: RecipeRequest, documents: AnyDocuments
) -> Iterator[tuple[str, Recipe]]:
    """Yield recipes that count in other ways; none where one was asked for."""
    if plan.kind == "table":
        yield "learnt factors, all alike", replace(first, weighting="binary")
        return
    said = (request.ngrams, request.char_ngrams, request.pattern, request.min_df, request.max_df, request.word_list)
    are_words_said = request.tokens != AUTO or request.vocabulary != AUTO or any(one is not None for one in said)
    if are_words_said or request.binary:
        return
    rules, limits = first.rules, replace(first.limits, min_documents=2)
    is_short = plan.kind == "message" and request.min_length is None  # which is of words
    if is_short and len(documents) <= FEW_DOCUMENTS:
        short = replace(first, rules=replace(rules, char_ngrams=SHORT_RUNS))
        yield CHARACTERS, short
        if is_mostly_han(documents):
            return
    if len(documents) < FEWEST_WITH_REPEATS * len(documents.labels):
        return
    pairs = replace(first, rules=replace(rules, ngrams=(1, 2)), limits=limits)
    yield "learnt factors, pairs", pairs
    yield "learnt factors, pairs, all alike", replace(pairs, weighting="binary")
    if is_short:
        runs = replace(first, rules=replace(rules, char_ngrams=RUNS), limits=limits)
        yield "learnt factors, runs of characters", runs


def is_mostly_han(documents: AnyDocuments) -> bool:
    """Return whether most of the words are Han characters or pairs of them."""
    words = documents.vocabulary.words
    return 2 * sum(_HAN.search(word) is not None for word in words) > len(words)


def with_room_for_factors(recipe: Recipe, documents: AnyDocuments) -> Recipe:
    """Keep only the most frequent words where all of them, under all labels, are more than there is room for."""
    most = MOST_CELLS // max(len(documents.labels), 1)
    if not recipe.is_fitted or recipe.limits.size is not None or len(documents.vocabulary) <= most:
        return recipe
    if most < 1:
        raise EngineError(f"{len(documents.labels)} labels are more than learnt factors have room for.")
    return replace(recipe, limits=replace(recipe.limits, size=most, rank_by="frequency"))
