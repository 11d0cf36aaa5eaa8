"""Walks over the dialogs that look ahead: importing, filing away, the history of verdicts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt

from app.domain.jobs import NoOpJobContext
from app.domain.records import VerdictRecord
from app.features.classify.dialogs import HistoryDialog
from app.features.classify.use_cases import JudgedDocuments, newest_verdicts
from app.features.classify.view_model import HistoryViewModel
from app.features.filing.dialog import FilingDialog
from app.features.filing.plan import make_filing_plan
from app.features.filing.view_model import FilingViewModel, filings_of_items
from app.features.importing.dialog import ImportDialog
from app.features.importing.view_model import ImportViewModel, folder_of
from app.library.importing import preview
from app.store.corpora import first_free_name
from tests.app.walks import DOWN, HAM_AND_SPAM, UP, Ground, Walk
from tests.walk.made_up_mail import write_mails


class ImportWalk(Walk):
    """Choices of the import dialog, and the import that they order."""

    def __init__(self, ground: Ground) -> None:
        super().__init__(ground)
        folder = ground.folder
        self.sources = [write_mails(folder / "more", {"ham": 2, "spam": 3}), folder / "rows.csv", folder / "notes"]
        self.sources[1].write_text("size,label\n1,a\n2,b\n3,a\n", encoding="utf-8")
        self.sources[2].mkdir()
        (self.sources[2] / "one.txt").write_text("a note", encoding="utf-8")
        self.model = ImportViewModel(self.runner, self.session, ("Mail", "Letters"), "Mail")
        self.model.choose_sources(self.sources[:1])
        self.dialog = ImportDialog(self.model)
        self.ordered: list[tuple[object, object, str]] = []
        self.model.ordered.connect(lambda *order: self.ordered.append(order))
        self.begin(self.dialog)

    def keys(self) -> list[Callable[[], object]]:
        dialog = self.dialog
        boxes = [self.press(box, key) for box in (dialog._kind, dialog._labels_from, dialog._corpus)
                 if box.isVisible() for key in (DOWN, UP)]  # fmt: skip
        sources = [lambda: self.model.choose_sources([self.chance.choice(self.sources)])]
        return [*boxes, *sources, self.press(dialog._duplicates, Qt.Key.Key_Space), self.name_corpus]

    def name_corpus(self) -> None:
        if self.dialog._new_corpus.isVisible():
            self.dialog._new_corpus.selectAll()
            self.type_into(self.dialog._new_corpus, self.chance.choice(["Mail", "Mine", "Fruit"]))
            self.qtbot.keyClick(self.dialog._new_corpus, Qt.Key.Key_Tab)

    def assert_together(self) -> None:
        """A plan that is said to be of the moment is one of the files that were chosen."""
        state = self.model.state
        if state.plan is not None and not state.is_looking:
            assert state.plan.n_files
            sources = [source.resolve() for source in state.sources]
            assert all(any(file.path.resolve().is_relative_to(one) for one in sources) for file in state.plan.files)

    def assert_true(self) -> None:
        state = self.model.state
        assert not state.is_looking
        if isinstance(state.problem, Exception) and state.plan is None:
            return
        corpus = state.corpus or ("" if state.is_new_corpus else None)
        expected = preview(self.session, state.sources, state.asked, corpus, NoOpJobContext())
        assert state.plan == expected.plan
        is_new = expected.plan.n_files > 0 and expected.corpus not in state.corpora
        own_name = folder_of(expected.plan) if is_new else ""
        wanted = first_free_name(own_name, state.corpora) if own_name else expected.corpus
        assert state.default_corpus == wanted
        if state.can_start:
            self.model.start()
            assert self.ordered == [(state.sources, expected.plan.options, state.corpus or wanted)]


class FilingWalk(Walk):
    """The plan of filing away, as its switches stand."""

    def __init__(self, ground: Ground) -> None:
        super().__init__(ground)
        mails = write_mails(ground.folder / "dropped", {"ham": 3, "spam": 3}, seed=9)
        judged_documents = JudgedDocuments(self.session)
        self.items, _ = judged_documents.classify("First", sorted(mails.glob("*/*.eml")), NoOpJobContext())
        judged_documents.close()
        self.model = FilingViewModel(self.runner, self.session)
        self.roots = [ground.folder / name for name in ("here", "there")]
        self.model.begin(self.items)
        self.model.choose(root=self.roots[0])
        self.dialog = FilingDialog(self.model, HAM_AND_SPAM)
        self.begin(self.dialog)

    def keys(self) -> list[Callable[[], object]]:
        dialog = self.dialog
        return [
            self.press(dialog._unsure, Qt.Key.Key_Space),
            self.press(dialog._move, Qt.Key.Key_Space),
            self.press(dialog._copy, Qt.Key.Key_Space),
            self.press(dialog._clashes, self.chance.choice([UP, DOWN])),
            lambda: self.model.choose(root=self.chance.choice(self.roots)),
        ]

    def assert_together(self) -> None:
        if not self.model.state.is_planning:
            self.assert_true()

    def assert_true(self) -> None:
        state = self.model.state
        assert not state.is_planning
        assert state.plan is not None
        expected = make_filing_plan(
            filings_of_items(self.items), state.root, action=state.action, clashes=state.clashes,
            with_unsure=state.with_unsure, context=NoOpJobContext(),
        )  # fmt: skip
        assert replace(state.plan, free_bytes=0) == replace(expected, free_bytes=0)


class HistoryWalk(Walk):
    """Verdicts remembered by others, searched and forgotten."""

    n_keys = 14

    def __init__(self, ground: Ground) -> None:
        super().__init__(ground)
        self.n_added = 0
        self.model = HistoryViewModel(self.runner, self.session, is_kept=True)
        self.remember()
        self.model.refresh()
        self.dialog = HistoryDialog(self.model, HAM_AND_SPAM)
        self.begin(self.dialog)

    def remember(self) -> None:
        """Another part of the program notes verdicts, and the dialog looks again."""
        titles = [f"letter {self.n_added + place}" for place in range(3)]
        self.n_added += 3
        with self.session.borrow_for_writing() as opened:
            opened.verdicts.add([VerdictRecord("First", f"/mail/{one}", title=one, label="ham") for one in titles])
        self.model.refresh()

    def keys(self) -> list[Callable[[], object]]:
        view = self.dialog._view
        return [self.press(view, DOWN), self.press(view, UP), self.press(view, Qt.Key.Key_Delete), self.remember,
                lambda: self.model.search(self.chance.choice(["", "1", "letter"]))]  # fmt: skip

    def assert_true(self) -> None:
        n_verdicts, verdicts = newest_verdicts(self.session, NoOpJobContext())
        assert (self.model.state.n_verdicts, self.model.state.verdicts) == (n_verdicts, verdicts)
        listed = [each.title for each in verdicts if self.model.state.search in each.title]
        assert [each.title for each in self.model.state.listed] == listed
