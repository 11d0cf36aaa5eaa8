"""The Sort page: from a pile to labels by keys alone, and back by one."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from app.domain.jobs import NoOpJobContext
from app.features.sort.groups import ExampleCard, GroupsPane
from app.features.sort.page import DonePane, FiguresPane, QuestionPane, RestDialog, SortingPage
from app.features.sort.use_cases import QuestionReason, RestPlan, SortingService, SuspectLabel
from app.features.sort.view_model import RestViewModel, SortingViewModel
from app.kit.frame import DOCUMENTS_PAGE, SORT_PAGE, FrameViewModel
from app.kit.look.theme import Theme
from app.kit.page_head import ProgressPane, TabBar
from app.kit.plots.line_plot import LinePlot
from app.kit.table_view import TableView
from app.kit.widgets import Button, Link, Paragraph
from app.kit.wording import THIN_SPACE
from app.library.importing import ImportRequest, import_sources
from app.shell.workspace_view_model import WorkspaceViewModel
from app.store.workspace import Workspace
from tests.app.features.sort.test_piles import WORDS, texts, written
from tests.app.in_the_window import running
from tests.inline_runner import InlineRunner

TRUTH = texts(dict.fromkeys(WORDS, 40))
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture(scope="module")
def pile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pile")
    source = written(folder / "pile.jsonl", TRUTH)
    import_sources(folder / "p.bayleaf", ImportRequest((source,), corpus="Pile"), NoOpJobContext())
    return folder / "p.bayleaf"


@pytest.fixture
def workspace(pile: Path, tmp_path: Path) -> Path:
    """A pile of five topics without labels."""
    return Path(shutil.copy(pile, tmp_path))


@pytest.fixture
def page(qtbot: QtBot, theme: Theme, inline_runner: InlineRunner, workspace: Path) -> Iterator[SortingPage]:
    model = SortingViewModel(inline_runner)
    model.open_workspace(SortingService(workspace))
    model.open_corpus("Pile", len(TRUTH))
    inline_runner.run()
    page = SortingPage(model)
    qtbot.addWidget(page)
    page.resize(1000, 700)
    page.show()
    return page


def truth(number: int) -> str:
    return TRUTH[number - 1][0]


def labels(path: Path) -> dict[str | None, int]:
    with Workspace(path) as opened:
        return opened.documents.label_counts("Pile")


def view(page: SortingPage) -> TableView:
    [found] = page.findChildren(TableView)
    return found


def test_groups_that_come_late_fill_the_width_of_their_table(
    qtbot: QtBot, theme: Theme, inline_runner: InlineRunner, workspace: Path
) -> None:
    page = SortingPage(model := SortingViewModel(inline_runner))
    qtbot.addWidget(page)
    page.resize(1000, 700)
    page.show()
    model.open_workspace(SortingService(workspace))
    model.open_corpus("Pile", len(TRUTH))
    inline_runner.run()

    table = view(page)
    widths = [table.columnWidth(column) for column in range(3) if not table.isColumnHidden(column)]
    assert abs(sum(widths) - table.viewport().width()) <= 2
    assert widths[0] == max(widths)


def test_looking_for_groups_shows_its_progress_and_can_be_cancelled_and_begun_again(
    qtbot: QtBot, theme: Theme, inline_runner: InlineRunner, workspace: Path
) -> None:
    page = SortingPage(model := SortingViewModel(inline_runner))
    qtbot.addWidget(page)
    page.resize(1000, 700)
    page.show()
    model.open_workspace(SortingService(workspace))
    model.open_corpus("Pile", len(TRUTH))

    [progress] = [part for part in page.findChildren(ProgressPane) if part.isVisible()]
    assert progress.accessibleName() == "Looking for groups of similar documents"
    qtbot.mouseClick(shown(page, "Cancel"), Qt.MouseButton.LeftButton)
    inline_runner.run()
    assert not model.state.is_pile_read
    assert progress.isVisible()

    qtbot.mouseClick(shown(page, "Look for groups"), Qt.MouseButton.LeftButton)
    inline_runner.run()
    assert not progress.isVisible()
    assert len(model.state.groups) >= 5


def pane(page: SortingPage) -> QuestionPane:
    [found] = page.findChildren(QuestionPane)
    return found


def shown(page: SortingPage, button: str) -> Button:
    [found] = [one for one in page.findChildren(Button) if one.text() == button and not one.isHidden()]
    return found


def figures_of(page: SortingPage) -> str:
    [figures] = page.findChildren(FiguresPane)
    return " ".join(words.accessibleName() for words in figures.findChildren(Paragraph))


def asked(page: SortingPage, inline_runner: InlineRunner) -> QuestionPane:
    page.model.show_groups(is_on=False)
    inline_runner.run()
    return pane(page)


def answer(page: SortingPage, qtbot: QtBot, inline_runner: InlineRunner) -> int:
    """Answer the question at hand rightly: by its key, or by typing where no label of that name is known yet."""
    state, question = page.model.state, page.model.state.question
    assert question is not None
    label = truth(question.number)
    if label in state.offered_labels[:9]:
        qtbot.keyClick(pane(page), Qt.Key(Qt.Key.Key_1.value + state.offered_labels.index(label)))
    else:
        qtbot.keyClick(pane(page), Qt.Key.Key_N)
        field = page.window().focusWidget()
        assert isinstance(field, QLineEdit)
        qtbot.keyClicks(field, label)
        qtbot.keyClick(field, Qt.Key.Key_Return)
    inline_runner.run()
    return question.number


def test_the_pile_is_shown_in_groups_with_their_most_typical_documents(page: SortingPage) -> None:
    state = page.model.state
    assert view(page).model().rowCount() == len(state.groups) >= 5
    assert len(state.typical_texts) == 6
    assert {truth(one.number) for one in state.typical_texts} == {truth(state.groups[0].documents[0])}
    assert state.batch is not None
    assert state.batch.n_unlabelled == len(TRUTH)


def test_a_group_is_named_by_its_key_and_its_edge_is_left_to_be_asked(
    page: SortingPage, qtbot: QtBot, inline_runner: InlineRunner, workspace: Path
) -> None:
    group = page.model.state.groups[0]
    view(page).setFocus()
    qtbot.keyClick(view(page), Qt.Key.Key_N)
    field = page.window().focusWidget()
    assert isinstance(field, QLineEdit)
    qtbot.keyClicks(field, "first")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    inline_runner.run()

    assert labels(workspace) == {"first": len(group.core), None: len(TRUTH) - len(group.core)}
    assert group not in page.model.state.groups
    edge = set(group.documents) - set(group.core)
    assert edge
    page.model.undo_answer()
    inline_runner.run()
    assert labels(workspace) == {None: len(TRUTH)}


def test_groups_are_merged_split_and_dissolved_by_keys(
    page: SortingPage, qtbot: QtBot, inline_runner: InlineRunner, workspace: Path
) -> None:
    first, second = page.model.state.groups[:2]
    n_groups = len(page.model.state.groups)
    view(page).setFocus()
    qtbot.keyClick(view(page), Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(view(page), Qt.Key.Key_M)
    inline_runner.run()
    merged = page.model.state.groups[0]
    assert set(merged.documents) == set(first.documents) | set(second.documents)
    assert set(merged.core) == set(first.core) | set(second.core)
    assert len(page.model.state.groups) == n_groups - 1

    qtbot.keyClick(view(page), Qt.Key.Key_S)
    inline_runner.run()
    halves = page.model.state.groups[:2]
    assert {frozenset(half.documents) for half in halves} == {frozenset(first.documents), frozenset(second.documents)}

    qtbot.keyClick(view(page), Qt.Key.Key_D)
    inline_runner.run()
    assert len(page.model.state.groups) == n_groups - 1
    assert labels(workspace) == {None: len(TRUTH)}


def test_questions_are_answered_by_single_keys_and_the_next_are_there(
    page: SortingPage, qtbot: QtBot, inline_runner: InlineRunner, workspace: Path
) -> None:
    asked(page, inline_runner)
    numbers = [answer(page, qtbot, inline_runner) for _ in range(50)]

    assert len(set(numbers)) == 50
    assert labels(workspace)[None] == len(TRUTH) - 50
    state = page.model.state
    assert state.batch is not None
    assert state.batch.expected_accuracy is not None
    assert state.batch.expected_accuracy > 0.8
    assert len(state.waiting_questions) > 3
    assert len(state.curve) > 1
    [figures] = page.findChildren(FiguresPane)
    [plot] = figures.findChildren(LinePlot)
    assert plot.isVisible()
    assert state.question is not None
    assert max(state.question.labels, key=lambda one: state.question.labels[one]) == next(iter(state.question.labels))


def test_the_next_questions_are_asked_for_before_the_last_is_answered(
    page: SortingPage, qtbot: QtBot, inline_runner: InlineRunner
) -> None:
    asked(page, inline_runner)
    assert len(page.model.state.waiting_questions) == 10
    for _ in range(7):
        answer(page, qtbot, inline_runner)
    assert len(page.model.state.waiting_questions) > 10


def test_one_key_takes_an_answer_back_and_shows_its_document_again(
    page: SortingPage, qtbot: QtBot, inline_runner: InlineRunner, workspace: Path
) -> None:
    asked(page, inline_runner)
    number = answer(page, qtbot, inline_runner)
    other = answer(page, qtbot, inline_runner)
    qtbot.keyClick(pane(page), Qt.Key.Key_Z)
    inline_runner.run()
    assert page.model.state.question is not None
    assert page.model.state.question.number == other
    qtbot.keyClick(pane(page), Qt.Key.Key_Z)
    inline_runner.run()
    assert page.model.state.question.number == number
    assert labels(workspace) == {None: len(TRUTH)}
    assert not shown(page, "Undo answer").isEnabled()


def test_keys_pressed_before_an_answer_is_written_take_back_the_right_one(
    page: SortingPage, qtbot: QtBot, inline_runner: InlineRunner, workspace: Path
) -> None:
    asked(page, inline_runner)
    first = page.model.state.question
    page.model.answer("one")
    second = page.model.state.question
    page.model.answer("two")
    page.model.undo_answer()
    inline_runner.run()
    assert first is not None
    assert second is not None
    assert page.model.state.question == second
    assert labels(workspace) == {"one": 1, None: len(TRUTH) - 1}


def test_what_is_passed_over_is_not_asked_again(page: SortingPage, qtbot: QtBot, inline_runner: InlineRunner) -> None:
    asked(page, inline_runner)
    passed = set()
    for _ in range(25):
        assert page.model.state.question is not None
        assert page.model.state.question.number not in passed
        passed.add(page.model.state.question.number)
        qtbot.keyClick(pane(page), Qt.Key.Key_P)
        inline_runner.run()
    assert len(passed) == 25


def test_skipped_random_questions_do_not_keep_the_accuracy_unknown(
    page: SortingPage, inline_runner: InlineRunner
) -> None:
    asked(page, inline_runner)
    n_skipped = n_random_answers = 0
    for _ in range(60):
        question = page.model.state.question
        assert question is not None
        is_random = question.asked_for is QuestionReason.CHANCE
        if is_random and n_skipped < 3:
            n_skipped += 1
            page.model.skip()
        else:
            n_random_answers += is_random
            page.model.answer(truth(question.number))
        inline_runner.run()
        if n_random_answers == 5:
            break

    figures = page.model.state.batch
    assert n_skipped == 3
    assert figures is not None
    assert figures.n_random_answers >= 5
    assert figures.expected_accuracy is not None


def test_an_unknown_accuracy_says_how_many_random_answers_are_there(
    page: SortingPage, inline_runner: InlineRunner
) -> None:
    asked(page, inline_runner)
    assert "you have answered 0" in figures_of(page)
    for _ in range(10):
        question = page.model.state.question
        assert question is not None
        page.model.answer(truth(question.number))
        inline_runner.run()

    assert "you have answered 2" in figures_of(page)


def test_what_another_window_labelled_meanwhile_is_left_as_it_is(
    page: SortingPage, qtbot: QtBot, inline_runner: InlineRunner, workspace: Path
) -> None:
    asked(page, inline_runner)
    question = page.model.state.question
    assert question is not None
    with Workspace(workspace) as other:
        other.editing.relabel([question.number], "theirs")
    page.model.answer("mine")
    inline_runner.run()
    assert labels(workspace) == {"theirs": 1, None: len(TRUTH) - 1}
    assert page.model.state.undo_stack == ()
    group = page.model.state.groups[0]
    with Workspace(workspace) as other:
        other.editing.relabel(group.core, "theirs")
        other.editing.remove(group.typical)
    page.model.choose_groups([0])
    page.model.name_group("mine")
    inline_runner.run()
    assert "mine" not in labels(workspace)


def test_a_label_that_was_renamed_meanwhile_is_not_made_anew_by_its_key(
    page: SortingPage, qtbot: QtBot, inline_runner: InlineRunner, workspace: Path
) -> None:
    asked(page, inline_runner)
    for _ in range(8):
        answer(page, qtbot, inline_runner)
    question, label = page.model.state.question, page.model.state.offered_labels[0]
    with Workspace(workspace) as other:
        other.labels.rename("Pile", label, "renamed")
    page.model.answer(label)
    inline_runner.run()
    state = page.model.state
    assert label not in labels(workspace)
    assert state.question is not None
    assert question is not None
    assert (state.question.number, label in str(state.problem)) == (question.number, True)
    assert "renamed" in state.offered_labels
    page.model.answer("renamed")
    inline_runner.run()
    assert page.model.state.problem is None
    assert labels(workspace)[None] == len(TRUTH) - 9


def test_a_group_that_is_gone_when_its_question_is_answered_is_put_nowhere(
    page: SortingPage, inline_runner: InlineRunner
) -> None:
    page.model.split_group()
    page.model.dissolve_group()
    n_groups = len(page.model.state.groups)
    inline_runner.run()
    assert len(page.model.state.groups) == n_groups


def test_a_group_whose_documents_all_got_labels_elsewhere_can_be_split_and_merged_still(
    page: SortingPage, inline_runner: InlineRunner, workspace: Path
) -> None:
    first, second = page.model.state.groups[:2]
    with Workspace(workspace) as other:
        other.editing.relabel(first.documents, "theirs")
        other.editing.remove(second.documents)
    page.model.split_group()
    inline_runner.run()
    page.model.choose_groups([0, 1])
    page.model.merge_groups()
    inline_runner.run()
    assert page.model.state.problem is None
    page.model.dissolve_group()
    assert all(group not in page.model.state.groups for group in (first, second))


def test_a_folder_s_name_that_all_have_for_a_label_is_taken_off(
    qtbot: QtBot, theme: Theme, inline_runner: InlineRunner, workspace: Path
) -> None:
    with Workspace(workspace) as opened:
        opened.editing.relabel(opened.documents.numbers("Pile").tolist(), "unsorted")
    model = SortingViewModel(inline_runner)
    model.open_workspace(SortingService(workspace))
    model.open_corpus("Pile", len(TRUTH))
    page = SortingPage(model)
    qtbot.addWidget(page)
    page.show()
    inline_runner.run()
    [button] = [one for one in page.findChildren(Button) if one.isVisible() and one.text() == "Treat as unlabelled"]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    inline_runner.run()
    assert labels(workspace) == {None: len(TRUTH)}
    assert view(page).isVisible()
    assert len(model.state.groups) >= 5
    assert model.state.batch is not None
    assert model.state.batch.labels == ()


def test_a_mistake_is_told_and_put_right(
    page: SortingPage, qtbot: QtBot, inline_runner: InlineRunner, workspace: Path
) -> None:
    asked(page, inline_runner)
    for _ in range(30):
        answer(page, qtbot, inline_runner)
    question = page.model.state.question
    assert question is not None
    wrong = "money" if truth(question.number) != "money" else "music"
    page.model.answer(wrong)
    inline_runner.run()
    for _ in range(10):
        answer(page, qtbot, inline_runner)
    right = truth(question.number)
    [read] = [one for one in page.findChildren(Link) if one.text().startswith("Read it")]
    with qtbot.waitSignal(page.model.document_wanted) as wanted:
        qtbot.mouseClick(read, Qt.MouseButton.LeftButton)
    assert wanted.args == [question.number]
    [link] = [one for one in page.findChildren(Link) if one.text() == f"Change label to {right}"]
    qtbot.mouseClick(link, Qt.MouseButton.LeftButton)
    inline_runner.run()
    with Workspace(workspace) as opened:
        assert opened.documents.headings([question.number])[0].label == right
    assert page.model.state.batch is not None
    assert page.model.state.batch.suspects == ()


def test_enter_after_a_suggestion_was_followed_gives_the_highlighted_label(
    page: SortingPage, qtbot: QtBot, inline_runner: InlineRunner
) -> None:
    asked(page, inline_runner)
    for _ in range(30):
        answer(page, qtbot, inline_runner)
    question = page.model.state.question
    assert question is not None
    page.model.answer("money" if truth(question.number) != "money" else "music")
    inline_runner.run()
    for _ in range(10):
        answer(page, qtbot, inline_runner)
    link = next(one for one in page.findChildren(Link) if one.text().startswith("Change label to"))
    link.setFocus(Qt.FocusReason.TabFocusReason)

    qtbot.keyClick(link, Qt.Key.Key_Space)
    inline_runner.run()

    assert page.window().focusWidget() is pane(page)


def test_where_documents_may_have_several_labels_enter_gives_what_was_picked(
    page: SortingPage, qtbot: QtBot, inline_runner: InlineRunner, workspace: Path
) -> None:
    with Workspace(workspace) as opened:
        opened.corpora.set_multi_label("Pile")
    page.model.read_again()
    inline_runner.run()
    asked(page, inline_runner)
    number = page.model.state.question.number if page.model.state.question else 0
    page.model.answer("home")
    page.model.answer("garden")
    page.model.answer("odd")
    page.model.answer("odd")
    assert page.model.state.picked_labels == ("home", "garden")
    qtbot.keyClick(pane(page), Qt.Key.Key_Return)
    inline_runner.run()
    with Workspace(workspace) as opened:
        assert opened.documents.headings([number])[0].label == "garden\x1fhome"


def test_a_pile_that_was_imported_leads_to_this_page_and_is_sorted_by_keys_alone(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    source = written(tmp_path / "pile.jsonl", TRUTH)
    with running(qtbot, qapp, tmp_path / "settings.ini", tmp_path / "own.bayleaf") as somebody:
        home = somebody.program.findChild(WorkspaceViewModel)
        assert isinstance(home, WorkspaceViewModel)
        home.import_sources([source], corpus="Pile")
        somebody.wait(lambda: somebody.program.frame.state.page == SORT_PAGE)
        model = somebody.models.sorting
        somebody.wait(lambda: model.state.is_pile_read and model.state.batch is not None)
        somebody.rest()
        assert isinstance(somebody.page, SortingPage)
        model.show_groups(is_on=False)
        for _ in range(12):
            question = model.state.question
            assert question is not None
            label = truth(question.number)
            if label in model.state.offered_labels:
                somebody.key(
                    Qt.Key(Qt.Key.Key_1.value + model.state.offered_labels.index(label)), on=pane(somebody.page)
                )
            else:
                somebody.key(Qt.Key.Key_N, on=pane(somebody.page))
                field = somebody.program.window.focusWidget()
                assert isinstance(field, QLineEdit)
                somebody.write(label, field)
                somebody.key(Qt.Key.Key_Return, on=field)
            somebody.rest()
        assert model.state.batch is not None
        somebody.wait(lambda: somebody.models.documents.state.overview.n_unlabelled == len(TRUTH) - 12)


def test_nothing_moves_when_the_second_named_group_lets_the_page_offer_training(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    """The strip with the button came with the second label, and all below it jumped down under the pointer."""
    source = written(tmp_path / "pile.jsonl", TRUTH)
    with running(qtbot, qapp, tmp_path / "settings.ini", tmp_path / "own.bayleaf") as somebody:
        home = somebody.program.findChild(WorkspaceViewModel)
        assert isinstance(home, WorkspaceViewModel)
        home.import_sources([source], corpus="Pile")
        somebody.wait(lambda: somebody.program.frame.state.page == SORT_PAGE)
        model, frame = somebody.models.sorting, somebody.program.frame
        somebody.wait(lambda: model.state.is_pile_read and model.state.batch is not None)
        somebody.rest()
        groups = somebody.page.findChildren(GroupsPane)[0]
        tops, offers = [], []
        for name in ("first", "second", ""):
            tops.append(groups.mapTo(somebody.program.window, QPoint()).y())
            offers.append("" if frame.state.next_step is None else frame.state.next_step.act_name)
            if name:
                model.choose_groups([0])
                model.name_group(name)
                somebody.rest()

        assert offers == ["", "", "Train"]
        assert len({*tops}) == 1


def cards(page: SortingPage) -> list[ExampleCard]:
    return [card for card in page.findChildren(ExampleCard) if not card.isHidden()]


def test_a_group_s_documents_are_cards_of_a_title_and_two_lines_and_a_click_opens_more(
    page: SortingPage, qtbot: QtBot, inline_runner: InlineRunner
) -> None:
    shown = cards(page)
    assert [card.text() for card in shown] == [example.title for example in page.model.state.typical_texts]
    assert all(1 <= len(card.shown_lines) <= 2 for card in shown)

    height = shown[0].height()
    qtbot.mouseClick(shown[0], Qt.MouseButton.LeftButton)
    assert shown[0].height() >= height
    assert len(shown[0].shown_lines) >= len(shown[1].shown_lines)


def test_a_named_group_that_is_taken_back_is_shown_and_chosen_again(
    page: SortingPage, inline_runner: InlineRunner, workspace: Path
) -> None:
    group = page.model.state.groups[1]
    page.model.choose_groups([1])
    page.model.name_group("second")
    inline_runner.run()
    assert group not in page.model.state.groups

    page.model.undo_answer()
    inline_runner.run()

    state = page.model.state
    assert state.groups[state.chosen_groups[0]] is group
    assert labels(workspace) == {None: len(TRUTH)}


def test_an_answer_undone_elsewhere_is_asked_again_and_the_counts_follow(
    page: SortingPage, qtbot: QtBot, inline_runner: InlineRunner, workspace: Path
) -> None:
    asked(page, inline_runner)
    number = answer(page, qtbot, inline_runner)
    assert page.model.state.n_unlabelled == len(TRUTH) - 1
    with Workspace(workspace) as opened:
        opened.undo_log.undo("Pile")

    page.model.follow_undo()
    inline_runner.run()

    assert page.model.state.question is not None
    assert page.model.state.question.number == number
    assert page.model.state.undo_stack == ()
    assert page.model.state.n_unlabelled == len(TRUTH)


def ends(page: SortingPage) -> list[str]:
    return [pane.accessibleName() for pane in page.findChildren(DonePane) if pane.isVisible()]


def test_when_all_groups_are_dissolved_the_page_leads_to_the_questions(
    page: SortingPage, inline_runner: InlineRunner
) -> None:
    assert ends(page) == []
    while page.model.state.groups:
        page.model.choose_groups([0])
        page.model.dissolve_group()
    inline_runner.run()

    [end] = ends(page)
    assert end.startswith("No groups left.")
    shown(page, "Answer questions").click()
    assert not page.model.state.is_showing_groups


def test_a_pile_whose_documents_all_have_a_label_is_done(
    page: SortingPage, inline_runner: InlineRunner, workspace: Path
) -> None:
    asked(page, inline_runner)
    page.model.answer("one")
    inline_runner.run()
    with Workspace(workspace) as opened:
        numbers = opened.documents.numbers("Pile").tolist()
        opened.editing.relabel(numbers[:100], "one")
        opened.editing.relabel(numbers[100:], "two")
    page.model.read_again()
    inline_runner.run()

    assert page.model.state.n_unlabelled == 0
    [end] = ends(page)
    assert end.startswith("Done: every document has a label.")


def test_keys_are_obeyed_where_the_focus_is_on_the_tabs(
    page: SortingPage, qtbot: QtBot, inline_runner: InlineRunner, workspace: Path
) -> None:
    asked(page, inline_runner)
    answer(page, qtbot, inline_runner)
    question = page.model.state.question
    [tabs] = page.findChildren(TabBar)
    tabs.setFocus()

    qtbot.keyClick(tabs, Qt.Key.Key_1)
    inline_runner.run()
    assert labels(workspace)[None] == len(TRUTH) - 2
    assert page.model.state.question != question

    page.model.show_groups(is_on=True)
    n_groups = len(page.model.state.groups)
    tabs.setFocus()
    qtbot.keyClick(tabs, Qt.Key.Key_D)
    assert len(page.model.state.groups) == n_groups - 1


def test_enter_gives_the_highlighted_label(
    page: SortingPage, qtbot: QtBot, inline_runner: InlineRunner, workspace: Path
) -> None:
    asked(page, inline_runner)
    for _ in range(12):
        answer(page, qtbot, inline_runner)
    question, likeliest = page.model.state.question, page.model.state.likeliest
    assert question is not None
    assert likeliest is not None
    n_before = labels(workspace)[likeliest]

    qtbot.keyClick(pane(page), Qt.Key.Key_Return)
    inline_runner.run()

    assert labels(workspace)[likeliest] == n_before + 1
    assert page.model.state.question is not question


def test_enter_gives_no_label_as_long_as_none_is_highlighted(
    page: SortingPage, qtbot: QtBot, inline_runner: InlineRunner, workspace: Path
) -> None:
    question = asked(page, inline_runner) and page.model.state.question
    qtbot.keyClick(pane(page), Qt.Key.Key_Return)
    inline_runner.run()
    assert page.model.state.question is question
    assert labels(workspace) == {None: len(TRUTH)}


def test_a_document_of_an_answer_to_check_opens_on_the_documents_page(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    source = written(tmp_path / "pile.jsonl", TRUTH)
    with running(qtbot, qapp, tmp_path / "settings.ini", tmp_path / "own.bayleaf") as somebody:
        home = somebody.program.findChild(WorkspaceViewModel)
        assert isinstance(home, WorkspaceViewModel)
        home.import_sources([source], corpus="Pile")
        somebody.wait(lambda: somebody.program.frame.state.page == SORT_PAGE)
        somebody.rest()

        somebody.models.sorting.document_wanted.emit(3)
        somebody.rest()

        assert somebody.program.frame.state.page == DOCUMENTS_PAGE
        shown = somebody.models.documents.state.document
        assert shown is not None
        assert shown.number == 3


def test_the_names_of_several_groups_are_typed_one_after_the_other(
    page: SortingPage, qtbot: QtBot, inline_runner: InlineRunner, workspace: Path
) -> None:
    [field] = [each for each in page.findChildren(QLineEdit) if each.accessibleName() == "Name of the group"]
    field.setFocus()
    for name in ("Space", "Motor"):
        typing = page.window().focusWidget()
        assert typing is field
        qtbot.keyClicks(typing, name)
        qtbot.keyClick(typing, Qt.Key.Key_Return)
        inline_runner.run()

    assert {"Space", "Motor"} <= set(labels(workspace))


def test_the_effect_of_naming_a_group_is_shown_in_full(page: SortingPage) -> None:
    group = page.model.state.groups[0]
    assert 0 < len(group.core) < len(group.documents)
    [effect] = [each for each in page.findChildren(Paragraph) if "clearly belong" in each.accessibleName()]
    assert "one by one" in effect.accessibleName()
    assert effect.height() >= 2 * 18 or effect.width() > 500


def test_a_small_collection_is_not_asked_for_more_labels_than_it_has_documents(
    qtbot: QtBot, theme: Theme, inline_runner: InlineRunner, workspace: Path
) -> None:
    model = RestViewModel(inline_runner, workspace)
    dialog = RestDialog(model, ())
    qtbot.addWidget(dialog)

    model._change(plan=RestPlan("Pile", "Filter", {}, 65, 0.0, 1000, n_too_few_examples=65))

    said = " ".join(words.accessibleName() for words in dialog.findChildren(Paragraph))
    assert "too small" in said
    assert "at least" not in said


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (
            ("Space",),
            "To label the rest, train a model on your labels. You can do this as soon as two labels have documents.",
        ),
        (("Space", "Motor"), "To label the rest, train a model on your labels."),
    ],
)
def test_two_labels_are_asked_for_only_until_two_labels_have_documents(
    page: SortingPage, inline_runner: InlineRunner, names: tuple[str, ...], expected: str
) -> None:
    for name in names:
        page.model.name_group(name)
        inline_runner.run()
    page.model.show_groups(is_on=False)
    page._frame = FrameViewModel()
    page._show_next_steps(page.model.state)

    assert expected in [each.words for each in page.findChildren(Paragraph)]


@pytest.mark.parametrize(
    ("n_wrong", "expected"), [(0.2, "Almost no wrong labels are expected."), (1.2, "About 1 wrong label")]
)
def test_the_number_of_expected_wrong_labels_fits_its_noun(
    qtbot: QtBot, theme: Theme, inline_runner: InlineRunner, workspace: Path, n_wrong: float, expected: str
) -> None:
    model = RestViewModel(inline_runner, workspace)
    dialog = RestDialog(model, ())
    qtbot.addWidget(dialog)

    model._change(plan=RestPlan("Pile", "Filter", {"Space": (1, 2)}, 0, n_wrong, 1000))

    assert f"2 of 2 documents will get a label. {expected}" in dialog._summary.words


def test_the_documents_that_stay_without_a_label_are_all_counted_with_their_reasons(
    qtbot: QtBot, theme: Theme, inline_runner: InlineRunner, workspace: Path
) -> None:
    model = RestViewModel(inline_runner, workspace)
    dialog = RestDialog(model, ())
    qtbot.addWidget(dialog)

    model._change(plan=RestPlan("Pile", "Filter", {}, 72, 0.0, 20, n_too_few_examples=20, n_often_wrong=50))

    lines = dialog._remark.words.split("\n")
    assert [line.split()[0] for line in lines] == ["50", "20", "2"]
    assert "too often" in lines[0]
    assert "too few documents" in lines[1]


def test_on_a_low_page_the_labels_to_check_do_not_overlap_their_links(
    page: SortingPage, inline_runner: InlineRunner
) -> None:
    page.setFixedSize(840, 560)
    asked(page, inline_runner)
    batch = page.model.state.batch
    assert batch is not None
    suspects = [SuspectLabel(number, f"Re: a rather long subject {number} of a mail", "Space", "Motor", 5)
                for number in range(3)]  # fmt: skip
    page.model._change(batch=replace(batch, suspects=tuple(suspects)))
    for _ in range(6):
        QApplication.processEvents()

    [pane] = page.findChildren(FiguresPane)
    paragraphs = [each for each in pane.findChildren(Paragraph) if "similar document" in each.words]
    links = [each for each in pane.findChildren(Link) if each.isVisible()]
    assert len(paragraphs) == 3
    areas = [QRect(each.mapTo(pane, QPoint()), each.size()) for each in (*paragraphs, *links)]
    overlaps = [(a, b) for n, a in enumerate(areas) for b in areas[:n] if a.intersects(b)]
    assert overlaps == []


def test_each_label_that_the_model_knows_has_a_probability_on_its_button(
    page: SortingPage, inline_runner: InlineRunner
) -> None:
    asked(page, inline_runner)
    state = page.model.state
    assert state.question is not None
    assert state.batch is not None
    question = replace(state.question, labels={"a": 0.6, "b": 0.4})
    batch = replace(state.batch, labels=("a", "b", "c"))
    page.model._change(
        key_labels=("a", "b", "c"), batch=batch, waiting_questions=(question, *state.waiting_questions[1:])
    )

    texts = {button.text() for button in page.findChildren(Button)}
    assert {"a · 60 %", "b · 40 %", "c · 0 %"} <= {text.replace(THIN_SPACE, " ") for text in texts}
