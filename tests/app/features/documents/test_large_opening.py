"""A large corpus is usable at once: its newest documents show before the columns of all are read, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.domain.documents import Document
from app.domain.jobs import NoOpJobContext
from app.domain.results import (
    DocumentQuery,
    Shelf,
    ShelfKind,
    SortOrder,
)
from app.features.documents.page import DocumentsPage
from app.features.documents.view_model import DocumentsViewModel
from app.kit.frame import PageCommands
from app.kit.look.theme import Theme
from app.kit.table_view import TableView
from app.library.browsing import Browser, LargeCorpusLimits
from app.readers.documents.text import text_hash
from app.store.workspace import Session
from tests.inline_runner import InlineRunner

N_DOCUMENTS, FAR_AHEAD_S = 90, 9_000_000_000
SIZES = LargeCorpusLimits(n_large=20, n_first=25, n_piece=20)
LABELS = ("ham", "spam", None)


def dated(number: int) -> int | None:
    """Some have no date, some the same one, some one that has not come yet."""
    if number % 11 == 0:
        return None
    return FAR_AHEAD_S if number % 13 == 0 else 1_000_000 + number * 37 % 29


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with Session(tmp_path / "mail.bayleaf", create=True) as made:
        with made.borrow_for_writing() as workspace, workspace.imports.begin("Mail", source="a folder") as run:
            texts = [(f"text {number}", number) for number in range(N_DOCUMENTS)]
            twins = [(f"text {number}", number + 1) for number in range(0, 12, 3)]
            for text, number in texts + twins:
                run.add([Document(text, f"{number}.txt", title=text, label=LABELS[number % 3], date_s=dated(number),
                                  content_hash=text_hash(text))])  # fmt: skip
            run.settle()
        yield made


@pytest.fixture
def model(inline_runner: InlineRunner, session: Session) -> DocumentsViewModel:
    made = DocumentsViewModel(inline_runner)
    made.open_workspace(Browser(session, SIZES))
    made.open_corpus("Mail")
    return made


def whole(session: Session, query: DocumentQuery | None = None) -> list[int]:
    found: list[int] = (
        Browser(session).find("Mail", query or DocumentQuery(), NoOpJobContext()).document_numbers.tolist()
    )
    return found


def test_the_first_documents_are_those_that_lead_the_whole_list(
    model: DocumentsViewModel, inline_runner: InlineRunner, session: Session
) -> None:
    inline_runner.run_first()

    assert model.state.ids.tolist() == whole(session)[: SIZES.n_first]
    assert model.state.n_not_loaded == N_DOCUMENTS - SIZES.n_first


def test_first_documents_without_any_date_are_listed_as_they_were_imported(
    inline_runner: InlineRunner, session: Session
) -> None:
    model = DocumentsViewModel(inline_runner)
    model.open_workspace(Browser(session, LargeCorpusLimits(n_large=20, n_first=85, n_piece=20)))
    model.open_corpus("Mail")
    inline_runner.run_first()

    assert model.state.ids.tolist() == whole(session)[:85]


def test_the_figures_of_the_first_look_are_those_of_the_whole(
    model: DocumentsViewModel, inline_runner: InlineRunner, session: Session
) -> None:
    inline_runner.run_first()
    first, all_of_it = model.state.overview, Browser(session).overview("Mail", NoOpJobContext())

    for name in ("n_documents", "labels", "n_unlabelled", "n_duplicates", "n_copies", "n_label_conflicts",
                 "n_unreadable", "sources"):  # fmt: skip
        assert getattr(first, name) == getattr(all_of_it, name), name
    assert all_of_it.n_duplicates == 4
    assert all_of_it.n_label_conflicts > 0


def test_the_rest_follows_in_the_same_order(
    model: DocumentsViewModel, inline_runner: InlineRunner, session: Session
) -> None:
    inline_runner.run()

    assert model.state.ids.tolist() == whole(session)
    assert model.state.n_not_loaded == 0
    assert model.state.overview == Browser(session).overview("Mail", NoOpJobContext())


def test_what_changes_while_the_rest_is_read_is_in_the_list_at_its_end(
    model: DocumentsViewModel, inline_runner: InlineRunner, session: Session
) -> None:
    for _ in range(3):
        inline_runner.run_first()
    numbers = whole(session)
    with session.borrow_for_writing() as workspace:
        workspace.editing.remove([min(numbers), max(numbers)])
        workspace.editing.relabel([sorted(numbers)[2], sorted(numbers)[-2]], "new")
    inline_runner.run()

    assert model.state.ids.tolist() == whole(session)
    assert len(model.state.ids) == N_DOCUMENTS - 2
    model.choose_shelf(Shelf(ShelfKind.LABEL, "new"))
    inline_runner.run()
    assert sorted(model.state.ids.tolist()) == [sorted(numbers)[2], sorted(numbers)[-2]]


@pytest.mark.parametrize(
    "query",
    [
        DocumentQuery(Shelf(ShelfKind.LABEL, "spam")),
        DocumentQuery(order=SortOrder.OLDEST),
        DocumentQuery(search="text"),
    ],
    ids=["shelf", "order", "search"],
)
def test_another_list_is_shown_only_once_it_is_known(
    model: DocumentsViewModel, inline_runner: InlineRunner, session: Session, query: DocumentQuery
) -> None:
    inline_runner.run_first()
    model.choose_shelf(query.shelf)
    model.choose_order(query.order)
    model.search(query.search)

    assert model.state.is_loading_list
    assert not len(model.state.ids)
    inline_runner.run()
    assert model.state.ids.tolist() == whole(session, query)


def test_another_corpus_ends_the_opening_of_the_one_before(
    model: DocumentsViewModel, inline_runner: InlineRunner, session: Session
) -> None:
    inline_runner.run_first()
    with session.borrow_for_writing() as workspace, workspace.imports.begin("Other", source="x") as run:
        run.add([Document("alone", "a.txt", content_hash=text_hash("alone"))])
        run.settle()
    model.open_corpus("Other")
    inline_runner.run()

    assert len(model.state.ids) == 1
    assert model.state.overview.corpus == "Other"


def test_rows_that_show_stay_where_they_are_when_the_rest_comes(
    model: DocumentsViewModel, inline_runner: InlineRunner, qtbot: QtBot, theme: Theme
) -> None:
    page = DocumentsPage(model, PageCommands())
    qtbot.addWidget(page)
    page.resize(1100, 320)
    page.show()
    inline_runner.run_first()
    view, ids = page.findChild(TableView, "documents"), model.state.ids
    assert view is not None
    cell = view.model().index(12, 1)
    cell.data()
    view.choose_row(12)
    while cell.data() is None:
        inline_runner.run_first()
    assert view.model().rowCount() == SIZES.n_first
    was_reset = []
    view.model().modelReset.connect(lambda: was_reset.append(True))
    view.verticalScrollBar().setValue(9)
    at = view.verticalScrollBar().value()
    assert at > 0
    inline_runner.run()

    assert view.model().rowCount() == N_DOCUMENTS
    assert view.verticalScrollBar().value() == at
    assert view.chosen_rows() == [12]
    assert model.state.chosen_number == ids[12]
    assert not was_reset


def test_nothing_is_said_to_be_missing_before_it_is_known(
    inline_runner: InlineRunner, session: Session, qtbot: QtBot, theme: Theme
) -> None:
    model = DocumentsViewModel(inline_runner)
    page = DocumentsPage(model, PageCommands())
    qtbot.addWidget(page)
    page.show()
    said = []
    model.state_changed.connect(lambda _state: said.append((page._facts(model.state), page._empty.isVisible())))
    model.open_workspace(Browser(session, SIZES))
    model.open_corpus_if_other("Mail")
    inline_runner.run()

    assert "No documents yet" not in [facts for facts, _ in said]
    assert not any(is_shown for _, is_shown in said)


def test_a_workspace_without_a_corpus_says_so_once_it_is_known(
    inline_runner: InlineRunner, session: Session, qtbot: QtBot, theme: Theme
) -> None:
    model = DocumentsViewModel(inline_runner)
    page = DocumentsPage(model, PageCommands())
    qtbot.addWidget(page)
    page.show()
    model.open_workspace(Browser(session, SIZES))
    model.open_corpus_if_other("")

    assert page._empty.isVisible()
    assert page._facts(model.state) == "No documents yet"
