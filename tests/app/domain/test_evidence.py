"""Every token of a mail belongs to one kind of evidence."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from app.domain.evidence import EvidenceGroup, evidence_group_of_token, group_terms
from app.domain.sheet_words import fill_sheet_template


@dataclass(frozen=True)
class Term:
    """A term as `group_terms` needs it."""

    word: str


@pytest.mark.parametrize(
    ("token", "group"),
    [
        ("mortgage", EvidenceGroup.TEXT),
        ("free offer", EvidenceGroup.TEXT),
        (" fre", EvidenceGroup.TEXT),
        ("http://x", EvidenceGroup.TEXT),
        ("subject:mortgage", EvidenceGroup.SUBJECT),
        ("mark:subject-capitals", EvidenceGroup.SUBJECT),
        ("mark:no-subject", EvidenceGroup.SUBJECT),
        ("opening:dear", EvidenceGroup.OPENING),
        ("opening:subject:dear", EvidenceGroup.SUBJECT),
        ("pair:from:example com", EvidenceGroup.ADDRESSES),
        ("pair:free offer", EvidenceGroup.TEXT),
        ("from:bob", EvidenceGroup.ADDRESSES),
        ("mark:from-digits", EvidenceGroup.ADDRESSES),
        ("mark:no-to", EvidenceGroup.ADDRESSES),
        ("reply-to:co", EvidenceGroup.ADDRESSES),
        ("received:mx", EvidenceGroup.HEADERS),
        ("auth@mx.example.org:spf=pass", EvidenceGroup.HEADERS),
        ("mark:order:dm", EvidenceGroup.HEADERS),
        ("mark:zone:-1900", EvidenceGroup.HEADERS),
        ("mark:no-tobacco", EvidenceGroup.HEADERS),
        ("host:example.com", EvidenceGroup.LINKS),
        ("mark:url-ip", EvidenceGroup.LINKS),
        ("mark:tag:a", EvidenceGroup.LINKS),
        ("mark:tag:abbr", EvidenceGroup.SIGNS),
        ("attachment:pdf", EvidenceGroup.ATTACHMENTS),
        ("mark:html-hidden-colour", EvidenceGroup.HIDDEN),
        ("unseen:pills", EvidenceGroup.HIDDEN),
        ("mark:capitals-3", EvidenceGroup.SIGNS),
        ("new:text:few", EvidenceGroup.NEWNESS),
    ],
)
def test_a_token_has_its_kind_of_evidence(token: str, group: EvidenceGroup) -> None:
    assert evidence_group_of_token(token) is group


def test_words_that_are_only_html_code_are_a_kind_of_their_own() -> None:
    markup = frozenset({"br", "font"})

    assert evidence_group_of_token("br", markup) is EvidenceGroup.MARKUP
    assert evidence_group_of_token("br font", markup) is EvidenceGroup.MARKUP
    assert evidence_group_of_token("br offer", markup) is EvidenceGroup.TEXT
    assert evidence_group_of_token("subject:br", markup) is EvidenceGroup.SUBJECT


def test_grouping_keeps_every_term_once_and_in_order() -> None:
    terms = [Term(word) for word in ("offer", "subject:a", "cough", "free", "subject:b", "mark:money")]

    groups = group_terms(terms, column_tokens=frozenset({"cough"}))

    assert sorted(term.word for each in groups for term in each.terms) == sorted(term.word for term in terms)
    assert {each.group: [term.word for term in each.terms] for each in groups} == {
        EvidenceGroup.TEXT: ["offer", "free"],
        EvidenceGroup.SUBJECT: ["subject:a", "subject:b"],
        EvidenceGroup.SIGNS: ["mark:money"],
        EvidenceGroup.COLUMNS: ["cough"],
    }


@pytest.mark.parametrize("group", list(EvidenceGroup))
def test_every_kind_has_a_name(group: EvidenceGroup) -> None:
    assert fill_sheet_template(f"group-{group}")
