"""Recipes are kept with what they were worth, come back as they were chosen, and what is removed can be put back."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.errors import NotFound, UnusableName
from app.domain.jobs import NoOpJobContext
from app.features.train.training import TrainingOrder, train
from app.features.train.workbench import (
    RecipeEvaluator,
    best_request,
    keep_recipe,
    list_saved_recipes,
    remove_saved,
    restore_removed,
)
from app.library.recipes import (
    CorpusFacts,
    RecipeRequest,
    infer_request,
    request_to_json,
    resolve_request,
    restore_request,
)
from app.store.workspace import Workspace

BERNOULLI = RecipeRequest(event_model="bernoulli", smoothing="1.0", vocabulary="20", unknown_word=True)


@pytest.fixture
def with_recipe(workspace: Path) -> Path:
    live = RecipeEvaluator(workspace)
    judged = live.result("Mail", BERNOULLI, NoOpJobContext())
    keep_recipe(workspace, "Mail", "Few words", live.recipe("Mail", BERNOULLI), BERNOULLI, judged.evaluation)
    return workspace


def test_models_and_recipes_stand_together_with_what_they_were_worth(with_recipe: Path) -> None:
    model, recipe = list_saved_recipes(with_recipe, "Mail")

    assert (model.name, model.is_model, recipe.name, recipe.is_model) == ("Filter", True, "Few words", False)
    assert recipe.request == BERNOULLI
    assert recipe.n_documents == 60
    judged = RecipeEvaluator(with_recipe).result("Mail", BERNOULLI, NoOpJobContext()).evaluation
    assert (recipe.accuracy, recipe.log_loss) == (judged.accuracy, judged.log_loss)


def test_a_model_is_behind_from_the_first_change_of_a_label_until_it_is_trained_again(workspace: Path) -> None:
    def is_behind() -> bool:
        [model] = list_saved_recipes(workspace, "Mail")
        return model.is_behind

    train(workspace, TrainingOrder(BERNOULLI, "Mail", "Filter"), NoOpJobContext())
    assert not is_behind()
    with Workspace(workspace) as opened:
        numbers = opened.documents.numbers("Mail").tolist()[:2]
        assert sum(opened.editing.relabel(numbers, label) for label in ("spam", "ham")) > 0
    assert is_behind()

    train(workspace, TrainingOrder(BERNOULLI, "Mail", "Filter"), NoOpJobContext())
    assert not is_behind()


def test_a_name_that_is_taken_is_refused(with_recipe: Path) -> None:
    live = RecipeEvaluator(with_recipe)
    judged = live.result("Mail", BERNOULLI, NoOpJobContext())

    with pytest.raises(UnusableName):
        keep_recipe(with_recipe, "Mail", "Few words", live.recipe("Mail", BERNOULLI), BERNOULLI, judged.evaluation)


@pytest.mark.parametrize(("name", "is_model"), [("Few words", False), ("Filter", True)])
def test_what_is_removed_can_be_put_back(with_recipe: Path, name: str, is_model: bool) -> None:
    before = list_saved_recipes(with_recipe, "Mail")
    with Workspace(with_recipe) as opened:
        content = opened.models.content("Filter")

    removed = remove_saved(with_recipe, "Mail", name, is_model, NoOpJobContext())
    assert name not in [kept.name for kept in list_saved_recipes(with_recipe, "Mail")]

    restore_removed(with_recipe, removed, NoOpJobContext())
    assert list_saved_recipes(with_recipe, "Mail") == before
    with Workspace(with_recipe) as opened:
        assert opened.models.content("Filter") == content


def test_what_is_not_there_cannot_be_removed(with_recipe: Path) -> None:
    with pytest.raises(NotFound):
        remove_saved(with_recipe, "Mail", "Nobody", False, NoOpJobContext())


ALL = RecipeRequest(event_model="multinomial", smoothing="0.1", vocabulary="all", unknown_word=False)


@pytest.mark.parametrize(
    "request_made",
    [
        replace(ALL, tokens="plain"),
        replace(ALL, event_model="complement", tfidf=True, stem="english"),
        replace(BERNOULLI, smoothing="0.0", stop_words="ru", ngrams=(1, 2)),
        replace(ALL, lower=False, min_df=3, prior="uniform", unknown_word=True),
    ],
)
def test_a_recipe_leads_back_to_what_was_asked_for(request_made: RecipeRequest) -> None:
    recipe = resolve_request(request_made, CorpusFacts("Mail", "mail"))

    assert infer_request(recipe, "mail") == request_made


@pytest.mark.parametrize("stop_words", [None, "en", "russian"])
def test_the_request_is_stored_beside_the_recipe(stop_words: str | None) -> None:
    asked = replace(ALL, tokens="mail", min_df=0.1, prior="smoothed:2", stop_words=stop_words)
    recipe = resolve_request(asked, CorpusFacts("Mail", "mail"))
    stored = json.loads(json.dumps(request_to_json(asked)["request"]))

    assert restore_request(stored, recipe, "mail") == asked


def test_a_request_that_a_later_version_stored_is_replaced_by_one_that_gives_the_recipe() -> None:
    recipe = resolve_request(ALL, CorpusFacts("Mail", "mail"))

    assert restore_request({"colour": "blue"}, recipe, "mail") == ALL


def test_a_stored_request_that_no_longer_gives_the_recipe_is_not_shown() -> None:
    recipe = resolve_request(ALL, CorpusFacts("Mail", "mail"))
    request = restore_request(request_to_json(ALL)["request"], recipe, "stripped")

    assert request == replace(ALL, tokens="mail")


def test_a_request_that_depends_on_a_file_is_not_stored(tmp_path: Path) -> None:
    assert request_to_json(replace(ALL, word_list=tmp_path / "words.txt")) == {}
    assert request_to_json(replace(ALL, stop_words=str(tmp_path / "words.txt"))) == {}


def test_a_trained_model_keeps_its_request_filled_with_what_was_chosen(workspace: Path) -> None:
    request = RecipeRequest(event_model="multinomial", stop_words="en", tokens="plain")
    train(workspace, TrainingOrder(request, "Mail", "By Auto"), NoOpJobContext())
    kept = next(row for row in list_saved_recipes(workspace, "Mail") if row.name == "By Auto")

    assert kept.request is not None
    assert replace(kept.request, smoothing="auto", vocabulary="auto", unknown_word=None) == request
    assert float(kept.request.smoothing) == kept.recipe.smoothing


def test_a_recipe_with_a_list_of_words_leads_back_to_nothing(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("free\noffer\n", encoding="utf-8")
    recipe = resolve_request(RecipeRequest(event_model="bernoulli", word_list=words), CorpusFacts("Mail", "mail"))

    assert infer_request(recipe, "mail") is None


def test_the_best_request_makes_the_model_that_auto_makes(workspace: Path) -> None:
    best = best_request(workspace, "Mail", RecipeRequest(), NoOpJobContext())

    by_auto = train(workspace, TrainingOrder(RecipeRequest(), "Mail", "By Auto"), NoOpJobContext())
    by_hand = train(workspace, TrainingOrder(best, "Mail", "By hand"), NoOpJobContext())

    assert by_hand.canonical_hash == by_auto.canonical_hash


def test_other_words_are_told_to_be_uncounted_until_they_are_counted(workspace: Path) -> None:
    live, stems = RecipeEvaluator(workspace), RecipeRequest(event_model="multinomial", smoothing="1.0", stem="english")
    assert live.n_uncounted("Mail", stems) == 60

    live.count("Mail", stems, NoOpJobContext())

    assert live.n_uncounted("Mail", stems) == 0
