"""A lesson is stored beside the model: loading both gives the model that was taught, to the last bit."""

from __future__ import annotations

import itertools
import os
import random
import shutil
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.documents import Document, SourceOptions
from app.domain.jobs import NoOpJobContext
from app.features.train.training import TrainingOrder, train
from app.features.train.workbench import remove_saved, restore_removed
from app.library import saved_models as kept_models
from app.library import saved_models as learning
from app.library.classifying import classify_documents, load_classifier
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from app.library.saved_models import (
    StoredModel,
    export_model,
    forget,
    learn,
    load_current_model,
    load_private_model,
    load_readonly_model,
    load_stored_model,
    read_model,
)
from app.library.workspaces import check, compact
from app.store.connection import WorkspaceFile
from app.store.workspace import Session, Workspace
from nbengine.models.persistence import model_to_bytes
from tests.app.library.test_filter_training import a_mail
from tests.systems import ended

N_MAILS = 60


KINDS = {
    "filter": RecipeRequest(),
    "multinomial": RecipeRequest(event_model="multinomial", smoothing="0.1", vocabulary="all"),
    "complement tf-idf": RecipeRequest(event_model="complement", smoothing="0.1", vocabulary="all", tfidf=True),
    "bernoulli": RecipeRequest(event_model="bernoulli", smoothing="0.1", vocabulary="all"),
    "learnt": RecipeRequest(event_model="learnt", smoothing="0.1", vocabulary="all", unknown_word=False),
}


@pytest.fixture(autouse=True)
def learnt_factors_are_not_fitted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fit writes the whole model. In a large corpus it comes after many lessons."""
    monkeypatch.setattr(kept_models, "QUICKLY_FITTED", 0)
    monkeypatch.setattr(kept_models, "LESSONS_PER_FIT", 1)


@pytest.fixture(scope="module", params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def original(tmp_path_factory, kind: str):
    """A workspace with a trained model."""
    folder, dice = tmp_path_factory.mktemp("taught"), random.Random(4)
    for number in range(N_MAILS):
        label = ("ham", "spam", "ham", "spam", "news")[number % 5]
        place = folder / "mails" / label / f"{number}.eml"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(a_mail(label, number, dice), encoding="utf-8")
    path = folder / "mail.bayleaf"
    import_sources(path, ImportRequest((folder / "mails",), options=SourceOptions(kind="mail")), NoOpJobContext())
    train(path, TrainingOrder(KINDS[kind], model="Filter"), NoOpJobContext())
    return path


@pytest.fixture
def path(original: Path, tmp_path: Path):
    return Path(shutil.copy(original, tmp_path / "mail.bayleaf"))


def letter(number: int) -> Document:
    words = " ".join(f"word{number % 7} lesson{number * step % 31}" for step in range(3, 12))
    return Document(words, f"{number}", kind="mail", fields={"subject": "A letter"}, content_hash=b"%016d" % number)


def label_of(number: int) -> str:
    return ("spam", "ham", "news")[number % 3]


def teach(place: Path | Session, numbers: range) -> None:
    for number in numbers:
        learn(place, "Filter", [letter(number)], label_of(number), NoOpJobContext())


def loaded(path: Path) -> StoredModel:
    with Workspace(path, read_only=True) as opened:
        return load_stored_model(opened, "Filter")


def in_bytes(kept: StoredModel) -> bytes:
    return model_to_bytes(kept.model)


def test_a_lesson_does_not_write_the_model_again(path: Path) -> None:
    before = loaded(path).record
    with Session(path) as session:
        teach(session, range(3))
    after = loaded(path).record

    assert (before.stamp, before.n_lessons) == (after.stamp, 0)
    assert (after.n_lessons, after.n_missing_changes, after.change_number) == (3, 0, before.change_number + 3)
    assert after.changed_at > before.changed_at


def test_a_model_loaded_with_its_lessons_is_the_one_that_was_taught(path: Path) -> None:
    with Session(path) as session:
        teach(session, range(12))
        forget(session, "Filter", [letter(4)], label_of(4), NoOpJobContext())
        learn(session, "Filter", [letter(5)], "ham", NoOpJobContext())
        taught = load_readonly_model(session, "Filter")

    assert in_bytes(loaded(path)) == in_bytes(taught)


def test_lessons_are_the_same_whether_the_model_is_remembered_or_loaded_for_each(path: Path, tmp_path: Path) -> None:
    other = Path(shutil.copy(path, tmp_path / "other.bayleaf"))
    with Session(path) as session:
        teach(session, range(9))
    teach(other, range(9))

    assert in_bytes(loaded(path)) == in_bytes(loaded(other))


def test_the_model_is_loaded_once_however_many_lessons_are_given(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[bytes] = []

    def reading(data: bytes) -> object:
        read.append(data)
        return original_reading(data)

    original_reading = kept_models.model_from_bytes
    monkeypatch.setattr(kept_models, "model_from_bytes", reading)
    with Session(path) as session:
        teach(session, range(5))
        classify_documents(load_classifier(session, "Filter"), [letter(99)], 3)
        teach(session, range(5, 8))

    assert len(read) == 1


def test_two_windows_that_teach_by_turns_judge_alike(path: Path) -> None:
    with Session(path) as one, Session(path) as other:
        for number in range(12):
            teach((one, other)[number % 2], range(number, number + 1))
        verdicts = [
            classify_documents(load_classifier(place, "Filter"), [letter(3)], 4) for place in (one, other, path)
        ]
        models = [in_bytes(load_readonly_model(place, "Filter")) for place in (one, other, path)]

    assert verdicts[0] == verdicts[1] == verdicts[2]
    assert models[0] == models[1] == models[2]


def test_many_lessons_are_folded_into_the_model(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_models, "MIN_LESSONS_TO_REWRITE", 4)
    with Session(path) as session:
        teach(session, range(5))
        folded = loaded(path).record
        teach(session, range(5, 7))
        taught = load_readonly_model(session, "Filter")

    assert folded.n_lessons == 0
    assert loaded(path).record.n_lessons == 2
    assert in_bytes(loaded(path)) == in_bytes(taught)
    assert check(path, NoOpJobContext(), is_deep=True) == ()


def test_a_label_that_is_new_is_learnt_and_kept(path: Path) -> None:
    with Session(path) as session:
        teach(session, range(2))
        before = load_readonly_model(session, "Filter").model
        learn(session, "Filter", [letter(50)], "family", NoOpJobContext())
        after = load_readonly_model(session, "Filter").model

    assert "family" not in before.labels  # whoever judges by it may go on
    assert "family" in after.labels
    assert in_bytes(loaded(path)) == model_to_bytes(after)


def test_a_label_without_documents_is_never_a_verdict(path: Path) -> None:
    with Workspace(path) as opened:
        numbers = opened.documents.numbers("Mail").tolist()
        opened.editing.remove([one for one in numbers if opened.documents.get(one).document.label == "news"])
        load_current_model(path, opened, "Filter", NoOpJobContext())
    mails = [letter(number) for number in range(20)]
    verdicts = classify_documents(load_classifier(path, "Filter"), mails, 3)

    assert {verdict.label for verdict in verdicts} <= {"ham", "spam"}
    assert check(path, NoOpJobContext(), is_deep=True) == ()


def test_forgetting_the_last_document_of_a_label_changes_no_model_in_use(path: Path) -> None:
    with Session(path) as session:
        learn(session, "Filter", [letter(50)], "family", NoOpJobContext())
        in_use = load_readonly_model(session, "Filter").model
        forget(session, "Filter", [letter(50)], "family", NoOpJobContext())
        taught = load_readonly_model(session, "Filter")

        assert "family" in in_use.labels
        assert in_bytes(loaded(path)) == in_bytes(taught)
    assert check(path, NoOpJobContext(), is_deep=True) == ()


def test_a_caller_with_a_model_of_its_own_sees_no_later_lesson(path: Path) -> None:
    with Session(path) as session:
        teach(session, range(2))
        with session.borrow_for_reading() as opened:
            own = load_private_model(session, opened, "Filter")
        before = in_bytes(own)
        teach(session, range(2, 5))

        assert in_bytes(own) == before
        assert in_bytes(load_readonly_model(session, "Filter")) != before


def test_a_model_of_limited_words_is_written_whole(path: Path, kind: str) -> None:
    request = replace(KINDS[kind], vocabulary="40") if kind != "filter" else None
    if request is None:
        pytest.skip("a filter has no limit")
    train(path, TrainingOrder(replace(request, unknown_word=True), model="Filter"), NoOpJobContext())
    with Session(path) as session:
        teach(session, range(3))
        taught = load_readonly_model(session, "Filter")

    assert loaded(path).record.n_lessons == 0
    assert in_bytes(loaded(path)) == in_bytes(taught)


def test_a_lesson_that_fails_leaves_nothing_in_memory(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_given: object) -> int:
        raise ZeroDivisionError

    with Session(path) as session:
        teach(session, range(2))
        with monkeypatch.context() as broken:
            broken.setattr(learning, "count_doubted_lessons", failing)
            with pytest.raises(ZeroDivisionError):
                teach(session, range(2, 3))
        teach(session, range(3, 5))
        taught = load_readonly_model(session, "Filter")

    assert loaded(path).record.n_lessons == 4
    assert in_bytes(loaded(path)) == in_bytes(taught)
    assert check(path, NoOpJobContext(), is_deep=True) == ()


def test_training_anew_replaces_the_lessons(path: Path, kind: str) -> None:
    with Session(path) as session:
        first = in_bytes(load_readonly_model(session, "Filter"))
        teach(session, range(3))
        forgotten = [letter(number) for number in range(3)]
        for number, document in enumerate(forgotten):
            forget(session, "Filter", [document], label_of(number), NoOpJobContext())
        train(session, TrainingOrder(KINDS[kind], model="Filter"), NoOpJobContext())
        again = load_readonly_model(session, "Filter")

        assert in_bytes(again) == first
        assert again.record.n_lessons == 0


def test_a_model_is_exported_and_put_back_with_its_lessons(path: Path, tmp_path: Path) -> None:
    teach(path, range(4))
    taught = in_bytes(loaded(path))
    export_model(path, "Filter", tmp_path / "filter.model")
    removed = remove_saved(path, "Mail", "Filter", True, NoOpJobContext())
    restore_removed(path, removed, NoOpJobContext())

    assert model_to_bytes(read_model(tmp_path / "filter.model")) == taught
    assert in_bytes(loaded(path)) == taught
    assert check(path, NoOpJobContext()) == ()


def test_compacting_leaves_no_lesson_that_could_hold_words_of_deleted_documents(path: Path) -> None:
    secret = replace(letter(7), text="zanzibar quokka")
    learn(path, "Filter", [secret], "ham", NoOpJobContext())
    forget(path, "Filter", [secret], "ham", NoOpJobContext())
    compact(path, NoOpJobContext())
    kept = loaded(path)

    assert kept.record.n_lessons == 0
    assert "zanzibar" not in kept.model.vocabulary
    assert check(path, NoOpJobContext(), is_deep=True) == ()


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM lesson WHERE id = (SELECT max(id) FROM lesson)",
        "UPDATE lesson SET content = x'00' WHERE id = (SELECT min(id) FROM lesson)",
        "UPDATE model_lessons SET n_lessons = 2",
    ],
)
def test_a_lesson_that_is_gone_or_damaged_is_found(path: Path, damage: str) -> None:
    teach(path, range(3))
    with Workspace(path) as opened:
        opened._file.execute(damage)

    assert {problem.code for problem in check(path, NoOpJobContext())} == {"model"}


def test_a_lesson_of_no_model_is_found(path: Path) -> None:
    teach(path, range(1))
    with Workspace(path) as opened:
        opened._file.execute("UPDATE lesson SET model_id = 77")

    assert "lesson-left-over" in {problem.code for problem in check(path, NoOpJobContext())}


def killed_while_teaching(path: Path, n_statements: int) -> None:
    """Give two lessons, and two more of which only so many statements are carried out."""
    left = itertools.count(n_statements, -1)

    def counted(act):
        def acting(*given):
            if next(left) <= 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return act(*given)

        return acting

    with Session(path) as session:
        teach(session, range(2))
        WorkspaceFile.execute = counted(WorkspaceFile.execute)
        WorkspaceFile.execute_many = counted(WorkspaceFile.execute_many)
        teach(session, range(2, 4))


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="Windows has no such end")
@pytest.mark.parametrize("n_statements", [2, 13, 20, 24, 25, 26, 27, 40])
def test_a_kill_between_two_statements_of_a_lesson_leaves_it_whole_or_undone(path: Path, n_statements: int) -> None:
    assert ended(killed_while_teaching, path, n_statements) == -signal.SIGKILL
    record = loaded(path).record

    assert (record.n_missing_changes, record.n_lessons in (2, 3)) == (0, True)
    with Workspace(path, read_only=True) as opened:
        assert opened.documents.count("Mail") == N_MAILS + record.n_lessons
    assert check(path, NoOpJobContext(), is_deep=True) == ()
    teach(path, range(record.n_lessons, 5))
    whole = loaded(path)
    assert whole.record.n_lessons == 5
