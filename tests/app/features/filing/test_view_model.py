"""The filing dialog's decisions: what is planned, and what is told of it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.domain.documents import Document, RecognisedPage, label_set_name
from app.domain.errors import UnusableName
from app.domain.jobs import NoOpJobContext
from app.domain.records import FileMove
from app.domain.results import DroppedItem, LabelVerdict
from app.features.filing import view_model
from app.features.filing.dialog import FiledDialog, FilingDialog, source_to_display
from app.features.filing.use_cases import FilingReport
from app.features.filing.view_model import (
    FilingSettings,
    FilingViewModel,
    parse_error_limit,
    parse_thresholds,
)
from app.kit.look.theme import Theme
from app.kit.table_view import TableView
from app.library.importing import ImportRequest, import_sources
from app.library.own_records import plan_own_batch
from app.store.workspace import Workspace
from tests.app.dropped_items import inbox as inbox
from tests.inline_runner import InlineRunner


def a_filing(runner: InlineRunner, workspace: Path, items: list[DroppedItem], root: Path) -> FilingViewModel:
    notes = {"filing-folder": str(root)}
    model = FilingViewModel(runner, workspace, FilingSettings(lambda name: notes.get(name, ""), notes.__setitem__))
    model.begin(items)
    runner.run()
    return model


def test_what_is_sure_or_corrected_is_planned_for_the_folder_of_last_time(
    inline_runner: InlineRunner, workspace: Path, inbox: list[DroppedItem], tmp_path: Path
) -> None:
    model = a_filing(inline_runner, workspace, inbox, tmp_path / "filed")

    assert model.state.plan is not None
    assert [(each.number, each.move.label) for each in model.state.plan.moves] == [(1, "spam"), (3, "ham")]
    assert model.state.plan.root == tmp_path / "filed"
    model.choose(with_unsure=True)
    inline_runner.run()
    assert [each.number for each in model.state.plan.moves] == [1, 2, 3]


def test_what_went_is_told_by_its_numbers_and_so_is_what_came_back(
    inline_runner: InlineRunner, workspace: Path, inbox: list[DroppedItem], tmp_path: Path
) -> None:
    told: list[tuple[str, FilingReport]] = []
    model = a_filing(inline_runner, workspace, inbox, tmp_path / "filed")
    model.filed.connect(lambda report: told.append(("filed", report)))
    model.filing_undone.connect(lambda report: told.append(("back", report)))

    model.start()
    inline_runner.run()
    assert (tmp_path / "filed" / "ham" / "corrected").read_text() == "corrected"
    model.undo()
    inline_runner.run()

    assert [what for what, _ in told] == ["filed", "back"]
    assert told[0][1].numbers == (1, 3)
    assert model.numbers_moved_back(told[1][1]) == (1, 3)
    assert (tmp_path / "inbox" / "corrected").read_text() == "corrected"


def test_another_folder_is_remembered_and_planned_for(
    inline_runner: InlineRunner, workspace: Path, inbox: list[DroppedItem], tmp_path: Path
) -> None:
    model = a_filing(inline_runner, workspace, inbox, tmp_path / "filed")

    model.choose(root=tmp_path / "elsewhere")
    model.choose(action="copy")
    inline_runner.run()
    model.start()
    inline_runner.run()
    model.begin([])

    assert model.state.root == tmp_path / "elsewhere"
    assert (tmp_path / "elsewhere" / "spam" / "sure").exists()
    assert (tmp_path / "inbox" / "sure").exists()


def test_what_is_less_probable_than_is_asked_of_its_label_stays_and_the_wish_is_remembered(
    inline_runner: InlineRunner, workspace: Path, inbox: list[DroppedItem], tmp_path: Path
) -> None:
    model = a_filing(inline_runner, workspace, inbox, tmp_path / "filed")
    share = next(item.verdict.probability for item in inbox if item.number == 1)
    assert share is not None

    model.set_threshold("spam", share + 1e-6)
    inline_runner.run()
    assert planned_numbers(model) == [3]
    model.begin(inbox)
    inline_runner.run()
    assert planned_numbers(model) == [3]
    model.set_threshold("spam", share)
    inline_runner.run()
    assert planned_numbers(model) == [1, 3]
    model.set_threshold("spam", 0.0)
    assert model.state.thresholds == {}


@pytest.mark.parametrize("note", ["", "[]", "{", '{"spam": "much"}', '{"spam": null}', '{"spam": 7}'])
def test_a_note_of_other_programs_asks_for_nothing(note: str) -> None:
    assert parse_thresholds(note) == {}


def planned_numbers(model: FilingViewModel) -> list[int]:
    assert model.state.plan is not None
    return [each.number for each in model.state.plan.moves]


def test_a_plan_with_a_problem_cannot_be_started(
    inline_runner: InlineRunner, workspace: Path, inbox: list[DroppedItem], tmp_path: Path
) -> None:
    (tmp_path / "no folder").write_text("a file")

    model = a_filing(inline_runner, workspace, inbox, tmp_path / "no folder")
    model.start()
    inline_runner.run()

    assert not model.state.can_start
    assert (tmp_path / "inbox" / "sure").exists()


def test_what_an_interruption_left_is_seen_to_and_told_once(
    inline_runner: InlineRunner, workspace: Path, inbox: list[DroppedItem], tmp_path: Path
) -> None:
    told: list[FilingReport] = []
    model = a_filing(inline_runner, workspace, inbox, tmp_path / "filed")
    assert model.state.plan is not None
    with Workspace(workspace) as opened:
        plan_own_batch(opened, [each.move for each in model.state.plan.moves])
    model.recovered.connect(told.append)

    model.recover()
    inline_runner.run()
    model.recover()
    inline_runner.run()

    [report] = told
    assert [move.reason for move in report.moves] == ["interrupted", "interrupted"]


def test_after_an_interruption_one_button_files_the_rest(
    qtbot: QtBot,
    theme: Theme,
    inline_runner: InlineRunner,
    workspace: Path,
    inbox: list[DroppedItem],
    tmp_path: Path,
) -> None:
    told: list[FilingReport] = []
    model = a_filing(inline_runner, workspace, inbox, tmp_path / "filed")
    assert model.state.plan is not None
    with Workspace(workspace) as opened:
        first, _other = plan_own_batch(opened, [each.move for each in model.state.plan.moves])
        Path(first.target).parent.mkdir(parents=True)
        Path(first.source).rename(first.target)
        opened.journal.set_state(first.number, "done")
    model.recovered.connect(told.append)
    model.filed.connect(told.append)
    model.recover()
    inline_runner.run()
    dialog = FiledDialog(told[0], model.undo, lambda: model.resume(told[0]), ())
    qtbot.addWidget(dialog)
    dialog.show()
    results = dialog.findChildren(TableView)[0].model()
    assert "interrupted" in results.index(0, 2).data()  # what is left comes before what is done
    assert results.index(1, 2).data() == first.target

    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    inline_runner.run()

    assert not dialog.isVisible()
    assert [report.count("done") for report in told] == [1, 1]
    assert (tmp_path / "filed" / "ham" / "corrected").exists()


def test_a_pattern_gives_names_at_once_is_remembered_and_a_wrong_one_says_why(
    qtbot: QtBot, inline_runner: InlineRunner, workspace: Path, inbox: list[DroppedItem], tmp_path: Path
) -> None:
    letters = [replace(item, document=Document("Acme Ltd\n2 March 2026\nwords", item.verdict.path)) for item in inbox]
    model = a_filing(inline_runner, workspace, letters, tmp_path / "filed")

    def names() -> list[str]:
        inline_runner.run()
        plan = model.state.plan
        return [] if plan is None else [Path(each.move.target).name for each in plan.moves]

    model.choose_names("{date:%Y-%m-%d} {sender} {label}")
    qtbot.waitUntil(lambda: names() == ["2026-03-02 Acme Ltd spam", "2026-03-02 Acme Ltd ham"])
    assert model.state.facts[1].date.rule == "date-line"
    model.choose_names("{no")
    assert isinstance(model.state.problem, UnusableName)
    assert not model.state.can_start
    model.begin(letters)
    assert names() == ["2026-03-02 Acme Ltd spam", "2026-03-02 Acme Ltd ham"]
    model.choose_names("")
    qtbot.waitUntil(lambda: names() == ["sure", "corrected"])


def test_text_is_written_into_scans_where_that_is_wanted_and_is_not_at_first(
    inline_runner: InlineRunner, workspace: Path, inbox: list[DroppedItem], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(view_model, "can_write_layers", lambda: True)
    pages = (RecognisedPage("налог за год"),)
    scans = [replace(item, document=Document("words", item.verdict.path, pages=pages)) for item in inbox]
    model = a_filing(inline_runner, workspace, scans, tmp_path / "filed")

    def scripts() -> list[str]:
        inline_runner.run()
        assert model.state.plan is not None
        return [each.script for each in model.state.plan.moves]

    assert model.state.can_add_layers
    assert scripts() == ["", ""]
    model.choose(with_layers=True)
    assert scripts() == ["Cyrillic", "Cyrillic"]
    model.begin(scans)
    assert scripts() == ["Cyrillic", "Cyrillic"]
    model.begin(inbox)
    assert not model.state.can_add_layers
    assert scripts() == ["", ""]


def test_of_several_labels_each_that_is_sure_gets_a_copy_where_that_is_wanted(
    inline_runner: InlineRunner, workspace: Path, inbox: list[DroppedItem], tmp_path: Path
) -> None:
    answers = (LabelVerdict("tax", 0.99, True), LabelVerdict("bank", 0.97, True), LabelVerdict("travel", 0.7, False))
    judged = replace(inbox[0], verdict=replace(inbox[0].verdict, labels=answers, is_unsure=True))
    said = replace(inbox[2], corrected=label_set_name(["tax", "travel"]))
    model = a_filing(inline_runner, workspace, [judged, said], tmp_path / "filed")

    assert model.state.plan is not None
    assert model.state.has_several
    assert [(each.number, each.move.label) for each in model.state.plan.moves] == [(1, "bank"), (3, "tax")]
    model.choose(in_each=True)
    inline_runner.run()
    assert sorted((each.number, each.move.label, each.move.action) for each in model.state.plan.moves) == [
        (1, "bank", "move"), (1, "tax", "copy"), (3, "tax", "move"), (3, "travel", "copy"),
    ]  # fmt: skip
    told: list[FilingReport] = []
    model.filed.connect(told.append)
    model.filing_undone.connect(told.append)
    model.start()
    inline_runner.run()
    assert sorted(path.name for path in (tmp_path / "filed").iterdir()) == ["bank", "tax", "travel"]
    model.undo()
    inline_runner.run()
    assert sorted(model.numbers_moved_back(told[1])) == [1, 3]
    assert not [path for path in (tmp_path / "filed").rglob("*") if path.is_file()]


def test_only_what_keeps_the_limit_goes_and_the_plan_says_how_much_of_it_lies_wrong(
    inline_runner: InlineRunner, workspace: Path, inbox: list[DroppedItem], tmp_path: Path
) -> None:
    kept = {1: (100, 0.004), 2: (20, 0.7), 3: (-1, 0.5), 4: (0, 0.5), 5: (0, 0.5)}
    items = [
        replace(
            item,
            verdict=replace(
                item.verdict,
                strictest_limit_met=kept[item.number][0],
                wrong_share=kept[item.number][1],
                is_unsure=False,
            ),
        )
        for item in inbox
        if item.number in kept
    ]
    model = a_filing(inline_runner, workspace, items, tmp_path / "filed")

    assert model.state.has_limits
    assert model.state.one_in == 20
    usual = model.state.plan
    model.choose(one_in=100)
    inline_runner.run()
    stricter = model.state.plan

    assert usual is not None
    assert stricter is not None
    assert {1, 3} <= {each.number for each in usual.moves}
    assert [each.number for each in stricter.moves] == [1, 3]  # the third was corrected by a person
    assert (stricter.n_filed, stricter.n_documents) == (2, 3)  # the fourth could not be read
    assert stricter.expected_wrong == pytest.approx(0.004)
    assert parse_error_limit("100") == 100
    assert [parse_error_limit(note) for note in ("", "7", "x", "²")] == [20] * 4


def test_the_folders_that_labels_came_from_are_remembered_for_their_collection_alone(
    inline_runner: InlineRunner, workspace: Path, inbox: list[DroppedItem], tmp_path: Path
) -> None:
    """Filed once into its label folders, one collection made them the destination of every other collection."""
    for label in ("ham", "spam"):
        (tmp_path / "mails" / label).mkdir(parents=True)
        (tmp_path / "mails" / label / "one.txt").write_text(f"a text of {label}")
    import_sources(workspace, ImportRequest((tmp_path / "mails",), corpus="Mail"), NoOpJobContext())
    notes: dict[str, str] = {"filing-folder": str(tmp_path / "filed")}
    model = FilingViewModel(
        inline_runner, workspace, FilingSettings(lambda name: notes.get(name, ""), notes.__setitem__)
    )
    model.begin(inbox, "Mail")
    inline_runner.run()
    learnt = model.state.learnt_root
    assert learnt == tmp_path / "mails"
    assert model.state.root == tmp_path / "filed"

    model.choose(root=learnt)
    inline_runner.run()
    model.begin(inbox, "Mail")
    inline_runner.run()
    assert model.state.root == learnt
    model.begin(inbox)
    inline_runner.run()

    assert model.state.root == tmp_path / "filed"
    assert notes["filing-folder"] == str(tmp_path / "filed")


def test_without_a_verdict_there_is_no_confidence_to_ask_for_and_no_estimate(
    qtbot: QtBot, theme: Theme, inline_runner: InlineRunner, tmp_path: Path
) -> None:
    """Labels that a person gave were filed with a *Minimum confidence* that did nothing, and `about 0 mistakes`."""
    folder = tmp_path / "letters"
    for label in ("tax", ""):
        (folder / label).mkdir(parents=True, exist_ok=True)
        (folder / label / f"letter{label}.txt").write_text(f"dear sir {label}")
    place = tmp_path / "letters.bayleaf"
    import_sources(place, ImportRequest((folder,), corpus="Letters"), NoOpJobContext())
    with Workspace(place) as opened:
        numbers = opened.documents.columns("Letters").document_numbers.tolist()
        without = next(each.number for each in opened.documents.headings(numbers) if each.path.endswith("letter.txt"))
        opened.editing.relabel([without], None)
    model = FilingViewModel(inline_runner, place, FilingSettings())
    model.begin_imported("Letters", "")
    dialog = FilingDialog(model, ())
    qtbot.addWidget(dialog)
    inline_runner.run()
    model.choose(root=tmp_path / "filed")
    inline_runner.run()

    assert not model.state.has_verdicts
    assert dialog._unsure.isHidden()
    assert not dialog._form.isRowVisible(dialog._least)
    assert dialog._forecast.text() == "1 of 2 documents can be filed, by their labels."
    assert "(no label yet: label the document, or train a model)" in dialog._head._facts.text()


def test_a_mail_of_a_mailbox_is_shown_by_its_subject_and_other_members_by_their_name() -> None:
    assert source_to_display(FileMove("/in/all.mbox\0" + "41604", "/to/ham/Lunch on Monday.eml", "ham", 1)) == (
        "all.mbox › Lunch on Monday"
    )
    assert source_to_display(FileMove("/in/a.zip\0b/letter.txt", "/to/ham/letter.txt", "ham", 1)) == (
        "a.zip › b/letter.txt"
    )
    assert source_to_display(FileMove("/in/letter.txt", "/to/ham/letter.txt", "ham", 1)) == "letter.txt"


def test_labels_given_to_whole_groups_are_named_beside_the_forecast(
    qtbot: QtBot, theme: Theme, inline_runner: InlineRunner, tmp_path: Path
) -> None:
    """The forecast said 7 mistakes, but 153 documents went to wrong folders: most labels were given to groups."""
    folder = tmp_path / "letters"
    folder.mkdir()
    for number in range(14):
        (folder / f"letter{number}.txt").write_text(f"dear sir number {number}")
    place = tmp_path / "letters.bayleaf"
    import_sources(place, ImportRequest((folder,), corpus="Letters"), NoOpJobContext())
    with Workspace(place) as opened:
        numbers = opened.documents.numbers("Letters").tolist()
        opened.editing.relabel(numbers, None)
        opened.editing.relabel(numbers[:12], "tax")
        opened.editing.relabel(numbers[12:13], "tax")
    model = FilingViewModel(inline_runner, place, FilingSettings())
    model.begin_imported("Letters", "")
    dialog = FilingDialog(model, ())
    qtbot.addWidget(dialog)
    inline_runner.run()
    model.choose(root=tmp_path / "filed")
    inline_runner.run()

    assert model.state.plan is not None
    assert (model.state.plan.n_filed, model.state.plan.n_labelled_by_group) == (13, 12)
    assert dialog._form.isRowVisible(dialog._uncounted)
    assert "12 label" in dialog._uncounted.words
    dialog._uncounted.resize(300, 20)
    assert " ".join(dialog._uncounted._lines()).endswith("is not known.")  # wrapped, not cut
    model.begin_imported("Letters", "", numbers[12:])
    inline_runner.run()
    assert not dialog._form.isRowVisible(dialog._uncounted)


def test_copies_of_documents_explain_why_more_files_are_filed_than_other_pages_count(
    qtbot: QtBot, theme: Theme, inline_runner: InlineRunner, tmp_path: Path
) -> None:
    """Sort counted 563 documents, and File away 564."""
    folder = tmp_path / "letters" / "tax"
    folder.mkdir(parents=True)
    for name, text in (("first", "dear sir"), ("second", "dear madam"), ("copy of first", "dear sir")):
        (folder / f"{name}.txt").write_text(text)
    place = tmp_path / "letters.bayleaf"
    import_sources(place, ImportRequest((tmp_path / "letters",), corpus="Letters"), NoOpJobContext())
    model = FilingViewModel(inline_runner, place, FilingSettings())
    model.begin_imported("Letters", "")
    dialog = FilingDialog(model, ())
    qtbot.addWidget(dialog)
    inline_runner.run()
    model.choose(root=tmp_path / "filed")
    inline_runner.run()

    with Workspace(place) as opened:
        assert len(opened.documents.numbers("Letters")) == 2
    assert model.state.plan is not None
    assert model.state.plan.n_documents == 3
    assert re.match(r"Included: 1 copy", dialog._uncounted.words)


def test_files_that_could_not_be_read_are_counted_in_the_dialog(
    qtbot: QtBot, theme: Theme, inline_runner: InlineRunner, workspace: Path, inbox: list[DroppedItem], tmp_path: Path
) -> None:
    """Of 64 files, 61 were mentioned: those that could not be read were found only at the end of the list."""
    dialog = FilingDialog(a_filing(inline_runner, workspace, inbox, tmp_path / "filed"), ())
    qtbot.addWidget(dialog)

    assert re.search(r"\b1 file(\(s\))? could not be read", dialog._head._facts.text())  # the catalog may be loaded


def test_messages_of_a_mailbox_are_shown_as_copied_even_if_move_is_the_setting(
    qtbot: QtBot, theme: Theme, inline_runner: InlineRunner, workspace: Path, inbox: list[DroppedItem], tmp_path: Path
) -> None:
    """*Move* was selected beside the button "Copy 225 files"."""
    mail = replace(inbox[0], verdict=replace(inbox[0].verdict, member="0"))
    dialog = FilingDialog(model := a_filing(inline_runner, workspace, [mail], tmp_path / "filed"), ())
    qtbot.addWidget(dialog)

    assert model.state.action == "move"
    assert dialog._copy.isChecked()
    assert not dialog._move.isEnabled()
    model.begin(inbox)
    inline_runner.run()
    assert dialog._move.isChecked()
    assert dialog._move.isEnabled()


def test_with_unsure_verdicts_the_minimum_confidence_does_not_contradict_and_the_tick_is_kept(
    qtbot: QtBot, theme: Theme, inline_runner: InlineRunner, workspace: Path, inbox: list[DroppedItem], tmp_path: Path
) -> None:
    """“all except unsure verdicts” stood below the tick. After Undo, filing again left out the unsure verdicts."""
    dialog = FilingDialog(model := a_filing(inline_runner, workspace, inbox, tmp_path / "filed"), ())
    qtbot.addWidget(dialog)
    assert dialog._least._named.text() == "all except unsure verdicts"

    dialog._unsure.click()
    inline_runner.run()

    assert dialog._least._named.text() == "all documents"
    assert not dialog._least._change.isEnabled()
    assert not dialog._limit.isEnabled()
    model.start()
    inline_runner.run()
    model.undo()
    inline_runner.run()
    model.begin(inbox)
    inline_runner.run()
    assert planned_numbers(model) == [1, 2, 3]
    dialog._unsure.click()
    assert dialog._least._change.isEnabled()


@pytest.mark.parametrize("words", ["all except unsure verdicts", "all documents"])
def test_the_minimum_confidence_is_not_cut_off(
    qtbot: QtBot, theme: Theme, inline_runner: InlineRunner, workspace: Path, inbox: list[DroppedItem], tmp_path: Path,
    words: str,
) -> None:  # fmt: skip
    dialog = FilingDialog(model := a_filing(inline_runner, workspace, inbox, tmp_path / "filed"), ())
    qtbot.addWidget(dialog)
    model._change(has_limits=True, with_unsure=words == "all documents")
    dialog.show()
    named = dialog._least._named

    assert named.text() == words
    assert dialog._limit.isVisible()
    assert named.width() >= named.fontMetrics().horizontalAdvance(words)


def test_another_folder_is_chosen_from_one_that_exists(
    qtbot: QtBot,
    theme: Theme,
    inline_runner: InlineRunner,
    workspace: Path,
    inbox: list[DroppedItem],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The folder dialog was opened in `Documents`, which a new account does not have."""
    starts: list[str] = []
    monkeypatch.setattr(
        "app.features.filing.dialog.ask_folder", lambda _owner, _title, _use, start: starts.append(start)
    )
    dialog = FilingDialog(a_filing(inline_runner, workspace, inbox, tmp_path / "Documents" / "Bayleaf"), ())
    qtbot.addWidget(dialog)

    dialog._choose.click()

    assert starts == [str(tmp_path)]
