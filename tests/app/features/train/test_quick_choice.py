"""The automatic choice among many documents: roughly where that is enough, and nothing twice."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.domain.jobs import NoOpJobContext
from app.features.train import training
from app.features.train.choosing import choose_recipe, choose_rival
from app.library import training_data
from app.library.recipes import PLAIN_RULES, CorpusFacts, RecipeRequest, resolve_request
from app.library.saved_models import load_readonly_model
from app.library.training_data import ensure_counted, load_counts, load_labelled_corpus, recount_documents, store_counts
from app.store.workspace import open_for_writing
from nbengine.models import training as engine_training
from nbengine.models.persistence import model_to_bytes
from tests.app.features.train.test_learnt_factors import a_corpus, trained
from tests.app.features.train.test_recipe_choice import documents

PAIRS = replace(PLAIN_RULES, ngrams=(1, 2))


def test_few_documents_choose_the_rival_as_the_model_to_train() -> None:
    recipe = resolve_request(RecipeRequest(), CorpusFacts("x", "text"))

    rival = choose_rival(recipe, RecipeRequest(), "text", documents(300), NoOpJobContext())

    chosen, choices = choose_recipe(recipe, RecipeRequest(), "text", documents(300), NoOpJobContext())
    assert (rival.recipe, rival.choices, rival.is_final) == (chosen, choices, True)


def test_among_many_documents_the_rival_is_one_of_the_candidates_and_not_final() -> None:
    recipe = resolve_request(RecipeRequest(), CorpusFacts("x", "text"))
    many = documents(600)

    rival = choose_rival(recipe, RecipeRequest(), "text", many, NoOpJobContext())

    _, choices = choose_recipe(recipe, RecipeRequest(), "text", many, NoOpJobContext())
    assert rival.recipe.event_model in {name.split(",")[0] for name, _ in choices[0].losses}
    assert not rival.is_final


def test_a_rival_that_wins_is_chosen_again_with_care(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace = a_corpus(tmp_path, 600)
    monkeypatch.setattr(training, "choose_fitted_recipe", lambda *_: None)
    report = trained(workspace)

    assert len(report["choices"]["event-model"].losses) == 5
    assert report["event_model"] != "learnt"


def test_the_folds_of_the_winner_are_not_fitted_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a whole model was fitted for a fold")

    workspace = a_corpus(tmp_path, 600, echoes=True)
    monkeypatch.setattr(engine_training, "_scores_of_random_folds", refuse)

    assert trained(workspace)["event_model"] == "learnt"


def test_stored_counts_of_a_trial_are_those_that_counting_stores(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("counted", "stored")]
    found = []
    for folder in folders:
        folder.mkdir()
        with open_for_writing(a_corpus(folder, 1_100)) as workspace:
            recipe = resolve_request(RecipeRequest(tokens="plain"), CorpusFacts("topics", "text"))
            labelled = load_labelled_corpus(workspace, workspace.corpora.get("topics"), recipe, NoOpJobContext())
            numbers = labelled.document_numbers
            if folder.name == "stored":
                counted = recount_documents(workspace, labelled.documents.load(), numbers, PAIRS, NoOpJobContext())
                store_counts(workspace, "topics", PAIRS, numbers, counted)
                assert not len(workspace.segments.uncounted_documents("topics", training_data.rules_key(PAIRS)))
            places = ensure_counted(workspace, "topics", PAIRS, NoOpJobContext())
            found.append((list(places.vocabulary.words), load_counts(workspace, places, numbers)))

    (words, counts), (stored_words, stored) = found
    assert stored_words == words
    for array in ("starts", "tokens", "values"):
        np.testing.assert_array_equal(getattr(stored, array), getattr(counts, array))


def test_the_same_documents_give_the_same_model_to_the_byte(tmp_path: Path) -> None:
    saved = []
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        workspace = a_corpus(tmp_path / name, 600, echoes=True)
        trained(workspace)
        saved.append(model_to_bytes(load_readonly_model(workspace, "topics").model))

    assert saved[0] == saved[1]
