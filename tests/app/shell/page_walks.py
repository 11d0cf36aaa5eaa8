"""Walks over the pages of the window."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QCoreApplication, QLocale, Qt

from app.domain.documents import Document
from app.domain.jobs import NoOpJobContext
from app.domain.results import Shelf, ShelfKind, SortOrder
from app.features.classify.page import ClassifyPage
from app.features.classify.use_cases import JudgedDocuments
from app.features.classify.view_model import ClassifyViewModel
from app.features.documents.page import DocumentsPage
from app.features.documents.view_model import DocumentsViewModel
from app.features.evaluate.page import EvaluationPage
from app.features.evaluate.view_model import EvaluationQuestions, EvaluationViewModel, Yardstick
from app.features.explain.view_model import WhyTab
from app.features.train.page import TrainingPage
from app.features.train.view_model import DefaultRecipe, TrainingQuestions, TrainingViewModel, effective_request
from app.features.words.page import WordsPage
from app.features.words.view_model import WordsQuestions, WordsViewModel
from app.kit.coloured_text import ColouredText
from app.kit.drops import DropContent
from app.kit.frame import PageCommands
from app.kit.painted_values import Label
from app.kit.wording import Language
from app.library.browsing import Browser
from app.library.explanations import is_visibly_different
from app.library.saved_models import learn
from app.library.workspaces import summarize_model
from app.readers.documents.text import text_hash
from app.store.workspace import Workspace
from tests.app.in_the_window import cells
from tests.app.walks import CORPORA, DOWN, HAM_AND_SPAM, MODELS, TABLES, TEXTS, UP, Ground, Walk


class DocumentsWalk(Walk):
    """Labels given with a key, rows, shelves, orders and searches."""

    def __init__(self, ground: Ground) -> None:
        super().__init__(ground)
        self.model = DocumentsViewModel(self.runner)
        self.model.open_workspace(Browser(self.session))
        self.page = DocumentsPage(self.model, PageCommands())
        self.model.open_corpus("Mail")
        self.begin(self.page)
        self.texts = {number: text.split() for number, (_, text) in self.stored().items()}
        self.given: dict[int, str | None] = {}

    def keys(self) -> list[Callable[[], object]]:
        view, shelves = self.page._view, [Shelf(), Shelf(ShelfKind.LABEL, "spam"), Shelf(ShelfKind.UNLABELLED)]
        return [
            *(lambda key=key, label=label: self.label(key, label) for key, label in (("1", "ham"), ("2", "spam"))),
            lambda: self.label("u", None),
            self.press(view, DOWN),
            self.press(view, UP),
            lambda: self.model.choose_shelf(self.chance.choice(shelves)),
            lambda: self.model.choose_order(self.chance.choice(list(SortOrder))),
            lambda: self.model.search(self.chance.choice(["", "subject:free", "label:ham"])),
        ]

    def label(self, key: str, label: str | None) -> None:
        self.given |= dict.fromkeys(self.page.chosen_ids().tolist(), label)
        self.type_into(self.page._view, key)

    def stored(self) -> dict[int, tuple[str | None, str]]:
        with Workspace(self.session.path, read_only=True) as opened:
            documents = [opened.documents.get(number) for number in opened.documents.numbers("Mail").tolist()]
        return {one.number: (one.document.label, one.document.text) for one in documents}

    def assert_together(self) -> None:
        words, chosen = shown_text(self.page).split(), self.page.chosen_ids().tolist()
        if words:
            assert len(chosen) == 1
            assert words == self.texts[chosen[0]]

    def assert_true(self) -> None:
        now, overview = self.stored(), self.model.state.overview
        for number, label in self.given.items():
            assert now[number][0] == label
        counts = {label.name: label.n_documents for label in overview.labels}
        assert counts == {name: sum(label == name for label, _ in now.values()) for name in ("ham", "spam")}
        assert self.model.state.revision == overview.revision
        if self.page._table.rowCount():
            cells(self.page._view, 0)
            self.runner.finish()
            assert cells(self.page._view, 0) == [now[number][0] or "" for number in self.page._table.ids.tolist()]
            self.runner.finish()
            assert shown_text(self.page).split() == self.texts[self.page.chosen_ids().tolist()[0]]


class ClassifyWalk(Walk):
    """Corrections, typed words, rows, and models that have learnt."""

    n_keys = 40

    def __init__(self, ground: Ground) -> None:
        super().__init__(ground)
        self.judged_documents, self.model = JudgedDocuments(self.session), ClassifyViewModel(self.runner)
        self.model.open_workspace(self.judged_documents)
        self.page = ClassifyPage(self.model)
        self.model.open_model("First", HAM_AND_SPAM, (1, 1.0))
        for text in TEXTS:
            self.model.classify(DropContent(text=text))
        self.begin(self.page)
        self.typed: dict[int, str] = {}

    def keys(self) -> list[Callable[[], object]]:
        view = self.page._view
        moves = [self.press(view, DOWN), self.press(view, UP), *(self.typing("1"), self.typing("2"))]
        edits = [self.edit] if self.page._why.what_if._edit.isVisibleTo(self.page._why.what_if) else []
        if self.model.state.is_editing and self.model.state.chosen in self.typed:
            edits += [self.type_a_letter] * 6
        return [*map(self.forgetting, moves), *edits, self.learn_elsewhere, self.rest, self.rest, self.rest]

    def rest(self) -> None:
        """Do nothing for as long as it takes until the page asks what a correction would change."""
        begin = self.model._asker._topics["n_changes_by_label"].start_debounced
        if begin is not None:
            begin()

    def typing(self, key: str) -> Callable[[], None]:
        return lambda: self.type_into(self.page._view, key)

    def forgetting(self, act: Callable[[], object]) -> Callable[[], None]:
        """A move to another row ends the typing on the one before."""

        def acted() -> None:
            before = self.model.state.chosen
            act()
            if self.model.state.chosen != before:
                self.typed.pop(before, None)

        return acted

    def edit(self) -> None:
        self.page._why.choose_tab(WhyTab.WHAT_IF)
        self.qtbot.mouseClick(self.page._why.what_if._edit, Qt.MouseButton.LeftButton)
        chosen = self.model.state.chosen
        self.typed.pop(chosen, None)
        if self.model.state.is_editing:
            self.typed[chosen] = shown_text(self.page)

    def type_a_letter(self) -> None:
        letter, chosen = self.chance.choice("free money"), self.model.state.chosen
        at, was = self.page._text.textCursor().position(), self.typed[chosen]
        self.type_into(self.page._text, letter)
        self.typed[chosen] = was[:at] + letter + was[at:]

    def learn_elsewhere(self) -> None:
        self.model.open_model("First", HAM_AND_SPAM, (self.chance.randint(1, 9), 1.0))

    def assert_together(self) -> None:
        state, words = self.model.state, shown_text(self.page)
        assert self.page._view.items[self.page._view.currentIndex().row()].number == state.chosen
        if state.is_editing and state.chosen in self.typed:
            assert words == self.typed[state.chosen]
        elif words:
            assert words == TEXTS[state.chosen - 1]
        if state.reasons is not None:
            assert state.reasons.item.number == state.chosen
        assert set(state.n_changes_by_label) <= {label.name for label in self.model.state.other_labels}

    def assert_true(self) -> None:
        state, item = self.model.state, self.model.state.chosen_item
        assert item is not None
        assert state.reasons is not None
        assert list(state.items) == self.judged_documents.items()
        text = self.typed.get(state.chosen) if state.is_editing else None
        expected = self.judged_documents.explain("First", item.number, text, NoOpJobContext())
        assert state.reasons.text == expected.text
        assert state.reasons.verdict.probability == expected.verdict.probability
        if text is None:
            assert abs((state.reasons.verdict.probability or 0.0) - (item.verdict.probability or 0.0)) < 1e-12
        self.rest()
        self.runner.finish()
        [(label, n_foreseen)] = self.model.state.n_changes_by_label.items()
        changed = self.judged_documents.correct("First", item.number, label, NoOpJobContext())
        before = {each.number: each.verdict for each in state.items if each.corrected is None}
        n_changed = sum(
            is_visibly_different(before[each.number], each.verdict)
            for each in changed
            if each.number != item.number and each.number in before
        )
        assert n_foreseen == n_changed

    def end(self) -> None:
        self.judged_documents.close()


class WordsWalk(Walk):
    """Rows, searches, shelves and models of the Words page."""

    def __init__(self, ground: Ground) -> None:
        super().__init__(ground)
        self.model = WordsViewModel(self.runner)
        self.model.open_workspace(WordsQuestions(self.session))
        self.page = WordsPage(self.model)
        self.model.set_min_occurrences(1)
        self.model.open_model("First", MODELS["First"], 0.5)
        self.begin(self.page)

    def keys(self) -> list[Callable[[], object]]:
        view, tabs = self.page._view, self.page._shelves
        rows = [self.press(view, key) for key in (DOWN, DOWN, UP, Qt.Key.Key_End, Qt.Key.Key_Home)]
        shelf = self.press(tabs, self.chance.choice([Qt.Key.Key_Left, Qt.Key.Key_Right]))
        return [*rows, *rows, shelf, self.search, self.switch, self.learn_elsewhere,
                lambda: self.model.choose_pair(*self.chance.sample((0, 1), 2))]  # fmt: skip

    def search(self) -> None:
        self.page._search.selectAll()
        self.type_into(self.page._search, self.chance.choice(["a", "e", "re", "/^m/"]))
        self.qtbot.keyClick(self.page._search, Qt.Key.Key_Return)

    def switch(self) -> None:
        name = self.chance.choice(list(MODELS))
        self.model.open_model(name, MODELS[name], 0.5)

    def learn_elsewhere(self) -> None:
        """Somebody corrects a mail on another page; the window hears of it, as it does of any change."""
        model = self.model.state.model
        text = f"{self.chance.choice(['meeting', 'free'])} {self.chance.randrange(10**6)}"
        document = Document(text=text, path="", content_hash=text_hash(text), kind="mail")
        learn(self.session, model, [document], self.chance.choice(["ham", "spam"]), NoOpJobContext())
        found = summarize_model(self.session, model, NoOpJobContext())
        self.model.open_model(model, MODELS[model], 0.5, found.revision)

    def assert_together(self) -> None:
        working, table = self.model.state.working, self.model.state.table
        if not self.page._lower.isVisible():
            return
        assert working is not None
        assert table is not None
        row = self.model.state.working_row
        assert self.page._word.text() == str(self.model.word_names().names[row])
        if self.model.state.model == "First":  # the other one counts documents, and the table words
            counts = {label.name: float(table.counts[place, row]) for place, label in enumerate(table.labels)}
            assert {fraction.steps.label: fraction.steps.count for fraction in working.probabilities} == counts

    def assert_true(self) -> None:
        state = self.model.state
        assert state.table is not None
        expected = WordsQuestions(self.session).load_table(state.model, "en", NoOpJobContext())
        assert state.table.words.tolist() == expected.words.tolist()
        assert (state.table.log_probabilities == expected.log_probabilities).all()
        if state.chosen < 0:
            assert not self.page._lower.isVisible()
            return
        against, towards = state.pair
        found = WordsQuestions(self.session).derive_probabilities(
            state.model, str(state.table.words[state.chosen]), towards, against, NoOpJobContext()
        )
        assert state.working == found


class FeaturesWalk(Walk):
    """Columns of two tables."""

    def __init__(self, ground: Ground) -> None:
        super().__init__(ground)
        self.model = WordsViewModel(self.runner)
        self.model.open_workspace(WordsQuestions(self.session))
        self.page = WordsPage(self.model)
        self.open_table(TABLES[0])
        self.begin(self.page)

    def open_table(self, name: str) -> None:
        self.model.open_model(name, "mixed", 1.0)

    def keys(self) -> list[Callable[[], object]]:
        view = self.page._list.view
        tables = [lambda name=name: self.open_table(name) for name in TABLES]
        return [*tables, *tables, self.press(view, DOWN), self.press(view, UP), *tables,
                lambda: self.model.open_model("First", MODELS["First"], 0.5)]  # fmt: skip

    def assert_true(self) -> None:
        expected, _labels = WordsQuestions(self.session).load_columns(self.model.state.model, NoOpJobContext())
        found = self.model.features.state.found
        assert found is not None
        assert found.model == expected.model == self.model.state.model
        assert [column.name for column in found.columns] == [column.name for column in expected.columns]
        if found.columns:
            assert 0 <= self.model.features.state.chosen < len(found.columns)


class EvaluateWalk(Walk):
    """Models ticked with the space bar, methods, corpora and languages."""

    n_keys = 14

    def __init__(self, ground: Ground) -> None:
        super().__init__(ground)
        application = QCoreApplication.instance()
        assert application is not None
        self.language = Language(application)
        self.model = EvaluationViewModel(self.runner)
        self.model.open_workspace(EvaluationQuestions(self.session))
        self.page = EvaluationPage(self.model)
        self.open_corpus("Mail")
        self.begin(self.page)

    def open_corpus(self, name: str) -> None:
        negative, positive = CORPORA[name]
        self.model.open_corpus(name, sum(CORPORA[name].values()), negative, positive, has_spam=name == "Mail")

    def keys(self) -> list[Callable[[], object]]:
        view = self.page._view
        ticks = [self.press(view, Qt.Key.Key_Space)] * (1 if self.model.state.ticked else 5)
        corpora = [lambda name=name: self.open_corpus(name) for name in CORPORA]
        speaks = [self.speak] * 4
        return [*ticks, self.press(view, DOWN), self.press(view, UP), self.choose_method, *speaks, *corpora]

    def choose_method(self) -> None:
        self.model.choose_yardstick(self.chance.choice([Yardstick(), Yardstick("folds", 10)]))

    def speak(self) -> None:
        """Change the language, as the program does, and tell the page."""
        self.language.choose(self.chance.choice(["en", "ru"]))
        self.model.retranslate()

    def assert_together(self) -> None:
        state = self.model.state
        labels = {label for _, confusion in state.result.confusions for label in confusion.labels}
        assert labels <= set(CORPORA[state.corpus])

    def assert_true(self) -> None:
        state, questions = self.model.state, EvaluationQuestions(self.session)
        assert not state.is_working
        assert state.models == questions.figures_of_models(state.corpus, state.yardstick, NoOpJobContext())
        if not state.ticked:
            assert state.result.confusions == ()
            return
        expected = questions.evaluate(state.corpus, state.ticked, state.yardstick, NoOpJobContext())
        assert [model for model, _ in state.result.confusions] == [model for model, _ in expected.confusions]
        for (_, found), (_, meant) in zip(state.result.confusions, expected.confusions, strict=True):
            assert np.array_equal(found.counts, meant.counts)
        assert state.result.comparison == expected.comparison
        axes, meant_axes = (
            {view: (picture.x_axis, picture.y_axis) for view, picture in result.pictures.items()}
            for result in (state.result, expected)
        )
        assert axes == meant_axes

    def end(self) -> None:
        self.language.choose("en")
        for translator in self.language._installed:
            QCoreApplication.removeTranslator(translator)
        QLocale.setDefault(QLocale("en_US"))


class TrainWalk(Walk):
    """Recipes and corpora of the Train page."""

    n_keys = 12

    def __init__(self, ground: Ground) -> None:
        super().__init__(ground)
        self.model = TrainingViewModel(self.runner, TrainingQuestions(self.session))
        self.model.default = DefaultRecipe("multinomial", 0.1)
        self.page = TrainingPage(self.model)
        self.open_corpus("Mail")
        self.begin(self.page)

    def open_corpus(self, name: str) -> None:
        counts = CORPORA[name]
        labels = tuple(Label(label, place, count) for place, (label, count) in enumerate(counts.items()))
        self.model.open_corpus(name, sum(counts.values()), labels)

    def keys(self) -> list[Callable[[], object]]:
        slider = self.page._slider
        corpora = [lambda name=name: self.open_corpus(name) for name in CORPORA]
        slides = [self.press(slider, key) for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_PageUp)]
        return [
            *slides,
            *slides,
            *corpora,
            lambda: self.model.choose(event_model=self.chance.choice(["bernoulli", "multinomial", "complement"])),
            lambda: self.model.choose(min_length=self.chance.choice([1, 2, 4])),
        ]

    def assert_together(self) -> None:
        result, labels = self.model.state.result, set(CORPORA[self.model.state.corpus])
        assert result is None or set(result.evaluation.labels) == labels
        assert all(row.name in labels for row in self.model.state.labels)

    def assert_true(self) -> None:
        state, questions = self.model.state, TrainingQuestions(self.session)
        expected = questions.result(state.corpus, effective_request(state.choices), NoOpJobContext())
        assert state.result is not None
        assert np.array_equal(state.result.evaluation.confusion, expected.evaluation.confusion)
        assert state.result.wrong == expected.wrong
        assert state.curve == questions.curve(state.corpus, effective_request(state.choices), NoOpJobContext())
        assert not state.is_working


def shown_text(page: DocumentsPage | ClassifyPage) -> str:
    """The text beside the list, or nothing while none shows."""
    [text] = page.findChildren(ColouredText)
    return text.toPlainText() if text.isVisible() else ""
