"""The Documents page's decisions over a real workspace, with answers that come when they are let."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.domain.documents import Document, Failure
from app.domain.results import Overview, Shelf, ShelfKind, SortOrder
from app.features.documents.view_model import DocumentsState, DocumentsViewModel
from app.kit.jobs import Progress
from app.library.browsing import Browser
from app.library.recipes import RecipeRequest
from app.readers.documents.text import text_hash
from app.store.workspace import Session
from tests.app.mail_workspaces import mail_workspace
from tests.inline_runner import InlineRunner

LABELS = {"notes of the meeting": "ham", "buy a cruise": "spam", "who knows": None}


def a_document(text: str, label: str | None) -> Document:
    return Document(text=text, path=f"{text}.txt", title=text, label=label, content_hash=text_hash(text))


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with Session(tmp_path / "mail.bayleaf", create=True) as made:
        with made.borrow_for_writing() as workspace, workspace.imports.begin("Mail", source="a folder") as run:
            run.add([a_document(text, label) for text, label in LABELS.items()])
            run.add([Failure("scan.pdf", "", "empty")])
            run.settle()
        yield made


@pytest.fixture
def model(inline_runner: InlineRunner, session: Session) -> DocumentsViewModel:
    made = DocumentsViewModel(inline_runner)
    made.open_workspace(Browser(session))
    made.open_corpus("Mail")
    inline_runner.run()
    return made


def labels(session: Session) -> dict[int, str | None]:
    with session.borrow_for_reading() as workspace:
        numbers = workspace.documents.numbers("Mail").tolist()
        return {number: workspace.documents.get(number).document.label for number in numbers}


def test_a_corpus_is_shown_whole_when_it_is_opened(model: DocumentsViewModel, session: Session) -> None:
    assert not model.state.is_empty
    assert model.state.overview.n_documents == 3
    assert set(model.state.ids.tolist()) == set(labels(session))


def test_the_progress_of_an_import_stays_until_its_documents_are_listed(
    inline_runner: InlineRunner, session: Session
) -> None:
    model = DocumentsViewModel(inline_runner)
    model.open_workspace(Browser(session))
    model.begin_import("Importing Mail", Progress, lambda: None, lambda: 3)

    model.open_corpus("Mail")
    model.end_import(is_listed_later=True)
    assert (model.state.importing, model.state.is_empty) == ("Importing Mail", True)
    inline_runner.run()

    assert (model.state.importing, model.state.is_empty) == ("", False)


def test_a_shelf_shows_its_part(model: DocumentsViewModel, session: Session, inline_runner: InlineRunner) -> None:
    model.choose_shelf(Shelf(ShelfKind.LABEL, "spam"))
    assert model.state.is_loading_list
    inline_runner.run()

    assert [labels(session)[number] for number in model.state.ids.tolist()] == ["spam"]
    assert not model.state.is_loading_list


def test_only_the_last_of_many_searches_is_run(model: DocumentsViewModel, inline_runner: InlineRunner) -> None:
    for words in ("c", "cr", "cru", "cruise"):
        model.search(words)

    assert len(inline_runner.jobs) == 2  # the list, and the counts beside it
    inline_runner.run()
    assert len(model.state.ids) == 1


def test_a_relabelled_document_is_told_to_the_other_pages(
    model: DocumentsViewModel, session: Session, inline_runner: InlineRunner
) -> None:
    told: list[bool] = []
    model.documents_changed.connect(lambda: told.append(True))
    [unlabelled] = [number for number, label in labels(session).items() if label is None]

    model.relabel(np.array([unlabelled], dtype=np.int64), "spam")
    inline_runner.run()

    assert labels(session)[unlabelled] == "spam"
    assert told == [True]


@pytest.fixture
def pile(inline_runner: InlineRunner, tmp_path: Path) -> Iterator[DocumentsViewModel]:
    """The list of six documents without a label, in the order of the import."""
    with Session(tmp_path / "pile.bayleaf", create=True) as made:
        with made.borrow_for_writing() as workspace, workspace.imports.begin("Pile", source="a folder") as run:
            run.add([a_document(f"letter {number}", None) for number in range(6)])
            run.settle()
        model = DocumentsViewModel(inline_runner)
        model.open_workspace(Browser(made))
        model.open_corpus("Pile")
        model.choose_shelf(Shelf(ShelfKind.UNLABELLED))
        inline_runner.run()
        yield model


@pytest.mark.parametrize(
    ("labelled", "opened", "then"),
    [([2], 2, 3), ([5], 5, 4), ([2, 3], 2, 4), ([4, 5], 5, 3), ([0, 1, 2, 3, 4, 5], 0, None), ([1], 3, 3)],
)
def test_when_labelling_removes_the_open_document_from_the_list_its_neighbour_is_opened(
    pile: DocumentsViewModel, inline_runner: InlineRunner, labelled: list[int], opened: int, then: int | None
) -> None:
    ids = pile.state.ids
    pile.open_document(int(ids[opened]))
    inline_runner.run()

    pile.relabel(ids[labelled], "ham")
    inline_runner.run()

    assert pile.state.ids.tolist() == np.delete(ids, labelled).tolist()
    assert pile.state.chosen_number == (None if then is None else ids[then])
    assert pile.state.document is None if then is None else pile.state.document is not None


def test_another_list_does_not_open_a_neighbour(pile: DocumentsViewModel, inline_runner: InlineRunner) -> None:
    pile.open_document(int(pile.state.ids[2]))
    inline_runner.run()

    pile.search("subject:letter-that-is-not-there OR 5")
    inline_runner.run()

    assert pile.state.chosen_number is None


def test_what_could_not_be_read_has_its_own_list(model: DocumentsViewModel, inline_runner: InlineRunner) -> None:
    model.choose_shelf(Shelf(ShelfKind.UNREADABLE))
    inline_runner.run()

    assert [each.path for each in model.state.unreadable_files] == ["scan.pdf"]
    assert len(model.state.ids) == 0


def test_a_change_of_the_corpus_that_only_one_answer_knows_of_makes_the_other_be_asked_anew(
    model: DocumentsViewModel, session: Session, inline_runner: InlineRunner
) -> None:
    with session.borrow_for_writing() as workspace:
        workspace.editing.add("Mail", [a_document("another", "ham")])
    model.search("cruise")
    inline_runner.run()

    assert model.state.overview.n_documents == 4
    assert model.state.revision == model.state.overview.revision


def test_nothing_of_the_workspace_before_comes_into_another(
    model: DocumentsViewModel, tmp_path: Path, inline_runner: InlineRunner
) -> None:
    model.search("cruise")
    with Session(tmp_path / "other.bayleaf", create=True) as other:
        model.open_workspace(Browser(other))
        inline_runner.run()

        assert len(model.state.ids) == 0
        assert model.state.search == ""


def test_headings_of_a_large_corpus_are_at_hand_before_it_is_sorted_by_them(
    session: Session, inline_runner: InlineRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.features.documents.view_model.needs_index", lambda _n_documents: True)
    model = DocumentsViewModel(inline_runner)
    model.open_workspace(Browser(session))
    model.open_corpus("Mail")
    inline_runner.run()
    with closing(sqlite3.connect(session.path)) as connection, connection:
        connection.execute("UPDATE content SET title = 'zebra' WHERE title LIKE 'buy%'")

    model.choose_order(SortOrder.SUBJECT)
    inline_runner.run()

    told = labels(session)
    assert [told[number] for number in model.state.ids.tolist()] == ["spam", "ham", None]


def test_a_corpus_whose_overview_has_not_arrived_is_not_called_empty() -> None:
    state = DocumentsState(corpus="Mail", is_loading_list=False)
    assert state.is_emptiness_unknown
    assert not replace(state, overview=Overview(corpus="Mail")).is_emptiness_unknown
    assert not DocumentsState().is_emptiness_unknown


def test_the_open_document_shows_the_verdict_of_a_model_that_was_saved_later(
    inline_runner: InlineRunner, tmp_path: Path
) -> None:
    models = {
        name: RecipeRequest(event_model="multinomial", smoothing=alpha) for name, alpha in (("A", "1"), ("B", "60"))
    }
    browser = Browser(mail_workspace(tmp_path / "own.bayleaf", {"ham": 9, "spam": 8}, models))
    model = DocumentsViewModel(inline_runner)
    model.open_workspace(browser)
    model.open_corpus("Mail")
    model.show_verdicts_of("A")
    inline_runner.run()
    model.open_document(int(model.state.ids[0]))
    inline_runner.run()
    before = model.state.document
    assert before is not None

    model.show_verdicts_of("B")
    inline_runner.run()

    after = model.state.document
    assert after is not None
    assert after.number == before.number
    assert after.probability != before.probability
