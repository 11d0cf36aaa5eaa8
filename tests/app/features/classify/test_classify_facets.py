"""The list of verdicts is counted and narrowed by facets, and what is left is labelled, filed or exported at once."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from app.domain.documents import Document
from app.domain.jobs import NoOpJobContext
from app.domain.results import DocumentVerdict, DroppedItem, FacetChoice, FacetKind
from app.features.classify.page import ClassifyPage
from app.features.classify.use_cases import (
    JudgedDocuments,
    count_facets,
    filter_items,
    item_facets,
    kind_of_item,
)
from app.features.classify.view_model import ClassifyViewModel
from app.kit.drops import DropContent
from app.kit.facet_list import FacetValueRow
from app.kit.frame import PageCommands
from app.kit.look.fonts import px
from app.kit.look.theme import Theme
from app.kit.painted_values import Label
from app.library.saved_models import load_stored_model
from app.readers.documents.text import text_hash
from app.store.workspace import Session, Workspace
from tests.app.mail_workspaces import MULTINOMIAL, mail_workspace
from tests.inline_runner import InlineRunner

NOBODY: frozenset[int] = frozenset()


def item(number: int, label: str, sender: str = "", month: int = 1, **more: object) -> DroppedItem:
    document = Document(
        text="", path=f"/x/{number}.eml", kind=str(more.pop("kind", "mail")), sender=sender,
        date_s=1_700_000_000 + month * 31 * 86_400,
    )  # fmt: skip
    verdict = DocumentVerdict(document.path, label=label, probability=float(str(more.pop("share", 0.995))))
    return replace(DroppedItem(number, verdict, document), **more)


ITEMS = (
    item(1, "spam", "Ann <ann@shop.example>"),
    item(2, "spam", "bob@shop.example", month=2),
    item(3, "ham", "Eve <eve@work.example>", share=0.6),
    item(4, "ham", "eve@work.example", corrected="spam"),
    DroppedItem(5, DocumentVerdict("/x/letter.PDF", error="is damaged"), None),
)


def counts(*chosen: FacetChoice) -> dict[FacetKind, dict[str, int]]:
    report = count_facets(ITEMS, frozenset({1}), chosen, {each.number for each in ITEMS})
    return {facet.kind: {value.key: value.n_documents for value in facet.values} for facet in report.facets}


def test_each_facet_counts_what_a_person_would_count() -> None:
    counted = counts()

    assert counted[FacetKind.VERDICT] == dict(Counter(each.label for each in ITEMS[:4]))
    assert counted[FacetKind.SENDER] == {"shop.example": 2, "work.example": 2}
    assert counted[FacetKind.KIND] == {"mail": 4, "pdf": 1}
    assert counted[FacetKind.CONFIDENCE] == {"sure": 2, "unsure": 1, "not-read": 1, "by-you": 1}
    assert counted[FacetKind.DOUBT] == {"close call": 1}
    assert counted[FacetKind.STATE] == {"corrected": 1, "unsure": 1, "filed": 1, "unread": 1}
    assert sum(counted[FacetKind.MONTH].values()) == 4


def test_facets_narrow_each_other_and_the_list() -> None:
    spam, shop = FacetChoice(FacetKind.VERDICT, "spam"), FacetChoice(FacetKind.SENDER, "shop.example")

    assert counts(spam)[FacetKind.SENDER] == {"shop.example": 2, "work.example": 1}
    assert counts(spam)[FacetKind.VERDICT] == {"spam": 3, "ham": 1}  # its own values stay to choose from
    assert counts(spam, shop)[FacetKind.VERDICT] == {"spam": 2, "ham": 0}
    assert [each.number for each in filter_items(ITEMS, NOBODY, (spam, shop))] == [1, 2]
    assert filter_items(ITEMS, NOBODY, ()) is ITEMS


def test_the_search_narrows_the_counts_too() -> None:
    report = count_facets(ITEMS, NOBODY, (), {3, 4})

    [senders] = [facet for facet in report.facets if facet.kind is FacetKind.SENDER]
    assert [(value.key, value.n_documents) for value in senders.values] == [
        ("shop.example", 0),
        ("work.example", 2),
    ]


def test_a_tick_moves_no_row_of_a_facet_with_few_values() -> None:
    work = FacetChoice(FacetKind.SENDER, "work.example")

    assert [*counts(work)[FacetKind.VERDICT]] == [*counts()[FacetKind.VERDICT]]
    assert [*counts(work)[FacetKind.STATE]] == [*counts()[FacetKind.STATE]]
    assert [*counts(work)] == [*counts()]


def test_of_a_facet_with_many_values_the_search_lists_only_what_it_finds() -> None:
    items = tuple(item(number, "spam", f"a@{number}.example") for number in range(20))
    report = count_facets(items, NOBODY, (), {7})

    [senders] = [facet for facet in report.facets if facet.kind is FacetKind.SENDER]
    assert [(value.key, value.n_documents) for value in senders.values] == [("7.example", 1)]


def test_an_empty_list_has_no_facets() -> None:
    assert count_facets((), NOBODY, (), ()).facets == ()
    assert kind_of_item(ITEMS[4]) == "pdf"
    assert item_facets(ITEMS, NOBODY) is item_facets(ITEMS, NOBODY)  # not computed again while nothing changed


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return mail_workspace(tmp_path / "mail.bayleaf", {"ham": 6, "spam": 6}, {"Sorter": MULTINOMIAL})


def model_hash(path: Path) -> str:
    with Workspace(path) as opened:
        return load_stored_model(opened, "Sorter").model.canonical_hash()


def test_correcting_all_that_is_listed_is_one_edit_that_one_undo_takes_back(workspace: Path) -> None:
    judged, before = JudgedDocuments(workspace), model_hash(workspace)
    texts = ("a new one of all", "another one of all", "a third one of them all")
    numbers = [judged.classify_text("Sorter", text, NoOpJobContext())[0][0].number for text in texts]
    judged.correct("Sorter", numbers[0], "ham", NoOpJobContext())  # known already, under another label
    once = model_hash(workspace)

    changed = judged.correct_all("Sorter", numbers, "spam", NoOpJobContext())

    assert {each.number: each.corrected for each in changed if each.number in numbers} == dict.fromkeys(numbers, "spam")
    with Workspace(workspace) as opened:
        stored = [opened.documents.find_by_hash("Mail", text_hash(text)) for text in texts]
        assert [opened.documents.get(int(number or 0)).document.label for number in stored] == ["spam"] * 3
    undone = judged.undo_or_redo("Sorter", "Mail", NoOpJobContext(), is_forward=False).changed
    assert model_hash(workspace) == once
    assert all(each.corrected in (None, "ham") for each in undone)
    with Workspace(workspace) as opened:
        assert [opened.documents.find_by_hash("Mail", text_hash(text)) is not None for text in texts] == [
            True,
            False,
            False,
        ]
    again = judged.undo_or_redo("Sorter", "Mail", NoOpJobContext(), is_forward=True).changed
    assert sum(each.corrected == "spam" for each in again) == 3
    judged.undo_or_redo("Sorter", "Mail", NoOpJobContext(), is_forward=False)
    judged.undo_or_redo("Sorter", "Mail", NoOpJobContext(), is_forward=False)
    assert model_hash(workspace) == before
    judged.close()


@pytest.fixture
def filed() -> list[list[int]]:
    """The numbers of the items that were given to the filing dialog."""
    return []


@pytest.fixture
def page(
    qtbot: QtBot, theme: Theme, inline_runner: InlineRunner, workspace: Path, filed: list[list[int]]
) -> Iterator[ClassifyPage]:
    with Session(workspace) as session:
        model = ClassifyViewModel(inline_runner)
        model.open_workspace(JudgedDocuments(session))
        made = ClassifyPage(model, PageCommands(file_classified_documents=lambda numbers: filed.append(list(numbers))))
        qtbot.addWidget(made)
        made.resize(1200, 800)
        with qtbot.waitExposed(made):
            made.show()
        model.open_model("Sorter", (Label("ham", 0), Label("spam", 1)), (1, 1.0))
        for text in ("the first one of all", "the second one of all", "the third one of all"):
            model.classify(DropContent(text=text))
            inline_runner.run()
        yield made
        inline_runner.run()


def corrected_row(page: ClassifyPage) -> FacetValueRow:
    """The newest row of the value: earlier ones are about to be deleted."""
    return [each for each in page.findChildren(FacetValueRow) if each.key == ("verdict", "spam")][-1]


def act(page: ClassifyPage, *names: str) -> None:
    """Choose an entry of the menu of all that is listed, also in a submenu."""
    menu: QMenu | None = page._narrowed.menu()
    for name in names:
        assert menu is not None
        [action] = [each for each in menu.actions() if each.text() == name]
        menu = action.menu() if isinstance(action.menu(), QMenu) else None
        if menu is None:
            action.trigger()


def test_a_click_on_a_value_narrows_the_list_and_show_all_takes_it_back(
    qtbot: QtBot, inline_runner: InlineRunner, page: ClassifyPage
) -> None:
    model = page._model
    for place, label in enumerate(("spam", "ham", "ham")):
        model.choose(model.state.items[place].number)
        model.correct(label)
        inline_runner.run()
    assert not page._facets_area.isVisible()
    qtbot.mouseClick(page._narrow, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(corrected_row(page), Qt.MouseButton.LeftButton)

    inline_runner.run()
    assert [each.label for each in page._view.items] == ["spam"]
    assert model.state.chosen == page._view.items[0].number  # what is read is on the list
    assert page._narrowed.isVisible()
    model.clear_narrowing()
    assert len(page._view.items) == 3
    assert not page._narrowed.isVisible()
    qtbot.mouseClick(corrected_row(page), Qt.MouseButton.LeftButton)
    model.classify(DropContent(text="a fourth one of all"))
    inline_runner.run()
    assert len(page._view.items) == 4  # what was dropped is listed


@pytest.mark.parametrize(("width", "is_beside"), [(1200, True), (840, False)])
def test_facets_stand_beside_or_above_the_list_and_what_is_read_stays(
    qtbot: QtBot, page: ClassifyPage, width: int, is_beside: bool
) -> None:
    page.resize(px(width), px(600))
    qtbot.mouseClick(page._narrow, Qt.MouseButton.LeftButton)
    assert page._right.isVisible()
    assert page._view.width() >= px(300)
    area, view = page._facets_area, page._view
    facets = area.mapTo(page, area.rect().bottomRight())
    table = view.mapTo(page, view.rect().topLeft())
    assert (facets.x() < table.x()) == is_beside
    assert (facets.y() < table.y()) != is_beside


def test_what_is_listed_is_labelled_filed_and_exported(
    inline_runner: InlineRunner, page: ClassifyPage, tmp_path: Path, filed: list[list[int]]
) -> None:
    model, told = page._model, list[tuple[int, str]]()
    model.many_corrected.connect(lambda n, label, _others: told.append((n, label)))
    model.search("the")
    listed = [each.number for each in model.state.listed]
    assert len(listed) == 3

    act(page, "Label all as", "ham")
    inline_runner.run()
    act(page, "File away…")
    model.search("second")
    model.export(tmp_path / "listed.csv")
    inline_runner.run()

    assert told == [(3, "ham")]
    assert {each.corrected for each in model.state.items} == {"ham"}
    assert filed == [listed]
    with (tmp_path / "listed.csv").open(encoding="utf-8", newline="") as file:
        assert [row["title"] for row in csv.DictReader(file)] == ["the second one of all"]
    act(page, "Remove from the list")
    assert len(model.state.items) == 2
