"""Looking through a corpus: shelves, orders and searches agree with the documents themselves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from app.domain.documents import Document
from app.domain.jobs import NoOpJobContext
from app.domain.results import (
    DocumentQuery,
    DocumentRow,
    Shelf,
    ShelfKind,
    SortOrder,
)
from app.features.train.training import TrainingOrder, train
from app.library.browsing import Browser, displayed_path
from app.library.recipes import RecipeRequest, default_rules
from app.store.workspace import Workspace
from tests.app.library.counted import corpus_counts
from tests.app.made_up_corpus import N_EACH


@pytest.fixture
def browser(workspace: Path) -> Browser:
    return Browser(workspace)


def titles(workspace: Path, numbers: np.ndarray[tuple[int], np.dtype[np.int64]]) -> list[str]:
    with Workspace(workspace) as opened:
        return [heading.title for heading in opened.documents.headings(numbers.tolist())]


def test_a_label_s_shelf_holds_its_documents(browser: Browser, workspace: Path) -> None:
    found = browser.find("Mail", DocumentQuery(Shelf(ShelfKind.LABEL, "spam")), NoOpJobContext()).document_numbers

    assert len(found) == N_EACH
    assert all(title.startswith("spam") for title in titles(workspace, found))


def test_the_newest_come_first_and_the_oldest_last(browser: Browser, workspace: Path) -> None:
    newest = browser.find("Mail", DocumentQuery(order=SortOrder.NEWEST), NoOpJobContext()).document_numbers
    oldest = browser.find("Mail", DocumentQuery(order=SortOrder.OLDEST), NoOpJobContext()).document_numbers

    assert titles(workspace, newest)[0].endswith(f"number {N_EACH - 1}")
    assert titles(workspace, oldest)[0].endswith("number 0")


def test_subjects_are_sorted(browser: Browser, workspace: Path) -> None:
    found = titles(
        workspace, browser.find("Mail", DocumentQuery(order=SortOrder.SUBJECT), NoOpJobContext()).document_numbers
    )

    assert found == sorted(found, key=str.casefold)


def test_suspicious_labels_come_first(browser: Browser, workspace: Path) -> None:
    found = browser.find("Mail", DocumentQuery(order=SortOrder.SUSPICIOUS), NoOpJobContext()).document_numbers

    swapped = {f"{label} number {number}" for label in ("ham", "spam") for number in range(N_EACH) if number % 7 == 6}
    assert len(swapped & set(titles(workspace, found[: len(swapped)]))) >= len(swapped) - 1


def test_words_are_found_in_texts_and_in_subjects(browser: Browser, workspace: Path) -> None:
    with Workspace(workspace) as opened:
        corpus_counts(opened, "Mail", default_rules("text"), NoOpJobContext())
        texts = {
            number: body.text
            for number, body in opened.documents.read_bodies(opened.documents.numbers("Mail").tolist())
        }

    found = browser.find("Mail", DocumentQuery(search="prize click"), NoOpJobContext()).document_numbers
    by_subject = browser.find("Mail", DocumentQuery(search="HAM number 3"), NoOpJobContext()).document_numbers

    assert set(found.tolist()) == {n for n, text in texts.items() if {"prize", "click"} <= set(text.split())}
    assert "ham number 3" in titles(workspace, by_subject)


def test_figures_follow_a_relabelling(browser: Browser, workspace: Path) -> None:
    before = browser.overview("Mail", NoOpJobContext())
    with Workspace(workspace) as opened:
        opened.editing.relabel(
            browser.find("Mail", DocumentQuery(Shelf(ShelfKind.LABEL, "spam")), NoOpJobContext())
            .document_numbers[:4]
            .tolist(),
            None,
        )

    after = browser.overview("Mail", NoOpJobContext())

    assert (before.n_unlabelled, after.n_unlabelled) == (0, 4)
    assert len(browser.find("Mail", DocumentQuery(Shelf(ShelfKind.UNLABELLED)), NoOpJobContext()).document_numbers) == 4


def test_rows_show_the_share_of_the_positive_label(browser: Browser) -> None:
    spam = browser.find("Mail", DocumentQuery(Shelf(ShelfKind.LABEL, "spam")), NoOpJobContext()).document_numbers
    verdicts = [row.verdict for row in browser.load_rows("Mail", spam, NoOpJobContext())]

    assert all(verdict.share is not None for verdict in verdicts)
    assert all((verdict.share or 0) > 0.5 for verdict in verdicts if verdict.judged == "spam")
    assert any(verdict.is_surprising for verdict in verdicts)


def test_rows_show_the_verdicts_of_the_model_that_was_trained_last(browser: Browser, workspace: Path) -> None:
    def shares() -> list[float | None]:
        numbers = browser.find("Mail", DocumentQuery(order=SortOrder.IMPORTED), NoOpJobContext()).document_numbers
        return [row.verdict.share for row in browser.load_rows("Mail", numbers, NoOpJobContext())]

    before = shares()
    request = RecipeRequest(event_model="bernoulli", smoothing="0.01")
    train(workspace, TrainingOrder(request, "Mail", "Another"), NoOpJobContext())

    assert shares() != before
    assert shares() == [row.verdict.share for row in _rows_of(Browser(workspace))]


def _rows_of(browser: Browser) -> list[DocumentRow]:
    numbers = browser.find("Mail", DocumentQuery(order=SortOrder.IMPORTED), NoOpJobContext()).document_numbers
    return browser.load_rows("Mail", numbers, NoOpJobContext())


def texts_of(workspace: Path) -> dict[int, Document]:
    with Workspace(workspace) as opened:
        return {n: opened.documents.get(n).document for n in opened.documents.numbers("Mail").tolist()}


@pytest.mark.parametrize(
    ("search", "is_wanted"),
    [
        ("label:spam", lambda each: each.label == "spam"),
        ("-label:spam", lambda each: each.label != "spam"),
        ('subject:"number 3"', lambda each: "number 3" in each.title),
        ("subject:number -subject:SPAM", lambda each: "spam" not in each.title),
        ("kind:mail", lambda each: each.kind == "mail"),
        ("label:ham subject:2", lambda each: each.label == "ham" and "2" in each.title),
        ("has:attachment", lambda each: bool(each.attachments)),
        ("after:1970 label:ham", lambda each: each.label == "ham" and each.date_s is not None),
        ("before:1970", lambda each: each.date_s is not None and each.date_s < 0),
        ("prize -click", lambda each: "prize" in each.text.split() and "click" not in each.text.split()),
    ],
)
def test_operators_find_what_the_documents_say_themselves(
    browser: Browser, workspace: Path, search: str, is_wanted: Callable[[Document], bool]
) -> None:
    with Workspace(workspace) as opened:
        corpus_counts(opened, "Mail", default_rules("text"), NoOpJobContext())

    found = browser.find("Mail", DocumentQuery(search=search), NoOpJobContext()).document_numbers

    assert set(found.tolist()) == {number for number, each in texts_of(workspace).items() if is_wanted(each)}


def test_a_phrase_is_found_only_where_its_words_follow_each_other(browser: Browser, workspace: Path) -> None:
    with Workspace(workspace) as opened:
        corpus_counts(opened, "Mail", default_rules("text"), NoOpJobContext())
    texts = {number: " ".join(each.text.split()) for number, each in texts_of(workspace).items()}
    [first, second, *_] = next(iter(texts.values())).split()

    found = browser.find("Mail", DocumentQuery(search=f'"{first} {second}"'), NoOpJobContext()).document_numbers

    assert set(found.tolist()) == {number for number, text in texts.items() if f"{first} {second}" in text}


def test_a_mail_is_said_to_be_in_its_mailbox_and_not_at_a_number_of_it() -> None:
    assert displayed_path("/mail/Inbox", "102369", "mail") == "/mail/Inbox"
    assert displayed_path("/mail/all.zip", "june/7.eml", "mail") == "/mail/all.zip, june/7.eml"
    assert displayed_path("/tables/prices.csv", "12", "row") == "/tables/prices.csv, 12"


def test_each_label_of_a_set_is_searched_and_has_its_shelf(browser: Browser, workspace: Path) -> None:
    with Workspace(workspace) as opened:
        opened.corpora.set_multi_label("Mail")
        numbers = opened.documents.numbers("Mail").tolist()
        opened.editing.set_label_membership(numbers[:5], "Tax", is_on=True)
        opened.editing.set_label_membership(numbers[2:4], "travel", is_on=True)

    def found(search: str, shelf: Shelf) -> list[int]:
        listed: list[int] = browser.find(
            "Mail", DocumentQuery(shelf, search=search), NoOpJobContext()
        ).document_numbers.tolist()
        return sorted(listed)

    assert found("label:tax", Shelf()) == numbers[:5] == found("", Shelf(ShelfKind.LABEL, "Tax"))
    assert found("label:tax label:travel", Shelf()) == numbers[2:4]
    assert found("label:tax -label:travel", Shelf()) == [*numbers[:2], numbers[4]]
    counts = {label.name: label.n_documents for label in browser.overview("Mail", NoOpJobContext()).labels}
    assert (counts["Tax"], counts["travel"]) == (5, 2)
