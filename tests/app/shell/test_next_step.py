"""The strip under a page's head says what comes next, and its link does it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

import resources
from app.domain.documents import SourceOptions
from app.domain.jobs import NoOpJobContext
from app.features.sort.view_model import FiledPile
from app.kit.frame import CLASSIFY_PAGE, DOCUMENTS_PAGE, EVALUATE_PAGE, SORT_PAGE, TRAIN_PAGE, WORDS_PAGE
from app.kit.page_head import NextStepStrip
from app.library.importing import ImportRequest, import_sources
from app.library.workspaces import sample_size
from tests.app.in_the_window import InTheWindow, running
from tests.app.shell.test_first_steps import with_documents


def shown_steps(somebody: InTheWindow) -> list[str]:
    strips = somebody.program.window.findChildren(NextStepStrip)
    return [strip.accessibleName() for strip in strips if strip.isVisible()]


def follow(somebody: InTheWindow) -> None:
    step = somebody.program.frame.state.next_step
    assert step is not None
    somebody.click(f"{step.act_name} →")
    somebody.rest()


def test_labelled_documents_lead_to_training_and_a_saved_model_to_the_documents_without_a_label(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    path = with_documents(tmp_path, {"ham": 6, "spam": 5})
    with running(qtbot, qapp, tmp_path / "window.ini", path) as somebody:
        somebody.open(DOCUMENTS_PAGE)
        assert shown_steps(somebody) == ["11 documents, 2 labels Train"]

        follow(somebody)
        assert somebody.program.frame.state.page == TRAIN_PAGE
        assert shown_steps(somebody) == []

        train = somebody.program.frame.commands.train
        assert train is not None
        train()
        somebody.rest()
        [step] = shown_steps(somebody)
        assert step.endswith("is saved. Drop new files on the window to classify them. Classify")

        somebody.models.training.choose(event_model="complement")
        somebody.rest()
        assert shown_steps(somebody) == [
            f"The saved model “{somebody.program.frame.state.model}” does not have these settings. "
            "Train again to use them. Train"
        ]
        follow(somebody)
        [step] = shown_steps(somebody)
        assert step.endswith("is saved. Drop new files on the window to classify them. Classify")

        somebody.models.documents.relabel(somebody.models.documents.state.ids[:2], None)
        somebody.rest()
        somebody.open(DOCUMENTS_PAGE)
        assert shown_steps(somebody) == ["2 documents have no label yet Label the rest…"]


@pytest.mark.parametrize("page", [DOCUMENTS_PAGE, TRAIN_PAGE])
def test_a_label_that_every_document_has_can_be_taken_for_no_label_and_undo_brings_it_back(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, page: int
) -> None:
    path = with_documents(tmp_path, {"ham": 5})
    with running(qtbot, qapp, tmp_path / "window.ini", path) as somebody:
        somebody.open(page)
        assert shown_steps(somebody) == [
            "Every document has the label “ham”. A model needs at least two labels. Treat as unlabelled"
        ]

        follow(somebody)

        assert somebody.program.frame.state.page == SORT_PAGE
        overview = somebody.models.documents.state
        assert (overview.overview.n_unlabelled, overview.overview.labels) == (5, ())
        sorting = somebody.models.sorting
        assert sorting.state.n_unlabelled == 5

        undo = somebody.program.frame.commands.undo
        assert undo is not None
        undo()
        somebody.rest()
        assert somebody.models.documents.state.overview.n_unlabelled == 0
        assert sorting.state.n_unlabelled == 0


def test_where_one_label_is_given_by_hand_the_others_are_sorted(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    path = with_documents(tmp_path, {"ham": 5})
    with running(qtbot, qapp, tmp_path / "window.ini", path) as somebody:
        somebody.open(DOCUMENTS_PAGE)
        somebody.models.documents.relabel(somebody.models.documents.state.ids[:2], None)
        somebody.rest()
        assert shown_steps(somebody) == [
            (
                "All labelled documents have the label “ham”. To train a model, give other documents a different "
                "label. Sort documents"
            )
        ]


def test_a_pile_of_files_that_was_sorted_in_the_window_leads_to_filing(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    folder = tmp_path / "pile"
    folder.mkdir()
    for number in range(8):
        (folder / f"{number}.txt").write_text(f"letter {number} about {'hens' if number % 2 else 'tax'}")
    path = tmp_path / "pile.bayleaf"
    import_sources(path, ImportRequest((folder,), SourceOptions(labels_from="none"), "Pile"), NoOpJobContext())
    with running(qtbot, qapp, tmp_path / "window.ini", path) as somebody:
        somebody.open(SORT_PAGE)
        somebody.open(DOCUMENTS_PAGE)
        documents = somebody.models.documents
        for label, numbers in (("hens", documents.state.ids[1::2]), ("tax", documents.state.ids[::2])):
            documents.relabel(numbers, label)
            somebody.rest()
        train = somebody.program.frame.commands.train
        assert train is not None
        train()
        somebody.rest()

        somebody.open(DOCUMENTS_PAGE)
        [step] = shown_steps(somebody)
        assert step.startswith("Every document has a label.")
        assert step.endswith("File away…")

        sorting = somebody.models.sorting
        sorting.record_filing(FiledPile(8, 0))
        [step] = shown_steps(somebody)
        assert re.fullmatch(r"8 file\S+ filed away\. Drop new files on the window to classify them\. Classify", step)

        documents.relabel(documents.state.ids[:1], None)
        somebody.rest()
        sorting.record_filing(FiledPile(7, 1))
        [step] = shown_steps(somebody)
        assert re.fullmatch(r"7 file\S+ filed away\. 1 document\S* stayed without a label\. Label them yourself", step)

        documents.relabel(documents.state.ids[:1], "tax")
        somebody.rest()
        [step] = shown_steps(somebody)
        assert step.endswith("File away…")


def test_once_something_was_classified_no_step_says_how_to(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    path = with_documents(tmp_path, {"ham": 6, "spam": 5})
    with running(qtbot, qapp, tmp_path / "window.ini", path) as somebody:
        train = somebody.program.frame.commands.train
        assert train is not None
        train()
        somebody.rest()
        somebody.open(EVALUATE_PAGE)
        assert shown_steps(somebody) == [], "the matrix needs the room"
        somebody.open(WORDS_PAGE)
        assert shown_steps(somebody)[0].endswith("Drop new files on the window to classify them. Classify")

        somebody.drop([next((tmp_path / "mails").rglob("*.eml"))])
        somebody.rest()
        somebody.open(WORDS_PAGE)
        assert shown_steps(somebody) == []


def test_without_a_model_evaluate_leads_to_training(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    path = with_documents(tmp_path, {"ham": 6, "spam": 5})
    with running(qtbot, qapp, tmp_path / "window.ini", path) as somebody:
        somebody.open(EVALUATE_PAGE)
        assert shown_steps(somebody) == ["There is no model yet Train"]


def test_the_sample_leads_to_training_and_to_new_mails_on_classify(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    with running(qtbot, qapp, tmp_path / "window.ini") as somebody:
        somebody.click(f"Try Bayleaf with {sample_size('en')} sample mails")
        somebody.rest()
        follow(somebody)
        train = somebody.program.frame.commands.train
        assert train is not None
        train()
        somebody.rest()
        somebody.open(CLASSIFY_PAGE)
        assert shown_steps(somebody) == [
            "The model is ready. Try it on mail that it has never seen. Try six new sample mails"
        ]

        follow(somebody)

        classify = somebody.models.classify
        samples = Path(resources.__file__).parent
        assert not any(samples in Path(item.verdict.path).parents for item in classify.state.items)  # they may be moved
        assert [item.verdict.label for item in classify.state.items] == [
            "spam", "ham", "ham", "newsletter", "newsletter", "spam",
        ]  # fmt: skip
        assert shown_steps(somebody) == ["5 documents can be filed away · 1 document has an unsure verdict File away…"]

        classify.clear()
        somebody.rest()
        assert shown_steps(somebody)[0].endswith("Try six new sample mails")
