"""The Classify page's decisions over real documents and a real model."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.domain.documents import Document
from app.domain.jobs import NoOpJobContext
from app.features.classify.use_cases import JudgedDocuments
from app.features.classify.view_model import ClassifyViewModel, VerdictOrder
from app.features.explain.view_model import WhyTab
from app.features.train.training import TrainingOrder, train
from app.kit.drops import DropContent
from app.kit.painted_values import Label
from app.library.recipes import RecipeRequest
from app.readers.documents.text import text_hash
from app.store.workspace import Session
from tests.inline_runner import InlineRunner

HAM, SPAM = Label("ham", 0, 4), Label("spam", 1, 3)
TEXTS = {
    "ham": ("meeting notes for monday", "lunch on monday", "notes of the draft", "agenda of the meeting"),
    "spam": ("buy a cheap cruise now", "cheap prize, click now", "a cruise for free"),
}


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with Session(tmp_path / "mail.bayleaf", create=True) as made:
        with made.borrow_for_writing() as workspace:
            workspace.corpora.add("Mail", "text")
            documents = [
                Document(text=text, path="", title=text, label=label, content_hash=text_hash(text))
                for label, texts in TEXTS.items()
                for text in texts
            ]
            workspace.editing.add("Mail", documents)
        request = RecipeRequest(event_model="multinomial", smoothing="1")
        train(made, TrainingOrder(request, "Mail", "Mail filter"), NoOpJobContext())
        yield made


@pytest.fixture
def model(inline_runner: InlineRunner, session: Session) -> Iterator[ClassifyViewModel]:
    made, judged_documents = ClassifyViewModel(inline_runner), JudgedDocuments(session)
    made.open_workspace(judged_documents)
    made.open_model("Mail filter", (HAM, SPAM), (0, 0.0))
    made.classify(DropContent(text="Cruise for a prize"))
    made.classify(DropContent(text="Agenda for a cruise"))
    inline_runner.run()
    yield made
    judged_documents.close()


def test_what_was_dropped_is_judged_and_the_last_is_explained(model: ClassifyViewModel) -> None:
    state = model.state

    assert [item.title for item in state.items] == ["Cruise for a prize", "Agenda for a cruise"]
    assert state.items[0].verdict.label == "spam"
    assert state.reasons is not None
    assert state.reasons.item.number == state.chosen == state.items[1].number
    assert state.n_to_file == 0, "mails that were dropped as text have no file of their own"


def test_a_correction_is_learnt_and_tells_what_else_changed(
    model: ClassifyViewModel, inline_runner: InlineRunner
) -> None:
    told: list[tuple[str, str, int]] = []
    model.corrected.connect(lambda item, label, n_changed: told.append((item.title, label, n_changed)))
    before = {item.number: item.verdict.probability for item in model.state.items}

    model.choose(model.state.items[0].number)
    model.correct("ham")
    inline_runner.run()

    assert told == [("Cruise for a prize", "ham", 1)]
    assert model.state.items[0].corrected == "ham"
    assert all(item.verdict.probability != before[item.number] for item in model.state.items)


def test_a_text_can_be_changed_to_see_what_that_does(model: ClassifyViewModel, inline_runner: InlineRunner) -> None:
    model.allow_editing(is_allowed=True)
    model.edit_text("meeting notes")
    inline_runner.run()
    assert model.state.reasons is not None
    assert (model.state.reasons.text, model.state.reasons.verdict.label) == ("meeting notes", "ham")

    model.allow_editing(is_allowed=False)
    inline_runner.run()
    assert model.state.reasons is not None
    assert model.state.reasons.text == "Agenda for a cruise"


def test_verdicts_are_listed_in_the_order_asked_for(model: ClassifyViewModel) -> None:
    model.choose_order(VerdictOrder.UNSURE)
    shares = [item.verdict.probability for item in model.state.listed]
    assert shares == sorted(shares, key=lambda share: share or 0.0)

    model.search("prize")
    assert [item.title for item in model.state.listed] == ["Cruise for a prize"]


MORE_TEXTS = (
    "meeting at the cruise",
    "cheap lunch",
    "free notes on prizes",
    "click the agenda",
    "now",
    "a prize monday",
)


def test_a_correction_does_not_shuffle_the_list_and_the_next_row_is_selected(
    model: ClassifyViewModel, inline_runner: InlineRunner
) -> None:
    for text in MORE_TEXTS:
        model.classify(DropContent(text=text))
        inline_runner.run()
    model.choose_order(VerdictOrder.UNSURE)
    before = [item.number for item in model.state.listed]
    model.choose(before[1])

    model.correct("ham", goes_on=True)
    inline_runner.run()

    state = model.state
    assert [item.number for item in state.listed] == before
    assert state.chosen == before[2]
    assert state.reasons is not None
    assert state.reasons.item.number == before[2], "the text is that of the selected row"
    model.sort_again()
    assert [item.number for item in model.state.listed] != before, "the corrected one is not unsure any more"
    assert model.state.chosen == before[2]


def test_a_selected_row_that_leaves_the_list_is_followed_by_the_next_one(
    model: ClassifyViewModel, inline_runner: InlineRunner
) -> None:
    for text in MORE_TEXTS:
        model.classify(DropContent(text=text))
        inline_runner.run()
    label = model.state.items[-1].label or ""
    model.search("label:" + label)
    model.choose(model.state.listed[-1].number)
    inline_runner.run()
    following = model.state.listed[0].number

    model.correct(
        {"ham": "spam", "spam": "ham"}[label], goes_on=True
    )  # the last row, which the search does not find any more then
    inline_runner.run()

    state = model.state
    assert state.chosen == following
    assert state.chosen in {item.number for item in state.listed}
    assert state.reasons is not None
    assert state.reasons.item.number == state.chosen


def test_two_drops_in_a_row_are_both_listed_and_the_page_knows_that_they_are_read(
    model: ClassifyViewModel, inline_runner: InlineRunner
) -> None:
    model.classify(DropContent(text="one meeting"))
    model.classify(DropContent(text="another meeting"))
    assert model.state.is_classifying

    inline_runner.run()

    assert [item.title for item in model.state.items[2:]] == ["one meeting", "another meeting"]
    assert not model.state.is_classifying


def test_a_search_selects_its_first_row_if_the_selected_one_is_not_found(
    model: ClassifyViewModel, inline_runner: InlineRunner
) -> None:
    assert model.state.chosen == model.state.items[1].number

    model.search("prize")
    inline_runner.run()

    assert model.state.chosen == model.state.items[0].number
    assert model.state.reasons is not None
    assert model.state.reasons.item.number == model.state.chosen


def test_what_lies_on_the_desk_is_judged_anew_when_the_model_has_learnt(
    model: ClassifyViewModel, session: Session, inline_runner: InlineRunner
) -> None:
    before = [item.verdict.probability for item in model.state.items]
    train(session, TrainingOrder(RecipeRequest(event_model="bernoulli", smoothing="0.1"), "Mail", "Mail filter"),
          NoOpJobContext())  # fmt: skip

    model.open_model("Mail filter", (HAM, SPAM), (0, 1.0))
    inline_runner.run()

    assert [item.verdict.probability for item in model.state.items] != before
    reasons, item = model.state.reasons, model.state.chosen_item
    assert reasons is not None
    assert item is not None
    assert reasons.verdict.probability == pytest.approx(item.verdict.probability, rel=1e-12)


def test_a_label_key_and_a_drop_open_the_workspace_no_more(
    model: ClassifyViewModel, session: Session, inline_runner: InlineRunner
) -> None:
    model.correct("spam")
    inline_runner.run()
    before = session.n_openings

    model.classify(DropContent(text="Lunch on a cruise"))
    inline_runner.run()
    model.correct("ham")
    inline_runner.run()

    assert len(model.state.items) == 3
    assert session.n_openings == before


def test_the_documents_that_taught_a_verdict_are_those_with_its_words(
    qtbot: QtBot, model: ClassifyViewModel, inline_runner: InlineRunner
) -> None:
    model.choose(model.state.items[0].number)
    inline_runner.run()

    model.choose_tab(WhyTab.EXAMPLES)
    inline_runner.run()

    found = model.state.influence
    assert found is not None
    assert (found.label, found.n_documents) == ("spam", 7)
    assert found.backing[0].label == "spam"
    assert found.backing[0].title in {"a cruise for free", "cheap prize, click now"}
    model.choose(model.state.items[1].number)
    inline_runner.run()
    assert model.state.influence is None
    qtbot.waitUntil(lambda: len(inline_runner.jobs) == 2)
    inline_runner.run()
    assert model.state.influence is not None
    assert model.state.influence is not found
    model.choose_tab(WhyTab.WORDS)
    assert model.state.influence is None


def test_who_goes_down_the_list_has_documents_weighed_for_the_last_choice_alone(
    qtbot: QtBot, model: ClassifyViewModel, inline_runner: InlineRunner
) -> None:
    first, last = model.state.items[0].number, model.state.items[-1].number
    model.choose(first)
    inline_runner.run()
    model.choose_tab(WhyTab.EXAMPLES)
    [weighing] = inline_runner.jobs
    cancelled: list[bool] = []
    weighing.cancelled.connect(lambda: cancelled.append(True))

    for item in model.state.items[1:]:
        model.choose(item.number)
        inline_runner.run()
        assert model.state.influence is None
    assert cancelled == [True]
    qtbot.waitUntil(lambda: len(inline_runner.jobs) == 2)

    assert [job.lane for job in inline_runner.jobs] == ["long", "long"]
    inline_runner.run()
    assert model.state.chosen == last
    assert model.state.influence is not None


@pytest.mark.parametrize(
    ("search", "titles"),
    [
        ("cruise", {"Cruise for a prize", "Agenda for a cruise"}),
        ("cruise -agenda", {"Cruise for a prize"}),
        ('"for a prize"', {"Cruise for a prize"}),
        ("subject:agenda", {"Agenda for a cruise"}),
        ("kind:mail", set()),
        ("kind:text judged:spam -agenda", {"Cruise for a prize"}),
        ("kind:text verdict:spam -agenda", {"Cruise for a prize"}),
        ("-label:spam", set()),
        ("from:ann", set()),
        ("after:1970", set()),
        ("is:unlabelled", set()),
    ],
)
def test_the_list_is_searched_by_the_operators_of_a_corpus(
    model: ClassifyViewModel, search: str, titles: set[str]
) -> None:
    assert {item.verdict.label for item in model.state.items} == {"spam"}
    model.search(search)

    assert {item.title for item in model.state.listed} == titles


def test_one_mail_of_a_mailbox_is_judged_again_without_the_others(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "inbox.mbox"
    head = "From a@b Mon Jan  1 00:00:00 2024\nSubject:"
    path.write_text("".join(f"{head} {text}\n\n{text}\n\n" for text in TEXTS["spam"]))
    documents = JudgedDocuments(session)
    try:
        whole, _ = documents.classify("Mail filter", [path], NoOpJobContext())
        places = [(item.verdict.path, item.verdict.member) for item in whole]
        [again], _ = documents.classify("Mail filter", [path], NoOpJobContext(), only=places[1:2])
        now = documents.judge_locations("Mail filter", {places[2], ("/nowhere.eml", "")}, NoOpJobContext())
    finally:
        documents.close()

    assert len(whole) == 3
    assert (again.verdict.path, again.verdict.member) == places[1]
    assert now == {places[2]: whole[2].verdict.label}
    assert len(documents.items()) == 4


def test_what_comes_back_under_another_model_is_judged_by_it(
    model: ClassifyViewModel, inline_runner: InlineRunner, session: Session
) -> None:
    with session.borrow_for_writing() as workspace:
        workspace.corpora.add("Letters", "text")
        documents = [
            Document(text=text, path="", title=text, label=label, content_hash=text_hash(text))
            for label, texts in {"travel": ("a cruise for a prize", "cruise"), "work": ("agenda", "notes")}.items()
            for text in texts
        ]
        workspace.editing.add("Letters", documents)
    request = RecipeRequest(event_model="multinomial", smoothing="1")
    train(session, TrainingOrder(request, "Letters", "Letters model"), NoOpJobContext())
    undos = []
    model.items_removed.connect(lambda _count, undo: undos.append(undo))

    model.clear()
    model.open_model("Letters model", (Label("travel", 0), Label("work", 1)), (0, 0.0))
    undos[0]()
    inline_runner.run()

    assert len(model.state.items) == 2
    assert {item.verdict.label for item in model.state.items} <= {"travel", "work", None}
    assert {item.verdict.label for item in model.state.items} & {"travel", "work"}
