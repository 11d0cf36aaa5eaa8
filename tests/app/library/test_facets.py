"""Facets count what a plain loop over the documents counts, and narrow each other, the search and the shelf."""

from __future__ import annotations

import random
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.domain.documents import Document
from app.domain.jobs import NoOpJobContext
from app.domain.records import StoredDocument
from app.domain.results import DocumentQuery, FacetChoice, FacetKind, Shelf, ShelfKind
from app.library.browsing import Browser, sender_domain
from app.library.recipes import default_rules
from app.store.document_packing import pack_document
from app.store.workspace import Workspace
from tests.app.library.counted import corpus_counts

CONTEXT = NoOpJobContext()
DOMAINS, LISTS, LABELS = ("example.org", "example.net", "example.com"), ("talk", "news", ""), ("ham", "spam", None)


@pytest.fixture
def stored(tmp_path: Path) -> tuple[Browser, list[StoredDocument]]:
    """A corpus of mails and files with drawn senders, lists, dates and labels."""
    draw, path = random.Random(3), tmp_path / "facets.bayleaf"

    def document(number: int) -> Document:
        is_mail = draw.random() < 0.8
        name = draw.choice(LISTS)
        return Document(
            f"words of number {number} {draw.choice(('prize', 'meeting'))}",
            f"/letters/{number}.{draw.choice(('pdf', 'docx'))}",
            kind="mail" if is_mail else "text",
            title=f"About {number % 4}",
            sender=f"Person <p{number % 7}@{draw.choice(DOMAINS)}>" if is_mail else "",
            date_s=draw.randrange(1_700_000_000, 1_712_000_000) if draw.random() < 0.9 else None,
            label=draw.choice(LABELS),
            fields={"list": name} if is_mail and name else {},
            content_hash=number.to_bytes(16, "big"),
        )

    with Workspace(path, create=True) as workspace:
        with workspace.imports.begin("Mail", source="drawn", kind="mail") as run:
            run.add([pack_document(document(number)) for number in range(300)])
            run.settle()
        corpus_counts(workspace, "Mail", default_rules("mail"), CONTEXT)
        documents = [workspace.documents.get(number) for number in workspace.documents.numbers("Mail").tolist()]
    return Browser(path), documents


def values_of(stored_document: StoredDocument) -> dict[FacetKind, set[str]]:
    """Read the facets off a document, one by one."""
    document = stored_document.document
    month = "" if document.date_s is None else datetime.fromtimestamp(document.date_s, UTC).strftime("%Y-%m")
    kind = "mail" if document.kind == "mail" else document.path.rpartition(".")[2]
    values = {
        FacetKind.SENDER: {document.sender.rpartition("@")[2].strip(">")},
        FacetKind.LIST: {document.fields.get("list", "")},
        FacetKind.MONTH: {month},
        FacetKind.KIND: {kind},
        FacetKind.STATE: {"no date"} if document.date_s is None else set[str](),
    }
    return {facet: names - {""} for facet, names in values.items()}


def is_kept(one: StoredDocument, query: DocumentQuery, but: FacetKind | None = None) -> bool:
    """Decide in plain Python whether a query finds a document; `but` is left out of the query."""
    asked: dict[FacetKind, set[str]] = {}
    for choice in query.facets:
        asked.setdefault(choice.kind, set()).add(choice.key)
    is_on_shelf = query.shelf.kind is not ShelfKind.LABEL or one.document.label == query.shelf.name
    has_words = all(word in one.document.text.split() for word in query.search.split())
    values = values_of(one)
    return is_on_shelf and has_words and all(values[kind] & keys for kind, keys in asked.items() if kind is not but)


QUERIES = (
    DocumentQuery(),
    DocumentQuery(search="prize"),
    DocumentQuery(facets=(FacetChoice(FacetKind.SENDER, "example.org"),)),
    DocumentQuery(facets=(FacetChoice(FacetKind.SENDER, "example.org"), FacetChoice(FacetKind.SENDER, "example.net"))),
    DocumentQuery(
        Shelf(ShelfKind.LABEL, "spam"),
        search="meeting",
        facets=(FacetChoice(FacetKind.LIST, "talk"), FacetChoice(FacetKind.MONTH, "2024-01")),
    ),
    DocumentQuery(facets=(FacetChoice(FacetKind.STATE, "no date"), FacetChoice(FacetKind.KIND, "pdf"))),
)


@pytest.mark.parametrize("query", QUERIES)
def test_each_value_has_the_count_that_a_loop_over_the_documents_gives(
    stored: tuple[Browser, list[StoredDocument]], query: DocumentQuery
) -> None:
    browser, documents = stored
    chosen = {(choice.kind, choice.key) for choice in query.facets}
    report = browser.facets("Mail", query, CONTEXT)

    for kind in (FacetKind.SENDER, FacetKind.LIST, FacetKind.MONTH, FacetKind.KIND, FacetKind.STATE):
        expected = Counter(
            value for one in documents if is_kept(one, query, but=kind) for value in values_of(one)[kind]
        )
        counted = {
            value.key: value.n_documents for facet in report.facets if facet.kind is kind for value in facet.values
        }
        assert {key: number for key, number in counted.items() if number} == expected
        assert {key for key, number in counted.items() if not number} <= {key for other, key in chosen if other is kind}


@pytest.mark.parametrize("query", QUERIES)
def test_the_list_holds_the_documents_that_satisfy_every_facet(
    stored: tuple[Browser, list[StoredDocument]], query: DocumentQuery
) -> None:
    browser, documents = stored
    found = browser.find("Mail", query, CONTEXT).document_numbers

    assert sorted(found.tolist()) == [one.number for one in documents if is_kept(one, query)]


@pytest.mark.parametrize("query", QUERIES)
def test_labels_are_counted_under_search_and_facets_whatever_shelf_is_open(
    stored: tuple[Browser, list[StoredDocument]], query: DocumentQuery
) -> None:
    browser, documents = stored
    shelves = dict(browser.facets("Mail", query, CONTEXT).shelves)
    anywhere = DocumentQuery(search=query.search, facets=query.facets)
    expected = Counter(one.document.label for one in documents if is_kept(one, anywhere))

    assert shelves[Shelf(ShelfKind.LABEL, "spam")] == expected["spam"]
    assert shelves[Shelf(ShelfKind.UNLABELLED)] == expected[None]
    assert shelves[Shelf()] == sum(expected.values())
    assert shelves[Shelf(ShelfKind.SOURCE, "drawn")] == sum(expected.values())


def test_counts_follow_a_deletion(stored: tuple[Browser, list[StoredDocument]]) -> None:
    browser, _ = stored
    query = DocumentQuery(facets=(FacetChoice(FacetKind.SENDER, "example.org"),))
    found = browser.find("Mail", query, CONTEXT).document_numbers
    browser.facets("Mail", query, CONTEXT)
    with Workspace(browser.place) as workspace:
        workspace.editing.remove(found[:5].tolist())
    report = browser.facets("Mail", query, CONTEXT)

    assert dict(report.shelves)[Shelf()] == len(found) - 5
    assert dict(report.shelves)[Shelf(ShelfKind.SOURCE, "drawn")] == len(found) - 5


def test_a_chosen_value_stays_listed_when_nothing_is_left_of_it(
    stored: tuple[Browser, list[StoredDocument]],
) -> None:
    choice = FacetChoice(FacetKind.SENDER, "example.org")
    report = stored[0].facets("Mail", DocumentQuery(search="absent", facets=(choice,)), CONTEXT)

    assert [(facet.kind, [(value.key, value.n_documents) for value in facet.values]) for facet in report.facets] == [
        (FacetKind.SENDER, [("example.org", 0)])
    ]


def test_months_come_newest_first_and_senders_most_frequent_first(
    stored: tuple[Browser, list[StoredDocument]],
) -> None:
    facets = {facet.kind: facet.values for facet in stored[0].facets("Mail", DocumentQuery(), CONTEXT).facets}
    months = [value.key for value in facets[FacetKind.MONTH]]
    numbers = [value.n_documents for value in facets[FacetKind.SENDER]]

    assert months == sorted(months, reverse=True)
    assert numbers == sorted(numbers, reverse=True)


@pytest.mark.parametrize(
    ("sender", "domain"),
    [
        ("Ann <ann@Example.org>", "example.org"), ("ann@example.org", "example.org"), ("Ann", ""), ("", ""),
        ('"a@b" <c@d.example>', "d.example"), ("ann@", ""),
    ],
)  # fmt: skip
def test_the_domain_is_what_follows_the_last_at_sign(sender: str, domain: str) -> None:
    assert sender_domain(sender) == domain


@pytest.mark.parametrize(
    ("sender", "domain"),
    [
        ("Ann <ann@example.org>", "example.org"),
        ("ann@Example.ORG (Ann Lind)", "example.org"),
        ("ann@example.org", "example.org"),
        ('"ann@home" <ann@example.org>', "example.org"),
        ("Ann", ""),
        ("", ""),
    ],
)
def test_the_sender_domain_a_sender_is_without_the_name_that_follows_it(sender: str, domain: str) -> None:
    assert sender_domain(sender) == domain
