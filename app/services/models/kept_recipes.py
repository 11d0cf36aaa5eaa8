"""Recipes kept for comparison, those of the models among them: each with what it was worth when it was kept.

A recipe is kept as the engine's own plain record, so what stands in the table is what was judged, and not what a later
version of the program would make of the same wishes. What is removed can be put back while the program runs: a model
with its bytes, exactly as it was.
"""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

from app.domain.errors import NotFound, UnusableName
from app.domain.jobs import JobContext
from app.domain.records import ModelRecord, RecipeRecord
from app.domain.use_case_results import TrainingReport
from app.services.models.kept_models import kept_model, recipe_text
from app.services.training.corpus_documents import kind_of_corpus, the_corpus
from app.services.training.recipe_planning import CorpusKind, RecipeRequest
from app.services.training.recipe_requests import request_for
from app.services.training.training import TrainingOrder, name_for, train
from app.store.verdicts import LeaveOneOut
from app.store.workspace import Place, Workspace, reading, writing
from nbengine.errors import EngineError
from nbengine.lazy_dataclasses import dataclass
from nbengine.measure.evaluation import Evaluation
from nbengine.models.persistence import model_to_bytes
from nbengine.models.recipe import Recipe, recipe_from_plain


@dataclass(frozen=True, slots=True)
class KeptRecipe:
    """A recipe that was kept, by itself or as a model's, and what it was worth then."""

    name: str
    is_model: bool
    recipe: Recipe
    request: RecipeRequest | None = None
    """The request that gives this recipe again; None where no request names all of it."""
    n_documents: int = 0
    """The number of documents it was judged on; 0 where that is not known."""
    accuracy: float = math.nan
    log_loss: float = math.nan

    @property
    def n_words(self) -> int | None:
        """Return the largest size of its vocabulary; None for all words, 0 for a list of words."""
        limits = self.recipe.limits
        return limits.size if limits.word_list is None else 0


@dataclass(frozen=True, slots=True)
class Removed:
    """The records needed to put a removed recipe or model back."""

    corpus: str
    name: str
    recipe: str
    evaluation: str | None
    model: tuple[ModelRecord, bytes] | None = None
    judged: LeaveOneOut | None = None
    """Verdicts of the model on its own documents."""


def kept_recipes(workspace: Place, corpus: str) -> tuple[KeptRecipe, ...]:
    """Return what is kept of a corpus, models first, each group the last first."""
    with reading(workspace) as opened:
        kind = kind_of_corpus(opened, opened.corpora.get(corpus))
        models, recipes = opened.models.all(corpus), opened.recipes.all(corpus)
    rows = [kept_recipe(model, kind, is_model=True) for model in models]
    rows += [kept_recipe(recipe, kind, is_model=False) for recipe in recipes]
    return tuple(row for row in rows if row is not None)


def kept_recipe(record: ModelRecord | RecipeRecord, kind: CorpusKind, *, is_model: bool) -> KeptRecipe | None:
    """A record read; None where its recipe is none that this program knows."""
    try:
        recipe = recipe_from_plain(json.loads(record.recipe))
        figures: dict[str, Any] = json.loads(record.evaluation) if record.evaluation else {}
    except (EngineError, ValueError, RecursionError):
        return None
    accuracy, log_loss = (figures.get(name) for name in ("accuracy", "log_loss"))
    return KeptRecipe(
        name=record.name,
        is_model=is_model,
        recipe=recipe,
        request=request_for(recipe, kind),
        n_documents=int(figures.get("documents") or 0),
        accuracy=math.nan if accuracy is None else float(accuracy),
        log_loss=math.nan if log_loss is None else float(log_loss),
    )


def keep_recipe(workspace: Place, corpus: str, name: str, recipe: Recipe, evaluation: Evaluation) -> str:
    """Keep a recipe and what it was worth under a name of its own."""
    with writing(workspace) as opened, opened.transaction():
        if any(kept.name == name for kept in opened.recipes.all(corpus)):
            raise UnusableName("recipe", name, "taken")
        figures = json.dumps(evaluation.to_plain(), allow_nan=False)
        opened.recipes.save(corpus, name, recipe_text(recipe.to_plain()), figures)
    return name


def remove_kept(workspace: Place, corpus: str, name: str, is_model: bool, _context: JobContext) -> Removed:
    """Remove a recipe or a model, and return what puts it back."""
    with writing(workspace) as opened, opened.transaction():
        if is_model:
            removed = kept_as_it_is(opened, name)
            opened.models.remove(name)
            return replace(removed, corpus=corpus)
        known = opened.recipes.all(corpus)
        kept = next((kept for kept in known if kept.name == name), None)
        if kept is None:
            raise NotFound("recipe", name, tuple(kept.name for kept in known))
        opened.recipes.remove(corpus, name)
        return Removed(corpus, name, kept.recipe, kept.evaluation)


@dataclass(frozen=True, slots=True, eq=False)
class Replacement:
    """A training that was kept, and what had its place: the model of that name, and how it judged its documents."""

    report: TrainingReport
    kept: KeptRecipe | None
    """The new model as the table lists it."""
    before: Removed | None
    """None where no model had that name."""
    judged_before: LeaveOneOut | None


def train_anew(workspace: Place, order: TrainingOrder, context: JobContext) -> Replacement:
    """Train a model and keep it in place of the one of its name, so that it can be taken back."""
    with writing(workspace) as opened:
        corpus = the_corpus(opened, order.corpus)
        name = name_for(order, corpus)
        has_one = any(model.name == name for model in opened.models.all())
        before = kept_as_it_is(opened, name) if has_one else None
        judged_before = opened.verdicts.leave_one_out(corpus.name, name) if has_one else None
    report = train(workspace, replace(order, corpus=corpus.name, model=name), context)
    kept = next((row for row in kept_recipes(workspace, corpus.name) if row.is_model and row.name == name), None)
    return Replacement(report, kept, before, judged_before)


def take_back_training(workspace: Place, replacement: Replacement, _context: JobContext) -> str:
    """Keep again what a training replaced; return the name of the model, or nothing where there was none."""
    report, before = replacement.report, replacement.before
    with writing(workspace) as opened, opened.transaction():
        if before is None:
            opened.models.remove(report.model)
        else:
            keep_again(opened, before)
        if replacement.judged_before is not None:
            opened.verdicts.keep_leave_one_out(report.corpus, replacement.judged_before)
    return report.model if before is not None else ""


def put_back(workspace: Place, removed: Removed, _context: JobContext) -> str:
    """Keep again what was removed."""
    with writing(workspace) as opened:
        keep_again(opened, removed)
    return removed.name


def kept_as_it_is(workspace: Workspace, name: str) -> Removed:
    """A model with all that is needed to keep it again, the lessons beside it among its bytes."""
    record, content = workspace.models.get(name), workspace.models.content(name)
    if record.n_lessons:
        content = model_to_bytes(kept_model(workspace, name).model)
    judged = None if record.corpus is None else workspace.verdicts.leave_one_out(record.corpus, name)
    own = judged if judged is not None and judged.model == name else None
    return Removed(record.corpus or "", name, record.recipe, record.evaluation, (record, content), own)


def keep_again(workspace: Workspace, removed: Removed) -> None:
    """Keep a recipe again, or a model, byte for byte."""
    if removed.model is None:
        workspace.recipes.save(removed.corpus, removed.name, removed.recipe, removed.evaluation)
        return
    record, content = removed.model
    workspace.models.save_again(record, content, change_number=record.change_number)
    if removed.judged is not None and record.corpus is not None:
        workspace.verdicts.keep_leave_one_out(record.corpus, removed.judged)
