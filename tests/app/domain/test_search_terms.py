"""A search taken apart into words, phrases and operators."""

from __future__ import annotations

import pytest

from app.domain.search_terms import SearchTerm, search_terms


@pytest.mark.parametrize(
    ("search", "terms"),
    [
        ("free money", (SearchTerm("free money"),)),
        ("from:mit.edu free", (SearchTerm("free"), SearchTerm("mit.edu", "from"))),
        ('FROM:"Marta Lind" -label:spam', (SearchTerm("Marta Lind", "from"), SearchTerm("spam", "label", True))),
        ('"claim your prize"', (SearchTerm("claim your prize", is_phrase=True),)),
        ("−click", (SearchTerm("click", is_left_out=True),)),
        ("https://example.org re:", (SearchTerm("https://example.org re:"),)),
        ("before:yesterday", (SearchTerm("before:yesterday"),)),
        ("before:2024-05 after:2024", (SearchTerm("2024-05", "before"), SearchTerm("2024", "after"))),
        ("kind:pdf", (SearchTerm("kind:pdf"),)),
        ("", ()),
    ],
)
def test_a_search_is_taken_apart(search: str, terms: tuple[SearchTerm, ...]) -> None:
    assert search_terms(search) == terms
