"""A search taken apart into words, phrases and operators."""

from __future__ import annotations

import pytest

from app.domain.results import (
    SearchTerm,
    complete_search,
    find_chip_spans,
    insert_completion,
    parse_search,
)


@pytest.mark.parametrize(
    ("search", "terms"),
    [
        ("free money", (SearchTerm("free money"),)),
        ("from:mit.edu free", (SearchTerm("free"), SearchTerm("mit.edu", "from"))),
        ('FROM:"Marta Lind" -label:spam', (SearchTerm("Marta Lind", "from"), SearchTerm("spam", "label", True))),
        ('"claim your prize"', (SearchTerm("claim your prize", is_phrase=True),)),
        ("−click", (SearchTerm("click", is_negated=True),)),
        ("https://example.org re:", (SearchTerm("https://example.org re:"),)),
        ("before:yesterday", (SearchTerm("before:yesterday"),)),
        ("before:2024-05 after:2024", (SearchTerm("2024-05", "before"), SearchTerm("2024", "after"))),
        ("kind:pdf", (SearchTerm("kind:pdf"),)),
        ("", ()),
    ],
)
def test_a_search_is_taken_apart(search: str, terms: tuple[SearchTerm, ...]) -> None:
    assert parse_search(search) == terms


@pytest.mark.parametrize(
    ("search", "chips"),
    [
        ("free from:mit.edu money", ["from:mit.edu"]),
        ('-label:spam "to be" or', ["-label:spam", '"to be"']),
        ("kind:pdf before:yesterday", []),
        ("kind:mail -word", ["kind:mail", "-word"]),
    ],
)
def test_chips_are_what_is_more_than_words(search: str, chips: list[str]) -> None:
    assert [search[begin:end] for begin, end in find_chip_spans(search)] == chips


@pytest.mark.parametrize(
    ("begun", "offered"),
    [
        ("", []),
        ("free ", []),
        ("f", ["from:"]),
        ("free S", ["subject:"]),
        ("-la", ["-label:"]),
        ("label:", ["label:ham", 'label:"good mail"', "label:spam"]),
        ("x -label:g", ['-label:"good mail"']),
        ('label:"good', ['label:"good mail"']),
        ("ver", ["verdict:"]),
        ("ju", ["judged:"]),
        ("label:spam", []),
        ("from:", []),
        ('"quoted f', []),
    ],
)
def test_what_is_begun_is_completed(begun: str, offered: list[str]) -> None:
    assert complete_search(begun, {"label": ("ham", "good mail", "spam")}) == offered


def test_a_completion_takes_the_place_of_what_was_begun() -> None:
    assert insert_completion("free fr", "from:") == "free from:"
    assert insert_completion('free label:"good', 'label:"good mail"') == 'free label:"good mail" '


def test_judged_is_the_older_name_of_the_operator_verdict() -> None:
    assert parse_search("verdict:spam") == (SearchTerm("spam", "verdict"),)
    assert parse_search("-judged:spam") == (SearchTerm("spam", "verdict", is_negated=True),)
