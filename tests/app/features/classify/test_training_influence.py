"""The documents that taught a verdict are those without which a model that really forgets them judges otherwise."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.domain.documents import Document, SourceOptions
from app.domain.jobs import NoOpJobContext
from app.domain.results import TrainingInfluence
from app.features.classify.use_cases import JudgedDocuments
from app.features.train.training import TrainingOrder, train
from app.library.explanations import find_influence_on_document, find_influence_on_stored_document
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from app.library.saved_models import add_model, export_model, forget_stored_document, load_stored_model
from app.library.training_data import features_of_new_documents
from app.store.workspace import Session, Workspace
from tests.app.library.test_filter_training import a_mail
from tests.app.made_up_corpus import made_up
from tests.app.made_up_corpus import workspace as workspace

ALL = 1_000


def by_forgetting(path: Path, document: Document, label: str, against: str, *gone: int) -> dict[int, float]:
    """Return what each document changes, by a model that is loaded and forgets it, and judges the text anew."""

    def odds(*numbers: int) -> float:
        with Workspace(path) as workspace:
            kept = load_stored_model(workspace, None)
            for number in numbers:
                forget_stored_document(workspace, kept, workspace.documents.get(number))
        model = kept.model
        joint = model.judge(features_of_new_documents(model, [document]).features).log_joint[0]
        return float(joint[model.labels.index(label)] - joint[model.labels.index(against)])

    with Workspace(path, read_only=True) as workspace:
        [corpus] = workspace.corpora.all()
        columns = workspace.documents.columns(corpus.name)
        numbers = [
            number for number in columns.document_numbers[columns.label_indices >= 0].tolist() if number not in gone
        ]
    whole = odds(*gone)
    return {number: whole - odds(*gone, number) for number in numbers}


def assert_as_by_forgetting(found: TrainingInfluence, expected: dict[int, float]) -> None:
    shown = {one.number: one.effect for one in (*found.backing, *found.opposing)}
    assert found.n_documents == len(expected)
    assert set(shown) == {number for number, effect in expected.items() if abs(effect) > 1e-12}
    for number, effect in shown.items():
        assert effect == pytest.approx(expected[number], rel=1e-7, abs=1e-10)
    assert [one.effect for one in found.backing] == sorted((one.effect for one in found.backing), reverse=True)
    assert all(one.effect < 0 for one in found.opposing)


@pytest.mark.parametrize("event_model", ["multinomial", "bernoulli", "complement"])
def test_a_textbook_model_says_what_each_document_taught(workspace: Path, event_model: str) -> None:
    train(workspace, TrainingOrder(RecipeRequest(event_model=event_model), "Mail", "Filter"), NoOpJobContext())
    document = replace(made_up("spam", 99), label=None)

    found = find_influence_on_document(workspace, "Filter", document, NoOpJobContext(), n_shown=ALL)

    assert (found.label, found.against) == ("spam", "ham")
    assert_as_by_forgetting(found, by_forgetting(workspace, document, "spam", "ham"))
    assert found.backing[0].label == "spam"
    assert found.backing[0].title.startswith("spam number")


def test_a_model_behind_its_corpus_is_brought_up_to_date_and_kept_as_it_was(workspace: Path) -> None:
    with Workspace(workspace) as opened:
        before = opened.models.content("Filter")
        opened.editing.relabel([1, 2, 3], "spam")
        opened.editing.remove([40])
    document = replace(made_up("spam", 99), label=None)

    found = find_influence_on_document(workspace, None, document, NoOpJobContext(), n_shown=ALL)

    shown = {one.number: one.label for one in (*found.backing, *found.opposing)}
    assert (shown[1], shown[2], 40 in shown, found.n_documents) == ("spam", "spam", False, 59)
    with Workspace(workspace, read_only=True) as opened:
        assert opened.models.content("Filter") == before


def test_a_stored_document_did_not_teach_the_verdict_on_itself(workspace: Path) -> None:
    with Workspace(workspace, read_only=True) as opened:
        document = opened.documents.get(7).document

    found = find_influence_on_stored_document(workspace, "Filter", 7, NoOpJobContext(), n_shown=ALL)

    assert found.label is not None
    assert found.against is not None
    assert 7 not in {one.number for one in (*found.backing, *found.opposing)}
    assert_as_by_forgetting(found, by_forgetting(workspace, document, found.label, found.against, 7))


@pytest.fixture
def filtered(tmp_path: Path) -> Path:
    """A filter over mail, some words of which stand in one mail alone."""
    dice = random.Random(5)
    for number in range(24):
        place = tmp_path / "mails" / ("ham", "spam")[number % 2] / f"{number}.eml"
        place.parent.mkdir(exist_ok=True, parents=True)
        mail = a_mail(("ham", "spam")[number % 2], number, dice)
        place.write_text(f"{mail}rare{number} once{number} seldom{number} odd{number}\n", encoding="utf-8")
    path = tmp_path / "mail.bayleaf"
    import_sources(path, ImportRequest((tmp_path / "mails",), options=SourceOptions(kind="mail")), NoOpJobContext())
    train(path, TrainingOrder(), NoOpJobContext())
    return path


def test_a_filter_says_what_each_lesson_taught_as_if_it_was_never_given(filtered: Path) -> None:
    text = "spamword1 spamword2 spamword3 word1 word2 rare3 once3 seldom3 hamword1 word9 neverheard"
    document = Document(text=text, path="", title="new")

    found = find_influence_on_document(filtered, None, document, NoOpJobContext(), n_shown=ALL)

    assert found.label is not None
    assert found.against is not None
    assert_as_by_forgetting(found, by_forgetting(filtered, document, found.label, found.against))


def test_a_table_says_which_rows_taught(tmp_path: Path) -> None:
    rows = "\n".join(f"{number % 5},{'red' if number % 3 else 'blue'},{'yes' if number % 2 else 'no'}"
                     for number in range(30))  # fmt: skip
    (tmp_path / "rows.csv").write_text(f"size,colour,label\n{rows}\n", encoding="utf-8")
    path = tmp_path / "table.bayleaf"
    options = SourceOptions(
        kind="table", labels_from="column", label_column="label", numeric_columns=("size",),
        categorical_columns=("colour",), keep_duplicates=True,
    )  # fmt: skip
    import_sources(path, ImportRequest((tmp_path / "rows.csv",), options=options), NoOpJobContext())
    train(path, TrainingOrder(), NoOpJobContext())
    document = Document(text="", path="", numbers=(1.0,), choices=("blue",), kind="row")

    found = find_influence_on_document(path, None, document, NoOpJobContext(), n_shown=ALL)

    assert found.label is not None
    assert found.against is not None
    assert_as_by_forgetting(found, by_forgetting(path, document, found.label, found.against))


def test_what_lies_on_the_desk_tells_its_teachers_also_of_another_text(workspace: Path) -> None:
    with Session(workspace) as session:
        judged_documents = JudgedDocuments(session)
        [item], _ = judged_documents.classify_text("Filter", made_up("spam", 99).text, NoOpJobContext())
        own = judged_documents.find_influence("Filter", item.number, None, NoOpJobContext())
        other = judged_documents.find_influence("Filter", item.number, made_up("ham", 99).text, NoOpJobContext())
        judged_documents.close()

    assert (own.label, other.label) == ("spam", "ham")
    assert own.backing[0].label == "spam"
    assert other.backing[0].label == "ham"


def test_a_model_from_elsewhere_has_no_documents_here(workspace: Path, tmp_path: Path) -> None:
    export_model(workspace, "Filter", tmp_path / "filter.model")
    elsewhere = tmp_path / "elsewhere.bayleaf"
    with Workspace(elsewhere, create=True):
        pass
    add_model(elsewhere, tmp_path / "filter.model")

    found = find_influence_on_document(elsewhere, None, made_up("spam", 99), NoOpJobContext())

    assert (found.label, found.n_documents, found.backing, found.opposing) == ("spam", 0, (), ())


def test_a_label_that_is_most_likely_wrong_is_doubted_until_it_is_changed(workspace: Path) -> None:
    with Workspace(workspace) as opened:
        kept = opened.verdicts.leave_one_out("Mail", "Filter")
        assert kept is not None
        assert kept.own_label_indices is not None
        shares = np.full(len(kept.label_indices), 0.4, np.float32)
        shares[[3, 40]] = 0.05
        judged = replace(kept, label_indices=1 - kept.own_label_indices, probabilities=shares)
        opened.verdicts.store_leave_one_out("Mail", judged)
        one, other = kept.document_numbers[[3, 40]].tolist()
        labels = {number: opened.documents.get(number).document.label for number in (one, other)}

    found = {number: rather for number, rather in doubted_of(workspace).items() if rather is not None}
    assert found.keys() == {one, other}
    assert all({found[number], labels[number]} == {"ham", "spam"} for number in found)
    with Workspace(workspace) as opened:
        opened.editing.relabel([one], found[one])
    assert {number for number, rather in doubted_of(workspace).items() if rather is not None} == {other}


def doubted_of(path: Path) -> dict[int, str | None]:
    found = find_influence_on_document(path, "Filter", made_up("spam", 99), NoOpJobContext(), n_shown=ALL)
    return {one.number: one.suggested_label for one in (*found.backing, *found.opposing)}
