"""Evidence groups: the headings under which an explanation lists the tokens of a verdict.

A mail is judged by more than its words: by its subject, its addresses, its headers, its links and by how it is built.
Readers write such tokens with a prefix, like `subject:` or `mark:`. `evidence_group_of_token` assigns each token to its
group.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Generic, Protocol, TypeVar


class EvidenceGroup(StrEnum):
    """Part of a document that tokens come from: the text, the subject, the headers, …

    The title of a group for display has the key `group-VALUE` in `SHEET_TEMPLATES` of `sheet_words`.
    """

    TEXT = "text"
    SUBJECT = "subject"
    OPENING = "opening"
    MARKUP = "markup"
    """HTML code in a plain text part, where mail programs display the code itself."""
    ADDRESSES = "addresses"
    HEADERS = "headers"
    LINKS = "links"
    ATTACHMENTS = "attachments"
    HIDDEN = "hidden"
    SIGNS = "signs"
    NEWNESS = "newness"
    COLUMNS = "columns"
    """Numbers and choices of a table row."""


GROUP_OF_PREFIX: Final = {
    "subject": EvidenceGroup.SUBJECT,
    "opening": EvidenceGroup.OPENING,
    "pair": EvidenceGroup.TEXT,
    "new": EvidenceGroup.NEWNESS,
    "unseen": EvidenceGroup.HIDDEN,
    "from": EvidenceGroup.ADDRESSES,
    "sender": EvidenceGroup.ADDRESSES,
    "to": EvidenceGroup.ADDRESSES,
    "reply-to": EvidenceGroup.ADDRESSES,
    "received": EvidenceGroup.HEADERS,
    "mailer": EvidenceGroup.HEADERS,
    "content-type": EvidenceGroup.HEADERS,
    "list": EvidenceGroup.HEADERS,
    "url": EvidenceGroup.LINKS,
    "host": EvidenceGroup.LINKS,
    "attachment": EvidenceGroup.ATTACHMENTS,
}  # fmt: skip
"""Evidence group of the tokens `PREFIX:VALUE`. Tokens with another prefix, like `http:`, are words of the text."""
DERIVED_TOKEN_PREFIXES: Final = ("opening", "pair")
"""Prefixes that stand before another one, as in `pair:from:example com`. The group is that of the second prefix."""
SENDER_CHECK: Final = "auth@"
"""Prefix of a sender check by a mail server: `auth@mx.example.org:spf=pass`."""
GROUP_OF_SIGN: Final = {
    "subject-": EvidenceGroup.SUBJECT, "no-subject": EvidenceGroup.SUBJECT,
    "from-": EvidenceGroup.ADDRESSES, "reply-": EvidenceGroup.ADDRESSES, "recipients-": EvidenceGroup.ADDRESSES,
    "no-from": EvidenceGroup.ADDRESSES, "no-to": EvidenceGroup.ADDRESSES, "no-reply-to": EvidenceGroup.ADDRESSES,
    "has-reply-to": EvidenceGroup.ADDRESSES,
    "has-": EvidenceGroup.HEADERS, "no-": EvidenceGroup.HEADERS, "id-": EvidenceGroup.HEADERS,
    "zone": EvidenceGroup.HEADERS, "order:": EvidenceGroup.HEADERS, "flaw:": EvidenceGroup.HEADERS,
    "no-text-part": EvidenceGroup.SIGNS,
    "url": EvidenceGroup.LINKS, "tag:a": EvidenceGroup.LINKS, "html-misleading-link": EvidenceGroup.LINKS,
    "attachments-": EvidenceGroup.ATTACHMENTS, "type:": EvidenceGroup.ATTACHMENTS, "parts-": EvidenceGroup.ATTACHMENTS,
    "encoding:": EvidenceGroup.ATTACHMENTS,
    "unseen": EvidenceGroup.HIDDEN, "html-hidden-": EvidenceGroup.HIDDEN, "html-": EvidenceGroup.HIDDEN,
    "invisible-characters": EvidenceGroup.HIDDEN, "mixed-scripts": EvidenceGroup.HIDDEN,
    "styled-letters": EvidenceGroup.HIDDEN, "plain:": EvidenceGroup.HIDDEN,
}  # fmt: skip
"""Evidence group of the tokens `mark:SIGN`, by a prefix of SIGN.

If several prefixes match, the longest one counts. If none matches, the group is `EvidenceGroup.SIGNS`.
"""
WHOLE_SIGNS: Final = frozenset({"tag:a", "no-to", "no-from"})
"""Keys of `GROUP_OF_SIGN` that must match the whole sign: `tag:a` is a link, `tag:abbr` is not."""


def evidence_group_of_token(token: str, markup_words: Set[str] = frozenset()) -> EvidenceGroup:
    """Return the part of the document that a token comes from, such as SUBJECT for `subject:offer` and TEXT for
    `offer`.

    `markup_words` are the words that occur in the text only as HTML code.
    """
    prefix, colon, rest = token.partition(":")
    if not colon or token.startswith(" "):
        return EvidenceGroup.MARKUP if is_markup(token, markup_words) else EvidenceGroup.TEXT
    if prefix == "mark":
        return evidence_group_of_sign(rest)
    if prefix.startswith(SENDER_CHECK):
        return EvidenceGroup.HEADERS
    if prefix in DERIVED_TOKEN_PREFIXES and (field := rest.partition(":")[0]) in GROUP_OF_PREFIX:
        return GROUP_OF_PREFIX[field]
    return GROUP_OF_PREFIX.get(prefix, EvidenceGroup.TEXT)


def is_markup(token: str, markup_words: Set[str]) -> bool:
    """Return whether a word, or each word of an n-gram, occurs only as HTML code."""
    return token in markup_words or (
        bool(markup_words) and " " in token and all(word in markup_words for word in token.split())
    )


def evidence_group_of_sign(sign: str) -> EvidenceGroup:
    """Return the evidence group of the token `mark:SIGN`. SIGN names a feature of a mail, such as `no-subject`."""
    matching = [
        prefix for prefix in GROUP_OF_SIGN if (sign == prefix if prefix in WHOLE_SIGNS else sign.startswith(prefix))
    ]
    return GROUP_OF_SIGN[max(matching, key=len)] if matching else EvidenceGroup.SIGNS


class HasWord(Protocol):
    """Protocol: an object with the attribute `word`, such as a term of a score."""

    @property
    def word(self) -> str: ...


Term = TypeVar("Term", bound=HasWord)


@dataclass(frozen=True, slots=True)
class TermGroup(Generic[Term]):
    """The terms (words with their contributions) of one evidence group, in the order in which they were passed."""

    group: EvidenceGroup
    terms: tuple[Term, ...]


def group_terms(
    terms: Iterable[Term], markup_words: Set[str] = frozenset(), column_tokens: Set[str] = frozenset()
) -> tuple[TermGroup[Term], ...]:
    """Return the terms by evidence group, in the order of `EvidenceGroup`. Groups without a term are left out.

    `markup_words` are the words that occur in the text only as HTML code. `column_tokens` are the tokens of table
    columns.
    """
    groups: dict[EvidenceGroup, list[Term]] = {}
    for term in terms:
        group = (
            EvidenceGroup.COLUMNS if term.word in column_tokens else evidence_group_of_token(term.word, markup_words)
        )
        groups.setdefault(group, []).append(term)
    return tuple(TermGroup(group, tuple(groups[group])) for group in EvidenceGroup if group in groups)
