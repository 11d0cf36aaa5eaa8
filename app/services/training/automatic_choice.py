"""Auto: the event model, weighting, smoothing and number of words, chosen by log loss on documents that were left out.

Each candidate gets the smoothing with the least log loss of documents that were left out, after a temperature of its
own; the least loss wins. Documents are left out in stretches of neighbours, for the reason that
`nbengine.measure.recipe_choice` gives, or one at a time where there are too few for that, or a table has
other columns.

Not among the candidates is multinomial with tf-idf: its loss is often the least and its verdicts are not the best. A
smaller vocabulary is tried for the winner alone and must be better by a hundredth: on mail and news all words are best,
rare ones most of all.

For mail that is filtered, and not sorted by topic, only models of whole counts are tried: with tf-idf the loss of
stretches left out is the least there too, but not on mail of the months after. Bernoulli's loss is low as well, and its
verdicts are the worse ones. The figures are in `tests/benchmarks/decisions/recipes.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.domain.jobs import JobContext
from app.domain.use_case_results import Choice
from app.services.training.corpus_documents import adopted, watched
from app.services.training.recipe_planning import RecipePlan, is_filtered, ways_of_text
from nbengine.errors import EngineError
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.held_or_streamed_documents import AnyDocuments, Documents, learnt_from
from nbengine.learnt.statistics import Features, Statistics
from nbengine.measure.recipe_choice import best_smoothing, leave_out_stretches
from nbengine.measure.smoothing_choice import Candidate, auto_smoothing, compared
from nbengine.models.model import Model
from nbengine.models.recipe import Recipe
from nbengine.models.training import FEW_DOCUMENTS, train_model

SATURATED, UNDECIDED_SMOOTHING = 0.01, 0.1
"""A log loss that is nearly nothing says nothing: then the smoothing is not chosen by it."""
PHASE = "choosing the smoothing"
VOCABULARY_SIZES = (50_000, 10_000)
CLEARLY_BETTER = 0.99


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """A candidate with everything that judging it needs."""

    recipe: Recipe
    model: Model
    features: Features


def chosen_recipe(plan: RecipePlan, documents: AnyDocuments, context: JobContext) -> tuple[Recipe, tuple[Choice, ...]]:
    """Fill in what the plan leaves open, and say why."""
    if not plan.chooses_event_model and not plan.chooses_smoothing:
        return plan.recipe, ()
    if has_stretches(plan.recipe, documents):
        return chosen_by_stretches(plan, watched(documents, context, PHASE), context)
    return chosen_one_by_one(plan, documents.held(), context)


def chosen_one_by_one(plan: RecipePlan, documents: Documents, context: JobContext) -> tuple[Recipe, tuple[Choice, ...]]:
    """Try all candidates by leaving out one document at a time."""
    recipes = candidates(plan, documents.labels) if plan.chooses_event_model else [plan.recipe]
    prepared = []
    for number, recipe in enumerate(recipes):
        context.checkpoint(number, len(recipes), PHASE)
        prepared.append(
            with_best_smoothing(recipe, documents, context) if plan.chooses_smoothing else fitted(recipe, documents)
        )
    if len(prepared) == 1:
        recipe = prepared[0].recipe
        return recipe, (Choice("smoothing", f"{recipe.smoothing:.3g}"),)
    return best_of(prepared, documents)


def has_stretches(recipe: Recipe, documents: AnyDocuments) -> bool:
    """Return whether there is text, and enough of it to leave out more than one document at a time."""
    is_text = recipe.reads_text_alone and documents.has_text
    return is_text and len(documents) >= FEW_DOCUMENTS


def chosen_by_stretches(
    plan: RecipePlan, documents: AnyDocuments, context: JobContext
) -> tuple[Recipe, tuple[Choice, ...]]:
    """Try all candidates with the smoothing that suits each, then the best one with fewer words."""
    whole = learnt_from(documents)
    recipes = candidates(plan, documents.labels) if plan.chooses_event_model else [plan.recipe]
    tried = [
        tried_recipe(recipe, documents, whole, context, chooses_smoothing=plan.chooses_smoothing) for recipe in recipes
    ]
    best = min(tried, key=lambda trial: trial.log_loss)
    losses = tuple((name_of(trial.recipe), trial.log_loss) for trial in tried)
    choices = [Choice("event-model", name_of(best.recipe), losses)] if plan.chooses_event_model else []
    if plan.chooses_smoothing:
        choices.append(Choice("smoothing", f"{best.recipe.smoothing:.3g}"))
    if plan.chooses_vocabulary and not is_filtered(documents.labels):
        best, choice = with_best_vocabulary(best, documents, whole, context)
        choices.append(choice)
    return best.recipe, tuple(choices)


@dataclass(frozen=True, slots=True)
class Trial:
    """A recipe and its log loss on documents that were left out."""

    recipe: Recipe
    log_loss: float


def tried_recipe(
    recipe: Recipe, documents: AnyDocuments, whole: Statistics, context: JobContext, *, chooses_smoothing: bool
) -> Trial:
    """Judge stretches left out, under the best smoothing if it is to be chosen."""
    context.checkpoint(phase=PHASE)
    left_out = leave_out_stretches(recipe, documents, whole)
    if not chooses_smoothing:
        return Trial(recipe, left_out.log_loss())

    def loss(smoothing: float) -> float:
        context.checkpoint(phase=PHASE)
        return left_out.log_loss(rounded(smoothing))

    smoothing, least = best_smoothing(loss)
    if least < SATURATED:
        return Trial(replace(recipe, smoothing=UNDECIDED_SMOOTHING), loss(UNDECIDED_SMOOTHING))
    return Trial(replace(recipe, smoothing=rounded(smoothing)), least)


def with_best_vocabulary(
    best: Trial, documents: AnyDocuments, whole: Statistics, context: JobContext
) -> tuple[Trial, Choice]:
    """Try the winner with only the most frequent words; all of them stay unless fewer are clearly better."""
    losses, found = [("all", best.log_loss)], best
    for size in (size for size in VOCABULARY_SIZES if size < len(documents.vocabulary)):
        limits = replace(best.recipe.limits, size=size, rank_by="frequency")
        trial = tried_recipe(replace(best.recipe, limits=limits), documents, whole, context, chooses_smoothing=False)
        losses.append((str(size), trial.log_loss))
        if trial.log_loss < CLEARLY_BETTER * best.log_loss and trial.log_loss < found.log_loss:
            found = trial
    size_chosen = found.recipe.limits.size
    return found, Choice("vocabulary", "all" if size_chosen is None else str(size_chosen), tuple(losses))


def candidates(plan: RecipePlan, labels: Sequence[str]) -> list[Recipe]:
    """The ways to count and judge such documents that are worth a try."""
    recipe = plan.recipe
    is_any, is_spam_filter = recipe.weighting == "count", plan.kind in ("mail", "stripped") and is_filtered(labels)
    return [
        replace(recipe, event_model=event.name, weighting=weighting)
        for event in ways_of_text()
        for weighting in (event.automatic_mail_weightings if is_any and is_spam_filter else event.automatic_weightings)
        if is_any or weighting == recipe.weighting
    ]


def fitted(recipe: Recipe, documents: Documents) -> Prepared:
    """Learn the documents under a recipe."""
    model = train_model(
        recipe,
        documents.features,
        documents.label_numbers,
        documents.labels,
        documents.vocabulary,
        documents.weights,
        is_assured=False,
    )
    return Prepared(recipe, model, model.prepared(adopted(model, documents)))


def with_best_smoothing(recipe: Recipe, documents: Documents, context: JobContext) -> Prepared:
    """Learn the documents, and find the smoothing that leave-one-out likes best."""
    first = fitted(recipe, documents)
    if not recipe.event.is_smoothed:
        return first
    found = auto_smoothing(
        first.model.scored_statistics,
        first.features,
        documents.label_numbers,
        recipe.settings,
        documents.weights,
        progress=lambda done, total: context.checkpoint(done, total, PHASE),
    )
    smoothing = found.settings.smoothing
    if not isinstance(smoothing, float):
        raise EngineError("A smoothing for each word cannot be chosen.")
    if found.log_loss < SATURATED:
        best = replace(recipe, smoothing=UNDECIDED_SMOOTHING)
    else:
        best = replace(recipe, smoothing=rounded(smoothing), prior=found.settings.prior)
    return Prepared(best, first.model.rederived(best), first.features)


def rounded(smoothing: float) -> float:
    """Round to two figures, which are more than the choice is sure of, and can be read aloud."""
    return float(f"{smoothing:.2g}")


def best_of(prepared: Sequence[Prepared], documents: Documents) -> tuple[Recipe, tuple[Choice, ...]]:
    """The candidate with the least log loss after its temperature."""
    found = compared(
        [Candidate(one.model.scored_statistics, one.features, one.recipe.settings) for one in prepared],
        documents.label_numbers,
        documents.weights,
    )
    best = min(range(len(found)), key=lambda place: found[place].log_loss)
    losses = tuple((name_of(one.recipe), comparison.log_loss) for one, comparison in zip(prepared, found, strict=True))
    recipe = prepared[best].recipe
    return recipe, (Choice("event-model", name_of(recipe), losses), Choice("smoothing", f"{recipe.smoothing:.3g}"))


def name_of(recipe: Recipe) -> str:
    """An event model with its weighting, in few words."""
    weighting = {"count": "", "binary": ", binary", "tfidf": ", tf-idf"}[recipe.weighting]
    return f"{recipe.event_model}{weighting}"
