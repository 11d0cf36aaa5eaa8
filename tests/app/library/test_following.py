"""Models follow their corpus exactly, whatever was changed in it, and by whom."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.domain.documents import Document
from app.domain.jobs import NoOpJobContext
from app.features.train.training import TrainingOrder, train
from app.library.explanations import explain_stored_verdict
from app.library.recipes import RecipeRequest
from app.library.saved_models import learn, load_current_model, load_readonly_model, load_stored_model
from app.readers.documents.text import text_hash
from app.store.workspace import Session, Workspace

TEXTS = {
    "spam": ("buy cheap watermelon buy", "cheap offer buy now", "offer of the week"),
    "ham": ("meeting notes for monday", "lunch on monday", "notes on the offer"),
}
ORDER = TrainingOrder(RecipeRequest(event_model="multinomial", smoothing="1"), "Mail", "Filter")


def a_document(text: str, label: str | None) -> Document:
    return Document(text=text, path=f"{text}.txt", title=text, label=label, content_hash=text_hash(text))


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    path = tmp_path / "followed.bayleaf"
    with Workspace(path, create=True) as opened:
        opened.corpora.add("Mail", "text")
        opened.editing.add("Mail", [a_document(text, label) for label, texts in TEXTS.items() for text in texts])
    train(path, ORDER, NoOpJobContext())
    return path


def trained_anew(workspace: Path) -> str:
    """The hash of a model that saw only what the corpus holds now."""
    order = TrainingOrder(ORDER.request, "Mail", "Fresh")
    return train(workspace, order, NoOpJobContext()).canonical_hash


def followed(workspace: Path) -> str:
    with Workspace(workspace) as opened:
        return load_current_model(workspace, opened, "Filter", NoOpJobContext()).model.canonical_hash()


def number_of(opened: Workspace, text: str) -> int:
    number = opened.documents.find_by_hash("Mail", text_hash(text))
    assert number is not None
    return number


def test_relabelling_is_forgotten_and_learnt(workspace: Path) -> None:
    with Workspace(workspace) as opened:
        opened.editing.relabel([number_of(opened, "offer of the week")], "ham")

    assert followed(workspace) == trained_anew(workspace)


def test_deleted_documents_are_forgotten_and_come_back_with_undo(workspace: Path) -> None:
    with Workspace(workspace) as opened:
        before = load_stored_model(opened, "Filter").model.canonical_hash()
        opened.editing.remove([number_of(opened, "lunch on monday")])
    without = followed(workspace)

    assert without == trained_anew(workspace) != before

    with Workspace(workspace) as opened:
        opened.undo_log.undo()
    assert followed(workspace) == before


def test_labels_that_came_with_an_import_go_with_it(workspace: Path) -> None:
    texts = ["buy notes now", "lunch offer for monday", "sport"]
    with Workspace(workspace) as opened:
        labels = load_stored_model(opened, "Filter").model.labels
        before = load_stored_model(opened, "Filter").model.judge_texts(texts).log_joint
        with opened.imports.begin("Mail", source="news.csv") as run:
            run.add([a_document("goal in the last minute", "sport"), a_document("your bill", "invoice")])
            run.settle()
        grown = load_current_model(workspace, opened, "Filter", NoOpJobContext()).model.labels
        opened.undo_log.undo()
        model = load_current_model(workspace, opened, "Filter", NoOpJobContext()).model

    assert set(grown) == {*labels, "sport", "invoice"}
    assert model.labels == labels
    np.testing.assert_array_equal(model.judge_texts(texts).log_joint, before)


def test_the_labels_that_a_person_emptied_come_back_with_their_documents(workspace: Path) -> None:
    with Workspace(workspace) as opened:
        before = load_stored_model(opened, "Filter").model.canonical_hash()
        numbers = [number_of(opened, text) for text in TEXTS["ham"]]
        opened.editing.relabel(numbers, "news")
        assert set(load_current_model(workspace, opened, "Filter", NoOpJobContext()).model.labels) == {"spam", "news"}
        opened.undo_log.undo()
        after = load_current_model(workspace, opened, "Filter", NoOpJobContext()).model

    assert set(after.labels) == {"spam", "ham"}
    assert after.canonical_hash() == before


def test_documents_deleted_for_good_are_forgotten_all_the_same(workspace: Path) -> None:
    with Workspace(workspace) as opened:
        opened.editing.remove([number_of(opened, "lunch on monday")])
        opened.compact()

    assert followed(workspace) == trained_anew(workspace)
    with Workspace(workspace) as opened:
        assurance = load_current_model(workspace, opened, "Filter", NoOpJobContext()).model.assurance
    assert assurance is not None
    assert assurance.unsure_band is not None


def test_a_model_that_is_remembered_follows_without_being_read_again(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Session(workspace) as session:
        load_readonly_model(session, "Filter")
        monkeypatch.delattr("app.library.saved_models.model_from_bytes")
        with session.borrow_for_writing() as opened:
            opened.editing.relabel([number_of(opened, "offer of the week")], "ham")
            number = number_of(opened, "lunch on monday")
            assert not load_current_model(session, opened, "Filter", NoOpJobContext()).record.n_missing_changes
        verdict = explain_stored_verdict(session, "Filter", number, NoOpJobContext()).verdict
        remembered = load_readonly_model(session, "Filter").model.canonical_hash()
    monkeypatch.undo()

    assert verdict == explain_stored_verdict(workspace, "Filter", number, NoOpJobContext()).verdict
    assert remembered == followed(workspace) == trained_anew(workspace)


def test_renamed_and_merged_labels_are_followed(workspace: Path) -> None:
    with Workspace(workspace) as opened:
        opened.labels.rename("Mail", "spam", "junk")
        opened.labels.add("Mail", "news")
        opened.editing.relabel([number_of(opened, "offer of the week")], "news")
        opened.labels.merge("Mail", "news", "ham")

    assert followed(workspace) == trained_anew(workspace)


def test_weights_are_followed(workspace: Path) -> None:
    with Workspace(workspace) as opened:
        opened.editing.add("Mail", [replace(a_document("a heavy offer", "spam"), weight=2.5)])

    assert followed(workspace) == trained_anew(workspace)


def test_learning_catches_up_with_what_others_changed(workspace: Path) -> None:
    with Workspace(workspace) as opened:
        opened.editing.relabel([number_of(opened, "offer of the week")], "ham")

    report = learn(workspace, "Filter", [a_document("win a cruise", None)], "spam", NoOpJobContext(), asks_hash=True)

    assert report.canonical_hash == trained_anew(workspace)


def test_a_model_that_is_behind_says_by_how_much(workspace: Path) -> None:
    with Workspace(workspace) as opened:
        opened.editing.add("Mail", [a_document("one more", "ham")])
        opened.editing.add("Mail", [a_document("and another", "spam")])

        assert opened.models.get("Filter").n_missing_changes == 2


def test_a_limit_that_no_corpus_reaches_lets_new_words_join(workspace: Path) -> None:
    request = RecipeRequest(event_model="multinomial", smoothing="1", vocabulary="20000")
    train(workspace, TrainingOrder(request, "Mail", "Limited"), NoOpJobContext())

    strange = a_document("quite other words that nobody ever wrote before here", "ham")
    learn(workspace, "Limited", [strange], "ham", NoOpJobContext())

    with Workspace(workspace) as opened:
        model = load_stored_model(opened, "Limited").model
    verdict = model.judge(model.count(["buy cheap zebra quagga okapi"]))
    assert model.labels[int(verdict.label_numbers[0])] == "spam"
