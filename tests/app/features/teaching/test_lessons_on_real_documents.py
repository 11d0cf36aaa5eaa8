"""The lessons' experiments on documents of one's own, in the real window."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox, QTextBrowser
from pytestqt.qtbot import QtBot
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

from app.domain.documents import SourceOptions
from app.domain.errors import TrainingError
from app.domain.jobs import NoOpJobContext
from app.features.teaching.page import LessonsPage
from app.features.train.training import TrainingOrder, train
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from tests.app.in_the_window import InTheWindow, running
from tests.app.mail_workspaces import mail_workspace
from tests.published import ACCURACY_BY_SIZE

LESSONS = 7
LETTERS: Any = {"pattern": "[A-Za-z]+", "min_length": 1}


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    models = {"Mail filter": RecipeRequest(smoothing="0.5")}
    return mail_workspace(tmp_path / "own.bayleaf", {"ham": 24, "spam": 18}, models)


def at_lesson(somebody: InTheWindow, name: str) -> LessonsPage:
    """Open a lesson, and its experiment if it has one."""
    page = somebody.open(LESSONS)
    assert isinstance(page, LessonsPage)
    somebody.models.lessons.open(name)
    somebody.rest()
    if page._model.state.lesson.experiment:
        page._tabs.setCurrentIndex(page._keys.index("experiment"))
    return page


def try_on(qtbot: QtBot, somebody: InTheWindow, corpus: str, patience_ms: int = 30_000) -> None:
    """Pick a corpus with the keyboard, and wait for what comes of it."""
    box = somebody.part(QComboBox, "Documents for the experiment")
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Home)
    for _ in range(box.findText(corpus)):
        qtbot.keyClick(box, Qt.Key.Key_Down)
    qtbot.keyClick(box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not somebody.program.runner.jobs, timeout=patience_ms)


@pytest.mark.parametrize("lesson", ["too-sure", "vocabulary-size", "how-many-rows"])
def test_experiments_are_made_on_the_sample_and_on_ones_own_corpus(
    qtbot: QtBot, somebody: InTheWindow, lesson: str
) -> None:
    at_lesson(somebody, lesson)
    somebody.click("Run experiment")
    somebody.rest()
    on_sample = somebody.models.lessons.state.experiment
    assert on_sample is not None
    assert somebody.models.lessons.state.experiment_problem is None

    try_on(qtbot, somebody, "Mail")

    own = somebody.models.lessons.state.experiment
    assert own is not None
    assert somebody.models.lessons.state.experiment_corpus == "Mail"
    assert own.sentence != on_sample.sentence
    assert len(own.picture.lines) == 2


def test_an_exercise_is_made_of_ones_own_model_and_checked(qtbot: QtBot, somebody: InTheWindow) -> None:
    somebody.open(LESSONS)
    about = somebody.part(QComboBox, "Questions about")
    about.setCurrentIndex(about.findText("Mail filter"))

    somebody.click("Another question")
    somebody.rest()
    question = somebody.models.lessons.state.question
    assert question is not None
    assert question.stated_numbers is not None
    somebody.models.lessons.answer(str(question.answer + 1))
    assert not somebody.models.lessons.state.is_right
    somebody.models.lessons.answer(str(question.answer))

    assert somebody.models.lessons.state.is_right


@pytest.mark.parametrize(
    ("lesson", "kinds", "event_model"),
    [
        ("fever", ["choice"] * 3, "categorical"),
        ("tennis", ["choice"] * 4, "categorical"),
        ("five-mails", ["text"], "multinomial"),
        ("absent-words", ["text"], "bernoulli"),
        ("iris", ["number"] * 4, "gaussian"),
    ],
)
def test_every_lesson_holds_for_ones_own_texts_and_is_taken_back(
    somebody: InTheWindow, lesson: str, kinds: list[str], event_model: str
) -> None:
    at_lesson(somebody, lesson)
    lessons = somebody.models.lessons
    before = lessons.state.setup

    somebody.click("Try this lesson with your documents")
    somebody.rest()
    assert lessons.state.corpus == "Mail"
    assert {row[0] for row in lessons.state.setup.rows} == {"ham", "spam"}
    assert [kind for _, kind in lessons.state.setup.columns] == kinds
    assert lessons.state.setup.event_model == event_model
    assert lessons.state.results is not None
    assert lessons.state.results.scene is not None
    somebody.click("Undo")
    somebody.rest()

    assert lessons.state.setup == before
    assert not lessons.state.corpus


def test_a_pile_of_ones_own_documents_has_one_labelled_row_of_each_label(somebody: InTheWindow) -> None:
    at_lesson(somebody, "pile")
    lessons = somebody.models.lessons
    lessons.change_setup(rounds=2)

    somebody.click("Try this lesson with your documents")
    somebody.rest()
    assert sorted(row[0] for row in lessons.state.setup.learnt_rows) == ["ham", "spam"]
    assert len(lessons.state.setup.unlabelled_rows) == len(lessons.state.setup.rows) - 2 > 5
    assert lessons.state.picture == "pile"
    assert lessons.state.setup.rounds == 0
    lessons.change_setup(rounds=3)
    somebody.rest()
    assert lessons.state.problem is None
    assert lessons.state.results is not None


def test_a_long_text_is_worked_out_while_the_window_stays_live(qtbot: QtBot, somebody: InTheWindow) -> None:
    page = at_lesson(somebody, "five-mails")
    somebody.models.lessons.set_query(0, " ".join(["buy", "notes", "monday"] * 400))

    assert somebody.program.runner.jobs
    somebody.rest()

    browser = next(each for each in page.findChildren(QTextBrowser) if each.accessibleName() == "Calculation")
    assert "400" in browser.toPlainText()


@pytest.mark.corpora
@pytest.mark.slow
def test_bernoulli_leads_on_few_words_and_multinomial_on_many(
    qtbot: QtBot, qapp: QApplication, corpora: Path, tmp_path: Path
) -> None:
    posts = tmp_path / "posts.csv"
    with posts.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["group", "text"])
        for path in sorted((corpora / "20newsgroups-whole/20_newsgroups").glob("*/*")):
            body = path.read_bytes().decode("latin-1").replace("\r\n", "\n").partition("\n\n")[2]
            writer.writerow([path.parent.name, body.replace("\0", " ").strip() or "-"])
    workspace = tmp_path / "news.bayleaf"
    options = SourceOptions(kind="table", label_column="group", text_column="text", keep_duplicates=True)
    import_sources(workspace, ImportRequest((posts,), options, "News"), NoOpJobContext())
    stop_words = tmp_path / "stop-words.txt"
    stop_words.write_text("\n".join(sorted(ENGLISH_STOP_WORDS)), encoding="utf-8")
    request = RecipeRequest(
        event_model="multinomial", smoothing="1", tokens="plain", stop_words=str(stop_words), **LETTERS
    )
    train(workspace, TrainingOrder(request, "News", "News"), NoOpJobContext())

    with running(qtbot, qapp, tmp_path / "window.ini", workspace) as somebody:
        at_lesson(somebody, "vocabulary-size")
        try_on(qtbot, somebody, "News", 1_200_000)
        found = somebody.models.lessons.state.experiment
        assert found is not None
        multinomial, bernoulli = found.picture.lines
        shares = {
            int(size): (100 * float(many), 100 * float(few))
            for size, many, few in zip(multinomial.xs, multinomial.ys, bernoulli.ys, strict=True)
        }

    assert all(shares[size][1] > shares[size][0] for size in (10, 20, 50, 100))
    assert all(shares[size][0] > shares[size][1] for size in shares if size >= 1_000)
    for size, published in ACCURACY_BY_SIZE.items():
        assert shares[size] == pytest.approx(published, abs=1.0)


def own_table(folder: Path) -> Path:
    """Write a table of fruits; two rows are equal."""
    path = folder / "class fruits.csv"
    rows = ["red,round,apple", "red,round,apple", "green,round,apple", "yellow,long,banana", "green,long,banana"]
    path.write_text("\n".join(["colour,shape,fruit", *rows]), encoding="utf-8")
    return path


def test_a_lesson_goes_on_with_a_table_file_of_ones_own_and_undo_brings_its_rows_back(
    qtbot: QtBot, somebody: InTheWindow, tmp_path: Path
) -> None:
    page = at_lesson(somebody, "tennis")
    own_rows = page._model.state.setup
    n_corpora = len(somebody.program.frame.state.corpora)

    page._model.use_table(own_table(tmp_path))
    somebody.rest()

    state = page._model.state
    assert state.setup.columns == (("colour", "choice"), ("shape", "choice"))
    assert len(state.setup.rows) == 4
    assert {row[0] for row in state.setup.rows} == {"apple", "banana"}
    assert state.problem is None
    assert "class fruits" in page._explanation.toPlainText().splitlines()[0]
    assert len(somebody.program.frame.state.corpora) == n_corpora

    lesson = page._model.current_lesson
    assert (lesson.title, lesson.explanation) == ("class fruits", "")

    page._model.undo()
    somebody.rest()
    assert page._model.state.setup == own_rows
    assert page._model.current_lesson.title == state.lesson.title


def test_a_table_without_labels_says_so_and_the_lesson_stays(somebody: InTheWindow, tmp_path: Path) -> None:
    page = at_lesson(somebody, "tennis")
    before = page._model.state.setup
    path = tmp_path / "numbers.csv"
    path.write_text("a,b\n1,2\n3,4\n", encoding="utf-8")

    page._model.use_table(path)
    somebody.rest()

    assert isinstance(page._model.state.problem, TrainingError)
    assert page._model.state.setup == before


def test_the_warning_about_a_file_that_is_no_lesson_goes_with_the_next_lesson(
    somebody: InTheWindow, tmp_path: Path
) -> None:
    page = at_lesson(somebody, "tennis")
    path = tmp_path / "none.bayleaf-lesson"
    path.write_text("no lesson", encoding="utf-8")
    page._menu._run_and_show_error(lambda: page._model.open_file(path))
    assert page._notice.isVisible()

    page._model.open("fever")
    somebody.rest()

    assert not page._notice.isVisible()


@pytest.mark.parametrize("height", [640, 900])
def test_a_row_that_is_added_to_many_is_in_sight(somebody: InTheWindow, height: int) -> None:
    page = at_lesson(somebody, "tennis")
    somebody.program.window.resize(1200, height)
    somebody.rest()
    if "rows" in page._keys:
        page._tabs.setCurrentIndex(page._keys.index("rows"))
    page._rows.setCurrentCell(-1, -1)
    somebody.click("Add row")
    somebody.rest()

    row = page._rows.currentRow()
    assert row == len(page._model.state.setup.rows) - 1
    assert page._rows.viewport().rect().contains(page._rows.visualItemRect(page._rows.item(row, 1)))
