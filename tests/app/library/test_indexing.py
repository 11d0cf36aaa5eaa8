"""With an index or without, a corpus is looked through alike, and what is kept of it follows every change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from app.domain.jobs import NoOpJobContext
from app.domain.results import (
    DocumentQuery,
    Shelf,
    ShelfKind,
    SortOrder,
)
from app.library.browsing import Browser
from app.library.recipes import default_rules
from app.library.searching import build_next_index_piece
from app.library.verdict_columns import CLOCK_TOLERANCE_S, CorpusColumns, indices_by_date
from app.store import search_index
from app.store.documents import NO_DATE
from app.store.workspace import Workspace
from tests.app.library.counted import corpus_counts

SEARCHES = (
    "prize", "prize click", "HAM number 3", "from:example", "subject:number -subject:SPAM", '"number 1"', "-prize", "e",
    "label:spam prize", "nowhere", "word:prize",
)  # fmt: skip


@pytest.fixture
def counted(workspace: Path) -> Path:
    """Count the texts, so that words are found."""
    with Workspace(workspace) as opened:
        corpus_counts(opened, "Mail", default_rules(opened.corpora.get("Mail").kind), NoOpJobContext())
    return workspace


def make_index(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all of the index, in parts of seven documents; at least five are left or have one."""
    monkeypatch.setattr(search_index, "MIN_DOCUMENTS_PER_PART", 5)
    monkeypatch.setattr(search_index, "MAX_DOCUMENTS_PER_PART", 7)
    monkeypatch.setattr("app.library.searching.MIN_DOCUMENTS_PER_PART", 100)
    while build_next_index_piece(path, "Mail", NoOpJobContext()):
        pass


def answers(path: Path) -> list[list[int]]:
    """Ask everything of a browser that was opened now."""
    browser, context = Browser(path), NoOpJobContext()
    queries = [DocumentQuery(search=search) for search in SEARCHES]
    queries += [DocumentQuery(order=order, is_reversed=turned) for order in SortOrder for turned in (False, True)]
    return [browser.find("Mail", query, context).document_numbers.tolist() for query in queries]


def test_the_index_changes_no_answer(counted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = answers(counted)
    make_index(counted, monkeypatch)

    assert any(before)
    assert answers(counted) == before
    with Workspace(counted) as opened:
        assert opened.search_index.parts("Mail")
        assert opened.check() == []


def test_what_was_never_indexed_is_found_beside_what_was(counted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_index(counted, monkeypatch)
    with Workspace(counted) as opened:
        number = int(opened.documents.numbers("Mail")[4])
        document = opened.documents.get(number).document
        opened.editing.remove([number])
        [added] = opened.editing.add("Mail", [document]).document_numbers.tolist()
    found = (
        Browser(counted)
        .find("Mail", DocumentQuery(search=f'subject:"{document.title}"'), NoOpJobContext())
        .document_numbers
    )
    by_title = (
        Browser(counted)
        .find("Mail", DocumentQuery(order=SortOrder.SUBJECT), NoOpJobContext())
        .document_numbers.tolist()
    )

    assert added in found.tolist()
    assert number not in by_title
    with Workspace(counted) as opened:
        titles = {one.number: one.title.casefold() for one in opened.documents.headings(by_title)}
    assert by_title == sorted(by_title, key=lambda each: (titles[each], each))


CHANGES: list[Callable[[Workspace, list[int]], object]] = [
    lambda opened, numbers: opened.editing.relabel(numbers[3:9], "ham"),
    lambda opened, numbers: opened.editing.relabel(numbers[:2], None),
    lambda opened, numbers: opened.labels.rename("Mail", "spam", "unwanted"),
    lambda opened, numbers: opened.labels.add("Mail", "newsletter"),
    lambda opened, numbers: opened.editing.relabel(numbers[4:6], "newsletter"),
    lambda opened, numbers: opened.editing.remove(numbers[5:8]),
    lambda opened, numbers: opened.editing.relabel(numbers[1:3], "ham"),
    lambda opened, numbers: opened.undo_log.undo(),
    lambda opened, numbers: opened.undo_log.undo(),
    lambda opened, numbers: opened.labels.merge("Mail", "unwanted", "ham"),
    lambda opened, numbers: opened.editing.add("Mail", [opened.documents.get(numbers[0]).document]),
    lambda opened, numbers: opened.undo_log.undo(),
]


def test_columns_that_follow_changes_are_those_that_are_read_anew(workspace: Path) -> None:
    kept = CorpusColumns()
    with Workspace(workspace) as opened:
        numbers = opened.documents.numbers("Mail").tolist()
        kept.load(opened, "Mail", "")
        for change in CHANGES:
            change(opened, numbers)
            followed, anew = kept.load(opened, "Mail", ""), CorpusColumns().load(opened, "Mail", "")
            for one in fields(anew.columns):
                np.testing.assert_array_equal(getattr(followed.columns, one.name), getattr(anew.columns, one.name))
            np.testing.assert_array_equal(followed.judged_label_indices, anew.judged_label_indices)
            np.testing.assert_array_equal(followed.own_probabilities, anew.own_probabilities)


def test_a_label_s_shelf_and_counts_follow_a_relabelling(workspace: Path) -> None:
    browser, context = Browser(workspace), NoOpJobContext()
    spam = browser.find("Mail", DocumentQuery(Shelf(ShelfKind.LABEL, "spam")), context).document_numbers
    by_label = browser.find("Mail", DocumentQuery(order=SortOrder.LABEL), context).document_numbers
    with Workspace(workspace) as opened:
        opened.editing.relabel(spam[:3].tolist(), "ham")

    n_spam = next(one.n_documents for one in browser.overview("Mail", context).labels if one.name == "spam")
    assert n_spam == len(spam) - 3
    now = browser.find("Mail", DocumentQuery(order=SortOrder.LABEL), context).document_numbers
    assert now.tolist() != by_label.tolist()
    assert (
        now.tolist()
        == Browser(workspace).find("Mail", DocumentQuery(order=SortOrder.LABEL), context).document_numbers.tolist()
    )


def test_a_date_that_has_not_come_yet_does_not_lead_the_list() -> None:
    now_s, forged_s = 1_000_000, 9_000_000
    dates_s = np.array([now_s - 50, forged_s, NO_DATE, now_s + 60, now_s - 90])

    newest = indices_by_date(dates_s, is_newest_first=True, until_s=now_s + CLOCK_TOLERANCE_S)
    oldest = indices_by_date(dates_s, is_newest_first=False, until_s=now_s + CLOCK_TOLERANCE_S)

    assert newest.tolist() == [3, 0, 4, 1, 2]
    assert oldest.tolist() == [4, 0, 3, 1, 2]
