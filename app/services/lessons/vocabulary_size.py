"""The experiment of the vocabulary's size: how Bernoulli and multinomial fare with few and with many words.

As in the experiment of the literature, four fifths of the documents, drawn at random, teach and choose the words, by
mutual information; the others are judged; and five such draws are averaged. Words seen once in all documents are left
out. A small vocabulary favours Bernoulli, which also weighs what is absent; a large one multinomial.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from app.domain.errors import TrainingError
from app.domain.jobs import JobContext
from app.services.models.kept_models import shared_model
from app.services.training.corpus_documents import kind_of_corpus, labelled_corpus, watched
from app.services.training.recipe_planning import RecipeRequest, planned_recipe
from app.store.access import Place, writing
from nbengine.arrays.counts import CountMatrix, IntArray
from nbengine.arrays.renumbered_columns import remapped
from nbengine.errors import EngineError
from nbengine.events import bernoulli, multinomial
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.held_or_streamed_documents import AnyDocuments, Documents
from nbengine.learnt.tally import tally_of
from nbengine.models.vocabulary_selection import token_scores

SIZES = (10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000)
EVENT_MODELS = {"multinomial": multinomial, "bernoulli": bernoulli}
N_DRAWS = 5
TEACHING_SHARE = 0.8
SMOOTHING = 1.0


@dataclass(frozen=True, slots=True)
class SizeCurves:
    """Accuracy of each event model by the number of words."""

    sizes: tuple[int, ...]
    accuracies: dict[str, tuple[float, ...]]
    n_documents: int
    """That were drawn from."""
    n_draws: int
    n_in_corpus: int
    """More than were drawn from where memory should not hold them all."""


def size_curves(workspace: Place, corpus: str, context: JobContext, model: str = "") -> SizeCurves:
    """Judge a corpus by parts of itself, for each size and event model.

    What a word is follows the rules of a model, where one is given, and those that suit the corpus otherwise.
    """
    with writing(workspace) as opened:
        found = opened.corpora.get(corpus)
        recipe = planned_recipe(RecipeRequest(), kind_of_corpus(opened, found), corpus).recipe
        kept = shared_model(workspace, opened, model).model if model else None
        if kept is not None and kept.recipe.reads_text:
            recipe = replace(recipe, rules=kept.recipe.rules)
        labelled = labelled_corpus(opened, found, recipe, context).documents
    documents = few_enough(watched(labelled, context, "reading counts"))
    if documents.features.text is None:
        raise TrainingError(corpus, "only documents with text have a vocabulary")
    try:
        return replace(curves_of(documents, documents.features.text, context), n_in_corpus=len(labelled))
    except EngineError as error:
        raise TrainingError(corpus, str(error)) from error


def few_enough(documents: AnyDocuments) -> Documents:
    """Return all documents, or, where memory should not hold them, as many as it may, drawn at random."""
    if isinstance(documents, Documents):
        return documents
    shuffled = np.random.default_rng(0).permutation(len(documents))
    n_fitting = int(np.searchsorted(np.cumsum(documents.lengths[shuffled]), documents.held_entries, side="right"))
    return documents[np.sort(shuffled[: max(n_fitting, 1)])].held()


def curves_of(documents: Documents, counts: CountMatrix, context: JobContext) -> SizeCurves:
    """Return the same over documents that are counted."""
    truth = documents.label_numbers
    words = np.flatnonzero(np.bincount(counts.tokens, counts.values, counts.n_tokens) > 1)
    if not len(words):
        raise EngineError("No word occurs more than once in all documents; there is nothing to choose from.")
    repeated, sizes = narrowed(counts, words), sizes_up_to(len(words))
    shares = {name: np.zeros((N_DRAWS, len(sizes))) for name in EVENT_MODELS}
    for draw in range(N_DRAWS):
        teaching, judged = random_parts(counts.n_documents, draw)
        tally = tally_of(documents.labels, repeated[teaching], truth[teaching])
        ranked = np.argsort(-token_scores(tally, "mutual-information"), kind="stable")
        for place, size in enumerate(sizes):
            context.checkpoint(draw * len(sizes) + place, N_DRAWS * len(sizes), "judging vocabularies")
            columns = np.sort(ranked[:size])
            narrow, held = tally.restricted(columns), narrowed(repeated[judged], columns)
            for name, event_model in EVENT_MODELS.items():
                verdicts = event_model(narrow, SMOOTHING).predict(held)
                shares[name][draw, place] = (verdicts == truth[judged]).mean()
    accuracies = {name: tuple(share.mean(axis=0).tolist()) for name, share in shares.items()}
    return SizeCurves(sizes, accuracies, counts.n_documents, N_DRAWS, counts.n_documents)


def random_parts(n_documents: int, seed: int) -> tuple[IntArray, IntArray]:
    """Draw the numbers of the documents that teach, and of those that are judged."""
    if n_documents < 2:
        raise EngineError(f"There are {n_documents} labelled documents; one has to teach and one to be judged.")
    shuffled = np.random.default_rng(seed).permutation(n_documents)
    n_teaching = max(1, int(TEACHING_SHARE * n_documents))
    return shuffled[:n_teaching], shuffled[n_teaching:]


def sizes_up_to(n_words: int) -> tuple[int, ...]:
    """Sizes to try, the last with all words."""
    return (*(size for size in SIZES if size < n_words), n_words)


def narrowed(counts: CountMatrix, columns: IntArray) -> CountMatrix:
    """Return counts over some of the columns."""
    places = np.full(counts.n_tokens, -1)
    places[columns] = np.arange(len(columns))
    return remapped(counts, places, len(columns))
